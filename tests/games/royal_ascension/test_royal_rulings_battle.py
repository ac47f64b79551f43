"""Rulings about a battle and what it costs: what every option changes."""

from __future__ import annotations

from typing import Any

from royal import A, B, C, D, commit, frame, kinds_of, play, refused, rules_of, table
from royal_rulings import (
    HIGH,
    LANDS,
    LOW,
    NINE_FOUR_NINE_SEVEN,
    before_selection,
    duel_table,
    facts_of,
    play_on_to,
    ruling,
    walk_table,
    won_table,
)

from tabletop_kernel import Session

# -- battle-must -----------------------------------------------------------------------------------------------------


def test_battle_must_must() -> None:
    """Whoever landed on Spades fights if anybody may be chosen; only if nobody may, there is no battle."""
    session = table(now="attack", tokens=[4, 0, 0, 0])
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]
    assert refused(session, A, ("pass",)) == "ruling.battle-must"
    assert refused(session, A, ("end",)) == "ruling.battle-must"
    session = walk_table(dice=[1], token=3, spades_deck=["7S"], excluded=[B, C, D])
    events = play(session, A, ("walk", 4), ("roll", 1))
    assert "no-battle" in kinds_of(events)
    assert session.moves(A) == [("end",)]


def test_battle_must_may() -> None:
    """The player who landed on Spades may do without a battle."""
    session = table(ruling("battle-must", "may"), now="attack", tokens=[4, 0, 0, 0])
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D), ("pass",)]
    events = play(session, A, ("pass",))
    assert rules_of(events) == ["ruling.battle-must"]
    assert session.moves(A) == [("end",)]
    assert session.truth.battle is None


# -- health-attach ---------------------------------------------------------------------------------------------------

ATTACH = ruling("health-attach", "attach-on-draw")


def test_health_attach_in_hand() -> None:
    """A heart stays in the hand and helps any territory."""
    session = walk_table(token=1, hearts_deck=["9H"])
    play(session, A, ("walk", 2))
    assert session.truth.hearts[A] == ("9H",)
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attach", session.truth.territories[A][0])) == "ruling.health-attach"
    for land in ("Char Forest", "Mewtopia"):
        session = duel_table(hearts=[["5H", "9H"], [], [], []])
        commit(session, A, land, "5H", "9H")
        assert session.truth.committed_health[A] == ("5H", "9H")


def test_health_attach_attach_on_draw() -> None:
    """A heart is laid under a territory when drawn and helps only there."""
    session = walk_table(ATTACH, token=1, hearts_deck=["9H"], territories=LANDS)
    play(session, A, ("walk", 2))
    assert session.moves(A) == [("attach", land) for land in LANDS[A] or ()]
    assert refused(session, A, ("attach", "Teal Shore")) == "ruling.health-attach"
    assert refused(session, A, ("end",)) == "turn.end"
    play(session, A, ("attach", "Char Forest"))
    assert session.truth.attached[A] == (("9H", "Char Forest"),)
    under = [[["9H", "Char Forest"], ["5H", "Mewtopia"]], [], [], []]
    session = duel_table(ATTACH, hearts=[["5H", "9H"], [], [], []], attached=under)
    assert refused(session, A, ("commit", "5H")) == "ruling.health-attach"  # no territory, no health
    play(session, A, ("commit", "Mewtopia"))
    assert refused(session, A, ("commit", "9H")) == "ruling.health-attach"
    play(session, A, ("commit", "5H"), ("take-back", "Mewtopia"))
    assert session.truth.committed_health[A] == ()
    commit(session, A, "Char Forest", "9H")
    assert session.truth.committed_health[A] == ("9H",)


def test_health_attach_attach_on_draw_lost() -> None:
    """Hearts under a territory that is lost are discarded; the others stay where they are."""
    under = [[["9H", "Char Forest"], ["5H", "Char Forest"], ["5H", "Mewtopia"]], [], [], []]
    session = duel_table(ATTACH, [*LOW, *HIGH], hearts=[["5H", "5H", "9H"], [], [], []], attached=under)
    commit(session, A, "Char Forest")
    commit(session, B, "Teal Shore")
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2))
    assert "Char Forest" in session.truth.territories[B]
    assert session.truth.hearts[A] == ("5H",)
    assert session.truth.attached[A] == (("5H", "Mewtopia"),)
    assert sorted(session.truth.discard) == ["5H", "9H"]
    assert session.truth.hearts[B] == ()


def test_health_attach_attach_on_draw_at_the_start() -> None:
    """The opening hearts are laid under territories as well."""
    session = before_selection(NINE_FOUR_NINE_SEVEN, ATTACH)
    play_on_to(session, "roll")
    for seat in (A, B, C, D):
        assert sorted(heart for heart, _ in session.truth.attached[seat]) == sorted(session.truth.hearts[seat])
        assert len(session.truth.attached[seat]) == 2


# -- battle-dice -----------------------------------------------------------------------------------------------------


def dice_points(rulings: dict[str, str] | None = None) -> list[tuple[list[int], int, int]]:
    """The dice, their points and the total of A with Jiggy Jungle (13) and B with Teal Shore (15)."""
    lands = [["Jiggy Jungle"], ["Teal Shore"], [], []]
    position: dict[str, Any] = {"territories": LANDS, "committed_territory": lands, "battle": {"fighters": [A, B]}}
    session = table(rulings, [1, 2, 3, 4, 6, 5, 1, 1], now="dice", **position)
    assert refused(session, A, ("roll", 1)) == "battle.dice"
    events = [*play(session, A, ("roll", 2)), *play(session, B, ("roll", 2))]
    totals = [fact["total"] for fact in facts_of(events, "total")]
    rolls = facts_of(events, "dice")
    return [(fact["dice"], fact["points"], total) for fact, total in zip(rolls, totals, strict=True)]


def test_battle_dice_two_rolls_each() -> None:
    """Each fighter rolls two dice twice and all four count."""
    assert dice_points() == [([1, 2, 3, 4], 10, 23), ([6, 5, 1, 1], 13, 28)]


def test_battle_dice_one_roll_each() -> None:
    """Each fighter rolls two dice once."""
    assert dice_points(ruling("battle-dice", "one-roll-each")) == [([1, 2], 3, 16), ([3, 4], 7, 22)]


def test_battle_dice_best_of_two() -> None:
    """Each fighter rolls two dice twice and the better roll counts, whether it comes first or second."""
    assert dice_points(ruling("battle-dice", "best-of-two")) == [([1, 2, 3, 4], 7, 20), ([6, 5, 1, 1], 11, 26)]


# -- tie-recommit ----------------------------------------------------------------------------------------------------


def tied_table(rulings: dict[str, str] | None = None) -> Session:
    """Example W9: A, with a Plague, and B both have 37; the next dice are 13 and 18."""
    dice = [6, 6, 2, 1, 6, 6, 3, 1, 4, 4, 4, 1, 6, 6, 5, 1]
    hands: dict[str, Any] = {"hearts": [["5H", "9H"], [], [], []], "clubs": [[], ["6C"], [], []]}
    session = duel_table(rulings, dice, plague=[10, 0, 0, 0], **hands)
    commit(session, A, "Char Forest", "5H", "9H")
    commit(session, B, "Teal Shore", "6C")
    play(session, A, ("roll", 2))
    (tie,) = facts_of(play(session, B, ("roll", 2)), "tie")
    assert tie == {"seats": [A, B], "total": 37}
    return session


def test_tie_recommit_keep() -> None:
    """Only the dice are rolled anew and replace the old ones; commitments and the Plague stay."""
    session = tied_table()
    for move in (("commit", "Mewtopia"), ("take-back", "9H"), ("seal",)):
        assert refused(session, A, move) == "ruling.tie-recommit"
    events = [*play(session, A, ("roll", 2)), *play(session, B, ("roll", 2))]
    assert [fact["total"] for fact in facts_of(events, "total")] == [35, 39]
    assert "Char Forest" in session.truth.territories[B]


def test_tie_recommit_recommit() -> None:
    """Both fighters take everything back and commit afresh, in secret; the Plague stays."""
    session = tied_table(ruling("tie-recommit", "recommit"))
    assert (frame(session), session.deciders) == ("commit", (A, B))
    assert session.truth.committed_territory[:2] == [(), ()]
    commit(session, A, "Mewtopia", "9H")
    assert session.view(B)["committed_territory"][A] is None
    commit(session, B, "Dragon Dominion")
    events = [*play(session, A, ("roll", 2)), *play(session, B, ("roll", 2))]
    assert [fact["total"] for fact in facts_of(events, "total")] == [20 + 9 - 10 + 13, 13 + 18]
    assert "Dragon Dominion" in session.truth.territories[A]
    assert "Teal Shore" in session.truth.territories[B]  # committed before the tie, but no longer at stake


# -- used-cards ------------------------------------------------------------------------------------------------------


def hands_after(rulings: dict[str, str] | None, *picks: int) -> Session:
    """The table after the battle of `won_table` and B's two blind picks."""
    session = won_table(rulings, list(picks))
    play(session, B, ("pick", "hearts"), ("pick", "clubs"))
    assert frame(session) == "end"
    return session


def test_used_cards_kept() -> None:
    """Both fighters keep what they committed, apart from the loser's picks."""
    state = hands_after(None, 2, 2).truth
    assert (state.hearts[A], state.clubs[A]) == (("9H",), ("6C",))
    assert (state.hearts[B], state.clubs[B]) == (("2H", "4H"), ("5C",))
    assert state.discard == ["QH", "JC"]


def test_used_cards_discarded() -> None:
    """After the picks both fighters discard all that they committed."""
    rulings = ruling("used-cards", "discarded")
    session = hands_after(rulings, 2, 2)
    state = session.truth
    assert (state.hearts[A], state.clubs[A]) == ((), ())
    assert (state.hearts[B], state.clubs[B]) == (("2H",), ())
    assert state.discard == ["QH", "JC", "9H", "6C", "4H", "5C"]
    assert [entry.rule for entry in session.log(None) if entry.kind == "used"] == ["ruling.used-cards"] * 2
    state = hands_after(rulings, 1, 1).truth  # a committed card that is picked is gone already
    assert (state.hearts[A], state.clubs[A]) == (("QH",), ("JC",))
    assert state.discard == ["9H", "6C", "4H", "5C"]


def test_used_cards_loser_discards() -> None:
    """Only the loser discards what was committed."""
    state = hands_after(ruling("used-cards", "loser-discards"), 2, 2).truth
    assert (state.hearts[A], state.clubs[A]) == (("9H",), ("6C",))
    assert (state.hearts[B], state.clubs[B]) == (("2H",), ())
    assert state.discard == ["QH", "JC", "4H", "5C"]


# -- pick-who --------------------------------------------------------------------------------------------------------


def test_pick_who_blind() -> None:
    """The loser sees only how many cards there are, and chance says which one goes."""
    for pick, gone, left in ((1, "9H", "QH"), (2, "QH", "9H")):
        session = won_table(picks=[pick])
        assert session.moves(B) == [("pick", "hearts")]
        assert refused(session, B, ("pick", "QH")) == "ruling.pick-who"
        assert session.view(B)["hearts"][A] == 2
        play(session, B, ("pick", "hearts"))
        assert session.truth.hearts[A] == (left,)
        assert session.truth.discard == [gone]


def test_pick_who_loser_sees() -> None:
    """The loser looks at the winner's cards of the suit and chooses; the others see nothing."""
    session = won_table(ruling("pick-who", "loser-sees"))
    assert session.moves(B) == [("pick", "9H"), ("pick", "QH")]
    assert session.view(B)["hearts"][A] == ["9H", "QH"]
    assert session.view(B)["clubs"][A] == 2  # their turn to be seen comes
    assert session.view(C)["hearts"][A] == 2
    assert refused(session, B, ("pick", "hearts")) == "ruling.pick-who"
    play(session, B, ("pick", "QH"))
    assert session.moves(B) == [("pick", "6C"), ("pick", "JC")]
    assert session.view(B)["clubs"][A] == ["6C", "JC"]
    play(session, B, ("pick", "6C"))
    assert (session.truth.hearts[A], session.truth.clubs[A]) == (("9H",), ("JC",))
    assert session.truth.discard == ["QH", "6C"]
    assert session.view(B)["hearts"][A] == 1


# -- pick-pool -------------------------------------------------------------------------------------------------------

CHOOSE = ruling("pick-who", "loser-sees")  # so that the moves list what may be picked


def test_pick_pool_all_held() -> None:
    """All the winner's hearts and clubs may be picked, committed or not."""
    session = won_table(CHOOSE)
    assert session.moves(B) == [("pick", "9H"), ("pick", "QH")]
    play(session, B, ("pick", "QH"))
    assert session.moves(B) == [("pick", "6C"), ("pick", "JC")]


def test_pick_pool_committed_only() -> None:
    """Only what the winner committed may be picked; the rest of the hand stays unseen and safe."""
    rulings = ruling("pick-pool", "committed-only")
    session = won_table({**CHOOSE, **rulings})
    assert session.moves(B) == [("pick", "9H")]
    assert refused(session, B, ("pick", "QH")) == "ruling.pick-pool"
    assert session.view(B)["hearts"][A] == 2
    play(session, B, ("pick", "9H"))
    assert session.moves(B) == [("pick", "6C")]
    for pick in (1, 2):
        session = won_table(rulings, [pick, pick])
        play(session, B, ("pick", "hearts"), ("pick", "clubs"))
        assert (session.truth.hearts[A], session.truth.clubs[A]) == (("QH",), ("JC",))


def test_pick_pool_committed_only_nothing() -> None:
    """A winner who committed no cards loses none, whatever the hand holds."""
    hands: dict[str, Any] = {"hearts": [["9H"], [], [], []], "clubs": [["6C"], [], [], []]}
    session = duel_table(ruling("pick-pool", "committed-only"), [*HIGH, *LOW], **hands)
    commit(session, A, "Char Forest")
    commit(session, B, "Teal Shore")
    play(session, A, ("roll", 2))
    events = play(session, B, ("roll", 2))
    assert [event[1] for event in events if event[0] == "no-pick"] == ["battle.if-any"] * 2
    assert (frame(session), session.truth.hearts[A], session.truth.clubs[A]) == ("end", ("9H",), ("6C",))


# -- one-heart -------------------------------------------------------------------------------------------------------


def test_one_heart_one() -> None:
    """The loser picks one heart of the winner and keeps their own."""
    session = won_table(picks=[1])
    play(session, B, ("pick", "hearts"))
    assert session.moves(B) == [("pick", "clubs")]
    assert session.truth.hearts[:2] == [("QH",), ("2H", "4H")]


def test_one_heart_two() -> None:
    """The loser picks two hearts of the winner, as far as there are two."""
    rulings = ruling("one-heart", "two")
    session = won_table(rulings, [1, 1])
    play(session, B, ("pick", "hearts"))
    assert session.moves(B) == [("pick", "hearts")]
    play(session, B, ("pick", "hearts"))
    assert session.moves(B) == [("pick", "clubs")]
    assert session.truth.hearts[:2] == [(), ("2H", "4H")]
    session = won_table(rulings, hearts=[["9H"], ["2H", "4H"], [], []])
    events = play(session, B, ("pick", "hearts"))
    assert ("no-second-pick", "battle.if-any") in [event[:2] for event in events]
    assert session.moves(B) == [("pick", "clubs")]


def test_one_heart_one_each() -> None:
    """The loser picks one heart of the winner and gives up one of their own, the one they like."""
    rulings = ruling("one-heart", "one-each")
    session = won_table(rulings, [1])
    play(session, B, ("pick", "hearts"))
    assert session.moves(B) == [("give-up", "2H"), ("give-up", "4H")]
    assert refused(session, B, ("give-up", "QH")) == "ruling.one-heart"
    events = play(session, B, ("give-up", "4H"))
    assert ("forfeit", "ruling.one-heart") in [event[:2] for event in events]
    assert session.moves(B) == [("pick", "clubs")]
    assert session.truth.hearts[:2] == [("QH",), ("2H",)]
    assert session.truth.discard == ["9H", "4H"]
    session = won_table(rulings, [1], hearts=[["9H"], [], [], []])
    play(session, B, ("pick", "hearts"))
    assert session.moves(B) == [("pick", "clubs")]  # nothing to give up


def test_one_heart_one_each_of_an_eliminated_loser() -> None:
    """Where an eliminated loser is out at once, nothing more is asked of them."""
    rulings = {**ruling("one-heart", "one-each"), **ruling("elim-picks", "no")}
    lands = [["Char Forest", "Mewtopia"], ["Pika Hills"], None, None]
    session = won_table(rulings, territories=lands)
    assert (frame(session), session.truth.out) == ("end", [0, 1, 0, 0])
    assert session.truth.hearts[A] == ("9H", "QH")
