"""The attacks of a battle: both sides roll, bandits fall, and players and the wagon take harm."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.deck_goes_west import dice
from tabletop_kernel.games.deck_goes_west.battle import (
    OUTLAWS,
    PLAYERS,
    WAGON,
    Battle,
    Side,
    can_hit_wagon,
    change_battle,
    players_on_tile,
    read_battle,
)
from tabletop_kernel.games.deck_goes_west.cards import danger_cards
from tabletop_kernel.games.deck_goes_west.days import events
from tabletop_kernel.games.deck_goes_west.jobs import under_way
from tabletop_kernel.games.deck_goes_west.jobs.under_way import Doing
from tabletop_kernel.games.deck_goes_west.land import bandits
from tabletop_kernel.games.deck_goes_west.state import Place, State


def continue_battle(state: State, emit: Emit | None) -> None:
    """Take the battle on top one step further: harm, commitments, attacks, then jobs put off. End it after that."""
    battle = read_battle(state.frames[-1])
    if battle.hurt:
        _take_harm(state, battle, emit)
    elif battle.waiting:
        _ask_next_player(state, battle)
    elif battle.attacks:
        attack = _players_attack if battle.attacks[0] == PLAYERS else _bandits_attack
        if emit and len(battle.attacks) == 1 and _has_attack(state, battle):
            _emit_counterattack(state, battle, emit)
        attack(state, change_battle(state, attacks=battle.attacks[1:]), emit)
    elif battle.later:
        _resume_job(state, battle, emit)
    else:
        state.frames.pop()
        for side in battle.sides:
            under_way.discard_played(state, side.seat)


def _resume_job(state: State, battle: Battle, emit: Emit | None) -> None:
    """Resume the next job that was put off until after the battle, unless its player is out."""
    job, *rest = battle.later
    change_battle(state, later=tuple(rest))
    if job[1] not in state.living_seats():
        return
    state.frames.append(job)
    if emit:
        emit("picks-up", "ruling.battle-extra-steps", EVERYONE, seat=job[1], source=Doing(*job[2]).source)


def _emit_counterattack(state: State, battle: Battle, emit: Emit) -> None:
    """Emit that the other side strikes back; under a ruling, fallen bandits do too."""
    have_fallen = battle.attacks[0] == OUTLAWS and battle.size != state.bandits.get(battle.place, 0)
    if have_fallen and state.ruling["ruling.counter-size"] == "original":
        emit("strikes-back-all", "ruling.counter-size", EVERYONE, place=battle.place, count=battle.size)
    else:
        emit("strikes-back", "battle.order", EVERYONE, place=battle.place)


def _has_attack(state: State, battle: Battle) -> bool:
    """Tell if anyone attacks on the side whose turn it is."""
    if battle.attacks[0] == OUTLAWS:
        return _count_attacking_bandits(state, battle) > 0
    return battle.place in state.bandits and bool(_attacking_sides(state, battle))


def _attacking_sides(state: State, battle: Battle) -> list[Side]:
    """Return the players with something to hit with."""
    return [side for side in battle.sides if side.seat in state.living_seats() and (side.attack_dice or side.hits)]


def _count_attacking_bandits(state: State, battle: Battle) -> int:
    """Return how many bandits attack: those left, or under a ruling as many as there were."""
    counts_fallen = state.ruling["ruling.counter-size"] == "original"
    return battle.size if counts_fallen else state.bandits.get(battle.place, 0)


def _ask_next_player(state: State, battle: Battle) -> None:
    """Ask the next player for battle jobs, if still on the tile."""
    seat, *rest = battle.waiting
    change_battle(state, waiting=tuple(rest))
    if seat in state.seats_on(battle.place):
        state.frames.append(("commit", seat, ()))


def _players_attack(state: State, battle: Battle, emit: Emit | None) -> None:
    """Set the hits of all players against the saves of all bandits, and remove the fallen."""
    bandit_count = state.bandits.get(battle.place, 0)
    if not bandit_count:
        return
    sides = _attacking_sides(state, battle)
    if not sides:
        if emit:
            emit("no-attack", "battle.hits", EVERYONE, place=battle.place)
        return
    hits = sum(_players_roll(state, "attacks", "battle.hits", side, emit) for side in sides)
    saves = _bandits_roll(state, "bandits-save", "battle.bandit-saves", battle.place, bandit_count, emit)
    damage = _damage(hits, saves, emit)
    fallen = bandits.remove_bandits(state, battle.place, damage)
    if not fallen:
        return
    if emit:
        emit("bandits-fall", "battle.remove", EVERYONE, place=battle.place, count=fallen, left=bandit_count - fallen)
    if battle.place not in state.bandits:
        _report_cleared(state, battle, emit)


def _players_roll(state: State, kind: str, rule: str, side: Side, emit: Emit | None) -> int:
    """Roll a player's dice, and return the total with the hits or saves that need no dice."""
    is_attack = kind == "attacks"
    number, sure = (side.attack_dice, side.hits) if is_attack else (side.defence_dice, side.saves)
    faces = dice.throw_job_dice(state, number)
    total = sum(faces) + sure
    if emit:
        kind = f"{kind}-surely" if not faces else f"{kind}-and-more" if sure else kind
        emit(kind, rule, EVERYONE, seat=side.seat, dice=faces, sure=sure, total=total)
    return total


def _bandits_roll(state: State, kind: str, rule: str, place: Place, number: int, emit: Emit | None) -> int:
    """Roll one die for each bandit, and return the total."""
    faces = dice.throw_job_dice(state, number)
    if emit:
        emit(kind, rule, EVERYONE, place=place, count=number, dice=faces, total=sum(faces))
    return sum(faces)


def _damage(hits: int, saves: int, emit: Emit | None, whom: str = "", **facts: object) -> int:
    """Return how many hits get through. `whom` is “-to” for one player and “-wagon” for the wagon."""
    damage = max(0, hits - saves)
    if emit:
        kind = "damage" if damage else "no-damage"
        emit(f"{kind}{whom}", "battle.damage", EVERYONE, hits=hits, saves=saves, count=damage, **facts)
    return damage


def _report_cleared(state: State, battle: Battle, emit: Emit | None) -> None:
    """Report a tile cleared of bandits, and fire the event."""
    if emit:
        emit("clears", "battle.clear", EVERYONE, place=battle.place)
    events.fire(state, "clear", _credited_seats(state, battle), battle.place, emit)


def _credited_seats(state: State, battle: Battle) -> list[int]:
    """Return the seats that get the credit for clearing a tile."""
    ruling = state.ruling["ruling.clear-who"]
    if ruling == "initiator" and battle.starter != ANYONE:
        return [battle.starter]
    if ruling == "all-on-tile":
        return players_on_tile(state, battle)
    sides = [side for side in battle.sides if side.seat in state.living_seats()]
    return [side.seat for side in sides if ruling != "attackers" or side.attack_dice or side.hits]


def _bandits_attack(state: State, battle: Battle, emit: Emit | None) -> None:
    """Set the hits of all bandits against the players' saves, and note the harm."""
    number = _count_attacking_bandits(state, battle)
    if not number:
        return
    hits = _bandits_roll(state, "bandits-hit", "battle.bandit-hits", battle.place, number, emit)
    sides = [side for side in battle.sides if side.seat in state.living_seats() and (side.defence_dice or side.saves)]
    saves = {side.seat: _players_roll(state, "defends", "battle.saves", side, emit) for side in sides}
    targets, is_wagon_hit = _targets(state, battle), battle.starter == ANYONE and can_hit_wagon(state, battle.place)
    hurt: list[tuple[int, int]] = []
    if state.ruling["ruling.saves-pool"] == "own-saves":
        hurt = [(seat, _damage(hits, saves.get(seat, 0), emit, "-to", seat=seat)) for seat in targets]
        if is_wagon_hit:  # the wagon has no saves of its own, so everyone's count
            hurt.append((WAGON, _damage(hits, sum(saves.values()), emit, "-wagon")))
    elif targets or is_wagon_hit:
        damage = _damage(hits, sum(saves.values()), emit)
        hurt = [(who, damage) for who in (*targets, *[WAGON] * is_wagon_hit)]
    if emit and not targets:
        _emit_unhurt(state, battle, is_wagon_hit, emit)
    change_battle(state, hurt=tuple((who, count) for who, count in hurt if count > 0))


def _emit_unhurt(state: State, battle: Battle, is_wagon_hit: bool, emit: Emit) -> None:
    """Emit why no player takes pain: nobody is here, or nobody here has used a battle job."""
    if players_on_tile(state, battle):
        emit("no-fighter", "ruling.battle-who-hurts", EVERYONE, place=battle.place)
    elif not is_wagon_hit:
        emit("nobody-here", "battle.pain", EVERYONE, place=battle.place)


def _targets(state: State, battle: Battle) -> list[int]:
    """Return the players who take pain when bandits attack."""
    here = players_on_tile(state, battle)
    if state.ruling["ruling.battle-who-hurts"] == "all-on-tile":
        return here
    return [seat for seat in here if any(side.seat == seat for side in battle.sides)]


def _take_harm(state: State, battle: Battle, emit: Emit | None) -> None:
    """Let the next victim take its harm: a player all pain at once, the wagon one damage at a time."""
    (who, count), *rest = battle.hurt
    if who != WAGON:
        change_battle(state, hurt=tuple(rest))
        if who in state.living_seats():
            danger_cards.take_danger(state, who, "pain", count, "battle.pain", emit, plain=True)
        return
    change_battle(state, hurt=tuple([(WAGON, count - 1)] * (count > 1) + rest))
    if emit:
        emit("wagon-hit", "ruling.wagon-damage", EVERYONE, place=battle.place)
    here = state.seats_on(battle.place)
    events.fire(state, "wagon-damage", here or state.living_seats(), battle.place, emit, absent=not here)
