"""The table of Tamashii: one mutable state, cheap to clone.

A launcher is a string of twenty letters, row by row (`components` has the letters), so that it can be compared, kept as
a key and copied for nothing. Bags and dumps are sorted strings. Piles are tuples with the top card first. Attached
enemies are `(card, damage)`, the top enemy first; behind a `!` a card carries a mark that a scenario gave it. Sets of
seats are bits of an int.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config, Frame, Outcome
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
    """What stays the same for a whole game, ready for quick use: shared by all clones of a state."""

    config: Config
    content: Content
    lines: Mapping[str, Line]
    seats: int
    mode: str  # "story", "solo" or "versus"
    scenario: Scenario | None  # None in versus
    difficulty: str
    modules: frozenset[str]  # of catie, diary, dog, city, inari, yokai, destabilization
    unlocked: frozenset[str]  # codes of what the campaign has unlocked, X00 among them
    light: frozenset[int]  # slots that are highlighted from the start
    more: dict[str, Any] = field(default_factory=dict)  # what bots and the page work out once

    @property
    def prologue(self) -> bool:
        return self.scenario is not None and self.scenario.kind == "prologue"

    @property
    def players(self) -> int:
        """The number that the player-number icon stands for."""
        return 2 if self.mode == "solo" and rulings_of(self.config)["ruling.solo.number"] == "2" else self.seats

    @property
    def traced(self) -> bool:
        """Whether trace is used at all."""
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
        self.frames: list[Frame] = []
        self.result: Outcome | None = None
        # time and turn
        self.turn = 0  # turns begun so far
        self.phase = ""
        self.first = 0  # who holds the first player token
        self.active = 0  # whose step it is
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
        self.bot_used = ""  # the step in which the BOT's figure is used in place of one's own
        # decks
        self.enemy_deck: tuple[str, ...] = ()
        self.enemy_discard: tuple[str, ...] = ()
        self.body_deck: tuple[str, ...] = ()
        self.market: tuple[str, ...] = ()
        self.protocol_deck: tuple[str, ...] = ()
        self.faction_deck: dict[str, tuple[str, ...]] = {}  # of the factions that are in play, and of those set aside
        self.event_deck: tuple[str, ...] = ()
        self.event_discard: tuple[str, ...] = ()
        self.reward_deck: tuple[str, ...] = ()
        self.diary_deck: tuple[str, ...] = ()
        self.diary_box: tuple[str, ...] = ()  # used, so locked until redeemed
        self.goal_deck: tuple[str, ...] = ()  # the first of them lies face up
        self.goals: tuple[str, ...] = ()
        self.enhancement = ""
        self.pvp = ""
        self.box: tuple[str, ...] = ()  # broken augments, and whatever else has left the game
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
        self.learned: list[int] = [0] * seats  # steps of it that are completed
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

    # -- seats --------------------------------------------------------------------------------------------------------

    def clockwise(self, first: int | None = None) -> list[int]:
        """All seats clockwise, from the first player if nobody else is named."""
        seats, start = self.rules.seats, self.first if first is None else first
        return [(start + at) % seats for at in range(seats)]

    def others(self, seat: int) -> list[int]:
        return [other for other in self.clockwise(seat) if other != seat]

    def is_out(self, seat: int) -> bool:
        """Whether a player skips the rest of this phase."""
        return bool(self.out >> seat & 1)

    def here(self, place: Place) -> list[int]:
        """The players whose characters stand on a tile."""
        return [seat for seat in range(self.rules.seats) if self.place[seat] == place]

    def figure(self, seat: int) -> Place:
        """Where the figure stands that a player uses in this step: the character, or the BOT for a battery."""
        return self.bot if self.bot_used and self.bot is not None else self.place[seat]

    # -- bodies and cards ---------------------------------------------------------------------------------------------

    def body(self, seat: int) -> Body:
        """The active body."""
        return self.rules.content.bodies[self.bodies[seat][0] if self.bodies[seat] else self.walker[seat]]

    def augment(self, augment: str) -> Augment:
        return self.rules.content.augments[augment]

    def enemy(self, card: str) -> Enemy:
        """What stands on an enemy card, whatever it is marked with."""
        return self.rules.content.enemies[card.partition("!")[0]]

    def integrity_of(self, card: str) -> int:
        """How much damage defeats an enemy: a guest of the scenario may be tougher than its card says."""
        scenario = self.rules.scenario
        extra = dict(scenario.modify) if scenario is not None and card.endswith("!guest") else {}
        return self.enemy(card).integrity + extra.get("guest", 0) + extra.get("guest-each", 0) * self.rules.players

    def plot(self) -> Card | None:
        """The active plot card."""
        scenario = self.rules.scenario
        return scenario.cards[self.card] if scenario is not None and self.card else None

    def in_play(self) -> Iterator[Card]:
        """The plot card and the special cards."""
        scenario = self.rules.scenario
        if scenario is not None:
            yield from (scenario.cards[code] for code in (self.card, *self.specials) if code)

    # -- launcher -----------------------------------------------------------------------------------------------------

    def lit(self, slot: int) -> bool:
        """Whether a slot is highlighted: from the start, or since its lock is gone."""
        return slot in self.rules.light or slot % 5 == 4

    def empty_slots(self, seat: int) -> list[int]:
        return [slot for slot, token in enumerate(self.grid[seat]) if token == EMPTY]

    def unlocked(self, seat: int) -> int:
        """How many lock tokens are gone."""
        return len(self.grid[seat]) // 5 - self.grid[seat].count(LOCK)

    def set_slot(self, seat: int, slot: int, token: str) -> None:
        grid = self.grid[seat]
        self.grid[seat] = grid[:slot] + token + grid[slot + 1 :]

    def pool(self, seat: int) -> str:
        """All tokens of a player: in the bag, on the launcher and in the dump; Catie tokens as C."""
        return self.bag[seat] + self.dump[seat] + self.grid[seat].replace(EMPTY, "").replace(LOCK, "").replace("D", "C")

    def to_dump(self, seat: int, tokens: str) -> None:
        self.dump[seat] = "".join(sorted(self.dump[seat] + tokens.replace("D", "C")))

    def to_bag(self, seat: int, tokens: str) -> None:
        self.bag[seat] = "".join(sorted(self.bag[seat] + tokens.replace("D", "C")))

    # -- resources ----------------------------------------------------------------------------------------------------

    def has(self, seat: int, asset: str) -> int:
        return self.assets[seat][ASSETS.index(asset)]

    def add_asset(self, seat: int, asset: str, number: int) -> int:
        """Gain or lose, within the track; how far the marker really moved."""
        at = ASSETS.index(asset)
        held = self.assets[seat]
        now = max(0, min(MOST_ASSETS, held[at] + number))
        levels = list(held)
        levels[at] = now
        shield, memory, power, reroll = levels
        self.assets[seat] = (shield, memory, power, reroll)
        return now - held[at]

    def count(self, seat: int, name: str, number: int = 1) -> None:
        """Add to what is counted of a player (`components.TALLIES`)."""
        self.tally[seat][name] = self.tally[seat].get(name, 0) + number

    # -- the map ------------------------------------------------------------------------------------------------------

    @property
    def tiles(self) -> Mapping[Place, str]:
        return self.map.tiles

    @property
    def up(self) -> frozenset[Place]:
        """The places of the tiles that lie face up."""
        return self.map.up

    def tile(self, place: Place) -> Tile:
        return self.rules.content.tiles[self.tiles[place]]

    @property
    def ground(self) -> list[list[Any]]:
        """The map as rows [q, r, tile, face up, exploration token, markers], in the order in which it was laid."""
        return [
            [*place, tile, int(place in self.up), self.finds.get(place, ""), list(self.markers.get(place, ()))]
            for place, tile in self.tiles.items()
        ]

    @property
    def factions(self) -> list[list[Any]]:
        """The decks of factions as rows [faction, cards]."""
        return [[faction, list(deck)] for faction, deck in self.faction_deck.items()]

    def hideouts(self) -> set[str]:
        """The factions whose hideouts lie face up."""
        return {self.tile(place).faction for place in self.up if self.tile(place).faction}


def light_slots(option: str) -> frozenset[int]:
    """The slots that a reading of the board highlights."""
    return frozenset(SLOTS.index(name) for name in LIGHT[option])


def written(place: Place) -> str:
    """A place as moves write it."""
    return f"{place[0]},{place[1]}"
