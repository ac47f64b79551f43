"""Setting up, as an outsider reads the rules: who gets what, what stays in the box, and what cannot be taken."""

from __future__ import annotations

import pytest
from played_tables import (
    A,
    B,
    allowed,
    at,
    facts,
    in_turn,
    kinds,
    let_pass,
    make,
    opened,
    refused,
    rules,
    table,
    top,
    why,
)

from tabletop_kernel.contract.verdict import Verdict

LEVEL_TWO = {
    "ash-kirin",
    "black-envelope",
    "grid-bailiff",
    "knife-accountant",
    "mimic-kiosk",
    "mourning-choir",
    "undertow",
    "warden-frame",
}


def test_three_players_are_set_up_as_the_rules_say() -> None:
    # W1: setup.bag, setup.integrity, setup.locks, setup.assets-zero, setup.trace-zero, setup.start-augments,
    # setup.protocol, setup.market, learn.one
    session = opened(3, options={"draft": "chosen"})
    for seat, board in enumerate(("kindle", "bulwark", "scribe")):
        session.submit(seat, ("board", board))
    assert at(session, "bag") == ["EEEEFFFLLLWWW", "EEEFFFLLLWWWW", "EEEFFFLLLLWWW"]
    assert at(session, "grid") == ["....#....#....#....#"] * 3
    assert at(session, "assets") == [[0] * 4] * 3 and at(session, "trace") == [0] * 3
    assert at(session, "integrity") == at(session, "maximum") == [5, 5, 5]
    for seat, name in enumerate(("Reaper", "Brawler", "Trickster")):
        session.submit(seat, ("class", name))
    assert at(session, "equipped")[A] == ["clean-cut", "shared-harvest"]
    kept = []
    for seat in range(3):
        offered = [move[1] for move in session.moves(seat)]
        assert len(offered) == 2
        kept.append(offered[1])
        session.submit(seat, ("protocol", offered[1]))
    assert at(session, "protocol") == kept
    assert len(at(session, "market")) == 4 and len(at(session, "body_deck")) == 6


def test_no_two_players_have_the_same_board() -> None:
    # setup.board, setup.walker
    session = opened(2, options={"draft": "chosen"})
    session.submit(A, ("board", "runner"))
    assert refused(session, B, "board", "runner") == "setup.board"
    session.submit(B, ("board", "kindle"))
    assert at(session, "walker") == ["runner", "kindle"] and at(session, "core") == ["F", "E"]


@pytest.mark.parametrize("shared", ["no", "yes"])
def test_a_class_belongs_to_one_player_unless_it_may_be_shared(shared: str) -> None:
    # setup.class, setup.class-deck, ruling.setup.class-unique
    session = opened(2, options={"draft": "chosen"}, rulings={"setup.class-unique": shared})
    for seat, board in enumerate(("kindle", "bulwark")):
        session.submit(seat, ("board", board))
    session.submit(A, ("class", "Reaper"))
    if shared == "no":
        assert why(session, B, "class", "Reaper") == Verdict("ruling.setup.class-unique", chosen="Reaper", seat=A)
        return
    session.submit(B, ("class", "Reaper"))
    assert sorted(at(session, "class_deck")[A]) == sorted(at(session, "class_deck")[B])


def test_the_table_names_the_first_player_once() -> None:
    # scen.first-player, ruling.setup.first-player
    session = opened(2, rulings={"setup.first-player": "ask"})
    assert session.deciders == (A,) and refused(session, B, "first", B) == "table.wait"
    session.submit(A, ("first", B))
    assert at(session, "first") == B
    let_pass(session, in_turn(1))
    assert refused(session, A, "first", A) == "scen.first-player"


@pytest.mark.parametrize("how", ["random", "seat-1"])
def test_nobody_is_asked_for_the_first_player_where_the_table_knows(how: str) -> None:
    # ruling.setup.first-player
    firsts = {at(opened(2, rulings={"setup.first-player": how}, seed=seed), "first") for seed in range(12)}
    assert firsts == ({A, B} if how == "random" else {A})


@pytest.mark.parametrize(("used", "trace"), [("no", 0), ("yes", 1)])
def test_the_prologue_knows_trace_only_if_the_table_says_so(used: str, trace: int) -> None:
    # setup.prologue-skips, setup.trace-zero, ruling.setup.prologue-trace
    session = table(scenario="P00", moment="move", seat=A, rulings={"setup.prologue-trace": used})
    make(session, A, "stay")
    assert at(session, "trace")[A] == trace


def test_the_prologue_has_no_class_no_protocol_and_no_market() -> None:
    # setup.prologue-skips
    session = table(scenario="P00", moment="plan", seat=-1, exp=[4, 0])
    assert at(session, "market") == [] and at(session, "classes") == ["", ""]
    assert why(session, A, "learn") == Verdict("setup.prologue-skips", what="learning protocols")
    assert why(session, A, "upgrade", "augment") == Verdict("setup.prologue-skips", what="class augments")
    assert allowed(session, A, "upgrade", "open")


@pytest.mark.parametrize("order", ["listed", "shuffled"])
def test_listed_enemies_lie_on_top_of_the_random_ones(order: str) -> None:
    # scen.enemies, ruling.scen.enemy-order
    listed = ["adware-swarm", "adware-swarm", "stray-drone", "stray-drone"]
    decks = [
        at(let_pass(opened(2, rulings={"scen.enemy-order": order}, seed=seed), in_turn(1)), "enemy_deck")
        for seed in range(6)
    ]
    assert all(sorted(deck[:4]) == listed and len(deck) == 12 for deck in decks)
    assert all(deck[:4] == listed for deck in decks) is (order == "listed")


@pytest.mark.parametrize(("when", "kind"), [("set-aside", "decks-aside"), ("from-start", "decks-in-play")])
def test_only_factions_of_the_sheet_can_be_found(when: str, kind: str) -> None:
    # scen.factions, ruling.scen.faction-decks
    session = let_pass(opened(2, "S02", {"scen.faction-decks": when}), in_turn(1))
    assert [faction for faction, _ in at(session, "factions")] == ["Ninkyo", "Seekers"]
    assert kinds(session.log(None), "ruling.scen.faction-decks") == [kind]
    assert facts(session.log(None), "ruling.scen.faction-decks")[0]["factions"] == ["Ninkyo", "Seekers"]


@pytest.mark.parametrize("equipped", ["yes", "no"])
def test_starting_augments_are_equipped_or_must_be(equipped: str) -> None:
    # setup.start-augments, aug.arrive-unequipped, ruling.aug.start-equipped
    session = let_pass(opened(2, rulings={"aug.start-equipped": equipped}), in_turn(1))
    zone, other = ("equipped", "unequipped") if equipped == "yes" else ("unequipped", "equipped")
    assert at(session, zone)[A] == ["loaded-dice", "loan-of-luck"] and at(session, other)[A] == []


@pytest.mark.parametrize(
    ("seats", "options", "rule"),
    [(2, {}, "setup.start-augments"), (1, {}, "solo.augments"), (2, {"mode": "versus"}, "comp.augments")],
)
def test_each_mode_removes_the_starting_augment_of_the_other(seats: int, options: dict[str, str], rule: str) -> None:
    # setup.start-augments, solo.augments, comp.augments
    session = let_pass(opened(seats, options=options), in_turn(1))
    assert at(session, "classes")[A] == "Trickster"
    assert at(session, "equipped")[A] == ["loaded-dice", "loan-of-luck" if rule.startswith("setup") else "marked-cards"]
    assert rule in rules(session.log(None))


def test_what_is_locked_is_in_no_deck() -> None:
    # camp.locked-out, camp.unlock, camp.code, camp.future
    locked, unlocked = (let_pass(opened(2, options={"unlocked": which}), in_turn(1)) for which in ("none", "all"))
    cards = [set(at(session, "class_deck")[A]) for session in (locked, unlocked)]
    assert len(cards[0]) == 5 and len(cards[1]) == 8
    bodies = [set(at(session, "market") + at(session, "body_deck")) for session in (locked, unlocked)]
    assert bodies[1] - bodies[0] == {"borrowed-crown"}  # the dog is there only if the table wants it
    assert "camp.locked-out" in rules(locked.log(None)) and "camp.locked-out" not in rules(unlocked.log(None))


def test_a_catie_token_takes_the_place_of_the_thirteenth() -> None:
    # catie.include, catie.start
    session = opened(2, options={"unlocked": "C01", "catie": "on"})
    assert at(session, "bag") == ["CEEEFFFLLLWWW"] * 2
    assert at(session, "supply")["C"] == 6


@pytest.mark.parametrize("meaning", ["body", "figure"])
def test_the_dog_replaces_the_card_or_only_the_figure_of_the_cat(meaning: str) -> None:
    # dog.swap, ruling.dog.meaning
    chosen = {"unlocked": "A03", "dog": "on"}
    session = let_pass(opened(2, options=chosen, rulings={"dog.meaning": meaning}), in_turn(1))
    bodies = at(session, "market") + at(session, "body_deck")
    assert ("cyberdog" in bodies, "cybercat" in bodies) == (meaning == "body", meaning == "figure")
    assert kinds(session.log(None), "dog.swap") == [f"dog-{meaning}"]
    assert facts(session.log(None), "dog.swap") == [{"body": "cyberdog", "other_body": "cybercat"}]


@pytest.mark.parametrize(("scenario", "size"), [("S01", 12), ("S02", 16), ("S03", 13), ("S05", 12)])
def test_insane_decks_have_only_enemies_of_level_two(scenario: str, size: int) -> None:
    # mode.insane-enemies
    session = let_pass(opened(2, scenario, options={"difficulty": "insane"}), in_turn(1))
    deck = at(session, "enemy_deck")
    assert len(deck) == size and set(deck) <= LEVEL_TWO
    if scenario == "S03":
        assert "ash-kirin" not in deck and at(session, "guest")[0] == "ash-kirin!guest"


@pytest.mark.parametrize(("number", "market", "pool"), [("1", 2, 6), ("2", 3, 8)])
def test_the_number_of_players_alone(number: str, market: int, pool: int) -> None:
    # scen.player-number, scen.cd-pool, setup.market, ruling.solo.number
    session = let_pass(opened(1, rulings={"solo.number": number}), in_turn(1))
    assert len(at(session, "market")) == market and at(session, "corrupted") == pool
    assert facts(session.log(None), "scen.player-number") == [{"number": int(number)}]


def test_a_set_of_dice_tokens_has_three_different_ones() -> None:
    # scen.dice-set, scen.map
    for seed in range(5):
        session = let_pass(opened(2, "S02", seed=seed), in_turn(1))
        laid = [mark for _, _, _, _, _, marks in at(session, "ground") for mark in marks]
        assert sorted(mark for mark in laid if mark != "relay") == ["die:D", "die:S", "die:T"]
        assert laid.count("relay") == 3


def test_a_protocol_that_was_not_dealt_cannot_be_kept() -> None:
    # setup.protocol
    session = opened(2)
    assert top(session) == ("protocol", A)
    dealt = {move[1] for move in session.moves(A)}
    other = next(name for name in ("thrift", "hunger", "vanity") if name not in dealt)
    assert refused(session, A, "protocol", other) == "setup.protocol"


def test_a_scenario_opens_with_its_first_card_and_what_it_does() -> None:
    # scen.first-card, scen.cards, scen.one-plot, setup.time-zero, scen.special-rules, yokai.bottom
    session = let_pass(opened(3, "S04"), in_turn(1))
    assert at(session, "card") == "S04-1" and at(session, "time") == 8
    assert [len(stack) for stack in at(session, "enemies")] == [1, 1, 1] and len(at(session, "enemy_deck")) == 9
    assert [card.endswith("!god") for card in at(session, "enemy_deck")] == [False] * 6 + [True] * 3
    told = rules(session.log(None))
    assert told.index("setup.time-zero") < told.index("scen.first-card") < told.index("turn.phases")
