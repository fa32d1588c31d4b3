"""Snapshots of experiments and projects for outputs, in the format of `core/src/snapshots/view-payload.ts`."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .copy_budget import within_budget
from .copy_choice import charted_copy, charted_metrics, copied_experiments, drawn_keys, main_names
from .service import Service
from .values import number_or_none
from .view_state import INITIAL

EXPERIMENT_METRICS = 40
"""Number of metrics with points for one experiment, unless the view selects more."""
PROJECT_METRICS = 6
"""Number of metrics with points for each experiment of a project, unless the view selects more."""

_TEXT_LIMIT = 1000
"""Maximum length of a text in a snapshot: a parameter may hold a whole configuration."""
_TAG_LIMIT = 100

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


def experiment_snapshot(service: Service, experiment_key: str, state: dict[str, Any] | None = None) -> dict[str, Any]:
    """Takes a snapshot of one experiment: its metadata, its summaries and the points of its metrics."""
    view = INITIAL if state is None else state
    metadata = service.metadata(experiment_key)
    with ThreadPoolExecutor(3) as threads:
        experiments = [_details(service, metadata, _SUMMARY_NUMBERS, threads.map)]
    charted = charted_copy(experiments, view, EXPERIMENT_METRICS)
    whole = {"experiments": 1, "drawn": 1, "metrics": len(_charted_names(experiments, view))}
    return within_budget(experiments, service.chart(charted.keys, charted.metrics), charted, view, {"whole": whole})


def project_snapshot(
    service: Service, workspace: str, project_name: str, state: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Takes a snapshot of a project, as far as it fits the budget.

    It contains the experiments and metrics that the view's state selects, then the newest experiments and the most
    common metrics. `whole` contains the full counts.
    """
    view = INITIAL if state is None else state
    project = service.project(workspace, project_name)
    listed = service.experiments(workspace, project_name)
    with ThreadPoolExecutor(8) as threads:
        experiments = list(threads.map(lambda metadata: _details(service, metadata, ()), copied_experiments(listed, view)))
    charted = charted_copy(experiments, view, PROJECT_METRICS)
    drawn = drawn_keys((record["experimentKey"] for record in listed), view)
    more = {
        "project": {
            "projectName": str(project.get("projectName") or project_name),
            "workspaceName": workspace,
            "numberOfExperiments": len(listed),
        },
        "whole": {"experiments": len(listed), "drawn": len(drawn), "metrics": len(_charted_names(experiments, view))},
    }
    return within_budget(experiments, service.chart(charted.keys, charted.metrics), charted, view, more)


def _charted_names(experiments: list[dict[str, Any]], state: dict[str, Any]) -> list[str]:
    return charted_metrics(main_names(one["metrics"] for one in experiments), state)


def _details(
    service: Service, metadata: dict[str, Any], numbers: tuple[str, ...], each: Callable[..., Any] = map
) -> dict[str, Any]:
    """Reads the records of an experiment. `numbers` are the steps and timestamps of its metrics to include."""
    key = metadata["experimentKey"]
    reads = (service.tags, service.metrics_summary, service.parameters)
    tags, metrics, parameters = each(lambda read: read(key), reads)
    return {
        "metadata": _metadata(metadata),
        "tags": [tag[:_TEXT_LIMIT] for tag in tags[:_TAG_LIMIT]],
        "metrics": [_summary(record, _SUMMARY_TEXTS, numbers) for record in metrics],
        "parameters": [_summary(record, ("valueCurrent",), ()) for record in parameters],
    }


def _metadata(record: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name in _METADATA:
        value = record.get(name)
        if name in _FLAGS:
            kept[name] = value is True
        elif name in _TEXTS:
            kept[name] = str(value or "")[:_TEXT_LIMIT]
        elif value not in (None, "") and not _no_moment(name, value):
            kept[name] = value[:_TEXT_LIMIT] if isinstance(value, str) else value
    return kept


def _summary(record: dict[str, Any], texts: tuple[str, ...], numbers: tuple[str, ...]) -> dict[str, Any]:
    kept: dict[str, Any] = {"name": record["name"]}
    for name in texts:
        if record.get(name) not in (None, ""):
            kept[name] = str(record[name])[:_TEXT_LIMIT]
    for name in numbers:
        value = record.get(name)
        number = number_or_none(value)
        if number is not None and math.isfinite(number) and not _no_moment(name, value):
            kept[name] = value
    return kept


def _no_moment(name: str, value: Any) -> bool:
    return value == 0 and (name.endswith("Millis") or name.startswith("timestamp"))
