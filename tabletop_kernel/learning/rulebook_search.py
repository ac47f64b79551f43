"""Rulebook search for everyday questions: “when do I win”, “what does the node do”, “frost widow”.

Words are compared by their stems. Little words don't count, the last word may be unfinished, and long ones may be
misspelt. A word weighs more the fewer entries have it, and more in a title or in the questions that a rule answers
(`asked = ["when do I win", …]` in the rulebook) than in a text. Results are ranked, and weak ones are left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from math import log
from typing import NamedTuple

from tabletop_kernel.contract.game import AnyGame, Config
from tabletop_kernel.contract.rulebook import Rule, Rulebook, Ruling

LITTLE_WORDS = """
a about all am an and any are as at be been but by can cannot could did do does doing done for from get gets getting
go goes going got had happen happens has have having he her here him his how i if in into is isn't it its just know
let like may me mean means might much must my need no not of off on one or other our s say says shall she should so
some still t tell than that the their them then there these they thing things this those to too up us use used want
was we were what what's whats when where which who whom whose why will with work works would you your yours
"""  # words that any question may have
TITLE, ASKED, TEXT, BY_THE_WAY = 3.0, 3.0, 1.0, 0.5  # a word's weight by where it appears
WHOLE_QUESTION = 5.0  # the weight of a match with a listed question, beside its words
UNFINISHED, MISSPELT = 0.8, 0.6  # a word's worth if it matches only nearly
UNUSED_PART = 0.4  # an entry's worth if it plays no part at this table
LEAST_SHARE_OF_BEST = 0.34  # share of the best score; entries below it are left out
LEAST_LETTERS_MISSPELT = 4  # fewest letters of a word that may be misspelt


class Piece(NamedTuple):
    """A card or another piece with its printed text, or a glossary word with its meaning."""

    name: str
    lines: tuple[str, ...]


class Question(NamedTuple):
    """Words that an entry is known to answer, with a weight."""

    stems: frozenset[str]
    words: frozenset[str]
    worth: float


Entry = Rule | Ruling | Piece
Weights = dict[int, float]  # entry number -> weight


class BookIndex:
    """A searchable index of a book's words and pieces."""

    def __init__(self, book: Rulebook, pieces: Mapping[str, Sequence[str]]) -> None:
        self.rules: list[Entry] = [*book.values(), *book.rulings.values()]
        named = [*glossary(book), *(Piece(name, tuple(lines)) for name, lines in pieces.items())]
        self.entries: list[Entry] = [*self.rules, *named]
        self._words: dict[str, Weights] = defaultdict(dict)
        self._asked: dict[int, list[Question]] = {}
        self._words_by_shortened: dict[str, set[str]] | None = None  # words by their spelling with a letter left out
        for number, entry in enumerate(self.entries):
            self._index_entry(number, entry)

    def _index_entry(self, number: int, entry: Entry) -> None:
        for text, weight in _weighted_texts(entry):
            for stem in stems(text):
                weights = self._words[stem]
                weights[number] = max(weights.get(number, 0.0), weight)
        self._asked[number] = list(_questions(entry))

    def search(self, query: str, unused: Set[str] = frozenset()) -> list[Entry]:
        """Return the entries that answer a question, best first; without a question, the whole book in order.

        Entries about parts in `unused`, which play no part at this table, rank lower.
        """
        query_stems = list(dict.fromkeys(stems(query)))
        if not query_stems:
            return sorted(self.rules, key=lambda entry: _is_in_parts(entry, unused)) if not query.strip() else []
        scores: Weights = defaultdict(float)
        stems_found: dict[int, int] = defaultdict(int)
        for place, stem in enumerate(query_stems):
            for number, weight in self._matches(stem, last=place == len(query_stems) - 1).items():
                scores[number] += weight
                stems_found[number] += 1
        for number, score in scores.items():
            scores[number] = score * (stems_found[number] / len(query_stems)) ** 2 + self._question_score(
                number, query_stems, query
            )
            if _is_in_parts(self.entries[number], unused):
                scores[number] *= UNUSED_PART
        least_score = (
            LEAST_SHARE_OF_BEST * max(scores.values(), default=0.0) if len(query_stems) > 1 else 0.0
        )  # a single word may match anywhere
        good_enough = [number for number, score in scores.items() if score >= least_score]
        good_enough.sort(key=lambda number: (-scores[number], number))
        entries_with_this_name = [entry for entry in self.entries if _name(entry) == query.strip().casefold()]
        return [
            *entries_with_this_name,
            *(entry for number in good_enough if (entry := self.entries[number]) not in entries_with_this_name),
        ]

    def _matches(self, stem: str, last: bool) -> Weights:
        """Return the entries that have a word, with the weight of each match; the last word may be unfinished."""
        worth_of_word = {stem: 1.0} if stem in self._words else {}
        if last and len(stem) > 1:
            worth_of_word.update({word: UNFINISHED for word in self._words if word.startswith(stem) and word != stem})
        if not worth_of_word:
            worth_of_word = dict.fromkeys(self._misspelt(stem), MISSPELT)
        hits: Weights = {}
        for word, worth in worth_of_word.items():
            entries_with_word = self._words[word]
            rarity = log(1 + len(self.entries) / len(entries_with_word))
            for number, weight in entries_with_word.items():
                hits[number] = max(hits.get(number, 0.0), worth * rarity * weight)
        return hits

    def _question_score(self, number: int, asked: list[str], query: str) -> float:
        """Return how close a question is to one listed for an entry; little words break ties."""
        words, all_words = set(asked), set(_words(query))
        whole_weight = WHOLE_QUESTION * len(words) ** 0.5

        def closeness(question: Question) -> float:
            return float(
                question.worth
                * (whole_weight * _likeness(words, question.stems) ** 2 + _likeness(all_words, question.words))
            )

        return max(map(closeness, self._asked[number]))

    def _misspelt(self, stem: str) -> set[str]:
        """Return known words with one letter more, less or different, or with two neighbours swapped."""
        if len(stem) < LEAST_LETTERS_MISSPELT:
            return set()
        if self._words_by_shortened is None:
            self._words_by_shortened = defaultdict(set)
            for word in self._words:
                for part in _spellings_without_a_letter(word):
                    self._words_by_shortened[part].add(word)
        return {
            word
            for part in _spellings_without_a_letter(stem)
            for word in self._words_by_shortened.get(part, ())
            if len(word) >= LEAST_LETTERS_MISSPELT - 1
        }


def glossary(book: Rulebook) -> list[Piece]:
    """Return the words that the book explains, from A to Z."""
    words = sorted(book.glossary.items(), key=lambda pair: pair[0].casefold())
    return [Piece(f"{word[:1].upper()}{word[1:]}", (meaning,)) for word, meaning in words]


def search(game: AnyGame, config: Config, query: str) -> list[Entry]:
    """Return the rules, rulings and pieces that answer a question at a table with this configuration, best first."""
    book = game.telling.book(config)
    index = book.index
    if not isinstance(index, BookIndex):
        index = book.index = BookIndex(book, game.telling.cards())
    return index.search(query, game.agreement.unused_parts(config))


def _is_in_parts(entry: Entry, parts: Set[str]) -> bool:
    """Tell if an entry is a rule or ruling in one of these parts of the book."""
    if isinstance(entry, Piece):
        return False
    return entry.id.removeprefix("ruling.").partition(".")[0] in parts


def _name(entry: Entry) -> str:
    return (entry.name if isinstance(entry, Piece) else entry.id).casefold()


def _questions(entry: Entry) -> Iterator[Question]:
    """Yield the questions that an entry answers; its title counts as one, with less weight."""
    if isinstance(entry, Piece):
        yield _question(entry.name, 1.0)
        return
    yield _question(entry.title if isinstance(entry, Rule) else entry.question, 0.5)
    yield from (_question(asked, 1.0) for asked in entry.asked)


def _question(text: str, worth: float) -> Question:
    return Question(frozenset(stems(text)), frozenset(_words(text)), worth)


def _likeness(one: Set[str], other: Set[str]) -> float:
    """Return 1 for equal sets of words, 0 for nothing in common."""
    return 2 * len(one & other) / ((len(one) + len(other)) or 1)


def _weighted_texts(entry: Entry) -> Iterator[tuple[str, float]]:
    """Yield an entry's texts, with the weight of a word in each."""
    if isinstance(entry, Piece):
        yield entry.name, TITLE
        yield " ".join(entry.lines), BY_THE_WAY
        return
    yield entry.id.removeprefix("ruling."), TEXT
    yield from ((question, ASKED) for question in entry.asked)
    if isinstance(entry, Rule):
        yield entry.title, TITLE
        yield entry.text, TEXT
    else:
        yield entry.question, TITLE / 2
        yield " ".join(entry.options.values()), BY_THE_WAY


def _spellings_without_a_letter(word: str) -> list[str]:
    """Return a word, and its spellings with one letter left out."""
    return [word, *(word[:at] + word[at + 1 :] for at in range(len(word)))]


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.casefold().replace("'s", "").replace("’s", ""))


def stems(text: str) -> list[str]:
    """Return the stems of the words that count; if all are little words, their stems."""
    words = _words(text)
    telling_words = [word for word in words if word not in _LITTLE_WORD_SET]
    return [_stem(word) for word in telling_words or words]


ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ies", "ied", "es", "ed", "s", "e", "y")
IRREGULAR_FORMS = {  # irregular forms
    "dice": "die", "loci": "locus", "won": "win", "winner": "win", "lost": "lose", "loser": "lose", "fought": "fight",
    "bought": "buy", "drew": "draw", "drawn": "draw", "took": "take", "taken": "take", "thrown": "throw",
}  # fmt: skip
SYNONYMS = {  # synonyms in every game, as stems
    "start": "begin", "expensiv": "pric", "cost": "pric", "throw": "rol", "fight": "battl", "finish": "end",
}  # fmt: skip
_LITTLE_WORD_SET = frozenset(LITTLE_WORDS.split())


@lru_cache(8192)
def _stem(word: str) -> str:
    """Return a word without its ending, if enough remains, and with a doubled last letter made single."""
    word = IRREGULAR_FORMS.get(word, word)
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    word = word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
    return SYNONYMS.get(word, word)
