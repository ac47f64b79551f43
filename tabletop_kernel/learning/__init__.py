"""Courses in use: one lesson step at a time, a learner's rule progress, and search in the rulebook."""
