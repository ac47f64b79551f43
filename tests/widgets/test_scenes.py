"""Every game at the table: every moment drawn, every move within reach, every rule there, no secret shown."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from depth import DEEP, draw
from stage import Stage

from tabletop_kernel import Session
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.game import Move, View
from widgets.games.tamashii.asked import BUTTONS
from widgets.scene import READ, check, check_groups, pieces


class Face(NamedTuple):
    """What is particular to a game."""

    about_no_piece: frozenset[str]  # verbs that only a button has
    games: int  # random games until every kind of decision has been met
    unmet: frozenset[str] = frozenset()  # decisions that only other packs ask for
    rare: frozenset[str] = frozenset()  # decisions that so few games may come to, or not
    of_no_step: frozenset[str] = frozenset()  # parts without a name by which a step of a lesson could have them


RARE = (
    *("active-body", "bot-go", "choose", "event-price", "fatal", "frame-again", "go", "inhabit", "lose-asset"),
    *("part-with", "pick-asset", "pick-augment", "pick-body", "pick-core", "pick-equip", "pick-lock", "pick-player"),
    *("pick-return", "pick-tile", "prepare", "repelled", "shelter", "swap-dump", "take-asset"),
)
FACES = {
    "royal_ascension": Face(frozenset({"end", "pass", "fight", "seal", "done"}), games=60),
    "the_north": Face(frozenset({"end", "decline"}), games=24),
    "the_west_ascendant": Face(
        frozenset({"end", "skip", "leave"}),
        games=24,
        unmet=frozenset({"exchange", "discard", "clear", "under"}),  # as duties: here all are offers
    ),
    "deck_goes_west": Face(
        frozenset({"pass", "end", "keep", "drop", "ready", "move"}),
        games=8,
        unmet=frozenset({"shop", "wagon", "who", "carry", "dice-kind"}),  # rare rulings and cards: see test_deck_scene
    ),
    "tamashii": Face(
        frozenset({*BUTTONS, "keep"}), games=14, rare=frozenset(RARE), of_no_step=frozenset({"list", "fight"})
    ),
}
NAME = re.compile(r"[a-z]+")
DENSE = draw(1, deep=60)  # of each kind of decision so many moments are looked at, and then ever fewer


DUTIES = {  # what the house cards offer, as something that must be done
    "facilities.toml": {"may put locus top under": "put locus top under"},
    "loci.toml": {
        "may exchange hand card for middle card": "exchange hand card for middle card",
        "may discard 1: other loses 2": "discard 1; other loses 2",
        "may discard 1 from middle: replace it": "discard 1 from middle; replace it",
    },
}


@pytest.mark.deep
@pytest.mark.parametrize("name", FACES)
def test_random_games_can_be_drawn_and_played_from_the_page(name: str) -> None:
    """All kinds of eyes under unusual rulings, each kind of decision at least once."""
    stage, face = Stage(name), FACES[name]
    met: Counter[str] = Counter()
    for kind, session in moments(stage, face.games, met):
        look_at(stage, face, session, first=met[kind] == 1)
    assert {*decisions(stage), "over"} - set(met) - face.rare == face.unmet


@pytest.mark.deep
def test_duties_of_another_pack_can_be_drawn_and_played(tmp_path: Path) -> None:
    pack, face = tmp_path / "duties", FACES["the_west_ascendant"]
    shutil.copytree(house_folder("the_west_ascendant"), pack)
    for file, changes in DUTIES.items():
        text = (pack / file).read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (pack / file).write_text(text, encoding="utf-8")
    stage = Stage("the_west_ascendant", pack)
    met: Counter[str] = Counter()
    for kind, session in moments(stage, 20, met):
        if kind in face.unmet:
            look_at(stage, face, session, first=met[kind] == 1)
    assert set(met) >= face.unmet


def decisions(stage: Stage) -> set[str]:
    assert isinstance(stage.game, DecisionGame)
    return {*stage.game.decisions}


def moments(stage: Stage, games: int, met: Counter[str]) -> Iterator[tuple[str, Session]]:
    """Moments of random games, each with the kind of its decision, which are counted: rare ones are not missed."""
    for session, _ in stage.watched(games, 100):
        kind = session.truth.frames[-1][0] if session.deciders else "over"
        met[kind] += 1
        if int(DENSE * log(met[kind])) > int(DENSE * log(met[kind] - 1) if met[kind] > 1 else -1):
            yield kind, session


def eyes(session: Session) -> list[int | None]:
    """Those of the projector, of a seat that decides and of another; in a sweep those of all."""
    seats = range(session.config.seats)
    own = session.deciders[0] if session.deciders else 0
    other = [seat for seat in seats if seat != own][session.length % max(1, len(seats) - 1) :][:1]
    return [None, *seats] if DEEP else [None, own, *other]


def look_at(stage: Stage, face: Face, session: Session, first: bool) -> None:
    """Draw a moment for several eyes, and ask all that there is to ask of it."""
    with session.still():
        for seat in eyes(session):
            look_with(stage, face, session, seat, first)


def look_with(stage: Stage, face: Face, session: Session, seat: int | None, first: bool) -> None:
    """Odds and what is to be read, which take time, only at the `first` moment of a kind."""
    moves = session.moves(seat) if seat is not None else []
    view = session.view(seat)
    made, bar = stage.drawn(session, view, moves)
    check(made)
    check_groups(bar)
    assert {part["part"] for part in made if not NAME.fullmatch(part.get("zone", ""))} <= face.of_no_step
    on_buttons = [tuple(button["do"]["move"]) for group in bar for button in group["buttons"]]
    assert sorted(on_buttons, key=str) == sorted(moves, key=str)
    found = pieces(made)
    assert_pieces_are_right(found, moves, seat, face)
    assert_half_moves_can_be_finished(found, bar)
    chart = stage.chart(session, view) if first else None
    if first:
        texts(stage, session, view)  # whatever is clicked can be read, or says nothing
    assert_rules_exist(stage, made, chart)
    if seat is not None and (first or seat in session.deciders):
        assert_clicks_are_answered(stage, session, seat, found)
    if seat is not None:
        assert_no_secret(stage, session, seat, chart)


def offered_by(piece: Any) -> set[Move]:
    return {tuple(move) for move in piece.get("moves", ()) if move[0] != READ}


def assert_pieces_are_right(found: list[Any], moves: list[Move], seat: int | None, face: Face) -> None:
    """Pieces offer legal moves only; what belongs to a piece is on one; a click always does something."""
    reached: set[Move] = set()
    for each in found:
        offered = offered_by(each)
        assert offered <= set(moves), each["id"]
        reached |= offered
        assert offered or "try" in each or "rule" in each, each["id"]
        assert seat is not None or ("with" not in each and each.get("try", [READ])[0] == READ), each["id"]
        assert each["label"][0].isupper() or each["label"][0].isdigit(), each["label"]
        assert not any(tuple(attempt) in moves for attempt in each.get("with", {}).values()), each["id"]
    assert {move[0] for move in moves if move not in reached} <= face.about_no_piece


def assert_half_moves_can_be_finished(found: list[Any], bar: list[Any]) -> None:
    """Whatever a chosen piece can do, another piece finishes it; and one that finishes has what it finishes."""
    choosers = {each["id"]: offered_by(each) for each in found if each.get("choose")}
    others = {move for each in found if not each.get("choose") for move in offered_by(each)}
    ended = {name: set[Move]() for name in choosers}  # by a piece that could have been chosen first itself
    for each in found:
        for chosen, ends in each.get("ends", {}).items():
            ended[chosen].update(tuple(move) for move in ends)
    for each in found:
        if each.get("choose"):
            assert each["chosen"]["text"] and each["chosen"]["rules"]
            assert choosers[each["id"]] <= others | ended[each["id"]], each["id"]
        for chosen, ends in each.get("ends", {}).items():
            moves = {tuple(move) for move in ends}
            assert chosen != each["id"] and moves and moves <= choosers[chosen] & choosers[each["id"]]
    for group in bar:
        if "choice" in group:
            assert {tuple(button["do"]["move"]) for button in group["buttons"]} <= choosers[group["choice"]["piece"]]


def assert_rules_exist(stage: Stage, made: list[Any], chart: Any) -> None:
    """Every rule that the scene names, or the odds."""
    book, text = stage.game.rulebook, json.dumps(made)
    named = set(re.findall(r'"(?:rule|cite)": "([^"]+)"', text))
    for found in re.findall(r'"rules": (\[[^\]]+\])', text):
        named.update(json.loads(found))
    named.update((chart or {"rules": []})["rules"])
    assert not [rule for rule in named if rule not in book.rules and rule not in book.rulings]


def assert_clicks_are_answered(stage: Stage, session: Session, seat: int, found: list[Any]) -> None:
    """With a rule, or with a text to read."""
    for each in found:
        tries = [each["try"]] if "try" in each and "moves" not in each else []
        tries += [move for move in each.get("moves", ()) if move[0] == READ]
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


def assert_no_secret(stage: Stage, session: Session, seat: int, chart: Any) -> None:
    """Deal everything anew that a seat cannot see: what is drawn for it stays the same, byte by byte.

    All is drawn from a view: where views are the same, so are scenes.
    """
    game, view, moves = stage.game, session.view(seat), session.moves(seat)
    twin = game.imagine(session.config, view, Chance(session.length))
    again = game.view(twin, seat)
    if again != view:
        assert same(stage.drawn(session, again, moves), stage.drawn(session, view, moves))
        assert same(*(texts(stage, session, seen) for seen in (again, view)))
        assert chart is None or same(stage.chart(session, again), chart)
    public = [game.view(state, None) for state in (twin, session.truth)]
    assert public[0] == public[1] or same(*(stage.drawn(session, seen, []) for seen in public))


def texts(stage: Stage, session: Session, view: View) -> list[Any]:
    """Everything that can be read at the table as this view shows it."""
    look = stage.face.look(stage.game, session.config, view)
    return [stage.face.read(look, each["id"]) for each in pieces(stage.drawn(session, view, [])[0])]


def same(first: Any, second: Any) -> bool:
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
