"""A minute of play as a moving picture: a newcomer at the first table of a game, recorded in Chromium.

Chromium takes each picture as WebP; what makes one file of them is a few headers, written here. Run by `make pictures`.
"""

from __future__ import annotations

import base64
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, sync_playwright

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

import chromium
import servers
from tables import Table, leave, open_page

from tabletop_kernel import load

GAME = "royal_ascension"
WRONG = "space:13"  # too far for the die that has just been rolled
WINDOW = (1280, 720)
SCALE = 0.75
QUALITY = 50
A_LOOK = 250  # milliseconds between two pictures, where the machine is that fast
LONGEST_LOOK = 900  # of a picture; what took the machine longer was no part of the play
A_MINUTE = 60_000
READING = 2.5  # seconds for a refusal
LARGEST = 3 << 20  # bytes
BUSY = "() => Boolean(document.querySelector('.tabletop .playing, .tabletop [data-playing]'))"


class Picture(NamedTuple):
    data: bytes  # a WebP file
    shown: int  # milliseconds


# -- recording --------------------------------------------------------------------------------------------------------


class Recorder:
    """Takes pictures of a page; equal ones that follow each other are one that is shown longer."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._chrome: CDPSession = page.context.new_cdp_session(page)
        self.pictures: list[Picture] = []

    def look(self) -> None:
        clip = {"x": 0, "y": self._page.evaluate("scrollY"), "width": WINDOW[0], "height": WINDOW[1], "scale": SCALE}
        wish = {"format": "webp", "quality": QUALITY, "clip": clip}
        began = time.monotonic()
        taken = base64.b64decode(self._chrome.send("Page.captureScreenshot", wish)["data"])
        self._page.wait_for_timeout(max(1, A_LOOK - 1000 * (time.monotonic() - began)))
        shown = min(LONGEST_LOOK, int(1000 * (time.monotonic() - began)))
        if self.pictures and self.pictures[-1].data == taken:
            taken, before = self.pictures.pop()
            shown += before
        self.pictures.append(Picture(taken, shown))

    def watch(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()


def play(page: Page, recorder: Recorder) -> None:
    """The way of the first table, with one click on what is not allowed."""
    table = Table(page, "first").arrive()
    first = load(GAME).teaching.first_table
    assert first is not None
    recorder.watch(READING)
    for number, move in enumerate(first.way):
        if number == 1:
            table.click_piece(WRONG)
            recorder.watch(READING)
        table.play(move)
        recorder.watch(0.6)
        while table.screen.get("next") or page.evaluate(BUSY):
            recorder.look()
    recorder.watch(READING)


def record() -> list[Picture]:
    with TemporaryDirectory() as folder, servers.voila(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.chromium(), args=chromium.ARGUMENTS)
        context = browser.new_context(viewport={"width": WINDOW[0], "height": WINDOW[1]})
        page = context.new_page()
        open_page(page, f"{server.url}voila/render/{GAME}.ipynb")
        recorder = Recorder(page)
        play(page, recorder)
        leave(context)
        browser.close()
    return recorder.pictures


def within_a_minute(pictures: list[Picture]) -> list[Picture]:
    """The same, faster, if it took longer than a minute."""
    pace = min(1.0, A_MINUTE / sum(one.shown for one in pictures))
    return [Picture(one.data, round(one.shown * pace)) for one in pictures]


def thinner(pictures: list[Picture]) -> list[Picture]:
    """Two of three pictures; the one before a missing one is shown in its place."""
    kept: list[Picture] = []
    for number, one in enumerate(pictures):
        if number % 3 == 2:
            kept[-1] = Picture(kept[-1].data, kept[-1].shown + one.shown)
        else:
            kept.append(one)
    return kept


# -- WebP -------------------------------------------------------------------------------------------------------------


def animated(pictures: list[Picture]) -> bytes:
    """One file that shows these pictures one after the other, for ever."""
    wide, high = round(WINDOW[0] * SCALE), round(WINDOW[1] * SCALE)
    size = _three(wide - 1) + _three(high - 1)
    head = _chunk(b"VP8X", bytes([2, 0, 0, 0]) + size) + _chunk(b"ANIM", bytes(6))
    frames = [_chunk(b"ANMF", bytes(6) + size + _three(one.shown) + bytes([2]) + _image(one.data)) for one in pictures]
    body = b"WEBP" + head + b"".join(frames)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def _image(file: bytes) -> bytes:
    """The chunk of a WebP file in which the picture itself is."""
    return b"".join(_chunk(name, data) for name, data in _chunks(file) if name in (b"VP8 ", b"VP8L"))


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at < len(file):
        size = int.from_bytes(file[at + 4 : at + 8], "little")
        yield file[at : at + 4], file[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def main() -> None:
    pictures = within_a_minute(record())
    while len(file := animated(pictures)) > LARGEST:
        pictures = thinner(pictures)
    seconds = sum(one.shown for one in pictures) / 1000
    target = Path(sys.argv[1])
    target.write_bytes(file)
    print(f"{target}: {len(pictures)} pictures, {seconds:.0f} seconds, {len(file) / (1 << 20):.1f} MB")


if __name__ == "__main__":
    main()
