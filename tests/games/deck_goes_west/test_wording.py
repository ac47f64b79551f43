"""What the book says where a ruling chooses its words: all other tests ask for rules and facts.

A sentence of every kind stands in `reads.txt`; here stand the variants that golden playthroughs do not come upon.
"""

from __future__ import annotations

from typing import Any

import pytest
import trail
from deck import GAME, A, text_of
from trail import HERE, WEST, Tile

from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.game import Config
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.deck_goes_west.land import movement_points

# A rule, the ruling that chooses its words, and words that stand in it under this option and under no other one.
CHOSEN: list[tuple[str, str, dict[str, str]]] = [
    ("day.order", "day-order", {
        "untap-draw": "four steps: untap your character, draw, act, and discard",
        "draw-untap": "four steps: draw, untap your character, act, and discard",
    }),
    ("battle.saves", "saves-pool", {"pooled": "into one total.", "own-saves": "protect only you."}),
    ("res.big", "bandit-coins", {
        "five": "worth five small ones, both for resources and for bandits",
        "one": "A big bandit counter stands for one bandit",
    }),
    ("cards.gain", "danger-empty", {
        "reshuffle-scrap": "into a new pile. If there are none, you get no card.",
        "lose": "If its pile is empty, your character dies.",
    }),
    ("cards.scrap-home", "trade-empty", {
        "reshuffle": "is shuffled into a new draw pile only when its draw pile is empty.",
        "stay-short": "Scrapped trade cards are never used again.",
    }),
    ("cards.scrap-home", "danger-empty", {"lose": "Scrapped danger cards are never used again."}),
    ("job.danger-to", "scrap-pile", {
        "beside": "goes face up beside its danger pile",
        "into": "is shuffled back into its danger pile",
    }),
    ("job.order", "step-order", {
        "printed": "one after the other, in the printed order",
        "costs-first": "First do the steps that pay, discard or scrap. Then do the other steps",
    }),
    ("job.order", "battle-extra-steps", {"after": "wait until the battle is over"}),
    ("battle.commit", "battle-extra-steps", {
        "at-commit": "now, in order.",
        "after": "wait until the battle is over",
    }),
    ("cond.gate", "step-order", {"costs-first": "come before a condition"}),
    ("cond.gate", "job-exact", {"strict": "You can't start any other job", "lenient": "works the same way"}),
    ("x.same", "x-per-job", {"each": "each has its own X", "shared": "share one X"}),
    ("x.choose", "job-exact", {"lenient": "If no number works, X is 0"}),
    ("event.must", "event-cannot", {
        "as-far-as-possible": "Leave out the parts you can't do.",
        "lose-nothing": "leave out the whole job",
    }),
    ("event.must", "moving-west-decline", {"no": "only after you enter it or stay outside"}),
    ("bonus.invite", "bonus-several", {"one": "several jobs"}),
    ("bonus.when", "any-dice", {"after": "Dice that give a resource of your choice don't count"}),
    ("move.climb", "bridge-walk", {"yes": "except Water without a bridge costs 1."}),
    ("move.climb-water", "move-costs", {
        "table": "unless it has a bridge",
        "climb-mountain-only": "not even onto a bridge",
    }),
    ("turn.token-stays", "p1-dead", {
        "next-left": "the next player on the left gets it at once.",
        "nobody": "begins the day, with one or two actions.",
    }),
    ("reveal.not-east", "east-limit", {
        "face-up": "the easternmost face-up tile",
        "any-tile": "face up or face down",
    }),
    ("night.row", "row-front", {
        "right": "the right end of a row and the bottom of a list",
        "left": "the left end of a row and the top of a list",
    }),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "ruling", "words"), CHOSEN, ids=[f"{rule}-{ruling}" for rule, ruling, _ in CHOSEN])
def test_words_that_a_ruling_chooses(rule: str, ruling: str, words: dict[str, str]) -> None:
    texts = {option: text_of(rule, **{ruling: option}) for option in GAME.rulebook.rulings[f"ruling.{ruling}"].options}
    for option, said in words.items():
        assert [one for one, text in texts.items() if said in text] == [option]


# A rule, and words that stand in it under these rulings together, and not if one of them is left out.
TOGETHER: list[tuple[str, dict[str, str], str]] = [
    ("move.climb", {"move-costs": "climb-mountain-only", "camp-terrain": "else-tile"}, "with a bandit camp"),
    ("x.choose", {"job-exact": "lenient", "x-zero": "from-one"}, "If no number works, X is 1."),
    (
        "train.combine",
        {"same-final": "identical", "unused-movement": "kept", "reveal-by-rail": "as-one"},
        "also combines with that ride",
    ),
    ("move.rail-bonus", {"climb-rail": "yes", "move-costs": "climb-mountain-only"}, "climbing back on a Mountain"),
    (
        "cond.gate",
        {"mid-condition": "never-start", "job-exact": "lenient"},
        "In any other job, you still do the steps before the condition.",
    ),
]


@pytest.mark.parametrize(("rule", "rulings", "words"), TOGETHER, ids=[rule for rule, *_ in TOGETHER])
def test_words_that_two_rulings_choose(rule: str, rulings: dict[str, str], words: str) -> None:
    assert words in text_of(rule, **rulings)
    for left_out in rulings:
        assert words not in text_of(rule, **{name: option for name, option in rulings.items() if name != left_out})


@pytest.mark.parametrize(("ruling", "option"), [("unused-movement", "kept"), ("reveal-by-rail", "as-one")])
def test_how_a_ride_comes_together_with_steps_after_all(ruling: str, option: str) -> None:
    alone = text_of("train.combine", **{"same-final": "kind-strict"})
    both = text_of("train.combine", **{"same-final": "kind-strict", ruling: option})
    assert both.startswith(alone) and both != alone


@pytest.mark.parametrize("option", ["event-stops", "never-start"])
def test_what_one_ruling_says_under_another(option: str) -> None:
    """A condition that is not met stops a lenient job on its way."""
    books = (GAME.telling.book(under({"job-exact": how})) for how in ("strict", "lenient"))
    strict, lenient = (book.rulings["ruling.mid-condition"].options[option] for book in books)
    assert strict != lenient and "started" not in lenient


@pytest.mark.parametrize("option", ["yes", "no"])
def test_a_pass_is_for_today_only_where_it_is_final(option: str) -> None:
    config = under({"pass-final": option, "act-then-pass": "yes"})
    book, state = GAME.telling.book(config), GAME.setup(config, Chance(1))
    said = [*(book.prompts[f"act-{when}"].you for when in ("coop", "versus-second")), book.events["passes"]]
    assert ["today" in text for text in (*said, GAME.telling.phrase(state, A, ("pass",)))] == [option == "yes"] * 4


# A rule, the facts of a refusal by it, the rulings of the table, and how the sentence ends.
REFUSED: list[tuple[str, dict[str, Any], dict[str, str], str]] = [
    ("death.full-hand", {"seat": 0}, {"idle-death": "draw-test"}, "their hand was already full at the Draw step."),
    ("death.full-hand", {"seat": 0}, {"idle-death": "played-test"}, "no card left their hand all day."),
    ("death.full-hand", {"seat": 0}, {"idle-death": "both"}, "and they had kept every card the day before."),
    ("death.full-hand", {"seat": 0}, {"idle-death": "either"}, "or no card had left it all day."),
    ("ruling.versus-death", {"count": 1}, {}, "only one player is still alive."),
    ("ruling.versus-death", {"count": 0}, {}, "no players are still alive."),
    ("ruling.versus-death", {"count": 0}, {"versus-death": "game-over"}, "a character has died."),
    ("ruling.pass-final", {}, {"pass-final": "yes"}, "You have passed for today."),
    ("ruling.pass-final", {}, {"pass-final": "no"}, "If someone else acts, you may act again."),
    ("battle.by-player", {}, {"battle-minimum": "attack-job"}, "use a battle job that attacks to start one."),
    ("train.move", {"what": "ride-here"}, {}, "ride: the meeple is already there."),
    ("train.move", {"what": "ride-from"}, {}, "ride: the meeple isn't on a railway tile."),
    ("train.move", {"what": "ride-none"}, {}, "ride: no other railway tile is close enough."),
    ("train.move", {"what": "no-rails"}, {}, "ride: there is no railway on the map."),
    ("move.pool", {"what": "leads-nowhere"}, {}, "this movement leads nowhere from your tile."),
    ("scope.range", {"what": "no-telescope"}, {}, "no face-down tile is close enough."),
    ("ruling.wagon-move", {"what": "wagon-shut-in"}, {}, "is face down, and the wagon can't go any other way."),
    ("ruling.wagon-move", {"what": "wagon-hidden"}, {}, "that tile is face down."),
    ("ruling.never-block", {"what": "no-supply"}, {"never-block": "hard"}, "there isn't enough left in the supply."),
    ("ruling.never-block", {"what": "no-room"}, {"never-block": "hard"}, "would take your hand above your hand size."),
    ("ruling.never-block", {"what": "no-danger"}, {"never-block": "hard"}, "there are too few danger cards left."),
    ("ruling.never-block", {"what": "no-score"}, {"never-block": "hard"}, "past the end of the score track."),
    ("job.steps", {"what": "most-of"}, {"job-exact": "lenient"}, "choose the kind you have the most of."),
    ("reveal.decline-cost", {"what": "none-of-it"}, {"entry-cost": "yes"}, "you don't have that kind."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "facts", "rulings", "end"), REFUSED)
def test_words_of_a_refusal(rule: str, facts: dict[str, Any], rulings: dict[str, str], end: str) -> None:
    config = under(rulings)
    state = GAME.setup(config, Chance(1))
    said = GAME.telling.book(config).why(
        Verdict(rule, **facts), lambda key, value: GAME.telling.word(state, key, value)
    )
    assert said.endswith(end)


def under(rulings: dict[str, str]) -> Config:
    config: Config = GAME.agreement.configure(2, {f"ruling.{name}": option for name, option in rulings.items()})
    return config


# A prompt, the rulings of the table, and how it ends for whoever is asked.
ASKED = [
    ("act-versus-first", {"p1-pass": "no"}, "You may pass only if there is nothing you can do."),
    ("act-versus-second", {"act-then-pass": "no"}, "Take one more action, or end your turn."),
    ("act-versus-second", {"act-then-pass": "yes"}, "end your turn or pass for today."),
    ("invited", {"bonus-refuse": "no"}, "or say no if you have none."),
    ("rest-idle", {}, "If you keep them all, your character dies."),
]


@pytest.mark.parametrize(("prompt", "rulings", "end"), ASKED)
def test_words_above_a_decision(prompt: str, rulings: dict[str, str], end: str) -> None:
    assert GAME.telling.book(under(rulings)).prompts[prompt].you.endswith(end)


@pytest.mark.parametrize(("days", "words"), [(0, "0 days are over."), (1, "1 day is over.")])
def test_words_that_count_days(days: int, words: str) -> None:
    state = GAME.setup(under({}), Chance(1))
    assert GAME.rulebook.tell(
        "day", {"gone": (days,)}, lambda key, value: GAME.telling.word(state, key, value)
    ).endswith(words)


def test_movement_in_words() -> None:
    combined = (("walk", 2), ("sail", 1), ("rail", 4))
    assert movement_points.movement_in_words(combined) == "2 walking points, 1 sailing point and a ride of 4"
    assert (
        movement_points.movement_in_words((("rail", 2), ("rail", 5), ("rail", 5))) == "a ride of 2 and two rides of 5"
    )
    assert movement_points.way_in_words("walk+climb") == "walking and climbing"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (("step", *WEST, "walk+climb"), "Walk and climb West to Snowline"),
        (("enter", "walk", "climb"), "Enter by walking and pay 1 climbing point for the reveal"),
        (("decline", "sail"), "Stay outside, for 1 sailing point"),
        (("decline", "rail"), "Stay outside, for a ride"),
    ],
)
def test_moves_in_words(move: tuple[Any, ...], words: str) -> None:
    session = trail.table({HERE: Tile.FOREST, WEST: Tile.MOUNTAIN}, walk=1, climb=1)
    assert session.phrase(A, move) == words


# What a card says: its name, and lines that it has among others, in this order.
CARDS = [
    ("Cow", [
        "Two white trade cards.",
        "To buy it: Pay 4 Food.",
        "To buy it: On a Prairie, pay 1 Gold.",
        "Scrap this card, gain 5 Food.",
        "On a Prairie, discard 1 other item card, gain 3 Food.",
    ]),
    ("Speed of the Slowest", ["A mission (all together), difficulty 1, on board A or board B."]),
    ("Speed of the Slowest", [
        "The wagon starts on the start tile.",
        "The wagon can't go more than 1 column West of the easternmost meeple.",
    ]),
    ("Medicine Run", ["The wagon is fragile: bandits on its tile may damage it."]),
    ("Iron Rivals", ["Every player starts with an extra 2 Metal."]),
    ("Night Watch", ["At the start, there is 1 bandit on every face-down tile."]),
    ("Ada Quill", [
        "A character (surveyor), difficulty 1, hand of 6, starts with 1 Metal, 2 Wood and 4 Food, "
        "one extra Boot in a deck of 9.",
    ]),
    ("Hollow Oak Camp", ["A land tile: Forest and a bandit camp. Red stars: 4 and 5 on the front, 12 on the back."]),
    ("Board A", ["A scoreboard with 9 days and 24 points."]),
]  # fmt: skip


@pytest.mark.parametrize(("card", "lines"), CARDS)
def test_cards_in_words(card: str, lines: list[str]) -> None:
    assert [line for line in GAME.telling.cards()[card] if line in lines] == lines


def test_a_night_in_words() -> None:
    night = GAME.telling.cards()["Discovery"][-1]
    assert night.startswith("At night: the trade row moves on; the day tracker moves on; everyone")
    assert "tiles more than 3 East of all meeples are removed" in night
