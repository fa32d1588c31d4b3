"""The dated copy of an experiment or a project that an output keeps (the shape of `core/src/display/view-payload.ts`)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .series import thinned_metric
from .service import Service
from .view_schema import snapshot_budget_bytes

PROJECT_EXPERIMENTS = 60
"""Experiments of a project that a snapshot holds: the newest."""
PROJECT_CHARTED = 25
EXPERIMENT_METRICS = 40
PROJECT_METRICS = 6
POINTS = 500
FEWEST_POINTS = 24

_METADATA = (
    "experimentKey",
    "experimentName",
    "workspaceName",
    "projectName",
    "archived",
    "running",
    "hasCrashed",
    "startTimeMillis",
    "endTimeMillis",
    "durationMillis",
    "fileName",
    "filePath",
)
_FLAGS = ("archived", "running")
_TEXTS = ("workspaceName", "projectName")
_SUMMARY_TEXTS = ("valueMin", "valueMax", "valueCurrent")
_SUMMARY_NUMBERS = ("stepMin", "stepMax", "stepCurrent", "timestampMin", "timestampMax", "timestampCurrent")


def experiment_snapshot(service: Service, experiment_key: str) -> dict[str, Any]:
    """One experiment: what it is, its summaries, and the points of its metrics."""
    metadata = service.metadata(experiment_key)
    with ThreadPoolExecutor(3) as threads:
        experiment = _details(service, metadata, threads.map)
    names = _chart_names([experiment], EXPERIMENT_METRICS)
    return _within_budget([experiment], service.chart([experiment_key], names))


def project_snapshot(service: Service, workspace: str, project_name: str) -> dict[str, Any]:
    """A project: its newest experiments with their summaries, and the points of its main metrics."""
    project = service.project(workspace, project_name)
    found = service.experiments(workspace, project_name)
    shown = found[:PROJECT_EXPERIMENTS]
    with ThreadPoolExecutor(8) as threads:
        experiments = list(threads.map(lambda metadata: _details(service, metadata), shown))
    charted = experiments[:PROJECT_CHARTED]
    keys = [experiment["metadata"]["experimentKey"] for experiment in charted]
    snapshot = _within_budget(experiments, service.chart(keys, _chart_names(charted, PROJECT_METRICS)))
    snapshot["project"] = {
        "projectName": str(project.get("projectName") or project_name),
        "workspaceName": workspace,
        "numberOfExperiments": len(found),
    }
    return snapshot


def _details(service: Service, metadata: dict[str, Any], each: Callable[..., Any] = map) -> dict[str, Any]:
    key = metadata["experimentKey"]
    reads = (service.tags, service.metrics_summary, service.parameters)
    tags, metrics, parameters = each(lambda read: read(key), reads)
    return {
        "metadata": _metadata(metadata),
        "tags": tags[:100],
        "metrics": [_summary(record) for record in metrics],
        "parameters": [_summary(record) for record in parameters],
    }


def _metadata(record: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name in _METADATA:
        value = record.get(name)
        if name in _FLAGS:
            kept[name] = value is True
        elif name in _TEXTS:
            kept[name] = str(value or "")
        elif value is not None:
            kept[name] = value
    return kept


def _summary(record: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {"name": str(record.get("name"))}
    for name in _SUMMARY_TEXTS:
        if record.get(name) is not None:
            kept[name] = str(record[name])[:1000]
    for name in _SUMMARY_NUMBERS:
        value = record.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            kept[name] = value
    return kept


def main_metrics(experiments: list[dict[str, Any]]) -> list[str]:
    """Names of metrics, those that most experiments share first, what the machine logs about itself last."""
    count: dict[str, int] = {}
    for experiment in experiments:
        for metric in experiment["metrics"]:
            count[metric["name"]] = count.get(metric["name"], 0) + 1
    return sorted(count, key=lambda name: (name.startswith("sys."), -count[name]))


def _chart_names(experiments: list[dict[str, Any]], limit: int) -> list[str]:
    return main_metrics(experiments)[:limit]


def _within_budget(experiments: list[dict[str, Any]], chart: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The snapshot, thinned until its JSON text fits the budget: fewer points, then fewer series, then fewer summaries."""
    taken_at = int(time.time() * 1000)
    count, series_limit, kept = POINTS, 10_000, list(experiments)
    while True:
        snapshot = {
            "takenAtMillis": taken_at,
            "experiments": kept,
            "chart": _thinned_chart(chart, count, series_limit),
        }
        size = len(json.dumps(snapshot, separators=(",", ":"), ensure_ascii=False).encode())
        if size <= snapshot_budget_bytes:
            return snapshot
        if count > FEWEST_POINTS:
            count = max(FEWEST_POINTS, int(count * min(0.8, snapshot_budget_bytes / size)))
        elif series_limit > 4:
            series = sum(len(entry["metrics"]) for entry in snapshot["chart"].values())
            series_limit = max(4, min(series, series_limit) // 2)
        elif len(kept) > 1:
            kept = kept[: len(kept) // 2]
        else:
            return {**snapshot, "experiments": [_without_long_texts(experiment) for experiment in kept]}


def _thinned_chart(chart: dict[str, dict[str, Any]], count: int, series_limit: int) -> dict[str, Any]:
    thin: dict[str, Any] = {}
    left = series_limit
    for key, entry in chart.items():
        metrics = [metric for metric in entry.get("metrics") or [] if isinstance(metric, dict) and metric.get("values")]
        if metrics and left > 0:
            thin[key] = {"metrics": [thinned_metric(metric, entry, count) for metric in metrics[:left]]}
            left -= len(metrics)
    return thin


def _without_long_texts(experiment: dict[str, Any]) -> dict[str, Any]:
    def cut(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{name: value[:80] if isinstance(value, str) else value for name, value in record.items()} for record in records[:300]]

    return {**experiment, "metrics": cut(experiment["metrics"]), "parameters": cut(experiment["parameters"])}
