"""What memory and EXP buy, and why not."""

from __future__ import annotations

from random import Random

import pytest
from judging import judged
from small_tables import A, B, cited, laid, lawful, rule, table

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import SLOTS
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.phases import planning, purchases
from tabletop_kernel.games.tamashii.state import State


def rich(memory: int = 5, exp: int = 9, seats: int = 2, **agreed: object) -> State:
    """A player who can buy things, in the first window of Planning."""
    state = table(seats, **agreed)
    state.grid[A] = laid("EX..", "NDO.")
    state.add_asset(A, "memory", memory)
    state.exp[A] = exp
    state.class_deck[A], state.unequipped[A] = ("sweep", "ledger", "tax"), ("phalanx", "backdoor")
    planning.open_window(state, "begin", None)
    return state


def buy(state: State, *move: str) -> list[Event]:
    events: list[Event] = []
    plan = planning.DECISIONS["plan"]
    assert judged(plan, state, A, move) is None, move
    plan.apply(state, A, move, recorder(events))
    return events


def refused(state: State, *move: str | int) -> str:
    return rule(judged(planning.DECISIONS["plan"], state, A, move))


def test_memory_cleans_the_launcher() -> None:
    state = rich()  # upg.mem-discard, upg.mem-repeat, ruling.upg.mem-discard-open
    events = buy(state, "discard-token", "r1c2")
    assert cited(events) == [("spends", "upg.mem-discard"), ("discards-for-good", "data.corrupted-box")]
    for slot in ("r2c1", "r2c2", "r2c3"):
        buy(state, "discard-token", slot)
    assert state.grid[A] == laid("E...") and state.has(A, "memory") == 1
    assert (state.supply["N"], state.supply["C"], state.supply["O"]) == (13, 9, 17)


def test_memory_gains_a_basic_token_into_the_dump() -> None:
    state = rich()  # upg.mem-gain
    events = buy(state, "gain-token", "W")
    assert cited(events) == [("spends", "upg.mem-gain"), ("gains-token", "upg.mem-gain")]
    assert (state.dump[A], state.supply["W"], state.has(A, "memory")) == ("W", 23, 4)


def test_memory_equips_an_augment() -> None:
    state = rich(memory=2)  # upg.mem-equip, aug.equip
    events = buy(state, "equip", "backdoor")
    assert cited(events) == [("spends", "upg.mem-equip"), ("equips", "upg.mem-equip")]
    assert (state.equipped[A], state.unequipped[A], state.has(A, "memory")) == (("backdoor",), ("phalanx",), 0)


@pytest.mark.parametrize(
    ("move", "by"),
    [
        (("discard-token", "r1c3"), "data.discard"),  # empty
        (("discard-token", "r1c5"), "data.discard"),  # a lock
        (("discard-token", "bag"), "data.discard"),
        (("discard-token",), "table.form"),
        (("gain-token", "O"), "upg.mem-gain"),
        (("gain-token", "EW"), "upg.mem-gain"),
        (("gain-token", "F"), "data.gain-empty"),
        (("equip", "sweep"), "aug.equip"),  # still in the deck
        (("equip", "triple"), "aug.equip"),  # somebody else's
        (("equip", "tax"), "aug.stays"),
        (("equip", 3), "table.form"),
        (("upgrade", "armour"), "table.form"),
        (("upgrade",), "table.form"),
        (("upgrade", "open", "r1c1"), "table.form"),
        (("upgrade", "unlock"), "table.form"),
        (("upgrade", "unlock", "r1c1"), "upg.exp-unlock"),
        (("upgrade", "unlock", "r2c5"), "upg.exp-unlock"),  # unlocked already
        (("upgrade", "open"), "data.gain-empty"),
        (("upgrade", "augment"), "upg.exp-augment"),
        (("upgrade", "integrity"), "ruling.upg.max-cap"),
        (("upgrade", "catie"), "catie.include"),
    ],
)
def test_what_cannot_be_bought_at_any_price(move: Move, by: str) -> None:
    state = rich()
    state.grid[A], state.equipped[A], state.equipped[B] = laid("EX..", "NDO.."), ("tax",), ("triple",)
    state.class_deck[A], state.maximum[A] = (), 10
    state.supply.update(F=0, O=0)
    assert refused(state, *move) == by


@pytest.mark.parametrize(
    ("move", "by"),
    [
        (("discard-token", "r1c1"), "upg.mem-discard"),
        (("gain-token", "E"), "asset.spend"),
        (("equip", "phalanx"), "upg.mem-equip"),
        (("upgrade", "integrity"), "upg.exp-cost"),
        (("upgrade", "unlock", "r1c5"), "upg.exp-cost"),
        (("upgrade", "open"), "upg.exp-cost"),
        (("upgrade", "augment"), "upg.exp-cost"),
        (("upgrade", "catie"), "catie.buy"),
    ],
)
def test_what_is_too_dear(move: Move, by: str) -> None:
    state = rich(memory=0, exp=1, modules=("catie",))
    state.bag[A] = "E"
    assert refused(state, *move) == by


def test_upgrades_are_dearer_above_normal() -> None:
    """W23: mode.hard, mode.insane-cost."""
    for difficulty, by in (("normal", ""), ("hard", "mode.hard"), ("insane", "mode.insane-cost")):
        state = rich(exp=2, difficulty=difficulty)
        assert refused(state, "upgrade", "unlock", "r1c5") == by
        state.exp[A] = 3
        events = buy(state, "upgrade", "unlock", "r1c5")
        assert state.exp[A] == (1 if not by else 0) and state.lit(4) and state.grid[A][4] == "."
        assert cited(events)[:2] == [("spends-exp", by or "upg.exp-cost"), ("unlocks", "upg.exp-unlock")]


def test_integrity_rises_with_its_maximum() -> None:
    state = rich()  # upg.exp-integrity
    state.integrity[A] = 2
    events = buy(state, "upgrade", "integrity")
    assert (state.integrity[A], state.maximum[A], state.exp[A]) == (3, 6, 7)
    assert cited(events) == [("spends-exp", "upg.exp-cost"), ("raises-maximum", "upg.exp-integrity")]


def test_an_open_token_is_bought_into_the_dump() -> None:
    state = rich()  # upg.exp-open
    buy(state, "upgrade", "open")
    assert (state.dump[A], state.supply["O"]) == ("O", 15)


def test_of_two_class_augments_one_is_kept() -> None:
    state = rich()  # upg.exp-augment, aug.arrive-unequipped
    events = buy(state, "upgrade", "augment")
    assert cited(events)[-1] == ("draws-augments", "upg.exp-augment")
    pick = planning.DECISIONS["pick-augment"]
    lawful(pick, state, A, [("keep", "tax"), ("keep",), ("keep", "ledger")])
    assert rule(judged(pick, state, A, ("keep", "tax"))) == "aug.class-only"
    pick.apply(state, A, ("keep", "ledger"), recorder(events))
    assert state.class_deck[A] == ("tax", "sweep") and state.unequipped[A] == ("phalanx", "backdoor", "ledger")
    assert cited(events)[-2:] == [("gains-augment", "upg.exp-augment"), ("augment-under", "upg.exp-augment")]
    state.class_deck[A] = ("tax",)
    buy(state, "upgrade", "augment")  # ruling.upg.class-short
    assert state.class_deck[A] == () and state.unequipped[A][-1] == "tax" and state.frames[-1][0] == "plan"


def test_the_prologue_has_no_classes() -> None:
    state = rich(kind="prologue")
    state.class_deck[A] = ()
    assert refused(state, "upgrade", "augment") == "setup.prologue-skips"


def test_a_catie_token_has_its_own_price() -> None:
    state = rich(exp=3, modules=("catie",))  # catie.buy, ruling.catie.at-max
    events = buy(state, "upgrade", "catie")
    assert (state.exp[A], state.dump[A]) == (0, "C") and cited(events)[0] == ("spends-exp", "catie.buy")
    state.exp[A] = 3
    assert refused(state, "upgrade", "catie") == "catie.max"  # the other one lies on the launcher
    for choice, by in (("3", ""), ("4", "ruling.catie.cost-modes")):
        hard = rich(exp=3, modules=("catie",), difficulty="hard", catie__cost_modes=choice)
        assert refused(hard, "upgrade", "catie") == by
    poor = rich(exp=2, modules=("catie",), difficulty="hard", catie__cost_modes="4")
    assert refused(poor, "upgrade", "catie") == "ruling.catie.cost-modes"


def test_only_one_exp_upgrade_where_the_ruling_says_so() -> None:
    many, one = rich(), rich(upg__exp_repeat="one", modules=("catie",))
    one.grid[A] = laid()
    for state in (many, one):
        buy(state, "upgrade", "open")
    assert refused(many, "upgrade", "open") == ""
    assert refused(one, "upgrade", "open") == "ruling.upg.exp-repeat"
    assert refused(one, "upgrade", "catie") == ""  # not one of the four
    assert ("upgrade", "open") not in planning.DECISIONS["plan"].moves(one, A)


def test_cards_in_play_change_what_equipping_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    state = rich(memory=0)
    assert augments.equip_cost(state, A, "backdoor") == 2
    assert augments.equip_cost(state, A, "phalanx", cheaper=1) == 0
    monkeypatch.setattr(augments.abilities, "modifier", lambda state, seat, name: -1)
    assert augments.equip_cost(state, A, "backdoor") == 1
    assert augments.equip_cost(state, A, "phalanx") == 1  # at least 1


def test_every_upgrade_that_is_offered_is_allowed_and_no_other() -> None:
    rng = Random(9)
    names = ("integrity", "open", "augment", "catie", "unlock")
    tried: list[Move] = [("discard-token", slot) for slot in SLOTS] + [("gain-token", one) for one in "EWLFOXCN"]
    tried += [("equip", one) for one in ("phalanx", "backdoor", "tax", "triple")]
    tried += [("upgrade", name) for name in names] + [("upgrade", "unlock", slot) for slot in SLOTS]
    for _ in range(60):
        state = rich(
            memory=rng.randint(0, 3),
            exp=rng.randint(0, 4),
            modules=rng.choice([(), ("catie",)]),
            difficulty=rng.choice(["normal", "hard"]),
            catie__cost_modes=rng.choice(["3", "4"]),
            upg__exp_repeat=rng.choice(["yes", "one"]),
        )
        state.grid[A] = laid("EX.." + rng.choice("#."), "NDO." + rng.choice("#L"))
        state.supply.update(O=rng.randint(0, 1), E=rng.randint(0, 1), C=rng.randint(0, 1))
        state.maximum[A] = rng.choice([5, 10])
        if rng.random() < 0.3:
            state.used[A] = (purchases.BOUGHT_MARK,) if state.ruling["ruling.upg.exp-repeat"] == "one" else ()
        state.class_deck[A] = rng.choice([(), ("sweep", "tax")])
        lawful(planning.DECISIONS["plan"], state, A, tried)
