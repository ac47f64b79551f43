"""Positions as plain data: states built from a person's text or from a full record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.errors import PositionError
from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.written_positions import frames_of, outcome_of, read_position, tuples, unknown_moment
from tabletop_kernel.games.royal_ascension import setup
from tabletop_kernel.games.royal_ascension.faults import faults
from tabletop_kernel.games.royal_ascension.setup import BEFORE_PLAY, BEFORE_TERRITORIES
from tabletop_kernel.games.royal_ascension.spoils import losers_of
from tabletop_kernel.games.royal_ascension.state import (
    DECK,
    LETTER,
    PER_SEAT_NUMBERS,
    PER_SEAT_TUPLES,
    RESOURCES,
    Battle,
    Rules,
    State,
    full_suit,
)

STREAMS = ("dice", "picks")  # the luck that a script can fix; a position writes shuffles as the resulting decks
NAMED = (  # the moments that a position can name
    "roll", "walk", "end", "shop", "draft", "opening", "npc", "prize", "attack", "decree", "commit", "dice", "pick",
)  # fmt: skip


def unseen_of(full: list[str], *seen: Any) -> list[str]:
    """Return the rest of a full set after everything in sight is taken away."""
    left = Counter(full)
    for part in seen:
        left.subtract(part)
    return [piece for piece, count in left.items() for _ in range(count)]


HANDS = ("hearts", "diamonds", "clubs", "alliances", "committed_health", "committed_weapons")  # in order of value
_TUPLES = ("order", "turns", "offer", "allied", "excluded", "truces")
_LISTS = ("pool", "discard", *DECK.values())
_PLAIN = ("turn", "active", "die", "landed", "card", "carried", "prize", "fought")


def build(rules: Rules, data: Mapping[str, Any], chance: Chance) -> State:
    """Return the state that complete plain data describes."""
    state = State(rules, chance)
    for name in PER_SEAT_TUPLES:
        setattr(state, name, [tuple(part) for part in data[name]])
    state.attached = [tuples(pairs) for pairs in data["attached"]]
    for name in _TUPLES:
        setattr(state, name, tuples(data[name]))
    for name in (*PER_SEAT_NUMBERS, *_LISTS):
        setattr(state, name, list(data[name]))
    for name in _PLAIN:
        setattr(state, name, data[name])
    state.frames, state.result = frames_of(data), outcome_of(data)
    if data["battle"] is not None:
        state.battle = _battle(data["battle"], state.seats)
    return state


def _battle(data: Mapping[str, Any], seats: int) -> Battle:
    battle = Battle(data["kind"], data["attacker"], tuple(data["fighters"]), seats, data["all_in"])
    battle.sealed, battle.open = tuple(data["sealed"]), data["open"]
    battle.dice = [tuple(dice) for dice in data["dice"]]
    battle.bout, battle.queue = tuple(data["bout"]), tuples(data["queue"])
    battle.wins, battle.totals = list(data["wins"]), list(data["totals"])
    battle.winner, battle.losers = data["winner"], tuple(data["losers"])
    return battle


# -- written positions


@dataclass
class WrittenBattle:
    fighters: list[int]
    kind: str = "duel"
    attacker: int | None = None
    all_in: int = -1
    sealed: list[int] = field(default_factory=list)
    open: bool = False
    dice: list[list[int]] | None = None
    bout: list[int] | None = None
    queue: list[list[int]] = field(default_factory=list)
    wins: list[int] | None = None
    totals: list[int] | None = None
    winner: int = -1
    losers: list[int] | None = None


@dataclass
class Written:
    """A position as people write it: anything left out has a natural default."""

    now: str = ""  # instead of frames: the next decision, with the usual frames below it
    frames: list[list[Any]] | None = None
    turn: int = 1
    active: int = 0
    rolls: list[list[int]] | None = None
    order: list[int] | None = None
    turns: list[int] | None = None
    characters: list[int] | None = None
    tokens: list[int] | None = None
    die: int = 0
    landed: bool | None = None
    pool: list[str] | None = None
    territories: list[list[str] | None] | None = None  # None: an even share of the rest
    hearts: list[list[str]] | None = None
    diamonds: list[list[str]] | None = None
    clubs: list[list[str]] | None = None
    alliances: list[list[str]] | None = None
    attached: list[list[list[str]]] | None = None
    plague: list[int] | None = None
    all_in: list[int] | None = None
    credit: list[int] | None = None
    out: list[int] | None = None
    opening: list[list[str]] | None = None
    hearts_deck: list[str] | None = None  # the top cards; the rest of the suit is shuffled under them
    diamonds_deck: list[str] | None = None
    clubs_deck: list[str] | None = None
    spades_deck: list[str] | None = None
    discard: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    card: str = ""
    carried: bool = True
    prize: int = 0
    fought: int = 0
    allied: list[int] = field(default_factory=list)
    excluded: list[int] = field(default_factory=list)
    truces: list[list[int]] = field(default_factory=list)
    battle: WrittenBattle | None = None
    committed_territory: list[list[str]] | None = None
    committed_health: list[list[str]] | None = None
    committed_weapons: list[list[str]] | None = None
    result: list[Any] | None = None


def read(rules: Rules, position: Position, chance: Chance) -> State:
    """Return the state of a written position; an empty one is the table before the first roll.

    Raise PositionError if the position is faulty.
    """
    if any(result > 6 for result in chance.script.get("dice", ())):
        raise PositionError(f"chance.script.dice: a die shows 1 to 6, not {max(chance.script['dice'])}.")

    def laid() -> State:
        state = State(rules, chance)
        setup.lay_table(state, None)
        return state

    def built(written: Written) -> State:
        return build(rules, _complete(rules, written, chance), chance)

    return read_position(position, chance, STREAMS, Written, laid, built, faults)


def _complete(rules: Rules, written: Written, chance: Chance) -> dict[str, Any]:
    """Return a position with everything it leaves out filled in."""
    n = rules.config.seats
    full = {part.name: getattr(written, part.name) for part in fields(written) if part.name != "now"}
    everyone: list[Any] = list(range(n))
    for name, default in (("order", everyone), ("turns", everyone), ("characters", everyone)):
        full[name] = default if full[name] is None else full[name]
    for name in ("tokens", "plague", "all_in", "credit", "out"):
        full[name] = [0] * n if full[name] is None else full[name]
    for name in PER_SEAT_TUPLES:
        if name != "territories" and full[name] is None:
            full[name] = [[] for _ in range(n)]
    for name in HANDS:
        full[name] = [sorted(hand, key=lambda card: rules.order.get(card, 0)) for hand in full[name]]
    moment = written.frames[0][0] if written.frames else written.now
    if written.opening is None:
        full["opening"] = [[] if moment in BEFORE_PLAY else list(setup.OPENING_SUITS)] * n
    if written.territories is None and moment in BEFORE_TERRITORIES:
        full["territories"] = [[]] * n
    if written.landed is None:
        full["landed"] = written.now not in ("roll", "walk", "")
    _complete_territories(rules, full, n)
    _complete_decks(full, chance)
    if written.battle is not None:
        full["battle"] = _complete_battle(written, n)
    if written.frames is None:
        full["frames"] = [] if written.result else _stack(written)
    return full


def _complete_territories(rules: Rules, full: dict[str, Any], n: int) -> None:
    lands = full["territories"] or [None] * n
    given = [land for held in lands for land in held or ()]
    left = [land for land in rules.strength if land not in given and land not in (full["pool"] or ())]
    open_seats = [seat for seat, held in enumerate(lands) if held is None]
    shares: list[Any] = [None if held is None else list(held) for held in lands]
    for seat in open_seats:
        shares[seat] = []
    for number, land in enumerate(left if open_seats else ()):
        shares[open_seats[number % len(open_seats)]].append(land)
    full["territories"] = [sorted(held, key=lambda land: rules.order.get(land, 0)) for held in shares]
    if full["pool"] is None:
        full["pool"] = [] if open_seats else left


def _complete_decks(full: dict[str, Any], chance: Chance) -> None:
    """Shuffle the rest of each suit under the given top cards."""
    in_play = [*full["discard"], *full["offer"]]
    if not full["carried"]:
        in_play.append(full["card"])
    for suit in (*RESOURCES, "spades"):
        held = [card for hand in full["alliances" if suit == "spades" else suit] for card in hand]
        top = list(full[DECK[suit]] or ())
        rest = unseen_of(full_suit(suit), [c for c in (*in_play, *held, *top) if c[-1:] == LETTER[suit]])
        chance.shuffle("position", rest)
        full[DECK[suit]] = [*top, *rest]


def _complete_battle(written: Written, n: int) -> dict[str, Any]:
    assert written.battle is not None
    battle: dict[str, Any] = {part.name: getattr(written.battle, part.name) for part in fields(written.battle)}
    fighters = written.battle.fighters
    rolling = written.now in ("dice", "pick")
    defaults: dict[str, Any] = {
        "attacker": written.active,
        "dice": [[] for _ in range(n)],
        "bout": list(fighters) if rolling else [],
        "wins": [0] * n,
        "totals": [0] * n,
        "losers": _losers(written.battle),
    }
    for name, value in defaults.items():
        if battle[name] is None:
            battle[name] = value
    if rolling:
        battle["sealed"], battle["open"] = list(fighters), True
    return battle


def _losers(battle: WrittenBattle) -> list[int]:
    """List who has lost a written battle."""
    return list(losers_of(battle.kind, battle.fighters, battle.all_in, battle.winner))


def _stack(written: Written) -> list[list[Any]]:
    """Return the frames that usually lie under a decision.

    Raise PositionError if the moment is unknown or lacks its battle.
    """
    seat, now = written.active, written.now or "roll"
    if now not in NAMED:
        raise unknown_moment(now, NAMED)
    if now in ("roll", "walk", "end", "draft", "opening"):
        return [[now, seat, []]]
    if now == "shop":
        return [["shop", seat, [0]]]
    end: list[Any] = ["end", seat, []]
    if now in ("npc", "prize"):
        return [end, ["challenge", seat, []], [now, seat, []]]
    if now == "attack":
        return [end, ["attack", seat, []]]
    if now == "decree":
        return [end, ["muster", seat, ["decree"]]]
    if written.battle is None or len(written.battle.fighters) < 2:
        raise PositionError(f"position: now: '{now}' needs a battle with its fighters.")
    if now == "commit":
        return [end, ["commit", ANYONE, []]]
    if now == "dice":
        return [end, ["dice", written.battle.fighters[0], []]]
    losers = _losers(written.battle)
    if not losers:
        raise PositionError("position: now: 'pick' needs a battle that has a winner.")
    loser = losers[0]
    picks = [["pick", loser, ["clubs", "battle.pick-weapon"]], ["pick", loser, ["hearts", "battle.pick-health"]]]
    return [end, ["aftermath", written.battle.winner, []], *picks]
