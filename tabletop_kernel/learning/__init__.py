"""A course at work: one step of a lesson, the rules somebody knows, and search in the rulebook."""
