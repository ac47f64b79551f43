"""Turn, board and Shop: every rule by its id, as the table does it."""

from __future__ import annotations

from collections import Counter

import pytest
from royal import GAME, A, B, frame, play, refused, rules_of, table
from royal_rules import LANDS, SUITS, challenging, events_of, landings, says, set_up
from test_examples import duel, of_kind, said, seal_both

from tabletop_kernel import Session
from tabletop_kernel.games.royal_ascension.battle import strength_before_dice
from tabletop_kernel.games.royal_ascension.content import CARD_RANKS

# -- turn and board ---------------------------------------------------------------------------------------------------


@says("turn.first", "turn.clockwise")
@pytest.mark.parametrize("seed", range(4))
def test_the_highest_roller_begins_and_turns_go_clockwise(seed: int) -> None:
    session = set_up(seed=seed)
    first = session.truth.order[0]
    assert said(events_of(session), "first", "turn.first") == {"seat": first}
    for number in range(1, 6):
        seat = (first + number - 1) % 4
        assert session.deciders == (seat,)
        assert refused(session, (seat + 1) % 4, ("roll", 1)) == "turn.clockwise"
        session = table(now="end", active=seat, tokens=[2, 2, 2, 2])
        events = play(session, seat, ("end",))
        assert said(events, "next", "turn.clockwise") == {"seat": (seat + 1) % 4}


@says("turn.roll")
def test_a_turn_begins_with_one_die() -> None:
    session = table(now="roll", tokens=[15, 0, 0, 0])
    assert session.moves(A) == [("roll", 1)]
    for move in (("roll", 2), ("walk", 16), ("end",)):
        assert refused(session, A, move) == "turn.roll"
    events = play(session, A, ("roll", 1))
    assert said(events, "roll", "turn.roll")["die"] == session.truth.die
    assert len(session.inputs[-1].results) == 1
    assert refused(session, A, ("roll", 1)) == "turn.roll"  # and only once


@says("turn.move-exact", "turn.direction")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_token_walks_exactly_the_die_left_or_right(die: int) -> None:
    session = table(now="walk", die=die, tokens=[15, 0, 0, 0])
    assert session.moves(A) == [("walk", 15 - die), ("walk", 15 + die)]
    for space in {15, *range(16, 15 + die), *range(16 - die, 15)}:
        turned = space != 15 and (space - 15 - die) % 2 == 0  # so many steps, but not all of them the same way
        assert refused(session, A, ("walk", space)) == ("turn.direction" if turned else "turn.move-exact")
    assert refused(session, A, ("end",)) == "turn.move-exact"  # nor may it stay
    for space in (15 - die, 15 + die):
        walk = session.branch()
        assert said(play(walk, A, ("walk", space)), "walk", "turn.direction")["space"] == space
        assert walk.truth.tokens[A] == space


@says("turn.land")
def test_only_the_last_space_counts() -> None:
    session = table(now="walk", die=6, tokens=[5, 0, 0, 0])
    assert refused(session, A, ("draw", "diamonds")) == "turn.land"
    events = play(session, A, ("walk", 34))  # past two hearts, three diamonds and a Spades space
    assert [data["suit"] for data in of_kind(events, "drew")] == ["hearts"]
    assert (len(session.truth.hearts[A]), len(session.truth.diamonds[A])) == (1, 0)
    assert session.truth.card == ""


@says("turn.end")
def test_after_the_space_there_is_only_the_end() -> None:
    session = table(now="walk", die=1, tokens=[1, 0, 0, 0])
    play(session, A, ("walk", 2))
    assert session.moves(A) == [("end",)]
    for move in (("draw", "hearts"), ("roll", 1), ("walk", 3)):
        assert refused(session, A, move) == "turn.end"
    assert said(play(session, A, ("end",)), "end", "turn.end") == {"seat": A}
    assert session.deciders == (B,)


@says("board.count", "board.kinds", "board.shops")
def test_the_board() -> None:
    session = Session(GAME, 3, 1)
    kinds = session.truth.rules.layout.kinds[1:]
    assert len(kinds) == 35
    assert Counter(kinds) == {"H": 11, "D": 11, "S": 11, "$": 2}
    events = events_of(session)
    assert said(events, "board", "board.count")["count"] == 35
    assert said(events, "spaces", "board.kinds") == {"hearts": 11, "diamonds": 11, "spades": 11}
    assert said(events, "shops", "board.shops") == {"shops": [9, 27]}
    shop = table(now="shop", offer=["2C"])
    for suit in SUITS:
        assert refused(shop, A, ("draw", suit)) == "board.shops"


@says("board.no-clubs", "space.draw", "space.hearts", "space.diamonds", "action.draw", "end.conquer")
def test_what_each_landing_gives_and_does_not_give() -> None:
    lands = table(now="roll").truth.territories
    for space, kind, session, events in landings():
        state = session.truth
        gained = (len(state.hearts[A]), len(state.diamonds[A]) - 1, len(state.clubs[A]))
        assert gained == {"H": (1, 0, 0), "D": (0, 1, 0)}.get(kind, (0, 0, 0)), space
        assert (len(state.spades_deck) == 25) == (kind == "S")
        assert ("action.draw" in rules_of(events)) == (kind == "S")
        assert state.territories == lands
        if kind in "HD":
            suit = "hearts" if kind == "H" else "diamonds"
            assert said(events, "land-suit", "space.draw")["suit"] == suit
            assert said(events, "drew", f"space.{suit}")["seat"] == A
            assert refused(session, A, ("draw", suit)) == "turn.end"  # exactly one
    for move in (("take", LANDS[1]), ("claim", LANDS[1]), ("give", LANDS[0])):
        assert refused(table(now="roll"), A, move) == "end.conquer"
    assert refused(challenging("AS"), A, ("draw", "spades")) == "action.draw"
    assert refused(duel(diamonds=[["KD"], [], [], []]), A, ("commit", "KD")) == "space.diamonds"


@says("space.spades")
def test_spades_bring_an_action_card_and_a_battle() -> None:
    for _, kind, session, events in landings():
        if kind == "S":
            assert said(events, "land-spades", "space.spades")["seat"] == A
            assert session.truth.card == "AS"
            assert frame(session) == "attack"
        else:
            assert frame(session) in ("end", "shop")


# -- the shop ---------------------------------------------------------------------------------------------------------


@says("shop.may")
def test_buying_is_optional() -> None:
    session = table(now="walk", die=3, tokens=[6, 0, 0, 0], diamonds=[["KD"], [], [], []])
    assert said(play(session, A, ("walk", 9)), "land-shop", "shop.may")["seat"] == A
    assert any(move[0] == "buy" for move in session.moves(A))
    play(session, A, ("end",))
    assert session.truth.diamonds[A] == ("KD",)
    assert session.truth.clubs[A] == ()
    assert session.deciders == (B,)


@says("shop.landing-only")
def test_only_this_turns_landing_opens_the_shop() -> None:
    standing = table(now="roll", dice=[1], tokens=[9, 0, 0, 0], diamonds=[["KD"], [], [], []])
    assert refused(standing, A, ("buy", "2C")) == "shop.landing-only"
    play(standing, A, ("roll", 1))
    assert refused(standing, A, ("buy", "2C")) == "shop.landing-only"
    play(standing, A, ("walk", 10))
    assert refused(standing, A, ("buy", "2C")) == "shop.landing-only"


@says("shop.currency")
def test_only_diamonds_pay() -> None:
    session = table(
        now="shop",
        offer=["7C"],
        hearts=[["KH"], [], [], []],
        clubs=[["8C"], [], [], []],
        diamonds=[["7D"], ["9D"], [], []],
    )
    play(session, A, ("buy", "7C"))
    for card in ("KH", "8C", "9D", "KD"):  # a heart, a weapon, another's gold, gold that nobody shows
        assert refused(session, A, ("pay", card)) == "shop.currency"
    poor = table(now="shop", offer=["7C"], hearts=[["KH"], [], [], []], clubs=[["8C"], [], [], []])
    assert refused(poor, A, ("buy", "7C")) == "shop.price"


@says("shop.price", "shop.spent")
@pytest.mark.parametrize("rank", CARD_RANKS[1:])
def test_a_weapon_costs_its_value_and_the_gold_is_discarded(rank: str) -> None:
    session = table(now="shop", offer=[f"{rank}C"], diamonds=[[f"{rank}D"], [], [], []])
    events = play(session, A, ("buy", f"{rank}C"))
    assert refused(session, A, ("done",)) == "shop.price"  # nothing is laid down yet
    events = play(session, A, ("pay", f"{rank}D"), ("done",))
    assert said(events, "buy", "shop.price")["price"] == CARD_RANKS.index(rank) + 1
    assert said(events, "spend", "shop.spent")["gold"] == [f"{rank}D"]
    assert session.truth.discard == [f"{rank}D"]
    assert session.truth.clubs[A] == (f"{rank}C",)
    lower = CARD_RANKS[CARD_RANKS.index(rank) - 1]
    assert (
        refused(table(now="shop", offer=[f"{rank}C"], diamonds=[[f"{lower}D"], [], [], []]), A, ("buy", f"{rank}C"))
        == "shop.price"
    )


@says("shop.power")
def test_a_weapon_adds_its_value() -> None:
    session = duel(clubs=[["5C", "KC"], [], [], []])
    events = seal_both(session, ["Jiggy Jungle", "5C", "KC"], ["Dragon Dominion"])
    assert said(events, "weapons", "shop.power")["points"] == 18
    assert strength_before_dice(session.truth, A) == 13 + 18
