"""The process of Node.js: it is started again after it ended, by each fork, and used by many threads."""

import os
import socketserver
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

from tracklens import node_process as module
from tracklens.errors import QueryError, ServiceUnreachable, TracklensError
from tracklens.node_process import NodeProcess, NodeProcessFailed

REQUEST = {
    "url": "http://127.0.0.1:9",
    "apiKey": "the-key",
    "target": {"kind": "experiment", "experimentKey": "a"},
    "page": "http://127.0.0.1:9/",
    "state": {"version": 1},
    "forms": "all",
}

WITHOUT_PROXIES = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}


class Process(unittest.TestCase):
    def setUp(self) -> None:
        self.process = NodeProcess()
        self.addCleanup(self.process._end)

    def _fails(self) -> None:
        """The process responds: nothing listens at the address."""
        with self.assertRaisesRegex(ServiceUnreachable, r"^The service http://127\.0\.0\.1:9 cannot be reached\."):
            self.process.bundle(REQUEST)

    def test_it_is_started_again_after_it_was_killed(self) -> None:
        self._fails()
        first = self.process._process
        first.kill()
        first.wait()
        self._fails()
        self.assertNotEqual(self.process._process.pid, first.pid)

    def test_it_ends_when_it_is_idle_and_is_started_again(self) -> None:
        with mock.patch.object(module, "_IDLE_SECONDS", 2):
            self._fails()
        first = self.process._process
        self.assertEqual(first.wait(timeout=60), 0)
        self._fails()
        second = self.process._process
        self.assertNotEqual(second.pid, first.pid)
        self.assertIsNone(second.poll())

    @unittest.skipUnless(os.name == "posix", "needs signals")
    def test_nothing_remains_of_an_idle_process_after_its_end(self) -> None:
        with mock.patch.object(module, "_IDLE_SECONDS", 1):
            self._fails()
        deadline = time.monotonic() + 60
        with self.assertRaises(ProcessLookupError):
            while time.monotonic() < deadline:
                # Also succeeds for an ended process that its parent does not wait for.
                os.kill(self.process._process.pid, 0)
                time.sleep(0.05)

    def test_threads_get_their_own_responses(self) -> None:
        def number_of(number: int) -> int:
            columns = [{"name": "loss", "source": "metrics", "type": "double"}]
            [[predicate]] = self.process.compiled(f'Metric("loss") < {number}', columns)
            return predicate["query"]["rules"][0]["value"]

        with ThreadPoolExecutor(8) as threads:
            self.assertEqual(list(threads.map(number_of, range(64))), list(range(64)))

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

    @unittest.skipUnless(Path("/proc/self/environ").exists(), "needs /proc")
    def test_the_key_is_in_no_argument_and_no_variable(self) -> None:
        self._fails()
        for name in ("cmdline", "environ"):
            content = Path(f"/proc/{self.process._process.pid}/{name}").read_bytes()
            self.assertNotEqual(content, b"")
            self.assertNotIn(b"the-key", content)

    def test_one_process_compiles_queries_and_makes_outputs(self) -> None:
        self._fails()
        pid = self.process._process.pid
        columns = [{"name": "loss", "source": "metrics", "type": "double"}]
        [[predicate]] = self.process.compiled('Metric("loss") < 0.5', columns)
        self.assertEqual([rule["value"] for rule in predicate["query"]["rules"]], [0.5])
        with self.assertRaisesRegex(QueryError, r"^Invalid query at character 16: '=' is not an operator\. Write ==\.$"):
            self.process.compiled('Metric("loss") = 0.5', columns)
        self.assertEqual(self.process._process.pid, pid)

    def test_requests_go_through_the_proxy_of_the_environment_except_to_this_machine(self) -> None:
        asked: list[str] = []

        class Proxy(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                asked.append(self.rfile.readline().decode())
                self.wfile.write(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")

        proxy = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Proxy)
        self.addCleanup(proxy.server_close)
        self.addCleanup(proxy.shutdown)
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{proxy.server_address[1]}"
        for name, value in (("ALL_PROXY", address), ("http_proxy", address), ("http_proxy", address.removeprefix("http://"))):
            asked.clear()
            environment = {**WITHOUT_PROXIES, name: value}
            with self.subTest(name), mock.patch.dict(os.environ, environment, clear=True):
                process = NodeProcess()
                self.addCleanup(process._end)
                with self.assertRaises(TracklensError):
                    process.bundle({**REQUEST, "url": "http://service.example"})
                self.assertIn("service.example", "".join(asked))
                asked.clear()
                with self.assertRaisesRegex(ServiceUnreachable, "127.0.0.1:9"):
                    process.bundle(REQUEST)
                self.assertEqual(asked, [])

    def test_a_setting_that_is_no_proxy_of_node_does_not_end_it(self) -> None:
        for value in ("socks5h://127.0.0.1:9", "socks4://127.0.0.1:9", "http://a:port", "http://user:%zz@a:1", "http://a b", "http://"):
            environment = {**WITHOUT_PROXIES, "http_proxy": value, "NODE_USE_ENV_PROXY": "1"}
            with self.subTest(value), mock.patch.dict(os.environ, environment, clear=True):
                process = NodeProcess()
                self.addCleanup(process._end)
                self.assertEqual(len(process.compiled('Tag("a")', [])), 1)

    def test_without_the_program_it_says_what_to_do(self) -> None:
        with mock.patch.object(module, "_PROGRAM", Path("nowhere")), self.assertRaises(NodeProcessFailed) as raised:
            self.process.bundle(REQUEST)
        self.assertTrue(raised.exception.remedy)


if __name__ == "__main__":
    unittest.main()
