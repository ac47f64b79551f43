"""What lies beside the map, one at a time: the trade row, the mission, the order of day and night, and the piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tabletop_kernel.contract.events import Event
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.deck_goes_west.components import MOST_DAYS, NIGHT_STEP_TEXT
from tabletop_kernel.games.deck_goes_west.days.phases import can_days_run_out, night_steps
from tabletop_kernel.games.deck_goes_west.jobs.language import Job
from tabletop_kernel.games.deck_goes_west.telling.cards_in_words import mission_rule_lines
from tabletop_kernel.games.deck_goes_west.telling.words import cards_in_words
from widgets.games.deck_goes_west.look import MISSION, Look
from widgets.games.deck_goes_west.signs import EVENT, signs
from widgets.look import count
from widgets.scene import Item, Items, item

DAY = {
    "untap": ("Untap your character", "day.untap"),
    "draw": ("Draw up to your hand size", "day.draw"),
    "act": ("Act until all have passed", "day.actions"),
    "rest": ("Discard item cards if you like", "day.discard"),
}
NIGHT_RULES = {
    "day": "night.day",
    "row": "night.row",
    "exhaustion": "night.exhaustion",
    "attack": "night.attack",
    "move": "night.move",
    "remove": "night.remove",
    "appear": "night.appear",
    "pass-p1": "night.pass-p1",
}


# -- the trade row -----------------------------------------------------------------------------------------------------


def trade_row(look: Look) -> Items:
    """Five cards on offer, each with what it costs; one end of the row loses a card every night."""
    row = look.view["row"]
    front, back = (len(row), 1) if look.ruling["ruling.row-front"] == "right" else (1, len(row))
    return {
        "part": "list",
        "place": "beside",
        "zone": "row",
        "tab": "Trade",
        "title": "Trade row",
        "note": f"{count(look.view['trade'], 'card')} in the draw pile",
        "rule": "act.buy",
        "items": [_offer(look, slot, card, slot == front, slot == back) for slot, card in enumerate(row, start=1)],
    }


def _offer(look: Look, slot: int, name: str, front: bool, back: bool) -> Item:
    """A card of the row: its price as signs, its jobs in words; both ends of the row are told by what happens there."""
    card = look.card(name)
    can: list[Move] = [("buy", slot, n) for n in range(len(card.buy))]
    leaves = front and look.kind != "over" and "previews" not in look.hidden
    goes = " It leaves the row tonight." if leaves else " New cards join the row here." if back else ""
    price = " Or: ".join(map(look.job, card.buy))
    label = f"{look.card_said(name)} To buy it: {price}{goes}"
    piece = look.piece(f"row:{slot}", label, can, ("buy", slot, 0) if look.kind == "act" else (), "act.buy")
    look.readable(piece, f"Read {card.name}")
    prices = [sign for n, job in enumerate(card.buy) for sign in (["/"] if n else []) + signs(job)]
    note = " · ".join(map(look.job, card.jobs))
    text = f"{card.name}, leaves tonight" if leaves else f"{card.name}, newest" if back else card.name
    return item(piece, text=text, note=note, tone=card.colour, signs=prices)


# -- the mission -------------------------------------------------------------------------------------------------------


def mission(look: Look) -> Items:
    """The jobs of the mission: what can be done, and what must be done when something happens."""
    rules = mission_rule_lines(look.rules.mission)
    return {
        "part": "list",
        "place": "beside",
        "zone": "mission",
        "tab": "Mission",
        "title": "Mission",
        "lead": _goal(look),
        "note": " ".join([f"{look.rules.mission.name}.", *rules]),
        "rule": "goal.score-source",
        "items": [_mission_job(look, n) for n in _points_first(look.rules.jobs)],
    }


def _points_first(jobs: Sequence[Job]) -> list[int]:
    """The numbers of the mission's jobs, those first that give points: they are in sight where not all have room."""
    gives = [any(step.verb == "score" for step in job.steps) for job in jobs]
    return sorted(range(len(jobs)), key=lambda n: not gives[n])


def _goal(look: Look) -> str:
    """What wins, in a sentence."""
    points, days = look.rules.board.score_end, look.rules.board.day_end
    if look.mode == "versus" and not can_days_run_out(look.rules):
        return (
            f"The first player with {points} points wins. After {MOST_DAYS} days, the player with the most points wins."
        )
    if look.mode == "versus":
        return f"The first player with {points} points wins. After {days} days, the player with the most points wins."
    return f"{'You win' if look.mode == 'solo' else 'The team wins'} with {points} points within {days} days."


def _mission_job(look: Look, n: int) -> Item:
    job = look.rules.jobs[n]
    move = look.uses(MISSION, n)
    rule = "job.event" if job.event else "job.mission"
    attempt: Move = move if look.me in look.asked else ()
    piece = look.piece(f"mission:{n}", look.job(job), [move], attempt, rule)
    made = item(piece, text=look.job(job), signs=[sign for sign in signs(job) if sign != EVENT])
    if job.event:
        made["glyph"] = EVENT
    return made


# -- day and night -----------------------------------------------------------------------------------------------------


def order(look: Look) -> Items:
    """The four steps of the day, then those of the mission's night; where we are is lit."""
    phase = look.view["frames"][0][2][0] if look.view["frames"] and look.view["frames"][0][0] == "round" else ""
    names = ["draw", "untap", "act", "rest"] if look.ruling["ruling.day-order"] == "draw-untap" else list(DAY)
    day = [_day_step(look, number, name, phase) for number, name in enumerate(names, start=1)]
    part: Items = {"part": "list", "place": "beside", "zone": "day", "rule": "night.mission-order", "items": []}
    return {**part, "title": "Day and night", "tab": "Day", "items": [*day, *_night(look)]}


def night(look: Look, begun: int) -> Items:
    """All steps of the night at a glance: the one at work is marked, and those before it say what they did."""
    items = _night(look, begun)
    return {
        "part": "list",
        "place": "beside",
        "zone": "day",
        "rule": "night.mission-order",
        "title": f"Night, step {begun} of {len(items)}",
        "steps": True,
        "items": items,
    }


def _day_step(look: Look, number: int, name: str, phase: str) -> Item:
    text, rule = ("Act until you pass", DAY[name][1]) if name == "act" and look.mode == "solo" else DAY[name]
    asked = {"act": "act", "rest": "rest", "evening": "rest"}.get(phase, phase)
    now = asked == name and look.kind != "over" and not look.night
    on = name == "rest" and look.kind == "act"  # whoever points at what comes next wants to end the turn
    can: list[Move] = [("end",)] if on and look.mode == "versus" else []  # without turns, its rule opens
    piece = look.piece(f"day:{number}", f"Step {number} of the day: {text}", can, can[0] if can else (), rule)
    return item(piece, text=text, glyph="sun", now=now)


def _night(look: Look, begun: int = 0) -> list[Item]:
    """The steps of the night; so many of them have been begun."""
    did = what_nights_did(look) if begun else {}
    found = []
    for number, step in enumerate(night_steps(look.rules), start=1):
        name, _, far = step.partition(" ")
        text = (
            NIGHT_STEP_TEXT[name].capitalize() if not far else f"Tiles more than {far} East of all meeples are removed"
        )
        early: Move = ("token",) if name == "pass-p1" and look.kind in ("act", "rest") else ()
        label = f"Step {number} of the night: {text}"
        piece = look.piece(f"night:{name}", label, attempt=early, rule=NIGHT_RULES[name])
        made = item(piece, text=text, glyph="moon", now=number == begun)
        if number < begun:
            made |= {"glyph": "tick", "note": did.get(number, "")}
        found.append(made)
    return found


def what_nights_did(look: Look) -> dict[int, str]:
    """What each step of the last night has done, in a few words."""
    found: dict[int, list[Event]] = {}
    number = 0
    for event in look.told():
        kind, data = event[0], event[3]
        if kind == "night-step":
            number = data["number"]
            found = found if number > 1 else {}
            found[number] = []
        elif number:
            found[number].append(event)
    return {number: _did(look, events) for number, events in found.items()}


def _did(look: Look, events: Sequence[Event]) -> str:
    """What a step of the night has done."""
    told = [(kind, data) for kind, _, _, data in events]
    kinds = Counter(kind for kind, _ in told)
    said = [_DID[kind](look, data) for kind, data in told if kind in _DID]
    if kinds["bandits-move"] or kinds["bandits-turn"]:
        said.append(f"{count(kinds['bandits-move'], 'group')} moved")
    if kinds["takes"]:
        said.append(f"{count(kinds['takes'], 'card')} taken")
    return ", ".join(dict.fromkeys(said))


_DID: dict[str, Callable[[Look, dict[str, Any]], str]] = {
    "tracker": lambda look, data: f"{data['day']} of {data['limit']} days over",
    "row-loses": lambda look, data: f"{look.card_name(data['card'])} leaves",
    "row-gets": lambda look, data: f"{look.card_name(data['card'])} joins",
    "quiet": lambda look, data: "no bandits",
    "no-raid": lambda look, data: "no one attacked",
    "attacked": lambda look, data: "a battle",
    "bandits": lambda look, data: f"on {_tile_name(look, data['place'])}",
    "bandits-stay": lambda look, data: "they stay",
    "land-gone": lambda look, data: f"{count(data['count'], 'tile')} gone",
    "land-stays": lambda look, data: "none",
    "token": lambda look, data: f"to {look.name(data['seat'])}",
}


def _tile_name(look: Look, place: Sequence[int]) -> str:
    number = next((tile for *at, tile, up, _ in look.view["ground"] if at == list(place) and up), 0)
    return look.rules.tiles[number].name if number in look.rules.tiles else "a tile"


# -- piles -------------------------------------------------------------------------------------------------------------


def piles(look: Look) -> Items:
    """Everybody's piles and the common ones, with how many cards they have."""
    own = [found for seat in _in_order(look) if look.person(seat) for found in _own_piles(look, seat)]
    return {
        "part": "list",
        "place": "beside",
        "zone": "piles",
        "tab": "Piles",
        "title": "Piles",
        "rule": "card.cycle",
        "items": [*own, *_common(look)],
    }


def _in_order(look: Look) -> list[int]:
    return sorted((seat for seat in look.seats if look.lives(seat)), key=lambda seat: seat != look.me)


def _own_piles(look: Look, seat: int) -> list[Item]:
    view = look.view
    known = [card for card in view["draw"][seat] if card in look.rules.cards]
    top = f"on top: {cards_in_words(look.rules, known)}" if known else ""
    whose = look.whose(seat)
    thrown = view["discard"][seat]
    return [
        _pile(look, f"draw:{seat}", f"{whose} draw pile", len(view["draw"][seat]), top, "cards.draw"),
        _pile(look, f"discard:{seat}", f"{whose} discard pile", len(thrown), _named(look, thrown), "cards.discard"),
    ]


def _common(look: Look) -> list[Item]:
    view = look.view
    gone = f"{count(len(view['land_discard']), 'tile')} removed"
    return [
        _pile(look, "pile:pain", "pain", view["pain"], _beside(look, "pain"), "card.p-origin"),
        _pile(look, "pile:exhaustion", "exhaustion", view["exhaustion"], _beside(look, "exhaustion"), "card.e-origin"),
        _pile(
            look, "pile:trade", "trade cards", view["trade"], _out(look, "trade_discard"), "buy.refill", _unseen(look)
        ),
        _pile(look, "pile:land", "land", view["land"], gone, "setup.tiles"),
    ]


def _unseen(look: Look) -> Move:
    """Whoever points at the pile of trade cards would like one of those that are not on offer."""
    return ("buy", len(look.view["row"]) + 1, 0) if look.kind == "act" and look.me in look.asked else ()


def _beside(look: Look, kind: str) -> str:
    scrapped = look.view[f"{kind}_scrap"]
    return f"scrapped: {_named(look, scrapped)}" if scrapped else ""


def _out(look: Look, name: str) -> str:
    return f"discarded: {_named(look, look.view[name])}" if look.view[name] else ""


def _named(look: Look, cards: Sequence[str]) -> str:
    return cards_in_words(look.rules, cards)


def _pile(look: Look, name: str, title: str, number: int, note: str, rule: str, attempt: Move = ()) -> Item:
    text = title[0].upper() + title[1:]
    label = f"{text}, {count(number, 'tile' if name == 'pile:land' else 'card')}" + (f"; {note}" if note else "")
    made = item(look.piece(name, label, attempt=attempt, rule=rule), text=f"{text}: {number}")
    if note:
        made["note"] = note
    return made
