"""Wounds: shields and abilities stop them, the rest cost integrity, and a player without integrity resets.

The frame `("wounds", seat, (count, why))` has an effect's wounds still to suffer, and the effect's rule. `("fatal",
seat, (count, why))` asks once more if they would take the last integrity.
"""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.fighting import resetting
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import assets
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.state import State

SHIELDED = "combat:shield"  # shields have been spent in this Combat
GUARDING = "combat:guard:"  # before the key of a line that prevents wounds in this turn's Combat


def wound_player(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Wound a player, after any guard of this turn's Combat; the decisions about it come next."""
    number -= _use_guard(state, seat, number, emit)
    if number > 0 and not state.is_out(seat):
        state.frames.append(("wounds", seat, (number, rule)))


def _use_guard(state: State, seat: int, number: int, emit: Emit | None) -> int:
    """Use up the guard of this turn's Combat. Return how many wounds it stops."""
    guard = state.tally[seat].get("guard", 0) if state.phase == "combat" else 0
    stopped = min(guard, number)
    if stopped > 0:
        state.count(seat, "guard", -stopped)
        if emit:
            emit("guarded", _guarding_rule(state, seat), EVERYONE, seat=seat, count=stopped)
    return max(0, stopped)


def add_guard(state: State, seat: int, number: int, key: str, emit: Emit | None) -> None:
    """Let a line stop wounds in this turn's Combat, whenever they come."""
    state.count(seat, "guard", number)
    abilities.add_mark(state, seat, GUARDING + key)
    if emit:
        emit("guards", running.rule_of(state, key), EVERYONE, seat=seat, count=number)


def _guarding_rule(state: State, seat: int) -> str:
    """Return the rule of the line that set up the guard."""
    keys = [mark.removeprefix(GUARDING) for mark in state.used[seat] if mark.startswith(GUARDING)]
    return running.rule_of(state, keys[0]) if keys else "combat.shield"


def prevent_wounds(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> int:
    """Stop some of a player's coming wounds. Return how many."""
    for depth in range(len(state.frames) - 1, -1, -1):
        kind, owner, data = state.frames[depth]
        if kind == "wounds" and owner == seat:
            count, cause = data
            stopped = min(number, count)
            state.frames[depth] = (kind, seat, (count - stopped, cause))
            if stopped and emit:
                emit("prevents", rule, EVERYONE, seat=seat, count=stopped)
            return int(stopped)
    return 0


def count_coming(state: State, seat: int) -> int:
    """Return how many wounds a player is about to suffer."""
    return next((data[0] for kind, owner, data in reversed(state.frames) if kind == "wounds" and owner == seat), 0)


# -- shields -----------------------------------------------------------------------------------------------------------


def count_shields(state: State, seat: int, count: int) -> int:
    """Return how many shields a player spends, if any are spent."""
    return min(state.has(seat, "shield"), count)


def _refuse_shields(state: State, seat: int) -> Verdict | None:
    if not state.has(seat, "shield"):
        return Verdict("asset.spend", need=1, have=0, asset="shield")
    if SHIELDED in state.used[seat] and state.phase == "combat":
        return Verdict("ruling.combat.wound-batches")
    return None


class TakeWounds(Decision[State]):
    """Shields, abilities that prevent wounds, or the wounds themselves."""

    verbs = ("shield", "suffer", "use")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (count, _) = state.frames[-1]
        if count <= 0 or state.is_out(seat):
            state.frames.pop()
            return False
        if len(self.moves(state, seat)) > 1:
            return True
        self._suffer(state, seat, emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        count = state.frames[-1][2][0]
        spend: list[Move] = (
            [("shield", count_shields(state, seat, count))] if _refuse_shields(state, seat) is None else []
        )
        return [*spend, *(("use", name) for name in abilities.usable_names(state, seat, "wounded")), ("suffer",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "use":
            return abilities.refuse_use(state, seat, move, ("wounded",))
        if move[0] == "shield":
            refusal = _refuse_shields(state, seat)
            need, have = count_shields(state, seat, state.frames[-1][2][0]), state.has(seat, "shield")
            return refusal or Verdict("asset.shield-all-in", need=need, have=have)
        return Verdict("table.unknown", move=" ".join(map(str, move)))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "use":
            abilities.use_ability(state, seat, str(move[1]), emit, "wounded")
        elif move[0] == "suffer":
            self._suffer(state, seat, emit)
        else:
            self._shield(state, seat, emit)

    def _shield(self, state: State, seat: int, emit: Emit | None) -> None:
        kind, _, (count, why) = state.frames[-1]
        spent = count_shields(state, seat, count)
        rule = "combat.shield" if state.phase == "combat" else "asset.shield-one"
        assets.spend_asset(state, seat, "shield", spent, rule, emit)
        state.frames[-1] = (kind, seat, (count - spent, why))
        if state.phase == "combat" and state.ruling["ruling.combat.wound-batches"] == "combat":
            abilities.add_mark(state, seat, SHIELDED)

    def _suffer(self, state: State, seat: int, emit: Emit | None) -> None:
        _, _, (count, rule) = state.frames.pop()
        if emit and state.has(seat, "shield"):
            _tell_unused_shields(state, seat, emit)
        suffer_wounds(state, seat, count, rule, emit)


def _tell_unused_shields(state: State, seat: int, emit: Emit) -> None:
    """Report why shields stop nothing: the player keeps them, or may not spend more."""
    refusal = _refuse_shields(state, seat)
    if refusal is None:
        emit("keeps-shields", "asset.shield-optional", EVERYONE, seat=seat)
    else:
        emit("shields-spent", refusal.rule, EVERYONE, seat=seat)


# -- integrity ---------------------------------------------------------------------------------------------------------


def suffer_wounds(state: State, seat: int, count: int, rule: str, emit: Emit | None) -> None:
    """Take wounds that nothing stops. Only abilities against fatal wounds can still help."""
    if 0 < state.integrity[seat] <= count and abilities.usable_names(state, seat, "fatal"):
        state.frames.append(("fatal", seat, (count, rule)))
    else:
        _lose_integrity(state, seat, count, rule, emit)


def _lose_integrity(state: State, seat: int, count: int, rule: str, emit: Emit | None) -> None:
    wounds = min(count, state.integrity[seat])
    state.integrity[seat] -= wounds
    if wounds and emit:
        emit("wounded", rule, EVERYONE, seat=seat, count=wounds, integrity=state.integrity[seat])
    if state.integrity[seat] == 0:
        resetting.reset_or_wait(state, seat, emit)


class LastChance(Decision[State]):
    """A last chance to use an ability before integrity drops to 0."""

    verbs = ("use", "fall")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (count, rule) = state.frames[-1]
        if state.is_out(seat):
            state.frames.pop()
            return False
        if len(self.moves(state, seat)) > 1:
            return True
        state.frames.pop()
        _lose_integrity(state, seat, count, rule, emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("use", name) for name in abilities.usable_names(state, seat, "fatal")), ("fall",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "use":
            return abilities.refuse_use(state, seat, move, ("fatal",))
        return Verdict("table.unknown", move=" ".join(map(str, move)))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (count, rule) = state.frames.pop()
        if move[0] == "use":
            abilities.use_ability(state, seat, str(move[1]), emit, "fatal")
        else:
            _lose_integrity(state, seat, count, rule, emit)


DECISIONS: dict[str, Decision[State]] = {"wounds": TakeWounds(), "fatal": LastChance()}
