"""Downsamples a line to the pixel columns of an image (`core/src/charts/m4.ts` in Python)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right


def m4(x: list[float], y: list[float], start: int, end: int, x0: float, x1: float, columns: int) -> list[int]:
    """Returns the indices of the first, lowest, highest and last point of each column.

    Includes the nearest point on either side of the window. `x` must be ascending in [start, end).
    """
    first = bisect_left(x, x0, start, end)
    last = bisect_right(x, x1, first, end)
    per_unit = columns / (x1 - x0) if x1 > x0 else 0.0

    def column(index: int) -> float:
        place = (x[index] - x0) * per_unit
        # NaN when the window is too narrow for floating-point numbers; the point then gets a column of its own.
        return place if math.isnan(place) else columns - 1 if place >= columns - 1 else math.floor(place)

    kept = [first - 1] if first > start else []
    index = first
    while index < last:
        here = column(index)
        head = lowest = highest = index
        index += 1
        while index < last and column(index) == here:
            if y[index] < y[lowest]:
                lowest = index
            elif y[index] > y[highest]:
                highest = index
            index += 1
        kept += sorted({head, lowest, highest, index - 1})
    return [*kept, last] if last < end else kept
