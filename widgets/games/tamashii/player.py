"""One player: numbers, assets, trace, enemies; and the boards of the others."""

from __future__ import annotations

from itertools import pairwise

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import ASSETS, COLUMNS, MOST_ASSETS, TRACE_DICE, TRACE_TOP
from tabletop_kernel.games.tamashii.fighting import combat
from tabletop_kernel.games.tamashii.fighting.fight_state import PREPARE, ROLLED, WALK, Fight
from tabletop_kernel.games.tamashii.gear.abilities import modifier
from tabletop_kernel.games.tamashii.launch.pattern_matching import trim_cells
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import moving
from tabletop_kernel.games.tamashii.telling import naming
from widgets.games.tamashii import standings
from widgets.games.tamashii.look import Look
from widgets.launcher_parts import Board, Boards, Foe, FoeDie, Meter, Meters, Stack, Stat
from widgets.look import count
from widgets.scene import READ, Counter, MoveParts, SeatPiece, Stretch, Track

MANY = 3  # enemies on a player that take the room of the numbers below them
USES = {
    "shield": "asset.shield-one",
    "memory": "asset.memory-uses",
    "power": "combat.power",
    "reroll": "asset.reroll-one",
}

# -- numbers -----------------------------------------------------------------------------------------------------------


def meters(look: Look) -> Meters:
    """What a player is and has."""
    seat = look.whose
    made: Meters = {
        "part": "meters",
        "place": "near",
        "zone": "you",
        "title": "You" if seat == look.me else look.name(seat),
        "who": _who(look, seat),
        "stats": _stats(look, seat),
        "meters": [
            _meter(look, seat, asset, level) for asset, level in zip(ASSETS, look.view["assets"][seat], strict=True)
        ],
    }
    if len(look.view["enemies"][seat]) >= MANY:
        made["tight"] = True
    return made


def _who(look: Look, seat: int) -> SeatPiece:
    body = look.state.body(seat)
    able = [("use", f"body.{one}") for one in (*look.view["bodies"][seat], look.view["walker"][seat])]
    piece = look.piece(f"seat:{seat}", f"{look.board(seat)}, as {body.name}", able, rule="setup.board")
    look.readable(piece, f"Read about {look.name(seat)}")
    notes = [body.name] if body.name != look.name(seat) else []
    notes += ["first player"] if look.begins(seat) and len(look.seats) > 1 else []
    return {
        **piece,  # type: ignore[typeddict-item]
        "seat": seat,
        "name": look.name(seat),
        "you": seat == look.me,
        "now": seat in look.asked,
        "line": ", ".join(notes),
    }


def _stats(look: Look, seat: int) -> list[Stat]:
    state, view = look.state, look.view
    program = max(0, state.body(seat).pro + modifier(state, seat, line_keys.PRO))
    shown: list[tuple[str, str, str, str, list[Move]]] = [
        ("mov", str(moving.move_range(state, seat)), "MOV", "move.range", []),
        ("pro", str(program), "PRO", "prog.moves", []),
        ("att", str(combat.attack_dice(state, seat)), "ATT", "combat.dice", []),
        (
            "integrity",
            f"{view['integrity'][seat]}/{view['maximum'][seat]}",
            "ITG",
            "setup.integrity",
            [("upgrade", "integrity")],
        ),
        ("exp", str(view["exp"][seat]), "EXP", "upg.exp-cost", []),
    ]
    if standings.shown(look):
        shown.append(("points", str(standings.points(look, seat)), "VP", "comp.goal", []))
    return [_stat(look, *one) for one in shown]


NAMES = {
    "mov": "Movement",
    "pro": "Program",
    "att": "Attack",
    "integrity": "Integrity",
    "exp": "EXP",
    "points": "Victory points so far, without goals",
}


def _stat(look: Look, name: str, figure: str, text: str, rule: str, can: list[Move]) -> Stat:
    piece = look.piece(f"stat:{name}", f"{NAMES[name]}: {figure.replace('/', ' of ')}", can, rule=rule)
    return {**piece, "figure": figure, "text": text}


def _meter(look: Look, seat: int, asset: str, level: int) -> Meter:
    can = {"power": look.moves("power"), "shield": look.moves("shield")}.get(asset, [])
    own = seat == look.me and look.kind != "over"
    attempt: Move = ("power",) if own and asset == "power" and look.kind == "combat" and not can else ()
    label = f"{asset.capitalize()}: {level} of {MOST_ASSETS}"
    piece = look.piece(f"asset:{asset}", label, can if own else [], attempt, USES[asset])
    return {**piece, "glyph": asset, "text": asset.capitalize(), "level": level, "levels": MOST_ASSETS}


# -- trace -------------------------------------------------------------------------------------------------------------


def trace(look: Look) -> list[Track]:
    """The track of the shown player, with the dice of its spaces; none where trace is not used."""
    if not look.rules.traced:
        return []
    at = look.view["trace"][look.whose]
    starts = [0, *(number for number, (one, other) in enumerate(pairwise(TRACE_DICE), 1) if one != other)]
    ends = [*(start - 1 for start in starts[1:]), TRACE_TOP - 1]
    stretches = [_stretch(first, last) for first, last in zip(starts, ends, strict=True)]
    top: Stretch = {"first": TRACE_TOP, "last": TRACE_TOP, "text": "2 enemies at once", "figure": "!", "tone": "danger"}
    said = f"Trace {at} of {TRACE_TOP}: {count(TRACE_DICE[at], 'die', 'dice')} at the next trace roll."
    return [
        {
            "part": "track",
            "place": "near",
            "zone": "trace",
            "title": "Trace",
            "label": said,
            "spaces": [str(number) for number in range(TRACE_TOP + 1)],
            "stretches": [*stretches, top],
            "trackers": [{"at": at}],
            "finish": "On the last space, 2 enemies attach at once.",
            "piece": look.piece("marker:trace", said, rule="trace.dice"),
        }
    ]


def _stretch(first: int, last: int) -> Stretch:
    dice = TRACE_DICE[first]
    tones = ("calm", "calm", "calm", "warning", "danger")
    made: Stretch = {"first": first, "last": last, "text": count(dice, "die", "dice"), "figure": str(dice)}
    made["tone"] = tones[dice]  # type: ignore[typeddict-item]
    return made


# -- enemies -----------------------------------------------------------------------------------------------------------


def stack(look: Look) -> Stack:
    """The enemies of the shown player, with the dice of a Combat beside the one that acts next."""
    seat = look.whose
    fight = next(
        (Fight(*data) for kind, whose, data in look.view["frames"] if kind == "combat" and whose == seat), None
    )
    foes = look.view["enemies"][seat]
    return {
        "part": "stack",
        "place": "near",
        "zone": "enemies",
        "title": "Enemies on you" if seat == look.me else f"Enemies on {look.name(seat)}",
        "note": "top first" if len(foes) > 1 else "",
        "foes": [_foe(look, at, card, damage, fight) for at, (card, damage) in enumerate(foes)],
        "dice": _dice(look, fight, [card for card, _ in foes]),
        "empty": "No enemies on you." if seat == look.me else "No enemies here.",
    }


def _foe(look: Look, at: int, card: str, damage: int, fight: Fight | None) -> Foe:
    enemy, most = look.state.enemy(card), look.state.integrity_of(card)
    damage = min(damage, most)
    label = f"{enemy.name}, level {enemy.level}, {damage} of {most} damage"
    piece = look.piece(f"enemy:{at}:{enemy.id}", label, rule="enemy.top")
    look.readable(piece, f"Read {enemy.name}")
    if at and look.kind == "combat" and look.asks_me and look.moves("frame"):
        _, key, dice = look.moves("frame")[0]
        hit: MoveParts = ["frame", key, dice, enemy.id]
        piece["also"] = [
            {"text": f"Hit {enemy.name}", "move": hit},
            {"text": f"Read {enemy.name}", "move": [READ, piece["id"]]},
        ]
    made: Foe = {**piece, "name": enemy.name, "level": f"level {enemy.level}", "damage": damage, "integrity": most}  # type: ignore[typeddict-item]
    if at == 0:
        symbol = fight.symbol if fight is not None and fight.number == 0 else ""
        made["lines"] = [
            {"glyph": name, "text": f"{name}: {look.line(line_keys.enemy(enemy.id, name))}", "now": name == symbol}
            for name in ("fang", "wire")
        ]
        made["patterns"] = (
            []
            if fight is not None and len(look.view["enemies"][look.whose]) >= MANY
            else [
                {
                    "picture": {"cells": list(trim_cells(one.cells)), "core": look.view["core"][look.whose]},
                    "text": "repel: discard it"
                    if one.kind == "repel"
                    else f"hack: {look.line(line_keys.enemy_pattern(enemy.id, n))}",
                }
                for n, one in enumerate(enemy.patterns)
            ]
        )
    return made


def _dice(look: Look, fight: Fight | None, cards: list[str]) -> list[FoeDie]:
    """The number die and the symbol die of a Combat: on the enemy that acts next, or beside the stack."""
    if fight is None or fight.stage == PREPARE or not fight.symbol:
        return []
    placed = fight.stage != ROLLED and 0 <= fight.number < len(cards)
    at = fight.number if placed else -1
    if placed:
        when = "now" if fight.stage == WALK else "next"
        said, figure = f"Number die: {look.enemy(cards[at])} acts {when}", str(at + 1)
    elif fight.stage == ROLLED:
        said, figure = f"Number die: {fight.number or 'blank'}", str(fight.number or "–")
    else:
        return []
    number = _foe_die(look, "number", said, "combat.number-die")
    symbol = _foe_die(look, "symbol", f"Symbol die: {fight.symbol}", "combat.enemy-frame")
    return [{**number, "figure": figure, "at": at}, {**symbol, "glyph": fight.symbol, "at": at}]


def _foe_die(look: Look, name: str, label: str, rule: str) -> FoeDie:
    """While a roll can be altered, a click asks whether that goes for these dice too."""
    move: Move = ("reroll", name)
    can = [("take-back", "reroll", name), move] if look.whose == look.me else []
    attempt = look.unless_legal(move) if look.kind == "roll" and look.asks_me else ()
    piece = look.piece(f"foe-die:{name}", label, can, attempt, rule)
    return {**piece, "figure": "", "glyph": "", "at": -1}


# -- the others --------------------------------------------------------------------------------------------------------


def boards(look: Look) -> list[Boards]:
    """Everybody else, each in a line that can be opened."""
    others = [seat for seat in look.seats if seat != look.whose]
    if not others:
        return []
    return [
        {
            "part": "boards",
            "place": "top",
            "zone": "others",
            "share": True,
            "title": "Other players",
            "boards": [_board(look, seat) for seat in others],
        }
    ]


def _board(look: Look, seat: int) -> Board:
    view = look.view
    can: list[Move] = [("trade", seat), ("player", seat), ("pull", seat), ("hand-over", seat), ("first", seat)]
    attempt = look.unless_legal(_tried(look, seat)) if look.asks_me else ()
    piece = look.piece(f"seat:{seat}", _said(look, seat), can, attempt, "setup.board")
    who: SeatPiece = {
        **piece,  # type: ignore[typeddict-item]
        "seat": seat,
        "name": look.name(seat),
        "now": seat in look.asked,
        "line": _doing(look, seat),
    }
    if not view["walker"][seat]:
        return {"who": who, "tokens": view["grid"][seat], "columns": COLUMNS}
    foes, integrity, most = len(view["enemies"][seat]), view["integrity"][seat], view["maximum"][seat]
    some = "enemy" if foes == 1 else "enemies"
    counters: list[Counter] = [
        {
            "glyph": "integrity",
            "figure": f"{integrity}/{most}",
            "what": "ITG",
            "label": f"integrity {integrity} of {most}",
        },
        {"glyph": "enemy", "figure": str(foes), "what": some, "label": f"{foes} {some}"},
    ]
    if look.rules.traced:
        at = str(view["trace"][seat])
        counters.append({"glyph": "trace", "figure": at, "what": "trace", "label": f"trace {at}"})
    if standings.shown(look):
        counters.insert(0, standings.counter(look, seat))  # first, as not all of them have room before a class
    return {
        "who": who,
        "tokens": view["grid"][seat],
        "columns": COLUMNS,
        "counters": counters,
        "lines": lines_of(look, seat),
    }


def _tried(look: Look, seat: int) -> Move:
    """What somebody wants of another player: a trade, or in Combat that a blow hits the enemies there."""
    if look.kind == "combat" and look.view["enemies"][seat]:
        key, dice = next((str(move[1]), str(move[2])) for move in (*look.moves("frame"), ("frame", "0", "S")))
        return ("frame", key, dice, seat)
    return ("trade", seat) if look.kind == "plan" else ()


def _doing(look: Look, seat: int) -> str:
    """Who is still planning, who skips the phase after a reset, and who is first."""
    if look.view["out"] >> seat & 1:
        return "sits out"
    if look.kind == "plan":
        return "planning" if seat in look.asked else "done"
    return "first player" if look.begins(seat) else ""


def _said(look: Look, seat: int) -> str:
    view = look.view
    if not view["walker"][seat]:
        return look.name(seat)
    parts = [
        look.board(seat),
        f"integrity {view['integrity'][seat]} of {view['maximum'][seat]}",
        count(len(view["enemies"][seat]), "enemy", "enemies"),
        *([f"trace {view['trace'][seat]}"] if look.rules.traced else []),
        *([standings.counter(look, seat)["label"]] if standings.shown(look) else []),
        _doing(look, seat),
    ]
    return ", ".join(filter(None, parts))


def lines_of(look: Look, seat: int) -> list[str]:
    """All that lies before a player, in a few lines."""
    view, state = look.view, look.state
    body = state.body(seat)
    assets = listed(f"{level} {asset}" for asset, level in zip(ASSETS, view["assets"][seat], strict=True) if level)
    foes = listed(f"{look.enemy(card)} ({damage}/{state.integrity_of(card)})" for card, damage in view["enemies"][seat])
    worn = listed(look.named(f"aug.{one}") for one in view["equipped"][seat])
    held = listed(look.named(f"aug.{one}") for one in view["unequipped"][seat])
    core = naming.token_name(view["core"][seat])
    stands = view["ground"] and tuple(view["place"][seat]) in state.tiles  # before its start a character is nowhere
    return [
        f"{body.name}: MOV {body.mov}, PRO {body.pro}, ATT {body.att}",
        f"{view['exp'][seat]} EXP; {assets or 'no assets'}",
        f"Core data {core}; bag {len(view['bag'][seat])}, dump {len(view['dump'][seat])}",
        *([f"On {naming.spot_name(state, view['place'][seat])}"] if stands else []),
        f"Enemies: {foes}" if foes else "No enemies",
        *([f"Augments: {worn}"] if worn else []),
        *([f"Not equipped: {held}"] if held else []),
    ]
