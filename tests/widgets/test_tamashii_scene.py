"""Tamashii at the table: launchers and patterns as data, every moment drawn, and nothing foretold that is not so."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import launcher_stage
import pytest
from depth import draw
from stage import Stage

from tabletop_kernel import Session, load
from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.lessons import find_step
from tabletop_kernel.games.tamashii.components import SLOTS, STRIKE, SURGE
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.fighting.token_tests import Trial
from tabletop_kernel.games.tamashii.launch import pattern_list
from tabletop_kernel.games.tamashii.launch.launcher import slots_text
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.learning.lesson_run import Lesson
from widgets.beats import Beat
from widgets.face import face_of
from widgets.games.tamashii.look import FACES
from widgets.scene import check, check_data, pieces
from widgets.small_table import dim

GAME, TAMASHII = load("tamashii"), face_of("tamashii")


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage("tamashii")


# -- the vocabulary ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["launch", "program", "move", "fight"])
def test_a_table_written_by_hand_is_fine(step: str) -> None:
    check(launcher_stage.scene(step))  # type: ignore[arg-type]


def launcher(**change: Any) -> dict[str, Any]:
    return launcher_stage.launcher(program=True, **change)


def patterns_with(**change: Any) -> dict[str, Any]:
    one = launcher_stage.pattern("one", "One", ["EW"], "gain 1 EXP", **change)
    return {**launcher_stage.patterns(), "sources": [{"label": "Basic", "patterns": [one]}]}


def stack_with(**change: Any) -> dict[str, Any]:
    return {**launcher_stage.stack(), "foes": [{**launcher_stage.foe("Stray Drone", 0, 3), **change}], "dice": []}


LIT = {"slots": ["r1c1"], "pill": "+1"}
DIE = {"id": "foe-die:number", "figure": "2", "glyph": "", "label": "Number die", "at": 3}


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        (launcher(columns=3), "20 slots don't fill rows of 3"),
        (launcher(columns=0), "don't fill"),
        (
            launcher(slots=[*launcher_stage.slots()[:19], {"id": "x", "label": "X", "at": "r1c1"}]),
            "two slots are called",
        ),
        (
            launcher(slots=[*launcher_stage.slots()[:19], {"id": "x", "label": "X", "at": "r4c5", "token": "Z"}]),
            "token",
        ),
        (
            launcher(slots=[{"id": "x", "label": "X", "at": "r1c1", "token": "E", "lock": True}], columns=1),
            "a lock and a",
        ),
        (launcher(lit=[{**LIT, "slots": ["r9c9"]}]), "there is no slot 'r9c9'"),
        (launcher(lit=[{**LIT, "slots": []}]), "an outline needs at least one slot"),
        (launcher(reach=[{"from": "r1c1", "to": "r1c1", "lit": [LIT]}]), "can't move from r1c1 to itself"),
        (launcher(reach=[{"from": "r1c1", "to": "r8c1", "lit": [LIT]}]), "there is no slot 'r8c1'"),
        (launcher(shifts=["slide"]), "two verbs"),
        (patterns_with(picture={"cells": ["EZ"]}), "a cell can't ask for 'Z'"),
        (patterns_with(picture={"cells": ["EE", "E"]}), "rows of equal length"),
        (patterns_with(picture={"cells": [".."]}), "with at least one token"),
        (patterns_with(moves=[["launch", "one", "r1c1"]], texts=["Launch"]), "each of its moves needs one match"),
        (
            patterns_with(moves=[["launch", "x", "r1c1"]], texts=["L"], matches=[["r1c1"]], why="no"),
            "can't also be used up or impossible",
        ),
        (stack_with(damage=4), "damage 4 of 3"),
        ({**stack_with(), "dice": [DIE]}, "'Number die' is at 3"),
        (stack_with(patterns=[{"picture": {"cells": []}, "text": "hack"}]), "rows of equal length"),
        (
            {**launcher_stage.boards(), "boards": [{**launcher_stage.boards()["boards"][0], "columns": 3}]},
            "don't fill",
        ),
    ],
)
def test_what_a_page_could_not_draw_is_named(part: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check([part])  # type: ignore[list-item]


def test_a_meter_stays_on_its_track() -> None:
    part = launcher_stage.meters()
    part["meters"][0]["level"] = 6
    with pytest.raises(ValueError, match="6 of 5"):
        check([part])  # type: ignore[list-item]


# -- random games ------------------------------------------------------------------------------------------------------


def watched(stage: Stage, games: int, seed: int, share: float) -> Iterator[Session]:
    for session, rng in stage.watched(games, seed):
        if rng.random() < share:
            yield session


def rolled_for_a_test(tokens: int, *dice: int) -> Session:
    """Somebody with rerolls has put so many tokens to the test of a goal, which asks for four, and rolled this."""
    position = {
        **next(chapter for chapter in GAME.teaching.chapters if chapter.id == "versus").position,
        "first": 0,
        "now": "tests",
        "place": ["1,0", "1,0"],
        "goals": ["deep-reading", "wardrobe"],
        "grid": [f"{'L' * tokens:.<4} .... .... ....", "L... .... .... ...."],
        "assets": [{"reroll": 2}, {}],
        "chance": {"script": {"dice-0": [*dice]}},
    }
    session = Session.at(GAME, position)
    for move in (("attempt", "deep-reading"), *(("put", f"r1c{number}") for number in range(1, tokens + 1)), ("roll",)):
        session.submit(0, move)
    assert [frame[0] for frame in session.truth.frames[-2:]] == ["test", "roll"] and session.deciders == (0,)
    return session


ROLLS = [((5,), False), ((1, 1, 1), False), ((4, 1), False), ((4, 4), True), ((4, 1, 1), True), ((4, 4, 6), True)]


@pytest.mark.parametrize(("dice", "enough"), ROLLS)
def test_what_is_said_of_a_roll_for_a_test_is_what_comes_of_it(
    stage: Stage, dice: tuple[int, ...], enough: bool
) -> None:
    """What lies on the dice counts, and whoever may roll again reads whether that is enough."""
    session = rolled_for_a_test(len(dice), *dice)
    state, seat = session.truth, 0
    brought = sum({STRIKE: 1, SURGE: 2}.get(face, 0) for face in state.frames[-1][2][1])
    assert f"and {brought} on the dice" in json.dumps(stage.scene(session, None))
    buttons = [button for group in stage.groups(session, seat) for button in group["buttons"]]
    keep = next(button["text"] for button in buttons if button["do"]["move"] == ["keep"])
    assert keep.endswith(": enough") == enough and (": not enough" in keep) == (not enough)
    thrown = stage.part(session, seat, "fight")["dice"]
    assert enough <= all(die.get("state") in ("later", "back") for die in thrown if die.get("moves")), "none glows"
    trial = Trial(*state.frames[-2][2])
    assert enough == (trial.total + token_tests.count_successes(state.frames[-1][2][1]) >= trial.number)
    while state.frames and state.frames[-1][0] == "roll":
        session.submit(session.next_up, ("keep",))
    assert enough == ("test-passed" in [kind for kind, *_ in session.events(0)])


def test_the_end_of_a_test_is_shown_as_large_as_its_dice(stage: Stage) -> None:
    session = Session(stage.game, 1, seed=3)
    look = stage.face.look(stage.game, session.config, session.view(0), [], lambda move: "")
    for kind, figure in (("test-passed", "Passed"), ("test-failed", "Failed")):
        entry = Entry(1, kind, "test.pass", "The test is over.", {"seat": 0, "count": 3, "number": 1})
        shown = stage.face.beat(look, entry)
        assert shown["big"]
        assert [throw["figure"] for throw in shown["throws"]] == [figure]


def test_a_die_of_a_fight_does_what_its_frames_do(stage: Stage) -> None:
    """Whoever presses a die means a frame that takes it; one that none takes says so."""
    used, idle = 0, 0
    for session, _ in stage.watched(20, 9):
        if session.truth.frames[-1:] and session.truth.frames[-1][0] == "combat" and session.deciders:
            seat = session.deciders[0]
            frames = {move for move in session.moves(seat) if move[0] == "frame"}
            for die in stage.part(session, seat, "fight")["dice"]:
                letter = next(sign for sign, face in FACES.items() if face == die["figure"]) if die["figure"] else "-"
                can = {tuple(move) for move in die.get("moves", ()) if move[0] == "frame"}
                assert can == {move for move in frames if letter in str(move[2])}
                assert "try" not in die
                used += bool(can)
                idle += "fits no frame" in die["label"]
        if used > 10 and idle > 3:
            return
    raise AssertionError((used, idle))


def test_a_die_that_may_be_taken_back_is_not_refused_for_another(stage: Stage) -> None:
    """Two dice show the same, and one reroll is left: the second one is refused, and not the one that is named."""
    for session, _ in stage.watched(60, 5):
        frame = session.truth.frames[-1:]
        if frame and frame[0][0] == "roll" and session.deciders and frame[0][2][2]:
            for die in stage.part(session, session.deciders[0], "fight")["dice"]:
                assert not (die.get("moves") and die.get("try"))
            return


# -- what is foretold --------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_what_lights_up_while_a_token_is_held_could_be_launched_then(stage: Stage) -> None:
    """Each slide and switch is made on a copy: the patterns that can be launched there are those of `reach`."""
    seen = 0
    for session in watched(stage, 6, 11, 0.12):
        if seen > draw(100, deep=10_000):
            break
        for seat in session.deciders:
            shifts = [move for move in session.moves(seat) if move[0] in ("slide", "switch")]
            if not shifts:
                continue
            board = stage.part(session, seat, "launcher")
            reach = {(one["from"], one["to"]): one["lit"] for one in board.get("reach", [])}
            for move in shifts:
                twin = session.truth.clone()
                stage.game.apply(twin, seat, move)
                if not any(kind == "launch" for kind, _, _ in twin.frames):
                    twin.launched[seat] = ()  # those of the last launch step may be launched again in the next
                able = pattern_list.launches_now(twin, seat)
                lit = reach.get((move[1], move[2]), [])
                single = {key for key, _ in able if "+" not in key}
                assert {one["pattern"].removeprefix("pattern:") for one in lit} == single
                for one in lit:
                    assert "+".join(one["slots"]) in [slots_text(slots) for _, slots in able]
                seen += len(lit)
    assert seen > 50


@pytest.mark.deep
def test_what_a_launch_would_bring_is_what_it_brings(stage: Stage) -> None:
    seen = 0
    for session in watched(stage, 25, 5, 1.0):
        if seen > draw(40, deep=10_000):
            break
        if not session.deciders or session.truth.frames[-1][0] != "launch":
            continue
        seat = session.deciders[0]
        for source in stage.part(session, seat, "patterns")["sources"]:
            for pattern in source["patterns"]:
                if pattern.get("moves"):
                    seen += assert_foretold(stage, session, seat, pattern)
    assert seen > 10


def assert_foretold(stage: Stage, session: Session, seat: int, pattern: Any) -> int:
    """Numbers of the kind «EXP: 1 → 2», against the table after the launch; whether there were any."""
    found = {}
    for line in pattern["ahead"]["lines"]:
        for name, before, after in re.findall(r"(\w+): (?:damage )?(\d+) → (\d+)", line["text"]):
            found[name.lower()] = (int(before), int(after), "defeated" in line["text"])
    twin = session.truth.clone()
    stage.game.apply(twin, seat, tuple(pattern["moves"][0]))
    asked = bool(twin.frames) and twin.frames[-1][0] in ("inari", "offer", "choose")
    for name, (before, after, _) in found.items() if not asked else ():
        if name in ("shield", "memory", "power", "reroll"):
            assert (session.truth.has(seat, name), twin.has(seat, name)) == (before, after)
        elif name == "exp":
            assert session.truth.exp[seat] == before
            assert twin.exp[seat] >= after, "catie and other cards may add to it"
    return len(found)


@pytest.mark.deep
def test_the_first_block_that_is_marked_is_the_one_that_the_world_activity_resolves(stage: Stage) -> None:
    seen: Counter[int | None] = Counter()
    for session in watched(stage, 12, 29, 0.1):
        if len(seen) > draw(2, deep=100) and seen.total() > 15:
            break
        card = session.truth.plot()
        if card is None or not card.world or session.outcome is not None:
            continue
        plot = stage.part(session, None, "plot")
        marked = [one["id"] for one in pieces(plot) if one["id"].startswith("block:world") and one.get("now")]
        resolved = first_resolved(session.truth.clone(), card.code)
        assert marked[:1] == ([] if resolved is None else [f"block:world:{resolved}"])
        seen[resolved] += 1
    assert len(seen) > 1, "now this block, now another"


def first_resolved(state: State, code: str) -> int | None:
    """The first block of a card's world activity that is resolved, if it were read now."""
    told: list[str] = []
    state.frames = [("world", ANYONE, (code, 0, 0))]
    for at in range(len(state.rules.lines)):
        if not state.frames:
            break
        quest.carry_out_block(state, lambda kind, rule, audience, /, **data: told.append(kind))
        if {"if-true", "otherwise"} & set(told):
            return at
    return None


def test_who_is_still_planning_is_said(stage: Stage) -> None:
    for session in watched(stage, 6, 17, 1.0):
        kinds = [frame[0] for frame in session.truth.frames[-1:]]
        if kinds == ["plan"] and len(session.deciders) > 1:
            seat = session.deciders[0]
            lines = {
                board["who"]["seat"]: board["who"]["line"] for board in stage.part(session, seat, "boards")["boards"]
            }
            assert lines == {other: "planning" if other in session.deciders else "done" for other in lines}
            return
    raise AssertionError("nobody planned together")


@pytest.mark.deep
def test_the_number_die_stands_at_the_enemy_that_acts_next(stage: Stage) -> None:
    seen = 0
    for session in watched(stage, 8, 41, 0.3):
        if seen > draw(15, deep=1_000):
            break
        frame = next((one for one in session.truth.frames if one[0] == "combat"), None)
        if frame is None or frame[2][0] in ("prepare", "rolled"):
            continue
        seat, number = frame[1], frame[2][2]
        dice = stage.part(session, seat, "stack")["dice"]
        assert [die["at"] for die in dice] == ([number] * 2 if number >= 0 else [])
        seen += number >= 0
    assert seen > 10


def test_slots_are_named_as_moves_name_them(stage: Stage) -> None:
    session = next(one for one in watched(stage, 1, 3, 1.0) if one.deciders and one.truth.walker[0])
    board = stage.part(session, 0, "launcher")
    assert [slot["at"] for slot in board["slots"]] == list(SLOTS)


# -- what a lesson leaves to the learner -------------------------------------------------------------------------------


def hidden_and_shown(step: str) -> tuple[list[Any], list[Any]]:
    """The scene of a step as its learner first sees it, and as it would be without anything to find out."""
    lesson = Lesson(GAME, step)
    looks = [
        TAMASHII.look(GAME, lesson.session.config, lesson.session.view(0), [], str, {}, hidden)
        for hidden in (("previews",), ())
    ]
    return TAMASHII.scene(looks[0]), TAMASHII.scene(looks[1])


def told(scene: list[Any], key: str) -> list[str]:
    return [piece["id"] for piece in pieces(scene) if piece.get(key)]


@pytest.mark.parametrize("step", ["launcher.turned", "special.open", "special.core", "bodies.market"])
def test_where_previews_are_hidden_no_pattern_tells_where_it_lies(step: str) -> None:
    hidden, shown = hidden_and_shown(step)
    assert told(shown, "matches") and told(shown, "why")
    assert not told(hidden, "matches") and not told(hidden, "why")
    lists = [[one["id"] for one in pieces(scene) if one["id"].startswith("pattern:")] for scene in (hidden, shown)]
    assert sorted(lists[0]) == sorted(lists[1])
    assert next(name for name in lists[0] if "basic" in name) == "pattern:basic.power", "what lies there is not first"
    labels = [one["label"] for one in pieces(hidden) if one["id"].startswith("pattern:")]
    assert not [label for label in labels if "missing" in label]


@pytest.mark.parametrize("step", ["purpose.time", "purpose.lose", "quest.if", "quest.stop", "quest.inside"])
def test_where_previews_are_hidden_no_block_is_marked(step: str) -> None:
    hidden, shown = hidden_and_shown(step)
    assert any(name.startswith("block:world") for name in told(shown, "now"))
    assert not any(name.startswith("block:") for name in told(hidden, "now"))


def test_points_are_not_counted_for_a_learner_who_is_to_count_them() -> None:
    lesson = Lesson(GAME, "versus.tie")
    view, config = lesson.session.view(0), lesson.session.config
    scenes = [TAMASHII.scene(TAMASHII.look(GAME, config, view, [], str, {}, hidden)) for hidden in (("totals",), ())]
    found = [[piece for piece in pieces(scene) if piece["id"].startswith("points:")] for scene in scenes]
    assert found[0] == [] and len(found[1]) == config.seats
    for piece in found[1]:
        parts = [int(number.replace("−", "-")) for number in re.findall(r"[+−]\d+", piece["note"])]
        assert parts and piece["figure"] == f"{sum(parts)} VP", "what it consists of is there too"


# -- what can be tried -------------------------------------------------------------------------------------------------


def at_step(stage: Stage, step: str, moves: int = 0) -> tuple[Session, list[Any]]:
    """The table of a step after some moves of its way."""
    lesson = answered_lesson(GAME, find_step(GAME.teaching.chapters, step))
    for move in lesson.step.way[:moves]:
        lesson.submit(tuple(move))
    return lesson.session, stage.scene(lesson.session, 0)


@pytest.mark.parametrize(
    ("step", "moves", "piece", "rule"),
    [
        ("combat.exam", 0, "frame:0", "combat.order"),
        ("combat.own", 1, "seat:1", "combat.own-only"),
        ("combat.end", 1, "fight:end", "combat.end-done"),
        ("combat.skip", 0, "phase:combat", "turn.phases"),
        ("luck.shield", 2, "fight:shield:1", "asset.shield-all-in"),
        ("luck.reroll", 1, "foe-die:number", "ruling.reroll.dice"),
        ("luck.lend", 0, "die:1", "asset.personal"),
        ("enemies.top", 0, "pattern:enemy.adware-swarm.hack0", "enemy.patterns"),
        ("growing.when", 1, "up:open", "upg.when"),
        ("bodies.walker", 0, "body:kindle", "body.no-walker"),
        ("augments.trade", 1, "aug:loaded-dice", "upg.trade-no-class"),
        ("quest.world", 0, "phase:quest", "turn.phases"),
        ("special.discard", 2, "choice:type-W", "data.gain-empty"),
        ("table.board", 1, "choice:board-kindle", "setup.board"),
        ("modules.inari", 1, "slot:r4c4", "inari.launch"),
        ("city.find", 1, "tile:-1,0", "explore.token-first"),
        ("tests.first", 0, "tile:1,-1", "turn.phases"),
    ],
)
def test_a_click_tries_what_the_piece_looks_good_for(
    stage: Stage, step: str, moves: int, piece: str, rule: str
) -> None:
    session, scene = at_step(stage, step, moves)
    found = next(one for one in pieces(scene) if one["id"] == piece)
    assert not found.get("moves"), found
    verdict = session.judge(0, tuple(found["try"]))
    assert verdict is not None and verdict.rule == rule


@pytest.mark.parametrize(
    ("step", "moves", "piece", "rule"),
    [
        ("augments.equip", 0, "aug:open-window", "aug.two-states"),
        ("augments.stays", 0, "aug:open-window", "aug.stays"),
        ("growing.token", 0, "up:gain", "upg.mem-gain"),
        ("city.stay", 0, "tile:2,0", "act.order"),
        ("combat.repeat", 1, "enemy:1:camera-kite", "frame.top-only"),
    ],
)
def test_a_menu_has_what_may_be_taken_for_a_move(stage: Stage, step: str, moves: int, piece: str, rule: str) -> None:
    session, scene = at_step(stage, step, moves)
    found = next(one for one in pieces(scene) if one["id"] == piece)
    verdict = session.judge(0, tuple(found["also"][0]["move"]))
    assert verdict is not None and verdict.rule == rule


def test_the_second_of_two_pieces_is_tried_where_it_does_not_fit(stage: Stage) -> None:
    """A slot for an upgrade that cannot take it; a tile to which the BOT cannot go."""
    for step, first, second, rule in (
        ("growing.clean", "up:discard", "slot:r4c4", "data.discard"),
        ("growing.exp", "up:unlock", "slot:r2c2", "upg.exp-unlock"),
        ("alone.send", "bot", "tile:0,1", "solo.bot-move"),
    ):
        session, scene = at_step(stage, step)
        there = {one["id"]: one for one in pieces(scene)}
        assert there[first]["choose"]
        verdict = session.judge(0, tuple(there[second]["with"][first]))
        assert verdict is not None and verdict.rule == rule


# -- odds and beats ----------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_odds_are_there_before_a_roll_and_name_their_rules(stage: Stage) -> None:
    book, titles = stage.game.rulebook, Counter[str]()
    for session in watched(stage, 10, 13, 0.15):
        if len(titles) > 1 and titles.total() > draw(20, deep=10_000):
            break
        for seat in range(session.config.seats):
            found = stage.chart(session, session.view(seat))
            if found is not None:
                titles[found["title"]] += 1
                assert all(rule in book.rules for rule in found["rules"])
                bars = found["figure"]["data"][0]["x"]
                assert sum(bars) == pytest.approx(1, abs=0.01)
    assert titles.keys() >= {"The attack", "The trace roll"}


FIXED = ("slot:", "stat:", "asset:", "tile:", "marker:", "bag", "dump")  # what never leaves the table


def played_back(step: str) -> Iterator[tuple[Any, Beat]]:
    """What the last move of a step's way causes, with its beats."""
    session = answered_lesson(GAME, find_step(GAME.teaching.chapters, step)).session
    way = find_step(GAME.teaching.chapters, step).way
    for move in way[:-1]:
        session.submit(0, tuple(move))
    before, seen = session.view(0), session.log_length(0)
    session.submit(0, tuple(way[-1]))
    look = TAMASHII.look(GAME, session.config, session.view(0))
    look.before = before
    yield from ((entry, TAMASHII.beat(look, entry)) for entry in session.log(0)[seen:])


@pytest.mark.parametrize(
    ("step", "kind", "pointed"),
    [
        ("launcher.launch", "dumps", ["slot:r1c1", "slot:r1c2", "slot:r1c3", "dump"]),
        ("launcher.launch", "launches", ["pattern:basic.power"]),
        ("purpose.time", "otherwise", ["block:world:"]),
        ("purpose.lose", "if-true", ["block:world:"]),
        ("purpose.time", "time-down", ["marker:time"]),
        ("combat.walk", "die-walks", ["foe-die:number", "enemy:"]),
    ],
)
def test_an_event_points_at_what_acts(step: str, kind: str, pointed: list[str]) -> None:
    found = [beat["pieces"] for entry, beat in played_back(step) if entry.kind == kind]
    assert found, [entry.kind for entry, _ in played_back(step)]
    assert len(found[0]) == len(pointed)
    assert all(name.startswith(start) for name, start in zip(found[0], pointed, strict=True)), found[0]


def test_a_loss_stands_at_the_number_that_it_changes() -> None:
    deltas = [delta for _, beat in played_back("launcher.launch") for delta in beat.get("deltas", ())]
    assert deltas == [{"piece": "asset:power", "text": "+1"}]


def test_what_is_played_back_can_be_drawn(stage: Stage) -> None:
    """Every event of some games is a beat, and the pieces of one that concerns the viewer are on the table."""
    kinds = set()
    for session in watched(stage, 4, 19, 0.02):
        view = session.view(0)
        there = {piece["id"] for piece in pieces(stage.scene(session, 0))}
        for entry in session.log(0)[-30:]:
            look = stage.face.look(stage.game, session.config, view)
            beat = stage.face.beat(look, entry)
            check_data(Beat, beat)
            kinds.add(entry.kind)
            fixed = [name for name in beat["pieces"] if name.startswith(FIXED)]
            assert view["turn"] == 0 or set(fixed) <= there, (entry.kind, fixed)
    assert len(kinds) > 25


def test_the_panel_of_a_test_belongs_to_every_step(stage: Stage) -> None:
    """What is asked is never greyed, whatever zones a step names."""
    _, scene = at_step(stage, "tests.first", 1)
    dim(scene, find_step(GAME.teaching.chapters, "tests.first").zones)
    assert [part.get("dimmed", False) for part in scene if part["part"] == "fight"] == [False]


def test_a_pattern_is_to_be_pressed_only_where_one_can_be_launched(stage: Stage) -> None:
    for step, moves, can in (
        ("launcher.launch", 0, True),
        ("launcher.launch", 1, False),
        ("launcher.refill", 0, False),
    ):
        _, scene = at_step(stage, step, moves)
        assert [part["can_launch"] for part in scene if part["part"] == "launcher"] == [can]


@pytest.mark.parametrize(
    ("row", "tried"),
    [
        ("EWEF", ["launch", "basic.memory-long"]),  # far from it, and the fifth slot is locked
        ("LL..", ["launch", "basic.memory", "r1c1+r1c2+r1c3"]),  # one token is missing
    ],
)
def test_a_click_on_a_pattern_names_slots_only_where_it_nearly_lies(stage: Stage, row: str, tried: list[str]) -> None:
    # pattern.exact: nobody is told that they launch with slots that they never chose
    launchers = [f"{row} .... .... ...."]
    session = Session.at(
        GAME, {"seats": 1, "options": {"scenario": "S01"}, "now": "launch", "grid": launchers, "bag": ["EEEWWWLLLFFF"]}
    )
    found = next(one for one in pieces(stage.scene(session, 0)) if one["id"] == f"pattern:{tried[1]}")
    assert found["try"] == tried
    verdict = session.judge(0, tuple(tried))
    assert verdict is not None and ("anywhere on your launcher" in verdict.text) == (len(tried) == 2)


@pytest.mark.parametrize(("scenario", "says"), [("P00", True), ("S01", False)])
def test_a_card_of_the_prologue_says_that_there_is_no_trace(stage: Stage, scenario: str, says: bool) -> None:
    session = Session.at(GAME, {"seats": 1, "options": {"scenario": scenario}, "enemies": [["Stray Drone"]]})
    look = stage.face.look(stage.game, session.config, session.view(0), [], lambda move: "")
    assert ("no trace" in look.line("enemy.stray-drone.wire")) == says
    assert "no trace" not in look.line("enemy.stray-drone.fang")


def test_near_tiles_come_first_and_a_face_down_one_by_its_side(stage: Stage) -> None:
    session, _ = at_step(stage, "city.find")
    buttons = next(group["buttons"] for group in stage.groups(session, 0) if group["label"] == "Move to")
    assert [one["do"]["move"][1] for one in buttons][-1] == "2,0", "the one that is two steps away"
    assert "Face down: south-east of you" in [one["text"] for one in buttons]


def test_the_dice_of_a_test_stay_in_sight_beside_its_result(stage: Stage) -> None:
    session, _ = at_step(stage, "tests.first", 4)
    look = stage.face.look(stage.game, session.config, session.view(0), [], lambda move: "")
    look.told = lambda: session.events(0)
    passed = next(entry for entry in session.log(0) if entry.kind == "test-passed")
    (throw,) = stage.face.beat(look, passed)["throws"]
    assert [die["figure"] for die in throw["dice"]] == [FACES["D"], FACES["T"]]


# -- the reason beside it ----------------------------------------------------------------------------------------------


def scene_of(position: dict[str, Any]) -> list[Any]:
    session = Session.at(GAME, {"seats": 1, "options": {"scenario": "S01"}, "walker": ["Kindle"], **position})
    view, moves = session.view(0), session.moves(0)
    return list(TAMASHII.scene(TAMASHII.look(GAME, session.config, view, moves, str)))


def test_a_token_that_no_pattern_takes_says_so_where_it_is_marked() -> None:
    grid = ["EX.. .... .... ...."]
    board = next(part for part in scene_of({"now": "launch", "grid": grid}) if part["part"] == "launcher")
    assert [slot["at"] for slot in board["slots"] if "unfit" in slot] == ["r1c2"]
    board = next(part for part in scene_of({"now": "program", "grid": grid}) if part["part"] == "launcher")
    assert not any("unfit" in slot for slot in board["slots"])
