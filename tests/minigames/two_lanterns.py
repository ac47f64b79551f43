"""Two lanterns: won or lost together, in open order, on a map of nine places, with open hands and a hidden deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tabletop_kernel import Verdict
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE, Decision, DecisionGame, StackPace, StackTelling
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Config, Move, OpenDecision, Option, Outcome, Position, View, outcome_for
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.contract.report_figures import Figures
from tabletop_kernel.contract.rulebook import read_rulebook
from tabletop_kernel.contract.sentences import seat_or_you
from tabletop_kernel.contract.state_fields import (
    TableState,
    computed,
    fact,
    fact_per_seat,
    kept,
    shared,
    zone,
    zone_per_seat,
)
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.contract.written_positions import build_state, without_header
from tabletop_kernel.contract.zones import everyone

WINDS = ("calm", "calm", "calm", "gust", "gust", "calm")  # one for each hour of the night
STEPS = 3  # that everybody may take in an hour
OIL = 3
WALK: OpenDecision = ("walk", ANYONE, ())


class Mission(NamedTuple):
    line: str
    lanterns: tuple[str, str]
    maps: tuple[str, ...]
    most: int  # players


MISSIONS = {
    "harbour": Mission("Two lanterns at the harbour", ("c1", "a3"), ("meadow", "pond"), 3),
    "tower": Mission("Two lanterns behind the ridge", ("a3", "c3"), ("ridge", "meadow"), 2),
}
MISSING = {"meadow": (), "pond": ("b2",), "ridge": ("b1", "b2")}  # places that a map does not have


def ways(name: str) -> dict[str, tuple[str, ...]]:
    """A map: the neighbours of each place."""
    places = [column + row for column in "abc" for row in "123" if column + row not in MISSING[name]]
    return {one: tuple(other for other in places if _near(one, other)) for one in places}


def _near(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1


MAPS = {name: ways(name) for name in MISSING}


def winds_of(config: Config) -> Iterable[tuple[str, int]]:
    return Counter(WINDS).items()


def lay_hour(state: State, data: Mapping[str, Any]) -> None:
    state.turn = data["hour"]


class State(TableState):
    config: Config = shared()
    turn: int = kept(lambda: 1)
    hour: int = computed(lambda state: state.turn, lay_hour)
    frames: list[OpenDecision] = fact([WALK])
    places: list[str] = fact_per_seat("a1")
    steps: list[int] = fact_per_seat(STEPS)
    lit: list[str] = fact([])
    result: Outcome | None = fact(None)
    oil: list[list[str]] = zone_per_seat(sees=everyone)
    winds: list[str] = zone(of=winds_of)
    blown: list[str] = zone(sees=everyone)

    def __init__(self, config: Config, chance: Chance) -> None:
        self.config, self.chance = config, chance
        self.set_defaults(config.seats)
        self.oil = [["oil"] * OIL for _ in range(config.seats)]
        self.winds = list(WINDS)

    @property
    def lanterns(self) -> tuple[str, str]:
        return MISSIONS[self.config.options["mission"]].lanterns

    def near(self, seat: int) -> tuple[str, ...]:
        return MAPS[self.config.options["map"]][self.places[seat]]


class Walk(Decision[State]):
    """Whoever has steps left may act, in any order."""

    verbs = ("go", "light", "rest")

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        return tuple(seat for seat, steps in enumerate(state.steps) if steps)

    def moves(self, state: State, seat: int) -> list[Move]:
        light: list[Move] = [("light",)] if _no_light(state, seat) is None else []
        return [*(("go", place) for place in state.near(seat)), *light, ("rest",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move == ("light",):
            return _no_light(state, seat)
        return Verdict("map.ways", place=state.places[seat]) if move[0] == "go" else Verdict("hour.steps")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.steps[seat] = 0 if move == ("rest",) else state.steps[seat] - 1
        if move[0] == "go":
            state.places[seat] = str(move[1])
        elif move[0] == "light":
            state.oil[seat].pop()
            state.lit.append(state.places[seat])
        if emit:
            kind, rule = {
                "go": ("goes", "map.ways"),
                "light": ("lights", "light.oil"),
                "rest": ("rests", "hour.order"),
            }[str(move[0])]
            emit(kind, rule, EVERYONE, seat=seat, place=state.places[seat])
        if not any(state.steps):
            state.frames[-1] = ("wind", ANYONE, ())


def _no_light(state: State, seat: int) -> Verdict | None:
    """Why a seat cannot light a lantern where it stands."""
    place = state.places[seat]
    if place not in state.lanterns or place in state.lit:
        return Verdict("light.lantern", place=place)
    return None if state.oil[seat] else Verdict("light.oil")


def wind(state: State, emit: Emit | None) -> None:
    """The end of an hour: the wind blows, and perhaps the night is over."""
    card = state.winds.pop()
    state.blown.append(card)
    out = state.lit.pop(0) if card == "gust" and state.lit else ""
    if emit:
        emit("blows", "hour.wind", EVERYONE, card=card)
        if out:
            emit("goes-out", "hour.wind", EVERYONE, place=out)
    if len(state.lit) == 2:
        _end(state, "end.light", range(state.config.seats), emit)
    elif not state.winds:
        _end(state, "end.dark", (), emit)
    else:
        state.frames[-1] = WALK
        state.turn, state.steps = state.turn + 1, [STEPS] * len(state.steps)


def _end(state: State, rule: str, winners: Sequence[int], emit: Emit | None) -> None:
    state.frames.clear()
    state.result = outcome_for(rule, winners, [float(len(state.lit))] * state.config.seats)
    if emit:
        emit("ends", rule, EVERYONE, count=len(state.lit))


class LanternAgreement(Agreement):
    def is_team_game(self, config: Config) -> bool:
        return True

    def has_open_hands(self, config: Config) -> bool:
        return True

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        missions = {name: one.line for name, one in MISSIONS.items() if seats <= one.most}
        mission = Option("mission", "Which mission?", missions)
        if chosen.get("mission") not in missions:
            return (mission,)
        maps = {name: f"The {name}" for name in MISSIONS[chosen["mission"]].maps}
        return (mission, Option("map", "Which map?", maps))

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        mission = MISSIONS.get(chosen.get("mission", ""))
        return range(1, mission.most + 1) if mission else self.game.seats


class LanternPace(StackPace):
    round_word = "hour"

    def next_up(self, state: State) -> int:
        return self.game.deciders(state)[-1]  # others than the first, so that a test sees who asks for it


class LanternTelling(StackTelling):
    def word(self, state: State, key: str, value: Any, you: int | None = None) -> str:
        return seat_or_you(f"walker {value + 1}", value == you) if key == "seat" else str(value)

    def topic(self, config: Config, view: View) -> tuple[str, Sequence[int], Facts]:
        return "walk", [seat for seat, steps in enumerate(view["steps"]) if steps], {"hour": view["hour"]}


class LanternOpinions(Opinions):
    def appraise(self, config: Config, view: View, moves: Sequence[Move]) -> list[float]:
        return [float(move[0] == "light") - (move[0] == "rest") for move in moves]


class LanternFigures(Figures):
    def standing(self, state: State) -> Sequence[float]:
        return [float(len(state.lit))] * state.config.seats


class TwoLanterns(DecisionGame[State]):
    name, title, version = "two_lanterns", "Two lanterns", "1"
    seats = range(1, 4)
    decisions = {"walk": Walk()}
    automatic = {"wind": wind}

    def __init__(self) -> None:
        self.rulebook = read_rulebook(Path(__file__).parent / "rulebook_two_lanterns.toml")
        self.agreement, self.pace, self.telling = LanternAgreement(self), LanternPace(self), LanternTelling(self)
        self.opinions, self.figures = LanternOpinions(self), LanternFigures(self)

    def rules_for(self, config: Config) -> Mission:
        return MISSIONS[config.options["mission"]]

    def setup(self, config: Config, chance: Chance, emit: Emit | None = None) -> State:
        state = State(config, chance)
        chance.shuffle("winds", state.winds)
        return state

    def refuse_unasked_seat(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("hour.order")

    def refuse_verb_now(self, state: State, seat: int, move: Move) -> Verdict | None:
        return None

    def imagine(self, config: Config, view: View, chance: Chance) -> State:
        return State.imagined(config, view, chance)

    def read(self, config: Config, position: Position, chance: Chance) -> State:
        plain = self.write(self.setup(config, chance.clone()))
        return build_state(lambda: State.from_data(config, {**plain, **without_header(position)}, chance), self.faults)

    def faults(self, state: State) -> list[str]:
        wrong = Counter(state.winds + state.blown) != Counter(WINDS)
        return ["winds: not those of the game."] if wrong else []
