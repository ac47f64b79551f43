"""What games are built with: card effects, maps, odds, and what several games count or remember."""
