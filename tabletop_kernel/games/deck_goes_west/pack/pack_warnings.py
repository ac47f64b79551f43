"""Warnings for pack designers, about content that is allowed but hardly meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from tabletop_kernel.games.deck_goes_west.components import JOB_DIE
from tabletop_kernel.games.deck_goes_west.jobs.language import COST_VERBS, THIS, Job, Step
from tabletop_kernel.games.deck_goes_west.pack.content import CardKind, Character, Content, Mission, PlacedJob

LARGE_X = 10  # stands for any chosen X
SAFE_DAYS = 4  # days that everyone should survive the nights' exhaustion cards alone
FEWEST_MOVING_CARDS = 2  # needed in a deck to get around
BURDEN_VERBS = (*COST_VERBS, "lose", "take")

Things = frozenset[tuple[tuple[str, str, bool, bool], int]]  # pairs of a thing and its amount


class Offer(NamedTuple):
    """A job's conditions, burdens and gains, whatever the order of its steps."""

    conditions: frozenset[str]
    burdens: Things
    gains: Things


Offers = frozenset[Offer]


def warnings(content: Content) -> list[str]:
    """Return warnings as sentences that name the file, the entry and the rule."""
    sentences = []
    for placed in content.placed:
        sentences += [f"{placed.where}: {problem}" for problem in _job_warnings(placed)]
    for character in content.characters.values():
        sentences += [
            f"{content.places[f'character.{character.id}']}: {problem}"
            for problem in _character_warnings(content, character)
        ]
    for mission in content.missions.values():
        sentences += [f"{content.places[f'mission.{mission.id}']}: {problem}" for problem in _mission_warnings(mission)]
    return sentences + list(_better_cards(content)) + list(_unused_boards(content))


# -- jobs --------------------------------------------------------------------------------------------------------------


def _job_warnings(placed: PlacedJob) -> Iterator[str]:
    job = placed.job
    for step in job.steps:
        if step.what == "moving-west" and job.event not in ("reveal", "wagon-west"):
            yield f"column {step.column}: moving West never causes this (event.moving-west)."
    if job.event or job.limit or placed.on in ("character", "tile"):
        return  # these can't be repeated: a tap, a meeple laid down, a limit
    if placed.on in ("mission", "price") and _is_free(job, placed.on):
        yield "it costs nothing, so you can do it endlessly (day.actions)."
    elif _draws_as_many_cards(job, own=placed.on in ("item", "danger")):
        yield "it draws as many cards as it uses, at no other cost, so you can do it endlessly (cards.draw)."


def _is_free(job: Job, on: str) -> bool:
    """Tell if a job has an effect with X = 0 and costs neither cards nor resources; a price brings its card."""
    fixed = [step for step in job.steps if not step.amount.x and step.verb != "if"]
    if any(step.verb in COST_VERBS or (step.verb == "take" and on == "price") for step in fixed):
        return False
    return on == "price" or bool(fixed)


def _draws_as_many_cards(job: Job, own: bool) -> bool:
    """Tell if a job draws as many cards as it uses; `own` if it also uses the card it is on."""
    if any(step.verb == "pay" and not step.amount.x for step in job.steps):
        return False
    return any(
        0 < _most_cards_moved(job, ("draw",), x) >= own + _most_cards_moved(job, ("discard", "scrap"), x)
        for x in (0, LARGE_X)
    )


def _most_cards_moved(job: Job, verbs: Sequence[str], x: int) -> int:
    """Return the most cards that steps with these verbs can move, not counting the card itself."""
    steps = [step for step in job.steps if step.verb in verbs and step.what != THIS]
    return sum(step.amount.value(x) * (max(JOB_DIE) if step.amount.dice else 1) for step in steps)


# -- cards that nobody would choose ------------------------------------------------------------------------------------


def _better_cards(content: Content) -> Iterator[str]:
    """Yield a warning for each trade card that another beats in every way.

    Cards with the same offer are compared as one, and each pair of offers only once.
    """
    alike: dict[tuple[str, Offers, Offers], list[CardKind]] = {}
    for card in content.cards.values():
        if card.kind == "trade":
            alike.setdefault((card.colour, _offers(card.jobs), _offers(card.buy)), []).append(card)
    no_worse = cache(_is_no_worse)
    for (colour, *one), (other, *two) in permutations(alike, 2):
        if colour == other and _is_as_good(one, two, no_worse) and not _is_as_good(two, one, no_worse):
            better = alike[colour, one[0], one[1]][0].name
            for card in alike[other, two[0], two[1]]:
                where = content.places[f"card.{card.id}"]
                yield f"{where}: '{better}' costs no more and is better in every way (act.buy)."


def _is_as_good(one: Sequence[Offers], two: Sequence[Offers], no_worse: Callable[[Offer, Offer], bool]) -> bool:
    """Tell if the first card has something as good and as cheap for everything that the second offers."""
    offer_pairs = zip(one, two, strict=True)
    return all(any(no_worse(mine, other) for mine in offers) for offers, others in offer_pairs for other in others)


def _is_no_worse(one: Offer, two: Offer) -> bool:
    as_cheap = Counter(dict(one.burdens)) <= Counter(dict(two.burdens))
    return as_cheap and one.conditions <= two.conditions and Counter(dict(one.gains)) >= Counter(dict(two.gains))


def _offers(jobs: Sequence[Job]) -> Offers:
    return frozenset(
        Offer(
            frozenset(step.what for step in job.steps if step.verb == "if"),
            frozenset(_amounts_by_thing(job, True).items()),
            frozenset(_amounts_by_thing(job, False).items()),
        )
        for job in jobs
    )


def _amounts_by_thing(job: Job, burdens: bool) -> Counter[tuple[str, str, bool, bool]]:
    """Return how much of each thing a job takes, or gives."""
    amounts: Counter[tuple[str, str, bool, bool]] = Counter()
    for step in job.steps:
        if step.verb != "if" and (step.verb in BURDEN_VERBS) == burdens:
            amounts[_thing(step)] += step.amount.number
    return amounts


def _thing(step: Step) -> tuple[str, str, bool, bool]:
    return step.verb, step.what, step.amount.x, step.amount.dice


# -- characters, missions and boards -----------------------------------------------------------------------------------


def _character_warnings(content: Content, character: Character) -> Iterator[str]:
    deck = content.deck(character.id)
    if character.hand < SAFE_DAYS:
        day = character.hand + 1
        yield f"hand: the nights' exhaustion cards are enough to kill the character by day {day} (death.danger-hand)."
    if len(deck) < character.hand:
        yield f"hand: the deck has only {len(deck)} cards (day.draw)."
    if sum(any(job.is_movement for job in content.cards[card].jobs) for card in deck) < FEWEST_MOVING_CARDS:
        yield f"extra: the deck has fewer than {FEWEST_MOVING_CARDS} cards that move the meeple (move.pool)."


def _mission_warnings(mission: Mission) -> Iterator[str]:
    if not mission.wagon:
        return
    if not any(step.verb == "wagon" for job in mission.jobs for step in job.steps):
        yield "wagon: no mission job moves it (ruling.wagon-move)."
    if mission.fragile and all(job.event != "wagon-damage" for job in mission.jobs):
        yield "wagon: it is fragile, but damage has no effect (ruling.wagon-damage)."


def _unused_boards(content: Content) -> Iterator[str]:
    used = {board for mission in content.missions.values() for board in mission.boards}
    for board in content.boards:
        if board not in used:
            yield f"{content.places[f'board.{board}']}: no mission uses this scoreboard (setup.options)."
