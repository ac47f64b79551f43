"""The end: scores with their parts, and winners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import DRAWN, Outcome, View, outcome_for
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import amount_of
from tabletop_kernel.games.the_west_ascendant.state import SEATS, Counts, Rules, State
from tabletop_kernel.toolkit.card_language import COMPARISONS, Condition, Effect

RULE_BY_THING = {"loci": "score.locus", "gates": "score.gate"}  # thing that a Reference card counts -> its rule
NAME_BY_RULE = {
    "score.left": "Points left",
    "score.locus": "Loci",
    "score.gate": "Doppelgates",
    "score.city": "Cityengine",
}


class Addend(NamedTuple):
    """A part of a score: its name, points and rule."""

    text: str
    points: int
    rule: str


class Score(NamedTuple):
    """A final score and its parts. `loci` can break a tie."""

    addends: tuple[Addend, ...]
    loci: int

    @property
    def total(self) -> int:
        return sum(addend.points for addend in self.addends)

    def part(self, rule: str) -> int:
        """Return the points that one rule adds."""
        return sum(addend.points for addend in self.addends if addend.rule == rule)


def _count_thing(word: str, seat: int, counts: Counts) -> int:
    thing, other = amount_of(word)
    loci, gates = counts[1 - seat if other else seat]
    return loci if thing == "loci" else gates if thing == "gates" else min(loci, gates)


def _passes(test: Condition, seat: int, counts: Counts) -> bool:
    right = test.right if isinstance(test.right, int) else _count_thing(test.right, seat, counts)
    return COMPARISONS[test.compare](_count_thing(test.left, seat, counts), right)


def _addends(effect: Effect, seat: int, counts: Counts, rule: str) -> list[Addend]:
    """Return the parts that a scoring line adds; without a `rule` each part has its own."""
    addends = []
    for _, step, act in effect.acts():
        number, rate = act.args
        points, by = number, rule or "score.card"
        if rate is not None:
            points = number * (_count_thing(rate.amount, seat, counts) // rate.each)
            points = points if rate.most is None else min(points, rate.most)
            by = rule or RULE_BY_THING.get(amount_of(rate.amount).thing, "score.card")
        if all(_passes(test, seat, counts) for test in step.tests):
            addends.append(Addend(NAME_BY_RULE.get(by, "Reference card"), points, by))
    return addends


def score_of(rules: Rules, seat: int, points: int, counts: Counts, engine: str) -> Score:
    """Return a score from public facts; `engine` is the Cityengine if it is Complete, or else empty."""
    addends = [Addend(NAME_BY_RULE["score.left"], points, "score.left")]
    addends += _addends(rules.effects[f"{rules.references[seat]}.score"], seat, counts, "")
    if engine:
        city = _addends(rules.effects[f"{engine}.score"], seat, counts, "score.city")
        addends.append(Addend(NAME_BY_RULE["score.city"], sum(addend.points for addend in city), "score.city"))
    return Score(tuple(addends), counts[seat][0])


def points_at_end(rules: Rules, seat: int, counts: Counts, engine: str) -> int:
    """Return the points added at the end; each case is computed only once."""
    case = (seat, counts, engine)
    points = rules.added.get(case)
    if points is None:
        points = rules.added[case] = score_of(rules, seat, 0, counts, engine).total
    return points


def total_score(state: State, seat: int) -> int:
    """Return a player's score if the game ended now, fast."""
    engine = state.engine[seat] if state.city[seat] else ""
    return state.points[seat] + points_at_end(state.rules, seat, count_scoring_cards(state), engine)


def points_for_city(state: State, seat: int) -> int:
    """Return the points that a Complete Cityengine would add to a player's score now."""
    counts = count_scoring_cards(state)
    return points_at_end(state.rules, seat, counts, state.engine[seat]) - points_at_end(state.rules, seat, counts, "")


def points_for_one(rules: Rules, what: str) -> int:
    """Return the points that one Locus (“locus”) or one made Doppelgate (“gate”) adds at the end."""
    return points_at_end(rules, 0, ((1, 0), (0, 0)) if what == "locus" else ((0, 1), (0, 0)), "")


def count_scoring_cards(state: State) -> Counts:
    """Return the number of both players' Loci and made Doppelgates."""
    (mine, theirs), (own, other) = state.zone, state.gates
    return (len(mine), len(own)), (len(theirs), len(other))


def scores(state: State) -> list[Score]:
    """Return each player's score if the game ended now."""
    counts = count_scoring_cards(state)
    engines = [engine if done else "" for engine, done in zip(state.engine, state.city, strict=True)]
    return [score_of(state.rules, seat, state.points[seat], counts, engines[seat]) for seat in range(SEATS)]


def tally(rules: Rules, view: View) -> list[Score]:
    """Return each player's score from any view: nothing that scores is hidden."""
    (mine, theirs), (own, other) = view["zone"], view["gates"]
    counts = (len(mine), len(own)), (len(theirs), len(other))
    engines = [engine if done else "" for engine, done in zip(view["engine"], view["city"], strict=True)]
    return [score_of(rules, seat, view["points"][seat], counts, engines[seat]) for seat in range(SEATS)]


# -- the end of the game -----------------------------------------------------------------------------------------------


EVENT_BY_RULE = {
    "end.zero": "ends-zero",
    "end.deck": "ends-deck",
    "end.long": "ends-long",
    "turn.no-action": "ends-idle",
}


def finish(state: State, rule: str, emit: Emit | None, told: str = "") -> None:
    """End the game and score it; `told` replaces the usual event for the reason."""
    state.frames.clear()
    totals = tuple(total_score(state, seat) for seat in range(SEATS))
    winners, decided_by = _winners(state, totals)
    if emit:
        final = scores(state)
        fallen = state.points.count(0)
        emit(
            told or EVENT_BY_RULE[rule], rule, EVERYONE, count=len(state.deck), points=list(state.points), fallen=fallen
        )
        _tell_scores(state, final, emit)
        _tell_winner(winners, decided_by, final, emit)
    drawn = len(winners) > 1
    state.result = Outcome(rule, (DRAWN, DRAWN), totals) if drawn else outcome_for(rule, winners, totals)


def _winners(state: State, totals: Sequence[int]) -> tuple[list[int], str]:
    """Return the winners and the rule that decided it."""
    if totals[0] != totals[1]:
        return [int(totals[1] > totals[0])], "score.winner"
    how = state.ruling["ruling.tie"]
    if how == "second-player":
        return [1 - state.first], "ruling.tie"
    mine, theirs = map(len, state.zone)
    if how == "loci" and mine != theirs:
        return [int(theirs > mine)], "ruling.tie"
    return [*range(SEATS)], "score.tie"


def _tell_scores(state: State, final: list[Score], emit: Emit) -> None:
    emit("scoring", "score.card", EVERYONE)
    for seat, score in enumerate(final):
        for addend in score.addends:
            kind = "keeps" if addend.rule == "score.left" else "scores"
            emit(kind, addend.rule, EVERYONE, seat=seat, points=addend.points, what=addend.text)
        if state.hand[seat]:
            emit("worthless", "score.nothing-else", EVERYONE, seat=seat, count=len(state.hand[seat]))
        emit("total", "score.card", EVERYONE, seat=seat, total=score.total)


def _tell_winner(winners: list[int], rule: str, final: list[Score], emit: Emit) -> None:
    total = final[winners[0]].total
    if len(winners) > 1:
        emit("draw", rule, EVERYONE, total=total)
    elif rule == "score.winner":
        emit("wins", rule, EVERYONE, seat=winners[0], total=total)
    else:
        emit("wins-tie", rule, EVERYONE, seat=winners[0], total=total)
