"""Names that the views of all hosts share, written by the build from `packages/core/src/display`."""

from __future__ import annotations

import json
from pathlib import Path

_schema = json.loads((Path(__file__).parent / "view_schema.json").read_text("utf-8"))

view_mime_type: str = _schema["viewMimeType"]
snapshot_budget_bytes: int = _schema["snapshotBudgetBytes"]
series_colors: tuple[str, ...] = tuple(_schema["seriesColors"])
series_dashes: tuple[tuple[float, ...], ...] = tuple(tuple(dash) for dash in _schema["seriesDashes"])
tab_ids: dict[str, str] = _schema["tabIds"]
"""Tab names with the ids that a page's address carries."""


def tab_of(name_or_id: str) -> str | None:
    """The tab that a name or an id means: both `charts` and `chart` are charts."""
    if name_or_id in tab_ids:
        return name_or_id
    return next((name for name, tab_id in tab_ids.items() if tab_id == name_or_id), None)
