"""How The West: Ascendant reads where `reads.txt` does not come: cards, reasons and prompts, each sentence once."""

from __future__ import annotations

from typing import Any

import pytest
from west import GAME, QUIET, A, C, K, play, table

from tabletop_kernel import Session
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL = "prime.farsight-mast", "prime.steamwright-hall"
QUENCH, WIRE, ALMANAC = QUIET


def test_cards_read_as_they_run() -> None:
    read = {
        "kiln.pulse": "The other player loses 2.",
        "orrery.pulse": "You may put the top card of a Locus deck with two or more cards under that deck.",
        "reference-a.radiate": "You may discard 1 Facility from your hand; if you do, draw 1 card.",
        "turn.barter": "You may exchange 1 card with the middle.",
        HALL: "If the other player has more cards in hand than you, draw 1 card.",
        MAST: "If you have made more Doppelgates than the other player, the other player loses 1.",
        ALMANAC: "If you took three or more Facilities, the other player loses 2.",
        "trigger.mirror-basin": "If you took exactly two Facilities and they are of two different types, draw 1 card.",
        "cityengine-strider.cost": "Discard one Facility of each type.",
        "turn.gate_cost": "Discard three Facilities of one type.",
    }
    assert {key: GAME.telling.reads(key) for key in read} == read
    gain = "recover 1 card from the discard pile, of a type just discarded as a Required Facility"
    assert GAME.telling.reads("turn.salvage") == f"You may lose 1; if you do, {gain}."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("draw 1; if your gates >= 2: draw 1", "If you have made two or more Doppelgates, draw 1 more card."),
        ("other loses 1; if took >= 3: other loses 2", "the other player loses an additional 2."),
        ("recover 1; may discard 1: recover 2", "if you do, recover 2 more cards from the discard pile."),
        ("if pulse used: draw 1; if took >= 3: draw 1", "If you took three or more Facilities, draw 1 card."),
    ],
)
def test_what_is_done_again_is_done_more(line: str, words: str) -> None:
    assert LANGUAGE.words(LANGUAGE.parse(line)).endswith(words)


@pytest.mark.parametrize(
    ("rule", "options", "says"),
    [
        ("points.zero-plays", {"end-check": "at-once"}, "the game ends at once"),
        ("gate.once", {"gate-per-turn": "any"}, "any number of Doppelgates"),
        (HALL, {"hand-count": "no"}, "you both learn how many cards"),
        ("end.check", {"end-check": "at-once"}, "not only in the Check step"),
        ("end.on-card", {"no-action": "game-ends"}, "because they could not take a FACILITY"),
        ("end.deck", {"end-deck": "3"}, "three cards or fewer"),
        ("turn.must-act", {"voluntary-pass": "yes"}, "may skip step 2"),
        ("turn.no-action", {"no-action": "turn-ends"}, "the turn ends at once"),
        ("trigger.list", {"trigger-when": "declared"}, "fixed when the action is announced"),
        ("facility.pulse", {"two-same-type": "yes", "pulse-count": "per-card"}, "once for each card"),
        ("zone.open", {"face-up": "all"}, "the Locus decks"),
        ("hand.no-limit", {"hand-limit": "5"}, "hand limit is five cards"),
        ("card.facility-uses", {"hand-limit": "5"}, "the hand limit"),
        (
            "facility.pulse-counts",
            {"two-same-type": "yes"},
            "any two if they were all the cards of one type in the middle",
        ),
    ],
)
def test_rules(rule: str, options: dict[str, str], says: str) -> None:
    book = GAME.telling.book(
        GAME.agreement.configure(rulings={f"ruling.{key}": option for key, option in options.items()})
    )
    assert says in book[rule].text
    assert says not in GAME.rulebook[rule].text


PRIMES: dict[str, Any] = {"now": "prime", "tops": [DAWNFORGE, PYRE, QUENCH], "hand": "K"}


@pytest.mark.parametrize(
    ("position", "moves", "text"),
    [
        (PRIMES, [], "Use these Primes in any order: Dawnforge and Signal Pyre."),
        (PRIMES, [("use", PYRE), ("leave",)], "Use this Prime: Dawnforge."),
        ({"middle": "KC"}, [], "You can only take from the middle now."),
        ({"middle": "K", "hand": "KC"}, [], "Choose one: take all of one type or build a Locus."),
        ({"middle": "", "hand": "KK"}, [], "You can't choose anything: do nothing in this step."),
        ({"now": "gate", "hand": "KKC"}, [], "You can't make a Doppelgate now: end the turn."),
    ],
)
def test_prompts(position: dict[str, Any], moves: list[Move], text: str) -> None:
    session = table(**position)
    play(session, *moves)
    assert GAME.telling.prompt(session.config, session.view(A)).text == text


TOPS = [DAWNFORGE, MAST, QUENCH]  # Dawnforge costs Kiln and Orrery, Quench Yard Kiln and Cistern


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (
            {"now": "gate", "action": "all", "pulse": 1, "took": [K], "hand": "KKKO", "tops": TOPS},
            ("gate", K, K, K),
            "adds 2 at the end; RADIATE: “The other player loses 1”, but the hand can no longer pay for Dawnforge",
        ),
        (
            {"now": "gate", "action": "all", "pulse": 1, "took": [K], "hand": "KKKO", "tops": TOPS},
            ("end",),
            "keeps four cards in hand, which can pay for Dawnforge and a Doppelgate",
        ),
        (
            {"middle": "KC", "points": [5, 0], "hand": "", "tops": TOPS},
            ("two", K, C),
            "then the hand can pay for Quench Yard",
        ),
    ],
)
def test_reasons(position: dict[str, Any], move: Move, reason: str) -> None:
    session = table(**position)
    assert GAME.opinions.aims(session.config, session.view(A), A, move) == reason


@pytest.mark.parametrize(
    ("rulings", "position", "move", "phrase"),
    [
        ({}, {"middle": "KKCOR"}, ("all", C), "Take the only Cistern, with the PULSE"),
        ({}, {"middle": "KKCOR"}, ("two", K, C), "Take any two: 1 Kiln and 1 Cistern"),
        ({"pulse-count": "per-card"}, {"middle": "KKCOR"}, ("all", K), "Take all 2 Kilns, with 2 PULSES"),
        ({}, {"now": "gate", "hand": "KKK"}, ("gate", K, K, K), "Discard 3 Kilns to make a Doppelgate"),
    ],
)
def test_moves(rulings: dict[str, str], position: dict[str, Any], move: Move, phrase: str) -> None:
    assert table(rulings, **position).phrase(A, move) == phrase


def told(session: Session) -> list[str]:
    """What A reads of all that happened."""
    return [entry.text for entry in session.log(A, you=True)]


@pytest.mark.parametrize(
    ("rulings", "position", "moves", "line"),
    [
        ({}, {"middle": "KKCOR", "points": [5, 1]}, [("all", K)], "Player 2 is at 0 already: a loss of 2 is ignored."),
        ({}, {"middle": "RKC"}, [("all", "relay")], "The Relay PULSE changes nothing, but it counts as used."),
        ({}, {"middle": "KKC"}, [("two", K, K)], "Taking any two gives you no PULSE."),
        ({"two-same-type": "yes"}, {"middle": "KCC"}, [("two", K, C)], "Those two cards give you no PULSE."),
        ({"two-same-type": "yes"}, {"middle": "KKKC"}, [("two", K, K)], "Those two cards give you no PULSE."),
        (
            {"hand-count": "no"},
            {"now": "prime", "tops": [HALL, QUENCH, WIRE], "hand": ("K", "KC")},
            [("use", HALL)],
            "The hands are counted: you have 1 card and player 2 has 2 cards.",
        ),
    ],
)
def test_lines_of_the_log(rulings: dict[str, str], position: dict[str, Any], moves: list[Move], line: str) -> None:
    session = table(rulings, **position)
    play(session, *moves)
    assert line in told(session), told(session)


@pytest.mark.parametrize(
    ("position", "seat", "move", "text"),
    [
        (
            {"now": "prime", "tops": [PYRE, QUENCH, WIRE], "hand": "K"}, A, ("leave",),
            "You still have to use Signal Pyre: you can decline a “may” only when it is offered to you.",
        ),
        (
            {"now": "prime", "tops": [CLOCK, QUENCH, WIRE], "hand": "K", "middle": "C"}, A, ("exchange", K, C),
            "You still have to use Tidal Clock: only then can you choose cards.",
        ),
        (
            {"now": "reaction", "action": "two", "middle": "KK", "hand": ("", "K")}, 1, ("do",),
            "Barter can't be used now: nothing in your hand lets you. Decline it.",
        ),
    ],
)  # fmt: skip
def test_refusals(position: dict[str, Any], seat: int, move: Move, text: str) -> None:
    verdict = table(**position).judge(seat, move)
    assert verdict is not None and verdict.text == text
