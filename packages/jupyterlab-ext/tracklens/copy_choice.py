"""What a copy of a project holds where there is no room for all of it (`core/src/display/snapshot-selection.ts` in Python).

What the view shows comes first, then what is newest and what most experiments have.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

MOST_EXPERIMENTS = 60
"""Experiments of a project that a copy holds."""
MOST_CHARTED = 25
"""How many of them have points where the view does not choose more."""
FIRST_DRAWN = 10
"""What is drawn well before anything else has points: the experiments that a view begins with,"""
FIRST_METRICS = 4
"""and pictures of so many metrics."""
MOST_METRICS = 40
"""Metrics with points that a view may choose."""
MOST_SERIES = 360
"""Series in all: the budget has no room for more."""


def drawn_keys(keys: Iterable[str], state: dict[str, Any]) -> list[str]:
    """The experiments that a view draws: those chosen that are there, or all of them, without those that are switched off."""
    all_keys = list(keys)
    chosen, hidden = set(state.get("selection", [])), set(state.get("charts", {}).get("hidden", []))
    return [key for key in [key for key in all_keys if key in chosen] or all_keys if key not in hidden]


def copied_experiments(listed: list[dict[str, Any]], state: dict[str, Any]) -> list[dict[str, Any]]:
    """The experiments of a copy: the chosen ones, those that are drawn before those switched off, then the newest."""
    chosen, hidden = set(state.get("selection", [])), set(state.get("charts", {}).get("hidden", []))

    def rank(record: dict[str, Any]) -> tuple[int, float]:
        key = record["experimentKey"]
        return (2 if key not in chosen else 1 if key in hidden else 0, -(record.get("startTimeMillis") or 0))

    return sorted(listed, key=rank)[:MOST_EXPERIMENTS]


def main_names(lists: Iterable[list[dict[str, Any]]]) -> list[str]:
    """Names of records, those that most experiments share first, what the machine logs about itself last."""
    count: dict[str, int] = {}
    for records in lists:
        for record in records:
            count[record["name"]] = count.get(record["name"], 0) + 1
    return sorted(count, key=lambda name: (name.startswith("sys."), -count[name]))


def charted_metrics(main: list[str], state: dict[str, Any]) -> list[str]:
    """The metrics that a view has charts of: those chosen that are there, else all but what the machine logs about itself."""
    known = set(main)
    chosen = [name for name in dict.fromkeys(state.get("charts", {}).get("metrics", [])) if name in known]
    return chosen or [name for name in main if not name.startswith("sys.")] or list(main)


def view_columns(state: dict[str, Any]) -> list[str]:
    """The columns that a view speaks of, as `kind:name`."""
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
    """Whose points a copy holds, and of which metrics, the most important first."""

    keys: list[str]
    metrics: list[str]
    drawn: int
    """How many of the keys, from the first, the view shows at once,"""
    needed: int
    """and how many of the metrics."""


def charted_copy(experiments: list[dict[str, Any]], state: dict[str, Any], few: int) -> ChartedCopy:
    """What of the experiments of a copy has points: as many metrics as the view needs, at least `few`, of the experiments it draws
    first."""
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
    """Metrics whose points a copy holds: the one along the x axis, those with charts, those whose course the table shows, those a
    person zoomed or read; then the main ones, as far as `few`. And how many of them the view shows at once."""
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
