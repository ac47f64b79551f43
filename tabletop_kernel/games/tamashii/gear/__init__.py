"""A player's bodies, augments and abilities."""
