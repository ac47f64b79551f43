"""Scenarios of action cards, thought out from the rulebook alone before anything was played."""

from __future__ import annotations

from typing import Any

import pytest
from royal import GAME, A, B, C, D, commit, play, refused, table
from royal_scenarios import (
    HIGH,
    LANDS,
    LOW,
    STAKE,
    TWO_HEARTS,
    book,
    drawn,
    fight,
    full,
    go_on,
    sizes,
    why,
)
from telling import asked, told

# -- All In that waits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake", ["both-all", "drawer-vs-table", "drawer-all-opponent-one"])
def test_a_waiting_all_in_counts_for_whoever_is_challenged(stake: str) -> None:
    options = {"allin-no-battle": "waits", "allin-stake": stake}
    session = drawn("8S", [1, *HIGH, *LOW], options=options, seat=B, all_in=[1, 0, 0, 0])
    play(session, B, ("roll", 1), ("attack", A))
    assert told(session)[-1] == ("all-in-counts", {"seat": A})
    fight(session, B, A)
    assert sizes(session) == [0, 6, 3, 3]
    go_on(session)
    assert session.truth.all_in == [0, 0, 0, 0]


def test_two_waiting_all_ins_are_both_spent() -> None:
    """B wins, and A, who drew All In as well, loses everything."""
    options = {"allin-no-battle": "waits", "allin-stake": "drawer-all-opponent-one"}
    session = drawn("8S", [1, *LOW, *HIGH], options=options, all_in=[1, 1, 0, 0])
    play(session, A, ("roll", 1), ("attack", B))
    fight(session, A, B)
    assert sizes(session) == [0, 6, 3, 3]
    go_on(session, "roll")
    assert session.truth.all_in == [0, 0, 0, 0]


def test_all_in_of_somebody_else_leaves_a_waiting_one_waiting() -> None:
    options = {"allin-no-battle": "waits", "allin-stake": "drawer-vs-table"}
    session = drawn("JS", [*LOW, *HIGH, *LOW, *LOW], options=options, all_in=[0, 1, 0, 0])
    fight(session, A, B, C, D)
    assert sizes(session) == [0, 6, 3, 3]
    go_on(session, "roll")
    assert session.truth.all_in == [0, 1, 0, 0]
    books = (book(allin_no_battle="waits", allin_stake=stake) for stake in ("drawer-vs-table", "both-all"))
    assert len({texts.rulings["ruling.allin-no-battle"].options["waits"] for texts in books}) == 2


def test_the_log_says_that_all_in_waits() -> None:
    session = drawn("JS", options={"allin-no-battle": "waits"}, excluded=[A])
    assert told(session)[-3:] == [
        ("action-discarded", {"card": "JS"}),
        ("no-battle", {"seat": A}),
        ("all-in-waits", {"seat": A}),
    ]


# -- the reason that stands in the way ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "options", "rule"),
    [
        ("QS", {"alliance-vs-decree": "yes"}, "ruling.alliance-vs-decree"),
        ("QS", {"alliance-vs-decree": "yes", "decree-replaces": "extra"}, "ruling.alliance-vs-decree"),
        ("JS", {"allin-stake": "drawer-vs-table"}, "ruling.alliance-vs-allin"),
    ],
)
def test_everybody_stayed_out(card: str, options: dict[str, str], rule: str) -> None:
    """No battle was fought, so nothing has taken its place, and whoever was excluded still is."""
    session = drawn(card, options=options, alliances=[[], ["3S"], ["4S"], ["5S"]], excluded=[D])
    for seat in (B, C, D):
        play(session, seat, ("ally",))
    assert session.moves(A) == [("end",)]
    assert why(session, A, "attack", B) == (rule, {})
    play(session, A, ("end",))
    assert session.truth.excluded == (D,)


def test_a_territory_of_a_decree_is_one_of_these() -> None:
    lands = [LANDS[0], ["Snore Summit"], [*LANDS[1][::2], *LANDS[2]], LANDS[3]]
    winner: dict[str, Any] = {"battle": {"fighters": [A, B, C, D], "kind": "decree", "winner": A}, "territories": lands}
    after: list[Any] = [["end", A, []], ["aftermath", A, []], ["majority", A, []]]
    claims = table(full({"decree-territory": "winner-picks"}), frames=[*after, ["claim", A, [D]]], **winner)
    assert why(claims, A, "claim", "Vapor Vale") == ("ruling.decree-territory", {"open_lands": LANDS[3]})
    gives = table(full({"decree-territory": "loser-picks"}), frames=[*after, ["give", B, []]], **winner)
    assert why(gives, B, "give", "Vapor Vale") == ("ruling.decree-territory", {"open_lands": ["Snore Summit"]})
    assert claims.book.rulings["ruling.decree-territory"].why != gives.book.rulings["ruling.decree-territory"].why


# -- through several rulings -------------------------------------------------------------------------------------------


def test_two_plagues_make_a_total_below_nothing() -> None:
    session = drawn("AS", [*LOW, *LOW], plague=[10, 0, 0, 0])
    play(session, A, ("attack", B))
    fight(session, A, B)
    assert ("sick", {"seat": A, "points": 20}) in told(session)
    assert ("total", {"seat": A, "total": -3}) in told(session)
    go_on(session)
    assert session.truth.plague[A] == 0


def test_a_waiting_plague_counts_in_the_decree_of_somebody_else() -> None:
    session = drawn("QS", LOW, seat=B, plague=[10, 0, 0, 0])
    for seat in (A, B, C, D):
        commit(session, seat, STAKE[seat])
    assert ("sick", {"seat": A, "points": 10}) in told(session)


def test_a_won_all_in_for_one_territory_only() -> None:
    for dice, after in (([*HIGH, *LOW], [4, 2, 3, 3]), ([*LOW, *HIGH], [0, 6, 3, 3])):
        session = drawn("JS", dice, options={"allin-stake": "drawer-all-opponent-one"})
        play(session, A, ("attack", B))
        fight(session, A, B)
        assert sizes(session) == after


def test_a_round_robin_that_goes_round_in_a_circle() -> None:
    """A beats B, C beats A, B beats C: all roll once more together, and C wins."""
    lands = [[*LANDS[0], "Flare lands"], [*LANDS[1], "Teal Shore"], [*LANDS[2], "Mewtopia"]]
    dice = [*HIGH, *LOW, *LOW, *HIGH, *HIGH, *LOW, *LOW, *LOW, *HIGH]
    position = {"seats": 3, "tokens": [3, 12, 22], "territories": lands}
    session = drawn("QS", dice, options={"decree-format": "round-robin"}, **position)
    fight(session, A, B, C)
    assert ("bouts-equal", {"seats": [A, B, C], "count": 1}) in told(session)
    assert sizes(session) == [3, 3, 6]


def test_losers_of_a_decree_pick_as_long_as_there_are_hearts() -> None:
    options = {"decree-territory": "winner-picks"}
    session = drawn("KS", [*HIGH, *LOW, *LOW, *LOW], options=options, hearts=TWO_HEARTS)
    fight(session, A, B, C, D)
    play(session, A, ("claim", "Pika Hills"))
    assert refused(session, A, ("claim", "Snore Summit")) == "ruling.decree-territory"
    play(session, A, ("claim", "Char Forest"), ("claim", "Mewtopia"))
    assert refused(session, B, ("pick", "clubs")) == "decree.penalty"
    go_on(session)
    assert told(session)[-2:] == [("no-pick", {"seat": D, "suit": "hearts"}), ("reset", {})]


def test_everybody_chosen_in_turn_stays_out() -> None:
    options = {"alliance-effect": "choose-again"}
    session = drawn("8S", [1], options=options, alliances=[[], ["3S"], ["4S"], ["5S"]])
    play(session, A, ("roll", 1))
    for seat in (B, C, D):
        play(session, A, ("attack", seat))
        play(session, seat, ("ally",))
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"


# -- a second reading --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "excluded"),
    [({}, [A]), ({"repeat-scope": "ever"}, [B, C, D])],
    ids=["the drawer is excluded", "all others are"],
)
def test_no_alliance_is_wasted_on_a_battle_that_cannot_come(options: dict[str, str], excluded: list[int]) -> None:
    session = drawn("5S", options={"alliance-draw-turn": "yes", **options}, excluded=excluded)
    assert session.moves(A) == [("end",)]
    assert told(session)[-1] == ("no-battle", {"seat": A})
    assert session.truth.alliances[A] == ("5S",)
    assert why(session, A, "ally") == ("alliance.use", {})
    assert session.book["alliance.use"].why != GAME.rulebook["alliance.use"].why


def test_who_draws_the_decree_fights_in_it() -> None:
    options = {"alliance-vs-decree": "yes"}
    session = drawn("QS", options=options, alliances=[["3S"], ["4S"], [], []])
    assert session.deciders == (B,)
    play(session, B, ("fight",))
    assert why(session, A, "ally") == ("alliance.use", {})
    texts = book(alliance_vs_decree="yes")
    for rule in ("alliance.use", "decree.all"):
        assert texts[rule].text != book()[rule].text
    assert "Decree" in texts["alliance.use"].why and "Decree" not in book()["alliance.use"].why


def test_who_is_seen_to_hold_an_alliance_is_asked_for_it() -> None:
    texts = set()
    for option in ("open", "hidden"):
        options = {"alliance-vs-decree": "yes", "alliance-open": option}
        session = drawn("QS", options=options, alliances=[[], ["3S"], [], []])
        assert asked(session, B).kind == "alliance-all"
        texts.add(session.book.prompts["alliance-all"].you)
    assert len(texts) == 2


def test_your_own_alliance_is_yours() -> None:
    session = drawn("5S", options={"alliance-draw-turn": "yes"})
    play(session, A, ("ally",))
    assert why(session, A, "attack", B) == ("ruling.alliance-effect", {"opponent": "you", "so": "ended"})
