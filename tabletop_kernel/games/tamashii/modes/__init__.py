"""Solo and versus games, modules, and the campaign."""
