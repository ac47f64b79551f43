"""Prompts: the words above a decision, from one seat's view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.contract.sentences import Seat, list_seats, seat_or_you
from tabletop_kernel.contract.verdict import Facts
from tabletop_kernel.games.tamashii.fighting import fight_state, rolling, token_tests
from tabletop_kernel.games.tamashii.fighting.odds_words import goal_chances_in_words
from tabletop_kernel.games.tamashii.gear import bodies
from tabletop_kernel.games.tamashii.kinds_of_decisions import DECISIONS
from tabletop_kernel.games.tamashii.launch import extra_gains, launcher, pattern_list
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.lines.operations import Line
from tabletop_kernel.games.tamashii.opinions.imagining import shared_imagined_state
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.phases import activity, district, moving, planning
from tabletop_kernel.games.tamashii.ruling_types import rulings_of
from tabletop_kernel.games.tamashii.state import Rules, State
from tabletop_kernel.games.tamashii.telling import naming, options_in_prompts, refusal_words, words


def topic(rules: Rules, view: View) -> tuple[str, Sequence[int], Facts]:
    """Return the key of the prompt that fits a view, the seats that decide, and facts for the braces."""
    state = shared_imagined_state(rules, view)
    kind, owner, data = state.frames[-1]
    deciders = DECISIONS[kind].deciders(state, state.frames[-1])
    facts: Facts = {"seat": _seats_text(state, deciders or ([owner] if owner != ANYONE else []), view["seat"])}
    if kind in PROMPT_BY_DECISION:
        kind, more = PROMPT_BY_DECISION[kind](state, owner, data)
        facts.update(more)
    if state.frames[-1][0] in OPTIONS_BY_DECISION and view["seat"] in deciders:
        moves = DECISIONS[state.frames[-1][0]].moves(state, view["seat"])
        kind, more = OPTIONS_BY_DECISION[state.frames[-1][0]](state, view["seat"], kind, moves)
        facts.update(more)
    return kind, deciders, facts


ROLL_NAME_BY_PURPOSE = {"trace": "trace roll", "attack": "attack roll", "test": "roll for the test"}


def cited_rules(rules: Rules, view: View, usual: Sequence[str]) -> tuple[str, ...]:
    """Return the rules below a prompt. A line's question cites the rule of the card or tile that prints it."""
    if view["frames"][-1][0] == "launch" and NO_MATCH_RULE in usual:
        return _rules_without_launch(rules, view, usual)
    if view["frames"][-1][0] == "combat" and "combat.alternate" in usual:
        final = rulings_of(rules.config)["ruling.combat.pass"] == "final"
        return (*usual, "ruling.combat.pass") if final else tuple(usual)
    if view["frames"][-1][0] == "district" and _is_distance_replaced(rules, view):
        return (*usual, "ruling.move.effect-range")
    keys = [data[0] for kind, _, data in view["frames"] if kind == "effect"]
    if view["frames"][-1][0] not in QUESTIONS_OF_LINES or not keys:
        return tuple(usual)
    return (running.rule_of(State(rules, Chance(0)), str(keys[-1])),)


def _is_distance_replaced(rules: Rules, view: View) -> bool:
    """Tell if the current tile's effect moves a player a different distance than it prints."""
    state = shared_imagined_state(rules, view)
    _, owner, (start, _) = state.frames[-1]
    place = district.effect_place(state, owner, start)
    return place in state.up and _is_printed_distance_replaced(
        state, state.rules.lines[line_keys.tile(state.tiles[place])]
    )


def _rules_without_launch(rules: Rules, view: View, usual: Sequence[str]) -> tuple[str, ...]:
    """Return why a player can't launch anything: reasons against matching patterns, or that none matches."""
    reasons = pattern_list.rules_in_the_way(shared_imagined_state(rules, view), view["seat"]) or (NO_MATCH_RULE,)
    return tuple(
        dict.fromkeys(
            rule
            for rule_or_nowhere in usual
            for rule in (reasons if rule_or_nowhere == NO_MATCH_RULE else (rule_or_nowhere,))
        )
    )


NO_MATCH_RULE = "pattern.exact"  # the reason if no pattern matches the launcher
QUESTIONS_OF_LINES = ("offer", "choose", "pick-player")


def _seats_text(state: State, seats: Sequence[int], you: int | None) -> Seat:
    """Return the deciding seats' names, or just “you” for a viewer among them."""
    if you in seats:
        return seat_or_you("you", True)
    return list_seats(naming.seat_name(state, seat) for seat in seats)


Prompt = tuple[str, Facts]


def _plan_prompt(state: State, owner: int, data: Data) -> Prompt:
    """Return the prompt of a Planning window. If nobody rolls for trace, the first window is only a start."""
    window = planning.Window(*data)
    if window.name == planning.BEGIN and not planning.has_trace_roll_ahead(state, owner):
        return "plan-start", {}
    return f"plan-{window.name}", {}


def _count_prompt(kind: str) -> Callable[[State, int, Data], Prompt]:
    return lambda state, owner, data: (kind, {"count": data[0]})


def _line_prompt(kind: str) -> Callable[[State, int, Data], Prompt]:
    """Return a prompt for a running line's decision, with the name of its card."""

    def told(state: State, owner: int, data: Data) -> Prompt:
        key = running.running_key(state)
        more: Facts = {"key": naming.line_name(state, key)}
        at = running.top_line(state)
        if kind == "offer" and at >= 0:
            more["what"] = refusal_words.offer_in_words(state, running.Run(*state.frames[at][2]))
        return kind, more

    return told


def _roll_prompt(state: State, owner: int, data: Data) -> Prompt:
    dice = naming.dice_in_words(data[1])
    if data[0] == "attack" and state.ruling["ruling.reroll.dice"] == "any":
        dice = f"{dice}, {_enemy_dice_text(state, owner)}"
    return f"roll-{data[0]}", {"dice": dice}


def _enemy_dice_text(state: State, seat: int) -> str:
    """Return the number die and the symbol die in words; the number die may be on an enemy."""
    now = fight_state.fight_of(state, seat)
    assert now is not None
    placed = now.stage != fight_state.ROLLED
    number = "blank" if now.number < 0 or (not placed and not now.number) else str(now.number)
    if placed and now.number >= 0:
        number = f"on {naming.enemy_name(state, state.enemies[seat][now.number][0])}"
    return f"number die {number} and symbol die {now.symbol}"


def _combat_prompt(state: State, owner: int, data: Data) -> Prompt:
    stage, dice, number = data[0], data[1], data[2]
    if stage == "prepare":
        return "combat-prepare", {"count": len(dice)}
    top = state.enemies[owner][0][0] if state.enemies[owner] else ""
    facts: Facts = {"dice": naming.dice_in_words(dice), "enemy": naming.enemy_name(state, top) if top else "no enemy"}
    if number < 0 and not dice:
        return "combat-over", facts
    return ("combat-fight" if number >= 0 else "combat-alone"), facts


def _test_prompt(state: State, owner: int, data: Data) -> Prompt:
    """Return the prompt of a test, which warns a lone player whose tokens can't pass it."""
    trial = token_tests.Trial(*data)
    dice = token_tests.count_dice(state, owner, trial.letter) if owner >= 0 else 0
    most = trial.total + dice * max(token_tests.SUCCESSES_BY_FACE.values())
    alone = owner == trial.starter and not trial.waiting
    facts: Facts = {"token": naming.token_name(trial.letter), "number": trial.number, "count": trial.total}
    facts["most_dice"] = _most_dice_text(state, owner, trial)
    if owner >= 0 and token_tests.rolls_later(state, trial):
        return "test-later", facts
    return ("test-short", {**facts, "most": most}) if alone and most < trial.number else ("test", facts)


def _most_dice_text(state: State, seat: int, trial: token_tests.Trial) -> str:
    """Return the limit on dice for a player with tokens for more; empty otherwise."""
    if seat < 0:
        return ""
    dice = token_tests.count_dice(state, seat, trial.letter)
    return f", at most {dice}" if dice < len(token_tests.fitting_slots(state, seat, trial.letter)) else ""


def _goals_prompt(state: State, owner: int, data: Data) -> Prompt:
    return "goals", {"chances": " ".join(goal_chances_in_words(state, owner))}


def _activity_prompt(state: State, owner: int, data: Data) -> Prompt:
    """Return the prompt of the activity step, which warns if activities only add more than the card needs."""
    deciders = activity.DECISIONS["activity"].deciders(state, state.frames[-1])
    possible = {number for seat in deciders for number in activity.possible_activities(state, seat)}
    kinds = {activity.surplus_token(state, number) for number in possible}
    if not possible or "" in kinds:
        return "activity", {}
    return "activity-enough", {"what": " and ".join(f"{kind} tokens" for kind in sorted(kinds))}


def _heist_prompt(state: State, owner: int, data: Data) -> Prompt:
    total = sum(state.rules.content.rewards[reward].number for reward in data[1])
    return "heist", {"number": data[0], "count": total}


def _offered_prompt(state: State, owner: int, data: Data) -> Prompt:
    seat, _, give, ask = data
    card_texts = [
        ", ".join(naming.ability_name(state, f"aug.{card}") for card in cards) or "nothing" for cards in (give, ask)
    ]
    return "offered", {"partner": naming.seat_name(state, seat), "give": card_texts[0], "ask": card_texts[1]}


def _trade_prompt(state: State, owner: int, data: Data) -> Prompt:
    return "trade", {"partner": naming.seat_name(state, data[1])}


def _prepare_prompt(state: State, owner: int, data: Data) -> Prompt:
    return "prepare", {"tokens": naming.tokens_in_words(data[0])}


def _move_prompt(state: State, owner: int, data: Data) -> Prompt:
    if data[0]:
        return "move-bot", {}
    if state.bot_used:
        return "stay-as-bot" if state.tally[owner].get("bot-free") else "move-as-bot", {}
    return "move" if state.rules.traced else "move-untraced", {}


def _inhabit_prompt(state: State, owner: int, data: Data) -> Prompt:
    moves = {move[0] for move in bodies.DECISIONS["inhabit"].moves(state, owner)}
    return "inhabit" if {"swap", "take"} <= moves else "inhabit-two" if "swap" in moves else "inhabit-take", {}


def _inari_prompt(state: State, owner: int, data: Data) -> Prompt:
    if not extra_gains.has_room_for_exp(state, owner):
        return "inari-full", {"count": state.exp[owner]}
    return "inari-one" if state.ruling["ruling.inari.many"] == "one" else "inari", {}


def _program_prompt(state: State, owner: int, data: Data) -> Prompt:
    """Return the prompt of a program. Some effects only switch tokens diagonally."""
    return "program-askew" if data[1] else "program", {"count": data[0]}


def _district_prompt(state: State, owner: int, data: Data) -> Prompt:
    if district.DECISIONS["district"].refuse(state, owner, ("district",)) is not None:
        return "district-else", {}
    tile = state.tiles[district.effect_place(state, owner, data[0])]
    line = state.rules.lines[line_keys.tile(tile)]
    what = words.in_one_sentence(refusal_words.printed_sentences(state, line))
    if _is_printed_distance_replaced(state, line):
        what = f"{what}; here that is your MOV, {moving.move_range(state, owner)}"
    return "district-again" if data[1] else "district", {"tile": naming.tile_name(state, tile), "what": what}


def _is_printed_distance_replaced(state: State, line: Line) -> bool:
    """Tell if a ruling replaces the distance that a line prints for a move."""
    printed = any(act.verb == "move" and act.args for act in line.acts())
    return printed and state.ruling["ruling.move.effect-range"] == "mov"


def _event_prompt(kind: str) -> Callable[[State, int, Data], Prompt]:
    return lambda state, owner, data: (kind, {"event": f"“{naming.ability_name(state, f'event.{data[0]}')}”"})


def _order_prompt(state: State, owner: int, data: Data) -> Prompt:
    number, order, bury = data
    return ("order-bury", {"count": bury - len(order)}) if bury else ("order", {"count": number})


def _line_goes_prompt(state: State, owner: int, data: Data) -> Prompt:
    return "pick-line", {"line": data[0]}


PROMPT_BY_DECISION: dict[str, Callable[[State, int, Data], Prompt]] = {
    "plan": _plan_prompt,
    "move": _move_prompt,
    "inhabit": _inhabit_prompt,
    "inari": _inari_prompt,
    "program": _program_prompt,
    "district": _district_prompt,
    "event-met": _event_prompt("event-met"),
    "event-price": _event_prompt("event-price"),
    "roll": _roll_prompt,
    "combat": _combat_prompt,
    "activity": _activity_prompt,
    "test": _test_prompt,
    "goals": _goals_prompt,
    "heist": _heist_prompt,
    "trade": _trade_prompt,
    "offered": _offered_prompt,
    "prepare": _prepare_prompt,
    "pick-line": _line_goes_prompt,
    "order": _order_prompt,
    "offer": _line_prompt("offer"),
    "choose": _line_prompt("choose"),
    "pick-player": _line_prompt("pick-player"),
    **{kind: _count_prompt(kind) for kind in ("wounds", "pick-dump", "pick-discard", "pick-type", "pick-lock", "go")},
}


# -- open ways for the deciding player ---------------------------------------------------------------------------------


Moves = Sequence[Move]


def _plan_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    if kind != "plan-program":
        return kind, options_in_prompts.planning_options(moves)
    return _program_step_prompt(state, seat, moves), options_in_prompts.program_options(moves)


def _program_step_prompt(state: State, seat: int, moves: Moves) -> str:
    """Return the prompt for what is left of a player's Program step: moves, upgrades, or only its end."""
    underway = planning.is_step_underway(state, seat)
    if not state.moves_left[seat]:
        return "plan-over" if underway else "plan-programmed"
    if ("done",) not in moves:
        return "plan-must"
    if not any(move[0] in planning.MOVING_VERBS for move in moves):
        return _stuck_prompt(state, seat)
    return "plan-programming" if underway else "plan-program"


def _stuck_prompt(state: State, seat: int) -> str:
    """Return the prompt if nothing can be moved. Rulings against moving tokens come before those on plain slots."""
    grid, here = state.grid[seat], launcher.handling_at(state)
    if not launcher.possible_steps(grid, launcher.USUAL_HANDLING):
        return "plan-stuck"
    corrupted = here.stuck and any(token in here.stuck for token in grid)
    freed = launcher.possible_steps(grid, here._replace(light_only=None))
    return "plan-stuck-corrupted" if corrupted and not freed else "plan-stuck-dark"


def _roll_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    _, owner, data = state.frames[-1]
    facts = options_in_prompts.roll_options(state, seat, moves)
    if seat != owner:
        return "roll-of-another", {
            **facts,
            "owner": naming.seat_name(state, owner),
            "what": ROLL_NAME_BY_PURPOSE[data[0]],
        }
    unaltered = data[0] == "trace" and not rolling.ALTER.can_be_altered(state)
    return "roll-trace-equip" if unaltered else kind, facts  # only an upgrade could change that


def _combat_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    if kind == "combat-over":
        return kind, {}
    blank = fight_state.NOT_PLACED in state.used[seat] and fight_state.BLANK not in state.used[seat]
    if kind == "combat-alone" and blank and ("reroll", "number") in moves:
        return "combat-blank", options_in_prompts.options_of_decision(moves, kind)
    facts = (
        options_in_prompts.options_before_attack(moves)
        if kind == "combat-prepare"
        else options_in_prompts.options_of_decision(moves, kind)
    )
    rerolls = kind == "combat-fight" and any(move[0] == "reroll" for move in moves)
    return "combat-reroll" if rerolls else kind, facts


def _wounds_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    """Return the prompt for wounds, with the reason if no shields can be spent."""
    count = state.frames[-1][2][0]
    facts = options_in_prompts.options_of_decision(moves, kind, "suffer it" if count == 1 else "suffer them")
    if any(move[0] == "shield" for move in moves):
        return kind, facts
    return "wounds-spent" if state.has(seat, "shield") else "wounds-bare", facts


def _launch_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    can_launch = any(move[0] == "launch" for move in moves)
    return "launch" if can_launch else "launch-none", options_in_prompts.options_of_decision(moves, "launch")


def _move_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    """Return the prompt for a move, which says so if no other tile is in reach."""
    if kind in ("move-bot", "stay-as-bot") or any(move[0] == "move" for move in moves):
        return kind, {}
    return "move-nowhere", {
        "who": "The BOT" if kind == "move-as-bot" else "You",
        **options_in_prompts.options_of_decision(moves, "move"),
    }


def _activity_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    can_act = any(move[0] == "act" for move in moves)
    return (kind, {}) if can_act else ("activity-none", options_in_prompts.options_of_decision(moves, "activity"))


def _test_options(state: State, seat: int, kind: str, moves: Moves) -> Prompt:
    """Return the prompt for a test; the options change once a token is put in."""
    if ("roll",) not in moves:
        return kind, {}
    trial = token_tests.Trial(*state.frames[-1][2])
    dice = token_tests.count_dice_put_in(state, trial)
    return kind.replace("test", "test-put"), options_in_prompts.test_options(
        moves, dice, token_tests.rolls_later(state, trial)
    )


OPTIONS_BY_DECISION: dict[str, Callable[[State, int, str, Moves], Prompt]] = {
    "plan": _plan_options,
    "roll": _roll_options,
    "combat": _combat_options,
    "wounds": _wounds_options,
    "launch": _launch_options,
    "move": _move_options,
    "activity": _activity_options,
    "test": _test_options,
}
