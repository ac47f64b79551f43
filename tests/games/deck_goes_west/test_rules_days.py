"""Days, battles and nights, rule by rule, with the rulings that change their order or their supply."""

from __future__ import annotations

import pytest
from deck import GAME, A, B, discard, hand, play, refused, rules_of, said, table
from night_table import Table, compass, dice, ruled

# -- a day -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "first", "second"), [("untap-draw", "untaps", "drew"), ("draw-untap", "drew", "untaps")]
)
def test_the_order_of_a_day(option: str, first: str, second: str) -> None:
    """Straight, draw, act, discard; a ruling has the first two the other way round."""
    session = table(rulings={"day-order": option}, tapped=1, hand=["pan"])
    events = play(session, ("pass",), ("keep",), ("put", "discard"))
    kinds = [event[0] for event in events]
    assert kinds.index("day") < kinds.index(first) < kinds.index(second)
    assert session.truth.tapped == 0
    assert len(hand(session)) == session.truth.character_of(A).hand


def test_after_the_actions_comes_the_discarding() -> None:
    session = table(hand=["pan", "knife"])
    assert refused(session, ("keep",)) == "day.discard"
    events = play(session, ("pass",))
    assert ("rest", "day.order") in [event[:2] for event in events]
    assert refused(session, ("job", "pan", 0)) == "job.when"
    play(session, ("drop", "knife"))
    assert (hand(session), discard(session)) == (["pan"], ["knife"])
    assert "night" in [event[0] for event in play(session, ("keep",))]


def planner(draw: list[str], pile: list[str], **rulings: str) -> tuple[list[str], list[str], list[str]]:
    """Somebody draws two cards by a job: what came, what is on the discard pile, and the rules about piles."""
    named = {name.replace("_", "-"): option for name, option in rulings.items()}
    scene = {"draw": draw, "draw_left": [len(draw)], "discard": pile, "stock": {"wood": 2}}
    session = table(hand=["trestle_plans"], rulings=named, **scene)
    events = play(session, ("job", "trestle_plans", 1))
    drawn = [card for told in said(events, "drew") for card in told["cards"]]
    return drawn, discard(session), [rule for rule in rules_of(events) if rule in ("day.reshuffle", "day.no-more")]


def test_an_empty_draw_pile_is_made_of_the_discard_pile() -> None:
    assert planner(["pan", "pan"], ["knife"]) == (["pan", "pan"], ["trestle_plans", "knife"], [])  # not before
    drawn, pile, rules = planner(["pan"], ["knife"], played_when="last")
    assert (drawn, pile, rules) == (["pan", "knife"], ["trestle_plans"], ["day.reshuffle"])
    drawn, pile, rules = planner([], ["knife", "knife", "knife"], played_when="last")
    assert (drawn, pile, rules) == (["knife", "knife"], ["trestle_plans"], ["day.reshuffle"])


def test_drawing_stops_when_both_piles_are_empty() -> None:
    assert planner(["pan"], [], played_when="last") == (["pan"], ["trestle_plans"], ["day.no-more"])
    assert planner([], ["knife"], played_when="last")[::2] == (["knife"], ["day.reshuffle", "day.no-more"])


# -- bandits -----------------------------------------------------------------------------------------------------------


def test_bandits_start_a_battle_where_a_player_is() -> None:
    """At night, on their own tile and nowhere else; and then they attack first."""
    night = Table("wide_country", 2, script=dice(1, 0, 2, 0))
    night.state.meeple = [(1, 1), (2, 2)]
    night.state.bandits = {(1, 1): 1, (0, 1): 3}
    night.give(A, "hatchet").night("attack")
    assert night.asked == ("commit", A)
    night.play(("commit", "hatchet", 1))
    (attack,) = night.told("attacked")
    assert (attack["place"], attack["seats"], attack["count"]) == ((1, 1), [A], 1)
    assert night.rules().count("battle.by-bandits") == 1
    rules = night.rules()
    assert rules.index("battle.bandit-hits") < rules.index("battle.hits")
    assert night.state.bandits == {(0, 1): 3}


@pytest.mark.parametrize(("option", "pain"), [("pooled", [2, 2]), ("own-saves", [3, 4])])
def test_players_roll_and_add_their_saves(option: str, pain: list[int]) -> None:
    """Three bandits hit five times. Ann rolls two dice for two saves, Ben has one sure save."""
    night = Table("wide_country", 2, ruled(saves_pool=option), dice(2, 2, 1, 1, 1))
    night.state.bandits = {(1, 1): 3}
    night.give(A, "overturned_cart").give(B, "deputy_badge").night("attack")
    night.play(("commit", "overturned_cart", 1), ("commit", "deputy_badge", 1))
    assert [night.pain(seat) for seat in (A, B)] == pain
    assert "battle.saves" in night.rules()


def test_as_many_battle_jobs_as_one_likes() -> None:
    """Before any dice; what they cost is paid; afterwards nothing is added."""
    fight = Table("wide_country", 2, script=dice(*[0] * 20))
    fight.state.bandits = {(1, 1): 1}
    fight.give(A, "hatchet", "knife", "shotgun", "deputy_badge", "pan", metal=1).give(B)
    fight.act(A, "hatchet", 1).play(("commit", "shotgun", 0))
    assert fight.asked == ("commit", A)
    assert (fight.state.resource_count(A, "metal"), "battle.hits" in fight.rules()) == (0, False)
    fight.play(("commit", "knife", 1))
    assert fight.asked == ("commit", A)
    fight.play(("ready",))
    assert (fight.asked, fight.state.hand[A]) == (None, ("pan", "deputy_badge"))
    rules = fight.rules()
    assert rules.index("battle.commit") < rules.index("battle.hits")


@pytest.mark.parametrize(("option", "supply"), [("five", 120), ("one", 40)])
def test_big_counters_of_bandits(option: str, supply: int) -> None:
    """Twenty small counters and twenty big ones are all the bandits there are, where the supply is limited."""
    night = Table(rulings=ruled(supply="limited", bandit_coins=option), script=compass("+", "+"))
    night.state.meeple = [(2, 2)]
    night.state.bandits = {(0, 0): supply - 1 - 3, (0, 2): 3}
    night.night("move")
    assert sum(night.state.bandits.values()) == supply
    assert night.told("bandits-out")
    book = GAME.telling.book(night.state.rules.config)
    assert f"{supply} bandits" in book.rulings["ruling.supply"].options["limited"]


# -- empty piles of danger ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["pain", "exhaustion"])
@pytest.mark.parametrize(
    ("option", "scrap", "taken", "dead"),
    [
        ("reshuffle-scrap", 2, 1, False),
        ("reshuffle-scrap", 0, 0, False),
        ("lose", 2, 0, True),
        ("lose", 0, 0, True),
    ],
)
def test_an_empty_pile_of_danger(kind: str, option: str, scrap: int, taken: int, dead: bool) -> None:
    night = Table(rulings=ruled(danger_empty=option), script=dice(1, 0))
    card = {"pain": "black_eye", "exhaustion": "blisters"}[kind]
    night.state.pain = night.state.exhaustion = ()
    setattr(night.state, f"{kind}_scrap", (card,) * scrap)
    night.state.bandits = {(1, 1): 1}
    night.night({"pain": "attack", "exhaustion": "exhaustion"}[kind])
    assert night.state.discard[A] == (card,) * taken
    assert (night.state.result is not None) is dead
    assert "ruling.danger-empty" in night.rules()
    assert len(getattr(night.state, f"{kind}_scrap")) == (scrap if dead else 0)


def test_a_rival_dies_of_an_empty_pile_alone() -> None:
    night = Table("discovery", 2, ruled(danger_empty="lose"))
    night.state.exhaustion = ("blisters",)
    night.night("exhaustion")
    assert night.state.result is not None
    assert night.state.result.results == ("won", "lost")
