"""The ring, and the spaces a token can reach."""

from __future__ import annotations

from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of
from tabletop_kernel.games.royal_ascension.state import HOME, Rules


def space_after(space: int, steps: int, length: int) -> int:
    """Return the space `steps` to the right, or to the left if negative, on a ring numbered from 1."""
    return (space - 1 + steps) % length + 1


def open_gates(rules: Rules, character: int) -> list[int]:
    """Return the gates where a character's token can leave home, or return if the ruling allows it."""
    ruling = rulings_of(rules.config)["ruling.leave-home"]
    if ruling == "any-gate":
        return rules.layout.gates
    return [1] if ruling == "one-gate" else [rules.layout.gates[character]]


def destinations(rules: Rules, character: int, start: int, die: int) -> list[int]:
    """Return every space where a walk of exactly `die` steps can end, in ascending order."""
    length, ruling = rules.layout.length, rules.config.rulings
    turning = ruling["ruling.one-direction"] == "yes"
    ends: set[int] = set()
    if start == HOME:
        for gate in open_gates(rules, character):
            ends.update(space_after(gate, n, length) for n in _offsets(die - 1, turning))
    else:
        ends.update(space_after(start, n, length) for n in _offsets(die, turning))
        if turning:
            ends.discard(start)
        if ruling["ruling.return-home"] == "through-gate":
            before_last = [space_after(start, n, length) for n in _offsets(die - 1, turning)]
            if any(gate in before_last for gate in open_gates(rules, character)):
                ends.add(HOME)
    return sorted(ends)


def ends_after_turning(rules: Rules, character: int, start: int, die: int) -> set[int]:
    """Return the spaces where a walk could end if it turned round on the way."""
    starts, steps = (open_gates(rules, character), die - 1) if start == HOME else ([start], die)
    return {space_after(origin, n, rules.layout.length) for origin in starts for n in _offsets(steps, True)}


def mistaken_exits(rules: Rules, character: int, die: int) -> set[int]:
    """Return wrong exits from home: as if the gate weren't counted, or another gate were open."""
    length = rules.layout.length
    gate_not_counted = {
        space_after(gate, n, length) for gate in open_gates(rules, character) for n in _offsets(die, False)
    }
    other_gate = {space_after(gate, n, length) for gate in rules.layout.gates for n in _offsets(die - 1, False)}
    return (gate_not_counted | other_gate) - set(destinations(rules, character, HOME, die))


def _offsets(steps: int, turning: bool) -> list[int]:
    """Return the possible ends of a walk, relative to its start; a turn on the way adds every second space between."""
    return list(range(-steps, steps + 1, 2)) if turning else [-steps, steps]
