"""The local service that a Jupyter server starts and stops."""

import asyncio
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tracklens import command
from tracklens.errors import TracklensError
from tracklens.proxy.local_service import LocalServices

STARTED = "console.log('tracklens service: http://127.0.0.1:1'); process.stdin.resume();"
LOUD = f"{STARTED} setInterval(() => console.log('x'.repeat(100_000)), 1);"
FAILED = "console.error('tracklens: Another process is using the folder.'); process.exit(1);"


class LoopWithoutProcesses(asyncio.SelectorEventLoop):
    """Event loop like the one of a Jupyter server on Windows."""

    async def subprocess_exec(self, *_: object, **__: object) -> None:
        raise NotImplementedError


class Starting(unittest.IsolatedAsyncioTestCase):
    def program(self, source: str) -> Path:
        """Replaces the service by a program. Returns the file that it can write its process id into."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        path = Path(temporary.name) / "program.mjs"
        path.write_text(f"process.stdin.once('end', () => process.exit(0)); {source}", "utf-8")
        patch = mock.patch.object(command, "PROGRAM", path)
        patch.start()
        self.addCleanup(patch.stop)
        return path.with_name("pid")

    async def test_it_runs_until_it_is_stopped(self) -> None:
        for source in (STARTED, LOUD):
            self.program(source)
            services = LocalServices()
            await asyncio.gather(services.start("/data"), services.start("/data"), services.start("/demo", "--demo"))
            self.assertTrue(services.is_running("/data"))
            self.assertFalse(services.is_running("/other"))
            await services.stop("/data")
            self.assertFalse(services.is_running("/data"))
            self.assertTrue(services.is_running("/demo"))
            await services.stop_all()
            self.assertFalse(services.is_running("/demo"))

    async def test_a_start_that_fails_reports_what_the_service_says(self) -> None:
        self.program(FAILED)
        services = LocalServices()
        with self.assertRaisesRegex(TracklensError, "^Another process is using the folder.$"):
            await services.start("/data")
        self.assertFalse(services.is_running("/data"))

    @unittest.skipIf(os.name == "nt", "Windows has no process groups of this kind.")
    async def test_an_interrupt_in_the_terminal_of_the_server_does_not_reach_it(self) -> None:
        write = "import fs from 'node:fs'; fs.writeFileSync(new URL('pid', import.meta.url), `${process.pid}`);"
        file = self.program(f"{write} {STARTED}")
        services = LocalServices()
        await services.start("/data")
        # A terminal sends the interrupt to the group of the server.
        self.assertNotEqual(os.getpgid(int(file.read_text())), os.getpgid(0))
        await services.stop_all()

    def test_it_starts_and_stops_where_the_event_loop_has_no_processes(self) -> None:
        async def start_and_stop() -> None:
            services = LocalServices()
            await services.start("/data")
            self.assertTrue(services.is_running("/data"))
            await services.stop_all()
            self.assertFalse(services.is_running("/data"))

        self.program(STARTED)
        loop = LoopWithoutProcesses()
        self.addCleanup(loop.close)
        loop.run_until_complete(start_and_stop())


if __name__ == "__main__":
    unittest.main()
