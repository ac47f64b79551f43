"""A reader for lines of the card language.

A line in our own spelling is read by looking up its phrases. That spares nearly every pack the grammar, which takes
time to build. All other lines go through the grammar, which finds their errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_kernel.contract.errors import character_in_words
from tabletop_kernel.games.tamashii.lines.operations import Act, Amount, Test
from tabletop_kernel.games.tamashii.lines.vocabulary import (
    COMPARE,
    COUNTED,
    FACTS,
    FORMS,
    ON_TILE,
    PER,
    SLOTS,
    TILE_KINDS,
    WHO,
)
from tabletop_kernel.toolkit.card_language import MAX_LINE, EffectError, parse_line, terminal_in_words

if TYPE_CHECKING:
    from lark import Lark

Node = Any  # of a parse tree: a tree with children, a word, or None where a part is left out
MOST = 99  # the largest number in a line
ZERO_VERB = "trace-zero"  # “set trace 0”: the only verb whose number is always 0
OTHERWISE, IF, MAY, CHOOSE = "otherwise", "if", "may", "choose"


class Part(NamedTuple):
    """Acts in a row, done by `who` (empty: the effect's player), with their columns in the line."""

    who: str
    acts: tuple[Act, ...]
    columns: tuple[int, ...]


class Prefix(NamedTuple):
    """A prefix: “if …:” has tests, “each player:” has a `who`."""

    tests: tuple[Test, ...] = ()
    who: str = ""


class Clause(NamedTuple):
    """The text between two semicolons. `how` is empty, may (a price and its effects) or choose (its parts)."""

    otherwise: bool
    prefixes: tuple[Prefix, ...]
    how: str
    parts: tuple[Part, ...]
    column: int

    @property
    def tests(self) -> tuple[Test, ...]:
        """Return the tests that an “otherwise” refers to."""
        return self.prefixes[0].tests if self.prefixes else ()


Clauses = tuple[Clause, ...]


# -- phrases -----------------------------------------------------------------------------------------------------------

_A, _CODE = "{a}", "{code}"
_SLOT = re.compile(r"\{(\w+)\}")


def _phrases() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield (phrase, verb, arguments) for every act. Only {a} and {code} stay open, in phrases and arguments alike."""
    for verb, form, _ in FORMS:
        slots = _SLOT.findall(form)
        words = [list(SLOTS[slot].items()) if slot in SLOTS else [(f"{{{slot}}}",) * 2] for slot in slots]
        for chosen in product(*words):
            phrase = _SLOT.sub("{}", form).format(*(word for word, _ in chosen))
            yield phrase, verb, tuple(value for _, value in chosen)


_ACTS = {phrase: (verb, args) for phrase, verb, args in _phrases()}
_WRITTEN = {act: phrase for phrase, act in _ACTS.items()}
_AMOUNT = re.compile(
    r"(?<![\w{-])(?:(?P<each>[1-9]?\d?)n(?:\+(?P<plus>\d\d?))?|(?P<number>\d\d?))"
    r"(?: \((?P<then>\d\d?) from (?P<crowd>\d) players\))?(?![\w}-])"
)
_CODED = re.compile(r"(?<![\w-])[A-Z]\d\d(?:-[A-Z0-9]+)?(?![\w-])")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def words_of_language() -> frozenset[str]:
    """Return every word with a meaning; no tile can have one of them as its id."""
    return frozenset(word for phrase in (*_ACTS, *WHO, *COUNTED, *FACTS, *PER) for word in phrase.split()) | _GLUE


_GLUE = frozenset({OTHERWISE, IF, MAY, CHOOSE, "and", "or", "not", "on", "all", "per", "at", "most", "from", "n"})


# -- lines in our own spelling -----------------------------------------------------------------------------------------


class _Strange(Exception):
    """An error for text that isn't in our own spelling."""


def read(line: str) -> Clauses:
    """Return the clauses of a line. Raise EffectError with the place of the error."""
    try:
        clauses = tuple(_clauses(line))
    except _Strange:
        clauses = _by_grammar(line)
    return clauses


def read_tests(text: str) -> tuple[Test, ...]:
    """Return the tests in text such as “on hideout and trace = 0”. Raise EffectError with the place of the error."""
    try:
        return _tests(text)
    except _Strange:
        return _tests_by_grammar(text)


def _clauses(line: str) -> Iterator[Clause]:
    if len(line) > MAX_LINE:
        raise _Strange
    column = 1
    for text in line.split("; "):
        yield _clause(text, column)
        column += len(text) + 2


def _clause(text: str, column: int) -> Clause:
    rest = text.removeprefix(f"{OTHERWISE}: ")
    otherwise = rest != text
    prefixes = []
    while True:
        head, colon, more = rest.partition(": ")
        if colon and head.startswith(f"{IF} "):
            prefixes.append(Prefix(_tests(head[3:])))
        elif colon and head in WHO:
            prefixes.append(Prefix(who=head))
        else:
            break
        rest = more
    at = column + len(text) - len(rest)
    if rest.startswith(f"{CHOOSE} "):
        return Clause(otherwise, tuple(prefixes), CHOOSE, tuple(_choices(rest[7:], at + 7)), column)
    if rest.startswith(f"{MAY} "):
        price, colon, more = rest[4:].partition(": ")
        parts = [Part("", (_act(price),), (at + 4,))]
        parts += [_part(more, at + 4 + len(price) + 2)] if colon else []
        return Clause(otherwise, tuple(prefixes), MAY, tuple(parts), column)
    return Clause(otherwise, tuple(prefixes), "", (_part(rest, at),), column)


def _choices(text: str, column: int) -> Iterator[Part]:
    texts = text.split(" or ")
    if len(texts) < 2:
        raise _Strange
    for part in texts:
        who, colon, rest = part.partition(": ")
        yield _part(rest, column + len(who) + 2, who) if colon else _part(part, column)
        column += len(part) + 4


def _part(text: str, column: int, who: str = "") -> Part:
    if who and who not in WHO:
        raise _Strange
    acts, columns = [], []
    for each in text.split(" and "):
        acts.append(_act(each))
        columns.append(column)
        column += len(each) + 5
    return Part(who, tuple(acts), tuple(columns))


def _act(text: str) -> Act:
    text, per, rate = text.partition(" per ")
    thing, _, most = rate.partition(", at most ")
    codes = _CODED.findall(text)
    phrase = _CODED.sub(_CODE, text)
    amounts = [_amount(found) for found in _AMOUNT.finditer(phrase)]
    phrase = _AMOUNT.sub(_A, phrase)
    if (
        phrase not in _ACTS
        or (per and (thing not in PER or not amounts))
        or (most and not re.fullmatch(r"\d\d?", most))
    ):
        raise _Strange
    if per:
        amounts[0] = amounts[0]._replace(per=thing, most=int(most) if most else None)
    verb, args = _ACTS[phrase]
    if any(amount == Amount(0) for amount in amounts) != (verb == ZERO_VERB):
        raise _Strange
    rest, named = iter(amounts), iter(codes)
    filled = tuple(next(rest) if arg == _A else next(named) if arg == _CODE else arg for arg in args)
    return Act(verb, () if verb == ZERO_VERB else filled)


def _amount(found: re.Match[str]) -> Amount:
    if found["number"] is not None:
        number, players = int(found["number"]), 0
    else:
        number, players = int(found["plus"] or 0), int(found["each"] or 1)
    return Amount(number, players, crowd=int(found["crowd"] or 0), then=int(found["then"] or 0))


def _tests(text: str) -> tuple[Test, ...]:
    if len(text) > MAX_LINE:
        raise _Strange
    return tuple(_test(each) for each in text.split(" and "))


def _test(text: str) -> Test:
    fact = text.removeprefix("not ")
    if fact in FACTS or _is_place(fact):
        return Test(fact, negated=fact != text)
    left, compare, right = next((text.partition(f" {sign} ") for sign in COMPARE if f" {sign} " in text), ("", "", ""))
    found = _AMOUNT.fullmatch(right)
    if left not in COUNTED or found is None:
        raise _Strange
    return Test(left, compare.strip(), _amount(found))


def _is_place(text: str) -> bool:
    head, _, name = text.rpartition(" ")
    return head in ON_TILE and _NAME.fullmatch(name) is not None and (name in TILE_KINDS or name not in _GLUE)


# -- any other line ----------------------------------------------------------------------------------------------------

_GRAMMAR = """
line: clause (";" clause)*
clause: [otherwise] prefix* body
otherwise: "otherwise" ":"
prefix: "if" tests ":" -> if_tests
      | who ":" -> for_who
body: acts -> all_acts
    | "may" act [":" acts] -> may_acts
    | "choose" part ("or" part)+ -> choose_parts
part: [who ":"] acts
acts: act ("and" act)*
act: form [rate]
rate: "per" thing ["," "at" "most" NUMBER]
tests: test ("and" test)*
test: counted compare amount -> comparison
    | [negation] fact -> fact_holds
negation: "not"
amount: number ["(" NUMBER "from" NUMBER "players" ")"]
number: NUMBER -> so_many
      | [NUMBER] "n" ["+" NUMBER] -> for_players
!compare: ">=" | "<=" | ">" | "<" | "="
!form: {forms}
!who: {who}
!thing: {things}
!counted: {counted}
!fact: {facts} | "on" tile | "all" "on" tile
!tile: NAME | {kinds}
!unknown: NAME
CODE.2: /[a-z][0-9][0-9](-[a-z0-9]+)?/
NUMBER: /[0-9]+/
NAME: /[a-z][a-z0-9]*(-[a-z0-9]+)*/
%ignore /[ ]+/
"""


@cache
def _parser() -> Lark:
    from lark import Lark

    forms = []
    for _, form, _ in FORMS:
        pieces = []
        for piece in form.split():
            slot = piece.strip("{}") if piece.startswith("{") else ""
            known = {"a": "amount", "code": "CODE"}
            pieces.append(known[slot] if slot in known else f"({_either(SLOTS[slot])})" if slot else f'"{piece}"')
        forms.append(" ".join(pieces))
    grammar = _GRAMMAR.format(
        forms="\n     | ".join(forms),
        who=_either(WHO),
        things=_either(PER),
        counted=_either(COUNTED),
        facts=_either(FACTS),
        kinds=_either(kind for kind in TILE_KINDS),
    )
    # The third start is never used. It makes an unknown word a word instead of a wrong sign.
    return Lark(grammar, parser="lalr", lexer="basic", start=["line", "tests", "unknown"], propagate_positions=True)


def _either(phrases: Iterable[str]) -> str:
    return " | ".join(" ".join(f'"{word}"' for word in phrase.split()) for phrase in phrases)


def _by_grammar(line: str) -> Clauses:
    return tuple(_clause_of(node) for node in _tree(line, "line").children)


def _tests_by_grammar(text: str) -> tuple[Test, ...]:
    return tuple(_test_of(node) for node in _tree(text, "tests").children)


def _tree(line: str, start: str) -> Node:
    """Return the parse tree of a line. Raise EffectError with the place of the error."""
    strange = next((at for at, letter in enumerate(line) if letter.isalpha() and not letter.isascii()), None)
    if strange is not None and len(line) <= MAX_LINE:  # otherwise the error would name what comes before it
        raise EffectError(strange + 1, f"{character_in_words(line[strange])} isn't used in this language.")
    return parse_line(_parser(), line, _expected, start)


def _expected(terminals: Sequence[str]) -> Iterator[str]:
    """Yield the words for these terminals."""
    for terminal in terminals:
        if terminal == "CODE":
            yield "a code such as S01-2"
        elif terminal == "NAME":
            yield "the id of a tile"
        else:
            yield terminal_in_words(_parser(), terminal)


def _clause_of(node: Node) -> Clause:
    otherwise, *prefixes, body = node.children
    how = {"all_acts": "", "may_acts": MAY, "choose_parts": CHOOSE}[str(body.data)]
    if how == CHOOSE:
        parts = [_part_of(child.children[1], child.children[0]) for child in body.children]
    elif how == MAY:
        price, rest = body.children
        parts = [Part("", (_act_of(price),), (price.meta.column,))] + ([_part_of(rest)] if rest else [])
    else:
        parts = [_part_of(body.children[0])]
    read_prefixes = tuple(_prefix_of(prefix) for prefix in prefixes)
    return Clause(otherwise is not None, read_prefixes, how, tuple(parts), node.meta.column)


def _prefix_of(node: Node) -> Prefix:
    if node.data == "if_tests":
        return Prefix(tuple(_test_of(test) for test in node.children[0].children))
    return Prefix(who=_phrase(node.children[0]))


def _part_of(acts: Node, who: Node = None) -> Part:
    found = tuple(_act_of(act) for act in acts.children)
    return Part(_phrase(who) if who else "", found, tuple(act.meta.column for act in acts.children))


def _phrase(node: Node) -> str:
    return " ".join(str(child.children[0] if hasattr(child, "data") else child) for child in node.children)


def _act_of(node: Node) -> Act:
    """Return an act, written in our own spelling and looked up. Raise EffectError for a number that doesn't fit."""
    form, rate = node.children
    pieces = []
    for child in form.children:
        if hasattr(child, "data"):
            pieces.append(written_amount(_amount_of(child)))
        else:
            pieces.append(str(child).upper() if child.type == "CODE" else str(child))
    text = " ".join(pieces)
    if rate is not None:
        thing, most = rate.children
        text += f" per {_phrase(thing)}" + (f", at most {_small(most)}" if most is not None else "")
    try:
        return _act(text)
    except _Strange:
        if rate is not None and not any(hasattr(child, "data") for child in form.children):
            raise EffectError(rate.meta.column, "'per' needs a number before it to multiply.") from None
        zero = form.children[0] == "set" and form.children[1] == "trace"
        problem = "trace can only be set to 0." if zero else f"use a number from 1 to {MOST}."
        raise EffectError(node.meta.column, problem) from None


def _amount_of(node: Node) -> Amount:
    number, then, crowd = node.children
    if number.data == "so_many":
        found = Amount(_small(number.children[0]))
    else:
        each, plus = number.children
        found = Amount(_small(plus) if plus else 0, _small(each) if each else 1)
    return found._replace(then=_small(then), crowd=_small(crowd)) if then is not None else found


def _small(token: Node) -> int:
    """Return a number. Raise EffectError if it has too many digits."""
    if len(token) > len(str(MOST)):
        raise EffectError(token.column, f"use a number from 0 to {MOST}.")
    return int(token)


def _test_of(node: Node) -> Test:
    if node.data == "comparison":
        left, compare, right = node.children
        return Test(_phrase(left), str(compare.children[0]), _amount_of(right))
    negation, fact = node.children
    return Test(_phrase(fact), negated=negation is not None)


# -- writing -----------------------------------------------------------------------------------------------------------


def written(clauses: Clauses) -> str:
    """Return clauses as a line that reads back the same."""
    return "; ".join(map(_written_clause, clauses))


def _written_clause(clause: Clause) -> str:
    head = f"{OTHERWISE}: " if clause.otherwise else ""
    for prefix in clause.prefixes:
        head += f"{prefix.who}: " if prefix.who else f"{IF} {written_tests(prefix.tests)}: "
    parts = [(f"{part.who}: " if part.who else "") + " and ".join(map(written_act, part.acts)) for part in clause.parts]
    if clause.how == CHOOSE:
        return f"{head}{CHOOSE} {' or '.join(parts)}"
    return head + (f"{MAY} " if clause.how == MAY else "") + ": ".join(parts)


def written_act(act: Act) -> str:
    if act.verb == ZERO_VERB:
        return "set trace 0"
    pattern = tuple(_A if isinstance(arg, Amount) else arg for arg in act.args)
    if (act.verb, pattern) not in _WRITTEN:  # then its only argument is a code
        pattern = (_CODE,)
    phrase = _WRITTEN[act.verb, pattern]
    amounts = [arg for arg in act.args if isinstance(arg, Amount)]
    rest = iter(amounts)
    text = re.sub(r"\{a\}", lambda _: written_amount(next(rest)), phrase)
    if pattern == (_CODE,):
        text = text.replace(_CODE, act.args[0])
    if amounts and amounts[0].per:
        most = amounts[0].most
        text += f" per {amounts[0].per}" + (f", at most {most}" if most is not None else "")
    return text


def written_amount(amount: Amount) -> str:
    text = str(amount.number)
    if amount.players:
        text = ("" if amount.players == 1 else str(amount.players)) + "n" + (f"+{text}" if amount.number else "")
    return text + (f" ({amount.then} from {amount.crowd} players)" if amount.crowd else "")


def written_tests(tests: Sequence[Test]) -> str:
    return " and ".join(map(_written_test, tests))


def _written_test(test: Test) -> str:
    if test.compare:
        return f"{test.left} {test.compare} {written_amount(test.right)}"
    return f"not {test.left}" if test.negated else test.left
