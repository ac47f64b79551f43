"""What takes too long for every test run: many refusals of each game, and every pair of rulings many times over.

python tests/sweep/sweep.py [rounds]        `make sweep`; a round is 10,000 refusals and all pairs, for each game
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from tabletop_kernel import load
from tabletop_kernel.checks.ruling_pair_checks import all_pairs, check_set, ruling_sets
from tabletop_kernel.checks.true_sentence_checks import check_refusals
from tabletop_kernel.content.installed_games import games

GAMES = Path(__file__).parents[1] / "games"
REFUSALS = 10_000


def sweep(name: str, seed: int) -> str:
    """One round for one game, and what it came to; the first fault ends it."""
    game = load(name)
    claimed = runpy.run_path(str(GAMES / name / "claims.py"))
    found = check_refusals(game, claimed["CLAIMS"], REFUSALS, seed, claimed.get("PROMISES", {}))
    sets = 0
    for sets, rulings in enumerate(ruling_sets(game, seed), 1):
        check_set(game, rulings, seed + sets)
    return (
        f"{game.title}: {found.total():,} true refusals by {len(found)} rules; "
        f"{len(all_pairs(game)):,} pairs of options in {sets} games"
    )


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    sys.path.insert(0, str(GAMES))
    for seed in range(1, rounds + 1):
        for name in games():
            sys.path.insert(0, str(GAMES / name))
            print(sweep(name, seed), flush=True)


if __name__ == "__main__":
    main()
