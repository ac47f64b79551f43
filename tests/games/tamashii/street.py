"""Tables of Tamashii with the cards of the house pack, laid by hand in the middle of a turn, played move by move."""

from __future__ import annotations

from typing import Any

from judging import judged
from small_tables import RULINGS, house, laid

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Config, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import (
    ASCEND,
    BATTERIES,
    DESTABILIZATION,
    DIE,
    NUMBER_DIE,
    SUCCESS,
    SUPPLY,
)
from tabletop_kernel.games.tamashii.fighting import combat, resetting, rolling, token_tests, wounds
from tabletop_kernel.games.tamashii.gear import bodies, swapping
from tabletop_kernel.games.tamashii.launch import launch_effects, launch_step
from tabletop_kernel.games.tamashii.lines import all_verbs, choices, running
from tabletop_kernel.games.tamashii.modes import destabilization_damage, living_city, versus_goals
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import activity, district, exploring, moving, planning, quest, turn
from tabletop_kernel.games.tamashii.state import Rules, State, light_slots
from tabletop_kernel.toolkit.maps import Map

A, B, C = 0, 1, 2
ROOMS: tuple[Any, ...] = (
    planning,
    swapping,
    moving,
    exploring,
    district,
    launch_step,
    launch_effects,
    bodies,
    combat,
    rolling,
    wounds,
)
ROOMS += (
    resetting,
    choices,
    activity,
    token_tests,
    versus_goals,
    living_city,
    destabilization_damage,
    quest,
    running,
    turn,
)
DECISIONS: dict[str, Decision[State]] = {}
AUTOMATIC: dict[str, Any] = {}
for room in ROOMS:
    DECISIONS |= getattr(room, "DECISIONS", {})
    AUTOMATIC |= getattr(room, "AUTOMATIC", {})
assert all_verbs.VERBS


def rules(
    seats: int = 2,
    mode: str = "story",
    scenario: str = "S01",
    difficulty: str = "normal",
    modules: tuple[str, ...] = (),
    **rulings: str,
) -> Rules:
    """A ruling is named with underscores: `combat__pass="final"` is ruling.combat.pass."""
    chosen = {f"ruling.{name.replace('__', '.').replace('_', '-')}": choice for name, choice in rulings.items()}
    assert chosen.keys() <= RULINGS.keys(), chosen
    config = Config(seats, RULINGS | chosen)
    sheet = None if mode == "versus" else house().scenarios[scenario]
    light = light_slots(config.rulings["ruling.launcher.light-slots"])
    return Rules(
        config, house(), house().lines, seats, mode, sheet, difficulty, frozenset(modules), frozenset({"X00"}), light
    )


def dice(faces: str) -> list[int]:
    """What a script has to roll for player dice to show these faces."""
    return [DIE.index(face) + 1 for face in faces]


def number(shown: int) -> list[int]:
    """What a script has to roll for the number die to show this; 0 is blank."""
    return [NUMBER_DIE.index(shown) + 1]


FANG, WIRE = [1], [6]


class Street:
    """A table that is played: every move is checked against what is offered, and every event is kept."""

    def __init__(self, seats: int = 2, script: dict[str, list[int]] | None = None, **agreed: Any) -> None:
        self.state = State(rules(seats, **agreed), Chance(1, script=script))
        self.events: list[Event] = []
        state = self.state
        state.turn, state.phase, state.corrupted = 2, "action", 8
        state.supply = {**SUPPLY, "destabilization": DESTABILIZATION, "success": SUCCESS, "ascend": ASCEND}
        state.enemy_deck = ("stray-drone", "toll-clerk", "gutter-hound", "riot-shell")
        state.frames = [("turn", ANYONE, (0,))]
        sheet = state.rules.scenario
        if sheet is not None:
            state.card = sheet.first
            for place in sheet.map:
                self.tile(place.tile, place.place, place.up)
        for seat in range(seats):
            state.walker[seat], state.core[seat], state.bag[seat] = "kindle", "E", "EEEEFFFLLLWWW"
        if state.rules.mode == "solo":
            state.bot, state.batteries = (0, 0), BATTERIES

    # -- laying --

    def tile(self, tile: str, place: Place, up: bool = True, find: str = "", *markers: str) -> Street:
        state = self.state
        laid = state.map.laid({place: tile})
        state.map = Map(laid.tiles, laid.up | {place} if up else laid.up - {place})
        if find:
            state.finds[place] = find
        if markers:
            state.markers[place] = markers
        return self

    def clear(self) -> Street:
        """An empty map."""
        self.state.map, self.state.finds = Map(), {}
        return self

    def at(self, seat: int, place: Place) -> Street:
        self.state.place[seat] = place
        return self

    def launcher(self, seat: int, *rows: str) -> Street:
        self.state.grid[seat] = laid(*rows)
        return self

    def stack(self, seat: int, *cards: str | tuple[str, int]) -> Street:
        """Attached enemies, the top one first; with damage where a number is given."""
        self.state.enemies[seat] = tuple(card if isinstance(card, tuple) else (card, 0) for card in cards)
        return self

    def asset(self, seat: int, **levels: int) -> Street:
        for name, level in levels.items():
            self.state.add_asset(seat, name, level - self.state.has(seat, name))
        return self

    def body(self, seat: int, *bodies_held: str) -> Street:
        self.state.bodies[seat] = bodies_held
        return self

    # -- beginning a step --

    def begin(self, step: str, seat: int = A) -> Street:
        """Carry out one step of a turn for a player; afterwards the turn waits."""
        self.state.frames = [("waits", ANYONE, ())]
        self.state.phase = "combat" if step == "combat" else "action"
        turn.FUNCTION_BY_STEP[step](self.state, seat, recorder(self.events))
        return self.settle()

    def settle(self) -> Street:
        state = self.state
        while state.frames and state.frames[-1][0] != "waits":
            kind = state.frames[-1][0]
            if kind in AUTOMATIC:
                AUTOMATIC[kind](state, recorder(self.events))
            elif DECISIONS[kind].due(state, recorder(self.events)):
                break
        if state.frames and state.frames[-1][0] in DECISIONS:
            self._lawful()
        return self

    def _lawful(self) -> None:
        """Everything that is offered is allowed, and offered once."""
        decision = DECISIONS[self.state.frames[-1][0]]
        for seat in decision.deciders(self.state, self.state.frames[-1]):
            offered = decision.moves(self.state, seat)
            assert offered
            assert len(offered) == len(set(offered)), offered
            for move in offered:
                assert move[0] in decision.verbs
                assert judged(decision, self.state, seat, move) is None, move

    # -- playing --

    @property
    def asked(self) -> str:
        """The kind of the decision at hand; empty if there is none."""
        kind = self.state.frames[-1][0] if self.state.frames else ""
        return "" if kind == "waits" else kind

    @property
    def seat(self) -> int:
        decision = DECISIONS[self.asked]
        return decision.deciders(self.state, self.state.frames[-1])[0]

    def moves(self) -> list[Move]:
        return DECISIONS[self.asked].moves(self.state, self.seat)

    def play(self, *move: str | int) -> Street:
        decision, seat = DECISIONS[self.asked], self.seat
        verdict = judged(decision, self.state, seat, move)
        assert verdict is None, verdict
        assert move in decision.moves(self.state, seat)
        decision.apply(self.state, seat, move, recorder(self.events))
        return self.settle()

    def no(self, *move: str | int) -> str:
        """The rule that refuses a move; empty if it is allowed."""
        decision = DECISIONS[self.asked]
        assert move[0] in decision.verbs, move
        verdict: Verdict | None = judged(decision, self.state, self.seat, move)
        assert (verdict is None) == (move in decision.moves(self.state, self.seat)), move
        return verdict.rule if verdict else ""

    # -- looking back --

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [data for what, _, _, data in self.events if what == kind]

    def by(self, kind: str) -> list[str]:
        """The rules by which events of a kind came about."""
        return [rule for what, rule, _, _ in self.events if what == kind]

    def kinds(self) -> list[str]:
        return [kind for kind, _, _, _ in self.events]

    def order(self, *kinds: str) -> bool:
        """Whether events of these kinds came in this order."""
        told = [self.kinds().index(kind) for kind in kinds]
        return told == sorted(told)
