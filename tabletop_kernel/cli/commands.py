"""The command line: `tabletop play`, `tabletop rules`, `tabletop simulate`, `tabletop pack` and more.

Another package adds its commands with an entry point of the group `tabletop.commands`, as the pages do.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.contract.common_words import count_text
from tabletop_kernel.contract.errors import PackError, SetupError, TabletopError, UnknownName, nearest, printed
from tabletop_kernel.contract.game import AnyGame
from tabletop_kernel.contract.rulebook import Rule, Rulebook, Ruling, source_in_words
from tabletop_kernel.contract.version import VERSION

if TYPE_CHECKING:
    from tabletop_kernel.learning.rulebook_search import Piece

ENTRY_POINT_GROUP = "tabletop.commands"  # entry points: functions that add another package's commands

MOST_WARNINGS = 50  # warnings to print about a pack

PACK_HELP = "a folder of TOML files to use instead of the house pack"

TABLE_OPTIONS = ("seats", "seed", "pack", "ruling", "option", "people", "bot", "code", "load")  # with --text only


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, raised as SetupError."""

    def error(self, message: str) -> NoReturn:
        raise SetupError(f"{message}. Try: {self.prog} --help")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. A wrong word gets a sentence and exit code 2, never a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _replace_what_cannot_be_printed()
    try:
        parser, commands = _parser()
        if words and not words[0].startswith("-") and words[0] not in commands.choices:
            raise UnknownName(f"There is no command '{words[0]}': {nearest(words[0], commands.choices)}")
        options = parser.parse_args(words)
        if "run" not in options:
            parser.print_help()
            return 0
        return int(options.run(options))
    except TabletopError as error:
        print(f"tabletop: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print()
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader closed the pipe, as in `tabletop rules … | head`
        return 0


def _replace_what_cannot_be_printed() -> None:
    """Replace characters that a terminal or pipe can't show, such as “−” on Windows, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            stream.reconfigure(errors="replace")


def _parser() -> tuple[Parser, Commands]:
    """Return the parser of all installed commands, and the commands by name."""
    from tabletop_kernel.cli.study_commands import add_options

    parser = Parser(prog="tabletop", description="Learn, play and measure tabletop games. The rulebook runs the game.")
    parser.add_argument("--version", action="version", version=f"tabletop {VERSION}")
    commands = parser.add_subparsers(title="commands", parser_class=Parser)

    command = commands.add_parser("games", help="list the games")
    command.set_defaults(run=_run_games)

    play = commands.add_parser("play", help="learn and play in the browser, or play in the terminal")
    _add_play_options(play)

    command = commands.add_parser("rules", help="read the rulebook, or search it")
    command.add_argument("game")
    command.add_argument("words", nargs="*", help="words to search for, a rule's id, or: rulings")
    command.set_defaults(run=_run_rules)

    command = commands.add_parser("read", help="put a card into words")
    command.add_argument("game")
    command.add_argument("card", nargs="*", help="the card's name (default: all cards)")
    command.add_argument("--pack", default="house", help=PACK_HELP)
    command.set_defaults(run=_run_read)

    command = commands.add_parser("course", help="check a game's lessons and measure them")
    command.add_argument("game")
    command.set_defaults(run=_run_course)

    command = commands.add_parser("simulate", help="let bots play many games, and report what happens")
    _add_game_and_table_options(command)
    add_options(command)
    command.set_defaults(run=_run_simulate)

    command = commands.add_parser("pack", help="check a content pack, or compare it with another")
    actions = command.add_subparsers(title="what to do", parser_class=Parser, required=True, metavar="check or diff")
    action = actions.add_parser("check", help="check a pack for faults")
    action.add_argument("folder", type=Path)
    action.add_argument("--game", help="the pack's game, if the files don't name it")
    action.set_defaults(run=_run_pack_check)
    action = actions.add_parser("diff", help="show what differs in the second pack")
    action.add_argument("old", help="'house', or a folder")
    action.add_argument("folder", type=Path)
    action.add_argument("--game", help="the packs' game, if the files don't name it")
    action.set_defaults(run=_run_pack_diff)

    for add in _other_packages_commands():
        add(commands, play)
    return parser, commands


def _other_packages_commands() -> Iterator[Callable[[Commands, Parser], None]]:
    """Yield other packages' functions that add commands, and options of `play`."""
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINT_GROUP):
        with suppress(ModuleNotFoundError):  # a package that it needs isn't installed
            yield point.load()


def _add_play_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", help="the game to open (needed with --text)")
    command.add_argument("--text", action="store_true", help="play in the terminal, with bots and with friends")
    table = command.add_argument_group("in the terminal, with --text")
    _add_table_options(table)
    table.add_argument(
        "--people", type=int, default=1, metavar="N", help="how many people play; bots take the other seats"
    )
    table.add_argument(
        "--bot", default="greedy", help="the bots in the other seats: random, quick, greedy, mcts, mcts:400"
    )
    table.add_argument("--code", help="continue a table from its code")
    table.add_argument("--load", type=Path, metavar="FILE", help="continue a saved table")
    command.set_defaults(run=_run_play, seed=None, in_browser=None, pages={})
    command.set_defaults(table={name: command.get_default(name) for name in TABLE_OPTIONS})


def _add_game_and_table_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("game")
    _add_table_options(command)


def _add_table_options(command: argparse._ActionsContainer) -> None:
    command.add_argument("--seats", type=int, metavar="N")
    command.add_argument("--seed", type=int, default=1, metavar="N")
    command.add_argument("--pack", default="house", help=PACK_HELP)
    command.add_argument("--ruling", action="append", default=[], metavar="ID=OPTION", help="flip a ruling")
    command.add_argument("--option", action="append", default=[], metavar="ID=CHOICE", help="such as layout=slow-burn")


def print_faults(faults: Sequence[str], what: str) -> int:
    """Print all faults of a file or folder and their number. Return the exit code."""
    print("\n".join(faults), file=sys.stderr)
    print(f"tabletop: {count_text(len(faults), 'fault')} in this {what}.", file=sys.stderr)
    return 2


def _parse_pairs(what: str, texts: Sequence[str]) -> dict[str, str]:
    """Return the pairs of an option's ID=CHOICE texts. Raise SetupError for a text without “=”."""
    pairs = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise SetupError(f"--{what} wants ID=CHOICE, not '{text}'.")
        pairs[key] = value
    return pairs


def _load_game(options: argparse.Namespace) -> AnyGame:
    return load(options.game, options.pack)


def _run_games(options: argparse.Namespace) -> int:
    for name in games():
        try:
            game = load(name)
        except TabletopError as error:  # another package's game may fail; still list the others
            print(f"{name:20} {error}")
            continue
        players = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]} to {game.seats[-1]}"
        book = game.rulebook
        print(f"{name:20} {game.title}: {players} players, {len(book)} rules, {len(book.rulings)} rulings")
    return 0


def _run_play(options: argparse.Namespace) -> int:
    options_of_other_mode = options.pages if options.text else options.table
    given_options = [
        f"--{name.replace('_', '-')}"
        for name, default in options_of_other_mode.items()
        if getattr(options, name) != default
    ]
    given_text = " and ".join(given_options)
    if given_options and options.text:
        raise SetupError(f"{given_text}: this only works in the browser. Leave it out, or leave out --text.")
    if given_options:
        raise SetupError(
            f"{given_text}: this only works in the terminal. Add --text, or set up the table in the browser."
        )
    if options.text:
        return _play_in_terminal(options)
    if options.in_browser is None:
        raise SetupError("Play in the browser isn't installed. Add --text to play in the terminal.")
    return int(options.in_browser(options))


def _play_in_terminal(options: argparse.Namespace) -> int:
    if options.game is None:
        raise SetupError(f"Name a game to play in the terminal: tabletop play {next(iter(games()))} --text")
    from tabletop_kernel.cli.terminal import Terminal, agree
    from tabletop_kernel.table.session import Session

    game = _load_game(options)
    game_if_named = None if options.pack == "house" else game  # without --pack, a saved table finds its own pack
    if options.code is not None:
        session = Session.from_code(options.code, game_if_named)
    elif options.load is not None:
        session = Session.load(_read_file(options.load), game_if_named)
    else:
        rulings, choices = _parse_pairs("ruling", options.ruling), _parse_pairs("option", options.option)
        config = game.agreement.configure(options.seats, rulings, choices)
        if sys.stdin.isatty():  # scripts get the defaults without questions
            choices = agree(game, config.seats, choices)
        session = Session(game, config.seats, options.seed, rulings, choices)
    if session.game.name != game.name:
        raise SetupError(f"This table belongs to another game. Try: tabletop play {session.game.name} --text")
    Terminal(session, options.people, options.bot).run()
    return 0


def _read_file(path: Path) -> str:
    """Return a file's text. Raise SetupError if it can't be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not written in UTF-8"
        raise SetupError(f"{printed(str(path), 200)} can't be read: {why}.") from None


def _run_rules(options: argparse.Namespace) -> int:
    from tabletop_kernel.learning.rulebook_search import search

    game = load(options.game)
    config = game.agreement.configure()
    book = game.telling.book(config)
    words = " ".join(options.words)
    entries: list[Rule | Ruling | Piece]
    if words in book.rules:
        entries = [book[words]]
    elif words in book.rulings:
        entries = [book.rulings[words]]
    elif words in ("ruling", "rulings"):
        entries = [*book.rulings.values()]
    else:
        entries = [] if re.fullmatch(r"[a-z]+\.\S+", words) else search(game, config, words)  # an unknown id
    if not entries:
        ids = [*book.rules, *book.rulings]
        raise UnknownName(f"No rule mentions '{words}': {nearest(words, ids)}")
    for entry in entries:
        _print_entry(entry, book)
    return 0


def _print_entry(entry: Rule | Ruling | Piece, book: Rulebook) -> None:
    if isinstance(entry, tuple):
        print("\n    ".join([entry.name, *entry.lines]))
    elif isinstance(entry, Rule):
        rulings = [ruling.id for ruling in book.rulings.values() if entry.id in ruling.about]
        print(f"{entry.id}  {entry.title}\n    {entry.text}")
        print(
            f"    source: {source_in_words(entry.source) or 'ours'}"
            + (f"; open: {', '.join(rulings)}" if rulings else "")
        )
    else:
        print(f"{entry.id}  {entry.question}")
        for option, meaning in entry.options.items():
            print(f"    {'*' if option == entry.default else ' '} {option}: {meaning}")
        print(f"    why this default: {entry.reason}")


def _run_read(options: argparse.Namespace) -> int:
    from tabletop_kernel.cli.pack_commands import card_lines

    print("\n".join(card_lines(_load_game(options), " ".join(options.card))))
    return 0


def _run_course(options: argparse.Namespace) -> int:
    """Print the chapters, check that every step works and every rule is taught, then print the course's figures.

    Raise SetupError for a fault.
    """
    from tabletop_kernel.checks.lesson_checks import check_lessons, measure

    game = load(options.game)
    for number, chapter in enumerate(game.teaching.chapters, 1):
        rules = {rule for step in chapter.steps for rule in step.teaches}
        print(f"{number}. {chapter.title}: {len(chapter.steps)} steps, {len(rules)} rules")
    try:
        check_lessons(game)
    except AssertionError as fault:
        raise SetupError(f"This course has a fault: {fault}.") from None
    print(f"In order: {measure(game)}.")
    return 0


def _run_simulate(options: argparse.Namespace) -> int:
    from tabletop_kernel.cli import study_commands

    return study_commands.run(options, _load_game, _parse_pairs)


def _run_pack_check(options: argparse.Namespace) -> int:
    from tabletop_kernel.cli import pack_commands

    name = pack_commands.game_of_pack(options.folder, options.game)
    try:
        game, counts = pack_commands.check_pack(options.folder, name)
    except PackError as error:
        return print_faults(error.faults, f"pack for {load(name).title}")
    print(f"{game.title}: no faults in this pack ({', '.join(f'{n} {table}' for table, n in counts.items())}).")
    house = load(game.name)
    print(
        "This pack is the same as the house pack."
        if game.edition.digest == house.edition.digest
        else f"Its digest is {game.edition.digest}."
    )
    warnings = game.telling.warnings()
    for warning in warnings[:MOST_WARNINGS]:
        print(f"Warning: {warning}")
    if len(warnings) > MOST_WARNINGS:
        print(f"and {len(warnings) - MOST_WARNINGS:,} more.")
    return 0


def _run_pack_diff(options: argparse.Namespace) -> int:
    from tabletop_kernel.cli import pack_commands

    name = pack_commands.game_of_pack(options.folder, options.game)
    lines = pack_commands.pack_differences(name, options.old, options.folder)
    print("\n".join(lines) or "The packs are the same.")
    return 0
