"""On random tables the kernel and an engine that was written from the rules alone say the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from deck import GAME
from depth import draw
from second_engine import (
    KINDS,
    Doing,
    Journey,
    Move,
    Place,
    Player,
    Step,
    Wandering,
    appear,
    far_east,
    final_kind,
    price,
    risk,
    rolled,
    split,
    steps_of,
)
from second_tables import (
    BOARDS,
    BUILD,
    CARDS,
    NIGHTS,
    PEOPLE,
    TILES,
    Position,
    acting,
    flipped,
    ground_of,
    job_text,
    moving,
    sleeping,
)

from tabletop_kernel import Session

SETS = range(7)  # sets of rulings; the first one has the defaults
SMALL = ("trade", "trade_discard", "pain", "pain_scrap", "exhaustion", "exhaustion_scrap", "box")


def same(what: Any, expected: Any, got: Any) -> None:
    assert got == expected, what


def reveal(session: Session, player: Player | Journey, place: Place) -> None:
    """A tile is turned up in both; what the kernel drew is laid in the second engine, too."""
    ground = player.ground
    laid = ground.turn_up(place)
    same("laid", laid, set(session.truth.tiles) - set(ground.tiles))
    for spot in laid:
        ground.tiles[spot] = TILES[session.truth.tiles[spot]]
    same("up", ground.up, session.truth.up)


# -- movement ----------------------------------------------------------------------------------------------------------


def check_moving(position: Position, rng: random.Random) -> None:
    """A movement of a few random steps."""
    session = Session.at(GAME, position)
    *_, walk, climb, sail, rides, _, _ = position["frames"][-1][2]
    pool = {"walk": walk, "climb": climb, "sail": sail}
    journey = Journey(ground_of(position), tuple(position["meeple"][0]), pool, list(rides))
    score, pain, lying = 0, 0, bool(position["lying"])
    for _ in range(8):
        legal = journey.legal()
        if session.truth.frames[-1][0] != "moving":
            same("the movement is over", set(), legal)
            return
        same("moves", legal | also_legal(journey, lying), set(session.moves(0)))
        compare_journey(session, journey)
        if not legal:
            return
        move, before = some_move(rng, journey, legal), journey.at
        hurt = journey.make(move)
        session.submit(0, move)
        if move[0] == "step" and len(move) == 3:
            assert journey.tried is not None
            reveal(session, journey, journey.tried)
            score += 2 if journey.tried[0] > before[0] else 1
        lying = lying and journey.at == before
        if hurt:
            session.submit(0, ("put", rng.choice(["draw", "discard"])))
            pain += 1
        taken = [CARDS[card]["kind"] for card in (*session.truth.draw[0], *session.truth.discard[0])].count("pain")
        same(move, (score, pain, int(lying)), (session.truth.score[0], taken, session.truth.lying))


def some_move(rng: random.Random, journey: Journey, legal: set[Move]) -> Move:
    """Any move, but often one onto a railway, where movement comes back."""
    moves = sorted(legal, key=str)
    along = [move for move in moves if move[1:3] in journey.ground.rails]
    return rng.choice(along if along and rng.random() < 0.6 else moves)


def also_legal(journey: Journey, lying: bool) -> set[Move]:
    """A movement can be stopped, and Cattle Trail under the meeple can help onto a tile that is tried."""
    if not journey.tried:
        return {("stop",)}
    ground = journey.ground
    helps = ground.tiles[journey.at]["name"] == "Cattle Trail" and not lying and not ground.bandits[journey.at]
    enters = any(move[0] == "enter" for move in journey.legal())
    return {("more", "tile", 0)} if helps and not enters and price(ground, "walk", journey.at, journey.tried) else set()


def compare_journey(session: Session, journey: Journey) -> None:
    _, _, (_, _, walk, climb, sail, rides, *_) = session.truth.frames[-1]
    same("pool", journey.pool, {"walk": walk, "climb": climb, "sail": sail})
    same("rides", sorted(journey.rides), sorted(rides))
    same("place", journey.at, session.truth.meeple[0])
    same("bandits", +journey.ground.bandits, Counter(session.truth.bandits))


@pytest.mark.deep
@pytest.mark.parametrize("rulings", SETS)
def test_movement(rulings: int) -> None:
    for number in range(draw(40, deep=400) if rulings == 0 else draw(12, deep=120)):
        rng = random.Random(f"moving {rulings} {number}")
        check_moving(moving(rng, flipped("moves", rulings)), rng)


# -- jobs --------------------------------------------------------------------------------------------------------------


class Trial:
    """One action, with everything that can be done together with it, in the kernel and in the second engine."""

    def __init__(self, position: Position, rng: random.Random) -> None:
        self.rng, self.position, self.session = rng, position, Session.at(GAME, position)
        self.ground = ground_of(position)
        stock = dict(zip(KINDS, position["stock"][0], strict=True))
        self.player = Player(
            stock,
            Counter(position["hand"][0]),
            CARDS,
            self.ground,
            tuple(position["meeple"][0]),
            bool(position["lying"]),
            bool(position["tapped"]),
            position["score"][0],
        )
        self.dice = list(position["chance"]["script"]["job"])
        truth = self.session.truth
        self.piles = {name: list(getattr(truth, name)) for name in SMALL}
        self.piles |= {"draw": list(truth.draw[0]), "discard": list(truth.discard[0])}
        self.row, self.parts = list(truth.row), list[Doing]()
        self.loose = False  # whether cards were discarded in an order that nobody chose
        self.revealed = False

    def act(self, move: Move) -> None:
        self.session.submit(0, move)

    def open(self) -> str:
        return str(self.session.truth.frames[-1][0])

    def jobs(self) -> dict[Move, str]:
        """All jobs that lie about, by their names."""
        person, mission = self.position["character"][0], self.position["options"]["mission"]
        found = {(card, n): job for card in +self.player.hand for n, job in enumerate(CARDS[card]["jobs"])}
        found |= {("character", n): job_text(job) for n, job in enumerate(PEOPLE[person]["jobs"])}
        for n, job in enumerate(GAME.content.missions[mission].jobs):
            if not job.event:
                found["mission", n] = job.line
        tile = self.ground.tiles[self.player.at]
        return found | ({("tile", 0): job_text(tile["job"])} if "job" in tile else {})

    def begin(self) -> None:
        """What can be done is compared; one of it is done."""
        jobs = {("job", *name): job for name, job in self.jobs().items()}
        for n, card in enumerate(self.row):
            jobs |= {("buy", n + 1, k): job for k, job in enumerate(CARDS[card]["buy"])}
        source = {move: str(move[1]) if move[0] == "job" else "row" for move in jobs}
        legal = {move for move, job in jobs.items() if self.player.startable(job, source[move])}
        same("jobs", legal, {move for move in self.session.moves(0) if move[0] in ("job", "buy")})
        peaceful = sorted((move for move in legal if not fights(jobs[move])), key=str)
        if not peaceful:
            return
        own = [move for move in peaceful if move[0] == "job"]
        move = self.rng.choice(own if own and self.rng.random() < 0.8 else peaceful)
        self.act(move)
        self.gather(jobs[move], source[move])
        for part in self.parts:
            self.work(part, len(part.steps))
        self.move_on()
        if move[0] == "buy":
            self.buy(move[1] - 1)
        if not self.session.truth.result:
            self.compare()

    def pending(self) -> list[Step]:
        return [part.steps[-1] for part in self.parts if not part.steps[-1].by_x]

    def gather(self, job: str, source: str) -> None:
        """The jobs up to their last steps, each with another one that ends alike, if there is one."""
        while True:
            part = Doing(self.player, steps_of(job), source, self.piles, self.dice, self.pending())
            self.work(part, len(part.steps) - 1)
            self.parts.append(part)
            also = {} if source == "row" else self.together(job, source)
            offered = self.session.moves(0) if self.open() == "gather" else []
            same("together", set(also), {move for move in offered if move[0] == "also"})
            if not also:
                if self.open() == "gather":  # with a closed hand one is asked all the same
                    self.act(("go",))
                return
            if len(self.parts) > 3 or self.rng.random() < 0.4:
                self.act(("go",))
                return
            move = self.rng.choice(sorted(also, key=str))
            self.act(move)
            job, source = also[move], move[1]

    def together(self, job: str, source: str) -> dict[Move, str]:
        rules = self.ground.rules
        kind, only_cards = final_kind(job, rules), self.ground.ruled("same-final-sources", "cards-only")
        if kind.startswith("build") or kind.endswith("vp") or (only_cards and source not in CARDS):
            return {}
        return {
            ("also", *name): other
            for name, other in self.jobs().items()
            if (name[0] in CARDS or not only_cards)
            and final_kind(other, rules) == kind
            and not fights(other)
            and self.player.startable(other, name[0], self.pending())
        }

    def work(self, part: Doing, end: int) -> None:
        """The steps of a job up to one of them, with random choices wherever there is something to choose."""
        while part.n < end:
            options = sorted(part.options())
            if part.left and options[0][0] in ("discard", "scrap"):
                fitting = self.player.fitting(self.player.hand, part.steps[part.n].what)
                if len(fitting) == part.left:  # all of them go
                    self.loose = True
                    for card in fitting:
                        part.take((options[0][0], card))
                    continue
            if len(options) > 1:
                same("choice", options, sorted(self.session.moves(0)))
                options = [self.rng.choice(options)]
                self.act(options[0])
            part.take(options[0] if options else None)
            self.look_around(part)

    def look_around(self, part: Doing) -> None:
        """A telescope reveals tiles one by one."""
        while part.scope:
            part.scope -= 1
            hidden = set(self.ground.tiles) - self.ground.up
            near = sorted(place for place in hidden if self.ground.far(place, self.player.at) <= 2)
            if not near:
                part.scope = 0
                return
            self.revealed = True
            place = self.rng.choice(near)
            if len(near) > 1 or self.open() not in ("act", "moving"):
                same("telescope", {("reveal", *one) for one in near}, set(self.session.moves(0)))
                self.act(("reveal", *place))
                reveal(self.session, self.player, place)
            else:
                for spot in self.ground.turn_up(place):
                    self.ground.tiles[spot] = TILES[self.session.truth.tiles[spot]]

    def move_on(self) -> None:
        """The movement of all jobs is in one pool; nobody uses it here."""
        pool: Counter[str] = sum((part.pool for part in self.parts), Counter())
        rides = sorted(ride for part in self.parts for ride in part.rides)
        if self.open() == "moving":
            _, _, (_, _, walk, climb, sail, given, *_) = self.session.truth.frames[-1]
            same("pool", (pool, rides), (+Counter(walk=walk, climb=climb, sail=sail), sorted(given)))
            self.act(("stop",))

    def buy(self, place: int) -> None:
        same("put", {("put", "draw"), ("put", "discard")}, set(self.session.moves(0)))
        pile = self.rng.choice(["draw", "discard"])
        self.act(("put", pile))
        self.piles[pile].insert(0, self.row.pop(place))
        self.row.insert(0, self.piles["trade"].pop(0))

    def compare(self) -> None:
        truth, player, piles = self.session.truth, self.player, self.piles
        ordered = sorted if self.loose else list
        same("row", self.row, list(truth.row))
        same("stock", list(player.stock.values()), list(truth.stock[0]))
        same("discard", ordered(piles["discard"]), ordered(truth.discard[0]))
        for name in ("trade_discard", "pain_scrap", "exhaustion_scrap"):
            same(name, ordered(piles[name]), ordered(getattr(truth, name)))
        for name in ("trade", "pain", "exhaustion", "box"):
            same(name, Counter(piles[name]), Counter(getattr(truth, name)))
        if any(part.shuffled for part in self.parts):
            together = player.hand + Counter(piles["draw"])
            same("hand and draw pile", together, Counter(truth.hand[0]) + Counter(truth.draw[0]))
        else:
            same("hand", +player.hand, Counter(truth.hand[0]))
            same("draw pile", piles["draw"], list(truth.draw[0]))
        same("meeple and character", (player.lying, player.tapped), (bool(truth.lying), bool(truth.tapped)))
        same("railways", self.ground.rails, truth.rails)
        same("nothing is left over", ([], []), (list(truth.played[0]), list(truth.aside[0])))
        if not self.revealed:
            built = any(part.built for part in self.parts)
            same("score", player.score + built * BUILD[self.position["options"]["mission"]], truth.score[0])


def fights(job: str) -> bool:
    return "attack" in job or "defend" in job


@pytest.mark.deep
@pytest.mark.parametrize("rulings", SETS)
def test_jobs(rulings: int) -> None:
    for number in range(draw(40, deep=400) if rulings == 0 else draw(16, deep=160)):
        rng = random.Random(f"acting {rulings} {number}")
        Trial(acting(rng, flipped("jobs", rulings)), rng).begin()


# -- the night ---------------------------------------------------------------------------------------------------------


def check_night(position: Position) -> None:
    ground, options = ground_of(position), position["options"]
    players = {tuple(place) for place in position["meeple"]}
    wagon = tuple(position["wagon"]) if "wagon" in position else None
    script = position["chance"]["script"]
    steps = ["move"] if options["mission"] == "night_watch" else ["move", "remove", "appear"]
    steps = steps[steps.index(position["now"].split()[1]) :]
    east = NIGHTS[options["mission"]][1]
    if "move" in steps:
        ground.bandits = Wandering(ground, players, iter(script["compass"])).result()
    if "remove" in steps and east is not None:
        away = far_east(ground, players, wagon, east)
        if wagon in away:
            return  # the rules do not say what becomes of it
        ground.tiles = {place: tile for place, tile in ground.tiles.items() if place not in away}
        ground.bandits = Counter({place: n for place, n in ground.bandits.items() if place not in away})
        ground.rails -= away
    if "appear" in steps:
        count = risk(BOARDS[options["board"]]["sections"], position["day"], position["score"], ground.rules)
        appear(ground, rolled(count, options["dice"], ground.rules, iter(script["bandit"])))
        split(ground, players)
    truth = Session.at(GAME, position).truth
    same("bandits", +ground.bandits, Counter(truth.bandits))
    same("tiles", set(ground.tiles), set(truth.tiles))
    same("rest", (ground.rails, position["day"], wagon), (truth.rails, truth.day, truth.wagon))


@pytest.mark.deep
@pytest.mark.parametrize("rulings", SETS)
def test_nights(rulings: int) -> None:
    for number in range(draw(40, deep=400) if rulings == 0 else draw(12, deep=120)):
        check_night(sleeping(random.Random(f"sleeping {rulings} {number}"), flipped("night", rulings)))
