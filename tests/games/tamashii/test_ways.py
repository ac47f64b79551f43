"""Prompts name what a player can do, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from refereed import PLANNING, acting, fighting, launching, play, rows, stack, table
from tamashii_promises import PROMISES

from tabletop_kernel import Session
from tabletop_kernel.refusal_checks import broken_promise

BATCHES = {"combat.wound-batches": "combat"}
HELPER = {"equipped": ["loan-of-luck"], "classes": "Trickster", "reroll": 1}
STUCK = {"prog.dark-slots": "no", "prog.corrupted-moves": "no"}


def asked(session: Session, seat: int = 0) -> str:
    said = session.game.prompt(session.config, session.view(seat))
    assert said is not None
    assert not broken_promise(said.text, session.moves(seat), PROMISES)
    return said.text


def wounded(shield: int, spent: bool = False, rulings: dict[str, str] | None = None) -> Session:
    """Two wounds come at seat 0 in a fight, who may use a card against them."""
    session = fighting(
        rulings,
        enemies=stack("gutter-hound"),
        shield=shield,
        dice="SST",
        number=1,
        symbol="fang",
    )
    session.truth.frames.append(("wounds", 0, (2, "combat.enemy-frame")))
    session.truth.used[0] += ("combat:shield",) * spent
    return session


@pytest.mark.parametrize(
    ("shield", "spent", "says"),
    [
        (2, False, "2 wounds come at you: spend shields or suffer them."),
        (0, False, "2 wounds come at you, and you have no shields: suffer them."),
        (2, True, "2 wounds come at you, and you have spent shields in this Combat already: suffer them."),
    ],
)
def test_shields_are_offered_only_where_they_can_be_spent(shield: int, spent: bool, says: str) -> None:
    # combat.shield, ruling.combat.wound-batches
    assert asked(wounded(shield, spent, BATCHES)) == says


def test_shields_that_may_not_be_spent_are_not_kept_by_choice() -> None:
    # ruling.combat.wound-batches, asset.shield-optional
    told = dict(play(wounded(2, True, BATCHES), "suffer"))
    assert "asset.shield-optional" not in told
    assert told["ruling.combat.wound-batches"].endswith("so no more of them block these wounds.")
    assert "asset.shield-optional" in dict(play(wounded(2, False, BATCHES), "suffer"))


@pytest.mark.parametrize(
    ("power", "says"), [(0, "roll the dice"), (1, "spend power for more dice if you like, then roll")]
)
def test_power_is_offered_only_to_those_who_have_some(power: int, says: str) -> None:
    # combat.power
    assert asked(fighting(enemies=stack("riot-shell"), power=power)) == f"Combat: {says}."


@pytest.mark.parametrize(
    ("grid", "rulings", "says"),
    [
        ("E...", {}, "Move tokens on your launcher and say when you are done."),
        ("....", {}, "You can move no token on your launcher now: say when you are done."),
        (
            "XX..",
            STUCK,
            "You can move no token on your launcher now, as corrupted and Inari tokens stay where they lie: "
            "say when you are done.",
        ),
        ("E...", {"prog.must": "must"}, "Move tokens on your launcher. You must make all your moves."),
        ("....", {"prog.must": "must"}, "You can move no token on your launcher now: say when you are done."),
    ],
)
def test_the_program_step_asks_for_what_can_be_done(grid: str, rulings: dict[str, Any], says: str) -> None:
    # prog.slide, ruling.prog.must, ruling.prog.dark-slots, ruling.prog.corrupted-moves
    assert asked(table(rulings, grid=rows(grid))) == says


def test_a_launch_step_without_a_pattern_says_so() -> None:
    # launch.any-number
    assert asked(launching(grid=rows("E..."))) == "You can launch no pattern now: end the step."
    assert asked(launching(grid=rows("EEE."))) == "Launch patterns one by one or end the step."


def test_who_can_reach_no_tile_is_not_asked_to_move() -> None:
    # move.range
    assert (
        asked(acting(ground=[[0, 0, "shelter", 1, "", []]])) == "You can reach no other tile now: stay where you are."
    )


@pytest.mark.parametrize(("reroll", "says"), [(0, "Upgrade or keep it."), (1, "Reroll dice, upgrade or keep it.")])
def test_a_roll_without_rerolls_offers_none(reroll: int, says: str) -> None:
    # asset.reroll-one: somebody else has a card for it, so that the roll waits
    rolled = table(turn=2, frames=PLANNING, trace=3, reroll=reroll, memory=1, dice="SD", other=HELPER)
    while rolled.truth.frames[-1][0] != "roll":
        rolled.submit(rolled.asked[0], ("done",))
    assert asked(rolled).endswith(f": 1 Strike and 1 Surge. {says}")
    assert asked(rolled, 1).endswith("Use what you have or leave it as it is.")


@pytest.mark.parametrize("barrier", ["per-step", "per-player"])
def test_who_waits_in_planning_reads_for_whom(barrier: str) -> None:
    # ruling.plan.barrier, plan.simultaneous
    session = table({"plan.barrier": barrier}, grid=rows("E..."), other={"grid": rows("W...")})
    planning = session.asked
    prompt = session.game.prompt(session.config, session.view(None))
    assert prompt is not None
    named = [seat for seat, name in enumerate(("Kindle", "Bulwark")) if name in prompt.text]
    assert named == sorted(planning) and prompt.text.startswith("Still planning: ")
