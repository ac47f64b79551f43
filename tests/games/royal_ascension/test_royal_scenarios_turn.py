"""Scenarios of turns and of what the book says, thought out from the rulebook alone before anything was played."""

from __future__ import annotations

import pytest
from royal import A, B, C, D, play, table
from royal_scenarios import book, full, log, prompt, why

# -- what the book says at this table ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "options", "says", "never"),
    [
        ("alliance.use", {"allin_stake": "drawer-vs-table"}, "that calls everybody is fought without you", "{"),
        ("alliance.use", {"allin_stake": "drawer-vs-table", "alliance_vs_allin": "no"}, "not for All In", "without"),
        ("alliance.use", {"alliance_effect": "choose-again", "shared_space": "battle"}, "met on a space, the", "{"),
        ("shop.price", {"shop_combine": "yes"}, "Several weapons", "separately"),
        ("shop.price", {"shop_combine": "yes", "shop_limit": "one"}, "costs", "Several"),
        ("shop.may", {"shop_offer": "top-1"}, "the next one after each purchase", "{"),
        ("shop.may", {"shop_offer": "top-1", "shop_limit": "one"}, "The top club is turned up.", "next one"),
        ("shop.may", {"shop_offer": "market-3"}, "Up to three clubs always lie open.", "There are always"),
        ("shop.may", {}, "or as many as are left", "{"),
        ("plague.minus", {"plague_carry": "expires"}, "the battle of this turn.", "Two Plagues"),
        ("plague.minus", {"plague_stack": "cap"}, "Two Plagues take off no more than one.", "20"),
        ("battle.pick-health", {"one_heart": "one-each", "elim_picks": "no"}, "last territory, also gives up", "{"),
        ("battle.pick-health", {"one_heart": "one-each"}, "Then the loser also gives up one heart", "last territory"),
        ("allin.win", {"allin_no_battle": "waits"}, "your next battle that is no Royal Decree", "you start"),
    ],
)
def test_the_book_is_true_at_this_table(rule: str, options: dict[str, str], says: str, never: str) -> None:
    text = book(**options)[rule].text
    assert says in text
    assert never not in text


# -- prompts and lines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "die", "token", "says"),
    [
        ({}, 1, 0, "Step out of home onto your own gate, space 1 (Diamonds)."),
        ({"leave-home": "one-gate"}, 1, 0, "Step out of home onto space 1 (Diamonds)."),
        ({"leave-home": "any-gate"}, 1, 0, "Step out of home onto a gate: space 1 (Diamonds), space 10 (Hearts), "),
        ({"leave-home": "any-gate"}, 4, 0, "Walk 4: one step onto a gate of your choice, the rest to the left or "),
        ({}, 4, 0, "Walk 4: one step onto your own gate, the rest to the left or to the right."),
        ({}, 4, 7, "Walk 4 to the left or to the right. Only the space where you stop counts."),
        ({"one-direction": "yes"}, 4, 7, "Walk 4 to the left or to the right; you may turn round once. Only"),
        ({"one-direction": "yes"}, 2, 7, "Walk 2 to the left or to the right. Only"),
        ({"return-home": "through-gate"}, 3, 3, "Walk 3 to the left or to the right, or home through your own gate."),
        ({"return-home": "through-gate"}, 2, 3, "Walk 2 to the left or to the right. Only"),
    ],
)
def test_a_walk_is_prompted_as_it_can_go(options: dict[str, str], die: int, token: int, says: str) -> None:
    session = table(full(options), now="walk", die=die, tokens=[token, 0, 0, 0])
    assert prompt(session, A).startswith(says)


def test_all_cards_above_the_limit_are_asked_for() -> None:
    hearts = [[f"{rank}H" for rank in (*range(2, 11), "J", "Q", "K", "A")], [], [], []]
    frames = [["close", A, []], ["limit", A, []]]
    session = table(full({"hand-limit": "ten"}), frames=frames, hearts=hearts, tokens=[2, 0, 0, 0])
    assert prompt(session, A) == "You hold 13 cards, and ten is the limit: discard three cards."
    play(session, A, ("discard", "2H"), ("discard", "3H"))
    assert prompt(session, A) == "You hold 11 cards, and ten is the limit: discard one card."


def test_the_log_says_that_the_seat_decides_a_tie() -> None:
    options = {"selection-dice": "one", "selection-ties": "seat"}
    session = table(full(options), [4, 6, 4, 2])
    for seat in (A, B, C, D):
        play(session, seat, ("roll", 1))
    assert log(session)[-2:] == [
        "Eadric and Thaddeus rolled the same: the lower seat chooses first.",
        "The order of selection is Seraphina, Eadric, Thaddeus and Lysandra.",
    ]


# -- a second reading --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "shown"), [("winner-picks", True), ("loser-picks", False), ("committed", False)])
def test_the_book_says_to_whom_secret_territories_are_shown(option: str, shown: bool) -> None:
    texts = book(hidden_territories="hidden", decree_territory=option)
    said = "until the game is over; but the winner of a Royal Decree looks at those of a loser to pick one."
    assert texts["cards.hidden"].text.endswith(said) == shown
    assert texts.rulings["ruling.hidden-territories"].options["hidden"].endswith(said) == shown


@pytest.mark.parametrize(
    ("option", "space", "says"),
    [
        ("yes", 10, "The token cannot end where it began, even if it turns round on the way. It can end on space 6 "),
        ("yes", 11, "The token cannot stay or stop there: the die shows 4"),
        ("no", 12, "The token cannot turn round on the way: the whole move goes in one direction. It can end on space"),
        ("no", 8, "The token cannot turn round on the way: "),
        ("no", 10, "The token cannot stay or stop there: the die shows 4"),
        ("no", 11, "The token cannot stay or stop there: the die shows 4"),
    ],
)
def test_why_a_walk_cannot_end_there(option: str, space: int, says: str) -> None:
    session = table(full({"one-direction": option}), now="walk", die=4, tokens=[10, 0, 0, 0])
    assert why(session, A, "walk", space).startswith(says)


def test_who_has_rolled_walks() -> None:
    session = table(now="roll", active=A)
    assert why(session, A, "end").startswith("Not like that: a turn begins with a single roll of one die")
    play(session, A, ("roll", 1))
    assert why(session, A, "roll", 1).startswith("You have rolled already, and now you walk: ")
