"""The West: Ascendant at the table: costs told before, effects that wait, and nothing hidden in sight."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from stage import Stage
from taking import get_ready, open_step
from west import GAME, QUIET, A, B, C, K, O, R, play, table

from tabletop_kernel import Session
from tabletop_kernel.checks.lesson_checks import answered_lesson
from tabletop_kernel.contract.lessons import Step
from tabletop_kernel.learning.lesson_run import Lesson
from tabletop_kernel.learning.question_answers import right_answers
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
    assert (
        text == "Kiln. Choose a second card: 2 (cards) + 3 (RADIATE). "
        "Or take all of its type, 2 Kilns: 2 (cards) + 2 (PULSE)."
    )
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


def test_buttons_say_what_they_cost() -> None:
    session = at_the_middle()
    found = {group["label"]: group for group in groups(session, A)}
    kilns = found["All of one type"]["buttons"][0]
    assert (kilns["text"], kilns["strong"], kilns["glyph"]) == ("2 Kilns", "−4", "flame")
    assert kilns["label"].endswith("Player 2 loses 2 (cards) + 2 (PULSE)")
    pair = found["Kiln and"]["buttons"][1]
    assert pair["label"].endswith("Player 2 loses 2 (cards) + 3 (RADIATE)")
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
    assert top["body"][0] == {"glyph": "sun", "name": "PRIME", "text": GAME.telling.reads(STEAMWRIGHT)}
    assert [line["name"] for line in top["body"][1:]] == ["Kiln", "Cistern"]
    assert piece(session, A, f"top:{ARC}")["body"][0]["name"] == "TRIGGER"
    rank = {each["rank"]: each["worth"] for each in part(session, A, "cards")["cards"]}
    assert rank == {"Kiln": "other −2", "Cistern": "draw 1", "Orrery": "new top", "Relay": "recover 1"}
    assert GAME.telling.reads("turn.salvage") in json.dumps(part(session, A, "key"))


# -- effects that wait -------------------------------------------------------------------------------------------------


def test_primes_wait_in_any_order_and_are_ticked_off() -> None:
    session = table(now="prime", tops=[DAWNFORGE, PYRE, ARC], zone=[MAST], hand=["K", ""], middle="KKCOR")
    listed = beside(session, A)
    assert (listed["title"], listed["rule"]) == ("Step 1: Primes", "prime.order")
    items = {item["text"]: item for item in listed["items"]}
    assert [*items] == ["Dawnforge", "Signal Pyre", "Farsight Mast"]
    assert items["Dawnforge"]["moves"] == [["use", DAWNFORGE]]
    assert items["Dawnforge"]["note"].startswith("It is on top of a deck and waits to be used.")
    assert items["Dawnforge"]["cite"] == "prime.dawnforge"
    assert items["Farsight Mast"]["note"].startswith("It is in your Zone and would do nothing now:")
    assert piece(session, A, f"top:{DAWNFORGE}")["note"] == "counts now"
    assert piece(session, B, f"top:{DAWNFORGE}")["note"] == "counts now"
    play(session, ("use", DAWNFORGE))
    item = next(item for item in beside(session, A)["items"] if item["text"] == "Dawnforge")
    assert item["ticked"] == 1 and "moves" not in item
    assert piece(session, A, f"top:{DAWNFORGE}")["note"] == "used"
    play(session, ("use", PYRE))
    pyre = next(item for item in beside(session, A)["items"] if item["text"] == "Signal Pyre")
    assert pyre["now"] and pyre["note"].startswith("It is on top of a deck and can be used or declined now.")
    assert piece(session, A, "hand:h-kiln-0")["moves"] == [["discard", K]]


def test_a_trigger_that_does_nothing_says_why() -> None:
    session = table(tops=[ARC, "trigger.null-meridian", QUIET[0]], middle="KKCOR", deck="KKKK", hand=["", "K"])
    play(session, ("two", C, O), ("leave",))
    items = {item["text"]: item for item in beside(session, A)["items"]}
    assert items["Null Meridian"]["moves"] == [["use", "trigger.null-meridian"]]
    assert items["Arc Foundry"]["note"].startswith("It does nothing: its “if” was not true")
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


@pytest.mark.parametrize(
    ("hand", "middle", "clicked", "said"),
    [
        ("CC", "KC", "hand:h-cistern-1", "there are only Cisterns there"),
        ("CC", "KC", "middle:m0", "there are only Cisterns there"),
        ("CC", "KCO", "middle:m0", "you hold only Cisterns"),
    ],
)
def test_a_click_in_order_to_swap_is_answered_about_the_swap(hand: str, middle: str, clicked: str, said: str) -> None:
    """Not about discarding it, and not about taking it: while an exchange is open, that is what a card is for."""
    session = table(middle=middle, hand=["", hand])
    play(session, ("all", K))
    card = piece(session, B, clicked)
    assert "moves" not in card
    verdict = session.judge(B, tuple(card["try"]))
    assert verdict is not None and verdict.rule == "effect.exchange" and said in verdict.text


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


def test_the_deck_speaks_of_a_doppelgate_only_to_who_has_a_set() -> None:
    """Else a click on it is a wish to draw, and hears when one draws."""
    for held in ("", "KK"):
        session = at_the_middle(hand=[held, "R"])
        assert piece(session, A, "deck:facility")["try"] == ["draw"]
        verdict = session.judge(A, ("draw",))
        assert verdict is not None and verdict.rule == "effect.draw"
    assert piece(at_the_middle(hand=["CCC", "R"]), A, "deck:facility")["try"] == ["gate", C, C, C]


def without_moves(session: Session, *hidden: str) -> Any:
    """What stands beside the table while a lesson asks something, and nothing can be done."""
    look = FACE.look(GAME, session.config, session.view(A), [], str, {}, hidden)
    return next(each for each in FACE.scene(look) if each["place"] == "beside")["items"]


def test_a_hand_that_pays_is_not_called_poor_while_no_move_is_legal() -> None:
    session = table(now="gate", hand=["KKKC", ""], deck="RR", middle="KKCOR")
    (item,) = without_moves(session)
    assert item["text"] == "3 Kilns" and "moves" not in item
    for hidden in (session, table(now="gate", hand=["KC", ""], deck="RR", middle="KKCOR")):
        (item,) = without_moves(hidden, "previews")  # a question may be just about what the hand pays for
        assert (item["text"], item["note"]) == ("A Doppelgate", "It costs 3 of one type, from your hand.")
    (item,) = without_moves(table(now="gate", hand=["KKKC", ""], made=1, gates=["R", ""], deck="RR", middle="KKCOR"))
    assert item["note"] == "You made one this turn."
    (item,) = without_moves(table(now="gate", hand=["KKKC", ""], dusk=1, deck_left=0, middle="KKCOR"))
    assert item["note"] == "The Facility deck is empty."


@pytest.mark.parametrize(
    "step", [step for chapter in GAME.teaching.chapters for step in chapter.steps], ids=lambda step: step.id
)
def test_nothing_is_said_to_be_missing_because_a_question_is_open(step: Step) -> None:
    """What the scene says of hand and costs is the same with and without legal moves, or it is not said."""
    lesson = Lesson(GAME, step)
    session, seat = lesson.session, step.seat
    said = []
    for moves in (session.moves(seat), []):
        look = FACE.look(GAME, session.config, session.view(seat), moves, str)
        said.append({one["label"] for one in pieces(FACE.scene(look)) if "ou lack" in one["label"]})
        said[-1] |= {str(one["note"]) for one in pieces(FACE.scene(look)) if "you lack" in str(one.get("note"))}
    assert said[1] <= said[0], said[1] - said[0]


def test_a_first_of_two_offers_all_of_a_type_only_where_it_can_be_taken() -> None:
    session = at_the_middle()
    for moves, said in ((session.moves(A), ", or take all of its type."), ([("two", K, C)], "Choose a second card.")):
        look = FACE.look(GAME, session.config, session.view(A), moves, str, {}, ("previews",))
        kiln = next(one for one in pieces(FACE.scene(look)) if one["id"] == "middle:m0")
        assert kiln["chosen"]["text"].endswith(said)


# -- reading -----------------------------------------------------------------------------------------------------------


def test_a_cityengine_and_a_reference_card_can_be_read() -> None:
    session = at_the_middle(hand=["KCOR", ""])
    look = FACE.look(GAME, session.config, session.view(A))
    engines = [piece(session, A, f"zone:{seat}:engine{seat}") for seat in (A, B)]
    assert [move[0] for move in engines[A]["moves"]] == ["city", "read"] and engines[A]["texts"][1].startswith("Read ")
    assert engines[B]["try"] == ["read", engines[B]["id"]]
    for one in engines:
        ((what, text, rules),) = FACE.read(look, one["id"])
        assert "Cityengine" in what and "one Facility of each type" in text and "Score 6" in text and rules
    ((_, own, _),), ((_, other, _),) = (FACE.read(look, f"zone:{seat}:first{seat}") for seat in (A, B))
    assert "On its back: Score 5" in own and "On its back" not in other
    assert piece(session, A, "zone:0:first0")["try"] == ["read", "zone:0:first0"]
    assert FACE.read(look, "middle:m0") == []
    poor = at_the_middle(hand=["K", ""])
    assert piece(poor, A, "zone:0:engine0")["try"][0] == "city"  # and the refusal says what is missing
    assert piece(table(now="gate", hand=["K", ""]), A, "zone:0:engine0")["try"][0] == "read"


def test_a_locus_is_called_by_its_name_first() -> None:
    session = at_the_middle(zone=[[CLOCK], []], **TWO_TOPS)
    labels = [piece(session, A, name)["label"] for name in (f"top:{ARC}", f"zone:0:{CLOCK}")]
    assert [label.split(",")[0] for label in labels] == ["Arc Foundry", "Tidal Clock"]


# -- the turn card and the end -----------------------------------------------------------------------------------------


def test_the_turn_card_shows_its_step_and_the_dusk() -> None:
    session = at_the_middle()
    card = part(session, A, "list")
    assert [item["figure"] for item in card["items"]] == [*"12345678"]
    assert [item["text"] for item in card["items"] if item["now"]] == ["Choose"]
    assert card["title"] == "Day" and "figure" not in card
    dusk = part(at_the_middle(dusk=1), None, "list")
    assert (dusk["title"], dusk["figure"], dusk["rule"]) == ("Dusk, cards left", "4", "deck.dusk")
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
    assert words == ["20 points left", "10 for Loci", "6 for Doppelgates", "10 for the Cityengine"]
    assert own["reckoning"]["total"]["text"] == "46"
    strips = [strip["name"] for strip in own["rows"][0]["cards"]]
    assert strips[:2] == ["First Gate", "Doppelgate"] and strips[2].endswith(": Complete")
    assert [strip["note"] for strip in own["rows"][1]["cards"]] == [
        GAME.telling.reads(DAWNFORGE),
        GAME.telling.reads(CLOCK),
    ]


def test_points_left_are_counted_in_good_english() -> None:
    for number, said in ((1, "1 point left"), (0, "0 points left"), (2, "2 points left")):
        own = part(table(points=[30, number], middle="KKCOR"), B, "player", 1)
        assert own["reckoning"]["addends"][0]["text"] == said


def test_the_end_is_played_back_in_four_beats() -> None:
    session = table(
        now="gate", first=B, turn=18, dusk=1, deck_left=0, points=[6, 9], zone=[[DAWNFORGE], [CLOCK]], city=[1, 1],
        gates=["R", "R"], hand=["K", "K"], middle="KC",
    )  # fmt: skip
    play(session, ("end",))
    entries = session.log(A)
    end = next(number for number, entry in enumerate(entries) if entry.kind == "ends-deck")
    told = [entry.kind for entry in entries[end:] if entry.kind not in FACE.quiet]
    assert told == ["ends-deck", "total", "total", "wins"]


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


@pytest.mark.parametrize(
    "step", [step for chapter in GAME.teaching.chapters for step in chapter.steps], ids=lambda step: step.id
)
def test_a_step_is_taken_by_clicks_and_so_is_its_wrong_turning(step: Step) -> None:
    lesson = answered_lesson(GAME, step)
    for number, move in enumerate(step.way):
        if step.wrong and step.wrong.after == number:
            assert tuple(step.wrong.move) in clickable(lesson)
        assert tuple(move) in clickable(lesson)
        lesson.submit(tuple(move))


SMALL = [step for chapter in GAME.teaching.chapters for step in chapter.steps if step.zones]
TAKES = {  # the zones that a kind of move takes its pieces from, or changes before one's eyes
    "all": {"middle"}, "two": {"middle"}, "clear": {"middle"}, "discard": {"hand"}, "exchange": {"middle", "hand"},
    "recover": {"discard"}, "locus": {"loci", "hand"}, "under": {"loci"}, "gate": {"hand", "you"},
    "city": {"hand", "you"}, "use": {"loci", "now"}, "do": {"now"}, "leave": {"now"},
}  # fmt: skip
NAMES = {  # what a sentence names, and where that is
    r"[Yy]ou hold|[Yy]our hand|your (two )?cards": "hand",
    r"\bthe middle\b": "middle",
    r"(?<!Locus )(?<!under its )(?<!top of a )\bdeck\b": "middle",
    r"discard pile|was discarded|were discarded|[Ww]hich discarded": "discard",
    r"turn card|[Ww]hich step": "turn",
    r"[Pp]layer 2's points|[Pp]layer 2 (has|holds|loses|lose|have)\b|[Cc]ost player 2": "other",
    r"[Yy]our (own )?(Zone|Doppelgates|Cityengine|Plan|Reference card)|First Gate": "you",
    r"\bLoc(us|i) can\b|\bon top\b|\btops\b": "loci",
}


def zones_of(scene: Any) -> dict[str, str]:
    """Every piece with the zone that it lies in."""
    return {one["id"]: part["zone"] for part in scene if "zone" in part for one in pieces(part)}


@pytest.mark.parametrize("step", SMALL, ids=lambda step: step.id)
def test_whatever_a_task_is_about_is_in_play(step: Step) -> None:
    """Moves and answers of a small table lie in a zone that is not dimmed, and so does all that its words name."""
    lesson, lit = answered_lesson(GAME, step), set(step.zones)
    told = " ".join([step.say, step.task, *(question.ask for question in (step.point, step.predict) if question)])
    places = zones_of(scene(lesson.session, step.seat))
    asked = [question for question in (step.point, step.predict) if question and question.piece]
    for question in asked:
        answers = right_answers(GAME, lesson._table_of_questions, question)
        assert {places[answer] for answer in answers} <= lit, question.ask
    for words, zone in NAMES.items():
        assert not re.search(words, told) or zone in lit, (zone, re.search(words, told))
    for name in (locus.name for locus in GAME.content.loci.values() if locus.name in told):
        lying = {places[one["id"]] for one in pieces(scene(lesson.session, step.seat)) if name == one.get("name")}
        assert lying & lit, name
    for verb in (*step.verbs, *(str(move[0]) for move in step.way)):
        assert TAKES.get(verb, set()) <= lit, verb


# -- what is asked is not told before ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "told", "prompted"),  # no prompt repeats a task
    [
        ("answers.nothing", "no way to use", True),
        ("dusk.no-gate", "Doppelgate can be made", False),
        ("dusk.nothing", "or do nothing", True),
        ("dusk.exam-last", "No Doppelgate now", True),
        ("city.once", "Choose one", True),
    ],
)
def test_what_a_step_asks_is_not_told_before(step: str, told: str, prompted: bool) -> None:
    """The words above a decision would answer these tasks: they come once the learner has."""
    found = next(one for chapter in GAME.teaching.chapters for one in chapter.steps if one.id == step)
    page = open_step(GAME, found)
    assert told not in json.dumps(page.screen) and page.screen["now"] is None
    get_ready(page, GAME, found)
    assert (page.screen["now"] is not None) == prompted
