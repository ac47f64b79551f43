"""Random games under random rulings: lines of the log and prompts are true, as `line_claims.py` works them out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from deck import GAME
from depth import DEEP
from line_claims import LINES, Line, prompt_fits

from tabletop_kernel import Session
from tabletop_kernel.checks.random_play import open_table, place_text, random_options, random_rulings
from tabletop_kernel.contract.chance import derive
from tabletop_kernel.players.bots import forward

GAMES, MOVES = 40, 400
TELLING = (0, 1, 2, 3, 5, 7, 10, 15, 30, 31, 32, 33, 34, 39)  # games that tell all that the forty tell, mostly twice


def check_lines(session: Session, rng: Random, told: Counter[str]) -> None:
    """A random game in which each line with a claim, and each prompt, is true."""
    heard = len(session.log(None))
    for _ in range(MOVES):
        if not session.deciders:
            return
        seat = rng.choice(session.deciders)
        check_prompt(session, seat)
        before = session.truth.clone()
        events = session.submit(seat, rng.choice(forward(session.moves(seat))))
        entries: dict[str, list[str]] = {}
        for entry in session.log(None, heard):
            entries.setdefault(entry.kind, []).append(entry.text)
            heard += 1
        for at, event in enumerate(events):
            if event[0] not in LINES:
                continue
            text = entries[event[0]].pop(0)
            line = Line(session.config, event, text, before, session.truth, events[:at], events[at + 1 :])
            assert LINES[event[0]](line), f"false: «{text}» ({event[:2]} {event[3]}) {place_text(session)}"
            told[event[0]] += 1


def check_prompt(session: Session, seat: int) -> None:
    said = GAME.telling.prompt(session.config, session.view(seat))
    if said is not None:
        fits = prompt_fits(said.text, said.rules, session.truth, seat)
        assert fits, f"«{said.text}» {said.rules} {place_text(session)}"


@pytest.mark.deep
def test_lines_and_prompts_are_true() -> None:
    told: Counter[str] = Counter()
    for number in range(4 * GAMES) if DEEP else TELLING:
        rng = Random(derive(number, 7))
        seats = GAME.seats[number // 2 % len(GAME.seats)]
        rulings, options = random_rulings(GAME, rng, 0.5), random_options(GAME, seats, rng)
        check_lines(open_table(GAME, seats, number, rulings, options), rng, told)
    assert {"damage", "no-damage", "no-star", "star-idle", "turn", "token"} <= set(told)
    assert {"declines", "damage-to", "no-fighter", "pays-less", "row-short", "steps-free", "wins"} <= set(told)
