"""Prompts: the words above a decision, from one seat's view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.contract.sentences import Seat, seat_or_you, seats_listed
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.tamashii.fighting import fight_state, rolling, token_tests
from tabletop_kernel.games.tamashii.fighting.odds_words import of_goals
from tabletop_kernel.games.tamashii.gear import bodies
from tabletop_kernel.games.tamashii.kinds_of_decisions import DECISIONS
from tabletop_kernel.games.tamashii.launch import extra_gains, launcher, pattern_list
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.operations import Line
from tabletop_kernel.games.tamashii.opinions.imagining import likeness
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import activity, district, moving, planning
from tabletop_kernel.games.tamashii.ruling_types import rulings_of
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import naming, options_in_prompts, refusal_words, words


def topic(rules: Rules, view: View) -> tuple[str, Sequence[int], Facts]:
    """Return the key of the prompt that fits a view, the seats that decide, and facts for the braces."""
    state = likeness(rules, view)
    kind, owner, data = state.frames[-1]
    asked = DECISIONS[kind].deciders(state, state.frames[-1])
    facts: Facts = {"seat": _names(state, asked or ([owner] if owner != ANYONE else []), view["seat"])}
    if kind in TOPICS:
        kind, more = TOPICS[kind](state, owner, data)
        facts.update(more)
    if state.frames[-1][0] in WITH_WAYS and view["seat"] in asked:
        moves = DECISIONS[state.frames[-1][0]].moves(state, view["seat"])
        kind, more = WITH_WAYS[state.frames[-1][0]](state, view["seat"], kind, moves)
        facts.update(more)
    return kind, asked, facts


ROLLED = {"trace": "trace roll", "attack": "attack roll", "test": "roll for the test"}


def cited(rules: Rules, view: View, usual: Sequence[str]) -> tuple[str, ...]:
    """Return the rules below a prompt. A line's question cites the rule of the card or tile that prints it."""
    if view["frames"][-1][0] == "launch" and NOWHERE in usual:
        return _why_no_launch(rules, view, usual)
    if view["frames"][-1][0] == "combat" and "combat.alternate" in usual:
        final = rulings_of(rules.config)["ruling.combat.pass"] == "final"
        return (*usual, "ruling.combat.pass") if final else tuple(usual)
    if view["frames"][-1][0] == "district" and _moves_otherwise(rules, view):
        return (*usual, "ruling.move.effect-range")
    keys = [data[0] for kind, _, data in view["frames"] if kind == "effect"]
    if view["frames"][-1][0] not in OF_LINES or not keys:
        return tuple(usual)
    return (running.rule_of(State(rules, Chance(0)), str(keys[-1])),)


def _moves_otherwise(rules: Rules, view: View) -> bool:
    """Tell if the current tile's effect moves a player a different distance than it prints."""
    state = likeness(rules, view)
    _, owner, (start, _) = state.frames[-1]
    place = district.effect_place(state, owner, start)
    return place in state.up and _not_as_far(state, state.rules.lines[line_keys.tile(state.tiles[place])])


def _why_no_launch(rules: Rules, view: View, usual: Sequence[str]) -> tuple[str, ...]:
    """Return why a player can't launch anything: reasons against matching patterns, or that none matches."""
    found = pattern_list.in_the_way(likeness(rules, view), view["seat"]) or (NOWHERE,)
    return tuple(dict.fromkeys(rule for one in usual for rule in (found if one == NOWHERE else (one,))))


NOWHERE = "pattern.exact"  # the reason if no pattern matches the launcher
OF_LINES = ("offer", "choose", "pick-player")


def _names(state: State, seats: Sequence[int], you: int | None) -> Seat:
    """Return the deciding seats' names, or just “you” for a viewer among them."""
    if you in seats:
        return seat_or_you("you", True)
    return seats_listed(naming.seat_name(state, seat) for seat in seats)


Told = tuple[str, Facts]


def _plan(state: State, owner: int, data: Data) -> Told:
    """Return the prompt of a Planning window. If nobody rolls for trace, the first window is only a start."""
    window = planning.Window(*data)
    if window.name == planning.BEGIN and not planning.rolls_ahead(state, owner):
        return "plan-start", {}
    return f"plan-{window.name}", {}


def _count(kind: str) -> Callable[[State, int, Data], Told]:
    return lambda state, owner, data: (kind, {"count": data[0]})


def _line(kind: str) -> Callable[[State, int, Data], Told]:
    """Return a prompt for a running line's decision, with the name of its card."""

    def told(state: State, owner: int, data: Data) -> Told:
        key = running.running_key(state)
        more: Facts = {"key": naming.line_name(state, key)}
        at = running.top_line(state)
        if kind == "offer" and at >= 0:
            more["what"] = refusal_words.offer_in_words(state, running.Run(*state.frames[at][2]))
        return kind, more

    return told


def _roll(state: State, owner: int, data: Data) -> Told:
    dice = naming.dice_in_words(data[1])
    if data[0] == "attack" and state.ruling["ruling.reroll.dice"] == "any":
        dice = f"{dice}, {_enemy_dice(state, owner)}"
    return f"roll-{data[0]}", {"dice": dice}


def _enemy_dice(state: State, seat: int) -> str:
    """Return the number die and the symbol die in words; the number die may be on an enemy."""
    now = fight_state.of(state, seat)
    assert now is not None
    placed = now.stage != fight_state.ROLLED
    number = "blank" if now.number < 0 or (not placed and not now.number) else str(now.number)
    if placed and now.number >= 0:
        number = f"on {naming.enemy_name(state, state.enemies[seat][now.number][0])}"
    return f"number die {number} and symbol die {now.symbol}"


def _combat(state: State, owner: int, data: Data) -> Told:
    stage, dice, number = data[0], data[1], data[2]
    if stage == "prepare":
        return "combat-prepare", {"count": len(dice)}
    top = state.enemies[owner][0][0] if state.enemies[owner] else ""
    facts: Facts = {"dice": naming.dice_in_words(dice), "enemy": naming.enemy_name(state, top) if top else "no enemy"}
    if number < 0 and not dice:
        return "combat-over", facts
    return ("combat-fight" if number >= 0 else "combat-alone"), facts


def _test(state: State, owner: int, data: Data) -> Told:
    """Return the prompt of a test, which warns a lone player whose tokens can't pass it."""
    trial = token_tests.Trial(*data)
    dice = token_tests.dice_for(state, owner, trial.letter) if owner >= 0 else 0
    most = trial.total + dice * max(token_tests.SUCCESSES.values())
    alone = owner == trial.starter and not trial.waiting
    facts: Facts = {"token": naming.token_name(trial.letter), "number": trial.number, "count": trial.total}
    facts["most_dice"] = _at_most(state, owner, trial)
    if owner >= 0 and token_tests.rolls_later(state, trial):
        return "test-later", facts
    return ("test-short", {**facts, "most": most}) if alone and most < trial.number else ("test", facts)


def _at_most(state: State, seat: int, trial: token_tests.Trial) -> str:
    """Return the limit on dice for a player with tokens for more; empty otherwise."""
    if seat < 0:
        return ""
    dice = token_tests.dice_for(state, seat, trial.letter)
    return f", at most {dice}" if dice < len(token_tests.fitting(state, seat, trial.letter)) else ""


def _goals(state: State, owner: int, data: Data) -> Told:
    return "goals", {"chances": " ".join(of_goals(state, owner))}


def _activity(state: State, owner: int, data: Data) -> Told:
    """Return the prompt of the activity step, which warns if activities only add more than the card needs."""
    asked = activity.DECISIONS["activity"].deciders(state, state.frames[-1])
    found = {number for seat in asked for number in activity.possible(state, seat)}
    kinds = {activity.enough(state, number) for number in found}
    if not found or "" in kinds:
        return "activity", {}
    return "activity-enough", {"what": " and ".join(f"{kind} tokens" for kind in sorted(kinds))}


def _heist(state: State, owner: int, data: Data) -> Told:
    total = sum(state.rules.content.rewards[reward].number for reward in data[1])
    return "heist", {"number": data[0], "count": total}


def _offered(state: State, owner: int, data: Data) -> Told:
    seat, _, give, ask = data
    named = [
        ", ".join(naming.ability_name(state, f"aug.{card}") for card in cards) or "nothing" for cards in (give, ask)
    ]
    return "offered", {"partner": naming.seat_name(state, seat), "give": named[0], "ask": named[1]}


def _trade(state: State, owner: int, data: Data) -> Told:
    return "trade", {"partner": naming.seat_name(state, data[1])}


def _prepare(state: State, owner: int, data: Data) -> Told:
    return "prepare", {"tokens": naming.tokens_in_words(data[0])}


def _move(state: State, owner: int, data: Data) -> Told:
    if data[0]:
        return "move-bot", {}
    if state.bot_used:
        return "stay-as-bot" if state.tally[owner].get("bot-free") else "move-as-bot", {}
    return "move" if state.rules.traced else "move-untraced", {}


def _inhabit(state: State, owner: int, data: Data) -> Told:
    moves = {move[0] for move in bodies.DECISIONS["inhabit"].moves(state, owner)}
    return "inhabit" if {"swap", "take"} <= moves else "inhabit-two" if "swap" in moves else "inhabit-take", {}


def _inari(state: State, owner: int, data: Data) -> Told:
    if not extra_gains.room_for_exp(state, owner):
        return "inari-full", {"count": state.exp[owner]}
    return "inari-one" if state.ruling["ruling.inari.many"] == "one" else "inari", {}


def _program(state: State, owner: int, data: Data) -> Told:
    """Return the prompt of a program. Some effects only switch tokens diagonally."""
    return "program-askew" if data[1] else "program", {"count": data[0]}


def _district(state: State, owner: int, data: Data) -> Told:
    if district.DECISIONS["district"].refuse(state, owner, ("district",)) is not None:
        return "district-else", {}
    tile = state.tiles[district.effect_place(state, owner, data[0])]
    line = state.rules.lines[line_keys.tile(tile)]
    what = words.in_one(refusal_words.printed_sentences(state, line))
    if _not_as_far(state, line):
        what = f"{what}; here that is your MOV, {moving.steps(state, owner)}"
    return "district-again" if data[1] else "district", {"tile": naming.tile_name(state, tile), "what": what}


def _not_as_far(state: State, line: Line) -> bool:
    """Tell if a ruling replaces the distance that a line prints for a move."""
    printed = any(act.verb == "move" and act.args for act in line.acts())
    return printed and state.ruling["ruling.move.effect-range"] == "mov"


def _event(kind: str) -> Callable[[State, int, Data], Told]:
    return lambda state, owner, data: (kind, {"event": f"“{naming.ability_name(state, f'event.{data[0]}')}”"})


def _order(state: State, owner: int, data: Data) -> Told:
    number, order, bury = data
    return ("order-bury", {"count": bury - len(order)}) if bury else ("order", {"count": number})


def _line_goes(state: State, owner: int, data: Data) -> Told:
    return "pick-line", {"line": data[0]}


TOPICS: dict[str, Callable[[State, int, Data], Told]] = {
    "plan": _plan,
    "move": _move,
    "inhabit": _inhabit,
    "inari": _inari,
    "program": _program,
    "district": _district,
    "event-met": _event("event-met"),
    "event-price": _event("event-price"),
    "roll": _roll,
    "combat": _combat,
    "activity": _activity,
    "test": _test,
    "goals": _goals,
    "heist": _heist,
    "trade": _trade,
    "offered": _offered,
    "prepare": _prepare,
    "pick-line": _line_goes,
    "order": _order,
    "offer": _line("offer"),
    "choose": _line("choose"),
    "pick-player": _line("pick-player"),
    **{kind: _count(kind) for kind in ("wounds", "pick-dump", "pick-discard", "pick-type", "pick-lock", "go")},
}


# -- open ways for the deciding player ---------------------------------------------------------------------------------


Moves = Sequence[Move]


def _plan_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    if kind != "plan-program":
        return kind, options_in_prompts.in_planning(moves)
    return _programming(state, seat, moves), options_in_prompts.in_program(moves)


def _programming(state: State, seat: int, moves: Moves) -> str:
    """Return the prompt for what is left of a player's Program step: moves, upgrades, or only its end."""
    underway = planning.underway(state, seat)
    if not state.moves_left[seat]:
        return "plan-over" if underway else "plan-programmed"
    if ("done",) not in moves:
        return "plan-must"
    if not any(move[0] in planning.MOVING for move in moves):
        return _stuck(state, seat)
    return "plan-programming" if underway else "plan-program"


def _stuck(state: State, seat: int) -> str:
    """Return the prompt if nothing can be moved. Rulings against moving tokens come before those on plain slots."""
    grid, here = state.grid[seat], launcher.handling(state)
    if not launcher.steps(grid, launcher.USUAL):
        return "plan-stuck"
    corrupted = here.stuck and any(token in here.stuck for token in grid)
    freed = launcher.steps(grid, here._replace(light_only=None))
    return "plan-stuck-corrupted" if corrupted and not freed else "plan-stuck-dark"


def _roll_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    _, owner, data = state.frames[-1]
    facts = options_in_prompts.with_roll(state, seat, moves)
    if seat != owner:
        return "roll-of-another", {**facts, "owner": naming.seat_name(state, owner), "what": ROLLED[data[0]]}
    unaltered = data[0] == "trace" and not rolling.ALTER.can_be_altered(state)
    return "roll-trace-equip" if unaltered else kind, facts  # only an upgrade could change that


def _combat_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    if kind == "combat-over":
        return kind, {}
    blank = fight_state.NOT_PLACED in state.used[seat] and fight_state.BLANK not in state.used[seat]
    if kind == "combat-alone" and blank and ("reroll", "number") in moves:
        return "combat-blank", options_in_prompts.one_of(moves, kind)
    facts = (
        options_in_prompts.before_attack(moves) if kind == "combat-prepare" else options_in_prompts.one_of(moves, kind)
    )
    rerolls = kind == "combat-fight" and any(move[0] == "reroll" for move in moves)
    return "combat-reroll" if rerolls else kind, facts


def _wounds_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    """Return the prompt for wounds, with the reason if no shields can be spent."""
    count = state.frames[-1][2][0]
    facts = options_in_prompts.one_of(moves, kind, "suffer it" if count == 1 else "suffer them")
    if any(move[0] == "shield" for move in moves):
        return kind, facts
    return "wounds-spent" if state.has(seat, "shield") else "wounds-bare", facts


def _launch_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    some = any(move[0] == "launch" for move in moves)
    return "launch" if some else "launch-none", options_in_prompts.one_of(moves, "launch")


def _move_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    """Return the prompt for a move, which says so if no other tile is in reach."""
    if kind in ("move-bot", "stay-as-bot") or any(move[0] == "move" for move in moves):
        return kind, {}
    return "move-nowhere", {
        "who": "The BOT" if kind == "move-as-bot" else "You",
        **options_in_prompts.one_of(moves, "move"),
    }


def _activity_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    some = any(move[0] == "act" for move in moves)
    return (kind, {}) if some else ("activity-none", options_in_prompts.one_of(moves, "activity"))


def _test_ways(state: State, seat: int, kind: str, moves: Moves) -> Told:
    """Return the prompt for a test; the options change once a token is put in."""
    if ("roll",) not in moves:
        return kind, {}
    trial = token_tests.Trial(*state.frames[-1][2])
    dice = token_tests.dice_in(state, trial)
    return kind.replace("test", "test-put"), options_in_prompts.in_test(
        moves, dice, token_tests.rolls_later(state, trial)
    )


WITH_WAYS: dict[str, Callable[[State, int, str, Moves], Told]] = {
    "plan": _plan_ways,
    "roll": _roll_ways,
    "combat": _combat_ways,
    "wounds": _wounds_ways,
    "launch": _launch_ways,
    "move": _move_ways,
    "activity": _activity_ways,
    "test": _test_ways,
}
