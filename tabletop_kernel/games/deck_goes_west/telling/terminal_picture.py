"""The table as lines of text, for a terminal."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.deck_goes_west.days.phases import can_days_run_out
from tabletop_kernel.games.deck_goes_west.state import Rules
from tabletop_kernel.games.deck_goes_west.telling.words import cards_in_words, job_words, stock_in_words

PLACE_LETTER = {"forest": "F", "prairie": "P", "mountain": "M", "village": "V", "water": "W", "river": "R"}
CELL_WIDTH = 9


def table_lines(rules: Rules, view: View) -> list[str]:
    """Return the tracks, the map with West on the left, the trade row and each player, line by line."""
    board = rules.board
    today = f"day {view['day']} of {board.day_end}" if can_days_run_out(rules) else f"day {view['begun']}"
    lines = [f"{rules.mission.name}: {today}; points {listed(map(str, view['score']))} of {board.score_end}"]
    lines += _map_lines(rules, view)
    lines.append(f"Trade row: {listed(rules.cards[card].name for card in view['row'])}")
    lines += [f"  {job_words(rules, job)}" for job in rules.jobs]
    for seat in range(rules.seats):
        lines += _player_lines(rules, view, seat)
    return lines


def _map_lines(rules: Rules, view: View) -> list[str]:
    cells = {(tile[0], tile[1]): _cell_text(rules, view, tile) for tile in view["ground"]}
    columns = sorted({column for column, _ in cells}, reverse=True)
    rows = sorted({row for _, row in cells})
    head = "     " + "".join(f"{column:^{CELL_WIDTH}}" for column in columns)
    return [
        head,
        *(f"{row:>3}  " + "".join(f"{cells.get((c, row), ''):^{CELL_WIDTH}}" for c in columns) for row in rows),
    ]


def _cell_text(rules: Rules, view: View, tile: list[int]) -> str:
    """Return a tile as “FR#2*1@1”: types, railway, bandits, meeples. A face-down tile shows its number instead."""
    place = tile[:2]
    text: str = f"({tile[4]})"
    if tile[3]:
        kind = rules.tiles[tile[2]]
        text = "".join(PLACE_LETTER[name] for name in kind.types) + "c" * kind.camp + "j" * (kind.job is not None)
    text += "#" * (place in view["rails"])
    text += "".join(f"*{count}" for column, row, count in view["bandits"] if [column, row] == place)
    text += "w" * (view["wagon"] == place)
    here = [str(seat + 1) for seat, at in enumerate(view["meeple"]) if at == place and not view["dead"] >> seat & 1]
    return text + ("@" + "".join(here) if here else "")


def _player_lines(rules: Rules, view: View, seat: int) -> list[str]:
    person = rules.characters.get(view["character"][seat])
    if person is None or view["dead"] >> seat & 1:
        return []
    hand: list[str] | int = view["hand"][seat]
    held = f"{hand} cards" if isinstance(hand, int) else cards_in_words(rules, hand) or "nothing"
    tapped = " (tapped)" if view["tapped"] >> seat & 1 else ""
    return [
        f"@{seat + 1} {person.name}{tapped}: {stock_in_words(view['stock'][seat])}; in hand {held}; "
        f"{len(view['draw'][seat])} to draw, {len(view['discard'][seat])} discarded"
    ]
