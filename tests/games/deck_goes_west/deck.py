"""Short ways to set up a table of Deck Goes West."""

from __future__ import annotations

import shutil
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from asking import edit, everything, kinds_of, play, refused, rules_of, said

from tabletop_kernel import Session, load
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS

__all__ = ["everything", "kinds_of", "play", "refused", "rules_of", "said"]

GAME: Any = load("deck_goes_west")
A, B, C = 0, 1, 2
FACES = {0: 1, 1: 3, 2: 6}  # what a job die shows -> a number by which it falls so
PEOPLE = ["ada_quill", "tobias_reed", "marguerite_vale", "silas_hark", "hester_pike"]

# A small land without stars and jobs: 3 columns, 3 rows, everything face up.
PRAIRIES = ["Buffalo Wallow", "Sod House Claim", "Larkspur Meadow", "Windmill Rise", "Long Grass"]
FORESTS = ["Pine Hollow", "Aspen Stand", "Owl Wood", "Burnt Wood", "Deer Run"]


def table(
    mission: str = "new_world", seats: int | None = None, rulings: dict[str, str] | None = None, **position: Any
) -> Session:
    """A table that stands as described, at the actions of a day unless said otherwise.

    `hand`, `stock` and `discard` may be given for the first player alone; `roll` is what the job dice show;
    `board` and `dice` are options; `game` is one with another pack. Without `ground` the land is three prairies in a
    row, the first under the meeples, with forests North of them.
    """
    game = position.pop("game", GAME)
    options = {"mission": mission, **position.pop("options", {})}
    options |= {name: position.pop(name) for name in ("board", "dice") if name in position}
    seats = seats or (1 if game.content.missions[mission].mode == "solo" else 2)
    named = {f"ruling.{key}": value for key, value in (rulings or {}).items()}
    script = dict(position.pop("script", {}))
    if "roll" in position:
        script["job"] = [FACES[face] for face in position.pop("roll")]
    for name in ("hand", "discard", "draw", "played"):
        if name in position and (not position[name] or isinstance(position[name][0], str)):
            position[name] = [position[name], *[[]] * (seats - 1)]
    if isinstance(position.get("stock"), dict):
        position["stock"] = [position["stock"], *[{}] * (seats - 1)]
    position.setdefault("stock", [{}] * seats)
    position.setdefault("character", PEOPLE[:seats])
    if "ground" not in position:
        position["ground"] = [[c, 1, PRAIRIES[c]] for c in range(3)] + [[c, 0, FORESTS[c]] for c in range(3)]
    if "at" in position:
        position["meeple"] = [list(position.pop("at"))] * seats
    header = {"seats": seats, "rulings": named, "options": options, "chance": {"script": script}}
    return Session.at(game, {**header, **position})


@cache
def changed_game(file: str, old: str, new: str) -> Any:
    """The game with one place in a file of its pack changed."""
    with TemporaryDirectory() as folder:
        pack = Path(shutil.copytree(house_folder("deck_goes_west"), Path(folder) / "mine"))
        edit(pack, file, old, new)
        return load("deck_goes_west", pack)


def text_of(rule: str, **rulings: str) -> str:
    """What the book says of a rule at a table with these rulings, by their last names: day_order="draw-untap"."""
    named = {f"ruling.{name.replace('_', '-')}": option for name, option in rulings.items()}
    return str(GAME.telling.book(GAME.agreement.configure(2, named))[rule].text)


def why(session: Session, move: Any, seat: int = A) -> tuple[str, dict[str, Any]]:
    """The rule and the facts of a refusal that changes nothing."""
    rule = refused(session, move, seat)
    verdict = session.judge(seat, move)
    assert verdict is not None
    return rule, verdict.facts


def topic(session: Session, seat: int = A) -> tuple[str, dict[str, Any]]:
    """Which prompt a seat reads, and the facts in it."""
    kind, _, facts = GAME.telling.topic(session.config, session.view(seat))
    return kind, facts


def stock(session: Session, seat: int = A) -> dict[str, int]:
    """What a player has, without what they have not."""
    return {kind: count for kind, count in zip(KINDS, session.truth.stock[seat], strict=True) if count}


def hand(session: Session, seat: int = A) -> list[str]:
    return list(session.truth.hand[seat])


def discard(session: Session, seat: int = A) -> list[str]:
    return list(session.truth.discard[seat])


def through(session: Session, *moves: tuple[Any, ...], seat: int = A) -> list[Any]:
    """Several moves one after the other; all their events."""
    return [event for move in moves for event in play(session, move, seat=seat)]
