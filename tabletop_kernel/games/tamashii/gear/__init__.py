"""What a player wears and carries: bodies, augments, abilities."""
