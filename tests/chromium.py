"""Where Chromium is: the browser tests ask for it, and `make test` runs this file to get it where there is none.

The tests of a process share one, which is started when it is first wanted: `with driven() as browser`.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
    "--host-resolver-rules=MAP *.test 127.0.0.1",  # whatever tests call this machine
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


@cache
def _launched() -> Browser:
    from playwright.sync_api import sync_playwright

    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    _let_rest()

    def close() -> None:
        asyncio._set_running_loop(browser._loop)
        browser.close()
        playwright.stop()

    atexit.register(close)
    return browser


def _let_rest() -> None:
    """Playwright's event loop waits in a fiber of its own, and its calls leave it behind as the one that runs."""
    asyncio._set_running_loop(None)


@contextmanager
def driven() -> Iterator[Browser]:
    """The browser of this process, for as long as tests drive it: the others find no loop that runs."""
    browser = _launched()
    asyncio._set_running_loop(browser._loop)
    try:
        yield browser
    finally:
        _let_rest()


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
