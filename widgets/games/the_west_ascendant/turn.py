"""The turn card with its eight steps, and what the step that is going on is about."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_west_ascendant.content import MADE
from tabletop_kernel.games.the_west_ascendant.names_and_moves import key_name
from tabletop_kernel.games.the_west_ascendant.previews import Payment, Preview
from tabletop_kernel.games.the_west_ascendant.steps import PRINTED_NAMES
from widgets.games.the_west_ascendant.look import KIND_SIGN, Look
from widgets.look import count
from widgets.scene import Head, Item, Items, Part, Sum, TallyPart, item

ZONE = "now"  # what lessons call the part beside the table, whatever it shows
RULE = {
    "prime": "prime.when",
    "choose": "turn.one-choice",
    "trigger": "trigger.when",
    "reaction": "reaction.when",
    "gate": "gate.when",
    "refill": "refill.five",
    "check": "end.check",
    "pass": "turn.pass",
}


def turn_card(look: Look) -> Items:
    """The eight steps as they come at this table; at dusk the cards that are left in large type."""
    view = look.view
    dusk, one_day = bool(view["dusk"]), look.ruling["ruling.turncard-sides"] == "single-day"
    steps = sorted(RULE, key=look.rules.number.__getitem__)
    part: Items = {
        "part": "list",
        "place": "top",
        "zone": "turn",
        "across": True,
        "title": "Dusk, cards left" if dusk else "Turn" if one_day else "Day",
        "rule": "deck.dusk" if dusk else "turn.steps",  # its title must be short: the card is one line
        "items": [_step(look, number, PRINTED_NAMES[step], RULE[step]) for number, step in enumerate(steps, 1)],
    }
    if dusk:
        part["figure"] = str(view["deck"])
    return part


def _step(look: Look, number: int, name: str, rule: str) -> Item:
    now = look.view["step"]
    when = "now" if number == now else "done" if number < now else "to come"
    piece = look.piece(f"step:{number}", f"Step {number}, {name}, {when}", rule=rule)
    return item(piece, text=name, figure=str(number), now=number == now, glyph="tick" if number < now else "")


def at_hand(look: Look) -> list[Part]:
    """The part beside the table: costs of the choices, effects that wait, the end of the turn; nothing at the end."""
    if look.kind == "over":
        return []
    if look.costs:
        return [costs(look)]
    if look.step_of_effects() or look.running():
        return [effects(look)]
    if look.kind == "gate" and look.me == look.decider:
        return [_gates(look)]
    return [_choices(look)]


# -- what each choice of step 2 costs ----------------------------------------------------------------------------------


def costs(look: Look) -> TallyPart:
    """Every choice with what it takes from the other player: PULSE and RADIATE side by side, and never both."""
    rows = [*_all_rows(look), *_two_row(look), *_build_rows(look)]
    columns: list[Head] = [
        {"title": "cards", "rule": "facility.loss"},
        {"title": "PULSE", "rule": "facility.pulse"},
        {"title": "RADIATE", "rule": "radiate.when"},
        {"title": "Loci", "rule": "trigger.when"},
        {"title": "all", "rule": "points.only-lose"},
    ]
    other = look.other
    return {
        "part": "tally",
        "place": "beside",
        "zone": ZONE,
        "title": f"What {other} would lose",
        "columns": columns,
        "rows": rows,
        "note": "Click a line to choose it."
        + " The card under a top Locus may add to the loss." * bool(look.moves("locus")),
    }


def _all_rows(look: Look) -> list[Sum]:
    found = []
    for move in look.moves("all"):
        name = str(move[1])
        text = look.several(name, look.view["middle"].count(name))
        found.append(_row(look, f"cost:all-{name}", text, [move], look.rules.cites[f"{name}.pulse"]))
    return found


def _two_row(look: Look) -> list[Sum]:
    pairs = look.moves("two")
    return [_row(look, "cost:two", "Any two", pairs, "facility.any-two")] if pairs else []


def _build_rows(look: Look) -> list[Sum]:
    loci, engines = look.rules.content.loci, look.rules.content.engines
    built = [(str(move[1]), move) for move in look.moves("locus")]
    found = [_row(look, f"cost:locus-{locus}", loci[locus].name, [move], "locus.pay") for locus, move in built]
    if look.moves("city") and look.me is not None:
        name = engines[look.view["engine"][look.me]].name
        found.append(_row(look, "cost:city", name, look.moves("city"), "city.result"))
    return found


def _row(look: Look, name: str, text: str, moves: list[Move], rule: str) -> Sum:
    """A choice, or several that differ in cards alone; where they differ in cost, from the least to the most."""
    found = [_figures(look.costs[move]) for move in moves]
    figures = [_range([figures[column] for figures in found]) for column in range(len(found[0]))]
    label = look.phrase(moves[0]) if len(moves) == 1 else f"{text}: {look.other} loses {figures[-1]} in all"
    piece = look.piece(name, label, moves, rule=rule)
    return {"label": text, "figures": figures, "piece": piece}


def _figures(cost: Preview) -> list[int]:
    """Cards, PULSE, RADIATE, Triggers, in all."""
    named = {"cards": 0, "PULSE": 1, "RADIATE": 2}
    figures = [0, 0, 0, 0]
    for part in cost.parts:
        figures[named.get(part.text, 3)] += part.points
    return [*figures, cost.total]


def _range(figures: list[int]) -> str:
    least, most = min(figures), max(figures)
    return f"{least}–{most}" if least != most else str(most) if most else "–"


# -- effects that wait or are running ----------------------------------------------------------------------------------

TITLES = {"prime": "Primes", "trigger": "Triggers", "reaction": "Reaction", "gate": "Doppelgate"}


def _title(look: Look, step: str) -> str:
    """«Step 3: Triggers»"""
    return f"Step {look.rules.number[step]}: {TITLES[step]}"


def _effects_title(look: Look, step: str, reaction: bool) -> str:
    if step == "radiate":
        return "Doppelgates RADIATE"
    return _title(look, "reaction") if reaction else _title(look, step) if step else "Happening now"


def effects(look: Look) -> Items:
    """What waits, what is done, what does nothing and why; those that can be chosen next have the outline."""
    step, running = look.step_of_effects(), look.running()
    waiting = look.view["waiting"]
    listed = [one["key"] for one in waiting]
    items = [_waiting(look, step, one, running) for one in waiting]
    items += [_void(look, locus) for locus in _counting(look, step) if locus not in listed]
    items += [_running(look, key) for key in running if key not in listed]
    reaction = bool(running) and running[0].startswith("turn.")
    part: Items = {
        "part": "list",
        "place": "beside",
        "zone": ZONE,
        "title": _effects_title(look, step, reaction),
        "items": items,
    }
    if len(waiting) > 1:
        part["note"] = "In any order, each once."
        part["rule"] = "radiate.all" if step == "radiate" else f"{step}.order"
    return part


def _counting(look: Look, step: str) -> list[str]:
    """The Loci of the step's kind that are in play for the active player."""
    if step not in ("prime", "trigger"):
        return []
    if step == "trigger" and look.ruling["ruling.trigger-when"] == "declared":
        return list(look.view["declared"])
    tops = [deck[0] for deck in look.view["loci"] if deck]
    loci = [*tops, *look.view["zone"][look.view["active"]]]
    return [locus for locus in loci if (locus in look.rules.prime) == (step == "prime")]


def _waiting(look: Look, step: str, one: dict[str, object], running: list[str]) -> Item:
    key, done = str(one["key"]), bool(one["done"])
    now = done and key in running
    state = _under_way(look) if now else "was used" if done else _before_use(look, key, bool(one["does"]))
    zone = f"in {look.whose(look.view['active'])} Zone"
    place = {"zone": zone, "top": "on top of a deck", "deck": "in a Locus deck"}[str(one["from"])]
    can: list[Move] = [("use", str(one["id"])), *([("do",)] if now else [])]
    return _item(look, key, can, f"It is {place} and {state}.", now, done)


def _before_use(look: Look, key: str, does: bool) -> str:
    """That an effect waits; if it would do nothing now, why."""
    if does:
        return "waits to be used"
    tests = any(step.tests for step in look.rules.effects[key].steps)
    return f"would do nothing now: {'its “if” is not true' if tests else 'there is nothing for it to do'}"


def _void(look: Look, locus: str) -> Item:
    name, rule = key_name(look.rules, locus), "effect.condition"
    piece = look.piece(f"effect:void-{locus}", f"{name} does nothing", rule=rule)
    note = f"It does nothing: its “if” was not true for this action. {look.text(locus)}"
    return item(piece, text=name, glyph=_glyph(look, locus), note=note, cite=rule)


def _running(look: Look, key: str) -> Item:
    return _item(look, key, [("do",)], f"It {_under_way(look)}.", True, False)


def _under_way(look: Look) -> str:
    return "can be used or declined now" if look.kind == "offer" else "is being used"


def _item(look: Look, key: str, can: list[Move], state: str, now: bool, done: bool) -> Item:
    rule = look.rules.cites[key]
    name = key_name(look.rules, key).removeprefix("the ").removeprefix("a ")
    text = name[:1].upper() + name[1:]
    note = f"{state} {look.text(key)}"
    piece = look.piece(f"effect:{key}", f"{text}. {note}", can, rule=rule)
    made = item(piece, text=text, glyph=_glyph(look, key), note=note, cite=rule, now=now)
    if not now:
        made["boxes"], made["ticked"] = 1, int(done)
    return made


def _glyph(look: Look, key: str) -> str:
    if key in look.rules.content.loci:
        return KIND_SIGN[look.rules.content.loci[key].kind]
    name, _, what = key.rpartition(".")
    if what == "pulse":
        return look.sign(name)
    return "gate" if what == "radiate" else "swap" if name == "turn" else "city"


# -- the other moments -------------------------------------------------------------------------------------------------


def _gates(look: Look) -> Items:
    """The end of the turn: which sets make a Doppelgate, or what is missing for one."""
    items = [_set(look, name) for name in _sets(look)] or [_no_gate(look)]
    part: Items = {"part": "list", "place": "beside", "zone": ZONE, "title": _title(look, "gate"), "items": items}
    part["rule"] = "gate.when"
    return part


def _sets(look: Look) -> list[str]:
    """The types that pay for a Doppelgate, by the hand: while a lesson asks something, no move is legal.

    Where a lesson does not tell what the hand pays for, only what can be done anyway.
    """
    payment = _gate_payment(look)
    if payment is None:
        return [str(move[1]) for move in look.moves("gate")]
    return [] if _closed(look) else list(payment.price)


def _gate_payment(look: Look) -> Payment | None:
    return next((one for one in look.payments if one.what == "gate"), None)


def _set(look: Look, name: str) -> Item:
    cost = look.rules.gate_cost
    text = look.several(name, cost)
    move: Move = ("gate", *[name] * cost)
    piece = look.piece(f"gate:{name}", f"Discard {text} to make a Doppelgate", [move], rule="gate.matching")
    at_once = look.ruling["ruling.radiate-when"] == "when-made"
    when = "It RADIATES when it is made." if at_once else "From your next turn on, it can RADIATE."
    note = f"{when} {look.text(f'{MADE}.radiate')}"
    return item(piece, text=text, glyph=look.sign(name), note=note, cite="gate.not-yet")


def _closed(look: Look) -> tuple[str, str] | None:
    """Why no hand could make a Doppelgate now, and the rule."""
    if look.view["made"] and look.ruling["ruling.gate-per-turn"] == "1":
        return "You made one this turn.", "gate.once"
    return None if look.view["deck"] else ("The Facility deck is empty.", "gate.deck-empty")


def _no_gate(look: Look) -> Item:
    """What stands against a Doppelgate; where nothing is told about the hand, no more than what one costs."""
    price, payment = f"It costs {look.rules.gate_cost} of one type", _gate_payment(look)
    text = "No Doppelgate now"
    if closed := _closed(look):
        why, rule = closed
    elif payment:
        why, rule = f"{price}: you lack {look.several(payment.missing[0], len(payment.missing))} more.", "gate.cost"
    else:
        text, why, rule = "A Doppelgate", f"{price}, from your hand.", "gate.cost"
    piece = look.piece("gate:none", f"{text}: {why}", rule=rule)
    return item(piece, text=text, glyph="gate", note=why, cite=rule)


def _offered(look: Look) -> tuple[tuple[str, str, str], ...]:
    """The choices of a turn, with what comes after them at this table."""
    how = look.ruling["ruling.radiate-when"]
    radiate = "all Doppelgates RADIATE"
    after = f"and its PULSE; {radiate}" if how == "with-pulse" else "and its PULSE"
    two = f"and {radiate}" if how == "no-pulse" else "and no PULSE"
    whole = look.ruling["ruling.two-same-type"] == "yes"
    built = "pay for a top Locus" + (f"; {radiate}" if how == "no-pulse" else "")
    return (
        ("FACILITY: all of one type", after, "facility.all-of-type"),
        (
            "FACILITY: any two",
            f"{two}, unless they are all the cards of one type in the middle" if whole else two,
            "facility.any-two",
        ),
        ("LOCUS", built, "locus.pay"),
        ("Cityengine", "once per game, for the price of its Plan", "city.instead"),
    )


def _choices(look: Look) -> Items:
    """What a turn is about, for those who are not choosing."""
    items = []
    for number, (text, note, rule) in enumerate(_offered(look)):
        piece = look.piece(f"choice:{number}", f"{text}, {note}", rule=rule)
        items.append(item(piece, text=text, note=note, cite=rule))
    part: Items = {"part": "list", "place": "beside", "zone": ZONE, "title": "One of these per turn", "items": items}
    part["rule"] = "turn.one-choice"
    if look.view["took"]:
        part["note"] = f"{count(len(look.view['took']), 'card')} taken this turn."
    return part
