"""How each game looks at the table: one module for each, from a view to a scene."""
