"""The tempting wrong move of a step, made as a learner makes it: by a click, by two, by a drag or from a menu."""

from __future__ import annotations

from typing import Any

from page import Page
from taking import Walk, room

from widgets.scene import pieces

TYPED = (  # about cards that do not lie on the table, so that nothing stands for them
    ["keep", "haymaker"],
    ["launch", "aug.street-party", "r1c3+r2c3+r3c3"],
    ["upgrade", "catie"],
    ["protocol", "curiosity"],
)


def try_wrong(walk: Walk) -> None:
    """It is a click away, never in a dimmed zone, and its refusal gives nothing away."""
    wrong = walk.step.wrong
    assert wrong is not None
    _click(walk.page, list(wrong.move))
    why = walk.screen["why"]
    assert why["rules"] == [wrong.rule] and why["text"] and why["can"] == [], why
    assert walk.task["say"] == " ".join(walk.step.say.split()), "the text stays"
    walk.cited.add(wrong.rule)


def _click(page: Page, move: list[Any]) -> None:
    """Do what makes this move, or tries it, on the table; where the page does not know it, the room does."""
    there = {piece["id"]: piece for part in page.screen["scene"] if not part.get("dimmed") for piece in pieces(part)}
    usable = [piece for piece in pieces(room(page)._usable()) if piece["id"] in there]
    for piece in usable:
        if move in (piece.get("try"), *piece.get("moves", ())) and not piece.get("choose"):
            _send_click(page, piece, there)
            return
        if move in [one["move"] for one in piece.get("also", ())] and not there[piece["id"]].get("point"):
            page.send("move", move=move)
            return
        for chosen, tried in piece.get("with", {}).items():
            if tried == move and chosen in there:
                page.send("point", piece=chosen) if there[chosen].get("point") else None
                _send_click(page, {**piece, "try": move}, there)
                return
    page.send("move", move=_by_hand(page, move, usable))


def _by_hand(page: Page, move: list[Any], usable: list[dict[str, Any]]) -> list[Any]:
    """What comes of a drag, of marked tokens, of a menu, or of a click that means the same and hears the same rule."""
    if move in TYPED:
        return move
    parts = [part for part in page.screen["scene"] if part["part"] == "launcher" and not part.get("dimmed")]
    for part in parts:
        tokens = {slot["at"]: slot.get("token") for slot in part["slots"]}
        if move[0] in part.get("shifts", ()) and tokens[move[1]]:
            dropped = "switch" if tokens[move[2]] else "slide"
            assert dropped == move[0], "a token that is let go on another one switches"
            return move
        if move[0] == part.get("marks") and all(tokens[slot] for slot in move[2].split("+")):
            assert any(piece["id"] == f"pattern:{move[1]}" for piece in usable)
            return move
    rule = room(page).lesson.judge(tuple(move)).rule
    for piece in usable:
        for tried in (piece.get("try"), *(one["move"] for one in piece.get("also", ()))):
            refused = room(page).lesson.judge(tuple(tried)) if tried and tried[0] == move[0] else None
            if refused is not None and refused.rule == rule:
                return list(tried)
    raise AssertionError(f"no click means {move}")


def _send_click(page: Page, piece: dict[str, Any], there: dict[str, Any]) -> None:
    if there[piece["id"]].get("point"):
        page.send("point", piece=piece["id"])
    else:
        page.send("move", move=piece["try"])
