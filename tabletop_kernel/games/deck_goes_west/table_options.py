"""What a table of Deck Goes West agrees on: its mission, map, dice and hands, and for how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.game import Config, Option, PerConfig
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.games.deck_goes_west import setup
from tabletop_kernel.games.deck_goes_west.pack.content import Content
from tabletop_kernel.games.deck_goes_west.ruling_types import rulings_of
from tabletop_kernel.games.deck_goes_west.state import Rules

MODES = frozenset({"coop", "solo", "versus"})  # modes of play, which are also the first words of their rules' ids


class DeckAgreement(Agreement):
    """The agreement on Deck Goes West."""

    def __init__(self, game: Playable, content: Content, rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.content, self.rules_for = content, rules_for
        self.options = self.options_for(self.usual_seats({}), {})
        self.first_seats = min(game.seats)  # alone if the pack has a solo mission, since the short way teaches that

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        return setup.options_for(self.content, seats, chosen)

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        """Return the numbers of players for the chosen mission: one, or several."""
        mission = self.content.missions.get(chosen.get("mission", ""))
        if mission is None:
            return self.game.seats
        return setup.ALONE if mission.mode == "solo" else setup.IN_COMPANY

    def wrong_seats_error(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        """Return the error for a number of seats; say so if it is only the pack that has no mission for it."""
        if type(seats) is int and seats not in self.game.seats and seats in (*setup.ALONE, *setup.IN_COMPANY):
            return setup.no_mission_error(seats)
        return super().wrong_seats_error(seats, chosen)

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        config = super().configure(seats, rulings, options)
        most = int(rulings_of(config)["ruling.players-max"])
        if config.seats > most:
            raise SetupError(
                f"This ruling allows at most {most} players. Choose fewer seats or change the ruling.",
                rule="ruling.players-max",
            )
        return config

    def is_team_game(self, config: Config) -> bool:
        return self.rules_for(config).mode != "versus"

    def unused_parts(self, config: Config) -> Set[str]:
        return MODES - {self.rules_for(config).mode}

    def has_open_hands(self, config: Config) -> bool:
        return self.rules_for(config).open_hands
