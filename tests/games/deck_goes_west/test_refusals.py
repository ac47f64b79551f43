"""Refusals of what has nothing to do with the moment: each sentence is true, and names what comes first."""

from __future__ import annotations

from typing import Any

import pytest
from deck import GAME, A, B, everything, play, refused, rules_of, table

from tabletop_kernel import Session

SETUP = {
    *("setup.mission", "mode.three", "setup.missions-out", "goal.score-source", "setup.options", "setup.boards-out"),
    *("setup.dice", "setup.day-zero", "goal.win", "card.four-kinds", "card.items", "card.dangers"),
    *("setup.danger-piles", "setup.trade-deck", "setup.trade-row", "setup.tiles", "setup.grid", "setup.ring"),
    *("setup.start-tile", "setup.character", "char.card", "setup.resources", "setup.deck", "goal.cycle", "day.draw"),
}


@pytest.mark.parametrize(
    ("seats", "mission", "more"),
    [
        (1, "new_world", {"setup.score-zero"}),
        (2, "speed_of_the_slowest", {"setup.score-zero", "coop.any-order", "setup.overrides"}),
        (3, "discovery", {"versus.own-score", "setup.p1", "turn.p1-first"}),
    ],
)
def test_a_table_that_is_laid_cites_the_rules_of_laying_it(seats: int, mission: str, more: set[str]) -> None:
    session = Session(GAME, seats, 1, {}, {"mission": mission})
    assert SETUP | more <= set(rules_of(everything(session)))


# -- at the actions of a day, with nothing begun -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (("x", 1), "job.everywhere"),
        (("pay", "food"), "job.everywhere"),
        (("reveal", 1, 0), "job.everywhere"),
        (("scrap", "knife"), "job.everywhere"),
        (("scrap", "blisters"), "job.danger-stuck"),
        (("discard", "blisters"), "job.danger-stuck"),
        (("discard", "knife"), "day.discard"),
        (("keep",), "day.discard"),
        (("also", "knife", 0), "act.same-final"),
        (("go",), "act.same-final"),
        (("put", "draw"), "cards.gain"),
        (("step", 1, 1, "walk"), "move.pool"),
        (("ride", 1, 1), "move.pool"),
        (("stop",), "move.free-stop"),
        (("move",), "ruling.unused-movement"),
        (("enter", "walk"), "reveal.decline"),
        (("more", "boots", 0), "reveal.more-jobs"),
        (("haul", 1, 1), "event.wagon"),
        (("commit", "knife", 1), "act.battle"),
        (("battle",), "act.battle"),
        (("roll",), "bonus.when"),
        (("offer",), "trade.goods"),
        (("drop",), "trade.goods"),
        (("who", 1), "event.must"),
        (("character", "li_wen"), "setup.character"),
        (("draw",), "cards.draw"),
        (("untap",), "day.untap"),
        (("token",), "setup.p1"),
        (("build",), "build.job"),
        (("end",), "day.free-order"),
        (("dance",), "table.unknown"),
    ],
)
def test_nothing_has_been_begun(move: tuple[Any, ...], rule: str) -> None:
    session = table("wide_country", hand=[["knife", "boots", "blisters"], []])
    assert refused(session, move) == rule


@pytest.mark.parametrize("move", [("buy", 1, 0), ("trade", B), ("pass",), ("end",), ("move",)])
def test_actions_are_over_when_cards_are_discarded(move: tuple[Any, ...]) -> None:
    session = table(hand=["knife", "blisters"])
    play(session, ("pass",))
    assert refused(session, move) == "day.actions"
    assert refused(session, ("job", "knife", 0)) == "job.when"
    assert refused(session, ("scrap", "pan")) == "cards.scrap"
    assert refused(session, ("keep", "knife")) == "day.discard"
    assert refused(session, ("discard", "blisters")) == "day.no-danger-discard"


def test_a_tapped_character_stays_tapped() -> None:
    assert refused(table(tapped=1), ("untap",)) == "job.untap"
    assert refused(table("discovery"), ("token",)) == "turn.token-stays"


def test_a_job_that_is_begun_comes_first() -> None:
    session = table("new_world", hand=["pickaxe", "pan", "knife"], ground=[[0, 1, "Eagle Ledge"], [1, 1, "Long Grass"]])
    play(session, ("job", "pickaxe", 0))
    assert refused(session, ("pass",)) == "job.steps"
    assert refused(session, ("buy", 1, 0)) == "job.steps"


def test_somebody_else_is_asked() -> None:
    session = table("discovery", hand=[["knife"], ["knife"]])
    assert refused(session, ("job", "knife", 0), B) == "versus.clockwise"
    team = table("wide_country", hand=[["knife"], ["knife"]])
    play(team, ("pass",))
    assert refused(team, ("pass",), A) == "ruling.pass-final"
    rivals = table("discovery", hand=[["knife"], ["knife"]], p1=A)
    play(rivals, ("pass",))
    assert refused(rivals, ("pass",), A) == "turn.until-passed"


# -- when the game is over ---------------------------------------------------------------------------------------------


def test_alone_the_last_point_is_the_end() -> None:
    session = table(
        score=[23], hand=["boots"], stock={"food": 1}, ground=[[0, 1, "Long Grass", 1], [1, 1, "Owl Wood", 0]]
    )
    play(session, ("job", "boots", 0), ("step", 1, 1))
    assert session.outcome is not None and refused(session, ("pass",)) == "solo.win"


def test_alone_the_last_day_is_the_end() -> None:
    session = table(day=8, hand=["boots"])
    play(session, ("pass",), ("keep",))
    while session.outcome is None:
        session.submit(A, session.moves(A)[-1])
    assert refused(session, ("pass",)) == "goal.lose-time"
    assert {"goal.lose-time", "solo.lose"} <= set(rules_of(everything(session)))
