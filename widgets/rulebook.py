"""The rulebook as the page shows it: each rule with its sentence, its source, its open questions and its lesson."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_kernel.contract.game import Config, Game
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS, Rule, Ruling, source_in_words
from tabletop_kernel.learning.rulebook_search import Entry, Piece, glossary, search
from tabletop_kernel.table.session import Session

OPEN = "What the rulebook leaves open"
WORDS = "Glossary"
TABLE_TITLE = "The table itself"
NAMED = 3  # choices before a game that are named even if they are the usual ones: the mode, the scenario


def drawer(game: Game[Any], config: Config, query: str, focus: str = "") -> dict[str, Any]:
    """The rulebook with a search; `focus` is the rule at which it opens."""
    entries = [entry(game, config, one) for one in search(game, config, query)]
    if not query.strip():
        entries = _in_chapters(game, config, entries)
    if focus in TABLE_REFUSALS:
        entries.insert(0, _of_the_table(focus))
    return {"kind": "rules", "query": query, "entries": entries, "focus": focus}


def _in_chapters(game: Game[Any], config: Config, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The whole book by its chapters: the first entry of each has its title. What is open has a chapter of its own,
    chapters that play no part at this table come after that, and the glossary comes last."""
    chapters = game.telling.book(config).by_chapter()
    unused = game.agreement.unused_parts(config)
    titles = sorted(chapters, key=lambda title: all(rule.partition(".")[0] in unused for rule in chapters[title]))
    place = {rule: number for number, title in enumerate(titles) for rule in chapters[title]}
    ordered = sorted(entries, key=lambda one: place.get(one["id"], len(titles)))
    before = None
    for one in ordered:
        number = place.get(one["id"], len(titles))
        if number != before:
            one["chapter"] = [*titles, OPEN][number]
        before = number
    words = [entry(game, config, word) for word in glossary(game.telling.book(config))]
    if words:
        words[0]["chapter"] = WORDS
    return [*ordered, *words]


def entry(game: Game[Any], config: Config, one: Entry) -> dict[str, Any]:
    if isinstance(one, Piece):
        return {"kind": "piece", "id": f"piece {one.name}", "title": one.name, "lines": list(one.lines)}
    return _rule(game, config, one) if isinstance(one, Rule) else _ruling(game, config, one)


def _rule(game: Game[Any], config: Config, rule: Rule) -> dict[str, Any]:
    open_questions = [ruling for ruling in game.telling.book(config).rulings.values() if rule.id in ruling.about]
    return {
        "kind": "rule",
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "source": source_in_words(rule.source),
        "house": rule.house,
        "step": lesson_of(game, rule.id),
        "rulings": [
            {"id": r.id, "question": r.question, "chosen": (now := config.rulings[r.id]), "text": r.options[now]}
            for r in open_questions
        ],
    }


def _ruling(game: Game[Any], config: Config, ruling: Ruling) -> dict[str, Any]:
    return {
        "kind": "ruling",
        "id": ruling.id,
        "title": ruling.question,
        "text": ruling.options[config.rulings[ruling.id]],
        "source": source_in_words(ruling.source),
        "step": lesson_of(game, ruling.id),
        "about": list(ruling.about),
        **switch(ruling, config.rulings[ruling.id]),
    }


def switch(ruling: Ruling, chosen: str) -> dict[str, Any]:
    """A ruling as a switch: its options, which one is on, and why the default is the default."""
    return {
        "id": ruling.id,
        "question": ruling.question,
        "reason": ruling.reason,
        "about": list(ruling.about),
        "options": [
            {"id": name, "text": text, "chosen": name == chosen, "default": name == ruling.default}
            for name, text in ruling.options.items()
        ],
    }


def _of_the_table(rule: str) -> dict[str, Any]:
    """What the table refuses in every game; no rulebook has it."""
    return {"kind": "rule", "id": rule, "title": TABLE_TITLE, "text": TABLE_REFUSALS[rule], "source": "", "rulings": []}


def titles(game: Game[Any], config: Config) -> dict[str, str]:
    """What every rule is called at a table that plays like this; a ruling is called by its question."""
    book = game.telling.book(config)
    rules = {rule.id: rule.title for rule in book.values()}
    return {
        **dict.fromkeys(TABLE_REFUSALS, TABLE_TITLE),
        **rules,
        **{one.id: one.question for one in book.rulings.values()},
    }


def ending(name: str, titles: Mapping[str, str]) -> str:
    """An ending as reports name it («lost by end.last-day»), in words: «Lost: The last day has passed»."""
    result, by, rule = name.rpartition(" by ")
    title = titles.get(rule, rule)
    return f"{result[:1].upper()}{result[1:]}: {title}" if by else title


def chosen(game: Game[Any], config: Config) -> list[str]:
    """What was chosen before a game: «Which scenario? Cold Boot». What is usual is named as far as it comes first."""
    walked = game.agreement.walk_options(config.seats, lambda one: config.options[one.id])
    asked = [(option, config.options[option.id]) for option, _ in walked if option.id in config.options]
    return [
        f"{option.question} {option.choices[choice].rstrip('.')}"
        for number, (option, choice) in enumerate(asked)
        if choice in option.choices and (number < NAMED or choice != next(iter(option.choices)))
    ]


def house(session: Session) -> list[dict[str, str]]:
    """The rulings that a table has changed, each with what it plays by."""
    chosen = session.config.rulings
    return [{"id": r.id, "question": r.question, "text": r.options[chosen[r.id]]} for r in session.house_rulings]


def lesson_of(game: Game[Any], rule: str) -> str:
    """The first lesson step that teaches a rule; empty if none does."""
    return next((step.id for chapter in game.teaching.chapters for step in chapter.steps if rule in step.teaches), "")
