"""What prompts of Tamashii say that a player can do, with the moves of which one must be there then."""

UPGRADES = ("upgrade", "equip", "gain-token", "discard-token", "trade")
PROMISES = {
    r"spend shields": ("shield",),
    r"suffer (it|them)": ("suffer",),
    r"spend power": ("power",),
    r"reroll (dice|a die)": ("reroll", "die"),
    r"reroll the chosen dice": ("again",),
    r"if you like, then roll|roll the dice\b(?! you)|roll \d+ (die|dice)": ("roll",),
<<<<<<< HEAD
    r"put (more )?tokens forward|put in (more )?tokens": ("put",),
    r"equip an augment that alters": ("equip",),
=======
    r"put (more )?tokens forward|put in more tokens": ("put",),
    r"equip an augment that changes": ("equip",),
>>>>>>> words-tcode
    r"\bupgrade\b": UPGRADES,
    r"use an ability": ("use",),
    r"use something": ("use",),
    r"keep the roll\.": ("keep",),
    r"leave the roll as it is": ("keep",),
    r"^move tokens|, move tokens": ("slide", "switch"),
<<<<<<< HEAD
    r"say when you are done|\bbe done|or finish\b|left\), or stop\.": ("done",),
=======
    r"\bfinish\b|\bbe done|or done": ("done",),
>>>>>>> words-tcode
    r"put dice on a combat frame": ("frame",),
    r"use your remaining dice": ("frame",),
    r"\bpass(?=[.,;:])": ("pass",),
    r"end combat": ("end",),
    r"launch patterns": ("launch",),
    r"dump your corrupted": ("dump-corrupted",),
    r"use the BOT": ("battery",),
    r"move your character|: move it,": ("move",),
    r"what the active card asks for, or": ("act",),
    r"choose one part of": ("choose",),
    r"trace roll: .*\bstay": ("stay",),
}
