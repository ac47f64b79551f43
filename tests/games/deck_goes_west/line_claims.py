"""What lines of the log and prompts claim, worked out from the table and the rulings; never from the code that tells.

A refusal has its claim in `claims.py`. A line of the log is checked here beside the table before and after its move,
and beside what was told with it. `LINES` has a claim for each kind of line that a ruling can make false.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tabletop_kernel import load
from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Config

CONTENT: Any = vars(load("deck_goes_west"))["content"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: the event, its sentence, the whole table around it, and what was told before and after it."""

    config: Config
    event: Event
    text: str
    before: Any
    after: Any
    earlier: list[Event]
    later: list[Event]

    @property
    def data(self) -> dict[str, Any]:
        return self.event[3]

    def ruled(self, ruling: str, *options: str) -> bool:
        return self.config.rulings[f"ruling.{ruling}"] in options

    def last(self, *kinds: str) -> str:
        """Which of these kinds was told last before this line."""
        return next((kind for kind, *_ in reversed(self.earlier) if kind in kinds), "")


Claim = Callable[[Line], bool]


def mode(line: Line) -> str:
    return str(CONTENT.missions[line.config.options["mission"]].mode)


def alive(line: Line) -> list[int]:
    return [seat for seat in range(line.config.seats) if not line.after.dead >> seat & 1]


# -- battles -----------------------------------------------------------------------------------------------------------

ROLLS = ("bandits-hit", "bandits-save")


def by_bandits(line: Line) -> bool:
    return line.last(*ROLLS) == "bandits-hit"


def one_total(line: Line) -> bool:
    """All saves make one total: for the bandits always, for players unless a ruling says otherwise."""
    subtracted = line.data["count"] == max(0, line.data["hits"] - line.data["saves"])
    return subtracted and not (by_bandits(line) and line.ruled("saves-pool", "own-saves"))


def gets_through(line: Line) -> bool:
    """So many hits take that many bandits off the tile, or somebody takes that much."""
    hurt = [data["count"] for kind, _, _, data in line.later if kind == "must-take" and data["what"] == "pain"]
    felt = line.data["count"] in hurt[:1] or "wagon-hit" in [kind for kind, *_ in line.later]
    return one_total(line) and (felt if by_bandits(line) else "bandits-fall" in [kind for kind, *_ in line.later])


def for_one(line: Line) -> bool:
    """A result of one player: that player's own saves count, and the player takes what gets through."""
    seat, through = line.data["seat"], max(0, line.data["hits"] - line.data["saves"])
    own = [
        data["total"] for kind, _, _, data in since_roll(line) if kind.startswith("defends") and data["seat"] == seat
    ]
    return line.ruled("saves-pool", "own-saves") and line.data["saves"] == sum(own) and line.data["count"] == through


def since_roll(line: Line) -> list[Event]:
    start = max(at for at, (kind, *_) in enumerate(line.earlier) if kind == "bandits-hit")
    return line.earlier[start:]


def struck_back(line: Line) -> bool:
    """The fallen do not strike back without a word."""
    return line.last("strikes-back", "strikes-back-all", "battle", "attacked") != "strikes-back" or bool(
        line.data["count"] <= standing(line)
    )


def standing(line: Line) -> int:
    """How many bandits stood on the tile before this attack, those counted who fell before it."""
    place, fallen = tuple(line.data["place"]), 0
    for kind, _, _, data in line.earlier:
        fallen += data["count"] if kind == "bandits-fall" and tuple(data["place"]) == place else 0
    return int(line.before.bandits.get(place, 0)) - fallen


# -- the other lines ---------------------------------------------------------------------------------------------------


def no_tile_has_it(line: Line) -> bool:
    """No face of a face-up tile and no back of a face-down one has this number."""
    state, number = line.after, line.data["number"]
    return not any(
        number in state.tile(place).face if place in state.up else number == state.tile(place).back
        for place in state.tiles
    )


def given_back(line: Line) -> bool:
    """Walking onto a railway gives the movement back: all of it, unless a step onto a Mountain has cost 2."""
    types = CONTENT.tiles[line.data["tile"]].types
    steep = line.ruled("rail-mountain", "2-1-returned") and [kind for kind in types if kind != "water"] == ["mountain"]
    dear = steep and "walk" in line.data["type"]
    return dear == (line.event[0] == "steps-half")


def combined(line: Line) -> bool:
    """A ride beside steps, as the rule of this table says it."""
    if line.event[1] != "train.combine" or line.ruled("same-final", "kind"):
        return True
    return line.ruled("unused-movement", "kept") or line.ruled("reveal-by-rail", "as-one")


def token_of(line: Line) -> bool:
    """Whoever gets the token is alive then, and has it at the end unless something happens to one of the two."""
    out = [data["seat"] for kind, _, _, data in line.earlier if kind == "out"]
    seat, last = line.data["seat"], not {"token", "out"} & {kind for kind, *_ in line.later}
    return not line.before.dead >> seat & 1 and seat not in out and (not last or line.after.p1 == seat)


def turn_of(line: Line) -> bool:
    """Only whoever holds the P1 token begins by its rule."""
    return line.event[1] != "turn.p1-first" or line.after.p1 == line.data["seat"]


def tie_told(line: Line) -> bool:
    """Where one of several with equal points wins, it is told what decided."""
    winners = line.after.result.winners
    told = [data["seats"] for kind, _, _, data in line.later if kind.startswith("tie-")]
    return sorted(winners) == sorted((told or [line.data["seats"]])[-1])


def row_lacks(line: Line) -> bool:
    reshuffled = line.ruled("trade-empty", "reshuffle")
    return ("no cards left" in line.text) == reshuffled and not (reshuffled and line.after.trade_discard)


def lax(line: Line) -> bool:
    """Less is done than a step says: a ruling lets a job be begun all the same, or it is an event's."""
    by_event = line.event[1] == "ruling.event-cannot" and line.ruled("event-cannot", "as-far-as-possible")
    return by_event or (line.event[1] == "ruling.job-exact" and line.ruled("job-exact", "lenient"))


def pays_less(line: Line) -> bool:
    return lax(line) and line.data["count"] < line.data["need"]


def left_in_all(line: Line) -> int:
    """How many resources a player has when this line is told."""
    seat, signs = line.data["seat"], {"pays": -1, "pays-less": -1, "gains": 1}
    changes = [
        signs[kind] * data["count"] for kind, _, _, data in line.earlier if kind in signs and data["seat"] == seat
    ]
    return sum(line.before.stock[seat]) + sum(changes)


def nobody_asked(line: Line) -> bool:
    """A roll with several jobs, by a ruling: nobody is invited to it, and somebody is there who could have been."""
    seat = line.data["seat"]
    others = [other for other in alive(line) if other != seat]
    beside = any(line.before.meeple[other] == line.before.meeple[seat] for other in others)
    return line.ruled("bonus-several", "one") and beside and "invites" not in [kind for kind, *_ in line.later]


def held(line: Line) -> bool:
    leash = CONTENT.missions[line.config.options["mission"]].leash
    east = min(line.after.meeple[seat][0] for seat in alive(line))
    return line.ruled("wagon-move", "with-meeple") and line.data["place"][0] > east + leash


LINES: dict[str, Claim] = {
    "discards-less": lax,
    "left-out": lambda line: line.ruled("event-cannot", "lose-nothing"),
    "left-unmet": lambda line: line.ruled("mid-condition", "never-start"),
    "loses-rest": lambda line: 0 < line.data["points"] < line.data["count"] and 0 in line.after.score,
    "pays-less": pays_less,
    "pays-none": lambda line: pays_less(line) and not line.data["count"],
    "pays-nothing": lambda line: pays_less(line) and not line.data["count"] and not left_in_all(line),
    "picks-up": lambda line: line.ruled("battle-extra-steps", "after") and bool(line.last(*ROLLS)),
    "put-off": lambda line: line.ruled("battle-extra-steps", "after"),
    "rolls-alone": nobody_asked,
    "scraps-less": lax,
    "wagon-held": held,
    "x-none": lambda line: line.ruled("job-exact", "lenient"),
    "bandits-hit": struck_back,
    "damage": gets_through,
    "no-damage": one_total,
    "damage-to": for_one,
    "no-damage-to": for_one,
    "damage-wagon": lambda line: line.ruled("saves-pool", "own-saves") and line.after.rules.mission.fragile,
    "no-damage-wagon": lambda line: line.ruled("saves-pool", "own-saves") and line.after.rules.mission.fragile,
    "no-fighter": lambda line: line.ruled("battle-who-hurts", "battlers"),
    "nobody-here": lambda line: not line.after.seats_on(tuple(line.data["place"])),
    "declines": lambda line: "{" not in line.text,
    "lost": lambda line: mode(line) != "versus",
    "no-own-metal": lambda line: (
        line.ruled("build-token", "own")
        and line.ruled("job-exact", "lenient")
        and not line.after.resource_count(line.data["seat"], "metal")
    ),
    "nobody-left": lambda line: mode(line) == "versus" and not alive(line),
    "wins": lambda line: set(line.data["winners"]) <= set(alive(line)),
    "no-star": no_tile_has_it,
    "star-idle": lambda line: not no_tile_has_it(line),
    "rides": combined,
    "row-short": row_lacks,
    "steps-free": given_back,
    "steps-half": given_back,
    "tie": tie_told,
    "token": token_of,
    "turn": turn_of,
}


def prompt_fits(text: str, rules: tuple[str, ...], state: Any, seat: int) -> bool:
    """A prompt invites nobody onto a tile that is gone, and rests on no rule about a token that nobody has."""
    if "turn.p1-first" in rules and state.p1 != seat:
        return False
    if state.frames[-1][0] != "moving" or not state.frames[-1][2][6]:
        return not text.startswith("This is")
    whom, tried = state.frames[-1][2][0], tuple(state.frames[-1][2][6])
    beside = sum(abs(a - b) for a, b in zip(state.meeple[whom], tried, strict=True)) == 1
    return text.startswith("This is") == (beside and tried in state.up)
