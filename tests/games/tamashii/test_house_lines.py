"""Every line of the house pack is carried out at tables thrown together at random, with answers at random."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from judging import judged
from played_lines import AUTOMATIC, DECISIONS, desk
from small_tables import house

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.fighting import fight_state
from tabletop_kernel.games.tamashii.fighting.fight_state import Fight
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.pack.pieces import Content
from tabletop_kernel.games.tamashii.state import State
from tabletop_kernel.toolkit.maps import Map

LONG = 300  # answers after which a line should be over
IDLE = {
    "left-out",
    "left-out-for-all",
    "time-stays",
    "track-full",
    "no-enemy-left",
    "no-augment",
    "gains-less",
}  # all that is told of a line that does nothing
THINGS = ("r1c1", "r1c5", "E", "S", 1, 0, "shield", "0,0", "9,9", "nobody")
RULINGS = {
    "reset__rest_of_effect": ("lost", "finish"),
    "reset__which_shelter": ("nearest", "any"),
    "prepare__short": ("fitting", "return"),
    "combat__wound_batches": ("effect", "combat"),
    "body__keyword": ("swap", "market"),
    "destab__holder": ("stack", "card"),
    "move__effect_reveal": ("yes", "no"),
}


@pytest.fixture(scope="module")
def pack() -> Content:
    return house()


def thrown_together(luck: random.Random, pack: Content, key: str) -> State:
    """A table with a bit of everything."""
    seats = luck.choice((1, 2, 3))
    agreed = {name: luck.choice(options) for name, options in RULINGS.items()}
    state = desk(seats, None, mode="solo" if seats == 1 else "story", **agreed)
    code = key.split(".")[1][:3] if key.startswith("card.") else luck.choice(list(pack.scenarios))
    scenario = pack.scenarios[code]
    state.rules = replace(state.rules, content=pack, lines=pack.lines, scenario=scenario)
    state.chance = Chance(luck.randrange(10**6))
    state.card = next(card.code for card in scenario.cards.values() if not card.special and not card.ends)
    tiles = {laid.place: laid.tile or "free-clinic" for laid in scenario.map} | {(0, 0): "shelter"}
    state.map = Map(tiles, frozenset({(0, 0)}.union(place for place in sorted(tiles) if luck.random() < 0.6)))
    state.markers = {place: ("relay", "die:S") for place in sorted(state.tiles) if luck.random() < 0.3}
    state.enemy_deck = tuple(luck.choice(list(pack.enemies)) for _ in range(luck.randrange(5)))
    bodies = [body.id for body in pack.bodies.values() if not body.core]
    state.market, state.body_deck = tuple(bodies[:3]), tuple(bodies[3:5])
    state.faction_deck = {"Spartans": ("phalanx-protocol",), "Commoners": ()}
    state.time, state.corrupted = luck.randrange(8), luck.randrange(8)
    state.phase = luck.choice(("planning", "action", "combat", "quest"))
    for seat in range(seats):
        _player(state, seat, luck, pack, bodies)
    return state


def _player(state: State, seat: int, luck: random.Random, pack: Content, bodies: list[str]) -> None:
    letters = ["....EWLFOXNCD" if slot % 5 < 4 else "##." for slot in range(20)]
    state.grid[seat] = "".join(luck.choice(choice) for choice in letters)
    state.bag[seat] = "".join(sorted(luck.choice("EWLFO") for _ in range(luck.randrange(6))))
    state.dump[seat] = "".join(sorted(luck.choice("EWLFX") for _ in range(luck.randrange(4))))
    state.walker[seat], state.core[seat] = luck.choice(pack.walkers).id, luck.choice("EWLF")
    state.bodies[seat] = tuple(bodies[5 + 2 * seat : 5 + 2 * seat + luck.randrange(3)])
    shield, memory, power, reroll = (luck.randrange(6) for _ in range(4))
    state.assets[seat] = (shield, memory, power, reroll)
    state.integrity[seat], state.trace[seat] = luck.randrange(1, 6), luck.randrange(9)
    state.place[seat] = luck.choice(sorted(state.up))
    state.enemies[seat] = tuple((luck.choice(list(pack.enemies)), 0) for _ in range(luck.randrange(4)))
    augments = luck.sample(list(pack.augments), 6)
    state.equipped[seat], state.unequipped[seat] = tuple(augments[:4]), tuple(augments[4:])


def _under(state: State, luck: random.Random, key: str) -> None:
    """What lies under the line: a Combat, a roll, or nothing."""
    if key.startswith("frame.") or key.endswith((".fang", ".wire")) or luck.random() < 0.2:
        state.enemies[0] = state.enemies[0] or (("stray-drone", 1),)
        state.phase = "combat"
        state.frames.append(("combat", 0, Fight(fight_state.FIGHT, "DST", 0, "fang", ("2",), 0)))
    if luck.random() < 0.2:
        state.frames.append(("roll", luck.randrange(state.rules.seats), ("test", "DSTT", (), 0, 0)))


def _answered(state: State, luck: random.Random, events: list[Event]) -> None:
    """One answer to what is asked, after a look at what else would be allowed."""
    frame = state.frames[-1]
    decision = DECISIONS[frame[0]]
    seat = luck.choice(list(decision.deciders(state, frame)))
    moves = decision.moves(state, seat)
    assert len(moves) == len(set(moves)) > 0, frame
    assert all(judged(decision, state, seat, move) is None for move in moves), frame
    for tried in [(verb, *rest) for verb in decision.verbs for rest in ((), *((thing,) for thing in THINGS))]:
        assert (judged(decision, state, seat, tried) is None) == (tried in moves), (frame, tried)
    decision.apply(state, seat, luck.choice(moves), recorder(events))


@pytest.mark.parametrize("number", range(3))
def test_every_line_of_the_house_pack_comes_to_its_end(pack: Content, number: int) -> None:
    for key in pack.lines:
        luck = random.Random(f"{number} {key}")
        state, events = thrown_together(luck, pack, key), list[Event]()
        _under(state, luck, key)
        depth = len(state.frames)
        useful = running.does_something(state, 0, key, "SS")
        running.begin_line(state, 0, key, "SS")
        for answers in range(LONG):  # noqa: B007
            while len(state.frames) > depth:
                kind = state.frames[-1][0]
                if kind in AUTOMATIC:
                    AUTOMATIC[kind](state, recorder(events))
                elif DECISIONS[kind].due(state, recorder(events)):
                    break
            if len(state.frames) <= depth:
                break
            _answered(state, luck, events)
        assert len(state.frames) <= depth, key
        if useful:
            assert events or answers, (key, pack.lines[key].text)
        else:
            assert not answers and {kind for kind, _, _, _ in events} <= IDLE, (key, events)
