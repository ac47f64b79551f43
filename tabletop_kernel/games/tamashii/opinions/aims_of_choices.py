"""Aims of moves before the game, and in the small choices of effects."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.sentences import Number, Text
from tabletop_kernel.games.tamashii.components import CORRUPTED, INARI, SLOT
from tabletop_kernel.games.tamashii.lines import choices_of_tokens, running
from tabletop_kernel.games.tamashii.opinions.pieces_in_words import Aim, arrival_text, body_in_words
from tabletop_kernel.games.tamashii.opinions.ready_patterns import ready_in_words, ready_keys
from tabletop_kernel.games.tamashii.phases import moving
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling import refusal_words
from tabletop_kernel.games.tamashii.telling.naming import ability_name, seat_name, token_name


def _body(state: State, seat: int, move: Move) -> str:
    if len(move) == 1:
        return f"makes {body_in_words(state.rules.content.bodies[state.bodies[seat][-1]])} active"
    named = body_in_words(state.rules.content.bodies[str(move[1])])
    return {"part-with": f"gives up {named}", "active": f"makes {named} active"}.get(str(move[0]), f"inhabits {named}")


def _board(state: State, seat: int, move: Move) -> str:
    return body_in_words(state.rules.content.bodies[str(move[1])])


def _protocol(state: State, seat: int, move: Move) -> str:
    return f"starts with “{state.rules.content.protocols[str(move[1])].texts[0].rstrip('.')}”"


def _class(state: State, seat: int, move: Move) -> str:
    """Return the augments that a class starts with at this table."""
    left_out = "co-op" if state.rules.mode != "story" else "solo"
    cards = [one for one in state.rules.content.augments.values() if one.owner == move[1]]
    return f"starts with {listed(one.name for one in cards if one.start and one.start != left_out)}"


def _start(state: State, seat: int, move: Move) -> str:
    place = moving.read_place(move[1])
    return arrival_text(state, seat, place) if place in state.tiles and place is not None else ""


def _of_line(state: State, seat: int, move: Move) -> str:
    """Return a part of the running line, as its card prints it."""
    run = running.Run(*state.frames[running.top_line(state)][2])
    if move[0] == "do":
        return f"“{refusal_words.offer_in_words(state, run)}”"
    return f"“{refusal_words.part_in_words(state, run, int(move[1]) - 1)}”"


def _swap(state: State, seat: int, move: Move) -> str:
    if len(move) == 1:
        return _body(state, seat, move)
    return f"brings {Text(token_name(str(move[2]))):a} token back from the dump"


def _line(state: State, seat: int, move: Move) -> str:
    """Return how many tokens a row or column would cost."""
    lost = len(choices_of_tokens.line_slots(state, seat, state.frames[-1][2][0], int(move[1])))
    return f"costs {Number(lost):~token}"


def _looked(state: State, seat: int, move: Move) -> str:
    """Return the words for a card looked at, without its name, which only its player knows."""
    return "decides which enemy comes next" if move[0] == "next" else "puts an enemy under the deck"


def _token(verb: str) -> Aim:
    """Return an aim that does something to a token on the launcher."""

    def said(state: State, seat: int, move: Move) -> str:
        token = state.grid[seat][SLOT[str(move[1])]]
        good = "clears away a corrupted token" if token == CORRUPTED else f"{verb} {Text(token_name(token)):a} token"
        return good if token != INARI else f"{verb} an Inari token"

    return said


def _place(state: State, seat: int, move: Move) -> str:
    slot, letter = SLOT[str(move[2])], str(move[1])
    grid = state.grid[seat]
    after = grid[:slot] + letter + grid[slot + 1 :]
    lying = ready_keys(state, seat, grid)
    new = [key for key in ready_keys(state, seat, after) if key not in lying]
    names = ready_in_words(state, seat, after, new)
    return f"makes {names} ready to launch" if new else f"puts {Text(token_name(letter)):a} token on {move[2]}"


def _side(state: State, seat: int, move: Move) -> str:
    gives = "recover 1" if move[1] == "recover" else "deal 1 damage"
    launched = state.ruling["ruling.catie.effect"] == "pattern"
    return f"will {gives} {'once launched' if launched else 'at the start of each launch step'}"


def _asset(state: State, seat: int, move: Move) -> str:
    name = str(move[-1])
    if move[0] == "lose":
        return f"costs 1 of {state.has(seat, name)} {name}"
    from_whom = f" from {seat_name(state, int(move[1]))}" if move[0] == "take-asset" else ""
    return f"gives 1 {name}{from_whom}: {state.has(seat, name) + 1} in total"


CHOICE_AIM_BY_VERB: dict[str, Aim] = {
    **dict.fromkeys(("part-with", "active", "take"), _body),
    "first": lambda state, seat, move: f"lets {seat_name(state, int(move[1]))} go first",
    "board": _board,
    "protocol": _protocol,
    "class": _class,
    **dict.fromkeys(("start", "shelter"), _start),
    **dict.fromkeys(("do", "choose"), _of_line),
    "swap": _swap,
    "line": _line,
    **dict.fromkeys(("next", "bury"), _looked),
    "side": _side,
    "player": lambda state, seat, move: f"is for {seat_name(state, int(move[1]))}",
    "core": lambda state, seat, move: f"core cells take {token_name(str(move[1]))} from now on",
    "tile": lambda state, seat, move: "shows what is there",
    "frame-again": lambda state, seat, move: "makes a used combat frame usable again",
    "dump": _token("dumps"),
    "discard": _token("discards"),
    "place": _place,
    **dict.fromkeys(("asset", "take-asset", "lose"), _asset),
    "type": lambda state, seat, move: f"adds {Text(token_name(str(move[1]))):a} token",
    "unlock": lambda state, seat, move: f"unlocks {move[1]}, which every refill then fills",
    "pull": lambda state, seat, move: f"takes an enemy from {seat_name(state, int(move[1]))}",
    "return": lambda state, seat, move: f"returns {ability_name(state, f'aug.{move[1]}')}",
}
