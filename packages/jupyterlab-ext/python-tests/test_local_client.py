"""Client of a service on this machine: its connections and the errors of requests without a response."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest.mock import patch

from proof_answer import SECRET, proof_answer
from tracklens.address import ServiceAddress
from tracklens.connection import default_connection
from tracklens.data_folder import local_service_in
from tracklens.endpoints import Endpoint
from tracklens.errors import ConfigurationError, ServiceUnreachable
from tracklens.http_client import NoResponse, NoResponseInTime, Request
from tracklens.local_client import LocalClient
from tracklens.service import Service

HEADERS = {"Authorization": "key"}


def read(name: str) -> Endpoint:
    """Returns an endpoint of the service in these tests."""
    return Endpoint("GET", f"/api/rest/v2/{name}")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    connections: set
    waiting: threading.Event

    def respond(self) -> None:
        if (answer := proof_answer(self.path)) is not None:
            self.send_response(200)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
            self.close_connection = True
            return
        self.connections.add(self.client_address)
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path == "/silent":
            self.waiting.wait(10)
        if self.path == "/late":
            self.waiting.wait(0.3)
        if self.path in ("/silent", "/lost"):
            self.close_connection = True
            return
        content = f"{self.command} {self.path} {self.headers['authorization']} {body.decode()}".encode()
        self.send_response(200)
        self.send_header("content-length", str(len(content) + (self.path == "/short")))
        if self.path == "/announced":
            self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(content)
        # Without an announcement, as a service that was restarted.
        self.close_connection = self.path in ("/last", "/short")

    do_GET = do_POST = respond

    def log_message(self, *_) -> None:
        pass


def exit_code_of_fork(call: Callable[[], object]) -> int:
    """Calls a function in a forked process and returns its exit code: 0 if the function returned."""
    child = os.fork()
    if child == 0:
        try:
            call()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class LocalClientRequests(unittest.TestCase):
    def setUp(self) -> None:
        Handler.connections, Handler.waiting = set(), threading.Event()
        self.root = self.serve()

        without_proxies = patch.dict(os.environ, {"NO_PROXY": "*"})
        without_proxies.start()
        self.addCleanup(without_proxies.stop)

    def serve(self) -> str:
        """Starts a service and returns its address."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(lambda: (Handler.waiting.set(), server.shutdown(), thread.join(), server.server_close()))
        return f"http://127.0.0.1:{server.server_port}"

    def client(self, read_seconds: float = 10) -> LocalClient:
        client = LocalClient(self.root, HEADERS, 5, read_seconds)
        self.addCleanup(client.close)
        return client

    def roots(self) -> list[str]:
        """Returns the address of the service, and one that is not recognized as an address of this machine."""
        return [self.root, self.root.replace("127.0.0.1", "127.1")]

    def test_requests_have_their_arguments_and_share_a_connection(self) -> None:
        client = self.client()
        self.assertEqual(client.send(Request("GET", "/a", {"name": "ä b&c"})).text, "GET /a?name=%C3%A4+b%26c key ")
        self.assertEqual(client.send(Request("POST", "/b", json={"c": [1]})).text, 'POST /b key {"c":[1]}')
        self.assertEqual(len(Handler.connections), 1)

    def test_a_connection_that_the_service_has_closed_is_replaced(self) -> None:
        client = self.client()
        for _ in range(3):
            self.assertEqual(client.send(Request("GET", "/last")).status_code, 200)
        self.assertEqual(len(Handler.connections), 3)

    def test_a_response_after_a_closed_connection_has_the_whole_time(self) -> None:
        client = LocalClient(self.root, HEADERS, 0.1, 10)
        self.addCleanup(client.close)
        for path in ("/announced", "/late"):
            self.assertEqual(client.send(Request("GET", path)).status_code, 200)
        self.assertEqual(len(Handler.connections), 2)

    def test_no_response_and_none_in_time_are_distinguished(self) -> None:
        for path in ("/lost", "/short"):
            with self.subTest(path=path), self.assertRaises(NoResponse) as raised:
                self.client().send(Request("GET", path))
            self.assertNotIsInstance(raised.exception, NoResponseInTime)
        with self.assertRaises(NoResponseInTime):
            self.client(0.05).send(Request("GET", "/silent"))
        with self.assertRaises(NoResponse):
            LocalClient("http://127.0.0.1:1", HEADERS, 5, 5).send(Request("GET", "/"))

    def test_what_to_do_about_a_service_that_is_not_reached_depends_on_where_it_is(self) -> None:
        for root, remedy in (("http://127.0.0.1:1", "Start it .*or correct its address"), ("http://127.1:1", "Check its address")):
            with self.subTest(root), Service(ServiceAddress(root, "key", "the connection “Team”")) as service:
                with self.assertRaisesRegex(ServiceUnreachable, f"{root} cannot be reached.*{remedy}"):
                    service.content(read("a"), "it")

    def test_a_local_service_is_read_without_loading_httpx(self) -> None:
        program = (
            "import sys; from tracklens.service import Service; from tracklens.address import ServiceAddress; "
            "from tracklens.endpoints import ACCOUNT_WORKSPACES; "
            f"Service(ServiceAddress({self.root!r}, 'key', 'a test')).content(ACCOUNT_WORKSPACES, 'a'); print('httpx' in sys.modules)"
        )
        printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(printed.stdout.strip(), "False")

    def test_reads_of_several_threads_are_not_mixed_up(self) -> None:
        with Service(ServiceAddress(self.root, "key", "a test")) as service:
            found: dict[int, str] = {}
            threads = [
                threading.Thread(target=lambda number=number: found.update({number: service.content(read(str(number)), "it").decode()}))
                for number in range(8)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(found, {number: f"GET /api/rest/v2/{number} key " for number in range(8)})

    def test_reads_after_closing_open_a_connection_again(self) -> None:
        for root in self.roots():
            Handler.connections = set()
            with self.subTest(root=root), Service(ServiceAddress(root, "key", "a test")) as service:
                for count in (1, 2):
                    service.content(read("one"), "it")
                    service.content(read("other"), "it")
                    self.assertEqual(len(Handler.connections), count)
                    service.close()

    def test_a_service_found_in_its_data_folder_is_read_at_its_present_address(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name)

        def publish(root: str, key: str) -> None:
            (folder / "api-key").write_text(key)
            (folder / "service.json").write_text(json.dumps({"url": root, "secret": SECRET}))

        publish(self.root, "first-key")
        found = local_service_in(folder)
        assert found
        with Service(found) as service:
            self.assertIn("first-key", service.content(read("a"), "it").decode())
            restarted = self.serve()
            publish(restarted, "second-key")
            self.assertEqual((service.address.root, service.address.api_key), (restarted, "second-key"))
            self.assertIn("second-key", service.content(read("a"), "it").decode())
            self.assertEqual((service.root, len(Handler.connections)), (restarted, 2))
            # Another program may listen at the address of a service that has ended: it must not get the key.
            (folder / "service.json").unlink()
            service.close()
            with self.assertRaisesRegex(ServiceUnreachable, f"{restarted} cannot be reached.*serve --data {folder}"):
                service.content(read("a"), "it")
            self.assertEqual(len(Handler.connections), 2)

    def test_a_program_that_does_not_prove_a_published_address_gets_no_key(self) -> None:
        for file in ({"url": self.root, "secret": "secret of another start"}, {"url": self.root}):
            with self.subTest(file), tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary)
                (folder / "api-key").write_text("key-of-the-folder")
                (folder / "service.json").write_text(json.dumps(file))
                found = local_service_in(folder)
                assert found
                with Service(found) as service:
                    with self.assertRaisesRegex(ServiceUnreachable, f"{self.root} is not the local service of {folder}"):
                        service.content(read("a"), "it")
                    with self.assertRaises(ServiceUnreachable):
                        service.proven_address()
                    page = f"{self.root}/page"
                    self.assertEqual(service.browser_address(page), page)
                self.assertEqual(len(Handler.connections), 0)
                # An address that the user sets needs no proof.
                with Service(ServiceAddress(self.root, "key", "a test")) as service:
                    self.assertIn("key", service.content(read("a"), "it").decode())
                Handler.connections.clear()

    def test_a_relative_data_folder_stays_the_same_folder(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name).resolve()
        (folder / "api-key").write_text("key")
        (folder / "service.json").write_text(json.dumps({"url": self.root}))
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)
        found = local_service_in(Path("."))
        assert found
        self.assertEqual(found.data_folder, str(folder))

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_forked_process_reads_over_a_connection_of_its_own(self) -> None:
        for root in self.roots():
            Handler.connections = set()
            with self.subTest(root=root), Service(ServiceAddress(root, "key", "a test")) as service:
                service.content(read("parent"), "it")
                self.assertEqual(exit_code_of_fork(lambda: service.content(read("child"), "it")), 0)
                self.assertEqual(len(Handler.connections), 2)
                service.content(read("parent"), "it")
                self.assertEqual(len(Handler.connections), 2)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_process_that_is_forked_while_a_thread_connects_can_connect(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        certificates = Path(temporary.name) / "certificates"
        os.mkfifo(certificates)

        def connect_elsewhere() -> None:
            signal.alarm(10)
            os.environ["SERVICE_URL_OVERRIDE"] = self.root
            default_connection()

        settings = {"SERVICE_URL_OVERRIDE": "https://service.example", "SERVICE_API_KEY": "key", "SSL_CERT_FILE": str(certificates)}
        with patch.dict(os.environ, settings), ThreadPoolExecutor() as threads:
            connecting = threads.submit(default_connection)
            # Opened when the thread reads its certificates, which it does until the file ends.
            with open(certificates, "w"):
                self.assertEqual(exit_code_of_fork(connect_elsewhere), 0)
            self.assertIsInstance(connecting.exception(), ConfigurationError)


if __name__ == "__main__":
    unittest.main()
