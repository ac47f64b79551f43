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
from tabletop_kernel.games.tamashii.phases import purchases
from tabletop_kernel.games.tamashii.state import State

FACES = ("D", "S", "T")  # in the order in which dice are kept
ENEMY_DICE = ("number", "symbol")  # rerolls reach them only under a ruling
RULES = {"trace": "trace.dice", "attack": "combat.roll", "test": "test.contribute"}
MOMENTS = {"trace": ("after-roll", "trace-roll"), "attack": ("after-roll", "after-attack"), "test": ("after-roll",)}
HELP = ("after-other-roll",)
ROLLS = {"trace": "trace.dice", "attack": "combat.roll", "test": "test.success"}  # the rule on each purpose
AFTER: dict[str, Callable[[State, int, str, Emit | None], None]] = {}


class Roll(NamedTuple):
    purpose: str
    dice: str
    batch: tuple[str, ...] = ()
    spent: int = 0
    kept: int = 0


def roll(state: State, seat: int, purpose: str, number: int, emit: Emit | None) -> None:
    """Roll player dice for a purpose. Its effect comes after everyone has had a chance to change the roll."""
    wanted, number = number, fight_state.capped(state, number)
    fight_state.tell_short(state, seat, wanted - number, emit)
    abilities.clear(state, "roll")
    dice = throw(state, seat, number)
    if number and emit:
        emit(f"rolled-{purpose}", RULES[purpose], EVERYONE, seat=seat, dice=dice, count=number)
    state.frames.append(("roll", seat, Roll(purpose, dice)[:]))


def reopen(state: State, seat: int, dice: str, die: str) -> None:
    """Put a kept attack roll back on the stack, with a reroll named for one die."""
    state.frames.append(("roll", seat, Roll("attack", dice, (die,))[:]))


def throw(state: State, seat: int, number: int) -> str:
    """Return the faces of this many dice, sorted."""
    return "".join(sorted(DIE[state.chance.roll(f"dice-{seat}") - 1] for _ in range(number)))


# -- the roll at hand --------------------------------------------------------------------------------------------------


def at(state: State) -> int:
    """Return the position of the latest open roll on the stack, or -1."""
    return next((depth for depth in range(len(state.frames) - 1, -1, -1) if state.frames[depth][0] == "roll"), -1)


def current(state: State) -> Roll | None:
    depth = at(state)
    return None if depth < 0 else Roll(*state.frames[depth][2])


def change(state: State, dice: str, paid: bool = False) -> None:
    """Replace the dice of the open roll, which nobody has accepted yet. `paid` says that reroll assets did it."""
    depth = at(state)
    kind, seat, data = state.frames[depth]
    old = Roll(*data)
    now = old._replace(dice="".join(sorted(dice)), batch=(), spent=1 if paid else old.spent, kept=0)
    state.frames[depth] = (kind, seat, now[:])


def has_room(state: State) -> bool:
    """Tell if one more die is available for the open roll."""
    now = current(state)
    return now is not None and fight_state.capped(state, len(now.dice) + 1) > len(now.dice)


def add(state: State, seat: int, number: int, rule: str, emit: Emit | None) -> None:
    """Add dice to the open roll, as many as are available."""
    now = current(state)
    assert now is not None
    added = fight_state.capped(state, len(now.dice) + number) - len(now.dice)
    new = throw(state, seat, added)
    change(state, now.dice + new)
    if new and emit:
        emit("rolls-more", rule, EVERYONE, seat=seat, dice=new)
    fight_state.tell_short(state, seat, number - added, emit)


def reroll(state: State, faces: str, rule: str, emit: Emit | None, by: int, paid: bool = False) -> None:
    """Roll these dice of the open roll again."""
    depth = at(state)
    roller = state.frames[depth][1]
    before = Roll(*state.frames[depth][2])
    rest = list(before.dice)
    for face in faces:
        rest.remove(face)
    new = throw(state, roller, len(faces))
    change(state, "".join(rest) + new, paid)
    if emit and faces:
        rule = "asset.reroll-others" if before.spent and not paid else rule
        emit("rerolled", rule, EVERYONE, seat=by, dice="".join(sorted(faces)), new=new)


# -- the decision ------------------------------------------------------------------------------------------------------


class AlterRoll(Decision[State]):
    """Changes to the roll by anyone who can make them, until everyone accepts it."""

    verbs = ("reroll", "take-back", "again", "use", "keep", *purchases.VERBS, "trade")

    def due(self, state: State, emit: Emit | None) -> bool:
        frame = state.frames[-1]
        if self.deciders(state, frame):
            return True
        _, seat, data = state.frames.pop()
        now = Roll(*data)
        if now.purpose != "attack":  # an attack roll can be looked at again until its Combat ends
            abilities.clear(state, "roll")
        if not state.is_out(seat):
            AFTER[now.purpose](state, seat, now.dice, emit)
        return False

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        _, roller, data = frame
        if state.is_out(roller):
            return ()
        now = Roll(*data)
        left = [seat for seat in state.clockwise(roller) if not now.kept >> seat & 1 and not state.is_out(seat)]
        altering = [seat for seat in left if self._altering(state, seat, frame)]
        if not altering and not any(may_equip(state, seat, frame) for seat in left):
            return ()
        return [seat for seat in left if seat in altering or len(self._moves(state, seat, frame)) > 1]

    def moves(self, state: State, seat: int) -> list[Move]:
        return self._moves(state, seat, state.frames[-1])

    def _moves(self, state: State, seat: int, frame: OpenDecision) -> list[Move]:
        found, now = self._altering(state, seat, frame), Roll(*frame[2])
        if _upgrades(state, now):
            found += [*purchases.options(state, seat), *swapping.openings(state, seat)]
            planned = [("use", name) for name in abilities.usable(state, seat, "planning")]
            found += [move for move in planned if move not in found]
        back = [("take-back", "reroll", die) for die in (*FACES, *ENEMY_DICE) if seat == frame[1] and die in now.batch]
        return [*found, ("keep",), *back]

    def _altering(self, state: State, seat: int, frame: OpenDecision) -> list[Move]:
        """Return what a player can do to change the roll."""
        _, roller, data = frame
        now = Roll(*data)
        found: list[Move] = []
        if seat == roller:
            found += [
                ("reroll", die) for die in self._within_reach(state, now) if why_not(state, seat, now, die) is None
            ]
            found += [("again",)] if now.batch else []
        for when in MOMENTS[now.purpose] if seat == roller else HELP:
            found += [("use", name) for name in abilities.usable(state, seat, when) if ("use", name) not in found]
        return found

    def can_be_altered(self, state: State) -> bool:
        """Tell if anyone can change the roll now."""
        frame = state.frames[-1]
        return any(self._altering(state, seat, frame) for seat in state.clockwise() if not state.is_out(seat))

    def forced_move(self, state: State, seat: int) -> Move | None:
        """Return the move that keeps a roll which a player can't change, now or by equipping; None otherwise."""
        frame = state.frames[-1]
        return None if self._altering(state, seat, frame) or may_equip(state, seat, frame) else ("keep",)

    def _within_reach(self, state: State, now: Roll) -> tuple[str, ...]:
        return (*FACES, *ENEMY_DICE) if _enemy_dice(state, now) else FACES

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        _, roller, data = state.frames[-1]
        now = Roll(*data)
        if move[0] == "use":
            return abilities.refuse_use(state, seat, move, _moments(state, now, seat == roller))
        if move[0] in (*purchases.VERBS, "trade"):
            return _no_upgrade(state, seat, now, move)
        if move[0] == "take-back" and move[1:2] != ("reroll",):  # part of a trade or a test
            return first_keep(state)
        if seat != roller and move[0] in ("reroll", "again", "take-back"):
            return Verdict("asset.personal", other=roller)
        if move[0] == "reroll" and len(move) == len(("reroll", "die")) and move[1] in (*FACES, *ENEMY_DICE):
            return why_not(state, seat, now, str(move[1]))
        if move[0] in ("again", "take-back"):
            return Verdict("asset.reroll-once" if now.spent else "asset.reroll-one", what="none")
        if move[0] == "keep":  # about an augment, not this roll
            return Verdict("upg.exp-augment")
        return Verdict("table.unknown", move=" ".join(map(str, move)))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        kind, roller, data = state.frames[-1]
        now = Roll(*data)
        if move[0] == "use":
            name = str(move[1])
            moments = _moments(state, now, seat == roller)
            when = next(when for when in moments if name in abilities.usable(state, seat, when))
            abilities.use(state, seat, name, emit, when)
        elif move[0] == "again":
            _again(state, seat, now, emit)
        elif move[0] == "trade":
            swapping.begin(state, seat, int(move[1]))
        elif move[0] in purchases.VERBS:
            purchases.apply(state, seat, move, emit)
        else:
            if move[0] == "reroll":
                now = now._replace(batch=tuple(sorted((*now.batch, str(move[1])))))
            elif move[0] == "take-back":
                batch = list(now.batch)
                batch.remove(str(move[2]))
                now = now._replace(batch=tuple(batch))
            else:
                now = now._replace(kept=now.kept | 1 << seat, batch=() if seat == roller else now.batch)
            state.frames[-1] = (kind, roller, now[:])


# -- upgrades while a trace roll waits ---------------------------------------------------------------------------------


def _upgrades(state: State, now: Roll) -> bool:
    """Tell if players can upgrade while this roll waits."""
    return now.purpose == "trace" and state.ruling["ruling.plan.windows"] == "open"


def _moments(state: State, now: Roll, own: bool) -> tuple[str, ...]:
    """Return the ability timings that belong to this roll, for the roller or for others."""
    moments = MOMENTS[now.purpose] if own else HELP
    return (*moments, "planning") if _upgrades(state, now) else moments


def may_equip(state: State, seat: int, frame: OpenDecision) -> bool:
    """Tell if a player can equip something now that may change the roll."""
    _, roller, data = frame
    now = Roll(*data)
    moments = MOMENTS[now.purpose] if seat == roller else HELP
    return _upgrades(state, now) and any(
        use.when in moments and augments.cost(state, seat, augment) <= state.has(seat, "memory")
        for augment in state.unequipped[seat]
        for use in state.augment(augment).uses
    )


def first_keep(state: State) -> Verdict:
    """Return the verdict for another move while a roll is on the table."""
    return Verdict(ROLLS[state.frames[-1][2][0]], what="first roll")


def _no_upgrade(state: State, seat: int, now: Roll, move: Move) -> Verdict | None:
    if state.phase != "planning":
        return Verdict("upg.when")
    if now.purpose != "trace":
        return Verdict(ROLLS[now.purpose], what="first roll")
    if not _upgrades(state, now):
        return Verdict("ruling.plan.windows")
    return swapping.why_not(state, seat, move) if move[0] == "trade" else purchases.why_not(state, seat, move)


def _enemy_dice(state: State, now: Roll) -> bool:
    """Tell if rerolls reach this roll's number die and symbol die."""
    return now.purpose == "attack" and state.ruling["ruling.reroll.dice"] == "any"


def why_not(state: State, seat: int, now: Roll, die: str) -> Verdict | None:
    """Return why a reroll asset can't be used for a die, or None."""
    if now.spent:
        return Verdict("asset.reroll-once", what="spent")
    if die in ENEMY_DICE:
        if not _enemy_dice(state, now):
            attack = now.purpose == "attack"
            return Verdict("ruling.reroll.dice" if attack else "asset.reroll-one", what="enemy-die", die=die)
        if die in now.batch:
            return Verdict("asset.reroll-one", what="named", die=die)
    elif now.batch.count(die) >= now.dice.count(die):
        return Verdict("asset.reroll-one", what="named" if die in now.batch else "no-die", die=die)
    have = state.has(seat, "reroll")
    if have <= len(now.batch):
        return Verdict("asset.spend", need=len(now.batch) + 1, have=have, asset="reroll")
    return None


def _again(state: State, seat: int, now: Roll, emit: Emit | None) -> None:
    """Pay for the batch and roll it again. Reroll assets can do this only once per roll."""
    assets.spend_asset(state, seat, "reroll", len(now.batch), "asset.reroll-one", emit)
    if now.purpose == "attack":
        abilities.mark(state, seat, fight_state.REROLLED)
    reroll(state, "".join(die for die in now.batch if die in FACES), "asset.reroll-one", emit, seat, paid=True)
    for die in ENEMY_DICE:
        if die in now.batch:
            fight_state.reroll_enemy_die(state, seat, die, "ruling.reroll.dice", emit)


ALTER = AlterRoll()
DECISIONS: dict[str, Decision[State]] = {"roll": ALTER}
