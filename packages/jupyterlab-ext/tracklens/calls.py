"""Displays experiments and projects: as an output in a notebook, otherwise as a page in the browser."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from .bundle import experiment_bundle, experiment_url, project_bundle, project_url
from .configuration import service_address
from .desktop import has_desktop, open_page
from .errors import TracklensError
from .service import Service
from .view_schema import tab_ids, tab_of
from .view_state import INITIAL, is_newer, read_view_state


@dataclass(frozen=True)
class Experiment:
    """One experiment of a project."""

    key: str
    name: str
    state: str
    """`running`, `finished` or `crashed`."""
    workspace: str
    project_name: str
    start_time_millis: int
    duration_millis: int

    def display(self, tab: str | None = None, **options: Any) -> None:
        """Displays the experiment. Takes the options of `tracklens.display`."""
        display(self.key, tab=tab, **options)


def display(
    experiment_key: str,
    tab: str | None = None,
    clear: bool = False,
    wait: bool = True,
    new: int = 0,
    autoraise: bool = True,
) -> None:
    """Displays an experiment: live while the service is reachable, from its saved snapshot otherwise.

    In a notebook, `clear` clears the output first, and `wait` delays the clearing until the new output is available.
    Elsewhere the experiment's page opens in the browser, on a server its address is printed: `new` is 0 for the same
    window, 1 for a new window or 2 for a new tab, and `autoraise` brings the window to the front.

    Raises TracklensError, which a notebook shows without a traceback, when the experiment or the tab is unknown, when
    no service is configured or running, or when the service rejects the API key.
    """
    key = experiment_key.strip() if isinstance(experiment_key, str) else ""
    if not (key.isascii() and key.isalnum() and len(key) <= 64):
        raise TracklensError(
            f"{experiment_key!r} is not an experiment key.", "A key has letters and digits only: copy it from the sidebar."
        )
    shown_tab = None if tab is None else tab_of(tab)
    if tab is not None and shown_tab is None:
        nearest = get_close_matches(tab.lower(), tab_ids, 1) if isinstance(tab, str) else []
        meant = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise TracklensError(f"There is no tab {tab!r}.{meant}", f"The tabs are {', '.join(tab_ids)}.")
    with Service(service_address()) as service:
        if not _in_notebook():
            _open_page(service, experiment_url(service.root, service.metadata(key), shown_tab), new, autoraise)
            return
        bundle = experiment_bundle(service, key, shown_tab)
    _publish(bundle, clear, wait)


def display_project(
    workspace: str,
    project_name: str,
    view_id: str | None = None,
    clear: bool = False,
    wait: bool = True,
    new: int = 0,
    autoraise: bool = True,
) -> None:
    """Displays a project: the table of its experiments and their charts.

    The named view `view_id` determines the arrangement. Default: the project's default view, if it has one. The other
    options and the errors are those of `display`.
    """
    for what, given in (("the name of a workspace", workspace), ("the name of a project", project_name)):
        _check_name(given, what, "Give it as shown in the sidebar.")
    target = {"kind": "project", "workspace": workspace, "projectName": project_name}
    if view_id is not None:
        remedy = "Copy it from the address of the project's page, after `viewId=`, or leave it out."
        _check_name(view_id, "the id of a named view", remedy)
        target["viewId"] = view_id
    with Service(service_address()) as service:
        if not _in_notebook():
            service.project(workspace, project_name)
            _open_page(service, project_url(service.root, workspace, project_name, view_id), new, autoraise)
            return
        state = _arrangement(service, workspace, project_name, view_id)
        bundle = project_bundle(service, target, state)
    _publish(bundle, clear, wait)


def experiments(workspace: str, project_name: str) -> list[Experiment]:
    """Returns the experiments of a project that are not archived, newest first.

    Raises the errors of `display`.
    """
    with Service(service_address()) as service:
        service.project(workspace, project_name)
        return [_experiment(record) for record in service.experiments(workspace, project_name)]


def _check_name(given: object, what: str, remedy: str) -> None:
    if not isinstance(given, str) or not 0 < len(given) <= 1000:
        raise TracklensError(f"{given!r} is not {what}.", remedy)


def _arrangement(service: Service, workspace: str, project_name: str, view_id: str | None) -> dict[str, Any]:
    """Returns the state of the named view with the id, or of the project's default view without an id.

    Returns the initial state when there is no such view or the service cannot list named views.
    """
    try:
        views = service.named_views(workspace, project_name)
    except TracklensError:
        return INITIAL
    for view in views:
        found, state = view.get("viewId"), view.get("state")
        if isinstance(found, str) and (view.get("isDefault") is True if view_id is None else found == view_id):
            return INITIAL if state is None or is_newer(state) else {**read_view_state(state), "view": found}
    return INITIAL


def _experiment(record: dict[str, Any]) -> Experiment:
    key = record["experimentKey"]
    return Experiment(
        key=key,
        name=record.get("experimentName") or key[:9],
        state="crashed" if record.get("hasCrashed") else "running" if record.get("running") else "finished",
        workspace=record.get("workspaceName") or "",
        project_name=record.get("projectName") or "",
        start_time_millis=record.get("startTimeMillis") or 0,
        duration_millis=record.get("durationMillis") or 0,
    )


def _in_notebook() -> bool:
    """Whether this process is a kernel, so that its outputs are shown in a notebook."""
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None


def _publish(bundle: dict[str, Any], clear: bool, wait: bool) -> None:
    from IPython.display import clear_output, publish_display_data

    if clear:
        clear_output(wait=wait)  # type: ignore[no-untyped-call]
    publish_display_data(bundle)  # type: ignore[no-untyped-call]


def _open_page(service: Service, page: str, new: int, autoraise: bool) -> None:
    # No link is requested that nobody could use.
    address = service.browser_address(page) if has_desktop() or sys.stdout.isatty() else page
    open_page(page, address, new, autoraise)
