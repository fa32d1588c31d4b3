"""Connection to a service, with the functions that read its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .artifact import Artifact, artifact_of
from .address import ServiceAddress
from .configuration import service_address
from .endpoints import ACCOUNT_WORKSPACES, ARTIFACTS_LIST, PROJECTS_LIST, REGISTRY_LIST
from .errors import TracklensError
from .experiment_details import Experiment
from .experiment_list import ExperimentList
from .experiment_reference import ExperimentReference, find_experiment
from .html_table import html_table
from .model import Model, model_of
from .project import Project, project_of
from .records import experiment_record, records_of, texts_of
from .service import Service
from .service_reads import read_experiments, read_project

if TYPE_CHECKING:
    import httpx

    from .query_run import QueryInput
    from .tab import Tab
    from .chart_options import ChartOptions
    from .view import View

_PAGE = 500
"""Number of experiments in one request of `iter_experiments`."""


class Connection:
    """Connection to a service. `tracklens.connect` returns one.

    It can be used by several threads and after a fork. `with` closes its network connections at the end; so does the end
    of the process. A later read opens them again.
    """

    def __init__(self, address: ServiceAddress, transport: httpx.BaseTransport | None = None) -> None:
        self._service = Service(address, transport)

    @property
    def url(self) -> str:
        """Address of the service: `scheme://host:port`."""
        return self._service.root

    def workspaces(self) -> list[str]:
        """Returns the names of the workspaces that the API key can read."""
        return texts_of(self._service.get(ACCOUNT_WORKSPACES, "the workspaces").get("workspaceNames"))

    def projects(self, workspace: str) -> list[Project]:
        """Returns the projects of a workspace."""
        check_name(workspace, "the name of a workspace")
        response = self._service.get(PROJECTS_LIST, f"the workspace {workspace}", workspaceName=workspace)
        return [project_of(self, workspace, record) for record in records_of(response.get("projects"), "projectName")]

    def experiments(self, workspace: str, project_name: str, *, archived: bool = False) -> ExperimentList:
        """Returns the experiments of a project in one request, newest first: those that are not archived, or those that are."""
        self._check_project(workspace, project_name)
        records = self._listed(workspace, project_name, archived)
        return ExperimentList(self._service, [Experiment(self._service, record) for record in records])

    def iter_experiments(
        self, workspace: str, project_name: str, *, archived: bool = False
    ) -> Iterator[Experiment]:
        """Yields the experiments of a project, newest first, and reads 500 of them in one request."""
        self._check_project(workspace, project_name)
        page, seen = 1, set[str]()
        while True:
            options = {"page": str(page), "size": str(_PAGE), "sortBy": "startTime", "sortOrder": "desc"}
            records = self._listed(workspace, project_name, archived, **options)
            new = [record for record in records if record["experimentKey"] not in seen]
            seen.update(record["experimentKey"] for record in new)
            yield from (Experiment(self._service, record) for record in new)
            # A service without pages returns all experiments each time.
            if len(records) != _PAGE or not new:
                return
            page += 1

    def query(
        self, workspace: str, project_name: str, query: QueryInput, *, archived: bool = False
    ) -> ExperimentList:
        """Returns the experiments of a project that match a query, newest first.

        The query is a text, such as `(Metric("loss") < 0.5) & Tag("best")`, the same built of `tracklens.Metric`,
        `Parameter`, `Other`, `Tag`, `Metadata` and `Environment`, or an expression of `comet_ml.query`. Several texts
        separated by `;` match what any of them matches.

        Raises QueryError for an invalid query, or for a name that no experiment of the project has.
        """
        from .query_run import run_query

        self._check_project(workspace, project_name)
        found = [experiment_record(record) for record in run_query(self._service, workspace, project_name, query, archived)]
        return ExperimentList(self._service, [Experiment(self._service, record) for record in found if record])

    def experiment(self, reference: ExperimentReference) -> Experiment:
        """Returns an experiment.

        The reference is its key, its page's address, `workspace/project/key`, `workspace/project/name`, its name, an
        `Experiment`, or an `Experiment`, `ExistingExperiment` or `APIExperiment` of comet_ml. A name without a project
        is searched in all projects of a local service.
        """
        return find_experiment(self._service, reference)

    def models(self, workspace: str) -> list[Model]:
        """Returns the registered models of a workspace."""
        check_name(workspace, "the name of a workspace")
        response = self._service.get(REGISTRY_LIST, f"the workspace {workspace}", workspaceName=workspace)
        return [model_of(self._service, workspace, record) for record in records_of(response.get("registryModels"), "modelName")]

    def artifacts(self, workspace: str, type: str | None = None) -> list[Artifact]:
        """Returns the artifacts of a workspace, all or those of one type, such as `dataset`."""
        check_name(workspace, "the name of a workspace")
        query = {"workspace": workspace, **({} if type is None else {"type": type})}
        response = self._service.get(ARTIFACTS_LIST, f"the workspace {workspace}", **query)
        return [artifact_of(self._service, workspace, record) for record in records_of(response.get("artifacts"), "name")]

    def display(
        self,
        experiment: ExperimentReference | Sequence[ExperimentReference],
        tab: Tab | None = None,
        *,
        metrics: str | Sequence[str] | None = None,
        height: int | None = None,
        view: str | None = None,
        charts: ChartOptions | None = None,
    ) -> View:
        """Displays experiments of this connection like `tracklens.display`."""
        from .calls import display
        from .display_arguments import resolved

        return display(resolved(experiment, self), tab, metrics=metrics, height=height, view=view, charts=charts)

    def display_project(
        self,
        workspace: str,
        project_name: str,
        view_id: str | None = None,
        *,
        metrics: str | Sequence[str] | None = None,
        height: int | None = None,
        charts: ChartOptions | None = None,
    ) -> View:
        """Displays a project of this connection like `tracklens.display_project`."""
        from .calls import display_project

        project = project_of(self, workspace, {"projectName": project_name})
        return display_project(project, None, view_id, metrics=metrics, height=height, charts=charts)

    def close(self) -> None:
        """Closes the network connections. A later read opens them again."""
        self._service.close()

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Connection to {self.url}>"

    def _repr_html_(self) -> str:
        return html_table(f"Connection to {self.url}", (), (), 0)

    def _listed(self, workspace: str, project_name: str, archived: bool, **page: str) -> list[dict[str, Any]]:
        """Reads the experiments of a project, or a page of them. Raises NotFound for an unknown project."""
        records = read_experiments(self._service, workspace, project_name, archived, **page)
        if not records:
            # A service may return an empty list for a project that does not exist.
            read_project(self._service, workspace, project_name)
        return records

    @staticmethod
    def _check_project(workspace: str, project_name: str) -> None:
        check_name(workspace, "the name of a workspace")
        check_name(project_name, "the name of a project")


def connect(url: str | None = None, api_key: str | None = None, *, name: str | None = None) -> Connection:
    """Returns a connection to the service at an address, such as `http://127.0.0.1:8080`, or to a connection of JupyterLab
    by its name.

    What is not given is looked up like that of the default connection: in the environment, in `.env` and in the
    settings files, then the active connection of JupyterLab, then a local service that runs on this machine. No request
    is sent yet.

    Raises ConfigurationError when no service or API key is configured, NotFound for an unknown name.
    """
    for value, what in ((url, "url"), (api_key, "api_key"), (name, "name")):
        if value is not None and not isinstance(value, str):
            # Not the value: it may be a key.
            raise TracklensError(f"`{what}` is not a text.", 'Write tracklens.connect("http://127.0.0.1:8080", "<API key>").')
    if name is None:
        return Connection(service_address(url, api_key))
    if url is not None or api_key is not None:
        raise TracklensError("A connection is given by its name, or by address and key.", "Give only one of them.")
    from .connection_store import stored_address

    return Connection(stored_address(name))


_default: tuple[ServiceAddress, Connection] | None = None


def default_connection() -> Connection:
    """Returns the connection that the functions of the package use. It follows changes of the configuration."""
    global _default
    address, found = service_address(), _default
    # Without a lock, which a process that is forked meanwhile would never get. Two threads may each open one at first.
    if found is None or found[0] != address:
        _default = found = (address, Connection(address))
    return found[1]


def workspaces() -> list[str]:
    """Returns the names of the workspaces that the API key can read."""
    return default_connection().workspaces()


def projects(workspace: str) -> list[Project]:
    """Returns the projects of a workspace."""
    return default_connection().projects(workspace)


def experiments(workspace: str, project_name: str, *, archived: bool = False) -> ExperimentList:
    """Returns the experiments of a project in one request, newest first: those that are not archived, or those that are."""
    return default_connection().experiments(workspace, project_name, archived=archived)


def iter_experiments(workspace: str, project_name: str, *, archived: bool = False) -> Iterator[Experiment]:
    """Yields the experiments of a project, newest first, and reads 500 of them in one request."""
    return default_connection().iter_experiments(workspace, project_name, archived=archived)


def query(workspace: str, project_name: str, query: QueryInput, *, archived: bool = False) -> ExperimentList:
    """Returns the experiments of a project that match a query, newest first. See `Connection.query`."""
    return default_connection().query(workspace, project_name, query, archived=archived)


def experiment(reference: ExperimentReference) -> Experiment:
    """Returns an experiment by its key, `workspace/project/key`, name or page, or that of comet_ml. See `Connection.experiment`."""
    return default_connection().experiment(reference)


def models(workspace: str) -> list[Model]:
    """Returns the registered models of a workspace."""
    return default_connection().models(workspace)


def artifacts(workspace: str, type: str | None = None) -> list[Artifact]:
    """Returns the artifacts of a workspace, all or those of one type, such as `dataset`."""
    return default_connection().artifacts(workspace, type)


def check_name(name: object, what: str, remedy: str = "Copy it from the sidebar.") -> None:
    """Raises TracklensError unless a name is a text."""
    if not isinstance(name, str) or not 0 < len(name) <= 1000:
        raise TracklensError(f"{name!r} is not {what}.", remedy)
