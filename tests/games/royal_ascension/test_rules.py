"""Every rule of the book by its id: what it says, as the table does it. Default rulings unless a test names another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from royal import GAME, A, B, C, D, commit, frame, kinds_of, play, refused, rules_of, table
from test_ending import SPENT, ended
from test_examples import duel, fight, land, of_kind, on_spades, royal_decree, said, seal_both, throw

from tabletop_kernel import Session, SetupError
from tabletop_kernel.games.royal_ascension.battle import strength
from tabletop_kernel.games.royal_ascension.content import RANKS, Content

Test = TypeVar("Test", bound=Callable[..., None])
COVERED: set[str] = set()
SUITS = ("hearts", "diamonds", "clubs", "spades")
CONTENT: Content = vars(GAME)["content"]
LANDS = [territory.name for territory in CONTENT.territories]


def says(*rules: str) -> Callable[[Test], Test]:
    """Marks a test as saying what these rules say."""
    assert not set(rules) - set(GAME.rulebook), set(rules) - set(GAME.rulebook)
    COVERED.update(rules)
    return lambda test: test


def set_up(seats: int = 4, seed: int = 7, **rulings: str) -> Session:
    """A new table, played up to the first turn."""
    session = Session(GAME, seats, seed, rulings)
    while frame(session) in ("select", "draft", "opening"):
        session.submit(session.deciders[0], session.moves(session.deciders[0])[0])
    return session


def events_of(session: Session) -> list[Any]:
    """Everything that happened at a table, for all eyes."""
    return [event for events in session._events for event in events]


def drafting(seats: int = 4) -> Session:
    """A new table on which the later seats rolled higher: D, C, B, A (or C, B, A)."""
    session = table(dice=[1, 1, 2, 2, 3, 3, 4, 4][: 2 * seats], seats=seats)
    for seat in range(seats):
        play(session, seat, ("roll", 2))
    return session


def landings() -> Iterator[tuple[int, str, Session, list[Any]]]:
    """A lands on each of the 35 spaces in turn, with a throw of 1."""
    kinds = CONTENT.layouts[0].kinds
    for space in range(1, 36):
        before = space - 1 or 35
        session = table(dice=[1], tokens=[before, 0, 0, 0], spades_deck=["AS"], diamonds=[["KD"], [], [], []])
        yield space, kinds[space], session, play(session, A, ("roll", 1), ("walk", space))


def fought(of_a: int = 24, of_b: int = 4, **position: Any) -> tuple[Session, list[Any]]:
    """A has challenged B; they threw so much, with nothing but a territory of 13 each."""
    session = duel(dice=[*throw(of_a), *throw(of_b)], tokens=[4, 0, 0, 0], **position)
    lands = [session.truth.territories[seat][0] for seat in (A, B)]
    commit(session, A, lands[0])
    commit(session, B, lands[1])
    return session, fight(session, A, B)


def challenging(card: str = "9S", **position: Any) -> Session:
    """A has carried out the action card and chooses an opponent."""
    return table(now="attack", card=card, discard=[card], tokens=[4, 0, 0, 0], **position)


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
            deck = session.truth.deck(suit)
            assert Counter(deck) == Counter({rank + suit[0].upper(): 2 for rank in RANKS})
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
    assert set(key) == set(RANKS)
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
    assert state.draw("hearts", None)[-1] == "H"
    assert state.discard == ["Joker"] * 4  # a new deck takes the hearts and leaves the jokers


# -- turn and board ---------------------------------------------------------------------------------------------------


@says("turn.first", "turn.clockwise")
@pytest.mark.parametrize("seed", range(4))
def test_the_highest_roller_begins_and_turns_go_clockwise(seed: int) -> None:
    session = set_up(seed=seed)
    first = session.truth.order[0]
    assert said(events_of(session), "first", "turn.first") == {"seat": first}
    for number in range(1, 6):
        seat = (first + number - 1) % 4
        assert session.deciders == (seat,)
        assert refused(session, (seat + 1) % 4, ("roll", 1)) == "turn.clockwise"
        session = table(now="end", active=seat, tokens=[2, 2, 2, 2])
        events = play(session, seat, ("end",))
        assert said(events, "next", "turn.clockwise") == {"seat": (seat + 1) % 4}


@says("turn.roll")
def test_a_turn_begins_with_one_die() -> None:
    session = table(now="roll", tokens=[15, 0, 0, 0])
    assert session.moves(A) == [("roll", 1)]
    for move in (("roll", 2), ("walk", 16), ("end",)):
        assert refused(session, A, move) == "turn.roll"
    events = play(session, A, ("roll", 1))
    assert said(events, "roll", "turn.roll")["die"] == session.truth.die
    assert len(session.inputs[-1].results) == 1
    assert refused(session, A, ("roll", 1)) == "turn.roll"  # and only once


@says("turn.move-exact", "turn.direction")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_token_walks_exactly_the_die_left_or_right(die: int) -> None:
    session = table(now="walk", die=die, tokens=[15, 0, 0, 0])
    assert session.moves(A) == [("walk", 15 - die), ("walk", 15 + die)]
    for space in {15, *range(16, 15 + die), *range(16 - die, 15)}:
        turned = space != 15 and (space - 15 - die) % 2 == 0  # so many steps, but not all of them the same way
        assert refused(session, A, ("walk", space)) == ("turn.direction" if turned else "turn.move-exact")
    assert refused(session, A, ("end",)) == "turn.move-exact"  # nor may it stay
    for space in (15 - die, 15 + die):
        walk = session.branch()
        assert said(play(walk, A, ("walk", space)), "walk", "turn.direction")["space"] == space
        assert walk.truth.tokens[A] == space


@says("turn.land")
def test_only_the_last_space_counts() -> None:
    session = table(now="walk", die=6, tokens=[5, 0, 0, 0])
    assert refused(session, A, ("draw", "diamonds")) == "turn.land"
    events = play(session, A, ("walk", 34))  # past two hearts, three diamonds and a Spades space
    assert [data["suit"] for data in of_kind(events, "drew")] == ["hearts"]
    assert (len(session.truth.hearts[A]), len(session.truth.diamonds[A])) == (1, 0)
    assert session.truth.card == ""


@says("turn.end")
def test_after_the_space_there_is_only_the_end() -> None:
    session = table(now="walk", die=1, tokens=[1, 0, 0, 0])
    play(session, A, ("walk", 2))
    assert session.moves(A) == [("end",)]
    for move in (("draw", "hearts"), ("roll", 1), ("walk", 3)):
        assert refused(session, A, move) == "turn.end"
    assert said(play(session, A, ("end",)), "end", "turn.end") == {"seat": A}
    assert session.deciders == (B,)


@says("board.count", "board.kinds", "board.shops")
def test_the_board() -> None:
    session = Session(GAME, 3, 1)
    kinds = session.truth.rules.layout.kinds[1:]
    assert len(kinds) == 35
    assert Counter(kinds) == {"H": 11, "D": 11, "S": 11, "$": 2}
    events = events_of(session)
    assert said(events, "board", "board.count")["count"] == 35
    assert said(events, "spaces", "board.kinds") == {"hearts": 11, "diamonds": 11, "spades": 11}
    assert said(events, "shops", "board.shops") == {"shops": [9, 27]}
    shop = table(now="shop", offer=["2C"])
    for suit in SUITS:
        assert refused(shop, A, ("draw", suit)) == "board.shops"


@says("board.no-clubs", "space.draw", "space.hearts", "space.diamonds", "action.draw", "end.conquer")
def test_what_each_landing_gives_and_does_not_give() -> None:
    lands = table(now="roll").truth.territories
    for space, kind, session, events in landings():
        state = session.truth
        gained = (len(state.hearts[A]), len(state.diamonds[A]) - 1, len(state.clubs[A]))
        assert gained == {"H": (1, 0, 0), "D": (0, 1, 0)}.get(kind, (0, 0, 0)), space
        assert (len(state.spades_deck) == 25) == (kind == "S")
        assert ("action.draw" in rules_of(events)) == (kind == "S")
        assert state.territories == lands
        if kind in "HD":
            suit = "hearts" if kind == "H" else "diamonds"
            assert said(events, "land-suit", "space.draw")["suit"] == suit
            assert said(events, "drew", f"space.{suit}")["seat"] == A
            assert refused(session, A, ("draw", suit)) == "turn.end"  # exactly one
    for move in (("take", LANDS[1]), ("claim", LANDS[1]), ("give", LANDS[0])):
        assert refused(table(now="roll"), A, move) == "end.conquer"
    assert refused(challenging("AS"), A, ("draw", "spades")) == "action.draw"
    assert refused(duel(diamonds=[["KD"], [], [], []]), A, ("commit", "KD")) == "space.diamonds"


@says("space.spades")
def test_spades_bring_an_action_card_and_a_battle() -> None:
    for _, kind, session, events in landings():
        if kind == "S":
            assert said(events, "land-spades", "space.spades")["seat"] == A
            assert session.truth.card == "AS"
            assert frame(session) == "attack"
        else:
            assert frame(session) in ("end", "shop")


# -- the shop ---------------------------------------------------------------------------------------------------------


@says("shop.may")
def test_buying_is_optional() -> None:
    session = table(now="walk", die=3, tokens=[6, 0, 0, 0], diamonds=[["KD"], [], [], []])
    assert said(play(session, A, ("walk", 9)), "land-shop", "shop.may")["seat"] == A
    assert any(move[0] == "buy" for move in session.moves(A))
    play(session, A, ("end",))
    assert session.truth.diamonds[A] == ("KD",)
    assert session.truth.clubs[A] == ()
    assert session.deciders == (B,)


@says("shop.landing-only")
def test_only_this_turns_landing_opens_the_shop() -> None:
    standing = table(now="roll", dice=[1], tokens=[9, 0, 0, 0], diamonds=[["KD"], [], [], []])
    assert refused(standing, A, ("buy", "2C")) == "shop.landing-only"
    play(standing, A, ("roll", 1))
    assert refused(standing, A, ("buy", "2C")) == "shop.landing-only"
    play(standing, A, ("walk", 10))
    assert refused(standing, A, ("buy", "2C")) == "shop.landing-only"


@says("shop.currency")
def test_only_diamonds_pay() -> None:
    session = table(
        now="shop",
        offer=["7C"],
        hearts=[["KH"], [], [], []],
        clubs=[["8C"], [], [], []],
        diamonds=[["7D"], ["9D"], [], []],
    )
    play(session, A, ("buy", "7C"))
    for card in ("KH", "8C", "9D", "KD"):  # a heart, a weapon, another's gold, gold that nobody shows
        assert refused(session, A, ("pay", card)) == "shop.currency"
    poor = table(now="shop", offer=["7C"], hearts=[["KH"], [], [], []], clubs=[["8C"], [], [], []])
    assert refused(poor, A, ("buy", "7C")) == "shop.price"


@says("shop.price", "shop.spent")
@pytest.mark.parametrize("rank", RANKS[1:])
def test_a_weapon_costs_its_value_and_the_gold_is_discarded(rank: str) -> None:
    session = table(now="shop", offer=[f"{rank}C"], diamonds=[[f"{rank}D"], [], [], []])
    events = play(session, A, ("buy", f"{rank}C"))
    assert refused(session, A, ("done",)) == "shop.price"  # nothing is laid down yet
    events = play(session, A, ("pay", f"{rank}D"), ("done",))
    assert said(events, "buy", "shop.price")["price"] == RANKS.index(rank) + 1
    assert said(events, "spend", "shop.spent")["gold"] == [f"{rank}D"]
    assert session.truth.discard == [f"{rank}D"]
    assert session.truth.clubs[A] == (f"{rank}C",)
    lower = RANKS[RANKS.index(rank) - 1]
    assert (
        refused(table(now="shop", offer=[f"{rank}C"], diamonds=[[f"{lower}D"], [], [], []]), A, ("buy", f"{rank}C"))
        == "shop.price"
    )


@says("shop.power")
def test_a_weapon_adds_its_value() -> None:
    session = duel(clubs=[["5C", "KC"], [], [], []])
    events = seal_both(session, ["Jiggy Jungle", "5C", "KC"], ["Dragon Dominion"])
    assert said(events, "weapons", "shop.power")["points"] == 18
    assert strength(session.truth, A) == 13 + 18


# -- action cards -----------------------------------------------------------------------------------------------------


@says("allin.cards", "decree.cards", "alliance.cards", "npc.cards", "plague.cards")
def test_what_each_spade_means() -> None:
    rules = {
        "J": "allin.cards", "K": "decree.cards", "Q": "decree.cards", "A": "plague.cards", "2": "plague.cards",
        **dict.fromkeys("3456", "alliance.cards"), **dict.fromkeys(("7", "8", "9", "10"), "npc.cards"),
    }  # fmt: skip
    deck = Session(GAME, 3, 1).truth.spades_deck
    counts = Counter(rules[card[:-1]] for card in deck)
    assert counts == {
        "allin.cards": 2, "decree.cards": 4, "alliance.cards": 8, "npc.cards": 8, "plague.cards": 4,
    }  # fmt: skip
    for rank in RANKS:
        cited = [rule for rule in rules_of(land(on_spades(f"{rank}S", []), A)) if rule.endswith(".cards")]
        assert cited == [rules[rank]]


@says("action.first")
def test_the_action_card_comes_before_the_battle() -> None:
    session = on_spades("7S", [6])
    land(session, A)
    for move in (("attack", B), ("commit", "Jiggy Jungle"), ("end",)):
        assert refused(session, A, move) == "action.first"
    play(session, A, ("roll", 1))
    assert refused(session, A, ("attack", B)) == "action.first"  # the prize comes first, too
    play(session, A, ("draw", "hearts"))
    assert ("attack", B) in session.moves(A)


@says("action.discard", "alliance.hold")
def test_carried_out_cards_are_discarded_and_alliances_kept() -> None:
    for rank in RANKS:
        session = on_spades(f"{rank}S", [1])
        events = land(session, A)
        if frame(session) == "npc":
            assert session.truth.discard == []
            events = play(session, A, ("roll", 1))
        if rank in "3456":
            assert said(events, "alliance-held", "alliance.hold") == {"seat": A}
            assert (session.truth.discard, session.truth.alliances[A]) == ([], (f"{rank}S",))
            assert frame(session) == "attack"  # and the battle follows
        else:
            kind = "action-discarded" if rank == "J" else "action-done"  # All In is carried out in the battle
            assert said(events, kind, "action.discard") == {"card": f"{rank}S"}
            assert session.truth.discard == [f"{rank}S"]


@says("allin.win", "allin.lose")
@pytest.mark.parametrize("drawer_wins", [True, False])
def test_all_in_is_for_everything(drawer_wins: bool) -> None:
    high, low = throw(24), throw(4)
    session = on_spades("JS", [*(high if drawer_wins else low), *(low if drawer_wins else high)])
    land(session, A)
    play(session, A, ("attack", B))
    seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    events = fight(session, A, B)
    rule = "allin.win" if drawer_wins else "allin.lose"
    winner, loser = (A, B) if drawer_wins else (B, A)
    assert said(events, "everything", rule)["loser"] == loser
    assert [len(session.truth.territories[seat]) for seat in (winner, loser)] == [6, 0]
    assert session.truth.out[loser] == 1


@says("decree.all", "decree.spoils", "decree.penalty", "decree.reset")
def test_a_royal_decree() -> None:
    session, events = royal_decree(["2H", "3H", "4H", "5H"])  # C was excluded, fights and wins
    assert [event[1] for event in events if event[0] == "spoils"] == ["decree.spoils"] * 3
    assert [len(lands) for lands in session.truth.territories] == [2, 2, 6, 2]
    for _ in range(3):
        (loser,) = session.deciders
        assert refused(session, loser, ("pick", "clubs")) == "decree.penalty"
        events = play(session, loser, ("pick", "hearts"))
        assert said(events, "pick", "decree.penalty")["seat"] == loser
    assert said(events, "reset", "decree.reset") == {}
    assert session.truth.excluded == ()
    later = on_spades("AS", [], active=A)
    land(later, A)
    assert [move[1] for move in later.moves(A)] == [B, C, D]
    deserter = table(now="commit", battle={"fighters": [A, B, C, D], "kind": "decree"}, excluded=[C])
    assert deserter.deciders == (A, B, C, D)
    for move in (("attack", B), ("pass",)):
        assert refused(deserter, C, move) == "decree.all"


@says("decree.all")
def test_only_those_still_in_the_game_fight_a_decree() -> None:
    session = on_spades("KS", [], territories=[None, [], None, None], out=[0, 1, 0, 0])
    assert said(land(session, A), "everyone", "decree.all")["fighters"] == [A, C, D]


@says("alliance.use", "alliance.optional", "alliance.spent")
def test_a_chosen_holder_may_stay_out_or_fight() -> None:
    session = challenging(alliances=[["3S"], ["6S", "6S"], [], []])
    assert refused(session, A, ("ally",)) == "ruling.alliance-draw-turn"
    play(session, A, ("attack", B))
    assert session.moves(B) == [("ally",), ("fight",)]
    assert refused(session, B, ("commit", "Dragon Dominion")) == "alliance.optional"
    fighting = session.branch()
    assert said(play(fighting, B, ("fight",)), "fights", "alliance.optional") == {"seat": B}
    assert frame(fighting) == "commit"
    assert fighting.truth.alliances[B] == ("6S", "6S")
    assert refused(fighting, B, ("ally",)) == "alliance.use"  # too late
    events = play(session, B, ("ally",))
    assert {"alliance.use", "alliance.spent"} <= set(rules_of(events))
    assert session.truth.alliances[B] == ("6S",)
    assert session.truth.discard[-1] == "6S"
    assert frame(session) == "end"
    unarmed = challenging()
    assert "battle" in kinds_of(play(unarmed, A, ("attack", B)))  # nobody is asked who holds none


@says("npc.roll", "npc.choice")
@pytest.mark.parametrize("die", range(1, 7))
def test_five_or_six_wins_a_heart_or_a_diamond(die: int) -> None:
    session = on_spades("10S", [die])
    land(session, A)
    assert session.moves(A) == [("roll", 1)]
    assert refused(session, A, ("roll", 2)) == "npc.roll"
    assert refused(session, A, ("draw", "hearts")) == "npc.roll"
    events = play(session, A, ("roll", 1))
    assert said(events, "npc-won" if die >= 5 else "npc-lost", "npc.roll")["die"] == die
    if die < 5:
        assert frame(session) == "attack"
        return
    for suit in ("clubs", "spades"):
        assert refused(session, A, ("draw", suit)) == "npc.choice"
    for suit in ("hearts", "diamonds"):
        chosen = session.branch()
        assert said(play(chosen, A, ("draw", suit)), "drew", "npc.choice")["suit"] == suit
        assert len(chosen.truth.hand(suit)[A]) == 1
        assert frame(chosen) == "attack"


@says("plague.minus")
def test_a_plague_weakens_its_drawer_once() -> None:
    session = on_spades("AS", [*throw(10), *throw(10)])
    land(session, A)
    play(session, A, ("attack", B))
    events = seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    assert said(events, "sick", "plague.minus") == {"seat": A, "points": 10}
    events = fight(session, A, B)
    assert [data["total"] for data in of_kind(events, "total")] == [13 + 10 - 10, 13 + 10]
    assert session.truth.plague == [0, 0, 0, 0]  # it is over with the battle


# -- battles ----------------------------------------------------------------------------------------------------------


@says("battle.start")
def test_battles_start_only_on_spades() -> None:
    for _, kind, session, _ in landings():
        if kind == "S":
            assert "battle.start" in rules_of(play(session, A, ("attack", B)))
        else:
            assert refused(session, A, ("attack", B)) == "battle.start"
    assert refused(table(now="roll", tokens=[4, 0, 0, 0]), A, ("attack", B)) == "battle.start"
    assert refused(table(now="end", tokens=[4, 0, 0, 0]), A, ("attack", B)) == "turn.end"  # A did land there


@says("battle.opponent")
def test_who_landed_chooses_the_opponent() -> None:
    session = challenging()
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]
    assert refused(session, A, ("attack", A)) == "battle.opponent"
    assert refused(session, A, ("attack", 7)) == "battle.opponent"
    assert refused(session, B, ("attack", C)) == "turn.clockwise"
    events = play(session, A, ("attack", C))
    assert said(events, "attack", "battle.opponent") == {"seat": A, "opponent": C}
    assert session.deciders == (A, C)


@says("battle.no-previous-loser", "battle.back-to-back")
def test_the_loser_sits_out_until_another_battle_is_fought() -> None:
    session, events = fought()
    assert said(events, "barred", "battle.back-to-back") == {"seat": B}
    assert session.truth.excluded == (B,)
    choosing = challenging(excluded=[B])
    assert refused(choosing, A, ("attack", B)) == "battle.no-previous-loser"
    assert [move[1] for move in choosing.moves(A)] == [C, D]
    play(choosing, A, ("attack", C))
    assert refused(choosing, B, ("commit", "Dragon Dominion")) == "battle.back-to-back"
    own = on_spades("2S", [], active=B, excluded=[B])
    assert said(land(own, B), "no-battle", "battle.back-to-back") == {"seat": B}
    assert own.moves(B) == [("end",)]
    after, _ = fought(excluded=[C])
    assert after.truth.excluded == (B,)  # and the one before may battle again


@says("battle.territory")
def test_each_fighter_commits_one_territory_of_their_own() -> None:
    session = duel()
    assert refused(session, A, ("seal",)) == "battle.territory"
    assert refused(session, A, ("commit", "Dragon Dominion")) == "battle.territory"
    play(session, A, ("commit", "Lucio Land"))
    assert refused(session, A, ("commit", "Jiggy Jungle")) == "battle.territory"
    play(session, A, ("seal",))
    assert refused(session, B, ("commit", "Jiggy Jungle")) == "battle.territory"
    assert [move[1] for move in session.moves(B)] == list(session.truth.territories[B])


@says("battle.health-limit", "battle.health-add")
def test_at_most_two_health_cards_and_each_adds_its_value() -> None:
    session = duel(hearts=[["JH", "QH", "KH"], ["3H"], [], []])
    play(session, A, ("commit", "Jiggy Jungle"), ("commit", "QH"))
    assert refused(session, A, ("commit", "QH")) == "battle.health-add"  # there is no second one
    assert refused(session, A, ("commit", "3H")) == "battle.health-add"  # it is B's
    play(session, A, ("commit", "KH"))
    assert refused(session, A, ("commit", "JH")) == "battle.health-limit"
    play(session, A, ("seal",))
    commit(session, B, "Dragon Dominion", "3H")
    shown = {e.data["seat"]: e.data["points"] for e in session.log(C) if e.rule == "battle.health-add"}
    assert shown == {A: 25, B: 3}
    assert strength(session.truth, A) == 13 + 25


@says("battle.weapons-any")
def test_any_number_of_weapons_but_each_only_once() -> None:
    held = ["2C", "3C", "3C", "9C", "KC", "KC"]
    session = duel(clubs=[held, ["4C"], [], []])
    play(session, A, *(("commit", card) for card in held))
    assert session.truth.committed_weapons[A] == tuple(held)
    for card in ("KC", "4C", "5C"):
        assert refused(session, A, ("commit", card)) == "battle.weapons-any"


@says("battle.reveal")
def test_commitments_are_secret_and_turned_up_together() -> None:
    session = duel(clubs=[["2C"], [], [], []])
    play(session, A, ("commit", "Jiggy Jungle"), ("commit", "2C"))
    for viewer in (B, C, D, None):
        assert session.view(viewer)["committed_territory"][A] is None
        assert not [entry for entry in session.log(viewer) if entry.kind == "commit"]
    play(session, A, ("take-back", "2C"))  # it may change until it is sealed
    events = play(session, A, ("commit", "2C"), ("seal",))
    assert kinds_of(events) == ["commit", "seal"]
    assert session.view(B)["committed_weapons"][A] is None
    assert refused(session, A, ("take-back", "2C")) == "battle.reveal"
    assert refused(session, B, ("roll", 2)) == "battle.reveal"
    events = play(session, B, ("commit", "Dragon Dominion"), ("seal",))
    assert [data["seat"] for data in of_kind(events, "reveal")] == [A, B]
    assert session.view(C)["committed_weapons"][A] == ["2C"]
    assert refused(session, A, ("take-back", "2C")) == "battle.reveal"


@says("battle.dice", "battle.total", "battle.high-wins")
def test_four_dice_each_and_the_higher_total_wins() -> None:
    session = duel(
        dice=[6, 5, 4, 3, 1, 2, 1, 2], hearts=[[], ["5H"], [], []], clubs=[["4C"], [], [], []], plague=[0, 10, 0, 0]
    )
    assert refused(session, A, ("commit", "9S")) == "battle.total"
    seal_both(session, ["Jiggy Jungle", "4C"], ["Dragon Dominion", "5H"])
    for dice in (1, 4):
        assert refused(session, A, ("roll", dice)) == "battle.dice"
    events = fight(session, A, B)
    assert [data["dice"] for data in of_kind(events, "dice")] == [[6, 5, 4, 3], [1, 2, 1, 2]]
    totals = [(event[1], event[3]["total"]) for event in events if event[0] == "total"]
    assert totals == [("battle.total", 13 + 4 + 18), ("battle.total", 13 + 5 + 6 - 10)]
    assert said(events, "won", "battle.high-wins") == {"seat": A, "total": 35}


@says("battle.tie")
def test_ties_are_fought_again_until_someone_wins() -> None:
    session = duel(dice=[*throw(10), *throw(10), *throw(9), *throw(9), *throw(4), *throw(5)])
    seal_both(session, ["Jiggy Jungle"], ["Dragon Dominion"])
    for total in (23, 22):
        events = fight(session, A, B)
        assert said(events, "tie", "battle.tie") == {"seats": [A, B], "total": total}
        assert "won" not in kinds_of(events)
        assert session.deciders == (A,)
    assert said(fight(session, A, B), "won", "battle.high-wins") == {"seat": B, "total": 18}


@says("battle.lose-territory", "battle.win-territory")
def test_the_committed_territory_changes_hands() -> None:
    session, events = fought()
    assert said(events, "loses", "battle.lose-territory") == {"seat": B, "lands": ["Dragon Dominion"]}
    assert said(events, "conquers", "battle.win-territory")["seat"] == A
    lands = session.truth.territories
    assert lands[A] == ("Jiggy Jungle", "Dragon Dominion", "Lucio Land", "Venom Valley")  # none of A's own is lost
    assert lands[B] == ("Snore Summit", "Pika Hills")


@says("battle.pick-health", "battle.pick-weapon", "battle.if-any")
@pytest.mark.parametrize("hearts", [0, 1, 2])
@pytest.mark.parametrize("clubs", [0, 1, 3])
def test_the_loser_picks_blindly_what_there_is(hearts: int, clubs: int) -> None:
    held, weapons = ["2H", "KH"][:hearts], ["3C", "4C", "QC"][:clubs]
    session, events = fought(
        hearts=[held, ["9H"], [], []], clubs=[weapons, ["8C"], [], []], diamonds=[["5D"], [], [], []],
        script={"picks": [2, 2]},
    )  # fmt: skip
    for suit, rule, cards in (("hearts", "battle.pick-health", held), ("clubs", "battle.pick-weapon", weapons)):
        if not cards:
            assert ("no-pick", "battle.if-any") in [event[:2] for event in events]
            continue
        assert session.deciders == (B,)
        assert session.moves(B) == [("pick", suit)]
        assert refused(session, B, ("pick", "diamonds")) == rule
        assert refused(session, B, ("pick", cards[0])) == "ruling.pick-who"
        assert refused(session, B, ("end",)) == "battle.if-any"
        events = play(session, B, ("pick", suit))
        chosen = cards[min(1, len(cards) - 1)]
        assert said(events, "pick", rule) == {"seat": B, "winner": A, "card": chosen}
        assert session.truth.discard[-1] == chosen
        assert len(session.truth.hand(suit)[A]) == len(cards) - 1
    assert frame(session) == "end"
    assert (session.truth.hearts[B], session.truth.clubs[B]) == (("9H",), ("8C",))
    assert session.truth.diamonds[A] == ("5D",)


# -- elimination and end ----------------------------------------------------------------------------------------------


@says("elim.zero", "elim.surrender", "elim.resources")
def test_without_a_territory_a_player_is_out() -> None:
    session, events = fought(
        territories=[["Jiggy Jungle", "Mewtopia"], ["Dragon Dominion"], None, None], hearts=[[], ["2H", "3H"], [], []],
        diamonds=[[], ["4D"], [], []], clubs=[[], ["5C"], [], []],
    )  # fmt: skip
    assert said(events, "out", "elim.zero") == {"seat": B}
    assert said(events, "surrender", "elim.surrender") == {"seat": B, "winner": A}
    assert said(events, "resources", "elim.resources")["cards"] == ["2H", "3H", "4D", "5C"]
    state = session.truth
    assert state.discard == ["2H", "3H", "4D", "5C"]
    assert [state.hand(suit)[B] for suit in ("hearts", "diamonds", "clubs")] == [(), (), ()]
    assert [state.hand(suit)[A] for suit in ("hearts", "diamonds", "clubs")] == [(), (), ()]
    assert "Dragon Dominion" in state.territories[A]
    assert state.pool == []
    assert refused(session, B, ("roll", 1)) == "elim.zero"
    play(session, A, ("end",))
    assert session.deciders == (C,)
    assert refused(challenging(territories=[None, [], None, None], out=[0, 1, 0, 0]), A, ("attack", B)) == "elim.zero"


@says("end.majority")
@pytest.mark.parametrize(("before", "over"), [(5, False), (6, True)])
def test_the_seventh_territory_ends_the_game(before: int, over: bool) -> None:
    own = ["Jiggy Jungle", *LANDS[4 : 3 + before]]
    rest = [land for land in LANDS if land not in own and land != "Dragon Dominion"]
    session, events = fought(
        territories=[own, ["Dragon Dominion", rest[0]], rest[1:3], rest[3:]], hearts=[["2H"], [], [], []]
    )
    assert (session.outcome is not None) == over
    if not over:
        assert session.deciders == (B,)  # the picks go on
        return
    assert said(events, "over", "end.majority") == {"seat": A, "count": 7}
    assert session.deciders == ()
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners, session.outcome.scores[A]) == ("end.majority", (A,), 7)
    for seat in range(4):
        assert refused(session, seat, ("roll", 1)) == "end.majority"


@says("end.no-majority")
def test_a_game_in_which_nobody_can_battle_again_is_over() -> None:
    session, events = ended(**SPENT)
    assert ("battles-over", "end.no-majority") in [event[:2] for event in events]
    assert said(events, "most", "end.no-majority") == {"seat": B, "count": 4, "points": 60}
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.no-majority", (B,))
    assert session.outcome.scores == (4, 4, 2, 2)
    assert session.deciders == ()
    for seat in range(4):
        assert refused(session, seat, ("roll", 1)) == "end.no-majority"
    assert Session.at(GAME, session.position()).position() == session.position()


def test_every_rule_of_the_book_is_tested_here() -> None:
    assert len(GAME.rulebook) == 87
    assert set(GAME.rulebook) - COVERED == set()
