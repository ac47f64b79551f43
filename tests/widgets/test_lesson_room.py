"""Lessons in the page: prompts, questions, hints, moves that lead away, and links; `test_courses` takes every step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from ipywidgets import Widget
from page import Page, room_of
from taking import USES, get_ready, open_step, right, room, shown, take

from tabletop_kernel import load
from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.contract.lessons import Step, find_step
from tabletop_kernel.learning.question_answers import right_answers
from widgets.app import _progress, learn, play
from widgets.games import drawn
from widgets.links import Progress
from widgets.scene import pieces
from widgets.task import fits

GAMES = {name: load(name) for name in drawn()}
EVERY = [(game, step) for game in GAMES.values() for chapter in game.teaching.chapters for step in chapter.steps]
GAME = GAMES["royal_ascension"]
STEPS = [step for chapter in GAME.teaching.chapters for step in chapter.steps]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """What one test has learned the next one does not know, and its tables go with it."""
    _progress.cache_clear()
    yield
    Widget.close_all()


def first(fits: Callable[[Step], Any]) -> tuple[Any, Step]:
    return next((game, step) for game, step in EVERY if fits(step))


# -- prompts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id", "text"),
    [
        ("the_west_ascendant", "loci.pay", ""),
        ("the_north", "machines.play", "Choose Directive 1 of 3, and what you pay for it."),
        ("deck_goes_west", "day.drop", ""),
        ("deck_goes_west", "day.row", "End the day."),
    ],
)
def test_only_a_prompt_that_names_too_much_gives_way_to_the_task(name: str, id: str, text: str) -> None:
    """The task stands on its card already, and nobody reads it twice."""
    game = GAMES[name]
    step = find_step(game.teaching.chapters, id)
    page = open_step(game, step)
    get_ready(page, game, step)
    now = page.screen["now"]
    assert (now["text"] == text and now["rules"]) if text else now is None


def test_a_decision_asks_for_what_is_left_of_the_task() -> None:
    game = GAMES["deck_goes_west"]
    page = open_step(game, find_step(game.teaching.chapters, "work.dice"))
    assert page.send("answer", choice="8")["now"]["text"] == "Roll them."


# -- pointing ----------------------------------------------------------------------------------------------------------


def test_a_token_that_was_foreseen_is_called_by_its_name() -> None:
    game = GAMES["tamashii"]
    page = open_step(game, find_step(game.teaching.chapters, "special.corrupted"))
    page.send("point", piece="slot:r1c2")
    assert page.screen["task"]["predict"]["said"] == "Corrupted on r1c2"


def test_a_step_that_is_done_says_what_has_happened() -> None:
    """A test that was passed is said to be: what the step has taught holds for every test."""
    game = GAMES["tamashii"]
    step = find_step(game.teaching.chapters, "tests.first")
    page = open_step(game, step)
    assert page.screen["task"]["happened"] == ""
    take(page, game, step)
    assert "test is passed" in page.screen["task"]["happened"]
    page.send("retry")
    assert page.screen["task"]["happened"] == ""


def test_what_comes_later_is_answered_with_what_is_left_to_do() -> None:
    """The question of the task is not asked again of whoever has answered it."""
    game = GAMES["tamashii"]
    step = find_step(game.teaching.chapters, "launcher.turned")
    page = open_step(game, step)
    get_ready(page, game, step)
    assert page.send("point", piece="marker:time")["why"]["text"].endswith("Now: Gain a reroll.")


def test_a_piece_of_another_kind_hears_the_question_and_no_reason() -> None:
    game = GAMES["tamashii"]
    step = find_step(game.teaching.chapters, "special.core")
    page = open_step(game, step)
    why = page.send("point", piece="pattern:card.S01-3")["why"]
    assert why["text"].startswith("You clicked “") and why["text"].endswith(step.point.ask)
    why = page.send("point", piece="slot:r2c1")["why"]
    assert why["text"] == step.point.wrong


def test_every_pile_is_an_answer_to_which_pile() -> None:
    """Whoever clicks the wrong one hears a reason about piles, and no pile stands out as the only one asked for."""
    game = GAMES["deck_goes_west"]
    for name in ("day.cycle", "danger.death", "bandits.leave"):
        step = find_step(game.teaching.chapters, name)
        page = open_step(game, step)
        assert step.point is not None
        for pile in ("draw:0", "discard:0", "pile:pain", "pile:land"):
            if pile not in right_answers(game, room_of(page).lesson.session.truth, step.point):
                assert page.send("point", piece=pile)["why"]["text"] == step.point.wrong


def test_a_prompt_of_the_launcher_offers_no_upgrade_that_comes_later() -> None:
    game = GAMES["tamashii"]
    for name in ("launcher.slide", "launcher.corner", "launcher.switch", "launcher.stop"):
        assert open_step(game, find_step(game.teaching.chapters, name)).screen["now"] is None


def test_the_pattern_of_exp_is_called_as_the_log_calls_it() -> None:
    game = GAMES["tamashii"]
    page = open_step(game, find_step(game.teaching.chapters, "launcher.many"))
    assert next(piece["name"] for piece in shown(page) if piece["id"] == "pattern:basic.exp") == "EXP"
    page.send("move", move=["launch", "basic.exp", "r3c1+r3c2+r4c1+r4c2"])
    assert "the EXP pattern" in json.dumps(page.screen["log"])


# -- foreseeing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "id", "standing", "meant"),
    [
        ("deck_goes_west", "work.places", "meeple:0", "tile:0,1"),
        ("deck_goes_west", "rails.build", "meeple:0", "tile:1,1"),
    ],
)
def test_a_click_on_what_stands_on_a_tile_is_a_click_on_the_tile(game: str, id: str, standing: str, meant: str) -> None:
    page = open_step(GAMES[game], find_step(GAMES[game].teaching.chapters, id))
    screen = page.send("point", piece=standing)
    assert screen["why"] is None and room(page).lesson.pointed == {meant}


def test_a_meeple_that_lies_says_why_its_tile_cannot_be_used_again() -> None:
    game = GAMES["deck_goes_west"]
    step = find_step(game.teaching.chapters, "work.land")
    page = open_step(game, step)
    page.send("move", move=step.way[0])
    meeple = next(piece for piece in shown(page) if piece["id"] == "meeple:0")
    assert page.send("move", move=meeple["try"])["why"]["rules"] == ["job.land-again"]


def test_a_piece_that_has_only_a_rule_says_it_beside_the_task() -> None:
    game = GAMES["deck_goes_west"]
    page = open_step(game, find_step(game.teaching.chapters, "work.tap"))
    screen = page.send("point", piece="meeple:0")
    assert screen["why"]["rules"] == ["job.stand"] and screen["why"]["piece"] == "meeple:0" and screen["why"]["told"]
    assert "drawer" not in screen


@pytest.mark.parametrize("well", [True, False])
def test_a_prediction_is_marked_afterwards(well: bool) -> None:
    game, step = first(lambda step: step.predict and step.predict.piece and not step.point)
    page = open_step(game, step)
    answers = right(game, step, step.predict)
    head = step.predict.piece.partition("{}")[0]
    likely = [piece["id"] for piece in shown(page) if piece["id"].startswith(head)]
    said = next(one for one in likely if (one in answers) == well)
    page.send("point", piece=said)
    asked = page.screen["task"]["predict"]
    assert asked["said"] and not asked["open"] and "came" not in asked
    assert [piece["id"] for piece in shown(page) if piece.get("sign") == "said"] == [said]
    for move in step.way:
        page.send("move", move=move)
    asked = page.screen["task"]["predict"]
    assert (asked["came"], asked["because"]) == (well, step.predict.because)


def test_a_prediction_that_was_wrong_hears_what_is_right_and_nothing_before() -> None:
    """The most that dice can bring is no more than said: what the roll brings is another matter."""
    game = GAMES["deck_goes_west"]
    step = find_step(game.teaching.chapters, "work.dice")
    page = open_step(game, step)
    assert "right" not in page.send("answer", choice="4")["task"]["predict"]
    asked = page.send("move", move=step.way[0])["task"]["predict"]
    assert (asked["came"], asked["said"], asked["right"]) == (False, "4", "8")


def test_what_was_said_is_quoted_whole() -> None:
    game = GAMES["deck_goes_west"]
    step = find_step(game.teaching.chapters, "west.exam")
    page = open_step(game, step)
    get_ready(page, game, step)
    said = "On revealing a tile: gain 1 VP; if this came from moving West, gain 1 VP more"
    assert page.screen["task"]["predict"]["said"] == said


def test_a_piece_that_can_be_no_answer_is_no_prediction_and_one_can_think_again() -> None:
    game, step = first(lambda step: step.predict and step.predict.piece and not step.point)
    page = open_step(game, step)
    head = step.predict.piece.partition("{}")[0]
    other = next(piece["id"] for piece in shown(page) if not piece["id"].startswith(head))
    page.send("point", piece=other)
    assert page.screen["task"]["predict"]["open"] and page.screen["why"]["piece"] == other
    page.send("point", piece=right(game, step, step.predict)[0])
    assert page.screen["task"]["predict"]["may_change"]
    assert page.send("rethink")["task"]["predict"]["open"]
    page.send("point", piece=right(game, step, step.predict)[0])
    page.send("move", move=step.way[0])
    assert "too late" in page.send("rethink")["why"]["text"]
    page.send("undo")
    assert "too late" in page.send("rethink")["why"]["text"], "it has been seen how it comes out"


def test_answers_go_into_the_ledger_like_moves() -> None:
    game, step = first(lambda step: step.point and step.point.piece and not step.predict)
    page = open_step(game, step)
    ledger = page.view._receive.__self__.knowledge.ledger
    found = right(game, step, step.point)
    wrong = next(one["id"] for one in shown(page) if one["id"] not in found and fits(step.point, one["id"]))
    page.send("point", piece=wrong)
    assert ledger[step.point.rule] == "met"
    for piece in right(game, step, step.point):
        page.send("point", piece=piece)
    assert ledger[step.point.rule] in ("used", "sure")


def test_a_longer_way_of_ones_own_is_not_called_wrong() -> None:
    game = GAMES["the_north"]
    step = next(step for chapter in game.teaching.chapters for step in chapter.steps if step.id == "end.deck")
    page = open_step(game, step)
    page.send("move", move=["reprogram", "ice-porter/foundry@1", "frost-widow/beacon"])
    assert not page.screen["why"]
    for move in (
        ["play", "pale-drone/outpost@1"],
        ["copy", "lantern-child/depot"],
        ["discard", "ice-porter/beacon@1"],
        ["end"],
    ):
        page.send("move", move=move)
    assert page.screen["task"]["done"]


# -- what is hidden ----------------------------------------------------------------------------------------------------


def keys(data: Any) -> Iterator[str]:
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, (dict, list)):
            yield from keys(value)
    if isinstance(data, dict):
        yield from data


UNREACHED = [
    pytest.param(game, step, id=f"{game.name}-{step.id}")
    for game, step in EVERY
    if "reach" in step.hide and not step.point and not step.predict
]


@pytest.mark.parametrize(("game", "step"), UNREACHED)
def test_what_can_be_reached_is_not_in_the_traffic(game: Any, step: Step) -> None:
    page = open_step(game, step)
    assert not set(keys(page.screen["scene"])) & set(USES)
    marked = [piece["id"] for piece in shown(page) if piece.get("state") in ("legal", "later", "unsure")]
    assert marked == [] and any(piece.get("point") for piece in shown(page))
    bar = [button["do"].get("move") for button in page.buttons()]
    assert not [move for piece in pieces(room(page)._usable()) for move in piece.get("moves", ()) if move in bar]
    for move in step.way:
        for piece in room(page).lesson.next_move() and pieces_for(page, move):
            page.send("point", piece=piece)
        menu = page.screen.get("menu")
        if menu:
            assert move in [item["move"] for item in menu["items"]]
            page.send("move", move=move)
    assert page.screen["task"]["done"], "the clicks that make its moves make them here too"


def pieces_for(page: Page, move: list[Any]) -> list[str]:
    from widgets.small_table import pieces_of

    found = pieces_of(room(page)._usable(), tuple(move), room(page)._step.zones)
    if not found:
        page.send("move", move=move)
    return found


def test_hidden_odds_and_logs_come_back() -> None:
    game, step = first(lambda step: "odds" in step.hide and step.way and not step.exam)
    page = open_step(game, step)
    assert "odds" not in page.screen["tools"]
    take(page, game, step)
    assert "odds" in page.screen["tools"]


# -- the small table ---------------------------------------------------------------------------------------------------


def test_a_move_of_another_kind_comes_later() -> None:
    """It has no outline, and a click on its piece says so."""
    for game, step in EVERY:
        if not step.verbs or step.point or step.predict or "reach" in step.hide:
            continue
        page = open_step(game, step)
        others = [list(move) for move in room(page).session.moves(step.seat) if move[0] not in step.verbs]
        waiting = [piece for piece in shown(page) if piece.get("try") in others]
        if waiting:
            assert not waiting[0].get("moves")
            why = page.send("move", move=waiting[0]["try"])["why"]
            alike = [piece["id"] for piece in waiting if piece["try"] == waiting[0]["try"]]
            assert "not part of this task" in why["text"] and why["piece"] in alike
            return
    raise AssertionError("no step has a move that comes later")


# -- every legal move is answered --------------------------------------------------------------------------------------


@cache
def led_away() -> tuple[Any, Step, list[Any]]:
    """A step with a legal move that leads away from its goal."""
    for game, step in EVERY:
        for move in [] if step.exam or not step.way else answered_lesson(game, step).moves():
            if answered_lesson(game, step).submit(move).kind == "off":
                return game, step, list(move)
    raise AssertionError("no step has a wrong way")


@pytest.mark.parametrize("back", ["again", "undo"])
def test_a_move_that_leads_away_is_answered_and_taken_back_whole(back: str) -> None:
    game, step, move = led_away()
    page = open_step(game, step)
    get_ready(page, game, step)
    before = json.dumps(page.screen["scene"])
    page.send("move", move=move)
    why = page.screen["why"]
    assert why["off"] and why["text"] and [button["text"] for button in why["can"]] == ["Try again"]
    assert page.screen["say"]["text"] == why["text"] and not page.screen["say"]["assertive"]
    assert page.screen["moves"] == [] and page.screen["task"]["hints"] == []
    length = room(page).session.length
    page.send("move", move=step.way[0])
    assert page.screen["why"] == why and room(page).session.length == length, "first it is taken back"
    page.press(why["can"][0]) if back == "again" else page.send("undo")
    assert json.dumps(page.screen["scene"]) == before and page.screen["why"] is None
    for one in step.way:
        page.send("move", move=one)
    assert page.screen["task"]["done"]


def test_what_lies_wrong_and_can_be_put_right_is_said_and_nothing_is_stopped() -> None:
    game, step = first(lambda step: step.id == "launcher.slide")
    page = open_step(game, step)
    page.send("move", move=["slide", "r2c2", "r2c1"])
    why = page.screen["why"]
    assert why["made"] and "Ward on r2c1 is in the wrong slot" in why["text"] and why["can"] == []
    assert why["text"] in page.screen["say"]["text"] and page.screen["moves"]
    page.send("move", move=["slide", "r2c1", "r2c2"])
    assert page.screen["why"] is None
    page.send("move", move=step.way[0])
    assert page.screen["task"]["done"]


def test_looking_back_at_a_step_that_is_done_leaves_it_done() -> None:
    game, step = first(lambda step: len(step.way) > 1 and not step.point and not step.predict)
    page = open_step(game, step)
    take(page, game, step)
    page.send("goto", number=0)
    assert page.screen["task"]["done"] and page.screen["now"]["kind"] == "past"
    page.send("goto", number=room(page).session.length)
    page.send("undo")
    assert not page.screen["task"]["done"]


def test_an_undo_is_free_as_long_as_there_is_a_move_of_ones_own() -> None:
    game, step = first(lambda step: len(step.way) > 1 and not step.point and not step.predict and not step.lay)
    page = open_step(game, step)
    start = page.screen["scene"]
    assert not (page.screen["time"] or {"undo": False})["undo"]
    page.send("move", move=step.way[0])
    page.send("undo")
    assert page.screen["scene"] == start and page.screen["why"] is None


# -- hints -------------------------------------------------------------------------------------------------------------


def plain(step: Step) -> bool:
    return bool(step.way) and not (step.exam or step.point or step.predict or step.lay)


def test_a_nudge_is_a_sentence_and_stays() -> None:
    game, step = first(plain)
    page = open_step(game, step)
    assert step.nudge not in json.dumps(page.screen)
    page.send("hint", kind="nudge")
    assert page.send("open", drawer="rules")["task"]["nudge"] == step.nudge


@pytest.mark.parametrize("name", drawn())
def test_show_plays_the_move_and_takes_it_back(name: str) -> None:
    game, step = first(lambda step: plain(step) and step in [s for c in GAMES[name].teaching.chapters for s in c.steps])
    page = open_step(game, step)
    before, kept = json.dumps(page.screen["scene"]), page.screen["keep"]
    screen = page.send("hint", kind="show")
    assert screen["show"] and screen["hint"]["move"] == step.way[0] and screen["moves"] == []
    screen = page.send("show-on")
    assert screen["show"] and json.dumps(screen["scene"]) != before, "the move is on the table"
    assert not screen["task"]["done"] and screen["keep"] == kept
    while screen["show"]:
        screen = page.send("show-on")
    assert screen["time"] is None or not screen["time"]["undo"]
    assert json.dumps(screen["scene"]) == before and not page.screen["task"]["done"], "and the learner does it"
    assert "no demonstration to continue" in page.send("show-on")["why"]["text"]


def test_a_click_ends_what_is_being_shown() -> None:
    game, step = first(plain)
    page = open_step(game, step)
    before = json.dumps(page.screen["scene"])
    page.send("hint", kind="show")
    page.send("show-on")
    page.send("move", move=step.way[0])
    assert page.screen["show"] is None and json.dumps(page.screen["scene"]) == before
    take(page, game, step)
    assert page.screen["task"]["done"]


def test_the_leaf_comes_forward_that_has_what_is_asked_for_or_marked() -> None:
    """Piles lie under the trade row: whoever is asked for one need not look for their leaf."""
    game = GAMES["deck_goes_west"]
    page = open_step(game, find_step(game.teaching.chapters, "day.tired"))
    assert [part["zone"] for part in page.screen["scene"] if part.get("wanted")] == ["piles"]
    page.send("hint", kind="point")
    assert [part["zone"] for part in page.screen["scene"] if part.get("wanted")] == ["piles"]
    page.send("point", piece="pile:exhaustion")
    assert not any(part.get("wanted") for part in page.screen["scene"])


def test_a_list_that_was_asked_about_stays_in_front_and_in_order() -> None:
    """After the answer, and once the step is done, nobody has to look for a pattern again."""
    game = GAMES["tamashii"]
    step = find_step(game.teaching.chapters, "launcher.turned")
    page = open_step(game, step)

    def listed() -> list[str]:
        part = next(part for part in page.screen["scene"] if part["part"] == "patterns")
        assert part["wanted"]
        return [piece["id"] for piece in pieces([part])]

    before = listed()
    get_ready(page, game, step)
    assert listed() == before
    for move in step.way:
        page.send("move", move=move)
    assert page.screen["task"]["done"] and listed() == before


def test_hints_point_at_what_is_right_one_or_all() -> None:
    game, step = first(lambda step: step.point and step.point.piece and not step.exam)
    page = open_step(game, step)
    found = right(game, step, step.point)
    one = page.send("hint", kind="point")["hint"]["pieces"]
    assert len(one) == 1 and one[0] in found
    assert sorted(page.send("hint", kind="show")["hint"]["pieces"]) == sorted(found)
    assert page.screen["show"] is None


# -- laying the table --------------------------------------------------------------------------------------------------


def test_any_thing_can_be_laid_next() -> None:
    game, step = first(lambda step: len(step.lay) > 2)
    page = open_step(game, step)
    tray = page.screen["task"]["tray"]["things"]
    assert [thing["now"] for thing in tray].index(True) == 0
    page.send("take", n=2)
    assert page.screen["task"]["tray"]["things"][2]["now"]
    page.send("point", piece=room(page)._place_names[step.lay[2].place])
    tray = page.screen["task"]["tray"]["things"]
    assert tray[2]["laid"] and tray[0]["now"]
    assert "already placed" in page.send("take", n=2)["why"]["text"]


# -- the way on --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", drawn())
def test_the_end_of_a_chapter_sums_up_and_leads_on(name: str) -> None:
    game = GAMES[name]
    one, two = game.teaching.chapters[:2]
    page = open_step(game, one.steps[-1])
    take(page, game, one.steps[-1])
    task = page.screen["task"]
    assert [line["text"] for line in task["summary"]["learned"]] == [step.learned for step in one.steps]
    assert [line["done"] for line in task["summary"]["learned"]].count(True) == 1
    assert (task["onward"]["text"], task["onward"]["chapter"]) == (f"Next chapter: {two.title}", two.id)
    page.press(task["onward"])
    assert page.screen["task"]["id"] == two.steps[0].id


def test_a_step_leads_to_the_next_and_can_be_skipped() -> None:
    page = Page(learn("royal_ascension"))
    onward = page.screen["task"]["onward"]
    assert onward["text"] == f"Next: {STEPS[1].title}"
    page.press(onward)
    assert page.screen["task"]["id"] == STEPS[1].id and not page.screen["where"]["steps"][0]["done"]


def test_the_end_of_the_lessons_leads_into_a_game() -> None:
    page = open_step(GAME, STEPS[-1])
    take(page, GAME, STEPS[-1])
    page.press(page.screen["task"]["onward"])
    assert page.screen["now"]["head"] == "Ready to start" and "task" not in page.screen


@pytest.mark.parametrize("name", drawn())
def test_all_rules_have_a_lesson_to_show(name: str) -> None:
    page = Page(learn(name))
    entries = page.send("open", drawer="rules")["drawer"]["entries"]
    assert not [entry["id"] for entry in entries if entry["kind"] == "rule" and not entry["step"]]


# -- links -------------------------------------------------------------------------------------------------------------


def test_progress_is_in_the_link_and_comes_back() -> None:
    page = open_step(GAME, STEPS[0])
    take(page, GAME, STEPS[0])
    page.press(page.screen["task"]["onward"])
    kept = page.screen["keep"]["learn"]
    assert kept == f"TL1.royal_ascension/{STEPS[1].id}/{STEPS[0].id}"
    _progress.cache_clear()
    again = Page(learn("royal_ascension"), link={"learn": kept})
    assert again.screen["task"]["id"] == STEPS[1].id
    assert again.screen["where"]["steps"][0]["done"]


def test_a_chapter_opens_at_its_first_step_that_is_not_done() -> None:
    chapter = GAME.teaching.chapters[1]
    done = chapter.steps[0].id
    page = Page(learn("royal_ascension", chapter.id), link={"learn": f"TL1.royal_ascension/{STEPS[0].id}/{done}"})
    assert page.screen["task"]["id"] == chapter.steps[1].id


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        ("TL1.x", "a part is missing"),
        ("TL1.royal_ascension/4.3/1.1~1.2", "another version of these lessons"),
        ("TL1.royal_ascension//7", "another version of these lessons"),
        ("TL1.the_north/1.1/", "another game"),
    ],
)
def test_a_link_that_does_not_fit_says_so_kindly_and_begins_at_the_beginning(kept: str, says: str) -> None:
    page = Page(learn("royal_ascension"), link={"learn": kept})
    assert page.screen["task"]["id"] == STEPS[0].id
    assert says in page.screen["why"]["text"] and "start from the beginning" in page.screen["why"]["text"]
    page.send("restore", code=kept)
    assert says in page.screen["why"]["text"] and page.screen["task"]["id"] == STEPS[0].id


def test_progress_survives_any_order() -> None:
    one = Progress("royal_ascension", GAME.teaching.chapters, STEPS[3].id, {STEPS[5].id, STEPS[0].id})
    other = Progress("royal_ascension", GAME.teaching.chapters)
    other.read(one.write())
    assert (other.now, other.done) == (one.now, one.done)


def kept_in_link(link: dict[str, str], page: Page) -> dict[str, str]:
    """The link after the page has written into it what the screen keeps: empty values go."""
    return {key: value for key, value in {**link, **page.screen["keep"]}.items() if value}


def test_a_game_that_was_opened_among_lessons_is_there_after_a_reload() -> None:
    code = Page(play("royal_ascension", seed=4, dealt=True)).send("open", drawer="save")["drawer"]["code"]
    page = open_step(GAME, STEPS[1])
    link = kept_in_link({}, page)
    page.send("restore", code=code)
    link = kept_in_link(link, page)
    again = Page(learn("royal_ascension"), link=link)
    assert again.screen["scene"] == page.screen["scene"] and "task" not in again.screen
    again.send("show", rule="turn.move-exact")
    assert again.screen["task"]["back"]["text"] == "Back to the game"
    assert kept_in_link(link, again) == {**link, "learn": again.screen["keep"]["learn"]}, "the game waits"
    again.press(again.screen["task"]["back"])
    assert again.screen["scene"] == page.screen["scene"]


def test_a_damaged_game_among_lessons_leads_to_the_lessons() -> None:
    view = learn("royal_ascension", GAME.teaching.chapters[0].id)
    page = Page(view, link={view.slot: "person~TN2.broken"})
    assert page.screen["task"] and "The lessons start from the beginning." in page.screen["why"]["text"]
    assert view.slot not in kept_in_link({view.slot: "person~TN2.broken"}, page)


def test_the_page_lets_no_longer_names_be_written_than_the_table_takes() -> None:
    page = Page(play("royal_ascension"))
    longest = page.send("open", drawer="setup")["drawer"]["longest_name"]
    assert page.send("call", chair=0, name="a" * longest)["why"] is None
    assert "at most" in page.send("call", chair=0, name="a" * (longest + 1))["why"]["text"]


def test_what_a_hint_marks_is_named_and_stays_marked_until_it_is_found() -> None:
    """Show plays no move where a click is the answer, so it says what to click."""
    page = open_step(GAMES["tamashii"], find_step(GAMES["tamashii"].teaching.chapters, "launcher.turned"))
    page.send("hint", kind="point")
    assert page.screen["now"]["text"] == "Marked on the table: Memory. Click it to answer."
    page.send("hint", kind="show")
    assert page.screen["now"]["text"] == "Marked on the table: Memory and Reroll. Click them to answer."
    page.send("point", piece="pattern:basic.memory")
    assert page.screen["hint"]["pieces"] == ["pattern:basic.reroll"]
    assert page.screen["now"]["text"] == "Marked on the table: Reroll. Click it to answer."
    page.send("point", piece="pattern:basic.reroll")
    assert page.screen["hint"] is None and page.screen["now"]["kind"] == "yours"
