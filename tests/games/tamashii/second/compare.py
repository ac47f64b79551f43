"""The first engine and the second side by side: the same moves, the same table after each of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from second.table import GameOver, Move, Play, Table
from tabletop_kernel.table.session import Session

INTERFACE = ("take-back",)  # moves that only undo a choice on the screen
SAME = (
    *("grid", "bag", "dump", "assets", "exp", "integrity", "maximum", "trace", "enemies", "enemy_deck", "corrupted"),
    *("time", "card", "specials", "on_card", "place", "bodies", "body_deck", "equipped", "box"),
)
SORTED = ("enemy_discard", "market")


class Differs(AssertionError):
    """Both engines disagree."""


def plain(value: Any) -> Any:
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def seen(written: Mapping[str, Any], skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """What is compared of a position."""
    shown = {key: plain(written[key]) for key in SAME if key not in skip}
    shown |= {key: sorted(written[key]) for key in SORTED if key not in skip}
    pools = zip(written["grid"], written["bag"], written["dump"], strict=True)
    shown["pools"] = ["".join(sorted("".join(pool).replace(".", ""))) for pool in pools]
    shown["on_card"] = {kind: number for kind, number in written["on_card"].items() if number}
    shown["supply"] = {key: number for key, number in written["supply"].items() if key in "EWLFOCN" or len(key) > 1}
    return shown


def check(session: Session, table: Table, said: list[Any], skip: tuple[str, ...] = ()) -> None:
    """Does the table of the second engine look like that of the first?"""
    first, second = seen(session.game.write(session.truth), skip), seen(table.at, skip)
    wrong = {key: (first[key], second[key]) for key in first if first[key] != second[key]}
    if wrong:
        raise Differs(f"{table.rulings} after {said}: (first, second) = {wrong}")


def asked(session: Session, seat: int) -> frozenset[Move]:
    if seat not in session.asked:
        return frozenset()
    return frozenset(move for move in session.moves(seat) if move[0] not in INTERFACE)


def follow(session: Session, table: Table, play: Play, rng: random.Random, skip: tuple[str, ...] = ()) -> list[Any]:
    """Play at random, the same in both engines, until the second has nothing left to ask; the moves that were made."""
    said: list[Any] = []
    try:
        question = next(play)
        while True:
            seat, moves = question
            theirs = asked(session, seat)
            if len(moves) == 1 and theirs != moves:
                question = play.send(next(iter(moves)))  # the first engine does not ask where there is no choice
                continue
            if theirs != moves:
                lacks, has = sorted(moves - theirs, key=repr), sorted(theirs - moves, key=repr)
                raise Differs(
                    f"{table.rulings} after {said}, seat {seat}: only the second allows {lacks}, only the first {has}"
                )
            check(session, table, said, skip)
            move = rng.choice(sorted(moves, key=repr))
            said.append(move)
            session.submit(seat, move)
            question = play.send(move)
    except StopIteration:
        pass
    except GameOver:
        over = session.outcome is not None
        if not over:
            raise Differs(f"{table.rulings} after {said}: the second says {table.result}, the first plays on") from None
    return said
