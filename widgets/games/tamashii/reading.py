"""What can be read of a piece: cards, tiles and boards, with everything that stands on them."""

from __future__ import annotations

from tabletop_kernel.games.tamashii.components import NAMES
from tabletop_kernel.games.tamashii.fighting import combat
from tabletop_kernel.games.tamashii.launch import pattern_matching
from tabletop_kernel.games.tamashii.launch.pattern_list import enemy_keys
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Body, Cells
from tabletop_kernel.games.tamashii.telling import naming
from widgets.games.tamashii.look import Look
from widgets.games.tamashii.player import lines_of
from widgets.scene import Page


def pages(look: Look, piece: str) -> list[Page]:
    """The whole text of a piece; nothing for one that is not there, or of which nothing is seen."""
    kind, _, rest = piece.partition(":")
    if kind == "seat" and rest.isdigit() and int(rest) in look.seats and look.view["walker"][int(rest)]:
        seat = int(rest)
        return [(f"{look.board(seat)}.", ". ".join(lines_of(look, seat)) + ".", ["setup.board", "body.two"])]
    if kind == "tile":
        return _tile(look, rest)
    if kind == "enemy":
        return _enemy(look, rest)
    if kind == "plot":
        return _plot(look)
    return _card(look, kind, rest)


def _tile(look: Look, rest: str) -> list[Page]:
    found = [row for row in look.view["ground"] if f"{row[0]},{row[1]}" == rest and row[3]]
    if not found:
        return []
    tile = look.rules.content.tiles[found[0][2]]
    values = f"Entering adds {tile.entry} trace; staying adds {tile.stationary}. " if look.rules.traced else ""
    text = f"{tile.kind.capitalize()} district. {values}Its effect: {look.line(line_keys.tile(tile.id))}."
    return [
        (
            f"{tile.name}.",
            text,
            ["district.optional", *(["trace.entry", "trace.stationary"] if look.rules.traced else [])],
        )
    ]


def _enemy(look: Look, rest: str) -> list[Page]:
    number, _, name = rest.partition(":")
    foes = look.view["enemies"][look.whose]
    if not number.isdigit() or int(number) >= len(foes) or look.state.enemy(foes[int(number)][0]).id != name:
        return []
    card, damage = foes[int(number)]
    enemy, most = look.state.enemy(card), look.state.integrity_of(card)
    known = dict(enemy_keys(tuple(one.kind for one in enemy.patterns), enemy.id))
    said = [f"Level {enemy.level}, integrity {most}, damage {damage}."]
    said += [f"{side.capitalize()}: {look.line(line_keys.enemy(enemy.id, side))}." for side in ("fang", "wire")]
    for at in known.values():
        one = enemy.patterns[at]
        what = "discard it" if one.kind == "repel" else look.line(line_keys.enemy_pattern(enemy.id, at))
        said.append(f"{one.kind.capitalize()} ({_in_rows(one.cells)}): {what}.")
    return [(f"{enemy.name}.", " ".join(said), ["enemy.top", "combat.enemy-frame", "pattern.hack-repel"])]


CELLS = {**NAMES, pattern_matching.CORE: "core", pattern_matching.ANY: "any", pattern_matching.EMPTY_CELL: "gap"}


def _in_rows(cells: Cells) -> str:
    """A pattern row by row: «Flux, gap, Flux; below: gap, Ward»."""
    trimmed = [row.rstrip(pattern_matching.EMPTY_CELL) for row in pattern_matching.trim_cells(cells)]
    rows = [", ".join(CELLS[cell] for cell in row) for row in trimmed]
    return "; below: ".join(rows)


def _plot(look: Look) -> list[Page]:
    card, scenario = look.state.plot(), look.rules.scenario
    if card is None or scenario is None:
        return []
    said = [card.story, *(f"Special rule: {text}" for text in scenario.rules_text)]
    return [(f"{card.name}, card {card.code} in {scenario.name}.", " ".join(said), ["scen.one-plot", "quest.top-down"])]


def _card(look: Look, kind: str, rest: str) -> list[Page]:
    """A card of the shown player, or one that counts for everybody."""
    content, view, seat = look.rules.content, look.view, look.whose
    if kind == "body" and rest in (*view["bodies"][seat], view["walker"][seat]):
        return [_body(look, content.bodies[rest])]
    if kind == "aug" and rest in (*view["equipped"][seat], *view["unequipped"][seat]):
        card = content.augments[rest]
        broken = " It breaks after use." if card.breaks else ""
        return [
            (
                f"{card.name}.",
                f"{card.owner}, {card.cost} memory. {card.text}{broken}",
                ["aug.two-states", "aug.timing"],
            )
        ]
    if kind == "protocol" and rest == str(seat) and view["protocol"][seat]:
        protocol = content.protocols[view["protocol"][seat]]
        steps = " ".join(f"{n}. {text}" for n, text in enumerate(protocol.texts, 1))
        return [(f"{protocol.name}.", steps, ["learn.order", "learn.anytime"])]
    if kind == "diary" and rest == str(seat) and view["diary"][seat]:
        diary = content.diary[view["diary"][seat]]
        return [(f"{diary.name}.", diary.text, ["diary.one", "diary.relock"])]
    if kind == "event" and rest in view["event"][seat]:
        event = content.events[rest]
        return [(f"{event.name}, {event.number}.", event.text, ["city.event", "city.heist-start"])]
    return _for_all(look, kind, rest)


def _for_all(look: Look, kind: str, rest: str) -> list[Page]:
    content, scenario = look.rules.content, look.rules.scenario
    rooms = {"enhancement": content.enhancements, "pvp": content.pvp}
    if kind in rooms and look.view[kind] == rest:
        card = rooms[kind][rest]
        return [(f"{card.name}.", card.text, [f"comp.{kind}"])]
    if kind == "special" and scenario is not None and rest in look.view["specials"]:
        special = scenario.cards[rest]
        return [(f"{special.name}.", special.story, ["scen.special-aside"])]
    if kind == "battery" and look.view["bot"] is not None:
        text = f"{look.view['batteries']} of 5 batteries. For 1 battery, it acts for you in one step."
        return [("J.O.R.D.A.N. BOT.", text, ["solo.bot-use", "solo.bot-move", "solo.recharge"])]
    return []


def _body(look: Look, body: Body) -> Page:
    frames = [
        f"{combat.dice_needed_text(combat.FrameChoice(str(at), ''.join(sorted(frame.dice)), frame.repeat, ''))}: "
        f"{look.line(line_keys.frame(body.id, at))}."
        for at, frame in enumerate(body.frames)
    ]
    core = f" Core data {naming.token_name(body.core)}." if body.core else ""
    text = f"MOV {body.mov}, PRO {body.pro}, ATT {body.att}.{core} {body.text} Combat frames: {' '.join(frames)}"
    return f"{body.name}.", text, ["body.place", "combat.player-frame"]
