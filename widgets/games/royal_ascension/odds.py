"""Charts of the odds: exact, from what the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.royal_ascension.odds import Odds, throw
from widgets.charts import Chart, Layout, Trace, chart, layout
from widgets.games.royal_ascension.look import Look

DICE_RULES = ["battle.dice", "ruling.battle-dice"]
BATTLE_RULES = ["battle.total", "battle.high-wins", "battle.tie"]


def odds(look: Look) -> Chart | None:
    """The battle at hand; else a battle against each rival; else what the battle dice add. None before and after."""
    game, config, view = look.game, look.config, look.view
    if look.kind in ("character", "select", "over"):
        return None
    watched = _watched(look)
    if watched:
        lines = [f"{look.short(watched.seat)} wins {watched.win:.1%} of battles like this.", *watched.assumes]
        return _duel(look, watched, lines)
    lines = game.telling.odds_in_words(config, view)
    if not lines:
        return _dice(look)
    at_hand = game.telling.odds(config, view)
    if at_hand:
        return _duel(look, at_hand, [*lines, *_scope(at_hand)])
    return _rivals(look, lines)


def _watched(look: Look) -> Odds | None:
    """Once all stakes lie open, whoever does not fight sees the odds of the first who rolls: no secret is needed."""
    if look.kind != "dice" or look.battle is None or look.me in look.battle["bout"]:
        return None
    return look.game.telling.odds(look.config, {**look.view, "seat": look.battle["bout"][0]})


def _scope(odds: Odds) -> list[str]:
    if odds.scope == "bout":
        return ["This is one of several bouts, so it doesn't decide the whole battle."]
    return ["Others fight in this battle too. These odds are against only one of them."] if odds.scope == "pair" else []


# -- the battle at hand ------------------------------------------------------------------------------------------------


def _duel(look: Look, odds: Odds, lines: list[str]) -> Chart:
    """Both totals over each other, and under them who wins."""
    me, others = look.short(odds.seat), listed(look.short(seat) for seat in odds.opponents)
    theirs = others if len(odds.opponents) == 1 else f"the best of {others}"
    tones = f"seat{odds.seat + 1}", f"seat{odds.opponents[0] + 1}"
    ahead = sum(chance for lead, chance in odds.margin.items() if lead > 0)
    level = odds.margin.get(0, 0.0)
    traces = [
        _bars(odds.mine, me, tones[0]),
        _bars(odds.theirs, theirs, tones[1]),
        _share(f"{me} is ahead", 0, ahead, tones[0]),
        _share("A tie", ahead, level, "plain"),
        _share(f"{_capital(theirs)} is ahead", ahead + level, 1 - ahead - level, tones[1]),
    ]
    frame = _frame("Total with dice", "Chance")
    frame |= {"barmode": "overlay", "showlegend": True}
    frame["yaxis"]["domain"] = [0.34, 1]
    frame["xaxis2"] = {"domain": [0, 1], "anchor": "y2", "range": [0, 1], "tickformat": ".0%", "fixedrange": True}
    frame["yaxis2"] = {"domain": [0, 0.14], "anchor": "x2", "showticklabels": False, "fixedrange": True}
    head = f"{me} against {others}"
    said = f"The first roll is a tie in {odds.tie_first:.1%} of battles. Then the tied players roll again."
    return chart(head, [*lines, said], traces, frame, BATTLE_RULES)


def _bars(chances: Mapping[int, float], name: str, tone: str) -> Trace:
    return {
        "type": "bar",
        "name": name,
        "x": list(chances),
        "y": list(chances.values()),
        "opacity": 0.7,
        "meta": {"tone": tone},
        "hovertemplate": "%{x}: %{y:.1%}<extra>" + name + "</extra>",
    }


def _share(name: str, start: float, chance: float, tone: str) -> Trace:
    """A part of the bar that says how the first throw ends; `base` lays the parts end to end."""
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "base": [start],
        "x": [chance],
        "y": [""],
        "xaxis": "x2",
        "yaxis": "y2",
        "text": [f"{chance:.0%}"],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "showlegend": False,
        "meta": {"tone": tone},
        "hovertemplate": f"{name}: {chance:.1%}<extra></extra>",
    }


# -- when nothing is fought --------------------------------------------------------------------------------------------


def _rivals(look: Look, lines: list[str]) -> Chart:
    """The chance to win against each rival, if there were a battle now."""
    found = {
        seat: odds
        for seat in look.seats
        if seat != look.me
        and not look.view["out"][seat]
        and (odds := look.game.telling.odds(look.config, look.view, seat))
    }
    traces: list[Trace] = [
        {
            "type": "bar",
            "name": look.short(seat),
            "x": [look.short(seat)],
            "y": [odds.win],
            "text": [f"{odds.win:.0%}"],
            "meta": {"tone": f"seat{seat + 1}"},
            "hovertemplate": f"Against {look.short(seat)}: {odds.win:.1%}<extra></extra>",
        }
        for seat, odds in found.items()
    ]
    frame = _frame("Opponent", "You win")
    frame["yaxis"]["range"] = [0, 1]
    return chart("If there were a battle now", lines, traces, frame, ["battle.opponent", *BATTLE_RULES])


def _dice(look: Look) -> Chart:
    """What the dice of one fighter add to a total."""
    chances = throw(look.rules).pmf()
    likely = max(chances, key=lambda total: chances[total])
    mean = sum(total * chance for total, chance in chances.items())
    how = look.ruling["ruling.battle-dice"]
    title = {"two-rolls-each": "What four dice add", "one-roll-each": "What two dice add"}.get(how, "What the dice add")
    lines = [
        f"{likely} is the most likely: {chances[likely]:.1%} of rolls.",
        f"The dice add between {min(chances)} and {max(chances)}, with an average of {mean:.1f}.",
    ]
    trace = {**_bars(chances, title, "plain"), "opacity": 1}
    return chart(title, lines, [trace], _frame("Points from the dice", "Chance"), DICE_RULES)


# -- the figure --------------------------------------------------------------------------------------------------------


def _frame(across: str, up: str) -> Layout:
    """The frame of chances that stand."""
    frame = layout(across, up)
    frame["yaxis"] |= {"tickformat": ".0%", "rangemode": "tozero"}
    return {**frame, "bargap": 0.12, "legend": {"orientation": "h", "x": 0, "y": 1.12}}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
