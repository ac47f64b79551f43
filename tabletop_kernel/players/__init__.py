"""Bots, the coach, and what a move leads to at once."""
