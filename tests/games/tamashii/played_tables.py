"""Tables for the scenarios of an outsider: a game played up to some moment, then written down with changes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.game import Game
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

GAME: Game[Any] = load("tamashii")
A, B, C = 0, 1, 2
EMPTY = "....#....#....#....#"
ANYONE = -1
# What a player does who only lets time pass, the first that is possible.
IDLE = ("keep", "done", "stay", "no-district", "pass", "end", "leave", "suffer", "no-go")


class Prompted(NamedTuple):
    """What is asked of a seat: which prompt, by which rules, filled with what."""

    key: str
    rules: tuple[str, ...]
    facts: dict[str, str]


def ruled(rulings: Mapping[str, str] | None) -> dict[str, str]:
    """Rulings by their full ids; the first seat begins unless a scenario is about that."""
    return {
        "ruling.setup.first-player": "seat-1",
        **{f"ruling.{key}": option for key, option in (rulings or {}).items()},
    }


def opened(
    seats: int = 2,
    scenario: str = "S01",
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    game: Game[Any] = GAME,
    seed: int = 5,
) -> Session:
    """A new table, at its first question."""
    story = {} if (options or {}).get("mode") == "versus" else {"scenario": scenario}
    return Session(game, seats=seats, seed=seed, rulings=ruled(rulings), options={**story, **(options or {})})


def top(session: Session) -> tuple[str, int]:
    """The frame that is asked now, and whose it is."""
    name, seat, _ = session.game.write(session.truth)["frames"][-1]
    return name, seat


def let_pass(session: Session, stop: Callable[[Session], bool]) -> Session:
    """Everybody lets time pass until something is so, or the game is over."""
    for _ in range(400):
        if session.outcome is not None or stop(session):
            return session
        seat = session.deciders[0]
        moves = session.moves(seat)
        session.submit(seat, next((move for word in IDLE for move in moves if move == (word,)), moves[0]))
    raise AssertionError("that moment never comes")


def in_turn(number: int) -> Callable[[Session], bool]:
    return lambda session: bool(session.truth.turn == number)


@cache
def _written(
    seats: int,
    scenario: str,
    moment: tuple[str, int],
    rulings: tuple[tuple[str, str], ...],
    options: tuple[tuple[str, str], ...],
    game: Game[Any],
) -> dict[str, Any]:
    session = opened(seats, scenario, dict(rulings), dict(options), game)
    written = dict(let_pass(session, lambda at: at.truth.turn >= 1 and top(at) == moment).position())
    written.pop("supply")  # what is in nobody's hands follows from the rest
    return written


def table(
    seats: int = 2,
    scenario: str = "S01",
    moment: str = "launch",
    seat: int | None = None,
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    luck: Mapping[str, list[int]] | None = None,
    game: Game[Any] = GAME,
    **changes: Any,
) -> Session:
    """A table at the first moment of this kind, of the last seat unless another is named, with changes.

    The launchers are empty, unless the changes say what lies there, so that nobody is asked without need.
    """
    place = (moment, seats - 1 if seat is None else seat)
    keys = tuple(sorted((rulings or {}).items())), tuple(sorted((options or {}).items()))
    written = {
        **_written(seats, scenario, place, *keys, game),
        "grid": [EMPTY] * seats,
        "bag": _BAGS[:seats],
        **changes,
    }
    return Session.at(game, {**written, "chance": {"seed": 5, "script": dict(luck or {})}})


_BAGS = ["EEEWWWLLLFFFF", "EEEWWWWLLLFFF", "EEEEWWWLLLFFF", "EEEWWWLLLLFFF"]


def at(session: Session, key: str) -> Any:
    """One part of the position."""
    return session.game.write(session.truth)[key]


def make(session: Session, seat: int, *move: Any) -> list[Entry]:
    """Make a move: the lines that everybody reads."""
    before = len(session.log(None))
    session.submit(seat, move)
    return session.log(None)[before:]


def rules(entries: list[Entry]) -> list[str]:
    return [entry.rule for entry in entries]


def facts(entries: list[Entry], rule: str) -> list[dict[str, Any]]:
    """What the events tell that cite a rule."""
    return [entry.data for entry in entries if entry.rule == rule]


def kinds(entries: list[Entry], rule: str) -> list[str]:
    """The kinds of the events that cite a rule."""
    return [entry.kind for entry in entries if entry.rule == rule]


def refused(session: Session, seat: int, *move: Any) -> str:
    """The rule that refuses a move."""
    verdict = session.judge(seat, move)
    assert verdict is not None, f"{move} is allowed"
    return str(verdict.rule)


def why(session: Session, seat: int, *move: Any) -> Verdict:
    """The rule that refuses a move, and its facts before they are put into words."""
    game: Any = session.game
    verdict: Verdict | None = game.refusal(session.truth, seat, game.read_move(session.truth, seat, move))
    assert verdict is not None, f"{move} is allowed"
    assert refused(session, seat, *move) == verdict.rule
    return verdict


def prompted(session: Session, seat: int | None = 0) -> Prompted:
    """What a seat is asked: the prompt that is chosen, its rules, and its facts."""
    game: Any = session.game
    view = session.view(seat)
    prompt, (key, _, facts) = game.telling.prompt(session.config, view), game.telling.topic(session.config, view)
    assert prompt is not None
    return Prompted(key, prompt.rules, {name: str(value) for name, value in facts.items()})


def allowed(session: Session, seat: int, *move: Any) -> bool:
    return session.judge(seat, move) is None


@cache
def pack_with(file: str, *changes: tuple[str, str]) -> Game[Any]:
    """The game with the house pack, some lines of one file written differently."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "pack"
        shutil.copytree(house_folder("tamashii"), home)
        text = (home / file).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (home / file).write_text(text, encoding="utf-8")
        return type(GAME)(home)  # type: ignore[call-arg]


def without(cards: list[str], *gone: str) -> list[str]:
    """A deck without some cards, all copies of them."""
    return [card for card in cards if card not in gone]
