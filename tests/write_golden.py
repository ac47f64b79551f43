"""Write the golden playthroughs anew, after a change that is meant: the difference is then read and committed.

python tests/write_golden.py            the same moves with the events of now, how each game reads, its rulings as types
python tests/write_golden.py --play     other games, played by bots, after a change of what is allowed
python tests/write_golden.py --happens  the rules by which something happens, of all games or of those that are named
python tests/write_golden.py --citing   the random games that cite what nothing else does, of all games or of some
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from functools import partial
from inspect import getfile
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
DRAWN = HERE / "minigames" / "golden_connect_four" / "drawn.txt"
LANTERNS = HERE / "minigames" / "golden_two_lanterns"
TOWER, LIT = LANTERNS / "tower.txt", LANTERNS / "lit.txt"
sys.path[:0] = [str(HERE), str(HERE / "minigames")]

from connect_four import ConnectFour
from how_it_reads import listen
from two_lanterns import TwoLanterns

from tabletop_kernel import Session, load
from tabletop_kernel.checks.golden_games import playthrough_text, replayed_text
from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.checks.random_play import tables, wander, watch
from tabletop_kernel.checks.rule_coverage_checks import Citations
from tabletop_kernel.checks.write_ruling_types import TYPES_FILE, ruling_types
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.game import Game, Move
from tabletop_kernel.players.bots import Bot, forward, make_bot
from tabletop_kernel.toolkit.rules_that_happen import LIST_FILE


def with_bots(game: Game[Any], seats: int, seed: int, agreed: dict[str, str], names: list[str]) -> str:
    """A whole game between bots, with these rulings and options."""
    rulings = {key: choice for key, choice in agreed.items() if key in game.rulebook.rulings}
    config = game.agreement.configure(seats, rulings, {key: agreed[key] for key in agreed if key not in rulings})
    bots: list[Bot] = [make_bot(name, game, config, seat, seed) for seat, name in enumerate(names)]

    def choose(session: Session) -> tuple[int, Move]:
        seat = session.next_up
        return seat, bots[seat].choose(session.view(seat), forward(session.moves(seat)))

    return playthrough_text(game, seats, seed, agreed, choose)


def at_random(rng: Random, session: Session) -> tuple[int, Move]:
    seat = session.next_up
    return seat, rng.choice(session.moves(seat))


def giving_away(session: Session) -> tuple[int, Move]:
    """A team of which one gives all cards of the hand away, and the other lets everything happen."""
    seat = session.next_up
    moves = session.moves(seat)
    cards = [move for move in moves if move[0] == "give" and move[1] not in ("gold", "metal", "wood", "food")]
    trades = [move for move in moves if move[0] == "trade" and seat == 0]
    wanted = [*cards, ("offer",), *(move for move in moves if move[0] == "cost"), ("accept",), *trades, ("pass",)]
    return seat, next((move for move in wanted if move in moves), moves[0])


def waiting(session: Session) -> tuple[int, Move]:
    """Nobody does anything, day after day."""
    seat = session.next_up
    return seat, session.moves(seat)[-1]


def drawn_connect_four() -> str:
    """A game that fills the board: rare, so that random play hardly ever shows it."""
    for seed in range(100_000):
        text = playthrough_text(ConnectFour(), 2, 1, {}, partial(at_random, Random(seed)))
        if "drop.full" in text:
            return text
    raise AssertionError("no drawn game found")


def write_again() -> None:
    """Write every playthrough with its moves and the events of now, and how each game reads."""
    for name in games():
        game = load(name)
        Path(getfile(type(game))).with_name(TYPES_FILE).write_text(ruling_types(game), encoding="utf-8")
    for path in sorted(HERE.glob("games/*/golden/*.txt")):
        path.write_text(replayed_text(load(path.parts[-3]), path), encoding="utf-8")
    for name in games():
        folder = HERE / "games" / name
        (folder / "reads.txt").write_text(listen(load(name), folder / "golden"), encoding="utf-8")
    for game, path in ((ConnectFour(), DRAWN), (TwoLanterns(), TOWER), (TwoLanterns(), LIT)):
        path.write_text(replayed_text(game, path), encoding="utf-8")


def play() -> None:
    """Other games, played by bots."""
    royal = load("royal_ascension")
    folder = HERE / "games" / "royal_ascension" / "golden"
    seats = ["greedy", "greedy", "greedy", "greedy"]
    (folder / "four_kingdoms.txt").write_text(with_bots(royal, 4, FOUR, {}, seats), encoding="utf-8")
    house_rules = {"ruling.used-cards": "discarded", "ruling.shop-offer": "market-3", "ruling.tie-recommit": "recommit"}
    three = with_bots(royal, 3, THREE, house_rules, seats[:3])
    (folder / "three_kingdoms_other_rulings.txt").write_text(three, encoding="utf-8")
    west = load("the_west_ascendant")
    folder = HERE / "games" / "the_west_ascendant" / "golden"
    (folder / "two_zones.txt").write_text(with_bots(west, 2, DAY, {}, seats[:2]), encoding="utf-8")
    otherwise = with_bots(west, 2, DUSK, OTHERWISE, seats[:2])
    (folder / "two_zones_other_rulings.txt").write_text(otherwise, encoding="utf-8")
    deck = load("deck_goes_west")
    folder = HERE / "games" / "deck_goes_west" / "golden"
    for name, (count, seed, agreed, bot) in GOING_WEST.items():
        (folder / f"{name}.txt").write_text(with_bots(deck, count, seed, agreed, [bot] * count), encoding="utf-8")
    given = playthrough_text(deck, 2, 1, {"mission": "wide_country"}, giving_away)
    (folder / "all_given_away.txt").write_text(given, encoding="utf-8")
    idle = playthrough_text(deck, 2, 1, FOR_EVER, waiting)
    (folder / "forty_idle_days.txt").write_text(idle, encoding="utf-8")
    tamashii = load("tamashii")
    folder = HERE / "games" / "tamashii" / "golden"
    for name, (count, seed, agreed, bot) in TAMASHII.items():
        (folder / f"{name}.txt").write_text(with_bots(tamashii, count, seed, agreed, [bot] * count), encoding="utf-8")
    DRAWN.write_text(drawn_connect_four(), encoding="utf-8")
    for seed, path in ((1, TOWER), (14, LIT)):
        tower = with_bots(TwoLanterns(), 2, seed, {"mission": "tower", "map": "meadow"}, seats[:2])
        path.write_text(tower, encoding="utf-8")


def happens(name: str, count: int) -> None:
    """The rules that events of a game cite: in its golden playthroughs, in its lessons, and in many random games."""
    game = load(name)
    found = {rule for path in (HERE / "games" / name / "golden").glob("*.txt") for rule in told_in(path)}
    found.update(rule for step in steps_of(game) for rule in step)
    for session, rng in tables(game, count, 11):
        for _ in wander(session, rng, 1500):
            pass
        found.update(event[1] for seat in (None, *range(session.config.seats)) for event in session.events(seat))
    path = Path(getfile(type(game))).with_name(LIST_FILE)
    known = [*found, *tomllib.loads(path.read_text(encoding="utf-8"))["rules"]] if path.is_file() else found
    lines = "".join(f'    "{rule}",\n' for rule in game.rulebook if rule in known)
    head = "# Rules by which something happens (toolkit/rules_that_happen.py); tests/write_golden.py writes this list."
    path.write_text(f"{head}\nrules = [\n{lines}]\n", encoding="utf-8")


def citing(name: str) -> None:
    """Few random games that cite, each by itself, what no lesson and no golden playthrough does."""
    game, folder = load(name), HERE / "games" / name
    citations = Citations(game, folder / "golden")
    missing = set(citations.missing())
    by_number: dict[int, set[str]] = {}
    for number in range(SEARCHED if missing else 0):
        citations.cited.clear()
        watch(game, [number], citations)
        by_number[number] = citations.cited & missing
    found: dict[str, int] = {}
    while by_number:
        best = max(by_number, key=lambda number: len(by_number[number] - set(found)))
        if by_number[best] <= set(found):
            break
        found.update(dict.fromkeys(by_number[best] - set(found), best))
    print(f"{name}: nothing cites {sorted(missing - set(found))}" if missing - set(found) else f"{name}: all is cited")
    lines = "".join(f'"{rule}" = {found[rule]}\n' for rule in sorted(found))
    head = "# Random games that cite what no lesson and no golden game does; tests/write_golden.py writes it."
    (folder / "citing.toml").write_text(f"{head}\n\n[games]\n{lines}", encoding="utf-8")


def told_in(path: Path) -> Iterator[str]:
    """The rules of the events of a playthrough: the lines that are set in."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("      ") and line.endswith("]"):
            yield line.rsplit("[", 1)[-1][:-1]


def steps_of(game: Game[Any]) -> Iterator[list[str]]:
    """The rules of all that happens on the ways of lessons."""
    for step in (step for chapter in game.teaching.chapters for step in chapter.steps):
        lesson = answered_lesson(game, step)
        for move in step.way:
            lesson.submit(tuple(move))
        yield [event[1] for event in lesson.session.events(step.seat)]


SEARCHED = 40  # random games, for those that cite much
FOUR, THREE, DAY, DUSK = 54, 24, 9, 10  # seeds of games that show much in little
NO_CLOCK = {"ruling.bandit-tracker": "none", "ruling.versus-death": "respawn"}
FEW_BANDITS = {"ruling.supply": "limited", "ruling.bandit-coins": "one", "ruling.split-repeat": "once-per-tile"}
FOR_EVER = {"mission": "discovery", **NO_CLOCK, **FEW_BANDITS}
GOING_WEST: dict[str, tuple[int, int, dict[str, str], str]] = {
    "alone": (1, 4, {"mission": "new_world"}, "greedy"),
    "a_team": (2, 1, {"mission": "last_spike"}, "greedy"),
    "three_rivals": (3, 4, {"mission": "hungry_towns"}, "greedy"),
    "rivals_at_random": (2, 32, {"mission": "hungry_towns"}, "random"),
    "rivals_by_train": (2, 96, {"mission": "iron_rivals", "dice": "both"}, "random"),
    "alone_among_bandits": (1, 78, {"mission": "lone_surveyor", "dice": "both"}, "random"),
}
MODULES = {"unlocked": "all", "catie": "on", "diary": "on", "city": "on"}
TAMASHII: dict[str, tuple[int, int, dict[str, str], str]] = {
    "prologue": (2, 1, {"scenario": "P00"}, "greedy"),
    "first_light": (2, 2, {"scenario": "S01"}, "greedy"),
    "four_together": (4, 1, {"unlocked": "all", "scenario": "S05"}, "greedy"),
    "alone": (1, 2, {"unlocked": "all", "scenario": "S02"}, "greedy"),
    "two_rivals": (2, 1, {"mode": "versus", "length": "short", "unlocked": "all"}, "greedy"),
    "three_rivals": (3, 2, {"mode": "versus", "length": "short", "unlocked": "all", "draft": "chosen"}, "greedy"),
    "insane": (2, 2, {**MODULES, "scenario": "S02", "difficulty": "insane"}, "greedy"),
}
OTHERWISE = {
    "ruling.turncard-sides": "two-halves",
    "ruling.radiate-when": "end-of-turn",
    "ruling.gate-per-turn": "any",
    "ruling.effect-list": "re-check",
    "ruling.city-is-action": "yes",
    "ruling.hand-limit": "7",
}

if __name__ == "__main__":
    if "--happens" in sys.argv:  # and then the games, if not all
        for name in sys.argv[2:] or games():
            happens(name, 400)
    elif "--citing" in sys.argv:
        for name in sys.argv[2:] or games():
            citing(name)
    elif "--play" in sys.argv:
        play()
    else:
        write_again()
