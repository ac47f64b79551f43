"""The checks that every game must pass."""
