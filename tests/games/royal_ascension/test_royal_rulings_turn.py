"""Rulings about walks and spaces: what every option changes."""

from __future__ import annotations

from typing import Any

import pytest
from royal import GAME, A, B, C, D, frame, play, refused, rules_of
from royal_rulings import HIGH, LANDS, LOW, all_but, buy, facts_of, ruling, shop_table, spaces, walk_table

from tabletop_kernel import PositionError, Session, SetupError
from tabletop_kernel.games.royal_ascension.state import full_suit

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
