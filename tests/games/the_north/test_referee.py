"""Scenes that somebody wrote from the rules alone, without a look at the code: those that went wrong, and the best."""

from __future__ import annotations

from typing import Any

import pytest
from asking import fault_of
from north import DRONE, DRONE_2, DRONE_3, GAME, PORTER, REGENT, A, B, frame, names_of, play, refused, table
from telling import asked, kinds_told, told, why

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_north.abilities import WHY_CARD_IS_GONE
from tabletop_kernel.games.the_north.card_vocabulary import PLACES
from tabletop_kernel.games.the_north.naming import DIRECTIVE_IN_WORDS

THEIRS = "pale-drone/outpost@2"
CHOIR, CHOIR_2 = "ember-choir/conduit", "ember-choir/foundry"
CROWN, DIVER, ENGINE = "winter-crown/conduit", "grave-diver/beacon", "wandering-engine/outpost"
SCOUT, SHEPHERD, TINKER = "hollow-scout/depot", "rust-shepherd/archive", "deep-tinker/foundry"
TITAN, TITAN_ARCHIVE, WIDOW = "glass-titan/outpost", "glass-titan/archive", "frost-widow/beacon"
FOUNDRIES = ["snow-marshal/foundry", "winter-crown/foundry"]
STOPS = {"must-three": "may-stop"}
NAMES_ALL = {"sequential": "announce-all"}


def named(session: Session, *move: str) -> set[str]:
    """The ids of the cards whose names the words of a move have."""
    return set(names_of(session.phrase(session.deciders[0], move)))


def book(**rulings: str) -> Any:
    return GAME.telling.book(
        GAME.agreement.configure(2, {f"ruling.{key.replace('_', '-')}": option for key, option in rulings.items()})
    )


def rule_text(rule: str, **rulings: str) -> str:
    return str(book(**rulings)[rule].text)


# -- play that was wrong -----------------------------------------------------------------------------------------------


def third_foundry(wastes: list[str], **more: Any) -> Session:
    session = table(hand=[DRONE], wastes=wastes, wastes_deck=[TINKER], facilities=FOUNDRIES, **more)
    play(session, ("facility", DRONE), ("take", wastes[0]))
    return session


def not_itself(key: str, card: str, side: str = "ancient") -> tuple[str, dict[str, Any]]:
    """An ability asks for another card than the one that it is printed on."""
    return "ability.mandatory", {"key": key, "but": ["itself", card, side]}


def test_a_spark_used_by_a_foundry_leaves_out_its_own_card() -> None:
    diver = third_foundry([DIVER])
    assert diver.moves(A) == [("recover", DRONE)]
    assert why(diver, ("recover", DIVER)) == not_itself("grave-diver.spark", DIVER)
    scout = third_foundry([SCOUT, TITAN])
    assert scout.moves(A) == [("exchange", DRONE, TITAN)]
    assert why(scout, ("exchange", SCOUT, TITAN)) == not_itself("hollow-scout.spark", SCOUT)


def test_a_copied_ability_still_leaves_out_the_card_that_copies() -> None:
    session = table(
        hand=[DRONE], wastes=[SHEPHERD], wastes_deck=[TITAN], facilities=[WIDOW], ancients=["rust-shepherd/beacon"]
    )
    play(session, ("facility", DRONE), ("copy", SHEPHERD))
    assert sorted(session.moves(A)) == [("flip", WIDOW), ("flip", "rust-shepherd/beacon")]
    assert why(session, ("flip", TITAN)) == not_itself("rust-shepherd.protocol", TITAN, "facility")


def test_a_position_without_anything_named_is_refused() -> None:
    rulings = {"ruling.sequential": "announce-all"}
    assert "announced" in fault_of(GAME, {"rulings": rulings, "now": "directive"})
    assert "announced" in fault_of(GAME, {"rulings": rulings, "now": "directive", "used": ["ancient"]})


def test_a_position_that_ends_at_zero_has_somebody_there() -> None:
    assert "finish" in fault_of(GAME, {"frames": [["finish", -1, ["end.zero"]]], "points": [3, 4]})


# -- the log -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "points", "low"),
    [
        ({}, [0, 9], [[A, 0]]),
        ({}, [0, 0], [[A, 0], [B, 0]]),
        ({"floor": "yes"}, [-2, 9], [[A, -2]]),
    ],
)
def test_the_log_says_who_is_at_zero(rulings: dict[str, str], points: list[int], low: list[list[int]]) -> None:
    session = table(rulings, now="end", active=B, points=points, wastes=[])
    play(session, ("end",), seat=B)
    assert told(session, "end.zero") == [("ends-at-zero", {"low": low})]


def test_the_log_names_the_deck_too_where_a_check_finds_both() -> None:
    session = table(now="end", active=B, points=[0, 9], wastes=[], wastes_left=7)
    play(session, ("end",), seat=B)
    assert told(session, "end.zero") == [("ends-by-both", {"low": [[A, 0]], "count": 3})]
    at_once = table({"zero-continues": "at-once"}, hand=[WIDOW], points=[30, 1], wastes_left=3)
    play(at_once, ("ancient", WIDOW))
    assert told(at_once, "end.zero") == [("ends-at-zero", {"low": [[B, 0]]})], "nobody has checked the Deck"


def test_a_shared_victory_alone_is_won() -> None:
    collector = ["glass-titan/outpost", "pale-drone/conduit@1"]
    position = {"points": [12, 10], "deck": ["glass-titan/beacon", DRONE], "collector": collector}
    session = table(seats=1, now="end", wastes=[], wastes_left=0, **position)
    play(session, ("end",))
    assert session.outcome is not None
    assert session.outcome.winners == (A,)
    assert told(session, "ruling.full-tie") == [("shared-alone", {"seat": A, "seats": [A, B], "total": 12})]


def test_a_game_that_is_too_long_ends_by_that_alone() -> None:
    session = table(now="end", active=B, turn=60, wastes=[])
    play(session, ("end",), seat=B)
    assert told(session, "end.long") == [("too-long", {"count": 60})]


WAITING = ("waits", "loses", "protocol")


def test_what_waits_is_used_when_it_begins() -> None:
    session = table({"nesting": "queue"}, hand=[REGENT, DRONE_3], wastes=[WIDOW], deck=[DRONE_2])
    play(session, ("reprogram", REGENT, WIDOW), ("play", DRONE_3))
    assert [kind for kind in kinds_told(session) if kind in WAITING] == ["waits", "loses", "protocol"]
    assert ("waits", {"seat": A, "name": "archive", "ability": "protocol"}) in told(session)
    flips = table({"nesting": "queue"}, hand=[SHEPHERD], facilities=[WIDOW])
    play(flips, ("ancient", SHEPHERD), ("flip", WIDOW))
    keys = [facts.get("key", kind) for kind, facts in told(flips) if kind in WAITING]
    assert keys == ["rust-shepherd.protocol", "waits", "loses", "frost-widow.protocol", "loses"]


def test_what_waits_for_a_card_that_has_gone_never_begins() -> None:
    waiting = ["waiting", A, ["archive.protocol", DRONE_3, "flipped"]]
    running = ["ability", A, ["hollow-scout.protocol", 1, "", SCOUT, "ancient"]]
    position = {"frames": [["directive", A, []], waiting, running, ["take", A, [1]]], "wastes": [TITAN]}
    session = table({"nesting": "queue", "source-gone": "no"}, hand=[PORTER], ancients=[SCOUT, DRONE_3], **position)
    play(session, ("take", TITAN))
    assert session.truth.hand[A] == (PORTER,), "the Archive no longer shows, so nothing is drawn"
    assert told(session, "ruling.source-gone") == [
        ("never-begins", {"seat": A, "key": "archive.protocol", "what": WHY_CARD_IS_GONE["flipped"]})
    ]
    assert "frames" in fault_of(GAME, {**position, "rulings": {"ruling.nesting": "queue"}, "ancients": [[SCOUT], []]})


def test_what_waits_is_seen_in_the_table_as_text() -> None:
    waiting = ["waiting", A, ["archive.protocol", DRONE_3, "facility"]]
    running = ["ability", A, ["hollow-scout.protocol", 1, "", SCOUT, "ancient"]]
    frames = [["directive", A, []], waiting, running, ["take", A, [1]]]
    session = table({"nesting": "queue"}, frames=frames, facilities=[DRONE_3], ancients=[SCOUT], wastes=[TITAN])
    lines = GAME.telling.portray(session.config, session.view(A))[-2:]
    assert [names_of(line) for line in lines] == [
        ["archive"],
        ["hollow-scout"],
    ]
    play(session, ("take", TITAN))
    assert told(session)[1] == ("protocol", {"seat": A, "key": "archive.protocol", "card": DRONE_3})


@pytest.mark.parametrize(
    ("card", "lost"), [(CHOIR, False), ("rust-shepherd/outpost", False), ("signal-keeper/outpost", True)]
)
def test_a_rest_is_lost_only_if_there_is_one(card: str, lost: bool) -> None:
    session = table({"charge-at-cap": "void"}, hand=[PORTER, REGENT], wastes=[card], node=[4, 1])
    play(session, ("reprogram", REGENT if "signal" in card else PORTER, card))
    void = [facts["key"] for _, facts in told(session, "ruling.charge-at-cap")]
    assert void == (["signal-keeper.spark"] if lost else [])
    assert kinds_told(session).count("void") == lost


@pytest.mark.parametrize(
    ("option", "zone", "wastes"),
    [("showing", "rust-shepherd/beacon", SHEPHERD), ("either-side", SHEPHERD, "grave-diver/archive")],
)
def test_every_exchange_would_be_for_one_of_the_same_name(option: str, zone: str, wastes: str) -> None:
    session = table({"exchange-name": option}, hand=[ENGINE], ancients=[zone], wastes=[wastes])
    play(session, ("ancient", ENGINE))
    ((kind, facts),) = told(session, "exchange.same-name")
    assert (kind, facts["part"]) == ("nothing", ["wandering-engine.protocol", True])


def test_an_exchange_that_discards_says_so() -> None:
    assert rule_text("exchange.same-name", exchange_meaning="discard-old") != rule_text("exchange.same-name")
    session = table({"exchange-meaning": "discard-old"}, hand=[ENGINE], ancients=[THEIRS], wastes=[CROWN])
    play(session, ("ancient", ENGINE), ("exchange", THEIRS, CROWN))
    faces = {"given": [THEIRS, "ancient"], "got": [CROWN, "ancient"]}
    assert told(session, "ruling.exchange-meaning")[0] == ("exchange", {"seat": A, **faces})
    assert session.book.events["exchange"] != GAME.rulebook.events["exchange"]
    assert THEIRS in session.truth.discard[A]


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
        assert told(session, "ruling.own-discard") == [("home", {"seat": B, "ancient": THEIRS})]
        assert session.truth.discard[B] == (THEIRS,)
    own = table(ORIGIN, hand=[DRONE], wastes=[CHOIR])
    play(own, ("reprogram", DRONE, CHOIR))
    assert not told(own, "ruling.own-discard")


def test_the_taker_is_told_where_a_starting_card_goes() -> None:
    session = table(ORIGIN, now="take-one", wastes=[DRONE, TITAN])
    assert asked(session).kind == "take-one"
    assert session.book.prompts["take-one"].you != GAME.rulebook.prompts["take-one"].you
    play(session, ("take", DRONE), seat=B)
    assert told(session, "ruling.own-discard") == [("home", {"seat": A, "ancient": DRONE})]


def test_what_is_paid_lies_aside_first() -> None:
    session = table({"discard-first": "no"}, hand=[REGENT], wastes=[WIDOW])
    play(session, ("reprogram", REGENT, WIDOW))
    assert told(session, "directive.reprogram") == [("pays", {"seat": A, "ancient": REGENT})]
    assert session.book.events["pays"] != GAME.rulebook.events["pays"]
    assert told(session, "ruling.discard-first") == [("aside", {"seat": A, "ancient": REGENT})]


def test_an_ability_of_one_step_does_nothing_as_a_whole() -> None:
    session = table(hand=["snow-marshal/conduit"], facilities=[WIDOW])
    play(session, ("ancient", "snow-marshal/conduit"))
    ((kind, facts),) = told(session, "ability.mandatory")
    assert (kind, facts["part"]) == ("nothing", ["snow-marshal.protocol", False]), "all of it, and not a part"


@pytest.mark.parametrize("option", ["none", "wastes-only"])
def test_an_empty_deck_says_what_the_collector_gets(option: str) -> None:
    session = table({"solo-collect-short": option}, seats=1, now="end", wastes=[], wastes_left=0)
    play(session, ("end",))
    assert told(session, "ruling.solo-collect-short") == [("collect-short", {"seat": B})]
    assert (session.book.events["collect-short"] == GAME.rulebook.events["collect-short"]) == (option == "wastes-only")
    assert "collect" not in kinds_told(session)


def test_nothing_performed_is_counted_as_nothing() -> None:
    nothing = table(now="shuffle", deck=[[], []], node=[0, 1])
    play(nothing, ("shuffle",))
    assert told(nothing)[-1] == ("no-directive", {"seat": A, "count": 0, "more": False})
    stops = table(STOPS | NAMES_ALL, now="announce", hand=[DRONE])
    play(stops, ("end",))
    assert told(stops)[0] == ("names-no-more", {"seat": A, "count": 0})


# -- moves and prompts -------------------------------------------------------------------------------------------------


def test_to_stop_is_not_to_turn_the_card() -> None:
    stops = table(STOPS, hand=[DRONE])
    stop = stops.phrase(A, ("end",))
    play(stops, ("end",))
    turn = stops.phrase(A, ("end",))
    names = table(STOPS | NAMES_ALL, now="announce", hand=[DRONE], announced=["ancient"])
    assert len({stop, turn, names.phrase(A, ("end",))}) == 3
    play(names, ("end",))
    assert told(names) == [("names-no-more", {"seat": A, "count": 1})]
    assert names.moves(A) == [("ancient", DRONE), ("end",)]


def test_moves_that_would_read_alike_name_the_backs() -> None:
    session = table(hand=[DRONE, DRONE_3], wastes=[CHOIR, CHOIR_2], wastes_deck=[TITAN])
    assert len({session.phrase(A, move) for move in session.moves(A)}) == len(session.moves(A)) == 9
    assert named(session, "reprogram", DRONE, CHOIR) == {"pale-drone", "outpost", "ember-choir", "conduit"}
    assert named(session, "facility", DRONE_3) == {"pale-drone", "archive", "outpost"}, "Outpost on the Wastes Deck"
    twins = table(hand=[DRONE, THEIRS, PORTER], wastes=[CHOIR])
    assert len({twins.phrase(A, move) for move in twins.moves(A)}) == len(twins.moves(A))
    assert named(twins, "reprogram", THEIRS, CHOIR) == {"pale-drone", "outpost", "ember-choir"}, "one Ember Choir"
    assert "player 2" in twins.phrase(A, ("reprogram", THEIRS, CHOIR))
    assert named(twins, "ancient", PORTER) == {"ice-porter", "foundry"}
    copies = table(hand=[DRONE], wastes=[CHOIR, CHOIR_2], wastes_deck=[TITAN])
    play(copies, ("facility", DRONE))
    assert named(copies, "copy", CHOIR) == {"ember-choir", "conduit"}


def test_an_unseen_facility_is_not_named() -> None:
    session = table({"inspect": "no"}, hand=["grave-diver/outpost"], discard=[REGENT])
    play(session, ("ancient", "grave-diver/outpost"))
    assert [named(session, *move) for move in session.moves(A)] == [{"old-regent"}]


def test_prompts_say_what_fits() -> None:
    tinker = table(hand=[TINKER], wastes=[SCOUT, TITAN])
    play(tinker, ("ancient", TINKER))
    assert asked(tinker).kind == "reprogram" and asked(tinker).facts["of-value"].endswith(" I")
    hand = table(hand=[REGENT, DRONE], wastes=[WIDOW])
    play(hand, ("reprogram", REGENT, WIDOW))
    assert (asked(hand).kind, asked(hand).facts["pile"]) == ("play", "hand")
    discard = table(hand=[DIVER], discard=[REGENT])
    play(discard, ("ancient", DIVER))
    assert (asked(discard).kind, asked(discard).facts["pile"]) == ("play", "Discard")
    recover = third_foundry([DIVER])
    assert (asked(recover).kind, asked(recover).facts["which"]) == ("recover", "another card")
    engine = table(hand=[ENGINE], ancients=[DRONE_2], wastes=[CROWN])
    play(engine, ("ancient", ENGINE))
    facts = asked(engine).facts
    assert (facts["given"], facts["got"]) == (PLACES["another ancient in zone"], PLACES["ancient in wastes"])


@pytest.mark.parametrize(
    ("rulings", "due", "choice"),
    [(NAMES_ALL, "discharge", False), (NAMES_ALL, "ancient", True), (NAMES_ALL | STOPS, "discharge", True)],
)
def test_a_discharge_that_was_named_has_no_choice_but_to_stop(rulings: Any, due: str, choice: bool) -> None:
    question = asked(table(rulings, hand=[DRONE], announced=[due]))
    assert (question.kind, question.facts["directive"]) == ("directive", DIRECTIVE_IN_WORDS[due])
    assert bool(question.facts["how"]) == choice


def test_the_prompt_names_the_value_that_cannot_be_reprogrammed() -> None:
    limited, wastes = {"free-reprogram": "yes"}, ["snow-marshal/conduit", TITAN, WIDOW]
    nothing = table(limited, hand=[CHOIR], wastes=wastes)
    play(nothing, ("ancient", CHOIR))
    assert (asked(nothing).facts["of-value"], asked(nothing).facts["unlike-paid"]) == ("", "")
    paid = table(limited, hand=[PORTER, CHOIR], wastes=wastes, wastes_deck=["signal-keeper/archive"])
    play(paid, ("facility", PORTER), ("ancient", CHOIR))
    assert "Value I," in asked(paid).facts["unlike-paid"]
    named = table(limited, hand=[DRONE, TINKER], wastes=wastes, wastes_deck=["signal-keeper/archive"])
    play(named, ("facility", DRONE), ("ancient", TINKER))
    assert asked(named).facts["of-value"].endswith(" I") and not asked(named).facts["unlike-paid"]


def test_the_book_says_that_a_refill_falls_short() -> None:
    """A refill that takes the very last card for the fourth Ancient is complete."""
    assert rule_text("end.deck", refill_short="end-now") != rule_text("end.deck", refill_short="partial")


def test_the_book_leaves_out_a_card_only_where_it_would_count() -> None:
    def left_out(bearer: str) -> bool:
        return rule_text("outpost.trio", trio_self="no", outpost_name=bearer) != rule_text(
            "outpost.trio", trio_self="yes", outpost_name=bearer
        )

    assert left_out("yes")
    assert not left_out("no")


def test_the_book_says_where_starting_cards_go() -> None:
    def at_home(rule: str, **rulings: str) -> bool:
        return rule_text(rule, own_discard="origin", **rulings) != rule_text(rule, own_discard="actor", **rulings)

    rulings = {"hand_waits": "discard", "exchange_meaning": "discard-old"}
    for rule in ("back.hand-loss", "exchange.same-name"):
        assert at_home(rule, **rulings)
        assert not at_home(rule)
    assert not at_home("solo.hand-loss", **rulings), "alone there is no other player"


def test_the_book_says_what_the_collector_scores() -> None:
    assert book(solo_score="points-values-cards")["score.total"].why != book()["score.total"].why


def test_the_book_says_or_below_and_a_shared_victory() -> None:
    ends = {floor: rule_text("back.end-check", floor=floor, zero_continues="at-once") for floor in ("yes", "no")}
    assert ends["yes"] != ends["no"]
    tie = GAME.rulebook.rulings["ruling.full-tie"]
    assert len({rule_text("score.tie", full_tie=option) for option in tie.options}) == len(tie.options)


# -- refusals ----------------------------------------------------------------------------------------------------------


def over(session: Session, move: Move) -> str:
    """Why no Directive follows any more."""
    rule, facts = why(session, move)
    assert rule == "turn.three"
    return str(facts["stage"])


def test_a_refusal_says_why_the_directives_are_over() -> None:
    skipped = table(hand=[], deck=[], node=[1, 1])
    play(skipped, ("discharge",))
    assert refused(skipped, ("discharge",)) == "ruling.discharge-twice"
    assert refused(skipped, ("ancient", DRONE)) == "directive.ancient"
    assert over(skipped, ("discard", DRONE)) == "impossible"
    stopped = table(STOPS, hand=[DRONE])
    play(stopped, ("end",))
    assert over(stopped, ("ancient", DRONE)) == "stopped"
    lost = table(NAMES_ALL, hand=[DRONE], announced=["ancient", "ancient"])
    play(lost, ("ancient", DRONE))
    assert over(lost, ("ancient", DRONE)) == "lost"
    named = table(STOPS | NAMES_ALL, hand=[DRONE, PORTER], announced=["ancient"])
    play(named, ("ancient", DRONE))
    assert over(named, ("ancient", PORTER)) == "named"
    two_lost = table(NAMES_ALL, hand=[DRONE], node=[4, 1], announced=["ancient", "ancient", "discharge"])
    play(two_lost, ("ancient", DRONE))  # the second Ancient is lost before the Discharge
    play(two_lost, *([("discharge",)] if ("discharge",) in two_lost.moves(A) else []))
    assert over(two_lost, ("discard", DRONE)) == "named"
    done = table(hand=[DRONE, PORTER], used=["discharge", "facility"])
    play(done, ("ancient", DRONE))
    assert over(done, ("ancient", PORTER)) == "done"


def amiss(session: Session, *move: str) -> list[str]:
    """What an answer to an ability has wrong."""
    rule, facts = why(session, move)
    assert rule == "ability.mandatory"
    return list(facts["but"])


def test_an_answer_that_does_not_fit_is_told_what_is_wrong() -> None:
    tinker = table(hand=[TINKER], wastes=[SCOUT, TITAN], discard=[CROWN])
    play(tinker, ("ancient", TINKER))
    assert amiss(tinker, "reprogram", TITAN) == ["value", TITAN, "II", "I"]
    assert amiss(tinker, "reprogram", CROWN) == ["where", CROWN, "discard", "wastes"]
    assert amiss(tinker, "reprogram", "x") == ["where", "", "", "wastes"]
    shepherd = table(hand=[SHEPHERD], facilities=[TITAN])
    play(shepherd, ("ancient", SHEPHERD))
    assert amiss(shepherd, "flip", SHEPHERD) == ["itself", SHEPHERD, "ancient"]
    aside = table({"discard-first": "no"}, hand=[DRONE], wastes=[DIVER], discard=[PORTER])
    play(aside, ("reprogram", DRONE, DIVER))
    assert amiss(aside, "recover", DRONE) == ["where", DRONE, "aside", "discard"]


def test_what_is_hidden_is_not_told() -> None:
    """The card may lie there with that back: nobody sees it."""
    session = table({"inspect": "no"}, hand=[SCOUT], wastes=[TITAN])
    play(session, ("ancient", SCOUT))
    assert amiss(session, "take", TITAN) == ["where", "", "", "wastes"]


def test_whoever_has_to_take_an_ancient_is_told_so() -> None:
    session = table(now="take-one", wastes=[CROWN], hand=[[], [THEIRS]])
    assert why(session, ("decline",), B) == ("ruling.take-one-choice", {"taker": "you", "along": False})
    assert why(session, ("end",), B) == ("back.take-one", {"taker": "you", "besides": []})
    besides = {"taker": "you", "besides": [THEIRS, "hand", "wastes"]}
    assert why(session, ("take", THEIRS), B) == ("back.take-one", besides)
    assert why(session, ("take", CROWN), A) == ("back.take-one", {"taker": B, "besides": []})
    assert why(table(hand=[DRONE]), ("decline",)) == ("ruling.take-one-choice", {"taker": B, "along": False})


@pytest.mark.parametrize("option", ["must", "may"])
def test_the_card_is_turned_before_an_ancient_is_taken(option: str) -> None:
    session = table({"take-one-choice": option}, now="end", wastes=[CROWN])
    assert why(session, ("take", CROWN)) == ("turn.flip-card", {"turner": "you", "then": B})
    wait = ("turn.flip-card", {"turner": A, "then": "first"})
    assert why(session, ("take", CROWN), B) == wait
    assert (why(session, ("decline",), B) == wait) == (option == "may")
    assert refused(session, ("shuffle",), B) == "back.pass"
    assert why(session, ("end", "now")) == ("turn.flip-card", {"turner": "you", "then": ""})
    none = table({"take-one-choice": option}, now="end", wastes=[])
    assert why(none, ("take", CROWN)) == ("turn.flip-card", {"turner": "you", "then": "none"})


def test_who_may_decline_is_told_so_before_the_card_is_turned() -> None:
    said = set()
    for option in ("must", "may"):
        verdict = table({"take-one-choice": option}, now="end", wastes=[CROWN]).judge(A, ("take", CROWN))
        assert verdict is not None
        said.add(verdict.text)
    assert len(said) == 2


def test_a_plain_decline_brings_nothing_along() -> None:
    may = {"take-one-choice": "may"}
    here = ("ruling.take-one-choice", {"taker": B, "along": False})
    assert why(table(may, hand=[DRONE]), ("decline",)) == here
    along = why(table(may, now="take-one", wastes=[CROWN]), ("decline", CROWN), B)
    assert along == ("ruling.take-one-choice", {"taker": "you", "along": True})


def test_a_spark_has_its_moment() -> None:
    assert refused(table(now="shuffle", wastes=[TITAN]), ("spark", TITAN)) == "ability.spark"
    assert refused(table(now="end", wastes=[TITAN]), ("spark", TITAN)) == "ability.spark"
    assert refused(table(hand=[DRONE], wastes=[TITAN]), ("spark", TITAN)) == "reprogram.move-first"


def test_a_directive_says_where_the_card_is() -> None:
    session = table(hand=[DRONE], ancients=[PORTER], wastes=[TITAN], facilities=[[], [WIDOW]])
    found = {
        ("ancient", PORTER): [PORTER, "ancients", "hand"],
        ("ancient", REGENT): [REGENT, "", "hand"],
        ("reprogram", TITAN, TITAN): [TITAN, "wastes", "hand"],
        ("reprogram", DRONE, PORTER): [PORTER, "ancients", "wastes"],
        ("facility", WIDOW): [WIDOW, "facilities:1", "hand"],
        ("ancient",): [],
    }
    for move, where in found.items():
        assert why(session, move) == (f"directive.{move[0]}", {"where": where})


@pytest.mark.parametrize(
    ("rulings", "announced", "due"),
    [(NAMES_ALL, [], 3), (NAMES_ALL, ["ancient", "facility"], 1), (NAMES_ALL | STOPS, ["ancient"], 2)],
)
def test_it_is_told_how_many_are_to_be_named(rulings: dict[str, str], announced: list[str], due: int) -> None:
    session = table(rulings, now="announce", hand=[DRONE], announced=announced)
    for move in (("announce", "dance"), ("announce",), ("ancient", DRONE)):
        assert refused(session, move) == "ruling.sequential"
        assert why(session, move) == ("ruling.sequential", {"due": due})


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
    void = ("void", {"seat": A, "key": "rust-shepherd.protocol", "what": WHY_CARD_IS_GONE["flipped"]})
    assert told(session, "ruling.source-gone") == ([void] if option == "no" else [])


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
    assert not told(session, "ruling.source-gone")


def test_a_card_that_is_exchanged_away_ends_its_spark() -> None:
    moves = [("copy", SCOUT), ("exchange", "frost-widow/archive", SCOUT)]
    session = widows_spark("ice-porter/beacon@1", *moves, wastes=[SCOUT])
    assert session.truth.points == [30, 29]
    void = ("void", {"seat": A, "key": "frost-widow.spark", "what": WHY_CARD_IS_GONE["exchanged"]})
    assert told(session, "ruling.source-gone") == [void]


def test_a_rest_is_lost_where_there_is_nothing_to_copy() -> None:
    session = table({"copy-none": "void"}, hand=[DRONE], wastes=[], wastes_deck=[TITAN])
    play(session, ("facility", DRONE))
    assert [facts["key"] for kind, facts in told(session, "ruling.copy-none") if kind == "void"] == ["outpost.protocol"]


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
    assert not any(GAME.content.facilities["archive"].name in entry.text for entry in session.log(None))


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
    ((kind, facts),) = told(session, "exchange.same-name")
    assert (kind, bool(facts["again"])) == ("exchange-void", True)
    assert why(session, ("exchange", beacon, "?/archive")) == (
        "exchange.same-name",
        {"given": [beacon, "facility"], "got": ["?/archive", "facility"], "name": "", "shared": ""},
    )
    assert TITAN_ARCHIVE not in str(session.view(A)["frames"])
    saved = Session.load(session.save())
    play(saved, ("exchange", conduit, "?/archive"))
    assert TITAN_ARCHIVE in saved.truth.facilities[A]
    assert conduit in saved.truth.discard[A]


def test_the_last_exchange_that_a_hidden_name_forbids_ends_the_asking() -> None:
    session = depot(DODGED, ["glass-titan/beacon"], TITAN_ARCHIVE)
    play(session, ("exchange", "glass-titan/beacon", "?/archive"))
    assert frame(session) == "directive"
    ((kind, facts),) = told(session, "exchange.same-name")
    assert (kind, bool(facts["again"])) == ("exchange-void", False)


def test_a_covered_card_that_was_tried_is_refused_by_its_name() -> None:
    session = depot({"wastes-deck-side": "covered"}, ["signal-keeper/archive", "rust-shepherd/beacon"], TITAN_ARCHIVE)
    play(session, ("exchange", "signal-keeper/archive", "?/?"))
    assert session.moves(A) == [("exchange", "rust-shepherd/beacon", "?/?")]
    rule, facts = why(session, ("exchange", "signal-keeper/archive", "?/?"))
    assert (rule, facts["name"]) == ("exchange.same-name", "archive")


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
    assert told(session, "solo.collect") == [("collect", {"seat": B, "left": [], "count": 1})]


def test_the_log_says_why_the_second_player_wins() -> None:
    two = table({"full-tie": "second-player"}, now="end", active=B, wastes=[], wastes_left=0, points=[7, 7])
    play(two, ("end",), seat=B)
    assert told(two, "ruling.full-tie") == [("wins-second", {"seat": B, "second": True})]
    position = {"points": [12, 10], "deck": [TITAN, DRONE], "collector": ["glass-titan/beacon", DRONE_2]}
    alone = table({"full-tie": "second-player"}, seats=1, now="end", wastes=[], wastes_left=0, **position)
    play(alone, ("end",))
    assert told(alone, "ruling.full-tie") == [("wins-second", {"seat": B, "second": False})]


def test_an_ability_says_which_value_it_lacks() -> None:
    tinker, porter = "deep-tinker/depot", "ice-porter/foundry@1"
    position = {"hand": [porter, tinker], "wastes": ["snow-marshal/depot", CHOIR]}
    session = table({"free-reprogram": "yes"}, **position)
    play(session, ("reprogram", porter, CHOIR), ("ancient", tinker))
    ((kind, facts),) = told(session, "ruling.free-reprogram")
    assert (kind, facts["part"], facts["what"].count("Value I")) == ("nothing", ["deep-tinker.protocol", False], 1)
    none = table(hand=[tinker], wastes=[CHOIR])
    play(none, ("ancient", tinker))
    kind, facts = told(none)[-1]
    assert (kind, facts["part"], facts["what"].count("Value I")) == ("nothing", ["deep-tinker.protocol", False], 1)


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
    assert why(session, ("exchange", REGENT, "?/conduit")) == not_itself("depot.protocol", REGENT, "facility")
    play(session, ("exchange", "frost-widow/archive", "?/conduit"))
    assert session.truth.wastes_deck[0] == "frost-widow/archive"
    assert session.view(B)["wastes_deck"][0] == "?/archive"
    assert session.truth.node[A] == 2, "the Conduit came in and was used"
