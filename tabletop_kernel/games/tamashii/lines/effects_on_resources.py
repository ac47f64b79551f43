"""Effects of lines on assets, EXP and integrity."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import ASSETS, MOST_ASSETS
from tabletop_kernel.games.tamashii.fighting import wounds
from tabletop_kernel.games.tamashii.launch import assets, launcher
from tabletop_kernel.games.tamashii.lines import choices_of_pieces, running
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.lines.running import Run, Verb, always_true, first_amount, rule_of, tell_left_out
from tabletop_kernel.games.tamashii.state import State


def _asset(act: Act) -> str:
    return str(act.args[1])


# -- assets ------------------------------------------------------------------------------------------------------------


def _gain(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    assets.gain_asset(state, seat, _asset(act), first_amount(state, seat, run, act), "asset.gain", emit)


def _can_gain(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.has(seat, _asset(act)) < MOST_ASSETS and first_amount(state, seat, run, act) > 0


def _lose(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not assets.lose_asset(state, seat, _asset(act), first_amount(state, seat, run, act), "asset.lose", emit):
        tell_left_out(state, seat, run.key, f"there is no {_asset(act)} to lose", "asset.lose", emit)


def _has_asset(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.has(seat, _asset(act)) > 0


def _spend(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_spend(state, seat, run, act):
        assets.spend_asset(state, seat, _asset(act), first_amount(state, seat, run, act), "asset.spend", emit)
    else:
        tell_left_out(
            state, seat, run.key, f"the {_asset(act)} track is too low to spend that much", "asset.spend", emit
        )
        running.stop_line(state)


def _can_spend(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.has(seat, _asset(act)) >= first_amount(state, seat, run, act)


def _gain_any(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _has_room(state, seat, run, act):
        different = int(act.verb == "gain-different")
        state.frames.append(("pick-asset", seat, (first_amount(state, seat, run, act), different, ())))
    else:
        tell_left_out(state, seat, run.key, "all asset tracks are full", "asset.range", emit)


def _has_room(state: State, seat: int, run: Run, act: Act) -> bool:
    return min(state.assets[seat]) < MOST_ASSETS and first_amount(state, seat, run, act) > 0


def _lose_each(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not any(state.assets[seat]):
        tell_left_out(state, seat, run.key, "there is no asset to lose", "asset.lose", emit)
    for asset in ASSETS:
        assets.lose_asset(state, seat, asset, first_amount(state, seat, run, act), "asset.lose", emit)


def _take(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_take(state, seat, run, act):
        least = running.amount(state, seat, act.args[1])
        state.frames.append(("take-asset", seat, (first_amount(state, seat, run, act), least)))
    else:
        tell_left_out(state, seat, run.key, "no one on this tile has enough of an asset", rule_of(state, run.key), emit)


def _can_take(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_pieces.assets_to_take(state, seat, running.amount(state, seat, act.args[1])))


# -- EXP ---------------------------------------------------------------------------------------------------------------


def _gain_exp(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    assets.gain_exp(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit)


def _can_gain_exp(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.ruling["ruling.exp.cap"] == "none" or state.exp[seat] < assets.EXP_LIMIT


def _lose_exp(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    lost = min(state.exp[seat], first_amount(state, seat, run, act))
    state.exp[seat] -= lost
    if not lost:
        tell_left_out(state, seat, run.key, "there is no EXP to lose", rule_of(state, run.key), emit)
    elif emit:
        emit("loses-exp", rule_of(state, run.key), EVERYONE, seat=seat, count=lost, exp=state.exp[seat])


def _has_exp(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.exp[seat] > 0


def _spend_exp(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_spend_exp(state, seat, run, act):
        assets.spend_exp(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit)
    else:
        tell_left_out(state, seat, run.key, "there is not enough EXP to spend", rule_of(state, run.key), emit)
        running.stop_line(state)


def _can_spend_exp(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.exp[seat] >= first_amount(state, seat, run, act)


# -- integrity ---------------------------------------------------------------------------------------------------------


def recover(state: State, seat: int, count: int, rule: str, emit: Emit | None) -> int:
    """Raise integrity, but not above its maximum. Return by how much."""
    healed = max(0, min(count, state.maximum[seat] - state.integrity[seat]))
    state.integrity[seat] += healed
    if healed and emit:
        emit("recovers", rule, EVERYONE, seat=seat, count=healed, integrity=state.integrity[seat])
    return healed


def _recover(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not recover(state, seat, first_amount(state, seat, run, act), "kw.recover", emit):
        tell_left_out(state, seat, run.key, "integrity is already at its maximum", "kw.recover", emit)


def _is_hurt(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.integrity[seat] < state.maximum[seat]


def _wound(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    wounds.wound_player(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit)


def _can_wound(state: State, seat: int, run: Run, act: Act) -> bool:
    return first_amount(state, seat, run, act) > 0


def _raise_max(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not assets.raise_maximum(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit):
        tell_left_out(state, seat, run.key, "maximum integrity can't go higher", "ruling.upg.max-cap", emit)


def _can_raise(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.maximum[seat] < int(state.ruling["ruling.upg.max-cap"])


def _set_integrity(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    state.integrity[seat] = min(state.maximum[seat], first_amount(state, seat, run, act))
    if emit:
        emit("integrity-set", rule_of(state, run.key), EVERYONE, seat=seat, integrity=state.integrity[seat])


def _unlock(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if launcher.locked_slots(state, seat):
        state.frames.append(("pick-lock", seat, (first_amount(state, seat, run, act),)))
    else:
        tell_left_out(state, seat, run.key, "there are no locks left", "kw.unlock", emit)


def _has_lock(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(launcher.locked_slots(state, seat))


def _prevent(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    wounds.prevent_wounds(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit)


def _is_wounded(state: State, seat: int, run: Run, act: Act) -> bool:
    return wounds.count_coming(state, seat) > 0


def _guard(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    wounds.add_guard(state, seat, first_amount(state, seat, run, act), run.key, emit)


VERBS = {
    "gain-asset": Verb(_gain, _can_gain),
    "lose-asset": Verb(_lose, _has_asset, _can_spend),
    "spend-asset": Verb(_spend, _can_spend),
    "gain-any": Verb(_gain_any, _has_room),
    "gain-different": Verb(_gain_any, _has_room),
    "lose-each": Verb(_lose_each, lambda state, seat, run, act: any(state.assets[seat])),
    "take-asset": Verb(_take, _can_take),
    "gain-exp": Verb(_gain_exp, _can_gain_exp),
    "lose-exp": Verb(_lose_exp, _has_exp, _can_spend_exp),
    "spend-exp": Verb(_spend_exp, _can_spend_exp),
    "recover": Verb(_recover, _is_hurt),
    "wound": Verb(_wound, _can_wound),
    "raise-max": Verb(_raise_max, _can_raise),
    "set-integrity": Verb(_set_integrity, always_true),
    "unlock": Verb(_unlock, _has_lock),
    "prevent": Verb(_prevent, _is_wounded),
    "guard": Verb(_guard, always_true),
}
