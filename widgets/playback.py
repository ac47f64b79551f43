"""What others do, played back input by input and event by event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.table.session import Session
from widgets.beats import MINUS, Beat, Delta, points
from widgets.face import Face
from widgets.log import told

if TYPE_CHECKING:
    from widgets.room import Room

Data = dict[str, Any]

STAGES = 10  # inputs that are played back for one message; of a longer row the last ones


def sentences(session: Session, viewer: int | None, after: int) -> list[Entry]:
    """What the viewer may know of all that happened after so many inputs, in words: the one place that asks for it."""
    return told(session, viewer, session.log_length(viewer, after))


# -- beats ---------------------------------------------------------------------------------------------------------


def stages(room: Room, after: int, before: Data, viewer: int | None) -> list[Data]:
    """Everything that came after so many inputs, one stage for each input of which there is something to see.

    A stage has its beats, and the table they lead to; the last one leads to the table of the screen itself, unless that
    is somebody else's by now. `before` is the view of the table at the beginning. Of one's own moves only the moments
    are played, and what they cost others stands at the scores.
    """
    session = room.session
    entries: dict[int, list[Entry]] = {}
    for entry in sentences(session, viewer, after):
        entries.setdefault(entry.at, []).append(entry)
    numbers = sorted(entries)[-STAGES:]
    found: list[Data] = []
    try:
        for number in numbers:
            if number != session.at_input:
                session.goto(number)
            stage = _stage(room, entries[number], number, before, viewer)
            before = session.view(viewer)
            if number != numbers[-1] or viewer != room.viewer:
                stage["scene"] = room.desk.face.scene(room.look(viewer))
            found.append(stage)
    finally:
        if session.at_input != session.length:
            session.goto(session.length)
    return found if any(stage["beats"] or stage.get("deltas") for stage in found) else []


def _stage(room: Room, entries: list[Entry], number: int, before: Data, viewer: int | None) -> Data:
    mover = room.session.inputs[number - 1].seat
    face, own = room.desk.face, mover == viewer or room.is_own(mover)
    look = room.look(viewer)
    look.before = before
    made = [(entry, face.beat(look, entry)) for entry in entries if entry.kind not in face.quiet]
    stage: Data = {"seat": mover, "beats": [], "text": ""}
    moments = {id(entry) for entry in (face.moments_of(entries) if own else entries)}
    shown = [(entry, beat) for entry, beat in made if id(entry) in moments]
    if shown or not own:
        stage["beats"] = list(_together(face, shown))
    elif viewer == room.viewer and (deltas := [delta for _, beat in made for delta in beat.get("deltas", ())]):
        stage["deltas"] = _summed(deltas)
    stage["text"] = "The result of your move." if own and not room.session.to_all else f"{room.name(mover)} plays."
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
