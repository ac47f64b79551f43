"""Prompts name what a player can do, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import Prompted, prompted
from refereed import PLANNING, acting, fighting, launching, play, rows, stack, table
from tamashii_promises import PROMISES

from tabletop_kernel import Session
from tabletop_kernel.checks.true_sentence_checks import broken_promise

BATCHES = {"combat.wound-batches": "combat"}
HELPER = {"equipped": ["loan-of-luck"], "classes": "Trickster", "reroll": 1}
STUCK = {"prog.dark-slots": "no", "prog.corrupted-moves": "no"}


def asked(session: Session, seat: int = 0) -> Prompted:
    said = session.game.telling.prompt(session.config, session.view(seat))
    assert said is not None
    assert not broken_promise(said.text, session.moves(seat), PROMISES)
    return prompted(session, seat)


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
    ("shield", "spent", "key"), [(2, False, "wounds"), (0, False, "wounds-bare"), (2, True, "wounds-spent")]
)
def test_shields_are_offered_only_where_they_can_be_spent(shield: int, spent: bool, key: str) -> None:
    # combat.shield, ruling.combat.wound-batches
    found = asked(wounded(shield, spent, BATCHES))
    assert (found.key, found.facts["count"]) == (key, "2")
    assert ("shields" in found.facts["ways"]) == (key == "wounds")


def test_shields_that_may_not_be_spent_are_not_kept_by_choice() -> None:
    # ruling.combat.wound-batches, asset.shield-optional
    told = dict(play(wounded(2, True, BATCHES), "suffer"))
    assert "asset.shield-optional" not in told
    assert "ruling.combat.wound-batches" in told
    assert "asset.shield-optional" in dict(play(wounded(2, False, BATCHES), "suffer"))


@pytest.mark.parametrize("power", [0, 1])
def test_power_is_offered_only_to_those_who_have_some(power: int) -> None:
    # combat.power
    assert ("power" in asked(fighting(enemies=stack("riot-shell"), power=power)).facts["ways"]) == bool(power)


@pytest.mark.parametrize(
    ("grid", "rulings", "key"),
    [
        ("E...", {}, "plan-program"),
        ("....", {}, "plan-stuck"),
        ("XX..", STUCK, "plan-stuck-corrupted"),
        ("E...", {"prog.must": "must"}, "plan-must"),
        ("....", {"prog.must": "must"}, "plan-stuck"),
    ],
)
def test_the_program_step_asks_for_what_can_be_done(grid: str, rulings: dict[str, Any], key: str) -> None:
    # prog.slide, ruling.prog.must, ruling.prog.dark-slots, ruling.prog.corrupted-moves
    assert asked(table(rulings, grid=rows(grid))).key == key


def test_a_launch_step_without_a_pattern_says_so() -> None:
    # launch.any-number
    assert asked(launching(grid=rows("E..."))).key == "launch-none"
    assert asked(launching(grid=rows("EEE."))).key == "launch"


def test_who_can_reach_no_tile_is_not_asked_to_move() -> None:
    # move.range
    assert asked(acting(ground=[[0, 0, "shelter", 1, "", []]])).key == "move-nowhere"


@pytest.mark.parametrize("reroll", [0, 1])
def test_a_roll_without_rerolls_offers_none(reroll: int) -> None:
    # asset.reroll-one: somebody else has a card for it, so that the roll waits
    rolled = table(turn=2, frames=PLANNING, trace=3, reroll=reroll, memory=1, dice="SD", other=HELPER)
    while rolled.truth.frames[-1][0] != "roll":
        rolled.submit(rolled.asked[0], ("done",))
    assert asked(rolled).key == "roll-trace" and asked(rolled, 1).key == "roll-of-another"
    assert ("reroll" in asked(rolled).facts["ways"]) == bool(reroll)


@pytest.mark.parametrize("barrier", ["per-step", "per-player"])
def test_who_waits_in_planning_reads_for_whom(barrier: str) -> None:
    # ruling.plan.barrier, plan.simultaneous
    session = table({"plan.barrier": barrier}, grid=rows("E..."), other={"grid": rows("W...")})
    planning = session.asked
    found = prompted(session, None)
    named = [seat for seat, name in enumerate(("Kindle", "Bulwark")) if name in found.facts["seat"]]
    assert named == sorted(planning)
