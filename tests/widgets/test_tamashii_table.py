"""A table of Tamashii with several people at one screen: who is done, whose decision it is, and what is said of it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

import pytest
from page import Page, room_of

from tabletop_kernel import Session, load
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.modes.campaign import Progress
from widgets.app import play
from widgets.eyes import has_secrets
from widgets.games.tamashii.campaigning import next_scenario
from widgets.scene import pieces
from widgets.shared.chair import Chair


def a_table(who: str, seed: int = 3, **options: str) -> Page:
    """A table that has begun; `who` has a letter for each chair: p for a person, who has a name, b for a bot."""
    page = Page(play("tamashii", seed=seed))
    page.send("players", count=len(who))
    for chair, letter in enumerate(who):
        page.send("sit", chair=chair, who={"p": "person", "b": "greedy"}[letter])
        if letter == "p":
            page.send("call", chair=chair, name=("Ann", "Dan", "Eve", "Fay")[chair])
    for key, choice in options.items():
        page.send("option", id=key, choice=choice)
    page.send("start")
    assert page.screen["now"]["head"] != "Ready to start", page.screen["why"]
    return page


def kind_of(page: Page) -> str:
    return str(room_of(page).session.truth.frames[-1][0])


def step(page: Page) -> None:
    """The bots go on, or whoever sits there is done with something, or takes the first move."""
    if page.screen["kind"] == "curtain":
        page.send("lift")
    elif page.screen.get("next"):
        page.send("go-on", all=True)
    else:
        page.send("move", move=list(quick(page)))


def quick(page: Page) -> Move:
    moves = room_of(page).session.moves(page.screen["viewer"])
    return ("done",) if ("done",) in moves else moves[0]


def until(page: Page, kind: str) -> None:
    for _ in range(200):
        if kind_of(page) == kind and not page.screen.get("next"):
            return
        step(page)
    raise AssertionError(f"nobody was asked for {kind}")


def said(page: Page) -> list[str]:
    return [one["said"] for one in page.screen["chairs"]["seats"]]


def now(page: Page) -> dict[str, Any]:
    return dict(page.screen["now"])


class Moment(NamedTuple):
    """One screen of a game, and where the game is then."""

    screen: dict[str, Any]
    kind: str  # of the decision
    turn: int
    window: str  # of planning
    buttons: list[dict[str, Any]]

    @property
    def now(self) -> dict[str, Any]:
        return dict(self.screen["now"])

    @property
    def asks(self) -> bool:
        return self.screen["kind"] == "table" and bool(self.buttons)


@cache
def played(who: str, **options: str) -> list[Moment]:
    """A whole game until its end, screen by screen."""
    page, moments = a_table(who, **options), []
    while now(page)["kind"] != "over":
        state = room_of(page).session.truth
        kind, _, data = state.frames[-1]
        window = data[0] if kind == "plan" else ""
        moments.append(Moment(page.screen, kind, state.turn, window, page.buttons()))
        step(page)
    return moments


# -- who is done, and who is not ---------------------------------------------------------------------------------------


def test_nobody_is_done_whose_choice_is_still_to_come() -> None:
    page = a_table("pppp", scenario="S01")
    until(page, "protocol")
    assert said(page) == ["may act", "", "", ""]
    until(page, "plan")
    assert said(page) == ["may act"] * 4
    step(page)
    assert sorted(said(page)) == ["done", "may act", "may act", "may act"], "in the Program step all have their turn"
    until(page, "move")
    assert "done" not in said(page), "the actions of the others are still to come"


def test_bots_finish_the_step_that_they_are_asked_for() -> None:
    page = a_table("pbbb", scenario="S01")
    until(page, "plan")
    (finish,) = page.screen["chairs"]["buttons"]
    assert finish["text"] == "Let the bots finish this step"


def test_why_is_offered_only_where_something_can_be_said() -> None:
    """A bot that goes on without a word leaves nothing that could be explained."""
    page, asked, silent = a_table("pbbb", seed=5, scenario="S01"), 0, 0
    for _ in range(45):
        room = room_of(page)
        bots = bool(room.session.inputs) and room.session.inputs[-1].seat != 0
        offered = any(one["text"] == "Why did they do that?" for one in now(page)["buttons"])
        assert offered == (bots and room._telling_choice_of_a_bot() is not None)
        asked, silent = asked + offered, silent + (bots and not offered)
        if chairs := page.screen["chairs"]["buttons"]:
            page.press(chairs[0])
        elif page.screen.get("next"):
            page.send("go-on")
        else:
            page.send("move", move=list(quick(page)))
    assert asked and silent


# -- words of a decision -----------------------------------------------------------------------------------------------


def test_planning_is_done_only_at_its_end() -> None:
    """A window before the Program step is left with the name of what follows, and the step itself with other words."""
    words = {
        (moment.window, next(one["text"] for one in moment.buttons if one["do"]["move"] == ["done"]))
        for moment in played("p", scenario="S01")
        if moment.kind == "plan" and moment.buttons
    }
    after = {"begin": {"Roll for trace", "Refill slots"}, "rolled": {"Refill slots"}, "program": {"Finish planning"}}
    assert words == {(window, text) for window, texts in after.items() for text in texts}


def test_no_main_button_gives_up_what_is_left() -> None:
    """Enter ends nothing while tokens, a figure or dice can still be used; it does as soon as nothing is left."""
    met = set()
    for moment in played("p", scenario="S01"):
        left = {one["do"]["move"][0] for one in moment.buttons if one["do"].get("move")}
        for button in moment.buttons:
            if button["do"].get("move") in (["stay"], ["done"], ["end"]):
                loses = bool(left & {"slide", "switch", "move", "launch", "frame", "act"})
                assert not (loses and button.get("main")), (moment.kind, left)
                assert button.get("main") or button.get("ends"), "it stands apart"
                met.add((moment.kind, loses))
    assert {("plan", True), ("plan", False), ("move", True), ("launch", True), ("launch", False)} <= met
    assert ("combat", True) in met


def test_the_district_step_says_what_the_effect_is() -> None:
    page = a_table("pp", scenario="S01")
    until(page, "district")
    state = room_of(page).session.truth
    tile = state.rules.content.tiles[state.tiles[state.place[page.screen["viewer"]]]]
    assert f"Use the effect of {tile.name} (" in now(page)["text"] and "(nothing)" not in now(page)["text"]


def test_a_switch_names_both_tokens_and_a_lock_its_slot() -> None:
    page = a_table("pp", scenario="S01")
    until(page, "plan")
    for button in page.buttons():
        verb, *rest = button["do"]["move"]
        if verb == "switch":
            assert button["text"] == f"{rest[0]} with {rest[1]}"
        if rest[:1] == ["unlock"]:
            assert button["text"] == f"Unlock {rest[1]}"


def test_a_body_that_is_called_like_its_player_is_called_a_body() -> None:
    page, used = a_table("pp", scenario="S01"), set()
    while used != {0, 1}:
        seat, session = page.screen["viewer"], room_of(page).session
        move = ("use", f"body.{session.truth.walker[seat]}")
        if page.buttons() and move in session.moves(seat):
            assert session.phrase(seat, move) == "Use the body's ability"
            page.send("move", move=list(move))
            assert any("uses the body's ability." in entry.text for entry in session.log(seat))
            used.add(seat)
        else:
            assert now(page)["kind"] != "over"
            step(page)


def test_each_window_of_planning_has_its_own_sentence_and_none_is_asked_twice() -> None:
    """Where nobody rolls for trace, as in the first turn, nothing comes between two windows: one is enough."""
    planned = [moment for moment in played("pp", mode="versus") if moment.kind == "plan" and moment.asks]
    texts = {(moment.turn, moment.window, moment.now["text"]) for moment in planned}
    said = {window: {text for _, one, text in texts if one == window} for _, window, _ in texts}
    assert set(said) == {"begin", "rolled", "program"} and not set.intersection(*said.values()), said
    assert {window for turn, window, _ in texts if turn == 1} == {"begin", "program"}


def test_nobody_is_asked_twice_before_the_program_step_where_a_trace_of_0_rolls_nothing() -> None:
    quiet = {"options": {"scenario": "S01"}, "exp": [4], "turn": 3, "now": "planning", "walker": ["Kindle"]}
    page = at_position(1, **quiet, trace=[0])
    assert main_button(page)["text"] == "Refill slots" and "trace roll" not in now(page)["text"]
    page.press(main_button(page))
    assert room_of(page).session.truth.frames[-1][2][0] == "program"
    page = at_position(1, **quiet, trace=[1])
    assert main_button(page)["text"] == "Roll for trace" and "trace roll" in now(page)["text"]


def test_one_press_refills_also_where_a_bot_goes_on_after_it() -> None:
    """The bot goes on after the person, who has said already that nothing comes before the refill."""
    page = Page(play("tamashii", seed=3))
    quiet = {"options": {"scenario": "S01"}, "exp": [2, 2], "turn": 3, "now": "planning", "trace": [0, 0]}
    session = Session.at(load("tamashii"), {"seats": 2, **quiet, "walker": ["Kindle", "Runner"]})
    room_of(page)._take(session, [Chair(name="Ann"), Chair("greedy")])
    room_of(page)._sit_down()
    page.send("close")
    page.press(main_button(page))
    while page.screen.get("next"):
        page.send("go-on")
    assert room_of(page).session.truth.frames[-1][2][0] == "program"
    assert main_button(page)["text"] == "Finish planning"


# -- going on together -------------------------------------------------------------------------------------------------

FOUR = {"seats": 4, "walker": ["Kindle", "Runner", "Scribe", "Bulwark"], "turn": 3}


def at_position(people: int, **position: Any) -> Page:
    """People at one screen, at a table as it is written."""
    page = Page(play("tamashii", seed=3))
    session = Session.at(load("tamashii"), {"seats": people, **position})
    room_of(page)._take(session, [Chair(name=name) for name in ("Ann", "Dan", "Eve", "Fay")[:people]])
    room_of(page)._sit_down()
    page.send("close")
    return page


def main_button(page: Page) -> dict[str, Any]:
    """What leads on: the main one, or what it is when nothing is left."""
    return next(one for one in page.buttons() if one.get("main") or one["do"]["move"] == ["done"])


def test_planning_takes_four_people_at_one_screen_one_press_each_and_one_together() -> None:
    page = at_position(4, **FOUR, options={"scenario": "P00"}, exp=[2, 2, 2, 2], now="planning")
    assert "Dan, Eve and Fay" in now(page)["text"]
    pressed = []
    while room_of(page).session.truth.phase == "planning":
        pressed.append((main_button(page)["text"], page.screen["viewer"]))
        page.press(main_button(page))
    assert pressed[0] == ("All continue", 0)
    assert sorted(pressed[1:]) == [("Finish planning", seat) for seat in range(4)]
    assert {done.seat for done in room_of(page).session.inputs[:4]} == {0, 1, 2, 3}, "it is a move of each of them"


def test_whoever_still_wants_something_before_all_go_on_sits_in_and_does_it() -> None:
    page = at_position(4, **FOUR, options={"scenario": "P00"}, exp=[2, 2, 2, 2], now="planning")
    page.send("sit-in", chair=2)
    page.send("move", move=["upgrade", "integrity"])
    assert main_button(page)["text"] == "All continue"
    page.press(main_button(page))
    session = room_of(page).session
    assert session.truth.maximum == [5, 5, 6, 5] and session.truth.frames[-1][2][0] == "program"


def test_nobody_is_first_before_the_table_has_said_so() -> None:
    page = a_table("ppp")
    assert kind_of(page) == "first" and "first player" not in json.dumps(page.screen["scene"])
    page.press(page.buttons()[0])
    assert room_of(page).session.truth.first == 0 == page.screen["viewer"] and kind_of(page) != "first"
    assert "first player" in json.dumps(page.screen["scene"])


def test_where_somebody_has_secrets_everybody_goes_on_alone() -> None:
    planned = 0
    for moment in played("pp", mode="versus"):
        assert "(99" not in json.dumps(moment.screen), "whoever has no starting place yet stands nowhere"
        if moment.kind == "plan" and moment.screen["kind"] == "table":
            assert "All continue" not in [one["text"] for one in moment.buttons]
            planned += 1
    assert planned


def test_nobody_keeps_a_roll_that_they_cannot_alter() -> None:
    """Only the roller has rerolls; the others could upgrade meanwhile, and that can wait."""
    trace = {"options": {"scenario": "S01"}, "trace": [5, 0, 0, 0], "assets": [{"reroll": 2}, {}, {}, {}]}
    page = at_position(4, **FOUR, **trace, exp=[0, 2, 2, 2], now="planning")
    page.press(main_button(page))
    assert kind_of(page) == "roll" and page.screen["viewer"] == 0
    page.send("move", move=["keep"])
    assert kind_of(page) != "roll", "nobody else was asked"


def test_a_die_that_is_marked_and_let_go_leaves_no_move() -> None:
    trace = {"options": {"scenario": "S01"}, "trace": [7, 0], "assets": [{"reroll": 3}, {}]}
    page = at_position(2, walker=["Kindle", "Runner"], turn=3, **trace, now="trace")
    assert kind_of(page) == "roll"
    moves = [one["do"]["move"] for one in page.buttons() if one["do"]["move"][0] == "reroll"]
    before, session = page.screen["time"]["length"], room_of(page).session
    page.send("move", move=moves[0])
    assert page.screen["time"]["length"] == before + 1
    page.send("move", move=["take-back", *moves[0]])
    assert page.screen["time"]["length"] == before and session.truth.frames[-1][2][2] == ()
    page.send("move", move=moves[0])
    page.send("move", move=moves[-1])
    page.send("move", move=["take-back", *moves[0]])
    assert [done.move for done in session.inputs[before:]] == [tuple(moves[-1])], "what was marked later stays"
    page.send("move", move=["take-back", *moves[0]])
    assert page.screen["why"]["rules"] == ["asset.reroll-one"], "what is not marked cannot be let go"


# -- said before something is chosen -----------------------------------------------------------------------------------


def test_a_reward_that_would_do_nothing_says_so_before_it_is_taken() -> None:
    ground = [[0, 0, "Shelter"], [1, 0, "Damaged District"], [0, 1, "Cold Storage", 0, "mask"]]
    position = {"walker": ["Kindle"], "options": {"scenario": "S01"}, "ground": ground, "place": ["Shelter"]}
    for trace in (0, 3):
        page = at_position(1, **position, trace=[trace], turn=2, now="move", batteries=0)
        page.send("move", move=["move", "0,1"])
        assert kind_of(page) == "find"
        lowering = next(one for one in page.buttons() if "trace" in one["text"].lower())
        listed = next(part for part in page.screen["scene"] if part.get("title") == "Choose your reward")
        notes = [one["note"] for one in listed["items"] if one.get("note")]
        assert lowering["text"].endswith("(nothing now)") == (trace == 0)
        assert notes == (["This would do nothing now."] if trace == 0 else [])


def test_a_card_that_has_enough_says_so_before_anybody_tests_again() -> None:
    ground = [[0, 0, "Shelter"], [1, 0, "Damaged District"], [0, 1, "Cold Storage"]]
    position = {"options": {"scenario": "P00"}, "walker": ["Kindle", "Scribe"], "ground": ground, "turn": 2}
    stands = {"place": ["Cold Storage", "Cold Storage"], "grid": ["L.L. .... .... ....", "L... .... .... ...."]}
    for success in (0, 1):
        page = at_position(2, **position, **stands, on_card={"success": success}, now="activity")
        assert kind_of(page) == "activity"
        assert ("all the success tokens" in now(page)["text"]) == bool(success)
        card = next(part for part in page.screen["scene"] if part["part"] == "plot")
        (block,) = card["sections"][0]["blocks"]
        assert ("(it has enough success tokens)" in block["text"]) == bool(success)


def test_in_the_prologue_the_name_of_a_board_is_said_to_be_no_class() -> None:
    page = Page(play("tamashii", seed=3))
    boards = next(part for part in page.screen["scene"] if part.get("title") == "The boards")
    assert boards["lead"].endswith("The prologue has no classes.")
    assert boards["lead"].startswith("You can only read these for now"), "nothing is chosen there before one is asked"
    page.send("option", id="scenario", choice="S01")
    boards = next(part for part in page.screen["scene"] if part.get("title") == "The boards")
    assert "no class" not in boards["lead"]


# -- the end of versus -------------------------------------------------------------------------------------------------


def test_at_the_end_everybody_sees_which_goals_were_taken() -> None:
    versus = next(chapter for chapter in load("tamashii").teaching.chapters if chapter.id == "versus").position
    taken = {"goal_deck": [], "goals_taken": [["virtuoso"], ["open-mind"]]}
    page = at_position(2, **{**versus, **taken, "time": 1, "now": "launch"})
    while room_of(page).session.outcome is None:
        step(page)
    scores = now(page)["result"]["scores"]
    assert [int(one["figure"]) for one in scores] == sorted((int(one["figure"]) for one in scores), reverse=True)
    goals = {one["seat"]: one["addends"][-1]["text"] for one in scores}
    assert goals == {0: "Goals: Virtuoso", 1: "Goals: Open Mind"}
    lines = next(part for part in page.screen["scene"] if part.get("zone") == "goals")["items"]
    assert {"Virtuoso", "Open Mind"} <= {one["text"].partition(": ")[2].partition(",")[0] for one in lines}


def test_a_goal_that_all_saw_taken_is_no_secret_but_a_look_at_the_enemy_deck_is() -> None:
    versus = next(chapter for chapter in load("tamashii").teaching.chapters if chapter.id == "versus").position
    taken = {"goal_deck": [], "goals_taken": [["virtuoso"], []]}
    session = Session.at(load("tamashii"), {**versus, **taken, "now": "launch"})
    assert not has_secrets(session, 0, 1) and not has_secrets(session, 0, None)
    session.truth.frames.append(("order", 0, (2, (), 0)))
    assert has_secrets(session, 0, 1) and not has_secrets(session, 1, 0)


def rivals(**position: Any) -> Page:
    """Two people against each other at one screen."""
    versus = next(chapter for chapter in load("tamashii").teaching.chapters if chapter.id == "versus").position
    return at_position(2, **{**versus, "first": 0, **position})


def beats(page: Page) -> list[str]:
    return [beat["text"] for stage in page.screen.get("play", ()) for beat in stage["beats"]]


KITES = {"enemies": [["Camera Kite"], ["Camera Kite"]], "now": "combat 0"}


def test_whoever_moved_sees_how_it_ends_before_the_screen_goes_to_the_next_person() -> None:
    page = rivals(**KITES, chance={"script": {"dice-0": [1, 2], "number": [1], "symbol": [1]}})
    page.send("move", move=["roll"])
    page.send("move", move=["frame", "0", "S"])
    acts = ["Camera Kite acts with its fang frame.", "Your trace rises by 2 and is now 2."]
    assert page.screen["viewer"] == 0 and beats(page) == acts, "an act is told with what it brings"
    page.send("move", move=["frame", "0", "S"])
    assert page.screen["viewer"] == 1 and beats(page) == ["You defeat Camera Kite."]
    launcher = next(part for part in page.screen["play"][-1]["scene"] if part.get("zone") == "launcher")
    assert "scene" in page.screen["play"][-1] and launcher, "over the table of the one who moved"
    lines = [line["text"] for line in page.screen["recap"]["lines"]]
    assert "Camera Kite acts with its fang frame. Ann's trace rises by 2 and is now 2." in lines


def test_a_roll_for_a_test_is_told_with_how_the_test_ended() -> None:
    page = rivals(goals=["deep-reading", "wardrobe"], grid=["L... .... .... ....", "L... .... .... ...."], now="tests",
                  place=["1,0", "1,0"], chance={"script": {"dice-0": [5, 5, 5]}})  # fmt: skip
    for move in (["attempt", "deep-reading"], ["put", "r1c1"], ["roll"]):
        page.send("move", move=move)
    while page.screen["viewer"] == 0:
        page.send(
            "move", move=[next(move[0] for move in room_of(page).session.moves(0) if move[0] in ("keep", "done"))]
        )
    told = next(line["text"] for line in page.screen["recap"]["lines"] if "for the test" in line["text"])
    assert "The test fails: 0 successes" in told


@pytest.mark.parametrize(("tokens", "bar", "said"), [
    ("L", "at most 2 of 4", "give at most 2 of 4 successes."),
    ("LLL", "with all 3", "the chance to pass is "),
])  # fmt: skip
def test_the_chance_of_a_goals_test_is_told_before_a_token_is_put(tokens: str, bar: str, said: str) -> None:
    grid = [f"{tokens:.<4} .... .... ....", "L... .... .... ...."]
    page = rivals(goals=["deep-reading", "wardrobe"], grid=grid, now="tests", place=["1,0", "1,0"])
    button = next(one for one in page.buttons() if one["do"]["move"][0] == "attempt")
    assert bar in button["text"] and said in now(page)["text"]
    page.send("open", drawer="odds")
    assert any(said in line for line in page.screen["drawer"]["lines"])
    page.send("move", move=["attempt", "deep-reading"])
    assert ("at most 2 of 4 successes" in now(page)["text"]) == (tokens == "L")
    page.send("open", drawer="odds")
    assert any("(all you have)" in line for line in page.screen["drawer"]["lines"])


def test_the_points_of_everybody_are_in_sight_and_goals_lie_face_down() -> None:
    page = rivals(goal_deck=[], goals_taken=[["virtuoso"], []], assets=[{"shield": 3}, {"power": 4, "memory": 2}])
    assert points_in_sight(page) == {"Ann": "1", "Dan": "2 VP"}
    room_of(page).viewer = 1
    assert points_in_sight(page) == {"Ann": "1+? VP", "Dan": "2"}


def test_what_a_card_counts_stands_on_it() -> None:
    """The second card of the prologue asks how many enemies were defeated since it came; the first does not."""
    counted = {}
    for code in ("P00-1", "P00-2"):
        page = at_position(2, card=code, tally=[{"defeated-card": 2}, {"defeated-card": 1}])
        plot = next(part for part in room_of(page).scene() if part.get("zone") == "card")
        counted[code] = [one["figure"] for one in plot["stats"] if one["text"].startswith("defeated since")]
    assert counted == {"P00-1": [], "P00-2": ["3"]}


def points_in_sight(page: Page) -> dict[str, str]:
    """Of whoever looks among the numbers, of the other in their line."""
    scene = room_of(page).scene()
    own = next(part for part in scene if part.get("zone") == "you")
    other = next(part for part in scene if part.get("zone") == "others")["boards"][0]
    figure = next(one["figure"] for one in own["stats"] if one["text"] == "VP")
    crown = next(one["figure"] for one in other["counters"] if one["glyph"] == "crown")
    return dict(sorted({own["who"]["name"]: figure, other["who"]["name"]: crown}.items()))


@pytest.mark.parametrize(("ruling", "said", "unsaid"), [
    ({}, "3 assets and", "of a kind"),
    ({"ruling.vp.asset-sum": "track"}, "3 assets of a kind and", "3 assets and"),
    ({"ruling.vp.max-integrity": "ignore"}, "open token", "maximum integrity"),
])  # fmt: skip
def test_what_gives_points_is_said_from_the_set_up_on(ruling: dict[str, str], said: str, unsaid: str) -> None:
    session = Session(load("tamashii"), seats=2, rulings=ruling, options={"mode": "versus"}, seed=3)
    page = Page(play("tamashii", seed=3))
    room_of(page)._take(session, [Chair(), Chair()])
    room_of(page)._sit_down()
    page.send("close")
    told = []
    for _ in range(60):
        told.append(next(part for part in page.screen["scene"] if part.get("zone") == "goals"))
        if session.truth.turn:
            break
        step(page)
    assert session.truth.turn == 1 and len(told) > 1
    texts = [part.get("lead") or part["items"][0]["note"] for part in told]
    assert all(said in text and unsaid not in text for text in texts)


def test_signs_and_kinds_are_explained_where_they_are_shown() -> None:
    page = rivals(**KITES)
    scene = room_of(page).scene()
    assert next(part for part in scene if part.get("zone") == "patterns")["note"] == "@ = core data, Lore"
    tile = next(one for one in pieces(scene) if one["id"] == "tile:0,1")
    assert "Plain district: " in tile["label"]


def test_both_can_be_named_where_it_is_asked_who_begins() -> None:
    page = a_table("pp", mode="versus")
    asked = next(part for part in page.screen["scene"] if part.get("title") == "Who goes first?")
    assert [one["text"] for one in asked["items"]] == ["Ann goes first", "Dan goes first"]


def test_where_several_share_a_screen_the_decision_names_its_person() -> None:
    for moment in played("pp", mode="versus"):
        if moment.asks:
            name = ("Ann", "Dan")[moment.screen["viewer"]]
            assert moment.now["whose"] == name and moment.now["head"] == f"{name}: your decision"
    alone = a_table("pb", mode="versus")
    assert "whose" not in now(alone)


def test_a_chair_says_a_name_once() -> None:
    page = a_table("pp", scenario="S01")
    until(page, "first")
    assert [(one["name"], one["person"]) for one in page.screen["chairs"]["seats"]] == [("Ann", ""), ("Dan", "")]


def test_equal_tiles_have_numbers_that_the_map_shows() -> None:
    """Where one starts is named by what stands on the map, and each place has a name of its own."""
    seen = 0
    for moment in played("pp", mode="versus"):
        if moment.kind == "start" and moment.asks:
            texts = [one["text"] for one in moment.buttons]
            ground = next(part for part in moment.screen["scene"] if part["part"] == "map")
            names = [tile["name"] for tile in ground["tiles"] if "name" in tile]
            assert len(set(texts)) == len(texts) and len(set(names)) == len(names)
            assert all(text.removeprefix("Start on ") in names for text in texts if "face-down" not in text)
            assert not any("(" in text for text in texts)
            seen += any(text[-1].isdigit() for text in texts)
    assert seen


def test_buttons_of_a_set_up_have_the_names_that_people_have_typed() -> None:
    page = a_table("ppb", scenario="S01")
    until(page, "first")
    assert [one["text"] for one in page.buttons()] == ["Ann goes first", "Dan goes first", "Player 3 goes first"]


def test_the_log_calls_people_as_they_are_called_at_the_table() -> None:
    page = a_table("ppb", scenario="S01")
    until(page, "move")
    session = room_of(page).session
    lines = [entry.text for entry in session.log(None)]
    walkers = {session.game.telling.word(session.truth, "seat", seat): seat for seat in range(3)}
    assert session.people == {0: "Ann", 1: "Dan"} and any(line.startswith("Dan ") for line in lines)
    for walker, seat in walkers.items():
        named = [line for line in lines if line.startswith(f"{walker} ")]
        assert bool(named) == (seat not in session.people), (walker, named)


def test_after_a_victory_comes_what_follows_it() -> None:
    """Whoever has left the prologue out is not sent back to it before all else is won."""
    content = load("tamashii").content
    following = next_scenario(content, Progress(("S01",)))
    assert following is not None and list(content.scenarios).index(following.code) > list(content.scenarios).index(
        "S01"
    )
    first = next_scenario(content, Progress())
    assert first is not None and first.kind == "prologue"
    every = Progress(tuple(code for code in content.scenarios if code != "P00"), campaign.codes_of(content))
    left = next_scenario(content, every)
    assert left is not None and left.code == "P00"


def test_a_scenario_says_at_its_start_how_it_ends() -> None:
    page = a_table("pp", scenario="S01")
    until(page, "plan")
    plot = next(part for part in page.screen["scene"] if part["part"] == "plot")
    (block,) = next(one["blocks"] for one in plot["sections"] if one["label"] == "How it ends")
    assert block["text"].startswith(
        "The scenario is won or lost when a card says so. If you must gain more corrupted tokens"
    )
