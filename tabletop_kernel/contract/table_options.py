"""What is agreed before a game: the seats, the rulings and the options. Every answer has a default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cached_property

from tabletop_kernel.contract.basics import WON, Config, Option, Outcome, shares_when_alone
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.errors import SetupError, clip, nearest, printed
from tabletop_kernel.contract.playable import Part, Playable


class Agreement(Part[Playable]):
    """What a table may agree on, and what follows from it."""

    first_seats: int = 0  # players in the first game after the short way; 0: chosen at the table

    def is_team_game(self, config: Config) -> bool:
        """Tell if all seats win or lose together at this table."""
        return False

    def shares(self, config: Config, outcome: Outcome) -> Sequence[float]:
        """Return each seat's share of the win, from 0 to 1.

        It is the same for all if they play together; otherwise equal results share.
        """
        if self.is_team_game(config):
            return [float(result == WON) for result in outcome.results]
        return shares_when_alone(outcome)

    def unused_parts(self, config: Config) -> Set[str]:
        """Return the first words of rule ids that play no part at this table."""
        return frozenset()

    def has_open_hands(self, config: Config) -> bool:
        """Tell if all hands are open at this table, so nobody has to look away."""
        return False

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Return the choices of content as usual. If one choice depends on another, override `options_for` instead."""
        if type(self).options_for is Agreement.options_for:
            return ()
        return tuple(option for option, _ in self.walk_options(self.usual_seats({}), first_choice))

    def options_for(self, seats: int, chosen: Mapping[str, str]) -> tuple[Option, ...]:
        """Return the options of a table for this many seats, as far as the choices so far determine them."""
        return self.options

    def seats_for(self, chosen: Mapping[str, str]) -> Sequence[int]:
        """Return the allowed numbers of players with these choices. Ignore choices that are missing or unknown."""
        return self.game.seats

    def walk_options(self, seats: int, choose: Callable[[Option], str]) -> list[tuple[Option, str]]:
        """Return every option in order, with the choice that `choose` makes. Early choices can change later options."""
        walked: list[tuple[Option, str]] = []
        chosen: dict[str, str] = {}
        while option := next((choice for choice in self.options_for(seats, chosen) if choice.id not in chosen), None):
            chosen[option.id] = choose(option)
            walked.append((option, chosen[option.id]))
        return walked

    def usual_seats(self, chosen: Mapping[str, str]) -> int:
        """Return the default number of players: the smallest above 1, or 1 if nothing else is allowed."""
        allowed = self.seats_for(chosen)
        return next((number for number in allowed if number > 1), allowed[0])

    def configure(
        self,
        seats: int | None = None,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Config:
        """Return a complete configuration, with defaults for missing parts.

        Raise SetupError for an unknown or forbidden seat count, ruling, option or choice.
        """
        wanted = _as_mapping("option", options)
        text_choices = {key: choice for key, choice in wanted.items() if isinstance(choice, str)}
        if seats is None:
            seats = self.usual_seats(text_choices)
        if type(seats) is not int or seats not in self.seats_for(text_choices):
            raise self.wrong_seats_error(seats, text_choices)
        walked = self.walk_options(seats, lambda option: choice_of(option.id, option.choices, wanted))
        chosen = {option.id: choice for option, choice in walked}
        _check_known("option", chosen, wanted)
        if seats not in self.seats_for(chosen):
            raise self.wrong_seats_error(seats, chosen)
        return Config(seats, self._choose_rulings(_as_mapping("ruling", rulings)), chosen)

    def _choose_rulings(self, wanted: Mapping[str, object]) -> dict[str, str]:
        """Return every ruling with the wanted option, or with its default. Raise SetupError for an unknown one."""
        _check_known("ruling", self.game.rulebook.rulings, wanted)
        return {key: choice_of(key, ruling.options, wanted) for key, ruling in self.game.rulebook.rulings.items()}

    def changed(self, config: Config) -> tuple[dict[str, str], dict[str, str]]:
        """Return a table's rulings and options that differ from their defaults, given the choices before them."""
        walked = self.walk_options(config.seats, lambda option: config.options[option.id])
        usual = self.game.rulebook.rulings
        return (
            {key: choice for key, choice in config.rulings.items() if choice != usual[key].default},
            {option.id: choice for option, choice in walked if choice != first_choice(option)},
        )

    def wrong_seats_error(self, seats: object, chosen: Mapping[str, str]) -> SetupError:
        """Return the error for a number of players that the game doesn't allow with these choices."""
        allowed = self.seats_for(chosen)
        limits = [printed(f"{key}={choice}") for key, choice in chosen.items()]
        fewest, most = allowed[0], allowed[-1]
        has_gaps = len(allowed) <= most - fewest
        allowed_text = listed(map(str, allowed), "or") if has_gaps or fewest == most else f"{fewest} to {most}"
        title = f"{self.game.title} with {listed(limits)}" if allowed != self.seats_for({}) else self.game.title
        return SetupError(f"{title} is for {allowed_text} {'players' if most > 1 else 'player'}, not {clip(seats)}.")


def first_choice(option: Option) -> str:
    return next(iter(option.choices))


def _as_mapping(what: str, choices: object) -> Mapping[str, object]:
    """Return the wanted choices by id. Raise SetupError if they aren't a mapping."""
    if choices is not None and not isinstance(choices, Mapping):
        raise SetupError(f"{what}s must be a mapping from id to choice, not {clip(choices)}.")
    return choices or {}


def choice_of(key: str, choices: Mapping[str, str], wanted: Mapping[str, object]) -> str:
    """Return the wanted choice, or the first one if none is given. Raise SetupError if it doesn't exist."""
    value = wanted.get(key, next(iter(choices)))
    choice = str(value) if type(value) is int and abs(value) < 10**9 else value  # ruling.ace-value = 14
    if type(choice) is not str or choice not in choices:
        raise SetupError(f"{key} can't be {clip(value)}: {nearest(value, choices)}", rule=key)
    return choice


def _check_known(what: str, known: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    """Raise SetupError if a wanted ruling or option doesn't exist."""
    for key in wanted:
        if key not in known:
            raise SetupError(f"There is no {what} {clip(key)}: {nearest(key, known)}")
