"""What a seat of The Royal Ascension is told to decide."""

from __future__ import annotations

import json

import pytest
from depth import draw
from royal import GAME, A, B, C, commit, play, table
from telling import asked

from tabletop_kernel import Session
from tabletop_kernel.checks.random_play import tables, wander
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.telling import SeatPrompt
from tabletop_kernel.games.royal_ascension.rules import DECISIONS


def said(session: Session, seat: int | None) -> SeatPrompt:
    found = GAME.telling.prompt(session.config, session.view(seat))
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
                    assert GAME.telling.prompt(session.config, GAME.view(twin, seat)) == found
        if not session.deciders:
            assert GAME.telling.prompt(session.config, session.view(0)) is None
    assert len(used) > 20


def test_a_battle_is_prompted_step_by_step() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], hearts=[["5H"], ["9H"], [], []])
    assert asked(session, A).kind == "attack"
    play(session, A, ("attack", B))
    stake = asked(session, A)
    assert stake.yours and "Seraphina" in said(session, A).text, "who cannot see it"
    waiting = asked(session, C)
    assert not waiting.yours and all(name in said(session, C).text for name in ("Eadric", "Seraphina"))
    land = session.view(A)["territories"][A][0]
    play(session, A, ("commit", land))
    assert asked(session, A).yours and asked(session, A).kind != stake.kind, "more, or seal"
    assert asked(session, B).kind == stake.kind
    play(session, A, ("seal",))
    assert not asked(session, A).yours
    assert "Seraphina" in said(session, A).text and "Eadric" not in said(session, A).text, "she has still to seal"
    commit(session, B, session.view(B)["territories"][B][0])
    dice = asked(session, A)
    assert (dice.kind, dice.rules, dice.yours) == ("dice", ("battle.dice", "battle.high-wins"), True)
    assert "Eadric" in said(session, None).text


def test_a_tie_is_said() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], dice=[1, 2, 3, 4, 4, 3, 2, 1])
    play(session, A, ("attack", B))
    for seat in (A, B):  # the first territory of everybody is worth 13
        commit(session, seat, session.view(seat)["territories"][seat][0])
    play(session, A, ("roll", 2))
    assert asked(session, B).kind == "dice"
    play(session, B, ("roll", 2))
    assert (asked(session, A).rules, asked(session, A).yours) == (("battle.tie",), True)


def test_whoever_is_challenged_hears_first_what_there_is_to_decide() -> None:
    session = table(now="attack", tokens=[4, 0, 0, 0], alliances=[[], ["4S"], [], []])
    assert said(session, A).rules[0] == "battle.opponent"
    play(session, A, ("attack", B))
    assert said(session, B).rules[0] == "alliance.optional"


def test_an_npc_is_explained_where_one_is_met() -> None:
    session = table(now="npc", card="9S", carried=False, tokens=[4, 0, 0, 0])
    found = said(session, A)
    assert asked(session, A).kind == "npc"
    assert "npc.cards" in found.rules and session.book["npc.cards"].tip


def test_the_shop_names_price_and_what_is_missing() -> None:
    session = table(now="shop", tokens=[9, 0, 0, 0], diamonds=[["3D", "6D"], [], [], []], offer=["8C", "KC", "9C"])
    assert (asked(session, A).kind, asked(session, A).facts["gold"]) == ("shop", 9)
    assert not asked(session, B).yours and "9" not in said(session, B).text
    play(session, A, ("buy", "8C"), ("pay", "6D"))
    paying = asked(session, A)
    assert (paying.kind, paying.facts["price"], paying.facts["missing"]) == ("pay", 8, 2)
    play(session, A, ("pay", "3D"))
    assert asked(session, A).kind not in ("pay", "shop")


def test_prompts_are_plain_enough_for_a_page() -> None:
    session = table(now="roll")
    found = said(session, session.deciders[0])
    assert json.loads(json.dumps([found.text, list(found.rules), found.yours]))[2] is True
