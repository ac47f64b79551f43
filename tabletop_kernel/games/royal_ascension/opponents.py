"""Opponents: whom a seat can battle now, and why it can't battle another."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.state import HOME, State

# -- who may battle --------------------------------------------------------------------------------------------------


def barred_seats(state: State) -> tuple[int, ...]:
    """Return the seats that can't battle now because they lost an earlier battle."""
    if state.excluded and state.ruling["ruling.repeat-last-two"] == "lifted" and len(state.living_seats()) == 2:
        return ()
    return state.excluded


def are_battles_over(state: State) -> bool:
    """Tell if there can be no more battles: too many seats are excluded, and nothing left can change that.

    A Royal Decree, another battle or, under a ruling, the next Spades landing ends an exclusion. Truces and alliances
    end by themselves, so they don't count.
    """
    no_more_decrees = state.ruling["ruling.space-when-deck-empty"] == "no-draw" and not state.spades_deck
    if not no_more_decrees or state.ruling["ruling.repeat-clears"] == "one-spade":
        return False
    free = len(state.living_seats()) - len(barred_seats(state))
    needed = 1 if state.ruling["ruling.repeat-initiator"] == "yes" else 2
    return free < needed


def is_in_truce(state: State, seat: int, other: int) -> bool:
    """Tell if a Secret Alliance keeps two seats from battling each other until both have had a turn."""
    return any({a, b} == {seat, other} for a, b, _, _ in state.truces)


def eligible_opponents(state: State, seat: int) -> list[int]:
    """Return the opponents this seat can choose now."""
    barred = barred_seats(state)
    if seat in barred and state.ruling["ruling.repeat-initiator"] == "no":
        return []
    return [
        other
        for other in range(state.seats)
        if other != seat
        and not state.out[other]
        and other not in barred
        and other not in state.allied
        and not (state.truces and is_in_truce(state, seat, other))
    ]


def seats_on_space(state: State, seat: int) -> list[int]:
    """Return the other seats whose tokens share this token's space; tokens at home don't meet."""
    space = state.tokens[seat]
    return [other for other in state.living_seats() if other != seat and state.tokens[other] == space != HOME]


def challengeable(state: State, seat: int) -> list[int]:
    """Return the seats that this seat can challenge to an extra battle because they share its space."""
    if state.ruling["ruling.shared-space"] != "battle" or _was_battle_avoided(state):
        return []
    return [other for other in seats_on_space(state, seat) if other in eligible_opponents(state, seat)]


def _was_battle_avoided(state: State) -> bool:
    """Tell if an alliance replaced the battle for good; a ruling lets the attacker choose again."""
    can_choose_again = state.ruling["ruling.alliance-effect"] == "choose-again" and state.active not in state.allied
    return bool(state.allied) and not state.fought and not can_choose_again


# -- why there is no battle --------------------------------------------------------------------------------------------


def is_barred_from_starting(state: State, seat: int) -> bool:
    """Tell if a lost battle keeps this seat from starting one."""
    return seat in barred_seats(state) and state.ruling["ruling.repeat-initiator"] == "no"


def refuse_opponent(state: State, seat: int, other: int, choices: list[int]) -> Verdict:
    """Refuse a challenge to a seat that is still in the game, but can't be chosen."""
    if is_barred_from_starting(state, seat):
        return Verdict("battle.back-to-back")
    if other in barred_seats(state):
        return Verdict("battle.no-previous-loser", opponent=other, choices=choices)
    if other in state.allied:
        return _refuse_after_alliance(seat, other, "this-turn")
    truce_shown_by = next((shown_by for a, shown_by, _, _ in state.truces if {a, shown_by} == {seat, other}), None)
    if truce_shown_by is not None:
        return _refuse_after_alliance(seat, truce_shown_by, "truce")
    if _was_battle_avoided(state):
        return _refuse_after_alliance(seat, state.allied[-1], "ended")
    return Verdict("battle.opponent", choices=choices)


def _refuse_after_alliance(seat: int, shown_by: int, so: str) -> Verdict:
    """Refuse a battle that a Secret Alliance prevents; this seat may have shown the alliance itself."""
    return Verdict("ruling.alliance-effect", opponent="you" if shown_by == seat else shown_by, so=so)


def moment_of_turn(state: State, seat: int) -> str:
    """Return the key for this seat's place in the turn: what it must do first, or what it has finished."""
    kind = state.frames[-1][0]
    if kind == "commit":
        return "seal-due" if state.committed_territory[seat] else "in-battle"
    if kind == "end":
        return "done-met" if challengeable(state, seat) else "done"
    return "dice-due" if kind == "dice" else "unfit"


def refuse_battle_after_space(state: State, seat: int, move: Move) -> Verdict:
    """Refuse a battle move after the space's effect, when the turn only waits for its end."""
    named = move[1] if move[0] == "attack" and len(move) == 2 else None
    other = named if type(named) is int and named != seat and 0 <= named < state.seats else None
    if other is not None and state.out[other]:
        return Verdict("elim.zero", opponent=other)
    on_space = seats_on_space(state, seat)
    if (
        on_space
        and state.ruling["ruling.shared-space"] == "battle"
        and (other in on_space or not _was_battle_avoided(state))
    ):
        return _refuse_battle_on_space(state, seat, move, other)
    if state.is_on_spades(seat):
        return _refuse_battle_after_landing(state, seat, other)
    return Verdict("ruling.shared-space" if other in on_space else "battle.start")


def _refuse_battle_on_space(state: State, seat: int, move: Move, other: int | None) -> Verdict:
    """Refuse a move that isn't a possible battle with a player on the same space."""
    choices = challengeable(state, seat)
    if other is None:
        if move[0] == "pass":
            return Verdict("turn.end", so=moment_of_turn(state, seat))
        on_space = seats_on_space(state, seat)
        return Verdict("battle.opponent", choices=choices) if choices else refuse_opponent(state, seat, on_space[0], [])
    if other in seats_on_space(state, seat):
        return refuse_opponent(state, seat, other, choices)
    return Verdict("ruling.shared-space", opponent=other, so="elsewhere", choices=choices)


def _refuse_battle_after_landing(state: State, seat: int, other: int | None) -> Verdict:
    """Refuse a battle because a Spades landing brings none, or no second one."""
    if not state.fought:
        return _refuse_battle_never_fought(state, seat, other)
    is_decree = state.rules.action.get(state.card) == "decree"
    is_replaced = is_decree and state.ruling["ruling.decree-replaces"] == "replaces"
    return Verdict("ruling.decree-replaces") if is_replaced else Verdict("turn.end", so=moment_of_turn(state, seat))


def _refuse_battle_never_fought(state: State, seat: int, other: int | None) -> Verdict:
    """Refuse a battle after a Spades landing that has brought none."""
    if set(state.living_seats()) <= {seat, *state.allied} and (rule := _staying_out_rule(state)):
        return Verdict(rule)
    if is_barred_from_starting(state, seat):
        return Verdict("battle.back-to-back")
    if _was_battle_avoided(state):
        return _refuse_after_alliance(seat, state.allied[-1], "ended")
    if eligible_opponents(state, seat):
        if state.ruling["ruling.battle-must"] == "may":  # so the player skipped it
            return Verdict("ruling.battle-must", so="left-out")
        return Verdict("turn.end", so=moment_of_turn(state, seat))
    return Verdict("space.spades") if other is None else refuse_opponent(state, seat, other, [])


def _staying_out_rule(state: State) -> str:
    """Return the ruling on staying out of this turn's battle of all players; empty if its card calls none."""
    action = state.rules.action.get(state.card)
    if action == "decree":
        return "ruling.alliance-vs-decree"
    against_table = action == "all-in" and state.ruling["ruling.allin-stake"] == "drawer-vs-table"
    return "ruling.alliance-vs-allin" if against_table else ""
