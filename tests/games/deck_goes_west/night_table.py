"""Small tables of Deck Goes West for battles and nights: a piece of map, a few cards, and known dice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west import battle
from tabletop_kernel.games.deck_goes_west.days import night
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.kinds_of_decisions import AUTOMATIC_STEPS, DECISIONS
from tabletop_kernel.games.deck_goes_west.rules import DeckGoesWest
from tabletop_kernel.games.deck_goes_west.state import Land, Place, State
from tabletop_kernel.games.deck_goes_west.telling.words import NAME_FACT, emit_with_tile_names

GAME = load("deck_goes_west")
assert isinstance(GAME, DeckGoesWest)

FACES = {0: 1, 1: 3, 2: 6}  # what a job die shows -> a number by which it falls so
COMPASS = {"N": 1, "S": 2, "W": 3, "+": 6}

# Tiles of the house pack that have no star on the face, and some that do.
PLAIN = (2, 5, 7, 8, 9, 12, 15, 16, 30, 33, 34, 35, 38, 39)
PINE_HOLLOW = 8
LONG_GRASS, TENT_RING = 1, 48  # with an 8 on its face; a camp with a 7 and a 9


def land(columns: int, rows: int = 3) -> dict[Place, int]:
    """A rectangle of plain tiles, from (0, 0) on."""
    places = [(column, row) for column in range(columns) for row in range(rows)]
    return {place: PLAIN[at % len(PLAIN)] for at, place in enumerate(places)}


class Table:
    """A state with what was told so far; it is played until somebody decides."""

    def __init__(
        self,
        mission: str = "new_world",
        seats: int = 1,
        rulings: Mapping[str, str] | None = None,
        script: Mapping[str, Sequence[int]] | None = None,
        **options: str,
    ) -> None:
        config = GAME.agreement.configure(seats, rulings, {"mission": mission, **options})
        self.state = State(GAME.rules_for(config), Chance(1, {}, script or {}))
        self.events: list[Event] = []
        named = emit_with_tile_names(self.state, recorder(self.events))
        assert named is not None
        self.emit = named
        state = self.state
        state.frames = [("round", ANYONE, ("act",))]
        state.character = ["ada_quill", "tobias_reed", "marguerite_vale", "silas_hark"][:seats]
        state.pain, state.exhaustion = ("black_eye",) * 9, ("blisters",) * 9
        self.lay(land(3))
        state.meeple = [(1, 1)] * seats

    def lay(self, tiles: Mapping[Place, int], down: Iterable[Place] = ()) -> Table:
        self.state.map = Land(dict(tiles), frozenset(tiles) - frozenset(down))
        return self

    def with_railways(self, *places: Place) -> Table:
        for place in places:
            self.state.map = self.state.map.with_railway(place)
        return self

    def give(self, seat: int, *cards: str, **stock: int) -> Table:
        self.state.hand[seat] = self.state.in_order(cards)
        gold, metal, wood, food = (stock.get(kind, 0) for kind in KINDS)
        self.state.stock[seat] = (gold, metal, wood, food)
        return self

    # -- playing ------------------------------------------------------------------------------------------------------

    def act(self, seat: int, source: str, n: int) -> Table:
        """A player starts a battle; `refused` tells why not."""
        assert self.refused(seat, source, n) is None
        self.state.active = seat
        battle.start_battle(self.state, seat, source, n, self.emit)
        return self.settle()

    def refused(self, seat: int, source: str, n: int) -> str | None:
        verdict = battle.refuse_start(self.state, seat, source, n)
        return verdict and verdict.rule

    def night(self, *steps: str) -> Table:
        """These steps of a night, or those of the mission; whoever is asked for a pile takes the discard pile."""
        self.state.active = ANYONE
        if not steps:
            night.begin_night(self.state, self.emit)
            return self.settle()
        for step in steps:
            name, *number = step.split()
            night.EFFECT_BY_STEP[name](self.state, int(number[0]) if number else 0, self.emit)
            self.settle()
        return self

    def settle(self) -> Table:
        """What needs nobody is done. Frames are written down and read again on the way, as a save does it."""
        state = self.state
        while state.frames and state.frames[-1][0] != "round":
            state.frames[:] = _tuples(json.loads(json.dumps(state.frames)))
            kind, seat, _ = state.frames[-1]
            if kind in AUTOMATIC_STEPS:
                AUTOMATIC_STEPS[kind](state, self.emit)
            elif kind == "danger" and DECISIONS[kind].due(state, self.emit):
                DECISIONS[kind].apply(state, seat, ("put", "discard"), self.emit)
            elif kind != "danger" and DECISIONS[kind].due(state, self.emit):
                break
        return self

    def play(self, *moves: Move) -> Table:
        for move in moves:
            kind, seat, _ = self.state.frames[-1]
            assert self.judge(move) is None, (move, self.moves())
            DECISIONS[kind].apply(self.state, seat, move, self.emit)
            self.settle()
        return self

    def judge(self, move: Any) -> Verdict | None:
        """What the decision at hand says: a reason against each move that it doesn't list."""
        kind, seat, _ = self.state.frames[-1]
        if any(one == move and [*map(type, one)] == [*map(type, move)] for one in self.moves()):
            return None
        verdict = DECISIONS[kind].refuse(self.state, seat, move)
        assert verdict is not None
        return verdict

    def moves(self) -> list[Move]:
        kind, seat, _ = self.state.frames[-1]
        return DECISIONS[kind].moves(self.state, seat)

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[str, int] | None:
        """What is decided, and by whom; None: nothing is under way any more."""
        kind, seat, _ = self.state.frames[-1] if self.state.frames else ("round", 0, ())
        return None if kind == "round" else (kind, seat)

    def pain(self, seat: int) -> int:
        return self.state.discard[seat].count("black_eye")

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The facts of some events, without the names of places."""
        return [
            {key: value for key, value in data.items() if key not in NAME_FACT.values()}
            for name, _, _, data in self.events
            if name == kind
        ]

    def lines(self) -> list[str]:
        """Everything in words; each kind of event has a sentence, whose braces are all filled."""
        book = GAME.telling.book(self.state.rules.config)
        assert {kind for kind, *_ in self.events} <= set(book.events)
        return [
            book.tell(kind, data, lambda key, value: GAME.telling.word(self.state, key, value))
            for kind, _, _, data in self.events
        ]

    def rules(self) -> list[str]:
        return [rule for _, rule, _, _ in self.events]


def _tuples(data: Any) -> Any:
    return tuple(map(_tuples, data)) if isinstance(data, (list, tuple)) else data


def ruled(**rulings: str) -> dict[str, str]:
    """Rulings by their last names: night_hand="cards-only"."""
    return {f"ruling.{name.replace('_', '-')}": option for name, option in rulings.items()}


def dice(*faces: int) -> dict[str, list[int]]:
    """Job dice that fall so."""
    return {"job": [FACES[face] for face in faces]}


def compass(*faces: str) -> dict[str, list[int]]:
    return {"compass": [COMPASS[face] for face in faces]}
