"""Which ruling a refusal, a prompt or a line names where a ruling is the reason: what a second outsider found."""

from __future__ import annotations

from typing import Any

import pytest
from played_tables import EMPTY, GAME, A, at, make, refused, table, why
from refereed import allowed, fighting, play, refusal, stack

from tabletop_kernel.session import Session

LINE, SQUARE = "r1c1+r1c2+r1c3", "r1c1+r1c2+r2c1+r2c2"
DIARY = {"unlocked": "all", "diary": "on"}
CARDS = ["d01", "d02", "d04", "d05", "d06", "d07", "d08"]


def prompt(session: Session, seat: int = A) -> Any:
    """What a seat reads above the decision, and the rules under it."""
    found = GAME.prompt(session.config, session.view(seat))
    assert found is not None
    return found


def stain(grid: str, **rulings: str) -> Session:
    """A diary card has made one corrupted token count as open."""
    session = table(
        seat=A,
        options=DIARY,
        rulings={key.replace("__", ".").replace("_", "-"): option for key, option in rulings.items()},
        diary=["d03", ""],
        diary_deck=CARDS,
        diary_box=[],
        grid=[grid, EMPTY],
    )
    make(session, A, "use", "diary.d03")
    return session


# -- launching ---------------------------------------------------------------------------------------------------------


def test_a_corrupted_token_that_counts_as_open_is_not_what_is_wrong() -> None:
    # pattern.exact, data.corrupted-block
    session = stain("EXW.#....#....#....#")
    assert refused(session, A, "launch", "basic.power", LINE) == "pattern.exact"
    session = stain("XXE.#....#....#....#")
    assert refused(session, A, "launch", "basic.power", LINE) == "data.corrupted-block"
    assert why(session, A, "launch", "basic.power", LINE).endswith(
        "only one corrupted token of a pattern counts as open."
    )


@pytest.mark.parametrize(
    ("grid", "ruling", "option", "pattern", "slots"),
    [
        ("OXE.#....#....#....#", "pattern.open-everything", "one", "basic.power", LINE),
        ("WX..#FL..#....#....#", "pattern.mirror", "rotations", "basic.exp", SQUARE),
    ],
)
def test_a_ruling_is_in_the_way_of_a_token_that_counts_as_open(
    grid: str, ruling: str, option: str, pattern: str, slots: str
) -> None:
    # ruling.pattern.open-everything, ruling.pattern.mirror
    session = stain(grid, **{ruling.replace(".", "__").replace("-", "_"): option})
    assert refused(session, A, "launch", pattern, slots) == f"ruling.{ruling}"
    assert f"ruling.{ruling}" in prompt(session).rules and "pattern.exact" not in prompt(session).rules


def test_two_rulings_in_the_way_at_once() -> None:
    # ruling.pattern.mirror
    session = table(
        seat=A,
        rulings={"pattern.mirror": "rotations", "pattern.open-everything": "one"},
        grid=["WO..#FO..#....#....#", EMPTY],
    )
    assert refused(session, A, "launch", "basic.exp", SQUARE) == "ruling.pattern.mirror"
    assert "ruling.pattern.mirror" in prompt(session).rules and "pattern.exact" not in prompt(session).rules


def test_once_in_the_game_refuses_in_a_later_turn() -> None:
    # ruling.pattern.once-scope, pattern.once
    session = table(
        seat=A, rulings={"pattern.once-scope": "game"}, grid=["EEE.#....#EEE.#....#", EMPTY], bag=["WWWLLL", "WWW"]
    )
    make(session, A, "launch", "basic.power", LINE)
    again = ("launch", "basic.power", "r3c1+r3c2+r3c3")
    assert refused(session, A, *again) == "pattern.once"
    later = dict(session.position())
    later["launched"] = [[], []]
    session = Session.at(GAME, later)
    assert refused(session, A, *again) == "ruling.pattern.once-scope"
    assert "in an earlier turn" in why(session, A, *again)
    assert "ruling.pattern.once-scope" in prompt(session).rules


def test_equal_patterns_dump_tokens_of_their_own() -> None:
    # ruling.pattern.same-tokens-mode, pattern.same-tokens
    for option, rule in (("two", "ruling.pattern.same-tokens-mode"), ("one", "pattern.same-tokens")):
        session = table(
            seat=A,
            rulings={"pattern.once-card": option},
            equipped=[["rent-strike"], []],
            factions=[
                [name, [card for card in deck if card != "rent-strike"]] for name, deck in at(table(), "factions")
            ],
            enemies=[[["rust-monk", 0]], []],
            enemy_deck=[],
            grid=["WFW.#....#....#....#", EMPTY],
        )
        assert refused(session, A, "launch", "aug.rent-strike+enemy.rust-monk.repel", LINE) == rule


# -- Combat ------------------------------------------------------------------------------------------------------------


def in_a_fight(**rulings: str) -> Session:
    """The attack roll was kept, and the number die lies on the lower of two enemies."""
    return fighting(
        {key.replace("__", "."): option for key, option in rulings.items()},
        enemies=stack("gutter-hound", "riot-shell"),
        reroll=3,
        dice="STT",
        number=2,
        symbol="wire",
    )


def test_the_frame_of_an_enemy_ends_rerolls_too() -> None:
    # ruling.reroll.timing
    session = in_a_fight(reroll__timing="frame")
    play(session, "roll", "keep")
    assert allowed(session, "reroll") and "yours or an enemy's" in prompt(session).text
    assert "ruling.reroll.timing" in prompt(session).rules
    told = play(session, "pass")
    assert "combat.enemy-frame" in [rule for rule, _ in told] and not allowed(session, "reroll")
    rule, said = refusal(session, "reroll S")
    assert rule == "ruling.reroll.timing" and said.endswith("yours or an enemy's.")
    assert session.book.rulings["ruling.reroll.timing"].options["frame"].endswith("yours or an enemy's.")


def test_a_late_reroll_is_refused_by_its_ruling() -> None:
    # ruling.reroll.timing
    session = in_a_fight()
    play(session, "roll", "keep")
    rule, said = refusal(session, "reroll S")
    assert rule == "ruling.reroll.timing" and "before the number die is placed" in said
    assert "ruling.reroll.timing" not in prompt(session).rules


def test_whoever_passes_for_good_is_told_before() -> None:
    # ruling.combat.pass
    for option, final in (("once", False), ("final", True)):
        session = in_a_fight(combat__pass=option)
        play(session, "roll", "keep")
        assert ("A pass is final" in prompt(session).text) is final
        assert ("ruling.combat.pass" in prompt(session).rules) is final
