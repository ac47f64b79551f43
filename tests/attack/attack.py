"""`make attack`: everything that a hostile or unlucky visitor might do, for about ten minutes.

It prints what was tried and what got through, and how the table of somebody who plays in peace answered meanwhile.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("server", "browser", "widgets", "kernel"))]

import crowds
import files
import keys
import messages
import restarts
import together
import wire
from attempts import HEAD, Attempts
from bystander import Bystander
from running import TABLETOP, Running


def forged_messages(tries: int, rng: random.Random) -> Attempts:
    """Forged messages to the desks behind every kind of table, without a server between."""
    tally = messages.attack(rng.randrange(10**6), tries)
    return Attempts("forged messages to a desk", tally.sent, tally.refused, tally.faults)


NOTEBOOKS = HERE.parents[1] / "notebooks"
QUIET = 15  # seconds of peace, to know what is usual
TRIES = {  # of a run that takes about ten minutes
    forged_messages: 20_000,
    keys.forged_keys: 20_000,
    files.saves: 6000,
    files.codes: 6000,
    files.positions: 6000,
    files.packs: 1500,
    files.values: 100,
    files.lines_of_cards: 200,
    files.records: 500,
    together.evenings: 20,
    crowds.joins: 200,
    crowds.joins_on_postgresql: 200,
    wire.frames: 3000,
    wire.old_protocol: 200,
    wire.tables: 3000,
    wire.slow_readers: 800,
    wire.half_open: 200,
    wire.killed_kernels: 20,
    wire.many_pages: 60,
    wire.keys: 600,
    wire.killed_servers: 3,
    restarts.killed_tables: 8,
    restarts.killed_tables_on_postgresql: 8,
}


@contextmanager
def served() -> Iterator[Running]:
    """The real pages on this machine, with a state folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [TABLETOP, "play", "--no-browser", "--notebooks", str(NOTEBOOKS), "--most-pages", "40"]
        server = Running(command, Path(folder))
        try:
            yield server
        finally:
            server.stop()


def attacks(server: Running, share: float, rng: random.Random) -> Iterator[tuple[str, Callable[[], Attempts]]]:
    for attack, usual in TRIES.items():
        tries = max(1, int(usual * share))
        if attack is wire.killed_servers:
            yield attack.__name__, partial(attack, served, tries, rng)
        elif attack.__module__ == "wire":
            yield attack.__name__, partial(attack, server, tries, rng)
        else:
            yield attack.__name__, partial(attack, tries, rng)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of tries")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the name of one attack")
    options = parser.parse_args()
    through: list[str] = []
    with tempfile.TemporaryDirectory() as folder, served() as server:
        bystander = Bystander(server.address, Path(folder))
        time.sleep(QUIET + 10)
        bystander.since()
        time.sleep(QUIET)
        quiet = bystander.since()
        print(f"in peace: {quiet}\n\n{HEAD}  others' answers, median / 19 of 20 within")
        for name, attack in attacks(server, options.share, random.Random(options.seed)):
            if options.only not in ("", name):
                continue
            found = attack()
            answers = bystander.since()
            print(f"{found}  {answers.median:.0f} / {answers.slow:.0f} ms", flush=True)
            through += found.through
        bystander.leave()
    print("\n" + ("\n".join(through) if through else "Nothing got through."))
    return 1 if through else 0


if __name__ == "__main__":
    sys.exit(main())
