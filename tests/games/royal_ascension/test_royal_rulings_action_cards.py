"""Rulings about the other action cards: every option does what its row says."""

from __future__ import annotations

import pytest
from royal import GAME, A, B, C, D, commit, frame, kinds_of, play, refused
from royal_landings import (
    ALL_IN,
    ALLIANCE,
    DECREE,
    DIAMONDS,
    FARTHER,
    HIGH,
    LANDS,
    LOW,
    NPC,
    PLAGUE,
    SPADES,
    STAKE,
    Events,
    battle,
    cited,
    decree,
    duel,
    event,
    holders,
    land,
    next_landing,
    quiet_turn,
    roll_out,
    sorted_lands,
    step_from_spades,
    totals,
)

from tabletop_kernel import Session

# -- allin-stake -----------------------------------------------------------------------------------------------------


def all_in(option: str, dice: list[int]) -> Session:
    session = step_from_spades(ALL_IN, rulings={"allin-stake": option}, dice=dice)
    land(session, A)
    return session


def test_allin_stake_both_all() -> None:
    """The winner takes every territory of the loser, whichever of the two that is."""
    won = all_in("both-all", [*HIGH, *LOW])
    assert ("everything", "allin.win") in cited(duel(won, A, B))
    assert holders(won) == [sorted_lands(A, B), [], LANDS[C], LANDS[D]]
    lost = all_in("both-all", [*LOW, *HIGH])
    assert ("everything", "allin.lose") in cited(duel(lost, A, B))
    assert holders(lost) == [[], sorted_lands(A, B), LANDS[C], LANDS[D]]
    assert lost.view(None)["out"] == [1, 0, 0, 0]


def test_allin_stake_drawer_vs_table() -> None:
    """One showdown of all: the drawer takes everything, or loses everything to the highest total."""
    won = all_in("drawer-vs-table", [*HIGH, *LOW, *LOW, *LOW])
    assert sorted(won.deciders) == [A, B, C, D]  # nobody was chosen
    assert refused(won, A, ("attack", B)) == "ruling.allin-stake"
    battle(won, A, B, C, D)
    assert holders(won) == [sorted_lands(A, B, C, D), [], [], []]
    assert won.outcome is not None
    assert won.outcome.winners == (A,)
    lost = all_in("drawer-vs-table", [*[3] * 4, *LOW, *LOW, *HIGH])
    battle(lost, A, B, C, D)
    assert holders(lost) == [[], LANDS[B], LANDS[C], sorted_lands(A, D)]
    assert lost.view(None)["out"] == [1, 0, 0, 0]
    assert lost.outcome is None


def test_allin_stake_drawer_all_opponent_one() -> None:
    """A winning drawer takes only the committed territory; a losing drawer gives up everything."""
    won = all_in("drawer-all-opponent-one", [*HIGH, *LOW])
    duel(won, A, B)
    assert sorted(holders(won)[A]) == sorted([*LANDS[A], STAKE[B]])
    assert holders(won)[B] == ["Dragon Dominion", "Pika Hills"]
    lost = all_in("drawer-all-opponent-one", [*LOW, *HIGH])
    duel(lost, A, B)
    assert holders(lost)[:2] == [[], sorted_lands(A, B)]


# -- allin-no-battle -------------------------------------------------------------------------------------------------


def all_in_without_battle(option: str) -> tuple[Session, Events]:
    """A has two territories, lost the last battle, draws All In and may not battle; a round later A may choose B."""
    session = step_from_spades(
        ALL_IN,
        PLAGUE,
        PLAGUE,
        rulings={"allin-no-battle": option},
        dice=[*SPADES, *HIGH, *LOW, *DIAMONDS, *DIAMONDS, *FARTHER, *HIGH, *LOW],
        territories=[["Jiggy Jungle", "Lucio Land"], LANDS[B], LANDS[C], [*LANDS[D], "Venom Valley"]],
        excluded=[A],
    )
    events = land(session, A)
    assert session.view(None)["all_in"] == [int(option == "waits"), 0, 0, 0]
    play(session, A, ("end",))
    next_landing(session, B)
    duel(session, B, C)
    play(session, B, ("end",))
    quiet_turn(session, C)
    quiet_turn(session, D)
    next_landing(session, A, 7)
    return session, events


def test_allin_no_battle_lost() -> None:
    """All In without a battle is lost: the drawer's next battle is an ordinary one."""
    session, events = all_in_without_battle("lost")
    assert ("all-in-lost", "ruling.allin-no-battle") in cited(events)
    duel(session, A, B)
    assert holders(session)[A] == ["Jiggy Jungle", "Lucio Land", "Snore Summit"]
    assert holders(session)[B] == ["Dragon Dominion", "Bulben Crest", "Pika Hills"]


def test_allin_no_battle_waits() -> None:
    """All In waits for the drawer's next battle, and is over after it."""
    session, events = all_in_without_battle("waits")
    assert "all-in-lost" not in kinds_of(events)
    result = duel(session, A, B)
    assert ("everything", "allin.win") in cited(result)
    assert holders(session)[B] == []
    assert {*holders(session)[A]} == {"Jiggy Jungle", "Lucio Land", *LANDS[B], STAKE[C]}
    assert session.view(None)["all_in"] == [0, 0, 0, 0]


# -- decree-format ---------------------------------------------------------------------------------------------------


def assert_takes_all_stakes(session: Session, winner: int) -> None:
    for seat in (A, B, C, D):
        lost = [] if seat == winner else [STAKE[seat]]
        expected = [*LANDS[winner], *(stake for stake in STAKE if stake != STAKE[winner])]
        kept = expected if seat == winner else [name for name in LANDS[seat] if name not in lost]
        assert sorted(holders(session)[seat]) == sorted(kept)


def test_decree_format_showdown() -> None:
    """Everyone rolls once and the highest total wins; those who share it roll again."""
    session, events, rollers = decree("showdown", [LOW, [2, 2, 2, 2], HIGH, HIGH, [5, 5, 5, 5], LOW])
    assert rollers == [A, B, C, D, C, D]
    assert event(events, "tie") == {"seats": [C, D], "total": 39}
    assert event(events, "won") == {"seat": C, "total": 35}
    assert_takes_all_stakes(session, C)


def test_decree_format_knockout() -> None:
    """Pairs meet in turn order and winners meet winners, with the same commitments and fresh dice."""
    threes = [3, 3, 3, 3]
    session, events, rollers = decree("knockout", [LOW, threes, threes, HIGH, threes, LOW])
    assert rollers == [A, B, C, D, B, D]  # A and B, C and D, then the winners
    assert [(kind, data["seat"]) for kind, _, _, data in events if kind.startswith("won")] == [
        ("won-bout", B), ("won-bout", D), ("won", B),
    ]  # fmt: skip
    assert_takes_all_stakes(session, B)  # although D had the highest total of all


def test_decree_format_round_robin() -> None:
    """Every pair rolls, most wins takes it, and those who share most wins roll once more together."""
    a_b, a_c, a_d = [HIGH, LOW], [LOW, HIGH], [LOW, HIGH]
    b_c, b_d, c_d = [HIGH, LOW], [LOW, HIGH], [HIGH, LOW]
    session, events, rollers = decree("round-robin", [*a_b, *a_c, *a_d, *b_c, *b_d, *c_d, LOW, HIGH])
    assert rollers == [A, B, A, C, A, D, B, C, B, D, C, D, C, D]
    assert [data["seat"] for kind, _, _, data in events if kind == "won-bout"] == [A, C, D, B, D, C]
    assert event(events, "bouts-equal") == {"seats": [C, D], "count": 2}
    assert event(events, "won")["seat"] == D
    assert_takes_all_stakes(session, D)
    clear, events, rollers = decree("round-robin", [*a_b, HIGH, LOW, *a_d, *b_c, *b_d, LOW, HIGH])
    assert len(rollers) == 12  # D has won all three of its pairs: nothing more to roll
    assert event(events, "most-bouts") == {"seat": D, "count": 3}
    assert_takes_all_stakes(clear, D)


# -- decree-territory ------------------------------------------------------------------------------------------------


def decree_won(option: str) -> Session:
    """A wins a Royal Decree; everybody committed the usual territory."""
    session = step_from_spades(DECREE, rulings={"decree-territory": option}, dice=[*HIGH, *LOW, *LOW, *LOW])
    land(session, A)
    battle(session, A, B, C, D)
    return session


def test_decree_territory_committed() -> None:
    """Each loser gives up the territory they committed."""
    session = decree_won("committed")
    assert frame(session) == "end"
    assert_takes_all_stakes(session, A)


def test_decree_territory_winner_picks() -> None:
    """The winner picks one territory of each loser, committed or not."""
    session = decree_won("winner-picks")
    assert holders(session) == LANDS
    assert session.deciders == (A,)
    assert session.moves(A) == [("claim", name) for name in LANDS[B]]
    assert refused(session, A, ("claim", "Mewtopia")) == "ruling.decree-territory"
    play(session, A, ("claim", "Pika Hills"), ("claim", "Char Forest"), ("claim", "Mewtopia"))
    assert {*holders(session)[A]} == {*LANDS[A], "Pika Hills", "Char Forest", "Mewtopia"}
    assert [len(lands) for lands in holders(session)] == [6, 2, 2, 2]
    assert frame(session) == "end"


def test_decree_territory_loser_picks() -> None:
    """Each loser picks which of their own territories to give up."""
    session = decree_won("loser-picks")
    assert holders(session) == LANDS
    assert session.deciders == (B,)
    assert refused(session, B, ("give", "Mewtopia")) == "ruling.decree-territory"
    for seat in (B, C, D):
        assert session.moves(seat) == [("give", name) for name in LANDS[seat]]
        play(session, seat, ("give", LANDS[seat][0]))
    assert {*holders(session)[A]} == {*LANDS[A], LANDS[B][0], LANDS[C][0], LANDS[D][0]}
    assert holders(session)[D] == ["Teal Shore", "Mewtopia"]
    assert frame(session) == "end"


@pytest.mark.parametrize(
    ("option", "verb", "deciders"), [("winner-picks", "claim", (A, A)), ("loser-picks", "give", (B, C))]
)
def test_the_seventh_territory_of_a_decree_ends_the_game_at_once(
    option: str, verb: str, deciders: tuple[int, ...]
) -> None:
    """A owns five: with the second territory nothing more is claimed, given or picked."""
    lands = [[*LANDS[A], *LANDS[B][:1], *LANDS[C][:1]], LANDS[B][1:], LANDS[C][1:], LANDS[D]]
    rulings = {"decree-territory": option}
    dice = [*HIGH, *LOW, *LOW, *LOW]
    session = step_from_spades(DECREE, rulings=rulings, dice=dice, territories=lands, hearts=[["9H"], [], [], []])
    land(session, A)
    for seat in (A, B, C, D):
        commit(session, seat, lands[seat][0])
    roll_out(session)
    for decider, loser in zip(deciders, (B, C), strict=True):
        assert session.outcome is None
        play(session, decider, (verb, lands[loser][0]))
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.majority", (A,))
    assert holders(session)[D] == LANDS[D]
    assert len(holders(session)[A]) == 7


# -- decree-replaces -------------------------------------------------------------------------------------------------


def after_decree(option: str) -> Session:
    session = step_from_spades(
        DECREE, rulings={"decree-replaces": option}, dice=[*LOW, *HIGH, *LOW, *LOW, *HIGH, *LOW], excluded=[C]
    )
    land(session, A)
    battle(session, A, B, C, D)
    return session


def test_decree_replaces_replaces() -> None:
    """The Royal Decree is the battle of the turn: no other follows."""
    session = after_decree("replaces")
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", C)) == "ruling.decree-replaces"
    assert session.view(None)["excluded"] == []


def test_decree_replaces_extra() -> None:
    """After the Royal Decree the drawer also has an ordinary battle, against anybody."""
    session = after_decree("extra")
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]
    play(session, A, ("attack", C))
    commit(session, A, "Venom Valley")
    commit(session, C, "Char Forest")
    roll_out(session)
    assert holders(session)[A] == ["Jiggy Jungle", "Venom Valley", "Char Forest"]
    assert session.view(None)["fought"] == 2
    assert session.view(None)["excluded"] == [C]
    assert session.moves(A) == [("end",)]


# -- npc-prize -------------------------------------------------------------------------------------------------------


def npc_success(option: str) -> Session:
    """A draws an NPC event and rolls a 5."""
    session = step_from_spades(
        NPC, rulings={"npc-prize": option}, dice=[5], hearts_deck=["5H", "6H"], diamonds_deck=["7D", "8D"]
    )
    land(session, A)
    play(session, A, ("roll", 1))
    assert session.moves(A) == [("draw", "hearts"), ("draw", "diamonds")]
    return session


def test_npc_prize_one() -> None:
    """One card from the suit chosen, then the battle."""
    session = npc_success("one")
    play(session, A, ("draw", "hearts"))
    assert frame(session) == "attack"
    assert refused(session, A, ("draw", "diamonds")) == "ruling.npc-prize"
    assert (session.truth.hearts[A], session.truth.diamonds[A]) == (("5H",), ())
    assert NPC in session.truth.discard


def test_npc_prize_two() -> None:
    """Two cards, both of one suit or one of each."""
    session = npc_success("two")
    play(session, A, ("draw", "hearts"))
    assert session.moves(A) == [("draw", "hearts"), ("draw", "diamonds")]
    assert NPC not in session.truth.discard
    split = session.branch()
    play(session, A, ("draw", "hearts"))
    assert (session.truth.hearts[A], session.truth.diamonds[A]) == (("5H", "6H"), ())
    assert refused(session, A, ("draw", "hearts")) == "ruling.npc-prize"
    play(split, A, ("draw", "diamonds"))
    assert (split.truth.hearts[A], split.truth.diamonds[A]) == (("5H",), ("7D",))
    assert frame(split) == "attack"


def test_npc_prize_one_of_each() -> None:
    """One heart and one diamond; the second card cannot be of the first suit."""
    session = npc_success("one-of-each")
    play(session, A, ("draw", "diamonds"))
    assert session.moves(A) == [("draw", "hearts")]
    assert refused(session, A, ("draw", "diamonds")) == "ruling.npc-prize"
    play(session, A, ("draw", "hearts"))
    assert (session.truth.hearts[A], session.truth.diamonds[A]) == (("5H",), ("7D",))
    assert frame(session) == "attack"


# -- plague-carry ----------------------------------------------------------------------------------------------------


def plague_without_battle(option: str) -> tuple[Session, Events, Events]:
    """C, who lost last, draws a Plague and may not battle; later B challenges C. Both have rolled a sum of 12."""
    session = step_from_spades(
        PLAGUE,
        ALLIANCE,
        ALLIANCE,
        rulings={"plague-carry": option},
        dice=[*SPADES, *HIGH, *LOW, *DIAMONDS, *SPADES, *[3] * 8],
        active=C,
        excluded=[C],
    )
    drawn = land(session, C)
    assert frame(session) == "end"
    play(session, C, ("end",))
    next_landing(session, D)
    duel(session, D, A)
    play(session, D, ("end",))
    quiet_turn(session, A)
    next_landing(session, B)
    play(session, B, ("attack", C))
    commit(session, B, "Dragon Dominion")
    commit(session, C, "Bulben Crest")
    return session, drawn, roll_out(session)


def test_plague_carry_carries() -> None:
    """A Plague without a battle waits: it weakens the player's next battle, here as the one challenged."""
    session, drawn, fought = plague_without_battle("carries")
    assert ("plague-waits", "ruling.plague-carry") in cited(drawn)
    assert totals(fought) == {B: 13 + 12, C: 15 + 12 - 10}
    assert "Bulben Crest" in holders(session)[B]
    assert session.view(None)["plague"] == [0, 0, 0, 0]


def test_plague_carry_expires() -> None:
    """A Plague without a battle has no effect later."""
    session, drawn, fought = plague_without_battle("expires")
    assert ("plague-gone", "ruling.plague-carry") in cited(drawn)
    assert totals(fought) == {B: 13 + 12, C: 15 + 12}
    assert "Dragon Dominion" in holders(session)[C]


def passed_with_company(card: str) -> Session:
    """A draws a card for a battle, does without one, and stands beside C."""
    session = step_from_spades(
        card,
        rulings={
            "plague-carry": "expires",
            "allin-no-battle": "lost",
            "shared-space": "battle",
            "battle-must": "may",
        },
        dice=[*HIGH, *LOW],
        tokens=[3, 3, 4, 5],
    )
    land(session, A)
    assert not {"plague-gone", "all-in-lost"} & set(kinds_of(play(session, A, ("pass",))))
    assert session.moves(A) == [("attack", C), ("end",)]
    return session


@pytest.mark.parametrize(
    ("card", "lost", "counts"), [(PLAGUE, "plague-gone", "sick"), (ALL_IN, "all-in-lost", "everything")]
)
def test_what_was_drawn_for_a_battle_still_counts_in_one_by_meeting(card: str, lost: str, counts: str) -> None:
    """Nothing is lost before the battle with somebody met is turned down, too."""
    turned_down = passed_with_company(card)
    assert lost in kinds_of(play(turned_down, A, ("end",)))
    fought = passed_with_company(card)
    duel(fought, A, C)
    kinds = [entry.kind for entry in fought.log(None)]
    assert counts in kinds
    assert lost not in kinds


def test_a_plague_that_waits_is_not_told_of_where_no_spade_was_drawn() -> None:
    """After Diamonds a battle by meeting is turned down: the landing was none on Spades."""
    session = step_from_spades(
        rulings={"shared-space": "battle"}, plague=[10, 0, 0, 0], tokens=[2, 1, 5, 6], diamonds_deck=["7D"]
    )
    play(session, A, ("walk", 1))
    assert session.moves(A) == [("attack", B), ("end",)]
    assert "plague-waits" not in kinds_of(play(session, A, ("end",)))


def test_a_decree_that_everybody_avoids_is_told_of_once() -> None:
    """Where an ordinary battle would follow it, nobody is left for that either; exclusions stay."""
    session = step_from_spades(
        DECREE,
        rulings={"decree-replaces": "extra", "alliance-vs-decree": "yes"},
        alliances=[[], ["3S"], ["4S"], ["5S"]],
        excluded=[D],
    )
    land(session, A)
    play(session, B, ("ally",))
    play(session, C, ("ally",))
    events = play(session, D, ("ally",))
    assert cited(events).count(("no-battle", "ruling.alliance-vs-decree")) == 1
    assert kinds_of(events).count("no-battle") == 1
    assert session.moves(A) == [("end",)]
    assert session.view(None)["excluded"] == [D]
    assert "has been fought" in session.book["decree.reset"].text
    assert refused(session, A, ("attack", B)) == "ruling.alliance-vs-decree"


def test_who_avoids_a_decree_also_stays_out_of_the_battle_after_it() -> None:
    session = step_from_spades(
        DECREE,
        rulings={"decree-replaces": "extra", "alliance-vs-decree": "yes"},
        alliances=[[], ["3S"], [], []],
        dice=[*HIGH, *LOW, *LOW],
    )
    land(session, A)
    play(session, B, ("ally",))
    battle(session, A, C, D)
    assert session.moves(A) == [("attack", C), ("attack", D)]
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"
    assert session.book["alliance.use"].text != GAME.rulebook["alliance.use"].text
    usual, here = (book.rulings["ruling.alliance-effect"].options["cancel"] for book in (GAME.rulebook, session.book))
    assert here != usual, "out of the battle after the Decree, too"


# -- plague-stack ----------------------------------------------------------------------------------------------------


def second_plague(option: str) -> Session:
    session = step_from_spades(
        "2S", rulings={"plague-stack": option}, dice=[*HIGH, *[2] * 4], plague=[10, 0, 0, 0], discard=["AS"]
    )
    land(session, A)
    return session


def test_plague_stack_stack() -> None:
    """Two waiting Plagues take away 20."""
    session = second_plague("stack")
    assert session.view(None)["plague"] == [20, 0, 0, 0]
    assert totals(duel(session, A, B)) == {A: 15 + 24 - 20, B: 15 + 8}
    assert STAKE[A] in holders(session)[B]


def test_plague_stack_cap() -> None:
    """However many Plagues wait, they take off 10 together."""
    session = second_plague("cap")
    assert session.view(None)["plague"] == [10, 0, 0, 0]
    assert totals(duel(session, A, B)) == {A: 15 + 24 - 10, B: 15 + 8}
    assert STAKE[B] in holders(session)[A]
