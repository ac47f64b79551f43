"""What lessons may ask: facts that the rules compute, never written down beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

FACTS: Mapping[str, Callable[..., Any]] = {}
