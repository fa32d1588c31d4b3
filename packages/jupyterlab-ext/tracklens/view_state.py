"""View state, as stored in a named view; validated with the schema of `core/src/targets/view-state.ts`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from .values import number_or_none
from .view_schema import view_state

INITIAL: dict[str, Any] = {"version": 1}

_REFUSED: Any = object()
_NO_NAMES = frozenset(("__proto__", "prototype", "constructor"))
"""Record names that the views ignore."""


def read_view_state(value: Any) -> dict[str, Any]:
    """Parses an untrusted state.

    Invalid fields are dropped and the rest is kept. A state of another version yields the initial state.
    """
    state: dict[str, Any] = _read(view_state, value)
    if state is _REFUSED:
        if not isinstance(value, dict) or value.get("version") != 1 or isinstance(value["version"], bool):
            return dict(INITIAL)
        state = _read(view_state, _understood(view_state["properties"], value))
    return state


def is_newer(value: Any) -> bool:
    """Whether a state was written by a newer version of this software."""
    version = value.get("version") if isinstance(value, dict) else None
    return isinstance(version, (int, float)) and not isinstance(version, bool) and version > 1


def _understood(properties: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """Returns the valid fields. Of an invalid group it keeps the valid fields."""
    kept = {}
    for name, schema in properties.items():
        if name not in value:
            continue
        field = _read(schema, value[name])
        if field is _REFUSED and "properties" in schema and isinstance(value[name], dict):
            field = _read(schema, _understood(schema["properties"], value[name]))
        if field is not _REFUSED:
            kept[name] = field
    return kept


def _read(schema: dict[str, Any], value: Any) -> Any:
    """Returns the part of a value that is in the schema, or _REFUSED if the value is invalid.

    Supports only the JSON Schema keywords that the view state uses.
    """
    if "anyOf" in schema:
        return next((read for one in schema["anyOf"] if (read := _read(one, value)) is not _REFUSED), _REFUSED)
    if "const" in schema:
        return value if value == schema["const"] and not isinstance(value, bool) else _REFUSED
    if "enum" in schema and not (isinstance(value, str) and value in schema["enum"]):
        return _REFUSED
    return _READERS[schema["type"]](schema, value)


def _read_object(schema: dict[str, Any], value: Any) -> Any:
    if not isinstance(value, dict):
        return _REFUSED
    if "properties" not in schema:
        kept = {name: _read(schema["additionalProperties"], one) for name, one in value.items() if name not in _NO_NAMES}
        fits = all(_read(schema["propertyNames"], name) is not _REFUSED for name in kept)
    else:
        kept = {name: _read(one, value[name]) for name, one in schema["properties"].items() if name in value}
        fits = all(name in kept for name in schema["required"])
    return kept if fits and not any(field is _REFUSED for field in kept.values()) else _REFUSED


def _read_array(schema: dict[str, Any], value: Any) -> Any:
    if not isinstance(value, list) or not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", math.inf):
        return _REFUSED
    items = schema["items"]
    # A list of schemas describes a tuple; additional items are dropped.
    kept = [_read(one, at) for one, at in zip(items, value)] if isinstance(items, list) else [_read(items, at) for at in value]
    return _REFUSED if any(field is _REFUSED for field in kept) else kept


def _read_string(schema: dict[str, Any], value: Any) -> Any:
    if not isinstance(value, str):
        return _REFUSED
    # Lengths are in UTF-16 code units, like in JavaScript.
    length = len(value.encode("utf-16-le", "surrogatepass")) // 2
    fits = schema.get("minLength", 0) <= length <= schema.get("maxLength", math.inf)
    pattern = schema.get("pattern", "")
    return value if fits and re.search(pattern.replace("$", r"\Z"), value) else _REFUSED


def _read_number(schema: dict[str, Any], value: Any) -> Any:
    number = number_or_none(value)
    if number is None or not math.isfinite(number):
        return _REFUSED
    return value if schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf) else _REFUSED


def _read_integer(schema: dict[str, Any], value: Any) -> Any:
    number = _read_number(schema, value)
    return number if number is not _REFUSED and number == math.floor(number) else _REFUSED


_READERS: dict[str, Callable[[dict[str, Any], Any], Any]] = {
    "object": _read_object,
    "array": _read_array,
    "string": _read_string,
    "number": _read_number,
    "integer": _read_integer,
    "boolean": lambda _, value: value if isinstance(value, bool) else _REFUSED,
    "null": lambda _, value: value if value is None else _REFUSED,
}
