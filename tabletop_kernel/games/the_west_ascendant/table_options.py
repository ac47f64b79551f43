"""What a table of The West: Ascendant agrees on: who lost the last game."""

from __future__ import annotations

from tabletop_kernel.contract.game import Option
from tabletop_kernel.contract.table_options import Agreement

OPTIONS = (
    Option(
        "last-loser",
        "Who lost the last game? (This matters only if the loser begins.)",
        {"nobody": "No one did, so the choice is random.", "player-1": "Player 1.", "player-2": "Player 2."},
    ),
)


class WestAgreement(Agreement):
    """The agreement on The West: Ascendant."""

    options = OPTIONS
