"""The top row, the scenario card with its blocks, and in versus the goals."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import LENGTHS, TIME_TOP
from tabletop_kernel.games.tamashii.lines import counting, running
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Card
from tabletop_kernel.games.tamashii.phases import activity
from tabletop_kernel.games.tamashii.state import PHASES, Rules
from widgets.games.tamashii import standings
from widgets.games.tamashii.look import Look
from widgets.launcher_parts import Block, Plot, Section, Stat
from widgets.look import count
from widgets.scene import Item, Items, Part, Track, item

STEPS = {"move": "move", "district": "district", "launch": "launch"}
PHASE_RULE = {"planning": "plan.steps", "action": "act.order", "combat": "combat.order", "quest": "quest.steps"}
BEGIN: dict[str, Move] = {"planning": (), "action": ("stay",), "combat": ("roll",), "quest": ("act", 0)}
COUNTED = {  # what a card may ask for and nothing else on the table shows
    "defeated since card": "defeated since this card came into play",
    "tiles revealed": "tiles revealed",
}
TIMES = "times set"  # under which name they are kept with the rules of a table
TOKENS = {"success": "success tokens", "ascend": "ascend tokens"}


def top(look: Look) -> list[Part]:
    """Phases and time."""
    return [_phases(look), _time(look)] if look.view["turn"] else []


def _phases(look: Look) -> Items:
    now = PHASES.index(look.view["phase"]) if look.view["phase"] in PHASES else -1
    lines = []
    for number, name in enumerate(PHASES):
        step = STEPS.get(look.step, "") if number == now and name == "action" else ""
        text = name.capitalize() + (f" · {step}" if step else "")
        label = f"Phase {number + 1} of turn {look.view['turn']}: {text}"
        attempt: Move = BEGIN[name] if number > now and look.asks_me and BEGIN[name] not in look.legal else ()
        piece = look.piece(f"phase:{name}", label, attempt=attempt, rule=PHASE_RULE[name])
        made = item(piece, text=text, now=number == now)
        made |= {"glyph": "tick"} if number < now else {"figure": str(number + 1)}
        lines.append(made)
    return {"part": "list", "place": "top", "zone": "phases", "across": True, "items": lines}


def _time(look: Look) -> Track:
    time = look.view["time"]
    finish, rule = _at_zero(look)
    return {
        "part": "track",
        "place": "top",
        "zone": "time",
        "title": "Time",
        "share": True,
        "label": f"Time {time}.",
        "figure": str(time),
        "spaces": [str(number) for number in range(_most_time(look) + 1)],
        "trackers": [{"at": time}],
        "finish": finish,
        "piece": look.piece("marker:time", f"Time {time}. {finish}", rule=rule),
    }


def _at_zero(look: Look) -> tuple[str, str]:
    """What happens when no time is left, and by which rule."""
    if look.rules.mode == "versus":
        return "At 0, the game ends.", "comp.end"
    if look.ruling["ruling.end.time-zero"] == "lost":
        return "At 0, the scenario is lost.", "ruling.end.time-zero"
    return "The scenario card says what happens at 0.", "quest.world"


def _most_time(look: Look) -> int:
    """The highest slot that time can be set to at this table: the others are not drawn."""
    rules = look.rules
    if rules.scenario is None:
        return max(LENGTHS.values())
    if TIMES not in rules.more:
        rules.more[TIMES] = [*_times_set(rules)]
    return min(TIME_TOP, max(int(number) for number in (look.view["time"], *rules.more[TIMES])))


def _times_set(rules: Rules) -> Iterator[int]:
    """What the cards set time to."""
    acts = (act for key, line in rules.lines.items() if key.startswith("card.") for act in line.acts())
    yield from (act.args[0].of(rules.players) for act in acts if act.verb == "set-time")


# -- the scenario ------------------------------------------------------------------------------------------------------


def scenario(look: Look) -> list[Part]:
    """The active card, or in versus the goals."""
    if look.rules.mode == "versus":
        return [goals(look) if look.view["turn"] else _before_the_first_turn(look)]
    card = look.state.plot()
    return [_plot(look, card)] if card is not None else []


def _plot(look: Look, card: Card) -> Plot:
    piece = look.piece("plot", f"{card.name}, scenario card {card.code}", rule="scen.one-plot")
    look.readable(piece, f"Read {card.name}")
    return {
        "part": "plot",
        "place": "beside",
        "zone": "card",
        "tab": "Scenario",
        "title": "Scenario card",
        "name": card.name,
        "code": card.code,
        "card": piece,
        "sections": [*_sections(look, card)],
        "stats": [*_stats(look, card)],
    }


def _sections(look: Look, card: Card) -> Iterator[Section]:
    if card.ends:
        text = "The scenario is won." if card.ends == "won" else "The scenario is lost."
        piece = look.piece("block:end", text, rule="end.scenario")
        yield {"label": "The end", "blocks": [{**piece, "text": text}]}  # type: ignore[typeddict-item]
    if card.pattern:
        where = f"if {look.tests(card.pattern_where)}: " if card.pattern_where else ""
        text = f"{where}{look.line(line_keys.card(card.code, 'pattern'))}"
        piece = look.piece("block:pattern", f"Its pattern: {text}", rule="pattern.other-places")
        yield {"label": "Its pattern", "blocks": [{**piece, "text": text}]}  # type: ignore[typeddict-item]
    if card.activities:
        yield {"label": "Player activity", "blocks": [_activity(look, card, n) for n in range(len(card.activities))]}
    if card.world:
        yield {"label": "World activity", "blocks": [*_world(look, card)]}
    if look.view["turn"] <= 1 and not card.ends:
        text = f"The scenario is won or lost when a card says so.{POOL[look.ruling['ruling.end.cd-empty']]}"
        piece = look.piece("block:aim", text, rule="end.scenario")
        yield {"label": "How it ends", "blocks": [{**piece, "text": text}]}  # type: ignore[typeddict-item]


POOL = {
    "short": " If you must gain more corrupted tokens than are left, you lose, unless a special rule says otherwise.",
    "empty": " If no corrupted tokens are left, you lose, unless a special rule says otherwise.",
    "sheet": "",
}


def _activity(look: Look, card: Card, number: int) -> Block:
    """What players may do in the Quest phase; marked where whoever looks could do it as things stand."""
    one = card.activities[number]
    where = look.tests(one.where) if one.where else ""
    text = look.line(line_keys.card(card.code, "activity", number))
    attempt: Move = look.unless_legal(("act", number)) if look.me is not None and look.kind != "over" else ()
    head = f"If {where}:" if where else "Anywhere:"
    piece = look.piece(f"block:act:{number}", f"{head} {text}", [("act", number)], attempt, "quest.activity")
    able = look.seated and look.kind != "over" and activity.refuse_activity(look.state, look.whose, number) is None
    made: Block = {**piece, "head": head, "text": text}  # type: ignore[typeddict-item]
    if able and look.previews:
        made["now"] = True
    if look.previews and (kind := activity.surplus_token(look.state, number)):
        made["text"] = f"{text} (it has enough {kind} tokens)"
    return made


def _world(look: Look, card: Card) -> Iterator[Block]:
    """The blocks from top to bottom; those are marked that would happen if it were read now."""
    met = False
    first_only = look.ruling["ruling.quest.blocks"] == "first-true"
    for number, one in enumerate(card.world):
        true = running.holds(look.state, look.view["first"], one.tests) if one.tests else not met
        head = f"If {look.tests(one.tests)}:" if one.tests else "Otherwise:"
        text = look.line(line_keys.card(card.code, "world", number))
        piece = look.piece(
            f"block:world:{number}", f"{head} {text}", rule="quest.if-true" if one.tests else "quest.if-false"
        )
        made: Block = {**piece, "head": head, "text": text}  # type: ignore[typeddict-item]
        if true and look.previews and not (met and first_only) and look.kind != "over":
            made["now"] = True
        met = met or true
        yield made


def _stats(look: Look, card: Card) -> Iterator[Stat]:
    """What lies on the card, what it counts, and how many corrupted tokens are left."""
    left = look.view["corrupted"]
    piece = look.piece("corrupted", f"{count(left, 'corrupted token')} left in the pool", rule="scen.cd-pool")
    yield {**piece, "figure": str(left), "text": "corrupted left"}
    for name, text in TOKENS.items():
        number = look.view["on_card"].get(name, 0)
        if number:
            piece = look.piece(
                f"on-card:{name}", f"{count(number, text.removesuffix('s'))} on the card", rule="scen.special-rules"
            )
            yield {**piece, "figure": str(number), "text": text if number > 1 else text.removesuffix("s")}
    asked = {test.left for one in card.world for test in one.tests}
    for name, text in COUNTED.items():
        if name in asked:
            number = counting.COUNT_BY_PHRASE[name](look.state, look.view["first"])
            piece = look.piece(f"counted:{name}", f"{number} {text}", rule="quest.if-true")
            yield {**piece, "figure": str(number), "text": text}


# -- versus ------------------------------------------------------------------------------------------------------------


def goals(look: Look) -> Items:
    """The goals on the table, the next one, and those that players have taken."""
    view = look.view
    lines = [_goal(look, goal, f"goal:{goal}", "") for goal in view["goals"]]
    if view["goal_deck"] and view["goal_deck"][0] in look.rules.content.goals:
        lines.append(_goal(look, view["goal_deck"][0], "goal:next", "comes next: "))
    for seat in look.seats:
        lines += _taken(look, seat)
    lines += standings.lines(look)
    made: Items = {
        "part": "list",
        "place": "beside",
        "zone": "goals",
        "tab": "Goals",
        "title": "Goals",
        "rule": "comp.goal-take",
        "items": lines,
    }
    if view["turn"] <= 1:  # later it is known, and the room is needed
        made["lead"] = standings.what_counts(look)
    return made


def _before_the_first_turn(look: Look) -> Items:
    """While the table is being set up: what it will all be about."""
    piece = look.piece("points", "What scores points", rule="comp.goal")
    line = item(piece, text="Have the most points", note=standings.what_counts(look))
    return {"part": "list", "place": "beside", "zone": "goals", "title": "How to win", "items": [line]}


def _goal(look: Look, goal: str, name: str, before: str) -> Item:
    card = look.rules.content.goals[goal]
    tries = look.kind == "goals" and look.me in look.asked and not before
    attempt: Move = look.unless_legal(("attempt", goal)) if tries else ()
    label = f"{before}{card.name}, {count(card.vp, 'point')}: {card.text}"
    piece = look.piece(name, label, [] if before else [("attempt", goal)], attempt, "comp.goal-take")
    return item(piece, text=f"{before.capitalize()}{card.name}", figure=f"{card.vp} VP", note=card.text)


def _taken(look: Look, seat: int) -> Iterator[Item]:
    """Goals that somebody has taken: everybody saw which, but their points lie face down until the end."""
    over = look.kind == "over"
    for goal in look.view["goals_taken"][seat]:
        card = look.rules.content.goals[goal]
        whose = "Yours" if seat == look.me else look.name(seat)
        text = f"{whose}: {card.name}" + (f", {count(card.vp, 'point')}" if over else "")
        label = text if over else f"{text}, face down until the end"
        piece = look.piece(f"taken:{seat}:{goal}", label, rule="comp.goal-hidden")
        yield item(piece, text=text, glyph="tick" if over else "covered")
