"""Scenes that somebody wrote from the rules alone, without a look at the code: those that went wrong, and the best."""

from __future__ import annotations

from typing import Any

import pytest
from asking import fault_of
from north import DRONE, DRONE_2, DRONE_3, GAME, PORTER, REGENT, A, B, frame, play, refused, table

from tabletop_kernel import Session
from tabletop_kernel.chance import Chance
from tabletop_kernel.game import Move

THEIRS = "pale-drone/outpost@2"
CHOIR, CHOIR_2 = "ember-choir/conduit", "ember-choir/foundry"
CROWN, DIVER, ENGINE = "winter-crown/conduit", "grave-diver/beacon", "wandering-engine/outpost"
SCOUT, SHEPHERD, TINKER = "hollow-scout/depot", "rust-shepherd/archive", "deep-tinker/foundry"
TITAN, TITAN_ARCHIVE, WIDOW = "glass-titan/outpost", "glass-titan/archive", "frost-widow/beacon"
FOUNDRIES = ["snow-marshal/foundry", "winter-crown/foundry"]
STOPS = {"must-three": "may-stop"}
NAMES_ALL = {"sequential": "announce-all"}


def log(session: Session, rule: str = "") -> list[str]:
    return [entry.text for entry in session.log(None) if rule in ("", entry.rule)]


def why(session: Session, move: Move, seat: int = A) -> str:
    verdict = session.judge(seat, move)
    assert verdict is not None, move
    return verdict.text


def prompt(session: Session) -> str:
    said = GAME.prompt(session.config, session.view(session.deciders[0]))
    return str(said.text)


def phrases(session: Session) -> list[str]:
    seat = session.deciders[0]
    return [session.phrase(seat, move) for move in session.moves(seat)]


def book(**rulings: str) -> Any:
    return GAME.book(GAME.configure(2, {f"ruling.{key.replace('_', '-')}": option for key, option in rulings.items()}))


def rule_text(rule: str, **rulings: str) -> str:
    return str(book(**rulings)[rule].text)


# -- play that was wrong -----------------------------------------------------------------------------------------------


def third_foundry(wastes: list[str], **more: Any) -> Session:
    session = table(hand=[DRONE], wastes=wastes, wastes_deck=[TINKER], facilities=FOUNDRIES, **more)
    play(session, ("facility", DRONE), ("take", wastes[0]))
    return session


def test_a_spark_used_by_a_foundry_leaves_out_its_own_card() -> None:
    diver = third_foundry([DIVER])
    assert diver.moves(A) == [("recover", DRONE)]
    assert "another card is meant, and not Grave Diver (Beacon on the back) itself" in why(diver, ("recover", DIVER))
    scout = third_foundry([SCOUT, TITAN])
    assert scout.moves(A) == [("exchange", DRONE, TITAN)]
    assert "not Hollow Scout (Depot on the back) itself" in why(scout, ("exchange", SCOUT, TITAN))


def test_a_copied_ability_still_leaves_out_the_card_that_copies() -> None:
    session = table(
        hand=[DRONE], wastes=[SHEPHERD], wastes_deck=[TITAN], facilities=[WIDOW], ancients=["rust-shepherd/beacon"]
    )
    play(session, ("facility", DRONE), ("copy", SHEPHERD))
    assert sorted(session.moves(A)) == [("flip", WIDOW), ("flip", "rust-shepherd/beacon")]
    assert "not Outpost (with Glass Titan on the other side) itself" in why(session, ("flip", TITAN))


def test_a_position_without_anything_named_is_refused() -> None:
    rulings = {"ruling.sequential": "announce-all"}
    assert "announced" in fault_of(GAME, {"rulings": rulings, "now": "directive"})
    assert "announced" in fault_of(GAME, {"rulings": rulings, "now": "directive", "used": ["ancient"]})


def test_a_position_that_ends_at_zero_has_somebody_there() -> None:
    assert "finish" in fault_of(GAME, {"frames": [["finish", -1, ["end.zero"]]], "points": [3, 4]})


# -- the log -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "points", "told"),
    [
        ({}, [0, 9], "player 1 is at 0 points"),
        ({}, [0, 0], "player 1 is at 0 points and player 2 is at 0 points"),
        ({"floor": "yes"}, [-2, 9], "player 1 is at -2 points"),
    ],
)
def test_the_log_says_who_is_at_zero(rulings: dict[str, str], points: list[int], told: str) -> None:
    session = table(rulings, now="end", active=B, points=points, wastes=[])
    play(session, ("end",), seat=B)
    assert log(session, "end.zero") == [f"The game ends: {told}."]


def test_the_log_names_the_deck_too_where_a_check_finds_both() -> None:
    session = table(now="end", active=B, points=[0, 9], wastes=[], wastes_left=7)
    play(session, ("end",), seat=B)
    told = "The game ends: player 1 is at 0 points, and the Wastes Deck has 3 cards."
    assert log(session, "end.zero") == [told]
    at_once = table({"zero-continues": "at-once"}, hand=[WIDOW], points=[30, 1], wastes_left=3)
    play(at_once, ("ancient", WIDOW))
    assert log(at_once, "end.zero") == ["The game ends: player 2 is at 0 points."], "nobody has checked the Deck"


def test_a_shared_victory_alone_is_won() -> None:
    collector = ["glass-titan/outpost", "pale-drone/conduit@1"]
    position = {"points": [12, 10], "deck": ["glass-titan/beacon", DRONE], "collector": collector}
    session = table(seats=1, now="end", wastes=[], wastes_left=0, **position)
    play(session, ("end",))
    assert session.outcome is not None
    assert session.outcome.winners == (A,)
    level = "The player and The Collector are level in everything, with 12 each:"
    assert log(session, "ruling.full-tie") == [f"{level} they share the victory, which counts as won for the player."]


def test_a_game_that_is_too_long_ends_by_that_alone() -> None:
    session = table(now="end", active=B, turn=60, wastes=[])
    play(session, ("end",), seat=B)
    assert log(session, "end.long") == ["60 turns have been played: that ends the game."]


def test_what_waits_is_used_when_it_begins() -> None:
    session = table({"nesting": "queue"}, hand=[REGENT, DRONE_3], wastes=[WIDOW], deck=[DRONE_2])
    play(session, ("reprogram", REGENT, WIDOW), ("play", DRONE_3))
    told = log(session)
    waits = told.index("Archive waits with its Protocol until what is running has been finished.")
    assert (
        waits < told.index("Player 2 loses 1, and has 29 left.") < told.index("Player 1 uses the Protocol of Archive.")
    )
    flips = table({"nesting": "queue"}, hand=[SHEPHERD], facilities=[WIDOW])
    play(flips, ("ancient", SHEPHERD), ("flip", WIDOW))
    told = log(flips)
    assert told.index("Player 2 loses 1, and has 29 left.") < told.index("Player 1 uses the Protocol of Frost Widow.")


def test_what_waits_for_a_card_that_has_gone_never_begins() -> None:
    waiting = ["waiting", A, ["archive.protocol", DRONE_3, "flipped"]]
    running = ["ability", A, ["hollow-scout.protocol", 1, "", SCOUT, "ancient"]]
    position = {"frames": [["directive", A, []], waiting, running, ["take", A, [1]]], "wastes": [TITAN]}
    session = table({"nesting": "queue", "source-gone": "no"}, hand=[PORTER], ancients=[SCOUT, DRONE_3], **position)
    play(session, ("take", TITAN))
    assert session.truth.hand[A] == (PORTER,), "the Archive no longer shows, so nothing is drawn"
    assert log(session, "ruling.source-gone") == ["The Protocol of Archive is not used: its card has been flipped."]
    assert "frames" in fault_of(GAME, {**position, "rulings": {"ruling.nesting": "queue"}, "ancients": [[SCOUT], []]})


def test_what_waits_is_seen_in_the_table_as_text() -> None:
    waiting = ["waiting", A, ["archive.protocol", DRONE_3, "facility"]]
    running = ["ability", A, ["hollow-scout.protocol", 1, "", SCOUT, "ancient"]]
    frames = [["directive", A, []], waiting, running, ["take", A, [1]]]
    session = table({"nesting": "queue"}, frames=frames, facilities=[DRONE_3], ancients=[SCOUT], wastes=[TITAN])
    told = [line.strip() for line in GAME.portray(session.config, session.view(A))[-2:]]
    assert told == ["waiting: the Protocol of Archive", "running: the Protocol of Hollow Scout"]
    play(session, ("take", TITAN))
    assert log(session)[1] == "Player 1 uses the Protocol of Archive."


@pytest.mark.parametrize(
    ("card", "lost"), [(CHOIR, False), ("rust-shepherd/outpost", False), ("signal-keeper/outpost", True)]
)
def test_a_rest_is_lost_only_if_there_is_one(card: str, lost: bool) -> None:
    session = table({"charge-at-cap": "void"}, hand=[PORTER, REGENT], wastes=[card], node=[4, 1])
    play(session, ("reprogram", REGENT if "signal" in card else PORTER, card))
    told = "The rest of the Spark of Signal Keeper is lost: the Node is at level 4 already."
    assert (told in log(session)) == any("The rest of" in line for line in log(session)) == lost


@pytest.mark.parametrize(
    ("option", "zone", "wastes", "alike"),
    [
        ("showing", "rust-shepherd/beacon", SHEPHERD, "of the same name"),
        ("either-side", SHEPHERD, "grave-diver/archive", "with a name in common"),
    ],
)
def test_every_exchange_would_be_for_one_of_the_same_name(option: str, zone: str, wastes: str, alike: str) -> None:
    session = table({"exchange-name": option}, hand=[ENGINE], ancients=[zone], wastes=[wastes])
    play(session, ("ancient", ENGINE))
    told = f"A part of the Protocol of Wandering Engine does nothing: every exchange would be for a card {alike}."
    assert log(session, "exchange.same-name") == [told]


def test_an_exchange_that_discards_says_so() -> None:
    discards = {"exchange_meaning": "discard-old"}
    assert "change places" not in rule_text("exchange.same-name", **discards)
    assert "the card given up is discarded" in rule_text("exchange.same-name", **discards)
    session = table({"exchange-meaning": "discard-old"}, hand=[ENGINE], ancients=[THEIRS], wastes=[CROWN])
    play(session, ("ancient", ENGINE), ("exchange", THEIRS, CROWN))
    assert log(session, "ruling.exchange-meaning")[0].endswith("The card given up is discarded.")


HOME = "The Pale Drone goes to the Discard of player 2, from whom it came."
ORIGIN = {"own-discard": "origin"}


def test_the_log_says_whose_discard_takes_a_starting_card() -> None:
    pays = table(ORIGIN, hand=[THEIRS], wastes=[CHOIR])
    play(pays, ("reprogram", THEIRS, CHOIR))
    reprograms = table(ORIGIN, hand=[PORTER], wastes=[THEIRS])
    play(reprograms, ("reprogram", PORTER, THEIRS))
    discards = table(ORIGIN, hand=["lantern-child/conduit", THEIRS])
    play(discards, ("ancient", "lantern-child/conduit"), ("discard", THEIRS))
    takes = table(ORIGIN, hand=[SCOUT], wastes=[THEIRS])
    play(takes, ("ancient", SCOUT), ("take", THEIRS))
    waits = table({**ORIGIN, "hand-waits": "discard"}, now="end", hand=[DRONE, THEIRS])
    play(waits, ("end",))
    gives_up = table({**ORIGIN, "exchange-meaning": "discard-old"}, hand=[ENGINE], ancients=[THEIRS], wastes=[CROWN])
    play(gives_up, ("ancient", ENGINE), ("exchange", THEIRS, CROWN))
    for session in (pays, reprograms, discards, takes, waits, gives_up):
        assert log(session, "ruling.own-discard") == [HOME]
        assert session.truth.discard[B] == (THEIRS,)
    own = table(ORIGIN, hand=[DRONE], wastes=[CHOIR])
    play(own, ("reprogram", DRONE, CHOIR))
    assert not log(own, "ruling.own-discard")


def test_the_taker_is_told_where_a_starting_card_goes() -> None:
    session = table(ORIGIN, now="take-one", wastes=[DRONE, TITAN])
    assert prompt(session).endswith("Its Spark is not used. A starting card of the other player goes to their Discard.")
    play(session, ("take", DRONE), seat=B)
    assert log(session, "ruling.own-discard") == ["The Pale Drone goes to the Discard of player 1, from whom it came."]


def test_what_is_paid_lies_aside_first() -> None:
    session = table({"discard-first": "no"}, hand=[REGENT], wastes=[WIDOW])
    play(session, ("reprogram", REGENT, WIDOW))
    assert log(session, "directive.reprogram") == ["Player 1 lays an Old Regent aside until the Directive is done."]
    assert log(session, "ruling.discard-first") == ["The Old Regent goes to the Discard of player 1 now."]


def test_an_ability_of_one_step_does_nothing_as_a_whole() -> None:
    session = table(hand=["snow-marshal/conduit"], facilities=[WIDOW])
    play(session, ("ancient", "snow-marshal/conduit"))
    told = "The Protocol of Snow Marshal does nothing: fewer than two Facilities lie in the Zone."
    assert log(session, "ability.mandatory") == [told]


@pytest.mark.parametrize(("option", "told"), [("none", "so nothing moves."), ("wastes-only", "can go to its Deck.")])
def test_an_empty_deck_says_what_the_collector_gets(option: str, told: str) -> None:
    session = table({"solo-collect-short": option}, seats=1, now="end", wastes=[], wastes_left=0)
    play(session, ("end",))
    assert log(session, "ruling.solo-collect-short")[0].endswith(told)
    assert not any("collects 0" in line for line in log(session))


def test_nothing_performed_is_said_in_english() -> None:
    nothing = table(now="shuffle", deck=[[], []], node=[0, 1])
    play(nothing, ("shuffle",))
    assert log(nothing)[-1] == "No further Directive is possible for player 1, who has performed no Directives."
    stops = table(STOPS | NAMES_ALL, now="announce", hand=[DRONE])
    play(stops, ("end",))
    assert log(stops)[0] == "Player 1 names no more, having named no Directives."


# -- moves and prompts -------------------------------------------------------------------------------------------------


def test_to_stop_is_not_to_turn_the_card() -> None:
    stops = table(STOPS, hand=[DRONE])
    assert stops.phrase(A, ("end",)) == "Stop here"
    play(stops, ("end",))
    assert stops.phrase(A, ("end",)) == "Turn the card over"
    names = table(STOPS | NAMES_ALL, now="announce", hand=[DRONE], announced=["ancient"])
    assert names.phrase(A, ("end",)) == "Name no more"
    play(names, ("end",))
    assert log(names) == ["Player 1 names no more, having named one Directive."]
    assert names.moves(A) == [("ancient", DRONE), ("end",)]


def test_moves_that_would_read_alike_name_the_backs() -> None:
    session = table(hand=[DRONE, DRONE_3], wastes=[CHOIR, CHOIR_2], wastes_deck=[TITAN])
    said = phrases(session)
    assert len(set(said)) == len(said) == 9
    long = "Discard Pale Drone (Outpost on the back) to Reprogram Ember Choir (Conduit on the back) [II]"
    assert long in said
    assert "Discard Pale Drone (Archive on the back) to play Outpost from the Wastes Deck" in said
    twins = table(hand=[DRONE, THEIRS, PORTER], wastes=[CHOIR])
    assert "Discard player 2's Pale Drone (Outpost on the back) to Reprogram Ember Choir [II]" in phrases(twins)
    assert "Play Ice Porter (Foundry on the back) as an Ancient" in phrases(twins)
    copies = table(hand=[DRONE], wastes=[CHOIR, CHOIR_2], wastes_deck=[TITAN])
    play(copies, ("facility", DRONE))
    assert phrases(copies)[0] == "Use the Protocol of Ember Choir (Conduit on the back)"


def test_an_unseen_facility_has_its_article() -> None:
    session = table({"inspect": "no"}, hand=["grave-diver/outpost"], discard=[REGENT])
    play(session, ("ancient", "grave-diver/outpost"))
    assert phrases(session) == ["Play an unseen Facility (with Old Regent on the other side)"]


def test_prompts_say_what_fits() -> None:
    tinker = table(hand=[TINKER], wastes=[SCOUT, TITAN])
    play(tinker, ("ancient", TINKER))
    assert prompt(tinker) == "Choose an Ancient of Value I in The Wastes to Reprogram."
    hand = table(hand=[REGENT, DRONE], wastes=[WIDOW])
    play(hand, ("reprogram", REGENT, WIDOW))
    assert prompt(hand) == "Choose a card from your hand to play to your Zone as a Facility."
    discard = table(hand=[DIVER], discard=[REGENT])
    play(discard, ("ancient", DIVER))
    assert prompt(discard) == "Choose a card from your Discard to play to your Zone as a Facility."
    recover = third_foundry([DIVER])
    assert prompt(recover) == "Choose another card from your Discard to take back to your hand."
    engine = table(hand=[ENGINE], ancients=[DRONE_2], wastes=[CROWN])
    play(engine, ("ancient", ENGINE))
    told = "Choose one other Ancient in your Zone to give up, and an Ancient in The Wastes to get for it."
    assert prompt(engine) == told


def test_a_discharge_that_was_named_has_no_choice() -> None:
    assert prompt(table(NAMES_ALL, announced=["discharge"])) == "Now comes what you have named, «Discharge the Node»."
    told = "Now comes what you have named, «play an Ancient»: choose how you do it."
    assert prompt(table(NAMES_ALL, hand=[DRONE], announced=["ancient"])) == told


def test_a_discharge_that_was_named_is_done_or_not() -> None:
    told = "Now comes what you have named, «Discharge the Node»: do it, or stop."
    assert prompt(table(NAMES_ALL | STOPS, announced=["discharge"])) == told


def test_the_prompt_names_the_value_that_cannot_be_reprogrammed() -> None:
    limited, wastes = {"free-reprogram": "yes"}, ["snow-marshal/conduit", TITAN, WIDOW]
    nothing = table(limited, hand=[CHOIR], wastes=wastes)
    play(nothing, ("ancient", CHOIR))
    assert prompt(nothing) == "Choose an Ancient in The Wastes to Reprogram."
    paid = table(limited, hand=[PORTER, CHOIR], wastes=wastes, wastes_deck=["signal-keeper/archive"])
    play(paid, ("facility", PORTER), ("ancient", CHOIR))
    told = "Choose an Ancient in The Wastes to Reprogram; not one of Value I, which was last discarded in this turn."
    assert prompt(paid) == told
    named = table(limited, hand=[DRONE, TINKER], wastes=wastes, wastes_deck=["signal-keeper/archive"])
    play(named, ("facility", DRONE), ("ancient", TINKER))
    assert prompt(named) == "Choose an Ancient of Value I in The Wastes to Reprogram."


def test_the_book_says_that_a_refill_falls_short() -> None:
    """A refill that takes the very last card for the fourth Ancient is complete."""
    assert rule_text("end.deck", refill_short="end-now").endswith(", or as soon as a refill falls short.")
    for option in ("partial", "end-now"):
        assert "runs out before that" in rule_text("back.refill", refill_short=option)


@pytest.mark.parametrize(("bearer", "counts"), [("yes", True), ("no", False)])
def test_the_book_leaves_out_a_card_only_where_it_would_count(bearer: str, counts: bool) -> None:
    told = rule_text("outpost.trio", trio_self="no", outpost_name=bearer)
    assert ("not counting this card" in told) == counts


def test_the_book_says_where_starting_cards_go() -> None:
    home = "A starting card of the other player goes to their Discard."
    rulings = {"hand_waits": "discard", "exchange_meaning": "discard-old"}
    for rule in ("back.hand-loss", "exchange.same-name"):
        assert home in rule_text(rule, own_discard="origin", **rulings)
        assert home not in rule_text(rule, own_discard="actor", **rulings)
        assert home not in rule_text(rule, own_discard="origin")
    assert home not in rule_text("solo.hand-loss", own_discard="origin", **rulings), "alone there is no other player"


def test_the_book_says_what_the_collector_scores() -> None:
    assert "(for The Collector: in its Deck)" in book(solo_score="points-values-cards")["score.total"].why
    assert "Collector" not in book()["score.total"].why


def test_the_book_says_or_below_and_a_shared_victory() -> None:
    both = {"floor": "yes", "zero_continues": "at-once"}
    assert "Somebody at 0 points or below ends the game at once" in rule_text("back.end-check", **both)
    assert "they share the victory" in rule_text("score.tie")
    assert GAME.rulings["ruling.full-tie"].options["shared"] == "Both: they share the victory."


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_a_refusal_says_why_the_directives_are_over() -> None:
    skipped = table(hand=[], deck=[], node=[1, 1])
    play(skipped, ("discharge",))
    assert refused(skipped, ("discharge",)) == "ruling.discharge-twice"
    assert refused(skipped, ("ancient", DRONE)) == "directive.ancient"
    assert why(skipped, ("discard", DRONE)).startswith("Your Directives are over: no further one is possible.")
    stopped = table(STOPS, hand=[DRONE])
    play(stopped, ("end",))
    assert why(stopped, ("ancient", DRONE)).startswith("Your Directives are over: you have stopped.")
    lost = table(NAMES_ALL, hand=[DRONE], announced=["ancient", "ancient"])
    play(lost, ("ancient", DRONE))
    assert why(lost, ("ancient", DRONE)).startswith("Your Directives are over: the rest of those you named was lost.")
    named = table(STOPS | NAMES_ALL, hand=[DRONE, PORTER], announced=["ancient"])
    play(named, ("ancient", DRONE))
    assert why(named, ("ancient", PORTER)).startswith(
        "Your Directives are over: each one you named was performed or lost."
    )
    two_lost = table(NAMES_ALL, hand=[DRONE], node=[4, 1], announced=["ancient", "ancient", "discharge"])
    play(two_lost, ("ancient", DRONE))  # the second Ancient is lost before the Discharge
    play(two_lost, *([("discharge",)] if ("discharge",) in two_lost.moves(A) else []))
    said = why(two_lost, ("discard", DRONE))
    assert said.startswith("Your Directives are over: each one you named was performed or lost.")
    done = table(hand=[DRONE, PORTER], used=["discharge", "facility"])
    play(done, ("ancient", DRONE))
    assert why(done, ("ancient", PORTER)).startswith("Your Directives are over: all three have been performed.")


def test_an_answer_that_does_not_fit_is_told_what_is_wrong() -> None:
    tinker = table(hand=[TINKER], wastes=[SCOUT, TITAN], discard=[CROWN])
    play(tinker, ("ancient", TINKER))
    assert "it asks for an Ancient of Value I, and Glass Titan has II." in why(tinker, ("reprogram", TITAN))
    told = "Winter Crown (Conduit on the back) lies in your Discard, and not in The Wastes."
    assert why(tinker, ("reprogram", CROWN)).endswith(told)
    assert why(tinker, ("reprogram", "x")).endswith("no such card is to be seen in The Wastes.")
    shepherd = table(hand=[SHEPHERD], facilities=[TITAN])
    play(shepherd, ("ancient", SHEPHERD))
    told = "another card is meant, and not Rust Shepherd (Archive on the back) itself."
    assert why(shepherd, ("flip", SHEPHERD)).endswith(told)
    aside = table({"discard-first": "no"}, hand=[DRONE], wastes=[DIVER], discard=[PORTER])
    play(aside, ("reprogram", DRONE, DIVER))
    told = "lies aside until the Directive is done, and not in your Discard."
    assert why(aside, ("recover", DRONE)).endswith(told)


def test_what_is_hidden_is_not_told() -> None:
    """The card may lie there with that back: nobody sees it."""
    session = table({"inspect": "no"}, hand=[SCOUT], wastes=[TITAN])
    play(session, ("ancient", SCOUT))
    assert why(session, ("take", TITAN)).endswith("no such card is to be seen in The Wastes.")


def test_whoever_has_to_take_an_ancient_is_told_so() -> None:
    session = table(now="take-one", wastes=[CROWN], hand=[[], [THEIRS]])
    assert why(session, ("decline",), B) == (
        "Nothing can be declined: you have to take an Ancient, as long as one is there."
    )
    assert why(session, ("end",), B).startswith("You have to take one of the Ancients that lie in The Wastes")
    assert why(session, ("take", THEIRS), B).endswith("lies in your hand, and not in The Wastes.")
    assert why(session, ("take", CROWN), A).startswith("On the back side player 2 has to take one")
    front = table(hand=[DRONE])
    assert "on the back side player 2 has to take an Ancient" in why(front, ("decline",))


@pytest.mark.parametrize(("option", "declines"), [("must", ""), ("may", " or declines")])
def test_the_card_is_turned_before_an_ancient_is_taken(option: str, declines: str) -> None:
    session = table({"take-one-choice": option}, now="end", wastes=[CROWN])
    told = f"You have to turn the card over first; then player 2 takes an Ancient{declines}."
    assert why(session, ("take", CROWN)) == told
    wait = "Not yet: player 1 has to turn the card over first."
    assert why(session, ("take", CROWN), B) == wait
    assert (why(session, ("decline",), B) == wait) == (option == "may")
    assert refused(session, ("shuffle",), B) == "back.pass"
    assert why(session, ("end", "now")) == "You have to turn the card over, and nothing comes along with that."
    none = table({"take-one-choice": option}, now="end", wastes=[])
    assert why(none, ("take", CROWN)) == "You have to turn the card over; no Ancient is left to take."


def test_a_plain_decline_brings_nothing_along() -> None:
    may = {"take-one-choice": "may"}
    told = "On the back side player 2 has to take an Ancient or to decline; nothing else can be declined"
    assert why(table(may, hand=[DRONE]), ("decline",)) == f"{told}."
    along = why(table(may, now="take-one", wastes=[CROWN]), ("decline", CROWN), B)
    assert along.endswith("nothing else can be declined, and nothing comes along with it.")


def test_a_spark_has_its_moment() -> None:
    assert refused(table(now="shuffle", wastes=[TITAN]), ("spark", TITAN)) == "ability.spark"
    assert refused(table(now="end", wastes=[TITAN]), ("spark", TITAN)) == "ability.spark"
    assert refused(table(hand=[DRONE], wastes=[TITAN]), ("spark", TITAN)) == "reprogram.move-first"


def test_a_directive_says_where_the_card_is() -> None:
    session = table(hand=[DRONE], ancients=[PORTER], wastes=[TITAN], facilities=[[], [WIDOW]])
    assert why(session, ("ancient", PORTER)).startswith(
        "Ice Porter (Foundry on the back) lies among the Ancients in your Zone, and not in your hand. This Directive"
    )
    assert why(session, ("ancient", REGENT)).startswith("That Old Regent (Depot on the back) is not in your hand. This")
    assert why(session, ("reprogram", TITAN, TITAN)).startswith("Glass Titan (Outpost on the back) lies in The Wastes,")
    assert why(session, ("reprogram", DRONE, PORTER)).startswith("Ice Porter (Foundry on the back) lies among the")
    assert why(session, ("facility", WIDOW)).startswith(
        "Beacon (with Frost Widow on the other side) lies among the Facilities in the Zone of player 2, and not in"
    )
    assert why(session, ("ancient",)).startswith("This Directive takes one card")


@pytest.mark.parametrize(
    ("rulings", "announced", "told"),
    [
        (NAMES_ALL, [], "three are still to be named."),
        (NAMES_ALL, ["ancient", "facility"], "one is still to be named."),
        (NAMES_ALL | STOPS, ["ancient"], "up to two more may be named."),
    ],
)
def test_it_is_told_how_many_are_to_be_named(rulings: dict[str, str], announced: list[str], told: str) -> None:
    session = table(rulings, now="announce", hand=[DRONE], announced=announced)
    for move in (("announce", "dance"), ("announce",), ("ancient", DRONE)):
        assert refused(session, move) == "ruling.sequential"
        assert why(session, move).endswith(told)


# -- scenes that went well ---------------------------------------------------------------------------------------------


def test_deep_tinker_reprograms_a_one_for_nothing() -> None:
    session = table(hand=[TINKER, PORTER], wastes=["signal-keeper/outpost", TITAN, WIDOW])
    play(session, ("ancient", TINKER))
    assert session.moves(A) == [("reprogram", "signal-keeper/outpost")]
    play(session, ("reprogram", "signal-keeper/outpost"))
    assert session.truth.node[A] == 2
    assert len(session.truth.hand[A]) == 2, "nothing was paid, and the Spark draws one"


def test_a_grave_diver_fetches_what_was_paid_for_it() -> None:
    session = table(hand=[DRONE], wastes=[DIVER])
    play(session, ("reprogram", DRONE, DIVER), ("recover", DRONE))
    assert session.truth.hand[A] == (DRONE,)
    assert session.truth.points == [30, 29]


@pytest.mark.parametrize(("option", "points"), [("same", [29, 26]), ("played-only", [30, 29])])
def test_what_is_exchanged_in_is_added_or_not(option: str, points: list[int]) -> None:
    session = table({"added-played": option}, hand=[ENGINE], ancients=[DRONE], wastes=[CROWN])
    play(session, ("ancient", ENGINE), ("exchange", DRONE, CROWN))
    assert session.truth.points == points
    assert session.truth.wastes == (DRONE,)


@pytest.mark.parametrize(("option", "left"), [("yes", 25), ("no", 26)])
def test_two_shepherds_turn_each_other_over(option: str, left: int) -> None:
    first = "rust-shepherd/outpost"
    session = table({"source-gone": option}, hand=[first], facilities=[SHEPHERD], wastes=[WIDOW])
    play(session, ("ancient", first), ("flip", SHEPHERD), ("flip", first), ("copy", WIDOW))
    assert session.truth.points == [30, left]
    told = ["The rest of the Protocol of Rust Shepherd is lost: its card has been flipped."]
    assert log(session, "ruling.source-gone") == (told if option == "no" else [])


def widows_spark(played: str, *moves: Move, **position: Any) -> Session:
    """The Spark of Frost Widow plays a card from the hand, and what follows takes Frost Widow from the Discard."""
    widow = "frost-widow/archive"
    wastes = [widow, *position.pop("wastes", [])]
    session = table({"source-gone": "no"}, hand=[PORTER, played], wastes=wastes, **position)
    play(session, ("reprogram", PORTER, widow), ("play", played), *moves)
    assert not any(widow in pile for pile in session.truth.discard)
    return session


@pytest.mark.parametrize(
    ("played", "moves", "position", "left"),
    [
        (DRONE_3, [], {"deck": []}, 29),
        ("ice-porter/beacon@1", [("copy", DIVER), ("recover", "frost-widow/archive")], {"wastes": [DIVER]}, 28),
        (DRONE, [("copy", DIVER), ("play", "frost-widow/archive")], {"wastes": [DIVER]}, 28),
    ],
    ids=["reshuffled", "recovered", "played"],
)
def test_a_card_that_leaves_the_discard_otherwise_ends_nothing(
    played: str, moves: list[Move], position: dict[str, Any], left: int
) -> None:
    session = widows_spark(played, *moves, **position)
    assert session.truth.points == [30, left]
    assert not log(session, "ruling.source-gone")


def test_a_card_that_is_exchanged_away_ends_its_spark() -> None:
    moves = [("copy", SCOUT), ("exchange", "frost-widow/archive", SCOUT)]
    session = widows_spark("ice-porter/beacon@1", *moves, wastes=[SCOUT])
    assert session.truth.points == [30, 29]
    told = ["The rest of the Spark of Frost Widow is lost: its card has been exchanged away."]
    assert log(session, "ruling.source-gone") == told


def test_a_rest_is_lost_where_there_is_nothing_to_copy() -> None:
    session = table({"copy-none": "void"}, hand=[DRONE], wastes=[], wastes_deck=[TITAN])
    play(session, ("facility", DRONE))
    assert "The rest of the Protocol of Outpost is lost: there was no ability to use." in log(session)


def test_a_copied_ancient_that_moves_is_discarded_once() -> None:
    session = table({"copy": "moves"}, hand=[DRONE], wastes=[SCOUT], wastes_deck=[TITAN])
    play(session, ("facility", DRONE), ("copy", SCOUT), ("take", SCOUT))
    assert session.truth.discard[A].count(SCOUT) == 1
    assert session.truth.wastes == ()


def test_a_hidden_name_voids_an_exchange_without_telling() -> None:
    rulings = {"exchange-name": "either-side", "inspect": "no"}
    session = table(rulings, hand=[ENGINE], ancients=[SHEPHERD], wastes=["grave-diver/archive", TITAN])
    play(session, ("ancient", ENGINE))
    assert sorted(move[2] for move in session.moves(A)) == ["glass-titan/?", "grave-diver/?"]
    play(session, ("exchange", "rust-shepherd/?", "grave-diver/?"))
    assert SHEPHERD in session.truth.ancients[A]
    assert not any("Archive" in line for line in log(session))


DODGED = {"exchange-name": "either-side", "exchange-meaning": "discard-old"}


def depot(rulings: dict[str, str], facilities: list[str], under: str) -> Session:
    """A Depot is built, and asks for an exchange with the card that lay under it."""
    deck = ["snow-marshal/depot", under]
    session = table(rulings, hand=[DRONE], facilities=facilities, wastes=[WIDOW], wastes_deck=deck)
    play(session, ("facility", DRONE))
    return session


def test_an_exchange_that_a_hidden_name_forbids_cannot_be_used_to_dodge_another() -> None:
    beacon, conduit = "glass-titan/beacon", "snow-marshal/conduit"
    session = depot(DODGED, [beacon, conduit], TITAN_ARCHIVE)
    play(session, ("exchange", beacon, "?/archive"))
    assert session.moves(A) == [("exchange", conduit, "?/archive")]
    assert log(session, "exchange.same-name")[0].endswith("; another one has to be chosen.")
    assert "both cards have the same name on one of their sides" in why(session, ("exchange", beacon, "?/archive"))
    assert TITAN_ARCHIVE not in str(session.view(A)["frames"])
    saved = Session.load(session.save())
    play(saved, ("exchange", conduit, "?/archive"))
    assert TITAN_ARCHIVE in saved.truth.facilities[A]
    assert conduit in saved.truth.discard[A]
    assert "another exchange is chosen" in rule_text("exchange.same-name")


def test_the_last_exchange_that_a_hidden_name_forbids_ends_the_asking() -> None:
    session = depot(DODGED, ["glass-titan/beacon"], TITAN_ARCHIVE)
    play(session, ("exchange", "glass-titan/beacon", "?/archive"))
    assert frame(session) == "directive"
    (told,) = log(session, "exchange.same-name")
    assert told.startswith("A name turns out to be on both cards") and "another" not in told


def test_a_covered_card_that_was_tried_is_refused_by_its_name() -> None:
    session = depot({"wastes-deck-side": "covered"}, ["signal-keeper/archive", "rust-shepherd/beacon"], TITAN_ARCHIVE)
    play(session, ("exchange", "signal-keeper/archive", "?/?"))
    assert session.moves(A) == [("exchange", "rust-shepherd/beacon", "?/?")]
    assert why(session, ("exchange", "signal-keeper/archive", "?/?")).startswith("One Archive cannot be exchanged for")


def test_cards_that_look_alike_are_tried_one_by_one() -> None:
    rulings = {"exchange-name": "either-side", "inspect": "no"}
    session = depot(rulings, ["glass-titan/beacon", "rust-shepherd/beacon"], TITAN_ARCHIVE)
    play(session, ("exchange", "?/beacon", "?/archive"))
    assert session.moves(A) == [("exchange", "?/beacon", "?/archive")]
    imagined = GAME.imagine(session.config, session.view(A), Chance(1))
    assert len(imagined.frames[-1][2]) == len(session.truth.frames[-1][2])
    play(session, ("exchange", "?/beacon", "?/archive"))
    assert TITAN_ARCHIVE in session.truth.facilities[A]


def test_the_collector_collects_one_card_where_the_wastes_are_empty() -> None:
    session = table(seats=1, now="end", wastes=[])
    play(session, ("end",))
    assert log(session, "solo.collect") == ["The Collector collects 1 card, and no Ancient from The Wastes."]


def test_the_log_says_why_the_second_player_wins() -> None:
    two = table({"full-tie": "second-player"}, now="end", active=B, wastes=[], wastes_left=0, points=[7, 7])
    play(two, ("end",), seat=B)
    assert log(two, "ruling.full-tie") == ["Everything is level, so player 2 wins as the second player."]
    position = {"points": [12, 10], "deck": [TITAN, DRONE], "collector": ["glass-titan/beacon", DRONE_2]}
    alone = table({"full-tie": "second-player"}, seats=1, now="end", wastes=[], wastes_left=0, **position)
    play(alone, ("end",))
    assert log(alone, "ruling.full-tie") == ["Everything is level, so The Collector wins."]


def test_an_ability_says_which_value_it_lacks() -> None:
    tinker, porter = "deep-tinker/depot", "ice-porter/foundry@1"
    position = {"hand": [porter, tinker], "wastes": ["snow-marshal/depot", CHOIR]}
    session = table({"free-reprogram": "yes"}, **position)
    play(session, ("reprogram", porter, CHOIR), ("ancient", tinker))
    told = "no Ancient of Value I there differs from the one last discarded, which has Value I."
    assert log(session, "ruling.free-reprogram") == [f"The Protocol of Deep Tinker does nothing: {told}"]
    none = table(hand=[tinker], wastes=[CHOIR])
    play(none, ("ancient", tinker))
    assert log(none)[-1] == "The Protocol of Deep Tinker does nothing: there is no Ancient of Value I in The Wastes."


def test_a_second_discharge_gives_nothing_and_a_third_is_refused() -> None:
    session = table({"discharge-twice": "yes"}, hand=[DRONE], node=[3, 1])
    play(session, ("discharge",), ("discharge",))
    assert session.truth.points == [30, 27]
    assert refused(session, ("discharge",)) == "turn.one-twice"


def test_points_below_zero_end_the_game_at_once_and_count() -> None:
    session = table({"floor": "yes", "zero-continues": "at-once"}, hand=[WIDOW], points=[30, 1], deck=[[], []])
    play(session, ("ancient", WIDOW))
    assert session.outcome is not None
    assert session.outcome.scores == (31, -1)


@pytest.mark.parametrize(("option", "over"), [("partial", False), ("end-now", True)])
def test_a_refill_that_falls_short(option: str, over: bool) -> None:
    session = table({"refill-short": option}, now="take-one", wastes=[CROWN, TITAN], wastes_left=2)
    play(session, ("take", CROWN), seat=B)
    assert (session.outcome is not None) == over


def test_a_refill_that_takes_the_last_card_is_not_short() -> None:
    session = table({"refill-short": "end-now"}, now="take-one", wastes=[CROWN, TITAN], wastes_left=3)
    play(session, ("take", CROWN), seat=B)
    assert session.outcome is None
    assert len(session.truth.wastes) == 4


def test_three_rulings_send_a_payment_from_the_zone_home() -> None:
    rulings = {**ORIGIN, "discard-from": "hand-or-zone", "discard-first": "no"}
    session = table(rulings, ancients=[THEIRS], hand=[DRONE], wastes_deck=["lantern-child/conduit"])
    play(session, ("facility", THEIRS))
    assert session.truth.discard == [(), (THEIRS,)]
    assert session.truth.aside == ()


def test_a_depot_lays_the_old_facility_on_the_deck() -> None:
    session = table(
        hand=[DIVER], discard=[REGENT], facilities=["frost-widow/archive"], wastes_deck=["lantern-child/conduit"]
    )
    play(session, ("ancient", DIVER), ("play", REGENT))
    assert "not Depot (with Old Regent on the other side) itself" in why(session, ("exchange", REGENT, "?/conduit"))
    play(session, ("exchange", "frost-widow/archive", "?/conduit"))
    assert session.truth.wastes_deck[0] == "frost-widow/archive"
    assert session.view(B)["wastes_deck"][0] == "?/archive"
    assert session.truth.node[A] == 2, "the Conduit came in and was used"
