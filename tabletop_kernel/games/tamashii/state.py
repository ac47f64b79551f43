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
from tabletop_kernel.games.tamashii.components import (
    ASSETS,
    EMPTY,
    EMPTY_LAUNCHER,
    LIGHT,
    LOCK,
    MOST_ASSETS,
    SLOTS,
    START_INTEGRITY,
)
from tabletop_kernel.games.tamashii.lines.ops import Line
from tabletop_kernel.games.tamashii.pack.kinds import Augment, Body, Card, Content, Enemy, Place, Scenario, Tile
from tabletop_kernel.games.tamashii.ruling_types import rulings_of
from tabletop_kernel.toolkit.maps import Map

Assets = tuple[int, int, int, int]  # in the order of ASSETS
NO_ASSETS: Assets = (0, 0, 0, 0)
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
        """The number that the player-number icon means."""
        return 2 if self.mode == "solo" and rulings_of(self.config)["ruling.solo.number"] == "2" else self.seats

    @property
    def traced(self) -> bool:
        """True if this game uses trace."""
        return not self.prologue or rulings_of(self.config)["ruling.setup.prologue-trace"] == "yes"

    @property
    def upgrade_cost(self) -> int:
        return 2 if self.difficulty == "normal" else 3


_SHARED = ("rules", "ruling", "result")
_VALUES = (
    "active",
    "batteries",
    "body_deck",
    "bot",
    "bot_used",
    "box",
    "card",
    "card_turn",
    "corrupted",
    "diary_box",
    "diary_deck",
    "enemy_deck",
    "enemy_discard",
    "enhancement",
    "event_deck",
    "event_discard",
    "finds_left",
    "first",
    "goal_deck",
    "goals",
    "guest",
    "market",
    "newly_locked",
    "newly_unlocked",
    "out",
    "phase",
    "protocol_deck",
    "pvp",
    "reward_deck",
    "specials",
    "time",
    "turn",
)
_LISTS = (
    "assets",
    "bag",
    "bodies",
    "class_deck",
    "classes",
    "core",
    "destabilized",
    "diary",
    "dump",
    "enemies",
    "equipped",
    "event",
    "exp",
    "fuses",
    "goals_taken",
    "grid",
    "integrity",
    "launched",
    "learned",
    "maximum",
    "moves_left",
    "place",
    "protocol",
    "start_place",
    "trace",
    "unequipped",
    "used",
    "walker",
)
_DICTS = ("finds", "markers", "on_card", "supply")


class State:
    """Everything on and around the table."""

    __slots__ = (*_SHARED, *_VALUES, *_LISTS, *_DICTS, "chance", "faction_deck", "frames", "map", "tally")

    def __init__(self, rules: Rules, chance: Chance) -> None:
        seats = rules.seats
        self.rules = rules
        self.ruling = rulings_of(rules.config)  # ruling id -> option
        self.chance = chance
        self.frames: list[OpenDecision] = []
        self.result: Outcome | None = None
        # time and turn
        self.turn = 0  # turns begun so far
        self.phase = ""
        self.first = 0  # the seat with the first player token
        self.active = 0  # the seat whose step it is
        self.out = 0  # seats that skip the rest of this phase
        self.time = 0
        # the scenario
        self.card = ""  # the active plot card
        self.card_turn = 0  # the turn in which it came
        self.on_card: dict[str, int] = {}  # tokens on it
        self.specials: tuple[str, ...] = ()
        self.corrupted = 0  # tokens left in the pool of the time track; in versus `supply` has them
        self.guest: tuple[str, int, int] = ("", 0, -1)  # a special enemy that waits on the card: (card, damage, holder)
        self.newly_unlocked: tuple[str, ...] = ()  # codes
        self.newly_locked: tuple[str, ...] = ()
        # the map
        self.map: Map[str] = Map()  # its tiles
        self.finds: dict[Place, str] = {}  # exploration tokens, face down
        self.finds_left: tuple[str, ...] = ()  # in the box, shuffled
        self.markers: dict[Place, tuple[str, ...]] = {}  # "relay"; "die:S" face down, "die:S!" face up
        self.bot: Place | None = None
        self.batteries = 0
        self.bot_used = ""  # the step in which the BOT's figure replaces the player's own
        # decks
        self.enemy_deck: tuple[str, ...] = ()
        self.enemy_discard: tuple[str, ...] = ()
        self.body_deck: tuple[str, ...] = ()
        self.market: tuple[str, ...] = ()
        self.protocol_deck: tuple[str, ...] = ()
        self.faction_deck: dict[str, tuple[str, ...]] = {}  # for factions in play or set aside
        self.event_deck: tuple[str, ...] = ()
        self.event_discard: tuple[str, ...] = ()
        self.reward_deck: tuple[str, ...] = ()
        self.diary_deck: tuple[str, ...] = ()
        self.diary_box: tuple[str, ...] = ()  # used, so locked until redeemed
        self.goal_deck: tuple[str, ...] = ()  # the first one is face up
        self.goals: tuple[str, ...] = ()
        self.enhancement = ""
        self.pvp = ""
        self.box: tuple[str, ...] = ()  # broken augments, and everything else that has left the game
        self.supply: dict[str, int] = {}  # the neutral pool: tokens by letter; destabilization, success, ascend
        # the players
        self.walker: list[str] = [""] * seats
        self.core: list[str] = [""] * seats
        self.grid: list[str] = [EMPTY_LAUNCHER] * seats
        self.bag: list[str] = [""] * seats
        self.dump: list[str] = [""] * seats
        self.assets: list[Assets] = [NO_ASSETS] * seats
        self.exp: list[int] = [0] * seats
        self.integrity: list[int] = [START_INTEGRITY] * seats
        self.maximum: list[int] = [START_INTEGRITY] * seats
        self.trace: list[int] = [0] * seats
        self.place: list[Place] = [(0, 0)] * seats
        self.start_place: list[Place] = [(0, 0)] * seats
        self.bodies: list[tuple[str, ...]] = [()] * seats  # advanced ones; the first is active
        self.classes: list[str] = [""] * seats
        self.class_deck: list[tuple[str, ...]] = [()] * seats
        self.equipped: list[tuple[str, ...]] = [()] * seats
        self.unequipped: list[tuple[str, ...]] = [()] * seats
        self.protocol: list[str] = [""] * seats
        self.learned: list[int] = [0] * seats  # its completed steps
        self.enemies: list[tuple[tuple[str, int], ...]] = [()] * seats
        self.destabilized: list[int] = [0] * seats  # tokens on the board
        self.fuses: list[int] = [0] * seats  # destabilization tokens on the enemies
        self.moves_left: list[int] = [0] * seats  # in the Program step
        self.launched: list[tuple[str, ...]] = [()] * seats  # patterns of this launch step
        self.used: list[tuple[str, ...]] = [()] * seats  # "turn:aug.loaded-dice"
        self.tally: list[dict[str, int]] = [{} for _ in range(seats)]
        self.goals_taken: list[tuple[str, ...]] = [()] * seats
        self.event: list[tuple[str, ...]] = [()] * seats  # event cards in hand
        self.diary: list[str] = [""] * seats

    def clone(self) -> State:
        twin = State.__new__(State)
        for name in _SHARED + _VALUES:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in _DICTS:
            setattr(twin, name, getattr(self, name).copy())
        twin.chance = self.chance.clone()
        twin.frames = self.frames[:]
        twin.faction_deck = self.faction_deck.copy()
        twin.tally = [counts.copy() for counts in self.tally]
        twin.map = self.map
        return twin

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
        """The places of the face-up tiles."""
        return self.map.up

    def tile(self, place: Place) -> Tile:
        return self.rules.content.tiles[self.tiles[place]]

    @property
    def ground(self) -> list[list[Any]]:
        """The map as rows [q, r, tile, face up, exploration token, markers], in the order in which they were laid."""
        return [
            [*place, tile, int(place in self.up), self.finds.get(place, ""), list(self.markers.get(place, ()))]
            for place, tile in self.tiles.items()
        ]

    @property
    def factions(self) -> list[list[Any]]:
        """The faction decks as rows [faction, cards]."""
        return [[faction, list(deck)] for faction, deck in self.faction_deck.items()]

    def hideouts(self) -> set[str]:
        """Return the factions whose hideouts are face up."""
        return {self.tile(place).faction for place in self.up if self.tile(place).faction}


def light_slots(option: str) -> frozenset[int]:
    """Return the slots that are highlighted under an option of the ruling on the board."""
    return frozenset(SLOTS.index(name) for name in LIGHT[option])


def written(place: Place) -> str:
    """Return a place the way moves write it."""
    return f"{place[0]},{place[1]}"
