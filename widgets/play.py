"""A game that is played: people at one screen, bots, and a curtain between people."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import Refused, SetupError, TabletopError
from tabletop_kernel.contract.game import Config, Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.table.session import Session
from widgets import links, panel, recap
from widgets.drawing import served
from widgets.edit_room import CARDS, EditRoom
from widgets.eyes import has_secrets
from widgets.guests import HOW_MANY
from widgets.keeping import Keeping, read_table, watched
from widgets.messages import a_code, act
from widgets.playtest.breaking_off import NO_MOVES
from widgets.seating import Setup, seats_at, usual_seats
from widgets.shared.chair import PERSON, Chair
from widgets.shared.database import CannotKeep
from widgets.timeline import OTHERS_PLAY

if TYPE_CHECKING:
    from widgets.desk import Desk, Enter
    from widgets.scene import Scene, Seats

Data = dict[str, Any]

RECAP = 6  # lines of the log that are new to whoever sits down
DRAFTER = "greedy"  # who drafts for everybody: at first sight, since a page does not wait for so many thoughts
WARNING = (
    "This code holds the whole table, hidden cards included. Anyone who opens it can see everything, "
    "so share it only with people who are allowed to."
)
NO_CODE = "The save code holds hidden cards, so you can't see it on a projector. Turn the projector off first."
LOOKING_ON = "You are watching."
HOSTS_BUTTONS = ({"do": "again"}, {"do": "open", "drawer": "setup"})
LOSES = "Others are still playing this game. A new one would end it for everyone."
NEW_GAME = "Only the host of this table can start a new game here."
PROJECTED = "Everyone can see this screen, so it shows no hands. To make a move, turn the projector off."
PROJECTED_TO_WATCHERS = "Everyone can see this screen, so it shows no hands."


class PlayRoom(EditRoom):
    """One game. Before it starts the table lies there set, and nobody has decided anything."""

    def __init__(
        self,
        desk: Desk,
        seed: int | None = None,
        agree: bool = False,
        seats: int | None = None,
        agreed: Config | None = None,
    ) -> None:
        super().__init__(desk)
        self._agree = agree  # whether seats, board and rulings are on the screen until the game starts
        self.setup = Setup(desk.game, usual_seats(desk.game, seats), self._form)
        if agreed is not None:
            self.setup.adopt(self.setup.seats, agreed)
        self._begin_campaign()
        self.started = False
        self._public = False
        self._projected = desk.projecting
        self._problem = ""
        self._had: int | None = None  # a chair at this table that this browser had before,
        self._own_ticket = ""  # and the ticket for it
        self._seed = seed
        self._take(self.setup.open(seed), self.setup.seats)
        self._follow_campaign()

    def _take(self, session: Session, seats: list[Chair], keeping: Keeping | None = None) -> None:
        """Sit down at a table: a new one, or one that is kept already."""
        self._keeping = keeping or Keeping()
        self.seats = [replace(seat) for seat in seats]
        self._name_seats(session)
        self.lines = [session]
        self.names = ["The game"]
        self._earlier = [[]]
        self._line = 0
        self._begin_with_cards(session)
        for seat in self.seats:  # whoever has no place yet sits here
            seat.place = seat.place or (self._keeping.place if seat.who == PERSON else "")
        self._begin_composing()
        self._begin_with_bots()
        self._begin_in_chairs()
        self._begin_with_guests()
        self._begin_playtest()
        self._drafted = -1
        self._turned = None
        self._unplayed = None
        self.why = None
        self._seen = 0
        self.viewer = self._only_person()
        self._curtain: int | None = None

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
        self.desk.say(self._projected_in_words if on else "")
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

    def _sit_down(self) -> None:
        """The game begins, or goes on."""
        self.started = True
        self._look_who_decides()

    def resume(self, kept: str) -> None:
        """Go on with a table from a link or a code."""
        self.sit_at(*read_table(kept, self.game))

    def sit_at(self, seats: list[Chair], session: Session, keeping: Keeping | None = None) -> None:
        """Go on with a table as it stands."""
        self._take(session, seats, keeping)
        self.setup.adopt(seats, session.config)
        self._agree_with_chairs()
        self._resumed()
        self._sit_down()
        self._came_at = self.moments.length

    def remember_seat(self, kept: str) -> None:
        """The ticket of a chair that this browser has had: if it is at this very table, it may be taken again."""
        table = self._keeping.table
        if table is None or not kept.startswith(links.TICKET):
            return
        with suppress(CannotKeep):
            place = table.store.find(kept.removeprefix(links.TICKET))
            if place is not None and place.table == table.place.table:
                self._had = next((seat for seat, chair in enumerate(self.seats) if chair.place == place.name), None)
                self._own_ticket = kept

    @property
    def _ways_to_a_chair(self) -> list[Data]:
        """For those who look on: the chair that they had, and those that are free."""
        found = []
        if self._had is not None:
            found.append(panel.button(f"Sit down again as {self.name(self._had)}", "sit-again", main=True))
        if self._keeping.may_sit_down:
            free = any(self._is_free(seat) for seat in range(len(self.seats)))
            found.append(panel.button("Sit down" if free else "Who plays", "open", drawer="company"))
        return found

    @act()
    def sit_again(self) -> None:
        """Take the chair that one had, from another window of the same browser."""
        if self._had is None or not self._looks_on:
            raise SetupError("You can't sit down again: you never had a seat at this table.")
        room = PlayRoom(self.desk)
        room.resume(self._own_ticket)
        self.desk.move_to(room)

    def watch(self, table: str) -> None:
        """Look at a table of others, without a chair at it."""
        seats, session, keeping = watched(table, self.game)
        self._take(session, seats, keeping)
        self._sit_down()
        self._came_at = self.moments.length

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
        while self.game.pace.is_opening(self.session.truth):
            self._bot_moves(self.session.next_up, DRAFTER)
        self._drafted = self.session.length
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
        if self.viewer in people or self._curtain in people:
            return
        secret = has_secrets(session, people[0], self.viewer)
        self._curtain, self.viewer = people[0], None
        self._public = False
        self.why = None
        self.desk.close()
        self.desk.say(f"Pass the screen to {self.name(people[0])}.")  # in place of what was only for the last eyes
        if not secret:
            self.lift()

    def _asks_first(self, move: Move) -> bool:
        """Whoever would end their own game, or use something up for nothing, is asked first."""
        seat = self.viewer
        if seat is None or self.is_broken_off or move not in self.session.moves(seat):
            return False
        told, lost = self.session.fate(seat, move), self.session.wasted(seat, move)
        if told:
            self.why = panel.last_warning(self.session, seat, move, told)
        elif lost is not None:
            self.why = panel.waste_warning(self.session, seat, move, lost)
        else:
            return False
        self.desk.say(f"{self.why['head']}. {self.why['text']}", assertive=True)
        return True

    def submit(self, move: Move) -> None:
        if self.is_broken_off:
            raise SetupError(NO_MOVES)
        if self.viewer is None:
            raise Refused(self._worded(Verdict("table.wait")))
        along = self._who_goes_along(move)
        beside = self._is_beside(self.viewer, move)
        with self._timed(), self._without_composed() if beside else nullcontext():
            if move not in self.session.moves(self.viewer) or not self._let_go(self.viewer, move):
                self.session.submit(self.viewer, move)
        self._go_along(along, move)
        self._spare_formalities()
        self._wait_for_people()
        self._sit_down()

    def name(self, seat: int) -> str:
        """A seat as people know it: its name in the game, and who plays it."""
        character = panel.seat_name(self.session, seat)
        person = self.seats[seat].name
        return f"{character} ({person})" if person not in ("", character) else character

    # -- the screen ---------------------------------------------------------------------------------------------------

    def screen(self) -> Data:
        return self._with_campaign(self._screen())

    def _screen(self) -> Data:
        self._name_seats(self.session)  # since when somebody has a chair is known once that is written
        self._follow_campaign()
        self._time_decision()
        keep = self._keep() if self.started else {}
        if self._curtain is not None:
            return {**self._curtain_screen(self._curtain), "keep": keep}
        if self._agree and not self.started:
            return {
                "kind": "setup",
                "where": self._where(),
                "tools": ["rules", "save"],
                "setup": self._agreeing() | {"said": self._problem},
            }
        screen: Data = {
            "kind": "table",
            "where": self._where(),
            "tools": ["rules", "odds", "company", "save", "setup", *self._tool_of_notes, *self._tool_of_cards],
            **self.table(self.legal() if self.started else []),
            "now": self._told_of_cards(self._now()),
            "time": self._time() if self.started else None,
            "freely": self._keeping.others and len(self._told_asked) > 1,  # others may act at the same time
            "keep": keep,
        }
        if self._at_the_end and self._turning is None:
            screen["ask"] = "turning"  # once this is painted: the page asks, and what it asks for takes a moment
        if self.started and (chairs := self._chairs()):
            screen["chairs"] = chairs
        self._name_people(screen["scene"])
        self._mark_together(screen["moves"])
        screen |= self.coaching(screen["scene"])
        if self._bots_turn and not self.pondering:
            mover = self.name(self._next_bot)
            screen["next"] = {"all": self._skipping, "text": f"{mover} is thinking."}
        screen["now"]["note"] = self._in_the_way or self._noticed  # once it is known whether the bots can be played
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
        if self.game.pace.is_opening(self.session.truth):
            return {"text": "Setting up"}
        said = self.desk.face.where(self.look(self.viewer))
        return {"text": said or f"{self.game.pace.round_word.capitalize()} {self.game.pace.turns(self.session.truth)}"}

    def _now(self) -> Data:
        session = self.session
        if not self.started:
            return self._ready()
        if session.at_input < session.length:
            past = self._one_round_behind() or panel.past(session, self.moments, self._may_branch)
            if asking := self._asking():
                self._put_before(past, asking)  # others wait for the answer, whatever one looks at
            return past
        if self.is_over:
            return self._with_questions(self._over() if session.outcome else self._broken_off())
        now = panel.now(session, self.viewer, self.moments)
        if self._nobodys and not self._bots_turn:
            now["text"] += f" {self._projected_in_words}"
        if now["kind"] == "wait" and self._keeping.others and self.viewer is not None:  # who looks on waits for nobody
            now["head"] = self._whom_one_waits_for  # what they are asked to do stands below as if they did it
        now["text"] += self.waiting_for()
        if self._looks_on and not self._projected:
            now["text"] += f" {self._lost_chair or LOOKING_ON}"
            now["buttons"] += self._ways_to_a_chair
        if asking := self._asking():
            self._put_before(now, asking)
        now["text"] += self._told_together()
        if self._keeping.others and self._people:
            now["calls"] = self._decides  # whoever does something else meanwhile sees it at the window's name
        if self._decides and len(self._people) > 1 and self.viewer is not None:
            whose = self.seats[self.viewer].name or panel.seat_name(session, self.viewer)
            now |= {"whose": whose, "head": f"{whose}: your decision"}
        if self._decides:
            now["buttons"].append(panel.button("Ask the coach", "coach", glyph="bulb"))
        if self.viewer is not None and self._last_was_a_bot() and self._lately_seen_of_bots():  # the coach needs eyes
            now["buttons"].append(panel.button("Why did they do that?", "reason"))
        if self.desk.has_game_waiting:
            now["buttons"].append(panel.button("Back to the game", "play"))
        return now

    def _over(self) -> Data:
        """The end of a game."""
        face, look = self.desk.face, self.look(self.viewer)
        scores, said = face.scores(look, self.name), face.ending(look, self.name)
        over = panel.over(self.session, self.viewer, self.name, scores, said)
        if self._keeping.had_others and not self._is_host:  # a new game is the host's to deal
            over["buttons"] = [one for one in over["buttons"] if one["do"] not in HOSTS_BUTTONS]
        over = self._with_end_of_campaign_game(over)
        return {**over, "turning": self._turning} if self._turning else over

    @staticmethod
    def _put_before(now: Data, asking: Data) -> None:
        """What others ask comes before what the game asks; whoever only waits is asked nothing else."""
        now["text"] = f"{asking['text']} {now['text']}"
        now["buttons"] += asking["buttons"]
        if now["kind"] == "wait":
            now["head"] = asking.get("head", now["head"])

    @property
    def _whom_one_waits_for(self) -> str:
        """By their names where nothing is secret; else it would tell who has sealed already."""
        asked = [self.name(seat) for seat in self.session.asked]
        return f"Waiting for {listed(asked)}" if self._open and asked else "Waiting for others"

    @property
    def _projected_in_words(self) -> str:
        """That no hand is shown; whoever has a seat at this screen needs to know how to decide all the same."""
        return PROJECTED if self._people else PROJECTED_TO_WATCHERS

    def _ready(self) -> Data:
        """The table before the game."""
        changed = self.setup.data()["changed"]
        rulings = f" {changed} ruling{'s' * (changed > 1)} changed." if changed else ""
        pack = f" {self.desk.pack.summary}" if self.desk.pack else ""
        buttons = [panel.button("Start", "start", main=True)]
        if self.game.pace.is_opening(self.session.truth):
            buttons.append(panel.button("Start after the draft", "start", dealt=True))
        if self._ways_to_friends()["text"] == HOW_MANY:
            buttons.append(panel.button("Play with friends", "open", drawer="company"))
        agree = "Seats, board and rulings" if self.game.agreement.options else "Seats and rulings"
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
        hidden = "Anything private is hidden now. Lift the curtain to see yours."
        lines.append({"glyph": "covered", "text": hidden, "rule": ""})
        if self._in_the_way:
            lines.append({"glyph": "stop", "text": self._in_the_way, "rule": ""})
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

    def settle(self) -> bool:
        """Write down what was done. Whoever reads a save code has the whole game: others are told."""
        shows_code = self.started and self.desk.shows("save") and not self._projected
        if shows_code and not (self._others_play or self.is_over):
            self._copied()
        return super().settle()

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
        if kind == CARDS:
            return self.cards_drawer()
        if kind in self.playtest_drawers:
            return self.playtest_drawers[kind]()
        if kind == "setup":
            agreed = {"kind": "setup", **self._agreeing()}
            if self._keeping.had_others and not self._is_host:
                return agreed | {"problem": NEW_GAME}
            return agreed | {"loses": LOSES} if self._others_play and self.session.outcome is None else agreed
        if kind == "save":
            code, warning = self.session.code(), WARNING
            if self._projected:
                code, warning = "", NO_CODE
            elif self._others_play:
                code, warning = "", OTHERS_PLAY
            return {"kind": "save", "code": code, "warning": warning, "problem": self._problem}
        return None

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

    # -- another table ------------------------------------------------------------------------------------------------

    @act(moves_on=True, code=a_code)
    def restore(self, code: str) -> None:
        """Go on with a table whose code or link was pasted."""
        kind, kept = links.from_anything(code)
        if kind == "lesson":
            raise SetupError("This is a lesson code, not a table code.")
        if kind == "code":
            kept = links.invitation_of(kept)
        self.resume(kept)
        self.desk.close()
        if self.first_drawer:
            self.desk.open(self.first_drawer)
        self.desk.say("The table is back as it was.")


def opening_room(
    slot: str,
    dealt: bool = False,
    agree: bool = False,
    seed: int | None = None,
    seats: int | None = None,
    agreed: Config | None = None,
) -> Enter:
    """How a table for playing is entered: as its link has kept it, or anew."""

    def enter(desk: Desk, link: dict[str, str]) -> PlayRoom:
        room = PlayRoom(desk, seed, agree, seats, agreed)
        if link.get(slot):
            room.try_to_resume(link[slot])
            room.remember_seat(link.get("sat", ""))
        elif dealt:
            room.deal()
        return room

    return enter


def room_with(desk: Desk, session: Session) -> PlayRoom:
    """A table that was made in code, as it stands; what is played at it leaves the one in the code as it was."""
    room = PlayRoom(desk)
    room.sit_at(seats_at(session), session.branch(session.length))
    return room


def made_in_code(slot: str, session: Session) -> Enter:
    """How a table made in code is entered. A page of our server that is opened again makes the same table anew, so
    there the link may bring it back; in a notebook the code has the last word."""

    def enter(desk: Desk, link: dict[str, str]) -> PlayRoom:
        room = room_with(desk, session)
        if link.get(slot) and served():
            room.try_to_resume(link[slot])
        return room

    return enter
