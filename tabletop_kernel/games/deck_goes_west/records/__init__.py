"""Positions as plain data: written by people, checked and completed."""
