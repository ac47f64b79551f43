"""A seat's look at a table: what is wanted there, where to go, and what a move leads to when it is tried out.

`first_impressions` and `impressions_in_fights` add judgements to ASK for kinds of decisions. Decisions without one
are tried out, and the table is compared with before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from tabletop_kernel.contract.decision_stack import DecisionGame
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.components import BATTERIES, INARI
from tabletop_kernel.games.tamashii.fighting import token_tests
from tabletop_kernel.games.tamashii.launch import launcher, pattern_list, pattern_matching, program_search
from tabletop_kernel.games.tamashii.launch.enough_tokens import Keep, Wanted, possible_patterns
from tabletop_kernel.games.tamashii.launch.program_search import Launches, Program
from tabletop_kernel.games.tamashii.lines import needs
from tabletop_kernel.games.tamashii.lines.needs import Need
from tabletop_kernel.games.tamashii.opinions import piece_worth, table_worth
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import anytime, moving
from tabletop_kernel.games.tamashii.state import State

WORTH_OF_NEVER = -9.0
WORTH_OF_FREE = 4.0  # free gains are taken at once
WORTH_OF_ROOM = 0.04  # a launched token makes room for a new one
EXPLORE, FIND = 0.7, 0.6  # an unseen tile, and a token on it
FACTOR_PER_TURN = 0.55  # factor on a distant gain, for each turn it takes to get there
MOST_DECISIONS_TRIED = 40  # the most decisions that a tried move may cause
MOST_LEVELS = 2  # the deepest level of tries within tries


class Look:
    """A seat's look at a table, which is played on as a clone but never changed."""

    def __init__(self, game: DecisionGame[State], state: State, seat: int, deep: bool, level: int = 0) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.deep = deep  # True: there is time to look closely
        self.level = level

    def values(self, moves: Sequence[Move]) -> list[float]:
        """Return the worth of each move compared with doing nothing."""
        kind = self.state.frames[-1][0]
        ask = JUDGEMENT_BY_DECISION.get(kind, try_out)
        aside = anytime.ANYTIME.verbs
        usual = [move for move in moves if move[0] not in aside and move[0] != TAKE_BACK]
        if len(usual) == len(moves) > 1:
            return ask(self, usual)
        worth_by_move = dict(zip(usual, ask(self, usual), strict=True)) if len(usual) > 1 else dict.fromkeys(usual, 0.0)
        return [worth_by_move[move] if move in worth_by_move else self._aside(move) for move in moves]

    def _aside(self, move: Move) -> float:
        """Return the worth of a move that is possible at any time; learning is free."""
        if move[0] == TAKE_BACK:
            return WORTH_OF_NEVER
        return WORTH_OF_FREE if move[0] == "learn" else self.after(move) - 0.6

    # -- trying out ----------------------------------------------------------------------------------------------------

    @cached_property
    def before(self) -> float:
        return table_worth.worth(self.state, self.seat)

    def after(self, move: Move, until: str = "") -> float:
        """Return the worth that a move and its consequences add, `until` the seat's own frame of that kind is gone."""
        if self.level >= MOST_LEVELS:
            return 0.0
        game, seat = self.game, self.seat
        twin = self.state.clone()
        depth = len(twin.frames)
        game.apply(twin, seat, move)
        for _ in range(MOST_DECISIONS_TRIED):
            going_on = any(one[:2] == (until, seat) for one in twin.frames) if until else len(twin.frames) > depth
            asked = game.asked(twin)
            if not asked or not going_on:
                break
            mover = seat if seat in asked else asked[0]
            moves = [one for one in game.moves(twin, mover) if one[0] != TAKE_BACK]
            game.apply(twin, mover, best_move(moves, Look(game, twin, mover, False, self.level + 1)))
        return table_worth.worth(twin, seat) - self.before

    # -- what is wanted ------------------------------------------------------------------------------------------------

    @cached_property
    def needs(self) -> list[Need]:
        return needs.needs_of(self.state)

    @cached_property
    def reach(self) -> dict[Place, int]:
        """Return the places in reach this turn: all within MOV before the move, then only the current tile."""
        state, seat = self.state, self.seat
        here = {state.place[seat]: 0}
        if state.phase != "planning":
            return here | ({state.bot: 0} if state.bot is not None and state.bot_used else {})
        return here | moving.reachable_places(state, seat, state.place[seat], moving.move_range(state, seat))

    @cached_property
    def wanted(self) -> tuple[Wanted, ...]:
        """Return the patterns that are worth launching this turn."""
        patterns = []
        more = needs.worth_for_goals(self.state, self.seat, "patterns launched")
        for source in pattern_list.sources_for(self.state, self.seat).values():
            worth = self._of_pattern(source)
            if worth > 0:
                fresh = WORTH_OF_ROOM * pattern_matching.token_count(source.cells)
                group = "enemy" if source.kind in ("hack", "repel") else ""
                patterns.append(Wanted(source.key, source.cells, worth + more + fresh, source.connected, group))
        return tuple(patterns)

    @cached_property
    def able(self) -> tuple[Wanted, ...]:
        """Return the wanted patterns that have enough tokens, wherever they are."""
        return possible_patterns(self.state.grid[self.seat], self.state.core[self.seat], self.wanted)

    def _of_pattern(self, source: pattern_list.Source) -> float:
        state, seat = self.state, self.seat
        if source.kind == "card":
            return self._of_card(source)
        if source.blocked is not None:
            return 0.0
        if source.key in pattern_list.ASSET_PATTERNS:
            _, asset, _, number = pattern_list.ASSET_PATTERNS[source.key]
            return piece_worth.asset_worth(state, seat, asset, number)
        if source.kind == "repel":
            return piece_worth.removal_worth(state, seat)
        if source.kind == "body":
            return piece_worth.body_worth(state, seat, source.key.partition(".")[2])
        if source.line:
            return piece_worth.line_worth(state, seat, source.line)
        return {pattern_list.EXP: piece_worth.exp_worth(state), "catie": 1.0, "diary": 0.5}.get(
            source.key, 0.3 * (BATTERIES - state.batteries) if source.key == "bot" else 0.0
        )

    def _of_card(self, source: pattern_list.Source) -> float:
        """Return the worth of a card's pattern if the player or the BOT can be where it is needed."""
        need = next((one for one in self.needs if one.kind == needs.PATTERN and one.cells == source.cells), None)
        if need is None:
            return 0.0 if source.blocked else piece_worth.line_worth(self.state, self.seat, source.line)
        if any(needs.fits_place(self.state, need, place) for place in self.reach):
            return need.each
        bot = self.state.bot
        return need.each if bot is not None and needs.fits_place(self.state, need, bot) else 0.0

    @cached_property
    def keep(self) -> Keep:
        """Return the tokens that a test could use this turn, with their worth for it."""
        worths: dict[str, float] = {}
        for need in self.needs:
            if need.kind != needs.TEST:
                continue
            likely, place = self._how_likely(need)
            tests = needs.tests_at(self.state, need, place) if likely else []
            for letter, number in tests:
                worth = likely * self._reward(need) * self._missed(letter, number, need.group) / len(tests) ** 0.5
                worths[letter] = max(worths.get(letter, 0.0), worth)
        if INARI in self.state.grid[self.seat]:
            seeds = sum(need.each for need in self.needs if need.kind == needs.SEEDS)
            worths[INARI] = piece_worth.EXP + seeds
        return tuple(sorted(worths.items()))

    def _missed(self, letter: str, number: int, group: bool) -> float:
        """Return how much less likely a test is passed with one token less."""
        givers = range(self.state.rules.seats) if group else (self.seat,)
        dice = sum(len(token_tests.fitting_slots(self.state, one, letter)) for one in givers)
        return max(0.05, needs.success_chance(dice, number) - needs.success_chance(dice - 1, number))

    def _reward(self, need: Need) -> float:
        """Return the worth of meeting a need: for the story, and from the activity itself."""
        card = self.state.plot()
        if card is None or not 0 <= need.activity < len(card.activities):
            return need.each
        acts = card.activities[need.activity].line.acts()
        given = sum(piece_worth.act_worth(self.state, self.seat, one) for one in acts if one.verb == "unlock")
        return need.each + given

    def _how_likely(self, need: Need) -> tuple[float, Place]:
        """Return the estimated chance that someone is at a test's place this turn, and the place."""
        state = self.state
        for place in self.reach:
            if needs.fits_place(state, need, place):
                return (1.0 if place == state.place[self.seat] else 0.75), place
        for other in state.others(self.seat) if need.group else ():
            if needs.fits_place(state, need, state.place[other]):
                return 1.0, state.place[other]
        if state.bot is not None and needs.fits_place(state, need, state.bot):
            return 0.8, state.bot
        return 0.0, state.place[self.seat]

    @cached_property
    def launches(self) -> Launches:
        state, seat = self.state, self.seat
        how = pattern_matching.reading_of(state.rules)
        return program_search.best_launches(state.grid[seat], state.core[seat], how, self.able, self.keep)

    def program(self, number: int) -> Program:
        """Return the best program of this many moves."""
        state, seat = self.state, self.seat
        how, deep = (
            pattern_matching.reading_of(state.rules),
            program_search.MOVES_TOGETHER if self.deep else program_search.MOVES_TOGETHER_IN_IMAGINED,
        )
        able, handling = self.able, launcher.handling_at(state)
        return program_search.best_program(
            state.grid[seat], state.core[seat], how, number, able, self.keep, handling, deep
        )

    # -- where to go ---------------------------------------------------------------------------------------------------

    @cached_property
    def targets(self) -> dict[Place, float]:
        """Return the worth of being at each place."""
        state = self.state
        worth_by_place = dict.fromkeys(state.tiles, 0.0)
        for place in state.tiles:
            if place not in state.up:
                worth_by_place[place] += EXPLORE + (FIND if place in state.finds else 0.0)
                worth_by_place[place] += needs.worth_for_goals(state, self.seat, "tiles revealed by you")
        for need in self.needs:
            for place, worth in self._waiting(need).items():
                worth_by_place[place] += worth
        return worth_by_place

    def _waiting(self, need: Need) -> dict[Place, float]:
        """Return the places where a need can be met, with their worth."""
        state = self.state
        down = [place for place in state.tiles if place not in state.up]
        if need.kind == needs.REVEAL:
            return dict.fromkeys(down, need.each)
        if not need.where:
            return {}
        worth_by_place = {
            place: self._reward(need) * self._able_at(need, place)
            for place in state.tiles
            if (place in state.up or needs.RELAY_HERE in (test.left for test in need.where))
            and needs.fits_place(state, need, place)
        }
        if not worth_by_place:
            maybe = [place for place in down if needs.could_be_there(state, need, place)]
            worth_by_place = {place: need.each / (1 + len(maybe)) for place in maybe}
        return worth_by_place

    def _able_at(self, need: Need, place: Place) -> float:
        """Return an estimate of how much of a need a player could meet at a place, from 0 to 1."""
        state, seat = self.state, self.seat
        there = [other for other in state.others(seat) if state.place[other] == place]
        if need.kind == needs.PATTERN:
            how = pattern_matching.reading_of(state.rules)
            lies = pattern_matching.find_places_by_reading(state.grid[seat], need.cells, state.core[seat], how)
            return 1.0 if lies else 0.45
        if need.kind == needs.GIFT:
            return 1.0 if any(state.augment(one).faction for one in state.equipped[seat]) else 0.1
        if need.kind == needs.TEST:
            crowd = 0.15 if there else 1.0
            return crowd * (0.35 + 0.65 * self.test_chance(need, place))
        return 0.7

    def test_chance(self, need: Need, place: Place) -> float:
        """Return the chance to pass a test at a place with the tokens now on the launchers."""
        tests = needs.tests_at(self.state, need, place)
        if not tests:
            return 0.3
        return sum(self._passes(letter, number, need.group) for letter, number in tests) / len(tests)

    def _passes(self, letter: str, number: int, group: bool) -> float:
        state, seat = self.state, self.seat
        givers = range(state.rules.seats) if group else (seat,)
        dice = sum(len(token_tests.fitting_slots(state, one, letter)) for one in givers)
        return needs.success_chance(dice, number)

    def place_worth(self, place: Place, steps: int) -> float:
        """Return the worth of being at a place: its own, and that of places in reach later."""
        state = self.state
        later = 0.0
        for target, turns in map_graph.turns_to_tiles(state, place, steps).items():
            if target != place:
                later = max(later, self.targets[target] * FACTOR_PER_TURN**turns)
        worth = self.targets.get(place, 0.0) + later
        if place in state.up:
            worth += max(
                0.0, piece_worth.line_worth(state, self.seat, line_keys.tile(state.tiles[place]))
            ) + self._draws(place)
        return worth

    def _draws(self, place: Place) -> float:
        """Return a hideout's worth as a source of gifts, if the story wants gifts."""
        gift = next((need for need in self.needs if need.kind == needs.GIFT), None)
        if gift is None or not self.state.tile(place).faction:
            return 0.0
        own = (*self.state.equipped[self.seat], *self.state.unequipped[self.seat])
        return 0.0 if any(self.state.augment(one).faction for one in own) else 0.5 * gift.each


def best_move(moves: Sequence[Move], look: Look) -> Move:
    if len(moves) == 1:
        return moves[0]
    worths = look.values(moves)
    return moves[worths.index(max(worths))]


Judgement = Callable[[Look, Sequence[Move]], list[float]]
JUDGEMENT_BY_DECISION: dict[str, Judgement] = {}  # by kind of decision


def try_out(look: Look, moves: Sequence[Move]) -> list[float]:
    """Return the worth of moves by trying them out."""
    return [look.after(move) for move in moves]
