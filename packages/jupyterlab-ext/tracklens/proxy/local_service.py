"""Starts and stops local services from the Jupyter server, so that nobody needs a terminal for it."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress

from ..command import service_command, service_environment
from ..errors import TracklensError

_START_SECONDS = 60
_STOP_SECONDS = 10
_MAX_OUTPUT_LENGTH = 8000
_MAX_LINE_BYTES = 65_536


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
        self._process: _ServiceProcess | None = None
        self._lock = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Whether a service that was started here runs."""
        return self._process is not None and self._process.is_running

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
        process = self._process = _ServiceProcess(command)
        try:
            output = await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(process.started)), _START_SECONDS)
        except asyncio.TimeoutError:
            await self._end(process)
            raise TracklensError(f"The local service did not respond within {_START_SECONDS} s.", "Try again.") from None
        except asyncio.CancelledError:
            await self._end(process)
            raise
        if output is not None:
            await self._end(process)
            raise TracklensError(output or "The local service ended without a message.")

    async def stop(self) -> None:
        """Stops the service that was started here, if any, and waits until it has ended."""
        async with self._lock:
            if self._process is not None:
                await self._end(self._process)

    async def _end(self, process: _ServiceProcess) -> None:
        self._process = None
        await asyncio.to_thread(process.end)


class _ServiceProcess:
    """Process with a thread that reads its output. On Windows, the event loop of a Jupyter server cannot start processes."""

    def __init__(self, command: list[str]) -> None:
        pipe = subprocess.PIPE
        # The service ends with its input, so it does not continue after this process.
        self._process = subprocess.Popen(
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.STDOUT,
            env=service_environment(),
            # Ctrl-C in the terminal of the Jupyter server, which asks whether to stop, must not stop the service.
            start_new_session=os.name != "nt",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self.started: Future[str | None] = Future()
        """None once the service responds; its output when it ends before."""
        self._reading = threading.Thread(target=self._read, name="tracklens-service", daemon=True)
        self._reading.start()

    @property
    def is_running(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def _read(self) -> None:
        """Reads the output to its end: a full pipe would block the service."""
        output = ""
        assert self._process.stdout
        with self._process.stdout as lines:
            while line := lines.readline(_MAX_LINE_BYTES):
                text = line.decode("utf-8", "replace")
                if not self.started.done() and re.match(r"tracklens service: \S+", text):
                    self.started.set_result(None)
                output = (output + text)[-_MAX_OUTPUT_LENGTH:]
        if not self.started.done():
            self.started.set_result(output.strip().removeprefix("tracklens: "))

    def end(self) -> None:
        """Ends the process and waits for it."""
        if self._process.stdin:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reading.join()
