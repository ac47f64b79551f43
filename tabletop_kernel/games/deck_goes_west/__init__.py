"""Deck Goes West: travel West over a map that is revealed tile by tile, and do jobs."""

from pathlib import Path

from tabletop_kernel.games.deck_goes_west.rules import DeckGoesWest


def load(folder: Path) -> DeckGoesWest:
    return DeckGoesWest(folder)
