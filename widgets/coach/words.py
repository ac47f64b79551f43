"""Advice and reasons as sentences: what a move is good for, and how it compares with another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_kernel.reasons import BUT, whom_cards_mean
from tabletop_kernel.sentences import Number
from tabletop_kernel.wording import listed

if TYPE_CHECKING:
    from tabletop_kernel.coach import Insight

Data = dict[str, Any]

EVEN = 2  # of 100 games: a difference that means nothing


def reason_in_words(found: Insight, name: str, together: bool = False) -> str:
    """An insight as sentences; a comparison where there are no better words, and never an empty phrase."""
    aim = f"{aim_in_words(found.aim)} {whom_cards_mean(found.aim, name)}".strip()
    if found.forced:
        return f"{aim} By what you can see, there was nothing to choose.".strip()
    other = f"with «{found.other}»" if found.other else "with another move"
    games = f"of 100 games imagined from what you could see, {'you all win' if together else f'{name} wins'} about"
    if found.wins - found.other_wins > EVEN:
        compared = f"{capital(games)} {found.wins} after it, and {found.other_wins} {other}."
    elif found.other_wins - found.wins > EVEN:
        compared = (
            f"{capital(games)} {found.wins} after it, and {found.other_wins} {other}: {name} may know something that "
            "you cannot see, or be wrong."
        )
    else:
        compared = f"It made no great difference: {games} {found.wins} after it, and {found.other_wins} {other}."
    return f"{aim} {compared}".strip()


def compared(row: Data, other: Data) -> str:
    """The chances side by side, where a game has no words for what a move is good for."""
    if row["wins"] - other["wins"] > EVEN:
        return (
            f"Better than «{other['text']}»: wins about {row['wins']} of 100 imagined games, and not {other['wins']}."
        )
    return f"Wins about {row['wins']} of 100 imagined games; «{other['text']}» {other['wins']}."


def note_on(rows: list[Data]) -> str:
    """What is to be said of all rows together: whether one is better, and how that is known."""
    if len(rows) == 1:
        return "There is nothing to choose: this is the only move."
    close = [row for row in rows if rows[0]["wins"] - row["wins"] <= EVEN]
    if len(close) == len(rows):
        return f"By what you can see, it makes no great difference: {_in_games(rows)} of 100 imagined games are won."
    if len(close) > 1:
        return f"The first {Number(len(close)):~} are about as good as each other, by what you can see."
    return "Imagined from what you can see; dice, cards and the others may decide otherwise."


def _in_games(rows: list[Data]) -> str:
    return listed(str(row["wins"]) for row in rows)


def aim_in_words(text: str) -> str:
    """A reason as a sentence; one that only says what a move costs has nothing for its «but»."""
    return f"{capital(text.removeprefix(BUT))}." if text else ""


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]
