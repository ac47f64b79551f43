"""The long comparison: python tests/games/tamashii/second/long_run.py launches 0 5000 (what, from seed, to seed)."""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from second import trials


def main(what: str, start: int, end: int, shown: int = 8) -> int:
    trial = getattr(trials, what)
    wrong: Counter[str] = Counter()
    began, moves = time.process_time(), 0
    for seed in range(start, end):
        try:
            moves += trial(seed)
        except Exception as problem:
            kind = type(problem).__name__
            wrong[kind] += 1
            if sum(wrong.values()) <= shown:
                text = str(problem) if kind == "Differs" else traceback.format_exc()[-700:]
                print(f"seed {seed}: {kind} {text[:1500]}\n")
    print(f"{what}: {end - start} tables, {moves} moves, {dict(wrong)}, {time.process_time() - began:.1f} s")
    return sum(wrong.values())


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1], *map(int, sys.argv[2:]))))
