"""Enemies are drawn, attached, hurt and go."""

from __future__ import annotations

import pytest
from street import A, B, C, Street

from tabletop_kernel.contract.events import recorder
from tabletop_kernel.games.tamashii.fighting import enemies
from tabletop_kernel.games.tamashii.fighting.fight_state import Fight
from tabletop_kernel.games.tamashii.modes import destabilization_tokens


def empty_deck(street: Street) -> None:
    street.state.enemy_deck = ()


def cards(street: Street, seat: int = A) -> list[str]:
    return [card for card, _ in street.state.enemies[seat]]


def test_a_drawn_enemy_goes_under_those_already_there() -> None:  # enemy.attach, enemy.top
    street = Street().stack(A, "rust-monk")
    assert enemies.draw_and_attach(street.state, A, 2, "enemy.attach", recorder(street.events)) == 2
    assert cards(street) == ["rust-monk", "stray-drone", "toll-clerk"]
    assert street.state.enemy_deck == ("gutter-hound", "riot-shell")


def test_the_discard_pile_becomes_the_deck() -> None:  # ruling.enemy.deck-empty
    street = Street()
    street.state.enemy_deck, street.state.enemy_discard = ("stray-drone",), ("toll-clerk", "riot-shell")
    assert enemies.draw_and_attach(street.state, A, 3, "enemy.attach", recorder(street.events)) == 3
    assert sorted(cards(street)) == ["riot-shell", "stray-drone", "toll-clerk"]
    assert street.by("enemies-reshuffled") == ["ruling.enemy.deck-empty"]
    assert enemies.draw_and_attach(street.state, A, 1, "enemy.attach", recorder(street.events)) == 0
    assert street.by("no-enemy-left") == ["ruling.enemy.deck-empty"]


def test_without_reshuffling_nobody_is_attached() -> None:  # ruling.enemy.deck-empty
    street = Street(enemy__deck_empty="no-draw")
    street.state.enemy_deck, street.state.enemy_discard = (), ("toll-clerk",)
    assert enemies.draw_and_attach(street.state, A, 1, "enemy.attach", recorder(street.events)) == 0
    assert street.state.enemy_discard == ("toll-clerk",)


def test_damage_stays_and_defeats_at_the_last_point() -> None:  # enemy.damage-stays, enemy.defeat, ruling.enemy.zero
    street = Street().stack(A, "stray-drone", "toll-clerk")
    enemies.damage_top(street.state, A, 2, "pattern.hack-repel", recorder(street.events))
    assert street.state.enemies[A][0] == ("stray-drone", 2)
    assert street.state.exp[A] == 0
    enemies.damage_top(street.state, A, 1, "pattern.hack-repel", recorder(street.events))
    assert cards(street) == ["toll-clerk"]
    assert street.state.exp[A] == 1
    assert street.state.enemy_discard == ("stray-drone",)
    assert street.state.integrity[A] == 5
    assert street.by("defeated") == ["enemy.defeat"]
    assert street.by("enemy-to-pile") == ["enemy.discard-pile"]
    assert street.by("next-top") == ["enemy.next-top"]


@pytest.mark.parametrize(("choice", "left"), [("lost", 3), ("carries", 1)])
def test_excess_outside_frames(choice: str, left: int) -> None:  # ruling.combat.excess-elsewhere
    street = Street(combat__excess_elsewhere=choice).stack(A, "stray-drone", "toll-clerk")
    enemies.damage_top(street.state, A, 5, "pattern.hack-repel", recorder(street.events))
    assert street.state.enemies[A] == (("toll-clerk", 3 - left),)
    assert street.by("excess-lost") == (["ruling.combat.excess-elsewhere"] if choice == "lost" else [])


def test_excess_of_a_frame_is_lost_even_where_other_excess_carries_over() -> None:  # frame.excess-lost
    street = Street(combat__excess_elsewhere="carries").stack(A, "stray-drone", "toll-clerk")
    street.state.frames.append(("effect", A, ("frame.kindle.0", 1, 1, "", "SSSSS")))
    enemies.damage_top(street.state, A, 5, "frame.top-only", recorder(street.events))
    assert street.state.enemies[A] == (("toll-clerk", 0),)
    assert street.by("excess-lost") == ["frame.excess-lost"]


def test_going_without_defeat_gives_nothing() -> None:  # enemy.discard-no-exp
    street = Street().stack(A, "stray-drone")
    enemies.discard_top(street.state, A, "enemy.discard-no-exp", recorder(street.events))
    assert (street.state.exp[A], cards(street)) == (0, [])
    assert street.state.enemy_discard == ("stray-drone",)
    assert "defeated" not in street.state.tally[A]


def test_defeats_are_counted_for_every_span() -> None:
    street = Street().stack(A, "stray-drone", "gutter-hound", "adware-swarm")
    for _ in range(3):
        enemies.damage_top(street.state, A, 9, "pattern.hack-repel", None)
    tally = street.state.tally[A]
    assert (tally["defeated"], tally["defeated-turn"], tally["defeated-card"], tally["largest"]) == (3, 3, 3, 4)
    assert "defeated-combat" not in tally


def test_damage_to_each_enemy_reaches_all_of_them_once() -> None:
    street = Street().stack(A, ("adware-swarm", 1), "stray-drone", ("adware-swarm", 1))
    assert enemies.damage_each(street.state, A, 1, "pattern.augments", None) == 3
    assert street.state.enemies[A] == (("stray-drone", 1),)
    assert street.state.exp[A] == 2


def test_healing_stops_at_no_damage() -> None:
    street = Street().stack(A, ("rust-monk", 1))
    assert enemies.heal_enemy(street.state, A, 0, 3, "combat.enemy-frame", None) == 1
    assert enemies.heal_enemy(street.state, A, 0, 3, "combat.enemy-frame", recorder(street.events)) == 0
    assert not street.events


def test_enemies_wander_with_their_damage() -> None:
    street = Street().stack(A, "stray-drone").stack(B, "rust-monk", ("riot-shell", 2))
    enemies.pull_enemy(street.state, A, B, "aug.timing", recorder(street.events))
    assert street.state.enemies == [(("stray-drone", 0), ("riot-shell", 2)), (("rust-monk", 0),)]
    enemies.hand_over_top(street.state, A, B, "comp.pvp", recorder(street.events))
    assert street.state.enemies == [(("riot-shell", 2),), (("rust-monk", 0), ("stray-drone", 0))]
    enemies.rotate_stack(street.state, B, "pattern.augments", recorder(street.events))
    assert cards(street, B) == ["stray-drone", "rust-monk"]
    assert street.state.enemy_discard == ()


# -- scenarios ---------------------------------------------------------------------------------------------------------


def test_yokai_go_under_the_deck() -> None:  # yokai.bottom
    street = Street(scenario="S04", modules=("yokai",)).stack(A, "stray-drone", "toll-clerk")
    empty_deck(street)
    enemies.damage_top(street.state, A, 9, "frame.top-only", recorder(street.events))
    enemies.discard_top(street.state, A, "enemy.discard-no-exp", recorder(street.events))
    assert street.state.enemy_deck == ("stray-drone", "toll-clerk")
    assert street.state.enemy_discard == ()
    assert street.by("enemy-to-bottom") == ["yokai.bottom"] * 2


def test_a_small_god_counts_the_first_time_it_is_defeated() -> None:  # scen.special-rules
    street = Street(scenario="S04", modules=("yokai",)).stack(A, "undertow!god")
    empty_deck(street)
    enemies.discard_top(street.state, A, "enemy.discard-no-exp", None)
    assert street.state.enemy_deck == ("undertow!god",)
    assert street.state.on_card == {}
    enemies.draw_and_attach(street.state, A, 1, "enemy.attach", None)
    enemies.damage_top(street.state, A, 9, "frame.top-only", recorder(street.events))
    assert street.state.on_card == {"success": 1}
    assert street.by("success-token") == ["scen.special-rules"]
    assert street.state.enemy_deck == ("undertow",)
    enemies.draw_and_attach(street.state, A, 1, "enemy.attach", None)
    enemies.damage_top(street.state, A, 9, "frame.top-only", None)
    assert street.state.on_card == {"success": 1}


def test_the_guest_waits_with_its_damage_until_it_is_defeated() -> None:  # scen.special-rules
    street = Street(3, scenario="S03")
    state = street.state
    state.guest = ("ash-kirin!guest", 0, -1)
    assert state.integrity_of("ash-kirin!guest") == 8 + 7 * 3
    enemies.attach_guest(state, C, "quest.new-card", recorder(street.events))
    assert (cards(street, C), enemies.is_guest_waiting(state)) == (["ash-kirin!guest"], False)
    enemies.damage_top(state, C, 5, "frame.top-only", None)
    enemies.discard_all(state, C, "reset.enemies", recorder(street.events))
    assert state.guest == ("ash-kirin!guest", 5, C)
    assert enemies.is_guest_waiting(state)
    assert not state.enemy_discard
    enemies.attach_guest(state, A, "quest.world", None)
    assert state.enemies[A] == (("ash-kirin!guest", 5),)
    assert not enemies.is_guest_beaten(state)
    enemies.damage_top(state, A, 23, "frame.top-only", None)
    assert not enemies.is_guest_beaten(state)
    enemies.damage_top(state, A, 1, "frame.top-only", None)
    assert enemies.is_guest_beaten(state)
    assert state.enemy_discard == ("ash-kirin",)
    assert state.exp[A] == 1


@pytest.mark.parametrize("choice", ["top", "random"])
def test_all_enemies_go_in_the_order_of_the_ruling(choice: str) -> None:  # ruling.yokai.order
    names = ("stray-drone", "toll-clerk", "riot-shell", "rust-monk")
    orders = set()
    for first in range(1, 5):
        script = {"yokai": [first, 1, 1, 1]}
        street = Street(scenario="S04", modules=("yokai",), script=script, yokai__order=choice).stack(A, *names)
        empty_deck(street)
        enemies.discard_all(street.state, A, "reset.enemies", None)
        orders.add(street.state.enemy_deck)
    assert (orders == {names}) == (choice == "top")


# -- tokens on enemies, and the number die -----------------------------------------------------------------------------


def test_fuses_leave_with_the_last_enemy() -> None:  # destab.enemy-clear
    street = Street().stack(A, "stray-drone", "toll-clerk")
    destabilization_tokens.place_on_enemies(street.state, A, 2, "destab.place", None)
    enemies.discard_top(street.state, A, "enemy.discard-no-exp", None)
    assert street.state.fuses[A] == 2
    enemies.discard_top(street.state, A, "enemy.discard-no-exp", recorder(street.events))
    assert street.state.fuses[A] == 0


@pytest.mark.parametrize(("on", "index", "now"), [(2, 0, 1), (2, 2, 1), (1, 2, 1), (0, 0, -1), (1, 1, 0), (-1, 0, -1)])
def test_the_number_die_follows_when_an_enemy_goes(on: int, index: int, now: int) -> None:  # combat.die-shift
    street = Street().stack(A, "stray-drone", "toll-clerk", "riot-shell")
    street.state.frames.append(("combat", A, Fight("fight", "S", on, "fang")))
    enemies.remove_enemy(street.state, A, index, False, "enemy.discard-no-exp", recorder(street.events))
    assert Fight(*street.state.frames[-1][2]).number == now
    moved = [kind for kind in street.kinds() if kind in ("die-shifted", "die-removed")]
    assert moved == (["die-removed" if on == 0 else "die-shifted"] if on == index else [])


def test_a_rotated_stack_takes_the_number_die_along() -> None:
    for on, now in ((0, 2), (1, 0), (2, 1)):
        street = Street().stack(A, "stray-drone", "toll-clerk", "riot-shell")
        street.state.frames.append(("combat", A, Fight("fight", "S", on, "fang")))
        card = cards(street)[on]
        enemies.rotate_stack(street.state, A, "pattern.augments", None)
        assert Fight(*street.state.frames[-1][2]).number == now
        assert cards(street)[now] == card


@pytest.mark.parametrize(("choice", "late"), [("waits", ()), ("acts", (2,))])
def test_late_enemies(choice: str, late: tuple[int, ...]) -> None:  # ruling.combat.late-enemy
    street = Street(combat__late_enemy=choice).stack(A, "camera-kite", "toll-clerk")
    street.state.frames.append(("combat", A, Fight("fight", "S", 0, "fang")))
    enemies.draw_and_attach(street.state, A, 1, "enemy.attach", recorder(street.events))
    now = Fight(*street.state.frames[-1][2])
    assert (now.number, now.late) == (0, late)
    assert bool(street.by("acts-late")) == (choice == "acts")
    street.state.frames[-1] = ("combat", A, Fight("fight", "S", -1, "fang"))
    enemies.draw_and_attach(street.state, A, 1, "enemy.attach", None)
    assert Fight(*street.state.frames[-1][2]).number == -1
