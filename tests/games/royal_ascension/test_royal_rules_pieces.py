"""Cards and pieces, and how they are set up: every rule by its id, as the table does it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from royal import GAME, A, B, C, D, commit, frame, play, refused, rules_of, table
from royal_rules import CONTENT, LANDS, SUITS, drafting, events_of, fought, says, set_up
from test_examples import duel, said, seal_both

from tabletop_kernel import Session, SetupError
from tabletop_kernel.games.royal_ascension.content import CARD_RANKS

# -- cards and pieces -------------------------------------------------------------------------------------------------


@says("players.count")
def test_three_or_four_players() -> None:
    for seats in (0, 1, 2, 5):
        with pytest.raises(SetupError) as caught:
            Session(GAME, seats)
        assert caught.value.rule == "players.count"
        assert str(seats) in str(caught.value)
    for seats in (3, 4):
        assert said(events_of(Session(GAME, seats, 1)), "seats", "players.count") == {"count": seats}


@says("pieces.token")
def test_each_player_has_a_token_of_their_own() -> None:
    names = [character.name for character in CONTENT.characters]
    assert names == [
        "King Eadric the Wise",
        "Lady Seraphina Von Eldora",
        "Sir Thaddeus Blondewood",
        "Lysandra of Rukenvale",
    ]
    events = [event for event in events_of(Session(GAME, 4, 1)) if event[0] == "character"]
    assert [(event[1], event[3]["character"]) for event in events] == [("pieces.token", n) for n in range(4)]
    session = table({"ruling.characters": "free-choice"})
    play(session, A, ("character", names[2]))
    assert refused(session, B, ("character", names[2])) == "pieces.token"
    assert [move[1] for move in session.moves(B)] == [names[0], names[1], names[3]]


@says("cards.suits", "setup.decks")
def test_four_shuffled_face_down_decks_of_26() -> None:
    decks = []
    for seed in (1, 2):
        session = Session(GAME, 3, seed)
        for suit in SUITS:
            deck = session.truth.deck_of(suit)
            assert Counter(deck) == Counter({rank + suit[0].upper(): 2 for rank in CARD_RANKS})
            assert all(session.view(viewer)[f"{suit}_deck"] == 26 for viewer in (A, B, C, None))
            decks.append(tuple(card[:-1] for card in deck))
        assert {"cards.suits", "setup.decks"} <= set(rules_of(events_of(session)))
    assert len(set(decks)) == 8  # each suit and each game has an order of its own


@says("cards.value", "cards.court")
def test_what_cards_are_worth() -> None:
    state = Session(GAME, 3, 1).truth
    court = {"J": 11, "Q": 12, "K": 13}
    for letter in "HDC":
        for number in range(2, 11):
            assert state.rules.value[f"{number}{letter}"] == number
        for rank, value in court.items():
            assert state.rules.value[rank + letter] == value


@says("cards.hidden")
def test_hands_are_secret_until_committed() -> None:
    session = table(
        dice=[1], tokens=[1, 0, 0, 0], hearts_deck=["QH"], diamonds=[["7D"], [], [], []], clubs=[["8C"], [], [], []]
    )
    play(session, A, ("roll", 1), ("walk", 2))
    assert session.view(A)["hearts"][A] == ["QH"]
    assert "Queen of hearts" in " ".join(entry.text for entry in session.log(A))
    for viewer in (B, C, D, None):
        view = session.view(viewer)
        assert [view[suit][A] for suit in ("hearts", "diamonds", "clubs")] == [1, 1, 1]
        log = session.log(viewer)
        assert "draws" in [entry.kind for entry in log]
        assert not any("of hearts" in entry.text or "QH" in repr(entry.data) for entry in log)
    battle = duel(hearts=[["QH", "KH"], [], [], []])
    commit(battle, A, "Jiggy Jungle", "QH")
    assert battle.view(B)["committed_health"][A] is None
    commit(battle, B, "Dragon Dominion")
    assert battle.view(B)["committed_health"][A] == ["QH"]
    assert battle.view(B)["hearts"][A] == 2  # the King stays secret


@says("terr.values")
def test_the_twelve_territories() -> None:
    values = {territory.name: territory.value for territory in CONTENT.territories}
    assert len(values) == 12
    assert {name for name, value in values.items() if value == 13} == {
        "Jiggy Jungle", "Dragon Dominion", "Vapor Vale", "Flare lands",
    }  # fmt: skip
    assert {name for name, value in values.items() if value == 15} == {
        "Lucio Land", "Snore Summit", "Bulben Crest", "Teal Shore", "Venom Valley", "Pika Hills",
    }  # fmt: skip
    assert (values["Char Forest"], values["Mewtopia"]) == (18, 20)
    assert refused(drafting(), D, ("take", "Atlantis")) == "terr.values"


@says("terr.defend")
def test_a_territory_is_base_strength_for_attacker_and_defender() -> None:
    session = duel(territories=[["Mewtopia"], ["Char Forest"], None, None])
    events = seal_both(session, ["Mewtopia"], ["Char Forest"])
    shown = [(event[1], event[3]["seat"], event[3]["points"]) for event in events if event[0] == "reveal"]
    assert shown == [("terr.defend", A, 20), ("terr.defend", B, 18)]


@says("pieces.dice")
@pytest.mark.parametrize(
    ("position", "dice", "throws"),
    [
        ({}, 2, 1),
        ({"now": "roll"}, 1, 1),
        ({"now": "npc", "card": "9S", "carried": False, "tokens": [4, 0, 0, 0]}, 1, 1),
        (
            {
                "now": "dice",
                "battle": {"fighters": [A, B]},
                "committed_territory": [["Jiggy Jungle"], ["Dragon Dominion"], [], []],
            },
            2,
            2,
        ),
    ],
    ids=["selection", "turn", "npc", "battle"],
)
def test_six_sided_dice_and_each_rule_says_how_many(position: dict[str, Any], dice: int, throws: int) -> None:
    faces: set[int] = set()
    for seed in range(60):
        session = table(chance={"seed": seed}, **position)
        assert session.moves(A) == [("roll", dice)]
        play(session, A, ("roll", dice))
        results = session.inputs[-1].results
        assert len(results) == dice * throws
        faces.update(results)
    assert faces == {1, 2, 3, 4, 5, 6}


@says("aid.scrap")
def test_scrap_paper_is_prose() -> None:
    assert len(GAME.rulebook["aid.scrap"].prose) > 20
    assert not GAME.rulebook["aid.scrap"].why
    assert [rule for rule in GAME.rulebook if GAME.rulebook[rule].prose] == ["aid.scrap"]


@says("aid.key")
def test_the_key_is_open_and_explains_every_spade() -> None:
    key = {rank: action for action in CONTENT.actions for rank in action.ranks}
    assert set(key) == set(CARD_RANKS)
    assert all(action.house_reminder for action in key.values())


@says("discard.pile")
def test_one_open_discard_pile() -> None:
    session, _ = fought(hearts=[["2H"], [], [], []], clubs=[["3C"], [], [], []], card="9S", discard=["9S"])
    play(session, B, ("pick", "hearts"), ("pick", "clubs"))
    assert session.truth.discard == ["9S", "2H", "3C"]  # an action card, health and a weapon, in the order they came
    for viewer in (A, B, C, D, None):
        assert session.view(viewer)["discard"] == ["9S", "2H", "3C"]
    assert refused(session, A, ("take-back", "3C")) == "discard.pile"
    assert refused(session, A, ("discard", "2H")) == "discard.pile"


# -- setup ------------------------------------------------------------------------------------------------------------


@says("setup.home")
def test_all_tokens_begin_at_home() -> None:
    session = set_up()
    assert session.truth.tokens == [0, 0, 0, 0]
    assert "setup.home" in rules_of(events_of(session))


@says("setup.roll", "setup.order")
def test_everybody_rolls_and_the_higher_roll_selects_earlier() -> None:
    session = table(dice=[1, 2, 6, 6, 3, 3, 5, 4])
    assert refused(session, A, ("roll", 1)) == "setup.roll"
    assert refused(session, B, ("roll", 2)) == "setup.roll"
    assert refused(session, A, ("take", "Mewtopia")) == "setup.order"
    events = [event for seat in range(4) for event in play(session, seat, ("roll", 2))]
    rolls = [event for event in events if event[0] == "select"]
    assert [(event[1], event[3]["total"]) for event in rolls] == [("setup.roll", n) for n in (3, 12, 6, 9)]
    assert said(events, "order", "setup.order")["seats"] == [B, D, C, A]
    assert session.truth.order == (B, D, C, A)


@says("setup.draft", "setup.share")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_draft_runs_in_equal_passes(seats: int) -> None:
    session = drafting(seats)
    order = list(range(seats))[::-1]
    picks: list[int] = []
    while frame(session) == "draft":
        (seat,) = session.deciders
        waiting = next(other for other in range(seats) if other != seat)
        assert refused(session, waiting, session.moves(seat)[0]) == "setup.draft"
        taken = session.truth.territories[seat][:1]
        if taken:
            assert refused(session, seat, ("take", taken[0])) == "setup.draft"
        events = session.submit(seat, session.moves(seat)[-1])
        picks.append(seat)
    share = 12 // seats
    assert picks == order * share  # never turned round
    assert said(events, "shared", "setup.share") == {"count": share}
    assert [len(lands) for lands in session.truth.territories] == [share] * seats
    assert session.truth.pool == []
    assert refused(session, order[0], ("take", LANDS[0])) == "setup.share"


@says("setup.resources", "setup.no-weapons")
def test_the_opening_cards_are_two_diamonds_and_two_hearts() -> None:
    session = drafting()
    while frame(session) == "draft":
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    drawers = []
    while frame(session) == "opening":
        (seat,) = session.deciders
        drawers.append(seat)
        for suit in ("clubs", "spades"):
            assert refused(session, seat, ("draw", suit)) == "setup.no-weapons"
        assert refused(session, (seat + 1) % 4, ("draw", "hearts")) == "setup.resources"
        events = play(session, seat, ("draw", "hearts"))
        assert [event[1] for event in events if event[0] == "drew"] == ["setup.resources"] * 2
        assert refused(session, seat, ("draw", "hearts")) == "setup.resources"
        play(session, seat, ("draw", "diamonds"))
    assert drawers == [D, C, B, A]  # the order of selection
    state = session.truth
    assert [len(hand) for hand in (*state.hearts, *state.diamonds)] == [2] * 8
    assert [len(hand) for hand in (*state.clubs, *state.alliances)] == [0] * 8


@says("setup.jokers")
def test_jokers_begin_the_discard_pile_and_stay_there() -> None:
    assert Session(GAME, 3, 1).truth.discard == []
    session = Session(GAME, 3, 1, {"ruling.jokers": "four"})
    assert said(events_of(session), "jokers", "setup.jokers") == {"count": 4}
    assert session.truth.discard == ["Joker"] * 4
    state = session.truth
    state.discard += state.hearts_deck
    state.hearts_deck.clear()
    assert state.draw_card("hearts", None)[-1] == "H"
    assert state.discard == ["Joker"] * 4  # a new deck takes the hearts and leaves the jokers
