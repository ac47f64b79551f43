"""A beside B in sentences: what is clearly different first, then who wins, then what may be chance.

What is told of both sides in numbers is told once: where one of two seats, or of two endings, wins what the other
loses, one sentence has both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import DRAWN
from tabletop_kernel.study.compare import SECTIONS_OF_SHARES, SECTIONS_OF_WINS, Comparison, Difference
from tabletop_kernel.study.statistics import round_roughly
from widgets.lab.figures import mark
from widgets.rulebook import ending

MOST_RULES = 4  # rules in a sentence
SAME = 1e-9  # what rounding does
CHANCE = (
    "“Clear” is a strict mark, because this report checks {} figures at once. By chance alone, only 1 report in 20 "
    "would have a “clear” mark."
)
PAIRS = "Each game in B used the same seed as its partner in A."
HALF = "A shared win is split between those who share it: if two players draw, each gets half a win."
ONE_GAME = "one game tells you nothing about others."
BRACKETS = "The brackets show how much B differs from A, with the 95% interval."
NOTHING_CLEAR = "No figure is clearly different. Either the change has no effect, or you need more games to see it."
OF_MANY = "not clear yet: by chance alone, 1 in 20 unchanged figures looks this different"
MAIN = (("length", "turns"), ("length", "lead changes"), ("leads", "comebacks"))
FIRST_PLAYER = ("first player", "who began")  # as games call whoever begins

# What is said of a figure: the words before its number, and those after it.
SENTENCES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("team", "wins"): ("The team wins", "of the games"),
    **{("wins", name): ("The first player wins", "of the games") for name in FIRST_PLAYER},
    ("length", "decisions"): ("A game has", "decisions"),
    ("length", "lead changes"): ("The lead changes", "times a game"),
    ("leads", "comebacks"): ("Someone other than the sole leader at half-time wins", "of the games"),
    ("decisions", "choices"): ("A decision has", "legal moves"),
}


@dataclass(frozen=True, slots=True)
class Beside:
    """The sentences of a comparison; `titles` are those of the rules, `word` is what a game calls a turn."""

    found: Comparison
    titles: Mapping[str, str]
    word: str
    most: int  # games that a run can have

    def clear(self) -> list[str]:
        """All that is clearly different: who wins and how long it takes, and then the most different first."""
        clear = [one for one in self.found.clear if one.section != "rules"]
        grown_first = sorted(clear, key=lambda one: (round(clarity(one), 6), one.change), reverse=True)
        main_first = sorted(grown_first, key=lambda one: not _is_main(one))
        told = _distinct(self._once(main_first))
        return [self._said(one, f" ({difference_said(one)})") for one in told]

    def rest(self) -> list[str]:
        """Who wins, if that is not clearly different, and shortly what else may be chance."""
        unclear = [one for one in self.found.differences if not one.clear and not self._mirrors_a_clear_one(one)]
        wins = [one for one in unclear if one.section in SECTIONS_OF_WINS]
        lines = [f"{self._said(one)[:-1]}: {self._doubt(one)}" for one in self._once(wins)]
        main = [one for one in unclear if (one.section, one.name) in MAIN]
        lines += [f"{self._said(one)[:-1]}: {self._doubt(one)}" for one in main]
        nothing = [BRACKETS] if self.found.clear else [NOTHING_CLEAR]
        half = [HALF] if any(DRAWN in report.results for report in (self.found.old, self.found.new)) else []
        return [*lines, *nothing, *half, PAIRS, CHANCE.format(f"{len(self.found.differences):,}")]

    # -- one sentence --------------------------------------------------------------------------------------------------

    def _said(self, one: Difference, difference: str = "") -> str:
        """«Somebody at 0 ends 45 % of the games with A and 68 % with B.»"""
        before, after = (number_said(one, part.mean) for part in (one.old, one.new))
        first, last = self._words(one)
        said = f"{first} {before} {last} with A and {after} with B{difference}".replace("  ", " ")
        twin = self._mirror(one)
        if twin is not None:
            said += f"; {self._name(twin)} {'wins' if twin.section in SECTIONS_OF_WINS else 'ends'} the other games"
        return f"{said}."

    def _words(self, one: Difference) -> tuple[str, str]:
        if (one.section, one.name) == ("length", "turns"):
            return "A game takes", f"{self.word}s"
        if one.section == "wins by seat":
            return f"{_capital(one.name)} wins", "of the games"
        if one.section == "endings":
            return f"{self._name(one)} ends", "of the games"
        if one.section == "results":
            return f"{_capital(one.name)}:", "of the games"
        if one.section in SECTIONS_OF_SHARES and (one.section, one.name) not in SENTENCES:
            return f"{_capital(one.section)}, {one.name}:", "of the games"
        return SENTENCES.get((one.section, one.name), (f"{_capital(one.section)}, {one.name}:", "per game"))

    def _name(self, one: Difference) -> str:
        if one.section != "endings":
            return one.name
        name = ending(one.name, self.titles)
        return f"“{name}”" if ": " in name else name

    def _doubt(self, one: Difference) -> str:
        """Why an unclear difference is none yet, and what it would take to see it."""
        if self.found.new.games < 2:
            return ONE_GAME
        if not one.change:
            return "no difference."
        why = "this may be chance" if one.low <= 0 <= one.high else OF_MANY
        if not one.needed:
            return f"{why}."
        if one.needed > self.most:
            return f"{why}. A run has at most {self.most:,} games, too few to see a difference this small."
        return (
            f"{why}. If the difference really is this large, about {round_roughly(one.needed):,} games should show it."
        )

    def rules(self) -> list[str]:
        """Rules that are at work in more games, or in fewer; they often tell the same as a figure above."""
        found = sorted((one for one in self.found.clear if one.section == "rules"), key=clarity, reverse=True)
        if not found:
            return []
        named = [
            f"{self.titles.get(one.name, one.name)} ({number_said(one, one.old.mean)} → "
            f"{number_said(one, one.new.mean)})"
            for one in found[:MOST_RULES]
        ]
        more = [f"{len(found) - MOST_RULES} more"] * (len(found) > MOST_RULES)
        return [f"Rules used clearly more or less often: {listed([*named, *more])}."]

    # -- the same told twice -------------------------------------------------------------------------------------------

    def _once(self, told: Sequence[Difference]) -> Iterator[Difference]:
        """Each figure but those whose mirror was told already."""
        names: set[tuple[str, str]] = set()
        for one in told:
            twin = self._mirror(one)
            if twin is None or (twin.section, twin.name) not in names:
                names.add((one.section, one.name))
                yield one

    def _mirror(self, one: Difference) -> Difference | None:
        """The figure that has all of the games which this one has not: the other of two seats, or of two endings."""
        if one.section not in ("wins by seat", "endings"):
            return None
        others = [other for other in self.found.differences if other.section == one.section and other is not one]
        if len(others) != 1:
            return None
        twin = others[0]
        whole = (one.old.mean + twin.old.mean, one.new.mean + twin.new.mean)
        return twin if all(abs(part - 1) < SAME for part in whole) else None

    def _mirrors_a_clear_one(self, one: Difference) -> bool:
        twin = self._mirror(one)
        return twin is not None and twin.clear


def _is_main(one: Difference) -> bool:
    """Whether a figure is what people ask for first: who wins, and how long it takes."""
    return one.section in SECTIONS_OF_WINS or (one.section, one.name) in MAIN


def _distinct(told: Iterable[Difference]) -> Iterator[Difference]:
    """Without what is the same under another name: the turn of the end, or that a game is lost which is not won."""
    known: set[tuple[float, float]] = set()
    for one in told:
        old, new = one.old.mean, one.new.mean
        if (round(old, 9), round(new, 9)) not in known:
            yield one
        known.add((round(old, 9), round(new, 9)))
        if one.section in SECTIONS_OF_SHARES:
            known.add((round(1 - old, 9), round(1 - new, 9)))


def clarity(one: Difference) -> float:
    """How far a difference is from what chance makes: its size beside its interval."""
    reach = (one.high - one.low) / 2
    return abs(one.change) / reach if reach else float(bool(one.change)) * 1e9


def number_said(one: Difference, number: float) -> str:
    """«45 %», «45.2 %», «3.1»: no digit that says nothing."""
    said = one.said(number)
    whole = said.rstrip("0").rstrip(".") if "." in said else said
    return f"{whole or '0'}%" if one.section in SECTIONS_OF_SHARES else whole or "0"


def difference_said(one: Difference) -> str:
    """«+12.0, from +6.7 to +17.3»: how far B is from A, with its interval; shares of games in points of per cent."""
    return f"{one.said(one.change, '+')}, from {one.said(one.low, '+')} to {one.said(one.high, '+')}"


def change_said(one: Difference, games: int) -> str:
    """«57 % → 69 % (+12.0, from +6.7 to +17.3; clear)»: a figure of both sides, in a line."""
    before, after = (number_said(one, part.mean) for part in (one.old, one.new))
    if games < 2:
        return f"{before} → {after} (one game of each)"
    return f"{before} → {after} ({difference_said(one)}; {mark(one)})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
