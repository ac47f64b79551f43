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
from tabletop_kernel.games.the_west_ascendant.scoring import each_adds
from tabletop_kernel.games.the_west_ascendant.state import Rules
from tabletop_kernel.games.the_west_ascendant.waiting_effects import key_of
from tabletop_kernel.toolkit.card_language import Effect

if TYPE_CHECKING:
    from tabletop_kernel.games.the_west_ascendant.state import State


def aims(game: DecisionGame[State], rules: Rules, config: Config, view: View, seat: int, move: Move) -> str:
    """Return the words for one move; empty if there is nothing to say. Another player's move uses only public facts.

    An effect used at once is quoted as far as it does anything, on a table that looks like this one.
    """
    if move[0] == "use":
        return _use(rules, game.imagine(config, view, Chance(1)), seat, move)
    if move[0] == "all":
        return _all(rules, view, seat, move, _tried(game, config, view, seat, move))
    said = _AIMS.get(str(move[0]))
    return said(rules, view, seat, move) if said else ""


def _tried(game: DecisionGame[State], config: Config, view: View, seat: int, move: Move) -> list[Event]:
    """Return the immediate events of a move; empty if the imagined hand can't make it."""
    table, events = game.imagine(config, view, Chance(1)), list[Event]()
    if game.judge(table, seat, move) is None:
        game.apply(table, seat, move, recorder(events))
    return events


def _text(rules: Rules, key: str) -> str:
    effect = rules.effects.get(key)
    return _quoted(effect) if effect else ""


def _quoted(effect: Effect) -> str:
    return f"“{LANGUAGE.words(effect).rstrip('.')}”"


def _costs(rules: Rules, view: View, seat: int, move: Move) -> str:
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


def _pays_then(
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
    before, then = ({pay.what for pay in payments(rules, one) if pay.pays} for one in (view, after))
    pays = [_payable(rules, what) for what in sorted(then - before)]
    lacks = [_payable(rules, what) for what in sorted(before - then - {bought})]
    gain = f"then the hand can pay for {listed(pays)}" if pays else ""
    return gain, f"the hand can no longer pay for {listed(lacks)}" if lacks else ""


def _payable(rules: Rules, what: str) -> str:
    named = {"gate": "a Doppelgate", "city": "the Cityengine"}
    return named.get(what) or rules.content.loci[what].name


def _all(rules: Rules, view: View, seat: int, move: Move, events: list[Event]) -> str:
    kind = str(move[1])
    void = any(event[0] == "pulse-void" for event in events)
    pulse = "" if void else f"PULSE: {_text(rules, f'{kind}.pulse')}"
    taken = _taken(rules, view, seat, move, [kind] * view["middle"].count(kind))
    return reason(taken, pulse, but="its PULSE does nothing now" if void else "")


def _two(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _taken(rules, view, seat, move, list(map(str, move[1:])))


def _taken(rules: Rules, view: View, seat: int, move: Move, cards: list[str]) -> str:
    """Return the use of cards from the middle: the points they cost the other player, and what they help to buy."""
    gain, _ = _pays_then(rules, view, seat, Counter(cards), Counter())
    return reason(_costs(rules, view, seat, move), gain) or f"adds {Number(len(cards)):~card} to the hand"


def _locus(rules: Rules, view: View, seat: int, move: Move) -> str:
    locus = str(move[1])
    kind = "PRIME" if locus in rules.prime else "TRIGGER"
    adds = f"adds {each_adds(rules, 'locus')} at the end"
    works = f"works for the rest of the game as a {kind}: {_text(rules, locus)}"
    _, loss = _pays_then(rules, view, seat, Counter(), Counter(map(str, move[2:])), locus)
    return reason(adds, works, _costs(rules, view, seat, move), but=loss)


def _city(rules: Rules, view: View, seat: int, move: Move) -> str:
    engine = view["engine"][seat]
    gives = f"gives {_text(rules, f'{engine}.effect')}"
    _, loss = _pays_then(rules, view, seat, Counter(), Counter(map(str, move[1:])), "city")
    scores = f"at the end {_text(rules, f'{engine}.score')}"
    return reason(scores, gives, _costs(rules, view, seat, move), but=loss)


def _gate(rules: Rules, view: View, seat: int, move: Move) -> str:
    _, loss = _pays_then(rules, view, seat, Counter(), Counter(map(str, move[1:])), "gate")
    adds = f"adds {each_adds(rules, 'gate')} at the end"
    radiate = f"RADIATE: {_text(rules, f'{MADE}.radiate')}"
    return reason(adds, radiate, but=loss)


def _use(rules: Rules, table: State, seat: int, move: Move) -> str:
    """Return an effect in words, without the steps whose conditions fail now."""
    key = key_of(table, seat, str(move[1]))
    if not does_something(table, seat, key):
        return reason(but="it does nothing now")
    return _quoted(MACHINE.holding(table, seat, (key, 0, "")))


def _exchange(rules: Rules, view: View, seat: int, move: Move) -> str:
    gain, loss = _pays_then(rules, view, seat, Counter([str(move[2])]), Counter([str(move[1])]))
    return reason(gain or _held(rules, view, seat, str(move[2]), 1), but=loss)


def _recover(rules: Rules, view: View, seat: int, move: Move) -> str:
    name = str(move[1])
    gain, _ = _pays_then(rules, view, seat, Counter([name]), Counter())
    return gain or _held(rules, view, seat, name, 1)


def _discard(rules: Rules, view: View, seat: int, move: Move) -> str:
    name = str(move[1])
    _, loss = _pays_then(rules, view, seat, Counter(), Counter([name]))
    gain = _running(rules, view) or "keeps the other cards"
    return reason(gain, "" if loss else _held(rules, view, seat, name, -1), but=loss)


def _running(rules: Rules, view: View) -> str:
    """Return the effect that asks for this choice, in words; empty if there is none."""
    effects = [frame[2][0] for frame in view["frames"] if frame[0] == "effect"]
    return _text(rules, effects[-1]) if effects else ""


def _do(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _running(rules, view)


def _held(rules: Rules, view: View, seat: int, name: str, change: int) -> str:
    """Return how many cards of a type the viewer's hand has after the move."""
    if view["seat"] != seat:
        return ""
    count = view["hand"][seat].count(name) + change
    entry = rules.content.types[name]
    return f"then {Number(count):~} {entry.name if count == 1 else entry.several} in hand"


def _under(rules: Rules, view: View, seat: int, move: Move) -> str:
    return f"takes this effect off the top: {_text(rules, str(move[1]))}"


def _leave(rules: Rules, view: View, seat: int, move: Move) -> str:
    """Return what a player saves by declining an effect."""
    running = [frame[2] for frame in view["frames"] if frame[0] == "effect"]
    act = rules.effects[running[-1][0]].ops[running[-1][1]].act if running else None
    if act and act.verb == "lose":
        return f"saves {Number(act.args[0]):~point}"
    if act and (act.verb == "under" or "from middle" in act.args):
        return "leaves the cards on the table as they are"
    return _keeps(rules, view, seat, "the hand as it is")  # an exchange doesn't change the number of cards


def _end(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _keeps(rules, view, seat)


def _keeps(rules: Rules, view: View, seat: int, what: str = "") -> str:
    """Return the hand as it is, with the purchases it allows; empty if the hand is hidden."""
    held = view["hand"][seat]
    if not isinstance(held, list):
        return ""
    pays = [_payable(rules, pay.what) for pay in payments(rules, view) if pay.pays]
    keeps = f"keeps {what or f'{Number(len(held)):~card} in hand'}"
    return f"{keeps}, which can pay for {listed(pays)}" if pays else keeps


_AIMS: dict[str, Callable[[Rules, View, int, Move], str]] = {
    "two": _two, "locus": _locus, "city": _city, "gate": _gate, "exchange": _exchange,
    "recover": _recover, "discard": _discard, "clear": _do, "do": _do, "under": _under, "leave": _leave, "end": _end,
}  # fmt: skip
