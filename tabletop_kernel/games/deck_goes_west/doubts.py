"""What a pack may say, and hardly means: for whoever writes one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from tabletop_kernel.games.deck_goes_west.components import JOB_DIE
from tabletop_kernel.games.deck_goes_west.content import CardKind, Character, Content, Mission, Placed
from tabletop_kernel.games.deck_goes_west.jobs import COSTS, THIS, Job, Step

LARGE_X = 10  # stands for any X that is chosen
SAFE_DAYS = 4  # that nobody should lose to the nights' exhaustion cards alone
MOVING_CARDS = 2  # of a deck that gets about
BURDENS = (*COSTS, "lose", "take")


def warnings(content: Content) -> list[str]:
    """Sentences that name the file, the entry and the rule."""
    found = []
    for placed in content.placed:
        found += [f"{placed.where}: {problem}" for problem in _of_job(placed)]
    for character in content.characters.values():
        found += [
            f"{content.places[f'character.{character.id}']}: {problem}" for problem in _of_character(content, character)
        ]
    for mission in content.missions.values():
        found += [f"{content.places[f'mission.{mission.id}']}: {problem}" for problem in _of_mission(mission)]
    return found + list(_better_cards(content)) + list(_unused_boards(content))


# -- jobs --------------------------------------------------------------------------------------------------------------


def _of_job(placed: Placed) -> Iterator[str]:
    job = placed.job
    for step in job.steps:
        if step.what == "moving-west" and job.event not in ("reveal", "wagon-west"):
            yield f"column {step.column}: this is never caused by moving West (event.moving-west)."
    if job.event or job.limit or placed.on in ("character", "tile"):
        return  # these cannot be done again and again: a tap, a meeple laid down, a limit
    if placed.on in ("mission", "price") and _is_free(job, placed.on):
        yield "nothing is spent on it, so it can be done without end (day.actions)."
    elif _draws_itself(job, own=placed.on in ("item", "danger")):
        yield "it draws as many cards as it uses up and costs nothing else, so it may go on without end (cards.draw)."


def _is_free(job: Job, on: str) -> bool:
    """Whether something comes of it with X = 0 and without a card or a resource; of a price, a card comes."""
    fixed = [step for step in job.steps if not step.amount.x and step.verb != "if"]
    if any(step.verb in COSTS or (step.verb == "take" and on == "price") for step in fixed):
        return False
    return on == "price" or bool(fixed)


def _draws_itself(job: Job, own: bool) -> bool:
    """Whether as many cards come as go, the card itself included if it is a card's job."""
    if any(step.verb == "pay" and not step.amount.x for step in job.steps):
        return False
    return any(0 < _cards(job, ("draw",), x) >= own + _cards(job, ("discard", "scrap"), x) for x in (0, LARGE_X))


def _cards(job: Job, verbs: Sequence[str], x: int) -> int:
    """How many cards such steps move at most, without the card itself."""
    steps = [step for step in job.steps if step.verb in verbs and step.what != THIS]
    return sum(step.amount.value(x) * (max(JOB_DIE) if step.amount.dice else 1) for step in steps)


# -- cards that nobody would choose ------------------------------------------------------------------------------------


def _better_cards(content: Content) -> Iterator[str]:
    trade = [card for card in content.cards.values() if card.kind == "trade"]
    for one, two in permutations(trade, 2):
        if one.colour == two.colour and _as_good(one, two) and not _as_good(two, one):
            where = content.places[f"card.{two.id}"]
            yield f"{where}: '{one.name}' costs no more and is better in every way (act.buy)."


def _as_good(one: CardKind, two: CardKind) -> bool:
    """Whether for everything that the second card offers the first one has something as good, and as cheap."""
    both = ((one.jobs, two.jobs), (one.buy, two.buy))
    return all(any(_no_worse(mine, other) for mine in offers) for offers, others in both for other in others)


def _no_worse(one: Job, two: Job) -> bool:
    conditions = [{step.what for step in job.steps if step.verb == "if"} for job in (one, two)]
    burdens = [_sum(job, True) for job in (one, two)]
    gains = [_sum(job, False) for job in (one, two)]
    return conditions[0] <= conditions[1] and burdens[0] <= burdens[1] and gains[0] >= gains[1]


def _sum(job: Job, burdens: bool) -> Counter[tuple[str, str, bool, bool]]:
    """How much of what a job takes, or gives."""
    found: Counter[tuple[str, str, bool, bool]] = Counter()
    for step in job.steps:
        if step.verb != "if" and (step.verb in BURDENS) == burdens:
            found[_thing(step)] += step.amount.number
    return found


def _thing(step: Step) -> tuple[str, str, bool, bool]:
    return step.verb, step.what, step.amount.x, step.amount.dice


# -- characters, missions and boards -----------------------------------------------------------------------------------


def _of_character(content: Content, character: Character) -> Iterator[str]:
    deck = content.deck(character.id)
    if character.hand < SAFE_DAYS:
        day = character.hand + 1
        yield f"hand: the exhaustion of the nights alone may kill on day {day} (death.danger-hand)."
    if len(deck) < character.hand:
        yield f"hand: the deck has only {len(deck)} cards (day.draw)."
    if sum(any(job.is_movement for job in content.cards[card].jobs) for card in deck) < MOVING_CARDS:
        yield f"extra: fewer than {MOVING_CARDS} cards of the deck move the meeple (move.pool)."


def _of_mission(mission: Mission) -> Iterator[str]:
    if not mission.wagon:
        return
    if not any(step.verb == "wagon" for job in mission.jobs for step in job.steps):
        yield "wagon: no job of the mission moves it (ruling.wagon-move)."
    if mission.fragile and all(job.event != "wagon-damage" for job in mission.jobs):
        yield "wagon: it is fragile, and nothing comes of damage (ruling.wagon-damage)."


def _unused_boards(content: Content) -> Iterator[str]:
    used = {board for mission in content.missions.values() for board in mission.boards}
    for board in content.boards:
        if board not in used:
            yield f"{content.places[f'board.{board}']}: no mission is played on it (setup.options)."
