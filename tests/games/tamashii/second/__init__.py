"""A second engine of Tamashii, written from the rule texts alone, to be compared with the first."""
