"""What refusals, prompts and the log say: each is true at the moment when it is said."""

from __future__ import annotations

from typing import Any

import pytest
from deck import GAME, A, B, everything, kinds_of, play, refused, rules_of, said, table, topic, why

from tabletop_kernel import Session
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words

FORESTS = [[0, 1, "Pine Hollow"], [1, 1, "Owl Wood"], [2, 1, "Long Grass"]]
EDGE = [[0, 1, "Pine Hollow"], [1, 1, "Owl Wood"], [1, 0, "Snowline", 0], [2, 1, "Larkspur Meadow", 0]]


def log(session: Session, kind: str) -> list[str]:
    """The sentences of one kind that everybody has read."""
    return [entry.text for entry in session.log(None) if entry.kind == kind]


# -- jobs --------------------------------------------------------------------------------------------------------------


def test_the_log_quotes_a_job_as_its_card_does() -> None:
    """A card can't be discarded for its own job, so it asks for another one; an ability does not."""
    session = table(hand=["pickaxe", "pan"], ground=[[0, 1, "Granite Saddle"]])
    play(session, ("job", "pickaxe", 0))
    [line] = log(session, "does")
    assert text_of_job("pickaxe") in line and "other" in line
    session = table(hand=["pan", "pan"], character=["silas_hark"])
    play(session, ("job", "character", 2))
    assert "other" not in log(session, "does")[0]


def text_of_job(card: str) -> str:
    """The first job of a card, as it stands there."""
    return job_in_words(GAME.content.cards[card].jobs[0])


# -- battles -----------------------------------------------------------------------------------------------------------


def test_nobody_is_left_to_strike_back() -> None:
    session = table(hand=["knife"], bandits=[[0, 1, 1]], roll=[2, 0])
    events = play(session, ("job", "knife", 1))
    assert "clears" in kinds_of(events)
    assert "strikes-back" not in kinds_of(events)


def test_bandits_who_have_fallen_strike_back_under_a_ruling() -> None:
    session = table(hand=["knife"], bandits=[[0, 1, 1]], roll=[2, 0, 1], rulings={"counter-size": "original"})
    events = kinds_of(play(session, ("job", "knife", 1)))
    assert events.index("clears") < events.index("strikes-back-all") < events.index("bandits-hit")


def test_bandits_who_are_left_strike_back() -> None:
    events = play(table(hand=["knife"], bandits=[[0, 1, 2]], roll=[2, 0, 1, 0, 0]), ("job", "knife", 1))
    assert "strikes-back" in kinds_of(events)


def night(**position: Any) -> Session:
    """The end of a day, and all of the night until bandits attack."""
    session = table(now="rest", **position)
    while "attacked" not in kinds_of(everything(session)):
        seat = session.next_up
        session.submit(seat, ("keep",) if ("keep",) in session.moves(seat) else session.moves(seat)[0])
    return session


@pytest.mark.parametrize(("weapon", "strikes"), [("pan", False), ("knife", True)])
def test_at_night_only_those_strike_back_who_attack(weapon: str, strikes: bool) -> None:
    session = night(hand=[weapon], bandits=[[0, 1, 1]], draw=["boots"], roll=[0, 0, 0, 0, 0, 0])
    if strikes:
        play(session, ("commit", "knife", 1))
    kinds = kinds_of(everything(session))
    assert "attacked" in kinds
    assert ("strikes-back" in kinds, "no-attack" in kinds) == (strikes, not strikes)


def test_a_wagon_that_is_alone_strikes_nobody_and_its_damage_is_told_of_the_team() -> None:
    session = night(
        mission="medicine_run", wagon=[1, 1], bandits=[[1, 1, 1]], score=[5], hand=[["pan"], ["pan"]],
        draw=[["boots"], ["boots"]], roll=[1, 0, 0],
    )  # fmt: skip
    events = everything(session)
    kinds = kinds_of(events)
    assert "wagon-hit" in kinds
    assert "strikes-back" not in kinds
    assert [data["who"] for kind in ("event", "loses-points") for data in said(events, kind)] == [ANYONE, ANYONE]


@pytest.mark.parametrize("choice", ["one-battle-job", "attack-job"])
def test_no_battle_has_begun(choice: str) -> None:
    session = table(hand=["knife"], bandits=[[0, 1, 1]], rulings={"battle-minimum": choice})
    assert refused(session, ("commit", "knife", 1)) == "battle.by-player"
    play(session, ("pass",))
    assert refused(session, ("commit", "knife", 1)) == "job.when"


def test_a_battle_has_begun() -> None:
    session = table(hand=["knife", "knife"], bandits=[[0, 1, 1]])
    play(session, ("job", "knife", 1))
    assert refused(session, ("battle",)) == "battle.commit"


def test_a_battle_on_another_tile() -> None:
    session = table(
        "night_watch", seats=3, hand=[["knife"], ["knife"], ["knife"]], meeple=[[0, 1], [1, 1], [0, 1]],
        bandits=[[0, 1, 2]],
    )  # fmt: skip
    play(session, ("job", "knife", 1))
    assert why(session, ("commit", "knife", 1), B) == ("battle.commit", {"what": "far-off"})


# -- jobs and X --------------------------------------------------------------------------------------------------------


def test_x_that_was_chosen_stays() -> None:
    session = table(hand=["peddlers_pack"], stock={"food": 4})
    assert play(session, ("job", "peddlers_pack", 0), ("x", 1))
    assert why(session, ("x", 2)) == ("x.same", {"x": 1})


def test_the_same_kind_may_be_gained_under_a_ruling() -> None:
    """A move, the prompt and the log say it alike, and not as they do where another kind must be gained."""
    words = []
    for choice in ("different", "allowed"):
        session = table(hand=["peddlers_pack"], stock={"food": 4}, rulings={"any-equal": choice})
        job = GAME.telling.phrase(session.truth, A, ("job", "peddlers_pack", 0)).partition(": ")[2]
        play(session, ("job", "peddlers_pack", 0))
        kind, facts = topic(session)
        assert (kind, facts["job"]) == ("job-x", job)
        assert job in log(session, "does")[0]
        words.append(job)
    assert words[0] != words[1]


def test_a_purchase_is_not_the_use_of_a_card() -> None:
    session = table(stock={"wood": 1, "food": 1}, row=["mule", "bedroll", "spyglass", "coffee_pot", "pony"])
    events = play(session, ("buy", 2, 0))
    assert [(rule, data["source"]) for kind, rule, _, data in events if kind == "wants"] == [("act.buy", "bedroll")]
    assert "does" not in kinds_of(events)


# -- one thing after the other -----------------------------------------------------------------------------------------


def test_what_ends_differently_is_not_added_to_a_roll() -> None:
    session = table("wide_country", hand=[["knife", "hatchet"], ["knife"]], ground=FORESTS)
    play(session, ("job", "knife", 0))
    assert why(session, ("also", "hatchet", 0)) == ("act.same-final", {"what": "ends-differently"})


@pytest.mark.parametrize(
    ("hand", "also", "rule"),
    [
        (["handcar", "boots"], ("also", "boots", 0), "train.combine"),
        (["handcar", "pan"], ("also", "pan", 0), "act.same-final"),
        (["handcar", "rope_and_irons"], ("also", "rope_and_irons", 0), "train.combine"),
    ],
)
def test_what_ends_differently_is_not_added_to_a_ride(hand: list[str], also: tuple[Any, ...], rule: str) -> None:
    rulings = {"same-final": "kind-strict"}
    session = table(hand=hand, stock={"food": 2}, rails=[[0, 1], [1, 1]], rulings=rulings, tapped=1)
    play(session, ("job", "handcar", 0))
    assert refused(session, also) == rule


@pytest.mark.parametrize("source", ["pan", "sleepless", "tile"])
def test_movement_comes_before_a_job_of_another_kind(source: str) -> None:
    session = table(hand=["boots", "pan", "sleepless"], stock={"food": 1}, tapped=1, ground=[
        [0, 1, "Berry Thicket"], [1, 1, "Long Grass"]
    ])  # fmt: skip
    play(session, ("job", "boots", 0))
    assert why(session, ("job", source, 0)) == ("job.steps", {"what": "the-move"})


def test_more_movement_is_added_after_a_reveal() -> None:
    session = table(hand=["boots", "boots", "pan"], stock={"food": 2}, at=(1, 1), tapped=1, ground=EDGE)
    play(session, ("job", "boots", 0), ("go",), ("step", 1, 0))
    assert why(session, ("job", "boots", 0)) == ("job.steps", {"what": "the-tile"})
    play(session, ("more", "boots", 0), ("enter", "walk"))


def test_no_more_movement_is_added_where_it_is_enough() -> None:
    session = table(hand=["boots", "boots"], stock={"food": 2}, at=(1, 1), tapped=1, ground=EDGE)
    play(session, ("job", "boots", 0), ("go",), ("step", 2, 1))
    assert refused(session, ("job", "boots", 0)) == "reveal.more-jobs"


def test_the_first_action_of_the_day_is_a_single_one() -> None:
    session = table(
        "discovery", seats=3, hand=[["knife"], ["knife"], []], stock=[{"food": 3}] * 3, p1=A, ground=FORESTS
    )
    play(session, ("job", "knife", 0), ("roll",))
    assert refused(session, ("job", "character", 0)) == "turn.p1-first"
    play(session, ("job", "knife", 0), ("go",), ("roll",), seat=B)
    assert refused(session, ("job", "character", 0)) == "versus.clockwise"


def test_who_has_passed_first_hears_of_turns() -> None:
    session = table(
        "discovery", hand=[["knife"], ["knife", "knife"]], p1=A, ground=FORESTS, rulings={"pass-final": "no"}
    )
    play(session, ("pass",))
    play(session, ("job", "knife", 0), ("go",), ("roll",), seat=B)
    assert refused(session, ("job", "knife", 0)) == "versus.clockwise"


# -- together ----------------------------------------------------------------------------------------------------------


def test_one_job_each_for_a_common_roll() -> None:
    session = table(
        "wide_country", seats=3, hand=[["knife"], ["knife", "knife"], ["knife"]], ground=FORESTS,
        rulings={"bonus-several": "one"},
    )  # fmt: skip
    play(session, ("job", "knife", 0), ("invite", B))
    play(session, ("join", "knife", 0), seat=B)
    assert refused(session, ("also", "knife", 0), B) == "ruling.bonus-several"
    assert refused(session, ("pass",), B) == "table.wait"


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_an_invitation_that_cannot_be_refused(choice: str) -> None:
    session = table("wide_country", hand=[["knife"], ["knife"]], ground=FORESTS, rulings={"bonus-refuse": choice})
    play(session, ("job", "knife", 0), ("invite", B))
    assert topic(session, B)[0] == "invited"
    assert (("refuse",) in session.moves(B)) == (choice == "yes")


def test_who_does_not_join_is_told_by_the_rule_of_joining() -> None:
    session = table("wide_country", hand=[["knife"], ["knife"]], ground=FORESTS)
    play(session, ("job", "knife", 0), ("invite", B))
    events = play(session, ("refuse",), seat=B)
    assert rules_of(events)[kinds_of(events).index("stays-out")] == "bonus.join"


# -- prompts and the log -----------------------------------------------------------------------------------------------


def test_the_telescope_counts_what_is_still_to_go() -> None:
    ground = [[0, 1, "Pine Hollow"], [1, 1, "Owl Wood", 0], [0, 0, "Long Grass", 0], [0, 2, "Deer Run", 0]]
    session = table(hand=["surveyors_map"], ground=ground)
    play(session, ("job", "surveyors_map", 1))
    for left, place in ((3, (1, 1)), (2, (0, 0))):
        kind, facts = topic(session)
        assert (kind, facts["count"]) == ("telescope", left)
        play(session, ("reveal", *place))


@pytest.mark.parametrize(("choice", "asked"), [("per-card", "danger-each"), ("all-together", "danger")])
def test_pain_cards_are_laid_one_by_one(choice: str, asked: str) -> None:
    session = table(hand=["knife"], bandits=[[0, 1, 2]], roll=[0, 0, 0, 1, 1], rulings={"gain-choice": choice})
    play(session, ("job", "knife", 1))
    kind, facts = topic(session)
    assert (kind, facts["count"], facts["what"]) == (asked, 2, "pain")
    play(session, ("put", "draw"))
    if choice == "per-card":
        kind, facts = topic(session)
        assert (kind, facts["count"]) == ("danger", 1)


def test_who_starts_again_has_nothing() -> None:
    session = table(
        "discovery", seats=3, rulings={"versus-death": "respawn"}, now="rest", p1=A, score=[5, 2, 1],
        hand=[["pan", "knife", "boots", "hatchet", "pickaxe", "pan"], [], []], meeple=[[1, 1], [0, 1], [0, 1]],
    )  # fmt: skip
    while not log(session, "respawns"):
        session.submit(session.next_up, session.moves(session.next_up)[-1])
    (start,) = said(everything(session), "respawns")
    assert (start["seat"], start["place"]) == (A, (0, 1))
    assert (session.truth.hand[A], session.truth.score[A]) == ((), 0)


@pytest.mark.parametrize(
    ("seats", "mission", "how", "goal", "points"),
    [
        (1, "new_world", "solo", "goal-one", 24),
        (2, "wide_country", "coop", "goal-one", 36),
        (2, "discovery", "versus", "goal", 24),
    ],
)
def test_what_is_said_before_the_first_day(seats: int, mission: str, how: str, goal: str, points: int) -> None:
    events = everything(Session(GAME, seats, 1, {}, {"mission": mission}))
    assert [data["what"] for data in said(events, "mode")] == [how]
    assert [kind for kind in kinds_of(events) if kind.startswith("goal")] == [goal]
    assert [data["points"] for data in said(events, goal)] == [points]


# -- steps that must be possible in full -------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["soft", "hard"])
def test_movement_is_given_in_full_even_if_it_leads_nowhere(choice: str) -> None:
    """Nobody has to use all movement, and more may be added to it: a ride without a railway stops no job."""
    session = table(hand=["handcar"], rulings={"never-block": choice})
    assert "movement" in kinds_of(play(session, ("job", "handcar", 0)))


def test_where_several_go_through_their_hands_all_of_them_are_named() -> None:
    session = Session(GAME, seats=3, seed=3)
    for _ in range(200):
        if session.truth.frames[-1][0] == "rest" and len(session.asked) == 2:
            break
        seat = session.asked[0]
        moves = session.moves(seat)
        session.submit(seat, next((move for move in moves if move[0] in ("pass", "keep")), moves[0]))
    done = next(seat for seat in range(3) if seat not in session.asked)
    kind, facts = topic(session, done)
    names = [session.named(session.game.telling.word(session.truth, "seat", seat)) for seat in session.asked]
    assert (kind, facts["seat"]) == ("rest", f"{names[0]} and {names[1]}")


@pytest.mark.parametrize(
    ("ruling", "cards", "used", "asked"),
    [
        ("draw-test", "full", False, "rest-full"),
        ("draw-test", "full", True, "rest-full"),
        ("draw-test", "one", False, "rest"),
        ("played-test", "one", False, "rest-idle"),
        ("played-test", "full", True, "rest"),
        ("both", "full", False, "rest-full"),
        ("both", "full", True, "rest"),
        ("either", "full", False, "rest-idle"),
        ("either", "full", True, "rest-full"),
    ],
)
def test_whoever_would_die_of_a_hand_is_told_before_the_day_is_over(
    ruling: str, cards: str, used: bool, asked: str
) -> None:
    session = table(now="rest", hand=["boots"], rulings={"idle-death": ruling})
    state = session.truth
    size = state.character_of(A).hand
    state.hand[A] = tuple(state.hand[A]) * (size if cards == "full" else 1)
    state.used = int(used) << A
    view = session.game.view(state, A)
    assert GAME.telling.topic(session.config, view)[0] == asked
    assert ("death.full-hand" in GAME.telling.prompt(session.config, view).rules) == (asked != "rest")
