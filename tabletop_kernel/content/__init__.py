"""Content packs: read, check and compare them, and change their cards."""
