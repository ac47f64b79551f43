"""Upgrades: what memory and EXP buy in Planning.

Memory pays for `("discard-token", slot)`, `("gain-token", letter)` and `("equip", augment)`. EXP pays for `("upgrade",
what)`, where `what` is integrity, open, augment or catie, and for `("upgrade", "unlock", slot)`. `planning` decides
when they are allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import BASIC, CATIE, EMPTY, LOCK, OPEN, SLOT, SLOTS
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.launch import assets, launcher, tokens
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State

VERBS = ("discard-token", "gain-token", "equip", "upgrade")
BOUGHT_MARK = "turn:exp-upgrade"  # marks a player who bought an EXP upgrade, when only one is allowed
CATIE_COST = 3
TOKEN_COST = 1  # memory, to gain or discard a token

FAULT_TEXTS = {"no-class": "class augments"}


def upgrades(state: State, seat: int) -> Iterator[Move]:
    """Yield every upgrade that a player can buy now, in a fixed order."""
    if state.has(seat, "memory") >= TOKEN_COST:
        grid = state.grid[seat]
        yield from (("discard-token", SLOTS[slot]) for slot in range(len(grid)) if grid[slot] not in (EMPTY, LOCK))
        yield from (("gain-token", token) for token in BASIC if state.supply.get(token, 0))
    for augment in dict.fromkeys(state.unequipped[seat]):
        if augments.equip_cost(state, seat, augment) <= state.has(seat, "memory"):
            yield ("equip", augment)
    if state.exp[seat] < min(exp_cost(state), catie_cost(state)):
        return
    yield from (move for move in _exp_upgrades(state, seat) if not _refuse_exp_upgrade(state, seat, move))


def _exp_upgrades(state: State, seat: int) -> Iterator[Move]:
    yield ("upgrade", "integrity")
    yield from (("upgrade", "unlock", SLOTS[slot]) for slot in launcher.locked_slots(state, seat))
    yield from (("upgrade", name) for name in ("open", "augment", "catie"))


def exp_cost(state: State) -> int:
    """Return the cost of an EXP upgrade."""
    return state.rules.upgrade_cost


def catie_cost(state: State) -> int:
    """Return the cost of a Catie token."""
    dearer = state.rules.difficulty != "normal" and state.ruling["ruling.catie.cost-modes"] == "4"
    return CATIE_COST + dearer


def _catie_rule(state: State) -> str:
    """Return the rule that sets the cost of a Catie token."""
    return "catie.buy" if catie_cost(state) == CATIE_COST else "ruling.catie.cost-modes"


# -- refusing ----------------------------------------------------------------------------------------------------------


def refuse_upgrade(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why a player can't buy this upgrade, or None."""
    return _REFUSAL_BY_VERB[str(move[0])](state, seat, move)


def _last_part(move: Move, number: int = 2) -> str | int | None:
    """Return the last part of a move, or None if the move has the wrong length."""
    return move[-1] if len(move) == number else None


def _refuse_memory(state: State, seat: int, rule: str, need: int, **facts: str) -> Verdict | None:
    have = state.has(seat, "memory")
    return Verdict(rule, need=need, have=have, **facts) if have < need else None


def _form_refusal(problem: str) -> Verdict:
    """Return a verdict for a move that doesn't name what to buy."""
    return Verdict("table.form", problem=problem)


def _refuse_discard(state: State, seat: int, move: Move) -> Verdict | None:
    if not has_arguments(move, 1):
        return _form_refusal("name the slot of the token to discard")
    slot = launcher.slot_of(move[1])
    if slot is None or state.grid[seat][slot] in (EMPTY, LOCK):
        return Verdict("data.discard", what="no-token", slot=str(move[1]))
    return _refuse_memory(state, seat, "upg.mem-discard", TOKEN_COST)


def _refuse_token(state: State, seat: int, move: Move) -> Verdict | None:
    token = _last_part(move)
    if not isinstance(token, str) or token not in tuple(BASIC):
        return Verdict("upg.mem-gain")
    return tokens.refuse_gain(state, seat, token) or _refuse_memory(
        state, seat, "asset.spend", TOKEN_COST, asset="memory"
    )


def _refuse_equip(state: State, seat: int, move: Move) -> Verdict | None:
    augment = _last_part(move)
    if augment in state.unequipped[seat]:
        return _refuse_memory(state, seat, "upg.mem-equip", augments.equip_cost(state, seat, augment), augment=augment)
    if augment in state.equipped[seat]:
        return Verdict("aug.stays", augment=augment)
    known = augment in state.rules.content.augments
    return Verdict("aug.equip", augment=augment) if known else _form_refusal("name the augment to equip")


def _refuse_exp_upgrade(state: State, seat: int, move: Move) -> Verdict | None:
    name = move[1] if len(move) > 1 and isinstance(move[1], str) else ""
    if name not in _REFUSAL_BY_UPGRADE or len(move) != (3 if name == "unlock" else 2):
        return _form_refusal("choose integrity, unlock with a slot, open, augment or catie")
    if name != "catie" and BOUGHT_MARK in state.used[seat]:
        return Verdict("ruling.upg.exp-repeat")
    return _REFUSAL_BY_UPGRADE[name](state, seat, move) or (_refuse_catie_exp if name == "catie" else _refuse_exp)(
        state, seat
    )


def _refuse_exp(state: State, seat: int) -> Verdict | None:
    """Return why a player has too few EXP, or None. Upgrades cost more above normal difficulty."""
    need, have = exp_cost(state), state.exp[seat]
    if have >= need:
        return None
    rule = {"hard": "mode.hard", "insane": "mode.insane-cost"}.get(state.rules.difficulty, "upg.exp-cost")
    return Verdict(rule, need=need, have=have)


def _refuse_catie_exp(state: State, seat: int) -> Verdict | None:
    need, have = catie_cost(state), state.exp[seat]
    return None if have >= need else Verdict(_catie_rule(state), need=need, have=have)


def _refuse_integrity(state: State, seat: int, move: Move) -> Verdict | None:
    limit = int(state.ruling["ruling.upg.max-cap"])
    return Verdict("ruling.upg.max-cap", limit=limit) if state.maximum[seat] >= limit else None


def _refuse_unlock(state: State, seat: int, move: Move) -> Verdict | None:
    slot = launcher.slot_of(move[2])
    if slot is not None and state.grid[seat][slot] == LOCK:
        return None
    return Verdict("upg.exp-unlock", slot=str(move[2]))


def _refuse_open(state: State, seat: int, move: Move) -> Verdict | None:
    return tokens.refuse_gain(state, seat, OPEN)


def _refuse_class_card(state: State, seat: int, move: Move) -> Verdict | None:
    if state.rules.prologue:
        return Verdict("setup.prologue-skips", what="no-class")
    return None if state.class_deck[seat] else Verdict("upg.exp-augment")


def _refuse_catie(state: State, seat: int, move: Move) -> Verdict | None:
    if "catie" not in state.rules.modules:
        return Verdict("catie.include")
    return tokens.refuse_gain(state, seat, CATIE)


_REFUSAL_BY_UPGRADE: dict[str, Callable[[State, int, Move], Verdict | None]] = {
    "integrity": _refuse_integrity,
    "unlock": _refuse_unlock,
    "open": _refuse_open,
    "augment": _refuse_class_card,
    "catie": _refuse_catie,
}
_REFUSAL_BY_VERB: dict[str, Callable[[State, int, Move], Verdict | None]] = {
    "discard-token": _refuse_discard,
    "gain-token": _refuse_token,
    "equip": _refuse_equip,
    "upgrade": _refuse_exp_upgrade,
}


# -- buying ------------------------------------------------------------------------------------------------------------


def buy_upgrade(state: State, seat: int, move: Move, emit: Emit | None) -> None:
    """Pay for an upgrade and carry it out."""
    verb, what = str(move[0]), str(move[1])
    if verb == "discard-token":
        assets.spend_asset(state, seat, "memory", TOKEN_COST, "upg.mem-discard", emit)
        tokens.discard_tokens(state, seat, [SLOT[what]], "upg.mem-discard", emit)
    elif verb == "gain-token":
        assets.spend_asset(state, seat, "memory", TOKEN_COST, "upg.mem-gain", emit)
        tokens.gain_tokens(state, seat, what, 1, "upg.mem-gain", emit)
    elif verb == "equip":
        assets.spend_asset(state, seat, "memory", augments.equip_cost(state, seat, what), "upg.mem-equip", emit)
        augments.equip(state, seat, what, "upg.mem-equip", emit)
    else:
        _buy_exp_upgrade(state, seat, move, emit)


def _buy_exp_upgrade(state: State, seat: int, move: Move, emit: Emit | None) -> None:
    what = str(move[1])
    if what == "catie":
        assets.spend_exp(state, seat, catie_cost(state), _catie_rule(state), emit)
        tokens.gain_tokens(state, seat, CATIE, 1, "catie.buy", emit)
        return
    rule = {"normal": "upg.exp-cost", "hard": "mode.hard"}.get(state.rules.difficulty, "mode.insane-cost")
    assets.spend_exp(state, seat, exp_cost(state), rule, emit)
    if state.ruling["ruling.upg.exp-repeat"] == "one":
        state.used[seat] += (BOUGHT_MARK,)
    if what == "integrity":
        assets.raise_maximum(state, seat, 1, "upg.exp-integrity", emit)
    elif what == "unlock":
        launcher.unlock_slot(state, seat, SLOT[str(move[2])], "upg.exp-unlock", emit)
    elif what == "open":
        tokens.gain_tokens(state, seat, OPEN, 1, "upg.exp-open", emit)
    else:
        augments.draw_class(state, seat, emit)
