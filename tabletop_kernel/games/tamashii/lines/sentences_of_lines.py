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
_SAYS = {(form.verb, form.form.count("{")): form.says for form in FORMS}
_SAYS["trace-zero", 0] = _SAYS["trace-zero", 1]  # its number is always 0
_HOW = {">=": "at least {}", "<=": "at most {}", ">": "more than {}", "<": "fewer than {}", "=": "exactly {}"}
_VALUE = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}", "=": "{}"}


class Tongue(NamedTuple):
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


def of_clauses(clauses: Clauses, names: Mapping[str, str], players: int | None = None) -> Iterator[str]:
    """Yield one sentence for each clause."""
    tongue = Tongue(names, players)
    tested = False
    for clause in clauses:
        said = _clause(clause, tongue)
        tests = any(act.verb in TESTS for part in clause.parts for act in part.acts)
        if tested and not tests and not clause.otherwise:
            said = f"if the test is passed, {said}"  # a failed test ends the line
        tested = tested or tests
        yield as_sentence(f"otherwise, {said}" if clause.otherwise else said)


def as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!")) else ".")


def _clause(clause: Clause, tongue: Tongue) -> str:
    """Return the prefixes, then the acts, with the subject that the prefixes leave."""
    said, who, asked = "", "", False
    for prefix in clause.prefixes:
        if prefix.who:
            said += f"for {WHO[who]}, " if who and not asked else ""
            who, asked = prefix.who, False
        else:
            if who and not asked:
                said += f"for {WHO[who]}, "
                asked = True
            said += f"if {said_tests(prefix.tests, tongue, bool(who))}, "
    subject = "" if not who else "they" if asked else WHO[who]
    return said + _body(clause, subject, tongue)


def _body(clause: Clause, subject: str, tongue: Tongue) -> str:
    if clause.how == CHOOSE:
        parts = [_by(WHO.get(part.who, ""), _acts(part.acts, tongue)) for part in clause.parts]
        lead = _by(subject, "choose one")
        return f"{lead}: {'; or '.join(parts)}"
    if clause.how == MAY:
        price, *rest = (_acts(part.acts, tongue) for part in clause.parts)
        said = f"{subject or 'you'} may {_about(price) if subject else price}"
        if not rest:
            return said
        return f"{said}; if {'they' if subject else 'you'} do, {_by('they' if subject else '', rest[0])}"
    return _by(subject, _acts(clause.parts[0].acts, tongue))


def _by(subject: str, said: str) -> str:
    """Return an act with its subject, such as “each player attaches 1 enemy”."""
    if not subject or said == NOTHING:
        return said
    if subject == "they":
        return f"they {_about(said)}"
    verbs = r"(?:^|(?<= and )|(?<=, ))[a-z]+"
    return f"{subject} " + re.sub(verbs, lambda found: _third(found[0]), _about(said))


def _third(verb: str) -> str:
    """Return the third person of a verb: “attaches” for “attach”."""
    if verb not in _DOING:
        return verb
    if verb == "do":
        return "does"
    return f"{verb}es" if verb.endswith(("ch", "sh", "ss", "x")) else f"{verb}s"


_DOING = frozenset(form.says.split()[0] for form in FORMS) | {"choose"}


def _about(said: str) -> str:
    """Return the text in the third person."""
    return re.sub(r"\byour\b", "their", re.sub(r"\byou\b", "they", said))


# -- acts --------------------------------------------------------------------------------------------------------------


def _acts(acts: Sequence[Act], tongue: Tongue) -> str:
    """Return acts in a row, merging those that begin alike: “gain 1 power and 1 shield”."""
    said: list[str] = []
    for number, act in enumerate(acts):
        if number and acts[number - 1].verb in TESTS:
            return f"{listed(said)}; if it is passed, {_acts(acts[number:], tongue)}"
        clause = act_said(act, tongue)
        verb, _, rest = clause.partition(" ")
        if said and verb in ("gain", "lose") and said[-1].partition(" ")[0] == verb:
            clause = rest
            said[-1] += f" and {clause}" if " and " not in said[-1] else f", and {clause}"
        else:
            said.append(clause)
    return listed(said)


def act_said(act: Act, tongue: Tongue) -> str:
    """Return an act in words that address the player."""
    words = [_word(arg, tongue) for arg in act.args]

    def filled(found: re.Match[str]) -> str:
        at, noun = int(found[1]), found[2]
        if noun is None:
            return words[at]
        noun = re.sub(r"%(\d)", lambda other: words[int(other[1])], noun).strip()
        return f"{words[at]} {_counted(act.args[at], noun)}"

    said = re.sub(r"\{(\d)(?:\|([^}]*))?\}", filled, _SAYS[act.verb, len(act.args)])
    said = re.sub(r"%(\d)", lambda found: words[int(found[1])], said).replace("{guest}", tongue.guest())
    if ANY_BASIC in act.args and act.verb in ("gain-token", "bag-token"):
        said = re.sub(r"\b(tokens?)\b", r"\1 of your choice", said, count=1)
    return said + _rate(act)


def _word(arg: object, tongue: Tongue) -> str:
    if isinstance(arg, Amount):
        return tongue.number(arg)
    letters = {ANY_BASIC: "basic", CORE: "core", ANY_TOKEN: "", "S": FACE_NAMES["S"], "T": FACE_NAMES["T"]}
    text = str(arg)
    return {**TOKEN_NAMES, **letters}.get(text, tongue.names.get(text, text))


def _counted(amount: Amount, noun: str) -> str:
    """Return the noun in singular or plural."""
    if amount == Amount(1) or (amount.per and amount.number == 1) or noun in UNCOUNTED:
        return noun
    last = noun.split()[-1]
    return noun[: len(noun) - len(last)] + PLURALS.get(last, f"{last}s")


def _rate(act: Act) -> str:
    amount = next((arg for arg in act.args if isinstance(arg, Amount) and arg.per), None)
    if amount is None:
        return ""
    most = f" (at most {amount.most})" if amount.most is not None else ""
    return f" for each {PER[amount.per].format(**YOU)}{most}"


# -- tests -------------------------------------------------------------------------------------------------------------


def said_tests(tests: Sequence[Test], tongue: Tongue, theirs: bool = False) -> str:
    """Return tests in words, such as “time is 3 and your trace is 0”."""
    return " and ".join(_test(test, tongue, THEY if theirs else YOU) for test in tests)


def _test(test: Test, tongue: Tongue, whose: Mapping[str, str]) -> str:
    if not test.compare:
        return _fact(test, tongue, whose)
    number = tongue.number(test.right)
    one = number in ("0", "1")
    many = {"s": "" if one else "s", "ies": "y" if one else "ies"}
    many |= {"is": "is" if one else "are", "has": "has" if one else "have"}
    none = number == "0" and test.compare == "="
    how = "no" if none else _HOW[test.compare].format(number)
    return COUNTED[test.left].format(q=how, v=_VALUE[test.compare].format(number), **many, **whose)


def _fact(test: Test, tongue: Tongue, whose: Mapping[str, str]) -> str:
    if test.left in FACTS:
        return FACTS[test.left][test.negated].format(guest=tongue.guest(), **whose)
    head, _, name = test.left.rpartition(" ")
    tile = TILE_KINDS[name] if name in TILE_KINDS else tongue.called(name)
    return ON_TILE[head][test.negated].format(tile=tile, **whose)


# -- uses --------------------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """The parts of a use, as they were read."""

    when: str
    clauses: Clauses
    pay: tuple[Act, ...]
    needs: tuple[Test, ...]
    limit: str
    lead: str  # replaces the words for its moment: “combat frame S S S”, “launching E.E/.E.”


def of_use(use: Told, names: Mapping[str, str], players: int | None = None) -> str:
    """Return a use in words: “Before your attack roll, you may dump 1 Ember token from your launcher; if you do, …”"""
    tongue = Tongue(names, players)
    lead = use.lead or TIMINGS[use.when]
    if use.needs:
        lead += f", if {said_tests(use.needs, tongue)}"
    limit = f" ({LIMITS[use.limit]})" if use.limit else ""
    plain = len(use.clauses) == 1 and not use.clauses[0].prefixes and not use.clauses[0].how
    if use.pay:
        price = f"{lead}, you may {_acts(use.pay, tongue)}; if you do, {_clause(use.clauses[0], tongue)}{limit}"
        said = [price, *(_clause(clause, tongue) for clause in use.clauses[1:])]
    elif use.when in BY_ITSELF or use.lead:
        said = [f"{lead}: {_clause(use.clauses[0], tongue)}{limit}" if use.lead else ""]
        said[0] = said[0] or f"{lead}, {_clause(use.clauses[0], tongue)}{limit}"
        said += [_clause(clause, tongue) for clause in use.clauses[1:]]
    elif plain:
        said = [f"{lead}, you may {_clause(use.clauses[0], tongue)}{limit}"]
    else:
        said = [f"{lead}, you may use this{limit}: {_clause(use.clauses[0], tongue)}"]
        said += [_clause(clause, tongue) for clause in use.clauses[1:]]
    return " ".join(map(as_sentence, said))
