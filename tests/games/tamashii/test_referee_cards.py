"""Scenario cards, as an outsider reads them: what is read out when they come, and what refuses in their name."""

from __future__ import annotations

import pytest
from played_tables import A, B, at, make, opened, refused, rules, table, why, words

LINE = "r1c1+r1c2"
PARADE = "S04"


@pytest.mark.parametrize(("option", "stops"), [("no", False), ("yes", True)])
def test_torches_is_drawn_and_a_ruling_says_what_that_stops(option: str, stops: bool) -> None:
    # ruling.quest.special-draw, quest.draw-stops, quest.replace, scen.special-aside
    session = table(
        scenario=PARADE, time=5, on_card={"success": 1}, enemies=[[], []], rulings={"quest.special-draw": option}
    )
    told = make(session, B, "done")
    assert at(session, "specials") == ["S04-S"] and at(session, "card") == "S04-1"
    assert at(session, "on_card") == ({} if stops else {"success": 1})
    assert ("quest.draw-stops" in rules(told)) is stops
    assert words(told, "ruling.quest.special-draw") == (
        ["Drums loses 1 token, and stays the active card."] if stops else []
    )
    for rule in ("quest.draw-stops", "quest.replace"):
        assert ("stays active" in session.book[rule].text or "special, the world" in session.book[rule].text) is stops


def test_a_cleared_plot_card_still_leads_to_an_end() -> None:
    # ruling.quest.special-draw: the plot card stays active
    session = table(
        scenario=PARADE, time=0, specials=["S04-S"], enemies=[[], []], rulings={"quest.special-draw": "yes"}
    )
    make(session, B, "done")
    assert session.outcome is not None and set(session.outcome.results) == {"lost"}


def test_a_special_card_is_read_out_with_what_it_says() -> None:
    # scen.special-aside
    session = table(scenario=PARADE, time=5, enemies=[[], []])
    story, text = words(make(session, B, "done"), "scen.special-aside")
    assert story.startswith("«Torches». Now the whole street holds a light.")
    assert text == ("Torches is laid beside the board and stays in force: Launching a repel also costs 1 memory.")


def test_the_last_card_is_read_without_a_doubled_mark() -> None:
    # end.scenario
    session = table(card="S01-3", on_card={"success": 4})
    assert any(text.startswith("«Victory!». A light") for text in words(make(session, B, "done"), "end.scenario"))


def test_a_dear_repel_is_refused_in_the_name_of_the_card() -> None:
    # scen.special-aside
    drone = [card for card in at(table(scenario=PARADE), "enemy_deck") if card != "stray-drone"]
    session = table(
        scenario=PARADE,
        seat=A,
        specials=["S04-S"],
        enemies=[[["stray-drone", 0]], []],
        enemy_deck=drone,
        grid=["FF..#....#....#....#", "....#....#....#....#"],
    )
    move = ("launch", "enemy.stray-drone.repel", LINE)
    assert refused(session, A, *move) == "scen.special-aside"
    assert why(session, A, *move) == "Torches is in play: launching a repel also costs 1 memory, and you have 0."


def test_small_gods_bear_their_name() -> None:
    # scen.special-rules
    session = opened(scenario=PARADE)
    told = [entry.text for entry in session.log(None) if entry.rule == "scen.special-rules"]
    while not any("small god" in text for text in told):
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
        told = [entry.text for entry in session.log(None) if entry.rule == "scen.special-rules"]
    assert told[0] == "Two of them are small gods until first defeated."
    god = next(card for card in at(session, "enemy_deck") if card.endswith("!god"))
    left = [card for card in at(session, "enemy_deck") if card != god]
    session = table(scenario=PARADE, time=8, enemies=[[], []], enemy_deck=[god, *left])
    told = words(make(session, B, "done"), "enemy.attach")
    assert told[0].count("(small god) is attached to") == 1 and "small god" not in told[1]
