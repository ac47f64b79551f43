"""The verdict on a move: the rule that refuses it, with the facts."""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]  # of a verdict, an event or a place on a map, by name


class Verdict:
    """The reason why a move is refused: the rule and the facts. The sentence is the rule's `why`, filled in.

    >>> from tabletop_kernel import Session
    >>> table = Session("royal_ascension", seats=3, seed=7)
    >>> table.judge(5, ("roll", 2))
    <Verdict table.seat: There is no seat 5 at this table.>
    >>> table.judge(0, ("attack", 1)).rule
    'setup.roll'
    """

    __slots__ = ("facts", "rule", "text")

    def __init__(self, rule: str, **facts: object) -> None:
        self.rule = rule
        self.facts: Facts = facts
        self.text = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and (self.rule, self.facts) == (other.rule, other.facts)

    def __hash__(self) -> int:
        return hash(self.rule)

    def __repr__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.facts.items())
        return f"<Verdict {self.rule}: {self.text or facts or 'no facts'}>"
