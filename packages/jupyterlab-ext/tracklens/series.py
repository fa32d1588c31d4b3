"""Points of a metric as they travel, thinned so that the picture stays."""

from __future__ import annotations

import math
from typing import Any

from .values import metric_value, number_or_none

_LISTS = ("steps", "epochs", "timestamps", "durations")


def kept_indices(values: list[Any], count: int) -> list[int]:
    """At most `count` places of a list that draw like the whole: of each of equal stretches the first, the lowest, the
    highest, the last; what is not finite stays too where there is room."""
    size = len(values)
    if size <= count:
        return list(range(size))
    stretches = max(1, count // 4)
    kept: list[int] = []
    for stretch in range(stretches):
        start, end = stretch * size // stretches, (stretch + 1) * size // stretches
        numbers = [(number, at) for at in range(start, end) if (number := metric_value(values[at])) is not None]
        finite = [pair for pair in numbers if math.isfinite(pair[0])]
        odd = next((at for number, at in numbers if not math.isfinite(number)), None)
        chosen = {start, end - 1}
        if finite:
            chosen |= {min(finite)[1], max(finite)[1]}
        if odd is not None and len(chosen) == 4:
            chosen.remove(end - 1)
        if odd is not None:
            chosen.add(odd)
        kept += sorted(chosen)
    return kept


def thinned_metric(metric: dict[str, Any], entry: dict[str, Any], count: int) -> dict[str, Any]:
    """One metric of chart data with at most `count` points, in the same shape; lists without any value are left out."""
    values = [_plain(value) for value in metric.get("values") or []]
    kept = kept_indices(values, count)
    thin: dict[str, Any] = {"metricName": str(metric.get("metricName")), "values": [values[at] for at in kept]}
    for name in _LISTS:
        numbers = metric.get(name)
        if not numbers and name in ("steps", "epochs"):
            numbers = entry.get(name)
        if isinstance(numbers, list) and len(numbers) == len(values) and any(number is not None for number in numbers):
            thin[name] = [_number(numbers[at]) for at in kept]
    # The clock already says how long it took.
    if "timestamps" in thin:
        thin.pop("durations", None)
    total = max(len(values), int(_number(metric.get("total")) or 0))
    if total > len(kept):
        thin["total"] = total
    return thin


def _plain(value: Any) -> float | int | str | None:
    """JSON has no NaN: what is not finite travels as text, and so does a long text never."""
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
