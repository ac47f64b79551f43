"""The odds of a battle: how many hits the dice of both sides bring, exactly."""

from __future__ import annotations

from tabletop_kernel.games.deck_goes_west.battle import Battle, Side
from tabletop_kernel.games.deck_goes_west.components import JOB_DIE
from widgets.charts import Chart, chances, chart, layout
from widgets.games.deck_goes_west.look import Look
from widgets.look import count

Spread = dict[int, float]


def odds(look: Look) -> Chart | None:
    """Of the battle that is under way, or of one with the bandits on the own tile; None where there are none."""
    if look.kind == "over":
        return None
    battle = next((Battle(*data) for kind, _, data in reversed(look.view["frames"]) if kind == "battle"), None)
    seat = look.me if look.me is not None else next(iter(look.asked), 0)
    place = list(battle.place) if battle else look.view["meeple"][seat]
    bandits = next((number for *at, number in look.view["bandits"] if at == place), 0)
    if not bandits:
        return None
    sides = [Side(*side) for side in battle.sides] if battle else []
    attack = _sum(sum(side.attack_dice for side in sides), sum(side.hits for side in sides))
    saves = _sum(sum(side.defence_dice for side in sides), sum(side.saves for side in sides))
    outlaws = _sum(bandits, 0)
    removed, pain = _beyond(attack, outlaws), _beyond(outlaws, saves)
    lines = [
        f"{count(bandits, 'bandit')} here: each rolls one die for hits and one for saves.",
        f"With the jobs used so far, the chance to remove all bandits is {_at_least(removed, bandits):.0%}. "
        f"The chance to remove at least one is {_at_least(removed, 1):.0%}.",
        f"If no bandits are removed first, the chance that they cause pain is {_at_least(pain, 1):.0%}. "
        f"On average, they cause {_mean(pain):.1f} pain cards.",
    ]
    figure = {f"{number} pain": chance for number, chance in sorted(pain.items()) if chance >= 0.001}
    return chart(
        "The battle", lines, [chances(figure, f"seat{seat + 1}")], layout("Chance"), ["battle.damage", "dice.faces"]
    )


def _sum(dice: int, sure: int) -> Spread:
    """The sum of so many job dice, and something sure."""
    spread = {sure: 1.0}
    for _ in range(dice):
        grown: Spread = {}
        for total, chance in spread.items():
            for face in JOB_DIE:
                grown[total + face] = grown.get(total + face, 0.0) + chance / len(JOB_DIE)
        spread = grown
    return spread


def _beyond(hits: Spread, saves: Spread) -> Spread:
    """How far hits are above saves."""
    found: Spread = {}
    for hit, chance in hits.items():
        for save, other in saves.items():
            through = max(0, hit - save)
            found[through] = found.get(through, 0.0) + chance * other
    return found


def _at_least(spread: Spread, number: int) -> float:
    return sum(chance for total, chance in spread.items() if total >= number)


def _mean(spread: Spread) -> float:
    return sum(total * chance for total, chance in spread.items())
