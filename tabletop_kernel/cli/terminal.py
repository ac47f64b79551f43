"""A table in the terminal, for people at one keyboard and bots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tabletop_kernel.cli.pack_commands import card_lines
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import Refused, SetupError, TabletopError, clip, nearest
from tabletop_kernel.contract.game import DRAWN, AnyGame, Move, Option, Outcome
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS, Rule, Ruling
from tabletop_kernel.contract.table_options import choice_of
from tabletop_kernel.learning.rulebook_search import search
from tabletop_kernel.players.bots import forward, make_bot
from tabletop_kernel.table.session import Session

WHOLE_NUMBER = re.compile("-?[0-9]{1,7}")  # not str.isdigit(): it accepts ², and int() doesn't

MOST_EXAMPLES = 4  # example moves in the help
HELP = """\
  a number          makes that move; Enter alone makes the only possible move
  a move in words   makes that move; if a rule forbids it, you see which rule
  why MOVE          says whether a move is allowed, without making it
  as SEAT           acts for another seat that may act now; a bot makes one move
  table             shows the table again
  odds              shows the chances now, as far as you can know them
  log               shows what has happened so far
  rules WORDS       searches the rulebook, or shows the rule with that id
  read CARD         puts a card into words; `read` alone shows all cards
  undo              undoes a move, unless it rolled, drew or revealed something
  save FILE, code   saves the table (anyone with the code can see all cards)
  quit, or q        leaves"""
WORDS_TO_LEAVE = ("quit", "q", "exit")


class Terminal:
    """One screen for everyone. Between two people it asks to pass the keyboard, so that nobody sees another's hand."""

    def __init__(
        self,
        session: Session,
        people: int = 1,
        bot: str = "greedy",
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        seats = session.config.seats
        if not 0 <= people <= seats:
            raise SetupError(f"There are {seats} seats, so {clip(people)} people can't all sit down.")
        self.session, self.people = session, people
        self.ask, self.say = ask, say
        self._bots = {
            seat: make_bot(bot, session.game, session.config, seat, session.seed) for seat in range(people, seats)
        }
        self._inputs_shown = -1  # inputs whose log lines were shown; -1: not even the set-up
        self._viewer: int | None = 0 if people == 1 else None
        self._acting: int | None = None  # the person who acts, if several may

    def run(self) -> None:
        """Play until the game is over or someone quits."""
        self.say(f"{self.session.game.title}. Type `help` for what you can do.\n")
        while self.session.deciders:
            self._show_new_lines()
            if self.session.full:
                self.say(f"  {TABLE_REFUSALS['table.long'].format(length=self.session.length)}")
                return
            seat = self._seat_that_acts()
            if seat in self._bots:
                self._bot_moves(seat)
            elif not self._person_moves(seat):
                return
        self._show_new_lines()
        outcome = self.session.outcome
        assert outcome is not None
        rule = self.session.book[outcome.rule]
        self.say(f"\nThe game is over. {self._result_in_words(outcome)}: {rule.text} ({rule.id})")

    def _seat_that_acts(self) -> int:
        """Return the seat that acts: people before bots, and the person who is already acting before others."""
        people = [seat for seat in self.session.asked if seat < self.people]
        if self._acting in people:
            return self._acting
        return self.session.next_up if not people or self.session.next_up in people else people[0]

    def _result_in_words(self, outcome: Outcome) -> str:
        """Return the result in words: a draw, or the winners, alone or together."""
        session, winners = self.session, outcome.winners
        if session.game.agreement.is_team_game(session.config) and session.config.seats > 1:
            return f"{'You' if self.people else 'They'} {'win' if winners else 'lose'} together"
        if DRAWN in outcome.results:
            return f"It is a draw between {self._names(outcome.seats_with(DRAWN))}"
        names = self._names(winners) or "nobody"
        return f"{names[:1].upper()}{names[1:]} {'share the victory' if len(winners) > 1 else 'won'}"

    def _names(self, seats: Iterable[int]) -> str:
        return listed(map(self._name, seats))

    def _name(self, seat: int) -> str:
        return self.session.game.telling.word(self.session.truth, "seat", seat)

    def _bot_moves(self, seat: int) -> None:
        moves = forward(self.session.moves(seat))
        self.session.submit(seat, self._bots[seat].choose(self.session.view(seat), moves))

    def _show_new_lines(self) -> None:
        """Show new log lines that the current viewer may see."""
        self._show_lines_from(
            self.session.log_length(self._viewer, self._inputs_shown) if self._inputs_shown >= 0 else 0
        )

    def _show_lines_from(self, start: int) -> None:
        for entry in self.session.log(self._viewer, start):
            self.say(f"  {entry}")
        self._inputs_shown = self.session.length

    # -- a person's turn ---------------------------------------------------------------------------------------------

    def _person_moves(self, seat: int) -> bool:
        """Let a person decide once. Return False if they quit."""
        self._acting = seat
        if self.people > 1 and self._viewer != seat:
            self._pass_to(seat)
        self._show_table(seat)
        moves = self.session.moves(seat)
        others_may_act = len(self.session.asked) > 1
        while seat in self.session.deciders and self._acting == seat:
            before = self.session.length
            try:
                if not self._do_what_was_typed(
                    seat, moves, self.ask(f"{'as ' if others_may_act else ''}{self._name(seat)}> ").strip()
                ):
                    return False
            except UnicodeDecodeError:
                self.say("  That line has characters we can't read here. Type it again.")
            except Refused as refusal:
                self.say(f"  Not now: {refusal}")
            except TabletopError as error:
                self.say(f"  {error}")
            if self.session.length != before:
                break
        return True

    def _pass_to(self, seat: int) -> None:
        """Clear the last person's view from the screen and pass the keyboard, unless all hands are open."""
        if not self.session.game.agreement.has_open_hands(self.session.config):
            self.say("\033[2J\033[H" + f"Pass the keyboard to {self._name(seat)}.")
            self.ask("Press Enter when only you can see the screen. ")
            self._viewer = seat
            self._show_lines_from(max(0, self.session.log_length(seat) - 12))
        self._viewer = seat
        self._show_new_lines()

    def _show_table(self, seat: int) -> None:
        """Show the table, and the seat's moves below it."""
        view = self.session.view(seat)
        self.say("\n" + "\n".join(self.session.game.telling.portray(self.session.config, view)) + "\n")
        if prompt := self.session.game.telling.prompt(self.session.config, view):
            self.say(f"  {prompt.text} ({', '.join(prompt.rules)})")
        others = [other for other in self.session.deciders if other != seat]
        if others:
            self.say(f"  {self._names(others)} may act too: `as {others[0] + 1}`.")
        for number, move in enumerate(self.session.moves(seat), 1):
            self.say(f"  {number:2}  {self.session.phrase(seat, move):44}  {' '.join(map(str, move))}")

    def _do_what_was_typed(self, seat: int, moves: list[Move], line: str) -> bool:
        """Do what a person typed. Return False if they quit."""
        word, _, rest = line.partition(" ")
        if not line and len(moves) == 1:
            self.session.submit(seat, moves[0])
        elif WHOLE_NUMBER.fullmatch(line) and 1 <= int(line) <= len(moves):
            self.session.submit(seat, moves[int(line) - 1])
        elif line in WORDS_TO_LEAVE:
            return False
        elif word in _COMMANDS:
            _COMMANDS[word](self, seat, rest.strip())
        elif line and not WHOLE_NUMBER.fullmatch(line):
            self._try_move(seat, self._move_in_these_words(seat, moves, line) or move_from_line(moves, line))
        else:
            self.say(f"  A number from 1 to {len(moves)}, a move in words, or `help`.")
        return True

    def _move_in_these_words(self, seat: int, moves: list[Move], line: str) -> Move | None:
        """Return the only move listed in these words, or None."""
        wanted = " ".join(line.casefold().split())
        fitting = [move for move in moves if self.session.phrase(seat, move).casefold() == wanted]
        return fitting[0] if len(fitting) == 1 else None

    def _try_move(self, seat: int, move: Move) -> None:
        """Make a move; if it is refused, suggest others."""
        try:
            self.session.submit(seat, move)
        except Refused as refusal:
            self.say(f"  Not now: {refusal}")
            self._suggest(seat, move)

    def _suggest(self, seat: int, move: Move) -> None:
        offers = self.session.instead(seat, move)
        if offers:
            self.say("  You can:")
        for one in offers:
            self._say_move(seat, one)

    def _say_move(self, seat: int, move: Move) -> None:
        self.say(f"    {' '.join(map(str, move)):32}  {self.session.phrase(seat, move)}")

    def _help(self, seat: int, rest: str) -> None:
        """Show the commands, with moves and words of this game as examples."""
        self.say(HELP)
        kinds = {move[0]: move for move in reversed(self.session.moves(seat))}  # the first move of each verb
        self.say("  Moves in words, for example:")
        for move in list(kinds.values())[: -MOST_EXAMPLES - 1 : -1]:
            self._say_move(seat, move)
        prompt = self.session.game.telling.prompt(self.session.config, self.session.view(seat))
        rule = next(iter(prompt.rules if prompt else self.session.book))
        card = next(iter(self.session.game.telling.cards()), "")
        self.say(f"  Also, for example: `rules {rule}`" + (f", `read {card}`" if card else ""))

    def _why(self, seat: int, rest: str) -> None:
        move: Move = move_from_line(self.session.moves(seat), rest) if rest else ("",)
        verdict = self.session.judge(seat, move)
        self.say("  That is allowed." if verdict is None else f"  {verdict.text} ({verdict.rule})")
        if verdict is not None:
            self._suggest(seat, move)

    def _read(self, seat: int, rest: str) -> None:
        for line in card_lines(self.session.game, rest):
            self.say(f"  {line}")

    def _as(self, seat: int, rest: str) -> None:
        """Let another seat act, by its number or name; a bot makes one move. Raise SetupError if the seat may not."""
        seat_of_word = {
            key: other for other in self.session.deciders for key in (str(other + 1), self._name(other).casefold())
        }
        other = seat_of_word.get(rest.casefold())
        if other is None:
            seats_that_may_act = ", ".join(
                f"{seat_that_may_act + 1} ({self._name(seat_that_may_act)})"
                for seat_that_may_act in self.session.deciders
            )
            raise SetupError(f"You can't act as {clip(rest)} now. Seats that may act: {seats_that_may_act}.")
        if other in self._bots:
            self._bot_moves(other)
        else:
            self._acting = other

    def _table(self, seat: int, rest: str) -> None:
        self._show_table(seat)

    def _odds(self, seat: int, rest: str) -> None:
        lines = self.session.game.telling.odds_in_words(self.session.config, self.session.view(seat))
        for line in lines or ["There are no odds to show now."]:
            self.say(f"  {line}")

    def _log(self, seat: int, rest: str) -> None:
        for entry in self.session.log(seat):
            self.say(f"  {entry.at:4}  {entry}")

    def _rules(self, seat: int, rest: str) -> None:
        entries = search(self.session.game, self.session.config, rest)[:12]
        if not entries:
            self.say("  We found no rule for that. Try other words.")
        for entry in entries:
            if isinstance(entry, Rule):
                self.say(f"  {entry.id}: {entry.text}")
            elif isinstance(entry, Ruling):
                self.say(f"  {entry.id}: {entry.question}")
            else:
                self.say(f"  {entry.name}: {' '.join(entry.lines)}")

    def _undo(self, seat: int, rest: str) -> None:
        self.session.undo()
        self._inputs_shown = min(self._inputs_shown, self.session.length)
        self.say("  Undone.")

    def _save(self, seat: int, rest: str) -> None:
        if not rest:
            raise SetupError("Save to which file? For example: save my-game.json")
        try:
            Path(rest).write_text(self.session.save(), encoding="utf-8")
        except (OSError, ValueError) as error:  # the name may have characters that files can't have
            reason = getattr(error, "strerror", None) or "that isn't a file name"
            raise SetupError(f"{clip(rest)} can't be written: {reason}.") from None
        self.say(f"  Saved to {rest}. The file contains the whole table, hidden cards included.")

    def _code(self, seat: int, rest: str) -> None:
        self.say(f"  {self.session.code()}\n  Whoever has this code can see all cards.")


_COMMANDS: dict[str, Callable[[Terminal, int, str], None]] = {
    "help": Terminal._help,
    "why": Terminal._why,
    "as": Terminal._as,
    "table": Terminal._table,
    "odds": Terminal._odds,
    "log": Terminal._log,
    "rules": Terminal._rules,
    "read": Terminal._read,
    "undo": Terminal._undo,
    "save": Terminal._save,
    "code": Terminal._code,
}


def agree(
    game: AnyGame,
    seats: int,
    wanted: Mapping[str, str],
    ask: Callable[[str], str] = input,
    say: Callable[[str], None] = print,
) -> dict[str, str]:
    """Return every choice of content, from `wanted` or else from the person's answers."""

    def choose(option: Option) -> str:
        if option.id in wanted or len(option.choices) == 1:
            return choice_of(option.id, option.choices, wanted)
        say(option.question)
        for number, (name, text) in enumerate(option.choices.items(), 1):
            say(f"  {number:2}  {name:16}  {text}")
        return _ask_for_choice(option, ask, say)

    return {option.id: choice for option, choice in game.agreement.walk_options(seats, choose)}


def _ask_for_choice(option: Option, ask: Callable[[str], str], say: Callable[[str], None]) -> str:
    """Return a choice by its number or name; Enter alone takes the first."""
    names = list(option.choices)
    while True:
        line = ask(f"{option.id}> ").strip() or "1"
        if WHOLE_NUMBER.fullmatch(line) and 1 <= int(line) <= len(names):
            return names[int(line) - 1]
        if line in option.choices:  # choices may accept more than they list, such as lists of codes
            return line
        say(f"  There is no choice {clip(line)}: {nearest(line, names)}")


def move_from_line(moves: list[Move], line: str) -> Move:
    """Return the move that a line means: a legal one if it matches, or else the line itself as a move."""
    wanted = " ".join(line.casefold().split())
    for move in moves:
        if " ".join(map(str, move)).casefold() == wanted:
            return move
    verb, _, rest = line.strip().partition(" ")
    words = rest.split()
    known_words = {part for move in moves for part in move[1:]}
    if len(words) < 2 or not known_words.issuperset(words):  # a name may contain blanks
        words = [rest.strip()] if rest.strip() else []
    return (verb.casefold(), *(int(word) if WHOLE_NUMBER.fullmatch(word) else word for word in words))
