"""What is said, shown and reckoned; what bots do with it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from asking import emitted
from depth import draw
from north import DRONE, DRONE_2, GAME, PORTER, A, B, frame, kinds_of, play, table

from tabletop_kernel import Session, simulate
from tabletop_kernel.bots import make_bot
from tabletop_kernel.games import the_north
from tabletop_kernel.games.the_north.rules import DECISIONS
from tabletop_kernel.terminal import Terminal

CROWN, TITAN, WIDOW = "winter-crown/conduit", "glass-titan/archive", "frost-widow/beacon"


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    by_side = {f"{kind}-{side}" for kind in ("enters", "flips-to") for side in ("ancient", "facility")}
    assert emitted(the_north) | by_side | {"protocol", "spark"} == set(GAME.rulebook.events)


def test_every_decision_has_a_prompt() -> None:
    assert set(GAME.rulebook.prompts) == set(DECISIONS)
    others = {i: list(ruling.options)[-1] for i, ruling in GAME.rulings.items()}
    for rulings in ({}, others):
        for prompt in GAME.book(GAME.configure(2, rulings)).prompts.values():
            assert prompt.you.endswith(".")
            assert prompt.they.startswith("{seat} is ")
            assert prompt.they.endswith(".")
            for rule in prompt.rules:
                assert rule in GAME.rulebook.rules or rule in GAME.rulings, rule


OUTPOST_ON_TOP = "glass-titan/outpost"


@pytest.mark.parametrize(
    ("moves", "asked", "rule"),
    [
        ([("facility", DRONE)], "whose Spark you use", "ability.mandatory"),
        ([("ancient", "glass-titan/archive")], "whose Spark you use", "ability.mandatory"),
        ([("facility", DRONE), ("copy", "lantern-child/conduit"), ("facility", PORTER)], "Protocol", "outpost.copy"),
    ],
)
def test_a_prompt_cites_the_rule_of_what_asks(moves: list[Any], asked: str, rule: str) -> None:
    session = table(
        hand=[DRONE, PORTER, "glass-titan/archive"],
        wastes=["lantern-child/conduit"],
        wastes_deck=["signal-keeper/beacon", OUTPOST_ON_TOP],
        deck=[DRONE_2],
    )
    play(session, *moves)
    prompt = GAME.prompt(session.config, session.view(A))
    assert asked in prompt.text
    assert prompt.rules == (rule, "ruling.copy")
    assert GAME.prompt(session.config, session.view(B)).rules == prompt.rules


def test_a_prompt_in_a_borrowed_ability_cites_no_borrowing() -> None:
    """The Outpost asks once; what the borrowed Protocol asks for then is that Protocol's own affair."""
    session = table(hand=[DRONE, PORTER], wastes=["lantern-child/conduit", TITAN], wastes_deck=[OUTPOST_ON_TOP])
    play(session, ("facility", DRONE), ("copy", "lantern-child/conduit"))
    assert frame(session) == "discard"
    assert GAME.prompt(session.config, session.view(A)).rules == ("ability.mandatory",)


def test_every_choice_of_random_games_is_asked_for_by_its_own_rule() -> None:
    for seed in range(6):
        session, rng = Session(GAME, 2, seed=seed), random.Random(seed)
        while session.deciders:
            seat = session.deciders[0]
            running = [data[0] for kind, _, data in session.view(seat)["frames"] if kind == "ability"]
            rules = GAME.prompt(session.config, session.view(seat)).rules
            assert ("outpost.copy" in rules) == (frame(session) == "copy" and running[-1] == "outpost.protocol")
            session.submit(seat, rng.choice(session.moves(seat)))


def test_the_end_of_the_directives_leaves_nothing_to_choose() -> None:
    session = table(now="end", hand=[DRONE], wastes=[WIDOW])
    assert session.moves(A) == [("end",)]
    text = GAME.prompt(session.config, session.view(A)).text
    assert "turn the card over" in text and "Charged or Reset by itself" in text and "see to" not in text


def test_a_refused_exchange_says_its_name_once() -> None:
    given, depot = "signal-keeper/archive", "snow-marshal/depot"
    session = table(hand=[DRONE], facilities=[given, WIDOW], wastes_deck=[depot, TITAN])
    play(session, ("facility", DRONE))
    verdict = session.judge(A, ("exchange", given, "?/archive"))
    assert verdict.text == (
        "One Archive cannot be exchanged for another: the card that comes must have a different name."
    )


def test_titles_say_whom_it_costs() -> None:
    book = GAME.rulebook
    assert book["back.hand-loss"].title == "Your hand costs the other player"
    assert book["outpost.loss"].title.endswith(": the other player loses")
    assert not [rule.id for rule in book.values() if "hurt" in rule.title]


# -- what a move aims for ----------------------------------------------------------------------------------------------


def aim(session: Session, *move: str) -> str:
    return str(GAME.aims(session.config, session.view(session.deciders[0]), session.deciders[0], move))


def test_reasons_name_cards_and_points() -> None:
    regent = "old-regent/depot@1"
    session = table(hand=[DRONE, PORTER, regent], wastes=["snow-marshal/depot", TITAN, WIDOW], wastes_deck=[CROWN])
    spark = "the Spark of Snow Marshal costs the other player 2"
    assert aim(session, "reprogram", DRONE, "snow-marshal/depot") == f"{spark}; Snow Marshal scores 1 at the end"
    assert aim(session, "ancient", DRONE) == (
        "the Protocol of Pale Drone costs the other player 1; Pale Drone scores 1 in the Zone at the end"
    )
    assert aim(session, "ancient", PORTER) == "the Protocol of Ice Porter: «Draw one card»"
    assert aim(session, "ancient", regent).endswith("Old Regent scores 1 in the Zone at the end, and not 2 in the Deck")
    assert aim(session, "facility", DRONE).endswith("; Conduit scores 1 at the end")
    assert aim(session, "discharge") == "the Discharge costs the other player 1, but the Node begins anew"
    assert aim(table(now="end", hand=[DRONE, PORTER], wastes=[WIDOW]), "end") == (
        "the 2 cards in hand cost the other player 2; the Node rises to level 2"
    )
    alone = table(seats=1, hand=[DRONE], wastes=[WIDOW])
    assert aim(alone, "ancient", DRONE).startswith("the Protocol of Pale Drone costs The Collector 1")


@pytest.mark.deep
def test_what_brings_nothing_is_no_reason() -> None:
    taking = table(now="take-one", active=B, wastes=[WIDOW, TITAN])
    assert aim(taking, "take", WIDOW) == (
        "once it is drawn and played, the Protocol of Frost Widow costs the other player 2"
    )
    assert aim(taking, "take", TITAN).startswith("Glass Titan scores 2 at the end; once it is drawn and played, ")
    for seed in range(draw(2, deep=4)):
        session, rng = Session(GAME, 2, seed=seed), random.Random(seed)
        while session.deciders:
            seat = session.deciders[0]
            moves = session.moves(seat)
            for move in moves:
                said = aim(session, *move)
                assert "Value 0" not in said and "scores 0" not in said and "costs 0" not in said, said
            session.submit(seat, rng.choice(moves))


def test_a_discard_is_about_what_is_kept() -> None:
    session = table(hand=["lantern-child/conduit", PORTER], deck=[DRONE, DRONE_2])
    play(session, ("ancient", "lantern-child/conduit"))
    assert aim(session, "discard", PORTER) == "keeps 2 x Pale Drone in hand"
    seen = session.view(B)
    assert GAME.aims(session.config, seen, A, ("discard", PORTER)) == "keeps two other cards in hand"


def test_house_content_is_marked() -> None:
    content = GAME.content
    for entry in (*content.ancients.values(), *content.cards, content.numbers):
        assert entry.house
    marks = {facility.name: (facility.house, facility.source) for facility in content.facilities.values()}
    assert marks.pop("Outpost") == (False, "L167-169")
    assert set(marks.values()) == {(True, "")}
    houses = {rule.id for rule in GAME.rulebook.values() if rule.house}
    assert houses == {
        "setup.points",
        "setup.decks",
        "setup.wastes",
        "setup.node",
        "setup.first",
        "node.table",
        "end.long",
    }


@pytest.mark.deep
def test_every_move_can_be_said() -> None:
    for seed in range(draw(6, deep=20)):
        rng = random.Random(seed)
        rulings = {i: rng.choice(list(r.options)) for i, r in GAME.rulings.items()} if seed % 2 else {}
        session = Session(GAME, 1 + seed % 2, seed, rulings)
        while session.deciders:
            seat = session.deciders[0]
            phrases = [session.phrase(seat, move) for move in session.moves(seat)]
            assert all(phrase[0].isupper() and "_" not in phrase for phrase in phrases)
            assert len(set(phrases)) == len(phrases), "every move reads differently"
            for viewer in (None, *range(session.config.seats)):
                lines = GAME.portray(session.config, session.view(viewer))
                assert all(isinstance(line, str) and "None" not in line for line in lines)
                assert GAME.odds_in_words(session.config, session.view(viewer))
            session.submit(seat, rng.choice(session.moves(seat)))


def test_phrases() -> None:
    session = table(hand=[DRONE, PORTER], wastes=[TITAN], wastes_deck=["signal-keeper/archive"], node=[3, 1])
    said = {move[0]: session.phrase(A, move) for move in session.moves(A)}
    assert said == {
        "reprogram": "Discard Ice Porter to Reprogram Glass Titan [II]",
        "facility": "Discard Ice Porter to play Archive from the Wastes Deck",
        "ancient": "Play Ice Porter (Foundry on the back) as an Ancient",
        "discharge": "Discharge the Node at level 3",
    }


def test_a_card_is_named_by_the_side_that_shows() -> None:
    shepherd = "rust-shepherd/outpost"
    flips = table(hand=[shepherd], ancients=[DRONE_2], facilities=[WIDOW])
    play(flips, ("ancient", shepherd))
    assert [flips.phrase(A, move) for move in flips.moves(A)] == [
        "Flip Pale Drone (Conduit on the back)",
        "Flip Beacon (with Frost Widow on the other side)",
    ]
    depot = table(hand=[DRONE], facilities=[WIDOW], wastes_deck=["snow-marshal/depot", TITAN])
    play(depot, ("facility", DRONE))
    assert depot.phrase(A, depot.moves(A)[0]) == "Exchange Beacon (with Frost Widow on the other side) for Archive"
    play(depot, depot.moves(A)[0])
    told = [entry.text for entry in depot.log(B) if entry.kind == "exchange"]
    assert told == ["Player 1 exchanges a Beacon (with Frost Widow on the other side) for an Archive."]


def test_what_nobody_sees_is_covered() -> None:
    session = table(
        {"wastes-deck-side": "covered"}, hand=[DRONE], facilities=[WIDOW], wastes_deck=["snow-marshal/depot"]
    )
    assert (
        session.phrase(A, ("facility", DRONE)) == "Discard Pale Drone to play the covered top card from the Wastes Deck"
    )
    play(session, ("facility", DRONE))
    assert (
        session.phrase(A, session.moves(A)[0])
        == "Exchange Beacon (with Frost Widow on the other side) for the covered card"
    )


def test_one_loss_is_told_once() -> None:
    """Who has nothing left loses nothing; what the floor keeps is said beside what is lost."""
    none = table(hand=[DRONE], points=[9, 0])
    assert "loses" not in kinds_of(play(none, ("ancient", DRONE)))
    some = table(now="end", hand=[DRONE, PORTER], points=[9, 1])
    play(some, ("end",))
    told = [entry.text for entry in some.log(A) if entry.kind in ("floor", "loses")]
    assert told == ["A loss of 2 is more than player 2 has: 0 is the lowest.", "Player 2 loses 1, and has 0 left."]


def test_a_game_that_is_level_in_everything_is_won_by_both() -> None:
    rules = GAME.rules_for(GAME.configure(2))
    cards = [card for card in rules.cards if card not in rules.origin]
    session = table(now="end", active=B, points=[7, 7], facilities=[cards[::2], cards[1::2]], wastes=[])
    play(session, ("end",), seat=B)
    assert session.outcome is not None and session.outcome.winners == (A, B)
    level = "are level in everything, with 29 each:"
    assert session.log(None)[-1].text == f"Player 1 and player 2 {level} they share the victory."
    assert session.log(A, you=True)[-1].text == f"You and player 2 {level} you share the victory."
    shown: list[str] = []
    Terminal(session, 2, "greedy", lambda prompt: "quit", shown.append).run()
    assert "The game is over. Player 1 and player 2 share the victory: " in "\n".join(shown)


def test_sentences_follow_the_rulings() -> None:
    """A few of many: what a table says is what it plays."""
    both = GAME.book(GAME.configure(2, {"ruling.must-three": "may-stop", "ruling.sequential": "announce-all"}))
    assert both["turn.three"].text.startswith("Next you perform up to three Directives, and stop when you like. All of")
    origin = GAME.book(GAME.configure(2, {"ruling.copy": "moves", "ruling.own-discard": "origin"}))
    assert "goes to your Discard (or, if it is a starting card of the other player" in origin["outpost.copy"].text
    waits = table({"charge-while-discharged": "level-2-after-reset"}, hand=["signal-keeper/beacon"], node=[0, 1])
    play(waits, ("ancient", "signal-keeper/beacon"))
    assert "The Node of player 1 is Discharged, so the Charge waits for the Reset." in [e.text for e in waits.log(B)]


def test_the_table_as_text() -> None:
    session = table(hand=[DRONE], ancients=[DRONE_2], facilities=[WIDOW, "signal-keeper/beacon"], discard=[PORTER])
    text = "\n".join(GAME.portray(session.config, session.view(A)))
    assert "* player 1" in text
    assert "player 2 (second)" in text
    assert "2 x Beacon" in text
    assert "P: other loses 1 | S: other loses 1 | back: use protocol of wastes ancient" in text
    assert "Pale Drone (Outpost on the back)" not in "\n".join(GAME.portray(session.config, session.view(B)))
    chain = table(hand=["rust-shepherd/outpost"], facilities=[TITAN])
    play(chain, ("ancient", "rust-shepherd/outpost"))
    assert "running: the Protocol of Rust Shepherd" in "\n".join(GAME.portray(chain.config, chain.view(A)))


def test_if_the_game_ended_now() -> None:
    session = table(hand=[DRONE], deck=[PORTER, CROWN], points=[10, 20])
    lines = GAME.odds_in_words(session.config, session.view(A))
    assert lines[0] == "If the game ended now:"
    assert lines[1].startswith("Player 1: 10 points + 3 in Values + 0 in the Zone = 13")
    assert lines[-1] == "The next card you draw has Foundry on its back: Ice Porter 1 of 1"
    alone = table(seats=1, collector=[CROWN, WIDOW])
    mine, theirs = GAME.tally(alone.config, alone.view(A))
    assert mine.exact
    assert not theirs.exact
    assert theirs.cards == 2


def test_the_tally_is_what_the_end_would_say() -> None:
    for seed in range(6):
        session = Session(GAME, 2, seed)
        rng = random.Random(seed)
        while session.deciders:
            last = [score.total for score in GAME.tally(session.config, session.view(A))]
            assert last == list(GAME.standing(session.truth))
            seat = session.deciders[0]
            session.submit(seat, rng.choice(session.moves(seat)))
        assert session.outcome is not None
        final = [score.total for score in GAME.tally(session.config, session.view(B))]
        assert tuple(final) == session.outcome.scores


# -- bots --------------------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_greedy_beats_chance() -> None:
    report = simulate(GAME, games=draw(12, deep=30), seats=2, bots=["greedy", "random"], seed=3, coverage=False)
    assert report.bot_wins["greedy"].low > 0.7
    alone = simulate(GAME, games=draw(8, deep=20), seats=1, bots=["greedy"], seed=3, coverage=False)
    assert alone.seat_wins[0].low > 0.5


@pytest.mark.parametrize("seats", [1, 2])
def test_the_search_plays_a_whole_game(seats: int) -> None:
    session = Session(GAME, seats, seed=6)
    bots = [make_bot("mcts:12", GAME, session.config, seat, 3) for seat in range(seats)]
    while session.deciders:
        seat = session.deciders[0]
        moves = session.moves(seat)
        move = bots[seat].choose(session.view(seat), moves)
        assert move in moves
        session.submit(seat, move)
    assert session.outcome is not None


def test_a_bot_is_shown_only_its_view() -> None:
    """With other secrets behind the same view it chooses the same."""
    from tabletop_kernel.chance import Chance

    session = Session(GAME, 2, seed=12)
    play(session, ("shuffle",), seat=session.deciders[0])
    seat = session.deciders[0]
    choices = set()
    for number in range(3):
        other = GAME.imagine(session.config, session.view(seat), Chance(number))
        bot = make_bot("greedy", GAME, session.config, seat, 1)
        choices.add(bot.choose(GAME.view(other, seat), GAME.moves(other, seat)))
    assert len(choices) == 1


def test_a_sure_win_is_taken() -> None:
    """Alone, with one point to go: the move that brings The Collector to 0 and wins."""
    session = table(
        {"zero-continues": "at-once"},
        seats=1,
        points=[20, 1],
        hand=[DRONE, PORTER],
        wastes=["ember-choir/conduit"],
        used=["discharge", "facility"],
    )
    bot = make_bot("greedy", GAME, session.config, A, 1)
    session.submit(A, bot.choose(session.view(A), session.moves(A)))
    assert session.outcome is not None
    assert session.outcome.winners == (A,)


def test_what_is_hidden_does_not_favour_a_move() -> None:
    """The Collector's Values differ between imagined tables: a move tried on one is not compared with that luck."""
    taken = ["frost-widow/outpost", "winter-crown/depot", "glass-titan/outpost", "lantern-child/depot"]
    session = table(seats=1, hand=[DRONE, PORTER], collector=taken, wastes=[WIDOW], node=[2])
    moves = [("ancient", DRONE), ("discharge",)]
    worths = GAME.appraise(session.config, session.view(A), moves)
    assert worths[0] == pytest.approx(1 + 1 - 0.9), "the other loses 1, the Zone gains 1, a card leaves the hand"
    assert worths[1] == pytest.approx(1 + 0.9 - 2 * 0.5), "the other loses 1, a card comes to hand, the Node is spent"


# -- at the keyboard ---------------------------------------------------------------------------------------------------


def test_a_game_alone_in_the_terminal() -> None:
    shown: list[str] = []
    lines = iter(["odds", "why reprogram x y", *["1"] * 400])
    session = Session(GAME, 1, seed=5)
    Terminal(session, 1, "greedy", lambda prompt: next(lines), shown.append).run()
    assert session.outcome is not None
    text = "\n".join(shown)
    assert "If the game ended now" in text
    assert "The game is over." in text


def test_a_refused_move_with_two_cards_may_be_typed() -> None:
    shown: list[str] = []
    session = table(hand=[PORTER, DRONE], wastes=["hollow-scout/conduit", TITAN])
    lines: Any = iter(["", f"reprogram {PORTER} hollow-scout/conduit", "quit"])
    Terminal(session, 2, "greedy", lambda prompt: next(lines), shown.append).run()
    assert "(reprogram.different-value)" in "\n".join(shown)
    assert frame(session) == "directive"


def test_a_part_whose_condition_does_not_hold_is_no_reason() -> None:
    """Conduit: «Charge your Node. If you have three or more Conduits in your Zone, the other player loses 2»."""
    wastes_deck = ["winter-crown/conduit"]
    session = table(hand=[DRONE], wastes_deck=wastes_deck)
    assert "three or more" not in aim(session, "facility", DRONE)
    three = table(hand=[DRONE], wastes_deck=wastes_deck, facilities=["hollow-scout/conduit", "ember-choir/conduit"])
    assert "If you have three or more Conduits" in aim(three, "facility", DRONE)
