"""Write requirements.lock from the environment, and binder/requirements.txt from it: names and versions only.

`make lock` runs this after packages were added or updated. Binder gets what the project itself needs: no test tools.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK, BINDER = ROOT / "requirements.lock", ROOT / "binder" / "requirements.txt"
LOCK_TITLE = "# Exact versions for development, tests and CI: names and versions only."
BINDER_TITLE = "# What the pages need on Binder: the versions of requirements.lock without the test tools (make lock)."


def frozen() -> list[str]:
    """The packages of this environment, as name==version."""
    freeze = [sys.executable, "-m", "pip", "freeze", "--all", "--exclude-editable", "--disable-pip-version-check"]
    lines = subprocess.run(freeze, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if not line.startswith("pip==")]


def locked() -> dict[str, str]:
    """The lines of the lock file by canonical name."""
    lines = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {canonicalize_name(line.partition("==")[0]): line for line in lines}


def needed() -> set[str]:
    """All packages that the project needs with its notebooks, and those that these need in turn."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    own = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    waiting = [Requirement(one) for one in (*own, *project["project"]["optional-dependencies"]["notebooks"])]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in seen:
            continue
        seen.add(key)
        for text in distribution(one.name).requires or ():
            further = Requirement(text)
            wanted = [{"extra": extra} for extra in ("", *one.extras)]
            if further.marker is None or any(further.marker.evaluate(extra) for extra in wanted):
                waiting.append(further)
    return {name for name, _ in seen}


def binder_text() -> str:
    """What binder/requirements.txt must say."""
    wanted = needed()
    lines = [line for name, line in locked().items() if name in wanted]
    return "\n".join([BINDER_TITLE, *lines]) + "\n"


def main() -> None:
    LOCK.write_text("\n".join([LOCK_TITLE, *frozen()]) + "\n", encoding="utf-8")
    BINDER.write_text(binder_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
