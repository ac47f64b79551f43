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
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Activity
from tabletop_kernel.games.tamashii.state import State

TESTS = ("test", "group-test")
SHOWN = ("turn-up-die",)  # verbs that only show the coming test; repeating them does nothing


def begin(state: State, emit: Emit | None) -> None:
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


def has_test(one: Activity) -> bool:
    return any(act.verb in TESTS for act in one.line.acts())


def refused(state: State, seat: int, number: int) -> Verdict | None:
    """Return why a player can't do an activity of the active card now, or None."""
    found = activities(state)
    if not 0 <= number < len(found):
        return Verdict("quest.activity", what="none")
    one = found[number]
    if _mark(state, number) in state.used[seat]:
        rule = "ruling.quest.attempts" if has_test(one) else "quest.activity"
        return Verdict(rule, what="once")
    if not running.holds(state, seat, one.where):
        if solo_bot.own_would_do(state, seat, one.where):
            return Verdict("solo.bot-use", what="place")
        return Verdict("test.group-where" if one.group else "quest.activity", what="where", number=number + 1)
    letter = coming_test(state, seat, one)
    if letter and not any(token_tests.fitting(state, other, letter) for other in _givers(state, seat, one)):
        return Verdict("test.contribute", what="nobody" if one.group else "no-token", type=letter, token=letter)
    if not has_test(one) and not running.does_something(state, seat, line_keys.card(state.card, "activity", number)):
        return Verdict("quest.activity", what="nothing")
    return None


def coming_test(state: State, seat: int, one: Activity) -> str:
    """Return the type of the test that an activity reaches first; empty if something else happens before it."""
    at, ops = 0, one.line.ops
    while at < len(ops):
        op = ops[at]
        if op.kind == "test":
            at = at + 1 if running.holds(state, seat, op.tests) else op.skip
        elif op.kind == "jump":
            at = op.skip
        elif op.act is None or op.kind != "do":
            return ""
        elif op.act.verb in TESTS:
            return str(op.act.args[0])
        elif op.act.verb in SHOWN and not running.VERBS[op.act.verb].can(state, seat, running.Run("", at, 0), op.act):
            at += 1
        else:
            return ""
    return ""


def _test_is_all(one: Activity) -> bool:
    """Tell if an activity gives nothing before its test. An attempt then begins with the first token."""
    verbs = [act.verb for act in one.line.acts()]
    tests = [at for at, verb in enumerate(verbs) if verb in TESTS]
    return bool(tests) and all(verb in SHOWN for verb in verbs[: tests[0]])


def _givers(state: State, seat: int, one: Activity) -> list[int]:
    """Return who can put tokens into an activity's test."""
    return [other for other in state.clockwise(seat) if other == seat or (one.group and not state.is_out(other))]


def _mark(state: State, number: int) -> str:
    return token_tests.attempt(line_keys.card(state.card, "activity", number))


def enough(state: State, number: int) -> str:
    """Return the token that an activity would add to the card beyond what any card in play needs; else empty."""
    acts = [act for act in activities(state)[number].line.acts() if act.verb not in (*TESTS, *SHOWN)]
    kinds = sorted({str(act.args[1]) for act in acts if act.verb == "put-counter"})
    if len(kinds) != 1 or any(act.verb != "put-counter" for act in acts):
        return ""
    asked = [test for test in _tests_in_play(state) if test.left == f"{kinds[0]} here"]
    only_more = all(test.compare in (">=", ">") and not test.negated for test in asked)
    return kinds[0] if asked and only_more and running.holds(state, state.first, tuple(asked)) else ""


def _tests_in_play(state: State) -> Iterator[Test]:
    """Yield every condition on the scenario cards in play."""
    for card in state.in_play():
        heads = [*(block.tests for block in card.world), *(one.where for one in card.activities), card.pattern_where]
        lines = [*(block.line for block in card.world), *(one.line for one in card.activities), card.pattern_line]
        for tests in (*heads, *(op.tests for line in lines for op in line.ops)):
            yield from tests


def possible(state: State, seat: int) -> list[int]:
    return [number for number in range(len(activities(state))) if refused(state, seat, number) is None]


def _with_the_bot(state: State, seat: int) -> bool:
    """Tell if the BOT's figure can be used, and can do something where it is."""
    if not solo_bot.can_use(state, seat):
        return False
    state.bot_used = "activity"
    found = bool(possible(state, seat))
    state.bot_used = ""
    return found


class TakePart(Decision[State]):
    """One activity after another, until the player is done. The frame's bits are the seats that are done."""

    verbs = ("act", "battery", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        frame = state.frames[-1]
        if self.deciders(state, frame):
            return True
        state.frames.pop()
        solo_bot.step_over(state, emit)
        return False

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        _, seat, (done,) = frame
        asked = state.clockwise() if seat == ANYONE else [seat]
        return [one for one in asked if not done >> one & 1 and self._can(state, one)]

    @staticmethod
    def _can(state: State, seat: int) -> bool:
        return not state.is_out(seat) and (bool(possible(state, seat)) or _with_the_bot(state, seat))

    def moves(self, state: State, seat: int) -> list[Move]:
        found: list[Move] = [("act", number) for number in possible(state, seat)]
        if _with_the_bot(state, seat):
            found.append(("battery",))
        return [*found, ("done",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move == ("battery",):
            return solo_bot.refused(state, seat) or Verdict("solo.bot-use", what="idle")
        if move[0] == "act" and len(move) == len(("act", "number")) and type(move[1]) is int:
            return refused(state, seat, move[1])
        return Verdict("table.form", problem=f"'{move[0]}' takes {_FORMS[str(move[0])]}")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "battery":
            solo_bot.use(state, seat, "activity", emit)
        elif move[0] == "act":
            _start(state, seat, int(move[1]), emit)
        else:
            kind, whose, (done,) = state.frames[-1]
            state.frames[-1] = (kind, whose, (done | 1 << seat,))


_FORMS = {"act": "the number of an activity", "battery": "nothing more", "done": "nothing more"}


def _start(state: State, seat: int, number: int, emit: Emit | None) -> None:
    """Carry out an activity. Each works once per turn, but a ruling can give tests unlimited tries."""
    one = activities(state)[number]
    if not has_test(one) or (not _test_is_all(one) and state.ruling["ruling.quest.attempts"] == "one"):
        abilities.mark(state, seat, _mark(state, number))
    if emit:
        rule = "test.group-where" if one.group else "quest.activity"
        emit("does-activity", rule, EVERYONE, seat=seat, card=state.card, number=number + 1)
    running.begin(state, seat, line_keys.card(state.card, "activity", number))


DECISIONS: dict[str, Decision[State]] = {"activity": TakePart()}
