"""Logged values, which the service stores as text."""

from __future__ import annotations

import math
import re
from typing import Any

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
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
_SPACE = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def trimmed(text: str) -> str:
    """Strips what JavaScript treats as white space."""
    return text.strip(_SPACE)


def number_or_none(value: Any) -> float | None:
    """Converts a JSON number to a float, infinite if it is too large; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def metric_value(value: Any) -> float | None:
    """Parses a value in transport format (including `"NaN"`, `"Infinity"`, `"1e-7"`); None if it is not a number."""
    if isinstance(value, bool):
        return float(value)
    if not isinstance(value, str):
        return number_or_none(value)
    text = trimmed(value)
    # `float` also accepts `1_000` and digits of other scripts, which the views do not.
    return float(text) if _NUMBER.fullmatch(text) else _NAMED.get(text.lower())
