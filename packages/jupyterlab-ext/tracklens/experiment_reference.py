"""References to an experiment: its key, its path, its name, its page, or an object of this package or of comet_ml."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any, Protocol, Union

from .endpoints import ACCOUNT_WORKSPACES, EXPERIMENTS_LIST, PROJECTS_LIST
from .errors import NotFound, TracklensError
from .experiment_details import Experiment
from .page_address import experiment_path
from .records import experiment_record, records_of, text_of, texts_of
from .service import Read, Service
from .service_hints import address_hint
from .service_reads import read_experiments, read_metadata


class _LiveExperiment(Protocol):
    """`Experiment` or `ExistingExperiment` of comet_ml."""

    def get_key(self) -> str: ...


class _StoredExperiment(Protocol):
    """`APIExperiment` of comet_ml."""

    @property
    def key(self) -> str: ...


ExperimentReference = Union[str, Experiment, _LiveExperiment, _StoredExperiment]
"""What names an experiment: a text, an experiment of this package, or one of comet_ml."""

_KEY = re.compile(r"[A-Za-z0-9]{1,64}")
_ACCEPTED = "Give its key, `workspace/project/key`, its name, or an experiment of tracklens or comet_ml."


def find_experiment(service: Service, reference: object) -> Experiment:
    """Returns the experiment of a reference. Raises TracklensError, whose remedy says what to write."""
    if isinstance(reference, Experiment):
        return reference
    if not isinstance(reference, str):
        return Experiment(service, read_metadata(service, _key_of(reference)))
    text = reference.strip()
    path = experiment_path(service.address, text)
    parts = path.split("/", 2)
    if len(parts) == 3 and all(parts):
        try:
            return _in_project(service, *parts)
        except NotFound as error:
            # A name may contain slashes.
            if path != text or not service.address.is_local:
                raise
            return _chosen(_named(service, text), text, error)
    if _KEY.fullmatch(text):
        try:
            return Experiment(service, read_metadata(service, text))
        except NotFound:
            if not service.address.is_local:
                raise
    if not text or not service.address.is_local:
        raise TracklensError(f"{reference!r} is not the key of an experiment.", _ACCEPTED)
    remedy = f"{_ACCEPTED} {address_hint(service.address)}".strip()
    return _chosen(_named(service, text), text, NotFound(f"The service {service.root} has no experiment {text!r}.", remedy))


def _key_of(reference: object) -> str:
    """Returns the key of an experiment of comet_ml, which this package does not import."""
    found: Any = getattr(reference, "get_key", None)
    key = None if isinstance(reference, type) else found() if callable(found) else getattr(reference, "key", None)
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise TracklensError(f"{reference!r} is not an experiment.", _ACCEPTED)
    return key


def _in_project(service: Service, workspace: str, project_name: str, name: str) -> Experiment:
    """Returns the experiment with a key or a name of a project; the archived ones are found by their key."""
    if _KEY.fullmatch(name):
        try:
            found = Experiment(service, read_metadata(service, name))
        except NotFound:
            pass
        else:
            if (found.workspace, found.project_name) == (workspace, project_name):
                return found
    listed = [Experiment(service, record) for record in read_experiments(service, workspace, project_name)]
    return _chosen(listed, name, NotFound(f"The project {workspace}/{project_name} has no experiment {name!r}.", _ACCEPTED))


def _named(service: Service, name: str) -> list[Experiment]:
    """Returns the experiments of all projects of a local service."""
    names = texts_of(service.get(ACCOUNT_WORKSPACES, "the workspaces").get("workspaceNames"))
    listed = service.get_many([Read(PROJECTS_LIST, f"the workspace {one}", {"workspaceName": one}) for one in names])
    reads = [
        Read(EXPERIMENTS_LIST, f"the project {project['projectName']}", {"projectId": project["projectId"], "archived": "False"})
        for response in listed
        for project in records_of(response.get("projects"), "projectId", "projectName")
    ]
    found = (experiment_record(record) for response in service.get_each(reads) for record in records_of(response.get("experiments")))
    return [Experiment(service, record) for record in found if record]


def _chosen(experiments: list[Experiment], name: str, missing: NotFound) -> Experiment:
    """Returns the only experiment with a name. Raises `missing`, or an error with the name that was meant, if there is none."""
    # An experiment may be linked into several projects.
    found = {one.key: one for one in experiments if name in (one.name, one.key)}
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        keys = ", ".join([*found][:5]) + (", …" if len(found) > 5 else "")
        raise TracklensError(f"{len(found)} experiments have the name {name!r}.", f"Give the key of one of them: {keys}.")
    near = get_close_matches(name, [text_of(one.name) for one in experiments], 1)
    raise NotFound(missing.message, f"Did you mean {near[0]!r}?") if near else missing
