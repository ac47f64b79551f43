"""Small tables of Tamashii, made by hand: a few cards, one launcher after the other, no set-up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from judging import judged

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Config, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import EMPTY_LAUNCHER, SUPPLY
from tabletop_kernel.games.tamashii.lines import all_verbs, language
from tabletop_kernel.games.tamashii.lines.operations import NOTHING
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import (
    Augment,
    Body,
    Card,
    Content,
    Enemy,
    EnemyPattern,
    Scenario,
    Tile,
    Use,
)
from tabletop_kernel.games.tamashii.state import Rules, State, light_slots
from tabletop_kernel.toolkit.maps import Map

A, B, C = 0, 1, 2
assert all_verbs.VERBS  # lines can run

USUAL = """
launcher.light-slots=checker-centre setup.class-unique=no setup.first-player=ask setup.prologue-trace=no
scen.faction-decks=set-aside scen.enemy-order=listed plan.windows=open plan.barrier=per-step trace.symbols=strike
trace.overshoot=lost trace.no-card=stays enemy.deck-empty=reshuffle refill.direction=rows prog.corrupted-moves=yes
prog.dark-slots=yes prog.must=may move.same-tile=no move.share=yes move.effect-range=printed move.effect-trace=no
move.effect-reveal=yes explore.reward-null=wasted explore.face-up-token=next district.current=start
launch.corrupted-when=end pattern.mirror=mirrors pattern.once-scope=step pattern.once-card=two
pattern.same-tokens-mode=separate pattern.long-and-short=allowed pattern.long-shape=line pattern.exp-shape=square
pattern.null-launch=allowed pattern.open-everything=yes exp.cap=none reroll.dice=player reroll.timing=placed
dice.supply=unlimited combat.pass=once combat.no-enemies-left=go-on combat.late-enemy=waits
combat.wound-batches=effect combat.excess-elsewhere=lost quest.blocks=first-true quest.activity-order=clockwise
quest.attempts=one quest.draw-early=this-turn quest.special-draw=no end.cd-empty=short end.time-zero=card
upg.exp-repeat=yes upg.max-cap=10 upg.trade-gift=yes aug.start-equipped=yes body.third=swap body.new-active=top
body.keyword=swap reset.symbol=fang reset.which-shelter=nearest reset.quest=takes-part reset.planning=nothing
reset.rest-of-effect=lost reset.token=passed learn.three=all learn.when=any test.carry=no test.group-turns=in-turn
prepare.short=fitting solo.bot-limits=yes solo.bot-as-you=bot solo.bot-trace-when=replace solo.last-battery=step-end
solo.number=1 comp.goal-claim=at-once comp.cd-discard=pool comp.tie-left=shared vp.asset-sum=sum
vp.max-integrity=count city.fail=nothing city.hold=one catie.effect=pattern catie.cost-modes=3 dog.meaning=body
destab.wound=yes destab.holder=stack destab.order=enemies inari.adjacent=sides inari.many=each yokai.order=top
mode.insane-pool=repeats mode.scope=agreed
"""
RULINGS = {f"ruling.{name}": choice for name, _, choice in (pair.partition("=") for pair in USUAL.split())}


@cache
def house() -> Content:
    """The pack that comes with the game, read once for all tests."""
    game: Any = load("tamashii")
    return game.content  # type: ignore[no-any-return]


def _cells(text: str) -> tuple[str, ...]:
    return tuple(text.split("/")) if text else ()


def _body(name: str, core: str = "", pro: int = 3, pattern: str = "") -> Body:
    return Body(name, name.title(), "X00", core, 2, pro, 2, _cells(pattern), (), (), (), "")


def _augment(name: str, owner: str, cost: int, pattern: str, line: str, **more: Any) -> Augment:
    use = Use("pattern" if pattern else "planning", language.read(line), "" if pattern else "turn")
    faction = owner in ("Spartans", "Ninkyo")
    use = replace(use, pattern=_cells(pattern), hack=more.pop("hack", False))
    return Augment(name, name.title(), "X00", owner, faction, "", cost, (use,), more.pop("breaks", False), "")


def _enemy(name: str, *patterns: tuple[str, str, str]) -> Enemy:
    found = tuple(EnemyPattern(kind, _cells(cells), language.read(line)) for kind, cells, line in patterns)
    return Enemy(name, name.title(), "X00", 1, 3, 3, NOTHING, NOTHING, found)


BODIES = [_body("kindle", "E"), _body("scribe", "L", 4), _body("runner", "F"), _body("tin-saint", pattern="WW/WW")]
BODIES += [_body("night-florist", pattern="F.W/.@."), _body("crown", pattern="@O/O@")]
AUGMENTS = [
    _augment("sweep", "Reaper", 2, "E.E/.E.", "gain 1 power"),
    _augment("ledger", "Reaper", 3, "", "gain 1 memory"),
    _augment("tax", "Reaper", 1, "EEL", "gain 1 exp"),
    _augment("backdoor", "Reaper", 2, "L@", "deal 1", hack=True),
    _augment("phalanx", "Spartans", 1, "WW", "gain 1 shield"),
    _augment("triple", "Spartans", 2, "EEE", "gain 1 shield"),
    _augment("favour", "Ninkyo", 1, "L?", "gain 1 reroll", breaks=True),
    _augment("spare", "Ninkyo", 2, "LFL", "gain 2 memory"),
]
ENEMIES = [
    _enemy("drone", ("hack", "E?E", "deal 2"), ("repel", "FF", "discard top enemy")),
    _enemy("clerk", ("hack", "L?L", "deal 1"), ("hack", "EW", "gain 1 memory"), ("repel", "OFF", "discard top enemy")),
]
TILES = [
    Tile("shelter", "Shelter", "shelter", "", 1, 0, 1, NOTHING),
    Tile("barracks", "Barracks", "hideout", "Spartans", 1, 1, 2, NOTHING),
]


def _card(code: str, pattern: str = "", modify: tuple[tuple[str, int], ...] = ()) -> Card:
    where, line = language.read_tests("on shelter") if pattern else (), language.read("gain 1 exp")
    return Card(code, code, bool(modify), "", NOTHING, _cells(pattern), where, line, (), (), modify, "")


CARDS = {card.code: card for card in (_card("S01-1", "@?@"), _card("S04-S", modify=((line_keys.REPEL_MEMORY, 1),)))}


def _scenario(kind: str) -> Scenario:
    return Scenario(
        *("S01", "First Light", kind, (1, 2, 3, 4), (), (), (0, 0), (), (), (4, 2), ("Spartans",), "S01-1"),
        *(CARDS, (), (), "", (), ()),
    )


def _lines() -> dict[str, Any]:
    found = {line_keys.use(f"aug.{one.id}"): one.uses[0].line for one in AUGMENTS}
    found |= {
        line_keys.enemy_pattern(one.id, n): pattern.line for one in ENEMIES for n, pattern in enumerate(one.patterns)
    }
    return found | {line_keys.card(code, "pattern"): card.pattern_line for code, card in CARDS.items()}


def _by_id(entries: list[Any]) -> dict[str, Any]:
    return {entry.id: entry for entry in entries}


CONTENT = Content(
    *(_by_id(BODIES), _by_id(ENEMIES), _by_id(TILES), {}, _by_id(AUGMENTS), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}),
    *(_lines(), {}, "by hand"),
)


def rules(
    seats: int = 2,
    mode: str = "story",
    difficulty: str = "normal",
    modules: tuple[str, ...] = (),
    kind: str = "story",
    **rulings: str,
) -> Rules:
    """The rules of a table; a ruling is named with underscores: `prog__must="must"` is ruling.prog.must."""
    chosen = {f"ruling.{name.replace('__', '.').replace('_', '-')}": choice for name, choice in rulings.items()}
    assert chosen.keys() <= RULINGS.keys(), chosen
    config = Config(seats, RULINGS | chosen)
    scenario = None if mode == "versus" else _scenario(kind)
    light = light_slots(config.rulings["ruling.launcher.light-slots"])
    lots = (frozenset(modules), frozenset({"X00"}), light)
    return Rules(config, CONTENT, CONTENT.lines, seats, mode, scenario, difficulty, *lots)


def table(seats: int = 2, script: dict[str, list[int]] | None = None, **agreed: Any) -> State:
    """A table in its second turn: empty launchers, the usual bags, all players Embers in the Shelter."""
    state = State(rules(seats, **agreed), Chance(1, script=script))
    state.turn, state.phase, state.corrupted = 2, "planning", 8
    state.supply = dict(SUPPLY)
    state.map = Map({(0, 0): "shelter", (1, 0): "barracks"}, frozenset({(0, 0)}))
    state.enemy_deck = ("drone", "clerk", "drone", "clerk")
    state.faction_deck = {"Spartans": ("phalanx", "triple")}
    for seat in range(seats):
        state.walker[seat], state.core[seat], state.bag[seat] = "kindle", "E", "EEEEFFFLLLWWW"
        state.classes[seat] = "Reaper"
    return state


def laid(*rows: str) -> str:
    """A launcher from its rows, of which the missing ones are empty; a short row is filled up, with its lock."""
    full = [*rows, *["...."] * (4 - len(rows))]
    return "".join(row if len(row) == 5 else f"{row:.<4}#" for row in full)


assert laid() == EMPTY_LAUNCHER


def settle(state: State, decisions: dict[str, Decision[State]], automatic: dict[str, Any]) -> list[Event]:
    """Run what needs nobody, and tell what happened."""
    events: list[Event] = []
    while state.frames:
        kind = state.frames[-1][0]
        if kind in automatic:
            automatic[kind](state, recorder(events))
        elif kind not in decisions or decisions[kind].due(state, recorder(events)):
            break
    return events


def rule(verdict: Verdict | None) -> str:
    """The rule that refuses; empty if nothing is refused."""
    return verdict.rule if verdict else ""


def cited(events: list[Event]) -> list[tuple[str, str]]:
    """Kinds and rules of events."""
    return [(kind, by) for kind, by, _, _ in events]


def lawful(decision: Decision[State], state: State, seat: int, tried: list[Move]) -> None:
    """What is offered is allowed, and nothing else of what is tried."""
    offered = decision.moves(state, seat)
    assert len(offered) == len(set(offered))
    for move in offered:
        assert judged(decision, state, seat, move) is None, move
    for move in tried:
        assert (judged(decision, state, seat, move) is None) == (move in offered), move
