"""The worked examples of the rules, each by its number: given, move, result, and the rules that say so.

E1-E6 are the source's own examples, W1-W20 are ours.
"""

from __future__ import annotations

from typing import Any

import pytest
from royal import A, B, C, D, commit, frame, kinds_of, play, refused, rules_of, table

from tabletop_kernel import Session
from tabletop_kernel.games.royal_ascension.battle import strength_before_dice


def throw(total: int) -> list[int]:
    """Four dice with a given sum."""
    low, more = divmod(total, 4)
    return [low + 1] * more + [low] * (4 - more)


def kind_of_space(session: Session, space: int) -> str:
    return str(session.truth.rules.layout.kinds[space])


def of_kind(events: list[Any], kind: str) -> list[dict[str, Any]]:
    """What the events of one kind say."""
    return [event[3] for event in events if event[0] == kind]


def said(events: list[Any], kind: str, rule: str) -> dict[str, Any]:
    """What the one event of a kind says; it must cite this rule."""
    found = [event for event in events if event[0] == kind]
    assert [event[1] for event in found] == [rule]
    return dict(found[0][3])


def duel(**position: Any) -> Session:
    """A and B are about to commit."""
    return table(now="commit", battle={"fighters": [A, B]}, **position)


def seal_both(session: Session, of_a: list[str], of_b: list[str]) -> list[Any]:
    """A and B commit; the events of the reveal."""
    commit(session, A, *of_a)
    return play(session, B, *(("commit", piece) for piece in of_b), ("seal",))


def on_spades(card: str, dice: list[int], active: int = A, **position: Any) -> Session:
    """The active token stands on space 1 and throws a 3, so that 4 to the right lies Spades with this card on top."""
    seats = position.get("seats", 4)
    tokens = [1 if seat == active else 0 for seat in range(seats)]
    return table(dice=[3, *dice], active=active, tokens=tokens, spades_deck=[card], **position)


def land(session: Session, seat: int) -> list[Any]:
    """Walk from space 1 to space 4, which is Spades."""
    assert kind_of_space(session, 4) == "S"
    return play(session, seat, ("roll", 1), ("walk", 4))


def fight(session: Session, *seats: int) -> list[Any]:
    """Each of these seats throws its battle dice."""
    return [event for seat in seats for event in play(session, seat, ("roll", 2))]


# -- the source's own examples ----------------------------------------------------------------------------------------


def test_e1_a_queen_of_hearts_adds_twelve() -> None:
    session = duel(hearts=[["QH"], [], [], []])
    assert session.truth.rules.value["QH"] == 12  # cards.court
    events = seal_both(session, ["Jiggy Jungle", "QH"], ["Dragon Dominion"])
    assert said(events, "health", "battle.health-add") == {"seat": A, "cards": ["QH"], "points": 12}


def test_e2_the_six_of_diamonds_is_six_gold() -> None:
    session = table(dice=[3], tokens=[4, 0, 0, 0], diamonds_deck=["6D"])
    events = play(session, A, ("roll", 1), ("walk", 1))
    assert said(events, "drew", "space.diamonds")["card"] == "6D"
    assert session.truth.rules.value["6D"] == 6  # cards.value
    shop = table(now="shop", offer=["6C", "7C"], diamonds=[["6D"], [], [], []])
    assert shop.moves(A) == [("buy", "6C"), ("end",)]  # it pays for six and not for seven


def test_e3_weapons_add_their_number() -> None:
    session = duel(clubs=[["6C"], ["5C"], [], []])
    events = seal_both(session, ["Jiggy Jungle", "6C"], ["Dragon Dominion", "5C"])
    shown = [event for event in events if event[0] == "weapons"]
    assert [event[1] for event in shown] == ["shop.power", "shop.power"]
    assert [(event[3]["seat"], event[3]["points"]) for event in shown] == [(A, 6), (B, 5)]


def test_e4_fifteen_and_fourteen_are_twentynine_before_the_dice() -> None:
    session = duel(hearts=[["9H", "5H"], [], [], []], dice=throw(10))
    seal_both(session, ["Lucio Land", "9H", "5H"], ["Dragon Dominion"])
    assert strength_before_dice(session.truth, A) == 29
    assert said(fight(session, A), "total", "battle.total") == {"seat": A, "total": 39}


def test_e5_all_four_weapons_may_be_committed() -> None:
    session = duel(clubs=[["2C", "4C", "4C", "KC"], [], [], []])
    events = seal_both(session, ["Jiggy Jungle", "2C", "4C", "4C", "KC"], ["Dragon Dominion"])
    assert said(events, "weapons", "shop.power")["points"] == 2 + 4 + 4 + 13


def test_e6_the_seven_of_diamonds_buys_the_seven_of_clubs() -> None:
    session = table(now="shop", offer=["7C"], diamonds=[["7D"], [], [], []])
    events = play(session, A, ("buy", "7C"), ("pay", "7D"), ("done",))
    assert said(events, "buy", "shop.price")["price"] == 7
    assert said(events, "spend", "shop.spent")["gold"] == ["7D"]
    assert session.truth.clubs[A] == ("7C",)
    assert session.truth.diamonds[A] == ()
    assert session.truth.discard == ["7D"]


# -- setup ------------------------------------------------------------------------------------------------------------


def test_w1_tied_players_roll_again_for_the_places_they_share() -> None:
    session = table(dice=[4, 5, 1, 3, 6, 3, 3, 4, 2, 3, 4, 4])
    for seat in (A, B, C):
        play(session, seat, ("roll", 2))
    events = play(session, D, ("roll", 2))
    assert session.truth.rolls == [(9,), (4,), (9,), (7,)]
    assert said(events, "select-tie", "ruling.selection-ties")["seats"] == [A, C]
    assert session.deciders == (A,)
    play(session, A, ("roll", 2))
    assert session.deciders == (C,)
    events = play(session, C, ("roll", 2))
    assert said(events, "order", "setup.order")["seats"] == [C, A, D, B]
    while frame(session) == "draft":
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    while frame(session) == "opening":
        events = session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    assert said(events, "first", "turn.first") == {"seat": C}
    assert session.truth.turns == (C, D, A, B)  # ruling.turn-order: clockwise from the highest roller
    assert session.deciders == (C,)


def test_w2_three_players_draft_in_the_same_order_in_every_pass() -> None:
    x, y, z = C, A, B
    session = table(dice=[2, 3, 1, 1, 6, 6], seats=3)
    for seat in range(3):
        play(session, seat, ("roll", 2))
    picks = []
    events: list[Any] = []
    while frame(session) == "draft":
        seat = session.deciders[0]
        picks.append(seat)
        events = session.submit(seat, session.moves(seat)[0])
        assert events[0][1] == "setup.draft"
    assert picks == [x, y, z] * 4
    assert said(events, "shared", "setup.share") == {"count": 4}
    assert [len(lands) for lands in session.truth.territories] == [4, 4, 4]


# -- walking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "kind"), [(4, "S"), (33, "D")], ids=["right", "left"])
def test_w3_out_of_home_the_gate_takes_the_first_point(space: int, kind: str) -> None:
    session = table(dice=[4], now="roll")
    play(session, A, ("roll", 1))
    assert session.moves(A) == [("walk", 4), ("walk", 33)]
    events = play(session, A, ("walk", space))
    assert said(events, "walk", "ruling.leave-home")["space"] == space
    assert kind_of_space(session, space) == kind


@pytest.mark.parametrize("space", [2, 29], ids=["right", "left"])
def test_w4_a_move_uses_the_whole_die(space: int) -> None:
    session = table(dice=[4], tokens=[33, 0, 0, 0])
    play(session, A, ("roll", 1))
    assert session.moves(A) == [("walk", 2), ("walk", 29)]
    assert refused(session, A, ("walk", 1)) == "turn.move-exact"  # three to the right
    assert refused(session, A, ("walk", 30)) == "turn.move-exact"  # three to the left
    assert kind_of_space(session, space) == "H"
    events = play(session, A, ("walk", space))
    assert said(events, "land-suit", "space.draw")["suit"] == "hearts"
    assert len(session.truth.hearts[A]) == 1


def test_w5_passing_a_shop_buys_nothing() -> None:
    session = table(dice=[6], tokens=[6, 0, 0, 0], diamonds=[["KD"], [], [], []])
    assert [kind_of_space(session, space) for space in (9, 12)] == ["$", "D"]
    play(session, A, ("roll", 1))
    for weapon in ("2C", "7C"):
        assert refused(session, A, ("buy", weapon)) == "shop.landing-only"
    assert refused(session, A, ("draw", "hearts")) == "turn.land"  # nor does a passed space give anything
    events = play(session, A, ("walk", 12))
    assert "space.diamonds" in rules_of(events)
    assert len(session.truth.diamonds[A]) == 2
    assert refused(session, A, ("buy", "2C")) == "shop.landing-only"


# -- the shop ---------------------------------------------------------------------------------------------------------


def in_the_shop() -> Session:
    """A has walked into the Shop on 9: offer 3, 9 and King; gold 4, 6 and 8."""
    session = table(
        dice=[3], tokens=[6, 0, 0, 0], clubs_deck=["3C", "9C", "KC"], diamonds=[["4D", "6D", "8D"], [], [], []]
    )
    play(session, A, ("roll", 1))
    events = play(session, A, ("walk", 9))
    assert said(events, "offer", "ruling.shop-offer")["offer"] == ["3C", "9C", "KC"]
    return session


def test_w6_overpaying_is_allowed_and_the_surplus_lost() -> None:
    session = in_the_shop()
    assert refused(session, A, ("pay", "4D")) == "shop.may"  # a weapon is chosen first
    events = play(session, A, ("buy", "9C"), ("pay", "4D"), ("pay", "6D"), ("done",))
    assert said(events, "buy", "shop.price")["price"] == 9
    assert said(events, "overpay", "ruling.shop-overpay")["lost"] == 1
    events = play(session, A, ("buy", "3C"), ("pay", "8D"), ("done",))
    assert said(events, "overpay", "ruling.shop-overpay")["lost"] == 5
    assert refused(session, A, ("buy", "KC")) == "shop.price"
    assert session.truth.clubs[A] == ("3C", "9C")
    assert session.truth.discard == ["4D", "6D", "8D"]
    play(session, A, ("end",))
    assert session.truth.clubs_deck[-1] == "KC"
    assert session.truth.offer == ()


def test_w7_a_payment_has_no_card_to_spare() -> None:
    for last in ("4D", "6D", "8D"):
        session = in_the_shop()
        play(session, A, ("buy", "9C"), *(("pay", card) for card in ("4D", "6D", "8D") if card != last))
        assert refused(session, A, ("pay", last)) == "ruling.shop-tight"


# -- action cards and battles -----------------------------------------------------------------------------------------


def test_w8_a_failed_npc_event_gives_nothing_and_the_battle_follows() -> None:
    session = on_spades("8S", dice=[4])
    land(session, A)
    assert refused(session, A, ("attack", B)) == "action.first"
    events = play(session, A, ("roll", 1))
    assert said(events, "npc-lost", "npc.roll")["die"] == 4
    assert said(events, "action-done", "action.discard")["card"] == "8S"
    assert session.truth.discard == ["8S"]
    assert (session.truth.hearts[A], session.truth.diamonds[A]) == ((), ())
    assert frame(session) == "attack"
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]


@pytest.mark.parametrize("hearts", [[], ["3H", "10H"]], ids=["no hearts", "two hearts"])
def test_w9_plague_tie_and_picks(hearts: list[str]) -> None:
    session = on_spades(
        "2S",
        dice=[*throw(15), *throw(16), *throw(13), *throw(18)],
        territories=[
            ["Char Forest", "Jiggy Jungle", "Mewtopia"],
            ["Teal Shore", "Flare lands", "Pika Hills"],
            None,
            None,
        ],
        hearts=[["9H", "5H"], hearts, [], []],
        clubs=[[], ["6C"], [], []],
        script={"picks": [2]},
    )
    assert "plague.cards" in rules_of(land(session, A))
    play(session, A, ("attack", B))
    events = seal_both(session, ["Char Forest", "9H", "5H"], ["Teal Shore", "6C"])
    assert said(events, "sick", "plague.minus") == {"seat": A, "points": 10}
    events = fight(session, A, B)
    assert [data["points"] for data in of_kind(events, "dice")] == [15, 16]
    assert {event[1] for event in events if event[0] == "dice"} == {"battle.dice"}
    assert [data["total"] for data in of_kind(events, "total")] == [37, 37]
    assert said(events, "tie", "battle.tie") == {"seats": [A, B], "total": 37}
    for change in (("take-back", "9H"), ("commit", "Mewtopia")):
        assert refused(session, A, change) == "ruling.tie-recommit"
    events = fight(session, A, B)
    assert [data["total"] for data in of_kind(events, "total")] == [35, 39]
    assert said(events, "won", "battle.high-wins") == {"seat": B, "total": 39}
    assert said(events, "conquers", "battle.win-territory")["lands"] == ["Char Forest"]
    assert "Char Forest" in session.truth.territories[B]
    if hearts:
        assert session.moves(A) == [("pick", "hearts")]
        events = play(session, A, ("pick", "hearts"))
        assert said(events, "pick", "battle.pick-health")["card"] == "10H"
    else:
        assert said(events, "no-pick", "battle.if-any")["suit"] == "hearts"
    events = play(session, A, ("pick", "clubs"))
    assert said(events, "pick", "battle.pick-weapon")["card"] == "6C"
    assert session.truth.clubs[B] == ()
    assert session.truth.hearts[A] == ("5H", "9H")


def test_w10_a_secret_alliance_avoids_the_battle() -> None:
    session = table(
        now="attack", card="9S", discard=["9S"], tokens=[4, 0, 0, 0], alliances=[[], ["4S"], [], []], excluded=[D]
    )
    play(session, A, ("attack", B))
    events = play(session, B, ("ally",))
    assert said(events, "ally", "alliance.use") == {"seat": B}
    assert said(events, "alliance-spent", "alliance.spent")["card"] == "4S"
    assert "ruling.alliance-effect" in rules_of(events)
    assert session.truth.discard == ["9S", "4S"]
    assert session.truth.battle is None
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", C)) == "ruling.alliance-effect"
    assert session.truth.excluded == (D,)  # ruling.repeat-clears: no battle was fought
    play(session, A, ("end",))
    assert session.truth.excluded == (D,)


def test_w11_the_loser_of_the_last_battle_cannot_be_chosen() -> None:
    session = table(now="attack", card="9S", discard=["9S"], tokens=[4, 0, 0, 0], excluded=[C])
    assert refused(session, A, ("attack", C)) == "battle.no-previous-loser"
    assert session.moves(A) == [("attack", B), ("attack", D)]


def test_w12_the_previous_loser_draws_but_does_not_battle() -> None:
    session = on_spades("AS", dice=[], active=C, excluded=[C])
    events = land(session, C)
    assert said(events, "no-battle", "battle.back-to-back") == {"seat": C}  # as ruling.repeat-initiator says
    assert said(events, "plague-waits", "ruling.plague-carry") == {"seat": C}
    assert session.moves(C) == [("end",)]
    play(session, C, ("end",))
    assert session.truth.plague == [0, 0, 10, 0]
    assert session.truth.excluded == (C,)


def test_w13_a_third_heart_is_refused() -> None:
    session = duel(hearts=[["2H", "3H", "4H"], [], [], []])
    play(session, A, ("commit", "2H"), ("commit", "3H"))
    assert refused(session, A, ("commit", "4H")) == "battle.health-limit"


def test_w14_all_in_won_with_three_players_wins_the_game_at_once() -> None:
    session = on_spades(
        "JS", dice=[*throw(20), *throw(10)], seats=3, hearts=[["2H"], ["3H"], []], clubs=[["2C"], [], []]
    )
    assert [len(lands) for lands in session.truth.territories] == [4, 4, 4]
    land(session, A)
    play(session, A, ("attack", B))
    seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    events = fight(session, A, B)
    assert len(said(events, "everything", "allin.win")["lands"]) == 4
    assert said(events, "over", "end.majority") == {"seat": A, "count": 8}
    assert not {"pick", "no-pick"} & set(kinds_of(events))  # ruling.end-timing: at once, before any pick
    assert session.deciders == ()
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.majority", (A,))
    assert (session.truth.hearts[A], session.truth.clubs[A]) == (("2H",), ("2C",))


def royal_decree(hearts_of_c: list[str]) -> tuple[Session, list[Any]]:
    """D's Royal Decree up to the last throw: A 41, B 38, C 44, D 44; then C 42, D 40."""
    session = on_spades(
        "QS",
        active=D,
        dice=[*throw(16), *throw(16), *throw(13), *throw(16), *throw(12), *throw(14)],
        territories=[
            ["Jiggy Jungle", "Lucio Land", "Venom Valley"], ["Dragon Dominion", "Snore Summit", "Pika Hills"],
            ["Vapor Vale", "Bulben Crest", "Char Forest"], ["Flare lands", "Teal Shore", "Mewtopia"],
        ],
        hearts=[["10H"], ["10H"], hearts_of_c, ["KH"]],
        clubs=[[], [], ["KC"], []],
        excluded=[C],
    )  # fmt: skip
    events = land(session, D)
    assert said(events, "decree", "decree.cards") == {"seat": D}
    assert said(events, "everyone", "decree.all")["fighters"] == [D, A, B, C]  # C too, who lost the last battle
    assert refused(session, D, ("attack", A)) == "decree.all"
    commit(session, A, "Lucio Land", "10H")
    commit(session, B, "Snore Summit", "10H")
    commit(session, C, "Bulben Crest", "KC")
    commit(session, D, "Teal Shore", "KH")
    events = fight(session, D, A, B, C)
    assert {data["seat"]: data["total"] for data in of_kind(events, "total")} == {A: 41, B: 38, C: 44, D: 44}
    assert said(events, "tie", "battle.tie") == {"seats": [D, C], "total": 44}
    assert session.deciders == (D,)  # ruling.decree-format: only those who share the highest total roll again
    events = fight(session, D, C)
    assert {data["seat"]: data["total"] for data in of_kind(events, "total")} == {C: 42, D: 40}
    assert said(events, "won", "battle.high-wins")["seat"] == C
    return session, events


@pytest.mark.parametrize("hearts", [["2H", "3H"], ["2H", "3H", "4H", "5H"]], ids=["two hearts", "four hearts"])
def test_w15_a_royal_decree_with_a_shared_highest_total(hearts: list[str]) -> None:
    session, events = royal_decree(hearts)
    spoils = [event for event in events if event[0] == "spoils"]
    assert {event[1] for event in spoils} == {"decree.spoils"}
    taken = {event[3]["loser"]: event[3]["lands"] for event in spoils}
    assert taken == {A: ["Lucio Land"], B: ["Snore Summit"], D: ["Teal Shore"]}
    assert [len(lands) for lands in session.truth.territories] == [2, 2, 6, 2]
    pickers = []
    while frame(session) == "pick":
        pickers.append(session.deciders[0])
        events = play(session, pickers[-1], ("pick", "hearts"))
        assert said(events, "pick", "decree.penalty")["winner"] == C
    assert len(pickers) == min(3, len(hearts))
    assert set(pickers) <= {A, B, D}
    assert len(set(pickers)) == len(pickers)  # each of them once
    assert len(session.truth.hearts[C]) == len(hearts) - len(pickers)
    assert session.truth.clubs[C] == ("KC",)  # no weapon is picked
    assert "decree.reset" in rules_of(events)
    assert session.truth.excluded == ()
    assert session.moves(D) == [("end",)]  # ruling.decree-replaces: no further battle this turn
    assert session.outcome is None


def test_w16_the_last_territory_lost() -> None:
    session = on_spades(
        "9S",
        dice=[1, *throw(24), *throw(4)],
        territories=[["Mewtopia", "Char Forest", "Teal Shore", "Pika Hills"], ["Jiggy Jungle"], None, None],
        hearts=[["2H", "3H"], ["4H", "5H"], [], []],
        diamonds=[[], ["6D"], [], []],
        clubs=[["7C"], ["8C"], [], []],
        alliances=[[], ["5S"], [], []],
        excluded=[C],
        script={"picks": [1, 1]},
    )
    land(session, A)
    play(session, A, ("roll", 1), ("attack", B))
    play(session, B, ("fight",))
    seal_both(session, ["Mewtopia"], ["Jiggy Jungle"])
    fight(session, A, B)
    assert len(session.truth.territories[A]) == 5
    assert session.truth.out[B] == 0  # ruling.elim-picks: the picks come first
    assert said(play(session, B, ("pick", "hearts")), "pick", "battle.pick-health")["card"] == "2H"
    events = play(session, B, ("pick", "clubs"))
    assert said(events, "pick", "battle.pick-weapon")["card"] == "7C"
    assert said(events, "out", "elim.zero") == {"seat": B}
    assert sorted(said(events, "resources", "elim.resources")["cards"]) == ["4H", "5H", "6D", "8C"]
    assert said(events, "left", "ruling.elim-alliance")["count"] == 1
    assert sorted(session.truth.discard) == sorted(["9S", "2H", "7C", "4H", "5H", "6D", "8C", "5S"])
    assert (session.truth.hearts[B], session.truth.diamonds[B], session.truth.clubs[B]) == ((), (), ())
    assert session.truth.alliances[B] == ()
    assert session.truth.excluded == ()  # ruling.repeat-clears: the loser is out, so nobody is excluded
    play(session, A, ("end",))
    assert session.deciders == (C,)  # B's turn is skipped


@pytest.mark.parametrize(
    ("space", "kind", "rule"), [(10, "H", "space.hearts"), (4, "S", "space.spades")], ids=["right", "left"]
)
def test_w17_one_die_left_or_right(space: int, kind: str, rule: str) -> None:
    session = table(dice=[3], tokens=[7, 0, 0, 0])
    assert refused(session, A, ("roll", 2)) == "turn.roll"
    play(session, A, ("roll", 1))
    assert session.moves(A) == [("walk", 4), ("walk", 10)]
    assert kind_of_space(session, space) == kind
    events = play(session, A, ("walk", space))
    assert said(events, "walk", "turn.direction")["space"] == space
    assert rule in rules_of(events)


def test_w18_a_successful_npc_event_gives_one_card_and_then_the_battle_comes() -> None:
    session = on_spades("9S", dice=[5], diamonds_deck=["JD"])
    land(session, A)
    assert said(play(session, A, ("roll", 1)), "npc-won", "npc.roll")["die"] == 5
    assert session.moves(A) == [("draw", "hearts"), ("draw", "diamonds")]
    events = play(session, A, ("draw", "diamonds"))
    assert said(events, "drew", "npc.choice")["card"] == "JD"
    assert session.truth.diamonds[A] == ("JD",)
    assert session.truth.discard == ["9S"]
    assert refused(session, A, ("draw", "hearts")) == "ruling.npc-prize"
    events = play(session, A, ("attack", B))
    assert said(events, "battle", "battle.start")["fighters"] == [A, B]
    assert frame(session) == "commit"


def test_w19_all_in_won_with_four_players_goes_on_with_three() -> None:
    session = on_spades(
        "JS",
        dice=[*throw(24), *throw(4)],
        hearts=[["2H", "3H"], ["4H"], [], []],
        diamonds=[[], ["5D"], [], []],
        clubs=[["6C"], ["7C"], [], []],
        excluded=[D],
    )
    land(session, A)
    play(session, A, ("attack", B))
    seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    events = fight(session, A, B)
    assert said(events, "everything", "allin.win")["lands"] == ["Dragon Dominion", "Snore Summit", "Pika Hills"]
    assert len(session.truth.territories[A]) == 6
    assert session.outcome is None
    assert session.truth.out[B] == 0  # ruling.elim-picks: the picks come first
    play(session, B, ("pick", "hearts"))
    events = play(session, B, ("pick", "clubs"))
    assert said(events, "surrender", "elim.surrender") == {"seat": B, "winner": A}
    assert (len(session.truth.hearts[A]), session.truth.clubs[A]) == (1, ())
    assert {"4H", "5D", "7C"} <= set(session.truth.discard)
    assert session.truth.living_seats() == [A, C, D]
    assert session.truth.excluded == ()  # ruling.repeat-clears: the loser is out
    play(session, A, ("end",))
    assert session.deciders == (C,)


def test_w20_no_battle_from_hearts_and_no_territory_of_another() -> None:
    session = table(dice=[1], tokens=[1, 0, 0, 0])
    play(session, A, ("roll", 1), ("walk", 2))
    assert kind_of_space(session, 2) == "H"
    assert refused(session, A, ("attack", B)) == "battle.start"
    later = duel()
    assert "Dragon Dominion" in later.truth.territories[B]
    assert refused(later, A, ("commit", "Dragon Dominion")) == "battle.territory"
