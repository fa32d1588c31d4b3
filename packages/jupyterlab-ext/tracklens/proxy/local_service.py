"""Starts and stops local services from the Jupyter server, so that nobody needs a terminal for it."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import Sequence

from ..command import service_command, service_environment
from ..errors import TracklensError

_START_SECONDS = 60
_STOP_SECONDS = 10
_OUTPUT_LIMIT = 8000


class LocalServices:
    """The local services that this Jupyter server has started, by data folder. They end with the Jupyter server."""

    def __init__(self) -> None:
        self._services: dict[str, LocalService] = {}

    def is_running(self, folder: str) -> bool:
        """Whether a service was started here with this data folder, and runs."""
        return folder in self._services and self._services[folder].is_running

    async def start(self, folder: str, *options: str) -> None:
        """Starts the service of a data folder, like `LocalService.start`."""
        await self._services.setdefault(folder, LocalService(folder)).start(*options)

    async def stop(self, folder: str) -> None:
        """Stops the service of a data folder, if it was started here."""
        if folder in self._services:
            await self._services[folder].stop()

    async def stop_all(self) -> None:
        """Stops all services that were started here, and waits until they have ended."""
        await asyncio.gather(*(service.stop() for service in self._services.values()))


class LocalService:
    """Process of the local service of a data folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._draining: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Whether a service that was started here runs."""
        return self._process is not None and self._process.returncode is None

    async def start(self, *options: str) -> None:
        """Starts the service with options of `tracklens serve`, unless it was started here. Returns when it responds.

        Raises TracklensError with the message of the service when it does not start, for example because another
        process uses its folder.
        """
        async with self._lock:
            if not self.is_running:
                await self._start(options)

    async def _start(self, options: Sequence[str]) -> None:
        # Node.js is looked for, which may start a process.
        command = await asyncio.to_thread(
            service_command, "serve", "--parent-stdin", "--data", self._folder, *options
        )
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
