"""After a battle: spoils, the loser's picks, eliminations, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import Move, outcome_for
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.state import (
    BATTLE_VERBS,
    MAJORITY,
    OFF_BOARD,
    RESOURCES,
    TURN_VERBS,
    Battle,
    State,
    emit_lands,
)

# -- what changes hands -----------------------------------------------------------------------------------------------


def conclude(state: State, battle: Battle, winner: int, emit: Emit | None) -> None:
    """Settle a won battle. The remaining decisions go on the stack, the last one first."""
    state.frames.pop()
    battle.winner = winner
    battle.losers = losers_of(battle.kind, battle.fighters, battle.all_in, winner)
    state.frames.append(("aftermath", winner, ()))
    for loser in reversed(battle.losers):
        _ask_for_picks(state, battle, loser)
    state.frames.append(("majority", winner, ()))
    for loser in reversed(battle.losers):
        _award_spoils(state, battle, winner, loser, emit)


def losers_of(kind: str, fighters: Sequence[int], all_in: int, winner: int) -> tuple[int, ...]:
    """List who loses a battle: everybody but the winner, or the one who stood alone against the table."""
    if winner < 0:
        return ()
    if kind == "table" and winner != all_in:
        return (all_in,)
    return tuple(seat for seat in fighters if seat != winner)


def _ask_for_picks(state: State, battle: Battle, loser: int) -> None:
    if battle.kind == "decree":
        state.frames.append(("pick", loser, ("hearts", "decree.penalty")))
        return
    state.frames.append(("pick", loser, ("clubs", "battle.pick-weapon")))
    ruling = state.ruling["ruling.one-heart"]
    if ruling == "one-each":
        state.frames.append(("forfeit", loser, ()))
    for _ in range(2 if ruling == "two" else 1):
        state.frames.append(("pick", loser, ("hearts", "battle.pick-health")))


def _award_spoils(state: State, battle: Battle, winner: int, loser: int, emit: Emit | None) -> None:
    """Take the territories that a loser gives up, or ask for a choice."""
    if battle.kind == "decree":
        ruling = state.ruling["ruling.decree-territory"]
        if ruling == "winner-picks":
            state.frames.append(("claim", winner, (loser,)))
        elif ruling == "loser-picks":
            state.frames.append(("give", loser, ()))
        else:
            hand_over(state, winner, loser, state.committed_territory[loser], "spoils", "decree.spoils", emit)
        return
    drawers = all_in_drawers(state, battle)
    only_one = state.ruling["ruling.allin-stake"] == "drawer-all-opponent-one" and loser not in drawers
    if drawers and not only_one:
        rule = "allin.win" if winner in drawers else "allin.lose"
        hand_over(state, winner, loser, state.territories[loser], "everything", rule, emit)
        return
    lost_lands = state.committed_territory[loser]
    if emit:
        emit("loses", "battle.lose-territory", EVERYONE, seat=loser, lands=list(lost_lands))
    hand_over(state, winner, loser, lost_lands, "conquers", "battle.win-territory", emit)


def all_in_drawers(state: State, battle: Battle) -> tuple[int, ...]:
    """Return the seats whose All In counts in this battle; in a duel that can be both."""
    if battle.kind != "duel":
        return (battle.all_in,) if battle.all_in >= 0 else ()
    return tuple(seat for seat in battle.fighters if seat == battle.all_in or state.all_in[seat])


def hand_over(
    state: State, winner: int, loser: int, lands: tuple[str, ...], kind: str, rule: str, emit: Emit | None
) -> None:
    """Move territories from the loser to the winner; hearts under them are lost."""
    order = state.rules.order.__getitem__
    state.territories[loser] = tuple(land for land in state.territories[loser] if land not in lands)
    state.territories[winner] = tuple(sorted((*state.territories[winner], *lands), key=order))
    pairs_lost = [pair for pair in state.attached[loser] if pair[1] in lands]
    for pair in pairs_lost:
        state.attached[loser] = without(state.attached[loser], pair)
        if pair[0] in state.committed_health[loser]:
            state.committed_health[loser] = without(state.committed_health[loser], pair[0])
        state.discard_from_hand(loser, "hearts", pair[0])
    if emit:
        emit_lands(kind, rule, state, (winner, loser), emit, seat=winner, loser=loser, lands=list(lands))
        if pairs_lost:
            hearts = sorted((heart for heart, _ in pairs_lost), key=order)
            data: dict[str, object] = {"seat": loser, "cards": hearts, "count": len(hearts)}
            if state.ruling["ruling.hidden-territories"] == "open":  # otherwise the other players can't know where
                data["lands"] = [land for land in lands if land in {land for _, land in pairs_lost}]
            emit("hearts-under", "ruling.health-attach", EVERYONE, **data)


def refuse_spoils(move: Move, legal: list[Move]) -> Verdict:
    """Refuse a move that doesn't choose a territory that a Royal Decree offers."""
    if move[0] not in ("claim", "give", "take"):
        return Verdict("decree.spoils")
    return Verdict("ruling.decree-territory", open_lands=[land for _, land in legal])


class Claim(Decision[State]):
    """The winner's choice of a Decree loser's territory (only under that ruling). Frame data: the loser."""

    verbs = ("claim", "give", "take", *TURN_VERBS, *BATTLE_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("claim", land) for land in state.territories[state.frames[-1][2][0]]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return refuse_spoils(move, self.moves(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (loser,) = state.frames.pop()
        hand_over(state, seat, loser, (str(move[1]),), "spoils", "decree.spoils", emit)
        _stop_at_majority(state)


class Give(Decision[State]):
    """A Decree loser's choice of the territory to give up (only under that ruling)."""

    verbs = ("give", "claim", "take", *TURN_VERBS, *BATTLE_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("give", land) for land in state.territories[seat]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return refuse_spoils(move, self.moves(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        assert state.battle is not None
        hand_over(state, state.battle.winner, seat, (str(move[1]),), "spoils", "decree.spoils", emit)
        _stop_at_majority(state)


def _stop_at_majority(state: State) -> None:
    """Drop the remaining claims and gifts after a majority, if the game ends at once."""
    while is_majority_final(state) and state.frames[-1][0] in ("claim", "give"):
        state.frames.pop()


# -- the loser's picks -----------------------------------------------------------------------------------------------


def pickable_cards(state: State, suit: str) -> tuple[str, ...]:
    """Return the winner's cards that a loser can pick from."""
    battle = state.battle
    assert battle is not None
    held = state.hands_of(suit)[battle.winner]
    if state.ruling["ruling.pick-pool"] == "all-held":
        return held
    committed = (state.committed_health if suit == "hearts" else state.committed_weapons)[battle.winner]
    return tuple(card for card in dict.fromkeys(committed) for _ in range(min(committed.count(card), held.count(card))))


class Pick(Decision[State]):
    """A loser's pick of a winner's card to discard. Frame data: the suit, and the rule for the pick."""

    verbs = ("pick", *TURN_VERBS, *BATTLE_VERBS)

    def due(self, state: State, emit: Emit | None) -> bool:
        """Tell if there is a card to pick; skip the pick if not, or all picks of an eliminated loser under a ruling."""
        _, seat, (suit, _) = state.frames[-1]
        if not state.territories[seat] and state.ruling["ruling.elim-picks"] == "no":
            while state.frames[-1][:2] in (("pick", seat), ("forfeit", seat)):
                state.frames.pop()
            if emit:
                emit("no-picks", "ruling.elim-picks", EVERYONE, seat=seat)
            return False
        if pickable_cards(state, suit):
            return True
        self._skip(state, emit)
        return False

    def _skip(self, state: State, emit: Emit | None) -> None:
        """Skip this pick, and a second one of the same kind."""
        frame = state.frames.pop()
        _, seat, (suit, rule) = frame
        is_second = rule == "battle.pick-health" and state.ruling["ruling.one-heart"] == "two"
        if state.frames[-1] == frame:
            state.frames.pop()
            is_second = False
        if emit:
            emit("no-second-pick" if is_second else "no-pick", "battle.if-any", EVERYONE, seat=seat, suit=suit)

    def moves(self, state: State, seat: int) -> list[Move]:
        suit = state.frames[-1][2][0]
        if state.ruling["ruling.pick-who"] == "blind":
            return [("pick", suit)]
        return [("pick", card) for card in dict.fromkeys(pickable_cards(state, suit))]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] != "pick":
            return Verdict("battle.if-any")
        suit, rule = state.frames[-1][2]
        card = move[1] if len(move) == 2 else None
        is_blind = state.ruling["ruling.pick-who"] == "blind"
        if isinstance(card, str) and card in state.rules.value and card[-1] == suit[0].upper():
            return Verdict("ruling.pick-who" if is_blind else "ruling.pick-pool")
        if card == suit:
            return Verdict("ruling.pick-who")
        return Verdict(rule, so="wrong") if rule == "battle.pick-health" else Verdict(rule)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        suit, rule = state.frames.pop()[2]
        assert state.battle is not None
        winner, card = state.battle.winner, str(move[1])
        if card == suit:
            cards = pickable_cards(state, suit)
            card = cards[state.chance.pick("picks", len(cards))]
        state.discard_from_hand(winner, suit, card)
        if emit:
            emit("pick", rule, EVERYONE, seat=seat, winner=winner, card=card)


class Forfeit(Decision[State]):
    """The loser's choice of an own heart to discard (only under that ruling)."""

    verbs = ("give-up", "pick", *TURN_VERBS, *BATTLE_VERBS)

    def due(self, state: State, emit: Emit | None) -> bool:
        if state.hearts[state.frames[-1][1]]:
            return True
        state.frames.pop()
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("give-up", card) for card in dict.fromkeys(state.hearts[seat])]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("ruling.one-heart", so="due")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        state.discard_from_hand(seat, "hearts", str(move[1]))
        if emit:
            emit("forfeit", "ruling.one-heart", EVERYONE, seat=seat, card=move[1])


# -- afterwards ------------------------------------------------------------------------------------------------------


def majority_holder(state: State) -> int:
    """Return the seat that owns a majority of the territories, or -1."""
    return next((seat for seat in range(state.seats) if len(state.territories[seat]) >= MAJORITY), -1)


def is_majority_final(state: State) -> bool:
    """Tell if a majority must end the game now: the ruling says that it does so at once."""
    return majority_holder(state) >= 0 and state.ruling["ruling.end-timing"] == "at-once"


def end_at_majority(state: State, emit: Emit | None) -> None:
    """End the game if a majority ends it at once."""
    state.frames.pop()
    if is_majority_final(state):
        _eliminate_landless(state, emit)  # there won't be an aftermath
        end_by_majority(state, majority_holder(state), emit)


def end_by_majority(state: State, winner: int, emit: Emit | None) -> None:
    _set_result(state, "end.majority", (winner,))
    if emit:
        emit("over", "end.majority", EVERYONE, seat=winner, count=len(state.territories[winner]))


def end_without_majority(state: State, emit: Emit | None) -> None:
    """End the game without a majority: most territories win, and then their total value."""
    winners = leaders(state)
    _set_result(state, "end.no-majority", winners)
    if emit:
        count, worth = count_and_value(state, winners[0])
        if len(winners) == 1:
            emit("most", "end.no-majority", EVERYONE, seat=winners[0], count=count, points=worth)
        else:
            emit("most-shared", "end.no-majority", EVERYONE, seats=list(winners), count=count, points=worth)


def leaders(state: State) -> tuple[int, ...]:
    """Return the seat with the most territories, or all seats that are equal in number and value."""
    most = max(count_and_value(state, seat) for seat in range(state.seats))
    return tuple(seat for seat in range(state.seats) if count_and_value(state, seat) == most)


def count_and_value(state: State, seat: int) -> tuple[int, int]:
    """Return the number of a seat's territories and their total value."""
    lands = state.territories[seat]
    return len(lands), sum(state.rules.strength[land] for land in lands)


def _set_result(state: State, rule: str, winners: tuple[int, ...]) -> None:
    state.frames.clear()
    state.result = outcome_for(rule, winners, [float(len(lands)) for lands in state.territories])


def clean_up_battle(state: State, emit: Emit | None) -> None:
    """Clean up after a battle: used cards, Plagues and All Ins, eliminations and exclusions."""
    state.frames.pop()
    battle = state.battle
    assert battle is not None
    state.fought += 1
    _discard_used_cards(state, battle, emit)
    for seat in battle.fighters:
        state.plague[seat] = 0
    for seat in all_in_drawers(state, battle):
        state.all_in[seat] = 0
    lasting = _lasting_exclusions(state)
    _eliminate_landless(state, emit)
    if battle.kind == "decree":
        state.excluded = ()
        if emit:
            emit("reset", "decree.reset", EVERYONE)
        return
    losers = tuple(seat for seat in battle.losers if not state.out[seat])
    excluded_before = state.excluded
    state.excluded = tuple(seat for seat in dict.fromkeys((*lasting, *losers)) if not state.out[seat])
    is_lifted = state.ruling["ruling.repeat-last-two"] == "lifted" and len(state.living_seats()) == 2
    if emit and not is_lifted:
        if state.ruling["ruling.repeat-scope"] == "ever":  # otherwise a battle just moves the exclusion on
            freed = (seat for seat in excluded_before if seat not in state.excluded and not state.out[seat])
            emit_freed(state, tuple(freed), emit)
        for seat in losers:
            emit("barred", "battle.back-to-back", EVERYONE, seat=seat)


def emit_freed(state: State, seats: tuple[int, ...], emit: Emit | None) -> None:
    """Emit that a Spades landing has ended these seats' exclusion."""
    if emit and seats:
        emit("free", "ruling.repeat-clears", EVERYONE, seats=list(seats))


def _lasting_exclusions(state: State) -> tuple[int, ...]:
    """Return the seats that stay excluded after this battle: none, unless every defeat counts.

    If a Spades landing ends exclusions, the first battle there ends them; a battle on another space doesn't.
    """
    if state.ruling["ruling.repeat-scope"] != "ever":
        return ()
    clears_here = state.ruling["ruling.repeat-clears"] == "one-spade" and state.is_on_spades(state.active)
    return () if clears_here and state.fought == 1 else state.excluded


def _discard_used_cards(state: State, battle: Battle, emit: Emit | None) -> None:
    """Discard committed hearts and weapons as the ruling says."""
    ruling = state.ruling["ruling.used-cards"]
    if ruling == "kept":
        return
    for seat in battle.fighters if ruling == "discarded" else battle.losers:
        discarded = []
        for suit, committed in (("hearts", state.committed_health), ("clubs", state.committed_weapons)):
            for card in committed[seat]:
                if card in state.hands_of(suit)[seat]:
                    state.discard_from_hand(seat, suit, card)
                    discarded.append(card)
        if emit and discarded:
            emit("used", "ruling.used-cards", EVERYONE, seat=seat, cards=discarded)


def _eliminate_landless(state: State, emit: Emit | None) -> None:
    """Eliminate the losers of the battle who have no territory left."""
    assert state.battle is not None
    for seat in state.battle.losers:
        if not state.territories[seat]:
            eliminate(state, seat, state.battle.winner, emit)


def eliminate(state: State, seat: int, winner: int, emit: Emit | None) -> None:
    """Eliminate a player without territories."""
    state.out[seat] = 1
    if emit:
        emit("out", "elim.zero", EVERYONE, seat=seat)
        emit("surrender", "elim.surrender", EVERYONE, seat=seat, winner=winner)
    lost_cards = [(suit, card) for suit in RESOURCES for card in state.hands_of(suit)[seat]]
    for suit, card in lost_cards:
        state.discard_from_hand(seat, suit, card)
    if emit and lost_cards:
        emit("resources", "elim.resources", EVERYONE, seat=seat, cards=[card for _, card in lost_cards])
    _pass_on_alliances(state, seat, winner, emit)
    state.all_in[seat] = state.credit[seat] = 0
    state.truces = tuple(truce for truce in state.truces if seat not in truce[:2])
    if state.ruling["ruling.elim-token"] == "removed":
        state.tokens[seat] = OFF_BOARD


def _pass_on_alliances(state: State, seat: int, winner: int, emit: Emit | None) -> None:
    """Discard a player's alliances, or give them to the winner. (The lost battle has used up a Plague.)"""
    alliances = state.alliances[seat]
    is_inherited = state.ruling["ruling.elim-alliance"] == "to-eliminator"
    if emit and alliances:
        is_secret = (
            is_inherited and state.ruling["ruling.alliance-open"] == "hidden"
        )  # the others can't know the number
        audience = only(seat, winner) if is_secret else EVERYONE
        emit("left", "ruling.elim-alliance", audience, seat=seat, winner=winner, count=len(alliances))
    for card in alliances:
        state.discard_from_hand(seat, "alliances", card)
        if is_inherited:
            state.add_to_hand(winner, "alliances", state.discard.pop())
