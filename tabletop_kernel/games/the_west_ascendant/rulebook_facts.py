"""The values for braces in the rulebook: numbers, names and card texts of the pack under a table's rulings."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.games.the_west_ascendant.abilities import compares_hands
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.content import MADE, Content
from tabletop_kernel.games.the_west_ascendant.ruling_types import rulings_of
from tabletop_kernel.games.the_west_ascendant.scoring import points_at_end
from tabletop_kernel.games.the_west_ascendant.state import MOST_TURNS, SEATS, Rules
from tabletop_kernel.games.the_west_ascendant.steps import PRINTED_NAMES, steps_in_words
from tabletop_kernel.games.the_west_ascendant.turn import REFILL_AT
from tabletop_kernel.toolkit.card_language import Effect

NOT_HERE = "This pack has no such card."


def numbers(rules: Rules, book: Rulebook) -> dict[str, object]:
    """Return all values by name; facts of refusals and events have other names."""
    return {
        **_number_values(rules),
        **_step_values(rules),
        **_card_values(rules),
        **_values_of_own_rules(rules.content, book),
    }


def _number_values(rules: Rules) -> dict[str, object]:
    pack, limit = rules.content.numbers, rulings_of(rules.config)["ruling.hand-limit"]
    cost = rules.effects["turn.gate_cost"].ops[0].act
    assert cost is not None
    return {
        "start_points": pack.points,
        "row": pack.middle,
        "hand_start": pack.hand,
        "deck_start": len(rules.cards) - pack.middle - SEATS * pack.hand,
        "facility_count": len(rules.cards),
        "locus_count": len(rules.loci),
        "locus_decks": pack.locus_decks,
        "locus_each": len(rules.loci) // pack.locus_decks,
        "gate_cost": rules.gate_cost,
        "pack_cost": cost.args[0],
        "last_cards": rules.last_cards,
        "hand_limit": 0 if limit == "none" else int(limit),
        "few_left": REFILL_AT,
        "longest_game": MOST_TURNS,
    }


def _step_values(rules: Rules) -> dict[str, object]:
    """Return the number of each step, and the steps that an ACTION uses."""
    number, checks = rules.number, rulings_of(rules.config)["ruling.end-check"]
    acted = max(number["trigger"], number["reaction"])
    return {
        **{f"step_{step}": number[step] for step in PRINTED_NAMES},
        "all_steps": steps_in_words(number, only_second_checks=checks == "second"),
        "step_acted": acted,
        "step_onward": acted + 1,
    }


def _card_values(rules: Rules) -> dict[str, object]:
    """Return the names and the texts of types, gates, Cityengines and reactions."""
    content = rules.content
    engines = [(entry.name, name) for name, entry in content.engines.items()]
    gates = [(f"player {seat + 1}'s {content.gates[name].name}", name) for seat, name in enumerate(rules.references)]
    return {
        "type_names": listed((entry.name for entry in content.types.values()), "or"),
        "first_gate": listed(dict.fromkeys(content.gates[name].name for name in rules.references)),
        "gate_order": "Those you made go first." if rules.plain_gates else "You choose the order.",
        "says_gate": _line_in_words(rules, f"{MADE}.radiate"),
        "says_first_gate": _lines_in_words(rules, gates, "radiate"),
        "says_barter": _line_in_words(rules, "turn.barter"),
        "says_salvage": _line_in_words(rules, "turn.salvage"),
        **_salvage_price(rules),
        "says_plan": _lines_in_words(rules, engines, "cost"),
        "says_result": _lines_in_words(rules, engines, "effect"),
        "says_complete": _lines_in_words(rules, engines, "score"),
        "hall_told": _hall_sentence(rules),
        "null_meridian_free": _text_without_own_loss(rules, "trigger.null-meridian"),
        **_city_sentences(rules),
        "locus_adds": _points_in_words(rules, (1, 0)),
        "gate_adds": _points_in_words(rules, (0, 1)),
    }


def _salvage_price(rules: Rules) -> dict[str, str]:
    """Return the words for players who can't pay for a Salvage, with and without a free one at 0 points."""
    price = sum(act.args[0] for _, step, act in rules.effects["turn.salvage"].acts() if step.may and act.verb == "lose")
    poor, some = (
        ", or if you have too few points to pay for it",
        ", or if you have some points, but too few to pay for it",
    )
    return {"salvage_poor": poor if price else "", "salvage_poor_free": some if price > 1 else ""}


def _hall_sentence(rules: Rules) -> str:
    """Return the sentence about Steamwright Hall revealing hands; empty if its line doesn't compare them."""
    effect = rules.effects.get("prime.steamwright-hall")
    compares = effect is not None and any(compares_hands(test) for step in effect.steps for test in step.tests)
    return " When you use it, you both learn how many cards are in each hand." if compares else ""


def _text_without_own_loss(rules: Rules, locus: str) -> str:
    """Return a Locus's text under the ruling that effects cost their user nothing; an offered price remains."""
    if locus not in rules.content.loci:
        return NOT_HERE
    left = []
    for step in rules.effects[locus].steps:
        acts = tuple(act for act in step.acts if step.may or act.verb != "lose")
        left += [step._replace(acts=acts)] if acts else []
    text = _uncapitalized(LANGUAGE.words(Effect(tuple(left)))) if left else "it does nothing."
    return f"{rules.content.loci[locus].kind.capitalize()}: {text}"


def _city_sentences(rules: Rules) -> dict[str, str]:
    """Return the sentences about the Cityengine making Doppelgates RADIATE; empty if none does."""
    acts = (act for engine in rules.engines for _, _, act in rules.effects[f"{engine}.effect"].acts())
    if not any(act.verb == "radiate" for act in acts):
        return {"city_radiates": "", "and_by_city": "", "only_by_city": ""}
    return {
        "city_radiates": " They also RADIATE when you complete the Cityengine.",
        "and_by_city": " or when you complete the Cityengine",
        "only_by_city": " All your Doppelgates RADIATE when you complete the Cityengine.",
    }


def _line_in_words(rules: Rules, key: str) -> str:
    """Return a line in words, for use after a colon."""
    return _uncapitalized(LANGUAGE.words(rules.effects[key]))


def _lines_in_words(rules: Rules, cards: Iterable[tuple[str, str]], what: str) -> str:
    """Return the text of two cards: once if it is the same, or else with their names."""
    lines = {name: _line_in_words(rules, f"{card}.{what}") for name, card in cards}
    if len(set(lines.values())) == 1:
        return next(iter(lines.values()))
    return " ".join(f"{name}: {line}" for name, line in lines.items())


def _points_in_words(rules: Rules, mine: tuple[int, int]) -> str:
    """Return the points that one Locus or one made Doppelgate adds at the end."""
    nothing = (0, 0)
    points = {points_at_end(rules, 0, (mine, nothing), ""), points_at_end(rules, 1, (nothing, mine), "")}
    return str(points.pop()) if len(points) == 1 else "what your Reference card says"


def _values_of_own_rules(content: Content, book: Rulebook) -> dict[str, str]:
    """Return the names and texts of cards with their own rules: `{prime_dawnforge}`, `{name_prime_dawnforge}`."""
    lines = {f"pulse.{name}": (entry.name, f"{name}.pulse", entry.name) for name, entry in content.types.items()}
    lines |= {name: (entry.name, name, entry.kind.capitalize()) for name, entry in content.loci.items()}
    values: dict[str, str] = {}
    for rule in book:
        if f"{{name_{_brace_name(rule)}}}" not in book[rule].title:
            continue
        name, key, head = lines.get(rule, (rule.partition(".")[2].replace("-", " ").title(), "", ""))
        values[f"name_{_brace_name(rule)}"] = name
        values[_brace_name(rule)] = (
            f"{head}: {_uncapitalized(LANGUAGE.words(content.effects[key]))}" if key else NOT_HERE
        )
    return values


def _brace_name(rule: str) -> str:
    return rule.replace(".", "_").replace("-", "_")


def _uncapitalized(text: str) -> str:
    """Return a sentence with a small first letter, for use after a colon."""
    return text[:1].lower() + text[1:]
