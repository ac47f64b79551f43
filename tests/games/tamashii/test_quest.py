"""The Quest phase: world activity block by block, scenario cards, time, the token, and how a scenario ends."""

from __future__ import annotations

import pytest
from small_tables import A, B, cited, laid, table
from storyboard import asked, card, data_of, kinds, play, refused, rule_of, settled, with_cards

from tabletop_kernel.contract.events import recorder
from tabletop_kernel.contract.game import LOST, WON
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.phases import activity, quest
from tabletop_kernel.games.tamashii.state import State

NEXT = card("T01-2", immediate="each player: gain 1 exp")
THREE_BLOCKS = card(
    "T01-1",
    world=(
        "if success here >= 2: draw card T01-2; each player: gain 1 power",
        "if time = 0: lost",
        "otherwise: time down 1; if time = 3: first player: gain 1 shield",
    ),
)


def world(state: State) -> list[tuple[str, str]]:
    """The whole world activity step, as kinds and rules."""
    events: list = []
    quest.begin_world(state, recorder(events))
    return cited(events + settled(state))


def at(time: int, success: int = 0, **agreed: str) -> State:
    state = with_cards(table(**agreed), THREE_BLOCKS, NEXT)
    state.time, state.on_card = time, {"success": success}
    return state


def test_false_ifs_lead_to_otherwise_and_its_own_ifs() -> None:
    """W19: quest.if-false, quest.otherwise-ifs, quest.top-down, quest.world."""
    state = at(4, 1)
    told = world(state)
    assert [pair for pair in told if pair[0] in ("world", "if-false", "otherwise", "time-down")] == [
        ("world", "quest.top-down"),
        ("if-false", "quest.if-false"),
        ("if-false", "quest.if-false"),
        ("otherwise", "quest.otherwise-ifs"),
        ("time-down", "quest.world"),
    ]
    assert state.time == 3
    assert state.has(A, "shield") == 1
    assert state.has(B, "shield") == 0
    state = at(5, 1)
    world(state)
    assert state.time == 4
    assert state.has(A, "shield") == 0


def test_a_true_if_draws_a_card_and_stops() -> None:
    """W20: quest.if-true, quest.draw-stops, quest.replace, quest.new-card, scen.one-plot."""
    state = at(0, 2)
    left = state.supply["success"]
    told = world(state)
    assert state.card == "T01-2"
    assert state.result is None  # the block about time was not looked at
    assert [state.has(seat, "power") for seat in (A, B)] == [0, 0]  # nor was the rest of this one
    assert state.exp == [1, 1]  # the new card's immediate effect
    assert state.on_card == {}
    assert state.supply["success"] == left + 2
    for pair in (
        ("if-true", "quest.if-true"),
        ("card-drawn", "quest.draw-stops"),
        ("card-gone-with", "quest.replace"),
        ("card", "quest.new-card"),
        ("card-active", "scen.one-plot"),
    ):
        assert pair in told
    assert not state.frames


def test_all_ifs_are_checked_under_a_ruling() -> None:
    """ruling.quest.blocks: all-ifs goes on after a true block; OTHERWISE only if none was true."""
    blocks = ("if time = 2: gain 1 power", "if time <= 2: gain 1 memory", "otherwise: gain 1 shield")
    for option, memory in (("first-true", 0), ("all-ifs", 1)):
        state = with_cards(table(quest__blocks=option), card("T01-1", world=blocks))
        state.time = 2
        told = world(state)
        assert (state.has(A, "power"), state.has(A, "memory"), state.has(A, "shield")) == (1, memory, 0)
        assert (("otherwise-skipped", "ruling.quest.blocks") in told) == (option == "all-ifs")


def test_a_special_card_is_laid_aside_and_the_block_goes_on() -> None:
    """W24: scen.special-aside, scen.plot-special, ruling.quest.special-draw."""
    blocks = ("otherwise: time down 1; if time = 4: draw card T01-S; each player: recover 1",)
    for option in ("no", "yes"):
        special = card("T01-S", special=True)
        state = with_cards(table(quest__special_draw=option), card("T01-1", world=blocks), special)
        state.time, state.on_card, state.integrity = 5, {"success": 2}, [3, 3]
        told = world(state)
        assert state.time == 4
        assert state.specials == ("T01-S",)
        assert ("special-card", "scen.special-aside") in told
        stops = option == "yes"
        assert state.card == "T01-1"  # without a plot card nothing would go on
        assert (("card-emptied", "ruling.quest.special-draw") in told) == stops
        assert state.on_card == ({} if stops else {"success": 2})
        assert state.integrity == ([3, 3] if stops else [4, 4])
        state.time = 5
        told = world(state)  # it lies there already
        assert ("left-out", "scen.special-aside") in told and ("special-card", "scen.special-aside") not in told


def test_a_card_that_stays_is_kept_beside_the_board() -> None:
    """quest.replace: a card may say that it stays."""
    state = with_cards(table(), card("T01-1", world=("otherwise: draw card T01-2",), stays=True), NEXT)
    assert ("card-stays", "quest.replace") in world(state)
    assert (state.card, state.specials) == ("T01-2", ("T01-1",))


def test_a_card_drawn_before_the_world_moves() -> None:
    """ruling.quest.draw-early: its world activity comes this turn, or waits for the next one."""
    for option in ("this-turn", "next-turn"):
        early = card("T01-2", world=("otherwise: time down 1",))
        state = with_cards(table(quest__draw_early=option), card("T01-1"), early)
        state.time = 5
        quest.draw_card(state, "T01-2", None)
        settled(state)
        told = world(state)
        assert state.time == (4 if option == "this-turn" else 5)
        assert (("world-waits", "ruling.quest.draw-early") in told) == (option == "next-turn")
        state.turn += 1
        world(state)
        assert state.time == (3 if option == "this-turn" else 4)


def test_time_stays_on_zero_and_may_lose_a_scenario() -> None:
    """ruling.time.floor is a decision; ruling.end.time-zero is a switch."""
    for option in ("card", "lost"):
        state = with_cards(table(end__time_zero=option), card("T01-1"))
        state.time = 1
        quest.time_down(state, 3, "quest.world", None)
        assert state.time == 0
        assert (state.result is not None) == (option == "lost")
        if state.result is not None:
            assert state.result.rule == "end.scenario"  # its last card was drawn


def test_the_token_goes_clockwise() -> None:
    """quest.pass-token, comp.quest-end, and ruling.reset.token."""
    state = with_cards(table(3), card("T01-1"))
    events: list = []
    quest.pass_token(state, recorder(events))
    assert state.first == 1
    assert rule_of(events, "token-passed") == "quest.pass-token"
    state.first = 2
    quest.pass_token(state, None)
    assert state.first == 0
    for option, first in (("passed", 1), ("stays", 0)):
        state = with_cards(table(3, reset__token=option), card("T01-1"))
        state.out = 0b001
        quest.pass_token(state, None)
        assert state.first == first


@pytest.mark.parametrize(("line", "won"), [("victory", True), ("lost", False)])
def test_the_last_card_ends_the_scenario(line: str, won: bool) -> None:
    """end.scenario, camp.unlock, camp.by-play, camp.future, camp.progress: all win or lose together."""
    state = with_cards(table(), card("T01-1", world=(f"otherwise: {line}; gain 1 power",)))
    events: list = []
    quest.begin_world(state, recorder(events))
    events += settled(state)
    assert state.result is not None
    assert state.result.results == ((WON, WON) if won else (LOST, LOST))
    assert state.result.rule == "end.scenario"
    assert not state.frames
    assert state.has(A, "power") == 0
    assert rule_of(events, "unlocked") == "camp.unlock"
    assert rule_of(events, "by-play") == "camp.by-play"
    assert rule_of(events, "unlocked-later") == "camp.future"
    assert ("marked" in kinds(events)) == won
    gained = campaign.changes_of_game(state)
    assert gained.marked == (("S01",) if won else ())
    assert gained.unlocked == (("A01",) if won else ("D01",))


def test_a_scenario_lost_by_another_rule_resolves_its_card_too() -> None:
    """end.cd-out ends a scenario as a drawn card does."""
    state = with_cards(table(), card("T01-1"))
    quest.lose_scenario(state, "end.cd-out", None)
    assert state.result is not None
    assert (state.result.rule, state.card, state.newly_unlocked) == ("end.cd-out", "L", ("D01",))
    quest.win_scenario(state, "end.scenario", None)  # what is over stays as it is
    assert state.result.results == (LOST, LOST)


def test_the_first_card_opens_the_game() -> None:
    """scen.first-card: its immediate effect comes before the first turn."""
    state = with_cards(table(), card("T01-1", immediate="set time 6; each player: gain 1 exp"))
    state.turn, state.card = 0, ""
    events: list = []
    quest.open_first(state, "T01-1", recorder(events))
    events += settled(state)
    assert (state.card, state.time, state.exp) == ("T01-1", 6, [1, 1])
    assert rule_of(events, "first-card") == "scen.first-card"


# -- player activity ---------------------------------------------------------------------------------------------------

GIVE = card("T01-1", activities=("if on shelter: gain 1 memory", "if on barracks: gain 1 power"))


def begun(state: State) -> State:
    activity.begin_activities(state, None)
    settled(state)
    return state


def test_a_card_without_activity_skips_the_step() -> None:
    """quest.no-activity."""
    state = with_cards(table(), card("T01-1"))
    events: list = []
    activity.begin_activities(state, recorder(events))
    assert cited(events) == [("no-activity", "quest.no-activity")]
    assert not state.frames


def test_players_take_part_in_order_and_where_they_stand() -> None:
    """quest.activity, ruling.quest.activity-order = clockwise."""
    state = with_cards(table(), GIVE)
    state.first = B
    begun(state)
    assert asked(state) == ("activity", [B])
    assert refused(state, B, "act", 1) == "quest.activity"  # not there
    assert refused(state, B, "act", 2) == "quest.activity"  # no such part
    play(state, B, "act", 0)
    assert state.has(B, "memory") == 1
    assert asked(state) == ("activity", [A])  # once each, and B has nothing else to do
    play(state, A, "done")
    assert not state.frames
    assert state.has(A, "memory") == 0


def test_players_take_part_in_any_order_under_a_ruling() -> None:
    """ruling.quest.activity-order = free."""
    state = begun(with_cards(table(quest__activity_order="free"), GIVE))
    assert asked(state) == ("activity", [A, B])
    play(state, B, "act", 0)
    assert asked(state) == ("activity", [A])
    play(state, A, "act", 0)
    assert not state.frames


def test_attempts_at_a_test_are_limited() -> None:
    """ruling.quest.attempts: one try in a turn, or as many as wanted."""
    for option in ("one", "any"):
        tests = card(
            "T01-1", activities=("if on shelter: test lore 5 and gain 1 power", "if on shelter: gain 1 memory")
        )
        state = with_cards(table(1, quest__attempts=option), tests)
        state.grid[A] = laid("L.L.", "L...")
        begun(state)
        play(state, A, "act", 0)
        play(state, A, "leave")
        assert refused(state, A, "act", 0) == ""  # nothing was put in, so it was no try
        play(state, A, "act", 0)
        play(state, A, "put", "r1c1")
        play(state, A, "roll")
        assert refused(state, A, "act", 0) == ("ruling.quest.attempts" if option == "one" else "")
        play(state, A, "act", 1)
        if option == "any":
            assert refused(state, A, "act", 1) == "quest.activity"
        else:
            assert not state.frames


def test_a_test_that_nobody_can_give_for_is_not_offered() -> None:
    """test.contribute: alone it needs one's own tokens, in a group anybody's."""
    tests = card("T01-1", activities=("test lore 1 and gain 1 power", "group test ward 1 and gain 1 power"))
    state = with_cards(table(), tests)
    begun(state)
    assert not state.frames
    assert [activity.refuse_activity(state, A, at).rule for at in (0, 1)] == ["test.contribute"] * 2  # type: ignore[union-attr]
    state.grid[B] = laid("LW")
    begun(state)
    assert refused(state, A, "act", 0) == "test.contribute"
    assert refused(state, A, "act", 1) == ""


def test_whoever_skips_the_phase_is_not_asked() -> None:
    """reset.skip-phase in the player activity step."""
    state = with_cards(table(), GIVE)
    state.out = 0b01
    begun(state)
    assert asked(state) == ("activity", [B])


def test_the_bot_takes_part_for_a_battery() -> None:
    """solo.bot-use, solo.bot-per-step, solo.bot-example, solo.bot-gone; W21 in the activity step."""
    state = with_cards(table(1, mode="solo"), GIVE)
    state.bot, state.batteries = (1, 0), 1
    state.map = state.map.turned_up((1, 0))
    begun(state)
    assert refused(state, A, "act", 1) == "quest.activity"
    play(state, A, "battery")
    assert refused(state, A, "battery") == "solo.bot-per-step"
    assert refused(state, A, "act", 0) == "solo.bot-use"  # the own figure is not used in this step
    events = play(state, A, "act", 1)
    assert state.has(A, "power") == 1
    assert not state.frames
    assert state.bot is None
    assert rule_of(events, "bot-gone") == "solo.bot-gone"


def test_the_bot_has_to_be_there_too() -> None:
    """solo.bot-presence: where all players have to be on a tile, the BOT counts as one."""
    state = with_cards(table(1, mode="solo"), card("T01-1", world=("if all on shelter: gain 1 power",)))
    state.map = state.map.turned_up((1, 0))
    for place, power in (((1, 0), 0), ((0, 0), 1)):
        state.bot, state.batteries = place, 5
        assert ("bot-counts", "solo.bot-presence") in world(state)
        assert state.has(A, "power") == power


def test_the_last_battery_is_of_no_use_if_the_bot_leaves_at_once() -> None:
    """ruling.solo.last-battery = at-once."""
    state = with_cards(table(1, mode="solo", solo__last_battery="at-once"), GIVE)
    state.bot, state.batteries = (1, 0), 1
    state.map = state.map.turned_up((1, 0))
    begun(state)
    assert refused(state, A, "battery") == "ruling.solo.last-battery"


def test_what_an_activity_says_of_itself() -> None:
    """quest.activity names the card and its part."""
    state = begun(with_cards(table(1), GIVE))
    events = play(state, A, "act", 0)
    assert data_of(events, "does-activity")["number"] == 1
