"""Every rule of the book by its id: what it says, as the table does it. Default rulings unless a test names another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

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
    play,
    refused,
    rules_of,
    said,
    table,
)

from tabletop_kernel import Session
from tabletop_kernel.games.the_north.content import MOST_TURNS

Test = TypeVar("Test", bound=Callable[..., None])
COVERED: set[str] = set()
CROWN, TITAN, WIDOW = "winter-crown/conduit", "glass-titan/archive", "frost-widow/beacon"
WASTES = ["snow-marshal/depot", TITAN, WIDOW, "hollow-scout/conduit"]


def says(*rules: str) -> Callable[[Test], Test]:
    """Marks a test as saying what these rules say."""
    assert not set(rules) - set(GAME.rulebook), set(rules) - set(GAME.rulebook)
    COVERED.update(rules)
    return lambda test: test


# -- cards -------------------------------------------------------------------------------------------------------------


@says("ancient.anatomy", "ancient.value")
def test_an_ancient_has_four_things() -> None:
    for key, ancient in GAME.content.ancients.items():
        assert ancient.value in ("0", "I", "II")
        assert ancient.name
        assert GAME.telling.reads(f"{key}.protocol").endswith(".")
        assert GAME.telling.reads(f"{key}.spark").endswith(".")
    assert Counter(ancient.value for ancient in GAME.content.ancients.values()) == {"0": 5, "I": 5, "II": 5}


@says("facility.back")
def test_every_card_has_a_facility_behind() -> None:
    rules = GAME.rules_for(GAME.agreement.configure(2))
    assert len(rules.cards) == 48
    for card in rules.cards:
        assert rules.ancient[card] in GAME.content.ancients
        assert rules.facility[card] in GAME.content.facilities
    assert set(Counter(rules.facility.values()).values()) == {8}
    session = table(hand=[DRONE])
    play(session, ("ancient", DRONE))
    assert session.truth.ancients[A] == (DRONE,)  # one card, wherever it goes


@says("facility.protocol")
def test_a_facility_has_a_protocol_and_no_spark() -> None:
    for key, facility in GAME.content.facilities.items():
        assert f"{key}.protocol" in GAME.content.effects
        assert f"{key}.spark" not in GAME.content.effects and not hasattr(facility, "value")
    session = table(hand=[DRONE], deck=[PORTER, REGENT], wastes_deck=["signal-keeper/archive"])
    events = play(session, ("facility", DRONE))
    assert [data["key"] for data in said(events, "protocol")] == ["archive.protocol"]
    assert "drew" in kinds_of(events)


@says("facility.several-ways")
def test_ways_to_become_a_facility() -> None:
    by_ability = table(hand=[TITAN], wastes_deck=["signal-keeper/archive"])
    events = play(by_ability, ("ancient", TITAN))
    assert [event[1] for event in events if event[0] == "enters-facility"] == ["facility.several-ways"]
    by_flip = table(hand=["rust-shepherd/outpost"], ancients=[TITAN])
    play(by_flip, ("ancient", "rust-shepherd/outpost"), ("flip", TITAN))
    assert by_flip.truth.facilities[A] == (TITAN,)
    assert refused(table(hand=[DRONE]), ("play", DRONE)) == "facility.several-ways"


@says("deck.facility-up")
def test_the_top_of_a_deck_shows_its_facility() -> None:
    session = table(now="shuffle")
    events = play(session, ("shuffle",))
    top = session.truth.deck[A][0]
    expected = f"?/{session.truth.rules.facility[top]}"
    assert said(events, "top") == [{"seat": A, "facility": expected}]
    for viewer in (A, B, None):
        assert session.view(viewer)["deck"][A] == [expected, "?/?", "?/?"]


@says("deck.reshuffle")
def test_the_discard_becomes_a_deck_between_two_cards() -> None:
    zone = [DRONE_2, DRONE_3, PORTER_2, REGENT]
    session = table(hand=["lantern-child/conduit"], deck=[DRONE], discard=[PORTER], ancients=zone)
    events = play(session, ("ancient", "lantern-child/conduit"))
    assert [kind for kind in kinds_of(events) if kind in ("drew", "reshuffle")] == ["drew", "reshuffle", "drew"]
    assert session.truth.hand[A] == (DRONE, PORTER)


@says("zone.stays")
def test_cards_in_a_zone_stay() -> None:
    session = table(hand=[DRONE, PORTER])
    play(session, ("ancient", DRONE))
    assert refused(session, ("take", DRONE)) == "zone.stays"
    assert refused(session, ("recover", DRONE)) == "zone.stays"
    finish_turn_from(session)
    play(session, ("shuffle",), seat=B)
    assert session.truth.ancients[A] == (DRONE,)


def finish_turn_from(session: Session) -> None:
    """Play A's turn to its end, always taking the first move."""
    while session.truth.active == A:
        seat = session.deciders[0]
        session.submit(seat, session.moves(seat)[0])


# -- abilities ---------------------------------------------------------------------------------------------------------


@says("ability.protocol", "directive.ancient")
def test_a_card_added_to_a_zone_uses_its_protocol() -> None:
    session = table(hand=[DRONE])
    events = play(session, ("ancient", DRONE))
    assert rules_of(events) == ["turn.three", "directive.ancient", "ability.protocol", "ability.protocol"]
    assert session.truth.points[B] == 29
    assert refused(table(hand=[DRONE]), ("ancient", PORTER)) == "directive.ancient"
    assert refused(table(hand=[DRONE]), ("ancient",)) == "directive.ancient"


@says("ability.spark", "reprogram.move-first", "directive.reprogram")
def test_reprogramming() -> None:
    session = table(hand=[DRONE], wastes=["snow-marshal/depot"])
    assert refused(session, ("spark", "snow-marshal/depot")) == "reprogram.move-first"
    events = play(session, ("reprogram", DRONE, "snow-marshal/depot"))
    assert rules_of(events)[1:4] == ["directive.reprogram", "reprogram.move-first", "ability.spark"]
    assert session.truth.discard[A] == ("snow-marshal/depot", DRONE)
    assert refused(table(hand=[DRONE]), ("reprogram", PORTER, TITAN)) == "directive.reprogram"


@says("ability.mandatory")
def test_abilities_are_not_optional() -> None:
    session = table(hand=["rust-shepherd/outpost"], facilities=[TITAN])
    play(session, ("ancient", "rust-shepherd/outpost"))
    for move in [("end",), ("skip",), ("discharge",), ("flip", "rust-shepherd/outpost"), ("flip",), ("flip", "x")]:
        assert refused(session, move) == "ability.mandatory"
    alone = table(hand=["rust-shepherd/outpost"])
    events = play(alone, ("ancient", "rust-shepherd/outpost"))
    assert "ability.mandatory" in rules_of(events)  # there is nothing to flip, and the rest is done
    assert losses(events) == [(B, 1)]


@says("reprogram.different-value")
def test_values_must_differ() -> None:
    session = table(hand=[DRONE, PORTER, REGENT], wastes=WASTES)
    rules = session.truth.rules
    for move in session.moves(A):
        if move[0] == "reprogram":
            assert rules.value[str(move[1])] != rules.value[str(move[2])]
    for card, target in ((DRONE, WIDOW), (PORTER, "hollow-scout/conduit"), (REGENT, TITAN)):
        assert refused(session, ("reprogram", card, target)) == "reprogram.different-value"


@says("flip.as-added")
def test_a_flipped_card_counts_as_added() -> None:
    session = table(hand=["rust-shepherd/outpost"], ancients=[TITAN], deck=[DRONE, PORTER])
    assert refused(session, ("flip", TITAN)) == "flip.as-added"
    play(session, ("ancient", "rust-shepherd/outpost"))
    events = play(session, ("flip", TITAN))
    assert rules_of(events)[:2] == ["flip.as-added", "ability.protocol"]
    assert "drew" in kinds_of(events)  # the Archive behind Glass Titan


@says("exchange.same-name")
def test_no_exchange_for_the_same_name() -> None:
    session = table(
        hand=["wandering-engine/archive"],
        ancients=["frost-widow/outpost", "ember-choir/depot"],
        wastes=[WIDOW, TITAN],
    )
    play(session, ("ancient", "wandering-engine/archive"))
    assert refused(session, ("exchange", "frost-widow/outpost", WIDOW)) == "exchange.same-name"
    assert refused(session, ("exchange", "wandering-engine/archive", WIDOW)) == "ability.mandatory"
    assert session.moves(A) == [
        ("exchange", "frost-widow/outpost", TITAN),
        ("exchange", "ember-choir/depot", WIDOW),
        ("exchange", "ember-choir/depot", TITAN),
    ]


@says("node.charge", "node.cap")
def test_charging() -> None:
    session = table(hand=["signal-keeper/beacon"], node=[2, 1])
    assert refused(session, ("charge",)) == "node.charge"
    events = play(session, ("ancient", "signal-keeper/beacon"))
    assert said(events, "charge") == [{"seat": A, "level": 3}]
    assert "node.charge" in rules_of(events)
    assert losses(events) == [(B, 2)]
    full = table(hand=["signal-keeper/beacon"], node=[4, 1])
    assert refused(full, ("charge",)) == "node.cap"
    assert "node.cap" in rules_of(play(full, ("ancient", "signal-keeper/beacon")))
    assert full.truth.node[A] == 4


@says("directive.discharge", "node.flip", "node.table")
def test_what_a_discharge_gives_by_level() -> None:
    expected: dict[int, list[tuple[int, int]]] = {1: [(B, 1)], 2: [(B, 1)], 3: [(B, 1), (B, 2)], 4: [(B, 1), (B, 2)]}
    for level, lost in expected.items():
        session = table(node=[level, 1], hand=[PORTER], wastes_deck=["signal-keeper/archive"], deck=[DRONE, DRONE_2])
        assert refused(session, ("discharge", 4)) == "directive.discharge"
        events = play(session, ("discharge",))
        assert rules_of(events)[1:4] == ["directive.discharge", "node.flip", "node.table"]
        assert losses(events) == lost
        assert session.truth.node[A] == 0
        assert kinds_of(events).count("drew") == {1: 0, 2: 1, 3: 1, 4: 2}[level]  # level 4 plays an Archive
        assert len(session.truth.facilities[A]) == (level == 4)


# -- the turn, front side ----------------------------------------------------------------------------------------------


@says("turn.shuffle", "turn.draw")
def test_everything_but_the_zone_is_shuffled() -> None:
    session = table(now="shuffle", hand=[DRONE], discard=[PORTER], ancients=[REGENT], deck=[DRONE_2, PORTER_2, DRONE_3])
    assert refused(session, ("shuffle", "zone")) == "turn.shuffle"
    assert refused(session, ("draw",)) == "turn.draw"
    assert refused(session, ("discharge",)) == "turn.shuffle"
    events = play(session, ("shuffle",))
    assert said(events, "shuffle") == [{"seat": A, "count": 5}]
    assert rules_of(events).count("turn.draw") == 6  # three cards, told to A and to the others
    assert (len(session.truth.hand[A]), len(session.truth.deck[A]), session.truth.discard[A]) == (3, 2, ())
    assert session.truth.ancients[A] == (REGENT,)
    assert refused(session, ("shuffle",)) == "turn.shuffle"


@says("turn.three")
def test_three_directives_and_no_more() -> None:
    session = table(hand=[DRONE, DRONE_2, DRONE_3])
    events = play(session, ("ancient", DRONE), ("ancient", DRONE_2), ("discharge",))
    assert [data["number"] for data in said(events, "directive")] == [1, 2, 3]
    assert session.moves(A) == [("end",)]
    assert refused(session, ("ancient", DRONE_3)) == "turn.three"
    assert refused(session, ("discard", DRONE_3)) == "turn.three"


@says("turn.one-twice")
def test_only_directives_are_counted() -> None:
    session = table(hand=["ember-choir/conduit", DRONE], used=["reprogram", "reprogram"], wastes=WASTES)
    assert refused(session, ("reprogram", DRONE, TITAN)) == "turn.one-twice"
    play(session, ("ancient", "ember-choir/conduit"), ("reprogram", TITAN))  # an ability may Reprogram all the same
    assert TITAN in session.truth.discard[A]


@says("directive.facility")
def test_the_facility_comes_from_the_wastes_deck() -> None:
    session = table(hand=[DRONE, PORTER], wastes_deck=["signal-keeper/archive"])
    assert refused(session, ("facility", DRONE, PORTER)) == "directive.facility"
    assert refused(session, ("facility", REGENT)) == "directive.facility"
    events = play(session, ("facility", DRONE))
    assert session.truth.facilities[A] == ("signal-keeper/archive",)
    assert session.truth.discard[A] == (DRONE,)
    assert rules_of(events)[1:3] == ["directive.facility", "directive.facility"]


@says("turn.reset", "turn.charge", "turn.flip-card")
def test_the_node_at_the_end_of_the_front_side() -> None:
    charged = table(now="end", node=[2, 1])
    assert refused(charged, ("charge",)) == "turn.charge"
    assert refused(charged, ("reset",)) == "turn.reset"
    events = play(charged, ("end",))
    assert rules_of(events)[:2] == ["turn.charge", "turn.flip-card"]
    assert charged.truth.node[A] == 3
    discharged = table(now="end", node=[0, 1])
    assert rules_of(play(discharged, ("end",)))[:2] == ["turn.reset", "turn.flip-card"]
    assert discharged.truth.node[A] == 1


# -- the turn, back side -----------------------------------------------------------------------------------------------


@says("back.hand-loss")
def test_cards_in_hand_hurt_the_other_player() -> None:
    for hand in ([], [DRONE], [DRONE, PORTER, REGENT]):
        session = table(now="end", hand=hand)
        events = play(session, ("end",))
        assert session.truth.points == [30, 30 - len(hand)]
        assert ("back.hand-loss" in rules_of(events)) == bool(hand)


@says("back.take-one", "back.no-spark")
def test_the_other_player_takes_an_ancient() -> None:
    session = table(now="take-one", wastes=[CROWN, WIDOW])
    assert session.deciders == (B,)
    assert refused(session, ("take", TITAN), seat=B) == "back.take-one"
    assert refused(session, ("reprogram", CROWN), seat=B) == "back.no-spark"
    assert refused(session, ("take", CROWN), seat=A) == "back.take-one"
    events = play(session, ("take", CROWN), seat=B)
    assert rules_of(events)[:2] == ["back.take-one", "back.no-spark"]
    assert session.truth.discard[B] == (CROWN,)
    empty = table(now="end", wastes=[])
    assert "none-left" in kinds_of(play(empty, ("end",)))
    assert refused(table(hand=[DRONE]), ("take", CROWN)) == "turn.three"


@says("back.refill")
def test_the_wastes_are_refilled_to_four() -> None:
    for left in range(5):
        session = table(now="end", wastes=WASTES[:left], wastes_deck=["signal-keeper/archive"])
        assert refused(session, ("refill",)) == "back.refill"
        events = finish_turn(session)
        assert len(session.truth.wastes) == 4
        assert len(said(events, "refill")[0]["ancients"]) == 4 - max(0, left - 1)
        if left < 5:
            assert "signal-keeper/archive" in session.truth.wastes


@says("back.end-check", "back.pass")
def test_only_the_second_player_checks() -> None:
    first = table(now="end", points=[0, 5], wastes_left=4)
    assert refused(first, ("score",)) == "back.end-check"
    events = finish_turn(first)
    assert "back.end-check" not in rules_of(events)
    assert said(events, "pass") == [{"seat": B}]
    assert refused(first, ("shuffle",), seat=A) == "back.pass"
    second = table(now="end", active=B, points=[3, 5])
    events = finish_turn(second, B)
    assert rules_of(events)[-2:] == ["back.end-check", "back.pass"]
    turned = table(now="end", active=A, first=B, points=[0, 5])
    assert "back.end-check" in rules_of(finish_turn(turned))


# -- the end -----------------------------------------------------------------------------------------------------------


def ended(**position: Any) -> tuple[Session, list[Any]]:
    session = table(now="end", active=B, **position)
    return session, finish_turn(session, B)


@says("end.deck")
def test_four_cards_end_the_game_and_five_do_not() -> None:
    for left, over in ((4, True), (5, False), (0, True)):
        session, _ = ended(wastes=WASTES, wastes_left=left + 1)
        assert (session.outcome is not None) == over
        if session.outcome:
            assert session.outcome.rule == "end.deck"
            assert refused(session, ("shuffle",)) == "end.deck"


@says("end.long")
def test_a_table_that_declines_everything_ends_with_turn_sixty() -> None:
    for turn, over in ((MOST_TURNS - 2, False), (MOST_TURNS, True)):
        session, events = ended(turn=turn)
        assert (session.outcome is not None) == over
        assert (("too-long", "end.long") in [event[:2] for event in events]) == over
        if session.outcome:
            assert session.outcome.rule == "end.long"
            assert refused(session, ("shuffle",)) == "end.long"
    assert f"turn {MOST_TURNS}," in GAME.rulebook["end.long"].text
    assert GAME.rulebook["end.long"].house


def test_players_who_lay_out_their_cards_and_decline_the_rest_come_to_an_end() -> None:
    """With empty hands nobody loses a point any more, and nobody takes a card."""
    session = Session(GAME, 2, 1, {"ruling.take-one-choice": "may", "ruling.must-three": "may-stop"})
    idle = ("decline", "ancient", "end")
    while session.deciders:
        seat = session.deciders[0]
        moves = session.moves(seat)
        wanted = (move for verb in idle for move in moves if move[0] == verb)
        session.submit(seat, next(wanted, moves[0]))
    assert session.outcome is not None
    assert (session.outcome.rule, session.truth.turn) == ("end.long", MOST_TURNS)


@says("end.zero")
def test_somebody_at_zero_ends_the_game() -> None:
    for points in ([0, 9], [9, 0], [0, 0]):
        session, events = ended(points=points)
        assert session.outcome is not None
        assert session.outcome.rule == "end.zero"
        assert "end.zero" in rules_of(events)
    assert ended(points=[1, 1])[0].outcome is None


@says("end.points-card", "score.gather", "score.values", "score.zone-apart", "score.zone", "score.total", "score.win")
def test_how_a_game_is_scored() -> None:
    session, events = ended(
        points=[7, 0],
        wastes=[],
        hand=[PORTER],
        discard=[TITAN, DRONE],
        deck=[REGENT, "snow-marshal/conduit"],
        ancients=[CROWN, DRONE_2],
        facilities=["frost-widow/outpost", PORTER_2],
        wastes_deck=[DRONE_3],
    )
    rules = rules_of(events)
    scoring = rules[rules.index("end.points-card") :]
    each = ["score.gather", "score.zone-apart", "score.values", "score.zone", "score.total"]
    assert scoring == ["end.points-card", *each, *each, "score.win"]
    total = {"seat": A, "points": 7, "values": 6, "zone": 4, "total": 17}
    assert said(events, "total")[A] == total
    assert said(events, "gather")[A]["count"] == 5
    assert session.truth.hand[A] == session.truth.discard[A] == ()
    assert session.outcome is not None
    assert session.outcome.scores[A] == 17
    assert session.outcome.winners == (A,)


@says("score.tie")
def test_more_cards_break_a_tie() -> None:
    zone = [TITAN, CROWN, WIDOW, DRONE]
    level = table(now="end", active=B, wastes=[], points=[4, 0], facilities=[[], zone])
    mine, theirs = GAME.telling.tally(level.config, level.view(A))
    assert (mine.total, theirs.total) == (4 + 4, 0 + 4 + 4)
    assert theirs.cards > mine.cards
    events = finish_turn(level, B)
    assert level.outcome is not None
    assert level.outcome.winners == (B,)
    assert "score.tie" in rules_of(events)


# -- alone -------------------------------------------------------------------------------------------------------------


@says("solo.front", "solo.again")
def test_the_front_side_is_the_same_alone() -> None:
    session = Session(GAME, 1, 3)
    play(session, ("shuffle",))
    assert frame(session) == "directive"
    assert {move[0] for move in session.moves(A)} == {"reprogram", "facility", "ancient", "discharge"}
    again = table(seats=1, now="end")
    events = play(again, ("end",))
    assert rules_of(events)[-2:] == ["solo.again", "solo.front"]
    assert again.deciders == (A,)
    assert again.truth.turn == 2


@says("solo.hand-loss", "solo.you-lose")
def test_losses_alone() -> None:
    for hand, left in (([], 0), ([DRONE], 2), ([DRONE, PORTER], 4)):
        session = table(seats=1, now="end", hand=hand, wastes=WASTES[:left], points=[25, 42])
        events = play(session, ("end",))
        assert session.truth.points == [25 - 2 - left, 42 - len(hand)]
        assert "solo.you-lose" in rules_of(events)
        assert ("solo.hand-loss" in rules_of(events)) == bool(hand)


@says("solo.collect", "solo.refill")
def test_the_collector_takes_what_is_left() -> None:
    session = table(seats=1, now="end", wastes=[CROWN, WIDOW], wastes_deck=[TITAN])
    assert refused(session, ("take", CROWN)) == "solo.collect"
    assert refused(session, ("refill",)) == "solo.refill"
    events = play(session, ("end",))
    assert session.truth.collector == (TITAN, CROWN, WIDOW)
    assert said(events, "collect") == [{"seat": B, "left": [CROWN, WIDOW], "count": 3}]
    assert len(session.truth.wastes) == 4
    assert [rule for rule in rules_of(events) if rule in ("solo.collect", "solo.refill")] == [
        "solo.collect",
        "solo.refill",
    ]


@says("solo.end-check")
def test_alone_every_turn_is_checked() -> None:
    for points, left, rule in (
        ([5, 20], 20, ""),
        ([2, 20], 20, "end.zero"),
        ([20, 0], 20, "end.zero"),
        ([9, 9], 8, "end.deck"),
    ):
        session = table(seats=1, now="end", points=points, wastes=[], wastes_left=left)
        assert refused(session, ("score",)) == "solo.end-check"
        events = play(session, ("end",))
        assert "solo.end-check" in rules_of(events)
        assert (session.outcome.rule if session.outcome else "") == rule


def test_alone_one_can_lose() -> None:
    session = table(seats=1, now="end", points=[2, 40], wastes=[])
    play(session, ("end",))
    assert session.outcome is not None
    assert session.outcome.winners == ()


# -- the Outpost and the setup -----------------------------------------------------------------------------------------


@says("outpost.copy", "outpost.loss", "outpost.trio")
def test_the_printed_facility() -> None:
    for others, expected in ((1, [(B, 1)]), (2, [(B, 1), (B, 2)])):
        own = ["signal-keeper/outpost", "rust-shepherd/outpost"][:others]
        session = table(
            hand=[DRONE], facilities=own, wastes=["hollow-scout/conduit"], wastes_deck=["glass-titan/outpost"]
        )
        assert refused(session, ("copy", "hollow-scout/conduit")) == "outpost.copy"
        events = play(session, ("facility", DRONE), ("copy", "hollow-scout/conduit"), ("take", "hollow-scout/conduit"))
        assert losses(events) == expected
        assert [r for r in rules_of(events) if r.startswith("outpost.")] == [
            "outpost.copy", "outpost.loss", "outpost.trio"
        ][: others + 1]  # fmt: skip


@says("setup.points", "setup.decks", "setup.wastes", "setup.node", "setup.first")
def test_a_new_table() -> None:
    firsts = set()
    for seed in range(8):
        session = Session(GAME, 2, seed)
        state = session.truth
        firsts.add(state.first)
        assert state.points == [30, 30]
        assert state.node == [1, 1]
        assert (len(state.wastes), len(state.wastes_deck)) == (4, 32)
        names = [Counter(state.rules.ancient[card] for card in state.deck[seat]) for seat in (A, B)]
        assert names[A] == names[B] == {"pale-drone": 3, "ice-porter": 2, "old-regent": 1}
        backs = [sorted(state.rules.facility[card] for card in state.deck[seat]) for seat in (A, B)]
        assert backs[A] == backs[B] == sorted(GAME.content.facilities)
        assert state.active == state.first
        assert not any((*state.hand, *state.discard, *state.ancients, *state.facilities))
        told = set(rules_of(everything(session)))
        assert {"setup.points", "setup.decks", "setup.wastes", "setup.node", "setup.first"} <= told
    assert firsts == {A, B}
    alone = Session(GAME, 1, 1).truth
    assert alone.points == [25, 42]
    assert alone.collector == ()
    assert len(alone.rules.cards) == 42  # the second starting Deck stays in the box


def test_every_rule_has_a_test() -> None:
    assert set(GAME.rulebook) == COVERED
