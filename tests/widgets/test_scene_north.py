"""The North at the table: every moment drawn, every move within reach, no secret shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from north import DRONE, DRONE_2, GAME, PORTER, REGENT, A, B, table
from stage import Stage

from tabletop_kernel import Session
from widgets.games.the_north import FACE
from widgets.scene import READ, pieces

WIDOW, WIDOW_2, TITAN = "frost-widow/outpost", "frost-widow/archive", "glass-titan/beacon"
SHEPHERD, DIVER, MARSHAL = "rust-shepherd/outpost", "grave-diver/archive", "snow-marshal/foundry"
WIDE, NARROW = ("outpost", "archive", "beacon"), ("conduit", "foundry", "depot")

STAGE = Stage("the_north")
scene, groups, part, piece, watched = STAGE.scene, STAGE.groups, STAGE.part, STAGE.piece, STAGE.watched


def test_the_other_hand_shows_backs_only() -> None:
    session = table(hand=[[DRONE], [DRONE_2.replace("@1", "@2")]], wastes=[WIDOW])
    for seat, own, other in ((A, DRONE, "pale-drone/conduit@2"), (None, None, DRONE)):
        text = json.dumps(scene(session, seat))
        assert own is None or own in text
        assert other not in text
    heap = part(session, A, "player")["piles"][2]
    assert heap["title"] == "Hand 1"
    assert heap["cards"][0]["emblem"] == "conduit"
    assert [each["part"] for each in scene(session, None)].count("hand") == 0


# -- one moment after the other ----------------------------------------------------------------------------------------


def test_a_turn_begins_at_the_deck() -> None:
    session = Session(GAME, 2, seed=3)
    seat = session.deciders[0]
    assert piece(session, seat, f"deck:{seat}")["moves"] == [["shuffle"]]
    assert [group["buttons"][0]["main"] for group in groups(session, seat)] == [True]
    assert piece(session, 1 - seat, f"deck:{1 - seat}")["try"] == ["draw"]


def directive(**more: Any) -> Session:
    return table(hand=[DRONE, PORTER], wastes=[WIDOW, MARSHAL, TITAN], wastes_deck=[DIVER, SHEPHERD], **more)


def test_a_directive_is_chosen_in_two_halves() -> None:
    session = directive()
    drone = piece(session, A, f"hand:{DRONE}")
    assert drone["choose"]
    assert drone["chosen"]["text"].startswith("Pale Drone, Value 0: discard it to Reprogram")
    assert [move[0] for move in drone["moves"]] == ["reprogram", "reprogram", "facility", "ancient"]
    marshal = piece(session, A, f"wastes:{MARSHAL}")
    assert marshal["moves"] == [["reprogram", DRONE, MARSHAL]]
    assert marshal["with"] == {f"hand:{PORTER}": ["reprogram", PORTER, MARSHAL]}
    assert marshal["state"] == "later"
    assert piece(session, A, "slot:ancients")["moves"] == [["ancient", DRONE], ["ancient", PORTER]]
    assert piece(session, A, "wastes-deck")["moves"][:-1] == [["facility", DRONE], ["facility", PORTER]]
    verdict = session.judge(A, ("reprogram", PORTER, MARSHAL))
    assert verdict is not None
    assert verdict.rule == "reprogram.different-value"
    choices = [group["choice"]["text"] for group in groups(session, A) if "choice" in group]
    assert choices == ["Pale Drone"] * 2 + ["Ice Porter"] * 2


def test_a_facility_in_a_zone_is_named_by_its_facility() -> None:
    session = table(hand=[SHEPHERD], facilities=[WIDOW])
    label = piece(session, A, "zone:0:facilities:outpost")["label"]
    assert label.startswith("In your Zone as a Facility: Outpost, Facility. Protocol: ")
    assert " On the other side Frost Widow, Ancient of Value 0." in label
    session.submit(A, ("ancient", SHEPHERD))
    (button,) = groups(session, A)[0]["buttons"]
    assert button["text"] == "Flip Outpost (with Frost Widow on the other side)"


def test_what_waits_is_shown_under_what_is_running() -> None:
    waiting = ["waiting", A, ["outpost.protocol", WIDOW, "facility"]]
    running = ["ability", A, ["hollow-scout.protocol", 1, "", "hollow-scout/depot", "ancient"]]
    frames = [["directive", A, []], waiting, running, ["take", A, [1]]]
    session = table({"nesting": "queue"}, frames=frames, facilities=[WIDOW], ancients=["hollow-scout/depot"])
    assert piece(session, A, "running:0")["label"] == "Outpost's Protocol waits."
    assert piece(session, A, "running:1")["label"].startswith("Hollow Scout's Protocol is running: ")


def test_what_the_page_says_follows_the_rulings() -> None:
    waiting = table({"charge-while-discharged": "level-2-after-reset"}, hand=[DRONE], node=[0, 1], primed=[1, 0])
    assert "it is Reset to level 2" in piece(waiting, A, "node:0")["label"]
    assert part(waiting, A, "list")["note"] == "Three Directives, each at most twice"
    others = table({"must-three": "may-stop", "trio-self": "no"}, hand=[DRONE], facilities=[WIDOW])
    assert part(others, A, "list")["note"] == "Up to three Directives, each at most twice"
    assert piece(others, A, "zone:0:facilities:outpost")["of"] == 4
    naming = table({"sequential": "announce-all"}, now="announce", hand=[DRONE])
    assert FACE.where(FACE.look(GAME, naming.config, naming.view(A))) == "Round 1, naming Directives"


def test_directives_are_ticked_off() -> None:
    session = directive()
    session.submit(A, ("reprogram", DRONE, MARSHAL))
    items = {item["id"]: item for item in part(session, A, "list")["items"]}
    assert items["directive:reprogram"]["ticked"] == 1
    assert items["directive:discharge"]["boxes"] == 1
    session.submit(A, ("discharge",))
    assert piece(session, A, "node:0")["level"] == 0
    assert piece(session, A, "node:0")["text"] == "Discharged"


def test_a_chain_shows_what_is_running() -> None:
    session = table(hand=[SHEPHERD], wastes=[WIDOW], ancients=[[], []], facilities=[[WIDOW_2, DIVER], []])
    session.submit(A, ("ancient", SHEPHERD))
    chain = part(session, A, "list")
    assert [item["text"] for item in chain["items"]] == ["Rust Shepherd's Protocol"]
    assert chain["items"][0]["note"] == "Flip one other card in your Zone."
    archive = piece(session, A, "zone:0:facilities:archive")
    assert archive["moves"] == [["flip", WIDOW_2], ["flip", DIVER], [READ, archive["id"]]]
    assert archive["dots"] == 2 and archive["of"] == 3
    assert part(session, B, "list")["items"]


def test_what_may_be_flipped_says_what_is_behind_it() -> None:
    session = table(hand=[SHEPHERD], ancients=[REGENT], facilities=[WIDOW_2, DIVER, TITAN])
    strips = [f"zone:0:{strip}" for strip in ("facilities:archive", "facilities:beacon", "ancients:old-regent")]
    assert not any("note" in piece(session, A, strip) for strip in strips)
    session.submit(A, ("ancient", SHEPHERD))
    notes = [piece(session, A, strip)["note"] for strip in strips]
    assert notes == ["behind: Frost Widow or Grave Diver", "behind: Glass Titan", "behind: Depot"]
    assert "note" not in piece(session, A, "zone:0:ancients:rust-shepherd")  # it flips another card
    assert not any("note" in piece(session, B, strip) for strip in strips)
    assert piece(session, A, strips[1])["moves"] == [["flip", TITAN]], "it means one thing, so no menu asks"


def test_an_exchange_for_the_top_card_is_one_click() -> None:
    session = table(hand=[DRONE], facilities=[WIDOW_2, TITAN], wastes_deck=["snow-marshal/depot", SHEPHERD])
    session.submit(A, ("facility", DRONE))
    beacon = piece(session, A, "zone:0:facilities:beacon")
    assert beacon["moves"] == [["exchange", TITAN, "?/outpost"]] and "choose" not in beacon
    engine = table(hand=["wandering-engine/outpost"], ancients=[REGENT], wastes=[WIDOW, TITAN])
    engine.submit(A, ("ancient", "wandering-engine/outpost"))
    assert piece(engine, A, "zone:0:ancients:old-regent")["choose"], "here two Ancients could come"


def test_a_side_that_must_not_be_looked_at_is_not_named() -> None:
    session = table({"inspect": "no"}, hand=[SHEPHERD], facilities=[TITAN, WIDOW_2])
    session.submit(A, ("ancient", SHEPHERD))
    assert piece(session, A, "zone:0:facilities:beacon")["note"] == "behind: hidden"


def test_when_the_game_ends_stands_beside_the_score() -> None:
    session = directive()
    deck = piece(session, A, "wastes-deck")
    assert "note" not in deck  # its place is taken by the number of cards
    assert "The game ends at 4" in deck["label"]
    assert part(session, A, "tally")["note"].startswith("The game ends when the Wastes Deck has 4 cards")


def test_the_discard_is_spread_out_when_it_is_asked_for() -> None:
    session = table(hand=[DRONE], discard=[REGENT, PORTER], wastes=[DIVER, TITAN])
    session.submit(A, ("reprogram", DRONE, DIVER))
    spread, held = part(session, A, "hand")["groups"]
    cards = spread["cards"]
    assert (spread["label"], held["label"], held["cards"]) == ("Your Discard", "Hand", [])
    assert sorted(card["moves"][0][1] for card in cards if "moves" in card) == sorted([DRONE, REGENT, PORTER])
    assert [group["label"] for group in part(session, B, "hand")["groups"]] == [""]


def test_the_other_player_takes_one_on_the_back_side() -> None:
    session = table(now="end", hand=[DRONE], wastes=[WIDOW, TITAN])
    assert "moves" not in piece(session, A, "node:0")  # it is Charged by itself
    assert piece(session, A, "turn-card")["moves"] == [["end"]]
    assert part(session, B, "list")["items"][-1]["id"] == "turn-card" and "moves" not in piece(session, B, "turn-card")
    assert [button["text"] for group in groups(session, A) for button in group["buttons"]] == ["Turn the card over"]
    session.submit(A, ("end",))
    back = part(session, B, "list")
    assert back["title"] == "Turn card, back"
    assert [line["id"] for line in back["items"] if line["now"]] == ["back:back.take-one"]
    assert piece(session, B, f"wastes:{WIDOW}")["moves"] == [["take", WIDOW]]
    assert "moves" not in piece(session, A, f"wastes:{WIDOW}")
    assert [button["text"] for button in groups(session, B)[0]["buttons"]] == ["Frost Widow", "Glass Titan"]


def test_cards_are_told_in_the_words_of_what_is_carried_out() -> None:
    card = piece(directive(), A, f"wastes:{WIDOW}")
    assert card["body"][0]["text"] == GAME.telling.reads("frost-widow.protocol") == "The other player loses 2."
    assert card["back"]["body"][0]["text"] == GAME.telling.reads("outpost.protocol")
    assert card["house"] and not card["back"]["house"]
    covered = table({"inspect": "no"}, hand=[DRONE], wastes=[WIDOW])
    assert "back" not in piece(covered, A, "wastes:frost-widow/?")


def test_alone_the_collector_sits_opposite() -> None:
    session = Session(GAME, 1, seed=2)
    session.submit(A, ("shuffle",))
    other = part(session, A, "player")
    assert other["title"] == "The Collector" and "dial" not in other
    assert other["who"]["of"] == "42"
    assert [column["title"] for column in part(session, A, "tally")["columns"]] == ["You", "The Collector"]


def test_the_score_adds_up() -> None:
    for session, rng in watched(6, 89):
        if session.deciders and rng.random() < 0.8:
            continue
        for seat in range(session.config.seats):
            for column in range(len(part(session, seat, "tally")["columns"])):
                *addends, total = [row["figures"][column] for row in part(session, seat, "tally")["rows"]]
                if not total.startswith("≈"):
                    numbers = [float(figure.replace("−", "-")) for figure in (*addends, total)]
                    assert sum(numbers[:-1]) == numbers[-1]
        if session.outcome:
            told = FACE.scores(FACE.look(GAME, session.config, session.view(0)), lambda seat: f"seat {seat}")
            exact = [float(one["figure"]) for one in told[: session.config.seats] if "≈" not in one["figure"]]
            assert exact in (list(session.outcome.scores), [])
            assert FACE.chart(FACE.look(GAME, session.config, session.view(0))) is None


def test_the_past_can_be_looked_at_but_not_played() -> None:
    session = directive()
    made = FACE.scene(FACE.look(GAME, session.config, session.view(A), [], str))
    assert not [each for each in pieces(made) if "moves" in each]
    assert FACE.groups(FACE.look(GAME, session.config, session.view(A), [], str)) == []


# -- reading -----------------------------------------------------------------------------------------------------------


def read(session: Session, seat: int | None, name: str) -> Any:
    return FACE.read(FACE.look(GAME, session.config, session.view(seat)), name)


def test_a_card_in_a_zone_can_be_read_whole() -> None:
    session = table(hand=[DRONE], facilities=[[], [WIDOW, SHEPHERD]], ancients=[[DIVER], []])
    assert piece(session, A, "zone:1:facilities:outpost")["try"] == [READ, "zone:1:facilities:outpost"]
    first, second = read(session, A, "zone:1:facilities:outpost")
    assert first[0] == second[0] == "Outpost, in player 2's Zone as a Facility."
    assert first[1].startswith("Facility. Protocol: ") and first[2] == ["zone.stays", "score.zone"]
    assert "On the other side: Frost Widow. Ancient of Value 0." in first[1] and "Rust Shepherd" in second[1]
    for text in (
        GAME.telling.reads("frost-widow.protocol"),
        GAME.telling.reads("frost-widow.spark"),
        GAME.telling.reads("outpost.protocol"),
    ):
        assert text in first[1] and "It stays here" in first[1]
    assert read(session, None, "zone:0:ancients:grave-diver")
    session = table(hand=[SHEPHERD], facilities=[DIVER], wastes=[])
    session.submit(A, ("ancient", SHEPHERD))
    assert piece(session, A, "zone:0:ancients:rust-shepherd")["try"][0] == "flip", "who has to choose is told why not"


def test_a_discard_is_read_card_by_card_and_a_hand_from_behind() -> None:
    hands = [[DRONE], [DRONE_2.replace("@1", "@2")]]
    session = table(hand=hands, discard=[[REGENT, PORTER], []], wastes=[WIDOW])
    assert [page[0].split(",")[0] for page in read(session, B, "discard:0")] == ["Old Regent", "Ice Porter"]
    (back,) = read(session, A, "held:1:0")
    assert back[0].startswith("Conduit, in player 2's hand") and "Pale Drone" not in "".join(back[:2])
    closed = table({"hand-backs": "no"}, hand=hands, wastes=[WIDOW])
    assert read(closed, A, "held:1:0") == [] and "try" not in piece(closed, A, "held:1:0")


@pytest.mark.parametrize(
    "name",
    ["", "zone", "zone:", "zone:0", "zone:9:ancients:x", "zone:x:ancients:x", "zone:0:deck:x", "zone:0:ancients:?:1",
     "discard:", "discard:2", "discard:-1", "discard:²", "held:0", "held:0:", "held:0:99", "held:1:-1", "held:0:²",
     "aside", "hand:0", "deck:0", "wastes-deck:0", "collector",
     f"zone:{'9' * 6000}:ancients:x", f"held:0:{'9' * 6000}"],
)  # fmt: skip
def test_what_is_not_there_cannot_be_read(name: str) -> None:
    session = table(hand=[DRONE], wastes=[WIDOW])
    assert read(session, A, name) == [] and read(session, None, name) == []


# -- what a card would do ----------------------------------------------------------------------------------------------


def test_cards_in_the_wastes_say_what_they_fit_with_and_add() -> None:
    session = table(hand=[DRONE, PORTER], wastes=[WIDOW, DIVER, TITAN])
    ended = {**session.view(A), "result": ["", ["won", "lost"], []]}
    total = FACE.scores(FACE.look(GAME, session.config, ended), str)[0]["figure"]
    now = int(total)
    assert piece(session, A, f"wastes:{WIDOW}")["note"] == f"pay I: {now} → {now}"
    assert piece(session, A, f"wastes:{TITAN}")["note"] == f"pay 0 or I: {now} → {now + 2}"
    assert f"(total {now} → {now + 1})" in piece(session, A, f"hand:{DRONE}")["chosen"]["text"]
    assert "note" not in piece(session, B, f"wastes:{WIDOW}") and "note" not in piece(session, None, f"wastes:{WIDOW}")
    only = table(hand=[DRONE], wastes=[WIDOW, TITAN])
    assert piece(only, A, f"wastes:{WIDOW}")["note"] == "your cards have this Value"


def test_whoever_takes_one_sees_what_it_is_worth() -> None:
    session = table(now="take-one", wastes=[WIDOW, TITAN])
    notes = [piece(session, B, f"wastes:{face}")["note"] for face in (WIDOW, TITAN)]
    assert [note.split()[-1] for note in notes] == ["34", "36"], "30 points and a Deck of 4"
    hidden = table({"inspect": "no"}, now="take-one", wastes=[WIDOW, TITAN])
    assert "note" not in piece(hidden, B, "wastes:frost-widow/?")


def test_the_top_card_can_be_read_beside_its_moves() -> None:
    session = table(hand=[DRONE], wastes_deck=[WIDOW_2])
    pile = piece(session, A, "wastes-deck")
    assert (pile["moves"][-1], pile["texts"][-1]) == ([READ, "wastes-deck"], "Read Archive")
    ((what, text, _),) = read(session, A, "wastes-deck")
    assert what == "Archive, on top of the Wastes Deck." and GAME.telling.reads("archive.protocol") in text
    assert "Frost Widow" not in text
    covered = table({"wastes-deck-side": "covered"}, hand=[DRONE], wastes_deck=[WIDOW_2])
    assert read(covered, A, "wastes-deck") == []


# -- people and the end ------------------------------------------------------------------------------------------------


def test_people_have_their_names_at_the_table() -> None:
    session = table(hand=[DRONE], wastes=[WIDOW])
    made = FACE.scene(FACE.look(GAME, session.config, session.view(A), [], str, {A: "Marek", B: "Anna"}))
    far, near = [each for each in made if each["part"] == "player"]
    assert (far["title"], near["title"]) == ("Anna", "Marek, you")
    assert far["who"]["name"] == "Anna" and near["who"]["you"]
    assert [column["title"] for column in made[-1]["columns"]] == ["You", "Anna"]
    assert any(each["label"].startswith("Anna's Deck") for each in pieces(made))
    alone = Session(GAME, 1, seed=1)
    made = FACE.scene(FACE.look(GAME, alone.config, alone.view(A), [], str, {A: "Marek"}))
    assert [each["who"]["name"] for each in made if each["part"] == "player"] == ["The Collector", "Marek"]


NOUGHTS = [f"{name}/{back}" for name, backs in (("frost-widow", WIDE), ("lantern-child", NARROW)) for back in backs]
SECOND = {"full-tie": "second-player"}
ENDS = [  # everybody's own Deck has Values of 4
    (2, {}, {"points": [9, 7]}, A, "You have won, 13 to 11.", "score.win"),
    (2, {}, {"points": [9, 7]}, B, "Marek has won, 13 to 11.", "score.win"),
    (2, {}, {"points": [7, 8], "facilities": [WIDOW]}, B, "Marek has won, 12 to 12, with more cards: 7 cards to 6.",
     "score.tie"),
    (2, {}, {"points": [7, 7]}, A, "Both sides share the victory, 11 to 11, with the same number of cards.", None),
    (2, SECOND, {"points": [7, 7]}, A, "Anna has won, 11 to 11, as the second player.", "ruling.full-tie"),
    (1, {}, {"points": [9, 40]}, A, "The Collector has won, 40 to 13.", "score.win"),
    (1, {}, {"points": [40, 9]}, A, "You have won, 44 to 9.", "score.win"),
    (1, {}, {"points": [9, 13], "collector": NOUGHTS}, A,
     "Both sides share the victory, 13 to 13, with the same number of cards.", None),
    (1, SECOND, {"points": [9, 13], "collector": NOUGHTS}, A,
     "The Collector has won, 13 to 13, with the same number of cards.", "ruling.full-tie"),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "rulings", "position", "viewer", "said", "rule"), ENDS)
def test_the_end_says_by_how_much(
    seats: int, rulings: dict[str, str], position: dict[str, Any], viewer: int, said: str, rule: str | None
) -> None:
    session = table(rulings, seats, now="score", **position)
    names = ["Marek", "Anna"]
    view = session.view(viewer)
    told = FACE.ending(FACE.look(GAME, session.config, view), names.__getitem__)
    scores = FACE.scores(FACE.look(GAME, session.config, view), names.__getitem__)
    assert told == said
    assert [one["rule"] for score in scores for one in score["addends"] if one["text"] == "Wins by"] == [rule] * bool(
        rule
    )
    book = GAME.telling.book(session.config)  # a label stands beside the title of its rule
    assert not [
        one
        for score in scores
        for one in score["addends"]
        if one["rule"] in book and one["text"] == book[one["rule"]].title
    ]


# -- the odds ----------------------------------------------------------------------------------------------------------


def test_the_chance_to_draw_is_exact() -> None:
    from plotly.graph_objects import Figure

    session = Session(GAME, 2, seed=3)
    chart = FACE.chart(FACE.look(GAME, session.config, session.view(0)))
    assert chart is not None
    Figure(chart["figure"])
    trace = chart["figure"]["data"][0]
    chances = dict(zip(trace["y"], trace["x"], strict=True))
    assert chances["Old Regent II (1)"] == pytest.approx(1 / 2)
    assert chances["Pale Drone 0 (3)"] == pytest.approx(1 - 1 / 20)
    public = FACE.chart(FACE.look(GAME, session.config, session.view(None)))
    assert public is not None
    Figure(public["figure"])


@pytest.mark.parametrize("seats", [1, 2])
def test_where_the_game_stands(seats: int) -> None:
    session = Session(GAME, seats, seed=3)
    said = [FACE.where(FACE.look(GAME, session.config, session.view(None)))]
    session.submit(session.deciders[0], ("shuffle",))
    said.append(FACE.where(FACE.look(GAME, session.config, session.view(None))))
    head = "Turn 1" if seats == 1 else "Round 1"
    assert said == [f"{head}, a turn begins", f"{head}, Directive 1 of 3"]
