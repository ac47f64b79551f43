"""The West: Ascendant at the table: costs told before, effects that wait, and nothing hidden in sight."""

from __future__ import annotations

import json
from typing import Any

import pytest
from stage import Stage
from west import GAME, QUIET, A, B, C, K, O, R, play, table

from tabletop_kernel import Session
from tabletop_kernel.learner import Lesson
from tabletop_kernel.lesson_checks import ready
from tabletop_kernel.lessons import Step
from widgets.games.the_west_ascendant import FACE
from widgets.scene import pieces

DAWNFORGE, STEAMWRIGHT, ARC = "prime.dawnforge", "prime.steamwright-hall", "trigger.arc-foundry"
PYRE, MAST, CLOCK = "prime.signal-pyre", "prime.farsight-mast", "prime.tidal-clock"

STAGE = Stage("the_west_ascendant")
scene, groups, part, piece, watched = STAGE.scene, STAGE.groups, STAGE.part, STAGE.piece, STAGE.watched


def beside(session: Session, seat: int | None) -> Any:
    return next(each for each in scene(session, seat) if each["place"] == "beside")


ONE_DECK: dict[str, Any] = {"loci": [[DAWNFORGE, ARC], [], []], "loci_left": [2, 0, 0]}


def test_hidden_cards_are_backs_and_numbers() -> None:
    """Of a hand, a Doppelgate and a Locus under a top nothing but the number is in the other's scene, or anybody's."""
    session = table(hand=["KKKK", "OO"], middle="CC", gates=["R", "RRR"], deck="RR", **ONE_DECK)
    for seat in (B, None):
        made = [each for each in scene(session, seat) if each["part"] != "key"]
        assert "Arc Foundry" not in json.dumps(made)
        text = json.dumps([each for each in made if each["part"] != "hand" and each.get("title") != "Loci"])
        assert "Cistern" in text and "Kiln" not in text and "Relay" not in text
    heap = part(session, A, "player")["piles"][0]
    assert heap["title"] == "Hand 2" and {card["face"] for card in heap["cards"]} == {"back"}
    assert piece(session, A, "zone:1:gates1")["dots"] == 3
    verdict = session.judge(A, tuple(piece(session, A, "zone:1:gates1")["try"]))
    assert verdict is not None and verdict.rule == "gate.unseen"
    assert not [each for each in scene(session, None) if each["part"] == "hand"]


# -- step 2: what it costs, what it pays -------------------------------------------------------------------------------


TWO_TOPS: dict[str, Any] = {"loci": [[ARC], [STEAMWRIGHT], []], "loci_left": [1, 1, 0]}


def at_the_middle(**more: Any) -> Session:
    return table(**{"middle": "KKCOR", "gates": ("RRR", ""), "hand": ["KCC", "R"], "deck_left": 4, **more})


def test_any_two_are_two_clicks_on_the_row() -> None:
    session = at_the_middle()
    first, second, cistern = (piece(session, A, f"middle:m{number}") for number in (0, 1, 2))
    assert first["choose"] and second["choose"] and cistern["choose"]
    assert second["ends"]["middle:m0"] == [["two", K, K], ["all", K]]
    assert cistern["ends"]["middle:m0"] == [["two", K, C]] == first["ends"]["middle:m2"]
    text = first["chosen"]["text"]
    assert text == "Kiln. Choose a second card: 2 (cards) + 3 (RADIATE). Or take all, 2 Kilns: 2 (cards) + 2 (PULSE)."
    assert {"facility.loss", "pulse.kiln", "radiate.gate", "radiate.when"} <= {*first["chosen"]["rules"]}


def test_a_single_card_in_the_middle_is_taken_at_once() -> None:
    session = at_the_middle(middle="C")
    assert piece(session, A, "middle:m0")["moves"] == [["all", C]]
    assert "choose" not in piece(session, A, "middle:m0")


def test_the_cost_of_every_choice_stands_beside_it() -> None:
    session = at_the_middle(**TWO_TOPS)
    costs = beside(session, A)
    assert costs["title"] == "What player 2 would lose"
    assert [(head["title"], head["rule"]) for head in costs["columns"][:3]] == [
        ("cards", "facility.loss"),
        ("PULSE", "facility.pulse"),
        ("RADIATE", "radiate.when"),
    ]
    rows = {row["label"]: row["figures"] for row in costs["rows"]}
    assert rows["2 Kilns"] == ["2", "2", "–", "1", "5"]
    assert rows["1 Cistern"] == ["1", "–", "–", "1", "2"]
    assert rows["Any two"] == ["2", "–", "3", "–", "5"]
    assert rows["Steamwright Hall"] == ["–", "–", "3", "–", "3"]
    assert piece(session, A, "cost:all-kiln")["moves"] == [["all", K]]
    assert len(piece(session, A, "cost:two")["moves"]) == 7


def test_a_cost_is_what_the_other_player_then_loses() -> None:
    """The first sum is kept where nothing is left to decide: cards, PULSE, RADIATE and plain Triggers."""
    for move, before in ((("all", K), 40), (("two", C, R), 40), (("locus", STEAMWRIGHT, K, C), 40)):
        session = at_the_middle(**TWO_TOPS)
        button = next(
            made for group in groups(session, A) for made in group["buttons"] if made["do"]["move"] == list(move)
        )
        play(session, move)
        while session.deciders == (A,) and ("end",) not in session.moves(A):
            mine = session.moves(A)
            play(session, ("leave",) if ("leave",) in mine else mine[0])
        assert f"−{before - session.truth.points[B]}" == button["strong"]


def test_buttons_say_what_they_cost_with_the_rules() -> None:
    session = at_the_middle()
    found = {group["label"]: group for group in groups(session, A)}
    kilns = found["All of one type"]["buttons"][0]
    assert (kilns["text"], kilns["strong"], kilns["glyph"]) == ("2 Kilns", "−4", "flame")
    assert kilns["label"].endswith("Player 2 loses 2 (cards, facility.loss) + 2 (PULSE, pulse.kiln)")
    pair = found["Kiln and"]["buttons"][1]
    assert pair["label"].endswith("Player 2 loses 2 (cards, facility.loss) + 3 (RADIATE, radiate.gate)")
    assert found["Kiln and"]["choice"]["piece"] == "middle:m0"


def test_buttons_call_people_by_their_names() -> None:
    session = at_the_middle()
    made = FACE.groups(FACE.look(GAME, session.config, session.view(A), session.moves(A), str, {B: "Anna"}))
    labels = [button["label"] for group in made for button in group["buttons"] if button["do"]["move"][0] == "all"]
    assert labels and all("Anna loses" in label and "layer 2" not in label for label in labels), labels


def test_a_top_says_whether_the_hand_pays_for_it() -> None:
    session = at_the_middle(tops=[STEAMWRIGHT, DAWNFORGE, "trigger.null-meridian"])
    assert piece(session, A, f"top:{STEAMWRIGHT}")["note"] == "your hand pays for it"
    assert piece(session, A, f"top:{DAWNFORGE}")["note"] == "you lack Orrery"
    assert piece(session, A, "top:trigger.null-meridian")["note"] == "you lack Orrery and Relay"
    assert piece(session, A, f"top:{STEAMWRIGHT}")["moves"] == [["locus", STEAMWRIGHT, K, C]]
    verdict = session.judge(A, tuple(piece(session, A, f"top:{DAWNFORGE}")["try"]))
    assert verdict is not None and verdict.rule == "locus.pay"


def test_the_hand_says_what_it_is_good_for() -> None:
    session = at_the_middle(hand=["KKKCOR", ""], loci=[[STEAMWRIGHT], [DAWNFORGE], []], loci_left=[1, 1, 0])
    hand = part(session, A, "hand")
    assert [(group["label"], len(group["cards"])) for group in hand["groups"]] == [
        ("pays for Steamwright Hall, Dawnforge; three of a kind; one of each", 3),
        ("pays for Steamwright Hall; one of each", 1),
        ("pays for Dawnforge; one of each", 1),
        ("one of each", 1),
    ]
    assert "One of each: pays for" in hand["note"]
    poor = part(at_the_middle(hand=["KK", ""], tops=QUIET), A, "hand")
    assert poor["groups"][0]["label"] == ""
    assert "you lack Cistern, Orrery and Relay" in poor["note"]


def test_cards_are_told_in_the_words_of_what_is_carried_out() -> None:
    session = at_the_middle(loci=[[STEAMWRIGHT], [ARC], []], loci_left=[3, 1, 0])
    top = piece(session, A, f"top:{STEAMWRIGHT}")
    assert top["house"] and top["count"] == 3
    assert piece(session, A, "deck:locus2")["count"] == 0
    assert top["body"][0] == {"glyph": "sun", "name": "PRIME", "text": GAME.reads(STEAMWRIGHT)}
    assert [line["name"] for line in top["body"][1:]] == ["Kiln", "Cistern"]
    assert piece(session, A, f"top:{ARC}")["body"][0]["name"] == "TRIGGER"
    rank = {each["rank"]: each["worth"] for each in part(session, A, "cards")["cards"]}
    assert rank == {"Kiln": "other −2", "Cistern": "draw 1", "Orrery": "new top", "Relay": "recover 1"}
    assert GAME.reads("turn.salvage") in json.dumps(part(session, A, "key"))


# -- effects that wait -------------------------------------------------------------------------------------------------


def test_primes_wait_in_any_order_and_are_ticked_off() -> None:
    session = table(now="prime", tops=[DAWNFORGE, PYRE, ARC], zone=[MAST], hand=["K", ""], middle="KKCOR")
    listed = beside(session, A)
    assert (listed["title"], listed["rule"]) == ("Step 1: Primes", "prime.order")
    items = {item["text"]: item for item in listed["items"]}
    assert [*items] == ["Dawnforge", "Signal Pyre", "Farsight Mast"]
    assert items["Dawnforge"]["moves"] == [["use", DAWNFORGE]]
    assert items["Dawnforge"]["note"].startswith("Waiting, on top of a deck.")
    assert items["Dawnforge"]["cite"] == "prime.dawnforge"
    assert items["Farsight Mast"]["note"].startswith("Would do nothing now: its «if» is not true, in the Zone.")
    assert piece(session, A, f"top:{DAWNFORGE}")["note"] == "counts now"
    assert piece(session, B, f"top:{DAWNFORGE}")["note"] == "counts now"
    play(session, ("use", DAWNFORGE))
    item = next(item for item in beside(session, A)["items"] if item["text"] == "Dawnforge")
    assert item["ticked"] == 1 and "moves" not in item
    assert piece(session, A, f"top:{DAWNFORGE}")["note"] == "used"
    play(session, ("use", PYRE))
    pyre = next(item for item in beside(session, A)["items"] if item["text"] == "Signal Pyre")
    assert pyre["now"] and pyre["note"].startswith("On offer")
    assert piece(session, A, "hand:h-kiln-0")["moves"] == [["discard", K]]


def test_a_trigger_that_does_nothing_says_why() -> None:
    session = table(tops=[ARC, "trigger.null-meridian", QUIET[0]], middle="KKCOR", deck="KKKK", hand=["", "K"])
    play(session, ("two", C, O), ("leave",))
    items = {item["text"]: item for item in beside(session, A)["items"]}
    assert items["Null Meridian"]["moves"] == [["use", "trigger.null-meridian"]]
    assert items["Arc Foundry"]["note"].startswith("Does nothing: its «if» was not true")
    assert items["Arc Foundry"]["cite"] == "effect.condition" and "moves" not in items["Arc Foundry"]
    assert piece(session, A, f"top:{ARC}")["note"] == "does nothing this turn"


def test_a_reaction_is_a_move_of_two_halves() -> None:
    session = table(middle="KKCOR", hand=["", "OR"], deck="KKKK")
    play(session, ("all", K))
    assert session.deciders == (B,)
    listed = beside(session, B)
    assert listed["title"] == "Step 4: Reaction"
    assert listed["items"][0]["cite"] == "reaction.barter"
    orrery = piece(session, B, "hand:h-orrery-0")
    assert orrery["choose"] and ["exchange", O, C] in orrery["moves"]
    lying = piece(session, B, "middle:m1")
    assert lying["state"] == "later" and lying["with"] == {"hand:h-orrery-0": ["exchange", O, O]}
    assert [item for item in pieces(scene(session, A)) if "moves" in item] == []


def test_the_discard_pile_lies_sorted_and_gives_back() -> None:
    session = table(middle="RKKCO", discard="KKO", deck="KKKK", hand=["", ""])
    play(session, ("all", R))
    pile = part(session, A, "cards", 1)
    assert [card["name"] for card in pile["cards"]] == ["2 Kilns", "1 Orrery"]
    assert piece(session, A, "discard:d-kiln")["moves"] == [["recover", K]]


def test_a_doppelgate_is_made_from_the_hand_or_at_the_deck() -> None:
    session = table(now="gate", hand=["KKKC", ""], deck="RR", middle="KKCOR")
    assert piece(session, A, "hand:h-kiln-0")["moves"] == [["gate", K, K, K]]
    assert piece(session, A, "deck:facility")["state"] == "unsure"
    assert beside(session, A)["items"][0]["moves"] == [["gate", K, K, K]]
    verdict = session.judge(A, tuple(piece(session, A, "hand:h-cistern-0")["try"]))
    assert verdict is not None and verdict.rule == "gate.matching"
    none = beside(table(now="gate", hand=["KC", ""], deck="RR", middle="KKCOR"), A)["items"][0]
    assert none["note"] == "It costs 3 of one type: you lack 2 Kilns more."


# -- the turn card and the end -----------------------------------------------------------------------------------------


def test_the_turn_card_shows_its_step_and_the_dusk() -> None:
    session = at_the_middle()
    card = part(session, A, "list")
    assert [item["figure"] for item in card["items"]] == [*"12345678"]
    assert [item["text"] for item in card["items"] if item["now"]] == ["Choose"]
    assert card["title"] == "Day" and "figure" not in card
    dusk = part(at_the_middle(dusk=1), None, "list")
    assert (dusk["title"], dusk["figure"], dusk["rule"]) == ("Dusk, cards left", "4", "deck.out")
    assert FACE.where(FACE.look(GAME, session.config, session.view(None))) == "Round 1, day, step 2: Choose"


def test_the_score_adds_up_at_any_time() -> None:
    for session, rng in watched(6, 89):
        if session.deciders and rng.random() < 0.8:
            continue
        for player in (each for each in scene(session, A) if each["part"] == "player"):
            sums = player["reckoning"]
            assert sum(int(word["text"].split()[0]) for word in sums["addends"]) == int(sums["total"]["text"])
            assert all(word["rule"].startswith("score.") for word in sums["addends"])
        if session.outcome:
            told = FACE.scores(FACE.look(GAME, session.config, session.view(A)), lambda seat: f"seat {seat}")
            assert [float(one["figure"]) for one in told] == list(session.outcome.scores)
            high, low = sorted(map(round, session.outcome.scores), reverse=True)
            assert f", {high} to {low}." in FACE.ending(FACE.look(GAME, session.config, session.view(A)), str)
            assert FACE.chart(FACE.look(GAME, session.config, session.view(A))) is None
            assert FACE.where(FACE.look(GAME, session.config, session.view(A))).endswith("the end")


def test_a_zone_shows_what_it_is_worth() -> None:
    zone = [[DAWNFORGE, CLOCK], []]
    session = table(points=[20, 30], zone=zone, gates=["RRR", ""], city=[1, 0], hand=["K", "K"], middle="KKCOR")
    own = next(each for each in scene(session, A) if each["part"] == "player" and each["who"]["you"])
    words = [word["text"] for word in own["reckoning"]["addends"]]
    assert words == ["20 points left", "10 Loci", "6 Doppelgates", "10 Cityengine"]
    assert own["reckoning"]["total"]["text"] == "46"
    strips = [strip["name"] for strip in own["rows"][0]["cards"]]
    assert strips[:2] == ["First Gate", "Doppelgate"] and strips[2].endswith(": Complete")
    assert [strip["note"] for strip in own["rows"][1]["cards"]] == [GAME.reads(DAWNFORGE), GAME.reads(CLOCK)]


def test_the_past_can_be_looked_at_but_not_played() -> None:
    session = at_the_middle()
    made = FACE.scene(FACE.look(GAME, session.config, session.view(A), [], str))
    assert not [each for each in pieces(made) if "moves" in each]
    assert FACE.groups(FACE.look(GAME, session.config, session.view(A), [], str)) == []


def test_the_next_card_is_reckoned_exactly() -> None:
    from plotly.graph_objects import Figure

    session = Session(GAME, 2, seed=3)
    chart = FACE.chart(FACE.look(GAME, session.config, session.view(A)))
    assert chart is not None
    Figure(chart["figure"])
    assert abs(sum(chart["figure"]["data"][0]["x"]) - 1) < 1e-9
    public = FACE.chart(FACE.look(GAME, session.config, session.view(None)))
    assert public is not None
    Figure(public["figure"])
    assert public["title"] == "If the game ended now"


# -- the course --------------------------------------------------------------------------------------------------------


def clickable(lesson: Lesson) -> set[tuple[Any, ...]]:
    """Every move that a click at this table makes or tries."""
    seen, buttons = STAGE.drawn(lesson.session, lesson.session.view(lesson.step.seat), lesson.moves())
    found = [button["do"]["move"] for group in buttons for button in group["buttons"]]
    for each in pieces(seen):
        found += each.get("moves") or [each.get("try", [])]
        found += each.get("with", {}).values()
        found += [move for moves in each.get("ends", {}).values() for move in moves]
    return {tuple(move) for move in found}


@pytest.mark.parametrize("step", [step for chapter in GAME.lessons for step in chapter.steps], ids=lambda step: step.id)
def test_a_step_is_taken_by_clicks_and_so_is_its_wrong_turning(step: Step) -> None:
    lesson = ready(GAME, step)
    for number, move in enumerate(step.way):
        if step.wrong and step.wrong.after == number:
            assert tuple(step.wrong.move) in clickable(lesson)
        assert tuple(move) in clickable(lesson)
        lesson.submit(tuple(move))
