"""What can be wrong with a state, in sentences. Play never gets there; a written position may."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tabletop_kernel.errors import clip
from tabletop_kernel.games.royal_ascension.battle import HEALTH_LIMIT
from tabletop_kernel.games.royal_ascension.positions import PER_SEAT_NUMBERS, PER_SEAT_TUPLES
from tabletop_kernel.games.royal_ascension.state import JOKER, LETTER, OFF_BOARD, SUITS, Battle, State, full_suit

_BOTTOM = ("character", "select", "draft", "opening", "first", "roll", "walk", "end", "shop", "close")
_ABOVE = (
    "attach", "limit", "pay", "npc", "prize", "attack", "alliance", "commit", "dice", "claim", "give", "pick",
    "forfeit", "challenge", "muster", "majority", "aftermath",
)  # fmt: skip
_NEEDS_BATTLE = ("commit", "dice", "claim", "give", "pick", "forfeit", "majority", "aftermath")


def faults(state: State) -> list[str]:
    """Everything that is wrong with a state, in sentences."""
    wrong = _seat_faults(state)
    if wrong:
        return wrong  # what follows counts on them
    return [*_piece_faults(state), *_battle_faults(state), *_frame_faults(state)]


def _seat_faults(state: State) -> list[str]:
    n, wrong = state.seats, []
    for name in (*PER_SEAT_TUPLES, *PER_SEAT_NUMBERS):
        if len(getattr(state, name)) != n:
            wrong.append(f"{name}: {len(getattr(state, name))} entries for {n} seats.")
    for name in ("order", "turns"):
        seats = getattr(state, name)
        if seats and sorted(seats) != list(range(n)):
            wrong.append(f"{name}: every seat from 0 to {n - 1} once, not {clip(list(seats))}.")
    for name in ("allied", "excluded"):
        if any(seat not in range(n) for seat in getattr(state, name)):
            wrong.append(f"{name}: a seat that does not exist.")
    if any(len(t) != 4 or t[0] not in range(n) or t[1] not in range(n) for t in state.truces):
        wrong.append("truces: each is [seat, seat, turns, turns].")
    if state.active not in range(-1, n):
        wrong.append(f"active: there is no seat {clip(state.active)}.")
    if not 0 <= state.die <= 6 or not 0 <= state.prize <= 2 or state.turn < 0 or state.fought < 0:
        wrong.append("die, prize, turn or fought: a number that cannot be.")
    if any(token not in range(OFF_BOARD, state.rules.layout.length + 1) for token in state.tokens):
        wrong.append(f"tokens: a space from 0 (home) to {state.rules.layout.length}.")
    known = [c for c in state.characters if c != -1]
    if len(set(known)) != len(known) or any(c not in range(4) for c in known):
        wrong.append("characters: each one from 0 to 3 at most once.")
    if any(not 0 <= points <= 260 for points in (*state.plague, *state.credit)):
        wrong.append("plague or credit: a number that cannot be.")
    if any(flag not in (0, 1) for flag in (*state.all_in, *state.out)):
        wrong.append("all_in and out are 0 or 1 for each seat.")
    return wrong


def _piece_faults(state: State) -> list[str]:
    """Nothing is created, nothing is lost."""
    wrong = []
    lands = [*state.pool, *(land for held in state.territories for land in held)]
    if sorted(lands) != sorted(state.rules.strength):
        extra = [land for land in lands if land not in state.rules.strength or lands.count(land) > 1]
        what = f"'{extra[0]}' is unknown or there twice" if extra else "one of the twelve is missing"
        wrong.append(f"territories: {what}.")
    loose = [*state.discard, *state.offer, *([] if state.carried else [state.card])]
    for suit in SUITS:
        hands = state.alliances if suit == "spades" else state.hand(suit)
        cards = [*state.deck(suit), *(card for hand in hands for card in hand)]
        stray = [card for card in cards if card[-1:] != LETTER[suit]]
        cards += [card for card in loose if card[-1:] == LETTER[suit]]
        if stray:
            wrong.append(f"{suit}: {clip(stray[0])} does not belong here.")
        elif Counter(cards) != Counter(full_suit(suit)):
            odd = next(c for c in {*cards, *full_suit(suit)} if cards.count(c) != full_suit(suit).count(c))
            wrong.append(f"{suit}: {clip(odd)} is there {cards.count(odd)} times, not {full_suit(suit).count(odd)}.")
    jokers = 4 if state.rule["ruling.jokers"] == "four" else 0
    if state.discard.count(JOKER) != jokers or any(c[-1:] not in "HDCS" and c != JOKER for c in loose):
        wrong.append("discard: a card that is not in this game.")
    if any(state.rules.action.get(card) != "alliance" for hand in state.alliances for card in hand):
        wrong.append("alliances: only a Secret Alliance is held.")
    if any(card[-1] != "C" for card in state.offer):
        wrong.append("offer: only clubs are sold.")
    return [*wrong, *_attached_faults(state)]


def _attached_faults(state: State) -> list[str]:
    for seat, pairs in enumerate(state.attached):
        if any(len(pair) != 2 for pair in pairs) or not _within([p[0] for p in pairs], state.hearts[seat]):
            return ["attached: pairs of a heart held and a territory."]
        if any(land not in state.territories[seat] for _, land in pairs):
            return ["attached: a territory that this seat does not own."]
    return []


def _within(part: Any, whole: Any) -> bool:
    return not Counter(part) - Counter(whole)


def _battle_faults(state: State) -> list[str]:
    battle = state.battle
    if battle is None:
        return []
    n = state.seats
    seats = (battle.attacker, *battle.fighters, *battle.sealed, *battle.bout, *battle.losers)
    if any(seat not in range(n) for seat in (*seats, *(s for group in battle.queue for s in group))):
        return ["battle: a seat that does not exist."]
    if battle.kind not in ("duel", "decree", "table"):
        return ["battle: its kind is duel, decree or table."]
    if len(battle.fighters) < 2 or len(set(battle.fighters)) != len(battle.fighters):
        return ["battle: at least two different fighters."]
    if battle.winner not in range(-1, n) or battle.all_in not in range(-1, n):
        return ["battle: a seat that does not exist."]
    if not len(battle.dice) == len(battle.wins) == len(battle.totals) == n:
        return [f"battle: dice, wins and totals have an entry for each of {n} seats."]
    if not (_within(battle.sealed, battle.fighters) and _within(battle.bout, battle.fighters)):
        return ["battle: only fighters seal and roll."]
    for seat in battle.fighters:
        if not _within(state.committed_health[seat], state.hearts[seat]):
            return ["committed_health: hearts that the fighter does not hold."]
        if not _within(state.committed_weapons[seat], state.clubs[seat]):
            return ["committed_weapons: clubs that the fighter does not hold."]
        lands = state.committed_territory[seat]
        if len(lands) > 1 or len(state.committed_health[seat]) > HEALTH_LIMIT:
            return ["battle: one territory and at most two health cards for each fighter."]
        if battle.winner < 0 and not _within(lands, state.territories[seat]):
            return ["committed_territory: a territory that the fighter does not own."]
        if battle.winner < 0 and seat in battle.sealed and not lands:
            return ["battle: a sealed commitment without a territory."]
    return []


def _frame_faults(state: State) -> list[str]:
    if state.result is not None:
        return ["frames: the game is over, nothing is decided."] if state.frames else []
    if not state.frames:
        return ["frames: nobody has anything to decide, yet the game is not over."]
    for depth, (kind, seat, data) in enumerate(state.frames):
        if kind not in (_ABOVE if depth else _BOTTOM):
            return [f"frames: {clip(kind)} cannot stand at place {depth + 1}."]
        if kind != "commit" and kind != "first" and seat not in range(state.seats):
            return [f"frames: {kind}: there is no seat {clip(seat)}."]
        if kind in _NEEDS_BATTLE and state.battle is None:
            return [f"frames: {kind} needs a battle."]
        if not _fits(state, kind, seat, data):
            return [f"frames: {kind}: {clip(data)} does not fit."]
    if state.frames[0][0] not in ("character", "select") and not (state.order and state.turns):
        if not (state.order and state.frames[0][0] in ("draft", "opening", "first")):
            return ["order and turns: not decided yet at this moment."]
    return []


def _fits(state: State, kind: str, seat: int, data: Any) -> bool:
    """Whether the data of a frame have the form that its decision counts on."""
    battle = state.battle
    if kind == "select":
        return all(other in range(state.seats) for other in data)
    if kind == "shop":
        return len(data) == 1 and type(data[0]) is int
    if kind == "pay":
        return (
            state.frames[0][0] == "shop" and len(data) == 2 and bool(data[0])
            and _within(data[0], state.offer) and _within(data[1], state.diamonds[seat])
        )  # fmt: skip
    if kind == "prize":
        return all(suit in ("hearts", "diamonds") for suit in data) and state.prize > 0 and not state.carried
    if kind == "npc":
        return data == () and not state.carried
    if kind == "alliance":
        return len(data) == 1 and data[0] in ("chosen", "met", "muster", "own")
    if kind == "muster":
        return data in (("decree",), ("table",))
    if kind == "pick":
        return len(data) == 2 and data[0] in ("hearts", "clubs") and _decided(battle)
    if kind == "claim":
        return (
            _decided(battle) and len(data) == 1 and data[0] in range(state.seats) and bool(state.territories[data[0]])
        )
    if kind in ("give", "forfeit", "majority", "aftermath"):
        return data == () and _decided(battle)
    if kind == "commit":
        return data == () and battle is not None and len(battle.sealed) < len(battle.fighters)
    if kind == "dice":
        return data == () and battle is not None and battle.open and seat in battle.bout and battle.winner < 0
    if kind == "walk":
        return data == () and state.die > 0 and state.tokens[seat] >= 0
    return bool(data == ())


def _decided(battle: Battle | None) -> bool:
    return battle is not None and battle.winner >= 0 and bool(battle.losers)
