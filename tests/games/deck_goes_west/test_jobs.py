"""The job language: every job that the rulebook prints, other spellings, mistakes with columns, and round trips."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from depth import draw
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kernel import PackError
from tabletop_kernel.games.deck_goes_west.jobs import language
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words, job_with_x_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import Amount, Job, Step, line_of, read_job

ONE, TWO, THREE, X = Amount(1), Amount(2), Amount(3), Amount(1, x=True)
VP = Step("score", "", ONE)
FURTHEST = Step("if", "furthest-west")

EXAMPLES: list[tuple[str, list[Step], str, str]] = [  # the line, its steps, in words, and its final kind
    (
        "?forest, +2d food",
        [Step("if", "forest"), Step("gain", "food", Amount(2, dice=True))],
        "In a Forest, gain 2 dice's worth of Food.",
        "dice food",
    ),
    ("-1 food, walk 1", [Step("pay", "food"), Step("move", "walk")], "Pay 1 Food, walk 1.", "movement"),
    (
        "discard 2 blue, scrap this",
        [Step("discard", "blue", TWO), Step("scrap", "this")],
        "Discard 2 blue item cards, scrap this card.",
        "scrap this",
    ),
    (
        "-1 food, +3 wood",
        [Step("pay", "food"), Step("gain", "wood", THREE)],
        "Pay 1 Food, gain 3 Wood.",
        "fixed wood",
    ),
    (
        "-2x any, +x any",
        [Step("pay", "any", Amount(2, x=True)), Step("gain", "any", X)],
        "For every 2 of one resource paid, gain 1 of another.",
        "fixed any",
    ),
    (
        "-x gold, +x any",
        [Step("pay", "gold", X), Step("gain", "any", X)],
        "For every Gold paid, gain 1 of another resource.",
        "fixed any",
    ),
    (
        "?forest, +4d food",
        [Step("if", "forest"), Step("gain", "food", Amount(4, dice=True))],
        "In a Forest, gain 4 dice's worth of Food.",
        "dice food",
    ),
    (
        "scrap this, +5 food",
        [Step("scrap", "this"), Step("gain", "food", Amount(5))],
        "Scrap this card, gain 5 Food.",
        "fixed food",
    ),
    (
        "?mountain, discard 1, +2d metal",
        [Step("if", "mountain"), Step("discard", "item"), Step("gain", "metal", Amount(2, dice=True))],
        "On a Mountain, discard 1 item card, gain 2 dice's worth of Metal.",
        "dice metal",
    ),
    (
        "?river, +1d gold",
        [Step("if", "river"), Step("gain", "gold", Amount(1, dice=True))],
        "On a River, gain 1 die's worth of Gold.",
        "dice gold",
    ),
    (
        "discard 3, walk 1",
        [Step("discard", "item", THREE), Step("move", "walk")],
        "Discard 3 item cards, walk 1.",
        "movement",
    ),
    (
        "-4 vp, scrap 3 danger",
        [Step("lose", "", Amount(4)), Step("scrap", "danger", THREE)],
        "Lose 4 VP, scrap 3 danger cards.",
        "scrap danger",
    ),
    (
        "-1 gold, rail 5",
        [Step("pay", "gold"), Step("move", "rail", Amount(5))],
        "Pay 1 Gold, ride the railway up to 5.",
        "movement",
    ),
    (
        "on reveal: +1 vp, ?furthest-west, +1 vp",
        [VP, FURTHEST, VP],
        "On revealing a tile: gain 1 VP; if this is the furthest West yet, gain 1 VP more.",
        "score",
    ),
    (
        "on build: +2 vp, ?furthest-west, +1 vp",
        [Step("score", "", TWO), FURTHEST, VP],
        "On building: gain 2 VP; if this is the furthest West yet, gain 1 VP more.",
        "score",
    ),
    ("on clear: +2 vp", [Step("score", "", TWO)], "On clearing a tile of bandits: gain 2 VP.", "score"),
    (
        "-1 metal, attack 4d",
        [Step("pay", "metal"), Step("attack", "", Amount(4, dice=True))],
        "Pay 1 Metal, 4 attack dice.",
        "attack",
    ),
    (
        "discard 1, attack 2, defend 1",
        [Step("discard", "item"), Step("attack", "", TWO), Step("defend")],
        "Discard 1 item card, 2 hits and 1 save.",
        "defend",
    ),
    (
        "-3 wood, -1 metal, build water",
        [Step("pay", "wood", THREE), Step("pay", "metal"), Step("build", "water")],
        "Pay 3 Wood and 1 Metal, build a bridge here.",
        "build water",
    ),
    (
        "-1 any, telescope 1, draw 1",
        [Step("pay", "any"), Step("telescope"), Step("draw")],
        "Pay 1 resource of any kind, reveal 1 tile within 2 spaces, draw 1 card.",
        "draw",
    ),
    (
        "gain 1 exhaustion, climb 2",
        [Step("take", "exhaustion"), Step("move", "climb", TWO)],
        "Gain 1 exhaustion card, climb 2.",
        "movement",
    ),
    (
        "discard 1 exhaustion, draw 1",
        [Step("discard", "exhaustion"), Step("draw")],
        "Discard 1 exhaustion card, draw 1 card.",
        "draw",
    ),
    ("on wagon-damage: -1 vp", [Step("lose")], "Whenever the wagon takes damage, lose 1 VP.", "lose"),
    (
        "?village, -3 food, +3 vp",
        [Step("if", "village"), Step("pay", "food", THREE), Step("score", "", THREE)],
        "In a Village, pay 3 Food, gain 3 VP.",
        "score",
    ),
]


@pytest.mark.parametrize(("line", "steps", "words", "kind"), EXAMPLES, ids=[line for line, *_ in EXAMPLES])
def test_examples(line: str, steps: list[Step], words: str, kind: str) -> None:
    """The printed jobs and those of the house that stand for the others."""
    job = read_job(line)
    assert list(job.steps) == steps
    assert (job.line, line_of(job)) == (line, line)
    assert job_in_words(job) == words
    assert job.final_kind == kind
    assert job.final == steps[-1]


def test_the_examples_are_24() -> None:
    assert len(EXAMPLES) == len({line for line, *_ in EXAMPLES}) == 24


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("?village, -x gold, +2x any", "In a Village, for every Gold paid, gain 2 of another resource."),
        ("-x any, +x any", "For every 1 of one resource paid, gain 1 of another."),
        ("discard x, +x any", "For every item card discarded, gain 1 of one resource."),
        ("scrap 2x pain, draw x", "For every 2 pain cards scrapped, draw 1 card."),
        ("-2x wood, -x metal, walk x", "For every 2 Wood paid and 1 Metal paid, walk 1."),
        ("-1 food, -x gold, +xd food, draw 1",
         "Pay 1 Food; for every Gold paid, gain 1 die's worth of Food; draw 1 card."),
        ("walk x, -x gold", "Walk X, pay X Gold."),
        ("discard 2x danger", "Discard 2X danger cards."),
        ("-x gold, draw 1, defend 2xd", "Pay X Gold, draw 1 card, 2X defence dice."),
        ("scrap this, +2 any, +2 any", "Scrap this card, gain 2 of one resource and 2 of the same or another."),
        ("-3 any, +1 any", "Pay 3 of one resource, gain 1 of another."),
        ("-1 metal, -1 wood, -1 food, build land", "Pay 1 Metal, 1 Wood and 1 Food, build a railway here."),
        ("discard 1 pain, discard 1 exhaustion", "Discard 1 pain card and 1 exhaustion card."),
        ("attack 1d, defend 1d", "1 attack die and 1 defence die."),
        ("draw 2d", "Draw 2 dice's worth of cards."),
        ("draw 1, ?forest, ?river, +1 food", "Draw 1 card; in a Forest and on a River, gain 1 Food."),
        ("?water, sail 2", "On Water, sail 2."),
        ("?prairie, wagon 2", "On a Prairie, move the wagon 2."),
        ("on reveal: ?moving-west, +1 vp", "On revealing a tile: if this came from moving West, gain 1 VP."),
        ("on wagon-east: -3 vp", "Whenever the wagon moves one tile East, lose 3 VP."),
        ("on clear: +1 vp, +1d gold", "On clearing a tile of bandits: gain 1 VP and 1 die's worth of Gold."),
    ],
)  # fmt: skip
def test_words(line: str, words: str) -> None:
    assert job_in_words(read_job(line)) == words


def test_a_card_of_its_own_asks_for_other_cards() -> None:
    job = replace(read_job("?mountain, discard 1, +2d metal"), on_item=True)
    assert job_in_words(job) == "On a Mountain, discard 1 other item card, gain 2 dice's worth of Metal."
    assert job_in_words(replace(read_job("discard x blue, +x any"), on_item=True)).startswith(
        "For every other blue item c"
    )


def test_a_limit_is_told() -> None:
    job = replace(read_job("?village, -3 food, +3 vp"), limit="village-day")
    assert job_in_words(job) == "In a Village, pay 3 Food, gain 3 VP (each village once a day)."


def test_in_numbers() -> None:
    swap, scrip, twice = read_job("-2x any, +x any"), read_job("-x gold, +2x any"), read_job("+2 any, +1 any")
    assert job_with_x_in_words(swap, 2) == "Pay 4 of one resource, gain 2 of another."
    assert job_with_x_in_words(swap, 2, "food", "metal") == "Pay 4 Food, gain 2 Metal."
    assert job_with_x_in_words(swap, 0, "food", "metal") == "Pay 0 Food, gain 0 Metal."
    assert job_with_x_in_words(swap, 3, gained="gold") == "Pay 6 of one resource, gain 3 Gold."
    assert job_with_x_in_words(scrip, 1) == "Pay 1 Gold, gain 2 of another resource."
    assert job_with_x_in_words(twice, 0, gained=("wood", "food")) == "Gain 2 Wood and 1 Food."
    assert (
        job_with_x_in_words(read_job("discard x, +xd food"), 3) == "Discard 3 item cards, gain 3 dice's worth of Food."
    )


def test_amounts() -> None:
    assert [Amount(3).value(7), X.value(7), Amount(2, x=True, dice=True).value(7)] == [3, 7, 14]


@pytest.mark.parametrize(
    ("line", "kind", "marks"),
    [
        ("-1 food, +3 food", "fixed food", ""),
        ("-1 food", "pay food", ""),
        ("+1d any", "dice any", "cooperation"),
        ("+1d food, draw 1", "draw", ""),
        ("sail 1", "movement", "movement"),
        ("walk 1, rail 3", "movement", "movement"),
        ("walk 1, +1 food", "fixed food", ""),
        ("discard this", "discard this", ""),
        ("discard 2", "discard item", ""),
        ("discard 2 green", "discard green", ""),
        ("build land", "build land", ""),
        ("gain 1 pain", "take pain", ""),
        ("attack 1, draw 1", "draw", "battle"),
        ("defend 2d", "defend", "battle"),
        ("discard x, walk x", "movement", "movement x"),
        ("telescope 2", "telescope", ""),
        ("wagon 1", "wagon", ""),
    ],
)
def test_what_follows_from_a_line(line: str, kind: str, marks: str) -> None:
    job = read_job(line)
    assert job.final_kind == kind
    names = ("battle", "movement", "cooperation", "x")
    held = (job.is_battle, job.is_movement, job.is_cooperation, job.uses_x)
    assert [name for name, holds in zip(names, held, strict=True) if holds] == marks.split()


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("  ?Forest ,+2D FOOD ", "?forest, +2d food"),
        ("- 2 x any , + x d any", "-2x any, +xd any"),
        ("-1x gold,+1xd any", "-x gold, +xd any"),
        ("ON Reveal:+1VP,?furthest-west,+01 vp", "on reveal: +1 vp, ?furthest-west, +1 vp"),
        ("discard2blue,scrap this", "discard 2 blue, scrap this"),
        ("discard 1,walk1", "discard 1, walk 1"),
    ],
)
def test_spellings(line: str, same: str) -> None:
    assert read_job(line) == read_job(same)
    assert read_job(line).line == same


def test_columns() -> None:
    for line in ("on build: +2 vp, ?furthest-west, +1 vp", "ON build: +2 vp, ?furthest-west, +1 vp"):
        assert [step.column for step in read_job(line).steps] == [11, 18, 34]


BAD = [  # the line, the column, and what the sentence says
    ("", 1, ["expected", "end of the line"]),
    ("   ", 1, ["end of the line"]),
    ("walkk 1", 1, ["'walkk'", "'walk'?"]),
    ("+2 fod", 4, ["'fod'", "'food'?"]),
    ("-1 goldd, walk 1", 4, ["'gold'?"]),
    ("?forrest, +2d food", 2, ["'forest'?"]),
    ("?furthest-wset, +1 vp", 2, ["'furthest-west'?"]),
    ("on biuld: +1 vp", 4, ["'build'?"]),
    ("on wagon-wets: +1 vp", 4, ["'wagon-west'?"]),
    ("on build +1 vp", 10, ["expected ':'"]),
    ("on : +1 vp", 4, ["'reveal'"]),
    ("build lnad", 7, ["'land'?"]),
    ("build", 6, ["'land'", "'water'", "end of the line"]),
    ("discrad 1", 1, ["'discard'?"]),
    ("discard 2 bleu", 11, ["'blue'?"]),
    ("discard", 8, ["a number", "'this'"]),
    ("discard all", 9, ["a number", "'this'", "'x'"]),
    ("scrap tihs", 7, ["'this'?"]),
    ("gain 1 pian", 8, ["'pain'?"]),
    ("gain 1 blue", 8, ["'danger'", "'exhaustion'", "'pain'"]),
    ("telescop 1", 1, ["'telescope'?"]),
    ("attack", 7, ["a number"]),
    ("pay 1 food, walk 1", 1, ["'pay'", "'-1 food'"]),
    ("walk 1, gain 2 food", 16, ["'gain 1 food'", "'+1 food'"]),
    ("+ food", 3, ["a number", "'x'", "'food'"]),
    ("2 food", 1, ["expected", "'2'"]),
    ("+2 gold metal", 9, ["expected ','", "'metal'"]),
    ("-1 food walk 1", 9, ["expected ','"]),
    ("-1 food,, walk 1", 9, ["expected"]),
    ("walk 1,", 8, ["end of the line"]),
    ("-1 gold; walk 1", 8, ["';' is not used"]),
    ("-1 gold.", 8, ["'.' is not used"]),
    ("-1 gold,\twalk 1", 9, ["a tab", "a blank"]),
    ("-xgold, +1 food", 2, ["'xgold'"]),
    ("+2dd food", 3, ["'dd'"]),
    ("-0 gold", 2, ["1 to 99"]),
    ("draw 100", 6, ["1 to 99"]),
    ("-2d gold, walk 1", 1, ["dice", "dice.worth"]),
    ("draw 1, discard 2d", 9, ["dice.worth"]),
    ("scrap 1d pain", 1, ["dice.worth"]),
    ("walk 1d", 1, ["dice.worth"]),
    ("+1d vp", 1, ["dice.worth"]),
    ("-x gold, telescope x", 10, ["a plain number", "scope.range"]),
    ("-x gold, rail 2x", 10, ["train.move"]),
    ("-x gold, gain x pain", 10, ["cards.gain"]),
    ("-x gold, wagon x", 10, ["ruling.wagon-move"]),
    ("walk 1, +x gold", 9, ["no limit", "x.choose"]),
    ("?furthest-west, +1 vp", 1, ["'on …:'", "event.furthest-west"]),
    ("walk 1, ?moving-west, +1 vp", 9, ["event.moving-west"]),
    ("walk 1, ?forest", 9, ["needs a step after it", "cond.gate"]),
    ("scrap this, discard this", 13, ["only once", "cards.this"]),
    ("walk 1" + ", walk 1" * 40, 301, ["300 characters"]),
]


@pytest.mark.parametrize(("line", "column", "words"), BAD, ids=[line[:30] for line, *_ in BAD])
def test_a_bad_line_is_refused(line: str, column: int, words: list[str]) -> None:
    with pytest.raises(PackError) as caught:
        read_job(line, "trade.toml: trade 3 ('cow'): jobs 1")
    said = str(caught.value)
    assert said.startswith(f"trade.toml: trade 3 ('cow'): jobs 1: column {column}: "), said
    assert said.endswith((".", "?"))
    assert said.isprintable()
    for word in words:
        assert word in said, said


def test_without_a_place_the_sentence_begins_with_the_column() -> None:
    with pytest.raises(PackError, match=r"^column 1: "):
        read_job("wlak 1")


# -- whatever can be written -------------------------------------------------------------------------------------------

NUMBERS = st.integers(1, 99)
PLAIN = st.builds(Amount, NUMBERS)
COUNTS = st.builds(Amount, NUMBERS, st.booleans())
AMOUNTS = st.builds(Amount, NUMBERS, st.booleans(), st.booleans())
KINDS = st.sampled_from([*language.KINDS, "any"])
PILES = st.sampled_from(["item", *language.COLOURS, *language.DANGERS])
ACTS = st.one_of(
    st.builds(Step, st.just("gain"), KINDS, AMOUNTS),
    st.builds(Step, st.sampled_from(["score", "lose"]), st.just(""), COUNTS),
    st.builds(Step, st.just("move"), st.sampled_from(["walk", "climb", "sail"]), COUNTS),
    st.builds(Step, st.just("move"), st.just("rail"), PLAIN),
    st.builds(Step, st.sampled_from(["telescope", "wagon"]), st.just(""), PLAIN),
    st.builds(Step, st.just("build"), st.sampled_from(["land", "water"])),
    st.builds(Step, st.sampled_from(["draw", "attack", "defend"]), st.just(""), AMOUNTS),
    st.builds(Step, st.just("take"), st.sampled_from(language.DANGERS), PLAIN),
    st.builds(Step, st.just("pay"), KINDS, COUNTS),
    st.builds(Step, st.sampled_from(["discard", "scrap"]), PILES, COUNTS),
)
PLACES = st.builds(Step, st.just("if"), st.sampled_from(list(language.PLACE_WORDS)))


@st.composite
def made_jobs(draw: st.DrawFn) -> Job:
    """Any job that can be read: X has a price, and something comes after a condition."""
    event = draw(st.sampled_from(["", *language.EVENT_WORDS]))
    conditions = st.one_of(
        PLACES, st.builds(Step, st.just("if"), st.sampled_from(list(language.EVENT_CONDITION_WORDS)))
    )
    steps = draw(st.lists(st.one_of(ACTS, conditions if event else PLACES), max_size=4))
    steps.append(draw(ACTS))
    if any(step.amount.x for step in steps):
        steps.insert(draw(st.integers(0, len(steps) - 1)), Step("pay", draw(KINDS), X))
    if draw(st.booleans()):
        steps.append(Step(draw(st.sampled_from(["discard", "scrap"])), "this"))
    return Job("", event, tuple(steps))


KINDS_PAID = st.lists(st.sampled_from(language.KINDS), max_size=3)


@pytest.mark.deep
@settings(max_examples=draw(60, deep=2_000))
@given(made_jobs(), st.integers(0, 12), KINDS_PAID)
def test_any_job(job: Job, x: int, kinds: list[str]) -> None:
    line = line_of(job)
    check_reading(job, line)
    check_both_readers(line)
    for said in (job_in_words(job), job_with_x_in_words(job, x), job_with_x_in_words(job, x, kinds, kinds)):
        check_sentence(said)
    assert " X" not in job_with_x_in_words(job, x)


def check_reading(job: Job, line: str) -> None:
    """A line comes back as the job that it was written for."""
    read = read_job(line)
    assert read.steps == job.steps
    assert (read.event, read.line) == (job.event, line)
    assert read_job(line.upper().replace(" ", "  ")) == read


def check_both_readers(line: str) -> None:
    """Plain lines are read without the grammar, and in the same way."""
    plainly, by_grammar = language._read_plainly(line), language._read_by_grammar(line)
    assert plainly == by_grammar
    assert plainly is not None
    assert [step.column for step in plainly.steps] == [step.column for step in by_grammar.steps]


def check_sentence(said: str) -> None:
    """One sentence, whole."""
    assert said[0].isupper() or said[0].isdigit()
    assert said.endswith(".")
    assert said.count(".") == 1
    assert "  " not in said
    assert " , " not in said
    assert "{" not in said


@pytest.mark.deep
@settings(max_examples=draw(100, deep=2_000))
@given(st.text(alphabet="?+-,: xd0129 abdefgiklmnoprstuvwy\t", max_size=30))
def test_any_text_is_read_or_refused(line: str) -> None:
    try:
        job = read_job(line)
    except PackError as error:
        assert str(error).startswith("column ")
        assert str(error).isprintable()
    else:
        assert read_job(job.line) == job


def test_a_plain_pack_needs_no_grammar() -> None:
    """Lark takes longer to import and to build than the whole pack to read."""
    code = (
        "import sys\n"
        "from tabletop_kernel.content.game_loading import house_folder\n"
        "from tabletop_kernel.games.deck_goes_west.pack.content import read_content\n"
        "read_content(house_folder('deck_goes_west'))\n"
        "print('lark' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
