"""Completion of written positions: set up the table, then put in what was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from tabletop_kernel.contract.basics import Position
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.decision_stack import ANYONE
from tabletop_kernel.contract.errors import PositionError, clip, nearest
from tabletop_kernel.contract.field_code import FACT, shown_fields
from tabletop_kernel.contract.written_positions import unknown_moment_error
from tabletop_kernel.games.tamashii import setup
from tabletop_kernel.games.tamashii.components import (
    ASCEND,
    ASSETS,
    BASIC,
    COLUMNS,
    DESTABILIZATION,
    EMPTY,
    LOCK,
    ON_LAUNCHER,
    ROWS,
    SLOT,
    SUCCESS,
    SUPPLY,
)
from tabletop_kernel.games.tamashii.kinds_of_decisions import AUTOMATIC, DECISIONS
from tabletop_kernel.games.tamashii.modes import destabilization_tokens
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import laying, order_of_turn, setup_choices
from tabletop_kernel.games.tamashii.phases.moving import read_place
from tabletop_kernel.games.tamashii.records.written_fields import Written
from tabletop_kernel.games.tamashii.state import PlainList, Rules, State

ORDINARY_TURN = 2  # if a position names no turn; the first turn has no trace roll


def complete(rules: Rules, written: Written, chance: Chance) -> Position:
    """Return a position with everything it leaves out, as plain data without a moment."""
    base = _set_up(rules, written, chance)
    full = base.truth()
    full["turn"] = ORDINARY_TURN
    for one in shown_fields(State, FACT):
        if one.name not in READ_BELOW and getattr(written, one.name) is not None:
            full[one.name] = getattr(written, one.name)
    full["frames"] = written.frames or []
    _fill_map(rules, written, full)
    _fill_players(rules, written, full)
    _fill_cards(rules, written, full)
    _fill_tokens(rules, written, full)
    return full


# Facts that need names, places or tokens.
READ_BELOW = ("frames", "bot", "place", "start_place", "walker", "classes", "protocol", "assets", "enemies", "diary",
              "grid", "bag", "dump")  # fmt: skip


# -- the table as it is set up -----------------------------------------------------------------------------------------


def _set_up(rules: Rules, written: Written, chance: Chance) -> State:
    """Return the table before its first turn. Players' choices follow the position, or are the first ones possible."""
    state = State(rules, chance)
    setup.lay_table(state, None)
    state.frames = []
    chosen: Mapping[str, Callable[[], None]] = {
        "first": lambda: setattr(state, "first", written.first or 0),
        "boards": lambda: _choose_boards(state, written),
        "classes": lambda: _choose_classes(state, written),
        "protocols": lambda: _choose_protocols(state, written),
        "starts": lambda: _choose_starts(state),
    }
    for step in setup.steps_of(rules):
        if step in chosen:
            chosen[step]()
        else:
            setup.STEPS[step](state, None)
        _carry_out(state)
    return state


def _carry_out(state: State) -> None:
    """Finish what a setup step has begun, with the first choice each time."""
    while state.frames:
        kind = state.frames[-1][0]
        if kind in AUTOMATIC:
            AUTOMATIC[kind](state, None)
            continue
        decision = DECISIONS[kind]
        if decision.due(state, None):
            seat = decision.deciders(state, state.frames[-1])[0]
            decision.apply(state, seat, decision.moves(state, seat)[0], None)


def _choose_boards(state: State, written: Written) -> None:
    names = {body.id: body.name for body in state.rules.content.walkers}
    wanted = [id_of(board, names, "walker") for board in written.walker or ()]
    for seat in range(state.rules.seats):
        free = [board for board in setup_choices.free_boards(state) if board not in wanted]
        setup_choices.take_board(state, seat, wanted[seat] if seat < len(wanted) else free[0], None)


def _choose_classes(state: State, written: Written) -> None:
    names = {name: name for name in setup_choices.classes_with_cards(state)}
    wanted = [id_of(one, names, "class") for one in written.classes or ()]
    for seat in range(state.rules.seats):
        free = [one for one in names if one not in wanted and one not in state.classes] or list(names)
        setup_choices.take_class(state, seat, wanted[seat] if seat < len(wanted) else free[0], None)


def _choose_protocols(state: State, written: Written) -> None:
    names = {one.id: one.name for one in state.rules.content.protocols.values()}
    wanted = [id_of(one, names, "protocol") for one in written.protocol or ()]
    for seat in range(state.rules.seats):
        free = [one for one in names if one not in wanted and one not in state.protocol]
        state.protocol[seat] = wanted[seat] if seat < len(wanted) else (free or [""])[0]
    state.protocol_deck = tuple(one for one in names if one not in state.protocol)


def _choose_starts(state: State) -> None:
    places = laying.start_tiles(state)
    state.place = [places[seat % len(places)] for seat in range(state.rules.seats)]
    state.start_place = state.place[:]


# -- names -------------------------------------------------------------------------------------------------------------


def id_of(word: object, names: Mapping[str, str], what: str) -> str:
    """Return the id for an id or a name. Raise PositionError if there is none."""
    if isinstance(word, str):
        if word in names:
            return word
        ids = [key for key, name in names.items() if name.lower() == word.lower()]
        if ids:
            return ids[0]
    raise PositionError(f"position: there is no {what} {clip(word)}: {nearest(str(word), list(names.values()))}")


def _names_by_id(entries: Mapping[str, object]) -> dict[str, str]:
    return {key: getattr(entry, "name", key) for key, entry in entries.items()}


def _enemy_card(rules: Rules, word: object) -> str:
    """Return an enemy card, with its marks."""
    name, mark, rest = str(word).partition("!")
    return id_of(name, _names_by_id(rules.content.enemies), "enemy") + mark + rest


# -- the map -----------------------------------------------------------------------------------------------------------


def _fill_map(rules: Rules, written: Written, full: Position) -> None:
    names = _names_by_id(rules.content.tiles)
    if written.ground is not None:
        full["ground"] = [_map_row(names, row) for row in written.ground]
    tiles = {(row[0], row[1]): row for row in full["ground"]}
    for wanted in written.turned:
        row = tiles[_place_of(names, tiles, wanted)]
        row[3], row[4] = 1, ""
    for name in ("place", "start_place"):
        written_value = getattr(written, name)
        if written_value is not None:
            full[name] = [list(_place_of(names, tiles, one)) for one in written_value]
        elif written.ground is not None:
            home = next((list(place) for place, row in tiles.items() if row[3]), [0, 0])
            full[name] = [one if tuple(one) in tiles else home for one in full[name]]
    if written.bot is not None:
        full["bot"] = list(_place_of(names, tiles, written.bot))
    elif full["bot"] is not None and tuple(full["bot"]) not in tiles:
        full["bot"] = full["place"][0]
    if written.batteries == 0:
        full["bot"] = None


def _map_row(names: Mapping[str, str], row: PlainList) -> PlainList:
    """Return a tile of the map with all its parts. Raise PositionError if it isn't a tile."""
    if not 3 <= len(row) <= 6 or [type(part) for part in row[:2]] != [int, int]:
        raise PositionError(f"position: ground: write a tile as [q, r, name], not {clip(row)}.")
    q, r, tile, *rest = row
    usual: PlainList = [1, "", []]
    up, find, markers = (*rest, *usual[len(rest) :])
    return [q, r, id_of(tile, names, "tile"), int(bool(up)), find, list(markers)]


def _place_of(names: Mapping[str, str], tiles: Mapping[Place, PlainList], word: object) -> Place:
    """Return a place written as [q, r], as “q,r” or as its tile's name. Raise PositionError for an absent tile."""
    if isinstance(word, list) and [type(part) for part in word] == [int, int]:
        return (word[0], word[1])
    place = read_place(word) if isinstance(word, str) else None
    if place is not None:
        return place
    tile = id_of(word, names, "tile")
    places = [place for place, row in tiles.items() if row[2] == tile]
    if not places:
        raise PositionError(f"position: {names[tile]} isn't on this map.")
    return places[0]


# -- players -----------------------------------------------------------------------------------------------------------


def _fill_players(rules: Rules, written: Written, full: Position) -> None:
    for seat, assets in enumerate(written.assets or ()):
        full["assets"][seat] = _assets(assets)
    for seat, maximum in enumerate(full["maximum"]):
        full["integrity"][seat] = maximum if written.integrity is None else full["integrity"][seat]


def _assets(assets: list[int] | dict[str, int]) -> list[int]:
    """Return how much of each asset a player has. Raise PositionError for an unknown asset."""
    if not isinstance(assets, dict):
        return list(assets)
    strange = [name for name in assets if name not in ASSETS]
    if strange:
        raise PositionError(f"position: assets: there is no asset {clip(strange[0])}: {nearest(strange[0], ASSETS)}")
    return [assets.get(name, 0) for name in ASSETS]


def _enemy_with_damage(rules: Rules, one: object) -> PlainList:
    card, damage = one if isinstance(one, list) else (one, 0)
    return [_enemy_card(rules, card), damage]


# -- cards -------------------------------------------------------------------------------------------------------------


def _fill_cards(rules: Rules, written: Written, full: Position) -> None:
    """Put written cards where they belong, and the others into their decks. Raise PositionError for an unknown card."""
    content = rules.content
    _fill_enemies(rules, written, full)
    bodies = _names_by_id({key: body for key, body in content.bodies.items() if not body.core})
    _place_cards(written, full, bodies, ("bodies",), ("market",), "body_deck")
    if written.market is None:
        _fill_market(rules, full)
    augments = _names_by_id(content.augments)
    for name in ("equipped", "unequipped"):
        written_value = getattr(written, name)
        if written_value is not None:
            full[name] = [[id_of(one, augments, "augment") for one in cards] for cards in written_value]
    if written.box is not None:
        full["box"] = [one if one in tuple(ON_LAUNCHER) else id_of(one, augments, "augment") for one in written.box]
    held = Counter(card for name in ("equipped", "unequipped") for cards in full[name] for card in cards)
    held.update(full["box"])
    tops = written.class_deck or [[]] * rules.seats
    full["class_deck"] = [
        _on_top([id_of(card, augments, "augment") for card in top], [card for card in deck if not held[card]])
        for top, deck in zip(tops, full["class_deck"], strict=True)
    ]
    written_value = dict(written.factions or {})
    full["factions"] = [
        [
            name,
            _on_top(
                [id_of(card, augments, "augment") for card in written_value.pop(name, ())],
                [c for c in deck if not held[c]],
            ),
        ]
        for name, deck in full["factions"]
    ]
    if written_value:
        raise PositionError(f"position: factions: this table has no deck for {clip(next(iter(written_value)))}.")
    _place_cards(written, full, _names_by_id(content.goals), ("goals_taken",), ("goals",), "goal_deck")
    _place_cards(written, full, _names_by_id(content.events), ("event",), ("event_discard",), "event_deck")
    _place_cards(written, full, _names_by_id(content.rewards), (), (), "reward_deck")
    _place_cards(written, full, _names_by_id(content.diary), (), ("diary_box",), "diary_deck")
    if written.diary is not None:
        names = _names_by_id(content.diary)
        full["diary_deck"] += [card for card in full["diary"] if card and card not in full["diary_deck"]]
        full["diary"] = [id_of(one, names, "diary card") if one else "" for one in written.diary]
        gone = (*full["diary"], *full["diary_box"])
        full["diary_deck"] = [card for card in full["diary_deck"] if card not in gone]
    for name in ("finds_left", "protocol_deck"):
        if getattr(written, name) is not None:
            full[name] = list(getattr(written, name))


def _fill_enemies(rules: Rules, written: Written, full: Position) -> None:
    """Fill in enemies, and take those attached, discarded or written on top out of the deck."""
    dealt = [card for stack in full["enemies"] for card, _ in stack] if written.enemies is not None else []
    if written.enemies is not None:
        full["enemies"] = [[_enemy_with_damage(rules, one) for one in stack] for stack in written.enemies]
    if written.enemy_discard is not None:
        dealt += full["enemy_discard"]
        full["enemy_discard"] = [_enemy_card(rules, card) for card in written.enemy_discard]
    top = [_enemy_card(rules, card) for card in written.enemy_deck or ()]
    deck = [*full["enemy_deck"], *dealt]
    written_down = written.enemies or ()
    gone = [card for stack in full["enemies"] for card, _ in stack] if written_down else []
    for card in (*gone, *(full["enemy_discard"] if written.enemy_discard else ()), *top):
        if card in deck:
            deck.remove(card)
    deck = [*top, *deck]
    full["enemy_deck"] = deck if written.enemy_left is None else deck[: written.enemy_left]


def _place_cards(
    written: Written,
    full: Position,
    names: Mapping[str, str],
    held: Sequence[str],
    open_piles: Sequence[str],
    deck: str,
) -> None:
    """Move written cards from the deck to hands and piles, and put the cards written for the deck on top."""
    dealt = [card for name in open_piles for card in full[name] if getattr(written, name) is not None]
    for name in held:
        written_value = getattr(written, name)
        if written_value is not None:
            full[name] = [[id_of(card, names, "card") for card in cards] for cards in written_value]
    for name in open_piles:
        written_value = getattr(written, name)
        if written_value is not None:
            full[name] = [id_of(card, names, "card") for card in written_value]
    full[deck] = [*full[deck], *dealt]  # cards that setup laid out where others are written go under the deck
    gone = {card for name in held for cards in full[name] for card in cards}
    gone |= {card for name in open_piles for card in full[name] if getattr(written, name) is not None}
    for name in open_piles:
        if getattr(written, name) is None:
            full[name] = [card for card in full[name] if card not in gone]
    shown = gone | {card for name in open_piles for card in full[name]}
    unique = deck != "reward_deck"  # there are several copies of each reward
    top = [id_of(card, names, "card") for card in getattr(written, deck) or ()]
    full[deck] = _on_top(top, [card for card in full[deck] if not unique or card not in shown])


def _on_top(top: list[str], deck: Iterable[str]) -> list[str]:
    """Return a deck with these cards on top, each removed once from below."""
    rest = list(deck)
    for card in top:
        if card in rest:
            rest.remove(card)
    return [*top, *rest]


def _fill_market(rules: Rules, full: Position) -> None:
    """Fill an unwritten market to its usual size."""
    if rules.prologue:
        return
    missing = rules.players + 1 - len(full["market"])
    full["market"] += full["body_deck"][:missing]
    full["body_deck"] = full["body_deck"][missing:]


# -- tokens ------------------------------------------------------------------------------------------------------------


def _fill_tokens(rules: Rules, written: Written, full: Position) -> None:
    """Fill launchers, dumps and bags, and put all other tokens into the neutral pool."""
    for seat, grid in enumerate(written.grid or ()):
        full["grid"][seat] = launcher(grid)
    for seat, tokens in enumerate(written.dump or ()):
        full["dump"][seat] = "".join(sorted(tokens))
    for seat in range(rules.seats):
        if written.core is None and written.walker is not None:
            full["core"][seat] = rules.content.bodies[full["walker"][seat]].core
        if written.bag is not None:
            full["bag"][seat] = "".join(sorted(written.bag[seat]))
        else:
            left = Counter(full["bag"][seat])
            left.subtract(full["dump"][seat] + full["grid"][seat].replace("D", "C"))
            full["bag"][seat] = "".join(sorted(left.elements()))
    if written.supply is None:
        full["supply"] |= _supply(rules, full)


def _supply(rules: Rules, full: Position) -> dict[str, int]:
    """Return the neutral pool, given what players have."""
    pools = "".join(full["bag"][seat] + full["dump"][seat] + full["grid"][seat] for seat in range(rules.seats))
    held = Counter(pools.replace("D", "C"))
    supply = {token: SUPPLY[token] - held[token] for token in f"{BASIC}O"}
    supply["X"] = SUPPLY["X"] - held["X"] if rules.mode == "versus" else 0
    for token, module in (("C", "catie"), ("N", "inari")):
        supply[token] = SUPPLY[token] - held[token] if module in rules.modules or held[token] else 0
    supply["success"] = SUCCESS - full["on_card"].get("success", 0)
    supply["ascend"] = ASCEND - full["on_card"].get("ascend", 0)
    on_cards = sum(destabilization_tokens.count_on_card(card) for stack in full["enemies"] for card, _ in stack)
    supply["destabilization"] = DESTABILIZATION - sum(full["destabilized"]) - sum(full["fuses"]) - on_cards
    return supply


def launcher(grid: object) -> str:
    """Return a launcher's twenty letters, from rows of four or five or from its filled slots.

    Raise PositionError if it is faulty.
    """
    if isinstance(grid, dict):
        letters = [LOCK if at % COLUMNS == COLUMNS - 1 else EMPTY for at in range(ROWS * COLUMNS)]
        for slot, letter in grid.items():
            if slot not in SLOT:
                raise PositionError(f"position: grid: there is no slot {clip(slot)}: {nearest(slot, list(SLOT))}")
            letters[SLOT[slot]] = letter
        grid = "".join(letters)
    rows = str(grid).replace("/", " ").split()
    if len(rows) == 1 and len(rows[0]) == ROWS * COLUMNS:
        rows = [rows[0][at : at + COLUMNS] for at in range(0, ROWS * COLUMNS, COLUMNS)]
    full = "".join(row + LOCK if len(row) == COLUMNS - 1 else row for row in rows)
    if len(rows) != ROWS or len(full) != ROWS * COLUMNS or set(full) - set(f"{ON_LAUNCHER}{EMPTY}{LOCK}"):
        raise PositionError(f"position: grid: write four rows of four or five letters, not {clip(grid)}.")
    return full


# -- the moment --------------------------------------------------------------------------------------------------------


def set_moment(state: State, written: Written) -> None:
    """Put the turn's frame at the named step, unless the position has frames or a result.

    Raise PositionError if no step fits.
    """
    if written.frames is not None or written.result is not None:
        return
    steps = order_of_turn.steps_of(state)
    name, *whose = (written.now or "begin").split()
    wanted = [*MOMENTS.get(name, name).split(), *whose]
    found = next((at for at, step in enumerate(steps) if [str(part) for part in step][: len(wanted)] == wanted), None)
    if found is None:
        raise unknown_moment_error(written.now, [*MOMENTS, *dict.fromkeys(str(step[0]) for step in steps)])
    state.frames = [("turn", ANYONE, (found,))]
    before = [str(step[1]) for step in steps[:found] if step[0] == "phase"]
    if written.phase is None and before:
        state.phase = before[-1]
    *_, seat = steps[found]
    if written.active is None and isinstance(seat, int):
        state.active = max(0, seat)


# Shorter names for the windows of Planning.
MOMENTS = {"planning": "window begin", "rolled": "window rolled", "program": "window program"}
