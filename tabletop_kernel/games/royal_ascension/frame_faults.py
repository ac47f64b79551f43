"""The faults of the decision stack: its order, the seats and data of its frames, and the result of a finished game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.game import outcome_for
from tabletop_kernel.games.royal_ascension.action_cards import PRIZE_CARDS
from tabletop_kernel.games.royal_ascension.after_battle import leaders, majority_holder
from tabletop_kernel.games.royal_ascension.opponents import eligible_opponents
from tabletop_kernel.games.royal_ascension.setup import OPENING_SUITS
from tabletop_kernel.games.royal_ascension.state import (
    MAJORITY,
    State,
)
from tabletop_kernel.games.royal_ascension.turn import HAND_LIMIT, count_cards_held

# The stacks of decisions that play can build, from the bottom up.
POSSIBLE_STACKS = re.compile(
    "character|select|draft|(opening|first)( attach){0,2}|roll|walk|shop( pay)?|close( limit)?"
    "|(end|close)( attack| alliance| attach)?"
    "|end( challenge)?( npc| prize)?( attach)?|end challenge alliance"
    "|(end|close)( challenge)?( muster( alliance){0,3}| commit| dice"
    "| aftermath( pick| forfeit){0,12}( majority)?( claim| give){0,3})"
)
PICK_DATA = (("hearts", "battle.pick-health"), ("clubs", "battle.pick-weapon"), ("hearts", "decree.penalty"))


def is_within(part: Iterable[object], whole: Iterable[object]) -> bool:
    """Tell if `whole` contains all of `part`, counting duplicates."""
    counted = Counter(part)
    return not counted or not counted - Counter(whole)


def are_distinct(seats: tuple[int, ...]) -> bool:
    """Tell if no seat appears twice."""
    return len(set(seats)) == len(seats)


# -- what is decided --------------------------------------------------------------------------------------------------


def frame_faults(state: State) -> list[str]:
    """Return the first fault of the stack: its order, an impossible frame, or a result beside open decisions."""
    if state.result is not None:
        return _result_faults(state)
    if not state.frames:
        return ["frames: no one has anything to decide, but the game isn't over."]
    kinds = [frame[0] for frame in state.frames]
    if not POSSIBLE_STACKS.fullmatch(" ".join(kinds[:30])):
        return [f"frames: {clip(' '.join(kinds[:30]))} can't occur in this order in play."]
    if kinds[0] not in ("character", "select") and not (
        state.order and (state.turns or kinds[0] in ("draft", "opening", "first"))
    ):
        return ["order and turns: these must be decided before this moment."]
    for depth, (kind, seat, data) in enumerate(state.frames):
        needs_no_seat = kind in ("commit", "first")
        if seat not in ((-1,) if needs_no_seat else range(state.seats)):
            return [f"frames: {kind}: there is no seat {clip(seat)}, or it has nothing to decide here."]
        check = FRAME_CHECKS[kind]
        if not check.is_possible(state, depth, seat, data):
            return [f"frames: {kind} of seat {seat} with {clip(list(data))}: this is possible only if {check.needs}."]
    return _top_faults(state, kinds)


def _result_faults(state: State) -> list[str]:
    """Return faults of a finished game: open decisions, or a result that the territories contradict."""
    result = state.result
    assert result is not None
    if state.frames:
        return ["frames: the game is over, so there is nothing to decide."]
    counts = tuple(float(len(lands)) for lands in state.territories)
    owner = majority_holder(state)
    rule, winners = ("end.majority", (owner,)) if owner >= 0 else ("end.no-majority", leaders(state))
    if result != outcome_for(rule, winners, counts):
        return [
            "result: give ['end.majority' or 'end.no-majority', won or lost for each seat, each seat's territories]. "
            "The seats with the most territories won."
        ]
    return []


def _top_faults(state: State, kinds: list[str]) -> list[str]:
    """Return faults of the top decision: a battle or an action card in progress needs its own kind of decision."""
    is_undecided = state.battle is not None and state.battle.winner < 0
    if is_undecided != (kinds[-1] in ("commit", "dice")):
        return ["battle: fighters commit or roll until there is a winner, and not afterwards."]
    if state.carried == ("npc" in kinds or "prize" in kinds):
        return ["carried: must be false during a Random NPC event, and only then."]
    return []


Check = Callable[[State, int, int, Data], bool]  # (state, depth, seat, data) -> can this frame be there?


class FrameCheck(NamedTuple):
    """What a kind of frame needs in order to lie on the stack."""

    is_possible: Check
    needs: str  # the same condition in words


def _fits_character(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the earlier seats have chosen a character and the others haven't."""
    chosen = [character >= 0 for character in state.characters]
    return data == () and _is_undealt(state) and chosen == [other < seat for other in range(state.seats)]


def _fits_select(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the data lists the other seats still to roll, once each, and no one has a territory."""
    are_seats = all(type(other) is int and other in range(state.seats) for other in data)
    return are_seats and are_distinct((seat, *data)) and _is_undealt(state)


def _is_undealt(state: State) -> bool:
    """Tell if no seat owns a territory yet."""
    return not any(state.territories)


def _fits_draft(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if everyone will have a territory after the draft, and no one a majority."""
    taken = len(state.rules.strength) - len(state.pool)
    after = [state.order[(taken + later) % state.seats] for later in range(1, len(state.pool))]
    owners = Counter([seat, *after, *(other for other, held in enumerate(state.territories) for _ in held)])
    return data == () and bool(state.pool) and len(owners) == state.seats and max(owners.values()) < MAJORITY


def _fits_opening(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if this seat and those after it still have opening cards to draw."""
    waiting = state.order[state.order.index(seat) :]
    return data == () and all(len(state.opening[other]) < len(OPENING_SUITS) for other in waiting)


def _fits_attach(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if there is a heart for each such decision, and a territory to put it under."""
    asked_count = sum(frame[:2] == ("attach", seat) for frame in state.frames)
    loose_count = len(state.hearts[seat]) - len(state.attached[seat])
    is_ruled = state.ruling["ruling.health-attach"] == "attach-on-draw"
    return data == () and is_ruled and asked_count <= loose_count and bool(state.territories[seat])


def _has_no_data(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if a frame has no data, which is all that it needs."""
    return data == ()


def _fits_active(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if a frame without data belongs to the active seat."""
    return data == () and seat == state.active


def _fits_living_active(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if a frame without data belongs to the active seat, which is still in the game."""
    return data == () and seat == state.active and not state.out[seat]


def _fits_walk(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the active seat has rolled its die."""
    return _fits_living_active(state, depth, seat, data) and state.die > 0


def _fits_shop(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the data is the number of weapons bought."""
    return _fits_living_active(state, depth, seat, ()) and len(data) == 1 and type(data[0]) is int and data[0] >= 0


def _fits_pay(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the data lists weapons on offer and gold in hand."""
    if seat != state.active or len(data) != 2 or not all(_are_texts(part) for part in data):
        return False
    weapons, paid = data
    return bool(weapons) and is_within(weapons, state.offer) and is_within(paid, state.diamonds[seat])


def _are_texts(part: object) -> bool:
    """Tell if a part of the data is a tuple of texts."""
    return isinstance(part, tuple) and all(type(text) is str for text in part)


def _fits_limit(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the ruling limits hands, and this seat holds too many cards."""
    return data == () and state.ruling["ruling.hand-limit"] == "ten" and count_cards_held(state, seat) > HAND_LIMIT


def _fits_npc(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the card of this turn is a Random NPC event."""
    return _fits_living_active(state, depth, seat, data) and state.rules.action.get(state.card) == "npc"


def _fits_prize(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the suits drawn and the cards still to draw make up the prize."""
    are_suits = all(suit in ("hearts", "diamonds") for suit in data)
    is_whole = len(data) + state.prize == PRIZE_CARDS[state.ruling["ruling.npc-prize"]]
    return are_suits and is_whole and state.prize > 0 and _fits_npc(state, depth, seat, ())


def _fits_attack(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if there is an opponent to choose, and no All In that calls everyone."""
    calls_everyone = state.all_in[seat] and state.ruling["ruling.allin-stake"] == "drawer-vs-table"
    return (
        _fits_living_active(state, depth, seat, data) and bool(eligible_opponents(state, seat)) and not calls_everyone
    )


def _fits_alliance(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the reason for the question matches the frame below it."""
    under = state.frames[depth - 1][0]
    reasons = {"challenge": [("own",)], "muster": [("muster",)], "alliance": [("muster",)]}
    are_alive = not state.out[seat] and not state.out[state.active]
    is_active = seat == state.active
    return are_alive and data in reasons.get(under, [("chosen",), ("met",)]) and is_active == (data == ("own",))


def _fits_muster(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the data names a battle of all players, in which the active seat fights."""
    return (
        data in (("decree",), ("table",)) and _fits_living_active(state, depth, seat, ()) and seat not in state.allied
    )


def _fits_commit(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the commitments are hidden, and a fighter has not sealed."""
    battle = state.battle
    if battle is None or battle.open or len(battle.bout) == 1:
        return False
    return data == () and len(battle.sealed) < len(battle.fighters)


def _fits_dice(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the commitments are face up, and this seat is one of those that roll."""
    battle = state.battle
    if battle is None or not battle.open or len(battle.sealed) < len(battle.fighters):
        return False
    return data == () and seat in battle.bout and len(battle.bout) > 1


def _fits_winner(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if a frame without data belongs to the winner of the battle."""
    return data == () and state.battle is not None and seat == state.battle.winner


def _fits_claim(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the loser still owes a territory, and is asked for it only once."""
    asked = ("claim", seat, data)
    loser = data[0] if len(data) == 1 and type(data[0]) is int else -1
    return _fits_winner(state, depth, seat, ()) and _owes_territory(state, loser) and state.frames.count(asked) == 1


def _fits_give(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the loser still owes a territory, and is asked for it only once."""
    return data == () and _owes_territory(state, seat) and state.frames.count(("give", seat, ())) == 1


def _owes_territory(state: State, loser: int) -> bool:
    """Tell if a seat lost the battle and still has a territory."""
    return _fits_loser(state, 0, loser, ()) and bool(state.territories[loser])


def _fits_pick(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the data names a suit with the rule for its pick, and the seat lost the battle."""
    return data in PICK_DATA and _fits_loser(state, depth, seat, ())


def _fits_loser(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if a frame without data belongs to a loser of the battle."""
    return data == () and state.battle is not None and seat in state.battle.losers


# Kind of frame -> the condition for its place on the stack.
FRAME_CHECKS: Mapping[str, FrameCheck] = {
    "character": FrameCheck(
        _fits_character,
        "the seats before it have a character, the others have none, and no one has a territory",
    ),
    "select": FrameCheck(_fits_select, "its data lists the other seats still to roll, and no one has a territory yet"),
    "draft": FrameCheck(
        _fits_draft, "the pool has enough territories for everyone, and no one would win by taking them"
    ),
    "opening": FrameCheck(_fits_opening, "this seat and the seats after it still have opening cards to draw"),
    "first": FrameCheck(_has_no_data, "its data is empty"),
    "attach": FrameCheck(_fits_attach, "the ruling asks for it, and the seat has a loose heart and a territory"),
    "roll": FrameCheck(_fits_living_active, "it belongs to the active seat (still in the game)"),
    "walk": FrameCheck(_fits_walk, "it belongs to the active seat (still in the game), and the die has been rolled"),
    "end": FrameCheck(_fits_active, "it belongs to the active seat"),
    "close": FrameCheck(_fits_active, "it belongs to the active seat"),
    "limit": FrameCheck(_fits_limit, "the ruling asks for it, and the seat has too many cards"),
    "shop": FrameCheck(
        _fits_shop,
        "it belongs to the active seat (still in the game), and its data is the number of weapons bought",
    ),
    "pay": FrameCheck(_fits_pay, "it belongs to the active seat, and its data lists weapons on offer and gold in hand"),
    "challenge": FrameCheck(_fits_active, "it belongs to the active seat"),
    "npc": FrameCheck(
        _fits_npc, "it belongs to the active seat (still in the game), and the card is a Random NPC event"
    ),
    "prize": FrameCheck(
        _fits_prize,
        "its data lists the suits drawn, which complete the prize, and all conditions for npc are met",
    ),
    "attack": FrameCheck(
        _fits_attack,
        "it belongs to the active seat, and that seat has someone to choose and no All In that calls everyone",
    ),
    "alliance": FrameCheck(
        _fits_alliance, "its data is own, chosen, met or muster, whichever fits the seat and the frame below"
    ),
    "muster": FrameCheck(
        _fits_muster, "it belongs to the active seat, that seat fights, and its data is decree or table"
    ),
    "commit": FrameCheck(_fits_commit, "the commitments are hidden, and someone has not sealed"),
    "dice": FrameCheck(
        _fits_dice, "the commitments are face up, two or more seats roll, and it belongs to one of them"
    ),
    "aftermath": FrameCheck(_fits_winner, "it belongs to the winner"),
    "majority": FrameCheck(_fits_winner, "it belongs to the winner"),
    "claim": FrameCheck(
        _fits_claim,
        "it belongs to the winner, its data names a loser with a territory, and each loser appears only once",
    ),
    "give": FrameCheck(_fits_give, "it belongs to a loser with a territory, and each loser appears only once"),
    "pick": FrameCheck(_fits_pick, "it belongs to a loser, and its data names a suit and that suit's rule"),
    "forfeit": FrameCheck(_fits_loser, "it belongs to a loser"),
}
