"""The scoreboard with its two tracks, and the players."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.days.phases import can_days_run_out
from tabletop_kernel.games.deck_goes_west.jobs.language import KINDS
from tabletop_kernel.games.deck_goes_west.pack.entries import Section
from widgets.games.deck_goes_west.look import Look
from widgets.look import count
from widgets.scene import Badge, Counter, SeatPiece, Seats, Stretch, Track, Tracker

TONES = ("calm", "warning", "danger")
SHOWN = ("food", "wood", "metal", "gold")  # the order of the counters


def tracks(look: Look) -> list[Track]:
    """Day and score side by side: the token that is furthest on decides how often the bandit dice are rolled."""
    board = look.rules.board
    day, score = look.view["day"], _foremost(look)
    risk = section_of(look, day, score).risk
    now = "" if look.kind == "over" else f" Tonight: bandit risk {risk}."
    by_day = section_of(look, day, 0).risk == risk
    by_score = section_of(look, 0, score).risk == risk
    tracker: Tracker = {"at": min(day, board.day_end)}
    gone = (
        f"{day} of {board.day_end} days over.{now}" if can_days_run_out(look.rules) else f"The days never run out.{now}"
    )
    by_days = _track(look, "day", gone, board.day_end, [tracker], by_day)
    said = f"{_scores(look)} of {board.score_end}.{now}"
    by_points: Track = {**_track(look, "score", said, board.score_end, _trackers(look), by_score), "share": True}
    if look.mode == "coop":
        by_points["figure"] = f"{look.points(0)} / {board.score_end}"  # once for the team
    return [by_days, by_points]


def section_of(look: Look, day: int, score: int) -> Section:
    """The part of the board that the foremost token has reached."""
    return [part for part in look.rules.board.sections if part.day <= day or part.score <= score][-1]


def _foremost(look: Look) -> int:
    points = [look.points(seat) for seat in look.seats if look.lives(seat)] or [0]
    return min(points) if look.ruling["ruling.risk-token"] == "last" else max(points)


def _track(look: Look, name: str, said: str, end: int, trackers: list[Tracker], counts: bool) -> Track:
    finish = {
        "day": "The game ends at the last space" + ("." if look.mode == "versus" else ", and you lose."),
        "score": "Reach the last space to win.",
    }
    rule = {"day": "night.day", "score": "goal.win"}[name]
    return {
        "part": "track",
        "place": "top",
        "zone": name,
        "title": {"day": "Days over", "score": "Score"}[name],
        "label": said,
        "spaces": [str(number) for number in range(end + 1)],
        "stretches": _stretches(look, name, end, trackers if counts else []),
        "trackers": trackers,
        "finish": finish[name],
        "piece": look.piece(f"track:{name}", f"{name} track. {said}", rule=rule),
    }


def _stretches(look: Look, name: str, end: int, deciding: list[Tracker]) -> list[Stretch]:
    """The sections of the board with their risk; the one that counts tonight is marked."""
    sections = look.rules.board.sections
    starts = [getattr(part, name) for part in sections]
    ends = [*(start - 1 for start in starts[1:]), end]
    furthest = max((one["at"] for one in deciding), default=-1)
    found: list[Stretch] = []
    for number, (part, first, last) in enumerate(zip(sections, starts, ends, strict=True)):
        tone = TONES[min(number, 2)]
        risk = f"bandit risk {part.risk}: {count(part.risk, 'roll')} for new bandits at night"
        made: Stretch = {"first": first, "last": last, "text": risk, "glyph": "bandit"}
        made |= {"figure": str(part.risk), "tone": tone}  # type: ignore[typeddict-item]
        if first <= furthest <= last and look.kind != "over":
            made |= {"now": True, "text": f"{risk}. This counts tonight"}
        found.append(made)
    return found


def _trackers(look: Look) -> list[Tracker]:
    end = look.rules.board.score_end
    if look.mode != "versus":
        return [{"at": min(look.points(0), end)}]
    return [{"at": min(look.points(seat), end), "seat": seat} for seat in look.seats if look.lives(seat)]


def _scores(look: Look) -> str:
    if look.mode != "versus":
        return f"Score: {look.points(0)}"
    return f"Score: {listed(f'{look.name(seat)} {look.points(seat)}' for seat in look.seats)}"


# -- the players -------------------------------------------------------------------------------------------------------


def seats(look: Look) -> Seats:
    """Everybody, in the order in which they sit: nobody changes places when another looks."""
    return {
        "part": "seats",
        "place": "top",
        "zone": "you",
        "title": "Players",
        "share": len(look.seats) == 1,
        "means": True,
        "seats": [_seat(look, seat) for seat in look.seats],
    }


def _seat(look: Look, seat: int) -> SeatPiece:
    can: list[Move] = [("trade", seat), ("invite", seat), ("who", seat)]
    piece = look.piece(f"seat:{seat}", _said(look, seat), can, _try(look, seat), "char.card")
    if look.person(seat):
        look.readable(piece, f"Read about {look.name(seat)}")
    made: SeatPiece = {
        **piece,
        "seat": seat,
        "name": look.name(seat),
        "you": seat == look.me,
        "now": seat in look.asked and look.kind != "over",
        "score": str(look.points(seat)),
        "of": str(look.rules.board.score_end),
        "counters": _counters(look, seat) if look.lives(seat) else [],
        "line": _line(look, seat),
        "badge": _badge(look, seat),
        "out": not look.lives(seat),
    }
    if look.mode == "coop":
        del made["score"], made["of"]  # the score of a team stands at its track, once
    return made


def _try(look: Look, seat: int) -> Move:
    """What a click on a player tries: trade with others, invite them, or say that one has done enough."""
    if seat == look.me:
        others = look.mode != "solo"  # alone there are no turns to end
        return ("end",) if others and look.kind == "act" and ("end",) not in look.legal else ()
    verb = {"act": "trade", "bonus": "invite"}.get(look.kind, "")
    return (verb, seat) if verb and look.me is not None else ()


def danger_words(look: Look, seat: int) -> str:
    """«danger 3 of 6»; only the limit where the hand is hidden."""
    number = look.dangers(seat)
    return f"danger {'?' if number is None else number} of {look.limit(seat)}"


def danger_in_full(look: Look, seat: int) -> str:
    """How near a hand is to the danger that kills, for whoever meets the sign for the first time."""
    number, limit = look.dangers(seat), look.limit(seat)
    held = "hidden" if number is None else str(number)
    return f"Danger cards in hand: {held} ({limit} would kill {look.name(seat)})."


def _counters(look: Look, seat: int) -> list[Counter]:
    stock = dict(zip(KINDS, look.view["stock"][seat], strict=True))
    found: list[Counter] = [
        {"glyph": kind, "figure": str(stock[kind]), "label": f"{stock[kind]} {kind.capitalize()}"} for kind in SHOWN
    ]
    number = look.dangers(seat)
    figure = f"{'?' if number is None else number}/{look.limit(seat)}"
    found.append({"glyph": "danger", "figure": figure, "label": danger_in_full(look, seat)})
    held = look.view["hand"][seat]
    cards = held if isinstance(held, int) else len(held)
    found.append({"glyph": "card", "figure": str(cards), "label": f"{count(cards, 'card')} in hand"})
    return found


def _line(look: Look, seat: int) -> str:
    """What is particular about a player now, in a word or two."""
    person = look.person(seat)
    if person is None or not look.lives(seat):
        return ""
    if look.people.get(seat):
        return person.name
    return "tapped" if look.view["tapped"] >> seat & 1 else ""


def _badge(look: Look, seat: int) -> Badge | None:
    if not look.lives(seat):
        return {"glyph": "danger", "text": "dead"}
    if warning(look, seat):
        return {"glyph": "danger", "text": warning(look, seat)}
    is_first = look.mode == "versus" and look.view["p1"] == seat
    if look.has_passed(seat):
        return {"glyph": "moon", "text": "P1, passed" if is_first else "passed"}
    return {"glyph": "flag", "text": "P1"} if is_first else None


def warning(look: Look, seat: int) -> str:
    """What may kill a character soon: one danger card more, or a hand that is full tomorrow."""
    number, person = look.dangers(seat), look.person(seat)
    held = look.held(seat)
    if number is None or person is None or held is None or look.kind == "over":
        return ""
    if number >= look.limit(seat) - 1:
        return "next danger card kills"
    full = len(held) >= person.hand and look.view["acted"] > 0
    return "hand full" if full and look.has_passed(seat) else ""


def _said(look: Look, seat: int) -> str:
    """A player in one sentence."""
    person = look.person(seat)
    if person is None:
        return look.name(seat)
    stock = zip(KINDS, look.view["stock"][seat], strict=True)
    resources = listed(f"{number} {kind.capitalize()}" for kind, number in stock if number)
    who = look.name(seat) + (f", {person.name}" if look.people.get(seat) else "") + ", you" * (seat == look.me)
    score = "team points" if look.mode == "coop" else "points"
    parts = [
        who,
        f"{look.points(seat)} {score}",
        resources or "no resources",
        danger_words(look, seat),
        "tapped" if look.view["tapped"] >> seat & 1 else "untapped",
        *(["passed for today"] if look.has_passed(seat) else []),
        *(["holds the P1 token"] if look.mode == "versus" and look.view["p1"] == seat else []),
        *([warning(look, seat)] if warning(look, seat) else []),
        f"{len(look.view['draw'][seat])} to draw, {len(look.view['discard'][seat])} discarded",
    ]
    return ", ".join(parts) if look.lives(seat) else f"{who}, out of the game"
