"""Questions from running lines: accept an offer, choose a part, choose a player. All other choices join them here."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import all_verbs, choices_of_pieces, choices_of_tokens, running
from tabletop_kernel.games.tamashii.lines.operations import Op
from tabletop_kernel.games.tamashii.lines.picking import Pick, Picked, part_of_move, place_rule
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State


def _line(state: State) -> tuple[int, running.Run, Op]:
    """Return the line below the current choice: its seat, its run and its operation."""
    _, seat, data = state.frames[-2]
    run = running.Run(*data)
    return seat, run, state.rules.lines[run.key].ops[run.at]


class Offer(Decision[State]):
    """The offer of a “may”: do it, or decline."""

    verbs = ("do", "leave")

    def due(self, state: State, emit: Emit | None) -> bool:
        """Check the offer again, since a move made in between may have made it impossible."""
        seat, run, _ = _line(state)
        if not state.is_out(seat) and running.can_do_fully(state, seat, run, running.offered_act(state, run)):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("do",), ("leave",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("table.form", problem=f"write just '{move[0]}'")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        whose, run, op = _line(state)
        state.frames.pop()
        if move[0] == "do":
            running.continue_at(state, whose, run, run.at + 1)
            return
        if run.at == 0:
            abilities.unmark_declined(state, seat, run.key)
        if emit:
            emit("declines", running.rule_of(state, run.key), EVERYONE, seat=seat, key=run.key)
        running.continue_at(state, whose, run, op.skip)


class Choose(Pick):
    """A part of a line, by its number from 1; only parts that would do something."""

    verb = "choose"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        whose, run, op = _line(state)
        return [(at + 1,) for at in running.open_parts(state, whose, run, op)]

    def due(self, state: State, emit: Emit | None) -> bool:
        """Leave the choice to the line itself if only one part is left."""
        _, seat, data = state.frames[-1]
        if len(self.picks(state, seat, data)) > 1 and not state.is_out(seat):
            return True
        state.frames.pop()
        return False

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        _, whose, frame = state.frames[-1]
        run = running.Run(*frame)
        op = state.rules.lines[run.key].ops[run.at]
        running.continue_at(state, whose, run, op.starts[int(picked[0]) - 1])

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        _, run, op = _line(state)
        known = has_arguments(move, 1) and move[1] in range(1, len(op.starts) + 1)
        return Verdict(place_rule(state), what="no-effect" if known else "no-choice", key=run.key)


class PickPlayer(Pick):
    """The other player whom a line means. Data: the possible players."""

    verb = "player"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(other,) for other in data[0] if not state.is_out(other)]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        if emit:
            emit("means", place_rule(state), EVERYONE, seat=seat, other=picked[0], key=running.running_key(state))
        running.for_players(state, [int(picked[0])])

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        if part_of_move(move) == str(seat):
            return Verdict(place_rule(state), what="another-player", key=running.running_key(state))
        return Verdict(place_rule(state), what="not-meant", key=running.running_key(state))


VERBS = all_verbs.VERBS  # importing these questions also makes lines run
DECISIONS: dict[str, Decision[State]] = {
    "offer": Offer(),
    "choose": Choose(),
    "pick-player": PickPlayer(),
    **choices_of_tokens.DECISIONS,
    **choices_of_pieces.DECISIONS,
}
