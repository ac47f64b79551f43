"""Tamashii: artificial minds hop between bodies, and arrange data into patterns."""
