"""Warnings for designers, about content that is allowed but probably a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import FREE_CODE, OPEN
from tabletop_kernel.games.tamashii.lines.operations import Act, Amount, Line, Test
from tabletop_kernel.games.tamashii.lines.vocabulary import ON_TILE, TILE_KINDS
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Body, Cells, Content, Enemy, MapCard, Scenario


class Range(NamedTuple):
    """The range of usual values."""

    least: float
    most: float

    def has(self, value: float) -> bool:
        return self.least <= value <= self.most


STRONG = {3: 8, 4: 9}  # the most for MOV + PRO + ATT, by the cells of a body's pattern
STRONGER = 11  # the most with open tokens in the pattern
HARM = {1: Range(0.5, 2), 2: Range(0.5, 3.5)}  # wounds per activation; other harm counts as half a wound
HACK_CELLS, FACTION_CELLS = Range(2, 4), Range(2, 4)
CLASS_COST, FACTION_COST = Range(2, 3), Range(1, 3)
FEW_CELLS = 3  # a smaller pattern deals at most 1 damage
EVENTS, REWARDS, VICTORY = Range(4, 9), Range(2, 3), Range(2, 5)
FACE_DOWN = Range(2, 4)  # tiles per player on a map card
DEALS = ("deal", "deal-each")
HARMFUL = (
    "attach",
    "destabilize",
    "discard-token",
    "dump-all",
    "dump-line",
    "dump-token",
    "gain-token",
    "lose-asset",
    "lose-each",
    "lose-exp",
    "trace-up",
)


def warnings(content: Content) -> list[str]:
    """Return sentences that name the file, the entry and the rule."""
    sentences: list[str] = []
    for body in content.bodies.values():
        sentences += _at(content, f"body.{body.id}", _body(body))
    sentences += _beaten(content)
    for enemy in content.enemies.values():
        sentences += _at(content, f"enemy.{enemy.id}", _enemy(enemy))
    for augment in content.augments.values():
        sentences += _at(content, f"augment.{augment.id}", _augment(augment))
    for scenario in content.scenarios.values():
        sentences += _at(content, f"scenario.{scenario.code}", _scenario(content, scenario))
    return [*sentences, *_versus(content), *_city(content), *_locked_for_ever(content)]


def _at(content: Content, key: str, problems: Iterator[str]) -> list[str]:
    return [f"{content.places[key]}: {problem}" for problem in problems]


def cells_of(pattern: Cells) -> int:
    """Return how many tokens a pattern needs."""
    return sum(cell != "." for row in pattern for cell in row)


def _number(act: Act) -> float:
    """Return an act's amount, for two players and one of each thing it counts."""
    amount = next((arg for arg in act.args if isinstance(arg, Amount)), None)
    return amount.of(2) if amount else 1


# -- bodies ------------------------------------------------------------------------------------------------------------


def _strength(body: Body) -> int:
    return body.mov + body.pro + body.att


def _is_open(body: Body) -> bool:
    return any(OPEN in row for row in body.pattern)


def _body(body: Body) -> Iterator[str]:
    if not body.pattern:
        return
    cells = cells_of(body.pattern)
    most = (
        STRONGER if _is_open(body) else STRONG.get(cells, min(STRONG.values()) if cells < 3 else max(STRONG.values()))
    )
    if _strength(body) > most:
        worth = "with open cells" if _is_open(body) else f"for a pattern of {cells} cells"
        yield f"MOV, PRO and ATT add up to {_strength(body)}. {most} is already a lot {worth} (body.inhabit-pattern)."


def _beaten(content: Content) -> Iterator[str]:
    """Yield a warning for each body that another one beats in all three values for as many tokens."""
    bodies = [body for body in content.bodies.values() if body.pattern and not _is_open(body)]
    for one, two in permutations(bodies, 2):
        same = cells_of(one.pattern) == cells_of(two.pattern)
        if same and one.mov > two.mov and one.pro > two.pro and one.att > two.att:
            where = content.places[f"body.{two.id}"]
            yield f"{where}: '{one.name}' needs as many tokens and has better values throughout (body.market-access)."


# -- enemies -----------------------------------------------------------------------------------------------------------


def harm(line: Line) -> float:
    """Return a rough number of wounds that an enemy frame is worth."""
    total = 0.0
    for act in line.acts():
        if act.verb == "wound":
            total += _number(act)
        elif act.verb in HARMFUL:
            total += 0.5 * (_number(act) if act.verb in ("trace-up", "attach", "lose-asset") else 1)
    return total


def _enemy(enemy: Enemy) -> Iterator[str]:
    usual = (harm(enemy.fang) + harm(enemy.wire)) / 2
    if not HARM[enemy.level].has(usual):
        often = f"about {usual:g} wounds each time"
        yield f"fang and wire: {often}, which is unusual for level {enemy.level} (combat.enemy-frame)."
    hacks = [cells_of(pattern.cells) for pattern in enemy.patterns if pattern.kind == "hack"]
    repels = [cells_of(pattern.cells) for pattern in enemy.patterns if pattern.kind == "repel"]
    if any(not HACK_CELLS.has(cells) for cells in hacks):
        yield "hacks: one needs fewer than 2 tokens or more than 4 (pattern.hack-repel)."
    if hacks and repels and not any(abs(repels[0] - cells) <= 2 for cells in hacks):
        yield "repel: it costs far more or far less than the hack (pattern.hack-repel)."


# -- augments ----------------------------------------------------------------------------------------------------------


def _augment(augment: Augment) -> Iterator[str]:
    costs = FACTION_COST if augment.faction else CLASS_COST
    if not augment.start and not costs.has(augment.cost):
        yield f"cost: {costs.least:g} to {costs.most:g} is usual (upg.mem-equip)."
    for use in augment.uses:
        cells = cells_of(use.pattern)
        damage = max((_number(act) for act in use.line.acts() if act.verb in DEALS), default=0)
        if use.pattern and augment.faction and not FACTION_CELLS.has(cells):
            yield f"pattern: it has {cells} cells; 2 to 4 are usual (aug.faction-launch)."
        if use.pattern and not augment.faction and cells < FEW_CELLS and damage > 1:
            yield f"pattern: {cells} cells are few for {damage:g} damage (pattern.augments)."


# -- scenarios ---------------------------------------------------------------------------------------------------------


def _scenario(content: Content, scenario: Scenario) -> Iterator[str]:
    lying = {laid.place: content.tiles[laid.tile] for laid in scenario.map if laid.tile}
    tiles = [*lying.values(), *(content.tiles[tile] for tile in scenario.shuffled)]
    up = [lying[laid.place] for laid in scenario.map if laid.up]
    if not any(tile.kind == "shelter" for tile in up):
        yield "map: no Shelter starts face up, so an early reset has nowhere to go (reset.shelter)."
    for faction in scenario.factions:
        if all(tile.faction != faction for tile in tiles):
            yield f"factions: there is no {faction} hideout on the map (scen.factions)."
    won = next(card for card in scenario.cards.values() if card.ends == "won")
    if all(act.verb != "mark-progress" for act in won.immediate.acts()):
        yield f"cards ('{won.code}'): 'mark progress' is missing (camp.progress)."
    for card in scenario.cards.values():
        if not card.special and not card.ends and not _leads_on(scenario, card.code):
            yield f"cards ('{card.code}'): nothing on it draws another card or wins the scenario (quest.replace)."
    kinds = {tile.kind for tile in tiles}
    if "gardens" in kinds and scenario.kind != "forbidden":
        yield "map: the Gardens give Inari tokens, but only a Forbidden Chapter has them (inari.special)."
    for test in _tests(scenario):
        head, _, name = test.left.rpartition(" ")
        if head in ON_TILE and name in TILE_KINDS and name not in kinds:
            yield f"cards: '{test.left}', but the map has no such tile (scen.map)."


def _leads_on(scenario: Scenario, code: str) -> bool:
    card = scenario.cards[code]
    lines = [card.immediate, card.pattern_line, *(activity.line for activity in card.activities)]
    lines += [block.line for block in card.world]
    return any(act.verb in ("draw-card", "victory", "lost") for line in lines for act in line.acts())


def _tests(scenario: Scenario) -> Iterator[Test]:
    for card in scenario.cards.values():
        yield from card.pattern_where
        for activity in card.activities:
            yield from activity.where
        for block in card.world:
            yield from block.tests


def _locked_for_ever(content: Content) -> Iterator[str]:
    """Yield a warning for everything that starts locked and that no scenario unlocks."""
    cards = [card for scenario in content.scenarios.values() for card in scenario.cards.values()]
    lines = [line for card in cards for line in (card.immediate, *(block.line for block in card.world))]
    unlocked = {act.args[0] for line in lines for act in line.acts() if act.verb == "unlock-code"}
    kinds = (("body", content.bodies), ("enemy", content.enemies), ("augment", content.augments))
    for table, entries in (*kinds, ("diary", content.diary)):
        for name, entry in entries.items():
            if entry.code not in (*unlocked, FREE_CODE):
                where = content.places[f"{table}.{name}"]
                yield f"{where}: code: no scenario unlocks {entry.code} (camp.by-play)."
    for code, scenario in content.scenarios.items():
        if scenario.needs and scenario.needs not in unlocked:
            yield f"{content.places[f'scenario.{code}']}: needs: no scenario unlocks {scenario.needs} (camp.by-play)."


# -- versus and the Living City ----------------------------------------------------------------------------------------


def _versus(content: Content) -> Iterator[str]:
    for card in content.maps.values():
        down = sum(not laid.up for laid in card.map)
        where = content.places[f"map.{card.id}"]
        if not all(FACE_DOWN.has(down / players) for players in (2, 3, 4)):
            yield f"{where}: map: it has {down} face-down tiles; 2 to 4 per player are usual (comp.map)."
    for goal in content.goals.values():
        where = content.places[f"goal.{goal.id}"]
        if not VICTORY.has(goal.vp):
            yield f"{where}: vp: 2 to 5 is usual (vp.goals)."
        for test in (*goal.tests, *goal.where):
            yield from _everywhere(content, where, test)


def _everywhere(content: Content, where: str, test: Test) -> Iterator[str]:
    """Yield a warning if a goal needs something that not every map has."""
    head, _, name = test.left.rpartition(" ")
    if head not in ON_TILE:
        return
    missing = [card.name for card in content.maps.values() if not _has_tile(content, card, name)]
    if missing:
        yield f"{where}: '{test.left}', but {missing[0]} may have no such tile (comp.goal-take)."


def _has_tile(content: Content, card: MapCard, name: str) -> bool:
    named = [content.tiles[laid.tile] for laid in card.map if laid.tile]
    if any(name in (tile.id, tile.kind) for tile in named):
        return True
    loose = sum(not laid.tile for laid in card.map)
    by_lot = {"hideout": bool(card.hideouts) or bool(loose), "plain": loose > card.hideouts}
    return by_lot.get(name, False)


def _city(content: Content) -> Iterator[str]:
    for event in content.events.values():
        if not EVENTS.has(event.number):
            yield f"{content.places[f'event.{event.id}']}: number: 4 to 9 is usual (city.heist-on)."
    numbers = [reward.number for reward in content.rewards.values() for _ in range(reward.copies)]
    if numbers and not REWARDS.has(_mean(numbers)):
        yield f"rewards.toml: the numbers average {_mean(numbers):.1f}; about 2.5 is usual (city.heist-bust)."


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)
