"""What a table of The Royal Ascension agrees on: the number of players, and a board that fits the rulings."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.contract.game import Config, Option
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.royal_ascension.content import CLUBS, Content, Layout
from tabletop_kernel.games.royal_ascension.ruling_types import rulings_of


class RoyalAgreement(Agreement):
    """The agreement on The Royal Ascension."""

    def __init__(self, game: Playable, content: Content) -> None:
        super().__init__(game)
        self.content = content
        choices = {"auto": "The first board that fits the rulings."}
        choices.update({layout.id: f"{layout.name}: {layout.line}" for layout in content.layouts})
        self.options = (Option("layout", "Which board?", choices),)

    def usual(self) -> Config:
        """Return the usual configuration, even if the pack has no board for it."""
        return super().configure()

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        config = super().configure(seats, rulings, options)
        self.layout_for(config)
        return config

    def wrong_seats_error(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        verdict = Verdict("players.count", seats=clip(seats))
        return SetupError(self.game.rulebook.why(verdict, lambda key, value: str(value)), rule="players.count")

    def layout_for(self, config: Config) -> Layout:
        """Return the board chosen in the options, or the first one that fits the rulings.

        Raise SetupError if the chosen board doesn't fit, or none does.
        """
        length = 34 if rulings_of(config)["ruling.home-counted"] == "counted" else 35
        has_clubs = rulings_of(config)["ruling.club-spaces"] == "some"
        asked = config.options["layout"]
        for layout in self.content.layouts:
            fits = layout.length == length and (CLUBS in layout.kinds) == has_clubs
            if asked == "auto" and fits:
                return layout
            if asked == layout.id:
                if fits:
                    return layout
                rule = "ruling.home-counted" if layout.length != length else "ruling.club-spaces"
                raise SetupError(f"The board '{asked}' doesn't work with {rule}={config.rulings[rule]}.", rule=rule)
        raise SetupError(
            f"This pack has no board with {length} spaces and {'some' if has_clubs else 'no'} club spaces."
        )
