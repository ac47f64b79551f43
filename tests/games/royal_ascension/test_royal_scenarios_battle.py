"""Scenarios of battles and their losers, thought out from the rulebook alone before anything was played."""

from __future__ import annotations

from typing import Any

import pytest
from royal import GAME, A, B, C, D, commit, frame, play, refused, table
from royal_scenarios import (
    HIGH,
    LANDS,
    LOW,
    MEETING,
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
from telling import told

from tabletop_kernel import Session
from tabletop_kernel.contract.game import Move

# -- hearts under territories ------------------------------------------------------------------------------------------

ATTACHED = {"health-attach": "attach-on-draw"}


@pytest.mark.parametrize(
    ("card", "dice", "lost"),
    [("8S", [1, *LOW, *HIGH], ["2H"]), ("JS", [*LOW, *HIGH], ["2H", "3H"])],
    ids=["an ordinary battle", "All In"],
)
def test_the_log_says_which_hearts_go_with_a_territory(card: str, dice: list[int], lost: list[str]) -> None:
    under = [[["2H", "Jiggy Jungle"], ["3H", "Lucio Land"]], [], [], []]
    session = drawn(card, dice, options=ATTACHED, hearts=[["2H", "3H"], [], [], []], attached=under)
    if frame(session) == "npc":
        play(session, A, ("roll", 1))
    play(session, A, ("attack", B))
    fight(session, A, B)
    lands = [land for _, land in under[A][: len(lost)]]
    assert ("hearts-under", {"seat": A, "cards": lost, "count": len(lost), "lands": lands}) in told(session)


@pytest.mark.parametrize("rule", ["battle.lose-territory", "decree.spoils", "allin.win", "allin.lose"])
@pytest.mark.parametrize("stake", ["both-all", "drawer-vs-table", "drawer-all-opponent-one"])
def test_the_book_says_that_hearts_go_with_a_territory(rule: str, stake: str) -> None:
    assert "hearts under" in book(health_attach="attach-on-draw", allin_stake=stake)[rule].text.lower()
    assert "hearts under" not in book(allin_stake=stake)[rule].text.lower()


# -- the reason that stands in the way ---------------------------------------------------------------------------------


def begun(**more: Any) -> Session:
    session = drawn("8S", [1], **more)
    play(session, A, ("roll", 1), ("attack", B))
    return session


def test_a_battle_that_has_begun_is_fought_to_its_end() -> None:
    session = begun()
    names = {A: "you and Seraphina", B: "Eadric and you", C: "Eadric and Seraphina"}  # as each of them reads it
    fixed = ("battle.high-wins", {"fighters": [A, B]})
    for seat, move in [(A, ("pass",)), (B, ("pass",)), (A, ("attack", C)), (B, ("attack", A)), (C, ("seal",))]:
        assert why(session, seat, *move) == fixed
        verdict = session.judge(seat, move)
        assert verdict is not None and names[seat] in verdict.text
    for seat in (A, B):
        commit(session, seat, STAKE[seat])
    assert why(session, A, "pass") == why(session, A, "attack", D) == fixed


@pytest.mark.parametrize(("initiator", "rule"), [("yes", "battle.high-wins"), ("no", "battle.back-to-back")])
def test_a_protected_loser_is_simply_not_in_a_battle_of_others(initiator: str, rule: str) -> None:
    session = begun(options={"repeat-initiator": initiator}, excluded=[C])
    assert refused(session, C, ("commit", "Vapor Vale")) == rule


def test_who_stands_elsewhere_is_not_met() -> None:
    session = table(full({"shared-space": "battle"}), now="end", tokens=[12, 12, 22, 31])
    assert why(session, A, "attack", C) == ("ruling.shared-space", {"opponent": C, "so": "elsewhere", "choices": [B]})
    assert why(session, A, "commit", "Jiggy Jungle") == ("battle.opponent", {"choices": [B]})
    assert refused(session, A, ("pass",)) == "turn.end"


@pytest.mark.parametrize("move", [("end",), ("walk", 9), ("attack", C), ("seal",), ("give-up", "2D")])
def test_first_comes_the_heart_that_is_due(move: Move) -> None:
    session = begun(options={"one-heart": "one-each"}, hearts=TWO_HEARTS)
    for seat in (A, B):
        commit(session, seat, STAKE[seat])
    session = Session.at(GAME, {**session.position(), "chance": {"script": {"dice": [*LOW, *HIGH]}}})
    go_on(session, "forfeit")
    assert why(session, A, *move) == ("ruling.one-heart", {"so": "due"})
    go_on(session)
    assert why(session, A, "give-up", "3H") == ("ruling.one-heart", {"so": "not-due"})


@pytest.mark.parametrize("move", [("pass",), ("commit", "Jiggy Jungle"), ("attack", A)])
def test_nobody_may_be_chosen(move: Move) -> None:
    session = drawn("8S", [1], options={"repeat-scope": "ever"}, excluded=[B, C, D])
    play(session, A, ("roll", 1))
    assert why(session, A, *move) == ("space.spades", {})
    assert why(session, A, "attack", C) == ("battle.no-previous-loser", {"opponent": C, "choices": []})


def test_once_the_picks_are_over_there_is_nothing_to_pick() -> None:
    options = {"one-heart": "two", "pick-who": "loser-sees", "pick-pool": "committed-only"}
    session = drawn("8S", [1, *LOW, *HIGH], options=options, hearts=TWO_HEARTS, clubs=[[], ["6C"], [], []])
    play(session, A, ("roll", 1), ("attack", B))
    commit(session, B, "Pika Hills", "4H")
    fight(session, A)
    assert session.moves(A) == [("pick", "4H")]
    assert refused(session, A, ("pick", "5H")) == "ruling.pick-pool"
    play(session, A, ("pick", "4H"))
    assert session.moves(A) == [("end",)]  # no second heart was committed, and no weapon
    assert why(session, A, "pick", "6C") == ("battle.pick-health", {"so": "not-now"})


def test_who_picks_is_told_that_a_territory_is_taken() -> None:
    lands = [land for held in LANDS for land in held]
    session = table(now="draft", pool=lands[1:], territories=[lands[:1], [], [], []], active=B)
    assert why(session, B, "take", lands[0]) == ("setup.draft", {"seat": B, "so": "taken"})
    assert why(session, B, "roll", 2) == ("setup.draft", {"seat": B, "so": "no-pick"})
    assert why(session, C, "take", lands[0]) == ("setup.draft", {"seat": B, "so": "another's"})


# -- exclusions --------------------------------------------------------------------------------------------------------

EVER_ONE_SPADE = {"repeat-scope": "ever", "repeat-clears": "one-spade", "shared-space": "battle"}


@pytest.mark.parametrize(("space", "excluded"), [(12, (D, B)), (4, (B,))], ids=["on Diamonds", "on Spades"])
def test_only_a_landing_on_spades_ends_earlier_exclusions(space: int, excluded: tuple[int, ...]) -> None:
    """D is excluded; A beats B, whom A met. Off Spades D stays excluded, and on Spades D is free."""
    position = {"tokens": [space, space, 0, 0], "territories": LANDS, "excluded": [D]}
    session = table(full(EVER_ONE_SPADE), [*HIGH, *LOW], now="end", **position)
    play(session, A, ("attack", B))
    fight(session, A, B)
    go_on(session, "roll")
    assert session.truth.excluded == excluded


def test_two_losers_of_one_turn_on_spades_are_both_excluded() -> None:
    dice = [1, *HIGH, *LOW, *HIGH, *LOW]
    session = drawn("8S", dice, options=EVER_ONE_SPADE, tokens=[3, 4, 22, 31], excluded=[D])
    play(session, A, ("roll", 1), ("attack", C))
    fight(session, A, C)
    assert session.truth.excluded == (C,)
    play(session, A, ("attack", B))
    fight(session, A, B, stakes=["Lucio Land", *STAKE[1:]])
    go_on(session, "roll")
    assert session.truth.excluded == (C, B)


@pytest.mark.parametrize(("option", "open_to_choose"), [("kept", []), ("lifted", [B])])
def test_the_exclusion_among_the_last_two(option: str, open_to_choose: list[int]) -> None:
    lands = [[*LANDS[0], *LANDS[2]], [*LANDS[1], *LANDS[3]], [], []]
    position = {"out": [0, 0, 1, 1], "tokens": [3, 12, -1, -1], "territories": lands, "excluded": [B]}
    session = drawn("8S", [1], options={"repeat-last-two": option}, **position)
    play(session, A, ("roll", 1))
    assert [move[1] for move in session.moves(A) if move[0] == "attack"] == open_to_choose


# -- through several rulings -------------------------------------------------------------------------------------------


def test_a_majority_that_does_not_last_the_turn() -> None:
    """A wins the Decree and has seven, then loses the extra battle: at the end of the turn there are six."""
    options = {"decree-replaces": "extra", "end-timing": "end-of-turn"}
    lands = [[*LANDS[0], "Mewtopia"], LANDS[1], LANDS[2], LANDS[3][:2]]
    session = drawn("KS", [*HIGH, *LOW, *LOW, *LOW, *LOW, *HIGH], options=options, territories=lands)
    fight(session, A, B, C, D)
    assert sizes(session)[A] == 7
    play(session, A, ("attack", B))
    fight(session, A, B, stakes=["Mewtopia", "Pika Hills"])
    go_on(session, "roll")
    assert (session.outcome, sizes(session)[A]) == (None, 6)


def test_after_a_tie_other_cards_and_only_the_loser_discards() -> None:
    options = {"used-cards": "loser-discards", "tie-recommit": "recommit"}
    dice = [1, *LOW, *LOW, *LOW, *HIGH]
    session = drawn("8S", dice, options=options, hearts=TWO_HEARTS, clubs=[["5C"], ["6C"], [], []])
    play(session, A, ("roll", 1), ("attack", B))
    fight(session, A, B)
    commit(session, A, "Venom Valley", "2H", "5C")
    commit(session, B, "Pika Hills", "6C")
    go_on(session)
    assert (session.truth.clubs[A], session.truth.hearts[A]) == ((), ("3H",))
    assert "Venom Valley" in session.truth.territories[B]
    assert "Jiggy Jungle" in session.truth.territories[A]


def test_who_is_eliminated_picks_nothing_and_leaves_an_alliance() -> None:
    lands = [[*LANDS[0], "Snore Summit"], ["Dragon Dominion"], [*LANDS[2], "Pika Hills"], LANDS[3]]
    options = {"elim-picks": "no", "elim-alliance": "to-eliminator"}
    more: dict[str, Any] = {"territories": lands, "hearts": TWO_HEARTS, "alliances": [[], ["5S"], [], []]}
    session = drawn("8S", [1, *HIGH, *LOW], options=options, **more)
    play(session, A, ("roll", 1), ("attack", B))
    play(session, B, ("fight",))
    fight(session, A, B)
    assert session.truth.out[B]
    assert session.truth.alliances[A] == ("5S",)
    assert session.truth.hearts[:2] == [("2H", "3H"), ()]
    assert session.truth.excluded == ()


# -- a second reading --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [("commit", "Jiggy Jungle"), ("fight",), ("seal",), ("attack", B)])
@pytest.mark.parametrize(("excluded", "rule"), [(A, "battle.back-to-back"), (B, "battle.no-previous-loser")])
@pytest.mark.parametrize("fought", [0, 1])
def test_why_nobody_met_can_be_fought(move: Move, excluded: int, rule: str, fought: int) -> None:
    space = 4 if fought else 10  # after a battle on Spades, or on Hearts
    position = {"tokens": [space, space, 0, 0], "territories": LANDS, "excluded": [excluded], "fought": fought}
    session = table(full(MEETING), now="end", **position)
    assert refused(session, A, move) == rule


def test_the_log_says_that_an_exclusion_has_ended() -> None:
    for initiator in ("no", "yes"):
        options = {"repeat-clears": "one-spade", "repeat-initiator": initiator, "battle-must": "may"}
        session = drawn("8S", [1], options=options, excluded=[B])
        play(session, A, ("roll", 1), ("pass",), ("end",))
        assert told(session, "ruling.repeat-clears") == [("free", {"seats": [B]})]
    session = drawn("8S", [1, *HIGH, *LOW], options=EVER_ONE_SPADE, excluded=[D])
    play(session, A, ("roll", 1), ("attack", B))
    fight(session, A, B)
    assert told(session, "ruling.repeat-clears") == [("free", {"seats": [D]})]
    assert book(repeat_initiator="yes").events["free"] != book().events["free"], "chosen again, or to battle again"
    for rule in ("battle.no-previous-loser", "battle.back-to-back"):
        assert book(repeat_clears="one-spade")[rule].text != book()[rule].text


def test_after_a_tie_it_is_somebody_elses_roll() -> None:
    session = table(full({"selection-dice": "one"}), [4, 6, 4, 2])
    for seat in (A, B, C, D):
        play(session, seat, ("roll", 1))
    assert why(session, B, "take", "Mewtopia") == ("ruling.selection-ties", {"seat": A})


@pytest.mark.parametrize(
    ("stakes", "hearts"),
    [([], ["no-pick"]), (["4H"], ["no-second-pick"]), (["4H", "5H"], [])],
)
def test_a_pick_that_is_left_out_is_told_once(stakes: list[str], hearts: list[str]) -> None:
    options = {"one-heart": "two", "pick-pool": "committed-only"}
    session = drawn("8S", [1, *LOW, *HIGH], options=options, hearts=TWO_HEARTS)
    play(session, A, ("roll", 1), ("attack", B))
    commit(session, B, "Pika Hills", *stakes)
    fight(session, A)
    go_on(session)
    assert told(session, "battle.if-any") == [
        *((kind, {"seat": A, "suit": "hearts"}) for kind in hearts),
        ("no-pick", {"seat": A, "suit": "clubs"}),
    ]
    assert session.book.events["no-pick"] != GAME.rulebook.events["no-pick"], "no committed card"


def test_without_a_heart_none_is_laid_down() -> None:
    session = table(full(ATTACHED), now="roll", territories=LANDS)
    assert why(session, A, "attach", "Jiggy Jungle") == ("ruling.health-attach", {"so": "no-heart"})
    drawing = table(full(ATTACHED), now="walk", die=1, tokens=[1, 0, 0, 0], territories=LANDS)
    play(drawing, A, ("walk", 2))
    assert why(drawing, A, "attach", "Vapor Vale") == ("ruling.health-attach", {"so": "not-there"})


@pytest.mark.parametrize(
    ("weapons", "points"),
    [(["QC"], 12), (["2C", "QC"], 14)],
)
def test_weapons_are_told_with_what_they_add(weapons: list[str], points: int) -> None:
    session = begun(clubs=[weapons, [], [], []])
    commit(session, A, STAKE[A], *weapons)
    commit(session, B, STAKE[B])
    facts = {"seat": A, "cards": weapons, "count": len(weapons), "points": points}
    assert told(session, "shop.power") == [("weapons", facts)]
