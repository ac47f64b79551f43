"""The pattern matcher against one that tries everything, and which patterns a player can launch."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import pytest
from depth import draw
from small_tables import A, B, laid, rule, rules, table

from tabletop_kernel.games.tamashii.components import SLOT, SLOTS
from tabletop_kernel.games.tamashii.launch import pattern_list, pattern_matching
from tabletop_kernel.games.tamashii.launch.launcher import NEIGHBOURS, slots_of
from tabletop_kernel.games.tamashii.state import State

CELLS = ["EEE", "EEEEE", "EW/LF", "E?E", "FF", "EE/E.", "F.F/.W.", "@O/O@", "@OOC", "@@@@@", "?@?", "E.E/.E.", "L@"]
CELLS += ["EE./.EE", "FFF/..F", "LLL/.L.", "F.W/.@.", "EEWW", "FWF/F..", "O", "?", "E..F", ".EE./.LW.", "WLW/.@."]


@cache
def ways(pattern: str, mirrors: bool) -> list[list[tuple[int, int, str]]]:
    """Every way to lay a pattern on the launcher, turned cell by cell, with nothing clever."""
    rows = pattern.split("/")
    points = [(r, c, cell) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "."]
    found = []
    for flip in (1, -1) if mirrors else (1,):
        for quarter in range(4):
            turned = [(r, c * flip, cell) for r, c, cell in points]
            for _ in range(quarter):
                turned = [(c, -r, cell) for r, c, cell in turned]
            for down, across in product(range(-8, 9), range(-8, 9)):
                placed = [(r + down, c + across, cell) for r, c, cell in turned]
                if all(0 <= r < 4 and 0 <= c < 5 for r, c, _ in placed):
                    found.append(placed)
    return found


def slow(grid: str, pattern: str, core: str, mirrors: bool, many_open: bool) -> set[tuple[int, ...]]:
    """All sets of slots on which a pattern lies, by trying every way."""
    lying = (placed for placed in ways(pattern, mirrors) if fills(grid, placed, core, many_open))
    return {tuple(sorted(r * 5 + c for r, c, _ in placed)) for placed in lying}


def fills(grid: str, placed: list[tuple[int, int, str]], core: str, many_open: bool) -> bool:
    standing_in = 0
    for r, c, cell in placed:
        token = grid[r * 5 + c]
        as_type = core if token in "CD" else token  # catie.counts-as
        if cell == "O":
            good = token == "O"  # data.open-required
        elif cell == "C":
            good = token in "CD"
        elif token == "O":
            good = True  # data.open-wild, data.open-core-any
            standing_in += 1
        elif as_type not in "EWLF":
            good = False  # data.corrupted-block, inari.blank
        else:
            good = cell == "?" or as_type == (core if cell == "@" else cell)  # data.any-cell, data.core-cell
        if not good:
            return False
    return many_open or standing_in <= 1


def random_grid(rng: Random) -> str:
    letters = rng.choice(["EWLFOXNCD..", "EEO.", "EEWWLLFFO.", "EOX", "EWLF", "CDOE.", "FFFFX"])
    return "".join("#" if slot % 5 == 4 and rng.random() < 0.6 else rng.choice(letters) for slot in range(20))


@pytest.mark.deep
def test_the_matcher_finds_exactly_what_trying_everything_finds() -> None:
    rng, tries, hits = Random(7), draw(1500, deep=4000), 0
    for _ in range(tries):  # pattern.exact, pattern.orientation, pattern.empty-frame
        grid, pattern, core = random_grid(rng), rng.choice(CELLS), rng.choice("EWLF")
        mirrors, many = rng.random() < 0.7, rng.random() < 0.7
        found = pattern_matching.search_places(
            grid, tuple(pattern.split("/")), core, pattern_matching.Reading(mirrors, many)
        )
        assert list(found) == sorted(slow(grid, pattern, core, mirrors, many)), (grid, pattern, core, mirrors, many)
        hits += bool(found)
    assert hits > tries / 4


def test_five_that_touch_are_found_however_they_lie() -> None:
    """ruling.pattern.long-shape = connected."""
    rng = Random(3)
    for _ in range(60):
        grid, many = "".join(rng.choice("EEEO.X") if slot % 5 < 4 else "#" for slot in range(20)), rng.random() < 0.5
        found = set(pattern_matching.search_places(grid, ("EEEEE",), "W", pattern_matching.Reading(True, many), True))
        good = {slot for slot, token in enumerate(grid) if token in "EO"}
        slow_sets = set()
        for start in good:
            grow(frozenset({start}), good, slow_sets)
        if not many:
            slow_sets = {one for one in slow_sets if sum(grid[slot] == "O" for slot in one) <= 1}
        assert found == slow_sets


def grow(
    shape: frozenset[int], good: set[int], found: set[tuple[int, ...]], seen: set[frozenset[int]] | None = None
) -> None:
    seen = set() if seen is None else seen
    if shape in seen:
        return
    seen.add(shape)
    if len(shape) == 5:
        found.add(tuple(sorted(shape)))
        return
    for slot in shape:
        for more in NEIGHBOURS[slot]:
            if more in good and more not in shape:
                grow(shape | {more}, good, found, seen)


def test_placements_are_all_that_the_launcher_has_room_for() -> None:
    full = {tuple(slot for slot, _ in way) for way in pattern_matching.placements(("EEE",), True)}
    assert len(full) == 4 * 3 + 2 * 5
    assert not pattern_matching.search_places(
        "E" * 20, ("EEEEEE",), "E", pattern_matching.Reading()
    )  # longer than the launcher
    assert len(pattern_matching.orientations(("EW", "LF"), True)) == 8
    assert len(pattern_matching.orientations(("EW", "LF"), False)) == 4
    assert pattern_matching.orientations(("EEE",), True) == (("EEE",), ("E", "E", "E"))


def test_a_pattern_is_the_same_however_it_is_turned() -> None:
    assert pattern_matching.is_same_pattern(("EE", "E."), (".E", "EE"), False)
    assert pattern_matching.is_same_pattern(("EW", "LF"), ("WE", "FL"), True)
    assert not pattern_matching.is_same_pattern(("EW", "LF"), ("WE", "FL"), False)
    assert pattern_matching.trim_cells(("....", ".E..", ".EE.")) == ("E.", "EE")


def launching(state: State, seat: int, key: str, names: str) -> str:
    return rule(pattern_list.refuse_launch(state, seat, key, slots_of(names)))


def test_an_open_token_helps_to_a_line() -> None:
    state = table()  # W5: pattern.asset, data.open-wild
    state.grid[A] = laid("", ".EOE")
    assert pattern_list.launches_now(state, A) == [("basic.power", slots_of("r2c2+r2c3+r2c4"))]


def test_the_long_pattern_wants_a_row_of_five() -> None:
    state = table()  # W6: pattern.long
    state.grid[A] = laid("", "LLLLL")
    assert ("basic.memory-long", tuple(range(5, 10))) in pattern_list.launches_now(state, A)
    state.grid[A] = laid("LLL.", "LL..")
    bent = "r1c1+r1c2+r1c3+r2c1+r2c2"
    assert launching(state, A, "basic.memory-long", bent) == "pattern.long"
    bending = table(pattern__long_shape="connected")
    bending.grid[A] = state.grid[A]
    assert launching(bending, A, "basic.memory-long", bent) == ""
    assert launching(bending, A, "basic.memory-long", "r1c1+r1c2+r1c3+r2c1+r4c4") == "pattern.exact"
    bending.grid[A] = laid("LLL.", "LL..", "...L")
    assert launching(bending, A, "basic.memory-long", "r1c1+r1c2+r1c3+r2c1+r3c4") == "pattern.long"
    bending.grid[A] = laid("LLX.", "LL..")
    assert launching(bending, A, "basic.memory-long", bent) == "data.corrupted-block"


def test_a_pattern_is_launched_once() -> None:
    state = table()  # W7: pattern.once
    state.grid[A] = laid("EEE.", "....", "EEE.")
    pattern_list.note_launch(state, A, "basic.power")
    assert launching(state, A, "basic.power", "r1c1+r1c2+r1c3") == "pattern.once"
    state.launched[A] = ()
    assert launching(state, A, "basic.power", "r1c1+r1c2+r1c3") == ""
    for_good = table(pattern__once_scope="game")
    for_good.grid[A] = state.grid[A]
    pattern_list.note_launch(for_good, A, "basic.power")
    assert launching(for_good, A, "basic.power", "r1c1+r1c2+r1c3") == "pattern.once"
    for_good.launched[A] = ()
    assert launching(for_good, A, "basic.power", "r1c1+r1c2+r1c3") == "ruling.pattern.once-scope"


def test_equal_patterns_on_two_sources_are_two_patterns() -> None:
    state = table()  # W8: pattern.same-tokens, pattern.augments
    state.grid[A], state.equipped[A] = laid("EEE.", "....", "EEE."), ("triple",)
    pattern_list.note_launch(state, A, "basic.power")
    assert launching(state, A, "aug.triple", "r3c1+r3c2+r3c3") == ""
    one = table(pattern__once_card="one")
    one.grid[A], one.equipped[A] = state.grid[A], ("triple",)
    pattern_list.note_launch(one, A, "basic.power")
    assert launching(one, A, "aug.triple", "r3c1+r3c2+r3c3") == "ruling.pattern.once-card"


def test_one_dump_pays_for_equal_patterns_only_where_the_ruling_says_so() -> None:
    both, line = "basic.power+aug.triple", "r1c1+r1c2+r1c3"
    apart = table()
    apart.grid[A], apart.equipped[A] = laid("EEE."), ("triple",)
    assert launching(apart, A, both, line) == "ruling.pattern.same-tokens-mode"
    shared = table(pattern__same_tokens_mode="shared")
    shared.grid[A], shared.equipped[A] = laid("EEE."), ("triple", "phalanx")
    assert (both, (0, 1, 2)) in pattern_list.launches_now(shared, A)
    assert launching(shared, A, both, line) == ""
    assert launching(shared, A, "aug.triple+basic.power", line) == "", "effects come one by one, in any order"
    assert launching(shared, A, "basic.power+aug.phalanx", line) == "pattern.same-tokens"
    pattern_list.note_launch(shared, A, both)
    assert launching(shared, A, "aug.triple", line) == "pattern.once"


def test_a_mirrored_square_counts_unless_only_turning_does() -> None:
    state, square = table(), "r2c2+r2c3+r3c2+r3c3"  # W9: pattern.exp, pattern.orientation
    state.grid[A] = laid("", ".WE.", ".FL.")
    assert launching(state, A, "basic.exp", square) == ""
    turned = table(pattern__mirror="rotations")
    turned.grid[A] = state.grid[A]
    assert launching(turned, A, "basic.exp", square) == "ruling.pattern.mirror"
    lines = table(pattern__exp_shape="line")
    lines.grid[A] = state.grid[A]
    assert launching(lines, A, "basic.exp", square) == "pattern.exp"  # ruling.pattern.exp-shape


@pytest.mark.parametrize(
    ("row", "key", "names", "by"),
    [
        ("EXE.", "enemy.drone.hack0", "r1c1+r1c2+r1c3", "data.any-cell"),  # W10
        ("XEE.", "enemy.drone.hack0", "r1c1+r1c2+r1c3", "data.corrupted-block"),
        ("ENE.", "enemy.drone.hack0", "r1c1+r1c2+r1c3", "inari.blank"),
        ("E.E.", "enemy.drone.hack0", "r1c1+r1c2+r1c3", "pattern.exact"),
        ("EWW.", "basic.power", "r1c1+r1c2+r1c3", "pattern.exact"),
        ("EEEE", "basic.power", "r1c1+r1c2+r1c4", "pattern.exact"),
        ("EEEE", "basic.power", "r1c1+r1c2", "pattern.asset"),
        ("LW..", "aug.backdoor", "r1c1+r1c2", "data.core-cell"),
        ("EOEC", "catie", "r1c1+r1c2+r1c3+r1c4", "data.open-required"),
        ("EOOE", "catie", "r1c1+r1c2+r1c3+r1c4", "pattern.exact"),
        ("LCL.", "basic.memory", "r1c1+r1c2+r1c3", "catie.counts-as"),
        ("EOOD", "catie", "r1c1+r1c2+r1c3+r1c4", ""),
        ("EEE.", "basic.power", "r1c3+r1c2+r1c1", "pattern.exact"),  # not in reading order
        ("EEE.", "basic.power", "r1c1+r1c1+r1c1", "pattern.exact"),
        ("EEE.", "basic.power", "bag", "pattern.exact"),
        ("EEE.", "basic.cunning", "r1c1+r1c2+r1c3", "pattern.basic-nine"),
        ("WWWW", "body.colossus", "r1c1+r1c2+r1c3+r1c4", "pattern.marked"),  # not in the market
        ("EEL.", "aug.tax", "r1c1+r1c2+r1c3", "aug.two-states"),  # nobody's
        ("EEE.", "aug.triple", "r1c1+r1c2+r1c3", "aug.two-states"),  # unequipped
        ("LEL.", "enemy.clerk.hack0", "r1c1+r1c2+r1c3", "enemy.patterns"),  # under the top enemy
        ("LEL.", "enemy.leech.hack0", "r1c1+r1c2+r1c3", "pattern.marked"),  # there is no such enemy
        ("LEL.", "enemy.drone.hack7", "r1c1+r1c2+r1c3", "pattern.marked"),
        ("FF..", "enemy.drone.repel", "r1c1+r1c2", ""),
        ("EFE.", "card.S01-1", "r1c1+r1c2+r1c3", ""),
    ],
)
def test_the_reason_is_the_one_that_counts(row: str, key: str, names: str, by: str) -> None:
    state = table(modules=("catie",))
    state.grid[A], state.card = laid(row), "S01-1"
    state.enemies[A] = (("drone", 0), ("clerk", 0))
    state.equipped[A], state.unequipped[A] = ("backdoor",), ("triple",)
    assert launching(state, A, key, names) == by


def test_an_empty_frame_uses_no_token() -> None:
    state = table()  # pattern.empty-frame
    state.grid[A], state.market = laid("FLW.", "EEE."), ("night-florist",)
    assert launching(state, A, "body.night-florist", "r1c1+r1c3+r2c2") == ""
    assert launching(state, A, "body.night-florist", "r1c1+r1c2+r1c3+r2c2") == "pattern.empty-frame"
    assert launching(state, A, "body.night-florist", "r1c1+r1c3+r2c2+r2c4") == "pattern.exact"
    assert launching(state, B, "enemy.drone.repel", "r1c1+r1c2") == "enemy.patterns"  # nobody is attached


def test_only_one_open_token_where_the_ruling_says_so() -> None:
    state = table(pattern__open_everything="one", modules=("catie",))
    state.grid[A] = laid("OEO.", "EOO.", "EOOC")
    assert launching(state, A, "basic.power", "r1c1+r1c2+r1c3") == "ruling.pattern.open-everything"
    assert launching(state, A, "catie", "r3c1+r3c2+r3c3+r3c4") == ""  # its cells want open tokens
    state.grid[A] = laid("OEE.")
    assert launching(state, A, "basic.power", "r1c1+r1c2+r1c3") == ""


def test_an_enemy_that_follows_has_patterns_of_its_own() -> None:
    state = table()  # enemy.next-top, pattern.hack-repel
    state.grid[A], state.enemies[A] = laid("FFFF", "EWE."), (("drone", 0), ("drone", 0))
    assert {key for key, _ in pattern_list.launches_now(state, A)} == {
        "enemy.drone.repel",
        "enemy.drone.hack0",
        "basic.reroll",
    }
    pattern_list.note_launch(state, A, "enemy.drone.repel")
    assert launching(state, A, "enemy.drone.repel", "r1c1+r1c2") == "pattern.once"
    assert launching(state, A, "enemy.drone.hack0", "r2c1+r2c2+r2c3") == ""
    state.enemies[A] = state.enemies[A][1:]
    pattern_list.free_enemy_keys(state, A, "drone")
    assert launching(state, A, "enemy.drone.repel", "r1c1+r1c2") == ""
    assert len(state.launched[A]) == 1
    one = table(pattern__once_card="one", pattern__once_scope="game")
    one.grid[A], one.enemies[A] = state.grid[A], (("drone", 0),)
    pattern_list.note_launch(one, A, "enemy.drone.repel")
    pattern_list.free_enemy_keys(one, A, "drone")
    assert launching(one, A, "enemy.drone.repel", "r1c1+r1c2") == "ruling.pattern.once-card"


def test_long_and_short_of_one_asset() -> None:
    for choice, by in (("allowed", ""), ("no", "ruling.pattern.long-and-short")):
        state = table(pattern__long_and_short=choice)
        state.grid[A] = laid("EEEEE", "EEE.")
        pattern_list.note_launch(state, A, "basic.power-long")
        assert launching(state, A, "basic.power", "r2c1+r2c2+r2c3") == by
        assert launching(state, A, "basic.power-long", "r1c1+r1c2+r1c3+r1c4+r1c5") == "pattern.once"


def test_what_a_pattern_is_for_must_be_possible() -> None:
    state = table(1, mode="solo", modules=("catie",), body__third="refused")
    state.grid[A] = laid("WEWC", "WWEO", "WWFO", "FF.E")
    state.bot, state.batteries, state.market = (0, 0), 5, ("tin-saint",)
    assert launching(state, A, "bot", "r1c1+r1c2+r1c3") == "solo.recharge-full"
    state.batteries = 4
    assert launching(state, A, "bot", "r1c1+r1c2+r1c3") == ""
    square = "r2c1+r2c2+r3c1+r3c2"
    assert launching(state, A, "body.tin-saint", square) == ""
    state.bodies[A] = ("crown", "night-florist")
    assert launching(state, A, "body.tin-saint", square) == "ruling.body.third"
    line = "r1c4+r2c4+r3c4+r4c4"
    assert launching(state, A, "catie", line) == ""
    state.bag[A] += "C"
    assert launching(state, A, "catie", line) == "catie.max"
    state.bag[A], state.supply["C"] = "", 0
    assert launching(state, A, "catie", line) == "data.gain-empty"
    state.enemies[A], state.specials = (("drone", 0),), ("S04-S",)
    assert launching(state, A, "enemy.drone.repel", "r4c1+r4c2") == "scen.special-aside"
    state.add_asset(A, "memory", 1)
    assert launching(state, A, "enemy.drone.repel", "r4c1+r4c2") == ""


def test_a_card_may_want_one_to_be_somewhere() -> None:
    state = table()  # pattern.other-places
    state.grid[A], state.card = laid("EFE."), "S01-1"
    state.place[A] = (1, 0)
    assert launching(state, A, "card.S01-1", "r1c1+r1c2+r1c3") == "pattern.other-places"


def test_a_launch_for_nothing() -> None:
    for choice, by in (("allowed", ""), ("refused", "ruling.pattern.null-launch")):
        state = table(pattern__null_launch=choice, exp__cap="10")
        state.grid[A] = laid("EEE.", "EW..", "LF..")
        state.add_asset(A, "power", 5)
        state.exp[A] = 10
        assert launching(state, A, "basic.power", "r1c1+r1c2+r1c3") == by
        assert launching(state, A, "basic.exp", "r2c1+r2c2+r3c1+r3c2") == by
        state.exp[A] = 9
        assert launching(state, A, "basic.exp", "r2c1+r2c2+r3c1+r3c2") == ""


def test_a_corrupted_token_counts_as_open_for_one_pattern() -> None:
    state = table()
    state.grid[A] = laid("EXE.", "XEX.")
    assert not pattern_list.launches_now(state, A)
    state.used[A] = (pattern_list.CORRUPTED_OPEN_MARK,)
    assert pattern_list.launches_now(state, A) == [("basic.power", slots_of("r1c1+r1c2+r1c3"))]
    assert launching(state, A, "basic.power", "r2c1+r2c2+r2c3") == "data.corrupted-block"


@pytest.mark.deep
def test_every_launch_that_is_offered_is_allowed_and_no_other() -> None:
    rng = Random(5)
    for number in range(draw(15, deep=45)):
        state = table(
            modules=("catie", "diary"),
            pattern__same_tokens_mode=rng.choice(["separate", "shared"]),
            pattern__long_shape=rng.choice(["line", "connected"]),
            pattern__open_everything=rng.choice(["yes", "one"]),
        )
        state.grid[A] = random_grid(rng)
        state.equipped[A], state.unequipped[A] = ("triple", "sweep", "tax"), ("phalanx",)
        state.enemies[A], state.market, state.card = (("drone", 0), ("clerk", 0)), ("tin-saint", "crown"), "S01-1"
        if number % 3 == 0:
            pattern_list.note_launch(state, A, "basic.power")
        offered = pattern_list.launches_now(state, A)
        assert len(offered) == len(set(offered))
        assert all(pattern_list.refuse_launch(state, A, key, slots) is None for key, slots in offered)
        for key in (*pattern_list.sources_for(state, A), "basic.power+aug.triple"):
            for _ in range(6):
                slots = tuple(sorted(rng.sample(range(20), rng.choice([2, 3, 3, 4, 5]))))
                assert (pattern_list.refuse_launch(state, A, key, slots) is None) == ((key, slots) in offered)


def test_every_pattern_that_prints_an_effect_has_a_line() -> None:
    state = table(modules=("catie", "diary"))
    state.equipped[A], state.unequipped[A], state.card = ("triple", "backdoor"), ("phalanx",), "S01-1"
    state.enemies[A], state.market = (("clerk", 0), ("drone", 0)), ("crown",)
    known = pattern_list.sources_for(state, A)
    assert {source.line for source in known.values() if source.line} <= state.rules.lines.keys()
    assert all(bool(source.line) == (source.kind in ("augment", "hack", "repel", "card")) for source in known.values())
    assert {key for key, source in known.items() if source.hack} == {
        *("aug.backdoor", "enemy.clerk.hack0", "enemy.clerk.hack1", "enemy.drone.hack0")
    }
    assert all(pattern_list.cells_of(state, key) == source.cells for key, source in known.items())


def test_a_redeemed_diary_card_is_something() -> None:
    state = table(modules=("diary",), pattern__null_launch="refused")
    state.grid[A] = laid("EEEEE")
    five = "r1c1+r1c2+r1c3+r1c4+r1c5"
    assert launching(state, A, "diary", five) == "ruling.pattern.null-launch"
    state.diary_box = ("d01",)
    assert launching(state, A, "diary", five) == ""


def test_others_patterns_are_not_mine() -> None:
    state = table()
    state.equipped[B] = ("triple",)
    assert "aug.triple" in pattern_list.sources_for(state, B)
    assert "aug.triple" not in pattern_list.sources_for(state, A)
    assert len(pattern_list.sources_for(state, A)) == 9  # pattern.basic-nine


def test_fits_reads_the_rulings_of_its_table() -> None:
    grid = laid("", ".WE.", ".FL.")
    assert pattern_matching.find_places(grid, ("EW", "LF"), "E", rules()) == ((6, 7, 11, 12),)
    assert pattern_matching.find_places(grid, ("EW", "LF"), "E", rules(pattern__mirror="rotations")) == ()


def test_slots_are_written_in_reading_order() -> None:
    for names in permutations(["r1c1", "r2c1", "r1c2"]):
        assert (slots_of("+".join(names)) is not None) == (list(names) == sorted(names, key=SLOT.get))  # type: ignore[arg-type]
    assert slots_of(3) is None and slots_of("") is None
    assert all(slots_of(name) == (slot,) for slot, name in enumerate(SLOTS))
