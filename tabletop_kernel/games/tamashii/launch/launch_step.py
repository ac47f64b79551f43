"""The launch step: pattern after pattern, each with its tokens first and its effect second.

A launch is the frame `("launched", seat, (key, faces, effects))` while adjacent Inari tokens may join it: the upper
sides of its Catie tokens, and its patterns' effects, fixed now. Next come these effects, and then everything that a
launch triggers.
"""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import CATIE, CATIE_DAMAGE, CORRUPTED, INARI, SLOT, SLOTS
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import assets, extra_gains, launch_effects, pattern_list, tokens
from tabletop_kernel.games.tamashii.modes import living_city, solo_bot
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.state import State

Slots = tuple[int, ...]


def slots_text(slots: Slots) -> str:
    return "+".join(SLOTS[slot] for slot in slots)


def read_slots(part: str | int) -> Slots | None:
    """Return the slots that a part of a move names, or None unless all exist, once each, in reading order."""
    names = str(part).split("+")
    if any(name not in SLOT for name in names):
        return None
    slots = tuple(SLOT[name] for name in names)
    return slots if list(slots) == sorted(set(slots)) else None


def begin_step(state: State, seat: int, emit: Emit | None) -> None:
    """Begin a player's launch step with its automatic effects."""
    state.launched[seat] = ()
    state.frames.append(("launch", seat, ()))
    if state.ruling["ruling.catie.effect"] == "launcher":
        faces = "".join(token for token in state.grid[seat] if token in CATIE + CATIE_DAMAGE)
        if faces:
            state.frames.append(("catie-effects", seat, (faces, "ruling.catie.effect")))
    abilities.run_triggers(state, seat, "start-launch", emit)


class LaunchStep(Decision[State]):
    """Any number of launches, and everything else that this step allows."""

    verbs = ("launch", "use", "battery", "dump-corrupted", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, _ = state.frames[-1]
        if state.is_out(seat):
            state.frames.pop()
            _end_step(state, seat, emit)
            return False
        return True

    def moves(self, state: State, seat: int) -> list[Move]:
        moves: list[Move] = [
            ("launch", key, slots_text(slots)) for key, slots in pattern_list.launches_now(state, seat)
        ]
        moves += [("use", key) for key in abilities.usable_names(state, seat, "launch")]
        tried: list[Move] = [("battery",), ("dump-corrupted",)]
        return [*moves, *(move for move in tried if self.refuse(state, seat, move) is None), ("done",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        verb = move[0]
        if verb == "launch":
            return self._no_launch(state, seat, move)
        if verb == "use":
            return abilities.refuse_use(state, seat, move, ("launch",))
        if len(move) > 1:
            return Verdict("table.form", problem=f"write just '{verb}'")
        if verb == "battery":
            return solo_bot.refuse_battery(state, seat)
        if verb == "dump-corrupted":
            if CORRUPTED not in state.grid[seat]:
                return Verdict("launch.dump-corrupted", what="none-lies")
            at_end = state.ruling["ruling.launch.corrupted-when"] == "end"
            return Verdict("ruling.launch.corrupted-when") if at_end else None
        return None

    @staticmethod
    def _no_launch(state: State, seat: int, move: Move) -> Verdict | None:
        if has_arguments(move, 1) and (wrong := pattern_list.refuse_launch_anywhere(state, seat, str(move[1]))):
            return wrong
        if not has_arguments(move, 2):
            return Verdict("table.form", problem="name a pattern and the slots it uses")
        return pattern_list.refuse_launch(state, seat, str(move[1]), read_slots(move[2]))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        verb = move[0]
        if verb == "launch":
            slots = read_slots(move[2])
            assert slots is not None
            launch_pattern(state, seat, str(move[1]), slots, emit)
        elif verb == "use":
            abilities.use_ability(state, seat, str(move[1]), emit, "launch")
        elif verb == "battery":
            solo_bot.use_bot(state, seat, "launch", emit)
        elif verb == "dump-corrupted":
            _dump_corrupted(state, seat, "ruling.launch.corrupted-when", emit)
        else:
            state.frames.pop()
            if emit:
                _tell_rest(state, seat, emit)
            _end_step(state, seat, emit)


def _tell_rest(state: State, seat: int, emit: Emit) -> None:
    left = sum(token not in f".#{CORRUPTED}" for token in state.grid[seat])
    rule = "launch.keep-rest" if state.launched[seat] else "launch.any-number"
    emit("launches-over", rule, EVERYONE, seat=seat, count=left)


def _end_step(state: State, seat: int, emit: Emit | None) -> None:
    """End the step: dump corrupted tokens."""
    _dump_corrupted(state, seat, "launch.dump-corrupted", emit)
    solo_bot.end_step(state, emit)


def _dump_corrupted(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    slots = [slot for slot, token in enumerate(state.grid[seat]) if token == CORRUPTED]
    if slots:
        tokens.dump_tokens(state, seat, slots, rule, emit)


# -- one launch --------------------------------------------------------------------------------------------------------


def launch_pattern(state: State, seat: int, key: str, slots: Slots, emit: Emit | None) -> None:
    """Dump a pattern's tokens. Adjacent Inari tokens may join before its effect."""
    grid = state.grid[seat]
    faces = extra_gains.catie_faces(state, seat, slots)
    beside = extra_gains.inari_slots_beside(state, seat, slots)
    known = pattern_list.sources_for(state, seat)
    parts = [known[one] for one in key.split(pattern_list.JOINING_SIGN)]
    effects = tuple((one.key, one.kind, one.line, int(one.hack)) for one in parts)
    if emit:
        emit("launches", launch_effects.launch_rule(state, seat, key), EVERYONE, seat=seat, pattern=key)
    if any(grid[slot] == CORRUPTED for slot in slots):
        abilities.remove_mark(state, seat, pattern_list.CORRUPTED_OPEN_MARK)  # it has now counted as open once
    tokens.dump_tokens(state, seat, slots, "launch.dump-then-effect", emit)
    state.frames.append(("launched", seat, (key, faces, effects)))
    if beside:
        state.frames.append(("inari", seat, (beside,)))


class InariAlong(Decision[State]):
    """A choice of adjacent Inari tokens to launch along with a pattern. The frame has their slots."""

    verbs = ("inari", "no-inari")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("inari", SLOTS[slot]) for slot in state.frames[-1][2][0]), ("no-inari",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        named = has_arguments(move, 1) and move[0] == "inari" and move[1] in SLOT
        if named and state.grid[seat][SLOT[str(move[1])]] == INARI:
            return Verdict("inari.launch", slot=move[1])
        return Verdict("table.form", problem="name the slot of an Inari token next to the pattern, or launch none")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (slots,) = state.frames.pop()
        if move[0] == "no-inari":
            return
        slot = SLOT[str(move[1])]
        tokens.dump_tokens(state, seat, [slot], "inari.launch", emit)
        assets.gain_exp(state, seat, 1, "inari.exp", emit)
        launch_effects.put_inari_success(state, seat, emit)
        left = tuple(other for other in slots if other != slot)
        if left and state.ruling["ruling.inari.many"] == "each":
            state.frames.append(("inari", seat, (left,)))


def queue_effects(state: State, emit: Emit | None) -> None:
    """Queue the effects of a launch, one after another, and then what it triggers."""
    _, seat, (key, faces, effects) = state.frames.pop()
    state.frames.append(("after-launch", seat, (int(any(hack for *_, hack in effects)), faces)))
    pattern_list.note_launch(state, seat, key)
    state.count(seat, "launched", len(effects))
    for one, kind, line, _ in reversed(effects):
        state.frames.append(("launch-effect", seat, (one, kind, line)))


def resolve_triggers(state: State, emit: Emit | None) -> None:
    """Resolve what follows a launch: the city's reaction, cards that wait for a hack, and Catie tokens."""
    _, seat, (hack, faces) = state.frames.pop()
    if state.is_out(seat):
        return
    living_city.ask_about_events(state, seat, "launch", emit)
    if hack:
        state.count(seat, "hacks")
        abilities.run_triggers(state, seat, "hack", emit)
    if faces and state.ruling["ruling.catie.effect"] == "pattern":
        state.frames.append(("catie-effects", seat, (faces, "catie.launch")))


DECISIONS: dict[str, Decision[State]] = {"launch": LaunchStep(), "inari": InariAlong()}
AUTOMATIC = {"launched": queue_effects, "after-launch": resolve_triggers}
