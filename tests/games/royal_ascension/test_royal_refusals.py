"""Every rule that can refuse a move does so in a whole sentence that is true where it is said.

A `Situation` is a table and what is refused there. The sentences were read by a person, situation by situation;
`python tests/games/royal_ascension/test_royal_refusals.py` (with the package installed) prints them all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from royal import GAME, A, B, C, D, refused, table

from tabletop_kernel import Session
from tabletop_kernel.game import Move
from tabletop_kernel.games import royal_ascension
from tabletop_kernel.games.royal_ascension.content import Content

CONTENT: Content = vars(GAME)["content"]
LANDS = [territory.name for territory in CONTENT.territories]
GOLD = [["4D", "6D", "8D"], ["KD"], [], []]
ALLIANCE_OF_A = [["4S"], [], [], []]
ALLIANCE_OF_B = [[], ["4S"], [], []]
ALLIES: dict[str, Any] = {"alliances": ALLIANCE_OF_B}
SHOP: dict[str, Any] = {"offer": ["3C", "9C", "KC"], "diamonds": GOLD, "tokens": [9, 0, 0, 0]}
DONE: dict[str, Any] = {"card": "9S", "discard": ["9S"], "tokens": [4, 0, 0, 0]}  # an NPC event is over
DUEL: dict[str, Any] = {"battle": {"fighters": [A, B]}, "tokens": [4, 0, 0, 0]}
LAID: dict[str, Any] = {"committed_territory": [["Jiggy Jungle"], ["Dragon Dominion"], [], []]}
AFTER: list[list[Any]] = [["end", A, []], ["aftermath", A, []]]
DECREE_WON: dict[str, Any] = {"battle": {"fighters": [A, B, C, D], "kind": "decree", "winner": A}}
HEARTS = ["2H", "2H", "3H", "3H", "4H", "4H", "5H", "5H", "6H", "6H", "7H"]


@dataclass(frozen=True)
class Situation:
    """A position with its rulings, moves that lead on from there, and what is then refused: (rule, seat, move)."""

    name: str
    position: dict[str, Any]
    refusals: list[tuple[str, int, Move]]
    rulings: dict[str, str] | None = None
    first: tuple[tuple[int, Move], ...] = ()

    def open(self) -> Session:
        session = table({f"ruling.{key}": value for key, value in (self.rulings or {}).items()}, **self.position)
        for seat, move in self.first:
            session.submit(seat, move)
        return session


def paying(*gold: str, weapons: tuple[str, ...] = ("9C",)) -> dict[str, Any]:
    """A is in the Shop and has laid down this gold for these weapons."""
    return {**SHOP, "frames": [["shop", A, [0]], ["pay", A, [list(weapons), list(gold)]]]}


def npc(now: str) -> dict[str, Any]:
    return {"now": now, "card": "9S", "carried": False, "prize": int(now == "prize"), "tokens": [4, 0, 0, 0]}


def attacking(**more: Any) -> dict[str, Any]:
    return {"now": "attack", **DONE, **more}


def picking(suit: str, rule: str, **more: Any) -> dict[str, Any]:
    cards = {"hearts": [["2H"], ["QH"], [], []], "clubs": [["3C"], [], [], []]}
    return {"battle": {"fighters": [A, B], "winner": A}, "frames": [*AFTER, ["pick", B, [suit, rule]]], **cards, **more}


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
            "result": ["end.majority", [A], [7, 2, 2, 1]],
        },
        [("end.majority", A, ("roll", 1)), ("end.majority", B, ("roll", 1))],
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

SITUATIONS = [*BEFORE_PLAY, *WALKING, *SHOPPING, *ACTION_CARDS, *BATTLES, *SPOILS]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_refusals_are_whole_sentences(situation: Situation) -> None:
    session = situation.open()
    for rule, seat, move in situation.refusals:
        assert refused(session, seat, move) == rule, move
        verdict = session.judge(seat, move)
        assert verdict is not None
        assert verdict.text[0].isupper()
        assert verdict.text.endswith(".")
        assert not set("{}!?[]_") & set(verdict.text), verdict.text
        assert "  " not in verdict.text
        assert len(verdict.text) < 220


def verdicts_in_code() -> Iterator[str]:
    """Every rule that a `Verdict(…)` of the game's code names; where all is about refusing, every rule named."""
    for path in Path(royal_ascension.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if path.stem == "refusing":
                yield from rules_named(node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Verdict":
                yield from (rule for part in ast.walk(node.args[0]) for rule in rules_named(part))


def rules_named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and (node.value in GAME.rulebook.rules or node.value in GAME.rulings):
        yield str(node.value)


def test_every_rule_that_can_refuse_is_among_the_situations() -> None:
    shown = {rule for situation in SITUATIONS for rule, _, _ in situation.refusals}
    by_table = {"players.count"}  # refused before there is a table: see test_rules.py
    assert set(verdicts_in_code()) - by_table - shown == set()
    for rule in shown - {"table.unknown"}:
        entry = GAME.rulebook[rule] if rule in GAME.rulebook.rules else GAME.rulings[rule]
        assert entry.why, f"{rule} refuses and has no sentence for it"


def print_all() -> None:
    """All sentences, for a reader."""
    for situation in SITUATIONS:
        session = situation.open()
        print(f"\n{situation.name} {situation.rulings or ''}")
        for rule, seat, move in situation.refusals:
            print(f"  {'ABCD'[seat]} {' '.join(map(str, move)):<28} {session.judge(seat, move).text} ({rule})")  # type: ignore[union-attr]


if __name__ == "__main__":
    print_all()
