"""Reads of a service that several modules share, with validated responses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .endpoints import EXPERIMENTS_LIST, EXPERIMENTS_METADATA, METRICS_SUMMARY, PROJECTS_GET
from .records import experiment_record, records_of
from .service import Read, Service


def read_metadata(service: Service, experiment_key: str) -> dict[str, Any]:
    """Returns the metadata of an experiment. Raises NotFound for an unknown key."""
    what = f"the experiment {experiment_key}"
    record = experiment_record(service.get(EXPERIMENTS_METADATA, what, experimentKey=experiment_key))
    if record is None:
        raise service.unknown(what)
    return record


def read_project(service: Service, workspace: str, project_name: str) -> dict[str, Any]:
    """Returns the details of a project. Raises NotFound for an unknown name."""
    what = f"the project {workspace}/{project_name}"
    return service.get(PROJECTS_GET, what, workspaceName=workspace, projectName=project_name)


def read_experiments(
    service: Service, workspace: str, project_name: str, archived: bool = False, **page: str
) -> list[dict[str, Any]]:
    """Returns the metadata of the experiments of a project, archived ones or the others, newest first."""
    query = {"workspaceName": workspace, "projectName": project_name, "archived": str(archived), **page}
    response = service.get(EXPERIMENTS_LIST, f"the project {workspace}/{project_name}", **query)
    found = [experiment_record(record) for record in records_of(response.get("experiments"))]
    return sorted(filter(None, found), key=lambda record: record.get("startTimeMillis", 0), reverse=True)


def read_summaries(service: Service, experiment_key: str) -> list[dict[str, Any]]:
    """Returns the last, minimum and maximum value of each metric of an experiment, with their steps and timestamps."""
    return _summaries(service.get(METRICS_SUMMARY, f"the metrics of {experiment_key}", experimentKey=experiment_key))


def read_many_summaries(service: Service, experiment_keys: Sequence[str]) -> list[list[dict[str, Any]]]:
    """Returns the same of several experiments, in their order. One request for 100 of them."""
    reads = [Read(METRICS_SUMMARY, f"the metrics of {key}", {"experimentKey": key}) for key in experiment_keys]
    return [_summaries(response) for response in service.get_many(reads)]


def _summaries(response: dict[str, Any]) -> list[dict[str, Any]]:
    return records_of(response.get("values"), "name")
