"""The card language: lines of a pack become operations, and turn back into lines and sentences.

    gain 1 power; may wound 1: gain 1 power
    time down 1; if time = 3: each player: attach 1
    choose inhabit or recover 1

`vocabulary` has the words, `grammar` reads them, `sentences_of_lines` says them, and `running` carries them out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.lines import grammar, sentences_of_lines, vocabulary
from tabletop_kernel.games.tamashii.lines.grammar import CHOOSE, MAY, Clause, Clauses, Part
from tabletop_kernel.games.tamashii.lines.operations import Act, Line, Op, Test
from tabletop_kernel.toolkit.card_language import EffectError

NO_NAMES: Mapping[str, str] = {}
READ_ALIKE = 4  # the most alternatives named in an error


class Block(NamedTuple):
    """A line with a head: “if …:” or “otherwise:” before all of it. Without a head, there are no tests."""

    tests: tuple[Test, ...]
    otherwise: bool
    line: Line


# -- reading -----------------------------------------------------------------------------------------------------------


def read(text: str, names: Mapping[str, str] = NO_NAMES) -> Line:
    """Return the line in a text, with `names` for tiles and cards. Raise EffectError with the place of the error."""
    return line_from(_checked(text), names)


def read_block(text: str, names: Mapping[str, str] = NO_NAMES) -> Block:
    """Return a line whose first “if …:” or “otherwise:” covers all of it. Raise EffectError as `read` does."""
    first, *rest = _parsed(text)
    tests = () if first.otherwise else first.tests
    bare = first._replace(otherwise=False, prefixes=first.prefixes[bool(tests) :])
    clauses = (bare, *rest)
    _check(clauses)
    return Block(tests, first.otherwise, line_from(clauses, names))


@lru_cache(maxsize=4096)  # the same tests are on many cards
def read_tests(text: str) -> tuple[Test, ...]:
    """Return the tests in a text; empty for an empty one. Raise EffectError as `read` does."""
    return grammar.read_tests(text) if text else ()


def read_acts(text: str) -> tuple[Act, ...]:
    """Return the acts of a price. Raise EffectError if there is anything else."""
    if not text:
        return ()
    clauses = _checked(text)
    only = clauses[0]
    if len(clauses) > 1 or only.prefixes or only.how or only.parts[0].who:
        raise EffectError(
            clauses[-1].column, "a price is one or more acts joined by 'and', such as 'spend 1 power and wound 1'."
        )
    return only.parts[0].acts


def read_test_of_data(text: str) -> Act:
    """Return the act in a goal's test, such as “lore 4”. Raise EffectError if it isn't one test."""
    try:
        (act,) = read_acts(f"test {text}")
    except EffectError as error:
        raise EffectError(max(1, error.column - 5), error.problem) from None
    except ValueError:
        raise EffectError(1, "write one test, such as 'lore 4'.") from None
    return act


@lru_cache(maxsize=4096)  # the same lines are on many cards, and are read again for every table
def _parsed(text: str) -> Clauses:
    try:
        return grammar.read(text)
    except EffectError as error:
        raise _as_it_is_read(text, error) or error from None


def _as_it_is_read(text: str, error: EffectError) -> EffectError | None:
    """Return an error that turns a card's words into a line's, such as “suffer 2 wounds” into “wound 2”; or None."""
    word = (text[error.column - 1 :].split() or [""])[0].lower()
    forms = [form.form for form in vocabulary.FORMS if form.says.split()[0] == word != form.form.split()[0]]
    written = listed((f"'{form.replace('{a}', '1')}'" for form in forms[:READ_ALIKE]), last="or")
    return EffectError(error.column, f"cards print '{word}', but in a line you write {written}.") if forms else None


def _checked(text: str) -> Clauses:
    clauses = _parsed(text)
    _check(clauses)
    return clauses


def _check(clauses: Clauses) -> None:
    """Raise EffectError for what the grammar can't detect."""
    for number, clause in enumerate(clauses):
        if clause.otherwise and (number == 0 or not clauses[number - 1].tests):
            raise EffectError(clause.column, "'otherwise' must come right after a clause that begins with 'if'.")
        removed = False
        for part in clause.parts:
            for act, column in zip(part.acts, part.columns, strict=True):
                if "damage removed" in (getattr(arg, "per", "") for arg in act.args) and not removed:
                    raise EffectError(column, "'damage removed' needs 'clear damage' before it.")
                removed = removed or act.verb == "clear-damage"


# -- operations --------------------------------------------------------------------------------------------------------


def line_from(clauses: Clauses, names: Mapping[str, str] = NO_NAMES) -> Line:
    """Return clauses with their operations and sentences."""
    ops: list[tuple[Op, int]] = []
    at = 0
    while at < len(clauses):
        end = at + 1
        while end < len(clauses) and clauses[end].otherwise:
            end += 1
        _chain(clauses[at:end], ops)
        at = end
    words = tuple(sentences_of_lines.clauses_in_words(clauses, names))
    return Line(grammar.written(clauses), tuple(op for op, _ in ops), words, tuple(column for _, column in ops))


def _chain(clauses: Sequence[Clause], ops: list[tuple[Op, int]]) -> None:
    """Add a clause and its “otherwise” clauses, which are tried in turn."""
    first, *others = clauses
    start = len(ops)
    _clause(first, ops)
    if not others:
        return
    jump = len(ops)
    ops.append((Op("jump"), others[0].column))
    _point(ops, start, len(ops))
    _chain(others, ops)
    _point(ops, jump, len(ops))


def _clause(clause: Clause, ops: list[tuple[Op, int]]) -> None:
    heads = []
    for prefix in clause.prefixes:
        heads.append(len(ops))
        head = Op("who", who=prefix.who) if prefix.who else Op("test", tests=prefix.tests)
        ops.append((head, clause.column))
    if clause.how == CHOOSE:
        _choose(clause, ops)
    elif clause.how == MAY:
        price = clause.parts[0]
        offer = len(ops)
        ops.append((Op("offer", act=price.acts[0]), price.columns[0]))
        for part in clause.parts:
            _part(part, ops)
        _point(ops, offer, len(ops))
    else:
        _part(clause.parts[0], ops)
    for at in heads:
        _point(ops, at, len(ops))


def _choose(clause: Clause, ops: list[tuple[Op, int]]) -> None:
    choice = len(ops)
    ops.append((Op("choose"), clause.column))
    starts, jumps = [], []
    for part in clause.parts:
        starts.append(len(ops))
        _part(part, ops)
        jumps.append(len(ops))
        ops.append((Op("jump"), clause.column))
    for at in (choice, *jumps):
        _point(ops, at, len(ops))
    ops[choice] = (ops[choice][0]._replace(starts=tuple(starts)), clause.column)


def _part(part: Part, ops: list[tuple[Op, int]]) -> None:
    start = len(ops)
    if part.who:
        ops.append((Op("who", who=part.who), part.columns[0]))
    for act, column in zip(part.acts, part.columns, strict=True):
        if act.verb != "nothing":
            ops.append((Op("do", act=act), column))
    if part.who:
        _point(ops, start, len(ops))


def _point(ops: list[tuple[Op, int]], at: int, skip: int) -> None:
    op, column = ops[at]
    ops[at] = (op._replace(skip=skip), column)


# -- writing -----------------------------------------------------------------------------------------------------------


def line_of(line: Line) -> str:
    """Return the line in our own spelling, which reads back the same."""
    return grammar.written(_parsed(line.text))


def words(line: Line, players: int | None = None, names: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
    """Return a line's sentences on a card. With the number of players, “2N” becomes a number."""
    if players is None and not names:
        return line.words
    return tuple(sentences_of_lines.clauses_in_words(_parsed(line.text), names, players))
