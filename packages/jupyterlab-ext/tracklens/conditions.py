"""Conditions of a query, built with Python operators. `str` of a condition is the text of the query language."""

from __future__ import annotations

import math
import re
import sys
from datetime import datetime, timezone
from numbers import Integral, Real
from typing import ClassVar, Union

Value = Union[str, int, float, bool, datetime, None]
"""Value that a query compares with. None means "never logged". A datetime without a time zone is in UTC."""


class Condition:
    """Condition of a query: `&` means both of two conditions, `|` any of them, `~` the opposite of one.

    `str` returns the text of the query.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def __and__(self, other: Condition) -> Condition:
        return Condition(f"{self} & {other}") if isinstance(other, Condition) else NotImplemented

    def __or__(self, other: Condition) -> Condition:
        # `&` binds tighter in the text, too.
        return Condition(f"({self} | {other})") if isinstance(other, Condition) else NotImplemented

    def __invert__(self) -> Condition:
        return Condition(f"~({self})")

    def __bool__(self) -> bool:
        raise TypeError("a condition has no truth value; write & instead of `and`, | instead of `or` and ~ instead of `not`")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text


class Variable:
    """Value that a query tests. Compare it with `==`, `!=`, `<`, `<=`, `>` or `>=`, or use one of its methods."""

    def __init__(self, name: str) -> None:
        self._text = f"{type(self).__name__}({_quoted(name)})"

    def __eq__(self, value: Value) -> Condition:  # type: ignore[override]
        return Condition(f"({self._text} == {_literal(value)})")

    def __ne__(self, value: Value) -> Condition:  # type: ignore[override]
        return Condition(f"({self._text} != {_literal(value)})")

    def __lt__(self, value: Value) -> Condition:
        return Condition(f"({self._text} < {_literal(value)})")

    def __le__(self, value: Value) -> Condition:
        return Condition(f"({self._text} <= {_literal(value)})")

    def __gt__(self, value: Value) -> Condition:
        return Condition(f"({self._text} > {_literal(value)})")

    def __ge__(self, value: Value) -> Condition:
        return Condition(f"({self._text} >= {_literal(value)})")

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def between(self, low: Value, high: Value) -> Condition:
        """Returns the condition that the value is in a range, both ends included."""
        return Condition(f"{self._text}.between({_literal(low)}, {_literal(high)})")

    def contains(self, text: str) -> Condition:
        """Returns the condition that the value contains a text. Case matters."""
        return Condition(f"{self._text}.contains({_quoted(text)})")

    def startswith(self, text: str) -> Condition:
        """Returns the condition that the value starts with a text. Case matters."""
        return Condition(f"{self._text}.startswith({_quoted(text)})")

    def endswith(self, text: str) -> Condition:
        """Returns the condition that the value ends with a text. Case matters."""
        return Condition(f"{self._text}.endswith({_quoted(text)})")

    def __repr__(self) -> str:
        return self._text


class Metric(Variable):
    """Last value of a metric."""


class Parameter(Variable):
    """Value of a parameter."""


class Other(Variable):
    """Value of another logged item."""


class Metadata(Variable):
    """Value that the service knows: `duration` (seconds), `state`, `start_server_timestamp` and others."""


class Environment(Variable):
    """Detail of the machine or the process, such as `hostname`."""


class Tag(Condition):
    """Condition that an experiment has a tag."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Tag({_quoted(name)})")


def _literal(value: object) -> str:
    if value is None or isinstance(value, bool) or _is_numpy_flag(value):
        return str(value)
    # The numbers of NumPy are registered with these classes. Their own texts are such as `np.float64(0.2)`.
    if isinstance(value, Integral):
        return repr(int(value))
    if isinstance(value, Real):
        return _decimal(float(value))
    if isinstance(value, datetime):
        moment = value.astimezone(timezone.utc) if value.tzinfo else value
        return f'datetime("{moment.strftime("%Y-%m-%dT%H:%M:%S.%f")}Z")'
    return _quoted(value)


def _is_numpy_flag(value: object) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.bool_)


def _decimal(number: float) -> str:
    return repr(number) if math.isfinite(number) else f'float("{number}")'


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _quoted(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a query names and compares texts, numbers, True, False, None and datetimes, not {text!r}")
    return '"' + re.sub(r'["\\\n\r\t]', lambda sign: _ESCAPES[sign[0]], text) + '"'
