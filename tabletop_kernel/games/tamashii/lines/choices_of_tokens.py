"""Questions from effects about data tokens: which leave, which come, where they are placed and how they move."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import (
    BASIC,
    CATIE,
    CATIE_DAMAGE,
    COLUMNS,
    EMPTY,
    LOCK,
    OPEN,
    ROWS,
    SLOT,
    SLOTS,
)
from tabletop_kernel.games.tamashii.launch import launcher, tokens
from tabletop_kernel.games.tamashii.lines.picking import Pick, Picked, part_of_move, place_rule
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State

ANY, ANY_BASIC, OF_CORE = "*", "?", "@"  # what a line can name besides a letter


# -- tokens that go ----------------------------------------------------------------------------------------------------


def tokens_meant(state: State, seat: int, wanted: str, harmful: bool) -> str:
    """Return the letters on a launcher that a line means. Open tokens stand in for basic ones, but never for harm."""
    if wanted == ANY:
        return BASIC + "OXNCD"
    if wanted in (CATIE, CATIE_DAMAGE):
        return CATIE + CATIE_DAMAGE
    wanted = {ANY_BASIC: BASIC, OF_CORE: state.core[seat]}.get(wanted, wanted)
    if not wanted or wanted[0] not in BASIC:
        return wanted
    catie = CATIE + CATIE_DAMAGE if state.core[seat] in wanted else ""
    return wanted + catie + ("" if harmful else OPEN)


def slots_meant(state: State, seat: int, wanted: str, harmful: bool) -> list[int]:
    """Return the slots whose tokens are meant."""
    meant = tokens_meant(state, seat, wanted, harmful)
    return [slot for slot, token in enumerate(state.grid[seat]) if token in meant]


class TokenGoes(Pick):
    """Tokens on the launcher to dump or discard. Data: how many, which kind, and whether it is harm."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        super().__init__()

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(SLOTS[slot],) for slot in slots_meant(state, seat, data[1], data[2])]

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (left, wanted, harmful) = state.frames[-1]
        found = slots_meant(state, seat, wanted, harmful)
        if len(found) > left > 0 and not state.is_out(seat):
            return True
        state.frames.pop()
        if left > 0 and found and not state.is_out(seat):
            self._go(state, seat, found, emit)
        return False

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        left, wanted, harmful = data
        if left > 1:
            state.frames.append((f"pick-{self.verb}", seat, (left - 1, wanted, harmful)))
        self._go(state, seat, [SLOT[str(picked[0])]], emit)

    def _go(self, state: State, seat: int, slots: list[int], emit: Emit | None) -> None:
        if self.verb == "dump":
            tokens.dump_tokens(state, seat, slots, "data.dump", emit)
        else:
            tokens.discard_tokens(state, seat, slots, "data.discard", emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        slot = SLOT.get(part_of_move(move))
        token = EMPTY if slot is None else state.grid[seat][slot]
        if token in (EMPTY, LOCK):
            return Verdict(f"data.{self.verb}", what="no-token", slot=part_of_move(move))
        if token == OPEN and data[2]:
            return Verdict("data.open-immune", slot=part_of_move(move))
        return Verdict(place_rule(state), what="token", token=token, wanted=data[1])


class LineGoes(Pick):
    """A row or column whose tokens are all dumped. Data: row or column."""

    verb = "line"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(number,) for number in range(1, _count_lines(data[0]) + 1) if line_slots(state, seat, data[0], number)]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        tokens.dump_tokens(state, seat, line_slots(state, seat, data[0], int(picked[0])), "data.dump", emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        return Verdict("data.dump", what="empty-line", line=data[0], number=part_of_move(move))


def _count_lines(which: str) -> int:
    return ROWS if which == "row" else COLUMNS


def line_slots(state: State, seat: int, which: str, number: int) -> list[int]:
    """Return the slots with tokens in a row or column."""
    at = number - 1
    slots = range(at * COLUMNS, (at + 1) * COLUMNS) if which == "row" else range(at, len(SLOTS), COLUMNS)
    return [slot for slot in slots if state.grid[seat][slot] not in (EMPTY, LOCK)]


class SwapWithDump(Pick):
    """A token on the launcher to swap with one in the dump. Data: how many swaps are left."""

    verb = "swap"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        grid = state.grid[seat]
        slots = [slot for slot, token in enumerate(grid) if token not in (EMPTY, LOCK)]
        return [(SLOTS[slot], letter) for slot in slots for letter in sorted(set(state.dump[seat]))]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        slot, letter = SLOT[str(picked[0])], str(picked[1])
        if data[0] > 1:
            state.frames.append(("swap-dump", seat, (data[0] - 1,)))
        lifted = tokens.lift_from_launcher(state, seat, [slot])
        state.dump[seat] = state.dump[seat].replace(letter, "", 1)
        state.to_dump(seat, lifted)
        if emit:
            facts = {"slot": SLOTS[slot], "token": lifted, "new": letter}
            emit("swaps", place_rule(state), EVERYONE, seat=seat, **facts)
        tokens.put_on_launcher(state, seat, slot, letter, emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        slot = SLOT.get(part_of_move(move))
        if slot is None or state.grid[seat][slot] in (EMPTY, LOCK):
            return Verdict("data.dump", what="no-token", slot=part_of_move(move))
        return Verdict(place_rule(state), what="not-in-dump", token=part_of_move(move, 2))


# -- tokens that come --------------------------------------------------------------------------------------------------


def types_to_gain(state: State, seat: int) -> list[str]:
    """Return the basic types that a player can gain."""
    return [letter for letter in BASIC if tokens.refuse_gain(state, seat, letter) is None]


class TokenComes(Pick):
    """Basic tokens of the player's choice. Data: how many are left, and whether they go into the bag."""

    verb = "type"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(letter,) for letter in types_to_gain(state, seat)]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        left, to_bag = data
        if left > 1:
            state.frames.append(("pick-type", seat, (left - 1, to_bag)))
        rule = place_rule(state) if to_bag else "data.gain"
        tokens.gain_tokens(state, seat, str(picked[0]), 1, rule, emit, to_bag=bool(to_bag))

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        letter = part_of_move(move)
        if letter in tuple(BASIC):
            return Verdict("data.gain-empty", token=letter)
        return Verdict(place_rule(state), what="basic-only", token=letter)


class ChangeCore(Pick):
    """A new type for the core token."""

    verb = "core"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(letter,) for letter in BASIC if letter != state.core[seat]]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        state.core[seat] = str(picked[0])
        if emit:
            emit("core-changes", "data.core-change", EVERYONE, seat=seat, token=picked[0])

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        return Verdict("data.core-change", token=part_of_move(move))


class Unlock(Pick):
    """A lock to remove. Data: how many are left."""

    verb = "unlock"

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (left,) = state.frames[-1]
        locks = launcher.locked_slots(state, seat)
        if len(locks) > left and not state.is_out(seat):
            return True
        state.frames.pop()
        for slot in locks if not state.is_out(seat) else ():
            launcher.unlock_slot(state, seat, slot, "kw.unlock", emit)
        return False

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(SLOTS[slot],) for slot in launcher.locked_slots(state, seat)]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        if data[0] > 1:
            state.frames.append(("pick-lock", seat, (data[0] - 1,)))
        launcher.unlock_slot(state, seat, SLOT[str(picked[0])], "kw.unlock", emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        return Verdict("kw.unlock", what="no-lock", slot=part_of_move(move))


# -- placing and moving ------------------------------------------------------------------------------------------------


class Prepare(Decision[State]):
    """Drawn tokens to place on empty slots. Data: the tokens left."""

    verbs = ("place",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (drawn,) = state.frames[-1]
        empty = [] if state.is_out(seat) else state.empty_slots(seat)
        if drawn and empty and (len(set(drawn)) > 1 or len(empty) > len(drawn)):
            return True
        state.frames.pop()
        for token, slot in zip(drawn, empty, strict=False):
            _place_token(state, seat, slot, token, emit)
        self._put_back(state, seat, drawn[len(empty) :], emit)
        return False

    @staticmethod
    def _put_back(state: State, seat: int, rest: str, emit: Emit | None) -> None:
        """Put tokens without a free slot back into the bag."""
        if rest:
            state.to_bag(seat, rest)
            if emit:
                emit("put-back", "ruling.prepare.short", EVERYONE, seat=seat, tokens=rest, count=len(rest))

    def moves(self, state: State, seat: int) -> list[Move]:
        drawn = state.frames[-1][2][0]
        empty = state.empty_slots(seat)
        return [("place", letter, SLOTS[slot]) for letter in sorted(set(drawn)) for slot in empty]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if not has_arguments(move, 2):
            return Verdict("kw.prepare", what="form")
        slot = SLOT.get(part_of_move(move, 2))
        if part_of_move(move) not in tuple(state.frames[-1][2][0]):
            return Verdict("kw.prepare", what="not-drawn", token=part_of_move(move))
        held = "" if slot is None else state.grid[seat][slot]
        what = "locked" if held == LOCK else "occupied" if held else "no-slot"
        return Verdict("kw.prepare", what=what, slot=part_of_move(move, 2))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        kind, _, (drawn,) = state.frames.pop()
        letter = str(move[1])
        rest = drawn.replace(letter, "", 1)
        if rest:
            state.frames.append((kind, seat, (rest,)))
        _place_token(state, seat, SLOT[str(move[2])], letter, emit)


def _place_token(state: State, seat: int, slot: int, token: str, emit: Emit | None) -> None:
    if emit:
        emit("places", "kw.prepare", EVERYONE, seat=seat, token=token, slot=SLOTS[slot])
    tokens.put_on_launcher(state, seat, slot, token, emit)


def program_moves(state: State, seat: int, diagonal: bool) -> list[Move]:
    """Return the moves of a “program”, or of an effect that only allows diagonal switches."""
    if not diagonal:
        return launcher.program_moves(state, seat)
    found = launcher.program_moves(state, seat, diagonal=True)
    return [
        move
        for move in found
        if move[0] == "switch" and SLOT[str(move[2])] in launcher.DIAGONAL_NEIGHBOURS[SLOT[str(move[1])]]
    ]


class Program(Decision[State]):
    """Token moves granted by an effect. Data: how many are left, and whether they are diagonal switches."""

    verbs = ("slide", "switch", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (left, diagonal) = state.frames[-1]
        if left > 0 and not state.is_out(seat) and program_moves(state, seat, bool(diagonal)):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*program_moves(state, seat, bool(state.frames[-1][2][1])), ("done",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "done":
            return Verdict("table.form", problem="write just 'done'")
        diagonal = bool(state.frames[-1][2][1])
        wrong = launcher.refuse_step(state, seat, move, diagonal)
        if wrong is None and move not in program_moves(state, seat, diagonal):
            return Verdict(place_rule(state), what="diagonal-only")
        return wrong

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        kind, _, (left, diagonal) = state.frames.pop()
        if move[0] == "done":
            return
        launcher.move_tokens(state, seat, move, "kw.program", emit)
        if left > 1:
            state.frames.append((kind, seat, (left - 1, diagonal)))


DECISIONS: dict[str, Decision[State]] = {
    "pick-dump": TokenGoes("dump"),
    "pick-discard": TokenGoes("discard"),
    "pick-line": LineGoes(),
    "swap-dump": SwapWithDump(),
    "pick-type": TokenComes(),
    "pick-core": ChangeCore(),
    "pick-lock": Unlock(),
    "prepare": Prepare(),
    "program": Program(),
}
