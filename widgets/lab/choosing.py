"""What is compared: a game, two ways of playing it (A and B), how many games, and the seed.

B is like A until something is changed in it: whatever is the same on both sides stays the same when A changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from tabletop_kernel.content.changes import Change
from tabletop_kernel.contract.errors import SetupError, TabletopError, clip, nearest
from tabletop_kernel.contract.game import Game
from tabletop_kernel.players.bots import BOTS
from tabletop_kernel.study.playing import Plan
from tabletop_kernel.study.simulate import make_plan
from widgets.door import entries
from widgets.games import drawn
from widgets.lab import link
from widgets.lab.packs import Packs
from widgets.packs import HOUSE
from widgets.seating import Setup, bot_called
from widgets.shared.chair import Chair

Data = dict[str, Any]

SIDES = ("a", "b")
BOT_NAMES = {bot: bot_called(bot).capitalize() for bot in BOTS}
MOST_SEED = 999_999_999
MOST_LINES = 6  # of the difference between two packs
SAME = "B is the same as A, so only A is played. Change something in B to compare."


@cache
def games_here() -> dict[str, str]:
    """The games that can be played here with their titles, in the order of the first page."""
    there = drawn()
    return {entry["name"]: entry["title"] for entry in entries() if entry["name"] in there}


class Side:
    """One way of playing."""

    def __init__(self, packs: Packs, game: str) -> None:
        self._packs, self._name = packs, game
        self.pack = HOUSE
        self.setup = Setup(packs.load(game, HOUSE))
        self.setup.seats = [Chair(self.game.opinions.usual_bot) for _ in self.setup.seats]

    @property
    def game(self) -> Game[Any]:
        return self.setup.game

    def set(self, what: str, key: str, choice: str) -> None:
        """Agree on one thing; SetupError if there is no such thing, and then nothing has changed."""
        if what == "pack":
            self._take_pack(choice)
        elif what == "seats":
            there = len(self.setup.seats)
            self.setup.set_count(_number(choice))
            for seat in range(there, len(self.setup.seats)):
                self.setup.set_who(seat, self.game.opinions.usual_bot)
        elif what == "bot":
            if choice not in BOTS:
                raise SetupError(f"We have no bot called {clip(choice)}: {nearest(choice, BOTS)}")
            self.setup.set_who(_number(key), choice)
        elif what == "option":
            self.setup.set_option(key, choice)
        else:
            self.setup.set_ruling(key, choice)

    def _take_pack(self, name: str) -> None:
        """The same table with other cards; what they do not know of it is as usual."""
        game, before = self._packs.load(self._name, name), self.setup
        fresh = Setup(game, before.seats)
        for key, choice in before.rulings.items():
            if choice in game.rulebook.rulings[key].options if key in game.rulebook.rulings else False:
                fresh.rulings[key] = choice
        fresh.options = dict(before.options)
        self.pack, self.setup = name, fresh

    def value(self, what: str, key: str) -> str:
        """What is agreed; empty if this side has no such thing."""
        if what == "pack":
            return self.pack
        if what == "seats":
            return str(len(self.setup.seats))
        if what == "bot":
            number = int(key)
            return self.setup.seats[number].who if number < len(self.setup.seats) else ""
        if what == "option":
            return next((choice for option, choice in self.setup.offered() if option.id == key), "")
        ruling = self.game.rulebook.rulings.get(key)
        return self.setup.rulings.get(key, ruling.default) if ruling else ""

    def choices(self, what: str, key: str) -> Mapping[str, str]:
        """What could be agreed instead, in words."""
        if what == "pack":
            return self._packs.of(self._name)
        if what == "seats":
            return {str(count): str(count) for count in self.game.agreement.seats_for({})}
        if what == "bot":
            return BOT_NAMES if self.value(what, key) else {}
        if what == "option":
            return next((option.choices for option, _ in self.setup.offered() if option.id == key), {})
        return self.game.rulebook.rulings[key].options if key in self.game.rulebook.rulings else {}

    def plan(self, seed: int) -> Plan:
        config = self.setup.config()
        bots = [chair.who for chair in self.setup.seats]
        return make_plan(self.game, config.seats, bots, seed, config.rulings, config.options)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise SetupError(f"Seats must be given as a number, not {clip(text)}.")
    return int(text)


class Experiment:
    """Everything that is chosen on the page."""

    def __init__(self, packs: Packs, most_games: int) -> None:
        self.packs, self.most_games = packs, most_games
        self.games, self.seed = min(link.USUAL_GAMES, most_games), 1
        self.wrong: dict[str, str] = {}  # what is wrong with a number that stands in its field, by the field
        self._begin(next(iter(games_here())))

    def _begin(self, game: str) -> None:
        self.game = game
        self.sides = {name: Side(self.packs, game) for name in SIDES}

    def choose_game(self, game: str) -> None:
        if game not in games_here():
            raise SetupError(f"We have no game called {clip(game)}: {nearest(game, games_here())}")
        if game != self.game:
            self._begin(game)

    def choose_number(self, games: int | str) -> None:
        """How many games; what is no such number stays in its field, is told there, and nothing is played with it."""
        if self._is_right("number", games, 1, self.most_games, "Choose a whole number of games, from {} to {}."):
            self.games = int(games)

    def choose_seed(self, seed: int | str) -> None:
        """With which luck; the same holds."""
        if self._is_right("seed", seed, 0, MOST_SEED, "Choose a whole number as the seed, from {} to {}."):
            self.seed = int(seed)

    def _is_right(self, field: str, typed: int | str, least: int, most: int, says: str) -> bool:
        self.wrong.pop(field, None)
        if isinstance(typed, str) or not least <= typed <= most:
            self.wrong[field] = says.format(least, f"{most:,}")
        return field not in self.wrong

    def change(self, side: str, what: str, key: str, choice: str) -> None:
        """Agree on one thing of a side; what was the same in B as in A follows A."""
        a, b = self.sides["a"], self.sides["b"]
        follows = side == "a" and a.value(what, key) == b.value(what, key)
        self.sides[side].set(what, key, choice)
        if follows:
            with suppress(TabletopError):  # B may have no such thing: then it stays as it is
                b.set(what, key, choice)

    def open_cards(self, text: str, label: str) -> str:
        """B plays with the changed cards of a file, and A with those that they were made from; what they are called.

        TabletopError says what is wrong with the file, and then nothing has changed.
        """
        game, name = self.packs.bring(text, label)
        self._compare_cards(game, name)
        return name

    def take_cards(self, game: str, pack: str, change: Change, label: str) -> None:
        """The same of cards with which people have played: what they had changed on top of a pack."""
        self._compare_cards(game, self.packs.bring_change(game, pack, label, change))

    def _compare_cards(self, game: str, name: str) -> None:
        self.choose_game(game)
        self.sides["a"].set("pack", "", self.packs.base(game, name))
        self.sides["b"].set("pack", "", name)

    def alike(self) -> None:
        """B is as A is."""
        a = self.sides["a"]
        b = Side(self.packs, self.game)
        b.set("pack", "", a.pack)
        b.setup.seats = [Chair(chair.who) for chair in a.setup.seats]
        b.setup.options, b.setup.rulings = dict(a.setup.options), dict(a.setup.rulings)
        self.sides["b"] = b

    # -- as the page shows it -----------------------------------------------------------------------------------------

    def rows(self) -> Iterator[Data]:
        """Every thing that can be agreed, with what each side has."""
        a, b = self.sides["a"], self.sides["b"]
        yield self._row("seats", "", "Number of players")
        for seat in range(max(len(a.setup.seats), len(b.setup.seats))):
            yield self._row("bot", str(seat), f"Bot {seat + 1}")
        yield self._row("pack", "", "Cards")
        questions = {option.id: option.question for side in (a, b) for option, _ in side.setup.offered()}
        for key, question in questions.items():
            yield self._row("option", key, question)
        for title, rulings in a.game.rulebook.rulings_by_chapter().items():
            for one in rulings:
                yield {**self._row("ruling", one.id, one.question), "usual": one.default, "chapter": title}

    def _row(self, what: str, key: str, question: str) -> Data:
        sides = {
            name: {
                "value": side.value(what, key),
                "choices": [{"id": id, "text": text} for id, text in side.choices(what, key).items()],
            }
            for name, side in self.sides.items()
        }
        differs = sides["a"]["value"] != sides["b"]["value"]
        return {"what": what, "key": key, "question": question, **sides, "differs": differs}

    def differences(self, most: int | None = MOST_LINES) -> list[str]:
        """What B has that A has not, each as a line, of two packs the first; nothing if both are the same."""
        lines = []
        for row in self.rows():
            if not row["differs"]:
                continue
            was, now = (_said(row[side]).rstrip(".") for side in SIDES)
            colon = "" if row["question"].endswith(("?", ".", ":")) else ":"
            lines.append(f"{row['question']}{colon} {was} → {now}")
        a, b = self.sides["a"], self.sides["b"]
        if a.pack != b.pack:
            changed = self.packs.changes(self.game, a.pack, b.pack)
            lines += changed if most is None else shortened(changed, most)
        return lines

    @property
    def problem(self) -> str:
        """Why this cannot be played; empty if it can."""
        for told in self.wrong.values():
            return told
        for name, side in self.sides.items():
            if side.setup.problem:
                return f"You can't play {name.upper()}: {side.setup.problem}"
        return ""

    def plans(self) -> dict[str, Plan]:
        """What is played: both sides, or A alone if B is the same."""
        if self.problem:
            raise SetupError(self.problem)
        names = SIDES if any(row["differs"] for row in self.rows()) else SIDES[:1]
        return {name: self.sides[name].plan(self.seed) for name in names}

    # -- in a link ----------------------------------------------------------------------------------------------------

    def written(self) -> str:
        """The experiment as a link keeps it."""
        return link.write(self.game, self.games, self.seed, [self._written(side) for side in self.sides.values()])

    def _written(self, side: Side) -> Data:
        bots = [chair.who for chair in side.setup.seats]
        brought = self.packs.brought(self.game, side.pack)
        cards: tuple[str, Any] = ("", None) if brought is None else (side.pack, dict(brought.edition.change))
        pack = self.packs.base(self.game, side.pack)
        return link.side(pack, bots, side.setup.options, side.setup.rulings, *cards)

    def read(self, text: str) -> None:
        """An experiment from a link; SetupError if it is none, and then nothing has changed."""
        before = self.game, self.games, self.seed, self.sides
        try:
            self._begin(self.game)
            game, games, seed, sides = link.read(text)
            if not _within(games, 1, self.most_games) or not _within(seed, 0, MOST_SEED):
                raise SetupError(f"A run can have 1 to {self.most_games:,} games.")
            self.choose_game(game)
            self.games, self.seed = games, seed
            for name, wanted in zip(SIDES, sides, strict=True):
                self._read_side(name, wanted)
            self.wrong.clear()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, TabletopError) as error:
            self.game, self.games, self.seed, self.sides = before
            why = f" {error}" if isinstance(error, TabletopError) else ""
            raise SetupError(f"We can't set up the experiment in this link.{why}") from None

    def _read_side(self, name: str, wanted: Data) -> None:
        side = self.sides[name]
        pack, cards = wanted["pack"], wanted.get("cards")
        if cards is not None:
            pack = self.packs.bring_change(self.game, pack, str(cards["name"]), cards["change"])
        side.set("pack", "", pack)
        side.set("seats", "", str(len(wanted["bots"])))
        for number, bot in enumerate(wanted["bots"]):
            side.set("bot", str(number), bot)
        for what in ("option", "ruling"):
            for key, choice in wanted[f"{what}s"].items():
                side.set(what, key, choice)


def shortened(lines: list[str], most: int) -> list[str]:
    """The first of many lines, and how many there are besides."""
    return [*lines[:most], f"and {len(lines) - most} more lines"] if len(lines) > most else lines


def _within(number: Any, least: int, most: int) -> bool:
    return type(number) is int and least <= number <= most


def _said(side: Data) -> str:
    """What a side has, in words."""
    return next((one["text"] for one in side["choices"] if one["id"] == side["value"]), "-")
