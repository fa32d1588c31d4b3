"""The local service that a Jupyter server starts and stops."""

import asyncio
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tracklens import command
from tracklens.errors import TracklensError
from tracklens.proxy.local_service import LocalService

STARTED = "console.log('tracklens service: http://127.0.0.1:1'); process.stdin.resume();"
LOUD = f"{STARTED} setInterval(() => console.log('x'.repeat(100_000)), 1);"
FAILED = "console.error('tracklens: Another process is using the folder.'); process.exit(1);"


class Starting(unittest.IsolatedAsyncioTestCase):
    def program(self, source: str) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        path = Path(temporary.name) / "program.mjs"
        path.write_text(f"process.stdin.once('end', () => process.exit(0)); {source}", "utf-8")
        patch = mock.patch.object(command, "PROGRAM", path)
        patch.start()
        self.addCleanup(patch.stop)

    async def test_it_runs_until_it_is_stopped(self) -> None:
        for source in (STARTED, LOUD):
            self.program(source)
            service = LocalService()
            await asyncio.gather(service.start("service"), service.start("demo"))
            self.assertTrue(service.is_running)
            await service.stop()
            self.assertFalse(service.is_running)
            await service.stop()

    async def test_a_start_that_fails_reports_what_the_service_says(self) -> None:
        self.program(FAILED)
        service = LocalService()
        with self.assertRaisesRegex(TracklensError, "^Another process is using the folder.$"):
            await service.start("service")
        self.assertFalse(service.is_running)


if __name__ == "__main__":
    unittest.main()
