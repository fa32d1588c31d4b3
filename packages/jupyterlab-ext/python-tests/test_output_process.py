"""The process that makes outputs: it is started again after it ended, by each fork, and used by many threads."""

import os
import threading
import unittest
from pathlib import Path
from unittest import mock

from tracklens import output_process as module
from tracklens.errors import ServiceUnreachable
from tracklens.output_process import OutputProcess, OutputProcessFailed

REQUEST = {
    "url": "http://127.0.0.1:9",
    "apiKey": "the-key",
    "target": {"kind": "experiment", "experimentKey": "a"},
    "page": "http://127.0.0.1:9/",
    "state": {"version": 1},
    "forms": "all",
}


class Process(unittest.TestCase):
    def setUp(self) -> None:
        self.process = OutputProcess()
        self.addCleanup(self.process._end)

    def _fails(self) -> None:
        """The process responds: nothing listens at the address."""
        with self.assertRaisesRegex(ServiceUnreachable, "127.0.0.1:9"):
            self.process.bundle(REQUEST)

    def test_it_is_started_again_after_it_was_killed(self) -> None:
        self._fails()
        first = self.process._process
        first.kill()
        first.wait()
        self._fails()
        self.assertNotEqual(self.process._process.pid, first.pid)

    def test_threads_get_their_own_responses(self) -> None:
        failed = []
        threads = [threading.Thread(target=lambda: failed.append(self._fails())) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(failed), 8)

    def test_a_request_that_is_not_understood_ends_nothing(self) -> None:
        with self.assertRaises(Exception) as raised:
            self.process.bundle({**REQUEST, "target": {"kind": "none"}})
        self.assertNotIn("the-key", str(raised.exception))
        pid = self.process._process.pid
        self._fails()
        self.assertEqual(self.process._process.pid, pid)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_fork_does_not_use_the_process_of_its_parent(self) -> None:
        self._fails()
        child = os.fork()
        if child == 0:
            os._exit(0 if self.process._process is None else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self._fails()

    @unittest.skipUnless(hasattr(os, "getpgid"), "needs process groups")
    def test_an_interrupt_of_the_kernel_does_not_reach_it(self) -> None:
        self._fails()
        self.assertNotEqual(os.getpgid(self.process._process.pid), os.getpgid(0))

    def test_the_key_is_in_no_argument_and_no_variable(self) -> None:
        self._fails()
        pid = self.process._process.pid
        for name in ("cmdline", "environ"):
            file = Path(f"/proc/{pid}/{name}")
            if file.exists():
                self.assertNotIn(b"the-key", file.read_bytes())

    def test_without_the_program_it_says_what_to_do(self) -> None:
        with mock.patch.object(module, "_PROGRAM", Path("nowhere")), self.assertRaises(OutputProcessFailed) as raised:
            self.process.bundle(REQUEST)
        self.assertTrue(raised.exception.remedy)


if __name__ == "__main__":
    unittest.main()
