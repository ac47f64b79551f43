"""What a game is: its rules, decisions, positions and sentences, and the chance and errors they use."""
