"""Imagination of hidden pieces: a whole state that looks just like a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.royal_ascension.battle import HEALTH_LIMIT
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of
from tabletop_kernel.games.royal_ascension.state import DECK_FIELD, RESOURCES, SUIT_LETTER, Rules, State, full_suit
from tabletop_kernel.games.royal_ascension.turn import HAND_LIMIT
from tabletop_kernel.games.royal_ascension.written_positions import unseen_pieces


def imagine(rules: Rules, view: View, chance: Chance) -> State:
    """Return a state that looks like this view to its seat, with hidden pieces dealt at random."""
    data = dict(view)
    _imagine_territories(rules, data, chance)
    for suit in RESOURCES:
        _imagine_hands(rules, data, suit, chance)
    _imagine_spades(rules, data, chance)
    _imagine_attached(rules, data, chance)
    _imagine_commitments(rules, data, chance)
    return State.from_data(rules, data, chance)


def _deal_hands(
    rules: Rules, held: Sequence[list[str] | int], known: Sequence[Sequence[str] | None], unseen: list[str]
) -> list[list[str]]:
    """Deal shuffled unseen pieces to hidden hands (given as numbers), and return all hands.

    `known` pieces are certainly in their hand. The pieces left in `unseen` afterwards are in no hand.
    """
    for seat, hand in enumerate(held):
        if isinstance(hand, int):
            for piece in known[seat] or ():
                unseen.remove(piece)
    hands: list[list[str]] = []
    for seat, hand in enumerate(held):
        if isinstance(hand, int):
            known_pieces = list(known[seat] or ())
            unknown_count = hand - len(known_pieces)
            hand = [*known_pieces, *unseen[:unknown_count]]
            del unseen[:unknown_count]
        hands.append(sorted(hand, key=rules.order.__getitem__))
    return hands


def _visible_hands(held: Iterable[object]) -> list[list[str]]:
    return [hand for hand in held if isinstance(hand, list)]


def _imagine_territories(rules: Rules, data: View, chance: Chance) -> None:
    held, pool = data["territories"], data["pool"]
    if len(_visible_hands(held)) == len(held) and isinstance(pool, list):
        return
    unseen = unseen_pieces(list(rules.strength), *_visible_hands([*held, pool]))
    chance.shuffle("imagine", unseen)
    winner = data["battle"]["winner"] if data["battle"] else -1
    attached = rulings_of(rules.config)["ruling.health-attach"] == "attach-on-draw"
    kept = [winner in (-1, seat) or (attached and data["committed_health"][seat]) for seat in range(len(held))]
    known = [committed if kept[seat] else () for seat, committed in enumerate(data["committed_territory"])]
    data["territories"] = _deal_hands(rules, held, known, unseen)
    if isinstance(pool, int):
        data["pool"] = sorted(unseen, key=rules.order.__getitem__)


def _imagine_hands(rules: Rules, data: View, suit: str, chance: Chance) -> None:
    """Deal the unseen cards of a suit to the hidden hands; the rest is the deck."""
    held, letter = data[suit], SUIT_LETTER[suit]
    seen = [card for card in (*data["discard"], *data["offer"]) if card[-1] == letter]
    unseen = unseen_pieces(full_suit(suit), seen, *_visible_hands(held))
    chance.shuffle("imagine", unseen)
    if suit == "diamonds":
        known: list[Sequence[str] | None] = [()] * len(held)
        for kind, seat, more in data["frames"]:
            if kind == "pay":
                known[seat] = more[1]  # gold paid in the Shop is face up
    else:
        known = data["committed_health" if suit == "hearts" else "committed_weapons"]
    data[suit] = _deal_hands(rules, held, known, unseen)
    data[DECK_FIELD[suit]] = unseen


def _imagine_spades(rules: Rules, data: View, chance: Chance) -> None:
    """Deal the missing Secret Alliances to hidden hands; the rest is the deck."""
    held = data["alliances"]
    seen = [card for card in data["discard"] if card[-1] == "S"]
    if not data["carried"]:
        seen.append(data["card"])
    unseen = unseen_pieces(full_suit("spades"), seen, *_visible_hands(held))
    chance.shuffle("imagine", unseen)
    hands = [list(hand or ()) for hand in held]
    hidden = [seat for seat, hand in enumerate(held) if hand is None and not data["out"][seat]]
    alliances = [card for card in unseen if rules.action[card] == "alliance"]
    certain_holders = _certain_holders(data, hidden)
    for card in alliances[: len(unseen) - data["spades_deck"]]:
        unseen.remove(card)
        seat = certain_holders.pop() if certain_holders else hidden[chance.pick("imagine", len(hidden))]
        hands[seat].append(card)
    data["alliances"] = [sorted(hand, key=rules.order.__getitem__) for hand in hands]
    data["spades_deck"] = unseen


def _certain_holders(data: View, hidden: list[int]) -> list[int]:
    """Return the seats that must hold alliances, once per alliance.

    A seat that must discard has more cards than the limit: those that its open numbers don't explain are alliances.
    """
    holders: list[int] = []
    for kind, seat, _ in data["frames"]:
        if kind == "limit" and seat in hidden:
            holders += [seat] * (HAND_LIMIT + 1 - sum(len(data[suit][seat]) for suit in RESOURCES))
    return holders


def _imagine_attached(rules: Rules, data: View, chance: Chance) -> None:
    """Put hidden hearts under random territories."""
    attached = list(data["attached"])
    waiting = Counter(seat for kind, seat, _ in data["frames"] if kind == "attach")
    for seat, pairs in enumerate(attached):
        if pairs is None:
            attached[seat] = pairs = []
            if rulings_of(rules.config)["ruling.health-attach"] != "attach-on-draw":
                continue
            lands, hearts = data["territories"][seat], list(data["hearts"][seat])
            for heart in data["committed_health"][seat] or ():
                hearts.remove(heart)
                pairs.append([heart, data["committed_territory"][seat][0]])
            for heart in hearts[: len(hearts) - waiting[seat]] if lands else ():
                pairs.append([heart, lands[chance.pick("imagine", len(lands))]])
    data["attached"] = attached


def _imagine_commitments(rules: Rules, data: View, chance: Chance) -> None:
    """Fill hidden commitments: nothing if a fighter still chooses, legal pieces if it has sealed."""
    battle = data["battle"]
    lands, health, weapons = (list(data[f"committed_{part}"]) for part in ("territory", "health", "weapons"))
    for seat in range(len(lands)):
        if lands[seat] is not None:
            continue
        lands[seat], health[seat], weapons[seat] = [], [], []
        if battle and seat in battle["sealed"]:
            own = data["territories"][seat]
            land = own[chance.pick("imagine", len(own))]
            hearts = data["hearts"][seat]
            if rulings_of(rules.config)["ruling.health-attach"] == "attach-on-draw":
                hearts = [heart for heart, under in data["attached"][seat] if under == land]
            lands[seat] = [land]
            health[seat] = sorted(hearts, key=rules.order.__getitem__)[-HEALTH_LIMIT:]
            weapons[seat] = list(data["clubs"][seat])
    data.update(committed_territory=lands, committed_health=health, committed_weapons=weapons)
