"""Bots get the view and the moves, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from connect_four import ConnectFour
from tictactoe import MOVES, TicTacToe

from tabletop_kernel import Session, UnknownName, load, simulate
from tabletop_kernel.contract.chance import Chance
from tabletop_kernel.contract.opinions import Opinions
from tabletop_kernel.contract.turns_and_rounds import Pace
from tabletop_kernel.players.bots import Node, Search, SearchBot, forward, make_bot
from tabletop_kernel.study.simulate import make_plan

ROYAL = load("royal_ascension")


@pytest.mark.parametrize("name", ["random", "quick", "greedy", "mcts:20"])
def test_a_bot_chooses_a_legal_move_of_its_own_accord(name: str) -> None:
    """The same seed, the same choices; and always one of the moves offered."""
    records = []
    for _ in range(2):
        session = Session(ROYAL, 3, seed=4)
        bots = [make_bot(name, ROYAL, session.config, seat, 9) for seat in range(3)]
        for _ in range(60):
            seat = session.deciders[0]
            moves = forward(session.moves(seat))
            move = bots[seat].choose(session.view(seat), moves)
            assert move in moves
            session.submit(seat, move)
        records.append(session.save())
    assert records[0] == records[1]


@pytest.mark.parametrize("bot", ["quick", "greedy", "mcts:10"])
@pytest.mark.parametrize("name", ["royal_ascension", "the_north", "the_west_ascendant"])
def test_a_bot_cannot_tell_secrets_apart(name: str, bot: str) -> None:
    """Other cards where its seat cannot look, and the same luck of its own: it is shown and chooses the same."""
    game = load(name)
    session = Session(game, seed=12)
    compared = 0
    while session.deciders and compared < 8:
        seat = session.deciders[0]
        moves = forward(session.moves(seat))
        other = game.imagine(session.config, session.view(seat), Chance(session.length))
        if len(moves) > 1 and game.write(other) != session.position():
            chosen = []
            for world in (session.truth, other):
                assert game.view(world, seat) == session.view(seat)
                thinker = make_bot(bot, game, session.config, seat, 1)
                chosen.append(thinker.choose(game.view(world, seat), forward(game.moves(world, seat))))
            assert chosen[0] == chosen[1]
            compared += 1
        session.submit(seat, moves[session.length % len(moves)])
    assert compared == 8


@pytest.mark.parametrize(
    "name", ["mtcs", "mcts:0", "mcts:many", "greedy:3", "", "mcts:²", "mcts:٣", "mcts:-1", "mcts:" + "9" * 5000]
)
def test_a_wrong_name_gets_the_nearest_right_one(name: str) -> None:
    with pytest.raises(UnknownName, match="There is no bot"):
        make_bot(name, ROYAL, ROYAL.agreement.configure(3), 0, 1)


@pytest.mark.parametrize("name", ["royal_ascension", "the_north", "the_west_ascendant"])
def test_quick_judgement_beats_chance(name: str) -> None:
    """One quick bot and random ones at a table: far above its fair share."""
    seats = max(2, load(name).seats[0])
    report = simulate(name, games=40, seats=seats, bots=["quick", *["random"] * (seats - 1)], seed=7, coverage=False)
    assert report.bot_wins["quick"].low > 1 / seats


def test_who_plays_where_nobody_says_so() -> None:
    """Who decides well and fast enough for many games: in Deck Goes West a greedy bot takes an hour for 500."""
    assert make_plan("royal_ascension").bots == ["greedy"] * 3
    assert set(make_plan("deck_goes_west").bots) == {"quick"}


def test_the_search_takes_a_win_and_stops_a_loss() -> None:
    game = TicTacToe()
    winning = Session.at(game, {"board": [1, 1, 0, 2, 2, 0, 0, 0, 0]})
    bot = make_bot("mcts:300", game, winning.config, 0, 1)
    assert bot.choose(winning.view(0), winning.moves(0)) == MOVES[2]
    losing = Session.at(game, {"board": [1, 1, 0, 0, 2, 0, 0, 0, 0]})
    bot = make_bot("mcts:300", game, losing.config, 1, 1)
    assert bot.choose(losing.view(1), losing.moves(1)) == MOVES[2]


def test_a_search_goes_on_with_what_the_last_one_found_out() -> None:
    """What it has tried after the move that it chose counts among its next trials; a part is always made anew."""
    game = ConnectFour()
    session = Session(game)
    bot = make_bot("mcts:200", game, session.config, 0, 1)
    assert isinstance(bot, SearchBot)
    session.submit(0, bot.choose(session.view(0), session.moves(0)))
    known = sum(node.visits for node in bot._known.values())
    assert 0 < known < 200
    session.submit(1, session.moves(1)[0])
    before = {move: (node.visits, node.value) for move, node in bot._known.items()}
    search = Search(game, session.config, 0, Random(2), session.view(0), session.moves(0), known=bot._known)
    assert search.trials == sum(node.visits for node in search.roots) == known
    assert {node.move: (node.visits, node.value) for node in search.roots if node.visits} == before
    bot.choose(session.view(0), session.moves(0))
    assert search.nodes > len(search.roots)  # so a tree that lives on does not grow for ever
    assert sum(node.visits for node in search.roots) == max(200, known + 50)


def test_the_search_beats_chance_at_connect_four() -> None:
    report = simulate(ConnectFour(), games=20, bots=["mcts:40", "random"], seed=3)
    assert report.bot_wins["mcts:40"].low > 0.5


def test_take_backs_are_left_out_unless_nothing_else_is_there() -> None:
    moves: list[Any] = [("commit", "QH"), ("seal",), ("take-back", "6C")]
    assert forward(moves) == moves[:2]
    assert forward(moves[2:]) == moves[2:]


def test_a_search_tries_sensible_moves_first_and_others_as_visits_add_up() -> None:
    node, moves = Node(("root",)), [("a",), ("b",), ("c",)]
    first = node.child(moves, lambda untried: untried[-1])
    assert first.move == ("c",)
    for visits, tried in ((0, 1), (1, 2), (3, 2), (4, 3), (5, 3)):
        node.visits = visits
        node.child(moves, lambda untried: untried[-1]).visits += 1
        assert len(node.children) == tried, visits
    assert node.child([("d",)], lambda untried: untried[0]).move == ("d",), "another world may offer other moves"


def nodes_under(nodes: Any) -> int:
    return sum(1 + nodes_under(node.children.values()) for node in nodes)


def test_a_long_search_keeps_some_worlds_and_a_small_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many trials there are: worlds come again, and a full tree is followed without growing."""
    monkeypatch.setattr("tabletop_kernel.players.bots.MOST_WORLDS", 5)
    monkeypatch.setattr("tabletop_kernel.players.bots.MOST_NODES", 12)
    imagined = []

    class Stones(Pace):
        def turns(self, state: Any) -> int:
            return int(state.stones)

    class Watched(ConnectFour):
        def __init__(self) -> None:
            super().__init__()
            self.pace, self.opinions.lookahead = Stones(self), 6

        def imagine(self, *args: Any) -> Any:
            imagined.append(super().imagine(*args))
            return imagined[-1]

    game = Watched()
    config = game.agreement.configure()
    state = game.setup(config, Chance(1))
    search = Search(game, config, 0, Random(1), game.view(state, 0), game.moves(state, 0))
    for _ in range(150):
        search.try_once()
    assert len(imagined) == 1 + 5, "one for a first look at the moves"
    assert sum(node.visits for node in search.roots) == 150
    assert nodes_under(search.roots) == len(search.roots) + 12
    assert all(world.stones == 0 for world in imagined), "a world is lent as a copy"


def test_every_move_meets_the_same_worlds_and_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trial by trial, also where worlds come again; then with other luck than before."""
    monkeypatch.setattr("tabletop_kernel.players.bots.MOST_WORLDS", 3)
    session = Session(ROYAL, 3, seed=4)
    while len(moves := forward(session.moves(seat := session.deciders[0]))) < 3:
        session.submit(seat, moves[0])
    met: dict[Any, list[Any]] = {}

    class Watched(Search):
        def explore(self, root: Node, world: Any) -> None:
            met.setdefault(root.move, []).append((ROYAL.write(world), world.chance.roll("luck", 1000)))
            super().explore(root, world)

    search = Watched(ROYAL, session.config, seat, Random(2), session.view(seat), moves)
    for _ in range(80):
        search.try_once()
    one, other, *_ = sorted(met.values(), key=len, reverse=True)
    assert len(other) > 4
    assert one[: len(other)] == other
    assert one[3][0] == one[0][0], "the same world"
    assert one[3][1] != one[0][1], "with other luck"


class Marks(Pace):
    """Every mark is a turn."""

    def turns(self, state: Any) -> int:
        return int(state.marks)


def test_a_search_judges_all_moves_at_the_same_time() -> None:
    """A move that ends a turn is not followed further than one that does not."""

    class Watched(Opinions):
        seen: list[int] = []
        lookahead = 2

        def prospects(self, state: Any) -> Any:
            self.seen.append(state.marks)
            return super().prospects(state)

    game = TicTacToe()
    game.pace, game.opinions = Marks(game), Watched(game)
    config = game.agreement.configure()
    state = game.setup(config, Chance(1))
    bot = make_bot("mcts:30", game, config, 0, 1)
    bot.choose(game.view(state, 0), game.moves(state, 0))
    assert set(Watched.seen) == {game.opinions.lookahead}


def test_a_search_learns_what_quick_judgement_overlooks() -> None:
    """Its tree grows: the second of its own moves is tried in other ways than the one that comes to mind first."""

    class Alone(TicTacToe):
        """One seat marks twice. The corner is worth a little; the middle is worth all with the last corner after it."""

        def apply(self, state: Any, seat: int, move: Any, emit: Any = None) -> None:
            super().apply(state, seat, move, emit)
            state.turn = (0,)

        def moves(self, state: Any, seat: int) -> list[Any]:
            return [MOVES[1], MOVES[8]] if state.marks else [MOVES[0], MOVES[4]]

    class Hasty(Opinions):
        lookahead = 2

        def quick(self, state: Any, seat: int, moves: Any, rng: Any) -> Any:
            return moves[0]

        def prospects(self, state: Any) -> Any:
            return (0.2 if state.board[0] else float(state.board[4] and state.board[8]), 0.0)

    game = Alone()
    game.pace, game.opinions = Marks(game), Hasty(game)
    config = game.agreement.configure()
    state = game.setup(config, Chance(1))
    bot = make_bot("mcts:300", game, config, 0, 1)
    assert bot.choose(game.view(state, 0), game.moves(state, 0)) == MOVES[4]
