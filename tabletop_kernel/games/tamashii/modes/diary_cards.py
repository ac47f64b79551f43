"""Catie's Diary: one card per player, used once, then locked until a pattern redeems it."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.pack import decks
from tabletop_kernel.games.tamashii.state import State


def deal_diary_cards(state: State, emit: Emit | None) -> None:
    """Let each player draw a diary card after setup, as far as there are unlocked ones."""
    if "diary" not in state.rules.modules:
        return
    content = state.rules.content
    deck = [card.id for card in decks.available(state.rules, content.diary.values())]
    state.chance.shuffle("diary", deck)
    codes_and_used = campaign.read_choice(content, state.rules.config.options["unlocked"])
    used = codes_and_used[1] if codes_and_used is not None else ()
    state.diary_box = tuple(card.id for card in content.diary.values() if card.code in used)
    if emit:
        emit("diary-in", "diary.include", EVERYONE, count=len(deck))
    for seat in state.clockwise():
        if deck:
            state.diary[seat] = deck.pop(0)
            if emit:
                emit("diary-drawn", "diary.draw", EVERYONE, seat=seat, diary=state.diary[seat])
        elif emit:
            emit("diary-none", "diary.draw", EVERYONE, seat=seat)
    state.diary_deck = tuple(deck)


def lock_used_card(state: State, seat: int, emit: Emit | None) -> None:
    """Lock a used diary card until someone redeems it, even in later games."""
    card = state.diary[seat]
    state.diary[seat] = ""
    state.diary_box += (card,)
    if emit:
        emit("locked", "diary.relock", EVERYONE, code=state.rules.content.diary[card].code)


def redeem_card(state: State, seat: int, emit: Emit | None) -> None:
    """Return a random locked diary card to the diary deck."""
    if not state.diary_box:
        if emit:
            emit("nothing-to-redeem", "diary.redeem", EVERYONE, seat=seat)
        return
    box = sorted(state.diary_box)
    card = box.pop(state.chance.pick("diary-box", len(box)))
    state.diary_box = tuple(box)
    deck = [*state.diary_deck, card]
    state.chance.shuffle("diary", deck)
    state.diary_deck = tuple(deck)
    if emit:
        emit("redeemed", "diary.redeem", EVERYONE, seat=seat, diary=card)
    code = state.rules.content.diary[card].code
    if code not in state.rules.unlocked:  # it was used in an earlier game
        campaign.unlock(state, code, emit)
