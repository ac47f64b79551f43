"""The box of every pack: the letters of tokens and dice, the tracks, and the slots of a launcher."""

from __future__ import annotations

BASIC = "EWLF"  # Ember, Ward, Lore, Flux
OPEN, CORRUPTED, INARI, CATIE, CATIE_DAMAGE = "O", "X", "N", "C", "D"  # a Catie token in bag and dump is always C
EMPTY, LOCK = ".", "#"
TOKENS = "EWLFOXCN"  # the kinds in a supply, a bag or a dump
ON_LAUNCHER = "EWLFOXNCD"
NAMES = {
    "E": "Ember",
    "W": "Ward",
    "L": "Lore",
    "F": "Flux",
    "O": "open",
    "X": "corrupted",
    "N": "Inari",
    "C": "Catie",
    "D": "Catie",
}
SUPPLY = {"E": 24, "W": 24, "L": 24, "F": 24, "O": 16, "X": 20, "C": 8, "N": 12}
DESTABILIZATION = 16
SUCCESS, ASCEND = 20, 8  # tokens for cards

ASSETS = ("shield", "memory", "power", "reroll")
MOST_ASSETS = 5
ASSET_OF = {"E": "power", "W": "shield", "L": "memory", "F": "reroll"}
CORE_TOKENS = ("EL", "WF")  # two double-sided tokens, whose four sides are the four types

ROWS, COLUMNS = 4, 5
SLOTS = tuple(f"r{row}c{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
SLOT = {name: number for number, name in enumerate(SLOTS)}
LIGHT = {
    "checker-centre": ("r1c1", "r1c3", "r2c2", "r2c3", "r2c4", "r3c1", "r3c2", "r3c3", "r4c2", "r4c4"),
    "checker": ("r1c1", "r1c3", "r2c2", "r2c4", "r3c1", "r3c3", "r4c2", "r4c4"),
    "left-two": tuple(name for name in SLOTS if name[3] in "12"),
    "left-three": tuple(name for name in SLOTS if name[3] in "123"),
}
EMPTY_LAUNCHER = "....#" * ROWS

STRIKE, SURGE, STATIC = "S", "D", "T"
DIE = "SSSDTT"  # the faces of a player die, in the order of a roll from 1 to 6
NUMBER_DIE = (1, 1, 2, 2, 3, 0)  # 0 is blank
SYMBOL_DIE = ("fang", "fang", "fang", "wire", "wire", "wire")
DICE_TOKENS = {"S": 4, "D": 4, "T": 4}

TRACE_DICE = (0, 1, 2, 2, 3, 3, 3, 4, 4)  # by space of the trace track, below the top one
TRACE_TOP = len(TRACE_DICE)
TIME_TOP = 12
START_INTEGRITY = 5
BATTERIES, BOT_MOVE = 5, 2
BOT_PATTERN = "?@?"
MOST_BODIES = 2
MOST_CATIE = 2

CLASSES = ("Reaper", "Brawler", "Trickster", "Whisperer")
FACTIONS = ("Spartans", "Ninkyo", "Seekers", "Commoners")
LENGTHS = {"short": 5, "medium": 7, "long": 9}
FREE_CODE = "X00"  # for everything open from the start
CATIE_CODE = "C01"  # for the Catie tokens, which aren't cards

# The counts kept for each player, by when they are cleared: at the end of each Combat, of each turn, …
TALLIES = {
    "combat": ("defeated-combat", "guard"),
    "launch": ("launched",),
    "turn": ("defeated-turn", "moved", "stopped", "rise", "bot-moved", "bot-free", "bot-traced"),
    "card": ("defeated-card", "ascended"),
    "game": ("defeated", "revealed", "resets", "quiet", "defeated-last", "largest", "hacks", "ascended-last"),
}
