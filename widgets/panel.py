"""The panels around a table, as plain data: what to do now, why not, the moves, and time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.events import Entry
from tabletop_kernel.contract.game import DRAWN, Move, Outcome
from tabletop_kernel.contract.piles_and_points import points_lost_by_rule
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session
from widgets.moments import Moments
from widgets.pieces import READ

Data = dict[str, Any]


def button(text: str, do: str, **more: Any) -> Data:
    """A button that sends a message: `main`, `glyph` and so on are its looks, the rest are fields of the message."""
    look: Data = {key: more.pop(key) for key in ("main", "glyph", "strong", "label", "legal", "grave") if key in more}
    return {"text": text, "do": {"do": do, **more}, **look}


def seat_name(session: Session, seat: int) -> str:
    """The name of a seat in the game, such as a character."""
    name = session.named(session.game.telling.word(session.truth, "seat", seat))
    return name[:1].upper() + name[1:]


def refusal(session: Session, seat: int | None, move: Sequence[Any], verdict: Verdict) -> Data:
    """Why not: what does not happen, the rule with the facts, and what one can do instead."""
    offers = session.instead(seat, move) if seat is not None and verdict.rule != "table.seat" else []
    return {
        "what": not_now(session, seat, move),
        "text": verdict.text,
        "rules": [verdict.rule],
        "can": [_offer(session, seat, one) for one in offers if seat is not None],
    }


def last_warning(session: Session, seat: int, move: Move, told: Sequence[Entry]) -> Data:
    """A move that ends the game for whoever makes it: what will happen, a way back, and the move anyway."""
    text = " ".join(entry.text for entry in told)
    return _warning("This ends your game", session, seat, move, text, list(dict.fromkeys(e.rule for e in told)))


def waste_warning(session: Session, seat: int, move: Move, lost: Verdict) -> Data:
    """A move that uses something up for nothing: what stands in the way, a way back, and the move anyway."""
    text = f"{lost.text} You may still do it, but you get nothing for it."
    return _warning("You would waste this", session, seat, move, text, [lost.rule])


def game_under_way(where: str) -> Data:
    """A game that a newcomer left here, before another one takes its place."""
    return {
        "head": "Your earlier game is still here",
        "what": f"{where}:",
        "text": "Continue it, or start your first game alone. A new game replaces the earlier one.",
        "rules": [],
        "can": [
            button("Continue game", "move", move=[READ], main=True),
            button("Start new game", "first-game", sure=True, grave=True),
        ],
    }


def still_answering(names: Sequence[str]) -> Data:
    """A new game while others still say how they liked this one."""
    return {
        "head": "Not everyone has answered yet",
        "what": "“Play again”:",
        "text": f"{listed(names)} may still be writing. A new game removes the questions from every screen. "
        "Save this game's notes and record first.",
        "rules": [],
        "can": [
            button("Wait for them", "move", move=[READ], main=True),
            button("Notes and record", "open", drawer="notes"),
            button("Play again now", "again", sure=True, grave=True),
        ],
    }


def _warning(head: str, session: Session, seat: int, move: Move, text: str, rules: list[str]) -> Data:
    said = session.phrase(seat, move)
    return {
        "head": head,
        "what": f"“{said.rstrip('.')}”:",
        "text": text,
        "rules": rules,
        "can": [
            button("Go back", "move", move=[READ], main=True),
            button("Do it anyway", "move", move=list(move), sure=True, grave=True),
        ],
    }


def _offer(session: Session, seat: int, move: Move) -> Data:
    return button(session.phrase(seat, move), "move", move=list(move), legal=True)


def not_now(session: Session, seat: int | None, move: Sequence[Any]) -> str:
    """What does not happen, as far as the refused move makes any sense."""
    said = session.attempted(seat, tuple(move)) if seat is not None else ""
    return f"Not now: “{said.rstrip('.')}”." if said and len(said) < 80 else "You can't do that now."


def now(session: Session, viewer: int | None, moments: Moments) -> Data:
    """What is to be decided, and by whom."""
    if session.full and session.deciders:
        text = TABLE_REFUSALS["table.long"].format(length=moments.name(moments.length))
        return {"kind": "wait", "head": "Now", "text": text, "rules": [], "buttons": []}
    said = session.game.telling.prompt(session.config, session.view(viewer))
    yours = said is not None and said.yours
    if said is None:
        return {"kind": "wait", "head": "Now", "text": "There is nothing to decide now.", "rules": [], "buttons": []}
    return {
        "kind": "yours" if yours else "wait",
        "head": "Your decision" if yours else "Now",
        "text": session.named(said.text),
        "rules": list(said.rules),
        "buttons": [],
    }


def past(session: Session, moments: Moments, may_branch: bool = True) -> Data:
    """The table as it once stood."""
    at, length = moments.named(session.at_input), moments.name(moments.length)
    text = TABLE_REFUSALS["table.past"].format(at=at, length=length)
    return {
        "kind": "past",
        "head": "Looking back",
        "text": text,
        "rules": [],
        "buttons": [
            button("Back to now", "goto", number=moments.length, main=True),
            *([button("Play on from here", "branch")] if may_branch else []),
        ],
    }


def over(
    session: Session, viewer: int | None, name: Callable[[int], str], scores: Sequence[Data], said: str = ""
) -> Data:
    """The end: who won, by which rule, with every addend of the scores; a game may have said it in its own words."""
    outcome = session.outcome
    assert outcome is not None
    rule = session.book[outcome.rule]
    lost = _losses(session, viewer)
    others = plain_scores(session, name) if _counts_points(session) else []
    ended = _ended(session, outcome, viewer, name)
    return {
        "kind": "over",
        "head": ended.rstrip(".") if said and _as_a_team(session) else "The game is over",
        "text": said or ended,
        "rules": [outcome.rule],
        "result": {
            "winners": [{"seat": seat, "name": name(seat)} for seat in outcome.winners],
            "rule": outcome.rule,
            "text": rule.text,
            "scores": [{**score, "lost": lost.get(score["seat"], [])} for score in scores or others],
        },
        "buttons": [
            button("Play again", "again", main=True),
            button("Set up another game", "open", drawer="setup"),
            button("Save this table", "open", drawer="save"),
        ],
    }


def _ended(session: Session, outcome: Outcome, viewer: int | None, name: Callable[[int], str]) -> str:
    """Who has won, to whoever looks; it may be a draw, and alone one can lose."""
    if _as_a_team(session):
        return "You have won together." if outcome.winners else "You have lost together."
    if DRAWN in outcome.results:
        return f"It is a draw between {listed(name(seat) for seat in outcome.seats_with(DRAWN))}."
    if not outcome.winners:
        return "No one at this table has won." if viewer is None else "You have not won."
    winners = listed(map(name, outcome.winners))
    if len(outcome.winners) > 1:
        return f"{winners} share the victory."
    return "You have won." if viewer in outcome.winners else f"{winners} has won."


def _as_a_team(session: Session) -> bool:
    """Whether several have won or lost as one."""
    return session.config.seats > 1 and session.game.agreement.is_team_game(session.config)


def _counts_points(session: Session) -> bool:
    """Whether anybody is to be compared: where all win or lose as one, a game says itself what it counts."""
    return not session.game.agreement.is_team_game(session.config)


def _losses(session: Session, viewer: int | None) -> dict[int, list[Data]]:
    """Where the points of each seat went, the largest losses first; nothing in games whose points do not fall."""
    book = session.book
    titles = {**{rule: book[rule].title for rule in book}, **{rule: one.question for rule, one in book.rulings.items()}}
    return {
        seat: [{"text": titles[rule], "rule": rule, "figure": str(points)} for rule, points in found.most_common()]
        for seat, found in points_lost_by_rule(session.events(viewer)).items()
    }


def plain_scores(session: Session, name: Callable[[int], str]) -> list[Data]:
    """The scores of the outcome, for a game that does not say what they are made of."""
    outcome = session.outcome
    assert outcome is not None
    return [
        {"seat": seat, "name": name(seat), "figure": f"{score:g}", "addends": []}
        for seat, score in enumerate(outcome.scores)
    ]


def time(session: Session, moments: Moments, turns: Sequence[int], lines: Sequence[str], line: int) -> Data:
    """Where in time the table stands, with a tick for each turn, and the other ways it was played on."""
    return {
        "at": moments.of(session.at_input),
        "length": moments.length,
        "turns": moments.all_of(turns),
        "apart": moments.apart,  # moments that have no number of their own
        "undo": moments.length > 0 and session.at_input == session.length,
        "branches": True,
        "lines": [{"id": n, "text": text, "now": n == line} for n, text in enumerate(lines)],
    }
