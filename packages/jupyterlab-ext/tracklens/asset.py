"""Files that an experiment logged."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from .endpoints import ASSETS_GET
from .html_table import counted, html_table
from .logged_value import time_of, whole_number
from .read_from import ReadFrom
from .records import records_of, text_of
from .service import Service


class AssetSource(NamedTuple):
    """Where the content of an asset is read."""

    service: Service
    owner: dict[str, str]
    """Experiment or artifact version that the asset belongs to."""


@dataclass(frozen=True, repr=False)
class Asset(ReadFrom[AssetSource]):
    """A file of an experiment or of an artifact."""

    id: str
    name: str
    """Name with its folders."""
    type: str
    """For example `image`, `audio` or `model-element`."""
    size: int
    """Size in bytes."""
    step: int | None
    created: datetime | None
    """Time of the upload in UTC."""
    link: str
    """Address of the content; of a remote asset, where it is stored."""
    remote: bool
    """Whether the content is stored outside the service, at `link`."""
    _source: InitVar[AssetSource]

    def read(self) -> bytes:
        """Returns the content. Raises ValueError for a remote asset: read it from `link`."""
        if self.remote:
            raise ValueError(f"{self.name} is stored outside the service; read it from its link, {self.link}")
        service, owner = self._source
        return service.content(ASSETS_GET, f"the asset {self.name}", assetId=self.id, **owner)

    def __repr__(self) -> str:
        step = "" if self.step is None else f" step {self.step}"
        return f"<Asset {self.name!r} {self.type}{step}, {counted(self.size, 'byte')}>"

    def _repr_html_(self) -> str:
        return html_table(self.name, ("type", "bytes", "step", "created (UTC)"), [(self.type, f"{self.size:,}", self.step, self.created)], 1)


def assets_of(service: Service, records: Any, **owner: str) -> list[Asset]:
    """Returns the assets of a response. `owner` is the experiment or artifact version that they belong to."""
    return [
        Asset(
            id=record["assetId"],
            name=text_of(record.get("fileName")),
            type=text_of(record.get("type")),
            size=whole_number(record.get("fileSize")) or 0,
            step=whole_number(record.get("step")),
            created=time_of(record.get("createdAt")),
            link=text_of(record.get("link")),
            remote=record.get("remote") is True,
            _source=AssetSource(service, owner),
        )
        for record in records_of(records, "assetId")
    ]
