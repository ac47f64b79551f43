"""Battles: the challenge, alliances, the secret commitments and the dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from tabletop_kernel.contract.decision_stack import ANYONE, Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import TAKE_BACK, Move, OpenDecision
from tabletop_kernel.contract.piles_and_points import without
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.after_battle import all_in_drawers, conclude
from tabletop_kernel.games.royal_ascension.state import BATTLE_VERBS, HOME, SUCCESS, TURN_VERBS, Battle, State

HEALTH_LIMIT = 2
BATTLE_DICE = 2  # in one throw


# -- who may battle --------------------------------------------------------------------------------------------------


def barred(state: State) -> tuple[int, ...]:
    """Return the seats that can't battle now because they lost an earlier battle."""
    if state.excluded and state.ruling["ruling.repeat-last-two"] == "lifted" and len(state.alive()) == 2:
        return ()
    return state.excluded


def battles_are_over(state: State) -> bool:
    """Tell if there can be no more battles: too many seats are excluded, and nothing left can change that.

    A Royal Decree, another battle or, under a ruling, the next Spades landing ends an exclusion. Truces and alliances
    end by themselves, so they don't count.
    """
    no_more_decrees = state.ruling["ruling.space-when-deck-empty"] == "no-draw" and not state.spades_deck
    if not no_more_decrees or state.ruling["ruling.repeat-clears"] == "one-spade":
        return False
    free = len(state.alive()) - len(barred(state))
    return free < (1 if state.ruling["ruling.repeat-initiator"] == "yes" else 2)


def in_truce(state: State, seat: int, other: int) -> bool:
    return any({a, b} == {seat, other} for a, b, _, _ in state.truces)


def eligible(state: State, seat: int) -> list[int]:
    """Return the opponents this seat can choose now."""
    out_of_it = barred(state)
    if seat in out_of_it and state.ruling["ruling.repeat-initiator"] == "no":
        return []
    return [
        other
        for other in range(state.seats)
        if other != seat
        and not state.out[other]
        and other not in out_of_it
        and other not in state.allied
        and not (state.truces and in_truce(state, seat, other))
    ]


def tokens_met(state: State, seat: int) -> list[int]:
    """Return the other seats whose tokens share this token's space; tokens at home don't meet."""
    space = state.tokens[seat]
    return [other for other in state.alive() if other != seat and state.tokens[other] == space != HOME]


def met(state: State, seat: int) -> list[int]:
    """Return the seats that this seat can challenge to an extra battle because they share its space."""
    if state.ruling["ruling.shared-space"] != "battle" or _avoided(state):
        return []
    return [other for other in tokens_met(state, seat) if other in eligible(state, seat)]


def _avoided(state: State) -> bool:
    """Tell if an alliance replaced the battle for good; a ruling lets the attacker choose again."""
    again = state.ruling["ruling.alliance-effect"] == "choose-again" and state.active not in state.allied
    return bool(state.allied) and not state.fought and not again


# -- why there is no battle --------------------------------------------------------------------------------------------


def may_not_start(state: State, seat: int) -> bool:
    """Tell if a lost battle keeps this seat from starting one."""
    return seat in barred(state) and state.ruling["ruling.repeat-initiator"] == "no"


def why_not(state: State, seat: int, other: int, choices: list[int]) -> Verdict:
    """Return the reason why a seat can't challenge another one that is still in the game."""
    if may_not_start(state, seat):
        return Verdict("battle.back-to-back")
    if other in barred(state):
        return Verdict("battle.no-previous-loser", opponent=other, choices=choices)
    if other in state.allied:
        return _alliance_shown(seat, other, "this-turn")
    truce = next((shown for a, shown, _, _ in state.truces if {a, shown} == {seat, other}), None)
    if truce is not None:
        return _alliance_shown(seat, truce, "truce")
    if _avoided(state):
        return _alliance_shown(seat, state.allied[-1], "ended")
    return Verdict("battle.opponent", choices=choices)


def _alliance_shown(seat: int, shown_by: int, so: str) -> Verdict:
    """Return the refusal for a battle that a Secret Alliance prevents; the alliance may be this seat's own."""
    return Verdict("ruling.alliance-effect", opponent="you" if shown_by == seat else shown_by, so=so)


def moment_of_turn(state: State, seat: int) -> str:
    """Return the key for this seat's place in the turn: what it must do first, or what it has finished."""
    kind = state.frames[-1][0]
    if kind == "commit":
        return "seal-due" if state.committed_territory[seat] else "in-battle"
    if kind == "end":
        return "done-met" if met(state, seat) else "done"
    return "dice-due" if kind == "dice" else "unfit"


def no_more_battle(state: State, seat: int, move: Move) -> Verdict:
    """Return the reason why there can be no battle once the space is resolved."""
    asked = move[1] if move[0] == "attack" and len(move) == 2 else None
    other = asked if type(asked) is int and asked != seat and 0 <= asked < state.seats else None
    if other is not None and state.out[other]:
        return Verdict("elim.zero", opponent=other)
    here = tokens_met(state, seat)
    if here and state.ruling["ruling.shared-space"] == "battle" and (other in here or not _avoided(state)):
        return _not_met(state, seat, move, other)
    if state.on_spades(seat):
        return _landing_done(state, seat, other)
    return Verdict("ruling.shared-space" if other in here else "battle.start")


def _not_met(state: State, seat: int, move: Move, other: int | None) -> Verdict:
    """Return the reason why this isn't a battle with a player on the same space."""
    choices = met(state, seat)
    if other is None:
        if move[0] == "pass":
            return Verdict("turn.end", so=moment_of_turn(state, seat))
        here = tokens_met(state, seat)
        return Verdict("battle.opponent", choices=choices) if choices else why_not(state, seat, here[0], [])
    if other in tokens_met(state, seat):
        return why_not(state, seat, other, choices)
    return Verdict("ruling.shared-space", opponent=other, so="elsewhere", choices=choices)


def _landing_done(state: State, seat: int, other: int | None) -> Verdict:
    """Return the reason why a Spades landing brings no battle, or no second one."""
    if not state.fought:
        return _nothing_fought(state, seat, other)
    decree = state.rules.action.get(state.card) == "decree"
    replaced = decree and state.ruling["ruling.decree-replaces"] == "replaces"
    return Verdict("ruling.decree-replaces") if replaced else Verdict("turn.end", so=moment_of_turn(state, seat))


def _nothing_fought(state: State, seat: int, other: int | None) -> Verdict:
    """Return the reason why a Spades landing has brought no battle."""
    if set(state.alive()) <= {seat, *state.allied} and (called := _called_everybody(state)):
        return Verdict(called)
    if may_not_start(state, seat):
        return Verdict("battle.back-to-back")
    if _avoided(state):
        return _alliance_shown(seat, state.allied[-1], "ended")
    if eligible(state, seat):
        if state.ruling["ruling.battle-must"] == "may":  # so the player skipped it
            return Verdict("ruling.battle-must", so="left-out")
        return Verdict("turn.end", so=moment_of_turn(state, seat))
    return Verdict("space.spades") if other is None else why_not(state, seat, other, [])


def _called_everybody(state: State) -> str:
    """Return the ruling on staying out of the battle that this turn's card calls; empty if it calls no one."""
    action = state.rules.action.get(state.card)
    if action == "decree":
        return "ruling.alliance-vs-decree"
    table = action == "all-in" and state.ruling["ruling.allin-stake"] == "drawer-vs-table"
    return "ruling.alliance-vs-allin" if table else ""


def challenge(state: State, emit: Emit | None) -> None:
    """Ask for an opponent after the action card, if there can be a battle."""
    _, seat, _ = state.frames.pop()
    if state.out[seat]:
        return  # eliminated by the Royal Decree just before
    if not eligible(state, seat):
        if emit:
            emit("no-battle", _why_no_battle(state, seat), EVERYONE, seat=seat)
        no_battle(state, seat, emit)
    elif state.all_in[seat] and state.ruling["ruling.allin-stake"] == "drawer-vs-table":
        ask_to_stay_out(state, seat, "table")
    else:
        state.frames.append(("attack", seat, ()))


def _why_no_battle(state: State, seat: int) -> str:
    """Return the rule that leaves this seat without an opponent."""
    if seat in barred(state):
        return "battle.back-to-back"
    free = [other for other in state.alive() if other != seat and other not in barred(state)]
    return "ruling.alliance-effect" if free else "battle.no-previous-loser"


def no_battle(state: State, seat: int, emit: Emit | None) -> None:
    """End the landing without a battle: the All In or Plague drawn for it waits or is lost.

    They still count in a battle with a player on this space, so nothing is lost before that is skipped, too.
    """
    if state.frames[-1][0] == "end" and met(state, seat):
        return
    if state.ruling["ruling.allin-no-battle"] == "lost":
        call_off_all_in(state, seat, "ruling.allin-no-battle", emit)
    elif emit and state.all_in[seat]:
        emit("all-in-waits", "ruling.allin-no-battle", EVERYONE, seat=seat)
    if state.plague[seat]:
        expires = state.ruling["ruling.plague-carry"] == "expires"
        if expires:
            state.plague[seat] = 0
        if emit:
            emit("plague-gone" if expires else "plague-waits", "ruling.plague-carry", EVERYONE, seat=seat)


def call_off_all_in(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    """Cancel a drawn All In."""
    if state.all_in[seat]:
        state.all_in[seat] = 0
        if emit:
            emit("all-in-lost", rule, EVERYONE, seat=seat)


class Attack(Decision[State]):
    """The choice of an opponent."""

    verbs = (*BATTLE_VERBS, "end", "draw", "ally")

    def moves(self, state: State, seat: int) -> list[Move]:
        found: list[Move] = [("attack", other) for other in eligible(state, seat)]
        return [*found, ("pass",)] if state.ruling["ruling.battle-must"] == "may" else found

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move == ("pass",) or move == ("end",):
            return Verdict("ruling.battle-must", so="unsaid")
        if move[0] == "draw":
            return self._refuse_draw(state, move)
        if move[0] == "ally":
            return Verdict("ruling.alliance-draw-turn")
        choices = eligible(state, seat)
        other = move[1] if move[0] == "attack" and len(move) == 2 else seat
        if type(other) is not int or other == seat or not 0 <= other < state.seats:
            return Verdict("battle.opponent", choices=choices)
        if state.out[other]:
            return Verdict("elim.zero", opponent=other)
        return why_not(state, seat, other, choices)

    def _refuse_draw(self, state: State, move: Move) -> Verdict:
        """Return the reason why no other card can be drawn after the action card."""
        if move[1:] == ("spades",):
            return Verdict("action.draw")
        if state.rules.action.get(state.card) != "npc":
            return Verdict("turn.land")
        return Verdict("ruling.npc-prize", so="prize-drawn" if state.die >= SUCCESS else "npc-failed")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[0] == "pass":
            if emit:
                emit("pass", "ruling.battle-must", EVERYONE, seat=seat)
            no_battle(state, seat, emit)
        else:
            start_challenge(state, seat, int(move[1]), "chosen", emit)


def start_challenge(state: State, seat: int, other: int, why: str, emit: Emit | None) -> None:
    """Challenge an opponent, “chosen” on Spades or “met” on a shared space, who may show an alliance."""
    if emit:
        rule = "battle.opponent" if why == "chosen" else "ruling.shared-space"
        emit("attack", rule, EVERYONE, seat=seat, opponent=other)
    if may_be_asked(state, other, "ruling.alliance-vs-allin" if state.all_in[seat] else None):
        state.frames.append(("alliance", other, (why,)))
    else:
        start_duel(state, seat, other, emit)


# -- alliances -------------------------------------------------------------------------------------------------------

Kept = Literal["ruling.alliance-vs-decree", "ruling.alliance-vs-allin"]
STAYING_OUT: dict[str, Kept] = {
    "decree": "ruling.alliance-vs-decree",
    "table": "ruling.alliance-vs-allin",
}  # battles of all players


def may_be_asked(state: State, seat: int, ruling: Kept | None) -> bool:
    """Tell if a seat should be asked for an alliance. If alliances are secret, always ask: asking would reveal them."""
    if ruling and state.ruling[ruling] == "no":
        return False
    return bool(state.alliances[seat]) or state.ruling["ruling.alliance-open"] == "hidden"


def ask_to_stay_out(state: State, seat: int, kind: str) -> None:
    """Let holders of an alliance stay out of a battle of all players before it begins, if a ruling allows it.

    A player who has shown an alliance this turn, for the Royal Decree before, stays out already and isn't asked again.
    """
    state.frames.append(("muster", seat, (kind,)))
    for other in reversed(_from(state, seat)[1:]):
        if other not in state.allied and may_be_asked(state, other, STAYING_OUT[kind]):
            state.frames.append(("alliance", other, ("muster",)))


def _from(state: State, seat: int) -> list[int]:
    """Return the seats still in the game, in turn order, starting with this one."""
    place = state.turns.index(seat)
    return [s for s in (*state.turns[place:], *state.turns[:place]) if not state.out[s]]


class Alliance(Decision[State]):
    """The choice to show a Secret Alliance or fight. Open data: chosen, met, muster, or own (a drawer alone)."""

    verbs = ("ally", *BATTLE_VERBS, *TURN_VERBS)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*self._ways(state, seat), ("fight",)]

    def _ways(self, state: State, seat: int) -> list[Move]:
        if not state.alliances[seat]:
            return []
        partners = self._partners(state, seat)
        return [("ally", other) for other in partners] if partners else [("ally",)]

    def _partners(self, state: State, seat: int) -> list[int]:
        """Return the third players that an alliance can name; empty if the ruling asks for no name."""
        if state.ruling["ruling.alliance-partner"] == "none":
            return []
        return [other for other in state.alive() if other not in (seat, state.active)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] != "ally":
            return Verdict("alliance.optional", so="may-show" if state.alliances[seat] else "none-to-show")
        if not state.alliances[seat]:
            return Verdict("alliance.use")
        return Verdict("ruling.alliance-partner", choices=self._partners(state, seat))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        _, _, (why,) = state.frames.pop()
        attacker = state.active
        if move[0] == "fight":
            if emit:
                emit("fights", "alliance.optional", EVERYONE, seat=seat)
            if why in ("chosen", "met"):
                start_duel(state, attacker, seat, emit)
            return
        card = state.alliances[seat][0]
        state.lose(seat, "alliances", card)
        state.allied = (*state.allied, seat)
        if emit:
            emit("ally", "alliance.use", EVERYONE, seat=seat)
            if len(move) > 1:
                emit("partner", "ruling.alliance-partner", EVERYONE, seat=seat, partner=move[1])
            emit("alliance-spent", "alliance.spent", EVERYONE, seat=seat, card=card)
        if why == "own":
            state.frames.pop()  # the challenge that would have followed
            no_battle(state, seat, emit)
        elif why != "muster":
            _avoid(state, attacker, seat, why, emit)


def _avoid(state: State, attacker: int, seat: int, why: str, emit: Emit | None) -> None:
    """Resolve an alliance shown by the challenged player."""
    call_off_all_in(state, attacker, "ruling.alliance-vs-allin", emit)
    effect = state.ruling["ruling.alliance-effect"]
    if effect == "choose-again" and why == "chosen":
        state.frames.append(("challenge", attacker, ()))
        return
    if effect == "truce":
        state.truces = (*state.truces, (attacker, seat, -1, 0))  # the attacker's current turn doesn't count
    if emit:
        emit("avoided", "ruling.alliance-effect", EVERYONE, seat=attacker, opponent=seat)
    no_battle(state, attacker, emit)


# -- the start of a battle -------------------------------------------------------------------------------------------


def start_duel(state: State, attacker: int, defender: int, emit: Emit | None) -> None:
    all_in = next((seat for seat in (attacker, defender) if state.all_in[seat]), -1)
    start_battle(state, Battle("duel", attacker, (attacker, defender), state.seats, all_in), emit)


def muster(state: State, emit: Emit | None) -> None:
    """Start a battle of all players who haven't stayed out."""
    _, seat, (kind,) = state.frames.pop()
    fighters = tuple(other for other in _from(state, seat) if other not in state.allied)
    if len(fighters) < 2:
        if emit:
            emit("no-battle", STAYING_OUT[kind], EVERYONE, seat=seat)
        if kind == "table":
            call_off_all_in(state, seat, STAYING_OUT[kind], emit)
        if state.frames[-1][0] == "challenge":  # no one is left for the battle after a Decree, either
            state.frames.pop()
        no_battle(state, seat, emit)
        return
    if emit and kind == "decree":
        emit("everyone", "decree.all", EVERYONE, fighters=list(fighters))
    start_battle(state, Battle(kind, seat, fighters, state.seats, seat if kind == "table" else -1), emit)


def start_battle(state: State, battle: Battle, emit: Emit | None) -> None:
    state.battle = battle
    for zone in (state.committed_territory, state.committed_health, state.committed_weapons):
        zone[:] = [()] * state.seats
    state.frames.append(("commit", ANYONE, ()))
    if emit and battle.kind != "decree":  # an event has named the fighters of a Royal Decree
        emit("battle", "battle.start", EVERYONE, seat=battle.attacker, fighters=list(battle.fighters))
        for seat in all_in_drawers(state, battle):
            if seat != battle.attacker or state.rules.action.get(state.card) != "all-in":  # not drawn just now
                emit("all-in-counts", "ruling.allin-no-battle", EVERYONE, seat=seat)


# -- committing ------------------------------------------------------------------------------------------------------


def deciding(state: State) -> tuple[int, ...]:
    """Return the fighters who haven't sealed their commitment."""
    battle = state.battle
    assert battle is not None
    return tuple(seat for seat in battle.fighters if seat not in battle.sealed)


class Commit(Decision[State]):
    """The secret choice of pieces, one at a time, up to the seal. The other players don't see the progress."""

    verbs = ("commit", "seal", TAKE_BACK, "attack", "pass", "ally", "roll", "fight")

    def deciders(self, state: State, frame: OpenDecision) -> Sequence[int]:
        return deciding(state)  # all fighters decide at the same time

    def moves(self, state: State, seat: int) -> list[Move]:
        found: list[Move] = []
        lands = state.committed_territory[seat]
        health, weapons = state.committed_health[seat], state.committed_weapons[seat]
        if not lands:
            found += [("commit", territory) for territory in state.territories[seat]]
        if len(health) < HEALTH_LIMIT:
            found += [("commit", card) for card in dict.fromkeys(_left(usable_health(state, seat), health))]
        found += [("commit", card) for card in dict.fromkeys(_left(state.clubs[seat], weapons))]
        if lands:
            found.append(("seal",))
        found += [(TAKE_BACK, piece) for piece in dict.fromkeys((*lands, *health, *weapons))]
        return found

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        verb = move[0]
        if verb == "commit" and len(move) == 2:
            return self._refuse(state, seat, str(move[1])) if type(move[1]) is str else Verdict("battle.total")
        if move == ("seal",):
            return Verdict("battle.territory", territory="")
        if verb == "ally":
            return Verdict(_why_no_alliance(state, seat))
        if verb in ("attack", "pass"):
            return fought_out(state)
        return Verdict("battle.reveal")

    def _refuse(self, state: State, seat: int, piece: str) -> Verdict:
        if piece in state.rules.strength:
            return Verdict("battle.territory", territory=piece)
        if piece not in state.rules.value or piece[-1] == "D":
            return Verdict("space.diamonds" if piece in state.rules.value else "battle.total")
        if piece[-1] == "C":
            return Verdict("battle.weapons-any")
        health = state.committed_health[seat]
        if len(health) >= HEALTH_LIMIT:
            return Verdict("battle.health-limit", limit=HEALTH_LIMIT)
        attached = piece in _left(state.hearts[seat], health)
        return Verdict("ruling.health-attach", so="not-here") if attached else Verdict("battle.health-add")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        if move[0] == "seal":
            self._seal(state, seat, emit)
            return
        piece = str(move[1])
        zone = _zone(state, piece)
        if move[0] == TAKE_BACK:
            zone[seat] = without(zone[seat], piece)
            if zone is state.committed_territory and state.ruling["ruling.health-attach"] == "attach-on-draw":
                state.committed_health[seat] = ()  # the hearts under a territory go back with it
        else:
            zone[seat] = tuple(sorted((*zone[seat], piece), key=state.rules.order.__getitem__))
        if emit:
            back = move[0] == TAKE_BACK
            rule = "battle.reveal" if back else _rule_of(state, piece)
            emit("uncommit" if back else "commit", rule, only(seat), seat=seat, piece=piece)

    def _seal(self, state: State, seat: int, emit: Emit | None) -> None:
        battle = state.battle
        assert battle is not None
        battle.sealed = (*battle.sealed, seat)
        if emit:
            emit("seal", "battle.reveal", EVERYONE, seat=seat)
        if len(battle.sealed) == len(battle.fighters):
            battle.open = True
            if emit:
                for fighter in battle.fighters:
                    _show(state, fighter, emit)
            if not battle.bout:
                first_bout(state, battle)
            ask_dice(state, battle)


def _why_no_alliance(state: State, seat: int) -> str:
    """Return the rule that keeps a Secret Alliance out of a battle in progress."""
    battle = state.battle
    assert battle is not None
    called = seat != battle.attacker and (battle.kind == "decree" or battle.all_in == battle.attacker)
    ruling = STAYING_OUT["decree" if battle.kind == "decree" else "table"]
    return ruling if called and state.ruling[ruling] == "no" else "alliance.use"


def fought_out(state: State) -> Verdict:
    """Return the reason why players can't join, leave or change opponents during a battle."""
    battle = state.battle
    assert battle is not None
    if battle.kind != "duel":
        return Verdict("decree.all" if battle.kind == "decree" else "ruling.allin-stake")
    return Verdict("battle.high-wins", fighters=list(battle.fighters))


def _left(cards: tuple[str, ...], used: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards that aren't used yet."""
    for card in used:
        cards = without(cards, card)
    return cards


def usable_health(state: State, seat: int) -> tuple[str, ...]:
    """Return the hearts a seat can commit: all of them, or only those under its committed territory."""
    if state.ruling["ruling.health-attach"] != "attach-on-draw":
        return state.hearts[seat]
    return tuple(heart for heart, land in state.attached[seat] if land in state.committed_territory[seat])


def _zone(state: State, piece: str) -> list[tuple[str, ...]]:
    if piece in state.rules.strength:
        return state.committed_territory
    return state.committed_health if piece[-1] == "H" else state.committed_weapons


def _rule_of(state: State, piece: str) -> str:
    """Return the rule that lets a piece join a battle."""
    if piece in state.rules.strength:
        return "battle.territory"
    return "battle.health-add" if piece[-1] == "H" else "battle.weapons-any"


def _show(state: State, seat: int, emit: Emit) -> None:
    """Emit every part of a fighter's strength, with the rule that adds it."""
    value, strength = state.rules.value, state.rules.strength
    land = state.committed_territory[seat][0]
    health, weapons = state.committed_health[seat], state.committed_weapons[seat]
    emit("reveal", "terr.defend", EVERYONE, seat=seat, territory=land, points=strength[land])
    if health:
        points = sum(value[card] for card in health)
        emit("health", "battle.health-add", EVERYONE, seat=seat, cards=list(health), points=points)
    if weapons:
        points = sum(value[card] for card in weapons)
        emit("weapons", "shop.power", EVERYONE, seat=seat, cards=list(weapons), count=len(weapons), points=points)
    if state.plague[seat]:
        emit("sick", "plague.minus", EVERYONE, seat=seat, points=state.plague[seat])


# -- the dice --------------------------------------------------------------------------------------------------------


def first_bout(state: State, battle: Battle) -> None:
    """Set up the first bout: all fighters at once, or pairs under another ruling for a Decree."""
    battle.bout = battle.fighters
    if battle.kind == "decree" and len(battle.fighters) > 2:
        ruling = state.ruling["ruling.decree-format"]
        if ruling == "knockout":
            battle.bout = battle.fighters[:2]
            battle.queue = tuple((seat,) for seat in battle.fighters[2:])
        elif ruling == "round-robin":
            battle.bout, *rest = combinations(battle.fighters, 2)
            battle.queue = tuple(rest)


def ask_dice(state: State, battle: Battle) -> None:
    for seat in battle.bout:
        battle.dice[seat] = ()
    state.frames[-1] = ("dice", battle.bout[0], ())


def strength(state: State, seat: int) -> int:
    """Return a fighter's total without the dice."""
    value = state.rules.value
    committed = (*state.committed_health[seat], *state.committed_weapons[seat])
    lands = sum(state.rules.strength[land] for land in state.committed_territory[seat])
    return lands + sum(value[card] for card in committed) - state.plague[seat]


def dice_total(state: State, dice: tuple[int, ...]) -> int:
    """Return the points of a fighter's dice."""
    if state.ruling["ruling.battle-dice"] == "best-of-two" and len(dice) == 2 * BATTLE_DICE:
        return max(sum(dice[:BATTLE_DICE]), sum(dice[BATTLE_DICE:]))
    return sum(dice)


class Dice(Decision[State]):
    """A fighter's roll."""

    verbs = ("roll", *BATTLE_VERBS, TAKE_BACK, "ally")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("roll", BATTLE_DICE)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if move[0] in ("commit", TAKE_BACK, "seal"):
            return Verdict("ruling.tie-recommit" if _after_tie(state) else "battle.reveal")
        if move[0] == "ally":
            return Verdict(_why_no_alliance(state, seat))
        if move[0] in ("attack", "pass"):
            return fought_out(state)
        return Verdict("battle.dice", dice=BATTLE_DICE) if move[0] == "roll" else Verdict("turn.end", so="dice-due")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        battle = state.battle
        assert battle is not None
        throws = 1 if state.ruling["ruling.battle-dice"] == "one-roll-each" else 2
        dice = tuple(state.chance.roll("dice") for _ in range(throws * BATTLE_DICE))
        battle.dice[seat] = dice
        if emit:
            emit("dice", "battle.dice", EVERYONE, seat=seat, dice=list(dice), points=dice_total(state, dice))
            total = strength(state, seat) + dice_total(state, dice)
            emit("total", "battle.total", EVERYONE, seat=seat, total=total)
        place = battle.bout.index(seat) + 1
        if place < len(battle.bout):
            state.frames[-1] = ("dice", battle.bout[place], ())
        else:
            _compare(state, battle, emit)


def _after_tie(state: State) -> bool:
    """Tell if this bout repeats a tie with the same commitments."""
    assert state.battle is not None
    return state.ruling["ruling.tie-recommit"] == "keep" and any(
        state.battle.totals[seat] for seat in state.battle.bout
    )


def _compare(state: State, battle: Battle, emit: Emit | None) -> None:
    """Compare the totals after everyone in the bout has rolled: repeat a tie, or settle the bout."""
    for seat in battle.bout:
        battle.totals[seat] = strength(state, seat) + dice_total(state, battle.dice[seat])
    highest = max(battle.totals[seat] for seat in battle.bout)
    best = tuple(seat for seat in battle.bout if battle.totals[seat] == highest)
    if len(best) > 1:
        battle.bout = best
        if emit:
            emit("tie", "battle.tie", EVERYONE, seats=list(best), total=highest)
        if state.ruling["ruling.tie-recommit"] == "recommit":
            battle.open = False
            battle.sealed = tuple(seat for seat in battle.sealed if seat not in best)
            for seat in best:
                state.committed_territory[seat] = state.committed_health[seat] = state.committed_weapons[seat] = ()
            state.frames[-1] = ("commit", ANYONE, ())
        else:
            ask_dice(state, battle)
        return
    winner = best[0]
    all_met = _all_pairs_met(state, battle)
    if emit:
        kind = "won-bout" if battle.queue or all_met else "won"
        emit(kind, "battle.high-wins", EVERYONE, seat=winner, total=highest)
    battle.wins[winner] += 1
    if battle.queue:
        _next_bout(state, battle, winner)
    elif all_met:
        _most_wins(state, battle, emit)
    else:
        conclude(state, battle, winner, emit)


def _all_pairs_met(state: State, battle: Battle) -> bool:
    """Tell if this was the last pair of a round-robin.

    It isn't in the play-off of equal seats: that starts without earlier wins.
    """
    ruled = battle.kind == "decree" and state.ruling["ruling.decree-format"] == "round-robin"
    return ruled and not battle.queue and any(battle.wins)


def _next_bout(state: State, battle: Battle, winner: int) -> None:
    """Continue with the next bout of a knockout or round-robin."""
    queue = battle.queue
    if len(queue[0]) == 1:  # a knockout: its winner joins the next fighter
        queue = (*queue, (winner,))
        queue = (queue[0] + queue[1], *queue[2:])
    battle.queue = queue[1:]
    _start_bout(state, battle, queue[0])


def _start_bout(state: State, battle: Battle, bout: tuple[int, ...]) -> None:
    """Start a bout; clear earlier totals, so that they don't look like a tie."""
    battle.bout = bout
    for seat in bout:
        battle.totals[seat] = 0
    ask_dice(state, battle)


def _most_wins(state: State, battle: Battle, emit: Emit | None) -> None:
    """End a round-robin: most wins decide, and equal seats roll once more together."""
    most = max(battle.wins)
    best = tuple(seat for seat in battle.fighters if battle.wins[seat] == most)
    if len(best) == 1:
        if emit:
            emit("most-bouts", "ruling.decree-format", EVERYONE, seat=best[0], count=most)
        conclude(state, battle, best[0], emit)
        return
    if emit:
        emit("bouts-equal", "ruling.decree-format", EVERYONE, seats=list(best), count=most)
    battle.wins = [0] * state.seats
    _start_bout(state, battle, best)
