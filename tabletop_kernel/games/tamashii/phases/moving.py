"""Moves on the map: how far, through which tiles, and what happens where a move ends."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Facts, Verdict
from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.components import BOT_MOVE
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.modes import living_city, solo_bot
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import exploring, trace
from tabletop_kernel.games.tamashii.state import State, written

MOVE, EFFECT, BOT = "move", "effect", "bot"  # the reasons for a figure's move
_RULE_BY_REASON = {MOVE: "move.range", EFFECT: "kw.move-effect", BOT: "solo.bot-move"}


def read_place(part: str | int) -> Place | None:
    """Return the place that a part of a move names, or None if it isn't one."""
    column, comma, row = str(part).partition(",")
    if not comma or not _is_number(column) or not _is_number(row):
        return None
    place = int(column), int(row)
    return place if written(place) == part else None


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < len("1000")


# -- how far -----------------------------------------------------------------------------------------------------------


def move_range(state: State, seat: int) -> int:
    """Return the active body's MOV."""
    return max(0, state.body(seat).mov + abilities.modifier(state, seat, line_keys.MOV))


def effect_range(state: State, seat: int, printed: int | None) -> int:
    """Return how far an effect moves a player: the printed number, or else MOV."""
    always_mov = state.ruling["ruling.move.effect-range"] == "mov"
    return move_range(state, seat) if printed is None or always_mov else printed


def _moves_bot(state: State, by: str) -> bool:
    """Tell if the BOT's figure moves, on its own or instead of the player's."""
    return by == BOT or (by == MOVE and bool(state.bot_used))


def passes_face_down(state: State, seat: int, by: str) -> bool:
    """Tell if a path may lead through face-down tiles."""
    if _moves_bot(state, by):
        return state.ruling["ruling.solo.bot-limits"] == "no"
    if by == EFFECT and state.ruling["ruling.move.effect-reveal"] == "no":
        return True
    return abilities.modifier(state, seat, line_keys.PASSES) > 0


def reachable_places(
    state: State, seat: int, start: Place, steps: int, by: str = MOVE, ends_anywhere: bool = False
) -> dict[Place, int]:
    """Return every tile where a move can end, with its number of steps. `ends_anywhere` ignores rulings on ends."""
    passes = passes_face_down(state, seat, by)
    if _moves_bot(state, by) and state.ruling["ruling.solo.bot-limits"] == "no":
        distances: Mapping[Place, int] = {
            place: map_graph.steps_apart(start, place) for place in state.tiles
        }  # across gaps
    else:
        distances = map_graph.steps_to_tiles(state, start) if passes else map_graph.steps_to_open_tiles(state, start)
    ends = {place: far for place, far in distances.items() if 0 < far <= steps}
    if (
        by == MOVE
        and state.ruling["ruling.move.same-tile"] == "yes"
        and steps > 1
        and _can_turn_back(state, ends, passes)
    ):
        ends[start] = 2
    return {place: far for place, far in sorted(ends.items()) if ends_anywhere or _can_end(state, seat, place, by)}


def _can_turn_back(state: State, ends: dict[Place, int], through: bool) -> bool:
    """Tell if a tile next to the start lets a figure turn back."""
    return any(far == 1 and (through or place in state.up) for place, far in ends.items())


def _can_end(state: State, seat: int, place: Place, by: str) -> bool:
    return _refuse_end(state, seat, place, by) is None


def _refuse_end(state: State, seat: int, place: Place, by: str) -> Verdict | None:
    """Return why a move can't end on a tile at any distance, or None."""
    if by == EFFECT and state.ruling["ruling.move.effect-reveal"] == "no" and place not in state.up:
        return Verdict("ruling.move.effect-reveal", place=place, tile="")
    if state.ruling["ruling.move.share"] == "no" and not _moves_bot(state, by):
        standing = [other for other in state.here(place) if other != seat]
        if standing:
            return Verdict("ruling.move.share", place=place, tile=_face_up_tile(state, place), seat=standing[0])
    return None


def refuse_move(state: State, seat: int, start: Place, steps: int, part: str | int, by: str) -> Verdict | None:
    """Return why a figure can't move to a place, nearest reason first, or None if it can."""
    place = read_place(part)
    if place is None or place not in state.tiles:
        return Verdict("move.no-gaps", place=place if place is not None else str(part))
    if place in reachable_places(state, seat, start, steps, by):
        return None
    facts: Facts = {"place": place, "tile": _face_up_tile(state, place), "mov": steps}
    if place == start:
        return _refuse_return(state, seat, place, by, facts)
    if refusal := _refuse_end(state, seat, place, by):
        return refusal
    far = map_graph.steps_to_tiles(state, start).get(place)
    if map_graph.steps_apart(start, place) > steps:
        return _why_too_far(state, by, facts)
    if far is None:
        return Verdict("move.no-gaps", **facts)
    return _why_too_far(state, by, facts) if far > steps else Verdict("move.no-through-unrevealed", **facts)


def _refuse_return(state: State, seat: int, place: Place, by: str, facts: Facts) -> Verdict:
    """Return why a move can't end where it began."""
    if by != MOVE:
        return Verdict(_RULE_BY_REASON[by], what="stands-there", **facts)
    if state.ruling["ruling.move.same-tile"] == "no":
        return Verdict("ruling.move.same-tile")
    room = reachable_places(state, seat, place, facts["mov"], by, ends_anywhere=True)
    return (_refuse_end(state, seat, place, by) if place in room else None) or Verdict("ruling.move.same-tile", **facts)


def _why_too_far(state: State, by: str, facts: Facts) -> Verdict:
    if by == MOVE and state.bot_used and state.ruling["ruling.solo.bot-as-you"] == "bot":
        return Verdict("solo.bot-move", what="too-far", **facts)
    return Verdict(_RULE_BY_REASON[by], what="too-far", **facts)


# -- going -------------------------------------------------------------------------------------------------------------


def move_figure(state: State, seat: int, place: Place, by: str, emit: Emit | None) -> None:
    """Move a figure to a legal place, explore there, and leave a frame for the consequences."""
    bots = _moves_bot(state, by)
    was = state.bot if bots else state.place[seat]
    assert was is not None
    if bots:
        state.bot = place
        state.tally[seat]["bot-moved"] = 1
    else:
        state.place[seat] = place
        if by == MOVE and place not in state.up:
            state.tally[seat]["stopped"] = 1
    if emit:
        back = by == MOVE and place == was  # only a ruling lets a move end where it began
        usual = "ruling.move.same-tile" if back else _RULE_BY_REASON[by]
        kind, rule = ("bot-moves", "solo.bot-move") if bots else ("moves", usual)
        emit(
            f"{kind}-back" if back else kind,
            rule,
            EVERYONE,
            seat=seat,
            old_place=was,
            place=place,
            tile=_face_up_tile(state, place),
        )
        if place not in state.up and not (bots and state.ruling["ruling.solo.bot-limits"] == "no"):
            emit("stops", "move.stop-on-unrevealed", EVERYONE, seat=seat, place=place)
    state.frames.append(("arrive", seat, (place, by)))
    exploring.enter_tile(state, seat, place, emit, bots)


def _face_up_tile(state: State, place: Place | None) -> str:
    """Return the tile if it is face up, or else an empty string."""
    return state.tiles[place] if place is not None and place in state.up else ""


def finish_move(state: State, emit: Emit | None) -> None:
    """Finish a move after its finds are resolved: trace rises, and the city may react."""
    _, seat, (place, by) = state.frames.pop()
    if state.is_out(seat):
        return
    if by == MOVE:
        _add_trace(state, seat, place, True, emit)
    elif by == EFFECT and state.ruling["ruling.move.effect-trace"] == "entry":
        trace.raise_trace(state, seat, trace.tile_trace(state, seat, place, True), "ruling.move.effect-trace", emit)
    if by != BOT:
        living_city.ask_about_events(state, seat, "move", emit)
    elif emit and state.rules.traced:
        emit("bot-free", "solo.bot-free", EVERYONE, seat=seat)


def _add_trace(state: State, seat: int, place: Place, moved: bool, emit: Emit | None) -> None:
    """Add the used figure's tile to trace. The rise is stored in case a BOT replaces it later."""
    number = trace.raise_by_step(state, seat, place, moved, emit)
    state.tally[seat]["rise"] = 0 if state.bot_used else number
    state.tally[seat]["bot-traced"] = int(bool(state.bot_used))


# -- the move & trace step ---------------------------------------------------------------------------------------------


class MoveStep(Decision[State]):
    """A move of the character, or a stay; in a solo game the BOT also moves, before or after.

    The frame is `("move", seat, (done,))`, with 1 once the character's part is over.
    """

    verbs = ("move", "stay", "bot-move", "battery", "done")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (done,) = state.frames[-1]
        if not state.is_out(seat) and (not done or self._bot_goals(state, seat)):
            return True
        state.frames.pop()
        solo_bot.end_step(state, emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        done = state.frames[-1][2][0]
        found: list[Move] = []
        if not done:
            found = [*(("move", written(place)) for place in self._goals(state, seat)), ("stay",)]
        found += [("bot-move", written(place)) for place in self._bot_goals(state, seat)]
        if self.refuse(state, seat, ("battery",)) is None:
            found.append(("battery",))
        return [*found, ("done",)] if done else found

    @staticmethod
    def _steps(state: State, seat: int) -> int:
        if state.bot_used and state.ruling["ruling.solo.bot-as-you"] == "bot":
            return BOT_MOVE
        return move_range(state, seat)

    def _goals(self, state: State, seat: int) -> dict[Place, int]:
        """Return where this step's figure can go. The BOT moves only once, by a battery or for free."""
        if state.bot_used and state.tally[seat].get("bot-free"):
            return {}
        return reachable_places(state, seat, state.figure(seat), self._steps(state, seat), MOVE)

    @staticmethod
    def _bot_goals(state: State, seat: int) -> dict[Place, int]:
        """Return where the BOT can go on its own, once per step."""
        if state.bot is None or state.bot_used or state.tally[seat].get("bot-free"):
            return {}
        return reachable_places(state, seat, state.bot, BOT_MOVE, BOT)

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        done, verb = state.frames[-1][2][0], move[0]
        if verb == "bot-move":
            return self._no_bot_move(state, seat, move)
        if verb == "battery":
            return self._no_battery(state, seat, move)
        if verb == "done":
            if move != ("done",):
                return Verdict("table.form", problem="write just 'done'")
            return Verdict("move.optional", what="first")
        if done:
            return refuse_second_move(state, seat) or Verdict("move.optional", what="stayed")
        if verb == "stay":
            return Verdict("table.form", problem="write just 'stay'")
        if not has_arguments(move, 1):
            return Verdict("table.form", problem="name one tile")
        if state.bot_used and state.tally[seat].get("bot-free"):
            return _refuse_second_bot_move(state, move)
        return refuse_move(state, seat, state.figure(seat), self._steps(state, seat), move[1], MOVE)

    @staticmethod
    def _no_bot_move(state: State, seat: int, move: Move) -> Verdict | None:
        """Return why the BOT can't make its own move like this, or None."""
        if state.bot is None:
            return solo_bot.refuse_battery(state, seat)
        if not has_arguments(move, 1):
            return Verdict("table.form", problem="name one tile")
        if state.bot_used:
            return Verdict("solo.bot-use", what="as-you")
        if state.tally[seat].get("bot-free"):
            return _refuse_second_bot_move(state, move)
        return refuse_move(state, seat, state.bot, BOT_MOVE, move[1], BOT)

    @staticmethod
    def _no_battery(state: State, seat: int, move: Move) -> Verdict | None:
        if move != ("battery",):
            return Verdict("table.form", problem="write just 'battery'")
        if refusal := solo_bot.refuse_battery(state, seat):
            return refusal
        return Verdict("solo.bot-use", what="own") if state.frames[-1][2][0] else None  # a step has only one figure

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        verb = move[0]
        if verb == "done":
            state.frames.pop()
            solo_bot.end_step(state, emit)
        elif verb == "battery":
            solo_bot.use_bot(state, seat, "move", emit)
        elif verb == "bot-move":
            place = read_place(move[1])
            assert place is not None
            state.tally[seat]["bot-free"] = 1
            move_figure(state, seat, place, BOT, emit)
        else:
            self._own(state, seat, move, emit)

    @staticmethod
    def _own(state: State, seat: int, move: Move, emit: Emit | None) -> None:
        """Carry out the player's own part of the step with its figure."""
        state.frames[-1] = ("move", seat, (1,))
        if move[0] == "stay":
            if emit:
                kind, rule = ("bot-stays", "solo.bot-use") if state.bot_used else ("stays", "move.optional")
                emit(kind, rule, EVERYONE, seat=seat, place=state.figure(seat))
            moved = bool(state.bot_used and state.tally[seat].get("bot-free"))
            _add_trace(state, seat, state.figure(seat), moved, emit)
            return
        place = read_place(move[1])
        assert place is not None
        state.tally[seat]["moved"] = 1
        move_figure(state, seat, place, MOVE, emit)


def refuse_second_move(state: State, seat: int) -> Verdict | None:
    """Return why a character can't move again this action, or None: it moved, or stopped on a face-down tile."""
    if state.tally[seat].get("stopped"):
        return Verdict("move.stop-on-unrevealed")
    return Verdict("move.once") if state.tally[seat].get("moved") else None


def _refuse_second_bot_move(state: State, move: Move) -> Verdict:
    """Return the refusal of a second BOT move in a step."""
    place = read_place(move[1])
    return Verdict("solo.bot-move", what="moved", tile=_face_up_tile(state, place), place=move[1])


# -- moves granted by effects ------------------------------------------------------------------------------------------


class Go(Decision[State]):
    """A move granted by an effect. The frame is `("go", seat, (steps,))`."""

    verbs = ("go", "no-go")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (number,) = state.frames[-1]
        if not state.is_out(seat) and reachable_places(state, seat, state.place[seat], number, EFFECT):
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        number = state.frames[-1][2][0]
        ends = reachable_places(state, seat, state.place[seat], number, EFFECT)
        return [*(("go", written(place)) for place in ends), ("no-go",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "no-go":
            return Verdict("table.form", problem="write just 'no-go'")
        if not has_arguments(move, 1):
            return Verdict("table.form", problem="name one tile")
        return refuse_move(state, seat, state.place[seat], state.frames[-1][2][0], move[1], EFFECT)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        place = read_place(move[1]) if move[0] == "go" else None
        if place is not None:
            move_figure(state, seat, place, EFFECT, emit)


DECISIONS: dict[str, Decision[State]] = {"move": MoveStep(), "go": Go()}
AUTOMATIC = {"arrive": finish_move}
