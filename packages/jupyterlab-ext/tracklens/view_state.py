"""View state: everything a user can change in a view. The views validate it; Python only passes it on."""

from __future__ import annotations

from typing import Any

INITIAL: dict[str, Any] = {"version": 1}
"""Default state of a view."""


def is_newer(state: object) -> bool:
    """Whether a state was written by a newer version of this software."""
    version = state.get("version") if isinstance(state, dict) else None
    return isinstance(version, (int, float)) and version > 1


def read_view_state(state: object) -> dict[str, Any]:
    """Returns a stored state if it is one of this version; otherwise the initial state."""
    version = state.get("version") if isinstance(state, dict) else None
    return dict(state) if isinstance(state, dict) and type(version) is int and version == 1 else INITIAL
