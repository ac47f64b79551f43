"""Effects of lines on data tokens."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import BASIC, CORRUPTED, EMPTY, LOCK
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import pattern_list, tokens
from tabletop_kernel.games.tamashii.lines import choices_of_tokens
from tabletop_kernel.games.tamashii.lines.counting import TOKEN_WORDS, corrupted_left
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.lines.running import Run, Verb, first_amount, rule_of, tell_left_out
from tabletop_kernel.games.tamashii.state import State


def harmful(run: Run) -> bool:
    """Tell if a line is harm: an enemy's frame, or a scenario's effect on the players."""
    place, _, *part = run.key.split(".")
    return (place == "enemy" and part[0] in ("fang", "wire")) or (place == "card" and part[0] in ("world", "immediate"))


def _letter(state: State, seat: int, act: Act) -> str:
    """Return the token that an act names; “core” means the core's type."""
    return state.core[seat] if act.args[1] == choices_of_tokens.OF_CORE else str(act.args[1])


def _on_launcher(state: State, seat: int) -> list[int]:
    return [slot for slot, token in enumerate(state.grid[seat]) if token not in (EMPTY, LOCK)]


# -- gaining -----------------------------------------------------------------------------------------------------------


def _gain(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    to_bag = act.verb == "bag-token"
    count, letter = first_amount(state, seat, run, act), _letter(state, seat, act)
    if letter == choices_of_tokens.ANY_BASIC:
        if choices_of_tokens.types_to_gain(state, seat):
            state.frames.append(("pick-type", seat, (count, int(to_bag))))
        else:
            tell_left_out(state, seat, run.key, "there are no basic tokens left", "data.gain-empty", emit)
        return
    rule = rule_of(state, run.key) if to_bag else "data.corrupted-source" if letter == CORRUPTED else "data.gain"
    tokens.gain_tokens(state, seat, letter, count, rule, emit, to_bag=to_bag)


def _can_gain(state: State, seat: int, run: Run, act: Act) -> bool:
    letter = _letter(state, seat, act)
    if letter == choices_of_tokens.ANY_BASIC:
        return bool(choices_of_tokens.types_to_gain(state, seat))
    if letter == CORRUPTED:  # gaining one from an empty pool still affects a scenario
        return corrupted_left(state) > 0 or state.rules.mode != "versus"
    return tokens.refuse_gain(state, seat, letter) is None


# -- dumping and discarding --------------------------------------------------------------------------------------------


def _go(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    verb = act.verb.removesuffix("-token")
    wanted = str(act.args[1])
    if choices_of_tokens.slots_meant(state, seat, wanted, harmful(run)):
        state.frames.append((f"pick-{verb}", seat, (first_amount(state, seat, run, act), wanted, int(harmful(run)))))
    else:
        what = f"the launcher has no {TOKEN_WORDS[wanted]} token to {verb}".replace("  ", " ")
        tell_left_out(state, seat, run.key, what, _no_token_rule(state, seat, run, wanted, verb), emit)


def _no_token_rule(state: State, seat: int, run: Run, wanted: str, verb: str) -> str:
    """Return the rule on a missing token. It may be that only an open token is there, which harm can't touch."""
    open_one = harmful(run) and choices_of_tokens.slots_meant(state, seat, wanted, False)
    return "data.open-immune" if open_one else f"data.{verb}"


def _has_fitting(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_tokens.slots_meant(state, seat, str(act.args[1]), harmful(run)))


def _has_all(state: State, seat: int, run: Run, act: Act) -> bool:
    found = choices_of_tokens.slots_meant(state, seat, str(act.args[1]), harmful(run))
    return len(found) >= first_amount(state, seat, run, act)


def _dump_line(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _on_launcher(state, seat):
        state.frames.append(("pick-line", seat, (str(act.args[0]),)))
    else:
        tell_left_out(state, seat, run.key, "the launcher has no tokens", "data.dump", emit)


def _dump_all(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not tokens.dump_tokens(state, seat, _on_launcher(state, seat), "data.dump", emit):
        tell_left_out(state, seat, run.key, "the launcher has no tokens", "data.dump", emit)


def _has_tokens(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(_on_launcher(state, seat))


# -- placing and moving ------------------------------------------------------------------------------------------------


def _prepare(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Draw all tokens before the first one is placed."""
    wanted, empty = first_amount(state, seat, run, act), len(state.empty_slots(seat))
    if not empty:
        tell_left_out(state, seat, run.key, "there are no empty slots", "kw.prepare", emit)
        return
    if state.ruling["ruling.prepare.short"] == "fitting" and empty < wanted:
        wanted = empty
        if emit:
            emit("prepares-less", "ruling.prepare.short", EVERYONE, seat=seat, count=wanted)
    drawn = ""
    while len(drawn) < wanted and (token := tokens.draw_token(state, seat, emit)):
        drawn += token
    if not drawn:
        tell_left_out(state, seat, run.key, "there are no tokens to draw", "kw.prepare", emit)
        return
    drawn = "".join(sorted(drawn))
    if emit:
        emit("prepares", "kw.prepare", EVERYONE, seat=seat, tokens=drawn, count=len(drawn))
    state.frames.append(("prepare", seat, (drawn,)))


def _can_prepare(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.empty_slots(seat)) and bool(state.bag[seat] or state.dump[seat])


def _program(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_program(state, seat, run, act):
        diagonal = int(act.verb == "program-diagonal")
        state.frames.append(("program", seat, (first_amount(state, seat, run, act), diagonal)))
    else:
        tell_left_out(state, seat, run.key, "no token can be moved", "kw.program", emit)


def _can_program(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_tokens.program_moves(state, seat, act.verb == "program-diagonal"))


def _swap(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_swap(state, seat, run, act):
        state.frames.append(("swap-dump", seat, (first_amount(state, seat, run, act),)))
    else:
        tell_left_out(state, seat, run.key, "there is nothing to swap", rule_of(state, run.key), emit)


def _can_swap(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(_on_launcher(state, seat)) and bool(state.dump[seat])


def _change_core(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    state.frames.append(("pick-core", seat, ()))


def _can_change_core(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.core[seat] in tuple(BASIC)


def _corrupted_open(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if not _has_corrupted(state, seat, run, act):
        tell_left_out(state, seat, run.key, "the launcher has no corrupted tokens", "data.corrupted-block", emit)
        return
    abilities.add_mark(state, seat, pattern_list.CORRUPTED_OPEN_MARK)
    if emit:
        emit("corrupted-open", rule_of(state, run.key), EVERYONE, seat=seat)


def _has_corrupted(state: State, seat: int, run: Run, act: Act) -> bool:
    """Tell if there is a corrupted token that no such effect covers yet."""
    return state.grid[seat].count(CORRUPTED) > state.used[seat].count(pattern_list.CORRUPTED_OPEN_MARK)


VERBS = {
    "gain-token": Verb(_gain, _can_gain),
    "bag-token": Verb(_gain, _can_gain),
    "discard-token": Verb(_go, _has_fitting, _has_all),
    "dump-token": Verb(_go, _has_fitting, _has_all),
    "dump-line": Verb(_dump_line, _has_tokens),
    "dump-all": Verb(_dump_all, _has_tokens),
    "prepare": Verb(_prepare, _can_prepare),
    "program": Verb(_program, _can_program),
    "program-diagonal": Verb(_program, _can_program),
    "swap-dump": Verb(_swap, _can_swap),
    "change-core": Verb(_change_core, _can_change_core),
    "corrupted-open": Verb(_corrupted_open, _has_corrupted),
}
