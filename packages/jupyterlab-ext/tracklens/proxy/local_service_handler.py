"""Request handler that starts and stops local services."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import authorized
from tornado import web

from ..data_folder import default_data_folder, demo_data_folder, local_service_in
from ..connection_store import StoredConnection, StoredConnections
from ..errors import NoHomeFolder, TracklensError
from ..service_proof import prove
from .connection_handlers import ConnectionsHandler, new_id, with_active
from .recordings import recording_content, recording_folder, recording_name, start_recording

_PROOF_SECONDS = 5.0


class LocalServiceHandler(ConnectionsHandler):
    """Starts (POST) or stops (DELETE) the local service of a data folder.

    A started one is the active connection, except for that of a recording: new kernels log where they did before.
    """

    @web.authenticated
    @authorized
    async def post(self) -> None:
        given = self.json_object()
        kind = given.get("kind")
        if kind not in ("service", "demo", "recording"):
            raise web.HTTPError(400, 'The kind is "service", "demo" or "recording".')
        try:
            folder, name = await self._started(kind, given)
            self.connections.change(lambda stored: with_local(stored, folder, name, is_active=kind != "recording"))
            await self.connections.publish_proven()
        except OSError as error:
            self.reject(409, str(error))
            return
        self._finish(folder)

    async def _started(self, kind: str, given: dict[str, Any]) -> tuple[str, str]:
        """Starts a service. Returns its data folder and the name of its connection."""
        if kind == "recording":
            content = recording_content(given)
            folder = str(recording_folder(content))
            await self._start(folder, start_recording(self.local_services, content))
            return folder, recording_name(given)
        demo = kind == "demo"
        folder = data_folder(given, demo)
        await self._start(folder, self.local_services.start(folder, *(["--demo"] if demo else [])))
        return folder, "Demo data" if demo else "Local service"

    async def _start(self, folder: str, starting: Awaitable[object]) -> None:
        try:
            await starting
        except TracklensError:
            # A service of another program uses the folder: it is the same data.
            found = local_service_in(Path(folder))
            if found is None or not await asyncio.to_thread(prove, found, _PROOF_SECONDS):
                raise

    @web.authenticated
    @authorized
    async def delete(self) -> None:
        await self.local_services.stop(self.get_query_argument("folder"))
        self._finish()


def data_folder(given: dict[str, Any], demo: bool) -> str:
    """Returns the data folder of a request, which need not exist. Raises TracklensError for a path that cannot be one."""
    text = str(given.get("folder") or "").strip()
    if demo or not text:
        folder = demo_data_folder() if demo else default_data_folder()
        if folder is None:
            raise NoHomeFolder
        return str(folder)
    path = Path(os.path.expanduser(text))
    if not path.is_absolute() or "\0" in text:
        raise TracklensError(f"“{text}” is not the full path of a folder.", "Write it from the root, or from ~.")
    if path.exists() and not path.is_dir():
        raise TracklensError(f"{path} is a file.", "Choose a folder.")
    return str(path)


def with_local(stored: StoredConnections, folder: str, name: str, *, is_active: bool) -> StoredConnections:
    """Returns the connections with that of a data folder; `is_active` makes it the active one."""
    found = next((one for one in stored.connections if one.data_folder == folder), None)
    if found is None:
        names = [name, f"{name} ({Path(folder).name})", *(f"{name} {number}" for number in range(2, 100))]
        free = next(one for one in names if stored.by_name(one) is None)
        found = StoredConnection(new_id(), free, stored.next_color(), data_folder=folder)
    return with_active(stored, found) if is_active else stored.with_connection(found)
