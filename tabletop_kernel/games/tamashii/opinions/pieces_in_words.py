"""The names and effects of pieces, for the aims of moves."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.coach_sentences import reason
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.lines import counting, running
from tabletop_kernel.games.tamashii.lines.operations import Line
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Body, Place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling import refusal_words
from tabletop_kernel.games.tamashii.telling.naming import spot_name

DOES_NOTHING = "it would do nothing now"
Aim = Callable[[State, int, Move], str]


def fixed_aim(text: str) -> Aim:
    """Return an aim with fixed words."""
    return lambda state, seat, move: text


def quoted_text(line: Line) -> str:
    """Return a card's printed text in quotation marks."""
    text = " ".join(line.words).rstrip(".")
    return f"“{text}”" if text else ""


def printed_quote(state: State, line: Line) -> str:
    """Return a card's printed text in quotation marks, for the number of players in this game."""
    text = " ".join(refusal_words.printed_sentences(state, line)).rstrip(".")
    return f"“{text}”" if text else ""


def printed_quote_by_key(state: State, key: str) -> str:
    return printed_quote(state, state.rules.lines[key])


def effect_text(state: State, seat: int, key: str, dice: str = "") -> str:
    """Return a card's printed text if it would do anything for a player now; else empty."""
    return printed_quote_by_key(state, key) if running.does_something(state, seat, key, dice) else ""


def effect_or_nothing_text(state: State, seat: int, key: str, dice: str = "") -> str:
    """Return a card's printed text, or a reason that says it would do nothing."""
    return effect_text(state, seat, key, dice) or reason(but=DOES_NOTHING)


def damage_of(state: State, seat: int, key: str, dice: str = "") -> int:
    """Return the damage that a line deals to the top enemy."""
    acts = state.rules.lines[key].acts()
    return sum(counting.amount(state, seat, act.args[0], dice) for act in acts if act.verb in ("deal", "deal-each"))


def augment_in_words(state: State, name: str) -> str:
    """Return an augment's name and effect."""
    card = state.augment(name)
    text = card.text.rstrip(".") or quoted_text(card.uses[0].line).strip("“”") if card.uses else card.text
    return f"{card.name}: “{text}”" if text else card.name


def arrival_text(state: State, seat: int, place: Place) -> str:
    """Return what a player finds on a tile."""
    if place not in state.up:
        return "explores" + (" and finds an exploration token" if place in state.finds else "")
    there = state.clone()
    there.place[seat] = place
    does = effect_text(there, seat, line_keys.tile(state.tiles[place]))
    name = spot_name(state, place)
    return f"can use {name}: {does}" if does else f"ends on {name}, where the effect would do nothing now"


def body_in_words(one: Body) -> str:
    return f"{one.name}: MOV {one.mov}, PRO {one.pro}, ATT {one.att}"
