"""The launcher: its slots, what lies on them, what can be done with it, and what could be launched after each move."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import COLUMNS, CORRUPTED, EMPTY, INARI, LOCK, SLOT, SLOTS
from tabletop_kernel.games.tamashii.launch import launcher, pattern_list, pattern_matching
from tabletop_kernel.games.tamashii.telling import naming
from widgets.games.tamashii.look import SHIFTS, Look
from widgets.games.tamashii.patterns import pill_of
from widgets.launcher_parts import Drawn, Launcher, Lit, Reach, Slot, Store
from widgets.look import count
from widgets.scene import Piece

DISCARD = "up:discard"  # the line of upgrades that takes a slot, too
RULES = {
    EMPTY: "refill.light",
    LOCK: "setup.locks",
    "X": "data.corrupted-block",
    "O": "data.open-wild",
    "N": "inari.blank",
    "C": "catie.launch",
    "D": "catie.launch",
}
TRIED = {"pick-dump": "dump", "pick-discard": "discard", "test": "put", "pick-lock": "unlock", "inari": "inari"}
UNFIT = {CORRUPTED: "corrupted data fits no pattern", INARI: "an Inari token fits no pattern"}
UNLOCK = "up:unlock"  # the line of upgrades that takes a lock, too


def board(look: Look) -> Launcher:
    """The launcher of whoever looks."""
    seat = look.whose
    grid: str = look.view["grid"][seat]
    own = seat == look.me
    made: Launcher = {
        "part": "launcher",
        "place": "board",
        "zone": "launcher",
        "tab": "Launcher",
        "title": "Launcher" if own else f"{look.name(seat)}'s launcher",
        "columns": COLUMNS,
        "slots": [_slot(look, name, token) for name, token in zip(SLOTS, grid, strict=True)],
        "stores": [_store(look, "bag", "setup.bag"), _store(look, "dump", "data.dump")],
        "core": look.view["core"][seat],
    }
    if look.me is not None and (look.moves(*SHIFTS) or look.kind in ("plan", "program")):
        made["shifts"] = list(SHIFTS)
    if look.kind == "launch" and look.asks_me:
        made["marks"] = "launch"
        made["can_launch"] = bool(look.moves("launch"))
    if drawn := drawn_tokens(look):
        made["drawn"] = [_drawn(look, number, token) for number, token in enumerate(drawn)]
    if look.moves(*SHIFTS):
        made["figure"] = _left(look, seat)
        if look.previews:
            made["reach"] = list(_reach(look, seat, grid))
    return made


def _left(look: Look, seat: int) -> str:
    left = look.data[0] if look.kind == "program" else look.view["moves_left"][seat]
    return f"{count(left, 'move')} left" if isinstance(left, int) else ""


def _store(look: Look, name: str, rule: str) -> Store:
    tokens: str = look.view[name][look.whose]
    label = f"{name}: {naming.tokens_in_words(tokens) if tokens else 'no tokens'}"
    piece = look.piece(name, label, rule=rule)
    return {**piece, "text": name, "figure": str(len(tokens))}


# -- tokens that were drawn --------------------------------------------------------------------------------------------


def drawn_tokens(look: Look) -> str:
    """The tokens that are prepared and wait for a slot on the launcher that is shown."""
    frames = look.view["frames"][-1:]
    return next((str(data[0]) for kind, seat, data in frames if kind == "prepare" and seat == look.whose), "")


def _drawn(look: Look, number: int, token: str) -> Drawn:
    """One of them: it can be taken in hand, and then goes to a slot."""
    moves = [move for move in look.moves("place") if move[1] == token]
    name = naming.token_name(token)
    piece = look.piece(f"drawn:{number}", f"{name}: drawn, not placed yet", moves, rule="kw.prepare")
    if moves:
        text = f"{name[:1].upper()}{name[1:]} chosen. Next: an empty slot."
        piece |= {"choose": True, "chosen": {"text": text, "rules": ["kw.prepare"], "quiet": True}}
    return {**piece, "token": token}  # type: ignore[typeddict-item]


# -- slots -------------------------------------------------------------------------------------------------------------


def _slot(look: Look, name: str, token: str) -> Slot:
    """A slot with what can be done there. Moves of tokens, and a discard that memory pays for, take another piece."""
    light = look.state.lit(SLOT[name])
    moves = look.on_slots.get(name, []) if look.whose == look.me else []
    halves = [move for move in moves if move[0] in (*SHIFTS, "discard-token", "upgrade")]
    rule = RULES.get(token, "pattern.exact")
    piece = look.piece(f"slot:{name}", _label(look, name, token, light), halves or moves, _try(look, name, token), rule)
    made: Slot = {**piece, "at": name}  # type: ignore[typeddict-item]
    if light and token != LOCK:
        made["light"] = True
    if token == LOCK:
        made["lock"] = True
    elif token != EMPTY:
        made["token"] = token  # type: ignore[typeddict-item]
    if look.kind == "launch" and (unfit := _unfit(look, token)):
        made["unfit"] = unfit
    if halves:
        _as_half(look, made, name, token, halves)
    if tries := {half: list(move) for half, move in _wrong_halves(look, name).items() if move not in moves}:
        made["with"] = tries
    return made


def _unfit(look: Look, token: str) -> str:
    """Why no pattern takes a token; an effect can make corrupted data count as open."""
    opened = token == CORRUPTED and pattern_list.CORRUPTED_OPEN_MARK in look.state.used[look.whose]
    return "" if opened else UNFIT.get(token, "")


def _wrong_halves(look: Look, name: str) -> dict[str, Move]:
    """What is tried with a slot once a line of upgrades is chosen."""
    lines: dict[str, Move] = {DISCARD: ("discard-token", name), UNLOCK: ("upgrade", "unlock", name)}
    ready = {DISCARD: look.moves("discard-token"), UNLOCK: look.unlocks}
    return {half: move for half, move in lines.items() if look.whose == look.me and ready[half]}


def _label(look: Look, name: str, token: str, light: bool) -> str:
    """«Row 2, column 3, light: Ember»"""
    what = {EMPTY: "empty", LOCK: "locked"}.get(token) or naming.token_name(token)
    if token in "CD":
        what += ", side up: " + ("recover 1" if token == "C" else "deal 1 damage")
    core = ", core data" if token not in (EMPTY, LOCK) and token == look.view["core"][look.whose] else ""
    return f"Row {name[1]}, column {name[3]}{', light' * (light and token != LOCK)}: {what}{core}"


def _as_half(look: Look, made: Slot, name: str, token: str, halves: list[Move]) -> None:
    """Let a slot be chosen first or second, whichever somebody likes."""
    ends: dict[str, list[list[str | int]]] = {}
    for move in halves:
        lines = {"discard-token": DISCARD, "upgrade": UNLOCK}
        other = lines.get(str(move[0])) or f"slot:{_other(move, name)}"
        ends.setdefault(other, []).append(list(move))
    what = {EMPTY: "an empty slot", LOCK: "a locked slot"}.get(token) or naming.token_name(token)
    slots = listed([_other(move, name) for move in halves if move[0] in SHIFTS], "or")
    text = f"{what[:1].upper()}{what[1:]} on {name} chosen." + (f" Next: {slots}." if slots else "")
    rules = ["upg.exp-unlock"] if token == LOCK else ["prog.slide", "prog.switch"]
    made |= {"choose": True, "chosen": {"text": text, "rules": rules, "quiet": True}, "ends": ends}
    if token == EMPTY:
        made["state"] = "empty"  # tokens are outlined, and an empty slot once one of them is chosen


def _other(move: Move, name: str) -> str:
    return str(move[2] if move[1] == name else move[1])


def _try(look: Look, name: str, token: str) -> Move:
    """What a click tries where it can do nothing."""
    if look.whose != look.me or look.kind == "over":
        return ()
    verb = TRIED.get(look.kind, "")
    if verb and (verb != "inari" or token == INARI):
        return look.unless_legal((verb, name))
    if look.kind == "prepare":
        letters = [str(move[1]) for move in look.moves("place")]
        return look.unless_legal(("place", letters[0], name)) if letters else ()
    if token == LOCK:
        return look.unless_legal(("upgrade", "unlock", name))
    return look.unless_legal(_shift(look, name)) if token != EMPTY else ()


def _shift(look: Look, name: str) -> Move:
    """The move of a token that a click means where no token can be moved: to the next slot that could take it."""
    grid: str = look.view["grid"][look.whose]
    at = SLOT[name]
    column = at % COLUMNS
    beside = [at + step for step, fits in ((1, column < COLUMNS - 1), (-1, column > 0)) if fits]
    beside += [at + step for step in (COLUMNS, -COLUMNS) if 0 <= at + step < len(grid)]
    free = [slot for slot in beside if grid[slot] == EMPTY]
    if free:
        return ("slide", name, SLOTS[free[0]])
    others = [slot for slot in beside if grid[slot] != LOCK]
    return ("switch", *(SLOTS[slot] for slot in sorted((at, others[0])))) if others else ()


# -- what could be launched --------------------------------------------------------------------------------------------


def _reach(look: Look, seat: int, grid: str) -> Iterator[Reach]:
    """After each slide and switch: every pattern that would lie there, in its first place."""
    core, how = look.view["core"][seat], pattern_matching.reading_of(look.rules)
    open_now = [source for source in look.sources.values() if not source.blocked]
    for move in look.moves(*SHIFTS):
        after = launcher.exchange_slots(grid, SLOT[str(move[1])], SLOT[str(move[2])])
        lit: list[Lit] = []
        for source in open_now:
            found = pattern_matching.find_places_by_reading(after, source.cells, core, how, source.connected)
            if found:
                slots = [SLOTS[slot] for slot in found[0]]
                lit.append({"slots": slots, "pill": pill_of(look, source), "pattern": f"pattern:{source.key}"})
        if lit:
            yield {"from": str(move[1]), "to": str(move[2]), "lit": lit}


def line_with_slot(look: Look, name: str, label: str, moves: list[Move], asks: str, rule: str) -> Piece:
    """A line of upgrades that takes a slot as its other half."""
    piece = look.piece(name, label, moves, rule=rule)
    piece["choose"] = True
    piece["chosen"] = {"text": asks, "rules": [rule]}
    piece["ends"] = {f"slot:{move[-1]}": [list(move)] for move in moves}
    return piece
