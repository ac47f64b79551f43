"""Tables for the referee's scenarios: a written position of First Light for two, with a few things laid differently."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from tabletop_kernel.games import house_folder
from tabletop_kernel.games.tamashii.rules import Tamashii
from tabletop_kernel.rulebook import Verdict
from tabletop_kernel.session import Session

GAME = Tamashii(house_folder("tamashii"))
SHIELD, MEMORY, POWER, REROLL = range(4)
DULL = ("done", "stay", "no-district", "keep")  # what gets a player to the next step, with nothing done in this one


@cache
def _fresh(seats: int, options: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """The first Program step of a scenario, everything dealt."""
    rulings = {"ruling.setup.first-player": "seat-1"}
    session = Session(GAME, seats=seats, seed=1, rulings=rulings, options=dict(options))
    while not any(move[0] == "done" for move in session.moves(session.asked[0])):
        session.submit(session.asked[0], session.moves(session.asked[0])[0])
    return dict(GAME.write(session.truth))


def rows(*four: str) -> str:
    """A launcher from its four rows; a row of four slots gets its lock."""
    return "".join(row if len(row) == 5 else row + "#" for row in four)


def _take_from_decks(position: dict[str, Any]) -> None:
    """What lies with a player does not lie in a deck as well."""
    held = {card for key in ("bodies", "equipped", "unequipped") for cards in position[key] for card in cards}
    position["market"] = [body for body in position["market"] if body not in held]
    position["body_deck"] = [body for body in position["body_deck"] if body not in held]
    position["class_deck"] = [[card for card in deck if card not in held] for deck in position["class_deck"]]
    position["factions"] = [[name, [card for card in deck if card not in held]] for name, deck in position["factions"]]


def table(
    rulings: Mapping[str, str] | None = None,
    script: Mapping[str, list[int]] | None = None,
    seats: int = 2,
    scenario: str = "S01",
    difficulty: str = "normal",
    unlocked: str = "none",
    **changes: Any,
) -> Session:
    """First Light in the first Program step; seat 0 is Kindle, seat 1 Bulwark. A single value is meant for seat 0."""
    options = {"scenario": scenario, "difficulty": difficulty, "unlocked": unlocked}
    position = deepcopy(_fresh(seats, tuple(options.items())))
    position["walker"] = ["kindle", "bulwark", "scribe", "runner"][:seats]
    position["core"] = ["E", "W", "L", "F"][:seats]
    position["moves_left"] = [3, 3, 4, 3][:seats]
    position["enemy_deck"] = ["toll-clerk", "rust-monk", "pickpocket-sub", "sleeper-clerk"]
    position["equipped"] = [[] for _ in range(seats)]
    for key, value in changes.items():
        old = position[key]
        per_seat = isinstance(old, list) and len(old) == seats and key not in ("frames", "market", "ground")
        if per_seat and not (isinstance(value, list) and len(value) == seats and type(value[0]) is type(old[0])):
            value = [value, *old[1:]]
        position[key] = value
    _take_from_decks(position)
    for key in ("bag", "dump"):
        position[key] = ["".join(sorted(letters)) for letters in position[key]]
    laid = "".join([*position["grid"], *position["bag"], *position["dump"]])
    for letter, all_of_them in (("E", 24), ("W", 24), ("L", 24), ("F", 24), ("O", 16)):
        position["supply"][letter] = all_of_them - laid.count(letter)
    position["seats"] = seats
    position["options"] = options
    position["rulings"] = {"ruling.setup.first-player": "seat-1"} | {f"ruling.{k}": v for k, v in (rulings or {}).items()}
    position["chance"] = {"seed": 7, "script": dict(script or {})}
    return Session.at(GAME, position)


def onward(session: Session, kind: str, seat: int = 0) -> Session:
    """Go on with dull moves until a seat can make a move of this kind."""
    while not any(move[0] == kind for move in session.moves(seat)):
        asked = session.asked[0]
        session.submit(asked, next(move for move in session.moves(asked) if move[0] in DULL))
    return session


def launching(rulings: Mapping[str, str] | None = None, **changes: Any) -> Session:
    """The launch step of seat 0, who has stayed on the Shelter (trace 1 more)."""
    session = table(rulings, **changes)
    for move in (("done",), ("done",), ("stay",)):
        session.submit(session.asked[0], move)
    if ("no-district",) in session.moves(0):
        session.submit(0, ("no-district",))
    return session


def fighting(rulings: Mapping[str, str] | None = None, **changes: Any) -> Session:
    """The Combat of seat 0, before the attack roll."""
    return onward(table(rulings, **changes), "roll")


def written(move: str) -> tuple[str | int, ...]:
    """A move written with blanks, as the game writes it."""
    kind, *parts = move.split()
    return (kind, *(int(part) if kind in ("reward", "shield", "trade") else part for part in parts))


def play(session: Session, *moves: str, seat: int = 0) -> list[tuple[str, str]]:
    """Make moves, written with blanks; what was told of them: rules and sentences."""
    before = len(list(session.log(seat)))
    for move in moves:
        session.submit(seat, written(move))
    return [(entry.rule, entry.text) for entry in list(session.log(seat))[before:]]


def refusal(session: Session, move: str, seat: int = 0) -> tuple[str, str]:
    """Why a move is refused: the rule and the sentence."""
    verdict: Verdict | None = session.judge(seat, written(move))
    assert verdict is not None, f"{move} is allowed"
    return verdict.rule, verdict.text
