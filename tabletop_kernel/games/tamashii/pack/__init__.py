"""The content of a pack: read from its files, checked, and put into words."""
