"""Likely mistakes in a pack: lines that never do anything, and chains that only the limit ends.

Such a pack can be played, so these aren't errors. Every sentence names the file, card, field and column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from tabletop_kernel.content.packs import slug
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.games.the_north.abilities import CHAIN_LIMIT, SIDE_BY_PLACE
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE, LEVELS
from tabletop_kernel.games.the_north.content import Content
from tabletop_kernel.toolkit.card_language import COMPARISONS, Act, Condition, Effect, Rate, Step

Places = Mapping[str, str]  # key of an ability -> place of its line
VERBS_WITH_NUMBER = ("draw", "discard", "recover", "take", "other-loses", "lose", "gain")  # verbs with a number


def find_doubts(content: Content) -> list[str]:
    """Return everything that looks like a mistake."""
    places = _places_by_key(content)
    doubts = [f"{places[key]}: {doubt}" for key in places for doubt in _idle_lines(content, key)]
    return [*doubts, *(f"{places[key]}: {doubt}" for key, doubt in _endless_chains(content))]


def _places_by_key(content: Content) -> Places:
    """Return the place of each line, in the order of the files."""
    places = {}
    for number, ancient in enumerate(content.ancients.values(), 1):
        for ability in ("protocol", "spark"):
            where = f"ancients.toml: ancient {number} ({clip(ancient.name)}): {ability}"
            places[f"{slug(ancient.name)}.{ability}"] = where
    for number, facility in enumerate(content.facilities.values(), 1):
        places[f"{slug(facility.name)}.protocol"] = (
            f"facilities.toml: facility {number} ({clip(facility.name)}): protocol"
        )
    return places | {f"node.{level}": f"node.toml: line {level}: effect" for level in range(1, LEVELS + 1)}


# -- lines that never do anything --------------------------------------------------------------------------------------


def _idle_lines(content: Content, key: str) -> Iterator[str]:
    effect, most = content.effects[key], _most_by_amount(content, key)
    for column, step, act in effect.acts():
        line = LANGUAGE.line(Effect((Step((), (act,)),)))
        if not _can_all_hold(step.tests, most):
            tests = LANGUAGE.line(Effect((Step(step.tests, (act,)),))).split(":")[0]
            yield f"column {column}: '{tests}' is never true, so '{line}' never happens."
        elif why := _why_nothing(content, act, most):
            yield f"column {column}: '{line}' never does anything: {why}."
        elif key.startswith("node.") and act.verb == "charge":
            yield f"column {column}: 'charge' does nothing here, because the Node is Discharged by then."


def _most_by_amount(content: Content, key: str) -> dict[str, int]:
    """Return the maximum of each amount. While the Node's lines run, it has no level."""
    cards = [*content.cards, *(card for card in content.cards if card.start)]  # two players, so two starting decks
    backs = Counter(slug(card.facility) for card in cards)
    counted = {facility.counted: backs[name] for name, facility in content.facilities.items()}
    return {**counted, "facilities": len(cards), "ancients": len(cards), "node": 0 if key[:5] == "node." else LEVELS}


def _can_all_hold(tests: tuple[Condition, ...], most: Mapping[str, int]) -> bool:
    """Tell if all these tests can hold together, judging each amount separately."""
    for test in tests:
        lowest = 1 if test.left == "node" else 0
        same = [other for other in tests if other.left == test.left and isinstance(other.right, int)]
        fits = partial(_passes_all, same)
        if same and not any(map(fits, range(lowest, most[test.left] + 1))):
            return False
        if "node" in (test.left, test.right) and not most["node"]:
            return False
    return True


def _passes_all(tests: list[Condition], amount: int) -> bool:
    return all(COMPARISONS[test.compare](amount, int(test.right)) for test in tests)


def _why_nothing(content: Content, act: Act, most: Mapping[str, int]) -> str:
    """Return the reason why an act does nothing; '' if it does something."""
    if act.verb in VERBS_WITH_NUMBER and act.args[0] == 0:
        return "its number is 0"
    rate = next((arg for arg in act.args if isinstance(arg, Rate)), None)
    if rate and rate.most == 0:
        return "it is at most 0"
    if rate and rate.each > most[rate.amount]:
        return f"there are never that many {rate.amount}" if most[rate.amount] else "the Node no longer has a level"
    if act.verb == "reprogram" and act.args[0] not in (None, *(a.value for a in content.ancients.values() if a.copies)):
        return f"no Ancient has the Value {act.args[0]}"
    if act == Act("exchange", ("wastes deck top", "wastes deck top")):
        return "there is only one top card to exchange"
    return ""


# -- chains that only the limit ends -----------------------------------------------------------------------------------
# A chain can go on for ever only by exchanging cards that exchange again into a Zone: plays, Reprogrammings and
# flips run out of cards. A single exchanger runs out of copies, because it is never exchanged for its own name;
# two with different names, or one that exchanges twice, might never stop.


def _endless_chains(content: Content) -> Iterator[tuple[str, str]]:
    brings = {
        key: _sides_brought(content, content.effects[key]) for key in content.effects if key.endswith(".protocol")
    }
    sides = {key: _side_of_key(content, key) for key in brings}
    by_side = {
        side: {new for key in brings if sides[key] == side for new in brings[key]} for side in SIDE_BY_PLACE.values()
    }
    leads = {key: _sides_reached(brings[key], by_side) for key in brings}
    for key, sides_brought in brings.items():
        back = next((one for one in brings if one != key and sides[one] in leads[key] and sides[key] in leads[one]), "")
        if back or sides_brought.count(sides[key]) > 1:
            column = next(at for at, _, act in content.effects[key].acts() if act.verb in ("exchange", "use"))
            partner = clip(_name_of_key(content, back)) if back else "its equals"
            endless = f"column {column}: with {partner} it can exchange cards in and out without end"
            yield key, f"{endless}, until the chain is stopped after {CHAIN_LIMIT} abilities."


def _sides_reached(brought: Iterable[str], by_side: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the sides of all cards that can follow these; `by_side` maps a side to the sides its cards bring in."""
    reached: set[str] = set()
    waiting = [*brought]
    while waiting:
        side = waiting.pop()
        if side not in reached:
            reached.add(side)
            waiting += by_side[side]
    return reached


def _sides_brought(content: Content, effect: Effect) -> list[str]:
    """Return the sides of cards that a Protocol exchanges into the player's Zone, including by copied abilities."""
    sides_in: list[str] = []
    for _, _, act in effect.acts():
        if act.verb == "exchange":
            sides_in += [SIDE_BY_PLACE[place] for place in act.args if place in SIDE_BY_PLACE]
        elif act.verb == "use":
            sides_in += sides_in[-1:] if act.args[1] == "it" else []  # the card exchanged in uses its own ability again
            copied = [_sides_brought(content, content.effects[f"{name}.{act.args[0]}"]) for name in content.ancients]
            for side in SIDE_BY_PLACE.values():
                sides_in += [side] * max(sides.count(side) for sides in copied)
    return sides_in


def _side_of_key(content: Content, key: str) -> str:
    return "ancient" if key.rpartition(".")[0] in content.ancients else "facility"


def _name_of_key(content: Content, key: str) -> str:
    name = key.rpartition(".")[0]
    return next(entries[name].name for entries in (content.ancients, content.facilities) if name in entries)
