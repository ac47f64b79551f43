"""The launcher: its tokens, patterns and launches."""
