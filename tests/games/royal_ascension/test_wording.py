"""How The Royal Ascension reads where `reads.txt` does not come: the sentences of some options, each once."""

from __future__ import annotations

from typing import Any

import pytest
from royal import GAME, A, B, C, D, play, table
from royal_scenarios import HIGH, LOW, MEETING, book, drawn, fight, full, shop
from royal_situations import DUEL, attacking, paying

from tabletop_kernel.contract.game import Move


@pytest.mark.parametrize(
    ("rule", "options", "says"),
    [
        ("alliance.use", {"alliance_vs_allin": "no"}, "not for All In"),
        ("shop.price", {"shop_combine": "yes"}, "several weapons together"),
        ("shop.may", {"shop_offer": "top-1", "shop_limit": "one"}, "The top club is turned up."),
        ("shop.may", {"shop_offer": "market-3"}, "Up to three clubs are always face up."),
        ("alliance.use", {"allin_stake": "drawer-vs-table"}, "that calls everyone is fought without you"),
        ("decree.all", {"alliance_vs_decree": "yes"}, "never the one who drew"),
        ("allin.win", {"allin_no_battle": "waits"}, "your next battle that isn't a Royal Decree"),
        ("battle.lose-territory", {"health_attach": "attach-on-draw"}, "hearts under"),
        ("battle.back-to-back", {"repeat_clears": "one-spade"}, "after the next landing on Spades"),
        (
            "cards.hidden",
            {"hidden_territories": "hidden", "decree_territory": "winner-picks"},
            "looks at a loser's territories",
        ),
        ("plague.minus", {"plague_carry": "expires"}, "this turn's battle"),
        ("plague.minus", {"plague_stack": "cap"}, "Two Plagues take away only as much as one."),
        ("battle.pick-health", {"one_heart": "one-each"}, "Then the loser also gives up one heart"),
        ("battle.pick-health", {"one_heart": "two"}, "They are discarded."),
        ("battle.health-add", {"one_heart": "one-each"}, "the loser also gives up one heart"),
        ("battle.health-add", {"health_attach": "attach-on-draw"}, "Health under a lost territory is discarded."),
        ("battle.health-add", {"used_cards": "loser-discards"}, "except those the loser picks"),
        ("space.spades", {"battle_must": "may"}, "you may skip it, but not a Royal Decree."),
        ("space.spades", {"battle_must": "may", "allin_stake": "drawer-vs-table"}, "but not a Royal Decree or All In."),
        ("cards.hidden", {"hidden_territories": "hidden"}, "others see only how many territories you own"),
        ("alliance.use", {"alliance_draw_turn": "yes"}, "When you draw a Secret Alliance, you may use it"),
        ("alliance.use", {"alliance_vs_allin": "no"}, "There is no battle, and the turn ends"),
        ("allin.win", {"allin_stake": "drawer-vs-table"}, "except players who show a Secret Alliance"),
        ("shop.price", {"shop_offer": "market-3", "shop_combine": "yes"}, "several weapons together"),
        ("decree.all", {"decree_replaces": "extra"}, "if still in the game, also chooses"),
        ("turn.land", {"shared_space": "battle"}, "unless you can't choose that player"),
    ],
)
def test_rules(rule: str, options: dict[str, str], says: str) -> None:
    assert says in book(**options)[rule].text
    assert says not in book()[rule].text


def test_one_weapon_at_a_time_is_paid_for_alone() -> None:
    text = book(shop_offer="top-1", shop_combine="yes")["shop.price"].text
    assert "several weapons" not in text and "separately" not in text


WALK = {"now": "walk", "die": 4}
ROLL_OUT = {"now": "walk", "die": 1}
IN_THE_SHOP: dict[str, Any] = {
    "now": "shop", "tokens": [9, 0, 0, 0], "diamonds": [["3D", "6D"], [], [], []], "offer": ["8C", "KC", "9C"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("options", "position", "moves", "says"),
    [
        ({}, ROLL_OUT, [], "Step from home onto your own gate, space 1 (Diamonds)."),
        ({"leave-home": "one-gate"}, ROLL_OUT, [], "Step from home onto space 1 (Diamonds)."),
        ({}, WALK, [], "Walk 4 spaces: one step onto your own gate, then the rest left or right."),
        (
            {"one-direction": "yes"},
            {**WALK, "tokens": [7, 0, 0, 0]},
            [],
            "Walk 4 spaces left or right; you may turn round once.",
        ),
        (
            {"return-home": "through-gate"},
            {"now": "walk", "die": 3, "tokens": [3, 0, 0, 0]},
            [],
            "Walk 3 spaces left or right, or home through your own gate.",
        ),
        ({}, IN_THE_SHOP, [], "Buy a weapon, or end your turn. Your gold is worth 9."),
        (
            {},
            {**IN_THE_SHOP, "offer": ["KC"], "diamonds": [[], [], [], []]},
            [],
            "Your gold is worth 0, so you can't pay",
        ),
        (
            {"shop-overpay": "change"},
            {**IN_THE_SHOP, "credit": [2, 0, 0, 0]},
            [("buy", "8C"), ("pay", "6D")],
            "Your gold and credit cover the 8 of clubs.",
        ),
        (
            {"shop-overpay": "change"},
            {**IN_THE_SHOP, "credit": [8, 0, 0, 0]},
            [("buy", "8C")],
            "Your credit covers the 8 of clubs.",
        ),
        ({}, IN_THE_SHOP, [("buy", "8C"), ("pay", "6D")], "Pay for the 8 of clubs: 2 of 8 gold still missing."),
    ],
)
def test_prompts(options: dict[str, str], position: dict[str, Any], moves: list[Move], says: str) -> None:
    session = table(full(options), **position)
    play(session, A, *moves)
    found = GAME.telling.prompt(session.config, session.view(A))
    assert found is not None and found.text.startswith(says)


@pytest.mark.parametrize(
    ("options", "position", "move", "says"),
    [
        (
            {"repeat-scope": "ever"},
            attacking(excluded=[C]),
            ("attack", C),
            "a lost battle protects that player for now",
        ),
        ({"npc-prize": "two"}, attacking(), ("draw", "hearts"), "two cards, from one suit or both"),
        ({"npc-prize": "two"}, attacking(die=6), ("draw", "hearts"), "You have already drawn your prize."),
        ({}, attacking(die=2), ("draw", "hearts"), "Your NPC event failed, so you draw nothing."),
        ({}, {"now": "end", "tokens": [2, 0, 0, 0]}, ("draw", "hearts"), "so end your turn. A turn is one roll"),
        ({}, {"now": "commit", **DUEL}, ("end",), "Finish the battle first: commit your territory and seal."),
        (
            {},
            attacking(territories=[None, [], None, None], out=[0, 1, 0, 0]),
            ("attack", B),
            "Seraphina has no territories left and is out of the game.",
        ),
        ({"shop-combine": "yes"}, paying("4D"), ("buy", "3C"), "choose them all before you pay any gold"),
        ({"leave-home": "one-gate"}, {"now": "walk", "die": 4}, ("walk", 5), "takes your token onto space 1"),
    ],
)
def test_refusals(options: dict[str, str], position: dict[str, Any], move: Move, says: str) -> None:
    verdict = table(full(options), **position).judge(A, move)
    assert verdict is not None and says in verdict.text


def test_lines_of_the_log() -> None:
    plague = drawn("AS", [*LOW, *LOW], plague=[10, 0, 0, 0])
    play(plague, A, ("attack", B))
    fight(plague, A, B)
    tie = table(now="decree", tokens=[4, 0, 0, 0], dice=[*LOW, *HIGH, *HIGH, *HIGH])
    fight(tie, A, B, C, D, stakes=[tie.view(seat)["territories"][seat][0] for seat in (A, B, C, D)])
    read = {entry.kind: entry.text for session in (plague, tie) for entry in session.log(None)}
    assert read["sick"] == "Eadric is weakened by the Plague: -20."
    assert read["tie"].endswith("have 37 each, so they roll again.")


def test_a_meeting_in_the_shop() -> None:
    verdict = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0]).judge(A, ("attack", B))
    assert verdict is not None and verdict.text == (
        "You can't fight Seraphina yet. After you do what your space asks for, you may fight one player there. "
        "Your choice: Seraphina."
    )
