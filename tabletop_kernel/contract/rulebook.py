"""Rules, rulings and sentences: the book that the rest of the kernel cites.

A game keeps its book in `rulebook.toml`:

    [rules."battle.health-limit"]
    title = "Two health cards at most"
    text = "A fighter may commit at most two health cards to a battle."
    why = "You may commit at most {limit} health cards to a battle."      # the refusal; facts in braces
    tip = "Your two best health cards are enough."                        # advice on this rule, in one sentence
    source = "L66, L93"
    asked = ["how much health can I use"]                # newcomers' words for it, for the search

    [rulings."ruling.tie-recommit"]
    question = "After a tie, may commitments change?"
    reason = "Rolling again is named first, and by then everything lies open."
    options = { keep = "Only the dice are rolled again.", recommit = "Both fighters commit afresh." }  # default first
    about = ["battle.tie", "battle.dice"]                # every rule that reads or plays differently
    unchanged = ["battle.dice"]                          # those whose sentences hold under every option
    why = "…"                                            # only if the ruling itself refuses moves

    [events]
    drew = "{seat:draws} {card}."                        # “You draw …” to that seat's player

    [prompts.commit]                                     # by kind of decision
    you = "Stake a territory, then add health and weapons, or seal what you have."
    they = "{seat:chooses} behind a cover."              # what the others read
    rules = ["battle.territory", "battle.reveal"]

    [chapters]                                           # first words of ids, in the order of the contents
    "Walking" = ["turn", "board", "space"]

    [glossary]                                           # words that come up before their rule is taught
    "territory" = "A land with a value. You stake one in each battle."

Every sentence can depend on rulings and on the pack's numbers; `sentences.py` explains how. `game.rulebook` is the book
of a default table, and `game.telling.book(config)` the book of one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tabletop_kernel.contract.common_words import count_text
from tabletop_kernel.contract.errors import UnknownName, nearest
from tabletop_kernel.contract.html import table, with_title
from tabletop_kernel.contract.sentences import Number, Seat, Sentence, SentenceCache, Text, rulings_in
from tabletop_kernel.contract.toml_files import TomlTable, file_text, parse_toml
from tabletop_kernel.contract.typed_data import structure
from tabletop_kernel.contract.verdict import Facts, Verdict

T = TypeVar("T", bound="Rule | Ruling")
Wording = Callable[[str, object], str]


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """One rule: our sentence for it, its refusal, and its place in the source.

    >>> from tabletop_kernel import load
    >>> load("royal_ascension").rulebook["setup.roll"]
    <Rule setup.roll: Roll for selection>
    """

    id: str
    title: str
    text: str
    source: str
    why: str = ""
    asked: list[str] = field(default_factory=list)  # newcomers' words for it
    prose: str = ""  # why nothing ever cites it, for the few rules that only inform
    house: bool = False  # ours, not the designers'
    tip: str = ""  # a coach's advice when the rule first comes up

    def __repr__(self) -> str:
        return f"<Rule {self.id}: {self.title}>"

    def __str__(self) -> str:
        return f"{self.title} ({self.id}): {self.text}"

    def _repr_html_(self) -> str:
        parts = [("rule", self.text), ("refusal", self.why), ("tip", self.tip), ("source", self.source)]
        return with_title(f"{self.title} ({self.id})", table(("part", "text"), [part for part in parts if part[1]]))


@dataclass(frozen=True, slots=True, repr=False)
class Ruling:
    """A switch for an unclear rule: option name -> meaning. The first option is the default.

    >>> from tabletop_kernel import load
    >>> load("royal_ascension").rulebook.rulings["ruling.ace-value"]
    <Ruling ruling.ace-value: How much is an ace of hearts, diamonds or clubs worth? '1' or '11' or '14'>
    """

    id: str
    question: str
    options: dict[str, str]
    reason: str
    about: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    why: str = ""
    source: str = ""

    @property
    def default(self) -> str:
        """Return the default option."""
        return next(iter(self.options))

    def __repr__(self) -> str:
        return f"<Ruling {self.id}: {self.question} {' or '.join(map(repr, self.options))}>"

    def __str__(self) -> str:
        """Return the question with one option per line; the first is the default."""
        return "\n".join(
            [f"{self.question} ({self.id})", *(f"  {name}: {meaning}" for name, meaning in self.options.items())]
        )

    def _repr_html_(self) -> str:
        rows = [
            (f"{option} (default)" if option == self.default else option, meaning)
            for option, meaning in self.options.items()
        ]
        why = f"<div>Why this default: {escape(self.reason)}</div>" if self.reason else ""
        return with_title(f"{self.question} ({self.id})", table(("option", "what it means"), rows), why)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text for a decision: one for the player who decides, one for those who wait."""

    you: str
    they: str
    rules: list[str] = field(default_factory=list)


# Refusals of the table itself, in every game. They aren't rules of a game, so no rulebook has them.
TABLE_REFUSALS = {
    "table.form": "We don't recognise this move: {problem}.",
    "table.unknown": "This game has no move '{move}'.",
    "table.seat": "There is no seat {seat} at this table.",
    "table.wait": "It isn't your move now.",
    "table.over": "The game is over.",
    "table.past": "You are looking at move {at} of {length}. To play on, go back to the present.",
    "table.long": "This table has reached its limit of {length} moves.",
    "table.undo": "You can't undo the last move: it {what}.",
    "table.first": "There is no move to undo.",
    "table.theirs": "The last move was {seat}'s. You can only undo your own moves.",
    "table.stale": "The table has changed since you clicked. Look again, then choose.",
    "table.curtain": "The curtain is down. Lift it to play on.",
    "table.lay": "First set up what the task asks for, then play.",
    "table.point": "Before you play, answer: “{ask}”",
    "table.predict": "Before you play, answer: “{ask}”",
    "table.later": "That is not part of this task. Now: {task}",
    "table.step-done": "This step is done. Go to the next step.",
    "table.eyes": "This page is showing another player's seat now.",
}


def source_in_words(source: str) -> str:
    """Return the source lines of a rule in words; empty for our own rules.

    "L66, L93" -> “lines 66, 93 of the rulebook”
    """
    if source.startswith("left open"):
        return "the rulebook leaves this open"
    if source == "whole source":
        return "the whole rulebook"
    lines = ", ".join(part for part in source.split(", ") if part.startswith("L")).replace("L", "")
    if not lines:
        return ""
    has_several = "-" in lines or "," in lines
    return f"{'lines' if has_several else 'line'} {lines} of the rulebook"


class ById(Mapping[str, T]):
    """A read-only mapping whose error suggests the closest id."""

    def __init__(self, what: str, entries: Mapping[str, T]) -> None:
        self._what = what
        self._entries = dict(entries)

    def __getitem__(self, key: str) -> T:
        try:
            return self._entries[key]
        except (KeyError, TypeError):
            raise UnknownName(f"There is no {self._what} '{key}': {nearest(key, self._entries)}") from None

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{len(self)} {self._what}s by id, from {next(iter(self), 'none')}>"

    def _repr_html_(self) -> str:
        rows = [
            (name, entry.title if isinstance(entry, Rule) else entry.question) for name, entry in self._entries.items()
        ]
        head = ("id", "title" if self._what == "rule" else "question")
        return with_title(f"{len(rows)} {self._what}s", table(head, rows))

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._entries)


class _FactsInWords(dict[str, Number | str]):
    """Facts for a template, put into words when it asks for them: most templates leave some out.

    A missing fact stays visible in braces, so that a test finds it.
    """

    __slots__ = ("facts", "wording")

    def __init__(self, facts: Facts, wording: Wording) -> None:
        self.facts = facts
        self.wording = wording

    def __missing__(self, key: str) -> Number | str:
        if key not in self.facts:
            return Text("{" + key + "}")
        value = self.facts[key]
        fact = self[key] = _fact_to_fill_in(self.wording(key, value), value)
        return fact


@dataclass(slots=True, repr=False)
class Rulebook(Mapping[str, Rule]):
    """The rules by id, in the order of the book, with the rulings, event sentences and prompts."""

    rules: ById[Rule]
    rulings: ById[Ruling]
    events: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, Prompt] = field(default_factory=dict)
    written: WrittenRulebook | None = None  # the book with all its alternatives
    chapters: Mapping[str, Sequence[str]] = field(default_factory=dict)  # title -> first words of its ids
    glossary: Mapping[str, str] = field(default_factory=dict)  # word -> what it means, in one or two sentences
    index: object = None  # of its words, built by the first search

    def __repr__(self) -> str:
        return f"<Rulebook: {len(self.rules)} rules, {count_text(len(self.rulings), 'ruling')}>"

    def _repr_html_(self) -> str:
        chapters = [(title, [(rule, self[rule].title) for rule in rules]) for title, rules in self.by_chapter().items()]
        chapters.append(("Rulings", [(ruling.id, ruling.question) for ruling in self.rulings.values()]))
        folds = (
            f"<details><summary>{escape(title)} ({len(rows)})</summary>{table(('id', 'title'), rows)}</details>"
            for title, rows in chapters
        )
        return with_title(f"{len(self.rules)} rules, {len(self.rulings)} rulings", *folds)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.rules)

    def by_chapter(self) -> dict[str, list[str]]:
        """Return the ids of the rules by chapter, in book order. Rules that no chapter claims get their own."""
        title_of = {part: title for title, parts in self.chapters.items() for part in parts}
        rules_by_chapter: dict[str, list[str]] = {title: [] for title in self.chapters}
        for rule in self.rules:
            part = rule.partition(".")[0]
            rules_by_chapter.setdefault(title_of.get(part, part.capitalize()), []).append(rule)
        return {title: rules for title, rules in rules_by_chapter.items() if rules}

    def rulings_by_chapter(self) -> dict[str, list[Ruling]]:
        """Return the rulings by the chapter of the first rule that each is about, in book order."""
        chapters = self.by_chapter()
        chapter_of = {rule: title for title, rules in chapters.items() for rule in rules}
        rulings_by_title: dict[str, list[Ruling]] = {title: [] for title in chapters}
        for ruling in self.rulings.values():
            titles = [chapter_of[rule] for rule in ruling.about if rule in chapter_of]
            rulings_by_title.setdefault(titles[0] if titles else "Other rulings", []).append(ruling)
        return {title: rulings for title, rulings in rulings_by_title.items() if rulings}

    def under(self, rulings: Mapping[str, str], numbers: Mapping[str, object]) -> Rulebook:
        """Return the book of a table with these rulings and numbers."""
        assert self.written is not None
        return self.written.book(rulings, numbers)

    def __getitem__(self, key: str) -> Rule:
        return self.rules[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, key: object) -> bool:
        return key in self.rules

    def why(self, verdict: Verdict, wording: Wording) -> str:
        """Return the sentence of a refusal."""
        rule = verdict.rule
        if rule in TABLE_REFUSALS:
            template = TABLE_REFUSALS[rule]
        elif rule in self.rulings:
            ruling = self.rulings[rule]
            template = ruling.why or ruling.question
        else:
            template = self[rule].why or self[rule].text
        return fill_template(template, verdict.facts, wording)

    def tell(self, kind: str, data: Facts, wording: Wording) -> str:
        """Return the sentence of an event."""
        return fill_template(self.events.get(kind, kind), data, wording)


def fill_template(template: str, facts: Facts, wording: Wording) -> str:
    """Fill in a template with facts in the game's words (“Queen of hearts”, not “QH”); start with a capital."""
    sentence = template.format_map(_FactsInWords(facts, wording))
    return sentence[:1].upper() + sentence[1:]


def _fact_to_fill_in(word: str, value: object) -> Number | str:
    """Return a fact ready to fill in: numbers stay numbers, so sentences can count, and seats change their verbs."""
    if isinstance(word, Seat):
        return word
    return Number(value) if type(value) is int and word == str(value) else Text(word)


RULE_SENTENCES = ("title", "text", "why")
RULE_WORDS = (*RULE_SENTENCES, "tip")  # a tip is advice, not part of the rule
RULING_SENTENCES = ("question", "reason", "why")
PROMPT_SENTENCES = ("you", "they")

E = TypeVar("E", Rule, Ruling, Prompt)
Words = Mapping[str, Mapping[str, Any]]  # id -> sentences of that entry


class Typed(NamedTuple):
    """The entries of a book, and the sentences of its events and its glossary."""

    rules: dict[str, Rule]
    rulings: dict[str, Ruling]
    prompts: dict[str, Prompt]
    loose: Words


@lru_cache(maxsize=16)
def _parse_rulebook(text: str, name: str) -> tuple[TomlTable, SentenceCache]:
    """Return the data of a book and a cache of its sentences. All packs of a game share them, so don't change them."""
    data = parse_toml(text, name)
    return data, SentenceCache(data.get("slots", {}))


class WrittenRulebook:
    """A rulebook as written, with all alternatives of its sentences."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        data, self._sayings = _parse_rulebook(file_text(path, path.name), path.name)
        self.rules: dict[str, TomlTable] = data["rules"]
        self.rulings: dict[str, TomlTable] = data.get("rulings", {})
        self.events: dict[str, Sentence] = data.get("events", {})
        self.prompts: dict[str, TomlTable] = data.get("prompts", {})
        self.slots: dict[str, Sentence] = data.get("slots", {})
        self.chapters: dict[str, list[str]] = data.get("chapters", {})
        self.glossary: dict[str, Sentence] = data.get("glossary", {})
        self._typed: Typed | None = None  # the typed entries of the first table; other tables only reword them
        self._varying: dict[frozenset[str], list[Words]] = {}  # what they reword, by the names of their numbers

    def sentences(self) -> Iterator[tuple[str, Sentence]]:
        """Yield every sentence with its place in the book."""
        for part, names in (
            (self.rules, RULE_WORDS),
            (self.rulings, RULING_SENTENCES),
            (self.prompts, PROMPT_SENTENCES),
        ):
            for key, entry in part.items():
                yield from ((f"{key}.{name}", entry[name]) for name in names if name in entry)
        yield from ((f"events.{kind}", sentence) for kind, sentence in self.events.items())
        yield from ((f"slots.{name}", sentence) for name, sentence in self.slots.items())
        yield from ((f"glossary.{word}", sentence) for word, sentence in self.glossary.items())

    def rulings_of(self, rule: str) -> set[str]:
        """Return the rulings that change a rule's sentences."""
        rulings = (rulings_in(self.rules[rule].get(name, ""), self.slots) for name in RULE_SENTENCES)
        return set().union(*rulings)

    def defaults(self) -> dict[str, str]:
        """Return the default option of every ruling."""
        return {key: next(iter(entry["options"])) for key, entry in self.rulings.items()}

    def prefer(self, ruling: str, option: str) -> None:
        """Make an option the first of its ruling, and so the default."""
        entry = self.rulings[ruling]
        options = {option: entry["options"][option], **entry["options"]}
        self.rulings = {**self.rulings, ruling: {**entry, "options": options}}
        self._typed = None  # dicts in another order count as equal, so the old entry would stay
        self._varying.clear()

    def book(self, rulings: Mapping[str, str], numbers: Mapping[str, object]) -> Rulebook:
        """Return the book under these rulings, with these numbers."""
        fillings = {key: Number(value) if type(value) is int else Text(value) for key, value in numbers.items()}

        def filled(part: Words) -> dict[str, dict[str, Any]]:
            return {
                key: {name: self._sayings.plain(sentence, rulings, fillings) for name, sentence in entry.items()}
                for key, entry in part.items()
            }

        if self._typed is None:
            rules, open_rules, options, *others = map(filled, self._parts())
            open_rules = {key: {**words, "options": options[key]} for key, words in open_rules.items()}
            self._typed = self._with_types(rules, open_rules, *others)
        typed = self._typed
        rules, open_rules, options, prompts, loose = map(filled, self._parts_that_vary(frozenset(fillings)))
        for key, words in options.items():
            open_rules.setdefault(key, {})["options"] = {**typed.rulings[key].options, **words}
        return Rulebook(
            ById("rule", _reword(typed.rules, rules)),
            ById("ruling", _reword(typed.rulings, open_rules)),
            {**typed.loose["events"], **loose.get("events", {})},
            _reword(typed.prompts, prompts),
            self,
            self.chapters,
            {**typed.loose["glossary"], **loose.get("glossary", {})},
        )

    def _parts(self) -> list[Words]:
        """Return the sentences of rules, rulings, their options and prompts, and those that belong to none of them."""

        def sentences(entries: Mapping[str, dict[str, Any]], names: tuple[str, ...]) -> Words:
            return {key: {name: entry[name] for name in names if name in entry} for key, entry in entries.items()}

        return [
            sentences(self.rules, RULE_WORDS),
            sentences(self.rulings, RULING_SENTENCES),
            {key: entry["options"] for key, entry in self.rulings.items()},
            sentences(self.prompts, PROMPT_SENTENCES),
            {"events": self.events, "glossary": self.glossary},
        ]

    def _parts_that_vary(self, numbers: frozenset[str]) -> list[Words]:
        """Return what tables under other rulings, or with other values of these numbers, can read differently."""
        if numbers not in self._varying:
            varies = self._sayings.varies
            picked = [
                {key: {name: one for name, one in entry.items() if varies(one, numbers)} for key, entry in part.items()}
                for part in self._parts()
            ]
            self._varying[numbers] = [{key: entry for key, entry in part.items() if entry} for part in picked]
        return self._varying[numbers]

    def _with_types(self, rules: Words, rulings: Words, prompts: Words, loose: Words) -> Typed:
        """Return typed entries with their sentences at one table. Raise PackError for the first fault."""
        all_rules = [{"id": key, **self.rules[key], **words} for key, words in rules.items()]
        all_rulings = [{"id": key, **self.rulings[key], **words} for key, words in rulings.items()]
        all_prompts = {key: {**self.prompts[key], **words} for key, words in prompts.items()}
        return Typed(
            {entry.id: entry for entry in structure(all_rules, list[Rule], self.name, "rules")},
            {entry.id: entry for entry in structure(all_rulings, list[Ruling], self.name, "rulings")},
            structure(all_prompts, dict[str, Prompt], self.name, "prompts"),
            loose,
        )


def _reword(entries: dict[str, E], words_by_id: Words) -> dict[str, E]:
    """Return the entries with a table's sentences; entries whose sentences don't change are reused."""
    changed = {}
    for key, words in words_by_id.items():
        new = {name: text for name, text in words.items() if getattr(entries[key], name) != text}
        if new:
            changed[key] = replace(entries[key], **new)
    return {**entries, **changed}


def read_rulebook(path: Path, numbers: Mapping[str, object] | None = None) -> Rulebook:
    """Return the book in a `rulebook.toml` with default rulings."""
    written = WrittenRulebook(path)
    return written.book(written.defaults(), numbers or {})
