"""The table of the second engine: a written position, and what happens to the things that lie on it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from copy import deepcopy
from typing import Any

from second.pack import ASSETS, Pack

Move = tuple[Any, ...]
Question = tuple[int, frozenset[Move]]  # who is asked, and every move that is allowed
Play = Generator[Question, Move, None]

TOP = 9  # the top space of the trace track
FACES = " SSSDTT"
NUMBERS = (-1, 1, 1, 2, 2, 3, 0)


class GameOver(Exception):
    """A scenario is won or lost."""


class Stopped(Exception):
    """The rest of an effect does not happen."""


class WasReset(Stopped):
    """A player has reset: the rest of the effect is lost for that player."""


class Table:
    """A position that the second engine plays on; what is not part of a position is kept beside it."""

    run: Callable[[Table, int, str], Play]  # how a line is carried out: lines.py says it

    def __init__(self, pack: Pack, written: Mapping[str, Any], rulings: Mapping[str, str], script: Mapping[str, Any]):
        self.pack, self.rulings = pack, dict(rulings)
        self.at: dict[str, Any] = deepcopy(dict(written))
        self.script = {stream: list(values) for stream, values in script.items()}
        self.seats = len(self.at["grid"])
        self.result = ""
        self.die: list[Any] | None = None  # the enemy under the number die, as the very entry of the stack
        self.late: list[list[Any]] = []  # enemies that joined the Combat that is going on
        self.on_late = False  # the number die has come to those
        self.fighting: int | None = None
        self.guard = [0] * self.seats
        self.used: set[str] = set()
        self.cancelled = 0
        self.shielded = False  # shields were used or declined in this Combat
        self.waiting_reset: list[int] = []  # in the order in which they fell
        self.has_reset: set[int] = set()
        self.dice_on_frame = 0
        self.removed = 0

    def ruled(self, name: str, option: str) -> bool:
        return self.rulings.get(name) == option

    def roll(self, stream: str) -> int:
        return int(self.script[stream].pop(0))

    # -- Assets and integrity ------------------------------------------------------------------------------------------

    def asset(self, seat: int, name: str) -> int:
        return int(self.at["assets"][seat][ASSETS.index(name)])

    def change_asset(self, seat: int, name: str, by: int) -> None:
        row = self.at["assets"][seat]
        row[ASSETS.index(name)] = min(5, max(0, row[ASSETS.index(name)] + by))

    def gain_exp(self, seat: int, by: int) -> None:
        most = 10 if self.ruled("exp.cap", "10") else 10**6
        self.at["exp"][seat] = max(0, min(max(most, self.at["exp"][seat]), self.at["exp"][seat] + by))

    def recover(self, seat: int, by: int) -> None:
        self.at["integrity"][seat] = min(self.at["maximum"][seat], self.at["integrity"][seat] + by)

    def body(self, seat: int) -> dict[str, Any]:
        name = self.at["bodies"][seat][0] if self.at["bodies"][seat] else self.at["walker"][seat]
        return self.pack.bodies[name]

    # -- Tokens --------------------------------------------------------------------------------------------------------

    def to_dump(self, seat: int, tokens: str) -> None:
        tokens = tokens.replace("D", "C")  # the other side of a Catie token
        self.at["dump"][seat] = "".join(sorted(self.at["dump"][seat] + tokens))

    def lift(self, seat: int, slots: list[int]) -> str:
        """Take tokens off the launcher."""
        grid = list(self.at["grid"][seat])
        taken = "".join(grid[slot] for slot in slots)
        for slot in slots:
            grid[slot] = "."
        self.at["grid"][seat] = "".join(grid)
        return taken

    def dump_all(self, seat: int) -> None:
        self.to_dump(seat, self.lift(seat, [at for at, token in enumerate(self.at["grid"][seat]) if token not in ".#"]))

    def gain_corrupted(self, seat: int, number: int) -> None:
        """From the pool on the time track; told to take more than there is loses, unless a ruling says otherwise."""
        taken = min(number, self.at["corrupted"])
        self.at["corrupted"] -= taken
        self.to_dump(seat, "X" * taken)
        short = taken < number and not self.ruled("end.cd-empty", "sheet")
        empty = self.ruled("end.cd-empty", "empty") and self.at["corrupted"] == 0
        if short or (empty and number):
            self.end("lost")

    def end(self, result: str) -> None:
        self.result = result
        raise GameOver

    # -- Enemies and trace ---------------------------------------------------------------------------------------------

    def attach(self, seat: int, number: int) -> None:
        for _ in range(number):
            if not self.at["enemy_deck"]:
                return
            entry = [self.at["enemy_deck"].pop(0), 0]
            self.at["enemies"][seat].append(entry)
            if self.fighting == seat:
                self.late.append(entry)

    def trace_up(self, seat: int, by: int) -> None:
        trace = self.at["trace"][seat] + by
        if trace < TOP:
            self.at["trace"][seat] = trace
            return
        self.attach(seat, 2)
        self.at["trace"][seat] = trace - TOP if self.ruled("trace.overshoot", "carried") else 0

    def deal(self, seat: int, number: int, frame: bool) -> Play:
        """Damage for the top enemy; what is too much is lost, save outside of frames under a ruling."""
        while number > 0 and self.at["enemies"][seat]:
            top = self.at["enemies"][seat][0]
            needed = self.pack.enemy(top[0])["integrity"] - top[1]
            top[1] += min(number, needed)
            if number < needed:
                return
            number -= needed
            yield from self.defeat(seat, 0)
            if frame or not self.ruled("combat.excess-elsewhere", "carries"):
                return

    def defeat(self, seat: int, index: int) -> Play:
        """An enemy falls: 1 EXP, and what equipped augments give for it."""
        self.remove(seat, index)
        self.gain_exp(seat, 1)
        for name in list(self.at["equipped"][seat]):
            augment = self.pack.augments[name]
            if augment.get("when") == "defeat" and name not in self.used:
                self.used.add(name)  # all of them once per turn
                yield from type(self).run(self, seat, augment["do"])

    def remove(self, seat: int, index: int) -> None:
        """An enemy goes: the number die on it moves one card right, or leaves with the top enemy."""
        entry = self.at["enemies"][seat][index]
        if self.die is entry:
            self.move_die(seat, entry)
        self.late = [one for one in self.late if one is not entry]
        self.at["enemies"][seat].pop(index)
        self.at["enemy_discard"].append(entry[0])

    def move_die(self, seat: int, entry: list[Any]) -> None:
        """The number die goes on: one card right, and after the top enemy to those that came late, if they act."""
        stack = self.at["enemies"][seat]
        index = next(at for at, one in enumerate(stack) if one is entry)
        self.die = stack[index - 1] if index and not self.on_late else None
        if self.die is None and self.ruled("combat.late-enemy", "acts"):
            self.late = [one for one in self.late if one is not entry]
            self.die = self.late.pop(0) if self.late else None
            self.on_late = self.die is not None

    # -- Wounds and resets ---------------------------------------------------------------------------------------------

    def wound(self, seat: int, number: int) -> Play:
        """Guards first, then what a player uses: cards, and all the shields that help, or none."""
        blocked = min(number, self.guard[seat])
        self.guard[seat] -= blocked
        number -= blocked
        may_shield = not (self.ruled("combat.wound-batches", "combat") and self.shielded)
        while number > 0:
            allowed: set[Move] = set()
            shields = min(number, self.asset(seat, "shield"))
            if shields and may_shield:
                allowed.add(("shield", shields))
            allowed |= {("use", key) for key in self.wound_uses(seat)}
            if not allowed:
                break
            move = yield seat, frozenset(allowed | {("suffer",)})
            if move == ("suffer",):
                break
            if move[0] == "shield":
                self.change_asset(seat, "shield", -shields)
                number -= shields
                self.shielded, may_shield = True, False
            else:
                yield from self.use_against_wounds(seat, move[1])
                number -= 1
        if number >= self.at["integrity"][seat] and (yield from self.escapes(seat)):
            return
        self.at["integrity"][seat] = max(0, self.at["integrity"][seat] - number)
        if self.at["integrity"][seat] == 0:
            if self.ruled("reset.rest-of-effect", "finish"):
                self.waiting_reset += [seat] if seat not in self.waiting_reset else []
                return
            self.reset(seat)
            raise WasReset

    def escapes(self, seat: int) -> Generator[Question, Move, bool]:
        """Iron Debt: for 3 power integrity becomes 1, once in a game."""
        if "iron-debt" not in self.at["equipped"][seat] or "iron-debt" in self.used or self.asset(seat, "power") < 3:
            return False
        move = yield seat, frozenset({("use", "aug.iron-debt"), ("fall",)})
        if move == ("fall",):
            return False
        self.used.add("iron-debt")
        self.change_asset(seat, "power", -3)
        self.at["integrity"][seat] = 1
        return True

    def wound_uses(self, seat: int) -> list[str]:
        uses = []
        if self.body(seat)["id"] == "bulwark" and any(token in "WO" for token in self.wards(seat)):
            uses.append("body.bulwark")
        if "thick-skin" in self.at["equipped"][seat] and "thick-skin" not in self.used:
            uses.append("aug.thick-skin")
        return uses

    def wards(self, seat: int) -> str:
        """The launcher as Bulwark sees it: a Catie token is a Ward where Ward is the core."""
        catie = "W" if self.at["core"][seat] == "W" else "."
        return str(self.at["grid"][seat]).replace("C", catie).replace("D", catie)

    def use_against_wounds(self, seat: int, key: str) -> Play:
        if key == "aug.thick-skin":
            self.used.add("thick-skin")
            return
        slots = [at for at, token in enumerate(self.wards(seat)) if token in "WO"]
        yield from self.dump_chosen(seat, slots)

    def dump_chosen(self, seat: int, slots: list[int]) -> Play:
        """One token of the player's choice goes to the dump; where there is one only, nobody is asked."""
        if len(slots) > 1:
            move = yield seat, frozenset(("dump", slot_name(slot)) for slot in slots)
            slots = [slot_number(move[1])]
        self.to_dump(seat, self.lift(seat, slots))

    def reset(self, seat: int) -> None:
        """Everything of a reset, in the order of the text."""
        lost = symbol_of(self.roll("symbol")) == self.rulings.get("reset.symbol", "fang")
        bodies = self.at["bodies"][seat]
        if bodies and (lost or any(word.startswith("lost-on-any") for word in self.body(seat).get("modify", []))):
            self.at["body_deck"].append(bodies.pop(0))
        first = "first-reset-one" in self.special_rules() and not self.at["tally"][seat].get("resets")
        self.at["tally"][seat]["resets"] = self.at["tally"][seat].get("resets", 0) + 1
        self.gain_corrupted(seat, 1 if first else 2)
        self.dump_all(seat)
        while self.at["enemies"][seat]:
            self.remove(seat, 0)
        self.at["trace"][seat] = 0
        self.at["integrity"][seat] = self.at["maximum"][seat]
        self.at["place"][seat] = [0, 0]
        self.at["destabilized"][seat] = 0
        self.has_reset.add(seat)

    def special_rules(self) -> list[str]:
        code = self.at["card"].partition("-")[0]
        return list(self.pack.scenarios[code].get("special", []))

    def settle(self) -> None:
        """Resets that waited for the end of an effect."""
        while self.waiting_reset:
            self.reset(self.waiting_reset.pop(0))


def symbol_of(rolled: int) -> str:
    return "fang" if rolled <= 3 else "wire"


def slot_name(slot: int) -> str:
    return f"r{slot // 5 + 1}c{slot % 5 + 1}"


def slot_number(name: str) -> int:
    return (int(name[1]) - 1) * 5 + int(name[3]) - 1
