"""The definition of a game: rules, decisions, positions and sentences, and the chance and errors they use."""
