"""The card language: reading lines, asking their questions and carrying them out."""
