"""Every option of every ruling: what it changes.

Tests of a default option name no ruling, so that they also fail when another option becomes the default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from north import (
    DRONE,
    DRONE_2,
    DRONE_3,
    GAME,
    PORTER,
    PORTER_2,
    REGENT,
    A,
    B,
    everything,
    finish_turn,
    frame,
    kinds_of,
    losses,
    names_of,
    play,
    refused,
    rules_of,
    said,
    table,
)

from tabletop_kernel import Session, load
from tabletop_kernel.contract.events import Event
from tabletop_kernel.games.the_north.abilities import WHY_CARD_IS_GONE

Test = TypeVar("Test", bound=Callable[..., None])
COVERED: set[tuple[str, str]] = set()
CROWN, TITAN, WIDOW = "winter-crown/conduit", "glass-titan/archive", "frost-widow/beacon"
WASTES = ["snow-marshal/depot", TITAN, WIDOW, "hollow-scout/conduit"]


def option(ruling: str, *options: str) -> Callable[[Test], Test]:
    """Marks a test as saying what these options do."""
    for name in options:
        assert name in GAME.rulebook.rulings[f"ruling.{ruling}"].options, (ruling, name)
        COVERED.add((f"ruling.{ruling}", name))
    return lambda test: test


def rule(ruling: str, choice: str) -> dict[str, str]:
    """The ruling, unless it is the default: that has to be so without saying."""
    return {} if GAME.rulebook.rulings[f"ruling.{ruling}"].default == choice else {ruling: choice}


# -- Directives --------------------------------------------------------------------------------------------------------


@option("must-three", "must")
def test_three_directives_as_long_as_one_is_possible() -> None:
    session = table(hand=[DRONE], wastes=WASTES)
    assert refused(session, ("end",)) == "ruling.must-three"
    play(session, ("discharge",))
    events = play(session, ("ancient", DRONE))
    assert said(events, "no-directive") == [{"seat": A, "count": 2, "more": True}]
    assert frame(session) == "end"


@option("must-three", "may-stop")
def test_one_may_stop_early() -> None:
    session = table(rule("must-three", "may-stop"), hand=[DRONE, PORTER], wastes=WASTES)
    assert ("end",) in session.moves(A)
    events = play(session, ("end",))
    assert rules_of(events) == ["ruling.must-three"]
    assert frame(session) == "end"


@option("sequential", "one-by-one")
def test_a_directive_is_chosen_after_the_last_is_done() -> None:
    session = table(now="shuffle")
    play(session, ("shuffle",))
    assert frame(session) == "directive"
    assert refused(session, ("announce", "discharge")) == "ruling.sequential"


@option("sequential", "announce-all")
def test_directives_are_announced_and_may_be_lost() -> None:
    session = table(rule("sequential", "announce-all"), now="shuffle", wastes=WASTES)
    play(session, ("shuffle",))
    assert refused(session, ("discharge",)) == "ruling.sequential"
    play(session, ("announce", "discharge"))
    assert refused(session, ("announce", "discharge")) == "ruling.discharge-twice"
    play(session, ("announce", "ancient"), ("announce", "ancient"))
    assert refused(session, ("ancient", session.truth.hand[A][0])) == "ruling.sequential"
    play(session, ("discharge",))
    assert all(move[0] == "ancient" for move in session.moves(A))
    lost = table(rule("sequential", "announce-all"), hand=[DRONE], announced=["ancient", "ancient", "ancient"][:2])
    events = play(lost, ("ancient", DRONE))
    assert said(events, "lost-directive") == [{"seat": A, "directive": "ancient"}]
    assert frame(lost) == "end"


@option("reprogram-needs-target", "no", "yes")
def test_reprogram_without_a_target() -> None:
    position: dict[str, Any] = {"hand": [PORTER], "wastes": ["hollow-scout/conduit"]}
    session = table(**position)
    assert not any(move[0] == "reprogram" for move in session.moves(A))
    assert refused(session, ("reprogram", PORTER)) == "ruling.reprogram-needs-target"
    session = table(rule("reprogram-needs-target", "yes"), **position)
    events = play(session, ("reprogram", PORTER))
    assert session.truth.discard[A] == (PORTER,)
    assert session.truth.wastes == ("hollow-scout/conduit",)
    assert "ruling.reprogram-needs-target" in rules_of(events)


@option("facility-needs-card", "no", "yes")
def test_facility_without_a_card() -> None:
    position: dict[str, Any] = {"hand": [PORTER], "wastes_left": 0}
    session = table(**position)
    assert refused(session, ("facility", PORTER)) == "ruling.facility-needs-card"
    session = table(rule("facility-needs-card", "yes"), **position)
    play(session, ("facility", PORTER))
    assert session.truth.discard[A] == (PORTER,)
    assert session.truth.facilities[A] == ()


@option("discard-from", "hand", "hand-or-zone")
def test_where_the_price_of_a_facility_comes_from() -> None:
    position: dict[str, Any] = {"hand": [PORTER], "ancients": [DRONE], "wastes_deck": ["signal-keeper/archive"]}
    assert refused(table(**position), ("facility", DRONE)) == "ruling.discard-from"
    session = table(rule("discard-from", "hand-or-zone"), **position)
    play(session, ("facility", DRONE))
    assert session.truth.ancients[A] == ()
    assert session.truth.discard[A] == (DRONE,)
    assert session.truth.facilities[A] == ("signal-keeper/archive",)


@option("discard-first", "yes", "no")
def test_when_the_price_lies_in_the_discard() -> None:
    position: dict[str, Any] = {"hand": [REGENT, DRONE], "wastes": ["grave-diver/outpost", TITAN]}
    session = table(**position)
    play(session, ("reprogram", REGENT, "grave-diver/outpost"))
    assert session.moves(A) == [("recover", REGENT)]
    session = table(rule("discard-first", "no"), **position)
    events = play(session, ("reprogram", REGENT, "grave-diver/outpost"))
    assert frame(session) == "directive"  # there was nothing else to take back
    assert sorted(session.truth.discard[A]) == ["grave-diver/outpost", REGENT]
    assert rules_of(events)[-1] == "ruling.discard-first"
    assert session.truth.aside == ()


# -- what is seen ------------------------------------------------------------------------------------------------------


@option("wastes-deck-side", "facility-up", "covered")
def test_the_top_of_the_wastes_deck() -> None:
    session = table(wastes_deck=["signal-keeper/archive"])
    assert all(session.view(viewer)["wastes_deck"][0] == "?/archive" for viewer in (A, B, None))
    session = table(rule("wastes-deck-side", "covered"), wastes_deck=["signal-keeper/archive"])
    assert all(session.view(viewer)["wastes_deck"][0] == "?/?" for viewer in (A, B, None))


@option("wastes-deck-side", "covered")
def test_a_covered_exchange_may_turn_out_to_be_void() -> None:
    session = table(
        rule("wastes-deck-side", "covered"),
        hand=[DRONE],
        facilities=["signal-keeper/archive"],
        wastes_deck=["snow-marshal/depot", TITAN],
    )
    play(session, ("facility", DRONE))
    events = play(session, ("exchange", "signal-keeper/archive", "?/?"))
    assert said(events, "exchange-void") == [
        {"seat": A, "given": ["signal-keeper/archive", "facility"], "got": ["?/?", "facility"], "again": False}
    ]
    told = next(entry.text for entry in session.log(B) if entry.kind == "exchange-void")
    assert "Glass Titan" not in told and "Archive" not in told.split(" for ")[1]
    assert session.truth.facilities[A] == ("signal-keeper/archive", "snow-marshal/depot")


@option("inspect", "yes", "no")
def test_other_sides_of_open_cards() -> None:
    position: dict[str, Any] = {
        "hand": [DRONE], "wastes": [WIDOW], "ancients": [DRONE_2], "facilities": [TITAN], "discard": [PORTER]
    }  # fmt: skip
    open_view = table(**position).view(B)
    assert (open_view["wastes"], open_view["ancients"][A]) == ([WIDOW], [DRONE_2])
    assert (open_view["facilities"][A], open_view["discard"][A]) == ([TITAN], [PORTER])
    assert open_view["owned"][A] == sorted(
        open_view["owned"][A], key=GAME.rules_for(GAME.agreement.configure(2)).order.get
    )
    session = table(rule("inspect", "no"), **position)
    view = session.view(A)
    assert (view["wastes"], view["ancients"][A]) == (["frost-widow/?"], ["pale-drone/?"])
    assert (view["facilities"][A], view["discard"][A]) == (["?/archive"], ["ice-porter/?"])
    assert view["hand"][A] == [DRONE]
    assert view["owned"] is None
    assert ("reprogram", DRONE, "frost-widow/?") not in session.moves(A)  # the same Value
    assert refused(session, ("reprogram", DRONE, WIDOW)) == "directive.reprogram"


@option("inspect", "no")
def test_a_card_whose_ability_runs_on_does_not_tell_where_in_a_deck_it_lies() -> None:
    session = table(rule("inspect", "no"), hand=["rust-shepherd/outpost"], deck=[DRONE, DRONE_2, PORTER])
    truth = session.truth
    truth.frames.append(("ability", A, ("frost-widow.spark", 1, truth.deck[A][0])))
    seen = GAME.view(truth, None)["frames"]
    truth.deck[A] = truth.deck[A][1:] + truth.deck[A][:1]
    assert GAME.view(truth, None)["frames"] == seen


@option("inspect", "no")
def test_where_other_sides_are_hidden_moves_name_what_is_seen() -> None:
    session = table(rule("inspect", "no"), hand=["rust-shepherd/outpost"], facilities=[WIDOW, TITAN])
    play(session, ("ancient", "rust-shepherd/outpost"))
    assert session.moves(A) == [("flip", "?/beacon"), ("flip", "?/archive")]
    play(session, ("flip", "?/beacon"))
    assert session.truth.points[B] == 27
    assert WIDOW in session.view(B)["ancients"][A]  # both sides have been seen in this turn


@option("hand-backs", "yes")
def test_backs_of_drawn_cards_are_told_in_the_order_of_backs() -> None:
    """The order of the Deck is nobody's business, and a hand shows no order either."""
    for seed in range(10):
        session = Session(GAME, 2, seed)
        mover = session.deciders[0]
        session.submit(mover, ("shuffle",))
        backs = [entry.data["facility"] for entry in session.log(1 - mover) if entry.kind == "draws"]
        assert backs == session.view(1 - mover)["hand"][mover]


@option("hand-backs", "yes", "no")
def test_backs_of_a_hand() -> None:
    hand = [DRONE, PORTER]
    assert table(hand=hand).view(B)["hand"][A] == ["?/foundry", "?/outpost"]
    assert table(hand=hand).view(A)["hand"][A] == hand
    session = table(rule("hand-backs", "no"), now="shuffle")
    play(session, ("shuffle",))
    assert session.view(B)["hand"][A] == ["?/?"] * 3
    drawn = [entry for entry in session.log(B) if entry.kind == "draws"]
    assert not any(names_of(entry.text) for entry in drawn), "no back is named"
    assert len({entry.text for entry in drawn}) == 1 and len(drawn) == 3


@option("collector-deck", "no", "yes")
def test_the_collectors_deck() -> None:
    position: dict[str, Any] = {"seats": 1, "now": "directive", "collector": [CROWN, WIDOW]}
    assert table(**position).view(A)["collector"] == ["?/?", "?/?"]
    session = table(rule("collector-deck", "yes"), **position)
    assert session.view(A)["collector"] == [CROWN, WIDOW]
    assert GAME.telling.tally(session.config, session.view(A))[B].values == 2


# -- abilities ---------------------------------------------------------------------------------------------------------


@option("free-reprogram", "no", "yes")
def test_abilities_that_reprogram() -> None:
    position: dict[str, Any] = {
        "hand": [PORTER, "deep-tinker/depot"], "wastes": ["hollow-scout/conduit", "signal-keeper/beacon", TITAN]
    }  # fmt: skip
    session = table(**position)
    play(session, ("reprogram", PORTER, TITAN), ("ancient", "deep-tinker/depot"))
    assert session.moves(A) == [("reprogram", "hollow-scout/conduit"), ("reprogram", "signal-keeper/beacon")]
    session = table(rule("free-reprogram", "yes"), **position)
    play(session, ("reprogram", PORTER, TITAN))
    events = play(session, ("ancient", "deep-tinker/depot"))
    assert "ruling.free-reprogram" in rules_of(events)  # a I is asked for, and a I was discarded
    choir = table(rule("free-reprogram", "yes"), paid=1, hand=["ember-choir/conduit"], wastes=position["wastes"])
    play(choir, ("ancient", "ember-choir/conduit"))
    assert refused(choir, ("reprogram", "hollow-scout/conduit")) == "ruling.free-reprogram"
    assert choir.moves(A) == [("reprogram", TITAN)]


def exchanging(rulings: dict[str, str], **more: Any) -> Session:
    """Wandering Engine comes in beside Pale Drone; Frost Widow lies in The Wastes."""
    position: dict[str, Any] = {"hand": ["wandering-engine/archive"], "ancients": [DRONE], "wastes": [WIDOW], **more}
    session = table(rulings, **position)
    play(session, ("ancient", "wandering-engine/archive"))
    return session


@option("added-played", "same", "played-only")
def test_an_exchanged_card_and_its_protocol() -> None:
    events = play(exchanging({}), ("exchange", DRONE, WIDOW))
    assert losses(events) == [(B, 2), (B, 1)]
    events = play(exchanging(rule("added-played", "played-only")), ("exchange", DRONE, WIDOW))
    assert losses(events) == [(B, 1)]
    assert "ruling.added-played" in rules_of(events)


@option("exchange-meaning", "swap", "discard-old")
def test_where_the_old_card_goes() -> None:
    session = exchanging({})
    play(session, ("exchange", DRONE, WIDOW))
    assert session.truth.wastes == (DRONE,)
    session = exchanging(rule("exchange-meaning", "discard-old"))
    play(session, ("exchange", DRONE, WIDOW))
    assert session.truth.wastes == ()
    assert session.truth.discard[A] == (DRONE,)


@option("exchange-name", "showing", "either-side")
def test_which_names_must_differ() -> None:
    more = {"ancients": ["signal-keeper/beacon", DRONE]}
    assert ("exchange", "signal-keeper/beacon", WIDOW) in exchanging({}, **more).moves(A)
    session = exchanging(rule("exchange-name", "either-side"), **more)
    assert session.moves(A) == [("exchange", DRONE, WIDOW)]
    assert refused(session, ("exchange", "signal-keeper/beacon", WIDOW)) == "exchange.same-name"


@option("nesting", "nested", "queue")
def test_abilities_within_abilities() -> None:
    position: dict[str, Any] = {"hand": ["rust-shepherd/outpost"], "facilities": ["winter-crown/foundry"]}
    session = table(**position)
    play(session, ("ancient", "rust-shepherd/outpost"), ("flip", "winter-crown/foundry"))
    assert losses(everything(session)) == [(B, 3), (A, 1), (B, 1)]
    session = table(rule("nesting", "queue"), **position)
    play(session, ("ancient", "rust-shepherd/outpost"), ("flip", "winter-crown/foundry"))
    assert losses(everything(session)) == [(B, 1), (B, 3), (A, 1)]


def two_shepherds(rulings: dict[str, str]) -> list[Event]:
    """Example W17: two Rust Shepherds flip each other."""
    q, r = "rust-shepherd/archive", "rust-shepherd/outpost"
    session = table(rulings, hand=[r], facilities=[q], wastes=[WIDOW])
    play(session, ("ancient", r), ("flip", q), ("flip", r), ("copy", WIDOW))
    return everything(session)


@option("source-gone", "yes", "no")
def test_the_rest_of_an_ability_whose_card_is_gone() -> None:
    assert losses(two_shepherds({})) == [(B, 2), (B, 1), (B, 1), (B, 1)]
    cut = two_shepherds(rule("source-gone", "no"))
    assert losses(cut) == [(B, 2), (B, 1), (B, 1)]
    lost = {"seat": A, "key": "rust-shepherd.protocol", "what": WHY_CARD_IS_GONE["flipped"]}
    assert said(cut, "void") == [lost]


@option("source-gone", "no")
def test_a_spark_ends_when_its_card_is_exchanged_away() -> None:
    """Frost Widow's Spark plays a Beacon, whose copied Spark exchanges Frost Widow away."""
    position: dict[str, Any] = {
        "hand": [PORTER, "signal-keeper/beacon"], "wastes": [WIDOW, "hollow-scout/conduit"], "facilities": []
    }  # fmt: skip
    moves = [
        ("reprogram", PORTER, WIDOW), ("play", "signal-keeper/beacon"), ("copy", "hollow-scout/conduit"),
        ("exchange", WIDOW, "hollow-scout/conduit"),
    ]  # fmt: skip
    for option_name, expected in (("yes", [(B, 1), (B, 1)]), ("no", [(B, 1)])):
        session = table(rule("source-gone", option_name), **position)
        play(session, *moves)
        assert losses(everything(session)) == expected


def outpost(rulings: dict[str, str], **more: Any) -> Session:
    """An Outpost comes into A's Zone."""
    position: dict[str, Any] = {"hand": [DRONE_2], "wastes": [WIDOW], "wastes_deck": ["glass-titan/outpost"], **more}
    session = table(rulings, **position)
    play(session, ("facility", DRONE_2))
    return session


@option("copy", "stays", "moves")
def test_what_becomes_of_a_copied_card() -> None:
    session = outpost({})
    assert refused(session, ("take", WIDOW)) == "ruling.copy"
    play(session, ("copy", WIDOW))
    assert session.truth.wastes == (WIDOW,)
    session = outpost(rule("copy", "moves"))
    events = play(session, ("copy", WIDOW))
    assert session.truth.wastes == ()
    assert WIDOW in session.truth.discard[A]
    assert "ruling.copy" in rules_of(events)


@option("copy-choice", "user", "random")
def test_who_chooses_what_is_copied() -> None:
    wastes = [WIDOW, CROWN]
    assert len(outpost({}, wastes=wastes).moves(A)) == 2
    for number, expected in ((1, [(B, 2), (B, 1)]), (2, [(B, 3), (A, 1), (B, 1)])):
        session = outpost(rule("copy-choice", "random"), wastes=wastes, script={"copies": [number]})
        assert frame(session) == "directive"
        assert losses(everything(session)) == expected


@option("copy-none", "skip", "void")
def test_nothing_to_copy() -> None:
    assert losses(everything(outpost({}, wastes=[]))) == [(B, 1)]
    events = everything(outpost(rule("copy-none", "void"), wastes=[]))
    assert losses(events) == []
    assert rules_of(events).count("ruling.copy-none") == 2


@option("outpost-name", "yes", "no")
def test_whose_protocol_was_printed() -> None:
    assert losses(everything(outpost({}, wastes=[]))) == [(B, 1)]
    session = outpost(rule("outpost-name", "no"))
    assert session.truth.frames[-1][0] == "copy"
    play(session, ("copy", WIDOW))  # the Outpost now does what the Beacon did: it uses a Spark
    assert said(everything(session), "copy")[0]["key"] == "frost-widow.spark"
    assert "outpost.loss" not in rules_of(everything(session))
    beacon = outpost(rule("outpost-name", "no"), wastes_deck=["glass-titan/beacon"])
    events = play(beacon, ("copy", WIDOW))
    assert "outpost.loss" in rules_of(events)


@option("trio-self", "yes", "no")
def test_whether_a_facility_counts_itself() -> None:
    two = ["signal-keeper/outpost", "rust-shepherd/outpost"]
    three = [*two, "grave-diver/outpost"]
    assert losses(everything(outpost({}, wastes=[], facilities=two))) == [(B, 1), (B, 2)]
    other = rule("trio-self", "no")
    assert losses(everything(outpost(other, wastes=[], facilities=two))) == [(B, 1)]
    assert losses(everything(outpost(other, wastes=[], facilities=three))) == [(B, 1), (B, 2)]


@option("flip-once", "once-per-turn")
def test_a_card_is_flipped_once_a_turn() -> None:
    session = table(hand=["rust-shepherd/outpost"], facilities=[WIDOW, TITAN], flipped=[WIDOW])
    play(session, ("ancient", "rust-shepherd/outpost"))
    assert session.moves(A) == [("flip", TITAN)]
    assert refused(session, ("flip", WIDOW)) == "ruling.flip-once"


@option("flip-once", "unlimited")
def test_an_endless_chain_is_cut() -> None:
    """Two cards with a flipper on both sides: only the limit ends that."""
    session = table(rule("flip-once", "unlimited"), hand=["rust-shepherd/outpost"], facilities=[WIDOW], flipped=[WIDOW])
    play(session, ("ancient", "rust-shepherd/outpost"))
    assert session.moves(A) == [("flip", WIDOW)]


@option("no-gain", "no", "pack")
def test_points_gained_in_play(tmp_path: Any) -> None:
    import shutil

    from tabletop_kernel.content.installed_games import house_folder

    folder = tmp_path / "generous"
    shutil.copytree(house_folder("the_north"), folder)
    text = (folder / "ancients.toml").read_text()
    (folder / "ancients.toml").write_text(text.replace('protocol = "draw 1"', 'protocol = "gain 2; draw 1"', 1))
    game = load("the_north", folder)
    for choice, points in (("no", 30), ("pack", 32)):
        start = {"seats": 2, "rulings": {"ruling.no-gain": choice}, "now": "directive", "hand": [[PORTER], []]}
        session = Session.at(game, start)
        events = session.submit(A, ("ancient", PORTER))
        assert session.truth.points[A] == points
        assert "ruling.no-gain" in rules_of(events)


# -- the Node ----------------------------------------------------------------------------------------------------------


@option("discharge-twice", "no", "yes")
def test_a_second_discharge() -> None:
    assert refused(table(node=[0, 1], used=["discharge"], hand=[DRONE]), ("discharge",)) == "ruling.discharge-twice"
    session = table(rule("discharge-twice", "yes"), node=[0, 1], used=["discharge"], hand=[DRONE])
    events = play(session, ("discharge",))
    assert losses(events) == []
    assert kinds_of(events) == ["directive", "no-level"]  # the Node lies on its other side already


@option("charge-while-discharged", "nothing", "level-2-after-reset")
def test_a_charge_without_a_level() -> None:
    position: dict[str, Any] = {"node": [0, 1], "used": ["ancient", "discharge"], "hand": ["signal-keeper/beacon"]}
    for choice, level in (("nothing", 1), ("level-2-after-reset", 2)):
        session = table(rule("charge-while-discharged", choice), **position)
        events = play(session, ("ancient", "signal-keeper/beacon"))
        assert "ruling.charge-while-discharged" in rules_of(events)
        assert session.truth.node[A] == 0
        play(session, ("end",))
        assert session.truth.node[A] == level


@option("charge-at-cap", "nothing", "void")
def test_a_charge_at_the_top() -> None:
    position: dict[str, Any] = {"node": [4, 1], "hand": ["signal-keeper/beacon"]}
    session = table(**position)
    assert losses(play(session, ("ancient", "signal-keeper/beacon"))) == [(B, 2)]
    session = table(rule("charge-at-cap", "void"), **position)
    events = play(session, ("ancient", "signal-keeper/beacon"))
    assert losses(events) == []
    assert {"node.cap", "ruling.charge-at-cap"} <= set(rules_of(events))


@option("node-lines", "cumulative", "single")
def test_lines_of_the_node() -> None:
    position: dict[str, Any] = {"node": [3, 1], "hand": [DRONE]}
    assert losses(play(table(**position), ("discharge",))) == [(B, 1), (B, 2)]
    events = play(table(rule("node-lines", "single"), **position), ("discharge",))
    assert losses(events) == [(B, 2)]
    assert "drew" not in kinds_of(events)


# -- the back side and the end -----------------------------------------------------------------------------------------


@option("take-one-choice", "must", "may")
def test_taking_and_declining() -> None:
    position: dict[str, Any] = {"now": "take-one", "wastes": [CROWN]}
    session = table(**position)
    assert session.moves(B) == [("take", CROWN)]
    assert refused(session, ("decline",), seat=B) == "ruling.take-one-choice"
    session = table(rule("take-one-choice", "may"), **position)
    events = play(session, ("decline",), seat=B)
    assert session.truth.discard[B] == ()
    assert CROWN in session.truth.wastes
    assert "ruling.take-one-choice" in rules_of(events)


@option("floor", "no", "yes")
def test_points_below_zero() -> None:
    for choice, left in (("no", 0), ("yes", -1)):
        session = table(rule("floor", choice), now="end", hand=[DRONE, PORTER], points=[20, 1])
        events = play(session, ("end",))
        assert session.truth.points[B] == left
        assert ("ruling.floor" in rules_of(events)) == (choice == "no")


@option("zero-continues", "next-check", "at-once")
def test_zero_in_the_middle_of_a_turn() -> None:
    position: dict[str, Any] = {"hand": [DRONE, PORTER], "points": [20, 1], "wastes": [CROWN]}
    session = table(**position)
    play(session, ("ancient", DRONE))
    assert session.outcome is None
    session = table(rule("zero-continues", "at-once"), **position)
    events = play(session, ("ancient", DRONE))
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.zero", (A,))
    assert "end.zero" in rules_of(events)


@option("zero-continues", "at-once")
def test_alone_the_first_to_reach_zero_ends_it() -> None:
    session = table(rule("zero-continues", "at-once"), seats=1, now="end", points=[2, 1], hand=[PORTER], wastes=[WIDOW])
    play(session, ("end",))
    assert session.truth.points == [2, 0]  # you have not lost yet when The Collector is at 0


@option("refill-short", "partial", "end-now")
def test_a_refill_that_runs_out() -> None:
    position: dict[str, Any] = {"now": "end", "wastes": [CROWN, WIDOW], "wastes_left": 1}
    session = table(**position)
    events = finish_turn(session)
    assert "ruling.refill-short" in rules_of(events)
    assert session.outcome is None  # the second player still has a turn
    session = table(rule("refill-short", "end-now"), **position)
    finish_turn(session)
    assert session.outcome is not None
    assert session.outcome.rule == "end.deck"


@option("draw-short", "partial", "all-or-none")
def test_fewer_cards_than_to_draw() -> None:
    zone = [DRONE, DRONE_2, DRONE_3, PORTER, REGENT]
    position: dict[str, Any] = {"hand": ["lantern-child/conduit"], "deck": [PORTER_2], "ancients": zone, "wastes": []}
    session = table(**position)
    events = play(session, ("ancient", "lantern-child/conduit"))
    assert said(events, "draw-short") == [{"seat": A, "count": 2, "there": 1}]
    assert session.moves(A) == [("discard", PORTER_2)]
    session = table(rule("draw-short", "all-or-none"), **position)
    events = play(session, ("ancient", "lantern-child/conduit"))
    assert said(events, "draw-short") == [{"seat": A, "count": 2, "there": 1}]
    assert session.truth.hand[A] == ()


@option("hand-waits", "stays", "discard")
def test_where_the_hand_waits() -> None:
    session = table(now="end", hand=[DRONE, PORTER])
    finish_turn(session)
    assert session.truth.hand[A] == (DRONE, PORTER)
    session = table(rule("hand-waits", "discard"), now="end", hand=[DRONE, PORTER])
    events = finish_turn(session)
    assert session.truth.hand[A] == ()
    assert sorted(session.truth.discard[A]) == [PORTER, DRONE]
    assert session.truth.points[B] == 28
    assert "ruling.hand-waits" in rules_of(events)
    assert kinds_of(events).index("loses") < kinds_of(events).index("hand-discarded")  # it is counted first
    at_once = rule("hand-waits", "discard") | rule("zero-continues", "at-once")
    events = finish_turn(table(at_once, now="end", hand=[DRONE, PORTER], points=[9, 2]))
    assert "ends-at-zero" in kinds_of(events) and "hand-discarded" not in kinds_of(events)


@option("own-discard", "actor", "origin")
def test_whose_discard() -> None:
    theirs = "pale-drone/outpost@2"
    for choice, owner in (("actor", A), ("origin", B)):
        session = table(rule("own-discard", choice), hand=[theirs, PORTER], wastes=[TITAN])
        play(session, ("reprogram", theirs, TITAN))
        assert theirs in session.truth.discard[owner]
        assert TITAN in session.truth.discard[A]


@option("full-tie", "shared", "second-player")
def test_level_in_everything() -> None:
    for choice, winners in (("shared", (A, B)), ("second-player", (B,))):
        session = table(rule("full-tie", choice), now="end", active=B, wastes=[], wastes_left=0, points=[10, 10],
                        facilities=level_zones())  # fmt: skip
        events = play(session, ("end",), seat=B)
        assert session.outcome is not None
        assert session.outcome.winners == winners
        assert "ruling.full-tie" in rules_of(events)


def level_zones() -> list[list[str]]:
    """All 36 cards of the Wastes, half of them in each Zone."""
    rules = GAME.rules_for(GAME.agreement.configure(2))
    cards = [card for card in rules.cards if card not in rules.origin]
    return [cards[::2], cards[1::2]]


# -- alone -------------------------------------------------------------------------------------------------------------


@option("solo-level", "standard", "easy", "hard")
def test_the_collectors_points() -> None:
    for level, points in (("standard", 42), ("easy", 36), ("hard", 48)):
        session = Session(GAME, 1, 1, {"ruling.solo-level": level} if level != "standard" else {})
        assert session.truth.points == [25, points]
        assert said(everything(session), "level") == [{"level": level}]


@option("solo-score", "points-values", "points-values-cards")
def test_what_the_collector_scores() -> None:
    for choice, total in (("points-values", 12), ("points-values-cards", 14)):
        session = table(rule("solo-score", choice), seats=1, now="directive", points=[20, 10], collector=[CROWN, WIDOW])
        from tabletop_kernel.games.the_north.scoring import scores

        assert scores(session.truth)[B].total == total


@option("solo-other", "collector", "nobody")
def test_the_other_player_alone() -> None:
    session = table(seats=1, hand=[DRONE])
    assert losses(play(session, ("ancient", DRONE))) == [(B, 1)]
    session = table(rule("solo-other", "nobody"), seats=1, hand=[DRONE])
    events = play(session, ("ancient", DRONE))
    assert losses(events) == []
    assert "ruling.solo-other" in rules_of(events)
    session = table(rule("solo-other", "nobody"), seats=1, now="end", hand=[DRONE], points=[20, 20])
    play(session, ("end",))
    assert session.truth.points[B] == 19  # the hand still hurts


@option("solo-collect-short", "wastes-only", "none")
def test_collecting_from_an_empty_deck() -> None:
    position: dict[str, Any] = {"seats": 1, "now": "end", "wastes": [CROWN, WIDOW], "wastes_left": 0}
    for choice, collected in (("wastes-only", 2), ("none", 0)):
        session = table(rule("solo-collect-short", choice), **position)
        before = len(session.truth.collector)
        events = play(session, ("end",))
        assert len(session.truth.collector) == before + collected
        assert "ruling.solo-collect-short" in rules_of(events)


def test_every_option_is_tested() -> None:
    missing = {(i, o) for i, ruling in GAME.rulebook.rulings.items() for o in ruling.options} - COVERED
    assert not missing


@pytest.mark.parametrize("ruling", list(GAME.rulebook.rulings))
def test_whole_games_are_played_with_every_option(ruling: str) -> None:
    import random

    for number, choice in enumerate(GAME.rulebook.rulings[ruling].options):
        for seats in (1, 2):
            session = Session(GAME, seats, seed=number, rulings={ruling: choice})
            rng = random.Random(number)
            while session.deciders and session.length < 2000:
                seat = session.deciders[0]
                session.submit(seat, rng.choice(session.moves(seat)))
            assert session.outcome is not None
