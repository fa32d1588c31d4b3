"""Output of a machine without Node.js, such as a browser with Pyodide: what to show, and plain tables."""

from __future__ import annotations

from html import escape
from typing import Any

from .service import Service
from .view_schema import view_mime_type

_ROWS = 20
_CELL = 60
"""Maximum number of characters of a table cell."""


def plain_bundle(service: Service, target: dict[str, Any], page: str, state: dict[str, Any]) -> dict[str, Any]:
    """Builds an output without a snapshot, charts and images."""
    if target["kind"] == "experiment":
        key = target["experimentKey"]
        metadata = service.metadata(key)
        title = f"Experiment {metadata.get('experimentName') or key}"
        tables = [
            [["metric", "last"], *_values(service.metrics_summary(key))],
            [["parameter", "value"], *_values(service.parameters(key))],
        ]
    else:
        workspace, name = target["workspace"], target["projectName"]
        title = f"Project {workspace}/{name}"
        listed = service.experiments(workspace, name)
        tables = [[["experiment"], *([record.get("experimentName") or record["experimentKey"]] for record in listed)]]
    shown = [[[_cell(cell) for cell in row] for row in table] for table in tables if len(table) > 1]
    payload = {"target": target, "state": state, "url": page}
    html = f'<p><strong><a href="{escape(page)}">{escape(_cell(title))}</a></strong></p>{"".join(map(_html, shown))}'
    text = "\n".join([_cell(title), page, *(line for table in shown for line in _lines(table))])
    return {view_mime_type: payload, "text/html": html, "text/plain": text}


def _values(records: list[dict[str, Any]]) -> list[list[str]]:
    return [[record["name"], str(record.get("valueCurrent") or "")] for record in records]


def _cell(text: str) -> str:
    """Returns a text on one line, without control characters."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= _CELL else line[: _CELL - 1] + "…"


def _more(table: list[list[str]]) -> str:
    return f"{len(table) - 1 - _ROWS:,} more" if len(table) - 1 > _ROWS else ""


def _html(table: list[list[str]]) -> str:
    head, *rows = table
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[:_ROWS])
    titles = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table><p>{_more(table)}</p>"


def _lines(table: list[list[str]]) -> list[str]:
    shown = table[: _ROWS + 1]
    widths = [max(map(len, column)) for column in zip(*shown)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in shown]
    return [*lines, *([_more(table)] if _more(table) else [])]
