"""A table where people and bots play a game: its moves, log, saves and past."""
