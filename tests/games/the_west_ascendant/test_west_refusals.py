"""Every rule that can refuse a move does so in a whole sentence that is true where it is said.

A `Situation` is a table and what is refused there. The sentences were read by a person, situation by situation;
`python tests/games/the_west_ascendant/test_west_refusals.py` (with the package installed) prints them all for the next
reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from asking import refusing
from test_west_claims import check
from west import GAME, QUIET, A, B, C, K, O, R, refused, table

from tabletop_kernel import Session
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games import the_west_ascendant
from tabletop_kernel.games.the_west_ascendant.refusals import RULE_BY_VERB

DAWNFORGE, PYRE, CLOCK = "prime.dawnforge", "prime.signal-pyre", "prime.tidal-clock"
MAST, HALL, DRIFT = "prime.farsight-mast", "prime.steamwright-hall", "prime.drift-exchange"
QUENCH, WIRE, ALMANAC = QUIET
BASIN, MERIDIAN, FOUNDRY = "trigger.mirror-basin", "trigger.null-meridian", "trigger.arc-foundry"


@dataclass(frozen=True)
class Situation:
    """A position with its rulings, moves of A that lead on from there, and what is then refused: (rule, seat, move)."""

    name: str
    position: dict[str, Any]
    refusals: list[tuple[str, int, Move]]
    rulings: dict[str, str] = field(default_factory=dict)
    first: tuple[Move, ...] = ()

    def open(self) -> Session:
        if not self.position:
            return Session(GAME, 2, 1, {f"ruling.{key}": value for key, value in self.rulings.items()})
        session = table(self.rulings, **self.position)
        for move in self.first:
            session.submit(A, move)
        return session


SITUATIONS = [
    Situation(
        "who begins is still open",
        {},
        [("setup.start-player", A, ("start", 5)), ("setup.begin", A, ("end",)), ("setup.begin", B, ("start", 0))],
        {"start-player": "chosen"},
    ),
    Situation(
        "Primes wait",
        {
            "now": "prime", "hand": ("KK", "O"), "tops": [DAWNFORGE, PYRE, BASIN], "zone": [[], [MAST, FOUNDRY]],
            "middle": "KKCOR",
        },
        [
            ("effect.mandatory", A, ("leave",)),
            ("effect.mandatory", A, ("skip",)),
            ("effect.mandatory", A, ("discard", K)),
            ("effect.exchange", A, ("exchange", K, C)),
            ("effect.recover", A, ("recover", K)),
            ("prime.own-zone", A, ("use", MAST)),
            ("trigger.when", A, ("use", BASIN)),
            ("trigger.own-zone", A, ("use", FOUNDRY)),
            ("prime.tops", A, ("use", CLOCK)),
            ("prime.tops", A, ("use", "dance")),
            ("turn.follow", A, ("all", K)),
            ("gate.when", A, ("gate", K, K, K)),
            ("turn.follow", A, ("end",)),
            ("turn.holder", B, ("use", DAWNFORGE)),
            ("turn.holder", B, ("leave",)),
        ],
    ),
    Situation(
        "a Prime has been used",
        {"now": "prime", "tops": [DAWNFORGE, MAST, WIRE], "gates": "?"},
        [("prime.list", A, ("use", DAWNFORGE))],
        first=(("use", DAWNFORGE),),
    ),
    Situation(
        "Signal Pyre offers",
        {"now": "prime", "hand": "KK", "tops": [PYRE, QUENCH, WIRE]},
        [
            ("prime.signal-pyre", A, ("discard", C)),
            ("effect.may", A, ("use", PYRE)),
            ("effect.may", A, ("do",)),
            ("effect.may", A, ("recover", K)),
        ],
        first=(("use", PYRE),),
    ),
    Situation(
        "Drift Exchange offers",
        {"now": "prime", "middle": "KKC", "tops": [DRIFT, QUENCH, WIRE]},
        [("prime.drift-exchange", A, ("clear", R))],
        first=(("use", DRIFT),),
    ),
    Situation(
        "a choice is due",
        {"middle": "KKKCR", "hand": ("KKC", "O"), "tops": [DAWNFORGE, HALL, FOUNDRY], "zone": [[], [CLOCK]]},
        [
            ("facility.either", A, ("all",)),
            ("facility.either", A, ("two",)),
            ("facility.either", A, ("take", K)),
            ("facility.type-present", A, ("all", O)),
            ("facility.all-of-type", A, ("all", K, 2)),
            ("facility.any-two", A, ("two", K)),
            ("facility.any-two", A, ("two", K, K, K)),
            ("facility.any-two", A, ("two", C, C)),
            ("facility.any-two", A, ("two", O, O)),
            ("locus.exact", A, ("locus", DAWNFORGE, K, K)),
            ("locus.pay", A, ("locus", DAWNFORGE, K, O)),
            ("card.locus-required", A, ("locus", HALL)),
            ("locus.one", A, ("locus", HALL, K, C, DAWNFORGE)),
            ("locus.top-only", A, ("locus", CLOCK, C, O)),
            ("locus.top-only", A, ("locus",)),
            ("turn.complete-only", A, ("locus", DAWNFORGE)),
            ("city.plan", A, ("city", K, C, O, O)),
            ("turn.must-act", A, ("skip",)),
            ("turn.must-act", A, ("end",)),
            ("prime.list", A, ("use", DAWNFORGE)),
            ("prime.when", A, ("use", MAST)),
            ("prime.own-zone", A, ("use", CLOCK)),
            ("trigger.when", A, ("use", FOUNDRY)),
            ("gate.when", A, ("gate", K, K, K)),
            ("card.facility-uses", A, ("discard", K)),
            ("effect.recover", A, ("recover", K)),
            ("zone.discard", A, ("clear", K)),
            ("effect.exchange", A, ("exchange", K, C)),
            ("effect.may", A, ("under", DAWNFORGE)),
            ("effect.may", A, ("do",)),
            ("effect.draw", A, ("draw",)),
            ("facility.pulse", A, ("pulse", K)),
            ("radiate.when", A, ("radiate",)),
            ("refill.five", A, ("refill",)),
            ("deck.dusk", A, ("shuffle",)),
            ("end.check", A, ("stop",)),
            ("score.card", A, ("score",)),
            ("points.only-lose", A, ("gain", 1)),
            ("turn.pass", A, ("pass",)),
            ("setup.start-player", A, ("start", 1)),
            ("setup.cityengine", A, ("engine", "cityengine-strider")),
            ("zone.hand-hidden", A, ("look", "hand")),
            ("gate.unseen", A, ("look", "gates")),
            ("card.locus-sides", A, ("look", "loci")),
            ("setup.deck", A, ("look", "deck")),
            ("zone.open", A, ("look", "middle")),
            ("table.unknown", A, ("look", "sky")),
            ("table.unknown", A, ("use", "dance")),
            ("radiate.when", A, ("use", "gate")),
            ("turn.holder", B, ("all", K)),
            ("zone.hand-hidden", B, ("look", "hand")),
            ("end.check", B, ("stop",)),
            ("table.unknown", A, ("dance",)),
        ],
    ),
    Situation("one card", {"middle": "C"}, [("facility.two-needed", A, ("two", C, C))]),
    Situation("complete already", {"hand": "KCOR", "city": [1, 0]}, [("city.once", A, ("city", K, C, O, R))]),
    Situation(
        "a PULSE that could do nothing", {"middle": "RKC"}, [("ruling.void-pulse", A, ("all", R))], {"void-pulse": "no"}
    ),
    Situation(
        "First Gate offers after any two",
        {"middle": "KKCOR", "hand": ("", "O")},
        [
            ("radiate.first-gate", A, ("discard", R)),
            ("facility.two-no-pulse", A, ("pulse", K)),
            ("turn.one-choice", A, ("all", O)),
            ("turn.follow", A, ("end",)),
            ("reaction.when", B, ("exchange", O, R)),
        ],
        first=(("two", K, C),),
    ),
    Situation(
        "the PULSE of Relay asks",
        {"middle": "RKCOO", "discard": "KO"},
        [
            ("pulse.relay", A, ("recover", C)),
            ("effect.mandatory", A, ("leave",)),
            ("effect.mandatory", A, ("end",)),
            ("effect.mandatory", A, ("pulse", R)),
        ],
        first=(("all", R),),
    ),
    Situation(
        "the PULSE of Orrery offers",
        {"middle": "OKCRR", "loci": [[DAWNFORGE], [QUENCH], [WIRE]], "loci_left": [1, 2, 2]},
        [("pulse.orrery", A, ("under", DAWNFORGE)), ("effect.may", A, ("do",))],
        first=(("all", O),),
    ),
    Situation(
        "Undertow Wire waits",
        {"hand": "KOO", "tops": [DAWNFORGE, WIRE, CLOCK], "discard": "R"},
        [("effect.mandatory", A, ("recover", R)), ("effect.mandatory", A, ("leave",))],
        first=(("locus", DAWNFORGE, K, O), ("leave",)),
    ),
    Situation(
        "a PULSE comes before RADIATE",
        {"middle": "OKCRR", "gates": "?"},
        [("effect.may", A, ("radiate",)), ("effect.may", A, ("use", "gate")), ("effect.may", A, ("leave", "it"))],
        {"radiate-when": "with-pulse"},
        (("all", O),),
    ),
    Situation(
        "a hand that leaves no Barter",
        {"now": "reaction", "action": "two", "middle": "KK", "hand": ("", "K")},
        [("effect.may", B, ("do",)), ("effect.may", B, ("leave", "it")), ("effect.exchange", B, ("exchange", K, K))],
    ),
    Situation(
        "Triggers wait",
        {"middle": "KKCOR", "tops": [FOUNDRY, ALMANAC, MERIDIAN], "zone": [[], [BASIN]]},
        [
            ("effect.mandatory", A, ("leave",)),
            ("effect.condition", A, ("use", ALMANAC)),
            ("trigger.own-zone", A, ("use", BASIN)),
            ("trigger.tops", A, ("use", QUENCH)),
            ("prime.when", A, ("use", DAWNFORGE)),
            ("turn.one-choice", A, ("two", C, O)),
        ],
        first=(("all", K),),
    ),
    Situation(
        "a Trigger has been used",
        {"middle": "KKCOR", "tops": [FOUNDRY, ALMANAC, MERIDIAN]},
        [("trigger.list", A, ("use", FOUNDRY))],
        first=(("all", K), ("use", FOUNDRY)),
    ),
    Situation(
        "Undertow Wire asks",
        {"hand": "KOO", "tops": [DAWNFORGE, WIRE, CLOCK]},
        [("trigger.undertow-wire", A, ("recover", R))],
        first=(("locus", DAWNFORGE, K, O), ("leave",), ("use", WIRE)),
    ),
    Situation(
        "a Barter is offered",
        {"now": "reaction", "action": "two", "took": "KC", "middle": "KOR", "hand": ("KC", "OOR")},
        [
            ("effect.exchange", B, ("exchange", O, O)),
            ("effect.exchange", B, ("exchange", K)),
            ("effect.exchange", B, ("exchange", C, K)),
            ("reaction.other", A, ("end",)),
            ("effect.may", B, ("do",)),
            ("reaction.salvage", B, ("recover", K)),
            ("reaction.not-action", B, ("all", K)),
            ("turn.holder", B, ("gate", O, O, O)),
            ("turn.holder", B, ("city", K, C, O, R)),
            ("turn.holder", B, ("end",)),
        ],
    ),
    Situation(
        "a Salvage is offered",
        {"now": "reaction", "action": "locus", "paid": "KC", "discard": "KO", "tops": [DAWNFORGE, CLOCK, PYRE]},
        [
            ("reaction.salvage", B, ("recover", K)),
            ("reaction.barter", B, ("exchange", K, O)),
            ("reaction.other", A, ("gate", K, K, K)),
        ],
    ),
    Situation(
        "a Salvage is over",
        {"now": "gate", "action": "locus", "paid": "KC", "reacted": 1},
        [("reaction.salvage", B, ("do",)), ("reaction.barter", B, ("exchange", O, K))],
    ),
    Situation(
        "a Barter is over",
        {"now": "gate", "action": "two", "reacted": 1, "hand": ("", "O"), "middle": "KC"},
        [("reaction.barter", B, ("exchange", O, K)), ("reaction.salvage", B, ("recover", K))],
    ),
    Situation(
        "a Barter was declined",
        {"now": "gate", "action": "two", "reacted": 2, "hand": ("", "O"), "middle": "KC"},
        [("reaction.may", B, ("exchange", O, K)), ("turn.holder", B, ("end",))],
    ),
    Situation(
        "a Barter was impossible",
        {"now": "reaction", "action": "two", "middle": "KC"},
        [("reaction.impossible", B, ("exchange", O, K)), ("turn.holder", B, ("all", K))],
    ),
    Situation(
        "a Salvage was impossible",
        {"now": "reaction", "action": "locus", "paid": "KC", "discard": "KC", "points": [20, 0]},
        [("reaction.impossible", B, ("do",)), ("reaction.impossible", B, ("recover", K))],
    ),
    Situation(
        "the Cityengine or nothing",
        {"middle": "", "hand": "KCOR", "tops": [None, None, None], "loci_left": [0, 0, 0]},
        [("turn.follow", A, ("end",)), ("turn.follow", A, ("skip", "it"))],
    ),
    Situation(
        "nothing but a small hand",
        {"middle": "", "hand": "KK"},
        [("turn.follow", A, ("end",)), ("turn.follow", A, ("skip", "it"))],
    ),
    Situation(
        "skipping is allowed",
        {"middle": "KC"},
        [("turn.follow", A, ("end",))],
        {"voluntary-pass": "yes"},
    ),
    Situation(
        "two that are all of their type, for nothing",
        {"middle": "RRK"},
        [("ruling.void-pulse", A, ("two", R, R)), ("ruling.void-pulse", A, ("all", R))],
        {"void-pulse": "no", "two-same-type": "yes"},
    ),
    Situation(
        "after the Cityengine",
        {"now": "gate", "action": "city", "hand": ("", "O"), "middle": "KC"},
        [("reaction.not-city", B, ("exchange", O, K))],
    ),
    Situation(
        "the end of a turn",
        {"now": "gate", "action": "two", "hand": "KKKKKCC"},
        [
            ("gate.matching", A, ("gate", K, K, C)),
            ("gate.matching", A, ("gate", C, C, C)),
            ("gate.matching", A, ("gate", O, O, O)),
            ("gate.cost", A, ("gate", K, K)),
            ("gate.cost", A, ("gate",)),
            ("turn.pass", A, ("end", "now")),
            ("turn.one-choice", A, ("all", K)),
            ("radiate.when", A, ("radiate",)),
        ],
    ),
    Situation(
        "a Doppelgate was made",
        {"now": "gate", "action": "two", "hand": "KKKKKK"},
        [("gate.once", A, ("gate", K, K, K))],
        first=(("gate", K, K, K),),
    ),
    Situation(
        "no deck",
        {"now": "gate", "dusk": 1, "deck_left": 0, "hand": "KKK"},
        [("gate.deck-empty", A, ("gate", K, K, K))],
    ),
    Situation(
        "nothing could be chosen",
        {"middle": "", "tops": [None, None, None], "loci_left": [0, 0, 0], "hand": "K"},
        [("turn.one-choice", A, ("all", K)), ("turn.one-choice", A, ("skip",))],
    ),
    Situation(
        "First Gate offers at the end of a turn",
        {"middle": "KC", "hand": "KKK"},
        [("effect.may", A, ("gate", K, K, K)), ("turn.one-choice", A, ("skip",))],
        {"radiate-when": "end-of-turn", "voluntary-pass": "yes"},
        (("skip",),),
    ),
    Situation("dusk", {"dusk": 1}, [("deck.out", A, ("shuffle",)), ("deck.out", B, ("shuffle",))]),
    Situation(
        "too many cards",
        {"now": "gate", "action": "two", "hand": "KKCCOORR"},
        [
            ("ruling.hand-limit", A, ("end",)),
            ("ruling.hand-limit", A, ("discard",)),
            ("ruling.hand-limit", A, ("gate", K, K, K)),
            ("hand.no-limit", A, ("discard", "x")),
        ],
        {"hand-limit": "5"},
        (("end",),),
    ),
    Situation(
        "one discard is seen",
        {"discard": "KC"},
        [("ruling.discard-open", A, ("look", "discard"))],
        {"discard-open": "top"},
    ),
    Situation(
        "open Locus decks", {"middle": "KC"}, [("ruling.locus-browse", A, ("look", "loci"))], {"locus-browse": "yes"}
    ),
    Situation("over by cards", {"now": "score"}, [("end.deck", A, ("end",))]),
    Situation("over by points", {"frames": [["finish", -1, ["end.zero"]]]}, [("end.zero", B, ("end",))]),
    Situation(
        "over by turns", {"now": "check", "turn": 120}, [("end.long", A, ("end",))], {"voluntary-pass": "yes"}
    ),
    Situation(
        "over because nothing could be done",
        {"now": "check", "active": B, "last": 1},
        [("turn.no-action", A, ("end",))],
        {"no-action": "game-ends"},
    ),
]  # fmt: skip


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name.replace(" ", "-"))
def test_refusals(situation: Situation) -> None:
    session = situation.open()
    for rule, seat, move in situation.refusals:
        assert refused(session, move, seat) == rule, move
        verdict = session.judge(seat, move)
        assert verdict is not None
        assert verdict.text[0].isupper()
        assert verdict.text.endswith("."), verdict.text
        assert len(verdict.text) < 240
        assert check(session, seat, move) == rule


def test_every_rule_that_refuses_is_among_the_situations() -> None:
    shown = {rule for situation in SITUATIONS for rule, _, _ in situation.refusals}
    by_name = {"radiate.all", "effect.best"}  # asked only with the cards of another pack: see the tests of packs
    both = {f"{kind}{end}" for kind in ("prime", "trigger") for end in (".list", ".tops", ".own-zone")}
    coded = {rule for rule in refusing(the_west_ascendant) if rule[0] != "."}
    assert (coded | both | set(RULE_BY_VERB.values())) - shown - by_name == set()


@pytest.mark.parametrize("rule", [rule.id for rule in GAME.rulebook.values() if rule.why])
def test_every_refusal_can_be_told(rule: str) -> None:
    why = GAME.rulebook[rule].why
    assert why[0].isupper() or why[0] == "{"
    assert why.endswith(".")
    assert why != GAME.rulebook[rule].text


if __name__ == "__main__":
    for one in SITUATIONS:
        print(f"\n{one.name}")
        for wanted, who, what in one.refusals:
            found = one.open().judge(who, what)
            assert found is not None and found.rule == wanted, (found, wanted)
            print(f"  {' '.join(map(str, what)):50} {found.text} ({wanted})")
