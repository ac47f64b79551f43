"""Short sentences for lines, tests and uses, as printed on a card.

The same words serve “gain 1 power”, “each player gains 1 power” and “if they do, they gain 1 power”: clauses address
the reader, and are converted if they are about someone else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.components import NAMES as TOKEN_NAMES
from tabletop_kernel.games.tamashii.lines.grammar import CHOOSE, MAY, Clause, Clauses
from tabletop_kernel.games.tamashii.lines.operations import Act, Amount, Test
from tabletop_kernel.games.tamashii.lines.vocabulary import (
    ANY_BASIC,
    ANY_TOKEN,
    BY_ITSELF,
    CORE,
    COUNTED,
    FACE_NAMES,
    FACTS,
    FORMS,
    LIMITS,
    ON_TILE,
    PER,
    TILE_KINDS,
    TIMINGS,
    WHO,
)

TESTS = ("test", "group-test")
UNCOUNTED = ("memory", "power", "EXP", "damage")
PLURALS = {"enemy": "enemies", "body": "bodies", "die": "dice"}
YOU = {"they": "you", "their": "your", "them": "you", "have": "have", "are": "are"}
THEY = {"they": "they", "their": "their", "them": "them", "have": "have", "are": "are"}
NOTHING = "nothing happens"
GUEST = "guest"  # the key of the guest's name among the names
_SENTENCE_BY_FORM = {(form.verb, form.form.count("{")): form.says for form in FORMS}
_SENTENCE_BY_FORM["trace-zero", 0] = _SENTENCE_BY_FORM["trace-zero", 1]  # its number is always 0
_COUNT_BY_COMPARISON = {
    ">=": "at least {}",
    "<=": "at most {}",
    ">": "more than {}",
    "<": "fewer than {}",
    "=": "exactly {}",
}
_VALUE_BY_COMPARISON = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}", "=": "{}"}


class CardWording(NamedTuple):
    """The names to use, and the number of players; without it, that number is N."""

    names: Mapping[str, str]
    players: int | None = None

    def number(self, amount: Amount) -> str:
        if self.players is not None:
            return str(amount.of(self.players))
        text = str(amount.number)
        if amount.players:
            text = ("" if amount.players == 1 else str(amount.players)) + "N" + (f" + {text}" if amount.number else "")
        return text + (f" ({amount.then} with {amount.crowd} or more players)" if amount.crowd else "")

    def called(self, name: str) -> str:
        """Return the name of a tile or card. An unknown id becomes a title."""
        return self.names.get(name) or name.replace("-", " ").title()

    def guest(self) -> str:
        return self.names.get(GUEST, "the guest")


# -- whole lines -------------------------------------------------------------------------------------------------------


def clauses_in_words(clauses: Clauses, names: Mapping[str, str], players: int | None = None) -> Iterator[str]:
    """Yield one sentence for each clause."""
    wording = CardWording(names, players)
    tested = False
    for clause in clauses:
        text = _clause_text(clause, wording)
        tests = any(act.verb in TESTS for part in clause.parts for act in part.acts)
        if tested and not tests and not clause.otherwise:
            text = f"if the test is passed, {text}"  # a failed test ends the line
        tested = tested or tests
        yield as_sentence(f"otherwise, {text}" if clause.otherwise else text)


def as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!")) else ".")


def _clause_text(clause: Clause, wording: CardWording) -> str:
    """Return the prefixes, then the acts, with the subject that the prefixes leave."""
    text, who, asked = "", "", False
    for prefix in clause.prefixes:
        if prefix.who:
            text += f"for {WHO[who]}, " if who and not asked else ""
            who, asked = prefix.who, False
        else:
            if who and not asked:
                text += f"for {WHO[who]}, "
                asked = True
            text += f"if {conditions_in_words(prefix.tests, wording, bool(who))}, "
    subject = "" if not who else "they" if asked else WHO[who]
    return text + _body_text(clause, subject, wording)


def _body_text(clause: Clause, subject: str, wording: CardWording) -> str:
    if clause.how == CHOOSE:
        parts = [_text_with_subject(WHO.get(part.who, ""), _acts_text(part.acts, wording)) for part in clause.parts]
        lead = _text_with_subject(subject, "choose one")
        return f"{lead}: {'; or '.join(parts)}"
    if clause.how == MAY:
        price, *rest = (_acts_text(part.acts, wording) for part in clause.parts)
        text = f"{subject or 'you'} may {_about_others(price) if subject else price}"
        if not rest:
            return text
        return f"{text}; if {'they' if subject else 'you'} do, {_text_with_subject('they' if subject else '', rest[0])}"
    return _text_with_subject(subject, _acts_text(clause.parts[0].acts, wording))


def _text_with_subject(subject: str, text: str) -> str:
    """Return an act with its subject, such as “each player attaches 1 enemy”."""
    if not subject or text == NOTHING:
        return text
    if subject == "they":
        return f"they {_about_others(text)}"
    verbs = r"(?:^|(?<= and )|(?<=, ))[a-z]+"
    return f"{subject} " + re.sub(verbs, lambda found: _third_person(found[0]), _about_others(text))


def _third_person(verb: str) -> str:
    """Return the third person of a verb: “attaches” for “attach”."""
    if verb not in _VERBS:
        return verb
    if verb == "do":
        return "does"
    return f"{verb}es" if verb.endswith(("ch", "sh", "ss", "x")) else f"{verb}s"


_VERBS = frozenset(form.says.split()[0] for form in FORMS) | {"choose"}


def _about_others(text: str) -> str:
    """Return the text in the third person."""
    return re.sub(r"\byour\b", "their", re.sub(r"\byou\b", "they", text))


# -- acts --------------------------------------------------------------------------------------------------------------


def _acts_text(acts: Sequence[Act], wording: CardWording) -> str:
    """Return acts in a row, merging those that begin alike: “gain 1 power and 1 shield”."""
    texts: list[str] = []
    for number, act in enumerate(acts):
        if number and acts[number - 1].verb in TESTS:
            return f"{listed(texts)}; if it is passed, {_acts_text(acts[number:], wording)}"
        clause = act_in_words(act, wording)
        verb, _, rest = clause.partition(" ")
        if texts and verb in ("gain", "lose") and texts[-1].partition(" ")[0] == verb:
            clause = rest
            texts[-1] += f" and {clause}" if " and " not in texts[-1] else f", and {clause}"
        else:
            texts.append(clause)
    return listed(texts)


def act_in_words(act: Act, wording: CardWording) -> str:
    """Return an act in words that address the player."""
    words = [_argument_text(arg, wording) for arg in act.args]

    def filled(found: re.Match[str]) -> str:
        at, noun = int(found[1]), found[2]
        if noun is None:
            return words[at]
        noun = re.sub(r"%(\d)", lambda other: words[int(other[1])], noun).strip()
        return f"{words[at]} {_noun_form(act.args[at], noun)}"

    text = re.sub(r"\{(\d)(?:\|([^}]*))?\}", filled, _SENTENCE_BY_FORM[act.verb, len(act.args)])
    text = re.sub(r"%(\d)", lambda found: words[int(found[1])], text).replace("{guest}", wording.guest())
    if ANY_BASIC in act.args and act.verb in ("gain-token", "bag-token"):
        text = re.sub(r"\b(tokens?)\b", r"\1 of your choice", text, count=1)
    return text + _rate_text(act)


def _argument_text(arg: object, wording: CardWording) -> str:
    if isinstance(arg, Amount):
        return wording.number(arg)
    letters = {ANY_BASIC: "basic", CORE: "core", ANY_TOKEN: "", "S": FACE_NAMES["S"], "T": FACE_NAMES["T"]}
    text = str(arg)
    return {**TOKEN_NAMES, **letters}.get(text, wording.names.get(text, text))


def _noun_form(amount: Amount, noun: str) -> str:
    """Return the noun in singular or plural."""
    if amount == Amount(1) or (amount.per and amount.number == 1) or noun in UNCOUNTED:
        return noun
    last = noun.split()[-1]
    return noun[: len(noun) - len(last)] + PLURALS.get(last, f"{last}s")


def _rate_text(act: Act) -> str:
    amount = next((arg for arg in act.args if isinstance(arg, Amount) and arg.per), None)
    if amount is None:
        return ""
    most = f" (at most {amount.most})" if amount.most is not None else ""
    return f" for each {PER[amount.per].format(**YOU)}{most}"


# -- tests -------------------------------------------------------------------------------------------------------------


def conditions_in_words(conditions: Sequence[Test], wording: CardWording, theirs: bool = False) -> str:
    """Return tests in words, such as “time is 3 and your trace is 0”."""
    return " and ".join(_test_text(test, wording, THEY if theirs else YOU) for test in conditions)


def _test_text(test: Test, wording: CardWording, whose: Mapping[str, str]) -> str:
    if not test.compare:
        return _fact_text(test, wording, whose)
    number = wording.number(test.right)
    one = number in ("0", "1")
    many = {"s": "" if one else "s", "ies": "y" if one else "ies"}
    many |= {"is": "is" if one else "are", "has": "has" if one else "have"}
    none = number == "0" and test.compare == "="
    how = "no" if none else _COUNT_BY_COMPARISON[test.compare].format(number)
    return COUNTED[test.left].format(q=how, v=_VALUE_BY_COMPARISON[test.compare].format(number), **many, **whose)


def _fact_text(test: Test, wording: CardWording, whose: Mapping[str, str]) -> str:
    if test.left in FACTS:
        return FACTS[test.left][test.negated].format(guest=wording.guest(), **whose)
    head, _, name = test.left.rpartition(" ")
    tile = TILE_KINDS[name] if name in TILE_KINDS else wording.called(name)
    return ON_TILE[head][test.negated].format(tile=tile, **whose)


# -- uses --------------------------------------------------------------------------------------------------------------


class UseParts(NamedTuple):
    """The parts of a use, as they were read."""

    when: str
    clauses: Clauses
    pay: tuple[Act, ...]
    needs: tuple[Test, ...]
    limit: str
    lead: str  # replaces the words for its moment: “combat frame S S S”, “launching E.E/.E.”


def use_in_words(use: UseParts, names: Mapping[str, str], players: int | None = None) -> str:
    """Return a use in words: “Before your attack roll, you may dump 1 Ember token from your launcher; if you do, …”"""
    wording = CardWording(names, players)
    lead = use.lead or TIMINGS[use.when]
    if use.needs:
        lead += f", if {conditions_in_words(use.needs, wording)}"
    limit = f" ({LIMITS[use.limit]})" if use.limit else ""
    plain = len(use.clauses) == 1 and not use.clauses[0].prefixes and not use.clauses[0].how
    if use.pay:
        price = (
            f"{lead}, you may {_acts_text(use.pay, wording)}; if you do, {_clause_text(use.clauses[0], wording)}{limit}"
        )
        sentences = [price, *(_clause_text(clause, wording) for clause in use.clauses[1:])]
    elif use.when in BY_ITSELF or use.lead:
        sentences = [f"{lead}: {_clause_text(use.clauses[0], wording)}{limit}" if use.lead else ""]
        sentences[0] = sentences[0] or f"{lead}, {_clause_text(use.clauses[0], wording)}{limit}"
        sentences += [_clause_text(clause, wording) for clause in use.clauses[1:]]
    elif plain:
        sentences = [f"{lead}, you may {_clause_text(use.clauses[0], wording)}{limit}"]
    else:
        sentences = [f"{lead}, you may use this{limit}: {_clause_text(use.clauses[0], wording)}"]
        sentences += [_clause_text(clause, wording) for clause in use.clauses[1:]]
    return " ".join(map(as_sentence, sentences))
