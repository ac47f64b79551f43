"""The Quest phase: player activity, world activity and first player token; scenario cards; a scenario's end."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Outcome, outcome_for
from tabletop_kernel.games.tamashii.components import TIME_TOP
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.sentences_of_lines import CardWording, conditions_in_words
from tabletop_kernel.games.tamashii.modes import campaign
from tabletop_kernel.games.tamashii.pack import cards_in_words, line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Block, Card, Scenario
from tabletop_kernel.games.tamashii.state import State

END_BY_VERB = {"victory": "won", "lost": "lost"}  # verbs that draw a scenario's last card

# -- scenario cards ----------------------------------------------------------------------------------------------------


def open_first(state: State, code: str, emit: Emit | None) -> None:
    """Open the game with the first card: its story, then its immediate effect, then its rules."""
    if emit:
        emit("first-card", "scen.first-card", EVERYONE, card=code)
    _make_active(state, code, "scen.first-card", emit)


def draw_card(state: State, code: str, emit: Emit | None) -> None:
    """Draw a scenario card. A plot card replaces the active one and stops its world activity at once."""
    card = _scenario(state).cards[code]
    if card.special and state.ruling["ruling.quest.special-draw"] == "no":
        put_special(state, code, emit)
        return
    if emit:
        emit("card-drawn", "quest.draw-stops", EVERYONE, card=code)
    _stop_world(state)
    if card.special:
        _empty_card(state, emit)
        put_special(state, code, emit)
        return
    _discard_card(state, emit)
    if card.ends:
        _resolve_end(state, card, "end.scenario", emit)
    else:
        _make_active(state, code, "quest.new-card", emit)


def put_special(state: State, code: str, emit: Emit | None) -> None:
    """Read a special card and put it beside the board. Several can be in play."""
    if code in state.specials:
        return
    state.specials += (code,)
    card = _scenario(state).cards[code]
    if emit:
        _tell_story(card, "scen.special-aside", emit)
        emit("special-card", "scen.special-aside", EVERYONE, card=code, text=_printed_text(state, card))
    if card.immediate.ops:
        running.begin_line(state, state.first, line_keys.card(code, "immediate"))


def _make_active(state: State, code: str, rule: str, emit: Emit | None) -> None:
    state.card, state.on_card, state.card_turn = code, {}, state.turn
    abilities.clear_scope(state, "card")
    if emit:
        _tell_story(_scenario(state).cards[code], rule, emit)
        emit("card-active", "scen.one-plot", EVERYONE, card=code)
    if _scenario(state).cards[code].immediate.ops:
        running.begin_line(state, state.first, line_keys.card(code, "immediate"))


def _discard_card(state: State, emit: Emit | None) -> None:
    """Discard the active card and everything on it. A card that stays becomes a special card."""
    old = state.plot()
    if old is None:
        return
    count = _take_tokens_off(state)
    state.card = ""
    if old.stays:
        state.specials += (old.code,)
        if emit:
            emit("card-stays", "quest.replace", EVERYONE, card=old.code)
    elif emit:
        emit("card-gone-with" if count else "card-gone", "quest.replace", EVERYONE, card=old.code, count=count)


def _take_tokens_off(state: State) -> int:
    """Return all tokens from the active card to the neutral pool. Return how many there were."""
    tokens = {name: count for name, count in state.on_card.items() if name in state.supply}
    for name, count in tokens.items():
        state.supply[name] += count
    state.on_card = {}
    return sum(tokens.values())


def _empty_card(state: State, emit: Emit | None) -> None:
    """Clear the plot card for a special card, under a ruling. The plot card stays active, or play would be stuck."""
    count = _take_tokens_off(state) if state.card else 0
    if count and emit:
        emit("card-emptied", "ruling.quest.special-draw", EVERYONE, card=state.card, count=count)


def _tell_story(card: Card, rule: str, emit: Emit) -> None:
    """Report a card's story, if it has one."""
    emit("card" if card.story else "card-untold", rule, EVERYONE, card=card.code, story=card.story)


def _printed_text(state: State, card: Card) -> str:
    """Return a card's text besides its story."""
    names = {tile.id: tile.name for tile in state.rules.content.tiles.values()}
    names |= {code: one.name for code, one in _scenario(state).cards.items()}
    return " ".join(cards_in_words.printed_lines(card, CardWording(names, state.rules.players)))


def _scenario(state: State) -> Scenario:
    assert state.rules.scenario is not None
    return state.rules.scenario


# -- world activity ----------------------------------------------------------------------------------------------------


def begin_world(state: State, emit: Emit | None) -> None:
    """Begin the active card's world activity."""
    card = state.plot()
    if card is None:
        return
    if state.card_turn == state.turn and state.ruling["ruling.quest.draw-early"] == "next-turn":
        if emit:
            emit("world-waits", "ruling.quest.draw-early", EVERYONE, card=card.code)
        return
    if emit:
        emit("world", "quest.top-down" if len(card.world) > 1 else "quest.world", EVERYONE, card=card.code)
    state.frames.append(("world", ANYONE, (card.code, 0, 0)))


def carry_out_block(state: State, emit: Emit | None) -> None:
    """Carry out the next block of a world activity. Data: the card, the block, and 1 after a true “if”."""
    kind, anyone, (code, at, has_applied) = state.frames[-1]
    blocks = _scenario(state).cards[code].world
    if at >= len(blocks) or code != state.card:
        state.frames.pop()
        return
    applies = _applies(state, blocks[at], bool(has_applied))
    state.frames[-1] = (kind, anyone, (code, at + 1, 1 if has_applied or applies else 0))
    if emit:
        _tell_block(state, blocks[at], applies, emit)
    if not applies:
        return
    if state.ruling["ruling.quest.blocks"] == "first-true" or not blocks[at].tests:
        state.frames[-1] = (kind, anyone, (code, len(blocks), 1))
    running.begin_line(state, state.first, line_keys.card(code, "world", at))


def _applies(state: State, block: Block, has_applied: bool) -> bool:
    """Tell if a block applies: its “if” holds, or it is the OTHERWISE and no “if” before it did."""
    return running.holds(state, state.first, block.tests) if block.tests else not has_applied


def _tell_block(state: State, block: Block, applies: bool, emit: Emit) -> None:
    """Report a block's condition in the card's words."""
    if not block.tests:
        kind, rule = ("otherwise", "quest.otherwise-ifs") if applies else ("otherwise-skipped", "ruling.quest.blocks")
        emit(kind, rule, EVERYONE, card=state.card)
        return
    names = {tile.id: tile.name for tile in state.rules.content.tiles.values()}
    need = conditions_in_words(block.tests, CardWording(names, state.rules.players), theirs=True)
    kind, rule = ("if-true", "quest.if-true") if applies else ("if-false", "quest.if-false")
    emit(kind, rule, EVERYONE, card=state.card, need=need)
    if state.bot is not None and any(test.left.startswith("all on ") for test in block.tests):
        emit("bot-counts", "solo.bot-presence", EVERYONE)


def _stop_world(state: State) -> None:
    """Stop a running world activity and everything it set off, except waiting resets."""
    at = next((at for at, frame in enumerate(state.frames) if frame[0] == "world"), None)
    if at is not None:
        state.frames[at:] = [frame for frame in state.frames[at:] if frame[0] == "reset"]


# -- time --------------------------------------------------------------------------------------------------------------


def set_time(state: State, number: int, rule: str, emit: Emit | None) -> None:
    """Set the time marker."""
    state.time = max(0, min(TIME_TOP, number))
    if emit:
        emit("time", rule, EVERYONE, number=state.time)
    _lose_if_time_is_up(state, emit)


def time_down(state: State, number: int, rule: str, emit: Emit | None) -> None:
    """Lower time, but never below 0."""
    before = state.time
    state.time = max(0, before - number)
    if emit:
        emit("time-down", rule, EVERYONE, count=before - state.time, number=state.time)
    if state.time < before:
        _lose_if_time_is_up(state, emit)


def _lose_if_time_is_up(state: State, emit: Emit | None) -> None:
    """Lose a scenario that runs out of time, if a ruling says so; otherwise only its cards decide."""
    if state.time == 0 and state.rules.mode != "versus" and state.ruling["ruling.end.time-zero"] == "lost":
        lose_scenario(state, "ruling.end.time-zero", emit)


# -- the first player token --------------------------------------------------------------------------------------------


def pass_token(state: State, emit: Emit | None) -> None:
    """Pass the first player token clockwise. A ruling keeps it with a player who was just reset."""
    holder = state.first
    state.active = holder  # a tie at the very end looks at who was first this turn
    rule = "comp.quest-end" if state.rules.mode == "versus" else "quest.pass-token"
    if state.rules.seats == 1:
        return
    if state.is_out(holder) and state.ruling["ruling.reset.token"] == "stays":
        if emit:
            emit("token-stays", "ruling.reset.token", EVERYONE, seat=holder)
        return
    state.first = (holder + 1) % state.rules.seats
    if emit:
        emit("token-passed", rule, EVERYONE, seat=holder, other=state.first)


# -- the end -----------------------------------------------------------------------------------------------------------


def win_scenario(state: State, rule: str, emit: Emit | None) -> None:
    """Win the scenario: draw and resolve its Victory! card."""
    _end_scenario(state, "won", rule, emit)


def lose_scenario(state: State, rule: str, emit: Emit | None) -> None:
    """Lose the scenario: draw and resolve its Scenario Lost card."""
    _end_scenario(state, "lost", rule, emit)


def _end_scenario(state: State, ends: str, rule: str, emit: Emit | None) -> None:
    if state.result is not None:
        return
    card = next((one for one in _scenario(state).cards.values() if one.ends == ends), None)
    if card is None:
        _finish_scenario(state, ends, rule, emit)
        return
    if emit:
        emit("card-drawn", rule, EVERYONE, card=card.code)
    _discard_card(state, emit)
    _resolve_end(state, card, rule, emit)


def _resolve_end(state: State, card: Card, rule: str, emit: Emit | None) -> None:
    """Resolve the last card. Only what it unlocks and locks for later games still matters."""
    state.card = card.code
    if emit:
        _tell_story(card, rule, emit)
    ops = card.immediate.ops
    at = 0
    while at < len(ops):
        op = ops[at]
        at += 1
        if op.kind == "jump" or (op.kind == "test" and not running.holds(state, state.first, op.tests)):
            at = op.skip
        elif op.kind == "do" and op.act is not None and op.act.verb in CAMPAIGN_VERBS:
            CAMPAIGN_VERBS[op.act.verb](state, str(op.act.args[0]), emit)
    _finish_scenario(state, card.ends, rule, emit)


CAMPAIGN_VERBS: dict[str, Callable[[State, str, Emit | None], None]] = {
    "unlock-code": campaign.unlock,
    "lock-code": campaign.lock,
}


CITED_RULE_BY_CAUSE = {"ruling.end.cd-empty": "end.cd-out", "ruling.end.time-zero": "end.scenario"}


def _finish_scenario(state: State, ends: str, rule: str, emit: Emit | None) -> None:
    won = ends == "won"
    seats = range(state.rules.seats)
    if emit:
        kind = "scenario-won" if won else "scenario-lost"
        emit(kind, rule, EVERYONE, scenario=_scenario(state).code, time=state.time)
        if state.newly_unlocked:
            emit("by-play", "camp.by-play", EVERYONE, codes=list(state.newly_unlocked))
        if won:
            emit("marked", "camp.progress", EVERYONE, scenario=_scenario(state).code)
        broken = [card for card in state.box if card in state.rules.content.augments]
        if broken:
            emit("broken-kept", "camp.break-keeps", EVERYONE, augments=broken)
    score = float(won)
    ended_by = CITED_RULE_BY_CAUSE.get(rule, rule)
    end_game(state, outcome_for(ended_by, seats if won else (), [score] * len(seats)), emit)


def end_game(state: State, outcome: Outcome, emit: Emit | None) -> None:
    """Set the result and end all decisions."""
    state.result = outcome
    state.frames.clear()


AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {"world": carry_out_block}
