"""What the views of all hosts share, written by the build from `packages/core/src/display`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_schema = json.loads((Path(__file__).parent / "view_schema.json").read_text("utf-8"))

view_mime_type: str = _schema["viewMimeType"]
snapshot_budget_bytes: int = _schema["snapshotBudgetBytes"]
series_palettes: dict[str, tuple[str, ...]] = {name: tuple(colors) for name, colors in _schema["seriesPalettes"].items()}
series_dashes: tuple[tuple[float, ...], ...] = tuple(tuple(dash) for dash in _schema["seriesDashes"])
tab_ids: dict[str, str] = _schema["tabIds"]
"""Tab names with the ids that a page's address carries."""
view_state: dict[str, Any] = _schema["viewState"]
"""The JSON Schema of what can be arranged in a view."""


def tab_of(name_or_id: str) -> str | None:
    """The tab that a name or an id means: both `charts` and `chart` are charts."""
    if name_or_id in tab_ids:
        return name_or_id
    return next((name for name, tab_id in tab_ids.items() if tab_id == name_or_id), None)
