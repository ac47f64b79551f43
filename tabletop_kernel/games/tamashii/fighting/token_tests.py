"""Tests: dump tokens of one type, roll one die for each, and count successes; alone, or one player after another.

The frame is `("test", seat, (letter, number, starter, waiting, put, total, pledged, about, tried))`: the type and
number needed, who began it, the seats still to come, the slots that this seat has put in, the successes so far, the
dice others roll after everyone has dumped (a ruling), the line or goal it belongs to, and 1 once anyone has put in
tokens.

After a test, its line only continues if the test was passed.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import (
    BASIC,
    CATIE,
    CATIE_DAMAGE,
    CORRUPTED,
    EMPTY,
    INARI,
    LOCK,
    OPEN,
    SLOT,
    SLOTS,
    STRIKE,
    SURGE,
)
from tabletop_kernel.games.tamashii.fighting import fight_state, rolling
from tabletop_kernel.games.tamashii.launch import tokens
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State

SUCCESSES_BY_FACE = {STRIKE: 1, SURGE: 2}
KEPT_PREFIX = "kept:"  # prefix of the names of kept successes, if a ruling keeps them
PASSED_MEMORY = "passed"
LEFT_MARK = "turn:left-test"  # the player has begun a test and put nothing in


class Trial(NamedTuple):
    """The data of a test's frame."""

    letter: str
    number: int
    starter: int
    waiting: tuple[int, ...]
    put: tuple[str, ...] = ()
    total: int = 0
    pledged: tuple[tuple[int, int], ...] = ()
    about: str = ""
    tried: int = 0  # 1 once anyone has put in tokens


def begin_test(
    state: State, seat: int, letter: str, number: int, group: bool, emit: Emit | None, about: str = ""
) -> None:
    """Begin a test. In a group test, all others are asked after the starting player."""
    together = group and state.rules.mode != "solo"
    about = about or running.running_key(state)
    waiting = tuple(other for other in state.clockwise(seat) if other != seat) if together else ()
    kept = state.on_card.get(_kept_name(about, letter, seat, together), 0)
    trial = Trial(letter, number, seat, waiting, total=kept, about=about)
    state.frames.append(("test", seat, trial[:]))
    if emit:
        kind, rule = ("group-test", "test.group") if together else ("test", "test.kinds")
        if group and not together:
            rule = "solo.group-tests"
        emit(kind, rule, EVERYONE, seat=seat, token=letter, number=number)
        if kept:
            emit("successes-kept", "ruling.test.carry", EVERYONE, count=kept)


def _kept_name(about: str, letter: str, seat: int, together: bool) -> str:
    """Return the name for a test's kept successes: one per player, or one for a group test."""
    return f"{KEPT_PREFIX}{about}:{letter}" if together else f"{KEPT_PREFIX}{about}:{letter}:{seat}"


def fitting_slots(state: State, seat: int, letter: str) -> list[int]:
    """Return the slots whose tokens count for a test: its type, open, and Catie if the core has that type."""
    good = {letter, OPEN}
    if state.core[seat] == letter:
        good |= {CATIE, CATIE_DAMAGE}
    return [slot for slot, token in enumerate(state.grid[seat]) if token in good]


def count_dice(state: State, seat: int, letter: str) -> int:
    """Return how many dice a player gets for all tokens that fit a test."""
    return fight_state.cap_dice(state, len(fitting_slots(state, seat, letter)))


def rolls_later(state: State, trial: Trial) -> bool:
    """Tell if tokens are only dumped now, because everyone dumps before anyone rolls."""
    return bool(trial.waiting or trial.pledged) and state.ruling["ruling.test.group-turns"] == "dump-first"


def count_dice_put_in(state: State, trial: Trial, more: int = 0) -> int:
    """Return the dice for the tokens that a player has put in, plus `more` tokens."""
    return fight_state.cap_dice(state, len(trial.put) + more)


def count_pledged_dice(state: State, trial: Trial) -> int:
    """Return the number of dice that others will roll for tokens they have dumped."""
    return sum(fight_state.cap_dice(state, number) for _, number in trial.pledged)


def count_kept_alone(state: State, seat: int, letter: str, about: str) -> int:
    """Return the successes that a player has kept for a test of their own."""
    return int(state.on_card.get(_kept_name(about, letter, seat, together=False), 0))


def count_successes(dice: str) -> int:
    return sum(SUCCESSES_BY_FACE.get(face, 0) for face in dice)


# -- the decision ------------------------------------------------------------------------------------------------------


class TakeTest(Decision[State]):
    """Tokens put in one by one and then rolled for, or a test left to the others."""

    verbs = ("put", "take-back", "roll", "leave")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, data = state.frames[-1]
        trial = Trial(*data)
        if trial.total >= trial.number and (seat < 0 or not trial.pledged):
            finish_test(state, emit)
        elif seat < 0:
            _roll_pledged(state, emit)
        elif state.is_out(seat) or not fitting_slots(state, seat, trial.letter):
            if emit and not state.is_out(seat):
                emit("nothing-to-give", "test.contribute", EVERYONE, seat=seat, token=trial.letter)
            ask_next(state, emit)
        else:
            return True
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        trial = Trial(*state.frames[-1][2])
        slots = [SLOTS[slot] for slot in fitting_slots(state, seat, trial.letter)]
        moves: list[Move] = [("put", slot) for slot in slots if slot not in trial.put]
        if trial.put:
            moves.append(("roll",))
        moves.append(("leave",))
        return [*moves, *(("take-back", "put", slot) for slot in trial.put)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        trial = Trial(*state.frames[-1][2])
        if move == ("roll",):
            return Verdict("test.contribute", what="none", **_type_facts(trial))
        if move[0] == "put" and has_arguments(move, 1):
            return _refuse_token(state, seat, trial, str(move[1]))
        if move[0] == TAKE_BACK and move[1:2] == ("put",) and has_arguments(move, 2):
            return Verdict("test.contribute", what="not-put", **_type_facts(trial))
        return Verdict("table.form", problem=f"'{move[0]}' takes {_ARGUMENTS_BY_VERB[str(move[0])]}")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        kind, _, data = state.frames[-1]
        trial = Trial(*data)
        if move[0] == "put":
            put = tuple(sorted((*trial.put, str(move[1])), key=SLOT.__getitem__))
            state.frames[-1] = (kind, seat, trial._replace(put=put)[:])
        elif move[0] == TAKE_BACK:
            put = tuple(slot for slot in trial.put if slot != move[2])
            state.frames[-1] = (kind, seat, trial._replace(put=put)[:])
        elif move[0] == "roll":
            _contribute(state, seat, trial, emit)
        else:
            if seat == trial.starter and LEFT_MARK not in state.used[seat]:
                state.used[seat] += (LEFT_MARK,)
            if emit:
                emit("leaves-test", "test.optional", EVERYONE, seat=seat)
            ask_next(state, emit)


TAKE_BACK = "take-back"
_ARGUMENTS_BY_VERB = {
    TAKE_BACK: "'put' and one slot",
    "put": "one slot",
    "roll": "nothing more",
    "leave": "nothing more",
}


def _type_facts(trial: Trial) -> dict[str, str]:
    """Return the test's type, as a type and as a token."""
    return {"type": trial.letter, "token": trial.letter}


def _refuse_token(state: State, seat: int, trial: Trial, name: str) -> Verdict:
    """Return why a token can't be put in."""
    if name not in SLOT:
        return Verdict("table.form", problem=f"there is no slot {clip(name)}")
    token = state.grid[seat][SLOT[name]]
    if name in trial.put:
        return Verdict("test.contribute", what="put-already", **_type_facts(trial), slot=name)
    if token in (EMPTY, LOCK):
        return Verdict("data.dump", what="empty", slot=name)
    if token == INARI:
        return Verdict("inari.blank", slot=name)
    what = "type" if token in BASIC + CORRUPTED else "core"
    return Verdict("test.contribute", what=what, **_type_facts(trial), other=token, slot=name)


def attempt_mark(about: str) -> str:
    """Return the mark of a player who has tried a test this turn."""
    return f"turn:try.{about}"


def _contribute(state: State, seat: int, trial: Trial, emit: Emit | None) -> None:
    """Dump the tokens put in and roll for them. Under a ruling, the dice wait until everyone has dumped."""
    number = len(trial.put)
    mark = attempt_mark(trial.about)
    if state.ruling["ruling.quest.attempts"] == "one" and mark not in state.used[trial.starter]:
        state.used[trial.starter] += (mark,)  # a test without any tokens wasn't tried
    if emit:
        _tell_stand_ins(state, seat, trial, emit)
    tokens.dump_tokens(state, seat, [SLOT[name] for name in trial.put], "test.contribute", emit)
    waits = rolls_later(state, trial)
    trial = trial._replace(put=(), tried=1)
    if waits:
        _set_trial(state, seat, trial._replace(pledged=(*trial.pledged, (seat, number))))
        ask_next(state, emit)
        return
    _set_trial(state, seat, trial)
    rolling.begin_roll(state, seat, "test", number, emit)


def _tell_stand_ins(state: State, seat: int, trial: Trial, emit: Emit) -> None:
    """Report open and Catie tokens that count as the test's type."""
    put = [state.grid[seat][SLOT[name]] for name in trial.put]
    caties = sum(token in (CATIE, CATIE_DAMAGE) for token in put)
    if OPEN in put:
        emit("open-counts", "data.open-wild", EVERYONE, seat=seat, token=trial.letter, count=put.count(OPEN))
    if caties:
        emit("catie-counts", "catie.counts-as", EVERYONE, seat=seat, token=trial.letter, count=caties)


def _set_trial(state: State, seat: int, trial: Trial) -> None:
    state.frames[-1] = ("test", seat, trial[:])


def ask_next(state: State, emit: Emit | None) -> None:
    """Ask the next player. After the last one, roll the dice that wait, or finish."""
    trial = Trial(*state.frames[-1][2])._replace(put=())
    if trial.waiting:
        _set_trial(state, trial.waiting[0], trial._replace(waiting=trial.waiting[1:]))
    elif trial.pledged:
        _set_trial(state, -1, trial)
    else:
        finish_test(state, emit)


def _roll_pledged(state: State, emit: Emit | None) -> None:
    """Roll the next player's dice, now that everyone has dumped."""
    trial = Trial(*state.frames[-1][2])
    (seat, number), rest = trial.pledged[0], trial.pledged[1:]
    _set_trial(state, -1, trial._replace(pledged=rest))
    rolling.begin_roll(state, seat, "test", number, emit)


def after_roll(state: State, seat: int, dice: str, emit: Emit | None) -> None:
    """Count a roll's successes."""
    trial = Trial(*state.frames[-1][2])
    gained = count_successes(dice)
    total = trial.total + gained
    if emit:
        rule = "test.group-roll" if _is_shared(state, trial) else "test.success"
        emit("successes", rule, EVERYONE, seat=seat, dice=dice, count=gained, total=total, number=trial.number)
    _set_trial(state, state.frames[-1][1], trial._replace(total=total))
    ask_next(state, emit)


def _is_shared(state: State, trial: Trial) -> bool:
    """Tell if others have been asked, or will be."""
    return state.frames[-1][1] != trial.starter or bool(trial.waiting)


def finish_test(state: State, emit: Emit | None) -> None:
    """End the test: its line goes on if it was passed, and stops otherwise."""
    trial = Trial(*state.frames.pop()[2])
    passed = trial.total >= trial.number
    _keep_successes(state, trial, passed)
    if emit and not passed and not trial.tried:
        emit("test-left", "test.contribute", EVERYONE, seat=trial.starter)
    elif emit:
        kind = "test-passed" if passed else "test-failed"
        emit(kind, "test.pass", EVERYONE, seat=trial.starter, count=trial.total, number=trial.number)
    if not state.frames:
        return
    kind, seat, data = state.frames[-1]
    if kind == "goal-test":
        state.frames[-1] = (kind, seat, (data[0], int(passed)))
    elif kind == "effect" and passed:
        running.store_it(state, PASSED_MEMORY)
    elif kind == "effect":
        running.stop_line(state)


def _keep_successes(state: State, trial: Trial, passed: bool) -> None:
    """Keep a failed test's successes for the next attempt, if a ruling says so."""
    if state.ruling["ruling.test.carry"] != "yes":
        return
    for name in (_kept_name(trial.about, trial.letter, trial.starter, together) for together in (True, False)):
        state.on_card.pop(name, None)
    if not passed and trial.total:
        group = state.rules.seats > 1 and _is_group(state, trial.about)
        state.on_card[_kept_name(trial.about, trial.letter, trial.starter, group)] = trial.total


def _is_group(state: State, about: str) -> bool:
    line = state.rules.lines.get(about)
    return line is not None and any(act.verb == "group-test" for act in line.acts())


rolling.AFTER["test"] = after_roll
DECISIONS: dict[str, Decision[State]] = {"test": TakeTest()}
