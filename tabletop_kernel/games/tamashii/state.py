"""The state of a Tamashii table: mutable, and cheap to clone.

A launcher is a string of twenty letters, row by row (see `components`), so it is quick to compare, copy and use as a
key. Bags and dumps are sorted strings. Piles are tuples, top card first. Attached enemies are `(card, damage)`, top
enemy first; a card's text after `!` is a mark from a scenario. Sets of seats are bits of an int.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config, OpenDecision, Outcome
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
)
from tabletop_kernel.contract.zones import everyone
from tabletop_kernel.games.tamashii.components import (
    ASSETS,
    BATTERIES,
    DESTABILIZATION,
    EMPTY,
    EMPTY_LAUNCHER,
    LIGHT,
    LOCK,
    MOST_ASSETS,
    SLOTS,
    START_INTEGRITY,
    SUPPLY,
    TIME_TOP,
    TRACE_TOP,
)
from tabletop_kernel.games.tamashii.lines.operations import Line
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Body, Card, Content, Enemy, Place, Scenario, Tile
from tabletop_kernel.games.tamashii.ruling_types import Rulings, rulings_of
from tabletop_kernel.toolkit.maps import Map

Assets = tuple[int, int, int, int]  # in the order of ASSETS
NO_ASSETS: Assets = (0, 0, 0, 0)
PlainList = list[Any]  # plain data whose parts differ in type, such as a row of the map
UNSEEN = "?"  # a hidden piece
LOOK = "order"  # the decision of a player who looks at the enemy deck; its data starts with the number of cards
MOST = 9_999  # the highest count of anything
HIGHEST_MAXIMUM = 10
STEPS_LEARNED = 3
PHASES = ("planning", "action", "combat", "quest")


@dataclass(frozen=True, slots=True)
class Rules:
    """The parts of a game that never change, worked out once and shared by all clones of a state."""

    config: Config
    content: Content
    lines: Mapping[str, Line]
    seats: int
    mode: str  # "story", "solo" or "versus"
    scenario: Scenario | None  # None in versus
    difficulty: str
    modules: frozenset[str]  # from catie, diary, dog, city, inari, yokai, destabilization
    unlocked: frozenset[str]  # the codes that the campaign has unlocked, including X00
    light: frozenset[int]  # slots highlighted from the start
    more: dict[str, Any] = field(default_factory=dict)  # cache for bots and the page

    @property
    def prologue(self) -> bool:
        return self.scenario is not None and self.scenario.kind == "prologue"

    @property
    def players(self) -> int:
        """Return the number that the player-number icon means."""
        return 2 if self.mode == "solo" and rulings_of(self.config)["ruling.solo.number"] == "2" else self.seats

    @property
    def traced(self) -> bool:
        """Tell if this game uses trace."""
        return not self.prologue or rulings_of(self.config)["ruling.setup.prologue-trace"] == "yes"

    @property
    def upgrade_cost(self) -> int:
        return 2 if self.difficulty == "normal" else 3


# -- who sees what -----------------------------------------------------------------------------------------------------
#
# Nearly everything is open. Hidden are the order of decks, and the faces of face-down tiles, exploration tokens and
# dice tokens. A player who looks at the top of the enemy deck sees those cards while deciding about them. Taken goals
# are face down, but they were face up before, so everyone knows them.


def laid(state: State, ground: list[PlainList], owner: int | None, viewer: int | None) -> list[PlainList]:
    """Return the map as seen by anyone: faces are hidden while face down."""
    return [
        [q, r, tile if up else UNSEEN, up, UNSEEN if find else "", [_marker(one) for one in markers]]
        for q, r, tile, up, find, markers in ground
    ]


def _marker(marker: str) -> str:
    """Return a marker, without the face of a face-down dice token."""
    return "die" if marker.startswith("die:") and not marker.endswith("!") else marker


def counted(state: State, decks: list[PlainList], owner: int | None, viewer: int | None) -> list[PlainList]:
    """Return decks by name, with their sizes."""
    return [[name, len(cards)] for name, cards in decks]


def first_up(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return a deck whose top card is face up."""
    return [*cards[:1], *[UNSEEN] * (len(cards) - 1)]


def looked_at(state: State, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    """Return the enemy deck, with its top cards shown only to the player who looks at them."""
    known = max((int(data[0]) for kind, seat, data in state.frames if kind == LOOK and seat == viewer), default=0)
    return [*cards[:known], *[UNSEEN] * (len(cards) - known)]


# -- rows that views show ----------------------------------------------------------------------------------------------


def rows_of_map(state: State) -> list[PlainList]:
    """Return the map as rows [q, r, tile, face up, exploration token, markers], in the order they were laid in."""
    return [
        [*place, tile, int(place in state.up), state.finds.get(place, ""), list(state.markers.get(place, ()))]
        for place, tile in state.tiles.items()
    ]


def lay_map(state: State, data: Mapping[str, Any]) -> None:
    rows = data["ground"]
    tiles = {(q, r): tile for q, r, tile, *_ in rows}
    state.map = Map(tiles, frozenset((q, r) for q, r, _, up, *_ in rows if up))
    state.finds = {(q, r): find for q, r, _, _, find, _ in rows if find}
    state.markers = {(q, r): tuple(markers) for q, r, _, _, _, markers in rows if markers}


def rows_of_factions(state: State) -> list[PlainList]:
    """Return the faction decks as rows [faction, cards]."""
    return [[faction, list(deck)] for faction, deck in state.faction_deck.items()]


def lay_factions(state: State, data: Mapping[str, Any]) -> None:
    state.faction_deck = {faction: tuple(deck) for faction, deck in data["factions"]}


# -- the table ---------------------------------------------------------------------------------------------------------

COUNTS: FieldOptions = {"within": range(-1, MOST + 1), "fault": "on_card, supply and tally: use only plain numbers."}


def a_seat(state: State) -> range:
    return range(state.rules.seats)


def seats_as_bits(state: State) -> range:
    return range(1 << state.rules.seats)


class State(TableState):
    """Everything on and around the table."""

    rules: Rules = shared()
    ruling: Rulings = shared()  # ruling id -> option
    frames: list[OpenDecision] = fact([])
    result: Outcome | None = fact(None)
    # time and turn
    turn: int = fact(0, within=range(MOST + 1))  # turns begun so far
    phase: str = fact("", within=("", *PHASES), fault=f"phase: choose one of {', '.join(PHASES)}.")
    first: int = fact(0, within=a_seat)  # the seat with the first player token
    active: int = fact(0, within=a_seat)  # the seat whose step it is
    out: int = fact(0, within=seats_as_bits)  # seats that skip the rest of this phase
    time: int = fact(0, within=range(TIME_TOP + 1))
    # the scenario
    card: str = fact("")  # the active plot card
    card_turn: int = fact(0, within=range(MOST + 1))  # the turn in which it came
    on_card: dict[str, int] = fact({}, **COUNTS)  # tokens on it
    specials: tuple[str, ...] = fact(())
    # tokens left in the pool of the time track; in versus `supply` has them
    corrupted: int = fact(0, within=range(SUPPLY["X"] + 1))
    guest: tuple[str, int, int] = fact(("", 0, -1))  # a special enemy that waits on the card: (card, damage, holder)
    newly_unlocked: tuple[str, ...] = fact(())  # codes
    newly_locked: tuple[str, ...] = fact(())
    # the map
    map: Map[str] = kept(Map)  # its tiles
    finds: dict[Place, str] = kept(dict)  # exploration tokens, face down
    markers: dict[Place, tuple[str, ...]] = kept(dict)  # "relay"; "die:S" face down, "die:S!" face up
    # in a written position the last three parts of a row are optional
    ground: list[PlainList] = computed(rows_of_map, lay_map, faces=laid)
    bot: Place | None = fact(None, shape=Any)
    batteries: int = fact(0, within=range(BATTERIES + 1))
    bot_used: str = fact("")  # the step in which the BOT's figure replaces the player's own
    # decks; a written position gives the top cards, with the others below
    enemy_deck: tuple[str, ...] = zone(faces=looked_at)
    enemy_discard: tuple[str, ...] = zone(sees=everyone)
    body_deck: tuple[str, ...] = zone()
    market: tuple[str, ...] = zone(sees=everyone)
    protocol_deck: tuple[str, ...] = zone()
    faction_deck: dict[str, tuple[str, ...]] = kept(dict)  # for factions in play or set aside
    # a written position may have {Spartans = ["Oath"]}
    factions: list[PlainList] = computed(rows_of_factions, lay_factions, faces=counted, shape=Any)
    class_deck: list[tuple[str, ...]] = zone_per_seat()
    finds_left: tuple[str, ...] = zone()  # in the box, shuffled
    event_deck: tuple[str, ...] = zone()
    event_discard: tuple[str, ...] = zone(sees=everyone)
    reward_deck: tuple[str, ...] = zone()
    diary_deck: tuple[str, ...] = zone()
    diary_box: tuple[str, ...] = zone(sees=everyone)  # used, so locked until redeemed
    goal_deck: tuple[str, ...] = zone(faces=first_up)
    goals: tuple[str, ...] = zone(sees=everyone)
    enhancement: str = fact("")
    pvp: str = fact("")
    box: tuple[str, ...] = zone(sees=everyone)  # broken augments, and everything else that has left the game
    supply: dict[str, int] = fact({}, **COUNTS)  # the neutral pool: tokens by letter; destabilization, success, ascend
    # the players
    walker: list[str] = fact_per_seat("")
    core: list[str] = fact_per_seat("")
    grid: list[str] = fact_per_seat(EMPTY_LAUNCHER, shape=PlainList)  # written: "EEE. .W.. .... ....", or {r1c1 = "E"}
    bag: list[str] = fact_per_seat("")
    dump: list[str] = fact_per_seat("")
    assets: list[Assets] = fact_per_seat(NO_ASSETS, shape=PlainList)  # may be written as {power = 2}
    exp: list[int] = fact_per_seat(0, within=range(MOST + 1))
    integrity: list[int] = fact_per_seat(START_INTEGRITY)
    maximum: list[int] = fact_per_seat(START_INTEGRITY, within=range(1, HIGHEST_MAXIMUM + 1))
    trace: list[int] = fact_per_seat(0, within=range(TRACE_TOP + 1))
    place: list[Place] = fact_per_seat((0, 0), shape=PlainList)  # written: [q, r], "q,r" or the name of a tile
    start_place: list[Place] = fact_per_seat((0, 0), shape=PlainList)
    bodies: list[tuple[str, ...]] = zone_per_seat(sees=everyone)  # advanced ones; the first is active
    classes: list[str] = fact_per_seat("")
    equipped: list[tuple[str, ...]] = zone_per_seat(sees=everyone)
    unequipped: list[tuple[str, ...]] = zone_per_seat(sees=everyone)
    protocol: list[str] = fact_per_seat("")
    learned: list[int] = fact_per_seat(0, within=range(STEPS_LEARNED + 1))  # its completed steps
    # may be written as "Stray Drone", without damage
    enemies: list[tuple[tuple[str, int], ...]] = fact_per_seat((), shape=list[PlainList])
    destabilized: list[int] = fact_per_seat(0, within=range(DESTABILIZATION + 1))  # tokens on the board
    fuses: list[int] = fact_per_seat(0, within=range(DESTABILIZATION + 1))  # destabilization tokens on the enemies
    moves_left: list[int] = fact_per_seat(0, within=range(MOST + 1))  # in the Program step
    launched: list[tuple[str, ...]] = fact_per_seat(())  # patterns of this launch step
    used: list[tuple[str, ...]] = fact_per_seat(())  # "turn:aug.loaded-dice"
    tally: list[dict[str, int]] = fact_per_seat({}, **COUNTS)
    goals_taken: list[tuple[str, ...]] = zone_per_seat(sees=everyone)
    event: list[tuple[str, ...]] = zone_per_seat(sees=everyone)  # event cards in hand
    diary: list[str] = fact_per_seat("")

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules, self.ruling, self.chance = rules, rulings_of(rules.config), chance
        self.set_defaults(rules.seats)

    # -- seats ---------------------------------------------------------------------------------------------------------

    def clockwise(self, first: int | None = None) -> list[int]:
        """Return all seats clockwise, starting with the first player by default."""
        seats, start = self.rules.seats, self.first if first is None else first
        return [(start + at) % seats for at in range(seats)]

    def others(self, seat: int) -> list[int]:
        return [other for other in self.clockwise(seat) if other != seat]

    def is_out(self, seat: int) -> bool:
        """Tell if a player skips the rest of this phase."""
        return bool(self.out >> seat & 1)

    def here(self, place: Place) -> list[int]:
        """Return the players whose characters are on a tile."""
        return [seat for seat in range(self.rules.seats) if self.place[seat] == place]

    def figure(self, seat: int) -> Place:
        """Return where a player's figure for this step is: the character, or the BOT after a battery."""
        return self.bot if self.bot_used and self.bot is not None else self.place[seat]

    # -- bodies and cards ----------------------------------------------------------------------------------------------

    def body(self, seat: int) -> Body:
        """Return the active body."""
        return self.rules.content.bodies[self.bodies[seat][0] if self.bodies[seat] else self.walker[seat]]

    def augment(self, augment: str) -> Augment:
        return self.rules.content.augments[augment]

    def enemy(self, card: str) -> Enemy:
        """Return the data of an enemy card, ignoring marks."""
        return self.rules.content.enemies[card.partition("!")[0]]

    def integrity_of(self, card: str) -> int:
        """Return the damage that defeats an enemy. A scenario can make its guests tougher than their cards."""
        scenario = self.rules.scenario
        extra = dict(scenario.modify) if scenario is not None and card.endswith("!guest") else {}
        return self.enemy(card).integrity + extra.get("guest", 0) + extra.get("guest-each", 0) * self.rules.players

    def plot(self) -> Card | None:
        """Return the active plot card, or None."""
        scenario = self.rules.scenario
        return scenario.cards[self.card] if scenario is not None and self.card else None

    def in_play(self) -> Iterator[Card]:
        """Yield the plot card and the special cards."""
        scenario = self.rules.scenario
        if scenario is not None:
            yield from (scenario.cards[code] for code in (self.card, *self.specials) if code)

    # -- launcher ------------------------------------------------------------------------------------------------------

    def lit(self, slot: int) -> bool:
        """Tell if a slot is highlighted, either from the start or because its lock is gone."""
        return slot in self.rules.light or slot % 5 == 4

    def empty_slots(self, seat: int) -> list[int]:
        return [slot for slot, token in enumerate(self.grid[seat]) if token == EMPTY]

    def unlocked(self, seat: int) -> int:
        """Return how many lock tokens are gone."""
        return len(self.grid[seat]) // 5 - self.grid[seat].count(LOCK)

    def set_slot(self, seat: int, slot: int, token: str) -> None:
        grid = self.grid[seat]
        self.grid[seat] = grid[:slot] + token + grid[slot + 1 :]

    def pool(self, seat: int) -> str:
        """Return all of a player's tokens: in the bag, on the launcher and in the dump. Catie tokens are C."""
        return self.bag[seat] + self.dump[seat] + self.grid[seat].replace(EMPTY, "").replace(LOCK, "").replace("D", "C")

    def to_dump(self, seat: int, tokens: str) -> None:
        self.dump[seat] = "".join(sorted(self.dump[seat] + tokens.replace("D", "C")))

    def to_bag(self, seat: int, tokens: str) -> None:
        self.bag[seat] = "".join(sorted(self.bag[seat] + tokens.replace("D", "C")))

    # -- resources -----------------------------------------------------------------------------------------------------

    def has(self, seat: int, asset: str) -> int:
        return self.assets[seat][ASSETS.index(asset)]

    def add_asset(self, seat: int, asset: str, number: int) -> int:
        """Add to an asset, or take away, within its track. Return how far the marker really moved."""
        at = ASSETS.index(asset)
        held = self.assets[seat]
        now = max(0, min(MOST_ASSETS, held[at] + number))
        levels = list(held)
        levels[at] = now
        shield, memory, power, reroll = levels
        self.assets[seat] = (shield, memory, power, reroll)
        return now - held[at]

    def count(self, seat: int, name: str, number: int = 1) -> None:
        """Add to one of a player's tallies (see `components.TALLIES`)."""
        self.tally[seat][name] = self.tally[seat].get(name, 0) + number

    # -- the map -------------------------------------------------------------------------------------------------------

    @property
    def tiles(self) -> Mapping[Place, str]:
        return self.map.tiles

    @property
    def up(self) -> frozenset[Place]:
        """Return the places of the face-up tiles."""
        return self.map.up

    def tile(self, place: Place) -> Tile:
        return self.rules.content.tiles[self.tiles[place]]

    def hideouts(self) -> set[str]:
        """Return the factions whose hideouts are face up."""
        return {self.tile(place).faction for place in self.up if self.tile(place).faction}


def light_slots(option: str) -> frozenset[int]:
    """Return the slots that are highlighted under an option of the ruling on the board."""
    return frozenset(SLOTS.index(name) for name in LIGHT[option])


def written(place: Place) -> str:
    """Return a place the way moves write it."""
    return f"{place[0]},{place[1]}"
