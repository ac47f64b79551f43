"""The opinions of bots and the coach."""
