"""Challenges: the choice of an opponent, Secret Alliances against a battle, and the start of a battle."""

from __future__ import annotations

from typing import Literal

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.after_battle import all_in_drawers
from tabletop_kernel.games.royal_ascension.opponents import (
    barred_seats,
    challengeable,
    eligible_opponents,
    refuse_opponent,
)
from tabletop_kernel.games.royal_ascension.state import BATTLE_VERBS, LOWEST_SUCCESS, TURN_VERBS, Battle, State

# -- the choice of an opponent -----------------------------------------------------------------------------------------


def ask_for_opponent(state: State, emit: Emit | None) -> None:
    """Ask for an opponent after the action card, if there can be a battle."""
    _, seat, _ = state.frames.pop()
    if state.out[seat]:
        return  # eliminated by the Royal Decree just before
    if not eligible_opponents(state, seat):
        if emit:
            emit("no-battle", _no_opponent_rule(state, seat), EVERYONE, seat=seat)
        end_without_battle(state, seat, emit)
    elif state.all_in[seat] and state.ruling["ruling.allin-stake"] == "drawer-vs-table":
        ask_to_stay_out(state, seat, "table")
    else:
        state.frames.append(("attack", seat, ()))


def _no_opponent_rule(state: State, seat: int) -> str:
    """Return the rule that leaves this seat without an opponent."""
    if seat in barred_seats(state):
        return "battle.back-to-back"
    free = [other for other in state.living_seats() if other != seat and other not in barred_seats(state)]
    return "ruling.alliance-effect" if free else "battle.no-previous-loser"


def end_without_battle(state: State, seat: int, emit: Emit | None) -> None:
    """End the landing without a battle: the All In or Plague drawn for it waits or is lost.

    They still count in a battle with a player on this space, so nothing is lost before that is skipped, too.
    """
    if state.frames[-1][0] == "end" and challengeable(state, seat):
        return
    if state.ruling["ruling.allin-no-battle"] == "lost":
        call_off_all_in(state, seat, "ruling.allin-no-battle", emit)
    elif emit and state.all_in[seat]:
        emit("all-in-waits", "ruling.allin-no-battle", EVERYONE, seat=seat)
    if state.plague[seat]:
        expires = state.ruling["ruling.plague-carry"] == "expires"
        if expires:
            state.plague[seat] = 0
        if emit:
            emit("plague-gone" if expires else "plague-waits", "ruling.plague-carry", EVERYONE, seat=seat)


def call_off_all_in(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Cancel a drawn All In."""
    if state.all_in[seat]:
        state.all_in[seat] = 0
        if emit:
            emit("all-in-lost", rule, EVERYONE, seat=seat)


class Attack(Decision[State]):
    """The choice of an opponent."""

    verbs = (*BATTLE_VERBS, "end", "draw", "ally")

    def moves(self, state: State, seat: int) -> list[Move]:
        challenges: list[Move] = [("attack", other) for other in eligible_opponents(state, seat)]
        return [*challenges, ("pass",)] if state.ruling["ruling.battle-must"] == "may" else challenges

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move == ("pass",) or move == ("end",):
            return Verdict("ruling.battle-must", so="unsaid")
        if move[0] == "draw":
            return self._refuse_draw(state, move)
        if move[0] == "ally":
            return Verdict("ruling.alliance-draw-turn")
        choices = eligible_opponents(state, seat)
        other = move[1] if move[0] == "attack" and len(move) == 2 else seat
        if type(other) is not int or other == seat or not 0 <= other < state.seats:
            return Verdict("battle.opponent", choices=choices)
        if state.out[other]:
            return Verdict("elim.zero", opponent=other)
        return refuse_opponent(state, seat, other, choices)

    def _refuse_draw(self, state: State, move: Move) -> Verdict:
        """Refuse to draw another card after the action card."""
        if move[1:] == ("spades",):
            return Verdict("action.draw")
        if state.rules.action.get(state.card) != "npc":
            return Verdict("turn.land")
        return Verdict("ruling.npc-prize", so="prize-drawn" if state.die >= LOWEST_SUCCESS else "npc-failed")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[0] == "pass":
            if emit:
                emit("pass", "ruling.battle-must", EVERYONE, seat=seat)
            end_without_battle(state, seat, emit)
        else:
            start_challenge(state, seat, int(move[1]), "chosen", emit)


def start_challenge(state: State, seat: int, other: int, reason: str, emit: Emit | None) -> None:
    """Challenge an opponent, “chosen” on Spades or “met” on a shared space, who may show an alliance."""
    if emit:
        rule = "battle.opponent" if reason == "chosen" else "ruling.shared-space"
        emit("attack", rule, EVERYONE, seat=seat, opponent=other)
    if needs_alliance_question(state, other, "ruling.alliance-vs-allin" if state.all_in[seat] else None):
        state.frames.append(("alliance", other, (reason,)))
    else:
        start_duel(state, seat, other, emit)


# -- alliances -------------------------------------------------------------------------------------------------------

StayingOutRuling = Literal["ruling.alliance-vs-decree", "ruling.alliance-vs-allin"]
# Kind of a battle of all players -> the ruling on staying out of it with an alliance.
STAYING_OUT_RULING: dict[str, StayingOutRuling] = {
    "decree": "ruling.alliance-vs-decree",
    "table": "ruling.alliance-vs-allin",
}


def needs_alliance_question(state: State, seat: int, ruling: StayingOutRuling | None) -> bool:
    """Tell if a seat should be asked for an alliance. If alliances are secret, always ask: asking would reveal them."""
    if ruling and state.ruling[ruling] == "no":
        return False
    return bool(state.alliances[seat]) or state.ruling["ruling.alliance-open"] == "hidden"


def ask_to_stay_out(state: State, seat: int, kind: str) -> None:
    """Let holders of an alliance stay out of a battle of all players before it begins, if a ruling allows it.

    A player who has shown an alliance this turn, for the Royal Decree before, stays out already and isn't asked again.
    """
    state.frames.append(("muster", seat, (kind,)))
    for other in reversed(_living_seats_from(state, seat)[1:]):
        if other not in state.allied and needs_alliance_question(state, other, STAYING_OUT_RULING[kind]):
            state.frames.append(("alliance", other, ("muster",)))


def _living_seats_from(state: State, seat: int) -> list[int]:
    """Return the seats still in the game, in turn order, starting with this one."""
    place = state.turns.index(seat)
    return [s for s in (*state.turns[place:], *state.turns[:place]) if not state.out[s]]


class Alliance(Decision[State]):
    """The choice to show a Secret Alliance or fight. Open data: chosen, met, muster, or own (a drawer alone)."""

    verbs = ("ally", *BATTLE_VERBS, *TURN_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*self._alliance_moves(state, seat), ("fight",)]

    def _alliance_moves(self, state: State, seat: int) -> list[Move]:
        """Return the ways to show an alliance: one for each player it can name."""
        if not state.alliances[seat]:
            return []
        partners = self._partners(state, seat)
        return [("ally", other) for other in partners] if partners else [("ally",)]

    def _partners(self, state: State, seat: int) -> list[int]:
        """Return the third players that an alliance can name; empty if the ruling asks for no name."""
        if state.ruling["ruling.alliance-partner"] == "none":
            return []
        return [other for other in state.living_seats() if other not in (seat, state.active)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] != "ally":
            return Verdict("alliance.optional", so="may-show" if state.alliances[seat] else "none-to-show")
        if not state.alliances[seat]:
            return Verdict("alliance.use")
        return Verdict("ruling.alliance-partner", choices=self._partners(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (reason,) = state.frames.pop()
        attacker = state.active
        if move[0] == "fight":
            if emit:
                emit("fights", "alliance.optional", EVERYONE, seat=seat)
            if reason in ("chosen", "met"):
                start_duel(state, attacker, seat, emit)
            return
        card = state.alliances[seat][0]
        state.discard_from_hand(seat, "alliances", card)
        state.allied = (*state.allied, seat)
        if emit:
            emit("ally", "alliance.use", EVERYONE, seat=seat)
            if len(move) > 1:
                emit("partner", "ruling.alliance-partner", EVERYONE, seat=seat, partner=move[1])
            emit("alliance-spent", "alliance.spent", EVERYONE, seat=seat, card=card)
        if reason == "own":
            state.frames.pop()  # the challenge that would have followed
            end_without_battle(state, seat, emit)
        elif reason != "muster":
            _resolve_alliance(state, attacker, seat, reason, emit)


def _resolve_alliance(state: State, attacker: int, seat: int, reason: str, emit: Emit | None) -> None:
    """Resolve an alliance shown by the challenged player."""
    call_off_all_in(state, attacker, "ruling.alliance-vs-allin", emit)
    effect = state.ruling["ruling.alliance-effect"]
    if effect == "choose-again" and reason == "chosen":
        state.frames.append(("challenge", attacker, ()))
        return
    if effect == "truce":
        state.truces = (*state.truces, (attacker, seat, -1, 0))  # the attacker's current turn doesn't count
    if emit:
        emit("avoided", "ruling.alliance-effect", EVERYONE, seat=attacker, opponent=seat)
    end_without_battle(state, attacker, emit)


# -- the start of a battle -------------------------------------------------------------------------------------------


def start_duel(state: State, attacker: int, defender: int, emit: Emit | None) -> None:
    """Start a battle of two; if either has drawn an All In, it counts."""
    all_in = next((seat for seat in (attacker, defender) if state.all_in[seat]), -1)
    start_battle(state, Battle("duel", attacker, (attacker, defender), state.seats, all_in), emit)


def start_battle_of_all(state: State, emit: Emit | None) -> None:
    """Start a battle of all players who haven't stayed out."""
    _, seat, (kind,) = state.frames.pop()
    fighters = tuple(other for other in _living_seats_from(state, seat) if other not in state.allied)
    if len(fighters) < 2:
        if emit:
            emit("no-battle", STAYING_OUT_RULING[kind], EVERYONE, seat=seat)
        if kind == "table":
            call_off_all_in(state, seat, STAYING_OUT_RULING[kind], emit)
        if state.frames[-1][0] == "challenge":  # no one is left for the battle after a Decree, either
            state.frames.pop()
        end_without_battle(state, seat, emit)
        return
    if emit and kind == "decree":
        emit("everyone", "decree.all", EVERYONE, fighters=list(fighters))
    start_battle(state, Battle(kind, seat, fighters, state.seats, seat if kind == "table" else -1), emit)


def start_battle(state: State, battle: Battle, emit: Emit | None) -> None:
    """Start a battle without commitments, and ask all fighters to commit."""
    state.battle = battle
    for zone in (state.committed_territory, state.committed_health, state.committed_weapons):
        zone[:] = [()] * state.seats
    state.frames.append(("commit", ANYONE, ()))
    if emit and battle.kind != "decree":  # an event has named the fighters of a Royal Decree
        emit("battle", "battle.start", EVERYONE, seat=battle.attacker, fighters=list(battle.fighters))
        for seat in all_in_drawers(state, battle):
            if seat != battle.attacker or state.rules.action.get(state.card) != "all-in":  # not drawn just now
                emit("all-in-counts", "ruling.allin-no-battle", EVERYONE, seat=seat)
