"""Recordings of experiments that a page of a Jupyter server opens."""

import base64
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from test_local_service import FAILED, STARTED
from tracklens import command
from tracklens.connection_store import StoredConnections
from tracklens.errors import ServiceFailed, TracklensError
from tracklens.node_process import NodeProcess
from tracklens.proxy.local_service import LocalServices
from tracklens.proxy.local_service_handler import with_local
from tracklens.proxy.recordings import recording_content, recording_folder, recording_name, start_recording

RECORDING = Path(__file__).parents[3] / "examples" / "recording" / "digits.tracklens"


class Received(unittest.TestCase):
    def test_the_content_is_decoded(self) -> None:
        content = RECORDING.read_bytes()
        # The contents manager of Jupyter breaks lines.
        self.assertEqual(recording_content({"content": base64.encodebytes(content).decode()}), content)

    def test_damaged_and_too_large_content_is_rejected(self) -> None:
        for content, message in (("?", "is damaged"), ("A" * 28_000_000, "at most 20 MB")):
            with self.assertRaisesRegex(TracklensError, message):
                recording_content({"content": content})

    def test_the_connection_has_the_name_of_the_file(self) -> None:
        for name, expected in (("my  runs.tracklens", "my runs"), ("", "Recording"), ("\0", "Recording"), ("a" * 99, "a" * 40)):
            self.assertEqual(recording_name({"name": name}), expected)


class Connected(unittest.TestCase):
    def test_new_kernels_log_where_they_did_before_a_recording_was_opened(self) -> None:
        before = with_local(StoredConnections(), "/runs", "Local service", is_active=True)
        after = with_local(before, "/recording", "sweep", is_active=False)
        self.assertEqual([one.name for one in after.connections], ["Local service", "sweep"])
        self.assertIsNotNone(after.active_id)
        self.assertEqual(after.active_id, before.active_id)
        # Neither does one that is opened again while it is used.
        used = with_local(after, "/recording", "sweep", is_active=True)
        self.assertEqual(with_local(used, "/recording", "sweep", is_active=False), used)


class Summary(unittest.TestCase):
    def test_the_program_says_what_a_recording_contains(self) -> None:
        process = NodeProcess()
        self.addCleanup(process._end)
        summary = process.recording_summary(base64.b64encode(RECORDING.read_bytes()).decode())
        self.assertEqual((summary["workspace"], summary["projectName"], summary["experimentCount"]), ("demo", "digits", 14))
        with self.assertRaisesRegex(ServiceFailed, "neither a saved view nor a recording"):
            process.recording_summary("AAAA")


class Starting(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name)
        for patch in (
            mock.patch.object(Path, "home", return_value=self.home),
            mock.patch.object(command, "PROGRAM", self.home / "program.mjs"),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    async def start(self, source: str, content: bytes) -> str:
        command.PROGRAM.write_text(f"process.stdin.once('end', () => process.exit(0)); {source}", "utf-8")
        services = LocalServices()
        self.addAsyncCleanup(services.stop_all)
        return await start_recording(services, content)

    async def test_the_service_loads_the_file_from_a_folder_of_its_own(self) -> None:
        written = "import('node:fs').then(({ writeFileSync }) => writeFileSync('ARGUMENTS', process.argv.slice(2).join('\\n')))"
        source = f"await {written.replace('ARGUMENTS', str(self.home / 'arguments'))}; {STARTED}"
        started = Path(await self.start(source, b"recording"))
        self.assertEqual(started, recording_folder(b"recording"))
        self.assertEqual(started.parent, self.home / ".tracklens-recordings")
        file = started / "recording.tracklens"
        self.assertEqual(file.read_bytes(), b"recording")
        expected = ["serve", "--parent-stdin", "--data", str(started), "--recording", str(file)]
        self.assertEqual((self.home / "arguments").read_text("utf-8").split("\n"), expected)

    async def test_the_folder_of_a_recording_that_does_not_start_is_removed(self) -> None:
        with self.assertRaisesRegex(TracklensError, "^Another process is using the folder.$"):
            await self.start(FAILED, b"recording")
        self.assertFalse(recording_folder(b"recording").exists())


if __name__ == "__main__":
    unittest.main()
