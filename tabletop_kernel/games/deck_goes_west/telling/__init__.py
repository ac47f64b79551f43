"""The game's words: names, sentences, reasons and prompts."""
