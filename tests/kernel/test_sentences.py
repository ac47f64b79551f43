"""Sentences that know the rulings, the numbers of the pack, and their grammar."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.rulebook import fill_template, read_rulebook
from tabletop_kernel.contract.sentences import Number, Text, choice_fault, resolve_sentence, rulings_in
from tabletop_kernel.contract.verdict import Verdict

BOOK = """
[rules."hand.limit"]
title = "{hand:~card} at most"
text = "A hand holds {hand:~card}{unless}."
why = { by = "ruling.over", discard = "Discard first: {held:card} {held:?is/are} too many.", keep = "Go on." }
source = "L1"

[rulings."ruling.over"]
question = "What about more than {hand:card}?"
reason = "The source is silent."
options = { discard = "Down to {hand}.", keep = "They stay." }
about = ["hand.limit"]

[slots]
unless = { by = "ruling.over", discard = "", else = ", or {more}" }
more = "any number"

[events]
drew = "{seat} draws {card:a}."

[prompts.discard]
you = { by = "ruling.over", discard = "Discard down to {hand}.", keep = "Go on." }
they = "{seat} discards."
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "rulebook.toml"
    file.write_text(BOOK)
    return file


def test_the_book_of_a_table(path: Path) -> None:
    usual = read_rulebook(path, {"hand": 3})
    assert usual["hand.limit"].title == "three cards at most"
    assert usual["hand.limit"].text == "A hand holds three cards."
    assert usual.rulings["ruling.over"].options["discard"] == "Down to 3."
    other = usual.under({"ruling.over": "keep"}, {"hand": 1})
    assert other["hand.limit"].text == "A hand holds one card, or any number."
    assert other.rulings["ruling.over"].question == "What about more than 1 card?"
    assert other.prompts["discard"].you == "Go on." and other.prompts["discard"].they == "{seat} discards."


def test_facts_come_later(path: Path) -> None:
    book = read_rulebook(path, {"hand": 3})
    wording = lambda key, value: str(value)  # noqa: E731
    assert book.why(Verdict("hand.limit", held=1), wording) == "Discard first: 1 card is too many."
    assert book.why(Verdict("hand.limit", held=4), wording) == "Discard first: 4 cards are too many."
    assert book.tell("drew", {"seat": "Ann", "card": "orrery"}, wording) == "Ann draws an orrery."
    assert fill_template("{unknown} stays", {}, wording) == "{unknown} stays"


@pytest.mark.parametrize(
    ("template", "number", "said"),
    [
        ("{n}", 3, "3"),
        ("{n:card}", 1, "1 card"),
        ("{n:~card}", 12, "twelve cards"),
        ("{n:~card}", 13, "13 cards"),
        ("{n:~}", 2, "two"),
        ("{n:city/cities}", 2, "2 cities"),
        ("{n:?is/are}", 1, "is"),
        ("{n:~card}", 0, "no cards"),
    ],
)
def test_numbers_take_along_what_they_count(template: str, number: int, said: str) -> None:
    assert template.format(n=Number(number)) == said


def test_words_take_their_article() -> None:
    assert "{n:a}".format(n=Text("kiln")) == "a kiln"
    assert "{n:card}".format(n=Text("two")) == "two"


def test_lists_are_joined() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b"], "or") == "a or b"
    assert listed(["a"]) == "a"
    assert listed([]) == "", "a word for nothing would stand in the middle of a sentence"


def test_which_rulings_shape_a_sentence(path: Path) -> None:
    written = read_rulebook(path).written
    assert written is not None
    assert written.rulings_of("hand.limit") == {"ruling.over"}
    assert rulings_in("nothing", written.slots) == set()
    assert resolve_sentence("{unless}", {"ruling.over": "keep"}, written.slots, {}) == ", or any number"


def test_choices_must_be_whole() -> None:
    options = {"ruling.over": {"discard": "", "keep": ""}}
    assert choice_fault("plain", options) == ""
    assert choice_fault({"by": "ruling.over", "discard": "a", "else": "b"}, options) == ""
    assert "says nothing for ruling.over = keep" in choice_fault({"by": "ruling.over", "discard": "a"}, options)
    assert "no option 'burn'" in choice_fault({"by": "ruling.over", "burn": "a", "else": "b"}, options)
    assert "isn't a ruling" in choice_fault({"by": "ruling.x", "else": "a"}, options)
