"""The patterns that a player sees: which can be launched now, and why the others can't.

Patterns have keys such as “basic.power”, “basic.power-long”, “basic.exp”, “aug.sweep”, “enemy.stray-drone.hack0”,
“enemy.stray-drone.repel”, “body.tin-saint”, “card.S01-3”, “bot”, “catie” and “diary”. Keys joined by a plus are
launched together with the same tokens, if a ruling allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, TypeVar, cast

from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import (
    ASSET_OF,
    BATTERIES,
    BOT_PATTERN,
    CATIE,
    COLUMNS,
    CORRUPTED,
    MOST_ASSETS,
    MOST_BODIES,
    OPEN,
)
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch import extra_gains, tokens
from tabletop_kernel.games.tamashii.launch.pattern_matching import (
    Reading,
    Slots,
    find_places_by_reading,
    is_same_pattern,
    orientations,
    reading_of,
    refuse_slots,
    tokens_for_cell,
)
from tabletop_kernel.games.tamashii.launch.tokens import refuse_gain
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import solo_bot
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Card, Cells
from tabletop_kernel.games.tamashii.state import State

R = TypeVar("R")
SHORT, LONG = 3, 5  # tokens of a normal and of a long asset pattern
EXP_SHAPES: dict[str, Cells] = {"square": ("EW", "LF"), "line": ("@?@",)}
ASSET_PATTERNS = {
    f"basic.{asset}{suffix}": (letter, asset, number, gain)
    for letter, asset in ASSET_OF.items()
    for suffix, number, gain in (("", SHORT, 1), ("-long", LONG, 2))
}
EXP = "basic.exp"
CATIE_CELLS: Cells = ("@OOC",)
DIARY_CELLS: Cells = ("@@@@@",)
CORRUPTED_OPEN_MARK = "launch:corrupted-open"  # one corrupted token counts as open for one pattern
JOINING_SIGN = "+"

# Faults of a launch, in words.
FAULT_TEXTS = {
    "pattern-where": "you aren't where its card wants you",
    "card-away": "{card} isn't in play now",
}


class Source(NamedTuple):
    """A pattern that a player can see, and the card or rule it comes from."""

    key: str
    kind: str  # basic, augment, hack, repel, body, card, bot, catie, diary or other
    title: str
    cells: Cells
    line: str = ""  # the line to carry out; empty if the rules have the effect
    hack: bool = False  # True: it counts as a hack
    connected: bool = False  # True: its cells only need to touch
    blocked: Verdict | None = None  # why it can't be launched, wherever the tokens are


# -- what there is -----------------------------------------------------------------------------------------------------


def sources_for(state: State, seat: int) -> dict[str, Source]:
    """Return every pattern that a player can see now, by key."""
    known: dict[str, Source] = {}
    for source in _visible_sources(state, seat):
        if source.key not in known:
            refusal = None if source.blocked else _refuse_source(state, seat, source)
            known[source.key] = source._replace(blocked=refusal) if refusal else source
    return known


def _cached_source(state: State, name: str, make: Callable[[State, str], R]) -> R:
    """Return a printed pattern, cached for all tables with these rules."""
    known = state.rules.more.setdefault("patterns", {})
    if name not in known:
        known[name] = make(state, name)
    return cast(R, known[name])


def _visible_sources(state: State, seat: int) -> Iterator[Source]:
    yield from _basic_sources(state)
    yield from _augment_sources(state, seat)
    yield from _enemy_sources(state, seat)
    yield from (_cached_source(state, f"body.{body}", _body_source) for body in state.market)
    for card in state.in_play():
        if card.pattern:
            source = _cached_source(state, f"card.{card.code}", _card_source)
            there = running.holds(state, seat, card.pattern_where)
            yield source if there else source._replace(blocked=_why_not_at_place(state, seat, card, source.key))
    if state.bot is not None:
        yield Source("bot", "bot", "J.O.R.D.A.N. BOT", (BOT_PATTERN,), hack=True)
    if "catie" in state.rules.modules:
        yield Source("catie", "catie", "Catie", CATIE_CELLS)
    if "diary" in state.rules.modules:
        yield Source("diary", "diary", "Diary", DIARY_CELLS)


def _why_not_at_place(state: State, seat: int, card: Card, key: str) -> Verdict:
    """Return why a card's pattern can't be launched from the player's place. The BOT's place may do instead."""
    if state.bot is not None and not state.bot_used:
        twin = state.clone()
        twin.bot_used = "launch"
        if running.holds(twin, seat, card.pattern_where):
            return Verdict("solo.bot-example", tile=state.tiles[state.bot], pattern=key)
    if solo_bot.would_own_figure_do(state, seat, card.pattern_where):
        return Verdict("solo.bot-use", what="place", pattern=key)
    return Verdict("pattern.other-places", what="pattern-where", pattern=key)


def _basic_sources(state: State) -> tuple[Source, ...]:
    return _basic_sources_for(state.ruling["ruling.pattern.long-shape"], state.ruling["ruling.pattern.exp-shape"])


@lru_cache(maxsize=8)
def _basic_sources_for(long_shape: str, exp_shape: str) -> tuple[Source, ...]:
    """Return the basic patterns, in the shapes that rulings give them."""
    nine = []
    for key, (letter, asset, number, _) in ASSET_PATTERNS.items():
        long = number == LONG
        connected = long and long_shape == "connected"
        nine.append(Source(key, "basic", f"long {asset}" if long else asset, (letter * number,), connected=connected))
    return (*nine, Source(EXP, "basic", "EXP", EXP_SHAPES[exp_shape]))


def _body_source(state: State, name: str) -> Source:
    body = state.rules.content.bodies[name.removeprefix("body.")]
    return Source(name, "body", body.name, body.pattern)


def _card_source(state: State, name: str) -> Source:
    code = name.removeprefix("card.")
    card = next(one for one in state.in_play() if one.code == code)
    return Source(name, "card", card.name, card.pattern, line_keys.card(code, "pattern"))


def _augment_sources(state: State, seat: int) -> Iterator[Source]:
    """Yield the patterns of augments, including unequipped ones, and of other cards that allow a launch."""
    for ability in abilities.abilities_of(state, seat, "pattern"):
        source, refusal = _use_source(state, ability), _refuse_use(state, seat, ability)
        yield source._replace(blocked=refusal) if refusal else source
    for augment in state.unequipped[seat]:
        for number, use in enumerate(state.augment(augment).uses):
            if use.pattern:
                ability = abilities.Ability(f"aug.{augment}", number, use)
                refusal = Verdict("aug.two-states", what="unequipped", ability=ability.name)
                yield _use_source(state, ability)._replace(blocked=refusal)


def _use_source(state: State, ability: abilities.Ability) -> Source:
    def make(state: State, name: str) -> Source:
        card_kind, _, entry = ability.name.partition(".")
        card = state.rules.content.augments.get(entry) if card_kind == "aug" else None
        uses = card.uses if card is not None else ()
        first = next((at for at, use in enumerate(uses) if use.pattern), ability.number)
        key = ability.name if ability.number == first else f"{ability.name}.{ability.number}"
        kind, title = ("augment", card.name) if card is not None else ("other", entry)
        return Source(key, kind, title, ability.use.pattern, ability.key, ability.use.hack)

    return _cached_source(state, f"use.{ability.number}.{ability.name}", make)


def _refuse_use(state: State, seat: int, ability: abilities.Ability) -> Verdict | None:
    """Return why a pattern's card doesn't allow it now, or None."""
    if ability.use.pay:
        return abilities.refuse_ability(state, seat, ability)
    if ability.mark and ability.mark in state.used[seat]:
        return Verdict("aug.timing", what="used", ability=ability.name, limit=ability.use.limit)
    if not running.holds(state, seat, ability.use.needs):
        return Verdict("aug.timing", what="needs", ability=ability.name)
    return None


def _enemy_sources(state: State, seat: int) -> Iterator[Source]:
    """Yield the enemies' hacks and repels; only the top enemy's aren't blocked."""
    for at, (card, _) in enumerate(state.enemies[seat]):
        printed = _cached_source(state, f"enemy.{card.partition('!')[0]}", _sources_of_enemy)
        if at:
            refusal = Verdict("enemy.patterns", enemy=card)
            yield from (source._replace(blocked=refusal) for source in printed)
        else:
            yield from printed


def _sources_of_enemy(state: State, name: str) -> tuple[Source, ...]:
    enemy = state.enemy(name.removeprefix("enemy."))
    printed = []
    for key, number in enemy_keys(tuple(pattern.kind for pattern in enemy.patterns), enemy.id):
        pattern, line = enemy.patterns[number], line_keys.enemy_pattern(enemy.id, number)
        printed.append(Source(key, pattern.kind, enemy.name, pattern.cells, line, pattern.kind == "hack"))
    return tuple(printed)


def enemy_keys(kinds: tuple[str, ...], enemy: str) -> Iterator[tuple[str, int]]:
    """Yield the keys of an enemy's patterns, with their numbers on the card: hack0, hack1, repel."""
    for number, kind in enumerate(kinds):
        before = kinds[:number].count(kind)
        yield f"enemy.{enemy}.{kind}{before if kind == 'hack' or before else ''}", number


def cells_of(state: State, key: str) -> Cells:
    """Return a pattern's cells by its key, even if it is no longer in sight; empty if there is none."""
    content = state.rules.content
    kind, _, rest = key.partition(".")
    if kind == "enemy":
        enemy = content.enemies[rest.rpartition(".")[0]]
        numbers = dict(enemy_keys(tuple(pattern.kind for pattern in enemy.patterns), enemy.id))
        return enemy.patterns[numbers[key]].cells
    if kind == "aug":
        entry, _, number = rest.partition(".")
        patterns = [use.pattern for use in content.augments[entry].uses]
        return patterns[int(number)] if number else next(cells for cells in patterns if cells)
    if kind == "body" and rest in content.bodies:
        return content.bodies[rest].pattern
    if kind == "card" and state.rules.scenario is not None:
        return state.rules.scenario.cards[rest].pattern
    fixed = {"bot": (BOT_PATTERN,), "catie": CATIE_CELLS, "diary": DIARY_CELLS}
    return next((source.cells for source in _basic_sources(state) if source.key == key), fixed.get(key, ()))


def rules_in_the_way(state: State, seat: int) -> tuple[str, ...]:
    """Return the rules that stop a player from launching patterns present on the launcher."""
    known = sources_for(state, seat).items()
    places = (
        (key, places_of(state, seat, source) or _places_without_rulings(state, seat, source)) for key, source in known
    )
    refusal = (refuse_launch(state, seat, key, slots) for key, found_there in places for slots in found_there)
    return tuple(dict.fromkeys(one.rule for one in refusal if one is not None))


# -- why a pattern can't be launched at all ----------------------------------------------------------------------------


def _refuse_source(state: State, seat: int, source: Source) -> Verdict | None:
    """Return why a visible pattern can't be launched now, wherever the tokens are, or None."""
    return _refuse_again(state, seat, source) or _refuse_effect(state, seat, source)


def _refuse_again(state: State, seat: int, source: Source) -> Verdict | None:
    """Return why a pattern can't be launched again, or None."""
    before, key = launched_keys(state, seat), source.key
    if not before:
        return None
    if key in before:
        earlier = key not in state.launched[seat]  # an earlier turn only matters under a ruling
        return Verdict("ruling.pattern.once-scope" if earlier else "pattern.once", pattern=key)
    if source.kind == "augment":
        card = key.split(".")[1]
        if any(other.split(".")[:2] == ["aug", card] for other in state.launched[seat]):
            return Verdict("pattern.augments", augment=card)
    if source.kind == "basic" and state.ruling["ruling.pattern.long-and-short"] == "no":
        twin = key.removesuffix("-long") if key.endswith("-long") else f"{key}-long"
        if twin in state.launched[seat]:
            return Verdict("ruling.pattern.long-and-short", pattern=key, other=twin)
    if state.ruling["ruling.pattern.once-card"] == "one":
        mirrors = reading_of(state.rules).mirrors
        twin = next(
            (one for one in before if is_same_pattern(source.cells, cells_of(state, printed_key(one)), mirrors)), ""
        )
        if twin:
            return Verdict("ruling.pattern.once-card", pattern=key, other=printed_key(twin))
    return None


def _refuse_effect(state: State, seat: int, source: Source) -> Verdict | None:
    """Return why a pattern's effect isn't possible, or None."""
    if source.kind == "body":
        full = len(state.bodies[seat]) >= MOST_BODIES and state.ruling["ruling.body.third"] == "refused"
        return Verdict("ruling.body.third") if full else None
    if source.kind == "bot":
        return Verdict("solo.recharge-full") if state.batteries >= BATTERIES else None
    if source.kind == "catie":
        return refuse_gain(state, seat, CATIE)
    if source.kind == "repel":
        return abilities.refuse_added_cost(state, seat, line_keys.REPEL_MEMORY, "memory")
    return None


def does_something(state: State, seat: int, source: Source, slots: Slots = ()) -> bool:
    """Tell if launching a pattern from these slots does more than move their tokens.

    Its effect finds them in the dump. Without slots, the pattern isn't on the launcher yet.
    """
    then = state_after_dump(state, seat, slots)
    if has_effect(then, seat, source) or extra_gains.brings_anything(state, seat, slots):
        return True
    return source.hack and bool(extra_gains.triggered_by_hack(then, seat))


def has_effect(state: State, seat: int, source: Source) -> bool:
    """Tell if a pattern's effect would change anything now."""
    if source.line:
        return source.kind == "repel" or running.does_something(state, seat, source.line)
    if source.key in ASSET_PATTERNS:
        return state.has(seat, ASSET_PATTERNS[source.key][1]) < MOST_ASSETS
    if source.key == EXP:
        return extra_gains.has_room_for_exp(state, seat)
    return source.kind != "diary" or bool(state.diary_box)


def state_after_dump(state: State, seat: int, slots: Slots) -> State:
    """Return the state that a launch's effect finds: the pattern's tokens are in the dump."""
    if not slots:
        return state
    then = state.clone()
    tokens.dump_tokens(then, seat, slots, "launch.dump-then-effect", None)
    return then


def _useful_places(state: State, seat: int, source: Source, places: tuple[Slots, ...]) -> tuple[Slots, ...]:
    """Return the places where a pattern may be launched, if a ruling refuses launches without effect."""
    if state.ruling["ruling.pattern.null-launch"] == "allowed":
        return places
    return tuple(slots for slots in places if does_something(state, seat, source, slots))


# -- what has been launched --------------------------------------------------------------------------------------------

_GAME_MARK = "game:launch:"  # marks the patterns launched in this game, if a ruling counts them
_GONE_PREFIX = "gone:"  # before the key of a launched enemy pattern whose card has left since


def note_launch(state: State, seat: int, key: str) -> None:
    """Note a launch of one pattern, or of several with the same tokens, so that none is launched again."""
    for one in key.split(JOINING_SIGN):
        state.launched[seat] += (one,)
        if state.ruling["ruling.pattern.once-scope"] == "game":
            state.used[seat] += (_GAME_MARK + one,)


def launched_keys(state: State, seat: int) -> tuple[str, ...]:
    """Return the patterns that count as launched, in this launch step or in this game."""
    if state.ruling["ruling.pattern.once-scope"] == "step":
        return state.launched[seat]
    return tuple(mark.removeprefix(_GAME_MARK) for mark in state.used[seat] if mark.startswith(_GAME_MARK))


def free_enemy_keys(state: State, seat: int, enemy: str) -> None:
    """Free an enemy's pattern keys when it leaves the top or its player: another copy has its own patterns."""
    key = f"enemy.{enemy}."
    state.launched[seat] = tuple(_GONE_PREFIX + one if one.startswith(key) else one for one in state.launched[seat])
    marked = _GAME_MARK + key
    state.used[seat] = tuple(
        _GAME_MARK + _GONE_PREFIX + one.removeprefix(_GAME_MARK) if one.startswith(marked) else one
        for one in state.used[seat]
    )


def printed_key(key: str) -> str:
    """Return a launched pattern's key as its card has it, even if the card has left."""
    return key.removeprefix(_GONE_PREFIX)


# -- launching ---------------------------------------------------------------------------------------------------------


def places_of(state: State, seat: int, source: Source) -> tuple[Slots, ...]:
    """Return all sets of slots that match a pattern on a player's launcher."""
    return _places_under(state, seat, source, reading_of(state.rules))


def _places_without_rulings(state: State, seat: int, source: Source) -> tuple[Slots, ...]:
    """Return where a pattern would match without rulings against mirror images and several stand-in open tokens."""
    return _places_under(state, seat, source, Reading())


def _places_under(state: State, seat: int, source: Source, how: Reading) -> tuple[Slots, ...]:
    """Return all sets of slots that match under a reading. A card can let one corrupted token count as open."""
    grid, core = state.grid[seat], state.core[seat]
    sets = set(find_places_by_reading(grid, source.cells, core, how, source.connected))
    for slot in _slots_that_may_open(state, seat):
        opened = _with_open_token(grid, slot)
        sets.update(
            one for one in find_places_by_reading(opened, source.cells, core, how, source.connected) if slot in one
        )
    return tuple(sorted(sets))


def _slots_that_may_open(state: State, seat: int) -> list[int]:
    """Return the corrupted tokens' slots, one of which counts as open in the next pattern; empty without a card."""
    if CORRUPTED_OPEN_MARK not in state.used[seat]:
        return []
    return [slot for slot, token in enumerate(state.grid[seat]) if token == CORRUPTED]


def _with_open_token(grid: str, slot: int) -> str:
    """Return the launcher with an open token on this slot."""
    return grid[:slot] + OPEN + grid[slot + 1 :]


def launches_now(state: State, seat: int) -> list[tuple[str, Slots]]:
    """Return every pattern that a player can launch now, with each set of slots it can use."""
    able = [source for source in sources_for(state, seat).values() if not source.blocked]
    places = {source.key: _useful_places(state, seat, source, places_of(state, seat, source)) for source in able}
    result = [(key, slots) for key, found in places.items() for slots in found]
    if state.ruling["ruling.pattern.same-tokens-mode"] == "shared":
        for group in _groups_with_equal_cells(state, able):
            key = JOINING_SIGN.join(source.key for source in group)
            result += [(key, slots) for slots in places[group[0].key] if all(slots in places[one.key] for one in group)]
    return result


def _groups_with_equal_cells(state: State, able: list[Source]) -> Iterator[tuple[Source, ...]]:
    """Yield groups of patterns with equal cells on different cards, which one set of tokens could pay for.

    Their effects happen one after another, so every order is a separate launch.
    """
    if state.ruling["ruling.pattern.once-card"] == "one":
        return
    mirrors = reading_of(state.rules).mirrors
    equal: dict[tuple[Cells, bool], list[Source]] = {}
    for source in able:
        equal.setdefault((min(orientations(source.cells, mirrors)), source.connected), []).append(source)
    for alike in equal.values():
        for number in range(2, len(alike) + 1):
            for group in permutations(alike, number):
                if len({tuple(source.key.split(".")[:2]) for source in group}) == number:
                    yield group


def refuse_launch(state: State, seat: int, key: str, slots: Slots | None) -> Verdict | None:
    """Return why a pattern can't be launched with the tokens on these slots, or None. `slots` is None if misnamed."""
    if refusal := _refuse_key(state, seat, key):
        return refusal
    if slots is None:
        return Verdict("pattern.exact", pattern=key)
    known = sources_for(state, seat)
    source = known[key.split(JOINING_SIGN)[0]]
    if slots in places_of(state, seat, source):
        idle = (one for one in key.split(JOINING_SIGN) if not _useful_places(state, seat, known[one], (slots,)))
        return next((Verdict("ruling.pattern.null-launch", pattern=one) for one in idle), None)
    corrupted = [slot for slot in _slots_that_may_open(state, seat) if slot in slots]
    grid = _with_open_token(state.grid[seat], corrupted[0]) if corrupted else state.grid[seat]
    refusal = refuse_slots(grid, source.cells, state.core[seat], reading_of(state.rules), source.connected, slots)
    assert refusal is not None
    if corrupted and refusal.rule in ("data.corrupted-block", "data.any-cell"):
        return Verdict("data.corrupted-block", what="one-open", slot=refusal.facts["slot"], pattern=key)
    if source.key in ASSET_PATTERNS and not source.connected and _has_gap(slots, len(source.cells[0])):
        return Verdict("pattern.exact", pattern=key)
    if refusal.rule in ("pattern.exact", "pattern.orientation") and (
        rule := _basic_pattern_rule(state, grid, seat, source, slots)
    ):
        return Verdict(rule, pattern=key)
    return Verdict(refusal.rule, **{**refusal.facts, "pattern": key})


def refuse_launch_anywhere(state: State, seat: int, key: str) -> Verdict | None:
    """Return why a pattern can't be launched from any slots, or None."""
    if refusal := _refuse_key(state, seat, key):
        return refusal
    source = sources_for(state, seat)[key.split(JOINING_SIGN)[0]]
    places = places_of(state, seat, source)
    if not places:
        freely = _places_without_rulings(state, seat, source)
        ruled_out = refuse_launch(state, seat, key, freely[0]) if freely else None
        return ruled_out or Verdict("pattern.exact", pattern=key, nowhere=True)
    verdicts = [refuse_launch(state, seat, key, slots) for slots in places]
    return None if None in verdicts else verdicts[0]


def _refuse_key(state: State, seat: int, key: str) -> Verdict | None:
    """Return why a pattern, or several together, can't be launched wherever the tokens are, or None."""
    known, parts = sources_for(state, seat), key.split(JOINING_SIGN)
    for one in parts:
        if one not in known:
            return _why_unknown(state, seat, one)
        if refusal := known[one].blocked:
            return refusal
    return _refuse_sharing(state, key, known) if len(parts) > 1 else None


def _why_unknown(state: State, seat: int, key: str) -> Verdict:
    """Return why a player has no pattern with this key."""
    kind, _, rest = key.partition(".")
    entry = rest.partition(".")[0]
    if kind == "enemy" and entry in state.rules.content.enemies:
        top = state.enemies[seat][0][0].partition("!")[0] if state.enemies[seat] else ""
        if entry != top:
            return Verdict("enemy.patterns", enemy=entry)
    if kind == "aug" and entry in state.box:
        return Verdict("aug.break", augment=entry)
    if kind == "aug" and entry in state.rules.content.augments:
        return _why_no_augment(state, seat, entry)
    if kind == "body" and rest in state.rules.content.bodies and not state.rules.content.bodies[rest].core:
        return Verdict("body.market-access", body=rest)
    scenario = state.rules.scenario
    if kind == "card" and scenario is not None and rest in scenario.cards:
        return Verdict("pattern.other-places", what="card-away", card=rest)
    if kind == "bot" and state.bot is None:
        return Verdict("solo.bot-gone")
    return Verdict("pattern.basic-nine" if kind == "basic" else "pattern.marked", pattern=key)


def _why_no_augment(state: State, seat: int, augment: str) -> Verdict:
    """Return why a player doesn't have an augment's pattern."""
    if augment in state.box:
        return Verdict("aug.break", augment=augment)
    if augment in (*state.equipped[seat], *state.unequipped[seat]):
        return Verdict("pattern.marked")
    if not state.augment(augment).faction and state.augment(augment).owner != state.classes[seat]:
        return Verdict("aug.class-only", augment=augment, ability=f"aug.{augment}")
    return Verdict("aug.two-states", what="not-yours", ability=f"aug.{augment}")


def _has_gap(slots: Slots, number: int) -> bool:
    """Tell if this many slots are in one row or column, but with gaps."""
    rows, columns = {slot // COLUMNS for slot in slots}, {slot % COLUMNS for slot in slots}
    line = columns if len(rows) == 1 else rows if len(columns) == 1 else set()
    return len(slots) == len(line) == number and max(line) - min(line) >= number


def _refuse_sharing(state: State, key: str, known: dict[str, Source]) -> Verdict | None:
    """Return why one dump can't pay for several patterns, or None."""
    able = [source for source in known.values() if not source.blocked]
    if key not in (
        JOINING_SIGN.join(source.key for source in group) for group in _groups_with_equal_cells(state, able)
    ):
        return Verdict("pattern.same-tokens", pattern=key)
    separate = state.ruling["ruling.pattern.same-tokens-mode"] == "separate"
    return Verdict("ruling.pattern.same-tokens-mode", pattern=key) if separate else None


def _basic_pattern_rule(state: State, grid: str, seat: int, source: Source, slots: Slots) -> str:
    """Return the rule about a basic pattern whose tokens are right but wrongly placed; empty otherwise."""
    core = state.core[seat]
    if source.key == EXP:
        others = (cells for cells in EXP_SHAPES.values() if cells != source.cells)
        return (
            "pattern.exp"
            if any(slots in find_places_by_reading(grid, cells, core, reading_of(state.rules)) for cells in others)
            else ""
        )
    if source.key in ASSET_PATTERNS and all(grid[slot] in tokens_for_cell(source.cells[0][0], core) for slot in slots):
        return "pattern.long" if ASSET_PATTERNS[source.key][2] == LONG else "pattern.asset"
    return ""
