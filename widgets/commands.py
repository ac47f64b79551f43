"""The commands that the pages add to `tabletop`: playing in the browser, lesson plans, and copies of the notebooks."""

from __future__ import annotations

import argparse
from pathlib import Path

from tabletop_kernel.cli.commands import Commands, Parser, print_faults
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.errors import SetupError

OF_PAGES = ("host", "port", "no_browser", "base_url", "notebooks", "name", "most_pages", "store", "questions")


def add_to(commands: Commands, play: Parser) -> None:
    """Add the commands of the pages, and to `play` the options that a server of pages takes."""
    _play_options(play)

    command = commands.add_parser("plan", help="check a lesson plan for a class")
    actions = command.add_subparsers(title="what to do", parser_class=Parser, required=True, metavar="check")
    action = actions.add_parser("check", help="check a plan for faults")
    action.add_argument("file", type=Path)
    action.set_defaults(run=_plan_check)

    command = commands.add_parser(
        "notebooks", help="copy the notebooks and guides into a folder where you can edit them"
    )
    usual = Path("tabletop-notebooks")
    command.add_argument("folder", type=Path, nargs="?", default=usual, help=f"a new folder (default: {usual})")
    command.set_defaults(run=_notebooks)


def _play_options(play: Parser) -> None:
    pages = play.add_argument_group("in the browser")
    pages.add_argument("--host", help="who may connect: localhost (only this machine) or 0.0.0.0 (the whole network)")
    pages.add_argument("--port", type=int, metavar="N", help="default: 8866, or the next free port")
    pages.add_argument("--no-browser", action="store_true", help="print the address, and don't open a browser")
    pages.add_argument("--base-url", metavar="PATH", help="the path to the pages behind another web server")
    pages.add_argument(
        "--notebooks",
        type=Path,
        nargs="+",
        default=[],
        metavar="PATH",
        help="your own notebooks: a folder, or some of its files",
    )
    pages.add_argument("--name", action="append", default=[], help="another name that people use for this machine")
    pages.add_argument(
        "--most-pages",
        type=int,
        metavar="N",
        help="how many pages may be open at once (default: as many as the machine can hold)",
    )
    pages.add_argument(
        "--store",
        metavar="ADDRESS",
        help="a PostgreSQL database (postgresql://...) that several servers share (default: a file on this machine)",
    )
    pages.add_argument("--questions", type=Path, metavar="FILE", help="questions to ask after a game, in a TOML file")
    play.set_defaults(in_browser=_play_in_browser, pages={name: play.get_default(name) for name in OF_PAGES})


def _play_in_browser(options: argparse.Namespace) -> int:
    if options.game is not None:
        load(options.game)  # a wrong name gets its sentence here
    try:
        from widgets.serve import serve
    except ModuleNotFoundError as error:
        raise SetupError(
            f"Play in the browser isn't installed ({error.name}). Add --text to play in the terminal."
        ) from None
    told = {"host": options.host, "base_url": options.base_url, "pages": options.most_pages, "names": options.name}
    told |= {"store": options.store, "questions": options.questions}
    given = {name: value for name, value in told.items() if value is not None}
    serve(options.game, port=options.port, browser=not options.no_browser, notebooks=options.notebooks, **given)
    return 0


def _notebooks(options: argparse.Namespace) -> int:
    try:
        from widgets.notebooks import copy_notebooks
    except ModuleNotFoundError as error:
        raise SetupError(f"The notebooks are not installed ({error.name}).") from None
    copied = copy_notebooks(options.folder)
    print(f"{len(copied)} notebooks are now in {options.folder}. To open them: jupyter lab {options.folder}")
    return 0


def _plan_check(options: argparse.Namespace) -> int:
    from widgets.plan import PlanError, read_plan

    try:
        plan = read_plan(options.file)
    except PlanError as error:
        return print_faults(error.faults, "plan")
    print(f"{plan.title}: no faults in this plan ({len(plan.parts)} parts, {plan.minutes} minutes).")
    return 0
