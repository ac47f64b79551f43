"""Effects of lines on the map and on trace."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import choices_of_pieces
from tabletop_kernel.games.tamashii.lines.counting import RELAY
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.lines.running import Run, Verb, first_amount, rule_of, tell_left_out
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import moving, trace
from tabletop_kernel.games.tamashii.state import State

FACE_DOWN, FACE_UP = "die:", "!"  # a dice token on a tile: “die:S”, or “die:S!” once turned up


# -- moving ------------------------------------------------------------------------------------------------------------


def _steps(state: State, seat: int, run: Run, act: Act) -> int:
    return moving.effect_range(state, seat, first_amount(state, seat, run, act) if act.args else None)


def _move(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if abilities.modifier(state, seat, line_keys.ROOTED) > 0:
        tell_left_out(state, seat, run.key, "effects can't move this body", "kw.move-effect", emit)
    elif _can_move(state, seat, run, act):
        state.frames.append(("go", seat, (_steps(state, seat, run, act),)))
    else:
        tell_left_out(state, seat, run.key, "there is no tile to move to", "kw.move-effect", emit)


def _can_move(state: State, seat: int, run: Run, act: Act) -> bool:
    if abilities.modifier(state, seat, line_keys.ROOTED) > 0:
        return False
    return bool(moving.reachable_places(state, seat, state.place[seat], _steps(state, seat, run, act), moving.EFFECT))


def _move_bot(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_move_bot(state, seat, run, act):
        state.frames.append(("bot-go", seat, (first_amount(state, seat, run, act),)))
    else:
        tell_left_out(state, seat, run.key, "no BOT can move", "solo.bot-move", emit)


def _can_move_bot(state: State, seat: int, run: Run, act: Act) -> bool:
    steps = first_amount(state, seat, run, act)
    return state.bot is not None and bool(moving.reachable_places(state, seat, state.bot, steps, moving.BOT))


def _reveal(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    steps = first_amount(state, seat, run, act)
    if choices_of_pieces.face_down_within(state, seat, steps):
        state.frames.append(("pick-tile", seat, (steps,)))
    else:
        tell_left_out(state, seat, run.key, "no face-down tile is near enough", "kw.reveal", emit)


def _can_reveal(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_pieces.face_down_within(state, seat, first_amount(state, seat, run, act)))


# -- trace -------------------------------------------------------------------------------------------------------------


def _trace_up(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    trace.raise_trace(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit)


def _can_rise(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.rules.traced and first_amount(state, seat, run, act) > 0


def _trace_down(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not trace.lower_trace(state, seat, first_amount(state, seat, run, act), rule_of(state, run.key), emit):
        tell_left_out(state, seat, run.key, "trace is already at 0", rule_of(state, run.key), emit)


def _trace_zero(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if state.trace[seat]:
        trace.reset_trace(state, seat, "kw.set-trace", emit)
    else:
        tell_left_out(state, seat, run.key, "trace is already at 0", "kw.set-trace", emit)


def _is_traced(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.rules.traced and state.trace[seat] > 0


# -- markers on a tile -------------------------------------------------------------------------------------------------


def _put_relay(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    place = state.figure(seat)
    state.markers[place] = (*state.markers.get(place, ()), RELAY)
    if emit:
        emit("relay-put", rule_of(state, run.key), EVERYONE, seat=seat, tile=state.tiles[place])


def _no_relay(state: State, seat: int, run: Run, act: Act) -> bool:
    return RELAY not in state.markers.get(state.figure(seat), ())


def _remove_relay(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Remove the relay marker together with the dice token on it."""
    place = state.figure(seat)
    if _no_relay(state, seat, run, act):
        tell_left_out(state, seat, run.key, "there is no relay marker here", rule_of(state, run.key), emit)
        return
    markers = state.markers.pop(place)
    rest = tuple(one for one in markers if one != RELAY and not one.startswith(FACE_DOWN))
    if rest:
        state.markers[place] = rest
    if emit:
        emit("relay-gone", rule_of(state, run.key), EVERYONE, seat=seat, tile=state.tiles[place])


def _has_relay(state: State, seat: int, run: Run, act: Act) -> bool:
    return not _no_relay(state, seat, run, act)


def _turn_up_die(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    place = state.figure(seat)
    if not _has_hidden_die(state, seat, run, act):
        return  # it is already face up
    markers = state.markers[place]
    state.markers[place] = tuple(one + FACE_UP if _hidden(one) else one for one in markers)
    if emit:
        die = next(one for one in markers if _hidden(one)).removeprefix(FACE_DOWN)
        emit("die-turned", "scen.dice-revealed", EVERYONE, seat=seat, die=die, tile=state.tiles[place])


def _hidden(marker: str) -> bool:
    return marker.startswith(FACE_DOWN) and not marker.endswith(FACE_UP)


def _has_hidden_die(state: State, seat: int, run: Run, act: Act) -> bool:
    return any(_hidden(one) for one in state.markers.get(state.figure(seat), ()))


VERBS = {
    "move": Verb(_move, _can_move),
    "move-bot": Verb(_move_bot, _can_move_bot),
    "reveal-tile": Verb(_reveal, _can_reveal),
    "trace-up": Verb(_trace_up, _can_rise),
    "trace-down": Verb(_trace_down, _is_traced),
    "trace-zero": Verb(_trace_zero, _is_traced),
    "put-relay": Verb(_put_relay, _no_relay),
    "remove-relay": Verb(_remove_relay, _has_relay),
    "turn-up-die": Verb(_turn_up_die, _has_hidden_die),
}
