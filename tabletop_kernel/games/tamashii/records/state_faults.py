"""Faults of a state, in sentences. Play never leads to one, but a written position can have some.

The checks make sure that a state without faults can be played to the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from tabletop_kernel.contract.decision_stack import ANYONE, stack_faults
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.games.tamashii import setup
from tabletop_kernel.games.tamashii.components import (
    ASCEND,
    ASSETS,
    BASIC,
    COLUMNS,
    DESTABILIZATION,
    LOCK,
    MOST_ASSETS,
    MOST_BODIES,
    MOST_CATIE,
    ON_LAUNCHER,
    ROWS,
    SUCCESS,
    SUPPLY,
    TOKENS,
)
from tabletop_kernel.games.tamashii.fighting.enemies import BEATEN
from tabletop_kernel.games.tamashii.kinds_of_decisions import AUTOMATIC, DECISIONS
from tabletop_kernel.games.tamashii.modes import destabilization_tokens
from tabletop_kernel.games.tamashii.phases.setup_choices import NOWHERE
from tabletop_kernel.games.tamashii.records import shapes
from tabletop_kernel.games.tamashii.state import MOST, State

DEEPEST = 100  # the most frames; play has far fewer


def faults(state: State) -> list[str]:
    """Return a state's faults, in sentences. Each check relies on the ones before it."""
    for ask in (_shape_faults, _name_faults, _number_faults, _token_faults, _card_faults, _map_faults, _frame_faults):
        wrong = ask(state)
        if wrong:
            return wrong
    return []


def _shape_faults(state: State) -> list[str]:
    """Return faults if data per seat doesn't exist for every seat."""
    seats = state.rules.seats
    card, *rest = state.guest if isinstance(state.guest, tuple) and state.guest else (None,)
    if (
        not isinstance(card, str)
        or len(rest) != 2
        or not (_is_between(rest[0], 0, MOST) and _is_between(rest[1], BEATEN, seats - 1))
    ):
        return ["guest: write an enemy or '', its damage, and its holder's seat or -1."]
    return length_faults(state, seats, "it has ")


# -- names -------------------------------------------------------------------------------------------------------------


def _name_faults(state: State) -> list[str]:
    """Return a fault if a name isn't in the pack."""
    rules, content = state.rules, state.rules.content
    cards = rules.scenario.cards if rules.scenario is not None else {}
    enemies = [card.partition("!")[0] for card in (*state.enemy_deck, *state.enemy_discard, state.guest[0]) if card]
    enemies += [card.partition("!")[0] for stack in state.enemies for card, _ in stack]
    augments = _flatten_piles(state.equipped, state.unequipped, state.class_deck, [deck for _, deck in state.factions])
    known: list[tuple[str, Container[str], Iterable[str]]] = [
        ("walker", {body.id for body in content.walkers}, filter(None, state.walker)),
        ("body", content.bodies, _flatten_piles(state.bodies, [state.market, state.body_deck])),
        ("enemy", content.enemies, enemies),
        ("augment", content.augments, augments),
        ("scenario card", cards, [*filter(None, [state.card]), *state.specials]),
        ("protocol", content.protocols, [*filter(None, state.protocol), *state.protocol_deck]),
        ("goal", content.goals, _flatten_piles(state.goals_taken, [state.goals, state.goal_deck])),
        ("event", content.events, _flatten_piles(state.event, [state.event_deck, state.event_discard])),
        ("reward", content.rewards, state.reward_deck),
        ("diary card", content.diary, [*filter(None, state.diary), *state.diary_deck, *state.diary_box]),
        ("enhancement", content.enhancements, filter(None, [state.enhancement])),
        ("PvP card", content.pvp, filter(None, [state.pvp])),
        ("tile", content.tiles, state.tiles.values()),
        ("exploration token", content.finds, [*state.finds.values(), *state.finds_left]),
        ("class", {one.owner for one in content.augments.values() if not one.faction}, filter(None, state.classes)),
        ("faction", {one.owner for one in content.augments.values() if one.faction}, state.faction_deck),
    ]
    for what, names, used in known:
        strange = next((name for name in used if name not in names), None)
        if strange is not None:
            return [f"there is no {what} {clip(strange)}."]
    return []


def _flatten_piles(*seats: Iterable[Iterable[str]]) -> list[str]:
    return [card for piles in seats for pile in piles for card in pile]


# -- numbers -----------------------------------------------------------------------------------------------------------


def _number_faults(state: State) -> list[str]:
    wrong = range_faults(state)
    for assets in state.assets:
        if len(assets) != len(ASSETS) or not all(_is_between(number, 0, MOST_ASSETS) for number in assets):
            wrong.append(f"assets: write four numbers from 0 to {MOST_ASSETS} for each player.")
    if not all(_is_between(now, 0, most) for now, most in zip(state.integrity, state.maximum, strict=True)):
        wrong.append("integrity: use a number from 0 to its maximum.")
    return wrong


def _is_between(number: object, lowest: int, highest: int) -> bool:
    return type(number) is int and lowest <= number <= highest


# -- tokens ------------------------------------------------------------------------------------------------------------


def _token_faults(state: State) -> list[str]:
    """Return a fault if tokens are missing or too many."""
    for grid in state.grid:
        if len(grid) != ROWS * COLUMNS or set(grid) - set(f"{ON_LAUNCHER}.{LOCK}"):
            return ["grid: write twenty letters for each player."]
        if any(letter == LOCK and slot % COLUMNS != COLUMNS - 1 for slot, letter in enumerate(grid)):
            return ["grid: put locks only in the rightmost column."]
    for name in ("bag", "dump"):
        for tokens in getattr(state, name):
            if set(tokens) - set(TOKENS) or list(tokens) != sorted(tokens):
                return [f"{name}: write token letters, in order."]
    if any(core and core not in BASIC for core in state.core):
        return ["core: choose one of the four basic types."]
    return _counted_tokens(state)


def _counted_tokens(state: State) -> list[str]:
    held = Counter("".join(state.pool(seat) for seat in range(state.rules.seats)))
    held.update("".join(data[0] for kind, _, data in state.frames if kind == "prepare"))
    supply = state.supply
    for token in f"{BASIC}O":
        if held[token] + supply.get(token, 0) != SUPPLY[token]:
            return [f"{held[token] + supply.get(token, 0)} {token} tokens, but the game has {SUPPLY[token]}."]
    for token in "CN":
        if held[token] + supply.get(token, 0) not in (0, SUPPLY[token]):
            return [f"{held[token] + supply.get(token, 0)} {token} tokens, but the game has {SUPPLY[token]}."]
    if held["X"] + supply.get("X", 0) + state.corrupted + state.box.count("X") > SUPPLY["X"]:
        return [f"more than {SUPPLY['X']} corrupted tokens."]
    if any(state.pool(seat).count("C") > MOST_CATIE for seat in range(state.rules.seats)):
        return [f"more than {MOST_CATIE} Catie tokens for one player."]
    most = {"success": SUCCESS, "ascend": ASCEND, "destabilization": DESTABILIZATION}
    stacked = sum(destabilization_tokens.count_on_enemies(state, seat) for seat in range(state.rules.seats))
    lying = {"destabilization": sum(state.destabilized) + stacked, **state.on_card}
    for name, number in most.items():
        if supply.get(name, 0) + lying.get(name, 0) > number or supply.get(name, 0) < 0:
            return [f"{name}: more than {number} tokens."]
    return []


# -- cards -------------------------------------------------------------------------------------------------------------


def _card_faults(state: State) -> list[str]:
    """Return a fault if a card appears more often than in the box."""
    content = state.rules.content
    if any(len(bodies) > MOST_BODIES for bodies in state.bodies):
        return [f"bodies: at most {MOST_BODIES} for each player."]
    bodies = _flatten_piles(state.bodies, [state.market, state.body_deck])
    augments = _flatten_piles(state.equipped, state.unequipped, [deck for _, deck in state.factions], [state.box])
    piles: list[tuple[str, list[str]]] = [
        ("body", bodies),
        ("faction augment", [card for card in augments if card in content.augments and content.augments[card].faction]),
        ("goal", _flatten_piles(state.goals_taken, [state.goals, state.goal_deck])),
        ("event", _flatten_piles(state.event, [state.event_deck, state.event_discard])),
        ("diary card", [*filter(None, state.diary), *state.diary_deck, *state.diary_box]),
        ("protocol", [*filter(None, state.protocol), *state.protocol_deck]),
        ("walker", [*filter(None, state.walker)]),
    ]
    for what, cards in piles:
        if len(set(cards)) < len(cards):
            twice = next(card for card, number in Counter(cards).items() if number > 1)
            return [f"the {what} {clip(twice)} appears twice."]
    for seat in range(state.rules.seats):
        own = [*state.equipped[seat], *state.unequipped[seat], *state.class_deck[seat]]
        own += [card for kind, whose, data in state.frames if kind == "pick-augment" and whose == seat for card in data]
        if len(set(own)) < len(own):
            return ["augments: an augment appears twice."]
        for card in own:
            augment = content.augments[card]
            if not augment.faction and augment.owner != state.classes[seat]:
                return [f"{clip(card)} belongs to another class."]
    rewards = Counter(state.reward_deck)
    rewards.update(reward for kind, _, data in state.frames if kind == "heist" for reward in data[1])
    if any(number > content.rewards[reward].copies for reward, number in rewards.items()):
        return ["reward_deck: more cards than the pack has."]
    return _enemy_faults(state)


def _enemy_faults(state: State) -> list[str]:
    attached = [one for stack in state.enemies for one in stack]
    if wrong := _destabilization_faults(state):
        return wrong
    for card, damage in attached:
        if not _is_between(damage, 0, state.integrity_of(card) - 1):
            return [f"enemies: {clip(card)} can't have {damage} damage."]
    cards = [*state.enemy_deck, *state.enemy_discard, *(card for card, _ in attached), state.guest[0]]
    number = Counter(card.partition("!")[0] for card in cards if card)
    repeats = state.rules.difficulty == "insane" and state.ruling["ruling.mode.insane-pool"] == "repeats"
    for card, count in number.items():
        if count > state.rules.content.enemies[card].copies and not repeats:
            return [f"{count} copies of {clip(card)}, but the pack has {state.rules.content.enemies[card].copies}."]
    return []


def _destabilization_faults(state: State) -> list[str]:
    """Return a fault if destabilization tokens aren't where the ruling wants them: on stacks, or on single cards."""
    if destabilization_tokens.tokens_stay_on_card(state):
        if any(state.fuses):
            return ["fuses: this table puts destabilization tokens on single enemies; use 'toll-clerk!fuse2'."]
        return []
    if any(destabilization_tokens.count_on_card(card) for stack in state.enemies for card, _ in stack):
        return ["enemies: this table puts destabilization tokens on a player's stack; use fuses."]
    if any(number and not stack for number, stack in zip(state.fuses, state.enemies, strict=True)):
        return ["fuses: destabilization tokens need enemies, but that player has none."]
    return []


# -- the map -----------------------------------------------------------------------------------------------------------


def _is_before_step(state: State, *steps: str) -> bool:
    """Tell if setup hasn't reached the first of these steps that this table has."""
    order = setup.steps_of(state.rules)
    wanted = next(order.index(step) for step in steps if step in order)
    begun = [
        data[0] for kind, _, data in state.frames if kind == "setup" and not shapes.misshapen(state, kind, -1, data)
    ]
    return bool(begun) and begun[0] <= wanted


def _map_faults(state: State) -> list[str]:
    if state.bot is not None and (state.bot not in state.tiles or state.rules.mode != "solo"):
        return ["bot: put it on a tile, and only in a solo game."]
    if not state.tiles:
        return [] if _is_before_step(state, "map", "scenario") else ["ground: there is no map."]
    laying = _is_before_step(state, "conditions", "scenario")
    lying = Counter(state.tiles.values())
    for tile, count in lying.items():
        if count > state.rules.content.tiles[tile].copies:
            return [f"{count} copies of {clip(tile)}, but the pack has {state.rules.content.tiles[tile].copies}."]
    for name in ("place", "start_place"):
        if any(place not in state.tiles and not (laying and place == NOWHERE) for place in getattr(state, name)):
            return [f"{name}: choose a tile on the map."]
    if state.bot is None and state.bot_used:
        return ["bot_used: there is no BOT."]
    if state.bot is not None and not state.batteries and not state.bot_used:
        return ["bot: without batteries, the BOT has left."]
    for marker in (marker for markers in state.markers.values() for marker in markers):
        if marker.partition(":")[0] not in ("relay", "die"):
            return [f"markers: {clip(marker)} isn't a marker."]
    return []


# -- frames ------------------------------------------------------------------------------------------------------------


def _frame_faults(state: State) -> list[str]:
    """Return a fault unless every frame has a known kind, a valid seat and a question that can be answered."""
    if wrong := stack_faults(state, DEEPEST):
        return wrong
    for kind, seat, data in state.frames:
        if kind not in DECISIONS and kind not in AUTOMATIC:
            return [f"frames: {clip(kind)} isn't a decision."]
        if not ANYONE <= seat < state.rules.seats:
            return [f"frames: there is no seat {seat}."]
        if shapes.misshapen(state, kind, seat, data):
            return [f"frames: {kind}: impossible data."]
    if state.frames and state.frames[0][0] not in ("turn", "setup"):
        return ["frames: the first frame must be the turn."]
    if "" in state.walker and not any(frame[0] in ("setup", "board") for frame in state.frames):
        return ["walker: a player has no board."]
    return []
