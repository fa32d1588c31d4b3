"""The MIME bundle of a view: for Tracklens the payload, for every other reader a table with pictures, for a terminal text."""

from __future__ import annotations

import base64
from datetime import datetime, timezone
from html import escape
from typing import Any
from urllib.parse import quote

from .snapshot import main_metrics
from .snapshot_chart import pictured_metrics
from .static_chart import metric_charts
from .view_schema import tab_ids, view_mime_type
from .view_state import INITIAL

PICTURES = 4
ROWS = 30


def experiment_bundle(snapshot: dict[str, Any], root: str, tab: str | None) -> dict[str, Any]:
    """The output of `display(key, tab)`."""
    experiment = snapshot["experiments"][0]
    metadata = experiment["metadata"]
    target = {"kind": "experiment", "experimentKey": metadata["experimentKey"], **({"tab": tab} if tab else {})}
    state = {**INITIAL, **({"tab": tab} if tab else {})}
    payload = {"target": target, "state": state, "snapshot": snapshot, "url": experiment_url(root, metadata, tab)}
    heading = [_name(metadata), _state(metadata), f"{metadata['workspaceName']} / {metadata['projectName']}"]
    metrics = [[_text(record["name"]), *(_shown(record.get(field)) for field in ("valueMin", "valueMax", "valueCurrent"))]
               for record in experiment["metrics"]]
    parameters = [[_text(record["name"]), _shown(record.get("valueCurrent"))] for record in experiment["parameters"]]
    tables = {
        "metrics": _table(["metric", "min", "max", "last"], metrics),
        "parameters": _table(["parameter", "value"], parameters),
    }
    pictures = "" if tab in tables else _pictures(snapshot, state)
    body = tables[tab] if tab in tables else pictures + tables["metrics"] + tables["parameters"]
    lines = [" · ".join(heading), *(f"  {name}: {last}" for name, _, _, last in metrics[:ROWS])]
    return _bundle(payload, heading, body, lines)


def project_bundle(
    snapshot: dict[str, Any], root: str, target: dict[str, Any], state: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The output of `display_project`, arranged as the state says."""
    state = INITIAL if state is None else state
    project = snapshot["project"]
    shown, count = snapshot["experiments"], project["numberOfExperiments"]
    workspace, name = target["workspace"], target["projectName"]
    url = project_url(root, workspace, name, target.get("viewId"))
    payload = {"target": target, "state": state, "snapshot": snapshot, "url": url}
    heading = [f"{workspace} / {name}", _count_text(count, len(shown))]
    columns = main_metrics(shown)[:4]
    rows = []
    for experiment in shown[:ROWS]:
        last = {metric["name"]: metric.get("valueCurrent") for metric in experiment["metrics"]}
        metadata = experiment["metadata"]
        rows.append([_name(metadata), _state(metadata), ", ".join(experiment["tags"]), *(_shown(last.get(c)) for c in columns)])
    body = _pictures(snapshot, state) + _table(["experiment", "state", "tags", *columns], rows, len(shown))
    lines = [" · ".join(heading), *(f"  {row[0]}  {row[1]}" for row in rows)]
    return _bundle(payload, heading, body, lines)


def experiment_url(root: str, metadata: dict[str, Any], tab: str | None) -> str:
    """The experiment's page on the service."""
    path = "/".join(quote(metadata[name], safe="") for name in ("workspaceName", "projectName", "experimentKey"))
    return f"{root}/{path}" + (f"?experiment-tab={tab_ids[tab]}" if tab else "")


def project_url(root: str, workspace: str, project_name: str, view_id: str | None) -> str:
    """The project's page on the service."""
    path = f"{quote(workspace, safe='')}/{quote(project_name, safe='')}"
    return f"{root}/{path}" + (f"?viewId={quote(view_id, safe='')}" if view_id else "")


def _bundle(payload: dict[str, Any], heading: list[str], body: str, lines: list[str]) -> dict[str, Any]:
    url = payload["url"]
    taken = datetime.fromtimestamp(payload["snapshot"]["takenAtMillis"] / 1000, timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    title, *rest = (escape(part) for part in heading)
    html = (
        f"<p><strong>{title}</strong> · {' · '.join(rest)}</p>{body}"
        f'<p><small>Saved {taken} · <a href="{escape(url)}" target="_blank" rel="noopener noreferrer">open in the service</a></small></p>'
    )
    text = "\n".join([*lines, f"Saved {taken} · {url}"])
    return {view_mime_type: payload, "text/html": html, "text/plain": text}


def _pictures(snapshot: dict[str, Any], state: dict[str, Any]) -> str:
    names = main_metrics([one for one in snapshot["experiments"] if one["metadata"]["experimentKey"] in snapshot["chart"]])
    charts = metric_charts(snapshot, state, pictured_metrics(snapshot, state, names, PICTURES))
    images = "".join(
        # An image is the one form of a drawing that untrusted notebooks and sanitising leave alone.
        f'<img alt="{escape(name)}" style="vertical-align:top" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"> '
        for name, svg in charts
    )
    return f"<p>{images}</p>" if images else ""


def _table(columns: list[str], rows: list[list[str]], total: int | None = None) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[:ROWS])
    total = len(rows) if total is None else total
    more = f"<p><small>{total - ROWS} more</small></p>" if total > ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _name(metadata: dict[str, Any]) -> str:
    return _text(metadata.get("experimentName") or metadata["experimentKey"][:9])


def _state(metadata: dict[str, Any]) -> str:
    if metadata.get("hasCrashed"):
        return "crashed"
    return "running" if metadata.get("running") else "finished"


def _count_text(count: int, shown: int) -> str:
    said = "1 experiment" if count == 1 else f"{count} experiments"
    return said if shown == count else f"{said}, the newest {shown} saved here"


def _text(value: str, limit: int = 120) -> str:
    return value if len(value) <= limit else value[: limit - 1] + "…"


def _shown(value: str | None) -> str:
    """A value as a table shows it: numbers to six digits, as they are when short."""
    if value is None:
        return ""
    try:
        return value if len(value) <= 8 else f"{float(value):.6g}"
    except ValueError:
        return _text(value)
