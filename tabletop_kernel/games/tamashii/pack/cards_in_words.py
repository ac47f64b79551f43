"""Everything in a pack in words, for designers. Each sentence comes from the line that is carried out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.tamashii.components import FREE_CODE, NAMES
from tabletop_kernel.games.tamashii.lines import language
from tabletop_kernel.games.tamashii.lines.operations import Line, Test
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import GUEST, CardWording, conditions_in_words
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
from tabletop_kernel.games.tamashii.pack.reading_lines import modifiers_in_words

TEXT_BY_START = {
    "plain": "Starting augment",
    "co-op": "Starting augment (co-op)",
    "solo": "Starting augment (solo and PvP)",
}
TEXT_BY_SCENARIO_KIND = {
    "prologue": "A prologue",
    "story": "A co-operative scenario",
    "yokai": "A Yokai scenario",
    "forbidden": "A Forbidden Chapter",
}


def entries_in_words(content: Content) -> dict[str, list[str]]:
    """Return the lines of text for each entry by its name: its kind, then its effects."""
    lines_by_name: dict[str, list[str]] = {}
    for name, lines in _named_entries(content):
        lines_by_name[_unused_name(lines_by_name, name)] = lines
    return lines_by_name


def _named_entries(content: Content) -> Iterable[tuple[str, list[str]]]:
    """Yield the name and the lines of text of each entry. Two entries may share a name."""
    for scenario in content.scenarios.values():
        yield f"{scenario.code} {scenario.name}", scenario_sheet(content, scenario)
        for card in scenario.cards.values():
            yield f"{card.code} {card.name}", scenario_card(content, scenario, card)
    yield from ((body.name, _body_lines(body)) for body in content.bodies.values())
    yield from ((enemy.name, _enemy_lines(enemy)) for enemy in content.enemies.values())
    yield from ((tile.name, _tile_lines(tile)) for tile in content.tiles.values())
    yield from ((f"Exploration token {find.id}", _find_lines(find)) for find in content.finds.values())
    yield from ((augment.name, _augment_lines(augment)) for augment in content.augments.values())
    for protocol in content.protocols.values():
        yield protocol.name, ["A learning protocol.", *protocol.texts]
    for map_card in content.maps.values():
        yield map_card.name, _map_lines(content, map_card)
    for conditions in content.conditions.values():
        yield conditions.name, _conditions_lines(content, conditions)
    yield from ((card.name, ["An enhancement.", card.text]) for card in content.enhancements.values())
    yield from ((card.name, ["A PvP card.", card.text]) for card in content.pvp.values())
    yield from ((goal.name, [f"A goal worth {goal.vp} VP.", goal.text]) for goal in content.goals.values())
    yield from ((event.name, _event_lines(event)) for event in content.events.values())
    for reward in content.rewards.values():
        title = f"Reward {reward.id}"
        yield title, [f"{_copies_text(reward.copies, 'reward')}, number {reward.number}.", *reward.line.words]
    yield from (
        (diary.name, [f"A diary card.{_lock_text(diary.code)}", diary.text]) for diary in content.diary.values()
    )


# -- single cards ------------------------------------------------------------------------------------------------------


def _body_lines(body: Body) -> list[str]:
    what = (
        f"A walker, core {NAMES[body.core]}" if body.core else f"An advanced body, pattern {pattern_text(body.pattern)}"
    )
    lines = [f"{what}: MOV {body.mov}, PRO {body.pro}, ATT {body.att}.{_lock_text(body.code)}"]
    for frame in body.frames:
        dice = f"{frame.dice}*" if frame.repeat else " ".join(sorted(frame.dice, key="SDT".index))
        lines.append(f"{dice}: {' '.join(frame.line.words)}")
    if body.text:
        lines.append(body.text)
    return lines


def _enemy_lines(enemy: Enemy) -> list[str]:
    cards = _copies_text(enemy.copies, f"level {enemy.level} enemy card", f"level {enemy.level} enemy cards")
    lines = [f"{cards}, integrity {enemy.integrity}.{_lock_text(enemy.code)}"]
    lines += [f"Fang: {' '.join(enemy.fang.words)}", f"Wire: {' '.join(enemy.wire.words)}"]
    for pattern in enemy.patterns:
        lines.append(f"{pattern.kind.capitalize()} {pattern_text(pattern.cells)}: {' '.join(pattern.line.words)}")
    return lines


def _tile_lines(tile: Tile) -> list[str]:
    kind = f"hideout of the {tile.faction}" if tile.faction else {"gardens": "garden"}.get(tile.kind, tile.kind)
    tiles = _copies_text(tile.copies, f"district tile ({kind})", f"district tiles ({kind})")
    return [f"{tiles}: entry {tile.entry}, stationary {tile.stationary}.", *tile.line.words]


def _find_lines(find: Find) -> list[str]:
    lines = [f"{_copies_text(find.copies, 'exploration token')}. You gain one of its rewards."]
    return lines + [" ".join(reward.words) for reward in find.rewards]


def _augment_lines(augment: Augment) -> list[str]:
    kind = TEXT_BY_START.get(augment.start, "Augment")
    return [f"{kind} of the {augment.owner}, cost {augment.cost} memory.{_lock_text(augment.code)}", augment.text]


def _event_lines(event: CityEvent) -> list[str]:
    return [f"A city event, number {event.number}.", event.text]


def _conditions_lines(content: Content, conditions: Conditions) -> list[str]:
    enemies = listed(_lot_text(content, lot) for lot in conditions.enemies)
    return [f"Conditions. Enemies: {enemies}.", *conditions.bonus.words]


def _map_lines(content: Content, card: MapCard) -> list[str]:
    random_places = [laid.place for laid in card.map if not laid.tile]
    lines = ["A map setup card.", *(_tile_text(content, laid) for laid in card.map if laid.tile)]
    if random_places:
        hideouts = f" {card.hideouts} of them hideouts," if card.hideouts else ""
        lines.append(f"{len(random_places)} random tiles,{hideouts} face down: {_places_text(random_places)}.")
    return lines


# -- scenarios ---------------------------------------------------------------------------------------------------------


def scenario_sheet(content: Content, scenario: Scenario, players: int | None = None) -> list[str]:
    """Return a scenario's sheet, line by line. With the number of players, “2N” becomes a number."""
    seats = listed(map(str, scenario.seats), "or")
    lines = [f"{TEXT_BY_SCENARIO_KIND[scenario.kind]} for {seats} players."]
    lines += [_tile_text(content, laid) for laid in scenario.map if laid.tile]
    random_places = [laid.place for laid in scenario.map if not laid.tile]
    if random_places:
        shuffled = listed(content.tiles[tile].name for tile in scenario.shuffled)
        lines.append(f"Shuffled and laid face down on {_places_text(random_places)}: {shuffled}.")
    lines.append(f"Enemies: {listed(_lot_text(content, lot, players) for lot in scenario.enemies)}.")
    number, each = scenario.corrupted
    lines.append(f"Corrupted tokens in the pool: {_count_text(number, each, players)}.")
    if scenario.factions:
        lines.append(f"Factions: {listed(scenario.factions)}.")
    lines += scenario.rules_text
    if scenario.solo_text:
        lines.append(scenario.solo_text)
    return lines


def scenario_card(content: Content, scenario: Scenario, card: Card, players: int | None = None) -> list[str]:
    """Return a scenario card, part by part. With the number of players, “2N” becomes a number."""
    kind = "special card" if card.special else {"won": "victory card", "lost": "loss card"}.get(card.ends, "plot card")
    lines = [f"A {kind} from {scenario.name}."]
    if card.story:
        lines.append(card.story)
    return lines + printed_lines(card, CardWording(names_in(content, scenario), players))


def printed_lines(card: Card, wording: CardWording) -> list[str]:
    """Return a scenario card's text without its story, part by part."""
    lines = []
    if card.immediate.ops:
        lines.append(f"Immediate effect: {_line_text(card.immediate, wording)}")
    if card.pattern:
        lines.append(
            _headed_text(f"Launch {pattern_text(card.pattern)}", card.pattern_where, card.pattern_line, wording)
        )
    for activity in card.activities:
        lines.append(_headed_text("Player activity", activity.where, activity.line, wording))
    for block in card.world:
        lines.append(block_text(block, wording, alone=len(card.world) == 1))
    lines += modifiers_in_words(card.modify)
    if card.stays and not card.special:
        lines.append("It stays in play as a special card.")
    return lines


def block_text(block: Block, wording: CardWording, alone: bool = False) -> str:
    """Return a block of the world activity in words, such as “World, if time is 0: Draw Scenario Lost.”"""
    if block.tests:
        return f"World, if {conditions_in_words(block.tests, wording)}: {_line_text(block.line, wording)}"
    return (
        f"World: {_line_text(block.line, wording)}" if alone else f"World, otherwise: {_line_text(block.line, wording)}"
    )


def _headed_text(head: str, tests: tuple[Test, ...], line: Line, wording: CardWording) -> str:
    where = f", if {conditions_in_words(tests, wording)}" if tests else ""
    return f"{head}{where}: {_line_text(line, wording)}"


def _line_text(line: Line, wording: CardWording) -> str:
    return " ".join(language.words(line, wording.players, wording.names))


def names_in(content: Content, scenario: Scenario) -> Mapping[str, str]:
    """Return the names of a scenario's tiles, cards and guest."""
    names = {tile.id: tile.name for tile in content.tiles.values()}
    names |= {card.code: f"{card.name} ({card.code})" for card in scenario.cards.values()}
    guest = next((lot.enemy for lot in scenario.enemies if lot.mark == GUEST), "")
    return {**names, GUEST: content.enemies[guest].name} if guest else names


def _tile_text(content: Content, laid: Laid) -> str:
    details = ["face up" if laid.up else "face down"]
    if laid.find:
        details.append("an exploration token")
    if laid.relay:
        details.append("a relay marker")
    if laid.die:
        details.append("a dice token, face down")
    return f"{content.tiles[laid.tile].name} at {_places_text([laid.place])}: {', '.join(details)}."


def _places_text(places: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"({q},{r})" for q, r in places)


def _lot_text(content: Content, lot: EnemyLot, players: int | None = None) -> str:
    """Return some enemies of a deck in words, such as “2N random level 1 enemies (set aside)”."""
    count = _count_text(lot.number, lot.each, players) + (f" (at most {lot.most})" if lot.most is not None else "")
    enemies = content.enemies[lot.enemy].name if lot.enemy else f"random level {lot.level} enemies"
    text = f"{enemies}, up to {count} cards in total" if lot.fill else f"{count} {enemies}"
    notes = []
    if lot.shuffled:
        notes.append("shuffled with the enemies before them")
    if lot.aside:
        notes.append("set aside")
    if lot.mark == "god":
        notes.append("the small gods")
    return f"{text} ({', '.join(notes)})" if notes else text


def _count_text(number: int, each: int, players: int | None = None) -> str:
    """Return a number and an extra one for each player as text: “3 + 2N”, or their sum for a number of players."""
    if players is not None:
        return str(number + each * players)
    if not each:
        return str(number)
    extra = "N" if each == 1 else f"{each}N"
    return f"{number} + {extra}" if number else extra


# -- short texts -------------------------------------------------------------------------------------------------------


def pattern_text(cells: Cells) -> str:
    """Return a pattern in one line, such as “EE/.E”."""
    return "/".join(cells)


def _lock_text(code: str) -> str:
    return "" if code == FREE_CODE else f" Locked until {code} is unlocked."


def _copies_text(number: int, one: str, many: str = "") -> str:
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"


def _unused_name(taken: Collection[str], name: str) -> str:
    """Return the name; if it is taken, with a number, such as “Rooftop (2)”."""
    number, unused = 1, name
    while unused in taken:
        number += 1
        unused = f"{name} ({number})"
    return unused
