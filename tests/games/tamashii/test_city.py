"""The Living City: events, heists that push luck; the diary; destabilization."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_tables import A, B, cited, table
from storyboard import (
    asked,
    data_of,
    event,
    kinds,
    moves,
    play,
    refused,
    rule_of,
    settled,
    with_cards,
    with_city,
)

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.lines import language
from tabletop_kernel.games.tamashii.modes import (
    campaign,
    destabilization_damage,
    destabilization_tokens,
    diary_cards,
    living_city,
)
from tabletop_kernel.games.tamashii.pack.pieces import Diary, Use
from tabletop_kernel.games.tamashii.state import State

REWARDS = (("one", 1, "gain 1 shield"), ("three", 3, "gain 1 power"), ("five", 5, "gain 2 exp"))
ALONE = event("alone", 4, "move", "trace = 0")
PRICE = event("price", 7, "planning", "memory >= 3", "spend 3 memory")


def town(*events: object, **agreed: str) -> State:
    return with_city(table(**agreed), *(events or (ALONE, PRICE)), rewards=REWARDS)  # type: ignore[arg-type]


def drawn(state: State) -> list[Event]:
    events: list[Event] = []
    living_city.draw_event(state, A, recorder(events))
    return events


def met(state: State, when: str) -> list[Event]:
    events: list[Event] = []
    living_city.ask_about_events(state, A, when, recorder(events))
    return events + settled(state)


def test_an_event_is_drawn() -> None:
    """city.event, ruling.city.hold."""
    state = town()
    assert cited(drawn(state)) == [("event-drawn", "city.event")]
    assert state.event[A] == ("alone",)
    assert cited(drawn(state)) == [("event-drawn", "city.event"), ("event-dropped", "ruling.city.hold")]
    assert (state.event[A], state.event_discard) == (("price",), ("alone",))
    state = town(city__hold="any")
    drawn(state)
    drawn(state)
    assert state.event[A] == ("alone", "price")


def test_discarded_events_are_shuffled_when_the_deck_is_empty() -> None:
    """city.event: without any event there is none."""
    state = town()
    state.event_deck, state.event_discard = (), ("alone",)
    assert kinds(drawn(state)) == ["events-reshuffled", "event-drawn"]
    assert kinds(drawn(state)) == ["no-event"]


def test_a_met_event_begins_a_heist() -> None:
    """city.heist-start: the first reward is no choice; city.heist-on, city.heist-gain."""
    state = town()
    drawn(state)
    assert met(state, "launch") == []  # another moment
    assert met(state, "move") == []  # nothing happens by itself
    assert asked(state) == ("event-met", [A])
    assert moves(state, A) == [("heist",), ("no-heist",)]
    assert refused(state, A, "heist", "now") == "table.form"
    events = play(state, A, "heist")
    assert cited(events)[:2] == [("heist", "city.heist-start"), ("reward", "city.heist-start")]
    assert (state.event[A], state.event_discard) == ((), ("alone",))
    assert asked(state) == ("heist", [A])
    assert moves(state, A) == [("more",), ("stop",)]
    assert refused(state, A, "more", "now") == "table.form"
    events = play(state, A, "more")
    assert rule_of(events, "reward") == "city.heist-on"
    events = play(state, A, "stop")
    assert rule_of(events, "heist-done") == "city.heist-gain"
    assert (state.has(A, "shield"), state.has(A, "power")) == (1, 1)
    assert sorted(state.reward_deck) == ["five", "one", "three"]
    assert not state.frames


@pytest.mark.parametrize("option", ["nothing", "asset"])
def test_too_much_makes_a_heist_fail(option: str) -> None:
    """city.heist-bust, ruling.city.fail."""
    state = town(city__fail=option)
    state.assets[A] = (2, 0, 1, 0)
    drawn(state)
    met(state, "move")
    play(state, A, "heist")
    play(state, A, "more")
    events = play(state, A, "more")
    assert rule_of(events, "heist-failed") == "city.heist-bust"
    assert data_of(events, "heist-failed")["count"] == 9
    assert state.exp[A] == 0
    assert sorted(state.reward_deck) == ["five", "one", "three"]
    if option == "nothing":
        assert not state.frames
        assert state.assets[A] == (2, 0, 1, 0)
    else:
        assert asked(state) == ("lose-asset", [A])
        assert refused(state, A, "lose", "memory") == "asset.lose"
        events = play(state, A, "lose", "power")
        assert rule_of(events, "heist-costs") == "ruling.city.fail"
        assert state.assets[A] == (2, 0, 0, 0)


def test_a_heist_ends_well_when_no_reward_is_left() -> None:
    """city.heist-on: ruling.city.reward-out is a decision."""
    state = with_city(table(), event("big", 9, "move"), rewards=REWARDS)
    drawn(state)
    met(state, "move")
    play(state, A, "heist")
    play(state, A, "more")
    play(state, A, "more")
    assert not state.frames
    assert state.exp[A] == 2


def test_nobody_has_to_discard_an_event() -> None:
    """city.heist-start: it is discarded actively; whoever keeps it is asked again in another turn."""
    state = town()
    drawn(state)
    met(state, "move")
    assert cited(play(state, A, "no-heist")) == [("event-kept", "city.heist-start")]
    assert (state.event[A], state.event_discard, state.frames) == (("alone",), (), [])
    met(state, "move")
    assert not state.frames
    state.used[A] = ()
    met(state, "move")
    assert asked(state) == ("event-met", [A])


def test_an_event_with_a_price() -> None:
    """city.heist-start: paying meets it; who keeps it is asked again in another turn only."""
    state = town(PRICE)
    drawn(state)
    met(state, "planning")
    assert not state.frames  # nothing to pay with
    state.add_asset(A, "memory", 4)
    met(state, "planning")
    assert asked(state) == ("event-price", [A])
    play(state, A, "no-pay")
    met(state, "planning")
    assert not state.frames
    state.used[A] = ()
    met(state, "planning")
    play(state, A, "pay")
    assert state.has(A, "memory") == 1
    assert asked(state) == ("heist", [A])


def test_the_city_is_a_module() -> None:
    """city.event: without the module nothing is looked at."""
    state = town()
    drawn(state)
    state.rules = replace(state.rules, modules=frozenset())
    assert met(state, "move") == []


# -- diary -------------------------------------------------------------------------------------------------------------


def with_diary(state: State, *codes: str) -> State:
    cards = {
        code.lower(): Diary(code.lower(), code, code, Use("any", language.read("recover 2")), "") for code in codes
    }
    config = replace(state.rules.config, options={"unlocked": campaign.ALL})
    state.rules = replace(
        state.rules,
        config=config,
        content=replace(state.rules.content, diary=cards),
        modules=frozenset({"diary"}),
        unlocked=frozenset({"X00", *codes}),
    )
    return state


def test_everybody_draws_a_diary_card() -> None:
    """diary.include, diary.draw, diary.one."""
    state = with_diary(table(), "D01", "D02", "D03")
    events: list[Event] = []
    diary_cards.deal_diary_cards(state, recorder(events))
    assert sorted((*state.diary, *state.diary_deck)) == ["d01", "d02", "d03"]
    assert cited(events) == [("diary-in", "diary.include"), *[("diary-drawn", "diary.draw")] * 2]
    state = with_diary(table(), "D01")
    events = []
    diary_cards.deal_diary_cards(state, recorder(events))
    assert state.diary == ["d01", ""]
    assert "diary-none" in kinds(events)


def test_a_used_diary_card_is_locked_until_redeemed() -> None:
    """diary.relock, diary.redeem; what stays locked is told to the campaign."""
    state = with_diary(table(), "D01", "D02")
    diary_cards.deal_diary_cards(state, None)
    used = state.diary[B]
    events: list[Event] = []
    diary_cards.lock_used_card(state, B, recorder(events))
    assert cited(events) == [("locked", "diary.relock")]
    assert (state.diary[B], state.diary_box) == ("", (used,))
    before = campaign.Progress((), ("D01", "D02"), ())
    after = campaign.progress_after(before, state)
    assert (after.used, used.upper() in after.unlocked) == ((used.upper(),), False)
    events = []
    diary_cards.redeem_card(state, A, recorder(events))
    assert rule_of(events, "redeemed") == "diary.redeem"
    assert (state.diary_box, state.diary_deck) == ((), (used,))
    assert campaign.progress_after(before, state) == before
    diary_cards.redeem_card(state, A, recorder(events))
    assert kinds(events)[-1] == "nothing-to-redeem"


# -- destabilization ---------------------------------------------------------------------------------------------------


def unstable(**agreed: str) -> State:
    state = with_cards(table(**agreed))
    state.enemies[A] = (("drone", 0), ("clerk", 0))
    return state


def ticked(state: State) -> list[Event]:
    events: list[Event] = []
    destabilization_damage.begin_damage(state, recorder(events))
    return events + settled(state)


def test_tokens_on_enemies_hit_whoever_is_on_top() -> None:
    """destab.place, destab.tick, destab.stack, destab.enemy-clear, ruling.destab.holder = stack."""
    state = unstable()
    left = state.supply["destabilization"]
    destabilization_tokens.place_on_enemies(state, A, 2, "destab.place", None)
    events: list[Event] = []
    destabilization_tokens.place_on_enemies(state, A, 2, "destab.place", recorder(events))
    assert cited(events) == [("enemies-destabilized", "destab.place"), ("tokens-stack", "destab.stack")]
    events = ticked(state)
    assert rule_of(events, "fuses-burn") == "destab.tick"
    assert state.enemies[A] == (("clerk", 1),)  # the drone has 3
    assert state.exp[A] == 1
    assert state.fuses[A] == 4
    events = ticked(state)
    assert state.enemies[A] == ()
    assert rule_of(events, "enemies-cleared") == "destab.enemy-clear"
    assert (state.fuses[A], state.supply["destabilization"]) == (0, left)
    assert destabilization_tokens.place_on_enemies(state, A, 1, "destab.place", None) == 0  # nobody is attached


def test_tokens_hit_as_well_where_nobody_is_told() -> None:
    """destab.tick: as in a game that a bot imagines."""
    state = unstable()
    destabilization_tokens.place_on_enemies(state, A, 2, "destab.place", None)
    destabilization_damage.begin_damage(state, None)
    destabilization_damage.damage_next_seat(state, None)
    assert state.enemies[A] == (("drone", 2), ("clerk", 0))


def test_tokens_on_one_card_leave_with_it() -> None:
    """ruling.destab.holder = card."""
    state = unstable(destab__holder="card")
    left = state.supply["destabilization"]
    destabilization_tokens.place_on_enemies(state, A, 2, "destab.place", None)
    assert state.enemies[A] == (("drone!fuse2", 0), ("clerk", 0))
    destabilization_tokens.place_on_enemies(state, A, 1, "destab.place", None)
    assert state.enemies[A][0] == ("drone!fuse3", 0)
    events = ticked(state)
    assert state.enemies[A] == (("clerk", 0),)
    assert rule_of(events, "enemies-cleared") == "ruling.destab.holder"
    assert state.supply["destabilization"] == left
    assert "drone" in state.enemy_discard


def test_tokens_on_a_board_wound() -> None:
    """destab.tick, ruling.destab.wound, destab.player-clear."""
    for option, integrity in (("yes", 5), ("no", 4)):
        state = unstable(destab__wound=option)
        destabilization_tokens.place_on_board(state, A, 1, "destab.place", None)
        state.add_asset(A, "shield", 1)
        events = ticked(state)
        assert rule_of(events, "destabilization-hurts") == "destab.tick"
        if option == "yes":
            play(state, A, "shield", 1)
        assert state.integrity[A] == integrity
        assert state.has(A, "shield") == (option == "no")
        events = []
        destabilization_tokens.clear_board(state, A, recorder(events))
        assert cited(events) == [("board-cleared", "destab.player-clear")]
        assert state.destabilized[A] == 0


def test_whose_tokens_come_first() -> None:
    """ruling.destab.order."""
    for option in ("enemies", "players"):
        state = unstable(destab__order=option)
        destabilization_tokens.place_on_enemies(state, A, 1, "destab.place", None)
        destabilization_tokens.place_on_board(state, B, 1, "destab.place", None)
        other = "players" if option == "enemies" else "enemies"
        assert [what for what, _ in destabilization_damage.seats_with_tokens(state)] == [option, other]


def test_the_supply_of_tokens_is_limited() -> None:
    """destab.place: sixteen tokens."""
    state = unstable()
    assert destabilization_tokens.place_on_board(state, A, 99, "destab.place", None) == 16
    assert destabilization_tokens.place_on_board(state, B, 1, "destab.place", None) == 0
