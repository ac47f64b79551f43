"""The player activity step: players use the active card's activities, in turn or, under a ruling, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move, OpenDecision
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.operations import Test
from tabletop_kernel.games.tamashii.modes import solo_bot
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Activity
from tabletop_kernel.games.tamashii.state import State

TEST_VERBS = ("test", "group-test")
SHOWING_VERBS = ("turn-up-die",)  # verbs that only show the coming test; repeating them does nothing


def begin_activities(state: State, emit: Emit | None) -> None:
    """Let all players use the active card's activities, clockwise from the first player."""
    card = state.plot()
    if card is None:
        return
    if not card.activities:
        if emit:
            emit("no-activity", "quest.no-activity", EVERYONE, card=card.code)
        return
    if emit:
        emit("activity", "quest.activity", EVERYONE, card=card.code)
    if state.ruling["ruling.quest.activity-order"] == "free":
        state.frames.append(("activity", ANYONE, (0,)))
    else:
        state.frames += [("activity", seat, (0,)) for seat in reversed(state.clockwise())]


def activities(state: State) -> tuple[Activity, ...]:
    card = state.plot()
    return card.activities if card is not None else ()


def has_test(activity: Activity) -> bool:
    return any(act.verb in TEST_VERBS for act in activity.line.acts())


def refuse_activity(state: State, seat: int, number: int) -> Verdict | None:
    """Return why a player can't do an activity of the active card now, or None."""
    listed = activities(state)
    if not 0 <= number < len(listed):
        return Verdict("quest.activity", what="none")
    activity = listed[number]
    if _attempt_mark(state, number) in state.used[seat]:
        rule = "ruling.quest.attempts" if has_test(activity) else "quest.activity"
        return Verdict(rule, what="once")
    if not running.holds(state, seat, activity.where):
        if solo_bot.would_own_figure_do(state, seat, activity.where):
            return Verdict("solo.bot-use", what="place")
        return Verdict("test.group-where" if activity.group else "quest.activity", what="where", number=number + 1)
    token = coming_test_type(state, seat, activity)
    if token and not any(
        token_tests.fitting_slots(state, other, token) for other in _seats_that_may_give(state, seat, activity)
    ):
        return Verdict("test.contribute", what="nobody" if activity.group else "no-token", type=token, token=token)
    if not has_test(activity) and not running.does_something(
        state, seat, line_keys.card(state.card, "activity", number)
    ):
        return Verdict("quest.activity", what="nothing")
    return None


def coming_test_type(state: State, seat: int, activity: Activity) -> str:
    """Return the type of the test that an activity reaches first; empty if something else happens before it."""
    at, ops = 0, activity.line.ops
    while at < len(ops):
        op = ops[at]
        if op.kind == "test":
            at = at + 1 if running.holds(state, seat, op.tests) else op.skip
        elif op.kind == "jump":
            at = op.skip
        elif op.act is None or op.kind != "do":
            return ""
        elif op.act.verb in TEST_VERBS:
            return str(op.act.args[0])
        elif op.act.verb in SHOWING_VERBS and not running.VERBS[op.act.verb].can(
            state, seat, running.Run("", at, 0), op.act
        ):
            at += 1
        else:
            return ""
    return ""


def _begins_with_test(activity: Activity) -> bool:
    """Tell if an activity gives nothing before its test. An attempt then begins with the first token."""
    verbs = [act.verb for act in activity.line.acts()]
    tests = [at for at, verb in enumerate(verbs) if verb in TEST_VERBS]
    return bool(tests) and all(verb in SHOWING_VERBS for verb in verbs[: tests[0]])


def _seats_that_may_give(state: State, seat: int, activity: Activity) -> list[int]:
    """Return who can put tokens into an activity's test."""
    return [other for other in state.clockwise(seat) if other == seat or (activity.group and not state.is_out(other))]


def _attempt_mark(state: State, number: int) -> str:
    return token_tests.attempt_mark(line_keys.card(state.card, "activity", number))


def surplus_token(state: State, number: int) -> str:
    """Return the token that an activity would add to the card beyond what any card in play needs; else empty."""
    acts = [act for act in activities(state)[number].line.acts() if act.verb not in (*TEST_VERBS, *SHOWING_VERBS)]
    kinds = sorted({str(act.args[1]) for act in acts if act.verb == "put-counter"})
    if len(kinds) != 1 or any(act.verb != "put-counter" for act in acts):
        return ""
    conditions = [test for test in _conditions_in_play(state) if test.left == f"{kinds[0]} here"]
    only_more = all(test.compare in (">=", ">") and not test.negated for test in conditions)
    return kinds[0] if conditions and only_more and running.holds(state, state.first, tuple(conditions)) else ""


def _conditions_in_play(state: State) -> Iterator[Test]:
    """Yield every condition on the scenario cards in play."""
    for card in state.in_play():
        heads = [
            *(block.tests for block in card.world),
            *(activity.where for activity in card.activities),
            card.pattern_where,
        ]
        lines = [
            *(block.line for block in card.world),
            *(activity.line for activity in card.activities),
            card.pattern_line,
        ]
        for tests in (*heads, *(op.tests for line in lines for op in line.ops)):
            yield from tests


def possible_activities(state: State, seat: int) -> list[int]:
    return [number for number in range(len(activities(state))) if refuse_activity(state, seat, number) is None]


def _can_use_bot(state: State, seat: int) -> bool:
    """Tell if the BOT's figure can be used, and can do something where it is."""
    if not solo_bot.can_use(state, seat):
        return False
    state.bot_used = "activity"
    can_act = bool(possible_activities(state, seat))
    state.bot_used = ""
    return can_act


class TakePart(Decision[State]):
    """One activity after another, until the player is done. The frame's bits are the seats that are done."""

    verbs = ("act", "battery", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        frame = state.frames[-1]
        if self.deciders(state, frame):
            return True
        state.frames.pop()
        solo_bot.end_step(state, emit)
        return False

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        _, seat, (done,) = frame
        asked = state.clockwise() if seat == ANYONE else [seat]
        return [activity for activity in asked if not done >> activity & 1 and self._can(state, activity)]

    @staticmethod
    def _can(state: State, seat: int) -> bool:
        return not state.is_out(seat) and (bool(possible_activities(state, seat)) or _can_use_bot(state, seat))

    def moves(self, state: State, seat: int) -> list[Move]:
        moves: list[Move] = [("act", number) for number in possible_activities(state, seat)]
        if _can_use_bot(state, seat):
            moves.append(("battery",))
        return [*moves, ("done",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move == ("battery",):
            return solo_bot.refuse_battery(state, seat) or Verdict("solo.bot-use", what="idle")
        if move[0] == "act" and has_arguments(move, 1) and type(move[1]) is int:
            return refuse_activity(state, seat, move[1])
        return Verdict("table.form", problem=f"'{move[0]}' takes {_ARGUMENTS_BY_VERB[str(move[0])]}")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "battery":
            solo_bot.use_bot(state, seat, "activity", emit)
        elif move[0] == "act":
            _start_activity(state, seat, int(move[1]), emit)
        else:
            kind, whose, (done,) = state.frames[-1]
            state.frames[-1] = (kind, whose, (done | 1 << seat,))


_ARGUMENTS_BY_VERB = {"act": "the number of an activity", "battery": "nothing more", "done": "nothing more"}


def _start_activity(state: State, seat: int, number: int, emit: Emit | None) -> None:
    """Carry out an activity. Each works once per turn, but a ruling can give tests unlimited tries."""
    activity = activities(state)[number]
    if not has_test(activity) or (not _begins_with_test(activity) and state.ruling["ruling.quest.attempts"] == "one"):
        abilities.add_mark(state, seat, _attempt_mark(state, number))
    if emit:
        rule = "test.group-where" if activity.group else "quest.activity"
        emit("does-activity", rule, EVERYONE, seat=seat, card=state.card, number=number + 1)
    running.begin_line(state, seat, line_keys.card(state.card, "activity", number))


DECISIONS: dict[str, Decision[State]] = {"activity": TakePart()}
