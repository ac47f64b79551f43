"""The names under which `Rules.lines` keeps every line of the content, and what cards may change by a number.

One place for them all: whoever reads a pack writes the lines under these names, and whoever lets one run asks for it.
"""

from __future__ import annotations


def tile(tile_id: str) -> str:
    """The effect of a district."""
    return f"tile.{tile_id}"


def find(find_id: str, reward: int) -> str:
    """A reward of an exploration token."""
    return f"find.{find_id}.{reward}"


def enemy(enemy_id: str, symbol: str) -> str:
    """A frame of an enemy: fang or wire."""
    return f"enemy.{enemy_id}.{symbol}"


def enemy_pattern(enemy_id: str, number: int) -> str:
    """A hack or repel of an enemy."""
    return f"enemy.{enemy_id}.pattern.{number}"


def frame(body_id: str, number: int) -> str:
    """A combat frame of a body."""
    return f"frame.{body_id}.{number}"


def use(ability: str, number: int = 0) -> str:
    """What an ability does: «aug.loaded-dice», «body.bulwark», «diary.d01», «pvp.tip-off», «enhancement.overclock»."""
    return f"{ability}.use.{number}"


def card(code: str, part: str, number: int | None = None) -> str:
    """A part of a scenario card: immediate, pattern, or the n-th activity or world block."""
    return f"card.{code}.{part}" if number is None else f"card.{code}.{part}.{number}"


PROTOCOL = "protocol."  # before the key of what a learning step gives


def step(protocol: str, number: int) -> str:
    """What a step of a learning protocol gives."""
    return f"{PROTOCOL}{protocol}.{number}"


def reward(reward_id: str) -> str:
    return f"reward.{reward_id}"


def event_price(event_id: str) -> str:
    """What meeting a city event costs."""
    return f"event.{event_id}.pay"


def conditions(card_id: str) -> str:
    """The starting bonus of a conditions card."""
    return f"conditions.{card_id}"


# What `modify` of a body, a table card or a scenario card may name, for `abilities.modifier`.
ENTRY, STATIONARY = "entry", "stationary"  # trace values of tiles, never below 0
MOV, PRO, ATT = "mov", "pro", "att"
PASSES = "passes-face-down"  # a path may lead through face-down tiles
ROOTED = "rooted"  # not moved by effects
LISTENING = "listening"  # more trace for a move that ends without a relay while one is left
REPEL_MEMORY = "repel-memory"  # what a repel costs besides
HIDEOUT_TWICE = "hideout-twice"  # once per game and player, a hideout's effect a second time
HAND_OVER = "hand-over"  # a repelled enemy may go to a player on the same tile
EQUIP = "equip"  # added to what equipping costs
LOST_ON_ANY = "lost-on-any-reset"  # a body goes whatever the symbol die shows
GUEST, GUEST_EACH = "guest", "guest-each"  # of a scenario: integrity of its guest, in all and for each player

# What a card prints about each of them.
MODIFIERS = {
    ENTRY: "entry values are {number} {higher}, but never below 0",
    STATIONARY: "stationary values are {number} {higher}, but never below 0",
    MOV: "MOV is {number} {higher}",
    PRO: "PRO is {number} {higher}",
    ATT: "ATT is {number} {higher}",
    PASSES: "you may pass through face-down tiles; stopping on one still reveals it",
    ROOTED: "effects can't move this body, but a reset can",
    LISTENING: "while a relay marker is left, a move that ends on a tile without one raises trace by {number} more",
    REPEL_MEMORY: "launching a repel also costs {number} memory",
    HIDEOUT_TWICE: "once per game, each player may use a hideout's effect twice in one district effect step",
    HAND_OVER: "a repelled enemy may be attached to another player on the same tile instead",
    EQUIP: "equipping costs {much} memory, but at least 1",
    LOST_ON_ANY: "you lose this body in every reset, whatever the symbol die shows",
    GUEST: "the guest's integrity is {number} {higher}",
    GUEST_EACH: "the guest's integrity is {number} {higher} for each player",
}
