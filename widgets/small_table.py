"""The small table of a lesson: a scene without what the step at hand does not show, use or know yet.

Whatever is taken out here is taken out before the scene is sent, so no page has it. Scenes are made anew for every
screen; these functions change the one they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from tabletop_kernel.contract.game import Move
from widgets.scene import Group, Scene, pieces

Data = dict[str, Any]

EMPTY_PLACE = "An empty place"
USES = ("moves", "texts", "try", "also", "choose", "chosen", "with", "ends")
TELLING = ("legal", "back", "unsure", "later", "vain")  # states that say what can be done
SHAPE = ("id", "seat", "at", "levels", "picture", "needs")  # what stays of a piece that is not laid yet
BLANK: Data = {"figure": "", "name": "", "level": 0, "n": "", "kind": "plain", "text": "", "glyph": "", "gives": ""}
BLANK |= {"damage": 0, "integrity": 0}
SIZES = {"text": "text", "back": "zone"}  # of cards that name none
ODDS = {"do": "open", "drawer": "odds"}


# -- what would answer before the learner does -------------------------------------------------------------------------


def without_totals(scene: Scene) -> Scene:
    """No tallies and no sums; what the sums are made of stays."""
    parts: list[Any] = [part for part in scene if part["part"] != "tally" or any(pieces(part))]
    for part in parts:
        part.pop("reckoning", None)
        for row in part["rows"] if part["part"] == "sheet" else ():
            _hide_sums(row)
    return parts


def _hide_sums(row: Data) -> None:
    for cell in row["cells"]:
        if cell and (row.get("strong") or cell.get("cards") or cell.get("dice")):
            cell.pop("figure", None)
            if row.get("strong"):
                cell["text"] = "?"


def without_odds(scene: Scene) -> None:
    """No button that opens them."""
    parts: list[Any] = scene
    for part in parts:
        if part.get("button", {}).get("do") == ODDS:
            del part["button"]


def out_of_reach(scene: Scene) -> None:
    """Every piece that answers a click is there as before, but what it would answer is not."""
    for piece in pieces(scene):
        if any(piece.get(key) for key in (*USES, "rule")):
            _only_point(piece)


def beside_the_table(groups: list[Group], scene: Scene) -> list[Group]:
    """The buttons for moves that no piece stands for: the others would tell what can be reached."""
    on_pieces = [move for piece in pieces(scene) for move in piece.get("moves", ())]
    for group in groups:
        group["buttons"] = [one for one in group["buttons"] if one["do"].get("move") not in on_pieces]
    return [group for group in groups if group["buttons"]]


# -- pointing ----------------------------------------------------------------------------------------------------------


def all_to_point_at(scene: Scene) -> None:
    """Every piece can be an answer, and none looks as if it were one."""
    for part in scene:
        _unmarkable(part)
    for piece in pieces(scene):
        _only_point(piece)
        if piece.get("mark") == "selected":
            piece["mark"] = None


def _only_point(piece: Data) -> None:
    for key in USES:
        piece.pop(key, None)
    if piece.get("state") in TELLING:
        del piece["state"]
    piece["point"] = True


def _unmarkable(part: Any) -> None:
    """Nobody marks pieces for a move that cannot be made now: a click on them points."""
    part.pop("marks", None)


def what_lies_under(scene: Scene, name: str) -> Iterator[str]:
    """What a piece stands on: the tile of a map, the space of a ring. Whoever points at it may have meant that."""
    parts: list[Any] = scene
    for part in parts:
        at = next((token["at"] for token in part.get("tokens", ()) if token["id"] == name), None)
        if at is None:
            continue
        if part["part"] == "map":
            yield from (tile["id"] for tile in part["tiles"] if tile["at"] == at)
        elif part["part"] == "ring":
            yield (part["spaces"][at] if at >= 0 else part["home"])["id"]


def bring_forward(scene: Scene, wanted: Callable[[str], bool]) -> None:
    """Let parts come to the front that have pieces which are wanted: one of several leaves may lie over them."""
    parts: list[Any] = scene
    for part in parts:
        if any(wanted(piece["id"]) for piece in pieces(part)):
            part["wanted"] = True


def keep_forward(scene: Scene, wanted: Callable[[str], bool]) -> None:
    """Let parts stay in front after the answer, so that nothing moves: those that are no leaf, or that can be used."""
    parts: list[Any] = scene
    usable = [part for part in parts if "tab" not in part or any(piece.get("moves") for piece in pieces(part))]
    bring_forward(usable, wanted)


def signed(scene: Scene, sign: str, ids: Collection[str]) -> None:
    """Put a sign on some pieces."""
    for piece in pieces(scene) if ids else ():
        if piece["id"] in ids:
            piece["sign"] = sign


# -- what comes later --------------------------------------------------------------------------------------------------


def is_dimmed(part: Any, zones: Collection[str]) -> bool:
    """A part without a zone belongs to no step and to every step."""
    return bool(zones) and "zone" in part and part["zone"] not in zones


def dim(scene: Scene, zones: Collection[str]) -> None:
    """Parts that do not belong to the step stay readable, but nothing can be done there."""
    for part in scene:
        if is_dimmed(part, zones):
            part["dimmed"] = True
            _unmarkable(part)
            for piece in pieces(part):
                _only_point(piece)


def try_later(scene: Scene, everything: Scene, verbs: Collection[str]) -> None:
    """Let a click on a piece that has only moves of other kinds try one of them: it hears that they come later."""
    allowed = {piece["id"]: piece["moves"] for piece in pieces(everything) if piece.get("moves")}
    for piece in pieces(scene):
        attempt = piece.get("try")
        if piece["id"] in allowed and not piece.get("moves") and not (attempt and attempt[0] in verbs):
            piece["try"] = allowed[piece["id"]][0]


# -- laying the table --------------------------------------------------------------------------------------------------


def numbered(scene: Scene, places: Collection[str]) -> dict[str, str]:
    """Names for places that do not tell what belongs there: they are counted as they lie on the table."""
    there = dict.fromkeys(
        name for part in scene for name in (part.get("zone", ""), *(one["id"] for one in pieces(part)))
    )
    return {name: f"place:{number}" for number, name in enumerate(name for name in there if name in places)}


def unlaid(scene: Scene, places: Mapping[str, str], missing: Collection[str]) -> Scene:
    """The table with the places empty where something is missing, each under the name it has meanwhile."""
    empty = {place: name for place, name in places.items() if place in missing}
    zones = {part["zone"]: part for part in reversed(scene) if part.get("zone", "") in empty}
    parts: list[Any] = []
    for part in scene:
        zone = part.get("zone", "")
        if zone not in zones:
            parts.append(part)
        elif part is zones[zone]:
            own: list[Any] = [_as_card(piece) for piece in pieces(part) if piece["id"] in places]
            slot = {"id": empty[zone], "label": EMPTY_PLACE, "face": "empty", "size": "hand"}
            parts.append(
                {"part": "cards", "place": part["place"], "zone": empty[zone], "bare": True, "cards": [*own, slot]}
            )
    for part in parts:
        _empty_pieces(part, empty)
    return parts


def _as_card(piece: Data) -> Data:
    """A place inside a zone that is not laid yet: what is no card stands for itself by its name."""
    if "face" in piece:
        return piece
    name = str(piece["label"]).split(".")[0]
    return {"id": piece["id"], "label": piece["label"], "face": "text", "size": "hand", "name": name.capitalize()}


def _empty_pieces(part: Any, places: Mapping[str, str]) -> None:
    """Empty the pieces of a part, and take away the words that stand for what is missing."""
    if not places or not any(piece["id"] in places for piece in pieces(part)):
        return
    if part["part"] == "ring" and part["home"]["id"] in places:
        part["tokens"] = [token for token in part["tokens"] if token["at"] >= 0]  # the others wait there
    for holder in _holders(part):
        inside = list(pieces([value for value in holder.values() if isinstance(value, (dict, list))]))
        if inside and all(piece["id"] in places for piece in inside):
            for words in ("note", "rule", "empty", "title", "label"):
                if words in holder and "id" not in holder:
                    holder[words] = ""
    for piece in list(pieces(part)):
        if piece["id"] in places:
            _empty(piece)
            piece["id"] = places[piece["id"]]


def _holders(data: Any) -> Iterator[Data]:
    """Every part, row or pile in which pieces lie."""
    if isinstance(data, dict):
        yield data
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, (dict, list)):
            yield from _holders(value)


def _empty(piece: Data) -> None:
    blank = {key: piece[key] for key in SHAPE if key in piece} | {key: BLANK[key] for key in BLANK if key in piece}
    if "face" in piece:
        size = piece.get("size") or SIZES.get(piece["face"], "hand")
        blank = {"id": piece["id"], "face": "empty", "size": size}
    piece.clear()
    piece.update(blank, label=EMPTY_PLACE, state="empty")


# -- which pieces a move takes, and which move a click means -----------------------------------------------------------


def pieces_of(scene: Scene, move: Move, zones: Collection[str] = ()) -> list[str]:
    """The piece that makes a move, or the two that it takes; none if it is made by a button alone."""
    owners = [
        piece
        for part in scene
        if not is_dimmed(part, zones)
        for piece in pieces(part)
        if list(move) in piece.get("moves", ())
    ]
    owners.sort(key=lambda piece: (not piece.get("choose"), len(piece["moves"])))
    first = owners[:1]
    if first and first[0].get("choose"):
        first += [piece for piece in owners[1:] if list(move) in finishes(piece, first[0])][:1]
    return [piece["id"] for piece in first]


def finishes(piece: Data, first: Data) -> Sequence[Any]:
    """The moves that a piece makes once another has been chosen."""
    if piece.get("choose"):
        shared: Sequence[Any] = piece.get("ends", {}).get(first["id"], ())
        return shared
    return [move for move in piece.get("moves", ()) if move in first["moves"]]
