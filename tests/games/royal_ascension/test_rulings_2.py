"""The last 25 rulings, from the exclusion of losers to the characters: every option does what its row says."""

from __future__ import annotations

import json
from typing import Any

from royal import GAME, A, B, C, D, commit, frame, kinds_of, play, refused, rules_of, table

from tabletop_kernel import Session
from tabletop_kernel.chance import Chance

RULINGS = (
    "repeat-scope", "repeat-initiator", "repeat-last-two", "repeat-clears", "alliance-draw-turn", "alliance-effect",
    "alliance-partner", "alliance-vs-decree", "alliance-vs-allin", "alliance-open", "allin-stake", "allin-no-battle",
    "decree-format", "decree-territory", "decree-replaces", "npc-prize", "plague-carry", "plague-stack",
    "elim-alliance", "elim-token", "hand-limit", "elim-picks", "end-timing", "hidden-territories", "characters",
)  # fmt: skip

# Three territories each; the second of each seat is worth 15 and is the one staked unless a test says otherwise.
LANDS = [
    ["Jiggy Jungle", "Lucio Land", "Venom Valley"],
    ["Dragon Dominion", "Snore Summit", "Pika Hills"],
    ["Vapor Vale", "Bulben Crest", "Char Forest"],
    ["Flare lands", "Teal Shore", "Mewtopia"],
]
STAKE = [lands[1] for lands in LANDS]
HIGH, LOW = [6, 6, 6, 6], [1, 1, 1, 1]  # the four dice of a fighter
SPADES = [1]  # the die that takes a token from space 3 to 4, Spades
DIAMONDS = [2]  # the die that takes a token from space 3 to 1, Diamonds
FARTHER = [3]  # the die that takes a token from space 4 to 7, Spades
PLAGUE, ALLIANCE, NPC, ALL_IN, DECREE = "AS", "4S", "9S", "JS", "QS"

Events = list[Any]


def step_from_spades(*cards: str, rulings: dict[str, str] | None = None, dice: Any = None, **position: Any) -> Session:
    """Everybody is one step from Spades, the active player has rolled that step, and these action cards come."""
    position.setdefault("territories", LANDS)
    position.setdefault("tokens", [3] * position.get("seats", 4))
    return table(_full(rulings), dice, now="walk", die=1, spades_deck=list(cards), **position)


def _full(rulings: dict[str, str] | None) -> dict[str, str]:
    return {f"ruling.{name}": option for name, option in (rulings or {}).items()}


def land(session: Session, seat: int) -> Events:
    """The active player, who has rolled already, steps on Spades."""
    return play(session, seat, ("walk", 4))


def next_landing(session: Session, seat: int, space: int = 4) -> Events:
    return play(session, seat, ("roll", 1), ("walk", space))


def quiet_turn(session: Session, seat: int) -> None:
    """A turn that only draws a diamond."""
    play(session, seat, ("roll", 1), ("walk", 1), ("end",))


def battle(session: Session, *fighters: int) -> Events:
    """Everybody stakes the usual territory and nothing else, then all dice are rolled."""
    for seat in fighters:
        commit(session, seat, STAKE[seat])
    return roll_out(session)


def roll_out(session: Session) -> Events:
    events: Events = []
    while frame(session) == "dice":
        events += play(session, session.deciders[0], ("roll", 2))
    return events


def duel(session: Session, seat: int, opponent: int) -> Events:
    return [*play(session, seat, ("attack", opponent)), *battle(session, seat, opponent)]


def holders(session: Session) -> list[list[str]]:
    return [list(lands) for lands in session.truth.territories]


def event(events: Events, kind: str) -> Any:
    """The data of the one event of a kind."""
    (found,) = [data for name, _, _, data in events if name == kind]
    return found


def cited(events: Events) -> list[tuple[str, str]]:
    """The kinds of events with the rules that they cite."""
    return list(zip(kinds_of(events), rules_of(events), strict=True))


def totals(events: Events) -> dict[int, int]:
    return {data["seat"]: data["total"] for kind, _, _, data in events if kind == "total"}


def targets(session: Session, seat: int) -> list[Any]:
    """Whom a seat may challenge now."""
    return [move[1] for move in session.moves(seat) if move[0] == "attack"]


def told(session: Session, viewer: int | None) -> str:
    """The whole log of a viewer: its sentences and the facts behind them."""
    return json.dumps([(entry.text, entry.data) for entry in session.log(viewer)])


# -- repeat-scope ----------------------------------------------------------------------------------------------------


def second_loser(option: str) -> Session:
    """A lost the battle before last, B loses the last one against C; then D lands on Spades."""
    rulings = {"repeat-scope": option}
    dice = [*HIGH, *LOW, *SPADES]
    session = step_from_spades(PLAGUE, PLAGUE, rulings=rulings, dice=dice, active=C, excluded=[A])
    land(session, C)
    duel(session, C, B)
    play(session, C, ("end",))
    next_landing(session, D)
    return session


def test_repeat_scope_last_battle() -> None:
    """Only the loser of the most recent battle is excluded: an earlier loser may be chosen again."""
    session = second_loser("last-battle")
    assert session.view(None)["excluded"] == [B]
    assert targets(session, D) == [A, C]
    assert refused(session, D, ("attack", B)) == "battle.no-previous-loser"


def test_repeat_scope_ever() -> None:
    """Everybody who has lost a battle stays excluded, until a Royal Decree."""
    session = second_loser("ever")
    assert session.view(None)["excluded"] == [A, B]
    assert targets(session, D) == [C]
    assert refused(session, D, ("attack", A)) == "battle.no-previous-loser"
    assert refused(session, D, ("attack", B)) == "battle.no-previous-loser"
    decree = step_from_spades(DECREE, rulings={"repeat-scope": "ever"}, dice=[*HIGH, *LOW, *LOW, *LOW], excluded=[B, C])
    land(decree, A)
    battle(decree, A, B, C, D)
    assert decree.view(None)["excluded"] == []


# -- repeat-initiator ------------------------------------------------------------------------------------------------


def test_repeat_initiator_no() -> None:
    """The previous loser carries out the card but starts no battle, unless it is a Royal Decree."""
    session = step_from_spades(PLAGUE, excluded=[C], active=C)
    events = land(session, C)
    assert ("no-battle", "battle.back-to-back") in cited(events)
    assert session.view(None)["plague"] == [0, 0, 10, 0]
    assert frame(session) == "end"
    assert refused(session, C, ("attack", A)) == "battle.back-to-back"
    decree = step_from_spades(DECREE, excluded=[C], active=C)
    land(decree, C)
    assert frame(decree) == "commit"
    assert sorted(decree.deciders) == [A, B, C, D]


def test_repeat_initiator_yes() -> None:
    """The previous loser may start a battle and is only protected from being chosen."""
    rulings = {"repeat-initiator": "yes"}
    session = step_from_spades(ALLIANCE, rulings=rulings, dice=[*HIGH, *LOW], excluded=[C], active=C)
    land(session, C)
    assert targets(session, C) == [A, B, D]
    duel(session, C, A)
    assert STAKE[A] in holders(session)[C]
    assert session.view(None)["excluded"] == [A]
    other = step_from_spades(PLAGUE, rulings=rulings, excluded=[C])
    land(other, A)
    assert targets(other, A) == [B, D]
    assert refused(other, A, ("attack", C)) == "battle.no-previous-loser"


# -- repeat-last-two -------------------------------------------------------------------------------------------------


def two_left(option: str, active: int) -> Session:
    """A and B are left, B lost the last battle, and one of them lands on Spades."""
    session = step_from_spades(
        PLAGUE,
        rulings={"repeat-last-two": option},
        active=active,
        territories=[[*LANDS[A], *LANDS[C]], [*LANDS[B], *LANDS[D]], [], []],
        out=[0, 0, 1, 1],
        tokens=[3, 3, -1, -1],
        excluded=[B],
    )
    land(session, active)
    return session


def test_repeat_last_two_lifted() -> None:
    """While two players remain nobody is excluded: the loser may be chosen and may attack."""
    session = two_left("lifted", A)
    assert session.moves(A) == [("attack", B)]
    play(session, A, ("attack", B))
    assert session.view(None)["battle"]["fighters"] == [A, B]
    assert two_left("lifted", B).moves(B) == [("attack", A)]


def test_repeat_last_two_kept() -> None:
    """The exclusion holds between the last two: no battle, whoever of them lands on Spades."""
    for seat in (A, B):
        session = two_left("kept", seat)
        assert session.log(None)[-2].kind == "no-battle"
        assert session.moves(seat) == [("end",)]
        assert session.view(None)["battle"] is None
        assert session.view(None)["excluded"] == [B]


# -- repeat-clears ---------------------------------------------------------------------------------------------------


def landing_without_battle(option: str) -> Session:
    """C lost the last battle. A challenges B, who shows an alliance; then B lands on Spades."""
    session = step_from_spades(
        PLAGUE,
        PLAGUE,
        rulings={"repeat-clears": option},
        dice=[*SPADES, *HIGH, *LOW],
        alliances=[[], [ALLIANCE], [], []],
        excluded=[C],
    )
    land(session, A)
    assert targets(session, A) == [B, D]
    play(session, A, ("attack", B))
    play(session, B, ("ally",))
    assert session.view(None)["excluded"] == [C]  # the turn is not over yet
    play(session, A, ("end",))
    return session


def test_repeat_clears_next_battle() -> None:
    """A landing without a battle changes nothing; the next battle moves the exclusion to its loser."""
    session = landing_without_battle("next-battle")
    assert session.view(None)["excluded"] == [C]
    next_landing(session, B)
    assert refused(session, B, ("attack", C)) == "battle.no-previous-loser"
    duel(session, B, D)
    assert session.view(None)["excluded"] == [D]


def test_repeat_clears_one_spade() -> None:
    """The next Spades landing ends the exclusion even without a battle; another space does not."""
    session = landing_without_battle("one-spade")
    assert session.view(None)["excluded"] == []
    next_landing(session, B)
    assert targets(session, B) == [A, C, D]
    duel(session, B, D)
    play(session, B, ("end",))
    assert session.view(None)["excluded"] == [D]  # this landing was fought: its own loser is barred
    elsewhere = table(_full({"repeat-clears": "one-spade"}), now="walk", die=2, tokens=[3] * 4, excluded=[C])
    play(elsewhere, A, ("walk", 1), ("end",))
    assert elsewhere.view(None)["excluded"] == [C]


# -- alliance-draw-turn ----------------------------------------------------------------------------------------------


def test_alliance_draw_turn_no() -> None:
    """A Secret Alliance just drawn is held, and the drawer's battle follows."""
    session = step_from_spades(ALLIANCE)
    land(session, A)
    assert frame(session) == "attack"
    assert refused(session, A, ("ally",)) == "ruling.alliance-draw-turn"
    assert session.truth.alliances[A] == (ALLIANCE,)
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]


def test_alliance_draw_turn_yes() -> None:
    """A Secret Alliance just drawn may be shown at once, and there is no battle this turn; or it is kept."""
    session = step_from_spades(ALLIANCE, rulings={"alliance-draw-turn": "yes"})
    land(session, A)
    assert session.moves(A) == [("ally",), ("fight",)]
    kept = session.branch()
    events = play(session, A, ("ally",))
    assert ("alliance-spent", "alliance.spent") in cited(events)
    assert session.truth.alliances[A] == ()
    assert session.truth.discard == [ALLIANCE]
    assert session.moves(A) == [("end",)]
    play(kept, A, ("fight",))
    assert targets(kept, A) == [B, C, D]
    assert kept.truth.alliances[A] == (ALLIANCE,)


# -- alliance-effect -------------------------------------------------------------------------------------------------


def shown_alliance(option: str, *cards: str, dice: list[int] | None = None) -> Session:
    """A challenges B, who shows a Secret Alliance."""
    session = step_from_spades(
        *cards, rulings={"alliance-effect": option}, dice=dice, alliances=[[], [ALLIANCE], [], []]
    )
    land(session, A)
    play(session, A, ("attack", B))
    play(session, B, ("ally",))
    assert ALLIANCE in session.truth.discard
    assert session.truth.battle is None
    return session


def test_alliance_effect_cancel() -> None:
    """There is no battle, the turn ends, and the two may choose each other the next time."""
    session = shown_alliance("cancel", PLAGUE, PLAGUE, dice=SPADES)
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", C)) == "ruling.alliance-effect"
    play(session, A, ("end",))
    next_landing(session, B)
    assert targets(session, B) == [A, C, D]


def test_alliance_effect_choose_again() -> None:
    """The attacker names another opponent, but not the one who stayed out."""
    session = shown_alliance("choose-again", PLAGUE)
    assert session.moves(A) == [("attack", C), ("attack", D)]
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"
    play(session, A, ("attack", C))
    assert session.view(None)["battle"]["fighters"] == [A, C]


def test_alliance_effect_truce() -> None:
    """No battle, and the two may not choose each other until each has had a turn."""
    dice = [*SPADES, *HIGH, *LOW, *DIAMONDS, *DIAMONDS, *FARTHER, *HIGH, *LOW, *FARTHER]
    session = shown_alliance("truce", "3S", "5S", "6S", "3S", dice=dice)
    assert session.moves(A) == [("end",)]
    play(session, A, ("end",))
    next_landing(session, B)  # the first turn of B since then
    assert targets(session, B) == [C, D]
    assert refused(session, B, ("attack", A)) == "ruling.alliance-effect"
    duel(session, B, C)
    play(session, B, ("end",))
    quiet_turn(session, C)
    quiet_turn(session, D)
    next_landing(session, A, 7)  # the first turn of A since then; C is barred, having lost
    assert session.moves(A) == [("attack", D)]
    assert refused(session, A, ("attack", B)) == "ruling.alliance-effect"
    duel(session, A, D)
    play(session, A, ("end",))
    assert session.view(None)["truces"] == []
    next_landing(session, B, 7)
    assert targets(session, B) == [A, C]


# -- alliance-partner ------------------------------------------------------------------------------------------------


def asked_for_alliance(option: str) -> Session:
    session = step_from_spades(
        PLAGUE, rulings={"alliance-partner": option}, alliances=[[], [ALLIANCE], [], []], hearts=[[], [], ["8H"], []]
    )
    land(session, A)
    play(session, A, ("attack", B))
    return session


def test_alliance_partner_none() -> None:
    """No partner is named."""
    session = asked_for_alliance("none")
    assert session.moves(B) == [("ally",), ("fight",)]
    assert refused(session, B, ("ally", C)) == "ruling.alliance-partner"
    assert "partner" not in kinds_of(play(session, B, ("ally",)))
    assert frame(session) == "end"


def test_alliance_partner_named() -> None:
    """The user announces a third player, who gains and loses nothing by it."""
    session = asked_for_alliance("named")
    assert session.moves(B) == [("ally", C), ("ally", D), ("fight",)]
    for move in (("ally",), ("ally", A), ("ally", B)):
        assert refused(session, B, move) == "ruling.alliance-partner"
    events = play(session, B, ("ally", C))
    assert event(events, "partner") == {"seat": B, "partner": C}
    assert "Thaddeus" in next(entry.text for entry in session.log(None) if entry.kind == "partner")
    assert holders(session) == LANDS
    assert session.truth.hearts[C] == ("8H",)
    assert session.moves(A) == [("end",)]
    assert session.view(None)["truces"] == []


# -- alliance-vs-decree ----------------------------------------------------------------------------------------------


def decree_with_holder(option: str) -> Session:
    """A draws a Royal Decree while B holds a Secret Alliance."""
    session = step_from_spades(
        DECREE,
        rulings={"alliance-vs-decree": option},
        dice=[*HIGH, *LOW, *LOW, *LOW],
        alliances=[[], [ALLIANCE], [], []],
    )
    land(session, A)
    return session


def test_alliance_vs_decree_no() -> None:
    """Everyone fights, whatever they hold."""
    session = decree_with_holder("no")
    assert sorted(session.deciders) == [A, B, C, D]
    assert refused(session, B, ("ally",)) == "ruling.alliance-vs-decree"
    battle(session, A, B, C, D)
    assert STAKE[B] in holders(session)[A]
    assert session.truth.alliances[B] == (ALLIANCE,)


def test_alliance_vs_decree_yes() -> None:
    """A holder may stay out of the Royal Decree and loses nothing; the others fight."""
    session = decree_with_holder("yes")
    assert session.deciders == (B,)
    play(session, B, ("ally",))
    assert session.view(None)["battle"]["fighters"] == [A, C, D]
    battle(session, A, C, D)
    assert holders(session)[B] == LANDS[B]
    assert len(holders(session)[A]) == 5
    assert session.truth.alliances[B] == ()
    assert ALLIANCE in session.truth.discard


def test_an_alliance_shown_against_the_decree_holds_for_the_battle_after_it() -> None:
    """B stays out of the Royal Decree, so B is not asked again when A's waiting All In calls the table."""
    rulings = {"alliance-vs-decree": "yes", "allin-stake": "drawer-vs-table", "decree-replaces": "extra"}
    session = step_from_spades(
        DECREE, rulings=rulings | {"allin-no-battle": "waits"}, dice=[*HIGH, *LOW, *LOW, *HIGH, *LOW, *LOW],
        alliances=[[], [ALLIANCE, "5S"], [], []], all_in=[1, 0, 0, 0],
    )  # fmt: skip
    land(session, A)
    play(session, B, ("ally",))
    battle(session, A, C, D)
    assert session.view(None)["battle"]["kind"] == "table"
    assert session.view(None)["battle"]["fighters"] == [A, C, D]
    assert session.truth.alliances[B] == ("5S",)
    assert session.truth.allied == (B,)
    assert Session.at(GAME, session.position()).position() == session.position()


# -- alliance-vs-allin -----------------------------------------------------------------------------------------------


def all_in_against_holder(option: str, **more: str) -> Session:
    """A draws All In while B holds a Secret Alliance."""
    rulings = {"alliance-vs-allin": option, **more}
    session = step_from_spades(ALL_IN, rulings=rulings, alliances=[[], [ALLIANCE], [], []])
    land(session, A)
    return session


def test_alliance_vs_allin_yes() -> None:
    """The chosen holder stays out, and All In is discarded without effect, even where it would wait."""
    for unfought in ("lost", "waits"):
        session = all_in_against_holder("yes", **{"allin-no-battle": unfought})
        play(session, A, ("attack", B))
        assert session.moves(B) == [("ally",), ("fight",)]
        events = play(session, B, ("ally",))
        assert ("all-in-lost", "ruling.alliance-vs-allin") in cited(events)
        assert session.view(None)["all_in"] == [0, 0, 0, 0]
        assert session.truth.discard == [ALL_IN, ALLIANCE]
        assert holders(session) == LANDS
        assert session.moves(A) == [("end",)]


def test_alliance_vs_allin_no() -> None:
    """A player chosen for All In has to fight."""
    session = all_in_against_holder("no")
    play(session, A, ("attack", B))
    assert frame(session) == "commit"
    assert session.view(None)["battle"]["all_in"] == A
    assert refused(session, B, ("ally",)) == "ruling.alliance-vs-allin"
    assert session.truth.alliances[B] == (ALLIANCE,)


def test_alliance_against_all_in_of_the_whole_table() -> None:
    """Where All In is a showdown of all, its own ruling says whether an alliance helps, not that of the Decree."""
    helps = all_in_against_holder("yes", **{"allin-stake": "drawer-vs-table", "alliance-vs-decree": "no"})
    assert helps.deciders == (B,)
    play(helps, B, ("ally",))
    assert helps.view(None)["battle"]["fighters"] == [A, C, D]
    useless = all_in_against_holder("no", **{"allin-stake": "drawer-vs-table", "alliance-vs-decree": "yes"})
    assert useless.view(None)["battle"]["fighters"] == [A, B, C, D]
    assert refused(useless, B, ("ally",)) == "ruling.alliance-vs-allin"


# -- alliance-open ---------------------------------------------------------------------------------------------------


def drawn_alliance(option: str) -> Session:
    """A draws a Secret Alliance; D holds one already."""
    session = step_from_spades(ALLIANCE, rulings={"alliance-open": option}, alliances=[[], [], [], ["6S"]])
    land(session, A)
    return session


def test_alliance_open_open() -> None:
    """Everyone sees who holds a Secret Alliance; who holds none is not asked for one."""
    session = drawn_alliance("open")
    for viewer in (A, B, D, None):
        assert session.view(viewer)["alliances"] == [[ALLIANCE], [], [], ["6S"]]
        assert "4 of spades" in told(session, viewer)
    play(session, A, ("attack", B))
    assert frame(session) == "commit"


def test_alliance_open_hidden() -> None:
    """Only the holder sees held alliances; so every chosen player is asked, even one who holds none."""
    session = drawn_alliance("hidden")
    assert session.view(A)["alliances"] == [[ALLIANCE], None, None, None]
    assert session.view(D)["alliances"] == [None, None, None, ["6S"]]
    assert "4 of spades" in told(session, A)
    for viewer in (B, None):
        own: list[str] | None = [] if viewer == B else None
        assert session.view(viewer)["alliances"] == [None, own, None, None]
        assert ALLIANCE not in json.dumps(session.view(viewer))
        assert "4 of spades" not in told(session, viewer)
        assert ALLIANCE not in told(session, viewer)
        assert "action-hidden" in [entry.kind for entry in session.log(viewer)]
    holder = session.branch()
    play(session, A, ("attack", B))
    play(holder, A, ("attack", D))
    for viewer in (C, None):  # to the others it looks the same whether the one who is asked holds one or not
        assert [entry.kind for entry in session.log(viewer)] == [entry.kind for entry in holder.log(viewer)]
        assert frame(session) == frame(holder) == "alliance"
    assert holder.moves(D) == [("ally",), ("fight",)]
    assert session.moves(B) == [("fight",)]
    assert refused(session, B, ("ally",)) == "alliance.use"
    play(session, B, ("fight",))
    assert session.view(None)["battle"]["fighters"] == [A, B]


# -- allin-stake -----------------------------------------------------------------------------------------------------


def all_in(option: str, dice: list[int]) -> Session:
    session = step_from_spades(ALL_IN, rulings={"allin-stake": option}, dice=dice)
    land(session, A)
    return session


def test_allin_stake_both_all() -> None:
    """The winner takes every territory of the loser, whichever of the two that is."""
    won = all_in("both-all", [*HIGH, *LOW])
    assert ("everything", "allin.win") in cited(duel(won, A, B))
    assert holders(won) == [sorted_lands(A, B), [], LANDS[C], LANDS[D]]
    lost = all_in("both-all", [*LOW, *HIGH])
    assert ("everything", "allin.lose") in cited(duel(lost, A, B))
    assert holders(lost) == [[], sorted_lands(A, B), LANDS[C], LANDS[D]]
    assert lost.view(None)["out"] == [1, 0, 0, 0]


def sorted_lands(*seats: int) -> list[str]:
    """All the territories of some seats, in the order of the book."""
    book = Session(GAME, seats=4, seed=0).view(None)["pool"]
    return sorted((name for seat in seats for name in LANDS[seat]), key=book.index)


def test_allin_stake_drawer_vs_table() -> None:
    """One showdown of all: the drawer takes everything, or loses everything to the highest total."""
    won = all_in("drawer-vs-table", [*HIGH, *LOW, *LOW, *LOW])
    assert sorted(won.deciders) == [A, B, C, D]  # nobody was chosen
    assert refused(won, A, ("attack", B)) == "ruling.allin-stake"
    battle(won, A, B, C, D)
    assert holders(won) == [sorted_lands(A, B, C, D), [], [], []]
    assert won.outcome is not None
    assert won.outcome.winners == (A,)
    lost = all_in("drawer-vs-table", [*[3] * 4, *LOW, *LOW, *HIGH])
    battle(lost, A, B, C, D)
    assert holders(lost) == [[], LANDS[B], LANDS[C], sorted_lands(A, D)]
    assert lost.view(None)["out"] == [1, 0, 0, 0]
    assert lost.outcome is None


def test_allin_stake_drawer_all_opponent_one() -> None:
    """A winning drawer takes only the committed territory; a losing drawer gives up everything."""
    won = all_in("drawer-all-opponent-one", [*HIGH, *LOW])
    duel(won, A, B)
    assert sorted(holders(won)[A]) == sorted([*LANDS[A], STAKE[B]])
    assert holders(won)[B] == ["Dragon Dominion", "Pika Hills"]
    lost = all_in("drawer-all-opponent-one", [*LOW, *HIGH])
    duel(lost, A, B)
    assert holders(lost)[:2] == [[], sorted_lands(A, B)]


# -- allin-no-battle -------------------------------------------------------------------------------------------------


def all_in_without_battle(option: str) -> tuple[Session, Events]:
    """A has two territories, lost the last battle, draws All In and may not battle; a round later A may choose B."""
    session = step_from_spades(
        ALL_IN,
        PLAGUE,
        PLAGUE,
        rulings={"allin-no-battle": option},
        dice=[*SPADES, *HIGH, *LOW, *DIAMONDS, *DIAMONDS, *FARTHER, *HIGH, *LOW],
        territories=[["Jiggy Jungle", "Lucio Land"], LANDS[B], LANDS[C], [*LANDS[D], "Venom Valley"]],
        excluded=[A],
    )
    events = land(session, A)
    assert session.view(None)["all_in"] == [int(option == "waits"), 0, 0, 0]
    play(session, A, ("end",))
    next_landing(session, B)
    duel(session, B, C)
    play(session, B, ("end",))
    quiet_turn(session, C)
    quiet_turn(session, D)
    next_landing(session, A, 7)
    return session, events


def test_allin_no_battle_lost() -> None:
    """All In without a battle is lost: the drawer's next battle is an ordinary one."""
    session, events = all_in_without_battle("lost")
    assert ("all-in-lost", "ruling.allin-no-battle") in cited(events)
    duel(session, A, B)
    assert holders(session)[A] == ["Jiggy Jungle", "Lucio Land", "Snore Summit"]
    assert holders(session)[B] == ["Dragon Dominion", "Bulben Crest", "Pika Hills"]


def test_allin_no_battle_waits() -> None:
    """All In waits for the drawer's next battle, and is over after it."""
    session, events = all_in_without_battle("waits")
    assert "all-in-lost" not in kinds_of(events)
    result = duel(session, A, B)
    assert ("everything", "allin.win") in cited(result)
    assert holders(session)[B] == []
    assert {*holders(session)[A]} == {"Jiggy Jungle", "Lucio Land", *LANDS[B], STAKE[C]}
    assert session.view(None)["all_in"] == [0, 0, 0, 0]


# -- decree-format ---------------------------------------------------------------------------------------------------


def decree(option: str, dice: list[list[int]]) -> tuple[Session, Events, list[int]]:
    """A Royal Decree fought out with equal territories; also who rolled, in order."""
    session = step_from_spades(DECREE, rulings={"decree-format": option}, dice=[die for four in dice for die in four])
    land(session, A)
    events = battle(session, A, B, C, D)
    return session, events, [data["seat"] for kind, _, _, data in events if kind == "dice"]


def assert_takes_all_stakes(session: Session, winner: int) -> None:
    for seat in (A, B, C, D):
        lost = [] if seat == winner else [STAKE[seat]]
        expected = [*LANDS[winner], *(stake for stake in STAKE if stake != STAKE[winner])]
        kept = expected if seat == winner else [name for name in LANDS[seat] if name not in lost]
        assert sorted(holders(session)[seat]) == sorted(kept)


def test_decree_format_showdown() -> None:
    """Everyone rolls once and the highest total wins; those who share it roll again."""
    session, events, rollers = decree("showdown", [LOW, [2, 2, 2, 2], HIGH, HIGH, [5, 5, 5, 5], LOW])
    assert rollers == [A, B, C, D, C, D]
    assert event(events, "tie") == {"seats": [C, D], "total": 39}
    assert event(events, "won") == {"seat": C, "total": 35}
    assert_takes_all_stakes(session, C)


def test_decree_format_knockout() -> None:
    """Pairs meet in turn order and winners meet winners, with the same commitments and fresh dice."""
    threes = [3, 3, 3, 3]
    session, events, rollers = decree("knockout", [LOW, threes, threes, HIGH, threes, LOW])
    assert rollers == [A, B, C, D, B, D]  # A and B, C and D, then the winners
    assert [(kind, data["seat"]) for kind, _, _, data in events if kind.startswith("won")] == [
        ("won-bout", B), ("won-bout", D), ("won", B),
    ]  # fmt: skip
    assert_takes_all_stakes(session, B)  # although D had the highest total of all


def test_decree_format_round_robin() -> None:
    """Every pair rolls, most wins takes it, and those who share most wins roll once more together."""
    a_b, a_c, a_d = [HIGH, LOW], [LOW, HIGH], [LOW, HIGH]
    b_c, b_d, c_d = [HIGH, LOW], [LOW, HIGH], [HIGH, LOW]
    session, events, rollers = decree("round-robin", [*a_b, *a_c, *a_d, *b_c, *b_d, *c_d, LOW, HIGH])
    assert rollers == [A, B, A, C, A, D, B, C, B, D, C, D, C, D]
    assert [data["seat"] for kind, _, _, data in events if kind == "won-bout"] == [A, C, D, B, D, C]
    assert event(events, "bouts-equal") == {"seats": [C, D], "count": 2}
    assert event(events, "won")["seat"] == D
    assert_takes_all_stakes(session, D)
    clear, events, rollers = decree("round-robin", [*a_b, HIGH, LOW, *a_d, *b_c, *b_d, LOW, HIGH])
    assert len(rollers) == 12  # D has won all three of its pairs: nothing more to roll
    assert event(events, "most-bouts") == {"seat": D, "count": 3}
    assert_takes_all_stakes(clear, D)


# -- decree-territory ------------------------------------------------------------------------------------------------


def decree_won(option: str) -> Session:
    """A wins a Royal Decree; everybody committed the usual territory."""
    session = step_from_spades(DECREE, rulings={"decree-territory": option}, dice=[*HIGH, *LOW, *LOW, *LOW])
    land(session, A)
    battle(session, A, B, C, D)
    return session


def test_decree_territory_committed() -> None:
    """Each loser gives up the territory they committed."""
    session = decree_won("committed")
    assert frame(session) == "end"
    assert_takes_all_stakes(session, A)


def test_decree_territory_winner_picks() -> None:
    """The winner picks one territory of each loser, committed or not."""
    session = decree_won("winner-picks")
    assert holders(session) == LANDS
    assert session.deciders == (A,)
    assert session.moves(A) == [("claim", name) for name in LANDS[B]]
    assert refused(session, A, ("claim", "Mewtopia")) == "ruling.decree-territory"
    play(session, A, ("claim", "Pika Hills"), ("claim", "Char Forest"), ("claim", "Mewtopia"))
    assert {*holders(session)[A]} == {*LANDS[A], "Pika Hills", "Char Forest", "Mewtopia"}
    assert [len(lands) for lands in holders(session)] == [6, 2, 2, 2]
    assert frame(session) == "end"


def test_decree_territory_loser_picks() -> None:
    """Each loser picks which of their own territories to give up."""
    session = decree_won("loser-picks")
    assert holders(session) == LANDS
    assert session.deciders == (B,)
    assert refused(session, B, ("give", "Mewtopia")) == "ruling.decree-territory"
    for seat in (B, C, D):
        assert session.moves(seat) == [("give", name) for name in LANDS[seat]]
        play(session, seat, ("give", LANDS[seat][0]))
    assert {*holders(session)[A]} == {*LANDS[A], LANDS[B][0], LANDS[C][0], LANDS[D][0]}
    assert holders(session)[D] == ["Teal Shore", "Mewtopia"]
    assert frame(session) == "end"


# -- decree-replaces -------------------------------------------------------------------------------------------------


def after_decree(option: str) -> Session:
    session = step_from_spades(
        DECREE, rulings={"decree-replaces": option}, dice=[*LOW, *HIGH, *LOW, *LOW, *HIGH, *LOW], excluded=[C]
    )
    land(session, A)
    battle(session, A, B, C, D)
    return session


def test_decree_replaces_replaces() -> None:
    """The Royal Decree is the battle of the turn: no other follows."""
    session = after_decree("replaces")
    assert session.moves(A) == [("end",)]
    assert refused(session, A, ("attack", C)) == "ruling.decree-replaces"
    assert session.view(None)["excluded"] == []


def test_decree_replaces_extra() -> None:
    """After the Royal Decree the drawer also has an ordinary battle, against anybody."""
    session = after_decree("extra")
    assert session.moves(A) == [("attack", B), ("attack", C), ("attack", D)]
    play(session, A, ("attack", C))
    commit(session, A, "Venom Valley")
    commit(session, C, "Char Forest")
    roll_out(session)
    assert holders(session)[A] == ["Jiggy Jungle", "Venom Valley", "Char Forest"]
    assert session.view(None)["fought"] == 2
    assert session.view(None)["excluded"] == [C]
    assert session.moves(A) == [("end",)]


# -- npc-prize -------------------------------------------------------------------------------------------------------


def npc_success(option: str) -> Session:
    """A draws an NPC event and rolls a 5."""
    session = step_from_spades(
        NPC, rulings={"npc-prize": option}, dice=[5], hearts_deck=["5H", "6H"], diamonds_deck=["7D", "8D"]
    )
    land(session, A)
    play(session, A, ("roll", 1))
    assert session.moves(A) == [("draw", "hearts"), ("draw", "diamonds")]
    return session


def test_npc_prize_one() -> None:
    """One card from the suit chosen, then the battle."""
    session = npc_success("one")
    play(session, A, ("draw", "hearts"))
    assert frame(session) == "attack"
    assert refused(session, A, ("draw", "diamonds")) == "ruling.npc-prize"
    assert (session.truth.hearts[A], session.truth.diamonds[A]) == (("5H",), ())
    assert NPC in session.truth.discard


def test_npc_prize_two() -> None:
    """Two cards, both of one suit or one of each."""
    session = npc_success("two")
    play(session, A, ("draw", "hearts"))
    assert session.moves(A) == [("draw", "hearts"), ("draw", "diamonds")]
    assert NPC not in session.truth.discard
    split = session.branch()
    play(session, A, ("draw", "hearts"))
    assert (session.truth.hearts[A], session.truth.diamonds[A]) == (("5H", "6H"), ())
    assert refused(session, A, ("draw", "hearts")) == "ruling.npc-prize"
    play(split, A, ("draw", "diamonds"))
    assert (split.truth.hearts[A], split.truth.diamonds[A]) == (("5H",), ("7D",))
    assert frame(split) == "attack"


def test_npc_prize_one_of_each() -> None:
    """One heart and one diamond; the second card cannot be of the first suit."""
    session = npc_success("one-of-each")
    play(session, A, ("draw", "diamonds"))
    assert session.moves(A) == [("draw", "hearts")]
    assert refused(session, A, ("draw", "diamonds")) == "ruling.npc-prize"
    play(session, A, ("draw", "hearts"))
    assert (session.truth.hearts[A], session.truth.diamonds[A]) == (("5H",), ("7D",))
    assert frame(session) == "attack"


# -- plague-carry ----------------------------------------------------------------------------------------------------


def plague_without_battle(option: str) -> tuple[Session, Events, Events]:
    """C, who lost last, draws a Plague and may not battle; later B challenges C. Both have rolled a sum of 12."""
    session = step_from_spades(
        PLAGUE,
        ALLIANCE,
        ALLIANCE,
        rulings={"plague-carry": option},
        dice=[*SPADES, *HIGH, *LOW, *DIAMONDS, *SPADES, *[3] * 8],
        active=C,
        excluded=[C],
    )
    drawn = land(session, C)
    assert frame(session) == "end"
    play(session, C, ("end",))
    next_landing(session, D)
    duel(session, D, A)
    play(session, D, ("end",))
    quiet_turn(session, A)
    next_landing(session, B)
    play(session, B, ("attack", C))
    commit(session, B, "Dragon Dominion")
    commit(session, C, "Bulben Crest")
    return session, drawn, roll_out(session)


def test_plague_carry_carries() -> None:
    """A Plague without a battle waits: it weakens the player's next battle, here as the one challenged."""
    session, drawn, fought = plague_without_battle("carries")
    assert ("plague-waits", "ruling.plague-carry") in cited(drawn)
    assert totals(fought) == {B: 13 + 12, C: 15 + 12 - 10}
    assert "Bulben Crest" in holders(session)[B]
    assert session.view(None)["plague"] == [0, 0, 0, 0]


def test_plague_carry_expires() -> None:
    """A Plague without a battle has no effect later."""
    session, drawn, fought = plague_without_battle("expires")
    assert ("plague-gone", "ruling.plague-carry") in cited(drawn)
    assert totals(fought) == {B: 13 + 12, C: 15 + 12}
    assert "Dragon Dominion" in holders(session)[C]


# -- plague-stack ----------------------------------------------------------------------------------------------------


def second_plague(option: str) -> Session:
    session = step_from_spades(
        "2S", rulings={"plague-stack": option}, dice=[*HIGH, *[2] * 4], plague=[10, 0, 0, 0], discard=["AS"]
    )
    land(session, A)
    return session


def test_plague_stack_stack() -> None:
    """Two waiting Plagues take off 20."""
    session = second_plague("stack")
    assert session.view(None)["plague"] == [20, 0, 0, 0]
    assert totals(duel(session, A, B)) == {A: 15 + 24 - 20, B: 15 + 8}
    assert STAKE[A] in holders(session)[B]


def test_plague_stack_cap() -> None:
    """However many Plagues wait, they take off 10 together."""
    session = second_plague("cap")
    assert session.view(None)["plague"] == [10, 0, 0, 0]
    assert totals(duel(session, A, B)) == {A: 15 + 24 - 10, B: 15 + 8}
    assert STAKE[B] in holders(session)[A]


# -- elimination -----------------------------------------------------------------------------------------------------

FIVE = ["Jiggy Jungle", "Lucio Land", "Venom Valley", "Dragon Dominion", "Pika Hills"]
LAST_LAND = [FIVE, [STAKE[B]], LANDS[C], LANDS[D]]


def last_stand(rulings: dict[str, str], **position: Any) -> tuple[Session, Events]:
    """A takes the last territory of B."""
    session = step_from_spades(
        PLAGUE, rulings=rulings, dice=[*HIGH, *LOW], **{"territories": LAST_LAND, "tokens": [3, 12, 3, 3], **position}
    )
    land(session, A)
    play(session, A, ("attack", B))
    if frame(session) == "alliance":
        play(session, B, ("fight",))
    return session, battle(session, A, B)


def test_elim_alliance_discard() -> None:
    """The held Secret Alliance of an eliminated player is discarded, and no Plague is left."""
    session, _ = last_stand({}, alliances=[[], ["5S"], [], []], plague=[0, 10, 0, 0])
    assert session.view(None)["out"] == [0, 1, 0, 0]
    assert session.truth.alliances == [(), (), (), ()]
    assert "5S" in session.truth.discard
    assert session.view(None)["plague"] == [0, 0, 0, 0]


def test_elim_alliance_to_eliminator() -> None:
    """The held Secret Alliance passes to the player who eliminated its holder (a Plague was used up in the battle)."""
    rulings = {"elim-alliance": "to-eliminator"}
    session, events = last_stand(rulings, alliances=[["6S"], ["5S"], [], []], plague=[0, 10, 0, 0])
    assert session.truth.alliances == [("5S", "6S"), (), (), ()]
    assert "5S" not in session.truth.discard
    assert totals(events)[B] == 15 + 4 - 10
    assert session.view(None)["plague"] == [0, 0, 0, 0]


def test_inherited_alliances_stay_secret() -> None:
    """Where alliances are hidden, only the two concerned learn how many pass to the eliminator."""
    rulings = {"elim-alliance": "to-eliminator", "alliance-open": "hidden"}
    session, _ = last_stand(rulings, alliances=[[], ["5S"], [], []])
    assert session.view(A)["alliances"][A] == ["5S"]
    assert session.view(C)["alliances"] == [None, None, [], None]
    for viewer, learns in ((A, True), (B, True), (C, False), (None, False)):
        assert ("left" in [entry.kind for entry in session.log(viewer)]) is learns


def test_elim_token_removed() -> None:
    """The token of an eliminated player leaves the board, and the seat is skipped."""
    session, _ = last_stand({"elim-token": "removed"})
    assert session.view(None)["tokens"] == [4, -1, 3, 3]
    play(session, A, ("end",))
    assert session.deciders == (C,)
    assert refused(session, B, ("roll", 1)) == "elim.zero"


def test_elim_token_stays() -> None:
    """The token of an eliminated player stays where it stood, and the seat is skipped all the same."""
    session, _ = last_stand({"elim-token": "stays"})
    assert session.view(None)["tokens"] == [4, 12, 3, 3]
    play(session, A, ("end",))
    assert session.deciders == (C,)
    assert refused(session, B, ("roll", 1)) == "elim.zero"


# -- hand-limit ------------------------------------------------------------------------------------------------------


def full_hands(option: str) -> Session:
    """A ends a turn with twelve cards, D holds eleven with an alliance among them, B exactly ten."""
    low_hearts = [f"{number}H" for number in range(2, 10)]
    low_gold = [f"{number}D" for number in range(2, 11)]
    return table(
        _full({"hand-limit": option}),
        now="end",
        territories=LANDS,
        tokens=[1, 0, 0, 0],
        hearts=[[*low_hearts, "10H"], low_hearts, [], ["AH"]],
        diamonds=[["JD"], ["QD"], [], low_gold],
        clubs=[["2C", "3C"], ["4C"], [], []],
        alliances=[[], [], [], [ALLIANCE]],
    )


def test_whoever_has_to_discard_is_imagined_with_enough_alliances() -> None:
    """Ten open numbers and a hidden alliance: that D has to discard tells the others of it, and nothing else may."""
    position = full_hands("ten").position() | {"frames": [["close", A, []], ["limit", D, []]]}
    position["hearts"][A], position["hearts_deck"] = [], [*position["hearts"][A], *position["hearts_deck"]]
    position["rulings"] = {"ruling.hand-limit": "ten", "ruling.alliance-open": "hidden"}
    session = Session.at(GAME, position)
    for luck in range(20):
        imagined = GAME.imagine(session.config, session.view(B), Chance(luck))
        assert GAME.faults(imagined) == []
        assert len(imagined.alliances[D]) == 1


def test_hand_limit_none() -> None:
    """Any number of cards may be held."""
    session = full_hands("none")
    play(session, A, ("end",))
    assert session.deciders == (B,)
    assert frame(session) == "roll"
    assert len(session.truth.hearts[A]) == 9
    assert session.truth.discard == []
    assert refused(session, B, ("discard", "4C")) == "discard.pile"


def test_hand_limit_ten() -> None:
    """At the end of a turn whoever holds more than ten cards discards down to ten, of their own choice."""
    session = full_hands("ten")
    play(session, A, ("end",))
    assert (session.deciders, frame(session)) == ((A,), "limit")
    assert refused(session, A, ("discard", "KH")) == "ruling.hand-limit"
    assert refused(session, A, ("end",)) == "ruling.hand-limit"
    play(session, A, ("discard", "2H"), ("discard", "3C"))
    assert session.deciders == (D,)
    play(session, D, ("discard", ALLIANCE))
    assert session.truth.discard == ["2H", "3C", ALLIANCE]
    assert session.truth.alliances[D] == ()
    assert session.truth.clubs[A] == ("2C",)
    assert (session.deciders, frame(session)) == ((B,), "roll")


# -- elim-picks ------------------------------------------------------------------------------------------------------


def test_elim_picks_yes() -> None:
    """An eliminated loser still makes the picks, and is out only after them."""
    session, _ = last_stand({}, hearts=[["9H"], [], [], []], clubs=[["4C"], [], [], []])
    assert (session.deciders, frame(session)) == ((B,), "pick")
    assert session.view(None)["out"] == [0, 0, 0, 0]
    play(session, B, ("pick", "hearts"), ("pick", "clubs"))
    assert session.truth.discard[-2:] == ["9H", "4C"]
    assert (session.truth.hearts[A], session.truth.clubs[A]) == ((), ())
    assert session.view(None)["out"] == [0, 1, 0, 0]


def test_elim_picks_no() -> None:
    """A loser without a territory is out at once and picks nothing."""
    session, events = last_stand({"elim-picks": "no"}, hearts=[["9H"], [], [], []], clubs=[["4C"], [], [], []])
    assert cited(events).count(("no-picks", "ruling.elim-picks")) == 1  # for all of them
    assert session.view(None)["out"] == [0, 1, 0, 0]
    assert (session.truth.hearts[A], session.truth.clubs[A]) == (("9H",), ("4C",))
    assert (session.deciders, frame(session)) == ((A,), "end")
    stays, _ = last_stand(
        {"elim-picks": "no"},
        hearts=[["9H"], [], [], []],
        territories=[FIVE[:4], [STAKE[B], "Pika Hills"], LANDS[C], LANDS[D]],
    )
    assert (stays.deciders, frame(stays)) == ((B,), "pick")  # who keeps a territory picks as ever


# -- end-timing ------------------------------------------------------------------------------------------------------


def seventh(option: str) -> tuple[Session, Events]:
    """A, who owns six territories and a heart, wins the seventh from B, who keeps one."""
    session = step_from_spades(
        PLAGUE,
        rulings={"end-timing": option},
        dice=[*HIGH, *LOW],
        territories=[[*FIVE, "Vapor Vale"], [STAKE[B], "Mewtopia"], LANDS[C][1:], LANDS[D][:2]],
        hearts=[["9H"], [], [], []],
    )
    land(session, A)
    return session, duel(session, A, B)


def test_end_timing_at_once() -> None:
    """The game is over as soon as somebody owns seven territories: there are no picks."""
    session, events = seventh("at-once")
    assert session.outcome is not None
    assert (session.outcome.rule, session.outcome.winners) == ("end.majority", (A,))
    assert session.outcome.scores == (7.0, 1.0, 2.0, 2.0)
    assert session.deciders == ()
    assert "pick" not in kinds_of(events)
    assert session.truth.hearts[A] == ("9H",)


def test_end_timing_end_of_turn() -> None:
    """The turn is played to its end, picks included, and then the majority wins."""
    session, _ = seventh("end-of-turn")
    assert len(holders(session)[A]) == 7
    assert session.outcome is None
    play(session, B, ("pick", "hearts"))
    assert session.truth.hearts[A] == ()
    assert session.outcome is None
    events = play(session, A, ("end",))
    assert kinds_of(events) == ["end", "over"]
    assert session.outcome is not None
    assert session.outcome.winners == (A,)
    assert session.deciders == ()


# -- hidden-territories ----------------------------------------------------------------------------------------------


def first_draft(option: str) -> tuple[Session, int]:
    """A new table where the first territory, Mewtopia, has just been drafted; also by whom."""
    session = Session(GAME, seats=4, seed=7, rulings=_full({"hidden-territories": option}))
    while frame(session) == "select":
        session.submit(session.deciders[0], ("roll", 2))
    first = session.deciders[0]
    play(session, first, ("take", "Mewtopia"))
    return session, first


def whole_kingdom_won(option: str) -> Session:
    """A wins all of B with an All In; each has shown one territory."""
    session = step_from_spades(ALL_IN, rulings={"hidden-territories": option}, dice=[*HIGH, *LOW])
    land(session, A)
    duel(session, A, B)
    return session


def test_hidden_territories_open() -> None:
    """Everyone sees who owns what; only what is committed stays covered until the reveal."""
    session, first = first_draft("open")
    for viewer in (A, B, C, D, None):
        assert session.view(viewer)["territories"][first] == ["Mewtopia"]
        assert [entry.data["lands"] for entry in session.log(viewer) if entry.kind == "take"] == [["Mewtopia"]]
    won = whole_kingdom_won("open")
    assert won.view(None)["territories"] == won.view(C)["territories"] == holders(won)
    assert "Pika Hills" in told(won, None)
    covered = step_from_spades(PLAGUE)
    land(covered, A)
    play(covered, A, ("attack", B))
    commit(covered, A, STAKE[A])
    for viewer, sees in ((A, [STAKE[A]]), (B, None), (C, None), (None, None)):
        assert covered.view(viewer)["committed_territory"][A] == sees
        assert ("commit" in [entry.kind for entry in covered.log(viewer)]) is (viewer == A)


def test_hidden_territories_hidden() -> None:
    """Only the owner sees which territories they own; the others see how many, and what a battle shows."""
    session, first = first_draft("hidden")
    for viewer in (A, B, C, D, None):
        owner = viewer == first
        assert session.view(viewer)["territories"][first] == (["Mewtopia"] if owner else 1)
        assert [entry.kind for entry in session.log(viewer)][-1] == ("take" if owner else "take-hidden")
        assert ("Mewtopia" in told(session, viewer)) is owner
    won = whole_kingdom_won("hidden")
    assert won.view(A)["territories"] == [sorted_lands(A, B), 0, 3, 3]
    assert won.view(C)["territories"] == [6, 0, LANDS[C], 3]
    assert won.view(None)["territories"] == [6, 0, 3, 3]
    for viewer in (C, None):
        seen = told(won, viewer) + json.dumps(won.view(viewer))
        assert STAKE[A] in seen
        assert STAKE[B] in seen  # both were shown in the battle
        assert not [name for name in ("Jiggy Jungle", "Venom Valley", "Dragon Dominion", "Pika Hills") if name in seen]
        assert [entry.data["count"] for entry in won.log(viewer) if entry.kind == "everything-hidden"] == [3]
    for viewer in (A, B):
        assert [entry.data["lands"] for entry in won.log(viewer) if entry.kind == "everything"] == [LANDS[B]]


# -- characters ------------------------------------------------------------------------------------------------------

NAMES = [
    "King Eadric the Wise",
    "Lady Seraphina Von Eldora",
    "Sir Thaddeus Blondewood",
    "Lysandra of Rukenvale",
]
GATES = [1, 10, 19, 28]


def leaves_home(session: Session) -> tuple[int, set[int]]:
    """Who takes the first turn, and the gate: the spaces that lie as far from the destinations as the die says."""
    while frame(session) != "walk":
        seat = session.deciders[0]
        session.submit(seat, session.moves(seat)[0])
    seat, steps = session.deciders[0], session.truth.die - 1
    spaces = [int(move[1]) for move in session.moves(seat)]
    gates = {gate for gate in GATES if {(gate - 1 + s) % 35 + 1 for s in (steps, -steps)} == {*spaces}}
    return seat, gates


def test_characters_seat_order() -> None:
    """Characters are given out by seat, in the order of the book; there is nothing to choose."""
    session = Session(GAME, seats=4, seed=3)
    assert session.view(None)["characters"] == [0, 1, 2, 3]
    assert frame(session) == "select"
    assert refused(session, A, ("character", NAMES[3])) == "ruling.characters"
    given = [entry.text for entry in session.log(None) if entry.kind == "character"]
    assert given == [f"Player {number} is {name}." for number, name in enumerate(NAMES, 1)]
    seat, gates = leaves_home(session)
    assert gates == {GATES[seat]}


def test_characters_free_choice() -> None:
    """Each player chooses a character that nobody has taken, and leaves home by its gate."""
    session = Session(GAME, seats=4, seed=3, rulings=_full({"characters": "free-choice"}))
    assert session.view(None)["characters"] == [-1, -1, -1, -1]
    assert session.moves(A) == [("character", name) for name in NAMES]
    play(session, A, ("character", NAMES[3]))
    assert session.deciders == (B,)
    assert refused(session, B, ("character", NAMES[3])) == "pieces.token"
    for seat, character in ((B, 2), (C, 1), (D, 0)):
        play(session, seat, ("character", NAMES[character]))
    assert session.view(None)["characters"] == [3, 2, 1, 0]
    assert frame(session) == "select"
    seat, gates = leaves_home(session)
    assert gates == {GATES[3 - seat]}


# -- none forgotten --------------------------------------------------------------------------------------------------


def test_every_option_has_its_test() -> None:
    """These are the last 25 rulings of the book, and each of their options has a test of its name."""
    assert [f"ruling.{name}" for name in RULINGS] == list(GAME.rulings)[-len(RULINGS) :]
    for name in RULINGS:
        for option in GAME.rulings[f"ruling.{name}"].options:
            test = f"test_{name}_{option}".replace("-", "_")
            assert test in globals(), f"{test} is missing"
