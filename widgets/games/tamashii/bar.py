"""The move bar: every legal move as a button, in groups; what brings the game on is the main one."""

from __future__ import annotations

from tabletop_kernel.contract.common_words import percent
from tabletop_kernel.contract.game import TAKE_BACK, Move
from tabletop_kernel.games.tamashii.components import SLOT
from tabletop_kernel.games.tamashii.fighting import odds_words
from tabletop_kernel.games.tamashii.modes import versus_goals
from tabletop_kernel.games.tamashii.pack import line_keys
from tabletop_kernel.games.tamashii.pack.pieces import Place
from tabletop_kernel.games.tamashii.phases import planning
from tabletop_kernel.games.tamashii.phases.moving import read_place
from tabletop_kernel.games.tamashii.telling import naming
from tabletop_kernel.toolkit.grid import HEX
from widgets.games.tamashii import asked, fight
from widgets.games.tamashii.cards import FOR_EXP
from widgets.games.tamashii.grid import DISCARD, UNLOCK, drawn_tokens
from widgets.games.tamashii.look import SHIFTS, Look
from widgets.games.tamashii.patterns import name_of, pill_of
from widgets.scene import Button, Group, PieceChoice

GROUP = {
    "launch": "Launch",
    "use": "Use",
    "anytime": "Use",
    "learn": "At any time",
    "diary": "At any time",
    "gain-token": "Gain for 1 memory",
    "start": "Start on",
    "equip": "Equip",
    "upgrade": "Upgrade",
    "trade": "Trade with",
    "move": "Move to",
    "bot-move": "The BOT goes to",
    "go": "Go to",
    "bot-go": "The BOT goes to",
    "battery": "The BOT",
    "frame": "Frames",
    "reroll": "Reroll",
    "put": "Put in",
    "dump": "Dump",
    "discard": "Discard",
    "place": "Place",
    "give": "Give",
    "ask": "Ask for",
    "act": "Activity",
    "attempt": "Try",
    TAKE_BACK: "Take back",
}
MAIN = ("roll", "again", "propose", "do", "stay", "district", "done", "end")  # the first that is possible; none accepts
ROOM = 32  # letters for what an ability does
GIVES_UP = ("stay", "done", "end")  # what is left is lost then: the main one only when nothing is left
KEPT = frozenset(
    {"upgrade", "gain-token", "discard-token", "equip", "trade", "use", "anytime", "learn", "diary", TAKE_BACK}
)
ENDS = (
    *GIVES_UP,
    "pass",
    "suffer",
    "fall",
    "leave",
    "decline",
    "drop",
    "no-go",
    "no-district",
    "no-inari",
    "no-pay",
    "no-heist",
    "stop",
    "keep",
)


def groups(look: Look) -> list[Group]:
    """Moves that take two pieces wait behind the first of them; the others by what they do; what ends things last."""
    main = _main(look)
    found: dict[str, Group] = {}
    last: Group = {"label": "", "buttons": []}
    for move in sorted(look.legal, key=lambda move: _steps_away(look, move)):
        if move == main:
            found.setdefault("", {"label": "", "buttons": []})["buttons"].append(_button(look, move, True))
        elif _ends(move):
            last["buttons"].append({**_button(look, move, False), "ends": True})
        else:
            _into(look, found, move)
    return [group for group in (*found.values(), last) if group["buttons"]]


def _way(look: Look, move: Move) -> Place:
    """Where a move goes, as seen from the figure that goes; (0, 0) if it goes nowhere."""
    place = read_place(move[1]) if move[0] in GOING and len(move) > 1 else None
    if place is None or look.me is None:
        return (0, 0)
    here = (look.view["bot"] or place) if str(move[0]).startswith("bot-") else look.view["place"][look.me]
    return (place[0] - here[0], place[1] - here[1])


def _steps_away(look: Look, move: Move) -> int:
    """How far off a move goes: near tiles come first, and all else stays in its order."""
    q, r = _way(look, move)
    return max(abs(q), abs(r), abs(q + r))


def _beside_you(look: Look, move: Move) -> str:
    """On which side of your own figure a tile lies, if it lies beside it."""
    side = next((name for name, way in HEX.items() if way == _way(look, move)), "")
    return f"{side} of you" if side and not str(move[0]).startswith("bot-") else ""


def _main(look: Look) -> Move:
    """What brings things on, or the only move; nobody gives something up by a careless Enter."""
    ahead = [move for move in look.legal if move[0] != TAKE_BACK and move != ("learn",)]
    if len(ahead) == 1:
        return ahead[0]
    if ("keep",) in ahead and fight.enough(look) and ("again",) not in ahead:
        return ("keep",)
    lapses = any(len(move) > 1 and move[0] not in KEPT for move in ahead)
    found = next(((verb,) for verb in MAIN if (verb,) in look.legal), ())
    return () if lapses and found and found[0] in GIVES_UP else found


def _ends(move: Move) -> bool:
    return len(move) == 1 and move[0] in ENDS


def _into(look: Look, found: dict[str, Group], move: Move) -> None:
    half = _half(look, move)
    label = "Program" if move[0] in SHIFTS else GROUP.get(str(move[0]), "Choose")
    name = f"{label} {half['piece']}" if half else label
    group = found.setdefault(name, {"label": label, "buttons": []})
    if half:
        group["choice"] = half
    group["buttons"].append(_button(look, move, False))


def _half(look: Look, move: Move) -> PieceChoice | None:
    """The piece that is chosen first, of a move that takes two."""
    if move[0] in SHIFTS:
        slot = str(move[1])
        token = naming.token_name(look.view["grid"][look.whose][SLOT[slot]])
        return {"piece": f"slot:{slot}", "text": f"{token}, {slot}", "what": "a token"}
    if move[0] == "place":
        token = naming.token_name(str(move[1]))
        number = drawn_tokens(look).index(str(move[1]))
        return {"piece": f"drawn:{number}", "text": token[:1].upper() + token[1:], "what": "a token"}
    if move[0] == "discard-token":
        return {"piece": DISCARD, "text": "Discard a token", "strong": "1 memory", "what": "an upgrade"}
    if move in look.unlocks:
        return {"piece": UNLOCK, "text": "Remove a lock", "what": "an upgrade"}
    return None


def _button(look: Look, move: Move, main: bool) -> Button:
    """A move as a button: a few words, with the whole sentence as its label."""
    text = _text(look, move)
    label = text if move in (("done",), ("keep",)) else look.phrase(move)
    if move[0] == "use" and (printed := _printed(look, str(move[1]))):
        label += f". {printed}"
    made: Button = {"text": text, "do": {"do": "move", "move": list(move)}, "label": label}
    if move[0] == "launch" and str(move[1]) in look.sources:
        pill = pill_of(look, look.sources[str(move[1])])
        made |= {"strong": pill} if pill != made["text"] else {}
    if move[0] == "upgrade" and move not in look.unlocks:
        made["strong"] = label.partition(":")[0]  # what it costs
    if move[0] == "launch":
        alike = [other for other in look.moves("launch") if other[1] == move[1]]
        made |= {"looks": f"pattern:{move[1]}", "match": alike.index(move)}
    made["main" if main else "legal"] = True
    return made


def _text(look: Look, move: Move) -> str:
    verb, *rest = move
    if verb == "launch":
        source = look.sources.get(str(rest[0]))
        several = sum(other[1] == rest[0] for other in look.moves("launch")) > 1
        name = name_of(look, source) if source is not None else look.phrase(move)
        return f"{name} {rest[1]}" if several else name
    if verb in ("slide", "switch"):
        return f"{rest[0]} {'to' if verb == 'slide' else 'with'} {rest[1]}"  # either of them may be held
    if move in look.unlocks:
        return f"Unlock {rest[1]}"
    if verb in ("discard-token", "put", "dump", "discard") and rest:
        return f"{naming.token_name(look.view['grid'][look.whose][SLOT[str(rest[0])]])} {rest[0]}"
    if verb == "place":
        return f"On {rest[1]}"
    if verb == "gain-token":
        return naming.token_name(str(rest[0]))
    text = _short(look, move)
    if verb == "done" and look.kind == "plan" and look.data[0] != planning.PROGRAM:
        return _next_step(look)
    if verb == "keep" and not rest and (result := fight.reached(look)):
        return f"{look.phrase(move)}: {result}"
    if verb == "use" and (does := _of_body(look, str(rest[0]))):
        return f"Body: {does}"
    if verb in WORDS:
        return WORDS[str(verb)]
    if verb == TAKE_BACK and rest[0] == "put":
        return f"{naming.token_name(look.view['grid'][look.whose][SLOT[str(rest[1])]])} {rest[1]}"
    if verb == "attempt" and look.previews:
        return f"{text} ({_prospect(look, str(rest[0]))})"
    text = f"{text.rstrip('.')} (nothing now)" if asked.idle(look, move) else text
    return text[:1].upper() + text[1:]


def _short(look: Look, move: Move) -> str:
    """The words of a move without those that its group says, or its piece."""
    text = look.phrase(move)
    if move[0] == "upgrade":
        return FOR_EXP[str(move[1])]
    if move[0] == "frame" and _is_only_frame_for(look, move):
        return text.partition(":")[0]
    for start in STARTS:
        text = text.removeprefix(start)
    if text.startswith(UNREAD):
        return f"Face down: {_beside_you(look, move) or text.removeprefix(UNREAD)}"
    return text


def _is_only_frame_for(look: Look, move: Move) -> bool:
    """Whether no other frame takes the same dice: then they name the move, and the frame says what it does."""
    return sum(other[2] == move[2] for other in look.moves("frame")) == 1


def _of_body(look: Look, name: str) -> str:
    """What the ability of one's own body does once it is paid for, as far as a button has room for it."""
    if not naming.is_own_body(look.state, look.whose, name):
        return ""
    does = look.line(line_keys.use(name, 0)).rpartition("; ")[2]
    return does if len(does) <= ROOM else "its ability"


def _printed(look: Look, name: str) -> str:
    """The text of a card that can be used."""
    content, (kind, _, card) = look.rules.content, name.partition(".")
    if kind == "body":
        return content.bodies[card].text
    return content.augments[card].text if kind == "aug" else ""


def _next_step(look: Look) -> str:
    """What follows a window of Planning: no two of them are left with the same words."""
    _, owner, _ = look.view["frames"][-1]
    return (
        "Roll for trace"
        if look.data[0] == planning.BEGIN and planning.has_trace_roll_ahead(look.state, owner)
        else "Refill slots"
    )


def _prospect(look: Look, goal: str) -> str:
    """What all the tokens would do for the test of a goal, before any of them is put in."""
    ahead = versus_goals.prospect_of(look.state, look.whose, look.rules.content.goals[goal])
    if ahead.most < ahead.number:
        return f"at most {ahead.most} of {ahead.number}"
    return f"{percent(odds_words.pass_chance(ahead))} with all {ahead.dice}"


STARTS = (
    *("Move to ", "Go to ", "Start on ", "Send the BOT to "),
    *("Equip ", "Trade with ", "Use ", "Give ", "Ask for ", "Take back "),
)
UNREAD = "the face-down tile "  # how tiles begin that have no name yet
GOING = ("move", "go", "bot-move", "bot-go")
WORDS = {"district": "Use the effect", "battery": "Use the BOT (1 battery)"}
