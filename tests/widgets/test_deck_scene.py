"""The table of Deck Goes West: what must be seen at a glance, what a click means, and what nobody else sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from stage import Stage

from tabletop_kernel import Session
from tabletop_kernel.checks.random_play import wander
from tabletop_kernel.contract.game import LOST, WON
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import read_job
from tabletop_kernel.players.bots import forward, make_bot
from widgets.beats import Beat
from widgets.games.deck_goes_west import journey
from widgets.log import blocks
from widgets.moments import all_moments
from widgets.scene import check, check_data, pieces

ADA = {"mission": "new_world"}
WALKING = (("job", "boots", 0), ("also", "boots", 0), ("go",))


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage("deck_goes_west")


def at(stage: Stage, **position: Any) -> Session:
    """A table in the position that a test needs."""
    base = {
        "seats": 1,
        "options": ADA,
        "character": ["ada_quill"],
        "hand": [["boots", "boots", "knife", "pan", "blisters"]],
        "stock": [[0, 1, 2, 4]],
        "ground": [
            [0, 0, "Berry Thicket"],
            [0, 1, "Pine Hollow"],
            [0, 2, "Granite Saddle"],
            [1, 0, "Long Grass"],
            [1, 1, "Beaver Run"],
            [1, 2, "Windmill Rise"],
            [2, 1, "Larkspur Meadow", 0],
        ],
        "row": ["mule", "bedroll", "spyglass", "coffee_pot", "pony"],
    }
    return Session.at(stage.game, {**base, **position})


def item_texts(part: Any) -> list[str]:
    return [one["text"] for one in part["items"]]


def list_called(stage: Stage, session: Session, title: str, seat: int | None = 0) -> Any:
    return next(part for part in stage.scene(session, seat) if part.get("title", "").startswith(title))


def deciding(stage: Stage, until: Callable[[Session], bool], seats: int, mission: str, first: int = 1) -> Session:
    """A game of bots, up to a moment."""
    for seed in range(first, first + 30):
        session = Session(stage.game, seats=seats, seed=seed, options={"mission": mission})
        bots = [make_bot("greedy", stage.game, session.config, seat, seed) for seat in range(seats)]
        while session.outcome is None:
            if until(session):
                return session
            seat = session.deciders[0]
            session.submit(seat, bots[seat].choose(session.view(seat), forward(session.moves(seat))))
    raise AssertionError("no game came to this moment")


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_a_card_prints_what_the_kernel_runs(stage: Stage) -> None:
    knife = stage.piece(at(stage), 0, "hand:knife")
    jobs = stage.game.content.cards["knife"].jobs
    assert [line["text"] for line in knife["body"]] == [job_in_words(job) for job in jobs]
    assert knife["body"][0]["signs"] == ["forest", ":", "+2", "dice", "food"]
    assert (knife["tone"], knife["glyph"]) == ("green", "prairie"), "a colour is never alone"


def test_copies_of_a_card_are_one_piece(stage: Stage) -> None:
    boots = stage.piece(at(stage), 0, "hand:boots")
    assert boots["count"] == 2 and boots["moves"] == [["job", "boots", 0]]
    assert boots["ahead"]["lines"][0]["text"] == "Food: 4 → 3"


def test_danger_is_counted_and_warns_one_below_the_limit(stage: Stage) -> None:
    few = stage.piece(at(stage), 0, "seat:0")
    said = "Danger cards in hand: 1 (6 would kill Ada Quill)."
    assert {"glyph": "danger", "figure": "1/6", "label": said} in few["counters"]
    assert few["badge"] is None
    many = stage.piece(at(stage, hand=[["boots", *["blisters"] * 5]]), 0, "seat:0")
    assert many["badge"] == {"glyph": "danger", "text": "next danger card kills"}


def test_the_token_that_decides_the_risk_is_marked(stage: Stage) -> None:
    def marked(session: Session) -> list[list[str]]:
        tracks = [part for part in stage.scene(session, 0) if part["part"] == "track"]
        return [[one["figure"] for one in track["stretches"] if one.get("now")] for track in tracks]

    assert marked(at(stage, score=[10], day=2)) == [[], ["2"]]
    assert marked(at(stage, score=[2], day=7)) == [["3"], []]


def test_the_card_that_leaves_tonight_says_so(stage: Stage) -> None:
    row = list_called(stage, at(stage), "Trade row")
    assert [text.endswith("leaves tonight") for text in item_texts(row)] == [False] * 4 + [True]
    assert [text.endswith("newest") for text in item_texts(row)] == [True] + [False] * 4


def test_the_ends_of_the_trade_row_are_those_of_the_ruling(stage: Stage) -> None:
    row = list_called(stage, at(stage, rulings={"ruling.row-front": "left"}), "Trade row")
    assert [text.partition(", ")[2] for text in item_texts(row)] == ["leaves tonight", "", "", "", "newest"]


def buttons_of(stage: Stage, session: Session, flag: str, seat: int = 0) -> list[list[Any]]:
    """The moves of the bar whose buttons are marked like this."""
    buttons = (button for group in stage.groups(session, seat) for button in group["buttons"])
    return [button["do"]["move"] for button in buttons if button.get(flag)]


def test_enter_ends_nothing_while_something_can_be_done(stage: Stage) -> None:
    """What ends the day, a walk or an invitation stands by itself, and Enter means it only when all else is done."""
    assert (buttons_of(stage, at(stage), "main"), buttons_of(stage, at(stage), "ends")) == ([], [["pass"]])
    done = at(stage, hand=[[]], stock=[[0, 0, 0, 0]], tapped=1)
    assert (buttons_of(stage, done, "main"), buttons_of(stage, done, "ends")) == ([["pass"]], [])
    walk = at(stage)
    walk.submit(0, ("job", "boots", 0))
    assert buttons_of(stage, walk, "main") == [["go"]], "it brings the walk on"
    walk.submit(0, ("go",))
    assert (buttons_of(stage, walk, "main"), buttons_of(stage, walk, "ends")) == ([], [["stop"]])


def test_nobody_says_no_by_a_careless_enter(stage: Stage) -> None:
    """A refusal stands by itself, and is not the main button even where it is the only answer."""

    def is_asked(session: Session) -> bool:
        return session.truth.frames[-1][0] in ("invited", "offered")

    session = deciding(stage, is_asked, 3, "speed_of_the_slowest")
    seat = session.deciders[0]
    assert ["refuse"] in buttons_of(stage, session, "ends", seat)
    assert ["refuse"] not in buttons_of(stage, session, "main", seat)


def test_the_night_lights_its_step(stage: Stage) -> None:
    session = at(stage, now="night exhaustion")
    night = list_called(stage, session, "Night, step 3 of 7")
    assert [one["id"] for one in night["items"] if one["now"]] == ["night:exhaustion"]
    assert len(night["items"]) == 7, "all steps are there at a glance"


def test_the_night_says_what_its_steps_did(stage: Stage) -> None:
    """Those that are over, in a few words; and so does the list that is played back with each step."""

    def is_tired(session: Session) -> bool:
        return session.truth.day > 0 and any(frame[0] == "tired" for frame in session.truth.frames)

    session = deciding(stage, is_tired, 3, "speed_of_the_slowest")
    seat = session.deciders[0]
    look = stage.face.look(stage.game, session.config, session.view(seat))
    look.told = lambda: session.events(seat)
    entry = [one for one in session.log(seat) if one.kind == "night-step"][-1]
    played = stage.face.beat(look, entry)["steps"]
    assert played is not None
    number = entry.data["number"]
    done, now = played["items"][: number - 1], played["items"][number - 1]
    assert now["now"] and now["id"] == "night:exhaustion"
    assert done[0]["note"] == f"{session.truth.day} of 9 days over"
    assert all(one["note"] for one in done)


def test_players_keep_their_places_and_a_team_has_one_score(stage: Stage) -> None:
    session = deciding(stage, lambda one: one.truth.score[0] > 0, 3, "speed_of_the_slowest")
    for seat in range(3):
        players = stage.part(session, seat, "seats")["seats"]
        assert [one["seat"] for one in players] == [0, 1, 2]
        assert [one["you"] for one in players] == [seat == other for other in range(3)]
        assert not any("score" in one for one in players)
    track = next(part for part in stage.scene(session, 0) if part.get("title") == "Score")
    assert track["figure"] == f"{session.truth.score[0]} / 24"


@pytest.mark.parametrize(
    ("seats", "mission", "goal"),
    [
        (1, "new_world", "You win with 24 points within 9 days."),
        (3, "speed_of_the_slowest", "The team wins with 24 points within 9 days."),
        (3, "discovery", "The first player with 24 points wins. After 9 days, the player with the most points wins."),
    ],
)
def test_what_wins_is_the_first_line_of_the_mission(stage: Stage, seats: int, mission: str, goal: str) -> None:
    session = Session(stage.game, seats=seats, seed=3, options={"mission": mission})
    assert list_called(stage, session, "Mission")["lead"] == goal


def test_a_battle_shows_its_dice(stage: Stage) -> None:
    session = at(stage, bandits=[[0, 1, 2]])
    session.submit(0, ("job", "knife", 1))
    sheet = next((part for part in stage.scene(session, 0) if part["part"] == "sheet"), None)
    if sheet is None:  # nobody could add anything, so that the dice fell at once
        assert any(kind == "bandits-save" for kind, *_ in session.events(0))
        return
    attack = next(row for row in sheet["rows"] if row["label"] == "Attack")
    assert [len(cell["dice"]) for cell in attack["cells"]] == [1, 2]


# -- what a click means ------------------------------------------------------------------------------------------------


def test_tiles_within_reach_say_what_they_take(stage: Stage) -> None:
    session = at(stage)
    for move in WALKING:
        session.submit(0, move)
    costs = {one["id"]: one.get("cost") for one in stage.part(session, 0, "map")["tiles"]}
    assert costs["tile:1,1"] == "1" and costs["tile:0,2"] == "2" and costs["tile:2,1"] == "?"
    beside = stage.piece(session, 0, "tile:1,1")
    assert beside["moves"] == [["step", 1, 1, "walk"]]
    far = stage.piece(session, 0, "tile:1,0")
    assert far["cost"] == "2" and "moves" not in far
    assert far["state"] == "legal", "a click walks there, step by step"
    for move in far["route"]:
        session.submit(0, tuple(move))
    assert session.truth.meeple[0] == (1, 0)


def test_after_a_boot_a_click_on_a_tile_walks_there(stage: Stage) -> None:
    """It adds no more to the movement and steps, each a move of its own; what is revealed ends the way."""
    session = at(stage)
    session.submit(0, ("job", "boots", 0))
    beside, dark = stage.piece(session, 0, "tile:1,1"), stage.piece(session, 0, "tile:2,1")
    assert (beside["cost"], beside["state"]) == ("1", "legal")
    assert beside["route"] == [["go"], ["step", 1, 1, "walk"]]
    assert "route" not in dark and dark["try"][0] == "step", "two away, and there is one step"
    for move in beside["route"]:
        session.submit(0, tuple(move))
    assert session.truth.meeple[0] == (1, 1)


def test_a_click_on_what_stands_on_a_tile_walks_there_too(stage: Stage) -> None:
    session = at(stage, bandits=[[1, 1, 2]])
    session.submit(0, ("job", "boots", 0))
    tile, bandits = (stage.piece(session, 0, name) for name in ("tile:1,1", "bandits:1,1"))
    assert bandits["route"] == tile["route"] == [["go"], ["step", 1, 1, "walk"]]


def test_after_a_boot_a_click_on_the_wagons_next_tile_moves_it(stage: Stage) -> None:
    team = {"seats": 2, "options": {"mission": "speed_of_the_slowest"}, "character": ["ada_quill", "silas_hark"]}
    means = {"hand": [["boots"], ["boots"]], "stock": [[0, 0, 0, 2], [0, 0, 0, 0]]}
    session = at(stage, **team, **means, wagon=[0, 1])
    session.submit(0, ("job", "mission", 1))
    beside = stage.piece(session, 0, "tile:1,1")
    assert (beside["cost"], beside["route"]) == ("1", [["go"], ["haul", 1, 1]])


@pytest.mark.parametrize(
    ("place", "ground", "cost", "said"),
    [
        ((0, 2), "Granite Saddle", "2", "you have 1"),
        ((0, 0), "Island Lake", "sail 1", "can't walk onto Island Lake: it is Water"),
    ],
)
def test_what_a_tile_takes_stands_there_even_where_it_is_too_much(
    stage: Stage, place: tuple[int, int], ground: str, cost: str, said: str
) -> None:
    """A click on such a tile is refused with the reason, before and after no more is added to the movement."""
    names = {(0, 0): "Berry Thicket", (0, 1): "Pine Hollow", (0, 2): "Granite Saddle", (1, 1): "Beaver Run"}
    session = at(stage, ground=[[*where, name] for where, name in (names | {place: ground}).items()])
    for move in (("job", "boots", 0), ("go",)):
        session.submit(0, move)
        tile = stage.piece(session, 0, f"tile:{place[0]},{place[1]}")
        assert (tile["cost"], tile["dear"]) == (cost, True) and "route" not in tile
        assert tile["label"].endswith(f"cost: {cost}, more than you have")
        verdict = session.judge(0, tuple(tile["try"]))
        assert verdict is not None and said in verdict.text


def test_a_lake_says_that_it_needs_sailing(stage: Stage) -> None:
    session = at(stage, ground=[[0, 0, "Island Lake"], [0, 1, "Pine Hollow"], [0, 2, "Granite Saddle"]])
    look = stage.face.look(stage.game, session.config, session.view(0))
    lake, mountain = (stage.face.read(look, f"tile:0,{row}")[0] for row in (0, 2))
    assert "You can enter only by sailing" in lake[1] and "move.walk-water" in lake[2]
    assert "Entering it costs 2 walking points or 1 climbing point" in mountain[1]
    assert "you can enter only by sailing" in stage.piece(session, 0, "tile:0,0")["label"]
    bridge = at(stage, ground=[[0, 0, "Island Lake"], [0, 1, "Pine Hollow"]], rails=[[0, 0]])
    assert "only sailing" not in stage.piece(bridge, 0, "tile:0,0")["label"]


def test_only_places_where_land_may_come_are_drawn(stage: Stage) -> None:
    """East of the first column nothing is ever laid; a click there still says so."""
    gaps = {tuple(gap["at"]): gap for gap in stage.part(at(stage), 0, "map")["gaps"]}
    assert gaps[-1, 1]["grows"] is False and gaps[-1, 1]["try"] == ["step", -1, 1]
    north = {tuple(gap["at"]): gap for gap in stage.part(at(stage, meeple=[[0, 0]]), 0, "map")["gaps"]}
    assert north[0, -1]["grows"] is True


def test_nobody_walks_past_bandits_by_one_click(stage: Stage) -> None:
    """Whoever leaves bandits is hurt: such a way is only shown, and walked tile by tile."""
    session = at(stage, bandits=[[1, 1, 1], [0, 0, 1]])
    for move in WALKING:
        session.submit(0, move)
    far = stage.piece(session, 0, "tile:1,0")
    assert far["state"] == "later" and "route" not in far


def test_a_click_tries_a_face_down_tile_further_away(stage: Stage) -> None:
    """What carries a "?" can be clicked: plain steps, then the try."""
    session = at(stage)
    for move in WALKING:
        session.submit(0, move)
    far = stage.piece(session, 0, "tile:2,1")
    assert (far["cost"], far["state"]) == ("?", "unsure")
    assert far["route"] == [["step", 1, 1, "walk"], ["step", 2, 1]]
    for move in far["route"]:
        session.submit(0, tuple(move))
    assert (2, 1) in session.truth.up


def test_a_face_down_tile_that_no_click_tries_has_no_question_mark(stage: Stage) -> None:
    session = at(stage, bandits=[[1, 1, 1]])
    for move in WALKING:
        session.submit(0, move)
    far = stage.piece(session, 0, "tile:2,1")
    assert "cost" not in far and "route" not in far and "cost" not in far["label"]


@pytest.mark.parametrize(
    ("place", "said"),
    [((2, 1), "Try the face-down tile West of Beaver Run"), ((0, 2), "Try Granite Saddle")],
)
def test_a_try_is_named_by_what_is_tried(stage: Stage, place: tuple[int, int], said: str) -> None:
    for meeple in ([[1, 1]], [[0, 1]]):  # beside it, and from where it is refused
        assert at(stage, meeple=meeple).phrase(0, ("step", *place)) == said


def test_a_try_is_named_from_where_the_meeple_is(stage: Stage) -> None:
    ground = [[0, 1, "Pine Hollow"], [1, 0, "Long Grass"], [0, 0, "Berry Thicket", 0]]
    for meeple, said in (([[0, 1]], "North of Pine Hollow"), ([[1, 0]], "East of Long Grass")):
        session = at(stage, ground=ground, meeple=meeple)
        assert session.phrase(0, ("step", 0, 0)) == f"Try the face-down tile {said}"


def test_a_wagon_pays_for_mountains(stage: Stage) -> None:
    """What stands at a tile is what a step of the wagon takes of its movement."""
    team = {"seats": 2, "options": {"mission": "speed_of_the_slowest"}, "character": ["ada_quill", "silas_hark"]}
    means = {"hand": [["boots"], ["boots"]], "stock": [[0, 0, 0, 2], [0, 0, 0, 0]]}
    session = at(stage, **team, **means, wagon=[0, 1])
    for move in (("job", "mission", 1), ("also", "mission", 1)):
        session.submit(0, move)
    costs = {one["name"]: one["cost"] for one in stage.part(session, 0, "map")["tiles"] if "cost" in one}
    assert costs == {"Berry Thicket": "1", "Beaver Run": "1", "Granite Saddle": "2"}


def test_a_job_that_cannot_be_done_teaches(stage: Stage) -> None:
    pan = stage.piece(at(stage), 0, "hand:pan")
    assert "moves" not in pan
    verdict = at(stage).judge(0, tuple(pan["try"]))
    assert verdict is not None and verdict.rule == "cond.place"


def test_the_job_of_a_tile_is_done_by_a_click_on_it(stage: Stage) -> None:
    here = stage.piece(at(stage, meeple=[[0, 0]]), 0, "tile:0,0")
    assert ["job", "tile", 0] in here["moves"]


def test_everything_can_be_read(stage: Stage) -> None:
    session = at(stage)
    look = stage.face.look(stage.game, session.config, session.view(0))
    known = {"tile:0,0": "Job:", "row:1": "To buy it:", "seat:0": "Abilities", "hand:knife": "attack"}
    for piece, said in known.items():
        (page,) = stage.face.read(look, piece)
        assert said in page[1], piece
    assert not stage.face.read(look, "tile:2,1"), "nobody reads a tile that lies face down"
    assert not stage.face.read(look, "tile:9,9") and not stage.face.read(look, "row:0")


# -- what is hidden ----------------------------------------------------------------------------------------------------


def test_in_versus_nobody_sees_the_hand_of_another(stage: Stage) -> None:
    session = deciding(stage, lambda one: one.length > 30, 3, "discovery")
    for seat in range(3):
        scene = stage.scene(session, seat)
        held = {piece["id"].split(":")[1] for piece in pieces(scene) if piece["id"].startswith("hand:")}
        assert held == set(session.truth.hand[seat])
        others = [one for one in pieces(scene) if one["id"].startswith("seat:") and one["id"] != f"seat:{seat}"]
        assert all("?/" in str(one["counters"]) for one in others)
    assert not [part for part in stage.scene(session, None) if part["part"] == "hand"]


def test_a_face_down_tile_shows_its_star_alone(stage: Stage) -> None:
    tile = stage.piece(at(stage), 0, "tile:2,1")
    assert "name" not in tile and "terrain" not in tile and len(tile["stars"]) == 1
    assert tile["label"].startswith("Face down")


# -- played back -------------------------------------------------------------------------------------------------------


def test_every_event_can_be_played_back(stage: Stage) -> None:
    """Beats of random games are data that a page can draw, and say what the log says."""
    met: set[str] = set()
    for session, rng in stage.watched(3, 17):
        look = stage.face.look(stage.game, session.config, session.view(0))
        for entry in session.log(0)[-6:]:
            if entry.kind not in met or rng.random() < 0.02:
                met.add(entry.kind)
                beat = stage.face.beat(look, entry)
                check_data(Beat, beat)
                assert beat["text"] == entry.text
    assert {"reveals", "takes", "night-step", "scores"} <= met


def test_points_stand_at_the_score(stage: Stage) -> None:
    session = deciding(stage, lambda one: one.truth.score[0] > 0, 1, "new_world")
    entry = next(one for one in session.log(0) if one.kind == "scores")
    beat = stage.face.beat(stage.face.look(stage.game, session.config, session.view(0)), entry)
    assert beat["deltas"] == [{"piece": "seat:0", "text": f"+{entry.data['points']}"}]


RARE = {
    "wagon": ("speed_of_the_slowest", {"ruling.wagon-move": "with-meeple"}),
    "shop": ("wide_country", {"ruling.buy-combine": "same-final"}),
}


@pytest.mark.parametrize("kind", RARE)
def test_what_only_a_ruling_asks_for_can_be_drawn(stage: Stage, kind: str) -> None:
    mission, rulings = RARE[kind]
    for seed in range(30):
        session = Session(stage.game, seats=2, seed=seed, options={"mission": mission}, rulings=rulings)
        for _ in wander(session, Random(seed)):
            if session.truth.frames[-1][0] == kind:
                for seat in (None, 0, 1):
                    check(stage.scene(session, seat))
                return
    raise AssertionError(f"nobody was asked for {kind}")


def test_a_look_at_a_whole_game_never_fails(stage: Stage) -> None:
    """From the first character to the end: where, groups and scene of every seat of a random table."""
    session = Session(stage.game, seats=5, seed=4, options={"mission": "wide_country", "characters": "chosen"})
    for number, _ in enumerate(wander(session, Random(4))):
        if number % 7 == 0:
            for seat in (None, *range(5)):
                check(stage.scene(session, seat))


def test_a_place_without_a_tile_can_be_pointed_at(stage: Stage) -> None:
    """East of the start lies nothing: a click there tries to go there, and the refusal says why not."""
    session = at(stage, meeple=[[0, 1]])
    session.submit(0, ("job", "boots", 0))
    session.submit(0, ("go",))
    gap = stage.piece(session, 0, "tile:-1,1")
    assert gap["label"] == "No tile, 1 East" and gap["at"] == [-1, 1]
    verdict = session.judge(0, tuple(gap["try"]))
    assert verdict is not None and verdict.rule == "move.tile-needed"
    gaps = stage.part(session, 0, "map")["gaps"]
    assert [one["at"] for one in gaps] == [[-1, 1]], "all around it there is land"
    assert "try" not in stage.part(session, None, "map")["gaps"][0], "nobody's eyes try nothing"


# -- what is rarely asked ----------------------------------------------------------------------------------------------


def test_a_click_says_who_does_the_job_of_an_event(stage: Stage) -> None:
    """Two have cleared a tile together: anybody at the table says which of them does its job."""
    battle = [[0, 1], 1, 1, [], ["bandits"], [[1, 2, 0, 1, 0], [0, 1, 0, 0, 0]], [], []]
    under_way = [["round", -1, ["act"]], ["act", -1, [0, 0]], ["action", 1, []], ["battle", -1, battle]]
    event = ["who", -1, [4, ["furthest-west"], [1, 0]]]
    session = at(
        stage,
        seats=2,
        options={"mission": "speed_of_the_slowest"},
        character=["ada_quill", "silas_hark"],
        hand=[["boots"], ["boots"]],
        stock=[[0, 1, 2, 4], [0, 0, 0, 0]],
        meeple=[[0, 1], [0, 1]],
        wagon=[0, 1],
        frames=[*under_way, event],
    )
    asking = list_called(stage, session, "Who does it?")
    clicks = [one["moves"] for one in asking["items"]]
    assert clicks == [[["who", 1]], [["who", 0]]]
    assert ["who", 1] in stage.piece(session, 0, "seat:1")["moves"]
    assert ["who", 1] in stage.piece(session, 0, "meeple:1")["moves"]
    session.submit(0, ("who", 1))
    assert session.truth.frames[-1][0] != "who"


def test_a_card_of_the_hand_moves_the_other_player(stage: Stage) -> None:
    """Ada brings Silas further: after his yes it is a card of hers that moves his meeple."""
    session = at(
        stage,
        seats=2,
        options={"mission": "speed_of_the_slowest"},
        character=["ada_quill", "silas_hark"],
        hand=[["pan", "boots"], ["boots"]],
        stock=[[0, 0, 0, 4], [0, 0, 0, 0]],
        meeple=[[0, 1], [0, 1]],
        wagon=[0, 1],
    )
    for move in (("trade", 1), ("cost", "pan"), ("carry", 1), ("offer",)):
        session.submit(0, move)
    session.submit(1, ("accept",))
    assert session.truth.frames[-1][0] == "carry"
    for seat in (None, 0, 1):
        check(stage.scene(session, seat))
    assert ["use", "boots", 0] in stage.piece(session, 0, "hand:boots")["moves"]
    session.submit(0, ("use", "boots", 0))


def test_a_click_says_for_which_resource_the_dice_are(stage: Stage) -> None:
    """No card of the house pack rolls for any resource: here the Knife does."""
    session = at(stage)
    state: Any = session.truth.clone()
    knife = replace(state.rules.cards["knife"], jobs=(read_job("+1d any"),))
    state.rules = replace(state.rules, cards={**state.rules.cards, "knife": knife})
    stage.game.apply(state, 0, ("job", "knife", 0), None)
    assert state.frames[-1][0] == "dice-kind"
    moves = stage.game.moves(state, 0)
    scene, _ = stage.drawn(session, stage.game.view(state, 0), moves)
    check(scene)
    asking = next(part for part in scene if part.get("title") == "Roll for which resource?")
    clicks = [move for one in asking["items"] for move in one["moves"]]
    assert clicks == [list(move) for move in moves if move[0] == "gain"] and len(clicks) == 4
    before = sum(state.stock[0])
    stage.game.apply(state, 0, tuple(clicks[0]), None)
    assert state.frames[-1][0] != "dice-kind" and sum(state.stock[0]) >= before


# -- the end -----------------------------------------------------------------------------------------------------------


def ended(stage: Stage, seats: int, mission: str, rule: str, won: str, scores: list[int], **view: Any) -> str:
    """The sentence that ends a game, for the first seat; `won` has a letter for each seat: w for who has won."""
    session = Session(stage.game, seats=seats, seed=1, options={"mission": mission})
    result = [rule, [WON if letter == "w" else LOST for letter in won], scores]
    seen = {**session.view(0), "result": result, **view}
    look = stage.face.look(stage.game, session.config, seen)
    return str(stage.face.ending(look, lambda seat: f"Player {seat + 1}"))


@pytest.mark.parametrize(
    ("rule", "won", "scores", "dead", "sentence"),
    [
        ("versus.first-wins", "w..", [24, 9, 3], 0, "You have won, 24 to 9 to 3."),
        ("versus.first-wins", ".w.", [9, 24, 3], 0, "Player 2 has won, 24 to 9 to 3."),
        ("versus.first-wins", ".ww", [9, 24, 24], 0, "Player 2 and Player 3 share the victory, 24 to 24 to 9."),
        ("versus.day-end", "..w", [9, 4, 11], 0, "Player 3 has won, 11 to 9 to 4: the days ran out."),
        (
            *("versus.day-end", "w..", [9, 9, 4], 0),
            "You have won, 9 to 9 to 4: the days ran out (tie broken by who is furthest West, then by resources).",
        ),
        ("goal.lose-death", "w..", [1, 9, 4], 0b110, "You have won, 1 to 9 to 4: no one else is alive."),
        ("goal.lose-death", ".w.", [1, 9, 4], 0b1, "Player 2 has won, 9 to 4 to 1: a character died."),
        ("goal.lose-death", ".w.", [18, 8, 4], 0b101, "Player 2 has won, 8 to 18 to 4: no one else is alive."),
        ("goal.lose-death", "...", [1, 9, 4], 0b111, "No one has won, 9 to 4 to 1: no one is alive."),
    ],
)
def test_the_end_of_each_against_all(
    stage: Stage, rule: str, won: str, scores: list[int], dead: int, sentence: str
) -> None:
    assert ended(stage, 3, "discovery", rule, won, scores, dead=dead) == sentence


@pytest.mark.parametrize(
    ("rule", "won", "sentence"),
    [
        ("solo.win", "w", "You have won, with 7 of 24 points."),
        ("goal.lose-time", ".", "You have lost, with 7 of 24 points: the days ran out."),
        ("death.full-hand", ".", "You have lost, with 7 of 24 points: a hand was full in the morning."),
        ("goal.lose-death", ".", "You have lost, with 7 of 24 points: a character died."),
        ("coop.shared-score", "ww", "The team has 7 of 24 points."),
        ("death.danger-hand", "..", "The team has 7 of 24 points: a hand held too many danger cards."),
    ],
)
def test_the_end_alone_and_of_a_team(stage: Stage, rule: str, won: str, sentence: str) -> None:
    mission = "new_world" if len(won) == 1 else "speed_of_the_slowest"
    assert ended(stage, len(won), mission, rule, won, [7] * len(won)) == sentence


def test_the_end_of_a_team_names_who_has_died(stage: Stage) -> None:
    said = ended(stage, 2, "speed_of_the_slowest", "death.full-hand", "..", [7, 7], dead=0b10)
    assert said == "The team has 7 of 24 points: a hand was full in the morning (Player 2)."


def test_every_end_has_a_reason(stage: Stage) -> None:
    """Whatever random games end by, the sentence says it, unless the points do."""
    for mission, seats in (("new_world", 1), ("speed_of_the_slowest", 2), ("discovery", 2)):
        for seed in range(4):
            session = Session(stage.game, seats=seats, seed=seed, options={"mission": mission})
            for _ in wander(session, Random(seed)):
                pass
            look = stage.face.look(stage.game, session.config, session.view(0))
            assert session.outcome is not None
            said = stage.face.ending(look, str)
            assert ":" in said or session.outcome.rule in ("solo.win", "coop.shared-score", "versus.first-wins")


# -- odds and atlas ----------------------------------------------------------------------------------------------------


def test_the_odds_of_a_battle_add_up(stage: Stage) -> None:
    session = at(stage, bandits=[[0, 1, 1]])
    chart = stage.chart(session, session.view(0))
    (bars,) = chart["figure"]["data"]
    assert sum(bars["x"]) == pytest.approx(1)
    assert bars["x"] == pytest.approx([1 / 3, 1 / 2, 1 / 6]), "a job die shows 0, 0, 1, 1, 1, 2, and nobody saves"
    assert stage.chart(at(stage), at(stage).view(0)) is None, "no bandits, no odds"


@pytest.mark.parametrize("page", ["journey", "scores", "deaths"])
def test_the_atlas_is_drawn_from_what_was_told(stage: Stage, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from plotly.graph_objects import Figure

    monkeypatch.setattr(journey, "FIRST", 2)
    session = deciding(stage, lambda one: one.truth.day > 1, 2, "discovery")
    look = stage.face.look(stage.game, session.config, session.view(0))
    look.told = lambda: session.events(0)
    chart = stage.face.atlas(look, page)
    assert chart is not None and chart["lines"]
    Figure(**chart["figure"])
    if page == "journey":
        ada = chart["figure"]["data"][1]
        assert len(ada["x"]) == 1 + sum(
            kind in ("steps", "steps-free", "rides", "shifts") and data["seat"] == 0
            for kind, _, _, data in session.events(0)
        )


def test_a_night_belongs_to_its_day_in_the_atlas(stage: Stage) -> None:
    session = deciding(stage, lambda one: one.truth.day == 2, 1, "new_world")
    days = {kind: day for day, kind, _ in journey._dated(session.events(0)) if kind in ("day", "night-step")}
    assert days["night-step"] == 2 and days["day"] in (2, 3), "the second night has fallen, whether or not it is over"
    first = next(day for day, kind, _ in journey._dated(session.events(0)) if kind == "night-step")
    assert first == 1


def test_buttons_say_what_they_do(stage: Stage) -> None:
    """Entering and staying outside are both paid with walking, and a name alone is no move."""
    session = at(stage, stock=[[0, 0, 0, 4]], hand=[["boots", "boots"]], meeple=[[1, 1]])
    for move in (("job", "boots", 0), ("also", "boots", 0), ("step", 2, 1)):
        session.submit(0, move)
    texts = [button["text"] for group in stage.groups(session, 0) for button in group["buttons"]]
    assert {"Enter by walking", "Stay outside (1 walking point)"} <= set(texts)


def test_the_draw_pile_stands_before_the_discard_pile(stage: Stage) -> None:
    """Whether a card is bought or a danger is taken."""
    bought = at(stage, stock=[[2, 2, 2, 2]])
    bought.submit(0, next(move for move in bought.moves(0) if move[0] == "buy"))
    while ("put", "draw") not in bought.moves(0):
        bought.submit(0, bought.moves(0)[0])
    tired = at(stage, now="night exhaustion", exhaustion=["blisters"])
    for session in (bought, tired):
        texts = [button["text"] for group in stage.groups(session, 0) for button in group["buttons"]]
        assert texts == ["Draw pile", "Discard pile"]


def test_a_night_belongs_to_the_day_before_it(stage: Stage) -> None:
    """Wherever the tracker stands: in the heading and above the lines of the log."""
    session = at(stage, exhaustion=["blisters"], day=0)

    def heading() -> str:
        return stage.face.where(stage.face.look(stage.game, session.config, session.view(0)))

    assert heading() == "New World, day 1 of 9"
    for move in (("pass",), ("keep",)):
        session.submit(0, move)
    assert session.truth.day == 1 and heading() == "New World, day 1 of 9, night" and session.turn_starts == []
    session.submit(0, ("put", "discard"))
    assert heading() == "New World, day 2 of 9" and session.turn_starts == [3]
    assert [block["turn"] for block in blocks(session, 0, 0, all_moments(session))] == [1, 1, 1]
    assert stage.part(session, 0, "track")["title"] == "Days over"


def test_a_step_onto_a_railway_costs_the_same_on_its_tile_and_on_its_button(stage: Stage) -> None:
    session = at(stage, hand=[["boots", "boots"]], meeple=[[0, 1]], rails=[[1, 1]], stock=[[0, 0, 0, 4]])
    for move in (("job", "boots", 0), ("go",)):
        session.submit(0, move)
    west = ["step", 1, 1, "walk"]
    button = next(one for group in stage.groups(session, 0) for one in group["buttons"] if one["do"]["move"] == west)
    tile = stage.piece(session, 0, "tile:1,1")
    assert button["strong"] == tile["cost"] == "free"


def test_all_bandits_around_count(stage: Stage) -> None:
    session = at(stage, meeple=[[0, 1]], bandits=[[0, 0, 2], [1, 1, 1]])
    near = next(part for part in stage.scene(session, 0) if part["part"] == "note")
    assert near["text"].startswith("3 bandits next to you")


def test_a_tile_says_which_numbers_bring_bandits(stage: Stage) -> None:
    session = at(stage)
    look = stage.face.look(stage.game, session.config, session.view(0))
    pages = {name: stage.face.read(look, f"tile:{name}")[0][1] for name in ("1,0", "0,1")}
    assert "Bandits appear here on a roll of 8." in pages["1,0"]
    assert "Bandits never appear here." in pages["0,1"]


def test_a_table_whose_days_do_not_run_out_names_no_last_one(stage: Stage) -> None:
    timeless = {"ruling.bandit-tracker": "none"}
    session = Session(stage.game, 2, 1, timeless, {"mission": "discovery"})
    while session.truth.begun < 2:
        moves = session.moves(session.next_up)
        session.submit(session.next_up, moves[0] if moves[0][0] == "drop" else moves[-1])
    look = stage.face.look(stage.game, session.config, session.view(0))
    assert stage.face.where(look) == "Discovery, day 2"
    assert list_called(stage, session, "Days over")["label"].startswith("The days never run out.")
    assert (
        list_called(stage, session, "Mission")["lead"]
        == "The first player with 24 points wins. After 40 days, the player with the most points wins."
    )
    assert session.game.telling.portray(session.config, session.view(0))[0].startswith("Discovery: day 2; points")


def test_what_would_be_lost_is_not_marked_as_useful(stage: Stage) -> None:
    """A ride may be paid for where there is no railway, but nothing recommends it."""
    session = at(stage, stock=[{"gold": 1, "food": 4}], hand=[["boots", "pan"]])
    assert ("job", "mission", 1) in session.moves(0)
    found = {piece["id"]: piece for piece in pieces(stage.scene(session, 0))}
    ride = found["mission:1"]
    assert ride["state"] == "vain" and ride["texts"][0].endswith("It would do nothing now.")
    assert "state" not in found["hand:boots"]
    buttons = {button["label"]: button for group in stage.groups(session, 0) for button in group["buttons"]}
    ride_button = next(button for label, button in buttons.items() if "ride the railway" in label)
    assert not ride_button.get("legal") and "no effect now" in ride_button["text"]
    railway = at(stage, stock=[{"gold": 1}], rails=[[0, 1], [1, 1]])
    assert "state" not in {piece["id"]: piece for piece in pieces(stage.scene(railway, 0))}["mission:1"]


@pytest.mark.parametrize(("left", "soon"), [(9, False), (5, False), (4, True), (0, True)])
def test_a_discarded_danger_may_be_back_in_the_morning(stage: Stage, left: int, soon: bool) -> None:
    """Whoever draws more than the draw pile has shuffles tomorrow: the discard pile is no safe place then."""
    cards = ["pickaxe", "hatchet", "knife", "pan", "spike_maul", "peddlers_pack", "boots", "boots", "boots"][:left]
    piles = {"hand": [["pan"]], "draw": [cards], "draw_left": [left], "discard": [["knife"]]}
    session = at(stage, now="night exhaustion", exhaustion=["blisters"], **piles)
    note = next(one["note"] for one in list_called(stage, session, "Take")["items"] if one["id"] == "put:discard")
    assert ("may come back tomorrow" in note) == soon
    assert ("until you shuffle" in note) != soon


@pytest.mark.parametrize(("held", "deadly"), [(4, False), (5, True)])
def test_the_danger_that_would_be_deadly_is_told_where_it_is_laid(stage: Stage, held: int, deadly: bool) -> None:
    hand = ["homesick", "sleepless", "black_eye", "leg_wound", "short_rations"][:held]
    session = at(stage, now="night exhaustion", exhaustion=["blisters"], hand=[hand])
    note = next(one["note"] for one in list_called(stage, session, "Take")["items"] if one["id"] == "put:draw")
    assert ("6 would kill you" in note) == deadly
    session.submit(0, ("put", "draw"))
    assert (session.outcome is not None and session.outcome.rule == "death.danger-hand") == deadly


def test_alone_nobody_is_told_of_turns(stage: Stage) -> None:
    """A click on the own badge tries to end a turn only where there are others; alone it reads the character."""
    assert stage.piece(at(stage), 0, "seat:0")["try"] == ["read", "seat:0"]
    team = Session(stage.game, seats=2, seed=1, options={"mission": "speed_of_the_slowest"})
    assert stage.piece(team, 0, "seat:0")["try"] == ["end"]


def test_a_bought_card_is_the_buyers(stage: Stage) -> None:
    """Whoever else looks reads who buys it."""
    seats = {"seats": 2, "options": {"mission": "discovery"}, "character": ["ada_quill", "tobias_reed"]}
    session = at(stage, **seats, hand=[["pan"], ["boots"]], stock=[[2, 2, 2, 2]] * 2)
    session.submit(0, next(move for move in session.moves(0) if move[0] == "buy"))
    while ("put", "draw") not in session.moves(0):
        session.submit(0, session.moves(0)[0])
    mine, theirs = ({part.get("title", "") for part in stage.scene(session, seat)} for seat in (0, 1))
    assert [title for title in mine if title.startswith("Where do you put ")]
    assert not [title for title in theirs if title.startswith("Where do you put ")]
    assert [title for title in theirs if " buys " in title]
