"""Sentences that were wrong, garbled or hollow: what is said of patterns, prompts, events and buttons."""

from __future__ import annotations

import pytest
from played_tables import prompted
from refereed import GAME, PLANNING, acting, fighting, kinds, launching, play, refusal, rows, stack, table

from tabletop_kernel import Session
from tabletop_kernel.contract.verdict import Verdict
from tabletop_kernel.games.tamashii.lines import running
from tabletop_kernel.games.tamashii.telling import naming, refusal_words

MAP = [[0, 0, "shelter", 1, "", []], [1, 0, "neon-arcade", 1, "", []]]


def asked(session: Session, seat: int | None = 0) -> tuple[str, tuple[str, ...]]:
    """The prompt: its sentence and the rules under it."""
    said = GAME.telling.prompt(session.config, session.view(seat))
    assert said is not None
    return said.text, said.rules


# -- prompts -----------------------------------------------------------------------------------------------------------


def test_prompts_count() -> None:
    session = fighting(enemies=stack("gutter-hound"), shield=1, dice="SST", number=1, symbol="fang")
    play(session, "roll", "pass")
    count = str(session.truth.frames[-1][2][0])
    for seat in (0, 1):
        found = prompted(session, seat)
        assert (found.key, found.facts["count"]) == ("wounds", count)


@pytest.mark.parametrize(("wounds", "shields", "spend", "suffer"), [
    (1, 5, "Spend 1 shield", "Suffer the wound"),
    (3, 5, "Spend 3 shields", "Suffer the wounds"),
    (3, 2, "Spend 2 shields", "Suffer the wounds"),
])  # fmt: skip
def test_the_answers_to_wounds_say_how_many(wounds: int, shields: int, spend: str, suffer: str) -> None:
    session = fighting(enemies=stack("gutter-hound"), shield=shields, dice="SST", number=1, symbol="fang")
    session.truth.frames.append(("wounds", 0, (wounds, "combat.enemy-frame")))
    assert [session.phrase(0, move) for move in session.moves(0)] == [spend, suffer]


def test_without_trace_no_prompt_speaks_of_it() -> None:
    # setup.prologue-skips
    session = Session(GAME, seats=1, seed=1, options={"scenario": "P00"})
    while not any(move[0] == "stay" for move in session.moves(0)):
        assert "trace" not in asked(session)[0]
        session.submit(0, session.moves(0)[-1])
    assert prompted(session).key == "move-untraced"


def test_a_prompt_offers_no_upgrade_in_the_middle_of_a_step() -> None:
    # ruling.plan.windows
    session = table({"plan.windows": "between-steps"}, grid=rows("E..."), memory=1, other={"memory": 1})
    assert "upgrade" in asked(session)[0]
    play(session, "slide r1c1 r1c2")
    assert prompted(session).key == "plan-programming"
    assert "upgrade" in asked(session, 1)[0]  # whoever has not begun may still do so


def test_an_offer_is_cited_by_the_place_where_it_is_printed() -> None:
    # combat.player-frame
    session = fighting(
        enemies=stack("riot-shell"), bodies=["paper-tiger"], shield=2, dice="SSDDTT", number=0, symbol="fang"
    )
    state = session.truth
    offering = [
        number
        for number, _ in enumerate(state.body(0).frames)
        if any(op.kind == "offer" for op in state.rules.lines[f"frame.paper-tiger.{number}"].ops)
    ]
    key = f"frame.paper-tiger.{offering[0]}"
    assert naming.line_name(state, key) == "Paper Tiger's combat frame"
    running.begin_line(state, 0, key, "T")
    GAME.settle(state, None)
    assert state.frames[-1][0] == "offer"
    said = prompted(session)
    assert (said.key, said.rules) == ("offer", ("combat.player-frame",))
    assert state.body(0).name in said.facts["key"]


# -- refusals of launches ----------------------------------------------------------------------------------------------


def test_a_gap_is_named_as_such() -> None:
    # pattern.exact
    session = launching(grid=rows("EE.E"))
    assert refusal(session, "launch basic.power r1c1+r1c2+r1c4").rule == "pattern.exact"
    assert refusal(launching(grid=rows("EE..", "E...")), "launch basic.power r1c1+r1c2+r2c1").rule == "pattern.asset"


def test_patterns_that_are_not_open_have_each_its_reason() -> None:
    # aug.break, aug.two-states, body.market-access, pattern.other-places
    session = launching(equipped=["last-stand"], grid=rows("EWE.", "EWE."), enemies=stack("riot-shell"))
    play(session, "launch aug.last-stand r1c1+r1c2+r1c3")
    assert refusal(session, "launch aug.last-stand r2c1+r2c2+r2c3") == Verdict("aug.break", augment="last-stand")
    session = launching(grid=rows("EWE."), other={"equipped": ["last-stand"]})
    assert refusal(session, "launch aug.last-stand r1c1+r1c2+r1c3").rule == "aug.two-states"
    gone = next(
        body.id for body in GAME.content.bodies.values() if not body.core and body.id not in session.truth.market
    )
    assert refusal(session, f"launch body.{gone} r1c1+r1c2+r1c3").rule == "body.market-access"
    code = next(code for code in session.truth.rules.scenario.cards if code != session.truth.card)
    assert refusal(session, f"launch card.{code} r1c1+r1c2+r1c3").rule == "pattern.other-places"


@pytest.mark.parametrize(("ruling", "grid"), [("prog.dark-slots", "E..."), ("prog.corrupted-moves", "X...")])
def test_a_switch_is_not_answered_with_a_slide_that_is_forbidden(ruling: str, grid: str) -> None:
    assert refusal(table({ruling: "no"}, grid=rows(grid)), "switch r1c1 r1c2").rule == f"ruling.{ruling}"
    assert refusal(table(grid=rows(grid)), "switch r1c1 r1c2").rule == "prog.switch"


def test_a_frame_hits_only_the_top_enemy() -> None:
    # frame.top-only, combat.own-only
    session = fighting(enemies=stack("riot-shell", "gutter-hound"), dice="SST", number=1, symbol="wire")
    play(session, "roll")
    assert refusal(session, "frame 0 S gutter-hound").rule == "frame.top-only"
    assert refusal(session, "frame 0 S toll-clerk").rule == "combat.own-only"


@pytest.mark.parametrize(("scope", "words"), [("step", "in this step"), ("game", "this game")])
def test_equal_patterns_count_as_one_for_as_long_as_the_ruling_says(scope: str, words: str) -> None:
    # ruling.pattern.once-card, ruling.pattern.once-scope
    book = GAME.telling.book(
        GAME.agreement.configure(2, rulings={"ruling.pattern.once-card": "one", "ruling.pattern.once-scope": scope})
    )
    assert words in book.rulings["ruling.pattern.once-card"].why


# -- events ------------------------------------------------------------------------------------------------------------


def test_assets_have_a_plural_where_there_is_one() -> None:
    # asset.gain
    counted = [naming.assets_in_words(2, name) for name in ("shield", "memory", "power", "reroll")]
    assert counted == ["2 shields", "2 memory", "2 power", "2 rerolls"]
    assert naming.assets_in_words(1, "shield") == "1 shield"


def test_an_exploration_token_is_told_in_a_sentence() -> None:
    # explore.token-first
    session = acting(ground=[*MAP, [-1, 0, "data-bazaar", 0, "notes", []]])
    (told,) = [facts for rule, facts in play(session, "move -1,0") if rule == "explore.token-first"]
    assert (told["find"], told["place"]) == ("notes", (-1, 0))


def test_the_top_of_the_track_with_no_enemy_left() -> None:
    # trace.top
    session = acting(ground=MAP, trace=8, enemy_deck=[], enemy_discard=[])
    told = kinds(session, "stay")
    assert "trace-top-alone" in told and "trace-top" not in told


def test_a_rolled_blank_is_shown_and_not_counted() -> None:
    # combat.blank
    session = fighting(enemies=stack("riot-shell"), dice="SST", number=0, symbol="wire")
    assert ("combat.roll", {"seat": 0, "number": 0, "goes": ""}) in play(session, "roll")


def test_an_unlocked_slot_is_light_and_that_is_said_once() -> None:
    # kw.unlocked-light
    told = play(table(exp=2), "upgrade unlock r1c5")
    assert [rule for rule, _ in told].count("kw.unlocked-light") == 1


def test_shields_that_were_spent_explain_why_nothing_is_asked() -> None:
    # ruling.combat.wound-batches
    session = fighting(
        {"combat.wound-batches": "combat"},
        enemies=stack("gutter-hound", "gutter-hound"),
        shield=5,
        dice="TTT",
        number=2,
        symbol="fang",
    )
    play(session, "roll", "pass")
    session.submit(0, next(move for move in session.moves(0) if move[0] == "shield"))
    told = play(session, "pass")
    assert any(rule == "ruling.combat.wound-batches" for rule, _ in told)


# -- names and buttons -------------------------------------------------------------------------------------------------


def test_two_hacks_of_an_enemy_have_two_names() -> None:
    state = table().truth
    assert naming.pattern_name(state, "enemy.knife-accountant.hack0") == "Knife Accountant's first hack"
    assert naming.pattern_name(state, "enemy.knife-accountant.hack1") == "Knife Accountant's second hack"
    assert naming.pattern_name(state, "enemy.toll-clerk.hack0") == "Toll Clerk's hack"


@pytest.mark.parametrize(("difficulty", "price"), [("normal", 2), ("hard", 3)])
def test_upgrades_name_their_price(difficulty: str, price: int) -> None:
    # upg.exp-cost
    session = table(difficulty=difficulty, exp=3)
    assert session.phrase(0, ("upgrade", "integrity")) == f"{price} EXP: raise your maximum integrity by 1"


def test_the_number_of_players_is_a_number() -> None:
    # scen.player-number
    state = table().truth
    for line in state.rules.lines.values():
        assert (
            "N"
            not in " ".join(refusal_words.printed_sentences(state, line))
            .replace("Ninkyo", "")
            .replace("BOT", "")
            .split()
        )


def test_whoever_may_alter_a_roll_is_named_in_good_english() -> None:
    # trace.dice
    session = table(turn=2, frames=PLANNING, trace=3, reroll=1, memory=1, dice="SD", other={"memory": 1})
    while not any(move[0] == "reroll" for move in session.moves(0)):
        session.submit(session.asked[0], ("done",))
    assert prompted(session, None).key == "roll-trace"
    assert prompted(session, None).facts["seat"] == "Kindle and Bulwark"


def test_damage_that_goes_on_is_cited_by_its_ruling() -> None:
    # ruling.combat.excess-elsewhere
    from tabletop_kernel.games.tamashii.fighting import enemies

    session = table({"combat.excess-elsewhere": "carries"}, enemies=stack("toll-clerk", "riot-shell"))
    told: list[tuple[str, str]] = []
    left = session.truth.integrity_of("toll-clerk")
    enemies.damage_top(
        session.truth, 0, left + 1, "pattern.hack-repel", lambda kind, rule, *_, **__: told.append((kind, rule))
    )
    assert [rule for kind, rule in told if kind == "damaged"] == [
        "pattern.hack-repel",
        "ruling.combat.excess-elsewhere",
    ]
