"""What lies on the table: the players with their Zones, The Wastes, the Directives, the hand and the score so far."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_north.back_of_turn_card import LAST_CARDS
from tabletop_kernel.games.the_north.card_vocabulary import LEVELS
from tabletop_kernel.games.the_north.scoring import Score
from tabletop_kernel.games.the_north.state import COLLECTOR, DISCHARGED
from widgets.games.the_north.ahead import if_paid, if_played, if_taken, node_lines
from widgets.games.the_north.look import TONES, Look, bare, listed, named
from widgets.look import count
from widgets.scene import (
    Card,
    Cards,
    Dial,
    Hand,
    Heap,
    Held,
    Piece,
    Player,
    SeatPiece,
    Strips,
    Sum,
    TallyPart,
    card,
)

IN_ZONE = {"ancients": "another ancient in zone", "facilities": "another facility in zone"}
IN_DISCARD = "another ancient in discard"
IN_WASTES = "ancient in wastes"
ON_TOP = "wastes deck top"

# -- the players -------------------------------------------------------------------------------------------------------


def player(look: Look, seat: int, place: str) -> Player:
    """Everything of one player but the hand, which only its owner has in full."""
    view, own = look.view, seat == look.me
    part: Player = {
        "part": "player",
        "place": "hand" if place == "hand" else "top",
        "zone": "you" if place == "hand" else "other",
        "title": look.name(seat) + ", you" * look.is_you(seat),
        "who": _who(look, seat),
        "unit": "points",
        "dial": dial(look, seat, place == "hand"),
        "rows": [_row(look, seat, "ancients", "Ancients"), _row(look, seat, "facilities", "Facilities")],
        "piles": [_deck(look, seat), _discard(look, seat)],
    }
    if not own:
        part["piles"].append(_backs(look, seat))
    if view["aside"] and seat == view["active"]:
        part["piles"].append({"title": "Aside", "cards": [_aside(look)]})
    return part


def _who(look: Look, seat: int) -> SeatPiece:
    view, numbers = look.view, look.rules.content.numbers
    began = numbers.solo_points if look.solo else numbers.points
    second = not look.solo and seat != view["first"]
    line = "" if look.solo else "second player" if second else "first player"
    zone = len(view["ancients"][seat]) + len(view["facilities"][seat])
    said = [
        look.name(seat) + ", you" * look.is_you(seat),
        f"{count(view['points'][seat], 'point')} of {began}",
        f"{count(zone, 'card')} in the Zone",
        *([f"{line}{', who checks whether the game ends' * second}"] if line else ()),
    ]
    bare_of_cards = not view["deck"][seat] and not view["discard"][seat]
    can: list[Move] = [("shuffle",)] if seat == look.me and bare_of_cards else []
    return {
        **look.piece(f"seat:{seat}", ", ".join(said), can, rule="end.zero"),
        "seat": seat,
        "name": look.name(seat),
        "you": look.is_you(seat),
        "now": seat == look.decider,
        "score": str(view["points"][seat]),
        "of": str(began),
        "line": line,
        "counters": [],
        "badge": None,
        "out": False,
    }


def collector(look: Look) -> Player:
    """The other side of a game for one."""
    view, pile = look.view, look.view["collector"]
    began = getattr(look.rules.content.numbers, f"collector_{look.ruling['ruling.solo-level']}")
    points = view["points"][COLLECTOR]
    seen = [named(look, face) for face in pile if look.sides(face)[0]]
    label = f"The Collector's Deck, {count(len(pile), 'card')}" + (f": {listed(seen)}" if seen else ", face down")
    deck = card(
        look.piece("deck:collector", label, rule="solo.collect"),
        face="back", tone="facility", emblem="covered", size="zone", count=len(pile),
    )  # fmt: skip
    return {
        "part": "player",
        "place": "top",
        "zone": "other",
        "title": "The Collector",
        "who": {
            **look.piece("seat:collector", f"The Collector, {count(points, 'point')} of {began}", rule="end.zero"),
            "seat": COLLECTOR,
            "name": "The Collector",
            "you": False,
            "now": False,
            "counters": [],
            "badge": None,
            "out": False,
            "score": str(points),
            "of": str(began),
            "line": "makes no decisions",
        },
        "unit": "points",
        "rows": [],
        "piles": [{"title": f"Deck {len(pile)}", "cards": [deck] if pile else []}],
        "note": "After each turn, The Collector takes the Wastes Deck's top card and all Ancients left in The Wastes.",
        "rule": "solo.collect",
    }


def dial(look: Look, seat: int, near: bool) -> Dial:
    """A Node; its owner Discharges it here. At the end of the Directives it is Charged or Reset by itself.

    What the levels give is the same for both players, so it is printed once, at the nearer one.
    """
    level, own = look.view["node"][seat], seat == look.me
    if level == DISCHARGED:
        back = 1 + look.view["primed"][seat]
        label = f"{look.whose(seat)} Node, Discharged: after the Directives it is Reset to level {back}"
    else:
        gives = look.text(f"node.{level}")
        label = f"{look.whose(seat)} Node at level {level} of {LEVELS}. A Discharge gives this: {gives}"
    can: list[Move] = look.moves("discharge") if own else []
    piece = look.piece(f"node:{seat}", label[0].upper() + label[1:], can, ("discharge",) if own else (), "node.table")
    return {
        **piece,
        "lines": node_lines(look, level) if near else [],
        "level": level,
        "levels": LEVELS,
        "text": "Discharged" if level == DISCHARGED else "Node",
        "seat": seat,
    }


# -- the Zone ----------------------------------------------------------------------------------------------------------


def _row(look: Look, seat: int, row: str, label: str) -> Strips:
    """The cards of a Zone that show one of their sides, by name."""
    by_name: dict[str, list[str]] = {}
    side = 0 if row == "ancients" else 1
    for face in look.view[row][seat]:
        by_name.setdefault(bare(face).split("/")[side], []).append(face)
    strips: Strips = {"label": label, "cards": [_strip(look, seat, row, slug, by_name[slug]) for slug in by_name]}
    if seat == look.me and look.kind != "over" and row == "ancients":
        strips["slot"] = _slot(look)
    return strips


def _strip(look: Look, seat: int, row: str, slug: str, faces: list[str]) -> Card:
    """One card of a Zone, or several of the same name."""
    own, number = seat == look.me, len(faces)
    times = f", {number} of them" if number > 1 else ""
    said = " Also: ".join(dict.fromkeys(look.said(face) for face in faces))
    piece = look.piece(
        f"zone:{seat}:{row}:{slug}",
        f"In {look.whose(seat)} Zone as {'an Ancient' if row == 'ancients' else 'a Facility'}{times}: {said}",
        _zone_moves(look, row, faces) if own else (),
        _zone_try(look, row, faces[0]) if own else (),
        "zone.stays",
    )
    side = look.sides(faces[0])[0 if row == "ancients" else 1]
    if piece.get("moves") and look.places()[0] == IN_ZONE[row]:
        _give_up(look, piece, faces[0])
    elif look.kind != "flip" or len(piece.get("moves", ())) != 1:  # to flip the only one asks for no menu
        look.readable(piece, f"Read {side.name if side else 'it'}")
    if row == "ancients":
        ancient = look.rules.content.ancients[slug]
        made = card(piece, face="text", figure=ancient.value, name=ancient.name, tone=TONES[ancient.worth])
        if number > 1:
            made["dots"] = number
    else:
        made = card(piece, face="text", glyph=look.sign(faces[0]), name=look.rules.content.facilities[slug].name)
        made["tone"], made["dots"] = "facility", number
        if look.trio(slug):
            made["of"] = look.trio(slug)
    if look.kind == "flip" and piece.get("moves"):
        made["note"] = _behind(look, row, faces)
    return card(made, size="strip")


def _behind(look: Look, row: str, faces: list[str]) -> str:
    """What would appear if a card were turned over; cards of one name may differ there."""
    sides = [look.sides(face)[1 if row == "ancients" else 0] for face in faces if ("flip", face) in look.legal]
    return f"behind: {' or '.join(dict.fromkeys(side.name if side else 'hidden' for side in sides))}"


def _zone_moves(look: Look, row: str, faces: list[str]) -> list[Move]:
    """What can be done with cards of the own Zone at some moment."""
    found: list[Move] = []
    for face in faces:
        found += [("flip", face)]
        if row == "ancients" and look.kind == "directive":
            found += [("facility", face)]
        if look.places()[0] == IN_ZONE[row]:
            found += [move for move in look.moves("exchange") if move[1] == face]
    return found


def _zone_try(look: Look, row: str, face: str) -> Move:
    """What a click on a card of the own Zone tries while cards of it are chosen; at other times one wants to read."""
    if look.kind == "flip":
        return ("flip", face)
    old, new = look.places()
    if old == IN_ZONE[row]:
        return ("exchange", face, *_first_of(look, new))
    return ()


def _first_of(look: Look, place: str) -> list[str]:
    """Some card that lies where an exchange takes one from."""
    pile: list[str] = look.view["wastes_deck"] if place == ON_TOP else look.view["wastes"]
    return pile[:1]


def _give_up(look: Look, piece: Piece, face: str) -> None:
    """The first half of an exchange; where one card only can come for it, there is no second half to choose."""
    if look.places()[1] == ON_TOP:
        return
    text = f"You give up {named(look, face)}. Choose the card you get for it."
    piece["choose"] = True
    piece["chosen"] = {"text": text, "rules": ["exchange.same-name", "ruling.exchange-meaning"]}


def _slot(look: Look) -> Card:
    """Where the next Ancient would lie: a card of the hand is played there."""
    label = "Room in your Zone for a card from your hand as an Ancient"
    piece = look.piece("slot:ancients", label, look.moves("ancient"), ("ancient",), "directive.ancient")
    _later(look, piece, "ancient")
    return card(piece, face="text", name="play here", size="strip")


# -- piles -------------------------------------------------------------------------------------------------------------


def _deck(look: Look, seat: int) -> Heap:
    """A player's Deck with the Facility on top; the turn begins here."""
    pile, own = look.view["deck"][seat], seat == look.me
    if not pile:
        return {"title": "Deck 0", "cards": []}
    top = look.sides(pile[0])[1]
    label = f"{look.whose(seat)} Deck, {count(len(pile), 'card')}" + (f", {top.name} on top" if top else "")
    can: list[Move] = [("shuffle",)] if own else []
    made = look.back_card(
        f"deck:{seat}", pile[0], label[0].upper() + label[1:], can, ("draw",) if own else (), "deck.facility-up"
    )
    return {"title": f"Deck {len(pile)}", "cards": [card(made, size="zone", name="")]}


def _discard(look: Look, seat: int) -> Heap:
    pile, own = look.view["discard"][seat], seat == look.me
    if not pile:
        return {"title": "Discard 0", "cards": []}
    label = f"{look.whose(seat)} Discard, {count(len(pile), 'card')}: {listed(named(look, face) for face in pile)}"
    top = _small(look, f"discard:{seat}", pile[0], label[0].upper() + label[1:], [("shuffle",)] if own else [])
    return {"title": f"Discard {len(pile)}", "cards": [top]}


def _small(look: Look, where: str, face: str, label: str, can: Iterable[Move] = ()) -> Card:
    """A card that lies face up, of which no more than the Value is shown."""
    ancient = look.sides(face)[0]
    piece = look.piece(where, label, can, (), "deck.reshuffle")
    if not piece.get("moves"):
        look.readable(piece, "")
    if not ancient:
        return card(piece, face="back", tone="facility", emblem=look.sign(face), size="zone")
    tone = TONES[ancient.worth]
    return card(piece, face="text", figure=ancient.value, name=ancient.name, tone=tone, size="zone")


def _aside(look: Look) -> Card:
    face = look.view["aside"][0]
    return _small(look, "aside", face, f"{named(look, face)}, discarded for a Directive, is set aside until it is done")


def _backs(look: Look, seat: int) -> Heap:
    """Another's hand: how many cards, and their Facility sides where the ruling shows them."""
    held = look.view["hand"][seat]
    cards = []
    for number, face in enumerate(held):
        facility = look.sides(face)[1]
        back = f"{facility.name} on its back" if facility else "face down"
        label = f"A card in {look.whose(seat)} hand, {back}"
        made = look.back_card(f"held:{seat}:{number}", face, label, (), (), "ruling.hand-backs")
        if facility:
            look.readable(made, "")
        cards.append(card(made, size="zone", name=""))
    return {"title": f"Hand {len(held)}", "cards": cards}


# -- The Wastes --------------------------------------------------------------------------------------------------------


def wastes(look: Look) -> Cards:
    """The Ancients in the middle, and the pile they come from."""
    view = look.view
    return {
        "part": "cards",
        "place": "board",
        "zone": "wastes",
        "title": "The Wastes",
        "bare": True,
        "pile": _wastes_deck(look),
        "cards": [_lying(look, face) for face in view["wastes"]],
        "empty": "There are no Ancients left in The Wastes. They are refilled on the back of the turn card.",
    }


def _lying(look: Look, face: str) -> Card:
    """An Ancient in The Wastes, with everything that can be done with it at some moment."""
    can: list[Move] = [("take", face), ("copy", face)]
    can += [move for move in look.moves("reprogram") if move[-1] == face]
    if look.places()[1] == IN_WASTES:
        can += [move for move in look.moves("exchange") if move[2] == face]
    held = look.held()
    paying = look.kind == "directive" and bool(held)
    attempt: Move = ("reprogram", held[0], face) if paying else ("take", face)
    made = look.ancient_card("wastes", face, "It is in The Wastes.", can, attempt, "directive.reprogram")
    _later(look, made, "reprogram", face)
    if made.get("moves"):
        made["ahead"] = if_taken(look, face)
    note = _caption(look, face)
    return card(made, note=note) if note else made


def _caption(look: Look, face: str) -> str:
    """What an Ancient in The Wastes fits with, and what it would add: the first thing one wants to know of it."""
    ancient = look.sides(face)[0]
    if ancient is None or look.me is None or look.me != look.decider or "previews" in look.hidden:
        return ""
    after = look.after(ancient.worth)
    if look.kind == "directive" and look.moves("reprogram"):
        paying = [str(move[1]) for move in look.moves("reprogram") if move[-1] == face]
        values = sorted({side.value for held in paying if (side := look.sides(held)[0])})
        return f"pay {' or '.join(values)}{after and f': {after}'}" if values else "your cards have this Value"
    if look.kind in ("take", "take-one"):
        return after and f"to your Deck: {after}"
    return f"{after}, then use its Spark" if after and look.moves("reprogram") and look.kind == "reprogram" else ""


def _wastes_deck(look: Look) -> Card:
    pile = look.view["wastes_deck"]
    can: list[Move] = look.moves("facility")
    if look.places()[1] == ON_TOP:
        can = look.moves("exchange")
    held = look.held()
    attempt: Move = ("facility", held[0]) if held and look.kind == "directive" else ()
    top = look.sides(pile[0])[1] if pile else None
    said = f" On top: {top.name}. Protocol: {look.text(bare(pile[0]).split('/')[1] + '.protocol')}" if top else ""
    label = f"Wastes Deck, {count(len(pile), 'card')}. The game ends at {LAST_CARDS}.{said}"
    made = look.back_card("wastes-deck", pile[0] if pile else "?/?", label, can, attempt, "end.deck")
    _later(look, made, "facility")
    if top and look.moves("facility"):
        made["ahead"] = if_paid(look, pile[0])
    if top:
        look.readable(made, f"Read {top.name}")
    return card(made, size="hand", count=len(pile))


def _later(look: Look, piece: Piece, verb: str, *rest: str) -> None:
    """Half of a Directive that begins with a card of the hand: dotted until one is chosen, and then tried with it."""
    if look.kind != "directive" or not look.held() or look.me != look.decider:
        return
    if piece.get("moves"):
        piece["state"] = "later"
    tries: dict[str, Move] = {held: (verb, held, *rest) for held in look.held()}
    refused = {f"hand:{held}": list(move) for held, move in tries.items() if move not in look.legal}
    if refused:
        piece["with"] = refused


# -- the hand ----------------------------------------------------------------------------------------------------------


def hand(look: Look) -> list[Hand]:
    me = look.me
    if me is None or look.kind == "over":
        return []
    cards = [_held(look, face) for face in look.view["hand"][me]]
    spread = _spread(look, me)
    held: Held = {"label": "Hand" if spread else "", "cards": cards}
    open_backs = look.ruling["ruling.hand-backs"] == "yes" and not look.solo
    note = "The other player sees only the Facility backs." if open_backs else "Only you see these cards."
    return [
        {
            "part": "hand",
            "place": "hand",
            "zone": "hand",
            "title": "Your hand",
            "note": note if cards else "You hold no cards.",
            "rule": "ruling.hand-backs" if open_backs else "turn.draw",
            "groups": [{"label": "Your Discard", "cards": spread}, held] if spread else [held],
        }
    ]


def _held(look: Look, face: str) -> Card:
    can: list[Move] = [("discard", face)]
    if look.kind == "play" and look.data[0] == "hand":
        can.append(("play", face))
    if look.kind == "directive":
        can += [move for move in look.moves("reprogram", "facility", "ancient") if move[1] == face]
    made = look.ancient_card("hand", face, "It is in your hand.", can, ("ancient", face), "directive.ancient")
    if made.get("moves") and look.kind == "directive":
        made["choose"] = True
        made["chosen"] = {"text": _uses(look, face), "rules": ["turn.three"]}
        made["ahead"] = if_played(look, face)
    return made


def _uses(look: Look, face: str) -> str:
    """What a card of the hand is good for now, in a sentence."""
    ancient = look.sides(face)[0]
    assert ancient is not None
    kinds = {move[0] for move in look.legal if face in move[1:2]}
    top = look.sides(look.view["wastes_deck"][0])[1] if look.view["wastes_deck"] else None
    built, played = look.after(1), look.after(1 - ancient.worth)
    ways = {
        "reprogram": "discard it to Reprogram an Ancient with a different Value",
        "facility": f"discard it to play {top.name if top else 'the top card of the Wastes Deck'} as a Facility"
        + (built and f" (total {built})"),
        "ancient": "put it into your Zone as an Ancient" + (played and f" (total {played})"),
    }
    said = [words for kind, words in ways.items() if kind in kinds]
    joined = f"{', '.join(said[:-1])}, or {said[-1]}" if len(said) > 1 else said[0]
    return f"{ancient.name}, Value {ancient.value}: {joined}."


def _spread(look: Look, me: int) -> list[Card]:
    """The own Discard spread out, where an ability asks for one of its cards."""
    from_discard = look.kind == "play" and look.data[0] == "discard"
    if me != look.decider or not (look.kind == "recover" or from_discard or _swaps_discard(look)):
        return []
    return [_thrown(look, face) for face in look.view["discard"][me]]


def _swaps_discard(look: Look) -> bool:
    return look.places()[0] == IN_DISCARD


def _thrown(look: Look, face: str) -> Card:
    can: list[Move] = [("recover", face), ("play", face)]
    attempt: Move = ("recover", face)
    if _swaps_discard(look):
        can = [move for move in look.moves("exchange") if move[1] == face]
        attempt = ("exchange", face, *_first_of(look, look.places()[1]))
    made = look.ancient_card("discard", face, "It is in your Discard.", can, attempt, "reprogram.move-first")
    if _swaps_discard(look) and made.get("moves"):
        _give_up(look, made, face)
    return made


# -- if the game ended now ---------------------------------------------------------------------------------------------


def tally(look: Look) -> TallyPart:
    """The score as it stands, with its addends; the own column first."""
    found = list(enumerate(look.scores))
    found.sort(key=lambda one: one[0] != look.me)
    guessed = any(not score.exact for _, score in found)
    names = ["You" if seat == look.me else look.name(seat) for seat, _ in found]

    def row(label: str, rule: str, part: str, strong: bool = False) -> Sum:
        return {"label": label, "rule": rule, "figures": [_figure(score, part) for _, score in found], "strong": strong}

    part: TallyPart = {
        "part": "tally",
        "place": "hand",
        "zone": "score",
        "share": look.me is not None and look.kind != "over",  # beside the hand, where there is one
        "title": "Final score" if look.kind == "over" else "If the game ended now",
        "columns": [{"seat": seat, "title": name} for (seat, _), name in zip(found, names, strict=True)],
        "rows": [
            row("Points left", "end.points-card", "points"),
            row("Values in the Deck", "score.values", "values"),
            row("Cards in the Zone", "score.zone", "zone"),
            row("Total", "score.total", "total", strong=True),
        ],
    }
    if look.kind != "over":
        part["note"] = f"The game ends when the Wastes Deck has {LAST_CARDS} cards or fewer, or a player is at 0."
    if guessed:
        part["note"] = f"{part.get('note', '')} ≈ means that hidden cards count as average cards.".strip()
    return part


def _figure(score: Score, part: str) -> str:
    number = getattr(score, part)
    if not score.exact and part in ("values", "total"):
        return f"≈ {number:.0f}"
    return f"{number:g}".replace("-", "−")
