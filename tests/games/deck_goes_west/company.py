"""Short ways to set up two or three players who roll, trade and travel together."""

from __future__ import annotations

from typing import Any

from asking import frame, kinds_of, play, refused, rules_of, said

from tabletop_kernel import Session, load
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS

__all__ = ["frame", "kinds_of", "play", "refused", "rules_of", "said"]

GAME: Any = load("deck_goes_west")
ANN, BEN, CAT = 0, 1, 2
WOOD, GRASS, LAKE, HILL, RIVER, TOWN = (0, 1), (1, 1), (0, 0), (1, 0), (0, 2), (1, 2)
GROUND = [
    [*WOOD, "Pine Hollow"],
    [*GRASS, "Long Grass"],
    [*LAKE, "Mirror Lake"],
    [*HILL, "Granite Saddle"],
    [*RIVER, "Great Muddy"],
    [*TOWN, "Assay Office"],
]
CHARACTERS = ["ada_quill", "hester_pike", "marguerite_vale"]
# Faces of a job die by their number: 1 shows 0, 3 shows 1, 6 shows 2.
ZERO, ONE, TWO = 1, 3, 6


def table(rulings: dict[str, str] | None = None, versus: bool = False, seats: int = 2, **position: Any) -> Session:
    """A team, or rivals whose hands are closed, in the wood with nothing but what is written. Ann acts first."""
    options = {"mission": "discovery" if versus else "wide_country", **position.pop("options", {})}
    header = {
        "seats": seats,
        "rulings": {f"ruling.{key}": value for key, value in (rulings or {}).items()},
        "options": options,
        "chance": {"script": {"job": position.pop("dice", [])}},
    }
    position.setdefault("character", CHARACTERS[:seats])
    position.setdefault("ground", GROUND)
    position.setdefault("meeple", [list(WOOD)] * seats)
    position.setdefault("stock", [{}] * seats)
    position["hand"] = [*position.get("hand", []), *([] for _ in range(seats))][:seats]
    return Session.at(GAME, {**header, **position})


def stock(session: Session, seat: int) -> dict[str, int]:
    """What somebody has, without what they have not."""
    return {kind: count for kind, count in zip(KINDS, session.truth.stock[seat], strict=True) if count}


def named(character: str) -> str:
    """What the pack calls a character."""
    return str(GAME.content.characters[character].name)


def log(session: Session, seat: int | None = None) -> list[str]:
    return [entry.text for entry in session.log(seat, you=seat is not None)]


def offer(session: Session, *pieces: tuple[Any, ...], cost: str = "pan", seat: int = ANN, partner: int = BEN) -> None:
    """A proposal that is made as far as the offer."""
    play(session, ("trade", partner), ("cost", cost), *pieces, ("offer",), seat=seat)


def lawful(session: Session, moves: list[tuple[Any, ...]], seat: int) -> None:
    """What is judged to be possible is offered, and nothing else."""
    legal = session.moves(seat)
    assert len(set(legal)) == len(legal)
    for move in (*legal, *moves):
        assert (session.judge(seat, move) is None) == (move in legal), move
