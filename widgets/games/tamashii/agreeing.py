"""What may be chosen before a game of Tamashii: first the game itself, then what most tables leave as it is.

Whatever can be added has a line that says what it does. What cannot be chosen at a table stays in sight, and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Option
from tabletop_kernel.games.tamashii import option_rules
from tabletop_kernel.games.tamashii.components import CATIE_CODE
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.pack.pieces import Content, EnemyLot, Scenario
from widgets.games.tamashii.campaigning import progress_of, unlockers
from widgets.questions import Data, Offered, fold, question, told

ALONE = "Alone, you play a scenario with the J.O.R.D.A.N. BOT at your side."
KINDS = {
    "prologue": "The prologue, with fewer rules: no classes and no body market. Your board's name isn't a class.",
    "story": "A scenario of the story.",
    "yokai": "A Yokai scenario: enemies that leave play go under the enemy deck.",
    "forbidden": "A Forbidden Chapter, with Inari tokens.",
}
TITLES = {"catie": "Catie tokens", "diary": "Catie's Diary", "dog": "Cyberdog", "city": "Living City"}
DOES = {
    "catie": "One token in each bag is Catie: core data that recovers or deals damage when launched.",
    "diary": "Everyone draws a diary card to use once.",
    "dog": "The cyberdog joins the bodies, and the cybercat stays in the box.",
    "city": "You may draw an event instead of using a district's effect. Meet its condition to start a heist.",
}
NO_MARKET = "Not in the prologue, which has no body market."
CARDS = ("map", "conditions", "enhancement", "pvp")


class Asked:
    """The options of one table, and what they are made of."""

    def __init__(self, content: Content, code: str, offered: Offered, seats: int) -> None:
        self.content, self.seats = content, seats
        self.progress = progress_of(code)
        self.options = {option.id: (option, chosen) for option, chosen in offered}
        self.chosen = {name: chosen for name, (_, chosen) in self.options.items()}
        self.scenario = content.scenarios.get(self.chosen.get("scenario", ""))
        self.unlocked = option_rules.open_codes(content, self.chosen)

    def ask(self, name: str, **more: Any) -> Data:
        option, chosen = self.options[name]
        return question(option, chosen, **more)

    def text(self, name: str) -> str:
        """What is chosen, in the words of its choice."""
        option, chosen = self.options[name]
        return option.choices[chosen].rstrip(".")


def form(content: Content, code: str, offered: Offered, seats: int) -> list[Data]:
    """The game and its scenario, or its cards; folded: how difficult, with what, and how it is dealt."""
    asked = Asked(content, code, offered, seats)
    first = [_scenario(asked)] if "scenario" in asked.options else [asked.ask("length"), _cards(asked)]
    return [_mode(asked), *first, _difficulty(asked), _modules(asked), _draft(asked)]


def _mode(asked: Asked) -> Data:
    if len(asked.options["mode"][0].choices) > 1:
        return asked.ask("mode")
    note = ALONE if asked.seats == 1 else f"{asked.text('mode')}."
    return told("mode", asked.options["mode"][0].question, note)


# -- a scenario --------------------------------------------------------------------------------------------------------


def _scenario(asked: Asked) -> Data:
    scenarios = asked.content.scenarios
    option, chosen = asked.options["scenario"]
    won = asked.progress.marked
    named = {code: f"{code} {scenarios[code].name}{' (won)' * (code in won)}" for code in option.choices}
    return question(Option(option.id, option.question, named), chosen, select=True, note=_about(scenarios[chosen]))


def _about(scenario: Scenario) -> str:
    """What kind it is, whose hideouts there are, and what a victory unlocks."""
    said = [KINDS[scenario.kind]]
    if scenario.factions:
        said.append(f"Hideouts: {listed(scenario.factions)}.")
    if scenario.unlocks:
        said.append(f"A victory unlocks {listed(scenario.unlocks)}.")
    return " ".join(said)


# -- against each other ------------------------------------------------------------------------------------------------


def _cards(asked: Asked) -> Data:
    """The four cards of a table, each by lot unless somebody names one; what it says stands under it."""
    named = [asked.text(name) for name in CARDS if asked.chosen[name] != option_rules.RANDOM]
    said = "All at random" if not named else listed(named) + (", the rest at random" if len(named) < len(CARDS) else "")
    entries = [asked.ask(name, select=True, note=_card_text(asked, name)) for name in CARDS]
    return fold("cards", "Map and cards", said, entries)


def _card_text(asked: Asked, name: str) -> str:
    content, card = asked.content, asked.chosen[name]
    if card == option_rules.RANDOM:
        return {
            "map": "The layout of the city.",
            "conditions": "Which enemies there are, and what everyone starts with.",
            "enhancement": "A card that helps everyone for the whole game.",
            "pvp": "A card that lets players harm each other.",
        }[name]
    if name == "map":
        laid = content.maps[card]
        down = sum(not one.up for one in laid.map)
        return f"{len(laid.map)} tiles, {down} of them face down."
    if name == "conditions":
        one = content.conditions[card]
        return f"Enemies: {_enemies(one.enemies)}. Everyone: {' '.join(one.bonus.words)}"
    return (content.enhancements if name == "enhancement" else content.pvp)[card].text


def _enemies(lots: Iterable[EnemyLot]) -> str:
    return listed(f"{lot.number} at level {lot.level}" for lot in lots)


# -- how difficult, and with what --------------------------------------------------------------------------------------


def _difficulty(asked: Asked) -> Data:
    return fold("how", "Difficulty", asked.chosen["difficulty"].capitalize(), [asked.ask("difficulty")])


def _draft(asked: Asked) -> Data:
    said = {"dealt": "Dealt at random", "chosen": "Each player picks"}[asked.chosen["draft"]]
    prologue = asked.scenario is not None and asked.scenario.kind == "prologue"
    return fold("dealing", "Boards" if prologue else "Boards and classes", said, [asked.ask("draft")])


def _modules(asked: Asked) -> Data:
    """The modules that can be added, those that cannot, and those that come by themselves."""
    entries = [_module(asked, name, title) for name, title in TITLES.items()]
    on = [title for name, title in TITLES.items() if asked.chosen.get(name) == option_rules.ON]
    return fold("modules", "Modules", listed(on) or "None", [*entries, *_by_themselves(asked)])


def _module(asked: Asked, name: str, title: str) -> Data:
    if name not in asked.options:
        return told(name, title, DOES[name], _why_not(asked, name))
    words = (
        {option_rules.OFF: "Without", option_rules.ON: "With it"}
        if name != "dog"
        else {option_rules.OFF: "Cat", option_rules.ON: "Dog"}
    )
    return question(Option(name, title, words), asked.chosen[name], note=DOES[name])


def _why_not(asked: Asked, name: str) -> str:
    """Why a module cannot be added at this table."""
    content = asked.content
    codes = {
        "catie": [CATIE_CODE],
        "diary": sorted(campaign.diary_codes(content)),
        "dog": sorted({body.code for body in content.bodies.values() if body.replaces}),
    }.get(name, [])
    if name == "dog" and asked.scenario is not None and asked.scenario.kind == "prologue":
        return NO_MARKET
    return _locked(content, codes) if codes else "This pack has no such cards."


def _locked(content: Content, codes: Iterable[str]) -> str:
    """Which ending of which scenario unlocks something."""
    found = unlockers(content, codes)
    return f"Locked: {listed(found, 'or')} unlocks it." if found else "Locked."


def _by_themselves(asked: Asked) -> Iterator[Data]:
    """Modules that nobody switches on: they come with a scenario, or with what is unlocked."""
    content, scenario = asked.content, asked.scenario
    codes = sorted({one.code for one in content.augments.values() if "destabiliz" in one.text.lower()})
    if codes:
        note = "Tokens that hurt their holder as each Planning begins. Certain cards bring them into play."
        yield told(
            "destabilization", "Destabilization", note, _locked(content, codes) if {*codes} - asked.unlocked else ""
        )
    for name, title, kind, note in (
        ("inari", "Inari tokens", "forbidden", "Tokens that fill no cell but give EXP when launched."),
        ("yokai", "Yokai", "yokai", "Enemies that leave play go under the enemy deck."),
    ):
        homes = [one.name for one in content.scenarios.values() if one.kind == kind]
        there = scenario is not None and scenario.kind == kind
        if homes:
            yield told(name, title, note, "" if there else f"Only in {listed(homes, 'or')}.")
