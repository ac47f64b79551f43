"""Every rule that can refuse a move does so in a whole sentence that is true where it is said.

A `Situation` is a table and what is refused there. The sentences were read by a person, situation by situation;
`python tests/games/royal_ascension/test_royal_refusals.py` (with the package installed) prints them all.
"""

from __future__ import annotations

from royal import GAME
from royal_situations import verdicts_in_code
from test_royal_refusals_battle import ACTION_CARDS, BATTLES, SPOILS
from test_royal_refusals_turn import BEFORE_PLAY, SHOPPING, WALKING

SITUATIONS = [*BEFORE_PLAY, *WALKING, *SHOPPING, *ACTION_CARDS, *BATTLES, *SPOILS]


def test_every_rule_that_can_refuse_is_among_the_situations() -> None:
    shown = {rule for situation in SITUATIONS for rule, _, _ in situation.refusals}
    by_table = {"players.count"}  # refused before there is a table: see test_royal_rules_pieces.py
    assert set(verdicts_in_code()) - by_table - shown == set()
    for rule in shown - {"table.unknown"}:
        entry = GAME.rulebook[rule] if rule in GAME.rulebook.rules else GAME.rulebook.rulings[rule]
        assert entry.why, f"{rule} refuses and has no sentence for it"


def print_all() -> None:
    """All sentences, for a reader."""
    for situation in SITUATIONS:
        session = situation.open()
        print(f"\n{situation.name} {situation.rulings or ''}")
        for rule, seat, move in situation.refusals:
            print(f"  {'ABCD'[seat]} {' '.join(map(str, move)):<28} {session.judge(seat, move).text} ({rule})")  # type: ignore[union-attr]


if __name__ == "__main__":
    print_all()
