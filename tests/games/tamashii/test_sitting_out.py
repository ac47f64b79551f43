"""Effects that find nobody, or only players who sit out, and other small things that used to be told falsely."""

from __future__ import annotations

import pytest
from street import A, B, Street

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.lines import choices_of_pieces, running
from tabletop_kernel.games.tamashii.phases import turn


@pytest.mark.parametrize(
    ("who", "out", "kind"),
    [
        ("first player", (A,), "left-out-sitting"),
        ("each player without enemies", (A, B), "left-out-sitting"),
        ("another player", (B,), "left-out-sitting"),
        ("each other player", (B,), "left-out-sitting"),
    ],
)
def test_players_who_sit_out_are_named(who: str, out: tuple[int, ...], kind: str) -> None:
    # reset.skip-phase, ruling.reset.quest
    street = Street(reset__quest="sits-out")
    street.state.phase, street.state.out = "quest", sum(1 << seat for seat in out)
    events: list[Event] = []
    running._nobody_meant(street.state, A, "tile.shelter", who, recorder(events))
    assert [(one, rule, data["seats"]) for one, rule, _, data in events] == [(kind, "reset.skip-phase", [*out])]


def test_without_anybody_out_the_line_itself_is_the_reason() -> None:
    street, events = Street(), list[Event]()
    running._nobody_meant(street.state, A, "tile.shelter", "another player", recorder(events))
    assert [(kind, rule) for kind, rule, *_ in events] == [("left-out-for-all", "district.optional")]


@pytest.mark.parametrize(("option", "rules"), [("sits-out", ["ruling.reset.quest"]), ("takes-part", [])])
def test_the_ruling_is_cited_as_the_quest_phase_begins(option: str, rules: list[str]) -> None:
    # ruling.reset.quest
    street = Street(reset__quest=option)
    street.state.phase, street.state.out = "combat", 1 << B
    events: list[Event] = []
    turn._begin_phase(street.state, "quest", recorder(events))
    assert [rule for kind, rule, *_ in events if kind == "sits-out"] == rules


@pytest.mark.parametrize(
    ("number", "bury", "kinds", "deck"),
    [
        (1, 0, ["back-on-top"], ("a", "b", "c")),
        (1, 1, ["buries"], ("b", "c", "a")),
    ],
)
def test_one_card_looked_at_has_no_order(number: int, bury: int, kinds: list[str], deck: tuple[str, ...]) -> None:
    # enemy.attach
    street = Street()
    street.state.enemy_deck = ("a", "b", "c")
    street.state.frames.append(("order", A, (number, (), bury)))
    events: list[Event] = []
    assert not choices_of_pieces.DECISIONS["order"].due(street.state, recorder(events))
    assert [kind for kind, *_ in events] == kinds and street.state.enemy_deck == deck


def test_nobody_takes_an_enemy_from_themselves() -> None:
    # aug.timing
    street = Street()
    street.state.enemies = [(("toll-clerk", 0),), (("riot-shell", 0),)]
    street.state.frames.append(("pull-enemy", A, ()))
    for seat, what in ((A, "own-enemies"), (7, "no-enemies")):
        verdict = choices_of_pieces.DECISIONS["pull-enemy"].refuse(street.state, A, ("pull", seat))
        assert verdict is not None and verdict.facts["what"] == what
