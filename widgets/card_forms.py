"""Changed cards as a page shows them: all cards of a pack, one of them as a form, how it reads, and what differs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tabletop_kernel.content import changes
from tabletop_kernel.content.card_form_fields import CardField, form_fields
from tabletop_kernel.content.changes import Change, Entry
from tabletop_kernel.contract.errors import PackError, SetupError, clip, nearest
from tabletop_kernel.contract.game import Config, Game
from tabletop_kernel.study.compare import Comparison, Difference
from widgets.rulebook import ending, switch

Data = dict[str, Any]

RULING = "ruling"  # the doubtful rules, as if they were a table of the pack
CHOICE = "choice"  # the one field that they have
MOST_SHOWN = 6  # other cards and rules that read differently
FAR_BEYOND = 5  # times the largest number that other cards have
ROWS = 8  # figures of a trial
LEADS = "lead changes"
TRIED_SIDES = ("as in the pack", "changed")


class Draft:
    """What somebody is changing: it is tried out here, and no table plays with it until they say so."""

    def __init__(self, game: Game[Any], config: Config) -> None:
        self.base = changes.original(game)
        self.change: Change = _copied(game.edition.change)
        self.rulings = dict(config.rulings)
        self._config = config
        self._unread: dict[tuple[str, str, str], tuple[str, str]] = {}  # texts that are no values, and what is wrong
        self.entries = changes.entries_of(self.base.edition.contents)
        self.game: Game[Any] | None = game  # as it would be played; None as long as something is wrong
        self.faults: tuple[str, ...] = ()

    @property
    def house_rulings(self) -> bool:
        """Whether doubtful rules are to be read differently than at the table."""
        return self.rulings != dict(self._config.rulings)

    def entry(self, table: str, key: str) -> Entry:
        if (table, key) not in self.entries:
            keys = [one for place, one in self.entries if place == table]
            raise SetupError(f"No card of that kind is called {clip(key)}: {nearest(key, keys)}")
        return self.entries[table, key]

    def field(self, entry: Entry, name: str) -> CardField:
        known = {one.name: one for one in form_fields(entry)}
        if name not in known:
            raise SetupError(f"This card has no field {clip(name)}: {nearest(name, known)}")
        return known[name]

    # -- changing ------------------------------------------------------------------------------------------------------

    def write(self, table: str, key: str, name: str, text: str) -> None:
        """Somebody has written something into a field."""
        if table == RULING:
            self._rule(key, text)
            return
        entry = self.entry(table, key)
        field = self.field(entry, name)
        self._unread.pop((table, key, name), None)
        new = self.change.setdefault(table, {}).setdefault(key, {})
        new.pop(name, None)
        usual = changes.value_of(entry.row, name)
        if text.strip() != field.text(usual).strip():
            try:
                value = field.value(text)
                if field.text(value) != field.text(usual):  # an empty line more between two others changes nothing
                    new[name] = value
            except PackError as error:
                self._unread[table, key, name] = (text, error.faults[0])
        self._try()

    def _rule(self, id: str, choice: str) -> None:
        if choice not in self.base.rulebook.rulings[id].options:
            raise SetupError(f"The ruling {clip(id)} has no such option.")
        self.rulings[id] = choice

    def take(self, game: Game[Any]) -> None:
        """Change what was changed about the cards of this game, and nothing else."""
        self.change, self._unread = _copied(game.edition.change), {}
        self._try()

    def put_back(self, table: str, key: str) -> None:
        """A card is as its pack has it again."""
        if table == RULING and key in self.base.rulebook.rulings:
            self.rulings[key] = self.base.rulebook.rulings[key].default
            return
        self.entry(table, key)
        self.change.get(table, {}).pop(key, None)
        self._unread = {place: one for place, one in self._unread.items() if place[:2] != (table, key)}
        self._try()

    def put_all_back(self) -> None:
        """All cards are as their pack has them again."""
        self.change, self._unread = {}, {}
        self._try()

    def _try(self) -> None:
        """Read the pack with the change, and keep what is wrong with it."""
        self.change = {
            table: kept for table, rows in self.change.items() if (kept := {k: v for k, v in rows.items() if v})
        }
        self.faults, self.game = tuple(problem for _, problem in self._unread.values()), None
        if self.faults:
            return
        try:
            self.game = changes.with_change(self.base, self.change)
        except PackError as error:
            self.faults = error.faults

    # -- what it looks like --------------------------------------------------------------------------------------------

    def is_changed(self, table: str, key: str) -> bool:
        if table == RULING:
            return bool(self.rulings[key] != self.base.rulebook.rulings[key].default)
        return bool(self.change.get(table, {}).get(key)) or any(place[:2] == (table, key) for place in self._unread)

    def groups(self) -> list[Data]:
        """All cards by kind, and the doubtful rules."""
        found: dict[str, list[Data]] = {}
        for (table, key), entry in self.entries.items():
            line = {"entry": key, "name": entry.name, "changed": self.is_changed(table, key)}
            found.setdefault(table, []).append(line)
        groups = [{"table": table, "title": titled(table), "entries": lines} for table, lines in found.items()]
        if rulings := self.base.rulebook.rulings:
            lines = [
                {"entry": one.id, "name": one.question, "changed": self.is_changed(RULING, one.id)}
                for one in rulings.values()
            ]
            groups.append({"table": RULING, "title": "Rulings", "entries": lines})
        return groups

    def differing(self) -> list[Data]:
        """Every field that was changed: what stood there, and what stands there now."""
        lines = []
        for table, rows in self.change.items():
            for key, new in rows.items():
                entry = self.entries[table, key]
                for field in form_fields(entry):
                    if field.name in new:
                        was, now = field.text(changes.value_of(entry.row, field.name)), field.text(new[field.name])
                        lines.append(_line(table, key, f"{entry.name}: {labelled(field.name).lower()}", was, now))
        for id, ruling in self.base.rulebook.rulings.items():
            if self.is_changed(RULING, id):
                options = ruling.options
                lines.append(_line(RULING, id, ruling.question, options[ruling.default], options[self.rulings[id]]))
        return lines

    def form(self, table: str, key: str) -> Data:
        """One card, field by field, with what is wrong, and how it reads."""
        if table == RULING:
            return self._ruling(key)
        entry = self.entry(table, key)
        shown = [self._field(entry, field) for field in form_fields(entry)]
        elsewhere = [fault for fault in self.faults if not any(fault in one["problems"] for one in shown)]
        return {
            "table": table,
            "entry": key,
            "title": entry.name,
            "kind": titled(table),
            "changed": self.is_changed(table, key),
            "fields": [one for one in shown if one["was"] or one["needed"]],
            "more": [one for one in shown if not (one["was"] or one["needed"])],
            "problems": [plain_fault(fault) for fault in elsewhere[:MOST_SHOWN]],
            "doubts": self._doubts(),
            "words": self._words(entry),
        }

    def _doubts(self) -> list[str]:
        """What is allowed, but can hardly be meant; not what the pack has of that itself."""
        if self.game is None or self.game is self.base:
            return []
        known = set(self.base.telling.warnings())
        warned = [plain_fault(one) for one in self.game.telling.warnings() if one not in known]
        return [*self._huge(), *warned][:MOST_SHOWN]

    def _huge(self) -> list[str]:
        """Numbers far beyond those that all other cards have in the same field: allowed, and perhaps a slip."""
        found = []
        for table, rows in self.change.items():
            for key, new in rows.items():
                entry = self.entries[table, key]
                for field, value in new.items():
                    most, number = self._largest(table, field), max(numbers_in(value), default=0)
                    if most and number > FAR_BEYOND * most:
                        where = f"{entry.name}: {labelled(field).lower()}"
                        found.append(
                            f"{where}: {number:,} is far higher than on any card in the pack (at most {most:,})."
                        )
        return found

    def _largest(self, table: str, field: str) -> int:
        """The largest number that the pack has in a field of all cards of a kind; 0 if it has none there."""
        values = (changes.value_of(one.row, field) for (place, _), one in self.entries.items() if place == table)
        return max((number for value in values for number in numbers_in(value)), default=0)

    def _field(self, entry: Entry, field: CardField) -> Data:
        place = (entry.table, entry.key, field.name)
        usual = field.text(changes.value_of(entry.row, field.name))
        new = self.change.get(entry.table, {}).get(entry.key, {})
        text = field.text(new[field.name]) if field.name in new else usual
        if place in self._unread:
            text = self._unread[place][0]
        problems = [fault for fault in self.faults if is_about(fault, entry, field.name, new.get("name"))]
        if place in self._unread:
            problems = [self._unread[place][1]]
        return {
            "name": field.name,
            "label": labelled(field.name),
            "kind": field.kind,
            "text": text,
            "was": usual,
            "changed": text.strip() != usual.strip(),
            "needed": field.needed,
            "problems": problems,
            "said": [shortly(plain_fault(fault, field.name)) for fault in problems],
            "words": list(dict.fromkeys(word for fault in problems for word in words_in(fault))),
        }

    def _ruling(self, id: str) -> Data:
        ruling = self.base.rulebook.rulings[id]
        return {
            "table": RULING,
            "entry": id,
            "title": ruling.question,
            "kind": "Ruling",
            "changed": self.is_changed(RULING, id),
            "switch": switch(ruling, self.rulings[id]),
            "fields": [],
            "more": [],
            "problems": [],
            "doubts": [],
            "words": [],
        }

    def _words(self, entry: Entry) -> list[Data]:
        """How the card reads now; then other cards, and rules, that read differently because of what was changed."""
        if self.game is None:
            return []
        name = changes.card_of_entry(self.game, entry)
        old, new = self.base.telling.cards(), self.game.telling.cards()
        before = changes.card_of_entry(self.base, entry)
        found = [_reading(name, old.get(before, ()), new[name])] if name else []
        others = [card for card in new if card != name and list(new[card]) != list(old.get(card, ()))]
        found += [_reading(card, old.get(card, ()), new[card]) for card in others[:MOST_SHOWN]]
        return found + self._rules_that_differ()

    def _rules_that_differ(self) -> list[Data]:
        assert self.game is not None
        config = self._config
        try:
            mine = self.game.agreement.configure(config.seats, self.rulings, config.options)
        except SetupError:  # what was agreed is not there any more: the table says so when it is to be set
            return []
        old, new = self.base.telling.book(config).rules, self.game.telling.book(mine).rules
        differ = [rule for id, rule in new.items() if id in old and rule.text != old[id].text]
        return [_reading(rule.title, (old[rule.id].text,), (rule.text,)) for rule in differ[:MOST_SHOWN]]


def numbers_in(value: Any) -> list[int]:
    """All numbers that stand in a field, in its lines too."""
    if isinstance(value, list):
        return [number for one in value for number in numbers_in(one)]
    if type(value) is int:
        return [value]
    return [int(digits) for digits in re.findall(r"\d{1,9}", value)] if isinstance(value, str) else []


def _copied(change: Mapping[str, Any]) -> Change:
    return {table: {key: dict(new) for key, new in rows.items()} for table, rows in change.items()}


def _line(table: str, key: str, what: str, was: str, now: str) -> Data:
    return {"table": table, "entry": key, "what": what, "was": was, "now": now or "left out"}


def _reading(name: str, old: Any, new: Any) -> Data:
    """A card in sentences; those that it did not say before are new."""
    return {"name": name, "lines": [{"text": line, "fresh": line not in old} for line in new]}


def titled(table: str) -> str:
    """The name of a table as a heading: «Scenario: cards»."""
    return begun(table.replace(".", ": ").replace("_", " "))


def begun(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def labelled(field: str) -> str:
    """The name of a field as people read it: «Gate cost»."""
    return titled(field)


# -- what is wrong ----------------------------------------------------------------------------------------------------


MISSING = re.compile(r"the field '\w+' is missing\.$")
EMPTY = "You can't leave this empty: the card needs it."
FILE = re.compile(r"\S+\.toml: ")
PLACE = re.compile(r"""\w+(?: \d+)?(?: \(('[^']*'|"[^"]*")\)| ('[^']*'|"[^"]*"))[:,]? ?|\w+ \d+:? |\w+: (?=\w+: )""")


def parted(fault: str) -> tuple[list[str], str]:
    """A fault as the names of what it is in, and the rest: «loci.toml: locus 3 ('dawnforge'): effect: column 1: …»."""
    file = FILE.match(fault)
    rest, names = fault[file.end() :] if file else fault, []
    while file and (place := PLACE.match(rest)):
        names += [name[1:-1] for name in place.groups() if name]
        if not (place[1] or place[2] or not names):
            break
        rest = rest[place.end() :]
    return names, rest


def is_about(fault: str, entry: Entry, field: str, name: Any = None) -> bool:
    """Whether a fault speaks of a field of this entry, which may have a new `name`."""
    names, rest = parted(fault)
    known = {str(entry.row[key]) for key in changes.KEYS if key in entry.row} | {str(name)}
    first, _, inner = field.partition(".")
    begins = (f"{first}: {inner}:", f"{first} {inner}:") if inner else (f"{first}:", f"{first} ")
    missing = f"the field '{field}' is missing."
    return (rest.startswith(begins) or rest == missing) and (not names or not known.isdisjoint(names))


def plain_fault(fault: str, field: str = "") -> str:
    """A fault without the places that whoever stands before the card knows: file, entry and field."""
    names, rest = parted(fault)
    if field and MISSING.search(rest):
        return EMPTY
    if not field:
        return begun(f"{names[-1]}: {rest}" if names else rest)
    for part in (field.replace(".", ": "), field.replace(".", " "), field.partition(".")[0]):
        rest = rest.removeprefix(f"{part}: ")
    return begun(rest)


A_WORD = r"(?:'[^']+'|a number)"
EXPECTED = re.compile(rf"expected ({A_WORD}(?:, {A_WORD})* or {A_WORD}), not ")
FEW_WORDS = 6  # which a sentence can name


def words_in(fault: str) -> list[str]:
    """All words that could stand where a line goes wrong, if they are too many for a sentence."""
    found = EXPECTED.search(fault)
    words = [word.strip("'") for word in re.findall(A_WORD, found[1])] if found else []
    return words if len(words) > FEW_WORDS else []


def shortly(fault: str) -> str:
    """A fault without a long list of words, which stands below it."""
    words = words_in(fault)
    return EXPECTED.sub(f"expected one of {len(words)} words, not ", fault) if words else fault


# -- a trial -----------------------------------------------------------------------------------------------------------


def figures(comparison: Comparison, titles: Mapping[str, str], word: str) -> list[Data]:
    """What a trial came to: who wins and how long it takes, and whatever differs clearly; `word` is a turn's name."""
    usual = [one for one in comparison.differences if one.section in ("team", "wins by seat", "length")]
    if any(one.section == "team" for one in usual):  # nobody leads there
        usual = [one for one in usual if one.name != LEADS]
    same = {(one.old.mean, one.new.mean, one.low, one.high) for one in usual}  # such as the turn in which it ended
    clear = [
        one
        for one in comparison.clear
        if one not in usual and (one.old.mean, one.new.mean, one.low, one.high) not in same
    ]
    return [_figure(one, titles, word) for one in [*usual, *clear][:ROWS]]


def _figure(one: Difference, titles: Mapping[str, str], word: str) -> Data:
    name = {"team": "Won together", "wins by seat": f"Won by {one.name}"}.get(one.section, begun(one.name))
    if (one.section, one.name) == ("length", "turns"):
        name = begun(f"{word}s")
    if one.section not in ("team", "wins by seat", "length"):
        called = {"endings": ending(one.name, titles), "rules": titles.get(one.name, one.name)}
        name = f"{begun(one.section)}: {called.get(one.section, one.name)}"
    unit = "%" if one.section in ("team", "wins", "wins by seat", "results", "endings", "leads", "rules") else ""
    return {
        "name": name,
        "old": f"{one.said(one.old.mean)}{unit}",
        "new": f"{one.said(one.new.mean)}{unit}",
        "change": f"{one.said(one.change, '+')} [{one.said(one.low, '+')}, {one.said(one.high, '+')}]",
        "clear": one.clear,
    }
