"""A table through the eyes of one seat, with caches for what quick guesses ask again and again."""

from __future__ import annotations

from tabletop_kernel.games.deck_goes_west.opinions import table_worth
from tabletop_kernel.games.deck_goes_west.state import Place, State

NEVER_WORTH = -50.0
DISCARD_SHARE = 0.4  # share of a card's average worth that a discard for a job costs
MISSED_SHARE = 0.8  # share of what a card does where its player is: it could still be done today
CARD_COST = 0.08  # a played card: it could have been discarded for something
UNPAID_SHARE = 0.45  # share of a step's worth if it takes more movement than there is: more can be added


class Guesses:
    """A table through the eyes of one seat during one decision, with caches."""

    __slots__ = ("_losses", "_outlooks", "_ways_west", "plan", "seat", "state", "step_worths")

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.plan = state, seat, state.rules.plan
        self._outlooks: dict[int, dict[Place, float]] = {}
        self._ways_west: dict[Place, float] = {}
        self._losses: dict[str, float] = {}
        self.step_worths: dict[tuple[str, str, int, bool], float] = {}

    def outlook(self, whom: int) -> dict[Place, float]:
        """Return what each tile within reach promises to a seat, from a cache."""
        if whom not in self._outlooks:
            self._outlooks[whom] = table_worth.outlook(self.state, whom)
        return self._outlooks[whom]

    def way_west(self, start: Place) -> float:
        """Return what the wagon can hope for from a tile; cached, since each haul is compared with staying."""
        worth = self._ways_west.get(start)
        if worth is None:
            worth = self._ways_west[start] = table_worth.way_west(self.state, start)
        return worth

    def discard_loss(self, card: str) -> float:
        """Return the loss if an item card is discarded today: more if it has something to do right here."""
        loss = self._losses.get(card)
        if loss is None:
            worth_at, place = self.plan.at[card], self.state.meeple[self.seat]
            kinds = () if place in self.state.bandits or place not in self.state.up else self.state.types(place)
            here = [MISSED_SHARE * worth_at[kind] for kind in kinds if kind in worth_at]
            loss = self._losses[card] = max(DISCARD_SHARE * self.plan.cards[card], *here, 0.0)
        return loss
