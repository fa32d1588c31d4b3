"""Renders a snapshot's charts to SVG from the spec that the live view also uses (`chart_template.json`)."""

from __future__ import annotations

import copy
import json
import math
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from .compact_svg import compact_svg
from .snapshot_chart import SnapshotChart, snapshot_chart

ONE_SIZE = (640, 260)
"""A single image is as wide as the output; several are shown side by side."""
EACH_SIZE = (420, 200)
LEGEND_LIMIT = 12


def metric_charts(snapshot: dict[str, Any], state: dict[str, Any], metric_names: list[str]) -> list[tuple[SnapshotChart, str]]:
    """Returns a chart and its SVG text for each metric with points. Empty when the renderer is not installed."""
    size = ONE_SIZE if len(metric_names) == 1 else EACH_SIZE
    charts = [chart for name in metric_names if (chart := snapshot_chart(snapshot, state, name, *size)) is not None]
    if not charts:
        return []
    try:
        import vl_convert
    except ImportError:
        warnings.warn(
            "tracklens: the saved output has no picture, for vl-convert-python is not installed. "
            "Run `pip install vl-convert-python`, then run the cell again.",
            stacklevel=3,
        )
        return []
    return [(chart, compact_svg(vl_convert.vegalite_to_svg(line_chart(chart), allowed_base_urls=[]))) for chart in charts]


@cache
def _template() -> dict[str, Any]:
    template: dict[str, Any] = json.loads((Path(__file__).parent / "chart_template.json").read_text("utf-8"))
    return template


def line_chart(chart: SnapshotChart) -> dict[str, Any]:
    """Returns the vega-lite spec of a chart: the template with its rows, axes, names and colours."""
    template = _template()
    spec: dict[str, Any] = copy.deepcopy(template["spec"])
    title = {"text": chart.title, "subtitle": chart.subtitle}
    markers = [{"color": one["color"], "x": one["x"], **_mark(one["value"])} for one in chart.non_finite_markers]
    rows = {"lines": chart.lines, "rawLines": chart.raw_lines, "singlePoints": chart.single_points, "bestMarker": [], "nonFiniteMarkers": markers}
    spec.update(width=chart.width, height=chart.height, description=chart.title, title=title, datasets=rows)
    names = [series.name for series in chart.series]
    legend = {**template["legend"], "values": names[:LEGEND_LIMIT]} if len(names) > 1 else None
    x = copy.deepcopy(template["x"][chart.x_kind][chart.x_scale])
    x["axis"]["title"] = chart.x_title
    for layer in spec["layer"]:
        encoding = layer["encoding"]
        encoding["x"] = x
        if "y" in encoding:
            encoding["y"] = template["y"][chart.y_scale]
        if "strokeDash" in encoding:
            encoding["color"].update(scale={"domain": names, "range": [series.look.color for series in chart.series]}, legend=legend)
            dashes = [list(series.look.dash) for series in chart.series]
            encoding["strokeDash"].update(scale={"domain": names, "range": dashes}, legend=legend)
    return spec


def _mark(value: float) -> dict[str, Any]:
    """Returns the marker of a non-finite value."""
    kind = "nan" if math.isnan(value) else "up" if value > 0 else "down"
    return {"top": kind == "up", "shape": _template()["nonFiniteShapes"][kind]}
