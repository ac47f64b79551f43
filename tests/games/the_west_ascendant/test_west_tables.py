"""Tables that play otherwise: rulings that meet, steps in another order, and sentences that say how it is there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from west import GAME, QUIET, A, B, C, K, O, R, decline, everything, frame, kinds_of, play, refused, said, table

from tabletop_kernel import Session
from tabletop_kernel.chance import Chance
from tabletop_kernel.events import recorder, sees
from tabletop_kernel.terminal import Terminal
from widgets import panel

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
QUENCH, WIRE, ALMANAC = QUIET
MERIDIAN, FOUNDRY = "trigger.null-meridian", "trigger.arc-foundry"


def text_of(rule: str, **rulings: str) -> str:
    """What a rule says at a table."""
    config = GAME.configure(rulings={f"ruling.{key.replace('_', '-')}": value for key, value in rulings.items()})
    return str(GAME.book(config)[rule].text)


def why(session: Session, move: tuple[Any, ...], seat: int = A) -> str:
    verdict = session.judge(seat, move)
    assert verdict is not None
    return verdict.text


# -- the order of cards means nothing ---------------------------------------------------------------------------------


def test_cards_may_be_named_in_any_order() -> None:
    position: dict[str, Any] = {"middle": "KKCOR", "hand": "KCOR", "tops": [DAWNFORGE, QUENCH, WIRE]}
    for move, read in (
        (("two", C, K), ("two", K, C)),
        (("locus", DAWNFORGE, O, K), ("locus", DAWNFORGE, K, O)),
        (("city", R, O, C, K), ("city", K, C, O, R)),
    ):
        session = table(**position)
        assert session.judge(A, move) is None
        session.submit(A, move)
        assert session.inputs[-1].move == read
        assert Session.from_code(session.code(), GAME).position() == session.position()


def test_nonsense_stays_nonsense() -> None:
    session = table(middle="KKC", hand="KC")
    assert refused(session, ("two", "x", K)) == "facility.any-two"
    assert refused(session, ("two", 1, 2)) == "facility.any-two"
    assert refused(session, ("city", 7, K)) == "city.plan"


# -- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulings", "order"),
    [
        (
            {},
            "1 Prime, 2 Choose, 3 Trigger, 4 Reaction, 5 Doppelgate, 6 Refill, 7 Check (only the Second Player)",
        ),
        (
            {"reaction_when": "before", "end_check": "every"},
            "2 Choose, 3 Reaction, 4 Trigger, 5 Doppelgate, 6 Refill, 7 Check, 8",
        ),
        ({"gate_order": "after"}, "4 Reaction, 5 Refill, 6 Doppelgate, 7 Check"),
        ({"refill_when": "start"}, "1 Refill, 2 Prime, 3 Choose, 4 Trigger, 5 Reaction, 6 Doppelgate, 7 Check"),
    ],
)
def test_the_steps_are_counted_as_they_come(rulings: dict[str, str], order: str) -> None:
    assert order in text_of("turn.steps", **rulings)


@pytest.mark.parametrize("seed", range(6))
def test_the_number_of_a_step_only_goes_up_in_a_turn(seed: int) -> None:
    rulings = {
        "ruling.reaction-when": ["before", "after"][seed % 2],
        "ruling.radiate-when": ["end-of-turn", "no-pulse"][seed % 2],
        "ruling.refill-when": ["end", "start", "two-left"][seed % 3],
        "ruling.gate-order": ["after", "before"][seed // 3],
    }
    session = Session(GAME, 2, seed, rulings)
    rng = Chance(seed)
    seen: list[tuple[int, int]] = []
    while session.deciders:
        seen.append((session.truth.turn, session.view(None)["step"]))
        moves = session.moves(session.deciders[0])
        session.submit(session.deciders[0], moves[rng.pick("move", len(moves))])
    assert all(one[1] <= two[1] for one, two in pairwise(seen) if one[0] == two[0])


def test_a_refill_at_the_start_is_on_the_front_of_a_halved_card() -> None:
    session = table({"turncard-sides": "two-halves", "refill-when": "start"}, now="check", action="two", middle="COR")
    events = everything(session)
    assert session.view(A)["side"] == "front"
    session = table({"turncard-sides": "two-halves", "refill-when": "start"}, middle="KKC", hand=("", ""))
    events = play(session, ("all", K))
    assert said(events, "back-half") == [{"seat": A}]
    assert session.view(A)["side"] == "back"
    events = play(session, ("end",))
    assert "back-half" not in kinds_of(events)
    assert session.view(B)["side"] == "front"


# -- rulings that meet ------------------------------------------------------------------------------------------------


def test_triggers_that_are_listed_with_the_announcement_are_not_looked_for_again() -> None:
    rulings = {"trigger-when": "declared", "effect-list": "re-check"}
    loci = [[MERIDIAN, FOUNDRY], [DAWNFORGE], [CLOCK]]
    session = table(rulings, middle="OKCRR", loci=loci, hand=("", "K"))
    play(session, ("all", O), ("under", MERIDIAN))
    assert session.moves(A) == [("use", MERIDIAN)]  # announced before it went under, and Arc Foundry was not
    assert refused(session, ("use", FOUNDRY)) == "trigger.list"
    assert "when the action was announced" in why(session, ("use", FOUNDRY))
    events = play(session, ("use", MERIDIAN))
    assert "uses-deck" in kinds_of(events)
    assert session.deciders == (B,)


def test_what_comes_into_sight_is_told() -> None:
    session = table({"effect-list": "re-check"}, now="prime", loci=[[DAWNFORGE], [PYRE], [QUENCH]], hand="K", gates="?")
    state, events = session.truth, []
    mast = "prime.farsight-mast"
    at = next(n for n, deck in enumerate(state.loci) if mast in deck)
    state.loci[at] = tuple(locus for locus in state.loci[at] if locus != mast)
    state.loci[2] = (mast, *state.loci[2])
    GAME.apply(state, A, ("use", DAWNFORGE), recorder(events))
    assert {"seat": A, "loci": [mast], "count": 1} in said(events, "waiting")


def test_two_with_a_pulse_that_can_do_nothing_cannot_be_taken() -> None:
    session = table({"void-pulse": "no", "two-same-type": "yes"}, middle="RRK")
    assert session.moves(A) == [("all", K), ("two", K, R)]
    assert "PULSE of Relay could do nothing" in why(session, ("two", R, R))
    assert ("two", R, R) in table({"void-pulse": "no", "two-same-type": "yes"}, middle="RRK", discard="K").moves(A)
    assert ("two", R, R) in table({"void-pulse": "no"}, middle="RRK").moves(A)


@pytest.mark.parametrize("how", ["skip", "turn-ends", "game-ends"])
def test_skipping_tells_nothing_of_a_hidden_hand(how: str) -> None:
    """Where one may always skip, two hands that look alike from outside leave the same trace."""
    told = []
    for hand in ("KC", "OO"):  # the first could build Quench Yard
        session = table({"voluntary-pass": "yes", "no-action": how}, middle="", hand=(hand, ""), dusk=1)
        events: list[Any] = []
        GAME.apply(session.truth, A, ("skip",), recorder(events))
        told.append([event for event in events if sees(event[2], B)])
        assert frame(session) == "gate"
    assert told[0] == told[1]
    assert told[0][0][1] == "ruling.voluntary-pass"


# -- sentences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "choice", "move", "words"),
    [
        ("gate-peek", "owner", ("look", "gates"), "You see the Facility sides of your own"),
        ("end-check", "every", ("stop",), "when a turn is over"),
        ("end-check", "at-once", ("stop",), "it ends by itself"),
        ("radiate-when", "with-pulse", ("radiate",), "they do after a PULSE and by the Cityengine"),
        ("turncard-sides", "single-day", ("shuffle",), "never shuffled at this table"),
        ("hand-count", "no", ("look", "hand"), "not even count"),
        ("exchange-same", "yes", ("exchange", K, K), "for one in the middle"),
        ("gate-order", "after", ("gate", K, K, K), "in step 6"),
        ("pulse-count", "per-card", ("pulse", K), "once for each card"),
        ("refill-when", "start", ("refill",), "at the start of each turn"),
    ],
)
def test_a_refusal_says_how_this_table_plays(ruling: str, choice: str, move: tuple[Any, ...], words: str) -> None:
    usual, here = table(), table({ruling: choice})
    assert words in why(here, move)
    assert words not in why(usual, move)


def test_a_reaction_that_comes_early() -> None:
    session = table({"reaction-when": "before"}, middle="KKCOR", hand=("O", "O"))
    play(session, ("two", K, C))
    assert "before the Triggers" in why(session, ("exchange", O, R), B)  # First Gate still asks
    decline(session)
    assert session.view(B)["step"] == 3


@pytest.mark.parametrize(
    ("rule", "rulings", "words"),
    [
        ("turn.must-act", {"voluntary_pass": "yes"}, "A player may skip step 2"),
        ("turn.no-action", {"no_action": "turn-ends"}, "the turn ends at once"),
        ("turn.no-action", {"gate_order": "after", "refill_when": "start"}, "steps 3 to 5 are skipped"),
        (
            "end.deck",
            {"turncard_sides": "single-day", "end_deck": "3"},
            "ends if the Facility deck has three cards or fewer",
        ),
        ("trigger.list", {"trigger_when": "declared", "effect_list": "re-check"}, "fixed when the action is announced"),
        ("zone.open", {"face_up": "all", "hand_count": "no"}, "the Locus decks and all points are open"),
        (
            "facility.pulse",
            {"two_same_type": "yes", "pulse_count": "per-card"},
            "once for each card. So they do after any two",
        ),
        ("hand.no-limit", {"hand_limit": "5"}, "The limit of a hand is five cards"),
        ("trigger.null-meridian", {"self_loss": "no"}, "Trigger: draw 1 card."),
    ],
)
def test_a_rule_says_how_this_table_plays(rule: str, rulings: dict[str, str], words: str) -> None:
    assert words in text_of(rule, **rulings)
    assert words not in text_of(rule)


def sayings(**rulings: str) -> dict[str, tuple[str, str, str]]:
    book = GAME.book(GAME.configure(rulings={f"ruling.{key}": value for key, value in rulings.items()}))
    return {rule.id: (rule.title, rule.text, rule.why) for rule in book.values()}


@pytest.mark.parametrize("ruling", [key.removeprefix("ruling.") for key in GAME.rulings])
def test_a_ruling_names_every_rule_that_reads_differently(ruling: str) -> None:
    """Also those whose numbers alone depend on it."""
    usual, one = sayings(), GAME.rulings[f"ruling.{ruling}"]
    for option in one.options:
        here = sayings(**{ruling: option})
        assert {rule for rule in usual if here[rule] != usual[rule]} <= set(one.about)


def test_names_in_braces_are_never_facts() -> None:
    """A number of the pack that is called like a fact of the moment would take its place in every sentence."""
    numbers = {*GAME.numbers(GAME.configure())}
    for seed in range(4):
        session = Session(GAME, 2, seed)
        rng = Chance(seed)
        while session.deciders:
            seat = session.deciders[0]
            moves = session.moves(seat)
            for move in ((moves[0][0], "x"), ("locus", session.truth.tops[0]) if session.truth.tops else ("x",)):
                verdict = GAME.judge(session.truth, seat, move)
                assert verdict is None or not numbers & {*verdict.facts}
            session.submit(seat, moves[rng.pick("move", len(moves))])
        for _, _, _, data in everything(session):
            assert not numbers & {*data}


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ({"middle": "KC"}, "All that you can do now is take from the middle."),
        ({"middle": "K", "hand": "KC"}, "Choose one: take all of one type or build a Locus."),
        (
            {"middle": "", "hand": "KCOR", "tops": [DAWNFORGE, PYRE, CLOCK]},
            "Choose one: build a Locus or complete your Cityengine.",
        ),
        ({"middle": "", "hand": "KK"}, "There is nothing that you could choose: do nothing in this step."),
        (
            {"now": "gate", "hand": "KKK"},
            "Make a Doppelgate with three Facilities of one type, if you like, or end the turn.",
        ),
        ({"now": "gate", "hand": "KKC"}, "You cannot make a Doppelgate now: end the turn."),
    ],
)
def test_a_prompt_offers_what_can_be_done(position: dict[str, Any], text: str) -> None:
    session = table(**position)
    assert GAME.prompt(session.config, session.view(A)).text == text


# -- the end ----------------------------------------------------------------------------------------------------------


def test_a_drawn_game_is_a_draw_in_words() -> None:
    session = table(now="score", points=[20, 20])
    assert session.outcome is not None
    assert session.outcome.results == ("drawn", "drawn")
    assert (
        panel.over(session, A, lambda seat: f"Player {seat + 1}", [])["text"]
        == "It is a draw between Player 1 and Player 2."
    )
    lines: list[str] = []
    Terminal(session, people=2, say=lines.append).run()
    assert any("It is a draw between player 1 and player 2:" in line for line in lines)
    assert not any("won" in line for line in lines)
