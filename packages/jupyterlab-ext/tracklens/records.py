"""Records in responses of the service, with fields of the right type: whatever a service sends, readers see valid values."""

from __future__ import annotations

import json
from typing import Any

from .logged_value import whole_number


def parsed_json(text: str) -> Any:
    """Parses JSON. Lone surrogates, which a notebook cannot store, become the replacement character."""
    value = json.loads(text)
    return _whole_letters(value) if "\\ud" in text.lower() else value


def _whole_letters(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_whole_letters(one) for one in value]
    if isinstance(value, dict):
        return {_whole_letters(name): _whole_letters(one) for name, one in value.items()}
    return value


_TEXTS = ("experimentName", "workspaceName", "projectName", "fileName", "filePath")
_FLAGS = ("archived", "running", "hasCrashed")
_MOMENTS = ("startTimeMillis", "endTimeMillis", "durationMillis")


def experiment_record(given: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the fields of an experiment that have the right type; None without a key."""
    key = given.get("experimentKey")
    if not isinstance(key, str) or not key:
        return None
    texts = {name: given[name] for name in _TEXTS if isinstance(given.get(name), str)}
    flags = {name: given[name] for name in _FLAGS if isinstance(given.get(name), bool)}
    moments = {name: given[name] for name in _MOMENTS if whole_number(given.get(name)) is not None}
    return {"experimentKey": key, **texts, **flags, **moments}


def text_of(value: Any) -> str:
    """Returns a field that should be text; empty for anything else. Numbers and flags become text."""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else str(value) if isinstance(value, (int, float)) else ""


def texts_of(value: Any) -> list[str]:
    """Returns a field that should be a list of texts. Other entries become text."""
    return [str(one) for one in value] if isinstance(value, list) else []


def records_of(value: Any, *required: str) -> list[dict[str, Any]]:
    """Returns a field that should be a list of records, without entries that lack one of the required texts."""
    records = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    return [one for one in records if all(isinstance(one.get(name), str) for name in required)]
