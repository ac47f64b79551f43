"""What the decision at hand needs, before anything else: movement, a job under way, danger, a trade, an invitation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.deck_goes_west.cards.trade_offers import Proposal
from tabletop_kernel.games.deck_goes_west.jobs.dice_bonus import Bonus
from tabletop_kernel.games.deck_goes_west.jobs.jobs_in_words import job_with_x_in_words
from tabletop_kernel.games.deck_goes_west.jobs.language import ANY, KINDS
from tabletop_kernel.games.deck_goes_west.jobs.under_way import UNKNOWN, Doing, Gathered, Part, job_of
from tabletop_kernel.games.deck_goes_west.land.movement_points import MOVEMENT_NAMES
from tabletop_kernel.games.deck_goes_west.telling.words import goods_in_words, resource_name
from widgets.games.deck_goes_west.battle import sheet, threat
from widgets.games.deck_goes_west.look import Look
from widgets.games.deck_goes_west.signs import signs, step_signs
from widgets.look import count
from widgets.scene import Item, Items, item
from widgets.scene import Part as ScenePart

WAY_SIGN = {"walk": "walk", "climb": "climb", "sail": "sail", "rail": "train"}


def asked(look: Look) -> list[ScenePart]:
    """The parts that come to the front by themselves, the most urgent first."""
    found: list[ScenePart] = []
    if look.kind in _ASKED:
        title, rule, items = _ASKED[look.kind](look)
        found.append(_list(title, rule, items))
    if any(kind == "battle" for kind, _, _ in look.view["frames"]):
        found.append(sheet(look))
    elif look.kind == "act":
        found += threat(look)
    return found


def _list(title: str, rule: str, items: list[Item]) -> Items:
    return {"part": "list", "place": "beside", "zone": "you", "title": title, "rule": rule, "items": items}


Asked = tuple[str, str, list[Item]]  # a title, the rule behind it, and the lines


def _choice(look: Look, name: str, move: Move, **entry: Any) -> Item:
    """A move that is not on the table otherwise, as a line."""
    return item(look.item_for(move, name), **{"text": look.phrase(move), **entry})


def _choices(look: Look, *verbs: str) -> list[Item]:
    """The legal moves of these kinds, line by line."""
    return [_choice(look, f"choice:{'-'.join(map(str, move))}", move) for move in look.moves(*verbs)]


# -- jobs under way ----------------------------------------------------------------------------------------------------


def _job(look: Look) -> Asked:
    """The job with what is chosen in it: X, a kind of resource, a card of the hand."""
    doing = Doing(*look.state.frames[-1][2])
    seat = look.decider
    job = job_of(look.state, seat, doing.source, doing.n)
    text = job_with_x_in_words(job, doing.x, doing.paid) if doing.x != UNKNOWN and job.uses_x else look.job(job)
    is_card = doing.source in look.rules.cards
    again: Move = ("discard", doing.source) if is_card else ()
    attempt: Move = ("x", doing.x - 1) if job.uses_x and doing.x > 0 else again
    running = look.piece("running:0", f"Current job: {text}", attempt=attempt, rule="job.steps")
    lines = [item(running, text=text, now=True, signs=signs(job))]
    lines += [_kind(look, move) for move in look.moves("pay", "gain")]
    lines += [_number(look, job, move) for move in look.moves("x")]
    if look.moves("pay") and any(step.verb == "gain" and step.what == ANY for step in job.steps):
        then = look.piece("running:1", "Then you choose what you gain", attempt=("gain", KINDS[0]), rule="job.order")
        lines.append(item(then, text="Then you choose what you gain"))
    return look.source_name(seat, doing.source), "job.steps", [*lines, *_choices(look, "type")]


def _kind(look: Look, move: Move) -> Item:
    kind = str(move[1])
    have = look.view["stock"][look.decider][KINDS.index(kind)]
    return _choice(look, f"kind:{kind}", move, text=f"{resource_name(kind)} (you have {have})", glyph=kind)


def _number(look: Look, job: Any, move: Move) -> Item:
    """X, and what the job says with it."""
    x = int(move[1])
    return _choice(
        look, f"x:{x}", move, text=f"X = {x}", note=job_with_x_in_words(job, x) if x else "You pay and gain nothing."
    )


def _gather(look: Look) -> Asked:
    """The last steps that wait to be done together."""
    gathered = Gathered(*look.state.frames[-1][2])
    lines = []
    for n, part in enumerate(Part(*one) for one in gathered.parts):
        job = job_of(look.state, part.seat, part.source, part.n)
        name = look.source_name(part.seat, part.source)
        piece = look.piece(f"gathered:{n}", f"{name}: {look.job(job)}", rule="act.same-final")
        lines.append(item(piece, text=name, signs=step_signs(job.final), now=True))
    go = _choice(look, "choice:go", ("go",), glyph="play") if look.moves("go") else None
    title = "Move together" if look.kind == "carry" else "Combined jobs"
    return title, "trade.move" if look.kind == "carry" else "act.same-final", [*lines, *([go] if go else [])]


# -- movement and land -------------------------------------------------------------------------------------------------


def _moving(look: Look) -> Asked:
    """The movement that is left, and what can be done beside steps."""
    moving = look.moving
    assert moving is not None
    lines = []
    for n, (kind, number) in enumerate(moving.amounts()):
        text = f"Ride of {number}" if kind == "rail" else MOVEMENT_NAMES[str(kind)].capitalize()
        rule = "train.move" if kind == "rail" else "move.pool"
        piece = look.piece(f"pool:{n}", f"{text}, {number} left", attempt=_unless_legal(look, ("stop",)), rule=rule)
        lines.append(item(piece, text=text if kind == "rail" else f"{text}: {number}", glyph=WAY_SIGN[str(kind)]))
    whose = "Movement" if moving.whom == look.me else f"{look.name(moving.whom)}'s movement"
    rule = "reveal.decline-cost" if moving.tried else "move.free-stop"
    return whose, rule, [*lines, *_choices(look, "enter", "decline", "stop")]


def _telescope(look: Look) -> Asked:
    left = count(look.data[0], "tile")
    piece = look.piece("scope", f"Telescope: {left} to reveal, within 2 spaces", rule="scope.range")
    return "Telescope", "scope.one-by-one", [item(piece, text=f"{left} to reveal", glyph="scope", now=True)]


def _wagon(look: Look) -> Asked:
    return "The wagon", "ruling.wagon-move", _choices(look, "take-wagon", "leave-wagon", "ride-along", "stay", "stop")


# -- cards -------------------------------------------------------------------------------------------------------------


def _danger(look: Look) -> Asked:
    """A danger card is taken: onto which pile?"""
    kind, number = look.data[:2]
    text = count(number, f"{kind} card")
    without: Move = ("stop",) if look.data[2] == "move.leave-bandits" else ("pass",)
    taken = look.piece("taken", f"You take {text}", attempt=without, rule="cards.gain")
    lines = [item(taken, text=text[0].upper() + text[1:], glyph=kind, now=True)]
    lines += [_pile_line(look, move) for move in look.moves("put")]
    return f"Take {text}", "cards.gain", lines if look.me == look.decider else [_waiting(look, text)]


def _unless_legal(look: Look, move: Move) -> Move:
    """A move that a click tries because it is refused now."""
    return () if move in look.legal else move


def _waiting(look: Look, text: str) -> Item:
    piece = look.piece("waiting", f"{look.name(look.decider)} decides: {text}", rule="cards.gain")
    return item(piece, text=f"{look.name(look.decider)} decides", now=True)


def _pile_line(look: Look, move: Move) -> Item:
    """A pile with what it would mean: the top of the draw pile is drawn next, the discard pile waits for a shuffle."""
    pile, seat = str(move[1]), look.decider
    size = len(look.view[pile][seat])
    note = _when_drawn(look, seat) if pile == "draw" else _when_shuffled(look, seat)
    return _choice(look, f"put:{pile}", move, text=f"{look.phrase(move)} ({size})", note=note)


def _when_drawn(look: Look, seat: int) -> str:
    """What comes of a card on top of the draw pile, and whether one more danger card in hand would be deadly."""
    held, limit = look.dangers(seat) or 0, look.limit(seat)
    deadly = look.kind == "danger" and look.ruling["ruling.danger-death-time"] == "at-once" and held + 1 >= limit
    warning = f" You hold {count(held, 'danger card')}, and {limit} would kill you."
    return f"It will be the next card you draw.{warning * deadly}"


def _when_shuffled(look: Look, seat: int) -> str:
    """How long a card on the discard pile stays away: tomorrow's draw may need a shuffle already."""
    left, person, held = len(look.view["draw"][seat]), look.person(seat), look.held(seat)
    room = person.hand - len(held) if person is not None and held is not None else 0
    if look.night and room > left:
        return f"It may come back tomorrow: your draw pile has {count(left, 'card')}, and you have room for {room}."
    return f"It stays there until you shuffle. Your draw pile has {count(left, 'card')} left."


def _bought(look: Look) -> Asked:
    name = look.card_name(look.view["row"][look.data[0] - 1])
    lines = [_pile_line(look, move) for move in look.moves("put")]
    if not lines:
        return f"{look.name(look.decider)} buys {name}", "job.buy", [_waiting(look, name)]
    return f"Where do you put {name}?", "job.buy", lines


def _shop(look: Look) -> Asked:
    return "Buy another card?", "ruling.buy-combine", _choices(look, "go")


def _character(look: Look) -> Asked:
    """Characters to choose from, with what they can do."""
    lines = []
    for move in look.moves("character"):
        person = look.rules.characters[str(move[1])]
        note = f"{person.role.capitalize()}, hand of {person.hand}. " + " · ".join(map(look.job, person.jobs))
        lines.append(_choice(look, f"pick:{person.id}", move, text=person.name, note=note))
    return "Choose your character", "setup.character", [*lines, *_left_out(look)]


def _left_out(look: Look) -> list[Item]:
    """The characters that nobody can pick now, and why is told by a click."""
    offered = {move[1] for move in look.moves("character")}
    found = []
    for person in look.rules.characters.values():
        if person.id not in offered:
            label = f"{person.name}, difficulty {person.difficulty}"
            piece = look.piece(f"pick:{person.id}", label, attempt=("character", person.id), rule="setup.character")
            found.append(item(piece, text=label))
    return found


# -- with others -------------------------------------------------------------------------------------------------------


def _who(look: Look) -> Asked:
    return "Who does it?", "event.must", _choices(look, "who")


def _dice_kind(look: Look) -> Asked:
    return "Roll for which resource?", "dice.worth", [_kind(look, move) for move in look.moves("gain")]


def _bonus(look: Look) -> Asked:
    bonus = Bonus(*look.data)
    lines = []
    for seat, dice in bonus.shares:
        piece = look.piece(f"roll:{seat}", f"{look.name(seat)} rolls {count(dice, 'die', 'dice')}", rule="bonus.own")
        lines.append(item(piece, text=f"{look.name(seat)}: {count(dice, 'die', 'dice')}", glyph="dice"))
    return f"Roll for {resource_name(bonus.kind)}", "bonus.half", [*lines, *_choices(look, "invite", "roll")]


def _invited(look: Look) -> Asked:
    inviter, kind = look.data
    text = f"{look.name(inviter)} rolls for {resource_name(kind)}. Join with a job that rolls for it."
    piece = look.piece("invitation", text, rule="bonus.join")
    return "An invitation", "bonus.half", [item(piece, text=text, now=True), *_choices(look, "refuse")]


def _trade(look: Look) -> Asked:
    """A proposal that grows: what is in it can be taken back, what is not yet can be added."""
    said = Proposal(*look.data)
    lines = [*_proposal(look, said)]
    for verb in ("give", "ask"):
        goods = dict.fromkeys(move[1] for move in look.moves(verb))
        lines += [_good(look, verb, str(what)) for what in goods if verb == "ask" or what in KINDS]
    return f"Trade with {look.name(said.partner)}", "trade.goods", [*lines, *_choices(look, "carry", "offer")]


def _good(look: Look, verb: str, what: str) -> Item:
    """Something that can be given or asked for; how many of it is a menu."""
    moves = [move for move in look.moves(verb) if move[1] == what]
    name = resource_name(what) if what in KINDS else look.card_name(what)
    text = f"{'Give' if verb == 'give' else 'Ask for'} {name}"
    made = item(look.piece(f"{verb}:{what}", text, moves, rule="trade.goods"), text=text)
    if what in KINDS:
        made["glyph"] = what
    return made


def _proposal(look: Look, said: Proposal) -> Iterator[Item]:
    """What is in a proposal so far."""
    who = look.name(said.seat)
    cost = look.card_name(said.cost) if said.cost else "a card (not chosen yet)"
    yield _term(look, "cost", f"{who} discards {cost}", [(TAKE_BACK, "cost")])
    for verb, giver in (("give", said.seat), ("ask", said.partner)):
        for what, number in getattr(said, verb):
            text = f"{look.name(giver)} gives {goods_in_words(look.rules, [(what, number)])}"
            yield _term(look, f"{verb}:{what}", text, [(TAKE_BACK, verb, what)])
    for whom in said.carry:
        text = f"The other player moves {look.name(whom)}"
        yield _term(look, f"carry:{whom}", text, [(TAKE_BACK, "carry", whom)])


def _term(look: Look, name: str, text: str, back: list[Move]) -> Item:
    return item(look.piece(f"term:{name}", text, back, rule="trade.goods"), text=text)


def _offered(look: Look) -> Asked:
    said = Proposal(*look.data)
    lines = [*_proposal(look, said), *_choices(look, "accept", "refuse")]
    return f"{look.name(said.seat)}'s offer", "trade.goods", lines


_ASKED: dict[str, Callable[[Look], Asked]] = {
    "job": _job,
    "gather": _gather,
    "carry": _gather,
    "moving": _moving,
    "telescope": _telescope,
    "haul": _wagon,
    "wagon": _wagon,
    "crew": _wagon,
    "danger": _danger,
    "bought": _bought,
    "shop": _shop,
    "character": _character,
    "who": _who,
    "dice-kind": _dice_kind,
    "bonus": _bonus,
    "invited": _invited,
    "trade": _trade,
    "offered": _offered,
}
