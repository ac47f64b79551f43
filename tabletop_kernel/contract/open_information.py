"""States of games with open information: what everyone sees is all there is, so the kernel can show and read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from tabletop_kernel.contract.basics import Config, Position, View
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PositionError, RulesError, clip, nearest
from tabletop_kernel.contract.field_code import ZONE, shown_fields
from tabletop_kernel.contract.state_fields import TableState
from tabletop_kernel.contract.zones import everyone

TABLE_ENTRIES = ("seats", "rulings", "options", "chance", "seat")  # the parts of a position or view that aren't facts
NOT_SHOWN = ("chance", "config")  # the attributes of a state that are not facts
PLAIN = (int, str, bool, float, type(None))


class OpenState:
    """A state without secrets. Its facts are attributes with plain data: numbers, words, and lists of them.

    >>> state = OpenState(config=None, chance=Chance(1), heaps=[3, 4, 5], mover=0)
    >>> twin = state.clone()
    >>> twin.heaps[0] = 1
    >>> state
    <OpenState heaps=[3, 4, 5], mover=0>
    """

    def __init__(self, config: Config | None, chance: Chance, **facts: object) -> None:
        self.config, self.chance = config, chance
        self.fill(facts)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(f'{name}={value!r}' for name, value in self.truth().items())}>"

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        vars(twin).update({name: _copy(value) for name, value in vars(self).items()})
        twin.chance = self.chance.clone()
        return twin

    def view(self, seat: int | None) -> View:
        """Return what one seat sees: everything."""
        return {**self.truth(), "seat": seat}

    def truth(self) -> Position:
        """Return every fact as new plain data. Raise RulesError if one isn't plain data."""
        facts = {name: value for name, value in vars(self).items() if name not in NOT_SHOWN}
        if odd := [name for name, value in facts.items() if not _is_plain(value)]:
            raise RulesError(
                f"The state's '{odd[0]}' is {clip(facts[odd[0]])}, which isn't plain data. Keep only numbers, words "
                "and lists, or declare the fields in a TableState."
            )
        return {name: _copy(value) for name, value in facts.items()}

    def fill(self, facts: Mapping[str, object]) -> None:
        """Set facts."""
        vars(self).update(facts)


def hidden_zones(state: object) -> list[str]:
    """Return the names of the zones that not everyone sees."""
    if not isinstance(state, TableState):
        return []
    return [zone.name for zone in shown_fields(type(state), ZONE) if zone.sees is not everyone]


def set_facts(state: Any, position: Position) -> None:
    """Set the facts of a position in a new game's state. Raise PositionError for an unknown or odd fact."""
    new_facts = state.truth()
    facts = {name: value for name, value in position.items() if name not in TABLE_ENTRIES}
    for name in facts:
        if name not in new_facts:
            raise PositionError(f"position: there is no {clip(name)}: {nearest(name, new_facts)}")
    state.fill(new_facts | {name: _fit_to(new_facts[name], value, name) for name, value in facts.items()})


def _is_plain(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(part) for key, part in value.items())
    return type(value) in PLAIN


def _copy(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_copy, value))
    return {key: _copy(part) for key, part in value.items()} if isinstance(value, dict) else value


def _fit_to(new: object, value: object, name: str) -> object:
    """Return a value in the form of the one in a new game, such as a tuple. Raise PositionError if it doesn't fit."""
    if isinstance(new, (list, tuple)) and isinstance(value, (list, tuple)):
        kinds = {type(part) for part in new}
        parts = [_fit_to(new[0], part, name) if len(kinds) == 1 else _copy(part) for part in value]
        return type(new)(parts)
    if (isinstance(new, Mapping) and isinstance(value, Mapping)) or new is None:
        return _copy(value)
    if type(value) is not type(new) and value is not None:
        raise PositionError(f"position: {name}: {clip(value)} doesn't fit; in a new game it is {clip(new)}.")
    return value
