"""Points of a metric: read from what travels, thinned so that the picture stays."""

from __future__ import annotations

import math
from typing import Any

_LISTS = ("steps", "epochs", "timestamps", "durations")

_NAMED = {
    "true": 1.0,
    "false": 0.0,
    "nan": math.nan,
    "inf": math.inf,
    "+inf": math.inf,
    "-inf": -math.inf,
    "infinity": math.inf,
    "+infinity": math.inf,
    "-infinity": -math.inf,
}


def metric_value(value: Any) -> float | None:
    """A value of the wire as a number (`"NaN"`, `"Infinity"`, `"1e-7"` are understood), or None."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if not isinstance(value, str):
        return None
    try:
        return float(value)
    except ValueError:
        return _NAMED.get(value.strip().lower())


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
    total = metric.get("total")
    total = int(total) if isinstance(total, (int, float)) and total > len(values) else len(values)
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
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return value
