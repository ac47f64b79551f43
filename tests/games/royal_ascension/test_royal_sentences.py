"""What a table of The Royal Ascension says is true, whatever its rulings and its pack."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from royal import GAME, A, B, C, D, commit, kinds_of, play, refused, table
from royal_situations import AFTER, DECREE_WON, DUEL, LAID, SHOP, attacking, paying, picking, verdicts_in_code
from telling import asked, numbers_in, told, why

from tabletop_kernel import PackError, PositionError, Refused, Session, load
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.rulebook import Rulebook
from tabletop_kernel.games.royal_ascension.content import Content
from tabletop_kernel.study.playing import play_random

CONTENT: Content = vars(GAME)["content"]
LANDS = [territory.name for territory in CONTENT.territories]
HIGH, LOW = [6, 6, 6, 6], [1, 1, 1, 1]
HOUSE = Path(__file__).parents[3] / "tabletop_kernel/games/royal_ascension/packs/house"


def rulings(**options: str) -> dict[str, str]:
    return {f"ruling.{name.replace('_', '-')}": option for name, option in options.items()}


def log(session: Session, kind: str) -> list[dict[str, Any]]:
    """The facts of everybody's lines of a kind."""
    return [facts for told_kind, facts in told(session) if told_kind == kind]


def template(book: Rulebook, rule: str) -> str:
    """The sentence of a refusal before its facts are filled in."""
    one = book.rulings[rule] if rule in book.rulings else book[rule]
    return one.why


def test_every_rule_that_can_refuse_has_a_claim() -> None:
    claims = runpy.run_path(str(Path(__file__).with_name("claims.py")))["CLAIMS"]  # every game has a file of this name
    assert set(verdicts_in_code()) <= set(claims)


# -- refusals and prompts by the option of the table -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "position", "move", "rule", "so"),
    [
        ({}, {"now": "end", "tokens": [2, 2, 0, 0]}, ("attack", B), "ruling.shared-space", None),
        ({"shared_space": "battle"}, {"now": "end", "tokens": [2, 0, 0, 0]}, ("attack", B), "battle.start", None),
        (
            {"shared_space": "battle"},
            {"now": "shop", "tokens": [9, 9, 0, 0]},
            ("attack", B),
            "ruling.shared-space",
            "later",
        ),
        ({"repeat_scope": "ever"}, attacking(excluded=[C]), ("attack", C), "battle.no-previous-loser", None),
        ({"npc_prize": "two"}, attacking(die=6), ("draw", "hearts"), "ruling.npc-prize", "prize-drawn"),
        ({"npc_prize": "one-of-each"}, attacking(die=4), ("draw", "hearts"), "ruling.npc-prize", "npc-failed"),
        ({"battle_must": "may"}, attacking(), ("end",), "ruling.battle-must", "unsaid"),
        ({"alliance_draw_turn": "yes"}, attacking(), ("ally",), "ruling.alliance-draw-turn", None),
        ({"shop_combine": "yes"}, paying("4D"), ("buy", "3C"), "ruling.shop-combine", None),
        ({"one_heart": "two"}, {"now": "roll"}, ("give-up", "2H"), "ruling.one-heart", "not-due"),
        ({"one_heart": "one-each"}, {"now": "roll"}, ("give-up", "2H"), "ruling.one-heart", "not-due"),
        ({"tie_recommit": "recommit"}, {"now": "dice", **DUEL, **LAID}, ("seal",), "battle.reveal", None),
        ({"leave_home": "one-gate"}, {"now": "walk", "die": 4}, ("walk", 5), "ruling.leave-home", None),
        (
            {"return_home": "through-gate", "leave_home": "any-gate"},
            {"now": "walk", "die": 1, "tokens": [2, 0, 0, 0]},
            ("walk", 0),
            "ruling.return-home",
            None,
        ),
        (
            {"health_attach": "attach-on-draw"},
            {"now": "roll"},
            ("attach", "Mewtopia"),
            "ruling.health-attach",
            "no-heart",
        ),
    ],
)
def test_a_refusal_is_the_sentence_of_its_option(
    options: dict[str, str], position: dict[str, Any], move: tuple[Any, ...], rule: str, so: str | None
) -> None:
    session = table(rulings(**options), **position)
    refusal, facts = why(session, move)
    assert (refusal, facts.get("so")) == (rule, so)
    for name, option in options.items():
        for other in {*GAME.rulebook.rulings[f"ruling.{name.replace('_', '-')}"].options} - {
            option,
            *NEVER.get(name, ()),
        }:
            book = GAME.telling.book(GAME.agreement.configure(4, rulings(**{**options, name: other})))
            assert template(book, rule) != template(session.book, rule), (name, other)


NEVER: dict[str, set[str]] = {"leave_home": {"any-gate"}}  # what makes no difference to a walk home


def test_an_exact_price_cannot_be_met() -> None:
    session = table(rulings(shop_overpay="exact-only"), now="shop", **SHOP)
    assert why(session, ("buy", "3C")) == ("ruling.shop-overpay", {"so": "sum", "weapons": ["3C"], "price": 3})


def test_picks_are_refused_by_how_this_table_picks() -> None:
    blind = table({}, **picking("hearts", "battle.pick-health"))
    assert refused(blind, B, ("pick", "2H")) == "ruling.pick-who"
    seeing = rulings(pick_who="loser-sees", pick_pool="committed-only")
    staked = picking("hearts", "battle.pick-health", committed_health=[["2H"], [], [], []])
    assert refused(table(seeing, **staked), B, ("pick", "9H")) == "ruling.pick-pool"


def test_an_exact_price_that_cannot_be_met_is_said_at_once() -> None:
    session = table(rulings(shop_overpay="exact-only"), now="shop", **SHOP)
    assert (asked(session, A).kind, asked(session, A).facts["gold"]) == ("shop-empty", 18)
    assert session.moves(A) == [("end",)]


def test_a_prize_of_two_is_counted_down() -> None:
    npc = {"now": "npc", "card": "9S", "carried": False, "tokens": [4, 0, 0, 0], "dice": [5]}
    session = table(rulings(npc_prize="two"), **npc)
    assert asked(session, A).kind == "npc"
    assert session.book.prompts["npc"].you != GAME.rulebook.prompts["npc"].you, "two cards"
    play(session, A, ("roll", 1))
    assert (asked(session, A).kind, asked(session, A).facts["count"]) == ("prize", 2)
    session = table(rulings(npc_prize="one-of-each"), **npc)
    play(session, A, ("roll", 1), ("draw", "hearts"))
    assert (asked(session, A).kind, asked(session, A).facts["suit"]) == ("prize-other", "diamond")


def test_a_battle_that_was_left_out_does_not_come_back() -> None:
    session = table(rulings(battle_must="may"), **attacking())
    play(session, A, ("pass",))
    assert refused(session, A, ("attack", B)) == "ruling.battle-must"
    assert why(session, ("attack", B)) == ("ruling.battle-must", {"so": "left-out"})


def test_a_heart_to_give_up_comes_before_the_weapon_to_pick() -> None:
    session = table(
        rulings(one_heart="one-each"), now="dice", **DUEL, **LAID, dice=[*HIGH, *LOW], hearts=[[], ["3H"], [], []]
    )
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2))
    for move in (("pick", "clubs"), ("end",)):
        assert why(session, move, B) == ("ruling.one-heart", {"so": "due"})


def test_a_shared_throne_is_no_riddle_afterwards() -> None:
    lands = [LANDS[:3], LANDS[3:6], LANDS[6:9], LANDS[9:]]
    session = table({}, now="end", turn=300, tokens=[16, 0, 0, 0], territories=lands)
    play(session, A, ("end",))
    assert why(session, ("roll", 1)) == ("end.no-majority", {"seats": [D]})


def test_all_in_takes_territories_and_no_cards() -> None:
    all_in = attacking(all_in=[1, 0, 0, 0], hearts=[[], ["3H"], [], []], dice=[*HIGH, *LOW])
    session = table({}, **all_in, territories=[LANDS[:3], LANDS[3:6], LANDS[6:9], LANDS[9:]])
    play(session, A, ("attack", B))
    commit(session, A, LANDS[0])
    commit(session, B, LANDS[3])
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2))
    assert log(session, "everything") == [{"lands": LANDS[3:6], "seat": A, "loser": B}]
    (lost,) = [entry.text for entry in session.log(B, you=True) if entry.kind == "everything"]
    assert " your " in lost and "Seraphina" not in lost


# -- a tie is a tie ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "bouts", "meet"), [("knockout", 2, (A, C)), ("round-robin", 3, (B, C))])
def test_equal_totals_of_different_bouts_are_no_tie(way: str, bouts: int, meet: tuple[int, ...]) -> None:
    """The first of each bout has rolled high and the second low; two who had the same meet for the first time."""
    session = table(rulings(decree_format=way), now="decree", tokens=[4, 0, 0, 0], dice=[*HIGH, *LOW] * bouts)
    for seat in (A, B, C, D):
        commit(session, seat, session.view(seat)["territories"][seat][0])  # each is worth 13
    for _ in range(2 * bouts):
        play(session, session.deciders[0], ("roll", 2))
    assert session.truth.battle.bout == meet
    assert (asked(session, meet[0]).kind, asked(session, meet[0]).yours) == ("dice", True)
    assert refused(session, meet[0], ("seal",)) == "battle.reveal"
    assert log(session, "won-bout")[0] == {"seat": A, "total": 37}


# -- out of the game ---------------------------------------------------------------------------------------------------


def test_whoever_loses_the_last_territory_is_out_even_if_that_ends_the_game() -> None:
    lands = [LANDS[:6], LANDS[6:7], LANDS[7:9], LANDS[9:]]
    position = {"now": "dice", **DUEL, "territories": lands, "hearts": [[], ["2H"], [], []], "dice": [*HIGH, *LOW]}
    session = table({}, **position, committed_territory=[[LANDS[0]], [LANDS[6]], [], []])
    play(session, A, ("roll", 2))
    events = play(session, B, ("roll", 2))
    assert kinds_of(events)[-4:] == ["out", "surrender", "resources", "over"]
    assert session.view(None)["out"] == [0, 1, 0, 0]
    assert session.truth.discard == ["2H"]
    assert session.outcome is not None
    Session.at(GAME, session.position())


def test_nobody_without_a_territory_is_in_the_game_at_its_end() -> None:
    eliminated = 0
    for number in range(60):
        rng = Random(number)
        flipped = {i: rng.choice(list(r.options)) for i, r in GAME.rulebook.rulings.items() if rng.random() < 0.2}
        state = GAME.setup(GAME.agreement.configure(3 + number % 2, flipped), Chance(number))
        play_random(GAME, state, rng.random)
        assert [bool(out) for out in state.out] == [not lands for lands in state.territories]
        eliminated += any(state.out)
    assert eliminated > 10


# -- positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        {"now": "roll"},
        {"now": "attack", "tokens": [4, 0, 0, 0]},
        {"now": "end", "fought": 1, "tokens": [4, 0, 0, 0]},
        {"now": "opening", "opening": [[], [], [], []]},
        {**DECREE_WON, "tokens": [4, 0, 0, 0], "frames": [*AFTER, ["majority", A, []], ["claim", A, [D]]]},
    ],
)
def test_a_position_that_is_won_already_is_refused(position: dict[str, Any]) -> None:
    lands = [LANDS[:7], LANDS[7:9], LANDS[9:11], LANDS[11:]]
    with pytest.raises(PositionError, match=r"seat 0 owns 7 of them, so the game is over\."):
        table({}, **position, territories=lands)


def test_nobody_chooses_an_opponent_for_an_all_in_that_calls_everybody() -> None:
    everybody = rulings(allin_stake="drawer-vs-table")
    with pytest.raises(PositionError, match="no All In that calls everyone"):
        table(everybody, **attacking(all_in=[1, 0, 0, 0]))
    waits = {**everybody, **rulings(allin_no_battle="waits")}
    assert table(waits, **attacking(all_in=[0, 1, 0, 0])).moves(A)[0] == ("attack", B)  # that of another may wait


def test_a_draft_that_would_be_won_is_refused() -> None:
    with pytest.raises(PositionError, match="no one would win by taking them"):
        table({}, now="draft", pool=LANDS[9:], territories=[LANDS[:6], LANDS[6:7], LANDS[7:8], LANDS[8:9]])


def test_a_turn_is_played_on_with_seven_where_its_end_counts() -> None:
    lands = [LANDS[:7], LANDS[7:9], LANDS[9:11], LANDS[11:]]
    late = rulings(end_timing="end-of-turn")
    session = table(late, now="end", fought=1, tokens=[4, 0, 0, 0], territories=lands)
    play(session, A, ("end",))
    assert session.outcome is not None


# -- taking back -------------------------------------------------------------------------------------------------------


CHOSEN = {"frames": [["end", A, []], ["alliance", B, ["chosen"]]], "alliances": [[], ["4S"], [], []]}
FORFEIT = [["end", A, []], ["aftermath", A, []], ["forfeit", B, []]]


@pytest.mark.parametrize(
    ("options", "position", "seat", "moves"),
    [
        ({}, paying("4D", "6D"), A, [("done",)]),
        ({}, CHOSEN, B, [("ally",)]),
        ({}, CHOSEN, B, [("fight",)]),
        ({"one_heart": "one-each"}, picking("hearts", "", frames=FORFEIT), B, [("give-up", "QH")]),
    ],
)
def test_what_others_have_seen_is_not_taken_back(
    options: dict[str, str], position: dict[str, Any], seat: int, moves: list[Any]
) -> None:
    session = table(rulings(**options), **position)
    play(session, seat, *moves)
    with pytest.raises(Refused) as caught:
        session.undo()
    assert caught.value.verdict.rule == "table.undo"


def test_what_shows_nothing_is_taken_back() -> None:
    session = table({}, now="attack", tokens=[4, 0, 0, 0])
    play(session, A, ("attack", B))
    session.undo()
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]


# -- the log -----------------------------------------------------------------------------------------------------------


def test_a_line_of_the_log_does_not_change_with_the_die_on_the_table() -> None:
    session = Session(GAME, 3, seed=1)
    rng = Random(1)
    while not session.truth.die:
        play(session, session.deciders[0], rng.choice(session.moves(session.deciders[0])))
    (shops,) = [entry.text for entry in session.log(None) if entry.kind == "shops"]
    assert numbers_in(shops) == [9, 27]


def test_three_who_tie_are_not_both() -> None:
    session = table(now="decree", tokens=[4, 0, 0, 0], dice=[*LOW, *HIGH, *HIGH, *HIGH])
    for seat in (A, B, C, D):
        commit(session, seat, session.view(seat)["territories"][seat][0])
    for seat in (A, B, C, D):
        play(session, seat, ("roll", 2))
    assert log(session, "tie") == [{"seats": [B, C, D], "total": 37}]
    assert not [entry.text for entry in session.log(None) if entry.kind == "tie" and "both" in entry.text.lower()]


@pytest.mark.parametrize(("option", "heir"), [("discard", []), ("to-eliminator", ["3S", "4S"])])
def test_alliances_left_behind_are_counted(option: str, heir: list[str]) -> None:
    lands = [LANDS[:5], LANDS[5:6], LANDS[6:9], LANDS[9:]]
    position = {"now": "dice", **DUEL, "territories": lands, "dice": [*HIGH, *LOW]}
    staked = [[LANDS[0]], [LANDS[5]], [], []]
    session = table(
        rulings(elim_alliance=option), **position, committed_territory=staked, alliances=[[], ["3S", "4S"], [], []]
    )
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2))
    assert log(session, "left") == [{"seat": B, "winner": A, "count": 2}]
    assert sorted(session.truth.alliances[A]) == heir
    assert not log(session, "resources")  # there were none to discard


def test_an_action_card_that_is_not_there_is_told() -> None:
    spades = [rank + "S" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for _ in range(2)]
    session = table(rulings(space_when_deck_empty="no-draw"), now="walk", die=1, tokens=[3, 0, 0, 0], discard=spades)
    play(session, A, ("walk", 4))
    assert log(session, "empty") == [{"seat": A, "suit": "spades"}]


@pytest.mark.parametrize("options", [{}, {"repeat_initiator": "yes"}, {"repeat_scope": "ever"}])
def test_who_may_not_battle_is_told(options: dict[str, str]) -> None:
    session = table(rulings(**options), now="dice", **DUEL, **LAID, dice=[*HIGH, *LOW], excluded=[C])
    play(session, A, ("roll", 2))
    play(session, B, ("roll", 2))
    assert log(session, "barred") == [{"seat": B}]


def test_who_may_not_battle_is_told_as_this_table_plays() -> None:
    options: list[dict[str, str]] = [{}, {"repeat_initiator": "yes"}, {"repeat_scope": "ever"}]
    said = {GAME.telling.book(GAME.agreement.configure(4, rulings(**one))).events["barred"] for one in options}
    assert len(said) == len(options)


# -- the pack ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HOUSE, tmp_path / "pack"))


def edit(pack: Path, file: str, old: str, new: str) -> None:
    text = (pack / file).read_text()
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1))


def test_the_book_reads_the_numbers_of_the_pack(pack: Path) -> None:
    edit(pack, "territories.toml", 'name = "Mewtopia"\nvalue = 20', 'name = "Newtopia"\nvalue = 31')
    edit(pack, "actions.toml", 'ranks = ["A", "2"]', 'ranks = ["2"]')
    edit(pack, "actions.toml", 'ranks = ["J"]', 'ranks = ["A", "J"]')
    game = load("royal_ascension", pack)
    assert all(part in game.rulebook["terr.values"].text for part in ("31", "Newtopia"))
    assert all(rank in game.rulebook["allin.cards"].text for rank in ("Aces", "Jacks"))
    assert "2s" in game.rulebook["plague.cards"].title and "A" not in game.rulebook["plague.cards"].title
    session = Session.at(game, {"seats": 4, "now": "draft", "territories": [[], [], [], []]})
    verdict = session.judge(A, ("take", "Mewtopia"))
    assert verdict is not None and verdict.rule == "terr.values"
    assert "Newtopia" in verdict.text and numbers_in(verdict.text) == [13, 31]


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("actions.toml", 'ranks = ["J"]', "ranks = []", "at least one"),
        ("territories.toml", '"Mewtopia"', '"{most}"', "can't have braces"),
    ],
)
def test_what_no_sentence_could_say_is_refused(pack: Path, file: str, old: str, new: str, says: str) -> None:
    edit(pack, file, old, new)
    with pytest.raises(PackError, match=says):
        load("royal_ascension", pack)


def test_the_book_has_no_hedges() -> None:
    """The table's rule is known, so no sentence speaks of what this or another table might do."""
    hedges = re.compile(r"table (allows|lets|asks|chose|gives|adds)|where (this|a) table|unless (this table|agreed)")
    for number in range(40):
        rng = Random(number)
        book = GAME.telling.book(
            GAME.agreement.configure(4, {i: rng.choice(list(r.options)) for i, r in GAME.rulebook.rulings.items()})
        )
        said = [f"{rule.title} {rule.text} {rule.why}" for rule in book.values()]
        said += [f"{one.question} {one.why}" for one in book.rulings.values()]
        found = [text for text in said if hedges.search(text)]
        assert not found
