"""Tables with cards of one's own, tables for one, and what a second game asks of the page."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from page import Page, lines_of, play_on

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import house_folder
from widgets.app import learn, play, rulings
from widgets.errors import Notice


@pytest.fixture
def my_cards(tmp_path: Path) -> Path:
    """A copy of the house pack with two Ancients changed."""
    folder = tmp_path / "my_cards"
    shutil.copytree(house_folder("the_north"), folder)
    file = folder / "ancients.toml"
    text = file.read_text(encoding="utf-8")
    text = text.replace('protocol = "other loses 2"', 'protocol = "other loses 4; draw 1"', 1)
    text = text.replace('spark = "draw 2"', 'spark = "draw 3"', 1)
    file.write_text(text, encoding="utf-8")
    return folder


def test_a_table_says_what_differs_from_the_house_pack(my_cards: Path) -> None:
    page = Page(play("the_north", pack=my_cards))
    assert page.screen["pack"] == "This table uses my_cards: 2 entries differ from the house pack."
    assert page.screen["tools"][-1] == "pack"
    assert page.screen["now"]["text"] == f"You play against 1 bot. {page.screen['pack']}"
    drawer = page.send("open", drawer="pack")["drawer"]
    assert drawer["text"] == page.screen["pack"]
    assert {"was": "'draw 2'", "now": "'draw 3'"}.items() <= drawer["lines"][1].items()
    assert drawer["lines"][1]["what"] == "ancient 'Lantern Child': spark"


def test_the_house_pack_says_nothing(my_cards: Path) -> None:
    page = Page(play("the_north"))
    assert "pack" not in page.screen and "pack" not in page.screen["tools"]
    assert page.send("open", drawer="pack")["drawer"] is None
    same = shutil.copytree(house_folder("the_north"), my_cards.parent / "copy")
    assert "same as the house pack" in Page(rulings("the_north", pack=same)).screen["pack"]


def test_a_game_with_own_cards_is_played_kept_and_resumed(my_cards: Path) -> None:
    page = Page(play("the_north", pack=my_cards, dealt=True, seed=4))
    play_on(page, 20)
    kept = page.screen["keep"]["play"]
    again = Page(play("the_north", pack=my_cards), link={"play": kept})
    assert again.screen["scene"] == page.screen["scene"]
    strange = Page(play("the_north"), link={"play": kept})
    assert strange.screen["now"]["head"] == "Ready to start"
    assert "pack" in strange.screen["now"]["text"]


def test_lessons_and_rulings_take_a_pack(my_cards: Path) -> None:
    assert "pack" in Page(learn("the_north", load("the_north").teaching.chapters[0].id, pack=my_cards)).screen
    assert Page(rulings("the_north", pack=str(my_cards))).screen["kind"] == "setup"


def test_a_bad_pack_is_refused_in_the_cell(my_cards: Path) -> None:
    (my_cards / "node.toml").unlink()
    assert "node.toml" in repr(play("the_north", pack=my_cards))
    assert "no pack folder" in repr(play("the_north", pack="no<where>"))
    assert "no&lt;where&gt;" in play("the_north", pack="no<where>")._repr_html_()


@pytest.mark.parametrize("make", [play, rulings, learn])
def test_a_misspelt_word_in_a_cell_gets_the_right_one(make) -> None:
    assert "did you mean 'royal_ascension'?" in repr(make("royal_ascention"))
    assert "did you mean 'battle'?" in repr(learn("royal_ascension", "batle"))


# -- tables of any size ------------------------------------------------------------------------------------------------


def test_a_game_for_one_ends_with_all_addends() -> None:
    page = Page(play("the_north", seats=1, seed=6))
    assert page.screen["now"]["text"] == "You play alone."
    page.press(page.button("Start"))
    play_on(page)
    now = page.screen["now"]
    assert re.fullmatch(r"(You have|The Collector has) won, \d+ to \d+\.", now["text"])
    assert [score["name"] for score in now["result"]["scores"]] == ["The player", "The Collector"]
    assert all(addend["rule"] for score in now["result"]["scores"] for addend in score["addends"])


@pytest.mark.parametrize(("game", "points"), [("the_north", 30), ("the_west_ascendant", 40)])
def test_the_end_says_where_the_points_went(game: str, points: int) -> None:
    page = Page(play(game, seed=6))
    page.send("start")
    play_on(page)
    session = page.view._receive.__self__.room.session
    for score in page.screen["now"]["result"]["scores"]:
        left = session.view(None)["points"][score["seat"]]
        assert sum(int(item["figure"]) for item in score["lost"]) == points - left
        assert all(item["text"] and item["rule"] in session.game.rulebook for item in score["lost"])


def test_a_bot_may_play_alone() -> None:
    page = Page(play("the_north", seats=1))
    page.send("sit", chair=0, who="greedy")
    assert page.screen["now"]["text"] == "A bot plays alone, and you watch."
    page.press(page.button("Start"))
    page.send("go-on", all=True)
    assert page.screen["now"]["kind"] == "over"


def test_two_people_play_behind_a_curtain() -> None:
    page = Page(play("the_north"))
    page.send("sit", chair=1, who="person")
    page.press(page.button("Start"))
    seen = set()
    for _ in range(400):
        if page.screen["kind"] == "curtain":
            seen.add(page.screen["seat"])
            page.send("public")
            assert not [part for part in page.screen["scene"] if part["part"] == "hand"]
        elif page.screen["now"]["kind"] == "over":
            break
        play_on(page, 1)
    assert page.screen["now"]["kind"] == "over" and seen == {0, 1}


def test_the_usual_table_has_company() -> None:
    assert len(Page(play("the_north")).screen["keep"] or {}) == 0
    page = Page(play("the_north"))
    assert page.screen["now"]["text"] == "You play against 1 bot."
    buttons = [button["text"] for button in page.screen["now"]["buttons"]]
    assert buttons == ["Start", "Play with friends", "Seats and rulings"]
    assert "Start after the draft" in [b["text"] for b in Page(play("royal_ascension")).screen["now"]["buttons"]]
    assert isinstance(play("the_north", seats=5), Notice)


def test_a_refusal_of_a_half_move_points_at_its_piece() -> None:
    page = Page(play("the_north", dealt=True, seed=5))
    page.press(page.buttons()[0])
    pieces = [card for part in page.screen["scene"] if part["part"] == "cards" for card in part["cards"]]
    piece = next(one for one in pieces if one.get("with"))
    chosen, attempt = next(iter(piece["with"].items()))
    why = page.send("move", move=attempt)["why"]
    assert why["rules"] == ["reprogram.different-value"] and why["piece"] == piece["id"] and chosen


# -- people and texts --------------------------------------------------------------------------------------------------


def named_table() -> Page:
    """Marek against Anna, at one screen."""
    page = Page(play("the_north", seed=5))
    page.send("sit", chair=1, who="person")
    page.send("call", chair=0, name="Marek")
    page.send("call", chair=1, name="Anna")
    page.press(page.button("Start"))
    return page


def test_people_are_called_by_their_names() -> None:
    page = named_table()
    names = ["Marek", "Anna"]
    assert lines_of(page.screen)[0]["text"] == "You take the first turn."
    while page.screen["kind"] != "curtain":  # it falls once somebody has drawn cards
        play_on(page, 1)
    assert page.screen["name"] == page.screen["person"] == names[page.screen["seat"]]
    page.send("public")
    assert {part["who"]["name"] for part in page.screen["scene"] if part["part"] == "player"} == {*names}
    page.send("lift")
    play_on(page)
    now = page.screen["now"]
    assert {score["name"] for score in now["result"]["scores"]} == {*names}
    assert now["text"].startswith(("You have won", "The victory is shared", *(f"{name} has won" for name in names)))
    whole = json.dumps([page.screen["log"], page.screen["scene"], now])
    assert not re.search("player [12]", whole, re.IGNORECASE)


def test_names_stay_with_another_line_and_a_kept_table() -> None:
    page = named_table()
    play_on(page, 12)
    if page.screen["kind"] == "curtain":
        page.send("lift")
    page.send("goto", number=6)
    page.send("branch")
    if page.screen["kind"] == "curtain":
        page.send("lift")
    other = "Anna" if page.screen["viewer"] == 0 else "Marek"
    assert other in json.dumps(page.screen["log"])
    again = Page(play("the_north"), link={"play": page.screen["keep"]["play"]})
    assert json.dumps(again.screen).count("Anna")


def test_a_prompt_counts_the_directives() -> None:
    page = Page(play("the_north", dealt=True, seed=5))
    page.press(page.buttons()[0])
    assert page.screen["now"]["text"].startswith("Choose Directive 1 of 3")


def strip_of(page: Page) -> dict[str, Any]:
    """Play until a card lies in a Zone with nothing to do but to be read."""
    for _ in range(60):
        for part in page.screen["scene"]:
            for row in part.get("rows", ()) if part["part"] == "player" else ():
                found = [card for card in row["cards"] if "moves" not in card and card["try"][0] == "read"]
                if found:
                    return dict(found[0])
        play_on(page, 1)
    raise AssertionError("no card came into a Zone")


def test_a_card_without_a_move_is_read_in_the_panel() -> None:
    page = Page(play("the_north", dealt=True, seed=5))
    card = strip_of(page)
    length = page.screen["time"]["length"]
    why = page.send("move", move=card["try"])["why"]
    assert why["told"] and why["head"].startswith("A closer look") and card["name"] in why["what"]
    assert "Protocol: " in why["text"] and why["rules"] and page.screen["time"]["length"] == length
    assert why["what"] in page.screen["say"]["text"], "it is read out as well"
    assert page.press(why["can"][-1])["why"] is None
    assert page.send("ask", move=card["try"])["why"] == why
    why = page.send("move", move=["read", "nowhere"])["why"]
    assert why["rules"] == ["table.unknown"] or "does not" in why["text"]


def test_pages_of_a_pile_are_turned() -> None:
    page = Page(play("the_north", dealt=True, seed=5))
    for _ in range(60):
        piles = [pile for part in page.screen["scene"] if part["part"] == "player" for pile in part["piles"]]
        many = [pile["cards"][0] for pile in piles if pile["title"] in ("Discard 2", "Discard 3", "Discard 4")]
        if many and "moves" not in many[0]:
            break
        play_on(page, 1)
    why = page.send("move", move=many[0]["try"])["why"]
    seen = [why["what"]]
    while len(seen) < 6 and (why := page.press(why["can"][0])["why"])["what"] != seen[0]:
        seen.append(why["what"])
    assert why["head"] == f"A closer look (1 of {len(seen)})"
