"""What each refusal of Deck Goes West claims, worked out again from the rules of the game and what a seat sees.

Only the pack is asked, for what cards and tiles are; never the code that refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop_kernel import load
from tabletop_kernel.checks.true_sentence_checks import Case, Claim
from tabletop_kernel.contract.decision_stack import ANYONE

CONTENT: Any = vars(load("deck_goes_west"))["content"]
KINDS = ("gold", "metal", "wood", "food")
ACTIONS = ("job", "buy", "trade", "move", "pass", "end")
AT_REST = ("act", "rest")


# -- what a seat sees -------------------------------------------------------------------------------------------------


def kind(case: Case) -> str:
    return str(case.view["frames"][-1][0])


def data(case: Case) -> Any:
    return case.view["frames"][-1][2]


def asked(case: Case) -> bool:
    """Whether this seat is to decide now."""
    return bool(case.legal)


def verb(case: Case, *verbs: str) -> bool:
    return case.move[0] in verbs


def mode(case: Case) -> str:
    return str(CONTENT.missions[case.config.options["mission"]].mode)


def here(case: Case, seat: int | None = None) -> list[int]:
    return list(case.view["meeple"][case.seat if seat is None else seat])


def bandits(case: Case, place: Any) -> bool:
    return any([column, row] == list(place) for column, row, *_ in case.view["bandits"])


def tile(case: Case, place: Any) -> Any:
    """The face-up tile on a place; None if there is none."""
    found = [one for one in case.view["ground"] if one[:2] == list(place) and one[3]]
    return CONTENT.tiles[found[0][2]] if found else None


def laid(case: Case, place: Any) -> bool:
    return any(one[:2] == list(place) for one in case.view["ground"])


def hand(case: Case) -> list[str]:
    return list(case.view["hand"][case.seat])


def danger(card: Any) -> bool:
    return card in CONTENT.cards and CONTENT.cards[card].kind in ("pain", "exhaustion")


def stock(case: Case, resource: str) -> int:
    return int(case.view["stock"][case.seat][KINDS.index(resource)])


def bit(case: Case, name: str, seat: int | None = None) -> bool:
    return bool(case.view[name] >> (case.seat if seat is None else seat) & 1)


def named(case: Case) -> Any:
    return case.move[1] if len(case.move) > 1 else None


def moving(case: Case) -> tuple[list[int], list[Any]]:
    """Where the meeple that moves is, and the tile that was just revealed."""
    whom, _, _, _, _, _, tried, *_ = pool(case)
    return here(case, whom), list(tried)


def pool(case: Case) -> list[Any]:
    """The movement that is being used, or what will be once no more is gathered: a step is judged by it already."""
    if kind(case) != "gather":
        return list(data(case))
    purpose, whom, parts = data(case)
    waiting = [list(one[2]) for one in case.view["frames"] if one[0] == "moving"]
    kept = case.view["kept"][whom] or [0, 0, 0]
    found = waiting[-1] if purpose == "more" else [whom, [here(case, whom)], *kept[:3], list(kept[3:]), [], 0, []]
    for seat, source, n, x, _ in parts:
        final = _jobs(case, source, seat)[n].final
        if final.what == "rail":
            found[5] = sorted([*found[5], final.amount.value(x)])
        elif final.what in ("walk", "climb", "sail"):
            found[("walk", "climb", "sail").index(final.what) + 2] += final.amount.value(x)
    return found


def goal(case: Case) -> list[Any]:
    return list(case.move[1:3])


def apart(one: Any, other: Any) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def during(*kinds: str) -> Claim:
    """It is true whenever one of these decisions is this seat's."""
    return lambda case: asked(case) and kind(case) in kinds


def says(options: dict[str, Callable[[Case], bool]]) -> Claim:
    """The fact «what» stands for a part of the sentence, and each has a claim of its own."""
    return lambda case: asked(case) and options[case.facts["what"]](case)


def resting(case: Case) -> bool:
    return kind(case) in AT_REST


def pending(*kinds: str) -> Callable[[Case], bool]:
    return lambda case: kind(case) in kinds


def rolled(case: Case) -> bool:
    """Whether one side has attacked in the battle that is under way."""
    battles = [one[2] for one in case.view["frames"] if one[0] == "battle"]
    return bool(battles) and len(battles[-1][4]) < 2


# -- jobs and prices --------------------------------------------------------------------------------------------------


def too_poor(case: Case) -> bool:
    need, resource = case.facts["need"], case.facts["kind"]
    own = case.view["stock"][case.seat]
    have = {"any": max, "in all": sum}[resource](own) if resource in ("any", "in all") else stock(case, resource)
    promised = len([one for one in case.view["frames"] if one[0] == "gather"])
    return have < need or bool(promised) or len(_steps(case, "-")) > 1


def _steps(case: Case, sign: str) -> list[str]:
    """The steps of the job that was named which begin so."""
    return [step for step in _line(case).split(", ") if step.startswith(sign)]


def _line(case: Case) -> str:
    """The text of the job that a move names."""
    _, source, n = (*case.move, "", 0)[:3]
    if type(n) is not int:
        return ""
    jobs = CONTENT.cards[case.view["row"][int(source) - 1]].buy if case.move[0] == "buy" else _jobs(case, source)
    return str(jobs[n].line) if 0 <= n < len(jobs) else ""


def _jobs(case: Case, source: Any, seat: int | None = None) -> Any:
    """The jobs at one source of a player."""
    if source == "character":
        return CONTENT.characters[case.view["character"][case.seat if seat is None else seat]].jobs
    if source == "mission":
        return CONTENT.missions[case.config.options["mission"]].jobs
    if source == "tile":
        found = tile(case, here(case, seat))
        return (found.job,) if found and found.job else ()
    if str(source).startswith("tile "):
        return (CONTENT.tiles[int(source.split()[1])].job,)
    return CONTENT.cards[source].jobs if source in CONTENT.cards else ()


def no_such_job(case: Case) -> bool:
    """The named thing has no such job."""
    return not _line(case) or len(case.move) != 3 or type(case.move[2]) is not int


def place_missing(case: Case) -> bool:
    found, needed = tile(case, here(case)), case.facts["place"]
    camp = found.camp and case.ruled("camp-terrain", "else-tile")
    return found is not None and (camp or needed not in found.types) and f"?{needed}" in _line(case)


def few_cards(case: Case) -> bool:
    """So many cards of that sort are not in the hand, the played card left aside."""
    count, what = case.facts["what"]
    cards = [CONTENT.cards[card] for card in hand(case)]
    dangers = [card for card in cards if danger(card.id)]
    fits = {"danger": len(dangers), "item": len(cards) - len(dangers)}
    fits |= {name: sum(card.kind == name for card in dangers) for name in ("pain", "exhaustion")}
    there = fits.get(what, sum(card.colour == what and not danger(card.id) for card in cards))
    own = 1 if named(case) in hand(case) else 0
    return kind(case) == "job" or there - own < count or len(_steps(case, "discard")) + len(_steps(case, "scrap")) > 1


def not_the_most(case: Case) -> bool:
    """A kind that one has less of than of another, and of no kind enough."""
    return kind(case) == "job" and verb(case, "pay") and stock(case, named(case)) < max(case.view["stock"][case.seat])


def not_in_hand(case: Case) -> bool:
    return named(case) not in hand(case) or len(case.move) != 2


# -- moving -----------------------------------------------------------------------------------------------------------


def not_beside(case: Case) -> bool:
    numbers = [part for part in goal(case) if type(part) is int]
    if kind(case) == "haul":
        return len(numbers) != 2 or len(case.move) != 3 or apart(case.view["wagon"], numbers) != 1
    origin, tried = moving(case)
    return bool(tried) or len(numbers) != 2 or len(case.move) > 4 or apart(origin, numbers) != 1


def too_far(way: str) -> Claim:
    """There is not enough of this kind of movement for a step that it could make."""
    place = {"walk": 2, "climb": 3, "sail": 4}[way]

    def claim(case: Case) -> bool:
        if kind(case) == "haul":
            return way == "walk" and int(case.facts["have"]) < int(case.facts["cost"]) == 2
        return bool(case.facts["have"] == pool(case)[place] < case.facts["cost"])

    return claim


def no_mountain(case: Case) -> bool:
    """A tile onto which a ruling lets nobody climb: it is no Mountain, or a camp that counts as nothing else."""
    found = tile(case, case.facts["place"])
    climbed = case.ruled("move-costs", "climb-mountain-only") and case.move[-1] != "walk"
    return climbed and ("mountain" not in found.types or (found.camp and case.ruled("camp-terrain", "else-tile")))


def shut_bridge(case: Case) -> bool:
    """A bridge onto which a ruling lets nobody climb, or nobody go on foot."""
    walked = case.move[-1] == "walk"
    return list(case.facts["place"]) in rails(case) and (
        case.ruled("bridge-walk", "no") or (case.ruled("bridge-walk", "walk-only") and not walked)
    )


def wet(case: Case, place: Any) -> bool:
    found = tile(case, place)
    return found is not None and bool({"water", "river"} & set(found.types))


def no_way_there(case: Case) -> bool:
    """A step to a face-up tile for which no kind of movement is enough, with or without a way of going."""
    if "+" in str(case.move[-1]):
        return case.ruled("mix-types", "yes")
    way_open = any(list(move[:3]) == list(case.move[:3]) for move in case.legal)
    return len(case.move) == 3 and tile(case, case.facts["place"]) is not None and not way_open


def lake(case: Case) -> bool:
    return list(tile(case, case.facts["place"]).types) == ["water"]


def no_landing(case: Case) -> bool:
    origin = case.view["wagon"] if kind(case) == "haul" else moving(case)[0]
    return not wet(case, origin) and not wet(case, case.facts["place"])


def steep(case: Case) -> bool:
    return "mountain" in tile(case, case.facts["place"]).types


def walked_for_one(case: Case) -> bool:
    """A tile onto which walking costs 1: no bare Mountain, or one with a railway or a camp that counts as nothing."""
    found, place = tile(case, case.facts["place"]), list(case.facts["place"])
    camp = found.camp and case.ruled("camp-terrain", "else-tile")
    railway = place in rails(case) and case.ruled("rail-mountain", "1-returned")
    return bool([kind for kind in found.types if kind != "water"] != ["mountain"] or railway or camp)


def rails(case: Case) -> list[list[int]]:
    return [list(place) for place in case.view["rails"]]


RIDES: dict[str, Callable[[Case], bool]] = {
    "no-ride": lambda case: not pool(case)[5],
    "ride-where": lambda case: [type(part) for part in case.move[1:]] != [int, int],
    "ride-from": lambda case: moving(case)[0] not in rails(case),
    "ride-here": lambda case: moving(case)[0] == goal(case),
    "ride-to": lambda case: goal(case) not in rails(case),
}
ADDED: dict[str, Callable[[Case], bool]] = {
    "more-which": lambda case: len(case.move) != 3 or type(named(case)) is not str or type(case.move[2]) is not int,
    "more-no-tile": lambda case: not unanswered(case) or apart(*moving(case)) != 1 or not laid(case, moving(case)[1]),
    "more-enough": lambda case: any(move[0] == "enter" for move in case.legal),
    "more-ride": lambda case: _line(case).split(", ")[-1].startswith("rail"),
    "more-no-movement": lambda case: not MOVEMENT & set(_line(case).split(", ")[-1].split()),
}
MOVEMENT = {"walk", "climb", "sail", "rail"}
LOOKS: dict[str, Callable[[Case], bool]] = {
    "enter-first": lambda case: not verb(case, "decline"),
    "which-kind": lambda case: len(case.move) != 2 or str(case.move[-1]) not in MOVEMENT,
    "none-of-it": lambda case: not _amounts(case)[str(case.move[-1])],
}


def _amounts(case: Case) -> dict[str, Any]:
    return dict(zip(("walk", "climb", "sail", "rail"), pool(case)[2:6], strict=True))


def face_down(case: Case) -> bool:
    return laid(case, case.facts["place"]) and tile(case, case.facts["place"]) is None


def unanswered(case: Case) -> bool:
    return kind(case) in ("moving", "gather") and bool(moving(case)[1])


def out_of_sight(case: Case) -> bool:
    distance = [abs(a - b) for a, b in zip(goal(case), here(case), strict=True)]
    away = max(distance) if case.ruled("range", "diagonal") else sum(distance)
    return away > 2 or not laid(case, goal(case))


# -- the others -------------------------------------------------------------------------------------------------------


def cannot_meet(case: Case) -> bool:
    partner = case.facts["partner"]
    both = here(case) in rails(case) and here(case, partner) in rails(case)
    return not bit(case, "dead", partner) and here(case) != here(case, partner) and not both


def no_price(case: Case) -> bool:
    items = [card for card in hand(case) if not danger(card) or case.ruled("trade-card", "any")]
    if kind(case) == "act":
        return not items
    return not verb(case, "cost") or named(case) not in items or len(case.move) != 2


TRADE: dict[str, Callable[[Case], bool]] = {
    "trade-what": pending("trade"),
    "trade-whom": lambda case: kind(case) == "act" and (named(case) == case.seat or not _seat(case)),
    "trade-danger": lambda case: danger(named(case)),
    "trade-named": lambda case: _piece(case) in _proposed(case),
    "trade-not-named": lambda case: kind(case) == "trade",
    "trade-price": lambda case: named(case) == data(case)[2],
    "trade-not-yours": lambda case: kind(case) == "offered" or case.facts["need"] > case.facts["have"],
    "trade-not-theirs": lambda case: case.facts["need"] > case.facts["have"],
    "trade-nothing": lambda case: not any(data(case)[3:]),
    "trade-answer": pending("offered"),
    "trade-open": pending("trade"),
    "trade-none": lambda case: resting(case) and mode(case) != "solo",
}


def _seat(case: Case) -> bool:
    return len(case.move) == 2 and type(named(case)) is int and 0 <= int(named(case)) < case.config.seats


def _piece(case: Case) -> tuple[Any, Any]:
    return case.move[0], named(case)


def _proposed(case: Case) -> list[tuple[Any, Any]]:
    """What is in a proposal; of the price it is said that there is one."""
    _, _, cost, give, ask, carry = data(case)
    goods = [("give", what) for what, _ in give] + [("ask", what) for what, _ in ask]
    price = [("cost", named(case))] if cost or ("give", named(case)) in goods else []
    return [*goods, *(("carry", whom) for whom in carry), *price]


def pooled(case: Case) -> bool:
    """What is said to whoever wants to go and has no movement in use."""
    kept, near = ("move",) in case.legal, kind(case) == "act" and verb(case, "step", "ride")
    far = verb(case, "step") and len(numbers(case)) == 2 and apart(numbers(case), here(case)) > 1
    said = "none-kept" if kept else "none-far" if far else "none-yet"
    return near and case.facts["what"] == said


def numbers(case: Case) -> list[int]:
    """The place that a move names, if it does."""
    return [part for part in goal(case) if type(part) is int]


def no_leftover(case: Case) -> bool:
    kept = any(case.view["kept"][case.seat])
    return case.ruled("unused-movement", "lost") or not kept or ("move",) not in case.legal or case.move != ("move",)


def hidden(case: Case, place: Any) -> bool:
    return laid(case, place) and tile(case, place) is None


def shut_in(case: Case) -> bool:
    """The West is face down. Elsewhere is no land that is dry and easy, where one step would do."""
    column, row = case.view["wagon"]
    others = [tile(case, place) for place in ([column - 1, row], [column, row - 1], [column, row + 1])]
    easy = [one for one in others if one and not {"mountain", "water"} & set(one.types)]
    return hidden(case, [column + 1, row]) and not easy


WAGON: dict[str, Callable[[Case], bool]] = {
    "wagon-no-job": lambda case: case.ruled("wagon-move", "with-meeple"),
    "wagon-away": lambda case: here(case) != list(case.view["wagon"]),
    "wagon-hidden": lambda case: kind(case) == "haul" and hidden(case, goal(case)),
    "wagon-shut-in": shut_in,
    "wagon-unmoved": lambda case: kind(case) == "haul" and case.move == ("stop",) and not case.legal.count(("stop",)),
    "wagon-stop": lambda case: kind(case) == "haul" and verb(case, "stop") and len(case.move) > 1,
    "wagon-asked": pending("wagon"),
    "wagon-at-rest": lambda case: kind(case) not in ("haul", "wagon"),
}


def wagon_rule(case: Case) -> bool:
    by_job = "with a wagon step" in case.text
    ruled = case.view["wagon"] is not None and by_job == case.ruled("wagon-move", "job")
    return ruled and WAGON[case.facts["what"]](case)


def worked_by_another(case: Case) -> bool:
    """Another player has done the job of this tile today: the one who is named."""
    return [*here(case), case.facts["partner"]] in case.view["worked"] and case.facts["partner"] != case.seat


def too_far_ahead(case: Case) -> bool:
    """The wagon would be further West of the last meeple than the mission allows."""
    leash = CONTENT.missions[case.config.options["mission"]].leash
    alive = [place for seat, place in enumerate(case.view["meeple"]) if not bit(case, "dead", seat)]
    goes_to = case.facts["place"][0]
    return leash is not None and bool(goes_to > min(column for column, _ in alive) + leash)


def crew_rule(case: Case) -> bool:
    nobody = "can't ride along" in case.text
    return case.view["wagon"] is not None and nobody == case.ruled("wagon-crew", "no")


def combined_purchase(case: Case) -> bool:
    return kind(case) == "shop" and case.ruled("buy-combine", "same-final") and "ends the same way" in case.text


def danger_due(*rules: str) -> Claim:
    return lambda case: asked(case) and kind(case) == "danger" and data(case)[2] in rules


def battle_over(case: Case) -> bool:
    return verb(case, "commit", "ready") and rolled(case)


def no_ability(case: Case) -> bool:
    return bit(case, "tapped")


def far_off(case: Case) -> bool:
    """Whether a battle is under way on another tile."""
    return here(case) not in [list(one[2][0]) for one in case.view["frames"] if one[0] == "battle"]


def ended(case: Case) -> bool:
    """Whether the game is over, by the rule that is named or by one that a ruling makes of it."""
    result = case.view["result"]
    return result is not None and result[0] in (case.rule, ENDED_BY.get(case.rule))


ENDED_BY = {
    "ruling.bandit-tracker": "versus.day-end",
    "ruling.no-tiles-left": "reveal.run-out",
    "ruling.versus-death": "goal.lose-death",
    "ruling.danger-empty": "goal.lose-death",
}


def end_by(mark: Claim) -> Claim:
    """The game is over by this rule, and what the table shows agrees with it."""
    return lambda case: ended(case) and mark(case)


def died_out(case: Case) -> bool:
    """What a sentence says of those who are left: one, nobody, or not a word."""
    alive = case.config.seats - case.view["dead"].bit_count()
    said = {0: "no players are still alive", 1: "only one player is still alive"}
    return case.ruled("versus-death", "game-over") or said[alive] in case.text


def track_done(case: Case) -> bool:
    board = CONTENT.boards[case.config.options["board"]]
    return bool(max(case.view["score"]) >= board.score_end)


def days_done(case: Case) -> bool:
    return bool(case.view["day"] == CONTENT.boards[case.config.options["board"]].day_end)


def died(case: Case) -> bool:
    return mode(case) != "versus" and all(one == "lost" for one in case.view["result"][1])


CLAIMS: dict[str, Claim] = {
    "act.battle": lambda case: not bandits(case, here(case)) and verb(case, "commit", "ready", "battle", "job"),
    "act.buy": lambda case: verb(case, "buy") and case.facts["card"] in case.view["row"] and not _line(case),
    "act.job": lambda case: named(case) not in (*hand(case), "character", "mission", "tile"),
    "act.same-final": says({
        "none-begun": resting,
        "not-same": lambda case: case.facts["job"].split(", ")[-1] != case.facts["other"].split(", ")[-1],
        "add-or-go": lambda case: kind(case) == "gather" and any(move[0] == "also" for move in case.legal),
        "only-go": lambda case: kind(case) == "gather" and case.legal == [("go",)],
        "steps-first": lambda case: kind(case) == "job" and verb(case, "also"),
        "ends-differently": lambda case: kind(case) in ("moving", "bonus") and verb(case, "also"),
    }),
    "battle.by-player": lambda case: bandits(case, here(case)) or case.ruled("battle-minimum", "attack-job"),
    "battle.commit": lambda case: (
        far_off(case) if case.facts["what"] == "far-off"
        else says({"commit-now": pending("commit"), "rolled": battle_over})(case)
    ),
    "battle.jobs": lambda case: ("attack" not in _line(case) and "defend" not in _line(case)) or kind(case) != "commit",
    "bonus.invite": lambda case: (
        case.facts["seat"] == case.seat if "yourself" in case.text else here(case) != here(case, case.facts["seat"])
    ),
    "bonus.join": lambda case: kind(case) == "invited" and case.facts["kind"] == data(case)[1],
    "bonus.once": lambda case: bool(data(case)[3] >> case.facts["seat"] & 1),
    "bonus.when": lambda case: resting(case) and verb(case, "invite", "join", "roll"),
    "build.land": lambda case: "water" in tile(case, here(case)).types,
    "build.no-bandits": lambda case: bandits(case, here(case)),
    "build.no-double": lambda case: here(case) in [list(p) for p in case.view["rails"]] or kind(case) == "gather",
    "build.token": lambda case: case.ruled("build-token", "own"),
    "build.water": lambda case: "water" not in tile(case, here(case)).types,
    "buy.five": lambda case: len(case.move) != 3 or named(case) not in range(1, len(case.view["row"]) + 1),
    "cards.colour": few_cards,
    "cards.danger-type": few_cards,
    "cards.discard": not_in_hand,
    "cards.gain": says({
        "lay-it": lambda case: kind(case) == "danger" and case.move != ("put", "draw"),
        "none-gained": resting,
    }),
    "cards.item-any": few_cards,
    "cards.kinds-apart": lambda case: kind(case) == "job" and named(case) in hand(case),
    "cards.scrap": not_in_hand,
    "cond.gate": place_missing,
    "coop.shared-score": end_by(lambda case: mode(case) == "coop" and track_done(case)),
    "cond.no-bandits": lambda case: bandits(case, here(case)),
    "cond.place": place_missing,
    "day.actions": lambda case: kind(case) == "rest" or len(case.move) > 1,
    "day.discard": says({
        "not-yet": lambda case: kind(case) == "act" and verb(case, "discard", "drop", "keep"),
        "keep-all": lambda case: kind(case) == "rest" and verb(case, "keep") and named(case) in hand(case),
        "drop-it": lambda case: kind(case) == "rest" and verb(case, "discard") and named(case) in hand(case),
    }),
    "day.free-order": lambda case: verb(case, "end") and mode(case) != "versus",
    "day.no-danger-discard": lambda case: kind(case) == "rest" and danger(named(case)) and named(case) in hand(case),
    "death.danger-hand": end_by(died),
    "death.full-hand": end_by(died),
    "event.must": says({"who": pending("who"), "no-event": resting, "most-of": not_the_most}),
    "event.wagon": lambda case: case.view["wagon"] is None,
    "goal.lose-death": lambda case: bit(case, "dead", case.facts["seat"]) and case.facts["seat"] in (
        case.seat, named(case) if verb(case, "trade", "invite") else case.seat
    ),
    "goal.lose-time": end_by(lambda case: mode(case) != "versus" and days_done(case)),
    "job.buy": during("bought"),
    "job.danger-stuck": lambda case: kind(case) == "act" and danger(named(case)) and named(case) in hand(case),
    "job.event": lambda case: _line(case).startswith("on ") or named(case) == "mission",
    "job.everywhere": says({
        "no-such-job": no_such_job,
        "x-how": lambda case: resting(case) and verb(case, "x"),
        "choice-how": lambda case: resting(case) and verb(case, "pay", "gain", "type"),
        "reveal-how": lambda case: resting(case) and verb(case, "reveal"),
        "scrap-how": lambda case: resting(case) and verb(case, "scrap") and named(case) in hand(case),
    }),
    "job.when": lambda case: asked(case) and kind(case) == "rest" and verb(case, "job", "commit"),
    "job.item-other": lambda case: kind(case) == "job" and named(case) == data(case)[0],
    "job.land": lambda case: bandits(case, here(case)),
    "job.land-again": lambda case: bit(case, "lying"),
    "job.order": during("job"),
    "job.steps": says({
        "go-on": pending("job", "haul"),
        "go-adding": pending("gather"),
        "later": pending("job"),
        "most-of": lambda case: case.ruled("job-exact", "lenient") and not_the_most(case),
        "leaves-too-little": lambda case: "any" in _line(case) and len(_steps(case, "-")) > 1,
        "the-carry": pending("carry"),
        "the-move": lambda case: kind(case) == "moving" and not moving(case)[1],
        "the-roll": pending("bonus", "dice-kind"),
        "the-tile": lambda case: unanswered(case) and ("more", *case.move[1:]) in case.legal,
    }),
    "job.tap": no_ability,
    "move.cardinal": not_beside,
    "move.climb": too_far("climb"),
    "move.climb-water": lake,
    "move.face-down-ok": face_down,
    "move.free-stop": lambda case: verb(case, "stop") and kind(case) in AT_REST,
    "move.leave-bandits": danger_due("move.leave-bandits"),
    "move.onto": no_way_there,
    "move.pool": says({
        "no-change": pending("moving"),
        **dict.fromkeys(("none-far", "none-kept", "none-yet"), pooled),
        "which-way": lambda case: verb(case, "step", "enter") and case.move[-1] not in ("walk", "climb", "sail"),
    }),
    "move.sail": too_far("sail"),
    "move.sail-land": no_landing,
    "move.sail-mountain": steep,
    "move.tile-needed": lambda case: not laid(case, case.facts["place"]),
    "move.walk": too_far("walk"),
    "move.walk-water": lake,
    "night.exhaustion": danger_due("night.exhaustion"),
    "res.any-same": lambda case: sum(case.view["stock"][case.seat]) >= case.facts["need"],
    "res.four": lambda case: len(case.move) != 2 or named(case) not in KINDS,
    "res.pay": too_poor,
    "reveal.by-move": lambda case: face_down(case) and not any(pool(case)[2:5]),
    "reveal.decline": lambda case: resting(case) or (kind(case) == "moving" and not moving(case)[1]),
    "reveal.decline-cost": lambda case: unanswered(case) and says(LOOKS)(case),
    "reveal.flip": lambda case: tile(case, case.facts["place"]) is not None,
    "reveal.more-jobs": says(ADDED),
    "ruling.act-then-pass": lambda case: case.ruled("act-then-pass", "no") and data(case)[0] > 0,
    "ruling.any-equal": lambda case: case.ruled("any-equal", "different") and case.facts["kind"] in KINDS,
    "ruling.bandit-tracker": end_by(lambda case: case.ruled("bandit-tracker", "none") and case.view["begun"] == 40),
    "ruling.battle-others": lambda case: not case.ruled("battle-others", "yes"),
    "ruling.bonus-refuse": lambda case: case.ruled("bonus-refuse", "no") and verb(case, "refuse"),
    "ruling.bonus-several": lambda case: case.ruled("bonus-several", "one"),
    "ruling.buy-combine": combined_purchase,
    "ruling.danger-empty": end_by(lambda case: case.ruled("danger-empty", "lose") and died(case)),
    "ruling.camp-terrain": lambda case: (
        case.ruled("camp-terrain", "else-tile")
        and tile(case, here(case)).camp
        and case.facts["place"] in tile(case, here(case)).types
        and f"?{case.facts['place']}" in _line(case)
    ),
    "ruling.entry-cost": lambda case: case.ruled("entry-cost", "yes") and unanswered(case) and verb(case, "enter"),
    "ruling.bridge-walk": shut_bridge,
    "ruling.invite-passed": lambda case: case.ruled("invite-passed", "no") and bit(case, "passed", case.facts["seat"]),
    "ruling.land-who": lambda case: case.ruled("land-who", "one-per-day") and worked_by_another(case),
    "ruling.move-costs": no_mountain,
    "ruling.mix-types": lambda case: (
        "+" in str(case.move[-1]) and (case.ruled("mix-types", "no") or walked_for_one(case))
    ),
    "ruling.never-block": lambda case: case.ruled("never-block", "hard"),
    "ruling.night-hand": lambda case: case.ruled("night-hand", "cards-only") and case.view["active"] == ANYONE,
    "ruling.no-tiles-left": end_by(lambda case: case.ruled("no-tiles-left", "game-end") and not case.view["land"]),
    "ruling.over-hand": lambda case: case.ruled("over-hand", "stop-at-size"),
    "ruling.p1-pass": lambda case: case.ruled("p1-pass", "no") and case.view["p1"] == case.seat,
    "ruling.pass-final": lambda case: mode(case) == "coop" and bit(case, "passed") and not asked(case),
    "ruling.reveal-by-rail": lambda case: case.ruled("reveal-by-rail", "no"),
    "ruling.same-final": lambda case: not case.ruled("same-final", "kind") and verb(case, "also", "use"),
    "ruling.same-final-sources": lambda case: case.ruled("same-final-sources", "cards-only"),
    "ruling.tap-night": lambda case: case.ruled("tap-night", "no") and case.view["active"] == ANYONE,
    "ruling.trade-bandits": lambda case: case.ruled("trade-bandits", "yes") and bandits(case, case.facts["tile"]),
    "ruling.trade-gift": lambda case: case.ruled("trade-gift", "no") and verb(case, "offer"),
    "ruling.unused-movement": no_leftover,
    "ruling.versus-death": end_by(lambda case: mode(case) == "versus" and died_out(case)),
    "ruling.wagon-crew": crew_rule,
    "ruling.wagon-move": wagon_rule,
    "scope.one-by-one": during("telescope"),
    "scope.range": out_of_sight,
    "setup.character": says({"pick": pending("character"), "picked": lambda case: all(case.view["character"])}),
    "setup.mission": lambda case: case.facts["what"] == "fed" or too_far_ahead(case),
    "solo.win": end_by(lambda case: mode(case) == "solo" and track_done(case)),
    "trade.again": lambda case: [case.seat, case.facts["partner"]] in [list(pair) for pair in case.view["refused"]],
    "trade.cost": no_price,
    "trade.goods": says(TRADE),
    "trade.modes": lambda case: mode(case) == "solo",
    "trade.move": during("trade", "carry", "moving", "gather"),
    "trade.where": cannot_meet,
    "train.between": lambda case: apart(moving(case)[0], goal(case)) > max(pool(case)[5]),
    "train.combine": lambda case: not case.ruled("same-final", "kind") and kind(case) == "moving",
    "train.leave-bandits": danger_due("train.leave-bandits"),
    "train.move": lambda case: not moving(case)[1] and says(RIDES)(case),
    "train.no-stack": lambda case: len(pool(case)[5]) > 1,
    "turn.one-or-two": lambda case: mode(case) == "versus" and verb(case, "end") and not data(case)[0],
    "turn.p1-first": lambda case: mode(case) == "versus" and case.view["p1"] == case.seat and not asked(case),
    "turn.until-passed": lambda case: mode(case) == "versus" and bit(case, "passed") and not asked(case),
    "versus.clockwise": lambda case: mode(case) == "versus" and case.facts["seat"] == case.view["active"] != case.seat,
    "versus.day-end": end_by(lambda case: mode(case) == "versus" and days_done(case)),
    "versus.first-wins": end_by(lambda case: mode(case) == "versus" and track_done(case)),
    "x.choose": says({
        "which-x": lambda case: kind(case) == "job" and data(case)[4] < 0,
        "no-x": lambda case: kind(case) == "job" and verb(case, "x") and data(case)[4] == 0,
        "x-in-full": lambda case: kind(case) == "job" and case.ruled("job-exact", "lenient"),
    }),
    "x.same": lambda case: kind(case) == "job" and case.facts["x"] == data(case)[4],
}  # fmt: skip
