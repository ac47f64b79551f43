"""Rulings about secret territories and the choice of characters: every option does what its row says."""

from __future__ import annotations

import json

from royal import GAME, A, B, C, D, commit, frame, play, refused
from royal_landings import (
    ALL_IN,
    HIGH,
    LANDS,
    LOW,
    PLAGUE,
    STAKE,
    _full,
    duel,
    holders,
    land,
    sorted_lands,
    step_from_spades,
    told,
)

from tabletop_kernel import Session

# -- hidden-territories ----------------------------------------------------------------------------------------------


def first_draft(option: str) -> tuple[Session, int]:
    """A new table where the first territory, Mewtopia, has just been drafted; also by whom."""
    session = Session(GAME, seats=4, seed=7, rulings=_full({"hidden-territories": option}))
    while frame(session) == "select":
        session.submit(session.deciders[0], ("roll", 2))
    first = session.deciders[0]
    play(session, first, ("take", "Mewtopia"))
    return session, first


def whole_kingdom_won(option: str) -> Session:
    """A wins all of B with an All In; each has shown one territory."""
    session = step_from_spades(ALL_IN, rulings={"hidden-territories": option}, dice=[*HIGH, *LOW])
    land(session, A)
    duel(session, A, B)
    return session


def test_hidden_territories_open() -> None:
    """Everyone sees who owns what; only what is committed stays covered until the reveal."""
    session, first = first_draft("open")
    for viewer in (A, B, C, D, None):
        assert session.view(viewer)["territories"][first] == ["Mewtopia"]
        assert [entry.data["lands"] for entry in session.log(viewer) if entry.kind == "take"] == [["Mewtopia"]]
    won = whole_kingdom_won("open")
    assert won.view(None)["territories"] == won.view(C)["territories"] == holders(won)
    assert "Pika Hills" in told(won, None)
    covered = step_from_spades(PLAGUE)
    land(covered, A)
    play(covered, A, ("attack", B))
    commit(covered, A, STAKE[A])
    for viewer, sees in ((A, [STAKE[A]]), (B, None), (C, None), (None, None)):
        assert covered.view(viewer)["committed_territory"][A] == sees
        assert ("commit" in [entry.kind for entry in covered.log(viewer)]) is (viewer == A)


def test_hidden_territories_hidden() -> None:
    """Only the owner sees which territories they own; the others see how many, and what a battle shows."""
    session, first = first_draft("hidden")
    for viewer in (A, B, C, D, None):
        owner = viewer == first
        assert session.view(viewer)["territories"][first] == (["Mewtopia"] if owner else 1)
        assert [entry.kind for entry in session.log(viewer)][-1] == ("take" if owner else "take-hidden")
        assert ("Mewtopia" in told(session, viewer)) is owner
    won = whole_kingdom_won("hidden")
    assert won.view(A)["territories"] == [sorted_lands(A, B), 0, 3, 3]
    assert won.view(C)["territories"] == [6, 0, LANDS[C], 3]
    assert won.view(None)["territories"] == [6, 0, 3, 3]
    for viewer in (C, None):
        seen = told(won, viewer) + json.dumps(won.view(viewer))
        assert STAKE[A] in seen
        assert STAKE[B] in seen  # both were shown in the battle
        assert not [name for name in ("Jiggy Jungle", "Venom Valley", "Dragon Dominion", "Pika Hills") if name in seen]
        assert [entry.data["count"] for entry in won.log(viewer) if entry.kind == "everything-hidden"] == [3]
    for viewer in (A, B):
        assert [entry.data["lands"] for entry in won.log(viewer) if entry.kind == "everything"] == [LANDS[B]]


# -- characters ------------------------------------------------------------------------------------------------------

NAMES = [
    "King Eadric the Wise",
    "Lady Seraphina Von Eldora",
    "Sir Thaddeus Blondewood",
    "Lysandra of Rukenvale",
]
GATES = [1, 10, 19, 28]


def leaves_home(session: Session) -> tuple[int, set[int]]:
    """Who takes the first turn, and the gate: the spaces that lie as far from the destinations as the die says."""
    while frame(session) != "walk":
        seat = session.deciders[0]
        session.submit(seat, session.moves(seat)[0])
    seat, steps = session.deciders[0], session.truth.die - 1
    spaces = [int(move[1]) for move in session.moves(seat)]
    gates = {gate for gate in GATES if {(gate - 1 + s) % 35 + 1 for s in (steps, -steps)} == {*spaces}}
    return seat, gates


def test_characters_seat_order() -> None:
    """Characters are given out by seat, in the order of the book; there is nothing to choose."""
    session = Session(GAME, seats=4, seed=3)
    assert session.view(None)["characters"] == [0, 1, 2, 3]
    assert frame(session) == "select"
    assert refused(session, A, ("character", NAMES[3])) == "ruling.characters"
    given = [entry.text for entry in session.log(None) if entry.kind == "character"]
    assert given == [f"Player {number} is {name}." for number, name in enumerate(NAMES, 1)]
    seat, gates = leaves_home(session)
    assert gates == {GATES[seat]}


def test_characters_free_choice() -> None:
    """Each player chooses a character that nobody has taken, and leaves home by its gate."""
    session = Session(GAME, seats=4, seed=3, rulings=_full({"characters": "free-choice"}))
    assert session.view(None)["characters"] == [-1, -1, -1, -1]
    assert session.moves(A) == [("character", name) for name in NAMES]
    play(session, A, ("character", NAMES[3]))
    assert session.deciders == (B,)
    assert refused(session, B, ("character", NAMES[3])) == "pieces.token"
    for seat, character in ((B, 2), (C, 1), (D, 0)):
        play(session, seat, ("character", NAMES[character]))
    assert session.view(None)["characters"] == [3, 2, 1, 0]
    assert frame(session) == "select"
    seat, gates = leaves_home(session)
    assert gates == {GATES[3 - seat]}
