"""A campaign on the page: what a game leaves behind, the code to keep, and the next table that goes on from it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from campaign_stage import GAME, at_the_brink, both_ways, played
from page import Page, room_of, start

from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.modes.campaign import Progress
from widgets.app import learn, play
from widgets.campaigns import memory_of
from widgets.links import write_table
from widgets.shared.chair import Chair

WON = Progress(("P00", "S01"), ("A01", "A03", "C01"))
CODE = campaign.write(WON)


def page_with(campaign: str = "", **link: str) -> Page:
    """A page as its browser opens it: with what was kept of a campaign, and of a table."""
    memory_of.cache_clear()  # every visit is a new kernel
    return Page(play("tamashii"), {**link, **({"campaign": campaign} if campaign else {})})


def ended(scenario: str, won: bool = True, kept: str = "", unlocked: str = "none") -> Page:
    """A page on which a game was just ended."""
    table, move = at_the_brink(scenario, unlocked, won)
    page = page_with(kept, play=table)
    page.send("move", move=list(move))
    assert page.screen["now"]["kind"] == "over"
    return page


def told(page: Page) -> Any:
    return page.screen["now"]["campaign"]


def agreed(page: Page) -> Any:
    return page.send("open", drawer="setup")["drawer"]["campaign"]


def test_a_won_game_is_kept_at_once_and_the_next_follows() -> None:
    page = ended("P00")
    code = campaign.write(Progress(("P00",)))
    assert told(page)["code"] == code == page.screen["remember"]["campaign"]
    assert [(line["text"], line["rule"]) for line in told(page)["lines"]] == [
        ("You won Cold Boot, and P00 is marked.", "camp.progress")
    ]
    assert page.screen["now"]["buttons"][0]["text"] == "Next: First Light"
    assert [one.get("main", False) for one in page.screen["now"]["buttons"]].count(True) == 1
    drawer = page.press(page.button("Next"))["drawer"]
    assert drawer["kind"] == "setup" and drawer["campaign"]["code"] == code
    page.send("start")
    assert room_of(page).session.config.options["scenario"] == "S01"


def test_two_scenarios_are_carried_by_the_code() -> None:
    first = told(ended("P00"))["code"]
    page = ended("S01", kept=first)
    second = told(page)["code"]
    assert campaign.read(second) == WON
    texts = [line["text"] for line in told(page)["lines"]]
    assert texts[0].startswith("You won First Light") and "Unlocked: A03 (the body Cyberdog)." in texts
    other = page_with()  # on another machine, which knows nothing
    assert agreed(other)["code"] == ""
    other.send("campaign", code=f"  {second.lower()} ")
    assert other.screen["drawer"]["campaign"]["code"] == second == other.screen["remember"]["campaign"]
    other.send("start")
    config = room_of(other).session.config
    assert (config.options["unlocked"], config.options["scenario"]) == ("A01+A03+C01", "S02")


def test_a_lost_game_marks_nothing_but_may_unlock() -> None:
    page = ended("S01", won=False)
    assert told(page)["lines"][0]["text"] == "You didn't win First Light, so it isn't marked."
    assert any("D01" in line["text"] for line in told(page)["lines"])
    assert campaign.read(told(page)["code"]) == Progress((), ("D01",))
    assert page.screen["now"]["buttons"][0]["text"] == "Next: Cold Boot"


def test_a_reload_after_the_end_changes_nothing() -> None:
    page = ended("P00")
    kept, remembered = page.screen["keep"], page.screen["remember"]["campaign"]
    again = page_with(remembered, **kept)
    assert told(again) == told(page) and again.screen["remember"]["campaign"] == remembered
    again.send("again")
    config = room_of(again).session.config
    assert config.options["scenario"] == "P00", "the same game again"


def test_a_reload_in_the_middle_keeps_the_campaign() -> None:
    page = page_with(CODE)
    page.send("start")
    again = page_with(page.screen["remember"]["campaign"], **page.screen["keep"])
    assert agreed(again)["code"] == CODE
    assert room_of(again).session.config.options["unlocked"] == "A01+A03+C01"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("hello", "doesn't start with T1-"),
        (CODE[:-3], "doesn't match|don't match"),
        (CODE.replace("A03", "A04"), "don't match the rest"),
        (CODE.rpartition("-")[0], "five parts"),
        ("T7-0-0-0-2222", "another version"),
        ("TN2.abc", "code is for a table"),
        ("person~TN2.abc", "code is for a table"),
        ("TL1.tamashii/x/", "code is for lessons"),
        ("x" * 9000, "one short line"),
    ],
)
def test_a_code_that_is_wrong_cut_or_foreign_changes_nothing(code: str, said: str) -> None:
    page = page_with(CODE)
    before = agreed(page)
    after = page.send("campaign", code=code)["drawer"]["campaign"]
    assert re.search(said, after["problem"]) and page.screen["say"]["assertive"]
    assert {**after, "problem": ""} == before
    assert page.screen["remember"]["campaign"] == CODE


def test_what_a_browser_has_kept_and_nobody_can_read_is_told_and_not_overwritten() -> None:
    page = page_with("T1-broken")
    assert "remember" not in page.screen
    assert "can't read the saved campaign" in agreed(page)["said"] and "five parts" in agreed(page)["problem"]
    assert page.send("campaign", code=CODE)["drawer"]["campaign"]["problem"] == ""
    assert page.screen["remember"]["campaign"] == CODE


def test_codes_of_other_cards_are_kept() -> None:
    code = campaign.write(Progress(("P00", "Z99"), ("A01", "Q07")))
    page = page_with(code)
    assert any("Q07 and Z99" in line["text"] for line in agreed(page)["lines"])
    assert campaign.read(told(ended("P00", kept=campaign.write(Progress(("Z99",)))))["code"]).marked == ("P00", "Z99")


def test_a_table_outside_the_campaign_leaves_it_alone() -> None:
    """With a new box although more is unlocked: it may become the campaign, but not by itself."""
    other = campaign.write(Progress(("S02",), ("B01",)))
    page = ended("P00", kept=other)
    assert page.screen["remember"]["campaign"] == other
    assert campaign.read(told(page)["code"]) == Progress(("P00",))
    assert "isn't part of your current campaign" in told(page)["note"]
    assert not any(one["text"].startswith("Next") for one in page.screen["now"]["buttons"])
    page.press(page.button("Use this campaign"))
    assert campaign.read(page.screen["remember"]["campaign"]) == Progress(("P00",))


def test_another_end_of_a_game_that_has_counted_is_offered_and_not_taken() -> None:
    lost, won = both_ways("S01")
    first = campaign.write(Progress(("P00",)))
    page = page_with(first, play=write_table([Chair()], lost.branch(lost.length - 1)))
    page.send("move", move=list(lost.inputs[-1].move))
    counted = page.screen["remember"]["campaign"]
    assert campaign.read(counted) == Progress(("P00",), ("D01",))
    page.send("branch", number=0)
    for made in won.inputs[:-1]:
        room_of(page).session.submit(0, made.move)
    page.send("close")
    page.send("move", move=list(won.inputs[-1].move))
    assert page.screen["now"]["kind"] == "over" and page.screen["remember"]["campaign"] == counted
    assert "already includes this game" in told(page)["note"] and campaign.read(told(page)["code"]) == WON
    page.press(page.button("Use this campaign"))
    assert campaign.read(page.screen["remember"]["campaign"]) == WON
    assert agreed(page)["note"].endswith(f"The previous code was {counted}")


def test_a_game_of_bots_alone_is_not_added_to_a_campaign() -> None:
    table = write_table([Chair("greedy")], played("greedy", "P00", 1).branch(0))
    page = page_with("", play=table)
    while page.screen["now"]["kind"] != "over":
        page.send("go-on", all=True)
    assert "remember" not in page.screen and "hasn't changed" in told(page)["note"]


def test_what_was_wrong_with_a_code_is_gone_with_the_next_look() -> None:
    page = page_with()
    page.send("open", drawer="setup")
    assert page.send("campaign", code="T1-AAAA")["drawer"]["campaign"]["problem"]
    assert agreed(page)["problem"] == ""


def test_a_game_with_everything_unlocked_can_be_agreed_on_beside_a_campaign() -> None:
    page = page_with(CODE)
    choices = {one["id"]: one["chosen"] for one in agreed(page)["option"]["choices"]}
    assert choices == {"A01+A03+C01": True, "none": False, "all": False}
    page.send("option", id="unlocked", choice="all")
    page.send("start")
    assert room_of(page).session.config.options["unlocked"] == "all"
    assert page.screen["remember"]["campaign"] == CODE
    page.send("again")
    assert room_of(page).session.config.options["unlocked"] == "all"


def test_a_new_campaign_needs_a_second_word_and_tells_the_old_code() -> None:
    page = page_with(CODE)
    page.send("open", drawer="setup")
    assert "confirm first" in page.send("new-campaign", sure=False)["why"]["text"]
    assert agreed(page)["code"] == CODE
    after = page.send("new-campaign", sure=True)["drawer"]["campaign"]
    assert after["code"] == "" and CODE in after["note"] and page.screen["remember"]["campaign"] == ""
    page.send("start")
    assert room_of(page).session.config.options["unlocked"] == "none"


@pytest.mark.parametrize("other", ["", CODE])
def test_a_finished_game_is_not_added_to_a_campaign_that_begins_after_it(other: str) -> None:
    page = ended("P00")
    page.send("campaign", code=other) if other else page.send("new-campaign", sure=True)
    for _ in range(2):
        assert agreed(page)["code"] == other == page.screen["remember"]["campaign"]
        page.send("close")
    again = page_with(other, play=page.screen["keep"]["play"])  # nor when somebody comes back to it
    assert again.screen["now"]["kind"] == "over" and memory_of("tamashii").code == other
    again.press(again.button("Use this campaign")) if not other else None
    assert "P00" in memory_of("tamashii").code


def test_a_campaign_without_room_stays_as_it_was() -> None:
    codes = tuple(sorted(f"Z{number:07}" for number in range(221)))
    full = Progress((), codes)
    assert 1990 < len(campaign.write(full)) <= 2000
    page = ended("P00", kept=campaign.write(full))
    assert campaign.read(page.screen["remember"]["campaign"]) == full


def test_tables_of_a_page_share_the_campaign() -> None:
    page = page_with(CODE)
    other = Page(play("tamashii", slot="other"), {})
    assert agreed(other)["code"] == CODE
    page.send("campaign", code=campaign.write(Progress(("P00",))))
    assert agreed(other)["said"] == "1 scenario won, no codes unlocked."
    other.send("start")
    assert room_of(other).session.config.options["scenario"] == "S01"


def test_the_first_table_does_not_count_and_loses_nothing() -> None:
    memory_of.cache_clear()
    page = Page(play("tamashii", first=True), {"campaign": CODE})
    for move in (list(one) for one in GAME.teaching.first_table.way):
        while page.screen.get("next"):
            page.send("go-on")
        page.send("move", move=move)
    assert page.screen["now"]["kind"] == "over" and "campaign" not in page.screen["now"]
    assert page.screen["remember"]["campaign"] == CODE


def test_whoever_sits_down_next_has_no_campaign() -> None:
    page = page_with(CODE)
    page.send("forget", sure=True)
    assert agreed(page)["code"] == "" and page.screen["remember"]["campaign"] == ""


def test_games_without_a_campaign_know_nothing_of_it() -> None:
    page = start("the_north")
    assert "remember" not in page.screen
    assert "campaign" not in page.send("open", drawer="setup")["drawer"]
    for message in ({"do": "campaign", "code": CODE}, {"do": "onward"}, {"do": "new-campaign", "sure": True}):
        assert "has no campaign" in page.send(**message)["why"]["text"]  # type: ignore[arg-type]


def test_lessons_say_nothing_of_a_campaign_and_hand_it_on() -> None:
    memory_of.cache_clear()
    page = Page(learn("tamashii", "launcher"), {"campaign": CODE})
    assert "campaign" not in (page.screen["now"] or {})
    assert memory_of("tamashii").code == CODE
