"""Faults of sheets, cards, maps and enemy decks in a pack; each names its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from re import fullmatch, search

from networkx import is_weakly_connected

from tabletop_kernel.content.packs import Pack
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import clip, nearest
from tabletop_kernel.games.tamashii.components import FACTIONS, FREE_CODE, SUPPLY
from tabletop_kernel.games.tamashii.pack.entries import (
    CardEntry,
    ConditionsEntry,
    EnemyEntry,
    LotEntry,
    MapEntry,
    PlaceEntry,
    ScenarioEntry,
    TileEntry,
)
from tabletop_kernel.games.tamashii.pack.faults_of_lines import MOST_PLAYERS
from tabletop_kernel.games.tamashii.pack.pack_faults import LEVELS, between, listed_once, names
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.pack.reading_scenarios import LOST, PLAIN_ENDS, SPECIAL_RULES, WON, read_place
from tabletop_kernel.toolkit.maps import Chart

KINDS = ("prologue", "story", "yokai", "forbidden")
MARKS = ("guest", "god")
STARTS = ("shelter", "damaged")  # kinds of starting tiles in versus
FARTHEST = 9


class KnownPieces:
    """The tiles and enemies that sheets can name."""

    def __init__(self, tiles: Sequence[TileEntry], enemies: Sequence[EnemyEntry]) -> None:
        self.tiles = {tile.id: tile for tile in tiles}
        self.enemies = {enemy.id: enemy for enemy in enemies}


# -- sheets ------------------------------------------------------------------------------------------------------------


def faults_of_scenarios(pack: Pack, entries: Sequence[ScenarioEntry], pieces: KnownPieces | None) -> Iterator[str]:
    """Yield faults of sheets. `pieces` is None if tiles or enemies couldn't be read: then names go unchecked."""
    seen: dict[str, str] = {}
    for entry in entries:
        where = pack.where(entry)
        if entry.code in seen:
            yield f"{where}: code: {seen[entry.code]} has this code too."
        seen.setdefault(entry.code, where)
        yield from _faults_of_sheet(where, entry)
        yield from _faults_of_cards(where, entry)
        yield from _places(where, entry.map)
        if pieces is not None:
            yield from _map_of_sheet(where, entry, pieces)
            yield from _deck_of_sheet(where, entry, pieces)


def _faults_of_sheet(where: str, entry: ScenarioEntry) -> Iterator[str]:
    if not fullmatch("[A-Z][0-9]{2}", entry.code):
        yield f"{where}: code: use a capital letter and two digits, as in 'S01' (camp.progress)."
    if not 1 <= len(entry.name.strip()) <= 40:
        yield f"{where}: name: use 1 to 40 letters."
    if entry.kind not in KINDS:
        yield f"{where}: kind: {clip(entry.kind)} isn't a kind: {nearest(entry.kind, KINDS)}"
    if entry.needs and not fullmatch("[A-Z][0-9]{2}", entry.needs):
        yield f"{where}: needs: write a code, as in 'A01', or nothing (camp.locked-out)."
    if not entry.seats or any(not 1 <= seats <= MOST_PLAYERS for seats in entry.seats):
        yield f"{where}: seats: use numbers from 1 to {MOST_PLAYERS} (scen.choose)."
    yield from listed_once(where, "factions", entry.factions, FACTIONS, "scen.factions")
    yield from listed_once(where, "special", entry.special, tuple(SPECIAL_RULES), "scen.special-rules")
    if (entry.kind == "yokai") != ("yokai" in entry.special):
        yield f"{where}: special: kind = 'yokai' needs 'yokai' here, and no other kind allows it (yokai.bottom)."
    if ("gods" in entry.special) != any(lot.mark == "god" for lot in entry.enemies):
        yield f"{where}: special: 'gods' needs enemies with mark = 'god', and they need 'gods' (scen.special-rules)."
    most = max(entry.seats, default=1)
    for seats in entry.seats:
        pool = entry.corrupted.number + entry.corrupted.each * seats
        if pool < 2 + seats:
            yield f"{where}: corrupted: {pool} for {seats} players, but it needs at least {2 + seats} (scen.cd-pool)."
            break
    if entry.corrupted.number + entry.corrupted.each * most > SUPPLY["X"]:
        yield f"{where}: corrupted: there are only {SUPPLY['X']} tokens (scen.cd-pool)."


# -- cards -------------------------------------------------------------------------------------------------------------


def _faults_of_cards(where: str, entry: ScenarioEntry) -> Iterator[str]:
    codes = Counter(card.code for card in entry.cards)
    for number, card in enumerate(entry.cards, 1):
        place = f"{where}: cards {number} ({clip(card.code)})"
        if not fullmatch(f"{entry.code}-[A-Z0-9]{{1,6}}", card.code):
            yield f"{place}: code: use '{entry.code}-' and capitals or digits, as in '{entry.code}-1' (scen.cards)."
        if codes[card.code] > 1:
            yield f"{place}: code: another card in this scenario has this code too."
        yield from _faults_of_card(place, entry, card)
    plot = [card.code for card in entry.cards if not card.special and not card.ends]
    if entry.first not in plot:
        yield f"{where}: first: there is no plot card {clip(entry.first)}: {nearest(entry.first, plot)}"
    elif all(fullmatch(f"{entry.code}-[A-Z0-9]{{1,6}}", code) for code in codes):
        yield from _faults_of_reach(where, entry)


def _faults_of_card(where: str, entry: ScenarioEntry, card: CardEntry) -> Iterator[str]:
    if not 1 <= len(card.name.strip()) <= 40:
        yield f"{where}: name: use 1 to 40 letters."
    if card.ends and card.ends not in (WON, LOST):
        yield f"{where}: ends: {clip(card.ends)} isn't an end: {nearest(card.ends, (WON, LOST))}"
    letters = {letter: ends for ends, (letter, _, _) in PLAIN_ENDS.items()}
    meant = letters.get(card.code.rpartition("-")[2])
    if meant and card.ends != meant:
        yield f"{where}: code: only the card that ends the scenario has this code; add ends = '{meant}' (end.scenario)."
    if card.ends and sum(other.ends == card.ends for other in entry.cards) > 1:
        yield f"{where}: ends: another card in this scenario already has this end (end.scenario)."
    if card.ends and (card.special or card.world or card.activities or card.pattern):
        yield f"{where}: a card that ends the scenario has only an immediate effect (end.scenario)."
    if card.special and (card.world or card.activities):
        yield f"{where}: a special card can't have player activity or world activity (scen.special-aside)."
    if bool(card.pattern) != bool(card.launch):
        yield f"{where}: pattern and launch go together: the cells and what launching them does (pattern.other-places)."
    if not card.special and not card.ends and not card.world:
        yield f"{where}: world: a plot card without world activity would stay forever (quest.world)."


def _faults_of_reach(where: str, entry: ScenarioEntry) -> Iterator[str]:
    """Yield a fault for each card that no reachable card draws, and if no reachable card leads to victory."""
    cards = {card.code: card for card in entry.cards}
    found, wins = _reachable_cards(entry.first, cards)
    for number, card in enumerate(entry.cards, 1):
        if card.code not in found and not card.ends:
            yield f"{where}: cards {number} ({clip(card.code)}): no reachable card draws it (quest.replace)."
    if not wins:
        yield f"{where}: cards: no reachable card says 'victory' (end.scenario)."
    if circle := _cards_in_circle(cards):
        said = f"{listed(circle)} draw each other" if len(circle) > 1 else f"{circle[0]} draws itself"
        yield f"{where}: cards: {said} at once, in an endless loop (quest.new-card)."


def _cards_in_circle(cards: Mapping[str, CardEntry]) -> list[str]:
    """Return cards whose immediate effects always draw each other, in an endless loop; empty if there are none."""
    for start in cards:
        way = [start]
        while len(way) <= len(cards):
            at_once = fullmatch(r"(?:[^;:]*;)*\s*draw +card +([\w-]+)\s*(?:;.*)?", cards[way[-1]].immediate.lower())
            following = at_once.group(1).upper() if at_once else ""
            if following == start:
                return way
            if following not in cards:
                break
            way.append(following)
    return []


def _reachable_cards(first: str, cards: Mapping[str, CardEntry]) -> tuple[list[str], bool]:
    """Return the cards reachable from the first one, and whether one of them can win."""
    found, wins = [first], False
    for code in found:
        card = cards[code]
        text = "; ".join([card.immediate, card.launch, *card.activities, *card.world])
        wins = wins or search(r"\bvictory\b", text.lower()) is not None
        for other in cards:
            drawn = search(rf"(draw|put) +card +{other.lower()}(?![\w-])", text.lower())
            if drawn and other not in found:
                found.append(other)
    return found, wins


# -- maps --------------------------------------------------------------------------------------------------------------


def _places(where: str, places: Sequence[PlaceEntry]) -> Iterator[str]:
    seen: set[Place] = set()
    for number, place in enumerate(places, 1):
        at = f"{where}: map {number}"
        if len(place.at) != 2 or any(abs(value) > FARTHEST for value in place.at):
            yield f"{at}: at: use two numbers from -{FARTHEST} to {FARTHEST}, as in [1, -1] (scen.map)."
            continue
        if read_place(place.at) in seen:
            yield f"{at}: at: another tile is there (scen.map)."
        seen.add(read_place(place.at))
        if place.up and not place.tile:
            yield f"{at}: up: a random tile must be face down (scen.map)."
        if place.up and place.find:
            yield f"{at}: find: exploration tokens go on face-down tiles (scen.exploration)."
        if place.die and not place.relay:
            yield f"{at}: die: dice tokens go with relay markers (scen.dice-set)."
    if seen and not is_weakly_connected(Chart.of(seen, hexes=True)):
        yield f"{where}: map: its tiles aren't all connected (move.no-gaps)."


def _named_tiles(where: str, tiles: Sequence[tuple[str, str]], pieces: KnownPieces) -> Iterator[str]:
    """Yield faults of (field, tile) pairs: unknown tiles, or more copies than there are."""
    for field, tile in tiles:
        if tile not in pieces.tiles:
            yield f"{where}: {field}: there is no tile {clip(tile)}: {nearest(tile, pieces.tiles)}"
    for tile, number in Counter(tile for _, tile in tiles).items():
        if tile in pieces.tiles and number > pieces.tiles[tile].copies:
            yield f"{where}: map: it uses {number} of '{tile}', but there are {pieces.tiles[tile].copies} (scen.map)."


def _map_of_sheet(where: str, entry: ScenarioEntry, pieces: KnownPieces) -> Iterator[str]:
    named = [(f"map {number}: tile", place.tile) for number, place in enumerate(entry.map, 1) if place.tile]
    named += [("shuffled", tile) for tile in entry.shuffled]
    yield from _named_tiles(where, named, pieces)
    loose = sum(not place.tile for place in entry.map)
    if loose != len(entry.shuffled):
        yield f"{where}: shuffled: {len(entry.shuffled)} tiles for {loose} places without a tile (scen.map)."
    lying = [pieces.tiles[tile] for _, tile in named if tile in pieces.tiles]
    if not any(tile.kind == "shelter" for tile in lying):
        yield f"{where}: map: there is no Shelter (reset.shelter)."
    for tile in lying:
        if tile.faction and tile.faction not in entry.factions:
            yield f"{where}: factions: add {tile.faction}, since '{tile.id}' is their hideout (scen.factions)."
    start = next((place for place in entry.map if place.at == entry.start), None)
    if start is None:
        yield f"{where}: start: there is no tile there (scen.start-tile)."
    elif not start.up:
        yield f"{where}: start: the tile there must be face up (scen.start-tile)."


def faults_of_maps(pack: Pack, entries: Sequence[MapEntry], pieces: KnownPieces) -> Iterator[str]:
    yield from names(pack, entries)
    plain = sum(tile.copies for tile in pieces.tiles.values() if tile.kind == "plain")
    hideouts = sum(tile.copies for tile in pieces.tiles.values() if tile.kind == "hideout")
    for entry in entries:
        where = pack.where(entry)
        yield from _places(where, entry.map)
        named = [(f"map {number}: tile", place.tile) for number, place in enumerate(entry.map, 1) if place.tile]
        yield from _named_tiles(where, named, pieces)
        lying = [pieces.tiles[tile] for _, tile in named if tile in pieces.tiles]
        up = [pieces.tiles[place.tile] for place in entry.map if place.up and place.tile in pieces.tiles]
        if sum(tile.kind in STARTS for tile in up) < MOST_PLAYERS:
            yield f"{where}: map: use {MOST_PLAYERS} or more face-up Shelters and Damaged Districts (comp.start-tiles)."
        loose = sum(not place.tile for place in entry.map)
        used = Counter(tile.kind for tile in lying)
        yield from between(where, "hideouts", entry.hideouts, 0, min(loose, hideouts - used["hideout"]), "comp.map")
        by_chance = 0 if entry.hideouts else hideouts - used["hideout"]
        if loose - entry.hideouts > plain - used["plain"] + by_chance:
            yield f"{where}: map: it needs {loose} random tiles, but the box has fewer left (comp.map)."


# -- enemy decks -------------------------------------------------------------------------------------------------------


def _deck_of_sheet(where: str, entry: ScenarioEntry, pieces: KnownPieces) -> Iterator[str]:
    yield from listed_once(where, "without", entry.without, pieces.enemies, "scen.enemies")
    yield from _lots(where, entry.enemies, pieces)
    guests = [lot for lot in entry.enemies if lot.mark == "guest"]
    for number, lot in enumerate(entry.enemies, 1):
        if (lot.mark == "guest") != lot.aside:
            yield f"{where}: enemies {number}: mark = 'guest' and aside = true go together (scen.enemies)."
    if len(guests) > 1 or any((lot.number, lot.each) != (1, 0) or not lot.enemy for lot in guests):
        yield f"{where}: enemies: use at most one guest, a single enemy card (scen.enemies)."
    for seats in entry.seats:
        yield from _deck(where, entry.enemies, entry.without, seats, pieces)


def faults_of_conditions(pack: Pack, entries: Sequence[ConditionsEntry], pieces: KnownPieces) -> Iterator[str]:
    yield from names(pack, entries)
    for entry in entries:
        where = pack.where(entry)
        yield from _lots(where, entry.enemies, pieces)
        for number, lot in enumerate(entry.enemies, 1):
            if lot.mark or lot.aside:
                yield f"{where}: enemies {number}: only scenarios can have marks or set cards aside (comp.conditions)."
        for seats in range(2, MOST_PLAYERS + 1):
            yield from _deck(where, entry.enemies, (), seats, pieces)


def _lots(where: str, lots: Sequence[LotEntry], pieces: KnownPieces) -> Iterator[str]:
    for number, lot in enumerate(lots, 1):
        at = f"{where}: enemies {number}"
        if bool(lot.enemy) == bool(lot.level):
            yield f"{at}: write either an enemy or a level (scen.enemies)."
        elif lot.enemy and lot.enemy not in pieces.enemies:
            yield f"{at}: enemy: there is no enemy {clip(lot.enemy)}: {nearest(lot.enemy, pieces.enemies)}"
        elif lot.level and lot.level not in LEVELS:
            yield f"{at}: level: write 1 or 2 (scen.enemies)."
        if lot.enemy in pieces.enemies and pieces.enemies[lot.enemy].code != FREE_CODE:
            yield f"{at}: enemy: '{lot.enemy}' starts locked, so the deck may lack it (camp.locked-out)."
        if lot.number + lot.each < 1 or lot.number < 0 or lot.each < 0 or (lot.most is not None and lot.most < 1):
            yield f"{at}: number: use 1 or more, in total or for each player (scen.enemies)."
        if lot.mark and lot.mark not in MARKS:
            yield f"{at}: mark: {clip(lot.mark)} isn't a mark: {nearest(lot.mark, MARKS)}"
        if lot.shuffled and number == 1:
            yield f"{at}: shuffled: no enemies come before these (scen.enemies)."


def _deck(
    where: str, lots: Sequence[LotEntry], without: Sequence[str], seats: int, pieces: KnownPieces
) -> Iterator[str]:
    """Yield a fault if a deck for this many players is too small, or has more cards than the box."""
    wanted: Counter[str] = Counter()
    levels: Counter[int] = Counter()
    size = 0
    for lot in lots:
        number = lot.number + lot.each * seats
        number = max(0, number - size) if lot.fill else number
        number = number if lot.most is None else min(number, lot.most)
        size += 0 if lot.aside else number
        wanted[lot.enemy] += number if lot.enemy else 0
        levels[lot.level] += 0 if lot.enemy else number
    for enemy, number in wanted.items():
        if enemy in pieces.enemies and number > pieces.enemies[enemy].copies:
            there = pieces.enemies[enemy].copies
            yield f"{where}: enemies: {number} of '{enemy}' with {seats} players, but there are {there} (scen.enemies)."
            return
    for level in LEVELS:
        free = [enemy for enemy in pieces.enemies.values() if enemy.level == level and enemy.code == FREE_CODE]
        there = sum(enemy.copies - wanted[enemy.id] for enemy in free if enemy.id not in without)
        if levels[level] > there:
            cards = f"{levels[level]} random level {level} enemies with {seats} players"
            yield f"{where}: enemies: {cards}, but {there} are left (scen.enemies)."
            return
    if size < 3 * seats:
        yield f"{where}: enemies: {size} cards with {seats} players, but it needs at least {3 * seats} (scen.enemies)."
