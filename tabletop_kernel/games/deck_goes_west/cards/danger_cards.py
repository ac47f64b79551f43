"""Danger cards, which players take onto their own draw or discard pile."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.days import ending
from tabletop_kernel.games.deck_goes_west.state import State

DRAW, DISCARD = "draw", "discard"
PILES = (DISCARD, DRAW)
SAY_WHERE = ("night.exhaustion", "move.leave-bandits", "train.leave-bandits")  # rules whose refusal names both piles


def take(state: State, seat: int, kind: str, count: int, rule: str, emit: Emit | None, plain: bool = False) -> None:
    """Make a player take danger cards. `plain` if the text doesn't say onto which pile."""
    if count > 0:
        state.frames.append(("danger", seat, (kind, count, rule, int(plain))))
        if emit and rule != "cards.gain":  # a job has said so already
            emit("must-take", ORIGIN[kind], EVERYONE, seat=seat, count=count, what=kind)


ORIGIN = {"pain": "card.p-origin", "exhaustion": "card.e-origin"}


class TakeDanger(Decision[State]):
    """A player's choice between draw and discard pile for each danger card."""

    verbs = ("put",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (kind, count, _, plain) = state.frames[-1]
        if not count:
            state.frames.pop()
            return False
        if not _refilled(state, kind, emit):
            state.frames.pop()
            _none_left(state, seat, kind, emit)
            return False
        if plain and state.ruling["ruling.danger-where"] == "discard":
            _put(state, DISCARD, emit)
            return False
        return True

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("put", pile) for pile in PILES]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return wrong_pile(state)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        together = state.ruling["ruling.gain-choice"] == "all-together"
        kind, count, _, _ = state.frames[-1][2]
        for _ in range(count if together else 1):
            if _refilled(state, kind, emit):
                _put(state, str(move[1]), emit)


def wrong_pile(state: State) -> Verdict:
    """Return why a danger card must go onto one of the two piles before anything else."""
    rule = state.frames[-1][2][2]
    return Verdict(rule) if rule in SAY_WHERE else Verdict("cards.gain", what="lay-it")


def _put(state: State, pile: str, emit: Emit | None) -> None:
    """Move the top card of a danger pile onto a pile of the player."""
    _, seat, (kind, count, rule, plain) = state.frames[-1]
    card, rest = getattr(state, kind)[0], getattr(state, kind)[1:]
    setattr(state, kind, rest)
    state.frames[-1] = ("danger", seat, (kind, count - 1, rule, plain))
    if pile == DISCARD:
        state.onto_discard(seat, card)
    else:
        state.onto_draw(seat, card)
    if emit:
        emit("takes", rule, EVERYONE, seat=seat, card=card, pile=pile)


def _refilled(state: State, kind: str, emit: Emit | None) -> bool:
    """Tell if there is a card of a kind; if its pile is empty, shuffle the scrapped cards into it first."""
    if getattr(state, kind):
        return True
    scrap = list(getattr(state, f"{kind}_scrap"))
    if not scrap or state.ruling["ruling.danger-empty"] == "lose":
        return False
    scrap.sort()
    state.chance.shuffle(kind, scrap)
    setattr(state, kind, tuple(scrap))
    setattr(state, f"{kind}_scrap", ())
    if emit:
        emit("danger-reshuffle", "ruling.danger-empty", EVERYONE, what=kind, count=len(scrap))
    return True


def _none_left(state: State, seat: int, kind: str, emit: Emit | None) -> None:
    if state.ruling["ruling.danger-empty"] == "lose":
        ending.die(state, seat, "ruling.danger-empty", emit)
    elif emit:
        emit("no-danger", "ruling.danger-empty", EVERYONE, seat=seat, what=kind)
