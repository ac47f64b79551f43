"""What always lies on the table: the seats, the ring with its piles, the hand, the realm and the key card."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import TAKE_BACK, WON, Move
from tabletop_kernel.games.royal_ascension.content import CARD_RANKS
from tabletop_kernel.games.royal_ascension.names_and_moves import KIND_NAME, card_name, the_piece
from tabletop_kernel.games.royal_ascension.state import HOME, MAJORITY, RESOURCES, SUITS
from widgets.games.royal_ascension.look import GLYPH, USE, Look, count, several
from widgets.scene import (
    Card,
    Counter,
    Die,
    Hand,
    Held,
    Home,
    Key,
    Kind,
    Mark,
    Owned,
    Realm,
    Ring,
    SeatPiece,
    Seats,
    Space,
    Token,
    card,
)

SPACE_GLYPH: dict[str, Kind] = {"H": "heart", "D": "diamond", "S": "spade", "C": "club", "$": "shop"}
SPACE_USE = {
    "H": "draw a health card",
    "D": "draw a gold card",
    "S": "draw an action card, then battle",
    "C": "draw a weapon",
    "$": "buy weapons with gold",
}
SPACE_RULE = {
    "H": "space.hearts",
    "D": "space.diamonds",
    "S": "space.spades",
    "C": "ruling.club-spaces",
    "$": "shop.may",
}
BEFORE_CARDS = ("character", "select", "draft")  # nobody has a hand yet


# -- the seats ---------------------------------------------------------------------------------------------------------


def seats(look: Look) -> Seats:
    asked = look.asked()
    return {
        "part": "seats",
        "place": "top",
        "zone": "players",
        "seats": [_seat(look, seat, seat in asked) for seat in look.seats],
    }


def _seat(look: Look, seat: int, asked: bool) -> SeatPiece:
    view = look.view
    lands = view["territories"][seat]
    held = {suit: count(view[suit][seat]) for suit in RESOURCES}
    alliances = count(view["alliances"][seat])
    badges = _badges(look, seat)
    said = [
        look.name(seat) + (", you" if seat == look.me else ""),
        "out of the game" if view["out"][seat] else f"{count(lands)} of {MAJORITY} territories",
        *(several(held[suit], f"{USE[suit]} card") for suit in RESOURCES),
        *([several(alliances, "Secret Alliance")] if alliances else ()),
        *([f"{view['credit'][seat]} gold in credit"] if view["credit"][seat] else ()),
        f"token {look.place(seat)}",
        *(text for _, text in badges),
    ]
    other = seat != look.me
    can: list[Move] = [("attack", seat), ("ally", seat)] if other else []
    attempt: Move = ("attack", seat) if other or look.kind == "attack" else ()
    counters = [_counter(GLYPH[suit], number, f"{USE[suit]} card") for suit, number in held.items()]
    if alliances:
        counters.append(_counter("spade", alliances, "Secret Alliance"))
    return {
        **look.piece(f"seat:{seat}", ", ".join(said), can, attempt, "end.majority"),
        "seat": seat,
        "name": look.name(seat),
        "you": not other,
        "now": asked,
        "score": str(count(lands)),
        "of": str(MAJORITY),
        "counters": counters,
        "line": "" if isinstance(lands, int) else _values(look, lands),
        "badge": {"glyph": badges[0][0], "text": " · ".join(text for _, text in badges)} if badges else None,
        "out": bool(view["out"][seat]),
    }


def _counter(glyph: str, number: int, what: str) -> Counter:
    return {"glyph": glyph, "figure": str(number), "label": several(number, what)}


def _values(look: Look, lands: list[str]) -> str:
    return " · ".join(map(str, sorted((look.rules.strength[land] for land in lands), reverse=True)))


def _badges(look: Look, seat: int) -> list[tuple[str, str]]:
    """What holds for a seat in the next battle, as (glyph, words)."""
    view = look.view
    found = []
    left = len(view["out"]) - sum(view["out"])
    lifted = left == 2 and look.ruling["ruling.repeat-last-two"] == "lifted"
    if seat in view["excluded"] and not lifted:
        starts = look.ruling["ruling.repeat-initiator"] == "yes"
        found.append(("stop", "can't be chosen" if starts else "no battle"))
    if view["plague"][seat]:
        found.append(("hourglass", f"Plague −{view['plague'][seat]}"))
    if view["all_in"][seat]:
        found.append(("crown", "All In"))
    for a, b, _, _ in view["truces"]:
        if seat in (a, b):
            found.append(("flag", f"truce with {look.short(b if seat == a else a)}"))
    return found


# -- the ring ----------------------------------------------------------------------------------------------------------


def ring(look: Look) -> Ring:
    view = look.view
    part: Ring = {
        "part": "ring",
        "place": "board",
        "zone": "board",
        "title": look.rules.layout.name,
        "rule": "board.kinds",
        "spaces": _spaces(look),
        "home": _home(look),
        "tokens": [_token(look, seat) for seat in look.seats if view["tokens"][seat] >= HOME],
        "middle": [_pile(look, suit) for suit in SUITS],
        "discard": _discard(look),
    }
    die = _die(look)
    if die:
        part["dice"] = [die]
    return part


def _spaces(look: Look) -> list[Space]:
    """All spaces; the active player's is marked, as where the walk starts or where it has led."""
    layout, view = look.rules.layout, look.view
    gates = _gates(look)
    here: dict[int, list[str]] = {}
    for seat, token in enumerate(view["tokens"]):
        here.setdefault(token, []).append(look.short(seat))
    mark: Mark = "happened" if view["landed"] else "selected" if look.kind == "walk" else None
    marked = view["tokens"][view["active"]] if mark else HOME
    spaces: list[Space] = []
    for number, kind in enumerate(layout.kinds[1:], 1):
        label = f"Space {number}, {KIND_NAME[kind]}: {_use(look, kind)}"
        gate, words = gates.get(number, (None, ""))
        if words:
            label += f"; {words}"
        if number in here:
            label += f"; {listed(here[number])} {'is' if len(here[number]) == 1 else 'are'} here"
        walk: Move = ("walk", number)
        spaces.append(
            {
                **look.piece(f"space:{number}", label, [walk], walk, SPACE_RULE[kind]),
                "n": str(number),
                "kind": SPACE_GLYPH[kind],
                "gate": gate,
                "mark": mark if number == marked else None,
            }
        )
    return spaces


def _use(look: Look, kind: str) -> str:
    """What a space is for, as this table plays."""
    if kind == "S" and look.ruling["ruling.battle-must"] == "may":
        return "draw an action card, then battle if you like"
    return "buy a weapon with gold" if kind == "$" and look.ruling["ruling.shop-limit"] == "one" else SPACE_USE[kind]


def _gates(look: Look) -> dict[int, tuple[int | None, str]]:
    """Where tokens step out of home: the seat that owns the gate, if it has one, and words for it."""
    layout, ruling = look.rules.layout, look.ruling["ruling.leave-home"]
    if ruling == "one-gate":
        return {1: (None, "everyone's gate from home")}
    if ruling == "any-gate":
        return dict.fromkeys(layout.gates, (None, "a gate from home"))
    return {
        layout.gates[character]: (seat, f"{look.mine(seat)} gate from home")
        for seat, character in enumerate(look.view["characters"])
        if character >= 0
    }


def _home(look: Look) -> Home:
    there = [look.short(seat) for seat in look.seats if look.view["tokens"][seat] == HOME]
    label = "Home, the middle of the board" + (f"; {listed(there)} here" if there else "")
    piece = look.piece("home", label, [("walk", HOME)], ("walk", HOME), "setup.home")
    return {**piece, "text": "Home", "glyph": "castle"}


def _token(look: Look, seat: int) -> Token:
    """The own token offers every walk, or says why it stays where it is; another's offers a battle."""
    own = seat == look.me
    can: list[Move] = [move for move in look.legal if move[0] == "walk"] if own else [("attack", seat)]
    attempt: Move = ("walk", look.view["tokens"][seat]) if own else ("attack", seat)
    label = f"{look.mine(seat)} token, {look.place(seat)}"
    piece = look.piece(f"token:{seat}", label[0].upper() + label[1:], can, attempt, "pieces.token")
    return {**piece, "seat": seat, "at": look.view["tokens"][seat] - 1}


def _pile(look: Look, suit: str) -> Card:
    """A deck; whoever draws takes its top card. To whoever has lost and picks, a click means picking that suit."""
    number = look.view[f"{suit}_deck"]
    what = "action" if suit == "spades" else USE[suit]
    label = f"The {suit} deck, {what} cards, {number} left"
    attempt: Move = ("pick" if look.kind == "pick" and suit != look.data[0] else "draw", suit)
    piece = look.piece(f"pile:{suit}", label, [("draw", suit)], attempt, "setup.decks")
    return card(piece, face="back", tone=GLYPH[suit], emblem=GLYPH[suit], size="zone", count=number)


def _discard(look: Look) -> Card | None:
    """One place, whatever lies on top. A click says that nothing is taken back from it."""
    pile = look.view["discard"]
    if not pile:
        return None
    back: Move = (TAKE_BACK, pile[-1])
    attempt = () if look.fighting or back in look.legal else back  # a card of the same name may lie on the table
    top = look.suit_card("discard", pile[-1], "", attempt=attempt, rule="discard.pile")
    top["id"] = "pile:discard"
    top["label"] = f"The discard pile, {the_piece(pile[-1])} on top, {several(len(pile), 'card')}"
    return card(top, size="mini", note=f"Discard {len(pile)}")


def _die(look: Look) -> Die | None:
    """The die of the turn; battle and selection dice lie on their sheets, and then this one counts no more."""
    shown = look.view["die"]
    rolling = look.kind in ("roll", "npc")
    if look.battle or not (rolling or shown):
        return None
    label = "The die, not rolled yet" if rolling else f"The die shows {shown}"
    figure = "" if rolling else str(shown)
    piece = look.piece("die", label, [("roll", 1)], ("roll", 1), "turn.roll")
    return {**piece, "figure": figure, "seat": look.view["active"]}


# -- the hand ----------------------------------------------------------------------------------------------------------


def hand(look: Look) -> list[Hand]:
    """The cards of the seat that looks; those under its cover or laid down in the Shop lie there instead."""
    me = look.me
    if me is None or look.kind in BEFORE_CARDS:
        return []
    view = look.view
    gone = _laid_down(look, me)
    groups: list[Held] = []
    for label, zone in (
        ("Health", "hearts"),
        ("Weapons", "clubs"),
        ("Gold", "diamonds"),
        ("Alliances", "alliances"),
        ("Territories", "territories"),
    ):
        if zone == "territories" and not (look.fighting or look.kind in ("attach", "give")):
            continue  # they lie in the realm
        left = list(view[zone][me])
        for piece in gone:
            if piece in left:
                left.remove(piece)
        if left:
            groups.append({"label": label, "cards": [_held(look, zone, piece) for piece in left]})
    note = _who_sees(look, groups) if groups else "You hold no cards."
    return [
        {
            "part": "hand",
            "place": "hand",
            "zone": "hand",
            "title": "Your hand",
            "note": note,
            "rule": "cards.hidden",
            "groups": groups,
        }
    ]


def _who_sees(look: Look, groups: list[Held]) -> str:
    """Alliances and territories are open, unless a ruling hides them."""
    opened = {"Alliances": "ruling.alliance-open", "Territories": "ruling.hidden-territories"}
    seen = [name for name in opened if look.ruling[opened[name]] == "open"]
    open_groups = [group["label"].lower() for group in groups if group["label"] in seen]
    if len(open_groups) == len(groups):
        return "Everyone sees these cards."
    return (
        f"Only you see these cards, but everyone sees your {listed(open_groups)}."
        if open_groups
        else "Only you see these cards."
    )


def _laid_down(look: Look, me: int) -> list[str]:
    view = look.view
    gone: list[str] = []
    if look.fighting:
        for zone in ("territory", "health", "weapons"):
            gone += view[f"committed_{zone}"][me]
    if look.kind == "pay" and look.decider == me:
        gone += look.data[1]
    return gone


def _held(look: Look, zone: str, piece: str) -> Card:
    """A card in the own hand, with everything that can be done with it at some moment."""
    attempt: Move = ("pay" if _pays(look, zone) else "commit", piece)
    if zone == "territories":
        can: list[Move] = [("commit", piece), ("give", piece), ("attach", piece)]
        return card(look.land_card("hand", piece, "yours", can, attempt), size="hand")
    if zone == "alliances":
        can = [("discard", piece), *(move for move in look.legal if move[0] == "ally")]
        return card(look.suit_card("hand", piece, "in your hand", can, ("ally",), "alliance.hold"), size="hand")
    can = [("pay" if zone == "diamonds" else "commit", piece), ("discard", piece), ("give-up", piece)]
    held = card(look.suit_card("hand", piece, "in your hand", can, attempt), size="hand")
    under = _under(look, piece) if zone == "hearts" else ""
    if under:
        held["note"] = f"under {under}"
        held["label"] += f", under {under}"
    return held


def _pays(look: Look, zone: str) -> bool:
    """Whether a click on a card that can do nothing now means paying; else it means fighting with it."""
    if look.fighting:
        return False
    return zone == "diamonds" or look.kind in ("shop", "pay")


def _under(look: Look, heart: str) -> str:
    """The territories under which hearts like this one lie, where a ruling asks for that."""
    lands = dict.fromkeys(land for laid, land in look.view["attached"][look.me] if laid == heart)
    return listed(lands, "or") if lands else ""


# -- the realm and the key card ----------------------------------------------------------------------------------------


def realm(look: Look) -> Realm:
    """Who owns what; once the game is over the winner comes first."""
    result = look.view["result"]
    winners = [seat for seat in look.seats if result and result[1][seat] == WON]
    order = sorted(look.seats, key=lambda seat: seat not in winners)
    return {
        "part": "realm",
        "place": "beside",
        "zone": "realm",
        "title": "The twelve territories",
        "rule": "end.majority",
        "rows": [_owned(look, seat, seat in winners) for seat in order],
    }


def _owned(look: Look, seat: int, won: bool) -> Owned:
    lands = look.view["territories"][seat]
    name = look.name(seat) + (" wins" if won else ", out of the game" if look.view["out"][seat] else "")
    if isinstance(lands, int):
        return {"seat": seat, "name": name, "cards": [_covered(look, seat, lands)] if lands else []}
    place = "yours" if seat == look.me else f"owned by {look.short(seat)}"
    return {"seat": seat, "name": name, "cards": [_land(look, seat, land, place) for land in lands]}


def _land(look: Look, seat: int, land: str, place: str) -> Card:
    own = seat == look.me
    can: list[Move] = [("give", land), ("attach", land)] if own else [("claim", land)]
    attempt: Move = ("commit", land) if own else ("take", land)
    return card(look.land_card("realm", land, place, can, attempt), size="mini")


def _covered(look: Look, seat: int, number: int) -> Card:
    label = f"{look.short(seat)}'s {several(number, 'face-down territory', 'face-down territories')}"
    piece = look.piece(f"realm:{seat}", label, rule="ruling.hidden-territories")
    return card(piece, face="back", tone=f"seat{seat + 1}", emblem="crown", size="mini", count=number)


def key(look: Look) -> Key:
    """The key card: what each spade means."""
    order = sorted(look.rules.content.actions, key=lambda action: CARD_RANKS.index(action.ranks[0]))
    return {
        "part": "key",
        "place": "beside",
        "zone": "key",
        "title": "Key card",
        "rule": "aid.key",
        "rows": [
            {
                "glyph": "spade",
                "figure": _span(action.ranks),
                "text": f"{action.name}. {look.reminder(action)}",
                "rule": action.rules[0] if action.rules else "aid.key",
            }
            for action in order
        ],
    }


def _span(ranks: list[str]) -> str:
    """«3–6» for ranks in a row, «A 2» for a pair."""
    places = sorted(map(CARD_RANKS.index, ranks))
    in_a_row = len(places) > 2 and places[-1] - places[0] == len(places) - 1
    names = [CARD_RANKS[place] for place in places]
    return f"{names[0]}–{names[-1]}" if in_a_row else " ".join(names)


def action_card(look: Look, drawn: str) -> Card:
    """An action card with what it says."""
    action = look.action(drawn)
    rule = action.rules[0] if action.rules else "action.draw"
    reminder = look.reminder(action)
    label = f"{card_name(drawn)}, {action.name}: {reminder}"
    return card(
        look.piece(f"action:{drawn}", label, rule=rule),
        face="text",
        figure=drawn[:-1],
        name=action.name,
        tone="spade",
        body=[{"glyph": "spade", "name": card_name(drawn), "text": reminder}],
        house=reminder == action.house_reminder,
        size="text",
    )
