"""Points as binary columns, as the local service returns them when asked to.

A response is a sequence of frames: two little-endian 32-bit numbers (size of the header, number of points), a header in
JSON, and a column of doubles after the other. A frame with an empty header ends it.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .records import parsed_json

COLUMNS_TYPE = "application/x-tracklens-columns"
"""Media type of a response with binary columns."""

_COLUMNS = ("values", "steps", "epochs", "timestamps")
_NAN = float("nan")


@dataclass
class MetricColumns:
    """Points of one metric, as columns of equal length. NaN in a column other than `values` means none."""

    metric: str
    values: array[float] = field(default_factory=lambda: array("d"))
    steps: array[float] = field(default_factory=lambda: array("d"))
    epochs: array[float] = field(default_factory=lambda: array("d"))
    timestamps: array[float] = field(default_factory=lambda: array("d"))


def metric_columns(content: bytes) -> list[MetricColumns]:
    """Returns the metrics of a response, in its order. Raises ValueError if it is incomplete or not in the format."""
    metrics: list[MetricColumns] = []
    for header, count, columns in _frames(content):
        name = header.get("metricName")
        if not isinstance(name, str):
            raise ValueError("a frame has no metric")
        if not metrics or metrics[-1].metric != name:
            metrics.append(MetricColumns(name))
        for column in _COLUMNS:
            getattr(metrics[-1], column).extend(columns.get(column) or array("d", [_NAN]) * count)
    return metrics


def _frames(content: bytes) -> Iterator[tuple[dict[str, Any], int, dict[str, array[float]]]]:
    at = 0
    while True:
        if at + 8 > len(content):
            raise ValueError("the response ends early")
        size, count = struct.unpack_from("<II", content, at)
        if size == 0:
            return
        header = parsed_json(content[at + 8 : at + 8 + size].decode())
        names = header.get("columns") if isinstance(header, dict) else None
        if not isinstance(names, list) or not set(names) <= set(_COLUMNS) or "values" not in names:
            raise ValueError("a frame has no columns")
        at += 8 + size
        columns: dict[str, array[float]] = {}
        for name in names:
            column = array("d")
            column.frombytes(content[at : at + 8 * count])
            if len(column) != count:
                raise ValueError("the response ends early")
            if sys.byteorder == "big":
                column.byteswap()
            columns[name] = column
            at += 8 * count
        yield header, count, columns
