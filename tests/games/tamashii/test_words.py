"""Facts, moves, refusals and prompts in words."""

from __future__ import annotations

from typing import Any

import pytest
from asking import refused
from depth import draw
from played_tables import why

from tabletop_kernel import Session, load
from tabletop_kernel.checks.random_play import tables, wander
from tabletop_kernel.checks.true_sentence_checks import english_fault
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.kinds_of_decisions import DECISIONS
from tabletop_kernel.games.tamashii.telling import naming, refusals, words

GAME = load("tamashii")


def at(**position: Any) -> Session:
    return Session.at(GAME, {"seats": 2, "options": {"scenario": "S01"}, "walker": ["Kindle", "Scribe"], **position})


# -- names -------------------------------------------------------------------------------------------------------------


def test_seats_have_the_names_of_their_walkers() -> None:
    """setup.walker; before the boards are dealt, players are counted."""
    state = at(now="move").truth
    assert [str(naming.seat_name(state, seat)) for seat in (0, 1)] == ["Kindle", "Scribe"]
    assert words.fact_in_words(state, "seat", 1, 1) == "you"
    assert words.fact_in_words(state, "player", 1) == "player 2"
    assert Session(GAME, 2, 1).log(None)[0].text


# -- moves -------------------------------------------------------------------------------------------------------------


def test_every_verb_has_words_and_rests_on_rules() -> None:
    verbs = {verb for decision in DECISIONS.values() for verb in decision.verbs} | set(GAME.aside.verbs)
    assert verbs <= set(words._WORDS_BY_VERB)
    assert verbs <= set(refusals.RULES_BY_VERB)
    for rules in refusals.RULES_BY_VERB.values():
        assert all(rule in GAME.rulebook or rule in GAME.rulebook.rulings for rule in rules), rules


def test_moves_in_words() -> None:
    session = at(now="launch", grid=["EEE. .... .... ....", ".... .... .... ...."])
    said = session.phrase(0, ("launch", "basic.power", "r1c1+r1c2+r1c3"))
    assert all(part in said for part in ("power", "r1c1", "r1c2", "r1c3"))
    assert "Neon Arcade" in at(now="move").phrase(0, ("move", "1,0"))
    fight = at(now="combat", enemies=[["Stray Drone"], []], chance={"script": {"dice-0": [1, 2, 3]}})
    fight.submit(0, ("roll",))
    assert fight.phrase(0, ("frame", "0", "SSS")).startswith("3 Strikes: ")
    assert words.move_in_words(fight.truth, 0, ("frame", "x", 1)) == "frame x 1"  # whatever a stranger sends


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_refusals_say_what_the_case_is() -> None:
    session = at(now="program", grid=["EE.. .... .... ....", ".... .... .... ...."], moves_left=[3, 3])
    assert why(session, 0, "slide", "r1c1", "r1c2") == Verdict("prog.slide", what="occupied", slot="r1c2")
    assert why(session, 0, "slide", "r1c1", "r2c2") == Verdict("prog.no-diagonal", slot="r1c1", other="r2c2")
    assert why(session, 0, "upgrade", "open") == Verdict("upg.exp-cost", need=2, have=0)


def test_what_belongs_to_another_time() -> None:
    """turn.phases, upg.when, launch.only-here, asset.power-timing, asset.reroll-where, asset.shield-one."""
    session = at(now="move")
    assert refused(session, ("gain-token", "E")) == "upg.when"
    assert refused(session, ("launch", "basic.power", "r1c1+r1c2+r1c3")) == "launch.only-here"
    assert refused(session, ("power",)) == "asset.power-timing"
    assert refused(session, ("reroll", "S")) == "asset.reroll-where"
    assert refused(session, ("shield", 1)) == "asset.shield-one"
    assert refused(session, ("district",)) == "act.order"
    assert refused(session, ("board", "kindle")) == "setup.board"
    assert refused(session, ("frame", "0", "S")) == "turn.phases"
    assert refused(session, ("fly", "0,0")) == "table.unknown"


def test_a_launch_before_its_step_hears_whether_its_tokens_are_in_place() -> None:
    """launch.only-here: the phase is not the only reason when the pattern is nowhere on the launcher."""
    session = at(now="move", grid=["EEE. .... .... ....", ".... .... .... ...."])
    lying = session.judge(0, ("launch", "basic.power", "r1c1+r1c2+r1c3"))
    nowhere = session.judge(0, ("launch", "basic.shield"))
    assert lying is not None and not lying.facts["and-unready"]
    assert nowhere is not None and nowhere.facts["and-unready"]


def test_what_belongs_to_another_moment_of_the_quest() -> None:
    """comp.no-cards; and no refusal says that a move of the Quest phase does not belong there."""
    grid = ["L... .... .... ....", ".... .... .... ...."]
    quest = Session.at(GAME, {"seats": 2, "options": {"scenario": "P00"}, "now": "activity", "grid": grid,
                              "turned": ["Cold Storage"], "place": ["Cold Storage", "Shelter"]})  # fmt: skip
    assert why(quest, 0, "leave").rule == "test.optional"
    assert why(quest, 0, "attempt", "popular").rule == "quest.activity"
    quest.submit(0, ("act", 0))
    assert why(quest, 0, "done").rule == "test.optional"
    versus = Session.at(GAME, {"seats": 2, "options": {"mode": "versus"}, "now": "tests", "grid": grid,
                               "goals": ["deep-reading"], "ground": [[0, 0, "Damaged District"]]})  # fmt: skip
    assert why(versus, 0, "act", 0).rule == "comp.no-cards"


def test_what_is_somebody_elses() -> None:
    """plan.simultaneous, comp.order."""
    session = at(now="program")
    session.submit(0, ("done",))
    assert refused(session, ("done",)) == "plan.simultaneous"
    assert refused(at(now="move"), ("stay",), seat=1) == "table.wait"
    versus = Session.at(GAME, {"seats": 2, "options": {"mode": "versus"}, "now": "move"})
    assert refused(versus, ("stay",), seat=1) == "comp.order"


def test_a_launch_waits_for_the_one_before_it() -> None:
    """launch.one-by-one: while an effect of a launch asks something."""
    session = at(now="launch", grid=["EWLF .... .... ....", ".... .... .... ...."], factions={"Commoners": []},
                 equipped=[["Market Day"], []])  # fmt: skip
    session.submit(0, ("launch", "aug.market-day", "r1c1+r1c2+r1c3+r1c4"))
    assert session.truth.frames[-1][0] == "pick-asset"
    assert refused(session, ("launch", "basic.power", "r1c1+r1c2+r1c3")) == "launch.one-by-one"


# -- prompts and sentences ---------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_everything_said_on_the_way_is_english() -> None:
    for session, rng in (one for seed in range(draw(1, deep=3)) for one in tables(GAME, 3, 200 + seed)):
        for mover in wander(session, rng, 150):
            if rng.random() > 0.1:
                continue
            for eyes in (mover, None):
                said = GAME.telling.prompt(session.config, session.view(eyes))
                assert said is not None and not english_fault(said.text), said
                assert said.yours == (eyes is not None and eyes in session.asked)
            for move in session.moves(mover):
                assert not english_fault(session.phrase(mover, move), whole=False)
        for eyes in (None, *range(session.config.seats)):
            for entry in session.log(eyes):
                assert not english_fault(entry.text), entry.text
            for entry in session.log(eyes, you=True):
                assert not english_fault(entry.text), entry.text


def test_a_terminal_can_show_it() -> None:
    session = at(now="move", enemies=[["Stray Drone"], []])
    lines = GAME.telling.portray(session.config, session.view(0))
    assert any("Neon Arcade" in line for line in lines) and any("Stray Drone: 3 of 3" in line for line in lines)
    assert not any("Broadcast Mast" in line for line in lines)  # it lies face down
