"""The map: districts with their two trace values, what lies on them, figures, and where one can go."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.pack.pieces import Tile as TileKind
from tabletop_kernel.games.tamashii.state import written
from tabletop_kernel.games.tamashii.telling import naming
from widgets.games.tamashii.ahead import if_gone, rise
from widgets.games.tamashii.look import FACES, Look
from widgets.look import count
from widgets.maps import tile_label
from widgets.scene import Map, Piece, Standing, Tile, TileMark

GOING = ("move", "go", "bot-move", "bot-go", "start", "shelter", "tile")  # moves that name a tile
BOT = "bot"
HERE = ("stay", "district", "no-go")  # moves that are about the tile under the own figure


def part(look: Look) -> Map:
    """All tiles of the scenario."""
    return {
        "part": "map",
        "place": "board",
        "zone": "map",
        "tab": "Map",
        "title": "Districts",
        "shape": "hexes",
        "grow": "down",
        "tiles": [_tile(look, *row) for row in look.view["ground"]],
        "tokens": [*_figures(look)],
        "follow": _follow(look),
    }


def _follow(look: Look) -> list[int] | None:
    """Where things happen: the tile of whoever is shown."""
    at = list(look.view["place"][look.whose])
    return at if look.seated and any(row[:2] == at for row in look.view["ground"]) else None


# -- tiles -------------------------------------------------------------------------------------------------------------


def _tile(look: Look, q: int, r: int, tile: str, up: int, find: str, markers: list[str]) -> Tile:
    place = (q, r)
    kind = look.rules.content.tiles[tile] if up else None
    moves, attempt = [*_moves(look, place)], _try(look, place, face_down=kind is None)
    piece = look.piece(f"tile:{q},{r}", _label(look, place, kind, find, markers), moves, attempt, _rule(kind))
    made: Tile = {**piece, "at": [q, r], "marks": [*_marks(find, markers)]}  # type: ignore[typeddict-item]
    if kind is not None:
        made["name"] = naming.spot_name(look.state, place)
        made["district"] = kind.kind  # type: ignore[typeddict-item]
        made["values"] = [str(kind.entry), str(kind.stationary)] if look.rules.traced else []
        _offer_effect(look, made, place, kind)
        look.readable(made, f"Read {kind.name}")
    _say_cost(look, made, place, kind, moves)
    if _sent(look):
        made["with"] = {BOT: [_bot_verb(look), written(place)]}
        if (_bot_verb(look), written(place)) in look.legal:
            del made["with"]
    return made


def _offer_effect(look: Look, made: Tile, place: Place, kind: TileKind) -> None:
    """The tile under the own figure has in its menu what comes next there: whoever is too quick hears of the order."""
    if look.kind == "move" and made.get("moves") and ("stay",) in look.legal and _is_under(look, place):
        made["also"] = [{"text": f"Use {naming.possessive(kind.name)} effect", "move": ["district"]}]


def _is_under(look: Look, place: Place) -> bool:
    return look.me is not None and look.seated and tuple(look.state.figure(look.me)) == place


def _say_cost(look: Look, made: Tile, place: Place, kind: TileKind | None, moves: list[Move]) -> None:
    """What going there would add to trace; nobody knows it of a face-down tile."""
    legal = [str(move[0]) for move in moves if move in look.legal]
    if not legal:
        return
    if kind is None:
        made |= {"cost": "?", "state": "unsure"}
    elif "move" in legal or "stay" in legal:
        moved = "move" in legal
        if look.rules.traced:
            made["cost"] = f"+{rise(look, place, moved)}"
        if_gone(look, made, place, moved, kind.name)


def _moves(look: Look, place: Place) -> Iterator[Move]:
    """What can be done with a tile: go there, or, on the own one, stay and use it."""
    yield from ((verb, written(place)) for verb in GOING)
    if _is_under(look, place):
        yield from ((verb,) for verb in HERE)


def _try(look: Look, place: Place, face_down: bool = False) -> Move:
    """A click on a tile that is out of reach tries to go there; so does one on any face-down tile."""
    if look.me is None or look.me not in look.asked:
        return ()
    verb = {"move": "move", "go": "go", "bot-go": "bot-go", "start": "start", "pick-tile": "tile"}.get(look.kind, "")
    verb = verb or ("move" if face_down else "")
    return look.unless_legal((verb, written(place))) if verb else ()


def _rule(kind: TileKind | None) -> str:
    return "move.stop-on-unrevealed" if kind is None else "district.optional"


def _label(look: Look, place: Place, kind: TileKind | None, find: str, markers: list[str]) -> str:
    """«Neon Arcade, entry 1, stationary 2, north-east of Shelter, Kindle stands here»"""
    name = naming.spot_name(look.state, place)
    things = [mark["text"] for mark in _marks(find, markers)]
    things += [f"{look.name(seat)} is here" for seat in look.seats if _stands(look, seat, place)]
    if look.view["bot"] == list(place):
        things.append("the BOT is here")
    values = f"trace {kind.entry} on entry, {kind.stationary} for staying" if kind and look.rules.traced else ""
    label = tile_label(name[:1].upper() + name[1:], (), values, things)
    return label if kind is None else f"{label}. {kind.kind.capitalize()} district: {look.line(f'tile.{kind.id}')}"


def _stands(look: Look, seat: int, place: Place) -> bool:
    return bool(look.view["walker"][seat]) and list(look.view["place"][seat]) == list(place)


def _marks(find: str, markers: list[str]) -> Iterator[TileMark]:
    if find:
        yield {"glyph": "find", "figure": "?", "text": "an exploration token, face down"}
    for marker in markers:
        if marker == "relay":
            yield {"glyph": "relay", "text": "a relay"}
        elif marker == "die":
            yield {"glyph": "dice", "text": "a dice token, face down"}
        else:
            face = marker.removeprefix("die:").rstrip("!")
            yield {"glyph": FACES.get(face, "dice"), "text": f"a dice token: {naming.FACE_NAMES.get(face, face)}"}


# -- figures -----------------------------------------------------------------------------------------------------------


def _figures(look: Look) -> Iterator[Standing]:
    """The characters of all players, and the BOT: whoever points at one means the tile under it."""
    places = [list(row[:2]) for row in look.view["ground"]]
    for seat in look.seats:
        at = list(look.view["place"][seat])
        if look.view["walker"][seat] and at in places and _is_out(look, seat):
            piece = _figure(look, f"figure:{seat}", f"{look.name(seat)}'s figure", (at[0], at[1]), "setup.walker")
            yield {**piece, "kind": "meeple", "seat": seat, "at": at}  # type: ignore[typeddict-item]
    bot = look.view["bot"]
    if bot is not None and list(bot) in places:
        yield {**_bot(look, (bot[0], bot[1])), "kind": "bot", "at": list(bot)}  # type: ignore[typeddict-item]


def _sent(look: Look) -> list[Move]:
    """Where the BOT can be sent."""
    return look.moves("bot-move", "bot-go")


def _bot_verb(look: Look) -> str:
    return "bot-go" if look.kind == "bot-go" else "bot-move"


def _bot(look: Look, place: Place) -> Piece:
    """The BOT is chosen first, and then a tile; where it can go nowhere, it says why."""
    label = f"The BOT, {count(look.view['batteries'], 'battery', 'batteries')}"
    if not _sent(look):
        attempt: Move = (_bot_verb(look), written(place)) if look.asks_me and look.kind == "move" else ()
        return look.piece(BOT, label, _moves(look, place), look.unless_legal(attempt), "solo.bot-move")
    piece = look.piece(BOT, label, _sent(look), rule="solo.bot-move")
    piece["choose"] = True
    piece["chosen"] = {"text": "Where do you send the BOT?", "rules": ["solo.bot-move"]}
    return piece


def _figure(look: Look, name: str, label: str, place: Place, rule: str) -> Piece:
    return look.piece(name, label, _moves(look, place), _try(look, place), rule)


def _is_out(look: Look, seat: int) -> bool:
    """Whether a figure stands on the map already: in versus it comes there when its player has chosen a tile."""
    return look.view["turn"] > 0 or look.rules.mode != "versus" or look.kind != "start"
