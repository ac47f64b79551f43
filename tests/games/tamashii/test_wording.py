"""How Tamashii puts what reads.txt does not come upon: a situation, and its sentence. Other tests ask for facts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from played_tables import EMPTY, GAME, make
from played_tables import table as played
from refereed import PLANNING, acting, fighting, play, rows, stack, table, written

from tabletop_kernel.contract.events import Event, recorder
from tabletop_kernel.games.tamashii.lines import language, running
from tabletop_kernel.games.tamashii.telling import naming
from tabletop_kernel.table.session import Session
from tabletop_kernel.toolkit.card_language import EffectError

FOUND = [[0, 0, "shelter", 1, "", []], [-1, 0, "data-bazaar", 0, "notes", []]]
COLD_STORAGE = [[0, 0, "shelter", 1, "", []], [0, 1, "cold-storage", 1, "", []]]
LINE = "r1c1+r1c2+r1c3"
STUCK = {"prog.dark-slots": "no", "prog.corrupted-moves": "no"}


def refused(session: Session, move: str) -> str:
    """The sentence with which a move of whoever is asked is refused."""
    verdict = session.judge(session.asked[0], written(move))
    assert verdict is not None
    return verdict.text


def prompt(session: Session, seat: int | None = 0) -> str:
    said = session.game.telling.prompt(session.config, session.view(seat))
    assert said is not None
    return said.text


def told(session: Session, *moves: str) -> str:
    """The first line that a move brings."""
    before = session.log_length(0)
    play(session, *moves)
    return session.log(0, before)[0].text


def fight(rulings: dict[str, str] | None = None, number: int = 1, shield: int = 0, reroll: int = 0) -> Session:
    foes = stack("gutter-hound", "toll-clerk")
    return fighting(rulings, enemies=foes, dice="SST", number=number, symbol="fang", shield=shield, reroll=reroll)


def wounded(shield: int, spent: bool = False) -> Session:
    session = fight({"combat.wound-batches": "combat"}, shield=shield)
    session.truth.frames.append(("wounds", 0, (2, "combat.enemy-frame")))
    session.truth.used[0] += ("combat:shield",) * spent
    return session


def after(session: Session, *moves: str) -> Session:
    play(session, *moves)
    return session


def rolled(**more: object) -> Session:
    """A trace roll that may still be altered."""
    session = table(turn=2, frames=PLANNING, trace=3, reroll=1, memory=1, dice="SD", **more)  # type: ignore[arg-type]
    while not any(move[0] == "reroll" for move in session.moves(0)):
        session.submit(session.asked[0], ("done",))
    return session


def inari(grid: str, **rulings: str) -> Session:
    chosen = {name.replace("_", "."): option for name, option in rulings.items()}
    session = played(scenario="S05", seat=0, grid=[grid, EMPTY], rulings=chosen)
    make(session, 0, "launch", "basic.power", LINE)
    return session


def activity() -> Session:
    """The Quest phase of the prologue, where a test can be taken."""
    grid = ["LLE.#....#....#....#", EMPTY]
    session = played(scenario="P00", place=[[0, 1], [0, 0]], ground=COLD_STORAGE, grid=grid)
    make(session, 1, "done")
    return session


def in_a_test() -> Session:
    session = activity()
    session.submit(0, ("act", 0))
    return session


def traded() -> Session:
    session = table(unequipped=["warm-soup"])
    play(session, "trade 1", "give warm-soup", "propose")
    play(session, "accept", seat=1)
    play(session, "trade 0", "give warm-soup", seat=1)
    return session


REFUSALS: list[tuple[Callable[[], Session], str, str]] = [
    (
        lambda: after(fight({"reroll.timing": "frame"}, reroll=1), "roll", "keep", "frame 0 S"),
        "reroll S",
        "It is too late to reroll: you can change the roll only until you or an enemy uses a frame.",
    ),
    (
        lambda: after(fight(reroll=1), "roll", "keep"),
        "reroll S",
        "It is too late to reroll: you can change an attack roll only before the number die is placed.",
    ),
    (
        lambda: inari("EEE.#N..N#....#....#"),
        "inari r2c4",
        "The Inari token on r2c4 isn't next to a token of the pattern, and a corner isn't enough.",
    ),
    (
        lambda: inari("EEE.#N...#...N#....#", inari_adjacent="diagonal"),
        "inari r3c4",
        "The Inari token on r3c4 doesn't touch a token of the pattern, even at a corner.",
    ),
    (
        lambda: after(inari("EEE.#NN..#....#....#", inari_many="one"), "inari r2c1"),
        "inari r2c2",
        "You can launch only one Inari token, together with a pattern next to it.",
    ),
    (
        lambda: after(fight(shield=1), "roll", "pass"),
        "pass",
        "First decide how to take the wounds.",
    ),
    (
        lambda: after(table(exp=2), "upgrade augment"),
        "done",
        "First keep one of the augments you have drawn.",
    ),
    (rolled, "done", "First keep the roll, or change it."),
    (
        lambda: after(acting(ground=FOUND), "move -1,0"),
        "stay",
        "First choose a reward from the exploration token.",
    ),
    (lambda: after(fight(), "roll"), "keep", "Put dice on a combat frame now, or pass."),
    (activity, "leave", "You have nothing to decline now."),
    (activity, "attempt popular", "You can't do that: only versus has goals."),
    (in_a_test, "done", "First put tokens into the test, or decline it."),
    (acting, "event", "This table plays without the Living City."),
    (lambda: played(1, moment="plan", seat=-1), "trade 1", "You are the only player."),
    (
        traded,
        "propose",
        "The two of you have already traded these augments this turn.",
    ),
]


@pytest.mark.parametrize(("session", "move", "says"), REFUSALS)
def test_refusals(session: Callable[[], Session], move: str, says: str) -> None:
    assert refused(session(), move) == says


PROMPTS: list[tuple[Callable[[], Session], str]] = [
    (lambda: wounded(2), "You face 2 wounds: spend shields or suffer them."),
    (lambda: wounded(0), "You face 2 wounds and have no shields: suffer them."),
    (
        lambda: wounded(2, spent=True),
        "You face 2 wounds and have already spent shields in this Combat: suffer them.",
    ),
    (
        lambda: after(fight({"combat.pass": "final"}), "roll"),
        "Put dice on a combat frame or pass. After a frame, the enemy under the number die is next. "
        "If you pass, you use no more frames in this Combat.",
    ),
    (
        lambda: after(fight({"reroll.timing": "frame"}, reroll=1), "roll", "keep"),
        "Put dice on a combat frame, reroll dice or pass. "
        "You can reroll only until you or an enemy uses a frame. "
        "After a frame or a pass, the enemy under the number die is next.",
    ),
    (
        lambda: table(STUCK, grid=rows("XX..")),
        "You can't move any token now, because corrupted and Inari tokens stay where they are: finish planning.",
    ),
]


@pytest.mark.parametrize(("session", "says"), PROMPTS)
def test_prompts(session: Callable[[], Session], says: str) -> None:
    assert prompt(session()) == says


def test_a_prompt_for_those_who_watch() -> None:
    assert prompt(rolled(other={"memory": 1}), None) == (
        "The trace roll: 1 Strike and 1 Surge. Kindle and Bulwark may still act."
    )


LINES: list[tuple[Callable[[], Session], str, str]] = [
    (lambda: fight(number=3), "roll", "The number die shows 3; with 2 enemies, it goes to the bottom one."),
    (
        lambda: fighting(enemies=stack("riot-shell"), number=2, symbol="wire"),
        "roll",
        "The number die shows 2; it goes to the only enemy.",
    ),
    (
        lambda: wounded(2, spent=True),
        "suffer",
        "Kindle has already spent shields in this Combat and can't use more against these wounds.",
    ),
]


@pytest.mark.parametrize(("session", "move", "says"), LINES)
def test_lines_of_the_log(session: Callable[[], Session], move: str, says: str) -> None:
    assert told(session(), move) == says


@pytest.mark.parametrize(
    ("who", "what"),
    [
        ("another player", "no other player could use it"),
        ("another player here", "no other player on this tile could use it"),
        ("each other player", "there are no other players"),
        ("each player without enemies", "every player has an enemy"),
        ("first player", "there is no such player"),
    ],
)
def test_why_a_line_means_nobody(who: str, what: str) -> None:
    events: list[Event] = []
    running._nobody_meant(table().truth, 0, "tile.shelter", who, recorder(events))
    assert events[0][3]["what"] == what


USES = {
    ("bodies", "kindle"): "Before your attack roll, you may dump 1 Ember token from your launcher; if you do, "
    "roll 1 more die (once per Combat).",
    ("augments", "clean-cut"): "When you defeat an enemy, gain 1 memory (once per turn).",
    ("augments", "last-stand"): "Launch EWE: deal 3 damage. Suffer 1 wound. Then it breaks.",
    ("bodies", "glass-courier"): "Entry values are 1 lower, but never below 0.",
}


@pytest.mark.parametrize(("kind", "card"), USES)
def test_uses_of_cards(kind: str, card: str) -> None:
    assert getattr(GAME.content, kind)[card].text == USES[kind, card]


# -- cards -------------------------------------------------------------------------------------------------------------

NAMES = {"mast": "Broadcast Mast", "S01-2": "A Voice (S01-2)", "guest": "Ash Kirin"}
CARD_LINES = {
    "each player: attach 1": "Each player attaches 1 enemy.",
    "if time = 3: each player: attach 1": "If time is 3, each player attaches 1 enemy.",
    "each player: if trace = 0: gain 1 exp": "For each player, if their trace is 0, they gain 1 EXP.",
    "gain 1 power; may wound 1: gain 1 power": "Gain 1 power. You may suffer 1 wound; if you do, gain 1 power.",
    "another player: may program 1": "Another player may make 1 program move.",
    "each player: may wound 1: gain 2 memory": "Each player may suffer 1 wound; if they do, they gain 2 memory.",
    "choose inhabit or recover 1": "Choose one: use INHABIT; or recover 1.",
    "gain 1 power and gain 2 shield": "Gain 1 power and 2 shields.",
    "each other player: recover 1 and prepare 1 and attach 1": "Each other player recovers 1, prepares 1 token and "
    "attaches 1 enemy.",
    "another player near: trace up 2": "Another player on your tile or next to it raises their trace by 2.",
    "wound 1 per equipped augment, at most 3": "Suffer 1 wound for each equipped augment (at most 3).",
    "test lore 1 and put 1 success here": "Do a test of Lore 1; if it is passed, put 1 success token on this card.",
    "if die here is strike: test ember 2; unlock 1": "If the dice token on your tile is a Strike, do a test of "
    "Ember 2. If the test is passed, unlock 1 slot.",
    "if exp >= 2: recover 1; otherwise: deal 1": "If you have at least 2 EXP, recover 1. Otherwise, deal 1 damage.",
    "if relays left = 0: victory": "If no relay marker is left, draw the Victory! card.",
    "if not all on shelter: lost": "If not all players are on a Shelter, draw Scenario Lost.",
    "nothing": "Nothing happens.",
    "group test lore 2n": "Do a group test of Lore 2N.",
    "set time 2 (3 from 3 players)": "Set time to 2 (3 with 3 or more players).",
    "if on mast: draw card S01-2": "If you are on Broadcast Mast, draw card A Voice (S01-2).",
    "if guest waits: giver: attach guest": "If Ash Kirin is waiting on this card, the player who gave the most "
    "ascend tokens attaches Ash Kirin.",
}


@pytest.mark.parametrize("line", CARD_LINES)
def test_lines_of_cards(line: str) -> None:
    assert " ".join(language.words(language.read(line, NAMES))) == CARD_LINES[line]


@pytest.mark.parametrize(
    ("line", "players", "says"),
    [
        ("group test lore 2n", 3, "Do a group test of Lore 6."),
        ("if success here >= n: victory", 1, "If this card has at least 1 success token, draw the Victory! card."),
        ("set time 2 (3 from 3 players)", 4, "Set time to 3."),
    ],
)
def test_lines_of_cards_at_a_table_of_some_players(line: str, players: int, says: str) -> None:  # scen.player-number
    assert " ".join(language.words(language.read(line), players)) == says


FAULTS: list[tuple[Callable[[str], object], str, str]] = [
    (language.read, "otherwise: recover 1", "'otherwise' must come right after a clause that begins with 'if'."),
    (language.read, "roll 1 more per damage removed", "'damage removed' needs 'clear damage' before it."),
    (language.read, "victory per die", "'per' needs a number before it to multiply."),
    (language.read, "gain 100 exp", "use a number from 0 to 99."),
    (language.read, "gain 0 exp", "use a number from 1 to 99."),
    (language.read, "gain 1 power\trecover 1", "a tab is not used in this language. Write a blank."),
    (language.read, "set trace 3", "trace can only be set to 0."),
    (language.read, "suffer 2 wounds", "cards print 'suffer', but in a line you write 'wound 1'."),
    (
        language.read_acts,
        "each player: spend 1 power",
        "a price is one or more acts joined by 'and', such as 'spend 1 power and wound 1'.",
    ),
    (language.read_test_of_data, "lore 4 and gain 1 exp", "write one test, such as 'lore 4'."),
]


@pytest.mark.parametrize(("read", "line", "says"), FAULTS)
def test_faults_of_lines(read: Callable[[str], object], line: str, says: str) -> None:
    with pytest.raises(EffectError) as caught:
        read(line)
    assert caught.value.problem == says


# -- names -------------------------------------------------------------------------------------------------------------


def test_names_of_places_patterns_tokens_and_dice() -> None:
    state = table().truth
    for said, says in (
        (naming.spot_name(state, (1, 0)), "Neon Arcade"),
        (naming.spot_name(state, (1, -1)), "the face-down tile north-east of Shelter"),
        (naming.spot_name(state, (7, 7)), "the place at (7,7)"),
        (naming.pattern_name(state, "basic.power-long"), "the long power pattern"),
        (naming.pattern_name(state, "enemy.stray-drone.hack0"), "Stray Drone's hack"),
        (naming.pattern_name(state, "aug.sweep+basic.exp"), "Sweep's pattern and the EXP pattern"),
        (naming.tokens_in_words("EELLWX"), "2 Embers, 1 Ward, 2 Lore and 1 corrupted token"),
        (naming.dice_in_words("DSSTT"), "2 Strikes, 1 Surge and 2 Static"),
    ):
        assert said == says
