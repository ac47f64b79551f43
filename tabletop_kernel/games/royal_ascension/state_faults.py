"""The faults of a state, in sentences. Play never causes them, but a written position can have some.

The checks ensure that a state without faults can be played to the end: every decision has a move, and no move needs
anything missing. Tests damage thousands of positions to find a missing check.
"""

from __future__ import annotations

from collections import Counter

from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.games.royal_ascension.action_cards import MOST_WAITING_PLAGUES, PLAGUE_POINTS
from tabletop_kernel.games.royal_ascension.after_battle import is_majority_final, losers_of, majority_holder
from tabletop_kernel.games.royal_ascension.battle import HEALTH_LIMIT, usable_health
from tabletop_kernel.games.royal_ascension.frame_faults import are_distinct, frame_faults, is_within
from tabletop_kernel.games.royal_ascension.setup import KINDS_BEFORE_PLAY, KINDS_BEFORE_TERRITORIES, OPENING_SUITS
from tabletop_kernel.games.royal_ascension.state import (
    JOKER,
    OFF_BOARD,
    SUIT_LETTER,
    SUITS,
    Battle,
    State,
    full_suit,
)

SORTED_SUITS = {suit: sorted(full_suit(suit)) for suit in SUITS}


def faults(state: State) -> list[str]:
    """Return the faults that the first failing check finds, in sentences; later checks rely on earlier ones."""
    checks = (
        _shape_faults, _number_faults, _piece_faults, _kingdom_faults, _battle_faults, frame_faults, _majority_faults,
    )  # fmt: skip
    for check in checks:
        problems = check(state)
        if problems:
            return problems
    return []


# -- seats and numbers ------------------------------------------------------------------------------------------------


def _shape_faults(state: State) -> list[str]:
    """Return faults of seats: each list has one entry per seat, and every seat named exists."""
    seat_count, problems = state.seats, length_faults(state, state.seats)
    for name in ("order", "turns"):
        seats = getattr(state, name)
        if seats and sorted(seats) != list(range(seat_count)):
            problems.append(f"{name}: every seat from 0 to {seat_count - 1} once, not {clip(list(seats))}.")
    for name in ("allied", "excluded"):
        seats = getattr(state, name)
        if any(seat not in range(seat_count) for seat in seats) or not are_distinct(seats):
            problems.append(f"{name}: a seat doesn't exist, or appears twice.")
    pairs = [truce[:2] for truce in state.truces if len(truce) == 4 and min(truce) >= -1]
    if (
        len(pairs) < len(state.truces)
        or len(pairs) > seat_count * seat_count
        or any(seat not in range(seat_count) for pair in pairs for seat in pair)
    ):
        problems.append("truces: too many, or one isn't [seat, seat, turns, turns].")
    return problems


def _number_faults(state: State) -> list[str]:
    """Return faults of numbers: characters, Plagues, credit and opening cards."""
    problems = range_faults(state)
    chosen = [character for character in state.characters if character != -1]
    if len(set(chosen)) != len(chosen) or any(character not in range(4) for character in chosen):
        problems.append("characters: each must be a number from 0 to 3, used at most once.")
    problems += _plague_faults(state)
    if any(state.credit) and (min(state.credit) < 0 or state.ruling["ruling.shop-overpay"] != "change"):
        problems.append("credit: this table has no credit, or the amount is below zero.")
    if any(suit not in OPENING_SUITS or suits.count(suit) > 1 for suits in state.opening for suit in suits):
        problems.append("opening: only diamonds and hearts, each at most once per seat.")
    return problems


def _plague_faults(state: State) -> list[str]:
    """Return faults of Plagues: only whole ones, and at most one if they don't wait or don't add up."""
    only_one = state.ruling["ruling.plague-carry"] == "expires" or state.ruling["ruling.plague-stack"] == "cap"
    possible = range(0, (1 if only_one else MOST_WAITING_PLAGUES) * PLAGUE_POINTS + 1, PLAGUE_POINTS)
    odd = next((points for points in state.plague if points not in possible), None)
    most = "at most one" if only_one else f"at most {MOST_WAITING_PLAGUES}"
    return (
        []
        if odd is None
        else [f"plague: {clip(odd)}; each Plague takes away {PLAGUE_POINTS}, and {most} can be waiting."]
    )


# -- pieces -----------------------------------------------------------------------------------------------------------


def _piece_faults(state: State) -> list[str]:
    """Return faults of pieces: each one exists, in the right number and the right place."""
    problems = []
    lands = Counter([*state.pool, *(land for held in state.territories for land in held)])
    if lands != Counter(state.rules.strength.keys()):
        extra = [land for land, times in lands.items() if land not in state.rules.strength or times > 1]
        what = f"{clip(extra[0])} is unknown or appears twice" if extra else "one of the twelve is missing"
        problems.append(f"territories: {what}.")
    loose = [*state.discard, *state.offer, *([] if state.carried else [state.card])]
    for suit in SUITS:
        problems += _suit_faults(state, suit, [card for card in loose if card[-1:] == SUIT_LETTER[suit]])
    jokers = 4 if state.ruling["ruling.jokers"] == "four" else 0
    if state.discard.count(JOKER) != jokers or any(c == "" or (c[-1] not in "HDCS" and c != JOKER) for c in loose):
        problems.append("discard: this game has no such card.")
    if any(state.rules.action.get(card) != "alliance" for hand in state.alliances for card in hand):
        problems.append("alliances: players hold only Secret Alliances.")
    if any(card[-1:] != "C" for card in state.offer):
        problems.append("offer: the Shop sells only clubs.")
    if state.card and state.card not in state.rules.action:
        problems.append(f"card: {clip(state.card)} isn't an action card.")
    return [*problems, *_attached_faults(state)]


def _suit_faults(state: State, suit: str, loose: list[str]) -> list[str]:
    """Return faults of a suit: it has two of each card, in the deck, in hands or on the table."""
    hands = state.alliances if suit == "spades" else state.hands_of(suit)
    cards = [*state.deck_of(suit), *(card for hand in hands for card in hand)]
    stray = [card for card in cards if card[-1:] != SUIT_LETTER[suit]]
    if stray:
        return [f"{suit}: {clip(stray[0])} doesn't belong here."]
    cards += loose
    if sorted(cards) == SORTED_SUITS[suit]:
        return []
    present, full = Counter(cards), Counter(SORTED_SUITS[suit])
    odd = next((card for card in (*present, *full) if present[card] != full[card]), None)
    return [f"{suit}: {clip(odd)} appears {present[odd]} times, not {full[odd]}."] if odd else []


def _attached_faults(state: State) -> list[str]:
    """Return a fault if hearts lie under territories that the ruling or their owner doesn't allow."""
    for seat, pairs in enumerate(state.attached):
        if pairs and state.ruling["ruling.health-attach"] != "attach-on-draw":
            return ["attached: at this table, hearts don't go under territories."]
        if any(len(pair) != 2 for pair in pairs) or not is_within([p[0] for p in pairs], state.hearts[seat]):
            return ["attached: each entry must pair a heart held with a territory."]
        if any(land not in state.territories[seat] for _, land in pairs):
            return ["attached: this seat doesn't own the territory."]
    return []


def _kingdom_faults(state: State) -> list[str]:
    """Return faults of kingdoms: a player in the game has a territory and a token, a player out has nothing."""
    moment = state.frames[0][0] if state.frames else ""
    if not state.living_seats():
        return ["out: no one is left in the game."]
    if moment in KINDS_BEFORE_PLAY and any(state.out):
        return ["out: no one is out before the first turn."]
    if moment in KINDS_BEFORE_TERRITORIES and any(state.opening):
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
    lost_battle = (
        state.battle is not None and seat in state.battle.losers and any(f[0] == "aftermath" for f in state.frames)
    )
    return moment in KINDS_BEFORE_TERRITORIES or lost_battle


# -- a battle ---------------------------------------------------------------------------------------------------------


def _battle_faults(state: State) -> list[str]:
    """Return faults of a battle and its commitments."""
    battle = state.battle
    fighters = battle.fighters if battle else ()
    committed = (state.committed_territory, state.committed_health, state.committed_weapons)
    if any(zone[seat] for zone in committed for seat in range(state.seats) if seat not in fighters):
        return ["committed: only fighters can commit anything."]
    if battle is None:
        return []
    problems = _fighter_faults(state, battle) or _bout_faults(state, battle)
    return problems or [fault for seat in fighters for fault in _commitment_faults(state, battle, seat)]


def _fighter_faults(state: State, battle: Battle) -> list[str]:
    """Return faults of who fights, who staked everything, and who won."""
    seat_count, fighters = state.seats, battle.fighters
    if any(seat not in range(seat_count) for seat in (battle.attacker, *fighters)):
        return ["battle: a seat doesn't exist."]
    if battle.kind not in ("duel", "decree", "table"):
        return ["battle: its kind must be duel, decree or table."]
    if len(fighters) < 2 or not are_distinct(fighters) or (battle.kind == "duel" and len(fighters) > 2):
        return ["battle: there must be at least two different fighters, and exactly two in a duel."]
    possible_drawers = {"decree": (-1,), "table": fighters}.get(battle.kind, (-1, *fighters))
    if battle.all_in not in possible_drawers:
        return ["battle: all_in must be a fighter or -1. In a decree it must be -1."]
    if battle.winner not in (-1, *fighters) or battle.losers != _expected_losers(battle):
        return ["battle: the winner must be a fighter or -1, and the losers must fit the winner."]
    is_settled = battle.winner >= 0 and not any(frame[0] == "aftermath" for frame in state.frames)
    if not is_settled and any(state.out[seat] for seat in fighters):
        return ["battle: a player who is out can't fight."]
    return []


def _expected_losers(battle: Battle) -> tuple[int, ...]:
    """List who has lost a battle, by its winner."""
    return losers_of(battle.kind, battle.fighters, battle.all_in, battle.winner)


def _bout_faults(state: State, battle: Battle) -> list[str]:
    """Return faults of bouts: the fighters who roll, those who roll later, and their dice."""
    seat_count, fighters = state.seats, battle.fighters
    if not len(battle.dice) == len(battle.wins) == len(battle.totals) == seat_count:
        return [f"battle: dice, wins and totals must each have an entry for all {seat_count} seats."]
    if not (is_within(battle.sealed, fighters) and is_within(battle.bout, fighters)):
        return ["battle: only fighters can seal and roll."]
    if any(len(dice) not in (0, 2, 4) or any(die not in range(1, 7) for die in dice) for dice in battle.dice):
        return ["battle: dice: each seat must have two or four numbers from 1 to 6, or none."]
    if any(wins < 0 or (wins and seat not in fighters) for seat, wins in enumerate(battle.wins)):
        return ["battle: wins: only fighters can win."]
    later_seats = tuple(seat for group in battle.queue for seat in group)
    is_knockout = all(len(group) == 1 for group in battle.queue) and is_within(
        later_seats, set(fighters) - set(battle.bout)
    )
    are_pairs = all(len(group) == 2 and are_distinct(group) and is_within(group, fighters) for group in battle.queue)
    if battle.queue and (
        battle.kind != "decree" or not (is_knockout or (are_pairs and len(later_seats) <= seat_count * seat_count))
    ):
        return ["battle: queue: it must hold single fighters in a knockout, or pairs in a round-robin."]
    return []


def _commitment_faults(state: State, battle: Battle, seat: int) -> list[str]:
    """Return faults of one fighter's commitment: only pieces that it owns, within the limits."""
    lands, health, weapons = (
        zone[seat] for zone in (state.committed_territory, state.committed_health, state.committed_weapons)
    )
    if not is_within(health, state.hearts[seat]):
        return ["committed_health: the fighter doesn't hold these hearts."]
    if not is_within(weapons, state.clubs[seat]):
        return ["committed_weapons: the fighter doesn't hold these clubs."]
    if len(lands) > 1 or len(health) > HEALTH_LIMIT:
        return ["battle: each fighter may commit one territory and at most two health cards."]
    if not is_within(lands, state.territories[seat] if battle.winner < 0 else state.rules.strength):
        return ["committed_territory: the fighter doesn't own this territory."]
    if battle.winner < 0 and seat in battle.sealed and not lands:
        return ["battle: a sealed commitment has no territory."]
    if battle.winner < 0 and not is_within(health, usable_health(state, seat)):
        return ["committed_health: these hearts are under another territory."]
    return []


# -- a majority -------------------------------------------------------------------------------------------------------


def _majority_faults(state: State) -> list[str]:
    """Return a fault if a seat owns seven territories, unless the battle that brought them isn't settled yet."""
    owner = majority_holder(state)
    if owner < 0 or state.result is not None:
        return []
    kinds = [frame[0] for frame in state.frames]
    is_settled = "majority" not in kinds or (is_majority_final(state) and kinds[-1] != "majority")
    if state.ruling["ruling.end-timing"] == "end-of-turn" and kinds[0] in ("end", "close"):
        is_settled = is_settled and not state.fought and "aftermath" not in kinds
    owned = len(state.territories[owner])
    return [f"territories: seat {owner} owns {owned} of them, so the game is over."] if is_settled else []
