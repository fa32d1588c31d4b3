"""Output of a machine without Node.js, such as a browser with Pyodide: what to show, and plain tables."""

from __future__ import annotations

from html import escape
from typing import Any

from .endpoints import METRICS_PARAMETERS
from .records import records_of, text_of
from .service import Service
from .service_reads import read_experiments, read_metadata, read_summaries
from .text_table import MAX_ROWS, more_rows, one_line, text_lines
from .view_schema import view_mime_type


def plain_bundle(service: Service, target: dict[str, Any], page: str, state: dict[str, Any], images: bool) -> dict[str, Any]:
    """Builds an output without a snapshot, charts and images. `images` is whether a later save of it may add them."""
    if target["kind"] == "experiment":
        key = target["experimentKey"]
        metadata = read_metadata(service, key)
        parameters = service.get(METRICS_PARAMETERS, f"the parameters of {key}", experimentKey=key)
        title = f"Experiment {metadata.get('experimentName') or key}"
        tables = [
            [["metric", "last"], *_values(read_summaries(service, key))],
            [["parameter", "value"], *_values(records_of(parameters.get("values"), "name"))],
        ]
    else:
        workspace, name = target["workspace"], target["projectName"]
        title = f"Project {workspace}/{name}"
        listed = read_experiments(service, workspace, name)
        tables = [[["experiment"], *([record.get("experimentName") or record["experimentKey"]] for record in listed)]]
    shown = [[[one_line(cell) for cell in row] for row in table] for table in tables if len(table) > 1]
    payload = {"target": target, "state": state, "url": page, **({} if images else {"images": False})}
    html = f'<p><strong><a href="{escape(page)}">{escape(one_line(title))}</a></strong></p>{"".join(map(_html, shown))}'
    text = "\n".join([one_line(title), page, *(line for table in shown for line in text_lines(table, len(table) - 1))])
    return {view_mime_type: payload, "text/html": html, "text/plain": text}


def _values(records: list[dict[str, Any]]) -> list[list[str]]:
    return [[record["name"], text_of(record.get("valueCurrent"))] for record in records]


def _html(table: list[list[str]]) -> str:
    head, *rows = table
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[:MAX_ROWS])
    titles = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    more = more_rows(len(rows)) if len(rows) > MAX_ROWS else ""
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table><p>{more}</p>"
