"""The job language: one line of text is a job. `jobs_in_words` puts a job into sentences.

    ?forest, +2d food
    -2x any, +x any
    on reveal: +1 vp, ?furthest-west, +1 vp

A job is a list of steps in order, separated by commas. The signs are those on the printed cards: `+` gains, `-` pays
and `?` asks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import PackError, character_in_words
from tabletop_kernel.toolkit.card_language import MAX_LINE, EffectError, parse_line, terminal_in_words

if TYPE_CHECKING:
    from lark import Lark

Node = Any  # of a parse tree: a tree with children, a word, or None where a part is left out
KINDS = ("gold", "metal", "wood", "food")
ANY = "any"  # a resource of the player's choice
PLACE_WORDS = {
    "forest": "in a Forest",
    "prairie": "on a Prairie",
    "mountain": "on a Mountain",
    "village": "in a Village",
    "water": "on Water",
    "river": "on a River",
}
EVENT_CONDITION_WORDS = {
    "furthest-west": "if this is the furthest West yet",
    "moving-west": "if this came from moving West",
}
EVENT_WORDS = {
    "build": "On building:",
    "reveal": "On revealing a tile:",
    "clear": "On clearing a tile of bandits:",
    "wagon-west": "Whenever the wagon moves one tile West,",
    "wagon-east": "Whenever the wagon moves one tile East,",
    "wagon-damage": "Whenever the wagon takes damage,",
}
TRAVEL_WORDS = {"walk": "walk", "climb": "climb", "sail": "sail", "rail": "ride the railway up to"}
GROUND_WORDS = {"land": "a railway here", "water": "a bridge here"}
COLOURS = ("blue", "green", "violet", "white", "copper", "amber")
DANGERS = ("danger", "pain", "exhaustion")
THIS, ITEM = "this", "item"
LIMIT_WORDS = {"village-day": "each village once a day"}
MOST_IN_STEP = 99  # the largest number in a step
SCOPE_RANGE = 2  # how far a telescope sees

COST_VERBS = ("pay", "discard", "scrap")
DICE_VERBS = ("gain", "draw", "attack", "defend")
PLAIN_NUMBER_RULE = {
    "telescope": "scope.range",
    "take": "cards.gain",
    "wagon": "ruling.wagon-move",
}  # only plain numbers: the rule


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of things or of dice, or a factor of X: 3, x, 2x, 4d or 2xd."""

    number: int
    x: bool = False
    dice: bool = False

    def value(self, x: int) -> int:
        """Return the number of things or of dice."""
        return self.number * x if self.x else self.number


ONE = Amount(1)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a job: a verb, its object and its amount.

    `verb` is one of: if gain pay score lose move telescope build draw discard scrap take attack defend wagon.
    `what` is a place or an event condition (if), a kind (gain, pay), a way of moving (move), land or water (build),
    this, item, a colour or a danger (discard, scrap), a danger (take), and empty for the others.
    """

    verb: str
    what: str = ""
    amount: Amount = ONE
    column: int = field(default=0, compare=False)  # where it begins in the line, from 1


@dataclass(frozen=True, slots=True)
class Job:
    """A job as read from a line, with what a pack adds to it: a limit, and what kind of card it is on."""

    line: str
    event: str
    steps: tuple[Step, ...]
    limit: str = ""  # a key of LIMIT_WORDS
    plain_move: bool = False  # the card says only “move”: a ruling decides how
    on_item: bool = False  # on an item card, so the cards it takes are other ones
    printed: bool = False  # from the rulebook, not house content
    same_kind: bool = False  # a ruling lets it give the same kind of resource that it takes
    final: Step = field(init=False, compare=False)
    final_kind: str = field(init=False, compare=False)  # “dice food”, “movement”: jobs with the same one go together
    is_battle: bool = field(init=False, compare=False)
    is_movement: bool = field(init=False, compare=False)
    is_cooperation: bool = field(init=False, compare=False)  # others on the tile may join in
    uses_x: bool = field(init=False, compare=False)
    costs_stock: bool = field(init=False, compare=False)  # it can fail for lack of resources
    costs_cards: bool = field(init=False, compare=False)  # it can fail for lack of other cards in hand

    def __post_init__(self) -> None:
        final = self.steps[-1]
        derived = {
            "final": final,
            "final_kind": _final_kind(final),
            "is_battle": any(step.verb in ("attack", "defend") for step in self.steps),
            "is_movement": final.verb == "move",
            "is_cooperation": final.verb == "gain" and final.amount.dice,
            "uses_x": any(step.amount.x for step in self.steps),
            "costs_stock": any(step.verb in ("pay", "build") for step in self.steps),
            "costs_cards": any(step.verb in ("discard", "scrap") and step.what != THIS for step in self.steps),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)


ON_ITEM = "item: "  # before the line of a job that takes other cards than its own


def job_fact(job: Job) -> str:
    """Return the job as a fact of an event or a refusal: its line, marked if its words speak of other cards."""
    takes_others = any(step.verb in ("discard", "scrap") and step.what not in (THIS, *DANGERS) for step in job.steps)
    return f"{ON_ITEM * (job.on_item and takes_others)}{job.line}"


def job_from_fact(fact: str) -> Job:
    """Return the job that `job_fact` has written."""
    job = read_job(fact.removeprefix(ON_ITEM))
    return replace(job, on_item=True) if fact.startswith(ON_ITEM) else job


def _final_kind(step: Step) -> str:
    """Return the verb and its object without the amount; all movement is one kind."""
    if step.verb == "move":
        return "movement"
    verb = ("dice" if step.amount.dice else "fixed") if step.verb == "gain" else step.verb
    return f"{verb} {step.what}".strip()


# -- reading -----------------------------------------------------------------------------------------------------------

STEP_FORMS = (  # the spelling of each verb; a slot beside {amount} holds the object of the step
    ("if", "?{condition}"),
    ("gain", "+{amount} {kind}"),
    ("pay", "-{amount} {kind}"),
    ("score", "+{amount} vp"),
    ("lose", "-{amount} vp"),
    ("move", "{travel} {amount}"),
    ("telescope", "telescope {amount}"),
    ("build", "build {ground}"),
    ("draw", "draw {amount}"),
    *((verb, f"{verb} {rest}") for verb in ("discard", "scrap") for rest in ("{this}", "{amount}", "{amount} {cards}")),
    ("take", "gain {amount} {danger}"),
    ("attack", "attack {amount}"),
    ("defend", "defend {amount}"),
    ("wagon", "wagon {amount}"),
)
SLOT_WORDS: Mapping[str, Collection[str]] = {
    "condition": (*PLACE_WORDS, *EVENT_CONDITION_WORDS),
    "kind": (*KINDS, ANY),
    "travel": TRAVEL_WORDS,
    "ground": GROUND_WORDS,
    "this": (THIS,),
    "cards": (*COLOURS, *DANGERS),
    "danger": DANGERS,
}


def _phrases() -> Iterator[tuple[str, str, str]]:
    """Yield the verb, object and phrase of every possible step, such as “discard {amount} blue”."""
    for verb, form in STEP_FORMS:
        slot = next((name for name in SLOT_WORDS if f"{{{name}}}" in form), "")
        for what in SLOT_WORDS.get(slot, (ITEM if verb in ("discard", "scrap") else "",)):
            yield verb, what, form.replace(f"{{{slot}}}", what)


PHRASE_BY_STEP = {(verb, what): phrase for verb, what, phrase in _phrases()}
STEP_BY_PHRASE = {phrase: step for step, phrase in PHRASE_BY_STEP.items()}
AMOUNT_PATTERN = re.compile(r"(?<=[-+ ])(?P<digits>[1-9][0-9]?|(?=x))(?P<x>x?)(?P<dice>d?)(?= |$)")


def read_job(line: str, where: str = "") -> Job:
    """Return the job that a line describes. Raise PackError with the place, the column and the nearest right word."""
    try:
        return _parse(line)
    except EffectError as error:
        raise PackError(f"{where}: {error}" if where else str(error)) from None


@lru_cache(maxsize=4096)  # the same lines are on many cards, and are read again with every table
def _parse(line: str) -> Job:
    job = _read_plainly(line) or _read_by_grammar(line)
    for column, problem in _problems(job):
        raise EffectError(column, problem)
    return replace(job, line=line_of(job))


def _read_plainly(line: str) -> Job | None:
    """Return the job of a line in the spelling of `line_of`; None for any other.

    This spares most packs the grammar, which takes time to build.
    """
    head, colon, rest = line.rpartition(": ")
    event = head.removeprefix("on ")
    if len(line) > MAX_LINE or (colon and (event not in EVENT_WORDS or event == head)):
        return None
    steps, column = [], len(head + colon) + 1
    for text in rest.split(", "):
        match = AMOUNT_PATTERN.search(text)
        phrase = text[: match.start()] + "{amount}" + text[match.end() :] if match else text
        if phrase not in STEP_BY_PHRASE:
            return None
        amount = Amount(int(match["digits"] or 1), bool(match["x"]), bool(match["dice"])) if match else ONE
        steps.append(Step(*STEP_BY_PHRASE[phrase], amount, column))
        column += len(text) + 2
    return Job("", event, tuple(steps))


def _read_by_grammar(line: str) -> Job:
    """Return the job of a line in any other spelling. Raise EffectError where the line goes wrong."""
    strange_at = next((at for at, letter in enumerate(line) if letter.isalpha() and not letter.isascii()), None)
    if strange_at is not None and len(line) <= MAX_LINE:  # otherwise the grammar would blame the text before the letter
        raise EffectError(strange_at + 1, f"{character_in_words(line[strange_at])} isn't used in this language.")
    try:
        tree = _tree(line)
    except EffectError as error:
        raise _error_with_right_spelling(line, error) or error from None
    trigger, *steps = tree.children
    return Job("", str(trigger.children[1]) if trigger else "", tuple(_step(node) for node in steps))


def _tree(line: str) -> Node:
    parser = _parser()
    return parse_line(
        parser, line, lambda names: (terminal_in_words(parser, name) for name in names if name != "XD"), "job"
    )


def _error_with_right_spelling(line: str, error: EffectError) -> EffectError | None:
    """Return an error with the right spelling for the wording of a card, such as “pay 1 food” for “-1 food”.

    Return None if the word is something else.
    """
    word = (line[error.column - 1 :].split() or [""])[0].lower().rstrip(",")
    if re.search(r"\bgain [0-9]+ $", line[: error.column - 1]) and word in KINDS:
        word = f"gain 1 {word}"
    spelling = SPELLING_OF_CARD_WORD.get(word)
    return (
        EffectError(error.column, f"'{word}' is the wording on the card; here, write {spelling} instead.")
        if spelling
        else None
    )


SPELLING_OF_CARD_WORD = {  # words of cards, and how to write them in a line
    "pay": "'-1 food'",
    "score": "'+1 vp'",
    "lose": "'-1 vp'",
    "in": "'?forest'",
    "ride": "'rail 4'",
    "move": "'walk 1' or 'wagon 1'",
    "whenever": "'on wagon-west:'",
    **{f"gain 1 {kind}": f"'+1 {kind}'" for kind in KINDS},
}
_GRAMMAR = """
job: [trigger] step ("," step)*
!trigger: "on" ({events}) ":"
step: {steps}
{slots}
!amount: NUMBER ("x"? "d"? | "xd") | "x" "d"? | "xd"
unknown: NAME
NUMBER: /[0-9]+/
NAME: /[a-z][a-z-]*/
%ignore /[ ]+/
"""


@cache
def _parser() -> Lark:
    from lark import Lark

    steps = []
    for number, (_, form) in enumerate(STEP_FORMS):
        words = re.findall(r"\w+|[-+?]", form)
        steps.append(" ".join(word if f"{{{word}}}" in form else f'"{word}"' for word in words) + f" -> form_{number}")
    slots = [f"!{slot}: {_either(words)}" for slot, words in SLOT_WORDS.items()]
    grammar = _GRAMMAR.format(events=_either(EVENT_WORDS), steps=" | ".join(steps), slots="\n".join(slots))
    # Nothing uses the second start. It makes an unknown word a word, not a wrong sign.
    return Lark(grammar, parser="lalr", lexer="basic", start=["job", "unknown"], propagate_positions=True)


def _either(words: Iterable[str]) -> str:
    return " | ".join(f'"{word}"' for word in words)


def _step(node: Node) -> Step:
    """Return the step of a node in the parse tree."""
    verb = STEP_FORMS[int(node.data.removeprefix("form_"))][0]
    parts = {str(child.data): child for child in node.children}
    amount = _amount(parts.pop("amount")) if "amount" in parts else ONE
    objects = [str(child.children[0]) for child in parts.values()]
    what = objects[0] if objects else ITEM if (verb, ITEM) in PHRASE_BY_STEP else ""
    return Step(verb, what, amount, node.meta.column)


def _amount(node: Node) -> Amount:
    """Return an amount. Raise EffectError if its number is too large, or 0."""
    digits, *signs = node.children if node.children[0].type == "NUMBER" else ("1", *node.children)
    if len(digits) > len(str(MOST_IN_STEP)) or int(digits) == 0:
        raise EffectError(node.meta.column, f"this must be a number from 1 to {MOST_IN_STEP}.")
    letters = "".join(signs)
    return Amount(int(digits), "x" in letters, "d" in letters)


def _problems(job: Job) -> Iterator[tuple[int, str]]:
    """Yield the column and the text of each problem that the grammar can't see, wherever the job is."""
    for step in job.steps:
        if step.amount.dice and step.verb not in DICE_VERBS:
            yield step.column, "you can roll dice only for gains, draws, attack and defence (dice.worth)."
        if step.amount.x and (rule := "train.move" if step.what == "rail" else PLAIN_NUMBER_RULE.get(step.verb)):
            yield step.column, f"this step needs a plain number, not X ({rule})."
        if step.what in EVENT_CONDITION_WORDS and not job.event:
            yield step.column, f"'?{step.what}' works only in a job that begins with 'on …:' (event.{step.what})."
    if job.final.verb == "if":
        yield job.final.column, "this condition needs a step after it (cond.gate)."
    if job.uses_x and not any(step.amount.x and step.verb in COST_VERBS for step in job.steps):
        column = next(step.column for step in job.steps if step.amount.x)
        yield column, "X has no limit: it needs a pay, discard or scrap step (x.choose)."
    own_steps = [step for step in job.steps if step.what == THIS]
    if len(own_steps) > 1:
        yield own_steps[1].column, "this card can leave your hand only once (cards.this)."


# -- writing -----------------------------------------------------------------------------------------------------------


def line_of(job: Job) -> str:
    """Return the job as a line that reads back as the same job."""
    head = f"on {job.event}: " if job.event else ""
    return head + ", ".join(step_line(step) for step in job.steps)


def step_line(step: Step) -> str:
    """Return one step as it is written in a line."""
    amount = step.amount
    number = "" if amount.x and amount.number == 1 else str(amount.number)
    return PHRASE_BY_STEP[step.verb, step.what].format(amount=number + "x" * amount.x + "d" * amount.dice)
