"""Fits a snapshot into its size budget (`core/src/snapshots/snapshot-budget.ts` in Python).

Records take at most half of the budget, or what the points leave unused; points take the rest. Of the records,
summaries are dropped before experiments. Of the points, series that the view does not show initially are dropped before
the shown ones are downsampled further.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import accumulate
from typing import Any

from .copy_choice import ChartedCopy, main_names, view_columns
from .series import thinned_metric
from .view_schema import snapshot_budget_bytes

MOST_POINTS = 500
GOOD_POINTS = 120
"""Points of each initially visible series before other series get any."""
FEWEST_POINTS = 24
MOST_SUMMARIES = 1024
"""Maximum number of metrics, and of parameters, per experiment; halved until all experiments fit."""
FEWEST_SUMMARIES = 8


def within_budget(
    experiments: list[dict[str, Any]],
    chart: dict[str, dict[str, Any]],
    charted: ChartedCopy,
    state: dict[str, Any],
    more: dict[str, Any],
) -> dict[str, Any]:
    """Builds a snapshot of experiments and points that fits the budget, including the fields of `more`."""
    taken_at = int(time.time() * 1000)
    free = snapshot_budget_bytes - _size({"takenAtMillis": taken_at, "experiments": [], "chart": {}, **more})
    whole = _size(_thinned_chart(chart, charted.keys, _series_of(chart, charted)[0], MOST_POINTS))
    kept = _records_within(experiments, charted, state, max(free / 2, free - whole))
    kept_keys = {experiment["metadata"]["experimentKey"] for experiment in kept}
    keys = [key for key in charted.keys if key in kept_keys]
    series, first = _series_of(chart, charted._replace(keys=keys))
    count, points = len(series), MOST_POINTS
    while True:
        thin = _thinned_chart(chart, keys, series[:count], points)
        snapshot = {"takenAtMillis": taken_at, "experiments": kept, "chart": thin, **more}
        size = _size(snapshot)
        if size <= snapshot_budget_bytes:
            return snapshot
        fewer = math.floor(points * min(0.8, snapshot_budget_bytes / size))
        if points > GOOD_POINTS:
            points = max(GOOD_POINTS, fewer)
        elif count > first:
            count = max(first, count // 2)
        elif points > FEWEST_POINTS:
            points = max(FEWEST_POINTS, fewer)
        elif count > 0:
            count //= 2
        else:
            # Only names of thousands of characters can still exceed the budget here.
            bare = [{"metadata": one["metadata"], "tags": [], "metrics": [], "parameters": []} for one in kept[:1]]
            return {**snapshot, "experiments": bare}


_Named = Mapping[str, Container[str]]
"""Names of metrics and parameters."""


def _records_within(
    experiments: list[dict[str, Any]], charted: ChartedCopy, state: dict[str, Any], room: float
) -> list[dict[str, Any]]:
    """Returns the experiments whose records fit, in order; at least one experiment."""
    ranked = {
        "metrics": _ranked_names((one["metrics"] for one in experiments), ("metric", "min", "max", "spark"), state, charted.metrics),
        "parameters": _ranked_names((one["parameters"] for one in experiments), ("parameter",), state),
    }
    shortened = [_shortening(one) for one in experiments]
    limit = MOST_SUMMARIES
    while True:
        names = {part: set(those[:limit]) for part, those in ranked.items()}
        kept = [shorten(names) for shorten in shortened]
        # One extra byte per experiment for the comma.
        if sum(size + 1 for _, size in kept) <= room:
            return [experiment for experiment, _ in kept]
        if limit == FEWEST_SUMMARIES:
            break
        limit //= 2
    ends = accumulate(size + 1 for _, size in kept)
    return [experiment for at, ((experiment, _), end) in enumerate(zip(kept, ends)) if at == 0 or end <= room]


def _shortening(one: dict[str, Any]) -> Callable[[_Named], tuple[dict[str, Any], int]]:
    """Returns a function that reduces an experiment to some records and computes its size.

    Each record is measured only once, because it may hold a whole configuration.
    """
    parts = ("metrics", "parameters")
    bare = _size({**one, **{part: [] for part in parts}})
    measured = {part: [(record, _size(record)) for record in one[part]] for part in parts}

    def shorten(names: _Named) -> tuple[dict[str, Any], int]:
        kept = {part: [pair for pair in measured[part] if pair[0]["name"] in names[part]] for part in parts}
        size = sum(sum(size for _, size in pairs) + max(0, len(pairs) - 1) for pairs in kept.values())
        return {**one, **{part: [record for record, _ in pairs] for part, pairs in kept.items()}}, bare + size

    return shorten


def _ranked_names(
    lists: Iterable[list[dict[str, Any]]], kinds: tuple[str, ...], state: dict[str, Any], first: Iterable[str] = ()
) -> list[str]:
    """Returns names by priority: those the view references, then those that most experiments have."""
    columns = set(view_columns(state))
    label = state.get("charts", {}).get("label", "")
    main = main_names(lists)
    named = [name for name in main if any(f"{kind}:{name}" in columns for kind in kinds) or f".{name}" in label]
    return list(dict.fromkeys([*named, *first, *main]))


_Series = tuple[str, str]
"""Experiment key and metric name."""


def _series_of(chart: dict[str, dict[str, Any]], charted: ChartedCopy) -> tuple[list[_Series], int]:
    """Returns the existing series and the number of initially visible ones, which come first.

    The others follow, each metric of all experiments before the next metric.
    """
    has = {(key, metric["metricName"]) for key in charted.keys for metric in _metrics_of(chart.get(key)) if metric.get("values")}
    first: list[_Series] = []
    others: list[_Series] = []
    for index, name in enumerate(charted.metrics):
        for place, key in enumerate(charted.keys):
            if (key, name) in has:
                (first if index < charted.needed and place < charted.drawn else others).append((key, name))
    return [*first, *others], len(first)


def _thinned_chart(
    chart: dict[str, dict[str, Any]], keys: list[str], series: list[_Series], count: int
) -> dict[str, dict[str, Any]]:
    """Returns the points of some series, at most `count` each; experiments in the order of their keys."""
    names: dict[str, list[str]] = {key: [] for key in keys}
    for key, name in series:
        names[key].append(name)
    thin = {}
    for key, some in names.items():
        if some:
            metrics = {metric["metricName"]: metric for metric in reversed(_metrics_of(chart[key]))}
            thin[key] = {"metrics": [thinned_metric(metrics[name], chart[key], count) for name in some]}
    return thin


def _metrics_of(entry: dict[str, Any] | None) -> list[dict[str, Any]]:
    metrics = (entry or {}).get("metrics")
    if not isinstance(metrics, list):
        return []
    return [metric for metric in metrics if isinstance(metric, dict) and isinstance(metric.get("metricName"), str)]


def _size(value: Any) -> int:
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass"))
