"""The keys of all lines in `Rules.lines`, and the names of what cards can modify by a number.

They are in one place, for the pack reader that stores lines under these keys and for everything that runs them.
"""

from __future__ import annotations


def tile(tile_id: str) -> str:
    """Return the key of a district effect."""
    return f"tile.{tile_id}"


def find(find_id: str, reward: int) -> str:
    """Return the key of an exploration token's reward."""
    return f"find.{find_id}.{reward}"


def enemy(enemy_id: str, symbol: str) -> str:
    """Return the key of an enemy's frame: fang or wire."""
    return f"enemy.{enemy_id}.{symbol}"


def enemy_pattern(enemy_id: str, number: int) -> str:
    """Return the key of an enemy's hack or repel."""
    return f"enemy.{enemy_id}.pattern.{number}"


def frame(body_id: str, number: int) -> str:
    """Return the key of a body's combat frame."""
    return f"frame.{body_id}.{number}"


def use(ability: str, number: int = 0) -> str:
    """Return the key of an ability's line: “aug.loaded-dice”, “body.bulwark”, “diary.d01”, “pvp.tip-off”, and so on."""
    return f"{ability}.use.{number}"


def card(code: str, part: str, number: int | None = None) -> str:
    """Return the key of a scenario card's part: immediate, pattern, or an activity or world block by number."""
    return f"card.{code}.{part}" if number is None else f"card.{code}.{part}.{number}"


PROTOCOL = "protocol."  # before the key of a learning step's effect


def step(protocol: str, number: int) -> str:
    """Return the key of a learning step's effect."""
    return f"{PROTOCOL}{protocol}.{number}"


def reward(reward_id: str) -> str:
    return f"reward.{reward_id}"


def event_price(event_id: str) -> str:
    """Return the key of a city event's price."""
    return f"event.{event_id}.pay"


def conditions(card_id: str) -> str:
    """Return the key of a conditions card's starting bonus."""
    return f"conditions.{card_id}"


# Names for `modify` on bodies, table cards and scenario cards, read by `abilities.modifier`.
ENTRY, STATIONARY = "entry", "stationary"  # trace values of tiles, never below 0
MOV, PRO, ATT = "mov", "pro", "att"
PASSES = "passes-face-down"  # a path may lead through face-down tiles
ROOTED = "rooted"  # effects can't move it
LISTENING = "listening"  # more trace for a move that ends without a relay while one is left
REPEL_MEMORY = "repel-memory"  # extra cost of a repel
HIDEOUT_TWICE = "hideout-twice"  # once per game and player, a hideout's effect a second time
HAND_OVER = "hand-over"  # a repelled enemy may go to a player on the same tile
EQUIP = "equip"  # added to the cost of equipping
LOST_ON_ANY = "lost-on-any-reset"  # a body is lost whatever the symbol die shows
GUEST, GUEST_EACH = "guest", "guest-each"  # for a scenario: its guest's integrity, in total and per player

# The printed text for each of them.
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
