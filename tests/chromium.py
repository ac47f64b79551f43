"""Where Chromium is: the browser tests ask for it, and `make test` runs this file to get it where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

SMALL = "chromium-headless-shell"  # Chromium without windows: the same pages, for a quarter less work
NAMES = (SMALL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def playwrights_own() -> str | None:
    """The Chromium that `playwright install chromium` puts into the user's cache."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def starts(path: str) -> bool:
    """Whether this is a program that runs: some systems put a mere pointer to their app store there."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@cache
def find() -> str | None:
    """A Chromium that starts, or None. The variable CHROMIUM names one and ends the search."""
    named = os.environ.get("CHROMIUM")
    for path in [named] if named else [*map(shutil.which, NAMES)]:
        if path and starts(path):
            return path
    return None if named else playwrights_own()


def chromium() -> str:
    """The Chromium of the tests."""
    found = find()
    if found is None:
        raise RuntimeError("There is no Chromium here. `make chromium` installs one.")
    return found


def run(*command: str) -> bool:
    print("$", *command, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode == 0


def install() -> bool:
    """Install Chromium: one of Debian's own packages where that is allowed, else Playwright's in the user's cache."""
    if shutil.which("apt-get"):
        may = [] if os.geteuid() == 0 else ["sudo", "-n"]
        if not may or (shutil.which("sudo") and run("sudo", "-n", "true")):
            get = (*may, "apt-get", "install", "--yes", "--no-install-recommends", "fonts-liberation")
            if run(*may, "apt-get", "update", "--quiet") and (run(*get, SMALL) or run(*get, "chromium")):
                return True
    return run(sys.executable, "-m", "playwright", "install", "chromium")


def main() -> int:
    if find() is None:
        print("Installing Chromium for the tests (once) ...", flush=True)
        install()
        find.cache_clear()
    if find():
        return 0
    print(
        "The tests need Chromium, and it could not be installed. "
        "Install it by hand (Debian: apt install chromium), or name one: make test CHROMIUM=/path/to/chromium",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
