"""Playing alone and against each other, the modules, and the campaign."""
