"""The atlas of a journey: where everybody went, what happened where, how the scores grew, and where people die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Config, Game
from tabletop_kernel.games.deck_goes_west.state import START, Place
from widgets import atlas, surveys
from widgets.atlas import Journey, Mark
from widgets.charts import Chart, chart
from widgets.games.deck_goes_west.look import Look
from widgets.look import count

GOES = ("steps", "steps-free", "steps-half", "rides", "rides-along", "shifts", "respawns")
MARKS = {"bandits": "bandits", "builds": "railway", "clears": "cleared", "wagon-hit": "wagon"}
Dated = tuple[int, str, dict[str, Any]]  # the day of an event, its kind and its facts


def journeys(look: Look) -> Chart:
    """The land as it lies, and the way of each player on it."""
    told = list(_dated(look.told()))
    ways = {look.name(seat): _way(told, seat) for seat in look.seats}
    land: dict[Place, Sequence[str]] = {
        (column, row): look.rules.tiles[tile].types if up else () for column, row, tile, up, _ in look.view["ground"]
    }
    lines = [
        f"{name}: {count(len(way) - 1, 'step')}, furthest West: column {max(place[0] for _, place in way)}."
        for name, way in ways.items()
    ]
    found = Counter(kind for _, kind, _ in told)
    happened = [
        f"Tiles revealed: {found['reveals']}. Railways built: {found['builds']}. Tiles cleared: {found['clears']}."
    ]
    figure = atlas.journeys(land, ways, list(_marks(told)))
    return chart("The journey so far", [*lines, *happened], *figure, ["reveal.event", "night.appear", "build.event"])


def scores(look: Look) -> Chart:
    """The score at the end of each day."""
    points: dict[int, dict[int, float]] = {seat: {0: 0} for seat in _scored(look)}
    today = 0
    for day, kind, data in _dated(look.told()):
        today = max(today, day)
        if kind in ("scores", "loses-points"):
            points[data["seat"] if look.mode == "versus" else 0][day] = data["total"]
    named = {"The team" if look.mode == "coop" else look.name(seat): days for seat, days in points.items()}
    lines = [f"{name}: {days[max(days)]:g} of {look.rules.board.score_end}." for name, days in named.items()]
    figure = atlas.scores({name: _every_day(days, today) for name, days in named.items()})
    return chart("Scores by day", lines, *figure, ["goal.win", "vp.gain"])


def _scored(look: Look) -> Sequence[int]:
    return look.seats if look.mode == "versus" else look.seats[:1]


def _every_day(days: dict[int, float], last: int) -> list[tuple[int, float]]:
    """A score for each day: what it was before, where nothing was scored."""
    found, now = [], 0.0
    for day in range(last + 1):
        now = days.get(day, now)
        found.append((day, now))
    return found


def _dated(told: Sequence[Event]) -> Iterator[Dated]:
    """What was told, with the day on which it happened, as the title of the table counts days: a night ends its day."""
    day = 0
    for kind, _, _, data in told:
        if kind == "day":
            day = data["day"] + 1  # so many are gone
        yield day, kind, data


def _way(told: Sequence[Dated], seat: int) -> Journey:
    went = [(day, _place(data["place"])) for day, kind, data in told if kind in GOES and data.get("seat") == seat]
    return [(0, START), *went]


def _place(value: Sequence[int]) -> Place:
    return value[0], value[1]


def _marks(told: Sequence[Dated]) -> Iterator[Mark]:
    for day, kind, data in told:
        if kind in MARKS and "place" in data:
            yield Mark(MARKS[kind], _place(data["place"]), f"Day {day}: {MARKS[kind]}")


# -- many games --------------------------------------------------------------------------------------------------------

FIRST, ENOUGH, PORTION = 30, 1000, 5  # games: unasked, at most, and those that a page waits for at a time


class Survey(surveys.Survey):
    """Where characters die in many games of players who act at random."""

    name = "deaths"

    def __init__(self, game: Game[Any], config: Config) -> None:
        super().__init__(game, config)
        self.found: Counter[Place] = Counter()

    def watch(self, state: Any) -> surveys.Note:
        def note(kind: str, data: dict[str, Any]) -> None:
            if kind == "dies":
                self.found[state.meeple[data["seat"]]] += 1

        return note


_surveys: dict[str, Survey] = {}  # by table, as long as the page lives


def deaths(look: Look) -> Chart:
    """Where people die if they act at random: some games of this mission, and as many more as somebody asks for."""
    survey = surveys.survey_of(_surveys, look, Survey)
    survey.play(PORTION)
    found = survey.found
    land: dict[Place, Sequence[str]] = dict.fromkeys({*found, START}, ())
    lines = [
        f"In {survey.games:,} games with random moves, {count(found.total(), 'character')} died.",
        *(f"Column {column}, row {row}: {number}." for (column, row), number in found.most_common(3)),
    ]
    figure = atlas.counts(land, found, "died here")
    made = chart("Where characters die", lines, *figure, ["death.danger-hand", "death.full-hand"])
    first = survey.games < FIRST
    goal = FIRST if first else ENOUGH
    return {**made, "survey": atlas.survey(survey.games, goal, survey.seconds_for(goal), by_itself=first)}


def more_deaths(look: Look) -> None:
    """A portion of the games that are still to be played."""
    survey = surveys.survey_of(_surveys, look, Survey)
    survey.play(min(FIRST if survey.games < FIRST else ENOUGH, survey.games + PORTION))
