"""The exact chance of winning a battle, from one seat's view.

After the reveal only dice are unknown. Before it the opponent's cards are unknown too: they are drawn from the cards
that this seat hasn't seen, and the opponent's choice is an assumption. An answer lists its assumptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import UnknownName, clip, nearest
from tabletop_kernel.contract.game import View
from tabletop_kernel.games.royal_ascension.battle import BATTLE_DICE, HEALTH_LIMIT
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of
from tabletop_kernel.games.royal_ascension.state import SUIT_LETTER, Rules, full_suit
from tabletop_kernel.games.royal_ascension.written_positions import unseen_pieces
from tabletop_kernel.toolkit.odds import (
    Distribution,
    always,
    beats,
    best_of_draw,
    dice,
    highest,
    leaders,
    mixture,
    showdown,
)

THEY_COMMIT = "They commit their two best health cards and all their weapons."
UNSEEN_CARDS = "They are equally likely to hold any card you have not seen."
UNSEEN_LANDS = (
    "They are equally likely to commit any of their territories. A territory you can't see may be any of them."
)
ANY_LAND = "They are equally likely to commit any of their territories."
UNDER_ANY_LAND = "Each of their health cards is equally likely to be under any of their territories."
NO_ALLIANCE = "They fight and don't show a Secret Alliance."
YOU_STRONGEST = "You commit the strongest set you hold."
YOU_ADD_LAND = "You add your strongest territory to what you have committed."
SAME_AGAIN = "After a tie, everyone commits the same cards again."


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a battle for one seat; `mine`, `theirs` and `margin` are totals of the first throw."""

    seat: int
    opponents: tuple[int, ...]
    scope: str  # "battle": decides the battle; "bout": one of several; "pair": against one of several fighters
    win: float  # ties are rolled again until there is a winner, so win + lose is 1
    lose: float
    tie_first: float  # the chance of a tie for the highest total in the first throw
    mine: dict[int, float]
    theirs: dict[int, float]  # the opponent's total, or the highest of several
    margin: dict[int, float]  # mine minus theirs
    assumes: tuple[str, ...] = ()

    def plain(self) -> dict[str, object]:
        """Return plain data that survives JSON: distributions as pairs [total, chance] in ascending order."""
        pairs = {
            name: [[total, chance] for total, chance in part.items()]
            for name, part in (("mine", self.mine), ("theirs", self.theirs), ("margin", self.margin))
        }
        return {
            "seat": self.seat, "opponents": list(self.opponents), "scope": self.scope, "win": self.win,
            "lose": self.lose, "tie_first": self.tie_first, **pairs, "assumes": list(self.assumes),
        }  # fmt: skip


def odds(rules: Rules, view: View, opponent: int | None = None, territory: str | None = None) -> Odds | None:
    """Return the odds of the current battle, or of a battle against `opponent`; None if there can't be one.

    `territory` is the one the opponent is assumed to commit; it doesn't matter after the reveal. Raise UnknownName if
    the opponent can't commit it.
    """
    seat = view["seat"]
    if seat is None or view["result"] or not view["frames"]:
        return None
    battle = view["battle"]
    if view["frames"][-1][0] == "dice" and seat in battle["fighters"]:
        return _open_odds(rules, view, seat, opponent)
    if opponent is None:
        opponent = _only_opponent(view, seat)
    if opponent is None or opponent == seat or not 0 <= opponent < len(view["out"]):
        return None
    if not view["territories"][seat] or not view["territories"][opponent]:
        return None
    return _covered_odds(rules, view, seat, opponent, territory)


def odds_in_words(rules: Rules, view: View) -> list[str]:
    """Return the odds in sentences: of the current battle, or against each rival."""
    if view["seat"] is None:
        return []
    current = odds(rules, view)
    rivals = [seat for seat, out in enumerate(view["out"]) if not out and seat != view["seat"]]
    all_odds = [current] if current else [part for seat in rivals if (part := odds(rules, view, seat))]
    lines = [
        f"Against {_names(rules, view, part.opponents)} you would win {part.win:.1%} of battles." for part in all_odds
    ]
    return [*lines, *dict.fromkeys(assumed for part in all_odds for assumed in part.assumes)]


def _names(rules: Rules, view: View, seats: Sequence[int]) -> str:
    characters = rules.content.characters
    return listed(characters[view["characters"][seat]].short for seat in seats)


# -- open commitments: only the dice are unknown -----------------------------------------------------------------------


def _open_odds(rules: Rules, view: View, seat: int, opponent: int | None) -> Odds | None:
    """Return the odds of the current bout; None for a fighter who isn't in it."""
    battle = view["battle"]
    bout, rolled_dice = battle["bout"], battle["dice"]
    others = tuple(other for other in bout if other != seat and opponent in (None, other))
    if seat not in bout or not others:
        return None
    fighters = (seat, *others)
    strengths = [_open_strength(rules, view, fighter) for fighter in fighters]
    full_totals = [throw(rules) + strength for strength in strengths]
    first_totals = [
        always(strength + dice_total(rules, rolled_dice[fighter])) if rolled_dice[fighter] else total
        for fighter, strength, total in zip(fighters, strengths, full_totals, strict=True)
    ]
    tie_chance = sum((chance for group, chance in leaders(first_totals).items() if len(group) > 1), Fraction(0))
    scope = _scope(rules, battle) if len(fighters) == len(bout) else "pair"
    win = showdown(first_totals, full_totals)[0]
    return _as_odds(
        seat,
        others,
        scope,
        win=win,
        tie_first=tie_chance,
        mine=first_totals[0],
        theirs=highest(first_totals[1:]),
        assumes=_tie_assumptions(rules),
    )


def _open_strength(rules: Rules, view: View, seat: int) -> int:
    """Return a fighter's total without the dice."""
    cards = (*view["committed_health"][seat], *view["committed_weapons"][seat])
    lands = sum(rules.strength[land] for land in view["committed_territory"][seat])
    return lands + sum(rules.value[card] for card in cards) - int(view["plague"][seat])


def _scope(rules: Rules, battle: View) -> str:
    """Return “battle” if the current bout decides the battle, or else “bout”."""
    if battle["queue"]:
        return "bout"
    is_round_robin = battle["kind"] == "decree" and rulings_of(rules.config)["ruling.decree-format"] == "round-robin"
    # In a round-robin the last bout is just one more win; a play-off starts with the wins reset.
    return "bout" if is_round_robin and len(battle["fighters"]) > 2 and any(battle["wins"]) else "battle"


def throw(rules: Rules) -> Distribution:
    """Return the distribution of a fighter's dice."""
    ruling = rulings_of(rules.config)["ruling.battle-dice"]
    if ruling == "best-of-two":
        return dice(BATTLE_DICE).best_of(2)
    return dice(BATTLE_DICE if ruling == "one-roll-each" else 2 * BATTLE_DICE)


def dice_total(rules: Rules, thrown: Sequence[int]) -> int:
    """Return the points of rolled dice."""
    if rulings_of(rules.config)["ruling.battle-dice"] == "best-of-two":
        return max(sum(thrown[:BATTLE_DICE]), sum(thrown[BATTLE_DICE:]))
    return sum(thrown)


# -- covered commitments: one opponent, whose cards are unknown too ----------------------------------------------------


def _only_opponent(view: View, seat: int) -> int | None:
    """Return the only opponent this seat fights or may have to fight now; None if there are none or several."""
    kind, decider, data = view["frames"][-1]
    others: list[int] = []
    if kind == "commit":
        fighters = view["battle"]["bout"] or view["battle"]["fighters"]  # after a tie only the bout commits again
        others = fighters if seat in fighters else []
    elif kind == "attack" and seat == decider:
        others = [other for other, out in enumerate(view["out"]) if not out]
    elif kind == "alliance" and data[0] in ("chosen", "met") and seat in (decider, view["active"]):
        others = [decider, view["active"]]
    others = [other for other in others if other != seat]
    return others[0] if len(others) == 1 else None


def _covered_odds(rules: Rules, view: View, seat: int, opponent: int, territory: str | None) -> Odds:
    """Return the odds against one opponent whose commitment is hidden."""
    mine, own_assumes = _own_strength(rules, view, seat)
    theirs, their_assumes = _their_strength(rules, view, opponent, territory)
    dice_points = throw(rules)
    own_total, their_total = dice_points + mine, dice_points + theirs
    win = _win_against(_dice_lead(dice_points), mine, theirs)
    fighters = view["battle"]["fighters"] if view["frames"][-1][0] == "commit" else ()
    scope = "pair" if len(fighters) > 2 and {seat, opponent}.issubset(fighters) else "battle"
    assumes = (*own_assumes, *their_assumes, *_tie_assumptions(rules))
    return _as_odds(
        seat,
        (opponent,),
        scope,
        win=win,
        tie_first=beats(own_total, their_total)[1],
        mine=own_total,
        theirs=their_total,
        assumes=assumes,
    )


@lru_cache(maxsize=4)
def _dice_lead(rolled: Distribution) -> Distribution:
    """Return the lead of a fighter's dice over another's."""
    return rolled - rolled


def _win_against(lead: Distribution, mine: int, theirs: Distribution) -> Fraction:
    """Return the chance to win. A tie is rolled again with the same cards, so each strength is settled by itself."""
    chance = Fraction(0)
    for strength, count in theirs.counts.items():
        win = lead.at_least(strength - mine + 1)
        tie = lead.chance(strength - mine)
        chance += Fraction(count, theirs.total) * win / (1 - tie)
    return chance


def _own_strength(rules: Rules, view: View, seat: int) -> tuple[int, tuple[str, ...]]:
    """Return the strength this seat has committed, or else the most it can commit; with the assumptions."""
    plague = int(view["plague"][seat])
    if view["frames"][-1][0] == "commit" and seat in view["battle"]["fighters"]:
        lands = view["committed_territory"][seat]
        cards = [*view["committed_health"][seat], *view["committed_weapons"][seat]]
        if lands or cards:
            best = max(rules.strength[land] for land in lands or view["territories"][seat])
            strength = best + sum(rules.value[card] for card in cards) - plague
            return strength, () if lands else (YOU_ADD_LAND,)
    weapons = sum(rules.value[card] for card in view["clubs"][seat])
    lands = view["territories"][seat]
    best = max(rules.strength[land] + _best_health(rules, _own_health(rules, view, seat, land)) for land in lands)
    return best + weapons - plague, (YOU_STRONGEST,)


def _own_health(rules: Rules, view: View, seat: int, land: str) -> list[str]:
    """Return this seat's hearts that can be committed with a territory."""
    if not _are_hearts_attached(rules):
        return list(view["hearts"][seat])
    return [heart for heart, under in view["attached"][seat] if under == land]


def _best_health(rules: Rules, hearts: Sequence[str]) -> int:
    """Return the value of the best hearts that may be committed together."""
    return sum(sorted(rules.value[heart] for heart in hearts)[-HEALTH_LIMIT:])


def _are_hearts_attached(rules: Rules) -> bool:
    """Tell if hearts lie under territories and fight only with them."""
    return rulings_of(rules.config)["ruling.health-attach"] == "attach-on-draw"


def _their_strength(
    rules: Rules, view: View, opponent: int, territory: str | None
) -> tuple[Distribution, tuple[str, ...]]:
    """Return the distribution of an opponent's total without the dice, and the assumptions behind it.

    Raise UnknownName if the opponent can't commit `territory`.
    """
    lands = _likely_lands(rules, view, opponent)
    are_lands_visible = isinstance(view["territories"][opponent], list)
    assumes = [THEY_COMMIT, UNSEEN_CARDS, ANY_LAND if are_lands_visible else UNSEEN_LANDS]
    if territory is not None:
        if territory not in lands:
            raise UnknownName(f"They can't commit {clip(territory)}: {nearest(territory, lands)}")
        lands = {territory: 1}
        assumes[2] = f"They commit {territory}."
    if _are_hearts_attached(rules):
        assumes.append(UNDER_ANY_LAND)
    if view["frames"][-1][0] != "commit" and view["alliances"][opponent] != []:
        assumes.append(NO_ALLIANCE)
    shown = view["committed_territory"][opponent] or ()
    health = [_their_health(rules, view, opponent, under_shown) for under_shown in (False, True)]
    with_health = mixture((weight, health[land in shown] + rules.strength[land]) for land, weight in lands.items())
    return with_health + _their_weapons(rules, view, opponent) - int(view["plague"][opponent]), tuple(assumes)


def _likely_lands(rules: Rules, view: View, opponent: int) -> dict[str, int]:
    """Return the territories that an opponent may commit, with weights."""
    held = view["territories"][opponent]
    if isinstance(held, list):
        return dict.fromkeys(held, 1)
    shown = dict(_shown_lands(rules, view))
    in_sight = [lands for lands in view["territories"] if isinstance(lands, list)]
    pool = view["pool"] if isinstance(view["pool"], list) else []  # only the chooser sees the pool of a hidden draft
    hidden = unseen_pieces(list(rules.strength), pool, *in_sight, list(shown))
    shown_theirs = [land for land, owner in shown.items() if owner == opponent]
    # Each land they hold is equally likely to be committed; those not shown are spread evenly over all hidden lands.
    weights = {**dict.fromkeys(hidden, held - len(shown_theirs)), **dict.fromkeys(shown_theirs, len(hidden) or 1)}
    return {land: weight for land, weight in weights.items() if weight}


def _shown_lands(rules: Rules, view: View) -> Iterator[tuple[str, int]]:
    """Yield hidden territories that the last battle showed and that still belong to the same seat."""
    winner = view["battle"]["winner"] if view["battle"] else -1
    for seat, committed in enumerate(view["committed_territory"]):
        # Hearts under a territory are lost with it: a seat that still has the committed hearts has the territory, too.
        kept = winner in (-1, seat) or (_are_hearts_attached(rules) and view["committed_health"][seat])
        if committed and kept and not isinstance(view["territories"][seat], list):
            yield committed[0], seat


def _their_health(rules: Rules, view: View, opponent: int, under_shown: bool) -> Distribution:
    """Return the value of their best hearts: of all they hold, or of those under the committed territory."""
    held, shown = view["hearts"][opponent], view["committed_health"][opponent] or ()
    shown_values = [rules.value[heart] for heart in shown]
    if isinstance(held, list):  # open to the picking loser
        values = [rules.value[heart] for heart in unseen_pieces(held, shown)]
        unseen_count = len(values)
    else:
        values, unseen_count = _unseen_values(rules, view, "hearts"), held - len(shown_values)
    if not _are_hearts_attached(rules):
        return best_of_draw(values, unseen_count, HEALTH_LIMIT, shown_values)
    if not under_shown:
        shown_values = []  # the hearts they showed are under the territory they showed
    lands = view["territories"][opponent]
    others = (lands if isinstance(lands, int) else len(lands)) - 1
    return mixture(
        (
            comb(unseen_count, under) * others ** (unseen_count - under),
            best_of_draw(values, under, HEALTH_LIMIT, shown_values),
        )
        for under in range(unseen_count + 1)
    )


def _their_weapons(rules: Rules, view: View, opponent: int) -> Distribution:
    """Return the value of all their weapons: those seen or shown, and unseen ones for the rest."""
    held = view["clubs"][opponent]
    if isinstance(held, list):
        return always(sum(rules.value[weapon] for weapon in held))
    shown = view["committed_weapons"][opponent] or ()
    values = _unseen_values(rules, view, "clubs")
    unseen_count = held - len(shown)
    return best_of_draw(values, unseen_count, unseen_count) + sum(rules.value[weapon] for weapon in shown)


def _unseen_values(rules: Rules, view: View, suit: str) -> list[int]:
    """Return the values of a suit's cards that this seat can't see anywhere."""
    committed = view["committed_health" if suit == "hearts" else "committed_weapons"]
    seen = [card for card in (*view["discard"], *view["offer"]) if card[-1] == SUIT_LETTER[suit]]
    for hand, shown in zip(view[suit], committed, strict=True):
        seen += hand if isinstance(hand, list) else shown or ()  # cards shown in the last battle are still in that hand
    return [rules.value[card] for card in unseen_pieces(full_suit(suit), seen)]


# -- the answer --------------------------------------------------------------------------------------------------------


def _tie_assumptions(rules: Rules) -> tuple[str, ...]:
    """Return the assumption about ties, if fighters commit again after one."""
    return (SAME_AGAIN,) if rulings_of(rules.config)["ruling.tie-recommit"] == "recommit" else ()


def _as_odds(
    seat: int,
    opponents: tuple[int, ...],
    scope: str,
    *,
    win: Fraction,
    tie_first: Fraction,
    mine: Distribution,
    theirs: Distribution,
    assumes: tuple[str, ...],
) -> Odds:
    """Return exact chances as odds with plain numbers."""
    return Odds(
        seat, opponents, scope, float(win), float(1 - win), float(tie_first),
        mine.pmf(), theirs.pmf(), (mine - theirs).pmf(), assumes,
    )  # fmt: skip
