"""What is said, shown, foretold and reckoned; what bots do with it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from asking import emitted
from depth import draw
from telling import asked, numbers_in
from west import GAME, QUIET, A, B, C, K, O, R, decline, frame, kinds_of, names_of, play, table

from tabletop_kernel import Session, simulate
from tabletop_kernel.cli.terminal import Terminal
from tabletop_kernel.contract.coach_sentences import BEFORE_A_COST
from tabletop_kernel.contract.toml_files import read_toml
from tabletop_kernel.games import the_west_ascendant
from tabletop_kernel.games.the_west_ascendant.rules import DECISIONS
from tabletop_kernel.games.the_west_ascendant.scoring import EVENT_BY_RULE
from tabletop_kernel.players.bots import make_bot

HERE = Path(the_west_ascendant.__file__).parent
DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL, DRIFT = "prime.farsight-mast", "prime.steamwright-hall", "prime.drift-exchange"
QUENCH, WIRE, ALMANAC = QUIET
MERIDIAN, FOUNDRY = "trigger.null-meridian", "trigger.arc-foundry"


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    by_name = {f"chooses-{what}" for what in ("all", "two", "locus", "city")}
    by_name |= {"uses-top", "uses-zone", "uses-deck", "keeps", "scores", "last-round", "turn-cut"}
    by_name |= {"no-choice", "no-action", "ends", *EVENT_BY_RULE.values()}
    assert emitted(the_west_ascendant) | by_name == set(GAME.rulebook.events)


def test_every_decision_has_a_prompt() -> None:
    prompts = read_toml(HERE / "rulebook.toml")["prompts"]
    kinds = {kind for kind in DECISIONS if kind != "use"} | {"prime", "trigger", "radiate", "barter", "salvage"}
    fewer = {"prime-last", "trigger-last", "choose-one", "choose-none", "gate-none", "offer-none", "barter-none"}
    assert set(prompts) == kinds | fewer
    for kind, prompt in prompts.items():
        assert set(prompt) == {"you", "they", "rules"}, kind
        said = prompt["you"].values() if isinstance(prompt["you"], dict) else [prompt["you"]]
        assert all(text.endswith((".", "}")) or text in GAME.rulebook.rulings for text in said)
        assert prompt["they"].startswith("{seat} is ")
        assert prompt["they"].endswith(".")
        for rule in prompt["rules"]:
            assert rule in GAME.rulebook.rules or rule in GAME.rulebook.rulings, rule


def test_prompts_name_what_is_waiting() -> None:
    session = table(now="prime", tops=[DAWNFORGE, PYRE, QUENCH], hand="K")
    mine, theirs = asked(session), asked(session, B)
    assert (mine.kind, mine.yours, theirs.kind, theirs.yours) == ("prime", True, "prime", False)
    assert names_of(mine.facts["effects"]) == names_of(theirs.facts["effects"]) == [DAWNFORGE, PYRE]
    play(session, ("use", PYRE))
    offer = asked(session)
    assert (offer.kind, names_of(offer.facts["effect"]), offer.facts["text"]) == (
        "offer",
        [PYRE],
        GAME.telling.reads(PYRE),
    )
    play(session, ("leave",))
    last = asked(session)
    assert (last.kind, names_of(last.facts["effects"])) == ("prime-last", [DAWNFORGE])
    assert last.rules == ("prime.when", "effect.mandatory")
    barter = table(now="reaction", action="two", middle="KO", hand=("", "C"))
    assert asked(barter).rules == ("reaction.barter", "effect.exchange")


def test_the_order_is_a_choice_only_where_somebody_is_asked() -> None:
    """At 0 points both Triggers do nothing to the other player: they run by themselves."""
    for points, asks in ((20, True), (0, False)):
        session = table(middle="KKKC", points=[20, points], tops=[FOUNDRY, ALMANAC, PYRE])
        events = play(session, ("all", K))
        assert (frame(session) == "use") == ("any-order" in kinds_of(events)) == asks


def aim(session: Session, *move: Any) -> str:
    seat = session.deciders[0]
    assert move in session.moves(seat)
    return GAME.opinions.aims(session.config, session.view(seat), seat, move)


def both(reason: str) -> tuple[str, str]:
    """What a reason says is gained, and what is given up."""
    gains, _, costs = reason.partition(f", {BEFORE_A_COST}")
    return gains, costs


def test_a_reason_says_what_is_gained_and_then_what_is_given_up() -> None:
    tops = {"tops": [DAWNFORGE, MAST, QUENCH]}  # Dawnforge costs Kiln and Orrery, Quench Yard Kiln and Cistern
    step_5 = table(now="gate", action="all", pulse=1, took=[K], hand="KKKO", **tops)
    gate = aim(step_5, "gate", K, K, K)
    gains, costs = both(gate)
    assert numbers_in(gains)[0] == 2 and "RADIATE" in gains, "2 at the end, and it RADIATES"
    assert names_of(costs) == [DAWNFORGE], "the hand no longer pays for it"
    keeps = both(aim(step_5, "end"))
    assert (names_of(keeps[0]), keeps[1]) == ([DAWNFORGE], "")
    assert "Doppelgate" in keeps[0]
    barter = table(now="reaction", action="two", middle="RC", hand=("", "KO"), **tops)
    offers = {
        ("exchange", O, R): ([R], [DAWNFORGE]),
        ("exchange", O, C): ([QUENCH], [DAWNFORGE]),
        ("leave",): ([DAWNFORGE], []),
    }
    for move, (gained, lost) in offers.items():
        gains, costs = both(aim(barter, *move))
        assert (names_of(gains), names_of(costs)) == (gained, lost), move
    last = table(middle="KC", points=[5, 0], hand="", **tops)
    assert both(aim(last, "two", K, C)) == (aim(last, "two", K, C), "")
    assert names_of(aim(last, "two", K, C)) == [QUENCH]
    assert names_of(aim(table(middle="KR", points=[5, 0], hand="", **tops), "two", K, R)) == [], "two cards, no more"


@pytest.mark.deep
def test_a_drawback_alone_is_no_reason() -> None:
    for seed in range(draw(2, deep=3)):
        session, rng = Session(GAME, seed=seed), random.Random(seed)
        while session.deciders and session.length < 120:
            for move in session.moves(session.deciders[0]):
                said = aim(session, *move)
                assert said and not said.startswith(("the hand no", "changes nothing", "costs nothing")), said
            session.submit(session.deciders[0], rng.choice(session.moves(session.deciders[0])))


def test_house_content_is_marked() -> None:
    content = GAME.content
    parts = (content.types, content.gates, content.loci, content.engines)
    assert all(entry.house for part in parts for entry in part.values())
    assert (content.numbers.house, content.numbers.source) == (False, "L7, L13, L15, L17")
    houses = {rule.id for rule in GAME.rulebook.values() if rule.house}
    assert {rule for rule in houses if rule.startswith("setup")} == set()
    assert {"pulse.kiln", "radiate.when", "gate.cost", "score.locus", "end.check", "prime.dawnforge"} <= houses
    assert len(houses) == 50


@pytest.mark.deep
def test_every_move_can_be_said() -> None:
    for seed in range(draw(6, deep=16)):
        rng = random.Random(seed)
        rulings = {i: rng.choice(list(r.options)) for i, r in GAME.rulebook.rulings.items()} if seed % 2 else {}
        session = Session(GAME, 2, seed, rulings)
        while session.deciders:
            seat = session.deciders[0]
            phrases = [session.phrase(seat, move) for move in session.moves(seat)]
            assert all(phrase[0].isupper() and "_" not in phrase for phrase in phrases)
            assert len(set(phrases)) == len(phrases)
            for viewer in (None, A, B):
                view = session.view(viewer)
                lines = GAME.telling.portray(session.config, view)
                assert all(isinstance(line, str) and "None" not in line for line in lines)
                assert GAME.telling.odds_in_words(session.config, view)
                said = GAME.telling.prompt(session.config, view)
                assert said is not None and "{" not in said.text
            session.submit(seat, rng.choice(session.moves(seat)))


def test_phrases() -> None:
    session = table(middle="KKO", hand="KCOR", tops=[HALL, QUENCH, MERIDIAN])
    said = {move[0]: session.phrase(A, move) for move in session.moves(A)}
    assert {verb: names_of(words) for verb, words in said.items()} == {
        "all": [O],
        "two": [K, O],
        "locus": [O, R, MERIDIAN],
        "city": ["cityengine-strider"],
    }
    assert "PULSE" in said["all"] and "PULSE" not in said["two"]
    ending = table(now="gate", hand="KKK")
    gate, end = (ending.phrase(A, move) for move in ending.moves(A))
    assert (names_of(gate), numbers_in(gate), names_of(end)) == ([K], [3], [])


def test_the_table_as_text() -> None:
    session = table(now="prime", hand=("KK", "C"), zone=[[MAST], []], gates="?", tops=[DAWNFORGE, QUENCH, WIRE], dusk=1)
    mine, theirs = (GAME.telling.portray(session.config, session.view(seat)) for seat in (A, B))
    text = "\n".join(mine)
    assert "dusk, step 1, back" in text
    assert "* player 1" in text
    assert "player 2 (second)" in text
    assert "2 Kilns" in text
    assert GAME.telling.reads(DAWNFORGE) in next(line for line in mine if "waiting" in line)
    assert "2 Kilns" not in "\n".join(theirs)


# -- what the page will show -------------------------------------------------------------------------------------------


def test_a_view_says_what_is_waiting() -> None:
    session = table(now="prime", tops=[DAWNFORGE, HALL, QUENCH], zone=[[MAST], [CLOCK]], hand=("K", "C"))
    view = session.view(B)
    assert (view["step"], view["side"], view["dusk"]) == (1, "front", 0)
    assert view["waiting"] == [
        {"id": DAWNFORGE, "key": DAWNFORGE, "from": "top", "done": False, "does": True},
        {"id": HALL, "key": HALL, "from": "top", "done": False, "does": False},
        {"id": MAST, "key": MAST, "from": "zone", "done": False, "does": False},
    ]
    play(session, ("use", HALL))
    assert [(one["id"], one["done"]) for one in session.view(None)["waiting"]] == [
        (HALL, True),
        (DAWNFORGE, False),
        (MAST, False),
    ]
    play(session, ("use", DAWNFORGE))
    assert session.view(A)["waiting"] == []  # nothing that was left would do anything


def foretold(session: Session, move: tuple[Any, ...]) -> list[tuple[str, int, str]]:
    found = GAME.telling.previews(session.config, session.view(A), session.moves(A))
    return [tuple(part) for part in next(one for one in found if one.move == move).parts]


def test_previews() -> None:
    session = table(middle="KKCOR", gates="???", tops=[FOUNDRY, QUENCH, CLOCK], hand="KC")
    assert foretold(session, ("all", K)) == [
        ("cards", 2, "facility.loss"),
        ("PULSE", 2, "pulse.kiln"),
        ("Arc Foundry", 1, "trigger.arc-foundry"),
    ]
    assert foretold(session, ("two", K, C)) == [("cards", 2, "facility.loss"), ("RADIATE", 3, "radiate.gate")]
    assert foretold(session, ("locus", QUENCH, K, C)) == [
        ("RADIATE", 3, "radiate.gate"),
        ("Quench Yard", 2, "trigger.quench-yard"),
    ]
    assert GAME.telling.previews(session.config, session.view(None), session.moves(A)) == []


OTHERWISE = [{}, {"ruling.end-zero": "no"}, {"ruling.face-up": "all"}, {"ruling.took-counts": "yes"}]


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(draw(8, deep=12)))
def test_previews_come_true(seed: int) -> None:
    """Whatever is foretold is lost, if the points are there; new tops and offers that are taken may add to it."""
    rng = random.Random(seed)
    rulings = OTHERWISE[seed % len(OTHERWISE)]
    session = Session(GAME, 2, seed, rulings)
    while session.deciders:
        seat = session.deciders[0]
        if frame(session) == "choose":
            for one in GAME.telling.previews(session.config, session.view(seat), session.moves(seat)):
                twin = session.branch()
                tops = list(twin.truth.tops)
                play(twin, one.move, seat=seat)
                while twin.truth.frames[0][2][0] in ("choose", "trigger") and twin.deciders == (seat,):
                    moves = twin.moves(seat)
                    play(twin, ("leave",) if ("leave",) in moves else moves[0], seat=seat)
                lost = session.truth.points[1 - seat] - twin.truth.points[1 - seat]
                fresh = any(top not in tops for top in twin.truth.tops)
                if twin.truth.points[1 - seat] > 0 and not fresh:
                    assert lost == one.total, (one, lost)
        session.submit(seat, rng.choice(session.moves(seat)))


def test_payments() -> None:
    session = table(hand="KKKC", tops=[HALL, DAWNFORGE, MERIDIAN])
    found = {one.what: (one.pays, one.missing) for one in GAME.telling.payments(session.config, session.view(A))}
    assert found == {
        HALL: (True, ()),
        DAWNFORGE: (False, (O,)),
        MERIDIAN: (False, (O, R)),
        "gate": (True, ()),
        "city": (False, (O, R)),
    }
    assert GAME.telling.payments(session.config, session.view(None)) == []
    few = table(hand="KKC", city=[1, 0], tops=[HALL, DAWNFORGE, MERIDIAN])
    assert [one.missing for one in GAME.telling.payments(few.config, few.view(A)) if one.what == "gate"] == [(K,)]
    assert "city" not in [one.what for one in GAME.telling.payments(few.config, few.view(A))]


@pytest.mark.parametrize("seed", range(6))
def test_payments_are_what_can_be_paid(seed: int) -> None:
    rng = random.Random(seed)
    session = Session(GAME, 2, seed)
    while session.deciders:
        seat = session.deciders[0]
        moves = session.moves(seat)
        if frame(session) == "choose":
            paid = {one.what for one in GAME.telling.payments(session.config, session.view(seat)) if one.pays}
            assert {move[1] for move in moves if move[0] == "locus"} == {what for what in paid if "." in what}
            assert any(move[0] == "city" for move in moves) == ("city" in paid)
        session.submit(seat, rng.choice(moves))


def test_if_the_game_ended_now() -> None:
    session = table(points=[10, 20], zone=[[MAST], []], gates="?", city=[1, 0], hand="KK", middle="CCOOR", discard="R")
    lines = GAME.telling.odds_in_words(session.config, session.view(A))
    assert numbers_in(lines[1]) == [1, 10, 5, 2, 8, 25], "player 1: points, Loci, Doppelgates, Cityengine, all of it"
    assert numbers_in(lines[2]) == [2, 20, 0, 0, 20]
    assert (names_of(lines[3]), numbers_in(lines[3])) == ([K, C, O, R], [7, 28] * 4)


def test_the_tally_is_what_the_end_would_say() -> None:
    for seed in range(6):
        session = Session(GAME, 2, seed)
        rng = random.Random(seed)
        while session.deciders:
            for viewer in (None, A, B):
                assert [one.total for one in GAME.telling.tally(session.config, session.view(viewer))] == list(
                    GAME.figures.standing(session.truth)
                )
            seat = session.deciders[0]
            session.submit(seat, rng.choice(session.moves(seat)))
        assert session.outcome is not None
        assert tuple(one.total for one in GAME.telling.tally(session.config, session.view(B))) == session.outcome.scores


# -- what is known of a hand -------------------------------------------------------------------------------------------


def test_everybody_remembers_what_was_taken_in_the_open() -> None:
    session = table(middle="KKCOR", deck="R", hand=("O", "OR"))
    play(session, ("two", K, C))
    assert session.view(B)["known"] == [[K, C], []]
    play(session, ("discard", K))  # First Gate: it may have been the one that was taken
    assert session.view(B)["known"] == [[C], []]
    assert session.view(B)["hand"][A] == 3
    play(session, ("exchange", O, K), seat=B)
    assert session.view(A)["known"] == [[C], [K]]


def test_a_renewed_deck_holds_what_lay_in_the_pile() -> None:
    from tabletop_kernel.contract.chance import Chance

    session = table(now="gate", action="two", deck="KC", deck_left=2, discard="OOOR", middle="COR", hand=("KKKK", "K"))
    play(session, ("end",))
    assert session.truth.renewed == (O, O, O, R)
    for seed in range(10):
        other = GAME.imagine(session.config, session.view(B), Chance(seed))
        assert sorted(other.deck) == [O, O, O, R]


# -- bots --------------------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_greedy_beats_chance_and_builds() -> None:
    report = simulate(GAME, games=draw(12, deep=20), bots=["greedy", "random"], seed=3, coverage=False)
    assert report.bot_wins["greedy"].low > 0.7
    built = 0
    for seed in range(4):
        session = Session(GAME, 2, seed)
        bots = [make_bot("greedy", GAME, session.config, seat, seed) for seat in (A, B)]
        while session.deciders:
            seat = session.deciders[0]
            session.submit(seat, bots[seat].choose(session.view(seat), session.moves(seat)))
        built += sum(len(zone) for zone in session.truth.zone)
    assert built >= 8  # a Locus for each player and game, at least


def test_the_search_plays_a_whole_game() -> None:
    session = Session(GAME, 2, seed=6)
    bots = [make_bot("mcts:6", GAME, session.config, seat, 3) for seat in (A, B)]
    while session.deciders:
        seat = session.deciders[0]
        moves = session.moves(seat)
        move = bots[seat].choose(session.view(seat), moves)
        assert move in moves
        session.submit(seat, move)
    assert session.outcome is not None


def test_a_bot_is_shown_only_its_view() -> None:
    """With other secrets behind the same view it chooses the same."""
    from tabletop_kernel.contract.chance import Chance

    session = table(middle="KKCOR", hand=("KCO", "RRO"))
    choices = set()
    for number in range(3):
        other = GAME.imagine(session.config, session.view(A), Chance(number))
        bot = make_bot("greedy", GAME, session.config, A, 1)
        choices.add(bot.choose(GAME.view(other, A), GAME.moves(other, A)))
    assert len(choices) == 1


def test_a_sure_win_is_taken() -> None:
    session = table(
        {"end-check": "at-once"}, points=[20, 2], middle="KCORR", hand="KC", tops=[HALL, MAST, DRIFT], gates=("", "???")
    )
    bot = make_bot("greedy", GAME, session.config, A, 1)
    session.submit(A, bot.choose(session.view(A), session.moves(A)))
    assert session.outcome is not None
    assert session.outcome.winners == (A,)


# -- at the keyboard ---------------------------------------------------------------------------------------------------


def test_a_game_in_the_terminal() -> None:
    shown: list[str] = []
    lines = iter(["odds", "why all dance", *["1"] * 400])
    session, opening = Session(GAME, 2, seed=5), Session(GAME, 2, seed=5)
    Terminal(session, 1, "greedy", lambda prompt: next(lines), shown.append).run()
    assert session.outcome is not None
    text = "\n".join(shown)
    assert all(line in text for line in GAME.telling.odds_in_words(session.config, opening.view(A))), (
        "what «odds» asks for"
    )
    assert f"({session.outcome.rule})" in text


def test_a_refused_move_may_be_typed() -> None:
    shown: list[str] = []
    session = table(middle="KKC")
    lines: Any = iter(["", "all orrery", "quit"])
    Terminal(session, 2, "greedy", lambda prompt: next(lines), shown.append).run()
    assert "(facility.type-present)" in "\n".join(shown)
    assert frame(session) == "choose"
    decline(session)
