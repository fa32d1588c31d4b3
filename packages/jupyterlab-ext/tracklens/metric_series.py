"""One metric of one experiment, ready to draw (`core/src/charts/metric-series.ts` in Python)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from .values import metric_value, number_or_none

_SEGMENT_LIMIT = 32
"""Maximum number of resumptions. Beyond it the points count as unordered and are sorted instead."""


@dataclass(frozen=True)
class MetricSeries:
    """One metric of one experiment, ready to draw.

    `x` is ascending within each segment and `y` is finite. Non-finite values are listed separately in `non_finite`.
    """

    x: list[float]
    y: list[float]
    breaks: list[bool]
    """True where the point must not be connected to the previous one."""
    segments: list[int]
    """Start index of each segment; a single 0 for a series that was never resumed."""
    source: list[int]
    """Index of each point in the source lists."""
    non_finite: list[tuple[float, float]]
    """Non-finite values as pairs of x and value."""
    total: int
    """Number of logged points."""

    def parts(self) -> Iterator[tuple[int, int]]:
        """Returns the start and end index of each segment."""
        return zip(self.segments, [*self.segments[1:], len(self.x)])


def axis_kind(axis: Any) -> str:
    """Returns the unit of an axis: `number`, `time` or `duration`."""
    return "time" if axis == "wall" else "duration" if axis == "duration" else "number"


def axis_title(axis: Any) -> str:
    """Returns the title of an axis."""
    return axis["metric"] if isinstance(axis, dict) else "time" if axis == "wall" else axis


def metric_of(entry: dict[str, Any] | None, name: str) -> dict[str, Any] | None:
    """Returns the metric of an experiment's chart data by its name, or None."""
    return next((metric for metric in entry["metrics"] if metric["metricName"] == name), None) if entry else None


def metric_series(entry: dict[str, Any], metric: dict[str, Any], axis: Any) -> MetricSeries:
    """Reads a metric over an axis.

    Sorts points by x, keeps the last of equal x, separates non-finite values, and splits a resumed run into segments.
    """
    x_of = _x_of(entry, metric, axis)
    points = []
    for source, given in enumerate(metric["values"]):
        value = metric_value(given)
        at = None if value is None else x_of(source)
        if value is not None and at is not None and math.isfinite(at):
            points.append((at, value, source))
    starts = _resumptions(points, metric) if axis in ("step", "epoch") else []
    bounds = [0, *starts, len(points)]
    segments = [_ordered(points[start:end]) for start, end in zip(bounds, bounds[1:])]
    return _partition(segments, max(metric.get("total") or 0, len(metric["values"])))


def positive_part(series: MetricSeries, x_log: bool, y_log: bool) -> MetricSeries:
    """Removes points that a logarithmic axis cannot show. The line breaks where points are removed."""
    shows = [(not x_log or x > 0) and (not y_log or y > 0) for x, y in zip(series.x, series.y)]
    non_finite = [one for one in series.non_finite if one[0] > 0] if x_log else series.non_finite
    if all(shows):
        return replace(series, non_finite=non_finite)
    kept: list[int] = []
    breaks: list[bool] = []
    segments: list[int] = []
    starts = set(series.segments)
    broken = True
    for index, shown in enumerate(shows):
        if index in starts and segments[-1:] != [len(kept)]:
            segments.append(len(kept))
        broken = broken or series.breaks[index]
        if not shown:
            broken = True
            continue
        kept.append(index)
        breaks.append(broken)
        broken = False
    _drop_empty_end(segments, len(kept))
    return replace(
        series,
        x=[series.x[index] for index in kept],
        y=[series.y[index] for index in kept],
        source=[series.source[index] for index in kept],
        breaks=breaks,
        segments=segments,
        non_finite=non_finite,
    )


def _x_of(entry: dict[str, Any], metric: dict[str, Any], axis: Any) -> Callable[[int], float | None]:
    if axis in ("step", "epoch"):
        shared = entry.get(f"{axis}s")
        own = _present(metric.get(f"{axis}s"))
        if own is None and shared is not None and len(shared) == len(metric["values"]):
            own = _present(shared)
        return float if own is None else _placed(own)
    timestamps = _present(metric.get("timestamps"))
    if axis == "wall":
        return _placed(timestamps or [])
    if axis == "duration":
        if timestamps is None:
            return _placed(metric.get("durations") or [])
        start = _start_millis(entry)
        return _placed([None if at is None else at - start for at in timestamps])
    other = metric_of(entry, axis["metric"])
    if other is None:
        return lambda _: None
    values = [metric_value(value) for value in other["values"]]
    steps, other_steps = _present(metric.get("steps")), _present(other.get("steps"))
    if steps is None or other_steps is None:
        return _placed(values)
    by_step = {step: value for step, value in zip(other_steps, [*values, *[None] * len(other_steps)]) if step is not None}
    return _placed([by_step.get(step) for step in steps])


def _present(numbers: list[Any] | None) -> list[Any] | None:
    return numbers if numbers is not None and any(number is not None for number in numbers) else None


def _placed(numbers: list[Any]) -> Callable[[int], float | None]:
    return lambda index: number_or_none(numbers[index]) if index < len(numbers) else None


def _start_millis(entry: dict[str, Any]) -> float:
    """Returns the earliest timestamp of all metrics of an experiment."""
    return min(float(at) for metric in entry["metrics"] for at in metric.get("timestamps") or [] if at is not None)


def _resumptions(points: list[tuple[float, float, int]], metric: dict[str, Any]) -> list[int]:
    """Returns the indices where a run was resumed: the step decreased while the time increased.

    Empty when the points are unordered.
    """
    moment = _placed(metric.get("timestamps") or [])
    starts: list[int] = []
    for index in range(1, len(points)):
        if points[index][0] >= points[index - 1][0]:
            continue
        before, now = moment(points[index - 1][2]), moment(points[index][2])
        if before is None or now is None or now < before or len(starts) >= _SEGMENT_LIMIT:
            return []
        starts.append(index)
    return starts


def _ordered(points: list[tuple[float, float, int]]) -> list[tuple[float, float, int]]:
    """Sorts points by x and keeps only the last of equal x."""
    return list({point[0]: point for point in sorted(points, key=lambda point: point[0])}.values())


def _partition(segments: list[list[tuple[float, float, int]]], total: int) -> MetricSeries:
    """Separates non-finite values and marks the breaks they leave."""
    kept: list[tuple[float, float, int]] = []
    breaks: list[bool] = []
    non_finite: list[tuple[float, float]] = []
    starts: list[int] = []
    for points in segments:
        broken = True
        if not starts or len(kept) > starts[-1]:
            starts.append(len(kept))
        for point in points:
            if not math.isfinite(point[1]):
                non_finite.append(point[:2])
                broken = True
                continue
            kept.append(point)
            breaks.append(broken)
            broken = False
    _drop_empty_end(starts, len(kept))
    x, y, source = (list(column) for column in zip(*kept)) if kept else ([], [], [])
    return MetricSeries(x, y, breaks, starts, source, non_finite, total)


def _drop_empty_end(segments: list[int], size: int) -> None:
    while len(segments) > 1 and segments[-1] == size:
        segments.pop()
