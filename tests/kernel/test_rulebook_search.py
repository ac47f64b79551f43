"""A newcomer types a question; the rule that answers it is among the first three that are found."""

import re
from time import process_time
from typing import Any

import pytest

from tabletop_kernel import load
from tabletop_kernel.content.installed_games import games
from tabletop_kernel.learning.rulebook_search import Piece, glossary, search, stems

ROYAL = {
    "when do I win": "end.majority",
    "how does the game end?": "end.majority",
    "can I attack the loser": "battle.no-previous-loser",
    "how many hearts may I put into a fight": "battle.health-limit",
    "what happens if both have the same number": "battle.tie",
    "how many dice do we throw in a battle": "battle.dice",
    "do I have to move all the way": "turn.move-exact",
    "can I walk backwards": "turn.direction",
    "how do I get a weapon": "board.no-clubs",
    "how expensive are weapons": "shop.price",
    "can I pay with hearts": "shop.currency",
    "what does plague do": "plague.minus",
    "how do I get out of a battle": "alliance.use",
    "what is the queen of spades": "decree.cards",
    "what do I get if I win a battle": "battle.win-territory",
    "I have no territory left": "elim.zero",
    "what cards do I have at the start": "setup.resources",
    "who starts": "turn.first",
    "how much is a king worth": "cards.court",
    "do the others see my cards": "cards.hidden",
}
NORTH = {
    "when do I win": "score.win",
    "what does the node do": "node.table",
    "when is it over": "end.deck",
    "what is a spark for": "ability.spark",
    "when do I use the protocol": "ability.protocol",
    "how many directives can I do": "turn.three",
    "may I do one directive two times": "turn.one-twice",
    "why can't I reprogram the card with the same value": "reprogram.different-value",
    "how many cards do I draw each turn": "turn.draw",
    "my deck is empty": "deck.reshuffle",
    "what happens with the cards still in my hand": "back.hand-loss",
    "why did my opponent take a card from the wastes": "back.take-one",
    "can I gain points": "score.total",
    "what happens when somebody has no points": "end.zero",
    "what are my cards worth at the end": "score.values",
    "how do I play alone": "solo.front",
    "what does the collector do": "solo.collect",
    "how do I get new cards into my deck": "directive.reprogram",
    "same score, who wins": "score.tie",
    "how many points at the start": "setup.points",
}
WEST = {
    "when do I win": "score.winner",
    "when does the game end": "end.deck",
    "how do I attack": "facility.loss",
    "what is a pulse": "card.facility-pulse",
    "when do doppelgates radiate": "radiate.when",
    "how do I make a doppelgate": "gate.matching",
    "how much does a doppelgate cost": "gate.cost",
    "how do I build a locus": "locus.pay",
    "can I take two of the same": "facility.any-two",
    "can I skip my turn": "turn.must-act",
    "what does the cityengine cost": "city.plan",
    "how many points for a locus": "score.locus",
    "what happens in dusk": "deck.dusk",
    "what can the other player do in my turn": "reaction.other",
    "is there a hand limit": "hand.no-limit",
    "what if I am at zero": "points.zero-plays",
    "what does quench yard do": "trigger.quench-yard",
    "which steps does a turn have": "turn.steps",
    "who starts": "setup.start-player",
    "can I look at the back of a doppelgate": "gate.unseen",
}
QUESTIONS = {"royal_ascension": ROYAL, "the_north": NORTH, "the_west_ascendant": WEST}
ALL = [(game, query, rule) for game, asked in QUESTIONS.items() for query, rule in asked.items()]


def ids(name: str, query: str) -> list[str]:
    game: Any = load(name)
    return [one.name if isinstance(one, Piece) else one.id for one in search(game, game.agreement.configure(), query)]


@pytest.mark.parametrize(("game", "query", "rule"), ALL)
def test_the_answer_is_among_the_first_three(game: str, query: str, rule: str) -> None:
    assert rule in ids(game, query)[:3]


@pytest.mark.parametrize("game", QUESTIONS)
def test_every_foreseen_question_finds_its_rule(game: str) -> None:
    loaded: Any = load(game)
    for rule in loaded.rulebook.values():
        for question in rule.asked:
            found = ids(game, question)[:3]
            assert rule.id in found, f"{rule.id} is not among {found} for «{question}»"


@pytest.mark.parametrize(
    ("game", "query", "piece"),
    [
        ("the_north", "frost widow", "Frost Widow"),
        ("the_north", "what does the glass titan do", "Glass Titan"),
        ("royal_ascension", "Mewtopia", "Mewtopia"),
        ("the_west_ascendant", "the strider", "The Strider"),
    ],
)
def test_a_piece_is_found_by_its_name(game: str, query: str, piece: str) -> None:
    assert piece in ids(game, query)[:2]


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("allaince", "alliance.use"),
        ("territoris", "terr.values"),
        ("elimnated", "elim.zero"),
        ("plage", "plague.minus"),
        ("weapo", "shop.power"),
        ("battle.tie", "battle.tie"),
        ("ruling.used-cards", "ruling.used-cards"),
    ],
)
def test_typos_unfinished_words_and_ids(query: str, rule: str) -> None:
    assert rule in ids("royal_ascension", query)[:6]


def test_without_a_question_there_is_the_whole_book() -> None:
    game: Any = load("royal_ascension")
    assert ids("royal_ascension", " ") == [*game.rulebook, *game.rulebook.rulings]
    for nonsense in ("xyzzy", "isn't that so", "?!"):
        assert ids("royal_ascension", nonsense) == []


def test_the_book_of_the_table_is_searched() -> None:
    game: Any = load("royal_ascension")
    ever = game.agreement.configure(rulings={"ruling.repeat-scope": "ever"})
    found = {one.id: one for one in search(game, ever, "can I attack the loser") if not isinstance(one, Piece)}
    assert found["battle.no-previous-loser"].text == game.telling.book(ever)["battle.no-previous-loser"].text


def test_the_goal_of_a_game_comes_first() -> None:
    goals = {"royal_ascension": "end.majority", "the_north": "score.win", "the_west_ascendant": "score.winner"}
    for game, rule in goals.items():
        assert [ids(game, query)[0] for query in ("when do I win", "goal of the game", "how do I win")] == [rule] * 3


@pytest.mark.parametrize(
    ("options", "rule"), [({"mode": "versus"}, "comp.goal"), ({"scenario": "S01"}, "end.scenario")]
)
def test_what_is_about_another_way_to_play_comes_last(options: dict[str, str], rule: str) -> None:
    game = load("tamashii")
    config = game.agreement.configure(2, options=options)
    first, *_ = search(game, config, "when do I win?")
    assert first.id == rule
    whole = [one.id for one in search(game, config, "")]
    unused = [one.removeprefix("ruling.").partition(".")[0] in game.agreement.unused_parts(config) for one in whole]
    assert unused == sorted(unused) and any(unused) and not all(unused)


def test_the_whole_book_has_chapters() -> None:
    from widgets.rulebook import OPEN, WORDS, drawer

    game = load("the_north")
    entries = drawer(game, game.agreement.configure(None), "")["entries"]
    chapters = [one["chapter"] for one in entries if "chapter" in one]
    assert chapters == [*game.rulebook.by_chapter(), OPEN, *([WORDS] if game.rulebook.glossary else [])]
    assert "chapter" in entries[0] and len(chapters) == len(set(chapters))
    assert not any("chapter" in one for one in drawer(game, game.agreement.configure(None), "who wins")["entries"])


@pytest.mark.parametrize("name", games())
def test_a_word_of_the_glossary_is_found_and_explained(name: str) -> None:
    game = load(name)
    words = glossary(game.rulebook)
    assert 15 <= len(words) <= 45
    for word in words:
        assert search(game, game.agreement.configure(None), word.name)[0] == word


def test_words_are_compared_by_their_stems() -> None:
    assert stems("Battles, battling!") == ["battl", "battl"]
    assert stems("the cities of a city") == ["cit", "cit"]
    assert stems("what is it") == ["what", "is", "it"], "little words count where there are no others"


def test_a_search_is_fast() -> None:
    """Counted in the processor's time, and against plain work of the same machine, so that others do not matter."""
    game: Any = load("the_west_ascendant")
    config = game.agreement.configure()
    search(game, config, "once, to make the index")
    texts = [rule.text for rule in game.rulebook.values()]
    start = process_time()
    for _ in range(20):
        [re.findall("[a-z]+", text.casefold()) for text in texts]
    plain = process_time() - start
    start = process_time()
    for query in WEST:
        search(game, config, query)
    assert process_time() - start < 40 * plain
