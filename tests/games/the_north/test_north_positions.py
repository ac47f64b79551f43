"""A written position is refused with one sentence, or it can be played on without a surprise."""

from __future__ import annotations

import random
from typing import Any

import pytest
from asking import check_damaged, fault_of
from depth import draw
from north import DRONE, GAME, PORTER, REGENT, A, table

from tabletop_kernel import Session
from tabletop_kernel.games.the_north import scoring

CROWN, TITAN = "winter-crown/conduit", "glass-titan/archive"
DIRECTIVE: list[Any] = ["directive", A, []]
ABILITY: list[Any] = ["ability", A, ["rust-shepherd.protocol", 1, "", "rust-shepherd/outpost", "ancient"]]


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("hand: there are 1 lists for 2 seats", {"hand": [[]]}),
    ("node: there are 1 entries for 2 seats", {"node": [1]}),
    ("points: give two numbers", {"points": [1]}),
    ("points: this number is not valid", {"points": [99999, 3]}),
    ("no one can have fewer than 0", {"points": [-1, 3]}),
    ("node: use a level from 1 to 4", {"node": [5, 1]}),
    ("primed: use 0 or 1", {"primed": [2, 0]}),
    ("active and first", {"active": 2}),
    ("active and first", {"first": -1}),
    ("turn, chain or paid", {"turn": 0}),
    ("turn, chain or paid", {"paid": 3}),
    ("there is no card 'frost-widdow': did you mean 'frost-widow'?", {"hand": [["frost-widdow"], []]}),
    ("there aren't enough 'frost-widow' cards", {"wastes": ["frost-widow"] * 4}),
    ("appears 2 times", {"hand": [[DRONE], [DRONE]]}),
    (
        "5 cards, but only 4",
        {"wastes": ["winter-crown", "winter-crown", "ember-choir", "ember-choir", "glass-titan"]},
    ),
    ("there is no Collector", {"collector": [CROWN]}),
    ("no card can be set aside", {"aside": [CROWN]}),
    ("used and announced: list up to three Directives", {"used": ["dance"]}),
    ("used and announced: list up to three Directives", {"used": ["ancient"] * 3}),
    ("announced: players don't announce Directives", {"now": "directive", "announced": ["ancient"]}),
    ("used: first the cards must be drawn", {"now": "shuffle", "used": ["ancient"]}),
    ("flipped: list cards that exist", {"flipped": ["x"]}),
    ("wastes_left: use a number from 1 to", {"wastes_deck": [CROWN], "wastes_left": 0}),
    ("now: 'dance' doesn't name a moment", {"now": "dance"}),
    ("frames: each must be [kind, seat, data]", {"frames": [["shuffle", 0]]}),
    ("can't be the first", {"frames": [["flip", 0, [""]]]}),
    ("it isn't that seat's turn", {"frames": [["shuffle", 1, []]]}),
    ("players don't announce Directives", {"frames": [["announce", 0, []]]}),
    ("no frame can follow", {"frames": [["shuffle", 0, []], ABILITY]}),
    ("'finish' must be the only frame", {"frames": [["finish", -1, ["end.deck"]], DIRECTIVE]}),
    ("the back of the turn card has a different order", {"frames": [["take-one", 1, []]]}),
    ("take-one belongs to the wrong seat", {"frames": [["refill", 0, []], ["take-one", 0, []]]}),
    ("in the wrong place", {"frames": [DIRECTIVE, ["flip", 0, [""]]]}),
    ("in the wrong place", {"frames": [DIRECTIVE, ABILITY, ["flip", 0, [""]], ["flip", 0, [""]]]}),
    ("isn't a decision in a chain", {"frames": [DIRECTIVE, ["shuffle", 0, []]]}),
    ("belongs to the player whose turn it is", {"frames": [DIRECTIVE, ["ability", 1, ABILITY[2]]]}),
    ("an Ancient stays set aside only until", {"frames": [DIRECTIVE, ["paid", 0, []]]}),
    (
        "ability: this data is not valid",
        {"frames": [DIRECTIVE, ["ability", 0, ["nothing.protocol", 0, "", "", ""]]]},
    ),
    ("ability: this data is not valid", {"frames": [DIRECTIVE, ["ability", 0, ["node.1", 9, "", "", ""]]]}),
    ("take: this data is not valid", {"frames": [DIRECTIVE, ABILITY, ["take", 0, [0]]]}),
    ("recover: this data is not valid", {"frames": [DIRECTIVE, ABILITY, ["recover", 0, [1, "x"]]]}),
    ("reprogram: this data is not valid", {"frames": [DIRECTIVE, ABILITY, ["reprogram", 0, ["III"]]]}),
    ("play: this data is not valid", {"frames": [DIRECTIVE, ABILITY, ["play", 0, ["deck"]]]}),
    ("copy: this data is not valid", {"frames": [DIRECTIVE, ABILITY, ["copy", 0, ["spark", "no.rule"]]]}),
    ("exchange: this data is not valid", {"frames": [DIRECTIVE, ABILITY, ["exchange", 0, ["here", "there", ""]]]}),
    ("copied: this data is not valid", {"frames": [DIRECTIVE, ["copied", 0, [""]]]}),
    ("finish: this data is not valid", {"frames": [["finish", -1, ["end.never"]]]}),
    ("no decision is open", {"frames": []}),
    ("a decision is still open", {"frames": [["shuffle", 0, []]], "result": ["end.deck", ["won", "lost"], [1, 2]]}),
    ("result: expected [rule, results, scores]", {"result": ["end.deck"]}),
    ("result: needs a result and a score for each of 2 seats", {"result": ["end.deck", ["won"], [1]]}),
    ("result: there is no rule 'end.dec'", {"result": ["end.dec", ["won", "lost"], [1, 2]]}),
    ("unknown field 'hands'", {"hands": [[], []]}),
    ("there is no luck 'dice'", {"turn": 1, "chance": {"script": {"dice": [1]}}}),
]


@pytest.mark.parametrize(("text", "position"), FAULTS, ids=lambda part: part[:40] if isinstance(part, str) else "")
def test_every_fault_is_told(text: str, position: dict[str, Any]) -> None:
    assert text in fault_of(GAME, position)


def test_alone_nobody_takes_one() -> None:
    assert "needs two players" in fault_of(GAME, {"seats": 1, "now": "take-one"})


def test_cards_may_be_named_in_short() -> None:
    session = table(hand=[["pale-drone", "frost-widow"], ["pale-drone"]], discard=[["ice-porter/foundry"], []])
    assert session.truth.hand == [("frost-widow/archive", "pale-drone/archive@1"), ("pale-drone/archive@2",)]
    assert session.truth.discard[A] == (PORTER,)
    stranger = table(hand=[["old-regent/depot@2"], []], deck=[[REGENT], []])
    assert stranger.truth.hand[A] == ("old-regent/depot@2",)


def test_moments_have_names() -> None:
    assert table(now="shuffle").moves(A) == [("shuffle",)]
    assert table(now="end").moves(A) == [("end",)]
    assert table(now="score").outcome is not None
    assert table(now="refill").truth.frames[-1] == ("shuffle", 1, ())


@pytest.mark.parametrize("seats", [1, 2])
def test_a_shorter_wastes_deck_changes_no_score(seats: int) -> None:
    """The cards that are left out lie in the box: in no Zone, where they would score, nor with The Collector."""
    whole, short = table(now="directive", seats=seats), table(now="directive", seats=seats, wastes_left=9)
    assert (len(short.truth.wastes_deck), len(short.truth.box)) == (9, 23)
    assert scoring.scores(short.truth) == scoring.scores(whole.truth)
    assert Session.at(GAME, short.position()).truth.box == short.truth.box


def random_table(seed: int) -> Session:
    """A table in the middle of a random game, every second one with random rulings."""
    rng = random.Random(seed)
    rulings = (
        {key: rng.choice(list(ruling.options)) for key, ruling in GAME.rulebook.rulings.items()} if seed % 2 else {}
    )
    session = Session(GAME, rng.choice([1, 2]), seed, rulings)
    for _ in range(rng.randrange(90)):
        if not session.deciders:
            break
        seat = session.deciders[0]
        session.submit(seat, rng.choice(session.moves(seat)))
    return session


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(16, deep=60)))
def test_a_damaged_position_is_refused_or_playable(seed: int) -> None:
    check_damaged(GAME, random_table(seed).position(), seed)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(8, deep=20)))
def test_what_is_imagined_can_be_played(seed: int) -> None:
    from tabletop_kernel.contract.chance import Chance

    session = random_table(seed)
    for viewer in range(session.config.seats):
        state = GAME.imagine(session.config, session.view(viewer), Chance(seed))
        rng = random.Random(seed)
        for _ in range(200):
            if not GAME.deciders(state):
                break
            seat = GAME.deciders(state)[0]
            GAME.apply(state, seat, rng.choice(GAME.moves(state, seat)))
        assert GAME.outcome(state) is not None
