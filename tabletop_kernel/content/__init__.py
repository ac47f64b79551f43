"""Content packs: reading and checking them, changing cards, and comparing two packs."""
