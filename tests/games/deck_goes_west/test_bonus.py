"""Job dice, and rolling for a resource together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from company import (
    ANN,
    BEN,
    CAT,
    CHARACTERS,
    GRASS,
    ONE,
    TWO,
    WOOD,
    ZERO,
    frame,
    kinds_of,
    lawful,
    log,
    named,
    play,
    refused,
    rules_of,
    said,
    stock,
    table,
)
from deck import topic

from tabletop_kernel import Session
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.deck_goes_west.jobs import dice_bonus
from tabletop_kernel.games.deck_goes_west.jobs.language import read_job

HUNT = ("job", "hunting_knife", 0)
THREE_AND_ONE = [ONE, ONE, ONE, ZERO, ONE, ZERO]  # four dice of one player, two of the other
KNIVES = {"hand": [["hunting_knife"], ["knife"]], "dice": THREE_AND_ONE}


# -- worked examples ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("versus", [False, True])
def test_s8_two_hunters(versus: bool) -> None:
    session = table(versus=versus, **KNIVES)
    events = play(session, HUNT, ("invite", BEN))
    events += play(session, ("join", "knife", 0), seat=BEN)
    assert (stock(session, ANN), stock(session, BEN)) == ({"food": 4}, {"food": 3})
    assert [session.truth.discard[seat] for seat in (ANN, BEN)] == [("hunting_knife",), ("knife",)]
    gains = [(event[1], event[3]["seat"], event[3]["count"]) for event in events if event[0] == "gains"]
    assert gains == [("bonus.own", ANN, 3), ("bonus.own", BEN, 1), ("bonus.half", ANN, 1), ("bonus.half", BEN, 2)]
    assert {"bonus.invite", "bonus.join"} <= set(rules_of(events))


def test_what_does_not_exist_is_not_added() -> None:
    session = table(hand=[["knife", "knife"]], meeple=[WOOD, GRASS])
    play(session, ("job", "knife", 0))
    lawful(session, [("also", "row 9", 0), ("also", "tile 99", 0), ("also", "tile x", 0), ("also", "knife", 7)], ANN)


# -- inviting ----------------------------------------------------------------------------------------------------------


def test_half_is_of_the_best_of_the_others_rounded_up() -> None:
    dice = [ZERO, ZERO, ZERO, ZERO, TWO, ONE, ONE, ONE]
    session = table(seats=3, hand=[["hunting_knife"], ["knife"], ["knife"]], dice=dice)
    play(session, HUNT, ("invite", BEN))
    play(session, ("join", "knife", 0), seat=BEN)
    play(session, ("invite", CAT))
    play(session, ("join", "knife", 0), seat=CAT)
    assert [stock(session, seat).get("food", 0) for seat in (ANN, BEN, CAT)] == [0 + 2, 3 + 1, 2 + 2]


def test_nobody_has_to_invite() -> None:
    session = table(**KNIVES)
    play(session, HUNT, ("roll",))
    assert (stock(session, ANN), stock(session, BEN)) == ({"food": 3}, {})


def test_a_refusal_is_no_bonus() -> None:
    session = table(versus=True, **KNIVES)
    play(session, HUNT, ("invite", BEN))
    assert kinds_of(play(session, ("refuse",), seat=BEN))[:3] == ["stays-out", "rolls", "gains"]
    assert (stock(session, ANN), session.truth.hand[BEN]) == ({"food": 3}, ("knife",))


def test_only_others_on_the_tile_are_invited() -> None:
    session = table(seats=3, meeple=[WOOD, WOOD, GRASS], hand=[["hunting_knife"], ["knife"], ["knife"]])
    play(session, HUNT)
    assert session.moves(ANN) == [("invite", BEN), ("roll",)]
    assert refused(session, ("invite", CAT)) == "bonus.invite"
    assert refused(session, ("invite", ANN)) == "bonus.invite", "nobody invites themselves"


def test_nobody_is_invited_twice() -> None:
    session = table(seats=3, versus=True, hand=[["hunting_knife"], [], ["knife"]])
    play(session, HUNT, ("invite", BEN))
    play(session, ("refuse",), seat=BEN)
    assert refused(session, ("invite", BEN)) == "bonus.once"
    assert ("invite", CAT) in session.moves(ANN)


def test_where_hands_are_open_nobody_is_asked_in_vain() -> None:
    for cards in (["pan"], ["hatchet"], []):
        session = table(hand=[["hunting_knife"], cards])
        play(session, HUNT)
        assert frame(session) == "act", cards
    session = table(seats=3, hand=[["hunting_knife"], [], ["knife"]])
    play(session, HUNT)
    assert "stays-out" in kinds_of(play(session, ("invite", BEN)))
    assert frame(session) == "bonus"


def test_where_hands_are_closed_everybody_is_asked() -> None:
    session = table(versus=True, hand=[["hunting_knife"], []])
    play(session, HUNT)
    assert frame(session) == "bonus"
    play(session, ("invite", BEN))
    assert session.moves(BEN) == [("refuse",)]


@pytest.mark.parametrize("other", ["knife", "pan"])
def test_where_hands_are_closed_nobody_learns_whether_a_job_could_be_added(other: str) -> None:
    session = table(versus=True, hand=[["hunting_knife", other], []])
    play(session, HUNT)
    assert frame(session) == "gather"
    assert (("also", "knife", 0) in session.moves(ANN)) == (other == "knife")
    play(session, ("go",))
    assert frame(session) == "bonus"


def test_a_job_that_does_not_end_with_dice_invites_nobody() -> None:
    session = table(hand=[["cow"], ["knife"]])
    play(session, ("job", "cow", 0))
    assert (frame(session), stock(session, ANN)) == ("act", {"food": 5})
    assert refused(session, ("invite", BEN)) == "bonus.when"
    assert refused(session, ("join", "knife", 0)) == "bonus.when"


def test_a_roll_is_made_before_anything_else() -> None:
    session = table(versus=True, hand=[["hunting_knife", "pan"], ["knife"]])
    play(session, HUNT, ("go",))
    for move in (("pass",), ("go",), ("job", "pan", 0), ("trade", BEN), ("refuse",)):
        assert refused(session, move) == "job.steps"
    play(session, ("invite", BEN))
    for move in (("job", "knife", 0), ("roll",), ("pass",), ("accept",)):
        assert refused(session, move, BEN) == "bonus.join"
    assert refused(session, ("roll",)) == "table.wait"


# -- joining -----------------------------------------------------------------------------------------------------------


def invited(rulings: dict[str, str] | None = None, **position: Any) -> Session:
    session = table(rulings, **position)
    play(session, HUNT, ("invite", BEN))
    return session


def test_one_joins_with_dice_for_the_same_resource() -> None:
    session = invited(hand=[["hunting_knife"], ["hatchet", "knife", "cow", "leg_wound"]])
    assert session.moves(BEN) == [("join", "knife", 0), ("refuse",)]
    assert refused(session, ("join", "hatchet", 0), BEN) == "bonus.join"
    assert refused(session, ("join", "cow", 0), BEN) == "bonus.join"
    assert refused(session, ("join", "knife", 1), BEN) == "bonus.join"
    assert refused(session, ("join", "knife", 2), BEN) == "job.everywhere"
    assert refused(session, ("join", "trapline", 0), BEN) == "act.job"
    assert refused(session, ("join", "mission", 2), BEN) == "job.event"


def test_a_job_that_cannot_be_done_does_not_join() -> None:
    hand = [["hunting_knife"], ["knife", "trapline"]]
    session = invited(hand=hand)
    assert refused(session, ("join", "trapline", 0), BEN) == "cond.place"
    assert ("join", "trapline", 1) in session.moves(BEN)


def test_an_ability_and_the_tile_may_join() -> None:
    berries = [[0, 1, "Berry Thicket"], [1, 1, "Long Grass"]]
    people = ["ada_quill", "tobias_reed"]
    session = table(hand=[["hunting_knife"], []], ground=berries, character=people, dice=[ONE] * 4 + [TWO, TWO])
    play(session, HUNT, ("go",), ("invite", BEN))
    assert session.moves(BEN) == [("join", "character", 1), ("join", "tile", 0), ("refuse",)]
    play(session, ("join", "character", 1), ("go",), seat=BEN)
    assert session.truth.tapped == 1 << BEN


def test_costs_of_joining_are_paid() -> None:
    island = [[0, 1, "Island Lake"], [1, 1, "Long Grass"]]
    session = table(hand=[["pan"], ["boots", "pan"]], ground=island, dice=[ONE, ONE, TWO, ONE])
    play(session, ("job", "tile", 0), ("invite", BEN))
    play(session, ("join", "tile", 0), ("discard", "boots"), seat=BEN)
    assert (stock(session, ANN), stock(session, BEN)) == ({"food": 2 + 2}, {"food": 3 + 1})
    assert session.truth.discard[BEN] == ("boots",)
    assert session.truth.lying == 0b11


def test_several_jobs_are_one_roll() -> None:
    session = invited(hand=[["hunting_knife"], ["knife", "knife"]], dice=[ZERO] * 4 + [ONE] * 4)
    play(session, ("join", "knife", 0), ("also", "knife", 0), seat=BEN)
    assert (stock(session, ANN), stock(session, BEN)) == ({"food": 2}, {"food": 4})


# -- rulings -----------------------------------------------------------------------------------------------------------


def test_bonus_several_one_job_each() -> None:
    one = {"bonus-several": "one"}
    session = invited(one, hand=[["hunting_knife"], ["knife", "knife"]], dice=[ZERO] * 4 + [ONE] * 4)
    play(session, ("join", "knife", 0), seat=BEN)
    assert (stock(session, BEN), session.truth.hand[BEN]) == ({"food": 2}, ("knife",))


@pytest.mark.parametrize(("ruling", "kind"), [("yes", "bonus"), ("one", "act")])
def test_bonus_several_holds_for_the_inviter_too(ruling: str, kind: str) -> None:
    session = table({"bonus-several": ruling}, hand=[["knife", "knife"], ["knife"]])
    play(session, ("job", "knife", 0), ("also", "knife", 0))
    assert frame(session) == kind


def test_bonus_several_is_the_reason() -> None:
    session = table({"bonus-several": "one"}, versus=True, hand=[["knife", "knife"], ["knife"]])
    state = session.truth.clone()
    state.frames.append(("bonus", ANN, dice_bonus.Bonus("food", ((ANN, 4),), 2)))
    verdict = dice_bonus.Invite().refuse(state, ANN, ("invite", BEN))
    assert verdict and verdict.rule == "ruling.bonus-several"


def test_bonus_refuse_no() -> None:
    session = invited({"bonus-refuse": "no"}, versus=True, **KNIVES)
    assert session.moves(BEN) == [("join", "knife", 0)]
    assert refused(session, ("refuse",), BEN) == "ruling.bonus-refuse"
    session = invited({"bonus-refuse": "no"}, versus=True, hand=[["hunting_knife"], ["pan"]])
    assert session.moves(BEN) == [("refuse",)]


@pytest.mark.parametrize(("ruling", "kind"), [("yes", "bonus"), ("no", "act")])
def test_invite_passed(ruling: str, kind: str) -> None:
    session = table({"invite-passed": ruling}, passed=1 << BEN, **KNIVES)
    play(session, HUNT)
    assert frame(session) == kind


def test_invite_passed_is_the_reason() -> None:
    session = table({"invite-passed": "no"}, seats=3, passed=1 << BEN, hand=[["hunting_knife"], ["knife"], ["knife"]])
    play(session, HUNT)
    assert refused(session, ("invite", BEN)) == "ruling.invite-passed"


@pytest.mark.parametrize(("ruling", "dice"), [("reroll", 12), ("cap-10", 10)])
def test_dice_cap(ruling: str, dice: int) -> None:
    hand = [["hunting_knife", "hunting_knife", "knife", "knife"]]
    session = table({"dice-cap": ruling}, meeple=[WOOD, GRASS], hand=hand, dice=[ONE] * 12)
    more = [("also", card, 0) for card in ("hunting_knife", "knife", "knife")]
    events = play(session, HUNT, *more)
    assert stock(session, ANN) == {"food": dice}
    assert ("too-many-dice" in kinds_of(events)) == (dice < 12)


def test_played_when_last_puts_the_cards_of_all_away() -> None:
    session = table({"played-when": "last"}, **KNIVES)
    play(session, HUNT, ("invite", BEN))
    play(session, ("join", "knife", 0), seat=BEN)
    assert [session.truth.discard[seat] for seat in (ANN, BEN)] == [("hunting_knife",), ("knife",)]
    assert session.truth.played == [(), ()]


# -- dice for any resource, which the house pack has not ---------------------------------------------------------------


class Invented:
    """A table on which the Knife's first job is another one."""

    def __init__(self, line: str, rulings: dict[str, str] | None = None, **position: Any) -> None:
        self.session = table(rulings, **position)
        rules = self.session.truth.rules
        cards = {**rules.cards, "knife": replace(rules.cards["knife"], jobs=(read_job(line),))}
        self.state = self.session.truth.clone()
        self.state.rules = replace(rules, cards=cards)

    def play(self, *moves: tuple[Any, ...], seat: int = ANN) -> list[Event]:
        events: list[Event] = []
        game = self.session.game
        for move in moves:
            assert move in game.moves(self.state, seat), (move, game.moves(self.state, seat))
            game.apply(self.state, seat, move, recorder(events))
        return events


def test_any_dice_before() -> None:
    """The kind is named first, so that others can join; the Hunting Knife rolls for food."""
    made = Invented("+1d any", hand=[["knife"], ["hunting_knife"]], dice=[TWO, ONE, ONE, ONE, ONE])
    made.play(("job", "knife", 0), ("gain", "food"), ("invite", BEN))
    made.play(("join", "hunting_knife", 0), seat=BEN)
    assert [made.state.resource_count(seat, "food") for seat in (ANN, BEN)] == [2 + 2, 4 + 1]


def test_any_dice_of_several_jobs_may_be_of_several_kinds() -> None:
    made = Invented("+1d any", hand=[["knife", "knife"]], dice=[TWO, ONE], meeple=[WOOD, GRASS])
    made.play(("job", "knife", 0), ("also", "knife", 0), ("gain", "gold"), ("gain", "wood"))
    assert made.state.stock[ANN] == (2, 0, 1, 0)


def test_any_dice_join_what_is_rolled_for() -> None:
    hand = [["hunting_knife"], ["knife"]]
    free = Invented("discard x, +xd any", hand=[hand[0], ["knife", "pan"]], dice=[ONE] * 4 + [TWO])
    free.play(HUNT, ("invite", BEN))
    free.play(("join", "knife", 0), ("x", 1), seat=BEN)
    assert [free.state.resource_count(seat, "food") for seat in (ANN, BEN)] == [4 + 1, 2 + 2]
    paid: dict[str, Any] = {"hand": hand, "stock": [{}, {"food": 1, "gold": 1}]}
    assert not dice_bonus.joinable_jobs(Invented("-1 any, +1d any", **paid).state, BEN, "food")
    equal = {"any-equal": "allowed"}
    assert dice_bonus.joinable_jobs(Invented("-1 any, +1d any", equal, **paid).state, BEN, "food")


def test_who_rolls_no_dice_takes_no_part() -> None:
    """X may be zero, but no dice are no roll."""
    hand = [["hunting_knife"], ["knife", "pan"]]
    made = Invented("discard x, +xd food", hand=hand, dice=[ONE] * 4)
    made.play(HUNT, ("invite", BEN))
    events = made.play(("join", "knife", 0), ("x", 0), seat=BEN)
    assert "stays-out" in kinds_of(events)
    assert [made.state.resource_count(seat, "food") for seat in (ANN, BEN)] == [4, 0]
    alone = Invented("discard x, +xd food", hand=[["knife", "pan"], ["hunting_knife"]])
    events = alone.play(("job", "knife", 0), ("x", 0))
    assert "rolls" not in kinds_of(events)
    assert alone.state.frames[-1][0] == "act"


def test_any_dice_after() -> None:
    """Nobody knows yet what it is for, so nobody joins."""
    after = {"any-dice": "after"}
    made = Invented("+1d any", after, hand=[["knife"], ["hunting_knife"]], dice=[TWO])
    events = made.play(("job", "knife", 0))
    assert said(events, "rolls")[0]["total"] == 2
    made.play(("gain", "gold"))
    assert made.state.stock[ANN] == (2, 0, 0, 0)
    assert not dice_bonus.joinable_jobs(made.state, BEN, "gold")


def test_any_dice_give_another_kind_than_was_paid() -> None:
    position: dict[str, Any] = {"hand": [["knife"]], "stock": [{"food": 1}, {}]}
    made = Invented("-1 food, +1d any", **position)
    made.play(("job", "knife", 0))
    assert ("gain", "food") not in made.session.game.moves(made.state, ANN)
    for move, rule in ((("gain", "food"), "ruling.any-equal"), (("gain", "gems"), "res.four"), (("gain",), "res.four")):
        verdict = dice_bonus.DiceKind().refuse(made.state, ANN, move)
        assert verdict and verdict.rule == rule


# -- law, words, secrets -----------------------------------------------------------------------------------------------

STRANGE: list[tuple[Any, ...]] = [
    ("invite",),
    ("invite", "1"),
    ("invite", -1),
    ("invite", 9),
    ("roll", 1),
    ("join",),
    ("join", "knife"),
    ("join", "knife", -1),
    ("join", 0, "knife"),
    ("join", "row 9", 0),
    ("join", "tile 99", 0),
    ("refuse", 1),
]


@pytest.mark.parametrize("versus", [False, True])
def test_judge_and_moves_agree(versus: bool) -> None:
    session = table(versus=versus, hand=[["hunting_knife"], ["knife", "knife", "hatchet"]])
    play(session, HUNT)
    lawful(session, [move for move in STRANGE if move[0] in ("invite", "roll")], ANN)
    assert session.judge(ANN, ("invite", True)) is not None
    play(session, ("invite", BEN))
    lawful(session, [move for move in STRANGE if move[0] in ("join", "refuse")], BEN)


def test_a_roll_says_what_it_shows() -> None:
    session = table(**KNIVES)
    events: list[Event] = []
    state = session.truth.clone()
    state.chance = Chance(0, {}, {"job": [1, 2, 3, 4, 5, 6]})
    assert dice_bonus.roll_job_dice(state, ANN, 6, recorder(events)) == 5
    assert said(events, "rolls") == [{"seat": ANN, "dice": [0, 0, 1, 1, 1, 2], "total": 5}]
    assert dice_bonus.roll_job_dice(state, ANN, 0, recorder(events)) == 0
    assert len(events) == 1


def test_frames_survive_plain_data() -> None:
    session = table(versus=True, **KNIVES)
    play(session, HUNT, ("invite", BEN))
    twin = Session.at(session.game, session.position())
    play(twin, ("join", "knife", 0), seat=BEN)
    assert stock(twin, BEN) == {"food": 3}


def test_what_is_asked_and_told_of_a_roll_together() -> None:
    session = table(**KNIVES)
    play(session, HUNT)
    ann, ben = CHARACTERS[ANN], CHARACTERS[BEN]
    assert [topic(session, seat) for seat in (ANN, BEN)] == [
        ("bonus", {"seat": "you", "kind": "Food"}),
        ("bonus", {"seat": named(ann), "kind": "Food"}),
    ]
    play(session, ("invite", BEN))
    assert [topic(session, seat) for seat in (ANN, BEN)] == [
        ("invited", {"seat": named(ben), "partner": "you", "kind": "Food"}),
        ("invited", {"seat": "you", "partner": named(ann), "kind": "Food"}),
    ]
    events = play(session, ("join", "knife", 0), seat=BEN)
    rolls = [{"seat": ANN, "dice": [1, 1, 1, 0], "total": 3}, {"seat": BEN, "dice": [1, 0], "total": 1}]
    assert said(events, "rolls") == rolls
    gains = [(data["seat"], data["count"]) for data in said(events, "gains")]
    assert gains == [(ANN, 3), (BEN, 1), (ANN, 1), (BEN, 2)]
    assert log(session, BEN)[-1].startswith("You "), "whoever reads is spoken to"
