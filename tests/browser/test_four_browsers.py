"""Friends in several places play on: every page follows, nothing sealed travels, and there is one order.

Whole games of them, and what their pages are sent, are in `tests/widgets/test_friends.py`.
"""

from __future__ import annotations

from random import Random
from typing import Any

from friends import Friend, gather
from here import House
from playwright.sync_api import BrowserContext, expect
from readers import Watch
from tables import SEND, Data, OpenContext
from test_friends import a_late_hour

from tabletop_kernel.players.bots import forward
from tabletop_kernel.table.session import Session
from widgets.links import write_table
from widgets.shared.chair import OPEN, Chair

CLASHES = 4
A_BATTLE = 14  # moves: an attack, what is committed in secret, and the end


# -- The Royal Ascension: sealed commitments ---------------------------------------------------------------------------


def test_four_friends_fight_the_last_battle_of_the_royal_ascension(open_context: OpenContext, here: House) -> None:
    company = gather(open_context, here, "royal", [[0], [1], [2], [3]], kept=a_late_hour(338 - A_BATTLE, seed=18))
    watch = Watch(company)
    verbs, sealed = [], 0
    while company.session.outcome is None:
        seat = company.session.next_up
        move = company.likely(seat)
        unseen = company.move(seat, move)
        watch.look()
        verbs.append(move[0])
        sealed += unseen
        if not unseen:
            company.check_numbers()
    assert {"attack", "commit", "seal"} <= set(verbs) and sealed and len(verbs) == A_BATTLE
    for friend in company.friends:
        friend.table.wait(lambda screen: screen["now"]["kind"] == "over")
        expect(friend.table.panel("now")).to_contain_text("won")
    company.check_numbers()


# -- Deck Goes West: any order -----------------------------------------------------------------------------------------


def an_evening(seed: int = 1) -> str:
    """What a link keeps of a table at which people go through their hands, each through their own."""
    session, rng = Session("deck_goes_west", seats=3, seed=seed), Random(seed)
    while len(session.asked) < 2 or not session.game.pace.acts_independently(session.truth):
        seat = session.asked[0]
        session.submit(seat, rng.choice(forward(session.moves(seat))))
    return write_table([Chair(), Chair(OPEN), Chair(OPEN)], session)


def a_move(session: Session, seat: int, rng: Random) -> list[Any]:
    """A job or a pass, as long as nothing is under way; else whatever is asked."""
    return list(rng.choice(forward(session.moves(seat))))


def at_once(first: tuple[Friend, Data], second: tuple[Friend, Data]) -> None:
    """Two pages send before either has heard of the other."""
    before = [friend.at for friend, _ in (first, second)]
    for friend, message in (first, second):
        friend.page.evaluate(SEND, [friend.table.slot, message])
    for (friend, _), at in zip((first, second), before, strict=True):
        friend.table.wait(lambda screen, at=at: screen["at"] > at)


def message(friend: Friend, move: list[Any]) -> Data:
    screen = friend.screen
    return {"do": "move", "move": move, "at": screen["at"], "seat": screen["viewer"]}


def test_three_friends_act_in_any_order_and_never_at_two_tables(open_context: OpenContext, here: House) -> None:
    company = gather(open_context, here, "deck", [[0], [1], [2]], kept=an_evening())
    rng = Random(3)
    clashes: list[bool] = []
    while len(clashes) < CLASHES:
        session, length = company.session, company.session.length
        free = list(session.asked)
        if len(free) < 2:
            company.move(free[0], tuple(a_move(session, free[0], rng)))
            continue
        pair = rng.sample(free, 2)
        at_once(*((company.of(seat), message(company.of(seat), a_move(session, seat, rng))) for seat in pair))
        apart = session.game.pace.acts_independently(session.truth)
        made = [each.seat for each in company.look().inputs[length:]]
        late = company.of(next(seat for seat in pair if seat != made[0]))
        if apart:  # each goes through a hand of their own: both count
            assert set(made) == set(pair)
            expect(late.table.panel("why")).to_have_count(0)
        else:
            assert made[0] in pair and set(made) == {made[0]}
            expect(late.table.panel("why")).to_contain_text("The table has changed since you clicked")
        for friend in company.friends:
            friend.sees(min(company.counted(seat, [seat]) for seat in range(3)))
        company.check_numbers()
        clashes.append(apart)
    assert set(clashes) == {True, False}


# -- Tamashii: planning at the same time -------------------------------------------------------------------------------


def test_two_plan_at_the_same_time(open_context: OpenContext, here: House) -> None:
    """Each sees that it is their decision, and nothing is taken out of their hands to be played back."""

    def step_by_step(**look: Any) -> BrowserContext:
        context = open_context(**look)
        context.add_init_script("localStorage.setItem('tabletop.look', JSON.stringify({ pace: 'step' }))")
        return context

    wishes = [{"do": "option", "id": "mode", "choice": "versus"}]
    company = gather(step_by_step, here, "tamashii", [[0], [1]], wishes=wishes)
    beside = 0
    for number in range(40):
        asked = company.session.asked
        if len(asked) == 2:
            for friend in company.friends:
                friend.table.wait(lambda screen: screen["now"]["kind"] == "yours")
        seat = asked[number % len(asked)]
        company.move(seat, company.likely(seat, "random"))
        if len(asked) == 2 and len(company.session.asked) == 2:
            other = company.of(1 - seat)
            assert other.screen["now"]["kind"] == "yours" and not other.table.root.locator(".playback").count()
            beside += 1
        if beside == 3:
            break
    company.check_numbers()
    assert beside == 3
