"""The page changes as little as it can: what stays in order stays where it is, and no style reaches everything."""

from __future__ import annotations

import re

from bare import open_bare
from playwright.sync_api import Page

from widgets.drawing import STATIC

# Make a list of keyed children anew in another order, and count which of them were taken out and put in again.
REORDER = """async ([from, to]) => {
  const { h, patch } = await import("./dom.js");
  const parent = document.body.appendChild(document.createElement("div"));
  const draw = (keys) => patch(parent, keys.map((key) => h("p", { key }, key)));
  draw(from);
  const were = new Set(parent.children);
  const moved = new Set();
  const watch = new MutationObserver(() => {});
  watch.observe(parent, { childList: true });
  draw(to);
  for (const { addedNodes } of watch.takeRecords()) {
    for (const one of addedNodes) if (were.has(one)) moved.add(one.textContent);
  }
  const now = [...parent.children].map((one) => one.textContent);
  parent.remove();
  return { now, moved: [...moved].sort() };
}"""


CHANGES = [  # from, to, how many of them have to move
    ("abcdef", "bcdefa", 1),
    ("abcdef", "fabcde", 1),
    ("abcdef", "abdcef", 1),
    ("abcdef", "acxefb", 1),
    ("abcdef", "fedcba", 5),
    ("abc", "xyz", 0),
    ("", "abc", 0),
    ("abc", "", 0),
]


def test_as_few_as_possible_are_moved(page: Page) -> None:
    open_bare(page, {"kind": "waiting", "title": "Nothing", "text": ""})
    for before, after, count in CHANGES:
        done = page.evaluate(REORDER, [list(before), list(after)])
        assert done["now"] == list(after)
        assert len(done["moved"]) == count, (before, after, done)


def test_no_style_asks_for_everything_below_what_has_something() -> None:
    """Behind `:has()` a `*` makes a browser work out every style on the page anew, with every piece that comes or goes:
    three milliseconds for one token. What has something says so by a class."""
    for sheet in STATIC.glob("*.css"):
        for selector in re.findall(r"[^{}/;]*:has\([^{}]*(?=\{)", sheet.read_text("utf-8")):
            assert not re.search(r"[\s>+~]\*\s*(,|$)", selector), (sheet.name, selector.strip())
