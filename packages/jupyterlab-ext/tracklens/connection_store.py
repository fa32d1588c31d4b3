"""Named connections that the user has made in JupyterLab, one of which is active.

They are in `connections.json` of a folder in the home folder, which only its owner can read. Jupyter servers write it;
kernels and scripts read it. `active.config` next to it has the address and key of the active connection as settings,
which SDKs find through the environment of new kernels.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from .address import ServiceAddress, service_root
from .data_folder import local_service_in, user_home
from .errors import ConfigurationError, NoHomeFolder, NoServiceInBrowser, NotFound
from .file_lock import file_lock
from .kernel import in_browser
from .secret import Secret
from .serve_command import serve_command
from .view_schema import connection_colors


@dataclass(frozen=True)
class StoredConnection:
    """Connection to a service by address and key, or to the local service of a data folder."""

    id: str
    """Letters and digits; part of URLs."""
    name: str
    color: str
    url: str = ""
    """`scheme://host:port`; empty for a local service, whose port changes with each start."""
    api_key: str = field(default="", repr=False)
    data_folder: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "api_key", Secret(self.api_key))

    @property
    def is_local(self) -> bool:
        """Whether this is the local service of a data folder."""
        return self.data_folder != ""

    def address(self) -> ServiceAddress:
        """Returns address and key. Raises ConfigurationError when this is a local service that does not run."""
        source = f"the connection “{self.name}”"
        if not self.is_local:
            return ServiceAddress(self.url, self.api_key, source, address_source=source)
        found = local_service_in(Path(self.data_folder))
        if found is None:
            raise ConfigurationError(
                f"The local service with the data in {self.data_folder} is not running.",
                f"Start it in the Tracklens sidebar, or with `{serve_command(self.data_folder)}`.",
            )
        return replace(found, address_source=source)


@dataclass(frozen=True)
class StoredConnections:
    """Content of the file."""

    connections: tuple[StoredConnection, ...] = ()
    active_id: str | None = None

    @property
    def active(self) -> StoredConnection | None:
        """The active connection; None when the configuration applies."""
        return None if self.active_id is None else self.by_id(self.active_id)

    def by_id(self, connection_id: str) -> StoredConnection | None:
        """Returns a connection by its id."""
        return next((one for one in self.connections if one.id == connection_id), None)

    def by_name(self, name: str) -> StoredConnection | None:
        """Returns a connection by its name; upper and lower case are the same."""
        return next((one for one in self.connections if one.name.casefold() == name.casefold()), None)

    def with_connection(self, connection: StoredConnection) -> StoredConnections:
        """Returns the connections with one added, or replaced when it has the id of another."""
        if self.by_id(connection.id) is None:
            return replace(self, connections=(*self.connections, connection))
        others = (connection if one.id == connection.id else one for one in self.connections)
        return replace(self, connections=tuple(others))

    def without(self, connection_id: str) -> StoredConnections:
        """Returns the connections without one of them."""
        others = tuple(one for one in self.connections if one.id != connection_id)
        return StoredConnections(others, None if self.active_id == connection_id else self.active_id)

    def next_color(self) -> str:
        """Returns the first color that no connection has, or else the one that is used least."""
        used = [one.color for one in self.connections]
        return min(connection_colors, key=used.count)


class ConnectionStore:
    """The file of the connections of one user."""

    def __init__(self, home: Path | None = None) -> None:
        self._home = user_home() if home is None else home

    @property
    def folder(self) -> Path:
        """Folder of the files. Raises NoHomeFolder."""
        if self._home is None:
            raise NoHomeFolder
        return self._home / ".config" / "tracklens"

    @property
    def active_file(self) -> Path:
        """Settings file of the active connection."""
        return self.folder / "active.config"

    @property
    def _file(self) -> Path:
        return self.folder / "connections.json"

    def read(self) -> StoredConnections:
        """Returns the stored connections; none when there is no file, or for a user without a home folder.

        Raises ConfigurationError for a file that is damaged or cannot be read. It is not overwritten, since it may
        contain keys that exist nowhere else.
        """
        if self._home is None:
            return StoredConnections()
        try:
            content = self._file.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return StoredConnections()
        except OSError:
            raise ConfigurationError(
                f"The file of the connections, {self._file}, cannot be read.", "Make it readable for this user."
            ) from None
        try:
            return _parsed(json.loads(content.decode("utf-8")))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, ConfigurationError):
            raise ConfigurationError(
                f"The file of the connections, {self._file}, is damaged.", "Correct or delete it, then sign in again."
            ) from None

    def change(self, edit: Callable[[StoredConnections], StoredConnections]) -> StoredConnections:
        """Replaces the stored connections by what `edit` returns for them, and returns that.

        Other Jupyter servers wait meanwhile, so that no change of theirs is lost. Raises ConfigurationError like `read`.
        """
        self._create_folder()
        with file_lock(self.folder / ".lock"):
            stored = edit(self.read())
            self._write(stored)
        return stored

    def _write(self, stored: StoredConnections) -> None:
        connections = [
            {name: value for name, value in asdict(one).items() if value != ""} for one in stored.connections
        ]
        content = {"version": 1, "active": stored.active_id, "connections": connections}
        self._replace(self._file, json.dumps(content, indent=1) + "\n")

    def publish(self, address: ServiceAddress | None) -> None:
        """Writes the settings of the active connection; without a key when there is none or it does not run."""
        lines = ["# Written by Tracklens: the active connection of JupyterLab."]
        if address:
            lines += ["[comet]", f"api_key = {address.api_key}", f"url_override = {address.root}/clientlib/"]
        self._replace(self.active_file, "\n".join(lines) + "\n")

    def _replace(self, file: Path, text: str) -> None:
        """Replaces a file atomically. Only its owner can read it, also while it is written."""
        self._create_folder()
        # Creates the file with mode 600.
        handle, path = tempfile.mkstemp(dir=self.folder, prefix=".", suffix=".part")
        try:
            with open(handle, "w", encoding="utf-8") as part:
                part.write(text)
            os.replace(path, file)
        except BaseException:
            os.unlink(path)
            raise

    def _create_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def stored_address(name: str, home: Path | None = None) -> ServiceAddress:
    """Returns address and key of a connection by its name.

    Raises NotFound for an unknown name, ConfigurationError when its local service does not run, and in a browser.
    """
    if in_browser():
        raise NoServiceInBrowser
    stored = ConnectionStore(home).read()
    found = stored.by_name(name)
    if found is None:
        names = ", ".join(one.name for one in stored.connections) or "there are none"
        raise NotFound(f"There is no connection “{name}” ({names}).", "Sign in in the Tracklens sidebar of JupyterLab.")
    return found.address()


def active_address(home: Path | None = None) -> ServiceAddress | None:
    """Returns address and key of the active connection; None when there is none or it cannot be read."""
    try:
        active = ConnectionStore(home).read().active
        return None if active is None else active.address()
    except ConfigurationError:
        return None


def _parsed(content: Any) -> StoredConnections:
    names = {one.name for one in fields(StoredConnection)}
    records: Iterable[Any] = content["connections"]
    connections = [
        StoredConnection(**{name: str(value) for name, value in record.items() if name in names}) for record in records
    ]
    for one in connections:
        if not one.is_local:
            service_root(one.url)
    stored = StoredConnections(tuple(connections), content.get("active"))
    return stored if stored.active else replace(stored, active_id=None)
