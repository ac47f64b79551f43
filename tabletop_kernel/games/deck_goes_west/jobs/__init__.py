"""Jobs: their language, what a player can do, and how they are carried out."""
