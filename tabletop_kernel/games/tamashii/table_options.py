"""What a table of Tamashii agrees on: a mode, a scenario and its modules, and for how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from tabletop_kernel.contract.errors import SetupError
from tabletop_kernel.contract.game import MOST_CONFIGURATIONS, Config, Option, PerConfig
from tabletop_kernel.contract.playable import Playable
from tabletop_kernel.contract.table_options import Agreement
from tabletop_kernel.games.tamashii import option_rules
from tabletop_kernel.games.tamashii.option_rules import check_spelling
from tabletop_kernel.games.tamashii.pack.pieces import Content
from tabletop_kernel.games.tamashii.state import Rules

MODULES = {part: part for part in ("city", "catie", "diary", "dog", "inari", "yokai")}  # by part of the rulebook
MODULES["destab"] = "destabilization"


class TamashiiAgreement(Agreement):
    """The agreement on Tamashii."""

    def __init__(self, game: Playable, content: Content, rules_for: PerConfig[Rules]) -> None:
        super().__init__(game)
        self.content, self.rules_for = content, rules_for
        self._options_kept: dict[tuple[object, ...], tuple[Option, ...]] = {}

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        """Return the options, cached: a table asks for them again and again while it is being opened."""
        asked = (seats, *sorted(chosen.items()))
        if asked not in self._options_kept:
            if len(self._options_kept) >= MOST_CONFIGURATIONS:
                self._options_kept.clear()
            self._options_kept[asked] = option_rules.options_for(self.content, seats, chosen)
        return self._options_kept[asked]

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        return option_rules.seats_for(self.content, chosen)

    def wrong_seats_error(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        """Return a clearer error if the game allows this number of seats, but the pack has nothing to play at it."""
        if type(seats) is int and seats not in self.game.seats and seats in option_rules.ANY_NUMBER:
            return option_rules.nothing_to_play(seats)
        return super().wrong_seats_error(seats, chosen)

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        if isinstance(options, Mapping):
            check_spelling(self.content, options.get("unlocked"))
        return super().configure(seats, rulings, options)

    def is_team_game(self, config: Config) -> bool:
        return self.rules_for(config).mode != "versus"

    def unused_parts(self, config: Config) -> Set[str]:
        rules = self.rules_for(config)
        others = {"versus": {"scen", "end", "solo", "camp", "mode"}, "solo": {"comp", "vp"}}
        return frozenset(
            others.get(rules.mode, {"comp", "vp", "solo"})
            | {part for part, module in MODULES.items() if module not in rules.modules}
        )

    def has_open_hands(self, config: Config) -> bool:
        """Tell if seats can share hidden cards: not among rivals, who never sit in for each other."""
        return self.is_team_game(config)
