"""Check games: the checks that every game must pass."""
