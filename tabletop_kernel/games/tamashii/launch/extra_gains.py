"""Extra gains from a launch: from Catie tokens, Inari tokens, and cards that wait for a hack."""

from __future__ import annotations

from tabletop_kernel.games.tamashii.components import CATIE, CATIE_DAMAGE, INARI
from tabletop_kernel.games.tamashii.gear import abilities
from tabletop_kernel.games.tamashii.launch.assets import EXP_LIMIT
from tabletop_kernel.games.tamashii.launch.launcher import DIAGONAL_NEIGHBOURS, NEIGHBOURS
from tabletop_kernel.games.tamashii.state import State

Slots = tuple[int, ...]


def catie_faces(state: State, seat: int, slots: Slots) -> str:
    """Return the upper sides of the Catie tokens on these slots."""
    grid = state.grid[seat]
    return "".join(grid[slot] for slot in slots if grid[slot] in CATIE + CATIE_DAMAGE)


def helpful_faces(state: State, seat: int, slots: Slots) -> str:
    """Return the upper sides of the Catie tokens that would do something if launched now."""
    if state.ruling["ruling.catie.effect"] != "pattern":
        return ""
    useful = {CATIE: state.integrity[seat] < state.maximum[seat], CATIE_DAMAGE: bool(state.enemies[seat])}
    return "".join(face for face in catie_faces(state, seat, slots) if useful[face])


def inari_slots_beside(state: State, seat: int, slots: Slots) -> Slots:
    """Return the slots of Inari tokens next to a pattern."""
    diagonal = state.ruling["ruling.inari.adjacent"] == "diagonal"
    around = {
        other for slot in slots for other in (*NEIGHBOURS[slot], *(DIAGONAL_NEIGHBOURS[slot] if diagonal else ()))
    }
    return tuple(slot for slot in sorted(around - set(slots)) if state.grid[seat][slot] == INARI)


def has_room_for_exp(state: State, seat: int) -> bool:
    """Tell if a player can gain EXP."""
    return state.ruling["ruling.exp.cap"] == "none" or state.exp[seat] < EXP_LIMIT


def inari_puts_success(state: State) -> bool:
    """Tell if a special rule turns each Inari token launched now into a success token on the card."""
    scenario = state.rules.scenario
    asked = scenario is not None and "inari-success" in scenario.special_rules and state.card == scenario.first
    return asked and state.supply.get("success", 0) > 0


def triggered_by_hack(state: State, seat: int) -> list[abilities.Ability]:
    """Return the abilities that a player's hack would trigger now."""
    waiting = filter(abilities.is_trigger, abilities.abilities_of(state, seat, "hack"))
    return [ability for ability in waiting if abilities.refuse_ability(state, seat, ability) is None]


def brings_anything(state: State, seat: int, slots: Slots) -> bool:
    """Tell if the Catie tokens of a launch, or Inari tokens beside it, give anything."""
    if helpful_faces(state, seat, slots):
        return True
    return bool(inari_slots_beside(state, seat, slots)) and (has_room_for_exp(state, seat) or inari_puts_success(state))
