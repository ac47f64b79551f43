"""The back of the turn card, for one or two players, and the check for the end."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_north.abilities import take_points
from tabletop_kernel.games.the_north.cards_by_name import cards_by_face, locate_missing_card
from tabletop_kernel.games.the_north.content import MOST_TURNS, WASTES_SIZE
from tabletop_kernel.games.the_north.scoring import finish
from tabletop_kernel.games.the_north.state import COLLECTOR, State

LAST_CARDS = 4  # the game ends with this many in the Wastes Deck, or fewer
YOU = "you"  # the player who must take an Ancient or turn the card over
SOLO_LOSS = 2  # plus one for each Ancient in The Wastes


def begin_back(state: State, seat: int) -> None:
    """Push the steps of the back as frames; the last frame comes first."""
    if state.solo:
        steps = ["refill", "collect", "you-lose", "hand-loss"]
        state.frames[:] = [(step, seat, ()) for step in steps]
    else:
        state.frames[:] = [("refill", seat, ()), ("take-one", 1 - seat, ()), ("hand-loss", seat, ())]


def take_hand_loss(state: State, emit: Emit | None) -> None:
    """Take a point from the other side for each card still in hand."""
    _, seat, _ = state.frames.pop()
    count = len(state.hand[seat])
    if not count:
        return
    take_points(state, 1 - seat, count, "solo.hand-loss" if state.solo else "back.hand-loss", emit)
    has_ended = bool(state.frames) and state.frames[-1][0] == "finish"  # a game that is over gathers hands unseen
    if state.ruling["ruling.hand-waits"] == "discard" and not has_ended:
        _discard_hand(state, seat, emit)


def _discard_hand(state: State, seat: int, emit: Emit | None) -> None:
    cards, state.hand[seat] = state.hand[seat], ()
    if emit:
        faces = [state.face(card, "ancient") for card in cards]
        emit("hand-discarded", "ruling.hand-waits", EVERYONE, seat=seat, ancients=faces)
    for card in cards:
        state.to_discard(seat, card, emit)


# -- two players -------------------------------------------------------------------------------------------------------


class TakeOne(Decision[State]):
    """The other player's choice of a remaining Ancient."""

    verbs = ("take", "decline", "reprogram", "spark")  # any other move is refused until the Ancient is taken

    def due(self, state: State, emit: Emit | None) -> bool:
        if state.wastes:
            return True
        _, seat, _ = state.frames.pop()
        if emit:
            emit("none-left", "back.take-one", EVERYONE, seat=seat)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        takes: list[Move] = [("take", face) for face in cards_by_face(state, state.wastes, "ancient")]
        return [*takes, ("decline",)] if state.ruling["ruling.take-one-choice"] == "may" else takes

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] in ("reprogram", "spark"):
            return Verdict("back.no-spark")
        if move[0] == "decline":
            return refuse_decline(YOU, move)
        return Verdict(
            "back.take-one",
            taker=YOU,
            besides=locate_missing_card(state, seat, move[1], "wastes") if len(move) == 2 else [],
        )

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[0] == "decline":
            if emit:
                emit("declines", "ruling.take-one-choice", EVERYONE, seat=seat)
            return
        card = cards_by_face(state, state.wastes, "ancient")[str(move[1])]
        state.wastes = without(state.wastes, card)
        if emit:
            emit("takes-one", "back.take-one", EVERYONE, seat=seat, ancient=state.face(card, "ancient"))
        state.to_discard(seat, card, emit)
        if emit:
            emit("no-spark", "back.no-spark", EVERYONE, seat=seat, ancient=state.face(card, "ancient"))


def refuse_decline(taker: int | str, move: Move) -> Verdict:
    """Return the reason why a player can't decline: not now, or not with anything added."""
    return Verdict("ruling.take-one-choice", taker=taker, along=len(move) > 1)


def refuse_before_back(state: State, seat: int) -> Verdict:
    """Return the reason why no one takes an Ancient yet: the card still shows its front."""
    if seat != state.active:
        return Verdict("turn.flip-card", turner=state.active, then="first")
    return Verdict("turn.flip-card", turner=YOU, then=1 - seat if state.wastes else "none")


# -- one player --------------------------------------------------------------------------------------------------------


def take_solo_loss(state: State, emit: Emit | None) -> None:
    """Take two points from the solo player, plus one for each remaining Ancient."""
    _, seat, _ = state.frames.pop()
    take_points(state, seat, SOLO_LOSS + len(state.wastes), "solo.you-lose", emit)


def collect_wastes(state: State, emit: Emit | None) -> None:
    """Give The Collector the top card of the Wastes Deck and all Ancients in The Wastes."""
    state.frames.pop()
    if not state.wastes_deck:
        if emit:
            emit("collect-short", "ruling.solo-collect-short", EVERYONE, seat=COLLECTOR)
        if state.ruling["ruling.solo-collect-short"] == "none":
            return
    top = state.wastes_deck[:1]
    state.wastes_deck = state.wastes_deck[1:]
    left = [state.face(card, "ancient") for card in state.wastes]
    if emit and top:
        emit("collect", "solo.collect", EVERYONE, seat=COLLECTOR, left=left, count=1 + len(left))
    elif emit and left:
        emit("collect-left", "solo.collect", EVERYONE, seat=COLLECTOR, ancients=left)
    state.collector = (*state.collector, *top, *state.wastes)
    state.wastes = ()


# -- refilling, checking, passing --------------------------------------------------------------------------------------


def refill_wastes(state: State, emit: Emit | None) -> None:
    """Refill The Wastes to four Ancients if possible; then check for the end if due, or start the next turn."""
    _, seat, _ = state.frames.pop()
    count = min(WASTES_SIZE - len(state.wastes), len(state.wastes_deck))
    short = len(state.wastes) + count < WASTES_SIZE
    fresh, state.wastes_deck = state.wastes_deck[:count], state.wastes_deck[count:]
    state.wastes = (*state.wastes, *fresh)
    if emit and fresh:
        rule = "solo.refill" if state.solo else "back.refill"
        faces = [state.face(card, "ancient") for card in fresh]
        emit("refill", rule, EVERYONE, ancients=faces, count=len(state.wastes_deck))
    if emit and short:
        emit("refill-short", "ruling.refill-short", EVERYONE, count=len(state.wastes))
    if short and state.ruling["ruling.refill-short"] == "end-now":
        finish(state, "end.deck", emit)
    elif state.solo or seat != state.first:
        _check_for_end(state, seat, emit)
    else:
        _pass_turn_card(state, seat, emit)


def _check_for_end(state: State, seat: int, emit: Emit | None) -> None:
    if emit:
        rule = "solo.end-check" if state.solo else "back.end-check"
        emit("check", rule, EVERYONE, seat=seat, count=len(state.wastes_deck), points=list(state.points))
    run_down = len(state.wastes_deck) <= LAST_CARDS
    if min(state.points) <= 0:
        finish(state, "end.zero", emit, deck_too=run_down)
    elif run_down:
        finish(state, "end.deck", emit)
    elif state.turn >= MOST_TURNS:
        finish(state, "end.long", emit)
    else:
        _pass_turn_card(state, seat, emit)


def _pass_turn_card(state: State, seat: int, emit: Emit | None) -> None:
    """Start the next turn with a clean slate."""
    state.active = seat if state.solo else 1 - seat
    state.turn += 1
    state.used, state.announced, state.flipped = (), (), ()
    state.paid, state.chain = -1, 0
    state.frames[:] = [("shuffle", state.active, ())]
    if emit:
        if state.solo:
            emit("again", "solo.again", EVERYONE, seat=seat)
            emit("front", "solo.front", EVERYONE, seat=seat)
        else:
            emit("pass", "back.pass", EVERYONE, seat=state.active)


def end_now(state: State, emit: Emit | None) -> None:
    """End the game in mid-turn, under a ruling."""
    finish(state, state.frames[-1][2][0], emit)
