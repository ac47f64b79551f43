"""All verbs of the card language, with their effects. Import this to make lines run."""

from __future__ import annotations

from tabletop_kernel.games.tamashii.lines import (
    doers_cards,
    doers_enemies,
    doers_map,
    doers_resources,
    doers_tokens,
    running,
)

VERBS = {
    **doers_resources.VERBS,
    **doers_tokens.VERBS,
    **doers_map.VERBS,
    **doers_enemies.VERBS,
    **doers_cards.VERBS,
}
running.VERBS.update(VERBS)
