"""What strangers do to a table: random play, random damage, and everything that is not a move."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from cProfile import Profile
from typing import Any

from hypothesis import strategies as st

from tabletop_kernel import Session, SetupError, load

GAME = load("royal_ascension")
Path = tuple[Any, ...]

texts = st.text(max_size=6) | st.sampled_from(["", "roll", "7C", "Mewtopia", "hearts", "\ud800", "\x00", "x" * 300])
numbers = st.integers(-3, 40) | st.sampled_from([2**31, -(2**63), 10**30, 10**4000])
scalars = st.none() | st.booleans() | numbers | st.floats() | texts
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)


def new_table(seed: int) -> Session:
    """A table with random rulings (every second one with the defaults)."""
    rnd = random.Random(seed)
    while True:
        rulings = (
            {key: rnd.choice(list(ruling.options)) for key, ruling in GAME.rulebook.rulings.items()} if seed % 2 else {}
        )
        try:
            return Session(GAME, rnd.choice([3, 4]), seed, rulings)
        except SetupError:
            continue


def step(session: Session, rnd: random.Random) -> None:
    """One random legal move."""
    seat = rnd.choice(session.deciders)
    moves = session.moves(seat)
    assert moves, f"nothing to do at {session.truth.frames}"
    session.submit(seat, rnd.choice(moves))


def random_table(seed: int, most: int = 400) -> Session:
    """A table in the middle of a random game."""
    rnd = random.Random(seed)
    session = new_table(seed)
    for _ in range(rnd.randrange(most)):
        if not session.deciders:
            break
        step(session, rnd)
    return session


def check_playable(session: Session, seed: int, moves: int = 200) -> None:
    """That a table goes on without any exception, any dead end and any fault."""
    rnd = random.Random(seed)
    assert session.game.faults(session.truth) == []
    for number in range(moves):
        if not session.deciders:
            assert session.outcome is not None
            break
        step(session, rnd)
        assert session.game.faults(session.truth) == []
        if number % 50 == 0:
            session.log(None)
            session.view(0)


def paths(data: Any, at: Path = ()) -> Iterator[Path]:
    """The place of everything inside plain data."""
    if at:
        yield at
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from paths(value, (*at, key))


def calls(work: Callable[[], Any]) -> int:
    """How many functions a piece of work calls, built-in ones too: what it costs, without a clock."""
    profile = Profile()
    profile.runcall(work)
    return sum(one.callcount for one in profile.getstats())


def to_and_fro(moves: int) -> Session:
    """A table as long as one likes: somebody lays a card down and takes it back."""
    table = Session.at(GAME, {"seats": 3, "now": "commit", "battle": {"fighters": [0, 1]}, "clubs": [["7C"], [], []]})
    for number in range(moves):
        table.submit(0, ("take-back" if number % 2 else "commit", "7C"))
    return table


def look(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def replaced(data: Any, path: Path, value: Any) -> Any:
    """A copy with another value in one place."""
    twin = copy.deepcopy(data)
    look(twin, path[:-1])[path[-1]] = copy.deepcopy(value)
    return twin


def removed(data: Any, path: Path) -> Any:
    """A copy without what is in one place."""
    twin = copy.deepcopy(data)
    del look(twin, path[:-1])[path[-1]]
    return twin


def nearby(rnd: random.Random, data: Any, value: Any) -> Any:
    """A value that could stand there: a little more or less, a bit of the same list, or something from elsewhere."""
    ways = ["elsewhere"]
    if type(value) in (int, bool):
        ways += ["number"] * 3
    if isinstance(value, list) and value:
        ways += ["list"] * 3
    way = rnd.choice(ways)
    if way == "number":
        return rnd.choice([value + 1, value - 1, 0, 1, -1, 2, 3, not value])
    if way == "list":
        more = rnd.choice(value)
        return rnd.choice([value[::-1], value[:-1], value[1:], [*value, more], [more], []])
    return look(data, rnd.choice(list(paths(data))))
