"""What others do as the page plays it back: nothing in it that the viewer may not see, and all that is worth seeing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from depth import draw
from page import Page, at_the_end, open_table, plays, room_of, start
from stage import Stage

from tabletop_kernel import Session, load
from tabletop_kernel.contract.events import Entry, sees
from tabletop_kernel.players.bots import forward, make_bot
from widgets import beats
from widgets.app import play
from widgets.face import Face
from widgets.games import drawn
from widgets.look import TableLook
from widgets.scene import check_data, pieces

Data = dict[str, Any]
GAMES = sorted(drawn())
# A mission that is lost together has no turning point, and at random it always is.
APART = [name for name in GAMES if not load(name).agreement.is_team_game(load(name).agreement.configure())]


def stages_of(screens: Iterable[Data]) -> list[Data]:
    return [stage for screen in screens for stage in screen.get("play", ())]


def beats_of(screens: Iterable[Data]) -> list[Data]:
    return [beat for stage in stages_of(screens) for beat in stage["beats"]]


class Step(NamedTuple):
    """What a message of the page led to."""

    before: Data
    screen: Data
    length: int  # of the game before it


@cache
def game_of(name: str) -> tuple[Page, list[Step]]:
    """A page that has played most of a game by its first buttons, and all its steps."""
    page, steps = start(name), []
    for _ in range(80):
        before, length = page.screen, room_of(page).session.length
        steps += [Step(before, screen, length) for screen in plays(page, 1)]
    return page, steps


def screens_of(name: str) -> list[Data]:
    return [step.screen for step in game_of(name)[1]]


# -- what a beat is ----------------------------------------------------------------------------------------------------


class Bare(Face[TableLook]):
    """A game that says nothing of its own."""

    def scene(self, look: TableLook) -> Any: ...

    def groups(self, look: TableLook) -> Any: ...


@pytest.mark.parametrize(("kind", "text"), [("loses", "−2"), ("gains", "+2")])
def test_a_game_that_says_nothing_shows_who_acts_and_what_it_costs(kind: str, text: str) -> None:
    entry = Entry(3, kind, "points.lose", "Player 2 loses 2.", {"seat": 1, "points": 2})
    beat = Bare().beat(None, entry)  # type: ignore[arg-type]
    assert beat["text"] == "Player 2 loses 2." and beat["rule"] == "points.lose" and beat["pieces"] == ["seat:1"]
    assert beat["deltas"] == [{"piece": "seat:1", "text": text}]


def test_an_event_without_a_seat_is_told_all_the_same() -> None:
    assert beats.plain(Entry(3, "refill", "back.refill", "Refilled.", {"count": 4}))["pieces"] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_beat_can_be_drawn(name: str) -> None:
    """Plain data of the known form; and whatever it names lies on one of the two tables, or has a place that does."""
    page, steps = game_of(name)
    seen, book = 0, room_of(page).session.book
    for step in steps:
        there = {piece["id"] for screen in (step.before, step.screen) for piece in pieces(screen.get("scene") or [])}
        for beat in beats_of([step.screen]):
            check_data(beats.Beat, beat)
            assert beat["text"] and (beat["rule"] in book or beat["rule"] in book.rulings)
            named = [delta["piece"] for delta in beat.get("deltas", ())]
            ends = [way[end] for way in beat.get("travel", ()) for end in ("from", "to") if way[end]]
            assert set(named) <= there
            assert all(there & set(places) for places in ends), (beat["text"], ends)
            seen += 1
    assert seen > 20


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_no_card_is_shown_to_anybody_who_may_not_see_it(name: str) -> None:
    """Whatever an event names that was not for these eyes is in no beat for them, unless they know it anyway."""
    stage = Stage(name)
    for session, rng in stage.watched(2, 5):
        if not session.length or rng.random() > 0.3:
            continue
        for viewer in (*range(session.config.seats), None):
            lines = [entry for entry in session.log(viewer, -8, you=True) if entry.at == session.length]
            look = stage.face.look(stage.game, session.config, session.view(viewer))
            look.told = lambda viewer=viewer, session=session: session.events(viewer)
            told = json.dumps([stage.face.beat(look, entry) for entry in lines], ensure_ascii=False)
            unseen = [e for e in session.last_events if not sees(e[2], viewer)]
            for card in {str(e[3][key]) for e in unseen for key in ("card", "piece") if key in e[3]}:
                public = json.dumps([e[3] for e in session.events(viewer)] + [session.view(viewer)])
                assert card in public or card not in told, f"{card} is shown to {viewer}"


def test_somebody_elses_card_is_a_back_and_the_own_one_has_a_face() -> None:
    shown = [
        (stage["seat"], card)
        for stage in stages_of(screens_of("royal_ascension"))
        for beat in stage["beats"]
        for card in beat.get("cards", ())
        if "unseen by the others" in beat["text"] or beat["rule"] in ("space.hearts", "space.diamonds")
    ]
    assert {card["face"] for seat, card in shown if seat == 0} == {"suit"}
    assert {card["face"] for seat, card in shown if seat != 0} == {"back"}


@pytest.mark.deep
def test_nobody_is_shown_what_happened_before_other_eyes() -> None:
    """Between two people at one screen nothing is played back: the curtain, and then a few lines."""
    page = open_table(3)
    for _ in range(draw(40, deep=120)):
        screen = page.screen
        before = screen["viewer"]
        if screen["kind"] == "curtain":
            after = page.send("lift")
        elif screen["now"]["kind"] == "over":
            break
        else:
            after = page.press(page.buttons()[0])
        if after["viewer"] != before or before is None:
            assert "play" not in after


# -- what is played ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_anothers_move_is_played_or_is_known_to_be_quiet(name: str) -> None:
    page, steps = game_of(name)
    session, quiet = room_of(page).session, room_of(page).desk.face.quiet
    log, played = session.log(0, you=True), 0
    for step in steps:
        if step.screen.get("play"):
            after = step.screen["time"]["length"]
            lines = [entry for entry in log if step.length < entry.at <= after and entry.kind not in quiet]
            others = [entry for entry in lines if session.inputs[entry.at - 1].seat != 0]
            said = " ".join(beat["text"] for beat in beats_of([step.screen]))
            assert all(entry.text in said for entry in others)
            played += len(others)
    assert played > 20


def test_of_ones_own_moves_the_moments_are_played_and_the_rest_stands_at_the_scores() -> None:
    stages = [stage for stage in stages_of(screens_of("the_north")) if stage["seat"] == 0]
    assert any(stage["beats"] for stage in stages) and any(stage.get("deltas") for stage in stages)
    kinds = {beat["rule"] for stage in stages for beat in stage["beats"]}
    assert "turn.draw" in kinds and "turn.three" not in kinds
    figures = [delta["text"] for stage in stages for delta in stage.get("deltas", ())]
    assert figures and all(text[0] in "+−" and text[1:].isdigit() for text in figures)


def test_whoever_skips_gets_nothing_to_see() -> None:
    page = start("the_north")
    while page.screen["now"]["kind"] != "over":
        if page.screen.get("next"):
            page.send("go-on", all=True)
            assert "play" not in page.screen
        else:
            page.press(page.buttons()[0])


def test_nothing_is_played_twice_and_nothing_of_the_past() -> None:
    page = start("the_north")
    screen = next(screen for screen in plays(page, 60) if beats_of([screen]))
    assert screen["play"]
    assert "play" not in page.send("open", drawer="rules")
    assert "play" not in page.send("goto", number=1)
    assert "play" not in page.send("goto", number=room_of(page).session.length)


def test_several_inputs_in_one_message_are_several_stages() -> None:
    """As in a lesson, where the others answer a move at once: each stage but the last leads to a table of its own."""
    page = Page(play("royal_ascension", seed=3))
    page.send("start", dealt=True)
    room = room_of(page)
    with room._played_back():
        for _ in range(6):
            session = room.session
            seat = session.deciders[0]
            session.submit(seat, forward(session.moves(seat))[0])
    at = room.session.length
    stages = room.table(room.legal())["play"]
    assert len(stages) > 2 and room.session.at_input == at
    assert all("scene" in stage for stage in stages[:-1]) and "scene" not in stages[-1]


# -- the games ---------------------------------------------------------------------------------------------------------


@cache
def battles() -> list[Data]:
    """The beats of a whole game of bots, to somebody who watches; in this one a battle is tied."""
    page = Page(play("royal_ascension", seed=1))
    for chair in range(3):
        page.send("sit", chair=chair, who="greedy")
    page.send("start", dealt=True)
    return beats_of(plays(page, 600))


def test_both_sides_dice_stay_until_the_battle_is_decided() -> None:
    won = [beat for beat in battles() if beat["rule"] == "battle.high-wins"]
    assert won
    for beat in won:
        assert len({row["seat"] for row in beat["throws"]}) > 1
        assert [row["seat"] for row in beat["throws"] if row.get("won")]
        assert all(row["dice"] and row["total"] for row in beat["throws"] if not row.get("note"))


def test_a_tied_roll_stays_beside_the_one_that_is_rolled_again() -> None:
    told = battles()
    tie = next(number for number, beat in enumerate(told) if beat["rule"] == "battle.tie")
    rolled = next(beat for beat in told[tie + 1 :] if beat["rule"] == "battle.dice")
    assert [row.get("note") for row in rolled["throws"]] == ["tied", "tied", None]
    assert rolled["throws"][-1]["rolling"]


def test_the_winner_takes_the_card_before_ones_eyes() -> None:
    taken = [beat for beat in battles() if beat["rule"] == "battle.win-territory"]
    for beat in taken:
        assert beat["travel"] and beat["cards"][0]["face"] == "picture"
        assert beat["travel"][0]["to"] == [beat["deltas"][0]["piece"]] and beat["deltas"][0]["text"] == "+1"
    assert taken


def test_the_back_of_the_turn_card_is_shown_when_it_is_turned() -> None:
    turned = next(beat for beat in beats_of(screens_of("the_north")) if beat["rule"] == "turn.flip-card")
    (card,) = turned["cards"]
    assert [line["text"] for line in card["body"]][:2] == [
        "Your hand costs the other player points",
        "The other player takes an Ancient",
    ]


def test_cards_that_are_drawn_together_are_shown_side_by_side() -> None:
    together = next(beat for beat in beats_of(screens_of("the_north")) if len(beat.get("cards", ())) > 1)
    assert len(together["cards"]) == 3 and together["text"].count("draws") == 3


# -- the turning point -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", APART)
def test_the_end_names_the_turning_point_and_leads_there(name: str) -> None:
    page = at_the_end(name, seed=0)
    assert page.screen["ask"] == "turning" and "turning" not in page.screen["now"]
    page.send("turning")
    assert "ask" not in page.screen, "a page asks once"
    turning = page.screen["now"].get("turning")
    session = room_of(page).session
    assert turning and turning["head"].startswith(f"The turning point: {session.game.pace.round_word} ")
    assert "estimate" in turning["note"] and "%" not in turning["note"], "an estimate in words"
    number = turning["buttons"][1]["do"]["number"]
    told = [entry.text for entry in session.log(page.screen["viewer"], you=True) if entry.at == number + 1]
    assert turning["text"] in told
    page.press(turning["buttons"][1])
    assert room_of(page).session.length >= number and room_of(page).session is not session
    assert [line["now"] for line in page.screen["time"]["lines"]] == [False, True]


def test_nobody_can_ask_for_it_before_the_end() -> None:
    page = start("the_north")
    assert "before the game is over" in page.send("turning")["why"]["text"]


def test_turning_points_are_found_in_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a game was, no more than two rows of tables are estimated, and none by its truth."""
    from tabletop_kernel.learning import turning_point

    game = load("royal_ascension")
    session = Session(game, 3, 1)
    rng = Random(1)
    bots = [make_bot("random", game, session.config, seat, rng.randrange(99)) for seat in range(3)]
    while session.outcome is None:
        seat = session.deciders[0]
        session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    asked: list[int] = []
    imagined: list[Any] = []
    prospects, imagine = type(game.opinions).prospects, type(game).imagine

    def imagines(self: Any, config: Any, view: Any, chance: Any) -> Any:
        imagined.append(imagine(self, config, view, chance))
        return imagined[-1]

    def estimates(self: Any, state: Any) -> Any:
        assert any(state is world for world in imagined), "hidden cards of the truth would show in the figures"
        asked.append(1)
        return prospects(self, state)

    monkeypatch.setattr(type(game), "imagine", imagines)
    monkeypatch.setattr(type(game.opinions), "prospects", estimates)
    point = turning_point.turning_point(session, 0)
    assert point and point.after > point.before and point.seat in session.outcome.winners
    assert (
        len(asked) <= 2 * turning_point.MOST_TABLES * turning_point.WORLDS_PER_TABLE
        and session.length > turning_point.MOST_TABLES
    )


@pytest.mark.deep
@pytest.mark.parametrize("name", APART)
def test_a_projector_gets_a_turning_point_of_its_own(name: str) -> None:
    """What was found out for one pair of eyes may speak of a card that only those have seen."""
    for seed in range(draw(2, deep=8)):
        page = at_the_end(name, seed)
        page.send("turning")
        page.send("project", on=True)
        assert "turning" not in page.screen["now"] and page.screen["ask"] == "turning"
        page.send("turning")
        public = [entry.text for entry in room_of(page).session.log(None)]
        assert page.screen["now"]["turning"]["text"] in public
