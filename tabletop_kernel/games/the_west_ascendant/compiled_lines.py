"""Card lines as functions of a table, made once for each configuration.

The tests in a line, and the rule for asking a player, never change, and bots use cards many thousand times. So each
line is taken apart once, under the current rulings. Such functions also run common operations without events; for the
rest, and with events, the machine of `abilities` does it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kernel.games.the_west_ascendant.abilities import (
    COUNT_BY_THING,
    MACHINE,
    REACTIONS,
    SALVAGE,
    choice_for,
    compares_hands,
    recoverable_cards,
)
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import amount_of
from tabletop_kernel.games.the_west_ascendant.state import (
    FACILITY_ACTIONS,
    IMPOSSIBLE,
    NOT_YET,
    Asks,
    Line,
    Runs,
    State,
)
from tabletop_kernel.toolkit.card_language import COMPARISONS, Act, Condition, Effect, Op


class Lines(dict[str, Line]):
    """All lines by key. A copy, such as a worker process gets, builds them again: functions can't be sent."""

    def __init__(self, effects: Mapping[str, Effect], rulings: Mapping[str, str]) -> None:
        super().__init__({key: _compile_line(key, effect, rulings) for key, effect in effects.items()})
        self._made_of = effects, rulings

    def __reduce__(self) -> tuple[type[Lines], tuple[Mapping[str, Effect], Mapping[str, str]]]:
        return Lines, self._made_of


def _compile_line(key: str, effect: Effect, rulings: Mapping[str, str]) -> Line:
    acts = [op.act for op in effect.ops]
    able = tuple(_test_of_offer(key, effect, op, rulings) if op.offer else None for op in effect.ops)
    possible = tuple(act and _test_of_act(act, rulings) for act in acts)
    asks = tuple(act and choice_for(act) for act in acts)
    return Line(
        _test_of_effect(key, effect, rulings),
        able,
        possible,
        asks,
        _compile_operations(key, effect, able, possible, rulings),
    )


# -- what can be done, as far as everyone can see ----------------------------------------------------------------------


def _always(state: State, seat: int) -> bool:
    return True


def _never(state: State, seat: int) -> bool:
    return False


def _holds_cards(count: int, rulings: Mapping[str, str]) -> Asks:
    """Return a test for a hand of at least `count` cards; hidden numbers always pass."""
    if rulings["ruling.hand-count"] == "no":
        return _always
    return lambda state, seat: len(state.hand[seat]) >= count


def _can_lose(key: str, points: int, rulings: Mapping[str, str]) -> Asks:
    """Return a test for enough points to pay; under a ruling a Salvage is free at 0."""
    if key == SALVAGE and rulings["ruling.salvage-zero"] == "free":
        return lambda state, seat: state.points[seat] >= points or not state.points[seat]
    return lambda state, seat: state.points[seat] >= points


def _can_recover(count: int, which: str) -> Asks:
    return lambda state, seat: len(recoverable_cards(state, which)) >= count


def _test_of_price(key: str, act: Act, rulings: Mapping[str, str]) -> Asks:
    """Return a test for an act that everyone can see can be done in full."""
    verb, args = act
    if verb == "discard":
        count, which = args
        if which == "from middle":
            return lambda state, seat: len(state.middle) >= count
        return _holds_cards(count, rulings)
    if verb == "lose":
        return _can_lose(key, args[0], rulings)
    if verb == "recover":
        return _can_recover(args[0], args[1] or "")
    if verb == "draw":
        count = args[0]
        return lambda state, seat: len(state.deck) >= count or (not state.dusk and bool(state.deck))
    return _test_of_act(act, rulings)


def _test_of_act(act: Act, rulings: Mapping[str, str]) -> Asks:
    """Return a test for an act that may do anything at all, as far as everyone can see."""
    verb, args = act
    if verb == "other-loses":
        return lambda state, seat: state.points[1 - seat] > 0
    if verb == "lose":
        return (lambda state, seat: state.points[seat] > 0) if rulings["ruling.self-loss"] == "yes" else _never
    if verb in ("draw", "replace"):
        return lambda state, seat: bool(state.deck)
    if verb == "discard":
        return (lambda state, seat: bool(state.middle)) if args[1] == "from middle" else _holds_cards(1, rulings)
    if verb == "recover":
        return _can_recover(1, args[1] or "")
    if verb == "exchange":
        holds = _holds_cards(1, rulings)
        return lambda state, seat: bool(state.middle) and holds(state, seat)
    if verb == "under":
        return lambda state, seat: any(len(deck) > 1 for deck in state.loci)
    return _always  # the Cityengine's own acts: flip, radiate


def _test_of_offer(key: str, effect: Effect, op: Op, rulings: Mapping[str, str]) -> Asks:
    """Return a test for an offer: it can be done in full, and so can what depends on the price paid."""
    assert op.act is not None
    offered = _test_of_price(key, op.act, rulings)
    others = (other.act for other in effect.ops if other.step == op.step)
    gains = [_test_of_act(act, rulings) for act in others if act and "of paid type" in act.args]
    if not gains:
        return offered
    return lambda state, seat: offered(state, seat) and all(gain(state, seat) for gain in gains)


def _test_of_effect(key: str, effect: Effect, rulings: Mapping[str, str]) -> Asks:
    """Return a test for an effect that would do anything now."""
    hidden = rulings["ruling.hand-count"] == "no"
    steps: list[tuple[Sequence[Asks], Sequence[Asks]]] = []
    for step in effect.steps:
        tests = [test_of(test) for test in step.tests if not (hidden and compares_hands(test))]
        if step.may:
            steps.append((tests, [_test_of_price(key, step.acts[0], rulings)]))
        else:
            steps.append((tests, [_test_of_act(act, rulings) for act in step.acts]))

    def does(state: State, seat: int) -> bool:
        for tests, acts in steps:
            for test in tests:
                if not test(state, seat):
                    break
            else:
                for possible in acts:
                    if possible(state, seat):
                        return True
        return False

    return does


# -- tests -------------------------------------------------------------------------------------------------------------


def test_of(test: Condition) -> Asks:
    """Return a test for a condition, for the effect's owner."""
    if test.left == "pulse used":
        return lambda state, seat: bool(state.pulse)
    if test.left == "locus action":
        return lambda state, seat: state.action == "locus"
    if not test.compare:
        return lambda state, seat: state.action in FACILITY_ACTIONS
    return _test_of_comparison(test)


def _test_of_comparison(test: Condition) -> Asks:
    compare, (thing, other) = COMPARISONS[test.compare], amount_of(test.left)
    count = COUNT_BY_THING[thing]
    if isinstance(test.right, int):
        number = test.right
        return lambda state, seat: compare(count(state, 1 - seat if other else seat), number)
    right, right_other = amount_of(test.right)
    count_right = COUNT_BY_THING[right]
    return lambda state, seat: compare(
        count(state, 1 - seat if other else seat), count_right(state, 1 - seat if right_other else seat)
    )


# -- operations without events -----------------------------------------------------------------------------------------


def _compile_operations(
    key: str,
    effect: Effect,
    able: Sequence[Asks | None],
    possible: Sequence[Asks | None],
    rulings: Mapping[str, str],
) -> tuple[Runs | None, ...]:
    """Return a function for each operation, which changes the table and the effect's frame; the last ends the effect.

    None: the machine must run this operation.
    """
    runs: list[Runs | None] = [_end_effect]
    for at in reversed(range(len(effect.ops))):
        op, can, may, following = effect.ops[at], able[at], possible[at], runs[0]
        leave = _compile_leaving(key, op.skip, len(effect.ops))
        if op.tests:
            runs.insert(
                0, following and _compile_tests([test_of(test) for test in op.tests], key, at, following, leave)
            )
        elif can is not None:
            runs.insert(0, _compile_offer(can, leave))
        else:
            assert op.act is not None and may is not None
            runs.insert(0, _compile_act(op.act, key, at, at + 1 == len(effect.ops), may, rulings))
    return tuple(runs)


def _end_effect(state: State, seat: int) -> None:
    state.frames.pop()


def _compile_leaving(key: str, skip: int, last: int) -> Runs:
    """Return a function that skips a step; a skipped step can make a reaction impossible."""
    reaction, after = key in REACTIONS, (key, skip, "")

    def leave(state: State, seat: int) -> None:
        if skip == last:
            state.frames.pop()
        else:
            state.frames[-1] = (MACHINE.kind, seat, after)
        if reaction and state.reacted == NOT_YET:
            state.reacted = IMPOSSIBLE

    return leave


def _compile_tests(tests: Sequence[Asks], key: str, at: int, then: Runs, leave: Runs) -> Runs:
    def run(state: State, seat: int) -> None:
        for test in tests:
            if not test(state, seat):
                leave(state, seat)
                return
        state.frames[-1] = (MACHINE.kind, seat, (key, at + 1, state.frames[-1][2][2]))
        then(state, seat)

    return run


def _compile_offer(able: Asks, leave: Runs) -> Runs:
    def run(state: State, seat: int) -> None:
        if able(state, seat):
            state.frames.append(("offer", seat, ()))
        else:
            leave(state, seat)

    return run


def _compile_act(act: Act, key: str, at: int, last: bool, possible: Asks, rulings: Mapping[str, str]) -> Runs | None:
    """Return a function for an act that also moves its frame on; None if the machine must run it."""
    after, asks, does = (key, at + 1, ""), choice_for(act), _compile_plain_act(act, rulings)

    def ask(state: State, seat: int) -> None:
        assert asks is not None
        state.frames[-1] = (MACHINE.kind, seat, after)
        if possible(state, seat):
            state.frames.append((asks[0], seat, asks[1]))
        elif last:
            state.frames.pop()

    def do(state: State, seat: int) -> None:
        assert does is not None
        if last:
            state.frames.pop()
        else:
            state.frames[-1] = (MACHINE.kind, seat, after)
        does(state, seat)

    if asks is not None:
        return ask if act.args[:1] != (0,) else None
    return do if does is not None else None


def _compile_plain_act(act: Act, rulings: Mapping[str, str]) -> Runs | None:
    """Return a function for a simple act, a fixed loss or a plain draw; None for any other act."""
    number = act.args[0] if act.args else 0

    def lose(state: State, seat: int) -> None:
        left = state.points[1 - seat] - number
        state.points[1 - seat] = left if left > 0 else 0

    def draw(state: State, seat: int) -> None:
        state.draw(seat, number, "", None)

    if act.verb == "other-loses" and act.args[1] is None:
        return lose
    return draw if act.verb == "draw" and rulings["ruling.took-counts"] == "no" else None
