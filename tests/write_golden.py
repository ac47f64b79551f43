"""Write the golden playthroughs anew, after a change that is meant: the difference is then read and committed.

python tests/write_golden.py            the same moves in the words of now
python tests/write_golden.py --play     other games, played by bots, after a change of what is allowed
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "minigames"))

from connect_four import ConnectFour

from tabletop_kernel import Session, load
from tabletop_kernel.bots import Bot, forward, make_bot
from tabletop_kernel.game import Game, Move
from tabletop_kernel.golden import playthrough, replayed


def with_bots(game: Game[Any], seats: int, seed: int, rulings: dict[str, str], names: list[str]) -> str:
    """A whole game between bots."""
    config = game.configure(seats, rulings)
    bots: list[Bot] = [make_bot(name, game, config, seat, seed) for seat, name in enumerate(names)]

    def choose(session: Session) -> tuple[int, Move]:
        seat = session.deciders[0]
        return seat, bots[seat].choose(session.view(seat), forward(session.moves(seat)))

    return playthrough(game, seats, seed, rulings, choose)


def at_random(rng: Random, session: Session) -> tuple[int, Move]:
    seat = session.deciders[0]
    return seat, rng.choice(session.moves(seat))


def drawn_connect_four() -> str:
    """A game that fills the board: rare, so that random play hardly ever shows it."""
    for seed in range(100_000):
        text = playthrough(ConnectFour(), 2, 1, {}, partial(at_random, Random(seed)))
        if "drop.full" in text:
            return text
    raise AssertionError("no drawn game found")


def reword() -> None:
    """Every playthrough with its moves, in the words of now."""
    for path in sorted(HERE.glob("games/*/golden/*.txt")):
        path.write_text(replayed(load(path.parts[-3]), path), encoding="utf-8")


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
    (HERE / "minigames" / "golden_connect_four" / "drawn.txt").write_text(drawn_connect_four(), encoding="utf-8")


FOUR, THREE, DAY, DUSK = 54, 24, 9, 10  # seeds of games that show much in little
OTHERWISE = {
    "ruling.turncard-sides": "two-halves",
    "ruling.radiate-when": "end-of-turn",
    "ruling.gate-per-turn": "any",
    "ruling.effect-list": "re-check",
    "ruling.city-is-action": "yes",
    "ruling.hand-limit": "7",
}

if __name__ == "__main__":
    play() if "--play" in sys.argv else reword()
