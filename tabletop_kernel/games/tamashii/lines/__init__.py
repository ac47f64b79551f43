"""The card language: how lines are read, what they ask and what they do."""
