"""Before a game of Tamashii: every mode and module can be agreed, and what cannot says why."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from page import Page, room_of

from tabletop_kernel import load
from tabletop_kernel.games.tamashii import option_rules
from tabletop_kernel.games.tamashii.modes import campaign
from widgets.app import play
from widgets.face import face_of
from widgets.games.tamashii.campaigning import behind, unlockers
from widgets.questions import entries_in
from widgets.seating import Setup

GAME: Any = load("tamashii")
CODES = campaign.codes_of(GAME.content)


@pytest.fixture
def page() -> Page:
    made = Page(play("tamashii"))
    made.send("open", drawer="setup")
    return made


def form(page: Page) -> list[Any]:
    return list(entries_in(page.screen["drawer"]["options"]))


def entry(page: Page, name: str) -> Any:
    return next(one for one in form(page) if one["id"] == name)


def chosen(one: Any) -> str:
    return next(choice["id"] for choice in one["choices"] if choice["chosen"])


def choose(page: Page, **choices: str) -> None:
    for name, choice in choices.items():
        page.send("option", id=name, choice=choice)
        assert not page.screen.get("why"), page.screen["why"]


def test_a_newcomer_sees_the_prologue_and_little_else(page: Page) -> None:
    drawer = page.screen["drawer"]
    open_questions = [one["id"] for one in drawer["options"] if "choices" in one]
    assert open_questions == ["mode", "scenario"], "all else is folded"
    assert chosen(entry(page, "mode")) == "story" and chosen(entry(page, "scenario")) == "P00"
    assert [one["text"] for one in drawer["options"] if "options" in one] == ["Normal", "None", "Dealt at random"]
    assert drawer["problem"] == ""


def test_every_option_is_asked_once_wherever_one_looks() -> None:
    """Whatever is chosen: what the game offers is in the form, and the campaign has the rest."""
    rng = Random(5)
    setup = Setup(GAME, form=partial(face_of("tamashii").form, GAME, ""))
    for _ in range(150):
        setup.set_count(rng.choice((1, 2, 3, 4)))
        entries = list(entries_in(setup._form(setup.offered(), len(setup.seats))))
        one = rng.choice([one for one in entries if "choices" in one])
        setup.set_option(one["id"], rng.choice([choice["id"] for choice in one["choices"]]))
        if rng.random() < 0.3:
            setup.set_option("unlocked", rng.choice(("none", "all", "A03+C01", "D04")))
        offered = setup.offered()
        asked = {one["id"]: one for one in entries_in(setup._form(offered, len(setup.seats))) if "choices" in one}
        assert sorted(asked) == sorted(o.id for o, _ in offered if o.id != "unlocked" and len(o.choices) > 1)
        for option, choice in offered:
            if option.id in asked:
                assert chosen(asked[option.id]) == choice
                assert [c["id"] for c in asked[option.id]["choices"]] == list(option.choices)
        assert setup.problem == ""


def test_alone_one_is_told_of_the_bot(page: Page) -> None:
    page.send("players", count=1)
    assert "BOT" in entry(page, "mode")["note"] and "choices" not in entry(page, "mode")
    page.send("start")
    assert room_of(page).session.view(0)["bot"] is not None


def test_versus_has_its_length_and_four_cards(page: Page) -> None:
    choose(page, mode="versus", length="long", map="two-bridges", pvp="tip-off")
    assert entry(page, "cards")["text"] == "Two Bridges and Tip-off, the rest at random"
    assert entry(page, "pvp")["note"] == GAME.content.pvp["tip-off"].text
    choose(page, conditions="blackout", enhancement="overclock")
    assert entry(page, "cards")["text"] == "Two Bridges, Blackout, Overclock and Tip-off"
    assert entry(page, "conditions")["note"].startswith("Enemies: 6 at level 1 and 8 at level 2. Everyone:")
    page.send("start")
    options = room_of(page).session.config.options
    assert [options[name] for name in ("length", "map", "enhancement", "pvp")] == [
        "long", "two-bridges", "overclock", "tip-off"
    ]  # fmt: skip


def test_what_is_told_of_a_card_is_there_for_each(page: Page) -> None:
    choose(page, mode="versus")
    for name in ("map", "conditions", "enhancement", "pvp"):
        notes = set()
        for choice in [one["id"] for one in entry(page, name)["choices"]]:
            choose(page, **{name: choice})
            notes.add(entry(page, name)["note"])
        assert len(notes) > 3 and all(note.endswith((".", ")")) for note in notes)


@pytest.mark.parametrize("name", ["catie", "diary", "dog"])
def test_a_locked_module_says_who_unlocks_it_and_cannot_be_chosen(page: Page, name: str) -> None:
    choose(page, scenario="S02")
    told = entry(page, name)
    assert "choices" not in told and told["off"].startswith("Locked: ") and "First Light (S01)" in told["off"]
    screen = page.send("option", id=name, choice="on")
    assert told["off"] in screen["why"]["text"] and told["question"] in screen["why"]["text"]
    assert name not in room_of(page).setup.options
    choose(page, unlocked="all", **{name: "on"})
    assert told["question"] in entry(page, "modules")["text"] and chosen(entry(page, name)) == "on"
    page.send("start")
    assert room_of(page).session.config.options[name] == "on"


def test_the_dog_stays_out_of_the_prologue(page: Page) -> None:
    choose(page, unlocked="all")
    assert entry(page, "dog")["off"] == "Not in the prologue, which has no body market."
    assert "dog" not in option_rules.modules_for(GAME.content, frozenset(CODES), prologue=True)
    choose(page, scenario="S01")
    assert "off" not in entry(page, "dog")


def test_modules_that_come_by_themselves_say_when(page: Page) -> None:
    assert "Lantern Market" in entry(page, "destabilization")["off"]
    assert entry(page, "inari")["off"] == "Only in The Garden Under Glass."
    assert entry(page, "yokai")["off"] == "Only in Parade of Small Gods."
    choose(page, unlocked="all", scenario="S04")
    assert "off" not in entry(page, "destabilization") and "off" not in entry(page, "yokai")
    choose(page, scenario="S05")
    assert "off" not in entry(page, "inari") and "off" in entry(page, "yokai")


def test_who_unlocks_a_code_really_has_a_card_that_does(page: Page) -> None:
    """By the ending that does it: after the other one it is locked still."""
    how = {"won": "winning", "lost": "losing"}
    for code in CODES:
        found = unlockers(GAME.content, [code])
        assert found == [
            f"{how[card.ends]} {scenario.name} ({scenario.code})"
            for scenario in GAME.content.scenarios.values()
            for card in scenario.cards.values()
            if f"unlock code {code}" in card.immediate.text
        ]
        assert found, f"nothing unlocks {code}"
        assert behind(GAME.content, code).startswith(f"{code} (the ")
    assert "Locked: losing First Light (S01), winning " in entry(page, "diary")["off"]


def test_a_table_that_was_opened_again_is_played_again_as_it_was_agreed(page: Page) -> None:
    page.send("players", count=3)
    choose(page, scenario="S01", difficulty="hard", draft="chosen")
    page.send("ruling", id="ruling.pattern.mirror", choice="rotations")
    page.send("sit", chair=1, who="mcts")
    page.send("start")
    again = Page(play("tamashii"), page.screen["keep"])
    again.send("again")
    config = room_of(again).session.config
    assert config.seats == 3 and config.rulings["ruling.pattern.mirror"] == "rotations"
    assert (config.options["scenario"], config.options["difficulty"]) == ("S01", "hard")
    assert [seat.who for seat in room_of(again).seats] == ["person", "mcts", "greedy"]
