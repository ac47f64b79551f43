"""The options of a table, where some choices change the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import SetupError, clip, nearest
from tabletop_kernel.contract.game import Option
from tabletop_kernel.contract.table_options import first_choice
from tabletop_kernel.games.tamashii.components import CATIE_CODE, LENGTHS
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.pack.pieces import Content, Scenario

MOST_PLAYERS = 4
IN_COMPANY = range(2, MOST_PLAYERS + 1)
ANY_NUMBER = range(1, MOST_PLAYERS + 1)
RANDOM, OFF, ON = "random", "off", "on"
MODES = {
    "story": "A scenario: you all win or lose together.",
    "versus": "Compete for victory points.",
}
DIFFICULTIES = {
    "normal": "Normal.",
    "hard": "Hard: upgrades cost 3 EXP.",
    "insane": "Insane: upgrades cost 3 EXP, all enemies are level 2, and a reset always costs a body.",
}
DRAFTS = {
    "dealt": "Boards and classes are dealt at random.",
    "chosen": "Each player picks a board and a class.",
}
DRAFTS_OF_PROLOGUE = {
    "dealt": "Boards are dealt at random.",
    "chosen": "Each player picks a board.",
}
MODULES = {
    "catie": ("Catie tokens?", "Every bag has a Catie token."),
    "diary": ("Catie's Diary?", "Everyone draws a diary card."),
    "dog": ("Cybercat or cyberdog?", "The cyberdog replaces the cybercat."),
    "city": ("The Living City?", "With events and heists."),
}
WITHOUT = {"dog": "With the cybercat."}
_LIST = re.compile(r"\d")  # codes have numbers, unlike other words


class Codes(Mapping[str, str]):
    """The choices of the option `unlocked`: nothing, everything, and any correctly spelled list of codes."""

    def __init__(self, content: Content, chosen: str) -> None:
        self._content = content
        self._listed = [campaign.NONE, campaign.ALL] if campaign.codes_of(content) else [campaign.NONE]
        if chosen not in self._listed and campaign.read_choice(content, chosen) is not None:
            self._listed.append(chosen)  # for a page that shows the choice

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, str) and campaign.read_choice(self._content, choice) is not None

    def __getitem__(self, choice: str) -> str:
        meant = campaign.read_choice(self._content, choice)
        if meant is None:
            raise KeyError(choice)
        if choice == campaign.NONE:
            return "Nothing yet: a new box."
        if choice == campaign.ALL:
            return "Everything."
        codes = listed(part for part in choice.split("+") if not part.startswith(campaign.USED_PREFIX))
        return f"Unlocked by a campaign: {codes}." if codes else "A campaign with nothing unlocked."

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


def options_for(content: Content, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
    """Return the options of a table of this size, given the choices so far. Raise SetupError if the pack has none."""
    modes = _modes(content, seats)
    if not modes:
        raise nothing_to_play(seats)
    options = [Option("mode", "Which game?", modes)]
    mode = _chosen(options[0], chosen)
    options.append(Option("unlocked", "What is unlocked?", Codes(content, chosen.get("unlocked", ""))))
    unlocked = open_codes(content, chosen)
    if mode == "story":
        fitting = _fitting(content, seats, unlocked)
        options.append(Option("scenario", "Which scenario?", {code: _about(one) for code, one in fitting.items()}))
        prologue = fitting[_chosen(options[-1], chosen)].kind == "prologue"
    else:
        options += _versus(content)
        prologue = False
    options.append(Option("difficulty", "How difficult?", DIFFICULTIES))
    options += [_module(name) for name in modules_for(content, unlocked, prologue)]
    what = "boards" if prologue else "boards and classes"
    return (*options, Option("draft", f"How do you get {what}?", DRAFTS_OF_PROLOGUE if prologue else DRAFTS))


def seats_for(content: Content, chosen: Mapping[str, str]) -> Sequence[int]:
    """Return the numbers of seats for these choices. Versus needs two players, and a sheet can set its own limits."""
    scenario = content.scenarios.get(chosen.get("scenario", ""))
    if chosen.get("mode") == "versus":
        return IN_COMPANY
    if scenario is not None:
        return scenario.seats
    numbers = {number for one in content.scenarios.values() for number in one.seats}
    return sorted(numbers | set(IN_COMPANY if _has_versus(content) else ())) or ANY_NUMBER


def check_spelling(content: Content, choice: object) -> None:
    """Raise SetupError for a list of codes that isn't spelled correctly, with the correct one."""
    if not isinstance(choice, str) or choice in (campaign.NONE, campaign.ALL) or not _LIST.search(choice):
        return
    right, strange = campaign.correct_spelling(content, choice)
    if right == choice:
        return
    known = [
        *campaign.codes_of(content),
        *(campaign.USED_PREFIX + code for code in sorted(campaign.diary_codes(content))),
    ]
    why = (
        f"there is no code {clip(strange)}: {nearest(strange, known)}"
        if strange
        else f"the right spelling is '{right}'."
    )
    raise SetupError(f"unlocked can't be {clip(choice)}: {why}", rule="unlocked")


def open_codes(content: Content, chosen: Mapping[str, str]) -> frozenset[str]:
    """Return the codes that are open at a table; an invalid choice opens none."""
    meant = campaign.read_choice(content, chosen.get("unlocked", campaign.NONE))
    return meant[0] if meant is not None else open_codes(content, {})


def modules_for(content: Content, unlocked: frozenset[str], prologue: bool) -> list[str]:
    """Return the modules that a table can add. Locked ones are out, and the prologue has no body market."""
    options = []
    if CATIE_CODE in unlocked:
        options.append("catie")
    if any(card.code in unlocked for card in content.diary.values()):
        options.append("diary")
    if not prologue and any(body.replaces and body.code in unlocked for body in content.bodies.values()):
        options.append("dog")
    if content.events and content.rewards:
        options.append("city")
    return options


def nothing_to_play(seats: int) -> SetupError:
    text = f"This Tamashii pack has no scenario for {seats} player{'s' * (seats > 1)}."
    return SetupError(text, rule="scen.choose")


def _chosen(option: Option, chosen: Mapping[str, str]) -> str:
    """Return the choice made for an option, or its first one."""
    wish = chosen.get(option.id, "")
    return wish if wish in option.choices else first_choice(option)


def _modes(content: Content, seats: int) -> dict[str, str]:
    options = {}
    if _fitting(content, seats, frozenset()):
        options["story"] = MODES["story"]
    if seats in IN_COMPANY and _has_versus(content):
        options["versus"] = MODES["versus"]
    return options


def _has_versus(content: Content) -> bool:
    return all((content.maps, content.conditions, content.enhancements, content.pvp, content.goals))


def _fitting(content: Content, seats: int, unlocked: frozenset[str]) -> dict[str, Scenario]:
    """Return the open scenarios for this many players."""
    codes = campaign.open_scenarios(content, unlocked)
    return {code: content.scenarios[code] for code in codes if seats in content.scenarios[code].seats}


KINDS = {
    "prologue": "prologue, with fewer rules",
    "story": "scenario",
    "yokai": "Yokai scenario",
    "forbidden": "Forbidden Chapter",
}


def _about(scenario: Scenario) -> str:
    return f"{scenario.name}: {KINDS[scenario.kind]}."


def _versus(content: Content) -> list[Option]:
    lengths = {name: f"{name.capitalize()}: {number} turns." for name, number in LENGTHS.items()}
    kinds = (
        ("map", "Which map?", content.maps),
        ("conditions", "Which conditions?", content.conditions),
        ("enhancement", "Which enhancement?", content.enhancements),
        ("pvp", "Which PvP card?", content.pvp),
    )
    cards = [
        Option(name, question, {RANDOM: "At random.", **{key: f"{card.name}." for key, card in entries.items()}})
        for name, question, entries in kinds
    ]
    return [Option("length", "How long?", lengths), *cards]


def _module(name: str) -> Option:
    question, with_it = MODULES[name]
    return Option(name, question, {OFF: WITHOUT.get(name, "Without."), ON: with_it})


def sizes(content: Content) -> range:
    """Return the numbers of players that the pack has a game for."""
    numbers = [number for number in ANY_NUMBER if _modes(content, number)]
    return range(numbers[0], numbers[-1] + 1) if numbers else ANY_NUMBER
