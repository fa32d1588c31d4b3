"""Charts of a saved view as rows, downsampled for images (`core/src/snapshots/snapshot-chart.ts` in Python)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from .copy_choice import charted_metrics, drawn_keys, main_names
from .legend_name import legend_name
from .m4 import m4
from .metric_series import MetricSeries, axis_kind, axis_title, metric_of, metric_series, positive_part
from .palette import SeriesLook, series_looks
from .smoothing import smoothed_line
from .view_schema import chart_defaults

VERTICES_A_PIXEL = 3
"""Target number of vertices per pixel of width: about 30 kB of SVG at the largest size."""
MARK_WIDTH = 8
"""Width in pixels of a non-finite value's marker. Of markers that would overlap only one is drawn."""


@dataclass(frozen=True)
class ChartSeries:
    """One experiment of a chart. Its rows refer to `name`."""

    name: str
    look: SeriesLook


@dataclass(frozen=True)
class SnapshotChart:
    """Content of one metric's image."""

    title: str
    subtitle: str
    x_title: str
    x_kind: str
    x_scale: str
    y_scale: str
    width: int
    height: int
    series: list[ChartSeries]
    lines: list[dict[str, Any]] = field(default_factory=list)
    raw_lines: list[dict[str, Any]] = field(default_factory=list)
    """Unsmoothed values behind smoothed lines."""
    single_points: list[dict[str, Any]] = field(default_factory=list)
    non_finite_markers: list[dict[str, Any]] = field(default_factory=list)
    """Markers of non-finite values: colour, x and the value."""


def image_metrics(snapshot: dict[str, Any], state: dict[str, Any]) -> list[str]:
    """Returns the metrics that get an image: those the view charts and its experiments have points of."""
    keys = drawn_keys(snapshot["chart"], state)
    drawn = {metric["metricName"]: None for key in keys for metric in snapshot["chart"][key]["metrics"] if metric["values"]}
    charted = set(keys)
    main = main_names(one["metrics"] for one in snapshot["experiments"] if one["metadata"]["experimentKey"] in charted)
    return charted_metrics([name for name in dict.fromkeys([*main, *drawn]) if name in drawn], state)


def snapshot_chart(
    snapshot: dict[str, Any], state: dict[str, Any], metric_name: str, width: int, height: int
) -> SnapshotChart | None:
    """Returns the chart of one metric, arranged by the view's state; None when there is nothing to draw."""
    entries: dict[str, Any] = snapshot["chart"]
    options = {**chart_defaults, **state.get("charts", {})}
    x_axis, y_scale = options["xAxis"], options["yScale"]
    x_scale = "linear" if axis_kind(x_axis) == "time" else options["xScale"]
    names = _names(snapshot, options.get("label"))
    compared = _compared(entries, state.get("selection", []))
    looks = series_looks(compared, options["palette"], options.get("colors"))
    drawn: list[tuple[ChartSeries, MetricSeries, list[float]]] = []
    for key in compared:
        metric = metric_of(entries[key], metric_name)
        if metric is None or key in options["hidden"]:
            continue
        points = positive_part(metric_series(entries[key], metric, x_axis), x_scale == "log", y_scale == "log")
        smoothing = options.get("smoothing")
        values = smoothed_line(points, entries[key], metric, smoothing, y_scale == "log") if smoothing else points.y
        drawn.append((ChartSeries(names[key], looks[key]), points, values))
    window = options.get("zoom", {}).get(metric_name, {}).get("x") or _extent([points for _, points, _ in drawn])
    drawings = sum(1 if values is points.y else 2 for _, points, values in drawn)
    columns = max(12, width * VERTICES_A_PIXEL // (4 * max(1, drawings)))
    chart = SnapshotChart(
        title=metric_name,
        subtitle="",
        x_title=axis_title(x_axis),
        x_kind=axis_kind(x_axis),
        x_scale=x_scale,
        y_scale=y_scale,
        width=width,
        height=height,
        series=[series for series, _, _ in drawn],
    )
    # A later series overwrites the marker at the same position.
    markers: dict[str, dict[str, Any]] = {}
    for series, points, values in drawn:
        _add(chart, series, points, values, window, columns)
        for position, (x, value) in _first_non_finite(points, window, width).items():
            markers[position] = {"color": series.look.color, "x": x, "value": value}
    chart.non_finite_markers.extend(markers.values())
    if not chart.lines and not chart.single_points:
        return None
    return replace(chart, subtitle=_subtitle(chart, [points for _, points, _ in drawn], snapshot.get("whole", {}).get("drawn", 0)))


def _add(
    chart: SnapshotChart, series: ChartSeries, points: MetricSeries, values: list[float], window: list[float], columns: int
) -> None:
    color = series.look.color
    for segment, (start, end) in enumerate(points.parts()):
        rows = _rows(f"{series.name}/{segment}", series.name, points, values, start, end, window, columns)
        count = Counter(row["line"] for row in rows)
        for row in rows:
            if count[row["line"]] == 1:
                chart.single_points.append({"color": color, "x": row["x"], "y": row["y"]})
            else:
                chart.lines.append(row)
        if values is not points.y:
            chart.raw_lines.extend(
                _rows(f"{series.name}/{segment}", series.name, points, points.y, start, end, window, columns)
            )


def _first_non_finite(points: MetricSeries, window: list[float], width: int) -> dict[str, tuple[float, float]]:
    """Returns the first non-finite value of each kind in each marker column, by kind and column."""
    per_unit = (width // MARK_WIDTH) / (window[1] - window[0]) if window[1] > window[0] else 0.0
    marked: dict[str, tuple[float, float]] = {}
    for x, value in points.non_finite:
        if window[0] <= x <= window[1]:
            position = (x - window[0]) * per_unit
            marked.setdefault(f"{value} {math.floor(position) if math.isfinite(position) else position}", (x, value))
    return marked


def _rows(
    line: str, name: str, points: MetricSeries, values: list[float], start: int, end: int, window: list[float], columns: int
) -> list[dict[str, Any]]:
    """Returns the vertices of one segment. Missing values split it into several lines."""
    per_unit = columns / (window[1] - window[0]) if window[1] > window[0] else 0.0
    x = points.x
    kept = [at for at in m4(x, values, start, end, window[0], window[1], columns) if window[0] <= x[at] <= window[1]]
    rows = []
    piece = 0
    for before, at in zip([*kept[:1], *kept], kept):
        # Same as in the live chart: between adjacent columns a break is shown by its markers only.
        if (x[at] - x[before]) * per_unit >= 2 and any(points.breaks[before + 1 : at + 1]):
            piece += 1
        rows.append({"series": name, "line": f"{line}/{piece}", "x": x[at], "y": values[at]})
    return rows


def _names(snapshot: dict[str, Any], template: str | None) -> dict[str, str]:
    """Returns the names of the experiments, formatted with the view's template.

    Duplicates get a key prefix, or the full key if needed.
    """
    names = {}
    for experiment in snapshot["experiments"]:
        key = experiment["metadata"]["experimentKey"]
        label = experiment["metadata"].get("experimentName") or key[:9]
        names[key] = legend_name(template, key, label, experiment) if template else label
    for key in snapshot["chart"]:
        names.setdefault(key, key[:9])
    return _told_apart(_told_apart(names, lambda key: key[:9]), lambda key: key)


def _told_apart(names: dict[str, str], mark: Callable[[str], str]) -> dict[str, str]:
    uses = Counter(names.values())
    return {key: f"{name} ({mark(key)})" if uses[name] > 1 else name for key, name in names.items()}


def _compared(entries: dict[str, Any], selection: list[str]) -> list[str]:
    """Returns the compared experiments: the selected ones, or all when none is selected.

    Their colours depend on this set.
    """
    chosen = set(selection)
    return [key for key in entries if key in chosen] or list(entries)


def _extent(all_points: list[MetricSeries]) -> list[float]:
    ends = [points.x[at] for points in all_points for start, end in points.parts() if end > start for at in (start, end - 1)]
    return [min(ends), max(ends)] if ends else [0.0, 1.0]


def _subtitle(chart: SnapshotChart, all_points: list[MetricSeries], drawn: int) -> str:
    """Describes the content of the image in words; `drawn` is the number of experiments that the view draws."""
    total = sum(points.total for points in all_points)
    shown = len(chart.lines) + len(chart.single_points)
    broken = [value for points in all_points for _, value in points.non_finite]
    nan = sum(math.isnan(value) for value in broken)
    count = len(chart.series)
    said = [
        *([chart.series[0].name] if count == 1 else []),
        *([f"{count:,} of {drawn:,} experiments" if drawn > count else f"{count:,} experiments"] if max(count, drawn) > 1 else []),
        f"{shown:,} of {total:,} points" if shown < total else f"{total:,} points",
        *([f"{nan:,} NaN"] if nan else []),
        *([f"{len(broken) - nan:,} infinite"] if len(broken) > nan else []),
        *(["smoothed"] if chart.raw_lines else []),
    ]
    return " · ".join(said)
