"""The district effect step: use the effect of the tile under the figure, draw a city event instead, or do nothing."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import living_city, solo_bot
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import trace
from tabletop_kernel.games.tamashii.state import State

TWICE = "game:hideout-twice"
USED, IN_VAIN = "turn:district", "turn:district-in-vain"  # the effect was used, or would have done nothing


def effect_place(state: State, seat: int, start: Place) -> Place:
    """Return the tile whose effect counts: under the figure now, or, under a ruling, where the step began."""
    if state.bot_used or state.ruling["ruling.district.current"] == "now":
        return state.figure(seat)
    return start


class DistrictStep(Decision[State]):
    """A choice with the frame `("district", seat, (start, again))`: where the step began, and 1 for a second use."""

    verbs = ("district", "no-district", "event", "battery", "use")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (start, again) = state.frames[-1]
        if not state.is_out(seat) and self._anything(state, seat):
            return True
        if not state.is_out(seat) and not again and USED not in state.used[seat]:
            _tell_in_vain(state, seat, effect_place(state, seat, start), emit)
        self._over(state, emit)
        return False

    def _anything(self, state: State, seat: int) -> bool:
        """Tell if any move would do something."""
        return self.moves(state, seat) != [("no-district",)]

    @staticmethod
    def _effect(state: State, seat: int, start: Place) -> str | None:
        """Return the key of the tile's printed line, or None if the tile is face down."""
        place = effect_place(state, seat, start)
        return line_keys.tile(state.tiles[place]) if place in state.up else None

    def moves(self, state: State, seat: int) -> list[Move]:
        tried: list[Move] = [("district",), ("event",), ("battery",)]
        found = [move for move in tried if self.refuse(state, seat, move) is None]
        if not state.frames[-1][2][1]:
            found += [("use", key) for key in abilities.usable_names(state, seat, "district")]
        return [*found, ("no-district",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        start, again = state.frames[-1][2]
        verb = move[0]
        if verb == "use":
            return Verdict("district.optional") if again else abilities.refuse_use(state, seat, move, ("district",))
        if len(move) > 1:
            return Verdict("table.form", problem=f"write just '{verb}'")
        if verb == "district":
            effect = self._effect(state, seat, start)
            if effect is None:
                return Verdict("district.optional", what="face-down")
            some = running.does_something(state, seat, effect)
            return None if some else Verdict("district.optional", what="is-nothing")
        if verb == "event":
            return self._no_event(state, bool(again))
        if verb == "battery":
            return solo_bot.refuse_battery(state, seat)
        return None

    @staticmethod
    def _no_event(state: State, again: bool) -> Verdict | None:
        if "city" not in state.rules.modules:
            return Verdict("city.event", what="no-city")
        if again:
            return Verdict("city.event", what="effect-used")
        left = state.event_deck or state.event_discard
        return None if left else Verdict("city.event", what="no-event")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        start, again = state.frames[-1][2]
        verb = move[0]
        if verb == "battery":
            solo_bot.use_bot(state, seat, "district", emit)
        elif verb == "district":
            self._resolve(state, seat, start, bool(again), emit)
        else:
            state.frames[-1] = ("district-over", seat, ())
            if verb == "event":
                abilities.add_mark(state, seat, living_city.DRAWN_MARK)
                living_city.draw_event(state, seat, emit)
            elif verb == "use":
                abilities.use_ability(state, seat, str(move[1]), emit, "district")
            elif emit:
                emit("no-district", "district.optional", EVERYONE, seat=seat)

    def _resolve(self, state: State, seat: int, start: Place, again: bool, emit: Emit | None) -> None:
        """Carry out the tile's effect. A card may allow a hideout's effect twice."""
        place, effect = effect_place(state, seat, start), self._effect(state, seat, start)
        assert effect is not None
        tile = state.tile(place)
        twice = not again and tile.kind == "hideout" and abilities.modifier(state, seat, line_keys.HIDEOUT_TWICE) > 0
        abilities.add_mark(state, seat, TWICE if again else USED)
        if twice and TWICE not in state.used[seat]:
            state.frames[-1] = ("district", seat, (start, 1))
        else:
            state.frames[-1] = ("district-over", seat, ())
        if emit:
            rule = "comp.enhancement" if again else "aug.hideout-draw" if tile.faction else "district.optional"
            emit("district", rule, EVERYONE, seat=seat, tile=tile.id, place=place)
        if state.bot_used:
            _use_bots_trace(state, seat, emit)
        running.begin_line(state, seat, effect)

    @staticmethod
    def _over(state: State, emit: Emit | None) -> None:
        state.frames.pop()
        solo_bot.end_step(state, emit)


def _tell_in_vain(state: State, seat: int, place: Place, emit: Emit | None) -> None:
    """Report that the step is skipped because the tile's effect would do nothing."""
    abilities.add_mark(state, seat, IN_VAIN)
    if emit and place in state.up:
        emit("district-in-vain", "district.optional", EVERYONE, seat=seat, tile=state.tiles[place], place=place)


def why_too_late(state: State, seat: int) -> Verdict:
    """Return why no district effect can be used in another step."""
    if USED in state.used[seat]:
        return Verdict("district.optional")
    return Verdict("district.optional", what="was-nothing") if IN_VAIN in state.used[seat] else Verdict("act.order")


def _use_bots_trace(state: State, seat: int, emit: Emit | None) -> None:
    """Let the BOT's tile decide trace instead of the player's own, if a ruling says so."""
    counts = state.tally[seat]
    if state.ruling["ruling.solo.bot-trace-when"] != "replace" or counts.get("bot-traced") or state.bot is None:
        return
    counts["bot-traced"] = 1
    trace.lower_trace(state, seat, counts.pop("rise", 0), "solo.bot-trace", emit)
    moved = bool(counts.get("bot-moved"))
    trace.raise_trace(state, seat, trace.tile_trace(state, seat, state.bot, moved), "solo.bot-trace", emit)


def end_step(state: State, emit: Emit | None) -> None:
    """End the step once its effects are done."""
    DistrictStep._over(state, emit)


DECISIONS: dict[str, Decision[State]] = {"district": DistrictStep()}
AUTOMATIC = {"district-over": end_step}
