"""Every step of every course is opened on a page and taken once, and asked everything on the way.

What goes the same way on all steps of a kind, such as a click on a part that is not in play, is tried on the first such
step of each chapter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from ipywidgets import Widget
from taking import USES, Walk, lay_all, shown
from wrong_moves import try_wrong

from tabletop_kernel import load
from tabletop_kernel.contract.lessons import Step
from widgets import small_table
from widgets.app import _progress
from widgets.games import drawn
from widgets.lesson import SHOWN
from widgets.scene import check, pieces
from widgets.task import fits

GAMES = {name: load(name) for name in drawn()}
CHAPTERS = [(game, chapter) for game in GAMES.values() for chapter in game.teaching.chapters]
EVERY = [(game, step) for game, chapter in CHAPTERS for step in chapter.steps]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """What one step has taught the next one does not know, and its table goes with it."""
    _progress.cache_clear()
    yield
    Widget.close_all()


@pytest.fixture
def dimmed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The moves that the last screen has taken away from pieces which are not in play."""
    gone: list[Any] = []

    def note(scene: Any, zones: Any) -> None:
        parts = (part for part in scene if small_table.is_dimmed(part, zones))
        gone[:] = [move for piece in pieces([*parts]) for move in piece.get("moves", ())]
        dim(scene, zones)

    dim = small_table.dim
    monkeypatch.setattr(small_table, "dim", note)
    return gone


def firsts(fits: Callable[[Step], Any]) -> set[tuple[str, str]]:
    """Of each chapter the first step that fits: there it is tried what goes the same way on every such step."""
    found = ((game, next(filter(fits, chapter.steps), None)) for game, chapter in CHAPTERS)
    return {(game.name, step.id) for game, step in found if step is not None}


POINTED = firsts(lambda step: step.point and step.point.piece)
CHOSEN = firsts(lambda step: any(question and question.choices for question in (step.point, step.predict)))
FORESEEN = firsts(lambda step: step.predict)
IN_PLACES = firsts(lambda step: step.zones and step.way)
HINTED = firsts(lambda step: step.way and not (step.exam or step.point or step.predict or step.lay))
WATCHED = firsts(lambda step: not step.exam and len(step.way) > 2)
EXAMS = firsts(lambda step: step.exam)


@pytest.mark.parametrize(("game", "step"), EVERY, ids=[f"{game.name}-{step.id}" for game, step in EVERY])
def test_a_step_is_taken_and_answers_on_the_way_without_telling(game: Any, step: Step, dimmed: list[Any]) -> None:
    walk = Walk(game, step)
    begin(walk)
    lay(walk)
    find_all_that_is_spoken_of(walk)
    point(walk)
    foresee(walk)
    get_help(walk)
    play(walk, dimmed)
    end(walk)


# -- before anything is done -------------------------------------------------------------------------------------------


def begin(walk: Walk) -> None:
    step, task = walk.step, walk.task
    assert (task["title"], task["task"], task["done"]) == (step.title, step.task, False)
    check(walk.screen["scene"])
    if step.exam:
        assert task["hints"] == []
    if not step.point and not step.predict:
        show_nothing_hidden(walk)


def show_nothing_hidden(walk: Walk) -> None:
    """Neither totals nor previews are in what was sent, where a step is about them."""
    page = walk.page
    if "totals" in walk.step.hide:
        assert '"reckoning"' not in page.traffic[-1]
        for part in walk.screen["scene"]:
            assert part["part"] != "tally" or any("piece" in row for row in part["rows"])
            for row in part["rows"] if part["part"] == "sheet" else ():
                assert not row.get("strong") or not any("figure" in cell for cell in row["cells"] if cell)
        assert not any("Seal at" in button["text"] for button in page.buttons())
    if "previews" in walk.step.hide:
        said = json.dumps([walk.screen["scene"], walk.screen["moves"]], ensure_ascii=False)
        assert " → " not in said and " in all" not in said and "you lack" not in said and "pays for" not in said
        assert not any(button.get("strong", "").startswith("−") for button in page.buttons())


def find_all_that_is_spoken_of(walk: Walk) -> None:
    """What is asked for is on the table, once everything is laid there, and lies where the task plays."""
    scene = walk.screen["scene"]
    zones, ids = {part.get("zone") for part in scene}, {piece["id"] for piece in pieces(scene)}
    asked = [question for question in (walk.step.point, walk.step.predict) if question and question.piece]
    wanted = {piece for question in asked for piece in walk.right(question)}
    assert wanted <= ids
    assert {thing.place for thing in walk.step.lay} <= ids | zones
    if "totals" in walk.hidden:  # then parts are missing that come back
        zones |= {part.get("zone") for part in walk.room.desk.face.scene(walk.room.look(walk.step.seat))}
    assert set(walk.step.zones) <= zones
    assert not wanted & {piece["id"] for part in scene if part.get("dimmed") for piece in pieces(part)}


# -- laying ------------------------------------------------------------------------------------------------------------


def lay(walk: Walk) -> None:
    """Places are empty and nameless until the right thing lies there, and nothing tells which is which."""
    step, page = walk.step, walk.page
    if not step.lay:
        return
    places, names = {thing.place for thing in step.lay}, walk.room._place_names
    empty = [piece for piece in shown(page) if piece["label"] == "An empty place"]
    assert {piece["id"] for piece in empty} == set(names.values()) and set(names) == places
    assert not places & {piece["id"] for piece in shown(page)}
    assert walk.screen["log"] == [] and "odds" not in walk.screen["tools"]
    assert_offered_in_another_order(walk, [*names])
    if not step.exam:
        (held,) = [one["what"] for one in walk.task["tray"]["things"] if one["now"]]
        page.send("hint", kind="show")
        assert walk.screen["now"]["text"].startswith(f"In your hand: {held}.")
        assert len(walk.screen["hint"]["pieces"]) == 1
    lay_in_a_wrong_place(walk, names)
    lay_all(page, step)
    assert walk.task["tray"]["laid"] == len(step.lay)
    check(walk.screen["scene"])


def assert_offered_in_another_order(walk: Walk, places: list[str]) -> None:
    """Things are never offered in the order of their places, and each time in the same."""

    def offered() -> list[int]:
        return [thing["n"] for thing in walk.task["tray"]["things"]]

    order = [places.index(walk.step.lay[number].place) for number in offered()]
    assert len(places) == 1 or order != sorted(order)
    before = offered()
    walk.page.send("retry")
    assert offered() == before


def lay_in_a_wrong_place(walk: Walk, names: dict[str, str]) -> None:
    first = walk.step.lay[0]
    place = next((place for place in names if place != first.place), "")
    walk.page.send("take", n=0)
    if place and all(thing.what != first.what for thing in walk.step.lay if thing.place == place):
        why = walk.page.send("point", piece=names[place])["why"]
        assert (why["piece"], why["rules"]) == (names[place], [first.rule]) and walk.task["tray"]["laid"] == 0


# -- pointing and foreseeing -------------------------------------------------------------------------------------------


def point(walk: Walk) -> None:
    """What is to be pointed at looks like everything else, and keeps its tick when it is found."""
    question = walk.step.point
    if question is None:
        return
    assert walk.screen["moves"] == [] and walk.task["point"]["because"] == ""
    assert question.because not in "".join(walk.page.traffic)
    found = walk.right(question)
    if not question.piece:
        choose(walk, found[0])
        return
    for piece in shown(walk.page):
        assert piece["point"] and not any(key in piece for key in (*USES, "sign"))
        assert piece.get("state") not in ("legal", "selected") and piece.get("mark") != "selected"
    if walk.key in POINTED:
        point_at_others(walk, found)
    for number, one in enumerate(found, 1):
        assert walk.task["point"]["open"]
        walk.page.send("point", piece=one)
        assert [piece["id"] for piece in shown(walk.page) if piece.get("sign") == "right"].count(one) == 1
        assert walk.task["point"]["found"] == number
    assert walk.task["point"]["because"] == question.because and walk.screen["why"] is None


def point_at_others(walk: Walk, found: list[str]) -> None:
    """A wrong piece meets the rule; one that can be no answer hears the question again."""
    question = walk.step.point
    assert question is not None
    others = [piece["id"] for piece in shown(walk.page) if piece["id"] not in found]
    wrong = next((piece for piece in others if fits(question, piece)), None)
    if wrong is not None:
        why = walk.page.send("point", piece=wrong)["why"]
        assert (why["piece"], why["rules"]) == (wrong, [question.rule]) and walk.screen["say"]["assertive"]
    strange = next((piece for piece in others if not fits(question, piece)), None)
    if strange is not None:
        why = walk.page.send("point", piece=strange)["why"]
        assert why["piece"] == strange and why["text"].endswith(question.ask), why


def foresee(walk: Walk) -> None:
    """Nothing happens before something is foreseen, and nothing tells."""
    question = walk.step.predict
    if question is None:
        return
    asked = walk.task["predict"]
    assert asked["open"] and "came" not in asked and "because" not in asked
    assert "odds" not in walk.screen["tools"] and walk.screen["moves"] == []
    if walk.key in FORESEEN:
        assert walk.page.send("open", drawer="odds")["drawer"]["figure"] is None
        walk.page.send("close")
        length = walk.room.session.length
        why = walk.page.send("move", move=walk.step.way[0])["why"]
        assert why["text"] == f"Before you play, answer: “{asked['ask']}”" and walk.room.session.length == length
    assert question.because not in "".join(walk.page.traffic)
    if question.piece:
        walk.page.send("point", piece=walk.right(question)[0])
    else:
        choose(walk, walk.right(question)[0])
    assert not walk.task["predict"]["open"] and "came" not in walk.task["predict"]


def choose(walk: Walk, choice: str) -> None:
    """By a button."""
    if walk.key in CHOSEN:
        assert "can't answer" in walk.page.send("answer", choice="no such thing")["why"]["text"]
    assert not walk.page.send("answer", choice=choice)["why"]


# -- help --------------------------------------------------------------------------------------------------------------


def get_help(walk: Walk) -> None:
    if walk.task["done"]:
        return
    if walk.key in IN_PLACES:
        click_beside(walk)
    if walk.key in WATCHED:
        have_it_shown(walk)
    if walk.key in HINTED:
        have_it_marked(walk)
    if walk.step.exam:
        ask_in_an_exam(walk)


def click_beside(walk: Walk) -> None:
    """What comes later says so."""
    before = walk.room.session.inputs[:]
    for piece in [piece for part in walk.screen["scene"] if part.get("dimmed") for piece in pieces(part)][:1]:
        assert not any(key in piece for key in USES)
        why = walk.page.send("point", piece=piece["id"])["why"]
        assert why["text"] == f"That is not part of this task. Now: {walk.step.to_play}"
        assert why["piece"] == piece["id"] and walk.room.session.inputs == before


def have_it_marked(walk: Walk) -> None:
    """What makes the next move is marked: a piece in play, or else it has a button."""
    hint = walk.page.send("hint", kind="point")["hint"]
    assert hint["move"] == walk.step.way[0]
    in_play = pieces([part for part in walk.screen["scene"] if not part.get("dimmed")])
    lit = {piece["id"]: piece for piece in in_play}
    bar = [button["do"].get("move") for button in walk.page.buttons()]
    assert set(hint["pieces"]) <= lit.keys() and (hint["pieces"] or hint["move"] in bar)
    assert hint["pieces"] or not [name for name, piece in lit.items() if hint["move"] in piece.get("moves", ())]


def have_it_shown(walk: Walk) -> None:
    """Each move is marked before it is made; at the end the table is as it was, and nothing is done."""
    before = json.dumps(walk.screen["scene"])
    marked, screen = [], walk.page.send("hint", kind="show")
    while screen["show"]:
        if screen["show"] < SHOWN:
            marked.append(screen["hint"]["move"])
        screen = walk.page.send("show-on")
    assert marked == walk.step.way
    assert json.dumps(screen["scene"]) == before and not screen["task"]["done"]
    assert all(done.seat != walk.step.seat for done in walk.room.session.inputs)


def ask_in_an_exam(walk: Walk) -> None:
    """No hint is given. What «why not?» cites is met: each verb is asked for in one of the exams of a game."""
    if walk.key in EXAMS:
        assert (
            "can't get this hint" in walk.page.send("hint", kind="point")["why"]["text"] and walk.screen["hint"] is None
        )
    exams = [step.id for game, step in EVERY if game is walk.game and step.exam]
    for verb in list(walk.game.teaching.allowed_by)[exams.index(walk.step.id) :: len(exams)]:
        walk.cited |= set((walk.page.send("ask", move=[verb]).get("why") or {}).get("rules", ()))


# -- playing -----------------------------------------------------------------------------------------------------------


def play(walk: Walk, dimmed: list[Any]) -> None:
    step = walk.step
    for number in range(len(step.way) + 1):
        look_around(walk, dimmed)
        if step.wrong and step.wrong.after == number:
            try_wrong(walk)
        for move in step.way[number : number + 1]:
            walk.page.send("move", move=move)


def look_around(walk: Walk, dimmed: list[Any]) -> None:
    """What is not in play is dimmed, and makes no move that the task allows; a prompt names only what is in play."""
    scene, zones, legal = walk.screen["scene"], walk.step.zones, walk.room.legal()
    if not walk.task["done"]:
        assert [part.get("dimmed", False) for part in scene] == [small_table.is_dimmed(part, zones) for part in scene]
    in_play = pieces([part for part in scene if not part.get("dimmed")])
    lit = [move for piece in in_play for move in piece.get("moves", ())]
    lost = [move for move in map(list, legal) if move in dimmed and move not in lit]
    assert not lost, "it is made by a piece which is not in play"
    now = walk.screen["now"]
    if now and now["kind"] == "yours" and step_of_west(walk):
        verbs = {move[0] for move in legal}
        assert all(named & verbs for words, named in NAMED.items() if words in now["text"]), now["text"]


NAMED = {  # what a prompt of The West says, and the verbs that it speaks of
    "take from the middle": {"all", "two"},
    "build a Locus": {"locus"},
    "complete your Cityengine": {"city"},
}


def step_of_west(walk: Walk) -> bool:
    return walk.game.name == "the_west_ascendant" and bool(walk.step.verbs)


# -- when it is done ---------------------------------------------------------------------------------------------------


def end(walk: Walk) -> None:
    task = walk.task
    assert task["done"] and task["learned"] == walk.step.learned, walk.screen["why"]
    assert task["rules"]["used"] and walk.screen["now"] is None
    check(walk.screen["scene"])
    if "totals" in walk.step.hide:  # they are back
        whole = json.dumps(walk.room.desk.face.scene(walk.room.look(walk.step.seat)))
        assert ('"reckoning"' in json.dumps(walk.screen["scene"])) == ('"reckoning"' in whole)
    if walk.step.exam:
        say_what_was_missed(walk)


def say_what_was_missed(walk: Walk) -> None:
    """Every rule is used or missed, but for one that was only cited: that was met, also when all is looked back at."""
    rules, taught = walk.task["rules"], set(walk.step.teaches)
    used, missed = ({rule["id"] for rule in rules[kind]} for kind in ("used", "missed"))
    assert used | missed >= taught - walk.cited
    assert all(rule["title"] == walk.game.rulebook[rule["id"]].title for rule in rules["used"])
    happened = {entry.rule for entry in walk.room.session.log(walk.step.seat)}
    walk.page.send("goto", number=0)
    assert walk.task["done"] and walk.task["rules"] == rules
    assert not missed & (walk.cited | happened)
