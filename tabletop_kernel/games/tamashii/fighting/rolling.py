"""Rolls of player dice, for trace, attacks and tests alike.

The frame is `("roll", seat, (purpose, dice, batch, spent, kept))`: the faces, the dice named for a reroll, 1 once
reroll assets have changed this roll, and the bits of the seats that accept it. Players who can change the roll are
asked; when a die changes, they are all asked again. Then `AFTER[purpose]` runs. While a trace roll waits for someone,
players may upgrade, unless a ruling forbids it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import DIE
from tabletop_kernel.games.tamashii.fighting import fight_state
from tabletop_kernel.games.tamashii.gear import abilities, augments, swapping
from tabletop_kernel.games.tamashii.launch import assets
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.phases import purchases
from tabletop_kernel.games.tamashii.state import State

FACES = ("D", "S", "T")  # in the order in which dice are kept
ENEMY_DICE = ("number", "symbol")  # rerolls reach them only under a ruling
RULE_BY_PURPOSE = {"trace": "trace.dice", "attack": "combat.roll", "test": "test.contribute"}
MOMENTS_OF_ROLLER = {
    "trace": ("after-roll", "trace-roll"),
    "attack": ("after-roll", "after-attack"),
    "test": ("after-roll",),
}
MOMENTS_OF_OTHERS = ("after-other-roll",)
KEEP_RULE_BY_PURPOSE = {
    "trace": "trace.dice",
    "attack": "combat.roll",
    "test": "test.success",
}  # cited when another move must wait for the roll
# What follows each purpose; combat, planning and token_tests enter theirs.
AFTER: dict[str, Callable[[State, int, str, Emit | None], None]] = {}


class Roll(NamedTuple):
    purpose: str
    dice: str
    batch: tuple[str, ...] = ()
    spent: int = 0
    kept: int = 0


def begin_roll(state: State, seat: int, purpose: str, number: int, emit: Emit | None) -> None:
    """Roll player dice for a purpose. Its effect comes after everyone has had a chance to change the roll."""
    wanted, number = number, fight_state.cap_dice(state, number)
    fight_state.tell_missing_dice(state, seat, wanted - number, emit)
    abilities.clear_scope(state, "roll")
    dice = throw_dice(state, seat, number)
    if number and emit:
        emit(f"rolled-{purpose}", RULE_BY_PURPOSE[purpose], EVERYONE, seat=seat, dice=dice, count=number)
    state.frames.append(("roll", seat, Roll(purpose, dice)[:]))


def reopen_attack(state: State, seat: int, dice: str, die: str) -> None:
    """Put a kept attack roll back on the stack, with a reroll named for one die."""
    state.frames.append(("roll", seat, Roll("attack", dice, (die,))[:]))


def throw_dice(state: State, seat: int, number: int) -> str:
    """Return the faces of this many dice, sorted."""
    return "".join(sorted(DIE[state.chance.roll(f"dice-{seat}") - 1] for _ in range(number)))


# -- the roll at hand --------------------------------------------------------------------------------------------------


def depth_of_roll(state: State) -> int:
    """Return the position of the latest open roll on the stack, or -1."""
    return next((depth for depth in range(len(state.frames) - 1, -1, -1) if state.frames[depth][0] == "roll"), -1)


def current_roll(state: State) -> Roll | None:
    depth = depth_of_roll(state)
    return None if depth < 0 else Roll(*state.frames[depth][2])


def change_dice(state: State, dice: str, paid: bool = False) -> None:
    """Replace the dice of the open roll, which nobody has accepted yet. `paid` says that reroll assets did it."""
    depth = depth_of_roll(state)
    kind, seat, data = state.frames[depth]
    old = Roll(*data)
    roll = old._replace(dice="".join(sorted(dice)), batch=(), spent=1 if paid else old.spent, kept=0)
    state.frames[depth] = (kind, seat, roll[:])


def has_room(state: State) -> bool:
    """Tell if one more die is available for the open roll."""
    roll = current_roll(state)
    return roll is not None and fight_state.cap_dice(state, len(roll.dice) + 1) > len(roll.dice)


def add_dice(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Add dice to the open roll, as many as are available."""
    roll = current_roll(state)
    assert roll is not None
    added = fight_state.cap_dice(state, len(roll.dice) + number) - len(roll.dice)
    thrown = throw_dice(state, seat, added)
    change_dice(state, roll.dice + thrown)
    if thrown and emit:
        emit("rolls-more", rule, EVERYONE, seat=seat, dice=thrown)
    fight_state.tell_missing_dice(state, seat, number - added, emit)


def reroll_dice(state: State, faces: str, rule: str, emit: Emit | None, by: int, paid: bool = False) -> None:
    """Roll these dice of the open roll again."""
    depth = depth_of_roll(state)
    roller = state.frames[depth][1]
    before = Roll(*state.frames[depth][2])
    rest = list(before.dice)
    for face in faces:
        rest.remove(face)
    thrown = throw_dice(state, roller, len(faces))
    change_dice(state, "".join(rest) + thrown, paid)
    if emit and faces:
        rule = "asset.reroll-others" if before.spent and not paid else rule
        emit("rerolled", rule, EVERYONE, seat=by, dice="".join(sorted(faces)), new=thrown)


# -- the decision ------------------------------------------------------------------------------------------------------


class AlterRoll(Decision[State]):
    """Changes to the roll by anyone who can make them, until everyone accepts it."""

    verbs = ("reroll", "take-back", "again", "use", "keep", *purchases.VERBS, "trade")

    def due(self, state: State, emit: Emit | None) -> bool:
        frame = state.frames[-1]
        if self.deciders(state, frame):
            return True
        _, seat, data = state.frames.pop()
        roll = Roll(*data)
        if roll.purpose != "attack":  # an attack roll can be looked at again until its Combat ends
            abilities.clear_scope(state, "roll")
        if not state.is_out(seat):
            AFTER[roll.purpose](state, seat, roll.dice, emit)
        return False

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        _, roller, data = frame
        if state.is_out(roller):
            return ()
        roll = Roll(*data)
        waiting = [seat for seat in state.clockwise(roller) if not roll.kept >> seat & 1 and not state.is_out(seat)]
        altering = [seat for seat in waiting if self._altering(state, seat, frame)]
        if not altering and not any(can_equip_for_roll(state, seat, frame) for seat in waiting):
            return ()
        return [seat for seat in waiting if seat in altering or len(self._moves(state, seat, frame)) > 1]

    def moves(self, state: State, seat: int) -> list[Move]:
        return self._moves(state, seat, state.frames[-1])

    def _moves(self, state: State, seat: int, frame: OpenDecision) -> list[Move]:
        moves, roll = self._altering(state, seat, frame), Roll(*frame[2])
        if _allows_upgrades(state, roll):
            moves += [*purchases.upgrades(state, seat), *swapping.trades_to_begin(state, seat)]
            planned = [("use", name) for name in abilities.usable_names(state, seat, "planning")]
            moves += [move for move in planned if move not in moves]
        back = [("take-back", "reroll", die) for die in (*FACES, *ENEMY_DICE) if seat == frame[1] and die in roll.batch]
        return [*moves, ("keep",), *back]

    def _altering(self, state: State, seat: int, frame: OpenDecision) -> list[Move]:
        """Return what a player can do to change the roll."""
        _, roller, data = frame
        roll = Roll(*data)
        moves: list[Move] = []
        if seat == roller:
            moves += [
                ("reroll", die)
                for die in self._within_reach(state, roll)
                if refuse_reroll(state, seat, roll, die) is None
            ]
            moves += [("again",)] if roll.batch else []
        for when in MOMENTS_OF_ROLLER[roll.purpose] if seat == roller else MOMENTS_OF_OTHERS:
            moves += [("use", name) for name in abilities.usable_names(state, seat, when) if ("use", name) not in moves]
        return moves

    def can_be_altered(self, state: State) -> bool:
        """Tell if anyone can change the roll now."""
        frame = state.frames[-1]
        return any(self._altering(state, seat, frame) for seat in state.clockwise() if not state.is_out(seat))

    def forced_move(self, state: State, seat: int) -> Move | None:
        """Return the move that keeps a roll which a player can't change, now or by equipping; None otherwise."""
        frame = state.frames[-1]
        return None if self._altering(state, seat, frame) or can_equip_for_roll(state, seat, frame) else ("keep",)

    def _within_reach(self, state: State, roll: Roll) -> tuple[str, ...]:
        return (*FACES, *ENEMY_DICE) if _reaches_enemy_dice(state, roll) else FACES

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        _, roller, data = state.frames[-1]
        roll = Roll(*data)
        if move[0] == "use":
            return abilities.refuse_use(state, seat, move, _moments_for(state, roll, seat == roller))
        if move[0] in (*purchases.VERBS, "trade"):
            return _refuse_upgrade(state, seat, roll, move)
        if move[0] == "take-back" and move[1:2] != ("reroll",):  # part of a trade or a test
            return refuse_until_kept(state)
        if seat != roller and move[0] in ("reroll", "again", "take-back"):
            return Verdict("asset.personal", other=roller)
        if move[0] == "reroll" and has_arguments(move, 1) and move[1] in (*FACES, *ENEMY_DICE):
            return refuse_reroll(state, seat, roll, str(move[1]))
        if move[0] in ("again", "take-back"):
            return Verdict("asset.reroll-once" if roll.spent else "asset.reroll-one", what="none")
        if move[0] == "keep":  # about an augment, not this roll
            return Verdict("upg.exp-augment")
        return Verdict("table.unknown", move=" ".join(map(str, move)))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        kind, roller, data = state.frames[-1]
        roll = Roll(*data)
        if move[0] == "use":
            name = str(move[1])
            moments = _moments_for(state, roll, seat == roller)
            when = next(when for when in moments if name in abilities.usable_names(state, seat, when))
            abilities.use_ability(state, seat, name, emit, when)
        elif move[0] == "again":
            _reroll_batch(state, seat, roll, emit)
        elif move[0] == "trade":
            swapping.begin_offer(state, seat, int(move[1]))
        elif move[0] in purchases.VERBS:
            purchases.buy_upgrade(state, seat, move, emit)
        else:
            if move[0] == "reroll":
                roll = roll._replace(batch=tuple(sorted((*roll.batch, str(move[1])))))
            elif move[0] == "take-back":
                batch = list(roll.batch)
                batch.remove(str(move[2]))
                roll = roll._replace(batch=tuple(batch))
            else:
                roll = roll._replace(kept=roll.kept | 1 << seat, batch=() if seat == roller else roll.batch)
            state.frames[-1] = (kind, roller, roll[:])


# -- upgrades while a trace roll waits ---------------------------------------------------------------------------------


def _allows_upgrades(state: State, roll: Roll) -> bool:
    """Tell if players can upgrade while this roll waits."""
    return roll.purpose == "trace" and state.ruling["ruling.plan.windows"] == "open"


def _moments_for(state: State, roll: Roll, own: bool) -> tuple[str, ...]:
    """Return the ability timings that belong to this roll, for the roller or for others."""
    moments = MOMENTS_OF_ROLLER[roll.purpose] if own else MOMENTS_OF_OTHERS
    return (*moments, "planning") if _allows_upgrades(state, roll) else moments


def can_equip_for_roll(state: State, seat: int, frame: OpenDecision) -> bool:
    """Tell if a player can equip something now that may change the roll."""
    _, roller, data = frame
    roll = Roll(*data)
    moments = MOMENTS_OF_ROLLER[roll.purpose] if seat == roller else MOMENTS_OF_OTHERS
    return _allows_upgrades(state, roll) and any(
        use.when in moments and augments.equip_cost(state, seat, augment) <= state.has(seat, "memory")
        for augment in state.unequipped[seat]
        for use in state.augment(augment).uses
    )


def refuse_until_kept(state: State) -> Verdict:
    """Return the verdict for another move while a roll is on the table."""
    return Verdict(KEEP_RULE_BY_PURPOSE[state.frames[-1][2][0]], what="first roll")


def _refuse_upgrade(state: State, seat: int, roll: Roll, move: Move) -> Verdict | None:
    if state.phase != "planning":
        return Verdict("upg.when")
    if roll.purpose != "trace":
        return Verdict(KEEP_RULE_BY_PURPOSE[roll.purpose], what="first roll")
    if not _allows_upgrades(state, roll):
        return Verdict("ruling.plan.windows")
    return (
        swapping.refuse_trade(state, seat, move) if move[0] == "trade" else purchases.refuse_upgrade(state, seat, move)
    )


def _reaches_enemy_dice(state: State, roll: Roll) -> bool:
    """Tell if rerolls reach this roll's number die and symbol die."""
    return roll.purpose == "attack" and state.ruling["ruling.reroll.dice"] == "any"


def refuse_reroll(state: State, seat: int, roll: Roll, die: str) -> Verdict | None:
    """Return why a reroll asset can't be used for a die, or None."""
    if roll.spent:
        return Verdict("asset.reroll-once", what="spent")
    if die in ENEMY_DICE:
        if not _reaches_enemy_dice(state, roll):
            attack = roll.purpose == "attack"
            return Verdict("ruling.reroll.dice" if attack else "asset.reroll-one", what="enemy-die", die=die)
        if die in roll.batch:
            return Verdict("asset.reroll-one", what="named", die=die)
    elif roll.batch.count(die) >= roll.dice.count(die):
        return Verdict("asset.reroll-one", what="named" if die in roll.batch else "no-die", die=die)
    have = state.has(seat, "reroll")
    if have <= len(roll.batch):
        return Verdict("asset.spend", need=len(roll.batch) + 1, have=have, asset="reroll")
    return None


def _reroll_batch(state: State, seat: int, roll: Roll, emit: Emit | None) -> None:
    """Pay for the batch and roll it again. Reroll assets can do this only once per roll."""
    assets.spend_asset(state, seat, "reroll", len(roll.batch), "asset.reroll-one", emit)
    if roll.purpose == "attack":
        abilities.add_mark(state, seat, fight_state.REROLLED)
    reroll_dice(state, "".join(die for die in roll.batch if die in FACES), "asset.reroll-one", emit, seat, paid=True)
    for die in ENEMY_DICE:
        if die in roll.batch:
            fight_state.reroll_enemy_die(state, seat, die, "ruling.reroll.dice", emit)


ALTER = AlterRoll()
DECISIONS: dict[str, Decision[State]] = {"roll": ALTER}
