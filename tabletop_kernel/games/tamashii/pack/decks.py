"""Decks as setup builds them: enemies by a sheet's lots, bodies for the market, and everything not locked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.components import CATIE, CATIE_CODE, SUPPLY
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Body, Enemy, EnemyLot
from tabletop_kernel.games.tamashii.ruling_types import rulings_of
from tabletop_kernel.games.tamashii.state import Rules, State

EASY, TOUGH = 1, 2  # levels of enemies
GOD_ENDING = "!god"  # the mark of a small god


class _Coded(Protocol):
    @property
    def code(self) -> str: ...


Card = TypeVar("Card", bound=_Coded)


def available(rules: Rules, things: Iterable[Card]) -> list[Card]:
    """Return everything that isn't locked in this game."""
    return [thing for thing in things if thing.code in rules.unlocked]


def count_locked(rules: Rules) -> int:
    """Return how many components of the pack are still locked."""
    content = rules.content
    kinds = (content.bodies, content.enemies, content.augments, content.diary)
    cards = sum(one.code not in rules.unlocked for kind in kinds for one in kind.values())
    catie = CATIE_CODE in campaign.codes_of(content) and CATIE_CODE not in rules.unlocked
    return cards + (SUPPLY[CATIE] if catie else 0)


# -- enemies -----------------------------------------------------------------------------------------------------------


def lay_enemies(state: State, lots: Sequence[EnemyLot], without: Sequence[str], rule: str, emit: Emit | None) -> None:
    """Build the enemy deck from its lots, top to bottom: named enemies as listed, others at random."""
    pool = _Pool(state, without)
    numbers = numbers_of(state.rules, lots)
    for lot, number in zip(lots, numbers, strict=True):
        if lot.enemy and not _is_replaced(state.rules, lot):
            pool.reserve(lot.enemy, number)
    piles = [(lot, _draw_lot(state, pool, lot, number)) for lot, number in zip(lots, numbers, strict=True)]
    state.enemy_deck = _stack_lots(state, [(lot, cards) for lot, cards in piles if not lot.aside])
    guest = next((cards[0] for lot, cards in piles if lot.aside and cards), "")
    state.guest = (guest, 0, -1)
    if emit:
        gone = sum(number for lot, number in zip(lots, numbers, strict=True) if _is_replaced(state.rules, lot))
        replaced = sum(len(cards) for lot, cards in piles if _is_replaced(state.rules, lot))
        if replaced:
            emit("enemies-replaced", "mode.insane-enemies", EVERYONE, count=replaced)
        if gone > replaced:
            emit("enemies-missing", "ruling.mode.insane-pool", EVERYONE, count=gone - replaced)
        emit("enemy-deck", rule, EVERYONE, count=len(state.enemy_deck))
        gods = sum(card.endswith(GOD_ENDING) for card in state.enemy_deck)
        if gods:
            emit("small-gods", "scen.special-rules", EVERYONE, count=gods)
        named = [lot for lot in lots if lot.enemy and not lot.aside]
        if len(named) > 1 and state.ruling["ruling.scen.enemy-order"] == "shuffled":
            emit("named-shuffled", "ruling.scen.enemy-order", EVERYONE)
        if guest:
            emit("set-aside", rule, EVERYONE, enemy=guest)


def numbers_of(rules: Rules, lots: Sequence[EnemyLot]) -> list[int]:
    """Return each lot's number of cards. A lot that fills the deck has what the lots before it lack."""
    numbers: list[int] = []
    for lot in lots:
        number = lot.number + lot.each * rules.players
        if lot.fill:
            number = max(0, number - sum(numbers))
        numbers.append(number if lot.most is None else min(number, lot.most))
    return numbers


def _draw_lot(state: State, pool: _Pool, lot: EnemyLot, number: int) -> list[str]:
    """Return the cards of a lot, with its mark."""
    if _is_replaced(state.rules, lot):
        cards = pool.replacements(number)
    else:
        cards = [lot.enemy] * number if lot.enemy else pool.draw(lot.level, number)
    return [f"{card}!{lot.mark}" if lot.mark else card for card in cards]


def _is_replaced(rules: Rules, lot: EnemyLot) -> bool:
    """Tell if level 2 enemies replace this lot. Enemies set aside stay."""
    level = rules.content.enemies[lot.enemy].level if lot.enemy else lot.level
    return rules.difficulty == "insane" and level == EASY and not lot.aside


def _stack_lots(state: State, piles: list[tuple[EnemyLot, list[str]]]) -> tuple[str, ...]:
    """Return the lots stacked. Some are shuffled together; under a ruling, all named enemies are."""
    if state.ruling["ruling.scen.enemy-order"] == "shuffled":
        named = [card for lot, cards in piles if lot.enemy for card in cards]
        state.chance.shuffle("enemies", named)
        rest = [(lot, cards) for lot, cards in piles if not lot.enemy]
    else:
        named, rest = [], piles
    groups: list[list[str]] = []
    mixed: list[bool] = []
    for lot, cards in rest:
        if lot.shuffled and groups:
            groups[-1] = groups[-1] + cards
            mixed[-1] = True
        else:
            groups.append(list(cards))
            mixed.append(not lot.enemy)
    for group, random in zip(groups, mixed, strict=True):
        if random:
            state.chance.shuffle("enemies", group)
    return (*named, *(card for group in groups for card in group))


class _Pool:
    """The enemy cards in the box, for random draws."""

    def __init__(self, state: State, without: Sequence[str]) -> None:
        self._state = state
        enemies = [one for one in available(state.rules, state.rules.content.enemies.values()) if one.id not in without]
        self._cards: dict[int, list[str]] = {level: _ids_of_level(enemies, level) for level in (EASY, TOUGH)}
        self._types = [one.id for one in enemies if one.level == TOUGH]
        for cards in self._cards.values():
            state.chance.shuffle("enemy-box", cards)

    def reserve(self, enemy: str, number: int) -> None:
        """Remove named cards, so that the deck has no card more often than the box."""
        for cards in self._cards.values():
            for _ in range(min(number, cards.count(enemy))):
                cards.remove(enemy)

    def draw(self, level: int, number: int) -> list[str]:
        cards = self._cards[level]
        taken, cards[:] = cards[:number], cards[number:]
        return taken

    def replacements(self, number: int) -> list[str]:
        """Return level 2 enemies to replace level 1: any, with repeats, or under a ruling only the cards left."""
        if self._state.ruling["ruling.mode.insane-pool"] == "smaller" or not self._types:
            return self.draw(TOUGH, number)
        pick = self._state.chance.pick
        return [self._types[pick("enemy-box", len(self._types))] for _ in range(number)]


def _ids_of_level(enemies: Iterable[Enemy], level: int) -> list[str]:
    return [one.id for one in enemies if one.level == level for _ in range(one.copies)]


# -- bodies and augments -----------------------------------------------------------------------------------------------


def advanced_bodies(rules: Rules) -> list[str]:
    """Return the advanced bodies of this game, with the table's choice between two that replace each other."""
    unlocked = available(rules, (body for body in rules.content.bodies.values() if not body.core))
    swapped = "dog" in rules.modules and rulings_of(rules.config)["ruling.dog.meaning"] == "body"
    left_out = (
        {body.replaces for body in unlocked if body.replaces} if swapped else {b.id for b in unlocked if b.replaces}
    )
    return [body.id for body in unlocked if body.id not in left_out]


def swapped_bodies(rules: Rules) -> tuple[Body, Body] | None:
    """Return the cyberdog and the cybercat if the table has swapped them, or None."""
    bodies = rules.content.bodies
    found = next((one for one in available(rules, bodies.values()) if one.replaces), None)
    return (found, bodies[found.replaces]) if found is not None and "dog" in rules.modules else None


def lay_market(state: State, emit: Emit | None) -> None:
    """Shuffle the bodies and turn up one more than there are players."""
    deck = advanced_bodies(state.rules)
    state.chance.shuffle("bodies", deck)
    number = state.rules.players + 1
    state.market, state.body_deck = tuple(deck[:number]), tuple(deck[number:])
    if emit:
        emit("market", "setup.market", EVERYONE, bodies=list(state.market), count=len(state.body_deck))
        pair = swapped_bodies(state.rules)
        if pair is not None:
            kind = "dog-body" if state.ruling["ruling.dog.meaning"] == "body" else "dog-figure"
            emit(kind, "dog.swap", EVERYONE, body=pair[0].id, other_body=pair[1].id)


def class_augments(rules: Rules, name: str) -> list[Augment]:
    """Return the unlocked augments of a class."""
    return [one for one in available(rules, rules.content.augments.values()) if one.owner == name and not one.faction]


def faction_deck(state: State, faction: str) -> tuple[str, ...]:
    """Return a faction's augments, shuffled."""
    augments = [one.id for one in available(state.rules, state.rules.content.augments.values()) if one.owner == faction]
    state.chance.shuffle(f"faction-{faction}", augments)
    return tuple(augments)
