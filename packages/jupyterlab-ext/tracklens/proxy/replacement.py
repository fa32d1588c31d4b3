"""Replaces a file atomically, which the Jupyter server's own API does not offer."""

from __future__ import annotations

import asyncio
import json
import os

from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from jupyter_server.services.contents.filemanager import FileContentsManager
from jupyter_server.utils import ensure_async
from tornado import web


class ReplacementHandler(APIHandler):
    """Renames the file `part` to `path` and atomically replaces an existing file.

    Deleting the old file before the rename would break a concurrent listing, and would lose the file if the page is
    closed in between. Responds with 501 when the server does not store its files on disk.
    """

    auth_resource = "contents"

    @web.authenticated
    @authorized
    async def post(self) -> None:
        given = self.get_json_body()
        part, path = (given.get("part"), given.get("path")) if isinstance(given, dict) else (None, None)
        if not isinstance(part, str) or not isinstance(path, str):
            raise web.HTTPError(400, "Two paths are needed: that of the part, and that of the file it is to be.")
        files = self.contents_manager
        if not isinstance(files, FileContentsManager):
            raise web.HTTPError(501, "This Jupyter server does not keep its files on its disk.")
        for one in (part, path):
            if not files.allow_hidden and await ensure_async(files.is_hidden(one)):  # type: ignore[no-untyped-call]
                raise web.HTTPError(400, f"Cannot rename file or directory {one!r}")
        if not await ensure_async(files.file_exists(part)):
            raise web.HTTPError(404, f"File does not exist: {part}")
        if await ensure_async(files.dir_exists(path)):  # type: ignore[no-untyped-call]
            raise web.HTTPError(409, f"A directory is there: {path}")
        # Both paths are inside the server's folder.
        paths = [files._get_os_path(one.strip("/")) for one in (part, path)]  # type: ignore[no-untyped-call]
        with files.perm_to_403(path):
            await asyncio.to_thread(os.replace, *paths)
        self.finish(json.dumps({"path": path}))
