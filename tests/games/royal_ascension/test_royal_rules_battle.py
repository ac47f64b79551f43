"""Battles: every rule by its id, as the table does it."""

from __future__ import annotations

import pytest
from royal import A, B, C, D, commit, frame, kinds_of, play, refused, rules_of, table
from royal_rules import challenging, fought, landings, says
from test_examples import duel, fight, land, of_kind, on_spades, said, seal_both, throw

from tabletop_kernel.games.royal_ascension.battle import strength_before_dice


@says("battle.start")
def test_battles_start_only_on_spades() -> None:
    for _, kind, session, _ in landings():
        if kind == "S":
            assert "battle.start" in rules_of(play(session, A, ("attack", B)))
        else:
            assert refused(session, A, ("attack", B)) == "battle.start"
    assert refused(table(now="roll", tokens=[4, 0, 0, 0]), A, ("attack", B)) == "battle.start"
    assert refused(table(now="end", tokens=[4, 0, 0, 0]), A, ("attack", B)) == "turn.end"  # A did land there


@says("battle.opponent")
def test_who_landed_chooses_the_opponent() -> None:
    session = challenging()
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]
    assert refused(session, A, ("attack", A)) == "battle.opponent"
    assert refused(session, A, ("attack", 7)) == "battle.opponent"
    assert refused(session, B, ("attack", C)) == "turn.clockwise"
    events = play(session, A, ("attack", C))
    assert said(events, "attack", "battle.opponent") == {"seat": A, "opponent": C}
    assert session.deciders == (A, C)


@says("battle.no-previous-loser", "battle.back-to-back")
def test_the_loser_sits_out_until_another_battle_is_fought() -> None:
    session, events = fought()
    assert said(events, "barred", "battle.back-to-back") == {"seat": B}
    assert session.truth.excluded == (B,)
    choosing = challenging(excluded=[B])
    assert refused(choosing, A, ("attack", B)) == "battle.no-previous-loser"
    assert [move[1] for move in choosing.moves(A)] == [C, D]
    play(choosing, A, ("attack", C))
    assert refused(choosing, B, ("commit", "Dragon Dominion")) == "battle.back-to-back"
    own = on_spades("2S", [], active=B, excluded=[B])
    assert said(land(own, B), "no-battle", "battle.back-to-back") == {"seat": B}
    assert own.moves(B) == [("end",)]
    after, _ = fought(excluded=[C])
    assert after.truth.excluded == (B,)  # and the one before may battle again


@says("battle.territory")
def test_each_fighter_commits_one_territory_of_their_own() -> None:
    session = duel()
    assert refused(session, A, ("seal",)) == "battle.territory"
    assert refused(session, A, ("commit", "Dragon Dominion")) == "battle.territory"
    play(session, A, ("commit", "Lucio Land"))
    assert refused(session, A, ("commit", "Jiggy Jungle")) == "battle.territory"
    play(session, A, ("seal",))
    assert refused(session, B, ("commit", "Jiggy Jungle")) == "battle.territory"
    assert [move[1] for move in session.moves(B)] == list(session.truth.territories[B])


@says("battle.health-limit", "battle.health-add")
def test_at_most_two_health_cards_and_each_adds_its_value() -> None:
    session = duel(hearts=[["JH", "QH", "KH"], ["3H"], [], []])
    play(session, A, ("commit", "Jiggy Jungle"), ("commit", "QH"))
    assert refused(session, A, ("commit", "QH")) == "battle.health-add"  # there is no second one
    assert refused(session, A, ("commit", "3H")) == "battle.health-add"  # it is B's
    play(session, A, ("commit", "KH"))
    assert refused(session, A, ("commit", "JH")) == "battle.health-limit"
    play(session, A, ("seal",))
    commit(session, B, "Dragon Dominion", "3H")
    shown = {e.data["seat"]: e.data["points"] for e in session.log(C) if e.rule == "battle.health-add"}
    assert shown == {A: 25, B: 3}
    assert strength_before_dice(session.truth, A) == 13 + 25


@says("battle.weapons-any")
def test_any_number_of_weapons_but_each_only_once() -> None:
    held = ["2C", "3C", "3C", "9C", "KC", "KC"]
    session = duel(clubs=[held, ["4C"], [], []])
    play(session, A, *(("commit", card) for card in held))
    assert session.truth.committed_weapons[A] == tuple(held)
    for card in ("KC", "4C", "5C"):
        assert refused(session, A, ("commit", card)) == "battle.weapons-any"


@says("battle.reveal")
def test_commitments_are_secret_and_turned_up_together() -> None:
    session = duel(clubs=[["2C"], [], [], []])
    play(session, A, ("commit", "Jiggy Jungle"), ("commit", "2C"))
    for viewer in (B, C, D, None):
        assert session.view(viewer)["committed_territory"][A] is None
        assert not [entry for entry in session.log(viewer) if entry.kind == "commit"]
    play(session, A, ("take-back", "2C"))  # it may change until it is sealed
    events = play(session, A, ("commit", "2C"), ("seal",))
    assert kinds_of(events) == ["commit", "seal"]
    assert session.view(B)["committed_weapons"][A] is None
    assert refused(session, A, ("take-back", "2C")) == "battle.reveal"
    assert refused(session, B, ("roll", 2)) == "battle.reveal"
    events = play(session, B, ("commit", "Dragon Dominion"), ("seal",))
    assert [data["seat"] for data in of_kind(events, "reveal")] == [A, B]
    assert session.view(C)["committed_weapons"][A] == ["2C"]
    assert refused(session, A, ("take-back", "2C")) == "battle.reveal"


@says("battle.dice", "battle.total", "battle.high-wins")
def test_four_dice_each_and_the_higher_total_wins() -> None:
    session = duel(
        dice=[6, 5, 4, 3, 1, 2, 1, 2], hearts=[[], ["5H"], [], []], clubs=[["4C"], [], [], []], plague=[0, 10, 0, 0]
    )
    assert refused(session, A, ("commit", "9S")) == "battle.total"
    seal_both(session, ["Jiggy Jungle", "4C"], ["Dragon Dominion", "5H"])
    for dice in (1, 4):
        assert refused(session, A, ("roll", dice)) == "battle.dice"
    events = fight(session, A, B)
    assert [data["dice"] for data in of_kind(events, "dice")] == [[6, 5, 4, 3], [1, 2, 1, 2]]
    totals = [(event[1], event[3]["total"]) for event in events if event[0] == "total"]
    assert totals == [("battle.total", 13 + 4 + 18), ("battle.total", 13 + 5 + 6 - 10)]
    assert said(events, "won", "battle.high-wins") == {"seat": A, "total": 35}


@says("battle.tie")
def test_ties_are_fought_again_until_someone_wins() -> None:
    session = duel(dice=[*throw(10), *throw(10), *throw(9), *throw(9), *throw(4), *throw(5)])
    seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    for total in (23, 22):
        events = fight(session, A, B)
        assert said(events, "tie", "battle.tie") == {"seats": [A, B], "total": total}
        assert "won" not in kinds_of(events)
        assert session.deciders == (A,)
    assert said(fight(session, A, B), "won", "battle.high-wins") == {"seat": B, "total": 18}


@says("battle.lose-territory", "battle.win-territory")
def test_the_committed_territory_changes_hands() -> None:
    session, events = fought()
    assert said(events, "loses", "battle.lose-territory") == {"seat": B, "lands": ["Dragon Dominion"]}
    assert said(events, "conquers", "battle.win-territory")["seat"] == A
    lands = session.truth.territories
    assert lands[A] == ("Jiggy Jungle", "Dragon Dominion", "Lucio Land", "Venom Valley")  # none of A's own is lost
    assert lands[B] == ("Snore Summit", "Pika Hills")


@says("battle.pick-health", "battle.pick-weapon", "battle.if-any")
@pytest.mark.parametrize("hearts", [0, 1, 2])
@pytest.mark.parametrize("clubs", [0, 1, 3])
def test_the_loser_picks_blindly_what_there_is(hearts: int, clubs: int) -> None:
    held, weapons = ["2H", "KH"][:hearts], ["3C", "4C", "QC"][:clubs]
    session, events = fought(
        hearts=[held, ["9H"], [], []], clubs=[weapons, ["8C"], [], []], diamonds=[["5D"], [], [], []],
        script={"picks": [2, 2]},
    )  # fmt: skip
    for suit, rule, cards in (("hearts", "battle.pick-health", held), ("clubs", "battle.pick-weapon", weapons)):
        if not cards:
            assert ("no-pick", "battle.if-any") in [event[:2] for event in events]
            continue
        assert session.deciders == (B,)
        assert session.moves(B) == [("pick", suit)]
        assert refused(session, B, ("pick", "diamonds")) == rule
        assert refused(session, B, ("pick", cards[0])) == "ruling.pick-who"
        assert refused(session, B, ("end",)) == "battle.if-any"
        events = play(session, B, ("pick", suit))
        chosen = cards[min(1, len(cards) - 1)]
        assert said(events, "pick", rule) == {"seat": B, "winner": A, "card": chosen}
        assert session.truth.discard[-1] == chosen
        assert len(session.truth.hands_of(suit)[A]) == len(cards) - 1
    assert frame(session) == "end"
    assert (session.truth.hearts[B], session.truth.clubs[B]) == (("9H",), ("8C",))
    assert session.truth.diamonds[A] == ("5D",)
