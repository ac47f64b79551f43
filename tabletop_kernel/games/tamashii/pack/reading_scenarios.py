"""A reader that turns a scenario's entry into its sheet and cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tabletop_kernel.games.tamashii.lines.language import read
from tabletop_kernel.games.tamashii.lines.operations import NOTHING
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import GUEST
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.entries import CardEntry, LotEntry, PlaceEntry, ScenarioEntry
from tabletop_kernel.games.tamashii.pack.pieces import Activity, Block, Card, EnemyLot, Laid, Place, Scenario
from tabletop_kernel.games.tamashii.pack.reading_lines import MOST_LINES, Reader

WON, LOST = "won", "lost"
PLAIN_ENDS = {WON: ("V", "Victory!", "mark progress"), LOST: ("L", "Scenario Lost", "nothing")}
SPECIAL_RULES = {
    "first-reset-one": "Each player's first reset gives them 1 corrupted token instead of 2.",
    "yokai": "An enemy that is defeated or discarded goes to the bottom of the enemy deck.",
    "gods": "When a small god is defeated for the first time, put 1 success token on the active card.",
    "inari-success": "While the first card is active, each Inari token launched also puts 1 success token on it.",
}
GUEST_RULE = "If {guest} is discarded without being defeated, it waits on the active card and keeps its damage."


def read_map(entries: Iterable[PlaceEntry]) -> tuple[Laid, ...]:
    """Return the places of a map."""
    return tuple(
        Laid(read_place(entry.at), entry.tile, entry.up, entry.find, entry.relay, entry.die)
        for entry in entries
        if len(entry.at) == 2
    )


def read_place(at: Sequence[int]) -> Place:
    return (at[0], at[1]) if len(at) == 2 else (0, 0)


def read_enemy_lots(entries: Iterable[LotEntry]) -> tuple[EnemyLot, ...]:
    """Return the lots of an enemy deck, from the top."""
    return tuple(
        EnemyLot(
            enemy=entry.enemy,
            level=entry.level,
            number=entry.number,
            each=entry.each,
            most=entry.most,
            mark=entry.mark,
            shuffled=entry.shuffled,
            aside=entry.aside,
            fill=entry.fill,
        )
        for entry in entries
    )


def read_scenario(reader: Reader, where: str, entry: ScenarioEntry, enemies: Mapping[str, str]) -> Scenario:
    """Return a sheet with its cards. The guest goes by its name, even in lines."""
    guest = next((enemies.get(lot.enemy, "") for lot in entry.enemies if lot.mark == GUEST), "")
    context_and_names_outside = reader.context, reader.names
    reader.context = replace(
        reader.context,
        tiles=_tiles_on_map(entry) if reader.context.tiles is not None else None,
        plot=[card.code for card in entry.cards if not card.special and not card.ends],
        special=[card.code for card in entry.cards if card.special],
        prologue=entry.kind == "prologue",
        guest=bool(guest) or any(lot.mark == GUEST for lot in entry.enemies),
    )
    reader.names = {**reader.names, **({GUEST: guest} if guest else {})}
    cards = {
        card.code: _read_card(reader, f"{where}: cards {number} ('{card.code}')", card)
        for number, card in _numbered_cards(entry)
    }
    modify = reader.modifiers(where, entry.modify)
    reader.context, reader.names = context_and_names_outside
    _add_plain_ends(reader, entry.code, cards)
    rules = [SPECIAL_RULES[rule] for rule in entry.special if rule in SPECIAL_RULES]
    won = next(card for card in cards.values() if card.ends == WON)
    return Scenario(
        code=entry.code,
        name=entry.name,
        kind=entry.kind,
        seats=tuple(entry.seats),
        map=read_map(entry.map),
        shuffled=tuple(entry.shuffled),
        start=read_place(entry.start),
        enemies=read_enemy_lots(entry.enemies),
        without=tuple(entry.without),
        corrupted=(entry.corrupted.number, entry.corrupted.each),
        factions=tuple(entry.factions),
        first=entry.first,
        cards=cards,
        special_rules=tuple(entry.special),
        rules_text=(*rules, *_guest_rules_text(guest, modify)),
        solo_text=entry.solo,
        modify=modify,
        unlocks=tuple(str(act.args[0]) for act in won.immediate.acts() if act.verb == "unlock-code"),
        needs=entry.needs,
    )


def _numbered_cards(entry: ScenarioEntry) -> list[tuple[int, CardEntry]]:
    return list(enumerate(entry.cards, 1))


def _tiles_on_map(entry: ScenarioEntry) -> list[str]:
    """Return the tiles on a scenario's map."""
    return list(dict.fromkeys([*(place.tile for place in entry.map if place.tile), *entry.shuffled]))


def _guest_rules_text(guest: str, modify: Sequence[tuple[str, int]]) -> list[str]:
    if not guest:
        return []
    changes = dict(modify)
    more, each = changes.get(line_keys.GUEST, 0), changes.get(line_keys.GUEST_EACH, 0)
    tougher = [f"{more}"] * bool(more) + [f"{each} for each player"] * bool(each)
    sentences = [f"{guest}'s integrity is higher by {' plus '.join(tougher)}."] if tougher else []
    return [*sentences, GUEST_RULE.format(guest=guest)]


def _read_card(reader: Reader, where: str, entry: CardEntry) -> Card:
    code = entry.code
    activities, world = [], []
    for number, text in enumerate(entry.activities[:MOST_LINES]):
        key = line_keys.card(code, "activity", number)
        block = reader.block(f"{where}: activities {number + 1}", text, "activity", key)
        group = any(act.verb == "group-test" for act in block.line.acts())
        activities.append(Activity(block.tests, block.line, group))
    for number, text in enumerate(entry.world[:MOST_LINES]):
        block = reader.block(f"{where}: world {number + 1}", text, "world", line_keys.card(code, "world", number))
        world.append(Block(block.tests, block.line))
        if not block.tests and number + 1 < len(entry.world):
            reader.pack.note([f"{where}: world {number + 1}: only the last block may have no 'if' (quest.if-false)."])
    launch = (
        reader.block(f"{where}: launch", entry.launch, "launch", line_keys.card(code, "pattern"))
        if entry.launch
        else None
    )
    return Card(
        code=code,
        name=entry.name,
        special=entry.special,
        story=entry.story,
        immediate=reader.line(f"{where}: immediate", entry.immediate, "immediate", line_keys.card(code, "immediate")),
        pattern=reader.pattern(f"{where}: pattern", entry.pattern),
        pattern_where=launch.tests if launch else (),
        pattern_line=launch.line if launch else NOTHING,
        activities=tuple(activities),
        world=tuple(world),
        modify=reader.modifiers(where, entry.modify),
        ends=entry.ends,
        stays=entry.stays,
    )


def _add_plain_ends(reader: Reader, code: str, cards: dict[str, Card]) -> None:
    """Add a plain victory or loss card if a scenario doesn't have its own."""
    for ends, (letter, name, line) in PLAIN_ENDS.items():
        if any(card.ends == ends for card in cards.values()):
            continue
        own = f"{code}-{letter}"
        immediate = read(line)
        reader.lines[line_keys.card(own, "immediate")] = immediate
        cards[own] = Card(own, name, False, "", immediate, (), (), NOTHING, (), (), (), ends)
