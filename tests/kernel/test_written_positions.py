"""A written position is refused with one sentence, or it can be played on without a surprise."""

from __future__ import annotations

import ast
import inspect
import random
import re
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest
from depth import draw
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME, check_playable, json_values, look, nearby, paths, random_table, removed, replaced

from tabletop_kernel import PositionError, Session, SetupError
from tabletop_kernel.games.royal_ascension import frame_faults, state_faults

A, B, C, D = range(4)
LANDS = [territory.name for territory in GAME.content.territories]  # type: ignore[attr-defined]
DUEL: dict[str, Any] = {"now": "commit", "battle": {"fighters": [A, B]}}
ROLLING: dict[str, Any] = {
    "now": "dice",
    "territories": [LANDS[:3], LANDS[3:6], LANDS[6:9], LANDS[9:]],
    "battle": {"fighters": [A, B]},
    "committed_territory": [[LANDS[0]], [LANDS[3]], [], []],
}
WON: dict[str, Any] = {**ROLLING, "now": "pick", "battle": {"fighters": [A, B], "winner": A}}
ATTACH = {"ruling.health-attach": "attach-on-draw"}
END: list[Any] = ["end", A, []]
A_WON = ["won", "lost", "lost", "lost"]


def said(position: Any) -> str:
    """The sentence with which a position is refused."""
    with pytest.raises((PositionError, SetupError)) as caught:
        Session.at(GAME, position)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 400
    assert text.endswith((".", "?")), text
    return text


# -- every fault ------------------------------------------------------------------------------------------------------


def duel(**more: Any) -> dict[str, Any]:
    return {"now": "commit", "battle": {"fighters": [A, B], **more}}


def rolling(**more: Any) -> dict[str, Any]:
    return {**ROLLING, "battle": {"fighters": [A, B], **more}}


def frames(*stack: list[Any], **more: Any) -> dict[str, Any]:
    return {"frames": list(stack), **more}


def after(*stack: list[Any], **more: Any) -> dict[str, Any]:
    won = {**WON, "battle": {**WON["battle"], "sealed": [A, B], "open": True}}
    return {**won, "frames": [END, ["aftermath", A, []], *stack], **more}


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("tokens: 2 entries for 4 seats", {"tokens": [0, 0]}),
    ("order: every seat from 0 to 3 once, not [0, 0, 1, 2]", {"order": [0, 0, 1, 2]}),
    ("turns: every seat from 0 to 3 once", {"turns": [0, 1, 2, 9]}),
    ("allied: a seat doesn't exist", {"allied": [4]}),
    ("excluded: a seat doesn't exist, or appears twice", {"excluded": [1, 1]}),
    ("truces: too many, or one", {"truces": [[0, 1]]}),
    ("truces: too many, or one", {"truces": [[0, 7, 0, 0]]}),
    ("truces: too many, or one", {"truces": [[0, 1, 0, 0]] * 20}),
    ("active: there is no seat 4", {"active": 4}),
    ("die, prize, turn or fought", {"die": 7}),
    ("die, prize, turn or fought", {"turn": -1}),
    ("rolls: two dice show", {"rolls": [[13], [], [], []]}),
    ("tokens: each must be on a space from 0 (home) to 35", {"tokens": [0, 36, 0, 0]}),
    ("characters: each must be a number from 0 to 3", {"characters": [0, 0, 1, 2]}),
    ("plague: 100; each Plague takes away 10, and at most 9", {"plague": [100, 0, 0, 0]}),
    ("plague: 11; each Plague takes away 10, and at most 9", {"plague": [11, 0, 0, 0]}),
    ("plague: 20; each Plague", {"rulings": {"ruling.plague-stack": "cap"}, "plague": [20, 0, 0, 0]}),
    ("plague: 20; each Plague", {"rulings": {"ruling.plague-carry": "expires"}, "plague": [0, 20, 0, 0]}),
    ("credit: this table has no credit", {"rulings": {"ruling.shop-overpay": "change"}, "credit": [-1, 0, 0, 0]}),
    ("credit: this table has no credit", {"credit": [1, 0, 0, 0]}),
    ("all_in and out: each seat must have 0 or 1", {"all_in": [2, 0, 0, 0]}),
    ("opening: only diamonds and hearts", {"opening": [["clubs"], [], [], []]}),
    ("opening: only diamonds and hearts", {"opening": [["hearts", "hearts"], [], [], []]}),
    ("territories: 'Atlantis' is unknown or appears twice", {"territories": [["Atlantis"], None, None, None]}),
    ("territories: 'Mewtopia' is unknown or appears twice", {"territories": [["Mewtopia"], ["Mewtopia"], None, None]}),
    ("territories: one of the twelve is missing", {"territories": [[x] for x in LANDS[:4]], "pool": []}),
    ("hearts: '7C' doesn't belong here", {"hearts": [["7C"], [], [], []]}),
    ("hearts: '7H' appears 3 times, not 2", {"hearts": [["7H"] * 3, [], [], []]}),
    ("hearts: 'ZH' appears 1 times, not 0", {"hearts": [["ZH"], [], [], []]}),
    ("discard: this game has no such card", {"discard": ["Joker"]}),
    ("discard: this game has no such card", {"discard": [""]}),
    ("discard: this game has no such card", {"rulings": {"ruling.jokers": "four"}, "turn": 2}),
    ("alliances: players hold only Secret Alliances", {"alliances": [["7S"], [], [], []]}),
    ("offer: the Shop sells only clubs", {"offer": ["7H"]}),
    ("discard: this game has no such card", {"offer": [""]}),
    ("card: '7H' isn't an action card", {"card": "7H"}),
    ("attached: at this table", {"hearts": [["7H"], [], [], []], "attached": [[["7H", LANDS[0]]], [], [], []]}),
    ("attached: each entry must pair a heart", {"rulings": ATTACH, "attached": [[["7H"]], [], [], []]}),
    ("attached: each entry must pair a heart", {"rulings": ATTACH, "attached": [[["7H", LANDS[0]]], [], [], []]}),
    (
        "attached: this seat doesn't own the territory",
        {"rulings": ATTACH, "hearts": [["7H"], [], [], []], "attached": [[["7H", LANDS[1]]], [], [], []]},
    ),
    ("out: no one is left", {"out": [1, 1, 1, 1]}),
    ("out: no one is out before the first turn", {"now": "draft", "out": [1, 0, 0, 0]}),
    ("opening: players draw opening cards only after the draft", {"now": "draft", "opening": [["hearts"], [], [], []]}),
    ("characters: a seat has no character", {"characters": [-1, 0, 1, 2]}),
    ("out: seat 1 is out, but still owns something", {"out": [0, 1, 0, 0]}),
    ("tokens: seat 1 is in the game, so its token must", {"tokens": [0, -1, 0, 0]}),
    ("territories: seat 1 has none, so it must be out", {"territories": [None, [], None, None]}),
    ("territories: seat 0 owns 9 of them, so the game is over", {"territories": [None, *([it] for it in LANDS[:3])]}),
    ("committed: only fighters can commit anything", {"committed_weapons": [["7C"], [], [], []]}),
    ("committed: only fighters can commit", {**DUEL, "committed_territory": [[], [], [LANDS[2]], []]}),
    ("battle: a seat doesn't exist", duel(fighters=[A, 7])),
    ("battle: its kind must be duel, decree or table", duel(kind="brawl")),
    ("battle: there must be at least two different fighters", duel(fighters=[A, A])),
    ("battle: there must be at least two different fighters, and exactly two in a duel", duel(fighters=[A, B, C])),
    ("battle: all_in must be a fighter or -1", duel(all_in=C)),
    ("battle: all_in must be a fighter or -1", duel(kind="table")),
    ("battle: all_in must be a fighter or -1. In a decree it must be -1", duel(kind="decree", all_in=A)),
    ("battle: the winner must be a fighter", duel(winner=C)),
    ("battle: the winner must be a fighter", duel(losers=[B])),
    ("battle: a player who is out can't fight", {**duel(), "out": [0, 1, 0, 0], "territories": [None, [], None, None]}),
    ("battle: dice, wins and totals must each have an entry for all 4 seats", duel(wins=[0])),
    ("battle: only fighters can seal and roll", duel(sealed=[C])),
    ("battle: only fighters can seal and roll", rolling(bout=[A, C])),
    ("battle: dice: each seat must have two or four numbers", rolling(dice=[[7, 1], [], [], []])),
    ("battle: dice: each seat must have two or four numbers", rolling(dice=[[1], [], [], []])),
    ("battle: wins: only fighters can win", rolling(wins=[0, 0, 1, 0])),
    ("battle: queue: it must hold single fighters", rolling(queue=[[A]])),
    ("battle: queue: it must hold single fighters", duel(kind="decree", queue=[[A, A]])),
    ("committed_health: the fighter doesn't hold these hearts", {**DUEL, "committed_health": [["7H"], [], [], []]}),
    ("committed_weapons: the fighter doesn't hold these clubs", {**DUEL, "committed_weapons": [["7C"], [], [], []]}),
    ("battle: each fighter may commit", {**DUEL, "committed_territory": [[LANDS[0], LANDS[4]], [], [], []]}),
    ("committed_territory: the fighter doesn't own", {**DUEL, "committed_territory": [["X"], [], [], []]}),
    ("committed_territory: the fighter doesn't own", {**WON, "committed_territory": [["X"], [], [], []]}),
    ("battle: a sealed commitment has no territory", duel(sealed=[A])),
    (
        "committed_health: these hearts are under another territory",
        {**DUEL, "rulings": ATTACH, "hearts": [["7H"], [], [], []], "committed_health": [["7H"], [], [], []]},
    ),
    ("frames: no one has anything to decide", frames()),
    ("frames: 'end end' can't occur in this order", frames(END, END)),
    ("frames: 'attack' can't occur in this order", frames(["attack", A, []])),
    ("frames: 'dance' can't occur in this order", frames(["dance", A, []])),
    ("frames: 'end commit dice' can't occur", {**ROLLING, **frames(END, ["commit", -1, []], ["dice", A, []])}),
    ("order and turns: these must be decided", {"turns": []}),
    ("order and turns: these must be decided", {"now": "draft", "order": []}),
    ("frames: roll: there is no seat 9", frames(["roll", 9, []])),
    ("frames: commit: there is no seat 0, or it has nothing to decide", {**DUEL, **frames(END, ["commit", A, []])}),
    ("frames: the game is over", {"result": ["end.majority", A_WON, [7.0, 2.0, 2.0, 1.0]], **frames(END)}),
    ("result: give ['end.majority'", {"result": ["end.majority", A_WON, [12.0, 0.0, 0.0, 0.0]]}),
    ("battle: fighters commit or roll until there is a winner", {"battle": {"fighters": [A, B]}}),
    ("carried: must be false during", {"card": "7S", "carried": False}),
    ("carried: must be false during", {"now": "npc", "card": "7S"}),
    ("frames: character of seat 1 with []", frames(["character", B, []])),
    ("frames: select of seat 0 with [9]", frames(["select", A, [9]])),
    ("frames: select of seat 0 with [0]", frames(["select", A, [0]])),
    ("frames: select of seat 0 with [1.0]", frames(["select", A, [1.0]])),
    ("frames: select of seat 0 with [1]", frames(["select", A, [1]], territories=[None] * 4)),
    ("frames: draft of seat 0", {"now": "draft", "territories": [None] * 4}),
    ("frames: draft of seat 0", {"now": "draft", "territories": [LANDS[:11], [], [], []], "pool": LANDS[11:]}),
    ("frames: opening of seat 0", {"now": "opening", "opening": [["hearts", "diamonds"], [], [], []]}),
    ("frames: first of seat -1 with [1]: this is possible only if its data is empty", frames(["first", -1, [1]])),
    ("frames: attach of seat 0", frames(END, ["attach", A, []])),
    ("frames: attach of seat 0", frames(END, ["attach", A, []], rulings=ATTACH)),
    ("frames: roll of seat 1", frames(["roll", B, []])),
    ("frames: roll of seat 0 with [{'a': 1}]", frames(["roll", A, [{"a": 1}]])),
    ("frames: walk of seat 0", {"now": "walk"}),
    ("frames: end of seat 1", frames(["end", B, []])),
    ("frames: close of seat 1", frames(["close", B, []])),
    ("frames: limit of seat 1", frames(["close", A, []], ["limit", B, []])),
    ("frames: shop of seat 0 with []", frames(["shop", A, []])),
    ("frames: shop of seat 0 with [1.0]", frames(["shop", A, [1.0]])),
    ("frames: pay of seat 0", frames(["shop", A, [0]], ["pay", A, [["7C"], []]])),
    ("frames: pay of seat 0", frames(["shop", A, [0]], ["pay", A, [{"7C": 1}, []]], offer=["7C"])),
    ("frames: pay of seat 0", frames(["shop", A, [0]], ["pay", A, [["7C"], ["7D"]]], offer=["7C"])),
    ("frames: challenge of seat 1", frames(END, ["challenge", B, []])),
    ("frames: npc of seat 0", {"now": "npc", "card": "JS", "carried": False}),
    ("frames: prize of seat 0", {"now": "prize", "card": "7S", "carried": False}),
    ("frames: prize of seat 0", {"now": "prize", "card": "7S", "carried": False, "prize": 2}),
    ("frames: attack of seat 0", {"now": "attack", "excluded": [A]}),
    ("frames: attack of seat 0", {"now": "attack", "allied": [B, C, D]}),
    ("frames: alliance of seat 1 with ['own']", frames(END, ["alliance", B, ["own"]])),
    ("frames: alliance of seat 0 with ['chosen']", frames(END, ["alliance", A, ["chosen"]])),
    ("frames: muster of seat 0 with ['duel']", frames(END, ["muster", A, ["duel"]])),
    ("frames: muster of seat 0 with ['table']", frames(END, ["muster", A, ["table"]], allied=[A])),
    ("frames: commit of seat -1", {**ROLLING, "now": "commit", "battle": {"fighters": [A, B], "sealed": [A, B]}}),
    ("frames: commit of seat -1", duel(open=True)),
    ("frames: dice of seat 2", {**ROLLING, **frames(END, ["dice", C, []])}),
    ("frames: dice of seat 0", {**ROLLING, "now": "", **frames(END, ["dice", A, []])}),
    ("frames: aftermath of seat 1", after()  | frames(END, ["aftermath", B, []])),
    ("frames: majority of seat 1", after(["majority", B, []])),
    ("frames: claim of seat 0 with [0]", after(["claim", A, [A]])),
    ("frames: claim of seat 0 with [1]", after(["claim", A, [B]], ["claim", A, [B]])),
    ("frames: claim of seat 0 with ['1']", after(["claim", A, ["1"]])),
    ("frames: give of seat 0", after(["give", A, []])),
    ("frames: pick of seat 1 with ['hearts', 'no.such-rule']", after(["pick", B, ["hearts", "no.such-rule"]])),
    ("frames: pick of seat 0", after(["pick", A, ["hearts", "battle.pick-health"]])),
    ("frames: forfeit of seat 0", after(["forfeit", A, []])),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "position"), FAULTS)
def test_fault(fault: str, position: dict[str, Any]) -> None:
    assert said({"seats": 4, **position}).startswith(f"position: {fault}")


def sentences() -> list[str]:
    """Return every sentence that the two modules of faults can say, as a pattern."""
    tree = ast.parse(inspect.getsource(state_faults) + inspect.getsource(frame_faults))
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if id(node) in comments:
            continue
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        text = [str(p.value) if isinstance(p, ast.Constant) and isinstance(p.value, str) else None for p in parts]
        fixed = "".join(part or "" for part in text)
        if fixed.endswith(".") and " " in fixed and "\n" not in fixed and "  " not in fixed:
            found.append(".*".join(re.escape(part) if part else "" for part in text))
    needs = [re.escape(check.needs) for check in frame_faults.FRAME_CHECKS.values()]
    return [pattern for pattern in [*found, *needs] if pattern.strip(".*")]


def test_every_fault_is_reached() -> None:
    heard = [said({"seats": 4, **position}) for _, position in FAULTS]
    patterns = sentences()
    assert len(patterns) > 60
    assert [pattern for pattern in patterns if not any(re.search(pattern, text) for text in heard)] == []


# -- what is no position at all ---------------------------------------------------------------------------------------

DEEP: list[Any] = []
for _ in range(50_000):
    DEEP = [DEEP]
CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)
LAUGHTER: list[Any] = ["ha"] * 10
for _ in range(8):
    LAUGHTER = [LAUGHTER] * 10  # a thousand million entries in ten lists


@pytest.mark.parametrize("position", [None, 7, "roll", b"{}", [], [["now", "roll"]], object(), Session])
def test_not_a_table(position: Any) -> None:
    assert "plain data" in said(position)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"tokns": [0, 0, 0]}, "unknown field 'tokns': did you mean 'tokens'?"),
        ({"tokens": "abc"}, "tokens: expected a list, not 'abc'"),
        ({"tokens": [0, "x", 0]}, "tokens entry 2: expected a whole number, not 'x'"),
        ({"tokens": [0, True, 0]}, "tokens entry 2: expected a whole number, not True"),
        ({"tokens": [0, 1.0, 0]}, "tokens entry 2: expected a whole number, not 1.0"),
        ({"carried": 1}, "carried: expected true or false, not 1"),
        ({"hearts": [[7], [], []]}, "hearts entry 1 entry 1: expected a text, not 7"),
        ({"battle": 5}, "battle: expected a table, not 5"),
        ({"battle": {}}, "battle: the field 'fighters' is missing"),
        ({"battle": {"fighters": [0, 1], "kidn": "duel"}}, "battle: unknown field 'kidn': did you mean 'kind'?"),
        ({"frames": [["roll", 0]]}, "frames: each must be [kind, seat, data], not ['roll', 0]"),
        ({"frames": [["roll", True, []]]}, "frames: each must be [kind, seat, data]"),
        ({"frames": [[["roll"], 0, []]]}, "frames: each must be [kind, seat, data]"),
        ({"result": []}, "result: expected [rule, results, scores], not []"),
        ({"result": [7, 7, 7]}, "result: expected [rule, results, scores]"),
        ({"result": ["end.majority", [0], [7]]}, "result: expected won, lost or drawn for each seat"),
        ({"result": ["end.majority", ["won"], ["7"]]}, "result: expected won, lost or drawn for each seat"),
        ({"now": "rol"}, "now: 'rol' doesn't name a moment: did you mean 'roll'?"),
        ({"now": "dice"}, "now: 'dice' needs a battle with its fighters"),
        ({"now": "commit", "battle": {"fighters": []}}, "now: 'commit' needs a battle with its fighters"),
        ({"now": "pick", "battle": {"fighters": [0, 1]}}, "now: 'pick' needs a battle that has a winner"),
        ({"now": "pick", "battle": {"fighters": [1, 1], "winner": 1}}, "now: 'pick' needs a battle that has a winner"),
        ({"seats": 5}, "three or four players"),
        ({"seats": "3"}, "three or four players"),
        ({"rulings": {"ruling.ace": "1"}}, "did you mean 'ruling.ace-value'?"),
        ({"rulings": 7}, "mapping"),
        ({"options": {"layout": "rose"}}, "did you mean 'rose-ring'?"),
        ({"chance": 7}, "chance: expected a table, not 7"),
        ({"chance": {"sed": 7}}, "chance: unknown field 'sed'"),
        ({"chance": {"seed": -1}}, "chance.seed: expected a whole number"),
        ({"chance": {"seed": True}}, "chance.seed: expected a whole number"),
        ({"chance": {"counts": {"dice": -1}}}, "chance.counts: expected a whole number for each stream"),
        ({"chance": {"counts": [1]}}, "chance.counts"),
        ({"chance": {"script": {"dice": [0]}}}, "chance.script: expected a list of results"),
        ({"chance": {"script": {"dice": 6}}}, "chance.script: expected a list of results"),
        ({"chance": {"script": {"dice": "6"}}}, "chance.script: expected a list of results"),
        ({"chance": {"script": {"dise": [6]}}}, "chance.script: there is no luck 'dise': did you mean 'dice'?"),
        ({"chance": {"script": {"dice": [7]}}}, "chance.script.dice: a die shows 1 to 6, not 7"),
        ({"turn": 10**5000}, "it contains a number that is too large"),
        ({"turn": 10**30}, "it contains a number that is too large"),
        ({"turn": float("nan")}, "it contains a number that is too large"),
        ({"turn": float("inf")}, "it contains a number that is too large"),
        ({"card": "\ud800"}, "it contains text that can't be printed"),
        ({"\x00": 1}, "it contains text that can't be printed"),
        ({"x" * 5000: 1}, "unknown field 'xxx"),
        ({7: 7}, "unknown field '7'"),
        ({(7, 7): 7}, "may hold only"),
        ({"turn": {1, 2}}, "may hold only"),
        ({"turn": object()}, "may hold only"),
        ({"turn": b"7"}, "may hold only"),
        ({"frames": DEEP}, "nested too deeply"),
        ({"frames": [["roll", 0, [[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}, "nested too deeply"),
        ({"frames": CIRCLE}, "nested too deeply"),
        ({"pool": ["Mewtopia"] * 300_000}, "more than 4,000 entries"),
        ({"chance": {"script": {"dice": [6] * 1_000_000}}}, "more than 4,000 entries"),
        ({"chance": {"counts": {f"dice {n}": 1 for n in range(5_000)}}}, "more than 4,000 entries"),
        ({"pool": [LAUGHTER, 1]}, "more than 4,000 entries"),
        ({"now": "x" * 30_001}, "more than 30,000 characters"),
        ({"now": "ä" * 29_000}, "more than 30,000 characters"),
        ({"rulings": {"ruling.ace-value": ["14"] * 5_000}}, "more than 4,000 entries"),
    ],
)  # fmt: skip
def test_wrong_part(position: dict[Any, Any], words: str) -> None:
    assert words in said(position)


# -- what is one ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        {"now": "roll"}, {"now": "walk", "die": 6}, {"now": "end"}, {"now": "shop"}, {"now": "draft"},
        {"now": "opening"}, {"now": "attack"}, {"now": "decree"}, DUEL, ROLLING, WON,
        {"now": "npc", "card": "7S", "carried": False}, {"now": "prize", "prize": 1, "card": "7S", "carried": False},
        {"frames": [["select", A, [B, C, D]]]}, {"frames": [["first", -1, []]]}, {"frames": [["close", A, []]]},
        {"frames": [["character", A, []]], "characters": [-1] * 4}, {"frames": [END, ["challenge", A, []]]}, {},
    ],
)  # fmt: skip
def test_every_moment_with_a_name_can_be_played(position: dict[str, Any]) -> None:
    for seed in range(3):
        session = Session.at(GAME, MappingProxyType({"seats": 4, **position, "chance": {"seed": seed}}))
        check_playable(session, seed)


def test_a_position_is_copied() -> None:
    position = {"seats": 3, "tokens": [1, 2, 3]}
    session = Session.at(GAME, position)
    position["tokens"][0] = 99  # type: ignore[index]
    session.submit(0, ("roll", 1))
    session.goto(0)
    assert session.truth.tokens == [1, 2, 3]
    written = session.position()
    written["tokens"][0] = 99
    written["chance"]["counts"]["dice"] = 99
    assert session.truth.tokens == [1, 2, 3]


@pytest.mark.parametrize("seed", range(30))
def test_what_is_written_is_read(seed: int) -> None:
    table = random_table(seed)
    again = Session.at(GAME, table.position())
    assert again.position() == table.position()
    assert again.deciders == table.deciders
    for seat in range(table.config.seats):
        assert again.moves(seat) == table.moves(seat)
        assert again.view(seat) == table.view(seat)
    check_playable(again, seed, 30)


@cache
def reached(seed: int) -> Any:
    return random_table(seed).position()


POSITIONS = st.sampled_from(range(60)).map(reached)


def plays_or_is_refused(position: Any, seed: int) -> None:
    try:
        session = Session.at(GAME, position)
    except (PositionError, SetupError) as error:
        assert len(str(error)) < 400
        assert str(error).isprintable()
        assert "don't fit together" not in str(error)  # the net below all questions: whoever falls into it asks for one
    else:
        check_playable(session, seed)
        Session.load(session.save())


@pytest.mark.deep
@given(POSITIONS, st.integers(0, 10**6), json_values)
@settings(max_examples=draw(40, deep=1200))
def test_random_values(position: Any, place: int, value: Any) -> None:
    places = list(paths(position))
    path = places[place % len(places)]
    plays_or_is_refused(replaced(position, path, value), place)
    plays_or_is_refused(removed(position, path), place)
    plays_or_is_refused({**position, path[0]: value}, place)


@pytest.mark.deep
@given(POSITIONS, st.integers(0, 10**9), st.integers(1, 3))
@settings(max_examples=draw(166, deep=5000))
def test_plausible_values(position: Any, seed: int, changes: int) -> None:
    rnd = random.Random(seed)
    for _ in range(changes):
        path = rnd.choice([(key,) for key in position] if rnd.random() < 0.2 else list(paths(position)))
        position = replaced(position, path, nearby(rnd, position, look(position, path)))
    plays_or_is_refused(position, seed)


@given(json_values)
@settings(max_examples=80)
def test_random_positions(value: Any) -> None:
    plays_or_is_refused(value, 1)
