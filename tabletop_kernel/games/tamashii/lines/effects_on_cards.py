"""Effects of lines on cards, tests and time."""

from __future__ import annotations

from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.gear import augments, bodies
from tabletop_kernel.games.tamashii.lines import choices_of_pieces, running
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.lines.running import Run, Verb, always_true, first_amount, rule_of, tell_left_out
from tabletop_kernel.games.tamashii.modes import campaign, living_city
from tabletop_kernel.games.tamashii.phases import quest
from tabletop_kernel.games.tamashii.state import State

ASCEND = "ascend"


# -- augments ----------------------------------------------------------------------------------------------------------


def _draw_faction(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    augments.draw_faction(state, seat, str(act.args[0]), emit)


def _can_draw_faction(state: State, seat: int, run: Run, act: Act) -> bool:
    faction = str(act.args[0])
    return augments.is_deck_in_play(state, faction) and bool(state.faction_deck[faction])


def _draw_class(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    augments.draw_class(state, seat, emit)


def _can_draw_class(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.class_deck[seat])


def _cheaper(state: State, seat: int, run: Run, act: Act) -> int:
    return first_amount(state, seat, run, act) if act.args else choices_of_pieces.FREE_OF_COST


def _equip(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_equip(state, seat, run, act):
        state.frames.append(("pick-equip", seat, (_cheaper(state, seat, run, act),)))
    else:
        what = "no augment is affordable" if state.unequipped[seat] else "there are no unequipped augments"
        tell_left_out(state, seat, run.key, what, "aug.equip", emit)


def _can_equip(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_pieces.affordable_augments(state, seat, _cheaper(state, seat, run, act)))


def _return(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Make the player return a faction augment. Without one, the rest of the line is lost, as with a price."""
    if choices_of_pieces.augments_to_return(state, seat):
        state.frames.append(("pick-return", seat, ()))
    else:
        tell_left_out(state, seat, run.key, "there are no equipped faction augments", rule_of(state, run.key), emit)
        running.stop_line(state)


def _can_return(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(choices_of_pieces.augments_to_return(state, seat))


# -- bodies ------------------------------------------------------------------------------------------------------------


def _inhabit(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if bodies.can_inhabit(state, seat):
        bodies.carry_out_inhabit(state, seat, emit)
    else:
        tell_left_out(state, seat, run.key, "there aren't two advanced bodies to swap", "body.inhabit-swap", emit)


def _can_inhabit(state: State, seat: int, run: Run, act: Act) -> bool:
    return bodies.can_inhabit(state, seat)


def _take_body(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if _can_take_body(state, seat, run, act):
        state.frames.append(("pick-body", seat, ()))
    else:
        rule = "ruling.body.third" if state.market else "body.market-access"
        tell_left_out(state, seat, run.key, "no body can be taken", rule, emit)


def _can_take_body(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.market) and bodies.refuse_another_body(state, seat) is None


def _refresh_market(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Put the market's bodies under the deck and turn up as many others."""
    old = state.market
    state.body_deck, state.market = (*state.body_deck, *old), ()
    if emit:
        emit("market-cleared", rule_of(state, run.key), EVERYONE, bodies=list(old))
    for _ in old:
        bodies.refill_market(state, emit)


def _can_refresh(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.market) and bool(state.body_deck)


# -- events, scenario cards and the campaign ---------------------------------------------------------------------------


def _draw_event(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    living_city.draw_event(state, seat, emit)


def _can_draw_event(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.event_deck or state.event_discard)


def _draw_card(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if act.args[0] in state.specials:
        tell_left_out(state, seat, run.key, "that card is already in play", "scen.special-aside", emit)
    else:
        quest.draw_card(state, str(act.args[0]), emit)


def _put_card(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    quest.put_special(state, str(act.args[0]), emit)


def _victory(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    quest.win_scenario(state, "end.scenario", emit)


def _lost(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    quest.lose_scenario(state, "end.scenario", emit)


def _unlock_code(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    campaign.unlock(state, str(act.args[0]), emit)


def _lock_code(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    campaign.lock(state, str(act.args[0]), emit)


def _mark_progress(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    """Report that the scenario can't be marked yet, since it isn't won."""
    tell_left_out(state, seat, run.key, "the scenario isn't won yet", "camp.progress", emit)


# -- tests, counters, time ---------------------------------------------------------------------------------------------


def _test(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    need = running.amount(state, seat, act.args[1], run.by, run.it)
    token_tests.begin_test(state, seat, str(act.args[0]), need, act.verb == "group-test", emit)


def _put_counter(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    name = str(act.args[1])
    put = min(first_amount(state, seat, run, act), state.supply.get(name, 0)) if state.card else 0
    if not put:
        tell_left_out(state, seat, run.key, f"there is no {name} token to put there", rule_of(state, run.key), emit)
        return
    state.supply[name] -= put
    state.on_card[name] = state.on_card.get(name, 0) + put
    if name == ASCEND:
        state.count(seat, "ascended", put)
    if emit:
        emit(f"puts-{name}", rule_of(state, run.key), EVERYONE, seat=seat, count=put, number=state.on_card[name])


def _can_put_counter(state: State, seat: int, run: Run, act: Act) -> bool:
    return bool(state.card) and state.supply.get(str(act.args[1]), 0) > 0


def _remove_counter(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    name = str(act.args[1])
    gone = min(first_amount(state, seat, run, act), state.on_card.get(name, 0))
    if not gone:
        tell_left_out(state, seat, run.key, f"the card has no {name} token", rule_of(state, run.key), emit)
        return
    state.on_card[name] -= gone
    state.supply[name] = state.supply.get(name, 0) + gone
    if emit:
        emit(f"removes-{name}", rule_of(state, run.key), EVERYONE, seat=seat, count=gone, number=state.on_card[name])


def _has_counter(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.on_card.get(str(act.args[1]), 0) > 0


def _set_time(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    quest.set_time(state, first_amount(state, seat, run, act), rule_of(state, run.key), emit)


def _time_down(state: State, seat: int, run: Run, act: Act, emit: Emit | None) -> None:
    if state.time:
        quest.time_down(state, first_amount(state, seat, run, act), rule_of(state, run.key), emit)
    elif emit:
        emit("time-stays", rule_of(state, run.key), EVERYONE, key=run.key)


def _has_time(state: State, seat: int, run: Run, act: Act) -> bool:
    return state.time > 0


VERBS = {
    "draw-faction": Verb(_draw_faction, _can_draw_faction),
    "draw-class": Verb(_draw_class, _can_draw_class),
    "equip-free": Verb(_equip, _can_equip),
    "equip-cheaper": Verb(_equip, _can_equip),
    "return-faction": Verb(_return, _can_return),
    "inhabit": Verb(_inhabit, _can_inhabit),
    "take-body": Verb(_take_body, _can_take_body),
    "refresh-market": Verb(_refresh_market, _can_refresh),
    "draw-event": Verb(_draw_event, _can_draw_event),
    "draw-card": Verb(_draw_card, always_true),
    "put-card": Verb(_put_card, always_true),
    "victory": Verb(_victory, always_true),
    "lost": Verb(_lost, always_true),
    "unlock-code": Verb(_unlock_code, always_true),
    "lock-code": Verb(_lock_code, always_true),
    "mark-progress": Verb(_mark_progress, always_true),
    "test": Verb(_test, always_true),
    "group-test": Verb(_test, always_true),
    "put-counter": Verb(_put_counter, _can_put_counter),
    "remove-counter": Verb(_remove_counter, _has_counter),
    "set-time": Verb(_set_time, always_true),
    "time-down": Verb(_time_down, _has_time),
}
