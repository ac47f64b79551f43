"""The purpose of a move, in words that name the cards: its gains first, and then its costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.coach_sentences import reason
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.contract.game import Config, Move, View
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.the_west_ascendant.abilities import MACHINE, does_something
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.content import MADE
from tabletop_kernel.games.the_west_ascendant.previews import payments, previews
from tabletop_kernel.games.the_west_ascendant.scoring import points_for_one
from tabletop_kernel.games.the_west_ascendant.state import Rules
from tabletop_kernel.games.the_west_ascendant.waiting_effects import effect_key
from tabletop_kernel.toolkit.card_language import Effect

if TYPE_CHECKING:
    from tabletop_kernel.games.the_west_ascendant.state import State


def aim_in_words(game: DecisionGame[State], rules: Rules, config: Config, view: View, seat: int, move: Move) -> str:
    """Return the words for one move; empty if there is nothing to say. Another player's move uses only public facts.

    An effect used at once is quoted as far as it does anything, on a table that looks like this one.
    """
    if move[0] == "use":
        return _aim_of_use(rules, game.imagine(config, view, Chance(1)), seat, move)
    if move[0] == "all":
        return _aim_of_all(rules, view, seat, move, _try_move(game, config, view, seat, move))
    aim_of_verb = _AIM_BY_VERB.get(str(move[0]))
    return aim_of_verb(rules, view, seat, move) if aim_of_verb else ""


def _try_move(game: DecisionGame[State], config: Config, view: View, seat: int, move: Move) -> list[Event]:
    """Return the immediate events of a move; empty if the imagined hand can't make it."""
    table, events = game.imagine(config, view, Chance(1)), list[Event]()
    if game.judge(table, seat, move) is None:
        game.apply(table, seat, move, recorder(events))
    return events


def _quote_line(rules: Rules, key: str) -> str:
    effect = rules.effects.get(key)
    return _quote_effect(effect) if effect else ""


def _quote_effect(effect: Effect) -> str:
    return f"“{LANGUAGE.words(effect).rstrip('.')}”"


def _cost_in_words(rules: Rules, view: View, seat: int, move: Move) -> str:
    """Return the other player's loss in parts, as far as it is known beforehand; empty for no loss."""
    preview = previews(rules, {**view, "seat": seat}, [move])[0]
    left = int(view["points"][1 - seat])
    if not preview.parts or not left:
        return ""
    if preview.total > left:
        return f"costs the other player their last {left}"
    parts = (
        f" ({listed(f'{part.points} from {part.text}' for part in preview.parts)})" if len(preview.parts) > 1 else ""
    )
    return f"costs the other player {preview.total}{parts}"


def _purchases_changed(
    rules: Rules, view: View, seat: int, gained: Counter[str], lost: Counter[str], bought: str = ""
) -> tuple[str, str]:
    """Return the purchases that a change makes possible, and those it prevents (except `bought`).

    Both are empty if the hand isn't the viewer's.
    """
    if view["seat"] != seat:
        return "", ""
    hand = Counter(view["hand"][seat])
    hand.subtract(lost)
    after = {**view, "hand": [*view["hand"]]}
    after["hand"][seat] = list((+hand + gained).elements())
    before, later = ({pay.what for pay in payments(rules, one) if pay.pays} for one in (view, after))
    pays = [_purchase_name(rules, what) for what in sorted(later - before)]
    lacks = [_purchase_name(rules, what) for what in sorted(before - later - {bought})]
    gain = f"then the hand can pay for {listed(pays)}" if pays else ""
    return gain, f"the hand can no longer pay for {listed(lacks)}" if lacks else ""


def _purchase_name(rules: Rules, what: str) -> str:
    named = {"gate": "a Doppelgate", "city": "the Cityengine"}
    return named.get(what) or rules.content.loci[what].name


def _aim_of_all(rules: Rules, view: View, seat: int, move: Move, events: list[Event]) -> str:
    kind = str(move[1])
    void = any(event[0] == "pulse-void" for event in events)
    pulse = "" if void else f"PULSE: {_quote_line(rules, f'{kind}.pulse')}"
    use_of_cards = _aim_of_cards(rules, view, seat, move, [kind] * view["middle"].count(kind))
    return reason(use_of_cards, pulse, but="its PULSE does nothing now" if void else "")


def _aim_of_two(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _aim_of_cards(rules, view, seat, move, list(map(str, move[1:])))


def _aim_of_cards(rules: Rules, view: View, seat: int, move: Move, cards: list[str]) -> str:
    """Return the use of cards from the middle: the points they cost the other player, and what they help to buy."""
    gain, _ = _purchases_changed(rules, view, seat, Counter(cards), Counter())
    return reason(_cost_in_words(rules, view, seat, move), gain) or f"adds {Number(len(cards)):~card} to the hand"


def _aim_of_locus(rules: Rules, view: View, seat: int, move: Move) -> str:
    locus = str(move[1])
    kind = "PRIME" if locus in rules.prime else "TRIGGER"
    adds = f"adds {points_for_one(rules, 'locus')} at the end"
    works = f"works for the rest of the game as a {kind}: {_quote_line(rules, locus)}"
    _, loss = _purchases_changed(rules, view, seat, Counter(), Counter(map(str, move[2:])), locus)
    return reason(adds, works, _cost_in_words(rules, view, seat, move), but=loss)


def _aim_of_city(rules: Rules, view: View, seat: int, move: Move) -> str:
    engine = view["engine"][seat]
    gives = f"gives {_quote_line(rules, f'{engine}.effect')}"
    _, loss = _purchases_changed(rules, view, seat, Counter(), Counter(map(str, move[1:])), "city")
    scores = f"at the end {_quote_line(rules, f'{engine}.score')}"
    return reason(scores, gives, _cost_in_words(rules, view, seat, move), but=loss)


def _aim_of_gate(rules: Rules, view: View, seat: int, move: Move) -> str:
    _, loss = _purchases_changed(rules, view, seat, Counter(), Counter(map(str, move[1:])), "gate")
    adds = f"adds {points_for_one(rules, 'gate')} at the end"
    radiate = f"RADIATE: {_quote_line(rules, f'{MADE}.radiate')}"
    return reason(adds, radiate, but=loss)


def _aim_of_use(rules: Rules, table: State, seat: int, move: Move) -> str:
    """Return an effect in words, without the steps whose conditions fail now."""
    key = effect_key(table, seat, str(move[1]))
    if not does_something(table, seat, key):
        return reason(but="it does nothing now")
    return _quote_effect(MACHINE.holding(table, seat, (key, 0, "")))


def _aim_of_exchange(rules: Rules, view: View, seat: int, move: Move) -> str:
    gain, loss = _purchases_changed(rules, view, seat, Counter([str(move[2])]), Counter([str(move[1])]))
    return reason(gain or _count_in_hand_text(rules, view, seat, str(move[2]), 1), but=loss)


def _aim_of_recover(rules: Rules, view: View, seat: int, move: Move) -> str:
    name = str(move[1])
    gain, _ = _purchases_changed(rules, view, seat, Counter([name]), Counter())
    return gain or _count_in_hand_text(rules, view, seat, name, 1)


def _aim_of_discard(rules: Rules, view: View, seat: int, move: Move) -> str:
    name = str(move[1])
    _, loss = _purchases_changed(rules, view, seat, Counter(), Counter([name]))
    gain = _running_effect_text(rules, view) or "keeps the other cards"
    return reason(gain, "" if loss else _count_in_hand_text(rules, view, seat, name, -1), but=loss)


def _running_effect_text(rules: Rules, view: View) -> str:
    """Return the effect that asks for this choice, in words; empty if there is none."""
    effects = [frame[2][0] for frame in view["frames"] if frame[0] == "effect"]
    return _quote_line(rules, effects[-1]) if effects else ""


def _aim_of_do(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _running_effect_text(rules, view)


def _count_in_hand_text(rules: Rules, view: View, seat: int, name: str, change: int) -> str:
    """Return how many cards of a type the viewer's hand has after the move."""
    if view["seat"] != seat:
        return ""
    count = view["hand"][seat].count(name) + change
    entry = rules.content.types[name]
    return f"then {Number(count):~} {entry.name if count == 1 else entry.several} in hand"


def _aim_of_under(rules: Rules, view: View, seat: int, move: Move) -> str:
    return f"takes this effect off the top: {_quote_line(rules, str(move[1]))}"


def _aim_of_leave(rules: Rules, view: View, seat: int, move: Move) -> str:
    """Return what a player saves by declining an effect."""
    running = [frame[2] for frame in view["frames"] if frame[0] == "effect"]
    act = rules.effects[running[-1][0]].ops[running[-1][1]].act if running else None
    if act and act.verb == "lose":
        return f"saves {Number(act.args[0]):~point}"
    if act and (act.verb == "under" or "from middle" in act.args):
        return "leaves the cards on the table as they are"
    return _kept_hand_text(rules, view, seat, "the hand as it is")  # an exchange doesn't change the number of cards


def _aim_of_end(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _kept_hand_text(rules, view, seat)


def _kept_hand_text(rules: Rules, view: View, seat: int, what: str = "") -> str:
    """Return the hand as it is, with the purchases it allows; empty if the hand is hidden."""
    held = view["hand"][seat]
    if not isinstance(held, list):
        return ""
    pays = [_purchase_name(rules, pay.what) for pay in payments(rules, view) if pay.pays]
    keeps = f"keeps {what or f'{Number(len(held)):~card} in hand'}"
    return f"{keeps}, which can pay for {listed(pays)}" if pays else keeps


_AIM_BY_VERB: dict[str, Callable[[Rules, View, int, Move], str]] = {
    "two": _aim_of_two,
    "locus": _aim_of_locus,
    "city": _aim_of_city,
    "gate": _aim_of_gate,
    "exchange": _aim_of_exchange,
    "recover": _aim_of_recover,
    "discard": _aim_of_discard,
    "clear": _aim_of_do,
    "do": _aim_of_do,
    "under": _aim_of_under,
    "leave": _aim_of_leave,
    "end": _aim_of_end,
}
