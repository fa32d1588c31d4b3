"""How a copy comes to fit its budget (`core/src/display/snapshot-budget.ts` in Python).

Records take at most half of it, or what the points leave, and the points the rest. Of the records, summaries go before experiments;
of the points, series that the view does not show at once go before its own become coarse.
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
"""What the view shows at once has these before anything else has points."""
FEWEST_POINTS = 24
MOST_SUMMARIES = 1024
"""Metrics, and parameters, that each experiment keeps; halved until all of them have room."""
FEWEST_SUMMARIES = 8


def within_budget(
    experiments: list[dict[str, Any]],
    chart: dict[str, dict[str, Any]],
    charted: ChartedCopy,
    state: dict[str, Any],
    more: dict[str, Any],
) -> dict[str, Any]:
    """A copy of experiments and points that fits the budget, with what else it holds."""
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
            # What is left are names of thousands of characters.
            bare = [{"metadata": one["metadata"], "tags": [], "metrics": [], "parameters": []} for one in kept[:1]]
            return {**snapshot, "experiments": bare}


_Named = Mapping[str, Container[str]]
"""Names of metrics and of parameters."""


def _records_within(
    experiments: list[dict[str, Any]], charted: ChartedCopy, state: dict[str, Any], room: float
) -> list[dict[str, Any]]:
    """The records that have room, in their order; one experiment at least."""
    ranked = {
        "metrics": _ranked_names((one["metrics"] for one in experiments), ("metric", "min", "max", "spark"), state, charted.metrics),
        "parameters": _ranked_names((one["parameters"] for one in experiments), ("parameter",), state),
    }
    shortened = [_shortening(one) for one in experiments]
    limit = MOST_SUMMARIES
    while True:
        names = {part: set(those[:limit]) for part, those in ranked.items()}
        kept = [shorten(names) for shorten in shortened]
        # Each with its comma.
        if sum(size + 1 for _, size in kept) <= room:
            return [experiment for experiment, _ in kept]
        if limit == FEWEST_SUMMARIES:
            break
        limit //= 2
    ends = accumulate(size + 1 for _, size in kept)
    return [experiment for at, ((experiment, _), end) in enumerate(zip(kept, ends)) if at == 0 or end <= room]


def _shortening(one: dict[str, Any]) -> Callable[[_Named], tuple[dict[str, Any], int]]:
    """What an experiment is with fewer and fewer records, and its size, each record measured once: whole configurations may be among
    them."""
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
    """Names in the order in which they are kept: what the view speaks of, then what most experiments have."""
    columns = set(view_columns(state))
    label = state.get("charts", {}).get("label", "")
    main = main_names(lists)
    named = [name for name in main if any(f"{kind}:{name}" in columns for kind in kinds) or f".{name}" in label]
    return list(dict.fromkeys([*named, *first, *main]))


_Series = tuple[str, str]
"""The key of an experiment and the name of one of its metrics."""


def _series_of(chart: dict[str, dict[str, Any]], charted: ChartedCopy) -> tuple[list[_Series], int]:
    """The series that there are: what the view shows at once, and how many these are, then the others, each metric of all experiments
    before the next one."""
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
    """The points of some series, at most `count` of each; experiments in the order of their keys."""
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
