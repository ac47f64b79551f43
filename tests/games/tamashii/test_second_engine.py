"""A second engine, written from the rule texts alone, agrees with the first: launchers, fights and world activities.

The trials are random but fixed by their seeds; `second/long_run.py` plays many more of them.
"""

from __future__ import annotations

import pytest
from depth import draw
from played_tables import make, table
from played_tables import pack_with as changed_pack
from refereed import fighting, launching, play, rows, stack
from second import compare, launcher, lines, trials
from second.table import Table

from tabletop_kernel.contract.game import LOST

FIRST_BLOCK = '"if tiles revealed >= 3: draw card S01-2",\n'
BETWEEN_BLOCKS = {"quest.blocks": "all-ifs", "reset.rest-of-effect": "finish"}


CHOSEN: dict[str, tuple[int, ...]] = {  # seeds that go through every line of the first engine that any seed reaches
    "programs": (*range(20), 77),
    "refills": (*range(20), 60),
    "launches": (0, 5, 6, 8, 17, 24, 27, 30, 36, 37, 42, 45, 57, 60, 66, 69, 83, 91, 93, 101),
    "fights": (
        *(0, 2, 3, 11, 16, 20, 22, 36, 38, 44, 47, 50, 56, 60, 65, 67, 74, 76, 80, 81, 95, 99, 105, 108, 113, 116, 119),
        *(129, 131, 132, 136, 141, 148),
    ),
    "worlds": (0, 5, 6, 7, 15, 16, 17, 21, 22, 23, 35, 37, 41, 47, 48, 56, 76, 77, 83, 99, 116),
}


@pytest.mark.deep
@pytest.mark.parametrize(
    ("trial", "moves"), [("programs", 3), ("refills", 5), ("launches", 1.5), ("fights", 4), ("worlds", 0.1)]
)
def test_both_engines_play_the_same(trial: str, moves: float) -> None:
    # prog.slide, refill.order, pattern.exact, combat.alternate, quest.top-down and all that hangs on them
    seeds = {*CHOSEN[trial], *range(draw(0, deep=150))}
    assert sum(map(getattr(trials, trial), sorted(seeds))) > moves * len(seeds)  # and they did play


def test_the_second_engine_notices_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "trace_up", lambda *_: None)
    with pytest.raises(compare.Differs):
        sum(map(trials.fights, range(60)))


def test_the_second_engine_reads_patterns_and_lines() -> None:
    # pattern.orientation, data.open-wild, quest.otherwise-ifs
    grid = "EEO.#E..L#.X..#....#"
    assert {slot for slots in launcher.places("EEE", grid, "E", {}) for slot in slots} == {0, 1, 2}
    assert launcher.places("EE/E.", grid, "E", {}) == {frozenset({0, 1, 5})}
    chain = lines.clauses("if time = 1: each player: gain 1 exp; otherwise: if exp >= 2: gain 1 open; otherwise: lost")
    assert [clause.otherwise for clause in chain] == [False, True, True]
    assert chain[0].heads == (("if", "time = 1"), ("who", "each player"))


@pytest.mark.parametrize("option", ["lost", "carries"])
def test_excess_of_a_frame_is_lost_although_an_augment_helps_at_the_defeat(option: str) -> None:
    # frame.excess-lost, ruling.combat.excess-elsewhere
    reaper = {"classes": "Reaper", "class_deck": [], "equipped": ["clean-cut"]}
    fight = {"enemies": stack("adware-swarm 1", "riot-shell"), "dice": "SSS", "number": 0, "symbol": "fang"}
    session = fighting({"combat.excess-elsewhere": option}, **fight, **reaper)
    told = play(session, "roll", "frame 0 SSS")
    assert session.truth.enemies[0][0] == ("riot-shell", 0)
    assert ("frame.excess-lost", {"seat": 0, "count": 2}) in told


@pytest.mark.parametrize(("option", "below"), [("lost", 0), ("carries", 2)])
def test_excess_of_a_hack_with_the_same_augment_follows_the_ruling(option: str, below: int) -> None:
    # ruling.combat.excess-elsewhere
    reaper = {"classes": "Reaper", "class_deck": [], "equipped": ["clean-cut"]}
    enemies = stack("gutter-hound 3", "stray-drone")
    session = launching({"combat.excess-elsewhere": option}, grid=rows("EE..", "E..."), enemies=enemies, **reaper)
    play(session, "launch enemy.gutter-hound.hack0 r1c1+r1c2+r2c1")
    assert session.truth.enemies[0] == (("stray-drone", below),)


@pytest.mark.parametrize("card_comes", [False, True])
def test_a_reset_that_waits_comes_before_the_next_block(card_comes: bool) -> None:
    # reset.trigger, ruling.reset.rest-of-effect, ruling.quest.blocks, quest.draw-stops
    first = "first player: wound 1 and gain 1 exp" + ("; draw card S01-2" if card_comes else "")
    new = f'"if time = 4: {first}", "if not no enemies attached: victory", "if time = 9: draw card S01-2",\n'
    game = changed_pack("scenarios/s01.toml", (FIRST_BLOCK, new))
    quest = {"phase": "quest", "frames": [["turn", -1, [28]]], "card": "S01-1", "time": 4}
    mine = {"integrity": [1, 5], "enemies": [[["riot-shell", 0]], []], "enemy_deck": []}
    session = table(game=game, rulings=BETWEEN_BLOCKS, **quest, **mine)
    assert session.outcome is None and session.truth.enemies[0] == () and session.truth.integrity[0] == 5
    assert session.truth.card == ("S01-2" if card_comes else "S01-1") and session.truth.turn == 2
    assert session.truth.exp[0] == (2 if card_comes else 1)  # the rest of the effect was carried out first


def test_a_reset_that_waits_can_lose_before_a_later_block_wins() -> None:
    # end.cd-out, reset.corrupted, ruling.reset.rest-of-effect, ruling.quest.blocks
    new = '"if time = 4: first player: wound 1", "if time = 4: victory", "if time = 9: draw card S01-2",\n'
    game = changed_pack("scenarios/s01.toml", (FIRST_BLOCK, new))
    session = table(game=game, rulings=BETWEEN_BLOCKS, card="S01-1", time=4, integrity=[1, 5], corrupted=0)
    make(session, 1, "done")
    assert session.outcome is not None and session.outcome.results == (LOST, LOST)
