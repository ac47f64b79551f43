"""Scenarios of turns and of what the book says, thought out from the rulebook alone before anything was played."""

from __future__ import annotations

import pytest
from royal import A, B, C, D, play, table
from royal_scenarios import book, full, why
from telling import asked, numbers_in, told

# -- what the book says at this table ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ("alliance.use", {"allin_stake": "drawer-vs-table"}),
        ("alliance.use", {"alliance_vs_allin": "no"}),
        ("alliance.use", {"alliance_effect": "choose-again", "shared_space": "battle"}),
        ("shop.price", {"shop_combine": "yes"}),
        ("shop.price", {"shop_combine": "yes", "shop_limit": "one"}),
        ("shop.may", {"shop_offer": "top-1"}),
        ("shop.may", {"shop_offer": "top-1", "shop_limit": "one"}),
        ("shop.may", {"shop_offer": "market-3"}),
        ("plague.minus", {"plague_carry": "expires"}),
        ("plague.minus", {"plague_stack": "cap"}),
        ("battle.pick-health", {"one_heart": "one-each", "elim_picks": "no"}),
        ("allin.win", {"allin_no_battle": "waits"}),
    ],
)
def test_the_book_is_true_at_this_table(rule: str, options: dict[str, str]) -> None:
    """Each of the rulings shapes the sentence, whatever the others are."""
    text = book(**options)[rule].text
    assert "{" not in text
    for ruling in options:
        others = {key: option for key, option in options.items() if key != ruling}
        assert text != book(**others)[rule].text, ruling


def test_the_book_says_nothing_of_what_another_ruling_rules_out() -> None:
    no = {"alliance_vs_allin": "no"}
    assert book(allin_stake="drawer-vs-table", **no)["alliance.use"].text == book(**no)["alliance.use"].text
    capped = numbers_in(book(plague_stack="cap")["plague.minus"].text)
    assert 20 in numbers_in(book()["plague.minus"].text) and 20 not in capped


# -- prompts and lines -------------------------------------------------------------------------------------------------


GATES = [1, 10, 19, 28]


@pytest.mark.parametrize(
    ("options", "die", "token", "kind", "turn"),
    [
        ({}, 1, 0, "walk-gate", False),
        ({"leave-home": "one-gate"}, 1, 0, "walk-gate", False),
        ({"leave-home": "any-gate"}, 1, 0, "walk-gates", False),
        ({"leave-home": "any-gate"}, 4, 0, "walk-out", False),
        ({}, 4, 0, "walk-out", False),
        ({}, 4, 7, "walk", False),
        ({"one-direction": "yes"}, 4, 7, "walk", True),
        ({"one-direction": "yes"}, 2, 7, "walk", False),
        ({"return-home": "through-gate"}, 3, 3, "walk-home", False),
        ({"return-home": "through-gate"}, 2, 3, "walk", False),
    ],
)
def test_a_walk_is_prompted_as_it_can_go(options: dict[str, str], die: int, token: int, kind: str, turn: bool) -> None:
    session = table(full(options), now="walk", die=die, tokens=[token, 0, 0, 0])
    question = asked(session, A)
    assert question.kind == kind
    assert question.facts.get("die", die) == die
    assert bool(question.facts.get("turn")) == turn
    gates = {"walk-gate": GATES[:1], "walk-gates": GATES}.get(kind, [])
    assert numbers_in(question.facts.get("spaces", "")) == gates


@pytest.mark.parametrize(("kind", "other"), [("walk-gate", "one-gate"), ("walk-out", "any-gate")])
def test_a_walk_out_of_home_is_told_which_gate(kind: str, other: str) -> None:
    assert book(leave_home=other).prompts[kind].you != book().prompts[kind].you


def test_all_cards_above_the_limit_are_asked_for() -> None:
    hearts = [[f"{rank}H" for rank in (*range(2, 11), "J", "Q", "K", "A")], [], [], []]
    frames = [["close", A, []], ["limit", A, []]]
    session = table(full({"hand-limit": "ten"}), frames=frames, hearts=hearts, tokens=[2, 0, 0, 0])
    for held, count in ((13, 3), (11, 1)):
        question = asked(session, A)
        assert (question.kind, question.facts["held"], question.facts["count"]) == ("limit", held, count)
        play(session, A, *session.moves(A)[:2] if held == 13 else ())


def test_the_log_says_that_the_seat_decides_a_tie() -> None:
    options = {"selection-dice": "one", "selection-ties": "seat"}
    session = table(full(options), [4, 6, 4, 2])
    for seat in (A, B, C, D):
        play(session, seat, ("roll", 1))
    assert told(session)[-2:] == [("select-seat", {"seats": [A, C]}), ("order", {"seats": [B, A, C, D]})]


# -- a second reading --------------------------------------------------------------------------------------------------


def test_the_book_says_to_whom_secret_territories_are_shown() -> None:
    """The winner of a Royal Decree who picks looks at them."""
    picks, *others = (book(hidden_territories="hidden", decree_territory=option) for option in DECREE_TERRITORY)
    for other in others:
        assert picks["cards.hidden"].text != other["cards.hidden"].text
        options = [texts.rulings["ruling.hidden-territories"].options["hidden"] for texts in (picks, other)]
        assert options[0] != options[1]
    assert len({other["cards.hidden"].text for other in others}) == 1


DECREE_TERRITORY = ("winner-picks", "loser-picks", "committed")


@pytest.mark.parametrize(
    ("option", "space", "rule"),
    [
        ("yes", 10, "turn.direction"),
        ("yes", 11, "turn.move-exact"),
        ("no", 12, "turn.direction"),
        ("no", 8, "turn.direction"),
        ("no", 10, "turn.move-exact"),
        ("no", 11, "turn.move-exact"),
    ],
)
def test_why_a_walk_cannot_end_there(option: str, space: int, rule: str) -> None:
    session = table(full({"one-direction": option}), now="walk", die=4, tokens=[10, 0, 0, 0])
    spaces = {"yes": [6, 8, 12, 14], "no": [6, 14]}[option]
    die = {"die": 4} if rule == "turn.move-exact" else {}
    assert why(session, A, "walk", space) == (rule, {**die, "spaces": spaces})


def test_whether_the_token_may_turn_round_is_said() -> None:
    assert book(one_direction="yes")["turn.direction"].why != book(one_direction="no")["turn.direction"].why


def test_who_has_rolled_walks() -> None:
    session = table(now="roll", active=A)
    assert why(session, A, "end") == ("turn.roll", {"dice": 1, "so": "start"})
    play(session, A, ("roll", 1))
    assert why(session, A, "roll", 1) == ("turn.roll", {"dice": 1, "so": "rolled"})
