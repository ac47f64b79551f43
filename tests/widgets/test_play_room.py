"""A game that is played: start, moves, refusals, bots, undo, time, branches, saves."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from page import Page, lines_of, play_on, room_of

from tabletop_kernel import Session, load
from tabletop_kernel.players.bots import SearchBot
from widgets.app import play
from widgets.rulebook import lesson_of


@pytest.fixture
def page() -> Page:
    return Page(play("royal_ascension", dealt=True, seed=7))


def test_a_table_that_nobody_looks_at_costs_nothing() -> None:
    view = play("royal_ascension")
    assert view.screen["kind"] == "waiting"
    assert view._receive.__self__.room is None
    assert len(json.dumps(view.get_state("_esm"))) < 2500, "the drawing code goes to the page once, not with each table"


def test_a_set_table_waits_for_start() -> None:
    page = Page(play("royal_ascension"))
    assert page.screen["now"]["head"] == "Ready to start"
    assert page.screen["moves"] == [] and page.screen["scene"]
    page.press(page.button("Start"))
    assert page.screen["now"]["kind"] in ("yours", "wait")
    assert page.screen["time"]["length"] == 0


def test_start_after_the_draft() -> None:
    page = Page(play("royal_ascension"))
    page.press(page.button("Start after the draft"))
    assert page.screen["time"]["length"] > 12
    assert len(room_of(page).session.view(0)["territories"][0]) == 4


def test_whoever_clicks_something_impossible_learns_the_rule(page: Page) -> None:
    screen = page.send("move", move=["buy", "7C"])
    assert screen["why"]["rules"] == ["shop.landing-only"]
    assert screen["why"]["what"] == "Not now: “Buy the 7 of clubs”."
    assert [button["do"]["do"] for button in screen["why"]["can"]] == ["move"]
    assert screen["say"]["assertive"]
    page.press(screen["why"]["can"][0])
    assert page.screen["why"] is None, "a refusal stays until the next move"


@pytest.mark.parametrize("verb", ["next", "bury"])
@pytest.mark.parametrize("how", ["move", "ask"])
def test_what_is_tried_is_never_worded_with_what_is_hidden(verb: str, how: str) -> None:
    """These moves name cards on top of a deck, and nobody who may not look there is offered one."""
    page = Page(play("tamashii", seed=7))
    page.press(page.button("Start"))
    for number in range(1, len(room_of(page).session.truth.enemy_deck) + 1):
        assert page.send(how, move=[verb, number])["why"]["what"] == "You can't do that now."


def test_asking_does_not_try(page: Page) -> None:
    length = page.screen["time"]["length"]
    assert page.send("ask", move=["roll", 2])["why"]["rules"] == ["turn.roll"]
    assert page.send("ask", move=["roll", 1])["why"]["what"] == "That is allowed."
    assert page.screen["time"]["length"] == length


def test_a_typed_move(page: Page) -> None:
    length = page.screen["time"]["length"]
    assert page.send("type", text="roll 1")["time"]["length"] == length + 1
    assert page.send("type", text="fly away")["why"]["rules"] == ["table.unknown"]


def test_the_refused_piece_is_marked(page: Page) -> None:
    view = room_of(page).session.view(0)
    card = view["hearts"][0][0]
    assert page.send("move", move=["commit", card])["why"]["piece"].endswith(card)


def test_bots_play_at_a_pace_that_one_can_follow(page: Page) -> None:
    while not page.screen.get("next"):
        page.press(page.buttons()[0])
    assert "thinking" in page.screen["next"]["text"]
    lines = len(lines_of(page.screen))
    page.send("go-on")
    assert len(lines_of(page.screen)) > lines
    page.send("go-on", all=True)
    assert not page.screen.get("next")
    assert page.screen["now"]["kind"] in ("yours", "over")


FULL = ["boots", "boots", "knife", "pan", "blisters", "hatchet"]
EVENING = {"seats": 1, "options": {"mission": "new_world"}, "character": ["ada_quill"], "hand": [FULL]}


def with_a_full_hand() -> Page:
    """Deck Goes West at the end of a day: who keeps all these cards dies in the morning."""
    ground = [[0, 0, "Berry Thicket"], [0, 1, "Pine Hollow"], [1, 1, "Beaver Run"]]
    page = Page(play(Session.at("deck_goes_west", {**EVENING, "ground": ground})))
    page.send("move", move=["pass"])
    return page


def test_whoever_would_end_their_game_is_asked_first() -> None:
    page = with_a_full_hand()
    length = page.screen["time"]["length"]
    for _ in range(2):  # a press too many asks again, and is not the last one
        why = page.send("move", move=["keep"])["why"]
        assert why["head"] == "This ends your game" and "die" in why["text"] and page.screen["say"]["assertive"]
        assert page.screen["time"]["length"] == length
    back, sure = why["can"]
    assert back["main"] and sure["grave"]
    assert page.press(back)["why"] is None and page.screen["time"]["length"] == length
    page.press(sure)
    while page.screen["now"]["kind"] != "over":
        page.press(page.buttons()[0])
    assert page.screen["now"]["result"]["winners"] == []


def test_whoever_would_lose_something_for_nothing_is_asked_first() -> None:
    """Gold for a ride where there is no railway: the page says so before it is paid."""
    ground = [[0, 0, "Berry Thicket"], [0, 1, "Pine Hollow"], [1, 1, "Beaver Run"]]
    page = Page(play(Session.at("deck_goes_west", {**EVENING, "ground": ground, "stock": [{"gold": 1}]})))
    length, ride = page.screen["time"]["length"], ["job", "mission", 1]
    why = page.send("move", move=ride)["why"]
    assert why["head"] == "You would waste this" and "no railway" in why["text"]
    assert why["rules"] == ["train.move"] and page.screen["time"]["length"] == length
    back, sure = why["can"]
    assert page.press(back)["why"] is None and page.screen["time"]["length"] == length
    page.press(sure)
    assert page.screen["time"]["length"] > length


def test_a_typed_move_is_asked_about_too_and_a_harmless_one_is_not() -> None:
    page = with_a_full_hand()
    assert page.send("type", text="keep")["why"]["head"] == "This ends your game"
    length = page.screen["time"]["length"]
    assert page.send("move", move=["drop", "pan"])["why"] is None
    assert page.screen["time"]["length"] == length + 1
    assert page.send("move", move=["keep"])["why"] is None, "a card is drawn in the morning"


def test_a_battle_is_told_beside_its_own_dice() -> None:
    """What the sheet shows is what has been rolled so far, and a card that was used is in the hand no more."""
    ground = [[0, 0, "Berry Thicket"], [0, 1, "Pine Hollow"], [1, 1, "Beaver Run"]]
    fight = {**EVENING, "hand": [["hatchet", "knife", "pan"]], "bandits": [[0, 1, 2]]}
    page = Page(play(Session.at("deck_goes_west", {**fight, "ground": ground})))
    page.send("move", move=["job", "hatchet", 1])
    (stage,) = page.send("move", move=["ready"])["play"]
    open_dice = {beat["rule"]: unrolled(beat["parts"][0]) for beat in stage["beats"] if beat.get("parts")}
    beats = list(open_dice)
    assert beats[0] == "battle.hits" and open_dice["battle.hits"] < unrolled_at_first(ground, fight)
    assert open_dice[beats[-1]] == 0, open_dice
    told = next(beat for beat in stage["beats"] if "get through" in beat["text"] or "gets through" in beat["text"])
    assert [row["label"] for row in told["parts"][0]["rows"] if row.get("strong")], "and so is what came of them"
    assert told["becomes"] == ["hand"]


def unrolled(sheet: dict[str, Any]) -> int:
    """The dice of a battle that show nothing yet."""
    cells = [cell for row in sheet["rows"] for cell in row["cells"] if cell]
    return sum(die["figure"] == "" for cell in cells for die in cell.get("dice", ()))


def unrolled_at_first(ground: list[Any], fight: dict[str, Any]) -> int:
    page = Page(play(Session.at("deck_goes_west", {**fight, "ground": ground})))
    page.send("move", move=["job", "hatchet", 1])
    return unrolled(next(part for part in page.screen["scene"] if part["part"] == "sheet"))


def test_the_end_is_told_beside_the_points_that_it_names() -> None:
    ground = [[0, 0, "Berry Thicket"], [0, 1, "Pine Hollow"], [1, 1, "Beaver Run"], [2, 1, "Larkspur Meadow", 0]]
    last = {**EVENING, "hand": [["boots"]], "stock": [[0, 0, 0, 3]], "score": [22], "meeple": [[1, 1]]}
    page = Page(play(Session.at("deck_goes_west", {**last, "ground": ground})))
    page.send("move", move=["job", "boots", 0])
    (stage,) = page.send("move", move=["step", 2, 1])["play"]
    (won,) = [beat for beat in stage["beats"] if "24 points" in beat["text"]]
    assert set(won["becomes"]) == {"score", "you"}


def test_undo_stops_at_what_was_rolled(page: Page) -> None:
    page.press(page.buttons()[0])
    time = page.screen["time"]
    assert not time["undo"] and time["no_undo"] == "You can't undo the last move: it rolled or drew something."
    assert page.send("undo")["why"]["rules"] == ["table.undo"]


def test_only_ones_own_move_is_taken_back(page: Page) -> None:
    while not page.screen.get("next"):
        page.press(page.buttons()[0])
    page.send("go-on")
    time = page.screen["time"]
    assert not time["undo"] and "You can only undo your own moves." in time["no_undo"]
    assert page.send("undo")["why"]["rules"] == ["table.theirs"]


@pytest.mark.parametrize("name", ["royal_ascension", "the_north", "deck_goes_west", "tamashii"])
def test_undo_is_offered_exactly_where_it_is_not_refused(name: str) -> None:
    page = Page(play(name, seed=5))
    page.press(page.button("Start"))
    for _ in range(14):
        offered = page.screen["time"]["undo"]
        refusal = page.send("undo")["why"]
        assert offered == (refusal is None), refusal
        play_on(page, 1 + offered)


def test_a_pick_that_is_taken_back_leaves_no_trace_and_no_trouble() -> None:
    """It is no move, so nobody counts how long it took."""
    page, rng = Page(play("tamashii", seed=3)), Random(1)
    page.send("start", dealt=True)
    for _ in range(60):
        room = room_of(page)
        session, made = room.session, [one.move for one in room.session.inputs[-1:]]
        back = next((move for move in room.legal() if move[0] == "take-back" and move[1:] in made), None)
        if back is not None:
            break
        forward = [move for move in room.legal() if move[0] != "take-back"]
        page.send("move", move=list(rng.choice(forward))) if forward else page.send("go-on", all=True)
    assert back is not None
    length = session.length
    assert not page.send("move", move=list(back))["why"] and session.length == length - 1


def test_time_travel_and_another_way_on(page: Page) -> None:
    for _ in range(6):
        page.send("go-on", all=True) if page.screen.get("next") else page.press(page.buttons()[0])
    length = page.screen["time"]["length"]
    then = page.send("goto", number=length - 3)
    assert then["now"]["kind"] == "past" and then["moves"] == [] and "next" not in then
    assert page.send("move", move=["roll", 1])["why"]["rules"] == ["table.past"]
    page.press(page.button("Play on from here"))
    assert page.screen["time"]["length"] == length - 3
    assert [line["text"] for line in page.screen["time"]["lines"]] == ["The game", f"From move {length - 3}"]
    page.send("line", id=0)
    assert page.screen["time"]["length"] == length, "the game as it was is still there"


def test_a_reload_comes_back(page: Page) -> None:
    for _ in range(4):
        page.send("go-on", all=True) if page.screen.get("next") else page.press(page.buttons()[0])
    kept = page.screen["keep"]
    again = Page(play("royal_ascension", dealt=True), link=kept)
    assert room_of(again).session.save() == room_of(page).session.save()
    for part in ("scene", "moves", "time", "viewer"):
        assert again.screen[part] == page.screen[part]


def test_a_link_of_no_use_leaves_a_table_that_says_so() -> None:
    page = Page(play("royal_ascension"), link={"play": "person,greedy,greedy~TN1.broken"})
    assert "damaged" in page.screen["now"]["text"]
    page.press(page.button("Start"))
    assert page.screen["now"]["kind"] in ("yours", "wait")


def test_a_save_says_that_it_holds_the_whole_truth(page: Page) -> None:
    drawer = page.send("open", drawer="save")["drawer"]
    assert "the whole table" in drawer["warning"]
    other = Page(play("royal_ascension"))
    other.send("restore", code=f"http://somewhere/else.ipynb#x=1&play={drawer['code']}")
    assert room_of(other).session.save() == room_of(page).session.save()


def test_the_rulebook_beside_the_table(page: Page) -> None:
    drawer = page.send("open", drawer="rules", rule="battle.tie")["drawer"]
    entry = next(e for e in drawer["entries"] if e["id"] == "battle.tie")
    assert drawer["focus"] == "battle.tie"
    assert entry["source"] and entry["step"]
    assert "ruling.tie-recommit" in [ruling["id"] for ruling in entry["rulings"]]
    found = page.send("search", text="health cards")["drawer"]["entries"]
    assert found and all("health" in json.dumps(e).casefold() for e in found)
    assert "drawer" not in page.send("close")


def test_show_me_opens_the_lesson_and_the_game_waits(page: Page) -> None:
    length = page.screen["time"]["length"]
    screen = page.send("show", rule="battle.health-limit")
    assert screen["task"]["id"] == lesson_of(load("royal_ascension"), "battle.health-limit")
    page.press(screen["task"]["back"])
    assert page.screen["time"]["length"] == length and "task" not in page.screen


def test_rulings_and_seats_are_agreed_before_a_game() -> None:
    page = Page(play("royal_ascension"))
    page.send("players", count=4)
    page.send("sit", chair=1, who="mcts")
    page.send("ruling", id="ruling.ace-value", choice="14")
    page.send("option", id="layout", choice="slow-burn")
    drawer = page.send("open", drawer="setup")["drawer"]
    assert drawer["changed"] == 1 and [seat["who"] for seat in drawer["seats"]] == [
        "person",
        "mcts",
        "greedy",
        "greedy",
    ]
    assert "1 ruling changed" in page.screen["now"]["text"]
    page.send("start")
    session = room_of(page).session
    assert session.config.seats == 4 and session.config.rulings["ruling.ace-value"] == "14"
    assert session.config.options["layout"] == "slow-burn"


def test_an_impossible_agreement_is_named_and_nothing_starts() -> None:
    page = Page(play("royal_ascension"))
    page.send("option", id="layout", choice="slow-burn")
    page.send("ruling", id="ruling.home-counted", choice="counted")
    assert "doesn't work with" in page.send("open", drawer="setup")["drawer"]["problem"]
    screen = page.send("start")
    assert "doesn't work with" in screen["why"]["text"]
    assert not room_of(page).started


def test_the_set_up_names_the_seats_as_the_game_will() -> None:
    page = Page(play("royal_ascension"))
    drawer = page.send("open", drawer="setup")["drawer"]
    assert [seat["character"] for seat in drawer["seats"]] == ["Eadric", "Seraphina", "Thaddeus"]
    drawer = page.send("ruling", id="ruling.characters", choice="free-choice")["drawer"]
    assert [seat["character"] for seat in drawer["seats"]] == ["Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize("count", [3, 4])
def test_a_whole_game_by_buttons(count: int) -> None:
    page = Page(play("royal_ascension"))
    page.send("players", count=count)
    page.send("start")
    play_on(page)
    result = page.screen["now"]["result"]
    assert result["rule"] == "end.majority"
    assert len(result["scores"]) == count
    assert page.screen["time"]["turns"]
    page.press(page.button("Play again"))
    assert page.screen["time"]["length"] == 0


def test_bots_alone_can_be_watched() -> None:
    page = Page(play("royal_ascension"))
    page.send("sit", chair=0, who="random")
    page.send("start")
    assert page.screen["viewer"] is None and page.screen["next"]
    while page.screen.get("next"):
        page.send("go-on", all=True)
    assert page.screen["now"]["kind"] == "over"


@pytest.fixture
def thoughts(monkeypatch) -> list[int]:
    """How often a bot has thought ahead; here it takes no time."""
    thought: list[int] = []

    def choose(self: SearchBot, view: Any, moves: Any) -> Any:
        if len(moves) > 1:
            thought.append(len(moves))
        return moves[len(moves) // 2]

    monkeypatch.setattr(SearchBot, "choose", choose)
    return thought


def thinkers(game: str, chairs: Any) -> Page:
    page = Page(play(game, seed=7))
    for chair in chairs:
        page.send("sit", chair=chair, who="mcts")
    return page


@pytest.mark.parametrize("game", ["royal_ascension", "the_north", "the_west_ascendant"])
def test_bots_that_think_ahead_take_a_breath(game: str, thoughts: list[int]) -> None:
    """A whole game of them is many messages, and the page sends them all by itself once somebody has skipped."""
    page = thinkers(game, range(2 if game != "royal_ascension" else 3))
    page.send("start", dealt=True)
    assert not thoughts, "not even the draft is thought through, and whoever watches sees all that follows"
    assert not page.screen["next"]["all"]
    messages, most = 0, 0
    page.send("go-on", all=True)
    while page.screen.get("next"):
        assert page.screen["next"]["all"]
        before = len(thoughts)
        page.send("go-on", all=page.screen["next"]["all"])
        messages, most = messages + 1, max(most, len(thoughts) - before)
    assert page.screen["now"]["kind"] == "over"
    assert messages > 1 and 1 <= most <= 3


def test_a_skip_ends_at_ones_own_turn_or_when_one_looks_back(thoughts: list[int]) -> None:
    page = thinkers("royal_ascension", [0, 1, 2])
    page.send("start")
    page.send("go-on", all=True)
    assert page.screen["next"]["all"]
    page.send("open", drawer="rules")
    assert page.screen["next"]["all"], "reading meanwhile does not stop it"
    page.send("goto", number=1)
    assert "next" not in page.screen
    page.send("goto", number=room_of(page).session.length)
    assert not page.screen["next"]["all"]
    page = thinkers("royal_ascension", [1, 2])
    page.send("start", dealt=True)
    while page.screen.get("next"):
        page.send("go-on", all=True)
    assert page.screen["now"]["kind"] == "yours"


def test_at_a_table_that_is_full_nobody_moves(page: Page, monkeypatch) -> None:
    while not page.screen.get("next"):
        page.press(page.buttons()[0])
    monkeypatch.setattr("tabletop_kernel.table.session.MAX_INPUTS", room_of(page).session.length)
    screen = page.send("go-on", all=True)
    assert "next" not in screen and screen["why"] is None


def test_a_refused_move_does_not_start_the_game() -> None:
    page = Page(play("royal_ascension"))
    assert page.send("move", move=["fly", "away"])["why"]["text"]
    assert not room_of(page).started
    page.send("sit", chair=1, who="person")
    assert page.send("move", move=["roll", 1])["why"]["rules"] == ["table.wait"]
    assert not room_of(page).started and page.screen["kind"] == "table"


def test_the_code_on_the_page_is_the_code_of_the_kernel(page: Page) -> None:
    kept = page.screen["keep"]["play"]
    assert Session.from_code(kept.rpartition("~")[2]).save() == room_of(page).session.save()


# -- from the short way into a game -----------------------------------------------------------------------------------


def test_the_short_way_leads_to_the_first_mission_alone() -> None:
    """Whatever was agreed at the table for whole games: New World, one player, begun, with the coach."""
    page = Page(play("deck_goes_west"))
    assert room_of(page).session.config.seats == 2
    page.send("option", id="mission", choice="widows_wagon")
    screen = page.send("first-game")
    config = room_of(page).session.config
    assert (config.seats, config.options["mission"]) == (1, "new_world")
    assert screen["now"]["kind"] == "yours" and screen["where"]["text"].startswith("New World, day 1")
    assert screen["card"], "the coach speaks"


def test_a_game_under_way_is_not_lost_for_the_first_one_unasked() -> None:
    page = Page(play("deck_goes_west"))
    page.send("first-game")
    page.send("move", move=["pass"])
    session = room_of(page).session
    why = page.send("first-game")["why"]
    assert room_of(page).session is session and "first game alone" in why["text"]
    back, new = why["can"]
    assert page.press(back)["why"] is None and room_of(page).session is session
    page.press(new)
    assert room_of(page).session is not session and room_of(page).session.length == 0


def test_a_table_on_a_projector_is_not_taken_for_the_first_game() -> None:
    page = Page(play("deck_goes_west"), greet=False)
    page.send("hello", link={}, projector=True)
    session = room_of(page).session
    page.send("first-game")
    assert room_of(page).session is session
