"""The content of a pack: read from its files and checked."""
