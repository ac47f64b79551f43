"""Names for seats, cards and tiles, and moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import Emit
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.contract.sentences import Number, Seat, Text, list_seats, seat_or_you
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import FAULT_TEXT
from tabletop_kernel.games.deck_goes_west.components import NIGHT_STEP_TITLES
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, COLOURS, KINDS, Job, job_from_fact
from tabletop_kernel.games.deck_goes_west.jobs.sources import CHARACTER, MISSION, TILE, jobs_on, slot_of
from tabletop_kernel.games.deck_goes_west.land import movement_points
from tabletop_kernel.games.deck_goes_west.ruling_types import rulings_of
from tabletop_kernel.games.deck_goes_west.state import DANGERS, DIRECTIONS, UNSEEN, Place, Rules, State

FactWords = Callable[[State, Any], str]  # puts a fact into words; its name in the sentence tells what it is
Rest = list[Any]  # what follows the verb of a move
SEAT_FACTS = ("seat", "partner", "who", "player", "seats", "winners")

# Events that can't be undone at a table: something was rolled, drawn or shown.
REVEALING_EVENTS = frozenset(
    (
        *("rolls", "drew", "draws", "reshuffles", "reveals", "takes", "row-gets", "night", "day", "offers"),
        *("attacks", "attacks-and-more", "defends", "defends-and-more", "bandits-save", "bandits-hit"),
        *("compass", "bandit-die"),
    )
)

# Events that say a step does nothing.
VAIN_EVENTS = frozenset(
    (
        "gains-nothing",
        "loses-nothing",
        "no-building",
        "no-own-metal",
        "sees-nothing",
        "no-haul",
        "overshoots",
        "no-more",
        "stops",
    )
)

LAND_NAMES = {
    "forest": "a Forest",
    "prairie": "a Prairie",
    "mountain": "a Mountain",
    "village": "a Village",
    "water": "Water",
    "river": "a River",
}
COMPASS_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
PILE_NAMES = {"draw": "draw pile", "discard": "discard pile"}
DICE_NAMES = {"d20": "the d20", "d12": "the d12", "both": "the d12 and the d20"}
WHAT_TEXT = {
    "fed": "someone has already done this job in this village today",
    "leash": "the wagon would get too far ahead of the last meeple",
    "wagon-no-job": "no job moves the wagon",
    "wagon-away": "your meeple isn't on the wagon's tile",
    "wagon-hidden": "that tile is face down",
    "wagon-shut-in": "the tile West of the wagon is face down, and the wagon can't go any other way",
    "wagon-unmoved": "the wagon can't stop before it has moved",
    "wagon-stop": "to stop the wagon, don't name a place",
    "wagon-asked": "first choose whether the wagon comes along",
    "wagon-at-rest": "nothing is moving the wagon now",
    "later": "with this choice, a later step would be impossible",
    "leaves-too-little": "the first cost would leave you too little for the rest",
    "no-draw": "there are too few cards to draw",
    "no-room": "the job would take your hand above your hand size",
    "no-score": "the job would take you past the end of the score track",
    "no-danger": "there are too few danger cards left",
    "no-supply": "there isn't enough left in the supply",
    "no-lose": "there are too few points to lose",
    "not-there": "that isn't one of them",
    "no-telescope": "no face-down tile is close enough",
    "most-of": "choose the kind you have the most of",
    "x-in-full": "you must be able to do the whole job with your number",
    "go-on": "finish the job you have started",
    "go-adding": "first choose “Done adding”",
    "the-x": "to choose X",
    "the-roll": "roll first",
    "the-move": "use your movement first, or stop here",
    "no-change": "you are moving, so you can't add or take back any now",
    "which-way": "choose whether to walk, climb or sail",
    "which-kind": "choose the kind",
    "none-of-it": "you don't have that kind",
    "enter-first": "first enter the tile you revealed, or stay outside",
    "more-which": "choose a job",
    "more-no-tile": "you have no revealed tile to enter",
    "more-enough": "you already have enough to enter the tile",
    "more-no-movement": "this job gives no movement",
    "more-ride": "you can't ride onto this tile",
    "none-yet": "you have none yet, so use a movement job",
    "none-far": "you have none yet, and that tile isn't next to yours",
    "leads-nowhere": "this movement leads nowhere from your tile",
    "none-kept": "take the action that uses your kept movement",
    "no-ride": "you have no railway movement",
    "no-rails": "there is no railway on the map",
    "ride-none": "no other railway tile is close enough",
    "ride-where": "choose where to go",
    "ride-from": "the meeple isn't on a railway tile",
    "ride-here": "the meeple is already there",
    "ride-to": "there is no railway at that place",
    "the-carry": "add movement first, or choose “Done adding”",
    "none-begun": "you have not started a job to combine others with",
    "not-same": "these two jobs have different last steps",
    "add-or-go": "add such a job, or choose “Done adding”",
    "only-go": "you have no other one to add now, so choose “Done adding”",
    "steps-first": "first do the other steps of the job you have started",
    "no-such-job": "you don't have that job",
    "x-how": "you choose X only during a job that shows it",
    "choice-how": "you choose that only during a job that asks for it",
    "reveal-how": "you reveal a tile by stepping towards it or using a telescope",
    "scrap-how": "you scrap a card only in a job that says so",
    "lay-it": "choose its pile first",
    "none-gained": "you have no danger card to place now",
    "not-yet": "that step comes when everyone has passed",
    "keep-all": "to keep your other cards, choose no card",
    "drop-it": "use the move “drop” for that",
    "pick": "choose one of the characters left",
    "picked": "you keep your character for the whole game",
    "who": "choose one of the players who caused the event to do its job",
    "no-event": "no event is waiting for that choice now",
    "commit-now": "add a battle job now, or say you are ready",
    "rolled": "these dice are already rolled",
    "far-off": "this battle isn't on your tile",
    "which-x": "choose a whole number",
    "no-x": "this job has no X",
    "ends-differently": "that job has a different last step",
    "the-tile": "add it as more movement, enter the tile or stay outside",
    "coop": "cooperative",
    **FAULT_TEXT,
}


# -- names -------------------------------------------------------------------------------------------------------------


def seat_name(state: State, seat: int, you: int | None = None) -> Seat:
    """Return a seat's character, or its number as a player before there are characters."""
    person = state.rules.characters.get(state.character[seat])
    return seat_or_you(person.name if person else f"player {seat + 1}", seat == you)


def card_name(rules: Rules, card: str) -> str:
    """Return the name of a game card or a character."""
    if card in rules.cards:
        return rules.cards[card].name
    person = rules.characters.get(card)
    return person.name if person else "an unseen card" if card == UNSEEN else str(card)


def cards_in_words(rules: Rules, cards: Iterable[str]) -> str:
    """Return cards in words, in the order of the pack: “2 × Boots and Knife”."""
    counted = Counter(cards)
    names = sorted(counted, key=lambda card: rules.order.get(card, -1))
    return listed(
        f"{counted[name]} × {card_name(rules, name)}" if counted[name] > 1 else card_name(rules, name) for name in names
    )


def tile_name(state: State, place: Place, origin: Sequence[int] = ()) -> str:
    """Return the name of a face-up tile, or where a face-down one is, seen from `origin` if possible."""
    place = (place[0], place[1])
    if place in state.up and place in state.tiles:
        return state.tile(place).name
    return f"the {'face-down tile' if place in state.tiles else 'place'} {place_in_words(state, place, origin)}"


def place_in_words(state: State, place: Place, origin: Sequence[int] = ()) -> str:
    """Return where a place is: “North of Long Grass”, or far from all known land “in column 3, row 1”."""
    sides = {(place[0] - west, place[1] - south): side for side, (west, south) in DIRECTIONS.items()}
    for beside in sorted(sides, key=lambda one: one != tuple(origin)):
        if beside in state.up and beside in state.tiles:
            return f"{COMPASS_NAMES[sides[beside]]} of {state.tile(beside).name}"
    return f"in column {place[0]}, row {place[1]}"


def emit_with_tile_names(state: State, emit: Emit | None) -> Emit | None:
    """Return an `emit` that adds tile names as they are at that moment: land changes later."""
    if emit is None:
        return None

    def tell(kind: str, rule: str, audience: int, /, **data: Any) -> None:
        origin = data.get("origin") or ()
        names = {name: tile_name(state, data[key], origin) for key, name in NAME_FACT.items() if key in data}
        emit(kind, rule, audience, **(data | names))

    return tell


NAME_FACT = {"place": "spot", "to": "to_spot"}


def resource_name(kind: str) -> str:
    """Return a kind of resource in words."""
    return {ANY: "of one kind", "in all": "resources in all"}.get(kind, str(kind).capitalize())


def goods_in_words(rules: Rules, goods: Sequence[Data | Rest]) -> str:
    """Return resources and cards that change hands in words: “2 Food and Boots”."""
    return listed(_goods_text(rules, what, count) for what, count in goods) or "nothing"


def _goods_text(rules: Rules, what: str, count: int) -> str:
    return f"{count} {resource_name(what)}" if what in KINDS else cards_in_words(rules, [what] * count)


def moved_meeples_text(names: Iterable[str]) -> str:
    """Return the end of a sentence about a trade that moves meeples; empty if it moves none."""
    names_text = listed(names)
    return f" Moving: {names_text}." if names_text else ""


def stock_in_words(stock: Sequence[int]) -> str:
    """Return a stock in words, without the kinds it lacks."""
    return (
        listed(f"{count} {kind.capitalize()}" for kind, count in zip(KINDS, stock, strict=True) if count) or "nothing"
    )


def some_cards_text(count: int, what: str) -> str:
    """Return a number of cards in words: “two pain cards”, “one blue item card”."""
    kind = f"{what} " if what in ("danger", *DANGERS) else f"{what} item " if what in COLOURS else "item "
    return f"{Number(count):~{kind}card}"


def _what_text(state: State, value: object) -> str:
    """Return a text fact in words: a key for a sentence, or a number of cards."""
    if isinstance(value, (list, tuple)):
        return _asked_step_text(state, *value)
    if value in DANGERS:
        return str(value)
    key = str(value)
    return WHAT_TEXT.get(key) or LAND_NAMES.get(key) or key.replace("-", " ")


def _asked_step_text(state: State, count: int, what: str) -> str:
    verb, _, rest = what.partition(" ")
    if not rest:
        return some_cards_text(count, what)
    if verb in ("pay", "gain"):
        return f"to {verb} {count} {resource_name(rest)}"
    return f"to {verb} {some_cards_text(count, rest)}"


def source_name(state: State, seat: int, source: str) -> str:
    """Return a source of jobs by name: a card, the character, the mission or a tile."""
    if source == CHARACTER:
        return str(card_name(state.rules, state.character[seat]))
    if source == MISSION:
        return state.rules.mission.name
    if source == TILE:
        return tile_name(state, state.meeple[seat])
    if source.startswith(f"{TILE} "):
        return state.rules.tiles[int(source.split()[1])].name
    if source.startswith("row "):
        return card_name(state.rules, state.row[slot_of(source)])
    return card_name(state.rules, source)


def days_gone_text(days: int, limit: int = 0) -> str:
    """Return days in words: “3 of 9 days are”, or “3 days are” without a limit."""
    days_text = f"{days} of {Number(limit):day}" if limit else f"{Number(days):day}"
    return f"{days_text} {'is' if days == 1 else 'are'}"


def job_words(rules: Rules, job: Job) -> str:
    """Return a job as a sentence, as this table plays it."""
    same_kind = rulings_of(rules.config)["ruling.any-equal"] == "allowed"
    return job_in_words(replace(job, same_kind=True) if same_kind else job)


def another_job_text(rules: Rules, first: Job) -> str:
    """Return what may be combined with a job, in words: “another movement job”, “another job that rolls for Food”."""
    final, by_kind = first.final, rulings_of(rules.config)["ruling.same-final"] == "kind"
    if by_kind and first.is_movement:
        return "another movement job"
    if by_kind and first.is_cooperation:
        return f"another job that rolls for {'any kind' if final.what == ANY else resource_name(final.what)}"
    return "another job that ends the same way"


def fact_in_words(state: State, key: str, value: Any, you: int | None = None) -> str:
    """Return a fact in words, by its name in the sentence."""
    if key == "who" and value == ANYONE:
        return Seat("the team")
    if key in ("seat", "partner", "who") and isinstance(value, int):
        return seat_name(state, value, you)
    if key == "player" and isinstance(value, int):  # there may be no characters yet
        return seat_or_you(f"player {value + 1}", value == you)
    if key in ("seats", "winners") and isinstance(value, list):
        return list_seats(seat_name(state, seat, you) for seat in value)
    if key in TEXT_BY_FACT and not (key == "place" and value is None):
        return TEXT_BY_FACT[key](state, value)
    return str(value)


def _place_text(state: State, value: str | Place) -> str:
    return LAND_NAMES.get(value, str(value)) if isinstance(value, str) else tile_name(state, value)


def _source_text(state: State, source: str) -> str:
    """Return a source of jobs by name, for any player."""
    if source == CHARACTER:
        return "an ability"
    return "a mission job" if source == MISSION else source_name(state, 0, source)


TEXT_BY_FACT: dict[str, FactWords] = {
    "card": lambda state, card: card_name(state.rules, card),
    "character": lambda state, name: card_name(state.rules, name),
    "cards": lambda state, cards: cards_in_words(state.rules, cards),
    "tile": lambda state, tile: state.rules.tiles[tile].name if isinstance(tile, int) else _place_text(state, tile),
    "tiles": lambda state, tiles: listed(state.rules.tiles[tile].name for tile in tiles),
    "place": _place_text,
    "from": _place_text,
    "to": _place_text,
    "kind": lambda state, kind: resource_name(kind),
    "what": _what_text,
    "job": lambda state, line: job_words(state.rules, job_from_fact(line)),
    "source": _source_text,
    "other": lambda state, line: job_words(state.rules, job_from_fact(line)),
    "movement": lambda state, amounts: movement_points.movement_in_words(amounts),
    "look": lambda state, amounts: movement_points.movement_in_words(amounts),
    "price": lambda state, amounts: movement_points.movement_in_words(amounts),
    "type": lambda state, ways: movement_points.way_in_words(ways),
    "stock": lambda state, stock: stock_in_words(stock),
    "pile": lambda state, pile: PILE_NAMES.get(pile, str(pile)),
    "mission": lambda state, name: state.rules.content.missions[name].name,
    "dice": lambda state, dice: DICE_NAMES.get(dice, str(dice)) if isinstance(dice, str) else listed(map(str, dice)),
    "step": lambda state, step: NIGHT_STEP_TITLES[step],
    "gone": lambda state, gone: days_gone_text(*gone),
    "compass": lambda state, side: COMPASS_NAMES.get(side, str(side)),
    "give": lambda state, goods: goods_in_words(state.rules, goods),
    "ask": lambda state, goods: goods_in_words(state.rules, goods),
    "carry": lambda state, seats: moved_meeples_text(seat_name(state, seat) for seat in seats),
}


# -- moves -------------------------------------------------------------------------------------------------------------


def move_in_words(state: State, seat: int, move: Move) -> str:
    """Return a move in words, for a button or a list."""
    verb, *rest = move
    try:
        return TEXT_BY_VERB[str(verb)](state, seat, rest) if verb in TEXT_BY_VERB else " ".join(map(str, move))
    except (LookupError, ValueError, TypeError):  # even a move that makes no sense gets words
        return " ".join(map(str, move))


def _job_use_text(state: State, seat: int, source: str, n: int) -> str:
    job = jobs_on(state, seat, source)[n]
    return f"{source_name(state, seat, source)}: {job_words(state.rules, job)}"


def _buy_text(state: State, seat: int, rest: Rest) -> str:
    if rest[0] > len(state.row):
        return "Buy a card from the pile"
    card = state.rules.cards[state.row[rest[0] - 1]]
    return f"Buy {card.name}: {job_words(state.rules, card.buy[rest[1]])}"


def direction_text(here: Place, place: Place) -> str:
    """Return the direction of a place, such as “West”; empty if the two places aren't neighbours."""
    step = (place[0] - here[0], place[1] - here[1])
    return next((COMPASS_NAMES[name] for name, way in DIRECTIONS.items() if way == step), "")


def step_in_words(state: State, seat: int, place: Place) -> str:
    """Return a step in words: “West to Pine Hollow”."""
    side = direction_text(state.meeple[seat], place)
    if side and place in state.tiles and place not in state.up:
        return f"{side} to the face-down tile"  # its name would repeat the direction
    return f"{side} to {tile_name(state, place)}".strip()


def _step_text(state: State, seat: int, rest: Rest) -> str:
    mover, place = _moving_seat(state, seat), (rest[0], rest[1])
    if len(rest) < len(("column", "row", "way")):
        return f"Try {_tried_tile_text(state, state.meeple[mover], place)}"
    return f"{str(rest[2]).replace('+', ' and ').capitalize()} {step_in_words(state, mover, place)}"


def _tried_tile_text(state: State, here: Place, place: Place) -> str:
    """Return a tile to try in words: “the face-down tile West of Fern Fork”, from where the meeple is."""
    side = direction_text(here, place)
    if side and place in state.tiles and place not in state.up:
        return f"the face-down tile {side} of {tile_name(state, here)}"
    return tile_name(state, place)


def _enter_text(state: State, seat: int, rest: Rest) -> str:
    look = f" and pay {one_movement_in_words(rest[1])} for the reveal" if len(rest) > 1 else ""
    return f"Enter by {movement_points.way_in_words(rest[0])}{look}"


def one_movement_in_words(kind: str) -> str:
    """Return one unit of movement in words: “1 walking point”, “a ride”."""
    return (
        movement_points.MOVEMENT_NAMES[kind]
        if kind == movement_points.RAIL
        else f"1 {movement_points.MOVEMENT_NAMES[kind]} point"
    )


def _moving_seat(state: State, seat: int) -> int:
    """Return the seat whose meeple is moving."""
    for kind, _, data in reversed(state.frames):
        if kind == "moving":
            return int(data[0])
    return seat


def _carry_text(state: State, seat: int, rest: Rest) -> str:
    return "Let the other player move you" if rest[0] == seat else f"Move {seat_name(state, rest[0])}"


def _take_back_text(state: State, seat: int, rest: Rest) -> str:
    verb, *what = rest
    if verb == "carry":
        return f"Take back: {_carry_text(state, seat, what)}"
    if verb == "cost":
        return "Take back the price"
    return f"Take back {resource_name(what[0]) if what[0] in KINDS else card_name(state.rules, what[0])}"


def _keep_text(state: State, seat: int, rest: Rest) -> str:
    card_count = len(state.hand[seat])
    return "End the day" if not card_count else "Keep this card" if card_count == 1 else "Keep these cards"


TEXT_BY_VERB: dict[str, Callable[[State, int, Rest], str]] = {
    "character": lambda state, seat, rest: f"Play {card_name(state.rules, rest[0])}",
    "job": lambda state, seat, rest: _job_use_text(state, seat, *rest),
    "also": lambda state, seat, rest: f"Add {_job_use_text(state, seat, *rest)}",
    "more": lambda state, seat, rest: f"More movement: {_job_use_text(state, seat, *rest)}",
    "commit": lambda state, seat, rest: _job_use_text(state, seat, *rest),
    "join": lambda state, seat, rest: f"Join with {_job_use_text(state, seat, *rest)}",
    "go": lambda state, seat, rest: "Done adding",
    "buy": _buy_text,
    "put": lambda state, seat, rest: f"Put it on the {PILE_NAMES[rest[0]]}",
    "x": lambda state, seat, rest: f"X = {rest[0]}",
    "pay": lambda state, seat, rest: f"Pay {resource_name(rest[0])}",
    "gain": lambda state, seat, rest: f"Gain {resource_name(rest[0])}",
    "discard": lambda state, seat, rest: f"Discard {card_name(state.rules, rest[0])}",
    "scrap": lambda state, seat, rest: f"Scrap {card_name(state.rules, rest[0])}",
    "type": lambda state, seat, rest: f"{Text(str(rest[0]).capitalize()):a} card".capitalize(),
    "step": _step_text,
    "ride": lambda state, seat, rest: f"Ride to {tile_name(state, (rest[0], rest[1]))}",
    "enter": _enter_text,
    "decline": lambda state, seat, rest: f"Stay outside, for {one_movement_in_words(rest[0])}",
    "stop": lambda state, seat, rest: "Stop here",
    "move": lambda state, seat, rest: "Use kept movement",
    "reveal": lambda state, seat, rest: f"Reveal {tile_name(state, (rest[0], rest[1]))}",
    "take-wagon": lambda state, seat, rest: "Take the wagon",
    "leave-wagon": lambda state, seat, rest: "Leave the wagon",
    "haul": lambda state, seat, rest: f"Move the wagon to {tile_name(state, (rest[0], rest[1]))}",
    "ride-along": lambda state, seat, rest: "Ride along",
    "stay": lambda state, seat, rest: "Stay here",
    "ready": lambda state, seat, rest: "Ready",
    "invite": lambda state, seat, rest: f"Invite {seat_name(state, rest[0])}",
    "roll": lambda state, seat, rest: "Roll",
    "refuse": lambda state, seat, rest: "Refuse",
    "accept": lambda state, seat, rest: "Accept",
    "trade": lambda state, seat, rest: f"Trade with {seat_name(state, rest[0])}",
    "who": lambda state, seat, rest: f"{seat_name(state, rest[0])} does it",
    "cost": lambda state, seat, rest: f"Discard {card_name(state.rules, rest[0])} for the trade",
    "give": lambda state, seat, rest: f"Give {goods_in_words(state.rules, [rest])}",
    "ask": lambda state, seat, rest: f"Ask for {goods_in_words(state.rules, [rest])}",
    "carry": _carry_text,
    "offer": lambda state, seat, rest: "Make this offer",
    "use": lambda state, seat, rest: f"Move with {_job_use_text(state, seat, *rest)}",
    TAKE_BACK: _take_back_text,
    "drop": lambda state, seat, rest: f"Discard {card_name(state.rules, rest[0])}" if rest else "Cancel the trade",
    "keep": _keep_text,
    "end": lambda state, seat, rest: "End the turn",
    "pass": lambda state, seat, rest: "Pass for today" if state.ruling["ruling.pass-final"] == "yes" else "Pass",
}
