"""The move bar: every legal move as a button, in groups; what brings the day on is the main one."""

from __future__ import annotations

from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.jobs.sources import CHARACTER, MISSION, TILE
from tabletop_kernel.games.deck_goes_west.state import Place
from tabletop_kernel.games.deck_goes_west.telling.words import COMPASS_NAMES, one_movement_in_words, resource_name
from tabletop_kernel.toolkit.grid import compass
from widgets.games.deck_goes_west.look import Look
from widgets.scene import Button, Group

GROUP = {
    "job": "Do a job",
    "also": "Add a job",
    "more": "More movement",
    "commit": "Battle jobs",
    "join": "Join with",
    "use": "Move with",
    "buy": "Buy",
    "trade": "Trade",
    "step": "Go",
    "ride": "Ride to",
    "enter": "Enter",
    "decline": "Stay outside",
    "reveal": "Reveal",
    "haul": "Move the wagon",
    "discard": "Discard",
    "scrap": "Scrap",
    "drop": "Discard",
    "pay": "Pay",
    "gain": "Gain",
    "x": "X",
    "put": "Put it on",
    "type": "Gain",
    "invite": "Invite",
    "who": "Choose who does it",
    "cost": "Discard for the trade",
    "give": "Give",
    "ask": "Ask for",
    "carry": "Move a meeple",
    "character": "Play",
    TAKE_BACK: "Take back",
}
MAIN = ("go", "roll", "offer")  # what brings things on; nobody accepts by an Enter that was meant for their own offer
ENDS = ("stop", "ready", "keep", "end", "pass", "refuse")  # what ends something: a button by itself, the last one
WITH = {"trade": "Trade with ", "invite": "Invite ", "who": ""}
USE = ("job", "also", "more", "commit", "join", "use")


def groups(look: Look) -> list[Group]:
    """The main button first, then the moves by what they do, and what ends something last."""
    main = _main(look)
    found: dict[str, Group] = {"": {"label": "", "buttons": []}}
    last: Group = {"label": "", "buttons": []}
    for move in look.legal:
        label = "" if move == main else _group(move)
        ends = move != main and _ends(look, move)
        group = last if ends else found.setdefault(label, {"label": label, "buttons": []})
        group["buttons"].append(_button(look, move, move == main))
    return [group for group in (*found.values(), last) if group["buttons"]]


def _main(look: Look) -> Move:
    """What brings things on, or the only move; what ends something is it only when there is nothing left to use."""
    ahead = [move for move in look.legal if move[0] != TAKE_BACK]
    if len(ahead) == 1:
        return () if ahead[0] == ("refuse",) else ahead[0]  # nobody says no by a careless Enter
    return next(((verb,) for verb in MAIN if (verb,) in look.legal and not _ends(look, (verb,))), ())


def _ends(look: Look, move: Move) -> bool:
    """Whether a move only ends something; who is done with shopping says so with the word for going on."""
    return len(move) == 1 and (move[0] in ENDS or (move[0] == "go" and look.kind == "shop"))


def _group(move: Move) -> str:
    verb = str(move[0])
    if len(move) == 1:
        return "Or"
    return GROUP.get(verb, "Or")


def _button(look: Look, move: Move, main: bool) -> Button:
    """A move as a button: a few words, with the whole sentence as its label."""
    label = look.phrase(move)
    made: Button = {"text": _text(look, move), "do": {"do": "move", "move": list(move)}, "label": label}
    if move[0] in ("pay", "gain") and not main:
        made["glyph"] = str(move[1])
    if move[0] == "step":
        made["strong"] = _cost(look, move)
    if main or not look.is_wasted(move):
        made["main" if main else "legal"] = True
    if _ends(look, move) and not main:
        made["ends"] = True
    return made


def _text(look: Look, move: Move) -> str:
    verb, *rest = move
    if verb in USE:
        return f"{_job(look, str(rest[0]), int(rest[1]))}{' (no effect now)' * look.is_wasted(move)}"
    if verb == "buy":
        card = look.card(look.view["row"][int(rest[0]) - 1])
        return card.name if len(card.buy) == 1 else f"{card.name} {rest[1] + 1}"  # type: ignore[operator]
    if verb in ("discard", "scrap", "drop", "cost") and rest:
        return look.card_name(str(rest[0]))
    if verb in ("give", "ask"):
        name = resource_name(str(rest[0])) if rest[0] in KINDS else look.card_name(str(rest[0]))
        return f"{rest[1]} {name}"
    if verb in WITH:
        return f"{WITH[str(verb)]}{look.name(int(rest[0]))}"
    return _other(look, move)


def _other(look: Look, move: Move) -> str:
    verb, *rest = move
    if verb in ("step", "haul"):
        way = f", {rest[2]}" if len(rest) > 2 and _several_ways(look, move) else ""
        return f"{_side(look, (int(rest[0]), int(rest[1])))}{way}"
    if verb in ("pay", "gain"):
        return resource_name(str(rest[0]))
    if verb == "decline":
        return f"Stay outside ({one_movement_in_words(str(rest[0]))})"
    if verb == "type":
        return str(rest[0]).capitalize()
    if verb == "put":
        return f"{str(rest[0]).capitalize()} pile"
    if verb == "x":
        return str(rest[0])
    if verb == "character":
        return look.rules.characters[str(rest[0])].name
    text = look.phrase(move)
    for start in ("Ride to ", "Reveal ", "Move the wagon to ", "Take back: ", "Take back "):
        text = text.removeprefix(start)
    return text[0].upper() + text[1:]


def _cost(look: Look, move: Move) -> str:
    """What a step takes in the end; nobody knows it of a face-down tile."""
    from tabletop_kernel.games.deck_goes_west.land.movement_points import movement_after_step, prices

    if len(move) == len(("step", "column", "row")) or look.moving is None:
        return "?"
    place, way = (int(move[1]), int(move[2])), str(move[3])
    price = prices(look.state, look.place_of(look.moving.whom), place)[way]
    _, back = movement_after_step(look.state, look.moving, place, way, price)
    return str(sum(price.values()) - back) if sum(price.values()) > back else "free"


def _side(look: Look, place: Place) -> str:
    """The side to which a step goes: «West»."""
    start = look.view["meeple"][look.moving.whom] if look.moving else look.view["wagon"]
    return COMPASS_NAMES.get(compass((start[0], start[1]), place) or "", "There")


def _several_ways(look: Look, move: Move) -> bool:
    return sum(other[1:3] == move[1:3] for other in look.moves("step")) > 1


def _job(look: Look, source: str, n: int) -> str:
    """A job by the name of what it is on; the first words of it where that has several."""
    assert look.me is not None
    names = {CHARACTER: "Ability", MISSION: "Mission", TILE: "Tile"}
    name = names.get(source) or look.card_name(source)
    others = sum(move[0] in USE and move[1] == source for move in look.legal)
    if others == 1 and source not in names:
        return name
    return f"{name}: {_short(look, source, n)}"


def _short(look: Look, source: str, n: int) -> str:
    """A job in a few words."""
    from tabletop_kernel.games.deck_goes_west.jobs.sources import jobs_on

    assert look.me is not None
    text = look.job(jobs_on(look.state, look.me, source)[n]).rstrip(".")
    return text[0].lower() + text[1:]
