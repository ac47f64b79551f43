"""What a refusal of The Royal Ascension claims, worked out from what the seat sees and from the rules of the game.

Written beside the engine, not from it: no function of the game is asked, only the data of its pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from tabletop_kernel import load
from tabletop_kernel.checks.true_sentence_checks import Case, Claim
from tabletop_kernel.games.royal_ascension.content import Content, Layout

CONTENT: Content = vars(load("royal_ascension"))["content"]
LANDS = {territory.name: territory.value for territory in CONTENT.territories}
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ACTION = {rank: action.id for action in CONTENT.actions for rank in action.ranks}
TURN = ("roll", "walk", "end")
FIGHT = ("attack", "pass", "fight", "commit", "seal")
CONQUER = ("take", "claim", "give")
OPENING = ("opening", "first")

# -- the table as the seat sees it -------------------------------------------------------------------------------------


def kind(case: Case) -> str:
    """What is being decided."""
    return str(case.view["frames"][-1][0])


def data(case: Case) -> Any:
    return case.view["frames"][-1][2]


def kinds(case: Case) -> list[str]:
    return [frame[0] for frame in case.view["frames"]]


def deciders(case: Case) -> list[int]:
    if kind(case) != "commit":
        return [case.view["frames"][-1][1]]
    return [seat for seat in case.view["battle"]["fighters"] if seat not in case.view["battle"]["sealed"]]


def asked(case: Case) -> bool:
    return case.seat in deciders(case)


def verb(case: Case) -> str:
    return str(case.move[0])


def target(case: Case) -> Any:
    """What a move of two parts is about."""
    return case.move[1] if len(case.move) == 2 else None


def says(case: Case, words: str, ruling: str, *options: str) -> bool:
    """The sentence has these words if, and only if, the table plays by one of these options."""
    return (words in case.text) == case.ruled(ruling, *options)


def seats(case: Case) -> list[int]:
    return [seat for seat, out in enumerate(case.view["out"]) if not out]


def rivals(case: Case) -> list[int]:
    return [seat for seat in seats(case) if seat != case.seat]


def how_many(zone: Any) -> int:
    return zone if isinstance(zone, int) else len(zone)


def worth(case: Case, card: str) -> int:
    rank = card[:-1]
    return int(case.config.rulings["ruling.ace-value"]) if rank == "A" else RANKS.index(rank) + 1


def worths(case: Case, cards: Sequence[str]) -> int:
    return sum(worth(case, card) for card in cards)


def is_card(piece: Any, suits: str) -> bool:
    return isinstance(piece, str) and piece[-1:] in suits and piece[:-1] in RANKS


def left_of(cards: Sequence[str], used: Sequence[str]) -> Counter[str]:
    return Counter(cards) - Counter(used)


def action(case: Case) -> str:
    """The action card of this turn."""
    return ACTION.get(case.view["card"][:-1], "")


# -- the board ---------------------------------------------------------------------------------------------------------


def board(case: Case) -> Layout:
    wanted = 34 if case.ruled("home-counted", "counted") else 35
    clubs = case.ruled("club-spaces", "some")
    fitting = [one for one in CONTENT.layouts if one.length == wanted and ("C" in one.spaces) == clubs]
    return next((one for one in fitting if one.id == case.config.options["layout"]), fitting[0])


def space_kind(case: Case, seat: int) -> str:
    return board(case).kinds[max(case.view["tokens"][seat], 0)]


def here(case: Case) -> list[int]:
    """The others on the space of this seat's token; home is no space."""
    tokens = case.view["tokens"]
    return [seat for seat in rivals(case) if tokens[seat] == tokens[case.seat] != 0]


def landed_on(case: Case, space: str) -> bool:
    """Whether this seat's token has stopped on a space of this kind in this turn."""
    mine = case.seat == case.view["active"] and case.view["landed"]
    return bool(mine) and case.view["tokens"][case.seat] > 0 and space_kind(case, case.seat) == space


def gates(case: Case) -> list[int]:
    if case.ruled("leave-home", "one-gate"):
        return [1]
    every = board(case).gates
    return every if case.ruled("leave-home", "any-gate") else [every[case.view["characters"][case.seat]]]


def walks(case: Case, start: int, steps: int) -> Iterator[int]:
    """Where so many steps on the ring may lead: one way, or with one turn on the way where that is allowed."""
    length = board(case).length
    for way in (1, -1):
        for turn in range(steps + 1) if case.ruled("one-direction", "yes") else [steps]:
            yield (start - 1 + way * turn - way * (steps - turn)) % length + 1


def ends(case: Case) -> list[int]:
    """Every space where the walk of this die may end."""
    start, die = case.view["tokens"][case.seat], case.view["die"]
    if start == 0:
        return sorted({space for gate in gates(case) for space in walks(case, gate, die - 1)})
    found = set(walks(case, start, die))
    if case.ruled("one-direction", "yes"):
        found.discard(start)
    if case.ruled("return-home", "through-gate") and set(gates(case)) & set(walks(case, start, die - 1)):
        found.add(0)
    return sorted(found)


# -- battles -----------------------------------------------------------------------------------------------------------


def excluded(case: Case) -> list[int]:
    """Who is kept out of battles by a defeat."""
    lifted = case.ruled("repeat-last-two", "lifted") and len(seats(case)) == 2
    return [] if lifted else case.view["excluded"]


def may_start(case: Case) -> bool:
    return case.seat not in excluded(case) or case.ruled("repeat-initiator", "yes")


def truce_with(case: Case, other: int) -> list[int]:
    """Who has shown the alliances that keep two apart."""
    return [shown for a, shown, _, _ in case.view["truces"] if {a, shown} == {case.seat, other}]


def open_to_choose(case: Case) -> list[int]:
    if not may_start(case):
        return []
    return [
        other
        for other in rivals(case)
        if other not in excluded(case) and other not in case.view["allied"] and not truce_with(case, other)
    ]


def met(case: Case) -> list[int]:
    """Whom a meeting lets this seat fight, once the space is done."""
    if not case.ruled("shared-space", "battle") or avoided(case):
        return []
    return [other for other in here(case) if other in open_to_choose(case)]


def fighting(case: Case) -> bool:
    return kind(case) in ("commit", "dice")


def of_battle(case: Case, name: str) -> Any:
    return case.view["battle"][name]


def rival(case: Case) -> int | None:
    """The other player, still in the game, whom the move would attack."""
    other = target(case) if verb(case) == "attack" else None
    return other if type(other) is int and other in rivals(case) else None


def about_whom(case: Case) -> int | None:
    """Whom a battle would be with: the one attacked, or where nobody met may be fought the first of them."""
    nobody = rival(case) is None and meets_somebody(case) and not met(case)
    return here(case)[0] if nobody else rival(case)


def avoided(case: Case) -> bool:
    """Whether an alliance was shown instead of a battle, and that ends the turn."""
    again = case.ruled("alliance-effect", "choose-again") and case.view["active"] not in case.view["allied"]
    return bool(case.view["allied"]) and not case.view["fought"] and not again


def meets_somebody(case: Case) -> bool:
    """Whether the space is done and others stand on it, at a table where one of them may be fought."""
    return kind(case) == "end" and case.ruled("shared-space", "battle") and bool(here(case)) and not avoided(case)


def meeting_counts(case: Case) -> bool:
    """Whether the move is about somebody met, where that can end in a battle."""
    return case.ruled("shared-space", "battle") and rival(case) in here(case)


def spades_done(case: Case) -> bool:
    """Whether a battle is asked for after a landing on Spades has come to its end."""
    met_first = meeting_counts(case) or meets_somebody(case)
    return kind(case) == "end" and landed_on(case, "S") and verb(case) in FIGHT and not met_first


def all_stayed_out(case: Case) -> bool:
    """Whether everybody was called to battle after a landing on Spades, and nobody else came."""
    called = action(case) == "decree" or (action(case) == "all-in" and case.ruled("allin-stake", "drawer-vs-table"))
    alone = bool(case.view["allied"]) and set(rivals(case)) <= set(case.view["allied"])
    return spades_done(case) and called and alone and not case.view["fought"]


def after_tie(case: Case) -> bool:
    totals = {of_battle(case, "totals")[seat] for seat in of_battle(case, "bout")}
    return len(totals) == 1 and totals != {0}


def called(case: Case) -> bool:
    """Whether somebody else has called this seat into the battle."""
    return case.seat in of_battle(case, "fighters") and case.seat != of_battle(case, "attacker")


def speaks_of_defeat(case: Case) -> bool:
    return says(case, "the previous battle", "repeat-scope", "last-battle")


# -- before the first turn ---------------------------------------------------------------------------------------------


def pieces_token(case: Case) -> bool:
    taken = case.view["characters"]
    if kind(case) != "character":
        return case.ruled("characters", "free-choice") and verb(case) == "character" and -1 not in taken
    free = [one.name for number, one in enumerate(CONTENT.characters) if number not in taken]
    return asked(case) and verb(case) == "character" and target(case) not in free


def ruling_characters(case: Case) -> bool:
    if case.ruled("characters", "seat-order"):
        return verb(case) == "character" and "You can't choose" in case.text
    return kind(case) == "character" and not (asked(case) and verb(case) == "character") and "free" in case.text


def setup_roll(case: Case) -> bool:
    dice = 2 if case.ruled("selection-dice", "two") else 1
    wrong = not asked(case) or case.move != ("roll", dice)
    return kind(case) == "select" and wrong and case.facts["dice"] == dice


def selection_ties(case: Case) -> bool:
    rolls, (decider,) = case.view["rolls"], deciders(case)
    if case.facts != {"seat": decider}:
        return False
    tied = sum(rolls[decider][0] == roll[0] for roll in rolls) > 1
    return kind(case) == "select" and case.ruled("selection-ties", "reroll-tied") and tied and decider != case.seat


def setup_draft(case: Case) -> bool:
    taken = sum(map(how_many, case.view["territories"]))
    chooser = case.view["order"][taken % len(case.view["tokens"])]
    if kind(case) != "draft" or case.facts["seat"] != chooser:
        return False
    if case.seat != chooser:
        return case.facts["so"] == "another's"
    taken_land = verb(case) == "take" and target(case) in LANDS and target(case) not in case.view["pool"]
    odd = verb(case) != "take" or target(case) is None
    return taken_land if case.facts["so"] == "taken" else odd and case.facts["so"] == "no-pick"


def setup_share(case: Case) -> bool:
    portion = 12 // len(case.view["tokens"])
    equal = all(how_many(held) == portion for held in case.view["territories"])
    words = {3: "three", 4: "four"}[portion]
    return kinds(case)[0] in OPENING and verb(case) == "take" and equal and f"has {words}." in case.text


def setup_resources(case: Case) -> bool:
    drawable = [("draw", suit) for suit in ("diamonds", "hearts") if suit not in case.view["opening"][case.seat]]
    allowed = kind(case) == "opening" and asked(case) and case.move in drawable
    return (
        kinds(case)[0] in OPENING and not allowed and says(case, "under a territory", "health-attach", "attach-on-draw")
    )


# -- walking -----------------------------------------------------------------------------------------------------------


def turn_clockwise(case: Case) -> bool:
    return not asked(case) and case.facts["seat"] in deciders(case) and kind(case) not in ("select", "draft")


def turn_roll(case: Case) -> bool:
    if kind(case) == "walk":
        right = verb(case) == "roll" and case.text.startswith("You have already rolled")
    else:
        right = kind(case) == "roll" and case.move != ("roll", 1) and case.text.startswith("You can't do that yet")
    return asked(case) and right and case.facts["dice"] == 1


def move_exact(case: Case) -> bool:
    right = case.facts == {"die": case.view["die"], "spaces": ends(case)}
    legal = case.move in [("walk", space) for space in ends(case)]
    return right and kind(case) == "walk" and not legal and not only_turned(case)


def only_turned(case: Case) -> bool:
    """Whether the walk would turn round where none may, or come back to where it began where one may turn."""
    start, die, length = case.view["tokens"][case.seat], case.view["die"], board(case).length
    firsts, steps = (gates(case), die - 1) if start == 0 else ([start], die)
    space = target(case) if verb(case) == "walk" else None
    turned = [(first - 1 + steps - 2 * back) % length + 1 for first in firsts for back in range(steps + 1)]
    return space in turned and (space == start) == case.ruled("one-direction", "yes")


def turn_direction(case: Case) -> bool:
    words = says(case, "can't end where you began", "one-direction", "yes")
    illegal = kind(case) == "walk" and target(case) not in ends(case)
    return illegal and only_turned(case) and words and case.facts == {"spaces": ends(case)}


def turn_land(case: Case) -> bool:
    elsewhere = kind(case) not in ("opening", "npc", "prize", "shop", "pay", "end")
    other = kind(case) != "attack" or (action(case) != "npc" and case.move[1:] != ("spades",))
    return verb(case) == "draw" and elsewhere and other


def moment_of_turn(case: Case) -> str:
    """What a seat has to do before its turn goes on, or has done."""
    if kind(case) == "commit":
        return "seal-due" if staked(case, "territory") else "in-battle"
    if kind(case) == "end":
        return "done-met" if met(case) else "done"
    return "dice-due" if kind(case) == "dice" else "unfit"


def turn_end(case: Case) -> bool:
    if not asked(case) or not says(case, "plus one battle", "shared-space", "battle"):
        return False
    if case.facts != {"so": moment_of_turn(case)}:
        return False
    if verb(case) == "pass" and meets_somebody(case):
        return True
    if verb(case) in FIGHT and kind(case) != "dice":
        replaced = action(case) == "decree" and case.ruled("decree-replaces", "replaces")
        may = case.ruled("battle-must", "may")  # then whoever could be chosen has been left out, which is another rule
        over = case.view["fought"] or (open_to_choose(case) and not case.view["allied"] and not may)
        return spades_done(case) and not replaced and bool(over)
    if verb(case) in ("buy", "pay", "done"):
        return landed_on(case, "$") and kind(case) not in ("shop", "pay")
    if verb(case) == "take-back":
        return case.move[-1] not in case.view["discard"] and kind(case) not in ("pay", "commit", "dice")
    if verb(case) == "draw":
        return kind(case) == "end"
    first = ("roll", "walk", "pick", "claim", "give", "forfeit", "limit")  # what comes first has a rule of its own
    return verb(case) in (*TURN, "fight") and kind(case) not in first


def leave_home(case: Case) -> bool:
    gate = {"own-gate": "your own gate", "any-gate": "one of the gates", "one-gate": "space 1"}
    words = gate[case.config.rulings["ruling.leave-home"]]
    at_home = kind(case) == "walk" and case.view["tokens"][case.seat] == 0
    return at_home and verb(case) == "walk" and target(case) not in ends(case) and words in case.text


def return_home(case: Case) -> bool:
    away = kind(case) == "walk" and case.view["tokens"][case.seat] > 0
    return away and case.move == ("walk", 0) and 0 not in ends(case) and says(case, "stays", "return-home", "never")


def shared_space(case: Case) -> bool:
    if case.ruled("shared-space", "allowed"):
        done = kind(case) == "end" and not landed_on(case, "S")
        return done and rival(case) in here(case) and "has no effect" in case.text
    facts = {"opponent": rival(case), "so": case.facts["so"], "choices": met(case)}
    if case.facts != facts or not case.view["landed"]:
        return False
    if kind(case) == "end":
        return meets_somebody(case) and rival(case) not in (None, *here(case)) and " here: " in case.text
    return rival(case) in met(case) and " yet: " in case.text


def hand_limit(case: Case) -> bool:
    held = sum(how_many(case.view[zone][case.seat]) for zone in ("hearts", "diamonds", "clubs", "alliances"))
    return kind(case) == "limit" and held > 10 and case.facts == {"limit": 10, "cards": held}


# -- the Shop ----------------------------------------------------------------------------------------------------------


def bill(case: Case) -> tuple[list[str], list[str]]:
    """The weapons that are being bought, and the gold laid down for them."""
    weapons, paid = data(case) if kind(case) == "pay" else ([], [])
    return weapons, paid


def gold(case: Case) -> list[str]:
    found: list[str] = case.view["diamonds"][case.seat]
    return found


def credit(case: Case) -> int:
    return int(case.view["credit"][case.seat])


def payments(case: Case, paid: list[str]) -> Iterator[tuple[str, ...]]:
    """What the gold laid down can become with some of the rest."""
    rest = list(left_of(gold(case), paid).elements())
    for size in range(len(rest) + 1):
        yield from ((*paid, *more) for more in combinations(rest, size))


def shop_may(case: Case) -> bool:
    if kind(case) == "shop":
        return verb(case) in ("pay", "done") or (verb(case) == "buy" and target(case) is None)
    laid = [piece for part in bill(case) for piece in part]
    return kind(case) == "pay" and not (verb(case) == "take-back" and target(case) in laid)


def landing_only(case: Case) -> bool:
    return verb(case) in ("buy", "pay", "done") and not landed_on(case, "$")


def shop_currency(case: Case) -> bool:
    money = is_card(target(case), "D") and left_of(gold(case), bill(case)[1])[str(target(case))]
    return kind(case) == "pay" and verb(case) == "pay" and not money


def shop_price(case: Case) -> bool:
    weapons, paid = bill(case)
    if verb(case) == "buy":
        weapons, have = [*weapons, str(target(case))], worths(case, gold(case)) + credit(case)
    else:
        have = worths(case, paid) + credit(case)
    price = worths(case, weapons)
    return have < price and case.facts == {"weapons": weapons, "price": price, "gold": have}


def shop_offer(case: Case) -> bool:
    left = left_of(case.view["offer"], bill(case)[0])
    buying = kind(case) in ("shop", "pay") and verb(case) == "buy"
    return buying and not left[str(target(case))] and not limit_reached(case)


def limit_reached(case: Case) -> bool:
    bought = data(case)[0] if kind(case) == "shop" else len(bill(case)[0])
    return case.ruled("shop-limit", "one") and bought > 0


def shop_limit(case: Case) -> bool:
    return kind(case) in ("shop", "pay") and verb(case) == "buy" and limit_reached(case)


def purchases(case: Case, weapons: list[str]) -> set[int]:
    """What these weapons cost, and what they cost with others of the offer where they are paid together."""
    costs = {worths(case, weapons)}
    if case.ruled("shop-combine", "yes") and case.ruled("shop-limit", "any"):
        for weapon in left_of(case.view["offer"], weapons).elements():
            costs |= {cost + worth(case, weapon) for cost in costs}
    return costs


def shop_overpay(case: Case) -> bool:
    weapons, paid = bill(case)
    if verb(case) == "buy":
        weapons = [*weapons, str(target(case))]
        costs, so = purchases(case, weapons), "your gold can"
    else:
        paid = [*paid, str(target(case))]
        costs, so = {worths(case, weapons)}, "that gold"
    exact = any(worths(case, payment) in costs for payment in payments(case, paid))
    right = (case.facts["weapons"], case.facts["price"]) == (weapons, worths(case, weapons))
    words = case.text.lower().startswith(so) and ("other weapons" in case.text) == (len(costs) > 1)
    return case.ruled("shop-overpay", "exact-only") and right and words and not exact


def shop_tight(case: Case) -> bool:
    weapons, paid = bill(case)
    price, card = worths(case, weapons), str(target(case))
    need = price - credit(case)

    def is_tight(payment: tuple[str, ...]) -> bool:
        total = worths(case, payment)
        return total >= need > total - min(worth(case, one) for one in payment)

    so = "too-many" if worths(case, [*paid, card]) >= need else "in-vain"
    right = case.facts == {"card": card, "weapons": weapons, "price": price, "so": so}
    ruled = case.ruled("shop-tight", "no") and not case.ruled("shop-overpay", "exact-only")
    return right and ruled and not any(is_tight(payment) for payment in payments(case, [*paid, card]))


def shop_combine(case: Case) -> bool:
    allowed = (case.ruled("shop-combine", "yes") and not bill(case)[1]) or case.ruled("shop-limit", "one")
    buys = kind(case) == "pay" and verb(case) == "buy"
    return buys and not allowed and says(case, "separately", "shop-combine", "no")


# -- action cards ------------------------------------------------------------------------------------------------------

PRIZE = {"one": "a card", "two": "two cards", "one-of-each": "a heart and a diamond"}


def npc_roll(case: Case) -> bool:
    words = f"5 or 6 wins {PRIZE[case.config.rulings['ruling.npc-prize']]}."
    return kind(case) == "npc" and verb(case) in ("roll", "draw") and case.move != ("roll", 1) and words in case.text


def npc_choice(case: Case) -> bool:
    wrong = verb(case) == "draw" and target(case) not in ("hearts", "diamonds")
    return kind(case) == "prize" and wrong and says(case, "hearts and diamonds", "npc-prize", "one-of-each")


def npc_prize(case: Case) -> bool:
    drawn = kind(case) == "prize" and case.ruled("npc-prize", "one-of-each") and target(case) in data(case)
    over = kind(case) == "attack" and action(case) == "npc" and case.move[1:] != ("spades",)
    words = {"one": "one card of", "two": "two cards", "one-of-each": "one heart and one diamond"}
    if verb(case) != "draw" or words[case.config.rulings["ruling.npc-prize"]] not in case.text:
        return False
    if drawn:
        return case.facts == {"so": "suit-drawn"}
    return over and case.facts == {"so": "prize-drawn" if case.view["die"] in (5, 6) else "npc-failed"}


def action_first(case: Case) -> bool:
    under_way = kind(case) in ("npc", "prize") or "challenge" in kinds(case)
    return asked(case) and under_way and verb(case) in (*FIGHT, "end")


def alliance_use(case: Case) -> bool:
    words = says(case, "When you draw one", "alliance-draw-turn", "yes")
    if verb(case) != "ally" or not words or not says(case, "If you draw", "alliance-vs-decree", "yes"):
        return False
    if kind(case) == "alliance":
        return not case.view["alliances"][case.seat]
    if not fighting(case) or not called(case):
        return kind(case) != "attack"
    if of_battle(case, "kind") == "decree":
        return case.ruled("alliance-vs-decree", "yes")
    return of_battle(case, "all_in") != of_battle(case, "attacker") or case.ruled("alliance-vs-allin", "yes")


def alliance_optional(case: Case) -> bool:
    so = "may-show" if case.view["alliances"][case.seat] else "none-to-show"
    return kind(case) == "alliance" and case.move != ("fight",) and verb(case) != "ally" and case.facts == {"so": so}


def alliance_partner(case: Case) -> bool:
    held = kind(case) == "alliance" and verb(case) == "ally" and bool(case.view["alliances"][case.seat])
    if case.ruled("alliance-partner", "none"):
        return held and len(case.move) > 1 and case.facts == {"choices": []}
    third = [seat for seat in rivals(case) if seat != case.view["active"]]
    legal = [("ally", seat) for seat in third] or [("ally",)]
    return held and case.move not in legal and case.facts == {"choices": third}


def alliance_effect(case: Case) -> bool:
    opponent, so, allied = case.facts["opponent"], case.facts["so"], case.view["allied"]
    if opponent == case.seat:  # that is «you»
        return False
    opponent = case.seat if opponent == "you" else opponent
    if so == "this-turn":
        return opponent == about_whom(case) and opponent in allied
    if so == "truce":
        apart = {other for a, b, *_ in case.view["truces"] for other in (a, b) if case.seat in (a, b)}
        return opponent in apart and case.ruled("alliance-effect", "truce")
    ended = kind(case) == "end" and avoided(case) and (landed_on(case, "S") or meeting_counts(case))
    return so == "ended" and ended and opponent == allied[-1]


def vs_decree(case: Case) -> bool:
    if case.ruled("alliance-vs-decree", "yes"):
        return all_stayed_out(case) and action(case) == "decree" and "everyone else" in case.text
    decree = fighting(case) and of_battle(case, "kind") == "decree" and called(case)
    return decree and verb(case) == "ally" and "stay out of a Royal Decree" in case.text


def vs_all_in(case: Case) -> bool:
    if case.ruled("alliance-vs-allin", "yes"):
        return all_stayed_out(case) and action(case) == "all-in" and "everyone else" in case.text
    staked = fighting(case) and called(case) and of_battle(case, "all_in") == of_battle(case, "attacker")
    return staked and verb(case) == "ally" and "against All In" in case.text


def allin_stake(case: Case) -> bool:
    everybody = fighting(case) and of_battle(case, "kind") == "table" and verb(case) in ("attack", "pass")
    return everybody and case.ruled("allin-stake", "drawer-vs-table") and "calls everyone" in case.text


def decree_all(case: Case) -> bool:
    decree = fighting(case) and of_battle(case, "kind") == "decree" and verb(case) in ("attack", "pass")
    fighters = sorted(of_battle(case, "fighters")) == [s for s in seats(case) if s not in case.view["allied"]]
    words = says(case, "Only a Secret Alliance", "alliance-vs-decree", "yes")
    return decree and fighters and words and speaks_of_defeat(case)


def decree_spoils(case: Case) -> bool:
    choosing = kind(case) in ("claim", "give") and verb(case) in (*TURN, *FIGHT)
    return choosing and says(case, "winner picks", "decree-territory", "winner-picks")


def decree_territory(case: Case) -> bool:
    owner = data(case)[0] if kind(case) == "claim" else case.seat
    lands = case.view["territories"][owner]
    right = {"claim": "winner-picks", "give": "loser-picks"}.get(kind(case), "")
    wrong = verb(case) != kind(case) or target(case) not in lands
    words = "can only be" in case.text if len(lands) == 1 else f" or {lands[-1]}." in case.text
    return wrong and words and case.ruled("decree-territory", right) and case.facts == {"open_lands": lands}


def decree_replaces(case: Case) -> bool:
    fought = spades_done(case) and bool(case.view["fought"])
    return fought and action(case) == "decree" and case.ruled("decree-replaces", "replaces")


# -- battles -----------------------------------------------------------------------------------------------------------


def battle_start(case: Case) -> bool:
    elsewhere = verb(case) in FIGHT and kind(case) not in ("attack", "alliance", "commit", "dice", "npc", "prize")
    finished = (kind(case) == "end" and landed_on(case, "S")) or meets_somebody(case)
    words = says(case, "another token's space", "shared-space", "battle")
    return elsewhere and not finished and words and not (case.view["landed"] and meeting_counts(case))


def battle_opponent(case: Case) -> bool:
    """Somebody has to be chosen, and the move names nobody."""
    other = target(case) if verb(case) == "attack" else None
    nobody = type(other) is not int or other == case.seat or other not in range(len(case.view["tokens"]))
    if meets_somebody(case):
        return nobody and verb(case) != "pass" and bool(met(case)) and case.facts == {"choices": met(case)}
    return kind(case) == "attack" and nobody and case.facts == {"choices": open_to_choose(case)}


def fought_to_its_end(case: Case) -> bool:
    """The battle goes on with those who fight it, and a fighter wants to leave it or somebody else to be in it."""
    if not fighting(case) or case.facts != {"fighters": of_battle(case, "fighters")}:
        return False
    if case.seat in of_battle(case, "fighters"):
        return asked(case) and of_battle(case, "kind") == "duel" and verb(case) in ("attack", "pass")
    return verb(case) in FIGHT and (may_start(case) or of_battle(case, "kind") != "duel")


def nobody_to_choose(case: Case) -> bool:
    """A landing on Spades had to go without a battle, and the move is about nobody who could be named."""
    free = may_start(case) and not case.view["fought"] and not avoided(case)
    return spades_done(case) and free and rival(case) is None and open_to_choose(case) == []


def no_previous_loser(case: Case) -> bool:
    opponent, choices = case.facts["opponent"], case.facts["choices"]
    if kind(case) == "attack":
        right = choices == open_to_choose(case)
    elif meeting_counts(case) or meets_somebody(case):
        right = choices == met(case)
    else:
        right = spades_done(case) and not case.view["fought"] and choices == open_to_choose(case) == []
    named = opponent == about_whom(case) and opponent in excluded(case)
    return right and named and may_start(case) and speaks_of_defeat(case)


def back_to_back(case: Case) -> bool:
    if may_start(case) or not speaks_of_defeat(case):  # elsewhere a defeat protects, and keeps nobody out
        return False
    if kind(case) == "commit":
        return of_battle(case, "kind") == "duel" and case.seat not in of_battle(case, "fighters")
    meets = meeting_counts(case) or meets_somebody(case)
    done = kind(case) == "end" or (case.view["landed"] and meets)
    return done and verb(case) in FIGHT and (meets or not case.view["fought"])


def battle_must(case: Case) -> bool:
    refused = ("pass", "end") if case.ruled("battle-must", "must") else ("end", "pass")
    if case.text.startswith("You have skipped the battle"):
        left_out = spades_done(case) and not case.view["fought"] and not avoided(case) and bool(open_to_choose(case))
        return left_out and case.ruled("battle-must", "may")
    alone = case.ruled("battle-must", "must") or case.move != ("pass",)
    words = says(case, "someone to fight", "battle-must", "must")
    return kind(case) == "attack" and verb(case) in refused and alone and words and bool(open_to_choose(case))


def staked(case: Case, what: str) -> list[str]:
    found: list[str] = case.view[f"committed_{what}"][case.seat]
    return found


def battle_territory(case: Case) -> bool:
    land = case.facts["territory"]
    if verb(case) == "commit":
        free = land in case.view["territories"][case.seat] and not staked(case, "territory")
        return kind(case) == "commit" and land == target(case) in LANDS and not free
    return verb(case) == "seal" and kind(case) == "commit" and land == "" and not staked(case, "territory")


def usable_hearts(case: Case) -> Counter[str]:
    """The hearts that could still be committed."""
    hearts = case.view["hearts"][case.seat]
    if case.ruled("health-attach", "attach-on-draw"):
        hearts = [heart for heart, land in case.view["attached"][case.seat] if land in staked(case, "territory")]
    return left_of(hearts, staked(case, "health"))


def health_limit(case: Case) -> bool:
    full = kind(case) == "commit" and len(staked(case, "health")) == 2
    return full and is_card(target(case), "H") and case.facts == {"limit": 2}


def health_add(case: Case) -> bool:
    held = left_of(case.view["hearts"][case.seat], staked(case, "health"))
    return kind(case) == "commit" and is_card(target(case), "H") and not held[str(target(case))]


def weapons_any(case: Case) -> bool:
    held = left_of(case.view["clubs"][case.seat], staked(case, "weapons"))
    return kind(case) == "commit" and is_card(target(case), "C") and not held[str(target(case))]


def health_attach(case: Case) -> bool:
    if case.ruled("health-attach", "in-hand"):
        return verb(case) == "attach" and "stay in your hand" in case.text
    if verb(case) == "commit":
        held = left_of(case.view["hearts"][case.seat], staked(case, "health"))[str(target(case))]
        serves = usable_hearts(case)[str(target(case))] or not case.text.startswith("You can't use that heart here")
        return kind(case) == "commit" and held > 0 and not serves
    if verb(case) != "attach" or "under one of your territories" not in case.text:
        return False
    if kind(case) != "attach":
        return case.text.startswith("You have no heart")
    return target(case) not in case.view["territories"][case.seat] and case.text.startswith("You can't put that heart")


def battle_reveal(case: Case) -> bool:
    words = says(case, "after a tie", "tie-recommit", "recommit")
    if not fighting(case) or not words:
        return False
    if case.seat in of_battle(case, "sealed") and kind(case) == "commit":
        return True
    if kind(case) == "dice":
        tied = after_tie(case) and case.ruled("tie-recommit", "keep")
        return verb(case) in ("commit", "seal", "take-back") and not tied
    laid = [piece for what in ("territory", "health", "weapons") for piece in staked(case, what)]
    odd = len(case.move) != {"commit": 2, "take-back": 2, "seal": 1}.get(verb(case), 0)
    return odd or (verb(case) == "take-back" and target(case) not in laid)


def battle_total(case: Case) -> bool:
    thing = target(case)
    return kind(case) == "commit" and verb(case) == "commit" and not is_card(thing, "HDC") and thing not in LANDS


def tie_recommit(case: Case) -> bool:
    changes = kind(case) == "dice" and verb(case) in ("commit", "seal", "take-back")
    return changes and case.ruled("tie-recommit", "keep") and after_tie(case)


# -- after a battle ----------------------------------------------------------------------------------------------------


def wrong_pick(case: Case, rule: str) -> bool:
    """A pick by this rule is open, and something of another suit is wanted."""
    if kind(case) != "pick" or data(case)[1] != rule:
        return False
    suit = data(case)[0]
    return verb(case) == "pick" and target(case) != suit and not is_card(target(case), suit[0].upper())


def decree_penalty(case: Case) -> bool:
    words = says(case, "the winner committed", "pick-pool", "committed-only")
    return words and wrong_pick(case, "decree.penalty")


def pick_health(case: Case) -> bool:
    words = says(case, "two health cards", "one-heart", "two") and says(
        case, "committed", "pick-pool", "committed-only"
    )
    if verb(case) != "pick" or not words:
        return False
    if kind(case) != "pick":
        return kind(case) != "forfeit" and case.text.startswith("You can't pick anything now")
    return wrong_pick(case, "battle.pick-health") and case.text.startswith("You can't pick that now")


def pick_who(case: Case) -> bool:
    if kind(case) != "pick" or verb(case) != "pick":
        return False
    suit = data(case)[0]
    pool = "that the winner holds" if case.ruled("pick-pool", "all-held") else "that the winner committed"
    if pool not in case.text:
        return False
    if case.ruled("pick-who", "blind"):
        return is_card(target(case), suit[0].upper()) and "blind" in case.text
    return target(case) == suit and "Name the card" in case.text


def pick_pool(case: Case) -> bool:
    suit, winner = data(case)[0], of_battle(case, "winner")
    if case.ruled("pick-pool", "all-held"):
        cards, words = case.view[suit][winner], "one of the winner's cards"
    else:
        committed = case.view["committed_health" if suit == "hearts" else "committed_weapons"][winner]
        cards, words = committed, "that the winner committed"
    named = is_card(target(case), suit[0].upper()) and case.ruled("pick-who", "loser-sees")
    return kind(case) == "pick" and named and target(case) not in cards and words in case.text


def one_heart(case: Case) -> bool:
    if not case.ruled("one-heart", "one-each"):
        right = verb(case) == "give-up" and "only picks" in case.text
        return right and says(case, "two health cards", "one-heart", "two")
    if kind(case) != "forfeit":
        return verb(case) == "give-up" and case.text.startswith("You can't give up a heart now")
    own = verb(case) == "give-up" and target(case) in case.view["hearts"][case.seat]
    return not own and case.text.startswith("First give up one of your hearts")


def end_majority(case: Case) -> bool:
    rule, results, _ = case.view["result"]
    lands = [how_many(held) for held in case.view["territories"]]
    winner = results.index("won")
    return rule == case.rule and winner == case.facts["winner"] and results.count("won") == 1 and lands[winner] >= 7


def end_no_majority(case: Case) -> bool:
    rule, results, _ = case.view["result"]
    sizes = [(len(held), sum(LANDS[land] for land in held)) for held in case.view["territories"]]
    shared = case.text.endswith("If that was equal too, they share the throne.")  # winners may be several
    best = all((size == max(sizes)) == (result == "won") for size, result in zip(sizes, results, strict=True))
    named = case.facts == {"seats": [seat for seat, result in enumerate(results) if result == "won"]}
    return rule == case.rule and best and max(sizes)[0] < 7 and shared and named


def elim_zero(case: Case) -> bool:
    who = target(case) if kind(case) in ("attack", "end") and asked(case) else case.seat
    named = case.facts == {"opponent": who}
    return named and bool(case.view["out"][who]) and not how_many(case.view["territories"][who])


def is_during(*moments: str, verbs: Sequence[str] = ()) -> Callable[[Case], bool]:
    """A claim that needs no more: one of these moments, and one of these verbs."""
    return lambda case: kind(case) in moments and (not verbs or verb(case) in verbs)


CLAIMS: dict[str, Claim] = {
    "players.count": lambda case: case.facts["seats"] not in ("3", "4"),
    "pieces.token": pieces_token,
    "terr.values": lambda case: kind(case) == "draft" and verb(case) == "take" and target(case) not in LANDS,
    "discard.pile": lambda case: verb(case) == "discard" or case.move[-1] in case.view["discard"],
    "setup.roll": setup_roll,
    "setup.order": is_during("select", verbs=["take"]),
    "setup.draft": setup_draft,
    "setup.share": setup_share,
    "setup.resources": setup_resources,
    "setup.no-weapons": lambda case: kind(case) == "opening" and target(case) in ("clubs", "spades"),
    "turn.clockwise": turn_clockwise,
    "turn.roll": turn_roll,
    "turn.move-exact": move_exact,
    "turn.direction": turn_direction,
    "turn.land": turn_land,
    "turn.end": turn_end,
    "board.shops": is_during("shop", "pay", verbs=["draw"]),
    "space.spades": nobody_to_choose,
    "space.diamonds": lambda case: kind(case) == "commit" and is_card(target(case), "D"),
    "shop.may": shop_may,
    "shop.landing-only": landing_only,
    "shop.currency": shop_currency,
    "shop.price": shop_price,
    "action.draw": lambda case: kind(case) == "attack" and case.move == ("draw", "spades"),
    "action.first": action_first,
    "decree.all": decree_all,
    "decree.spoils": decree_spoils,
    "decree.penalty": decree_penalty,
    "alliance.use": alliance_use,
    "alliance.optional": alliance_optional,
    "npc.roll": npc_roll,
    "npc.choice": npc_choice,
    "battle.start": battle_start,
    "battle.opponent": battle_opponent,
    "battle.no-previous-loser": no_previous_loser,
    "battle.back-to-back": back_to_back,
    "battle.territory": battle_territory,
    "battle.high-wins": fought_to_its_end,
    "battle.health-limit": health_limit,
    "battle.health-add": health_add,
    "battle.weapons-any": weapons_any,
    "battle.reveal": battle_reveal,
    "battle.dice": lambda case: kind(case) == "dice" and verb(case) == "roll" and case.facts == {"dice": 2},
    "battle.total": battle_total,
    "battle.pick-health": pick_health,
    "battle.pick-weapon": lambda case: wrong_pick(case, "battle.pick-weapon"),
    "battle.if-any": is_during("pick", verbs=[*TURN, *FIGHT]),
    "elim.zero": elim_zero,
    "end.conquer": lambda case: verb(case) in CONQUER and kind(case) not in ("draft", "claim", "give"),
    "end.majority": end_majority,
    "end.no-majority": end_no_majority,
    "ruling.selection-ties": selection_ties,
    "ruling.leave-home": leave_home,
    "ruling.return-home": return_home,
    "ruling.shared-space": shared_space,
    "ruling.shop-offer": shop_offer,
    "ruling.shop-limit": shop_limit,
    "ruling.shop-overpay": shop_overpay,
    "ruling.shop-tight": shop_tight,
    "ruling.shop-combine": shop_combine,
    "ruling.battle-must": battle_must,
    "ruling.health-attach": health_attach,
    "ruling.tie-recommit": tie_recommit,
    "ruling.pick-who": pick_who,
    "ruling.pick-pool": pick_pool,
    "ruling.one-heart": one_heart,
    "ruling.alliance-draw-turn": is_during("attack", verbs=["ally"]),
    "ruling.alliance-effect": alliance_effect,
    "ruling.alliance-partner": alliance_partner,
    "ruling.alliance-vs-decree": vs_decree,
    "ruling.alliance-vs-allin": vs_all_in,
    "ruling.allin-stake": allin_stake,
    "ruling.decree-territory": decree_territory,
    "ruling.decree-replaces": decree_replaces,
    "ruling.npc-prize": npc_prize,
    "ruling.hand-limit": hand_limit,
    "ruling.characters": ruling_characters,
}
