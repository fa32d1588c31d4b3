"""Registered models of a workspace."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from datetime import datetime
from typing import Any

from .asset import Asset, assets_of
from .endpoints import REGISTRY_DETAILS
from .html_table import counted, html_table
from .logged_value import time_of, whole_number
from .read_from import ReadFrom
from .records import records_of, text_of, texts_of
from .service import Service


@dataclass(frozen=True, repr=False)
class ModelVersion:
    """A version of a registered model."""

    version: str
    """Semantic version."""
    status: str
    """For example `Production`; empty when there is none."""
    tags: list[str]
    comment: str
    user: str
    """User who registered the version."""
    created: datetime | None
    """Time of the registration in UTC."""
    experiment_key: str
    """Experiment that logged the model; empty when it is unknown."""
    assets: list[Asset]
    """Files of the version."""

    def __repr__(self) -> str:
        status = f" {self.status}" if self.status else ""
        return f"<ModelVersion {self.version}{status}, {counted(len(self.assets), 'file')}>"


@dataclass(frozen=True, repr=False)
class Model(ReadFrom[Service]):
    """A registered model of a workspace."""

    workspace: str
    name: str
    description: str
    version_count: int
    latest_version: str
    """Newest version; empty when there is none."""
    last_updated: datetime | None
    """Time of the last change in UTC."""
    public: bool
    """Whether everyone can see the model."""
    _source: InitVar[Service]

    @property
    def versions(self) -> list[ModelVersion]:
        """Versions of the model, newest first. Read from the service each time."""
        what = f"the model {self.workspace}/{self.name}"
        response = self._source.get(REGISTRY_DETAILS, what, workspaceName=self.workspace, modelName=self.name)
        return [_version(self._source, record) for record in records_of(response.get("versions"))]

    def __repr__(self) -> str:
        latest = f" {self.latest_version}" if self.latest_version else ""
        return f"<Model {self.name!r}{latest} {self.workspace}, {counted(self.version_count, 'version')}>"

    def _repr_html_(self) -> str:
        row = (self.workspace, self.version_count, self.latest_version, self.last_updated, self.description)
        titles = ("workspace", "versions", "latest", "last updated (UTC)", "description")
        return html_table(self.name, titles, [row], 1)


def model_of(service: Service, workspace: str, record: dict[str, Any]) -> Model:
    """Returns the model of a record of the list of a workspace."""
    latest = record.get("latestVersion")
    return Model(
        workspace=workspace,
        name=text_of(record.get("modelName")),
        description=text_of(record.get("description")),
        version_count=whole_number(record.get("numberOfVersions")) or len(records_of(record.get("versions"))),
        latest_version=text_of(latest.get("version")) if isinstance(latest, dict) else "",
        last_updated=time_of(record.get("lastUpdated")),
        public=record.get("isPublic") is True,
        _source=service,
    )


def _version(service: Service, record: dict[str, Any]) -> ModelVersion:
    experiment = record.get("experimentModel")
    key = text_of(experiment.get("experimentKey")) if isinstance(experiment, dict) else ""
    return ModelVersion(
        version=text_of(record.get("version")),
        status=text_of(record.get("status")),
        tags=texts_of(record.get("tags")),
        comment=text_of(record.get("comment")),
        user=text_of(record.get("userName")),
        created=time_of(record.get("createdAt")),
        experiment_key=key,
        assets=assets_of(service, record.get("assets"), experimentKey=key),
    )
