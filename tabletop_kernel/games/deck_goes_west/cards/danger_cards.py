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
RULES_NAMING_PILES = (
    "night.exhaustion",
    "move.leave-bandits",
    "train.leave-bandits",
)  # rules whose refusal names both piles


def take_danger(
    state: State, seat: int, kind: str, count: int, rule: str, emit: Emit | None, plain: bool = False
) -> None:
    """Make a player take danger cards. `plain` if the text doesn't say onto which pile."""
    if count > 0:
        state.frames.append(("danger", seat, (kind, count, rule, int(plain))))
        if emit and rule != "cards.gain":  # a job has said so already
            emit("must-take", ORIGIN_RULE[kind], EVERYONE, seat=seat, count=count, what=kind)


ORIGIN_RULE = {"pain": "card.p-origin", "exhaustion": "card.e-origin"}


class TakeDanger(Decision[State]):
    """A player's choice between draw and discard pile for each danger card."""

    verbs = ("put",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (kind, count, _, plain) = state.frames[-1]
        if not count:
            state.frames.pop()
            return False
        if not _has_card_of_kind(state, kind, emit):
            state.frames.pop()
            _resolve_empty_pile(state, seat, kind, emit)
            return False
        if plain and state.ruling["ruling.danger-where"] == "discard":
            _put_on_pile(state, DISCARD, emit)
            return False
        return True

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("put", pile) for pile in PILES]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return refuse_before_danger(state)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        all_together = state.ruling["ruling.gain-choice"] == "all-together"
        kind, count, _, _ = state.frames[-1][2]
        for _ in range(count if all_together else 1):
            if _has_card_of_kind(state, kind, emit):
                _put_on_pile(state, str(move[1]), emit)


def refuse_before_danger(state: State) -> Verdict:
    """Return why a danger card must go onto one of the two piles before anything else."""
    rule = state.frames[-1][2][2]
    return Verdict(rule) if rule in RULES_NAMING_PILES else Verdict("cards.gain", what="lay-it")


def _put_on_pile(state: State, pile: str, emit: Emit | None) -> None:
    """Move the top card of a danger pile onto a pile of the player."""
    _, seat, (kind, count, rule, plain) = state.frames[-1]
    card, rest = getattr(state, kind)[0], getattr(state, kind)[1:]
    setattr(state, kind, rest)
    state.frames[-1] = ("danger", seat, (kind, count - 1, rule, plain))
    if pile == DISCARD:
        state.put_on_discard(seat, card)
    else:
        state.put_on_draw(seat, card)
    if emit:
        emit("takes", rule, EVERYONE, seat=seat, card=card, pile=pile)


def _has_card_of_kind(state: State, kind: str, emit: Emit | None) -> bool:
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


def _resolve_empty_pile(state: State, seat: int, kind: str, emit: Emit | None) -> None:
    if state.ruling["ruling.danger-empty"] == "lose":
        ending.die(state, seat, "ruling.danger-empty", emit)
    elif emit:
        emit("no-danger", "ruling.danger-empty", EVERYONE, seat=seat, what=kind)
