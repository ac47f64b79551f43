"""Friends in several places play whole games: every page follows, nothing sealed travels, and there is one order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from friends import Company, Friend, gather
from here import House
from playwright.sync_api import BrowserContext, expect
from tables import SEND, Data, OpenContext
from test_secrets import cards_in, in_play, may_be_known

from tabletop_kernel.bots import forward, make_bot
from tabletop_kernel.games import load
from tabletop_kernel.session import Session
from widgets.links import write_table
from widgets.shared.chair import OPEN, Chair

ENOUGH = 400  # moves within which a game of quick bots is over
CLASHES = 6


# -- The Royal Ascension: sealed commitments ---------------------------------------------------------------------------


class Watch:
    """What each page has received, held against what its people may know: from the cards they ever had before them."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.known: list[set[str]] = [set() for _ in company.friends]
        self.learn()
        for friend in company.friends:
            friend.received()  # what came before is of no interest

    def learn(self) -> None:
        company = self.company
        for known, seats in zip(self.known, company.chairs, strict=True):
            for eyes in (*seats, None):
                known |= may_be_known(company.session, eyes)

    def look(self) -> None:
        """Nothing that came since the last look names a card that its reader may not know."""
        self.learn()
        company = self.company
        for number, friend in enumerate(company.friends):
            text = " ".join(friend.received())
            leaked = cards_in(text) & in_play(company.session) - self.known[number]
            around = [text[max(0, text.find(card) - 60) : text.find(card) + 60] for card in leaked]
            assert not leaked, f"{leaked} reached the page of {company.chairs[number]}: {around}"


def ally_or_likely(company: Company, seat: int) -> Any:
    allies = [move for move in company.session.moves(seat) if move[0] == "ally"]
    return allies[0] if allies else company.likely(seat)


def a_late_hour(moves: int = 309, seed: int = 18) -> str:
    """A game of four that has come so far: there is an alliance yet to come, and battles, and the end."""
    game = load("royal_ascension")
    session = Session(game, seats=4, seed=seed)
    bots = [make_bot("greedy", game, session.config, seat, seed) for seat in range(4)]
    while session.length < moves:
        seat = session.next_up
        moves_now = session.moves(seat)
        allies = [move for move in moves_now if move[0] == "ally"]
        session.submit(seat, allies[0] if allies else bots[seat].choose(session.view(seat), forward(moves_now)))
    return write_table([Chair(), *(Chair(OPEN) for _ in range(3))], session)


def test_four_friends_play_the_royal_ascension_to_its_end(open_context: OpenContext, here: House) -> None:
    company = gather(open_context, here, "royal", [[0], [1], [2], [3]], kept=a_late_hour())
    watch = Watch(company)
    verbs, sealed = set(), 0
    while company.session.outcome is None:
        seat = company.session.next_up
        move = ally_or_likely(company, seat)
        before = [friend.table.at for friend in company.friends]
        unseen = company.move(seat, move)
        watch.look()
        verbs.add(move[0])
        sealed += bool(unseen)
        for number, friend in enumerate(company.friends):
            assert friend not in unseen or friend.table.at == before[number], "a page heard of what is sealed"
        assert company.session.length < ENOUGH
        if not unseen:
            company.check_numbers()
    assert {"ally", "commit", "seal"} <= verbs and sealed
    for friend in company.friends:
        friend.table.wait(lambda screen: screen["now"]["kind"] == "over")
        expect(friend.table.panel("now")).to_contain_text("won")
    company.check_numbers()


# -- Deck Goes West: any order -----------------------------------------------------------------------------------------


def a_move(session: Session, seat: int, rng: Random) -> list[Any]:
    """A job or a pass, as long as nothing is under way; else whatever is asked."""
    return list(rng.choice(forward(session.moves(seat))))


def at_once(first: tuple[Friend, Data], second: tuple[Friend, Data]) -> None:
    """Two pages send before either has heard of the other."""
    before = [friend.table.at for friend, _ in (first, second)]
    for friend, message in (first, second):
        friend.page.evaluate(SEND, [friend.table.slot, message])
    for (friend, _), at in zip((first, second), before, strict=True):
        friend.table.wait(lambda screen, at=at: screen["at"] > at)


def message(friend: Friend, move: list[Any]) -> Data:
    screen = friend.screen
    return {"do": "move", "move": move, "at": screen["at"], "seat": screen["viewer"]}


def test_three_friends_act_in_any_order_and_never_at_two_tables(open_context: OpenContext, here: House) -> None:
    company = gather(open_context, here, "deck", [[0], [1], [2]])
    rng = Random(3)
    clashes, movers = 0, set()
    while clashes < CLASHES:
        session, length = company.session, company.session.length
        free = list(session.asked)
        if len(free) < 2:
            seat = free[0]
            company.move(seat, tuple(a_move(session, seat, rng)))
            continue
        one, other = rng.sample(free, 2)
        pair = [(company.of(seat), message(company.of(seat), a_move(session, seat, rng))) for seat in (one, other)]
        at_once(*pair)
        apart = session.game.apart(session.truth)
        made = [each.seat for each in company.look().inputs[length:]]
        mover = made[0]
        late = company.of(other if mover == one else one)
        if apart:  # each goes through a hand of their own: both count
            assert set(made) == {one, other}
            expect(late.table.panel("why")).to_have_count(0)
        else:
            assert mover in (one, other) and set(made) == {mover}
            expect(late.table.panel("why")).to_contain_text("The table has moved on")
        for friend in company.friends:
            friend.sees(min(company.counted(seat, [seat]) for seat in range(3)))
        company.check_numbers()
        clashes += 1
        movers.add(mover)


# -- Tamashii: planning at the same time -------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["story", "versus"])
def test_two_plan_at_the_same_time(mode: str, open_context: OpenContext, here: House) -> None:
    """Each sees that it is their decision, and each moves on without the other; nothing is taken out of their hands."""
    wishes = [{"do": "option", "id": "mode", "choice": mode}]

    def step_by_step(**look: Any) -> BrowserContext:
        context = open_context(**look)
        context.add_init_script("localStorage.setItem('tabletop.look', JSON.stringify({ pace: 'step' }))")
        return context

    company = gather(step_by_step, here, "tamashii", [[0], [1]], wishes)
    both = beside = 0
    for number in range(ENOUGH):
        session = company.session
        if both >= 8 or session.outcome is not None:
            break
        asked = session.asked
        if len(asked) == 2:
            for friend in company.friends:
                friend.table.wait(lambda screen: screen["now"]["kind"] == "yours")
            both += 1
        seat = asked[number % len(asked)]
        company.move(seat, company.likely(seat, "random"))
        if len(asked) == 2 and len(company.session.asked) == 2:
            other = company.of(1 - seat)
            assert other.screen["now"]["kind"] == "yours" and not other.table.root.locator(".playback").count()
            beside += 1
        company.check_numbers()
        nothing_of_hidden_goals(company)
    assert both >= 8 and beside >= 4


def nothing_of_hidden_goals(company: Company) -> None:
    """Below its top card nobody knows the deck of goals."""
    hidden = (company.session.position().get("goal_deck") or [])[1:]
    for friend in company.friends:
        text = " ".join(friend.received())
        assert not [goal for goal in hidden if f'"{goal}"' in text or f"goal:{goal}" in text]


# -- two at one screen, one at another ---------------------------------------------------------------------------------


def whose_turn(company: Company) -> int:
    """Somebody who is asked and can act: of two at one screen it is the one who sits before it."""
    screen = company.friends[0].screen
    sitting = screen["seat"] if screen["kind"] == "curtain" else screen["viewer"]
    asked = company.session.asked
    free = [seat for seat in asked if seat not in company.chairs[0] or seat == sitting]
    up = company.session.next_up
    return up if up in free else free[0]


def test_two_share_a_screen_and_a_third_is_elsewhere(open_context: OpenContext, here: House) -> None:
    wishes = [{"do": "players", "count": 3}]
    company = gather(open_context, here, "royal", [[0, 1], [2]], wishes)
    watch = Watch(company)
    shared, elsewhere = company.friends
    fell = set()
    for _ in range(60):
        if company.session.outcome is not None:
            break
        seat = whose_turn(company)
        if shared.screen["kind"] == "curtain":
            assert not shared.table.root.locator("[data-piece^='hand:']").count()
            fell.add(shared.screen["seat"])
            if seat in company.chairs[0]:
                shared.tell("lift")
        company.move(seat, company.likely(seat))
        watch.look()
        assert elsewhere.screen["kind"] == "table", "a curtain falls only between people at one screen"
    assert fell == {0, 1}
