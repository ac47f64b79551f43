"""Abilities of cards besides patterns: when and how often they can be used, which ones trigger, and what cards modify.

An ability is named after its card: “aug.loaded-dice”, “body.bulwark”, “diary.d01”, “pvp.tip-off”,
“enhancement.overclock”. If a card has several uses, the moment says which one is meant. Uses are counted by marks in
`state.used`, such as “turn:aug.loaded-dice”.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import TALLIES
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.lines.vocabulary import BY_ITSELF
from tabletop_kernel.games.tamashii.modes import diary_cards
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Use
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.bounded_cache import BoundedCache

ANY = "any"  # the moment of abilities for any time
MOST_CACHED = 2_000  # hands of cards and moments whose abilities are cached
WITH_DICE = ("frame", "pattern")  # used on a combat frame or by launching
SCOPES_ENDED_BY = {"turn": ("turn", "combat", "launch", "roll"), "combat": ("combat", "roll")}  # ends with each scope


class Ability(NamedTuple):
    name: str
    number: int  # among the card's uses
    use: Use

    @property
    def key(self) -> str:
        """Return the key of its line."""
        return line_keys.use(self.name, self.number)

    @property
    def mark(self) -> str:
        """Return the mark of its use; empty if it can be used without limit."""
        which = f".{self.number}" if self.number else ""
        return f"{self.use.limit}:{self.name}{which}" if self.use.limit else ""


# -- where abilities come from -----------------------------------------------------------------------------------------


def uses_by_card(state: State, seat: int) -> Iterator[tuple[str, tuple[Use, ...]]]:
    """Yield the cards whose abilities a player has now."""
    content = state.rules.content
    body = state.body(seat) if state.walker[seat] else None
    if body is not None:
        yield f"body.{body.id}", body.uses
    for augment in state.equipped[seat]:
        yield f"aug.{augment}", content.augments[augment].uses
    if state.diary[seat]:
        yield f"diary.{state.diary[seat]}", (content.diary[state.diary[seat]].use,)
    if state.pvp:
        yield f"pvp.{state.pvp}", content.pvp[state.pvp].uses
    if state.enhancement:
        yield f"enhancement.{state.enhancement}", content.enhancements[state.enhancement].uses


def abilities_of(state: State, seat: int, when: str = "") -> tuple[Ability, ...]:
    """Return a player's abilities at one moment, or all of them. They depend only on the cards, so they are cached."""
    body = state.body(seat).id if state.walker[seat] else ""
    key = (body, state.equipped[seat], state.diary[seat], state.pvp, state.enhancement, when)
    cache: BoundedCache[tuple[object, ...], tuple[Ability, ...]] | None = state.rules.more.get("abilities")
    if cache is None:
        cache = state.rules.more["abilities"] = BoundedCache(MOST_CACHED)
    cached = cache.get(key)
    return cache.keep(key, _read_abilities(state, seat, when)) if cached is None else cached


def _read_abilities(state: State, seat: int, when: str) -> tuple[Ability, ...]:
    return tuple(
        Ability(name, number, use)
        for name, uses in uses_by_card(state, seat)
        for number, use in enumerate(uses)
        if when in ("", use.when)
    )


def is_trigger(ability: Ability) -> bool:
    return ability.use.when in BY_ITSELF


# -- using them --------------------------------------------------------------------------------------------------------


def usable_names(state: State, seat: int, when: str) -> list[str]:
    """Return the names of the abilities that a player can use at this moment."""
    if state.is_out(seat):
        return []
    candidates = (ability for ability in abilities_of(state, seat, when) if not is_trigger(ability))
    return [ability.name for ability in candidates if refuse_ability(state, seat, ability) is None]


def refuse_ability(state: State, seat: int, ability: Ability) -> Verdict | None:
    """Return why an ability of this moment doesn't help now, or None."""
    rule = running.rule_of(state, ability.key)
    if ability.mark and ability.mark in state.used[seat]:
        return Verdict(rule, what="used", ability=ability.name, limit=ability.use.limit)
    if not running.holds(state, seat, ability.use.needs):
        return Verdict(rule, what="needs", ability=ability.name)
    for act in ability.use.pay:
        if not running.can_do_fully(state, seat, running.Run(ability.key, 0, 0), act):
            return _refuse_price(state, seat, ability, act)
    if running.is_worth_its_price(state, seat, ability.key, len(ability.use.pay)):
        return None
    if _gives_only_dice(ability) and state.ruling["ruling.dice.supply"] == "10":
        return Verdict("ruling.dice.supply")  # at a moment for more dice, only their number can be the reason
    return Verdict(rule, what="nothing", ability=ability.name)


def _gives_only_dice(ability: Ability) -> bool:
    """Tell if an ability gives nothing but more dice for its price."""
    gains = ability.use.line.acts()[len(ability.use.pay) :]
    return bool(gains) and all(act.verb == "roll-more" for act in gains)


def _refuse_price(state: State, seat: int, ability: Ability, act: Act) -> Verdict:
    """Return why a price can't be paid, by the rule on what it costs."""
    if act.verb == "spend-asset":
        need, asset = running.amount(state, seat, act.args[0]), str(act.args[1])
        return Verdict("asset.spend", need=need, have=state.has(seat, asset), asset=asset)
    rule = RULE_BY_PRICE.get(act.verb) or running.rule_of(state, ability.key)
    return Verdict(rule, what="price", ability=ability.name)


RULE_BY_PRICE = {"dump-token": "data.dump", "discard-token": "data.discard"}


def use_ability(state: State, seat: int, name: str, emit: Emit | None, when: str = "") -> None:
    """Use an ability: its line runs next. Without a moment, this is its first use that helps now."""
    fitting = (
        candidate
        for candidate in abilities_of(state, seat, when)
        if candidate.name == name and candidate.use.when not in WITH_DICE
    )
    ability = next(candidate for candidate in fitting if refuse_ability(state, seat, candidate) is None)
    if emit:
        emit("uses", running.rule_of(state, ability.key), EVERYONE, seat=seat, ability=name)
    note_use(state, seat, ability, emit)
    running.begin_line(state, seat, ability.key)


def note_use(state: State, seat: int, ability: Ability, emit: Emit | None) -> None:
    """Note that an ability has been used; a diary card is now locked."""
    if ability.mark:
        add_mark(state, seat, ability.mark)
    if ability.name.startswith("diary."):
        diary_cards.lock_used_card(state, seat, emit)
        add_mark(state, seat, "game:diary")


def add_mark(state: State, seat: int, text: str) -> None:
    state.used[seat] = (*state.used[seat], text)


def remove_mark(state: State, seat: int, text: str) -> None:
    """Remove one mark with this text, if there is one."""
    marks = list(state.used[seat])
    if text in marks:
        marks.remove(text)
        state.used[seat] = tuple(marks)


def unmark_declined(state: State, seat: int, key: str) -> None:
    """Unmark a trigger whose offer was declined, since it wasn't used."""
    for ability in abilities_of(state, seat):
        if ability.key == key and ability.mark and is_trigger(ability):
            remove_mark(state, seat, ability.mark)


def run_triggers(state: State, seat: int, when: str, emit: Emit | None) -> None:
    """Run the triggers of this moment next, card by card, skipping those without effect."""
    if state.is_out(seat):
        return
    due = [
        one for one in abilities_of(state, seat, when) if is_trigger(one) and refuse_ability(state, seat, one) is None
    ]
    for ability in reversed(due):
        note_use(state, seat, ability, emit)
        running.begin_line(state, seat, ability.key)
    if emit:
        for ability in due:
            emit("triggers", running.rule_of(state, ability.key), EVERYONE, seat=seat, ability=ability.name)


# -- refusing ----------------------------------------------------------------------------------------------------------


def refuse_use(state: State, seat: int, move: Move, whens: Iterable[str]) -> Verdict | None:
    """Return why `("use", ability)` isn't possible in a decision with these moments, or None."""
    moments = tuple(whens)
    if has_arguments(move, 1) and any(move[1] in usable_names(state, seat, when) for when in moments):
        return None
    name = str(move[1]) if len(move) > 1 else ""
    if not has_arguments(move, 1):
        return Verdict("table.unknown", move=" ".join(map(str, move)))
    return why_not_usable(state, seat, name, *moments)


def why_not_usable(state: State, seat: int, name: str, *whens: str) -> Verdict:
    """Return why an ability can't be used at one of these moments."""
    same_name = [ability for ability in abilities_of(state, seat) if ability.name == name]
    if not same_name:
        return _why_not_held(state, seat, name)
    at_moment = [ability for ability in same_name if ability.use.when in whens and not is_trigger(ability)]
    if not at_moment:
        if same_name[0].use.when == ANY:
            verb = "diary" if name.startswith("diary.") else "anytime"
            return Verdict("table.form", problem=f"use it with '{verb}'")
        rule = running.rule_of(state, same_name[0].key)
        timing = "by-use" if whens == (ANY,) else "timing"
        return Verdict(
            rule, what="trigger" if is_trigger(same_name[0]) else timing, ability=name, when=same_name[0].use.when
        )
    if state.is_out(seat):
        return Verdict("reset.skip-phase")
    return next(wrong for wrong in (refuse_ability(state, seat, ability) for ability in at_moment) if wrong)


def _why_not_held(state: State, seat: int, name: str) -> Verdict:
    """Return why a player doesn't have an ability at all."""
    kind, _, entry = name.partition(".")
    content = state.rules.content
    if kind == "aug" and entry in content.augments:
        if entry in state.unequipped[seat]:
            return Verdict("aug.two-states", ability=name, what="unequipped")
        if entry in state.box:
            return Verdict("aug.break", augment=entry)
        if content.augments[entry].faction:
            return Verdict("aug.two-states", ability=name, what="not-yours")
        return Verdict("aug.class-only", ability=name)
    if kind == "body" and entry in content.bodies:
        return _why_not_this_body(state, seat, name, entry)
    if kind == "diary" and "diary" not in state.rules.modules:
        return Verdict("diary.include")
    if kind == "diary" and entry in content.diary:
        return Verdict("diary.one", ability=name, what="used" if "game:diary" in state.used[seat] else "not-yours")
    if kind == "pvp" and entry in content.pvp:
        return Verdict("comp.pvp", ability=name, what="not-here")
    if kind == "enhancement" and entry in content.enhancements:
        return Verdict("comp.enhancement", ability=name, what="not-here")
    return Verdict("table.unknown", move=f"use {name}")


def _why_not_this_body(state: State, seat: int, name: str, body: str) -> Verdict:
    if body in state.bodies[seat]:
        held_now = body == state.bodies[seat][0]
        return Verdict("body.ability" if held_now else "body.two", ability=name, what="none" if held_now else "under")
    if body == state.walker[seat]:
        return Verdict("body.no-walker" if state.bodies[seat] else "body.ability", ability=name, what="none")
    walker = bool(state.rules.content.bodies[body].core)
    return Verdict("body.ability" if walker else "body.inhabit-pattern", ability=name, what="not-yours")


# -- what cards change -------------------------------------------------------------------------------------------------


def modifier(state: State, seat: int, name: str) -> int:
    """Return how much a player's cards change something by name; 0 if they don't."""
    content, scenario = state.rules.content, state.rules.scenario
    changes = list(state.body(seat).modify) if state.walker[seat] else []
    if state.enhancement:
        changes += content.enhancements[state.enhancement].modify
    if state.pvp:
        changes += content.pvp[state.pvp].modify
    if scenario is not None:
        changes += scenario.modify
    for card in state.in_play():
        changes += card.modify
    return sum(number for word, number in changes if word == name)


def refuse_added_cost(state: State, seat: int, name: str, asset: str) -> Verdict | None:
    """Return why a player can't pay a cost that cards add, naming a scenario card that does so, or None."""
    need, have = modifier(state, seat, name), state.has(seat, asset)
    if have >= need:
        return None
    card = next((card.code for card in state.in_play() if any(word == name for word, _ in card.modify)), "")
    if card:
        return Verdict("scen.special-aside", what=name, card=card, need=need, have=have)
    return Verdict("asset.spend", need=need, have=have, asset=asset)


# -- forgetting --------------------------------------------------------------------------------------------------------


def clear_scope(state: State, scope: str, seat: int | None = None) -> None:
    """Clear the counts and marks of a scope that ends: a roll, a Combat, a launch step, a turn or a card."""
    for ability in range(state.rules.seats) if seat is None else (seat,):
        counts = state.tally[ability]
        if scope == "turn":
            counts["defeated-last"] = counts.get("defeated-turn", 0)
        if scope == "card":
            counts["ascended-last"] = counts.get("ascended", 0)
        for inner in SCOPES_ENDED_BY.get(scope, (scope,)):
            for name in TALLIES.get(inner, ()):
                counts.pop(name, None)
            state.used[ability] = tuple(text for text in state.used[ability] if not text.startswith(f"{inner}:"))
