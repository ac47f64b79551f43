"""A table whose game may have a campaign: what is agreed goes on from it, and the end of a game is added to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import SaveError, SetupError
from tabletop_kernel.table.saves import CODE_PREFIXES
from widgets import panel
from widgets.campaigns import KEY, Campaign, memory_of
from widgets.links import LESSON, TICKET
from widgets.messages import a_code, a_flag, act
from widgets.playtest.room import PlaytestRoom
from widgets.questions import Offered
from widgets.shared.chair import PERSON

if TYPE_CHECKING:
    from tabletop_kernel.table.session import Session
    from widgets.seating import Setup

Data = dict[str, Any]

OWN = "Your browser remembers this campaign. Keep the code too: enter it under Set up to continue on any computer."
APART = "This game isn't part of your current campaign, which hasn't changed. The code is for this table only."
AGAIN = "Your campaign already includes this game, with an earlier ending. The code has this ending instead."
LATER = "Your saved campaign hasn't changed. The code holds your campaign with this game added."
UNREAD = "We can't read the saved campaign."


class CampaignRoom(PlaytestRoom):
    """In games that have no campaign, nothing of this is seen."""

    setup: Setup
    started: bool

    def _begin_campaign(self) -> None:
        """Nobody has said anything about a campaign yet."""
        self._campaign = self.desk.face.campaign
        self._memory = memory_of(self.game.name)
        self._followed: str | None = None  # the code that the next game was agreed to go on from
        self._apart = False  # whether the next game is to stand for itself
        self._under_way: Session | None = None  # the game that was seen being played, and not only its end
        self._put_away: Session | None = None  # one that was over when somebody went on with another campaign
        self._added: dict[str, str] = {}  # games that are part of the campaign: its code before each
        self._note = self._slip = ""  # what was said last of a code, and what is wrong with one

    def opened(self, drawer: str, rule: str) -> None:
        self._slip = ""  # whoever comes back to it has seen what was wrong
        super().opened(drawer, rule)

    def _form(self, offered: Offered, seats: int) -> list[Data]:
        """What may be chosen, as the game asks for it."""
        return self.desk.face.form(self.game, memory_of(self.game.name).code, offered, seats)

    def _lay_out(self) -> None:
        """Before a game the table is set as was just agreed."""

    def _follow_campaign(self, onward: bool = False) -> None:
        """The next table goes on from the campaign as it is now, unless somebody has chosen something else."""
        campaign, code = self._campaign, self._memory.code
        if campaign is None or self._apart or (self._followed == code and not onward):
            return
        self._followed = code
        self.setup.options |= campaign.choices(self.game, code)
        if code and (onward or not self.started):
            self.setup.options |= campaign.following(self.game, code)
        self._lay_out()

    def _agreed(self) -> None:
        """Something else was agreed: perhaps that the next game has no part in the campaign."""
        if self._campaign is not None:
            self._apart = self._campaign.apart(self.game, self._memory.code, self.setup.options)

    def _resumed(self) -> None:
        """Another game after one that was opened again goes on from the campaign, as this one may have done."""
        self._followed, self._apart = None, False
        if self.session.outcome is None:
            self._agreed()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _with_campaign(self, screen: Data) -> Data:
        """A screen with the code that the browser is to remember."""
        if self.session.outcome is None:
            self._under_way = self.session
        return screen if self._campaign is None else {**screen, **self._memory.remembered}

    def _agreeing(self) -> Data:
        """What can be agreed before a game, and from which campaign it goes on."""
        data = self.setup.data()
        if self._campaign is None:
            return data
        code, campaign = self._memory.code, self._campaign
        data[KEY] = {
            "said": UNREAD if self._memory.trouble else campaign.said(self.game, code),
            "lines": [{"text": text, "rule": rule} for text, rule in campaign.lines(self.game, code)],
            "option": campaign.question(self.game, code, self.setup.options),
            "code": code,
            "file": campaign.file,
            "note": self._note,
            "problem": self._slip or self._memory.trouble,
        }
        return data

    @property
    def _from_campaign(self) -> str:
        """Before a game: from which campaign it goes on, if one has begun."""
        if self._campaign is None or not self._memory.code or self._apart:
            return ""
        return f" Your campaign: {self._campaign.said(self.game, self._memory.code)}"

    def _with_end_of_campaign_game(self, over: Data) -> Data:
        """The end of a game with what it did to the campaign; that is kept at once, so nobody need remember to."""
        if self._campaign is None or self.session.start is not None:  # a prepared table is no game of a campaign
            return over
        end = self._campaign.end(self.look(self.viewer), self._memory.code)
        if end is None:
            return over
        known = end.code == self._memory.code
        before = None if known else self._added.get(self._this_game)
        if before is not None:  # it was played on from an earlier moment, to another end
            end = self._campaign.end(self.look(self.viewer), before) or end
        belongs = end.belongs and (known or (self._counts and before is None))
        if belongs and not known:
            self._added[self._this_game] = self._memory.code
            self._memory.take(end.code)
        over[KEY] = {
            "lines": [{"text": text, "rule": rule} for text, rule in end.lines],
            "code": end.code,
            "file": self._campaign.file,
            "note": OWN if belongs else APART if not end.belongs else LATER if before is None else AGAIN,
        }
        if not belongs:
            over["buttons"].append(panel.button("Use this campaign", KEY, code=end.code))
        elif end.following:
            for button in over["buttons"]:
                button.pop("main", None)
            over["buttons"].insert(0, panel.button(f"Next: {end.following}", "onward", main=True))
        return over

    @property
    def _this_game(self) -> str:
        """What stands for a game, whichever way it was played on."""
        return f"{self.session.seed} {self.session.config}"

    @property
    def _counts(self) -> bool:
        """Whether the end of this game is added to the campaign by itself: somebody has played it here just now."""
        plays = any(chair.who == PERSON for chair in self.seats)
        return plays and self._under_way is self.session is not self._put_away

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(code=a_code)
    def campaign(self, code: str) -> None:
        """Go on with a campaign whose code was kept; one that cannot be read changes nothing."""
        campaign = self._has_campaign()
        self._note = self._slip = ""
        try:
            found = campaign.read(_no_other_code(code))
        except SaveError as error:
            self._slip = str(error)
            self.desk.say(self._slip, assertive=True)
            return
        old = self._memory.code
        self._memory.take(found)
        before = f" The previous code was {old}" if old and old != found else ""
        self._go_on(f"Your campaign: {campaign.said(self.game, found)}{before}")

    @act(sure=a_flag)
    def new_campaign(self, sure: bool) -> None:
        """Begin anew; the old code is told once more."""
        self._has_campaign()
        if not sure:
            raise SetupError("Your campaign is still there. To start a new one, confirm first.")
        old = self._memory.code
        self._slip = ""
        self._memory.take("")
        self._go_on(f"You start a new campaign. The old code was {old}" if old else "You start a new campaign.")

    def _go_on(self, said: str) -> None:
        self._apart, self._followed, self._put_away = False, None, self.session
        self._follow_campaign()
        self._note = said
        self.desk.say(said)
        if self.started:
            self.desk.open("setup")

    @act()
    def onward(self) -> None:
        """To the next game of the campaign: all is agreed, and can still be changed."""
        self._has_campaign()
        self._apart, self._note = False, ""
        self._follow_campaign(onward=True)
        self.desk.open("setup")

    def _has_campaign(self) -> Campaign:
        if self._campaign is None:
            raise SetupError(f"{self.game.title} has no campaign.")
        return self._campaign


def _no_other_code(text: str) -> str:
    """The text, unless it is clearly a code of another kind: then SaveError says where that one belongs."""
    code = text.rpartition("~")[2].rpartition("=")[2]
    if code.startswith((*CODE_PREFIXES, TICKET)):
        raise SaveError("This code is for a table, not for a campaign. Open it under Save.")
    if code.startswith(LESSON):
        raise SaveError("This code is for lessons, not for a campaign.")
    return text
