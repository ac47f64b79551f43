"""What others do, played back input by input and event by event; and what has happened since one's last turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tabletop_kernel.events import Entry
from tabletop_kernel.session import Session
from widgets.beats import MINUS, Beat, Delta, concerned, points, seat_piece
from widgets.face import Face
from widgets.log import told

if TYPE_CHECKING:
    from widgets.room import Room

Data = dict[str, Any]

STAGES = 10  # inputs that are played back for one message; of a longer row the last ones
LINES = 4  # of what has happened since one's last turn
OF_A_KIND = 2  # lines of those four about the same kind of event
LOOK_BACK = 120  # lines of the log among which the most important ones are looked for
OWN_LOSS, OWN, CHANGE, MOMENT = 20, 6, 3, 4  # what makes a line important


def sentences(session: Session, viewer: int | None, after: int) -> list[Entry]:
    """What the viewer may know of all that happened after so many inputs, in words: the one place that asks for it."""
    return told(session, viewer, session.log_length(viewer, after))


# -- beats ---------------------------------------------------------------------------------------------------------


def stages(room: Room, after: int, before: Data) -> list[Data]:
    """Everything that came after so many inputs, one stage for each input of which there is something to see.

    A stage has its beats, and the table they lead to; the last one leads to the table of the screen itself. `before` is
    the view of the table at the beginning. Of one's own moves only the moments are played, and what they cost others
    stands at the scores.
    """
    session, viewer = room.session, room.viewer
    entries: dict[int, list[Entry]] = {}
    for entry in sentences(session, viewer, after):
        entries.setdefault(entry.at, []).append(entry)
    numbers = sorted(entries)[-STAGES:]
    found: list[Data] = []
    try:
        for number in numbers:
            if number != session.at_input:
                session.goto(number)
            stage = _stage(room, entries[number], number, before)
            before = session.view(viewer)
            if number != numbers[-1]:
                stage["scene"] = room.scene()
            found.append(stage)
    finally:
        if session.at_input != session.length:
            session.goto(session.length)
    return found if any(stage["beats"] or stage.get("deltas") for stage in found) else []


def _stage(room: Room, entries: list[Entry], number: int, before: Data) -> Data:
    mover = room.session.inputs[number - 1].seat
    face, own = room.desk.face, mover == room.viewer
    look = room.look(room.viewer)
    look.before = before
    made = [(entry, face.beat(look, entry)) for entry in entries if entry.kind not in face.quiet]
    stage: Data = {"seat": mover, "beats": [], "text": ""}
    shown = [(entry, beat) for entry, beat in made if not own or entry.kind in face.moments]
    if shown or not own:
        stage["beats"] = list(_together(face, shown))
    elif deltas := [delta for _, beat in made for delta in beat.get("deltas", ())]:
        stage["deltas"] = _summed(deltas)
    stage["text"] = "What your move brings." if own else f"{room.name(mover)} plays."
    return stage


def _together(face: Face[Any], made: list[tuple[Entry, Beat]]) -> Iterator[Beat]:
    """Cards that are drawn one after the other are shown side by side."""
    last: tuple[Entry, Beat] | None = None
    for entry, beat in made:
        if last and entry.kind in face.together and _alike(last[0], entry):
            merged = last[1]
            merged["text"] = f"{merged['text']} {beat['text']}"
            merged["cards"] = [*merged.get("cards", []), *beat.get("cards", [])]
            merged["travel"] = [*merged.get("travel", []), *beat.get("travel", [])]
            continue
        if last:
            yield last[1]
        last = (entry, beat)
    if last:
        yield last[1]


def _alike(one: Entry, other: Entry) -> bool:
    return one.kind == other.kind and one.data.get("seat") == other.data.get("seat")


def _summed(deltas: list[Delta]) -> list[Delta]:
    """One figure for each score."""
    sums: dict[str, int] = {}
    for delta in deltas:
        sums[delta["piece"]] = sums.get(delta["piece"], 0) + int(delta["text"].replace(MINUS, "-"))
    return [{"piece": piece, "text": points(number)} for piece, number in sums.items() if number]


# -- since your last turn ----------------------------------------------------------------------------------------------


def last_decision(session: Session, seat: int) -> int:
    """After which input the others have been playing: this seat's last one; 0 if it has not decided anything yet."""
    numbers = range(session.at_input, 0, -1)
    return next((number for number in numbers if session.inputs[number - 1].seat == seat), 0)


def recap(room: Room, seat: int, eyes: int | None) -> Data | None:
    """What has happened since the last decision of a seat, as these eyes may know it: what matters, in its order.

    Several losses of that seat are one line, with their sum.
    """
    session, face = room.session, room.desk.face
    after = last_decision(session, seat)
    if after == session.at_input:
        return None
    unsaid = face.quiet | face.minor
    entries = [entry for entry in sentences(session, eyes, after)[-LOOK_BACK:] if entry.kind not in unsaid]
    look = room.look(eyes)
    losses = {n: entry.data["points"] for n, entry in enumerate(entries) if _costs_points(entry, seat)}
    several = len(losses) > 1
    others = [n for n in range(len(entries)) if not several or n not in losses]
    others.sort(key=lambda n: -weight(face, look, entries[n], seat))
    chosen = list(_some_of_each(others, lambda n: entries[n].kind))[: LINES - several]
    lines = [{"at": entries[n].at, "text": entries[n].text, "rule": entries[n].rule} for n in sorted(chosen)]
    if several:
        who = "You lose" if eyes == seat else f"{room.name(seat)} loses"
        text = f"{who} {sum(losses.values())} points in all: {' + '.join(map(str, losses.values()))}."
        lines.append({"at": entries[max(losses)].at, "text": text, "rule": ""})
    turn = any(after < start for start in session.turn_starts)
    return {"head": "Since your last turn" if turn else "Meanwhile", "lines": lines} if lines else None


def _some_of_each(numbers: list[int], kind_of: Callable[[int], str]) -> Iterator[int]:
    """Not all lines about the same kind of event."""
    kinds: Counter[str] = Counter()
    for number in numbers:
        kinds[kind_of(number)] += 1
        if kinds[kind_of(number)] <= OF_A_KIND:
            yield number


def _costs_points(entry: Entry, seat: int) -> bool:
    return entry.kind == "loses" and entry.data.get("seat") == seat and type(entry.data.get("points")) is int


def weight(face: Face[Any], look: Any, entry: Entry, seat: int) -> int:
    """How much a line matters to a seat: its own losses first, then what concerns it, then what changed anything."""
    deltas = face.beat(look, entry).get("deltas", [])
    own = [delta for delta in deltas if delta["piece"] == seat_piece(seat)]
    lost = sum(int(delta["text"][1:]) for delta in own if delta["text"].startswith(MINUS))
    found = OWN_LOSS * bool(lost) + min(lost, CHANGE) + CHANGE * bool(deltas) + OWN * (seat in concerned(entry))
    return found + MOMENT * (entry.kind in face.moments)
