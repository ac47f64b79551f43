"""One look at a table of The West: Ascendant, and the words and pieces that every part of a scene is built from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.common_words import listed
from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE
from tabletop_kernel.games.the_west_ascendant.content import Cityengine, Locus
from tabletop_kernel.games.the_west_ascendant.names_and_moves import cards_in_words, type_name
from tabletop_kernel.games.the_west_ascendant.previews import Preview
from tabletop_kernel.games.the_west_ascendant.state import Rules
from widgets.look import TableLook
from widgets.scene import Card, Piece, Suit, card

if TYPE_CHECKING:
    from tabletop_kernel.games.the_west_ascendant.rules import TheWest

SIGNS: tuple[Suit, ...] = ("flame", "drop", "rings", "mast")  # one for each type, in the order of the pack
KIND_SIGN = {"prime": "sun", "trigger": "spark"}
KIND_TONE = {"prime": "value2", "trigger": "value1"}
# What a PULSE does, short enough for a card; a longer line of a pack is just called by its name.
GIST = {"other-loses": "other −{}", "lose": "you −{}", "draw": "draw {}", "recover": "recover {}", "under": "new top"}


class Look(TableLook):
    """A view with the legal moves of its seat, and words for both."""

    game: TheWest
    rules: Rules

    def prepare(self) -> None:
        game, config, view = self.game, self.config, self.view
        tells = "previews" not in self.hidden
        self.costs = (
            {found.move: found for found in game.telling.previews(config, view, list(self.legal))} if tells else {}
        )
        pays = tells and view["frames"]  # at the end nothing is paid any more
        self.payments = game.telling.payments(config, view) if pays else []
        self.scores = game.telling.tally(config, view)
        house: TheWest = load(game.name)  # type: ignore[assignment]
        self._house = house.content

    # -- people --------------------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        return self.people.get(seat) or f"Player {seat + 1}"

    def whose(self, seat: int) -> str:
        """«your», «player 2's», «Anna's»."""
        if seat == self.me:
            return "your"
        return f"{self.people[seat]}'s" if seat in self.people else f"player {seat + 1}'s"

    @property
    def other(self) -> str:
        """Who plays against the viewer, in the middle of a sentence."""
        seat = 1 - (self.me or 0)
        return self.people.get(seat) or f"player {seat + 1}"

    # -- words ---------------------------------------------------------------------------------------------------------

    def text(self, key: str) -> str:
        """An effect in words, from the line that is carried out."""
        return LANGUAGE.words(self.rules.effects[key])

    def type_name(self, name: str) -> str:
        return type_name(self.rules, name)

    def types(self, names: Iterable[str]) -> str:
        """«Kiln and Orrery»."""
        return listed(self.type_name(name) for name in names)

    def several(self, name: str, number: int) -> str:
        """«2 Kilns»."""
        return cards_in_words(self.rules, [name] * number)

    def sign(self, name: str) -> str:
        return SIGNS[self.rules.order[name]]

    def hand(self) -> list[str]:
        """The cards in the own hand."""
        return list(self.view["hand"][self.me]) if self.me is not None else []

    def running(self) -> list[str]:
        """The keys of the effects that are being carried out, the outermost first."""
        return [str(data[0]) for kind, _, data in self.view["frames"] if kind == "effect"]

    def step_of_effects(self) -> str:
        """prime, trigger or radiate, while such effects wait; else empty."""
        return next((str(data[0]) for kind, _, data in reversed(self.view["frames"]) if kind == "use"), "")

    def asked_for(self, verb: str) -> bool:
        """Whether the viewer is asked for a choice of this kind ("exchange", "under"), even if none is possible."""
        if self.me != self.decider or self.kind not in ("offer", verb):
            return False
        if self.kind == verb:
            return True
        key, at = next(data[:2] for kind, _, data in reversed(self.view["frames"]) if kind == "effect")
        act = self.rules.effects[key].ops[at].act
        return bool(act and act.verb == verb)

    # -- what a choice costs the other player --------------------------------------------------------------------------

    def phrase(self, move: Move) -> str:
        """A move in words, and what it costs the other player where that can be told."""
        said = super().phrase(move)
        return f"{said}. {self.loss(self.costs[move])}" if move in self.costs else said

    def loss(self, cost: Preview) -> str:
        """«Player 2 loses 2 (cards) + 3 (RADIATE)»"""
        parts = [f"{part.points} ({part.text})" for part in cost.parts]
        other = self.other
        return f"{other[:1].upper()}{other[1:]} loses {' + '.join(parts) or 'nothing'}"

    # -- cards ---------------------------------------------------------------------------------------------------------

    def facility(self, name: str, piece: Piece) -> Card:
        """A Facility by its type: name, sign, and its PULSE in a word."""
        rank, worth = self.type_name(name), self.gist(f"{name}.pulse")
        return card(piece, face="suit", rank=rank, suit=SIGNS[self.rules.order[name]], worth=worth, size="hand")

    def gist(self, key: str) -> str:
        acts = list(self.rules.effects[key].acts())
        _, step, act = acts[0]
        plain = len(acts) == 1 and not step.tests and act.verb in GIST and not any(act.args[1:])
        return GIST[act.verb].format(*act.args) if plain else "PULSE"

    def said_facility(self, name: str) -> str:
        """A Facility in a sentence for the ear."""
        return f"{self.type_name(name)}. PULSE: {self.text(f'{name}.pulse')}"

    def is_house(self, entry: Locus | Cityengine) -> bool:
        """Whether a card is our own; one that a pack has changed no longer is, whatever it says."""
        return entry.house and entry in (self._house.loci.get(entry.id), self._house.engines.get(entry.id))

    def said_locus(self, locus: str) -> str:
        entry = self.rules.content.loci[locus]
        house = " House card." if self.is_house(entry) else ""
        return f"{entry.name}, {entry.kind.upper()}: {self.text(locus)} It costs {self.types(entry.required)}.{house}"
