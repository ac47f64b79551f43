"""The hard parts of Deck Goes West once more, in plain Python, written from the rules without a look at the kernel.

Movement and what it costs; jobs that can be started and what they leave behind; the bandits' night. `rules` is always
a ruling -> option; what is not in it stands at its default.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Place = tuple[int, int]
Move = tuple[Any, ...]

KINDS = ("gold", "metal", "wood", "food")
ON_FOOT_OR_BY_BOAT = ("walk", "climb", "sail")
WAYS = {"N": (0, -1), "S": (0, 1), "W": (1, 0), "E": (-1, 0)}
BACK = {"N": "S", "S": "N", "W": "E", "E": "W"}
DIE = (None, 0, 0, 1, 1, 1, 2)  # a job die by the number of its face


def around(place: Place) -> list[Place]:
    return [(place[0] + dc, place[1] + dr) for dc, dr in WAYS.values()]


# -- the land ----------------------------------------------------------------------------------------------------------


@dataclass
class Ground:
    """Tiles as the pack writes them, those that lie face up, railways and bandits."""

    tiles: dict[Place, dict[str, Any]]
    up: set[Place]
    rails: set[Place]
    bandits: Counter[Place]
    rules: Mapping[str, str]

    def ruled(self, ruling: str, option: str) -> bool:
        """Whether a ruling stands at an option that is not its default."""
        return self.rules.get(ruling) == option

    def lands(self, place: Place) -> set[str]:
        types = set(self.tiles[place]["types"])
        if "camp" in types and self.ruled("camp-terrain", "else-tile"):
            return {"camp"}
        return types - {"camp"}

    def far(self, one: Place, other: Place) -> int:
        apart = abs(one[0] - other[0]), abs(one[1] - other[1])
        return max(apart) if self.ruled("range", "diagonal") else sum(apart)

    def turn_up(self, place: Place) -> set[Place]:
        """A tile is revealed; the empty places that get face-down tiles."""
        self.up.add(place)
        if "camp" in self.tiles[place]["types"]:
            self.bandits[place] += 1
        spots = set(around(place))
        if self.ruled("around", "eight"):
            spots = {(place[0] + dc, place[1] + dr) for dc in (-1, 0, 1) for dr in (-1, 0, 1)}
        edge = min(column for column, _ in (self.tiles if self.ruled("east-limit", "any-tile") else self.up))
        return {spot for spot in spots if spot not in self.tiles and spot[0] >= edge}


# -- movement ----------------------------------------------------------------------------------------------------------

Price = tuple[int, int]  # what is needed, and what is given back at once


def walk_price(ground: Ground, place: Place) -> Price | None:
    dry = ground.lands(place) - {"water"}
    costs = [2 if land == "mountain" else 1 for land in dry]
    if place in ground.rails and (dry or not ground.ruled("bridge-walk", "no")):
        steep = costs and min(costs) == 2 and ground.ruled("rail-mountain", "2-1-returned")
        return (2, 1) if steep else (1, 1)
    return (min(costs), 0) if costs else None


def climb_price(ground: Ground, place: Place) -> Price | None:
    lands, rail = ground.lands(place), place in ground.rails
    if ground.ruled("move-costs", "climb-mountain-only") and "mountain" not in lands:
        return None
    bridge = rail and ground.rules.get("bridge-walk", "yes") == "yes"
    if lands == {"water"} and not bridge:
        return None
    return 1, int(rail and ground.ruled("climb-rail", "yes"))


def sail_price(ground: Ground, origin: Place, place: Place) -> Price | None:
    lands = ground.lands(place)
    if {"water", "river"} & lands:
        return 1, 0
    rail = place in ground.rails
    if rail and ground.ruled("rail-sail", "anywhere"):
        return 1, 0
    closed = lands == {"mountain"} and not (rail and not ground.ruled("rail-sail", "as-its-land"))
    return (1, 0) if {"water", "river"} & ground.lands(origin) and not closed else None


def price(ground: Ground, kind: str, origin: Place, place: Place) -> Price | None:
    """What a step of one kind onto a face-up tile costs; None where it cannot go."""
    if kind == "walk":
        return walk_price(ground, place)
    return climb_price(ground, place) if kind == "climb" else sail_price(ground, origin, place)


@dataclass
class Journey:
    """One movement of one meeple: what is left, and where it has been."""

    ground: Ground
    at: Place
    pool: dict[str, int]
    rides: list[int]
    tried: Place | None = None
    returned: set[Place] = field(default_factory=set)
    has_left: bool = False

    def ways(self, place: Place) -> dict[str, tuple[dict[str, int], int]]:
        """How a face-up neighbour can be entered: what each kind pays, and how much walking or climbing comes back."""
        found = {}
        spent = place in self.returned and self.ground.ruled("rail-circle", "once")
        for kind in ON_FOOT_OR_BY_BOAT:
            cost = price(self.ground, kind, self.at, place)
            if cost and self.pool[kind] >= cost[0]:
                found[kind] = ({kind: cost[0]}, 0 if spent else cost[1])
        walk = price(self.ground, "walk", self.at, place)
        if self.ground.ruled("mix-types", "yes") and walk and walk[0] == 2 and self.pool["walk"]:
            for kind in ("climb", "sail"):
                if self.pool[kind] and price(self.ground, kind, self.at, place):
                    found[f"walk+{kind}"] = ({"walk": 1, kind: 1}, 0 if spent else walk[1])
        return found

    def spare(self) -> list[str]:
        """The kinds of movement by which a face-down tile can be tried."""
        kinds = [kind for kind in ON_FOOT_OR_BY_BOAT if self.pool[kind]]
        return kinds + (["rail"] if self.rides and self.ground.ruled("reveal-by-rail", "as-one") else [])

    def legal(self) -> set[Move]:
        if self.tried:
            return self._entries(self.tried) | {("decline", kind) for kind in self.spare()}
        ground, found = self.ground, set[Move]()
        for place in around(self.at):
            if place in ground.up:
                found |= {("step", *place, way) for way in self.ways(place)}
            elif place in ground.tiles and self.spare():
                found.add(("step", *place))
        if self.at in ground.rails and self.rides:
            reach = max(self.rides)
            near = {place for place in ground.rails if 0 < ground.far(self.at, place) <= reach}
            found |= {("ride", *place) for place in near}
        return found

    def _entries(self, place: Place) -> set[Move]:
        """What is given back is for later, so it does not pay for the reveal."""
        if not self.ground.ruled("entry-cost", "yes"):
            return {("enter", way) for way in self.ways(place)}
        return {
            ("enter", way, kind)
            for way, (pays, _) in self.ways(place).items()
            for kind in self.spare()
            if kind == "rail" or self.pool[kind] > pays.get(kind, 0)
        }

    def make(self, move: Move) -> bool:
        """Make a move; whether a pain card is due for leaving bandits."""
        match move:
            case ("step", column, row):
                self.tried = (column, row)
                return False
            case ("decline", kind):
                self._spend(kind)
                self.tried = None
                return False
            case ("ride", column, row):
                needed = self.ground.far(self.at, (column, row))
                self.rides.remove(min(ride for ride in self.rides if ride >= needed))
                return self._go((column, row))
            case ("enter", way, *extra):
                assert self.tried is not None
                place, self.tried = self.tried, None
                return self._enter(place, way, extra)
            case (_, column, row, way):
                return self._enter((column, row), way, [])
        raise AssertionError(move)

    def _enter(self, place: Place, way: str, extra: list[str]) -> bool:
        pays, back = self.ways(place)[way]
        for kind, count in pays.items():
            self.pool[kind] -= count
        if back:
            self.pool[way.split("+")[0]] += back
            self.returned.add(place)
        for kind in extra:
            self._spend(kind)
        return self._go(place)

    def _spend(self, kind: str) -> None:
        if kind == "rail":
            self.rides.remove(min(self.rides))
        else:
            self.pool[kind] -= 1

    def _go(self, place: Place) -> bool:
        hurt = self.ground.bandits[self.at] > 0 and not (
            self.has_left and self.ground.ruled("leave-when", "start-only")
        )
        self.has_left, self.at = True, place
        return hurt


# -- jobs --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A step of a job: what is done, how often, and with what."""

    text: str
    verb: str
    what: str
    count: int
    by_x: bool
    dice: bool

    def number(self, x: int) -> int:
        return self.count * x if self.by_x else self.count


SIGNS = {"-": "pay", "+": "gain", "?": "if"}


def read(text: str) -> Step:
    """A step as the pack writes it: «-2x any», «?forest», «discard 2 blue», «scrap this», «build land»."""
    sign = SIGNS.get(text[0])
    words = text[1:].split() if sign else text.split()[1:]
    verb = sign or text.split()[0]
    number = re.fullmatch(r"(\d*)(x?)(d?)", words[0])
    if not number:
        return Step(text, verb, " ".join(words), 1, False, False)
    count, x, dice = number.groups()
    what = " ".join(words[1:])
    if what == "vp":
        verb = "win" if sign == "gain" else "lose"
    return Step(text, verb, what, int(count or 1), bool(x), bool(dice))


def steps_of(job: str) -> list[Step]:
    return [read(one.strip()) for one in job.split(",")]


def final_kind(job: str, rules: Mapping[str, str]) -> str:
    """What two jobs must have in common to be done together."""
    step, ruling = steps_of(job)[-1], rules.get("same-final", "kind")
    if ruling == "identical":
        return step.text
    if step.verb in ("walk", "climb", "sail", "rail"):
        return step.verb if ruling == "kind-strict" else "movement"
    return f"{step.verb} {'dice' if step.dice else ''} {step.what}"


@dataclass
class Player:
    """Somebody with a stock and a hand; `cards` says of each card what it is."""

    stock: dict[str, int]
    hand: Counter[str]
    cards: Mapping[str, dict[str, Any]]
    ground: Ground
    at: Place
    lying: bool = False
    tapped: bool = False
    score: int = 0

    def item(self, card: str) -> bool:
        return self.cards[card]["kind"] in ("starter", "trade")

    def fits(self, card: str, what: str) -> bool:
        if what == "danger":
            return not self.item(card)
        if what in ("pain", "exhaustion"):
            return bool(self.cards[card]["kind"] == what)
        return self.item(card) and what in ("", self.cards[card]["colour"])

    def fitting(self, hand: Counter[str], what: str) -> list[str]:
        return sorted(card for card in hand.elements() if self.fits(card, what))

    def quiet(self) -> bool:
        return not self.ground.bandits[self.at]

    def may_build(self, what: str) -> bool:
        lands = self.ground.lands(self.at)
        if not self.quiet() or self.at in self.ground.rails:
            return False
        if what == "water":
            return "water" in lands
        return "water" not in lands or (self.ground.ruled("water-type", "either") and lands != {"water"})

    def least_x(self) -> int:
        return 1 if self.ground.ruled("x-zero", "from-one") else 0

    def can(
        self, steps: list[Step], x: int | None = None, stock: dict[str, int] | None = None, hand: Any = None
    ) -> bool:
        """Whether all these steps can be completed somehow. Gains, draws and movement never stop a job."""
        x = self.least_x() if x is None else x
        stock, hand = dict(stock or self.stock), Counter(self.hand if hand is None else hand)
        for n, step in enumerate(steps):
            if step.verb == "pay" and step.what == "any":
                left = [{**stock, kind: stock[kind] - step.number(x)} for kind in KINDS]
                return any(min(one.values()) >= 0 and self.can(steps[n + 1 :], x, one, hand) for one in left)
            if not self._can_do(step, step.number(x), stock, hand):
                return False
        return True

    def _can_do(self, step: Step, count: int, stock: dict[str, int], hand: Counter[str]) -> bool:
        match step.verb:
            case "if":
                return step.what in self.ground.lands(self.at) and self.quiet()
            case "pay":
                stock[step.what] -= count
                return stock[step.what] >= 0
            case "build":
                stock["metal"] -= self.ground.ruled("build-token", "own")
                return self.may_build(step.what) and stock["metal"] >= 0
            case "discard" | "scrap" if step.what != "this":
                fitting = self.fitting(hand, step.what)
                hand.subtract(fitting[:count])  # the steps of one job never ask for the same cards in two ways
                return len(fitting) >= count
            case "attack" | "defend":
                return not self.quiet()
        return step.verb != "wagon"

    def startable(self, job: str, source: str, pending: Iterable[Step] = ()) -> bool:
        """Whether a job can be started while these last steps of others are still to be done."""
        if source == "character" and self.tapped:
            return False
        if source == "tile" and (self.lying or not self.quiet()):
            return False
        return self.can([*steps_of(job), *pending], hand=self.hand - Counter([source]))


@dataclass
class Doing:
    """A job under way. Piles and dice are shared by all jobs that are done together; piles have their top first."""

    player: Player
    steps: list[Step]
    source: str
    piles: dict[str, list[str]]
    dice: list[int]
    pending: list[Step]
    n: int = 0
    x: int | None = None
    left: int | None = None  # how many cards of this step are still to be chosen
    paid: set[str] = field(default_factory=set)
    pool: Counter[str] = field(default_factory=Counter)
    rides: list[int] = field(default_factory=list)
    scope: int = 0
    built: bool = False
    shuffled: bool = False
    in_play: bool = False  # whether the card of the job lies on the table

    def __post_init__(self) -> None:
        player, card = self.player, self.source
        player.tapped |= card == "character"
        player.lying |= card == "tile"
        if card in player.cards:
            player.hand[card] -= 1
            self.in_play = True
            scraps = any(step.text == "scrap this" for step in self.steps)
            if player.item(card) and not scraps and not player.ground.ruled("played-when", "last"):
                self._put(card, "discard")
                self.in_play = False

    def _put(self, card: str, pile: str) -> None:
        self.piles[pile].insert(0, card)

    def _scrap(self, card: str) -> None:
        player = self.player
        kind, into = player.cards[card]["kind"], player.ground.ruled("scrap-pile", "into")
        if kind == "starter" and not player.ground.ruled("starter-home", "trade-discard"):
            self._put(card, "box")
        elif player.item(card):
            self._put(card, "trade" if into else "trade_discard")
        else:
            self._put(card, kind if into else f"{kind}_scrap")

    def options(self) -> set[Move]:
        """What can be chosen now; nothing where the step needs no choice."""
        player, step = self.player, self.steps[self.n]
        if self.x is None and any(one.by_x for one in self.steps):
            return self._values_of_x()
        count = step.number(self.x or 0)
        match step.verb:
            case "pay" if step.what == "any" and count:
                rest = self.steps[self.n + 1 :] + self.pending
                left = {kind: {**player.stock, kind: player.stock[kind] - count} for kind in KINDS}
                return {
                    ("pay", kind) for kind in KINDS if left[kind][kind] >= 0 and player.can(rest, self.x, left[kind])
                }
            case "gain" if step.what == "any" and count:
                free = player.ground.ruled("any-equal", "allowed")
                return {("gain", kind) for kind in KINDS if free or kind not in self.paid}
            case "discard" | "scrap" if step.what != "this":
                self.left = count if self.left is None else self.left
                return {(step.verb, card) for card in player.fitting(player.hand, step.what) if self.left}
            case "gain" if step.what in ("pain", "exhaustion"):
                self.left = count if self.left is None else self.left
                return {("put", "draw"), ("put", "discard")}
        return set()

    def _values_of_x(self) -> set[Move]:
        found, x = set[Move](), self.player.least_x()
        while x <= 60 and self.player.can(self.steps + self.pending, x):
            found.add(("x", x))
            x += 1
        return found

    def take(self, choice: Move | None) -> None:
        """Do the step, or a part of it, with the choice that was made."""
        if choice and choice[0] == "x":
            self.x = choice[1]
            return
        step = self.steps[self.n]
        self._do(step, step.number(self.x or 0), choice)
        if self.left:
            self.left -= choice is not None
            if self.left:
                return
        self.left = None
        self.n += 1
        if self.n == len(self.steps) and self.in_play:
            self._put(self.source, "discard")
            self.in_play = False

    def _do(self, step: Step, count: int, choice: Move | None) -> None:
        player = self.player
        match step.verb:
            case "win":
                player.score += count
            case "lose":
                player.score = max(0, player.score - count)
            case "pay" | "gain" if step.what not in ("pain", "exhaustion"):
                self._count(step, count, choice[1] if choice else step.what)
            case "gain":
                assert choice is not None
                self._put(self.piles[step.what].pop(0), choice[1])
            case "discard" | "scrap":
                self._card(step, choice)
            case "draw":
                self._draw(count)
            case "walk" | "climb" | "sail":
                self.pool[step.verb] += count
            case "rail":
                self.rides.append(count)
            case "telescope":
                self.scope = count
            case "build":
                self.built = True
                player.ground.rails.add(player.at)
                player.stock["metal"] -= player.ground.ruled("build-token", "own")

    def _count(self, step: Step, count: int, kind: str) -> None:
        if step.dice:
            count = sum(DIE[self.dice.pop(0)] or 0 for _ in range(count))
        if count:
            self.player.stock[kind] += count if step.verb == "gain" else -count
            self.paid |= {kind} if step.verb == "pay" else set()

    def _card(self, step: Step, choice: Move | None) -> None:
        player = self.player
        if step.what == "this":
            stays = player.item(self.source) and player.ground.ruled("scrap-this-item", "discard-only")
            card, stays, self.in_play = self.source, stays or step.verb == "discard", False
        elif choice:
            card, stays = choice[1], step.verb == "discard"
            player.hand[card] -= 1
        else:
            return
        if stays:
            self._put(card, "discard")
        else:
            self._scrap(card)

    def _draw(self, count: int) -> None:
        draw, discard = self.piles["draw"], self.piles["discard"]
        for _ in range(count):
            if not draw and discard:
                draw[:], discard[:] = discard[:], []
                self.shuffled = True
            if draw:
                self.player.hand[draw.pop(0)] += 1


# -- the night ---------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Group:
    place: Place
    count: int
    rolled: int = 0


class Wandering:
    """The step Bandits Move."""

    def __init__(self, ground: Ground, players: Collection[Place], rolls: Iterator[int]) -> None:
        self.ground, self.players, self.rolls = ground, players, rolls
        order = sorted(ground.bandits, key=lambda place: (-place[0], place[1]))
        self.groups = [Group(place, ground.bandits[place]) for place in order if ground.bandits[place]]
        self.most = 2 if ground.ruled("group-once", "yes") else 1

    def result(self) -> Counter[Place]:
        for group in self.groups:
            if group.count and not group.rolled and not self._stays(group):
                self._roll(group)
        found = Counter[Place]()
        for group in self.groups:
            found[group.place] += group.count
        return +found

    def _stays(self, group: Group) -> bool:
        camp = "camp" in self.ground.tiles[group.place]["types"]
        seen = group.place in self.ground.up or self.ground.ruled("camp-hidden", "yes")
        return (camp and seen) or group.place in self.players

    def _target(self, group: Group) -> Place | None:
        way = {1: "N", 2: "S", 6: "+"}.get(next(self.rolls), "W")
        for one in () if way == "+" else (way, BACK[way]):
            spot = (group.place[0] + WAYS[one][0], group.place[1] + WAYS[one][1])
            if spot in self.ground.tiles:
                return spot
        return None

    def _roll(self, group: Group) -> bool:
        """Whether the group moved; those whom it met have rolled by then."""
        group.rolled += 1
        target = self._target(group)
        if target is None:
            group.count += 1
            return False
        group.place = target
        for other in [one for one in self.groups if one is not group and one.place == target and one.count]:
            if other.count and other.place == target:
                self._meet(group, other)
        return True

    def _meet(self, group: Group, other: Group) -> None:
        if self._stays(other) and not self.ground.ruled("meet-fixed", "roll-anyway"):
            self._merge(group, other)
        elif other.rolled < self.most:
            stayed = not self._roll(other)
            if stayed and self.ground.ruled("meet-plus", "merge-at-once") and other.place == group.place:
                self._merge(group, other)

    @staticmethod
    def _merge(group: Group, other: Group) -> None:
        group.count, other.count = group.count + other.count, 0
        group.rolled = max(group.rolled, other.rolled)


def far_east(ground: Ground, meeples: Collection[Place], wagon: Place | None, k: int) -> set[Place]:
    """The places that the step Remove Eastern Tiles takes away."""
    points = [*meeples, *([wagon] if wagon and not ground.ruled("remove-wagon", "no") else [])]
    east = min(column for column, _ in points)
    if not ground.ruled("remove-column", "steps"):
        return {place for place in ground.tiles if east - place[0] > k}
    edge = [(c, r) for c, r in points if c == east]
    return {(c, r) for c, r in ground.tiles if c < east and min(abs(c - at[0]) + abs(r - at[1]) for at in edge) > k}


def risk(sections: list[dict[str, int]], day: int, scores: list[int], rules: Mapping[str, str]) -> int:
    score = min(scores) if rules.get("risk-token") == "last" else max(scores)
    return [part["risk"] for part in sections if part["day"] <= day or part["score"] <= score][-1]


def rolled(count: int, dice: str, rules: Mapping[str, str], faces: Iterator[int]) -> list[int]:
    """The numbers that count, of as many rolls as the risk."""

    def one(die: str) -> int:
        face = next(faces)
        while die == "d20" and face > 12 and rules.get("roll-high") == "reroll":
            face = next(faces)
        return face

    found = []
    for n in range(count):
        if dice != "both":
            found.append(one(dice))
        elif rules.get("both-dice") == "alternate":
            found.append(one("d12" if n % 2 else "d20"))
        else:
            pair = [one("d12"), one("d20")]
            found += [min(pair)] if rules.get("both-dice") == "choose-lower" else pair
    return found


def appear(ground: Ground, numbers: list[int]) -> None:
    for place, tile in ground.tiles.items():
        if place in ground.up:
            stars = tile["face"][:1] if ground.ruled("multi-star", "first-star") else tile["face"]
        else:
            stars = [] if ground.ruled("star-side", "front-only") else [tile["back"]]
        ground.bandits[place] += sum(number in stars for number in numbers)


def split(ground: Ground, players: Collection[Place]) -> None:
    """Large groups split, West to East; 200 times are enough for any map."""
    closed = players if ground.ruled("split-where", "no-players") else ()
    done = set[Place]()
    for _ in range(200):
        ways = {
            place: [spot for spot in around(place) if spot in ground.tiles and spot not in closed]
            for place, count in ground.bandits.items()
            if count >= 6 and place not in done
        }
        large = [place for place, spots in ways.items() if spots]
        if not large:
            return
        place = min(large, key=lambda one: (-one[0], one[1]))
        ground.bandits.update(ways[place])
        ground.bandits[place] -= len(ways[place])
        if ground.ruled("split-repeat", "once-per-tile"):
            done.add(place)
