"""Tables for scenarios that are written from the rules alone: First Light for two, with a few things laid differently.

Seat 0 is Kindle and seat 1 Bulwark; launchers, bags and stacks are empty unless a scenario says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from played_tables import why

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session

GAME: Any = load("tamashii")
ASSETS = ("shield", "memory", "power", "reroll")
DULL = ("done", "stay", "no-district", "keep")  # what gets a player to the next step, with nothing done in this one
FACES = {"S": 1, "D": 4, "T": 5}  # a roll of the player die that shows this face
NUMBERS = {1: 1, 2: 3, 3: 5, 0: 6}  # the same for the enemy number die; 0 is the blank
SYMBOLS = {"fang": 1, "wire": 4}
NOTHING = "....#" * 4
COUNTED = "EWLFONC"  # letters of tokens whose supply is counted
PLANNING = [["turn", -1, [1]]]  # frames: the very beginning of the Planning phase

Told = list[tuple[str, dict[str, Any]]]


def rows(*four: str) -> str:
    """A launcher from its rows, the first at the top; a row of four slots gets its lock, missing rows are empty."""
    return "".join(row if len(row) == 5 else row + "#" for row in [*four, *["...."] * (4 - len(four))])


def stack(*cards: str) -> list[list[Any]]:
    """Attached enemies, the top one first; damage is written after the name: «gutter-hound 3»."""
    parts = [card.split() for card in cards]
    return [[name, int(damage[0]) if damage else 0] for name, *damage in parts]


@cache
def _fresh(options: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """The first Program step of a scenario, everything dealt."""
    session = Session(GAME, seats=2, seed=1, rulings={"ruling.setup.first-player": "seat-1"}, options=dict(options))
    while not any(move[0] == "done" for move in session.moves(session.asked[0])):
        session.submit(session.asked[0], session.moves(session.asked[0])[0])
    position = dict(GAME.write(session.truth))
    _count(position, 1)
    position |= {"grid": [NOTHING] * 2, "bag": [""] * 2, "dump": [""] * 2, "equipped": [[], []]}
    position |= {"walker": ["kindle", "bulwark"], "core": ["E", "W"], "moves_left": [3, 3]}
    return position | {"enemy_deck": ["toll-clerk", "rust-monk", "pickpocket-sub", "sleeper-clerk"]}


def _count(position: dict[str, Any], sign: int) -> None:
    """Put what the players hold into the neutral pool, or take it out of there; a Catie token may lie on its side D."""
    held = "".join([*position["grid"], *position["bag"], *position["dump"]]).replace("D", "C")
    supply = position["supply"]
    supply |= {letter: supply[letter] + sign * held.count(letter) for letter in COUNTED if letter in supply}


PER_SEAT = (
    *("grid", "bag", "dump", "exp", "integrity", "maximum", "trace", "classes", "moves_left", "assets", "place"),
    *("enemies", "class_deck", "bodies", "equipped", "unequipped", "walker", "core"),
)


def _lay(position: dict[str, Any], seat: int, changes: Mapping[str, Any]) -> None:
    """Lay what a scenario says of one seat, or of the whole table."""
    for key, value in changes.items():
        if key in ASSETS:
            position["assets"][seat][ASSETS.index(key)] = value
        elif key in PER_SEAT:
            position[key][seat] = "".join(sorted(value)) if key in ("bag", "dump") else value
        else:
            position[key] = value


def _tidy(position: dict[str, Any]) -> None:
    """What lies with a player lies neither in a deck nor in the neutral pool."""
    held = {card for key in ("bodies", "equipped", "unequipped") for cards in position[key] for card in cards}
    for key in ("market", "body_deck"):
        position[key] = [body for body in position[key] if body not in held]
    position["class_deck"] = [[card for card in deck if card not in held] for deck in position["class_deck"]]
    position["factions"] = [[name, [card for card in deck if card not in held]] for name, deck in position["factions"]]
    _count(position, -1)


def table(
    rulings: Mapping[str, str] | None = None,
    *,
    dice: str = "",
    number: int | Sequence[int] = (),
    symbol: str = "",
    other: Mapping[str, Any] | None = None,
    scenario: str = "S01",
    difficulty: str = "normal",
    unlocked: str = "none",
    modules: Mapping[str, str] | None = None,
    **changes: Any,
) -> Session:
    """The first Program step. Rulings are named without «ruling.»; `other` is what seat 1 has."""
    options = {"scenario": scenario, "difficulty": difficulty, "unlocked": unlocked, **(modules or {})}
    position = deepcopy(_fresh(tuple(options.items())))
    _lay(position, 0, changes)
    _lay(position, 1, other or {})
    _tidy(position)
    numbers = [number] if isinstance(number, int) else number
    script = {"dice-0": [FACES[face] for face in dice], "number": [NUMBERS[one] for one in numbers]}
    script["symbol"] = [SYMBOLS[one] for one in symbol.split()]
    position |= {"seats": 2, "options": options, "chance": {"seed": 7, "script": script}}
    position["rulings"] = {f"ruling.{name}": option for name, option in (rulings or {}).items()}
    return Session.at(GAME, position)


def onward(session: Session, kind: str, seat: int = 0) -> Session:
    """Go on with dull moves until a seat can make a move of this kind."""
    while not any(move[0] == kind for move in session.moves(seat)):
        asked = session.asked[0]
        session.submit(asked, next(move for move in session.moves(asked) if move[0] in DULL))
    return session


def acting(rulings: Mapping[str, str] | None = None, **changes: Any) -> Session:
    """The move & trace step of seat 0."""
    return onward(table(rulings, **changes), "stay")


def launching(rulings: Mapping[str, str] | None = None, **changes: Any) -> Session:
    """The launch step of seat 0, who has stayed on the Shelter, so that trace is 1 higher."""
    session = acting(rulings, **changes)
    session.submit(0, ("stay",))
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


def play(session: Session, *moves: str, seat: int = 0) -> Told:
    """Make moves; what was told of them: rules and facts."""
    before = len(list(session.log(seat)))
    for move in moves:
        session.submit(seat, written(move))
    return [(entry.rule, entry.data) for entry in list(session.log(seat))[before:]]


def aim(session: Session, move: str, seat: int = 0) -> str:
    """What the coach says that a move brings."""
    return str(session.game.opinions.aims(session.config, session.view(seat), seat, written(move)))


def kinds(session: Session, *moves: str) -> list[str]:
    """Make moves of seat 0; the kinds of what was told of them."""
    before = len(session.log(0))
    play(session, *moves)
    return [entry.kind for entry in session.log(0, before)]


def refusal(session: Session, move: str, seat: int = 0) -> Verdict:
    """Why a move is refused: the rule and the facts."""
    return why(session, seat, *written(move))


def allowed(session: Session, kind: str, seat: int = 0) -> list[str]:
    """The moves of one kind that a seat has, as they are written here."""
    return [" ".join(map(str, move)) for move in session.moves(seat) if move[0] == kind]


def asset(session: Session, name: str, seat: int = 0) -> int:
    """Where one of the four asset markers stands."""
    return int(session.truth.assets[seat][ASSETS.index(name)])
