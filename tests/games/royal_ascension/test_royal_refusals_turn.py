"""What is refused before the first battle: while the table is laid, on a walk and in the Shop."""

from __future__ import annotations

import pytest
from royal import A, B, C, D
from royal_situations import ALLIANCE_OF_A, HEARTS, LANDS, SHOP, Situation, check_refusals, paying

BEFORE_PLAY = [
    Situation(
        "characters are chosen",
        {},
        [
            ("ruling.characters", B, ("character", "Sir Thaddeus Blondewood")),
            ("ruling.characters", A, ("roll", 2)),
            ("pieces.token", A, ("character", "Queen Nobody")),
        ],
        {"characters": "free-choice"},
    ),
    Situation(
        "one character is taken",
        {},
        [("pieces.token", B, ("character", "King Eadric the Wise"))],
        {"characters": "free-choice"},
        ((A, ("character", "King Eadric the Wise")),),
    ),
    Situation(
        "nobody has rolled",
        {},
        [
            ("setup.roll", A, ("roll", 1)),
            ("setup.roll", B, ("roll", 2)),
            ("setup.roll", A, ("draw", "hearts")),
            ("setup.order", A, ("take", "Mewtopia")),
        ],
    ),
    Situation("nobody has rolled the one die", {}, [("setup.roll", A, ("roll", 2))], {"selection-dice": "one"}),
    Situation(
        "A and C have rolled the same",
        {"dice": [4, 5, 1, 3, 4, 5, 3, 4]},
        [("ruling.selection-ties", D, ("roll", 2)), ("ruling.selection-ties", B, ("roll", 2))],
        first=tuple((seat, ("roll", 2)) for seat in (A, B, C, D)),
    ),
    Situation(
        "the second pass of the draft begins",
        {"now": "draft", "pool": LANDS[4:], "territories": [[land] for land in LANDS[:4]]},
        [
            ("setup.draft", B, ("take", "Mewtopia")),
            ("setup.draft", A, ("take", "Jiggy Jungle")),
            ("setup.draft", A, ("roll", 1)),
            ("terr.values", A, ("take", "Atlantis")),
        ],
    ),
    Situation(
        "the opening cards are drawn",
        {"now": "opening", "opening": [["hearts"], [], [], []], "hearts": [["2H", "3H"], [], [], []]},
        [
            ("setup.share", A, ("take", "Mewtopia")),
            ("setup.resources", B, ("draw", "hearts")),
            ("setup.resources", A, ("draw", "hearts")),
            ("setup.resources", A, ("roll", 1)),
            ("setup.no-weapons", A, ("draw", "clubs")),
            ("setup.no-weapons", A, ("draw", "spades")),
        ],
    ),
]
WALKING = [
    Situation(
        "a turn begins",
        {"now": "roll", "tokens": [9, 0, 0, 0], "alliances": ALLIANCE_OF_A, "discard": ["7D"]},
        [
            ("turn.clockwise", B, ("roll", 1)),
            ("turn.roll", A, ("roll", 2)),
            ("turn.roll", A, ("walk", 3)),
            ("turn.roll", A, ("end",)),
            ("turn.land", A, ("draw", "hearts")),
            ("battle.start", A, ("attack", B)),
            ("battle.start", A, ("commit", "Jiggy Jungle")),
            ("end.conquer", A, ("take", "Mewtopia")),
            ("shop.landing-only", A, ("buy", "7C")),
            ("alliance.use", A, ("ally",)),
            ("discard.pile", A, ("discard", "2H")),
            ("discard.pile", A, ("take-back", "7D")),
            ("turn.end", A, ("take-back", "8D")),
            ("ruling.characters", A, ("character", "Sir Thaddeus Blondewood")),
            ("ruling.health-attach", A, ("attach", "Jiggy Jungle")),
            ("table.unknown", A, ("fly", 3)),
        ],
    ),
    Situation(
        "Eadric is at home and threw a 4",
        {"now": "walk", "die": 4},
        [
            ("turn.move-exact", A, ("walk", 3)),
            ("turn.move-exact", A, ("end",)),
            ("turn.roll", A, ("roll", 1)),
            ("turn.direction", A, ("walk", 2)),
            ("ruling.leave-home", A, ("walk", 5)),
            ("ruling.leave-home", A, ("walk", 13)),
        ],
    ),
    Situation(
        "the token is on the ring",
        {"now": "walk", "die": 1, "tokens": [1, 0, 0, 0]},
        [
            ("turn.move-exact", A, ("walk", 3)),
            ("turn.move-exact", A, ("walk", 1)),
            ("ruling.return-home", A, ("walk", 0)),
            ("turn.land", A, ("draw", "diamonds")),
        ],
    ),
    Situation(
        "the walk leads past a Shop",
        {"now": "walk", "die": 6, "tokens": [6, 0, 0, 0]},
        [("shop.landing-only", A, ("buy", "7C")), ("turn.land", A, ("draw", "clubs"))],
    ),
    Situation(
        "a Hearts space is done",
        {"now": "end", "tokens": [2, 0, 0, 0], "discard": ["7D"]},
        [
            ("turn.end", A, ("draw", "hearts")),
            ("turn.end", A, ("roll", 1)),
            ("battle.start", A, ("attack", B)),
            ("shop.landing-only", A, ("pay", "4D")),
            ("end.conquer", A, ("give", "Jiggy Jungle")),
            ("discard.pile", A, ("take-back", "7D")),
            ("battle.pick-health", A, ("pick", "hearts")),
            ("ruling.one-heart", A, ("give-up", "KH")),
        ],
    ),
    Situation(
        "another token stands on the same space",
        {"now": "end", "tokens": [2, 2, 0, 0]},
        [("ruling.shared-space", A, ("attack", B)), ("battle.start", A, ("attack", C))],
    ),
    Situation(
        "in a Shop with somebody else, where a meeting may end in a battle",
        {"now": "shop", "tokens": [9, 9, 0, 0], "offer": ["KC"]},
        [("ruling.shared-space", A, ("attack", B)), ("battle.start", A, ("attack", C))],
        {"shared-space": "battle"},
    ),
    Situation(
        "a Shop is left, and somebody met there",
        {"now": "end", "tokens": [9, 9, 0, 0]},
        [
            ("turn.end", A, ("buy", "KC")),
            ("ruling.shared-space", A, ("attack", C)),
            ("battle.opponent", A, ("commit", "Jiggy Jungle")),
            ("turn.end", A, ("pass",)),
        ],
        {"shared-space": "battle"},
    ),
    Situation(
        "a battle on Spades is over",
        {"now": "end", "tokens": [4, 4, 0, 0], "fought": 1, "excluded": [A]},
        [("turn.end", A, ("attack", B)), ("turn.end", A, ("commit", "Jiggy Jungle"))],
    ),
    Situation(
        "A may not fight and has landed on Spades",
        {"now": "end", "tokens": [4, 0, 0, 0], "excluded": [A]},
        [("battle.back-to-back", A, ("attack", B))],
    ),
    Situation(
        "A has landed on Spades, and all others are excluded",
        {"now": "end", "tokens": [4, 0, 0, 0], "excluded": [B, C, D]},
        [
            ("battle.no-previous-loser", A, ("attack", B)),
            ("space.spades", A, ("pass",)),
            ("space.spades", A, ("commit", "Jiggy Jungle")),
            ("space.spades", A, ("attack", A)),
        ],
        {"repeat-scope": "ever"},
    ),
    Situation(
        "A Royal Decree is over",
        {"now": "end", "tokens": [4, 0, 0, 0], "fought": 1, "card": "QS", "discard": ["QS"]},
        [("ruling.decree-replaces", A, ("attack", B))],
    ),
    Situation(
        "B has shown a Secret Alliance",
        {"now": "end", "tokens": [4, 4, 4, 0], "allied": [B]},
        [("ruling.alliance-effect", A, ("attack", B)), ("ruling.alliance-effect", A, ("attack", C))],
        {"shared-space": "battle"},
    ),
    Situation(
        "a hand is too large",
        {"frames": [["close", A, []], ["limit", A, []]], "hearts": [HEARTS, [], [], []], "tokens": [2, 0, 0, 0]},
        [("ruling.hand-limit", A, ("discard", "KH"))],
        {"hand-limit": "ten"},
    ),
    Situation(
        "a heart is laid under a territory",
        {"frames": [["end", A, []], ["attach", A, []]], "hearts": [["2H"], [], [], []], "tokens": [2, 0, 0, 0]},
        [("ruling.health-attach", A, ("attach", "Dragon Dominion")), ("turn.end", A, ("end",))],
        {"health-attach": "attach-on-draw"},
    ),
    Situation(
        "B is out",
        {"now": "roll", "territories": [None, [], None, None], "out": [0, 1, 0, 0]},
        [("elim.zero", B, ("roll", 1))],
    ),
    Situation(
        "the game is over",
        {
            "territories": [LANDS[:7], LANDS[7:9], LANDS[9:11], LANDS[11:]],
            "result": ["end.majority", ["won", "lost", "lost", "lost"], [7, 2, 2, 1]],
        },
        [("end.majority", A, ("roll", 1)), ("end.majority", B, ("roll", 1))],
    ),
    Situation(
        "the game is over without a majority",
        {
            "territories": [LANDS[:6], LANDS[6:8], LANDS[8:10], LANDS[10:]],
            "result": ["end.no-majority", ["won", "lost", "lost", "lost"], [6, 2, 2, 2]],
        },
        [("end.no-majority", A, ("roll", 1)), ("end.no-majority", B, ("roll", 1))],
    ),
]
SHOPPING = [
    Situation(
        "the offer lies open",
        {"now": "shop", **SHOP},
        [
            ("board.shops", A, ("draw", "clubs")),
            ("shop.may", A, ("pay", "4D")),
            ("shop.may", A, ("done",)),
            ("ruling.shop-offer", A, ("buy", "7C")),
            ("turn.end", A, ("walk", 10)),
        ],
    ),
    Situation(
        "the gold does not suffice",
        {"now": "shop", **SHOP, "diamonds": [["4D", "8D"], [], [], []]},
        [("shop.price", A, ("buy", "KC"))],
    ),
    Situation(
        "a weapon is chosen",
        {**paying(), "hearts": [["5H"], [], [], []]},
        [
            ("shop.may", A, ("end",)),
            ("shop.price", A, ("done",)),
            ("shop.currency", A, ("pay", "5H")),
            ("shop.currency", A, ("pay", "KD")),
            ("ruling.shop-combine", A, ("buy", "3C")),
        ],
    ),
    Situation(
        "a part of the price is laid down",
        paying("4D"),
        [("shop.price", A, ("done",)), ("shop.currency", A, ("pay", "4D"))],
    ),
    Situation("the price is laid down", paying("4D", "6D"), [("ruling.shop-tight", A, ("pay", "8D"))]),
    Situation(
        "a small card would be in vain",
        {**paying(), "diamonds": [["2D", "9D"], [], [], []]},
        [("ruling.shop-tight", A, ("pay", "2D"))],
    ),
    Situation(
        "two weapons are paid together",
        paying("4D", weapons=("3C", "9C")),
        [("shop.price", A, ("done",)), ("ruling.shop-combine", A, ("buy", "KC"))],
        {"shop-combine": "yes"},
    ),
    Situation(
        "a second weapon is added",
        paying(),
        [("ruling.shop-offer", A, ("buy", "9C")), ("shop.price", A, ("buy", "KC"))],
        {"shop-combine": "yes"},
    ),
    Situation(
        "one weapon is bought",
        {**SHOP, "frames": [["shop", A, [1]]]},
        [("ruling.shop-limit", A, ("buy", "3C"))],
        {"shop-limit": "one"},
    ),
    Situation(
        "one weapon is chosen",
        paying(),
        [("ruling.shop-limit", A, ("buy", "3C"))],
        {"shop-limit": "one", "shop-combine": "yes"},
    ),
    Situation(
        "only exact gold is taken",
        {"now": "shop", **SHOP},
        [("ruling.shop-overpay", A, ("buy", "9C")), ("ruling.shop-overpay", A, ("buy", "3C"))],
        {"shop-overpay": "exact-only"},
    ),
    Situation(
        "the wrong gold for an exact price",
        {**paying(weapons=("4C",)), "offer": ["4C"]},
        [("ruling.shop-overpay", A, ("pay", "6D"))],
        {"shop-overpay": "exact-only"},
    ),
]


@pytest.mark.parametrize("situation", [*BEFORE_PLAY, *WALKING, *SHOPPING], ids=lambda situation: situation.name)
def test_refusals_are_whole_sentences(situation: Situation) -> None:
    check_refusals(situation)
