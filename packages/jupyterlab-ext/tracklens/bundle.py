"""MIME bundle of a view: the payload for Tracklens, HTML with a table and images for other readers, text for terminals."""

from __future__ import annotations

import base64
from datetime import datetime, timezone
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from .copy_choice import charted_metrics, drawn_keys, main_names
from .left_out import left_out
from .snapshot_chart import image_metrics
from .static_chart import metric_charts
from .view_schema import tab_ids, view_mime_type
from .view_state import INITIAL

PICTURES = 4
ROWS = 20
MAIN_COLUMNS = 4
CHOSEN_COLUMNS = 8
CELL = 40
"""Maximum number of characters of a table cell in a terminal."""

_VALUE_FIELDS = {"metric": "valueCurrent", "min": "valueMin", "max": "valueMax", "parameter": "valueCurrent"}


def experiment_bundle(snapshot: dict[str, Any], root: str, tab: str | None) -> dict[str, Any]:
    """Builds the output of `display(key, tab)`."""
    experiment = snapshot["experiments"][0]
    metadata = experiment["metadata"]
    target = {"kind": "experiment", "experimentKey": metadata["experimentKey"], **({"tab": tab} if tab else {})}
    state = {**INITIAL, **({"tab": tab} if tab else {})}
    payload = {"target": target, "state": state, "snapshot": snapshot, "url": experiment_url(root, metadata, tab)}
    heading = [_name(metadata), _state(metadata), f"{metadata['workspaceName']} / {metadata['projectName']}"]
    metrics = _Table(
        ["metric", "last", "least", "greatest"],
        [
            [_text(record["name"]), *(_shown(record.get(field)) for field in ("valueCurrent", "valueMin", "valueMax"))]
            for record in experiment["metrics"]
        ],
    )
    parameters = _Table(
        ["parameter", "value"],
        [[_text(record["name"]), _shown(record.get("valueCurrent"))] for record in experiment["parameters"]],
    )
    tables = {"metrics": [metrics], "parameters": [parameters]}.get(tab or "", [metrics, parameters])
    pictures, count = _pictures(snapshot, state) if len(tables) > 1 else ("", 0)
    return _bundle(payload, heading, tables, pictures, rows=1, metrics=count)


def project_bundle(
    snapshot: dict[str, Any], root: str, target: dict[str, Any], state: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Builds the output of `display_project`, arranged by the state."""
    state = INITIAL if state is None else state
    shown, count = snapshot["experiments"], snapshot["project"]["numberOfExperiments"]
    workspace, name = target["workspace"], target["projectName"]
    url = project_url(root, workspace, name, target.get("viewId"))
    payload = {"target": target, "state": state, "snapshot": snapshot, "url": url}
    heading = [f"{workspace} / {name}", "1 experiment" if count == 1 else f"{count:,} experiments"]
    columns = _value_columns(shown, state)
    rows = []
    for experiment in shown[:ROWS]:
        metadata = experiment["metadata"]
        values = (_shown(_value(experiment, kind, column)) for kind, column in columns)
        rows.append([_name(metadata), _state(metadata), ", ".join(experiment["tags"]), *values])
    titles = [f"{column} {kind}" if kind in ("min", "max") else column for kind, column in columns]
    pictures, pictured = _pictures(snapshot, state)
    table = _Table(["experiment", "state", "tags", *titles], rows)
    return _bundle(payload, heading, [table], pictures, rows=len(rows), metrics=pictured)


def _value_columns(experiments: list[dict[str, Any]], state: dict[str, Any]) -> list[tuple[str, str]]:
    """Returns the value columns by kind and name.

    These are the columns of the view's table (pinned ones first), otherwise the last values of the charted metrics.
    """
    columns = state.get("table", {}).get("columns")
    if columns is not None:
        pinned = [column for column in state["table"].get("pinned", []) if column in columns]
        parts = [column.partition(":") for column in dict.fromkeys([*pinned, *columns])]
        return [(kind, name) for kind, _, name in parts if kind in _VALUE_FIELDS and name][:CHOSEN_COLUMNS]
    main = charted_metrics(main_names(one["metrics"] for one in experiments), state)
    return [("metric", name) for name in main[:MAIN_COLUMNS]]


def _value(experiment: dict[str, Any], kind: str, name: str) -> str | None:
    records = experiment["parameters" if kind == "parameter" else "metrics"]
    return next((record.get(_VALUE_FIELDS[kind]) for record in records if record["name"] == name), None)


def experiment_url(root: str, metadata: dict[str, Any], tab: str | None) -> str:
    """Returns the URL of the experiment's page on the service."""
    path = "/".join(quote(metadata[name], safe="") for name in ("workspaceName", "projectName", "experimentKey"))
    return f"{root}/{path}" + (f"?experiment-tab={tab_ids[tab]}" if tab else "")


def project_url(root: str, workspace: str, project_name: str, view_id: str | None) -> str:
    """Returns the URL of the project's page on the service."""
    path = f"{quote(workspace, safe='')}/{quote(project_name, safe='')}"
    return f"{root}/{path}" + (f"?viewId={quote(view_id, safe='')}" if view_id else "")


class _Table(NamedTuple):
    """Table rows with their column titles."""

    columns: list[str]
    rows: list[list[str]]

    @property
    def more(self) -> str:
        """Number of rows that were cut off, in words."""
        return f"{len(self.rows) - ROWS:,} more" if len(self.rows) > ROWS else ""

    def html(self) -> str:
        """Formats the table as HTML; empty without rows."""
        if not self.rows:
            return ""
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows[:ROWS])
        more = f"<p><small>{self.more}</small></p>" if self.more else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"

    def lines(self) -> list[str]:
        """Formats the table for a terminal, without empty columns."""
        if not self.rows:
            return []
        shown = [[_one_line(cell) for cell in row] for row in [self.columns, *self.rows[:ROWS]]]
        filled = [column for column in zip(*shown) if any(column[1:])]
        widths = [max(map(len, column)) for column in filled]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in zip(*filled)]
        return [*lines, *([self.more] if self.more else [])]


def _bundle(
    payload: dict[str, Any], heading: list[str], tables: list[_Table], pictures: str, *, rows: int, metrics: int
) -> dict[str, Any]:
    url, snapshot, state = payload["url"], payload["snapshot"], payload["state"]
    taken = datetime.fromtimestamp(snapshot["takenAtMillis"] / 1000, timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    experiments = len(drawn_keys(snapshot["chart"], state))

    def saved(pictured: int) -> list[str]:
        return [f"Saved {taken}", *left_out(payload["target"], snapshot, state, rows=rows, metrics=pictured, experiments=experiments)]

    title, *rest = (escape(part) for part in heading)
    notes = " · ".join(escape(part) for part in saved(metrics))
    html = (
        f"<p><strong>{title}</strong> · {' · '.join(rest)}</p>{pictures}{''.join(table.html() for table in tables)}"
        f'<p><small>{notes} · <a href="{escape(url)}" target="_blank" rel="noopener noreferrer">open in the service</a></small></p>'
    )
    lines = [line for table in tables for line in table.lines()]
    text = "\n".join([_one_line(" · ".join(heading), 200), *lines, " · ".join(saved(0)), url])
    return {view_mime_type: payload, "text/html": html, "text/plain": text}


def _pictures(snapshot: dict[str, Any], state: dict[str, Any]) -> tuple[str, int]:
    """Renders the view's charts as images. Returns the HTML and the number of images."""
    charts = metric_charts(snapshot, state, image_metrics(snapshot, state)[:PICTURES])
    images = "".join(
        # An image is the only form of a chart that survives untrusted notebooks and sanitising.
        f'<img alt="{escape(f"Chart of {chart.title} over {chart.x_title}: {chart.subtitle}")}" '
        f'style="max-width:100%" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"> '
        for chart, svg in charts
    )
    return (f"<p>{images}</p>" if images else "", len(charts))


def _name(metadata: dict[str, Any]) -> str:
    return _text(metadata.get("experimentName") or metadata["experimentKey"][:9])


def _state(metadata: dict[str, Any]) -> str:
    if metadata.get("hasCrashed"):
        return "crashed"
    return "running" if metadata.get("running") else "finished"


def _text(value: str, limit: int = 120) -> str:
    return value if len(value) <= limit else value[: limit - 1] + "…"


def _one_line(text: str, limit: int = CELL) -> str:
    """Formats text for a terminal: on one line, without control characters."""
    return _text(" ".join("".join(sign if sign.isprintable() else " " for sign in text).split()), limit)


def _shown(value: str | None) -> str:
    """Formats a value for a table: numbers with six significant digits, short values unchanged."""
    if value is None:
        return ""
    try:
        return value if len(value) <= 8 else f"{float(value):.6g}"
    except ValueError:
        return _text(value)
