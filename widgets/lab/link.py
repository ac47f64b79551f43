"""An experiment in a link: who opens it plays the same games, with the same changed cards.

    [game, games, seed, [side A, side B]]       a side: its pack, its bots, what was agreed, and cards that were changed

Cards that were changed are carried along whole, so that a link needs no file and no server that knows them.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_kernel.content.changes import Change, original
from tabletop_kernel.contract.game import Config, Game

Data = dict[str, Any]

PLAIN, PACKED = "LB1.", "LB2."  # how a link begins; the first ones carried no cards, and were not packed
MOST = 60_000  # characters of an experiment: two sides, each with as many changed cards as a code can carry
USUAL_GAMES = 200
CHANGED = "changed cards"  # what cards are called that have come from a table


def write(game: str, games: int, seed: int, sides: Sequence[Data]) -> str:
    text = json.dumps([game, games, seed, sides], separators=(",", ":"), ensure_ascii=False)
    return PACKED + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def read(text: str) -> Any:
    """What a link holds, by whomever it was written; ValueError if that is nothing."""
    body = text.removeprefix(PACKED).removeprefix(PLAIN)
    raw = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    if text.startswith(PLAIN):
        return json.loads(raw)
    unpack = zlib.decompressobj()
    try:
        found = unpack.decompress(raw, 4 * MOST)
    except zlib.error:
        raise ValueError("not packed") from None
    if unpack.unconsumed_tail or len(found.decode()) > MOST:
        raise ValueError("too long")
    return json.loads(found)


def side(
    pack: str,
    bots: Sequence[str],
    options: Mapping[str, str],
    rulings: Mapping[str, str],
    name: str = "",
    change: Change | None = None,
) -> Data:
    """One side; `change` is what its cards, called `name`, have on top of the pack."""
    cards = {"cards": {"name": name, "change": change}} if change else {}
    return {"pack": pack, "bots": list(bots), "options": dict(options), "rulings": dict(rulings), **cards}


def of_a_table(config: Config, game: Game[Any], rulings: Mapping[str, str]) -> str:
    """The link that compares a table as it was agreed with the same table by a changed game and these `rulings`."""
    pack, bots = original(game).edition.pack, [game.opinions.usual_bot] * config.seats

    def flipped(agreed: Mapping[str, str]) -> dict[str, str]:
        return {key: choice for key, choice in agreed.items() if choice != game.rulebook.rulings[key].default}

    before = side(pack, bots, config.options, flipped(config.rulings))
    after = side(pack, bots, config.options, flipped(rulings), CHANGED, dict(game.edition.change))
    return write(game.name, USUAL_GAMES, 1, [before, after])
