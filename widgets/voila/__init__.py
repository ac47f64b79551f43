"""The page around the tables: Voila's template, its settings, and the server that `tabletop play` starts."""
