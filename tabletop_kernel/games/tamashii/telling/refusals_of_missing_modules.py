"""Refusals of moves from parts of the game that a table plays without. They come before any other reason."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.state import State

CITY = ("event", "heist", "no-heist", "pay", "no-pay", "more", "stop", "lose")
INARI = ("inari", "no-inari")
BOT = ("battery", "bot-move", "bot-go")
REPELLED = ("hand-over", "discard-enemy")  # a PvP card's question about a repelled enemy
TRADE = ("trade", "give", "ask", "propose", "drop", "accept", "decline")
OF_CARDS = ("launch", "use", "anytime", "equip", "upgrade")  # verbs that name their subject


def absent(state: State, move: Move) -> Verdict | None:
    """Return a refusal for the missing part of the game that a move belongs to, or None if nothing is missing."""
    verb = str(move[0])
    named = str(move[1]) if verb in OF_CARDS and len(move) > 1 else ""
    return _no_module(state, verb, named) or _no_mode(state, verb, named) or _no_market(state, verb, named)


def _no_module(state: State, verb: str, named: str) -> Verdict | None:
    """Return a refusal for a module that the table hasn't chosen, or None."""
    modules = state.rules.modules
    if "city" not in modules and verb in CITY:
        return Verdict("city.event", what="no-city")
    if "catie" not in modules and (verb == "side" or named == "catie"):
        return Verdict("catie.include")
    if "diary" not in modules and (verb == "diary" or named.partition(".")[0] == "diary"):
        return Verdict("diary.include")
    return Verdict("inari.special") if "inari" not in modules and verb in INARI else None


def _no_mode(state: State, verb: str, named: str) -> Verdict | None:
    """Return a refusal for something from another mode, or None."""
    mode, kind = state.rules.mode, named.partition(".")[0]
    if mode != "solo" and (verb in BOT or (verb == "launch" and named == "bot")):
        return Verdict("solo.bot-start")
    if mode == "solo" and verb in TRADE:
        return Verdict("upg.trade", what="alone")
    if mode == "versus":
        return Verdict("comp.no-cards") if verb == "act" or (verb == "launch" and kind == "card") else None
    if verb == "attempt":
        return Verdict("quest.activity", what="no-goals")
    if verb in REPELLED or kind == "pvp":
        return Verdict("comp.pvp", what="versus-only")
    return Verdict("comp.enhancement", what="versus-only") if kind == "enhancement" else None


def _no_market(state: State, verb: str, named: str) -> Verdict | None:
    """Return a refusal for something that the prologue leaves out, or None."""
    if not state.rules.prologue:
        return None
    kind, _, entry = named.partition(".")
    bodies, augments = state.rules.content.bodies, state.rules.content.augments
    if verb == "launch" and kind == "body" and entry in bodies and not bodies[entry].core:
        return Verdict("setup.prologue-skips", what="the body market")
    card = augments.get(named if verb == "equip" else entry)
    of_class = card is not None and not card.faction and (verb == "equip" or kind == "aug")
    if of_class or (verb == "upgrade" and named == "augment"):
        return Verdict("setup.prologue-skips", what="class augments")
    return None
