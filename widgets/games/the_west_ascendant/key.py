"""What stands on the cards that are drawn small: the four PULSEs, the gates, the Cityengine and the reactions."""

from __future__ import annotations

from tabletop_kernel.games.the_west_ascendant.content import MADE
from widgets.games.the_west_ascendant.look import Look
from widgets.scene import Key, KeyRow


def key(look: Look) -> Key:
    rules = look.rules
    rows: list[KeyRow] = [
        {"glyph": look.sign(name), "text": look.said_facility(name), "rule": rules.cites[f"{name}.pulse"]}
        for name in rules.types
    ]
    engine, city = rules.engines[0], look.ruling["ruling.city-is-action"] == "yes"
    said = {
        f"{MADE}.radiate": ("gates", "Doppelgate. RADIATE:"),
        f"{rules.references[0]}.radiate": ("gate", f"{rules.content.gates[rules.references[0]].name}. RADIATE:"),
        f"{engine}.cost": ("city", "Cityengine, Plan:"),
        f"{engine}.score": ("city", "Cityengine, Complete:"),
        "turn.barter": ("swap", "Barter, the reaction to FACILITY:"),
        "turn.salvage": ("swap", f"Salvage, the reaction to LOCUS{' or the Cityengine' if city else ''}:"),
    }
    for effect, (sign, words) in said.items():
        rows.append({"glyph": sign, "text": f"{words} {look.text(effect)}", "rule": rules.cites[effect]})
    rows.append({"glyph": "house", "text": "We wrote the texts of these cards, and a pack can change them."})
    return {"part": "key", "place": "under", "zone": "key", "title": "What the cards say", "rows": rows}
