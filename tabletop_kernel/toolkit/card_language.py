"""The card language: one line of text says what a card does, and becomes the sentence that players read.

    draw 2; discard 1
    charge; if node >= 3: other loses 2
    may discard 1: other loses 2 and draw 1

An effect is a series of steps, separated by semicolons. A game declares its words (`Language`): verbs with their forms,
and terms, the phrases that may fill a form's slots. `SHARED_VERBS` holds verbs for several games.
Lines are parsed once, when a pack is read, and Lark is imported only then.
To see how a table carries out an effect, read `running_effects.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_kernel.contract.errors import (
    PackError,
    TabletopError,
    UnknownName,
    character_in_words,
    clip,
    close_to,
    nearest,
)

if TYPE_CHECKING:
    from lark import Lark

Node = Any  # of a parse tree: a branch, a word, or None for an optional part that was left out
MAX_LINE = 300  # characters; people must read the card at a table
MAX_DIGITS = 4
A_NUMBER = "a number"  # what an error expects in place of digits
_TO_LOWER_CASE = str.maketrans(
    ascii_uppercase, ascii_lowercase
)  # lower() turns some letters into two and shifts columns
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class EffectError(TabletopError):
    """An unreadable line: the column, and what was expected there."""

    def __init__(self, column: int, problem: str) -> None:
        super().__init__(f"column {column}: {problem}")
        self.column, self.problem = column, problem


# -- what a line means -------------------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """A rate such as “per 2 facilities, at most 3”."""

    each: int
    amount: str
    most: int | None = None


class Condition(NamedTuple):
    """A test such as “outposts >= 3”, or a fact that is true or false."""

    left: str
    compare: str = ""
    right: int | str = 0


class Act(NamedTuple):
    """A verb with the values of its slots; None for an optional part that was left out."""

    verb: str
    args: tuple[Any, ...] = ()


class Step(NamedTuple):
    """Acts under conditions. With `may`, the first act is an offer, and the others follow only if it is done."""

    tests: tuple[Condition, ...]
    acts: tuple[Act, ...]
    may: bool = False


class Op(NamedTuple):
    """One operation of an effect: tests that may skip ahead, or an act, which may be an offer."""

    step: int
    skip: int
    tests: tuple[Condition, ...] = ()
    act: Act | None = None
    offer: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """A parsed line."""

    steps: tuple[Step, ...]
    columns: tuple[tuple[int, ...], ...] = field(default=(), compare=False)  # where each step's acts begin
    ops: tuple[Op, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ops", tuple(_operations(self.steps)))

    def acts(self) -> Iterator[tuple[int, Step, Act]]:
        """Yield every act with its step and its starting column (0 if the effect wasn't parsed from a line)."""
        for number, step in enumerate(self.steps):
            for place, act in enumerate(step.acts):
                yield (self.columns[number][place] if self.columns else 0), step, act


def _operations(steps: Sequence[Step]) -> Iterator[Op]:
    """Yield the operations of some steps: for each step its tests, if it has any, and then its acts.

    `skip` is the number of the first operation behind the step.
    """
    behind = 0
    for number, step in enumerate(steps):
        behind += len(step.acts) + (1 if step.tests else 0)
        if step.tests:
            yield Op(number, behind, tests=step.tests)
        for place, act in enumerate(step.acts):
            yield Op(number, behind, act=act, offer=step.may and place == 0)


def join_effects(effects: Sequence[Effect]) -> Effect:
    """Return several effects as one, in order."""
    return Effect(tuple(step for effect in effects for step in effect.steps))


COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "=": lambda a, b: a == b,
}


# -- the words of a game -----------------------------------------------------------------------------------------------


def in_words(number: int) -> str:
    """Return “two” for 2, up to ten; larger numbers stay digits."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def comparison_in_words(compare: str, number: int) -> str:
    """Return “three or more” for “>= 3”."""
    wording_of = {">=": "{} or more", "<=": "at most {}", ">": "more than {}", "<": "fewer than {}", "=": "exactly {}"}
    return wording_of[compare].format(in_words(number))


def comparison_of_amounts(compare: str) -> tuple[str, str]:
    """Return the two parts of a comparison such as “more Outposts than Beacons”."""
    quantity = {">=": "at least as many", "<=": "at most as many", ">": "more", "<": "fewer", "=": "as many"}[compare]
    return quantity, "than" if compare in "<>" else "as"


def count_in_words(count: int | str, thing: str) -> str:
    """Return “two cards”, “one card” or “one other card”."""
    if count == "another":
        return f"one other {thing}"
    return f"{in_words(int(count))} {thing}{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Verb:
    """An action that an effect can take.

    `form` is how cards write it: words, slots in braces, and optional parts in brackets, as in “reprogram [value
    {value}]”. Slots are `number`, `count` (a number or “another”), `rate`, or a term of the language. `says` turns the
    slots into a clause, without a capital or a full stop.
    """

    id: str
    form: str
    says: Callable[..., str]
    more: Callable[..., str] | None = None  # used when an earlier step did this already: “one more card”
    moves: bool = False  # whether it moves a card that the next step may call “it”
    wants_it: bool = False  # whether it always refers to “it”


def _loss_clause(who: str, number: int, rate: str = "") -> str:
    return f"{who} {number}{rate}"


SHARED_VERBS = (
    Verb(
        "other-loses",
        "other loses {number} [{rate}]",
        partial(_loss_clause, "the other player loses"),
        partial(_loss_clause, "the other player loses an additional"),
    ),
    Verb(
        "lose",
        "[you] lose {number} [{rate}]",
        partial(_loss_clause, "you lose"),
        partial(_loss_clause, "you lose an additional"),
    ),
    Verb(
        "draw",
        "draw {number}",
        lambda number: f"draw {count_in_words(number, 'card')}",
        lambda number: f"draw {count_in_words(number, 'more card')}",
    ),
    Verb(
        "discard",
        "discard {count} [{which}]",
        lambda count, which="": f"discard {count_in_words(count, 'card')}{which}",
    ),
    Verb(
        "recover",
        "recover {count} [{which}]",
        lambda count, which="": f"move {count_in_words(count, 'card')}{which} from your Discard to your hand",
    ),
    Verb("exchange", "exchange {place} for {place}", lambda old, new: f"exchange {old} for {new}", moves=True),
)


@dataclass(slots=True)
class Language:
    """The words of one game.

    `terms` are the phrases that fill slots, each with its wording; `amount` and `fact` are the terms that tests use.
    With `names`, a pack adds its own amounts, such as the plurals of its cards.
    """

    verbs: tuple[Verb, ...]
    terms: Mapping[str, Mapping[str, str]]
    says_test: Callable[[Condition], str]  # “you have three or more Outposts in your Zone”
    says_amount: Callable[[str, bool], str]  # (amount, plural) -> the noun it counts
    names: str = ""  # what a name is, “the plural of a Facility”; empty: there are none
    no_may: str = ""  # why this game has no `may`; empty: it has one
    _parser: Lark | None = None
    _said: dict[Effect, tuple[str, ...]] = field(default_factory=dict)  # sentences by effect: each view reads all cards

    # -- reading -------------------------------------------------------------------------------------------------------

    def parse(self, line: str, names: Collection[str] = ()) -> Effect:
        """Return the effect that a line describes. Raise EffectError if there is a mistake."""
        if self._parser is None:
            self._parser = _build_parser(self)
        tree = parse_line(self._parser, line, partial(self._expected, self._parser, names))
        effect: Effect = _TreeReader(self, names).effect(tree)
        self._check(effect)
        return effect

    def _expected(self, parser: Lark, names: Collection[str], terminals: Sequence[str]) -> Iterator[str]:
        """Yield the words for these terminals."""
        for terminal in terminals:
            if terminal.startswith("DIGITS_") and "NUMBER" in terminals:
                continue
            if terminal == "NAME":
                yield from names
            elif terminal == "COMPARE":
                yield from COMPARISONS
            elif not (terminal == "MAY" and self.no_may):
                yield terminal_in_words(parser, terminal)

    def _check(self, effect: Effect) -> None:
        """Raise EffectError for mistakes beyond the grammar: a forbidden `may`, or an `it` without a meaning."""
        verbs = {verb.id: verb for verb in self.verbs}
        can_say_it = False
        for number, step in enumerate(effect.steps):
            if step.may and self.no_may:
                raise EffectError(effect.columns[number][0], f"this game has no 'may': {self.no_may}")
            for place, act in enumerate(step.acts):
                if (verbs[act.verb].wants_it or "it" in act.args) and not can_say_it:
                    raise EffectError(
                        effect.columns[number][place],
                        "'it' is the card that the previous step moved, but that step doesn't move a card.",
                    )
                can_say_it = verbs[act.verb].moves and "it" not in act.args

    # -- writing -------------------------------------------------------------------------------------------------------

    def line(self, effect: Effect) -> str:
        """Return the effect as a line that parses back to the same effect."""
        return "; ".join(self._step_line(step) for step in effect.steps)

    def _step_line(self, step: Step) -> str:
        acts = [self._act_line(act) for act in step.acts]
        head = "if " + " and ".join(_test_as_line(test) for test in step.tests) + ": " if step.tests else ""
        if step.may:
            more = ": " + " and ".join(acts[1:]) if acts[1:] else ""
            return f"{head}may {acts[0]}{more}"
        return head + " and ".join(acts)

    def _act_line(self, act: Act) -> str:
        """Return an act as a filled form; a part in brackets appears only if its slot is filled."""
        verb = next(verb for verb in self.verbs if verb.id == act.verb)
        args = iter(act.args)
        words: list[str] = []
        for part in _form_parts(verb, self.terms):
            filled = [_slot_as_line(next(args)) if piece[0] == "{" else piece for piece in part.pieces]
            if not part.optional or (part.slots and "" not in filled):
                words += filled
        return " ".join(words)

    def words(self, effect: Effect) -> str:
        """Return the effect as one text."""
        return " ".join(self.sentences(effect))

    def words_of(self, effects: Mapping[str, Effect], key: str) -> str:
        """Return the effect with this key as one text. Raise UnknownName if the pack has no such effect."""
        if key not in effects:
            raise UnknownName(f"This pack has no card text {clip(key)}: {nearest(key, effects)}")
        return self.words(effects[key])

    def sentences(self, effect: Effect) -> list[str]:
        """Return the effect as sentences, one per step."""
        if effect not in self._said:
            self._said[effect] = tuple(self._in_sentences(effect))
        return list(self._said[effect])

    def _in_sentences(self, effect: Effect) -> Iterator[str]:
        """Yield each step's sentence. After a step that always happens, the same verb says “more”."""
        done: set[str] = set()
        for step in effect.steps:
            yield self._step_words(step, done)
            if not step.tests and not step.may:
                done |= {act.verb for act in step.acts}

    def _step_words(self, step: Step, done: Collection[str]) -> str:
        clauses = [self._clause(act, act.verb in done) for act in step.acts]
        sentence = _join_clauses(clauses)
        if step.may:
            sentence = f"you may {clauses[0].removeprefix('you ')}" + (
                f"; if you do, {_join_clauses(clauses[1:])}" if clauses[1:] else ""
            )
        if step.tests:
            sentence = f"if {' and '.join(self.says_test(test) for test in step.tests)}, {sentence}"
        return f"{sentence[:1].upper()}{sentence[1:]}."

    def _clause(self, act: Act, again: bool) -> str:
        verb = next(verb for verb in self.verbs if verb.id == act.verb)
        slots = [slot for part in _form_parts(verb, self.terms) for slot in part.slots]
        slot_texts = []
        for slot, value in zip(slots, act.args, strict=True):
            if isinstance(value, Rate):
                slot_texts.append(self._rate_words(value))
            elif value is None:
                slot_texts.append("")
            else:
                slot_texts.append(self.terms[slot][value] if slot in self.terms else value)
        return verb.more(*slot_texts) if again and verb.more else verb.says(*slot_texts)

    def _rate_words(self, rate: Rate) -> str:
        counted = self.says_amount(rate.amount, rate.each != 1)
        each = f" for each {counted}" if rate.each == 1 else f" for every {in_words(rate.each)} {counted}"
        return each + (f" (at most {rate.most})" if rate.most is not None else "")


def parse_line(
    parser: Lark, line: str, expected: Callable[[Sequence[str]], Iterable[str]], start: str | None = None
) -> Node:
    """Return the parse tree of a line. Raise EffectError for a mistake; `expected` turns terminals into words."""
    if len(line) > MAX_LINE:
        raise EffectError(MAX_LINE + 1, f"a line has at most {MAX_LINE} characters.")
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    try:
        return parser.parse(line.translate(_TO_LOWER_CASE), start=start)
    except UnexpectedToken as error:
        terminals = sorted({*(error.accepts or error.expected)} - {"$END"})
        raise _unexpected_word_error(line, error.token, list(expected(terminals))) from None
    except UnexpectedCharacters as error:
        wrong = line[error.column - 1]
        hint = " Write a blank." if wrong.isspace() else ""
        raise EffectError(error.column, f"{character_in_words(wrong)} is not used in this language.{hint}") from None


def terminal_in_words(parser: Lark, terminal: str) -> str:
    """Return how people write a terminal."""
    return A_NUMBER if terminal == "NUMBER" else str(parser.get_terminal(terminal).pattern.value)


def _unexpected_word_error(line: str, token: Node, words: Sequence[str]) -> EffectError:
    """Return the error for a wrong word: all words that fit, and the closest one."""
    at_end = token.type == "$END"
    column = len(line.rstrip()) + 1 if at_end else int(token.column)
    found_text = "the end of the line" if at_end else clip(str(token))
    if not words:
        return EffectError(column, f"expected the end of the line, not {found_text}.")
    choices = [f"'{word}'" if word != A_NUMBER else word for word in words]  # all of them: nobody can guess the rest
    expected = " or ".join((", ".join(choices[:-1]), choices[-1])) if len(choices) > 1 else choices[0]
    closest = "" if at_end else close_to(str(token), words)
    return EffectError(
        column, f"expected {expected}, not {found_text}" + (f": did you mean '{closest}'?" if closest else ".")
    )


def _join_clauses(clauses: Sequence[str]) -> str:
    """Return several clauses as one. After a clause about the other player, say “you” again."""
    joined = clauses[0] if clauses else ""
    for before, clause in pairwise(clauses):
        was_about_other = before.startswith("the other player")
        orders = not clause.startswith(("the other player", "you "))
        joined += f", and you {clause}" if was_about_other and orders else f" and {clause}"
    return joined


def read_effect(language: Language, line: str, where: str, names: Collection[str] = ()) -> Effect:
    """Return the effect of a pack's field. Raise PackError, with the place and column, if there is a mistake."""
    try:
        return language.parse(line, names)
    except EffectError as error:
        raise PackError(f"{where}: {error}") from None


def _test_as_line(test: Condition) -> str:
    return f"{test.left} {test.compare} {test.right}" if test.compare else test.left


def _slot_as_line(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Rate):
        each = f"{value.each} " if value.each != 1 else ""
        return f"per {each}{value.amount}" + (f", at most {value.most}" if value.most is not None else "")
    return str(value)


# -- from forms to a grammar -------------------------------------------------------------------------------------------

_COMMON_GRAMMAR = """
?start: effect
effect: step (";" step)*
step: condition? (plain | offer)
condition: "if" test ("and" test)* ":"
plain: act ("and" act)*
offer: "may" act (":" act ("and" act)*)?
count: number | "another" -> another
rate: "per" [number] amount ["," "at" "most" number]
COMPARE: ">=" | "<=" | ">" | "<" | "="
NUMBER: /[0-9]+/
NAME: /[a-z][a-z-]*/
%ignore /[ ]+/
"""


class _FormPart(NamedTuple):
    """A piece of a form: words and slots that appear together or not at all."""

    pieces: tuple[str, ...]
    slots: tuple[str, ...]
    optional: bool


def _form_parts(verb: Verb, terms: Mapping[str, object]) -> list[_FormPart]:
    """Return the parts of a form, without optional parts whose slots this game has no words for."""
    parts = []
    for optional, plain in re.findall(r"\[([^\]]*)\]|([^\[]+)", verb.form):
        pieces = tuple((optional or plain).split())
        slots = tuple(piece[1:-1] for piece in pieces if piece[0] == "{")
        known = all(slot in terms or slot in ("number", "count", "rate") for slot in slots)
        assert known or optional, f"{verb.form}: a slot without words"
        if known:
            parts.append(_FormPart(pieces, slots, bool(optional)))
    return parts


def _phrase_in_grammar(phrase: str) -> str:
    return " ".join(f"DIGITS_{word}" if word.isdigit() else f'"{word}"' for word in phrase.lower().split())


def _build_parser(language: Language) -> Lark:
    """Return the parser of a language. Every phrase gets its own rule name, so the reader knows which one it was."""
    from lark import Lark

    rules = [_COMMON_GRAMMAR]
    acts = []
    for number, verb in enumerate(language.verbs):
        form = []
        for part in _form_parts(verb, language.terms):
            text = " ".join(piece[1:-1] if piece[0] == "{" else f'"{piece}"' for piece in part.pieces)
            form.append(f"[{text}]" if part.optional else text)
        acts.append(f"{' '.join(form)} -> verb_{number}")
    rules.append("act: " + " | ".join(acts))
    for term, phrases in language.terms.items():
        options = [f"{_phrase_in_grammar(phrase)} -> {term}_{number}" for number, phrase in enumerate(phrases)]
        if term == "amount":  # every language has names, so an unknown word isn't reported as a wrong sign
            options.append("NAME -> name")
        rules.append(f"{term}: " + " | ".join(options))
    # A phrase such as the Value “0” is a plain number everywhere else.
    digits = {phrase for phrases in language.terms.values() for phrase in phrases if phrase.isdigit()}
    rules += [f'DIGITS_{phrase}: "{phrase}"' for phrase in sorted(digits)]
    rules.append("number: NUMBER" + "".join(f" | DIGITS_{phrase}" for phrase in sorted(digits)))
    tests = ["amount COMPARE (number | amount) -> compare"]
    if "fact" in language.terms:
        tests.append("fact -> fact")
    rules.append("test: " + " | ".join(tests))
    return Lark("\n".join(rules), parser="lalr", lexer="basic", propagate_positions=True, maybe_placeholders=True)


class _TreeReader:
    """A converter from parse trees to effects."""

    def __init__(self, language: Language, names: Collection[str]) -> None:
        self._language, self._names = language, names
        self._phrases = {
            f"{term}_{number}": phrase
            for term, phrases in language.terms.items()
            for number, phrase in enumerate(phrases)
        }

    def effect(self, tree: Node) -> Effect:
        steps, columns = [], []
        for node in tree.children:
            tests = tuple(self._test(test) for test in node.children[0].children) if len(node.children) > 1 else ()
            body = node.children[-1]
            steps.append(Step(tests, tuple(self._act(act) for act in body.children), body.data == "offer"))
            columns.append(tuple(act.meta.column for act in body.children))
        return Effect(tuple(steps), tuple(columns))

    def _act(self, node: Node) -> Act:
        verb = self._language.verbs[int(node.data.removeprefix("verb_"))]
        return Act(verb.id, tuple(self._slot(child) for child in node.children))

    def _slot(self, node: Node) -> Any:
        if node is None:
            return None
        if node.data == "rate":
            each, amount, most = (self._slot(child) for child in node.children)
            if each == 0:
                raise EffectError(node.meta.column, "'per 0' counts nothing.")
            return Rate(1 if each is None else each, amount, most)
        if node.data == "count":
            return self._slot(node.children[0])
        if node.data == "another":
            return "another"
        if node.data == "name":
            return self._name(node.children[0])
        if node.data == "number":
            return self._number(node.children[0])
        return self._phrases[node.data]

    def _number(self, token: Node) -> int:
        if len(token) > MAX_DIGITS:
            raise EffectError(token.column, f"a number has at most {MAX_DIGITS} digits.")
        return int(token)

    def _name(self, token: Node) -> str:
        if token not in self._names:
            known = [*self._language.terms["amount"], *self._names]
            closest = close_to(str(token), known)
            hint = f"did you mean '{closest}'?" if closest else f"there is {', '.join(known[:12])}."
            what = self._language.names or "anything that this game counts"
            raise EffectError(token.column, f"{clip(str(token))} is not {what}: {hint}")
        return str(token)

    def _test(self, node: Node) -> Condition:
        first = self._slot(node.children[0])
        if node.data == "fact":
            return Condition(first)
        return Condition(first, str(node.children[1]), self._slot(node.children[2]))
