"""Since your last turn: what has happened meanwhile, in a few lines, to somebody who is asked again.

Everybody else who has had a turn is named, in order, and whatever has changed the own score is told in full; what room
is left goes to what mattered most, the latest first. What is left out is counted: nobody takes these lines for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop_kernel.contract.events import Entry
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.beats import MINUS, concerned, seat_piece
from widgets.face import Face
from widgets.look import count
from widgets.playback import sentences

if TYPE_CHECKING:
    from widgets.room import Room

Data = dict[str, Any]

LINES = 4  # unless more have had a turn
OF_A_KIND = 2  # lines of those four about the same kind of event
OWN_LOSS, OWN, CHANGE, MOMENT = 20, 6, 3, 4  # what makes a line important


class Turn(NamedTuple):
    """Whose turn it was, from which input on, and up to which."""

    seat: int
    start: int
    end: int


def turns(session: Session) -> list[Turn]:
    """The turns as far as somebody has decided something in them, the one who began it first."""
    starts = session.turn_starts
    ends = [*starts[1:], session.length]
    return [
        Turn(session.inputs[start].seat, start, end) for start, end in zip(starts, ends, strict=False) if start < end
    ]


def last_decision(session: Session, seat: int, before: int | None = None) -> int:
    """The number of this seat's last input, or of the last one up to another; 0 if it has not decided anything."""
    numbers = range(session.at_input if before is None else before, 0, -1)
    return next((number for number in numbers if session.inputs[number - 1].seat == seat), 0)


def nightfall(session: Session) -> int:
    """The input with which the last round was over for all, in a game where that happens; else 0."""
    ends = session.game.pace.round_end_events
    numbers = range(session.at_input if ends else 0, 0, -1)
    return next((n for n in numbers if any(event[0] in ends for event in session.events_at(None, n))), 0)


def own_turn_over(session: Session, seat: int) -> int:
    """The number of this seat's last input in a turn of its own, or before the first turn.

    Where a round is everybody's and ends for all at once: of its last input, but what somebody decides after its end is
    no turn, so in the morning it is the last one of the day before.
    """
    if session.game.pace.round_end_events:
        last, night = last_decision(session, seat), nightfall(session)
        over = night and any(night <= start and last <= start for start in session.turn_starts)
        return last_decision(session, seat, night) if over else last
    if session.game.pace.turn_of_all:
        return last_decision(session, seat)
    own = [turn.end for turn in turns(session) if turn.seat == seat]
    return last_decision(session, seat, own[-1] if own else min([session.at_input, *session.turn_starts]))


def others_since(session: Session, seat: int) -> int:
    """After which input the others have been playing: the last one of the own turn, if another begins; else the last.

    Whoever had to fight in others' turns reads of those turns as a whole.
    """
    begins = session.at_input in session.turn_starts[-1:] and seat in session.asked
    whole = begins or session.game.pace.round_end_events
    return own_turn_over(session, seat) if whole else last_decision(session, seat)


def news(session: Session, eyes: int | None, after: int) -> list[Entry]:
    """What came after an input; if that was the end of a round, also what that end has brought."""
    found = sentences(session, eyes, max(0, after - 1))
    ends = session.game.pace.round_end_events
    ended = [n for n, entry in enumerate(found) if entry.at == after and entry.kind in ends]
    return found[ended[0] :] if ended else [entry for entry in found if entry.at > after]


def recap(room: Room, seat: int, eyes: int | None) -> Data | None:
    """What has happened since a seat was last asked, as these eyes may know it: what matters, in its order."""
    session = room.session
    after = others_since(session, seat)
    if after == session.at_input and after != nightfall(session):
        return None
    moments, meanwhile = room.moments_for(eyes), _Meanwhile(room, seat, eyes, after)
    lines = [{**line, "at": moments.of(line["at"]), "number": moments.named(line["at"])} for line in meanwhile.lines()]
    if not lines:
        return None
    found: Data = {"head": "Since your last turn" if _had_turn(session, seat, after) else "Meanwhile", "lines": lines}
    return {**found, "more": f"{count(meanwhile.left, 'more line')} in the log."} if meanwhile.left else found


def _had_turn(session: Session, seat: int, after: int) -> bool:
    """Whether this input was the end of a turn, or a day, that the seat has had, and others have begun since."""
    if 0 < after <= nightfall(session):
        return True
    begun = any(after < start for start in session.turn_starts) and after == own_turn_over(session, seat)
    of_all = session.game.pace.round_end_events or (session.game.pace.turn_of_all and after)
    return begun and (bool(of_all) or any(turn.seat == seat for turn in turns(session) if turn.start < after))


class _Meanwhile:
    """All that has happened after an input, to one seat. Lines of the log are known by their numbers."""

    def __init__(self, room: Room, seat: int, eyes: int | None, after: int) -> None:
        self.room, self.seat, self.eyes, self.after = room, seat, eyes, after
        self.face, self.look = room.desk.face, room.look(eyes)
        self.log = self.face.retold(self.look, news(room.session, eyes, after), seat)
        unsaid = self.face.quiet | self.face.minor
        self.said = [n for n, entry in enumerate(self.log) if entry.kind not in unsaid and not self._decided(entry)]
        self.weights = {n: weight(self.face, self.look, self.log[n], seat) for n in self.said}
        self.threats = {n: self.face.threat(self.look, self.log[n], seat) for n in self.said}
        self.left = 0  # lines that were left out

    def _decided(self, entry: Entry) -> bool:
        """Whether somebody knows this because they decided it; what came of it is another matter."""
        own = self.room.session.inputs[entry.at - 1].seat == self.seat
        return own and not (entry.kind in self.face.moments or self._changes_own(entry))

    def lines(self) -> list[Data]:
        own = [n for n in self.said if self._changes_own(self.log[n])]
        dangers = sorted((n for n in self.said if self.threats[n]), key=lambda n: -self.threats[n])[: LINES - 1]
        found = self._own_changes(own) + [(n - len(self.log), _line(self.log[n])) for n in dangers]  # they come first
        chosen, rest = [], [n for n in self.said if n not in own and n not in dangers]
        for turn in self._turns_of_others():
            if self._naming(turn, own):
                continue
            best = self._of_turn(turn, rest)
            if best is None:
                found.append((len(self._up_to(turn)), self._nothing(turn)))
            else:
                chosen.append(best)
        others = sorted((n for n in rest if n not in chosen), key=lambda n: (-self.weights[n], -n))
        chosen += list(self._some_of_each(others))[: max(0, LINES - len(found) - len(chosen))]
        self.left = sum(n not in chosen for n in rest)
        found += [(n, _line(self.log[n])) for n in chosen]
        return [line for _, line in sorted(found, key=lambda numbered: numbered[0])]

    # -- what has changed the own score --------------------------------------------------------------------------------

    def _changes_own(self, entry: Entry) -> bool:
        deltas = self.face.beat(self.look, entry).get("deltas", ())
        return any(delta["piece"] == seat_piece(self.seat) for delta in deltas)

    def _own_changes(self, own: list[int]) -> list[tuple[int, Data]]:
        """Several changes are one line: all sentences, or points with their sum, which come last."""
        points = [n for n in own if _counts_points(self.log[n])]
        others = [n for n in own if n not in points]
        found = [(others[-1], self._together(others))] if others else []
        if len(points) > 1:
            found.append((len(self.log), self._sum([self.log[n] for n in points])))
        return found + [(n, _line(self.log[n])) for n in points if len(points) == 1]

    def _sum(self, entries: list[Entry]) -> Data:
        who, s = ("You", "") if self.eyes == self.seat else (self.room.name(self.seat), "s")
        said = []
        for kind, does in (("loses", f"lose{s}"), ("gains", f"gain{s}")):
            parts = [(entry.data["points"], self._cause(entry)) for entry in entries if entry.kind == kind]
            if parts:
                said.append(f"{does} {sum(number for number, _ in parts)} points in total: {_by_cause(parts)}")
        return {"at": entries[-1].at, "text": f"{who} {', and '.join(said)}.", "rule": ""}

    def _cause(self, entry: Entry) -> str:
        """What points are lost to, in the words in which playtests count them; empty if nobody counts that."""
        counted = self.room.game.figures.count(entry.kind, entry.rule, entry.data)
        return counted[0][1] if counted else ""

    def _together(self, numbers: list[int]) -> Data:
        last = self.log[numbers[-1]]
        return {**_line(last), "text": " ".join(self.log[n].text for n in numbers)}

    # -- what each of the others has done ------------------------------------------------------------------------------

    def _turns_of_others(self) -> list[Turn]:
        """The last turn of each of them; where a round is everybody's, all that they have decided since."""
        session = self.room.session
        if session.game.pace.round_end_events:
            since = enumerate(session.inputs[self.after : session.at_input], self.after + 1)
            seen = [one for number, one in since if session.events_at(self.eyes, number)]
            seats = dict.fromkeys(one.seat for one in seen if one.move[0] not in session.game.pace.follow_up_verbs)
            return [Turn(seat, self.after - 1, session.at_input) for seat in seats if seat != self.seat]
        if session.game.pace.turn_of_all:
            return []
        found = {turn.seat: turn for turn in turns(self.room.session) if turn.start >= self.after}
        return [turn for seat, turn in found.items() if seat != self.seat]

    def _of_turn(self, turn: Turn, rest: list[int]) -> int | None:
        """What mattered most in a turn, of all that names whose turn it was; else the last thing they did."""
        mattered = self._naming(turn, rest)
        if mattered:
            return max(mattered, key=lambda n: self.weights[n])
        minor = [n for n, entry in enumerate(self.log) if entry.kind in self.face.minor]
        return next(reversed(self._naming(turn, minor)), None)

    def _naming(self, turn: Turn, numbers: list[int]) -> list[int]:
        """Those of some lines that are of a turn and name whose it was."""
        name = panel.seat_name(self.room.session, turn.seat).lower()
        within = [n for n in numbers if turn.start < self.log[n].at <= turn.end]
        return [n for n in within if name in self.log[n].text.lower()]

    def _up_to(self, turn: Turn) -> list[Entry]:
        return [entry for entry in self.log if entry.at <= turn.end]

    def _nothing(self, turn: Turn) -> Data:
        return {"at": turn.end, "text": f"{self.room.name(turn.seat)} does nothing important.", "rule": ""}

    def _some_of_each(self, numbers: list[int]) -> Iterator[int]:
        """Not all lines about the same kind of event."""
        kinds: Counter[str] = Counter()
        for n in numbers:
            kinds[self.log[n].kind] += 1
            if kinds[self.log[n].kind] <= OF_A_KIND:
                yield n


def _by_cause(parts: list[tuple[int, str]]) -> str:
    """«3 to RADIATE + 2 to Triggers», in the order in which they came."""
    sums: dict[str, int] = {}
    for number, cause in parts:
        sums[cause] = sums.get(cause, 0) + number
    if len(sums) == 1 and len(parts) > 1:
        return " + ".join(str(number) for number, _ in parts) + f" {parts[0][1]}".rstrip()
    return " + ".join(f"{number} {cause}".rstrip() for cause, number in sums.items())


def _line(entry: Entry) -> Data:
    return {"at": entry.at, "text": entry.text, "rule": entry.rule}


def _counts_points(entry: Entry) -> bool:
    """Whether a number of points is lost or gained, so that it can be added up."""
    return entry.kind in ("loses", "gains") and type(entry.data.get("points")) is int


def weight(face: Face[Any], look: Any, entry: Entry, seat: int) -> int:
    """How much a line matters to a seat: its own losses first, then what concerns it, then what changed anything."""
    deltas = face.beat(look, entry).get("deltas", [])
    own = [delta for delta in deltas if delta["piece"] == seat_piece(seat)]
    lost = sum(int(delta["text"][1:]) for delta in own if delta["text"].startswith(MINUS))
    found = OWN_LOSS * bool(lost) + min(lost, CHANGE) + CHANGE * bool(deltas) + OWN * (seat in concerned(entry))
    return found + MOMENT * (entry.kind in face.moments)
