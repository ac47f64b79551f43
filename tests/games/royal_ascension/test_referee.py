"""Scenarios thought out from the rulebook alone, what should happen written down before anything was played.

First those in which play, a sentence or a reason was once wrong, then others that go through several rulings at once.
"""

from __future__ import annotations

from typing import Any

import pytest
from royal import GAME, A, B, C, D, commit, frame, play, refused, table

from tabletop_kernel import Session
from tabletop_kernel.game import Move
from tabletop_kernel.rulebook import Rulebook

LANDS = [
    ["Jiggy Jungle", "Lucio Land", "Venom Valley"],
    ["Dragon Dominion", "Snore Summit", "Pika Hills"],
    ["Vapor Vale", "Bulben Crest", "Char Forest"],
    ["Flare lands", "Teal Shore", "Mewtopia"],
]
STAKE = [lands[0] for lands in LANDS]  # all worth 13
HIGH, LOW = [6, 6, 6, 6], [1, 1, 1, 1]
TWO_HEARTS = [["2H", "3H"], ["4H", "5H"], ["6H", "7H"], ["8H", "9H"]]


def full(options: dict[str, str]) -> dict[str, str]:
    return {f"ruling.{name}": option for name, option in options.items()}


def drawn(card: str, dice: Any = (), *, options: dict[str, str] | None = None, seat: int = A, **more: Any) -> Session:
    """A seat has stepped from space 3 onto Spades, alone, and drawn this card."""
    tokens = [3 if other == seat else 10 + other for other in range(4)]
    position = {"tokens": tokens, "territories": LANDS, "spades_deck": [card], "active": seat, **more}
    session = table(full(options or {}), list(dice), now="walk", die=1, **position)
    play(session, seat, ("walk", 4))
    return session


def shop(options: dict[str, str], offer: str, gold: str, **more: Any) -> Session:
    """A is in the Shop; what is on offer, and A's gold."""
    diamonds = [gold.split(), [], [], []]
    position = {"offer": offer.split(), "diamonds": diamonds, "tokens": [9, 0, 0, 0], "now": "shop", **more}
    return table(full(options), **position)


def fight(session: Session, *fighters: int, stakes: list[str] = STAKE) -> None:
    """Everybody stakes a territory and nothing else, and all dice are rolled."""
    for seat in fighters:
        commit(session, seat, stakes[seat])
    while frame(session) == "dice":
        play(session, session.deciders[0], ("roll", 2))


def go_on(session: Session, until: str = "end") -> None:
    """Whoever decides takes the first move, until this is to be decided."""
    while frame(session) != until:
        play(session, session.deciders[0], session.moves(session.deciders[0])[0])


def why(session: Session, seat: int, *move: Any) -> str:
    verdict = session.judge(seat, move)
    assert verdict is not None
    return verdict.text


def prompt(session: Session, seat: int | None) -> str:
    said = GAME.prompt(session.config, session.view(seat))
    assert said is not None
    return said.text


def log(session: Session, seat: int | None = None) -> list[str]:
    return [entry.text for entry in session.log(seat)]


def sizes(session: Session) -> list[int]:
    return [len(lands) for lands in session.truth.territories]


def book(**options: str) -> Rulebook:
    rulings = {f"ruling.{name.replace('_', '-')}": option for name, option in options.items()}
    return GAME.book(GAME.configure(4, rulings))


# -- weapons that are paid together ------------------------------------------------------------------------------------

EXACTLY_TOGETHER = {"shop-overpay": "exact-only", "shop-combine": "yes"}


def test_the_queen_pays_five_and_seven_exactly() -> None:
    session = shop(EXACTLY_TOGETHER, "5C 7C KC", "QD")
    assert session.moves(A) == [("buy", "5C"), ("buy", "7C"), ("end",)]
    assert prompt(session, A) == "Buy a weapon, or end your turn. Your gold is worth 12."
    play(session, A, ("buy", "5C"))
    assert session.moves(A) == [("buy", "7C"), ("take-back", "5C")]
    assert prompt(session, A) == "Add a weapon: your gold cannot make exactly 5 for the 5 of clubs alone."
    assert prompt(session, B) == "Eadric pays for the 5 of clubs."
    play(session, A, ("buy", "7C"), ("pay", "QD"), ("done",))
    assert session.truth.clubs[A] == ("5C", "7C")


def test_no_weapon_is_begun_that_exact_gold_can_never_pay() -> None:
    session = shop(EXACTLY_TOGETHER, "5C 6C KC", "QD")
    assert session.moves(A) == [("end",)]
    assert why(session, A, "buy", "5C").startswith("Your gold can make neither that sum nor one with other weapons")
    assert prompt(session, A) == "Your gold is worth 12, and it makes no price here exactly. End your turn."
    alone = shop(EXACTLY_TOGETHER, "5C", "QD")
    assert why(alone, A, "buy", "5C").startswith("Your gold cannot make that sum: ")


def test_one_weapon_a_visit_is_never_paid_with_another() -> None:
    session = shop({**EXACTLY_TOGETHER, "shop-limit": "one"}, "5C 7C KC", "QD")
    assert session.moves(A) == [("end",)]
    assert why(session, A, "buy", "5C").startswith("Your gold cannot make that sum:")


def test_two_weapons_that_are_alike_are_two_of_them() -> None:
    session = shop({"shop-combine": "yes"}, "JC JC 3C", "KD 5D")
    play(session, A, ("buy", "JC"))
    assert why(session, A, "buy", "JC") == "The price of the two Jacks of clubs is 22 gold, and 18 is not enough."


def test_the_limit_of_one_weapon_is_the_reason_also_while_paying() -> None:
    session = shop({"shop-limit": "one"}, "3C 5C KC", "4D 6D")
    play(session, A, ("buy", "5C"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"
    play(session, A, ("pay", "6D"))
    assert refused(session, A, ("buy", "3C")) == "ruling.shop-limit"


def test_the_top_club_has_no_next_one_where_one_is_bought() -> None:
    session = shop({"shop-offer": "top-1", "shop-limit": "one"}, "3C", "3D KD", clubs_deck=["9C"])
    play(session, A, ("buy", "3C"), ("pay", "3D"), ("done",))
    assert (session.truth.offer, session.truth.clubs_deck[0]) == ((), "9C")
    assert refused(session, A, ("buy", "9C")) == "ruling.shop-limit"


def test_gold_that_can_only_end_in_a_card_too_many() -> None:
    session = shop({"ace-value": "14"}, "AC", "AD KD")
    play(session, A, ("buy", "AC"))
    assert why(session, A, "pay", "KD").endswith("the rest of your gold could complete it only with a card too many.")
    play(session, A, ("pay", "AD"))
    assert why(session, A, "pay", "KD").endswith("with it, some card could be left out.")


# -- All In that waits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake", ["both-all", "drawer-vs-table", "drawer-all-opponent-one"])
def test_a_waiting_all_in_counts_for_whoever_is_challenged(stake: str) -> None:
    options = {"allin-no-battle": "waits", "allin-stake": stake}
    session = drawn("8S", [1, *HIGH, *LOW], options=options, seat=B, all_in=[1, 0, 0, 0])
    play(session, B, ("roll", 1), ("attack", A))
    assert log(session)[-1] == "The All In of Eadric, which has waited, counts in this battle."
    fight(session, B, A)
    assert sizes(session) == [0, 6, 3, 3]
    go_on(session)
    assert session.truth.all_in == [0, 0, 0, 0]


def test_two_waiting_all_ins_are_both_spent() -> None:
    """B wins, and A, who drew All In as well, loses everything."""
    options = {"allin-no-battle": "waits", "allin-stake": "drawer-all-opponent-one"}
    session = drawn("8S", [1, *LOW, *HIGH], options=options, all_in=[1, 1, 0, 0])
    play(session, A, ("roll", 1), ("attack", B))
    fight(session, A, B)
    assert sizes(session) == [0, 6, 3, 3]
    go_on(session, "roll")
    assert session.truth.all_in == [0, 0, 0, 0]


def test_all_in_of_somebody_else_leaves_a_waiting_one_waiting() -> None:
    options = {"allin-no-battle": "waits", "allin-stake": "drawer-vs-table"}
    session = drawn("JS", [*LOW, *HIGH, *LOW, *LOW], options=options, all_in=[0, 1, 0, 0])
    fight(session, A, B, C, D)
    assert sizes(session) == [0, 6, 3, 3]
    go_on(session, "roll")
    assert session.truth.all_in == [0, 1, 0, 0]
    assert (
        book(allin_no_battle="waits", allin_stake="drawer-vs-table")
        .rulings["ruling.allin-no-battle"]
        .options["waits"]
        .endswith("no Royal Decree, and no All In that somebody else calls everybody to.")
    )


def test_the_log_says_that_all_in_waits() -> None:
    session = drawn("JS", options={"allin-no-battle": "waits"}, excluded=[A])
    assert log(session)[-3:] == [
        "The Jack of spades is discarded.",
        "There is no battle for Eadric this time.",
        "There is no battle, so the All In of Eadric waits for the next one.",
    ]


# -- hearts under territories ------------------------------------------------------------------------------------------

ATTACHED = {"health-attach": "attach-on-draw"}


@pytest.mark.parametrize(
    ("card", "dice", "lost"),
    [
        ("8S", [1, *LOW, *HIGH], "The heart that Eadric had laid there is discarded: 2 of hearts."),
        ("JS", [*LOW, *HIGH], "The hearts that Eadric had laid there are discarded: 2 of hearts and 3 of hearts."),
    ],
    ids=["an ordinary battle", "All In"],
)
def test_the_log_says_which_hearts_go_with_a_territory(card: str, dice: list[int], lost: str) -> None:
    under = [[["2H", "Jiggy Jungle"], ["3H", "Lucio Land"]], [], [], []]
    session = drawn(card, dice, options=ATTACHED, hearts=[["2H", "3H"], [], [], []], attached=under)
    if frame(session) == "npc":
        play(session, A, ("roll", 1))
    play(session, A, ("attack", B))
    fight(session, A, B)
    assert lost in log(session)


@pytest.mark.parametrize("rule", ["battle.lose-territory", "decree.spoils", "allin.win", "allin.lose"])
@pytest.mark.parametrize("stake", ["both-all", "drawer-vs-table", "drawer-all-opponent-one"])
def test_the_book_says_that_hearts_go_with_a_territory(rule: str, stake: str) -> None:
    assert "hearts under" in book(health_attach="attach-on-draw", allin_stake=stake)[rule].text.lower()
    assert "hearts under" not in book(allin_stake=stake)[rule].text.lower()


# -- what the book says at this table ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "options", "says", "never"),
    [
        ("alliance.use", {"allin_stake": "drawer-vs-table"}, "that calls everybody is fought without you", "{"),
        ("alliance.use", {"allin_stake": "drawer-vs-table", "alliance_vs_allin": "no"}, "not for All In", "without"),
        ("alliance.use", {"alliance_effect": "choose-again", "shared_space": "battle"}, "met on a space, the", "{"),
        ("shop.price", {"shop_combine": "yes"}, "Several weapons", "separately"),
        ("shop.price", {"shop_combine": "yes", "shop_limit": "one"}, "costs", "Several"),
        ("shop.may", {"shop_offer": "top-1"}, "the next one after each purchase", "{"),
        ("shop.may", {"shop_offer": "top-1", "shop_limit": "one"}, "The top club is turned up.", "next one"),
        ("shop.may", {"shop_offer": "market-3"}, "Up to three clubs always lie open.", "There are always"),
        ("shop.may", {}, "or as many as are left", "{"),
        ("plague.minus", {"plague_carry": "expires"}, "the battle of this turn.", "Two Plagues"),
        ("plague.minus", {"plague_stack": "cap"}, "Two Plagues take off no more than one.", "20"),
        ("battle.pick-health", {"one_heart": "one-each", "elim_picks": "no"}, "last territory, also gives up", "{"),
        ("battle.pick-health", {"one_heart": "one-each"}, "Then the loser also gives up one heart", "last territory"),
        ("allin.win", {"allin_no_battle": "waits"}, "your next battle that is no Royal Decree", "you start"),
    ],
)
def test_the_book_is_true_at_this_table(rule: str, options: dict[str, str], says: str, never: str) -> None:
    text = book(**options)[rule].text
    assert says in text
    assert never not in text


# -- the reason that stands in the way ---------------------------------------------------------------------------------


def begun(**more: Any) -> Session:
    session = drawn("8S", [1], **more)
    play(session, A, ("roll", 1), ("attack", B))
    return session


def test_a_battle_that_has_begun_is_fought_to_its_end() -> None:
    session = begun()
    names = {A: "you and Seraphina", B: "Eadric and you", C: "Eadric and Seraphina"}  # as each of them reads it
    for seat, move in [(A, ("pass",)), (B, ("pass",)), (A, ("attack", C)), (B, ("attack", A)), (C, ("seal",))]:
        fixed = f"This battle is fought to its end between {names[seat]}: nobody joins, leaves or is chosen any more."
        assert why(session, seat, *move) == fixed
    for seat in (A, B):
        commit(session, seat, STAKE[seat])
    assert why(session, A, "pass") == why(session, A, "attack", D)
    assert why(session, A, "pass").startswith("This battle is fought to its end between you and Seraphina:")


@pytest.mark.parametrize(("initiator", "rule"), [("yes", "battle.high-wins"), ("no", "battle.back-to-back")])
def test_a_protected_loser_is_simply_not_in_a_battle_of_others(initiator: str, rule: str) -> None:
    session = begun(options={"repeat-initiator": initiator}, excluded=[C])
    assert refused(session, C, ("commit", "Vapor Vale")) == rule


def test_who_stands_elsewhere_is_not_met() -> None:
    session = table(full({"shared-space": "battle"}), now="end", tokens=[12, 12, 22, 31])
    assert why(session, A, "attack", C) == (
        "Thaddeus does not stand here: once your space is done, you may fight one player whose token stands on it. "
        "Open to choose here: Seraphina."
    )
    assert why(session, A, "commit", "Jiggy Jungle").endswith("Open to choose now: Seraphina.")
    assert refused(session, A, ("pass",)) == "turn.end"


@pytest.mark.parametrize("move", [("end",), ("walk", 9), ("attack", C), ("seal",), ("give-up", "2D")])
def test_first_comes_the_heart_that_is_due(move: Move) -> None:
    session = begun(options={"one-heart": "one-each"}, hearts=TWO_HEARTS)
    for seat in (A, B):
        commit(session, seat, STAKE[seat])
    session = Session.at(GAME, {**session.position(), "chance": {"script": {"dice": [*LOW, *HIGH]}}})
    go_on(session, "forfeit")
    assert why(session, A, *move).startswith("First give up one of your hearts: ")
    go_on(session)
    assert why(session, A, "give-up", "3H").startswith("No heart is given up now: ")


@pytest.mark.parametrize("move", [("pass",), ("commit", "Jiggy Jungle"), ("attack", A)])
def test_nobody_may_be_chosen(move: Move) -> None:
    session = drawn("8S", [1], options={"repeat-scope": "ever"}, excluded=[B, C, D])
    play(session, A, ("roll", 1))
    assert why(session, A, *move) == "There is no battle: nobody may be chosen now."
    assert why(session, A, "attack", C).startswith("Thaddeus cannot be chosen")


def test_once_the_picks_are_over_there_is_nothing_to_pick() -> None:
    options = {"one-heart": "two", "pick-who": "loser-sees", "pick-pool": "committed-only"}
    session = drawn("8S", [1, *LOW, *HIGH], options=options, hearts=TWO_HEARTS, clubs=[[], ["6C"], [], []])
    play(session, A, ("roll", 1), ("attack", B))
    commit(session, B, "Pika Hills", "4H")
    fight(session, A)
    assert session.moves(A) == [("pick", "4H")]
    assert refused(session, A, ("pick", "5H")) == "ruling.pick-pool"
    play(session, A, ("pick", "4H"))
    assert session.moves(A) == [("end",)]  # no second heart was committed, and no weapon
    assert why(session, A, "pick", "6C") == (
        "There is nothing to pick now: after a battle that is no Royal Decree its loser picks two health cards of "
        "those that the winner committed, then one weapon, and nothing else."
    )


@pytest.mark.parametrize(
    ("card", "options", "what"),
    [
        ("QS", {"alliance-vs-decree": "yes"}, "the Royal Decree"),
        ("QS", {"alliance-vs-decree": "yes", "decree-replaces": "extra"}, "the Royal Decree"),
        ("JS", {"allin-stake": "drawer-vs-table"}, "All In"),
    ],
)
def test_everybody_stayed_out(card: str, options: dict[str, str], what: str) -> None:
    """No battle was fought, so nothing has taken its place, and whoever was excluded still is."""
    session = drawn(card, options=options, alliances=[[], ["3S"], ["4S"], ["5S"]], excluded=[D])
    for seat in (B, C, D):
        play(session, seat, ("ally",))
    assert session.moves(A) == [("end",)]
    stayed_out = f"There is no battle: everybody else showed a Secret Alliance and stayed out of {what}."
    assert why(session, A, "attack", B) == stayed_out
    play(session, A, ("end",))
    assert session.truth.excluded == (D,)


def test_who_picks_is_told_that_a_territory_is_taken() -> None:
    lands = [land for held in LANDS for land in held]
    session = table(now="draft", pool=lands[1:], territories=[lands[:1], [], [], []], active=B)
    assert why(session, B, "take", lands[0]).startswith("That territory is taken: the next pick is yours, and")
    assert why(session, B, "roll", 2).startswith("That is no pick: ")
    assert why(session, C, "take", lands[0]).startswith("It is not your pick: the next pick belongs to Seraphina")


def test_a_territory_of_a_decree_is_one_of_these() -> None:
    lands = [LANDS[0], ["Snore Summit"], [*LANDS[1][::2], *LANDS[2]], LANDS[3]]
    winner: dict[str, Any] = {"battle": {"fighters": [A, B, C, D], "kind": "decree", "winner": A}, "territories": lands}
    after: list[Any] = [["end", A, []], ["aftermath", A, []], ["majority", A, []]]
    claims = table(full({"decree-territory": "winner-picks"}), frames=[*after, ["claim", A, [D]]], **winner)
    assert why(claims, A, "claim", "Vapor Vale").endswith("territories: Flare lands, Teal Shore or Mewtopia.")
    gives = table(full({"decree-territory": "loser-picks"}), frames=[*after, ["give", B, []]], **winner)
    assert why(gives, B, "give", "Vapor Vale").endswith("territories: it can only be Snore Summit.")


# -- prompts and lines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "die", "token", "says"),
    [
        ({}, 1, 0, "Step out of home onto your own gate, space 1 (Diamonds)."),
        ({"leave-home": "one-gate"}, 1, 0, "Step out of home onto space 1 (Diamonds)."),
        ({"leave-home": "any-gate"}, 1, 0, "Step out of home onto a gate: space 1 (Diamonds), space 10 (Hearts), "),
        ({"leave-home": "any-gate"}, 4, 0, "Walk 4: one step onto a gate of your choice, the rest to the left or "),
        ({}, 4, 0, "Walk 4: one step onto your own gate, the rest to the left or to the right."),
        ({}, 4, 7, "Walk 4 to the left or to the right. Only the space where you stop counts."),
        ({"one-direction": "yes"}, 4, 7, "Walk 4 to the left or to the right; you may turn round once. Only"),
        ({"one-direction": "yes"}, 2, 7, "Walk 2 to the left or to the right. Only"),
        ({"return-home": "through-gate"}, 3, 3, "Walk 3 to the left or to the right, or home through your own gate."),
        ({"return-home": "through-gate"}, 2, 3, "Walk 2 to the left or to the right. Only"),
    ],
)
def test_a_walk_is_prompted_as_it_can_go(options: dict[str, str], die: int, token: int, says: str) -> None:
    session = table(full(options), now="walk", die=die, tokens=[token, 0, 0, 0])
    assert prompt(session, A).startswith(says)


def test_all_cards_above_the_limit_are_asked_for() -> None:
    hearts = [[f"{rank}H" for rank in (*range(2, 11), "J", "Q", "K", "A")], [], [], []]
    frames = [["close", A, []], ["limit", A, []]]
    session = table(full({"hand-limit": "ten"}), frames=frames, hearts=hearts, tokens=[2, 0, 0, 0])
    assert prompt(session, A) == "You hold 13 cards, and ten is the limit: discard three cards."
    play(session, A, ("discard", "2H"), ("discard", "3H"))
    assert prompt(session, A) == "You hold 11 cards, and ten is the limit: discard one card."


def test_the_log_says_that_the_seat_decides_a_tie() -> None:
    options = {"selection-dice": "one", "selection-ties": "seat"}
    session = table(full(options), [4, 6, 4, 2])
    for seat in (A, B, C, D):
        play(session, seat, ("roll", 1))
    assert log(session)[-2:] == [
        "Eadric and Thaddeus rolled the same: the lower seat chooses first.",
        "The order of selection is Seraphina, Eadric, Thaddeus and Lysandra.",
    ]


# -- exclusions --------------------------------------------------------------------------------------------------------

EVER_ONE_SPADE = {"repeat-scope": "ever", "repeat-clears": "one-spade", "shared-space": "battle"}


@pytest.mark.parametrize(("space", "excluded"), [(12, (D, B)), (4, (B,))], ids=["on Diamonds", "on Spades"])
def test_only_a_landing_on_spades_ends_earlier_exclusions(space: int, excluded: tuple[int, ...]) -> None:
    """D is excluded; A beats B, whom A met. Off Spades D stays excluded, and on Spades D is free."""
    position = {"tokens": [space, space, 0, 0], "territories": LANDS, "excluded": [D]}
    session = table(full(EVER_ONE_SPADE), [*HIGH, *LOW], now="end", **position)
    play(session, A, ("attack", B))
    fight(session, A, B)
    go_on(session, "roll")
    assert session.truth.excluded == excluded


def test_two_losers_of_one_turn_on_spades_are_both_excluded() -> None:
    dice = [1, *HIGH, *LOW, *HIGH, *LOW]
    session = drawn("8S", dice, options=EVER_ONE_SPADE, tokens=[3, 4, 22, 31], excluded=[D])
    play(session, A, ("roll", 1), ("attack", C))
    fight(session, A, C)
    assert session.truth.excluded == (C,)
    play(session, A, ("attack", B))
    fight(session, A, B, stakes=["Lucio Land", *STAKE[1:]])
    go_on(session, "roll")
    assert session.truth.excluded == (C, B)


@pytest.mark.parametrize(("option", "open_to_choose"), [("kept", []), ("lifted", [B])])
def test_the_exclusion_among_the_last_two(option: str, open_to_choose: list[int]) -> None:
    lands = [[*LANDS[0], *LANDS[2]], [*LANDS[1], *LANDS[3]], [], []]
    position = {"out": [0, 0, 1, 1], "tokens": [3, 12, -1, -1], "territories": lands, "excluded": [B]}
    session = drawn("8S", [1], options={"repeat-last-two": option}, **position)
    play(session, A, ("roll", 1))
    assert [move[1] for move in session.moves(A) if move[0] == "attack"] == open_to_choose


# -- through several rulings -------------------------------------------------------------------------------------------


def test_two_plagues_make_a_total_below_nothing() -> None:
    session = drawn("AS", [*LOW, *LOW], plague=[10, 0, 0, 0])
    play(session, A, ("attack", B))
    fight(session, A, B)
    assert {"Eadric is weakened by the Plague: -20.", "Eadric has a total of -3."} <= set(log(session))
    go_on(session)
    assert session.truth.plague[A] == 0


def test_a_waiting_plague_counts_in_the_decree_of_somebody_else() -> None:
    session = drawn("QS", LOW, seat=B, plague=[10, 0, 0, 0])
    for seat in (A, B, C, D):
        commit(session, seat, STAKE[seat])
    assert "Eadric is weakened by the Plague: -10." in log(session)


def test_a_won_all_in_for_one_territory_only() -> None:
    for dice, after in (([*HIGH, *LOW], [4, 2, 3, 3]), ([*LOW, *HIGH], [0, 6, 3, 3])):
        session = drawn("JS", dice, options={"allin-stake": "drawer-all-opponent-one"})
        play(session, A, ("attack", B))
        fight(session, A, B)
        assert sizes(session) == after


def test_a_round_robin_that_goes_round_in_a_circle() -> None:
    """A beats B, C beats A, B beats C: all roll once more together, and C wins."""
    lands = [[*LANDS[0], "Flare lands"], [*LANDS[1], "Teal Shore"], [*LANDS[2], "Mewtopia"]]
    dice = [*HIGH, *LOW, *LOW, *HIGH, *HIGH, *LOW, *LOW, *LOW, *HIGH]
    position = {"seats": 3, "tokens": [3, 12, 22], "territories": lands}
    session = drawn("QS", dice, options={"decree-format": "round-robin"}, **position)
    fight(session, A, B, C)
    assert "Eadric, Seraphina and Thaddeus have won 1 bout each: they roll once more together." in log(session)
    assert sizes(session) == [3, 3, 6]


def test_losers_of_a_decree_pick_as_long_as_there_are_hearts() -> None:
    options = {"decree-territory": "winner-picks"}
    session = drawn("KS", [*HIGH, *LOW, *LOW, *LOW], options=options, hearts=TWO_HEARTS)
    fight(session, A, B, C, D)
    play(session, A, ("claim", "Pika Hills"))
    assert refused(session, A, ("claim", "Snore Summit")) == "ruling.decree-territory"
    play(session, A, ("claim", "Char Forest"), ("claim", "Mewtopia"))
    assert refused(session, B, ("pick", "clubs")) == "decree.penalty"
    go_on(session)
    assert log(session)[-2:] == [
        "There is no heart for Lysandra to pick.",
        "After a Royal Decree nobody is excluded any more.",
    ]


def test_a_majority_that_does_not_last_the_turn() -> None:
    """A wins the Decree and has seven, then loses the extra battle: at the end of the turn there are six."""
    options = {"decree-replaces": "extra", "end-timing": "end-of-turn"}
    lands = [[*LANDS[0], "Mewtopia"], LANDS[1], LANDS[2], LANDS[3][:2]]
    session = drawn("KS", [*HIGH, *LOW, *LOW, *LOW, *LOW, *HIGH], options=options, territories=lands)
    fight(session, A, B, C, D)
    assert sizes(session)[A] == 7
    play(session, A, ("attack", B))
    fight(session, A, B, stakes=["Mewtopia", "Pika Hills"])
    go_on(session, "roll")
    assert (session.outcome, sizes(session)[A]) == (None, 6)


def test_everybody_chosen_in_turn_stays_out() -> None:
    options = {"alliance-effect": "choose-again"}
    session = drawn("8S", [1], options=options, alliances=[[], ["3S"], ["4S"], ["5S"]])
    play(session, A, ("roll", 1))
    for seat in (B, C, D):
        play(session, A, ("attack", seat))
        play(session, seat, ("ally",))
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"


def test_after_a_tie_other_cards_and_only_the_loser_discards() -> None:
    options = {"used-cards": "loser-discards", "tie-recommit": "recommit"}
    dice = [1, *LOW, *LOW, *LOW, *HIGH]
    session = drawn("8S", dice, options=options, hearts=TWO_HEARTS, clubs=[["5C"], ["6C"], [], []])
    play(session, A, ("roll", 1), ("attack", B))
    fight(session, A, B)
    commit(session, A, "Venom Valley", "2H", "5C")
    commit(session, B, "Pika Hills", "6C")
    go_on(session)
    assert (session.truth.clubs[A], session.truth.hearts[A]) == ((), ("3H",))
    assert "Venom Valley" in session.truth.territories[B]
    assert "Jiggy Jungle" in session.truth.territories[A]


def test_who_is_eliminated_picks_nothing_and_leaves_an_alliance() -> None:
    lands = [[*LANDS[0], "Snore Summit"], ["Dragon Dominion"], [*LANDS[2], "Pika Hills"], LANDS[3]]
    options = {"elim-picks": "no", "elim-alliance": "to-eliminator"}
    more: dict[str, Any] = {"territories": lands, "hearts": TWO_HEARTS, "alliances": [[], ["5S"], [], []]}
    session = drawn("8S", [1, *HIGH, *LOW], options=options, **more)
    play(session, A, ("roll", 1), ("attack", B))
    play(session, B, ("fight",))
    fight(session, A, B)
    assert session.truth.out[B]
    assert session.truth.alliances[A] == ("5S",)
    assert session.truth.hearts[:2] == [("2H", "3H"), ()]
    assert session.truth.excluded == ()


# -- a second reading --------------------------------------------------------------------------------------------------

MEETING = {"shared-space": "battle"}


@pytest.mark.parametrize(
    ("options", "excluded"),
    [({}, [A]), ({"repeat-scope": "ever"}, [B, C, D])],
    ids=["the drawer is excluded", "all others are"],
)
def test_no_alliance_is_wasted_on_a_battle_that_cannot_come(options: dict[str, str], excluded: list[int]) -> None:
    session = drawn("5S", options={"alliance-draw-turn": "yes", **options}, excluded=excluded)
    assert session.moves(A) == [("end",)]
    assert log(session)[-1] == "There is no battle for Eadric this time."
    assert session.truth.alliances[A] == ("5S",)
    assert "has just drawn it and has a battle to fight" in why(session, A, "ally")


def test_who_draws_the_decree_fights_in_it() -> None:
    options = {"alliance-vs-decree": "yes"}
    session = drawn("QS", options=options, alliances=[["3S"], ["4S"], [], []])
    assert session.deciders == (B,)
    play(session, B, ("fight",))
    assert why(session, A, "ally").endswith(
        " by somebody else at this moment. Whoever draws a Royal Decree fights in it."
    )
    texts = book(alliance_vs_decree="yes")
    assert "a Royal Decree that somebody else drew calls you" in texts["alliance.use"].text
    assert "never the one who drew the Decree" in texts["decree.all"].text
    assert "not the one who drew" in texts.rulings["ruling.alliance-vs-decree"].options["yes"]
    assert "Decree" not in book()["alliance.use"].why


@pytest.mark.parametrize(("option", "shown"), [("winner-picks", True), ("loser-picks", False), ("committed", False)])
def test_the_book_says_to_whom_secret_territories_are_shown(option: str, shown: bool) -> None:
    texts = book(hidden_territories="hidden", decree_territory=option)
    said = "until the game is over; but the winner of a Royal Decree looks at those of a loser to pick one."
    assert texts["cards.hidden"].text.endswith(said) == shown
    assert texts.rulings["ruling.hidden-territories"].options["hidden"].endswith(said) == shown


@pytest.mark.parametrize(
    ("option", "space", "says"),
    [
        ("yes", 10, "The token cannot end where it began, even if it turns round on the way. It can end on space 6 "),
        ("yes", 11, "The token cannot stay or stop there: the die shows 4"),
        ("no", 12, "The token cannot turn round on the way: the whole move goes in one direction. It can end on space"),
        ("no", 8, "The token cannot turn round on the way: "),
        ("no", 10, "The token cannot stay or stop there: the die shows 4"),
        ("no", 11, "The token cannot stay or stop there: the die shows 4"),
    ],
)
def test_why_a_walk_cannot_end_there(option: str, space: int, says: str) -> None:
    session = table(full({"one-direction": option}), now="walk", die=4, tokens=[10, 0, 0, 0])
    assert why(session, A, "walk", space).startswith(says)


def test_who_has_rolled_walks() -> None:
    session = table(now="roll", active=A)
    assert why(session, A, "end").startswith("Not like that: a turn begins with a single roll of one die")
    play(session, A, ("roll", 1))
    assert why(session, A, "roll", 1).startswith("You have rolled already, and now you walk: ")


@pytest.mark.parametrize(("tokens", "leave"), [([9, 9, 0, 0], "Leave the Shop"), ([9, 0, 0, 0], "End the turn")])
def test_a_shop_is_left_for_whoever_stands_there(tokens: list[int], leave: str) -> None:
    going = {"Leave the Shop": "leave the Shop", "End the turn": "end your turn"}[leave]
    session = shop(MEETING, "3C", "4D", tokens=tokens)
    assert prompt(session, A) == f"Buy a weapon, or {going}. Your gold is worth 4."
    assert session.phrase(A, ("end",)) == leave
    poor = shop(MEETING, "KC", "4D", tokens=tokens)
    assert prompt(poor, A).endswith(f"it pays for no weapon here. {going[0].upper()}{going[1:]}.")
    once = shop({**MEETING, "shop-limit": "one"}, "3C", "4D", tokens=tokens)
    play(once, A, ("buy", "3C"), ("pay", "4D"), ("done",))
    said = "You have bought your weapon. Leave the Shop."
    assert prompt(once, A) == (said if tokens[B] else "Your space is done. End your turn.")


def test_who_stands_in_the_shop_has_to_wait() -> None:
    session = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0])
    assert why(session, A, "attack", B) == (
        "Seraphina has to wait: once your space is done, you may fight one player whose token stands on it. "
        "Open to choose here: Seraphina."
    )
    spared = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0], excluded=[B])
    assert refused(spared, A, ("attack", B)) == "battle.no-previous-loser"
    loser = shop(MEETING, "3C", "4D", tokens=[9, 9, 0, 0], excluded=[A])
    assert refused(loser, A, ("attack", B)) == "battle.back-to-back"


@pytest.mark.parametrize("move", [("commit", "Jiggy Jungle"), ("fight",), ("seal",), ("attack", B)])
@pytest.mark.parametrize(("excluded", "rule"), [(A, "battle.back-to-back"), (B, "battle.no-previous-loser")])
@pytest.mark.parametrize("fought", [0, 1])
def test_why_nobody_met_can_be_fought(move: Move, excluded: int, rule: str, fought: int) -> None:
    space = 4 if fought else 10  # after a battle on Spades, or on Hearts
    position = {"tokens": [space, space, 0, 0], "territories": LANDS, "excluded": [excluded], "fought": fought}
    session = table(full(MEETING), now="end", **position)
    assert refused(session, A, move) == rule


def test_the_log_says_that_an_exclusion_has_ended() -> None:
    for initiator, again in (("no", "may battle again"), ("yes", "may be chosen again")):
        options = {"repeat-clears": "one-spade", "repeat-initiator": initiator, "battle-must": "may"}
        session = drawn("8S", [1], options=options, excluded=[B])
        play(session, A, ("roll", 1), ("pass",), ("end",))
        assert f"After this landing on Spades Seraphina {again}." in log(session)
    session = drawn("8S", [1, *HIGH, *LOW], options=EVER_ONE_SPADE, excluded=[D])
    play(session, A, ("roll", 1), ("attack", B))
    fight(session, A, B)
    assert "After this landing on Spades Lysandra may battle again." in log(session)
    for rule in ("battle.no-previous-loser", "battle.back-to-back"):
        assert "ends after the next Spades landing, with or without" in book(repeat_clears="one-spade")[rule].text


def test_after_a_tie_it_is_somebody_elses_roll() -> None:
    session = table(full({"selection-dice": "one"}), [4, 6, 4, 2])
    for seat in (A, B, C, D):
        play(session, seat, ("roll", 1))
    assert why(session, B, "take", "Mewtopia") == (
        "You have to wait: those who tied roll again, one after the other, and it is the roll of Eadric now."
    )


@pytest.mark.parametrize(
    ("option", "says"),
    [("open", "Show a Secret Alliance to stay out, or fight."), ("hidden", "Fight, or show a Secret Alliance if you")],
)
def test_who_is_seen_to_hold_an_alliance_is_asked_for_it(option: str, says: str) -> None:
    options = {"alliance-vs-decree": "yes", "alliance-open": option}
    session = drawn("QS", options=options, alliances=[[], ["3S"], [], []])
    assert prompt(session, B).startswith(f"Everybody is called to fight. {says}")


def test_your_own_alliance_is_yours() -> None:
    session = drawn("5S", options={"alliance-draw-turn": "yes"})
    play(session, A, ("ally",))
    assert why(session, A, "attack", B) == "You showed a Secret Alliance: there is no battle, and the turn ends."


def test_the_price_is_no_gold_on_the_table() -> None:
    session = shop({}, "9C", "10D 8D")
    play(session, A, ("buy", "9C"), ("pay", "10D"))
    assert why(session, A, "pay", "8D") == (
        "The 8 of diamonds cannot be laid down for the 9 of clubs, at a price of 9: "
        "with it, some card could be left out."
    )


@pytest.mark.parametrize(
    ("stakes", "lines"),
    [
        ([], ["There is no committed heart for Eadric to pick.", "There is no committed club for Eadric to pick."]),
        (["4H"], ["There is no second committed heart for Eadric to pick."]),
        (["4H", "5H"], []),
    ],
)
def test_a_pick_that_is_left_out_is_told_once(stakes: list[str], lines: list[str]) -> None:
    options = {"one-heart": "two", "pick-pool": "committed-only"}
    session = drawn("8S", [1, *LOW, *HIGH], options=options, hearts=TWO_HEARTS)
    play(session, A, ("roll", 1), ("attack", B))
    commit(session, B, "Pika Hills", *stakes)
    fight(session, A)
    go_on(session)
    hearts = [line for line in log(session) if line.startswith("There is no")]
    assert hearts == (lines if not stakes else [*lines, "There is no committed club for Eadric to pick."])


def test_without_a_heart_none_is_laid_down() -> None:
    session = table(full(ATTACHED), now="roll", territories=LANDS)
    assert why(session, A, "attach", "Jiggy Jungle").startswith("No heart waits to be laid down: each heart is laid ")
    drawing = table(full(ATTACHED), now="walk", die=1, tokens=[1, 0, 0, 0], territories=LANDS)
    play(drawing, A, ("walk", 2))
    assert why(drawing, A, "attach", "Vapor Vale").startswith("That heart cannot go there: each heart is laid under")


@pytest.mark.parametrize(
    ("weapons", "line"),
    [
        (["QC"], "Eadric adds a weapon, Queen of clubs: +12."),
        (["2C", "QC"], "Eadric adds weapons, 2 of clubs and Queen of clubs: +14."),
    ],
)
def test_one_weapon_is_a_weapon(weapons: list[str], line: str) -> None:
    session = begun(clubs=[weapons, [], [], []])
    commit(session, A, STAKE[A], *weapons)
    commit(session, B, STAKE[B])
    assert line in log(session)
