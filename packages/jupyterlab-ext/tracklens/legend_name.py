"""Experiment names from a template such as `{name} lr={param.lr}` (`core/src/charts/legend-name.ts` in Python)."""

from __future__ import annotations

import re
from typing import Any

from .values import trimmed, value_text

_FIELD = re.compile(r"\{([^{}]+)\}")
_NAMED = re.compile(r"(param|metric)\.(.+)", re.DOTALL)
_END = re.compile(r"(.*)\.(min|max|last)", re.DOTALL)
_ENDS = {"min": "valueMin", "max": "valueMax", "last": "valueCurrent"}


def legend_name(template: str, key: str, label: str, details: dict[str, Any]) -> str:
    """Formats the name of a snapshot's experiment.

    A value that was never logged becomes a dash, and unknown fields stay unchanged. An empty result falls back to the
    key.
    """

    def filled(field: re.Match[str]) -> str:
        value = _field(trimmed(field[1]), key, label, details)
        return field[0] if value is None else value or "–"

    return trimmed(_FIELD.sub(filled, template)) or key[:9]


def _field(field: str, key: str, label: str, details: dict[str, Any]) -> str | None:
    """Returns the text of a field: empty for a missing value, None for an unknown field."""
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
    # A metric name may itself end in `.min`, such as `x.min`.
    if end is None or any(metric["name"] == rest for metric in details["metrics"]):
        return _value(details["metrics"], rest, "valueCurrent")
    return _value(details["metrics"], end[1], _ENDS[end[2]])


def _value(summaries: list[dict[str, Any]], name: str, field: str) -> str:
    return value_text(next((summary.get(field) for summary in summaries if summary["name"] == name), None))
