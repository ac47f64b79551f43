"""The patterns of a player by where they stand: what each brings, where it lies, or what is missing."""

from __future__ import annotations

from functools import lru_cache

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.components import LOCK
from tabletop_kernel.games.tamashii.launch import pattern_list, pattern_matching
from tabletop_kernel.games.tamashii.launch.launcher import slots_text
from tabletop_kernel.games.tamashii.launch.pattern_list import ASSET_PATTERNS, EXP, JOINING_SIGN
from tabletop_kernel.games.tamashii.launch.pattern_list import Source as Kind
from tabletop_kernel.games.tamashii.pack.pieces import Cells
from tabletop_kernel.games.tamashii.telling import naming
from widgets.games.tamashii.ahead import if_launched
from widgets.games.tamashii.look import Look
from widgets.launcher_parts import Pattern, Patterns, Source
from widgets.look import ORDER, count

BELOW = "Enemies below"
SOURCES = {
    "hack": "Top enemy",
    "repel": "Top enemy",
    "card": "Scenario",
    "augment": "Augments",
    "other": "Table cards",
    "basic": "Basic",
    "bot": "BOT",
    "catie": "Catie",
    "diary": "Diary",
    "body": "Body market",
}
NAMES = {"hack": "Hack", "repel": "Repel"}
PILLS = {"repel": "discard it", "body": "new body", "bot": "+1 battery", "catie": "+1 Catie"}
PILL = 16  # letters that fit on a pill
RULE = {
    "basic": "pattern.basic-nine",
    "augment": "pattern.augments",
    "hack": "pattern.hack-repel",
    "repel": "pattern.hack-repel",
    "body": "body.inhabit-pattern",
    "bot": "solo.recharge",
    "catie": "catie.pattern",
    "diary": "diary.redeem",
}
WHY = {  # in a few words: a click says all of it
    "pattern.once": "already launched",
    "pattern.augments": "augment already launched",
    "pattern.other-places": "only where its card says",
    "enemy.patterns": "only for the top enemy",
    "aug.two-states": "not equipped",
    "aug.timing": "not now",
    "asset.spend": "you can't pay for it",
    "ruling.body.third": "you have two bodies",
    "ruling.pattern.null-launch": "it would do nothing",
    "ruling.pattern.long-and-short": "other version launched",
    "ruling.pattern.once-card": "same pattern launched",
    "solo.recharge-full": "all batteries are full",
    "catie.max": "you have two",
}
USED = ("pattern.once", "pattern.augments")


def part(look: Look, tabbed: bool) -> Patterns:
    """All patterns; those that lie on the launcher come first in their group."""
    groups: dict[str, list[Pattern]] = {}
    for source in look.sources.values():
        groups.setdefault(_group(source), []).append(_pattern(look, source))
    for key in _together(look):
        groups.setdefault("With the same tokens", []).append(_joined(look, key))
    order = ["With the same tokens", *dict.fromkeys(SOURCES.values()), BELOW]
    sources: list[Source] = [{"label": label, "patterns": groups[label]} for label in order if label in groups]
    if look.previews and ORDER not in look.hidden:  # else the order would tell what lies there
        for source_list in sources:
            source_list["patterns"].sort(key=_rank)
        sources.sort(key=lambda source: not any(_rank(one) < 2 for one in source["patterns"]))
    made: Patterns = {
        "part": "patterns",
        "place": "beside",
        "zone": "patterns",
        "title": "Patterns",
        "rule": "pattern.once",
        "sources": sources,
    }
    if any("@" in row for source in look.sources.values() for row in source.cells):
        made["note"] = f"@ = core data, {naming.token_name(look.view['core'][look.whose])}"
    if tabbed:
        made["tab"] = "Patterns"
    return made


def _group(source: Kind) -> str:
    """Where a pattern stands in the list; those of lower enemies may count soon, but not yet."""
    if source.blocked is not None and source.blocked.rule == "enemy.patterns":
        return BELOW
    return SOURCES[source.kind]


def _lies(pattern: Pattern) -> bool:
    return bool(pattern.get("matches"))


def _rank(pattern: Pattern) -> int:
    """What was launched stays among those that lie there: further down nobody would find it again."""
    return 0 if pattern.get("moves") else 1 if _lies(pattern) or pattern.get("used") else 2


def _pattern(look: Look, source: Kind) -> Pattern:
    moves = [move for move in look.moves("launch") if move[1] == source.key]
    places = pattern_list.places_of(look.state, look.whose, source)
    name, gives = name_of(look, source), gives_of(look, source)
    why = "" if moves else _why(look, source, bool(places))
    label = f"{name}: {gives}" + (f". {why[:1].upper()}{why[1:]}" if why else "")
    attempt = () if moves else _try(look, source)
    piece = look.piece(f"pattern:{source.key}", label, moves, attempt, RULE.get(source.kind, "pattern.exact"))
    if moves and look.previews:
        if_launched(look, piece, source, name)
    made: Pattern = {
        **piece,  # type: ignore[typeddict-item]
        "name": name,
        "picture": {"cells": list(pattern_matching.trim_cells(source.cells)), "core": look.view["core"][look.whose]},
        "gives": gives,
        "pill": pill_of(look, source),
    }
    used = source.blocked is not None and source.blocked.rule in USED
    if moves:
        made["matches"] = [str(move[2]).split("+") for move in moves]
    elif places and (used or look.previews):
        made["matches"] = [slots_text(slots).split("+") for slots in places]
    if used:
        made["used"] = True
    elif why:
        made["why"] = why
    return made


def _together(look: Look) -> list[str]:
    """Keys of several patterns that one set of tokens can pay for, where a ruling allows that."""
    return list(dict.fromkeys(str(move[1]) for move in look.moves("launch") if JOINING_SIGN in str(move[1])))


def _joined(look: Look, key: str) -> Pattern:
    moves = [move for move in look.moves("launch") if move[1] == key]
    some = [look.sources[one] for one in key.split(JOINING_SIGN)]
    names = " and ".join(name_of(look, source) for source in some)
    gives = "; ".join(gives_of(look, source) for source in some)
    piece = look.piece(f"pattern:{key}", f"{names}: {gives}", moves, rule="ruling.pattern.same-tokens-mode")
    picture = {"cells": list(pattern_matching.trim_cells(some[0].cells)), "core": look.view["core"][look.whose]}
    matches = [str(move[2]).split("+") for move in moves]
    return {**piece, "name": names, "picture": picture, "gives": gives, "pill": "both", "matches": matches}  # type: ignore[typeddict-item]


# -- words -------------------------------------------------------------------------------------------------------------


def name_of(look: Look, source: Kind) -> str:
    if source.kind in NAMES:
        return NAMES[source.kind]
    if source.key == EXP:
        return "EXP"
    title = look.named(source.key) if source.kind == "other" else source.title
    return title[:1].upper() + title[1:]


def gives_of(look: Look, source: Kind) -> str:
    """What a pattern brings, as its card prints it."""
    if source.key in ASSET_PATTERNS:
        _, asset, _, number = ASSET_PATTERNS[source.key]
        return f"gain {number} {asset}"
    if source.kind == "body":
        body = look.rules.content.bodies[source.key.partition(".")[2]]
        return f"a new body, {body.mov}/{body.pro}/{body.att}"
    fixed = {EXP: "gain 1 EXP", "bot": "recharge 1 battery", "catie": "gain a Catie token", "diary": "redeem a card"}
    return fixed.get(source.key) or look.line(source.line) or "nothing"


def pill_of(look: Look, source: Kind) -> str:
    """The same in a word or two."""
    gives = gives_of(look, source)
    if source.kind in PILLS:
        return PILLS[source.kind]
    if gives.startswith("gain ") and gives[5:6].isdigit() and len(gives) <= PILL + 4:
        return f"+{gives[5:]}"
    first = gives.partition(";")[0].partition(",")[0]
    return first if len(first) <= PILL else name_of(look, source)


def _why(look: Look, source: Kind, lies: bool) -> str:
    if source.blocked is not None:
        return WHY.get(source.blocked.rule, "not now")
    if lies or not look.previews:
        return ""
    missing = missing_of(look, source)[1]
    return f"{count(missing, 'token')} missing or wrong"


def missing_of(look: Look, source: Kind) -> tuple[tuple[int, ...], int]:
    """Where a pattern nearly lies, and how many of its cells are not filled there."""
    grid, core = look.view["grid"][look.whose], look.view["core"][look.whose]
    return _nearest(grid, core, source.cells, source.connected, pattern_matching.reading_of(look.rules).mirrors)


@lru_cache(maxsize=4096)
def _nearest(grid: str, core: str, cells: Cells, connected: bool, mirrors: bool) -> tuple[tuple[int, ...], int]:
    if connected:
        good = pattern_matching.tokens_for_cell(cells[0][0], core)
        wrong = [slot for slot, token in enumerate(grid) if token not in good]
        sets = ((slots, sum(map(slots.count, wrong))) for slots, _ in pattern_matching.connected_sets(len(cells[0])))
        return min(sets, key=lambda one: one[1])
    best: tuple[tuple[int, ...], int] = ((), pattern_matching.token_count(cells) + 1)
    for way in _ways(cells, mirrors):
        missing = 0
        for slot, cell in way:
            missing += grid[slot] not in pattern_matching.tokens_for_cell(cell, core)
        if missing < best[1]:
            best = tuple(slot for slot, _ in way), missing
    return best


@lru_cache(maxsize=512)
def _ways(cells: Cells, mirrors: bool) -> tuple[pattern_matching.Placed, ...]:
    return tuple(pattern_matching.placements(cells, mirrors))


def _try(look: Look, source: Kind) -> Move:
    """A click on a pattern that cannot be launched tries it where it lies but for one token; else nowhere at all."""
    if look.whose != look.me or look.kind == "over":
        return ()
    places = pattern_list.places_of(look.state, look.whose, source)
    slots, missing = (places[0], 0) if places else missing_of(look, source)
    locked = any(look.view["grid"][look.whose][slot] == LOCK for slot in slots)
    named = (slots_text(slots),) if missing <= 1 and not locked else ()
    return look.unless_legal(("launch", source.key, *named))
