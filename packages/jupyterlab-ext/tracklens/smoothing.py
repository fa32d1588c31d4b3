"""Smooths the lines of an image like the live chart (`core/src/charts/smoothing.ts` in Python)."""

from __future__ import annotations

import math
from bisect import bisect_left, insort_left
from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any

from .metric_series import MetricSeries
from .values import number_or_none

_GREATEST_WEIGHT = 0.999
_LONGEST_WINDOW = 1001


def smoothed(y: list[float], smoothing: dict[str, Any], at: Callable[[int], float] = float) -> list[float]:
    """Smooths finite values in order. Returns the same list when the amount has no effect.

    `at` returns the position of a point for a half-life.
    """
    method, amount = smoothing["method"], smoothing["amount"]
    if method == "ema":
        return _debiased_average(y, amount)
    if method == "half-life":
        return _half_life_average(y, amount, at)
    window = min(_LONGEST_WINDOW, math.floor(amount))
    if window <= 1:
        return y
    return _window_mean(y, window) if method == "mean" else _window_median(y, window)


def smoothed_in_log(y: list[float], smoothing: dict[str, Any], at: Callable[[int], float] = float) -> list[float]:
    """Smooths the logarithms of positive values, so that a spike counts by its factor."""
    logs = [math.log(value) for value in y]
    out = smoothed(logs, smoothing, at)
    return y if out is logs else [_exp(value) for value in out]


def smoothed_line(
    series: MetricSeries, entry: dict[str, Any], metric: dict[str, Any], smoothing: dict[str, Any], y_log: bool
) -> list[float]:
    """Smooths a series for drawing: each segment of a resumed run separately, and in log space for a logarithmic axis.

    Returns the list of the series itself when nothing changes.
    """
    places = _distances(entry, metric, smoothing) if smoothing["method"] == "half-life" else None
    smooth = smoothed_in_log if y_log else smoothed
    drawn = series.y
    for start, end in series.parts():

        def at(index: int, start: int = start) -> float:
            place = series.source[start + index]
            return places[place] if places is not None and place < len(places) else float(place)

        values = series.y[start:end]
        out = smooth(values, smoothing, at)
        if out is not values:
            drawn = [*drawn[:start], *out, *drawn[end:]]
    return drawn


def _distances(entry: dict[str, Any], metric: dict[str, Any], smoothing: dict[str, Any]) -> list[float] | None:
    """Returns the positions along which a half-life is measured; None when they were not logged for every point."""
    if smoothing.get("of", "steps") == "millis":
        given = metric.get("timestamps")
    else:
        shared = entry.get("steps")
        given = metric.get("steps")
        if given is None and shared is not None and len(shared) == len(metric["values"]):
            given = shared
    places = [number_or_none(at) for at in given] if given is not None else [None]
    return None if None in places else places  # type: ignore[return-value]


def _half_life_average(y: list[float], half_life: float, at: Callable[[int], float]) -> list[float]:
    if not half_life > 0:
        return y
    out, total, weights = [], 0.0, 0.0
    for index, value in enumerate(y):
        kept = 0.0 if index == 0 else 0.5 ** (max(0.0, at(index) - at(index - 1)) / half_life)
        total = total * kept + value
        weights = weights * kept + 1
        out.append(total / weights)
    return out


def _debiased_average(y: list[float], amount: float) -> list[float]:
    weight = min(_GREATEST_WEIGHT, amount)
    if not weight > 0:
        return y
    out, total, weights = [], 0.0, 0.0
    for value in y:
        total = total * weight + (1 - weight) * value
        weights = weights * weight + (1 - weight)
        out.append(total / weights)
    return out


def _window_mean(y: list[float], window: int) -> list[float]:
    out = []
    for index in range(len(y)):
        reach = min(window // 2, index, len(y) - 1 - index)
        # Not `sum`, which compensates rounding errors since Python 3.12: the result must equal that of the live chart.
        out.append(reduce(add, y[index - reach : index + reach + 1], 0.0) / (2 * reach + 1))
    return out


def _window_median(y: list[float], window: int) -> list[float]:
    out: list[float] = []
    ordered: list[float] = []
    first = last = 0
    for index in range(len(y)):
        reach = min(window // 2, index, len(y) - 1 - index)
        while last <= index + reach:
            insort_left(ordered, y[last])
            last += 1
        while first < index - reach:
            del ordered[bisect_left(ordered, y[first])]
            first += 1
        out.append(ordered[reach])
    return out


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf
