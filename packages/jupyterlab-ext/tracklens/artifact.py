"""Artifacts of a workspace: versioned collections of files."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import quote

from .asset import Asset, assets_of
from .endpoints import ARTIFACTS_FILES, ARTIFACTS_GET
from .html_table import counted, html_table
from .logged_value import time_of, whole_number
from .read_from import ReadFrom
from .records import records_of, text_of, texts_of
from .service import Service


class _VersionSource(NamedTuple):
    """Where the files of a version are read."""

    service: Service
    workspace: str
    artifact: str
    id: str


@dataclass(frozen=True, repr=False)
class ArtifactVersion(ReadFrom[_VersionSource]):
    """A version of an artifact."""

    version: str
    """Semantic version."""
    aliases: list[str]
    tags: list[str]
    size: int
    """Total size of the files in bytes."""
    metadata: Any
    """Value that was logged with the version, or None."""
    created: datetime | None
    """Time of the creation in UTC."""
    _source: InitVar[_VersionSource]

    @property
    def files(self) -> list[Asset]:
        """Files of the version, without their content. Read from the service each time."""
        service, workspace, artifact, version_id = self._source
        what = f"the files of {artifact} {self.version}"
        query = {"workspace": workspace, "artifactName": quote(artifact, safe=""), "versionId": version_id}
        response = service.get(ARTIFACTS_FILES, what, **query)
        return assets_of(service, response.get("files"), artifactVersionId=version_id)

    def __repr__(self) -> str:
        return f"<ArtifactVersion {self._source.artifact!r} {self.version}, {counted(self.size, 'byte')}>"


@dataclass(frozen=True, repr=False)
class Artifact(ReadFrom[Service]):
    """An artifact of a workspace."""

    workspace: str
    name: str
    type: str
    """For example `dataset`."""
    project_name: str
    description: str
    version_count: int
    tags: list[str]
    size: int
    """Size in bytes."""
    public: bool
    """Whether everyone can see the artifact."""
    _source: InitVar[Service]

    @property
    def versions(self) -> list[ArtifactVersion]:
        """Versions of the artifact. Read from the service each time."""
        # The service expects names that are percent-encoded once more than the query string.
        name = quote(self.name, safe="")
        what = f"the artifact {self.workspace}/{self.name}"
        response = self._source.get(ARTIFACTS_GET, what, workspace=self.workspace, artifactName=name)
        return [
            ArtifactVersion(
                version=text_of(record.get("version")),
                aliases=texts_of(record.get("alias")),
                tags=texts_of(record.get("tags")),
                size=whole_number(record.get("sizeInBytes")) or 0,
                metadata=record.get("metadata"),
                created=time_of(record.get("added")),
                _source=_VersionSource(self._source, self.workspace, self.name, record["artifactVersionId"]),
            )
            for record in records_of(response.get("versions"), "artifactVersionId")
        ]

    def __repr__(self) -> str:
        return f"<Artifact {self.name!r} {self.type} {self.workspace}, {counted(self.version_count, 'version')}>"

    def _repr_html_(self) -> str:
        row = (self.type, self.workspace, self.version_count, f"{self.size:,}", ", ".join(self.tags))
        return html_table(self.name, ("type", "workspace", "versions", "bytes", "tags"), [row], 1)


def artifact_of(service: Service, workspace: str, record: dict[str, Any]) -> Artifact:
    """Returns the artifact of a record of the list of a workspace."""
    return Artifact(
        workspace=workspace,
        name=text_of(record.get("name")),
        type=text_of(record.get("type")),
        project_name=text_of(record.get("project")),
        description=text_of(record.get("description")),
        version_count=whole_number(record.get("versionsCount")) or 0,
        tags=texts_of(record.get("tags")),
        size=whole_number(record.get("sizeInBytes")) or 0,
        public=record.get("isPublic") is True,
        _source=service,
    )
