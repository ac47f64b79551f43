"""Rules of Tamashii that belong to no single room, each with what would be otherwise without it."""

from __future__ import annotations

from small_tables import laid, table
from storyboard import card, play, refused, settled, with_cards
from street import A, B, Street, house

from tabletop_kernel.contract.events import recorder
from tabletop_kernel.games.tamashii.phases import planning, quest


def planning_street(**agreed: str) -> Street:
    street = Street(**agreed).begin("acted")
    street.state.phase = "planning"
    planning.open_window(street.state, planning.PROGRAM, recorder(street.events))
    return street


def test_memory_buys_three_things_again_and_again() -> None:
    """asset.memory-uses, upg.mem-repeat: equip, gain, discard, all in one window, until it is spent."""
    street = planning_street().asset(A, memory=4).launcher(A, "LL..")
    street.state.unequipped[A] = ("phalanx-protocol",)
    cost = house().augments["phalanx-protocol"].cost
    street.settle().play("equip", "phalanx-protocol").play("gain-token", "E").play("discard-token", "r1c1")
    assert street.state.equipped[A] == ("phalanx-protocol",)
    assert street.state.has(A, "memory") == 4 - cost - 2
    assert street.by("spends") == ["upg.mem-equip", "upg.mem-gain", "upg.mem-discard"]
    street.asset(A, memory=0)
    assert street.no("gain-token", "E") == "asset.spend"


def test_everybody_may_have_any_number_of_faction_augments_of_both_kinds() -> None:
    """aug.faction-all, aug.no-limit, aug.zones: many augments, equipped and not; those of factions go to anybody."""
    factions = [one.id for one in house().augments.values() if one.faction]
    street = planning_street()
    street.state.equipped[A], street.state.unequipped[A] = tuple(factions[:8]), tuple(factions[8:])
    street.settle().play("trade", B).play("give", factions[0]).play("propose").play("accept")
    assert factions[0] in street.state.unequipped[B]
    assert set(street.state.equipped[A]) | set(street.state.unequipped[A]) == set(factions[1:])
    unequipped = next(one for one in factions[8:] if any(use.pattern for use in house().augments[one].uses))
    street.begin("launch")
    assert street.no("launch", f"aug.{unequipped}", "r1c1+r1c2") == "aug.two-states"


def test_a_broken_augment_is_unlocked_for_later_games() -> None:
    """camp.break-keeps: it is told as the scenario ends, and no code is locked by it."""
    street = Street()
    street.state.box = ("last-stand",)
    quest.win_scenario(street.state, "end.scenario", recorder(street.events))
    assert street.by("broken-kept") == ["camp.break-keeps"]
    assert street.state.newly_locked == ()


def test_where_a_group_test_is_started() -> None:
    """test.group-where: only who is there may start it; others may add to it from anywhere."""
    state = with_cards(table(), card("T01-1", activities=("if on barracks: group test lore 1 and gain 1 power",)))
    state.phase, state.grid = "quest", [laid("L..."), laid("L...")]
    state.map = state.map.turned_up((1, 0))
    state.frames.append(("activity", -1, (0,)))
    assert refused(state, A, "act", 0) == "test.group-where"
    state.place[B] = (1, 0)
    events = play(state, B, "act", 0)
    assert ("does-activity", "test.group-where") in [(kind, rule) for kind, rule, *_ in events]
    play(state, B, "leave")
    settled(state)
    assert state.frames[-1][:2] == ("test", A)


def test_no_pattern_is_any_number_too() -> None:
    """launch.any-number: a step in which nothing is launched is over all the same."""
    street = Street().launcher(A, "EEE.").begin("launch").play("done")
    assert street.by("launches-over") == ["launch.any-number"]
    assert street.state.grid[A] == laid("EEE.")
