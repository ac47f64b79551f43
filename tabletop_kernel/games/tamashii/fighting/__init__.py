"""Enemies, dice, wounds and tests, with their exact odds."""
