"""The reset: a player without integrity loses the tokens on the launcher and restarts in the Shelter.

`reset_or_wait` is called when integrity reaches 0. Under a ruling, the effect that caused it finishes first: the frame
`("reset", seat, (rule,))` then waits below it. If several Shelters are equally near, `("shelter", seat, ())` asks for
one.
"""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.components import EMPTY, LOCK, SYMBOL_DIE
from tabletop_kernel.games.tamashii.fighting import enemies
from tabletop_kernel.games.tamashii.gear import abilities, bodies
from tabletop_kernel.games.tamashii.launch import tokens
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import destabilization_tokens
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import order_of_turn, trace
from tabletop_kernel.games.tamashii.state import State, written

TRIGGER = "reset.trigger"
CORRUPTED_GAINED = 2
FIRST_IS_MILD = "first-reset-one"  # a special rule of a sheet: each player's first reset gives one token less


def reset_or_wait(state: State, seat: int, emit: Emit | None) -> None:
    """Reset a player whose integrity has reached 0, at once or after the running effect."""
    if state.ruling["ruling.reset.rest-of-effect"] == "finish":
        waiting_frame = ("reset", seat, (TRIGGER,))
        if waiting_frame in state.frames:
            return
        under = _depth_under_effect(state, seat)
        if under >= 0:
            state.frames.insert(under, waiting_frame)
            if emit:
                emit("reset-waits", "ruling.reset.rest-of-effect", EVERYONE, seat=seat)
            return
    reset_player(state, seat, TRIGGER, emit)


def _depth_under_effect(state: State, seat: int) -> int:
    """Return the stack position below a player's running effect, or -1. Scenario lines only count if alone."""
    lines = [depth for depth, frame in enumerate(state.frames) if frame[0] == "effect" and frame[1] == seat]
    own = [depth for depth in lines if not running.is_of_table(running.Run(*state.frames[depth][2]))]
    depth = (own or lines or [-1])[0]
    while depth > 0 and state.frames[depth - 1][0] in ("effect", "reset"):
        depth -= 1  # below this whole effect and earlier resets, but above other blocks
    return depth


def reset_after_effect(state: State, emit: Emit | None) -> None:
    """Reset a player, now that the effect is over."""
    _, seat, (rule,) = state.frames.pop()
    reset_player(state, seat, rule, emit)


def reset_player(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Carry out a reset in its order. Too small a pool of corrupted tokens can end the game midway."""
    if emit:
        emit("resets", rule, EVERYONE, seat=seat)
    _roll_for_body(state, seat, emit)
    _gain_corrupted(state, seat, emit)
    if state.result is not None:
        return
    filled_slots = [slot for slot, token in enumerate(state.grid[seat]) if token not in (EMPTY, LOCK)]
    tokens.dump_tokens(state, seat, filled_slots, "reset.dump-launcher", emit)
    enemies.discard_all(state, seat, "reset.enemies", emit)
    destabilization_tokens.clear_board(state, seat, emit)
    trace.reset_trace(state, seat, "reset.trace", emit)
    state.integrity[seat] = state.maximum[seat]
    state.moves_left[seat] = 0
    state.out |= 1 << seat
    if emit:
        emit("whole-again", "reset.integrity", EVERYONE, seat=seat, integrity=state.integrity[seat])
        kind = "skips-program" if _still_refills(state, seat) else "skips-phase"
        emit(kind, "reset.skip-phase", EVERYONE, seat=seat, phase=state.phase)
    _go_to_shelter(state, seat, emit)


def _still_refills(state: State, seat: int) -> bool:
    """Tell if a ruling lets a player refill after a reset in Planning, and the refill is still to come."""
    if state.phase != "planning" or state.ruling["ruling.reset.planning"] != "refill" or not state.frames:
        return False
    kind, _, data = state.frames[0]
    return kind == "turn" and ("refill", seat) in order_of_turn.steps_of(state)[data[0] :]


def _roll_for_body(state: State, seat: int, emit: Emit | None) -> None:
    """Roll the symbol die for the active advanced body; in insane games it is always lost."""
    if state.rules.difficulty == "insane":
        if state.bodies[seat]:
            bodies.lose_body(state, seat, emit, "mode.insane-reset")
        return
    symbol = SYMBOL_DIE[state.chance.roll("symbol") - 1]
    if emit:
        emit("reset-rolled", "reset.roll", EVERYONE, seat=seat, symbol=symbol)
    if not state.bodies[seat]:
        return
    if symbol == state.ruling["ruling.reset.symbol"]:
        bodies.lose_body(state, seat, emit)
    elif abilities.modifier(state, seat, line_keys.LOST_ON_ANY):
        bodies.lose_body(state, seat, emit, "body.ability")  # the card itself says so
    elif emit:
        emit("keeps-body", "reset.keep-body", EVERYONE, seat=seat, body=state.bodies[seat][0])


def _gain_corrupted(state: State, seat: int, emit: Emit | None) -> None:
    scenario = state.rules.scenario
    is_mild = scenario is not None and FIRST_IS_MILD in scenario.special_rules and not state.tally[seat].get("resets")
    state.count(seat, "resets")
    number, rule = (CORRUPTED_GAINED - 1, "scen.special-rules") if is_mild else (CORRUPTED_GAINED, "reset.corrupted")
    tokens.gain_corrupted(state, seat, number, rule, emit)


# -- placing the character ---------------------------------------------------------------------------------------------


def shelter_places(state: State, seat: int) -> list[Place]:
    """Return where a character can be placed: on a face-up Shelter, or on its starting tile if there is none."""
    face_up = sorted(place for place in state.up if state.tile(place).kind == "shelter")
    if not face_up:
        return [state.start_place[seat]]
    if state.ruling["ruling.reset.which-shelter"] == "any":
        return face_up
    nearest = min(map_graph.steps_apart(place, state.place[seat]) for place in face_up)
    return [place for place in face_up if map_graph.steps_apart(place, state.place[seat]) == nearest]


def _go_to_shelter(state: State, seat: int, emit: Emit | None) -> None:
    places = shelter_places(state, seat)
    if len(places) > 1:
        state.frames.append(("shelter", seat, ()))
    else:
        _place_figure(state, seat, places[0], emit)


def _place_figure(state: State, seat: int, place: Place, emit: Emit | None) -> None:
    state.place[seat] = place
    if emit:
        rule = "reset.shelter" if state.tile(place).kind == "shelter" else "ruling.reset.which-shelter"
        emit("to-shelter", rule, EVERYONE, seat=seat, place=written(place), tile=state.tiles[place])


class ChooseShelter(Decision[State]):
    """A choice between several possible Shelters."""

    verbs = ("shelter",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("shelter", written(place)) for place in shelter_places(state, seat)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        face_up = {written(place): place for place in state.up}
        place = face_up.get(str(move[1])) if has_arguments(move, 1) else None
        if place is not None and state.tile(place).kind == "shelter":
            return Verdict("ruling.reset.which-shelter")
        return Verdict("reset.shelter")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        q, r = str(move[1]).split(",")
        _place_figure(state, seat, (int(q), int(r)), emit)


DECISIONS: dict[str, Decision[State]] = {"shelter": ChooseShelter()}
AUTOMATIC = {"reset": reset_after_effect}
