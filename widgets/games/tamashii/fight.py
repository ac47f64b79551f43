"""Dice on the table: a Combat with its frames, or any other roll; and wounds that are about to come."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_kernel.contract.game import Move
from tabletop_kernel.games.tamashii.fighting import combat, wounds
from tabletop_kernel.games.tamashii.fighting.fight_state import CANCEL, NOT_ROLLED, PREPARE, ROLLED, WALK
from tabletop_kernel.games.tamashii.fighting.fight_state import Fight as Fighting
from tabletop_kernel.games.tamashii.fighting.rolling import Roll
from tabletop_kernel.games.tamashii.fighting.token_tests import Trial, count_successes
from tabletop_kernel.games.tamashii.telling import naming
from widgets.games.tamashii.ahead import wounds_next
from widgets.games.tamashii.look import FACES, Look
from widgets.launcher_parts import Fight, Frame
from widgets.look import count
from widgets.scene import Die, Word

ODDS = {"do": "open", "drawer": "odds"}
ENDS = (("pass", "Pass: use no frame now", "combat.alternate"), ("end", "End Combat", "combat.end-done"))
ENOUGH = "enough"  # what is said of a roll that passes its test
TITLES = {"trace": "Trace roll", "attack": "Attack roll", "test": "Roll for the test"}


def parts(look: Look) -> list[Fight]:
    """The Combat that goes on, or the roll at hand."""
    roll = next((Roll(*data) for kind, _, data in look.view["frames"] if kind == "roll"), None)
    fights = [(seat, Fighting(*data)) for kind, seat, data in look.view["frames"] if kind == "combat"]
    test = next((Trial(*data) for kind, _, data in look.view["frames"] if kind == "test"), None)
    wounded = [(seat, data) for kind, seat, data in look.view["frames"] if kind == "wounds"]
    if not (roll or fights or test or wounded):
        return []
    seat, now = fights[-1] if fights else (look.decider, None)
    made: Fight = {
        "part": "fight",
        "place": "beside",
        "zone": "fight",
        "title": _title(look, seat, now, roll, test),
        "rule": "combat.alternate"
        if now
        else "test.success"
        if test
        else "asset.reroll-one"
        if roll
        else "combat.shield",
        "dice": [*_dice(look, now, roll)],
        "faces": [{"glyph": sign, "text": naming.FACE_NAMES[face]} for face, sign in FACES.items()],
        "frames": [*_frames(look, seat, now), *_ends(look, seat, now), *_spending(look, wounded)],
        "notes": [*_notes(look, seat, now), *_of_test(look, test, roll), *_of_wounds(look, wounded)],
    }
    if not made["dice"] and not made["frames"]:
        del made["faces"]
    if look.seated and ((now is not None and now.stage == PREPARE and seat == look.whose) or test is not None):
        made["button"] = {"text": "Odds", "label": "The exact odds of this roll", "do": ODDS}
    if now is None and (test or wounded) and look.asks_me:
        del made["zone"]  # what is asked belongs to every step of a lesson
    return [made]


def _title(look: Look, seat: int, now: Fighting | None, roll: Roll | None, test: Trial | None) -> str:
    if now is not None:
        return "Your Combat" if seat == look.me else f"{look.name(seat)}'s Combat"
    if roll is not None:
        return TITLES[roll.purpose]
    return "A test" if test is not None else "Wounds"


# -- dice --------------------------------------------------------------------------------------------------------------


def _dice(look: Look, now: Fighting | None, roll: Roll | None) -> Iterator[Die]:
    """The dice as they lie; those of a roll that can be altered may be named for a reroll."""
    faces = roll.dice if roll is not None else now.dice if now is not None else ""
    named = {face: list(roll.batch).count(face) for face in roll.batch} if roll is not None else {}
    seen: dict[str, int] = {}
    for number, face in enumerate(faces):
        seen[face] = seen.get(face, 0) + 1
        chosen = seen[face] <= named.get(face, 0)
        yield _die(look, number, face, chosen, roll is not None)


def _die(look: Look, number: int, face: str, chosen: bool, rolled: bool) -> Die:
    if face == NOT_ROLLED:
        piece = look.piece(f"die:{number}", "A die, not yet rolled", rule="combat.dice")
        return {**piece, "figure": ""}  # type: ignore[typeddict-item]
    frames = [move for move in look.moves("frame") if face in str(move[2])]
    can: list[Move] = [("take-back", "reroll", face)] if chosen else [("reroll", face), ("die", face), *frames]
    asked = rolled and look.asks_me and look.kind == "roll" and not any(move in look.legal for move in can)
    label = f"A die: {naming.FACE_NAMES[face]}" + (", chosen to reroll" if chosen else "")
    rule = "asset.reroll-one" if rolled else "combat.player-frame"
    piece = look.piece(f"die:{number}", label, can, ("reroll", face) if asked else (), rule)
    if look.kind == "combat" and look.asks_me and "moves" not in piece:
        piece["label"] += ": it fits no frame that you can use now"
    if "moves" in piece and not chosen and rolled and enough(look):
        piece["state"] = "later"  # it may be rolled again, but nothing asks for that
    return {**piece, "figure": FACES[face]}  # type: ignore[typeddict-item]


# -- frames ------------------------------------------------------------------------------------------------------------


def _frames(look: Look, seat: int, now: Fighting | None) -> Iterator[Frame]:
    """The frames of the body and of augments, each with the dice that it takes."""
    if now is None:
        return
    ready = look.kind == "combat" and look.me == seat
    for key, choice in combat.frame_choices(look.state, seat).items():
        can = [move for move in look.moves("frame") if move[1] == key]
        text = look.line(choice.line)
        used = key in now.used and not choice.repeat
        attempt: Move = ("frame", key, choice.dice) if ready and not can else ()
        label = f"{combat.dice_needed_text(choice)}: {text}" + (", used" if used else "")
        rule = "frame.repeat" if choice.repeat else "frame.once"
        piece = look.piece(f"frame:{key}", label, can, attempt, rule)
        made: Frame = {**piece, "needs": [FACES[face] for face in choice.dice], "text": text}  # type: ignore[typeddict-item]
        if choice.repeat:
            made["repeat"] = True
        if used:
            made["used"] = True
        yield made


def _ends(look: Look, seat: int, now: Fighting | None) -> Iterator[Frame]:
    """Beside the frames: to use none of them any more, or to be done, as soon as the dice lie there."""
    if now is None or look.kind != "combat" or look.me != seat or now.stage in (PREPARE, ROLLED):
        return
    for verb, text, rule in ENDS:
        move: Move = (verb,)
        if move in look.legal or verb == "end":
            piece = look.piece(f"fight:{verb}", text, [move], look.unless_legal(move), rule)
            yield {**piece, "needs": [], "text": text}  # type: ignore[typeddict-item]


def _spending(look: Look, wounded: list[tuple[int, list[int]]]) -> Iterator[Frame]:
    """Against wounds: each number of shields that somebody might think of."""
    if look.kind != "wounds" or not wounded or wounded[-1][0] != look.me:
        return
    for number in range(look.state.has(wounded[-1][0], "shield"), 0, -1):
        move, text = ("shield", number), f"Spend {count(number, 'shield')}"
        piece = look.piece(f"fight:shield:{number}", text, [move], look.unless_legal(move), "asset.shield-all-in")
        yield {**piece, "needs": [], "text": text}  # type: ignore[typeddict-item]


# -- what comes next ---------------------------------------------------------------------------------------------------


def _notes(look: Look, seat: int, now: Fighting | None) -> Iterator[Word]:
    """The enemy that acts next, what it does, and what shields would save."""
    if now is None or now.stage in (PREPARE, ROLLED):
        return
    foes = look.view["enemies"][seat]
    if not 0 <= now.number < len(foes):
        yield {"text": "No enemy acts next.", "rule": "combat.end-done"}
        return
    card = foes[now.number][0]
    if CANCEL in look.state.used[seat] and now.stage != WALK:
        yield {"text": f"{naming.possessive(look.enemy(card))} next frame is cancelled.", "rule": "combat.enemy-frame"}
        return
    line = look.line(f"enemy.{card.partition('!')[0]}.{now.symbol}")
    acts = now.stage == WALK
    text = f"{look.enemy(card)} acts {'now' if acts else 'next'} ({now.symbol}): {line}."
    if look.previews and not acts:
        text += _saved(look, seat, wounds_next(look, seat, card, now.symbol))
    yield {"text": text, "rule": "combat.enemy-frame"}


def _saved(look: Look, seat: int, number: int) -> str:
    number -= min(number, look.state.tally[seat].get("guard", 0))
    spent = _shields(look, seat, number)
    if not spent:
        return ""
    return f" {count(spent, 'shield')} would stop {spent} of {count(number, 'wound')}."


def _shields(look: Look, seat: int, number: int) -> int:
    """How many shields could be spent on so many wounds; a ruling lets them be spent once in a Combat."""
    again = wounds.SHIELDED in look.state.used[seat] and look.view["phase"] == "combat"
    return 0 if again else wounds.count_shields(look.state, seat, number)


def _of_test(look: Look, test: Trial | None, roll: Roll | None) -> Iterator[Word]:
    """What a test wants and has; what lies on the dice counts once the roll is kept, and nobody should miss it."""
    if test is None:
        return
    so_far, verdict = f"so far {test.total}", ""
    if roll is not None and roll.purpose == "test" and look.previews:
        on_dice = count_successes(roll.dice)
        so_far += f", and {on_dice} on the dice"
        missing = test.number - test.total - on_dice
        verdict = f" {count(missing, 'more is', 'more are')} needed." if missing > 0 else " Enough to pass."
    wanted = f"{count(test.number, 'success', 'successes')} with {naming.token_name(test.letter)}"
    yield {"text": f"You need {wanted}: {so_far}.{verdict} A Strike is 1, a Surge 2.", "rule": "test.success"}


def reached(look: Look) -> str:
    """Whether the roll at hand is enough for its test as it lies; empty if it is for no test, or not to be told."""
    frames = look.view["frames"][-1:]
    test = next((Trial(*data) for kind, _, data in look.view["frames"] if kind == "test"), None)
    if test is None or not look.previews or frames[0][0] != "roll" or frames[0][2][0] != "test":
        return ""
    if test.total + count_successes(Roll(*frames[0][2]).dice) >= test.number:
        return ENOUGH
    return "not enough yet" if test.waiting or test.pledged else "not enough"


def enough(look: Look) -> bool:
    """Whether the roll at hand passes its test as it lies."""
    return reached(look) == ENOUGH


def _of_wounds(look: Look, wounded: list[tuple[int, list[int]]]) -> Iterator[Word]:
    """Wounds that are about to come, what shields stop of them, and what is left of integrity then."""
    for seat, (number, *_) in wounded:
        have = look.view["integrity"][seat]
        spent = _shields(look, seat, number)
        left = max(0, have - number)
        text = f"{count(number, 'wound')}: integrity {have} → {left}"
        if spent:
            text += f", or {max(0, have - number + spent)} if you spend {count(spent, 'shield')}"
        yield {"text": f"{text}.", "rule": "asset.shield-all-in"}
