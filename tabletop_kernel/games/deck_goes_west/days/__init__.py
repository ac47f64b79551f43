"""A day and a night, step by step, with their events, to the end of the game."""
