"""Positions as plain data: states built from a person's text or from a full record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.errors import PositionError
from tabletop_kernel.contract.game import Position
from tabletop_kernel.contract.written_positions import fill_in_position, read_position, shape_of, unknown_moment_error
from tabletop_kernel.games.royal_ascension import setup
from tabletop_kernel.games.royal_ascension.after_battle import losers_of
from tabletop_kernel.games.royal_ascension.setup import KINDS_BEFORE_PLAY, KINDS_BEFORE_TERRITORIES
from tabletop_kernel.games.royal_ascension.state import (
    DECK_FIELD,
    RESOURCES,
    SUIT_LETTER,
    Battle,
    Rules,
    State,
    full_suit,
)
from tabletop_kernel.games.royal_ascension.state_faults import faults

SCRIPTED_STREAMS = (
    "dice",
    "picks",
)  # the luck that a script can fix; a position writes shuffles as the resulting decks
NAMED_MOMENTS = (  # the moments that a position can name
    "roll", "walk", "end", "shop", "draft", "opening", "npc", "prize", "attack", "decree", "commit", "dice", "pick",
)  # fmt: skip


def unseen_pieces(full: list[str], *seen: Iterable[str]) -> list[str]:
    """Return the rest of a full set after everything in sight is taken away."""
    remaining = Counter(full)
    for part in seen:
        remaining.subtract(part)
    return [piece for piece, count in remaining.items() for _ in range(count)]


SORTED_FIELDS = (
    "hearts",
    "diamonds",
    "clubs",
    "alliances",
    "committed_health",
    "committed_weapons",
)  # in order of value


@dataclass
class PositionOnly:
    """What only positions have."""

    now: str = ""  # instead of frames: the next decision, with the usual frames below it


WrittenPosition = shape_of(State, PositionOnly)


def read_written(rules: Rules, position: Position, chance: Chance) -> State:
    """Return the state of a written position; an empty one is the table before the first roll.

    Raise PositionError if the position is faulty.
    """
    if any(result > 6 for result in chance.script.get("dice", ())):
        raise PositionError(f"chance.script.dice: a die shows 1 to 6, not {max(chance.script['dice'])}.")

    return read_position(
        State(rules, chance), position, SCRIPTED_STREAMS, WrittenPosition, setup.set_up_table, _complete, faults
    )


def _complete(new: State, full: Position) -> None:
    """Fill in what a position leaves out, where it isn't as in a new state."""
    rules, chance, seats = new.rules, new.chance, new.seats
    for name in ("order", "turns"):
        full[name] = list(range(seats)) if full[name] is None else full[name]
    for name in SORTED_FIELDS:
        full[name] = [sorted(hand, key=lambda card: rules.order.get(card, 0)) for hand in full[name]]
    moment = full["frames"][0][0] if full["frames"] else full["now"]
    if full["opening"] is None:
        full["opening"] = [[] if moment in KINDS_BEFORE_PLAY else list(setup.OPENING_SUITS)] * seats
    if full["territories"] is None and moment in KINDS_BEFORE_TERRITORIES:
        full["territories"] = [[]] * seats
    if full["landed"] is None:
        full["landed"] = full["now"] not in ("roll", "walk", "")
    _complete_territories(rules, full, seats)
    _complete_decks(full, chance)
    if full["battle"] is not None:
        full["battle"] = _complete_battle(full, seats)
    if full["frames"] is None:
        full["frames"] = [] if full["result"] else _usual_frames(full)


def _complete_territories(rules: Rules, full: Position, seats: int) -> None:
    lands = full["territories"] or [None] * seats
    given = [land for held in lands for land in held or ()]
    unowned = [land for land in rules.strength if land not in given and land not in (full["pool"] or ())]
    open_seats = [seat for seat, held in enumerate(lands) if held is None]
    shares = [list(held or ()) for held in lands]
    for number, land in enumerate(unowned if open_seats else ()):
        shares[open_seats[number % len(open_seats)]].append(land)
    full["territories"] = [sorted(held, key=lambda land: rules.order.get(land, 0)) for held in shares]
    if full["pool"] is None:
        full["pool"] = [] if open_seats else unowned


def _complete_decks(full: Position, chance: Chance) -> None:
    """Shuffle the rest of each suit under the given top cards."""
    in_play = [*full["discard"], *full["offer"]]
    if not full["carried"]:
        in_play.append(full["card"])
    for suit in (*RESOURCES, "spades"):
        held = [card for hand in full["alliances" if suit == "spades" else suit] for card in hand]
        top = list(full[DECK_FIELD[suit]] or ())
        rest = unseen_pieces(full_suit(suit), [c for c in (*in_play, *held, *top) if c[-1:] == SUIT_LETTER[suit]])
        chance.shuffle("position", rest)
        full[DECK_FIELD[suit]] = [*top, *rest]


def _complete_battle(full: Position, n: int) -> Position:
    battle = fill_in_position(full["battle"], Battle("duel", full["active"], (), n))
    is_rolling = full["now"] in ("dice", "pick")
    fighters = battle["fighters"]
    defaults = {"attacker": full["active"], "bout": list(fighters) if is_rolling else [], "losers": _losers(battle)}
    for name, value in defaults.items():
        if battle[name] is None:
            battle[name] = value
    if is_rolling:
        battle["sealed"], battle["open"] = list(fighters), True
    return battle


def _losers(battle: Position) -> list[int]:
    """List who has lost a written battle."""
    return list(losers_of(battle["kind"], battle["fighters"], battle["all_in"], battle["winner"]))


def _usual_frames(full: Position) -> list[list[object]]:
    """Return the frames that usually lie under a decision.

    Raise PositionError if the moment is unknown or lacks its battle.
    """
    seat, now, battle = full["active"], full["now"] or "roll", full["battle"]
    if now not in NAMED_MOMENTS:
        raise unknown_moment_error(now, NAMED_MOMENTS)
    if now in ("roll", "walk", "end", "draft", "opening"):
        return [[now, seat, []]]
    if now == "shop":
        return [["shop", seat, [0]]]
    end: list[object] = ["end", seat, []]
    if now in ("npc", "prize"):
        return [end, ["challenge", seat, []], [now, seat, []]]
    if now == "attack":
        return [end, ["attack", seat, []]]
    if now == "decree":
        return [end, ["muster", seat, ["decree"]]]
    if battle is None or len(battle["fighters"]) < 2:
        raise PositionError(f"position: now: '{now}' needs a battle with its fighters.")
    if now == "commit":
        return [end, ["commit", ANYONE, []]]
    if now == "dice":
        return [end, ["dice", battle["fighters"][0], []]]
    losers = _losers(battle)
    if not losers:
        raise PositionError("position: now: 'pick' needs a battle that has a winner.")
    loser = losers[0]
    picks = [["pick", loser, ["clubs", "battle.pick-weapon"]], ["pick", loser, ["hearts", "battle.pick-health"]]]
    return [end, ["aftermath", battle["winner"], []], *picks]
