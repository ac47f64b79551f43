"""Building blocks for games: card effects, maps, odds, bot judgement and caches."""
