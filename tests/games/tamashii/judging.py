"""What the kernel says to a move of one decision: nothing if it is offered, else the decision's reason."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.state import State


def judged(decision: Decision[State], state: State, seat: int, move: Move) -> Verdict | None:
    """The reason against a move that is not offered: there must be one."""
    if any(one == move and [*map(type, one)] == [*map(type, move)] for one in decision.moves(state, seat)):
        return None  # a table takes no True for a 1
    verdict = decision.refuse(state, seat, move)
    assert verdict is not None, move
    return verdict
