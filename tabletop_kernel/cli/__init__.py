"""The command line `tabletop`: commands for tables, rulebooks, packs and simulations, and a table in the terminal."""

from tabletop_kernel.cli.commands import main

__all__ = ["main"]
