"""The rulings of The Royal Ascension and their options, as types; written by tests/write_golden.py."""

from __future__ import annotations

from typing import Literal, TypedDict, cast

from tabletop_kernel.contract.game import Config

Rulings = TypedDict(
    "Rulings",
    {
        "ruling.ace-value": Literal["1", "11", "14"],
        "ruling.alliance-draw-turn": Literal["no", "yes"],
        "ruling.alliance-effect": Literal["cancel", "choose-again", "truce"],
        "ruling.alliance-open": Literal["hidden", "open"],
        "ruling.alliance-partner": Literal["named", "none"],
        "ruling.alliance-vs-allin": Literal["no", "yes"],
        "ruling.alliance-vs-decree": Literal["no", "yes"],
        "ruling.allin-no-battle": Literal["lost", "waits"],
        "ruling.allin-stake": Literal["both-all", "drawer-all-opponent-one", "drawer-vs-table"],
        "ruling.battle-dice": Literal["best-of-two", "one-roll-each", "two-rolls-each"],
        "ruling.battle-must": Literal["may", "must"],
        "ruling.characters": Literal["free-choice", "seat-order"],
        "ruling.club-spaces": Literal["none", "some"],
        "ruling.decree-format": Literal["knockout", "round-robin", "showdown"],
        "ruling.decree-replaces": Literal["extra", "replaces"],
        "ruling.decree-territory": Literal["committed", "loser-picks", "winner-picks"],
        "ruling.elim-alliance": Literal["discard", "to-eliminator"],
        "ruling.elim-picks": Literal["no", "yes"],
        "ruling.elim-token": Literal["removed", "stays"],
        "ruling.end-timing": Literal["at-once", "end-of-turn"],
        "ruling.hand-limit": Literal["none", "ten"],
        "ruling.health-attach": Literal["attach-on-draw", "in-hand"],
        "ruling.hidden-territories": Literal["hidden", "open"],
        "ruling.home-counted": Literal["counted", "extra"],
        "ruling.jokers": Literal["four", "none"],
        "ruling.leave-home": Literal["any-gate", "one-gate", "own-gate"],
        "ruling.npc-prize": Literal["one", "one-of-each", "two"],
        "ruling.one-direction": Literal["no", "yes"],
        "ruling.one-heart": Literal["one", "one-each", "two"],
        "ruling.pick-pool": Literal["all-held", "committed-only"],
        "ruling.pick-who": Literal["blind", "loser-sees"],
        "ruling.plague-carry": Literal["carries", "expires"],
        "ruling.plague-stack": Literal["cap", "stack"],
        "ruling.repeat-clears": Literal["next-battle", "one-spade"],
        "ruling.repeat-initiator": Literal["no", "yes"],
        "ruling.repeat-last-two": Literal["kept", "lifted"],
        "ruling.repeat-scope": Literal["ever", "last-battle"],
        "ruling.return-home": Literal["never", "through-gate"],
        "ruling.selection-dice": Literal["one", "two"],
        "ruling.selection-ties": Literal["reroll-all", "reroll-tied", "seat"],
        "ruling.shared-space": Literal["allowed", "battle"],
        "ruling.shop-combine": Literal["no", "yes"],
        "ruling.shop-limit": Literal["any", "one"],
        "ruling.shop-offer": Literal["browse-all", "market-3", "reveal-3", "top-1"],
        "ruling.shop-overpay": Literal["change", "exact-only", "no-change"],
        "ruling.shop-tight": Literal["no", "yes"],
        "ruling.space-when-deck-empty": Literal["no-draw", "reshuffle-suit"],
        "ruling.tie-recommit": Literal["keep", "recommit"],
        "ruling.turn-order": Literal["clockwise", "selection"],
        "ruling.used-cards": Literal["discarded", "kept", "loser-discards"],
    },
)


def rulings_of(config: Config) -> Rulings:
    """Return what was agreed about the rulings, as a type checker knows it."""
    return cast(Rulings, config.rulings)
