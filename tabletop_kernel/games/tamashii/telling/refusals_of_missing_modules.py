"""Refusals of moves from parts of the game that a table plays without. They come before any other reason."""

from __future__ import annotations

from tabletop_kernel.contract.game import Move
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.state import State

CITY_VERBS = ("event", "heist", "no-heist", "pay", "no-pay", "more", "stop", "lose")
INARI_VERBS = ("inari", "no-inari")
BOT_VERBS = ("battery", "bot-move", "bot-go")
REPELLED_VERBS = ("hand-over", "discard-enemy")  # a PvP card's question about a repelled enemy
TRADE_VERBS = ("trade", "give", "ask", "propose", "drop", "accept", "decline")
VERBS_WITH_SUBJECT = ("launch", "use", "anytime", "equip", "upgrade")  # verbs that name their subject


def refuse_missing(state: State, move: Move) -> Verdict | None:
    """Return a refusal for the missing part of the game that a move belongs to, or None if nothing is missing."""
    verb = str(move[0])
    subject = str(move[1]) if verb in VERBS_WITH_SUBJECT and len(move) > 1 else ""
    return (
        _refuse_module(state, verb, subject)
        or _refuse_mode(state, verb, subject)
        or _refuse_left_out(state, verb, subject)
    )


def _refuse_module(state: State, verb: str, subject: str) -> Verdict | None:
    """Return a refusal for a module that the table hasn't chosen, or None."""
    modules = state.rules.modules
    if "city" not in modules and verb in CITY_VERBS:
        return Verdict("city.event", what="no-city")
    if "catie" not in modules and (verb == "side" or subject == "catie"):
        return Verdict("catie.include")
    if "diary" not in modules and (verb == "diary" or subject.partition(".")[0] == "diary"):
        return Verdict("diary.include")
    return Verdict("inari.special") if "inari" not in modules and verb in INARI_VERBS else None


def _refuse_mode(state: State, verb: str, subject: str) -> Verdict | None:
    """Return a refusal for something from another mode, or None."""
    mode, kind = state.rules.mode, subject.partition(".")[0]
    if mode != "solo" and (verb in BOT_VERBS or (verb == "launch" and subject == "bot")):
        return Verdict("solo.bot-start")
    if mode == "solo" and verb in TRADE_VERBS:
        return Verdict("upg.trade", what="alone")
    if mode == "versus":
        return Verdict("comp.no-cards") if verb == "act" or (verb == "launch" and kind == "card") else None
    if verb == "attempt":
        return Verdict("quest.activity", what="no-goals")
    if verb in REPELLED_VERBS or kind == "pvp":
        return Verdict("comp.pvp", what="versus-only")
    return Verdict("comp.enhancement", what="versus-only") if kind == "enhancement" else None


def _refuse_left_out(state: State, verb: str, subject: str) -> Verdict | None:
    """Return a refusal for something that the prologue leaves out, or None."""
    if not state.rules.prologue:
        return None
    kind, _, entry = subject.partition(".")
    bodies, augments = state.rules.content.bodies, state.rules.content.augments
    if verb == "launch" and kind == "body" and entry in bodies and not bodies[entry].core:
        return Verdict("setup.prologue-skips", what="the body market")
    card = augments.get(subject if verb == "equip" else entry)
    of_class = card is not None and not card.faction and (verb == "equip" or kind == "aug")
    if of_class or (verb == "upgrade" and subject == "augment"):
        return Verdict("setup.prologue-skips", what="class augments")
    return None
