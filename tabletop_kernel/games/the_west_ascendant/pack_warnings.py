"""Lines of a pack that are valid but never do anything, to warn the writer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tabletop_kernel.games.the_west_ascendant.card_vocabulary import ACTION_WORDS, FACTS, LANGUAGE, amount_of
from tabletop_kernel.games.the_west_ascendant.content import CARDS_PER_TYPE, LOCUS_COUNT, TYPE_COUNT, Content
from tabletop_kernel.toolkit.card_language import COMPARISONS, Act, Condition, Effect, Rate, Step

CARDS = TYPE_COUNT * CARDS_PER_TYPE
MOST_BY_THING = {"hand": CARDS, "loci": LOCUS_COUNT, "gates": CARDS, "pairs": LOCUS_COUNT}  # the maximum of each thing
Case = dict[str, int]  # an ACTION: amounts and facts by their words


def find_doubts(content: Content) -> list[str]:
    """Return sentences that name the file, card and column of each useless part."""
    doubts = []
    for key, effect in content.effects.items():
        for column, problem in _find_problems(effect, content.numbers.middle):
            doubts.append(f"{content.places[key]}: column {column}: {problem}.")
    return doubts


def _find_problems(effect: Effect, middle: int) -> Iterator[tuple[int, str]]:
    for number, step in enumerate(effect.steps):
        column = effect.columns[number][0]
        if step.tests and not _can_hold(step.tests, middle):
            condition = " and ".join(LANGUAGE.says_test(test) for test in step.tests)
            yield column, f"this can never happen: it is never true that {condition}"
    for column, _, act in effect.acts():
        if _does_nothing(act, middle):
            yield column, f"'{LANGUAGE.line(Effect((Step((), (act,)),)))}' never does anything"


def _does_nothing(act: Act, middle: int) -> bool:
    """Tell if an act has the number 0, or a rate that never reaches 1."""
    if act.args and act.args[0] == 0:
        return True
    rates = [part for part in act.args if isinstance(part, Rate)]
    return any(rate.most == 0 or rate.each > _most_of(rate.amount, middle) for rate in rates)


def _most_of(word: str, middle: int) -> int:
    thing = amount_of(word).thing
    return {"took": middle, "types": min(TYPE_COUNT, middle)}.get(thing) or MOST_BY_THING[thing]


# -- conditions --------------------------------------------------------------------------------------------------------


def _can_hold(tests: tuple[Condition, ...], middle: int) -> bool:
    """Tell if all tests can be true together, as far as they ask about the same thing."""
    words = {word for test in tests if test.compare for word in (test.left, test.right) if isinstance(word, str)}
    of_action = [test for test in tests if {test.left, test.right} & {*ACTION_WORDS}]
    others = [test for test in tests if test not in of_action]
    ranges = {word: range(MOST_BY_THING[amount_of(word).thing] + 1) for word in words if word not in ACTION_WORDS}
    return any(_can_all_hold(of_action, case, ranges) for case in _possible_actions(middle)) and _can_all_hold(
        others, {}, ranges
    )


def _possible_actions(middle: int) -> Iterator[Case]:
    """Yield every possible ACTION as the amounts and facts it sets."""
    facility, locus, pulse = FACTS
    nothing = {"took": 0, "types": 0, facility: 0, locus: 0, pulse: 0}
    yield nothing  # the Cityengine, if it counts as an ACTION
    yield {**nothing, locus: 1}
    for took in range(1, middle + 1):
        yield {"took": took, "types": 1, facility: 1, locus: 0, pulse: 1}
    for types in (1, 2) if middle > 1 else ():
        yield {"took": 2, "types": types, facility: 1, locus: 0, pulse: 0}


def _can_all_hold(tests: list[Condition], case: Case, ranges: dict[str, range]) -> bool:
    """Tell if some numbers make all these tests true."""
    free = sorted({word for test in tests for word in (test.left, test.right) if isinstance(word, str)} - {*case})
    if len(free) > 2:  # too many to try, so give the line the benefit of the doubt
        return True
    return any(
        all(_is_true(test, {**case, **dict(zip(free, values, strict=True))}) for test in tests)
        for values in product(*(ranges[word] for word in free))
    )


def _is_true(test: Condition, known: Case) -> bool:
    if not test.compare:
        return bool(known[test.left])
    right = test.right if isinstance(test.right, int) else known[test.right]
    return COMPARISONS[test.compare](known[test.left], right)
