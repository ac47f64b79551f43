"""Protocols, Sparks and the lines of the Node: how effects run, and the choices they need.

A running ability is a frame `("ability", seat, (key, at, it, card, place))`. `card` is the card it belongs to; for a
copied ability, the card that copies. `place` is the card's place when the ability began, or how it has left since
(`WHY_CARD_IS_GONE`). Before it begins, an ability is a frame `("waiting", seat, (key, card, place))`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.games.the_north.card_vocabulary import LEVELS, VALUES, printed_name
from tabletop_kernel.games.the_north.content import SHOWS_FACILITY, UNKNOWN
from tabletop_kernel.games.the_north.state import DISCHARGED, State
from tabletop_kernel.toolkit.card_language import Act, Effect, Rate, in_words
from tabletop_kernel.toolkit.running_effects import Doer, Machine

WhyNothing = str | list[str | int]  # why a step does nothing; a list adds the seat whose name fills the braces
WAITING = "waiting"
CHAIN_LIMIT = 100  # abilities per Directive; the house cards stay far below it
RULE_BY_ABILITY = {"protocol": "ability.protocol", "spark": "ability.spark"}
WHY_CARD_IS_GONE = {  # the reasons that end an ability under a ruling
    "flipped": "its card has been flipped",
    "exchanged": "its card has been exchanged for another",
}
SIDE_BY_PLACE = {"another ancient in zone": "ancient", "another facility in zone": "facility"}


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
        facility, own_facilities = state.rules.facility, state.facilities[seat]
        return sum(facility[card] == name for card in own_facilities) - self.leaves_itself_out(state, seat, data, word)

    def leaves_itself_out(self, state: State, seat: int, data: Data, word: str) -> bool:
        """Tell if the count would include the ability's own card, but a ruling excludes it."""
        counted, card = state.rules.counted.get(word), data[3]
        lies = card in state.facilities[seat] and state.rules.facility[card] == counted
        return lies and state.ruling["ruling.trio-self"] == "no"

    def advance(self, state: State, emit: Emit | None) -> None:
        _, seat, data = state.frames[-1]
        if emit and data[1] < len(self.effect(state, data[0]).ops) and self.is_cut_off(state, seat, data):
            emit("void", "ruling.source-gone", EVERYONE, seat=seat, key=data[0], what=WHY_CARD_IS_GONE[data[4]])
        super().advance(state, emit)

    def is_cut_off(self, state: State, seat: int, data: Data) -> bool:
        """Tell if the ability's card has been flipped or exchanged away; `mark_gone` notes that under a ruling."""
        return data[4] in WHY_CARD_IS_GONE


MACHINE = Abilities()


def step_rule(state: State, data: Data) -> str:
    """Return the rule for the running step."""
    key, at = data[0], data[1]
    rules_of_steps = state.rules.cites.get(key)
    return rules_of_steps[state.rules.effects[key].ops[at].step] if rules_of_steps else ability_rule(key)


def ability_rule(key: str) -> str:
    """Return the rule for abilities of this kind."""
    return RULE_BY_ABILITY.get(key.rpartition(".")[2], "node.table")


def mark_gone(state: State, card: str, how: str) -> None:
    """Mark a card as flipped or exchanged away: a ruling ends its running and waiting abilities.

    The mark is set at once, because a card can also leave a Discard in ways that don't end its abilities.
    """
    if state.ruling["ruling.source-gone"] == "yes":
        return
    for at, (kind, seat, data) in enumerate(state.frames):
        if kind in (MACHINE.kind, WAITING) and data[-2] == card:
            state.frames[at] = (kind, seat, (*data[:-1], how))


def queue_ability(state: State, seat: int, key: str, card: str, place: str, emit: Emit | None) -> None:
    """Queue an ability: next, or under a ruling after all abilities already begun."""
    if not _count_in_chain(state, emit):
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


def begin_waiting(state: State, emit: Emit | None) -> None:
    """Begin the waiting ability, unless a ruling ends it because its card is gone."""
    _, seat, (key, card, place) = state.frames.pop()
    data = (key, 0, "", card, place)
    if MACHINE.is_cut_off(state, seat, data):
        if emit:
            emit("never-begins", "ruling.source-gone", EVERYONE, seat=seat, key=key, what=WHY_CARD_IS_GONE[place])
        return
    if emit:
        kind = key.rpartition(".")[2]
        told = state.face(card, place if place == "facility" else "ancient")
        emit(kind, RULE_BY_ABILITY[kind], EVERYONE, seat=seat, key=key, card=told)
    state.frames.append((MACHINE.kind, seat, data))


def _count_in_chain(state: State, emit: Emit | None) -> bool:
    """Count one more ability; return False if the chain is too long and must stop."""
    state.chain += 1
    if state.chain <= CHAIN_LIMIT:
        return True
    if emit:
        emit("cut", "ruling.flip-once", EVERYONE, count=CHAIN_LIMIT)
    return False


def add_to_zone(
    state: State, seat: int, card: str, side: str, rule: str, emit: Emit | None, *, exchanged: bool = False
) -> None:
    """Add a card to a Zone with one side showing, and use its Protocol."""
    row = state.row(side)
    row[seat] = (*row[seat], card)
    if emit:
        emit(f"enters-{side}", rule, EVERYONE, **{"seat": seat, side: state.face(card, side)})
    if exchanged and state.ruling["ruling.added-played"] == "played-only":
        if emit:
            emit("not-played", "ruling.added-played", EVERYONE, **{"seat": seat, side: state.face(card, side)})
        return
    queue_ability(state, seat, f"{state.name(card, side)}.protocol", card, side, emit)


def reprogram_ancient(state: State, seat: int, card: str, emit: Emit | None) -> None:
    """Move an Ancient from The Wastes to the Discard, then use its Spark."""
    state.wastes = without(state.wastes, card)
    if emit:
        emit("reprogram", "reprogram.move-first", EVERYONE, seat=seat, ancient=state.face(card, "ancient"))
    state.to_discard(seat, card, emit)
    queue_ability(state, seat, f"{state.rules.ancient[card]}.spark", card, "discard", emit)


def tell_nothing_done(
    state: State, seat: int, data: Data, what: WhyNothing, emit: Emit | None, rule: str = "ability.mandatory"
) -> None:
    """Emit that a step does nothing. `what` is the reason; it can name the seat whose pile it is."""
    if emit:
        acts = [op for op in state.rules.effects[data[0]].ops if op.act]
        emit("nothing", rule, EVERYONE, seat=seat, part=[data[0], len(acts) > 1], what=what)


# -- points and the Node -----------------------------------------------------------------------------------------------


def take_points(state: State, seat: int, points: int, rule: str, emit: Emit | None) -> None:
    """Take points from a seat; end the game if it reaches 0 and a ruling ends it at once."""
    state.lose(seat, points, rule, emit)
    if state.points[seat] <= 0 and state.ruling["ruling.zero-continues"] == "at-once":
        state.frames.append(("finish", -1, ("end.zero",)))


def _take_points(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    number, rate = act.args
    points = MACHINE.times(state, seat, data, number, rate)
    loser = seat if act.verb == "lose" else 1 - seat
    if not points:
        tell_nothing_done(state, seat, data, _why_no_loss(state, seat, data, rate), emit)
    elif loser != seat and state.solo and state.ruling["ruling.solo-other"] == "nobody":
        tell_nothing_done(state, seat, data, "there is no other player to lose points", emit, "ruling.solo-other")
    else:
        take_points(state, loser, points, step_rule(state, data), emit)


def _why_no_loss(state: State, seat: int, data: Data, rate: Rate | None) -> WhyNothing:
    """Return the reason why a loss costs nothing."""
    if rate is None or (MACHINE.amount(state, seat, data, rate.amount) or 0) >= rate.each:
        return "no one loses points"
    if rate.amount == "node":
        return f"the Node is below level {rate.each}" if state.node[seat] else "the Node is Discharged"
    few = "no" if rate.each == 1 else f"fewer than {in_words(rate.each)}"
    besides = ", not counting this card" if MACHINE.leaves_itself_out(state, seat, data, rate.amount) else ""
    return [f"there are {few} {printed_name(rate.amount)} in {{}} Zone{besides}", seat]


def _gain(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    (points,) = act.args
    if state.ruling["ruling.no-gain"] == "no":
        tell_nothing_done(
            state, seat, data, "at this table, you can't gain points before the end", emit, "ruling.no-gain"
        )
        return
    state.points[seat] += points
    if emit:
        emit("gains", "ruling.no-gain", EVERYONE, seat=seat, points=points, left=state.points[seat])


def charge_node(state: State, seat: int, rule: str, emit: Emit | None) -> bool:
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


def _charge_node(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    if not charge_node(state, seat, "node.charge", emit) and state.ruling["ruling.charge-at-cap"] == "void":
        _skip_rest(state, "ruling.charge-at-cap", f"the Node is already at level {LEVELS}", emit)


def _skip_rest(state: State, rule: str, what: str, emit: Emit | None) -> None:
    """Skip the rest of the running ability; `what` is the reason."""
    kind, seat, (key, at, *more) = state.frames[-1]
    end = len(state.rules.effects[key].ops)
    state.frames[-1] = (kind, seat, (key, end, *more))
    if emit and at < end:
        emit("void", rule, EVERYONE, seat=seat, key=key, what=what)


# -- cards -------------------------------------------------------------------------------------------------------------


def _draw(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    state.draw(seat, act.args[0], step_rule(state, data), emit)


def _ask_for_discards(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    count = 1 if act.args[0] == "another" else act.args[0]
    if state.hand[seat] and count:
        state.frames.append(("discard", seat, (count,)))
    else:
        tell_nothing_done(state, seat, data, ["there are no cards in {} hand to discard", seat], emit)


def _ask_for_recovery(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    another = act.args[0] == "another"
    spared = data[3] if another else ""
    if any(card != spared for card in state.discard[seat]) and act.args[0]:
        state.frames.append(("recover", seat, (1 if another else act.args[0], spared)))
    else:
        tell_nothing_done(state, seat, data, ["there is no such card in {} Discard", seat], emit)


def flippable_cards(state: State, seat: int, running: str) -> list[tuple[str, str]]:
    """Return the cards that can be flipped now, each with the side it shows."""
    once = state.ruling["ruling.flip-once"] == "once-per-turn"
    return [
        (card, side)
        for side in ("ancient", "facility")
        for card in state.row(side)[seat]
        if card != running and not (once and card in state.flipped)
    ]


def _ask_for_flip(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    if flippable_cards(state, seat, data[3]):
        state.frames.append(("flip", seat, (data[3],)))
    else:
        tell_nothing_done(state, seat, data, "no other card can be flipped", emit)


def _ask_for_takes(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    if state.wastes and act.args[0]:
        state.frames.append(("take", seat, (act.args[0],)))
    else:
        tell_nothing_done(state, seat, data, "there are no Ancients in The Wastes", emit)


def reprogram_targets(state: State, value: str | None) -> list[str]:
    """Return the Ancients that an ability can Reprogram: of any Value, or of a given one."""
    rules = state.rules
    targets = list(state.wastes)
    if value:
        targets = [card for card in targets if rules.content.ancients[rules.ancient[card]].value == value]
    if state.ruling["ruling.free-reprogram"] == "yes":
        targets = [card for card in targets if rules.value[card] != state.paid]
    return targets


def _ask_for_target(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    wanted = act.args[0]
    if reprogram_targets(state, wanted):
        state.frames.append(("reprogram", seat, (wanted or "",)))
        return
    kind = f"Ancient of Value {wanted}" if wanted else "Ancient"
    if any(wanted in (None, VALUES[state.rules.value[card]]) for card in state.wastes):  # only a ruling forbids them
        what = f"every Ancient in The Wastes has Value {VALUES[state.paid]}, like the one last discarded"
        if wanted:
            what = f"the Ancient last discarded has Value {wanted}, too"
        tell_nothing_done(state, seat, data, what, emit, "ruling.free-reprogram")
    else:
        tell_nothing_done(state, seat, data, f"there is no {kind} in The Wastes", emit)


def play_top(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Play the top card of the Wastes Deck as a Facility."""
    card = state.wastes_deck[0]
    state.wastes_deck = state.wastes_deck[1:]
    add_to_zone(state, seat, card, "facility", rule, emit)


def _play(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    source = act.args[0]
    if source == "top":
        if state.wastes_deck:
            play_top(state, seat, "facility.several-ways", emit)
        else:
            tell_nothing_done(state, seat, data, "the Wastes Deck is empty", emit)
        return
    pile = "hand" if source == "hand card" else "discard"
    if (state.hand if pile == "hand" else state.discard)[seat]:
        state.frames.append(("play", seat, (pile,)))
    else:
        tell_nothing_done(
            state, seat, data, ["there are no cards in {} " + pile.replace("discard", "Discard"), seat], emit
        )


# -- other abilities ---------------------------------------------------------------------------------------------------


def _use_ability(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    ability, bearer = act.args
    if bearer == "it":
        _use_ability_of_it(state, seat, data, ability, emit)
        return
    if not state.wastes:
        tell_nothing_done(state, seat, data, "there are no Ancients in The Wastes", emit, "ruling.copy-none")
        if state.ruling["ruling.copy-none"] == "void":
            _skip_rest(state, "ruling.copy-none", "there was no ability to use", emit)
        return
    rule = step_rule(state, data)
    if state.ruling["ruling.copy-choice"] == "random":
        card = state.wastes[state.chance.pick("copies", len(state.wastes))]
        copy_from_wastes(state, seat, ability, card, rule, emit)
    else:
        state.frames.append(("copy", seat, (ability, rule)))


def _use_ability_of_it(state: State, seat: int, data: Data, ability: str, emit: Emit | None) -> None:
    """Use an ability of the card just moved, on the side it shows now.

    In a player's own Zone or in a Discard the card uses its own ability, so “another” excludes that card. Elsewhere the
    ability is only copied.
    """
    card = data[2]
    if not card:
        tell_nothing_done(state, seat, data, "no card was moved", emit)
        return
    side = "facility" if card in state.wastes_deck or card in state.facilities[seat] else "ancient"
    if side == "facility" and ability == "spark":
        tell_nothing_done(state, seat, data, "a Facility has no Spark", emit, "facility.protocol")
        return
    place = "discard" if any(card in pile for pile in state.discard) else side
    uses_own_ability = place == "discard" or card in state.row(side)[seat]
    bearer = (card, place) if uses_own_ability else (data[3], data[4])
    copy_ability(state, seat, f"{state.name(card, side)}.{ability}", step_rule(state, data), emit, bearer)


def copy_from_wastes(state: State, seat: int, ability: str, card: str, rule: str, emit: Emit | None) -> None:
    """Copy the ability of an Ancient in The Wastes; a ruling decides if the Ancient stays there."""
    if state.ruling["ruling.copy"] == "moves":
        state.frames.append(("copied", seat, (card,)))
    data = running_data(state)  # “another” still excludes the card that copies
    copy_ability(state, seat, f"{state.rules.ancient[card]}.{ability}", rule, emit, (data[3], data[4]))


def copy_ability(state: State, seat: int, key: str, rule: str, emit: Emit | None, bearer: tuple[str, str]) -> None:
    """Run another ability at once, as part of the current one. `bearer` is the ability's card and its place."""
    if not _count_in_chain(state, emit):
        return
    if emit:
        emit("copy", rule, EVERYONE, seat=seat, key=key)
    state.frames.append((MACHINE.kind, seat, (key, 0, "", *bearer)))


def move_copied_card(state: State, emit: Emit | None) -> None:
    """Move the copied Ancient to the player's Discard, if it is still in The Wastes."""
    _, seat, (card,) = state.frames.pop()
    if card in state.wastes:
        state.wastes = without(state.wastes, card)
        owner = state.to_discard(seat, card)
        if emit:
            emit("copied", "ruling.copy", EVERYONE, seat=owner, ancient=state.face(card, "ancient"))


# -- exchanges ---------------------------------------------------------------------------------------------------------


def exchangeable_cards(state: State, seat: int, place: str, running: str) -> list[str]:
    """Return the cards that an exchange can take from a place, without the card whose ability is running."""
    if place in SIDE_BY_PLACE:
        cards: Sequence[str] = state.row(SIDE_BY_PLACE[place])[seat]
    elif place == "another ancient in discard":
        cards = state.discard[seat]
    elif place == "ancient in wastes":
        return list(state.wastes)
    else:
        return list(state.wastes_deck[:1])
    return [card for card in cards if card != running]


def shown_side(old: str, new: str) -> str:
    """Return the side that both cards show in an exchange between these places."""
    sides = [SIDE_BY_PLACE[place] for place in (old, new) if place in SIDE_BY_PLACE]
    if sides:
        return sides[0]
    return "facility" if old == new == "wastes deck top" else "ancient"


def exchange_face(state: State, place: str, card: str) -> str:
    """Return the face of a card in an exchange, as everyone sees it."""
    return state.top() if place == "wastes deck top" else state.face(card, SIDE_BY_PLACE.get(place, "ancient"))


def exchange_face_and_side(state: State, place: str, card: str) -> list[str]:
    """Return the face of a card in an exchange, and the side that names it."""
    return [exchange_face(state, place, card), "facility" if place in SHOWS_FACILITY else "ancient"]


def shared_name(state: State, one: str, two: str, side: str) -> str:
    """Return the name that two cards or faces share, if it counts; '' if there is none. Unseen sides never match."""
    rules, both = state.rules, state.ruling["ruling.exchange-name"] == "either-side"
    for at, (which, names) in enumerate((("ancient", rules.ancient), ("facility", rules.facility))):
        if both or which == side:
            first, second = (names.get(face) or face.split("/")[at] for face in (one, two))
            if first == second != UNKNOWN:
                return first
    return ""


def failed_pair(places: tuple[str, str], given: str, got: str) -> tuple[str, str]:
    """Return a failed pair for a frame; '' replaces the top of the Wastes Deck, which must stay hidden."""
    one, two = ("" if place == "wastes deck top" else card for place, card in zip(places, (given, got), strict=True))
    return one, two


def exchange_pairs(state: State, seat: int, asked: Data) -> dict[tuple[str, str], tuple[str, str]]:
    """Return every exchange that can be chosen: the faces of the two cards -> the cards.

    `asked` is the data of the frame.
    """
    old, new, running, *void = asked
    side = shown_side(old, new)
    known_void = set(zip(void[::2], void[1::2], strict=True))
    pairs: dict[tuple[str, str], tuple[str, str]] = {}
    offered = [(got, exchange_face(state, new, got)) for got in exchangeable_cards(state, seat, new, running)]
    for given in exchangeable_cards(state, seat, old, running):
        face = exchange_face(state, old, given)
        for got, other in offered:
            faces = face, other
            if given == got or failed_pair((old, new), given, got) in known_void:
                continue
            if faces not in pairs and not shared_name(state, *faces, side):
                pairs[faces] = given, got
    return pairs


def _ask_for_exchange(state: State, seat: int, data: Data, act: Act, emit: Emit | None) -> None:
    old, new = act.args
    asked = (old, new, data[3])
    if exchange_pairs(state, seat, asked):
        state.frames.append(("exchange", seat, asked))
        return
    has_candidates = exchangeable_cards(state, seat, old, data[3]) and exchangeable_cards(state, seat, new, data[3])
    if has_candidates:
        both = state.ruling["ruling.exchange-name"] == "either-side"
        alike = "with a name in common" if both else "with the same name"
        tell_nothing_done(
            state, seat, data, f"every possible exchange is for a card {alike}", emit, "exchange.same-name"
        )
    else:
        tell_nothing_done(state, seat, data, "there is nothing to exchange", emit)


def exchange_cards(state: State, seat: int, asked: Data, given: str, got: str, emit: Emit | None) -> None:
    """Exchange two cards; if their hidden sides forbid it, ask for another pair, as long as there may be one.

    The ability's frame is on top; `asked` is the data of the frame that asked for the exchange.
    """
    old, new = asked[:2]
    faces = {"given": exchange_face_and_side(state, old, given), "got": exchange_face_and_side(state, new, got)}
    if shared_name(state, given, got, shown_side(old, new)):
        asked = (*asked, *failed_pair((old, new), given, got))
        again = bool(exchange_pairs(state, seat, asked))
        if emit:  # a card that stays also stays hidden: even the shared name is secret
            emit("exchange-void", "exchange.same-name", EVERYONE, seat=seat, **faces, again=again)
        if again:
            state.frames.append(("exchange", seat, asked))
        return
    if emit:
        emit("exchange", "ruling.exchange-meaning", EVERYONE, seat=seat, **faces)
    MACHINE.moved(state, got)
    for card in (given, got):
        mark_gone(state, card, "exchanged")
    discard_old = state.ruling["ruling.exchange-meaning"] == "discard-old"
    _take_from_place(state, seat, old, given)
    _put_in_place_of(state, seat, new, got, "" if discard_old else given, emit)
    if discard_old:
        state.to_discard(seat, given, emit)
    _put_in_place(state, seat, old, got, emit)


def _take_from_place(state: State, seat: int, place: str, card: str) -> None:
    if place in SIDE_BY_PLACE:
        row = state.row(SIDE_BY_PLACE[place])
        row[seat] = without(row[seat], card)
    elif place == "another ancient in discard":
        state.discard[seat] = without(state.discard[seat], card)
    elif place == "ancient in wastes":
        state.wastes = without(state.wastes, card)
    else:
        state.wastes_deck = state.wastes_deck[1:]


def _put_in_place_of(state: State, seat: int, place: str, gone: str, card: str, emit: Emit | None) -> None:
    """Put a card in the place of one that leaves; without a card, leave the place empty."""
    at = state.wastes.index(gone) if place == "ancient in wastes" else 0
    _take_from_place(state, seat, place, gone)
    if not card:
        return
    if place == "ancient in wastes":
        state.wastes = (*state.wastes[:at], card, *state.wastes[at:])
    else:
        _put_in_place(state, seat, place, card, emit)


def _put_in_place(state: State, seat: int, place: str, card: str, emit: Emit | None) -> None:
    """Put a card in a place; in a Zone its Protocol is used."""
    if place in SIDE_BY_PLACE:
        add_to_zone(state, seat, card, SIDE_BY_PLACE[place], "ruling.exchange-meaning", emit, exchanged=True)
    elif place == "another ancient in discard":
        state.to_discard(seat, card, emit)
    elif place == "ancient in wastes":
        state.wastes = (*state.wastes, card)
    else:
        state.wastes_deck = (card, *state.wastes_deck)


DOER_BY_VERB: Mapping[str, Doer[State]] = {
    "other-loses": _take_points,
    "lose": _take_points,
    "gain": _gain,
    "charge": _charge_node,
    "draw": _draw,
    "discard": _ask_for_discards,
    "recover": _ask_for_recovery,
    "flip": _ask_for_flip,
    "take": _ask_for_takes,
    "reprogram": _ask_for_target,
    "play": _play,
    "use": _use_ability,
    "exchange": _ask_for_exchange,
}
MACHINE.doers = DOER_BY_VERB


def running_data(state: State) -> Data:
    """Return the data of the running ability; empty if there is none."""
    return next((frame[2] for frame in reversed(state.frames) if frame[0] == MACHINE.kind), ())


def running_ability_rule(state: State) -> str:
    """Return the rule for the running ability."""
    return ability_rule(running_data(state)[0])
