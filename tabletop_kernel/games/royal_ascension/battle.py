"""A battle once it has begun: the secret commitments, the dice and the bouts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import TAKE_BACK, Move, OpenDecision
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.after_battle import conclude
from tabletop_kernel.games.royal_ascension.challenges import STAYING_OUT_RULING
from tabletop_kernel.games.royal_ascension.state import BATTLE_VERBS, Battle, State

HEALTH_LIMIT = 2
BATTLE_DICE = 2  # in one throw

# -- committing ------------------------------------------------------------------------------------------------------


def unsealed_fighters(state: State) -> tuple[int, ...]:
    """Return the fighters who haven't sealed their commitment."""
    battle = state.battle
    assert battle is not None
    return tuple(seat for seat in battle.fighters if seat not in battle.sealed)


class Commit(Decision[State]):
    """The secret choice of pieces, one at a time, up to the seal. The other players don't see the progress."""

    verbs = ("commit", "seal", TAKE_BACK, "attack", "pass", "ally", "roll", "fight")

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        return unsealed_fighters(state)  # all fighters decide at the same time

    def moves(self, state: State, seat: int) -> list[Move]:
        moves: list[Move] = []
        lands = state.committed_territory[seat]
        health, weapons = state.committed_health[seat], state.committed_weapons[seat]
        if not lands:
            moves += [("commit", territory) for territory in state.territories[seat]]
        if len(health) < HEALTH_LIMIT:
            moves += [("commit", card) for card in dict.fromkeys(_without_used(usable_health(state, seat), health))]
        moves += [("commit", card) for card in dict.fromkeys(_without_used(state.clubs[seat], weapons))]
        if lands:
            moves.append(("seal",))
        moves += [(TAKE_BACK, piece) for piece in dict.fromkeys((*lands, *health, *weapons))]
        return moves

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        verb = move[0]
        if verb == "commit" and len(move) == 2:
            return (
                self._refuse_commitment(state, seat, str(move[1])) if type(move[1]) is str else Verdict("battle.total")
            )
        if move == ("seal",):
            return Verdict("battle.territory", territory="")
        if verb == "ally":
            return Verdict(_no_alliance_rule(state, seat))
        if verb in ("attack", "pass"):
            return refuse_leaving_battle(state)
        return Verdict("battle.reveal")

    def _refuse_commitment(self, state: State, seat: int, piece: str) -> Verdict:
        """Refuse to commit a piece that isn't among the moves."""
        if piece in state.rules.strength:
            return Verdict("battle.territory", territory=piece)
        if piece not in state.rules.value or piece[-1] == "D":
            return Verdict("space.diamonds" if piece in state.rules.value else "battle.total")
        if piece[-1] == "C":
            return Verdict("battle.weapons-any")
        health = state.committed_health[seat]
        if len(health) >= HEALTH_LIMIT:
            return Verdict("battle.health-limit", limit=HEALTH_LIMIT)
        is_elsewhere = piece in _without_used(state.hearts[seat], health)
        return Verdict("ruling.health-attach", so="not-here") if is_elsewhere else Verdict("battle.health-add")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "seal":
            self._seal(state, seat, emit)
            return
        piece = str(move[1])
        zone = _commitment_zone(state, piece)
        if move[0] == TAKE_BACK:
            zone[seat] = without(zone[seat], piece)
            if zone is state.committed_territory and state.ruling["ruling.health-attach"] == "attach-on-draw":
                state.committed_health[seat] = ()  # the hearts under a territory go back with it
        else:
            zone[seat] = tuple(sorted((*zone[seat], piece), key=state.rules.order.__getitem__))
        if emit:
            taken_back = move[0] == TAKE_BACK
            rule = "battle.reveal" if taken_back else _commitment_rule(state, piece)
            emit("uncommit" if taken_back else "commit", rule, only(seat), seat=seat, piece=piece)

    def _seal(self, state: State, seat: int, emit: Emit | None) -> None:
        battle = state.battle
        assert battle is not None
        battle.sealed = (*battle.sealed, seat)
        if emit:
            emit("seal", "battle.reveal", EVERYONE, seat=seat)
        if len(battle.sealed) == len(battle.fighters):
            battle.open = True
            if emit:
                for fighter in battle.fighters:
                    _emit_strength(state, fighter, emit)
            if not battle.bout:
                set_first_bout(state, battle)
            ask_for_dice(state, battle)


def _no_alliance_rule(state: State, seat: int) -> str:
    """Return the rule that keeps a Secret Alliance out of a battle in progress."""
    battle = state.battle
    assert battle is not None
    was_called = seat != battle.attacker and (battle.kind == "decree" or battle.all_in == battle.attacker)
    ruling = STAYING_OUT_RULING["decree" if battle.kind == "decree" else "table"]
    return ruling if was_called and state.ruling[ruling] == "no" else "alliance.use"


def refuse_leaving_battle(state: State) -> Verdict:
    """Refuse to join, leave or change opponents during a battle."""
    battle = state.battle
    assert battle is not None
    if battle.kind != "duel":
        return Verdict("decree.all" if battle.kind == "decree" else "ruling.allin-stake")
    return Verdict("battle.high-wins", fighters=list(battle.fighters))


def _without_used(cards: tuple[str, ...], used: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards that aren't used yet."""
    for card in used:
        cards = without(cards, card)
    return cards


def usable_health(state: State, seat: int) -> tuple[str, ...]:
    """Return the hearts a seat can commit: all of them, or only those under its committed territory."""
    if state.ruling["ruling.health-attach"] != "attach-on-draw":
        return state.hearts[seat]
    return tuple(heart for heart, land in state.attached[seat] if land in state.committed_territory[seat])


def _commitment_zone(state: State, piece: str) -> list[tuple[str, ...]]:
    """Return the zone of all seats' commitments that a piece goes to."""
    if piece in state.rules.strength:
        return state.committed_territory
    return state.committed_health if piece[-1] == "H" else state.committed_weapons


def _commitment_rule(state: State, piece: str) -> str:
    """Return the rule that lets a piece join a battle."""
    if piece in state.rules.strength:
        return "battle.territory"
    return "battle.health-add" if piece[-1] == "H" else "battle.weapons-any"


def _emit_strength(state: State, seat: int, emit: Emit) -> None:
    """Emit every part of a fighter's strength, with the rule that adds it."""
    value, strength = state.rules.value, state.rules.strength
    land = state.committed_territory[seat][0]
    health, weapons = state.committed_health[seat], state.committed_weapons[seat]
    emit("reveal", "terr.defend", EVERYONE, seat=seat, territory=land, points=strength[land])
    if health:
        points = sum(value[card] for card in health)
        emit("health", "battle.health-add", EVERYONE, seat=seat, cards=list(health), points=points)
    if weapons:
        points = sum(value[card] for card in weapons)
        emit("weapons", "shop.power", EVERYONE, seat=seat, cards=list(weapons), count=len(weapons), points=points)
    if state.plague[seat]:
        emit("sick", "plague.minus", EVERYONE, seat=seat, points=state.plague[seat])


# -- the dice --------------------------------------------------------------------------------------------------------


def set_first_bout(state: State, battle: Battle) -> None:
    """Set up the first bout: all fighters at once, or pairs under another ruling for a Decree."""
    battle.bout = battle.fighters
    if battle.kind == "decree" and len(battle.fighters) > 2:
        ruling = state.ruling["ruling.decree-format"]
        if ruling == "knockout":
            battle.bout = battle.fighters[:2]
            battle.queue = tuple((seat,) for seat in battle.fighters[2:])
        elif ruling == "round-robin":
            battle.bout, *rest = combinations(battle.fighters, 2)
            battle.queue = tuple(rest)


def ask_for_dice(state: State, battle: Battle) -> None:
    """Clear the dice of this bout, and ask its first fighter to roll."""
    for seat in battle.bout:
        battle.dice[seat] = ()
    state.frames[-1] = ("dice", battle.bout[0], ())


def strength_before_dice(state: State, seat: int) -> int:
    """Return a fighter's total without the dice."""
    value = state.rules.value
    committed = (*state.committed_health[seat], *state.committed_weapons[seat])
    lands = sum(state.rules.strength[land] for land in state.committed_territory[seat])
    return lands + sum(value[card] for card in committed) - state.plague[seat]


def dice_total(state: State, dice: tuple[int, ...]) -> int:
    """Return the points of a fighter's dice."""
    if state.ruling["ruling.battle-dice"] == "best-of-two" and len(dice) == 2 * BATTLE_DICE:
        return max(sum(dice[:BATTLE_DICE]), sum(dice[BATTLE_DICE:]))
    return sum(dice)


class Dice(Decision[State]):
    """A fighter's roll."""

    verbs = ("roll", *BATTLE_VERBS, TAKE_BACK, "ally")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("roll", BATTLE_DICE)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] in ("commit", TAKE_BACK, "seal"):
            return Verdict("ruling.tie-recommit" if _is_tie_repeated(state) else "battle.reveal")
        if move[0] == "ally":
            return Verdict(_no_alliance_rule(state, seat))
        if move[0] in ("attack", "pass"):
            return refuse_leaving_battle(state)
        return Verdict("battle.dice", dice=BATTLE_DICE) if move[0] == "roll" else Verdict("turn.end", so="dice-due")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        battle = state.battle
        assert battle is not None
        throw_count = 1 if state.ruling["ruling.battle-dice"] == "one-roll-each" else 2
        dice = tuple(state.chance.roll("dice") for _ in range(throw_count * BATTLE_DICE))
        battle.dice[seat] = dice
        if emit:
            emit("dice", "battle.dice", EVERYONE, seat=seat, dice=list(dice), points=dice_total(state, dice))
            total = strength_before_dice(state, seat) + dice_total(state, dice)
            emit("total", "battle.total", EVERYONE, seat=seat, total=total)
        place = battle.bout.index(seat) + 1
        if place < len(battle.bout):
            state.frames[-1] = ("dice", battle.bout[place], ())
        else:
            _compare_totals(state, battle, emit)


def _is_tie_repeated(state: State) -> bool:
    """Tell if this bout repeats a tie with the same commitments."""
    assert state.battle is not None
    return state.ruling["ruling.tie-recommit"] == "keep" and any(
        state.battle.totals[seat] for seat in state.battle.bout
    )


def _compare_totals(state: State, battle: Battle, emit: Emit | None) -> None:
    """Compare the totals after everyone in the bout has rolled: repeat a tie, or settle the bout."""
    for seat in battle.bout:
        battle.totals[seat] = strength_before_dice(state, seat) + dice_total(state, battle.dice[seat])
    highest = max(battle.totals[seat] for seat in battle.bout)
    best = tuple(seat for seat in battle.bout if battle.totals[seat] == highest)
    if len(best) > 1:
        battle.bout = best
        if emit:
            emit("tie", "battle.tie", EVERYONE, seats=list(best), total=highest)
        if state.ruling["ruling.tie-recommit"] == "recommit":
            battle.open = False
            battle.sealed = tuple(seat for seat in battle.sealed if seat not in best)
            for seat in best:
                state.committed_territory[seat] = state.committed_health[seat] = state.committed_weapons[seat] = ()
            state.frames[-1] = ("commit", ANYONE, ())
        else:
            ask_for_dice(state, battle)
        return
    winner = best[0]
    all_paired = _was_last_pair(state, battle)
    if emit:
        kind = "won-bout" if battle.queue or all_paired else "won"
        emit(kind, "battle.high-wins", EVERYONE, seat=winner, total=highest)
    battle.wins[winner] += 1
    if battle.queue:
        _continue_with_next_bout(state, battle, winner)
    elif all_paired:
        _settle_round_robin(state, battle, emit)
    else:
        conclude(state, battle, winner, emit)


def _was_last_pair(state: State, battle: Battle) -> bool:
    """Tell if this was the last pair of a round-robin.

    It isn't in the play-off of equal seats: that starts without earlier wins.
    """
    is_round_robin = battle.kind == "decree" and state.ruling["ruling.decree-format"] == "round-robin"
    return is_round_robin and not battle.queue and any(battle.wins)


def _continue_with_next_bout(state: State, battle: Battle, winner: int) -> None:
    """Continue with the next bout of a knockout or round-robin."""
    queue = battle.queue
    if len(queue[0]) == 1:  # a knockout: its winner joins the next fighter
        queue = (*queue, (winner,))
        queue = (queue[0] + queue[1], *queue[2:])
    battle.queue = queue[1:]
    _start_bout(state, battle, queue[0])


def _start_bout(state: State, battle: Battle, bout: tuple[int, ...]) -> None:
    """Start a bout; clear earlier totals, so that they don't look like a tie."""
    battle.bout = bout
    for seat in bout:
        battle.totals[seat] = 0
    ask_for_dice(state, battle)


def _settle_round_robin(state: State, battle: Battle, emit: Emit | None) -> None:
    """End a round-robin: most wins decide, and equal seats roll once more together."""
    most = max(battle.wins)
    best = tuple(seat for seat in battle.fighters if battle.wins[seat] == most)
    if len(best) == 1:
        if emit:
            emit("most-bouts", "ruling.decree-format", EVERYONE, seat=best[0], count=most)
        conclude(state, battle, best[0], emit)
        return
    if emit:
        emit("bouts-equal", "ruling.decree-format", EVERYONE, seats=list(best), count=most)
    battle.wins = [0] * state.seats
    _start_bout(state, battle, best)
