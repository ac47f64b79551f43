"""Check that refusals and prompts are true under any rulings: check_refusals(game, claims).

It plays random games under random rulings and tries illegal moves. The *claim* of each refusal must hold: a function,
written from the rules and not from the code. From the seat's view, it finds out if the sentence and its facts are true.

    CLAIMS = {"shop.price": lambda case: case.facts["gold"] == gold_in(case.view) < case.facts["price"]}
    check_refusals(my_game, CLAIMS, 10_000)

A prompt may make promises too: words for a move, and the kinds of moves that keep the promise, at least one of them.

    check_refusals(my_game, CLAIMS, 10_000, promises={r"\bbuy a map": ("buy",)})

Offers in place of a refused move must be legal, and of the same kind if there is such a move. Every sentence in the
log, prompts, moves and refusals must be English, and a line of the log never changes afterwards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from types import MappingProxyType

from tabletop_kernel.checks.random_play import moves_that_almost_exist, place_text, tables, wander
from tabletop_kernel.checks.second_person_checks import person_fault
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.game import AnyGame, Config, Move, View
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.table.session import Session

ATTEMPTS_PER_MOMENT = 4  # at each moment that is checked
SHARE_OF_MOMENTS = 0.1  # the share of moments to check: more games with fewer attempts find more


@dataclass(frozen=True, slots=True)
class Case:
    """A refusal: the move and the rule that forbids it, with all that its seat can see."""

    config: Config
    view: View
    seat: int
    move: Move
    rule: str
    facts: Facts
    text: str
    legal: list[Move]

    def ruled(self, ruling: str, *options: str) -> bool:
        """Return whether this table plays by one of these options."""
        return self.config.rulings[f"ruling.{ruling}"] in options


Claim = Callable[[Case], bool]
Promises = Mapping[str, Sequence[str]]  # words of a prompt, and the moves that keep its promise
NO_PROMISES: Promises = MappingProxyType({})


def check_refusals(
    game: AnyGame, claims: Mapping[str, Claim], refusals: int, seed: int = 1, promises: Promises = NO_PROMISES
) -> Counter[str]:
    """Check this many refusals, and the prompts between them; count the refusals by rule.

    Raise AssertionError for a refusal that is false or has no claim, and for a prompt that promises too much.
    """
    refusals_by_rule: Counter[str] = Counter()
    for session, rng in tables(game, refusals, seed):  # more games than needed: it stops at the last refusal
        for case in _attempt_refusals(session, rng, promises):
            _check_claim(session, case, claims)
            refusals_by_rule[case.rule] += 1
            if refusals_by_rule.total() >= refusals:
                return refusals_by_rule
    return refusals_by_rule


def _attempt_refusals(session: Session, rng: Random, promises: Promises) -> Iterator[Case]:
    """Play a random game; yield the refusals on the way and at its end, and check the sentences meanwhile."""
    seen: dict[Move, None] = {}
    texts_so_far: dict[int | None, list[str]] = {}
    for mover in wander(session, rng):
        seen.update(dict.fromkeys(session.moves(mover)))
        if rng.random() > SHARE_OF_MOMENTS:
            continue
        viewer = rng.choice([None, *range(session.config.seats)])
        _check_log(session, texts_so_far, viewer, session.log(viewer))
        seat = mover if rng.random() < 0.8 else rng.randrange(session.config.seats)
        _check_prompt(session, seat, promises)
        yield from _refused_cases(session, seat, _moves_to_try(rng, seen))
    if not session.deciders:
        yield from _refused_cases(session, rng.randrange(session.config.seats), _moves_to_try(rng, seen))
    for viewer, log in zip((None, *range(session.config.seats)), session.logs(), strict=True):
        _check_log(session, texts_so_far, viewer, log)


def _moves_to_try(rng: Random, seen: dict[Move, None]) -> list[Move]:
    """Choose one move of each of some kinds, so that common kinds don't crowd out the rest, and some altered moves."""
    kinds: dict[object, list[Move]] = {}
    for move in seen:
        kinds.setdefault(move[0], []).append(move)
    chosen_kinds = rng.sample(list(kinds), min(ATTEMPTS_PER_MOMENT, len(kinds)))
    return [
        *(rng.choice(kinds[kind]) for kind in chosen_kinds),
        *rng.sample(moves_that_almost_exist(rng, seen), ATTEMPTS_PER_MOMENT),
    ]


def _refused_cases(session: Session, seat: int, moves: list[Move]) -> Iterator[Case]:
    """Yield a case for each of these moves that is refused."""
    with session.still():  # the moves are listed once
        cases = [_refused_case(session, seat, move) for move in moves]
    return (case for case in cases if case)


def _refused_case(session: Session, seat: int, move: Move) -> Case | None:
    """Return the refusal of a move; None if it is allowed."""
    verdict = session.judge(seat, move)
    if verdict is None:
        return None
    legal = session.moves(seat)
    return Case(
        config=session.config,
        view=session.view(seat),
        seat=seat,
        move=move,
        rule=verdict.rule,
        facts=verdict.facts,
        text=verdict.text,
        legal=legal,
    )


def _check_claim(session: Session, case: Case, claims: Mapping[str, Claim]) -> None:
    """Check that one refusal is true, in English, and offers only allowed moves."""

    def place() -> str:
        return f"“{case.text}” ({case.rule} {case.facts}) to seat {case.seat} for {case.move} {place_text(session)}"

    wrong = english_fault(case.text)
    assert not wrong, f"{wrong}: {place()}"
    if case.rule not in TABLE_REFUSALS:
        assert case.rule in claims, f"nothing is claimed of {place()}"
        assert claims[case.rule](case), f"false: {place()}"
    offers = session.instead(case.seat, case.move)
    same = [move for move in case.legal if move[0] == case.move[0]]
    assert set(offers) <= set(same or case.legal), f"{offers} is offered after {place()}"
    for move in offers:
        _check_english(session.phrase(case.seat, move), session, whole=False)


def _check_log(
    session: Session, texts_so_far: dict[int | None, list[str]], viewer: int | None, log: list[Entry]
) -> None:
    """Check that the log of a viewer only grows, in English."""
    before, now = texts_so_far.get(viewer, []), [entry.text for entry in log]
    for old, new in zip(before, now, strict=False):
        assert old == new, f"the log said “{old}”, and now it says “{new}” {place_text(session)}"
    for text in now[len(before) :]:
        _check_english(text, session)
    for entry in session.log(viewer, len(before), you=True):
        _check_english(entry.text, session)
    texts_so_far[viewer] = now


def _check_prompt(session: Session, seat: int, promises: Promises) -> None:
    """Check that a prompt is in English, says “you” only to a seat that is asked, and promises only legal moves."""
    for viewer in (seat, None):
        prompt = session.game.telling.prompt(session.config, session.view(viewer))
        if prompt is None:
            continue
        _check_english(prompt.text, session)
        assert prompt.yours == (viewer is not None and viewer in session.asked), (
            f"“{prompt.text}” {place_text(session)}"
        )
        if prompt.yours:
            wrong = broken_promise(prompt.text, session.moves(seat), promises)
            assert not wrong, f"nobody can “{wrong}”: “{prompt.text}” {place_text(session)}"


def broken_promise(text: str, moves: Iterable[Move], promises: Promises) -> str:
    """Return the words of a prompt that promise a missing move; empty if there are none."""
    kinds = {str(move[0]) for move in moves}
    for words, needed in promises.items():
        if (match := re.search(words, text, re.IGNORECASE)) and kinds.isdisjoint(needed):
            return match[0]
    return ""


# -- English ----------------------------------------------------------------------------------------------------------

COUNTED_NOUNS = "card|point|space|turn|step|piece|weapon|facilit|territor|action|coin|player|roll|choice|token|relic"
SPELT_OUT = r"[FHLMNRSX][A-Z]{0,3}\b"  # spelt out, these begin with a vowel sound: an NPC, an X
PATTERNS_OF_FAULTS = {
    "an unfinished sentence": r"[{}]|\bNone\b|\[\]|\(\)",
    "one of many": rf"(?<!-)\b(?<![Pp]layer )(?<![Ss]tep )(?:1|one) (?:[a-z]+ )?(?:{COUNTED_NOUNS})(?:s|ies)\b",
    "many of one": rf"\b(?:[2-9]|two|three|four|five|six|seven) (?:{COUNTED_NOUNS})y?(?=[.,;:)])",
    "a for an": rf"\b[Aa] (?:(?!one\b|uni|use|once\b)[aeiouAEIOU]\w|{SPELT_OUT})",
    "an for a": rf"\b[Aa]n (?!hour|honest|heir|{SPELT_OUT})[b-df-hj-np-tv-zB-DF-HJ-NP-TV-Z]",
    "an empty list": r"(?<!is )(?<!are )(?<!has )(?<!have )(?<!holds )\bnone\b(?! of)| and \.|: \.",
    "nothing that happens": r"\b(?:loses|draws|takes|gains|gets|pays|recovers|discards) (?:0|no)\b",
    "a word twice": r"\b([A-Za-z]+) \1\b",
    "loose marks": r" [,.;:]|,,|\.\.(?!\.)|  |,\.",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in PATTERNS_OF_FAULTS.items()}


@lru_cache(16_384)  # the logs of several seats say the same, and games say it again
def english_fault(text: str, whole: bool = True) -> str:
    """Return the fault that a pattern finds in a sentence; empty if there is none."""
    for name, pattern in _PATTERNS.items():
        if match := pattern.search(text):
            return f"{name}, “{match[0]}”"
    if wrong := person_fault(text):
        return wrong
    if whole and not (text[:1].isupper() or text[:1].isdigit() or text[:1] == "“"):
        return "it begins small"
    if whole and not text.endswith((".", "?", "!", ".”", ".)")):
        return "it does not end"
    return ""


def _check_english(text: str, session: Session, whole: bool = True) -> None:
    """Check that a sentence is in English."""
    wrong = english_fault(text, whole)
    assert not wrong, f"{wrong}: “{text}” {place_text(session)}"
