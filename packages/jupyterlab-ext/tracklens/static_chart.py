"""Draws a snapshot's charts to SVG from the one spec that the live view runs too (`chart_template.json`)."""

from __future__ import annotations

import copy
import json
import math
import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from .palette import SeriesLook, series_looks
from .series import metric_value

WIDTH, HEIGHT = 420, 200
LEGEND_LIMIT = 12

_GAP_SHAPES = {True: "triangle-up", False: "triangle-down"}


def metric_charts(snapshot: dict[str, Any], metric_names: list[str]) -> list[tuple[str, str]]:
    """An SVG text for each metric that has points, with its name. Empty when the renderer is not installed."""
    try:
        import vl_convert
    except ImportError:
        warnings.warn("tracklens: vl-convert-python is not installed, the saved output has no picture.", stacklevel=3)
        return []
    drawn = []
    for name in metric_names:
        spec = line_chart(snapshot, name)
        if spec is not None:
            drawn.append((name, _rounded(vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]))))
    return drawn


def _rounded(svg: str) -> str:
    """Pixels to a tenth: closer than any screen shows, in a third of the text."""
    return re.sub(r"(?<=[ ,(\"MLHVCSQTAZ-])\d+\.\d{2,}(?=[ ,)\"MLHVCSQTAZ-])", lambda number: f"{float(number[0]):.1f}", svg)


def line_chart(snapshot: dict[str, Any], metric_name: str) -> dict[str, Any] | None:
    """The vega-lite spec of one metric over all experiments of a snapshot, or None when it has no points."""
    chart: dict[str, Any] = snapshot["chart"]
    looks = series_looks(list(chart))
    labels = _labels(snapshot)
    series: list[tuple[str, SeriesLook]] = []
    data: dict[str, list[dict[str, Any]]] = {"lines": [], "ghosts": [], "dots": [], "best": [], "gaps": []}
    x_title = "step"
    for key, entry in chart.items():
        metric = next((metric for metric in entry["metrics"] if metric["metricName"] == metric_name), None)
        if metric is None:
            continue
        x, x_title = _x_list(metric)
        series.append((labels[key], looks[key]))
        _add_series(data, labels[key], looks[key], x, metric["values"])
    if not series:
        return None
    return _filled(metric_name, x_title, series, data)


def _labels(snapshot: dict[str, Any]) -> dict[str, str]:
    """Names of experiments, told apart by the beginning of their keys where two are equal."""
    names = {}
    for experiment in snapshot["experiments"]:
        metadata = experiment["metadata"]
        names[metadata["experimentKey"]] = metadata.get("experimentName") or metadata["experimentKey"][:9]
    labels = {}
    for key in snapshot["chart"]:
        name = names.get(key, key[:9])
        shared = sum(1 for other in snapshot["chart"] if names.get(other) == name) > 1
        labels[key] = f"{name} ({key[:5]})" if shared else name
    if len(set(labels.values())) < len(labels):
        return {key: f"{names.get(key, '')} ({key})" for key in labels}
    return labels


def _x_list(metric: dict[str, Any]) -> tuple[list[float | None], str]:
    for field, title in (("steps", "step"), ("epochs", "epoch")):
        if field in metric:
            return metric[field], title
    return list(range(len(metric["values"]))), "step"


def _add_series(
    data: dict[str, list[dict[str, Any]]], label: str, look: SeriesLook, x: list[float | None], values: list[Any]
) -> None:
    points = [(at, number) for at, value in zip(x, values) if at is not None and (number := metric_value(value)) is not None]
    points.sort(key=lambda point: point[0])
    line, pieces = 0, []
    for at, number in points:
        if not math.isfinite(number):
            line += 1
            shape = "cross" if math.isnan(number) else _GAP_SHAPES[number > 0]
            data["gaps"].append({"color": look.color, "x": at, "top": number == math.inf, "shape": shape})
            continue
        pieces.append({"series": label, "line": f"{label} {line}", "x": at, "y": number})
    lone = {piece["line"] for piece in pieces}
    count = {name: sum(1 for piece in pieces if piece["line"] == name) for name in lone} if len(lone) < 50 else {}
    for piece in pieces:
        if count.get(piece["line"]) == 1:
            data["dots"].append({"color": look.color, "x": piece["x"], "y": piece["y"]})
        else:
            data["lines"].append(piece)


@cache
def _template() -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "chart_template.json").read_text("utf-8"))["light"]


def _filled(
    title: str, x_title: str, series: list[tuple[str, SeriesLook]], data: dict[str, list[dict[str, Any]]]
) -> dict[str, Any]:
    spec = copy.deepcopy(_template())
    names = [name for name, _ in series]
    spec.update(width=WIDTH, height=HEIGHT, description=title, title={"text": title}, datasets=data)
    legend = {"values": names[:LEGEND_LIMIT], "title": None, "columns": 3} if len(names) > 1 else None
    for layer in spec["layer"]:
        encoding = layer["encoding"]
        encoding["x"]["axis"]["title"] = x_title
        if "strokeDash" in encoding:
            encoding["color"]["scale"] = {"domain": names, "range": [look.color for _, look in series]}
            encoding["color"]["legend"] = legend
            encoding["strokeDash"]["scale"] = {"domain": names, "range": [list(look.dash) for _, look in series]}
    return spec
