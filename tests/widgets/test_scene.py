"""The vocabulary of scenes, and the check that finds what a page could not draw."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints, is_typeddict

import pytest

from widgets.scene import PARTS, card, check, check_groups, explained, pieces

CARD = {"id": "hand:5H", "label": "5 of hearts", "face": "suit", "rank": "5", "suit": "heart"}


def cards(*some: dict[str, Any], **more: Any) -> list[Any]:
    return [{"part": "cards", "place": "beside", "title": "On offer", "cards": list(some), **more}]


def test_every_part_is_explained_with_all_that_lies_in_it() -> None:
    assert [line.partition(": ")[0] for line in explained().splitlines()] == list(PARTS)
    assert all(line.partition(": ")[2] for line in explained().splitlines()), "each says what it is"
    said = explained("cards")
    assert "  cards*: list of Card" in said and "\nCard: A piece with a face." in said
    assert "  suit: 'heart' or " in said and "\nLine: " in said
    with pytest.raises(ValueError, match="no part 'hologram'"):
        explained("hologram")


def typed_in(hint: Any) -> set[Any]:
    """The types of all that may lie in something of this type."""
    inner = get_type_hints(hint).values() if is_typeddict(hint) else get_args(hint)
    return {found for one in inner for found in ({one} if is_typeddict(one) else set()) | typed_in(one)}


def test_no_piece_lies_in_a_piece() -> None:
    """So whoever looks for pieces need not look into one."""
    every = {one for part in PARTS.values() for one in typed_in(part) if "id" in get_type_hints(one)}
    assert len(every) > 20
    assert not [piece for piece in every if any("id" in get_type_hints(one) for one in typed_in(piece))]


def test_a_plain_scene_is_fine() -> None:
    check([])
    check(cards(CARD, {**CARD, "id": "hand:6H", "moves": [["commit", "6H"], ["pay", 3]], "texts": ["a", "b"]}))
    check([{"part": "note", "place": "under", "text": "Nothing yet.", "rule": "a.rule"}])
    sheet = {
        "part": "sheet",
        "place": "beside",
        "columns": [{"seat": 0, "title": "Me"}, {"seat": 1, "title": "You"}],
        "rows": [{"label": "Health", "cells": [{"cards": [CARD], "figure": "5"}, None]}],
        "covers": [{"column": 1, "from": 0, "to": 2, "seat": 1, "text": "Covered"}],
        "button": {"text": "Odds", "do": {"do": "open", "drawer": "odds"}},
    }
    check([sheet])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("scene", "problem"),
    [
        ("nothing", "a list of parts"),
        ([{"part": "hologram", "place": "board"}], "no part 'hologram'"),
        ([["part"]], "no part None"),
        ([{"part": "note", "text": "Where?"}], "needs the key 'place'"),
        ([{"part": "note", "place": "left", "text": "Here"}], "place: one of top"),
        (cards(CARD, colour="red"), "no key 'colour'"),
        (cards({**CARD, "colour": "red"}), "no key 'colour'"),
        (cards({"id": "x", "label": "no face"}), "needs the key 'face'"),
        (cards({"label": "5 of hearts", "face": "back"}), "needs the key 'id'"),
        (cards({"id": "x", "face": "back"}), "needs the key 'label'"),
        (cards({**CARD, "label": ""}), "needs a label"),
        (cards({**CARD, "id": ""}), "is empty"),
        (cards(CARD, CARD), "used twice"),
        (cards({**CARD, "rank": 5}), "rank: str, not 5"),
        (cards({**CARD, "moves": [("commit", "5H")], "texts": ["a"]}), "a list, not"),
        (cards({**CARD, "moves": [["commit", 1.5]], "texts": ["a"]}), "1.5"),
        (cards({**CARD, "moves": [["commit", "5H"]]}), "one text"),
        (cards({**CARD, "state": "glowing"}), "state: one of"),
        (cards({**CARD, "house": 1}), "house: bool"),
    ],
)
def test_what_a_page_could_not_draw_is_named(scene: Any, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check(scene)


def test_ids_are_unique_across_parts() -> None:
    with pytest.raises(ValueError, match="used twice"):
        check([*cards(CARD), *cards(CARD)])


def test_buttons_are_checked_too() -> None:
    button = {"text": "Seal", "do": {"do": "move", "move": ["seal"]}, "main": True}
    check_groups([{"label": "", "buttons": [button]}])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="more than one main"):
        check_groups([{"label": "", "buttons": [button, button]}])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="can't be written as JSON"):
        check_groups([{"label": "", "buttons": [{**button, "do": {"move": ("seal",)}}]}])  # type: ignore[list-item]


def test_a_card_can_show_more_than_before() -> None:
    piece = {"id": "x", "label": "A card"}
    made = card(card(piece, face="back", tone="heart"), count=3)  # type: ignore[arg-type]
    assert made == {"id": "x", "label": "A card", "face": "back", "tone": "heart", "count": 3}
    assert [found["id"] for found in pieces(cards(made))] == ["x"]  # type: ignore[arg-type]
