"""Reading packs of Tamashii: what becomes of entries, and every card in sentences."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import small_tables

from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.contract.errors import PackError
from tabletop_kernel.games.tamashii.lines.operations import Act, Amount
from tabletop_kernel.games.tamashii.lines.operations import Test as Asked
from tabletop_kernel.games.tamashii.lines.vocabulary import COUNTED, FACTS, FORMS, LIMITS, PER, TIMINGS, WHO
from tabletop_kernel.games.tamashii.pack import cards_in_words, content, line_keys, pack_warnings
from tabletop_kernel.games.tamashii.pack.line_keys import MODIFIERS
from tabletop_kernel.games.tamashii.pack.pieces import Content

HOUSE = house_folder("tamashii")
WRITING = (HOUSE.parent / "WRITING.md").read_text()

SCENARIO = """
[[scenario]]
code = "Q01"
name = "A Short Walk"
start = [0, 0]
corrupted = { number = 4, each = 2 }
first = "Q01-1"
map = [
  { at = [0, 0], tile = "shelter", up = true },
  { at = [1, 0], tile = "free-clinic", find = true },
]
enemies = [{ level = 1, number = 12 }]

[[scenario.cards]]
code = "Q01-1"
name = "Out and Back"
immediate = "set time 5"
activities = ["if on free-clinic: test flux 2 and put 1 success here"]
world = ["if success here >= n: victory", "if time = 0: lost", "otherwise: time down 1"]
"""


@pytest.fixture(scope="module")
def house() -> Content:
    return small_tables.house()


def copied(tmp_path: Path) -> Path:
    """A pack of a group of their own."""
    folder = tmp_path / "pack"
    shutil.copytree(HOUSE, folder)
    return folder


# -- a scenario of one's own -------------------------------------------------------------------------------------------


def test_a_group_adds_a_scenario_by_adding_a_file(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "scenarios" / "ours.toml").write_text(SCENARIO)
    ours = content.read(folder).scenarios["Q01"]
    assert (ours.kind, ours.seats, ours.corrupted) == ("story", (1, 2, 3, 4), (4, 2))
    assert [card.ends for card in ours.cards.values()] == ["", "won", "lost"]  # plain cards for both ends
    assert ours.cards["Q01-V"].immediate.acts() == [Act("mark-progress")]  # camp.progress
    assert ours.cards["Q01-L"].immediate.acts() == []


def test_the_scenario_for_those_who_write_their_own_is_in_order(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "scenarios" / "ours.toml").write_text(WRITING.split("```toml")[1].split("```")[0])
    pack = content.read(folder)
    assert list(pack.scenarios["Q01"].cards) == ["Q01-1", "Q01-2", "Q01-V", "Q01-L"]
    assert pack_warnings.warnings(pack) == []


def test_those_who_write_their_own_find_every_word() -> None:
    forms = {re.sub(r"\{(\w+)\}", lambda slot: slot[1].upper(), form.form) for form in FORMS} - {"set trace A"}
    told = " ".join(WRITING.split())
    for word in (*forms, *COUNTED, *FACTS, *PER, *WHO, *TIMINGS, *MODIFIERS):
        assert f"`{word}`" in told, word
    assert "`limit`: " + ", ".join(LIMITS) in told


def test_the_file_names_of_a_folder_are_layout(house: Content, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "scenarios" / "s01.toml").rename(folder / "scenarios" / "first.toml")
    assert content.read(folder).digest == house.digest


def test_modes_and_modules_may_be_left_out(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    for name in content.OPTIONAL_FILES:
        (folder / name).unlink()
    for name in ("s01", "s02", "s03", "s04", "s05"):  # their cards unlock diary cards
        (folder / "scenarios" / f"{name}.toml").unlink()
    pack = content.read(folder)
    assert not (pack.maps or pack.goals or pack.events or pack.rewards or pack.diary)


def test_a_needed_file_is_missed(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "bodies.toml").unlink()
    with pytest.raises(PackError, match=r"^bodies\.toml: .*missing"):
        content.read(folder)


# -- what becomes of entries -------------------------------------------------------------------------------------------


def test_every_line_has_its_key(house: Content) -> None:
    lines = house.lines
    assert lines[line_keys.tile("broadcast-mast")] == house.tiles["broadcast-mast"].line
    assert lines[line_keys.enemy("gutter-hound", "fang")].acts() == [Act("wound", (Amount(3),))]
    assert lines[line_keys.enemy_pattern("knife-accountant", 1)].text == "gain 2 memory"
    assert lines[line_keys.enemy_pattern("knife-accountant", 2)].text == "discard top enemy"
    assert lines[line_keys.frame("kindle", 2)].text == "gain 1 power"
    assert lines[line_keys.use("aug.murmur")].text == "program 1"
    assert lines[line_keys.card("S01-2", "world", 1)].text == "lost"
    assert lines[line_keys.card("S01-3", "pattern")].text == "put 1 success here"
    assert lines[line_keys.card("S01-2", "activity", 0)].text == "group test lore 3n+1 and put 1 success here"
    assert lines[line_keys.step("curiosity", 2)].text == "gain 1 open"
    assert lines[line_keys.event_price("three-secrets")].text == "spend 3 memory"
    assert lines[line_keys.conditions("broken-glass")].text == "gain 2 exp; bag 1 corrupted"
    assert lines[line_keys.find("notes", 1)].text == "gain 1 memory"


def test_a_price_stands_before_the_effect(house: Content) -> None:
    (use,) = house.bodies["kindle"].uses
    assert use.pay == (Act("dump-token", (Amount(1), "E")),)
    assert use.line.text == "dump 1 ember; roll 1 more"
    assert house.lines[line_keys.use("body.kindle")] == use.line
    assert (use.when, use.limit) == ("before-attack", "combat")


def test_patterns_have_rows_of_one_width(house: Content) -> None:
    assert house.enemies["gutter-hound"].patterns[0].cells == ("EE", "E.")
    assert house.bodies["hollow-ronin"].pattern == ("EE.", ".EE")
    kinds = [pattern.kind for pattern in house.enemies["knife-accountant"].patterns]
    assert kinds == ["hack", "hack", "repel"]


def test_frames_know_their_dice(house: Content) -> None:
    frames = house.bodies["night-florist"].frames
    assert [(frame.dice, frame.repeat) for frame in frames] == [("S", True), ("D", True), ("T", False), ("DS", False)]


def test_walkers_come_first(house: Content) -> None:
    assert [body.core for body in house.bodies.values()][:5] == ["E", "W", "L", "F", ""]


def test_blocks_of_a_card(house: Content) -> None:  # quest.world
    card = house.scenarios["S01"].cards["S01-2"]
    assert [block.tests for block in card.world] == [
        (Asked("success here", ">=", Amount(1)),),
        (Asked("time", "=", Amount(0)),),
        (),
    ]
    (activity,) = card.activities
    assert (activity.where, activity.group) == ((Asked("on broadcast-mast"),), True)


def test_what_a_victory_unlocks_stands_on_the_sheet(house: Content) -> None:  # camp.by-play
    assert house.scenarios["S01"].unlocks == ("A01", "A03", "C01")
    assert house.scenarios["P00"].unlocks == ()


def test_goals_that_test(house: Content) -> None:  # comp.quest
    goal = house.goals["deep-reading"]
    assert (goal.test, goal.where, goal.when, goal.tests) == (("L", 4), (Asked("on damaged"),), "quest", ())


# -- in words ----------------------------------------------------------------------------------------------------------


def test_every_card_is_told(house: Content) -> None:
    said = cards_in_words.entries_in_words(house)
    for name in ("Kindle", "Stray Drone", "Shelter", "Clean Cut", "S01-2 A Voice on the Mast", "Two at Once"):
        assert name in said
    assert len(said) > 250
    for name, lines in said.items():
        assert lines, name
        for line in lines:
            assert line and line == line.strip(), (name, line)
            assert line[-1] in ".!?", (name, line)
            assert not {*"{}|%"} & {*line}, (name, line)


def test_sentences_of_uses(house: Content) -> None:
    """Pattern, dice, price and limit, and what the line itself says; test_wording.py has whole sentences."""
    for text, parts in (
        (house.bodies["kindle"].text, ("1 Ember", "1 more die", "once per Combat")),
        (house.augments["clean-cut"].text, ("1 memory", "once per turn")),
        (house.augments["last-stand"].text, ("EWE", "3 damage", "1 wound", "breaks")),
        (house.augments["haymaker"].text, ("S S S", "5 damage")),
    ):
        assert [part for part in parts if part not in text] == []


def test_a_card_with_the_numbers_of_this_table(house: Content) -> None:  # scen.player-number
    scenario = house.scenarios["S01"]
    said = cards_in_words.scenario_card(house, scenario, scenario.cards["S01-2"], players=3)
    assert any("Broadcast Mast" in line and "Lore 10" in line for line in said)
    (pool,) = [
        line for line in cards_in_words.scenario_sheet(house, scenario, players=3) if line.startswith("Corrupted")
    ]
    assert pool.endswith(" 10.")
    (pool,) = [line for line in cards_in_words.scenario_sheet(house, scenario) if line.startswith("Corrupted")]
    assert pool.endswith(" 4 + 2N.")


def test_a_guest_is_called_by_its_name(house: Content) -> None:
    scenario = house.scenarios["S03"]
    said = " ".join(cards_in_words.scenario_card(house, scenario, scenario.cards["S03-2"]))
    assert "Ash Kirin" in said and "guest" not in said
    assert any("Ash Kirin" in line and "7" in line for line in scenario.rules_text)


def test_counts_for_the_rulebook(house: Content) -> None:
    counts = content.pack_totals(house)
    assert (counts["walker_count"], counts["body_count"], counts["enemy_count"]) == (4, 12, 50)
    assert (counts["tile_count"], counts["find_count"], counts["reward_count"]) == (24, 16, 14)


def test_no_doubts_about_the_house_pack(house: Content) -> None:
    assert pack_warnings.warnings(house) == []
