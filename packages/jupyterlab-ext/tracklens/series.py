"""Downsamples points in transport format."""

from __future__ import annotations

import math
from typing import Any

from .values import metric_value, number_or_none

_LISTS = ("steps", "epochs", "timestamps", "durations")


def kept_places(values: list[Any], count: int) -> list[int]:
    """Returns the indices of at most `count` values (`count` is at least 5) that preserve the shape of a curve.

    These are the first, lowest, highest and last value of each chunk, and its first non-finite value
    (`core/src/charts/downsample.ts`).
    """
    size = len(values)
    if size <= count:
        return list(range(size))
    stretches = max(1, count // 5)
    kept: list[int] = []
    for stretch in range(stretches):
        start, end = stretch * size // stretches, (stretch + 1) * size // stretches
        places = {start, end - 1}
        least, greatest, lowest, highest, odd = math.inf, -math.inf, start, start, None
        for at in range(start, end):
            value = metric_value(values[at])
            if value is None or not math.isfinite(value):
                odd = at if odd is None else odd
                continue
            if value < least:
                least, lowest = value, at
            if value > greatest:
                greatest, highest = value, at
        kept += sorted(places | {lowest, highest} | (set() if odd is None else {odd}))
    return kept


def thinned_metric(metric: dict[str, Any], entry: dict[str, Any], count: int) -> dict[str, Any]:
    """Downsamples one metric of chart data to at most `count` points, in the same format.

    Lists without any value are dropped.
    """
    values = [_plain(value) for value in metric.get("values") or []]
    kept = kept_places(values, count)
    thin: dict[str, Any] = {"metricName": str(metric.get("metricName")), "values": [values[at] for at in kept]}
    for name in _LISTS:
        numbers = metric.get(name)
        if not numbers and name in ("steps", "epochs"):
            numbers = entry.get(name)
        if isinstance(numbers, list) and len(numbers) == len(values) and any(number is not None for number in numbers):
            thin[name] = [_number(numbers[at]) for at in kept]
    # Durations repeat the timestamps.
    if "timestamps" in thin:
        thin.pop("durations", None)
    total = max(len(values), int(_number(metric.get("total")) or 0))
    if total > len(kept):
        thin["total"] = total
    return thin


def _plain(value: Any) -> float | int | str | None:
    """Converts a value for JSON: non-finite numbers become text, because JSON has no NaN, and texts are truncated."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (int, float)):
        return value
    return value[:100] if isinstance(value, str) else None


def _number(value: Any) -> float | int | None:
    number = number_or_none(value)
    return value if number is not None and math.isfinite(number) else None
