"""What a move would bring, in numbers for this moment, each with its rule: «If you launch Learn»."""

from __future__ import annotations

from tabletop_kernel.games.tamashii.components import MOST_ASSETS, TRACE_TOP
from tabletop_kernel.games.tamashii.fighting import odds
from tabletop_kernel.games.tamashii.launch.assets import EXP_LIMIT
from tabletop_kernel.games.tamashii.launch.pattern_list import ASSET_PATTERNS, EXP, Source
from tabletop_kernel.games.tamashii.lines import counting
from tabletop_kernel.games.tamashii.lines.operations import Act
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import trace
from widgets.games.tamashii.look import Look
from widgets.scene import Piece, Word


def if_launched(look: Look, piece: Piece, source: Source, name: str) -> None:
    """Say at a pattern what launching it would change."""
    lines: list[Word] = [
        {"text": "Its tokens go to your dump first.", "rule": "launch.dump-then-effect"},
        *_changes(look, source),
    ]
    piece["ahead"] = {"title": f"If you launch {name}", "lines": lines, "glance": True}


def _changes(look: Look, source: Source) -> list[Word]:
    if source.key in ASSET_PATTERNS:
        _, asset, _, number = ASSET_PATTERNS[source.key]
        return [_asset(look, asset, number, "pattern.long" if source.key.endswith("-long") else "pattern.asset")]
    if source.key == EXP:
        return [_exp(look, 1, "pattern.exp")]
    if source.kind == "repel":
        return [{"text": "The top enemy is discarded without EXP.", "rule": "enemy.discard-no-exp"}]
    line = look.rules.lines.get(source.line)
    if line is None or any(op.kind != "do" for op in line.ops):
        return []  # what is offered, chosen or only sometimes so is not foretold
    return [one for act in line.acts() if (one := _act(look, act)) is not None]


def _act(look: Look, act: Act) -> Word | None:
    """One act in numbers: «Integrity: 2 → 3»."""
    if act.verb not in ("deal", "gain-exp", "recover"):
        return None
    number = counting.amount(look.state, look.whose, act.args[0])
    if act.verb == "deal" and look.view["enemies"][look.whose]:
        card, damage = look.view["enemies"][look.whose][0]
        most = look.state.integrity_of(card)
        after = min(most, damage + number)
        end = ", defeated for 1 EXP" if after >= most else ""
        text = f"{look.enemy(card)}: damage {damage} → {after} of {most}{end}"
        return {"text": text, "rule": "enemy.defeat" if end else "enemy.damage-stays"}
    if act.verb == "gain-exp":
        return _exp(look, number, "upg.exp-cost")
    if act.verb == "recover":
        have, most = look.view["integrity"][look.whose], look.view["maximum"][look.whose]
        return {"text": f"Integrity: {have} → {min(most, have + number)}", "rule": "kw.recover"}
    return None


def _asset(look: Look, asset: str, number: int, rule: str) -> Word:
    have = look.state.has(look.whose, asset)
    return {"text": f"{asset.capitalize()}: {have} → {min(MOST_ASSETS, have + number)}", "rule": rule}


def _exp(look: Look, number: int, rule: str) -> Word:
    have, cost = look.view["exp"][look.whose], look.rules.upgrade_cost
    capped = look.ruling["ruling.exp.cap"] != "none"
    after = max(have, min(EXP_LIMIT, have + number)) if capped else have + number
    return {"text": f"EXP: {have} → {after}. An upgrade costs {cost}.", "rule": rule}


# -- moving ------------------------------------------------------------------------------------------------------------


def rise(look: Look, place: Place, moved: bool) -> int:
    """How much trace a tile that is seen would add."""
    if not look.rules.traced:
        return 0
    more = trace.added_without_relay(look.state, look.whose, place) if moved else 0
    return trace.tile_trace(look.state, look.whose, place, moved) + more


def if_gone(look: Look, piece: Piece, place: Place, moved: bool, name: str) -> None:
    """Say at a tile what its trace value would do."""
    if not look.rules.traced or not look.previews:
        return
    now, more = look.view["trace"][look.whose], rise(look, place, moved)
    after = now + more
    rule = "trace.entry" if moved else "trace.stationary"
    lines: list[Word] = [{"text": f"Trace: {now} → {min(after, TRACE_TOP)}", "rule": rule}]
    if after >= TRACE_TOP:
        lines.append({"text": "That is the top space: 2 enemies attach at once.", "rule": "trace.top"})
    title = f"If you {'go to' if moved else 'stay on'} {name}"
    piece["ahead"] = {"title": title, "lines": lines, "glance": True}


def wounds_next(look: Look, seat: int, card: str, symbol: str) -> int:
    """How many wounds an enemy deals by one side of the symbol die."""
    return odds.wounds_from_enemy(look.state, seat, card, symbol)
