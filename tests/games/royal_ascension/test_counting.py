"""What playtests count in Royal Ascension, and who did it."""

from __future__ import annotations

from typing import Any

from royal import GAME, A, B, C, play, table
from royal_rulings import ruling
from test_examples import land, on_spades, royal_decree

from tabletop_kernel import Session, simulate
from tabletop_kernel.contract.report_figures import Figure
from tabletop_kernel.games.royal_ascension.report_figures import RoyalFigures, count_battles

count = RoyalFigures(GAME).count


def test_a_report_knows_what_was_used_and_whose_users_won() -> None:
    report = simulate("royal_ascension", games=6, seats=3, seed=2)
    assert {"action cards", "battles", "cards drawn", "territories in battle"} <= set(report.figures)
    drawn = report.figures["cards drawn"]
    assert set(drawn) <= {"hearts", "diamonds", "clubs", "spades"} and sum(one.mean for one in drawn.values()) > 5
    fought = report.users["battles"]["one opponent challenged"]
    assert 0 < fought.count <= fought.games <= 18
    assert report.games_with("battles", "one opponent challenged")


def test_one_event_is_one_figure() -> None:
    assert count("buy", "", {"seat": 0, "weapons": ["7C", "8C"]}) == (("weapons", "bought"), 2.0)
    assert count("action", "", {"seat": 0, "action": "all-in"}) == (("action cards", "all in"), 1.0)
    assert count("reveal", "", {"seat": 0, "territory": ""}) is None
    assert count("shuffle", "", {}) is None


def battles(session: Session) -> list[str]:
    """What is counted of the battles of a table, in order."""
    found: list[Figure] = []
    for at in range(session.length + 1):
        session.goto(at)
        for kind, rule, _, data in session.last_events:
            counted: list[Any] = [count(kind, rule, data), count_battles(kind, rule, data)]
            found += [one[0] for one in counted if one]
    return [name for section, name in found if section == "battles"]


def test_spades_without_a_battle_are_counted_by_their_reason() -> None:
    barred = on_spades("2S", [], active=B, excluded=[B])
    land(barred, B)
    assert battles(barred) == ["impossible"]
    left = table(ruling("battle-must", "may"), now="attack", tokens=[4, 0, 0, 0])
    play(left, A, ("pass",))
    assert battles(left) == ["skipped by choice"]


def test_a_battle_is_fought_whoever_calls_to_it() -> None:
    duel = table(now="attack", tokens=[4, 0, 0, 0])
    play(duel, A, ("attack", C))
    assert battles(duel) == ["one opponent challenged", "fought"]
    assert battles(royal_decree(["2H", "3H", "4H", "5H"])[0]) == ["fought"]


def test_a_battle_is_nobodys_alone() -> None:
    report = simulate("royal_ascension", games=2, seats=3, seed=2)
    assert report.figures["battles"]["fought"].mean > 0 and "fought" not in report.users["battles"]
