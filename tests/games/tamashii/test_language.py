"""The card language of Tamashii: what lines mean, and where they go wrong; test_wording.py says how they read."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from tabletop_kernel.games.tamashii.lines import all_verbs, counting, grammar, language
from tabletop_kernel.games.tamashii.lines.operations import Act, Amount, Line, Op
from tabletop_kernel.games.tamashii.lines.operations import Test as Asked
from tabletop_kernel.games.tamashii.lines.vocabulary import COUNTED, FACTS, FORMS, PER, SLOTS, WHO
from tabletop_kernel.toolkit.card_language import EffectError

ONE = Amount(1)


def do(verb: str, *args: object) -> Op:
    return Op("do", act=Act(verb, args))


# -- what lines mean ---------------------------------------------------------------------------------------------------


def test_acts_in_a_row_are_operations_in_a_row() -> None:
    line = language.read("deal 2 and gain 1 shield; recover 1")
    assert line.ops == (do("deal", Amount(2)), do("gain-asset", ONE, "shield"), do("recover", ONE))


def test_tests_skip_to_the_end_of_their_clause() -> None:
    line = language.read("if time = 3 and not on hideout: attach 1; time down 1")
    tests = (Asked("time", "=", Amount(3)), Asked("on hideout", negated=True))
    assert line.ops == (Op("test", 2, tests=tests), do("attach", ONE), do("time-down", ONE))


def test_otherwise_is_reached_only_when_the_test_fails() -> None:
    line = language.read("if trace = 0: gain 1 exp; otherwise: if exp = 0: recover 1; otherwise: deal 1; prepare 1")
    kinds = [(op.kind, op.skip) for op in line.ops]
    assert kinds == [("test", 3), ("do", 0), ("jump", 7), ("test", 6), ("do", 0), ("jump", 7), ("do", 0), ("do", 0)]


def test_a_price_is_offered_and_the_rest_depends_on_it() -> None:
    line = language.read("may wound 1: gain 1 power and recover 1; prepare 1")
    offer, *rest = line.ops
    assert (offer.kind, offer.skip, offer.act) == ("offer", 4, Act("wound", (ONE,)))
    assert [op.act.verb for op in rest if op.act] == ["wound", "gain-asset", "recover", "prepare"]


def test_each_part_of_a_choice_leads_behind_the_others() -> None:
    line = language.read("choose inhabit or another player: gain 1 shield or recover 1; prepare 1")
    choose = line.ops[0]
    assert (choose.kind, choose.starts, choose.skip) == ("choose", (1, 3, 6), 8)
    assert [(op.kind, op.skip) for op in line.ops if op.kind == "jump"] == [("jump", 8)] * 3
    assert line.ops[3] == Op("who", 5, who="another player")
    assert line.ops[8] == do("prepare", ONE)


def test_a_prefix_covers_its_own_clause() -> None:
    line = language.read("each player: if trace = 0: gain 1 exp; gain 1 reroll")
    assert [(op.kind, op.skip) for op in line.ops] == [("who", 3), ("test", 3), ("do", 0), ("do", 0)]


def test_nothing_is_no_operation() -> None:
    assert language.read("nothing").ops == ()


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("3", Amount(3)),
        ("n", Amount(0, 1)),
        ("2n", Amount(0, 2)),
        ("n+1", Amount(1, 1)),
        ("2n+3", Amount(3, 2)),
        ("2 (3 from 3 players)", Amount(2, crowd=3, then=3)),
    ],
)
def test_amounts(text: str, amount: Amount) -> None:
    assert language.read(f"set time {text}").ops == (do("set-time", amount),)
    assert language.read_tests(f"time = {text}") == (Asked("time", "=", amount),)


def test_amounts_of_a_table() -> None:  # scen.player-number
    assert [Amount(1, 2).of(players) for players in (1, 2, 3, 4)] == [3, 5, 7, 9]
    assert [Amount(2, crowd=3, then=3).of(players) for players in (1, 2, 3, 4)] == [2, 2, 3, 3]


def test_a_rate_multiplies_the_first_amount() -> None:
    line = language.read("wound 1 per equipped augment, at most 3")
    assert line.ops == (do("wound", Amount(1, per="equipped augment", most=3)),)
    line = language.read("clear damage and roll 1 more per damage removed")
    assert line.ops[1] == do("roll-more", Amount(1, per="damage removed"))


def test_tokens_faces_factions_and_codes_are_what_the_game_calls_them() -> None:
    line = language.read(
        "gain 1 basic and dump 2 token and discard 1 corrupted; draw spartans augment; draw card s01-2"
    )
    assert [op.act for op in line.ops] == [
        Act("gain-token", (ONE, "?")),
        Act("dump-token", (Amount(2), "*")),
        Act("discard-token", (ONE, "X")),
        Act("draw-faction", ("Spartans",)),
        Act("draw-card", ("S01-2",)),
    ]
    assert language.read("turn 1 static to strike").ops == (do("turn-die", ONE, "T", "S"),)
    assert language.read("test lore 2n").ops == (do("test", "L", Amount(0, 2)),)
    assert language.read("set trace 0").ops == (do("trace-zero"),)


def test_a_block_has_one_head_for_all_of_it() -> None:  # quest.if-true
    block = language.read_block("if time = 0: each player: gain 1 corrupted; draw card S01-2")
    assert block.tests == (Asked("time", "=", Amount(0)),)
    assert not block.otherwise
    assert block.line == language.read("each player: gain 1 corrupted; draw card S01-2")
    last = language.read_block("otherwise: time down 1; if time = 3: each player: attach 1")
    assert (last.tests, last.otherwise) == ((), True)
    assert last.line == language.read("time down 1; if time = 3: each player: attach 1")  # quest.otherwise-ifs


# -- every form --------------------------------------------------------------------------------------------------------


def every_line() -> list[str]:
    """Each form with each word in each of its slots."""
    found = []
    for form in FORMS:
        text = form.form.replace("set trace {a}", "set trace 0").replace("{a}", "2").replace("{code}", "S01-2")
        slots = [slot for slot in SLOTS if f"{{{slot}}}" in text]
        words = SLOTS[slots[0]] if slots else ("",)
        found += [text.replace(f"{{{slots[0]}}}", word) if slots else text for word in words]
    found += [f"{who}: recover 1" for who in WHO]
    found += [f"if {left} >= 2: recover 1" for left in COUNTED]
    found += [f"if {sign}{fact}: recover 1" for fact in FACTS for sign in ("", "not ")]
    found += [f"{head} 1 per {thing}" for thing in PER for head in ("clear damage and deal",)]
    return found


@pytest.mark.parametrize("text", every_line())
def test_every_line_reads_back_by_either_way_and_is_said(text: str) -> None:
    line = language.read(text)
    assert language.line_of(line) == text
    assert line.text == text
    assert grammar._by_grammar(text.replace(" ", "  "))[0].parts[0].acts == grammar.read(text)[0].parts[0].acts
    assert all(sentence[0].isupper() and sentence[-1] in ".!" for sentence in line.words)
    assert not {*"{}%|"} & {*"".join(line.words)}


def test_spelling_may_differ() -> None:
    line = language.read("Gain 1  POWER ;If  time=3 :Each player:attach 1")
    assert line.text == "gain 1 power; if time = 3: each player: attach 1"
    assert line == language.read(line.text)


def test_house_spelling_needs_no_grammar() -> None:
    code = (
        "import sys; from tabletop_kernel.games.tamashii.lines import language as l;"
        "l.read('if time = 3: each player: attach 1; otherwise: draw card S01-2'); assert 'lark' not in sys.modules;"
        "l.read('gain 1  power'); assert 'lark' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_word_is_carried_out() -> None:
    verbs = {form.verb for form in FORMS} - {"nothing"}
    assert verbs == {*all_verbs.VERBS}
    assert {*COUNTED} == {*counting.COUNT_BY_PHRASE}
    assert {*PER} == {*counting._COUNT_BY_RATE}
    assert {*WHO} == {*counting._PLAYERS}


# -- what is wrong, and where: test_wording.py has the sentences -------------------------------------------------------


def fault(read: Callable[[str], object], text: str) -> tuple[int, list[str]]:
    """The column of what is wrong, and the words that are named: what could stand there, what does, what is near."""
    with pytest.raises(EffectError) as caught:
        read(text)
    return caught.value.column, re.findall(r"'([^']*)'", caught.value.problem)


@pytest.mark.parametrize(
    ("text", "column", "named"),
    [
        ("each playr: attach 1", 6, ["other", "player", "playr", "player"]),
        ("if time = : lost", 11, ["n", ":"]),
        ("gain 1 exp; otherwise: recover 1", 13, ["otherwise", "if"]),
        ("choose recover 1", 17, ["or"]),
        ("may gain 1 exp and recover 1", 16, [":", ";", "and"]),
        ("victory per die", 9, ["per"]),
        ("roll 1 more per damage removed", 1, ["damage removed", "clear damage"]),
        ("draw card foo", 11, ["a code such as S01-2", "foo"]),
        ("gain 1 é", 8, ["é"]),
        ("gain 1 power\trecover 1", 13, []),
        ("gain 100 exp", 6, []),
        ("gain 0 exp", 1, []),
        ("set trace 3", 1, []),
        ("gain 1 exp; " * 40 + "lost", 301, []),
    ],
)
def test_faults_name_the_column_and_what_could_stand_there(text: str, column: int, named: list[str]) -> None:
    assert fault(language.read, text) == (column, named)


def test_of_many_words_that_could_stand_there_the_nearest_is_named_last() -> None:
    column, named = fault(language.read, "gain 1 sheild")
    assert column == 8 and named[:3] == ["basic", "catie", "core"] and named[-2:] == ["sheild", "shield"]
    column, named = fault(language.read, "gian 1 shield")
    assert column == 1 and named[-2:] == ["gian", "gain"]
    column, named = fault(language.read, "gain 1")
    assert column == 7 and named[:3] == ["basic", "catie", "core"] and named[-1] == "ward"  # nothing stands there


def test_other_readers_have_their_faults_too() -> None:
    assert fault(language.read_tests, " and ".join(["time = 0"] * 40)) == (301, [])
    assert fault(language.read_acts, "each player: spend 1 power")[0] == 1  # a price is acts alone
    assert fault(language.read_block, "if time = 0: lost; otherwise: time down 1") == (20, ["otherwise", "if"])
    assert fault(language.read_test_of_data, "lor 4") == (1, ["ember", "flux", "lore", "ward", "lor", "lore"])


def test_a_price_is_acts() -> None:
    assert language.read_acts("spend 1 power and wound 1") == (Act("spend-asset", (ONE, "power")), Act("wound", (ONE,)))


def test_a_test_of_data_is_short() -> None:
    assert language.read_test_of_data("lore 4") == Act("test", ("L", Amount(4)))


def test_lines_with_the_same_words_are_equal() -> None:
    assert isinstance(language.read("recover 1"), Line)
    assert language.read("recover 1") == language.read("recover  1")
