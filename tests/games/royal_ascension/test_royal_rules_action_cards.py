"""Action cards: every rule by its id, as the table does it."""

from __future__ import annotations

from collections import Counter

import pytest
from royal import GAME, A, B, C, D, frame, kinds_of, play, refused, rules_of, table
from royal_rules import challenging, says
from test_examples import fight, land, of_kind, on_spades, royal_decree, said, seal_both, throw

from tabletop_kernel import Session
from tabletop_kernel.games.royal_ascension.content import CARD_RANKS


@says("allin.cards", "decree.cards", "alliance.cards", "npc.cards", "plague.cards")
def test_what_each_spade_means() -> None:
    rules = {
        "J": "allin.cards", "K": "decree.cards", "Q": "decree.cards", "A": "plague.cards", "2": "plague.cards",
        **dict.fromkeys("3456", "alliance.cards"), **dict.fromkeys(("7", "8", "9", "10"), "npc.cards"),
    }  # fmt: skip
    deck = Session(GAME, 3, 1).truth.spades_deck
    counts = Counter(rules[card[:-1]] for card in deck)
    assert counts == {
        "allin.cards": 2, "decree.cards": 4, "alliance.cards": 8, "npc.cards": 8, "plague.cards": 4,
    }  # fmt: skip
    for rank in CARD_RANKS:
        cited = [rule for rule in rules_of(land(on_spades(f"{rank}S", []), A)) if rule.endswith(".cards")]
        assert cited == [rules[rank]]


@says("action.first")
def test_the_action_card_comes_before_the_battle() -> None:
    session = on_spades("7S", [6])
    land(session, A)
    for move in (("attack", B), ("commit", "Jiggy Jungle"), ("end",)):
        assert refused(session, A, move) == "action.first"
    play(session, A, ("roll", 1))
    assert refused(session, A, ("attack", B)) == "action.first"  # the prize comes first, too
    play(session, A, ("draw", "hearts"))
    assert ("attack", B) in session.moves(A)


@says("action.discard", "alliance.hold")
def test_carried_out_cards_are_discarded_and_alliances_kept() -> None:
    for rank in CARD_RANKS:
        session = on_spades(f"{rank}S", [1])
        events = land(session, A)
        if frame(session) == "npc":
            assert session.truth.discard == []
            events = play(session, A, ("roll", 1))
        if rank in "3456":
            assert said(events, "alliance-held", "alliance.hold") == {"seat": A}
            assert (session.truth.discard, session.truth.alliances[A]) == ([], (f"{rank}S",))
            assert frame(session) == "attack"  # and the battle follows
        else:
            kind = "action-discarded" if rank in "JQK" else "action-done"  # these are carried out in the battle
            assert said(events, kind, "action.discard") == {"card": f"{rank}S"}
            assert session.truth.discard == [f"{rank}S"]


@says("allin.win", "allin.lose")
@pytest.mark.parametrize("drawer_wins", [True, False])
def test_all_in_is_for_everything(drawer_wins: bool) -> None:
    high, low = throw(24), throw(4)
    session = on_spades("JS", [*(high if drawer_wins else low), *(low if drawer_wins else high)])
    land(session, A)
    play(session, A, ("attack", B))
    seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    events = fight(session, A, B)
    rule = "allin.win" if drawer_wins else "allin.lose"
    winner, loser = (A, B) if drawer_wins else (B, A)
    assert said(events, "everything", rule)["loser"] == loser
    assert [len(session.truth.territories[seat]) for seat in (winner, loser)] == [6, 0]
    assert session.truth.out[loser] == 1


@says("decree.all", "decree.spoils", "decree.penalty", "decree.reset")
def test_a_royal_decree() -> None:
    session, events = royal_decree(["2H", "3H", "4H", "5H"])  # C was excluded, fights and wins
    assert [event[1] for event in events if event[0] == "spoils"] == ["decree.spoils"] * 3
    assert [len(lands) for lands in session.truth.territories] == [2, 2, 6, 2]
    for _ in range(3):
        (loser,) = session.deciders
        assert refused(session, loser, ("pick", "clubs")) == "decree.penalty"
        events = play(session, loser, ("pick", "hearts"))
        assert said(events, "pick", "decree.penalty")["seat"] == loser
    assert said(events, "reset", "decree.reset") == {}
    assert session.truth.excluded == ()
    later = on_spades("AS", [], active=A)
    land(later, A)
    assert [move[1] for move in later.moves(A)] == [B, C, D]
    deserter = table(now="commit", battle={"fighters": [A, B, C, D], "kind": "decree"}, excluded=[C])
    assert deserter.deciders == (A, B, C, D)
    for move in (("attack", B), ("pass",)):
        assert refused(deserter, C, move) == "decree.all"


@says("decree.all")
def test_only_those_still_in_the_game_fight_a_decree() -> None:
    session = on_spades("KS", [], territories=[None, [], None, None], out=[0, 1, 0, 0])
    assert said(land(session, A), "everyone", "decree.all")["fighters"] == [A, C, D]


@says("alliance.use", "alliance.optional", "alliance.spent")
def test_a_chosen_holder_may_stay_out_or_fight() -> None:
    session = challenging(alliances=[["3S"], ["6S", "6S"], [], []])
    assert refused(session, A, ("ally",)) == "ruling.alliance-draw-turn"
    play(session, A, ("attack", B))
    assert session.moves(B) == [("ally",), ("fight",)]
    assert refused(session, B, ("commit", "Dragon Dominion")) == "alliance.optional"
    fighting = session.branch()
    assert said(play(fighting, B, ("fight",)), "fights", "alliance.optional") == {"seat": B}
    assert frame(fighting) == "commit"
    assert fighting.truth.alliances[B] == ("6S", "6S")
    assert refused(fighting, B, ("ally",)) == "alliance.use"  # too late
    events = play(session, B, ("ally",))
    assert {"alliance.use", "alliance.spent"} <= set(rules_of(events))
    assert session.truth.alliances[B] == ("6S",)
    assert session.truth.discard[-1] == "6S"
    assert frame(session) == "end"
    unarmed = challenging()
    assert "battle" in kinds_of(play(unarmed, A, ("attack", B)))  # nobody is asked who holds none


@says("npc.roll", "npc.choice")
@pytest.mark.parametrize("die", range(1, 7))
def test_five_or_six_wins_a_heart_or_a_diamond(die: int) -> None:
    session = on_spades("10S", [die])
    land(session, A)
    assert session.moves(A) == [("roll", 1)]
    assert refused(session, A, ("roll", 2)) == "npc.roll"
    assert refused(session, A, ("draw", "hearts")) == "npc.roll"
    events = play(session, A, ("roll", 1))
    assert said(events, "npc-won" if die >= 5 else "npc-lost", "npc.roll")["die"] == die
    if die < 5:
        assert frame(session) == "attack"
        return
    for suit in ("clubs", "spades"):
        assert refused(session, A, ("draw", suit)) == "npc.choice"
    for suit in ("hearts", "diamonds"):
        chosen = session.branch()
        assert said(play(chosen, A, ("draw", suit)), "drew", "npc.choice")["suit"] == suit
        assert len(chosen.truth.hands_of(suit)[A]) == 1
        assert frame(chosen) == "attack"


@says("plague.minus")
def test_a_plague_weakens_its_drawer_once() -> None:
    session = on_spades("AS", [*throw(10), *throw(10)])
    land(session, A)
    play(session, A, ("attack", B))
    events = seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    assert said(events, "sick", "plague.minus") == {"seat": A, "points": 10}
    events = fight(session, A, B)
    assert [data["total"] for data in of_kind(events, "total")] == [13 + 10 - 10, 13 + 10]
    assert session.truth.plague == [0, 0, 0, 0]  # it is over with the battle
