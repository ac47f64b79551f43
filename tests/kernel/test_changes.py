"""Changed cards: on top of a pack, as a file, in saves and codes, and a table that is played again with them."""

from __future__ import annotations

import base64
import json
import shutil
import zlib
from pathlib import Path
from typing import Any

import pytest

from tabletop_kernel.cli import main
from tabletop_kernel.content import changes
from tabletop_kernel.content.card_form_fields import MAX_TEXT, CardField, form_fields
from tabletop_kernel.content.change_files import change_file_text, load_text
from tabletop_kernel.content.game_loading import load
from tabletop_kernel.content.installed_games import games, house_folder
from tabletop_kernel.contract import decision_stack
from tabletop_kernel.contract.errors import PackError, SaveError, SetupError, UnknownName
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.players.bots import make_bot
from tabletop_kernel.study import paired_trials
from tabletop_kernel.study.compare import compare_change
from tabletop_kernel.study.paired_trials import Trial
from tabletop_kernel.table.replay_changed import replay, restart_with
from tabletop_kernel.table.saves import CODE_PREFIX
from tabletop_kernel.table.session import Session

CHANGES: dict[str, changes.Change] = {
    "deck_goes_west": {"starter": {"knife": {"jobs": ["?forest, +3d food", "attack 2d"]}}},
    "royal_ascension": {"territory": {"Jiggy Jungle": {"value": 20}}},
    "tamashii": {
        "body": {"kindle": {"mov": 3, "use.pay": "dump 1 flux", "use.limit": None}},
        "scenario.cards": {"S02-1": {"immediate": "set time 9; put card S02-S into play"}},
    },
    "the_north": {"ancient": {"Frost Widow": {"protocol": "other loses 3"}}},
    "the_west_ascendant": {"facility": {"kiln": {"pulse": "other loses 3"}}},
}


def played(game: Any, moves: int, seats: int | None = None) -> Session:
    """A table at which quick bots have made some moves."""
    session = Session(game, seats, seed=5)
    bots = [make_bot("greedy", game, session.config, seat, 1) for seat in range(session.config.seats)]
    while session.length < moves and session.asked:
        seat = session.next_up
        session.submit(seat, bots[seat].choose(session.view(seat), session.moves(seat)))
    return session


@pytest.fixture(params=games())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# -- the change itself -------------------------------------------------------------------------------------------------


def test_every_game_takes_a_change_and_every_way_of_keeping_it(name: str, tmp_path: Path) -> None:
    house = load(name)
    game = load(name, change=CHANGES[name])
    assert (
        game.edition.change == CHANGES[name]
        and game.edition.digest != house.edition.digest
        and game.edition.unchanged is house
    )
    assert changes.differences(house, game) and not changes.differences(house, house)
    file = tmp_path / "mine.toml"
    file.write_text(change_file_text(game, "mine.toml"), encoding="utf-8")
    assert (
        load(name, file).edition.digest == game.edition.digest
        and load(name, str(file)).edition.change == game.edition.change
    )
    session = Session(game, seed=5)
    for opened in (
        Session.from_code(session.code()),
        Session.from_code(session.code(), house),
        Session.load(session.save()),
    ):
        assert opened.game.edition.digest == game.edition.digest and opened.game.edition.change == game.edition.change
    assert Session.from_code(Session(house, seed=5).code(), game).game is house


def own_pack(folder: Path) -> Path:
    """A copy of a house pack in which a line of the Lantern Child was changed."""
    shutil.copytree(house_folder("the_north"), folder)
    file = folder / "ancients.toml"
    file.write_text(file.read_text("utf-8").replace('spark = "draw 2"', 'spark = "draw 3"', 1), encoding="utf-8")
    return folder


def test_a_changed_game_is_the_same_as_one_whose_file_was_changed(tmp_path: Path) -> None:
    game = load("the_north", change={"ancient": {"Lantern Child": {"spark": "draw 3"}}})
    assert load("the_north", own_pack(tmp_path / "mine")).edition.digest == game.edition.digest


def test_entries_are_all_there_and_have_cards(name: str) -> None:
    game = load(name)
    entries = changes.entries_of(game.edition.contents)
    assert len({table for table, _ in entries}) >= 4
    for card in game.telling.cards():
        entry = changes.entry_of_card(game, card)
        assert entry is None or changes.card_of_entry(game, entry) == card
    named = [card for card in game.telling.cards() if changes.entry_of_card(game, card)]
    assert len(named) >= 0.9 * len(game.telling.cards())


def test_what_changes_nothing_is_no_change_and_order_means_nothing() -> None:
    game: Any = load("the_north")
    row = changes.entries_of(game.edition.contents)["ancient", "Frost Widow"].row
    assert changes.with_change(game, {"ancient": {"Frost Widow": {"protocol": row["protocol"]}}}) is game
    one = {"setup": {"1": {"hand": 4}}, "ancient": {"Frost Widow": {"spark": "draw 1", "protocol": "draw 1"}}}
    two = {"ancient": {"Frost Widow": {"protocol": "draw 1", "spark": "draw 1"}}, "setup": {"1": {"hand": 4}}}
    assert changes.with_change(game, one) is changes.with_change(game, two)
    other = changes.with_change(changes.with_change(game, one), CHANGES["the_north"])
    assert other.edition.change == CHANGES["the_north"], "a change takes the place of the one before"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"ancients": {"Frost Widow": {}}}, "There is no table 'ancients': did you mean 'ancient'?"),
        ({"ancient": {"Frost Wido": {}}}, "did you mean 'Frost Widow'?"),
        ({"ancient": {"Frost Widow": {"protocoll": "x"}}}, "did you mean 'protocol'?"),
        ({"ancient": {"Frost Widow": {"protocol": "other looses 2"}}}, "did you mean 'loses'?"),
        ({"ancient": {"Frost Widow": {"protocol": 3}}}, "expected a text"),
        ({"ancient": {"Frost Widow": {"protocol": None}}}, "the field 'protocol' is missing"),
        ({"ancient": {"Frost Widow": {"copies": "many"}}}, "expected a whole number"),
        ({"ancient": {"Frost Widow": {"copies": True}}}, "expected a whole number"),
        ({"ancient": {"Frost Widow": {"protocol": "draw 1" * 3_000}}}, "characters"),
        ({"ancient": {"Frost Widow": {"protocol": "draw\x001"}}}, "can't be printed"),
        ({"ancient": {"Frost Widow": {"protocol": [[[[[[[[[[[[[]]]]]]]]]]]]]}}}, "nested"),
        ({"ancient": {"Frost Widow": ["protocol"]}}, "a table, an entry, a field and a value"),
        ({"../../etc/passwd": {"x": {"y": "z"}}}, "There is no table"),
        (["ancient"], "a table, an entry, a field and a value"),
        ("ancient", "a table, an entry, a field and a value"),
    ],
)
def test_a_wrong_change_is_told_in_a_sentence(change: Any, says: str) -> None:
    with pytest.raises(PackError) as told:
        changes.with_change(load("the_north"), change)
    assert says in " ".join(told.value.faults)


def test_what_others_know_an_entry_by_stays() -> None:
    with pytest.raises(PackError, match="its id can't change"):
        load("the_west_ascendant", change={"facility": {"kiln": {"id": "oven"}}})
    with pytest.raises(PackError, match="its code can't change"):
        load("tamashii", change={"scenario.cards": {"S02-1": {"code": "S02-9"}}})


# -- fields as texts ---------------------------------------------------------------------------------------------------


def test_every_field_of_every_card_can_be_written_as_it_is_shown(name: str) -> None:
    kinds = set()
    for entry in changes.entries_of(load(name).edition.contents).values():
        for field in form_fields(entry):
            value = changes.value_of(entry.row, field.name)
            kinds.add(field.kind)
            if value not in (None, [], ""):
                assert field.value(field.text(value)) == value, (entry.key, field.name)
    assert {"text", "number"} <= kinds


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("text", "  draw 1 \n draw 2 ", "draw 1 draw 2"),
        ("text", "", None),
        ("number", " 12 ", 12),
        ("number", "twelve", "twelve"),
        ("flag", "true", True),
        ("lines", "a\n\n  b\n", ["a", "b"]),
        ("lines", '{ do = "walk 1", printed = true }\nb', [{"do": "walk 1", "printed": True}, "b"]),
        ("numbers", "1, 2 3", [1, 2, 3]),
        ("numbers", "1, x", [1, "x"]),
        ("toml", "[\n  { at = [0, 1] },\n]", [{"at": [0, 1]}]),
        ("line", "discard 1", "discard 1"),
    ],
)
def test_texts_become_values(kind: str, text: str, value: Any) -> None:
    assert CardField("field", kind, needed=False).value(text) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1, ", "not TOML"),
        ("1\nother = 2", "not several"),
        ("x" * (MAX_TEXT + 1), "but the limit is"),
        ("{ " + ".".join("abcdefghij" * 6) + " = 1 }", "dots"),
        ("[" * 2_000, "field"),
    ],
)
def test_texts_that_are_no_values_are_told(text: str, says: str) -> None:
    with pytest.raises(PackError, match="field: ") as told:
        CardField("field", "toml", needed=False).value(text)
    assert says in str(told.value)


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_file_of_changes_is_a_pack_for_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(change_file_text(load("the_north", change=CHANGES["the_north"])), encoding="utf-8")
    assert main(["pack", "check", str(file)]) == 0
    assert "no faults in this pack" in capsys.readouterr().out
    assert main(["pack", "diff", "house", str(file)]) == 0
    assert "'Frost Widow': protocol: 'other loses 2' -> 'other loses 3'" in capsys.readouterr().out
    assert main(["read", "the_north", "Frost Widow", "--pack", str(file)]) == 0
    assert "The other player loses 3." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ('game = "the_north"\n', PackError, "Begin the file with game"),
        ('game = "tamashii"\npack = "house"\n', UnknownName, "changed cards for 'tamashii'"),
        ('game = "the_north"\npack = "../mine"\n', PackError, "a folder beside this file"),
        ('game = "the_north"\npack = "mine"\n', PackError, "There is no pack folder"),
        ('game = "the_north"\npack = "house"\nancient = 3\n', PackError, "a table, an entry, a field and a value"),
        ('game = "the_north"\npack = "house"\n[ancient."Frost Widow"]\nprotocol = 3\n', PackError, "expected a text"),
        ("game = ", PackError, "not TOML"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, text: str, error: type[Exception], says: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(error) as told:
        load("the_north", file)
    assert says in str(told.value)


def test_a_text_of_changes_is_read_like_its_file(name: str, tmp_path: Path) -> None:
    game = load(name, change=CHANGES[name])
    text = change_file_text(game)
    assert load_text(text, "mine.toml").edition.digest == game.edition.digest
    browser, terminal = (text.index(word) for word in ("In the browser", "In a terminal"))
    assert browser < terminal and "lab" in text[browser:terminal], "the way of those who know no terminal comes first"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "mine.toml: this isn't a file of changed cards. Begin the file with game"),
        ("[[card]]\nname = 'x'\n", "Begin the file with game"),
        ("game = 3\npack = 'house'\n", "Begin the file with game"),
        ("\x00\x00", "mine.toml: this isn't a file of changed cards"),
        ("{}", "mine.toml: this isn't a file of changed cards"),
        ("a" + ".a" * 60 + " = 1", "more than 40 dots"),
        ("x = " + "[" * 5_000, "mine.toml: "),
        ("#" * 500_000, "larger than"),
        ("game = 'chess'\npack = 'house'\n", "There is no game 'chess'"),
        ("game = 'the_north'\npack = 'mine'\n", "the pack 'mine', which isn't here"),
        ("game = 'the_north'\npack = '../../etc'\n", "which isn't here"),
        ("game = 'the_north'\npack = 'house'\nancient = 2020-01-01\n", "'ancient' is a date or a time."),
        ("game = 'the_north'\npack = 'house'\n[ancient.x]\ny = [12:00:00]\n", "'12:00:00' is a date or a time."),
        ("game = 'the_north'\npack = 'house'\n[ancient.Nobody]\nprotocol = ''\n", "There is no ancient 'Nobody'"),
    ],
)
def test_a_wrong_text_is_told_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises((PackError, UnknownName)) as told:
        load_text(text, "mine.toml")
    assert says in str(told.value)


def test_a_text_may_change_a_pack_that_somebody_else_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "_cached_games", {})
    mine = load("the_north", own_pack(tmp_path / "mine"))
    text = change_file_text(changes.with_change(mine, CHANGES["the_north"]))
    found = load_text(text, "mine.toml", lambda game, pack: {("the_north", "mine"): mine}[game, pack])
    assert found.edition.unchanged is mine and found.edition.change == CHANGES["the_north"]


# -- saves and codes ---------------------------------------------------------------------------------------------------


def repacked(code: str, **other: Any) -> str:
    """A code in whose line of JSON something was changed; None takes it away."""
    text = code.removeprefix(CODE_PREFIX)
    line, _, rest = zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))).partition(b"\n")
    head = {key: value for key, value in {**json.loads(line), **other}.items() if value is not None}
    packed = zlib.compress(json.dumps(head).encode() + b"\n" + rest)
    return CODE_PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"change": {"ancient": {"Frost Widow": {"protocol": "other loses 9"}}}}, "were edited"),
        ({"change": {"ancient": {"Frost Widow": {"protocol": "other looses 9"}}}}, "did you mean 'loses'?"),
        ({"change": {"ancient": {"Frost Widow": {"protocol": "draw 1; " * 2_000}}}}, "characters"),
        ({"change": {"ancient": {"Nobody": {"protocol": "draw 1"}}}}, "There is no ancient 'Nobody'"),
        ({"change": 7}, "can't use"),
        ({"change": {}}, "were edited"),
        ({"change": None}, "another content pack"),
        ({"upon": "0123456789abcdef"}, "with some cards changed"),
        ({"upon": 7}, "with some cards changed"),
        ({"upon": None}, "with some cards changed"),
    ],
)
def test_a_code_with_cards_that_were_tampered_with_is_refused(other: dict[str, Any], says: str) -> None:
    code = Session(load("the_north", change=CHANGES["the_north"]), seed=5).code()
    assert Session.from_code(repacked(code)).game.edition.change == CHANGES["the_north"]
    with pytest.raises(SaveError) as told:
        Session.from_code(repacked(code, **other))
    assert says in str(told.value)


def test_a_change_upon_a_pack_of_ones_own_says_which_pack_is_needed(tmp_path: Path) -> None:
    own = load("the_north", own_pack(tmp_path / "elsewhere"))
    game = changes.with_change(own, CHANGES["the_north"])
    code = Session(game, seed=5).code()
    assert Session.from_code(code, own).game is game
    with pytest.raises(SaveError, match=f"'elsewhere' '{own.edition.digest}' with some cards changed"):
        Session.from_code(code, load("the_north"))
    mine = tmp_path / "mine.toml"
    mine.write_text(change_file_text(game), encoding="utf-8")
    assert load("the_north", mine).edition.digest == game.edition.digest, "the folder lies beside the file"


# -- a table played again ----------------------------------------------------------------------------------------------


def test_the_same_cards_give_the_same_past(name: str) -> None:
    old = played(load(name), 25)
    found = replay(old, load(name), seat=0)
    assert found.parting is None and found.session.inputs == old.inputs
    assert found.session.view(0) == old.view(0)


def test_the_past_parts_where_the_changed_card_was_used() -> None:
    old = played(load("the_north"), 88)
    game = load("the_north", change=CHANGES["the_north"])
    found = replay(old, game, seat=0)
    assert found.parting is not None and found.parting.rule == "ability.protocol"
    assert "lose 3" in found.parting.text and "lose 2" in found.parting.text
    assert found.session.inputs == old.inputs[: found.parting.at - 1] and found.session.game is game
    before = played(load("the_north"), found.parting.at - 1)
    assert replay(before, game, seat=0).parting is None, "until then nothing differs"
    other = replay(old, game, seat=None).parting
    assert other is not None and other.at == found.parting.at


def test_a_ruling_can_be_read_differently_and_the_start_can_differ() -> None:
    west: Any = load("the_west_ascendant")
    old = played(west, 12)
    more = changes.with_change(west, {"setup": {"1": {"points": 50}}})
    found = replay(old, more, seat=0)
    assert found.parting is not None and found.parting.at == 0 and "would have been different" in found.parting.text
    ruling = next(iter(west.rulebook.rulings.values()))
    other = next(option for option in ruling.options if option != ruling.default)
    assert restart_with(old, west, {ruling.id: other}).config.rulings[ruling.id] == other
    assert restart_with(old, more).seed == old.seed


def test_a_move_that_is_not_there_any_more_is_told_to_whoever_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    old, game = played(load("the_north"), 12), load("the_north", change=CHANGES["the_north"])
    monkeypatch.setattr(game, "moves", lambda state, seat: [])
    monkeypatch.setattr(game, "refuse", lambda state, seat, move: Verdict("table.unknown", move="that"))
    mover = old.inputs[0].seat
    mine, theirs = (replay(old, game, seat=seat).parting for seat in (mover, 1 - mover))
    assert mine and theirs and mine.at == theirs.at == 1
    assert mine.rule == "table.unknown" and not theirs.rule and theirs.text == "Move 1 wouldn't have been allowed."


def test_cards_that_never_end_end_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def never_ends(*given: Any) -> None:
        raise decision_stack.endless_error()

    old, game = played(load("the_north"), 12), load("the_north", change=CHANGES["the_north"])
    monkeypatch.setattr(game, "apply", never_ends)
    found = replay(old, game, seat=0)
    assert found.parting is not None and found.parting.at == 1 and found.session.length == 0
    assert "never ends" in found.parting.text
    trial = Trial(game, old.config)
    trial.play(3)
    assert trial.games == 0 and "never ends" in trial.trouble


# -- trials ------------------------------------------------------------------------------------------------------------


def test_a_trial_goes_on_where_it_stopped_and_agrees_with_a_run() -> None:
    game = load("the_north", change=CHANGES["the_north"])
    trial = Trial(game, game.agreement.configure())
    trial.play(2)
    trial.play(4)
    assert trial.games == 6 and not trial.trouble
    run = compare_change(game, games=6)
    assert trial.comparison.differences == run.differences
    assert run.names == ("house", "changed") and any("'Frost Widow'" in line for line in run.changed)
    with pytest.raises(SetupError, match="changed any card"):
        compare_change(load("the_north"))


def test_games_that_do_not_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("the_north", change=CHANGES["the_north"])
    monkeypatch.setattr(paired_trials, "TIMES_THE_TWIN", 0)
    monkeypatch.setattr(paired_trials, "LEAST_DECISIONS", 5)
    game = load("the_north", change=CHANGES["the_north"])
    trial = Trial(game, game.agreement.configure())
    trial.play(10)
    assert trial.games == paired_trials.MOST_GIVEN_UP and "didn't end within 5 moves" in trial.trouble


def test_an_entry_with_an_id_can_be_called_by_its_name_if_only_one_has_it() -> None:
    game = load("the_west_ascendant")
    by_name = {"locus": {"Dawnforge": {"effect": "draw 2"}}}
    by_key = {"locus": {"prime.dawnforge": {"effect": "draw 2"}}}
    assert changes.with_change(game, by_name) is changes.with_change(game, by_key)
    with pytest.raises(PackError, match="2 have that name: 'reference-a', 'reference-b'"):
        changes.with_change(game, {"gate": {"First Gate": {}}})
    with pytest.raises(PackError, match="did you mean 'Dawnforge'"):
        changes.with_change(game, {"locus": {"Dawnforgee": {}}})
    with pytest.raises(PackError, match="changed twice"):
        changes.with_change(game, {"locus": {**by_name["locus"], **by_key["locus"]}})
