"""Figures for playtests of many games: where patterns come from, what attaches enemies, what is bought.

Most are counted event by event; the results of a game come from its last position.
"""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.report_figures import Counted, Figure, Figures, Follower
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.tamashii.components import CORRUPTED, OPEN
from tabletop_kernel.games.tamashii.modes import scoring
from tabletop_kernel.games.tamashii.pack.pieces import Content
from tabletop_kernel.games.tamashii.state import State

PLAIN: Mapping[str, Figure] = {  # events counted by number
    "resets": ("resets", "in all"),
    "keeps-body": ("resets", "that kept the body"),
    "defeated": ("enemies", "defeated"),
    "enemy-discarded": ("enemies", "discarded"),
    "enemy-acts": ("enemies", "enemy frames"),
    "frame-cancelled": ("enemies", "frames cancelled"),
    "trace-top": ("trace", "reached the top"),
    "trace-top-alone": ("trace", "reached the top"),
    "no-spawn": ("trace", "rolls without an enemy"),
    "stays": ("moves", "stayed"),
    "takes-dice": ("combats", "fought"),
    "stops-early": ("programs", "ended early"),
    "planned": ("programs", "used in full"),
    "learns": ("learning", "steps"),
    "test-passed": ("tests", "passed"),
    "test-failed": ("tests", "failed"),
    "heist": ("heists", "begun"),
    "heist-done": ("heists", "that succeeded"),
    "heist-failed": ("heists", "that failed"),
    "goal-taken": ("goals", "taken"),
    "battery-spent": ("BOT", "batteries spent"),
    "recharged": ("BOT", "batteries recharged"),
    "bot-gone": ("BOT", "gone"),
    "dump-back": ("tokens", "bags refilled"),
    "enemies-reshuffled": ("enemies", "decks reshuffled"),
}
ADDED: Mapping[str, Figure] = {  # events added up by `count`
    "wounded": ("wounds", "suffered"),
    "prevents": ("wounds", "prevented by abilities"),
    "guarded": ("wounds", "prevented by earlier effects"),
    "recovers": ("wounds", "recovered"),
    "damaged": ("enemies", "damage dealt"),
    "gains-exp": ("EXP", "gained"),
    "rolled-trace": ("trace", "dice rolled"),
    "trace-up": ("trace", "spaces moved up"),
    "launches-over": ("launches", "tokens left over"),
}
BY_RULE: Mapping[tuple[str, str], Figure] = {  # events whose meaning depends on their rule
    ("body-gone", "reset.lose-body"): ("resets", "that cost a body"),
    ("body-gone-always", "body.ability"): ("resets", "that cost a body"),
    ("body-gone", "mode.insane-reset"): ("resets", "that cost a body"),
    ("trace-stays", "ruling.trace.no-card"): ("trace", "rolls without an enemy"),
    ("trace-zero", "ruling.trace.no-card"): ("trace", "rolls without an enemy"),
    ("scenario-lost", "end.cd-out"): ("lost by", "a corrupted pool with too few tokens"),
    ("scenario-lost", "ruling.end.cd-empty"): ("lost by", "an empty corrupted pool, as the ruling says"),
    ("scenario-lost", "ruling.end.time-zero"): ("lost by", "time at 0, as the ruling says"),
}
SHIELDS: Mapping[str, Figure] = {  # rules under which each spent shield stops a wound
    "combat.shield": ("wounds", "prevented by shields"),
    "asset.shield-one": ("wounds", "prevented by shields"),
}
ATTACHED = {
    "trace.spawn": "by a trace roll",
    "ruling.trace.symbols": "by a trace roll",  # a Surge that spawns
    "trace.top": "at the top of the trace track",
}
UPGRADES = {
    "upg.exp-integrity": "integrity",
    "upg.exp-unlock": "a slot",
    "upg.exp-open": "an open token",
    "upg.exp-augment": "a class augment",
    "upg.mem-discard": "a token discarded (not corrupted)",
    "upg.mem-gain": "a token",
    "upg.mem-equip": "an augment equipped",
    "catie.buy": "a Catie token",
}
KINDS = {"basic": "basic", "aug": "augment", "body": "body", "card": "card", "bot": "BOT"}
LEGEND: Mapping[str, str] = {  # the subject of each group of figures
    "resets": "All players' resets, by whether they kept or cost an advanced body; some players had none to lose.",
    "enemies": (
        "Enemies defeated or discarded, their frames resolved or cancelled, damage dealt, and discard piles reshuffled."
    ),
    "trace": "For all players: times trace reached the top, rolls without an enemy, dice rolled, and spaces moved up.",
    "moves": "Moves onto face-down tiles, including the BOT's, and how often a player's own figure stayed.",
    "combats": "Combats fought by all players: one per turn for each player who begins Combat with enemies.",
    "programs": "How often players ended their program with moves left, or used all their moves.",
    "learning": "Protocol steps that players completed.",
    "tests": "Tests passed or failed: a shared test counts once, and a test that no one tried doesn't count.",
    "heists": "Heists that players started, and how they ended.",
    "goals": "Goals that players took.",
    "BOT": "In solo games: batteries spent and recharged, and whether the BOT left.",
    "tokens": "Empty bags refilled from the dump, and corrupted tokens discarded without an upgrade.",
    "wounds": (
        "Wounds suffered, wounds prevented (by abilities, shields or earlier effects in that Combat), "
        "and integrity recovered outside resets."
    ),
    "EXP": "EXP that players gained.",
    "launches": (
        "Patterns launched, by where they are printed; “left over” means uncorrupted tokens that stayed on launchers."
    ),
    "lost by": "The share of games in which all players lost the scenario, by cause.",
    "enemies attached": "Enemies attached to players, by cause; an enemy that moves to another player counts again.",
    "spent": "Assets that players spent, not counting EXP.",
    "upgrades": "Upgrades that players bought; a class augment counts only if there were two to choose from.",
    "bodies": "Advanced bodies that players took.",
    "districts used": "How often players used a tile's effect.",
    "end": "The table at the end: “per player” is an average, and all other figures are for the whole table.",
    "played": "The average number of players per game who had this board or class.",
    "won": "The average number of players per game who had this board or class and won; compare it with “played”.",
    "winner's points": "In versus: the winner's points, row by row, or the average if several players won.",
    "wins": "In versus: the share of games won by the player who went first; several winners share the win.",
}


def count_shields(kind: str, rule: str, data: Facts) -> Counted | None:
    """Return the figure for wounds stopped by shields; `count` has the shields spent."""
    if kind == "spends" and rule in SHIELDS:
        return SHIELDS[rule], float(data["count"]), data["seat"]
    return None


def _cleaned(cause: str) -> Figure:
    """Return the figure for a corrupted token removed from a launcher, by an upgrade or an effect."""
    if cause == "upg.mem-discard":
        return "upgrades", "a corrupted token discarded"
    return "tokens", "corrupted tokens discarded by effects"


def _source(pattern: str) -> str:
    """Return the kind of a pattern by its key; an enemy's is a hack or a repel."""
    kind, _, rest = pattern.partition(".")
    if kind == "enemy":
        return "repel" if "repel" in rest else "hack"
    return KINDS.get(kind, kind)


# -- a finished game ---------------------------------------------------------------------------------------------------


def _story(state: State) -> dict[Figure, float]:
    """Return what a scenario had left, won or lost, since missing figures would count as 0."""
    return {("end", "time left"): float(state.time), ("end", "corrupted pool left"): float(state.corrupted)}


def began(state: State) -> int:
    """Return the first player of the first turn, from the current one: the token moves one seat each turn."""
    return (state.first - state.turn) % state.rules.seats


def _points(state: State) -> dict[Figure, float]:
    """Return the winner's victory points row by row, and whether the first player won."""
    assert state.result is not None
    found: dict[Figure, float] = {}
    best = state.result.winners or tuple(range(state.rules.seats))
    for seat in best:
        for row in scoring.score_rows(state, seat):
            name = row.rule.removeprefix("vp.")
            found["winner's points", name] = found.get(("winner's points", name), 0.0) + row.points / len(best)
        found["winner's points", "in all"] = found.get(("winner's points", "in all"), 0.0) + state.result.scores[
            seat
        ] / len(best)
    found["wins", "who began"] = float(began(state) in state.result.winners) / max(1, len(state.result.winners))
    return found


class TamashiiFigures(Figures[State]):
    """What playtests count in Tamashii."""

    def __init__(self, game: Playable, content: Content) -> None:
        super().__init__(game)
        self.content = content

    def count(self, kind: str, rule: str, data: Facts) -> tuple[Figure, float] | None:
        """Return an event's figure and number, or None if it doesn't count."""
        if kind in PLAIN:
            return PLAIN[kind], 1.0
        if (kind, rule) in BY_RULE:
            return BY_RULE[kind, rule], 1.0
        if kind in ADDED:
            return ADDED[kind], float(data.get("count", 1))
        if kind == "launches":
            return ("launches", _source(str(data["pattern"]))), 1.0
        if kind == "attached":
            return ("enemies attached", ATTACHED.get(rule, "by cards and enemies")), 1.0
        if kind == "spends":
            return ("spent", str(data["asset"])), float(data["count"])
        if kind in ("discards", "discards-for-good") and data["token"] == CORRUPTED:
            return _cleaned(str(data["cause"])), 1.0
        if (
            kind in ("unlocks", "raises-maximum", "gains-token", "draws-augments", "equips", "discards")
            and rule in UPGRADES
        ):
            return ("upgrades", UPGRADES[rule]), 1.0
        if kind == "inhabits":
            return ("bodies", self.content.bodies[data["body"]].name), 1.0
        if kind == "district":
            return ("districts used", self.content.tiles[data["tile"]].name), 1.0
        if kind in ("moves", "bot-moves") and not data["tile"]:  # nobody has seen it
            return ("moves", "onto face-down tiles"), 1.0
        if kind == "scenario-lost":
            return ("lost by", "a card, with time left" if data["time"] else "a card, at time 0"), 1.0
        return None

    def at_end(self, state: State) -> dict[Figure, float]:
        """Return a finished game's figures: its end, each board and class played, and whether they won."""
        assert state.result is not None
        seats = range(state.rules.seats)
        number = len(seats)
        found: dict[Figure, float] = {
            ("end", "turn"): float(state.turn),
            ("end", "resets per player"): sum(state.tally[seat].get("resets", 0) for seat in seats) / number,
            ("end", "enemies defeated per player"): sum(state.tally[seat].get("defeated", 0) for seat in seats)
            / number,
            ("end", "tiles face down"): float(len(state.tiles) - len(state.up)),
            ("end", "unlocked slots per player"): sum(map(state.unlocked, seats)) / number,
            ("end", "corrupted tokens per player"): sum(state.pool(seat).count(CORRUPTED) for seat in seats) / number,
            ("end", "open tokens per player"): sum(state.pool(seat).count(OPEN) for seat in seats) / number,
            ("end", "equipped augments per player"): sum(len(state.equipped[seat]) for seat in seats) / number,
            ("end", "bodies per player"): sum(len(state.bodies[seat]) for seat in seats) / number,
            ("end", "EXP left per player"): sum(state.exp) / number,
        }
        for seat in seats:
            for name in (state.rules.content.bodies[state.walker[seat]].name, state.classes[seat]):
                if name:
                    found["played", name] = found.get(("played", name), 0.0) + 1.0
                    found["won", name] = found.get(("won", name), 0.0) + float(seat in state.result.winners)
        return found | (_points(state) if state.rules.mode == "versus" else _story(state))

    def follower(self) -> Follower:
        return count_shields

    def first_player(self, state: State) -> int | None:
        return began(state) if state.rules.mode == "versus" else None

    def standing(self, state: State) -> list[float]:
        """Return each seat's victory points; in a team game, 1 if it is won and else 0."""
        seats = range(state.rules.seats)
        if state.rules.mode == "versus":
            return [float(scoring.total_points(state, seat)) for seat in seats] if state.turn else [0.0] * len(seats)
        won = state.result is not None and bool(state.result.winners)
        return [float(won)] * len(seats)

    def legend(self) -> Mapping[str, str]:
        return LEGEND
