"""Choices before the first turn: first player, boards, classes, learning protocols, and starting tiles in versus."""

from __future__ import annotations

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.errors import clip
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import CLASSES
from tabletop_kernel.games.tamashii.move_arguments import has_arguments
from tabletop_kernel.games.tamashii.pack import decks
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import laying
from tabletop_kernel.games.tamashii.state import State, written

PROTOCOLS_DEALT = 2  # dealt to each player, who keeps one


def _is_draft_chosen(state: State) -> bool:
    """Tell if players choose boards and classes themselves."""
    return state.rules.config.options["draft"] == "chosen"


def _ask_all(state: State, kind: str) -> None:
    """Ask everyone in turn, from the first player."""
    state.frames += [(kind, seat, ()) for seat in reversed(state.clockwise())]


# -- the first player --------------------------------------------------------------------------------------------------


def settle_first_player(state: State, emit: Emit | None) -> None:
    """Find the first player: the only one in a solo game, or else as the ruling says."""
    way = state.ruling["ruling.setup.first-player"]
    if state.rules.mode == "solo":
        make_first_player(state, 0, "solo.first", emit)
    elif way == "ask":
        state.frames.append(("first", 0, ()))
    else:
        seat = state.chance.pick("first", state.rules.seats) if way == "random" else 0
        make_first_player(state, seat, "ruling.setup.first-player", emit)


def make_first_player(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    state.first = seat
    if emit:
        emit("first-player", rule, EVERYONE, seat=seat)


def first_player_rule(state: State) -> str:
    return "comp.first" if state.rules.mode == "versus" else "scen.first-player"


class PickFirst(Decision[State]):
    """The first player, chosen by the first seat for the whole table."""

    verbs = ("first",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("first", other) for other in range(state.rules.seats)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        if has_arguments(move, 1):
            return Verdict("table.form", problem=f"there is no seat {clip(move[1])} here; seats are numbered from 0")
        return Verdict("table.form", problem="'first' takes a seat's number")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        make_first_player(state, int(move[1]), first_player_rule(state), emit)


# -- boards ------------------------------------------------------------------------------------------------------------


def settle_boards(state: State, emit: Emit | None) -> None:
    if _is_draft_chosen(state):
        _ask_all(state, "board")
        return
    boards = free_boards(state)
    state.chance.shuffle("boards", boards)
    for seat in state.clockwise():
        take_board(state, seat, boards.pop(0), emit)


def free_boards(state: State) -> list[str]:
    """Return the boards that nobody has, by the names of their walkers."""
    return [body.id for body in state.rules.content.walkers if body.id not in state.walker]


def take_board(state: State, seat: int, board: str, emit: Emit | None) -> None:
    state.walker[seat] = board
    if emit:
        emit("board", "setup.board", EVERYONE, seat=seat, body=board)


class PickBoard(Decision[State]):
    """A board for the player, from those left."""

    verbs = ("board",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("board", board) for board in free_boards(state)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        board = str(move[1]) if has_arguments(move, 1) else ""
        if board in state.walker and board:
            return Verdict("setup.board", board=board, seat=state.walker.index(board))
        return Verdict("table.form", problem=f"there is no board {clip(board)}")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        take_board(state, seat, str(move[1]), emit)


# -- classes -----------------------------------------------------------------------------------------------------------


def settle_classes(state: State, emit: Emit | None) -> None:
    if _is_draft_chosen(state):
        _ask_all(state, "class")
        return
    names = classes_with_cards(state)
    state.chance.shuffle("classes", names)
    for at, seat in enumerate(state.clockwise()):
        take_class(state, seat, names[at % len(names)], emit)


def classes_with_cards(state: State) -> list[str]:
    """Return the classes that have cards in this game."""
    return [name for name in CLASSES if decks.class_augments(state.rules, name)]


def free_classes(state: State) -> list[str]:
    """Return the classes that a player can take: all of them, or only unused ones if there is one deck of each."""
    if state.ruling["ruling.setup.class-unique"] == "yes":
        return classes_with_cards(state)
    return [name for name in classes_with_cards(state) if name not in state.classes]


def take_class(state: State, seat: int, name: str, emit: Emit | None) -> None:
    """Give a player a class: its deck and its starting augments, except one for other modes."""
    rules = state.rules
    augments = decks.class_augments(rules, name)
    unfit_start, rule = {
        "story": ("solo", "setup.start-augments"),
        "solo": ("co-op", "solo.augments"),
        "versus": ("co-op", "comp.augments"),
    }[rules.mode]
    start = tuple(augment.id for augment in augments if augment.start and augment.start != unfit_start)
    removed = [augment.id for augment in augments if augment.start == unfit_start]
    deck = [augment.id for augment in augments if not augment.start]
    state.chance.shuffle(f"class-{seat}", deck)
    state.classes[seat] = name
    state.class_deck[seat] = tuple(deck)
    equipped = state.ruling["ruling.aug.start-equipped"] == "yes"
    (state.equipped if equipped else state.unequipped)[seat] += start
    if emit:
        emit("class", "setup.class", EVERYONE, seat=seat, what=name)
        if removed:
            emit("augments-out", rule, EVERYONE, seat=seat, augments=removed)
        kind = "start-equipped" if equipped else "start-unequipped"
        emit(kind, "ruling.aug.start-equipped" if not equipped else rule, EVERYONE, seat=seat, augments=list(start))
        emit("class-deck", "setup.class-deck", EVERYONE, seat=seat, count=len(deck))


class PickClass(Decision[State]):
    """A class for the player, from those left."""

    verbs = ("class",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("class", name) for name in free_classes(state)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        name = str(move[1]) if has_arguments(move, 1) else ""
        if name in state.classes and name:
            return Verdict("ruling.setup.class-unique", chosen=name, seat=state.classes.index(name))
        if name in CLASSES:
            return Verdict("setup.class", chosen=name, classes=free_classes(state))
        return Verdict("table.form", problem=f"there is no class {clip(name)}")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        take_class(state, seat, str(move[1]), emit)


# -- learning protocols ------------------------------------------------------------------------------------------------


def deal_protocols(state: State, emit: Emit | None) -> None:
    """Deal two protocols to each player, who keeps one. A small pack deals what it has."""
    deck = list(state.rules.content.protocols)
    state.chance.shuffle("protocols", deck)
    dealt: dict[int, tuple[str, ...]] = {}
    for seat in state.clockwise():
        dealt[seat], deck = tuple(deck[:PROTOCOLS_DEALT]), deck[PROTOCOLS_DEALT:]
        if emit and dealt[seat]:
            emit("protocols-dealt", "setup.protocol", EVERYONE, seat=seat, protocols=list(dealt[seat]))
    state.protocol_deck = tuple(deck)
    state.frames += [("protocol", seat, dealt[seat]) for seat in reversed(state.clockwise())]


class PickProtocol(Decision[State]):
    """One protocol to keep, out of the two dealt."""

    verbs = ("protocol",)

    def due(self, state: State, emit: Emit | None) -> bool:
        _, seat, dealt = state.frames[-1]
        if len(dealt) > 1:
            return True
        state.frames.pop()
        if dealt:
            keep_protocol(state, seat, dealt[0], (), emit)
        return False

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("protocol", name) for name in state.frames[-1][2]]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("setup.protocol", protocols=list(state.frames[-1][2]))

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        dealt = state.frames.pop()[2]
        kept = str(move[1])
        keep_protocol(state, seat, kept, tuple(augment for augment in dealt if augment != kept), emit)


def keep_protocol(state: State, seat: int, protocol: str, returned: tuple[str, ...], emit: Emit | None) -> None:
    state.protocol[seat] = protocol
    state.protocol_deck += returned
    if emit:
        emit("protocol-kept", "setup.protocol", EVERYONE, seat=seat, protocol=protocol)
        emit("protocol-one", "learn.one", EVERYONE, seat=seat, protocol=protocol)


# -- starting tiles in versus ------------------------------------------------------------------------------------------


def settle_starts(state: State, emit: Emit | None) -> None:
    """Let each player choose a starting tile, from the first player on. Nobody has one before."""
    state.place = [NOWHERE] * state.rules.seats
    _ask_all(state, "start")


FACE_DOWN = "a face-down tile"
NOWHERE: Place = (99, 99)  # the place of a character that isn't on the map yet


class PickStart(Decision[State]):
    """A Shelter or Damaged district where nobody else starts."""

    verbs = ("start",)

    def moves(self, state: State, seat: int) -> list[Move]:
        return [("start", written(place)) for place in laying.start_tiles(state) if not state.here(place)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        wanted = move[1] if has_arguments(move, 1) else ""
        place = next((place for place in state.tiles if written(place) == wanted), None)
        if place is None:
            return Verdict("table.form", problem=f"there is no tile {clip(wanted)}")
        return Verdict("comp.start-tiles", tile=state.tiles[place] if place in state.up else FACE_DOWN, place=place)

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        place = next(augment for augment in laying.start_tiles(state) if written(augment) == move[1])
        state.place[seat] = state.start_place[seat] = place
        if emit:
            emit("starts-on", "comp.start-tiles", EVERYONE, seat=seat, tile=state.tiles[place], place=place)


DECISIONS: dict[str, Decision[State]] = {
    "first": PickFirst(),
    "board": PickBoard(),
    "class": PickClass(),
    "protocol": PickProtocol(),
    "start": PickStart(),
}
