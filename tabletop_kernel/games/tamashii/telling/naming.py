"""Names of seats, tiles, cards, patterns, tokens and dice; and events that keep the names of their moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.sentences import Seat, seat_or_you
from tabletop_kernel.games.tamashii.components import BASIC, NAMES, SLOT, TOKENS
from tabletop_kernel.games.tamashii.pack.entries import WithName
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.grid import HEX

UNSEEN, GOD = "?", "god"
ASSETS_WITH_PLURAL = ("shield", "reroll")  # assets with a plural, unlike memory and power
TOKENS_WITH_PLURAL = "EW"  # basic tokens with a plural: Embers and Wards, but two Lore and two Flux
FACE_NAMES = {"S": "Strike", "D": "Surge", "T": "Static", "?": "die not rolled yet"}
COORDINATES = 2  # of a place: q and r
ORDINALS = ("first", "second", "third", "fourth")
OWN_BODY_TEXT_BY_EVENT = {
    "uses": "the body's ability",
    "frame": "the body",
}  # events, with words for the player's own body
BEFORE_BOARDS = frozenset({"first-player", "board"})  # events from before seats have names


# -- seats -------------------------------------------------------------------------------------------------------------


def walker_name(state: State, seat: int) -> str:
    """Return the name of a seat's walker, or “player 1” and so on before boards are dealt."""
    walker = state.rules.content.bodies.get(state.walker[seat])
    return walker.name if walker else f"player {seat + 1}"


def seat_name(state: State, seat: int, you: int | None = None) -> Seat:
    return seat_or_you(walker_name(state, seat), seat == you)


# -- tiles -------------------------------------------------------------------------------------------------------------


def tile_name(state: State, tile: str) -> str:
    kind = state.rules.content.tiles.get(tile)
    return kind.name if kind else "a face-down tile"


def spot_name(state: State, place: Sequence[int]) -> str:
    """Return the name of a face-up tile, or the position of a face-down one."""
    spot = (place[0], place[1])
    if spot in state.tiles and spot in state.up:
        return _numbered_name(state, spot)
    what = "face-down tile" if spot in state.tiles else "place"
    return f"the {what} {_beside_text(state, spot)}"


def _numbered_name(state: State, place: Place) -> str:
    """Return the name of a face-up tile, with a number if there are several, counted row by row."""
    alike = [other for other in state.up if state.tiles.get(other) == state.tiles[place]]
    name = tile_name(state, state.tiles[place])
    if len(alike) <= 1:
        return name
    return f"{name} {1 + sorted(alike, key=lambda one: (one[1], one[0])).index(place)}"


def _beside_text(state: State, place: Place) -> str:
    """Return text such as “north-east of Shelter”, the shortest that fits; with no face-up tile nearby, “at (3,-1)”."""
    sides = ((name, (place[0] - side[0], place[1] - side[1])) for name, side in HEX.items())
    open_sides = ((name, other) for name, other in sides if other in state.up and other in state.tiles)
    texts = [f"{name} of {_numbered_name(state, other)}" for name, other in open_sides]
    return min(texts, key=len, default=f"at {place_text(place)}")


def place_text(place: Sequence[int]) -> str:
    return f"({place[0]},{place[1]})"


# -- cards -------------------------------------------------------------------------------------------------------------


def enemy_name(state: State, card: str) -> str:
    """Return an enemy card's name. Small gods that nobody has defeated are marked as such."""
    if card == UNSEEN:
        return "an unseen enemy"
    name, mark = state.enemy(card).name, card.partition("!")[2]
    return f"{name} (small god)" if mark == GOD else name


def card_name(state: State, code: str) -> str:
    """Return the name of a scenario card, or its code if this scenario doesn't have it."""
    scenario = state.rules.scenario
    card = scenario.cards.get(code) if scenario is not None else None
    return card.name if card else code


def ability_name(state: State, name: str) -> str:
    """Return the name of a card, such as “Loaded Dice” for aug.loaded-dice."""
    kind, _, rest = name.partition(".")
    entry = rest.partition(".")[0]
    content = state.rules.content
    pieces_by_kind: dict[str, Mapping[str, WithName]] = {
        "aug": content.augments,
        "body": content.bodies,
        "diary": content.diary,
        "pvp": content.pvp,
        "enhancement": content.enhancements,
        "tile": content.tiles,
        "enemy": content.enemies,
        "goal": content.goals,
        "protocol": content.protocols,
        "event": content.events,
        "conditions": content.conditions,
    }
    piece = pieces_by_kind.get(kind, {}).get(entry)
    return str(piece.name) if piece is not None else "that"


def line_name(state: State, key: str) -> str:
    """Return the name of the card, tile or token with a line."""
    place, _, rest = key.partition(".")
    if place == "card":
        return card_name(state, rest.partition(".")[0])
    if place == "basic":
        return pattern_name(state, key)
    if place == "frame":
        return f"{possessive(ability_name(state, f'body.{rest}'))} combat frame"
    fixed = {"find": "the exploration token", "reward": "the reward", "catie": "the Catie token"}
    return fixed.get(place) or ability_name(state, key)


def possessive(name: str) -> str:
    """Return the possessive, such as “Stray Drone's”."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def pattern_name(state: State, key: str) -> str:
    """Return the name of a pattern by its key, or all names for several launched together."""
    return listed(_single_pattern_name(state, one.removeprefix("gone:")) for one in key.split("+"))


def _single_pattern_name(state: State, key: str) -> str:
    kind, _, rest = key.partition(".")
    if kind == "basic":
        if rest == "exp":
            return "the EXP pattern"
        asset = rest.removesuffix("-long")
        return f"the long {asset} pattern" if rest.endswith("-long") else f"the {asset} pattern"
    if kind == "enemy":
        enemy, _, what = rest.rpartition(".")
        return f"{possessive(ability_name(state, f'enemy.{enemy}'))} {_enemy_pattern_name(state, enemy, what)}"
    if kind == "card":
        return f"{possessive(card_name(state, rest))} pattern"
    fixed = {"bot": "the BOT's pattern", "catie": "the Catie pattern", "diary": "the diary pattern"}
    return fixed.get(key) or f"{possessive(ability_name(state, key))} pattern"


def _enemy_pattern_name(state: State, enemy: str, what: str) -> str:
    """Return “hack”, or “second hack” if the enemy has several."""
    kind = what.rstrip("0123456789")
    card = state.rules.content.enemies.get(enemy)
    alike = [pattern for pattern in card.patterns if pattern.kind == kind] if card is not None else []
    number = int(what.removeprefix(kind) or 0)
    return f"{ORDINALS[number]} {kind}" if len(alike) > 1 and number < len(ORDINALS) else kind


# -- tokens and dice ---------------------------------------------------------------------------------------------------


def token_name(letter: str) -> str:
    return NAMES.get(letter, letter)


def tokens_in_words(tokens: str) -> str:
    """Return text such as “2 Embers, 1 Ward and 1 open token”."""
    counted = Counter("C" if letter == "D" else letter for letter in tokens)
    return listed(_token_count_text(letter, counted[letter]) for letter in TOKENS if counted[letter]) or "no token"


def _token_count_text(letter: str, count: int) -> str:
    """Return text such as “2 Embers”, “2 Lore” or “2 open tokens”."""
    if letter in BASIC:
        return f"{count} {NAMES[letter]}{'s' * (count != 1 and letter in TOKENS_WITH_PLURAL)}"
    return f"{count} {NAMES[letter]} token{'s' * (count != 1)}"


def assets_in_words(count: int, asset: str) -> str:
    """Return text such as “2 shields” or “2 memory”."""
    return f"{count} {asset}{'s' * (count != 1 and asset in ASSETS_WITH_PLURAL)}"


def dice_in_words(dice: str) -> str:
    """Return text such as “2 Strikes and 1 Static”."""
    counted = Counter(dice)
    return listed(_face_count_text(face, counted[face]) for face in FACE_NAMES if counted[face]) or "no dice"


def _face_count_text(face: str, number: int) -> str:
    if face == "?":
        return f"{number} {'die' if number == 1 else 'dice'} not rolled yet"
    return f"{number} {FACE_NAMES[face]}{'s' * (number > 1 and face != 'T')}"


def slots_of_launch(slots: str) -> list[str]:
    """Return the slots of a launch, in the order of its move."""
    return [name for name in slots.split("+") if name in SLOT]


# -- events ------------------------------------------------------------------------------------------------------------

SPOT_FACT_BY_PLACE_FACT = {"place": "spot", "old_place": "old_spot"}


def naming_emitter(state: State, emit: Emit | None) -> Emit | None:
    """Return an emitter whose events name tiles as they are now, since tiles are turned up and replaced later."""
    if emit is None:
        return None

    def tell(kind: str, rule: str, audience: int, /, **data: Any) -> None:
        if "asset" in data and type(data.get("count")) is int:
            data["assets"] = assets_in_words(data["count"], data["asset"])
        for key, name in SPOT_FACT_BY_PLACE_FACT.items():
            if key in data and _is_place(data[key]):
                data[name] = spot_name(state, data[key])
        if kind in OWN_BODY_TEXT_BY_EVENT:
            data["used"] = _used_name(state, data["seat"], data["ability"], OWN_BODY_TEXT_BY_EVENT[kind])
        if kind in BEFORE_BOARDS:
            data["player"] = data["seat"]
        emit(kind, rule, audience, **data)

    return tell


def _used_name(state: State, seat: int, ability: str, own: str) -> str:
    """Return the name of a used card, or “the body's ability” for a body with its player's name."""
    return own if is_own_body(state, seat, ability) else ability_name(state, ability)


def is_own_body(state: State, seat: int, ability: str) -> bool:
    """Tell if an ability belongs to the body that gives a player their name."""
    return ability == f"body.{state.walker[seat]}"


def _is_place(value: object) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == COORDINATES
