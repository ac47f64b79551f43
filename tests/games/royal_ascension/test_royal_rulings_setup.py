"""Rulings about cards and the set-up: what every option changes."""

from __future__ import annotations

from royal import GAME, A, B, C, D, commit, kinds_of, play, refused
from royal_rulings import (
    NINE_FOUR_NINE_SEVEN,
    before_selection,
    buy,
    duel_table,
    facts_of,
    play_on_to,
    ruling,
    shop_table,
    walk_table,
)

from tabletop_kernel import Session
from tabletop_kernel.games.royal_ascension.state import full_suit

# -- ace-value -------------------------------------------------------------------------------------------------------


def strength_of_aces(rulings: dict[str, str] | None = None) -> tuple[int, int]:
    """What an ace of hearts and an ace of clubs add in a battle."""
    session = duel_table(rulings, hearts=[["AH"], [], [], []], clubs=[["AC"], [], [], []])
    commit(session, A, "Char Forest", "AH", "AC")
    events = play(session, B, ("commit", "Teal Shore"), ("seal",))
    (health,), (weapons,) = facts_of(events, "health"), facts_of(events, "weapons")
    return health["points"], weapons["points"]


def ace_for_ten(rulings: dict[str, str] | None = None) -> Session:
    """In the Shop with nothing but an ace of diamonds; on offer is a 10."""
    return shop_table(rulings, clubs_deck=["10C", "AC"], diamonds=[["AD"], [], [], []])


def test_ace_value_1() -> None:
    """An ace is the lowest card: 1 point of health, of strength, of gold."""
    assert strength_of_aces() == (1, 1)
    session = ace_for_ten()
    assert refused(session, A, ("buy", "10C")) == "shop.price"
    assert "overpay" not in kinds_of(buy(session, "AC", "AD"))


def test_ace_value_11() -> None:
    """An ace counts 11, as a Jack does, and pays a 10 with 1 lost."""
    rulings = ruling("ace-value", "11")
    assert strength_of_aces(rulings) == (11, 11)
    (lost,) = facts_of(buy(ace_for_ten(rulings), "10C", "AD"), "overpay")
    assert lost["lost"] == 1


def test_ace_value_14() -> None:
    """An ace counts 14, more than a King, and pays a 10 with 4 lost."""
    rulings = ruling("ace-value", "14")
    assert strength_of_aces(rulings) == (14, 14)
    (lost,) = facts_of(buy(ace_for_ten(rulings), "10C", "AD"), "overpay")
    assert lost["lost"] == 4


# -- selection-dice --------------------------------------------------------------------------------------------------


def test_selection_dice_two() -> None:
    """Two dice are rolled and added for the order of selection."""
    session = before_selection([3, 6])
    assert refused(session, A, ("roll", 1)) == "setup.roll"
    (roll,) = facts_of(play(session, A, ("roll", 2)), "select")
    assert (roll["dice"], roll["total"]) == ([3, 6], 9)
    assert session.truth.rolls[A] == (9,)


def test_selection_dice_one() -> None:
    """A single die is rolled for the order of selection."""
    session = before_selection([3, 6], ruling("selection-dice", "one"))
    assert refused(session, A, ("roll", 2)) == "setup.roll"
    (roll,) = facts_of(play(session, A, ("roll", 1)), "select")
    assert (roll["dice"], roll["total"]) == ([3], 3)
    assert session.truth.rolls[A] == (3,)


# -- selection-ties --------------------------------------------------------------------------------------------------


def test_selection_ties_reroll_tied() -> None:
    """Only the tied players roll again, and only for the places they share: a low second roll does not cost them."""
    session = before_selection([*NINE_FOUR_NINE_SEVEN, 1, 1, 1, 2])
    events = play_on_to(session, "draft")
    assert [fact["seat"] for fact in facts_of(events, "select")] == [A, B, C, D, A, C]
    assert facts_of(events, "select-tie") == [{"seats": [A, C]}]
    assert session.truth.order == (C, A, D, B)


def test_selection_ties_reroll_tied_again() -> None:
    """Two pairs tie and one of them ties once more; each pair keeps its places."""
    session = before_selection([6, 6, 1, 1, 6, 6, 1, 1, 2, 2, 5, 5, 2, 2, 6, 6, 1, 2, 1, 1])
    events = play_on_to(session, "draft")
    assert [fact["seats"] for fact in facts_of(events, "select-tie")] == [[A, B, C, D], [A, C]]
    assert session.truth.order == (A, C, D, B)


def test_selection_ties_reroll_all() -> None:
    """Everybody rolls again and the old rolls no longer count, not even the one that was clear."""
    dice = [*NINE_FOUR_NINE_SEVEN, 1, 1, 6, 6, 1, 2, 2, 2]
    session = before_selection(dice, ruling("selection-ties", "reroll-all"))
    events = play_on_to(session, "draft")
    assert [fact["seat"] for fact in facts_of(events, "select")] == [A, B, C, D, A, B, C, D]
    assert session.truth.rolls == [(2,), (12,), (3,), (4,)]
    assert session.truth.order == (B, D, C, A)


def test_selection_ties_seat() -> None:
    """Nobody rolls again: of two equal rolls the lower seat selects first."""
    session = before_selection(NINE_FOUR_NINE_SEVEN, ruling("selection-ties", "seat"))
    events = play_on_to(session, "draft")
    assert len(facts_of(events, "select")) == 4
    assert session.truth.order == (A, C, D, B)


# -- turn-order ------------------------------------------------------------------------------------------------------


def seats_of_first_round(rulings: dict[str, str] | None = None) -> list[int]:
    """Who has the first five turns when the order of selection is C, A, D, B; nobody lands on Spades."""
    session = before_selection([*NINE_FOUR_NINE_SEVEN, 2, 3, 4, 4, 3, 3, 3, 3], rulings)
    play_on_to(session, "roll")
    assert session.truth.order == (C, A, D, B)
    peaceful = {A: 3, B: 8, C: 17, D: 26}
    seats = [session.deciders[0]]
    for _ in range(4):
        play(session, seats[-1], ("roll", 1), ("walk", peaceful[seats[-1]]), ("end",))
        seats.append(session.deciders[0])
    return seats


def test_turn_order_clockwise() -> None:
    """The highest roller begins, then it goes round by seat (example W1)."""
    assert seats_of_first_round() == [C, D, A, B, C]


def test_turn_order_selection() -> None:
    """Turns follow the order of selection, round after round."""
    assert seats_of_first_round(ruling("turn-order", "selection")) == [C, A, D, B, C]


# -- jokers ----------------------------------------------------------------------------------------------------------


def test_jokers_none() -> None:
    """The discard pile starts empty."""
    session = Session(GAME, seats=4, seed=1)
    assert session.truth.discard == []
    assert "jokers" not in [entry.kind for entry in session.log(None)]


def test_jokers_four() -> None:
    """Four jokers start the discard pile and stay there when a suit is shuffled into a new deck."""
    rulings = ruling("jokers", "four")
    session = Session(GAME, seats=4, seed=1, rulings=rulings)
    assert session.truth.discard == ["Joker"] * 4
    assert ("jokers", "setup.jokers") in [(entry.kind, entry.rule) for entry in session.log(None)]
    for suit in ("hearts", "diamonds", "clubs", "spades"):
        assert sorted(session.truth.deck_of(suit)) == sorted(full_suit(suit))
    session = walk_table(rulings, token=1, discard=["Joker"] * 4 + full_suit("hearts"))
    play(session, A, ("walk", 2))
    assert session.truth.discard == ["Joker"] * 4
    assert len(session.truth.hearts_deck) == 25
