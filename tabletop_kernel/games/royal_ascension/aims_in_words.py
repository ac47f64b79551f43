"""The purpose of a move, in words that name the pieces: exact odds if there are any, and the stakes.

Everything comes from one view, so another player's move is described only by what that view shows.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_kernel.contract.coach_sentences import reason
from tabletop_kernel.contract.common_words import listed, percent
from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.contract.sentences import Number
from tabletop_kernel.games.royal_ascension.names_and_moves import card_name, the_piece
from tabletop_kernel.games.royal_ascension.odds import odds
from tabletop_kernel.games.royal_ascension.state import Rules
from tabletop_kernel.games.royal_ascension.sums_in_view import Sight


class Aiming:
    """One seat's move, as the owner of a view sees it."""

    def __init__(self, rules: Rules, view: View, seat: int) -> None:
        self.rules, self.view, self.seat = rules, view, seat
        self.own = view["seat"] == seat

    def name(self, seat: int) -> str:
        character = self.view["characters"][seat]
        return self.rules.content.characters[character].short if character >= 0 else f"player {seat + 1}"

    def count(self, zone: str, seat: int) -> int:
        held = self.view[zone][seat]
        return held if isinstance(held, int) else len(held or ())

    def values(self, suit: str) -> list[int]:
        """Return the values of the mover's cards of a suit, the highest first."""
        return sorted((self.rules.value[card] for card in self.view[suit][self.seat]), reverse=True)

    @property
    def gold(self) -> int:
        return sum(self.values("diamonds")) + int(self.view["credit"][self.seat])

    def chance_in_words(self, other: int) -> str:
        """Return the chance to beat another seat, in words, or the cards of both if the view can't tell."""
        if self.own:
            battle_odds = odds(self.rules, self.view, other)
            return f"{percent(battle_odds.win)} to win" if battle_odds else ""
        if self.view["seat"] == other:
            battle_odds = odds(self.rules, self.view, self.seat)
            return f"{percent(1 - battle_odds.win)} to win, as far as you can see" if battle_odds else ""
        return f"{self.cards_in_words(self.seat)} against {self.cards_in_words(other)}"

    def cards_in_words(self, seat: int) -> str:
        hearts, weapons = Number(self.count("hearts", seat)), Number(self.count("clubs", seat))
        return f"{hearts:health card} and {weapons:weapon}"

    @property
    def stake_in_words(self) -> str:
        """Return the mover's loss, in words, if a normal battle starts now and is lost."""
        if self.view["all_in"][self.seat]:
            return "losing costs every territory"
        lands = self.view["territories"][self.seat]
        if not self.own or not isinstance(lands, list):
            return "losing costs the committed territory"
        best = max(lands, key=lambda land: self.rules.strength[land])
        return f"losing costs {best} if committed" if len(lands) > 1 else f"losing costs {best}, the last territory"


def aim_text(rules: Rules, view: View, seat: int, move: Move) -> str:
    """Return the words for one move; empty if there is nothing to say."""
    describe = TEXT_BY_VERB.get(str(move[0]))
    return describe(Aiming(rules, view, seat), move) if describe else ""


# -- walking and drawing -----------------------------------------------------------------------------------------------


def _walk_text(aim: Aiming, move: Move) -> str:
    kind = aim.rules.layout.kinds[int(move[1])]
    return TEXT_BY_SPACE_KIND[kind](aim) if kind in TEXT_BY_SPACE_KIND else ""


def _hearts_text(aim: Aiming) -> str:
    if not aim.own:
        return f"draws health for battles, with {Number(aim.count('hearts', aim.seat)):~card} in hand"
    best = aim.values("hearts")[:2]
    return (
        f"draws health for battles; the best in hand: {listed(map(str, best))}"
        if best
        else "draws the first health card"
    )


def _diamonds_text(aim: Aiming) -> str:
    if not aim.own:
        return f"draws gold for the Shop, with {Number(aim.count('diamonds', aim.seat)):~card} in hand"
    return f"draws gold for the Shop, on top of {aim.gold} gold"


def _clubs_text(aim: Aiming) -> str:
    return "draws a weapon for battles"


def _shop_text(aim: Aiming) -> str:
    if not aim.own:
        return f"weapons for {Number(aim.count('diamonds', aim.seat)):~gold card}"
    return f"weapons for up to {aim.gold} gold" if aim.gold else reason(but="there is no gold to spend")


def _spades_text(aim: Aiming) -> str:
    """Describe an action card and a battle with the weakest rival, if any can be challenged."""
    if not aim.own:
        return f"an action card, then a battle with {aim.cards_in_words(aim.seat)}"
    targets = Sight(aim.rules, aim.view).likely_targets()
    chances = [(battle_odds.win, other) for other in targets if (battle_odds := odds(aim.rules, aim.view, other))]
    if not chances:
        return "an action card, but no one to fight"
    win, other = max(chances)
    return f"an action card, then a battle: {percent(win)} to win against {aim.name(other)}"


TEXT_BY_SPACE_KIND: dict[str, Callable[[Aiming], str]] = {
    "H": _hearts_text, "D": _diamonds_text, "C": _clubs_text, "S": _spades_text, "$": _shop_text,
}  # fmt: skip


def _draw_text(aim: Aiming, move: Move) -> str:
    return _hearts_text(aim) if move[1] == "hearts" else _diamonds_text(aim)


# -- the Shop ----------------------------------------------------------------------------------------------------------


def _buy_text(aim: Aiming, move: Move) -> str:
    worth = aim.rules.value[str(move[1])]
    return f"adds {worth} in a battle, for {worth} of {aim.gold} gold" if aim.own else f"adds {worth} in a battle"


def _pay_text(aim: Aiming, move: Move) -> str:
    weapons, paid = aim.view["frames"][-1][2]
    value = aim.rules.value
    missing = sum(value[card] for card in weapons) - sum(value[card] for card in paid) - aim.view["credit"][aim.seat]
    too_much = value[str(move[1])] - missing
    return f"pays {value[str(move[1])]} of the {missing} gold still missing" + (
        f", {too_much} too much" if too_much > 0 else ""
    )


def _leave_text(aim: Aiming, move: Move) -> str:
    in_shop = aim.view["frames"][-1][0] == "shop"
    return f"keeps {aim.gold} gold for another visit" if in_shop and aim.own and aim.gold else ""


# -- battles -----------------------------------------------------------------------------------------------------------


def _attack_text(aim: Aiming, move: Move) -> str:
    return reason(aim.chance_in_words(int(move[1])), but=aim.stake_in_words)


def _pass_text(aim: Aiming, move: Move) -> str:
    return "no battle: nothing to win and nothing to lose"


def _ally_text(aim: Aiming, move: Move) -> str:
    other = aim.view["active"]
    chance = aim.chance_in_words(other) if other != aim.seat and aim.own else ""
    avoids = "stays out of the battle" + (f" ({chance})" if chance else "")
    return reason(avoids, but="the Secret Alliance is used up")


def _fight_text(aim: Aiming, move: Move) -> str:
    other = aim.view["active"]
    chance = aim.chance_in_words(other) if other != aim.seat else ""
    return reason(chance, "keeps the Secret Alliance", but=aim.stake_in_words)


def _commit_text(aim: Aiming, move: Move) -> str:
    """Return the strength a piece adds, with the exact odds before and after; empty for another player."""
    if not aim.own:
        return ""
    piece = str(move[1])
    is_land = piece in aim.rules.strength
    strength_text = f"base strength {aim.rules.strength[piece]}" if is_land else f"adds {aim.rules.value[piece]}"
    chance = _odds_text(aim, _view_with_piece(aim, piece, is_land))
    before = _odds_text(aim, aim.view) if not is_land and _has_committed(aim) else ""
    odds_text = f"{chance} so far" + (f", instead of {before}" if before else "") if chance else ""
    return reason(strength_text, odds_text, but=_cost_of_losing_text(aim, piece) if is_land else "")


def _odds_text(aim: Aiming, view: View) -> str:
    """Return the odds of the current battle, or against each fighter if there are several."""
    battle_odds = odds(aim.rules, view)
    if battle_odds:
        return f"{percent(battle_odds.win)} to win"
    others = [seat for seat in view["battle"]["fighters"] if seat != aim.seat]
    chances = [(pair.win, other) for other in others if (pair := odds(aim.rules, view, other))]
    return listed(f"{percent(win)} to beat {aim.name(other)}" for win, other in chances)


def _has_committed(aim: Aiming) -> bool:
    zones = ("committed_territory", "committed_health", "committed_weapons")
    return any(aim.view[zone][aim.seat] for zone in zones)


def _view_with_piece(aim: Aiming, piece: str, is_land: bool) -> View:
    """Return the view with one more piece committed by the mover."""
    zone = "committed_territory" if is_land else "committed_weapons" if piece.endswith("C") else "committed_health"
    rows = [list(row) if row else row for row in aim.view[zone]]
    rows[aim.seat] = [*(rows[aim.seat] or ()), piece]
    return {**aim.view, zone: rows}


def _cost_of_losing_text(aim: Aiming, land: str) -> str:
    """Return the cost of losing; empty in battles where it depends on more than the commitment."""
    battle = aim.view["battle"]
    if battle["all_in"] == aim.seat:
        return "losing costs every territory"
    return f"losing costs {land}" if battle["kind"] == "duel" and battle["all_in"] < 0 else ""


def _seal_text(aim: Aiming, move: Move) -> str:
    if not aim.own:
        return ""
    lands = aim.view["committed_territory"][aim.seat]
    return reason(_odds_text(aim, aim.view), but=_cost_of_losing_text(aim, lands[0]) if lands else "")


# -- territories and spoils --------------------------------------------------------------------------------------------


def _take_text(aim: Aiming, move: Move) -> str:
    strength, pool = aim.rules.strength, aim.view["pool"]
    others = [land for land in pool if land != move[1]] if isinstance(pool, list) else []
    best = max(others, key=lambda land: strength[land], default=None)
    worth = strength[str(move[1])]
    if best is None:
        return f"worth {worth}"
    if strength[best] > worth:
        return reason(f"worth {worth}", but=f"{best} ({strength[best]}) is stronger")
    return reason(f"worth {worth}", f"leaves {best} ({strength[best]}) as the best")


def _claim_text(aim: Aiming, move: Move) -> str:
    loser = aim.view["frames"][-1][2][0]
    return f"wins {aim.rules.strength[str(move[1])]} points of strength from {aim.name(loser)}"


def _attach_text(aim: Aiming, move: Move) -> str:
    strength = aim.rules.strength[str(move[1])]
    return reason(f"the heart fights with {move[1]} ({strength})", but="only there")


def _give_text(aim: Aiming, move: Move) -> str:
    piece = str(move[1])
    worth = aim.rules.strength.get(piece, aim.rules.value.get(piece))
    if worth is None:
        return ""
    land_text = f"this gives away {worth} points of strength" if piece in aim.rules.strength else ""
    return reason(but=land_text or f"{the_piece(piece)} is worth {worth}")


def _pick_text(aim: Aiming, move: Move) -> str:
    winner = aim.name(aim.view["battle"]["winner"])
    worth = aim.rules.value.get(str(move[1]))
    card = "a health card" if move[1] == "hearts" else "a weapon" if move[1] == "clubs" else card_name(str(move[1]))
    return f"takes {card}{f', worth {worth},' if worth else ''} away from {winner}"


TEXT_BY_VERB: dict[str, Callable[[Aiming, Move], str]] = {
    "walk": _walk_text,
    "draw": _draw_text,
    "buy": _buy_text,
    "pay": _pay_text,
    "end": _leave_text,
    "attack": _attack_text,
    "pass": _pass_text,
    "ally": _ally_text,
    "fight": _fight_text,
    "commit": _commit_text,
    "seal": _seal_text,
    "take": _take_text,
    "claim": _claim_text,
    "attach": _attach_text,
    "give": _give_text,
    "give-up": _give_text,
    "discard": _give_text,
    "pick": _pick_text,
}
