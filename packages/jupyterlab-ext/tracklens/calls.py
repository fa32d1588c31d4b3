"""Displays experiments and projects: as an output in a notebook, otherwise as a page in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .bare_output import bare_bundle, editor_draws, experiment_target
from .bundle import Forms, experiment_bundle, project_bundle
from .chart_options import ChartOptions, chart_state
from .connection import check_name
from .desktop import has_desktop, has_terminal, open_page, user_of_browser
from .display_arguments import Options, checked_metrics, checked_tab, project_of_arguments, resolved
from .endpoints import PROJECTS_VIEWS
from .errors import MissingService, NotFound, TracklensError
from .experiment_details import Experiment
from .experiment_reference import ExperimentReference
from .kernel import in_kernel
from .page_address import experiment_page, project_page
from .project import Project
from .records import records_of
from .service import Service
from .service_reads import read_project
from .tab import Tab
from .view import View
from .view_schema import view_mime_type
from .view_state import INITIAL, is_newer, read_view_state


def display(
    experiment: ExperimentReference | Sequence[ExperimentReference],
    tab: Tab | None = None,
    clear: bool = False,
    wait: bool = True,
    new: int = 0,
    autoraise: bool = True,
    *,
    metrics: str | Sequence[str] | None = None,
    height: int | None = None,
    view: str | None = None,
    charts: ChartOptions | None = None,
    forms: Forms = "all",
) -> View:
    """Displays an experiment, or several of one project overlaid: live while the service is reachable, otherwise as saved.

    An experiment is given by what `tracklens.experiment` takes, or as an experiment of comet_ml. `tab` is the tab of one
    experiment, `metrics` are the names of the metrics to chart, `height` is the height of the view in CSS pixels (100 to
    5000), and `view` is the id or the name of a named view of the project, whose arrangement is used. `charts` are options
    of the charts. `forms` are the forms of the output: `all`, `static` without the interactive view, or `without-images`.

    In a notebook, `clear` clears the output first, and `wait` delays the clearing until the new output is available.
    Elsewhere the page opens in the browser, and on a server its address is printed: `new` is 0 for the same window, 1 for a
    new window or 2 for a new tab, and `autoraise` brings the window to the front. Hosts that show the value of a cell, such
    as marimo, show the static form.

    Raises TracklensError, which a notebook shows without a traceback, when the experiment or the tab is unknown, when
    no service is configured or running, or when the service rejects the API key.
    """
    shown_tab = checked_tab(tab)
    options = Options(clear, wait, new, autoraise, _chart_changes(metrics, charts), height, forms)
    try:
        found = resolved(experiment)
    except MissingService as error:
        return _show_bare(experiment_target(experiment, shown_tab), options, error)
    if not isinstance(found, list):
        return _show_experiment(found, shown_tab, view, options)
    if shown_tab is not None:
        raise TracklensError("A tab belongs to one experiment.", "Leave `tab` out, or display one experiment.")
    return _show_overlaid(found, view, options)


def display_project(
    workspace: str | Project | ExperimentReference,
    project_name: str | None = None,
    view_id: str | None = None,
    clear: bool = False,
    wait: bool = True,
    new: int = 0,
    autoraise: bool = True,
    *,
    metrics: str | Sequence[str] | None = None,
    height: int | None = None,
    charts: ChartOptions | None = None,
    forms: Forms = "all",
) -> View:
    """Displays a project: the table of its experiments and their charts.

    A project is given by the names of its workspace and itself, as `workspace/project`, as a `Project`, or by one of its
    experiments.

    The named view `view_id` determines the arrangement. Default: the project's default view, if it has one. The other
    options and the errors are those of `display`.
    """
    if view_id is not None:
        remedy = "Copy it from the address of the project's page, after `viewId=`, or leave it out."
        check_name(view_id, "the id of a named view", remedy)
    options = Options(clear, wait, new, autoraise, _chart_changes(metrics, charts), height, forms)
    try:
        service, workspace, project_name = project_of_arguments(workspace, project_name)
    except MissingService as error:
        return _show_bare(_bare_project(workspace, project_name, view_id), options, error)

    def bundle() -> dict[str, Any]:
        state = _arrangement(service, workspace, project_name, view_id)
        return _project_bundle(service, workspace, project_name, view_id, state, options)

    if not in_kernel():
        read_project(service, workspace, project_name)
    page = project_page(service.address.root, workspace, project_name, view_id)
    return _show(View(f"{workspace}/{project_name}", bundle), service, page, options)


def _show_experiment(one: Experiment, tab: str | None, view: str | None, options: Options) -> View:
    service = one._service

    def bundle() -> dict[str, Any]:
        state = _charting({"version": 1, **_view_charts(one, view)}, options.charts)
        return _with_height(experiment_bundle(service, one._record, tab, state, options.forms), options.height)

    page = experiment_page(service.address.root, one._record, tab)
    return _show(View(f"{one.workspace}/{one.project_name}/{one.name}", bundle), service, page, options)


def _show_overlaid(experiments: list[Experiment], view: str | None, options: Options) -> View:
    services = list(dict.fromkeys(one._service for one in experiments))
    roots = list(dict.fromkeys(service.address.root for service in services))
    if len(roots) > 1:
        listed = " and ".join(roots[:3])
        raise TracklensError(f"The experiments belong to several services: {listed}.", "Display those of one together.")
    projects = sorted({(one.workspace, one.project_name) for one in experiments})
    if len(projects) > 1:
        listed = " and ".join("/".join(project) for project in projects[:3])
        raise TracklensError(f"The experiments belong to several projects: {listed}.", "Display those of one project together.")
    service, (workspace, project_name) = services[0], projects[0]

    named = None if view is None else _named_view(service, workspace, project_name, view)
    view_id = None if named is None else named["viewId"]

    def bundle() -> dict[str, Any]:
        state = {**(INITIAL if named is None else _state_of(named)), "selection": [one.key for one in experiments]}
        return _project_bundle(service, workspace, project_name, view_id, state, options)

    page = project_page(service.address.root, workspace, project_name, view_id)
    return _show(View(f"{len(experiments)} experiments of {workspace}/{project_name}", bundle), service, page, options)


def _show(view: View, service: Service, page: str, options: Options) -> View:
    """Publishes a view in a notebook; elsewhere opens its page."""
    if in_kernel():
        _publish(view.bundle(), options.clear, options.wait)
        view._mark_shown()
    else:
        _open_page(service, page, options.new, options.autoraise)
    return view


def _bare_project(workspace: object, project_name: str | None, view_id: str | None) -> dict[str, Any] | None:
    """Returns the target of a project whose names are given; None when only a service can resolve it."""
    if not isinstance(workspace, str):
        return None
    name = workspace.partition("/")[2] if project_name is None else project_name
    return _project_target(workspace.partition("/")[0] if project_name is None else workspace, name, view_id)


def _show_bare(target: dict[str, Any] | None, options: Options, error: MissingService) -> View:
    """Publishes a target without data where the extension of VS Code draws it. Otherwise raises the error."""
    if target is None or options.forms == "static" or not in_kernel() or not editor_draws():
        raise error
    bundle = _with_height(bare_bundle(target, _charting(INITIAL, options.charts), error), options.height)
    view = View("/".join(value for name, value in target.items() if name != "kind"), lambda: bundle)
    _publish(bundle, options.clear, options.wait)
    view._mark_shown()
    return view


def _project_bundle(
    service: Service, workspace: str, project_name: str, view_id: str | None, state: dict[str, Any], options: Options
) -> dict[str, Any]:
    target = _project_target(workspace, project_name, view_id)
    bundle = project_bundle(service, target, _charting(state, options.charts), options.forms)
    return _with_height(bundle, options.height)


def _project_target(workspace: str, project_name: str, view_id: str | None) -> dict[str, Any]:
    view = {} if view_id is None else {"viewId": view_id}
    return {"kind": "project", "workspace": workspace, "projectName": project_name, **view}


def _with_height(bundle: dict[str, Any], height: int | None) -> dict[str, Any]:
    if height is not None and view_mime_type in bundle:
        bundle[view_mime_type]["height"] = height
    return bundle


def _chart_changes(metrics: object, charts: ChartOptions | None) -> dict[str, Any]:
    names = checked_metrics(metrics)
    return {**chart_state(charts), **({"metrics": names} if names else {})}


def _charting(state: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {**state, "charts": {**_charts(state), **changes}} if changes else state


def _charts(state: dict[str, Any]) -> dict[str, Any]:
    charts = state.get("charts")
    return charts if isinstance(charts, dict) else {}


def _view_charts(one: Experiment, view: str | None) -> dict[str, Any]:
    """Returns the chart settings of a named view that apply to one experiment."""
    if view is None:
        return {}
    charts = _charts(_state_of(_named_view(one._service, one.workspace, one.project_name, view)))
    return {"charts": {name: setting for name, setting in charts.items() if name not in ("hidden", "group")}}


def _named_views(service: Service, workspace: str, project_name: str) -> list[dict[str, Any]]:
    what = f"the named views of {workspace}/{project_name}"
    return records_of(service.get(PROJECTS_VIEWS, what, workspaceName=workspace, projectName=project_name).get("views"))


def _named_view(service: Service, workspace: str, project_name: str, view: str) -> dict[str, Any]:
    """Returns the named view of a project with an id or a name. Raises NotFound when there is none."""
    check_name(view, "the id or the name of a named view", "Copy it from the menu of views of the project.")
    views = [one for one in _named_views(service, workspace, project_name) if isinstance(one.get("viewId"), str)]
    for field in ("viewId", "viewName"):
        for one in views:
            if one.get(field) == view:
                return one
    names = ", ".join(repr(one.get("viewName")) for one in views[:10]) or "none"
    raise NotFound(f"The project {workspace}/{project_name} has no view {view!r}.", f"Its views are: {names}.")


def _state_of(named: dict[str, Any]) -> dict[str, Any]:
    state = named.get("state")
    return INITIAL if state is None or is_newer(state) else {**read_view_state(state), "view": named["viewId"]}


def _arrangement(service: Service, workspace: str, project_name: str, view_id: str | None) -> dict[str, Any]:
    """Returns the state of the named view with the id, or of the project's default view without an id.

    Returns the initial state when there is no such view or the service cannot list named views.
    """
    try:
        views = _named_views(service, workspace, project_name)
    except TracklensError:
        return INITIAL
    for view in views:
        found = view.get("viewId")
        if isinstance(found, str) and (view.get("isDefault") is True if view_id is None else found == view_id):
            return _state_of(view)
    return INITIAL


def _publish(bundle: dict[str, Any], clear: bool, wait: bool) -> None:
    from IPython.display import clear_output, publish_display_data

    if clear:
        clear_output(wait=wait)  # type: ignore[no-untyped-call]
    publish_display_data(bundle)  # type: ignore[no-untyped-call]


def _open_page(service: Service, page: str, new: int, autoraise: bool) -> None:
    # No link is requested that nobody could use.
    desktop = has_desktop()
    address = service.browser_address(page, user_of_browser() if desktop else None) if desktop or has_terminal() else page
    open_page(page, address, new, autoraise)
