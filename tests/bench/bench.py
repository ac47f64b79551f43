"""How fast the kernel is, as ratios against the same work in plain Python, in one process.

    make bench            # a table; exit code 1 if a budget is missed

Everything is timed in turns (ours, plain, ours, plain, …) and the best of several rounds counts, so that a busy machine
disturbs both sides alike.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "minigames"))

from connect_four import ConnectFour
from plain import play_connect_four, play_tictactoe
from tictactoe import TicTacToe

from tabletop_kernel import Session, load, simulate
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Game
from tabletop_kernel.study.playing import play_random

ROUNDS = 9
GAMES = 1500
NO_BUDGET = float("inf")  # shown for comparison only
GREEDY_GAMES = {  # that are played for a figure: few where a game takes seconds
    "royal_ascension": 60,
    "the_north": 20,
    "the_west_ascendant": 10,
    "tamashii": 4,
    "deck_goes_west": 3,  # they differ much in length
}
QUICK_GAMES = dict.fromkeys(GREEDY_GAMES, 60)
SEARCHES = (("royal_ascension", 60, 12), ("the_north", 60, 12))  # a game, trials for a decision, games that are played


def bulk(game: Game[Any], games: int) -> None:
    """Simulation with nothing told."""
    config, random = game.agreement.configure(), Random(1).random
    for number in range(games):
        play_random(game, game.setup(config, Chance(number)), random)


def recorded(game: Game[Any], games: int, views: bool = False) -> None:
    """The same with every move judged, every event kept and every input logged; and a view for each decision."""
    config, random = game.agreement.configure(), Random(1).random
    deciders, moves, judge, apply, view = game.deciders, game.moves, game.judge, game.apply, game.view
    for number in range(games):
        events: list[Event] = []
        inputs: list[Any] = []
        emit = recorder(events)
        state = game.setup(config, Chance(number), emit)
        while seats := deciders(state):
            seat = seats[0]
            if views:
                view(state, seat)
            options = moves(state, seat)
            move = options[int(random() * len(options))]
            assert judge(state, seat, move, options) is None  # as a table does, which has listed them
            inputs.append((seat, move))
            apply(state, seat, move, emit)


def best(work: Callable[[], None], other: Callable[[], None], rounds: int = ROUNDS) -> tuple[float, float]:
    """The best times of two pieces of work, timed in turns."""
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        middle = perf_counter()
        other()
        times.append((middle - start, perf_counter() - middle))
    return min(t[0] for t in times), min(t[1] for t in times)


def once(work: Callable[[], Any], times: int, rounds: int = 5) -> float:
    """Seconds for one call, the best of several rounds."""
    measured = []
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(times):
            work()
        measured.append((perf_counter() - start) / times)
    return min(measured)


def with_statistics(game: Game[Any], games: int) -> None:
    """What `simulate` does: bots of their own seeds, counts of decisions, leads and endings; no events."""
    simulate(game, games=games, bots=["random"], coverage=False, progress=False)


def ratios() -> list[tuple[str, float, float]]:
    """(what, ratio, budget) for the two small games."""
    rows = []
    plains: list[tuple[Game[Any], Callable[[int], None]]] = [
        (TicTacToe(), play_tictactoe),
        (ConnectFour(), play_connect_four),
    ]
    for game, plain in plains:
        games = GAMES if game.name == "tictactoe" else GAMES // 4
        modes: list[tuple[str, Callable[[Game[Any], int], None], float]] = [
            ("bulk simulation", bulk, 1.5),
            ("verdicts, events, input log", recorded, 2.0),
            ("… and a view per move", lambda g, n: recorded(g, n, views=True), 2.5),
            ("simulate() with statistics", with_statistics, NO_BUDGET),
        ]
        for name, work, budget in modes:
            ours, theirs = best(lambda w=work, g=game, n=games: w(g, n), lambda p=plain, n=games: p(n))  # type: ignore[misc]
            rows.append((f"{game.title}: {name}", ours / theirs, budget))
    return rows


def long_game_ratio() -> float:
    """What a move costs after 5,000 inputs, with all that a page asks for it, against one after 100."""

    def table(moves: int) -> Session:
        position = {"seats": 3, "now": "commit", "battle": {"fighters": [0, 1]}, "clubs": [["7C"], [], []]}
        session = Session.at(load("royal_ascension"), position)
        for number in range(moves):
            session.submit(0, ("take-back" if number % 2 else "commit", "7C"))
        return session

    def move(session: Session) -> None:
        for verb in ("commit", "take-back") * 10:
            session.submit(0, (verb, "7C"))
            session.log(0, max(0, session.log_length(0) - 60))
            session.code()

    long, short = table(5000), table(100)
    ours, theirs = best(lambda: move(long), lambda: move(short))
    return ours / theirs


def import_seconds() -> tuple[float, list[str]]:
    """How long `import tabletop_kernel` takes in a fresh process, less an empty one; and third-party modules loaded."""
    probe = (
        "import sys, time; t = time.perf_counter(); import tabletop_kernel; t = time.perf_counter() - t;"
        "print(t, *(m for m in ('cattrs', 'attrs', 'attr', 'tqdm', 'networkx', 'numpy', 'lark') if m in sys.modules))"
    )
    fastest, loaded = 9.0, []
    for _ in range(5):
        seconds, *loaded = subprocess.run(
            [sys.executable, "-c", probe], capture_output=True, text=True, check=True
        ).stdout.split()
        fastest = min(fastest, float(seconds))
    return fastest, loaded


def figures(name: str, seats: int) -> list[tuple[str, str]]:
    """Figures of a whole game. There is no plain loop of it: its moves are measured against those of Connect Four."""
    game = load(name)
    config, random = game.agreement.configure(seats), Random(1).random
    counts: list[int] = []

    def play() -> None:
        counts.append(play_random(game, game.setup(config, Chance(len(counts))), random))

    seconds = once(play, 60)
    moves = sum(counts) / len(counts)
    session = Session(game, seats, seed=3)
    rng = Random(3)
    while session.deciders:
        seat = session.deciders[0]
        session.submit(seat, rng.choice(session.moves(seat)))
    middle = session.branch(session.length // 2)
    clone = once(middle.truth.clone, 2000)
    replay = once(lambda: session.goto(session.length), 20)
    view = once(lambda: middle.view(0), 500)
    return [
        (
            "bulk, random moves",
            f"{1 / seconds:8.0f} games/s ({moves:.0f} moves, {moves / seconds:,.0f} moves/s)",
        ),
        *against_plain_moves(game),
        ("clone", f"{clone * 1e6:8.1f} µs"),
        ("view of one seat", f"{view * 1e6:8.1f} µs"),
        (f"replay of {session.length} moves with events", f"{replay * 1e3:8.2f} ms"),
        ("save / code", f"{len(session.save()):8} / {len(session.code())} characters"),
    ]


def against_plain_moves(game: Game[Any], games: int = 20) -> list[tuple[str, str]]:
    """What a move costs, in moves of a plain loop, and what telling and showing add to it."""

    def moves(one: Game[Any]) -> float:
        random = Random(1).random
        config = one.agreement.configure()
        return sum(play_random(one, one.setup(config, Chance(n)), random) for n in range(games)) / games

    ours, theirs = best(lambda: bulk(game, games), lambda: play_connect_four(games), rounds=5)
    told, _ = best(lambda: recorded(game, games), lambda: None, rounds=5)
    shown, _ = best(lambda: recorded(game, games, views=True), lambda: None, rounds=5)
    return [
        ("a move, in moves of plain Connect Four", f"{ours / moves(game) / (theirs / moves(ConnectFour())):8.1f}"),
        ("… with verdicts, events, input log, against bulk", f"{told / ours:8.2f}"),
        ("… and a view per move", f"{shown / ours:8.2f}"),
    ]


def seconds_for(name: str, bot: str, games: int) -> tuple[float, float]:
    """CPU seconds for 1,000 games with all statistics; and for one, in random games of plain Connect Four."""
    game = load(name)
    start = process_time()
    simulate(game, games=games, bots=[bot], progress=False)
    middle = process_time()
    play_connect_four(GAMES)
    each, plain = (middle - start) / games, (process_time() - middle) / GAMES
    return 1000 * each, each / plain


def strength(name: str, trials: int, games: int) -> str:
    """What a search wins against greedy bots, and what it wins more than its even share for each CPU second."""
    game = load(name)
    seats = game.agreement.configure().seats
    search = f"mcts:{trials}"
    start = process_time()
    report = simulate(game, games=games, bots=[search, *["greedy"] * (seats - 1)], coverage=False, progress=False)
    each = (process_time() - start) / games
    won = report.bot_wins[search]
    gained = (won.share - 1 / seats) / each
    return f"wins {won}, even {1 / seats:.0%}; {each:.2f} CPU s a game; {gained:+.0%} for each CPU s"


def main() -> int:
    missed = False
    print(f"{'against a plain Python loop of the same game':52} ratio  budget")
    for name, ratio, budget in ratios():
        missed |= ratio > budget
        limit = f"{budget:5.2f}" if budget < NO_BUDGET else "    -"
        print(f"  {name:50} {ratio:5.2f}  {limit}{'   MISSED' if ratio > budget else ''}")
    ratio = long_game_ratio()
    missed |= ratio > 1.5
    print(f"  {'a move after 5,000 inputs, against one after 100':50} {ratio:5.2f}   1.50")
    seconds, loaded = import_seconds()
    missed |= seconds > 0.1 or bool(loaded)
    print(
        f"  {'import tabletop_kernel, seconds':50} {seconds:5.3f}  0.100   third-party: {', '.join(loaded) or 'none'}"
    )
    for game, seats in (("royal_ascension", 4), ("the_north", 2), ("the_west_ascendant", 2)):
        print(load(game).title)
        for name, figure in figures(game, seats):
            print(f"  {name:50} {figure}")
    print("many games, with all statistics")
    for bot, counts in (("greedy", GREEDY_GAMES), ("quick", QUICK_GAMES)):
        for name, games in counts.items():
            seconds, ratio = seconds_for(name, bot, games)
            told = f"{seconds:8.0f} CPU s for 1,000 games (one: {ratio:,.0f} plain random games)"
            print(f"  {f'{load(name).title}, {bot}':50} {told}")
    print("a search against greedy bots")
    for name, trials, games in SEARCHES:
        print(f"  {f'{load(name).title}, {trials} trials':50} {strength(name, trials, games)}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
