"""Logged values, which the service stores as text.

This is `core/src/query/scalar.ts` and `core/src/charts/value-text.ts` in Python.
"""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal
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
_SIX_DIGITS = Context(prec=6, rounding=ROUND_HALF_UP)


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


def value_text(value: str | None) -> str:
    """Formats a logged value like all views: numbers with six significant digits."""
    number = metric_value(value)
    if number is None:
        return value or ""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return _short_text(number)


def _short_text(number: float) -> str:
    """Formats a number with six significant digits, with an exponent below 1e-6 and from 1e21."""
    rounded = float(_SIX_DIGITS.create_decimal(Decimal(number)))
    sign, digits, exponent = Decimal(repr(rounded)).normalize().as_tuple()
    if digits == (0,):
        return "0"
    text = "".join(map(str, digits))
    point = len(text) + int(exponent)
    if 0 < point <= 21:
        text = text + "0" * (point - len(text)) if len(text) <= point else f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = f"{text[0]}{'.' if len(text) > 1 else ''}{text[1:]}e{point - 1:+d}"
    return f"-{text}" if sign else text
