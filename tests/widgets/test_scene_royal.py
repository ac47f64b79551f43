"""The Royal Ascension at the table: every moment drawn, every move within reach, no secret shown."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from royal import GAME, A, B, C, commit, play, refused, table
from stage import Stage

from tabletop_kernel import Session
from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.contract.lessons import Step
from widgets import games
from widgets.games.royal_ascension import FACE
from widgets.scene import pieces

NAMES = ("Eadric", "Seraphina", "Thaddeus", "Lysandra")
LIDS = Path(games.__file__).parent / "lids"

STAGE = Stage("royal_ascension")
scene, groups, part, piece, watched = STAGE.scene, STAGE.groups, STAGE.part, STAGE.piece, STAGE.watched


def buttons(session: Session, seat: int) -> dict[str, list[str]]:
    return {group["label"]: [button["text"] for button in group["buttons"]] for group in groups(session, seat)}


def lands(session: Session, seat: int) -> list[str]:
    return list(session.view(seat)["territories"][seat])


def test_the_projector_shows_no_hand_and_no_cards_of_anybody() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], hearts=[["QH"], ["9H"], [], []], clubs=[["6C"], ["2C"], [], []])
    play(session, A, ("attack", B), ("commit", lands(session, A)[0]), ("commit", "QH"), ("commit", "6C"))
    for seat, secrets in ((None, ("QH", "6C", "9H", "2C")), (B, ("QH", "6C")), (C, ("QH", "6C", "9H", "2C"))):
        made = scene(session, seat)
        text = json.dumps(made)
        assert not [card for card in secrets if card in text]
        assert [each["part"] for each in made].count("hand") == (seat is not None)
    sheet = part(session, None, "sheet")
    assert [cover["column"] for cover in sheet["covers"]] == [0, 1]
    assert sheet["rows"][0]["cells"] == sheet["rows"][1]["cells"] == [None, None]


TEMPTING = [step for chapter in GAME.teaching.chapters for step in chapter.steps if step.wrong]


@pytest.mark.parametrize("step", TEMPTING, ids=[step.id for step in TEMPTING])
def test_the_tempting_wrong_move_of_a_lesson_is_a_click_away(step: Step) -> None:
    assert step.wrong is not None
    lesson = answered_lesson(GAME, step)
    for move in step.way[: step.wrong.after]:
        lesson.submit(tuple(move))
    there = list(pieces(scene(lesson.session, step.seat)))
    assert step.wrong.move in [each.get("try") for each in there if not each.get("moves")]


# -- one moment after the other ----------------------------------------------------------------------------------------


def test_choosing_a_character() -> None:
    session = Session(GAME, 3, seed=1, rulings={"ruling.characters": "free-choice"})
    session.submit(0, ("character", "Lysandra of Rukenvale"))
    chosen = part(session, 1, "cards")["cards"]
    assert [card["note"] for card in chosen] == ["free", "free", "free", "Player 1"]
    assert [bool(card.get("moves")) for card in chosen] == [True, True, True, False]
    assert all(card["house"] for card in chosen)


def test_rolling_for_the_order_of_selection() -> None:
    session = Session(GAME, 3, seed=7)
    session.submit(0, ("roll", 2))
    sheet = part(session, 1, "sheet")
    first, second, third = sheet["rows"][0]["cells"]
    assert first == {"figure": "4"}
    assert [die["moves"] for die in second["dice"]] == [[["roll", 2]]] * 2
    assert third is None
    assert buttons(session, 1) == {"": ["Roll two dice"]}


def test_the_draft_shows_all_twelve_with_their_owners() -> None:
    session = Session(GAME, 4, seed=5)
    while len(session.view(None)["pool"]) == 12:
        session.submit(session.deciders[0], session.moves(session.deciders[0])[-1])
    (first, second) = session.view(None)["order"][:2]
    shown = part(session, second, "cards")["cards"]
    assert len(shown) == 12
    assert {card["name"]: card["note"] for card in shown}["Mewtopia"] == NAMES[first]
    assert sum("moves" in card for card in shown) == 11
    assert len({card["art"] for card in shown}) == len({card["hue"] for card in shown}) == 12
    assert piece(session, second, "draft:Mewtopia")["try"] == ["take", "Mewtopia"]


def test_a_hidden_draft_says_nothing_about_others() -> None:
    session = Session(GAME, 3, seed=3, rulings={"ruling.hidden-territories": "hidden"})
    while session.truth.frames[-1][0] == "select":
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    chooser = session.deciders[0]
    session.submit(chooser, ("take", "Mewtopia"))
    waiting = next(seat for seat in range(3) if seat not in (chooser, *session.deciders))
    assert {card["note"] for card in part(session, waiting, "cards")["cards"]} == {""}
    assert piece(session, chooser, "draft:Mewtopia")["note"] == "you"


def test_opening_cards_come_from_the_piles() -> None:
    session = Session(GAME, 3, seed=3)
    while session.truth.frames[-1][0] != "opening":
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    seat = session.deciders[0]
    legal = [pile["id"] for pile in part(session, seat, "ring")["middle"] if "moves" in pile]
    assert legal == ["pile:hearts", "pile:diamonds"]
    assert piece(session, seat, "pile:clubs")["try"] == ["draw", "clubs"]


def test_rolling_and_walking() -> None:
    session = table(now="roll", tokens=[8, 0, 0, 0], dice=[3])
    assert piece(session, A, "die")["moves"] == [["roll", 1]]
    assert piece(session, A, "die")["figure"] == ""
    play(session, A, ("roll", 1))
    ring = part(session, A, "ring")
    assert [space["n"] for space in ring["spaces"] if "moves" in space] == ["5", "11"]
    assert [space["n"] for space in ring["spaces"] if space["mark"] == "selected"] == ["8"]
    assert ring["dice"][0]["figure"] == "3"
    assert piece(session, A, "token:0")["texts"] == ["Walk to space 5 (Hearts)", "Walk to space 11 (Spades)"]
    assert piece(session, A, "space:7")["try"] == ["walk", 7]
    assert piece(session, A, "home")["try"] == ["walk", 0]
    assert buttons(session, A) == {"Walk to": ["5", "11"]}
    play(session, A, ("walk", 5))
    assert [space["n"] for space in part(session, A, "ring")["spaces"] if space["mark"] == "happened"] == ["5"]


def test_gates_belong_to_seats() -> None:
    spaces = part(table(now="roll"), A, "ring")["spaces"]
    assert {space["n"]: space["gate"] for space in spaces if space["gate"] is not None} == {
        "1": 0,
        "10": 1,
        "19": 2,
        "28": 3,
    }
    shared = part(table({"ruling.leave-home": "any-gate"}, now="roll"), A, "ring")["spaces"]
    assert all(space["gate"] is None for space in shared)


def test_the_shop_and_the_payment() -> None:
    session = table(now="shop", tokens=[9, 0, 0, 0], diamonds=[["3D", "6D"], [], [], []], offer=["8C", "KC", "9C"])
    assert [("moves" in card, card["note"]) for card in part(session, A, "cards")["cards"]] == [
        (True, "8 gold"),
        (False, "13 gold"),
        (True, "9 gold"),
    ]
    assert piece(session, A, "offer:KC")["try"] == ["buy", "KC"]
    play(session, A, ("buy", "8C"), ("pay", "6D"))
    sheet = part(session, B, "sheet")  # the gold on the table is open to everybody
    assert [row["cells"][0]["figure"] for row in sheet["rows"]] == ["8", "6", "2"]
    assert [row["label"] for row in sheet["rows"]] == ["Price", "Gold", "Still to pay"]
    assert sheet["rows"][-1]["cells"][0]["text"] == "still to pay"
    assert piece(session, A, "bill:6D")["state"] == "back"
    assert [part(session, seat, "sheet")["rows"][0].get("note") for seat in (A, B)] == ["click to put back", None]
    assert [card["id"] for card in part(session, A, "hand")["groups"][0]["cards"]] == ["hand:3D"]
    assert list(buttons(session, A)) == ["Pay with", "Take back"]
    play(session, A, ("pay", "3D"))
    assert part(session, A, "sheet")["rows"][-1]["cells"] == [{"text": "too much", "figure": "1"}]
    assert buttons(session, A)[""] == ["Finish paying"]


def test_the_die_on_the_board_shows_the_roll_that_is_spoken_of() -> None:
    npc = {"now": "npc", "tokens": [4, 0, 0, 0], "card": "7S", "carried": False}
    for rolled in (2, 6):
        session = table(**npc, die=3, dice=[rolled])
        assert piece(session, A, "die")["figure"] == ""
        play(session, A, ("roll", 1))
        assert piece(session, A, "die")["figure"] == str(rolled)
    play(session, A, ("draw", "hearts"), ("attack", B))
    assert "dice" not in part(session, A, "ring"), "the dice of a battle lie on its sheet"


def test_a_click_that_can_do_nothing_now_is_answered_by_a_sentence() -> None:
    session = table(now="roll", tokens=[15, 0, 0, 0], discard=["10S"])
    for name, rule in (("token:0", "turn.roll"), ("home", "turn.roll"), ("space:9", "turn.roll"),
                       ("pile:hearts", "turn.land"), ("pile:discard", "discard.pile")):  # fmt: skip
        assert refused(session, A, tuple(piece(session, A, name)["try"])) == rule
    session = table(now="attack", tokens=[4, 0, 0, 0])
    for name, rule in (("token:0", "turn.end"), ("seat:0", "battle.opponent")):
        assert refused(session, A, tuple(piece(session, A, name)["try"])) == rule


def test_a_click_on_the_discard_pile_takes_nothing_back_that_lies_elsewhere() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], hearts=[["9H"], [], [], []], discard=["9H"])
    play(session, A, ("attack", B), ("commit", "9H"))
    assert "try" not in piece(session, A, "pile:discard")
    session = table(now="shop", tokens=[9, 0, 0, 0], diamonds=[["9D"], [], [], []], offer=["8C"], discard=["9D"])
    play(session, A, ("buy", "8C"), ("pay", "9D"))
    assert "try" not in piece(session, A, "pile:discard")


def test_a_pile_is_called_by_its_name_and_not_by_its_top_card() -> None:
    """A lesson repeats the words up to the first comma."""
    session = table(now="roll", discard=["8S", "10S"])
    assert piece(session, A, "pile:discard")["label"] == "The discard pile, the 10 of spades on top, 2 cards"
    assert [pile["label"].split(",")[0] for pile in part(session, A, "ring")["middle"]] == [
        "The hearts deck", "The diamonds deck", "The clubs deck", "The spades deck",
    ]  # fmt: skip


def test_alliances_in_hand_have_one_name_together() -> None:
    session = table(now="roll", alliances=[["4S", "5S"], [], [], []])
    (held,) = part(session, A, "hand")["groups"]
    assert held["label"] == "Alliances"
    assert not [card for card in held["cards"] if "note" in card]


def test_an_npc_event_and_its_prize() -> None:
    session = table(now="npc", tokens=[4, 0, 0, 0], card="7S", carried=False, dice=[6])
    shown = part(session, B, "cards")["cards"][0]
    assert shown["name"] == "Random NPC event"
    assert shown["house"]
    assert piece(session, A, "die")["moves"] == [["roll", 1]]
    play(session, A, ("roll", 1))
    assert buttons(session, A) == {"Draw a card": ["Hearts", "Diamonds"]}
    assert piece(session, A, "pile:hearts")["moves"] == [["draw", "hearts"]]


def test_choosing_an_opponent() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], excluded=[C])
    assert piece(session, A, "seat:1")["moves"] == [["attack", 1]]
    assert piece(session, A, "token:1")["moves"] == [["attack", 1]]
    assert "moves" not in piece(session, A, "seat:2")
    assert piece(session, A, "seat:2")["try"] == ["attack", 2]
    assert piece(session, A, "seat:2")["badge"] == {"glyph": "stop", "text": "no battle"}
    assert buttons(session, A) == {"Challenge": ["Seraphina", "Lysandra"]}


@pytest.mark.parametrize(("option", "words"), [("no", "no battle"), ("yes", "can't be chosen")])
def test_a_badge_says_what_the_exclusion_means(option: str, words: str) -> None:
    session = table({"ruling.repeat-initiator": option}, now="attack", tokens=[4, 0, 0, 0], excluded=[C])
    assert piece(session, A, "seat:2")["badge"]["text"] == words


def test_a_reminder_gives_way_to_the_rule_where_the_table_plays_otherwise() -> None:
    npc = {"now": "npc", "tokens": [4, 0, 0, 0], "card": "7S", "carried": False}
    shown = [part(table({"ruling.npc-prize": option}, **npc), B, "cards")["cards"][0] for option in ("one", "two")]
    assert [card["body"][0]["text"] for card in shown] == [
        "You meet a stranger. Roll one die. On a 5 or 6, draw a heart or a diamond.",
        "For an NPC event, roll one die. On a 5 or 6 you win two cards. On any other number nothing happens.",
    ]
    assert [card["house"] for card in shown] == [True, False]


def test_a_space_says_what_it_is_for_at_this_table() -> None:
    session = table({"ruling.battle-must": "may", "ruling.shop-limit": "one"}, now="roll")
    assert piece(session, A, "space:4")["label"] == "Space 4, Spades: draw an action card, then battle if you like"
    assert "buy a weapon with gold" in piece(session, A, "space:9")["label"]


def test_who_sees_the_hand() -> None:
    cards = {"now": "roll", "hearts": [["2H"], [], [], []], "alliances": [["4S"], [], [], []]}
    notes = [part(table({"ruling.alliance-open": option}, **cards), A, "hand")["note"] for option in ("open", "hidden")]
    assert notes == ["Only you see these cards, but everyone sees your alliances.", "Only you see these cards."]


def test_what_is_paid_too_much_may_be_credit() -> None:
    shop = {"now": "shop", "tokens": [9, 0, 0, 0], "diamonds": [["9D"], [], [], []], "offer": ["8C"]}
    session = table({"ruling.shop-overpay": "change"}, **shop)
    play(session, A, ("buy", "8C"), ("pay", "9D"))
    assert part(session, A, "sheet")["rows"][-1]["label"] == "New credit"


def test_answering_a_challenge() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], alliances=[[], ["4S"], [], []])
    play(session, A, ("attack", B))
    assert piece(session, B, "hand:4S")["moves"] == [["ally"]]
    assert buttons(session, B) == {"Answer": ["Show a Secret Alliance", "Fight"]}


def battle() -> Session:
    session = table(
        now="attack",
        tokens=[4, 10, 0, 23],
        hearts=[["9H", "6H", "5H"], ["9H"], [], []],
        clubs=[["JC", "8C", "6C", "3C"], ["2C"], [], []],
        diamonds=[["7D", "4D"], [], [], []],
        plague=[0, 10, 0, 0],
        dice=[4, 4, 4, 4, 1, 2, 3, 4],
    )
    play(session, A, ("attack", B))
    return session


def test_committing_to_a_battle() -> None:
    session = battle()
    assert [row["label"] for row in part(session, A, "sheet")["rows"]] == [
        "Territory", "Health", "Weapons", "Plague", "Four dice", "Total so far",
    ]  # fmt: skip
    play(session, A, *(("commit", each) for each in (lands(session, A)[0], "9H", "6H", "JC", "8C")))
    sheet = part(session, A, "sheet")
    assert sheet["title"] == "Battle on space 4"
    assert [column["title"] for column in sheet["columns"]] == ["King Eadric, you", "Seraphina"]
    assert [row["cells"][0] and row["cells"][0].get("figure") for row in sheet["rows"]] == [
        "13", "15", "19", None, None, "47",
    ]  # fmt: skip
    assert sheet["rows"][1]["note"] == "2 of 2"
    assert sheet["rows"][-1]["cells"] == [{"text": "13 + 15 + 19", "figure": "47"}, {"figure": "?"}]
    assert [(cover["column"], cover["from"], cover["to"]) for cover in sheet["covers"]] == [(1, 0, 2)]
    assert piece(session, A, "stake:0:9H")["state"] == "back"
    assert piece(session, A, "hand:5H")["try"] == ["commit", "5H"]
    assert piece(session, A, "hand:7D")["try"] == ["commit", "7D"]
    assert buttons(session, A) == {
        "Add a weapon": ["3", "6"],
        "Take back": ["Jiggy Jungle", "6", "9", "8", "J"],
        "": ["Seal at 47"],
    }


def test_the_dice_of_a_battle_and_what_follows() -> None:
    session = battle()
    commit(session, A, lands(session, A)[0], "9H", "6H", "JC", "8C")
    assert "Sealed" in part(session, B, "sheet")["covers"][0]["text"]
    commit(session, B, lands(session, B)[0], "9H")
    play(session, A, ("roll", 2))
    sheet = part(session, None, "sheet")
    assert sheet["covers"] == []
    assert sheet["rows"][-1]["cells"] == [
        {"text": "13 + 15 + 19 + 16", "figure": "63"},
        {"text": "13 + 9 − 10", "figure": "12"},
    ]
    assert piece(session, B, "die:1")["moves"] == [["roll", 2]]
    play(session, B, ("roll", 2))
    picked = part(session, B, "cards")["cards"]
    assert [card["moves"] for card in picked] == [[["pick", "hearts"]]] * 3
    sheet = part(session, B, "sheet")
    assert [column["title"] for column in sheet["columns"]] == ["Lady Seraphina, you", "Eadric wins"]
    assert [cell["figure"] for cell in sheet["rows"][-1]["cells"]] == ["22", "63"]
    while session.deciders == (B,):
        session.submit(B, session.moves(B)[0])
    assert_adds_up(part(session, A, "sheet"))


@pytest.mark.parametrize(("plague", "note"), [(0, None), (10, "minus the Plague")])
def test_only_a_plague_that_counted_is_spoken_of(plague: int, note: str | None) -> None:
    hands = {"hearts": [["9H"], ["8H"], [], []], "plague": [0, plague, 0, 0]}
    session = table(now="attack", tokens=[4, 10, 0, 23], **hands, dice=[6, 6, 6, 6, 1, 1, 1, 1])
    play(session, A, ("attack", B))
    commit(session, A, lands(session, A)[0], "9H")
    commit(session, B, lands(session, B)[0], "8H")
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2), ("pick", "hearts"))
    look = FACE.look(GAME, session.config, session.view(A))
    look.told = lambda: session.events(A)
    sheet = next(each for each in FACE.scene(look) if each["part"] == "sheet")
    assert [row.get("note") for row in sheet["rows"] if row["label"] == "Cards"] == [note]


def assert_adds_up(sheet: Any) -> None:
    """In every column the figures above the total are its addends."""
    for column in range(len(sheet["columns"])):
        cells = [row["cells"][column] for row in sheet["rows"]]
        figures = [int(cell["figure"].replace("−", "-")) for cell in cells if cell and "figure" in cell]
        assert sum(figures[:-1]) == figures[-1]


def test_every_battle_that_is_over_adds_up() -> None:
    seen = 0
    for session, _ in watched(16, 73):
        fought = session.view(None)["battle"]
        if fought and fought["winner"] >= 0:
            assert_adds_up(part(session, None, "sheet"))
            seen += 1
    assert seen > 20


def test_a_royal_decree_has_a_column_for_everybody() -> None:
    for session, _ in watched(20, 79):
        fought = session.view(None)["battle"]
        if fought and fought["kind"] == "decree" and fought["winner"] < 0:
            sheet = part(session, 1, "sheet")
            assert sheet["title"].startswith("Royal Decree")
            assert len(sheet["columns"]) == len(fought["fighters"])
            assert 1 not in fought["fighters"] or sheet["columns"][0]["seat"] == 1
            return
    pytest.fail("no Royal Decree was fought")


def test_a_cover_says_who_has_sealed_in_words_that_fit_a_quarter_of_the_sheet() -> None:
    session = table(now="decree", tokens=[4, 0, 0, 0], card="QS", discard=["QS"])
    commit(session, B, lands(session, B)[0])
    covers = part(session, A, "sheet")["covers"]
    assert {cover["seat"]: cover["text"] for cover in covers}[B] == "Sealed"
    assert len(covers) == 3 and all(len(cover["text"]) <= 15 for cover in covers)


def test_between_battles_the_realm_and_the_key_lie_beside_the_board() -> None:
    session = table(now="roll")
    kinds = [each["part"] for each in scene(session, A)]
    assert kinds == ["seats", "ring", "realm", "key", "hand"]
    assert [row["figure"] for row in part(session, A, "key")["rows"]] == ["A 2", "3–6", "7–10", "J", "Q K"]
    assert sum(len(row["cards"]) for row in part(session, A, "realm")["rows"]) == 12


def test_the_past_can_be_looked_at_but_not_played() -> None:
    session = table(now="roll", dice=[3])
    made = FACE.scene(FACE.look(GAME, session.config, session.view(A), [], str))
    assert not [each for each in pieces(made) if "moves" in each]
    assert FACE.groups(FACE.look(GAME, session.config, session.view(A), [], str)) == []


def test_the_end_of_a_game_shows_the_winner_first() -> None:
    for session, _ in watched(4, 89):
        if session.outcome:
            winner = session.outcome.winners[0]
            row = part(session, None, "realm")["rows"][0]
            assert row["seat"] == winner
            assert row["name"].endswith("wins")
            assert FACE.chart(FACE.look(GAME, session.config, session.view(0))) is None
            return
    pytest.fail("no game ended")


# -- the odds ----------------------------------------------------------------------------------------------------------


def drawable(chart: Any) -> Any:
    """The figure, once plotly has accepted it."""
    from plotly.graph_objects import Figure

    json.dumps(chart)
    Figure(chart["figure"])
    for trace in chart["figure"]["data"]:
        assert re.fullmatch(r"seat[1-4]|plain", trace["meta"]["tone"])
        assert "marker" not in trace  # the page paints
    return chart["figure"]


def test_the_odds_of_the_battle_at_hand() -> None:
    session = battle()
    commit(session, A, lands(session, A)[0], "9H")
    commit(session, B, lands(session, B)[0], "9H")
    chart = FACE.chart(FACE.look(GAME, session.config, session.view(A)))
    assert chart is not None
    odds = GAME.telling.odds(session.config, session.view(A))
    assert odds is not None
    assert chart["lines"][0] == f"Against Seraphina you would win {odds.win:.1%} of battles."
    mine, theirs, *ends = drawable(chart)["data"]
    assert sum(mine["y"]) == pytest.approx(1)
    assert (min(mine["x"]), max(theirs["x"])) == (13 + 9 + 4, 13 + 9 - 10 + 24)
    assert sum(end["x"][0] for end in ends) == pytest.approx(1)
    watching = FACE.chart(FACE.look(GAME, session.config, session.view(None)))
    assert watching is not None
    assert watching["lines"][0] == f"Eadric wins {odds.win:.1%} of battles like this."


def test_the_odds_against_each_rival_and_of_the_dice_alone() -> None:
    session = table(now="roll")
    rivals = FACE.chart(FACE.look(GAME, session.config, session.view(A)))
    assert rivals is not None
    assert [trace["x"] for trace in drawable(rivals)["data"]] == [["Seraphina"], ["Thaddeus"], ["Lysandra"]]
    dice = FACE.chart(FACE.look(GAME, session.config, session.view(None)))
    assert dice is not None
    assert dice["title"] == "What four dice add"
    assert dice["lines"][0] == "14 is the most likely: 11.3% of rolls."
    drawable(dice)


def test_charts_at_random_moments() -> None:
    for session, rng in watched(8, 97):
        if rng.random() < 0.97:
            continue
        for seat in (None, 0):
            chart = FACE.chart(FACE.look(GAME, session.config, session.view(seat)))
            if chart is not None:
                assert chart["lines"]
                drawable(chart)


# -- the lids ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["royal_ascension", "the_north", "the_west_ascendant", "deck_goes_west", "tamashii"])
def test_lids_are_small_and_draw_nothing_from_elsewhere(name: str) -> None:
    from xml.etree import ElementTree

    text = (LIDS / f"{name}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 388 158"
    assert len(text.encode()) < 6000
    assert not re.search(r"<(script|text|image|style|foreignObject|a)\b|href=\"(?!#)|url\((?!#)|\son\w+=", text)
    assert base64.b64encode(text.encode())
