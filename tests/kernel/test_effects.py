"""The card language: reading, writing, saying and carrying out, with the words of two games and of none."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_kernel import Verdict, load
from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PackError
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import OpenDecision
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE as NORTH
from tabletop_kernel.games.the_north.card_vocabulary import TERMS
from tabletop_kernel.toolkit.card_language import (
    MAX_LINE,
    SHARED_VERBS,
    Act,
    Condition,
    Effect,
    EffectError,
    Language,
    Rate,
    Step,
    Verb,
    count_in_words,
    in_words,
    join_effects,
    read_effect,
)
from tabletop_kernel.toolkit.running_effects import EffectOffer, Machine

NAMES = ["outposts", "conduits", "ice-halls"]

# The words of another game of the family: facts, two-sided amounts, `may`, and «it» after a discard.
THINGS = ("hand", "locus", "loci", "gate", "gates", "pair", "pairs")
WEST = Language(
    (
        *(verb for verb in SHARED_VERBS if verb.id != "discard"),
        Verb(
            "discard",
            "discard {count} [{which}]",
            lambda count, which: f"discard {count_in_words(count, 'Facility').replace('ys', 'ies')}{which}",
            moves=True,
        ),
        Verb("score", "score {number} [{rate}]", lambda number, rate: f"score {number}{rate}"),
        Verb("under", "put locus top under", lambda: "put the top of a Locus deck under it"),
        Verb("replace", "replace it", lambda: "lay the top card in its place", wants_it=True),
        Verb("flip-this", "flip this", lambda: "turn this card over"),
        Verb("radiate", "radiate all", lambda: "all your Doppelgates radiate"),
    ),
    {
        "place": {"hand card": "a card from your hand", "middle card": "a card of the middle"},
        "which": {
            "from middle": " from the middle",
            "of each type": " of each type",
            "of one type": " of one type",
            "of paid type": " of a type just paid",
        },
        "amount": {
            word: word
            for word in ("took", "types", *(f"{who}{thing}" for who in ("", "your ", "other ") for thing in THINGS))
        },
        "fact": {"facility action": "", "locus action": "", "pulse used": ""},
    },
    lambda test: f"{test.left} {test.compare} {test.right}" if test.compare else test.left,
    lambda amount, plural: amount,
)


# -- reading -----------------------------------------------------------------------------------------------------------


def test_a_line_is_steps_in_order() -> None:
    effect = NORTH.parse("charge; if node >= 3 and outposts < 2: other loses 2 and draw 1", NAMES)
    assert effect.steps == (
        Step((), (Act("charge"),)),
        Step(
            (Condition("node", ">=", 3), Condition("outposts", "<", 2)),
            (Act("other-loses", (2, None)), Act("draw", (1,))),
        ),
    )
    assert effect.columns == ((1,), (40, 58))


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("other loses 2", Act("other-loses", (2, None))),
        ("lose 1", Act("lose", (1, None))),
        ("you lose 1", Act("lose", (1, None))),
        ("other loses 1 per facilities", Act("other-loses", (1, Rate(1, "facilities")))),
        ("other loses 1 per 2 facilities, at most 3", Act("other-loses", (1, Rate(2, "facilities", 3)))),
        ("other loses 1 per ice-halls", Act("other-loses", (1, Rate(1, "ice-halls")))),
        ("draw 0", Act("draw", (0,))),
        ("discard another", Act("discard", ("another",))),
        ("recover 2", Act("recover", (2,))),
        ("reprogram", Act("reprogram", (None,))),
        ("reprogram value 0", Act("reprogram", ("0",))),
        ("REPROGRAM   Value ii", Act("reprogram", ("II",))),
        ("play discard card as facility", Act("play", ("discard card",))),
        ("use spark of wastes ancient", Act("use", ("spark", "wastes ancient"))),
        ("exchange wastes deck top for ancient in wastes", Act("exchange", ("wastes deck top", "ancient in wastes"))),
    ],
)
def test_every_form(line: str, act: Act) -> None:
    assert NORTH.parse(line, NAMES).steps == (Step((), (act,)),)


def test_another_game_has_other_words() -> None:
    effect = WEST.parse("if locus action and other hand > your hand: may discard 1 from middle: replace it and draw 1")
    (step,) = effect.steps
    assert step.tests == (Condition("locus action"), Condition("other hand", ">", "your hand"))
    assert step.may
    assert [act.verb for act in step.acts] == ["discard", "replace", "draw"]
    assert WEST.parse("score 2 per pair").steps[0].acts[0] == Act("score", (2, Rate(1, "pair")))
    for line in ("charge", "flip another", "take 1"):
        with pytest.raises(EffectError, match="expected"):
            WEST.parse(line)
    for line in ("score 5", "radiate all", "discard 1 from middle"):
        with pytest.raises(EffectError, match="expected"):
            NORTH.parse(line)


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("drow 2", 1, "not 'drow': did you mean 'draw'?"),
        ("draw", 5, "expected a number, not the end of the line."),
        ("draw 1;", 8, "not the end of the line."),
        ("draw two", 6, "expected a number, not 'two'."),
        ("draw 1 draw 2", 8, "expected 'and' or ';', not 'draw'"),
        ("other lose 1", 7, "did you mean 'loses'?"),
        ("if nodde >= 3: draw 1", 4, "'nodde' is not the plural of a Facility: did you mean 'node'?"),
        ("if outpost >= 3: draw 1", 4, "did you mean 'outposts'?"),
        ("if zzz >= 3: draw 1", 4, "there is node, facilities, ancients, outposts"),
        ("if outposts 3: draw 1", 13, "expected '>=', '<=', '>', '<' or '=', not '3'"),
        ("if outposts >= 3 draw 1", 18, "expected 'and' or ':', not 'draw'"),
        ("may draw 1", 5, "(ability.mandatory)"),
        ("use spark of it", 1, "'it' is the card that the previous step moved"),
        ("draw 1; use spark of it", 9, "'it' is the card that the previous step moved"),
        ("take 1; use spark of it; use spark of it", 26, "'it' is the card that the previous step moved"),
        ("draw 1 & 2", 8, "'&' is not used in this language."),
        ("draw 1, draw 2", 7, "expected 'and' or ';', not ','"),
        ("draw 12345", 6, "at most 4 digits"),
        ("other loses 1 per 0 facilities", 15, "counts nothing"),
        ("reprogram value 3", 17, "not '3'"),
        ("exchange ancient in wasts for wastes deck top", 21, "did you mean 'wastes'?"),
        ("", 1, "not the end of the line."),
        ("x" * (MAX_LINE + 1), MAX_LINE + 1, "at most"),
        ("draw 1\n; draw 2", 7, "is not used"),
        ("dräw 1", 1, ""),
    ],
)
def test_a_broken_line_says_where_and_what_was_expected(line: str, column: int, says: str) -> None:
    with pytest.raises(EffectError) as caught:
        NORTH.parse(line, NAMES)
    assert says in str(caught.value)
    assert caught.value.column == column or not says
    assert str(caught.value).isprintable()
    assert str(caught.value)[-1] in ".?)"


def test_in_a_pack_the_error_names_the_field() -> None:
    with pytest.raises(PackError, match=r"^ancients.toml: ancient 3 \('Frost Widow'\): spark: column 1: expected"):
        read_effect(NORTH, "drow 2", "ancients.toml: ancient 3 ('Frost Widow'): spark")


@given(st.text(max_size=60))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        NORTH.parse(text, NAMES)
    except EffectError as error:
        assert str(error).isprintable()


@given(
    st.lists(
        st.sampled_from(
            [
                "draw",
                "1",
                ";",
                ":",
                "if",
                "node",
                ">=",
                "3",
                "outposts",
                "other",
                "loses",
                "per",
                "at",
                "most",
                ",",
                "may",
                "it",
                "use",
            ]
        )
    )
)
def test_words_in_any_order_are_read_or_refused(words: list[str]) -> None:
    try:
        effect = NORTH.parse(" ".join(words), NAMES)
    except EffectError:
        return
    assert NORTH.parse(NORTH.line(effect), NAMES) == effect


# -- writing and saying ------------------------------------------------------------------------------------------------

numbers = st.integers(0, 12)
amounts = st.sampled_from([*TERMS["amount"], *NAMES])
rates = st.builds(Rate, st.integers(1, 9), amounts, st.none() | numbers)
SLOTS: dict[str, Any] = {
    "number": numbers,
    "count": numbers | st.just("another"),
    "rate": rates,
    **{term: st.sampled_from(list(words)) for term, words in TERMS.items() if term != "bearer"},
    "bearer": st.just("wastes ancient"),  # «it» depends on the step before
}
FORMS = {
    "other-loses": ("number", "rate?"), "lose": ("number", "rate?"), "gain": ("number",), "draw": ("number",),
    "discard": ("count",), "recover": ("count",), "exchange": ("place", "place"), "charge": (), "flip": (),
    "take": ("number",), "reprogram": ("value?",), "play": ("source",), "use": ("ability", "bearer"),
}  # fmt: skip
slots = {name: st.none() | SLOTS[name[:-1]] if name[-1] == "?" else SLOTS[name] for f in FORMS.values() for name in f}
acts = st.one_of(
    *(
        st.tuples(*(slots[name] for name in form)).map(lambda args, verb=verb: Act(verb, args))
        for verb, form in FORMS.items()
    )
)
tests = st.builds(Condition, amounts, st.sampled_from([">=", "<=", ">", "<", "="]), numbers | amounts)
steps = st.builds(
    Step,
    st.lists(tests, max_size=2).map(tuple),
    st.lists(acts, min_size=1, max_size=2).map(tuple),
    st.just(False),
)
effects = st.lists(steps, min_size=1, max_size=3).map(lambda found: Effect(tuple(found)))


def test_the_strategy_knows_every_verb() -> None:
    assert set(FORMS) == {verb.id for verb in NORTH.verbs}


@given(effects, st.randoms())
def test_what_is_written_reads_back(effect: Effect, rnd: Any) -> None:
    line = NORTH.line(effect)
    if len(line) > MAX_LINE:
        return
    assert NORTH.parse(line, NAMES) == effect
    loose = "".join(c * rnd.randint(1, 3) if c == " " else rnd.choice([c, c.upper()]) for c in line)
    if len(loose) <= MAX_LINE:
        assert NORTH.parse(loose, NAMES) == effect  # blanks and capitals are free


@given(effects)
def test_every_effect_can_be_read_aloud(effect: Effect) -> None:
    said = NORTH.words(effect)
    assert said.endswith(".")
    assert said[0].isupper()
    assert said.count(". ") == len(effect.steps) - 1
    assert "None" not in said
    assert "{" not in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("other loses 2", "The other player loses 2."),
        ("you lose 1", "You lose 1."),
        (
            "other loses 1 per 2 facilities, at most 3",
            "The other player loses 1 for every two Facilities in your Zone (at most 3).",
        ),
        ("draw 2; discard 1", "Draw two cards. Discard one card."),
        ("recover 1", "Move one card from your Discard to your hand."),
        ("recover another", "Move one other card from your Discard to your hand."),
        ("charge", "Charge your Node."),
        ("flip another", "Flip one other card in your Zone."),
        ("take 1", "Move one Ancient from The Wastes to your Discard."),
        ("take 2", "Move two Ancients from The Wastes to your Discard."),
        ("reprogram", "Reprogram an Ancient in The Wastes."),
        ("reprogram value I", "Reprogram an Ancient of Value I in The Wastes."),
        ("play top as facility", "Play the top card of the Wastes Deck to your Zone as a Facility."),
        ("play hand card as facility", "Play one card from your hand to your Zone as a Facility."),
        ("use protocol of wastes ancient", "Use the Protocol of an Ancient in The Wastes."),
        ("take 1; use spark of it", "Move one Ancient from The Wastes to your Discard. Use its Spark."),
        (
            "exchange another ancient in zone for ancient in wastes",
            "Exchange one other Ancient in your Zone for an Ancient in The Wastes.",
        ),
        (
            "exchange another ancient in discard for wastes deck top; use protocol of it",
            "Exchange one other Ancient in your Discard for the top card of the Wastes Deck. Use its Protocol.",
        ),
        ("if outposts >= 3: draw 1", "If you have three or more Outposts in your Zone, draw one card."),
        ("if node >= 3: other loses 2", "If your Node is at level 3 or 4, the other player loses 2."),
        ("if node = 4: draw 1", "If your Node is at level 4, draw one card."),
        (
            "if ice-halls > outposts: draw 1",
            "If you have more Ice Halls in your Zone than Outposts in your Zone, draw one card.",
        ),
        ("draw 1 and charge", "Draw one card and charge your Node."),
        ("other loses 5 and draw 1", "The other player loses 5, and you draw one card."),
        ("other loses 5 and you lose 1", "The other player loses 5 and you lose 1."),
        (
            "other loses 1; if outposts >= 3: other loses 2",
            "The other player loses 1. If you have three or more Outposts in your Zone, "
            "the other player loses an additional 2.",
        ),
        ("draw 1; draw 1", "Draw one card. Draw one more card."),
        ("draw 1; draw 2", "Draw one card. Draw two more cards."),
        (
            "take 1; take 1",
            "Move one Ancient from The Wastes to your Discard. Move one more Ancient from The Wastes to your Discard.",
        ),
        ("you lose 1; draw 1; lose 2", "You lose 1. Draw one card. You lose an additional 2."),
        (
            "if node = 1: draw 1; if node = 2: draw 1",
            "If your Node is at level 1, draw one card. If your Node is at level 2, draw one card.",
        ),
        ("if node > 4: draw 1", "If your Node is above level 4, draw one card."),
        ("if node < 1: draw 1", "If your Node is below level 1, draw one card."),
        ("if facilities = 1: draw 1", "If you have exactly one Facility in your Zone, draw one card."),
        ("if outposts <= 1: draw 1", "If the number of Outposts in your Zone is at most one, draw one card."),
        (
            "if node > facilities: draw 1",
            "If the level of your Node is higher than the number of Facilities in your Zone, draw one card.",
        ),
        ("lose 1 per outposts", "You lose 1 for each of the Outposts in your Zone."),
        ("lose 1 per ancients", "You lose 1 for each Ancient in your Zone."),
    ],
)
def test_reads_as(line: str, words: str) -> None:
    assert NORTH.words(NORTH.parse(line, NAMES)) == words


def test_may_in_words() -> None:
    said = WEST.words(WEST.parse("may discard 1 from middle: replace it; may lose 1"))
    first = "You may discard one Facility from the middle; if you do, lay the top card in its place."
    assert said == f"{first} You may lose 1."


def test_numbers_in_words() -> None:
    assert [in_words(number) for number in (0, 1, 10, 11)] == ["no", "one", "ten", "11"]
    assert (count_in_words(1, "card"), count_in_words(2, "card"), count_in_words("another", "card")) == (
        "one card",
        "two cards",
        "one other card",
    )


# -- carrying it out ---------------------------------------------------------------------------------------------------


class Purse:
    """The smallest state on which effects can run: coins, and a pile of cards."""

    def __init__(self) -> None:
        self.chance = Chance(1)
        self.frames: list[OpenDecision] = []
        self.coins = 5
        self.pile = ["a", "b", "c"]
        self.gone: list[str] = []
        self.told: list[str] = []

    def clone(self) -> Purse:
        twin = Purse()
        twin.frames, twin.coins, twin.pile = self.frames[:], self.coins, self.pile[:]
        twin.gone, twin.told = self.gone[:], self.told[:]
        return twin


class Bursar(Machine[Purse]):
    """Knows `lose`, `draw`, `again` and `name it`."""

    lines: dict[str, Effect] = {}

    def effect(self, state: Purse, key: str) -> Effect:
        return self.lines[key]

    def amount(self, state: Purse, seat: int, data: Data, word: str) -> int | None:
        return {"coins": state.coins, "cards": len(state.pile), "nothing": None}[word]

    def fact(self, state: Purse, seat: int, data: Data, word: str) -> bool:
        return state.coins > 3

    def able(self, state: Purse, seat: int, data: Data, act: Act) -> bool:
        return act.verb != "lose" or state.coins >= act.args[0]

    def __init__(self) -> None:
        self.doers = {"lose": self._lose, "draw": self._draw, "again": self._again, "name": self._name}

    def _lose(self, state: Purse, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
        number, rate = act.args
        state.coins = max(0, state.coins - self.times(state, seat, data, number, rate))
        state.told.append(f"lose {state.coins}")

    def _draw(self, state: Purse, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
        for _ in range(act.args[0]):
            if state.pile:
                state.gone.append(state.pile.pop(0))
                self.moved(state, state.gone[-1])
        state.told.append(f"drew {''.join(state.gone)}")

    def _again(self, state: Purse, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
        self.begin(state, seat, "inner")

    def _name(self, state: Purse, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
        state.told.append(f"it is {data[2] or 'nothing'}")


COINS = Language(
    (
        next(verb for verb in SHARED_VERBS if verb.id == "lose"),
        Verb("draw", "draw {number}", lambda number: f"draw {number}", moves=True),
        Verb("again", "again", lambda: "again"),
        Verb("name", "name it", lambda: "name it", wants_it=True),
    ),
    {"amount": {"coins": "coins", "cards": "cards", "nothing": "nothing"}, "fact": {"rich": "rich"}},
    lambda test: test.left,
    lambda amount, plural: amount,
)
MACHINE = Bursar()
OFFER: EffectOffer[Purse] = EffectOffer(MACHINE, "table.wait")


def run(line: str, inner: str = "draw 1", answers: Sequence[str] = ()) -> Purse:
    """Carry a line out; offers are answered in turn."""
    MACHINE.lines = {"outer": COINS.parse(line), "inner": COINS.parse(inner)}
    state = Purse()
    MACHINE.begin(state, 0, "outer")
    replies = iter(answers)
    while state.frames:
        if state.frames[-1][0] == "offer":
            state = state.clone()  # a waiting effect can be copied and goes on
            assert OFFER.moves(state, 0) == [("do",), ("leave",)]
            assert OFFER.refuse(state, 0, ("sing",)) == Verdict("table.wait")
            OFFER.apply(state, 0, (next(replies),), None)
        else:
            MACHINE.advance(state, None)
    return state


def test_steps_run_in_order_and_tests_are_asked_when_reached() -> None:
    assert run("lose 2; if coins = 3: draw 1; if coins = 5: draw 2").gone == ["a"]
    assert run("if rich: lose 4; if rich: lose 1").coins == 1
    assert run("if nothing >= 0: draw 1").gone == []
    assert run("if cards > nothing: draw 1").gone == []
    assert run("if coins > cards: draw 1 and lose 1").told == ["drew a", "lose 4"]


def test_rates_and_limits() -> None:
    assert run("lose 1 per 2 cards").coins == 4
    assert run("lose 2 per cards, at most 3").coins == 2
    assert run("lose 1 per nothing").coins == 5


def test_an_effect_within_an_effect_is_finished_first() -> None:
    assert run("again; lose 1", "draw 1; draw 1").told == ["drew a", "drew ab", "lose 4"]


def test_it_is_the_card_moved_by_the_step_before() -> None:
    assert run("draw 1; name it").told[-1] == "it is a"
    assert run("draw 1; if coins > 1: name it").told[-1] == "it is a"
    assert run("draw 0; name it").told[-1] == "it is nothing"
    left_out = run("draw 1; if cards > coins: draw 1; name it")
    assert left_out.told == ["drew a", "it is nothing"]  # the card of the first step is not the one before


def test_offers() -> None:
    assert run("may lose 2: draw 1 and draw 1; lose 1", answers=["do"]).told == [
        "lose 3",
        "drew a",
        "drew ab",
        "lose 2",
    ]
    assert run("may lose 2: draw 1; lose 1", answers=["leave"]).told == ["lose 4"]
    assert run("may lose 9: draw 1; lose 1").told == ["lose 4"], "what cannot be done in full is not offered"
    assert run("may lose 1", answers=["do"]).coins == 4


def test_effects_can_be_joined() -> None:
    both = join_effects([COINS.parse("lose 1"), COINS.parse("if rich: draw 1; lose 2")])
    assert both == COINS.parse("lose 1; if rich: draw 1; lose 2")
    assert [op.skip for op in both.ops] == [1, 3, 3, 4]


def test_operations_only_lead_forward() -> None:
    """So every effect ends by itself."""
    for line in ("draw 1; if coins > 1: draw 1 and lose 1; may lose 1: draw 1", "if rich: may draw 1"):
        for at, op in enumerate(COINS.parse(line).ops):
            assert op.skip > at


def test_a_game_without_facts_and_offers_need_not_speak_of_them() -> None:
    class Plain(Bursar):
        fact = Machine.fact
        able = Machine.able

    with pytest.raises(LookupError, match="has no fact"):
        Plain().fact(Purse(), 0, (), "rich")
    assert Plain().able(Purse(), 0, (), Act("lose", (9, None)))


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_the_kernel_is_imported_without_a_parser() -> None:
    code = "import sys, tabletop_kernel, tabletop_kernel.toolkit.card_language; print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_whole_pack_is_read_in_a_moment() -> None:
    effects = load("the_north").content.effects  # type: ignore[attr-defined]
    lines = [NORTH.line(effect) for effect in effects.values()]
    names = ["outposts", "conduits", "archives", "foundries", "beacons", "depots"]
    start = time.process_time()
    for line in lines:
        NORTH.parse(line, names)
    assert time.process_time() - start < 1
