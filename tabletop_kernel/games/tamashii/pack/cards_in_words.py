"""Everything in a pack in words, for designers. Each sentence comes from the line that is carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.components import FREE_CODE, NAMES
from tabletop_kernel.games.tamashii.lines import language
from tabletop_kernel.games.tamashii.lines.operations import Line, Test
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import GUEST, Tongue, said_tests
from tabletop_kernel.games.tamashii.pack.pieces import (
    Augment,
    Block,
    Body,
    Card,
    Cells,
    CityEvent,
    Conditions,
    Content,
    Enemy,
    EnemyLot,
    Find,
    Laid,
    MapCard,
    Scenario,
    Tile,
)
from tabletop_kernel.games.tamashii.pack.reading_lines import modifiers_said

STARTS = {"plain": "Starting augment", "co-op": "Starting augment (co-op)", "solo": "Starting augment (solo and PvP)"}
KINDS = {
    "prologue": "A prologue",
    "story": "A co-operative scenario",
    "yokai": "A Yokai scenario",
    "forbidden": "A Forbidden Chapter",
}


def in_words(content: Content) -> dict[str, list[str]]:
    """Return everything by name: its kind, then its effects."""
    said: dict[str, list[str]] = {}
    for name, lines in _all(content):
        said[_free(said, name)] = lines
    return said


def _all(content: Content) -> Iterable[tuple[str, list[str]]]:
    for scenario in content.scenarios.values():
        yield f"{scenario.code} {scenario.name}", sheet(content, scenario)
        for card in scenario.cards.values():
            yield f"{card.code} {card.name}", scenario_card(content, scenario, card)
    yield from ((body.name, _body(body)) for body in content.bodies.values())
    yield from ((enemy.name, _enemy(enemy)) for enemy in content.enemies.values())
    yield from ((tile.name, _tile(tile)) for tile in content.tiles.values())
    yield from ((f"Exploration token {find.id}", _find(find)) for find in content.finds.values())
    yield from ((augment.name, _augment(augment)) for augment in content.augments.values())
    for protocol in content.protocols.values():
        yield protocol.name, ["A learning protocol.", *protocol.texts]
    for one in content.maps.values():
        yield one.name, _map(content, one)
    for conditions in content.conditions.values():
        yield conditions.name, _conditions(content, conditions)
    yield from ((card.name, ["An enhancement.", card.text]) for card in content.enhancements.values())
    yield from ((card.name, ["A PvP card.", card.text]) for card in content.pvp.values())
    yield from ((goal.name, [f"A goal worth {goal.vp} VP.", goal.text]) for goal in content.goals.values())
    yield from ((event.name, _event(event)) for event in content.events.values())
    for reward in content.rewards.values():
        title = f"Reward {reward.id}"
        yield title, [f"{_copies(reward.copies, 'reward')}, number {reward.number}.", *reward.line.words]
    yield from ((diary.name, [f"A diary card.{_locked(diary.code)}", diary.text]) for diary in content.diary.values())


# -- single cards ------------------------------------------------------------------------------------------------------


def _body(body: Body) -> list[str]:
    what = f"A walker, core {NAMES[body.core]}" if body.core else f"An advanced body, pattern {drawn(body.pattern)}"
    lines = [f"{what}: MOV {body.mov}, PRO {body.pro}, ATT {body.att}.{_locked(body.code)}"]
    for frame in body.frames:
        dice = f"{frame.dice}*" if frame.repeat else " ".join(sorted(frame.dice, key="SDT".index))
        lines.append(f"{dice}: {' '.join(frame.line.words)}")
    return lines + [body.text] * bool(body.text)


def _enemy(enemy: Enemy) -> list[str]:
    cards = _copies(enemy.copies, f"level {enemy.level} enemy card", f"level {enemy.level} enemy cards")
    lines = [f"{cards}, integrity {enemy.integrity}.{_locked(enemy.code)}"]
    lines += [f"Fang: {' '.join(enemy.fang.words)}", f"Wire: {' '.join(enemy.wire.words)}"]
    for pattern in enemy.patterns:
        lines.append(f"{pattern.kind.capitalize()} {drawn(pattern.cells)}: {' '.join(pattern.line.words)}")
    return lines


def _tile(tile: Tile) -> list[str]:
    kind = f"hideout of the {tile.faction}" if tile.faction else {"gardens": "garden"}.get(tile.kind, tile.kind)
    tiles = _copies(tile.copies, f"district tile ({kind})", f"district tiles ({kind})")
    return [f"{tiles}: entry {tile.entry}, stationary {tile.stationary}.", *tile.line.words]


def _find(find: Find) -> list[str]:
    lines = [f"{_copies(find.copies, 'exploration token')}. You gain one of its rewards."]
    return lines + [" ".join(reward.words) for reward in find.rewards]


def _augment(augment: Augment) -> list[str]:
    kind = STARTS.get(augment.start, "Augment")
    return [f"{kind} of the {augment.owner}, cost {augment.cost} memory.{_locked(augment.code)}", augment.text]


def _event(event: CityEvent) -> list[str]:
    return [f"A city event, number {event.number}.", event.text]


def _conditions(content: Content, conditions: Conditions) -> list[str]:
    enemies = listed(_lot(content, lot) for lot in conditions.enemies)
    return [f"Conditions. Enemies: {enemies}.", *conditions.bonus.words]


def _map(content: Content, card: MapCard) -> list[str]:
    loose = [laid.place for laid in card.map if not laid.tile]
    there = f" {card.hideouts} of them hideouts," if card.hideouts else ""
    lines = ["A map setup card.", *(_laid(content, laid) for laid in card.map if laid.tile)]
    return lines + [f"{len(loose)} random tiles,{there} face down: {_places(loose)}."] * bool(loose)


# -- scenarios ---------------------------------------------------------------------------------------------------------


def sheet(content: Content, scenario: Scenario, players: int | None = None) -> list[str]:
    """Return a scenario's sheet, line by line."""
    seats = listed(map(str, scenario.seats), "or")
    lines = [f"{KINDS[scenario.kind]} for {seats} players."]
    lines += [_laid(content, laid) for laid in scenario.map if laid.tile]
    loose = [laid.place for laid in scenario.map if not laid.tile]
    if loose:
        shuffled = listed(content.tiles[tile].name for tile in scenario.shuffled)
        lines.append(f"Shuffled and laid face down on {_places(loose)}: {shuffled}.")
    lines.append(f"Enemies: {listed(_lot(content, lot, players) for lot in scenario.enemies)}.")
    number, each = scenario.corrupted
    lines.append(f"Corrupted tokens in the pool: {_many(number, each, players)}.")
    if scenario.factions:
        lines.append(f"Factions: {listed(scenario.factions)}.")
    return [*lines, *scenario.rules_text, *[scenario.solo_text] * bool(scenario.solo_text)]


def scenario_card(content: Content, scenario: Scenario, card: Card, players: int | None = None) -> list[str]:
    """Return a scenario card, part by part. With the number of players, “2N” becomes a number."""
    kind = "special card" if card.special else {"won": "victory card", "lost": "loss card"}.get(card.ends, "plot card")
    head = [f"A {kind} from {scenario.name}.", *[card.story] * bool(card.story)]
    return head + printed(card, Tongue(names_in(content, scenario), players))


def printed(card: Card, tongue: Tongue) -> list[str]:
    """Return a scenario card's text besides its story."""
    lines = []
    if card.immediate.ops:
        lines.append(f"Immediate effect: {_line(card.immediate, tongue)}")
    if card.pattern:
        lines.append(_headed(f"Launch {drawn(card.pattern)}", card.pattern_where, card.pattern_line, tongue))
    for activity in card.activities:
        lines.append(_headed("Player activity", activity.where, activity.line, tongue))
    for block in card.world:
        lines.append(block_said(block, tongue, alone=len(card.world) == 1))
    lines += modifiers_said(card.modify)
    return lines + ["It stays in play as a special card."] * (card.stays and not card.special)


def block_said(block: Block, tongue: Tongue, alone: bool = False) -> str:
    """Return a block of the world activity in words, such as “World, if time is 0: Draw Scenario Lost.”"""
    if block.tests:
        return f"World, if {said_tests(block.tests, tongue)}: {_line(block.line, tongue)}"
    return f"World: {_line(block.line, tongue)}" if alone else f"World, otherwise: {_line(block.line, tongue)}"


def _headed(head: str, tests: tuple[Test, ...], line: Line, tongue: Tongue) -> str:
    where = f", if {said_tests(tests, tongue)}" if tests else ""
    return f"{head}{where}: {_line(line, tongue)}"


def _line(line: Line, tongue: Tongue) -> str:
    return " ".join(language.words(line, tongue.players, tongue.names))


def names_in(content: Content, scenario: Scenario) -> Mapping[str, str]:
    """Return the names of a scenario's tiles, cards and guest."""
    names = {tile.id: tile.name for tile in content.tiles.values()}
    names |= {card.code: f"{card.name} ({card.code})" for card in scenario.cards.values()}
    guest = next((lot.enemy for lot in scenario.enemies if lot.mark == GUEST), "")
    return {**names, GUEST: content.enemies[guest].name} if guest else names


def _laid(content: Content, laid: Laid) -> str:
    more = [
        *["face up" if laid.up else "face down"],
        *["an exploration token"] * laid.find,
        *["a relay marker"] * laid.relay,
        *["a dice token, face down"] * laid.die,
    ]
    return f"{content.tiles[laid.tile].name} at {_places([laid.place])}: {', '.join(more)}."


def _places(places: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"({q},{r})" for q, r in places)


def _lot(content: Content, lot: EnemyLot, players: int | None = None) -> str:
    many = _many(lot.number, lot.each, players) + (f" (at most {lot.most})" if lot.most is not None else "")
    what = content.enemies[lot.enemy].name if lot.enemy else f"random level {lot.level} enemies"
    said = f"{what}, up to {many} cards in total" if lot.fill else f"{many} {what}"
    notes = ["shuffled with the enemies before them"] * lot.shuffled + ["set aside"] * lot.aside
    notes += ["the small gods"] * (lot.mark == "god")
    return f"{said} ({', '.join(notes)})" if notes else said


def _many(number: int, each: int, players: int | None = None) -> str:
    if players is not None:
        return str(number + each * players)
    per = f"{each if each > 1 else ''}N" if each else ""
    return " + ".join(part for part in (str(number) if number or not each else "", per) if part)


# -- small words -------------------------------------------------------------------------------------------------------


def drawn(cells: Cells) -> str:
    """Return a pattern in one line, such as “EE/.E”."""
    return "/".join(cells)


def _locked(code: str) -> str:
    return "" if code == FREE_CODE else f" Locked until {code} is unlocked."


def _copies(number: int, one: str, many: str = "") -> str:
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"


def _free(said: Mapping[str, list[str]], name: str) -> str:
    """Return the name, with a number if it is taken."""
    number, free = 1, name
    while free in said:
        number += 1
        free = f"{name} ({number})"
    return free
