"""What is kept from game to game, and what a table may choose because of it."""

from __future__ import annotations

import pytest
from opened import begun, config, house
from small_tables import table
from storyboard import card, kinds, rule_of, with_cards

from tabletop_kernel.contract.errors import SaveError
from tabletop_kernel.games.tamashii import option_rules
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.modes.campaign import Progress


def test_a_campaign_is_one_line() -> None:
    progress = Progress(("P00", "S01"), ("A01", "A03"), ("D01",))
    line = campaign.write(progress)
    assert line.startswith("T1-P00.S01-A01.A03-D01-")
    assert campaign.read(line) == progress
    assert campaign.read(f"  {line.lower()}\n") == progress
    assert campaign.write(Progress()).startswith("T1-0-0-0-")
    assert campaign.read(campaign.write(Progress())) == Progress()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "one short line"),
        ("hello", "doesn't start with T1-"),
        ("T2-0-0-0-2222", "another version"),
        ("T1-0-0-2222", "five parts"),
        ("T1-P00-A01-0-2222", "typo"),
        ("x" * 5000, "one short line"),
    ],
)
def test_a_wrong_campaign_is_told(text: str, said: str) -> None:
    with pytest.raises(SaveError, match=said):
        campaign.read(text)


def test_one_wrong_letter_is_noticed() -> None:
    line = campaign.write(Progress(("S01",), ("A01",), ()))
    for at, letter in enumerate(line):
        if letter.isalnum():
            wrong = line[:at] + ("2" if letter != "2" else "3") + line[at + 1 :]
            with pytest.raises(SaveError):
                campaign.read(wrong)


def test_codes_that_the_pack_does_not_know_are_kept_and_told() -> None:
    progress = campaign.read(campaign.write(Progress(("S01", "Z99"), ("A01", "Q07"), ())))
    assert campaign.unknown_codes(house(), progress) == ("Q07", "Z99")
    assert campaign.choice_text(house(), progress) == "A01"
    state = begun(2, scenario="S01", unlocked="A01")[0]
    assert campaign.progress_after(progress, state) == progress


def test_unlocking_and_locking() -> None:
    """camp.unlock, camp.relock, camp.future."""
    state = with_cards(table(), card("T01-1"))
    events: list = []

    def emit(kind: str, rule: str, audience: int, **data: object) -> None:
        events.append((kind, rule, audience, data))

    campaign.unlock(state, "B01", emit)
    assert (rule_of(events, "unlocked"), rule_of(events, "unlocked-later")) == ("camp.unlock", "camp.future")
    campaign.unlock(state, "B01", emit)
    assert kinds(events)[-1] == "unlocked-already"
    assert campaign.changes_of_game(state).unlocked == ("B01",)
    campaign.lock(state, "B01", emit)
    assert rule_of(events, "locked") == "camp.relock"
    assert campaign.changes_of_game(state) == campaign.Gained((), (), ())
    campaign.lock(state, "X00", None)
    before = Progress((), ("A01", "X00"), ())
    assert campaign.progress_after(before, state).unlocked == ("A01",)


def test_what_a_game_adds_in_words() -> None:
    said = campaign.changes_in_words(campaign.Gained(("S01",), ("A01", "A03"), ()))
    assert all(code in said for code in ("S01", "A01", "A03"))
    assert campaign.changes_in_words(campaign.Gained((), (), ())) == ""


# -- options -----------------------------------------------------------------------------------------------------------


def ids(seats: int, **chosen: str) -> list[str]:
    return [option.id for option in option_rules.options_for(house(), seats, chosen)]


def test_options_follow_from_what_was_chosen() -> None:
    """camp.locked-out: a module that is locked is not offered; catie.include, diary.include, dog.swap."""
    assert ids(2) == ["mode", "unlocked", "scenario", "difficulty", "city", "draft"]
    assert ids(2, scenario="S01", unlocked="all") == [
        *("mode", "unlocked", "scenario", "difficulty", "catie", "diary", "dog", "city", "draft"),
    ]
    assert "dog" not in ids(2, scenario="P00", unlocked="all")  # no market, no bodies
    assert ids(2, mode="versus")[2:7] == ["length", "map", "conditions", "enhancement", "pvp"]
    assert ids(2, mode="versus", unlocked="A03+D02")[8:] == ["diary", "dog", "city", "draft"]


def test_nobody_competes_alone() -> None:
    assert list(option_rules.options_for(house(), 1, {})[0].choices) == ["story"]
    assert list(option_rules.seats_for(house(), {"mode": "versus"})) == [2, 3, 4]
    assert list(option_rules.seats_for(house(), {"scenario": "S02"})) == [1, 2, 3, 4]
    assert option_rules.sizes(house()) == range(1, 5)


def test_a_list_of_codes_has_one_spelling() -> None:
    codes = option_rules.Codes(house(), "")
    for choice in ("none", "all", "A01", "A01+B01", "A01+xD01", "xD01"):
        assert choice in codes, choice
        assert codes[choice]
    for choice in ("", "B01+A01", "A01+A01", "X00", "A99", "D01+xD01", "xA01", "a01", "A01+", "A" * 3000, 3):
        assert choice not in codes, choice
    everything = "+".join(campaign.codes_of(house()))
    assert everything not in codes  # that is «all»
    assert list(codes) == ["none", "all"]
    assert list(option_rules.Codes(house(), "A01+B01")) == ["none", "all", "A01+B01"]  # so that it can be shown
    with pytest.raises(KeyError):
        codes["nothing"]


def test_what_is_unlocked_is_what_the_table_plays_with() -> None:
    """camp.unlock: it belongs to its deck from the next game on."""
    rules = begun(2, scenario="S01", unlocked="A01+B01")[0].rules
    assert rules.unlocked == {"X00", "A01", "B01"}
    assert config(2, None, scenario="S01", unlocked="A01+B01").options["unlocked"] == "A01+B01"


def test_scenarios_open_with_their_codes() -> None:
    assert campaign.open_scenarios(house(), ()) == [
        code for code, sheet in house().scenarios.items() if not sheet.needs
    ]
