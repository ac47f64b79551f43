"""One game of many as a table: to be looked at move by move, with the eyes of any seat, and to be played on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.contract.game import Move
from tabletop_kernel.study.playing import Plan
from tabletop_kernel.table.session import Session
from widgets import panel
from widgets.desk import Desk
from widgets.links import Progress
from widgets.messages import Act, a_number, act, acts_of
from widgets.packs import OwnPack
from widgets.play import PlayRoom
from widgets.seating import bot_called
from widgets.shared.chair import Chair
from widgets.table import TableView

Data = dict[str, Any]

MAY = ("goto", "move", "ask", "branch", "sit-in", "turning")  # what can be asked of a game that is only looked at
ONLY_SHOWN = "You can't change this game: it shows what the bots played. Press “Play on from here” to play your own."
NOTHING_LEFT = "The game is over here. Go back to an earlier move and play on from there."
LOOK_BACK = "Move the slider back to see how the game went. You can play on from any earlier move."


class ReplayRoom(PlayRoom):
    """A game that bots have played. Nobody has a secret from whoever looks: they choose with whose eyes."""

    def __init__(self, desk: Desk, session: Session, bots: Sequence[str], told: str) -> None:
        super().__init__(desk, session.seed, seats=session.config.seats)
        self._told_as = told
        self._take(session, [Chair(bot) for bot in bots])
        self.started = True
        self.viewer = None if self._nobodys else 0

    # -- nothing here changes, and nothing is kept ---------------------------------------------------------------------

    @property
    def _bots_asked(self) -> list[int]:
        return []

    def legal(self) -> list[Move]:
        return []

    def submit(self, move: Move) -> None:
        raise SetupError(ONLY_SHOWN)

    def settle(self) -> bool:
        return False

    def _keep(self) -> dict[str, str]:
        return {}

    def project(self, on: bool) -> None:
        super().project(on)
        if not on and self.viewer is None:
            self.viewer = 0

    # -- the screen ---------------------------------------------------------------------------------------------------

    def _screen(self) -> Data:
        screen = super()._screen()
        screen["tools"] = ["rules", "odds", "save"]
        screen["time"]["undo"] = False
        return screen

    def _now(self) -> Data:
        session = self.session
        now = super()._now()
        if session.at_input < session.length:
            text = f"{self._told_as} You are looking at move {self.moments.named(session.at_input)} of "
            text += f"{self.moments.name(self.moments.length)}."
            on = panel.button("Play on from here", "branch", main=True)
            return {**now, "text": text, "buttons": [on, panel.button("Go to end", "goto", number=session.length)]}
        buttons = [panel.button("Go to start", "goto", number=0)]
        if session.outcome is not None:
            scores = self.desk.face.scores(self.look(self.viewer), self.name)
            now |= panel.over(session, None, self.name, scores)
            now["head"] = "How it ended"
        ended = f"The team has {session.outcome.results[0]}." if session.outcome and self._as_one else now["text"]
        return {**now, "text": f"{self._told_as} {ended} {LOOK_BACK}", "buttons": buttons}

    @property
    def _as_one(self) -> bool:
        return self.game.agreement.is_team_game(self.session.config)

    def _chairs(self) -> Data | None:
        """With whose eyes to look; on a projector there are only everybody's."""
        if self._nobodys or self.session.config.seats < 2:
            return None
        seats = [self._eyes(seat) for seat in range(len(self.seats))]
        return {"title": "Watch as", "shared": True, "note": "", "seats": seats, "buttons": []}

    def _eyes(self, seat: int) -> Data:
        name, here = panel.seat_name(self.session, seat), seat == self.viewer
        bot = bot_called(self.seats[seat].who).partition(" and ")[0]  # there is little room, and nobody else plays
        chair = {"seat": seat, "name": name, "person": bot, "here": here, "state": ""}
        if here:
            return {**chair, "said": "", "here_said": "your view"}
        return {**chair, "said": "", "text": f"Watch as {name}", "do": {"do": "sit-in", "chair": seat}}

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(moves_on=True, chair=a_number)
    def sit_in(self, chair: int) -> None:
        """Look with the eyes of another seat."""
        if not 0 <= chair < len(self.seats):
            raise SetupError(f"This table has no seat {clip(chair)}.")
        if self._nobodys:
            raise SetupError("You can't show one player's hand on a projector, where everyone would see it.")
        self._take_chair(chair)

    @act(moves_on=True, number=a_number)
    def branch(self, number: int | None = None) -> None:
        """Play on from the moment that is shown: with the seat through whose eyes one looks, against the same bots."""
        twin = self.session.branch(number)
        if twin.outcome is not None:
            raise SetupError(NOTHING_LEFT)
        seats = [Chair(chair.who) for chair in self.seats]
        seats[twin.next_up if self.viewer is None else self.viewer] = Chair()
        room = PlayedOn(self.desk)
        room.begin(twin, seats)
        self.desk.move_to(room)


class PlayedOn(PlayRoom):
    """A game of one's own that began in the middle of another."""

    def begin(self, session: Session, seats: list[Chair]) -> None:
        self._take(session, seats)
        self.setup.adopt(seats, session.config)
        self._resumed()
        self._sit_down()


class ReplayDesk(Desk):
    """The lab's page while it shows a table. It draws on the lab's own view, and its link stays the lab's."""

    def __init__(self, plan: Plan, pack: OwnPack | None, view: TableView, at: int, projecting: bool) -> None:
        super().__init__(plan.game, view.slot, _no_room, "", Progress(plan.game.name, ()), pack, view=view)
        self._plan = plan
        self._at, self.projecting = at, projecting
        self._more = False

    @property
    def drawn(self) -> int:
        """The number of the screen."""
        return self._at

    def show_game(self, session: Session, number: int, told: str, more: bool) -> None:
        """Set the table of a game, as it was when the game was over; `more`: there are others like it."""
        bots = [self._plan.bots[(seat + number) % len(self._plan.bots)] for seat in range(session.config.seats)]
        self._more = more
        self.move_to(ReplayRoom(self, session, bots, told))
        self.say(told)
        self.draw()

    def leave(self) -> None:
        """Nobody looks at this table any more."""
        self.attendance.desks.remove(self)

    def _acts(self) -> dict[str, Act]:
        own = acts_of(type(self))
        if self.room is None or not isinstance(self.room, ReplayRoom):
            return super()._acts()
        return {**{word: found for word, found in acts_of(ReplayRoom).items() if word in MAY}, **own}

    def _screen(self) -> Data:
        back: list[Data] = [panel.button("Back to results", "back")]
        if self._more and isinstance(self.room, ReplayRoom):
            back.append(panel.button("Another like this", "another"))
        return {**super()._screen(), "back": back, "keep": {}}


def _no_room(desk: Desk, link: dict[str, str]) -> Any:
    raise SetupError("Choose a game in the lab first.")
