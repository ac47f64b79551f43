"""Reasons: what is gained comes first, and whoever reads is spoken to."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from depth import draw

from tabletop_kernel import Session, load
from tabletop_kernel.contract.coach_sentences import (
    BEFORE_A_COST,
    QUOTED_WORDS,
    gains_nothing,
    quoted_words_note,
    reason,
    to_reader,
)
from tabletop_kernel.contract.events import sees
from tabletop_kernel.players.bots import forward
from tabletop_kernel.players.coach import Watcher

SEATS = {"royal_ascension": 4, "the_north": 2, "the_west_ascendant": 2}


# -- what is gained ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gains", "but", "said"),
    [
        (["87% to win", "the Secret Alliance stays"], "", "87% to win; the Secret Alliance stays"),
        (["87% to win", ""], "losing costs Mewtopia", "87% to win, but losing costs Mewtopia"),
        ([], "losing costs Mewtopia", "but losing costs Mewtopia"),
        ([""], "", ""),
    ],
)
def test_what_a_move_brings_comes_before_what_it_costs(gains: list[str], but: str, said: str) -> None:
    assert reason(*gains, but=but) == said
    assert gains_nothing(said) is not any(gains)


# -- who is spoken to --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("costs the other player 2 (1 by cards and 1 by PULSE)", "costs you 2 (1 by cards and 1 by PULSE)"),
        ("takes a weapon away from Ann", "takes a weapon away from you"),
        ("Take Ann's Frost Widow", "Take your Frost Widow"),
        ("Ann begins", "you begin"),
        (
            "PULSE: “The other player loses 2”; costs the other player 3",
            "PULSE: “The other player loses 2”; costs you 3",
        ),
        ("Anna wins against Joann", "Anna wins against Joann"),
    ],
)
def test_whoever_reads_is_you(text: str, said: str) -> None:
    assert to_reader(text, "Ann", two=True) == said


def test_where_several_play_the_other_player_may_be_anybody() -> None:
    assert to_reader("costs the other player 2", "player 2", two=False) == "costs the other player 2"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("PULSE: “The other player loses 2”", "(On the card “the other player” is you.)"),
        ("“Charge your Node”", "(On the card “you” is Bob.)"),
        ("“You draw 1. The other player loses 2”", "(On the card “you” is Bob and “the other player” is you.)"),
        ("“Draw 1 card”; costs you 2", ""),
    ],
)
def test_printed_words_may_mean_somebody_else_than_the_reader(text: str, meant: str) -> None:
    assert quoted_words_note(text, "Bob") == meant


def positions(name: str, games: int = 6) -> Any:
    """Tables of random games, before each move."""
    game = load(name)
    for seed in range(games):
        session, rng = Session(game, seats=SEATS[name], seed=seed), Random(seed)
        while session.deciders and session.length < 260:
            yield session, rng
            seat = session.deciders[0]
            session.submit(seat, rng.choice(forward(session.moves(seat))))


def names_the_reader(text: str, session: Session, reader: int, others_move: bool) -> bool:
    """Whether somebody is spoken of to their face; printed words aside."""
    name = session.game.telling.word(session.truth, "seat", reader)
    unquoted = QUOTED_WORDS.sub("", text)
    as_other = others_move and session.config.seats == 2 and "the other player" in unquoted.lower()
    return as_other or re.search(rf"(?<!other )\b{re.escape(name)}\b", unquoted, re.IGNORECASE) is not None


@pytest.mark.deep
@pytest.mark.parametrize("name", SEATS)
def test_no_reason_speaks_of_its_reader_as_of_somebody_else(name: str) -> None:
    """Reasons for one's own moves, as the games give them, and for others' moves, as a coach passes them on."""
    read = 0
    for session, rng in positions(name, draw(3, deep=20)):
        game, config, mover = session.game, session.config, session.deciders[0]
        moves = forward(session.moves(mover))
        for move in rng.sample(moves, min(4, len(moves))):
            own = game.opinions.aims(config, session.view(mover), mover, move)
            assert not names_the_reader(own, session, mover, False), own
            for reader in set(range(config.seats)) - {mover}:
                found = game.opinions.aims(config, session.view(reader), mover, move)
                said = to_reader(found, game.telling.word(session.truth, "seat", reader), two=config.seats == 2)
                assert not names_the_reader(said, session, reader, True), said
                assert "you's" not in said and "you is" not in said
                read += said != found
    assert read > 20


@pytest.mark.parametrize("name", SEATS)
def test_the_answer_to_why_speaks_to_whoever_asked(name: str) -> None:
    asked, spoken = 0, 0
    for session, rng in positions(name):
        mover = session.deciders[0]
        if rng.random() > 0.15:
            continue
        asker = rng.choice([seat for seat in range(session.config.seats) if seat != mover])
        before, twin = session.view(asker), session.branch()
        seen = [event for event in twin.submit(mover, rng.choice(session.moves(mover))) if sees(event[2], asker)]
        watcher = Watcher(session.game, session.config, before, mover, seen)
        for _ in range(3):
            watcher.think()
        found = watcher.answer()
        for text in (found.aim, found.other):
            assert not names_the_reader(text, session, asker, True), text
            spoken += "you" in QUOTED_WORDS.sub("", text)
        asked += 1
    assert asked > 30 and spoken


@pytest.mark.parametrize("name", SEATS)
def test_reasons_say_what_is_gained_and_what_it_costs(name: str) -> None:
    """Both kinds of reason are there, and no word of one slips behind the “but” of another."""
    kinds = set()
    for session, rng in positions(name):
        seat = session.deciders[0]
        said = session.game.opinions.aims(session.config, session.view(seat), seat, rng.choice(session.moves(seat)))
        unquoted = QUOTED_WORDS.sub("", said)
        assert unquoted.count(f", {BEFORE_A_COST}") <= 1 and "; ," not in unquoted, said
        kinds |= {gains_nothing(said), f", {BEFORE_A_COST}" in unquoted}
    assert kinds == {True, False}
