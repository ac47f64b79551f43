"""What a seat of The Royal Ascension is told to decide."""

from __future__ import annotations

import json

import pytest
from depth import draw
from royal import GAME, A, B, C, commit, play, table

from tabletop_kernel import Session
from tabletop_kernel.chance import Chance
from tabletop_kernel.game import SeatPrompt
from tabletop_kernel.games.royal_ascension.rules import DECISIONS
from tabletop_kernel.testing import tables, wander


def said(session: Session, seat: int | None) -> SeatPrompt:
    found = GAME.prompt(session.config, session.view(seat))
    assert found is not None
    return found


def test_every_decision_has_a_prompt() -> None:
    assert set(DECISIONS) <= set(GAME.rulebook.prompts)


def test_every_prompt_is_short() -> None:
    for kind, prompt in GAME.rulebook.prompts.items():
        assert len(prompt.you) <= 110, kind
        assert len(prompt.they) <= 80, kind


@pytest.mark.deep
def test_random_tables_always_say_who_decides_what() -> None:
    """No brace stays open, whoever is asked is told so, and nothing in the sentence is secret."""
    used: set[tuple[str, ...]] = set()
    for session, rng in tables(GAME, draw(8, deep=24), 31):
        for _ in wander(session, rng):
            for seat in (None, *range(session.config.seats)):
                view = session.view(seat)
                found = said(session, seat)
                assert "{" not in found.text
                assert found.yours == (seat in session.deciders)
                used.add(found.rules)
                if seat is not None and rng.random() < 0.05:
                    twin = GAME.imagine(session.config, view, Chance(rng.getrandbits(40)))
                    assert GAME.prompt(session.config, GAME.view(twin, seat)) == found
        if not session.deciders:
            assert GAME.prompt(session.config, session.view(0)) is None
    assert len(used) > 20


def test_a_battle_is_prompted_step_by_step() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], hearts=[["5H"], ["9H"], [], []])
    assert said(session, A).text == "Choose your opponent."
    play(session, A, ("attack", B))
    assert said(session, A).text == "Stake one of your territories. Seraphina cannot see what you choose."
    assert said(session, C).text == "Waiting for Eadric and Seraphina to seal."
    assert not said(session, C).yours
    land = session.view(A)["territories"][A][0]
    play(session, A, ("commit", land))
    assert said(session, A).text.startswith("Add health and weapons, or seal")
    assert said(session, B).text.startswith("Stake one of your territories")
    play(session, A, ("seal",))
    assert said(session, A).text == "Waiting for Seraphina to seal."
    commit(session, B, session.view(B)["territories"][B][0])
    assert said(session, A) == SeatPrompt(
        "Everything lies open. Roll your dice.", ("battle.dice", "battle.high-wins"), True
    )
    assert said(session, None).text == "Everything lies open. Eadric rolls."


def test_a_tie_is_said() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], dice=[1, 2, 3, 4, 4, 3, 2, 1])
    play(session, A, ("attack", B))
    for seat in (A, B):  # the first territory of everybody is worth 13
        commit(session, seat, session.view(seat)["territories"][seat][0])
    play(session, A, ("roll", 2))
    assert said(session, B).text == "Everything lies open. Roll your dice."
    play(session, B, ("roll", 2))
    assert said(session, A) == SeatPrompt("The totals were equal: roll again.", ("battle.tie",), True)


def test_whoever_is_challenged_hears_first_what_there_is_to_decide() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], alliances=[[], ["4S"], [], []])
    assert said(session, A).rules[0] == "battle.opponent"
    play(session, A, ("attack", B))
    assert said(session, B).rules[0] == "alliance.optional"


def test_an_npc_is_explained_where_one_is_met() -> None:
    session = table(now="npc", card="9S", carried=False, tokens=[4, 0, 0, 0])
    found = said(session, A)
    assert found.text.startswith("You meet a stranger")
    assert "npc.cards" in found.rules
    assert "a meeting with a stranger" in session.book["npc.cards"].tip


def test_the_shop_names_price_and_what_is_missing() -> None:
    session = table(now="shop", tokens=[9, 0, 0, 0], diamonds=[["3D", "6D"], [], [], []], offer=["8C", "KC", "9C"])
    assert said(session, A).text == "Buy a weapon, or end your turn. Your gold is worth 9."
    assert said(session, B).text == "Eadric is in the Shop."
    play(session, A, ("buy", "8C"), ("pay", "6D"))
    assert said(session, A).text == "Lay down gold for the 8 of clubs: 2 of 8 still to pay."
    play(session, A, ("pay", "3D"))
    assert said(session, A).text.startswith("The 8 of clubs can be paid")


def test_prompts_are_plain_enough_for_a_page() -> None:
    session = table(now="roll")
    found = said(session, session.deciders[0])
    assert json.loads(json.dumps([found.text, list(found.rules), found.yours]))[2] is True
