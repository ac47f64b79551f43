"""Whether a line would do anything now: what offers, choices, abilities and rewards are measured by."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from played_lines import desk, with_lines
from small_tables import A, B, laid

from tabletop_kernel.games.tamashii.fighting import fight_state
from tabletop_kernel.games.tamashii.fighting.fight_state import Fight
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.maps import Map

Change = Callable[[State], None]


def set_(name: str, value: object, seat: int = A) -> Change:
    """A change of what belongs to one player."""
    return lambda state: getattr(state, name).__setitem__(seat, value)


def table_(name: str, value: object) -> Change:
    """A change of what belongs to the table."""
    return lambda state: setattr(state, name, value)


def both(*changes: Change) -> Change:
    def all_of(state: State) -> None:
        for change in changes:
            change(state)

    return all_of


def frame(kind: str, *data: object) -> Change:
    return lambda state: state.frames.append((kind, A, data))


def both_up(state: State) -> None:
    state.map = state.map.turned_up((1, 0))


def supply(name: str, number: int) -> Change:
    return lambda state: state.supply.__setitem__(name, number)


def as_is(state: State) -> None:
    """The table as it was laid."""


FULL = laid("EEEE", "EEEE", "EEEE", "EEEE")
ROLLED = frame("roll", "test", "ST", (), 0, 0)
FIGHTING = frame("combat", *Fight(fight_state.FIGHT, "S", 0, "fang"))
ENEMY = set_("enemies", (("drone", 0),))
HURT_ENEMY = set_("enemies", (("drone", 1),))

# a line, a table at which it does something, and one at which it does not
USEFUL: list[tuple[str, Change, Change]] = [
    ("gain 1 power", as_is, set_("assets", (0, 0, 5, 0))),
    ("gain 1 power per enemy", ENEMY, as_is),
    ("lose 1 power", set_("assets", (0, 0, 1, 0)), as_is),
    ("lose 1 of each asset", set_("assets", (0, 0, 1, 0)), as_is),
    ("spend 2 power", set_("assets", (0, 0, 2, 0)), set_("assets", (0, 0, 1, 0))),
    ("gain any 1 asset", as_is, set_("assets", (5, 5, 5, 5))),
    ("gain 2 different assets", as_is, set_("assets", (5, 5, 5, 5))),
    ("take 1 asset from another player here with 3", set_("assets", (3, 0, 0, 0), B), set_("assets", (2, 0, 0, 0), B)),
    ("gain any 1 asset per enemy", ENEMY, as_is),
    ("lose 1 exp", set_("exp", 1), as_is),
    ("spend 2 exp", set_("exp", 2), set_("exp", 1)),
    ("recover 1", set_("integrity", 4), as_is),
    ("wound 1 per enemy", ENEMY, as_is),
    ("raise max 1", as_is, set_("maximum", 10)),
    ("unlock 1", as_is, set_("grid", "....." * 4)),
    ("prevent 1", frame("wounds", 1, "combat.enemy-frame"), as_is),
    ("gain 1 basic", as_is, both(*(supply(letter, 0) for letter in "EWLF"))),
    ("gain 1 open", as_is, supply("O", 0)),
    ("gain 1 catie", as_is, set_("dump", "CC")),
    ("gain 1 core", as_is, supply("E", 0)),
    ("bag 1 lore", as_is, supply("L", 0)),
    ("discard 1 corrupted", set_("grid", laid("X...")), set_("grid", laid("E..."))),
    ("dump 1 ward", set_("grid", laid("O...")), set_("grid", laid("E..."))),
    ("dump all", set_("grid", laid("O...")), as_is),
    ("dump one row", set_("grid", laid("O...")), as_is),
    ("prepare 1", as_is, set_("grid", FULL)),
    ("prepare 2", set_("bag", "E"), set_("bag", "")),
    ("program 1", set_("grid", laid("E...")), as_is),
    ("program 1 diagonal", set_("grid", laid("E...", ".W..")), set_("grid", laid("EW.."))),
    ("swap 1 with dump", both(set_("grid", laid("E...")), set_("dump", "W")), set_("grid", laid("E..."))),
    ("swap 2 with dump", both(set_("grid", laid("E...")), set_("dump", "W")), set_("dump", "W")),
    ("corrupted counts as open", set_("grid", laid("X...")), as_is),
    ("move 1", as_is, table_("map", Map({(0, 0): "shelter"}))),
    ("reveal tile within 1", as_is, both_up),
    ("trace down 1", set_("trace", 1), as_is),
    ("set trace 0", set_("trace", 1), as_is),
    ("put relay here", as_is, table_("markers", {(0, 0): ("relay",)})),
    ("remove relay here", table_("markers", {(0, 0): ("relay",)}), as_is),
    ("turn up die here", table_("markers", {(0, 0): ("die:S",)}), table_("markers", {(0, 0): ("die:S!",)})),
    ("attach 1", as_is, table_("enemy_deck", ())),
    ("attach guest", table_("guest", ("drone!guest", 0, A)), as_is),
    ("deal 1", ENEMY, as_is),
    ("deal 1 per die", both(ENEMY), as_is),
    ("deal 1 to each enemy", ENEMY, as_is),
    ("discard top enemy", ENEMY, as_is),
    ("rotate enemies", set_("enemies", (("drone", 0), ("clerk", 0))), ENEMY),
    ("pull enemy", set_("enemies", (("drone", 0),), B), ENEMY),
    ("look at 2 enemies", as_is, table_("enemy_deck", ())),
    ("heal 1", HURT_ENEMY, ENEMY),
    ("clear damage", HURT_ENEMY, ENEMY),
    ("destabilize 1", as_is, supply("destabilization", 0)),
    ("destabilize enemies 1", ENEMY, as_is),
    ("roll 1 more", frame("combat", *Fight(fight_state.PREPARE, "?", 0, "")), FIGHTING),
    ("roll 2 more", ROLLED, as_is),
    ("reroll 1", ROLLED, frame("roll", "test", "", (), 0, 0)),
    ("reroll all", ROLLED, as_is),
    ("turn 1 static to strike", ROLLED, frame("roll", "test", "SS", (), 0, 0)),
    ("lend reroll", both(ROLLED, set_("assets", (0, 0, 0, 1))), ROLLED),
    ("cancel next frame", both(ENEMY, FIGHTING), frame("combat", *Fight(fight_state.FIGHT, "S", -1, "fang"))),
    (
        "number die down 1",
        frame("combat", *Fight(fight_state.ROLLED, "S", 2, "fang")),
        frame("combat", *Fight(fight_state.ROLLED, "S", 1, "fang")),
    ),
    ("blank number die", frame("combat", *Fight(fight_state.PREPARE, "?", 0, "")), as_is),
    ("skip trace roll", set_("trace", 3), as_is),
    ("skip trace roll", set_("trace", 3), both(set_("trace", 3), set_("used", (planning.NO_TRACE_ROLL_MARK,)))),
    ("draw spartans augment", both_up, as_is),
    ("draw class augment", set_("class_deck", ("sweep",)), as_is),
    ("equip free", set_("unequipped", ("sweep",)), as_is),
    (
        "equip 1 cheaper",
        both(set_("unequipped", ("sweep",)), set_("assets", (0, 1, 0, 0))),
        set_("unequipped", ("sweep",)),
    ),
    ("return faction augment", set_("equipped", ("phalanx",)), set_("equipped", ("sweep",))),
    ("inhabit", set_("bodies", ("crown", "tin-saint")), set_("bodies", ("crown",))),
    ("take body", table_("market", ("crown",)), as_is),
    (
        "refresh market",
        both(table_("market", ("crown",)), table_("body_deck", ("tin-saint",))),
        table_("market", ("crown",)),
    ),
    ("draw event", table_("event_deck", ("x",)), as_is),
    ("put 1 success here", table_("card", "S01-1"), as_is),
    ("remove 1 success here", table_("on_card", {"success": 1}), as_is),
    ("time down 1", table_("time", 1), as_is),
    ("if time = 3: gain 1 power", table_("time", 3), table_("time", 2)),
    ("may spend 1 power: gain 1 exp", set_("assets", (0, 0, 1, 0)), as_is),
    ("choose recover 1 or lose 1 power", set_("integrity", 3), as_is),
    ("another player: recover 1", set_("integrity", 3, B), set_("integrity", 3)),
    ("each player: recover 1", set_("integrity", 3, B), as_is),
    ("each player here: recover 1", set_("integrity", 3, B), both(set_("integrity", 3, B), set_("place", (1, 0), B))),
    ("recover 1; gain 1 power", as_is, set_("assets", (0, 0, 5, 0))),
    ("nothing; recover 1", set_("integrity", 3), as_is),
]


@pytest.mark.parametrize(("line", "useful", "idle"), USEFUL, ids=[line for line, _, _ in USEFUL])
def test_what_does_something_and_what_does_not(line: str, useful: Change, idle: Change) -> None:
    for change, does in ((useful, True), (idle, False)):
        state = with_lines(desk(), tile__x=line)
        change(state)
        assert running.does_something(state, A, "tile.x", "S") == does, change


def test_a_price_must_be_possible_in_full_and_pay_for_something() -> None:
    state = with_lines(desk(), tile__x="dump 2 ward and gain 1 power", tile__y="dump 2 ward")
    state.grid[A] = laid("W...")
    assert not running.is_worth_its_price(state, A, "tile.x", 1) and not running.can_pay(state, A, "tile.y")
    state.grid[A] = laid("WW..")
    assert running.is_worth_its_price(state, A, "tile.x", 1) and running.can_pay(state, A, "tile.y")
    state.assets[A] = (0, 0, 5, 0)
    assert not running.is_worth_its_price(state, A, "tile.x", 1)


def test_a_scenario_is_told_to_gain_corrupted_data_even_from_an_empty_pool() -> None:
    for mode, does in (("story", True), ("versus", False)):  # end.cd-out, comp.cd-empty
        state = with_lines(desk(mode=mode), tile__x="gain 1 corrupted")
        state.corrupted, state.supply["X"] = 0, 0
        assert running.does_something(state, A, "tile.x") == does
