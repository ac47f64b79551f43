"""Situations: a table and what is refused there. What is common to them, and how they are checked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from royal import GAME, A, B, C, D, refused, table

from tabletop_kernel import Session
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games import royal_ascension
from tabletop_kernel.games.royal_ascension.content import Content

CONTENT: Content = vars(GAME)["content"]
LANDS = [territory.name for territory in CONTENT.territories]
GOLD = [["4D", "6D", "8D"], ["KD"], [], []]
ALLIANCE_OF_A = [["4S"], [], [], []]
ALLIANCE_OF_B = [[], ["4S"], [], []]
ALLIES: dict[str, Any] = {"alliances": ALLIANCE_OF_B}
SHOP: dict[str, Any] = {"offer": ["3C", "9C", "KC"], "diamonds": GOLD, "tokens": [9, 0, 0, 0]}
DONE: dict[str, Any] = {"card": "9S", "discard": ["9S"], "tokens": [4, 0, 0, 0]}  # an NPC event is over
DUEL: dict[str, Any] = {"battle": {"fighters": [A, B]}, "tokens": [4, 0, 0, 0]}
LAID: dict[str, Any] = {"committed_territory": [["Jiggy Jungle"], ["Dragon Dominion"], [], []]}
AFTER: list[list[Any]] = [["end", A, []], ["aftermath", A, []]]
DECREE_WON: dict[str, Any] = {"battle": {"fighters": [A, B, C, D], "kind": "decree", "winner": A}}
HEARTS = ["2H", "2H", "3H", "3H", "4H", "4H", "5H", "5H", "6H", "6H", "7H"]


@dataclass(frozen=True)
class Situation:
    """A position with its rulings, moves that lead on from there, and what is then refused: (rule, seat, move)."""

    name: str
    position: dict[str, Any]
    refusals: list[tuple[str, int, Move]]
    rulings: dict[str, str] | None = None
    first: tuple[tuple[int, Move], ...] = ()

    def open(self) -> Session:
        session = table({f"ruling.{key}": value for key, value in (self.rulings or {}).items()}, **self.position)
        for seat, move in self.first:
            session.submit(seat, move)
        return session


def paying(*gold: str, weapons: tuple[str, ...] = ("9C",)) -> dict[str, Any]:
    """A is in the Shop and has laid down this gold for these weapons."""
    return {**SHOP, "frames": [["shop", A, [0]], ["pay", A, [list(weapons), list(gold)]]]}


def npc(now: str) -> dict[str, Any]:
    return {"now": now, "card": "9S", "carried": False, "prize": int(now == "prize"), "tokens": [4, 0, 0, 0]}


def attacking(**more: Any) -> dict[str, Any]:
    return {"now": "attack", **DONE, **more}


def picking(suit: str, rule: str, **more: Any) -> dict[str, Any]:
    cards = {"hearts": [["2H"], ["QH"], [], []], "clubs": [["3C"], [], [], []]}
    return {"battle": {"fighters": [A, B], "winner": A}, "frames": [*AFTER, ["pick", B, [suit, rule]]], **cards, **more}


def check_refusals(situation: Situation) -> None:
    """What is refused is refused by the rule named, in a whole sentence."""
    session = situation.open()
    for rule, seat, move in situation.refusals:
        assert refused(session, seat, move) == rule, move
        verdict = session.judge(seat, move)
        assert verdict is not None
        assert verdict.text[0].isupper()
        assert verdict.text.endswith(".")
        assert not set("{}!?[]_") & set(verdict.text), verdict.text
        assert "  " not in verdict.text
        assert len(verdict.text) < 220


def verdicts_in_code() -> Iterator[str]:
    """Every rule that a `Verdict(…)` of the game's code names; where all is about refusing, every rule named."""
    for path in Path(royal_ascension.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if path.stem == "refusing":
                yield from rules_named(node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Verdict":
                yield from (rule for part in ast.walk(node.args[0]) for rule in rules_named(part))


def rules_named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and (node.value in GAME.rulebook.rules or node.value in GAME.rulebook.rulings):
        yield str(node.value)
