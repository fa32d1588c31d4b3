"""Selects the content of a project snapshot when not everything fits.

What the view shows comes first, then the newest experiments and the most common names. This is
`core/src/snapshots/snapshot-selection.ts` in Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

MOST_EXPERIMENTS = 60
"""Maximum number of experiments in a project snapshot."""
MOST_CHARTED = 25
"""Maximum number of those with points, unless the view selects more."""
FIRST_DRAWN = 10
"""Number of experiments a view starts with, which get good quality before anything else gets points."""
FIRST_METRICS = 4
"""Number of metrics with an image, which get good quality before anything else gets points."""
MOST_METRICS = 40
"""Maximum number of metrics with points that a view can select."""
MOST_SERIES = 360
"""Maximum number of series in total: the budget cannot fit more."""


def drawn_keys(keys: Iterable[str], state: dict[str, Any]) -> list[str]:
    """Returns the experiments that a view draws: the selected ones that exist, or all, without the hidden ones."""
    all_keys = list(keys)
    chosen, hidden = set(state.get("selection", [])), set(state.get("charts", {}).get("hidden", []))
    return [key for key in [key for key in all_keys if key in chosen] or all_keys if key not in hidden]


def copied_experiments(listed: list[dict[str, Any]], state: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the experiments of a snapshot: selected ones first (visible before hidden), then the newest."""
    chosen, hidden = set(state.get("selection", [])), set(state.get("charts", {}).get("hidden", []))

    def rank(record: dict[str, Any]) -> tuple[int, float]:
        key = record["experimentKey"]
        return (2 if key not in chosen else 1 if key in hidden else 0, -(record.get("startTimeMillis") or 0))

    return sorted(listed, key=rank)[:MOST_EXPERIMENTS]


def main_names(lists: Iterable[list[dict[str, Any]]]) -> list[str]:
    """Returns record names, most common first, system metrics last."""
    count: dict[str, int] = {}
    for records in lists:
        for record in records:
            count[record["name"]] = count.get(record["name"], 0) + 1
    return sorted(count, key=lambda name: (name.startswith("sys."), -count[name]))


def charted_metrics(main: list[str], state: dict[str, Any]) -> list[str]:
    """Returns the metrics that a view charts: the selected ones that exist, otherwise all except system metrics."""
    known = set(main)
    chosen = [name for name in dict.fromkeys(state.get("charts", {}).get("metrics", [])) if name in known]
    return chosen or [name for name in main if not name.startswith("sys.")] or list(main)


def view_columns(state: dict[str, Any]) -> list[str]:
    """Returns the columns that a view references, as `kind:name`."""
    table, project, charts = (state.get(part, {}) for part in ("table", "project", "charts"))
    scatter = project.get("scatter", {})
    single = (table.get("sort", {}).get("column"), scatter.get("x"), scatter.get("y"), charts.get("group", {}).get("by"))
    return [
        *table.get("columns", []),
        *table.get("pinned", []),
        *project.get("axes", []),
        *(one for one in single if one is not None),
    ]


class ChartedCopy(NamedTuple):
    """Experiments and metrics whose points a snapshot contains, by priority."""

    keys: list[str]
    metrics: list[str]
    drawn: int
    """Number of leading keys that the view shows initially."""
    needed: int
    """Number of leading metrics that the view shows initially."""


def charted_copy(experiments: list[dict[str, Any]], state: dict[str, Any], few: int) -> ChartedCopy:
    """Selects the series of a snapshot that have points.

    These are as many metrics as the view needs (at least `few`), of the experiments it draws first.
    """
    keys = [experiment["metadata"]["experimentKey"] for experiment in experiments]
    drawn = drawn_keys(keys, state)
    first, hidden = set(drawn), set(state.get("charts", {}).get("hidden", []))
    ordered = sorted(keys, key=lambda key: 0 if key in first else 2 if key in hidden else 1)
    chosen = len(drawn) if any(key in first for key in state.get("selection", [])) else 0
    most = ordered[: max(MOST_CHARTED, chosen)]
    charted = set(most)
    main = main_names(one["metrics"] for one in experiments if one["metadata"]["experimentKey"] in charted)
    metrics, needed = _copied_metrics(main, state, few)
    some = most[: max(4, MOST_SERIES // max(1, len(metrics)))]
    return ChartedCopy(some, metrics, min(chosen or FIRST_DRAWN, len(drawn)), needed)


def _copied_metrics(main: list[str], state: dict[str, Any], few: int) -> tuple[list[str], int]:
    """Returns the metrics whose points a snapshot contains, and the number of them that the view shows initially.

    In order: the x axis, the charted ones, trends in the table, metrics with a pin, zoom, full resolution or table; then
    the most common ones up to `few`.
    """
    charts = state.get("charts", {})
    axis = [charts["xAxis"]["metric"]] if isinstance(charts.get("xAxis"), dict) else []
    courses = [column.removeprefix("spark:") for column in view_columns(state) if column.startswith("spark:")]
    known = set(main)
    chosen = dict.fromkeys(name for name in [*axis, *charts.get("metrics", [])] if name in known)
    needed = dict.fromkeys([*chosen, *(name for name in courses if name in known)])
    touched = [name for field in ("pins", "zoom", "full", "tables") for name in charts.get(field, []) if name in known]
    limit = max(few, min(len(needed), MOST_METRICS))
    every = list(dict.fromkeys([*needed, *touched, *main]))[:limit]
    return every, min(len(chosen), limit) if len(chosen) > len(axis) else len(axis) + FIRST_METRICS
