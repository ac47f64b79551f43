"""Combat: take dice, roll them, place the number die; then both sides use frames in turn, the player first.

The frame `("combat", seat, Fight)` stays on the stack for the whole Combat, with effects, rolls and wounds on top of
it. Whenever it is on top again, everything automatic happens.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.fighting import enemies, fight_state, rolling
from tabletop_kernel.games.tamashii.fighting.fight_state import (
    ENEMY,
    FIGHT,
    MOST_DICE,
    NOT_ROLLED,
    PREPARE,
    ROLLED,
    WALK,
    Fight,
)
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import assets
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import solo_bot, versus_goals
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import anytime
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling.naming import FACES, dice_in_words


class Choice(NamedTuple):
    """A player's combat frame: its dice, whether it is starred, and its line."""

    key: str
    dice: str
    repeat: bool
    line: str


def attack(state: State, seat: int) -> int:
    """Return the active body's ATT."""
    return max(0, state.body(seat).att + abilities.modifier(state, seat, line_keys.ATT))


def frames_of(state: State, seat: int) -> dict[str, Choice]:
    """Return the active body's combat frames, and those that augments add."""
    body = state.body(seat)
    found = {
        str(at): Choice(str(at), "".join(sorted(frame.dice)), frame.repeat, line_keys.frame(body.id, at))
        for at, frame in enumerate(body.frames)
    }
    for one in abilities.abilities(state, seat, "frame"):
        key = f"{one.name}.{one.number}" if one.number else one.name
        dice = "".join(sorted(one.use.dice.replace("*", "")))
        found[key] = Choice(key, dice, "*" in one.use.dice, one.key)
    return found


def _no_card(state: State, seat: int, choice: Choice) -> Verdict | None:
    """Return why the card that adds a frame doesn't allow it now, or None."""
    for one in abilities.abilities(state, seat, "frame"):
        if one.key == choice.line:
            wrong = abilities.why_not(state, seat, one)
            return wrong if wrong is not None and wrong.facts.get("what") != "nothing" else None
    return None


def in_words(choice: Choice) -> str:
    """Return a frame's dice in words."""
    if choice.repeat:
        return f"one or more {FACES[choice.dice]}s"
    return dice_in_words(choice.dice)


def dice_for(choice: Choice, dice: str) -> list[str]:
    """Return all ways to put some of these dice on a frame; a starred frame takes any number."""
    if choice.repeat:
        return [choice.dice * number for number in range(1, dice.count(choice.dice) + 1)]
    return [choice.dice] if all(dice.count(face) >= choice.dice.count(face) for face in choice.dice) else []


# -- beginning and ending ----------------------------------------------------------------------------------------------


def begin(state: State, seat: int, emit: Emit | None) -> None:
    """Begin a player's Combat if there are enemies."""
    if state.is_out(seat):
        return
    if not state.enemies[seat]:
        if emit:
            emit("no-combat", "combat.skip", EVERYONE, seat=seat)
        return
    wanted = attack(state, seat)
    number = fight_state.capped(state, wanted)
    state.frames.append(("combat", seat, Fight(PREPARE, NOT_ROLLED * number, 0, "")[:]))
    if emit:
        emit("takes-dice", "combat.dice", EVERYONE, seat=seat, count=number, number=len(state.enemies[seat]))
    fight_state.tell_short(state, seat, wanted - number, emit)


def _end(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    state.frames.pop()
    versus_goals.check_goals(state, emit)  # some look at what happened in this Combat
    abilities.clear(state, "combat", seat)
    solo_bot.step_over(state, emit)
    if emit:
        emit("combat-over", rule, EVERYONE, seat=seat)


def _over(state: State, seat: int, now: Fight, rule: str, emit: Emit | None) -> bool:
    """End a finished Combat. Return True if it stays open for a learning step that needs this Combat."""
    if anytime.lost_with_combat(state, seat):
        fight_state.put(state, seat, now._replace(stage=FIGHT, dice="", number=-1))
        return True
    _end(state, seat, rule, emit)
    return False


# -- the enemies' side -------------------------------------------------------------------------------------------------


def _enemy_turn(state: State, seat: int, now: Fight, emit: Emit | None) -> None:
    """Resolve the active enemy's frame for the symbol die; a cancelled frame is skipped."""
    if now.number < 0:
        fight_state.put(state, seat, now._replace(stage=FIGHT))
        return
    fight_state.put(state, seat, now._replace(stage=WALK))
    card = state.enemies[seat][now.number][0]
    if fight_state.CANCEL in state.used[seat]:
        abilities.unmark(state, seat, fight_state.CANCEL)
        if emit:
            emit("frame-cancelled", "combat.enemy-frame", EVERYONE, seat=seat, enemy=card)
        return
    fight_state.begin(state, seat)
    line = line_keys.enemy(enemies.plain(card), now.symbol)
    if emit:
        emit("enemy-acts", "combat.enemy-frame", EVERYONE, seat=seat, enemy=card, symbol=now.symbol, key=line)
    running.begin(state, seat, line)


def _walk(state: State, seat: int, now: Fight, emit: Emit | None) -> None:
    """Move the number die to the next enemy on its right. After the top one, enemies that joined late act."""
    on = fight_state.moved_on(now)
    fight_state.put(state, seat, on._replace(stage=FIGHT))
    if not emit or now.number < 0:
        return
    if on.number < 0:
        emit("die-leaves", "combat.die-leaves", EVERYONE, seat=seat)
        return
    kind, rule = ("late-turn", "ruling.combat.late-enemy") if on.walked else ("die-walks", "combat.die-walks")
    emit(kind, rule, EVERYONE, seat=seat, enemy=state.enemies[seat][on.number][0])


def after_roll(state: State, seat: int, dice: str, emit: Emit | None) -> None:
    """Keep the dice of a finished attack roll, and place the number die."""
    now = fight_state.of(state, seat)
    if now is None:
        return
    fight_state.put(state, seat, now._replace(dice="".join(sorted(dice))))
    if now.stage == ROLLED:
        fight_state.place_number_die(state, seat, emit)


rolling.AFTER["attack"] = after_roll


# -- the decision ------------------------------------------------------------------------------------------------------


class Combat(Decision[State]):
    """Power and abilities before the roll; after it, one frame after another while any are left."""

    verbs = ("power", "roll", "use", "frame", "reroll", "pass", "end", "battery")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        now = Fight(*data)
        if state.is_out(seat):
            _end(state, seat, "combat.end-reset", emit)
        elif now.stage == PREPARE:
            if state.enemies[seat]:
                return True
            _end(state, seat, "combat.skip", emit)
        elif now.stage == WALK:
            _walk(state, seat, now, emit)
        elif not state.enemies[seat] and state.ruling["ruling.combat.no-enemies-left"] == "ends":
            return _over(state, seat, now, "ruling.combat.no-enemies-left", emit)
        elif now.stage == ENEMY:
            _enemy_turn(state, seat, now, emit)
        elif not now.passed and (self._frames(state, seat, now) or _rerolls(state, seat, now)):
            return True
        elif now.number >= 0:  # the player's side is done
            fight_state.put(state, seat, now._replace(stage=ENEMY))
        else:
            return _over(state, seat, now, "combat.end-done", emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        now = Fight(*state.frames[-1][2])
        if now.stage == PREPARE:
            power: list[Move] = [("power",)] if self._no_power(state, seat, now) is None else []
            return [*power, *(("use", key) for key in abilities.usable(state, seat, "before-attack")), ("roll",)]
        found = [*self._frames(state, seat, now), *_rerolls(state, seat, now)]
        if self._no_battery(state, seat, now) is None:
            found.append(("battery",))
        return [*found, ("pass",) if now.number >= 0 else ("end",)]

    @staticmethod
    def _frames(state: State, seat: int, now: Fight) -> list[Move]:
        """Return every way to activate a frame now."""
        found: list[Move] = []
        for key, choice in frames_of(state, seat).items():
            if (choice.repeat or key not in now.used) and _no_card(state, seat, choice) is None:
                ways = dice_for(choice, now.dice)
                found += [("frame", key, dice) for dice in ways if _useful(state, seat, choice, dice)]
        return found

    # -- why not --

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        now, verb = Fight(*state.frames[-1][2]), move[0]
        if verb == "frame":
            return self._no_frame(state, seat, now, move)
        if verb == "use":
            moments = ("before-attack",) if now.stage == PREPARE else ("frame",)
            return self._no_use(state, seat, move, moments)
        if verb == "reroll":
            return no_reroll(state, seat, move)
        if len(move) > 1:
            return Verdict("table.form", problem=f"write just '{verb}'")
        if verb == "power":
            return self._no_power(state, seat, now)
        if verb == "roll":
            return None if now.stage == PREPARE else Verdict("combat.order")
        if verb == "battery":
            return self._no_battery(state, seat, now)
        if now.stage == PREPARE:
            return Verdict("combat.order")
        if verb == "end":
            here = now.number >= 0
            return Verdict("combat.end-done", enemy=state.enemies[seat][now.number][0]) if here else None
        gone = "combat.blank" if fight_state.NOT_PLACED in state.used[seat] else "combat.die-leaves"
        return Verdict(gone) if now.number < 0 else None

    @staticmethod
    def _no_use(state: State, seat: int, move: Move, moments: tuple[str, ...]) -> Verdict | None:
        """Return why an ability can't be used, or None. It comes before the roll, or is a frame that needs dice."""
        if moments == ("before-attack",):
            return abilities.refuse_use(state, seat, move, moments)
        if len(move) != len(("use", "name")):
            return Verdict("table.unknown", move=" ".join(map(str, move)))
        frame = any(one.name == move[1] for one in abilities.abilities(state, seat, "frame"))
        return (
            Verdict("combat.player-frame", what="other-dice") if frame else abilities.refused(state, seat, str(move[1]))
        )

    def _no_battery(self, state: State, seat: int, now: Fight) -> Verdict | None:
        """Return why no battery can be paid.

        Only frames look at a figure: the roll doesn't, nor a Combat without frames left.
        """
        frames = now.stage != PREPARE and bool(self._frames(state, seat, now))
        return solo_bot.refused(state, seat) if frames else solo_bot.no_figure(state, seat)

    @staticmethod
    def _no_power(state: State, seat: int, now: Fight) -> Verdict | None:
        if now.stage != PREPARE:
            return Verdict("asset.power-timing")
        if state.has(seat, "power") < 1:
            return Verdict("asset.spend", need=1, have=0, asset="power")
        if fight_state.capped(state, len(now.dice) + 1) == len(now.dice):
            return Verdict("ruling.dice.supply", limit=MOST_DICE)
        return None

    @staticmethod
    def _no_frame(state: State, seat: int, now: Fight, move: Move) -> Verdict | None:
        """Return why a frame can't be activated like this, or None."""
        if now.stage == PREPARE:
            return Verdict("combat.order")
        if len(move) == len(("frame", "key", "dice", "whose")):
            if any(enemies.plain(card) == move[3] for card, _ in state.enemies[seat]):
                return Verdict("frame.top-only")
            if _somebody_elses(state, seat, move[3]):
                return Verdict("combat.own-only")
        if len(move) != len(("frame", "key", "dice")) or type(move[1]) is not str or type(move[2]) is not str:
            return Verdict("table.form", problem="name a frame and the dice you put on it")
        choice, dice = frames_of(state, seat).get(move[1]), move[2]
        if choice is None:
            return Verdict("table.form", problem="you have no such combat frame")
        if choice.key in now.used and not choice.repeat:
            return Verdict("frame.once", frame=choice.line)
        if wrong := _no_card(state, seat, choice):
            return wrong
        if dice not in dice_for(choice, now.dice):
            other = choice.repeat and dice not in dice_for(choice, dice)
            return Verdict("frame.repeat") if other else Verdict("combat.player-frame", need=in_words(choice))
        return None if _useful(state, seat, choice, dice) else Verdict("ruling.combat.no-enemies-left")

    # -- doing it --

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        now, verb = Fight(*state.frames[-1][2]), move[0]
        if verb == "power":
            assets.spend_asset(state, seat, "power", 1, "combat.power", emit)
            fight_state.add_dice(state, seat, 1, "combat.power", emit)
        elif verb == "use":
            abilities.use(state, seat, str(move[1]), emit, "before-attack")
        elif verb == "roll":
            self._roll(state, seat, now, emit)
        elif verb == "reroll":
            rolling.reopen(state, seat, now.dice, str(move[1]))
        elif verb == "frame":
            self._activate(state, seat, now, frames_of(state, seat)[str(move[1])], str(move[2]), emit)
        elif verb == "battery":
            solo_bot.use(state, seat, "combat", emit)
        elif verb == "pass":
            self._pass(state, seat, now, emit)
        else:
            _end(state, seat, "combat.end-done", emit)

    @staticmethod
    def _roll(state: State, seat: int, now: Fight, emit: Emit | None) -> None:
        """Roll all dice together. Under a ruling, the number die is placed before rerolls end."""
        number = fight_state.roll_number_die(state, seat, emit)
        symbol = fight_state.roll_symbol_die(state, seat, emit)
        fight_state.put(state, seat, now._replace(stage=ROLLED, dice="", number=number, symbol=symbol))
        if state.ruling["ruling.reroll.timing"] == "frame":
            fight_state.place_number_die(state, seat, emit)
        rolling.roll(state, seat, "attack", len(now.dice), emit)

    @staticmethod
    def _activate(state: State, seat: int, now: Fight, choice: Choice, dice: str, emit: Emit | None) -> None:
        """Put dice on a frame. Its effect runs, then the enemies act."""
        left = list(now.dice)
        for face in dice:
            left.remove(face)
        again = choice.key in now.used
        fight_state.begin(state, seat)
        used = now.used if again else (*now.used, choice.key)
        fight_state.put(state, seat, now._replace(stage=ENEMY, dice="".join(left), used=used))
        if emit:
            rule = "frame.repeat" if choice.repeat and (again or len(dice) > 1) else "combat.player-frame"
            card = f"body.{state.body(seat).id}" if choice.key.isdigit() else choice.key
            emit("frame", rule, EVERYONE, seat=seat, dice=dice, frame=choice.line, ability=card)
        for one in abilities.abilities(state, seat, "frame"):
            if one.key == choice.line:
                abilities.note(state, seat, one, emit)
        running.begin(state, seat, choice.line, dice)

    @staticmethod
    def _pass(state: State, seat: int, now: Fight, emit: Emit | None) -> None:
        final = state.ruling["ruling.combat.pass"] == "final"
        fight_state.put(state, seat, now._replace(stage=ENEMY, passed=int(final)))
        if emit:
            rule = "ruling.combat.pass" if final else "combat.alternate"
            emit("passes-for-good" if final else "passes", rule, EVERYONE, seat=seat)


def _rerolls(state: State, seat: int, now: Fight) -> list[Move]:
    """Return the rerolls a player can still buy after keeping the roll, if a ruling allows them."""
    found: list[Move] = [("reroll", die) for die in (*rolling.FACES, *rolling.ENEMY_DICE)]
    return [move for move in found if no_reroll(state, seat, move) is None] if now.stage == FIGHT else []


def no_reroll(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why reroll assets can't change a kept attack roll, or None."""
    fought = fight_state.of(state, seat)
    if fought is None or fought.stage == PREPARE:
        return Verdict("asset.reroll-where")
    if fight_state.REROLLED in state.used[seat]:
        return Verdict("asset.reroll-once")
    if state.ruling["ruling.reroll.timing"] == "placed" or fight_state.BEGUN in state.used[seat]:
        return Verdict("ruling.reroll.timing")
    die = move[1] if move[0] == "reroll" and len(move) == len(("reroll", "die")) else ""
    if die not in (*rolling.FACES, *rolling.ENEMY_DICE):
        return Verdict("asset.reroll-one", what="none")
    return rolling.why_not(state, seat, rolling.Roll("attack", fought.dice), str(die))


def _somebody_elses(state: State, seat: int, whose: str | int) -> bool:
    """Tell if a move aims at another player, or at an enemy attached to someone else."""
    return whose in state.rules.content.enemies or (
        type(whose) is int and whose != seat and 0 <= whose < state.rules.seats
    )


def _useful(state: State, seat: int, choice: Choice, dice: str) -> bool:
    """Tell if a frame is worth activating: without enemies, it must do something else."""
    return bool(state.enemies[seat]) or running.does_something(state, seat, choice.line, dice)


DECISIONS: dict[str, Decision[State]] = {"combat": Combat()}
