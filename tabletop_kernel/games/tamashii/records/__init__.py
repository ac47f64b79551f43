"""Positions as plain data: written by people, checked, filled in."""
