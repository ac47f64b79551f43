"""What lies in a pack: read from its files, checked, and put into words."""
