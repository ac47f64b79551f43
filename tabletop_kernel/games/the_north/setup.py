"""The setup of a table, and the meaning of a configuration."""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.content.packs import slug
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Config
from tabletop_kernel.games.the_north.card_vocabulary import LEVELS, printed_name
from tabletop_kernel.games.the_north.content import MOST_TURNS, WASTES_SIZE, Content
from tabletop_kernel.games.the_north.ruling_types import rulings_of
from tabletop_kernel.games.the_north.state import COLLECTOR, Rules, State
from tabletop_kernel.games.the_north.worth_of_effects import worth_of
from tabletop_kernel.toolkit.card_language import Effect, in_words, join_effects


def work_out_rules(config: Config, content: Content) -> Rules:
    """Return everything that a configuration fixes."""
    ancient: dict[str, str] = {}
    facility: dict[str, str] = {}
    origin: dict[str, int] = {}
    copies: Counter[str] = Counter()
    for card in content.cards:
        both = f"{slug(card.ancient)}/{slug(card.facility)}"
        if card.start:
            ids = [f"{both}@{seat + 1}" for seat in range(config.seats)]
        else:
            ids = [both]
        for seat, name in enumerate(ids):
            copies[name] += 1
            if copies[name] > 1:
                name = f"{name}#{copies[name]}"
            ancient[name], facility[name] = slug(card.ancient), slug(card.facility)
            if card.start:
                origin[name] = seat
    cards = tuple(sorted(ancient, key=lambda name: (content.ancients[ancient[name]].worth, name)))
    effects, cites = _effects_and_rules(config, content)
    return Rules(
        config=config,
        content=content,
        cards=cards,
        order={name: number for number, name in enumerate(cards)},
        ancient=ancient,
        facility=facility,
        value={name: content.ancients[ancient[name]].worth for name in cards},
        origin=origin,
        effects=effects,
        cites=cites,
        counted={entry.counted: key for key, entry in content.facilities.items()},
        worth=worth_of(effects, content),
    )


def _effects_and_rules(config: Config, content: Content) -> tuple[dict[str, Effect], dict[str, list[str]]]:
    """Return the effects by key, and the rules they cite.

    Rulings decide the Node lines, and which card has the printed Protocol.
    """
    effects = dict(content.effects)
    lines = [effects[f"node.{level}"] for level in range(1, LEVELS + 1)]
    if rulings_of(config)["ruling.node-lines"] == "cumulative":
        effects.update({f"node.{level}": join_effects(lines[:level]) for level in range(1, LEVELS + 1)})
    cites = {f"{key}.protocol": entry.rules for key, entry in content.facilities.items() if entry.rules}
    if rulings_of(config)["ruling.outpost-name"] == "no":
        numbers = content.numbers
        one, two = (f"{slug(name)}.protocol" for name in (numbers.printed_text, numbers.printed_text_otherwise))
        effects[one], effects[two] = effects[two], effects[one]
        cites = {{one: two, two: one}.get(key, key): rules for key, rules in cites.items()}
    return effects, cites


def numbers(config: Config, content: Content) -> dict[str, int | str]:
    """Return the pack's numbers for the rulebook's sentences."""
    pack, ruled = content.numbers, config.rulings
    start = [card for card in content.cards if card.start]
    each = Counter(card.ancient for card in start)
    wastes = len(content.cards) - len(start)
    bearer = pack.printed_text if ruled["ruling.outpost-name"] == "yes" else pack.printed_text_otherwise
    return {
        "begin-points": pack.points,
        "alone-points": pack.solo_points,
        "collector-points": int(getattr(pack, f"collector_{ruled['ruling.solo-level']}")),
        "collector-easy": pack.collector_easy,
        "collector-standard": pack.collector_standard,
        "collector-hard": pack.collector_hard,
        "hand-size": pack.hand,
        "start-cards": len(start),
        "start-list": listed(f"{name} ({in_words(number)})" for name, number in each.items()),
        "start-backs": len({card.facility for card in start}),
        "wastes-cards": wastes,
        "wastes-rest": wastes - WASTES_SIZE,
        "longest": MOST_TURNS,
        "printed-text": pack.printed_text,
        "printed-otherwise": pack.printed_text_otherwise,
        "bearer": bearer,
        **_printed_numbers(content, bearer),
    }


def _printed_numbers(content: Content, bearer: str) -> dict[str, int | str]:
    """Return the pack's numbers for the Protocol printed in the source; its bearer may not be the card it counts."""
    values: dict[str, int | str] = {"printed-loss": 1, "trio": 3, "trio-name": "Outposts", "trio-loss": 2}
    values["not-itself"] = ""
    key = slug(content.numbers.printed_text)
    steps = content.effects[f"{key}.protocol"].steps
    for rule, step in zip(content.facilities[key].rules, steps, strict=False):
        if rule == "outpost.loss":
            values["printed-loss"] = step.acts[0].args[0]
        elif rule == "outpost.trio":
            test = step.tests[0]
            values |= {"trio": test.right, "trio-name": printed_name(test.left), "trio-loss": step.acts[0].args[0]}
            if content.facilities[slug(bearer)].counted == test.left:
                values["not-itself"] = ", not counting this card"
    return values


def starting_points(state: State) -> list[int]:
    """Return the points of both sides at the start."""
    numbers = state.rules.content.numbers
    if not state.solo:
        return [numbers.points, numbers.points]
    level = state.ruling["ruling.solo-level"]
    return [numbers.solo_points, int(getattr(numbers, f"collector_{level}"))]


def lay_table(state: State, emit: Emit | None) -> None:
    """Set up points, starting Decks, The Wastes and Nodes, and choose the first player."""
    rules, chance = state.rules, state.chance
    state.points = starting_points(state)
    for seat in range(state.seats):
        own = [card for card in rules.cards if rules.origin.get(card) == seat]
        chance.shuffle("decks", own)
        state.deck[seat] = tuple(own)
    wastes = [card for card in rules.cards if card not in rules.origin]
    chance.shuffle("wastes", wastes)
    state.wastes, state.wastes_deck = tuple(wastes[:WASTES_SIZE]), tuple(wastes[WASTES_SIZE:])
    state.first = state.active = 0 if state.solo else chance.pick("first", 2)
    state.frames = [("shuffle", state.active, ())]
    if emit:
        _tell_setup(state, emit)


def _tell_setup(state: State, emit: Emit) -> None:
    emit("points", "setup.points", EVERYONE, seat=0, points=state.points[0])
    emit("points", "setup.points", EVERYONE, seat=1, points=state.points[1])
    for seat in range(state.seats):
        emit("start-deck", "setup.decks", EVERYONE, seat=seat, count=len(state.deck[seat]))
    if state.solo:
        emit("start-none", "setup.decks", EVERYONE, seat=COLLECTOR)
        emit("level", "ruling.solo-level", EVERYONE, level=state.ruling["ruling.solo-level"])
    cards = [state.face(card, "ancient") for card in state.wastes]
    emit("wastes", "setup.wastes", EVERYONE, ancients=cards, count=len(state.wastes_deck))
    emit("nodes", "setup.node", EVERYONE, level=1)
    emit("first", "setup.first", EVERYONE, seat=state.first)
