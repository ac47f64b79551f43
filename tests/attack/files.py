"""Tampered saves, codes, positions and packs: each is refused with a sentence, or is a table that can be played."""

from __future__ import annotations

import base64
import copy
import json
import random
import re
import shutil
import tempfile
import zlib
from pathlib import Path
from typing import Any

from attempts import Attempts
from strangers import Path as Place
from strangers import look, paths

from tabletop_kernel import Session, load, simulate
from tabletop_kernel.content.installed_games import games, house_folder
from widgets.playtest.journal import Journal
from widgets.playtest.questions import the_questions
from widgets.playtest.reading import Records, record_in
from widgets.playtest.record import check_of, in_json, record_of
from widgets.shared.chair import Chair

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    10**30,
    1e308,
    "",
    "²",
    "0",
    "\x00",
    "x" * 500,
    [],
    {},
    [[]] * 50,
    {"a": []},
]
PREFIX = "TN1."


def random_table(rng: random.Random, moves: int = 120) -> Session:
    """A table of any game in the middle of a random game, with rulings of its own."""
    game = load(rng.choice(games()))
    seats = rng.choice(game.seats)
    rulings = (
        {key: rng.choice(list(one.options)) for key, one in game.rulebook.rulings.items()} if rng.random() < 0.5 else {}
    )
    try:
        table = Session(game, seats, rng.randrange(10**6), rulings)
    except Exception:  # rulings that do not go together
        table = Session(game, seats, rng.randrange(10**6))
    for _ in range(rng.randrange(moves)):
        if not table.deciders:
            break
        step(table, rng)
    return table


def step(table: Session, rng: random.Random) -> None:
    seat = rng.choice(table.deciders)
    table.submit(seat, rng.choice(table.moves(seat)))


def goes_on(table: Session, rng: random.Random) -> None:
    """That a table that was opened can be looked at and played."""
    for _ in range(10):
        if not table.deciders:
            break
        step(table, rng)
    table.view(None), table.log(None), table.code()
    assert table.game.faults(table.truth) == []


# -- spoiling plain data ----------------------------------------------------------------------------------------------


def spoiled(data: Any, rng: random.Random) -> Any:
    """A copy of plain data with one to three things changed."""
    twin = copy.deepcopy(data)
    for _ in range(rng.randint(1, 3)):
        where = rng.choice(list(paths(twin)) or [()])
        if where:
            spoil(twin, where, rng)
    return twin


def spoil(data: Any, where: Place, rng: random.Random) -> None:
    """Change, remove, double or swap what is in one place."""
    holder = data
    for key in where[:-1]:
        holder = holder[key]
    key, value = where[-1], holder[where[-1]]
    way = rng.choice(["odd", "near", "gone", "more", "other"])
    if way == "gone":
        del holder[key]
    elif way == "near" and type(value) is int:
        holder[key] = rng.choice([value + 1, value - 1, -value, value * 1000])
    elif way == "more" and isinstance(value, list):
        holder[key] = value * rng.choice([2, 3, 1000])
    elif way == "other":
        holder[key] = copy.deepcopy(look(data, rng.choice(list(paths(data)))))
    else:
        holder[key] = copy.deepcopy(rng.choice(ODD))


def scrambled(text: str, rng: random.Random) -> str:
    """A text with a few characters changed, lost or doubled."""
    signs = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(signs))
        signs[at : at + rng.choice([0, 1, 1, 5])] = rng.choice(["", "x", "-", "{", "0", "²", signs[at] * 3])
    return "".join(signs)


# -- the attacks ------------------------------------------------------------------------------------------------------


def saves(tries: int, rng: random.Random) -> Attempts:
    found = Attempts("tampered saves")
    while found.tries < tries:
        text = random_table(rng).save()
        for _ in range(min(20, tries - found.tries)):
            bad = scrambled(text, rng) if rng.random() < 0.5 else resealed(spoiled(json.loads(text), rng))
            with found.one(f"save {bad[:200]}"):
                goes_on(Session.load(bad), rng)
    return found


def resealed(body: dict[str, Any]) -> str:
    """A forged save whose check fits: the forger has read our code."""
    import hashlib

    text = json.dumps({key: value for key, value in body.items() if key != "check"}, sort_keys=True)
    return json.dumps({**body, "check": hashlib.blake2s(text.encode(), digest_size=8).hexdigest()})


def codes(tries: int, rng: random.Random) -> Attempts:
    found = Attempts("tampered codes")
    while found.tries < tries:
        code = random_table(rng).code()
        for _ in range(min(20, tries - found.tries)):
            bad = scrambled(code, rng) if rng.random() < 0.3 else forged(code, rng)
            with found.one(f"code {bad[:200]}"):
                goes_on(Session.from_code(bad), rng)
    return found


def forged(code: str, rng: random.Random) -> str:
    """A code that unpacks, with something else inside."""
    prefix, text = code[: len(PREFIX)], code[len(PREFIX) :]
    payload = zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    head, _, moves = payload.partition(b"\n")
    if rng.random() < 0.5:
        head = json.dumps(spoiled(json.loads(head), rng)).encode("utf-8", "replace")
    else:
        moves = bytes(rng.randrange(256) for _ in range(rng.choice([1, 10, 3000]))) + moves[: rng.randrange(50)]
    packed = zlib.compress(head + b"\n" + moves * rng.choice([1, 1, 500]), 9)
    return prefix + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def positions(tries: int, rng: random.Random) -> Attempts:
    found = Attempts("tampered positions")
    while found.tries < tries:
        table = random_table(rng)
        written = table.position()
        for _ in range(min(20, tries - found.tries)):
            bad = spoiled(written, rng)
            with found.one(f"position {str(bad)[:200]}"):
                goes_on(Session.at(table.game, bad), rng)
    return found


def packs(tries: int, rng: random.Random) -> Attempts:
    found = Attempts("tampered packs")
    while found.tries < tries:
        name = rng.choice(games())
        with tempfile.TemporaryDirectory() as folder:
            mine = Path(shutil.copytree(house_folder(name), Path(folder) / "mine"))
            file = rng.choice(sorted(mine.glob("*.toml")))
            text = file.read_text(encoding="utf-8")
            for _ in range(min(5, tries - found.tries)):
                file.write_text(scrambled(text, rng), encoding="utf-8")
                with found.one(f"pack {name}/{file.name}"):
                    goes_on(Session(load(name, mine), None, 1), rng)
    return found


LITERALS = (
    *("true", "-1", "0", "1.5", "nan", '""', '"x"', "[]", "{}", "[[1]]", "{a = 1}", "[{}]", '["x", 1]', "1" + "0" * 20),
    *("2020-01-01", "12:00:00", "2020-01-01T00:00:00Z", "[2020-01-01]", "{a = 2020-01-01}"),
)
A_FIELD = re.compile(r"^(\w+ *= *)(?:[^\[{].*|[\[{].*[\]}])$", re.MULTILINE)


def values(tries: int, rng: random.Random) -> Attempts:
    """A field of a pack holds another kind of thing than it should."""
    found = Attempts("packs with odd values")
    while found.tries < tries:
        name = rng.choice(games())
        with tempfile.TemporaryDirectory() as folder:
            mine = Path(shutil.copytree(house_folder(name), Path(folder) / "mine"))
            for file in rng.sample(files := sorted(mine.rglob("*.toml")), min(5, tries - found.tries, len(files))):
                text = file.read_text(encoding="utf-8")
                if not (fields := list(A_FIELD.finditer(text))):
                    continue
                field, odd = rng.choice(fields), rng.choice(LITERALS)
                file.write_text(f"{text[: field.start()]}{field[1]}{odd}{text[field.end() :]}", encoding="utf-8")
                with found.one(f"pack {name}/{file.name}: {field[1]}{odd}"):
                    goes_on(Session(load(name, mine), None, 1), rng)
                file.write_text(text, encoding="utf-8")
    return found


LINE = re.compile(r'"[^"\n]*[?+>,][^"\n]*"')  # a text that may be a line of a card's effects
NUMBER = re.compile(r"\d+")
LONGEST = 300  # moves of a game with such cards


def lines_of_cards(tries: int, rng: random.Random) -> Attempts:
    """Cards whose lines are swapped and blown up, so that some set each other off: in play, and in a simulation."""
    found = Attempts("cards whose lines are shuffled")
    while found.tries < tries:
        name = rng.choice(("deck_goes_west", "tamashii", "the_west_ascendant", "the_north"))
        with tempfile.TemporaryDirectory() as folder:
            mine = Path(shutil.copytree(house_folder(name), Path(folder) / "mine"))
            file = rng.choice([one for one in mine.rglob("*.toml") if LINE.search(one.read_text(encoding="utf-8"))])
            text = file.read_text(encoding="utf-8")
            for _ in range(min(5, tries - found.tries)):
                file.write_text(_shuffled(text, rng), encoding="utf-8")
                with found.one(f"pack {name}/{file.name}"):
                    game = load(name, mine)
                    table = Session(game, None, rng.randrange(99))
                    for _ in range(LONGEST):
                        if not table.deciders:
                            break
                        step(table, rng)
                    assert game.faults(table.truth) == []
                    simulate(game, games=1, bots="random", seed=rng.randrange(99), progress=False)
    return found


def _shuffled(text: str, rng: random.Random) -> str:
    """The text of a pack in which some cards have the lines of others, or larger numbers."""
    all_lines = [one[0] for one in LINE.finditer(text)]

    def another(line: re.Match[str]) -> str:
        way = rng.random()
        if way < 0.1:
            return rng.choice(all_lines)
        if way < 0.15:
            return NUMBER.sub(lambda number: number[0] + "0", line[0])
        return f"{line[0][:-1]}, {rng.choice(all_lines)[1:]}" if way < 0.2 else line[0]

    return LINE.sub(another, text)


def records(tries: int, rng: random.Random) -> Attempts:
    """Records that were changed, and signed again by somebody who knows how."""
    found = Attempts("tampered records")
    while found.tries < tries:
        session = random_table(rng)
        chairs = [Chair("person", "Mara", "here")] + [Chair("greedy", "", "")] * (session.config.seats - 1)
        record = json.loads(in_json(record_of(session, chairs, Journal(), the_questions())))
        for _ in range(min(20, tries - found.tries)):
            bad = spoiled({key: value for key, value in record.items() if key != "check"}, rng)
            with found.one(f"record {str(bad)[:200]}"):
                read = Records([record_in(json.dumps({**bad, "check": check_of(bad)}), "odd.json")])
                read.to_csv(), read.notes, repr(read)
    return found
