"""A table with several screens: who sits where and who is there, invitations, chairs that change hands, taking back.

Whoever opened the table is its host. Others come by a link or a code, look on at first, and sit down on a chair that is
free or that a bot has. From then on the link of their page is theirs alone, and brings them back to their chair.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tabletop_kernel.bots import BOTS
from tabletop_kernel.errors import SetupError, clip
from tabletop_kernel.wording import listed
from widgets import panel, sharing
from widgets.chairs import ChairsRoom
from widgets.links import INVITATION, TICKET, check_name
from widgets.messages import a_flag, a_number, a_text, act, one_of
from widgets.seating import Setup
from widgets.shared import codes
from widgets.shared.chair import OPEN, PERSON, Chair
from widgets.shared.entries import ANSWER, ASK
from widgets.shared.store import the_store
from widgets.shared.table import SharedTable

Data = dict[str, Any]

NOT_YET = "Start the game first; then others can come to it."
HOSTS_ONLY = "Only the host of this table can do that."
WITH_THE_CLASS = "You are looking on with your class: nobody sits down here."
WATCHING = "You are looking on: you see what everybody may see."


class GuestsRoom(ChairsRoom):
    """One of the screens at a table to which others may come."""

    setup: Setup

    def _begin_with_guests(self) -> None:
        self._new_link = (-1, "")  # a chair whose person gets a new link, and that link
        self._behind = False  # whether somebody who looks on sees the table as it stood when the round began

    @property
    def _table(self) -> SharedTable:
        """The table in the store, which it comes into when somebody is invited."""
        if not self.started:
            raise SetupError(NOT_YET)
        return self._keeping.opened(self.seats, self.session)

    @property
    def _is_host(self) -> bool:
        table = self._keeping.table
        return table is None or table.place.host

    @property
    def _looks_on(self) -> bool:
        """Whether nobody at this screen has a chair, and others play."""
        return self._keeping.others and not self._people

    @property
    def first_drawer(self) -> str:
        """Whoever was invited sees at once where they could sit."""
        may_sit_down = not self._projected and not self._keeping.only_looks
        return "company" if self._looks_on and may_sit_down else ""

    @property
    def _others_play(self) -> bool:
        """Whether the whole truth must not be on this screen: others play on at screens of their own."""
        return self._keeping.others and self.session.outcome is None

    # -- who is there -------------------------------------------------------------------------------------------------

    def company(self) -> Data:
        """Everybody at the table, with what can be done about each chair, and the way here for others."""
        data: Data = {
            "kind": "company",
            "text": WATCHING if self._looks_on else "",
            "seats": [self._seat(seat) for seat in range(len(self.seats))],
            "watchers": self._watchers,
            "buttons": [],
        }
        if self._is_host and not self._projected:
            if self._keeping.invitation:
                data |= self._way_here(*self._keeping.invitation)
                data["buttons"].append(panel.button("Invite nobody else", "uninvite"))
            elif sharing.needs_token() and not the_store().database.several_machines:
                data["warning"] = sharing.TOKEN
                data["buttons"].append(panel.button("I understand: invite others", "invite", sure=True))
                data["buttons"].append(panel.button("Give them the save code", "open", drawer="save", main=True))
            else:
                data["buttons"].append(panel.button("Invite others to this table", "invite", main=True))
        if self._looks_on:
            text = "Look on as it happens" if self._behind else "Look on one round behind"
            data["buttons"].append(panel.button(text, "behind", on=not self._behind))
        return data

    def _way_here(self, code: str, secret: str) -> Data:
        address, kept = self.desk.address, {self.desk.slot: INVITATION + secret}
        if not address:
            return {"code": codes.shown(code), "share": None}
        if sharing.needs_token() and self._table.store.database.several_machines:
            return {"code": codes.shown(code), "share": None, "note": sharing.OWN_SERVERS}
        share = sharing.share(address, kept)
        if sharing.needs_token():
            share |= {"qr": None, "note": sharing.TOKEN}
        return {"code": codes.shown(code), "share": share}

    @property
    def _watchers(self) -> int:
        """How many screens look on."""
        seated = {chair.place for chair in self.seats if chair.who == PERSON}
        return sum(one.place not in seated for one in self._there)

    def _seat(self, seat: int) -> Data:
        chair, state = self.seats[seat], self._state(seat)
        data: Data = {
            "seat": seat,
            "name": panel.seat_name(self.session, seat),
            "person": chair.name,
            "state": state,
            "said": SAID[state],
            "buttons": self._about(seat, state),
        }
        if self._new_link[0] == seat and self._is_host:
            data["link"] = self._new_link[1]
        return data

    def _state(self, seat: int) -> str:
        chair = self.seats[seat]
        if chair.who != PERSON:
            return "open" if chair.who == OPEN else "bot"
        if seat in self._people:
            return "here"
        return "there" if chair.place in {one.place for one in self._there} else "away"

    def _about(self, seat: int, state: str) -> list[Data]:
        """What whoever looks can do about a chair."""
        buttons = []
        may_sit_down = self._keeping.table and not self._people and not self._projected and not self._keeping.only_looks
        if may_sit_down and state in ("open", "bot"):
            buttons.append(panel.button("Sit down here", "sit-down", chair=seat, main=state == "open"))
        if self._is_host and self._keeping.table and not self._projected:
            if state in ("there", "away"):
                buttons.append(panel.button("New link", "relink", chair=seat))
            if state in ("there", "away", "open"):
                buttons.append(panel.button("Give to a bot", "give", chair=seat, who="greedy"))
            if state != "open":
                text = "Stand up" if state == "here" else "Keep free for a guest"
                buttons.append(panel.button(text, "give", chair=seat, who=OPEN))
        elif state == "here" and self._keeping.others:
            buttons.append(panel.button("Stand up", "stand-up", chair=seat))
        return buttons

    def waiting_for(self) -> str:
        """Whom the table waits for, if that needs saying: a chair is empty, or its person is away."""
        session, said = self.session, []
        for seat in session.asked:
            state = self._state(seat)
            if state in ("open", "away"):
                said.append(f"{self.name(seat)} {'has nobody on the chair yet' if state == 'open' else 'is away'}")
        return f" {listed(said)}." if said and self._keeping.table else ""

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(sure=a_flag)
    def invite(self, sure: bool = False) -> None:
        """Let others come to this table, each at a screen of their own."""
        self._hosts_only()
        if sharing.needs_token() and not the_store().database.several_machines and not sure:
            raise SetupError(sharing.TOKEN)
        self._keeping.invitation = self._table.store.invite(self._table.place.table)
        self.desk.open("company")

    def _invite_whoever_is_missing(self) -> None:
        """A game with friends at other screens begins with the way here for them."""
        if any(chair.who == OPEN for chair in self.seats) and self._is_host and not self._projected:
            self.invite(sure=True)

    def _seats_again(self) -> list[Chair]:
        """The chairs as agreed, for a new game; friends at other screens stay on theirs."""
        stay = {seat: chair for seat, chair in enumerate(self.seats) if self._is_elsewhere(chair)}
        return [
            replace(stay[seat]) if chair.who == OPEN and seat in stay else replace(chair, place="")
            for seat, chair in enumerate(self.setup.seats)
        ]

    def _is_elsewhere(self, chair: Chair) -> bool:
        return chair.who == PERSON and chair.place not in ("", self._keeping.place)

    def _after_a_change(self) -> None:
        super()._after_a_change()
        if len(self.setup.seats) == len(self.seats):  # what is agreed for the next game follows who is there
            self.setup.seats = [
                replace(chair, place="", **({"who": OPEN, "name": ""} if self._is_elsewhere(chair) else {}))
                for chair in self.seats
            ]

    @act()
    def uninvite(self) -> None:
        """Nobody else comes in by the link or the code; whoever is there stays."""
        self._hosts_only()
        self._table.store.uninvite(self._table.place.table)
        self._keeping.invitation = None
        self.desk.say("The link and the code no longer lead here.")

    @act(moves_on=True, chair=a_number, name=a_text)
    def sit_down(self, chair: int, name: str = "") -> None:
        """Take a chair that is free, or that a bot has."""
        table = self._keeping.table
        if self._keeping.only_looks:
            raise SetupError(WITH_THE_CLASS)
        if table is None or self._projected:
            raise SetupError("Nobody can sit down here: this screen has its people.")
        if self._people:
            raise SetupError("You have a chair at this table already.")
        if self._chair_of(chair).who == PERSON:
            raise SetupError(f"{self.name(chair)} is taken.")
        name = self.desk.attendance.name or check_name(name)  # in a class nobody is called by a name of their own
        self._keeping.take_place()
        self.seats[chair] = Chair(PERSON, name, self._keeping.place)
        self._after_a_change()
        self.desk.close()
        self.desk.say(f"You play {self.name(chair)}.")

    @act(moves_on=True, chair=a_number)
    def stand_up(self, chair: int) -> None:
        """Leave a chair free for somebody else."""
        if chair not in self._people or not self._keeping.others:
            raise SetupError("That is not a chair of this screen.")
        self.seats[chair] = Chair(OPEN)
        self._after_a_change()

    @act(chair=a_number, who=one_of(OPEN, *BOTS))
    def give(self, chair: int, who: str) -> None:
        """The host gives a chair to a bot, or keeps it free for somebody who comes."""
        self._hosts_only()
        if self._keeping.table is None:
            raise SetupError("Nobody is invited to this table.")
        if self._chair_of(chair).who == who:
            return
        self.seats[chair] = Chair(who)
        self._after_a_change()
        self.desk.say(f"{self.name(chair)}: {SAID['open' if who == OPEN else 'bot']}")

    @act(chair=a_number)
    def relink(self, chair: int) -> None:
        """Somebody has lost their link: they get a new one, and the old one is worth nothing."""
        self._hosts_only()
        place = self._chair_of(chair).place
        if chair in self._people or not place:
            raise SetupError("Nobody at another screen has that chair.")
        table = self._table
        _, ticket = table.store.admit(table.place.table, place)
        link = sharing.with_kept(self.desk.address, {self.desk.slot: TICKET + ticket})
        self._new_link = (chair, link)

    @act(on=a_flag)
    def behind(self, on: bool) -> None:
        """Whoever looks on sees the table as it happens, or as it stood when the round began."""
        if not self._looks_on:
            raise SetupError("Only those who look on can do so one round behind.")
        self._behind = on
        self._show_to_watchers()

    def _show_to_watchers(self) -> None:
        session = self.session
        starts = [start for start in session.turn_starts if start < session.length]
        session.goto(starts[-1] if self._behind and starts and session.outcome is None else session.length)

    def _hosts_only(self) -> None:
        if not self._is_host or self._projected:
            raise SetupError(HOSTS_ONLY)

    def _chair_of(self, chair: int) -> Chair:
        if not 0 <= chair < len(self.seats):
            raise SetupError(f"There is no chair {clip(chair)} at this table.")
        return self.seats[chair]

    # -- taking back --------------------------------------------------------------------------------------------------

    def _saw(self, number: int, seat: int) -> list[str]:
        """The other places whose people have seen something of what a seat did after so many moves."""
        session, own = self.session, self.seats[seat].place
        numbers = range(number + 1, session.length + 1)
        return sorted(
            {
                chair.place
                for eyes, chair in enumerate(self.seats)
                if chair.who == PERSON and chair.place != own
                if any(session.events_at(eyes, one) for one in numbers)
            }
        )

    def _ask_to_take_back(self, seat: int, number: int) -> bool:
        """Ask those who saw it whether the moves after a number of them are taken back; whether anybody must be."""
        if not self._saw(number, seat):
            return False
        self._keeping.note(ASK, {"seat": seat, "to": number})
        self.desk.say("You ask the others whether you may take that back.")
        return True

    def _asking(self) -> Data | None:
        """What somebody asks of those at this screen, with the two answers; or that they wait for answers."""
        table = self._keeping.table
        asking = table.asking if table else None
        if asking is None:
            return None
        if asking.seat in self._people:
            return {"text": "You have asked to take your last move back, and wait for an answer.", "buttons": []}
        if self._keeping.place not in self._saw(asking.to, asking.seat) or self._keeping.place in asking.agreed:
            return None
        return {
            "text": f"{self.name(asking.seat)} would like to take the last move back.",
            "buttons": [panel.button("Allow it", "answer", yes=True), panel.button("No", "answer", yes=False)],
        }

    @act(yes=a_flag)
    def answer(self, yes: bool) -> None:
        """Say whether somebody may take a move back; once all who saw it have said yes, it is taken back."""
        table = self._keeping.table
        if table is None or table.asking is None or self._asking() is None:
            raise SetupError("Nobody asks you for that now.")
        asking = table.asking
        left = set(self._saw(asking.to, asking.seat)) - {*asking.agreed, self._keeping.place}
        self._keeping.note(ANSWER, {"place": self._keeping.place, "yes": yes})
        if yes and not left:
            self._copy(self.session.branch(asking.to))
            self.desk.say("Taken back.")


SAID = {
    "here": "at this screen",
    "there": "at another screen",
    "away": "is away",
    "open": "a free chair",
    "bot": "a bot",
}
