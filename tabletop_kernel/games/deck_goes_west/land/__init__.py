"""The map: its graph, movement, the wagon, railways and bandits."""
