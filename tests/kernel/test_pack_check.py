"""`tabletop pack check`: all faults of a pack at once, each in a sentence, whatever the files hold."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from asking import edit
from depth import draw
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_kernel import PackError, games, load
from tabletop_kernel.cli import main
from tabletop_kernel.cli.pack_commands import check_pack
from tabletop_kernel.content.installed_games import house_folder
from tabletop_kernel.content.pack_diff import differences
from tabletop_kernel.content.packs import MAX_ENTRIES, MOST_FAULTS
from tabletop_kernel.games.the_north.card_vocabulary import LANGUAGE as NORTH
from tabletop_kernel.games.the_west_ascendant.card_vocabulary import LANGUAGE as WEST
from tabletop_kernel.toolkit.card_language import EffectError, Language

Check = Callable[[Path], list[str]]


@pytest.fixture
def north(tmp_path: Path) -> Path:
    """A copy of the house pack, to be damaged."""
    return Path(shutil.copytree(house_folder("the_north"), tmp_path / "mine"))


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """What the command says of a faulty pack: a line for each fault, and how many there are."""

    def run(pack: Path) -> list[str]:
        assert main(["pack", "check", str(pack)]) == 2
        said = capsys.readouterr()
        assert not said.out
        *faults, last = said.err.splitlines()
        assert last.startswith(f"tabletop: {len(faults)} fault")
        assert all(fault.isprintable() and fault[-1] in ".?" and len(fault) < 500 for fault in faults), faults
        return faults

    return run


def test_a_folder_that_is_not_of_the_pack_is_left_alone(north: Path) -> None:
    before = check_pack(north, "the_north")[1]
    (north / "old").mkdir()
    shutil.copy(north / "cards.toml", north / "old")
    (north / "old" / "notes.toml").write_text("no TOML", encoding="utf-8")
    assert check_pack(north, "the_north")[1] == before
    assert differences(house_folder("the_north"), north) == []


def test_all_faults_are_told_each_with_its_place(north: Path, check: Check) -> None:
    edit(north, "ancients.toml", 'spark = "draw 2"', 'spark = "drow 2"')
    edit(north, "ancients.toml", 'value = "II"', 'value = "III"')
    edit(north, "ancients.toml", "copies = 2", 'copies = "2"')
    edit(north, "ancients.toml", 'protocol = "reprogram value I"', 'protocl = "reprogram value I"')
    edit(north, "facilities.toml", "foundries >= 3", "foundrys >= 3")
    edit(north, "facilities.toml", "outpost.trio", "outpost.tri")
    edit(north, "cards.toml", 'facility = "Depot"', 'facility = "Dpot"')
    edit(north, "node.toml", 'effect = "draw 1"', 'effect = "draw"')
    edit(north, "setup.toml", "hand = 3", "hand = 11")
    assert check(north) == [
        "ancients.toml: ancient 2 ('Ice Porter') copies: expected a whole number, not '2'.",
        "ancients.toml: ancient 3 ('Old Regent'): value: an Ancient has the Value 0, I or II, "
        "not 'III' (ancient.value).",
        "ancients.toml: ancient 5 ('Lantern Child'): spark: column 1: expected 'charge', 'discard', 'draw', "
        "'exchange', 'flip', 'gain', 'if', 'lose', 'other', 'play', "
        "'recover', 'reprogram', 'take', 'use' or 'you', not 'drow': did you mean 'draw'?",
        "ancients.toml: ancient 7 ('Deep Tinker'): unknown field 'protocl': did you mean 'protocol'?",
        "facilities.toml: facility 1 ('Outpost'): rules: there is no rule 'outpost.tri': did you mean 'outpost.trio'?",
        "facilities.toml: facility 4 ('Foundry'): protocol: column 12: 'foundrys' is not the plural of a Facility: "
        "did you mean 'foundries'?",
        "cards.toml: card 6: facility: there is no Facility 'Dpot': did you mean 'Depot'?",
        "node.toml: line 2: effect: column 5: expected a number, not the end of the line.",
        "setup.toml: setup: hand: use a number from 0 to 10 (turn.draw).",
    ]
    with pytest.raises(PackError, match=r"There are 8 more faults: `tabletop pack check` lists them all\.$"):
        load("the_north", north)


def test_all_faults_of_the_other_games(tmp_path: Path, check: Check) -> None:
    west = Path(shutil.copytree(house_folder("the_west_ascendant"), tmp_path / "west"))
    edit(west, "loci.toml", 'effect = "other loses 1"', 'effect = "score 2; if took > 1: draw 1"')
    edit(west, "loci.toml", 'kind = "prime"', 'kind = "prim"')
    edit(west, "facilities.toml", '"kiln-1", ', "")
    edit(west, "turn.toml", "discard 3 of one type", "draw 1")
    edit(west, "gates.toml", 'radiate = "other loses 1"', 'radiate = "radiate al"')
    faults = check(west)
    places = [fault.split(": ")[0] for fault in faults]
    assert places == ["facilities.toml", "gates.toml", *["loci.toml"] * 3, "turn.toml"], faults
    royal = Path(shutil.copytree(house_folder("royal_ascension"), tmp_path / "royal"))
    edit(royal, "territories.toml", "value = 13", "value = 130")
    edit(royal, "actions.toml", 'ranks = ["J"]', 'ranks = ["Z"]')
    edit(royal, "layouts.toml", "gates = [1, 10, 19, 28]", "gates = [9, 10, 19]")
    edit(royal, "characters.toml", "short", "shrot")
    places = [fault.split(": ")[0] for fault in check(royal)]
    assert places == ["territories.toml", "characters.toml", *["actions.toml"] * 2, *["layouts.toml"] * 2]


def test_what_follows_from_a_fault_is_not_told_again(north: Path, check: Check) -> None:
    """An Ancient that cannot be read still has its name, and a Facility its plural."""
    edit(north, "ancients.toml", 'value = "0"', "value = 0")
    edit(north, "facilities.toml", 'name = "Outpost"', 'nome = 1\nname = "Outpost"')
    assert len(check(north)) == 2
    edit(north, "ancients.toml", 'spark = "draw 2"', 'spark = "if outposts > 1: draw 2"')
    (north / "facilities.toml").write_text("")
    assert len(check(north)) == 2


def test_a_pack_full_of_faults_is_not_endless(north: Path, check: Check) -> None:
    (north / "cards.toml").write_text("[[card]]\nx = 1\n" * MAX_ENTRIES)
    assert MOST_FAULTS <= len(check(north)) < MOST_FAULTS + 20
    (north / "cards.toml").write_text("[[card]]\nx = 1\n" * (MAX_ENTRIES + 1))
    assert check(north) == [f"cards.toml: more than {MAX_ENTRIES} entries [[card]]."]


@pytest.mark.parametrize(
    ("file", "spoil", "says"),
    [
        ("node.toml", lambda raw: b"\xef\xbb\xbf" + raw, "begins with a byte-order mark. Save it in UTF-8 without one"),
        ("node.toml", lambda raw: raw.decode().encode("utf-16"), "written in UTF-16. Save it in UTF-8."),
        ("node.toml", lambda raw: raw + b"# caf\xe9\n", "line 22 is not written in UTF-8. Save the file in UTF-8."),
        ("node.toml", lambda raw: b"", "this file is empty: 0 entries [[line]]."),
        ("node.toml", lambda raw: b"# nothing\n", "this file is empty: 0 entries [[line]]."),
        ("node.toml", lambda raw: raw.replace(b"draw 1", b"draw\\t1"), "column 5: a tab is not used in this language."),
        ("node.toml", lambda raw: raw.replace(b"draw 1", b"draw\t1"), "column 5: a tab is not used in this language."),
        ("node.toml", lambda raw: raw.replace(b"w 1", "w\u200b1".encode()), "an invisible character (zero width"),
        ("node.toml", lambda raw: raw.replace(b"draw 1", "if xİ".encode()), "column 5: 'İ' is not used"),
        ("node.toml", lambda raw: raw.replace(b"= 2", b"= two"), "(at line 9, column 9): 'level = two'."),
        ("node.toml", lambda raw: raw.replace(b"[[line]]", b"[line]", 1), "with [[line]], with two pairs"),
        ("setup.toml", lambda raw: raw.replace(b"[[setup]]", b"[setup]"), "with [[setup]], with two pairs"),
        ("ancients.toml", lambda raw: raw.replace(b"Pale D", b"Pale\\tD"), "A tab isn't allowed."),
    ],
)  # fmt: skip
def test_what_a_file_is_instead(
    north: Path, check: Check, file: str, spoil: Callable[[bytes], bytes], says: str
) -> None:
    path = north / file
    path.write_bytes(spoil(path.read_bytes()))
    told = check(north)
    assert [fault for fault in told if fault.startswith(f"{file}: ") and says in fault], told


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nowhere", "There is no pack folder"),
        ("mine/node.toml", "that is a file, and a pack is a folder."),
        ("mine/empty", "There are no TOML files in"),
        ("mine/few", "could be a pack for the_north or the_west_ascendant. Name the game with --game."),
        ("mine/other", "doesn't look like a pack for any game"),
    ],
)
def test_what_is_no_pack(north: Path, path: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name, file in (("empty", "a.txt"), ("few", "setup.toml"), ("other", "deck.toml")):
        (north / name).mkdir()
        (north / name / file).touch()
    assert main(["pack", "check", str(north.parent / path)]) == 2
    assert says in capsys.readouterr().err


def test_warnings_are_no_faults(
    north: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    never = "ancients.toml: ancient 1 ('Pale Drone'): spark: column 1: 'draw 0' never does anything."
    monkeypatch.setattr(type(load("the_north").telling), "warnings", lambda self: [never])
    assert main(["pack", "check", str(north)]) == 0
    said = capsys.readouterr()
    assert said.out.endswith(f"Warning: {never}\n") and "no faults" in said.out and not said.err


@pytest.mark.parametrize("game", games())
def test_the_house_packs_need_no_warning(game: str) -> None:
    assert load(game).telling.warnings() == []


# -- whatever is written -----------------------------------------------------------------------------------------------

WORDS = [
    "draw", "if", "node", ">=", "other", "loses", "per", "outposts", "may", "it", "use", "spark", "of", "1", "0",
    "99999", ";", ":", ",", " ", "\t", "İ", "ß", "ﬁ", "ǰ", "²", "٣", "\u200b", "\ufeff", "\ud800", "\x00", "\n", "K",
]  # fmt: skip
LINES = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=12).map(" ".join) | st.text(max_size=40)


@pytest.mark.deep
@pytest.mark.parametrize("language", [NORTH, WEST])
@given(line=LINES)
@settings(max_examples=draw(100, deep=3000))
def test_any_line_is_read_or_refused(language: Language, line: str) -> None:
    try:
        effect = language.parse(line, ["outposts"])
    except EffectError as error:
        assert str(error).isprintable() and 1 <= error.column <= len(line) + 1
    else:
        assert language.parse(language.line(effect), ["outposts"]) == effect


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One copy of each house pack, damaged again and again."""
    folder = tmp_path_factory.mktemp("packs")
    return {game: Path(shutil.copytree(house_folder(game), folder / game)) for game in games()}


PIECES = st.sampled_from(
    [
        "[[", "]]", "[", "]", "=", '"', "'", '"""', "\n", "\t", "\r", "#", ".", "{", "}", "true", "-1", "1e9", "nan",
        "9" * 400, "1979-05-27", "\ufeff", "\x00", "İ", "name = 1\n", "id = []\n", "[setup]\n", "[[line]]\n",
        "rules = ['x']\n", "",
    ]
)  # fmt: skip


@pytest.mark.deep
@given(data=st.data())
@settings(max_examples=draw(40, deep=1200))
def test_any_toml_is_a_pack_or_has_faults(spoilt: dict[str, Path], data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(games()))
    path = data.draw(st.sampled_from(sorted(house_folder(game).glob("*.toml"))))
    text = path.read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(PIECES | st.text(max_size=6)) + text[end:]
    mine = spoilt[game] / path.name
    mine.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        check_pack(spoilt[game], game)[0].telling.warnings()
    except PackError as error:
        assert error.faults and all(fault.isprintable() and fault[-1] in ".?" for fault in error.faults), error.faults
    finally:
        shutil.copy(path, mine)
