"""What is said, shown and reckoned; what bots do with it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from asking import emitted
from depth import draw
from north import DRONE, DRONE_2, GAME, PORTER, A, B, frame, kinds_of, names_of, play, table
from telling import asked, numbers_in, told

from tabletop_kernel import Session, simulate
from tabletop_kernel.cli.terminal import Terminal
from tabletop_kernel.contract.coach_sentences import BEFORE_A_COST
from tabletop_kernel.games import the_north
from tabletop_kernel.games.the_north.rules import DECISIONS
from tabletop_kernel.players.bots import make_bot

CROWN, TITAN, WIDOW = "winter-crown/conduit", "glass-titan/archive", "frost-widow/beacon"


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    by_side = {f"{kind}-{side}" for kind in ("enters", "flips-to") for side in ("ancient", "facility")}
    assert emitted(the_north) | by_side | {"protocol", "spark"} == set(GAME.rulebook.events)


def test_every_decision_has_a_prompt() -> None:
    assert set(GAME.rulebook.prompts) == set(DECISIONS)
    others = {i: list(ruling.options)[-1] for i, ruling in GAME.rulebook.rulings.items()}
    for rulings in ({}, others):
        for prompt in GAME.telling.book(GAME.agreement.configure(2, rulings)).prompts.values():
            assert prompt.you.endswith(".")
            assert prompt.they.startswith("{seat} is ")
            assert prompt.they.endswith(".")
            for rule in prompt.rules:
                assert rule in GAME.rulebook.rules or rule in GAME.rulebook.rulings, rule


OUTPOST_ON_TOP = "glass-titan/outpost"


@pytest.mark.parametrize(
    ("moves", "ability", "rule"),
    [
        ([("facility", DRONE)], "Spark", "ability.mandatory"),
        ([("ancient", "glass-titan/archive")], "Spark", "ability.mandatory"),
        ([("facility", DRONE), ("copy", "lantern-child/conduit"), ("facility", PORTER)], "Protocol", "outpost.copy"),
    ],
)
def test_a_prompt_cites_the_rule_of_what_asks(moves: list[Any], ability: str, rule: str) -> None:
    session = table(
        hand=[DRONE, PORTER, "glass-titan/archive"],
        wastes=["lantern-child/conduit"],
        wastes_deck=["signal-keeper/beacon", OUTPOST_ON_TOP],
        deck=[DRONE_2],
    )
    play(session, *moves)
    question = asked(session)
    assert (question.kind, question.facts["ability"], question.rules) == ("copy", ability, (rule, "ruling.copy"))
    assert asked(session, B).rules == question.rules


def test_a_prompt_in_a_borrowed_ability_cites_no_borrowing() -> None:
    """The Outpost asks once; what the borrowed Protocol asks for then is that Protocol's own affair."""
    session = table(hand=[DRONE, PORTER], wastes=["lantern-child/conduit", TITAN], wastes_deck=[OUTPOST_ON_TOP])
    play(session, ("facility", DRONE), ("copy", "lantern-child/conduit"))
    assert frame(session) == "discard"
    assert GAME.telling.prompt(session.config, session.view(A)).rules == ("ability.mandatory",)


def test_every_choice_of_random_games_is_asked_for_by_its_own_rule() -> None:
    for seed in range(6):
        session, rng = Session(GAME, 2, seed=seed), random.Random(seed)
        while session.deciders:
            seat = session.deciders[0]
            running = [data[0] for kind, _, data in session.view(seat)["frames"] if kind == "ability"]
            rules = GAME.telling.prompt(session.config, session.view(seat)).rules
            assert ("outpost.copy" in rules) == (frame(session) == "copy" and running[-1] == "outpost.protocol")
            session.submit(seat, rng.choice(session.moves(seat)))


def test_the_end_of_the_directives_leaves_nothing_to_choose() -> None:
    session = table(now="end", hand=[DRONE], wastes=[WIDOW])
    assert session.moves(A) == [("end",)]
    assert (asked(session).kind, asked(session).rules[0]) == ("end", "turn.reset")


def test_a_refused_exchange_says_its_name_once() -> None:
    given, depot = "signal-keeper/archive", "snow-marshal/depot"
    session = table(hand=[DRONE], facilities=[given, WIDOW], wastes_deck=[depot, TITAN])
    play(session, ("facility", DRONE))
    verdict = session.judge(A, ("exchange", given, "?/archive"))
    assert verdict.text.count(GAME.content.facilities["archive"].name) == 1


# -- what a move aims for ----------------------------------------------------------------------------------------------


def aim(session: Session, *move: str) -> str:
    return str(GAME.opinions.aims(session.config, session.view(session.deciders[0]), session.deciders[0], move))


def test_reasons_name_cards_and_points() -> None:
    regent = "old-regent/depot@1"
    session = table(hand=[DRONE, PORTER, regent], wastes=["snow-marshal/depot", TITAN, WIDOW], wastes_deck=[CROWN])
    names = {
        ("reprogram", DRONE, "snow-marshal/depot"): ["snow-marshal"],
        ("ancient", DRONE): ["pale-drone"],
        ("ancient", regent): ["old-regent"],
        ("facility", DRONE): ["conduit"],
        ("discharge",): [],
    }
    assert {move: names_of(aim(session, *move)) for move in names} == names
    figures = {
        ("reprogram", DRONE, "snow-marshal/depot"): [2, 1],  # costs 2, and scores 1
        ("ancient", DRONE): [1, 1],
        ("discharge",): [1],
    }
    assert {move: numbers_in(aim(session, *move)) for move in figures} == figures
    assert numbers_in(aim(session, "ancient", regent))[-2:] == [1, 2], "1 in the Zone, and not 2 in the Deck"
    assert GAME.telling.reads("ice-porter.protocol").rstrip(".") in aim(session, "ancient", PORTER)
    assert BEFORE_A_COST in aim(session, "discharge"), "the Node begins anew"
    ending = aim(table(now="end", hand=[DRONE, PORTER], wastes=[WIDOW]), "end")
    assert numbers_in(ending) == [2, 2, 2], "two cards cost 2, and the Node rises to 2"
    alone = table(seats=1, hand=[DRONE], wastes=[WIDOW])
    assert "The Collector" in aim(alone, "ancient", DRONE) and "The Collector" not in aim(session, "ancient", DRONE)


def test_what_brings_nothing_is_no_reason() -> None:
    taking = table(now="take-one", active=B, wastes=[WIDOW, TITAN])
    widow, titan = aim(taking, "take", WIDOW), aim(taking, "take", TITAN)
    assert (names_of(widow), numbers_in(widow)) == (["frost-widow"], [2]), "its Protocol, and no Value"
    assert (names_of(titan), numbers_in(titan)[0]) == (["glass-titan"], 2), "its Value first"
    for seed in range(draw(2, deep=4)):
        session, rng = Session(GAME, 2, seed=seed), random.Random(seed)
        while session.deciders:
            seat = session.deciders[0]
            moves = session.moves(seat)
            for move in moves:
                said = aim(session, *move)
                assert "Value 0" not in said and "scores 0" not in said and "costs 0" not in said, said
            session.submit(seat, rng.choice(moves))


def test_a_discard_is_about_what_is_kept() -> None:
    session = table(hand=["lantern-child/conduit", PORTER], deck=[DRONE, DRONE_2])
    play(session, ("ancient", "lantern-child/conduit"))
    kept = aim(session, "discard", PORTER)
    assert (names_of(kept), numbers_in(kept)) == (["pale-drone"], [2])
    theirs = GAME.opinions.aims(session.config, session.view(B), A, ("discard", PORTER))
    assert theirs and names_of(theirs) == []


def test_house_content_is_marked() -> None:
    content = GAME.content
    for entry in (*content.ancients.values(), *content.cards, content.numbers):
        assert entry.house
    marks = {facility.name: (facility.house, facility.source) for facility in content.facilities.values()}
    assert marks.pop("Outpost") == (False, "L167-169")
    assert set(marks.values()) == {(True, "")}
    houses = {rule.id for rule in GAME.rulebook.values() if rule.house}
    assert houses == {
        "setup.points",
        "setup.decks",
        "setup.wastes",
        "setup.node",
        "setup.first",
        "node.table",
        "end.long",
    }


@pytest.mark.deep
def test_every_move_can_be_said() -> None:
    for seed in range(draw(6, deep=20)):
        rng = random.Random(seed)
        rulings = {i: rng.choice(list(r.options)) for i, r in GAME.rulebook.rulings.items()} if seed % 2 else {}
        session = Session(GAME, 1 + seed % 2, seed, rulings)
        while session.deciders:
            seat = session.deciders[0]
            phrases = [session.phrase(seat, move) for move in session.moves(seat)]
            assert all(phrase[0].isupper() and "_" not in phrase for phrase in phrases)
            assert len(set(phrases)) == len(phrases), "every move reads differently"
            for viewer in (None, *range(session.config.seats)):
                lines = GAME.telling.portray(session.config, session.view(viewer))
                assert all(isinstance(line, str) and "None" not in line for line in lines)
                assert GAME.telling.odds_in_words(session.config, session.view(viewer))
            session.submit(seat, rng.choice(session.moves(seat)))


def test_phrases() -> None:
    session = table(hand=[DRONE, PORTER], wastes=[TITAN], wastes_deck=["signal-keeper/archive"], node=[3, 1])
    said = {move[0]: session.phrase(A, move) for move in session.moves(A)}
    assert {verb: names_of(words) for verb, words in said.items()} == {
        "reprogram": ["ice-porter", "glass-titan"],
        "facility": ["ice-porter", "archive"],
        "ancient": ["ice-porter", "foundry"],
        "discharge": [],
    }
    assert numbers_in(said["discharge"]) == [3]


def test_a_card_is_named_by_the_side_that_shows() -> None:
    shepherd = "rust-shepherd/outpost"
    flips = table(hand=[shepherd], ancients=[DRONE_2], facilities=[WIDOW])
    play(flips, ("ancient", shepherd))
    assert [names_of(flips.phrase(A, move)) for move in flips.moves(A)] == [
        ["pale-drone", "conduit"],
        ["beacon", "frost-widow"],
    ]
    depot = table(hand=[DRONE], facilities=[WIDOW], wastes_deck=["snow-marshal/depot", TITAN])
    play(depot, ("facility", DRONE))
    assert names_of(depot.phrase(A, depot.moves(A)[0])) == ["beacon", "frost-widow", "archive"]
    play(depot, depot.moves(A)[0])
    (line,) = [entry.text for entry in depot.log(B) if entry.kind == "exchange"]
    assert names_of(line) == ["beacon", "frost-widow", "archive"]


def test_what_nobody_sees_is_covered() -> None:
    session = table(
        {"wastes-deck-side": "covered"}, hand=[DRONE], facilities=[WIDOW], wastes_deck=["snow-marshal/depot"]
    )
    assert names_of(session.phrase(A, ("facility", DRONE))) == ["pale-drone"]
    play(session, ("facility", DRONE))
    assert names_of(session.phrase(A, session.moves(A)[0])) == ["beacon", "frost-widow"]


def test_one_loss_is_told_once() -> None:
    """Who has nothing left loses nothing; what the floor keeps is said beside what is lost."""
    none = table(hand=[DRONE], points=[9, 0])
    assert "loses" not in kinds_of(play(none, ("ancient", DRONE)))
    some = table(now="end", hand=[DRONE, PORTER], points=[9, 1])
    play(some, ("end",))
    assert [(kind, facts["points"]) for kind, facts in told(some) if kind in ("floor", "loses")] == [
        ("floor", 2),
        ("loses", 1),
    ]


def test_a_game_that_is_level_in_everything_is_won_by_both() -> None:
    rules = GAME.rules_for(GAME.agreement.configure(2))
    cards = [card for card in rules.cards if card not in rules.origin]
    session = table(now="end", active=B, points=[7, 7], facilities=[cards[::2], cards[1::2]], wastes=[])
    play(session, ("end",), seat=B)
    assert session.outcome is not None and session.outcome.winners == (A, B)
    assert told(session)[-1] == ("shared", {"seats": [A, B], "total": 29})
    assert "ou and player 2" in session.log(A, you=True)[-1].text
    shown: list[str] = []
    Terminal(session, 2, "greedy", lambda prompt: "quit", shown.append).run()
    assert "layer 1 and player 2" in shown[-1]


@pytest.mark.parametrize(
    ("rule", "rulings"),
    [
        ("turn.three", {"ruling.must-three": "may-stop"}),
        ("turn.three", {"ruling.sequential": "announce-all"}),
        ("outpost.copy", {"ruling.copy": "moves"}),
    ],
)
def test_the_text_of_a_rule_follows_the_rulings(rule: str, rulings: dict[str, str]) -> None:
    """A few of many: what a table says is what it plays."""
    assert GAME.telling.book(GAME.agreement.configure(2, rulings))[rule].text != GAME.rulebook[rule].text


def test_a_borrowed_card_that_moves_goes_home() -> None:
    moves, origin = {"ruling.copy": "moves"}, {"ruling.own-discard": "origin"}
    texts = {
        GAME.telling.book(GAME.agreement.configure(2, rulings))["outpost.copy"].text
        for rulings in (moves, moves | origin)
    }
    assert len(texts) == 2


def test_a_charge_waits_for_the_reset() -> None:
    waits = table({"charge-while-discharged": "level-2-after-reset"}, hand=["signal-keeper/beacon"], node=[0, 1])
    play(waits, ("ancient", "signal-keeper/beacon"))
    assert ("no-charge", {"seat": A, "waits": 1}) in told(waits)
    assert waits.book.events["no-charge"] != GAME.rulebook.events["no-charge"]


def test_the_table_as_text() -> None:
    session = table(hand=[DRONE], ancients=[DRONE_2], facilities=[WIDOW, "signal-keeper/beacon"], discard=[PORTER])
    mine, theirs = (GAME.telling.portray(session.config, session.view(seat)) for seat in (A, B))
    text = "\n".join(mine)
    assert "* player 1" in text
    assert "player 2 (second)" in text
    assert "2 x Beacon" in text
    (hand,) = [line for line in mine if line not in theirs and "outpost" in names_of(line)]
    assert names_of(hand) == ["pale-drone", "outpost"]
    drone = GAME.content.ancients["pale-drone"]
    assert all(line in hand for line in (drone.protocol, drone.spark, GAME.content.facilities["outpost"].protocol[:20]))
    chain = table(hand=["rust-shepherd/outpost"], facilities=[TITAN])
    play(chain, ("ancient", "rust-shepherd/outpost"))
    assert names_of(GAME.telling.portray(chain.config, chain.view(A))[-1]) == ["rust-shepherd"]


def test_if_the_game_ended_now() -> None:
    session = table(hand=[DRONE], deck=[PORTER, CROWN], points=[10, 20])
    lines = GAME.telling.odds_in_words(session.config, session.view(A))
    assert numbers_in(lines[1])[:5] == [1, 10, 3, 0, 13], "player 1: points, Values, the Zone, all of it"
    assert (names_of(lines[-1]), numbers_in(lines[-1])) == (["foundry", "ice-porter"], [1, 1])
    alone = table(seats=1, collector=[CROWN, WIDOW])
    mine, theirs = GAME.telling.tally(alone.config, alone.view(A))
    assert mine.exact
    assert not theirs.exact
    assert theirs.cards == 2


def test_the_tally_is_what_the_end_would_say() -> None:
    for seed in range(6):
        session = Session(GAME, 2, seed)
        rng = random.Random(seed)
        while session.deciders:
            last = [score.total for score in GAME.telling.tally(session.config, session.view(A))]
            assert last == list(GAME.figures.standing(session.truth))
            seat = session.deciders[0]
            session.submit(seat, rng.choice(session.moves(seat)))
        assert session.outcome is not None
        final = [score.total for score in GAME.telling.tally(session.config, session.view(B))]
        assert tuple(final) == session.outcome.scores


# -- bots --------------------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_greedy_beats_chance() -> None:
    report = simulate(GAME, games=draw(12, deep=30), seats=2, bots=["greedy", "random"], seed=3, coverage=False)
    assert report.bot_wins["greedy"].low > 0.7
    alone = simulate(GAME, games=draw(8, deep=20), seats=1, bots=["greedy"], seed=3, coverage=False)
    assert alone.seat_wins[0].low > 0.5


@pytest.mark.parametrize("seats", [1, 2])
def test_the_search_plays_a_whole_game(seats: int) -> None:
    session = Session(GAME, seats, seed=6)
    bots = [make_bot("mcts:12", GAME, session.config, seat, 3) for seat in range(seats)]
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

    session = Session(GAME, 2, seed=12)
    play(session, ("shuffle",), seat=session.deciders[0])
    seat = session.deciders[0]
    choices = set()
    for number in range(3):
        other = GAME.imagine(session.config, session.view(seat), Chance(number))
        bot = make_bot("greedy", GAME, session.config, seat, 1)
        choices.add(bot.choose(GAME.view(other, seat), GAME.moves(other, seat)))
    assert len(choices) == 1


def test_a_sure_win_is_taken() -> None:
    """Alone, with one point to go: the move that brings The Collector to 0 and wins."""
    session = table(
        {"zero-continues": "at-once"},
        seats=1,
        points=[20, 1],
        hand=[DRONE, PORTER],
        wastes=["ember-choir/conduit"],
        used=["discharge", "facility"],
    )
    bot = make_bot("greedy", GAME, session.config, A, 1)
    session.submit(A, bot.choose(session.view(A), session.moves(A)))
    assert session.outcome is not None
    assert session.outcome.winners == (A,)


def test_what_is_hidden_does_not_favour_a_move() -> None:
    """The Collector's Values differ between imagined tables: a move tried on one is not compared with that luck."""
    taken = ["frost-widow/outpost", "winter-crown/depot", "glass-titan/outpost", "lantern-child/depot"]
    session = table(seats=1, hand=[DRONE, PORTER], collector=taken, wastes=[WIDOW], node=[2])
    moves = [("ancient", DRONE), ("discharge",)]
    worths = GAME.opinions.appraise(session.config, session.view(A), moves)
    assert worths[0] == pytest.approx(1 + 1 - 0.9), "the other loses 1, the Zone gains 1, a card leaves the hand"
    assert worths[1] == pytest.approx(1 + 0.9 - 2 * 0.5), "the other loses 1, a card comes to hand, the Node is spent"


# -- at the keyboard ---------------------------------------------------------------------------------------------------


def test_a_game_alone_in_the_terminal() -> None:
    shown: list[str] = []
    lines = iter(["odds", "why reprogram x y", *["1"] * 400])
    session, opening = Session(GAME, 1, seed=5), Session(GAME, 1, seed=5)
    Terminal(session, 1, "greedy", lambda prompt: next(lines), shown.append).run()
    assert session.outcome is not None
    text = "\n".join(shown)
    assert all(line in text for line in GAME.telling.odds_in_words(session.config, opening.view(A))), (
        "what «odds» asks for"
    )
    assert f"({session.outcome.rule})" in text


def test_a_refused_move_with_two_cards_may_be_typed() -> None:
    shown: list[str] = []
    session = table(hand=[PORTER, DRONE], wastes=["hollow-scout/conduit", TITAN])
    lines: Any = iter(["", f"reprogram {PORTER} hollow-scout/conduit", "quit"])
    Terminal(session, 2, "greedy", lambda prompt: next(lines), shown.append).run()
    assert "(reprogram.different-value)" in "\n".join(shown)
    assert frame(session) == "directive"


def test_a_part_whose_condition_does_not_hold_is_no_reason() -> None:
    """Conduit: «Charge your Node. If you have three or more Conduits in your Zone, the other player loses 2»."""
    wastes_deck = ["winter-crown/conduit"]
    session = table(hand=[DRONE], wastes_deck=wastes_deck)
    whole = GAME.telling.reads("conduit.protocol").rstrip(".")
    assert whole not in aim(session, "facility", DRONE)
    three = table(hand=[DRONE], wastes_deck=wastes_deck, facilities=["hollow-scout/conduit", "ember-choir/conduit"])
    assert whole in aim(three, "facility", DRONE)
