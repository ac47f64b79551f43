"""Who sees the pieces of a zone. A zone is hidden unless its declaration names one of these (see `state_fields`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MayLook = Callable[[Any, int | None, int | None], bool]  # (state, owner, viewer) -> may look
Faces = Callable[[Any, Any, int | None, int | None], object]  # (state, pieces, owner, viewer) -> what is seen of them


def everyone(state: object, holder: int | None, viewer: int | None) -> bool:
    """Let every viewer look: the pieces lie face up."""
    return True


def owner(state: object, holder: int | None, viewer: int | None) -> bool:
    """Let only the owner look: the pieces are in a hand."""
    return holder == viewer


def nobody(state: object, holder: int | None, viewer: int | None) -> bool:
    """Let nobody look: the pieces lie face down."""
    return False
