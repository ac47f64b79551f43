"""The coach at a table: `cards.py` explains, `look_back.py` finds what bots chose, and `room.py` answers questions."""
