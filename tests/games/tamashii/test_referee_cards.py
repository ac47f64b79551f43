"""Scenario cards, as an outsider reads them: what is read out when they come, and what refuses in their name."""

from __future__ import annotations

import pytest
from played_tables import A, B, at, facts, kinds, make, opened, refused, rules, table, why

from tabletop_kernel.contract.verdict import Verdict

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
    assert facts(told, "ruling.quest.special-draw") == ([{"card": "S04-1", "count": 1}] if stops else [])
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
    told = make(session, B, "done")
    assert kinds(told, "scen.special-aside") == ["card", "special-card"]
    assert [fact["card"] for fact in facts(told, "scen.special-aside")] == ["S04-S", "S04-S"]
    assert "1 memory" in facts(told, "scen.special-aside")[1]["text"]


def test_the_last_card_is_read_without_a_doubled_mark() -> None:
    # end.scenario
    session = table(card="S01-3", on_card={"success": 4})
    (card,) = [entry for entry in make(session, B, "done") if (entry.kind, entry.rule) == ("card", "end.scenario")]
    assert card.text.startswith("“Victory!”. ")


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
    assert why(session, A, *move) == Verdict("scen.special-aside", what="repel-memory", card="S04-S", need=1, have=0)


def test_small_gods_bear_their_name() -> None:
    # scen.special-rules
    session = opened(scenario=PARADE)
    while "small-gods" not in kinds(session.log(None), "scen.special-rules"):
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    assert facts(session.log(None), "scen.special-rules")[0] == {"count": 2}
    god = next(card for card in at(session, "enemy_deck") if card.endswith("!god"))
    left = [card for card in at(session, "enemy_deck") if card != god]
    session = table(scenario=PARADE, time=8, enemies=[[], []], enemy_deck=[god, *left])
    first, second = [entry for entry in make(session, B, "done") if entry.rule == "enemy.attach"]
    assert first.data["enemy"] == god and second.data["enemy"] in left
    assert "(small god)" in first.text and "god" not in second.text
