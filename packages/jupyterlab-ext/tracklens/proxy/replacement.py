"""Puts one file in the place of another in one step, for which the Jupyter server's own interface has no call."""

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
    """Gives the file `part` the name `path`, whatever file has it: there is one of that name at every moment.

    Deleting the one and renaming the other would fail a listing under way, and lose the name to a page that is closed between.
    Answers 501 where the server keeps its files in another way than on its disk.
    """

    auth_resource = "contents"

    @web.authenticated
    @authorized
    async def post(self) -> None:
        given = self.get_json_body() or {}
        part, path = given.get("part"), given.get("path")
        if not isinstance(part, str) or not isinstance(path, str):
            raise web.HTTPError(400, "Two paths are needed: that of the part, and that of the file it is to be.")
        files = self.contents_manager
        if not isinstance(files, FileContentsManager):
            raise web.HTTPError(501, "This Jupyter server does not keep its files on its disk.")
        for one in (part, path):
            if not files.allow_hidden and await ensure_async(files.is_hidden(one)):
                raise web.HTTPError(400, f"Cannot rename file or directory {one!r}")
        if not await ensure_async(files.file_exists(part)):
            raise web.HTTPError(404, f"File does not exist: {part}")
        if await ensure_async(files.dir_exists(path)):
            raise web.HTTPError(409, f"A directory is there: {path}")
        # Neither leads out of the server's folder.
        places = [files._get_os_path(one.strip("/")) for one in (part, path)]
        with files.perm_to_403(path):
            await asyncio.to_thread(os.replace, *places)
        self.finish(json.dumps({"path": path}))
