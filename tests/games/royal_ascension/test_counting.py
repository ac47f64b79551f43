"""What playtests count in Royal Ascension, and who did it."""

from __future__ import annotations

from tabletop_kernel import simulate
from tabletop_kernel.games.royal_ascension.playtest import count


def test_a_report_knows_what_was_used_and_whose_users_won() -> None:
    report = simulate("royal_ascension", games=6, seats=3, seed=2)
    assert {"action cards", "battles", "cards drawn", "territories in battle"} <= set(report.figures)
    drawn = report.figures["cards drawn"]
    assert set(drawn) <= {"hearts", "diamonds", "clubs", "spades"} and sum(one.mean for one in drawn.values()) > 5
    fought = report.users["battles"]["one opponent challenged"]
    assert 0 < fought.count <= fought.games <= 18
    assert report.games_with("battles", "one opponent challenged")


def test_one_event_is_one_figure() -> None:
    assert count("buy", {"seat": 0, "weapons": ["7C", "8C"]}) == (("weapons", "bought"), 2.0)
    assert count("action", {"seat": 0, "action": "all-in"}) == (("action cards", "all in"), 1.0)
    assert count("reveal", {"seat": 0, "territory": ""}) is None
    assert count("shuffle", {}) is None
