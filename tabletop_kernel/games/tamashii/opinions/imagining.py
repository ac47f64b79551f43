"""Imagined states: whole states that look just like a view, with a guess at everything hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from tabletop_kernel.contract.chance import SEEDS_OF_BOTS, Chance
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.tamashii.pack import decks
from tabletop_kernel.games.tamashii.state import UNSEEN, Rules, State
from tabletop_kernel.toolkit.bounded_cache import BoundedCache

MOST_STATES_KEPT = 4  # for a page, which needs the table now and before the move it replays
MOST_PILES_KEPT = 2_000  # the most piles kept as dealt
_imagined_before: list[tuple[Rules, View, State]] = []


def shared_imagined_state(rules: Rules, view: View) -> State:
    """Return a state that looks like this view, for questions about open facts. It is shared, so don't change it."""
    for kept_rules, kept_view, state in _imagined_before:
        if kept_rules is rules and kept_view == view:
            return state
    state = imagine(rules, view, Chance(0))
    _imagined_before.insert(0, (rules, view, state))
    del _imagined_before[MOST_STATES_KEPT:]
    return state


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """Return a state that looks like this view to its seat, or to everyone; hidden parts are dealt at random."""
    return State.from_data(rules, {**view, **_hidden_parts(rules, view, chance)}, chance)


# The unseen parts, and everything that limits what they can be, besides frames with cards to decide about.
_HIDDEN_FACTS = ("ground", "finds_left", "enemy_deck", "class_deck", "factions", "goal_deck")
_HIDDEN_PILES = ("body_deck", "protocol_deck", "event_deck", "reward_deck", "diary_deck")
_VISIBLE_FACTS = (
    *("enemy_discard", "enemies", "guest", "on_card", "classes", "equipped", "unequipped", "box", "goals"),
    *("goals_taken", "market", "bodies", "protocol", "event", "event_discard", "diary", "diary_box"),
)
_FRAMES_WITH_CARDS = ("protocol", "heist", "pick-augment")


def _hidden_parts(rules: Rules, view: View, chance: Chance) -> View:
    """Return the hidden parts: newly dealt, or as they were dealt last time for the same view of them."""
    data = {name: view[name] for name in (*_HIDDEN_FACTS, *_HIDDEN_PILES, *_VISIBLE_FACTS)}
    data["frames"] = [frame for frame in view["frames"] if frame[0] in _FRAMES_WITH_CARDS]
    if not _is_luck_repeated(chance):
        return _deal_hidden_parts(rules, dict(data), chance)
    start = (chance.seed, chance.counts.get("imagine", 0))
    last = rules.more.get("imagined")
    if last is None or last[0] != start or last[1] != data:
        hidden = _deal_hidden_parts(rules, dict(data), chance)
        last = rules.more["imagined"] = (start, data, hidden, chance.counts.get("imagine", 0))
    if last[3] != start[1]:
        chance.counts["imagine"] = last[3]
    return dict(last[2])


def _deal_hidden_parts(rules: Rules, data: View, chance: Chance) -> View:
    """Deal the hidden parts and return them by name."""
    _imagine_map(rules, data, chance)
    _imagine_enemies(rules, data, chance)
    _imagine_augments(rules, data, chance)
    _imagine_goals(rules, data, chance)
    seen_of_decks = {
        "body_deck": [*data["market"], *_flatten_piles(data["bodies"])],
        "protocol_deck": [*data["protocol"], *_texts_in_frames(data, "protocol")],
        "event_deck": [*data["event_discard"], *_flatten_piles(data["event"])],
        "reward_deck": _texts_in_frames(data, "heist"),
        "diary_deck": [*data["diary"], *data["diary_box"]],
    }
    for name, seen in seen_of_decks.items():
        data[name] = _deal_pile(rules, name, _ALL_CARDS_BY_PILE[name], data[name], seen, chance)
    return {name: data[name] for name in (*_HIDDEN_FACTS, *_HIDDEN_PILES)}


_ALL_CARDS_BY_PILE: dict[str, Callable[[Rules], Iterable[str]]] = {
    "body_deck": lambda rules: decks.advanced_bodies(rules) if not rules.prologue else [],
    "protocol_deck": lambda rules: rules.content.protocols,
    "event_deck": lambda rules: rules.content.events,
    "reward_deck": lambda rules: [one.id for one in rules.content.rewards.values() for _ in range(one.copies)],
    "diary_deck": lambda rules: [one.id for one in rules.content.diary.values()],
}


def _is_luck_repeated(chance: Chance) -> bool:
    """Tell if the same luck comes repeatedly, so that its deals are worth keeping."""
    return chance.seed < SEEDS_OF_BOTS and not chance.script and chance.results is None


def _cached_deal(
    rules: Rules, chance: Chance, key_parts: tuple[object, ...], deal: Callable[[], list[str]]
) -> list[str]:
    """Return a deal, or the earlier one from the same cards and luck. `key_parts` are all that it depends on besides.

    Little of a table changes between decisions, and most decks stay the same.
    """
    if not _is_luck_repeated(chance):
        return deal()
    cache: BoundedCache[tuple[object, ...], tuple[list[str], int]] | None = rules.more.get("dealt")
    if cache is None:
        cache = rules.more["dealt"] = BoundedCache(MOST_PILES_KEPT)
    at = chance.counts.get("imagine", 0)
    key = (chance.seed, at, key_parts)
    cached = cache.get(key)
    if cached is None:
        cards = deal()
        cached = cache.keep(key, (cards, chance.counts.get("imagine", 0)))
    cards, after = cached
    if after != at:
        chance.counts["imagine"] = after
    return cards[:]


def _flatten_piles(piles: Iterable[Iterable[str]]) -> list[str]:
    return [card for pile in piles for card in pile]


def _texts_in_frames(data: View, kind: str, seat: int | None = None) -> list[str]:
    """Return the texts in frames of one kind, for one seat or all: cards to decide about."""
    texts: list[str] = []

    def look(part: object) -> None:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, list):
            for one in part:
                look(one)

    for frame in data["frames"]:
        if frame[0] == kind and seat in (None, frame[1]):
            look(frame[2])
    return texts


def _deal_pile(
    rules: Rules,
    name: str,
    cards: Callable[[Rules], Iterable[str]],
    number: int,
    seen: Sequence[str],
    chance: Chance,
) -> list[str]:
    """Return a pile of a known size, from the cards of its kind that are nowhere else."""

    def deal() -> list[str]:
        kinds = list(cards(rules))
        left = Counter(kinds)
        left.subtract(seen)
        pool = [card for card in left.elements() if card in kinds]
        if number:
            chance.shuffle("imagine", pool)
            return _take_cards(pool, number, kinds, chance)
        chance.pass_over("imagine", len(pool))
        return []

    return _cached_deal(rules, chance, (name, number, *seen), deal)


def _take_cards(pool: list[str], number: int, kinds: list[str], chance: Chance) -> list[str]:
    """Return `number` cards from a pool. If a written position needs more than there are, random ones repeat."""
    while len(pool) < number and kinds:
        pool.append(kinds[chance.pick("imagine", len(kinds))])
    return pool[:number]


# -- the map -----------------------------------------------------------------------------------------------------------


def _imagine_map(rules: Rules, data: View, chance: Chance) -> None:
    """Fill in face-down tiles at random, from those of the sheet that aren't seen, with tokens and dice."""
    ground = [[*row[:5], list(row[5])] for row in data["ground"]]
    seen = tuple([row[2] for row in ground])
    markers = tuple([marker for row in ground for marker in row[5]])
    tiles = _cached_deal(rules, chance, ("tiles", seen), lambda: _hidden_tiles(rules, seen, chance))
    finds = _cached_deal(rules, chance, ("finds",), lambda: _shuffled_finds(rules, chance))
    dice = _cached_deal(rules, chance, ("dice", markers), lambda: _hidden_dice(markers, chance))
    for row in ground:
        if row[2] == UNSEEN:
            row[2] = tiles.pop()
        if row[4] == UNSEEN:
            row[4] = finds.pop()
        row[5] = [f"die:{dice.pop()}" if marker == "die" else marker for marker in row[5]]
    data["ground"] = ground
    data["finds_left"] = _take_cards(finds, data["finds_left"], list(rules.content.finds), chance)


def _shuffled_finds(rules: Rules, chance: Chance) -> list[str]:
    finds = [find.id for find in rules.content.finds.values() for _ in range(find.copies)]
    chance.shuffle("imagine", finds)
    return finds


def _hidden_tiles(rules: Rules, ground: Sequence[str], chance: Chance) -> list[str]:
    """Return tiles for the face-down places, in random order."""
    seen = Counter(ground)
    wanted = seen.pop(UNSEEN, 0)
    scenario = rules.scenario
    left: Counter[str] = Counter()
    if scenario is not None:
        left = Counter([*(laid.tile for laid in scenario.map if laid.tile), *scenario.shuffled])
        left.subtract(seen)
        if any(number < 0 for number in left.values()) or left.total() != wanted:
            left = Counter()  # a different map than the sheet's
    if not left:
        kinds = ("plain", "hideout") if scenario is None else ("plain", "hideout", "damaged", "shelter", "gardens")
        left = Counter({tile.id: tile.copies for tile in rules.content.tiles.values() if tile.kind in kinds})
        left.subtract(seen)
    pool = [tile for tile in left.elements() if tile in rules.content.tiles]
    chance.shuffle("imagine", pool)
    return _take_cards(pool, wanted, list(rules.content.tiles), chance)


def _hidden_dice(markers: Sequence[str], chance: Chance) -> list[str]:
    """Return faces for the face-down dice tokens that complete sets of three different ones with the visible ones."""
    shown = Counter(marker[len("die:")] for marker in markers if marker.startswith("die:"))
    hidden = markers.count("die")
    sets = -(-(shown.total() + hidden) // 3)
    left = Counter(dict.fromkeys("SDT", sets))
    left.subtract(shown)
    pool = list(left.elements())
    chance.shuffle("imagine", pool)
    return _take_cards(pool, hidden, ["S", "D", "T"], chance)


# -- cards -------------------------------------------------------------------------------------------------------------


def _imagine_enemies(rules: Rules, data: View, chance: Chance) -> None:
    """Fill in the enemy deck with cards that aren't in play or discarded, and mark the remaining small gods."""
    deck: list[str] = list(data["enemy_deck"])
    seen = [*data["enemy_discard"], *(card for stack in data["enemies"] for card, _ in stack)]
    seen += [data["guest"][0], *(card for card in deck if card != UNSEEN)]
    unseen = deck.count(UNSEEN)

    def deal() -> list[str]:
        left = Counter({one.id: one.copies for one in decks.available(rules, rules.content.enemies.values())})
        left.subtract(card.partition("!")[0] for card in seen if card)
        pool = list(left.elements())
        chance.shuffle("imagine", pool)
        return _take_cards(pool, unseen, list(left), chance)

    pool = _cached_deal(rules, chance, ("enemies", unseen, *seen), deal)
    gods_left = _count_gods_left(rules, data, seen)
    strong = [at for at, card in enumerate(pool) if rules.content.enemies[card].level > 1]
    for at in strong[:gods_left]:
        pool[at] += "!god"
    data["enemy_deck"] = [pool.pop() if card == UNSEEN else card for card in deck]


def _count_gods_left(rules: Rules, data: View, seen: list[str]) -> int:
    """Return how many small gods are still in the deck."""
    scenario = rules.scenario
    if scenario is None or "gods" not in scenario.special_rules:
        return 0
    beaten: int = data["on_card"].get("success", 0)
    return max(0, rules.players - beaten - sum("!god" in card for card in seen))


def _imagine_augments(rules: Rules, data: View, chance: Chance) -> None:
    """Fill in class and faction decks with cards that nobody holds and that haven't left the game."""
    decks_of_classes: list[list[str]] = []
    for seat, number in enumerate(data["class_deck"]):
        seen = [*data["equipped"][seat], *data["unequipped"][seat], *_texts_in_frames(data, "pick-augment", seat)]
        decks_of_classes.append(_class_deck(rules, data["classes"][seat], number, seen, chance))
    data["class_deck"] = decks_of_classes
    held = [*_flatten_piles(data["equipped"]), *_flatten_piles(data["unequipped"]), *data["box"]]
    factions = []
    for name, number in data["factions"]:
        factions.append([name, _faction_deck(rules, name, number, held, chance)])
    data["factions"] = factions


def _class_deck(rules: Rules, name: str, number: int, held: list[str], chance: Chance) -> list[str]:
    def own(rules: Rules) -> list[str]:
        return [one.id for one in decks.class_augments(rules, name) if not one.start]

    return _deal_pile(rules, f"class {name}", own, number, _cards_of_deck(rules, f"class {name}", own, held), chance)


def _faction_deck(rules: Rules, name: str, number: int, held: list[str], chance: Chance) -> list[str]:
    def own(rules: Rules) -> list[str]:
        return [one.id for one in decks.available(rules, rules.content.augments.values()) if one.owner == name]

    return _deal_pile(
        rules, f"faction {name}", own, number, _cards_of_deck(rules, f"faction {name}", own, held), chance
    )


def _cards_of_deck(rules: Rules, name: str, own: Callable[[Rules], list[str]], held: list[str]) -> list[str]:
    """Return the held cards that belong to a deck. A deck's cards are the same all game, so they are cached."""
    cards_by_deck: dict[str, list[str]] = rules.more.setdefault("decks", {})
    if name not in cards_by_deck:
        cards_by_deck[name] = own(rules)
    cards = cards_by_deck[name]
    return [card for card in held if card in cards]


def _imagine_goals(rules: Rules, data: View, chance: Chance) -> None:
    """Fill in the goal deck below its top card."""
    deck: list[str] = list(data["goal_deck"])
    visible = [*data["goals"], *(card for card in deck if card != UNSEEN)]
    visible += [card for pile in data["goals_taken"] for card in pile]

    def deal() -> list[str]:
        pool = [goal for goal in rules.content.goals if goal not in visible]
        chance.shuffle("imagine", pool)
        return pool

    pool = _cached_deal(rules, chance, ("goals", *visible), deal)
    data["goal_deck"] = [pool.pop() if card == UNSEEN else card for card in deck]
