"""Zones: where pieces are and who sees them, hidden unless declared.

A game declares its zones, and a seat sees pieces only through `view` (and events by their audience). A zone that a seat
can't see shows as a number of pieces, or as None if even the number is secret. The full truth has a loud name, `truth`.
It has the entries of a view without `seat`, and differs only where a seat can't see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from tabletop_kernel.contract.errors import SetupError, clip

MayLook = Callable[[Any, int | None, int | None], bool]  # (state, owner, viewer) -> may look
Faces = Callable[[Any, Any, int | None, int | None], Any]  # (state, pieces, owner, viewer) -> what is seen of them


class HasZones(Protocol):
    """The part of a game that its zones need."""

    @property
    def title(self) -> str: ...

    @property
    def zones(self) -> tuple[Zone, ...]: ...

    def open_facts(self, state: Any) -> dict[str, Any]: ...


def everyone(state: Any, owner: int | None, viewer: int | None) -> bool:
    """Let every viewer look: the pieces lie face up."""
    return True


def owner(state: Any, owner: int | None, viewer: int | None) -> bool:
    """Let only the owner look: the pieces are in a hand."""
    return owner == viewer


def nobody(state: Any, owner: int | None, viewer: int | None) -> bool:
    """Let nobody look: the pieces lie face down."""
    return False


class Zone:
    """A place for pieces. `name` is also the state's attribute that holds them: one list, or one per seat."""

    __slots__ = ("counted", "name", "per_seat", "sees")

    def __init__(self, name: str, per_seat: bool = False, sees: MayLook = nobody, counted: bool = True) -> None:
        self.name = name
        self.per_seat = per_seat
        self.sees = sees
        self.counted = counted  # whether other viewers still see the number of pieces

    def __repr__(self) -> str:
        return f"<Zone {self.name}{', one for each seat' * self.per_seat}>"

    def shown(self, state: Any, pieces: Any, owner: int | None, viewer: int | None) -> Any:
        """Return the pieces of one owner as a viewer sees them: a list, their number, or None."""
        if self.sees(state, owner, viewer):
            return list(pieces)
        return len(pieces) if self.counted else None


class FacedZone(Zone):
    """A pile that shows different things to different viewers: `faces` returns what a viewer sees of it."""

    __slots__ = ("faces",)

    def __init__(self, name: str, faces: Faces, per_seat: bool = False) -> None:
        super().__init__(name, per_seat, sees=nobody)
        self.faces = faces

    def shown(self, state: Any, pieces: Any, owner: int | None, viewer: int | None) -> Any:
        return self.faces(state, pieces, owner, viewer)


def view(game: HasZones, state: Any, seat: int | None) -> dict[str, Any]:
    """Return what one seat sees; None is the projector, which sees what everyone sees."""
    if hasattr(state, "view"):
        seen: dict[str, Any] = state.view(seat)
        return seen
    seen = game.open_facts(state)
    seen["seat"] = seat
    for zone in game.zones:
        name = zone.name
        pieces = getattr(state, name)
        if zone.sees is everyone:
            seen[name] = [*map(list, pieces)] if zone.per_seat else [*pieces]
        elif zone.per_seat:
            seen[name] = [zone.shown(state, held, owner, seat) for owner, held in enumerate(pieces)]
        else:
            seen[name] = zone.shown(state, pieces, None, seat)
    return seen


def check_zones(game: HasZones, state: Any) -> None:
    """Raise SetupError unless a state holds each of its zones as a list or tuple of pieces."""
    for zone in game.zones:
        held = getattr(state, zone.name, None)
        places = held if zone.per_seat and isinstance(held, (list, tuple)) else [held]
        odd = next((one for one in places if not isinstance(one, (list, tuple))), None)
        if odd is not None or held is None:
            each = " for each seat" if zone.per_seat else ""
            raise SetupError(
                f"The zone '{zone.name}' of {game.title} needs a list or tuple of pieces{each}; "
                f"the state has {clip(held if odd is None else odd)}. To show a public number, use open_facts."
            )


def truth(game: HasZones, state: Any) -> dict[str, Any]:
    """Return everything in the same shape as a view, for saves, positions and tests. Never show it to a player."""
    if hasattr(state, "truth"):
        seen: dict[str, Any] = state.truth()
        return seen
    seen = game.open_facts(state)
    for zone in game.zones:
        pieces = getattr(state, zone.name)
        seen[zone.name] = [list(p) for p in pieces] if zone.per_seat else list(pieces)
    return seen
