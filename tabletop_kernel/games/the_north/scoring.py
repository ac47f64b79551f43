"""The end: scores and winners."""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Config, View, outcome_for
from tabletop_kernel.games.the_north.ruling_types import rulings_of
from tabletop_kernel.games.the_north.state import COLLECTOR, Rules, State


class Score(NamedTuple):
    """A final score and its parts. `cards` breaks ties. If not `exact`, hidden Values count as an average."""

    points: int
    values: float
    zone: int
    cards: int
    exact: bool = True

    @property
    def total(self) -> float:
        return self.points + self.values + self.zone


def scores(state: State) -> list[Score]:
    """Return each side's score if the game ended now, with The Collector last in a solo game."""
    value = state.rules.value
    results = []
    for seat in range(state.seats):
        cards = (*state.deck[seat], *state.hand[seat], *state.discard[seat])
        zone = state.zone_size(seat)
        if state.aside and seat == state.active:
            cards = (*cards, *state.aside)
        results.append(Score(state.points[seat], sum(value[card] for card in cards), zone, len(cards) + zone))
    if state.solo:
        results.append(
            _collector_score(state.rules.config, state.points[COLLECTOR], [value[card] for card in state.collector])
        )
    return results


def total_score(state: State, seat: int) -> int:
    """Return a seat's total only, for frequent use."""
    value = state.rules.value.__getitem__
    own = sum(map(value, state.deck[seat])) + sum(map(value, state.hand[seat])) + sum(map(value, state.discard[seat]))
    if state.aside and seat == state.active:
        own += value(state.aside[0])
    return state.points[seat] + own + len(state.ancients[seat]) + len(state.facilities[seat])


def _collector_score(config: Config, points: int, values: list[int]) -> Score:
    each = len(values) if rulings_of(config)["ruling.solo-score"] == "points-values-cards" else 0
    return Score(points, sum(values), each, len(values))


def tally(rules: Rules, view: View) -> list[Score]:
    """Return each side's score from one seat's view; an average replaces Values that a ruling hides."""
    value = rules.value
    results = []
    for seat in range(rules.config.seats):
        zone = len(view["ancients"][seat]) + len(view["facilities"][seat])
        hidden = len(view["deck"][seat]) + len(view["hand"][seat])
        own = [*view["discard"][seat], *(view["aside"] if seat == view["active"] else ())]
        known = view["owned"][seat] if view["owned"] is not None else None
        values = float(sum(_value_of_face(rules, face) for face in (*own, *(known or ()))))
        if known is None:
            values += hidden * _average_value(value)
        results.append(Score(view["points"][seat], values, zone, len(own) + hidden + zone, known is not None))
    if rules.config.seats == 1:
        pile = view["collector"]
        seen = [value[card] for card in pile if card in value]
        score = _collector_score(rules.config, view["points"][COLLECTOR], seen or [0] * len(pile))
        if len(seen) < len(pile):
            score = score._replace(values=len(pile) * _average_value(value), exact=False)
        results.append(score)
    return results


def _value_of_face(rules: Rules, face: str) -> int:
    return rules.content.ancients[face.split("/")[0]].worth


def _average_value(value: dict[str, int]) -> float:
    return sum(value.values()) / len(value)


def finish(state: State, rule: str, emit: Emit | None, *, deck_too: bool = False) -> None:
    """End the game and score it; hands and Discards go into the Decks.

    `deck_too` says that the check has also found the Wastes Deck low.
    """
    state.frames.clear()
    if state.aside:  # a game can end in the middle of a Directive
        state.to_discard(state.active, state.aside[0])
        state.aside = ()
    if emit:
        _tell_end(state, rule, deck_too, emit)
        emit("states", "end.points-card", EVERYONE, points=list(state.points))
    for seat in range(state.seats):
        state.deck[seat] = state.in_order((*state.deck[seat], *state.hand[seat], *state.discard[seat]))
        state.hand[seat], state.discard[seat] = (), ()
    final = scores(state)
    winners, decided_by = _winners(state, final)
    if emit:
        _tell_scores(state, final, emit)
        _tell_winner(state, winners, decided_by, final, emit)
    state.result = outcome_for(rule, winners, [score.total for score in final[: state.seats]])


def _tell_end(state: State, rule: str, deck_too: bool, emit: Emit) -> None:
    """Emit the reason why the game ends."""
    if rule == "end.zero":
        low = [[seat, points] for seat, points in enumerate(state.points) if points <= 0]
        if deck_too:
            emit("ends-by-both", rule, EVERYONE, low=low, count=len(state.wastes_deck))
        else:
            emit("ends-at-zero", rule, EVERYONE, low=low)
    elif rule == "end.long":
        emit("too-long", rule, EVERYONE, count=state.turn)
    else:
        emit("ends", rule, EVERYONE, count=len(state.wastes_deck))


def _winners(state: State, final: list[Score]) -> tuple[list[int], str]:
    """Return the winners and the rule that decided it."""
    best = max(score.total for score in final)
    leaders = [seat for seat, score in enumerate(final) if score.total == best]
    if len(leaders) == 1:
        return leaders, "score.win"
    most = max(final[seat].cards for seat in leaders)
    leaders = [seat for seat in leaders if final[seat].cards == most]
    if len(leaders) == 1:
        return leaders, "score.tie"
    if state.ruling["ruling.full-tie"] == "second-player":
        return [1 - state.first], "ruling.full-tie"
    return leaders, "ruling.full-tie"


def _tell_scores(state: State, final: list[Score], emit: Emit) -> None:
    for seat, score in enumerate(final):
        if seat < state.seats:
            emit("gather", "score.gather", EVERYONE, seat=seat, count=score.cards - score.zone)
            emit("apart", "score.zone-apart", EVERYONE, seat=seat, count=score.zone)
        emit("values", "score.values", EVERYONE, seat=seat, points=int(score.values))
        if seat < state.seats:
            emit("zone", "score.zone", EVERYONE, seat=seat, points=score.zone)
        elif score.zone:
            emit("collector-cards", "ruling.solo-score", EVERYONE, seat=seat, points=score.zone)
        parts = {"points": score.points, "values": int(score.values), "zone": score.zone, "total": int(score.total)}
        if seat < state.seats:
            emit("total", "score.total", EVERYONE, seat=seat, **parts)
        else:
            emit("total-collector", "ruling.solo-score", EVERYONE, seat=seat, **parts)


def _tell_winner(state: State, winners: list[int], rule: str, final: list[Score], emit: Emit) -> None:
    if len(winners) > 1:
        facts = {"seats": winners, "total": int(final[winners[0]].total)}
        if state.solo:  # The Collector has no seat, so the outcome names only the player
            emit("shared-alone", rule, EVERYONE, seat=0, **facts)
        else:
            emit("shared", rule, EVERYONE, **facts)
    elif rule == "score.win":
        emit("wins", rule, EVERYONE, seat=winners[0], total=int(final[winners[0]].total))
    elif rule == "score.tie":
        emit("wins-tie", rule, EVERYONE, seat=winners[0], cards=final[winners[0]].cards)
    else:
        emit("wins-second", rule, EVERYONE, seat=winners[0], second=not state.solo)
