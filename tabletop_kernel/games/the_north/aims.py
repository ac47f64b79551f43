"""What a move aims for, in words that name cards and points: what it sets off, and what it scores or spares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tabletop_kernel.effects import Effect
from tabletop_kernel.game import Move, View
from tabletop_kernel.games.the_north.abilities import SIDE
from tabletop_kernel.games.the_north.language import LANGUAGE, LEVELS
from tabletop_kernel.games.the_north.naming import ancient_name, names
from tabletop_kernel.games.the_north.state import DISCHARGED, Rules
from tabletop_kernel.reasons import reason
from tabletop_kernel.sentences import Number
from tabletop_kernel.wording import listed

IN_DISCARD = "another ancient in discard"


def aims(rules: Rules, view: View, seat: int, move: Move) -> str:
    """The words for one move. Cards lie open or in the own hand; of others' cards only what a view shows is there."""
    said = _AIMS.get(str(move[0]))
    return said(rules, view, seat, move) if said else ""


def _other(rules: Rules) -> str:
    return "The Collector" if rules.config.seats == 1 else "the other player"


# -- abilities ---------------------------------------------------------------------------------------------------------


def _ability(rules: Rules, slug: str, ability: str, left: int | None = None) -> str:
    """«the Spark of Snow Marshal costs the other player 2»; what does more than that is quoted as it is printed."""
    entry = rules.content.ancients.get(slug) or rules.content.facilities.get(slug)
    return _does(rules, f"{slug}.{ability}", f"the {ability.capitalize()} of {entry.name}", left) if entry else ""


def _left(view: View, seat: int) -> int:
    """The points that the other side still has: nobody loses more."""
    return int(view["points"][1 - seat])


def _does(rules: Rules, key: str, what: str, left: int | None) -> str:
    effect = rules.effects.get(key)
    if effect is None:
        return ""
    cost = _only_cost(effect)
    if cost and not (rules.config.seats == 1 and rules.config.rulings["ruling.solo-other"] == "nobody"):
        cost = cost if left is None else min(cost, left)
        return f"{what} costs {_other(rules)} {cost}" if cost else ""
    said = f"«{LANGUAGE.words(effect).rstrip('.')}»"
    return f"{what}: {said}" if what else said


def _only_cost(effect: Effect) -> int:
    """What an effect takes from the other side, if it does that and nothing else; else 0."""
    acts = [act for step in effect.steps for act in step.acts]
    sure = all(act.verb == "other-loses" and act.args[1] is None for act in acts)
    return sum(act.args[0] for act in acts) if sure and not any(step.tests for step in effect.steps) else 0


# -- points ------------------------------------------------------------------------------------------------------------


def _sides(face: str) -> tuple[str, str]:
    """Ancient and Facility of a face by their ids; «?» where a side is not seen."""
    one, _, two = face.split("@")[0].split("#")[0].partition("/")
    return one, two


def _worth(rules: Rules, face: str) -> int:
    """The Value of a card; 0 where it is not seen."""
    ancient = rules.content.ancients.get(_sides(face)[0])
    return ancient.worth if ancient else 0


def _scores(rules: Rules, face: str) -> str:
    """What a card adds at the end, from the Deck; under a ruling a starting card goes home, to whosever it was."""
    goes_home = "@" in face and rules.config.rulings["ruling.own-discard"] == "origin"
    worth = 0 if goes_home else _worth(rules, face)
    return f"{ancient_name(rules, face)} scores {worth} at the end" if worth else ""


def _hand_costs(rules: Rules, number: int, left: int) -> str:
    lost = min(number, left)
    return f"the {Number(number):card} in hand {Number(number):?costs/cost} {_other(rules)} {lost}" if lost else ""


# -- moves -------------------------------------------------------------------------------------------------------------


def _reprogram(rules: Rules, view: View, seat: int, move: Move) -> str:
    got = str(move[-1])
    if len(move) == 2 and view["frames"][-1][0] == "directive":  # paid, and nothing to Reprogram
        return reason(but=f"this uses up a Directive and {ancient_name(rules, got)}")
    return reason(_ability(rules, _sides(got)[0], "spark", _left(view, seat)), _scores(rules, got))


def _facility(rules: Rules, view: View, seat: int, move: Move) -> str:
    top = view["wastes_deck"][0] if view["wastes_deck"] else "?/?"
    seen = _sides(top)[1] in rules.content.facilities
    said = _ability(rules, _sides(top)[1], "protocol", _left(view, seat)) if seen else ""
    scores = f"{names(rules, top)[1] or 'it'} scores 1 at the end" if view["wastes_deck"] else ""
    return reason(said, scores, but="" if seen else "the Facility on top is not seen")


def _ancient(rules: Rules, view: View, seat: int, move: Move) -> str:
    face = str(move[1])
    name, worth = ancient_name(rules, face), _worth(rules, face)
    return _into_zone(_ability(rules, _sides(face)[0], "protocol", _left(view, seat)), name, worth)


def _discharge(rules: Rules, view: View, seat: int, move: Move) -> str:
    said = _does(rules, f"node.{view['node'][seat]}", "the Discharge", _left(view, seat))
    return reason(said, but="the Node begins anew") if said else ""


def _take(rules: Rules, view: View, seat: int, move: Move) -> str:
    return reason(_scores(rules, str(move[1])), _once_drawn(rules, str(move[1])))


def _once_drawn(rules: Rules, face: str) -> str:
    """A card that only goes to a Discard works later."""
    does = _ability(rules, _sides(face)[0], "protocol")
    return f"once it is drawn and played, {does}" if does else ""


def _copy(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _ability(rules, _sides(str(move[1]))[0], str(view["frames"][-1][2][0]), _left(view, seat))


def _flip(rules: Rules, view: View, seat: int, move: Move) -> str:
    face = str(move[1])
    ancient, facility = _sides(face)
    behind = facility if face in view["ancients"][seat] else ancient
    seen = behind in rules.content.ancients or behind in rules.content.facilities
    does = _ability(rules, behind, "protocol", _left(view, seat)) if seen else ""
    return reason(does, but="" if seen else "what is behind it is not seen")


def _play(rules: Rules, view: View, seat: int, move: Move) -> str:
    face = str(move[1])
    name, worth = names(rules, face)[1] or "it", _worth(rules, face)
    return _into_zone(_ability(rules, _sides(face)[1], "protocol", _left(view, seat)), name, worth)


def _into_zone(does: str, name: str, worth: int) -> str:
    """What a card does that goes from the hand to the Zone, where each counts 1 at the end and not its Value."""
    counts = f"{name} scores 1 in the Zone at the end"
    if worth > 1:
        return reason(does, but=f"{counts}, and not {worth} in the Deck")
    return reason(does, counts if worth == 0 else "")


def _recover(rules: Rules, view: View, seat: int, move: Move) -> str:
    name = ancient_name(rules, str(move[1]))
    return f"{name} can be played or paid with in this turn, or costs {_other(rules)} 1 if it is still in hand after it"


def _discard(rules: Rules, view: View, seat: int, move: Move) -> str:
    """What is kept is what it is about."""
    kept = list(view["hand"][seat])
    if move[1] in kept:
        kept.remove(move[1])
    elif kept:  # another's hand, of which only the backs are seen
        return f"keeps {Number(len(kept) - 1):~other card} in hand"
    counted = Counter(ancient_name(rules, face) for face in kept)
    return f"keeps {listed(f'{n} x {name}' if n > 1 else name for name, n in counted.items())} in hand" if kept else ""


def _exchange(rules: Rules, view: View, seat: int, move: Move) -> str:
    given, got = str(move[1]), str(move[2])
    old = str(view["frames"][-1][2][0])
    shown = names(rules, given)[1] if given in view["facilities"][seat] else ""
    swapped = f"gets {_seen_name(rules, got)} for {shown or _seen_name(rules, given)}"
    if old == IN_DISCARD:
        more = _worth(rules, got) - _worth(rules, given)
        gain, loss = (f"this scores {abs(more)} {word} at the end" for word in ("more", "less"))
        later = _once_drawn(rules, got)
        return reason(swapped, gain if more > 0 else "", later, but=loss if more < 0 else "")
    side = SIDE.get(old)
    if side is None or rules.config.rulings["ruling.added-played"] == "played-only":
        return swapped
    return reason(swapped, _ability(rules, _sides(got)[side == "facility"], "protocol", _left(view, seat)))


def _seen_name(rules: Rules, face: str) -> str:
    ancient, facility = names(rules, face)
    return ancient or facility or "a card that is not seen"


def _end(rules: Rules, view: View, seat: int, move: Move) -> str:
    level = view["node"][seat]
    rises = f"the Node rises to level {level + 1}" if level not in (DISCHARGED, LEVELS) else ""
    return reason(_hand_costs(rules, len(view["hand"][seat]), _left(view, seat)), rises)


_AIMS: dict[str, Callable[[Rules, View, int, Move], str]] = {
    "reprogram": _reprogram, "facility": _facility, "ancient": _ancient, "discharge": _discharge, "take": _take,
    "copy": _copy, "flip": _flip, "play": _play, "recover": _recover, "discard": _discard, "exchange": _exchange,
    "end": _end,
}  # fmt: skip
