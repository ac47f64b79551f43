"""Deaths at one moment: who is left, what is said of it, and who holds the P1 token then."""

from __future__ import annotations

from typing import Any

import pytest
from deck import GAME, A, B, C, everything, kinds_of, rules_of, table, why
from scenes import FULL, PAIR

from tabletop_kernel import Session
from tabletop_kernel.contract.events import Event

DEADLY = {"mission": "discovery", "ground": PAIR, "now": "draw"}


def rivals(hands: list[list[str]], rulings: dict[str, str] | None = None, **position: Any) -> Session:
    return table(seats=len(hands), rulings=rulings, hand=hands, **{**DEADLY, **position})


def idle(hands: list[list[str]], rulings: dict[str, str] | None = None, **position: Any) -> Session:
    """The end of a day on which all who hold cards die, if they keep them."""
    rulings = {"idle-death": "played-test", **(rulings or {})}
    return rivals(hands, rulings, **{"now": "rest", "p1": A, **position})


def dying(session: Session) -> list[Event]:
    """All keep their cards; what comes of it until the night."""
    found: list[Event] = []
    while session.deciders and ("keep",) in session.moves(session.next_up):
        found += session.submit(session.next_up, ("keep",))
    kinds = kinds_of(found)
    return found[: kinds.index("night")] if "night" in kinds else found


@pytest.mark.parametrize("ruling", ["eliminate", "game-over"])
def test_where_all_die_at_once_nobody_wins(ruling: str) -> None:
    session = idle([["pan"], ["pan"]], {"versus-death": ruling}, score=[5, 2])
    dying(session)
    assert session.outcome is not None and session.outcome.results == ("lost", "lost")
    assert why(session, ("pass",)) == ("ruling.versus-death", {"count": 0})
    kind, rule, _, facts = everything(session)[-1]
    assert (kind, rule, facts["winners"]) == ("nobody-left", "goal.lose-death", [])
    assert not GAME.faults(session.truth)
    assert Session.at(GAME, session.position()).outcome == session.outcome


def test_the_last_one_alive_wins() -> None:
    session = rivals([FULL, []])
    assert session.outcome is not None and session.outcome.winners == (B,)
    assert why(session, ("pass",), B) == ("ruling.versus-death", {"count": 1})


def test_the_token_passes_to_somebody_who_is_alive() -> None:
    """The next one on the left dies in the same step, so the token goes one further; at the end it goes nowhere."""
    for others, passed in (([[], []], [C]), ([[]], [])):
        session = idle([["pan"], ["pan"], *others])
        assert [data["seat"] for kind, _, _, data in dying(session) if kind == "token"] == passed


def test_without_the_token_nobody_begins_with_a_single_action() -> None:
    """The next one on the left of where it was begins, with a turn like all others."""
    rulings = {"p1-dead": "nobody", "idle-death": "draw-test"}
    session = rivals([[], FULL, ["pan"], ["pan"]], rulings, now="rest", p1=A)
    while "turn" not in kinds_of(everything(session)):
        assert session.length < 20
        session.submit(session.next_up, session.moves(session.next_up)[-1])
    assert session.truth.p1 < 0 and session.deciders == (C,)
    prompt = GAME.telling.prompt(session.config, session.view(C))
    assert prompt is not None and "turn.p1-first" not in prompt.rules and "turn.one-or-two" in prompt.rules
    assert rules_of([event for event in everything(session) if event[0] == "turn"]) == ["turn.one-or-two"]


def test_a_written_table_where_all_are_dead_is_over() -> None:
    session = rivals([FULL[:5], FULL[:5]])
    session.truth.dead = 3
    (fault,) = GAME.faults(session.truth)
    assert fault.startswith("dead: everyone")
