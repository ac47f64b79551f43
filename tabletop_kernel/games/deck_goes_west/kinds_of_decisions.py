"""The kinds of frames on the stack: decisions for players, and steps that run by themselves."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.games.deck_goes_west import (
    battle,
    bonus,
    danger,
    day,
    doing,
    ending,
    events,
    hauling,
    moving,
    night,
    revealing,
    setup,
    shopping,
    together,
    trading,
)
from tabletop_kernel.games.deck_goes_west.state import State

DECISIONS: dict[str, Decision[State]] = {
    "character": setup.PickCharacter(),
    "act": day.ACT,
    "rest": day.Rest(),
    "job": doing.DoJob(),
    "gather": together.Gather(),
    "danger": danger.TakeDanger(),
    "bought": shopping.Bought(),
    "shop": shopping.Shop(),
    "who": events.Who(),
    "moving": moving.UseMovement(),
    "telescope": revealing.Telescope(),
    "haul": hauling.HAULING,
    "wagon": hauling.TakeWagon(),
    "crew": hauling.Crew(),
    "commit": battle.Commit(),
    "dice-kind": bonus.DiceKind(),
    "bonus": bonus.Invite(),
    "invited": bonus.Invited(),
    "trade": trading.Propose(),
    "offered": trading.Answer(),
    "carry": trading.Carry(),
}

AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {
    "round": day.advance,
    "action": day.action_done,
    "event": events.begin,
    "reached": ending.together_reached,
    "battle": battle.fight,
    **night.AUTOMATIC,
}
