"""A Combat of the second engine, from the attack roll to its end."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

from second import lines
from second.table import FACES, NUMBERS, GameOver, Move, Play, Stopped, Table, symbol_of


class Roll:
    """The dice of one attack."""

    def __init__(self, table: Table, seat: int, dice: int) -> None:
        self.number = NUMBERS[table.roll("number")]
        self.symbol = symbol_of(table.roll("symbol"))
        self.faces = Counter(FACES[table.roll(f"dice-{seat}")] for _ in range(dice))
        self.rerolled = False
        self.blank = False  # whatever the number die shows


def fight(table: Table, seat: int) -> Play:
    """One player's Combat; nothing happens without enemies."""
    if not table.at["enemies"][seat]:
        return
    table.fighting, table.late, table.die, table.shielded, table.cancelled = seat, [], None, False, 0
    table.on_late = False
    try:
        roll = yield from attack(table, seat)
        yield from resolve(table, seat, roll)
    except Stopped:
        pass  # a reset ends the Combat
    table.fighting, table.die = None, None


# -- The attack roll ---------------------------------------------------------------------------------------------------


def attack(table: Table, seat: int) -> Any:
    dice, blank = table.body(seat)["att"], False
    while True:
        moves: set[Move] = {("roll",)}
        room = dice < 10 or not table.ruled("dice.supply", "10")
        if table.asset(seat, "power") and room:
            moves.add(("power",))
        moves |= {("use", key) for key in before_attack(table, seat, room)}
        move = yield seat, frozenset(moves)
        if move == ("roll",):
            break
        if move == ("power",):
            table.change_asset(seat, "power", -1)
            dice += 1
            continue
        table.used.add(move[1].partition(".")[2])
        top = table.at["enemies"][seat][0]
        if move[1] == "body.kindle":
            yield from table.dump_chosen(seat, slots_with(table, seat, "EO"))
            dice += 1
        elif move[1] == "aug.last-look":
            dice += top[1] if not table.ruled("dice.supply", "10") else min(top[1], 10 - dice)
            top[1] = 0
        elif move[1] == "aug.lullaby":
            table.change_asset(seat, "memory", -2)
            blank = True
        else:
            dice += 1
    roll = Roll(table, seat, dice)
    roll.blank = blank
    late = table.ruled("reroll.timing", "frame")
    if late:
        place(table, seat, roll)
    yield from rerolls(table, seat, roll)
    if not late:
        place(table, seat, roll)
    return roll


def slots_with(table: Table, seat: int, letters: str) -> list[int]:
    return [slot for slot, token in enumerate(table.at["grid"][seat]) if token in letters]


def before_attack(table: Table, seat: int, room: bool) -> list[str]:
    """What may be used before the roll."""
    offered = {
        "body.kindle": table.body(seat)["id"] == "kindle" and room and bool(slots_with(table, seat, "EO")),
        "aug.shoulder-charge": room,
        "aug.last-look": room and table.at["enemies"][seat][0][1] >= 1,
        "aug.lullaby": table.asset(seat, "memory") >= 2,
    }
    return [key for key, possible in offered.items() if possible and available(table, seat, key)]


def available(table: Table, seat: int, key: str) -> bool:
    """Lies the card there, and was it not used yet?"""
    kind, _, name = key.partition(".")
    return name not in table.used and (kind == "body" or name in table.at["equipped"][seat])


def reroll_moves(table: Table, seat: int, roll: Roll, chosen: Counter[str]) -> set[Move]:
    """Dice that one more reroll could still take up."""
    if roll.rerolled or chosen.total() >= table.asset(seat, "reroll"):
        return set()
    moves: set[Move] = {("reroll", face) for face in roll.faces if roll.faces[face] > chosen[face]}
    if table.ruled("reroll.dice", "any"):
        moves |= {("reroll", die) for die in ("number", "symbol") if not chosen[die]}
    return moves


def rerolls(table: Table, seat: int, roll: Roll, first: str = "") -> Play:
    """One batch of rerolls, and what cards may do to the roll on top of it; perhaps a die is marked already."""
    chosen: Counter[str] = Counter([first] if first else [])
    while True:
        moves = reroll_moves(table, seat, roll, chosen)
        moves |= {("use", key) for key in after_roll(table, seat, roll)}
        if chosen:
            moves.add(("again",))
        move = yield seat, frozenset({("keep",), *moves})
        if move == ("keep",):
            return
        if move[0] == "reroll":
            chosen[move[1]] += 1
            continue
        if move == ("again",):
            again(table, seat, roll, chosen)
        else:
            table.used.add(move[1].partition(".")[2])
            yield from alter(table, seat, roll, move[1])
            if move[1] == "aug.crowd-control":
                continue
        chosen = Counter()  # other dice lie there now: what was only marked is marked anew


def again(table: Table, seat: int, roll: Roll, chosen: Counter[str]) -> None:
    table.change_asset(seat, "reroll", -chosen.total())
    roll.rerolled = True
    if chosen.pop("number", 0):
        roll.number = NUMBERS[table.roll("number")]
        if table.ruled("reroll.timing", "frame"):
            place(table, seat, roll)
    if chosen.pop("symbol", 0):
        roll.symbol = symbol_of(table.roll("symbol"))
    roll.faces -= chosen
    roll.faces += Counter(FACES[table.roll(f"dice-{seat}")] for _ in range(chosen.total()))


def after_roll(table: Table, seat: int, roll: Roll) -> list[str]:
    """What may be used on this roll."""
    body = table.body(seat)["id"]
    offered = {
        "body.runner": body == "runner" and bool(slots_with(table, seat, "FO")),
        "body.paper-tiger": body == "paper-tiger",
        "aug.crowd-control": len(table.at["enemies"][seat]) >= 3 and roll.number > 1,
        "aug.loaded-dice": roll.faces["T"] > 0,
    }
    return [key for key, possible in offered.items() if possible and available(table, seat, key)]


def alter(table: Table, seat: int, roll: Roll, key: str) -> Play:
    """One die is rerolled, or turned, or the number die counts less."""
    if key == "aug.crowd-control":
        roll.number -= 1
        if table.ruled("reroll.timing", "frame"):
            place(table, seat, roll)
        return
    if key == "aug.loaded-dice":
        roll.faces -= Counter("T")
        roll.faces["S"] += 1
        return
    if key == "body.runner":
        yield from table.dump_chosen(seat, slots_with(table, seat, "FO"))
    faces = sorted(face for face in roll.faces if roll.faces[face])
    if len(faces) > 1:
        move = yield seat, frozenset(("die", face) for face in faces)
        faces = [move[1]]
    roll.faces -= Counter(faces[0])
    roll.faces[FACES[table.roll(f"dice-{seat}")]] += 1


def place(table: Table, seat: int, roll: Roll) -> None:
    """The number die: counted from the top enemy, or on the leftmost one, or nowhere."""
    stack = table.at["enemies"][seat]
    table.die = stack[min(roll.number, len(stack)) - 1] if roll.number and not roll.blank else None


# -- Frames ------------------------------------------------------------------------------------------------------------


def frames_of(table: Table, seat: int) -> list[tuple[str, str, str]]:
    """Every combat frame: its name, its dice and its line."""
    found = []
    for number, frame in enumerate(table.body(seat)["frames"]):
        dice, _, line = frame.partition(": ")
        found.append((str(number), dice.replace(" ", ""), line))
    for name in table.at["equipped"][seat]:
        augment = table.pack.augments[name]
        if augment.get("when") == "frame":
            found.append((f"aug.{name}", augment["dice"], augment["do"]))
    return found


def frame_moves(table: Table, seat: int, roll: Roll, done: set[str]) -> dict[Move, str]:
    moves: dict[Move, str] = {}
    for name, dice, line in frames_of(table, seat):
        if name in done:
            continue
        if dice.endswith("*"):
            sets = [dice[0] * number for number in range(1, roll.faces[dice[0]] + 1)]
        else:
            sets = ["".join(sorted(dice))] if not Counter(dice) - roll.faces else []
        for put in sets:
            if table.at["enemies"][seat] or helps(table, seat, line, len(put)):
                moves["frame", name, put] = line
    return moves


def helps(table: Table, seat: int, line: str, dice: int) -> bool:
    """With nobody left to fight: would the line change anything?"""
    twin = deepcopy(table)
    twin.dice_on_frame, twin.cancelled = dice, 0
    try:
        play = lines.run(twin, seat, line, frame=True)
        question = next(play, None)
        while question is not None:
            question = play.send(("leave",) if ("leave",) in question[1] else min(question[1], key=repr))
    except (StopIteration, Stopped, GameOver):
        pass
    return twin.at != table.at


def resolve(table: Table, seat: int, roll: Roll) -> Play:
    """Player, enemy, player, … ; a side that has nothing left is passed over."""
    done: set[str] = set()
    silent = False  # the player has passed for good
    early = table.ruled("reroll.timing", "frame")  # no frame was activated yet, and rerolls are still possible
    while True:
        if not table.at["enemies"][seat] and table.ruled("combat.no-enemies-left", "ends"):
            return
        frames = {} if silent else frame_moves(table, seat, roll, done)
        dice = reroll_moves(table, seat, roll, Counter()) if early else set()
        stop = ("pass",) if table.die is not None else ("end",)
        move = yield seat, frozenset({*frames, *dice, stop})
        if move == ("end",):
            return
        if move[0] == "reroll":
            yield from rerolls(table, seat, roll, move[1])
            continue
        early = False
        if move == ("pass",):
            silent = silent or table.ruled("combat.pass", "final")
        else:
            yield from player_frame(table, seat, roll, done, move, frames[move])
            if seat in table.has_reset:
                return
        if table.die is not None:
            yield from enemy_frame(table, seat, roll.symbol)
            if seat in table.has_reset:
                return


def player_frame(table: Table, seat: int, roll: Roll, done: set[str], move: Move, line: str) -> Play:
    _, name, put = move
    roll.faces -= Counter(put)
    asked = {frame: dice for frame, dice, _ in frames_of(table, seat)}
    if not asked[name].endswith("*"):
        done.add(name)
    table.dice_on_frame = len(put)
    yield from lines.run(table, seat, line, frame=True)
    table.settle()


def enemy_frame(table: Table, seat: int, symbol: str) -> Play:
    """The active enemy acts, then the die moves one card towards the top, or leaves."""
    acting = table.die
    assert acting is not None
    if table.cancelled:
        table.cancelled -= 1
    else:
        yield from lines.run(table, seat, table.pack.enemy(acting[0])[symbol], source=acting)
        table.settle()
        if seat in table.has_reset:
            return
    if table.die is acting:
        table.move_die(seat, acting)
