"""Questions from effects about everything but tokens: assets, tiles, enemies, augments, bodies, dice."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_kernel.contract.basics import Data
from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit, only
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii import map_graph
from tabletop_kernel.games.tamashii.components import ASSETS, MOST_ASSETS
from tabletop_kernel.games.tamashii.fighting import combat, enemies, fight_state, rolling
from tabletop_kernel.games.tamashii.gear import augments, bodies
from tabletop_kernel.games.tamashii.launch import assets
from tabletop_kernel.games.tamashii.lines.picking import Pick, Picked, part_of_move, place_rule
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import exploring, moving
from tabletop_kernel.games.tamashii.state import State, written

FREE_OF_COST = -1  # instead of a discount: equipping is free


# -- assets ------------------------------------------------------------------------------------------------------------


class GainAsset(Pick):
    """Assets of the player's choice. Data: how many are left, whether they must differ, and those already taken."""

    verb = "asset"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(asset,) for asset in ASSETS if state.has(seat, asset) < MOST_ASSETS and asset not in data[2]]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        left, different, taken = data
        asset = str(picked[0])
        if left > 1:
            state.frames.append(("pick-asset", seat, (left - 1, different, (*taken, asset) if different else ())))
        assets.gain_asset(state, seat, asset, 1, "asset.gain", emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        asset = part_of_move(move)
        if asset not in ASSETS:
            return Verdict(place_rule(state), what="no-asset")
        if asset in data[2]:
            return Verdict(place_rule(state), what="different", asset=asset)
        return Verdict("asset.range", asset=asset)


def assets_to_take(state: State, seat: int, least: int) -> list[Picked]:
    """Return the assets to take from players on the same tile with enough of one, if there is room for it."""
    here = [other for other in state.clockwise() if other != seat and state.place[other] == state.figure(seat)]
    room = [asset for asset in ASSETS if state.has(seat, asset) < MOST_ASSETS]
    return [(other, asset) for other in here for asset in room if state.has(other, asset) >= max(1, least)]


class TakeAsset(Pick):
    """An asset to take from another player. Data: how many, and how many of it that player needs."""

    verb = "take-asset"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return assets_to_take(state, seat, data[1])

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        other, asset = int(picked[0]), str(picked[1])
        taken = min(data[0], state.has(other, asset), MOST_ASSETS - state.has(seat, asset))
        rule = place_rule(state)
        assets.lose_asset(state, other, asset, taken, rule, emit)
        assets.gain_asset(state, seat, asset, taken, rule, emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        asset = part_of_move(move, 2)
        if asset in ASSETS and state.has(seat, asset) >= MOST_ASSETS:
            return Verdict("asset.range", asset=asset)
        return Verdict(place_rule(state), what="take", asset=asset, need=data[1])


# -- the map -----------------------------------------------------------------------------------------------------------


def face_down_within(state: State, seat: int, steps: int) -> list[Place]:
    """Return the face-down tiles at most this far away."""
    here = state.figure(seat)
    return sorted(place for place in map_graph.face_down_places(state) if map_graph.steps_apart(place, here) <= steps)


class RevealTile(Pick):
    """A face-down tile to turn up. Data: its greatest distance."""

    verb = "tile"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(written(place),) for place in face_down_within(state, seat, data[0])]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        q, r = str(picked[0]).split(",")
        exploring.reveal_tile(state, seat, (int(q), int(r)), "kw.reveal", emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        known = {written(place): place for place in state.tiles}
        place = known.get(part_of_move(move))
        if place is None or place in state.up:
            return Verdict("kw.reveal", what="no-tile" if place is None else "face-up", place=part_of_move(move))
        return Verdict(place_rule(state), what="too-far", place=part_of_move(move), number=data[0])


class MoveBot(Decision[State]):
    """A BOT move granted by an effect. Data: how far. The BOT's own move of the step stays available."""

    verbs = ("bot-go", "no-go")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (steps,) = state.frames[-1]
        if not state.is_out(seat) and self._goals(state, seat, steps):
            return True
        state.frames.pop()
        return False

    @staticmethod
    def _goals(state: State, seat: int, steps: int) -> list[Place]:
        return [] if state.bot is None else list(moving.reachable_places(state, seat, state.bot, steps, moving.BOT))

    def moves(self, state: State, seat: int) -> list[Move]:
        goals = self._goals(state, seat, state.frames[-1][2][0])
        return [*(("bot-go", written(place)) for place in goals), ("no-go",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict | None:
        if move[0] == "no-go" or not has_arguments(move, 1) or state.bot is None:
            return Verdict("table.form", problem="'bot-go' takes one tile, and 'no-go' takes nothing more")
        return moving.refuse_move(state, seat, state.bot, state.frames[-1][2][0], move[1], moving.BOT)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        place = moving.read_place(move[1]) if move[0] == "bot-go" else None
        if place is not None:
            moved = state.tally[seat].get("bot-moved", 0)
            moving.move_figure(state, seat, place, moving.BOT, emit)
            state.tally[seat]["bot-moved"] = moved


# -- enemies -----------------------------------------------------------------------------------------------------------


def seats_to_pull_from(state: State, seat: int) -> list[int]:
    """Return the other players with enemies."""
    return [other for other in state.clockwise() if other != seat and state.enemies[other]]


class PullEnemy(Pick):
    """The bottom enemy of another player, to take over."""

    verb = "pull"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(other,) for other in seats_to_pull_from(state, seat)]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        enemies.pull_enemy(state, seat, int(picked[0]), place_rule(state), emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        return Verdict(place_rule(state), what="own-enemies" if part_of_move(move) == str(seat) else "no-enemies")


class OrderEnemies(Decision[State]):
    """The top cards of the enemy deck, seen by one player, who puts them back in any order or buries some.

    Data: how many there are, the numbers picked so far, and how many go under the deck (0: all go back on top). Moves
    name cards by their numbers from the top, so that nobody else learns them.
    """

    verbs = ("next", "bury")

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (number, order, bury) = state.frames[-1]
        wanted = bury or number - 1  # the last card has only one place left
        if len(order) < wanted and number > 1 and not state.is_out(seat):
            return True
        state.frames.pop()
        self._put_back(state, seat, number, order, bury, emit)
        return False

    @staticmethod
    def _put_back(state: State, seat: int, number: int, order: Data, bury: int, emit: Emit | None) -> None:
        top, deck = state.enemy_deck[:number], state.enemy_deck[number:]
        rest = [card for at, card in enumerate(top) if at + 1 not in order]
        picked = [top[at - 1] for at in order]
        if bury:  # if all are buried, the last one isn't asked for
            picked, rest = [*picked, *rest][:bury], [*picked, *rest][bury:]
        state.enemy_deck = (*rest, *deck, *picked) if bury else (*picked, *rest, *deck)
        if emit and number:
            kind = "buries" if bury else "reorders" if number > 1 else "back-on-top"
            emit(kind, place_rule(state), EVERYONE, seat=seat, count=len(picked) if bury else number)

    @staticmethod
    def _verb(data: Data) -> str:
        return "bury" if data[2] else "next"

    def moves(self, state: State, seat: int) -> list[Move]:
        data = state.frames[-1][2]
        return [(self._verb(data), at) for at in range(1, data[0] + 1) if at not in data[1]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        data = state.frames[-1][2]
        if move[0] != self._verb(data):
            return Verdict(place_rule(state), what="bury" if data[2] else "next")
        return Verdict(place_rule(state), what="picked" if move[1:] and move[1] in data[1] else "not-seen")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        kind, _, (number, order, bury) = state.frames[-1]
        state.frames[-1] = (kind, seat, (number, (*order, int(move[1])), bury))


def show_top_enemies(state: State, seat: int, number: int, bury: int, rule: str, emit: Emit | None) -> None:
    """Show the top enemies of the deck to one player, who then puts them back."""
    number = min(number, len(state.enemy_deck))
    if emit:
        emit("looks", rule, EVERYONE, seat=seat, count=number)
        emit("sees-enemies", rule, only(seat), seat=seat, enemies=list(state.enemy_deck[:number]))
    state.frames.append(("order", seat, (number, (), min(bury, number))))


# -- augments and bodies -----------------------------------------------------------------------------------------------


def affordable_augments(state: State, seat: int, cheaper: int) -> list[str]:
    """Return the unequipped augments that are affordable."""
    memory = state.has(seat, "memory")
    found = dict.fromkeys(state.unequipped[seat])
    return [one for one in found if cheaper == FREE_OF_COST or augments.equip_cost(state, seat, one, cheaper) <= memory]


class Equip(Pick):
    """An augment that an effect equips. Data: the discount."""

    verb = "equip"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(augment,) for augment in affordable_augments(state, seat, data[0])]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        augment = str(picked[0])
        if data[0] != FREE_OF_COST:
            assets.spend_asset(
                state, seat, "memory", augments.equip_cost(state, seat, augment, data[0]), "aug.equip", emit
            )
        augments.equip(state, seat, augment, "aug.equip", emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        augment = part_of_move(move)
        if augment in state.unequipped[seat]:
            need = augments.equip_cost(state, seat, augment, data[0])
            return Verdict("asset.spend", need=need, have=state.has(seat, "memory"), asset="memory")
        equipped = augment in state.equipped[seat]
        return Verdict("aug.two-states", ability=f"aug.{augment}", what="equipped" if equipped else "not-yours")


def augments_to_return(state: State, seat: int) -> list[str]:
    """Return the equipped faction augments."""
    return [augment for augment in dict.fromkeys(state.equipped[seat]) if state.augment(augment).faction]


class Return(Pick):
    """An equipped faction augment that goes back into its deck."""

    verb = "return"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(augment,) for augment in augments_to_return(state, seat)]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        augments.return_to_deck(state, seat, str(picked[0]), place_rule(state), emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        what = "unequipped" if part_of_move(move) in state.unequipped[seat] else "no-faction"
        return Verdict(place_rule(state), what=what, ability=f"aug.{part_of_move(move)}")


class TakeBody(Pick):
    """A body from the market, taken without its pattern."""

    verb = "take"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(body,) for body in state.market] if bodies.refuse_another_body(state, seat) is None else []

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        bodies.take_body(state, seat, str(picked[0]), emit)

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        return Verdict("body.market-access", what="not-there", body=part_of_move(move))


# -- dice --------------------------------------------------------------------------------------------------------------


class RerollDice(Pick):
    """Dice of the open roll, picked and then rerolled together. Data: how many are left, and those picked."""

    verb = "die"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        now = rolling.current_roll(state)
        dice = now.dice if now is not None and data[0] > 0 else ""
        return [(face,) for face in rolling.FACES if dice.count(face) > data[1].count(face)]

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, (left, chosen) = state.frames[-1]
        now = rolling.current_roll(state)
        faces = "" if now is None or state.is_out(seat) else self._settled(state, seat, now.dice, left, chosen)
        if faces is None:
            return True
        state.frames.pop()
        if faces:
            rolling.reroll_dice(state, faces, place_rule(state), emit, seat)
        return False

    def _settled(self, state: State, seat: int, dice: str, left: int, chosen: str) -> str | None:
        """Return the dice to reroll, or None if there is more to pick."""
        if len(dice) <= left + len(chosen):
            return dice
        picks = self.picks(state, seat, (left, chosen))
        if len(picks) > 1:
            return None
        return chosen + (str(picks[0][0]) * left if picks else "")

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        state.frames.append(("pick-die", seat, (data[0] - 1, data[1] + str(picked[0]))))

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        return Verdict(place_rule(state), what="no-die", die=part_of_move(move))


def used_frames(state: State, seat: int) -> list[str]:
    """Return the combat frames that are used and can't be used again."""
    fought = fight_state.fight_of(state, seat)
    own = combat.frame_choices(state, seat) if fought is not None else {}
    used = dict.fromkeys(fought.used if fought is not None else ())
    return [frame for frame in used if frame in own and not own[frame].repeat]


class FrameAgain(Pick):
    """A used combat frame that becomes usable again."""

    verb = "frame-again"

    def picks(self, state: State, seat: int, data: Data) -> Sequence[Picked]:
        return [(frame,) for frame in used_frames(state, seat)]

    def pick(self, state: State, seat: int, data: Data, picked: Picked, emit: Emit | None) -> None:
        fought = fight_state.fight_of(state, seat)
        assert fought is not None
        used = list(fought.used)
        used.remove(str(picked[0]))
        fight_state.put_fight(state, seat, fought._replace(used=tuple(used)))
        if emit:
            emit("frame-again", place_rule(state), EVERYONE, seat=seat, frame=picked[0])

    def refusal(self, state: State, seat: int, data: Data, move: Move) -> Verdict:
        return Verdict("frame.once", what="not-used", frame=part_of_move(move))


DECISIONS: dict[str, Decision[State]] = {
    "pick-asset": GainAsset(),
    "take-asset": TakeAsset(),
    "pick-tile": RevealTile(),
    "bot-go": MoveBot(),
    "pull-enemy": PullEnemy(),
    "order": OrderEnemies(),
    "pick-equip": Equip(),
    "pick-return": Return(),
    "pick-body": TakeBody(),
    "pick-die": RerollDice(),
    "frame-again": FrameAgain(),
}
