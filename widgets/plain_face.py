"""A face for any game: what a terminal shows, line by line, and its moves as buttons."""

from __future__ import annotations

from widgets.face import Face
from widgets.look import TableLook
from widgets.scene import Button, Group, Items, Scene, item


class PlainFace(Face[TableLook]):
    """Enough to play a game before anybody has drawn it."""

    emblem = "book"
    look = TableLook

    def scene(self, look: TableLook) -> Scene:
        lines = look.game.telling.portray(look.config, look.view)
        items = [item(look.piece(f"line:{n}", line or "-"), text=line) for n, line in enumerate(lines)]
        lines_of_text: Items = {"part": "list", "place": "board", "title": look.game.title, "items": items}
        return [lines_of_text]

    def groups(self, look: TableLook) -> list[Group]:
        buttons: list[Button] = [
            {"text": look.phrase(move), "do": {"do": "move", "move": list(move)}, "legal": True} for move in look.legal
        ]
        return [{"label": "Moves", "buttons": buttons}] if buttons else []
