"""Enemies, dice, wounds, tests and the exact odds of them."""
