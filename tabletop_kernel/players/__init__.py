"""Players made of code, what a move comes to at once, and the coach."""
