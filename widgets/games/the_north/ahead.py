"""What a move would bring, step by step and with numbers; and what each level of a Node gives."""

from __future__ import annotations

from tabletop_kernel.games.the_north.card_vocabulary import LEVELS
from tabletop_kernel.toolkit.card_language import Step
from widgets.games.the_north.look import Look, bare
from widgets.scene import Ahead, Level, Word

# What an act does, short enough to stand beside a dial; anything longer is said in full.
GIST = {
    "other-loses": "other −{}",
    "lose": "you −{}",
    "gain": "you +{}",
    "draw": "draw {}",
    "discard": "discard {}",
    "take": "take {} from The Wastes",
    "charge": "Charge the Node",
    "reprogram": "Reprogram",
    "flip": "flip another card",
}


def node_lines(look: Look, level: int) -> list[Level]:
    """The table of a Node: what a Discharge at each level adds to the one before, or gives by itself."""
    whole = look.ruling["ruling.node-lines"] == "cumulative"
    found: list[Level] = []
    before: tuple[Step, ...] = ()
    for number in range(1, LEVELS + 1):
        key = f"node.{number}"
        steps, sentences = look.rules.effects[key].steps, look.steps(key)
        start = len(before) if whole and steps[: len(before)] == before else 0
        said = [_gist(step, text) for step, text in zip(steps[start:], sentences[start:], strict=True)]
        counts = number <= level if whole else number == level
        found.append({"text": ", ".join(said), "counts": counts})
        before = steps
    return found


def _gist(step: Step, sentence: str) -> str:
    act = step.acts[0]
    if len(step.acts) > 1 or step.tests or step.may or any(act.args[1:]):
        return sentence.rstrip(".")
    if act.verb == "play" and act.args == ("top",):
        return "top card as Facility"
    return GIST[act.verb].format(*act.args) if act.verb in GIST else sentence.rstrip(".")


# -- if you … ----------------------------------------------------------------------------------------------------------


def if_taken(look: Look, face: str) -> Ahead:
    """An Ancient of The Wastes: it goes to the Discard, its Spark is used if it is Reprogrammed, and it counts."""
    ancient = look.sides(face)[0]
    assert ancient is not None
    slug = bare(face).partition("/")[0]
    lines: list[Word] = [{"text": "It moves to your Discard.", "rule": "reprogram.move-first"}]
    if look.kind == "take-one":
        lines.append({"text": "You only take the Ancient, so you don't use its Spark.", "rule": "back.no-spark"})
    elif look.moves("reprogram"):
        lines += _ability(look, f"{slug}.spark", "Spark", "ability.spark")
    after = look.after(ancient.worth)
    worth = f"Worth {ancient.value} in your Deck at the end" + (after and f", so {after}") + "."
    return {"title": f"If you take {ancient.name}", "lines": [*lines, {"text": worth, "rule": "score.values"}]}


def if_paid(look: Look, face: str) -> Ahead:
    """The top card of the Wastes Deck, played as a Facility."""
    facility = look.sides(face)[1]
    assert facility is not None
    slug = bare(face).partition("/")[2]
    after = look.after(1)
    enters = "It enters your Zone as a Facility and scores 1" + (after and f", so {after}") + "."
    lines: list[Word] = [
        {"text": "The card you discard for it goes to your Discard.", "rule": "directive.facility"},
        {"text": enters, "rule": "score.zone"},
        *_ability(look, f"{slug}.protocol", "Protocol", "ability.protocol"),
    ]
    return {"title": f"If you play {facility.name}", "lines": lines}


def if_played(look: Look, face: str) -> Ahead:
    """A card of the hand that goes into the Zone as an Ancient."""
    ancient = look.sides(face)[0]
    assert ancient is not None
    slug = bare(face).partition("/")[0]
    after = look.after(1 - ancient.worth)
    lost = f" instead of {ancient.value}" if ancient.worth else ""
    enters = f"It stays in your Zone and scores 1 at the end{lost}" + (after and f", so {after}") + "."
    lines: list[Word] = [
        {"text": enters, "rule": "score.zone"},
        *_ability(look, f"{slug}.protocol", "Protocol", "ability.protocol"),
    ]
    return {"title": f"If you put {ancient.name} into your Zone", "lines": lines}


def _ability(look: Look, key: str, name: str, rule: str) -> list[Word]:
    """An ability in words, with what it leaves the other player where that is sure."""
    lost = _sure_loss(look, key)
    left = look.view["points"][1 - (look.me or 0)]
    told = f" That leaves the other player with {max(left - lost, 0)}." if lost else ""
    return [{"text": f"Its {name}: {look.text(key)}{told}", "rule": rule}]


def _sure_loss(look: Look, key: str) -> int:
    """The points that an ability takes in any case; 0 if it depends on something."""
    total = 0
    for step in look.rules.effects[key].steps:
        for act in step.acts:
            if act.verb != "other-loses":
                continue
            if step.tests or step.may or act.args[1] is not None:
                return 0
            total += act.args[0]
    return total
