"""Logged values, which the service stores as text, as Python values."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any, Union

LoggedValue = Union[str, int, float, bool]
"""Value of a parameter or another item."""

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,639})")
"""Integer that Python converts under every setting of its limit of digits."""
_DECIMAL = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NAMED = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "nan": math.nan, "inf": math.inf, "-inf": -math.inf}
_FLAGS = {"true": True, "True": True, "false": False, "False": False}
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NAMED_NUMBERS = {
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
_SPACE = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space of JavaScript."""
INTEGER_LIMIT = 2.0**63
"""Absolute value from which a number is no 64-bit integer."""
_MAX_TABLE_MILLIS = 2**63 // 1_000_000
"""Milliseconds that are too many nanoseconds for 64 bits: 292 years."""
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def logged_value(text: str) -> LoggedValue:
    """Converts a logged text: numbers to `int` or `float`, `true` and `false` to `bool`; all others stay text.

    A text that a number could not be printed as stays text, so that `007` and a digest such as `12e4567` keep their form.
    """
    if text in _FLAGS:
        return _FLAGS[text]
    if text in _NAMED:
        return _NAMED[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text


def column_values(texts: Sequence[str | None]) -> list[LoggedValue | None]:
    """Converts the texts of one column: all to 64-bit integers, all to floats or all to flags, otherwise they stay text.

    An integer becomes a float only if that has the same value.
    """
    values = [None if text is None else logged_value(text) for text in texts]
    present = [value for value in values if value is not None]
    if all(type(value) is int and abs(value) < INTEGER_LIMIT for value in present) or all(type(value) is bool for value in present):
        return values
    if all(_has_equal_float(value) for value in present):
        return [number_or_none(value) for value in values]
    return list(texts)


def _has_equal_float(value: LoggedValue) -> bool:
    return isinstance(value, float) or number_or_none(value) == value


def metric_number(value: Any) -> float:
    """Converts a metric value in transport format to a float; NaN if it is not a number."""
    number = _metric_value(value)
    return math.nan if number is None else number


def whole_number(value: Any) -> int | None:
    """Returns a step, an epoch or a count as an int; None if there is none, or if tables cannot hold it in 64 bits."""
    number = number_or_none(value)
    return int(number) if number is not None and abs(number) < INTEGER_LIMIT else None


def time_of(millis: Any) -> datetime | None:
    """Converts milliseconds since 1970 to a time in UTC; None when there is none (0) or it is out of range."""
    number = number_or_none(millis)
    if not number:
        return None
    try:
        return _EPOCH + timedelta(milliseconds=number)
    except (OverflowError, ValueError):
        return None


def table_millis(millis: int | None) -> int | None:
    """Returns a time or a duration for a table, in milliseconds; None when there is none (0) or it is out of range.

    Of the range of each kind of table, that of a data frame is the smallest: it has nanoseconds.
    """
    return millis if millis and abs(millis) < _MAX_TABLE_MILLIS else None


def duration_of(millis: Any) -> timedelta:
    """Converts milliseconds to a duration; zero when there is none or it is out of range."""
    try:
        return timedelta(milliseconds=whole_number(millis) or 0)
    except OverflowError:
        return timedelta()


def number_or_none(value: Any) -> float | None:
    """Converts a JSON number to a float, infinite if it is too large; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _metric_value(value: Any) -> float | None:
    """Parses a value in transport format (including `"NaN"`, `"Infinity"`, `"1e-7"`); None if it is not a number."""
    if isinstance(value, bool):
        return float(value)
    if not isinstance(value, str):
        return number_or_none(value)
    text = value.strip(_SPACE)
    # `float` also accepts `1_000` and digits of other scripts, which the views do not.
    return float(text) if _NUMBER.fullmatch(text) else _NAMED_NUMBERS.get(text.lower())
