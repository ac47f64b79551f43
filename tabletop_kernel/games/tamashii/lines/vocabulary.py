"""The words of the card language: acts, players, tests and moments.

Every form is defined once, next to its words on a card. In a form, braces are slots: `{a}` is an amount, `{code}` the
code of a card or lock, and the others are words in SLOTS. In the words on a card, `{0}` fills in the first slot,
`{0|token}` that number of tokens, and `%1` inside it the word from another slot.
"""

from __future__ import annotations

from typing import NamedTuple

from tabletop_kernel.games.tamashii.components import ASSETS, FACTIONS

ANY_BASIC, CORE, ANY_TOKEN = "?", "@", "*"  # tokens of acts besides the letters of `components.TOKENS`
TYPES = {"ember": "E", "ward": "W", "lore": "L", "flux": "F"}
TOKEN_WORDS = {
    **TYPES,
    "basic": ANY_BASIC,
    "core": CORE,
    "open": "O",
    "corrupted": "X",
    "catie": "C",
    "inari": "N",
}
FACES = {"strike": "S", "surge": "D", "static": "T"}
FACE_NAMES = {"S": "Strike", "D": "Surge", "T": "Static"}
COUNTERS = ("success", "ascend")
TILE_KINDS = {
    "shelter": "a Shelter",
    "damaged": "a Damaged District",
    "hideout": "a hideout",
    "plain": "a plain district",
    "gardens": "the Gardens",
}
SLOTS: dict[str, dict[str, str]] = {
    "asset": {word: word for word in ASSETS},
    "type": TYPES,
    "token": TOKEN_WORDS,
    "held": {**TOKEN_WORDS, "token": ANY_TOKEN},
    "face": FACES,
    "faction": {name.lower(): name for name in FACTIONS},
    "counter": {word: word for word in COUNTERS},
    "line": {"row": "row", "column": "column"},
}


class Form(NamedTuple):
    """A verb in its written form, and in the words that a card uses for its player."""

    verb: str
    form: str
    says: str


FORMS = tuple(
    Form(*form)
    for form in (
        # assets, experience, integrity
        ("gain-asset", "gain {a} {asset}", "gain {0|%1}"),
        ("gain-any", "gain any {a} asset", "gain {0|asset} of your choice"),
        ("gain-different", "gain {a} different assets", "gain {0|different asset}"),
        ("lose-asset", "lose {a} {asset}", "lose {0|%1}"),
        ("lose-each", "lose {a} of each asset", "lose {0} of each asset"),
        ("spend-asset", "spend {a} {asset}", "spend {0|%1}"),
        (
            "take-asset",
            "take {a} asset from another player here with {a}",
            "take {0|asset} from another player on your tile who has at least {1} of that kind",
        ),
        ("gain-exp", "gain {a} exp", "gain {0} EXP"),
        ("lose-exp", "lose {a} exp", "lose {0} EXP"),
        ("spend-exp", "spend {a} exp", "spend {0} EXP"),
        ("recover", "recover {a}", "recover {0}"),
        ("wound", "wound {a}", "suffer {0|wound}"),
        ("raise-max", "raise max {a}", "raise your maximum integrity by {0}"),
        ("set-integrity", "set integrity {a}", "set your integrity to {0}"),
        ("unlock", "unlock {a}", "unlock {0|slot}"),
        ("prevent", "prevent {a}", "prevent {0|wound}"),
        ("guard", "guard {a}", "prevent up to {0|wound} in this turn's Combat"),
        # tokens
        ("gain-token", "gain {a} {token}", "gain {0|%1 token}"),
        ("bag-token", "bag {a} {token}", "put {0|%1 token} into your bag"),
        ("discard-token", "discard {a} {held}", "discard {0|%1 token} from your launcher"),
        ("dump-token", "dump {a} {held}", "dump {0|%1 token} from your launcher"),
        ("dump-line", "dump one {line}", "dump all tokens in one {0} of your launcher"),
        ("dump-all", "dump all", "dump all tokens from your launcher"),
        ("prepare", "prepare {a}", "prepare {0|token}"),
        ("program", "program {a}", "make {0|program move}"),
        ("program-diagonal", "program {a} diagonal", "make {0|diagonal switch}"),
        ("swap-dump", "swap {a} with dump", "swap {0|token} on your launcher with {0} in your dump"),
        ("change-core", "change core", "change your core data"),
        ("corrupted-open", "corrupted counts as open", "treat 1 corrupted token as open in one pattern"),
        # the map
        ("move", "move {a}", "move up to {0|tile}"),
        ("move", "move", "move as far as your MOV allows"),
        ("move-bot", "move bot {a}", "move the BOT up to {0|tile}"),
        ("reveal-tile", "reveal tile within {a}", "reveal 1 face-down tile within {0|tile}"),
        ("trace-up", "trace up {a}", "raise your trace by {0}"),
        ("trace-down", "trace down {a}", "lower your trace by {0}"),
        ("trace-zero", "set trace {a}", "set your trace to 0"),
        ("put-relay", "put relay here", "put a relay marker on your tile"),
        ("remove-relay", "remove relay here", "remove the relay marker from your tile"),
        ("turn-up-die", "turn up die here", "turn up the dice token on your tile"),
        # enemies
        ("attach", "attach {a}", "attach {0|enemy}"),
        ("attach-guest", "attach guest", "attach {guest}"),
        ("deal", "deal {a}", "deal {0} damage"),
        ("deal-each", "deal {a} to each enemy", "deal {0} damage to each of your enemies"),
        ("discard-top", "discard top enemy", "discard your top enemy"),
        ("rotate", "rotate enemies", "put your top enemy at the bottom of your stack"),
        ("pull-enemy", "pull enemy", "move another player's bottom enemy to your stack"),
        ("look", "look at {a} enemies", "look at the top {0|enemy} in the deck and put them back in any order"),
        (
            "look-bury",
            "look at {a} enemies to bury {a}",
            "look at the top {0|enemy} in the deck and put {1} of them on the bottom",
        ),
        ("heal", "heal {a}", "remove {0} damage from the enemy"),
        ("clear-damage", "clear damage", "remove all damage from your top enemy"),
        ("destabilize", "destabilize {a}", "put {0|destabilization token} on your board"),
        ("destabilize-enemies", "destabilize enemies {a}", "put {0|destabilization token} on your enemies"),
        # dice
        ("roll-more", "roll {a} more", "roll {0|more die}"),
        ("reroll", "reroll {a}", "reroll {0|player die}"),
        ("reroll-all", "reroll all", "reroll all player dice"),
        ("turn-die", "turn {a} {face} to {face}", "turn {0} %1 to %2"),
        ("cancel-frame", "cancel next frame", "cancel the next enemy frame"),
        ("number-down", "number die down {a}", "treat the number die as {0} lower, but at least 1"),
        ("number-blank", "blank number die", "treat the number die as blank"),
        ("frame-again", "use frame again", "make one of your used combat frames usable again"),
        ("lend-reroll", "lend reroll", "spend 1 of your rerolls on that roll"),
        ("skip-trace-roll", "skip trace roll", "skip your trace roll"),
        # cards
        ("draw-faction", "draw {faction} augment", "draw 1 {0} augment"),
        ("draw-class", "draw class augment", "draw 2 class augments and keep 1"),
        ("equip-free", "equip free", "equip 1 augment for free"),
        ("equip-cheaper", "equip {a} cheaper", "equip 1 augment for {0} less memory"),
        (
            "return-faction",
            "return faction augment",
            "put 1 equipped faction augment back into its deck",
        ),
        ("inhabit", "inhabit", "use INHABIT"),
        ("take-body", "take body", "inhabit 1 body from the market without its pattern"),
        ("refresh-market", "refresh market", "replace all bodies in the market"),
        ("draw-event", "draw event", "draw 1 city event"),
        ("draw-card", "draw card {code}", "draw card {0}"),
        ("put-card", "put card {code} into play", "put special card {0} into play"),
        ("victory", "victory", "draw the Victory! card"),
        ("lost", "lost", "draw Scenario Lost"),
        ("unlock-code", "unlock code {code}", "unlock everything with the code {0}"),
        ("lock-code", "lock code {code}", "lock everything with the code {0}"),
        ("mark-progress", "mark progress", "mark this scenario as won"),
        # tests, cards and time
        ("test", "test {type} {a}", "do a test of {0} {1}"),
        ("group-test", "group test {type} {a}", "do a group test of {0} {1}"),
        ("put-counter", "put {a} {counter} here", "put {0|%1 token} on this card"),
        ("remove-counter", "remove {a} {counter} here", "remove {0|%1 token} from this card"),
        ("set-time", "set time {a}", "set time to {0}"),
        ("time-down", "time down {a}", "lower time by {0}"),
        ("nothing", "nothing", "nothing happens"),
    )
)

WHO = {
    "each player": "each player",
    "each player without enemies": "each player without enemies",
    "each other player": "each other player",
    "each player here": "each player on your tile",
    "another player": "another player",
    "another player here": "another player on your tile",
    "another player near": "another player on your tile or next to it",
    "first player": "the first player",
    "player with most trace": "the player with the highest trace",
    "player with most inari": "the player with the most Inari tokens",
    "giver": "the player who gave the most ascend tokens",
    "next holder": "the player after its last holder",
}

PER = {
    "die": "die placed",
    "damage removed": "point of damage removed",
    "equipped augment": "equipped augment",
    "enemy": "enemy attached to {them}",
    "advanced body": "advanced body",
    "unlocked slot": "unlocked slot",
    "relay left": "relay marker left",
    "player here": "player on {their} tile",
    "pattern launched": "pattern launched in this launch step",
}

# The values that tests compare, in words. {q} is “at least 3”, with nouns in that number; {v} is “3 or more”. Values of
# the table come first; the others are about one player.
OF_TABLE = {
    "time": "time is {v}",
    "success here": "this card has {q} success token{s}",
    "ascend here": "this card has {q} ascend token{s}",
    "tiles revealed": "{q} tile{s} other than the starting ones {is} face up",
    "relays left": "{q} relay marker{s} {is} left",
    "corrupted left": "{q} corrupted token{s} {is} left in the pool",
    "defeated since card": "{q} enem{ies} {has} been defeated since this card came into play",
    "players": "{q} player{s} {is} in the game",
}
OF_PLAYER = {
    "shield": "{they} {have} {q} shield{s}",
    "memory": "{they} {have} {q} memory",
    "power": "{they} {have} {q} power",
    "reroll": "{they} {have} {q} reroll{s}",
    "assets": "{they} {have} {q} asset{s} in all",
    "best asset": "{they} {have} {q} of one asset",
    "exp": "{they} {have} {q} EXP",
    "trace": "{their} trace is {v}",
    "integrity": "{their} integrity is {v}",
    "maximum": "{their} maximum integrity is {v}",
    "enemies": "{q} enem{ies} {is} attached to {them}",
    "top damage": "{their} top enemy has {q} damage",
    "equipped augments": "{they} {have} {q} equipped augment{s}",
    "new augments": "{they} {have} {q} equipped augment{s} other than the starting ones",
    "faction augments": "{they} {have} {q} equipped faction augment{s}",
    "bodies": "{they} {have} {q} advanced bod{ies}",
    "unlocked slots": "{they} {have} {q} unlocked slot{s}",
    "open in pool": "{they} {have} {q} open token{s}",
    "corrupted in pool": "{they} {have} {q} corrupted token{s}",
    "inari in pool": "{they} {have} {q} Inari token{s}",
    "patterns launched": "{they} {have} launched {q} pattern{s} in this launch step",
    "asset patterns launched": "{they} {have} launched {q} asset pattern{s} in this launch step",
    "hacks launched": "{they} {have} launched {q} hack{s} in this launch step",
    "tiles revealed by you": "{they} {have} revealed {q} tile{s} this game",
    "defeated this combat": "{they} {have} defeated {q} enem{ies} this Combat",
    "defeated this turn": "{they} {have} defeated {q} enem{ies} this turn",
    "defeated last turn": "{they} defeated {q} enem{ies} last turn",
    "defeated this game": "{they} {have} defeated {q} enem{ies} this game",
    "printed integrity defeated": "{they} {have} defeated an enemy with a printed integrity of {v}",
    "quiet turns": "{they} {have} ended {their} Action phase with trace 0 for {q} turn{s} in a row",
    "resets": "{they} {have} reset {q} time{s}",
}
COUNTED = {**OF_TABLE, **OF_PLAYER}

# Facts, in words for when they hold and when they don't. {tile} is any tile or kind of tile.
FACTS = {
    "time is even": ("time is even", "time is odd"),
    "time is odd": ("time is odd", "time is even"),
    "guest defeated": ("{guest} is defeated", "{guest} isn't defeated"),
    "guest waits": ("{guest} is waiting on this card", "{guest} isn't waiting on this card"),
    "no enemies attached": ("no player has an enemy attached", "at least one player has an enemy attached"),
    "beside another": (
        "{they} {are} next to another player or the BOT",
        "{they} {are} not next to another player or the BOT",
    ),
    "another here": ("another player is on {their} tile", "no other player is on {their} tile"),
    "relay here": ("a relay marker is on {their} tile", "no relay marker is on {their} tile"),
    **{
        f"die here is {word}": (
            f"the dice token on {{their}} tile is a {FACE_NAMES[face]}",
            f"the dice token on {{their}} tile isn't a {FACE_NAMES[face]}",
        )
        for word, face in FACES.items()
    },
}
ON_TILE = {
    "on": ("{they} {are} on {tile}", "{they} {are} not on {tile}"),
    "all on": ("all players are on {tile}", "not all players are on {tile}"),
}
COMPARE = (">=", "<=", ">", "<", "=")

# Moments when an ability can be used, and when it runs on its own.
OFFERED = {
    "planning": "in Planning",
    "before-trace": "before the trace roll",
    "program": "in the Program step",
    "trace-roll": "after your trace roll",
    "before-attack": "before your attack roll",
    "after-roll": "after one of your rolls",
    "after-attack": "after your attack roll",
    "after-other-roll": "after another player's roll",
    "frame": "as a combat frame",
    "wounded": "when you would suffer wounds",
    "fatal": "when your integrity would drop to 0",
    "district": "instead of a district's effect",
    "launch": "in your launch step",
    "pattern": "by launching its pattern",
    "any": "at any time",
}
BY_ITSELF = {
    "start-planning": "as Planning begins",
    "start-launch": "as your launch step begins",
    "defeat": "when you defeat an enemy",
    "hack": "when you launch a hack",
}
TIMINGS = {**OFFERED, **BY_ITSELF}
LIMITS = {
    "turn": "once per turn",
    "combat": "once per Combat",
    "roll": "once per roll",
    "game": "once per game",
}
