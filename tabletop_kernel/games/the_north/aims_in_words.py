"""The purpose of a move, in words that name cards and points: its effects, and the points it scores or saves.

An ability is quoted only as far as it does anything: the move is tried on a table that looks like this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.coach_sentences import reason
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Config, Move, View
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.the_north.abilities import MACHINE, SIDE_BY_PLACE
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE, LEVELS
from tabletop_kernel.games.the_north.naming import ancient_name, side_names
from tabletop_kernel.games.the_north.ruling_types import rulings_of
from tabletop_kernel.games.the_north.state import DISCHARGED, Rules, State
from tabletop_kernel.toolkit.card_language import Effect

NO_CHARGE_EVENTS = ("cap", "no-charge")
IN_DISCARD = "another ancient in discard"


class Aiming:
    """One seat's move as the owner of a view sees it, and its result on a table that looks the same to them."""

    def __init__(
        self, game: DecisionGame[State], rules: Rules, config: Config, view: View, seat: int, move: Move
    ) -> None:
        self._game, self._config, self._move = game, config, move
        self.rules, self.view, self.seat = rules, view, seat

    @cached_property
    def _table_after_move(self) -> tuple[State, list[Event]]:
        """Return a table after the move and its events; an unchanged table if the imagined hand can't make the move."""
        table, events = self._game.imagine(self._config, self.view, Chance(1)), list[Event]()
        if self._game.judge(table, self.seat, self._move) is None:
            self._game.apply(table, self.seat, self._move, recorder(events))
        return table, events

    @property
    def points_left(self) -> int:
        """Return the other side's points: it can't lose more."""
        return int(self.view["points"][1 - self.seat])

    @property
    def other(self) -> str:
        return _other_side_name(self.rules)

    def ability(self, slug: str, ability: str) -> tuple[str, str]:
        """Return an ability's effect (“Snow Marshal's Spark costs the other player 2”), and which part does nothing."""
        entry = self.rules.content.ancients.get(slug) or self.rules.content.facilities.get(slug)
        return (
            self.effect_in_words(f"{slug}.{ability}", f"{entry.name}'s {ability.capitalize()}") if entry else ("", "")
        )

    def effect_in_words(self, key: str, what: str) -> tuple[str, str]:
        """Return an effect in words, and which part does nothing; it is quoted if it does more than cost points."""
        if key not in self.rules.effects:
            return "", ""
        effect, void = self._as_far_as_it_goes(key), f"{what} does nothing now"
        idle = self._idle_parts(key)
        if idle >= len(effect.steps):
            return "", void
        part = f"part of {what} does nothing now" if idle else ""
        text = _effect_in_words(self.rules, effect, what, self.points_left)
        return (text, part) if text else ("", void)

    def _as_far_as_it_goes(self, key: str) -> Effect:
        """Return an effect without steps whose conditions fail, and without charges that have no effect."""
        table, events = self._table_after_move
        name = key.rpartition(".")[0]
        own = [card for card in table.facilities[self.seat] if self.rules.facility[card] == name]
        effect = MACHINE.holding(table, self.seat, (key, 0, "", own[-1] if own else "", "facility"))
        if not any(kind in NO_CHARGE_EVENTS for kind, *_ in events):
            return effect
        steps = (step._replace(acts=tuple(act for act in step.acts if act.verb != "charge")) for step in effect.steps)
        return Effect(tuple(step for step in steps if step.acts))

    def _idle_parts(self, key: str) -> int:
        """Return the number of an ability's parts that do nothing, according to the log."""
        return sum(kind == "nothing" and data["part"][0] == key for kind, _, _, data in self._table_after_move[1])


def aim_in_words(game: DecisionGame[State], rules: Rules, config: Config, view: View, seat: int, move: Move) -> str:
    """Return the words for one move; empty if there is nothing to say. A view shows only some of another's cards."""
    aim_of_verb = _AIM_BY_VERB.get(str(move[0]))
    return aim_of_verb(Aiming(game, rules, config, view, seat, move), move) if aim_of_verb else ""


def _other_side_name(rules: Rules) -> str:
    return "The Collector" if rules.config.seats == 1 else "the other player"


# -- abilities ---------------------------------------------------------------------------------------------------------


def _effect_in_words(rules: Rules, effect: Effect, what: str, left: int | None) -> str:
    """Return an effect in words: “Snow Marshal's Spark costs the other player 2”, or else a quote of the card."""
    cost = _only_cost(effect)
    if cost and not (rules.config.seats == 1 and rulings_of(rules.config)["ruling.solo-other"] == "nobody"):
        cost = cost if left is None else min(cost, left)
        return f"{what} costs {_other_side_name(rules)} {cost}" if cost else ""
    return f"{what}: “{LANGUAGE.words(effect).rstrip('.')}”"


def _only_cost(effect: Effect) -> int:
    """Return the points that an effect costs the other side if it does nothing else; 0 otherwise."""
    acts = [act for step in effect.steps for act in step.acts]
    sure = all(act.verb == "other-loses" and act.args[1] is None for act in acts)
    return sum(act.args[0] for act in acts) if sure else 0


# -- points ------------------------------------------------------------------------------------------------------------


def _sides_of_face(face: str) -> tuple[str, str]:
    """Return the ids of a face's Ancient and Facility; “?” for a side that isn't seen."""
    one, _, two = face.split("@")[0].split("#")[0].partition("/")
    return one, two


def _value_of_face(rules: Rules, face: str) -> int:
    """Return a card's Value; 0 if it isn't seen."""
    ancient = rules.content.ancients.get(_sides_of_face(face)[0])
    return ancient.worth if ancient else 0


def _score_text(rules: Rules, face: str) -> str:
    """Return the points a card scores from the Deck at the end; empty if none, or if a ruling sends the card home."""
    goes_home = "@" in face and rulings_of(rules.config)["ruling.own-discard"] == "origin"
    worth = 0 if goes_home else _value_of_face(rules, face)
    return f"{ancient_name(rules, face)} scores {worth} at the end" if worth else ""


def _hand_cost_text(rules: Rules, number: int, left: int) -> str:
    lost = min(number, left)
    return (
        f"the {Number(number):card} in hand {Number(number):?costs/cost} {_other_side_name(rules)} {lost}"
        if lost
        else ""
    )


# -- moves -------------------------------------------------------------------------------------------------------------


def _aim_of_reprogram(aim: Aiming, move: Move) -> str:
    got = str(move[-1])
    if len(move) == 2 and aim.view["frames"][-1][0] == "directive":  # paid, but with nothing to Reprogram
        return reason(but=f"this uses up a Directive and {ancient_name(aim.rules, got)}")
    does, idle = aim.ability(_sides_of_face(got)[0], "spark")
    return reason(does, _score_text(aim.rules, got), but=idle)


def _aim_of_facility(aim: Aiming, move: Move) -> str:
    view, rules = aim.view, aim.rules
    top = view["wastes_deck"][0] if view["wastes_deck"] else "?/?"
    is_visible = _sides_of_face(top)[1] in rules.content.facilities
    does, idle = (
        aim.ability(_sides_of_face(top)[1], "protocol") if is_visible else ("", "the Facility on top is hidden")
    )
    scores = f"{side_names(rules, top)[1] or 'it'} scores 1 at the end" if view["wastes_deck"] else ""
    return reason(does, scores, but=idle)


def _aim_of_ancient(aim: Aiming, move: Move) -> str:
    face = str(move[1])
    return _aim_of_zone_card(
        aim.ability(_sides_of_face(face)[0], "protocol"), ancient_name(aim.rules, face), _value_of_face(aim.rules, face)
    )


def _aim_of_discharge(aim: Aiming, move: Move) -> str:
    does, idle = aim.effect_in_words(f"node.{aim.view['node'][aim.seat]}", "the Discharge")
    return reason(does, but=_join_costs(idle, "the Node starts over")) if does else ""


def _join_costs(*costs: str) -> str:
    return " and ".join(cost for cost in costs if cost)


def _aim_of_take(aim: Aiming, move: Move) -> str:
    return reason(_score_text(aim.rules, str(move[1])), _later_effect_text(aim.rules, str(move[1])))


def _later_effect_text(rules: Rules, face: str) -> str:
    """Return the effect of a card that only goes to a Discard now, once it is drawn and played."""
    ancient = rules.content.ancients.get(_sides_of_face(face)[0])
    effect = rules.effects.get(f"{_sides_of_face(face)[0]}.protocol")
    if ancient is None or effect is None:
        return ""
    does = _effect_in_words(rules, effect, f"{ancient.name}'s Protocol", None)
    return f"once drawn and played, {does}"


def _aim_of_copy(aim: Aiming, move: Move) -> str:
    does, idle = aim.ability(_sides_of_face(str(move[1]))[0], str(aim.view["frames"][-1][2][0]))
    return reason(does, but=idle)


def _aim_of_flip(aim: Aiming, move: Move) -> str:
    face, content = str(move[1]), aim.rules.content
    ancient, facility = _sides_of_face(face)
    behind = facility if face in aim.view["ancients"][aim.seat] else ancient
    is_visible = behind in content.ancients or behind in content.facilities
    does, idle = aim.ability(behind, "protocol") if is_visible else ("", "its other side is hidden")
    return reason(does, but=idle)


def _aim_of_play(aim: Aiming, move: Move) -> str:
    face = str(move[1])
    name = side_names(aim.rules, face)[1] or "it"
    return _aim_of_zone_card(aim.ability(_sides_of_face(face)[1], "protocol"), name, _value_of_face(aim.rules, face))


def _aim_of_zone_card(ability: tuple[str, str], name: str, worth: int) -> str:
    """Return the effect of moving a card from the hand to the Zone, where it scores 1 instead of its Value."""
    does, idle = ability
    counts = f"{name} scores 1 in the Zone at the end"
    if worth > 1:
        return reason(does, but=_join_costs(idle, f"{counts}, not {worth} in the Deck"))
    return reason(does, counts if worth == 0 else "", but=idle)


def _aim_of_recover(aim: Aiming, move: Move) -> str:
    name = ancient_name(aim.rules, str(move[1]))
    return f"{name} can be played or used to pay this turn, or costs {aim.other} 1 if it stays in hand"


def _aim_of_discard(aim: Aiming, move: Move) -> str:
    """Return the cards that stay in hand."""
    kept = list(aim.view["hand"][aim.seat])
    if move[1] in kept:
        kept.remove(move[1])
    elif kept:  # another player's hand, with only the backs visible
        return f"keeps {Number(len(kept) - 1):~other card} in hand"
    counted = Counter(ancient_name(aim.rules, face) for face in kept)
    return f"keeps {listed(f'{n} x {name}' if n > 1 else name for name, n in counted.items())} in hand" if kept else ""


def _aim_of_exchange(aim: Aiming, move: Move) -> str:
    given, got, rules, view = str(move[1]), str(move[2]), aim.rules, aim.view
    old = str(view["frames"][-1][2][0])
    shown = side_names(rules, given)[1] if given in view["facilities"][aim.seat] else ""
    swapped = f"gets {_visible_name(rules, got)} for {shown or _visible_name(rules, given)}"
    if old == IN_DISCARD:
        more = _value_of_face(rules, got) - _value_of_face(rules, given)
        gain, loss = (f"this scores {abs(more)} {word} at the end" for word in ("more", "less"))
        later = _later_effect_text(rules, got)
        return reason(swapped, gain if more > 0 else "", later, but=loss if more < 0 else "")
    side = SIDE_BY_PLACE.get(old)
    if side is None or rulings_of(rules.config)["ruling.added-played"] == "played-only":
        return swapped
    does, idle = aim.ability(_sides_of_face(got)[side == "facility"], "protocol")
    return reason(swapped, does, but=idle)


def _visible_name(rules: Rules, face: str) -> str:
    ancient, facility = side_names(rules, face)
    return ancient or facility or "a hidden card"


def _aim_of_end(aim: Aiming, move: Move) -> str:
    level = aim.view["node"][aim.seat]
    rises = f"the Node rises to level {level + 1}" if level not in (DISCHARGED, LEVELS) else ""
    return reason(_hand_cost_text(aim.rules, len(aim.view["hand"][aim.seat]), aim.points_left), rises)


_AIM_BY_VERB: dict[str, Callable[[Aiming, Move], str]] = {
    "reprogram": _aim_of_reprogram,
    "facility": _aim_of_facility,
    "ancient": _aim_of_ancient,
    "discharge": _aim_of_discharge,
    "take": _aim_of_take,
    "copy": _aim_of_copy,
    "flip": _aim_of_flip,
    "play": _aim_of_play,
    "recover": _aim_of_recover,
    "discard": _aim_of_discard,
    "exchange": _aim_of_exchange,
    "end": _aim_of_end,
}
