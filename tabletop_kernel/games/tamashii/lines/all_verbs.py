"""All verbs of the card language, with their effects. Import this to make lines run."""

from __future__ import annotations

from tabletop_kernel.games.tamashii.lines import (
    effects_on_cards,
    effects_on_enemies,
    effects_on_map,
    effects_on_resources,
    effects_on_tokens,
    running,
)

VERBS = {
    **effects_on_resources.VERBS,
    **effects_on_tokens.VERBS,
    **effects_on_map.VERBS,
    **effects_on_enemies.VERBS,
    **effects_on_cards.VERBS,
}
running.VERBS.update(VERBS)
