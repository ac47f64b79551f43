"""The kinds of frames on the stack: decisions for players, and steps that run by themselves."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.games.deck_goes_west import battle, fighting, setup
from tabletop_kernel.games.deck_goes_west.cards import buying, danger_cards, trade_offers
from tabletop_kernel.games.deck_goes_west.days import day, ending, events, night
from tabletop_kernel.games.deck_goes_west.jobs import dice_bonus, doing, joined_jobs
from tabletop_kernel.games.deck_goes_west.land import moving, revealing, wagon
from tabletop_kernel.games.deck_goes_west.state import State

DECISIONS: dict[str, Decision[State]] = {
    "character": setup.PickCharacter(),
    "act": day.ACT,
    "rest": day.Rest(),
    "job": doing.DoJob(),
    "gather": joined_jobs.Gather(),
    "danger": danger_cards.TakeDanger(),
    "bought": buying.Bought(),
    "shop": buying.Shop(),
    "who": events.Who(),
    "moving": moving.UseMovement(),
    "telescope": revealing.Telescope(),
    "haul": wagon.HAULING,
    "wagon": wagon.TakeWagon(),
    "crew": wagon.Crew(),
    "commit": battle.Commit(),
    "dice-kind": dice_bonus.DiceKind(),
    "bonus": dice_bonus.Invite(),
    "invited": dice_bonus.Invited(),
    "trade": trade_offers.Propose(),
    "offered": trade_offers.Answer(),
    "carry": trade_offers.Carry(),
}

AUTOMATIC_STEPS: dict[str, Callable[[State, Emit | None], None]] = {
    "round": day.advance,
    "action": day.end_action,
    "event": events.begin_event_job,
    "reached": ending.find_joint_winners,
    "battle": fighting.continue_battle,
    **night.AUTOMATIC,
}
