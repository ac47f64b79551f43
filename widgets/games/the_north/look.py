"""One look at a table of The North, and the pieces that every part of a scene is built from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_north.content import UNKNOWN, Ancient, Facility
from tabletop_kernel.games.the_north.naming import card_name
from tabletop_kernel.games.the_north.scoring import tally
from tabletop_kernel.games.the_north.state import COLLECTOR, Rules
from widgets.look import TableLook
from widgets.scene import Card, Line, Side
from widgets.scene import card as as_card

if TYPE_CHECKING:
    from tabletop_kernel.games.the_north.rules import TheNorth

# One sign for each place in the list of Facilities; they suit the names of the house pack.
SIGNS = ("outpost", "conduit", "archive", "foundry", "beacon", "depot", "castle", "flag", "bulb", "key", "shop")
TONES = ("value0", "value1", "value2")


class Look(TableLook):
    """A view with the legal moves of its seat, and words for both."""

    game: TheNorth
    rules: Rules

    def prepare(self) -> None:
        self.solo = self.config.seats == 1
        house: TheNorth = load(self.game.name)  # type: ignore[assignment]
        self._house = house.content  # a card that a pack has changed is no longer the house's, whatever it says
        self.scores = tally(self.rules, self.view)  # if the game ended now
        self._signs = {name: SIGNS[n % len(SIGNS)] for n, name in enumerate(self.rules.content.facilities)}

    # -- people --------------------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        if self.solo and seat == COLLECTOR:
            return "The Collector"
        if seat in self.people:
            return self.people[seat]
        if self.solo:
            return "You" if seat == self.me else "The player"
        return f"Player {seat + 1}"

    def is_you(self, seat: int) -> bool:
        """Whether to say so beside the name: alone and without a name, «You» is the name."""
        return seat == self.me and (not self.solo or seat in self.people)

    def whose(self, seat: int) -> str:
        """«your», «player 2's», «Anna's»."""
        if seat == self.me:
            return "your"
        if seat in self.people:
            return f"{self.people[seat]}'s"
        return "the player's" if self.solo else f"player {seat + 1}'s"

    def after(self, gain: int) -> str:
        """«24 → 26»: the own total now and after a gain, before any ability; empty where it is not exactly known."""
        score = self.scores[self.me] if self.me is not None and "previews" not in self.hidden else None
        if score is None or not score.exact or self.ruling["ruling.own-discard"] == "origin":
            return ""
        return f"{score.total:g} → {score.total + gain:g}"

    # -- cards ---------------------------------------------------------------------------------------------------------

    def sides(self, face: str) -> tuple[Ancient | None, Facility | None]:
        """The two sides of a face; None for one that is not seen."""
        one, _, two = bare(face).partition("/")
        content = self.rules.content
        return content.ancients.get(one), content.facilities.get(two)

    def text(self, key: str) -> str:
        """An ability in words, from the line that is carried out."""
        return LANGUAGE.words(self.rules.effects[key])

    def steps(self, key: str) -> list[str]:
        """The same, one sentence for each step."""
        return LANGUAGE.sentences(self.rules.effects[key])

    def sign(self, face: str) -> str:
        """The sign of the Facility on a face; a covered eye where it is not seen."""
        return self._signs.get(bare(face).partition("/")[2], "covered")

    def held(self) -> list[str]:
        """The cards in the own hand."""
        return list(self.view["hand"][self.me]) if self.me is not None else []

    def front(self, face: str) -> Side:
        """The Ancient of a card."""
        slug = bare(face).partition("/")[0]
        ancient = self.rules.content.ancients[slug]
        body: list[Line] = [
            {"glyph": "protocol", "name": "Protocol", "text": self.text(f"{slug}.protocol")},
            {"glyph": "spark", "name": "Spark", "text": self.text(f"{slug}.spark")},
        ]
        side: Side = {"figure": ancient.value, "name": ancient.name, "tone": TONES[ancient.worth], "body": body}
        return {**side, "house": ancient.house and self._house.ancients.get(slug) == ancient}

    def behind(self, face: str) -> Side:
        """The Facility of a card."""
        slug = bare(face).partition("/")[2]
        facility = self.rules.content.facilities[slug]
        body: list[Line] = [{"glyph": "protocol", "name": "Protocol", "text": self.text(f"{slug}.protocol")}]
        side: Side = {"glyph": self.sign(face), "name": facility.name, "tone": "facility", "body": body}
        return {**side, "house": facility.house and self._house.facilities.get(slug) == facility}

    def said(self, face: str) -> str:
        """Both sides of a card as far as they are seen, in one sentence for the ear; first the side that shows."""
        ancient, facility = self.sides(face)
        parts = []
        if ancient:
            slug = bare(face).partition("/")[0]
            texts = f"Protocol: {self.text(f'{slug}.protocol')} Spark: {self.text(f'{slug}.spark')}"
            parts.append(f"{ancient.name}, Ancient of Value {ancient.value}. {texts}")
        if facility:
            slug = bare(face).partition("/")[2]
            parts.append(f"{facility.name}, Facility. Protocol: {self.text(f'{slug}.protocol')}")
        if self.shows(face) == "facility":
            return " On the other side ".join(reversed(parts))
        return " On the back ".join(parts) or "A hidden card."

    def shows(self, face: str) -> str:
        """The side that a card shows to all: its Facility in a Zone as such or on top of the Wastes Deck."""
        up = [*self.view["wastes_deck"][:1], *(face for row in self.view["facilities"] for face in row)]
        return "facility" if face in up else "ancient"

    # -- pieces --------------------------------------------------------------------------------------------------------

    def ancient_card(self, where: str, face: str, place: str, can: Iterable[Move], attempt: Move, rule: str) -> Card:
        """A whole card with its Ancient in front; the Facility is on the back, where it may be looked at."""
        piece = self.piece(f"{where}:{face}", f"{self.said(face)} {place}", can, attempt, rule)
        made = as_card(piece, face="text", size="text", **self.front(face))
        facility = self.sides(face)[1]
        if facility:
            made["foot"] = {"glyph": self.sign(face), "name": facility.name}
            made["back"] = self.behind(face)
        return made

    def back_card(self, where: str, face: str, label: str, can: Iterable[Move], attempt: Move, rule: str) -> Card:
        """A card with its Facility side up, of which no more than the sign is shown."""
        facility = self.sides(face)[1]
        piece = self.piece(where, label, can, attempt, rule)
        name = facility.name if facility else ""
        return as_card(piece, face="back", tone="facility", emblem=self.sign(face), name=name)

    def places(self) -> tuple[str, str]:
        """Where the two cards of an exchange lie that is asked for now."""
        return (self.data[0], self.data[1]) if self.kind == "exchange" else ("", "")

    def trio(self, slug: str) -> int:
        """How many of a Facility make a set for its own Protocol; 0 if it counts nothing."""
        counted = self.rules.content.facilities[slug].counted
        tests = [test for step in self.rules.effects[f"{slug}.protocol"].steps for test in step.tests]
        found = [test.right for test in tests if test.left == counted and isinstance(test.right, int)]
        more = self.ruling["ruling.trio-self"] == "no"  # then the card that has come in is one too many
        return min((number + more for number in found if number <= 5), default=0)


def bare(face: str) -> str:
    """A face without what tells equal cards apart."""
    return face.split("@")[0].split("#")[0]


def hidden(face: str) -> bool:
    return UNKNOWN in bare(face).split("/")


def named(look: Look, face: str) -> str:
    return card_name(look.rules, face, look.shows(face))


def listed(parts: Any) -> str:
    return ", ".join(parts)
