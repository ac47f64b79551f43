"""Fields declared once: what follows from a declaration, for each kind of field."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

from tabletop_kernel import SetupError
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.errors import PositionError
from tabletop_kernel.contract.game import OpenDecision, Outcome
from tabletop_kernel.contract.state_faults import length_faults, range_faults
from tabletop_kernel.contract.state_fields import (
    REQUIRED,
    Record,
    TableState,
    computed,
    fact,
    fact_per_seat,
    kept,
    shared,
    zone,
    zone_per_seat,
)
from tabletop_kernel.contract.written_positions import fill_in_position, read_written, shape_of
from tabletop_kernel.contract.zones import everyone, owner

SEATS = 2


class Duel(Record):
    stakes: tuple[int, ...] = fact((), written=REQUIRED)
    hits: list[int] = fact_per_seat(0)


def lay_hill(state: Hill, data: Any) -> None:
    state.heights = dict(data["hill"])


def letters(rules: str) -> list[tuple[str, int]]:
    return [("p", 2), ("q", 1), ("w", 1), ("x", 1)]


def top_only(state: Hill, cards: tuple[str, ...], owner: int | None, viewer: int | None) -> list[str]:
    return [*cards[:1], *["?"] * (len(cards) - 1)]


class Hill(TableState):
    rules: str = shared()
    turn: int = fact(1, within=range(1, 9))
    tired: bool = fact(False)
    frames: list[OpenDecision] = fact([], written=None)
    points: list[int] = fact_per_seat(3, within=range(4), fault="points: from {low} to {high}, not {value}.")
    spot: tuple[int, int] | None = fact(None)
    paths: tuple[tuple[int, int], ...] = fact(())
    tally: list[dict[str, int]] = fact_per_seat({})
    hand: list[tuple[str, ...]] = zone_per_seat(sees=owner)
    secret: list[tuple[str, ...]] = zone_per_seat(sees=owner, counted=False)
    deck: list[str] = zone(of=letters)
    pile: tuple[str, ...] = zone(faces=top_only)
    open: list[str] = zone(sees=everyone)
    heights: dict[int, int] = kept(dict)
    hill: list[list[int]] = computed(lambda state: [[*row] for row in state.heights.items()], lay_hill)
    duel: Duel | None = fact(None)
    result: Outcome | None = fact(None)

    def __init__(self, rules: str, chance: Chance) -> None:
        self.rules, self.chance = rules, chance
        self.set_defaults(SEATS)


def played() -> Hill:
    """Return a table with something in every field."""
    state = Hill("usual", Chance(1))
    state.turn, state.tired, state.spot, state.paths = 2, True, (4, 5), ((1, 2), (3, 4))
    state.frames = [("fight", 1, ("a", (2, ("b",))))]
    state.points[0], state.tally[1]["hit"] = 1, 7
    state.hand, state.secret, state.deck = [("x",), ("y", "z")], [("s",), ()], ["p", "q"]
    state.pile, state.open, state.heights = ("u", "v"), ["w"], {0: 9}
    state.duel = Duel.read({"stakes": [5], "hits": [1, 0]})
    state.result = Outcome("end", ("won", "lost"), (1.0, 0.0))
    return state


def test_a_view_hides_every_zone_that_is_not_declared_open() -> None:
    seen = played().view(1)
    assert [seen[name] for name in ("hand", "secret", "deck", "pile", "open")] == [
        [1, ["y", "z"]], [None, []], 2, ["u", "?"], ["w"]
    ]  # fmt: skip
    assert played().view(None)["hand"] == [1, 2]
    assert "heights" not in seen and "rules" not in seen and seen["hill"] == [[0, 9]]


def test_a_view_is_the_truth_with_a_seat_and_without_secrets() -> None:
    state = played()
    seen, truth = state.view(0), state.truth()
    assert seen.keys() - truth.keys() == {"seat"} and truth["hand"] == [["x"], ["y", "z"]]
    assert {name for name, value in truth.items() if seen[name] != value} == {"hand", "secret", "deck", "pile"}
    assert truth["frames"] == [["fight", 1, ["a", [2, ["b"]]]]] and truth["duel"] == {"stakes": [5], "hits": [1, 0]}


def test_a_state_comes_back_from_its_truth() -> None:
    state = played()
    again = Hill.from_data("usual", state.truth(), Chance(1))
    assert again.truth() == state.truth() and again.heights == {0: 9}
    assert again.frames == state.frames and again.result == state.result and again.paths == state.paths


def test_a_clone_shares_nothing_that_can_change() -> None:
    state = played()
    before, twin = state.truth(), state.clone()
    assert twin.truth() == before and twin.rules is state.rules
    twin.points[1], twin.tally[1]["hit"], twin.heights[0] = 0, 0, 0
    for held in (twin.hand, twin.deck, twin.open, twin.frames):
        held.clear()
    assert twin.duel is not None
    twin.duel.hits[0] = 9
    twin.chance.roll("dice")
    assert state.truth() == before and not state.chance.counts


def test_hidden_pieces_are_dealt_from_those_that_are_not_in_sight() -> None:
    state = played()
    view = {**state.view(0), "hand": [["x"], []], "secret": [["s"], []], "pile": ["u", "v"]}
    decks = [Hill.imagined("usual", view, Chance(seed)).deck for seed in range(20)]
    assert {tuple(sorted(deck)) for deck in decks} == {("p", "p"), ("p", "q")}
    assert view["deck"] == 2, "the view stays as it is"


def test_new_states_share_no_default() -> None:
    one, other = Hill("usual", Chance(1)), Hill("usual", Chance(1))
    one.tally[0]["hit"], one.heights[3] = 1, 1
    one.frames.append(("fight", 0, ()))
    assert (one.tally[1], other.tally, other.heights, other.frames) == ({}, [{}, {}], {}, [])


def test_a_position_says_what_it_leaves_out() -> None:
    shape = shape_of(Hill)
    full = fill_in_position(read_written({"turn": 4, "hand": [["a"], []]}, shape), Hill("usual", Chance(1)))
    assert (full["turn"], full["hand"], full["points"], full["frames"]) == (4, [["a"], []], [3, 3], None)
    for wrong, told in (
        ({"turn": "x"}, "turn: expected a whole number"),
        ({"tired": 1}, "tired: expected true or false"),
        ({"hand": [["a", 2]]}, "hand entry 1 entry 2: expected a text"),
        ({"turm": 2}, "did you mean 'turn'"),
        ({"duel": {"hits": [1, 2]}}, "duel: the field 'stakes' is missing"),
    ):
        with pytest.raises(PositionError, match=told):
            read_written(wrong, shape)


def test_faults_of_ranges_and_lengths() -> None:
    state = played()
    assert not range_faults(state) and not length_faults(state, SEATS)
    state.turn, state.points, state.hand = 9, [1, 4, 1], [()]
    assert range_faults(state) == ["turn: use a number from 1 to 8.", "points: from 0 to 3, not 4."]
    assert length_faults(state, SEATS, "it has ") == [
        "points: it has 3 entries for 2 seats.", "hand: it has 1 entries for 2 seats."
    ]  # fmt: skip


def test_more_fields_in_a_subclass() -> None:
    class Taller(Hill):
        snow: list[str] = zone()

    state = Taller("usual", Chance(1))
    state.snow.append("flake")
    twin = state.clone()
    twin.snow.clear()
    assert type(twin) is Taller and state.view(0)["snow"] == 1 and state.truth()["snow"] == ["flake"]


def test_the_code_can_be_read() -> None:
    """It is there to print, and a traceback shows its lines."""
    assert "    twin.points = self.points[:]\n" in Hill.source
    with pytest.raises(KeyError) as caught:
        Hill.from_data("usual", {}, Chance(1))
    assert 'self.turn = data["turn"]' in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    ("note", "declared", "told"),
    [
        ("int", zone(), "needs a list or tuple.*declare a fact"),
        ("tuple[str, ...]", zone_per_seat(), "needs a list or tuple of pieces for each seat.*declare a fact"),
        ("list[str]", zone(sees=owner), "has no owner"),
        ("list", fact([]), r"can't be copied as .*such as list\[int\]"),
        ("set[str]", fact(set()), "can't be copied"),
        ("tuple[list[int], ...]", fact(()), "can't be copied"),
        ("dict[str, list[int]]", fact({}), "can't be copied"),
        ("list", kept(list), "can't be copied"),
    ],
)
def test_a_field_of_the_wrong_kind_is_told_at_once(note: str, declared: Any, told: str) -> None:
    """The author hears it when the class is made, not when a bot spoils the table with a copy."""
    made = {"__module__": __name__, "__annotations__": {"marks": note}, "marks": declared}
    with pytest.raises(SetupError, match=rf"'marks' of .*Counted {told}"):
        type(Hill)("Counted", (TableState,), made)
