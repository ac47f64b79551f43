"""Imagining what a seat cannot see: a whole state that looks just like a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tabletop_kernel.chance import Chance
from tabletop_kernel.game import View
from tabletop_kernel.games.tamashii.pack import decks
from tabletop_kernel.games.tamashii.records.positions import build
from tabletop_kernel.games.tamashii.seeing import UNSEEN
from tabletop_kernel.games.tamashii.state import Rules, State

Data = dict[str, Any]

KEPT = 4  # a page asks about the table as it is now, and as it was before the move that it plays back
_kept: list[tuple[Rules, View, State]] = []


def likeness(rules: Rules, view: View) -> State:
    """A state that looks like this view, to ask about what is open: nobody may change it, since it serves again."""
    for known, seen, state in _kept:
        if known is rules and seen == view:
            return state
    state = imagine(rules, view, Chance(0))
    _kept.insert(0, (rules, view, state))
    del _kept[KEPT:]
    return state


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """A state that looks like this view to its seat, or to everybody; what cannot be seen is dealt at random."""
    data = dict(view)
    _imagine_map(rules, data, chance)
    _imagine_enemies(rules, data, chance)
    _imagine_augments(rules, data, chance)
    _imagine_goals(rules, data, chance)
    content = rules.content
    bodies = decks.bodies(rules) if not rules.prologue else []
    _deal(data, "body_deck", bodies, [*data["market"], *_of_seats(data["bodies"])], chance)
    _deal(data, "protocol_deck", content.protocols, [*data["protocol"], *_in_frames(data, "protocol")], chance)
    _deal(data, "event_deck", content.events, [*data["event_discard"], *_of_seats(data["event"])], chance)
    rewards = [one.id for one in content.rewards.values() for _ in range(one.copies)]
    _deal(data, "reward_deck", rewards, _in_frames(data, "heist"), chance)
    diary = [one.id for one in content.diary.values()]
    _deal(data, "diary_deck", diary, [*data["diary"], *data["diary_box"]], chance)
    return build(rules, data, chance)


def _of_seats(piles: Iterable[Iterable[str]]) -> list[str]:
    return [card for pile in piles for card in pile]


def _in_frames(data: Data, kind: str, seat: int | None = None) -> list[str]:
    """The texts in the data of frames of one kind, of one seat or of all: cards that are being decided about."""
    found: list[str] = []

    def look(part: Any) -> None:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, list):
            for one in part:
                look(one)

    for frame in data["frames"]:
        if frame[0] == kind and seat in (None, frame[1]):
            look(frame[2])
    return found


def _deal(data: Data, name: str, cards: Iterable[str], seen: Iterable[str], chance: Chance) -> None:
    """A pile of which only the number of cards is seen: those of its kind that are nowhere else."""
    kinds = list(cards)
    left = Counter(kinds)
    left.subtract(seen)
    pool = [card for card in left.elements() if card in kinds]
    if data[name]:
        chance.shuffle("imagine", pool)
        data[name] = _so_many(pool, data[name], kinds, chance)
    else:
        chance.pass_over("imagine", len(pool))
        data[name] = []


def _so_many(pool: list[str], number: int, kinds: list[str], chance: Chance) -> list[str]:
    """So many cards of a pool; should a strange position have more of them than there are, some come twice."""
    while len(pool) < number and kinds:
        pool.append(kinds[chance.pick("imagine", len(kinds))])
    return pool[:number]


# -- the map -----------------------------------------------------------------------------------------------------------


def _imagine_map(rules: Rules, data: Data, chance: Chance) -> None:
    """The tiles that lie face down are those of the sheet that are not seen; where each of them lies, nobody knows."""
    ground = [[*row[:5], list(row[5])] for row in data["ground"]]
    tiles = _hidden_tiles(rules, ground, chance)
    finds = [find.id for find in rules.content.finds.values() for _ in range(find.copies)]
    chance.shuffle("imagine", finds)
    dice = _hidden_dice(ground, chance)
    for row in ground:
        if row[2] == UNSEEN:
            row[2] = tiles.pop()
        if row[4] == UNSEEN:
            row[4] = finds.pop()
        row[5] = [f"die:{dice.pop()}" if marker == "die" else marker for marker in row[5]]
    data["ground"] = ground
    data["finds_left"] = _so_many(finds, data["finds_left"], list(rules.content.finds), chance)


def _hidden_tiles(rules: Rules, ground: list[list[Any]], chance: Chance) -> list[str]:
    """Tiles for the places that lie face down, in random order."""
    seen = Counter(row[2] for row in ground)
    wanted = seen.pop(UNSEEN, 0)
    scenario = rules.scenario
    left: Counter[str] = Counter()
    if scenario is not None:
        left = Counter([*(laid.tile for laid in scenario.map if laid.tile), *scenario.shuffled])
        left.subtract(seen)
        if any(number < 0 for number in left.values()) or left.total() != wanted:
            left = Counter()  # another map than that of the sheet
    if not left:
        kinds = ("plain", "hideout") if scenario is None else ("plain", "hideout", "damaged", "shelter", "gardens")
        left = Counter({tile.id: tile.copies for tile in rules.content.tiles.values() if tile.kind in kinds})
        left.subtract(seen)
    pool = [tile for tile in left.elements() if tile in rules.content.tiles]
    chance.shuffle("imagine", pool)
    return _so_many(pool, wanted, list(rules.content.tiles), chance)


def _hidden_dice(ground: list[list[Any]], chance: Chance) -> list[str]:
    """Faces for dice tokens that lie face down: together with those that are seen, sets of three different ones."""
    markers = [marker for row in ground for marker in row[5]]
    shown = Counter(marker[len("die:")] for marker in markers if marker.startswith("die:"))
    hidden = markers.count("die")
    sets = -(-(shown.total() + hidden) // 3)
    left = Counter(dict.fromkeys("SDT", sets))
    left.subtract(shown)
    pool = list(left.elements())
    chance.shuffle("imagine", pool)
    return _so_many(pool, hidden, ["S", "D", "T"], chance)


# -- cards -------------------------------------------------------------------------------------------------------------


def _imagine_enemies(rules: Rules, data: Data, chance: Chance) -> None:
    """The enemy deck: cards that are in no stack, in no pile and not the guest; small gods that are still about."""
    deck: list[str] = list(data["enemy_deck"])
    seen = [*data["enemy_discard"], *(card for stack in data["enemies"] for card, _ in stack)]
    seen += [data["guest"][0], *(card for card in deck if card != UNSEEN)]
    left = Counter({one.id: one.copies for one in decks.available(rules, rules.content.enemies.values())})
    left.subtract(card.partition("!")[0] for card in seen if card)
    pool = list(left.elements())
    chance.shuffle("imagine", pool)
    unseen = deck.count(UNSEEN)
    pool = _so_many(pool, unseen, list(left), chance)
    gods = _gods_about(rules, data, seen)
    strong = [at for at, card in enumerate(pool) if rules.content.enemies[card].level > 1]
    for at in strong[:gods]:
        pool[at] += "!god"
    data["enemy_deck"] = [pool.pop() if card == UNSEEN else card for card in deck]


def _gods_about(rules: Rules, data: Data, seen: list[str]) -> int:
    """How many small gods are still in the deck."""
    scenario = rules.scenario
    if scenario is None or "gods" not in scenario.special_rules:
        return 0
    beaten: int = data["on_card"].get("success", 0)
    return max(0, rules.players - beaten - sum("!god" in card for card in seen))


def _imagine_augments(rules: Rules, data: Data, chance: Chance) -> None:
    """Class decks and faction decks: what nobody holds and what has not left the game."""
    decks_of_classes: list[list[str]] = []
    for seat, number in enumerate(data["class_deck"]):
        own = [one.id for one in decks.class_augments(rules, data["classes"][seat]) if not one.start]
        seen = [*data["equipped"][seat], *data["unequipped"][seat], *_in_frames(data, "pick-augment", seat)]
        part: Data = {"deck": number}
        _deal(part, "deck", own, [card for card in seen if card in own], chance)
        decks_of_classes.append(part["deck"])
    data["class_deck"] = decks_of_classes
    held = [*_of_seats(data["equipped"]), *_of_seats(data["unequipped"]), *data["box"]]
    factions = []
    for name, number in data["factions"]:
        own = [one.id for one in decks.available(rules, rules.content.augments.values()) if one.owner == name]
        part = {"deck": number}
        _deal(part, "deck", own, [card for card in held if card in own], chance)
        factions.append([name, part["deck"]])
    data["factions"] = factions


def _imagine_goals(rules: Rules, data: Data, chance: Chance) -> None:
    """The deck of goals under its top card."""
    deck: list[str] = list(data["goal_deck"])
    known = [*data["goals"], *(card for card in deck if card != UNSEEN)]
    known += [card for pile in data["goals_taken"] for card in pile]
    pool = [goal for goal in rules.content.goals if goal not in known]
    chance.shuffle("imagine", pool)
    data["goal_deck"] = [pool.pop() if card == UNSEEN else card for card in deck]
