"""Tracebacks with the values of variables, as IPython prints them after `%xmode Verbose`, do not contain a key."""

import os
import signal
import sys
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from IPython.core.ultratb import VerboseTB
from tracklens.bundle import experiment_bundle
from tracklens.address import ServiceAddress
from tracklens.connection_store import StoredConnection
from tracklens.node_process import node_process
from tracklens.service import Service
from tracklens.service_reads import read_metadata

KEY = "aKeyThatNoOutputContains"
RECORD = {"experimentKey": "a" * 32, "workspaceName": "w", "projectName": "p"}


class Interrupting(BaseHTTPRequestHandler):
    """Interrupts the main thread as soon as a request arrives, and responds after it."""

    interrupted: Event

    def do_GET(self) -> None:
        if not self.interrupted.is_set():
            os.kill(os.getpid(), signal.SIGINT)
        self.interrupted.wait(60)

    do_POST = do_GET

    def log_message(self, *_) -> None:
        pass


@unittest.skipUnless(os.name == "posix", "needs signals")
class Tracebacks(unittest.TestCase):
    def setUp(self) -> None:
        Interrupting.interrupted = Event()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Interrupting)
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(lambda: (Interrupting.interrupted.set(), server.shutdown(), thread.join(), server.server_close()))
        self.address = ServiceAddress(f"http://127.0.0.1:{server.server_port}", KEY, "a test")

    def traceback_of(self, call: Callable[[], object]) -> str:
        """Returns the traceback of a call that is interrupted."""
        try:
            call()
        except KeyboardInterrupt:
            Interrupting.interrupted.set()
            return "\n".join(VerboseTB().structured_traceback(*sys.exc_info()))
        self.fail("not interrupted")

    def test_an_interrupted_read_shows_no_key(self) -> None:
        for address in (self.address, ServiceAddress(self.address.root.replace("127.0.0.1", "127.1"), KEY, "a test")):
            Interrupting.interrupted.clear()
            with self.subTest(address.root), Service(address) as service:
                text = self.traceback_of(lambda: read_metadata(service, "a"))
                self.assertIn("read_metadata", text)
                self.assertNotIn(KEY, text)

    def test_an_interrupted_output_shows_no_key(self) -> None:
        self.addCleanup(node_process._end)
        with Service(self.address) as service:
            text = self.traceback_of(lambda: experiment_bundle(service, RECORD, None))
        self.assertIn("_respond", text)
        self.assertNotIn(KEY[:8], text)

    def test_a_key_is_not_shown_and_is_sent_as_it_is(self) -> None:
        for text in (self.address.api_key, StoredConnection("a", "A", "blue", "http://a", KEY).api_key):
            self.assertNotIn(KEY, repr({"headers": [text]}))
            self.assertEqual((text, f"{text}", str(text)), (KEY, KEY, KEY))


if __name__ == "__main__":
    unittest.main()
