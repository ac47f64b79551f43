"""The five games. Nothing here imports them: they are found as installed games are (`tabletop.games`)."""
