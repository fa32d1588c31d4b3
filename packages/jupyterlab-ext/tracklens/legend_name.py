"""Names of experiments by a template such as `{name} lr={param.lr}` (`core/src/display/legend-name.ts` in Python)."""

from __future__ import annotations

import re
from typing import Any

from .values import trimmed, value_text

_FIELD = re.compile(r"\{([^{}]+)\}")
_NAMED = re.compile(r"(param|metric)\.(.+)", re.DOTALL)
_END = re.compile(r"(.*)\.(min|max|last)", re.DOTALL)
_ENDS = {"min": "valueMin", "max": "valueMax", "last": "valueCurrent"}


def legend_name(template: str, key: str, label: str, details: dict[str, Any]) -> str:
    """The name of an experiment of a snapshot. What was never logged is a dash, braces that name nothing stay as they are, and a
    name that comes out empty is the key."""

    def filled(field: re.Match[str]) -> str:
        value = _field(trimmed(field[1]), key, label, details)
        return field[0] if value is None else value or "–"

    return trimmed(_FIELD.sub(filled, template)) or key[:9]


def _field(field: str, key: str, label: str, details: dict[str, Any]) -> str | None:
    """The text of a field, empty where there is none; None for what is no field."""
    if field == "name":
        return label
    if field == "key":
        return key[:9]
    if field == "tags":
        return ", ".join(details["tags"])
    named = _NAMED.fullmatch(field)
    if named is None:
        return None
    kind, rest = named.groups()
    if kind == "param":
        return _value(details["parameters"], rest, "valueCurrent")
    end = _END.fullmatch(rest)
    # A metric may itself be called `x.min`.
    if end is None or any(metric["name"] == rest for metric in details["metrics"]):
        return _value(details["metrics"], rest, "valueCurrent")
    return _value(details["metrics"], end[1], _ENDS[end[2]])


def _value(summaries: list[dict[str, Any]], name: str, field: str) -> str:
    return value_text(next((summary.get(field) for summary in summaries if summary["name"] == name), None))
