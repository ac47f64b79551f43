"""The contents of the box, the same for all packs, and the files of a pack."""

BOARDS, CHARACTERS, TILES = "scoreboards.toml", "characters.toml", "tiles.toml"
STARTERS, TRADE, DANGERS = "starters.toml", "trade.toml", "dangers.toml"
MISSIONS = "missions/*.toml"
PACK_FILES = (BOARDS, CHARACTERS, STARTERS, TRADE, DANGERS, TILES, MISSIONS)

MODE_TEXT = {"versus": "everyone for themselves", "coop": "all together", "solo": "alone"}
MOST_PLAYERS = 5
JOB_DICE = 10
JOB_DIE = (0, 0, 1, 1, 1, 2)
COMPASS_DIE = ("N", "S", "W", "W", "W", "+")
HIGHEST_STAR_NUMBER = 20  # the faces of the larger bandit die: a star has a number from 1 to this
TRADE_ROW_SIZE = 5
SPLIT_SIZE = 6  # bandits on one tile that make them split
CAMP = "camp"  # a type of tile, but not a place
BANDIT_START_TEXT = {"west-column": "each face-down tile in the western column", "face-down": "every face-down tile"}
NIGHT_STEP_TEXT = {  # the steps that a night may have; “remove 3” has a number
    "day": "the day tracker moves on",
    "row": "the trade row moves on",
    "exhaustion": "everyone takes an exhaustion card",
    "attack": "bandits attack",
    "move": "bandits move",
    "remove": "tiles too far East are removed",
    "appear": "bandits appear",
    "pass-p1": "the P1 token is passed on",
}
NIGHT_STEP_TITLES = {  # the names of the steps, even if nothing happens in them
    "day": "Move the day tracker",
    "row": "Move the trade row on",
    "exhaustion": "Take exhaustion cards",
    "attack": "Bandits attack",
    "move": "Bandits move",
    "remove": "Remove eastern tiles",
    "appear": "Bandits appear",
    "pass-p1": "Pass on the P1 token",
}
MOST_ACTIONS = 20  # per player and day, on average: some rulings make actions free
MOST_DAYS = 40  # the most days if a ruling keeps the day tracker still
