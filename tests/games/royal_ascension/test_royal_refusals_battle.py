"""What is refused on Spades: by action cards, in battles and over their spoils."""

from __future__ import annotations

import pytest
from royal import A, B, C, D
from royal_situations import (
    AFTER,
    ALLIANCE_OF_A,
    ALLIES,
    DECREE_WON,
    DONE,
    DUEL,
    GOLD,
    LAID,
    Situation,
    attacking,
    check_refusals,
    npc,
    picking,
)

ACTION_CARDS = [
    Situation(
        "an NPC event waits for its die",
        npc("npc"),
        [
            ("action.first", A, ("attack", B)),
            ("action.first", A, ("end",)),
            ("npc.roll", A, ("roll", 2)),
            ("npc.roll", A, ("draw", "hearts")),
        ],
    ),
    Situation(
        "an NPC event has succeeded",
        npc("prize"),
        [("action.first", A, ("attack", B)), ("npc.choice", A, ("draw", "clubs")), ("turn.end", A, ("roll", 1))],
    ),
    Situation(
        "one heart of two different cards is drawn",
        {**npc("prize"), "frames": [["end", A, []], ["challenge", A, []], ["prize", A, ["hearts"]]]},
        [("ruling.npc-prize", A, ("draw", "hearts"))],
        {"npc-prize": "one-of-each"},
    ),
    Situation(
        "a Plague is drawn",
        attacking(card="AS", discard=["AS"], plague=[10, 0, 0, 0]),
        [("action.draw", A, ("draw", "spades"))],
    ),
    Situation(
        "B is asked for an alliance",
        {"frames": [["end", A, []], ["alliance", B, ["chosen"]]], **DONE, **ALLIES},
        [
            ("alliance.optional", B, ("commit", "Dragon Dominion")),
            ("ruling.alliance-partner", B, ("ally", C)),
            ("turn.clockwise", A, ("commit", "Jiggy Jungle")),
        ],
    ),
    Situation(
        "B is asked for an alliance and a partner",
        {"frames": [["end", A, []], ["alliance", B, ["chosen"]]], **DONE, **ALLIES},
        [("ruling.alliance-partner", B, ("ally", A)), ("ruling.alliance-partner", B, ("ally",))],
        {"alliance-partner": "named"},
    ),
    Situation(
        "B is asked and holds none",
        {"frames": [["end", A, []], ["alliance", B, ["chosen"]]], **DONE},
        [("alliance.use", B, ("ally",))],
        {"alliance-open": "hidden"},
    ),
    Situation(
        "B stayed out and A chooses again",
        attacking(allied=[B]),
        [("ruling.alliance-effect", A, ("attack", B))],
        {"alliance-effect": "choose-again"},
    ),
    Situation(
        "there is a truce",
        attacking(truces=[[B, A, 0, 0]]),
        [("ruling.alliance-effect", A, ("attack", B))],
        {"alliance-effect": "truce"},
    ),
    Situation(
        "a Royal Decree",
        {"now": "commit", "battle": {"fighters": [A, B, C, D], "kind": "decree"}, **ALLIES},
        [
            ("ruling.alliance-vs-decree", B, ("ally",)),
            ("decree.all", C, ("pass",)),
            ("decree.all", A, ("attack", B)),
        ],
    ),
    Situation(
        "All In against an alliance",
        {"now": "commit", "battle": {"fighters": [A, B], "all_in": A}, "all_in": [1, 0, 0, 0], **ALLIES},
        [("ruling.alliance-vs-allin", B, ("ally",))],
        {"alliance-vs-allin": "no"},
    ),
    Situation(
        "All In against everybody",
        {
            "now": "commit",
            "battle": {"fighters": [A, B, C, D], "kind": "table", "all_in": A},
            "all_in": [1, 0, 0, 0],
            **ALLIES,
        },
        [("ruling.allin-stake", A, ("attack", B)), ("ruling.alliance-vs-allin", B, ("ally",))],
        {"allin-stake": "drawer-vs-table", "alliance-vs-allin": "no"},
    ),
]
BATTLES = [
    Situation(
        "A chooses an opponent",
        attacking(excluded=[C], alliances=ALLIANCE_OF_A),
        [
            ("ruling.battle-must", A, ("pass",)),
            ("ruling.battle-must", A, ("end",)),
            ("battle.opponent", A, ("attack", A)),
            ("battle.opponent", A, ("commit", "Jiggy Jungle")),
            ("battle.no-previous-loser", A, ("attack", C)),
            ("ruling.npc-prize", A, ("draw", "hearts")),
            ("ruling.alliance-draw-turn", A, ("ally",)),
            ("turn.end", A, ("roll", 1)),
        ],
    ),
    Situation("A may pass", attacking(), [("ruling.battle-must", A, ("end",))], {"battle-must": "may"}),
    Situation(
        "A chooses an opponent, B is out",
        attacking(territories=[None, [], None, None], out=[0, 1, 0, 0]),
        [("elim.zero", A, ("attack", B))],
    ),
    Situation(
        "A and B commit",
        {
            "now": "commit",
            **DUEL,
            "hearts": [["2H"], ["5H"], [], []],
            "diamonds": GOLD,
            "alliances": [["3S"], ["4S"], [], []],
            "excluded": [C],
        },
        [
            ("battle.territory", A, ("commit", "Dragon Dominion")),
            ("battle.territory", A, ("seal",)),
            ("battle.high-wins", B, ("pass",)),
            ("battle.health-add", A, ("commit", "5H")),
            ("battle.weapons-any", A, ("commit", "7C")),
            ("space.diamonds", A, ("commit", "4D")),
            ("battle.total", A, ("commit", "3S")),
            ("battle.total", A, ("commit", 7)),
            ("battle.reveal", A, ("roll", 2)),
            ("battle.reveal", A, ("take-back", "2H")),
            ("battle.high-wins", A, ("attack", D)),
            ("alliance.use", B, ("ally",)),
            ("turn.end", A, ("end",)),
            ("battle.back-to-back", C, ("commit", "Vapor Vale")),
            ("battle.high-wins", D, ("commit", "Mewtopia")),
            ("turn.clockwise", D, ("roll", 2)),
        ],
    ),
    Situation(
        "two hearts are committed",
        {
            "now": "commit",
            **DUEL,
            "hearts": [["2H", "3H", "4H"], [], [], []],
            "committed_health": [["2H", "3H"], [], [], []],
            "committed_territory": [["Jiggy Jungle"], [], [], []],
        },
        [("battle.health-limit", A, ("commit", "4H")), ("battle.territory", A, ("commit", "Lucio Land"))],
    ),
    Situation(
        "the heart lies under another territory",
        {
            "now": "commit",
            **DUEL,
            "hearts": [["2H"], [], [], []],
            "attached": [[["2H", "Lucio Land"]], [], [], []],
            "committed_territory": [["Jiggy Jungle"], [], [], []],
        },
        [("ruling.health-attach", A, ("commit", "2H"))],
        {"health-attach": "attach-on-draw"},
    ),
    Situation(
        "A has sealed",
        {"now": "commit", **DUEL},
        [("battle.reveal", A, ("take-back", "Jiggy Jungle"))],
        first=((A, ("commit", "Jiggy Jungle")), (A, ("seal",))),
    ),
    Situation(
        "the dice are rolled",
        {"now": "dice", **DUEL, **LAID},
        [
            ("battle.dice", A, ("roll", 1)),
            ("battle.dice", A, ("roll", 4)),
            ("battle.reveal", A, ("take-back", "Jiggy Jungle")),
            ("battle.high-wins", A, ("pass",)),
            ("battle.high-wins", A, ("attack", C)),
            ("turn.clockwise", B, ("roll", 2)),
        ],
    ),
    Situation(
        "a tie",
        {"now": "dice", **DUEL, **LAID, "dice": [3] * 8},
        [
            ("ruling.tie-recommit", A, ("take-back", "Jiggy Jungle")),
            ("ruling.tie-recommit", A, ("commit", "Lucio Land")),
        ],
        first=((A, ("roll", 2)), (B, ("roll", 2))),
    ),
]
SPOILS = [
    Situation(
        "a blind pick of health",
        picking("hearts", "battle.pick-health"),
        [
            ("battle.pick-health", B, ("pick", "diamonds")),
            ("battle.pick-health", B, ("pick", "clubs")),
            ("ruling.pick-who", B, ("pick", "2H")),
            ("battle.if-any", B, ("end",)),
            ("turn.clockwise", A, ("end",)),
        ],
    ),
    Situation(
        "a pick of health with open eyes",
        picking("hearts", "battle.pick-health"),
        [("ruling.pick-pool", B, ("pick", "9H"))],
        {"pick-who": "loser-sees"},
    ),
    Situation(
        "a pick of a weapon",
        picking("clubs", "battle.pick-weapon"),
        [("battle.pick-weapon", B, ("pick", "hearts"))],
    ),
    Situation(
        "a pick after a Royal Decree",
        picking("hearts", "decree.penalty", **DECREE_WON),
        [("decree.penalty", B, ("pick", "clubs"))],
    ),
    Situation(
        "the winner of a Royal Decree claims",
        {**DECREE_WON, "frames": [*AFTER, ["majority", A, []], ["claim", A, [B]]]},
        [("ruling.decree-territory", A, ("claim", "Vapor Vale")), ("decree.spoils", A, ("end",))],
        {"decree-territory": "winner-picks"},
    ),
    Situation(
        "a loser of a Royal Decree gives",
        {**DECREE_WON, "frames": [*AFTER, ["majority", A, []], ["give", B, []]]},
        [("ruling.decree-territory", B, ("give", "Jiggy Jungle")), ("decree.spoils", B, ("attack", C))],
        {"decree-territory": "loser-picks"},
    ),
    Situation(
        "the loser gives up a heart",
        picking("hearts", "", frames=[*AFTER, ["forfeit", B, []]]),
        [("ruling.one-heart", B, ("give-up", "KH"))],
        {"one-heart": "one-each"},
    ),
]


@pytest.mark.parametrize("situation", [*ACTION_CARDS, *BATTLES, *SPOILS], ids=lambda situation: situation.name)
def test_refusals_are_whole_sentences(situation: Situation) -> None:
    check_refusals(situation)
