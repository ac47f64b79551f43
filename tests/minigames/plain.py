"""The two small games once more, as plain loops without any contract: what the kernel's speed is measured against."""

from __future__ import annotations

from random import Random

from connect_four import COLUMNS, HEIGHT, STRIDE, has_four
from tictactoe import THROUGH


def play_tictactoe(games: int) -> None:
    random = Random(1).random
    for _ in range(games):
        board = [0] * 9
        mark = 1
        for _ in range(9):
            free = [cell for cell in range(9) if not board[cell]]
            cell = free[int(random() * len(free))]
            board[cell] = mark
            for a, b in THROUGH[cell]:
                if board[a] == mark and board[b] == mark:
                    break
            else:
                mark = 3 - mark
                continue
            break


def play_connect_four(games: int) -> None:
    random = Random(1).random
    for _ in range(games):
        cells = [0] * (COLUMNS * HEIGHT)
        heights = [0] * COLUMNS
        disks = [0, 0]
        seat = 0
        for _ in range(COLUMNS * HEIGHT):
            free = [column for column in range(COLUMNS) if heights[column] < HEIGHT]
            column = free[int(random() * len(free))]
            height = heights[column]
            cells[column * HEIGHT + height] = seat + 1
            heights[column] = height + 1
            disks[seat] |= 1 << column * STRIDE + height
            if has_four(disks[seat]):
                break
            seat = 1 - seat
