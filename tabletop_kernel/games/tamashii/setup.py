"""Setup of a table, and the meaning of its configuration.

Setup is a list of steps, since some wait for players: the automatic frame `("setup", ANYONE, (at,))` stays at the
bottom of the stack until the game begins.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Config
from tabletop_kernel.games.tamashii.components import (
    ASCEND,
    BASIC,
    CORE_TOKENS,
    DESTABILIZATION,
    FACTIONS,
    LENGTHS,
    LOCK,
    ROWS,
    START_INTEGRITY,
    SUCCESS,
    SUPPLY,
)
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import campaign, diary_cards, solo_bot
from tabletop_kernel.games.tamashii.option_rules import ON, RANDOM
from tabletop_kernel.games.tamashii.pack import decks, line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Content, Scenario
from tabletop_kernel.games.tamashii.phases import laying, quest, setup_choices, turn
from tabletop_kernel.games.tamashii.ruling_types import rulings_of
from tabletop_kernel.games.tamashii.state import Rules, State, light_slots

OF_EACH_BASIC = 3  # in a bag at the start
HELP_CARDS = 3

# -- the meaning of a configuration ------------------------------------------------------------------------------------


def work_out(config: Config, content: Content) -> Rules:
    """Return everything that a configuration fixes."""
    chosen = config.options
    versus = chosen["mode"] == "versus"
    scenario = None if versus else content.scenarios[chosen["scenario"]]
    as_normal = versus and rulings_of(config)["ruling.mode.scope"] == "no"
    meant = campaign.read_choice(content, chosen["unlocked"])
    assert meant is not None
    return Rules(
        config=config,
        content=content,
        lines=content.lines,
        seats=config.seats,
        mode="versus" if versus else "solo" if config.seats == 1 else "story",
        scenario=scenario,
        difficulty="normal" if as_normal else chosen["difficulty"],
        modules=_modules(config, content, scenario, meant[0]),
        unlocked=meant[0],
        light=light_slots(rulings_of(config)["ruling.launcher.light-slots"]),
    )


def _modules(config: Config, content: Content, scenario: Scenario | None, unlocked: frozenset[str]) -> frozenset[str]:
    """Return the modules that the table has added, or that the scenario or an unlocked card brings."""
    found = {name for name in ("catie", "diary", "dog", "city") if config.options.get(name) == ON}
    if scenario is not None:
        if scenario.kind == "yokai" or "yokai" in scenario.special_rules:
            found.add("yokai")
        if scenario.kind == "forbidden":
            found.add("inari")
    enemies = (line for one in content.enemies.values() if one.code in unlocked for line in (one.fang, one.wire))
    augments = (use.line for one in content.augments.values() if one.code in unlocked for use in one.uses)
    if any(act.verb.startswith("destabilize") for line in (*enemies, *augments) for act in line.acts()):
        found.add("destabilization")
    return frozenset(found)


# -- the steps ---------------------------------------------------------------------------------------------------------


def lay_table(state: State, emit: Emit | None) -> None:
    """Begin setup; automatic steps run as they come up."""
    state.frames = [("setup", ANYONE, (0,))]
    _tell_game(state, emit)
    _lay_supply(state, emit)


def advance(state: State, emit: Emit | None) -> None:
    """Carry out the next setup step; after the last one, begin the game."""
    kind, seat, (at,) = state.frames[-1]
    steps = steps_of(state.rules)
    if at == len(steps):
        state.frames.pop()
        turn.begin_game(state)
        return
    state.frames[-1] = (kind, seat, (at + 1,))
    STEPS[steps[at]](state, emit)


def steps_of(rules: Rules) -> tuple[str, ...]:
    """Return the setup steps. In versus, the map comes before starting tiles; the prologue skips half of the board."""
    boards = ("first", "boards", "ready")
    if rules.prologue:
        return (*boards, "skips", "scenario", "bot", "diary", "card")
    if rules.mode == "versus":
        return (*boards, "classes", "market", "map", "starts", "conditions", "bonus", "cards", "goals", "diary")
    return (*boards, "classes", "protocols", "market", "scenario", "bot", "diary", "card")


def _tell_game(state: State, emit: Emit | None) -> None:
    rules = state.rules
    if not emit:
        return
    if rules.scenario is not None:
        emit("scenario", "scen.choose", EVERYONE, scenario=rules.scenario.code)
        emit("player-number", "scen.player-number", EVERYONE, number=rules.players)
    else:
        emit("versus", "comp.standard", EVERYONE)
        emit("most-points", "comp.goal", EVERYONE)
    locked = decks.count_locked(rules)
    if locked:
        emit("locked-out", "camp.locked-out", EVERYONE, count=locked)
        emit("locked-codes", "camp.code", EVERYONE, codes=_locked_codes(rules))
    if rules.difficulty == "hard":
        emit("hard", "mode.hard", EVERYONE, number=rules.upgrade_cost)
    elif rules.difficulty == "insane":
        emit("insane", "mode.insane-cost", EVERYONE, number=rules.upgrade_cost)
    elif rules.config.options["difficulty"] != rules.difficulty:
        emit("as-normal", "ruling.mode.scope", EVERYONE)


def _locked_codes(rules: Rules) -> list[str]:
    return [code for code in campaign.codes_of(rules.content) if code not in rules.unlocked]


def _lay_supply(state: State, emit: Emit | None) -> None:
    """Fill the neutral pool with everything that players can gain, including the tokens of active modules."""
    rules = state.rules
    state.supply = {token: SUPPLY[token] for token in BASIC + "O"}
    state.supply["X"] = SUPPLY["X"] if rules.mode == "versus" else 0
    state.supply["C"] = SUPPLY["C"] if "catie" in rules.modules else 0
    state.supply["N"] = SUPPLY["N"] if "inari" in rules.modules else 0
    state.supply |= {"destabilization": DESTABILIZATION, "success": SUCCESS, "ascend": ASCEND}
    if emit:
        emit("supply", "setup.neutral-pool", EVERYONE, count=SUPPLY["E"], number=SUPPLY["O"])
        if rules.mode == "versus":
            emit("corrupted-supply", "comp.no-cd-pool", EVERYONE, count=state.supply["X"])
        if "catie" in rules.modules:
            emit("catie-in", "catie.include", EVERYONE, count=SUPPLY["C"])
        if "inari" in rules.modules:
            emit("inari-in", "inari.special", EVERYONE, count=SUPPLY["N"])


# -- players -----------------------------------------------------------------------------------------------------------


def _ready_boards(state: State, emit: Emit | None) -> None:
    """Set up everyone's locks, tracks, core token and bag, which differ only by core type."""
    for seat in state.clockwise():
        core = state.core[seat] = state.body(seat).core
        extra = "C" if "catie" in state.rules.modules else core
        bag = BASIC * OF_EACH_BASIC + extra
        for token in bag:
            state.supply[token] -= 1
        state.to_bag(seat, bag)
        if emit:
            _tell_board(state, seat, emit)
    if emit:
        emit("time-zero", "setup.time-zero", EVERYONE)


def _tell_board(state: State, seat: int, emit: Emit) -> None:
    core, bag = state.core[seat], state.bag[seat]
    other = next(pair for pair in CORE_TOKENS if core not in pair)
    emit("locks", "setup.locks", EVERYONE, seat=seat, count=state.grid[seat].count(LOCK), number=ROWS)
    emit("help-cards", "setup.help", EVERYONE, seat=seat, count=HELP_CARDS)
    emit("assets-zero", "setup.assets-zero", EVERYONE, seat=seat)
    emit("integrity-start", "setup.integrity", EVERYONE, seat=seat, number=START_INTEGRITY)
    emit("core", "setup.core", EVERYONE, seat=seat, token=core, wanted=other[0], new=other[1])
    emit("walker", "setup.walker", EVERYONE, seat=seat, body=state.walker[seat])
    emit("bag", "setup.bag", EVERYONE, seat=seat, tokens=bag, count=len(bag))
    if "catie" in state.rules.modules:
        emit("catie-start", "catie.start", EVERYONE, seat=seat)
    if not state.rules.prologue or state.rules.traced:
        emit("trace-start", "setup.trace-zero", EVERYONE, seat=seat)


def _skips(state: State, emit: Emit | None) -> None:
    if emit:
        kind = "prologue-traced" if state.rules.traced else "prologue"
        emit(kind, "setup.prologue-skips", EVERYONE)


def _market(state: State, emit: Emit | None) -> None:
    decks.lay_market(state, emit)
    if state.rules.mode == "versus" and emit:
        emit("no-protocols", "comp.no-protocols", EVERYONE)


# -- a scenario --------------------------------------------------------------------------------------------------------


def _scenario(state: State, emit: Emit | None) -> None:
    """Lay out a sheet: map, enemies, corrupted pool, factions, start and special rules."""
    rules, scenario = state.rules, state.rules.scenario
    assert scenario is not None
    laying.lay_scenario(state, scenario, emit)
    decks.lay_enemies(state, scenario.enemies, scenario.without, "scen.enemies", emit)
    number, each = scenario.corrupted
    state.corrupted = min(SUPPLY["X"], number + each * rules.players)
    state.faction_deck = {faction: decks.faction_deck(state, faction) for faction in scenario.factions}
    state.place = [scenario.start] * rules.seats
    state.start_place = state.place[:]
    if not emit:
        return
    emit("corrupted-pool", "scen.cd-pool", EVERYONE, count=state.corrupted)
    _tell_factions(state, emit)
    emit("start", "scen.start-tile", EVERYONE, tile=state.tiles[scenario.start], place=scenario.start)
    for text in scenario.rules_text:
        emit("special-rule", "scen.special-rules", EVERYONE, text=text)
    if rules.mode == "solo" and scenario.solo_text:
        emit("special-rule", "solo.scenario-rules", EVERYONE, text=scenario.solo_text)
    emit("cards", "scen.cards", EVERYONE, count=len(scenario.cards))
    special = sum(card.special for card in scenario.cards.values())
    if special:
        emit("special-cards", "scen.plot-special", EVERYONE, count=special)


def _tell_factions(state: State, emit: Emit) -> None:
    factions = list(state.faction_deck)
    if not factions:
        return
    secret = state.rules.mode == "versus"  # face-down hideouts are secret
    emit("factions-hidden" if secret else "factions", "scen.factions", EVERYONE, factions=factions)
    aside = "decks-hidden" if secret else "decks-aside"
    kind = "decks-in-play" if state.ruling["ruling.scen.faction-decks"] == "from-start" else aside
    emit(kind, "ruling.scen.faction-decks", EVERYONE, factions=factions, count=len(factions))


def _bot(state: State, emit: Emit | None) -> None:
    if state.rules.mode == "solo":
        solo_bot.place_bot(state, emit)


# -- versus ------------------------------------------------------------------------------------------------------------


def _card_of(state: State, option: str, cards: list[str]) -> str:
    """Return the card that the table chose, or a random one."""
    chosen = state.rules.config.options[option]
    return cards[state.chance.pick(f"card-{option}", len(cards))] if chosen == RANDOM else chosen


def _versus_map(state: State, emit: Emit | None) -> None:
    """Set the length and lay the map. All factions have decks, so that face-down hideouts stay secret."""
    content, length = state.rules.content, state.rules.config.options["length"]
    state.time = LENGTHS[length]
    if emit:
        emit("length", "comp.length", EVERYONE, what=length, number=state.time)
    laying.lay_versus(state, content.maps[_card_of(state, "map", list(content.maps))], emit)
    present = {tile.faction for tile in content.tiles.values()}
    state.faction_deck = {name: decks.faction_deck(state, name) for name in FACTIONS if name in present}
    if emit:
        _tell_factions(state, emit)


def _conditions(state: State, emit: Emit | None) -> None:
    content = state.rules.content
    card = content.conditions[_card_of(state, "conditions", list(content.conditions))]
    if emit:
        emit("conditions", "comp.conditions", EVERYONE, conditions=card.id)
    decks.lay_enemies(state, card.enemies, (), "comp.conditions", emit)
    for seat in reversed(state.clockwise()):
        running.begin_line(state, seat, line_keys.conditions(card.id))


def _bonus_given(state: State, emit: Emit | None) -> None:
    """Report that the map and conditions cards have served their purpose."""
    if emit:
        emit("cards-back", "comp.map", EVERYONE)


def _table_cards(state: State, emit: Emit | None) -> None:
    content = state.rules.content
    state.enhancement = _card_of(state, "enhancement", list(content.enhancements))
    state.pvp = _card_of(state, "pvp", list(content.pvp))
    if emit:
        emit("enhancement", "comp.enhancement", EVERYONE, enhancement=state.enhancement)
        emit("pvp", "comp.pvp", EVERYONE, pvp=state.pvp)


def _goals(state: State, emit: Emit | None) -> None:
    """Lay two goals for two players, or three for more; the next one is face up on the deck."""
    goals = list(state.rules.content.goals)
    state.chance.shuffle("goals", goals)
    number = 2 if state.rules.seats == 2 else 3
    state.goals, state.goal_deck = tuple(goals[:number]), tuple(goals[number:])
    if emit:
        emit("goals", "comp.goals-start", EVERYONE, goals=list(state.goals))
        if state.goal_deck:
            emit("next-goal", "comp.goals-start", EVERYONE, goal=state.goal_deck[0])
        emit("no-cards", "comp.no-cards", EVERYONE)
        emit("order", "comp.order", EVERYONE, seat=state.first)


# -- modules, and the first card ---------------------------------------------------------------------------------------


def _city(state: State, emit: Emit | None) -> None:
    if "city" not in state.rules.modules:
        return
    content = state.rules.content
    events, rewards = list(content.events), [one.id for one in content.rewards.values() for _ in range(one.copies)]
    state.chance.shuffle("events", events)
    state.chance.shuffle("rewards", rewards)
    state.event_deck, state.reward_deck = tuple(events), tuple(rewards)
    if emit:
        emit("city", "city.event", EVERYONE, count=len(events), number=len(rewards))


def _extras(state: State, emit: Emit | None) -> None:
    _city(state, emit)
    diary_cards.deal_diary_cards(state, emit)


def _first_card(state: State, emit: Emit | None) -> None:
    assert state.rules.scenario is not None
    quest.open_first(state, state.rules.scenario.first, emit)


STEPS: dict[str, Callable[[State, Emit | None], None]] = {
    "first": setup_choices.settle_first_player,
    "boards": setup_choices.settle_boards,
    "ready": _ready_boards,
    "skips": _skips,
    "classes": setup_choices.settle_classes,
    "protocols": setup_choices.deal_protocols,
    "market": _market,
    "scenario": _scenario,
    "bot": _bot,
    "map": _versus_map,
    "starts": setup_choices.settle_starts,
    "conditions": _conditions,
    "bonus": _bonus_given,
    "cards": _table_cards,
    "goals": _goals,
    "diary": _extras,
    "card": _first_card,
}
AUTOMATIC: dict[str, Callable[[State, Emit | None], None]] = {"setup": advance}
