"""The cards, tiles and missions of a pack in words, for pack designers."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.games.deck_goes_west.components import BANDIT_START_TEXT, MODE_TEXT, NIGHT_STEP_TEXT
from tabletop_kernel.games.deck_goes_west.jobs import jobs_in_words
from tabletop_kernel.games.deck_goes_west.pack.content import CardKind, Character, Content, Mission, Tile
from tabletop_kernel.games.deck_goes_west.pack.entries import Board
from tabletop_kernel.toolkit.card_language import count_in_words


def lines_by_name(content: Content) -> dict[str, list[str]]:
    """Return everything in a pack by its name: what it is, then each job in words."""
    lines: dict[str, list[str]] = {}
    for mission in content.missions.values():
        lines[_free_name(lines, mission.name)] = _mission_lines(mission)
    for board in content.boards.values():
        lines[_free_name(lines, f"Board {board.id}")] = _board_lines(board)
    for character in content.characters.values():
        lines[_free_name(lines, character.name)] = [
            _character_text(content, character),
            *map(jobs_in_words.job_in_words, character.jobs),
        ]
    for card in content.cards.values():
        lines[_free_name(lines, card.name)] = _card_lines(card)
    for tile in content.tiles.values():
        lines[_free_name(lines, tile.name)] = [
            _tile_text(tile),
            *([jobs_in_words.job_in_words(tile.job)] if tile.job else []),
        ]
    return lines


def mission_rule_lines(mission: Mission) -> list[str]:
    """Return the special rules of a mission, as sentences."""
    lines = []
    if mission.extra:
        lines.append(f"Every player starts with an extra {_stock_text(mission.extra)}.")
    if mission.bandits:
        lines.append(f"At the start, there is 1 bandit on {BANDIT_START_TEXT[mission.bandits]}.")
    if mission.wagon:
        lines.append("The wagon starts on the start tile.")
    if mission.leash is not None:
        columns = f"{mission.leash} column{'' if mission.leash == 1 else 's'}"
        lines.append(f"The wagon can't go more than {columns} West of the easternmost meeple.")
    if mission.fragile:
        lines.append("The wagon is fragile: bandits on its tile may damage it.")
    return lines


def night_lines(mission: Mission) -> list[str]:
    """Return the steps of a mission's night, in order."""
    text_by_step = {**NIGHT_STEP_TEXT, "remove": f"tiles more than {mission.removes} East of all meeples are removed"}
    return [text_by_step[step.split()[0]] for step in mission.night]


def _mission_lines(mission: Mission) -> list[str]:
    boards = listed((f"board {board}" for board in mission.boards), "or")
    return [
        f"A mission ({MODE_TEXT[mission.mode]}), difficulty {mission.difficulty}, on {boards}.",
        *mission_rule_lines(mission),
        *map(jobs_in_words.job_in_words, mission.jobs),
        f"At night: {'; '.join(night_lines(mission))}.",
    ]


def _board_lines(board: Board) -> list[str]:
    parts = [f"risk {part.risk} from day {part.day} or score {part.score}" for part in board.sections]
    return [f"A scoreboard with {board.day_end} days and {board.score_end} points.", f"Bandit risk: {listed(parts)}."]


def _character_text(content: Content, character: Character) -> str:
    deck = len(content.deck(character.id))
    start = f"starts with {_stock_text(character.start)}" if character.start else "starts with nothing"
    extra = f", one extra {content.cards[character.extra].name} in a deck of {deck}" if character.extra else ""
    return (
        f"A character ({character.role}), difficulty {character.difficulty}, hand of {character.hand}, {start}{extra}."
    )


def _card_lines(card: CardKind) -> list[str]:
    kinds = {"starter": "starter card", "trade": "trade card", "pain": "pain card", "exhaustion": "exhaustion card"}
    colour = f"{card.colour} " if card.colour else ""
    lines = [f"{count_in_words(card.copies, f'{colour}{kinds[card.kind]}').capitalize()}."]
    return (
        lines
        + [f"To buy it: {jobs_in_words.job_in_words(job)}" for job in card.buy]
        + [jobs_in_words.job_in_words(job) for job in card.jobs]
    )


def _tile_text(tile: Tile) -> str:
    types = [*(name.capitalize() for name in tile.types), *["a bandit camp"] * tile.camp]
    stars = listed(map(str, tile.face)) or "none"
    return f"A land tile: {listed(types)}. Red stars: {stars} on the front, {tile.back} on the back."


def _stock_text(stock: Mapping[str, int]) -> str:
    return listed(f"{number} {kind.capitalize()}" for kind, number in stock.items() if number)


def _free_name(taken: Mapping[str, list[str]], name: str) -> str:
    """Return the name, with a number if it is already taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
