"""The launcher: tokens, patterns and what is launched."""
