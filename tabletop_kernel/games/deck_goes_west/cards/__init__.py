"""Cards on the move: drawn, bought, traded; and danger cards."""
