"""How The North reads where `reads.txt` does not come: refusals, lines, prompts, reasons and moves, each once."""

from __future__ import annotations

from typing import Any

import pytest
from north import DRONE, DRONE_2, DRONE_3, GAME, PORTER, REGENT, A, B, play, table

from tabletop_kernel.contract.game import Move

CHOIR, CROWN, DIVER, ENGINE = (
    "ember-choir/conduit",
    "winter-crown/conduit",
    "grave-diver/beacon",
    "wandering-engine/outpost",
)
SCOUT, SHEPHERD, TINKER = "hollow-scout/depot", "rust-shepherd/archive", "deep-tinker/foundry"
TITAN, WIDOW = "glass-titan/outpost", "frost-widow/beacon"
NAMES_ALL = {"sequential": "announce-all"}
STOPS = {"must-three": "may-stop"}


@pytest.mark.parametrize(
    ("rule", "options", "says"),
    [
        ("turn.three", {"must-three": "may-stop"}, "may stop at any time"),
        ("end.deck", {"refill-short": "end-now"}, "a refill falls short"),
        ("outpost.trio", {"trio-self": "no"}, "not counting this card"),
        ("back.hand-loss", {"own-discard": "origin", "hand-waits": "discard"}, "go to their own Discard"),
        ("exchange.same-name", {"exchange-meaning": "discard-old"}, "discard the card you give up"),
        ("back.end-check", {"floor": "yes", "zero-continues": "at-once"}, "at 0 points or below"),
        ("outpost.copy", {"copy": "moves"}, "goes to your Discard"),
    ],
)
def test_rules(rule: str, options: dict[str, str], says: str) -> None:
    book = GAME.book(GAME.configure(2, {f"ruling.{key}": option for key, option in options.items()}))
    assert says in book[rule].text
    assert says not in GAME.rulebook[rule].text


@pytest.mark.parametrize(
    ("position", "first", "move", "says"),
    [
        ({"hand": [], "deck": []}, [("discharge",)], ("discard", DRONE), "are done: you can't perform another."),
        (
            {"hand": [DRONE, PORTER], "used": ["discharge", "facility"]},
            [("ancient", DRONE)],
            ("ancient", PORTER),
            "are done: you have performed all three.",
        ),
        (
            {"hand": [TINKER], "wastes": [SCOUT, TITAN]},
            [("ancient", TINKER)],
            ("reprogram", TITAN),
            "it needs an Ancient of Value I, but Glass Titan has II.",
        ),
        (
            {"hand": [SHEPHERD], "facilities": [TITAN]},
            [("ancient", SHEPHERD)],
            ("flip", SHEPHERD),
            "it needs another card, not Rust Shepherd (Archive on the back) itself.",
        ),
        (
            {"hand": [DRONE], "facilities": [[], [WIDOW]]},
            [],
            ("facility", WIDOW),
            "Beacon (with Frost Widow on the other side) is among the Facilities in player 2's Zone, not in your hand.",
        ),
        ({"hand": [DRONE]}, [], ("ancient", REGENT), "That Old Regent (Depot on the back) is not in your hand."),
        (
            {"now": "end", "wastes": []},
            [],
            ("take", CROWN),
            "You have to turn the card over: there is no Ancient left.",
        ),
    ],
)
def test_refusals(position: dict[str, Any], first: list[Move], move: Move, says: str) -> None:
    session = table(**position)
    play(session, *first)
    verdict = session.judge(A, move)
    assert verdict is not None and says in verdict.text


@pytest.mark.parametrize(
    ("rulings", "position", "seat", "moves", "line"),
    [
        ({"floor": "yes"}, {"now": "end", "active": B, "points": [-2, 9], "wastes": []}, B, [("end",)],
         "The game ends because player 1 is at -2 points."),
        ({}, {"now": "end", "active": B, "turn": 60, "wastes": []}, B, [("end",)],
         "The game ends because 60 turns have been played."),
        ({}, {"hand": ["snow-marshal/conduit"], "facilities": [WIDOW]}, A, [("ancient", "snow-marshal/conduit")],
         "Snow Marshal's Protocol does nothing: there are fewer than two Facilities in the Zone."),
        ({"own-discard": "origin"}, {"hand": ["pale-drone/outpost@2"], "wastes": [CHOIR]}, A,
         [("reprogram", "pale-drone/outpost@2", CHOIR)],
         "The Pale Drone goes back to player 2's Discard, because it is a starting card."),
        ({"discard-first": "no"}, {"hand": [REGENT], "wastes": [WIDOW]}, A, [("reprogram", REGENT, WIDOW)],
         "Player 1 sets an Old Regent aside until the Directive is done."),
        ({"exchange-meaning": "discard-old"}, {"hand": [ENGINE], "ancients": [DRONE], "wastes": [CROWN]}, A,
         [("ancient", ENGINE), ("exchange", DRONE, CROWN)],
         "Player 1 exchanges a Pale Drone (Outpost on the back) for a Winter Crown (Conduit on the back). "
         "The card given up is discarded."),
        (NAMES_ALL | STOPS, {"now": "announce", "hand": [DRONE]}, A, [("end",)],
         "Player 1 stops after naming no Directives."),
    ],
)  # fmt: skip
def test_lines_of_the_log(
    rulings: dict[str, str], position: dict[str, Any], seat: int, moves: list[Move], line: str
) -> None:
    session = table(rulings, **position)
    play(session, *moves, seat=seat)
    assert line in [entry.text for entry in session.log(None)]


@pytest.mark.parametrize(
    ("rulings", "position", "moves", "text"),
    [
        ({}, {"hand": [TINKER], "wastes": [SCOUT, TITAN]}, [("ancient", TINKER)],
         "Choose an Ancient of Value I in The Wastes to Reprogram."),
        ({"free-reprogram": "yes"},
         {"hand": [PORTER, CHOIR], "wastes": ["snow-marshal/conduit", TITAN], "wastes_deck": ["signal-keeper/archive"]},
         [("facility", PORTER), ("ancient", CHOIR)],
         "Choose an Ancient in The Wastes to Reprogram, but not of Value I, which you last discarded this turn."),
        (NAMES_ALL | STOPS, {"announced": ["discharge"]}, [],
         "Now carry out “Discharge the Node”: do it, or stop."),
        (NAMES_ALL, {"hand": [DRONE], "announced": ["ancient"]}, [],
         "Now carry out “play an Ancient”: choose how."),
    ],
)  # fmt: skip
def test_prompts(rulings: dict[str, str], position: dict[str, Any], moves: list[Move], text: str) -> None:
    session = table(rulings, **position)
    play(session, *moves)
    assert GAME.prompt(session.config, session.view(A)).text == text


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ({"hand": [DRONE], "wastes": ["snow-marshal/depot"]}, ("reprogram", DRONE, "snow-marshal/depot"),
         "Snow Marshal's Spark costs the other player 2; Snow Marshal scores 1 at the end"),
        ({"hand": [PORTER]}, ("ancient", PORTER), "Ice Porter's Protocol: “Draw one card”"),
        ({"hand": [DRONE]}, ("discharge",), "the Discharge costs the other player 1, but the Node starts over"),
        ({"now": "end", "hand": [DRONE, PORTER], "wastes": [WIDOW]}, ("end",),
         "the 2 cards in hand cost the other player 2; the Node rises to level 2"),
    ],
)  # fmt: skip
def test_reasons(position: dict[str, Any], move: Move, reason: str) -> None:
    session = table(**position)
    assert GAME.aims(session.config, session.view(A), A, move) == reason


@pytest.mark.parametrize(
    ("rulings", "position", "moves", "phrases"),
    [
        ({}, {"hand": [DRONE, DRONE_3], "wastes": [CHOIR, "ember-choir/foundry"]}, [],
         ["Discard Pale Drone (Outpost on the back) to Reprogram Ember Choir (Conduit on the back) [II]"]),
        ({}, {"hand": [DRONE, "pale-drone/outpost@2"], "wastes": [CHOIR]}, [],
         ["Discard player 2's Pale Drone (Outpost on the back) to Reprogram Ember Choir [II]"]),
        ({"inspect": "no"}, {"hand": ["grave-diver/outpost"], "discard": [REGENT]},
         [("ancient", "grave-diver/outpost")], ["Play an unseen Facility (with Old Regent on the other side)"]),
        ({}, {"hand": ["rust-shepherd/outpost"], "ancients": [DRONE_2], "facilities": [WIDOW]},
         [("ancient", "rust-shepherd/outpost")],
         ["Flip Pale Drone (Conduit on the back)", "Flip Beacon (with Frost Widow on the other side)"]),
        (STOPS, {"hand": [DRONE]}, [], ["Stop here"]),
        (NAMES_ALL | STOPS, {"now": "announce", "hand": [DRONE]}, [], ["Stop naming"]),
    ],
)  # fmt: skip
def test_moves(rulings: dict[str, str], position: dict[str, Any], moves: list[Move], phrases: list[str]) -> None:
    session = table(rulings, **position)
    play(session, *moves)
    assert set(phrases) <= {session.phrase(A, move) for move in session.moves(A)}
