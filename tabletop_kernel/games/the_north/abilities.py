"""Protocols, Sparks and the lines of the Node: how effects run, and the choices they need.

A running ability is a frame `("ability", seat, (key, at, it, card, place))`. `card` is the card it belongs to; for a
copied ability, the card that copies. `place` is the card's place when the ability began, or how it has left since
(`GONE`). Before it begins, an ability is a frame `("waiting", seat, (key, card, place))`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.games.the_north.card_vocabulary import LEVELS, VALUES, named
from tabletop_kernel.games.the_north.content import SHOWS_FACILITY, UNKNOWN
from tabletop_kernel.games.the_north.state import DISCHARGED, State
from tabletop_kernel.toolkit.card_language import Act, Effect, Rate, in_words
from tabletop_kernel.toolkit.running_effects import Doer, Machine

What = str | list[str | int]  # why a step does nothing; a list adds the seat whose name fills the braces
WAITING = "waiting"
CHAIN_LIMIT = 100  # abilities per Directive; the house cards stay far below it
DEFAULT_RULE = {"protocol": "ability.protocol", "spark": "ability.spark"}
GONE = {  # the reasons that end an ability under a ruling
    "flipped": "its card has been flipped",
    "exchanged": "its card has been exchanged for another",
}
SIDE = {"another ancient in zone": "ancient", "another facility in zone": "facility"}


class Abilities(Machine[State]):
    """This game's machine; the functions below carry out its acts."""

    kind = "ability"

    def effect(self, state: State, key: str) -> Effect:
        return state.rules.effects[key]

    def amount(self, state: State, seat: int, data: Data, word: str) -> int | None:
        if word == "node":
            return state.node[seat] or None  # a Discharged Node has no level
        if word in ("facilities", "ancients"):
            return len((state.facilities if word == "facilities" else state.ancients)[seat])
        name = state.rules.counted[word]
        facility, own = state.rules.facility, state.facilities[seat]
        return sum(facility[card] == name for card in own) - self.leaves_itself_out(state, seat, data, word)

    def leaves_itself_out(self, state: State, seat: int, data: Data, word: str) -> bool:
        """Tell if the count would include the ability's own card, but a ruling excludes it."""
        counted, card = state.rules.counted.get(word), data[3]
        lies = card in state.facilities[seat] and state.rules.facility[card] == counted
        return lies and state.ruling["ruling.trio-self"] == "no"

    def advance(self, state: State, emit: Emit | None) -> None:
        _, seat, data = state.frames[-1]
        if emit and data[1] < len(self.effect(state, data[0]).ops) and self.is_cut_off(state, seat, data):
            emit("void", "ruling.source-gone", EVERYONE, seat=seat, key=data[0], what=GONE[data[4]])
        super().advance(state, emit)

    def is_cut_off(self, state: State, seat: int, data: Data) -> bool:
        """Tell if the ability's card has been flipped or exchanged away, which ends it under a ruling; see `gone`."""
        return data[4] in GONE


MACHINE = Abilities()


def rule_of(state: State, data: Data) -> str:
    """Return the rule for the running step."""
    key, at = data[0], data[1]
    own = state.rules.cites.get(key)
    return own[state.rules.effects[key].ops[at].step] if own else kind_rule(key)


def kind_rule(key: str) -> str:
    """Return the rule for abilities of this kind."""
    return DEFAULT_RULE.get(key.rpartition(".")[2], "node.table")


def gone(state: State, card: str, how: str) -> None:
    """Mark a card as flipped or exchanged away: a ruling ends its running and waiting abilities.

    The mark is set at once, because a card can also leave a Discard in ways that don't end its abilities.
    """
    if state.ruling["ruling.source-gone"] == "yes":
        return
    for at, (kind, seat, data) in enumerate(state.frames):
        if kind in (MACHINE.kind, WAITING) and data[-2] == card:
            state.frames[at] = (kind, seat, (*data[:-1], how))


def set_off(state: State, seat: int, key: str, card: str, place: str, emit: Emit | None) -> None:
    """Queue an ability: next, or under a ruling after all abilities already begun."""
    if not _counts(state, emit):
        return
    frame = (WAITING, seat, (key, card, place))
    begun = [at for at, (kind, _, _) in enumerate(state.frames) if kind in (MACHINE.kind, WAITING)]
    if state.ruling["ruling.nesting"] == "nested" or not begun:
        state.frames.append(frame)
        return
    state.frames.insert(begun[0], frame)
    if emit:
        name, _, ability = key.rpartition(".")
        emit("waits", "ruling.nesting", EVERYONE, seat=seat, name=name, ability=ability)


def start(state: State, emit: Emit | None) -> None:
    """Begin the waiting ability, unless a ruling ends it because its card is gone."""
    _, seat, (key, card, place) = state.frames.pop()
    data = (key, 0, "", card, place)
    if MACHINE.is_cut_off(state, seat, data):
        if emit:
            emit("never-begins", "ruling.source-gone", EVERYONE, seat=seat, key=key, what=GONE[place])
        return
    if emit:
        kind = key.rpartition(".")[2]
        told = state.face(card, place if place == "facility" else "ancient")
        emit(kind, DEFAULT_RULE[kind], EVERYONE, seat=seat, key=key, card=told)
    state.frames.append((MACHINE.kind, seat, data))


def _counts(state: State, emit: Emit | None) -> bool:
    """Count one more ability; return False if the chain is too long and must stop."""
    state.chain += 1
    if state.chain <= CHAIN_LIMIT:
        return True
    if emit:
        emit("cut", "ruling.flip-once", EVERYONE, count=CHAIN_LIMIT)
    return False


def enter(state: State, seat: int, card: str, side: str, rule: str, emit: Emit | None, exchanged: bool = False) -> None:
    """Add a card to a Zone with one side showing, and use its Protocol."""
    row = state.row(side)
    row[seat] = (*row[seat], card)
    if emit:
        emit(f"enters-{side}", rule, EVERYONE, **{"seat": seat, side: state.face(card, side)})
    if exchanged and state.ruling["ruling.added-played"] == "played-only":
        if emit:
            emit("not-played", "ruling.added-played", EVERYONE, **{"seat": seat, side: state.face(card, side)})
        return
    set_off(state, seat, f"{state.name(card, side)}.protocol", card, side, emit)


def reprogram(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Move an Ancient from The Wastes to the Discard, then use its Spark."""
    state.wastes = without(state.wastes, card)
    if emit:
        emit("reprogram", "reprogram.move-first", EVERYONE, seat=seat, ancient=state.face(card, "ancient"))
    state.to_discard(seat, card, emit)
    set_off(state, seat, f"{state.rules.ancient[card]}.spark", card, "discard", emit)


def nothing(
    state: State, seat: int, data: Data, what: What, emit: Emit | None, rule: str = "ability.mandatory"
) -> None:
    """Emit that a step does nothing. `what` is the reason; it can name the seat whose pile it is."""
    if emit:
        acts = [op for op in state.rules.effects[data[0]].ops if op.act]
        emit("nothing", rule, EVERYONE, seat=seat, part=[data[0], len(acts) > 1], what=what)


# -- points and the Node -----------------------------------------------------------------------------------------------


def lose(state: State, seat: int, points: int, rule: str, emit: Emit | None) -> None:
    """Take points from a seat; end the game if it reaches 0 and a ruling ends it at once."""
    state.lose(seat, points, rule, emit)
    if state.points[seat] <= 0 and state.ruling["ruling.zero-continues"] == "at-once":
        state.frames.append(("finish", -1, ("end.zero",)))


def _loss(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    number, rate = act.args
    points = MACHINE.times(state, seat, data, number, rate)
    loser = seat if act.verb == "lose" else 1 - seat
    if not points:
        nothing(state, seat, data, _too_few(state, seat, data, rate), emit)
    elif loser != seat and state.solo and state.ruling["ruling.solo-other"] == "nobody":
        nothing(state, seat, data, "there is no other player to lose points", emit, "ruling.solo-other")
    else:
        lose(state, loser, points, rule_of(state, data), emit)


def _too_few(state: State, seat: int, data: Data, rate: Rate | None) -> What:
    """Return the reason why a loss costs nothing."""
    if rate is None or (MACHINE.amount(state, seat, data, rate.amount) or 0) >= rate.each:
        return "no one loses points"
    if rate.amount == "node":
        return f"the Node is below level {rate.each}" if state.node[seat] else "the Node is Discharged"
    few = "no" if rate.each == 1 else f"fewer than {in_words(rate.each)}"
    besides = ", not counting this card" if MACHINE.leaves_itself_out(state, seat, data, rate.amount) else ""
    return [f"there are {few} {named(rate.amount)} in {{}} Zone{besides}", seat]


def _gain(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    (points,) = act.args
    if state.ruling["ruling.no-gain"] == "no":
        nothing(state, seat, data, "at this table, you can't gain points before the end", emit, "ruling.no-gain")
        return
    state.points[seat] += points
    if emit:
        emit("gains", "ruling.no-gain", EVERYONE, seat=seat, points=points, left=state.points[seat])


def charge(state: State, seat: int, rule: str, emit: Emit | None) -> bool:
    """Charge a Node; return False only if it is at the highest level already."""
    if state.node[seat] == DISCHARGED:
        if state.ruling["ruling.charge-while-discharged"] == "level-2-after-reset":
            state.primed[seat] = 1
        if emit:
            emit("no-charge", "ruling.charge-while-discharged", EVERYONE, seat=seat, waits=state.primed[seat])
        return True
    if state.node[seat] == LEVELS:
        if emit:
            emit("cap", "node.cap", EVERYONE, seat=seat)
        return False
    state.node[seat] += 1
    if emit:
        emit("charge", rule, EVERYONE, seat=seat, level=state.node[seat])
    return True


def _charge(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    if not charge(state, seat, "node.charge", emit) and state.ruling["ruling.charge-at-cap"] == "void":
        _lose_rest(state, "ruling.charge-at-cap", f"the Node is already at level {LEVELS}", emit)


def _lose_rest(state: State, rule: str, what: str, emit: Emit | None) -> None:
    """Skip the rest of the running ability; `what` is the reason."""
    kind, seat, (key, at, *more) = state.frames[-1]
    end = len(state.rules.effects[key].ops)
    state.frames[-1] = (kind, seat, (key, end, *more))
    if emit and at < end:
        emit("void", rule, EVERYONE, seat=seat, key=key, what=what)


# -- cards -------------------------------------------------------------------------------------------------------------


def _draw(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    state.draw(seat, act.args[0], rule_of(state, data), emit)


def _discard(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    count = 1 if act.args[0] == "another" else act.args[0]
    if state.hand[seat] and count:
        state.frames.append(("discard", seat, (count,)))
    else:
        nothing(state, seat, data, ["there are no cards in {} hand to discard", seat], emit)


def _recover(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    another = act.args[0] == "another"
    spared = data[3] if another else ""
    if any(card != spared for card in state.discard[seat]) and act.args[0]:
        state.frames.append(("recover", seat, (1 if another else act.args[0], spared)))
    else:
        nothing(state, seat, data, ["there is no such card in {} Discard", seat], emit)


def flippable(state: State, seat: int, running: str) -> list[tuple[str, str]]:
    """Return the cards that can be flipped now, each with the side it shows."""
    once = state.ruling["ruling.flip-once"] == "once-per-turn"
    return [
        (card, side)
        for side in ("ancient", "facility")
        for card in state.row(side)[seat]
        if card != running and not (once and card in state.flipped)
    ]


def _flip(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    if flippable(state, seat, data[3]):
        state.frames.append(("flip", seat, (data[3],)))
    else:
        nothing(state, seat, data, "no other card can be flipped", emit)


def _take(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    if state.wastes and act.args[0]:
        state.frames.append(("take", seat, (act.args[0],)))
    else:
        nothing(state, seat, data, "there are no Ancients in The Wastes", emit)


def targets(state: State, value: str | None) -> list[str]:
    """Return the Ancients that an ability can Reprogram: of any Value, or of a given one."""
    rules = state.rules
    found = list(state.wastes)
    if value:
        found = [card for card in found if rules.content.ancients[rules.ancient[card]].value == value]
    if state.ruling["ruling.free-reprogram"] == "yes":
        found = [card for card in found if rules.value[card] != state.paid]
    return found


def _reprogram(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    wanted = act.args[0]
    if targets(state, wanted):
        state.frames.append(("reprogram", seat, (wanted or "",)))
        return
    kind = f"Ancient of Value {wanted}" if wanted else "Ancient"
    if any(wanted in (None, VALUES[state.rules.value[card]]) for card in state.wastes):  # only a ruling forbids them
        what = f"every Ancient in The Wastes has Value {VALUES[state.paid]}, like the one last discarded"
        if wanted:
            what = f"the Ancient last discarded has Value {wanted}, too"
        nothing(state, seat, data, what, emit, "ruling.free-reprogram")
    else:
        nothing(state, seat, data, f"there is no {kind} in The Wastes", emit)


def play_top(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Play the top card of the Wastes Deck as a Facility."""
    card = state.wastes_deck[0]
    state.wastes_deck = state.wastes_deck[1:]
    enter(state, seat, card, "facility", rule, emit)


def _play(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    source = act.args[0]
    if source == "top":
        if state.wastes_deck:
            play_top(state, seat, "facility.several-ways", emit)
        else:
            nothing(state, seat, data, "the Wastes Deck is empty", emit)
        return
    pile = "hand" if source == "hand card" else "discard"
    if (state.hand if pile == "hand" else state.discard)[seat]:
        state.frames.append(("play", seat, (pile,)))
    else:
        nothing(state, seat, data, ["there are no cards in {} " + pile.replace("discard", "Discard"), seat], emit)


# -- other abilities ---------------------------------------------------------------------------------------------------


def _use(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    ability, bearer = act.args
    if bearer == "it":
        _use_it(state, seat, data, ability, emit)
        return
    if not state.wastes:
        nothing(state, seat, data, "there are no Ancients in The Wastes", emit, "ruling.copy-none")
        if state.ruling["ruling.copy-none"] == "void":
            _lose_rest(state, "ruling.copy-none", "there was no ability to use", emit)
        return
    rule = rule_of(state, data)
    if state.ruling["ruling.copy-choice"] == "random":
        card = state.wastes[state.chance.pick("copies", len(state.wastes))]
        copy_wastes(state, seat, ability, card, rule, emit)
    else:
        state.frames.append(("copy", seat, (ability, rule)))


def _use_it(state: State, seat: int, data: Data, ability: str, emit: Emit | None) -> None:
    """Use an ability of the card just moved, on the side it shows now.

    In a player's own Zone or in a Discard the card uses its own ability, so “another” excludes that card. Elsewhere the
    ability is only copied.
    """
    card = data[2]
    if not card:
        nothing(state, seat, data, "no card was moved", emit)
        return
    side = "facility" if card in state.wastes_deck or card in state.facilities[seat] else "ancient"
    if side == "facility" and ability == "spark":
        nothing(state, seat, data, "a Facility has no Spark", emit, "facility.protocol")
        return
    place = "discard" if any(card in pile for pile in state.discard) else side
    own = place == "discard" or card in state.row(side)[seat]
    bearer = (card, place) if own else (data[3], data[4])
    copy(state, seat, f"{state.name(card, side)}.{ability}", rule_of(state, data), emit, bearer)


def copy_wastes(state: State, seat: int, ability: str, card: str, rule: str, emit: Emit | None) -> None:
    """Copy the ability of an Ancient in The Wastes; a ruling decides if the Ancient stays there."""
    if state.ruling["ruling.copy"] == "moves":
        state.frames.append(("copied", seat, (card,)))
    data = running(state)  # “another” still excludes the card that copies
    copy(state, seat, f"{state.rules.ancient[card]}.{ability}", rule, emit, (data[3], data[4]))


def copy(state: State, seat: int, key: str, rule: str, emit: Emit | None, bearer: tuple[str, str]) -> None:
    """Run another ability at once, as part of the current one. `bearer` is the ability's card and its place."""
    if not _counts(state, emit):
        return
    if emit:
        emit("copy", rule, EVERYONE, seat=seat, key=key)
    state.frames.append((MACHINE.kind, seat, (key, 0, "", *bearer)))


def after_copy(state: State, emit: Emit | None) -> None:
    """Move the copied Ancient to the player's Discard, if it is still in The Wastes."""
    _, seat, (card,) = state.frames.pop()
    if card in state.wastes:
        state.wastes = without(state.wastes, card)
        owner = state.to_discard(seat, card)
        if emit:
            emit("copied", "ruling.copy", EVERYONE, seat=owner, ancient=state.face(card, "ancient"))


# -- exchanges ---------------------------------------------------------------------------------------------------------


def candidates(state: State, seat: int, place: str, running: str) -> list[str]:
    """Return the cards that an exchange can take from a place, without the card whose ability is running."""
    if place in SIDE:
        found: Sequence[str] = state.row(SIDE[place])[seat]
    elif place == "another ancient in discard":
        found = state.discard[seat]
    elif place == "ancient in wastes":
        return list(state.wastes)
    else:
        return list(state.wastes_deck[:1])
    return [card for card in found if card != running]


def side_of(old: str, new: str) -> str:
    """Return the side that both cards show in an exchange between these places."""
    sides = [SIDE[place] for place in (old, new) if place in SIDE]
    if sides:
        return sides[0]
    return "facility" if old == new == "wastes deck top" else "ancient"


def shown(state: State, place: str, card: str) -> str:
    """Return the face of a card in an exchange, as everyone sees it."""
    return state.top() if place == "wastes deck top" else state.face(card, SIDE.get(place, "ancient"))


def turned(state: State, place: str, card: str) -> list[str]:
    """Return the face of a card in an exchange, and the side that names it."""
    return [shown(state, place, card), "facility" if place in SHOWS_FACILITY else "ancient"]


def same_name(state: State, one: str, two: str, side: str) -> str:
    """Return the name that two cards or faces share, if it counts; '' if there is none. Unseen sides never match."""
    rules, both = state.rules, state.ruling["ruling.exchange-name"] == "either-side"
    for at, (which, names) in enumerate((("ancient", rules.ancient), ("facility", rules.facility))):
        if both or which == side:
            first, second = (names.get(face) or face.split("/")[at] for face in (one, two))
            if first == second != UNKNOWN:
                return first
    return ""


def tried(places: tuple[str, str], given: str, got: str) -> tuple[str, str]:
    """Return a failed pair for a frame; '' replaces the top of the Wastes Deck, which must stay hidden."""
    one, two = ("" if place == "wastes deck top" else card for place, card in zip(places, (given, got), strict=True))
    return one, two


def pairs(state: State, seat: int, asked: Data) -> dict[tuple[str, str], tuple[str, str]]:
    """Return every exchange that can be chosen: the faces of the two cards -> the cards.

    `asked` is the data of the frame.
    """
    old, new, running, *void = asked
    side = side_of(old, new)
    known_void = set(zip(void[::2], void[1::2], strict=True))
    found: dict[tuple[str, str], tuple[str, str]] = {}
    offered = [(got, shown(state, new, got)) for got in candidates(state, seat, new, running)]
    for given in candidates(state, seat, old, running):
        face = shown(state, old, given)
        for got, other in offered:
            faces = face, other
            if given == got or tried((old, new), given, got) in known_void:
                continue
            if faces not in found and not same_name(state, *faces, side):
                found[faces] = given, got
    return found


def _exchange(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    old, new = act.args
    asked = (old, new, data[3])
    if pairs(state, seat, asked):
        state.frames.append(("exchange", seat, asked))
        return
    some = candidates(state, seat, old, data[3]) and candidates(state, seat, new, data[3])
    if some:
        both = state.ruling["ruling.exchange-name"] == "either-side"
        alike = "with a name in common" if both else "with the same name"
        nothing(state, seat, data, f"every possible exchange is for a card {alike}", emit, "exchange.same-name")
    else:
        nothing(state, seat, data, "there is nothing to exchange", emit)


def exchange(state: State, seat: int, asked: Data, given: str, got: str, emit: Emit | None) -> None:
    """Exchange two cards; if their hidden sides forbid it, ask for another pair, as long as there may be one.

    The ability's frame is on top; `asked` is the data of the frame that asked for the exchange.
    """
    old, new = asked[:2]
    faces = {"given": turned(state, old, given), "got": turned(state, new, got)}
    if same_name(state, given, got, side_of(old, new)):
        asked = (*asked, *tried((old, new), given, got))
        again = bool(pairs(state, seat, asked))
        if emit:  # a card that stays also stays hidden: even the shared name is secret
            emit("exchange-void", "exchange.same-name", EVERYONE, seat=seat, **faces, again=again)
        if again:
            state.frames.append(("exchange", seat, asked))
        return
    if emit:
        emit("exchange", "ruling.exchange-meaning", EVERYONE, seat=seat, **faces)
    MACHINE.moved(state, got)
    for card in (given, got):
        gone(state, card, "exchanged")
    discard_old = state.ruling["ruling.exchange-meaning"] == "discard-old"
    _leave(state, seat, old, given)
    _arrive(state, seat, new, got, "" if discard_old else given, emit)
    if discard_old:
        state.to_discard(seat, given, emit)
    _settle(state, seat, old, got, emit)


def _leave(state: State, seat: int, place: str, card: str) -> None:
    if place in SIDE:
        row = state.row(SIDE[place])
        row[seat] = without(row[seat], card)
    elif place == "another ancient in discard":
        state.discard[seat] = without(state.discard[seat], card)
    elif place == "ancient in wastes":
        state.wastes = without(state.wastes, card)
    else:
        state.wastes_deck = state.wastes_deck[1:]


def _arrive(state: State, seat: int, place: str, gone: str, card: str, emit: Emit | None) -> None:
    """Put a card in the place of one that leaves; without a card, leave the place empty."""
    at = state.wastes.index(gone) if place == "ancient in wastes" else 0
    _leave(state, seat, place, gone)
    if not card:
        return
    if place == "ancient in wastes":
        state.wastes = (*state.wastes[:at], card, *state.wastes[at:])
    else:
        _settle(state, seat, place, card, emit)


def _settle(state: State, seat: int, place: str, card: str, emit: Emit | None) -> None:
    """Put a card in a place; in a Zone its Protocol is used."""
    if place in SIDE:
        enter(state, seat, card, SIDE[place], "ruling.exchange-meaning", emit, exchanged=True)
    elif place == "another ancient in discard":
        state.to_discard(seat, card, emit)
    elif place == "ancient in wastes":
        state.wastes = (*state.wastes, card)
    else:
        state.wastes_deck = (card, *state.wastes_deck)


DOERS: Mapping[str, Doer[State]] = {
    "other-loses": _loss,
    "lose": _loss,
    "gain": _gain,
    "charge": _charge,
    "draw": _draw,
    "discard": _discard,
    "recover": _recover,
    "flip": _flip,
    "take": _take,
    "reprogram": _reprogram,
    "play": _play,
    "use": _use,
    "exchange": _exchange,
}
MACHINE.doers = DOERS


def running(state: State) -> Data:
    """Return the data of the running ability; empty if there is none."""
    return next((frame[2] for frame in reversed(state.frames) if frame[0] == MACHINE.kind), ())


def running_rule(state: State) -> str:
    """Return the rule for the running ability."""
    return kind_rule(running(state)[0])
