"""The chairs around a table where hands are open: one screen serves all people, and whoever acts sits in a chair.

Nothing need be hidden there, so no curtain falls. One sits in for any person's character with one click, and stays in
that chair; only when it is asked nothing more and another is, the page goes there by itself, and says so.
"""

from __future__ import annotations

from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.contract.game import Move
from widgets import panel
from widgets.company import CompanyRoom
from widgets.messages import a_number, act

Data = dict[str, Any]

OWN_CARDS = (
    "You can't sit in here: everyone sees only their own cards. The screen passes to the next player automatically."
)


class ChairsRoom(CompanyRoom):
    """A table with several chairs at one screen."""

    _projected: bool

    def _begin_in_chairs(self) -> None:
        """Nobody has moved from one chair to another yet."""
        self._home: int | None = None  # the chair that the page comes back to when what is under way is over
        self._moved: tuple[int, int | None, str] = (0, None, "")  # what was said when the page changed chairs, and when
        self._done: set[int] = set()  # who had nothing more to do when something was begun
        self.session.to_all = self._shared  # whose chair one sits in changes too often for a «you»

    @property
    def _open(self) -> bool:
        """Whether all may see what each of them sees: then no screen has anything to hide."""
        return self.game.agreement.has_open_hands(self.session.config)

    @property
    def _nobodys(self) -> bool:
        """Whether the screen is for everybody and so for no seat: on a projector, unless all hands are open."""
        return self._projected and not self._open

    @property
    def _shared(self) -> bool:
        """Whether several people look at this screen, and all may see what each of them sees."""
        return len(self._people) > 1 and self._open

    def is_own(self, seat: int | None) -> bool:
        person = seat in self._people
        return super().is_own(seat) or (person and self.viewer is not None and self._shared)

    @property
    def listener(self) -> int | None:
        """What is said to one of those who share a screen, all have heard."""
        return None if self._shared else super().listener

    def _recap(self) -> Data | None:
        """Who shares a screen has seen what the others did."""
        return None if self._shared else super()._recap()

    # -- from chair to chair ------------------------------------------------------------------------------------------

    @act(moves_on=True, chair=a_number)
    def sit_in(self, chair: int) -> None:
        """Sit in for a person's character, to act as them."""
        if not 0 <= chair < len(self.seats):
            raise SetupError(f"There is no seat {clip(chair)} at this table.")
        if not self.started or not self._shared:
            raise SetupError(OWN_CARDS)
        if self._is_bot(chair):
            raise SetupError(f"You can't sit in for {self.name(chair)}: a bot plays there. You can let it act.")
        self._home = None
        self._take_chair(chair)
        self.desk.say(f"You sit in for {self.name(chair)}.")

    def _take_chair(self, chair: int) -> None:
        """Look from another chair; what was news on the screen still is."""
        session, before = self.session, self.viewer
        numbers = range(session.at_input, 0, -1)
        seen = next((number for number in numbers if session.log_length(before, number) <= self._seen), 0)
        self.viewer, self._seen = chair, session.log_length(chair, seen)
        self.why = None

    def _go_where_asked(self, asked: list[int]) -> None:
        """Stay where one sits as long as that chair is asked; else go to one that is, and back when that is over."""
        here, rest = self.viewer, self._at_rest
        if rest and self._home in asked:
            assert self._home is not None
            self._move_to_chair(self._home, f"Back in {self.name(self._home)}'s seat.")
        elif here not in asked:
            chair = min(asked, key=lambda seat: (seat - (here or 0)) % len(self.seats))
            may = "may act" if rest else "must decide"
            self._move_to_chair(chair, "" if here is None else f"{self.name(chair)} {may}: you now sit in for them.")
            if not rest and self._home is None:
                self._home = here
        if rest:
            self._home = None

    def _move_to_chair(self, chair: int, said: str) -> None:
        if chair == self.viewer:
            return
        self._take_chair(chair)
        self._moved = (self.moments.length, chair, said)
        if said:
            self.desk.say(said)

    # -- going on together --------------------------------------------------------------------------------------------

    def _who_goes_along(self, move: Move) -> list[int]:
        """The others at this screen for whom a move is made as well, where all of them only have to say «go on»."""
        session = self.session
        if not self.game.pace.is_for_all(session.truth, move) or not self._shared:
            return []
        return [seat for seat in session.asked if seat in self._people and seat != self.viewer]

    def _go_along(self, seats: list[int], move: Move) -> None:
        """Make the move for each of them who is still asked the same."""
        session = self.session
        for seat in seats:
            if self.game.pace.is_for_all(session.truth, move) and move in session.moves(seat):
                session.submit(seat, move)

    def _mark_together(self, groups: list[Data]) -> None:
        """A button that goes on for several says so."""
        for button in (button for group in groups for button in group["buttons"]):
            seats = self._who_goes_along(tuple(button["do"].get("move") or ("",)))
            if seats:
                everybody = listed(self.name(seat) for seat in sorted([*seats, self.viewer or 0]))
                button |= {"text": "All continue", "label": f"Continue: {everybody}"}

    def _told_together(self) -> str:
        """Who else may do something before all go on."""
        if self.viewer is None or not self._decides:
            return ""
        seats = sorted({seat for move in self.legal() for seat in self._who_goes_along(move)})
        return f" {listed(map(self.name, seats))} can also act. Press a seat to sit in for its player." if seats else ""

    # -- the row of chairs --------------------------------------------------------------------------------------------

    def _chairs(self) -> Data | None:
        """The chairs as the page shows them; None where the screen belongs to one person, and no bot waits for them."""
        session = self.session
        bots = sum(map(self._is_bot, range(len(self.seats))))
        company = (
            bool(self._people) and bots > 0 and self.game.agreement.is_team_game(session.config) and not self._nobodys
        )
        if not (self._shared or company) or session.outcome is not None:
            return None
        waiting = self._bots_waiting
        if self._at_rest:
            every = range(len(self.seats)) if self.game.pace.is_any_order(session.truth) else ()
            self._done = set(every) - set(session.asked)
        bots_waiting = "the bots" if len(waiting) > 1 else "the bot"
        what = f"this {self.game.pace.step_word}" if self.game.pace.step_word else f"the {self.game.pace.round_word}"
        finish = panel.button(f"Let {bots_waiting} finish {what}", "finish")
        return {
            "shared": self._shared,
            "note": self._moved[2] if self._moved[:2] == (self.moments.length, self.viewer) else "",
            "seats": [self._chair(seat, seat in waiting) for seat in range(len(self.seats))],
            "buttons": [finish] if waiting else [],
        }

    def _chair(self, seat: int, waits: bool) -> Data:
        """One chair: whose it is, what they may do now, and what a click on it does."""
        name, person, bot = panel.seat_name(self.session, seat), self.seats[seat].name, self._is_bot(seat)
        state = "asked" if seat in self.session.asked else "done" if seat in self._done else ""
        chair: Data = {
            "seat": seat,
            "name": name,
            "person": "bot" if bot else person if person != name else "",
            "here": seat == self.viewer,
            "state": state,
            "said": {"asked": "may act" if self._at_rest else "must decide"}.get(state, state),
        }
        if waits:
            return {**chair, "text": f"Let {name} act", "do": {"do": "let", "chair": seat}}
        if self._shared and not bot and not chair["here"]:
            return {**chair, "text": f"Sit in for {self.name(seat)}", "do": {"do": "sit-in", "chair": seat}}
        return chair
