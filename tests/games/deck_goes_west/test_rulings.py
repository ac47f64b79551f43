"""Rulings of Deck Goes West that no other test flips: what each option changes in play."""

from __future__ import annotations

import pytest
from deck import GAME, A, play, refused, stock, table

from tabletop_kernel import Session, SetupError


def test_players_max() -> None:
    assert Session(GAME, 5, 1).config.seats == 5
    with pytest.raises(SetupError, match="at most 4"):
        Session(GAME, 5, 1, {"ruling.players-max": "4"})


def test_x_zero() -> None:
    for option, least in (("zero-ok", 0), ("from-one", 1)):
        session = table(rulings={"x-zero": option}, hand=["peddlers_pack"], stock={"food": 4})
        play(session, ("job", "peddlers_pack", 0))
        assert session.moves(A)[0] == ("x", least)


def test_p1_pass() -> None:
    assert ("pass",) in table("discovery", hand=[["boots"], []], stock={"food": 1}).moves(A)
    session = table("discovery", rulings={"p1-pass": "no"}, hand=[["boots"], []], stock={"food": 1})
    assert refused(session, ("pass",)) == "ruling.p1-pass"


def test_build_token() -> None:
    rich = {"metal": 3, "wood": 1}
    for option, left in (("supply", {"metal": 1}), ("own", {})):
        session = table(rulings={"build-token": option}, hand=["spike_maul"], stock=rich)
        play(session, ("job", "spike_maul", 0))
        assert stock(session) == left
    poor = table(rulings={"build-token": "own"}, hand=["spike_maul"], stock={"metal": 2, "wood": 1})
    assert refused(poor, ("job", "spike_maul", 0)) == "build.token"


@pytest.mark.parametrize(("option", "pile"), [("starter-box", "box"), ("trade-discard", "trade_discard")])
def test_starter_home(option: str, pile: str) -> None:
    state = table(rulings={"starter-home": option}).truth
    state.send_home("knife")
    assert getattr(state, pile)[0] == "knife"


@pytest.mark.parametrize(("option", "beside"), [("beside", ("black_eye",)), ("into", ())])
def test_scrap_pile(option: str, beside: tuple[str, ...]) -> None:
    state = table(rulings={"scrap-pile": option}).truth
    before = len(state.pain)
    state.send_home("black_eye")
    assert (state.pain_scrap, len(state.pain)) == (beside, before + (not beside))


def test_west_first_and_west_equal() -> None:
    from tabletop_kernel.games.deck_goes_west.days.events import is_furthest

    assert is_furthest(table().truth, "reveal", A, 1)
    assert not is_furthest(table(rulings={"west-first": "west-of-start"}).truth, "reveal", A, 1)
    for option, again in (("no", False), ("yes", True)):
        state = table(rulings={"west-equal": option}, records={"reveal": 2}).truth
        assert is_furthest(state, "reveal", A, 2) is again


def test_hand_limit() -> None:
    same, separate = table().truth, table(rulings={"hand-limit": "separate"}).truth
    assert separate.danger_limit(A) == same.danger_limit(A) + 1
