"""The fields of a written position. Anything left out is as after setup."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Words = list[str]


@dataclass
class Written:
    """A position as people write it, or a full record of one."""

    now: str = ""  # instead of frames: a step of the turn, such as "launch", "combat", "world", or "move 1" for a seat
    frames: list[list[Any]] | None = None
    result: list[Any] | None = None
    # time and turn
    turn: int | None = None
    phase: str | None = None
    first: int | None = None
    active: int | None = None
    out: int | None = None
    time: int | None = None
    # the scenario
    card: str | None = None
    card_turn: int | None = None
    on_card: dict[str, int] | None = None
    specials: Words | None = None
    corrupted: int | None = None
    guest: list[Any] | None = None
    newly_unlocked: Words | None = None
    newly_locked: Words | None = None
    # the map
    ground: list[list[Any]] | None = None  # [q, r, tile, face up, exploration token, markers]; the last 3: optional
    turned: list[Any] = field(default_factory=list)  # explored tiles: "1,0" or a name
    bot: Any = None
    batteries: int | None = None
    bot_used: str | None = None
    # decks: the top cards, with the others below
    enemy_deck: Words | None = None
    enemy_left: int | None = None  # the size of the enemy deck; other cards are out of the game
    enemy_discard: Words | None = None
    body_deck: Words | None = None
    market: Words | None = None
    protocol_deck: Words | None = None
    factions: Any = None  # {Spartans = ["Oath"]} or rows [faction, cards]
    class_deck: list[Words] | None = None
    finds_left: Words | None = None
    event_deck: Words | None = None
    event_discard: Words | None = None
    reward_deck: Words | None = None
    diary_deck: Words | None = None
    diary_box: Words | None = None
    goal_deck: Words | None = None
    goals: Words | None = None
    enhancement: str | None = None
    pvp: str | None = None
    box: Words | None = None
    supply: dict[str, int] | None = None
    # the players
    walker: Words | None = None
    core: Words | None = None
    grid: list[Any] | None = None  # "EEE. .W.. .... ....", or {r1c1 = "E"}
    bag: Words | None = None
    dump: Words | None = None
    assets: list[Any] | None = None  # [shield, memory, power, reroll] or {power = 2}
    exp: list[int] | None = None
    integrity: list[int] | None = None
    maximum: list[int] | None = None
    trace: list[int] | None = None
    place: list[Any] | None = None  # [q, r], "q,r" or the name of a tile
    start_place: list[Any] | None = None
    bodies: list[Words] | None = None  # the active one first
    classes: Words | None = None
    equipped: list[Words] | None = None
    unequipped: list[Words] | None = None
    protocol: Words | None = None
    learned: list[int] | None = None
    enemies: list[list[Any]] | None = None  # "Stray Drone", or ["Stray Drone", damage]; top enemy first
    destabilized: list[int] | None = None
    fuses: list[int] | None = None
    moves_left: list[int] | None = None
    launched: list[Words] | None = None
    used: list[Words] | None = None
    tally: list[dict[str, int]] | None = None
    goals_taken: list[Words] | None = None
    event: list[Words] | None = None
    diary: Words | None = None
