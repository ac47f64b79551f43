"""Written positions of The Royal Ascension: what cannot be is refused, and the error says what."""

from __future__ import annotations

import pytest
from royal import table

from tabletop_kernel.errors import PositionError


def test_a_die_that_is_written_shows_1_to_6() -> None:
    assert table(dice=[1, 6])
    with pytest.raises(PositionError, match="a die shows 1 to 6, not 7"):
        table(dice=[3, 7, 1])
