"""A written position is refused with one sentence, or it can be played on without a surprise."""

from __future__ import annotations

import random
from typing import Any

import pytest
from asking import check_damaged, fault_of
from depth import draw
from west import GAME, QUIET, A, B, C, K, O, R, frame, play, table

from tabletop_kernel import Session

DAWNFORGE = "prime.dawnforge"
TURN: list[Any] = ["turn", A, ["choose"]]
EFFECT: list[Any] = ["effect", A, ["prime.signal-pyre", 0, ""]]


FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("hand: there are 1 entries for 2 seats", {"hand": [[]]}),
    ("points: there are 1 entries for 2 seats", {"points": [1]}),
    ("points: use numbers from 0", {"points": [-1, 3]}),
    ("points: use numbers from 0", {"points": [99999, 3]}),
    ("active and first", {"active": 2}),
    ("active and first", {"first": -1}),
    ("0 or 1", {"dusk": 2}),
    ("0 or 1", {"city": [0, 2]}),
    ("turn or made", {"turn": 0}),
    ("turn or made", {"made": -1}),
    ("turn or made", {"turn": 121}),
    ("there is no card 'kilm': did you mean 'kiln'?", {"hand": [["kilm"], []]}),
    ("too few 'kiln' cards", {"discard": ["kiln"] * 10}),
    ("there is no card 'prime.dawnforge'", {"hand": [[DAWNFORGE], []]}),
    ("6 cards, but at most 5", {"middle": [K, K, C, C, O, O]}),
    ("known: list only cards of that hand", {"known": [[K], []]}),
    ("never empty by day", {"deck_left": 0}),
    ("deck_left: use a number from 1 to", {"deck": [K], "deck_left": 0}),
    ("renewed: use this only at dusk", {"renewed": [K]}),
    ("renewed: use this only at dusk", {"dusk": 1, "deck": [K], "deck_left": 1, "renewed": [C]}),
    ("no one has seen", {"dusk": 1, "deck_left": 0, "renewed": [K], "rulings": {"ruling.discard-open": "top"}}),
    ("this table has no dusk", {"dusk": 1, "rulings": {"ruling.turncard-sides": "single-day"}}),
    ("there is no Locus 'prime.dawn': did you mean 'prime.dawnforge'?", {"zone": [["prime.dawn"], []]}),
    ("appears 2 times", {"zone": [[DAWNFORGE], [DAWNFORGE]]}),
    ("loci: there are 2 decks, but there should be 3", {"loci": [[], []]}),
    ("loci_left: give a number for each", {"loci_left": [1, 1]}),
    ("loci_left: give a number for each", {"loci": [[DAWNFORGE], [], []], "loci_left": [0, 1, 1]}),
    ("too few Loci", {"loci_left": [9, 9, 9]}),
    ("engine: each player must have one", {"engine": ["cityengine-strider", "cityengine-strider"]}),
    ("engine: each player must have one", {"engine": ["", ""]}),
    ("action: 'dance' can't be chosen", {"action": "dance"}),
    ("took and paid", {"took": ["x"]}),
    ("declared: name Loci", {"declared": ["x"]}),
    ("gates: there are not enough cards", {"gates": [["?"] * 40, []]}),
    ("now: 'dance' doesn't name a moment", {"now": "dance"}),
    ("frames: each must be [kind, seat, data]", {"frames": [["turn", 0]]}),
    ("can't be the first", {"frames": [["choose", 0, []]]}),
    ("it isn't that seat's turn", {"frames": [["turn", 1, ["choose"]]]}),
    ("isn't a step", {"frames": [["turn", 0, ["dance"]]]}),
    ("after the last step", {"frames": [["turn", 0, ["check"]]]}),
    ("choose is in the wrong place", {"frames": [["turn", 0, ["prime"]], ["choose", 0, []]]}),
    ("choose is in the wrong place", {"frames": [TURN, ["choose", 1, []]]}),
    ("choose is in the wrong place", {"frames": [TURN, ["choose", 0, []], EFFECT]}),
    ("offer is in the wrong place", {"frames": [TURN, ["offer", 0, []]]}),
    ("discard is in the wrong place", {"frames": [TURN, EFFECT, ["discard", 1, [1, ""]]]}),
    ("isn't a decision in a turn", {"frames": [TURN, ["dance", 0, []]]}),
    ("there is no hand limit", {"frames": [["turn", 0, ["limit"]], ["limit", 0, []]]}),
    ("only the active player", {"frames": [TURN, ["use", 1, ["prime", [], []]]]}),
    ("an effect belongs to the wrong seat", {"frames": [TURN, ["effect", 1, ["prime.dawnforge", 0, ""]]]}),
    ("an effect belongs to the wrong seat", {"frames": [TURN, ["effect", 0, ["turn.barter", 0, ""]]]}),
    ("effect: this data is not valid", {"frames": [TURN, ["effect", 0, ["nothing", 0, ""]]]}),
    ("effect: this data is not valid", {"frames": [TURN, ["effect", 0, ["prime.dawnforge", 9, ""]]]}),
    ("effect: this data is not valid", {"frames": [TURN, ["effect", 0, ["reference-a.score", 0, ""]]]}),
    ("effect: this data is not valid", {"frames": [TURN, ["effect", 0, ["prime.dawnforge", 0, "x"]]]}),
    ("use: this data is not valid", {"frames": [TURN, ["use", 0, ["prime", ["trigger.quench-yard"], []]]]}),
    ("use: this data is not valid", {"frames": [TURN, ["use", 0, ["radiate", ["gate"], []]]]}),
    ("use: this data is not valid", {"frames": [TURN, ["use", 0, ["prime", "x", []]]]}),
    ("offers nothing now", {"frames": [TURN, ["effect", 0, ["prime.dawnforge", 0, ""]], ["offer", 0, []]]}),
    ("clear: this data is not valid", {"frames": [TURN, EFFECT, ["clear", 0, [0]]]}),
    ("discard: this data is not valid", {"frames": [TURN, EFFECT, ["discard", 0, [1, "of no type"]]]}),
    ("recover: this data is not valid", {"frames": [TURN, EFFECT, ["recover", 0, [1, "of one type"]]]}),
    ("finish: this data is not valid", {"frames": [["finish", -1, ["end.never"]]]}),
    ("'finish' must be the only frame", {"frames": [["finish", -1, ["end.deck"]], TURN]}),
    ("'start' must be the only frame", {"frames": [["start", 0, []]], "engine": ["", ""]}),
    ("no decision is open", {"frames": []}),
    ("a decision is still open", {"frames": [TURN], "result": ["end.deck", ["won", "lost"], [1, 2]]}),
    ("result: expected [rule, results, scores]", {"result": ["end.deck"]}),
    ("result: needs a result and a score for each of 2 seats", {"result": ["end.deck", ["won"], [1]]}),
    ("result: there is no rule 'end.dec'", {"result": ["end.dec", ["won", "lost"], [1, 2]]}),
    ("unknown field 'hands'", {"hands": [[], []]}),
    ("there is no luck 'dice'", {"turn": 1, "chance": {"script": {"dice": [1]}}}),
]


@pytest.mark.parametrize(("text", "position"), FAULTS, ids=lambda part: part[:40] if isinstance(part, str) else "")
def test_every_fault_is_told(text: str, position: dict[str, Any]) -> None:
    assert text in fault_of(GAME, position)


def test_moments_have_names() -> None:
    assert frame(table(now="prime", tops=[DAWNFORGE, *QUIET[:2]])) == "use"
    assert frame(table(now="choose")) == "choose"
    assert frame(table(now="gate")) == "gate"
    assert table(now="reaction", action="two", middle="K", hand=("", "C")).deciders == (B,)
    assert frame(table(now="trigger", action="all", pulse=1, tops=["trigger.arc-foundry", *QUIET[:2]])) == "use"
    assert table(now="refill", middle="K").truth.active == B
    assert table(now="score").outcome is not None


def test_what_is_left_out_is_filled_in() -> None:
    state = table(hand=("KK", "C"), middle="KCO", discard="R").truth
    assert (state.hand, state.middle, state.discard) == ([(K, K), (C,)], (K, C, O), (R,))
    assert len(state.deck) == 36 - 7
    assert [len(deck) for deck in state.loci] == [4, 4, 4]
    small = table(deck="RO", deck_left=3, loci=[[DAWNFORGE], [], []], loci_left=[2, 1, 0]).truth
    assert small.deck[:2] == (R, O)
    assert len(small.deck) == 3
    assert [len(deck) for deck in small.loci] == [2, 1, 0]
    assert len(small.box) == (36 - 3 - 5) + (12 - 3)


def test_cards_in_the_box_stay_there() -> None:
    session = table(deck_left=2, middle="KKCOR", hand=("", "O"))
    before = session.truth.box
    play(session, ("all", K))
    assert session.truth.box == before
    assert session.view(B)["box"] == list(before)


def random_table(seed: int) -> Session:
    """A table in the middle of a random game, every second one with random rulings."""
    rng = random.Random(seed)
    rulings = (
        {key: rng.choice(list(ruling.options)) for key, ruling in GAME.rulebook.rulings.items()} if seed % 2 else {}
    )
    session = Session(GAME, 2, seed, rulings)
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
    for viewer in (A, B):
        state = GAME.imagine(session.config, session.view(viewer), Chance(seed))
        rng = random.Random(seed)
        for _ in range(2000):
            if not GAME.deciders(state):
                break
            seat = GAME.deciders(state)[0]
            GAME.apply(state, seat, rng.choice(GAME.moves(state, seat)))
        assert GAME.outcome(state) is not None
