"""Every game at the table: every moment drawn, every move within reach, every rule there, no secret shown."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from stage import Stage

from tabletop_kernel import Session
from tabletop_kernel.chance import Chance
from tabletop_kernel.frames import FrameGame
from tabletop_kernel.game import Move, View
from tabletop_kernel.games import house_folder
from widgets.scene import READ, check, check_groups, pieces


class Face(NamedTuple):
    """What is particular to a game."""

    about_no_piece: frozenset[str]  # verbs that only a button has
    games: int  # random games until every kind of decision has been met
    every: int  # of positions whose kind has been drawn before, one in so many is drawn again
    unmet: frozenset[str] = frozenset()  # decisions that only other packs ask for
    charts: float = 1.0  # the share of views whose chart is compared: exact odds take their time
    fewer: int = 1  # games of many seats and days: one in so many is enough where every view is looked at


FACES = {
    "royal_ascension": Face(frozenset({"end", "pass", "fight", "seal", "done"}), games=60, every=24, charts=0.02),
    "the_north": Face(frozenset({"end", "decline"}), games=24, every=9),
    "the_west_ascendant": Face(
        frozenset({"end", "skip", "leave"}),
        games=24,
        every=8,
        unmet=frozenset({"exchange", "discard", "clear", "under"}),  # as duties: here all are offers
    ),
    "deck_goes_west": Face(
        frozenset({"pass", "end", "keep", "drop", "ready", "move"}),
        games=8,
        every=12,
        unmet=frozenset({"shop", "wagon", "who", "carry", "dice-kind"}),  # rare rulings and cards: see test_deck_scene
        fewer=4,
    ),
}


DUTIES = {  # what the house cards offer, as something that must be done
    "facilities.toml": {"may put locus top under": "put locus top under"},
    "loci.toml": {
        "may exchange hand card for middle card": "exchange hand card for middle card",
        "may discard 1: other loses 2": "discard 1; other loses 2",
        "may discard 1 from middle: replace it": "discard 1 from middle; replace it",
    },
}


@pytest.fixture(params=FACES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def stage(name: str) -> Stage:
    return Stage(name)


def test_random_games_can_be_drawn_and_played_from_the_page(name: str, stage: Stage) -> None:
    """All seats and the projector under unusual rulings, each kind of decision at least once."""
    face = FACES[name]
    assert draw_random_games(stage, face) == {*decisions(stage), "over"} - face.unmet


def test_duties_of_another_pack_can_be_drawn_and_played(tmp_path: Path) -> None:
    pack, face = tmp_path / "duties", FACES["the_west_ascendant"]
    shutil.copytree(house_folder("the_west_ascendant"), pack)
    for file, changes in DUTIES.items():
        text = (pack / file).read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (pack / file).write_text(text, encoding="utf-8")
    assert draw_random_games(Stage("the_west_ascendant", pack), face._replace(games=20)) >= face.unmet


def decisions(stage: Stage) -> set[str]:
    assert isinstance(stage.game, FrameGame)
    return {*stage.game.decisions}


def draw_random_games(stage: Stage, face: Face) -> set[str]:
    """Draw and check what random games come to; the kinds of decisions that were met."""
    met: set[str] = set()
    for number, (session, _) in enumerate(stage.watched(face.games, 100)):
        kind = session.truth.frames[-1][0] if session.deciders else "over"
        if kind in met and number % face.every:
            continue
        met.add(kind)
        for seat in (None, *range(session.config.seats)):
            moves = session.moves(seat) if seat is not None else []
            made, bar = stage.drawn(session, session.view(seat), moves)
            check(made)
            check_groups(bar)
            on_buttons = [tuple(button["do"]["move"]) for group in bar for button in group["buttons"]]
            assert sorted(on_buttons, key=str) == sorted(moves, key=str)
            assert_pieces_are_right(made, moves, seat, face)
            assert_half_moves_can_be_finished(made, bar)
    return met


def offered_by(piece: Any) -> set[Move]:
    return {tuple(move) for move in piece.get("moves", ()) if move[0] != READ}


def assert_pieces_are_right(made: list[Any], moves: list[Move], seat: int | None, face: Face) -> None:
    """Pieces offer legal moves only; what belongs to a piece is on one; a click always does something."""
    reached: set[Move] = set()
    for each in pieces(made):
        offered = offered_by(each)
        assert offered <= set(moves), each["id"]
        reached |= offered
        assert offered or "try" in each or "rule" in each, each["id"]
        assert seat is not None or ("with" not in each and each.get("try", [READ])[0] == READ), each["id"]
        assert each["label"][0].isupper() or each["label"][0].isdigit(), each["label"]
        assert not any(tuple(attempt) in moves for attempt in each.get("with", {}).values()), each["id"]
    assert {move[0] for move in moves if move not in reached} <= face.about_no_piece


def assert_half_moves_can_be_finished(made: list[Any], bar: list[Any]) -> None:
    """Whatever a chosen piece can do, another piece finishes it; and one that finishes has what it finishes."""
    choosers = {each["id"]: offered_by(each) for each in pieces(made) if each.get("choose")}
    others = {move for each in pieces(made) if not each.get("choose") for move in offered_by(each)}
    ended = {name: set[Move]() for name in choosers}  # by a piece that could have been chosen first itself
    for each in pieces(made):
        for chosen, ends in each.get("ends", {}).items():
            ended[chosen].update(tuple(move) for move in ends)
    for each in pieces(made):
        if each.get("choose"):
            assert each["chosen"]["text"] and each["chosen"]["rules"]
            assert choosers[each["id"]] <= others | ended[each["id"]], each["id"]
        for chosen, ends in each.get("ends", {}).items():
            found = {tuple(move) for move in ends}
            assert chosen != each["id"] and found and found <= choosers[chosen] & choosers[each["id"]]
    for group in bar:
        if "choice" in group:
            assert {tuple(button["do"]["move"]) for button in group["buttons"]} <= choosers[group["choice"]["piece"]]


def test_every_rule_that_is_named_exists(name: str, stage: Stage) -> None:
    book = stage.game.rulebook
    for session, rng in stage.watched(8 // FACES[name].fewer, 67):
        if rng.random() < 0.9:
            continue
        for seat in (None, session.config.seats - 1):
            text = json.dumps(stage.scene(session, seat))
            named = set(re.findall(r'"(?:rule|cite)": "([^"]+)"', text))
            for found in re.findall(r'"rules": (\[[^\]]+\])', text):
                named.update(json.loads(found))
            named.update((stage.chart(session, session.view(seat)) or {"rules": []})["rules"])
            for rule in named:
                assert rule in book.rules or rule in book.rulings, rule


def test_every_click_is_answered_with_a_rule_or_a_text(name: str, stage: Stage) -> None:
    for session, rng in stage.watched(10 // FACES[name].fewer, 83):
        if rng.random() < 0.7:
            continue
        for seat in range(session.config.seats):
            for each in pieces(stage.scene(session, seat)):
                tries = [each["try"]] if "try" in each and "moves" not in each else []
                for attempt in [*tries, *each.get("with", {}).values()]:
                    assert_is_answered(stage, session, seat, each, attempt)


def assert_is_answered(stage: Stage, session: Session, seat: int, piece: Any, attempt: list[Any]) -> None:
    if attempt[0] == READ:
        assert attempt == [READ, piece["id"]]
        assert stage.face.read(stage.face.look(stage.game, session.config, session.view(seat)), piece["id"]), piece[
            "id"
        ]
        return
    verdict = session.judge(seat, tuple(attempt))
    assert verdict is not None, piece
    assert not verdict.rule.startswith(("table.form", "table.unknown")), (verdict, piece)


def test_a_scene_holds_no_secret(name: str, stage: Stage) -> None:
    """Deal everything anew that a viewer cannot see: what is drawn for it stays the same, byte by byte."""
    game = stage.game
    for session, rng in stage.watched(14 // FACES[name].fewer, 71):
        if rng.random() < 0.9:
            continue
        for seat in range(session.config.seats):
            view, moves = session.view(seat), session.moves(seat)
            twin = game.imagine(session.config, view, Chance(rng.getrandbits(50)))
            again = game.view(twin, seat)
            assert same(stage.drawn(session, again, moves), stage.drawn(session, view, moves))
            assert same(*(texts(stage, session, seen) for seen in (again, view)))
            assert same(*(stage.drawn(session, game.view(state, None), []) for state in (twin, session.truth)))
            if rng.random() < FACES[name].charts:
                assert same(*(stage.chart(session, seen) for seen in (again, view)))


def texts(stage: Stage, session: Session, view: View) -> list[Any]:
    """Everything that can be read at the table as this view shows it."""
    look = stage.face.look(stage.game, session.config, view)
    return [stage.face.read(look, each["id"]) for each in pieces(stage.drawn(session, view, [])[0])]


def same(first: Any, second: Any) -> bool:
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
