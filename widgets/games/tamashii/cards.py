"""What lies before a player: bodies, augments, the learning protocol and other cards; and what can be bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import EMPTY, LOCK, SLOTS
from tabletop_kernel.games.tamashii.gear import augments
from tabletop_kernel.games.tamashii.pack.pieces import Augment, Body
from tabletop_kernel.games.tamashii.phases import purchases
from widgets.games.tamashii.grid import DISCARD, UNLOCK, line_with_slot
from widgets.games.tamashii.look import Look
from widgets.scene import Item, Items, item

# -- cards -------------------------------------------------------------------------------------------------------------


def part(look: Look) -> Items:
    """Every card of the shown player, and those that count for all."""
    seat = look.whose
    return {
        "part": "list",
        "place": "beside",
        "zone": "cards",
        "tab": "Cards",
        "title": "Your cards" if seat == look.me else f"{look.name(seat)}'s cards",
        "rule": "aug.two-states",
        "items": [
            *_bodies(look, seat),
            *_augments(look, seat),
            *_protocol(look, seat),
            *_others(look, seat),
            *_bot(look),
        ],
    }


def _uses(look: Look, ability: str) -> list[Move]:
    """The legal moves that use an ability, whatever else they name."""
    verbs = ("use", "anytime")
    return [
        move for move in look.moves(*verbs) if len(move) > 1 and str(move[1]).split(".")[:2] == ability.split(".")[:2]
    ]


def _try(look: Look, kind: str, name: str, used: bool = True) -> Move:
    """A click on a card that can do nothing now: it is given, parted with, or used, and the table says why not."""
    if not look.asks_me:
        return ()
    if look.kind in INSTEAD and (kind == "body") == (look.kind == "part-with"):
        return look.unless_legal((INSTEAD[look.kind], name))
    return look.unless_legal(("use", f"{kind}.{name}")) if used and look.kind in TRIED else ()


TRIED = ("plan", "launch", "combat", "roll", "wounds")  # decisions that know the word
INSTEAD = {"trade": "give", "part-with": "part-with"}  # what is done with cards in other decisions


def _card(look: Look, name: str, label: str, can: Sequence[Move], attempt: Move, rule: str, **entry: Any) -> Item:
    piece = look.piece(name, label, can, attempt, rule)
    look.readable(piece, f"Read {entry['text']}")
    return item(piece, **entry)


def _bodies(look: Look, seat: int) -> Iterator[Item]:
    """The active body first; under it the other one, or the walker."""
    owned = [*look.view["bodies"][seat], look.view["walker"][seat]]
    for at, name in enumerate(owned):
        body = look.rules.content.bodies[name]
        can = [*_uses(look, f"body.{name}"), *(("active", name), ("part-with", name))]
        attempt = _try(look, "body", name, bool(body.uses) or at > 0)
        label = f"{body.name}, {'active' if at == 0 else 'not active'} body. {body.text}"
        figure = f"{body.mov}/{body.pro}/{body.att}"
        entry = {"text": body.name, "figure": figure, "note": body_note(body, at == 0), "now": at == 0}
        yield _card(look, f"body:{name}", label, can, attempt, "body.two", **entry)


def body_note(body: Body, active: bool) -> str:
    state = "Active body." if active else "Not active."
    return f"{state} {body.text}".strip()


def _augments(look: Look, seat: int) -> Iterator[Item]:
    for name in look.view["equipped"][seat]:
        card = look.rules.content.augments[name]
        can = [*_uses(look, f"aug.{name}"), ("give", name), ("return", name)]
        attempt = _try(look, "aug", name, any(not use.pattern for use in card.uses))
        entry = {"text": card.name, "note": card.text, "glyph": "tick"}
        made = _card(
            look, f"aug:{name}", f"{card.name}, equipped. {card.text}", can, attempt, "aug.two-states", **entry
        )
        yield _also(look, made, f"Equip {card.name}", ("equip", name))
    for name in look.view["unequipped"][seat]:
        card = look.rules.content.augments[name]
        yield _unequipped(look, seat, card)


def _unequipped(look: Look, seat: int, card: Augment) -> Item:
    cost = augments.equip_cost(look.state, seat, card.id)
    move = ("equip", card.id)
    tries = seat == look.me and look.kind == "plan" and look.me in look.asked
    label = f"{card.name}, not equipped, costs {cost} memory. {card.text}"
    entry = {"text": card.name, "figure": f"{cost} memory", "note": f"Not equipped. {card.text}"}
    can = [move, ("give", card.id), ("return", card.id)]
    attempt = look.unless_legal(move) if tries else _try(look, "aug", card.id)
    made = _card(look, f"aug:{card.id}", label, can, attempt, "aug.equip", **entry)
    return _also(look, made, f"Use {card.name}", ("use", f"aug.{card.id}"))


def _also(look: Look, made: Item, text: str, move: Move) -> Item:
    """In Planning a card that can do something has in its menu what may be taken for it."""
    if look.kind == "plan" and look.asks_me and made.get("moves"):
        made["also"] = [{"text": text, "move": list(move)}]
    return made


def _protocol(look: Look, seat: int) -> Iterator[Item]:
    """The learning protocol: its next step, and how many are done."""
    name = look.view["protocol"][seat]
    if not name:
        return
    card, done = look.rules.content.protocols[name], look.view["learned"][seat]
    note = f"Step {done + 1}: {card.texts[done]}" if done < len(card.texts) else "All steps are done."
    own = seat == look.me and look.kind != "over"
    attempt: Move = look.unless_legal(("learn",)) if own and look.view["turn"] else ()
    label = f"{card.name}, learning protocol. {note}"
    entry = {"text": card.name, "note": note}
    made = _card(look, f"protocol:{seat}", label, [("learn",)], attempt, "learn.order", **entry)
    made |= {"ticked": done, "boxes": len(card.steps)}
    yield made


def _others(look: Look, seat: int) -> Iterator[Item]:
    """Diary, events in hand, and the cards that count for everybody."""
    content, view = look.rules.content, look.view
    if view["diary"][seat]:
        card = content.diary[view["diary"][seat]]
        label = f"{card.name}, diary card. {card.text}"
        entry = {"text": card.name, "note": f"Diary. {card.text}"}
        can = [("diary",), *_uses(look, f"diary.{card.id}")]
        attempt: Move = look.unless_legal(("diary",)) if look.asks_me else ()
        yield _card(look, f"diary:{seat}", label, can, attempt, "diary.one", **entry)
    elif "diary" in look.rules.modules and view["turn"]:
        attempt = look.unless_legal(("diary",)) if look.asks_me else ()
        piece = look.piece(f"diary:{seat}", "Diary: no card", attempt=attempt, rule="diary.one")
        yield item(piece, text="Diary", note="You have no diary card.")
    for name in view["event"][seat]:
        event = content.events[name]
        entry = {"text": event.name, "figure": str(event.number), "note": f"Event. {event.text}"}
        yield _card(look, f"event:{name}", f"{event.name}, event. {event.text}", [], (), "city.event", **entry)
    for kind, room in (("enhancement", content.enhancements), ("pvp", content.pvp)):
        if view[kind]:
            table = room[view[kind]]
            entry = {"text": table.name, "note": f"For everyone. {table.text}"}
            can = _uses(look, f"{kind}.{table.id}")
            yield _card(look, f"{kind}:{table.id}", f"{table.name}. {table.text}", can, (), f"comp.{kind}", **entry)
    yield from _specials(look)


def _specials(look: Look) -> Iterator[Item]:
    """The special cards of a scenario that are in play."""
    scenario = look.rules.scenario
    if scenario is None:
        return
    for code in look.view["specials"]:
        special = scenario.cards[code]
        entry = {"text": special.name, "note": "A special card of this scenario."}
        yield _card(look, f"special:{code}", f"{special.name}, special card", [], (), "scen.special-aside", **entry)


def _bot(look: Look) -> Iterator[Item]:
    if look.view["bot"] is None:
        return
    left = look.view["batteries"]
    entry = {"text": "J.O.R.D.A.N. BOT", "note": "For 1 battery, it acts for you in one step."}
    attempt: Move = look.unless_legal(("battery",)) if look.asks_me else ()
    made = _card(look, "battery", f"The BOT: {left} of 5 batteries", [], attempt, "solo.bot-use", **entry)
    made |= {"ticked": left, "boxes": 5}
    yield made


# -- upgrades ----------------------------------------------------------------------------------------------------------


FOR_EXP = {  # on its line in the list and on its button
    "integrity": "Maximum integrity +1",
    "unlock": "Remove a lock",
    "open": "Gain an open token",
    "augment": "Draw 2 class augments, keep 1",
    "catie": "Gain a Catie token",
}


def upgrades(look: Look) -> list[Items]:
    """What memory and EXP buy, with what it costs. It is done in Planning; at other times each line says so."""
    if not look.asks_me or look.me is None or not look.view["turn"] or look.kind in SHUT:
        return []
    state, me = look.state, look.me
    price = purchases.exp_cost(state)
    lines = [*_for_memory(look)]
    lines += [
        _upgrade(look, "integrity", FOR_EXP["integrity"], price, "upg.exp-integrity"),
        _upgrade(look, "unlock", FOR_EXP["unlock"], price, "upg.exp-unlock"),
        _upgrade(look, "open", FOR_EXP["open"], price, "upg.exp-open"),
    ]
    if not look.rules.prologue:
        lines.append(_upgrade(look, "augment", FOR_EXP["augment"], price, "upg.exp-augment"))
    if "catie" in look.rules.modules:
        lines.append(_upgrade(look, "catie", FOR_EXP["catie"], purchases.catie_cost(state), "catie.buy"))
    have = f"You have {state.has(me, 'memory')} memory and {look.view['exp'][me]} EXP."
    return [
        {
            "part": "list",
            "place": "beside",
            "zone": "upgrades",
            "tab": "Upgrades",
            "title": "Upgrades",
            "lead": have,
            "rule": "upg.when",
            "items": lines,
        }
    ]


SHUT = ("find", "offer", "choose", "over")  # something of a card is being settled, and nothing is bought meanwhile


def _for_memory(look: Look) -> Iterator[Item]:
    moves = look.moves("gain-token")
    attempt: Move = () if moves else ("gain-token", "E")
    piece = look.piece("up:gain", "1 memory: gain a basic token", moves, attempt, "upg.mem-gain")
    if moves:
        piece["also"] = [{"text": "Gain an open token", "move": ["gain-token", "O"]}]
    yield item(piece, text="Gain a basic token", figure="1 memory")
    label, rule = "1 memory: discard a token from your launcher", "upg.mem-discard"
    if moves := look.moves("discard-token"):
        asks = "Which token do you discard?"
        half = line_with_slot(look, DISCARD, label, moves, asks, rule)
    else:
        grid = look.view["grid"][look.whose]
        slot = next((name for name, token in zip(SLOTS, grid, strict=True) if token not in (EMPTY, LOCK)), SLOTS[0])
        half = look.piece(DISCARD, label, (), ("discard-token", slot), rule)
    yield item(half, text="Discard a token", figure="1 memory")


def _upgrade(look: Look, name: str, text: str, price: int, rule: str) -> Item:
    if name == "unlock" and look.unlocks:
        half = line_with_slot(look, UNLOCK, f"{price} EXP: {text}", look.unlocks, "Which lock do you remove?", rule)
        return item(half, text=text, figure=f"{price} EXP")
    moves = [move for move in look.moves("upgrade") if move[1] == name]
    grid = look.view["grid"][look.whose]
    lock = next((slot for slot, token in zip(SLOTS, grid, strict=True) if token == LOCK), SLOTS[-1])
    tried: Move = ("upgrade", name, lock) if name == "unlock" else ("upgrade", name)
    piece = look.piece(f"up:{name}", f"{price} EXP: {text}", moves, () if moves else tried, rule)
    return item(piece, text=text, figure=f"{price} EXP")
