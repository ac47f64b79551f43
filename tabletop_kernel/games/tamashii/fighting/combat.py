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
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import anytime
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.games.tamashii.telling.naming import FACE_NAMES, dice_in_words


class FrameChoice(NamedTuple):
    """A player's combat frame: its dice, whether it is starred, and its line."""

    key: str
    dice: str
    repeat: bool
    line: str


def attack_dice(state: State, seat: int) -> int:
    """Return the active body's ATT."""
    return max(0, state.body(seat).att + abilities.modifier(state, seat, line_keys.ATT))


def frame_choices(state: State, seat: int) -> dict[str, FrameChoice]:
    """Return the active body's combat frames, and those that augments add."""
    body = state.body(seat)
    choices = {
        str(at): FrameChoice(str(at), "".join(sorted(frame.dice)), frame.repeat, line_keys.frame(body.id, at))
        for at, frame in enumerate(body.frames)
    }
    for ability in abilities.abilities_of(state, seat, "frame"):
        key = f"{ability.name}.{ability.number}" if ability.number else ability.name
        dice = "".join(sorted(ability.use.dice.replace("*", "")))
        choices[key] = FrameChoice(key, dice, "*" in ability.use.dice, ability.key)
    return choices


def _refuse_card(state: State, seat: int, choice: FrameChoice) -> Verdict | None:
    """Return why the card that adds a frame doesn't allow it now, or None."""
    for ability in abilities.abilities_of(state, seat, "frame"):
        if ability.key == choice.line:
            refusal = abilities.refuse_ability(state, seat, ability)
            return refusal if refusal is not None and refusal.facts.get("what") != "nothing" else None
    return None


def dice_needed_text(choice: FrameChoice) -> str:
    """Return a frame's dice in words."""
    if choice.repeat:
        return f"one or more {FACE_NAMES[choice.dice]}s"
    return dice_in_words(choice.dice)


def ways_to_fill(choice: FrameChoice, dice: str) -> list[str]:
    """Return all ways to put some of these dice on a frame; a starred frame takes any number."""
    if choice.repeat:
        return [choice.dice * number for number in range(1, dice.count(choice.dice) + 1)]
    return [choice.dice] if all(dice.count(face) >= choice.dice.count(face) for face in choice.dice) else []


# -- beginning and ending ----------------------------------------------------------------------------------------------


def begin_combat(state: State, seat: int, emit: Emit | None) -> None:
    """Begin a player's Combat if there are enemies."""
    if state.is_out(seat):
        return
    if not state.enemies[seat]:
        if emit:
            emit("no-combat", "combat.skip", EVERYONE, seat=seat)
        return
    wanted = attack_dice(state, seat)
    number = fight_state.cap_dice(state, wanted)
    state.frames.append(("combat", seat, Fight(PREPARE, NOT_ROLLED * number, 0, "")[:]))
    if emit:
        emit("takes-dice", "combat.dice", EVERYONE, seat=seat, count=number, number=len(state.enemies[seat]))
    fight_state.tell_missing_dice(state, seat, wanted - number, emit)


def _end_combat(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    state.frames.pop()
    versus_goals.check_goals(state, emit)  # some look at what happened in this Combat
    abilities.clear_scope(state, "combat", seat)
    solo_bot.end_step(state, emit)
    if emit:
        emit("combat-over", rule, EVERYONE, seat=seat)


def _end_unless_learning(state: State, seat: int, fight: Fight, rule: str, emit: Emit | None) -> bool:
    """End a finished Combat. Return True if it stays open for a learning step that needs this Combat."""
    if anytime.is_step_lost_with_combat(state, seat):
        fight_state.put_fight(state, seat, fight._replace(stage=FIGHT, dice="", number=-1))
        return True
    _end_combat(state, seat, rule, emit)
    return False


# -- the enemies' side -------------------------------------------------------------------------------------------------


def _enemy_turn(state: State, seat: int, fight: Fight, emit: Emit | None) -> None:
    """Resolve the active enemy's frame for the symbol die; a cancelled frame is skipped."""
    if fight.number < 0:
        fight_state.put_fight(state, seat, fight._replace(stage=FIGHT))
        return
    fight_state.put_fight(state, seat, fight._replace(stage=WALK))
    card = state.enemies[seat][fight.number][0]
    if fight_state.CANCEL in state.used[seat]:
        abilities.remove_mark(state, seat, fight_state.CANCEL)
        if emit:
            emit("frame-cancelled", "combat.enemy-frame", EVERYONE, seat=seat, enemy=card)
        return
    fight_state.fix_roll(state, seat)
    line = line_keys.enemy(enemies.unmarked(card), fight.symbol)
    if emit:
        emit("enemy-acts", "combat.enemy-frame", EVERYONE, seat=seat, enemy=card, symbol=fight.symbol, key=line)
    running.begin_line(state, seat, line)


def _move_number_die(state: State, seat: int, fight: Fight, emit: Emit | None) -> None:
    """Move the number die to the next enemy on its right. After the top one, enemies that joined late act."""
    moved = fight_state.with_die_moved_on(fight)
    fight_state.put_fight(state, seat, moved._replace(stage=FIGHT))
    if not emit or fight.number < 0:
        return
    if moved.number < 0:
        emit("die-leaves", "combat.die-leaves", EVERYONE, seat=seat)
        return
    kind, rule = ("late-turn", "ruling.combat.late-enemy") if moved.walked else ("die-walks", "combat.die-walks")
    emit(kind, rule, EVERYONE, seat=seat, enemy=state.enemies[seat][moved.number][0])


def after_roll(state: State, seat: int, dice: str, emit: Emit | None) -> None:
    """Keep the dice of a finished attack roll, and place the number die."""
    fight = fight_state.fight_of(state, seat)
    if fight is None:
        return
    fight_state.put_fight(state, seat, fight._replace(dice="".join(sorted(dice))))
    if fight.stage == ROLLED:
        fight_state.place_number_die(state, seat, emit)


rolling.AFTER["attack"] = after_roll


# -- the decision ------------------------------------------------------------------------------------------------------


class Combat(Decision[State]):
    """Power and abilities before the roll; after it, one frame after another while any are left."""

    verbs = ("power", "roll", "use", "frame", "reroll", "pass", "end", "battery")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        fight = Fight(*data)
        if state.is_out(seat):
            _end_combat(state, seat, "combat.end-reset", emit)
        elif fight.stage == PREPARE:
            if state.enemies[seat]:
                return True
            _end_combat(state, seat, "combat.skip", emit)
        elif fight.stage == WALK:
            _move_number_die(state, seat, fight, emit)
        elif not state.enemies[seat] and state.ruling["ruling.combat.no-enemies-left"] == "ends":
            return _end_unless_learning(state, seat, fight, "ruling.combat.no-enemies-left", emit)
        elif fight.stage == ENEMY:
            _enemy_turn(state, seat, fight, emit)
        elif not fight.passed and (self._frames(state, seat, fight) or _reroll_moves(state, seat, fight)):
            return True
        elif fight.number >= 0:  # the player's side is done
            fight_state.put_fight(state, seat, fight._replace(stage=ENEMY))
        else:
            return _end_unless_learning(state, seat, fight, "combat.end-done", emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        fight = Fight(*state.frames[-1][2])
        if fight.stage == PREPARE:
            power: list[Move] = [("power",)] if self._no_power(state, seat, fight) is None else []
            return [*power, *(("use", key) for key in abilities.usable_names(state, seat, "before-attack")), ("roll",)]
        choices = [*self._frames(state, seat, fight), *_reroll_moves(state, seat, fight)]
        if self._no_battery(state, seat, fight) is None:
            choices.append(("battery",))
        return [*choices, ("pass",) if fight.number >= 0 else ("end",)]

    @staticmethod
    def _frames(state: State, seat: int, fight: Fight) -> list[Move]:
        """Return every way to activate a frame now."""
        choices: list[Move] = []
        for key, choice in frame_choices(state, seat).items():
            if (choice.repeat or key not in fight.used) and _refuse_card(state, seat, choice) is None:
                ways = ways_to_fill(choice, fight.dice)
                choices += [("frame", key, dice) for dice in ways if _is_useful(state, seat, choice, dice)]
        return choices

    # -- why not --

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        fight, verb = Fight(*state.frames[-1][2]), move[0]
        if verb == "frame":
            return self._no_frame(state, seat, fight, move)
        if verb == "use":
            moments = ("before-attack",) if fight.stage == PREPARE else ("frame",)
            return self._no_use(state, seat, move, moments)
        if verb == "reroll":
            return refuse_late_reroll(state, seat, move)
        if len(move) > 1:
            return Verdict("table.form", problem=f"write just '{verb}'")
        if verb == "power":
            return self._no_power(state, seat, fight)
        if verb == "roll":
            return None if fight.stage == PREPARE else Verdict("combat.order")
        if verb == "battery":
            return self._no_battery(state, seat, fight)
        if fight.stage == PREPARE:
            return Verdict("combat.order")
        if verb == "end":
            here = fight.number >= 0
            return Verdict("combat.end-done", enemy=state.enemies[seat][fight.number][0]) if here else None
        gone = "combat.blank" if fight_state.NOT_PLACED in state.used[seat] else "combat.die-leaves"
        return Verdict(gone) if fight.number < 0 else None

    @staticmethod
    def _no_use(state: State, seat: int, move: Move, moments: tuple[str, ...]) -> Verdict | None:
        """Return why an ability can't be used, or None. It comes before the roll, or is a frame that needs dice."""
        if moments == ("before-attack",):
            return abilities.refuse_use(state, seat, move, moments)
        if not has_arguments(move, 1):
            return Verdict("table.unknown", move=" ".join(map(str, move)))
        frame = any(ability.name == move[1] for ability in abilities.abilities_of(state, seat, "frame"))
        return (
            Verdict("combat.player-frame", what="other-dice")
            if frame
            else abilities.why_not_usable(state, seat, str(move[1]))
        )

    def _no_battery(self, state: State, seat: int, fight: Fight) -> Verdict | None:
        """Return why no battery can be paid.

        Only frames look at a figure: the roll doesn't, nor a Combat without frames left.
        """
        frames = fight.stage != PREPARE and bool(self._frames(state, seat, fight))
        return solo_bot.refuse_battery(state, seat) if frames else solo_bot.why_no_figure(state, seat)

    @staticmethod
    def _no_power(state: State, seat: int, fight: Fight) -> Verdict | None:
        if fight.stage != PREPARE:
            return Verdict("asset.power-timing")
        if state.has(seat, "power") < 1:
            return Verdict("asset.spend", need=1, have=0, asset="power")
        if fight_state.cap_dice(state, len(fight.dice) + 1) == len(fight.dice):
            return Verdict("ruling.dice.supply", limit=MOST_DICE)
        return None

    @staticmethod
    def _no_frame(state: State, seat: int, fight: Fight, move: Move) -> Verdict | None:
        """Return why a frame can't be activated like this, or None."""
        if fight.stage == PREPARE:
            return Verdict("combat.order")
        if has_arguments(move, 3):
            if any(enemies.unmarked(card) == move[3] for card, _ in state.enemies[seat]):
                return Verdict("frame.top-only")
            if _is_about_others(state, seat, move[3]):
                return Verdict("combat.own-only")
        if not has_arguments(move, 2) or type(move[1]) is not str or type(move[2]) is not str:
            return Verdict("table.form", problem="name a frame and the dice you put on it")
        choice, dice = frame_choices(state, seat).get(move[1]), move[2]
        if choice is None:
            return Verdict("table.form", problem="you have no such combat frame")
        if choice.key in fight.used and not choice.repeat:
            return Verdict("frame.once", frame=choice.line)
        if refusal := _refuse_card(state, seat, choice):
            return refusal
        if dice not in ways_to_fill(choice, fight.dice):
            other = choice.repeat and dice not in ways_to_fill(choice, dice)
            return Verdict("frame.repeat") if other else Verdict("combat.player-frame", need=dice_needed_text(choice))
        return None if _is_useful(state, seat, choice, dice) else Verdict("ruling.combat.no-enemies-left")

    # -- doing it --

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        fight, verb = Fight(*state.frames[-1][2]), move[0]
        if verb == "power":
            assets.spend_asset(state, seat, "power", 1, "combat.power", emit)
            fight_state.add_dice(state, seat, 1, "combat.power", emit)
        elif verb == "use":
            abilities.use_ability(state, seat, str(move[1]), emit, "before-attack")
        elif verb == "roll":
            self._roll(state, seat, fight, emit)
        elif verb == "reroll":
            rolling.reopen_attack(state, seat, fight.dice, str(move[1]))
        elif verb == "frame":
            self._activate(state, seat, fight, frame_choices(state, seat)[str(move[1])], str(move[2]), emit)
        elif verb == "battery":
            solo_bot.use_bot(state, seat, "combat", emit)
        elif verb == "pass":
            self._pass(state, seat, fight, emit)
        else:
            _end_combat(state, seat, "combat.end-done", emit)

    @staticmethod
    def _roll(state: State, seat: int, fight: Fight, emit: Emit | None) -> None:
        """Roll all dice together. Under a ruling, the number die is placed before rerolls end."""
        number = fight_state.roll_number_die(state, seat, emit)
        symbol = fight_state.roll_symbol_die(state, seat, emit)
        fight_state.put_fight(state, seat, fight._replace(stage=ROLLED, dice="", number=number, symbol=symbol))
        if state.ruling["ruling.reroll.timing"] == "frame":
            fight_state.place_number_die(state, seat, emit)
        rolling.begin_roll(state, seat, "attack", len(fight.dice), emit)

    @staticmethod
    def _activate(state: State, seat: int, fight: Fight, choice: FrameChoice, dice: str, emit: Emit | None) -> None:
        """Put dice on a frame. Its effect runs, then the enemies act."""
        left = list(fight.dice)
        for face in dice:
            left.remove(face)
        again = choice.key in fight.used
        fight_state.fix_roll(state, seat)
        used = fight.used if again else (*fight.used, choice.key)
        fight_state.put_fight(state, seat, fight._replace(stage=ENEMY, dice="".join(left), used=used))
        if emit:
            rule = "frame.repeat" if choice.repeat and (again or len(dice) > 1) else "combat.player-frame"
            card = f"body.{state.body(seat).id}" if choice.key.isdigit() else choice.key
            emit("frame", rule, EVERYONE, seat=seat, dice=dice, frame=choice.line, ability=card)
        for ability in abilities.abilities_of(state, seat, "frame"):
            if ability.key == choice.line:
                abilities.note_use(state, seat, ability, emit)
        running.begin_line(state, seat, choice.line, dice)

    @staticmethod
    def _pass(state: State, seat: int, fight: Fight, emit: Emit | None) -> None:
        final = state.ruling["ruling.combat.pass"] == "final"
        fight_state.put_fight(state, seat, fight._replace(stage=ENEMY, passed=int(final)))
        if emit:
            rule = "ruling.combat.pass" if final else "combat.alternate"
            emit("passes-for-good" if final else "passes", rule, EVERYONE, seat=seat)


def _reroll_moves(state: State, seat: int, fight: Fight) -> list[Move]:
    """Return the rerolls a player can still buy after keeping the roll, if a ruling allows them."""
    choices: list[Move] = [("reroll", die) for die in (*rolling.FACES, *rolling.ENEMY_DICE)]
    return [move for move in choices if refuse_late_reroll(state, seat, move) is None] if fight.stage == FIGHT else []


def refuse_late_reroll(state: State, seat: int, move: Move) -> Verdict | None:
    """Return why reroll assets can't change a kept attack roll, or None."""
    fight = fight_state.fight_of(state, seat)
    if fight is None or fight.stage == PREPARE:
        return Verdict("asset.reroll-where")
    if fight_state.REROLLED in state.used[seat]:
        return Verdict("asset.reroll-once")
    if state.ruling["ruling.reroll.timing"] == "placed" or fight_state.BEGUN in state.used[seat]:
        return Verdict("ruling.reroll.timing")
    die = move[1] if move[0] == "reroll" and has_arguments(move, 1) else ""
    if die not in (*rolling.FACES, *rolling.ENEMY_DICE):
        return Verdict("asset.reroll-one", what="none")
    return rolling.refuse_reroll(state, seat, rolling.Roll("attack", fight.dice), str(die))


def _is_about_others(state: State, seat: int, whose: str | int) -> bool:
    """Tell if a move aims at another player, or at an enemy attached to someone else."""
    return whose in state.rules.content.enemies or (
        type(whose) is int and whose != seat and 0 <= whose < state.rules.seats
    )


def _is_useful(state: State, seat: int, choice: FrameChoice, dice: str) -> bool:
    """Tell if a frame is worth activating: without enemies, it must do something else."""
    return bool(state.enemies[seat]) or running.does_something(state, seat, choice.line, dice)


DECISIONS: dict[str, Decision[State]] = {"combat": Combat()}
