"""Many games: simulating them, on several processors, and what the figures say."""
