"""Endpoints that the proxy allows; the build writes them to `contract_rows.json`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class ContractRow:
    method: str
    reads: bool
    """Whether the endpoint only reads. Some writes of this protocol are GETs, so the method is not sufficient."""
    timeout_seconds: float
    pattern: re.Pattern[str]


@cache
def contract_rows() -> tuple[ContractRow, ...]:
    """Returns all endpoints, one for each path."""
    rows = json.loads((Path(__file__).parent.parent / "contract_rows.json").read_text("utf-8"))
    return tuple(
        ContractRow(row["method"], row["effect"] == "read", row["timeoutMillis"] / 1000, _pattern(path))
        for row in rows
        for path in row["paths"]
    )


def row_of(method: str, path: str) -> ContractRow | None:
    """Returns the endpoint of a request, or None. `path` is percent-encoded."""
    return next((row for row in contract_rows() if row.method == method and row.pattern.fullmatch(path)), None)


def _pattern(path: str) -> re.Pattern[str]:
    """Compiles a path pattern. `{name}` matches one encoded segment that is not empty, `.` or `..`."""
    parts = re.split(r"\{\w+\}", path)
    segment = r"(?!\.{1,2}(?:/|\Z))(?!%2[eE])[^/?#]+"
    return re.compile(segment.join(re.escape(part) for part in parts))
