"""What a table waits for, and what it says to whoever is too early, too late, or spells a thing in another way."""

from __future__ import annotations

from typing import Any

import pytest
from refereed import GAME, acting, fighting, play, refusal, stack, table

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.lessons import FirstTable
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.kinds_of_decisions import DECISIONS
from tabletop_kernel.games.tamashii.telling import current_question, refusal_words, refusals
from tabletop_kernel.learning.lesson_run import reply_while_possible
from tabletop_kernel.table.session import Session

STREET = [[0, 0, "shelter"], [1, 0, "cold-storage"], [0, 1, "free-clinic"]]


def test_every_decision_can_be_named_as_what_comes_first() -> None:
    known = {
        *current_question.RULE_BY_QUESTION,
        *current_question.QUESTIONS_OF_LINES,
        *refusals.RESTING_DECISIONS,
        "combat",
        "roll",
    }
    assert set(DECISIONS) == known
    for rule in current_question.RULE_BY_QUESTION.values():
        assert "{what}" in GAME.rulebook[rule].why
    assert {
        f"first {kind}" for kind in (*current_question.RULE_BY_QUESTION, *current_question.QUESTIONS_OF_LINES)
    } <= refusal_words.TEXT_BY_CASE.keys()
    assert {f"unasked {verb}" for verb in refusals.RULE_OF_UNASKED_ANSWER} - refusal_words.TEXT_BY_CASE.keys() == {
        *("unasked inari", "unasked no-inari")  # what a ruling says
    }


def test_tokens_are_moved_in_planning() -> None:
    # turn.phases
    session = acting(grid="E...#....#....#....#")
    assert refusal(session, "slide r1c1 r1c2").rule == "turn.phases"


def test_a_kept_roll_is_kept() -> None:
    session = fighting(enemies=stack("riot-shell"), dice="SST", number=1, symbol="wire")
    assert refusal(session, "keep").rule == "combat.order"
    play(session, "roll")
    assert refusal(session, "keep").rule == "combat.player-frame"


# -- the end of a Combat -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", GAME.rulebook.rulings["ruling.combat.no-enemies-left"].options)
def test_a_step_that_looks_at_this_combat_can_be_completed_at_its_end(option: str) -> None:
    # learn.anytime
    session = fighting(
        {"combat.no-enemies-left": option},
        enemies=stack("stray-drone 2"),
        protocol=["courage", "hunger"],
        protocol_deck=[],
        learned=[2, 0],
        tally=[{"defeated-combat": 1}, {}],
        dice="SSS",
        number=0,
        symbol="wire",
    )
    play(session, "roll")
    while session.truth.enemies[0]:
        session.submit(0, next(move for move in session.moves(0) if move[0] in ("frame", "pass")))
    assert session.truth.frames[-1][:2] == ("combat", 0)
    assert ("learn",) in session.moves(0) and ("end",) in session.moves(0)
    play(session, "learn")
    assert session.truth.learned[0] == 3 and session.truth.frames[-1][0] != "combat"


def test_a_combat_ends_by_itself_for_whoever_has_nothing_to_learn_from_it() -> None:
    session = fighting(
        {"combat.no-enemies-left": "ends"},
        enemies=stack("stray-drone"),
        dice="SSS",
        number=0,
        symbol="wire",
    )
    play(session, "roll")
    while session.truth.enemies[0]:
        session.submit(0, next(move for move in session.moves(0) if move[0] in ("frame", "pass")))
    assert session.truth.frames[-1][0] != "combat"


# -- the BOT -----------------------------------------------------------------------------------------------------------


def alone(place: list[int], bot: list[int]) -> Session:
    position: dict[str, Any] = {"seats": 1, "options": {"scenario": "P00"}, "walker": ["kindle"], "now": "activity"}
    position |= {"ground": STREET, "place": [place], "bot": bot, "batteries": 3, "grid": ["L... .... .... ...."]}
    return Session.at(GAME, position)


def test_a_battery_in_the_activity_step_is_spent_for_something() -> None:
    # solo.bot-use
    session = alone([1, 0], [0, 0])
    assert ("act", 0) in session.moves(0) and ("battery",) not in session.moves(0)
    assert refusal(session, "battery") == Verdict("solo.bot-use", what="idle")
    session = alone([0, 0], [1, 0])
    assert ("battery",) in session.moves(0) and ("act", 0) not in session.moves(0)
    session.submit(0, ("battery",))
    assert ("act", 0) in session.moves(0)


# -- cards -------------------------------------------------------------------------------------------------------------


def test_what_has_left_the_game_is_in_no_deck() -> None:
    written: dict[str, Any] = {"seats": 2, "options": {"scenario": "S02"}, "now": "program"}
    decks = {name: cards for name, cards in Session.at(GAME, written).truth.faction_deck.items() if cards}
    name, cards = next(iter(decks.items()))
    session = Session.at(GAME, written | {"box": [cards[0], "X"]})
    assert session.truth.box == (cards[0], "X")
    assert cards[0] not in session.truth.faction_deck[name]
    assert not GAME.faults(session.truth)


def test_only_who_looks_knows_what_comes() -> None:
    session = table()
    session.truth.frames.append(("order", 1, (2, (), 0)))
    top = session.truth.enemy_deck[:2]
    imagined = [
        {GAME.imagine(session.config, session.view(eyes), Chance(seed)).enemy_deck[:2] for seed in range(20)}
        for eyes in (1, 0, None)
    ]
    assert imagined[0] == {top} and len(imagined[1]) > 1 and len(imagined[2]) > 1
    others = {GAME.imagine(session.config, session.view(0), Chance(seed)).frames[-1] for seed in range(5)}
    assert others == {("order", 1, (2, (), 0))}


# -- lines of lessons --------------------------------------------------------------------------------------------------


def test_others_who_always_go_on_do_not_go_to_and_fro() -> None:
    session = table(other={"enemies": stack("riot-shell"), "reroll": 2}, enemies=[])
    lines = [[1, "always"]]
    script = FirstTable(say="", position={}, way=[], shows=[], others=lines)
    for verb in ("done", "stay", "no-district", "done"):
        reply_while_possible(script, session)
        if (verb,) in session.moves(0):
            session.submit(0, (verb,))
    reply_while_possible(script, session)
    moves = [done.move for done in session.inputs if done.seat == 1]
    assert ("again",) in moves and not [move for move in moves if move[0] == "take-back"]


# -- campaigns ---------------------------------------------------------------------------------------------------------


def test_a_list_of_codes_in_another_spelling_is_told_the_right_one() -> None:
    # camp.unlock
    for wrong in ("B01+A01", "a01, b01", "A01.B01", "A01+A01+B01"):
        with pytest.raises(SetupError, match=r"'A01\+B01'\.$"):
            GAME.agreement.configure(2, options={"unlocked": wrong})
    with pytest.raises(SetupError, match=r"^unlocked .*'A01\+A99'.*'A99'"):
        GAME.agreement.configure(2, options={"unlocked": "A01+A99"})
    with pytest.raises(SetupError, match=r"^unlocked .*'everything'"):
        GAME.agreement.configure(2, options={"unlocked": "everything"})
    assert GAME.agreement.configure(2, options={"unlocked": "A01+B01"}).options["unlocked"] == "A01+B01"
