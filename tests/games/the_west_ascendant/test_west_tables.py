"""Tables that play otherwise: rulings that meet, steps in another order, and sentences that say how it is there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from telling import asked, numbers_in, why
from west import GAME, QUIET, A, B, C, K, O, R, decline, everything, frame, kinds_of, play, refused, said, table

from tabletop_kernel import Session
from tabletop_kernel.cli.terminal import Terminal
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.events import recorder, sees
from tabletop_kernel.games.the_west_ascendant.prompting import WAY_BY_VERB
from widgets import panel

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
QUENCH, WIRE, ALMANAC = QUIET
MERIDIAN, FOUNDRY = "trigger.null-meridian", "trigger.arc-foundry"


def text_of(rule: str, **rulings: str) -> str:
    """What a rule says at a table."""
    config = GAME.agreement.configure(
        rulings={f"ruling.{key.replace('_', '-')}": value for key, value in rulings.items()}
    )
    return str(GAME.telling.book(config)[rule].text)


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
        ({}, "Prime Choose Trigger Reaction Doppelgate Refill Check"),
        ({"reaction_when": "before"}, "Prime Choose Reaction Trigger Doppelgate Refill Check"),
        ({"gate_order": "after"}, "Prime Choose Trigger Reaction Refill Doppelgate Check"),
        ({"refill_when": "start"}, "Refill Prime Choose Trigger Reaction Doppelgate Check"),
    ],
)
def test_the_steps_are_counted_as_they_come(rulings: dict[str, str], order: str) -> None:
    counted = [f"{number} {step}" for number, step in enumerate(order.split(), 1)]
    assert ", ".join(counted) in text_of("turn.steps", **rulings)


def test_only_the_second_player_checks_unless_everybody_does() -> None:
    assert text_of("turn.steps") != text_of("turn.steps", end_check="every")


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
    other = table({"trigger-when": "declared"}).book["trigger.list"].why
    assert other != GAME.rulebook["trigger.list"].why, "the list was made when the action was announced"
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
    rule, facts = why(session, ("two", R, R))
    assert rule == "ruling.void-pulse" and R in facts.values()
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
    ("ruling", "choice", "move"),
    [
        ("gate-peek", "owner", ("look", "gates")),
        ("end-check", "every", ("stop",)),
        ("end-check", "at-once", ("stop",)),
        ("radiate-when", "with-pulse", ("radiate",)),
        ("turncard-sides", "single-day", ("shuffle",)),
        ("hand-count", "no", ("look", "hand")),
        ("gate-order", "after", ("gate", K, K, K)),
        ("pulse-count", "per-card", ("pulse", K)),
        ("refill-when", "start", ("refill",)),
    ],
)
def test_a_refusal_says_how_this_table_plays(ruling: str, choice: str, move: tuple[Any, ...]) -> None:
    usual, here = (table(rulings).judge(A, move) for rulings in ({}, {ruling: choice}))
    assert usual is not None and here is not None
    assert here.rule == usual.rule
    assert here.text != usual.text


def test_an_exchange_is_refused_as_this_table_plays() -> None:
    texts = set()
    for rulings in ({}, {"exchange-same": "yes"}):
        session = table(rulings, now="reaction", action="two", middle="KO", hand=("", "C"))
        verdict = session.judge(B, ("exchange", K, K))
        assert verdict is not None and verdict.rule == "effect.exchange"
        texts.add(verdict.text)
    assert len(texts) == 2


def test_a_reaction_that_comes_early() -> None:
    session = table({"reaction-when": "before"}, middle="KKCOR", hand=("O", "O"))
    play(session, ("two", K, C))
    assert refused(session, ("exchange", O, R), B) == "reaction.when"  # First Gate still asks
    assert session.book["reaction.when"].why != GAME.rulebook["reaction.when"].why
    decline(session)
    assert session.view(B)["step"] == 3


@pytest.mark.parametrize(
    ("rule", "rulings"),
    [
        ("turn.must-act", {"voluntary_pass": "yes"}),
        ("turn.no-action", {"no_action": "turn-ends"}),
        ("end.deck", {"turncard_sides": "single-day", "end_deck": "3"}),
        ("trigger.list", {"trigger_when": "declared"}),
        ("trigger.list", {"effect_list": "re-check"}),
        ("zone.open", {"face_up": "all", "hand_count": "no"}),
        ("facility.pulse", {"two_same_type": "yes", "pulse_count": "per-card"}),
        ("hand.no-limit", {"hand_limit": "5"}),
        ("trigger.null-meridian", {"self_loss": "no"}),
    ],
)
def test_a_rule_says_how_this_table_plays(rule: str, rulings: dict[str, str]) -> None:
    """Each of the rulings shapes its sentence, whatever the others are."""
    for ruling in rulings:
        others = {key: option for key, option in rulings.items() if key != ruling}
        assert text_of(rule, **rulings) != text_of(rule, **others), ruling


def test_a_list_that_is_announced_is_not_checked_again() -> None:
    declared = text_of("trigger.list", trigger_when="declared")
    assert text_of("trigger.list", trigger_when="declared", effect_list="re-check") == declared


def test_the_steps_that_are_skipped_have_their_numbers() -> None:
    said = text_of("turn.no-action", gate_order="after", refill_when="start")
    assert numbers_in(said) == [3, 5, 6]


def sayings(**rulings: str) -> dict[str, tuple[str, str, str]]:
    book = GAME.telling.book(
        GAME.agreement.configure(rulings={f"ruling.{key}": value for key, value in rulings.items()})
    )
    return {rule.id: (rule.title, rule.text, rule.why) for rule in book.values()}


@pytest.mark.parametrize("ruling", [key.removeprefix("ruling.") for key in GAME.rulebook.rulings])
def test_a_ruling_names_every_rule_that_reads_differently(ruling: str) -> None:
    """Also those whose numbers alone depend on it."""
    usual, one = sayings(), GAME.rulebook.rulings[f"ruling.{ruling}"]
    for option in one.options:
        here = sayings(**{ruling: option})
        assert {rule for rule in usual if here[rule] != usual[rule]} <= set(one.about)


def test_names_in_braces_are_never_facts() -> None:
    """A number of the pack that is called like a fact of the moment would take its place in every sentence."""
    numbers = {*GAME.telling.numbers(GAME.agreement.configure())}
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


TAKE, LOCUS = "take from the middle", WAY_BY_VERB["locus"]


@pytest.mark.parametrize(
    ("position", "kind", "ways"),
    [
        ({"middle": "KC"}, "choose-one", TAKE),
        ({"middle": "K", "hand": "KC"}, "choose", f"{WAY_BY_VERB['all']} or {LOCUS}"),
        (
            {"middle": "", "hand": "KCOR", "tops": [DAWNFORGE, PYRE, CLOCK]},
            "choose",
            f"{LOCUS} or {WAY_BY_VERB['city']}",
        ),
        ({"middle": "", "hand": "KK"}, "choose-none", None),
        ({"now": "gate", "hand": "KKK"}, "gate", None),
        ({"now": "gate", "hand": "KKC"}, "gate-none", None),
    ],
)
def test_a_prompt_offers_what_can_be_done(position: dict[str, Any], kind: str, ways: str | None) -> None:
    question = asked(table(**position))
    assert question.kind == kind
    assert ways is None or question.facts["ways"] == ways


# -- the end ----------------------------------------------------------------------------------------------------------


def test_a_drawn_game_is_a_draw_in_words() -> None:
    session = table(now="score", points=[20, 20])
    assert session.outcome is not None
    assert session.outcome.results == ("drawn", "drawn")
    lines = [panel.over(session, A, lambda seat: f"player {seat + 1}", [])["text"]]
    Terminal(session, people=2, say=lines.append).run()
    assert "draw" in lines[0] and lines[0].rstrip(".") in "".join(lines[1:]), "the page says what the terminal says"
    assert not any("won" in line for line in lines)
