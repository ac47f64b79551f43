"""What a move aims for, in words that name the cards: what it costs the other player, and what it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tabletop_kernel.game import Move, View
from tabletop_kernel.games.the_west_ascendant.content import MADE
from tabletop_kernel.games.the_west_ascendant.language import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.previews import payments, previews
from tabletop_kernel.games.the_west_ascendant.scoring import each_adds
from tabletop_kernel.games.the_west_ascendant.state import Rules
from tabletop_kernel.sentences import Number
from tabletop_kernel.wording import listed


def aims(rules: Rules, view: View, seat: int, move: Move) -> str:
    """The words for one move. Of another's move only what lies open goes into it."""
    said = _AIMS.get(str(move[0]))
    return said(rules, view, seat, move) if said else ""


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _text(rules: Rules, key: str) -> str:
    effect = rules.effects.get(key)
    return f"«{LANGUAGE.words(effect).rstrip('.')}»" if effect else ""


def _costs(rules: Rules, view: View, seat: int, move: Move) -> str:
    """What the other player loses by it, part by part, as far as it can be told before."""
    preview = previews(rules, {**view, "seat": seat}, [move])[0]
    left = int(view["points"][1 - seat])
    if not preview.parts or not left:
        return "costs the other player nothing"
    if preview.total > left:
        return f"costs the other player the last {left}"
    parts = f" ({listed(f'{part.points} by {part.text}' for part in preview.parts)})" if len(preview.parts) > 1 else ""
    return f"costs the other player {preview.total}{parts}"


def _pays_then(rules: Rules, view: View, seat: int, gained: Counter[str], lost: Counter[str]) -> str:
    """What the own hand can pay for after a change, and could not before."""
    if view["seat"] != seat:
        return ""
    hand = Counter(view["hand"][seat])
    hand.subtract(lost)
    after = {**view, "hand": [*view["hand"]]}
    after["hand"][seat] = list((+hand + gained).elements())
    before, then = ({pay.what for pay in payments(rules, one) if pay.pays} for one in (view, after))
    pays = [_payable(rules, what) for what in sorted(then - before)]
    lacks = [_payable(rules, what) for what in sorted(before - then)]
    return _joined(
        f"then the hand pays for {listed(pays)}" if pays else "",
        f"then the hand no longer pays for {listed(lacks)}" if lacks else "",
    )


def _payable(rules: Rules, what: str) -> str:
    named = {"gate": "a Doppelgate", "city": "the Cityengine"}
    return named.get(what) or rules.content.loci[what].name


def _all(rules: Rules, view: View, seat: int, move: Move) -> str:
    kind = str(move[1])
    gained = Counter({kind: view["middle"].count(kind)})
    pulse = f"PULSE: {_text(rules, f'{kind}.pulse')}"
    return _joined(_costs(rules, view, seat, move), pulse, _pays_then(rules, view, seat, gained, Counter()))


def _two(rules: Rules, view: View, seat: int, move: Move) -> str:
    gained = Counter(str(name) for name in move[1:])
    return _joined(_costs(rules, view, seat, move), _pays_then(rules, view, seat, gained, Counter()))


def _locus(rules: Rules, view: View, seat: int, move: Move) -> str:
    locus = str(move[1])
    kind = "PRIME" if locus in rules.prime else "TRIGGER"
    adds = f"adds {each_adds(rules, 'locus')} at the end"
    return _joined(_costs(rules, view, seat, move), adds, f"{kind} for the rest of the game: {_text(rules, locus)}")


def _city(rules: Rules, view: View, seat: int, move: Move) -> str:
    engine = view["engine"][seat]
    gives = f"gives {_text(rules, f'{engine}.effect')}"
    return _joined(_costs(rules, view, seat, move), gives, f"at the end {_text(rules, f'{engine}.score')}")


def _gate(rules: Rules, view: View, seat: int, move: Move) -> str:
    lost = Counter(str(name) for name in move[1:])
    adds = f"adds {each_adds(rules, 'gate')} at the end"
    radiate = f"RADIATE: {_text(rules, f'{MADE}.radiate')}"
    return _joined(adds, radiate, _pays_then(rules, view, seat, Counter(), lost))


def _use(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _text(rules, str(move[1])) or _text(rules, f"{move[1]}.radiate")


def _exchange(rules: Rules, view: View, seat: int, move: Move) -> str:
    lost, gained = Counter([str(move[1])]), Counter([str(move[2])])
    return _pays_then(rules, view, seat, gained, lost) or _held(rules, view, seat, str(move[2]), 1)


def _recover(rules: Rules, view: View, seat: int, move: Move) -> str:
    name = str(move[1])
    return _pays_then(rules, view, seat, Counter([name]), Counter()) or _held(rules, view, seat, name, 1)


def _discard(rules: Rules, view: View, seat: int, move: Move) -> str:
    name = str(move[1])
    left = _pays_then(rules, view, seat, Counter(), Counter([name])) or _held(rules, view, seat, name, -1)
    return _joined(_running(rules, view), left)


def _running(rules: Rules, view: View) -> str:
    """The effect that asks for this, in words."""
    effects = [frame[2][0] for frame in view["frames"] if frame[0] == "effect"]
    return _text(rules, effects[-1]) if effects else ""


def _do(rules: Rules, view: View, seat: int, move: Move) -> str:
    return _running(rules, view)


def _held(rules: Rules, view: View, seat: int, name: str, change: int) -> str:
    """How many of a type the own hand has then."""
    if view["seat"] != seat:
        return ""
    count = view["hand"][seat].count(name) + change
    entry = rules.content.types[name]
    return f"then {Number(count):~} {entry.name if count == 1 else entry.several} in hand"


def _under(rules: Rules, view: View, seat: int, move: Move) -> str:
    locus = str(move[1])
    return f"no longer on top: {_text(rules, locus)}"


def _leave(rules: Rules, view: View, seat: int, move: Move) -> str:
    return "changes nothing"


def _end(rules: Rules, view: View, seat: int, move: Move) -> str:
    held = view["hand"][seat]
    return f"keeps {Number(len(held)):~card} in hand" if isinstance(held, list) else ""


_AIMS: dict[str, Callable[[Rules, View, int, Move], str]] = {
    "all": _all, "two": _two, "locus": _locus, "city": _city, "gate": _gate, "use": _use, "exchange": _exchange,
    "recover": _recover, "discard": _discard, "clear": _do, "do": _do, "under": _under, "leave": _leave, "end": _end,
}  # fmt: skip
