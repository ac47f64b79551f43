"""The prompts for decisions, from one seat's view."""

from __future__ import annotations

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.game import View
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.the_west_ascendant.abilities import REACTIONS
from tabletop_kernel.games.the_west_ascendant.actions import Choose
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.choices import Offer
from tabletop_kernel.games.the_west_ascendant.imagining import imagine
from tabletop_kernel.games.the_west_ascendant.names_and_moves import key_name, seat_name
from tabletop_kernel.games.the_west_ascendant.state import Rules, State
from tabletop_kernel.games.the_west_ascendant.turn import Gate

TAKING_VERBS = ("all", "two")  # one way if both are possible; a lesson may allow only one of them
WAY_BY_VERB = {
    "all": "take all of one type",
    "two": "take any two",
    "locus": "build a Locus",
    "city": "complete your Cityengine",
    "skip": "do nothing",
}
DECISION_BY_KIND: dict[str, Decision[State]] = {"offer": Offer(), "choose": Choose(), "gate": Gate()}
ONLY_VERB_BY_KIND = {"offer": "leave", "choose": "skip", "gate": "end"}  # the only verb left then


def topic(rules: Rules, view: View) -> tuple[str, tuple[int], Facts]:
    """Return the prompt for a view, the seat that decides, and the facts for its braces."""
    kind, seat, data = view["frames"][-1]
    effect = next((frame[2][0] for frame in reversed(view["frames"]) if frame[0] == "effect"), "")
    facts: Facts = {"seat": seat_name(seat, view["seat"])}
    if effect:
        facts["effect"] = key_name(rules, effect)
        facts["text"] = LANGUAGE.words(rules.effects[effect])
    if kind == "use":
        keys = [waits["key"] for waits in view["waiting"] if not waits["done"]]
        facts["effects"] = listed(key_name(rules, key) for key in dict.fromkeys(keys))
        kind = data[0] if len(keys) > 1 or data[0] == "radiate" else f"{data[0]}-last"  # a single effect has no order
    elif kind == "offer" and effect in REACTIONS:
        kind = effect.removeprefix("turn.")
    elif kind == "choose" and seat == view["seat"]:
        facts["ways"] = listed(_ways_in_words(_possible_verbs(rules, view)), "or")
    return kind + _key_ending(rules, view), (seat,), facts


def _key_ending(rules: Rules, view: View) -> str:
    """Return the end of a prompt's name if the viewer decides, but has no choice or only one; empty otherwise."""
    kind, seat, _ = view["frames"][-1]
    if kind not in ONLY_VERB_BY_KIND or seat != view["seat"]:
        return ""
    verbs = _possible_verbs(rules, view)
    if verbs == [ONLY_VERB_BY_KIND[kind]]:
        return "-none"
    return "-one" if kind == "choose" and len(_ways_in_words(verbs)) == 1 else ""


def _ways_in_words(verbs: list[str]) -> list[str]:
    """Return the possible choices in words."""
    if not set(TAKING_VERBS) <= set(verbs):
        return [WAY_BY_VERB[verb] for verb in verbs]
    return ["take from the middle", *(WAY_BY_VERB[verb] for verb in verbs if verb not in TAKING_VERBS)]


def _possible_verbs(rules: Rules, view: View) -> list[str]:
    """Return the verbs that the viewer can use, from an imagined table: hidden cards make no difference."""
    kind, seat, _ = view["frames"][-1]
    moves = DECISION_BY_KIND[kind].moves(imagine(rules, view, Chance(0)), seat)
    return list(dict.fromkeys(str(move[0]) for move in moves))
