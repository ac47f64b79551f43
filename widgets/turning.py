"""The turning point of a game that is over, in words, with a way to play on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.learning.turning_point import TurningPoint, turning_point
from widgets import panel
from widgets.beats import MINUS
from widgets.log import turns
from widgets.playback import sentences
from widgets.recap import weight

if TYPE_CHECKING:
    from widgets.play import PlayRoom

Data = dict[str, Any]


def turning(room: PlayRoom) -> Data:
    """«The turning point: turn 5, when …»; empty if nothing stands out, or nothing of it may be seen."""
    session = room.session
    look = room.look(room.viewer)
    point = turning_point(session, room.viewer)
    if point is not None and point.at == session.length and not _changes(room, look, point):
        point = turning_point(session, room.viewer, session.length - 1)  # that a game was counted is no turning point
    if point is None:
        return {}
    entries = [entry for entry in sentences(session, room.viewer, point.at - 1) if entry.at == point.at]
    if not entries:
        return {}
    main = _main(room, look, entries)
    together = session.config.seats > 1 and session.game.agreement.is_team_game(session.config)
    whose = "your chances" if point.seat == room.viewer else f"{room.name(point.seat)}'s chances"
    whose = "everyone's chances" if together else whose
    turn, moments = turns(session)(point.at), room.moments
    number = f"{session.game.pace.round_word} {turn}" if turn else f"move {moments.named(point.at)}"
    return {
        "head": f"The turning point: {number}",
        "text": main.text,
        "rule": main.rule,
        "note": f"By the table's estimate, {whose} rose most here.",
        "buttons": [
            panel.button("Show it", "goto", number=moments.of(point.at)),
            panel.button("Play on from there", "branch", number=moments.of(point.at - 1)),
        ],
    }


def _main(room: PlayRoom, look: Any, entries: list[Entry]) -> Entry:
    """The line of a move that mattered most to anybody, the first of equals: a move ends with the small things."""
    face, seats = room.desk.face, range(room.session.config.seats)
    loud = [entry for entry in entries if entry.kind not in face.quiet]
    telling = [entry for entry in loud if entry.kind not in face.minor] or loud or entries

    def matters(entry: Entry) -> int:
        return max(weight(face, look, entry, seat) + face.threat(look, entry, seat) for seat in seats)

    return max(telling, key=matters)


def _changes(room: PlayRoom, look: Any, point: TurningPoint) -> bool:
    """Whether that move itself cost anybody anything: what is only counted at the end was there before."""
    face = room.desk.face
    entries = [entry for entry in sentences(room.session, room.viewer, point.at - 1) if entry.at == point.at]
    deltas = [delta for entry in entries for delta in face.beat(look, entry).get("deltas", ())]
    return any(delta["text"].startswith(MINUS) for delta in deltas)
