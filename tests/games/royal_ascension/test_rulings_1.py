"""The first 25 rulings, from the worth of an ace to the hearts that a battle costs: what every option changes.

Tests of a default option name no ruling, so that they also fail when another option becomes the default.
"""

from __future__ import annotations

from typing import Any

import pytest
from royal import GAME, A, B, C, D, commit, frame, kinds_of, play, refused, rules_of, table

from tabletop_kernel import PositionError, Session, SetupError
from tabletop_kernel.games.royal_ascension.state import full_suit

RULINGS = list(GAME.rulings)[:25]

LANDS = [
    ["Jiggy Jungle", "Char Forest", "Mewtopia"],  # 13, 18, 20
    ["Dragon Dominion", "Teal Shore", "Pika Hills"],  # 13, 15, 15
    None,
    None,
]
HIGH, LOW = [6, 6, 6, 6], [1, 1, 1, 1]


# -- short ways ------------------------------------------------------------------------------------------------------


def ruling(name: str, option: str) -> dict[str, str]:
    return {f"ruling.{name}": option}


def facts_of(events: list[Any], kind: str) -> list[dict[str, Any]]:
    """What the events of one kind say."""
    return [event[3] for event in events if event[0] == kind]


def before_selection(dice: list[int], rulings: dict[str, str] | None = None) -> Session:
    """The table before the first roll."""
    return Session.at(GAME, {"seats": 4, "rulings": rulings or {}, "chance": {"script": {"dice": dice}}})


def play_on_to(session: Session, moment: str) -> list[Any]:
    """Whoever decides takes the first move offered, until this is to be decided; the events on the way."""
    events: list[Any] = []
    while frame(session) != moment:
        seat = session.deciders[0]
        events += session.submit(seat, session.moves(seat)[0])
    return events


def spaces(session: Session, seat: int) -> list[Any]:
    """Where a walk may end."""
    return [space for verb, space in session.moves(seat) if verb == "walk"]


def walk_table(
    rulings: dict[str, str] | None = None, seat: int = A, die: int = 1, token: int = 0, **more: Any
) -> Session:
    """A token and a die that has been rolled; all other tokens are at home unless said otherwise."""
    more.setdefault("tokens", [token if other == seat else 0 for other in range(4)])
    return table(rulings, now="walk", active=seat, die=die, **more)


def shop_table(rulings: dict[str, str] | None = None, **more: Any) -> Session:
    """Example W6: A has just entered the Shop on space 9 with 4, 6 and 8 gold; the top clubs are 3, 9, King, 5."""
    position: dict[str, Any] = {
        "clubs_deck": ["3C", "9C", "KC", "5C"], "diamonds": [["4D", "6D", "8D"], [], [], []], **more,
    }  # fmt: skip
    session = walk_table(rulings, die=3, token=6, **position)
    play(session, A, ("walk", 9))
    return session


def buy(session: Session, weapon: str, *gold: str) -> list[Any]:
    return play(session, A, ("buy", weapon), *(("pay", card) for card in gold), ("done",))


def duel_table(rulings: dict[str, str] | None = None, dice: list[int] | None = None, **more: Any) -> Session:
    """A has challenged B in A's turn; both may commit."""
    position: dict[str, Any] = {"territories": LANDS, "tokens": [4, 0, 0, 0], **more}
    return table(rulings, dice, now="commit", battle={"fighters": [A, B]}, **position)


def won_table(rulings: dict[str, str] | None = None, picks: list[int] | None = None, **more: Any) -> Session:
    """A has beaten B. A committed the 9 of hearts and the 6 of clubs and also holds a Queen and a Jack; B committed
    the 4 of hearts and the 5 of clubs and also holds the 2 of hearts. `picks` are B's blind picks, counted from 1.
    """
    hands: dict[str, Any] = {
        "hearts": [["9H", "QH"], ["2H", "4H"], [], []], "clubs": [["6C", "JC"], ["5C"], [], []], **more,
    }  # fmt: skip
    session = duel_table(rulings, [*HIGH, *LOW], script={"picks": picks or []}, **hands)
    commit(session, A, "Char Forest", *hands["hearts"][A][:1], *hands["clubs"][A][:1])
    commit(session, B, "Pika Hills", *hands["hearts"][B][1:2], *hands["clubs"][B][:1])
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2))
    assert "Pika Hills" in session.truth.territories[A]
    return session


def all_but(suit: str, *cards: str) -> list[str]:
    """A whole suit without some cards."""
    rest = full_suit(suit)
    for card in cards:
        rest.remove(card)
    return rest


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

NINE_FOUR_NINE_SEVEN = [4, 5, 2, 2, 6, 3, 3, 4]  # example W1: A and C tie


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
        assert sorted(session.truth.deck(suit)) == sorted(full_suit(suit))
    session = walk_table(rulings, token=1, discard=["Joker"] * 4 + full_suit("hearts"))
    play(session, A, ("walk", 2))
    assert session.truth.discard == ["Joker"] * 4
    assert len(session.truth.hearts_deck) == 25


# -- home-counted ----------------------------------------------------------------------------------------------------


def test_home_counted_extra() -> None:
    """The ring has 35 spaces besides home: from 33 four steps to the right lead to 2."""
    session = walk_table(die=4, token=33)
    assert spaces(session, A) == [2, 29]
    assert spaces(walk_table(token=35), A) == [1, 34]
    with pytest.raises(SetupError) as caught:
        Session(GAME, seats=4, options={"layout": "inner-rose"})
    assert caught.value.rule == "ruling.home-counted"


def test_home_counted_counted() -> None:
    """The ring has 34 spaces: from 33 four steps to the right lead to 3, and there is no space 35."""
    rulings = ruling("home-counted", "counted")
    session = walk_table(rulings, die=4, token=33)
    assert spaces(session, A) == [3, 29]
    assert spaces(walk_table(rulings, token=34), A) == [1, 33]
    with pytest.raises(PositionError):
        walk_table(rulings, token=35)
    with pytest.raises(SetupError) as caught:
        Session(GAME, seats=4, rulings=rulings, options={"layout": "rose-ring"})
    assert caught.value.rule == "ruling.home-counted"


# -- leave-home ------------------------------------------------------------------------------------------------------


def test_leave_home_own_gate() -> None:
    """Each character has a gate; stepping onto it uses the first point of the die (example W3)."""
    assert spaces(walk_table(die=4), A) == [4, 33]
    assert spaces(walk_table(seat=B, die=4), B) == [7, 13]
    assert spaces(walk_table(seat=B, die=1), B) == [10]
    swapped = walk_table(seat=B, die=1, characters=[1, 0, 2, 3])
    assert spaces(swapped, B) == [1]  # the gate belongs to the character, not to the seat
    session = walk_table(seat=B, die=4)
    assert refused(session, B, ("walk", 4)) == "ruling.leave-home"  # that is the way through Eadric's gate
    assert ("walk", "ruling.leave-home") in [event[:2] for event in play(session, B, ("walk", 13))]
    assert session.truth.tokens[B] == 13


def test_leave_home_any_gate() -> None:
    """Everybody may step out onto any of the four gates."""
    rulings = ruling("leave-home", "any-gate")
    assert spaces(walk_table(rulings, seat=B, die=1), B) == [1, 10, 19, 28]
    session = walk_table(rulings, seat=B, die=4)
    assert spaces(session, B) == [4, 7, 13, 16, 22, 25, 31, 33]
    play(session, B, ("walk", 22))
    assert session.truth.tokens[B] == 22


def test_leave_home_one_gate() -> None:
    """Everybody steps out onto space 1."""
    rulings = ruling("leave-home", "one-gate")
    for seat in (A, B, C, D):
        assert spaces(walk_table(rulings, seat=seat, die=1), seat) == [1]
        assert spaces(walk_table(rulings, seat=seat, die=4), seat) == [4, 33]


# -- return-home -----------------------------------------------------------------------------------------------------


def test_return_home_never() -> None:
    """A token that has left home stays on the ring."""
    session = walk_table(die=3, token=3)
    assert spaces(session, A) == [6, 35]
    assert refused(session, A, ("walk", 0)) == "ruling.return-home"


def test_return_home_through_gate() -> None:
    """A walk may end in the centre through the gate if the count is exact; nothing happens there."""
    rulings = ruling("return-home", "through-gate")
    session = walk_table(rulings, die=3, token=3)
    assert spaces(session, A) == [0, 6, 35]
    events = play(session, A, ("walk", 0))
    assert session.truth.tokens[A] == 0
    assert ("land-home", "ruling.return-home") in [event[:2] for event in events]
    assert session.moves(A) == [("end",)]
    assert spaces(walk_table(rulings, die=1, token=1), A) == [0, 2, 35]
    assert refused(walk_table(rulings, die=4, token=3), A, ("walk", 0)) == "ruling.return-home"  # one point too many
    assert refused(walk_table(rulings, die=1, token=10), A, ("walk", 0)) == "ruling.return-home"  # another one's gate
    any_gate = {**rulings, **ruling("leave-home", "any-gate")}
    assert spaces(walk_table(any_gate, die=1, token=10), A) == [0, 9, 11]


def test_return_home_after_a_turn_on_the_way() -> None:
    """Where a walk may turn round, it may also turn on its way to the gate."""
    rulings = {**ruling("return-home", "through-gate"), **ruling("one-direction", "yes")}
    assert 0 in spaces(walk_table(rulings, die=4, token=2), A)  # 3, 2, 1, home
    assert 0 not in spaces(walk_table(rulings, die=3, token=2), A)  # after two steps it cannot be on 1
    assert 0 not in spaces(walk_table(ruling("return-home", "through-gate"), die=4, token=2), A)


# -- one-direction ---------------------------------------------------------------------------------------------------


def test_one_direction_no() -> None:
    """The whole move goes one way."""
    session = walk_table(die=4, token=10)
    assert spaces(session, A) == [6, 14]
    assert refused(session, A, ("walk", 12)) == "turn.direction"


def test_one_direction_yes() -> None:
    """The walk may turn round on the way, but may not end where it began."""
    rulings = ruling("one-direction", "yes")
    session = walk_table(rulings, die=4, token=10)
    assert spaces(session, A) == [6, 8, 12, 14]
    assert refused(session, A, ("walk", 10)) == "turn.direction"
    assert refused(session, A, ("walk", 11)) == "turn.move-exact"
    play(session, A, ("walk", 12))
    assert session.truth.tokens[A] == 12
    assert spaces(walk_table(rulings, die=3, token=10), A) == [7, 9, 11, 13]
    assert spaces(walk_table(rulings, die=3), A) == [1, 3, 34]  # out of home: one step onto the gate, two from there


# -- shared-space ----------------------------------------------------------------------------------------------------

EXTRA_BATTLE = ruling("shared-space", "battle")


def win_duel(session: Session, loser: int) -> None:
    """A has challenged a player and wins with high dice; nobody has cards to pick."""
    play(session, A, ("commit", "Char Forest"), ("seal",))
    play(session, loser, session.moves(loser)[0], ("seal",))
    play(session, A, ("roll", 2))
    play(session, loser, ("roll", 2))
    assert len(session.truth.territories[loser]) == 2


def test_shared_space_allowed() -> None:
    """Two tokens may stand on one space and nothing follows."""
    session = walk_table(tokens=[1, 2, 0, 0])
    play(session, A, ("walk", 2))
    assert session.truth.tokens[:2] == [2, 2]
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", B)) == "ruling.shared-space"
    assert refused(session, A, ("attack", C)) == "battle.start"


def test_shared_space_battle() -> None:
    """After the space is done, one of those who stand there may be challenged; nobody has to, and only once."""
    session = walk_table(EXTRA_BATTLE, dice=[*HIGH, *LOW], tokens=[1, 2, 3, 2], territories=LANDS)
    play(session, A, ("walk", 2))
    assert len(session.truth.hearts[A]) == 1
    assert session.moves(A) == [("attack", B), ("attack", D), ("end",)]
    assert refused(session, A, ("attack", C)) == "ruling.shared-space"
    peaceful = session.branch()
    play(peaceful, A, ("end",))
    assert (frame(peaceful), peaceful.deciders) == ("roll", (B,))
    events = play(session, A, ("attack", B))
    assert rules_of(events)[0] == "ruling.shared-space"
    win_duel(session, B)
    play(session, B, ("pick", "hearts"))
    assert (frame(session), session.deciders) == ("roll", (B,))  # D may not be challenged as well
    assert session.truth.excluded == (B,)


def test_shared_space_battle_respects_previous_loser() -> None:
    """The loser of the previous battle cannot be challenged on a shared space either."""
    session = walk_table(EXTRA_BATTLE, tokens=[1, 2, 0, 0], excluded=[B])
    play(session, A, ("walk", 2))
    assert session.moves(A) == [("end",)]


def test_shared_space_battle_after_spades() -> None:
    """The battle is an extra one: it may follow the battle of a Spades space."""
    dice = [1, *HIGH, *LOW, *HIGH, *LOW]
    session = walk_table(EXTRA_BATTLE, dice=dice, tokens=[3, 4, 0, 0], territories=LANDS, spades_deck=["7S"])
    play(session, A, ("walk", 4), ("roll", 1), ("attack", C))
    win_duel(session, C)
    assert session.moves(A) == [("attack", B), ("end",)]
    play(session, A, ("attack", B))
    win_duel(session, B)
    assert len(session.truth.territories[A]) == 5
    assert (frame(session), session.deciders) == ("roll", (B,))


def test_shared_space_battle_after_alliance() -> None:
    """A Secret Alliance on Spades ends the turn, so no extra battle follows."""
    position: dict[str, Any] = {"tokens": [3, 4, 0, 0], "alliances": [[], ["5S"], [], []], "spades_deck": ["7S"]}
    session = walk_table(EXTRA_BATTLE, dice=[1], **position)
    play(session, A, ("walk", 4), ("roll", 1), ("attack", B))
    play(session, B, ("ally",))
    assert session.moves(A) == [("end",)]


def test_shared_space_battle_in_the_shop() -> None:
    """Whoever is met in a Shop may be challenged once the shopping is done."""
    session = shop_table(EXTRA_BATTLE, tokens=[6, 9, 0, 0])
    play(session, A, ("end",))
    assert session.moves(A) == [("attack", B), ("end",)]
    assert session.truth.offer == ()
    play(session, A, ("attack", B))
    assert (frame(session), session.deciders) == ("commit", (A, B))


# -- shop-offer ------------------------------------------------------------------------------------------------------


def test_shop_offer_reveal_3() -> None:
    """The top three clubs are turned up; unsold ones go to the bottom in the order shown (example W6)."""
    session = shop_table()
    assert session.truth.offer == ("3C", "9C", "KC")
    assert refused(session, A, ("buy", "5C")) == "ruling.shop-offer"
    buy(session, "9C", "4D", "6D")
    assert session.truth.offer == ("3C", "KC")  # not refilled
    play(session, A, ("end",))
    assert session.truth.offer == ()
    assert session.truth.clubs_deck[0] == "5C"
    assert session.truth.clubs_deck[-2:] == ["3C", "KC"]


def test_shop_offer_market_3() -> None:
    """Three clubs lie face up all the time, are refilled after each purchase and stay for the next visitor."""
    rulings = ruling("shop-offer", "market-3")
    assert len(Session(GAME, seats=3, seed=4, rulings=rulings).truth.offer) == 3
    session = shop_table(rulings, offer=["3C", "9C", "KC"], clubs_deck=["5C", "2C", "7C"])
    assert session.truth.offer == ("3C", "9C", "KC")
    buy(session, "9C", "4D", "6D")
    assert session.truth.offer == ("3C", "KC", "5C")
    buy(session, "5C", "8D")
    assert session.truth.offer == ("3C", "KC", "2C")
    play(session, A, ("end",))
    assert session.truth.offer == ("3C", "KC", "2C")
    assert session.truth.clubs_deck[0] == "7C"


def test_shop_offer_market_3_ran_short() -> None:
    """A market that ran short because all clubs were out is filled up from clubs discarded since."""
    held = all_but("clubs", "3C", "QC", "JC")
    position = {"offer": ["3C"], "clubs_deck": [], "discard": ["QC", "JC"], "clubs": [[], held, [], []]}
    session = shop_table(ruling("shop-offer", "market-3"), **position)
    assert session.truth.offer[0] == "3C"
    assert sorted(session.truth.offer[1:]) == ["JC", "QC"]
    assert session.truth.discard == []


def test_shop_offer_top_1() -> None:
    """Only the top club is for sale, and the next one after a purchase."""
    session = shop_table(ruling("shop-offer", "top-1"))
    assert session.truth.offer == ("3C",)
    assert refused(session, A, ("buy", "9C")) == "ruling.shop-offer"
    buy(session, "3C", "4D")
    assert session.truth.offer == ("9C",)
    buy(session, "9C", "6D", "8D")
    assert session.truth.clubs[A] == ("3C", "9C")
    play(session, A, ("end",))
    assert session.truth.offer == ()
    assert len(session.truth.clubs_deck) == 24


def test_shop_offer_browse_all() -> None:
    """Any club of the deck may be bought; afterwards the rest is a shuffled deck again."""
    session = shop_table(ruling("shop-offer", "browse-all"))
    assert sorted(session.truth.offer) == sorted(full_suit("clubs"))
    buy(session, "5C", "6D")
    buy(session, "8C", "8D")
    assert session.truth.clubs[A] == ("5C", "8C")
    before = list(session.truth.offer)
    play(session, A, ("end",))
    assert session.truth.offer == ()
    assert sorted(session.truth.clubs_deck) == sorted(before)
    assert session.truth.clubs_deck != before


# -- shop-limit ------------------------------------------------------------------------------------------------------


def test_shop_limit_any() -> None:
    """A visit may bring several weapons."""
    session = shop_table()
    buy(session, "9C", "4D", "6D")
    buy(session, "3C", "8D")
    assert session.truth.clubs[A] == ("3C", "9C")
    assert session.truth.diamonds[A] == ()


def test_shop_limit_one() -> None:
    """After one weapon the Shop sells no more, whatever gold is left."""
    session = shop_table({**ruling("shop-limit", "one"), **ruling("shop-combine", "yes")})
    play(session, A, ("buy", "9C"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"  # nor two weapons in one payment
    play(session, A, ("pay", "4D"), ("pay", "6D"), ("done",))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"
    assert session.moves(A) == [("end",)]
    assert session.truth.clubs[A] == ("9C",)
    assert session.truth.diamonds[A] == ("8D",)


# -- shop-overpay ----------------------------------------------------------------------------------------------------


def test_shop_overpay_no_change() -> None:
    """More than the price may be paid, and the surplus is lost (example W6)."""
    session = shop_table()
    events = buy(session, "9C", "4D", "6D")
    assert [fact["lost"] for fact in facts_of(events, "overpay")] == [1]
    assert session.truth.credit[A] == 0
    events = buy(session, "3C", "8D")
    assert [fact["lost"] for fact in facts_of(events, "overpay")] == [5]
    assert session.truth.discard == ["4D", "6D", "8D"]


def test_shop_overpay_exact_only() -> None:
    """Gold cards must add up to exactly the price."""
    session = shop_table(ruling("shop-overpay", "exact-only"), clubs_deck=["10C", "9C", "KC"])
    assert refused(session, A, ("buy", "9C")) == "ruling.shop-overpay"
    play(session, A, ("buy", "10C"))
    assert refused(session, A, ("pay", "8D")) == "ruling.shop-overpay"
    events = play(session, A, ("pay", "4D"), ("pay", "6D"), ("done",))
    assert "overpay" not in kinds_of(events)
    assert session.truth.clubs[A] == ("10C",)
    assert session.truth.diamonds[A] == ("8D",)


def test_shop_overpay_change() -> None:
    """The surplus is written down and helps to pay later, with gold or alone."""
    rulings = ruling("shop-overpay", "change")
    session = shop_table(rulings, clubs_deck=["3C", "9C", "5C"])
    buy(session, "9C", "4D", "6D")
    assert session.truth.credit[A] == 1
    buy(session, "3C", "8D")
    assert session.truth.credit[A] == 6
    buy(session, "5C")
    assert session.truth.credit == [1, 0, 0, 0]
    assert session.truth.clubs[A] == ("3C", "5C", "9C")
    session = shop_table(rulings, credit=[1, 0, 0, 0])
    buy(session, "9C", "8D")
    assert session.truth.credit[A] == 0
    assert session.truth.diamonds[A] == ("4D", "6D")


# -- shop-tight ------------------------------------------------------------------------------------------------------


def test_shop_tight_no() -> None:
    """A card that the payment can do without is refused (example W7)."""
    session = shop_table()
    play(session, A, ("buy", "9C"), ("pay", "4D"), ("pay", "6D"))
    assert refused(session, A, ("pay", "8D")) == "ruling.shop-tight"
    play(session, A, ("done",))
    assert session.truth.diamonds[A] == ("8D",)
    session = shop_table()
    play(session, A, ("buy", "3C"), ("pay", "4D"))
    assert refused(session, A, ("pay", "6D")) == "ruling.shop-tight"  # the 4 alone pays the 3


def test_shop_tight_yes() -> None:
    """Needless gold may be thrown in."""
    session = shop_table(ruling("shop-tight", "yes"))
    events = buy(session, "9C", "4D", "6D", "8D")
    assert [fact["lost"] for fact in facts_of(events, "overpay")] == [9]
    assert session.truth.diamonds[A] == ()
    assert session.truth.discard == ["4D", "6D", "8D"]


# -- shop-combine ----------------------------------------------------------------------------------------------------


def test_shop_combine_no() -> None:
    """Each weapon is paid for by itself."""
    session = shop_table()
    play(session, A, ("buy", "9C"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-combine"
    play(session, A, ("pay", "4D"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-combine"


def test_shop_combine_yes() -> None:
    """The 3 and the 9 together are paid exactly with 4 and 8."""
    session = shop_table(ruling("shop-combine", "yes"))
    play(session, A, ("buy", "9C"), ("buy", "3C"))
    assert refused(session, A, ("buy", "KC")) == "shop.price"  # 25 in all, with 18 gold
    events = play(session, A, ("pay", "4D"), ("pay", "8D"), ("done",))
    assert [(fact["price"], fact["paid"]) for fact in facts_of(events, "buy")] == [(12, 12)]
    assert session.truth.clubs[A] == ("3C", "9C")
    assert session.truth.diamonds[A] == ("6D",)


# -- club-spaces -----------------------------------------------------------------------------------------------------


def test_club_spaces_none() -> None:
    """No space of the board gives a club; space 15 gives a diamond."""
    session = walk_table(token=14)
    assert "C" not in session.truth.rules.layout.kinds
    play(session, A, ("walk", 15))
    assert (len(session.truth.diamonds[A]), session.truth.clubs[A]) == (1, ())
    with pytest.raises(SetupError) as caught:
        Session(GAME, seats=4, options={"layout": "armoury-ring"})
    assert caught.value.rule == "ruling.club-spaces"


def test_club_spaces_some() -> None:
    """The board has club spaces; landing on space 15 gives the top club."""
    rulings = ruling("club-spaces", "some")
    session = walk_table(rulings, token=14, clubs_deck=["7C"])
    events = play(session, A, ("walk", 15))
    assert session.truth.clubs[A] == ("7C",)
    assert session.truth.diamonds[A] == ()
    assert ("drew", "ruling.club-spaces") in [event[:2] for event in events]
    with pytest.raises(SetupError) as caught:
        Session(GAME, seats=4, rulings=rulings, options={"layout": "rose-ring"})
    assert caught.value.rule == "ruling.club-spaces"


# -- space-when-deck-empty -------------------------------------------------------------------------------------------


def test_space_when_deck_empty_reshuffle_suit() -> None:
    """The discarded cards of that suit, and only those, become the new deck; if there are none, nothing is drawn."""
    session = walk_table(token=1, hearts=[[], ["KH"], [], []], discard=["2D", *all_but("hearts", "KH"), "3C"])
    (told,) = facts_of(play(session, A, ("walk", 2)), "reshuffle")
    assert told == {"suit": "hearts", "count": 25}
    assert (len(session.truth.hearts[A]), len(session.truth.hearts_deck)) == (1, 24)
    assert session.truth.discard == ["2D", "3C"]
    session = walk_table(token=1, hearts=[[], full_suit("hearts"), [], []])
    events = play(session, A, ("walk", 2))
    assert ("empty", "ruling.space-when-deck-empty") in [event[:2] for event in events]
    assert session.truth.hearts[A] == ()
    assert session.moves(A) == [("end",)]


def test_space_when_deck_empty_reshuffle_suit_on_spades() -> None:
    """Spades come back from the discard pile as well, and the battle follows the card."""
    session = walk_table(token=3, discard=full_suit("spades"))
    assert session.truth.spades_deck == []
    events = play(session, A, ("walk", 4))
    assert ("reshuffle", "ruling.space-when-deck-empty") in [event[:2] for event in events]
    assert len(session.truth.spades_deck) == 25
    assert session.truth.card in full_suit("spades")


def test_space_when_deck_empty_reshuffle_suit_in_the_shop() -> None:
    """The offer is filled up from discarded clubs, and is shorter when there are none."""
    elsewhere = all_but("clubs", "3C", "9C", "KC")
    session = shop_table(clubs_deck=["3C", "9C"], clubs=[[], elsewhere, [], []], discard=["KC"])
    assert session.truth.offer == ("3C", "9C", "KC")
    assert session.truth.discard == []
    session = shop_table(clubs_deck=["3C", "9C"], clubs=[[], [*elsewhere, "KC"], [], []])
    assert session.truth.offer == ("3C", "9C")
    buy(session, "9C", "4D", "6D")
    assert session.truth.clubs[A] == ("9C",)


def test_space_when_deck_empty_no_draw() -> None:
    """Nothing is drawn from an empty deck, whatever was discarded; on Spades the battle follows all the same."""
    rulings = ruling("space-when-deck-empty", "no-draw")
    session = walk_table(rulings, token=1, discard=full_suit("hearts"))
    events = play(session, A, ("walk", 2))
    assert ("empty", "ruling.space-when-deck-empty") in [event[:2] for event in events]
    assert session.truth.hearts[A] == ()
    assert session.truth.discard == full_suit("hearts")
    session = walk_table(rulings, token=3, discard=full_suit("spades"))
    play(session, A, ("walk", 4))
    assert session.truth.card == ""
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]
    session = shop_table(rulings, clubs_deck=["3C"], discard=all_but("clubs", "3C"))
    assert session.truth.offer == ("3C",)


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


# -- nothing is forgotten --------------------------------------------------------------------------------------------


def test_every_option_has_a_test() -> None:
    """These are the first 25 rulings, and each of their options has a test of its name above."""
    assert (RULINGS[0], RULINGS[-1]) == ("ruling.ace-value", "ruling.one-heart")
    wanted = [
        f"test_{name.removeprefix('ruling.')}_{option}".replace("-", "_")
        for name in RULINGS
        for option in GAME.rulings[name].options
    ]
    assert len(wanted) == 59
    assert [name for name in wanted if not callable(globals().get(name))] == []
