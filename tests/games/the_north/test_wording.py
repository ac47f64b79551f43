"""How The North reads where `reads.txt` does not come: refusals, lines, prompts, reasons and moves, each once."""

from __future__ import annotations

from typing import Any

import pytest
from north import DRONE, DRONE_2, DRONE_3, GAME, PORTER, REGENT, A, B, play, table

from tabletop_kernel.contract.game import Move

CHOIR, CROWN, DIVER, ENGINE = (
    "ember-choir/conduit",
    "winter-crown/conduit",
    "grave-diver/beacon",
    "wandering-engine/outpost",
)
SCOUT, SHEPHERD, TINKER = "hollow-scout/depot", "rust-shepherd/archive", "deep-tinker/foundry"
TITAN, WIDOW = "glass-titan/outpost", "frost-widow/beacon"
NAMES_ALL = {"sequential": "announce-all"}
STOPS = {"must-three": "may-stop"}


@pytest.mark.parametrize(
    ("rule", "options", "says"),
    [
        ("turn.three", {"must-three": "may-stop"}, "may stop at any time"),
        ("end.deck", {"refill-short": "end-now"}, "a refill falls short"),
        ("outpost.trio", {"trio-self": "no"}, "not counting this card"),
        ("back.hand-loss", {"own-discard": "origin", "hand-waits": "discard"}, "go to their own Discard"),
        ("exchange.same-name", {"exchange-meaning": "discard-old"}, "The old card goes to your Discard."),
        ("back.end-check", {"floor": "yes", "zero-continues": "at-once"}, "at 0 points or below"),
        ("outpost.copy", {"copy": "moves"}, "goes to your Discard"),
        (
            "exchange.same-name",
            {"exchange-meaning": "discard-old", "own-discard": "origin"},
            "(or to the other player's",
        ),
        ("facility.back", {"inspect": "no"}, "unless it was flipped this turn"),
        ("flip.as-added", {"flip-once": "unlimited"}, "any number of times"),
    ],
)
def test_rules(rule: str, options: dict[str, str], says: str) -> None:
    book = GAME.telling.book(GAME.agreement.configure(2, {f"ruling.{key}": option for key, option in options.items()}))
    assert says in book[rule].text
    assert says not in GAME.rulebook[rule].text


@pytest.mark.parametrize(
    ("rule", "options", "tip"),
    [
        ("node.charge", {}, "Every level makes a later Discharge worth more."),
        ("node.charge", {"node-lines": "single"},
         "Each level gives you something different, so Discharge at the level you need."),
        ("directive.discharge", {"node-lines": "single"},
         "Each level of your Node gives you something different, so decide whether to wait for a later level."),
        ("outpost.copy", {"copy-choice": "random"},
         "The Ancient is chosen at random, so look at what each one in The Wastes would do."),
        ("outpost.trio", {"trio-self": "no"},
         "With three Outposts in your Zone, not counting this card, the other player loses more, "
         "so they are worth collecting."),
    ],
)  # fmt: skip
def test_tips(rule: str, options: dict[str, str], tip: str) -> None:
    book = GAME.telling.book(GAME.agreement.configure(2, {f"ruling.{key}": option for key, option in options.items()}))
    assert book[rule].tip == tip


@pytest.mark.parametrize("flips", ["once-per-turn", "unlimited"])
def test_every_chain_is_stopped_whatever_may_be_flipped(flips: str) -> None:
    book = GAME.telling.book(GAME.agreement.configure(2, {"ruling.flip-once": flips}))
    assert "chain stops after 100 abilities" in book["flip.as-added"].text


@pytest.mark.parametrize(
    ("position", "first", "move", "says"),
    [
        (
            {"hand": [], "deck": []},
            [("discharge",)],
            ("discard", DRONE),
            "You can't do that now: you can't perform any Directive. Turn the turn card over.",
        ),
        (
            {"hand": [DRONE, PORTER], "used": ["discharge", "facility"]},
            [("ancient", DRONE)],
            ("ancient", PORTER),
            "You can't do that now: you have performed all three Directives. Turn the turn card over.",
        ),
        (
            {"hand": [TINKER], "wastes": [SCOUT, TITAN]},
            [("ancient", TINKER)],
            ("reprogram", TITAN),
            "it needs an Ancient of Value I, but Glass Titan has II.",
        ),
        (
            {"hand": [SHEPHERD], "facilities": [TITAN]},
            [("ancient", SHEPHERD)],
            ("flip", SHEPHERD),
            "it needs another card, not Rust Shepherd (Archive on the back) itself.",
        ),
        (
            {"hand": [DRONE], "facilities": [[], [WIDOW]]},
            [],
            ("facility", WIDOW),
            "Beacon (with Frost Widow on the other side) is among the Facilities in player 2's Zone, not in your hand.",
        ),
        ({"hand": [DRONE]}, [], ("ancient", REGENT), "That Old Regent (Depot on the back) is not in your hand."),
        (
            {"now": "end", "wastes": []},
            [],
            ("take", CROWN),
            "You have to turn the card over: there are no Ancients left.",
        ),
    ],
)
def test_refusals(position: dict[str, Any], first: list[Move], move: Move, says: str) -> None:
    session = table(**position)
    play(session, *first)
    verdict = session.judge(A, move)
    assert verdict is not None and says in verdict.text


@pytest.mark.parametrize(
    ("rulings", "position", "seat", "moves", "line"),
    [
        ({"floor": "yes"}, {"now": "end", "active": B, "points": [-2, 9], "wastes": []}, B, [("end",)],
         "The game ends because player 1 is at -2 points."),
        ({}, {"now": "end", "active": B, "turn": 60, "wastes": []}, B, [("end",)],
         "The game ends because 60 turns have been played."),
        ({}, {"hand": ["snow-marshal/conduit"], "facilities": [WIDOW]}, A, [("ancient", "snow-marshal/conduit")],
         "Snow Marshal's Protocol does nothing: there are fewer than two Facilities in player 1's Zone."),
        ({"own-discard": "origin"}, {"hand": ["pale-drone/outpost@2"], "wastes": [CHOIR]}, A,
         [("reprogram", "pale-drone/outpost@2", CHOIR)],
         "The Pale Drone goes back to player 2's Discard, because it is a starting card."),
        ({"discard-first": "no"}, {"hand": [REGENT], "wastes": [WIDOW]}, A, [("reprogram", REGENT, WIDOW)],
         "Player 1 sets an Old Regent aside until the Directive is done."),
        ({"exchange-meaning": "discard-old"}, {"hand": [ENGINE], "ancients": [DRONE], "wastes": [CROWN]}, A,
         [("ancient", ENGINE), ("exchange", DRONE, CROWN)],
         "Player 1 exchanges a Pale Drone (Outpost on the back) for a Winter Crown (Conduit on the back). "
         "The old card goes to their Discard."),
        (NAMES_ALL | STOPS, {"now": "announce", "hand": [DRONE]}, A, [("end",)],
         "Player 1 stops after naming no Directives."),
        ({"exchange-meaning": "discard-old", "own-discard": "origin"},
         {"hand": [ENGINE], "ancients": ["pale-drone/outpost@2"], "wastes": [CROWN]}, A,
         [("ancient", ENGINE), ("exchange", "pale-drone/outpost@2", CROWN)],
         "Player 1 exchanges a Pale Drone (Outpost on the back) for a Winter Crown (Conduit on the back). "
         "The old card goes to a Discard."),
        ({}, {"hand": [WIDOW], "points": [30, 0]}, A, [("ancient", WIDOW)],
         "Player 2 can't fall below 0, so a loss of 2 doesn't count in full."),
        ({}, {"hand": [DRONE], "wastes": [CHOIR]}, A, [("reprogram", DRONE, CHOIR)],
         "Player 1 Reprograms an Ember Choir: it goes to their Discard first."),
        ({"own-discard": "origin"}, {"hand": [DRONE], "wastes": ["ice-porter/foundry@2"]}, A,
         [("reprogram", DRONE, "ice-porter/foundry@2")],
         "Player 1 Reprograms an Ice Porter, which leaves The Wastes first."),
        ({"own-discard": "origin"}, {"hand": [SCOUT], "wastes": ["old-regent/depot@2"]}, A,
         [("ancient", SCOUT), ("take", "old-regent/depot@2")],
         "Player 1 takes an Old Regent from The Wastes."),
        ({"reprogram-needs-target": "yes"}, {"hand": [DRONE, PORTER], "wastes": [SCOUT]}, A,
         [("reprogram", PORTER)],
         "No Ancient in The Wastes has a different Value, so player 1 doesn't Reprogram one."),
        ({"free-reprogram": "yes"},
         {"hand": [PORTER, CHOIR], "wastes": ["snow-marshal/conduit"], "wastes_deck": ["signal-keeper/archive"]}, A,
         [("facility", PORTER), ("ancient", CHOIR)],
         "Ember Choir's Protocol does nothing: every Ancient in The Wastes has Value I, like the one last discarded."),
        ({"free-reprogram": "yes"},
         {"hand": [PORTER, TINKER], "wastes": ["snow-marshal/conduit", CHOIR]}, A,
         [("reprogram", PORTER, CHOIR), ("ancient", TINKER)],
         "Deep Tinker's Protocol does nothing: the Ancient last discarded has Value I, too."),
        ({"hand-waits": "discard"}, {"now": "end", "hand": [DRONE, DRONE_2, PORTER]}, A, [("end",)],
         "Player 1 discards their hand: two Pale Drone cards and Ice Porter."),
        ({}, {"hand": ["snow-marshal/conduit"]}, A, [("discharge",), ("ancient", "snow-marshal/conduit")],
         "Snow Marshal's Protocol does nothing: there are fewer than two Facilities in player 1's Zone."),
        ({}, {"hand": [], "deck": []}, A, [("discharge",)],
         "Player 1 has performed one Directive and can't perform another."),
        ({}, {"now": "shuffle", "deck": [[], []], "node": [0, 1]}, A, [("shuffle",)],
         "Player 1 has performed no Directives and can't perform any."),
    ],
)  # fmt: skip
def test_lines_of_the_log(
    rulings: dict[str, str], position: dict[str, Any], seat: int, moves: list[Move], line: str
) -> None:
    session = table(rulings, **position)
    play(session, *moves, seat=seat)
    assert line in [entry.text for entry in session.log(None)]


def test_the_collector_collects_what_the_log_says() -> None:
    """Only what comes from The Wastes is named, and where the Wastes Deck is empty nothing else comes along."""
    lines = {}
    for count, left in ((0, [TITAN]), (5, [TITAN]), (5, [])):
        session = table(seats=1, now="end", wastes=left, wastes_left=count)
        play(session, ("end",))
        told = [entry.text for entry in session.log(None) if entry.rule == "solo.collect"]
        lines[count, len(left)] = told
    assert lines == {
        (0, 1): ["The Collector collects Glass Titan from The Wastes."],
        (5, 1): ["The Collector collects 2 cards, including Glass Titan from The Wastes."],
        (5, 0): ["The Collector collects 1 card, but no Ancient from The Wastes."],
    }


def test_your_own_log_says_your() -> None:
    session = table(hand=["lantern-child/conduit"], deck=[])
    play(session, ("ancient", "lantern-child/conduit"))
    mine, theirs = ([entry.text for entry in session.log(seat, you=True)] for seat in (A, B))
    assert any(line.endswith("there are no cards in your hand to discard.") for line in mine)
    assert any(line.endswith("there are no cards in player 1's hand to discard.") for line in theirs)


@pytest.mark.parametrize(
    ("rulings", "options", "move", "text"),
    [
        ({}, {"now": "shuffle"}, ("discharge",),
         "You can't do that yet: first shuffle your hand, your Discard and your Deck, and draw. "
         "The cards in your Zone stay there."),
        ({"hand-waits": "discard"}, {"now": "shuffle"}, ("end",),
         "You can't do that yet: first shuffle your Discard and your Deck, and draw. "
         "The cards in your Zone stay there."),
        ({}, {}, ("shuffle",),
         "You can't shuffle now: you shuffle your hand, your Discard and your Deck only once, "
         "at the start of your turn. The cards in your Zone stay there."),
        ({"zero-continues": "at-once"}, {}, ("score",),
         "You can't end the game now. Only the second player checks whether the game ends, "
         "on their own turn after the refill."),
        ({"solo-collect-short": "none"}, {"seats": 1, "now": "end"}, ("take",),
         "You can't take or keep anything now. If the Wastes Deck has a card, The Collector collects that and "
         "the Ancients left in The Wastes."),
        ({}, {"now": "end", "node": [0, 1]}, ("charge",),
         "You can't Charge or Reset the Node yourself: a Discharged Node is Reset when you turn the turn card over."),
    ],
)  # fmt: skip
def test_refusals_by_ruling(rulings: dict[str, str], options: dict[str, Any], move: Move, text: str) -> None:
    verdict = table(rulings, **options).judge(A, move)
    assert verdict is not None and verdict.text == text


def test_a_hidden_card_takes_its_article() -> None:
    rulings = {"exchange-name": "either-side", "inspect": "no", "wastes-deck-side": "covered"}
    given, other, top = "signal-keeper/archive", "rust-shepherd/beacon", "glass-titan/archive"
    position = {"facilities": [given, other], "hand": [DRONE], "wastes_deck": ["snow-marshal/depot", top]}
    session = table(rulings, **position)
    play(session, ("facility", DRONE), ("exchange", "?/archive", "?/?"))
    verdict = session.judge(A, ("exchange", "?/archive", "?/?"))
    assert verdict is not None and verdict.text == "You can't exchange an Archive for a hidden card: they share a name."


@pytest.mark.parametrize(
    ("rulings", "position", "moves", "text"),
    [
        ({}, {"hand": [TINKER], "wastes": [SCOUT, TITAN]}, [("ancient", TINKER)],
         "Choose an Ancient of Value I in The Wastes to Reprogram."),
        ({"free-reprogram": "yes"},
         {"hand": [PORTER, CHOIR], "wastes": ["snow-marshal/conduit", TITAN], "wastes_deck": ["signal-keeper/archive"]},
         [("facility", PORTER), ("ancient", CHOIR)],
         "Choose an Ancient in The Wastes to Reprogram, but not of Value I, which you last discarded this turn."),
        (NAMES_ALL | STOPS, {"announced": ["discharge"]}, [],
         "Now carry out “Discharge the Node”: do it, or stop."),
        (NAMES_ALL, {"hand": [DRONE], "announced": ["ancient"]}, [],
         "Now carry out “play an Ancient”: choose how."),
    ],
)  # fmt: skip
def test_prompts(rulings: dict[str, str], position: dict[str, Any], moves: list[Move], text: str) -> None:
    session = table(rulings, **position)
    play(session, *moves)
    assert GAME.telling.prompt(session.config, session.view(A)).text == text


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ({"hand": [DRONE], "wastes": ["snow-marshal/depot"]}, ("reprogram", DRONE, "snow-marshal/depot"),
         "Snow Marshal's Spark costs the other player 2; Snow Marshal scores 1 at the end"),
        ({"hand": [PORTER]}, ("ancient", PORTER), "Ice Porter's Protocol: “Draw one card”"),
        ({"hand": [DRONE]}, ("discharge",), "the Discharge costs the other player 1, but the Node starts over"),
        ({"now": "end", "hand": [DRONE, PORTER], "wastes": [WIDOW]}, ("end",),
         "the 2 cards in hand cost the other player 2; the Node rises to level 2"),
    ],
)  # fmt: skip
def test_reasons(position: dict[str, Any], move: Move, reason: str) -> None:
    session = table(**position)
    assert GAME.opinions.aims(session.config, session.view(A), A, move) == reason


@pytest.mark.parametrize(
    ("rulings", "position", "moves", "phrases"),
    [
        ({}, {"hand": [DRONE, DRONE_3], "wastes": [CHOIR, "ember-choir/foundry"]}, [],
         ["Discard Pale Drone (Outpost on the back) to Reprogram Ember Choir (Conduit on the back) [II]"]),
        ({}, {"hand": [DRONE, "pale-drone/outpost@2"], "wastes": [CHOIR]}, [],
         ["Discard player 2's Pale Drone (Outpost on the back) to Reprogram Ember Choir [II]"]),
        ({"inspect": "no"}, {"hand": ["grave-diver/outpost"], "discard": [REGENT]},
         [("ancient", "grave-diver/outpost")], ["Play an unseen Facility (with Old Regent on the other side)"]),
        ({}, {"hand": ["rust-shepherd/outpost"], "ancients": [DRONE_2], "facilities": [WIDOW]},
         [("ancient", "rust-shepherd/outpost")],
         ["Flip Pale Drone (Conduit on the back)", "Flip Beacon (with Frost Widow on the other side)"]),
        (STOPS, {"hand": [DRONE]}, [], ["Stop here"]),
        (NAMES_ALL | STOPS, {"now": "announce", "hand": [DRONE]}, [], ["Stop naming"]),
    ],
)  # fmt: skip
def test_moves(rulings: dict[str, str], position: dict[str, Any], moves: list[Move], phrases: list[str]) -> None:
    session = table(rulings, **position)
    play(session, *moves)
    assert set(phrases) <= {session.phrase(A, move) for move in session.moves(A)}
