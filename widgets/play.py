"""A game that is played: people at one screen, bots, a curtain between people, time travel and other ways to go on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tabletop_kernel.errors import Refused, SetupError, TabletopError, clip
from tabletop_kernel.game import Move
from tabletop_kernel.rulebook import Verdict
from tabletop_kernel.session import Session
from widgets import links, panel, recap
from widgets.campaign_room import CampaignRoom
from widgets.eyes import has_secrets
from widgets.keeping import Keeping, read_table, watched
from widgets.messages import a_code, a_flag, a_number, a_text, act, one_of
from widgets.seating import WHO, Setup, usual_seats
from widgets.shared.chair import PERSON, Chair

if TYPE_CHECKING:
    from widgets.desk import Desk, Enter
    from widgets.scene import Scene, Seats

Data = dict[str, Any]

RECAP = 6  # lines of the log that are new to whoever sits down
DRAFTER = "greedy"  # who drafts for everybody: at first sight, since a page does not wait for so many thoughts
WARNING = (
    "This code holds the whole truth of the table, hidden cards included: whoever opens it can see everything, "
    "like a table left standing. Keep it among those who may."
)
NO_CODE = "The save code holds hidden cards, so it is not shown on a projector. Switch the projector off to see it."
OTHERS_PLAY = (
    "This would show hidden cards, and others play at screens of their own: it is possible when the game is over. "
    "Your link brings you back to your chair."
)
NO_NAMES = "In a class nobody is called by a name: an animal and a colour will do."
PROJECTED = "Everybody may see this: no hand is on the screen. To decide, switch the projector off."


class PlayRoom(CampaignRoom):
    """One game. Before it starts the table lies there set, and nobody has decided anything."""

    def __init__(self, desk: Desk, seed: int | None = None, agree: bool = False, seats: int | None = None) -> None:
        super().__init__(desk)
        self._agree = agree  # whether seats, board and rulings are on the screen until the game starts
        self.setup = Setup(desk.game, usual_seats(desk.game, seats), self._form)
        self._begin_campaign()
        self.started = False
        self._public = False
        self._projected = desk.projecting
        self._problem = ""
        self._seed = seed
        self._take(self.setup.open(seed), self.setup.seats)
        self._follow_campaign()

    def _take(self, session: Session, seats: list[Chair], keeping: Keeping | None = None) -> None:
        """Sit down at a table: a new one, or one that is kept already."""
        self.seats = [replace(seat) for seat in seats]
        self._name_seats(session)
        self.lines = [session]
        self.names = ["The game"]
        self._line = 0
        self._keeping = keeping or Keeping()
        for seat in self.seats:  # whoever has no place yet sits here
            seat.place = seat.place or (self._keeping.place if seat.who == PERSON else "")
        self._begin_with_bots()
        self._begin_in_chairs()
        self._begin_with_guests()
        self._turned: tuple[int | None, Data] | None = None  # where the game was decided, and for whose eyes
        self._unplayed = None
        self.why = None
        self._seen = 0
        self.viewer = self._only_person()
        self._curtain: int | None = None

    def _copy(self, session: Session) -> None:
        self.lines[self._line] = session
        session.to_all = self._shared

    def _only_person(self) -> int | None:
        """The one who looks at the screen all the time; on a projector nobody does, but everybody."""
        people = self._people
        return people[0] if len(people) == 1 and not self._nobodys else None

    def project(self, on: bool) -> None:
        """On a projector the table is as everybody may see it: no seat looks at it, and nothing private is sent.

        Where hands are open that is what each seat sees, so whoever looked at the table still does, and decides.
        """
        if on == self._projected:
            return
        self._projected = on
        if self._open:
            return
        self._curtain, self._public, self.why = None, False, None
        self.viewer = self._only_person()
        self._seen = self.session.log_length(self.viewer)
        self.desk.say(PROJECTED if on else "")
        if self.started and not on:
            self.session.goto(self.session.length)  # where the curtain falls, if it must
            self._look_who_decides()

    @property
    def learner(self) -> int | None:
        """With several people at one screen nobody could say who has learned what, nor before a class."""
        return self.viewer if self.started and len(self._people) == 1 and not self._projected else None

    @property
    def may_be_shared(self) -> bool:
        """Whoever opens a link has the eyes of those who play: it is nothing for a projector."""
        return not self._projected

    @property
    def covered(self) -> bool:
        return self._curtain is not None

    @property
    def session(self) -> Session:  # type: ignore[override]
        return self.lines[self._line]

    def _sit_down(self) -> None:
        """The game begins, or goes on."""
        self.started = True
        self._look_who_decides()

    def resume(self, kept: str) -> None:
        """Go on with a table from a link or a code."""
        seats, session, keeping = read_table(kept, self.game)
        self._take(session, seats, keeping)
        self.setup.adopt(seats, session.config)
        self._resumed()
        self._sit_down()

    def watch(self, table: str) -> None:
        """Look at a table of others, without a chair at it."""
        seats, session, keeping = watched(table, self.game)
        self._take(session, seats, keeping)
        self._sit_down()

    def instead_of(self, gone: Exception) -> PlayRoom:
        room = PlayRoom(self.desk)
        room._problem = f"{gone} You can start a new game here."
        return room

    def try_to_resume(self, kept: str) -> None:
        """The same for a link that was opened: if it is of no use, a new table is there, and says why."""
        try:
            self.resume(kept)
        except TabletopError as error:
            self._problem = f"{error} You can start a new game here."

    def deal(self) -> None:
        """Begin after the set-up: bots draft for everybody, so that a newcomer first decides in a turn of their own."""
        self.started = True
        while self.game.opening(self.session.truth):
            self._bot_moves(self.session.next_up, DRAFTER)
        if self._people:  # bots alone are there to be watched
            self._let_bots_play(all=True)
        self._sit_down()

    # -- who decides, and who looks -----------------------------------------------------------------------------------

    def _look_who_decides(self) -> None:
        """The next decision is another person's: let down the curtain, or let them look if that gives nothing away."""
        session = self.session
        people = [seat for seat in session.asked if seat in self._people]
        several = len(self._people) > 1 and not self._nobodys
        if session.at_input < session.length or not several or not people:
            return
        if self._shared:
            self._go_where_asked(people)
            return
        if self.viewer in people:
            return
        secret = has_secrets(session, people[0], self.viewer)
        self._curtain, self.viewer = people[0], None
        self._public = False
        self.why = None
        self.desk.close()
        self.desk.say(f"Pass the screen to {self.name(people[0])}.")  # in place of what was only for the last eyes
        if not secret:
            self.lift()

    def submit(self, move: Move) -> None:
        if self.viewer is None:
            raise Refused(self._worded(Verdict("table.wait")))
        self.session.submit(self.viewer, move)
        self._spare_formalities(self.viewer)
        self._wait_for_people()
        self._sit_down()

    def _spare_formalities(self, seat: int) -> None:
        """Make the moves of a person that are no decision."""
        session = self.session
        while (move := self.game.formal(session.truth, seat)) in session.moves(seat):
            session.submit(seat, move)

    def _worded(self, verdict: Verdict, **facts: str) -> Verdict:
        verdict.facts.update(facts)
        verdict.text = self.session.book.why(verdict, lambda _, value: str(value))
        return verdict

    def name(self, seat: int) -> str:
        """A seat as people know it: its name in the game, and who plays it."""
        character = panel.seat_name(self.session, seat)
        person = self.seats[seat].name
        return f"{character} ({person})" if person not in ("", character) else character

    # -- the screen ---------------------------------------------------------------------------------------------------

    def screen(self) -> Data:
        return self._with_campaign(self._screen())

    def _screen(self) -> Data:
        self._follow_campaign()
        keep = self._keep() if self.started else {}
        if self._curtain is not None:
            return {**self._curtain_screen(self._curtain), "keep": keep}
        if self._agree and not self.started:
            return {"kind": "setup", "where": self._where(), "tools": ["rules", "save"], "setup": self._agreeing()}
        screen: Data = {
            "kind": "table",
            "where": self._where(),
            "tools": ["rules", "odds", "company", "save", "setup"],
            **self.table(self.legal() if self.started else []),
            "now": {**self._now(), "note": self._keeping.trouble},
            "time": panel.time(self.session, self.session.turn_starts, self.names, self._line)
            if self.started
            else None,
            "keep": keep,
        }
        if self._at_the_end and self._turning is None:
            screen["ask"] = "turning"  # once this is painted: the page asks, and what it asks for takes a moment
        if self.started and (chairs := self._chairs()):
            screen["chairs"] = chairs
        self._name_people(screen["scene"])
        screen |= self.coaching(screen["scene"])
        if self._bots_turn and not self.pondering:
            mover = self.name(self._next_bot)
            screen["next"] = {"all": self._skipping, "text": f"{mover} is thinking."}
        return screen

    def _name_people(self, scene: Scene) -> None:
        """Whoever plays a character is named beside it."""
        for part in scene:
            if part["part"] != "seats":
                continue
            shown = cast("Seats", part)
            names = [(one["seat"], one["name"], self.seats[one["seat"]].name) for one in shown["seats"]]
            if people := {str(seat): person for seat, name, person in names if person not in ("", name)}:
                shown["people"] = people

    def _where(self) -> Data:
        if not self.started:
            return {"text": "Ready to start"}
        if self.game.opening(self.session.truth):
            return {"text": "Setting up"}
        said = self.desk.face.where(self.look(self.viewer))
        return {"text": said or f"{self.game.round.capitalize()} {self.game.turns(self.session.truth)}"}

    def _now(self) -> Data:
        session = self.session
        if not self.started:
            return self._ready()
        if session.at_input < session.length:
            return panel.past(session)
        if session.outcome is not None:
            face, look = self.desk.face, self.look(self.viewer)
            over = panel.over(
                session, self.viewer, self.name, face.scores(look, self.name), face.ending(look, self.name)
            )
            over = self._with_end_of_campaign_game(over)
            return {**over, "turning": self._turning} if self._turning else over
        now = panel.now(session, self.viewer)
        if self._nobodys and not self._bots_turn:
            now["text"] += f" {PROJECTED}"
        now["text"] += self.waiting_for()
        if asking := self._asking():
            now["text"] = f"{asking['text']} {now['text']}"
            now["buttons"] += asking["buttons"]
        if self._decides:
            now["buttons"].append(panel.button("Ask the coach", "coach", glyph="bulb"))
        if self._last_was_a_bot():
            now["buttons"].append(panel.button("Why did they do that?", "reason"))
        if self.desk.has_game_waiting:
            now["buttons"].append(panel.button("Back to the game", "play"))
        return now

    def _ready(self) -> Data:
        """The table before the game."""
        changed = self.setup.data()["changed"]
        rulings = f" {changed} doubtful rule{'s' * (changed > 1)} changed." if changed else ""
        pack = f" {self.desk.pack.summary}" if self.desk.pack else ""
        buttons = [panel.button("Start", "start", main=True)]
        if self.game.opening(self.session.truth):
            buttons.append(panel.button("Start after the draft", "start", dealt=True))
        agree = "Seats, board and rulings" if self.game.options else "Seats and rulings"
        buttons.append(panel.button(agree, "open", drawer="setup"))
        return {
            "kind": "yours",
            "head": "Ready to start",
            "text": self._problem or self.setup.problem or self.setup.summary + rulings + pack + self._from_campaign,
            "rules": [],
            "buttons": buttons,
        }

    def _curtain_screen(self, seat: int) -> Data:
        """Nothing private is in it: what everybody may see, and who comes next."""
        meanwhile = recap.recap(self, seat, None)
        lines = [{"glyph": "tick", **line} for line in (meanwhile["lines"] if meanwhile else ())]
        hidden = "No hand is on the screen now. Yours appears when you lift the curtain."
        lines.append({"glyph": "covered", "text": hidden, "rule": ""})
        if self._keeping.trouble:
            lines.append({"glyph": "stop", "text": self._keeping.trouble, "rule": ""})
        screen: Data = {
            "kind": "curtain",
            "seat": seat,
            "name": panel.seat_name(self.session, seat),
            "person": self.seats[seat].name,
            "where": self._where(),
            "lines": lines,
        }
        if self._public:
            screen["scene"] = self.desk.face.scene(self.look(None))
        return screen

    def _keep(self) -> dict[str, str]:
        """What the link remembers of this table. If that is not possible, the game goes on, and the screen says so."""
        if self._keeping.only_looks:
            return {}  # the link keeps what was there before
        return {self.desk.slot: self._keeping.write(self.seats, self.session, hidden=self._projected)}

    def drawer(self, kind: str) -> Data | None:
        if kind == "odds":
            return self.odds()
        if kind == "company":
            return self.company()
        if kind == "setup":
            return {"kind": "setup", **self._agreeing()}
        if kind == "save":
            code, warning = self.session.code(), WARNING
            if self._projected:
                code, warning = "", NO_CODE
            elif self._others_play:
                code, warning = "", OTHERS_PLAY
            return {"kind": "save", "code": code, "warning": warning, "problem": self._problem}
        return None

    # -- time ---------------------------------------------------------------------------------------------------------

    @act(moves_on=True, number=a_number)
    def goto(self, number: int) -> None:
        """Show the table as it once stood. Who looks back no longer skips ahead."""
        super().goto(number)
        self._wait_for_people()

    @act(moves_on=True)
    def undo(self) -> None:
        """Take back one's own last move, as far as nothing was rolled, drawn or shown."""
        session = self.session
        mover = session.inputs[-1].seat if session.inputs else self.viewer
        whole = session.branch(session.length) if self._keeping.others else session
        self._take_back()
        left = session.length
        if self._keeping.others:
            self._copy(whole)
            if mover is not None and self._ask_to_take_back(mover, left):
                return
            self._copy(session)
        self._wait_for_people()
        if mover is not None and mover != self.viewer:
            self._take_chair(mover)
        self.why = None
        self._seen = min(self._seen, session.log_length(self.viewer))
        self.desk.say("Taken back.")

    def _take_back(self) -> None:
        """Take back the last decision: what the table has done for its person goes with the move before it."""
        session = self.session
        last = session.inputs[-1] if session.inputs else None
        if last and not self.is_own(last.seat):
            raise Refused(self._worded(Verdict("table.theirs"), seat=self.name(last.seat)))
        session.undo()
        if last is None or self.game.formal(session.truth, last.seat) != last.move:
            return
        try:
            self._take_back()
        except Refused:  # then nothing is taken back: a person would stand before a question that is none
            session.submit(last.seat, last.move)
            raise

    @act(moves_on=True, number=a_number)
    def branch(self, number: int | None = None) -> None:
        """Play on from the moment that is shown, or from another; the game as it was stays as another line."""
        if self._others_play:
            raise SetupError(OTHERS_PLAY)
        if len(self.lines) >= 12:
            raise SetupError("There are twelve ways this game was played on already. Save one and open it anew.")
        twin = self.session.branch(number)
        self.session.goto(self.session.length)
        self.lines.append(twin)
        self.names.append(f"From move {twin.length}")
        self._enter_line(len(self.lines) - 1)

    @act(moves_on=True, id=a_number)
    def line(self, id: int) -> None:
        """Go to another way this game was played on."""
        if not 0 <= id < len(self.lines):
            raise SetupError(f"There is no line {clip(id)}.")
        self.session.goto(self.session.length)
        self._enter_line(id)

    def _enter_line(self, number: int) -> None:
        self._line = number
        self._begin_with_bots()
        self._begin_in_chairs()
        self._turned = None
        self._seen = self.session.log_length(self.viewer)
        self.why = None
        self._look_who_decides()

    # -- the end ------------------------------------------------------------------------------------------------------

    @property
    def _at_the_end(self) -> bool:
        session = self.session
        return session.outcome is not None and session.at_input == session.length

    @act()
    def turning(self) -> None:
        """Where the game was decided, as far as the game's own estimate tells."""
        if not self._at_the_end:
            raise SetupError("The game is not over: nobody knows yet where it turns.")
        if self._turning is None:
            from widgets.turning import turning

            self._turned = (self.viewer, {})  # whatever comes of it: a page asks once
            self._turned = (self.viewer, turning(self))

    @property
    def _turning(self) -> Data | None:
        """What was found out for those who look now; other eyes may know something else."""
        return self._turned[1] if self._turned and self._turned[0] == self.viewer else None

    # -- the curtain --------------------------------------------------------------------------------------------------

    @act(moves_on=True)
    def lift(self) -> None:
        """The person whose name is on the curtain sits down."""
        if self._curtain is None:
            raise SetupError("There is no curtain to lift.")
        self.viewer, self._curtain, self._public = self._curtain, None, False
        self._seen = max(0, self.session.log_length(self.viewer) - RECAP)

    @act()
    def public(self) -> None:
        """What everybody may see, while the curtain is down."""
        self._public = not self._public

    # -- before and after ---------------------------------------------------------------------------------------------

    @act(moves_on=True, dealt=a_flag)
    def start(self, dealt: bool = False) -> None:
        """Start, with the draft or after it."""
        self._open_new()
        if dealt:
            self.deal()
        else:
            self._sit_down()
        self._invite_whoever_is_missing()

    @act(moves_on=True)
    def again(self) -> None:
        """The same players, a new game."""
        self._open_new()
        self._sit_down()
        self._invite_whoever_is_missing()

    def _open_new(self) -> None:
        """A new table as agreed; the first one has the cards that lay there while it was agreed."""
        if self._keeping.others:
            self._hosts_only()
        session = self.setup.open(None if self.started else self.session.seed)
        self._problem = ""
        self._take(session, self._seats_again(), self._keeping if self._keeping.table else None)
        self.desk.close()

    # What is agreed before a game; a running game goes on as it was agreed until a new one is started.

    @act(count=a_number)
    def players(self, count: int) -> None:
        """How many play."""
        self.setup.set_count(count)
        self._lay_out()

    @act(chair=a_number, who=one_of(*WHO))
    def sit(self, chair: int, who: str) -> None:
        """A person or a bot takes a chair."""
        self.setup.set_who(chair, who)
        self._lay_out()

    @act(chair=a_number, name=a_text)
    def call(self, chair: int, name: str) -> None:
        """A person has a name."""
        if self.desk.attendance.in_class and name:
            raise SetupError(NO_NAMES)
        self.setup.set_name(chair, name)
        self._lay_out()

    @act(id=a_text, choice=a_text)
    def option(self, id: str, choice: str) -> None:
        """The board, and whatever else the game lets one choose."""
        self.setup.set_option(id, choice)
        self._agreed()
        self._lay_out()

    @act(id=a_text, choice=a_text)
    def ruling(self, id: str, choice: str) -> None:
        """How a doubtful rule is read."""
        self.setup.set_ruling(id, choice)
        self._lay_out()

    def _lay_out(self) -> None:
        """Before a game the table is set as was just agreed."""
        if not self.started and not self.setup.problem:
            self._take(self.setup.open(self._seed), self.setup.seats)

    @act(moves_on=True, code=a_code)
    def restore(self, code: str) -> None:
        """Go on with a table whose code or link was pasted."""
        kind, kept = links.from_anything(code)
        if kind == "lesson":
            raise SetupError("This is a code of lessons, not of a table.")
        if kind == "code":
            kept = links.invitation_of(kept)
        self.resume(kept)
        self.desk.close()
        if self.first_drawer:
            self.desk.open(self.first_drawer)
        self.desk.say("The table stands as it was.")


def opening_room(
    slot: str, dealt: bool = False, agree: bool = False, seed: int | None = None, seats: int | None = None
) -> Enter:
    """How a table for playing is entered: as its link has kept it, or anew."""

    def enter(desk: Desk, link: dict[str, str]) -> PlayRoom:
        room = PlayRoom(desk, seed, agree, seats)
        if link.get(slot):
            room.try_to_resume(link[slot])
        elif dealt:
            room.deal()
        return room

    return enter
