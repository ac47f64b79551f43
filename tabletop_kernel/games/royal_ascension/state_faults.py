"""The faults of a state, in sentences. Play never causes them, but a written position can have some.

The checks ensure that a state without faults can be played to the end: every decision has a move, and no move needs
anything missing. Tests damage thousands of positions to find a missing check.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.game import outcome_for
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.games.royal_ascension.action_cards import MOST_PLAGUES, PLAGUE, PRIZES
from tabletop_kernel.games.royal_ascension.after_battle import ends_now, leaders, losers_of, majority_holder
from tabletop_kernel.games.royal_ascension.battle import HEALTH_LIMIT, eligible, usable_health
from tabletop_kernel.games.royal_ascension.setup import BEFORE_PLAY, BEFORE_TERRITORIES, OPENING_SUITS
from tabletop_kernel.games.royal_ascension.state import (
    JOKER,
    LETTER,
    MAJORITY,
    OFF_BOARD,
    SUITS,
    Battle,
    State,
    full_suit,
)
from tabletop_kernel.games.royal_ascension.turn import HAND_LIMIT, cards_held

# The stacks of decisions that play can build, from the bottom up.
_STACKS = re.compile(
    "character|select|draft|(opening|first)( attach){0,2}|roll|walk|shop( pay)?|close( limit)?"
    "|(end|close)( attack| alliance| attach)?"
    "|end( challenge)?( npc| prize)?( attach)?|end challenge alliance"
    "|(end|close)( challenge)?( muster( alliance){0,3}| commit| dice"
    "| aftermath( pick| forfeit){0,12}( majority)?( claim| give){0,3})"
)
_FULL = {suit: sorted(full_suit(suit)) for suit in SUITS}
_PICKS = (("hearts", "battle.pick-health"), ("clubs", "battle.pick-weapon"), ("hearts", "decree.penalty"))


def faults(state: State) -> list[str]:
    """Return the faults that the first failing check finds, in sentences; later checks rely on earlier ones."""
    questions = (
        _shape_faults, _number_faults, _piece_faults, _kingdom_faults, _battle_faults, _frame_faults, _majority_faults,
    )  # fmt: skip
    for ask in questions:
        wrong = ask(state)
        if wrong:
            return wrong
    return []


def _within(part: Iterable[object], whole: Iterable[object]) -> bool:
    """Tell if `whole` contains all of `part`, counting duplicates."""
    counted = Counter(part)
    return not counted or not counted - Counter(whole)


def _distinct(seats: tuple[int, ...]) -> bool:
    return len(set(seats)) == len(seats)


# -- seats and numbers ------------------------------------------------------------------------------------------------


def _shape_faults(state: State) -> list[str]:
    """Return faults of seats: each list has one entry per seat, and every seat named exists."""
    n, wrong = state.seats, length_faults(state, state.seats)
    for name in ("order", "turns"):
        seats = getattr(state, name)
        if seats and sorted(seats) != list(range(n)):
            wrong.append(f"{name}: every seat from 0 to {n - 1} once, not {clip(list(seats))}.")
    for name in ("allied", "excluded"):
        seats = getattr(state, name)
        if any(seat not in range(n) for seat in seats) or not _distinct(seats):
            wrong.append(f"{name}: a seat doesn't exist, or appears twice.")
    pairs = [truce[:2] for truce in state.truces if len(truce) == 4 and min(truce) >= -1]
    if len(pairs) < len(state.truces) or len(pairs) > n * n or any(seat not in range(n) for p in pairs for seat in p):
        wrong.append("truces: too many, or one isn't [seat, seat, turns, turns].")
    return wrong


def _number_faults(state: State) -> list[str]:
    wrong = range_faults(state)
    known = [c for c in state.characters if c != -1]
    if len(set(known)) != len(known) or any(c not in range(4) for c in known):
        wrong.append("characters: each must be a number from 0 to 3, used at most once.")
    wrong += _plague_faults(state)
    if any(state.credit) and (min(state.credit) < 0 or state.ruling["ruling.shop-overpay"] != "change"):
        wrong.append("credit: this table has no credit, or the amount is below zero.")
    if any(suit not in OPENING_SUITS or suits.count(suit) > 1 for suits in state.opening for suit in suits):
        wrong.append("opening: only diamonds and hearts, each at most once per seat.")
    return wrong


def _plague_faults(state: State) -> list[str]:
    """Return faults of Plagues: only whole ones, and at most one if they don't wait or don't add up."""
    one = state.ruling["ruling.plague-carry"] == "expires" or state.ruling["ruling.plague-stack"] == "cap"
    possible = range(0, (1 if one else MOST_PLAGUES) * PLAGUE + 1, PLAGUE)
    odd = next((points for points in state.plague if points not in possible), None)
    most = "at most one" if one else f"at most {MOST_PLAGUES}"
    return [] if odd is None else [f"plague: {clip(odd)}; each Plague takes away {PLAGUE}, and {most} can be waiting."]


# -- pieces -----------------------------------------------------------------------------------------------------------


def _piece_faults(state: State) -> list[str]:
    """Return faults of pieces: each one exists, in the right number and the right place."""
    wrong = []
    lands = Counter([*state.pool, *(land for held in state.territories for land in held)])
    if lands != Counter(state.rules.strength.keys()):
        extra = [land for land, times in lands.items() if land not in state.rules.strength or times > 1]
        what = f"{clip(extra[0])} is unknown or appears twice" if extra else "one of the twelve is missing"
        wrong.append(f"territories: {what}.")
    loose = [*state.discard, *state.offer, *([] if state.carried else [state.card])]
    for suit in SUITS:
        wrong += _suit_faults(state, suit, [card for card in loose if card[-1:] == LETTER[suit]])
    jokers = 4 if state.ruling["ruling.jokers"] == "four" else 0
    if state.discard.count(JOKER) != jokers or any(c == "" or (c[-1] not in "HDCS" and c != JOKER) for c in loose):
        wrong.append("discard: this game has no such card.")
    if any(state.rules.action.get(card) != "alliance" for hand in state.alliances for card in hand):
        wrong.append("alliances: players hold only Secret Alliances.")
    if any(card[-1:] != "C" for card in state.offer):
        wrong.append("offer: the Shop sells only clubs.")
    if state.card and state.card not in state.rules.action:
        wrong.append(f"card: {clip(state.card)} isn't an action card.")
    return [*wrong, *_attached_faults(state)]


def _suit_faults(state: State, suit: str, loose: list[str]) -> list[str]:
    """Return faults of a suit: it has two of each card, in the deck, in hands or on the table."""
    hands = state.alliances if suit == "spades" else state.hand(suit)
    cards = [*state.deck(suit), *(card for hand in hands for card in hand)]
    stray = [card for card in cards if card[-1:] != LETTER[suit]]
    if stray:
        return [f"{suit}: {clip(stray[0])} doesn't belong here."]
    cards += loose
    if sorted(cards) == _FULL[suit]:
        return []
    found, full = Counter(cards), Counter(_FULL[suit])
    odd = next((card for card in (*found, *full) if found[card] != full[card]), None)
    return [f"{suit}: {clip(odd)} appears {found[odd]} times, not {full[odd]}."] if odd else []


def _attached_faults(state: State) -> list[str]:
    for seat, pairs in enumerate(state.attached):
        if pairs and state.ruling["ruling.health-attach"] != "attach-on-draw":
            return ["attached: at this table, hearts don't go under territories."]
        if any(len(pair) != 2 for pair in pairs) or not _within([p[0] for p in pairs], state.hearts[seat]):
            return ["attached: each entry must pair a heart held with a territory."]
        if any(land not in state.territories[seat] for _, land in pairs):
            return ["attached: this seat doesn't own the territory."]
    return []


def _kingdom_faults(state: State) -> list[str]:
    """Return faults of kingdoms: a player in the game has a territory and a token, a player out has nothing."""
    moment = state.frames[0][0] if state.frames else ""
    if not state.alive():
        return ["out: no one is left in the game."]
    if moment in BEFORE_PLAY and any(state.out):
        return ["out: no one is out before the first turn."]
    if moment in BEFORE_TERRITORIES and any(state.opening):
        return ["opening: players draw opening cards only after the draft."]
    if -1 in state.characters and moment != "character":
        return ["characters: a seat has no character."]
    for seat in range(state.seats):
        if state.out[seat]:
            owned = (state.territories, state.hearts, state.diamonds, state.clubs, state.alliances)
            if any(zone[seat] for zone in owned):
                return [f"out: seat {seat} is out, but still owns something."]
        elif state.tokens[seat] == OFF_BOARD:
            return [f"tokens: seat {seat} is in the game, so its token must be on the board."]
        elif not state.territories[seat] and not _may_own_nothing(state, seat, moment):
            return [f"territories: seat {seat} has none, so it must be out."]
    return []


def _may_own_nothing(state: State, seat: int, moment: str) -> bool:
    """Tell if a seat may own no territory: before the draft, or until a lost battle is settled."""
    lost = state.battle is not None and seat in state.battle.losers and any(f[0] == "aftermath" for f in state.frames)
    return moment in BEFORE_TERRITORIES or lost


# -- a battle ---------------------------------------------------------------------------------------------------------


def _battle_faults(state: State) -> list[str]:
    battle = state.battle
    fighters = battle.fighters if battle else ()
    committed = (state.committed_territory, state.committed_health, state.committed_weapons)
    if any(zone[seat] for zone in committed for seat in range(state.seats) if seat not in fighters):
        return ["committed: only fighters can commit anything."]
    if battle is None:
        return []
    wrong = _fighter_faults(state, battle) or _bout_faults(state, battle)
    return wrong or [fault for seat in fighters for fault in _commitment_faults(state, battle, seat)]


def _fighter_faults(state: State, battle: Battle) -> list[str]:
    n, fighters = state.seats, battle.fighters
    if any(seat not in range(n) for seat in (battle.attacker, *fighters)):
        return ["battle: a seat doesn't exist."]
    if battle.kind not in ("duel", "decree", "table"):
        return ["battle: its kind must be duel, decree or table."]
    if len(fighters) < 2 or not _distinct(fighters) or (battle.kind == "duel" and len(fighters) > 2):
        return ["battle: there must be at least two different fighters, and exactly two in a duel."]
    staked = {"decree": (-1,), "table": fighters}.get(battle.kind, (-1, *fighters))
    if battle.all_in not in staked:
        return ["battle: all_in must be a fighter or -1. In a decree it must be -1."]
    if battle.winner not in (-1, *fighters) or battle.losers != _losers(battle):
        return ["battle: the winner must be a fighter or -1, and the losers must fit the winner."]
    fought_out = battle.winner >= 0 and not any(frame[0] == "aftermath" for frame in state.frames)
    if not fought_out and any(state.out[seat] for seat in fighters):
        return ["battle: a player who is out can't fight."]
    return []


def _losers(battle: Battle) -> tuple[int, ...]:
    """List who has lost a battle, by its winner."""
    return losers_of(battle.kind, battle.fighters, battle.all_in, battle.winner)


def _bout_faults(state: State, battle: Battle) -> list[str]:
    """Return faults of bouts: the fighters who roll, those who roll later, and their dice."""
    n, fighters = state.seats, battle.fighters
    if not len(battle.dice) == len(battle.wins) == len(battle.totals) == n:
        return [f"battle: dice, wins and totals must each have an entry for all {n} seats."]
    if not (_within(battle.sealed, fighters) and _within(battle.bout, fighters)):
        return ["battle: only fighters can seal and roll."]
    if any(len(dice) not in (0, 2, 4) or any(die not in range(1, 7) for die in dice) for dice in battle.dice):
        return ["battle: dice: each seat must have two or four numbers from 1 to 6, or none."]
    if any(wins < 0 or (wins and seat not in fighters) for seat, wins in enumerate(battle.wins)):
        return ["battle: wins: only fighters can win."]
    later = tuple(seat for group in battle.queue for seat in group)
    knockout = all(len(group) == 1 for group in battle.queue) and _within(later, set(fighters) - set(battle.bout))
    pairs = all(len(group) == 2 and _distinct(group) and _within(group, fighters) for group in battle.queue)
    if battle.queue and (battle.kind != "decree" or not (knockout or (pairs and len(later) <= n * n))):
        return ["battle: queue: it must hold single fighters in a knockout, or pairs in a round-robin."]
    return []


def _commitment_faults(state: State, battle: Battle, seat: int) -> list[str]:
    lands, health, weapons = (
        zone[seat] for zone in (state.committed_territory, state.committed_health, state.committed_weapons)
    )
    if not _within(health, state.hearts[seat]):
        return ["committed_health: the fighter doesn't hold these hearts."]
    if not _within(weapons, state.clubs[seat]):
        return ["committed_weapons: the fighter doesn't hold these clubs."]
    if len(lands) > 1 or len(health) > HEALTH_LIMIT:
        return ["battle: each fighter may commit one territory and at most two health cards."]
    if not _within(lands, state.territories[seat] if battle.winner < 0 else state.rules.strength):
        return ["committed_territory: the fighter doesn't own this territory."]
    if battle.winner < 0 and seat in battle.sealed and not lands:
        return ["battle: a sealed commitment has no territory."]
    if battle.winner < 0 and not _within(health, usable_health(state, seat)):
        return ["committed_health: these hearts are under another territory."]
    return []


# -- what is decided --------------------------------------------------------------------------------------------------


def _frame_faults(state: State) -> list[str]:
    if state.result is not None:
        return _result_faults(state)
    if not state.frames:
        return ["frames: no one has anything to decide, but the game isn't over."]
    kinds = [frame[0] for frame in state.frames]
    if not _STACKS.fullmatch(" ".join(kinds[:30])):
        return [f"frames: {clip(' '.join(kinds[:30]))} can't occur in this order in play."]
    if kinds[0] not in ("character", "select") and not (
        state.order and (state.turns or kinds[0] in ("draft", "opening", "first"))
    ):
        return ["order and turns: these must be decided before this moment."]
    for depth, (kind, seat, data) in enumerate(state.frames):
        nobody = kind in ("commit", "first")
        if seat not in ((-1,) if nobody else range(state.seats)):
            return [f"frames: {kind}: there is no seat {clip(seat)}, or it has nothing to decide here."]
        fits, needs = _FITS[kind]
        if not fits(state, depth, seat, data):
            return [f"frames: {kind} of seat {seat} with {clip(list(data))}: this is possible only if {needs}."]
    return _top_faults(state, kinds)


def _result_faults(state: State) -> list[str]:
    result = state.result
    assert result is not None
    if state.frames:
        return ["frames: the game is over, so there is nothing to decide."]
    counts = tuple(float(len(lands)) for lands in state.territories)
    owner = majority_holder(state)
    rule, winners = ("end.majority", (owner,)) if owner >= 0 else ("end.no-majority", leaders(state))
    if result != outcome_for(rule, winners, counts):
        return [
            "result: give ['end.majority' or 'end.no-majority', won or lost for each seat, each seat's territories]. "
            "The seats with the most territories won."
        ]
    return []


def _top_faults(state: State, kinds: list[str]) -> list[str]:
    """Return faults of the top decision: a battle or an action card in progress needs its own kind of decision."""
    undecided = state.battle is not None and state.battle.winner < 0
    if undecided != (kinds[-1] in ("commit", "dice")):
        return ["battle: fighters commit or roll until there is a winner, and not afterwards."]
    if state.carried == ("npc" in kinds or "prize" in kinds):
        return ["carried: must be false during a Random NPC event, and only then."]
    return []


def _majority_faults(state: State) -> list[str]:
    """Return a fault if a seat owns seven territories, unless the battle that brought them isn't settled yet."""
    owner = majority_holder(state)
    if owner < 0 or state.result is not None:
        return []
    kinds = [frame[0] for frame in state.frames]
    settled = "majority" not in kinds or (ends_now(state) and kinds[-1] != "majority")
    if state.ruling["ruling.end-timing"] == "end-of-turn" and kinds[0] in ("end", "close"):
        settled = settled and not state.fought and "aftermath" not in kinds
    owned = len(state.territories[owner])
    return [f"territories: seat {owner} owns {owned} of them, so the game is over."] if settled else []


Fit = Callable[[State, int, int, Data], bool]  # (state, depth, seat, data) -> can this frame be there?


def _character(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the earlier seats have chosen a character and the others haven't."""
    chosen = [character >= 0 for character in state.characters]
    return data == () and _undealt(state) and chosen == [other < seat for other in range(state.seats)]


def _select(state: State, depth: int, seat: int, data: Data) -> bool:
    waiting = all(type(other) is int and other in range(state.seats) for other in data)
    return waiting and _distinct((seat, *data)) and _undealt(state)


def _undealt(state: State) -> bool:
    return not any(state.territories)


def _draft(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if everyone will have a territory after the draft, and no one a majority."""
    taken = len(state.rules.strength) - len(state.pool)
    after = [state.order[(taken + later) % state.seats] for later in range(1, len(state.pool))]
    owners = Counter([seat, *after, *(other for other, held in enumerate(state.territories) for _ in held)])
    return data == () and bool(state.pool) and len(owners) == state.seats and max(owners.values()) < MAJORITY


def _opening(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if this seat and those after it still have opening cards to draw."""
    waiting = state.order[state.order.index(seat) :]
    return data == () and all(len(state.opening[other]) < len(OPENING_SUITS) for other in waiting)


def _attach(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if there is a heart for each such decision, and a territory to put it under."""
    asked = sum(frame[:2] == ("attach", seat) for frame in state.frames)
    loose = len(state.hearts[seat]) - len(state.attached[seat])
    ruled = state.ruling["ruling.health-attach"] == "attach-on-draw"
    return data == () and ruled and asked <= loose and bool(state.territories[seat])


def _nothing(state: State, depth: int, seat: int, data: Data) -> bool:
    return data == ()


def _of_active(state: State, depth: int, seat: int, data: Data) -> bool:
    return data == () and seat == state.active


def _of_living(state: State, depth: int, seat: int, data: Data) -> bool:
    return data == () and seat == state.active and not state.out[seat]


def _walk(state: State, depth: int, seat: int, data: Data) -> bool:
    return _of_living(state, depth, seat, data) and state.die > 0


def _shop(state: State, depth: int, seat: int, data: Data) -> bool:
    return _of_living(state, depth, seat, ()) and len(data) == 1 and type(data[0]) is int and data[0] >= 0


def _pay(state: State, depth: int, seat: int, data: Data) -> bool:
    if seat != state.active or len(data) != 2 or not all(_are_texts(part) for part in data):
        return False
    weapons, paid = data
    return bool(weapons) and _within(weapons, state.offer) and _within(paid, state.diamonds[seat])


def _are_texts(part: object) -> bool:
    return isinstance(part, tuple) and all(type(text) is str for text in part)


def _limit(state: State, depth: int, seat: int, data: Data) -> bool:
    return data == () and state.ruling["ruling.hand-limit"] == "ten" and cards_held(state, seat) > HAND_LIMIT


def _npc(state: State, depth: int, seat: int, data: Data) -> bool:
    return _of_living(state, depth, seat, data) and state.rules.action.get(state.card) == "npc"


def _prize(state: State, depth: int, seat: int, data: Data) -> bool:
    drawn = all(suit in ("hearts", "diamonds") for suit in data)
    whole = len(data) + state.prize == PRIZES[state.ruling["ruling.npc-prize"]]
    return drawn and whole and state.prize > 0 and _npc(state, depth, seat, ())


def _attack(state: State, depth: int, seat: int, data: Data) -> bool:
    everybody = state.all_in[seat] and state.ruling["ruling.allin-stake"] == "drawer-vs-table"
    return _of_living(state, depth, seat, data) and bool(eligible(state, seat)) and not everybody


def _alliance(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the reason for the question matches the frame below it."""
    under = state.frames[depth - 1][0]
    reasons = {"challenge": [("own",)], "muster": [("muster",)], "alliance": [("muster",)]}
    living = not state.out[seat] and not state.out[state.active]
    own = seat == state.active
    return living and data in reasons.get(under, [("chosen",), ("met",)]) and own == (data == ("own",))


def _muster(state: State, depth: int, seat: int, data: Data) -> bool:
    return data in (("decree",), ("table",)) and _of_living(state, depth, seat, ()) and seat not in state.allied


def _commit(state: State, depth: int, seat: int, data: Data) -> bool:
    battle = state.battle
    if battle is None or battle.open or len(battle.bout) == 1:
        return False
    return data == () and len(battle.sealed) < len(battle.fighters)


def _dice(state: State, depth: int, seat: int, data: Data) -> bool:
    battle = state.battle
    if battle is None or not battle.open or len(battle.sealed) < len(battle.fighters):
        return False
    return data == () and seat in battle.bout and len(battle.bout) > 1


def _of_winner(state: State, depth: int, seat: int, data: Data) -> bool:
    return data == () and state.battle is not None and seat == state.battle.winner


def _claim(state: State, depth: int, seat: int, data: Data) -> bool:
    """Tell if the loser still owes a territory, and is asked for it only once."""
    asked = ("claim", seat, data)
    loser = data[0] if len(data) == 1 and type(data[0]) is int else -1
    return _of_winner(state, depth, seat, ()) and _owes(state, loser) and state.frames.count(asked) == 1


def _give(state: State, depth: int, seat: int, data: Data) -> bool:
    return data == () and _owes(state, seat) and state.frames.count(("give", seat, ())) == 1


def _owes(state: State, loser: int) -> bool:
    return _of_loser(state, 0, loser, ()) and bool(state.territories[loser])


def _pick(state: State, depth: int, seat: int, data: Data) -> bool:
    return data in _PICKS and _of_loser(state, depth, seat, ())


def _of_loser(state: State, depth: int, seat: int, data: Data) -> bool:
    return data == () and state.battle is not None and seat in state.battle.losers


# kind of frame -> the check for its place, and its requirements in words
_FITS: Mapping[str, tuple[Fit, str]] = {
    "character": (_character, "the seats before it have a character, the others have none, and no one has a territory"),
    "select": (_select, "its data lists the other seats still to roll, and no one has a territory yet"),
    "draft": (_draft, "the pool has enough territories for everyone, and no one would win by taking them"),
    "opening": (_opening, "this seat and the seats after it still have opening cards to draw"),
    "first": (_nothing, "its data is empty"),
    "attach": (_attach, "the ruling asks for it, and the seat has a loose heart and a territory"),
    "roll": (_of_living, "it belongs to the active seat (still in the game)"),
    "walk": (_walk, "it belongs to the active seat (still in the game), and the die has been rolled"),
    "end": (_of_active, "it belongs to the active seat"),
    "close": (_of_active, "it belongs to the active seat"),
    "limit": (_limit, "the ruling asks for it, and the seat has too many cards"),
    "shop": (
        _shop,
        "it belongs to the active seat (still in the game), and its data is the number of weapons bought",
    ),
    "pay": (_pay, "it belongs to the active seat, and its data lists weapons on offer and gold in hand"),
    "challenge": (_of_active, "it belongs to the active seat"),
    "npc": (_npc, "it belongs to the active seat (still in the game), and the card is a Random NPC event"),
    "prize": (_prize, "its data lists the suits drawn, which complete the prize, and all conditions for npc are met"),
    "attack": (
        _attack,
        "it belongs to the active seat, and that seat has someone to choose and no All In that calls everyone",
    ),
    "alliance": (_alliance, "its data is own, chosen, met or muster, whichever fits the seat and the frame below"),
    "muster": (_muster, "it belongs to the active seat, that seat fights, and its data is decree or table"),
    "commit": (_commit, "the commitments are hidden, and someone has not sealed"),
    "dice": (_dice, "the commitments are face up, two or more seats roll, and it belongs to one of them"),
    "aftermath": (_of_winner, "it belongs to the winner"),
    "majority": (_of_winner, "it belongs to the winner"),
    "claim": (
        _claim,
        "it belongs to the winner, its data names a loser with a territory, and each loser appears only once",
    ),
    "give": (_give, "it belongs to a loser with a territory, and each loser appears only once"),
    "pick": (_pick, "it belongs to a loser, and its data names a suit and that suit's rule"),
    "forfeit": (_of_loser, "it belongs to a loser"),
}
