"""The table of Deck Goes West: one mutable state, cheap to clone.

A place is `(column, row)`: columns count westwards, rows southwards. All copies of a card are alike, so a card is just
its id, such as "knife"; hands are in the order of the pack. Piles are tuples with the top card first, so that clones
share them. Sets of seats are bits of an int.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config, OpenDecision, Outcome
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.state_fields import (
    FieldOptions,
    TableState,
    computed,
    fact,
    fact_per_seat,
    kept,
    shared,
    zone,
    zone_per_seat,
    zones_of,
)
from tabletop_kernel.contract.zones import everyone, owner
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS, Job
from tabletop_kernel.games.deck_goes_west.land.map_graph import LandChart
from tabletop_kernel.games.deck_goes_west.opinions.piece_worth import Plan
from tabletop_kernel.games.deck_goes_west.pack.content import CardKind, Character, Content, Mission, Tile
from tabletop_kernel.games.deck_goes_west.pack.entries import Board
from tabletop_kernel.games.deck_goes_west.ruling_types import Rulings, rulings_of
from tabletop_kernel.toolkit.bounded_cache import BoundedCache
from tabletop_kernel.toolkit.grid import COMPASS
from tabletop_kernel.toolkit.maps import Map

Place = tuple[int, int]
Stock = tuple[int, int, int, int]  # how many of each kind, in the order of KINDS
DIRECTIONS = COMPASS
Key = tuple[object, ...]  # all that a remembered judgement depends on
PlainList = list[Any]  # plain data whose parts differ in type, such as a row of the map
UNSEEN = "?"  # a card that nobody can see
NOTHING: Stock = (0, 0, 0, 0)
START: Place = (0, 1)  # the middle of the eastern side of the first six tiles


@dataclass(slots=True)
class Land(Map[int]):
    """The map: tiles by their numbers, and railways on some of them."""

    rails: frozenset[Place] = frozenset()

    @classmethod
    def written(cls, data: Mapping[str, Any], unknown: int = 0) -> Self:
        """Return the map of a record or a view; all tiles that nobody can see become `unknown`."""
        tiles, up = {}, []
        for column, row, tile, is_up, _ in data["ground"]:
            tiles[place := (column, row)] = tile or unknown
            if is_up:
                up.append(place)
        return cls(tiles, frozenset(up), frozenset([(column, row) for column, row in data["rails"]]))

    def with_railway(self, place: Place) -> Self:
        return replace(self, rails=self.rails | {place})

    def without(self, *places: Place) -> Self:
        """Return the map without these tiles and the railways on them."""
        left = Map.without(self, *places)
        return replace(left, rails=self.rails.difference(places))


class DayEnd(NamedTuple):
    """The end of a day that a bot imagined."""

    worth: float  # of the table, to that bot
    moves: int  # until then


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that stays the same for a whole game, shared by all clones of a state."""

    config: Config
    content: Content
    mission: Mission
    jobs: tuple[Job, ...]  # of the mission, as the rulings read them
    board: Board
    dice: tuple[int, ...]  # sides of the bandit dice
    seats: int
    cards: Mapping[str, CardKind]
    characters: Mapping[str, Character]
    tiles: Mapping[int, Tile]
    types: Mapping[int, tuple[str, ...]]  # each tile's types; under a ruling a camp has none
    order: Mapping[str, int]  # of cards, in a hand
    unseen: Mapping[str, tuple[tuple[str, int], ...]]  # piles that nobody can see: their cards, and how many of each
    open_hands: bool
    plan: Plan  # the worth of everything here, for bots
    charts: BoundedCache[Key, LandChart]  # of the map, by everything open on it
    outlooks: BoundedCache[Key, dict[Place, float]]  # what places promise to bots, as far as worked out
    ways_west: BoundedCache[Key, float]  # what bots hope for the wagon, by its place
    day_ends: BoundedCache[
        tuple[object, ...], DayEnd
    ]  # the ends of days that bots imagined, by a seat and everything on the table
    affordable: BoundedCache[Key, bool]  # if a hand and a stock are enough for a job

    @property
    def mode(self) -> str:
        return self.mission.mode


# -- who sees what, and rows of plain data -----------------------------------------------------------------------------


def shown_hand(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str] | int:
    """Return the cards of a hand for its owner, or for everyone where hands are open; else their number."""
    return list(cards) if owner == viewer or state.open_hands() else len(cards)


def shown_draw_pile(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a draw pile with only the cards that were put on top openly."""
    assert owner is not None
    known = state.top[owner]
    return [*cards[:known], *[UNSEEN] * (len(cards) - known)]


def shown_ground(state: State, ground: list[list[int]], owner: int | None, viewer: int | None) -> list[list[int]]:
    """Return the map with the faces of face-down tiles hidden."""
    return [tile if tile[3] else [*tile[:2], 0, *tile[3:]] for tile in ground]


def rows_of_map(state: State) -> list[list[int]]:
    """Return the map as plain data: column, row, tile, face up, and the number on the back."""
    return [row[:] for row in state.map.once("ground", state.rows)]


def lay_map(state: State, data: Mapping[str, Any]) -> None:
    state.map = Land.written(data)


def plain_frames(frames: Iterable[OpenDecision]) -> list[PlainList]:
    return [_lists(frame) for frame in frames]


def _lists(data: Data) -> PlainList:
    """Return nested tuples as lists, but leave those with names."""
    return [_lists(part) if type(part) is tuple else part for part in data]


def plain_bandits(bandits: Mapping[Place, int]) -> list[list[int]]:
    return [[*place, count] for place, count in sorted(bandits.items())]


def read_bandits(rows: Iterable[Sequence[int]]) -> dict[Place, int]:
    return {(column, row): count for column, row, count in rows}


# -- the table ---------------------------------------------------------------------------------------------------------

MOST_OF_ANYTHING = 999  # of anything
HIGHEST_COUNT = 10**6


def seats_as_bits(state: State) -> range:
    return range(1 << state.rules.seats)


SEAT_BITS: FieldOptions = {"within": seats_as_bits, "fault": "{name}: it must be a set of seats, written as bits."}
NUMBER_FAULT = "p1, active or acted: one of these numbers isn't valid."


class State(TableState):
    """Everything on and around the table."""

    rules: Rules = shared()
    ruling: Rulings = shared()  # ruling id -> option
    frames: list[OpenDecision] = fact([], written=None, write=plain_frames)
    # time
    day: int = fact(  # the space of the day tracker
        0, within=lambda state: range(state.rules.board.day_end + 1), fault="day: it must be from {low} to {high}."
    )
    begun: int = fact(0, written=None)  # days so far; under a ruling the tracker stays still
    # who holds the P1 token (versus); ~seat: nobody, since that seat is out of the game
    p1: int = fact(0, within=lambda state: range(-state.rules.seats, state.rules.seats), fault=NUMBER_FAULT)
    # whose turn it is (versus), or who acts
    active: int = fact(0, within=lambda state: range(-1, state.rules.seats), fault=NUMBER_FAULT)
    acted: int = fact(0, within=range(HIGHEST_COUNT + 1), fault=NUMBER_FAULT)  # actions so far on this day
    passed: int = fact(0, **SEAT_BITS)  # seats that have passed today
    dead: int = fact(0, **SEAT_BITS)  # seats that are out of the game
    reached: int = fact(0, **SEAT_BITS)  # seats that reached the end of the score track while others still may
    lying: int = fact(0, **SEAT_BITS)
    tapped: int = fact(0, **SEAT_BITS)
    used: int = fact(0, **SEAT_BITS)  # seats whose hand has lost a card today
    # points
    score: list[int] = fact(
        [0],
        written=None,
        within=lambda state: range(state.rules.board.score_end + 1),
        fault="score: it must be from {low} to {high}.",
    )
    # the players
    character: list[str] = fact_per_seat("", written=None)
    far: list[int] = fact_per_seat(0, written=None)  # the furthest column that each has been in
    # events that wait for the end of the job, under a ruling
    pending: tuple[OpenDecision, ...] = fact((), write=plain_frames)
    refused: tuple[tuple[int, int], ...] = fact(())  # (who asked, who said no): not asked again before an action
    records: dict[str, int] = fact({})  # event -> the furthest column it has happened in
    # the map
    map: Land = kept(Land)
    ground: list[list[int]] = computed(rows_of_map, lay_map, faces=shown_ground, written=None, shape=list[PlainList])
    bandits: dict[Place, int] = fact({}, write=plain_bandits, read=read_bandits, shape=list[list[int]])  # if any
    rails: frozenset[Place] = computed(  # the places with a railway
        lambda state: state.map.rails, write=lambda rails: [*map(list, sorted(rails))], shape=list[list[int]]
    )
    wagon: Place | None = fact(None, read=lambda data: tuple(data) if data else None)
    fed: tuple[tuple[int, Place], ...] = fact(())  # (job of the mission, village): done there today
    worked: tuple[tuple[int, int, int], ...] = fact(())  # (column, row, seat): who did the job of a tile today
    # what the players have
    meeple: list[Place] = fact_per_seat((0, 0), written=None)
    stock: list[Stock] = fact_per_seat(NOTHING, written=None, shape=PlainList)  # may be written as {food = 2}
    # how many cards on top of the draw pile were put there openly
    top: list[int] = fact_per_seat(0, written=None)
    kept: list[Data] = fact_per_seat(())  # movement left over, under a ruling
    hand: list[tuple[str, ...]] = zone_per_seat(faces=shown_hand)
    # a written position gives its top cards; the rest of the deck is shuffled under them
    draw: list[tuple[str, ...]] = zone_per_seat(faces=shown_draw_pile)
    discard: list[tuple[str, ...]] = zone_per_seat(sees=everyone)
    played: list[tuple[str, ...]] = zone_per_seat(sees=everyone)  # cards whose job is under way
    # to be discarded at the end of the day, chosen in secret
    aside: list[tuple[str, ...]] = zone_per_seat(sees=owner)
    # between the players; a written position gives the top cards of each pile, and the rest is shuffled under them
    row: tuple[str, ...] = zone(sees=everyone, written=None)  # the trade row from left to right
    trade: tuple[str, ...] = zone(of=lambda rules: rules.unseen["trade"])
    trade_discard: tuple[str, ...] = zone(sees=everyone)
    pain: tuple[str, ...] = zone(of=lambda rules: rules.unseen["pain"])
    pain_scrap: tuple[str, ...] = zone(sees=everyone)
    exhaustion: tuple[str, ...] = zone(of=lambda rules: rules.unseen["exhaustion"])
    exhaustion_scrap: tuple[str, ...] = zone(sees=everyone)
    box: tuple[str, ...] = zone(sees=everyone, written=None)  # cards that are out of the game
    land: tuple[int, ...] = zone(shape=PlainList)
    land_discard: tuple[int, ...] = zone(sees=everyone, shape=PlainList)
    result: Outcome | None = fact(None)

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules, self.ruling, self.chance = rules, rulings_of(rules.config), chance
        self.set_defaults(rules.seats)
        self.score = [0] * (rules.seats if rules.mode == "versus" else 1)

    def everything(self) -> Key:
        """Return everything that decides how a game goes on, as a key. The luck for imagining is left out."""
        luck = tuple([drawn for drawn in self.chance.counts.items() if drawn[0] != "imagine"])
        seats = (self.p1, self.active, self.acted, self.passed, self.dead, self.reached, self.refused)
        times = (self.day, self.begun, *seats)
        tiles = self.map.once("tiles", lambda: tuple(self.tiles.items()))
        ground = (tiles, self.up, self.rails, tuple(self.bandits.items()))
        places = (self.wagon, self.land, self.land_discard, self.fed, self.worked, tuple(self.meeple), tuple(self.far))
        players = (tuple(self.character), tuple(self.score), tuple(self.stock), self.lying, self.tapped, self.used)
        cards = (*self.hand, *self.played, *self.draw, *self.discard, *self.aside, *self.kept, *self.top)
        piles = (self.row, self.trade, self.trade_discard, self.pain, self.exhaustion, self.box)
        scraps = (self.pain_scrap, self.exhaustion_scrap, tuple(self.records.items()), self.pending)
        return (tuple(self.frames), self.chance.seed, luck, times, ground, places, players, cards, piles, scraps)

    # -- seats --------------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Return the days begun so far.

        A night belongs to the day before it until morning, wherever the tracker is. While characters are picked, the
        first day is about to begin.
        """
        return max(1, self.begun)

    @property
    def at_night(self) -> bool:
        """Tell if it is night: one of its steps, or a battle that bandits have started."""
        return any(kind == "night" or (kind == "battle" and data[1] < 0) for kind, _, data in self.frames)

    def living_seats(self) -> list[int]:
        """Return the seats that are still in the game."""
        return [seat for seat in range(self.rules.seats) if not self.dead >> seat & 1]

    def clockwise(self, first: int) -> list[int]:
        """Return the seats that are still in the game, clockwise from one."""
        seats = self.rules.seats
        return [seat for at in range(seats) if not self.dead >> (seat := (first + at) % seats) & 1]

    def seats_on(self, place: Place) -> list[int]:
        """Return the seats whose meeples are on a tile."""
        return [seat for seat in self.living_seats() if self.meeple[seat] == place]

    def character_of(self, seat: int) -> Character:
        return self.rules.characters[self.character[seat]]

    def danger_limit(self, seat: int) -> int:
        """Return the number of danger cards in hand that is deadly."""
        person = self.character_of(seat)
        return person.limit if self.ruling["ruling.hand-limit"] == "separate" else person.hand

    def points_of(self, seat: int) -> int:
        return self.score[seat if self.rules.mode == "versus" else 0]

    def open_hands(self) -> bool:
        """Tell if all hands are face up."""
        return self.rules.open_hands

    # -- the map ------------------------------------------------------------------------------------------------------

    @property
    def tiles(self) -> Mapping[Place, int]:
        return self.map.tiles

    @property
    def up(self) -> frozenset[Place]:
        """Return the places of face-up tiles."""
        return self.map.up

    def tile(self, place: Place) -> Tile:
        return self.rules.tiles[self.map.tiles[place]]

    def places(self) -> list[Place]:
        """Return the places of all tiles from West to East, North before South."""
        return self.map.once("places", lambda: sorted(self.tiles, key=lambda place: (-place[0], place[1])))

    def hidden_places(self) -> list[Place]:
        """Return the places of face-down tiles, in the order of `places`."""
        return self.map.once("hidden", lambda: [place for place in self.places() if place not in self.up])

    def rows(self) -> list[list[int]]:
        tiles, up = self.rules.tiles, self.up
        return [[*place, tile, int(place in up), tiles[tile].back] for place, tile in sorted(self.tiles.items())]

    def types(self, place: Place) -> tuple[str, ...]:
        """Return the types of a face-up tile."""
        return self.rules.types[self.map.tiles[place]]

    # -- resources ----------------------------------------------------------------------------------------------------

    def resource_count(self, seat: int, kind: str) -> int:
        return self.stock[seat][KINDS.index(kind)]

    def add(self, seat: int, kind: str, count: int) -> int:
        """Give a player resources from the supply, or take some back if the count is negative. Return how many."""
        if count > 0 and self.ruling["ruling.supply"] == "limited":
            count = min(
                count, SUPPLY_PER_RESOURCE - sum(self.resource_count(other, kind) for other in range(self.rules.seats))
            )
        stock = list(self.stock[seat])
        stock[KINDS.index(kind)] += count
        gold, metal, wood, food = stock
        self.stock[seat] = (gold, metal, wood, food)
        return count

    # -- cards --------------------------------------------------------------------------------------------------------

    def in_order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(cards, key=self.rules.order.__getitem__))

    def is_danger(self, card: str) -> bool:
        return self.rules.cards[card].kind in DANGERS

    def count_dangers(self, seat: int) -> int:
        """Return how many danger cards a player holds, including any whose job is under way."""
        return sum(map(self.is_danger, self.hand[seat] + self.played[seat]))

    def put_in_hand(self, seat: int, card: str) -> None:
        self.hand[seat] = self.in_order((*self.hand[seat], card))

    def take_from_hand(self, seat: int, card: str) -> None:
        """Take a card from a hand, and note that the hand has lost a card today."""
        self.hand[seat] = without(self.hand[seat], card)
        self.used |= 1 << seat

    def put_on_discard(self, seat: int, card: str) -> None:
        self.discard[seat] = (card, *self.discard[seat])

    def put_on_draw(self, seat: int, card: str) -> None:
        """Put a card on top of a draw pile, where everyone has seen it."""
        self.draw[seat] = (card, *self.draw[seat])
        self.top[seat] += 1

    def hidden_cards(self, seat: int) -> list[str]:
        """Return the cards of a player that others can't see, in the order of the pack.

        Everyone knows which cards these are, since all came to the deck openly, but not where they are.
        """
        cards = self.draw[seat][self.top[seat] :] + self.aside[seat]
        return list(self.in_order(cards if self.open_hands() else self.hand[seat] + cards))

    def send_home(self, card: str) -> None:
        """Send a scrapped card back to where it came from."""
        kind = self.rules.cards[card].kind
        if kind == "starter" and self.ruling["ruling.starter-home"] == "trade-discard":
            self.trade_discard = (card, *self.trade_discard)
        elif kind == "starter":
            self.box = (card, *self.box)
        elif self.ruling["ruling.scrap-pile"] == "into":
            pile = sorted([card, *getattr(self, kind)])
            self.chance.shuffle(kind, pile)
            setattr(self, kind, tuple(pile))
        else:
            beside = "trade_discard" if kind == "trade" else f"{kind}_scrap"
            setattr(self, beside, (card, *getattr(self, beside)))


LAND = ("land", "land_discard")
PER_SEAT = zones_of(State, per_seat=True)
PILES = tuple(name for name in zones_of(State, per_seat=False) if name not in ("ground", *LAND))
SUPPLY_PER_RESOURCE = 70  # of each resource: twenty small counters, and ten that are worth five
BANDITS_IN_SUPPLY = 120
DANGERS = ("pain", "exhaustion")
