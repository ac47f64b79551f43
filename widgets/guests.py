"""A table with several screens: who sits where and who is there, invitations, chairs that change hands, taking back.

Whoever opened the table is its host. Others come by a link or a code, look on at first, and sit down on a chair that is
free or that a bot has. From then on the link of their page is theirs alone, and brings them back to their chair.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from typing import Any, NamedTuple

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import Refused, SetupError, clip
from tabletop_kernel.players.bots import BOTS
from widgets import panel, sharing
from widgets.chairs import ChairsRoom
from widgets.kept import HOSTS_TOO, NEW_LINK_FOR
from widgets.known_to_all import passed_on, who_knows_more
from widgets.links import INVITATION, TICKET, check_name
from widgets.messages import a_flag, a_number, a_text, act, one_of
from widgets.seating import Setup
from widgets.shared import codes
from widgets.shared.chair import OPEN, PERSON, Chair
from widgets.shared.database import CannotKeep
from widgets.shared.entries import ANSWER, ASK, CHAIRS, HOSTS, KNOWN, NEW_LINK, Entry
from widgets.shared.store import the_store
from widgets.shared.table import SharedTable

Data = dict[str, Any]

NOT_YET = "Start the game first. Then others can join."
HOW_MANY = "How many seats? You take the first, and friends use a code to take the others."
HOSTS_ONLY = "Only the host of this table can do that."
WITH_THE_CLASS = "You can't choose a seat at a class table: your teacher decides who sits here."
SEATED_BY_TEACHER = "Your teacher gave you this seat. To give it up, leave the class."
WATCHING = "You are watching: you see what everyone may see."
GIVEN = "The host gave your seat to {}. You are watching now."
SECOND_HAND = (
    "You can't take this seat: someone else has played its hand, and you already know another hand. "
    "Leave it to another player."
)
ASK_HOST = "The host has stopped inviting players. Ask the host to keep a seat free for you."
NOBODY_ELSE = "You can't take this seat from its bot: the host has stopped inviting players."
CHAIRS_STAY = "You can't change seats: the host has ended this game. The host can resume it or start a new one."
HOST_AWAY = (
    "The host is away. You can become a host too, and you stay one when they return. Hosts invite others, "
    "give out seats, change cards, end the game and download its record. Everyone will see a message."
)
OTHER_WAYS = "Others play at this table, so you can't switch to another line of play."
COME_BACK = (
    " Were you playing here before? Take your seat back: open your own link from this browser's history, "
    "or ask the host for a new one."
)


class NewLink(NamedTuple):
    """What the person of a chair gets who has lost their own; it is shown until they are back."""

    chair: int
    place: str
    state: str  # of the chair, when it was made: whoever was away then, and is there now, has come by it
    address: str


class GuestsRoom(ChairsRoom):
    """One of the screens at a table to which others may come."""

    setup: Setup
    _had: int | None  # a chair at this table that this browser had before

    def _begin_with_guests(self) -> None:
        self._new_link: NewLink | None = None
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
        others = self._keeping.had_others and not self._is_host  # else whoever has only bots here watches them
        return (self._keeping.others or others) and not self._people

    @property
    def _only_watches(self) -> bool:
        """A game waits for those who play, and not for those who look on; one that was ended waits for nobody."""
        return self.is_broken_off or (self._looks_on and any(chair.who == PERSON for chair in self.seats))

    @property
    def first_drawer(self) -> str:
        """Whoever was invited sees at once where they could sit."""
        may_sit_down = not self._projected and self._keeping.may_sit_down
        return "company" if self._looks_on and may_sit_down else ""

    @property
    def is_broken_off(self) -> bool:
        """Whether the host has ended this game before its end."""
        return self._keeping.table is not None and self._keeping.table.stopped

    @property
    def is_over(self) -> bool:
        """Whether this game has ended, whatever moment of it is shown."""
        session = self.session
        if self.is_broken_off:
            return True
        if session.at_input == session.length:
            return session.outcome is not None
        return session.branch(session.length).outcome is not None

    @property
    def _others_play(self) -> bool:
        """Whether the whole truth must not be on this screen: others play this game, have played it or are invited. One
        that was ended early may go on, so then it is for the host alone, who has ended it before everybody's eyes.
        """
        return self._keeping.withheld and (not self.is_over or (self.is_broken_off and not self._is_host))

    def _copied(self) -> None:
        """All of this game can be copied here now. Whoever comes to it later is told."""
        table = self._keeping.table
        if table is not None and table.copied is None and not table.linked:
            self._keeping.note(KNOWN, {})

    # -- who is there -------------------------------------------------------------------------------------------------

    def company(self) -> Data:
        """Everybody at the table, with what can be done about each chair, and the way here for others."""
        data: Data = {
            "kind": "company",
            "text": " ".join(one for one in (self._told_to_watchers(), self._no_chair(), *self._lasting()) if one),
            "seats": [self._seat(seat) for seat in range(len(self.seats))],
            "watchers": self._watchers,
            "buttons": [],
        }
        if self._may_be_called is not None:
            data["called"] = self.seats[self._may_be_called].name
        if not self.started:
            data |= self._ways_to_friends()
        elif self._is_host and not self._projected:
            self._keeping.look_at_invitation()
            if self._keeping.invitation:
                data |= self._way_here(*self._keeping.invitation)
                data["buttons"].append(panel.button("Stop inviting", "uninvite"))
            elif sharing.needs_token() and not the_store().database.several_machines:
                data["warning"] = sharing.TOKEN
                data["buttons"].append(panel.button("Invite anyway", "invite", sure=True))
                data["buttons"].append(panel.button("Share save code", "open", drawer="save", main=True))
            else:
                data["buttons"].append(panel.button("Invite others", "invite", main=True))
        if self._host_is_away:
            data["text"] = HOST_AWAY
            data["buttons"].append(panel.button("Host this table", "take-over"))
        if self._looks_on:
            data["buttons"].append(self._as_it_happens(not self._behind))
        return data

    def _ways_to_friends(self) -> Data:
        """Offer seats and a code in one step, before the game."""
        if self._projected or self.desk.attendance.in_class:
            return {"text": NOT_YET, "buttons": [panel.button("Start", "start", main=True)]}
        counts = [count for count in self.game.agreement.seats_for({}) if count > 1]
        buttons = [panel.button(f"{count} seats", "with-friends", count=count, main=True) for count in counts]
        found: Data = {"text": HOW_MANY, "buttons": buttons, "seats": []}
        asked = sharing.needs_token() and not the_store().database.several_machines
        return {**found, "warning": sharing.TOKEN} if asked else found

    @property
    def _host_is_away(self) -> bool:
        """Whether nobody who hosts the table is there: then somebody who plays may do so. A class has its teacher."""
        table = self._keeping.table
        if table is None or self._is_host or not self._people or self._projected or self._keeping.of_class:
            return False
        try:
            return not table.store.hosts(table.place.table) & {one.place for one in self._there}
        except CannotKeep:
            return False

    @property
    def _may_be_called(self) -> int | None:
        """The chair of the one person at this screen, who may say how others call them; in a class nobody does."""
        alone = self._keeping.table is not None and len(self._people) == 1 and not self._projected
        return self._people[0] if alone and not self.desk.attendance.name else None

    def _lasting(self) -> list[str]:
        """What everybody should know about this table for as long as its game lasts."""
        table = self._keeping.table
        if table is None or not self._keeping.had_others:
            return []
        deputies = [HOSTS_TOO.format(self._at_place(place)) for place in dict.fromkeys(table.deputies)]
        if self.is_over:
            return deputies
        return [*who_knows_more(table, self.moments), *passed_on(table, self.session, self.moments), *deputies]

    def _no_chair(self) -> str:
        """Why somebody who looks on cannot sit down, if only that nobody else is invited."""
        return ASK_HOST if self._looks_on and any(map(self._stays_with_bot, range(len(self.seats)))) else ""

    def _told_to_watchers(self) -> str:
        """What those who look on should know: among them may be somebody who has lost the way to their own chair."""
        if not self._looks_on:
            return ""
        away = any(self._state(seat) == "away" for seat in range(len(self.seats)))
        return WATCHING + COME_BACK if away and self._keeping.may_sit_down and not self._projected else WATCHING

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
        name = panel.seat_name(self.session, seat)
        data: Data = {
            "seat": seat,
            "name": name,
            "person": chair.name if chair.name != name else "",
            "state": state,
            "said": SAID[state],
            "buttons": self._about(seat, state),
        }
        link = self._new_link
        if link and (link.chair, link.place) == (seat, chair.place) and state in ("away", link.state) and self._is_host:
            data["link"] = link.address
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
        buttons: list[Data] = []
        if self.is_broken_off:
            return buttons
        may_sit_down = self._keeping.table and not self._projected and self._keeping.may_sit_down
        if may_sit_down and self._is_free(seat):
            buttons.append(panel.button("Sit down here", "sit-down", chair=seat, main=state == "open"))
        if seat == self._had and self._looks_on:
            buttons.append(panel.button("Sit down again", "sit-again", main=True))
        if self._is_host and self._keeping.table and not self._projected:
            if state in ("there", "away"):
                buttons.append(panel.button("New link", "relink", chair=seat))
            if state in ("there", "away", "open"):
                buttons.append(panel.button("Give to a bot", "give", chair=seat, who="greedy"))
            if state != "open":
                text = "Stand up" if state == "here" else "Keep seat free"
                buttons.append(panel.button(text, "give", chair=seat, who=OPEN))
        elif state == "here" and self._keeping.others and not self._keeping.of_class:
            buttons.append(panel.button("Stand up", "stand-up", chair=seat))
        return buttons

    def _is_free(self, seat: int) -> bool:
        """Whether whoever looks may take this chair."""
        return (
            self._state(seat) in ("open", "bot")
            and not self._has_enough(seat)
            and not self._would_see_two_hands(seat)
            and not self._stays_with_bot(seat)
        )

    def _stays_with_bot(self, seat: int) -> bool:
        """Whether a bot keeps its chair, since nobody else is invited: else nobody could be kept from coming back."""
        table = self._keeping.table
        if table is None or self._is_host or self._state(seat) != "bot":
            return False
        try:
            return table.store.invitation(table.place.table) is None
        except CannotKeep:
            return False  # nothing can be written then, either

    def _would_see_two_hands(self, seat: int) -> bool:
        """Whether somebody who plays would get the hidden hand that a person at another screen has played with."""
        table, place = self._keeping.table, self._keeping.place
        if table is None or self._open:
            return False
        plays = any(place in places for chair, places in table.held.items() if chair != seat)
        return plays and bool(table.held.get(seat, set()) - {place})

    def _has_enough(self, seat: int) -> bool:
        """Whether the people at this screen have their chairs; at that of the host more may sit down."""
        return bool(self._people) and not (self._is_host and self.seats[seat].who != PERSON)

    def waiting_for(self) -> str:
        """Whom the table waits for, if that needs saying: a chair is empty, or its person is away."""
        if not self._keeping.table:
            return ""
        said = ""
        for state, (one, several) in MISSING.items():
            names = [self.name(seat) for seat in self.session.asked if self._state(seat) == state]
            if names:
                said += f" {listed(names)} {one if len(names) == 1 else several}."
        return said

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(sure=a_flag)
    def invite(self, sure: bool = False) -> None:
        """Let others come to this table, each at a screen of their own."""
        self._hosts_only()
        if sharing.needs_token() and not the_store().database.several_machines and not sure:
            raise SetupError(sharing.TOKEN)
        if self._keeping.table is None:
            self._deal_unseen()
        self._keeping.invitation = self._table.store.invite(self._table.place.table)
        self.desk.open("company")

    def _deal_unseen(self) -> None:
        """Others come: deal anew if nothing has been decided yet, because the link holds all that is to come."""

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
        if self.viewer is None or self._people:
            self._lost_chair = ""
        else:
            taker = self.seats[self.viewer].who if self.viewer < len(self.seats) else PERSON
            self._lost_chair = GIVEN.format("someone else" if taker in (PERSON, OPEN) else "a bot")
        super()._after_a_change()
        if len(self.setup.seats) == len(self.seats):
            self._agree_with_chairs()

    def _agree_with_chairs(self) -> None:
        """What is agreed for the next game follows who is there: who sits at another screen keeps their chair."""
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
        self.desk.say("The link and the code no longer work.")

    @act(moves_on=True, chair=a_number, name=a_text)
    def sit_down(self, chair: int, name: str = "") -> None:
        """Take a chair that is free, or that a bot has."""
        self._chairs_may_change()
        table = self._keeping.table
        if not self._keeping.may_sit_down:
            raise SetupError(WITH_THE_CLASS)
        if table is None or self._projected:
            raise SetupError("You can't take another seat from this screen.")
        if self._chair_of(chair).who == PERSON and not self._people:
            raise SetupError(self._taken(chair))
        if self._has_enough(chair):
            raise SetupError("You already have a seat at this table.")
        if self._would_see_two_hands(chair):
            raise SetupError(SECOND_HAND)
        name = self.desk.attendance.name or self._own_name(name, chair)  # in a class it is not one of their own
        self._keeping.take_place()
        if self._stays_with_bot(chair):
            raise SetupError(NOBODY_ELSE)
        self.seats[chair] = Chair(PERSON, name, self._keeping.place)
        self._behind, self._notice = False, ""  # what was told to whoever looked on is old
        self.session.goto(self.session.length)  # whoever plays sees the table as it stands
        self._after_a_change()
        self.desk.close()
        self.desk.say(
            f"You play {self.name(chair)}. This page now has your own link, which brings you back to your seat."
        )

    def _own_name(self, name: str, chair: int) -> str:
        """A name as it was typed, unless somebody else here is called so: others must know who is meant."""
        name = check_name(name)
        others = [seat for seat in range(len(self.seats)) if seat != chair]
        taken = [self.seats[seat].name for seat in others] + [panel.seat_name(self.session, seat) for seat in others]
        if name and name.casefold() in (other.casefold() for other in taken):
            raise SetupError(f"Someone else at this table is called {name}. Choose another name.")
        return name

    @act(name=a_text)
    def call_me(self, name: str) -> None:
        """Whoever has a chair already says how they are called."""
        chair = self._may_be_called
        if chair is None:
            raise SetupError("You can choose a name only if you are the only person playing at this screen.")
        if (name := self._own_name(name, chair)) != self.seats[chair].name:
            self.seats[chair] = replace(self.seats[chair], name=name)
            self._after_a_change()
            self.desk.say(f"Your name is now {name}." if name else "Your name was removed.")

    def _taken(self, chair: int) -> str:
        """That a chair has somebody already: it is called as in the game, and the person by their name."""
        character, person = panel.seat_name(self.session, chair), self.seats[chair].name
        return f"{person} already sits there." if person else f"{character} is taken."

    @act(moves_on=True, chair=a_number)
    def stand_up(self, chair: int) -> None:
        """Leave a chair free for somebody else."""
        self._chairs_may_change()
        if chair not in self._people or not self._keeping.others:
            raise SetupError("You can't leave that seat: no one at this screen has it.")
        if self._keeping.of_class:
            raise SetupError(SEATED_BY_TEACHER)
        self.seats[chair] = Chair(OPEN)
        self._after_a_change()
        self._lost_chair = ""

    @act(chair=a_number, who=one_of(OPEN, *BOTS))
    def give(self, chair: int, who: str) -> None:
        """The host gives a chair to a bot, or keeps it free for somebody who comes."""
        self._hosts_only()
        self._chairs_may_change()
        if self._keeping.table is None:
            raise SetupError("Invite others to this table first.")
        if self._chair_of(chair).who == who:
            return
        own = chair in self._people
        self.seats[chair] = Chair(who)
        self._after_a_change()
        self._lost_chair = "" if own else self._lost_chair
        self.desk.say(f"{self.name(chair)}: {SAID['open' if who == OPEN else 'bot']}")

    @act(chair=a_number)
    def relink(self, chair: int) -> None:
        """Somebody has lost their link: they get a new one, and the old one is worth nothing."""
        self._hosts_only()
        place = self._chair_of(chair).place
        if chair in self._people or not place:
            raise SetupError("No one at another screen has that seat.")
        table = self._table
        _, ticket = table.store.admit(table.place.table, place)
        link = sharing.with_kept(self.desk.address, {self.desk.slot: TICKET + ticket})
        self._new_link = NewLink(chair, place, self._state(chair), link)
        self._keeping.note(NEW_LINK, {"seat": chair})
        self.desk.say(NEW_LINK_FOR.format(self.name(chair)))

    def _as_it_happens(self, behind: bool) -> Data:
        text = f"Watch one {self.game.pace.round_word} behind" if behind else "Watch live"
        return panel.button(text, "behind", on=behind)

    def _one_round_behind(self) -> Data | None:
        """What somebody reads who looks on later than it happens; None for anybody else who looks at the past."""
        if not self._behind or not self._looks_on:
            return None
        what = self.game.pace.round_word
        text = f"You are watching one {what} behind: you see the table as it was when this {what} began."
        buttons = [self._as_it_happens(False)]
        return {"kind": "past", "head": "Watching", "text": text, "rules": [], "buttons": buttons}

    @act()
    def take_over(self) -> None:
        """Host the table because whoever did so is away; when they come back, both do, and everybody knows."""
        if not self._host_is_away:
            raise SetupError("You can't take over now: the host is here, or you have no seat at this table.")
        table = self._table
        table.store.make_host(table.place.table, table.place.name)
        table.place = table.place._replace(host=True)
        self._keeping.note(HOSTS, {"place": table.place.name})
        self.desk.say("You now host this table.")

    @act(on=a_flag)
    def behind(self, on: bool) -> None:
        """Whoever looks on sees the table as it happens, or as it stood when the round began."""
        if not self._looks_on:
            raise SetupError(f"Only spectators can watch one {self.game.pace.round_word} behind.")
        self._behind = on
        self._show_to_watchers()

    def _hear(self, news: Sequence[Entry]) -> None:
        super()._hear(news)
        if self._behind:  # one round behind, and not at the round that was the last when they asked for it
            self._show_to_watchers()

    def _show_to_watchers(self) -> None:
        session = self.session
        now = self.moments.last
        starts = [start for start in session.turn_starts if start < now]
        session.goto(starts[-1] if self._behind and starts and session.outcome is None else session.length)

    def _chairs_may_change(self) -> None:
        if self.is_broken_off:
            raise SetupError(CHAIRS_STAY)

    def _hosts_only(self) -> None:
        if not self._is_host or self._projected:
            raise SetupError(HOSTS_ONLY)

    def _chair_of(self, chair: int) -> Chair:
        if not 0 <= chair < len(self.seats):
            raise SetupError(f"There is no seat {clip(chair)} at this table.")
        return self.seats[chair]

    # -- taking back --------------------------------------------------------------------------------------------------

    def _saw(self, number: int, seat: int) -> list[str]:
        """The other places whose people have seen something of what a seat did after so many inputs."""
        session, own = self.session, self.seats[seat].place
        made = enumerate(session.inputs[number:], number + 1)
        numbers = [at for at, one in made if one.seat == seat]  # what others have sealed meanwhile stays
        return sorted(
            {
                chair.place
                for eyes, chair in enumerate(self.seats)
                if chair.who == PERSON and chair.place != own
                if any(session.events_at(eyes, one) for one in numbers)
            }
        )

    def _ask_to_take_back(self, seat: int, number: int) -> bool:
        """Ask those who saw it whether the inputs after a number of them are taken back; whether anybody must be."""
        if not self._saw(number, seat):
            return False
        table = self._keeping.table
        if table is not None and table.asking is not None and table.asking.seat != seat:
            raise SetupError(
                f"{self.name(table.asking.seat)} is already asking to take a move back. Wait until that is settled."
            )
        if table is None or table.asking is None or table.asked_back_to != number:  # else they are asked already
            self._keeping.note(ASK, {"seat": seat, "to": number})
        self.desk.say("You asked the others to let you take that back.")
        return True

    def _noting_what_is_left(self) -> AbstractContextManager[None]:
        """What is taken back in here is told later, where a record is kept."""
        return nullcontext()

    def _leave_out(self, seat: int, number: int) -> None:
        """Take back what a seat did after so many inputs. What others have sealed meanwhile stays, unless it rests on
        that: then they have seen it, and have agreed."""
        session = self.session
        sealed = [made for made in session.inputs[number:] if made.seat != seat]
        session.cut(number)
        for made in sealed:
            with suppress(Refused):
                session.submit(made.seat, made.move)

    def _asking(self) -> Data | None:
        """What somebody asks of those at this screen, with the two answers; or that they wait for answers."""
        table = self._keeping.table
        if table and table.declined and table.declined[0] in self._people and table.declined[1] != self._keeping.place:
            if table.declined[1] == CHAIRS:
                why = "The players at the table have changed"
            elif not table.declined[1]:
                why = "The game went on before everyone agreed"
            else:
                why = f"{self._at_place(table.declined[1])} said no"
            return {"text": f"{why}, so you can't take your move back.", "buttons": []}
        if table is None or table.asking is None:
            return None
        asking = table.asking
        left = [place for place in self._saw(table.asked_back_to, asking.seat) if place not in asking.agreed]
        if asking.seat in self._people:
            names = listed(self.name(seat) for seat, chair in enumerate(self.seats) if chair.place in left)
            text = f"You asked to take back your last move. Waiting for {names}."
            return {"text": text, "buttons": [panel.button("Keep the move", "answer", yes=False)]}
        if self._keeping.place not in left:
            return None
        who = self.name(asking.seat)
        return {
            "head": f"{who} is asking you",
            "text": f"{who} wants to take back their last move. Everyone who saw it must agree.",
            "buttons": [panel.button("Allow", "answer", yes=True), panel.button("No", "answer", yes=False)],
        }

    @act(yes=a_flag)
    def answer(self, yes: bool) -> None:
        """Say whether somebody may take a move back; once all who saw it have said yes, it is taken back. Whoever has
        asked may think again."""
        table = self._keeping.table
        own = bool(table and table.asking and table.asking.seat in self._people)
        if table is None or table.asking is None or self._asking() is None or (own and yes):
            raise SetupError("No one is asking you about taking a move back.")
        asking, to = table.asking, table.asked_back_to
        left = set(self._saw(to, asking.seat)) - {*asking.agreed, self._keeping.place}
        self._keeping.note(ANSWER, {"place": self._keeping.place, "yes": yes})
        if yes and not left:
            with self._without_composed(), self._noting_what_is_left():
                self._leave_out(asking.seat, to)
            self.desk.say(f"{self.name(asking.seat)} took back their last move.")


# What is said of those for whom the table waits in vain, of one and of several.
MISSING = {
    "open": ("has no player yet", "have no players yet"),
    "away": ("is away", "are away"),
}
SAID = {
    "here": "at this screen",
    "there": "at another screen",
    "away": "away",
    "open": "a free seat",
    "bot": "a bot",
}
