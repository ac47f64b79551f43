"""Names of seats and cards, and moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move, View
from tabletop_kernel.contract.sentences import Number, Seat, list_seats, seat_or_you
from tabletop_kernel.games.royal_ascension.battle import strength_before_dice
from tabletop_kernel.games.royal_ascension.opponents import challengeable
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of
from tabletop_kernel.games.royal_ascension.state import (
    HOME,
    MAJORITY,
    RESOURCES,
    SUIT_LETTER,
    SUIT_OF_LETTER,
    Rules,
    State,
)
from tabletop_kernel.games.royal_ascension.sums_in_view import count_cards

RANK_NAME = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
NUMBER_WORD = {0: "no", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
KIND_NAME = {"H": "Hearts", "D": "Diamonds", "S": "Spades", "C": "Clubs", "$": "Shop", " ": "home"}
SEAT_FACTS = ("seat", "opponent", "winner", "loser", "partner")
SEAT_LIST_FACTS = ("seats", "choices", "fighters")
REASON_TEXT = {  # the reason a rule refuses here, if it can have several
    # a Secret Alliance was shown
    "this-turn": "that player stays out of every battle this turn",
    "truce": "you may not choose each other until you have each had a turn",
    "ended": "the turn ends without a battle",
    "may-show": "show a Secret Alliance you hold, or fight",
    "none-to-show": "you hold no Secret Alliance, so fight",
    # an NPC event
    "prize-drawn": "you have already drawn your prize",
    "suit-drawn": "you have already drawn a card of that suit",
    "npc-failed": "your NPC event failed, so you draw nothing",
    # a battle that may be skipped
    "unsaid": "you can't end your turn yet: choose an opponent, or skip the battle",
    "left-out": "you have skipped the battle, and this landing gives you no other battle",
    # a turn
    "start": "you can't do that yet",
    "unfit": "you can't do that now",
    "in-battle": "finish the battle first: commit your territory and seal",
    "seal-due": "finish the battle first: seal your commitment",
    "dice-due": "finish the battle first: roll your dice",
    "done": "you have done what your space asks for, so end your turn",
    "done-met": "you have done what your space asks for, so fight a player there or end your turn",
    "rolled": "you have already rolled, so walk now",
    # a token on the same space, or on another
    "later": "yet",
    "elsewhere": "here",
    # the draft
    "another's": "it isn't your pick",
    "taken": "that territory is taken",
    "no-pick": "you can't do that in the draft",
    # the Shop
    "gold": "that gold can't add up to the right amount",
    "sum": "your gold can't add up to the right amount",
    "sums": "your gold can't add up to the right amount, even with other weapons added",
    "too-many": "if you add it, you could leave out one of your gold cards",
    "in-vain": "you could finish paying only by using a card you don't need",
    # hearts under territories
    "not-there": "you can't put that heart there",
    "not-here": "you can't use that heart here",
    "no-heart": "you have no heart to put down",
    # after a battle
    "not-now": "you can't pick anything now",
    "wrong": "you can't pick that now",
    "due": "first give up one of your hearts",
    "not-due": "you can't give up a heart now",
}


def seat_name(state: State, seat: int) -> str:
    """Return the name of a seat's character, or the player's number."""
    character = state.characters[seat]
    return state.rules.content.characters[character].short if character >= 0 else f"player {seat + 1}"


def card_name(card: str) -> str:
    """Return a card's name, such as “Queen of hearts”; other text stays as it is."""
    suit = SUIT_OF_LETTER.get(card[-1:])
    rank = card[:-1]
    return f"{RANK_NAME.get(rank, rank)} of {suit}" if suit and (rank in RANK_NAME or rank.isdigit()) else card


def cards_text(cards: Iterable[str], article: str = "") -> str:
    """Return several cards in words; two equal ones become “two Queens of hearts”."""
    return listed(_copies_text(card, number, article) for card, number in Counter(cards).items())


def _copies_text(card: str, number: int, article: str) -> str:
    name = card_name(card)
    if number > 1:
        rank, separator, suit = name.partition(" of ")
        name = f"{Number(number):~} {rank}s{separator}{suit}"
    return f"{article}{name}"


def the_piece(piece: str) -> str:
    """Return a card with its article, or a territory without."""
    name = card_name(piece)
    return f"the {name}" if name != piece else piece


def the_cards(cards: Iterable[str]) -> str:
    return cards_text(cards, "the ")


def _seat_or_you(state: State, seat: int, you: int | None) -> Seat:
    """Return a seat's name, or “you” for the reader's seat."""
    return seat_or_you(seat_name(state, seat), seat == you)


def fact_in_words(state: State, key: str, value: Any, you: int | None = None) -> str:
    """Return a fact in words, by its key in the sentence."""
    if key in TEXT_BY_FACT:
        return TEXT_BY_FACT[key](value)
    if key in SEAT_FACTS and isinstance(value, int):
        return _seat_or_you(state, value, you)
    if key in SEAT_LIST_FACTS and isinstance(value, list):
        names = [_seat_or_you(state, seat, you) for seat in value]
        return list_seats(names, "or" if key == "choices" else "and") if names else "no one"
    if key == "character":
        return str(state.rules.content.characters[value].name)
    if key == "action":
        return next(entry.name for entry in state.rules.content.actions if entry.id == value)
    if key == "spaces":
        return listed((space_name(state.rules, space) for space in value), "or")
    if key in ("space", "start"):
        return space_name(state.rules, value)
    return str(value)


def _card_or_cards_text(value: object) -> str:
    """Return one or several cards in words; an amount of gold stays a number."""
    return cards_text(value) if isinstance(value, list) else card_name(str(value))


def _territory_text(value: object) -> str:
    return str(value) or "no territory"


def _open_lands_text(value: Sequence[str]) -> str:
    """Return the territories to choose from: “A, B or C”."""
    return listed(value, "or") if len(value) > 1 else f"it can only be {value[0]}"


def _suit_text(value: object) -> str:
    return "action card" if value == "spades" else str(value).removesuffix("s")


def _dice_text(value: list[int] | int) -> str:
    """Return the numbers on the dice, or their count in words."""
    return listed(map(str, value)) if isinstance(value, list) else NUMBER_WORD.get(value, str(value))


TEXT_BY_FACT: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(("card", "cards", "gold", "offer"), _card_or_cards_text),
    "piece": the_piece,
    "weapons": the_cards,
    "lands": listed,
    "open_lands": _open_lands_text,
    "territory": _territory_text,
    "suit": _suit_text,
    "dice": _dice_text,
    "shops": lambda spaces: listed(map(str, spaces)),
    "so": REASON_TEXT.__getitem__,
}


def space_name(rules: Rules, space: int) -> str:
    if space == HOME:
        return "home"
    return f"space {space} ({KIND_NAME[rules.layout.kinds[space]]})"


def move_text(state: State, seat: int, move: Move) -> str:
    """Return a move in words, for a button or a list."""
    verb, *details = move
    first: Any = details[0] if details else None
    if verb == "roll":
        return "Roll the die" if first == 1 else "Roll two dice"
    if verb == "walk":
        return f"Walk to {space_name(state.rules, first)}"
    if verb == "attack":
        return f"Challenge {seat_name(state, first)}"
    if verb == "ally":
        return "Show a Secret Alliance" + (f", with {seat_name(state, first)}" if details else "")
    if verb == "commit":
        return f"Commit {piece_name(state, first)}"
    if verb == "seal":
        return f"Seal the commitment (strength {strength_before_dice(state, seat)})"
    if verb in ("take", "claim", "give", "attach"):
        land_text = f"{first} ({state.rules.strength[first]})"
        return {
            "take": f"Take {land_text}",
            "claim": f"Claim {land_text}",
            "give": f"Give up {land_text}",
            "attach": f"Put the heart under {land_text}",
        }[verb]
    if verb == "character":
        return f"Play {first}"
    if verb == "draw":
        return f"Draw from {first}"
    if verb == "pick":
        is_blind = first in ("hearts", "clubs")
        return f"Pick one of the winner's {first}" if is_blind else f"Pick the {card_name(first)}"
    verb_texts = {
        "buy": "Buy", "pay": "Pay with", "discard": "Discard", "give-up": "Give up", "take-back": "Take back",
    }  # fmt: skip
    if verb in verb_texts:
        return f"{verb_texts[str(verb)]} {the_piece(first)}"
    if verb == "end" and state.frames and state.frames[-1][0] == "shop" and challengeable(state, seat):
        return "Leave the Shop"
    return {
        "end": "End the turn", "pass": "Skip the battle", "fight": "Fight", "done": "Finish paying",
    }.get(str(verb), str(verb))  # fmt: skip


def piece_name(state: State, piece: str) -> str:
    """Return a piece and the strength it adds in a battle."""
    if piece in state.rules.strength:
        return f"{piece} ({state.rules.strength[piece]})"
    return f"the {card_name(piece)} (+{state.rules.value.get(piece, 0)})"


# -- a view as text ----------------------------------------------------------------------------------------------------


def table_lines(rules: Rules, view: View) -> list[str]:
    """Return the table as one seat sees it, in lines of text."""
    me = view["seat"]
    lines = [_kingdom_line(rules, view, seat, seat == me) for seat in range(len(view["tokens"]))]
    if me is not None:
        lines += [f"  your {suit:9} {_card_or_cards_text(view[suit][me])}" for suit in RESOURCES]
    if view["offer"]:
        lines.append(f"  on offer       {_card_or_cards_text(view['offer'])}")
    if view["die"]:
        lines.append(f"  the die shows  {view['die']}")
    lines.append(f"  ring  {_ring_text(rules, view)}")
    if view["battle"]:
        lines += _commitment_lines(view)
    return lines


def _kingdom_line(rules: Rules, view: View, seat: int, mine: bool) -> str:
    """Return a seat's line: name, territories, cards and place."""
    character = view["characters"][seat]
    name = rules.content.characters[character].short if character >= 0 else f"player {seat + 1}"
    if view["out"][seat]:
        return f"  {name:10} is out of the game"
    lands = view["territories"][seat]
    token = view["tokens"][seat]
    place = "home" if token == HOME else f"space {token} {KIND_NAME[rules.layout.kinds[token]]}"
    hand_sizes = " ".join(f"{count_cards(view[suit][seat])}{SUIT_LETTER[suit]}" for suit in RESOURCES)
    badges = [f"Plague -{view['plague'][seat]}"] if view["plague"][seat] else []
    badges += [_exclusion_text(rules)] if seat in view["excluded"] and not _are_exclusions_lifted(rules, view) else []
    badges += [f"{Number(len(view['alliances'][seat])):alliance}"] if view["alliances"][seat] else []
    land_names = "" if isinstance(lands, int) else listed(f"{land} {rules.strength[land]}" for land in lands)
    you = "*" if mine else " "
    notes = f" ({', '.join(badges)})" if badges else ""
    return f"{you} {name:10} {count_cards(lands)}/{MAJORITY}  {hand_sizes:10} {place:18}{notes} {land_names}".rstrip()


def _exclusion_text(rules: Rules) -> str:
    return "can't be chosen" if rulings_of(rules.config)["ruling.repeat-initiator"] == "yes" else "can't battle"


def _are_exclusions_lifted(rules: Rules, view: View) -> bool:
    """Tell if exclusions no longer count because only two players are left."""
    return rulings_of(rules.config)["ruling.repeat-last-two"] == "lifted" and view["out"].count(0) == 2


def _ring_text(rules: Rules, view: View) -> str:
    """Return all spaces in order, with the tokens on each."""
    spaces = []
    for space, kind in enumerate(rules.layout.kinds):
        tokens_here = [str(seat + 1) for seat, token in enumerate(view["tokens"]) if token == space]
        spaces.append(("home" if space == HOME else kind) + (f"[{''.join(tokens_here)}]" if tokens_here else ""))
    return " ".join(spaces)


def _commitment_lines(view: View) -> list[str]:
    lines = []
    for seat in view["battle"]["fighters"]:
        lands = view["committed_territory"][seat]
        if lands is None:
            committed = "covered"
        else:
            pieces = (*lands, *view["committed_health"][seat], *view["committed_weapons"][seat])
            committed = cards_text(pieces) if pieces else "nothing yet"
        lines.append(f"  seat {seat + 1} commits: {committed}")
    return lines
