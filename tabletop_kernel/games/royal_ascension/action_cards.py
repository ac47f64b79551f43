"""Action cards: the effect of a spade before the battle."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.challenges import ask_to_stay_out
from tabletop_kernel.games.royal_ascension.opponents import eligible_opponents
from tabletop_kernel.games.royal_ascension.state import BATTLE_VERBS, LOWEST_SUCCESS, State

PLAGUE_POINTS = 10
MOST_WAITING_PLAGUES = 9  # waiting for a battle; no game comes near it
PRIZE_CARDS = {"one": 1, "two": 2, "one-of-each": 2}


def draw_action(state: State, seat: int, emit: Emit | None) -> None:
    """Draw an action card and resolve it, or ask for the choice it needs; the challenge follows."""
    state.frames.append(("challenge", seat, ()))
    card = state.draw_card("spades", emit)
    if not card:
        if emit:
            emit("empty", "ruling.space-when-deck-empty", EVERYONE, seat=seat, suit="spades")
        return
    state.card, state.carried = card, False
    action = state.rules.action[card]
    if action == "alliance":
        _keep_alliance(state, seat, card, emit)
        return
    if emit:
        emit("action", "action.draw", EVERYONE, seat=seat, card=card, action=action)
    if action == "npc":
        if emit:
            emit("npc", "npc.cards", EVERYONE, seat=seat)
        state.frames.append(("npc", seat, ()))
        return
    if action == "plague":
        most_plagues = 1 if state.ruling["ruling.plague-stack"] == "cap" else MOST_WAITING_PLAGUES
        state.plague[seat] = min(state.plague[seat] + PLAGUE_POINTS, most_plagues * PLAGUE_POINTS)
        if emit:
            emit("plague", "plague.cards", EVERYONE, seat=seat, points=state.plague[seat])
    elif action == "all-in":
        state.all_in[seat] = 1
        if emit:
            emit("all-in", "allin.cards", EVERYONE, seat=seat)
    else:
        if emit:
            emit("decree", "decree.cards", EVERYONE, seat=seat)
        if state.ruling["ruling.decree-replaces"] == "replaces":
            state.frames.pop()
        ask_to_stay_out(state, seat, "decree")
    discard_action(state, emit)


def _keep_alliance(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Give the drawn Secret Alliance to its drawer; a ruling may let it avoid this very battle."""
    state.carried = True
    state.add_to_hand(seat, "alliances", card)
    hidden = state.ruling["ruling.alliance-open"] == "hidden"
    if hidden:
        state.card = ""
    if emit:
        emit("alliance", "alliance.cards", only(seat) if hidden else EVERYONE, seat=seat, card=card)
        if hidden:
            emit("action-hidden", "action.draw", all_but(seat), seat=seat)
        else:
            emit("alliance-held", "alliance.hold", EVERYONE, seat=seat)
    if state.ruling["ruling.alliance-draw-turn"] == "yes" and eligible_opponents(state, seat):  # else no battle follows
        state.frames.append(("alliance", seat, ("own",)))


def discard_action(state: State, emit: Emit | None) -> None:
    """Put the resolved action card on the discard pile."""
    state.discard.append(state.card)
    state.carried = True
    if emit:
        works_in_battle = state.rules.action[state.card] in ("all-in", "decree")  # their effect comes in the battle
        emit("action-discarded" if works_in_battle else "action-done", "action.discard", EVERYONE, card=state.card)


class Npc(Decision[State]):
    """The die of a Random NPC event."""

    verbs = ("roll", "draw", "end", *BATTLE_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("roll", 1)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("npc.roll" if move[0] in ("roll", "draw") else "action.first")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        die = state.die = state.chance.roll("dice")  # the walk's die is rolled again, and now shows this
        if emit:
            emit("npc-won" if die >= LOWEST_SUCCESS else "npc-lost", "npc.roll", EVERYONE, seat=seat, die=die)
        if die >= LOWEST_SUCCESS:
            state.prize = PRIZE_CARDS[state.ruling["ruling.npc-prize"]]
            state.frames.append(("prize", seat, ()))
        else:
            discard_action(state, emit)


class Prize(Decision[State]):
    """The choice between hearts and diamonds. Frame data: the suits drawn so far."""

    verbs = ("draw", "end", *BATTLE_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("draw", suit) for suit in ("hearts", "diamonds") if self._offered(state, suit)]

    def _offered(self, state: State, suit: object) -> bool:
        drawn = state.frames[-1][2]
        return suit in ("hearts", "diamonds") and not (
            state.ruling["ruling.npc-prize"] == "one-of-each" and suit in drawn
        )

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] != "draw":
            return Verdict("action.first")
        names_suit = len(move) == 2 and move[1] in ("hearts", "diamonds")
        return Verdict("ruling.npc-prize", so="suit-drawn") if names_suit else Verdict("npc.choice")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        suit = str(move[1])
        drawn = (*state.frames.pop()[2], suit)
        state.prize -= 1
        if state.prize:
            state.frames.append(("prize", seat, drawn))
        state.draw_to_hand(seat, suit, "npc.choice", emit)
        if not state.prize:
            discard_action(state, emit)
