"""The bots at a table that is played: when they move by themselves, and when they wait until they are asked to."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.contract.events import sees
from tabletop_kernel.contract.game import Move
from tabletop_kernel.players.bots import BOTS, Bot, forward, make_bot
from tabletop_kernel.table.saves import Input
from widgets.kept import KeptRoom
from widgets.messages import a_flag, a_number, act
from widgets.shared.chair import people

Data = dict[str, Any]

BREATH = 300  # work of bots for one message: about a second in the slowest game, however long it is their turn
WORK = {"mcts": 100}  # a move that was thought through, where one at first sight is 1


class CompanyRoom(KeptRoom):
    """A table with bots. Where all play together and in any order, bots wait for the people or until they are let."""

    def _begin_with_bots(self) -> None:
        """They have thought about nothing yet, and nobody has asked anything of them."""
        self._bots: dict[tuple[int, str], Bot] = {}
        self._last_of_bots: tuple[int, Input | None] = (0, None)  # what one of them did last, and its number
        self._wait_for_people()

    def _wait_for_people(self) -> None:
        """Bots no longer go on by themselves while people may act."""
        self._skipping = False
        self._finishing: int | None = None  # the round that the bots finish because somebody said so

    # -- who may, and who does ----------------------------------------------------------------------------------------

    def _is_bot(self, seat: int) -> bool:
        return self.seats[seat].who in BOTS

    @property
    def _at_rest(self) -> bool:
        """Whether nothing that was begun is still being carried out."""
        return not self.game.pace.is_resolving(self.session.truth)

    @property
    def _only_watches(self) -> bool:
        """Whether bots are left to those who play, at other screens."""
        return False

    @property
    def _bots_asked(self) -> list[int]:
        """The bots that may act now."""
        session = self.session
        at_present = self.started and session.at_input == session.length and not session.full
        bots = [seat for seat in session.asked if self._is_bot(seat)] if at_present else []
        return bots if bots and not self._only_watches and self._keeping.plays_bots() else []

    @property
    def _bots_turn(self) -> bool:
        """Whether a bot acts by itself now: nobody else is asked, or it answers, or the bots finish the round."""
        session, bots = self.session, self._bots_asked
        if not bots or len(bots) == len(session.asked):
            return bool(bots)
        finishing = self._finishing == self.game.pace.turns(session.truth)
        return self.game.agreement.is_team_game(session.config) and (finishing or not self._at_rest)

    @property
    def _bots_waiting(self) -> list[int]:
        """The bots that could act, and leave it to the people to say when."""
        together = self.game.agreement.is_team_game(self.session.config)
        return self._bots_asked if together and self._at_rest and not self._bots_turn else []

    @property
    def _next_bot(self) -> int:
        """Which of the bots that may act does so."""
        up, bots = self.session.next_up, self._bots_asked
        return up if up in bots else bots[0]

    # -- moves --------------------------------------------------------------------------------------------------------

    def _bot_moves(self, seat: int, kind: str) -> int:
        """One move of a bot, made from what its seat can see; how much work that was."""
        session = self.session
        number, made = self._last_of_bots
        if number > session.length or (number and session.inputs[number - 1] is not made):
            self._bots.clear()  # that was taken back, and so is what they have thought of it
        if (seat, kind) not in self._bots:
            seed = session.seed + session.length
            self._bots[seat, kind] = make_bot(kind, self.game, session.config, seat, seed)
        moves = forward(session.moves(seat))
        session.submit(seat, self._bots[seat, kind].choose(session.view(seat), moves))
        self._last_of_bots = (session.length, session.inputs[-1])
        return WORK.get(kind, 1) if len(moves) > 1 else 1

    def _spare_formalities(self) -> None:
        """Make the moves of people that are no decision, at whatever screen they sit; each may bring up the next."""
        session, seats = self.session, people(self.seats)
        while formal := [(seat, move) for seat in seats if (move := self._formal(seat))]:
            session.submit(*formal[0])

    def _formal(self, seat: int) -> Move | None:
        session = self.session
        move = self.game.pace.forced_move(session.truth, seat)
        return move if move in session.moves(seat) else None

    def _let_bots_play(self, all: bool) -> None:
        """As long as a page likes to wait for an answer. If that is not enough, it asks again by itself."""
        work = 0
        while self._bots_turn and work < BREATH:
            seat = self._next_bot
            work += self._bot_moves(seat, self.seats[seat].who)
            showed = self._showed_something()
            self._spare_formalities()  # a person may have waited for just this, with nothing left to decide
            if showed and not all:
                break
        self._skipping = all and self._bots_turn
        if self._at_rest and not self._bots_asked:
            self._finishing = None

    def _showed_something(self) -> bool:
        """Whether the last move is in the viewer's log."""
        return any(sees(audience, self.viewer) for _, _, audience, _ in self.session.last_events)

    def _last_was_a_bot(self) -> bool:
        """Whether a bot has made the last move of which those who look may know."""
        last = self.moments.last
        return last > 0 and self._is_bot(self.session.inputs[last - 1].seat)

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(moves_on=True, all=a_flag)
    def go_on(self, all: bool = False) -> None:
        """Let the bots play: up to the next thing that can be seen, or up to the next decision of a person."""
        before = self.session.log_length(self.viewer)
        self.why = None
        with nullcontext() if all else self._played_back():  # whoever skips wants to see nothing of it
            self._let_bots_play(all)
        self._tell_news(before)
        self._look_who_decides()

    @act(moves_on=True, chair=a_number)
    def let(self, chair: int) -> None:
        """Let a bot that waits act once; what it has begun it carries out by itself."""
        if chair not in self._bots_waiting:
            raise SetupError(f"No bot in seat {clip(chair)} is waiting for you.")
        before = self.session.log_length(self.viewer)
        self.why = None
        with self._played_back():
            self._bot_moves(chair, self.seats[chair].who)
            showed = self._showed_something()
            self._spare_formalities()
            if not showed:
                self._let_bots_play(all=False)
        self._tell_news(before)
        self._look_who_decides()

    @act(moves_on=True)
    def finish(self) -> None:
        """Let the bots that wait act until they have nothing more to do in this round, or in this part of it."""
        if not self._bots_waiting:
            raise SetupError("No bot at this table is waiting for you.")
        self._finishing = self.game.pace.turns(self.session.truth)
        self.go_on()
