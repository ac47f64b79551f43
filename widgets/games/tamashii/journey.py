"""The atlas of the city: where everybody went, where enemies came and resets happened, in one game or in many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Config, Game
from tabletop_kernel.games.tamashii.phases.moving import read_place
from tabletop_kernel.toolkit.grid import Place
from widgets import atlas, surveys
from widgets.atlas import Journey, Mark
from widgets.charts import Chart, chart
from widgets.games.tamashii.look import Look
from widgets.look import count

MOVES = ("moves", "moves-back")
GOES = (*MOVES, "to-shelter", "starts-on")
BOT = "The BOT"
BOT_GOES = ("bot-start", "bot-moves", "bot-moves-back")
KINDS = {"attached": "enemies", "find": "finds", "resets": "resets"}  # what is marked, by the event that tells of it
ONE = {"enemies": "enemy", "finds": "find", "resets": "reset"}
MARKED = {"find": "exploration token", "resets": "reset"}
RULES = {
    "entered": ["move.range", "move.no-gaps"],
    "enemies": ["enemy.attach", "trace.spawn", "trace.top"],
    "finds": ["explore.token-first"],
    "resets": ["reset.trigger", "reset.shelter"],
}
TITLES = {
    "entered": "Where players go",
    "enemies": "Where enemies attach",
    "finds": "Where exploration tokens are found",
    "resets": "Where players reset",
}
SAID = {
    "entered": ("a tile was entered", "entered"),
    "enemies": ("an enemy was attached", "enemies attached"),
    "finds": ("an exploration token was found", "found"),
    "resets": ("a player reset", "resets"),
}


class Steps:
    """Follows the figures through what happens: most events do not say where, but at whose figure."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.at = dict(enumerate(places))

    def found(self, kind: str, data: dict[str, Any]) -> tuple[str, Place] | None:
        """What an event adds to the atlas, and where; None for one that adds nothing."""
        seat = data.get("seat")
        if kind in GOES and seat is not None:
            self.at[seat] = _place(data["place"])
            return ("entered", self.at[seat]) if kind in MOVES else None
        if kind == "find":
            return KINDS[kind], _place(data["place"])
        return (KINDS[kind], self.at[seat]) if kind in KINDS and seat in self.at else None


def _place(value: Any) -> Place:
    place = read_place(value) if isinstance(value, str) else None
    return place if place is not None else (value[0], value[1])


# -- one game ----------------------------------------------------------------------------------------------------------


def ways(look: Look) -> Chart:
    """The city as it lies, the way of each player on it, and what happened along it."""
    told = look.told()
    walked = {look.name(seat): _way(look, told, seat) for seat in look.seats}
    bot = [(turn, _place(data["place"])) for turn, kind, data in _dated(told) if kind in BOT_GOES]
    if bot:
        walked[BOT] = bot
    marks = list(_marks(look, told))
    happened = Counter(mark.kind for mark in marks)
    lines = [f"{name}: {count(len(way) - 1, 'step')}." for name, way in walked.items()]
    lines.append(f"Enemies: {happened['enemies']}. Finds: {happened['finds']}. Resets: {happened['resets']}.")
    land = _land(look)
    lines += [f"{_named(land, place)}: {said}." for place, said in _by_tile(marks)]
    figure = atlas.journeys(land, walked, _as_one(marks), hexes=True, day="turn")
    return chart("The city this game", lines, *figure, ["move.range", "enemy.attach", "reset.shelter"])


def _land(look: Look) -> dict[Place, Sequence[str]]:
    tiles = look.rules.content.tiles
    return {(q, r): (tiles[tile].name,) if up else () for q, r, tile, up, _, _ in look.view["ground"]}


def _dated(told: Sequence[Event]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """What was told, with the turn in which it happened; 0 is the set-up."""
    turn = 0
    for kind, _, _, data in told:
        if kind == "turn":
            turn = data["number"]
        yield turn, kind, data


def _start(look: Look, told: Sequence[Event], seat: int) -> Place:
    """Where a figure stood before all that was told."""
    first = next((data for kind, _, _, data in told if kind in MOVES and data["seat"] == seat), None)
    return _place(first["old_place"] if first else look.view["start_place"][seat])


def _way(look: Look, told: Sequence[Event], seat: int) -> Journey:
    went = [(turn, _place(data["place"])) for turn, kind, data in _dated(told) if kind in GOES and data["seat"] == seat]
    return [(0, _start(look, told, seat)), *went]


def _marks(look: Look, told: Sequence[Event]) -> Iterator[Mark]:
    """Where what happened, with the turn and whose it was."""
    steps = Steps(_start(look, told, seat) for seat in look.seats)
    for turn, kind, data in _dated(told):
        found = steps.found(kind, data)
        if found and found[0] in KINDS.values():
            what = look.enemy(data["enemy"]) if kind == "attached" else MARKED[kind]
            yield Mark(*found, f"Turn {turn}, {look.name(data['seat'])}: {what}")


def _by_tile(marks: Sequence[Mark]) -> Iterator[tuple[Place, str]]:
    """The tiles where most happened, with what: «4 enemies, 1 find»."""
    found: dict[Place, Counter[str]] = {}
    for mark in marks:
        found.setdefault(mark.place, Counter())[mark.kind] += 1
    for place, kinds in sorted(found.items(), key=lambda one: -one[1].total())[:3]:
        yield place, ", ".join(count(number, ONE[kind], kind) for kind, number in kinds.items())


def _as_one(marks: Sequence[Mark]) -> list[Mark]:
    """Marks of a kind that lie on one another are one, which says all that the others would."""
    found: dict[tuple[str, Place], list[str]] = {}
    for kind, place, text in marks:
        found.setdefault((kind, place), []).append(text)
    return [Mark(kind, place, "<br>".join(texts)) for (kind, place), texts in found.items()]


# -- many games --------------------------------------------------------------------------------------------------------

FIRST, ENOUGH, PORTION = 30, 1000, 3  # games: unasked, at most, and those that a page waits for at a time


class Survey(surveys.Survey):
    """What happens where in many games of players who act at random."""

    name = "city"

    def __init__(self, game: Game[Any], config: Config) -> None:
        super().__init__(game, config)
        self.found: dict[str, Counter[Place]] = {kind: Counter() for kind in TITLES}
        self.tiles: dict[Place, str] = {}  # the tile of each place; nothing where another game had another one

    def watch(self, state: Any) -> surveys.Note:
        steps = Steps(state.place)

        def note(kind: str, data: dict[str, Any]) -> None:
            if kind == "turn":
                self._look(state.tiles)
            if found := steps.found(kind, data):
                self.found[found[0]][found[1]] += 1

        return note

    def _look(self, tiles: dict[Place, str]) -> None:
        for place, tile in tiles.items():
            if self.tiles.setdefault(place, tile) != tile:
                self.tiles[place] = ""


_surveys: dict[str, Survey] = {}  # by table, as long as the page lives


def counted(look: Look, page: str) -> Chart:
    """How often something happens where, in some games like this one, and as many more as somebody asks for."""
    survey = surveys.survey_of(_surveys, look, Survey)
    survey.play(PORTION)
    found, (said, unit) = survey.found[page], SAID[page]
    here = _land(look)  # what lies face down here is not told, though other games have turned it up
    land = {place: here.get(place, ()) if tile else () for place, tile in survey.tiles.items()}
    lines = [
        f"In {survey.games:,} games with random players, {said} {count(found.total(), 'time')}.",
        *(f"{_named(land, place)}: {number}." for place, number in found.most_common(3)),
    ]
    made = chart(TITLES[page], lines, *atlas.counts(land, found, unit, hexes=True), RULES[page])
    first = survey.games < FIRST
    goal = FIRST if first else ENOUGH
    return {**made, "survey": atlas.survey(survey.games, goal, survey.seconds_for(goal), by_itself=first)}


def _named(land: dict[Place, Sequence[str]], place: Place) -> str:
    column, row = place
    return " and ".join(land.get(place, ())) or f"Column {column}, row {row}"


def count_on(look: Look) -> None:
    """A portion of the games that are still to be played."""
    survey = surveys.survey_of(_surveys, look, Survey)
    survey.play(min(FIRST if survey.games < FIRST else ENOUGH, survey.games + PORTION))
