"""The effects of launched patterns: basic ones, augments, hacks, repels, bodies, cards, the BOT, Catie, the diary."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletop_kernel.contract.decision_stack import Decision
from tabletop_kernel.contract.events import EVERYONE, Emit
from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.components import CATIE
from tabletop_kernel.games.tamashii.fighting import enemies
from tabletop_kernel.games.tamashii.gear import abilities, augments, bodies
from tabletop_kernel.games.tamashii.launch import assets, extra_gains, pattern_list, tokens
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.modes import diary_cards, solo_bot
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.state import State

_RULE_BY_KIND = {
    "augment": "pattern.augments",
    "hack": "pattern.hack-repel",
    "repel": "pattern.hack-repel",
    "body": "body.inhabit-pattern",
    "card": "pattern.other-places",
    "bot": "solo.recharge",
    "catie": "catie.pattern",
    "diary": "diary.redeem",
}


def launch_rule(state: State, seat: int, key: str) -> str:
    """Return the rule that allows a launch. Several patterns with the same tokens cite the ruling that allows it."""
    if pattern_list.JOINING_SIGN in key:
        return "ruling.pattern.same-tokens-mode"
    source = pattern_list.sources_for(state, seat)[key]
    if source.kind == "augment" and state.augment(key.split(".")[1]).faction:
        return "aug.faction-launch"
    if source.kind == "basic":
        if key.endswith("-long"):
            return "pattern.long"
        return "pattern.basic-many" if state.launched[seat] else "pattern.basic-nine"
    return _RULE_BY_KIND.get(source.kind, "launch.any-number")


def carry_out_effect(state: State, emit: Emit | None) -> None:
    """Carry out one pattern's effect, by its kind."""
    _, seat, (key, kind, line) = state.frames.pop()
    if state.is_out(seat):
        return
    _EFFECT_BY_KIND.get(kind, _run_line)(state, seat, key, line, emit)


def _run_line(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    """Run the card's line."""
    for ability in abilities.abilities_of(state, seat, "pattern"):
        if ability.key == line:
            abilities.note_use(state, seat, ability, emit)
            break
    running.begin_line(state, seat, line)


def _gain_from_basic(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    if key == pattern_list.EXP:
        assets.gain_exp(state, seat, 1, "pattern.exp", emit)
        return
    _, asset, number, gain = pattern_list.ASSET_PATTERNS[key]
    rule = "pattern.long-only" if number == pattern_list.LONG else "pattern.asset"
    assets.gain_asset(state, seat, asset, gain, rule, emit)


def _run_augment(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    """Run an augment's line. If the augment breaks, it then leaves the game."""
    augment = key.split(".")[1]
    if state.augment(augment).breaks:
        state.frames.append(("breaks", seat, (augment,)))
    _run_line(state, seat, key, line, emit)


def break_augment(state: State, emit: Emit | None) -> None:
    _, seat, (augment,) = state.frames.pop()
    if augment in state.equipped[seat] or augment in state.unequipped[seat]:
        augments.break_augment(state, seat, augment, emit)


def _take_body(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    bodies.take_body(state, seat, key.removeprefix("body."), emit)


def _recharge(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    solo_bot.recharge(state, seat, emit)


def _gain_catie(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    tokens.gain_tokens(state, seat, CATIE, 1, "catie.pattern", emit)


def _redeem(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    diary_cards.redeem_card(state, seat, emit)


def _repel(state: State, seat: int, key: str, line: str, emit: Emit | None) -> None:
    """Discard the enemy. A special card may add a cost, and a PvP card may pass the enemy to another player."""
    price = abilities.modifier(state, seat, line_keys.REPEL_MEMORY)
    if price > 0:
        assets.spend_asset(state, seat, "memory", price, "scen.special-aside", emit)
    if not state.enemies[seat] or not key.startswith(f"enemy.{enemies.unmarked(state.enemies[seat][0][0])}."):
        return  # the enemy has left since
    if abilities.modifier(state, seat, line_keys.HAND_OVER) > 0 and _seats_on_same_tile(state, seat):
        state.frames.append(("repelled", seat, ()))
        return
    enemies.discard_top(state, seat, "enemy.discard-no-exp", emit)


def _seats_on_same_tile(state: State, seat: int) -> list[int]:
    """Return the players on the same tile, who could be given an enemy."""
    return [other for other in state.others(seat) if state.place[other] == state.place[seat]]


class Repelled(Decision[State]):
    """A repelled enemy to discard, or to give to a player on the same tile."""

    verbs = ("hand-over", "discard-enemy")

    def moves(self, state: State, seat: int) -> list[Move]:
        return [*(("hand-over", other) for other in _seats_on_same_tile(state, seat)), ("discard-enemy",)]

    def refuse(self, state: State, seat: int, move: Move) -> Verdict:
        return Verdict("comp.pvp", what="to-whom")

    def apply(self, state: State, seat: int, move: Move, emit: Emit | None) -> None:
        state.frames.pop()
        if move[0] == "discard-enemy":
            enemies.discard_top(state, seat, "enemy.discard-no-exp", emit)
        else:
            enemies.hand_over_top(state, seat, int(move[1]), "comp.pvp", emit)


_EFFECT_BY_KIND: Mapping[str, Callable[[State, int, str, str, Emit | None], None]] = {
    "basic": _gain_from_basic,
    "augment": _run_augment,
    "repel": _repel,
    "body": _take_body,
    "bot": _recharge,
    "catie": _gain_catie,
    "diary": _redeem,
}


# -- special tokens ----------------------------------------------------------------------------------------------------


def put_inari_success(state: State, seat: int, emit: Emit | None) -> None:
    """Put a success token on the first card for a launched Inari token, if a special rule says so."""
    if extra_gains.inari_puts_success(state):
        enemies.put_success(state, seat, "scen.special-rules", emit)


def resolve_catie_tokens(state: State, emit: Emit | None) -> None:
    """Resolve each Catie token's upper side: recover 1, or deal 1 damage."""
    _, seat, (faces, rule) = state.frames.pop()
    if state.is_out(seat):
        return
    for face in faces:
        if face == CATIE:
            _recover(state, seat, rule, emit)
        else:
            enemies.damage_top(state, seat, 1, rule, emit)


def _recover(state: State, seat: int, rule: str, emit: Emit | None) -> None:
    if state.integrity[seat] < state.maximum[seat]:
        state.integrity[seat] += 1
        if emit:
            emit("recovers", rule, EVERYONE, seat=seat, count=1, integrity=state.integrity[seat])


DECISIONS: dict[str, Decision[State]] = {"repelled": Repelled()}
AUTOMATIC = {"launch-effect": carry_out_effect, "breaks": break_augment, "catie-effects": resolve_catie_tokens}
