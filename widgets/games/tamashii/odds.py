"""The odds of what is about to be rolled, exactly: an attack, a test, or the next trace roll."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import percent
from tabletop_kernel.games.tamashii.components import TRACE_DICE
from tabletop_kernel.games.tamashii.fighting import combat, odds, odds_words, token_tests
from tabletop_kernel.games.tamashii.fighting.fight_state import MOST_DICE, PREPARE, Fight
from tabletop_kernel.games.tamashii.fighting.token_tests import Trial
from tabletop_kernel.games.tamashii.modes import versus_goals
from tabletop_kernel.games.tamashii.telling import naming
from tabletop_kernel.toolkit.odds import Distribution
from widgets.charts import Chart, Trace, chances, chart, layout
from widgets.games.tamashii.look import Look
from widgets.look import count

SEEN = 0.001  # what is less likely is not drawn


def found(look: Look) -> Chart | None:
    """Of the decision at hand, else of what the shown player rolls next; None where there is nothing to roll."""
    if look.kind == "over" or not look.seated:
        return None
    test = next(((seat, Trial(*data)) for kind, seat, data in look.view["frames"] if kind == "test"), None)
    if test is not None:
        return _test(look, *test)
    if look.kind == "goals" and (goals := _goals(look)):
        return goals
    fight = next(
        (Fight(*data) for kind, seat, data in look.view["frames"] if kind == "combat" and seat == look.whose), None
    )
    if fight is not None and fight.stage != PREPARE:
        return None  # the dice lie there already
    if look.view["enemies"][look.whose] and look.view["phase"] in ("action", "combat"):
        return _attack(look, len(fight.dice) if fight is not None else combat.attack_dice(look.state, look.whose))
    return _trace(look)


def _average(spread: Distribution) -> str:
    """With one place behind the point; but what may happen is not «0.0»."""
    mean = float(spread.mean)
    return f"{mean:.1f}" if mean == 0 or round(mean, 1) else f"{mean:.2f}" if mean >= 0.005 else "almost 0"


def _bars(look: Look, spread: Distribution, one: str, many: str = "") -> list[Trace]:
    shown = {count(number, one, many): chance for number, chance in spread.pmf().items() if chance >= SEEN}
    return [chances(shown, f"seat{look.whose % 5 + 1}")]


def _attack(look: Look, dice: int) -> Chart:
    """What an attack may come to, if the hardest blow is always struck first."""
    number = min(dice, MOST_DICE)
    result = odds.exchange_odds(look.state, look.whose, number)
    unhurt = result.wounds.chance(0)
    top = look.enemy(look.view["enemies"][look.whose][0][0])
    lines = [
        f"{count(number, 'die', 'dice')}, always using the hardest hits first, without rerolls.",
        f"Chance to defeat {top}: {percent(float(odds.defeat_chance(look.state, look.whose, number)))}. "
        f"Average damage: {_average(result.damage)}.",
        f"Average wounds before shields: {_average(result.wounds)}. Chance of no wounds: {percent(float(unhurt))}.",
    ]
    bars = _bars(look, result.wounds, "wound")
    return chart("The attack", lines, bars, layout("Chance"), ["combat.roll", "combat.number-die", "combat.alternate"])


def _test(look: Look, seat: int, test: Trial) -> Chart:
    """With the dice put in so far, or with all that there are as long as none is; and what others make of it."""
    put = len(test.put)
    every = token_tests.count_dice(look.state, seat, test.letter) if seat >= 0 else put
    lines = [
        f"You need {count(test.number, 'success', 'successes')} with {naming.token_name(test.letter)}. "
        f"So far: {test.total}."
    ]
    for number in sorted({one for one in (put, put + 1, every) if 0 < one <= max(every, put)}):
        whole = " (all you have)" if number == every else ""
        passed = (odds.success_odds(number) + test.total).at_least(test.number)
        lines.append(f"With {count(number, 'die', 'dice')}{whole}: {percent(float(passed))} chance to pass.")
    bars = _bars(look, odds.success_odds(put or every) + test.total, "success", "successes")
    return chart("The test", lines, bars, layout("Chance"), ["test.success", "test.pass"])


def _goals(look: Look) -> Chart | None:
    """The tests of goals that may be tried, with all the tokens for them; drawn is the likeliest."""
    state, seat = look.state, look.decider
    ahead = [versus_goals.prospect_of(state, seat, goal) for goal in versus_goals.goals_to_try(state, seat)]
    if not ahead:
        return None
    lines = odds_words.goal_chances_in_words(state, seat)
    best = max(ahead, key=odds_words.pass_chance)
    bars = _bars(look, odds.success_odds(best.dice) + best.kept, "success", "successes")
    return chart("Goal tests", lines, bars, layout("Chance"), ["test.success", "comp.quest"])


def _trace(look: Look) -> Chart | None:
    """The next trace roll, if trace stays where it is."""
    at = look.view["trace"][look.whose]
    if not look.rules.traced or not TRACE_DICE[at]:
        return None
    spread = odds.spawn_odds(look.state, look.whose)
    lines = [
        f"Trace {at}: {count(TRACE_DICE[at], 'die', 'dice')} in the next trace roll, if trace doesn't change.",
        f"Chance of no enemy: {percent(float(spread.chance(0)))}. Average: {_average(spread)}.",
    ]
    return chart(
        "The trace roll",
        lines,
        _bars(look, spread, "enemy", "enemies"),
        layout("Chance"),
        ["trace.dice", "trace.spawn"],
    )
