"""The coach at a table: cards, advice, reasons, the map of what one knows, and forgetting it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from depth import draw
from page import Page, open_table, play_on, plays, room_of, start

from tabletop_kernel import Session, load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.coach_sentences import QUOTED_WORDS, gains_nothing
from tabletop_kernel.contract.game import LOST, WON
from tabletop_kernel.games.tamashii.kinds_of_decisions import DECISIONS
from tabletop_kernel.games.tamashii.opinions import coach_card_moments
from tabletop_kernel.players.bots import forward
from tabletop_kernel.players.coach import Advice, Insight
from tabletop_kernel.players.tried_moves import Ending
from widgets.app import learn, play
from widgets.coach import room as coach
from widgets.coach import thoughts, words
from widgets.face import face_of
from widgets.knowing import knowledge_of
from widgets.recap import own_turn_over
from widgets.shared.chair import Chair

GAMES = ["royal_ascension", "the_north", "the_west_ascendant"]
ASKED = draw(5, deep=100)  # questions of each kind at tables that look the same
FIGURES = re.compile(r"\bof 100\b|imagined games|\bwins (about )?\d")  # an estimate is no number of games


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few thoughts, however long they take: the answers of a test do not depend on the clock."""
    monkeypatch.setattr("tabletop_kernel.players.coach.Advisor.trials", 24)
    monkeypatch.setattr("tabletop_kernel.players.coach.Watcher.trials", 8)
    monkeypatch.setattr(thoughts, "LONGEST", 1e9)


@pytest.fixture
def page() -> Page:
    return Page(play("royal_ascension", dealt=True, seed=7))


def ledger_of(page: Page) -> Any:
    return page.view._receive.__self__.knowledge.ledger


def answered(page: Page, do: str) -> dict[str, Any]:
    """Ask, and let the page ask for more until there is an answer."""
    screen = page.send(do)
    while "think" in screen:
        screen = page.send("think")
    return screen


def move(page: Page) -> None:
    """The first move that gets on with the game."""
    page.press(next(button for button in page.buttons() if button["do"]["move"][0] != "take-back"))


def until_choice(page: Page) -> None:
    """Play on until the person has something to choose."""
    for _ in range(200):
        if page.screen.get("next"):
            page.send("go-on", all=True)
        elif len(forward(room_of(page).session.moves(page.screen["viewer"]))) > 1:
            return
        else:
            page.press(page.buttons()[0])
    raise AssertionError("nothing to choose")


# -- what is good here -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES, "tamashii", "deck_goes_west"])
def test_ask_the_coach(game: str) -> None:
    page = Page(play(game, dealt=True, seed=5))
    until_choice(page)
    truth = room_of(page).session.code()
    screen = page.press(page.button("Ask the coach"))
    assert screen["coach"]["kind"] == "thinking" and screen["think"], "answered at once"
    while "think" in screen:
        screen = page.send("think")
    rows = screen["coach"]["rows"]
    assert 2 <= len(rows) <= 3 or screen["coach"]["note"] == words.ONLY_USE
    for row in rows:
        assert row["text"] and row["aim"].endswith(".")
        assert not FIGURES.search(f"{row['aim']} {row['stands']} {screen['coach']['note']}")
        assert "looks best" not in row["aim"]
        assert not gains_nothing(row["aim"]), row["aim"]
    assert room_of(page).session.code() == truth, "nothing has happened"
    length = room_of(page).session.length
    page.send(**rows[0]["do"])
    assert room_of(page).session.length == length + 1 and "coach" not in page.screen


def test_a_single_move_needs_no_thought(page: Page) -> None:
    while page.screen.get("next"):
        page.send("go-on", all=True)
    assert [button["do"]["move"] for button in page.buttons()] == [["roll", 1]]
    screen = page.press(page.button("Ask the coach"))
    assert "think" not in screen and "only move" in screen["coach"]["note"]


@pytest.mark.parametrize("game", [*GAMES, "tamashii"])
def test_however_slow_a_machine_is_two_moves_are_named_where_there_are_two(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One move alone is called the only one, or the only one that does anything: that must be true."""
    monkeypatch.setattr(thoughts, "PORTION", 0.0)
    monkeypatch.setattr(thoughts, "LONGEST", 0.0)
    page = Page(play(game, dealt=True, seed=5))
    until_choice(page)
    said = answered(page, "coach")["coach"]
    assert len(said["rows"]) >= 2 or said["note"] == words.ONLY_USE


def test_a_drawback_alone_is_no_advice(page: Page) -> None:
    """Where a game has no word of what is gained, the chances come first."""
    until_choice(page)
    room = room_of(page)
    moves = forward(room.session.moves(room.viewer))[:2]

    def advised(*found: tuple[int | None, str]) -> list[tuple[str, str]]:
        room.say_advice([Advice(move, 50, aim, better) for move, (better, aim) in zip(moves, found, strict=True)])
        rows = room.coaching(page.screen["scene"])["coach"]["rows"]
        return [(row["aim"], row["stands"]) for row in rows]

    assert advised((2, "but losing costs Pika Hills"), (-2, "87% to win, but losing costs Pika Hills")) == [
        ("Estimate: clearly better than the second move. Losing costs Pika Hills.", ""),
        ("87% to win, but losing costs Pika Hills.", "Estimate: clearly worse than the first move."),
    ]
    assert advised((0, "but it changes nothing"), (None, "")) == [
        ("Estimate: about equal to the second move. It changes nothing.", ""),
        ("", ""),
    ]
    assert room.coaching(page.screen["scene"])["coach"]["note"].startswith(words.SOME_UNTRIED)


def told_of(*levels: int | None, ends: tuple[Ending | None, ...] = ()) -> list[Advice]:
    endings = [*ends, *[None] * (len(levels) - len(ends))]
    return [Advice(("mark", n), 50, "", level, end) for n, (level, end) in enumerate(zip(levels, endings, strict=True))]


@pytest.mark.parametrize(
    ("levels", "says"),
    [
        ((0, 0, 0), "These moves are about equal. The coach sees only what you see"),
        ((0, 0, -1), "The first two are about equal. The coach sees only what you see"),
        ((1, -1, -2), "The coach sees only what you see"),
        ((0, None), "The coach has tried too few games to compare every move. The coach sees only what you see"),
        ((None, None), words.ALL_UNTRIED),
    ],
)
def test_the_note_on_advice_says_which_moves_are_equal_and_that_it_is_an_estimate(levels: Any, says: str) -> None:
    assert words.note_on(told_of(*levels), choices=5).startswith(says)


def test_a_move_of_which_there_is_nothing_good_to_say_is_left_out() -> None:
    found = [Advice(("mark", n), 50, aim, None) for n, aim in enumerate(("wins a cell", "but wastes a cell", "draws"))]
    assert [advice.aim for advice in words.worth_saying(found)] == ["wins a cell", "draws"]
    assert len(words.worth_saying(found[:2])) == 2


def test_a_note_on_one_move_tells_whether_there_was_another() -> None:
    assert words.note_on(told_of(None), choices=1) == words.ONLY_MOVE
    assert words.note_on(told_of(None), choices=4) == words.ONLY_USE


def test_a_move_that_ends_the_game_says_so_and_is_not_estimated() -> None:
    found = told_of(2, -2, -2, ends=(Ending(WON, True), Ending(LOST, True), Ending(LOST, False)))
    assert [words.standing(found, number) for number in range(3)] == [
        "Wins at once.",
        "Loses at once.",
        "Loses at once, in every trial the coach ran.",
    ]


def test_any_other_act_ends_a_thought(page: Page) -> None:
    until_choice(page)
    for other in ({"do": "ask", "move": ["roll", 2]}, {"do": "goto", "number": 0}):
        assert "think" in page.send("coach")
        screen = page.send(**other)
        assert "think" not in screen and "coach" not in screen
        assert "Ask the coach a question" in page.send("think")["why"]["text"]


def test_looking_something_up_ends_no_thought(page: Page) -> None:
    until_choice(page)
    page.send("coach")
    for other in ({"do": "open", "drawer": "odds"}, {"do": "close"}, {"do": "open", "drawer": "rules"}):
        screen = page.send(**other)
        assert "think" in screen and screen["coach"]["kind"] == "thinking"
    while "think" in screen:
        screen = page.send("think")
    assert screen["coach"]["kind"] == "advice"


def test_reading_does_not_take_an_answer_away(page: Page) -> None:
    until_choice(page)
    said = answered(page, "coach")["coach"]
    assert page.send("open", drawer="rules")["coach"] == said


def test_only_whoever_decides_is_answered(page: Page) -> None:
    while not page.screen.get("next"):
        page.press(page.buttons()[0])
    assert all(button["text"] != "Ask the coach" for button in page.screen["now"]["buttons"])
    assert page.send("coach")["why"]["text"] == coach.NOT_YOURS
    page.send("goto", number=0)
    assert page.send("coach")["why"]["text"] == coach.NOT_YOURS


def test_a_thought_comes_to_an_end_in_time(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a machine can do, a question takes no longer than was set."""
    ticks = iter(range(10**6))
    monkeypatch.setattr(thoughts, "monotonic", lambda: next(ticks) * 0.03)
    monkeypatch.setattr(thoughts, "LONGEST", 1.2)
    monkeypatch.setattr("tabletop_kernel.players.coach.Advisor.trials", 10**6)
    until_choice(page)
    screen, portions = page.send("coach"), 0
    while "think" in screen:
        screen, portions = page.send("think"), portions + 1
    assert screen["coach"]["kind"] == "advice" and portions < 25


# -- why did they do that ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_why_did_they_do_that(game: str) -> None:
    page = Page(play(game, dealt=True, seed=5))
    asked = 0
    for _ in range(150):
        if page.screen["now"]["kind"] == "over" or asked > 12:
            break
        if page.screen.get("next"):
            page.send("go-on")
            if any(button["text"] == "Why did they do that?" for button in page.screen["now"]["buttons"]):
                why = answered(page, "reason")["why"]
                assert why["told"] and why["what"] and why["text"].endswith("."), why
                assert not FIGURES.search(why["text"])
                assert "looks best" not in why["text"]
                unquoted = QUOTED_WORDS.sub("", why["text"])
                assert room_of(page).name(page.screen["viewer"]) not in unquoted, why["text"]
                assert game == "royal_ascension" or "the other player" not in unquoted.lower(), why["text"]
                asked += 1
                if why["can"]:
                    page.press(why["can"][0])
        else:
            move(page)
    assert asked


def test_bots_wait_while_one_reads_about_them(page: Page) -> None:
    while not page.screen.get("next"):
        page.press(page.buttons()[0])
    page.send("go-on")
    assert page.screen["next"]
    assert "next" not in page.send("reason"), "nobody moves while the coach thinks"
    screen = answered(page, "reason")
    assert "next" not in screen
    page.press(screen["why"]["can"][0])
    assert page.screen["why"] is None and page.screen["now"]["kind"] in ("wait", "yours")


def test_nobody_explains_a_persons_move(page: Page) -> None:
    until_choice(page)
    page.press(page.buttons()[0])
    if room_of(page).session.inputs[-1].seat == page.screen["viewer"]:
        assert page.send("reason")["why"]["text"] == coach.NO_BOT


def test_what_was_chosen_under_cover_is_not_called_no_choice(page: Page) -> None:
    """A bot commits in secret and seals: the seal alone is seen, and it was no choice any more."""
    for _ in range(300):
        screen = page.screen
        if screen["now"]["kind"] == "over":
            page.send("again")
        elif screen.get("next"):
            page.send("go-on", all=False)
        elif room_of(page)._last_was_a_bot() and " seals " in screen["log"][0]["lines"][0]["text"]:
            why = answered(page, "reason")["why"]
            assert why["text"] == coach.COVERED and " seals " in why["what"]
            return
        else:
            move(page)
    raise AssertionError("no bot has sealed anything")


@pytest.mark.parametrize(
    ("insight", "says"),
    [
        (Insight("", True, None), "From what you can see, they had no choice."),
        (
            Insight("87% to win", False, 2),
            "87% to win. The coach's estimate, knowing only what you knew: clearly better",
        ),
        (Insight("", False, 1, "End the turn"), "a little better than “End the turn”."),
        (Insight("", False, -1), "Thaddeus may know something you can't see, or may be wrong."),
        (Insight("", False, 0), "about equal to another move."),
        (Insight("", False, None), words.UNTRIED),
    ],
)
def test_words_of_a_reason(insight: Insight, says: str) -> None:
    assert says in words.reason_in_words(insight, "Thaddeus")


def test_printed_words_are_told_from_words_to_the_reader() -> None:
    said = words.reason_in_words(Insight("PULSE: “The other player loses 2”", True, None), "Player 2")
    assert said.startswith("PULSE: “The other player loses 2”. (On the card “the other player” is you.) From what")
    assert "card" not in words.reason_in_words(Insight("costs you 2", True, None), "Player 2")


# -- nothing leaks -----------------------------------------------------------------------------------------------------


def seated_at(game: Any, position: dict[str, Any]) -> Page:
    """The person of seat 0 at a table that stands like this, on a page of its own."""
    knowledge_of.cache_clear()
    page = Page(play(game.name))
    room = room_of(page)
    session = Session.at(game, position)
    room._take(session, [Chair(), *(Chair("greedy") for _ in range(session.config.seats - 1))])
    room._sit_down()
    page.send("close")
    return page


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_two_truths_that_look_the_same_get_the_same_words(name: str) -> None:
    """Advice, reasons and cards are made of what the asker sees: every hidden card may lie otherwise."""
    game, rng = load(name), Random(3)
    session = Session(game, seed=11)
    advised = explained = 0
    for _ in range(120):
        if not session.deciders or min(advised, explained) >= ASKED:
            break
        seat = session.deciders[0]
        view = session.view(0)
        truth = session.position()
        twin = Session.at(game, truth)
        twin.truth = game.imagine(session.config, view, Chance(rng.getrandbits(40)))
        pair = [truth, twin.position()]
        choice = rng.choice(forward(session.moves(seat)))
        if seat == 0 and advised < ASKED and rng.random() < 0.3 and len(session.moves(0)) > 1:
            words = [json.dumps(_said(answered(seated_at(game, one), "coach"))) for one in pair]
            assert words[0] == words[1]
            advised += 1
        elif seat != 0 and explained < ASKED and rng.random() < 0.3 and choice in twin.moves(seat):
            explained += _same_reason(game, pair, seat, choice)
        session.submit(seat, choice)
    assert advised and explained


def _said(screen: dict[str, Any]) -> Any:
    return screen.get("coach"), screen["why"], screen.get("card")


def _same_reason(game: Any, pair: list[dict[str, Any]], seat: int, choice: Any) -> int:
    told = []
    for position in pair:
        page = seated_at(game, position)
        room_of(page).session.submit(seat, choice)
        seen = room_of(page).session.events_at(0, 1)
        told.append((seen, _said(answered(page, "reason"))))
    if not told[0][0] or told[0][0] != told[1][0]:
        return 0
    assert told[0][1] == told[1][1]
    return 1


def test_nobody_sits_before_a_projector(page: Page) -> None:
    while not page.screen.get("next"):
        page.press(page.buttons()[0])
    page.send("go-on")
    page.send("project", on=True)
    assert not page.screen.get("card")
    assert page.send("reason")["why"]["text"] in (coach.NO_EYES, coach.NO_BOT)
    assert page.send("coach")["why"]["text"] == coach.NOT_YOURS


def test_a_curtain_ends_a_thought_and_covers_what_was_said() -> None:
    page = open_table()
    page.send("lift")
    for _ in range(60):
        if page.screen["kind"] == "curtain":
            break
        if page.screen.get("next"):
            page.send("go-on", all=True)
        else:
            answered(page, "coach")
            move(page)
    assert page.screen["kind"] == "curtain"
    assert not {"coach", "card", "think"} & page.screen.keys()


def test_advice_goes_with_the_position_it_was_about(page: Page) -> None:
    """Also where another move is made in place of one that was taken back, so that the game is as long as before."""
    for _ in range(60):
        until_choice(page)
        room = room_of(page)
        length = room.session.length
        moves = [one["do"]["move"] for one in page.buttons() if one["do"]["move"][0] != "take-back"]
        page.send("move", move=moves[0])
        if not room._decides or room.session.length != length + 1:
            continue
        answered(page, "coach")
        page.send("undo")
        if room.session.length != length:
            continue
        page.send("move", move=moves[1])
        if room._decides and room.session.length == length + 1:
            assert "coach" not in page.screen
            return
    raise AssertionError("no two such moves were found")


def test_people_at_one_screen_do_not_hear_of_each_others_cards() -> None:
    page = open_table()
    page.send("lift")
    before = page.screen["keep"].get("know")
    seen: dict[int, set[str]] = {0: set(), 1: set()}
    for _ in range(60):
        screen = page.screen
        if screen["kind"] == "curtain":
            page.send("lift")
        elif screen.get("next"):
            page.send("go-on", all=True)
        else:
            if screen.get("card"):
                seen[screen["viewer"]].add(screen["card"]["rule"])
            move(page)
        if page.screen.get("now", {}).get("kind") == "over":
            break
        assert page.screen["keep"].get("know") == before
    assert seen[0] & seen[1], "each is told for themselves"


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_coached(game: str) -> None:
    page = Page(play(game, dealt=True, seed=5))
    rules, seen = [], set()
    for _ in range(3000):
        card = page.screen.get("card")
        if card and card["n"] not in seen:
            seen.add(card["n"])
            rules.append(card["rule"])
            assert card["title"] and card["text"] and "{" not in card["text"]
        if page.screen["now"]["kind"] == "over":
            break
        if page.screen.get("next"):
            assert not card, "while others move nobody can read"
            page.send("go-on", all=True)
        else:
            move(page)
    assert page.screen["now"]["kind"] == "over"
    assert len(rules) == len(set(rules)) > 12, "no rule twice"
    assert ledger_of(page).finished
    assert "card" not in page.send("close"), "after one game it is quiet"
    page.press(page.button("Play again"))
    assert "card" not in page.screen


ALWAYS = {"camp.by-play"}  # tips that belong to no decision


def decisions(seed: int, most: int = 120) -> Iterator[tuple[Session, int, dict[str, Any]]]:
    """The decisions of a coached game of Tamashii, each with its card; an empty one where the coach says nothing."""
    page = Page(play("tamashii", dealt=True, seed=seed))
    for _ in range(most):
        if page.screen["now"]["kind"] == "over":
            return
        if page.screen.get("next"):
            page.send("go-on", all=True)
            continue
        session, seat = room_of(page).session, page.screen["viewer"]
        yield session, seat, page.screen.get("card") or {}
        move = session.game.opinions.quick(session.truth.clone(), seat, forward(session.moves(seat)), Random(seed))
        page.send("move", move=list(move))


def test_a_card_quotes_no_line_that_goes_by_without_a_word() -> None:
    """«It is not so: time is 0.» reads as if time were 0."""
    quiet, quoted = face_of("tamashii").quiet, 0
    for session, seat, card in decisions(8):
        if about := card.get("about"):
            kinds = {entry.kind for entry in session.log(seat, you=True) if entry.text == about}
            assert not kinds & quiet, about
            quoted += 1
    assert quoted > 3


def test_every_tip_of_tamashii_names_the_moves_it_is_about() -> None:
    game = load("tamashii")
    tips_of_rules = {name for name, rule in game.rulebook.rules.items() if rule.tip}
    assert tips_of_rules - set(coach_card_moments.VERBS) == ALWAYS
    assert set(coach_card_moments.VERBS) <= set(game.rulebook.rules)
    assert sum(len(rules) for _, rules in coach_card_moments.ABOUT) == len(coach_card_moments.VERBS), (
        "no rule is there twice"
    )
    known = {verb for decision in DECISIONS.values() for verb in decision.verbs} | set(game.aside.verbs)
    assert {verb for verbs in coach_card_moments.VERBS.values() for verb in verbs} <= known


def test_a_card_of_tamashii_speaks_of_moves_that_can_be_made_now() -> None:
    told = 0
    for session, seat, card in decisions(3):
        if card and card["rule"] in coach_card_moments.VERBS:
            told += 1
            assert {move[0] for move in session.moves(seat)} & set(coach_card_moments.VERBS[card["rule"]]), card
    assert told > 8


@pytest.mark.parametrize(
    ("rule", "view", "moves", "fits"),
    [
        ("combat.power", {}, [("roll",)], False),
        ("combat.power", {}, [("power",), ("roll",)], True),
        ("launch.keep-rest", {}, [("roll",)], False),
        ("frame.top-only", {}, [("act", 0), ("done",)], False),
        ("launch.dump-corrupted", {"frames": [("launch", 0, ())], "grid": ["EW.#"]}, [("done",)], False),
        ("launch.dump-corrupted", {"frames": [("launch", 0, ())], "grid": ["EX.#"]}, [("done",)], True),
    ],
)
def test_a_tip_waits_until_there_is_a_reason_for_it(rule: str, view: Any, moves: Any, fits: bool) -> None:
    assert load("tamashii").opinions.tip_fits(view, moves, rule) == fits


def test_a_card_goes_with_the_next_move_and_comes_to_a_piece(page: Page) -> None:
    while page.screen.get("next"):
        page.send("go-on", all=True)
    card = page.screen["card"]
    assert card == page.send("open", drawer="rules")["card"], "it stays while nothing happens"
    assert card["piece"] in json.dumps(page.screen["scene"])
    page.press(page.buttons()[0])
    assert page.screen["card"] != card


def test_a_card_does_not_speak_of_what_came_before_ones_last_turn() -> None:
    page = start("royal_ascension")
    told = 0
    for screen in plays(page, 250):
        about, session = (screen.get("card") or {}).get("about"), room_of(page).session
        if about:
            told += 1
            since = own_turn_over(session, 0)
            fresh = [one.text for one in session.log(0, you=True) if one.at > since or one.at == session.length]
            assert about in fresh, about
    assert told


def test_one_switch(page: Page) -> None:
    until_choice(page)
    assert page.screen["card"]
    page.send("coached", on=False)
    kept = page.screen["keep"]
    assert "card" not in page.screen
    knowledge_of.cache_clear()
    again = Page(play("royal_ascension"), link=kept)
    assert "card" not in again.screen, "a reload does not bring it back"
    assert "card" in again.send("coached", on=True)


# -- what one knows ----------------------------------------------------------------------------------------------------


def states(page: Page) -> dict[str, str]:
    drawer = page.send("open", drawer="know")["drawer"]
    return {rule["id"]: rule["state"] for chapter in drawer["chapters"] for rule in chapter["rules"]}


def test_the_map_fills_while_one_plays(page: Page) -> None:
    assert set(states(page).values()) == {"new"}, "what bots drafted was before anybody looked"
    while page.screen.get("next"):
        page.send("go-on", all=True)
    page.send("move", move=["roll", 2])
    assert states(page)["turn.roll"] == "met"
    page.send("move", move=["roll", 1])
    found = states(page)
    assert found["turn.roll"] == "used"
    drawer = page.screen["drawer"]
    assert sum(drawer["counts"].values()) == len(found) == len(load("royal_ascension").rulebook)
    for chapter in drawer["chapters"]:
        assert sum(chapter["counts"].values()) == len(chapter["rules"])


def test_all_tables_of_a_page_share_it_and_a_reload_brings_it_back(page: Page) -> None:
    other = Page(play("royal_ascension", slot="other"))
    play_on(page, 12)
    known = states(page)
    assert states(other) == known and len(set(known.values())) > 2
    kept = page.screen["keep"]["know"]
    assert len(kept) < 120
    knowledge_of.cache_clear()
    again = Page(play("royal_ascension", dealt=True), link={"know": kept})
    assert states(again) == known
    knowledge_of.cache_clear()
    odd = Page(play("royal_ascension", dealt=True), link={"know": "TK1.royal_ascension.00000000.0.AA."})
    assert "the count starts again" in odd.send("open", drawer="know")["drawer"]["trouble"]


def test_a_lesson_counts_too() -> None:
    page = Page(learn("royal_ascension"))
    room = room_of(page)
    seat, moves = room.viewer, room.session.moves(room.viewer)
    page.send("move", move=["claim", "Atlantis"])
    assert page.screen["why"]["rules"][0].startswith("table.") or "met" in states(page).values()
    if moves and seat is not None:
        page.send("move", move=list(moves[0]))
        assert {"used", "met"} & set(states(page).values())


def test_a_link_to_share_holds_no_knowledge() -> None:
    page = Page(play("royal_ascension", dealt=True, seed=7), greet=False)
    page.send("hello", link={}, address="http://school:8866/royal_ascension.ipynb")
    play_on(page, 6)
    assert "know" in page.screen["keep"]
    share = page.send("open", drawer="save")["drawer"]["share"]
    assert "play=" in share["link"] and "know" not in share["link"]


def test_with_several_people_the_ledger_rests() -> None:
    page = open_table()
    play_on(page, 30)
    drawer = page.send("open", drawer="know")["drawer"] if page.screen["kind"] == "table" else None
    page.send("lift")
    drawer = drawer or page.send("open", drawer="know")["drawer"]
    assert drawer["resting"] and drawer["counts"]["new"] == sum(drawer["counts"].values())


def test_the_ledger_can_be_switched_off(page: Page) -> None:
    page.send("remember", on=False)
    play_on(page, 12)
    assert set(states(page).values()) == {"new"}
    assert not page.screen["drawer"]["keeping"]


def test_forget_me(page: Page) -> None:
    lessons = Page(learn("royal_ascension"))
    room_of(lessons).desk.progress.done.add(room_of(lessons).desk.progress.steps[0])
    play_on(page, 12)
    assert "must confirm" in page.send("forget", sure=False)["why"]["text"]
    assert len(set(states(page).values())) > 1
    at = lessons.screen["at"]
    screen = page.send("forget", sure=True)
    assert screen["forgot"] and screen["keep"]["know"] == "" and screen["keep"]["learn"] == ""
    assert screen["keep"]["play"], "the game goes on"
    assert set(states(page).values()) == {"new"} and "forgot" not in page.screen
    assert not room_of(lessons).desk.progress.done
    assert lessons.screen["at"] > at, "the other tables of the page know at once"
    assert all(not step["done"] for step in lessons.screen["where"]["steps"])
