"""The course: every step played headless, more than one way to each goal, no wrong one, and the first table."""

from __future__ import annotations

import re
from random import Random

import pytest
from asking import check_style, follow
from depth import draw
from royal import GAME
from telling import told_off

from tabletop_kernel import Session
from tabletop_kernel.checks.lesson_checks import check_course, check_lesson_step, measure, rules_met
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.lessons import Step
from tabletop_kernel.games.royal_ascension import refusals_at_wrong_moment
from tabletop_kernel.learning.lesson_run import Lesson, open_first_table, reply_while_possible
from tabletop_kernel.learning.question_answers import right_answers
from tabletop_kernel.players.bots import forward
from widgets.task import opening

STEPS = {step.id: step for chapter in GAME.teaching.chapters for step in chapter.steps}
every_step = pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))


def moves(line: str) -> list[Move]:
    """«roll 1, walk 9, commit Char Forest, seal»: moves as a person would write them down."""
    found: list[Move] = []
    for move in line.split(", "):
        verb, _, what = move.partition(" ")
        found.append((verb, int(what) if what.isdigit() else what) if what else (verb,))
    return found


@every_step
def test_step(step: Step) -> None:
    check_lesson_step(GAME, step)


@every_step
def test_style(step: Step) -> None:
    check_style(step)


def test_the_course_lives_up_to_its_measures() -> None:
    check_course(GAME)
    found = measure(GAME)
    assert (found.steps, found.choices) == (56, 0)  # all is answered on the table
    assert found.moves > 3 * found.steps


NUMBERS = {word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven"), 1)}
OWNED = re.compile(rf"\bYou (?:own|rule) ({'|'.join(NUMBERS)})\b(?: of (?:the )?twelve)? territories")


@every_step
def test_whoever_reads_how_many_territories_are_theirs_sees_as_many(step: Step) -> None:
    chapters = [
        chapter for chapter in (GAME.teaching.short_way, *GAME.teaching.chapters) if chapter and step in chapter.steps
    ]
    read = " ".join([step.say, step.task, *(opening(GAME, chapter, step) for chapter in chapters)])
    owned = len(Lesson(GAME, step.id).session.view(step.seat)["territories"][step.seat])
    assert {NUMBERS[word] for word in OWNED.findall(read)} <= {owned}


def test_every_rule_that_a_move_rests_on_is_a_rule_and_every_verb_a_move() -> None:
    assert {rule for rules in GAME.teaching.allowed_by.values() for rule in rules} <= set(GAME.rulebook.rules)
    assert set(GAME.teaching.allowed_by) <= {*refusals_at_wrong_moment.REFUSAL_BY_VERB, "character"}


# -- the first table ---------------------------------------------------------------------------------------------------

LANDS = 6  # the learner's at the start
GOLD = "roll 1, walk 6, end"
SHOP = "roll 1, walk 9"
BATTLE = "end, roll 1, walk 7, roll 1, draw diamonds, attack 2"


def play_first(line: str = "") -> Session:
    """The first table with these moves of the learner's and the others' answers."""
    assert GAME.teaching.first_table is not None
    session = open_first_table(GAME)
    for move in moves(line) if line else ():
        session.submit(0, move)
        reply_while_possible(GAME.teaching.first_table, session)
    return session


@pytest.mark.parametrize(
    "line",
    [
        f"{GOLD}, {SHOP}, {BATTLE}, commit Jiggy Jungle, seal, roll 2",  # buys nothing, stakes the least
        f"{GOLD}, {SHOP}, buy 6C, pay 10D, done, {BATTLE}, commit Lucio Land, seal, roll 2",
        f"{GOLD}, {SHOP}, buy KC, pay 10D, pay 4D, done, {BATTLE}, commit KC, commit Teal Shore, seal, roll 2",
    ],
)
def test_the_first_table_is_won_by_other_ways_too(line: str) -> None:
    session = play_first(line)
    assert session.outcome is not None and session.outcome.winners == (0,)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(24, deep=60)))
def test_nobody_is_hurt_at_the_first_table(seed: int) -> None:
    """Three turns of whatever is clicked: each gains something, the others have their lines, and no land is lost."""
    assert GAME.teaching.first_table is not None
    rng, session, turns = Random(seed), play_first(), 0
    while session.outcome is None and turns < 3:
        assert tuple(session.deciders) == (0,)
        move = rng.choice(forward(session.moves(0)))
        session.submit(0, move)
        turns += move == ("end",)
        if turns < 3:
            reply_while_possible(GAME.teaching.first_table, session)
    gains = [entry for entry in session.log(0) if entry.kind in ("drew", "land-shop", "conquers")]
    assert len(gains) >= 3
    assert len(session.truth.territories[0]) >= LANDS
    assert session.outcome is None or session.outcome.winners == (0,)


# -- any legal way passes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step_id", "line"),
    [
        ("walk.first", "roll 1, walk 13"),
        ("walk.exact", "walk 10"),
        ("walk.ring", "walk 29"),
        ("walk.exam", "roll 1, walk 20, end, roll 1, walk 24"),
        ("throne.stake", "commit Jiggy Jungle, seal"),
        ("throne.stake", "commit Lucio Land, take-back Lucio Land, commit Teal Shore, seal"),
        ("throne.spades", "walk 28, attack 2"),
        ("throne.seventh", "attack 1, commit Jiggy Jungle, seal, roll 2"),
        (
            "throne.exam",
            "roll 1, walk 28, attack 3, commit Jiggy Jungle, seal, roll 2, end, "
            "roll 1, walk 30, attack 1, commit Lucio Land, seal, roll 2",
        ),
        ("shop.pay", "buy 7C, take-back 7C, buy 7C, pay 7D, done"),
        ("shop.change", "buy 9C, pay 6D, pay 4D, done"),
        ("shop.exam", "walk 9, buy QC, pay QD, done, buy 9C, pay AD, pay 8D, done"),
        ("battle.health", "commit 9H, commit QH, commit Char Forest, seal, roll 2"),
        ("battle.weapons", "commit 2C, commit 5C, commit 8C, commit 3C, seal, roll 2"),
        ("battle.rest", "attack 1"),
        ("battle.sit-out", "walk 28, end"),
        ("battle.exam-attack", "attack 2, commit KH, commit Char Forest, commit 6C, seal, roll 2"),
        ("battle.exam-defend", "commit JH, commit 9H, commit Teal Shore, seal, roll 2"),
        ("spades.stranger", "walk 28, roll 1, draw hearts"),
        ("spades.plague", "walk 28, attack 2, commit Jiggy Jungle, seal, roll 2"),
        ("spades.fight-on", "fight, commit Teal Shore, seal, roll 2"),
        (
            "spades.exam",
            "walk 28, roll 1, draw diamonds, attack 2, commit Char Forest, seal, roll 2, end, fight, "
            "commit Char Forest, seal, roll 2",
        ),
        ("kingdoms.jack", "walk 28, attack 3, commit Jiggy Jungle, seal, roll 2"),
        ("kingdoms.choose", "attack 2, commit QH, commit Jiggy Jungle, seal, roll 2"),
        ("kingdoms.defend", "commit QH, commit Teal Shore, seal, roll 2"),
        ("kingdoms.decree", "walk 28, commit Char Forest, seal, roll 2"),
        ("kingdoms.spare", "commit 2H, commit Jiggy Jungle, seal, roll 2, pick hearts"),
        ("kingdoms.after", "roll 2, pick hearts, roll 1, walk 28, attack 2"),
        ("kingdoms.exam-jack", "roll 1, walk 30, attack 1, commit Teal Shore, commit 9H, seal, roll 2"),
        ("endings.exam", "attack 1, commit Mewtopia, commit 10H, seal, roll 2"),
        ("table.character", "character Lysandra of Rukenvale"),
        ("table.draft", "take Teal Shore, take Flare lands, take Venom Valley"),
        ("table.opening", "draw hearts, draw diamonds"),
        ("table.gate", "walk 34"),
        (
            "table.exam-start",
            "roll 2, take Lucio Land, take Venom Valley, take Mewtopia, take Teal Shore, draw hearts, draw diamonds",
        ),
    ],
)
def test_another_way_passes(step_id: str, line: str) -> None:
    lesson = follow(GAME, step_id)
    for move in moves(line):
        assert not lesson.done
        assert lesson.submit(move).kind in ("on", "done")
    assert lesson.done


# -- and nothing else --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step_id", "line", "off"),
    [
        ("walk.gold", "walk 20", "walk 20"),
        ("walk.pass", "walk 20", "walk 20"),
        ("shop.where", "walk 3", "walk 3"),
        ("shop.pay", "buy 9C", "buy 9C"),
        ("shop.court", "buy JC", "buy JC"),
        ("shop.change", "buy QC", "buy QC"),
        ("battle.health", "commit Char Forest, commit QH, seal", "seal"),
        ("battle.weapons", "commit 8C, commit 5C, commit 3C, seal", "seal"),
        ("spades.stay-out", "fight", "fight"),
        ("spades.fight-on", "ally", "ally"),
        ("kingdoms.choose", "attack 1", "attack"),
        ("kingdoms.defend", "commit Jiggy Jungle, seal", "seal"),
        ("kingdoms.defend", "commit Char Forest, seal", "seal"),
        ("kingdoms.decree", "walk 28, commit Teal Shore, seal", "seal"),
        ("kingdoms.spare", "commit Char Forest", "commit Char Forest"),
        ("kingdoms.after", "roll 2, pick hearts, roll 1, walk 30, attack 1", "attack"),
        ("walk.exam", "roll 1, walk 12, end, roll 1, walk 8, end", "end"),
        ("shop.exam", "walk 9, buy 9C, pay QD, done, end", "end"),
        ("shop.exam", "walk 15, end", "end"),
        ("battle.exam-attack", "attack 1, commit Jiggy Jungle, seal, roll 2, pick hearts, end", "end"),
        ("battle.exam-defend", "commit Jiggy Jungle, seal, roll 2, pick hearts", "pick"),
        ("kingdoms.exam-decree", "walk 28, commit Jiggy Jungle, seal, roll 2, pick hearts, end", "end"),
        ("kingdoms.exam-jack", "roll 1, walk 28, attack 3, commit Char Forest, seal, roll 2, end", "end"),
        ("endings.exam", "attack 2, commit Mewtopia, seal, roll 2", "over"),
    ],
)
def test_a_way_that_misses_the_task_is_told_so(step_id: str, line: str, off: str) -> None:
    lesson = follow(GAME, step_id, *moves(line))
    assert not lesson.done
    assert told_off(lesson) == off
    lesson.again()
    assert lesson.next_move() is not None


# -- questions ---------------------------------------------------------------------------------------------------------


def answers(step_id: str) -> list[str]:
    step = STEPS[step_id]
    question = step.point or step.predict
    assert question is not None
    return right_answers(GAME, Lesson(GAME, step)._table_of_questions, question)


@pytest.mark.parametrize(
    ("step_id", "right"),
    [
        ("walk.gold", ["space:12"]),
        ("walk.pass", ["pile:diamonds"]),
        ("walk.ring", ["space:2", "space:29"]),
        ("walk.others", ["seat:1"]),
        ("throne.lands", ["realm:Mewtopia"]),
        ("throne.dice", ["stake:1:Pika Hills"]),
        ("shop.where", ["space:9", "space:27"]),
        ("shop.fives", ["hand:5D"]),
        ("shop.pay", ["offer:7C", "offer:9C"]),
        ("shop.court", ["offer:QC"]),
        ("shop.change", ["pile:discard"]),
        ("shop.leave", ["pile:clubs"]),
        ("shop.exam", ["hand:QD"]),
        ("battle.weapons", ["hand:2C", "hand:3C", "hand:5C", "hand:8C"]),
        ("battle.tie", ["seat:1"]),
        ("battle.lost", ["seat:1"]),
        ("battle.won", ["hand:4H", "hand:9H", "hand:QH"]),
        ("spades.sum", ["seat:1"]),
        ("spades.stay-out", ["hand:5S"]),
        ("kingdoms.choose", ["seat:2"]),
        ("endings.out", ["pile:discard"]),
        ("endings.long", ["seat:0"]),
        ("table.roll", ["seat:1"]),
        ("table.draft", ["seat:1"]),
        ("table.opening", ["seat:1"]),
        ("table.gate", ["space:3", "space:34"]),
    ],
)
def test_what_is_right_is_computed(step_id: str, right: list[str]) -> None:
    assert answers(step_id) == right


@pytest.mark.parametrize(("step_id", "right"), [("battle.lost", ["stake:0:Teal Shore"]), ("table.opening", ["seat:2"])])
def test_what_is_right_to_foresee_after_another_question_is_computed(step_id: str, right: list[str]) -> None:
    predict = STEPS[step_id].predict
    assert predict is not None
    assert right_answers(GAME, Lesson(GAME, step_id)._table_of_questions, predict) == right


@pytest.mark.parametrize(
    ("step_id", "ruling"),
    [
        ("shop.leave", "ruling.shop-offer"),
        ("battle.lost", "ruling.used-cards"),
        ("battle.tie", "ruling.tie-recommit"),
        ("kingdoms.spare", "ruling.alliance-vs-decree"),
        ("table.opening", "ruling.turn-order"),
        ("table.gate", "ruling.leave-home"),
    ],
)
def test_rulings_that_everybody_meets_are_met_in_the_course(step_id: str, ruling: str) -> None:
    assert ruling in rules_met(GAME, STEPS[step_id])


def test_a_plague_that_has_waited_counts() -> None:
    assert Lesson(GAME, "spades.sum").session.truth.plague[0] == 10
    assert Lesson(GAME, "spades.sum").session.truth.card == "8S"  # not the card of this landing


def test_every_wrong_answer_is_told_why_and_not_what_is_right() -> None:
    for step in STEPS.values():
        assert all(thing.wrong for thing in step.lay), step.id
        if step.point:
            assert step.point.wrong, step.id
            said = step.point.wrong.replace(".", "").replace(",", "").split()
            assert not {answer.split(":")[-1] for answer in answers(step.id)} & set(said), step.id


def test_a_wrong_space_hears_of_the_distance_too() -> None:
    lesson = Lesson(GAME, "walk.gold")
    verdict = lesson.point("space:17")  # a diamond out of reach
    assert verdict is not None and "four steps" in verdict.text


def test_any_shuffled_suit_may_lie_on_any_spot_of_a_deck() -> None:
    """The empty spots look alike, so nobody has to guess which is whose."""
    for step_id in ("table.decks", "table.exam-lay"):
        decks = [thing for thing in STEPS[step_id].lay if thing.rule == "setup.decks"]
        assert len(decks) == 4 and len({thing.what for thing in decks}) == 1


def test_a_step_with_one_die_tells_of_one_die() -> None:
    assert follow(GAME, "walk.first", ("roll", 1), ("walk", 17)).rules_used == ["turn.roll", "space.draw"]


@pytest.mark.parametrize("step", [step for step in STEPS.values() if step.exam], ids=lambda step: step.id)
def test_an_exam_asks_for_no_rule_that_its_own_way_does_without(step: Step) -> None:
    """Else a rule that was kept to all the time would stand under those that were not needed."""
    lesson = follow(GAME, step.id, *map(tuple, step.way))
    assert lesson.done
    assert lesson.rules_missed == []


def test_no_throw_of_a_battle_comes_twice() -> None:
    """Dice that look as in the step before are taken for a prepared trick, which they are."""
    thrown: dict[tuple[int, ...], str] = {}
    for step in STEPS.values():
        lesson = follow(GAME, step.id, *map(tuple, step.way))
        for dice in (tuple(data["dice"]) for kind, _, _, data in lesson.session.events(step.seat) if kind == "dice"):
            assert thrown.setdefault(dice, step.id) is step.id, f"{step.id}: {dice} as in {thrown[dice]}"


def test_a_question_on_the_table_is_about_one_kind_of_piece() -> None:
    """Whatever else is clicked is told what is asked, and is not taken for an answer."""
    for step in STEPS.values():
        for question in filter(None, (step.point, step.predict)):
            assert question.piece.partition("{}")[0], step.id


def test_every_fact_is_asked_for() -> None:
    asked = [question for step in STEPS.values() for question in (step.point, step.predict) if question]
    assert {question.fact[0] for question in asked} == set(GAME.teaching.facts)


def test_every_question_is_checked_here() -> None:
    asked = {step.id for step in STEPS.values() if step.point or step.predict}
    (marked,) = [mark for mark in test_what_is_right_is_computed.pytestmark if mark.name == "parametrize"]
    assert {step_id for step_id, _ in marked.args[1]} == asked


@pytest.mark.parametrize(
    ("step_id", "event", "key", "foreseen"),
    [
        ("walk.pass", "drew", "suit", "diamonds"),
        ("walk.others", "next", "seat", 1),
        ("throne.dice", "conquers", "lands", ["Pika Hills"]),
        ("shop.change", "spend", "gold", ["4D", "6D"]),
        ("endings.out", "resources", "seat", 1),
        ("battle.lost", "loses", "lands", ["Teal Shore"]),
        ("endings.long", "most", "seat", 0),
        ("table.draft", "take", "seat", [0, 1]),  # after the learner
        ("table.opening", "next", "seat", 2),
    ],
)
def test_what_is_foreseen_happens(step_id: str, event: str, key: str, foreseen: object) -> None:
    lesson = follow(GAME, step_id)
    assert lesson.came_true
    before = len(lesson.session.events(0))
    for move in lesson.step.way:
        lesson.submit(tuple(move))
    happened = [data[key] for kind, _, _, data in lesson.session.events(0)[before:] if kind == event]
    assert foreseen in (happened[0], happened[:2])


def test_every_prediction_is_seen_to_come_true() -> None:
    (marked,) = [mark for mark in test_what_is_foreseen_happens.pytestmark if mark.name == "parametrize"]
    assert {case[0] for case in marked.args[1]} == {step.id for step in STEPS.values() if step.predict}


def test_the_learner_is_told_nothing_hidden() -> None:
    """No text names a card that lies in another hand (what is committed in the open may be named)."""
    names = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
    suit_of = {"H": "hearts", "D": "diamonds", "C": "clubs"}
    for step in STEPS.values():
        seen = str(Lesson(GAME, step).session.view(step.seat))
        hands = [(suit, hand) for suit in suit_of.values() for hand in step.position.get(suit, [])[1:]]
        hidden = {card for _, hand in hands for card in hand if f"'{card}'" not in seen}
        said = " ".join([step.say, step.task, step.nudge, *(off.says for off in step.off)])
        for card in hidden:
            name = f"{names.get(card[:-1], card[:-1])} of {suit_of[card[-1]]}"
            assert name not in said, f"{step.id}: {name}"
