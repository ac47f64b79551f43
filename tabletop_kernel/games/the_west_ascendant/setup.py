"""The setup of a table, and the meaning of a configuration."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, all_but, only
from tabletop_kernel.contract.game import Config, Move
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.the_west_ascendant import turn
from tabletop_kernel.games.the_west_ascendant.abilities import BARTER, depends_on_action
from tabletop_kernel.games.the_west_ascendant.compiled_lines import Lines
from tabletop_kernel.games.the_west_ascendant.content import MADE, Content
from tabletop_kernel.games.the_west_ascendant.state import SEATS, Rules, State
from tabletop_kernel.games.the_west_ascendant.steps import barter_is_idle, begins_quietly, number_steps, order_steps
from tabletop_kernel.games.the_west_ascendant.waiting_effects import fixed_loss, is_plain_loss
from tabletop_kernel.games.the_west_ascendant.worth_of_effects import worth_of
from tabletop_kernel.toolkit.bounded_cache import BoundedCache

COST_OF_PACK = "3"  # this option leaves the price of a Doppelgate to the pack
SEAT_BY_LOSER = {"player-1": 0, "player-2": 1}


def work_out_rules(config: Config, content: Content, book: Rulebook) -> Rules:
    """Return everything that a configuration fixes."""
    types = tuple(content.types)
    order = {name: number for number, name in enumerate(types)}
    rule = config.rulings
    cost = content.effects["turn.gate_cost"].ops[0].act
    assert cost is not None
    order_of_steps = order_steps(config)
    return Rules(
        config=config,
        content=content,
        types=types,
        order=order,
        cards=tuple(name for name in types for _ in content.types[name].cards),
        loci=tuple(content.loci),
        prime=frozenset(name for name, locus in content.loci.items() if locus.kind == "prime"),
        required={name: tuple(sorted(locus.required, key=order.__getitem__)) for name, locus in content.loci.items()},
        effects=content.effects,
        lines=Lines(content.effects, rule),
        references=tuple(content.references),
        first_gates=tuple(f"{name}.radiate" for name in content.references),
        engines=tuple(content.engines),
        gate_cost=cost.args[0] if rule["ruling.gate-cost"] == COST_OF_PACK else int(rule["ruling.gate-cost"]),
        steps=order_of_steps,
        steps_after=turn.steps_after(order_of_steps, rule),
        number=number_steps(order_of_steps),
        quiet=begins_quietly(config, order_of_steps),
        barter_is_idle=barter_is_idle(content.effects[BARTER], config, order_of_steps),
        at_once=rule["ruling.end-check"] == "at-once",
        last_cards=int(rule["ruling.end-deck"]),
        cites={key: _effect_rule(content, key, book) for key in content.effects},
        plain_gates=is_plain_loss(content.effects[f"{MADE}.radiate"]),
        gate_loss=fixed_loss(content.effects[f"{MADE}.radiate"]),
        by_action=frozenset(key for key, effect in content.effects.items() if depends_on_action(effect)),
        not_void=BoundedCache(1_000),
        ordered=BoundedCache(5_000),
        worth=worth_of(content.effects),
        glances=BoundedCache(1_000),
        few_of_each=BoundedCache(1_000),
        builds=BoundedCache(1_000),
        kinds=BoundedCache(1_000),
        takes=BoundedCache(1_000),
        exchanges=BoundedCache(1_000),
        gate_prices=BoundedCache(1_000),
        added={},
    )


def _effect_rule(content: Content, key: str, book: Rulebook) -> str:
    """Return the rule that an effect carries out; another pack's cards have only general rules."""
    name, _, what = key.rpartition(".")
    if what == "pulse":
        return f"pulse.{name}" if f"pulse.{name}" in book else "facility.pulse"
    if what == "radiate":
        return "radiate.gate" if name == MADE else "radiate.first-gate"
    if key in content.loci:
        return key if key in book else f"{content.loci[key].kind}.when"
    fixed = {"cost": "city.plan", "effect": "city.result", "score": "score.card", "gate_cost": "gate.cost"}
    return fixed.get(what) or f"reaction.{what}"


# -- laying the table --------------------------------------------------------------------------------------------------


def lay_table(state: State, emit: Emit | None) -> None:
    """Set up points, deck, middle, hands and Locus decks, and begin to choose the first player and Cityengines."""
    rules, chance = state.rules, state.chance
    numbers = rules.content.numbers
    state.points = [numbers.points] * SEATS
    deck = list(rules.cards)
    chance.shuffle("deck", deck)
    state.middle, rest = tuple(deck[: numbers.middle]), deck[numbers.middle :]
    for seat in range(SEATS):
        state.hand[seat], rest = state.in_order(tuple(rest[: numbers.hand])), rest[numbers.hand :]
    state.deck = tuple(rest)
    loci = list(rules.loci)
    chance.shuffle("loci", loci)
    size = len(loci) // numbers.locus_decks
    state.loci = [tuple(loci[at : at + size]) for at in range(0, len(loci), size)]
    if emit:
        _tell_setup(state, emit)
    _determine_start(state, emit)


def _determine_start(state: State, emit: Emit | None) -> None:
    how = state.ruling["ruling.start-player"]
    if how == "chosen":
        state.frames[:] = [("start", 0, ())]
        return
    loser = SEAT_BY_LOSER.get(state.rules.config.options["last-loser"]) if how == "last-loser" else None
    if loser is not None:
        _begin_with(state, loser, "ruling.start-player", emit)
    else:
        _begin_with(state, state.chance.pick("first", SEATS), "setup.start-player", emit)


def _begin_with(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Make a seat the Start Player, deal the Cityengines or let players choose them, and begin the first turn."""
    state.first = state.active = seat
    if emit:
        emit("first", rule, EVERYONE, seat=seat)
        emit("second", "setup.second-player", EVERYONE, seat=1 - seat)
    if state.ruling["ruling.city-deal"] == "choice":
        state.frames[:] = [("engine", seat, ())]
        return
    engines = list(state.rules.engines)
    state.chance.shuffle("engines", engines)
    _deal_engines(state, engines, "setup.cityengine", emit)


def _deal_engines(state: State, engines: list[str], rule: str, emit: Emit | None) -> None:
    state.engine = engines
    if emit:
        for seat in range(SEATS):
            emit("engine", rule, EVERYONE, seat=seat, engine=engines[seat])
        emit("begins", "setup.begin", EVERYONE, seat=state.first)
    turn.begin(state, state.first, emit)


def _tell_setup(state: State, emit: Emit) -> None:
    for seat in range(SEATS):
        emit("points", "setup.points", EVERYONE, seat=seat, points=state.points[seat])
        emit("reference", "setup.reference", EVERYONE, seat=seat, key=f"{state.rules.references[seat]}.radiate")
    emit("deck", "setup.deck", EVERYONE, count=len(state.rules.cards))
    emit("middle", "setup.middle", EVERYONE, cards=list(state.middle))
    for seat in range(SEATS):
        emit("hand", "setup.hand", only(seat), seat=seat, cards=list(state.hand[seat]))
        emit("hand-hidden", "setup.hand", all_but(seat), seat=seat, count=len(state.hand[seat]))
    emit("loci", "setup.loci", EVERYONE, loci=state.tops, count=len(state.loci[0]))


class Start(Decision[State]):
    """The table's choice of the Start Player (only under that ruling)."""

    verbs = ("start",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("start", other) for other in range(SEATS)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("setup.start-player")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _begin_with(state, int(move[1]), "ruling.start-player", emit)


class Engine(Decision[State]):
    """The Start Player's choice of a Cityengine; the Second Player gets the other one (only under that ruling)."""

    verbs = ("engine",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("engine", name) for name in state.rules.engines]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("setup.cityengine")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        others = [name for name in state.rules.engines if name != move[1]]
        engines = others * SEATS
        engines[seat] = str(move[1])
        _deal_engines(state, engines, "ruling.city-deal", emit)
