"""What the game says: names, sentences, reasons and questions."""
