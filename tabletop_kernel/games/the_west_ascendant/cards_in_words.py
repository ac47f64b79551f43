"""A pack's cards in words, for its designers."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.content import MADE, Content, Gate, Locus


def describe_cards(content: Content) -> dict[str, list[str]]:
    """Return lines about each card, by name: its kind, then each effect, generated from its line."""
    lines_by_name: dict[str, list[str]] = {}
    for kind in content.types.values():
        lines_by_name[kind.name] = [
            f"A Facility with {len(kind.cards)} cards.",
            f"PULSE: {_line_in_words(content, f'{kind.id}.pulse')}",
        ]
    for gate in content.gates.values():
        lines = _gate_lines(content, gate)
        lines_by_name[_free_name(lines_by_name, gate.name, lines)] = lines
    for locus in content.loci.values():
        lines_by_name[_free_name(lines_by_name, locus.name, [])] = _locus_lines(content, locus)
    for engine in content.engines.values():
        parts = (("Cost", "cost"), ("Plan", "effect"), ("Complete", "score"))
        lines = [f"{label}: {_line_in_words(content, f'{engine.id}.{part}')}" for label, part in parts]
        lines_by_name[_free_name(lines_by_name, engine.name, [])] = ["A Cityengine.", *lines]
    turn = (("A Doppelgate costs", "gate_cost"), ("Barter", "barter"), ("Salvage", "salvage"))
    lines = [f"{label}: {_line_in_words(content, f'turn.{part}')}" for label, part in turn]
    return lines_by_name | {"Turn card": ["Its text after the eight steps.", *lines]}


def _gate_lines(content: Content, gate: Gate) -> list[str]:
    lines = [
        "The back of every Facility." if gate.id == MADE else "The front of a Reference card.",
        f"RADIATE: {_line_in_words(content, f'{gate.id}.radiate')}",
    ]
    if gate.score:
        lines.append(f"At the end: {_line_in_words(content, f'{gate.id}.score')}")
    return lines


def _locus_lines(content: Content, locus: Locus) -> list[str]:
    needs = listed(content.types[name].name for name in locus.required)
    return [f"A {locus.kind.capitalize()} that costs {needs}.", _line_in_words(content, locus.id)]


def _free_name(said: dict[str, list[str]], name: str, lines: list[str]) -> str:
    """Return the name, with a number if another card with other lines has it."""
    number, free = 1, name
    while free in said and said[free] != lines:
        number += 1
        free = f"{name} ({number})"
    return free


def _line_in_words(content: Content, key: str) -> str:
    return LANGUAGE.words(content.effects[key])
