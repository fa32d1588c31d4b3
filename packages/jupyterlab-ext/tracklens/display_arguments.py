"""Arguments of `display` and `display_project`. Each wrong one raises TracklensError, whose remedy says what to write."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from numbers import Integral
from typing import Any, get_args

from .bundle import Forms
from .connection import Connection, check_name, default_connection
from .errors import TracklensError
from .experiment_details import Experiment
from .project import Project
from .service import Service
from .view_schema import tab_ids, tab_of

HEIGHTS = range(100, 5001)
"""Heights that a view can have, in CSS pixels."""

_MAX_NAMES = 10_000
"""Number of experiments that a view can select, and of metrics that it can chart. Views ignore longer lists."""


@dataclass(frozen=True)
class Options:
    """Options that `display` and `display_project` share. Checked when they are made."""

    clear: bool
    wait: bool
    new: int
    autoraise: bool
    charts: dict[str, Any]
    """Changes of the options of the charts in the state of the view."""
    height: int | None
    forms: Forms

    def __post_init__(self) -> None:
        for name in ("clear", "wait", "autoraise"):
            value = getattr(self, name)
            if not isinstance(value, (bool, int)) or value not in (0, 1):
                raise TracklensError(f"{name} is {value!r}.", f"Write {name}=True or {name}=False.")
        if isinstance(self.new, bool) or not isinstance(self.new, int) or self.new not in (0, 1, 2):
            raise TracklensError(f"new is {self.new!r}.", "Write 0 for the same window, 1 for a new window or 2 for a new tab.")
        if self.height is not None:
            object.__setattr__(self, "height", _checked_height(self.height))
        if self.forms not in get_args(Forms):
            listed = ", ".join(map(repr, get_args(Forms)))
            raise TracklensError(f"forms is {self.forms!r}.", f"Write one of {listed}.")


def _checked_height(height: object) -> int:
    """Returns a height as an int. It may be an integer of NumPy."""
    if isinstance(height, bool) or not isinstance(height, Integral) or int(height) not in HEIGHTS:
        raise TracklensError(f"height is {height!r}.", f"Write a whole number of pixels from {HEIGHTS[0]} to {HEIGHTS[-1]}.")
    return int(height)


def resolved(reference: Any, connection: Connection | None = None) -> Experiment | list[Experiment]:
    """Returns the experiment of a reference, or the experiments of a list of references, each once."""

    def found(one: Any) -> Experiment:
        return one if isinstance(one, Experiment) else (connection or default_connection()).experiment(one)

    if isinstance(reference, (str, Experiment)) or hasattr(reference, "get_key") or not isinstance(reference, Iterable):
        return found(reference)
    experiments = list(dict.fromkeys(found(one) for one in reference))
    if not experiments:
        raise TracklensError("The list has no experiment.", "Give the experiments to display.")
    if len(experiments) > _MAX_NAMES:
        count = f"{len(experiments):,} experiments"
        raise TracklensError(f"{count} are more than a view can show.", f"Display at most {_MAX_NAMES:,}, or the project.")
    return experiments


def project_of_arguments(project: Any, project_name: object) -> tuple[Service, str, str]:
    """Returns the service and the names of a project."""
    if isinstance(project, Project):
        return project._source._service, project.workspace, project.name
    if not isinstance(project, str):
        found = project if isinstance(project, Experiment) else default_connection().experiment(project)
        return found._service, found.workspace, found.project_name
    if project_name is None:
        project, _, project_name = project.partition("/")
        if not project or not project_name or "/" in project_name:
            remedy = f'Write tracklens.display_project({project or "<workspace>"!r}, "<project>").'
            raise TracklensError("The name of the project is missing.", remedy)
    check_name(project, "the name of a workspace")
    check_name(project_name, "the name of a project")
    return default_connection()._service, project, str(project_name)


def checked_tab(tab: object) -> str | None:
    """Returns the tab of a name or an id."""
    found = tab_of(tab) if isinstance(tab, str) else None
    if tab is None or found is not None:
        return found
    nearest = get_close_matches(tab.lower(), tab_ids, 1) if isinstance(tab, str) else []
    meant = f" Did you mean {nearest[0]!r}?" if nearest else ""
    raise TracklensError(f"There is no tab {tab!r}.{meant}", f"The tabs are {', '.join(tab_ids)}.")


def checked_metrics(metrics: object) -> list[str]:
    """Returns the names of metrics, each once; none for None."""
    names = [metrics] if isinstance(metrics, str) else list(metrics) if isinstance(metrics, Iterable) else metrics
    if names is None:
        return []
    if not isinstance(names, list) or not all(isinstance(name, str) and 0 < len(name) <= 1000 for name in names):
        raise TracklensError(f"{metrics!r} are no names of metrics.", 'Write metrics="loss" or metrics=["loss", "accuracy"].')
    if len(names) > _MAX_NAMES:
        raise TracklensError(f"{len(names):,} metrics are more than a view can chart.", f"Give at most {_MAX_NAMES:,}.")
    return list(dict.fromkeys(names))
