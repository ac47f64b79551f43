"""Data tokens: where they come from and where they go.

Tokens move between the neutral pool (`state.supply`) and a player's bag, launcher and dump. In a scenario, corrupted
tokens come from a pool on the time track, which can run out; in versus, they are in the neutral pool like all others.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import (
    CATIE,
    CATIE_DAMAGE,
    CORRUPTED,
    EMPTY,
    LOCK,
    MOST_CATIE,
    SLOTS,
)
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.state import State

FACE_BY_SIDE = {"recover": CATIE, "damage": CATIE_DAMAGE}

# -- from the bag to the launcher --------------------------------------------------------------------------------------


def draw_token(state: State, seat: int, emit: Emit | None) -> str:
    """Take a random token from a player's bag and return it; "" if bag and dump are empty.

    If only the bag is empty, the whole dump goes into it first.
    """
    if not state.bag[seat]:
        if not state.dump[seat]:
            return ""
        if emit:
            emit("dump-back", "refill.dump-back", EVERYONE, seat=seat, count=len(state.dump[seat]))
        state.bag[seat], state.dump[seat] = state.dump[seat], ""
    bag = state.bag[seat]
    at = state.chance.pick(f"bag-{seat}", len(bag))
    state.bag[seat] = bag[:at] + bag[at + 1 :]
    return bag[at]


def put_on_launcher(state: State, seat: int, slot: int, token: str, emit: Emit | None) -> None:
    """Place a token on an empty slot. With a Catie token, the owner has to choose its side."""
    assert state.grid[seat][slot] == EMPTY
    state.set_slot(seat, slot, token)
    if token == CATIE:
        state.frames.append(("side", seat, (slot,)))


class ChooseSide(Decision[State]):
    """A choice of the upper side of a Catie token that has come onto the launcher."""

    verbs = ("side",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (slot,) = state.frames[-1]
        if state.grid[seat][slot] == CATIE:
            return True
        state.frames.pop()  # the token has left this slot since
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("side", side) for side in FACE_BY_SIDE]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("table.form", problem="choose recover or damage")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (slot,) = state.frames.pop()
        state.set_slot(seat, slot, FACE_BY_SIDE[str(move[1])])
        if emit:
            emit("catie-side", "catie.side", EVERYONE, seat=seat, slot=SLOTS[slot], side=move[1])


# -- away from the launcher --------------------------------------------------------------------------------------------


def lift_from_launcher(state: State, seat: int, slots: Iterable[int]) -> str:
    """Take tokens off the launcher and return them as bags and pools write them."""
    lifted = ""
    for slot in sorted(slots):
        token = state.grid[seat][slot]
        assert token not in (EMPTY, LOCK)
        lifted += CATIE if token == CATIE_DAMAGE else token
        state.set_slot(seat, slot, EMPTY)
    return lifted


def dump_tokens(state: State, seat: int, slots: Iterable[int], rule: str, emit: Emit | None) -> str:
    """Dump the tokens on these slots. Return them as a dump writes them, such as “ECX”."""
    slots = sorted(slots)
    lifted = lift_from_launcher(state, seat, slots)
    state.to_dump(seat, lifted)
    if lifted and emit:
        emit("dumps", rule, EVERYONE, seat=seat, tokens=lifted, slots=[SLOTS[slot] for slot in slots])
    return lifted


def discard_tokens(state: State, seat: int, slots: Iterable[int], rule: str, emit: Emit | None) -> str:
    """Move the tokens on these slots to the neutral pool, and return them. Corrupted ones may leave the game."""
    slots = sorted(slots)
    lifted = lift_from_launcher(state, seat, slots)
    for slot, token in zip(slots, lifted, strict=True):
        leaves_game = token == CORRUPTED and _corrupted_leaves_game(state)
        if leaves_game:
            state.box += (token,)
        else:
            state.supply[token] = state.supply.get(token, 0) + 1
        if emit:
            kind = "discards-for-good" if leaves_game else "discards"
            cited_rule = _corrupted_discard_rule(state) if token == CORRUPTED else rule
            emit(kind, cited_rule, EVERYONE, seat=seat, token=token, slot=SLOTS[slot], cause=rule)
    return lifted


def _corrupted_discard_rule(state: State) -> str:
    """Return the rule that says where a discarded corrupted token goes."""
    return "ruling.comp.cd-discard" if state.rules.mode == "versus" else "data.corrupted-box"


def _corrupted_leaves_game(state: State) -> bool:
    """Tell if a discarded corrupted token leaves the game: in every scenario, and in versus under a ruling."""
    return state.rules.mode != "versus" or state.ruling["ruling.comp.cd-discard"] == "box"


# -- gaining tokens ----------------------------------------------------------------------------------------------------


def refuse_gain(state: State, seat: int, token: str) -> Verdict | None:
    """Return why a player can't gain a token of this kind, or None.

    A corrupted token is never refused: `gain_corrupted` reports an empty pool.
    """
    if token == CATIE and state.pool(seat).count(CATIE) >= MOST_CATIE:
        return Verdict("catie.max", limit=MOST_CATIE)
    if token != CORRUPTED and state.supply.get(token, 0) < 1:
        return Verdict("data.gain-empty", token=token)
    return None


def gain_tokens(
    state: State, seat: int, token: str, number: int, rule: str, emit: Emit | None, *, to_bag: bool = False
) -> int:
    """Gain tokens of one kind from the neutral pool, into the dump or the bag. Return how many."""
    if token == CORRUPTED:
        return gain_corrupted(state, seat, number, rule, emit, to_bag=to_bag)
    gained = min(number, state.supply.get(token, 0))
    if token == CATIE:
        gained = max(0, min(gained, MOST_CATIE - state.pool(seat).count(CATIE)))
    if gained < number and emit:
        has_most = token == CATIE and state.supply.get(token, 0) > gained
        emit("gains-less", "catie.max" if has_most else "data.gain-empty", EVERYONE, seat=seat, token=token)
    if gained:
        state.supply[token] -= gained
        _take_in(state, seat, token * gained, rule, emit, to_bag=to_bag)
    return gained


def _take_in(state: State, seat: int, tokens: str, rule: str, emit: Emit | None, *, to_bag: bool) -> None:
    """Add gained tokens, all of one kind, to a player's bag or dump."""
    if to_bag:
        state.to_bag(seat, tokens)
    else:
        state.to_dump(seat, tokens)
    if emit:
        kind = "bags" if to_bag else "gains-token"
        emit(kind, rule, EVERYONE, seat=seat, token=tokens[0], count=len(tokens))


def gain_corrupted(state: State, seat: int, number: int, rule: str, emit: Emit | None, *, to_bag: bool = False) -> int:
    """Gain corrupted tokens, as far as there are any. Return how many.

    In a scenario, they come from the pool on the time track. Too small a pool can lose the game, as a ruling says.
    """
    if state.rules.mode == "versus":
        gained = min(number, state.supply.get(CORRUPTED, 0))
        state.supply[CORRUPTED] = state.supply.get(CORRUPTED, 0) - gained
        empty_rule = "comp.cd-empty"
    else:
        gained = min(number, state.corrupted)
        state.corrupted -= gained
        empty_rule = "ruling.end.cd-empty" if state.ruling["ruling.end.cd-empty"] == "sheet" else "end.cd-out"
    is_short = gained < number
    if gained:
        _take_in(state, seat, CORRUPTED * gained, rule, emit, to_bag=to_bag)
    if is_short and emit:
        emit("no-corrupted", empty_rule, EVERYONE, seat=seat, count=number - gained)
    if state.rules.mode != "versus":
        _lose_if_run_out(state, is_short, emit)
    return gained


def _lose_if_run_out(state: State, is_short: bool, emit: Emit | None) -> None:
    """Lose a scenario if the ruling says so: with too few corrupted tokens for a gain, or with an empty pool."""
    reading = state.ruling["ruling.end.cd-empty"]
    if state.result is None and reading != "sheet":
        if is_short:
            quest.lose_scenario(state, "end.cd-out", emit)
        elif reading == "empty" and state.corrupted == 0:
            quest.lose_scenario(state, "ruling.end.cd-empty", emit)
