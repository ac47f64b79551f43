"""A table where a game is played: its moves, its log, its saves, and its past."""
