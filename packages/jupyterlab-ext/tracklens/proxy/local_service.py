"""Starts and stops a local service from the Jupyter server, so that nobody needs a terminal for it."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Literal

from jupyter_server.auth.decorator import authorized
from tornado import web

from ..command import service_command, service_environment
from ..errors import TracklensError
from .handlers import Connection, TracklensHandler

Kind = Literal["service", "demo"]

_START_SECONDS = 60
_STOP_SECONDS = 10
_OUTPUT_LIMIT = 8000


class LocalService:
    """The local service that this Jupyter server has started. It ends with the Jupyter server."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._draining: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Whether a service that was started here runs."""
        return self._process is not None and self._process.returncode is None

    async def start(self, kind: Kind) -> None:
        """Starts a service unless one was started here. Returns when it responds.

        `service` has the data of the user; `demo` has recorded runs in a folder of its own. Raises TracklensError with
        the message of the service when it does not start, for example because its folder is in use.
        """
        async with self._lock:
            if not self.is_running:
                await self._start(kind)

    async def _start(self, kind: Kind) -> None:
        arguments = ["--demo", "--data", str(Path.home() / ".tracklens-demo")] if kind == "demo" else []
        # Node.js is looked for, which may start a process.
        command = await asyncio.to_thread(service_command, "serve", "--parent-stdin", *arguments)
        pipe = subprocess.PIPE
        # The service ends with its input, so it does not continue after this process.
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, env=service_environment()
        )
        assert process.stdout is not None
        self._process = process
        try:
            output = await asyncio.wait_for(_output_until_ready(process.stdout), _START_SECONDS)
        except asyncio.TimeoutError:
            await self._end(process)
            raise TracklensError(f"The local service did not respond within {_START_SECONDS} s.", "Try again.") from None
        except asyncio.CancelledError:
            await self._end(process)
            raise
        if output is not None:
            await self._end(process)
            raise TracklensError(output or "The local service ended without a message.")
        self._draining = asyncio.ensure_future(_drain(process.stdout))

    async def stop(self) -> None:
        """Stops the service that was started here, if any, and waits until it has ended."""
        async with self._lock:
            if self._process is not None:
                await self._end(self._process)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self._process = None
        if process.stdin is not None:
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), _STOP_SECONDS)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()
        if self._draining is not None:
            await self._draining
            self._draining = None


async def _output_until_ready(stream: asyncio.StreamReader) -> str | None:
    """Returns None once the service responds; its output when it ends before."""
    output = ""
    while line := await stream.readline():
        text = line.decode("utf-8", "replace")
        if re.match(r"tracklens service: \S+", text):
            return None
        output = (output + text)[-_OUTPUT_LIMIT:]
    return output.strip().removeprefix("tracklens: ")


async def _drain(stream: asyncio.StreamReader) -> None:
    """Reads the rest of the output: a full pipe would block the service."""
    while await stream.read(65536):
        pass


class LocalServiceHandler(TracklensHandler):
    """Starts (POST) and stops (DELETE) the local service. Both return whether it runs."""

    def initialize(self, connection: Connection, local_service: LocalService) -> None:  # type: ignore[override]
        super().initialize(connection)
        self.local_service = local_service

    @web.authenticated
    @authorized
    async def post(self) -> None:
        kind = (self.get_json_body() or {}).get("kind")
        if kind not in ("service", "demo"):
            raise web.HTTPError(400, 'The kind is "service" or "demo".')
        try:
            await self.local_service.start(kind)
        except (TracklensError, OSError) as error:
            self.refuse(409, getattr(error, "message", str(error)), remedy=getattr(error, "remedy", ""))
            return
        self._finish()

    @web.authenticated
    @authorized
    async def delete(self) -> None:
        await self.local_service.stop()
        self._finish()

    def _finish(self) -> None:
        self.finish(json.dumps({"running": self.local_service.is_running}))
