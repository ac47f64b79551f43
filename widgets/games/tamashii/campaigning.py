"""Campaigns of Tamashii on the page: scenarios that were won, components that were unlocked, in words and as a code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Game, Option
from tabletop_kernel.games.tamashii.components import CATIE_CODE
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.modes.campaign import ALL, NONE, Progress
from tabletop_kernel.games.tamashii.pack.pieces import Content, Scenario
from widgets.campaigns import Campaign, End, Line
from widgets.look import TableLook, count
from widgets.questions import Data, question

if TYPE_CHECKING:
    from widgets.games.tamashii.look import Look

BEGUN = "Continue your campaign: {said}"
NEW = "Start your campaign with a new box."
APART = {NONE: "Use a new box, outside the campaign.", ALL: "Use everything unlocked, outside the campaign."}


class TamashiiCampaign(Campaign):
    file = "tamashii-campaign.txt"

    def read(self, text: str) -> str:
        return campaign.write(campaign.read(text))

    def choices(self, game: Game[Any], code: str) -> dict[str, str]:
        """What is unlocked."""
        return {"unlocked": campaign.choice_text(_content(game), progress_of(code))}

    def following(self, game: Game[Any], code: str) -> dict[str, str]:
        """The first scenario that is not won yet."""
        found = next_scenario(_content(game), progress_of(code))
        return {"mode": "story", "scenario": found.code} if found else {}

    def apart(self, game: Game[Any], code: str, options: Mapping[str, str]) -> bool:
        """With everything unlocked, or with a new box where more is unlocked already."""
        wish = options.get("unlocked", NONE)
        return wish in (NONE, ALL) and wish != self.choices(game, code)["unlocked"]

    def said(self, game: Game[Any], code: str) -> str:
        progress = progress_of(code)
        if progress == Progress():
            return "Nothing won and nothing unlocked yet."
        won, unlocked = count(len(progress.marked), "scenario"), count(len(progress.unlocked), "code")
        return f"{won} won, {unlocked} unlocked."[:1].upper() + f"{won} won, {unlocked} unlocked."[1:]

    def lines(self, game: Game[Any], code: str) -> Sequence[Line]:
        """Scenarios by name, components by what is behind their codes, and what this pack does not know."""
        content, progress = _content(game), progress_of(code)
        known = [one for one in progress.marked if one in content.scenarios]
        found = [(f"Won: {listed(content.scenarios[one].name for one in known)}.", "camp.progress")] if known else []
        codes = set(campaign.codes_of(content))
        found += [(f"Unlocked {behind(content, one)}.", "camp.unlock") for one in progress.unlocked if one in codes]
        found += [
            (f"Used and locked: {behind(content, one)}.", "diary.relock") for one in progress.used if one in codes
        ]
        if strange := campaign.unknown_codes(content, progress):
            found.append((f"Kept, but not in this pack: {listed(strange)}.", "camp.code"))
        return found

    def question(self, game: Game[Any], code: str, options: Mapping[str, str]) -> Data:
        content = _content(game)
        own = campaign.choice_text(content, progress_of(code))
        texts = {one: text for one, text in APART.items() if one != own}
        own_text = BEGUN.format(said=_small(self.said(game, code))) if code else NEW
        option = Option("unlocked", "What does the next game start from?", {own: own_text, **texts})
        wish = options.get("unlocked", NONE)
        return question(option, wish if wish in option.choices else own)

    def end(self, look: TableLook, code: str) -> End | None:
        """A scenario counts in any case, and a game of another mode if it changes anything."""
        state, content = cast("Look", look).state, look.rules.content
        gained, before = campaign.changes_of_game(state), progress_of(code)
        if state.rules.scenario is None and gained == campaign.Gained((), (), ()):
            return None
        after = campaign.progress_after(before, state)
        choice = look.config.options["unlocked"]
        belongs = campaign.choice_text(content, before) == choice or after == before
        if not belongs:
            meant = campaign.read_choice(content, choice)
            codes, used = meant if meant is not None else (frozenset(), ())
            after = campaign.progress_after(
                Progress((), tuple(sorted(codes & {*campaign.codes_of(content)})), used), state
            )
        following = next_scenario(content, after)
        return End(campaign.write(after), belongs, _told(content, state, gained), following.name if following else "")


def _told(content: Content, state: Any, gained: campaign.Gained) -> list[Line]:
    """What a game has won, unlocked and locked, each with its rule."""
    scenario: Scenario | None = state.rules.scenario
    found: list[Line] = []
    if gained.marked and scenario is not None:
        found.append((f"You won {scenario.name}, and {scenario.code} is marked.", "camp.progress"))
    elif scenario is not None:
        found.append((f"You didn't win {scenario.name}, so it isn't marked.", "camp.progress"))
    found += [(f"Unlocked: {behind(content, code)}.", "camp.unlock") for code in gained.unlocked]
    diary = campaign.diary_codes(content)
    for code in gained.relocked:
        rule = "diary.relock" if code in diary and code not in state.newly_locked else "camp.relock"
        found.append((f"Locked again: {behind(content, code)}.", rule))
    return found


def progress_of(code: str) -> Progress:
    return campaign.read(code) if code else Progress()


def next_scenario(content: Content, progress: Progress) -> Scenario | None:
    """The first open scenario behind those that are won, else one that was left out; None if all are won."""
    codes = campaign.open_scenarios(content, progress.unlocked)
    last = max((at for at, code in enumerate(codes) if code in progress.marked), default=-1)
    ahead = [code for code in (*codes[last + 1 :], *codes[: last + 1]) if code not in progress.marked]
    ahead.sort(key=lambda code: last >= 0 and content.scenarios[code].kind == "prologue")
    return content.scenarios[ahead[0]] if ahead else None


def behind(content: Content, code: str) -> str:
    """A code with what it stands for: «A03 (the body Cyberdog)»."""
    kinds = (
        ("body", "bodies", content.bodies.values()),
        ("enemy", "enemies", content.enemies.values()),
        ("augment", "augments", content.augments.values()),
        ("diary card", "diary cards", content.diary.values()),
    )
    found = ["the Catie tokens"] if code == CATIE_CODE else []
    found += [f"the scenario {one.name}" for one in content.scenarios.values() if one.needs == code]
    for one, many, entries in kinds:
        names = _named(entry.name for entry in cast("Iterable[Any]", entries) if entry.code == code)
        if names:
            found.append(f"the {one if len(names) == 1 else many} {listed(names)}")
    return f"{code} ({listed(found)})" if found else code


def _named(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def unlockers(content: Content, codes: Iterable[str]) -> list[str]:
    """What unlocks one of these codes, by the card that does it: «winning First Light (S01)», in the pack's order."""
    wanted, found = set(codes), list[str]()
    for one in content.scenarios.values():
        for card in one.cards.values():
            if any(act.verb == "unlock-code" and act.args[0] in wanted for act in card.immediate.acts()):
                how = ENDINGS.get(card.ends) or f"drawing {card.code} in"
                found.append(f"{how} {one.name} ({one.code})")
    return _named(found)


ENDINGS = {"won": "winning", "lost": "losing"}


def _content(game: Game[Any]) -> Content:
    content: Content = game.content  # type: ignore[attr-defined]
    return content


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


CAMPAIGN = TamashiiCampaign()
