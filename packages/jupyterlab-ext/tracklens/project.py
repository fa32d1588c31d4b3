"""Projects of a workspace."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from .html_table import counted, html_table
from .logged_value import time_of, whole_number
from .page_address import project_page
from .read_from import ReadFrom
from .records import text_of

if TYPE_CHECKING:
    from .connection import Connection
    from .experiment_list import ExperimentList


@dataclass(frozen=True, repr=False)
class Project(ReadFrom["Connection"]):
    """A project of a workspace."""

    workspace: str
    name: str
    description: str
    experiment_count: int
    """Number of experiments that are not archived."""
    last_updated: datetime | None
    """Time of the last change in UTC."""
    public: bool
    """Whether everyone can see the project."""
    _source: InitVar[Connection]

    @property
    def url(self) -> str:
        """Address of the project's page on the service."""
        return project_page(self._source.url, self.workspace, self.name)

    def experiments(self, *, archived: bool = False) -> ExperimentList:
        """Returns the experiments of the project like `tracklens.experiments`."""
        return self._source.experiments(self.workspace, self.name, archived=archived)

    def __repr__(self) -> str:
        return f"<Project {self.workspace}/{self.name}, {counted(self.experiment_count, 'experiment')}>"

    def _repr_html_(self) -> str:
        row = (self.workspace, self.experiment_count, self.last_updated, self.description)
        titles = ("workspace", "experiments", "last updated (UTC)", "description")
        return html_table(self.name, titles, [row], 1, [self.url])


def project_of(connection: Connection, workspace: str, record: dict[str, Any]) -> Project:
    """Returns the project of a record."""
    return Project(
        workspace=text_of(record.get("workspaceName")) or workspace,
        name=text_of(record.get("projectName")),
        description=text_of(record.get("projectDescription")),
        experiment_count=whole_number(record.get("numberOfExperiments")) or 0,
        last_updated=time_of(record.get("lastUpdated")),
        public=record.get("public") is True or record.get("isPublic") is True,
        _source=connection,
    )
