"""The odds of what is about to be rolled, exactly: an attack, a test, or the next trace roll."""

from __future__ import annotations

from tabletop_kernel.games.tamashii.components import TRACE_DICE
from tabletop_kernel.games.tamashii.fighting import combat, odds
from tabletop_kernel.games.tamashii.fighting.data_tests import Trial
from tabletop_kernel.games.tamashii.fighting.fight import MOST_DICE, PREPARE, Fight
from tabletop_kernel.games.tamashii.telling import naming
from tabletop_kernel.odds import Distribution
from widgets.charts import Chart, Trace, chances, chart, layout
from widgets.games.tamashii.look import Look
from widgets.look import count

SEEN = 0.001  # what is less likely is not drawn


def found(look: Look) -> Chart | None:
    """Of the decision at hand, else of what the shown player rolls next; None where there is nothing to roll."""
    if look.kind == "over" or not look.seated:
        return None
    test = next((Trial(*data) for kind, _, data in look.view["frames"] if kind == "test"), None)
    if test is not None:
        return _test(look, test)
    fight = next(
        (Fight(*data) for kind, seat, data in look.view["frames"] if kind == "combat" and seat == look.whose), None
    )
    if fight is not None and fight.stage != PREPARE:
        return None  # the dice lie there already
    if look.view["enemies"][look.whose] and look.view["phase"] in ("action", "combat"):
        return _attack(look, len(fight.dice) if fight is not None else combat.attack(look.state, look.whose))
    return _trace(look)


def _bars(look: Look, spread: Distribution, one: str, many: str = "") -> list[Trace]:
    shown = {count(number, one, many): chance for number, chance in spread.pmf().items() if chance >= SEEN}
    return [chances(shown, f"seat{look.whose % 5 + 1}")]


def _attack(look: Look, dice: int) -> Chart:
    """What an attack may come to, if the hardest blow is always struck first."""
    number = min(dice, MOST_DICE)
    result = odds.exchange(look.state, look.whose, number)
    unhurt = result.wounds.chance(0)
    top = look.enemy(look.view["enemies"][look.whose][0][0])
    lines = [
        f"{count(number, 'die', 'dice')}, each blow as hard as it gets, without rerolls.",
        f"{top} falls in {float(odds.topples(look.state, look.whose, number)):.0%}; "
        f"{float(result.damage.mean):.1f} damage on average.",
        f"{float(result.wounds.mean):.1f} wounds on average before shields, none in {float(unhurt):.0%}.",
    ]
    bars = _bars(look, result.wounds, "wound")
    return chart("The attack", lines, bars, layout("Chance"), ["combat.roll", "combat.number-die", "combat.alternate"])


def _test(look: Look, test: Trial) -> Chart:
    number = len(test.put)
    spread = odds.successes(number) + test.total
    lines = [
        f"{count(test.number, 'success', 'successes')} wanted with {naming.token_name(test.letter)}; now {test.total}.",
        f"With {count(number, 'die', 'dice')}: passed in {float(spread.at_least(test.number)):.0%}.",
        f"With one more: {float((odds.successes(number + 1) + test.total).at_least(test.number)):.0%}.",
    ]
    bars = _bars(look, spread, "success", "successes")
    return chart("The test", lines, bars, layout("Chance"), ["test.success", "test.pass"])


def _trace(look: Look) -> Chart | None:
    """The next trace roll, if trace stays where it is."""
    at = look.view["trace"][look.whose]
    if not look.rules.traced or not TRACE_DICE[at]:
        return None
    spread = odds.spawned(look.state, look.whose)
    lines = [
        f"Trace {at}: {count(TRACE_DICE[at], 'die', 'dice')} at the next trace roll, if it stays there.",
        f"No enemy comes in {float(spread.chance(0)):.0%}; {float(spread.mean):.1f} on average.",
    ]
    return chart(
        "The trace roll",
        lines,
        _bars(look, spread, "enemy", "enemies"),
        layout("Chance"),
        ["trace.dice", "trace.spawn"],
    )
