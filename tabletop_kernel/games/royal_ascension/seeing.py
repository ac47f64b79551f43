"""Visibility: the viewers of each zone, and the public facts of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kernel.contract.game import View
from tabletop_kernel.games.royal_ascension.state import State


def sees_territories(state: State, owner: int | None, viewer: int | None) -> bool:
    """Tell if a viewer sees a player's territories.

    They are open unless a ruling hides them until the end; a loser shows them to a winner who claims one.
    """
    if owner == viewer or state.ruling["ruling.hidden-territories"] == "open" or state.result is not None:
        return True
    return bool(state.frames) and state.frames[-1] == ("claim", viewer, (owner,))


def sees_pool(state: State, owner: int | None, viewer: int | None) -> bool:
    """Tell if a viewer sees the pool: if hidden by a ruling, only the player who drafts from it sees it."""
    if state.ruling["ruling.hidden-territories"] == "open":
        return True
    return bool(state.frames) and state.frames[-1] == ("draft", viewer, ())


def sees_hand(suit: str) -> Callable[[State, int | None, int | None], bool]:
    """Return a test for a suit: the owner sees the hand, and by a ruling a loser who picks from it."""

    def sees(state: State, owner: int | None, viewer: int | None) -> bool:
        if owner == viewer:
            return True
        if state.ruling["ruling.pick-who"] != "loser-sees" or state.ruling["ruling.pick-pool"] != "all-held":
            return False
        if not state.frames or state.frames[-1][0] != "pick" or state.battle is None:
            return False
        _, loser, (wanted, _) = state.frames[-1]
        return viewer == loser and wanted == suit and owner == state.battle.winner

    return sees


def sees_alliances(state: State, owner: int | None, viewer: int | None) -> bool:
    return owner == viewer or state.ruling["ruling.alliance-open"] == "open"


def sees_commitment(state: State, owner: int | None, viewer: int | None) -> bool:
    return owner == viewer or (state.battle is not None and state.battle.open)


def open_facts(state: State) -> View:
    """Return the facts that everyone sees."""
    result = state.result
    return {
        "turn": state.turn,
        "active": state.active,
        "frames": [[kind, seat, _lists(data)] for kind, seat, data in state.frames],
        "rolls": [list(rolls) for rolls in state.rolls],
        "order": list(state.order),
        "turns": list(state.turns),
        "characters": list(state.characters),
        "tokens": list(state.tokens),
        "die": state.die,
        "landed": state.landed,
        "plague": list(state.plague),
        "all_in": list(state.all_in),
        "credit": list(state.credit),
        "out": list(state.out),
        "opening": [list(suits) for suits in state.opening],
        "card": state.card,
        "carried": state.carried,
        "prize": state.prize,
        "fought": state.fought,
        "allied": list(state.allied),
        "excluded": list(state.excluded),
        "truces": [list(truce) for truce in state.truces],
        "battle": state.battle and state.battle.write(),
        "result": result and [result.rule, list(result.results), list(result.scores)],
    }


def _lists(data: Any) -> Any:
    return [_lists(part) for part in data] if isinstance(data, tuple) else data
