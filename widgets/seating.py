"""Before a game: who sits where, which board, and the doubtful rules as switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_kernel.contract.errors import SetupError, TabletopError, clip, nearest
from tabletop_kernel.contract.game import Config, Game, Option
from tabletop_kernel.contract.table_options import first_choice
from tabletop_kernel.players.bots import BOTS
from tabletop_kernel.table.session import Session
from widgets.links import MAX_NAME, check_name, check_who
from widgets.panel import seat_name
from widgets.questions import Form, entries_in, plain_form
from widgets.rulebook import switch
from widgets.shared.chair import OPEN, PERSON, Chair, people

WHO = {
    PERSON: "A person at this screen",
    OPEN: "A friend at another screen",
    "random": "Bot: plays at random",
    "quick": "Bot: plays on instinct",
    "greedy": "Bot: weighs its moves",
    "mcts": "Bot: thinks ahead",
}


def bot_called(bot: str) -> str:
    """What a bot is called, wherever it plays: «weighs its moves»."""
    return WHO[bot].removeprefix("Bot: ")


def usual_seats(game: Game[Any], count: int | None = None) -> list[Chair]:
    """One person among bots; without a wish, the smallest table that is for more than one."""
    return [Chair(), *(Chair("greedy") for _ in range(game.agreement.configure(count).seats - 1))]


def seats_at(session: Session) -> list[Chair]:
    """Who sits at a table made in code: those whom it names, or one person in the chair that is to decide."""
    named = {seat: check_name(name) for seat, name in session.people.items() if 0 <= seat < session.config.seats}
    person = next(iter(session.asked), 0)
    people = named or {person: ""}
    return [Chair(PERSON, people[seat]) if seat in people else Chair("greedy") for seat in range(session.config.seats)]


ALONE = "A bot plays alone, and you watch."


def _players(here: int, elsewhere: int) -> str:
    """The people who play, as the beginning of a sentence."""
    friends = f"{elsewhere} friend{'s' * (elsewhere > 1)} at {'other screens' if elsewhere > 1 else 'another screen'}"
    if not elsewhere:
        return "You play" if here == 1 else f"{here} people at this screen play"
    if not here:
        return f"{friends} play{'s' * (elsewhere == 1)}"
    return f"You and {friends} play" if here == 1 else f"{here} people at this screen and {friends} play"


class Setup:
    """What is being agreed before a game; nothing of it touches a running table until `open` is called."""

    def __init__(self, game: Game[Any], seats: list[Chair] | None = None, form: Form = plain_form) -> None:
        self.game = game
        self._form = form
        self.seats = seats or usual_seats(game)
        self.options: dict[str, str] = {}
        self.rulings: dict[str, str] = {}

    # Each of these agrees on one thing; SetupError if there is no such thing.

    def set_count(self, count: int) -> None:
        """How many play."""
        if count not in self.game.agreement.seats_for({}):
            raise self.game.agreement.wrong_seats_error(count, {})
        self.seats = self.seats[:count] + [Chair("greedy") for _ in range(count - len(self.seats))]

    def set_who(self, chair: int, who: str) -> None:
        """A person or a bot sits down."""
        self._seat(chair).who = check_who(who)

    def set_name(self, chair: int, name: str) -> None:
        """What a person is called."""
        self._seat(chair).name = check_name(name)

    def _seat(self, chair: int) -> Chair:
        if not 0 <= chair < len(self.seats):
            raise SetupError(f"There is no seat {clip(chair)} at this table.")
        return self.seats[chair]

    def set_option(self, key: str, choice: str) -> None:
        """The board, and whatever else the game lets one choose."""
        offered = self.offered()
        known = {option.id: option.choices for option, _ in offered}
        entries = entries_in(self._form(offered, len(self.seats))) if key not in known else ()
        if entry := next((one for one in entries if one["id"] == key and "off" in one), None):
            raise SetupError(f"You can't set “{entry['question']}” at this table. {entry['off']}")
        self._check("option", known, key, choice)
        self.options[key] = choice

    def offered(self) -> list[tuple[Option, str]]:
        """Every option with what is chosen; a wish that another choice has made impossible gives way to the first."""

        def choose(option: Option) -> str:
            wish = self.options.get(option.id, "")
            return wish if wish in option.choices else first_choice(option)

        return self.game.agreement.walk_options(len(self.seats), choose)

    def set_ruling(self, key: str, choice: str) -> None:
        """How a doubtful rule is read."""
        self._check(
            "ruling", {ruling.id: ruling.options for ruling in self.game.rulebook.rulings.values()}, key, choice
        )
        self.rulings[key] = choice

    def _check(self, what: str, known: Mapping[str, Mapping[str, str]], key: str, choice: str) -> None:
        """The choice must exist; whether all choices go together is told by `problem`, not refused."""
        if key not in known:
            raise SetupError(f"There is no {what} {clip(key)}: {nearest(key, known)}")
        if choice not in known[key]:
            raise SetupError(f"{key} can't be {clip(choice)}: {nearest(choice, known[key])}", rule=key)

    def adopt(self, seats: Sequence[Chair], config: Config) -> None:
        """Agree on what was agreed at a table: another game is played like it, unless somebody changes something."""
        self.seats = [Chair(seat.who, seat.name) for seat in seats]
        self.options, self.rulings = dict(config.options), dict(config.rulings)

    @property
    def problem(self) -> str:
        """Why no table can be opened like this; empty if one can."""
        try:
            self.config()
        except TabletopError as error:
            return str(error)
        return ""

    def config(self) -> Config:
        return self.game.agreement.configure(len(self.seats), self.rulings, self._choices())

    def _choices(self) -> dict[str, str]:
        return {option.id: choice for option, choice in self.offered()}

    def open(self, seed: int | None = None) -> Session:
        """A new table as agreed."""
        return Session(self.game, len(self.seats), seed, self.rulings, self._choices())

    def _characters(self) -> list[str]:
        """What the seats will be called; nothing where that is left to chance."""
        if self.problem:
            return [""] * len(self.seats)
        tables = [self.open(seed) for seed in (1, 2)]
        names = [{seat_name(table, seat) for table in tables} for seat in range(len(self.seats))]
        return [min(found) if len(found) == 1 else "" for found in names]

    @property
    def summary(self) -> str:
        """Who will play, in a sentence."""
        human = len(people(self.seats))
        friends = sum(seat.who == OPEN for seat in self.seats)
        bots = len(self.seats) - human - friends
        if len(self.seats) == 1:
            return "You play alone." if human else "A friend plays, and you watch." if friends else ALONE
        together = not self.problem and self.game.agreement.is_team_game(self.config())
        if not human and not friends:
            return f"{bots} bots play{' together' * together}, and you watch."
        who = _players(human, friends)
        if not bots:
            return f"{who} {'together' if together else 'against each other'}."
        return f"{who} {'together with' if together else 'against'} {bots} bot{'s' * (bots > 1)}."

    def data(self) -> dict[str, Any]:
        """Everything that can be agreed, as the page shows it."""
        rulings = [
            {**switch(one, self.rulings.get(one.id, one.default)), "chapter": title}
            for title, found in self.game.rulebook.rulings_by_chapter().items()
            for one in found
        ]
        return {
            "seats": [
                {"seat": n, "who": seat.who, "name": seat.name, "character": character}
                for n, (seat, character) in enumerate(zip(self.seats, self._characters(), strict=True))
            ],
            "counts": list(self.game.agreement.seats_for({})),
            "longest_name": MAX_NAME,
            "who": [{"id": who, "text": WHO[who]} for who in (PERSON, OPEN, *BOTS)],
            "options": self._form(self.offered(), len(self.seats)),
            "rulings": rulings,
            "problem": self.problem,
            "changed": sum(not o["default"] and o["chosen"] for r in rulings for o in r["options"]),
        }
