"""Three people at one screen: what nobody in front of it may know is neither in the page nor on its way to it."""

from __future__ import annotations

import json
import re

from here import House
from playwright.sync_api import Page, expect
from tables import Data, Table, TableHere, find_tables, hash_of

from tabletop_kernel.games.royal_ascension.names_and_moves import card_name
from tabletop_kernel.table.saves import CODE_PREFIX
from tabletop_kernel.table.session import Session

CARD = re.compile(r"\b(?:10|[2-9AJQK])[HDC]\b")

# The cards that the table ever named, by their codes or in words, with the eyes it was meant for at that moment:
# even if it was gone at once.
RECORD_TABLE = """([slot, names]) => {
  const root = document.querySelector(`[data-slot=${slot}]`);
  window.shown = [];
  const keep = () => {
    const html = root.outerHTML;
    const codes = html.match(/\\b(?:10|[2-9AJQK])[HDC]\\b/g) || [];
    const named = Object.keys(names).filter((card) => html.includes(names[card]));
    window.shown.push([window.tablesInTest[slot].get("screen").viewer, [...new Set([...codes, ...named])]]);
  };
  new MutationObserver(keep).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


class Witness:
    """Reads all that reaches the page, and all that the table shows."""

    def __init__(self, page: Page, here: House) -> None:
        self.page = page
        self.here = here

    def watch(self, table: Table) -> None:
        self.page.evaluate(RECORD_TABLE, [table.slot, {card: card_name(card) for card in ALL_CARDS}])
        self.here.said_to(self.page)

    def seen_since_last_time(self) -> list[tuple[int | None, set[str]]]:
        """Every card that was named since the last look, and for whose eyes: a screen says it itself."""
        shown = self.page.evaluate("() => window.shown.splice(0)")
        messages = self.here.said_to(self.page)
        return [(eyes, set(cards)) for eyes, cards in shown] + [(eyes_of(said), cards_in(said)) for said in messages]


def eyes_of(message: str) -> int | None:
    """The seat that a screen on its way to the page is made for; everybody, if it names none."""
    seat = re.search(r'"viewer": ?(\d+|null)', message)
    return int(seat[1]) if seat and seat[1] != "null" else None


def cards_in(text: str) -> set[str]:
    """Cards by their codes or in words."""
    return {card for card in ALL_CARDS if card_name(card) in text} | set(CARD.findall(text))


ALL_CARDS = [f"{rank}{suit}" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in "HDC"]


def seat_three_people(table: Table) -> None:
    table.press("Set up")
    for number in (1, 2):
        who = table.drawer.get_by_role("combobox", name="Who plays").nth(number)
        table.after(lambda who=who: who.select_option("person"))
    table.press("Close")
    table.press("Start after the draft")


def may_be_known(session: Session, viewer: int | None) -> set[str]:
    """The cards that these eyes see, have seen in the log, or are offered."""
    moves = session.moves(viewer) if viewer is not None and viewer in session.deciders else []
    log = [data for *_, data in session.events(viewer)]
    return set(CARD.findall(json.dumps([session.view(viewer), log, moves])))


def in_play(session: Session) -> set[str]:
    """Every card of the table, in hands and piles."""
    return set(CARD.findall(json.dumps(session.position())))


def open_hot_seat(table_here: TableHere) -> Table:
    table = table_here('play("royal_ascension")')
    seat_three_people(table)
    return until_the_curtain(table)


def until_the_curtain(table: Table) -> Table:
    while table.screen["kind"] != "curtain":  # it falls once somebody holds cards
        table.play(table.forward_moves()[0])
    return table


def go_on(table: Table) -> Data:
    """Lift the curtain, make a move, or begin anew: one game in twenty is over within a few battles."""
    if table.screen["kind"] == "curtain":
        return table.after(table.root.locator("[data-main]").click)
    if table.screen["now"]["kind"] == "over":
        return table.press("Play again")
    return table.play(table.forward_moves()[0])


def test_no_hidden_card_reaches_the_page(table_here: TableHere, here: House) -> None:
    """What somebody has once seen they know: a card is hidden from eyes that have never had it before them."""
    table = open_hot_seat(table_here)
    witness, behind = Witness(table.page, here), here.kernel(table.page).view("play")
    witness.watch(table)
    known: dict[int | None, set[str]] = {eyes: set() for eyes in (None, 0, 1, 2)}
    curtains, looked = 0, set()
    for step in range(100):  # chance decides who fights whom, and so who looks when
        if step >= 25 and looked == set(known):
            break
        session = behind.session
        for eyes in known:
            known[eyes] |= may_be_known(session, eyes)
        for eyes, cards in witness.seen_since_last_time():
            leaked = cards & in_play(session) - known[eyes]
            assert not leaked, f"{leaked} shown to {eyes}"
        curtains += table.screen["kind"] == "curtain"
        looked.add(table.screen["viewer"])
        go_on(table)
    assert curtains >= 3 and looked == set(known)


def test_the_curtain_lets_through_what_everybody_may_see(table_here: TableHere, here: House) -> None:
    """The public table shows no hand, Enter lifts the curtain, and a reload comes back behind it."""
    table = open_hot_seat(table_here)
    page = table.page
    table.press("Public table")
    expect(table.root.locator(".part-ring")).to_be_visible()
    assert not table.root.locator("[data-piece^='hand:']").count()
    shown = cards_in(table.root.inner_html())
    session = here.kernel(page).view("play").session
    assert not shown & in_play(session) - may_be_known(session, None)
    table.press("Public table")
    name, seat = table.screen["name"], table.screen["seat"]
    lift = table.root.get_by_role("button", name=f"I am {name}")
    lift.focus()
    table.after(lambda: page.keyboard.press("Enter"))
    assert (table.screen["kind"], table.screen["viewer"]) == ("table", seat)
    expect(table.root.locator("[data-piece^='hand:']").first).to_be_visible()
    assert CODE_PREFIX not in hash_of(page)["play"], "the link holds no cards"
    page.reload()
    find_tables(page, 1)
    table = Table(page, "play").arrive()
    assert (table.screen["kind"], table.screen["seat"]) == ("curtain", seat)


def test_the_focus_lies_on_the_curtain_when_it_falls(table_here: TableHere) -> None:
    table = open_hot_seat(table_here)
    go_on(table)
    while table.screen["kind"] != "curtain":
        go_on(table)
    expect(table.root.locator("[data-land=lift]")).to_be_focused()
