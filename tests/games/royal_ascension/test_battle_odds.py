"""The odds of a battle: examples, every ruling about dice, and thousands of battles played out."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from statistics import mean, pstdev
from typing import Any

import pytest
from depth import draw
from royal import GAME, A, B, C, D, commit, play, table

from tabletop_kernel import Session, UnknownName
from tabletop_kernel.contract.chance import Chance, derive
from tabletop_kernel.games.royal_ascension import odds as chances
from tabletop_kernel.games.royal_ascension.battle import strength_before_dice
from tabletop_kernel.games.royal_ascension.odds import Odds
from tabletop_kernel.games.royal_ascension.state import full_suit

LANDS = [
    ["Lucio Land", "Char Forest", "Jiggy Jungle"],  # 15, 18, 13
    ["Teal Shore", "Dragon Dominion", "Pika Hills"],  # 15, 13, 15
    ["Mewtopia", "Vapor Vale", "Snore Summit"],  # 20, 13, 15
    ["Flare lands", "Bulben Crest", "Venom Valley"],  # 13, 15, 15
]
BATTLES = draw(800, deep=4000)
ROLL = ("roll", 2)


def ask(session: Session, seat: int | None, opponent: int | None = None, territory: str | None = None) -> Odds | None:
    return GAME.telling.odds(session.config, session.view(seat), opponent, territory)


def odds_of(session: Session, seat: int, opponent: int | None = None, territory: str | None = None) -> Odds:
    """The odds that there must be, with what always holds for them."""
    found = ask(session, seat, opponent, territory)
    assert found is not None
    assert found.win + found.lose == pytest.approx(1)
    for part in (found.mine, found.theirs, found.margin):
        assert sum(part.values()) == pytest.approx(1)
        assert list(part) == sorted(part)
    assert json.loads(json.dumps(found.plain())) == found.plain()
    return found


def duel(rulings: dict[str, str] | None = None, dice: list[int] | None = None, **changes: Any) -> Session:
    """Two fighters with open commitments: strength 29 (15 + 14) against 15, unless told otherwise."""
    position: dict[str, Any] = {
        "now": "dice", "battle": {"fighters": [A, B]}, "territories": LANDS,
        "hearts": [["5H", "9H"], [], [], []], "committed_health": [["5H", "9H"], [], [], []],
        "committed_territory": [["Lucio Land"], ["Teal Shore"], [], []],
    }  # fmt: skip
    return table(rulings, dice, **{**position, **changes})


def challenge(rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    """A may choose an opponent."""
    position: dict[str, Any] = {
        "now": "attack", "territories": LANDS,
        "hearts": [["5H", "9H"], ["3H", "8H", "QH"], ["AH"], []], "clubs": [["7C"], ["2C", "6C"], [], []],
    }  # fmt: skip
    return table(rulings, **{**position, **changes})


EQUAL: dict[str, Any] = {"hearts": [[], [], [], []], "committed_health": [[], [], [], []]}


# -- open commitments --------------------------------------------------------------------------------------------------


def test_strength_and_dice() -> None:
    """E4: territory 15 and health 14 are 29; the dice come on top."""
    found = odds_of(duel(), A)
    assert list(found.mine) == list(range(33, 54))
    assert list(found.theirs) == list(range(19, 40))
    assert found.mine[43] == 146 / 1296
    assert (found.seat, found.opponents, found.scope, found.assumes) == (A, (B,), "battle", ())
    assert found.win > 0.999


def test_equal_fighters_have_equal_odds() -> None:
    session = duel(**EQUAL)
    for seat in (A, B):
        assert odds_of(session, seat).win == 0.5
    assert odds_of(session, A).margin == odds_of(session, B).margin


def test_two_sides_of_one_battle() -> None:
    session = duel(clubs=[[], ["10C"], [], []], committed_weapons=[[], ["10C"], [], []])
    mine, theirs = odds_of(session, A), odds_of(session, B)
    assert mine.win == pytest.approx(theirs.lose, abs=1e-15)
    assert mine.tie_first == theirs.tie_first == mine.margin[0]
    assert (mine.mine, mine.theirs) == (theirs.theirs, theirs.mine)


def test_plague_is_ten_less() -> None:
    well, sick = odds_of(duel(), A), odds_of(duel(plague=[10, 0, 0, 0]), A)
    assert sick.mine == {total - 10: chance for total, chance in well.mine.items()}
    assert odds_of(duel(plague=[10, 10, 0, 0], **EQUAL), A).win == 0.5


@pytest.mark.parametrize("ruling", ["two-rolls-each", "one-roll-each", "best-of-two"])
def test_dice_as_ruled(ruling: str) -> None:
    count = {"two-rolls-each": sum, "one-roll-each": sum, "best-of-two": lambda four: max(sum(four[:2]), sum(four[2:]))}
    throws = list(product(range(1, 7), repeat=2 if ruling == "one-roll-each" else 4))
    ways = Counter(count[ruling](throw) for throw in throws)
    session = duel({"ruling.battle-dice": ruling}, plague=[20, 10, 0, 0])  # of 29 points, 9 are left
    assert odds_of(session, A).mine == {9 + total: ways[total] / len(throws) for total in sorted(ways)}


@pytest.mark.parametrize("ruling", ["two-rolls-each", "one-roll-each", "best-of-two"])
def test_dice_that_lie_are_known(ruling: str) -> None:
    session = duel({"ruling.battle-dice": ruling}, dice=[6, 2, 5, 5], **EQUAL)
    before = odds_of(session, A)
    events = play(session, A, ROLL)
    total = next(data["total"] for kind, _, _, data in events if kind == "total")
    after = odds_of(session, A)
    assert after.mine == {total: 1.0}
    assert after.theirs == before.theirs
    below = sum(chance for theirs, chance in before.theirs.items() if theirs < total)
    assert after.win == pytest.approx(below + before.theirs[total] / 2)  # equal strength: a tie is thrown again, evenly
    assert after.tie_first == before.theirs[total]


def test_after_a_tie_the_dice_are_fresh() -> None:
    session = duel(dice=[3] * 8, **EQUAL)
    play(session, A, ROLL)
    play(session, B, ROLL)
    assert odds_of(session, A).win == 0.5


def test_recommitting_is_said() -> None:
    assert odds_of(duel({"ruling.tie-recommit": "recommit"}), A).assumes == (chances.SAME_AGAIN,)


def decree(rulings: dict[str, str] | None = None, **changes: Any) -> Session:
    """A (18 + 5), B (15 + 6) and C (20) are open in a Royal Decree; D stays out of it in these tests."""
    battle = {"fighters": [A, B, C], "kind": "decree", **changes.pop("battle", {})}
    position: dict[str, Any] = {
        "now": "dice", "battle": battle, "territories": LANDS,
        "hearts": [["5H"], [], [], []], "committed_health": [["5H"], [], [], []],
        "clubs": [[], ["6C"], [], []], "committed_weapons": [[], ["6C"], [], []],
        "committed_territory": [["Char Forest"], ["Teal Shore"], ["Mewtopia"], []],
    }  # fmt: skip
    return table(rulings, **{**position, **changes})


def test_a_showdown_of_three() -> None:
    found = [odds_of(decree(), seat) for seat in (A, B, C)]
    assert sum(each.win for each in found) == pytest.approx(1)
    assert found[A].win > found[B].win > found[C].win
    assert found[A].opponents == (B, C)
    assert {each.scope for each in found} == {"battle"}
    assert len({each.tie_first for each in found}) == 1


def test_one_of_several() -> None:
    pair = odds_of(decree(), A, opponent=C)
    assert (pair.scope, pair.opponents) == ("pair", (C,))
    assert pair.win > odds_of(decree(), A).win
    assert list(pair.theirs) == list(range(24, 45))


def test_who_is_beaten_has_no_odds() -> None:
    session = decree(battle={"bout": [A, B]})  # they tied above C
    assert odds_of(session, A).opponents == (B,)
    assert ask(session, C) is None
    assert ask(session, A, opponent=C) is None


@pytest.mark.parametrize(
    ("ruling", "battle", "scope"),
    [
        ("knockout", {"bout": [A, B], "queue": [[C]]}, "bout"),
        ("knockout", {"bout": [C, A], "wins": [1, 0, 0, 0]}, "battle"),
        ("round-robin", {"bout": [A, B], "queue": [[A, C], [B, C]]}, "bout"),
        ("round-robin", {"bout": [A, C], "wins": [1, 1, 0, 0]}, "bout"),
        ("round-robin", {"bout": [A, B, C]}, "battle"),  # the play-off of a draw
    ],
)
def test_bouts_of_other_formats(ruling: str, battle: dict[str, Any], scope: str) -> None:
    found = odds_of(decree({"ruling.decree-format": ruling}, battle=battle), A)
    assert found.scope == scope
    assert sorted((A, *found.opponents)) == sorted(battle["bout"])


# -- covered commitments -----------------------------------------------------------------------------------------------


def test_considering_a_challenge() -> None:
    session = challenge()
    found = odds_of(session, A, B)
    assert list(found.mine) == list(range(18 + 14 + 7 + 4, 18 + 14 + 7 + 24 + 1))
    assert found.assumes == (chances.YOU_STRONGEST, chances.THEY_COMMIT, chances.UNSEEN_CARDS, chances.ANY_LAND)
    weak, strong = odds_of(session, A, B, "Dragon Dominion"), odds_of(session, A, B, "Teal Shore")
    assert "They commit Teal Shore." in strong.assumes
    assert found.win == pytest.approx((weak.win + 2 * strong.win) / 3)
    assert odds_of(session, A, D).win > odds_of(session, A, C).win > found.win


def test_the_strongest_set_has_two_hearts() -> None:
    found = odds_of(challenge(hearts=[["2H", "5H", "9H"], [], [], []]), A, B)
    assert min(found.mine) == 18 + 14 + 7 + 4


def test_a_lost_territory_is_no_longer_theirs_for_sure() -> None:
    """Territories are secret. B showed Pika Hills and won; C showed Vapor Vale and lost it: A knows of B's only."""
    session = challenge(
        {"ruling.hidden-territories": "hidden"},
        battle={"fighters": [B, C], "attacker": B, "winner": B, "open": True, "sealed": [B, C]},
        territories=[LANDS[0], [*LANDS[1], "Vapor Vale"], ["Mewtopia", "Snore Summit"], LANDS[3]],
        hearts=[[], [], [], []],
        clubs=[[], [], [], []],
        committed_territory=[[], ["Pika Hills"], ["Vapor Vale"], []],
    )
    hidden = [GAME.rules_for(session.config).strength[land] for lands in LANDS[1:] for land in lands]
    hidden.remove(15)  # Pika Hills
    mean = sum(total * chance for total, chance in odds_of(session, A, C).theirs.items())
    assert mean == pytest.approx(14 + sum(hidden) / 8)
    mean = sum(total * chance for total, chance in odds_of(session, A, B).theirs.items())
    assert mean == pytest.approx(14 + 15 / 4 + sum(hidden) / 8 * 3 / 4)


def test_nobody_to_speak_of() -> None:
    session = challenge()
    for seat, opponent in ((A, None), (A, A), (A, 4), (A, -1), (B, None), (None, B)):
        assert ask(session, seat, opponent) is None
    assert ask(Session(GAME, 3, seed=1), A, B) is None  # nobody has a territory yet


def test_the_only_one_left() -> None:
    lands = [[*LANDS[0], *LANDS[2]], [*LANDS[1], *LANDS[3]], [], []]
    out = {"territories": lands, "out": [0, 0, 1, 1], "hearts": [[], [], [], []], "tokens": [0, 0, -1, -1]}
    assert odds_of(challenge(**out), A).opponents == (B,)
    assert ask(challenge(**out), A, C) is None


def test_a_territory_that_is_not_theirs() -> None:
    with pytest.raises(UnknownName, match="did you mean 'Teal Shore'"):
        ask(challenge(), A, B, "Teal Shores")


def test_an_alliance_may_be_shown() -> None:
    session = challenge(alliances=[[], ["4S"], [], []])
    assert chances.NO_ALLIANCE in odds_of(session, A, B).assumes
    play(session, A, ("attack", B))
    assert odds_of(session, A).opponents == (B,)
    assert odds_of(session, B).opponents == (A,)


def test_what_lies_under_the_own_cover() -> None:
    session = challenge()
    play(session, A, ("attack", B))
    assert chances.YOU_STRONGEST in odds_of(session, A).assumes
    play(session, A, ("commit", "9H"))
    found = odds_of(session, A)
    assert (min(found.mine), found.assumes[0]) == (18 + 9 + 4, chances.YOU_ADD_LAND)
    play(session, A, ("commit", "Jiggy Jungle"))
    assert min(odds_of(session, A).mine) == 13 + 9 + 4
    assert odds_of(session, A).assumes[0] == chances.THEY_COMMIT
    commit(session, B, "Teal Shore")
    assert min(odds_of(session, A).mine) == 13 + 9 + 4


def test_covers_of_a_decree() -> None:
    session = challenge(now="commit", battle={"fighters": [A, B, C, D], "kind": "decree"})
    assert ask(session, A) is None
    assert odds_of(session, A, C).scope == "pair"


def small_world(**changes: Any) -> Session:
    """Most hearts and clubs lie in the discard pile, so that all hands of B can be listed. One throw of two dice."""
    left = {"hearts": ["2H", "5H", "5H", "9H", "KH", "3H"], "clubs": ["AC", "4C", "4C", "QC"]}
    discard = [card for suit, kept in left.items() for card in (Counter(full_suit(suit)) - Counter(kept)).elements()]
    hands = {"hearts": [["3H"], ["2H", "9H", "KH"], [], []], "clubs": [[], ["4C", "QC"], [], []]}
    return challenge({"ruling.battle-dice": "one-roll-each"}, discard=discard, **{**hands, **changes})


def test_every_hand_listed() -> None:
    """The same number by brute force: every territory, every hand, every throw; ties divided as they will fall."""
    two = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    win = tie = Fraction(0)
    cases = list(product((15, 13, 15), combinations((2, 5, 5, 9, 13), 3), combinations((1, 4, 4, 12), 2)))
    for land, hearts, clubs in cases:
        theirs = land + sum(sorted(hearts)[-2:]) + sum(clubs)
        leads = Counter({(a, b): two[a] * two[b] for a in two for b in two})
        higher = sum(count for (a, b), count in leads.items() if 18 + 3 + a > theirs + b)
        equal = sum(count for (a, b), count in leads.items() if 18 + 3 + a == theirs + b)
        win += Fraction(higher, 36 * 36 - equal) / len(cases)
        tie += Fraction(equal, 36 * 36) / len(cases)
    found = odds_of(small_world(), A, B)
    assert found.win == float(win)
    assert found.tie_first == float(tie)


def test_cards_that_a_battle_showed_are_known() -> None:
    """B's king and queen were committed in the last battle, and B kept them."""
    shown = {
        "battle": {"fighters": [B, C], "attacker": B, "winner": B, "open": True, "sealed": [B, C]},
        "committed_territory": [[], ["Teal Shore"], ["Vapor Vale"], []],
        "committed_health": [[], ["KH"], [], []], "committed_weapons": [[], ["QC"], [], []],
        "excluded": [C],
    }  # fmt: skip
    found = odds_of(small_world(**shown), A, B, "Teal Shore")
    health = Counter(13 + max(pair) for pair in combinations((2, 5, 5, 9), 2))
    ways = Counter({h + w: health[h] for h in health for w in (12,)})
    totals: Counter[int] = Counter()
    for hearts, weapon, a, b in product(ways, (1, 4, 4), range(1, 7), range(1, 7)):
        totals[15 + hearts + weapon + a + b] += ways[hearts]
    assert found.theirs == pytest.approx({total: totals[total] / totals.total() for total in sorted(totals)})


# -- played out --------------------------------------------------------------------------------------------------------


def strongest(state: Any, seat: int, land: str) -> list[str]:
    """A territory, the two best hearts that go with it, and all weapons."""
    hearts = state.hearts[seat]
    if state.ruling["ruling.health-attach"] == "attach-on-draw":
        hearts = [heart for heart, under in state.attached[seat] if under == land]
    return [land, *sorted(hearts, key=state.rules.order.__getitem__)[-2:], *state.clubs[seat]]


def commit_all(state: Any, rng: random.Random) -> None:
    """Everybody commits as the odds assume."""
    while state.frames[-1][0] != "dice":
        decider = GAME.deciders(state)[0]
        if not state.committed_territory[decider]:
            for piece in strongest(state, decider, rng.choice(state.territories[decider])):
                GAME.apply(state, decider, ("commit", piece))
        GAME.apply(state, decider, ("seal",))


def roll_out(state: Any) -> int:
    """Roll until somebody wins; who does."""
    while state.battle.winner < 0:
        GAME.apply(state, GAME.deciders(state)[0], ROLL)
    return int(state.battle.winner)


def check_by_playing(session: Session, seat: int) -> None:
    """Imagine what the seat cannot see, play, count."""
    found, view, rng = odds_of(session, seat), session.view(seat), random.Random(20)
    assert 0.05 < found.win < 0.95, "a telling position"
    worlds = [GAME.imagine(session.config, view, Chance(derive(7, number))) for number in range(BATTLES)]
    check_worlds(session, found, worlds, rng)


def check_worlds(session: Session, found: Odds, worlds: list[Any], rng: random.Random) -> None:
    """What the odds say is what happens in these worlds, within three standard errors."""
    for world in worlds:
        commit_all(world, rng)
    if len(found.opponents) == 1:
        check_strength(session, found, [strength_before_dice(world, found.opponents[0]) for world in worlds])
    won = [roll_out(world) == found.seat for world in worlds]
    error = (found.win * found.lose / len(won)) ** 0.5
    assert abs(mean(won) - found.win) < 3 * error, (mean(won), found.win)


def check_strength(session: Session, found: Odds, strengths: list[int]) -> None:
    """The opponents are as strong as the odds say on average: this shows smaller faults than who wins."""
    rules, battle = session.truth.rules, session.truth.battle
    thrown = battle.dice[found.opponents[0]] if battle else ()
    dice = chances.dice_total(rules, thrown) if thrown else chances.throw(rules).mean
    expected = sum(total * chance for total, chance in found.theirs.items()) - dice
    error = pstdev(strengths) / len(strengths) ** 0.5
    assert abs(mean(strengths) - expected) <= 3 * error + 1e-9, (mean(strengths), expected)


WEAPON = {"clubs": [[], ["JC"], [], []], "committed_weapons": [[], ["JC"], [], []]}


@pytest.mark.deep
@pytest.mark.parametrize("ruling", ["two-rolls-each", "best-of-two"])
def test_open_duel_played_out(ruling: str) -> None:
    check_by_playing(duel({"ruling.battle-dice": ruling}, **WEAPON), A)


@pytest.mark.deep
def test_duel_with_dice_on_the_table_played_out() -> None:
    session = duel(dice=[1, 4, 2, 4], **WEAPON)
    play(session, A, ROLL)
    check_by_playing(session.branch(session.length), B)


@pytest.mark.deep
def test_showdown_of_three_played_out() -> None:
    check_by_playing(decree(), B)


@pytest.mark.deep
@pytest.mark.parametrize(
    "rulings",
    [
        {},
        {"ruling.hidden-territories": "hidden"},
        {"ruling.hidden-territories": "hidden", "ruling.health-attach": "attach-on-draw"},
    ],
    ids=["plain", "hidden-territories", "health-attached"],
)
def test_covered_duel_played_out(rulings: dict[str, str]) -> None:
    attached = [
        [["5H", "Char Forest"], ["9H", "Char Forest"]],
        [["3H", "Teal Shore"], ["8H", "Pika Hills"], ["QH", "Pika Hills"]],
        [["AH", "Mewtopia"]],
        [],
    ]
    changes = {"attached": attached} if "ruling.health-attach" in rulings else {}
    session = challenge(rulings, plague=[0, 10, 0, 0], **changes)
    play(session, A, ("attack", B), *(("commit", piece) for piece in ("Char Forest", "9H", "7C")))
    check_by_playing(session, A)


@pytest.mark.deep
@pytest.mark.parametrize("attach", ["in-hand", "attach-on-draw"])
def test_covered_duel_after_a_battle_played_out(attach: str) -> None:
    """What the last battle showed of B is known, also where territories are secret."""
    rulings = {"ruling.hidden-territories": "hidden", "ruling.health-attach": attach}
    attached = [[], [["3H", "Teal Shore"], ["8H", "Pika Hills"], ["QH", "Pika Hills"]], [], []]
    session = challenge(
        rulings,
        battle={"fighters": [B, C], "attacker": B, "winner": B, "open": True, "sealed": [B, C]},
        hearts=[["5H", "9H"], ["3H", "8H", "QH"], [], []],
        attached=attached if attach == "attach-on-draw" else [[], [], [], []],
        committed_territory=[[], ["Pika Hills"], ["Vapor Vale"], []],
        committed_health=[[], ["QH"], [], []],
        committed_weapons=[[], ["6C"], [], []],
    )
    found, view, rng = odds_of(session, A, B), session.view(A), random.Random(3)
    assert 0.02 < found.win < 0.98
    worlds = [GAME.imagine(session.config, view, Chance(derive(11, number))) for number in range(BATTLES)]
    for world in worlds:
        GAME.apply(world, A, ("attack", B))
        for piece in strongest(world, A, "Char Forest"):
            GAME.apply(world, A, ("commit", piece))
    check_worlds(session, found, worlds, rng)


# -- only what the seat knows ------------------------------------------------------------------------------------------


RULINGS: list[dict[str, str]] = [
    {},
    {"ruling.hidden-territories": "hidden", "ruling.alliance-open": "hidden"},
    {"ruling.health-attach": "attach-on-draw", "ruling.decree-format": "round-robin", "ruling.ace-value": "14"},
    {"ruling.pick-who": "loser-sees", "ruling.tie-recommit": "recommit", "ruling.decree-format": "knockout"},
    {"ruling.allin-stake": "drawer-vs-table", "ruling.battle-dice": "best-of-two", "ruling.used-cards": "discarded"},
]


@pytest.mark.deep
@pytest.mark.parametrize("rulings", RULINGS)
def test_hidden_things_do_not_matter(rulings: dict[str, str]) -> None:
    """Whatever is dealt anew where a seat cannot look, its odds stay the same; asking changes nothing."""
    config = GAME.agreement.configure(4, rulings)
    asked = 0
    for seed in range(draw(1, deep=3)):
        rng = random.Random(seed)
        state = GAME.setup(config, Chance(seed))
        for step in range(400):
            deciders = GAME.deciders(state)
            if not deciders:
                break
            telling = state.frames[-1][0] in ("attack", "alliance", "commit", "dice", "pick")
            for seat in range(4) if telling and step % 4 == 0 else ():
                view = GAME.view(state, seat)
                before = json.dumps(view)
                other = GAME.imagine(config, view, Chance(derive(seed, step, seat)))
                for opponent in (None, (seat + 1) % 4):
                    found = GAME.telling.odds(config, view, opponent)
                    assert found == GAME.telling.odds(config, GAME.view(other, seat), opponent)
                    asked += found is not None
                assert json.dumps(view) == before
            seat = rng.choice(deciders)
            GAME.apply(state, seat, rng.choice(GAME.moves(state, seat)))
    assert asked > 100
