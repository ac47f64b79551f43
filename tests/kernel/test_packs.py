"""A pack with a fault is refused with the file, the entry, the field and the nearest right word."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import GAME, check_playable

import tabletop_kernel
from tabletop_kernel import PackError, SaveError, Session, UnknownName, games, load
from tabletop_kernel.content.game_loading import MOST_CACHED_GAMES
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.content.pack_diff import differences
from tabletop_kernel.contract.toml_files import MAX_BYTES, read_toml
from tabletop_kernel.contract.typed_data import structure

HOUSE = Path(tabletop_kernel.__file__).parent / "games" / "royal_ascension" / "packs" / "house"
RING = 'spaces = "DHDSHDSD$ HSDHSDHDS DHSDHDSH$ SHSHSDHS"'


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the house pack, to be damaged."""
    return Path(shutil.copytree(HOUSE, tmp_path / "mine"))


def edit(pack: Path, file: str, old: str, new: str) -> None:
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def refused(pack: Any, *words: str) -> None:
    with pytest.raises(PackError) as caught:
        load("royal_ascension", pack)
    said = str(caught.value)
    assert said.isprintable(), said
    assert len(said) < 400
    assert said.endswith((".", "?")), said
    for word in words:
        assert word in said, said


# -- which game, which folder -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("royal_ascion", "did you mean 'royal_ascension'?"),
        ("Royal Ascension", "did you mean 'royal_ascension'?"),
        ("chess", "choose from deck_goes_west, royal_ascension, tamashii, the_north, the_west_ascendant."),
        ("", "choose from deck_goes_west, royal_ascension, tamashii, the_north, the_west_ascendant."),
        ("../royal_ascension", "'royal_ascension'"),
        ("royal_ascension\x00", "'royal_ascension'"),
        ("x" * 100_000, "choose from"),
        (None, "choose from"),
        (7, "choose from"),
        pytest.param(10**5000, "choose from", id="huge"),
        (["royal_ascension"], "royal_ascension"),
        (b"royal_ascension", "royal_ascension"),
        (Path("royal_ascension"), "royal_ascension"),
    ],
)  # fmt: skip
def test_unknown_game(name: Any, hint: str) -> None:
    with pytest.raises(UnknownName) as caught:
        load(name)
    assert hint in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_the_games_that_are_there() -> None:
    assert "royal_ascension" in games()
    assert load("royal_ascension") is load("royal_ascension", "house")


@pytest.mark.parametrize("pack", [None, 7, 1.5, True, b"house", ["house"], {}, object()])
def test_not_a_path(pack: Any) -> None:
    refused(pack, "path of a folder")


@pytest.mark.parametrize("pack", ["", "hose", "/no/such/folder", "\x00", "\ud800", "x" * 10_000, "/dev/null", "."])
def test_no_such_folder(pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused(pack, "missing from" if pack in ("", ".") else "no pack folder")


def test_a_file_instead_of_a_folder(pack: Path) -> None:
    refused(pack / "layouts.toml", "no pack folder", "layouts.toml")
    refused(pack / "layouts.toml" / "deeper", "no pack folder")


def test_links_that_lead_nowhere(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    refused(tmp_path / "loop", "no pack folder")
    (pack / "actions.toml").unlink()
    (pack / "actions.toml").symlink_to(pack / "actions.toml")
    refused(pack, "actions.toml", "missing")
    (pack / "actions.toml").unlink()
    (pack / "actions.toml").symlink_to(tmp_path / "gone")
    refused(pack, "actions.toml", "missing")


def test_what_looks_like_a_file(pack: Path) -> None:
    """A folder, an endless device, or a pipe that nobody writes to: opening that one would wait forever."""
    (pack / "actions.toml").unlink()
    (pack / "actions.toml").mkdir()
    refused(pack, "actions.toml", "isn't a file")
    (pack / "actions.toml").rmdir()
    (pack / "actions.toml").symlink_to("/dev/zero")
    refused(pack, "actions.toml", "leads out")
    (pack / "actions.toml").unlink()
    os.mkfifo(pack / "actions.toml")
    refused(pack, "actions.toml", "isn't a file")


def test_a_link_out_of_the_pack_is_not_followed(pack: Path, tmp_path: Path) -> None:
    """What stands in another file of the machine is no business of whoever wrote the pack."""
    secret = tmp_path / "secret"
    secret.write_text("hidden words")
    (pack / "actions.toml").rename(pack / "mine")
    (pack / "actions.toml").symlink_to("mine")
    load("royal_ascension", pack)
    (pack / "actions.toml").unlink()
    (pack / "actions.toml").symlink_to(secret)
    with pytest.raises(PackError) as caught:
        load("royal_ascension", pack)
    assert caught.value.faults == ("actions.toml: this link leads out of the pack.",)
    with pytest.raises(PackError, match="leads out of the pack"):
        differences(HOUSE, pack)


def test_a_pack_that_is_a_link_is_a_pack(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(pack)
    assert load("royal_ascension", tmp_path / "link").edition.digest == load("royal_ascension", pack).edition.digest


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(pack: Path) -> None:
    (pack / "actions.toml").chmod(0)
    refused(pack, "actions.toml", "cannot be read")
    pack.chmod(0)
    refused(pack, "missing")
    pack.chmod(0o700)


@pytest.mark.parametrize("file", ["territories.toml", "characters.toml", "actions.toml", "layouts.toml"])
def test_a_missing_file(pack: Path, file: str) -> None:
    (pack / file).unlink()
    refused(pack, file, "missing")


def test_an_extra_file(pack: Path) -> None:
    (pack / "README.md").write_text("Not our business.")
    assert load("royal_ascension", pack).edition.digest == GAME.edition.digest
    (pack / "teritories.toml").write_text("")
    refused(pack, "teritories.toml", "did you mean 'territories.toml'?")


# -- what is in the files ---------------------------------------------------------------------------------------------

LANDS, PEOPLE, KEY, BOARDS = "territories.toml", "characters.toml", "actions.toml", "layouts.toml"
VALUE, NAME, RANKS, GATES = "value = 13", 'name = "Jiggy Jungle"', 'ranks = ["J"]', "gates = [1, 10, 19, 28]"
EDITS: list[tuple[str, str, str, tuple[str, ...]]] = [
    (LANDS, VALUE, 'value = "13"', ("territory 1 ('Jiggy Jungle')", "value", "a whole number", "'13'")),
    (LANDS, VALUE, "value = 13.0", ("territory 1 ('Jiggy Jungle') value", "13.0")),
    (LANDS, VALUE, "value = true", ("value", "True")),
    (LANDS, VALUE, "value = 1979-05-27", ("value", "date")),
    (LANDS, VALUE, "value = nan", ("value", "nan")),
    (LANDS, VALUE, "value = 0", ("'Jiggy Jungle'", "value", "1 to 99")),
    (LANDS, VALUE, "value = -13", ("value", "1 to 99")),
    (LANDS, VALUE, "value = 0x" + "f" * 9000, ("value", "too large")),
    (LANDS, VALUE, "value = " + "9" * 5000, (LANDS, "thousands of digits")),
    (LANDS, VALUE, "valeu = 13", ("territory 1 ('Jiggy Jungle')", "'valeu'", "did you mean 'value'?")),
    (LANDS, VALUE, "", ("territory 1 ('Jiggy Jungle')", "the field 'value' is missing")),
    (LANDS, NAME, "", ("territory 1", "the field 'name' is missing")),
    (LANDS, NAME, "name = 7", ("territory 1", "name", "a text", "7")),
    (LANDS, NAME, "name = ['a']", ("territory 1", "name", "a text")),
    (LANDS, NAME, 'name = ""', ("territory ''", "1 to 40")),
    (LANDS, NAME, 'name = " "', ("territory ' '", "1 to 40")),
    (LANDS, NAME, 'name = "a\\nb"', ("territory 'a?b'", "printable")),
    (LANDS, NAME, f'name = "{"x" * 41}"', ("1 to 40",)),
    (LANDS, NAME, 'name = "7C"', ("territory '7C'", "something else")),
    (LANDS, NAME, 'name = "hearts"', ("territory 'hearts'", "something else")),
    (LANDS, "Dragon Dominion", "Jiggy Jungle", ("territory 2 ('Jiggy Jungle')", "the same id as territory 1")),
    (LANDS, "[[territory]]\n", "[[teritory]]\n", ("unknown table 'teritory'", "did you mean 'territory'?")),
    (LANDS, "[[territory]]\n", "[extra]\n", ("unknown table 'extra'",)),
    (LANDS, "[[territory]]", "[territory]", (LANDS, "not TOML")),
    (LANDS, VALUE, "value 13", (LANDS, "not TOML", "line 5")),
    (LANDS, VALUE, "value = 13\nvalue = 13", (LANDS, "not TOML", "line 6")),
    (PEOPLE, "short", "shrot", ("character 1 ('King Eadric the Wise')", "'shrot'", "did you mean 'short'?")),
    (PEOPLE, 'short = "Eadric"', 'short = ""', ("character: short ''", "1 to 40")),
    (PEOPLE, "King Eadric the Wise", "K" * 61, ("character", "1 to 40")),
    (PEOPLE, "[[character]]\n", '[[character]]\nname = "X"\nshort = "X"\n[[character]]\n', ("5 characters", "4")),
    (KEY, RANKS, 'ranks = ["J", "Q"]', ("action 'decree'", "ranks", "Q already means all-in")),
    (KEY, RANKS, 'ranks = ["J", "J"]', ("action 'all-in'", "J already means all-in")),
    (KEY, RANKS, "ranks = []", ("action 'all-in'", "ranks: give at least one")),
    (KEY, RANKS, 'ranks = ["Z"]', ("action 'all-in'", "ranks", "'Z' isn't a card rank")),
    (KEY, RANKS, 'ranks = "J"', ("action 1 ('all-in') ranks", "a list", "'J'")),
    (KEY, RANKS, "ranks = [11]", ("action 1 ('all-in') ranks entry 1", "a text", "11")),
    (KEY, RANKS, "ranks = {J = 1}", ("action 1 ('all-in') ranks", "a list")),
    (KEY, 'id = "all-in"', 'id = "all_in"', ("each once", "all_in")),
    (KEY, 'id = "all-in"', 'id = "decree"', ("action 2 ('decree')", "the same id as action 1")),
    (KEY, 'id = "all-in"', f'id = "{"y" * 5000}"', ("each once",)),
    (BOARDS, RING, RING.replace("HS\"", "HSH\""), ("layout 1 ('rose-ring')", "36 spaces")),
    (BOARDS, RING, 'spaces = ""', ("layout 1 ('rose-ring')", "0 spaces")),
    (BOARDS, RING, f'spaces = "{"H" * 300_000}"', ("300000 spaces",)),
    (BOARDS, RING, RING.replace("DHD", "$HD", 1), ("layout 1 ('rose-ring')", "3 shops", "exactly 2")),
    (BOARDS, RING, RING.replace("DHD", "XHD", 1), ("layout 1 ('rose-ring')", "'X' on space 1")),
    (BOARDS, RING, RING.replace("DHD", "\\tHD", 1), ("a tab on space 1",)),
    (BOARDS, RING, RING.replace("S", "D"), ("lists no S space",)),
    (BOARDS, RING, RING.replace("S", "D").replace("DHDD", "DHDS", 1), ("reaches Spades",)),
    (BOARDS, GATES, "gates = [9, 10, 19, 28]", ("gates: 9 isn't a suit space",)),
    (BOARDS, GATES, "gates = [0, 10, 19, 28]", ("gates: 0 isn't a suit space",)),
    (BOARDS, GATES, "gates = [36, 10, 19, 28]", ("gates: 36 isn't a suit space",)),
    (BOARDS, GATES, f"gates = [0x{'f' * 9000}, 10, 19, 28]", ("gates entry 1", "too large")),
    (BOARDS, GATES, "gates = [1, 10, 19]", ("3 gates", "4 characters")),
    (BOARDS, GATES, "gates = [1, 10, 19, '28']", ("layout 1 ('rose-ring') gates entry 4", "'28'")),
    (BOARDS, "house = true", "house = 1", ("layout 1 ('rose-ring') house", "true or false")),
    (BOARDS, 'id = "slow-burn"', 'id = "rose-ring"', ("layout 2 ('rose-ring')", "the same id as layout 1")),
    (BOARDS, 'id = "slow-burn"', 'id = "auto"', ("layout 'auto'", "something else")),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "words"), EDITS)
def test_one_wrong_edit(pack: Path, file: str, old: str, new: str, words: tuple[str, ...]) -> None:
    edit(pack, file, old, new)
    refused(pack, file, *words)


def test_twelve_territories(pack: Path) -> None:
    text = (pack / "territories.toml").read_text()
    (pack / "territories.toml").write_text(text[: text.rindex("[[territory]]")])
    refused(pack, "territories.toml", "11 territories", "12")
    (pack / "territories.toml").write_text("")
    refused(pack, "territories.toml", "this file is empty")


def test_no_layout(pack: Path) -> None:
    (pack / "layouts.toml").write_text("")
    refused(pack, "layouts.toml", "this file is empty", "[[layout]]")
    (pack / "layouts.toml").write_text("layout = []")
    refused(pack, "layouts.toml", "no layout")
    (pack / "layouts.toml").write_text("layout = 7")
    refused(pack, "layouts.toml", "a list", "7")
    (pack / "layouts.toml").write_text("layout = [7]")
    refused(pack, "layouts.toml", "entry 1", "a table", "7")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"\xff\xfe", "UTF-8"),
        ("[[territory]]\nname = 'Å'".encode("latin-1"), "UTF-8"),
        (b"\x00", "not TOML"),
        (b"{", "not TOML"),
        (b"a = [" + b"[" * 100_000, "nested too deeply"),
        (b"a = " + b"{a=" * 100_000, "nested too deeply"),
        (b"a" + b".a" * 150_000 + b" = 1", "dots"),
        (b"[a" + b".a" * 150_000 + b"]", "dots"),
        (b"territory" + b".a" * 39 + b" = 1", "[[territory]]"),
        (b"# " + b"x" * MAX_BYTES, "larger than"),
        ("é".encode() * MAX_BYTES, "larger than"),
    ],
)
def test_files_that_are_none(pack: Path, content: bytes, word: str) -> None:
    began = time.process_time()
    (pack / "territories.toml").write_bytes(content)
    refused(pack, "territories.toml", word)
    assert time.process_time() - began < 5


def test_the_longest_keys_that_are_read_take_seconds_at_most(pack: Path) -> None:
    line = "k{}" + ".a" * 39 + " = 1\n"
    (pack / "territories.toml").write_text("".join(map(line.format, range(MAX_BYTES // 100))))
    began = time.process_time()
    refused(pack, "territories.toml", "unknown table")
    assert time.process_time() - began < 10


@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
@settings(max_examples=80)
def test_random_files(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "random.toml"
    path.write_bytes(content)
    try:
        assert isinstance(read_toml(path), dict)
    except PackError as error:
        assert str(error).startswith("random.toml: ")


def test_a_table_where_a_text_is_expected() -> None:
    with pytest.raises(PackError, match=r"^here: 'k': expected a text, not 7\.$"):
        structure({"k": 7}, dict[str, str], "here", "")
    with pytest.raises(PackError, match=r"^here: words: expected a table, not \[\]\.$"):
        structure([], dict[str, str], "here", "words")


# -- a good pack ------------------------------------------------------------------------------------------------------


def test_comments_and_layout_do_not_change_a_pack(pack: Path) -> None:
    edit(pack, "territories.toml", "value = 13", "value    =   0xd   # thirteen")
    assert load("royal_ascension", pack).edition.digest == GAME.edition.digest
    assert load("royal_ascension", str(pack)).edition.digest == GAME.edition.digest


def test_an_edited_pack_counts_in_play(pack: Path) -> None:
    edit(pack, "territories.toml", "value = 20", "value = 60")
    mine = load("royal_ascension", pack)
    assert mine.edition.digest != GAME.edition.digest
    battle = {
        "now": "commit",
        "battle": {"fighters": [0, 1]},
        "territories": [["Mewtopia", "Vapor Vale", "Teal Shore"], ["Char Forest", "Lucio Land", "Pika Hills"], None],
        "chance": {"script": {"dice": [1, 1, 1, 1, 6, 6, 6, 6]}},
    }
    winners = []
    for game in (mine, GAME):
        session = Session.at(game, battle)
        for seat, land in ((0, "Mewtopia"), (1, "Char Forest")):
            session.submit(seat, ("commit", land))
            session.submit(seat, ("seal",))
        while session.truth.battle.winner < 0:
            session.submit(session.deciders[0], ("roll", 2))
        winners.append(session.truth.battle.winner)
    assert winners == [0, 1]


def test_a_save_knows_its_pack(pack: Path) -> None:
    edit(pack, "territories.toml", "value = 20", "value = 21")
    mine = load("royal_ascension", pack)
    session = Session(mine, 3, 5)
    check_playable(session, 5, 40)
    for text, read in ((session.save(), Session.load), (session.code(), Session.from_code)):
        with pytest.raises(SaveError) as caught:
            read(text, GAME)
        assert str(caught.value) == (
            f"This save was made with another content pack: 'mine' '{mine.edition.digest}', "
            f"not 'house' '{GAME.edition.digest}'. "
            "To open it, give the folder of that pack (`--pack FOLDER`, or `pack=` in Python)."
        )
        assert read(text, mine).position() == session.position()
        assert read(text).game is mine, "a pack that was loaded is known"


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Any]:
    """A process that has loaded no pack yet."""
    known: dict[Any, Any] = {}
    monkeypatch.setattr(import_module("tabletop_kernel.content.game_loading"), "_games_in_folders", known)
    return known


def test_a_save_finds_its_pack(pack: Path, monkeypatch: pytest.MonkeyPatch, fresh: dict[Any, Any]) -> None:
    """In the working directory by its name, and under another name if it was loaded; the content decides."""
    edit(pack, "territories.toml", "value = 20", "value = 21")
    code = Session(load("royal_ascension", pack), 3, 5).code()
    fresh.clear()
    with pytest.raises(SaveError, match=r"another content pack: 'mine' '\w+', not 'house'"):
        Session.from_code(code)
    monkeypatch.chdir(pack.parent)
    assert Session.from_code(code).game.edition.pack == "mine"
    fresh.clear()
    edit(pack, "territories.toml", "value = 21", "value = 22")
    with pytest.raises(SaveError, match="another content pack"):
        Session.from_code(code)
    edit(pack, "territories.toml", "value = 22", "value = 21")
    renamed = load("royal_ascension", pack.rename(pack.parent / "other name"))
    assert Session.from_code(code).game is renamed
    assert json.loads(Session.from_code(code).save())["pack_name"] == "other name"


def test_an_older_pack_that_was_loaded_is_still_known(pack: Path, fresh: dict[Any, Any]) -> None:
    edit(pack, "territories.toml", "value = 20", "value = 21")
    old = load("royal_ascension", pack)
    code = Session(old, 3, 5).code()
    edit(pack, "territories.toml", "value = 21", "value = 22")
    assert load("royal_ascension", pack).edition.digest != old.edition.digest
    assert Session.from_code(code).game is old
    for value in range(30, 50):
        edit(pack, "territories.toml", f"value = {value - 1 if value > 30 else 22}", f"value = {value}")
        load("royal_ascension", pack)
    assert len(fresh) == MOST_CACHED_GAMES
    with pytest.raises(SaveError, match="another content pack"):
        Session.from_code(code)


@pytest.mark.parametrize("name", [7, None, [], {}, "", ".", "..", "../mine", "/", "a/b", "x" * 5000, "no such pack"])
def test_a_strange_name_of_a_pack(name: Any, fresh: dict[Any, Any]) -> None:
    body = json.loads(Session(GAME, 3, 5).save())
    with pytest.raises(SaveError, match="another content pack") as caught:
        Session.load(json.dumps({**body, "pack": "0123456789abcdef", "pack_name": name}))
    assert len(str(caught.value)) < 400


def test_a_house_table_names_no_pack() -> None:
    assert "pack_name" not in json.loads(Session(GAME, 3, 5).save())


def test_a_pack_without_a_board_for_the_rulings(pack: Path) -> None:
    text = (pack / "layouts.toml").read_text()
    (pack / "layouts.toml").write_text(text[: text.index("[[layout]]", text.index("[[layout]]") + 1)])
    mine = load("royal_ascension", pack)
    Session(mine, 3)
    with pytest.raises(tabletop_kernel.SetupError, match="no board with 34 spaces"):
        Session(mine, 3, rulings={"ruling.home-counted": "counted"})


def test_the_kernel_imports_nothing_of_others() -> None:
    code = (
        "import sys; before = set(sys.modules); import tabletop_kernel; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tabletop_kernel"]


@pytest.mark.parametrize("value", ["2020-01-01", "12:00:00", "2020-01-01T00:00:00Z", "[2020-01-01]", "{a = 12:00:00}"])
@pytest.mark.parametrize("game", games())
def test_a_date_where_something_else_belongs_gets_a_sentence(game: str, value: str, tmp_path: Path) -> None:
    mine = Path(shutil.copytree(house_folder(game), tmp_path / "mine"))
    files = sorted(mine.rglob("*.toml"))
    for file in files:
        text = file.read_text(encoding="utf-8")
        spoilt = re.sub(r"^(\w+ *= *).*[^\[{,]$", rf"\g<1>{value}", text, count=1, flags=re.M)
        file.write_text(spoilt, encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load(game, mine)
    told = [fault.split(": ")[0] for fault in caught.value.faults if re.search("is a date or a time|not TOML", fault)]
    assert sorted(told) == sorted(str(file.relative_to(mine)) for file in files)
