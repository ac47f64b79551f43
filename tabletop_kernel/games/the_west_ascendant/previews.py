"""The price of a choice for the other player, and the purchases a hand allows, from one seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import FACTS, amount_of
from tabletop_kernel.games.the_west_ascendant.content import MADE
from tabletop_kernel.games.the_west_ascendant.ruling_types import rulings_of
from tabletop_kernel.games.the_west_ascendant.state import FACILITY_ACTIONS, Rules
from tabletop_kernel.toolkit.card_language import COMPARISONS, Condition


class Part(NamedTuple):
    """A part of a loss: its points, source and rule, such as “2 (PULSE)”."""

    text: str
    points: int
    rule: str


class Preview(NamedTuple):
    """A choice in step 2 and the other player's loss, as far as it is known beforehand."""

    move: Move
    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        return sum(part.points for part in self.parts)


class Payment(NamedTuple):
    """A purchase for cards: a Locus on top by its id, "gate" or "city"."""

    what: str
    price: tuple[str, ...]  # for a Doppelgate: one card of each type that can pay for it
    missing: tuple[str, ...]

    @property
    def pays(self) -> bool:
        return not self.missing


class Situation(NamedTuple):
    """An ACTION, as if it were taken."""

    rules: Rules
    view: View
    action: str
    took: tuple[str, ...]
    pulse: bool

    def counted(self, word: str) -> int | None:
        thing, other = amount_of(word)
        view, seat = self.view, self.view["seat"]
        who = 1 - seat if other else seat
        if thing in ("took", "types"):
            return len(self.took) if thing == "took" else len(set(self.took))
        if thing == "hand":
            hand = view["hand"][who]
            return hand if hand is None or isinstance(hand, int) else len(hand)
        loci = len(view["zone"][who]) + (self.action == "locus" and not other)
        gates = len(view["gates"][who])
        return loci if thing == "loci" else gates if thing == "gates" else min(loci, gates)

    def holds(self, test: Condition) -> bool:
        if test.left in FACTS:
            facts = {"pulse used": self.pulse, "locus action": self.action == "locus"}
            return facts.get(test.left, self.action in FACILITY_ACTIONS)
        left = self.counted(test.left)
        right = test.right if isinstance(test.right, int) else self.counted(test.right)
        return left is not None and right is not None and COMPARISONS[test.compare](left, right)

    def loss(self, key: str) -> int:
        """Return the points that an effect takes from the other player without any choice."""
        total = 0
        for _, step, act in self.rules.effects[key].acts():
            if act.verb == "other-loses" and not step.may and all(self.holds(test) for test in step.tests):
                number, rate = act.args
                each = number if rate is None else number * ((self.counted(rate.amount) or 0) // rate.each)
                total += each if rate is None or rate.most is None else min(each, rate.most)
        return total

    def brought(self, key: str, times: int) -> int:
        """Return the number of cards that an effect brings without any choice, used `times` times."""
        cards_there = {"draw": self.view["deck"], "recover": len(self.view["discard"])}
        total = 0
        for _, step, act in self.rules.effects[key].acts():
            if act.verb in cards_there and not step.may and all(self.holds(test) for test in step.tests):
                total += min(times * act.args[0], cards_there[act.verb])
        return total


def previews(rules: Rules, view: View, moves: Sequence[Move]) -> list[Preview]:
    """Return the preview of each choice in step 2, without parts of 0 points; empty for a view without a seat."""
    previews_of_moves = []
    for move in moves:
        if move[0] in (*FACILITY_ACTIONS, "locus", "city") and view["seat"] is not None:
            previews_of_moves.append(Preview(move, tuple(part for part in _parts(rules, view, move) if part.points)))
    return previews_of_moves


def _parts(rules: Rules, view: View, move: Move) -> Iterator[Part]:
    action, ruling = str(move[0]), rules.config.rulings
    took: tuple[str, ...] = ()
    if action in FACILITY_ACTIONS:
        took = (str(move[1]),) * view["middle"].count(move[1]) if action == "all" else (str(move[1]), str(move[2]))
        yield Part("cards", len(took), "facility.loss")
    whole = len(set(took)) == 1 and view["middle"].count(took[0]) == len(took)
    pulse = action == "all" or (action == "two" and whole and ruling["ruling.two-same-type"] == "yes")
    case = Situation(rules, view, action, took, pulse)
    if pulse:
        times = len(took) if ruling["ruling.pulse-count"] == "per-card" else 1
        key = f"{took[0]}.pulse"
        yield Part("PULSE", times * case.loss(key), rules.cites[key])
        if ruling["ruling.took-counts"] == "yes":
            yield Part("PULSE", case.brought(key, times), "ruling.took-counts")
    if action == "city" or ruling["ruling.radiate-when"] == ("with-pulse" if pulse else "no-pulse"):
        each = case.loss(f"{MADE}.radiate")
        yield Part("RADIATE", each * len(view["gates"][view["seat"]]), "radiate.gate")
    if action != "city" or ruling["ruling.city-is-action"] == "yes":
        for locus in _triggers(rules, view, move):
            yield Part(rules.content.loci[locus].name, case.loss(locus), rules.cites[locus])


def _triggers(rules: Rules, view: View, move: Move) -> list[str]:
    """Return the visible Triggers that would count, including those of a Locus to be built."""
    deep = rulings_of(rules.config)["ruling.face-up"] == "all"
    lying = [locus for deck in view["loci"] for locus in (deck if deep else deck[:1])]
    return [locus for locus in (*lying, *view["zone"][view["seat"]]) if locus not in rules.prime]


# -- paying ------------------------------------------------------------------------------------------------------------


def payments(rules: Rules, view: View) -> list[Payment]:
    """Return the purchases that the viewer's hand allows, and what it lacks; empty for a viewer without a hand."""
    seat = view["seat"]
    if seat is None or not view["engine"][seat]:
        return []
    hand = view["hand"][seat]
    purchases = [_payment(hand, deck[0], rules.required[deck[0]]) for deck in view["loci"] if deck]
    cost = rules.gate_cost
    alike = tuple(name for name in rules.types if hand.count(name) >= cost)
    most = max(rules.types, key=lambda name: hand.count(name))
    purchases.append(Payment("gate", alike, () if alike else (most,) * (cost - hand.count(most))))
    if not view["city"][seat]:
        act = rules.effects[f"{view['engine'][seat]}.cost"].ops[0].act
        assert act is not None
        count, which = act.args
        names = rules.types if which == "of each type" else (most,)
        purchases.append(_payment(hand, "city", tuple(name for name in names for _ in range(count))))
    return purchases


def _payment(hand: list[str], what: str, price: tuple[str, ...]) -> Payment:
    missing = [name for name in dict.fromkeys(price) for _ in range(price.count(name) - hand.count(name))]
    return Payment(what, price, tuple(missing))
