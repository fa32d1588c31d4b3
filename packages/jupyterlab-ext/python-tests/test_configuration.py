"""Where the service and its key are looked for, and in which order."""

import base64
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tracklens.address import service_root
from tracklens.configuration import HOSTED_URL, service_address
from tracklens.connection_store import ConnectionStore, StoredConnections
from tracklens.errors import ConfigurationError, TracklensError
from tracklens.node_process import NodeProcess
from tracklens.proxy.local_service_handler import data_folder
from tracklens.proxy.recordings import recording_folder
from tracklens.serve_command import serve_command


class Places(unittest.TestCase):
    def setUp(self) -> None:
        self._temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self._temporary.cleanup)
        self.folder = Path(self._temporary.name, "work")
        self.home = Path(self._temporary.name, "home")
        self.folder.mkdir()
        self.home.mkdir()

    def found(self, url=None, api_key=None, **environment):
        return service_address(url, api_key, environment=environment, folder=self.folder, home=self.home)

    def write(self, place: Path, name: str, text: str) -> None:
        place.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")


class LookUp(Places):
    def test_each_earlier_place_wins_over_the_later_ones(self) -> None:
        self.write(self.home, ".comet.config", "[comet]\napi_key = home-comet\n")
        self.assertEqual(self.found().api_key, "home-comet")
        self.write(self.home, ".service.config", "[service]\napi_key = home\n")
        self.assertEqual(self.found().api_key, "home")
        self.write(self.folder, ".comet.config", "[comet]\napi_key = folder-comet\n")
        self.assertEqual(self.found().api_key, "folder-comet")
        self.write(self.folder, ".service.config", "[service]\napi_key = 'folder'\n")
        self.assertEqual(self.found().api_key, "folder")
        self.write(self.home, "named.ini", "[service]\napi_key = named\n")
        named = {"SERVICE_CONFIG": str(self.home / "named.ini")}
        self.assertEqual(self.found(**named).api_key, "named")
        self.write(self.folder, ".env", "# a note\nexport COMET_API_KEY='dotenv'\n")
        self.assertEqual(self.found(**named).api_key, "dotenv")
        self.assertEqual(self.found(COMET_API_KEY="comet", **named).api_key, "comet")
        self.assertEqual(self.found(COMET_API_KEY="comet", SERVICE_API_KEY=" service ").api_key, "service")
        self.assertEqual(self.found(api_key="argument", SERVICE_API_KEY="service").api_key, "argument")

    def test_a_key_with_other_json_names_no_address(self) -> None:
        for content in (b"[" * 100_000, b'{"baseUrl": ["x"]}', b'{"baseUrl": {}}', b'{"baseUrl": 5}', b"5"):
            with self.subTest(content[:20]):
                self.assertEqual(self.found(api_key=f"short*{base64.b64encode(content).decode()}").root, HOSTED_URL)

    def test_a_data_folder_with_other_json_has_no_running_service(self) -> None:
        data = self.home / ".tracklens"
        self.write(data, "api-key", "local-key\n")
        for content in ("[" * 100_000, '{"url": ["x"]}', '{"url": {}}', '{"url": 5}', "5"):
            with self.subTest(content[:20]):
                self.write(data, "service.json", content)
                with self.assertRaisesRegex(ConfigurationError, "none runs"):
                    self.found()

    def test_address_and_key_may_come_from_different_places(self) -> None:
        self.write(self.home, ".comet.config", "[comet]\napi_key = k\n")
        found = self.found(SERVICE_URL_OVERRIDE="http://127.0.0.1:5000/clientlib/")
        self.assertEqual((found.root, found.api_key, found.is_local), ("http://127.0.0.1:5000", "k", True))

    def test_without_an_address_a_key_means_the_hosted_service_or_the_one_it_names(self) -> None:
        self.assertEqual(self.found(SERVICE_API_KEY="k").root, HOSTED_URL)
        coded = base64.b64encode(json.dumps({"baseUrl": "https://tracker.example/x"}).encode()).decode().rstrip("=")
        self.assertEqual(self.found(SERVICE_API_KEY=f"short*{coded}").root, "https://tracker.example")
        self.assertEqual(self.found(SERVICE_API_KEY="short*notbase64").root, HOSTED_URL)

    def test_a_running_local_service_is_found_when_nothing_is_configured(self) -> None:
        with self.assertRaisesRegex(ConfigurationError, "none runs.*tracklens serve"):
            self.found()
        data = self.home / ".tracklens"
        self.write(data, "api-key", "local-key\n")
        self.write(data, "service.json", json.dumps({"url": "http://127.0.0.1:4711"}))
        self.assertEqual((self.found().root, self.found().api_key), ("http://127.0.0.1:4711", "local-key"))
        self.assertEqual(self.found(SERVICE_URL_OVERRIDE="http://127.0.0.1:4711/clientlib/").api_key, "local-key")

    def test_each_running_local_service_is_found_by_its_address(self) -> None:
        for folder, port in ((".tracklens", 4711), (".tracklens-demo", 4712)):
            self.write(self.home / folder, "api-key", f"key-of-{port}\n")
            self.write(self.home / folder, "service.json", json.dumps({"url": f"http://127.0.0.1:{port}"}))
        self.assertEqual(self.found().root, "http://127.0.0.1:4711")
        self.assertEqual(self.found("http://127.0.0.1:4712").api_key, "key-of-4712")
        with self.assertRaisesRegex(ConfigurationError, "no API key for http://other:1"):
            self.found(SERVICE_URL_OVERRIDE="http://other:1")

    def test_the_demo_is_found_unless_another_service_runs_or_a_folder_is_named(self) -> None:
        own, demo = self.home / ".tracklens", self.home / ".tracklens-demo"
        self.write(demo, "api-key", "demo-key")
        self.write(demo, "service.json", json.dumps({"url": "http://127.0.0.1:4712"}))
        self.assertEqual(self.found().api_key, "demo-key")
        with self.assertRaises(ConfigurationError):
            self.found(TRACKLENS_DATA=str(own))
        self.write(own, "api-key", "own-key")
        self.write(own, "service.json", json.dumps({"url": "http://127.0.0.1:4711"}))
        self.assertEqual(self.found().api_key, "own-key")
        self.assertEqual(self.found(TRACKLENS_DATA=str(demo)).api_key, "demo-key")

    @unittest.skipIf(sys.platform == "win32", "Python cannot look for a process there")
    def test_a_local_service_that_was_killed_is_not_found(self) -> None:
        data = self.home / ".tracklens"
        self.write(data, "api-key", "k")
        address = {"url": "http://127.0.0.1:4711"}
        self.write(data, "service.json", json.dumps({**address, "pid": os.getpid()}))
        self.assertEqual(self.found().api_key, "k")
        # An id that no process has. Another program may have the port.
        if sys.platform == "linux":
            address["pidNamespace"] = os.readlink("/proc/self/ns/pid")
        self.write(data, "service.json", json.dumps({**address, "pid": 2**31 - 1}))
        with self.assertRaises(ConfigurationError):
            self.found()

    def test_a_local_service_of_another_pid_namespace_is_found(self) -> None:
        data = self.home / ".tracklens"
        self.write(data, "api-key", "k")
        service = {"url": "http://127.0.0.1:4711", "pid": 2**31 - 1, "pidNamespace": "pid:[1]"}
        self.write(data, "service.json", json.dumps(service))
        self.assertEqual(self.found().api_key, "k")

    def test_a_local_service_must_be_local(self) -> None:
        self.write(self.home / ".tracklens", "api-key", "k")
        self.write(self.home / ".tracklens", "service.json", json.dumps({"url": "http://elsewhere.example"}))
        with self.assertRaises(ConfigurationError):
            self.found()


class Refused(Places):
    def test_addresses_that_make_no_sense(self) -> None:
        for address in ("ftp://host", "http://", "http://user:pass@host", "http://host:port", "http://[::1", "http://no host"):
            with self.subTest(address), self.assertRaises(ConfigurationError):
                service_root(address)
        for host in ("256.1.1.1", "1.2.3.04", "1.2.3." + "9" * 5000, "a..b", "ü..x", "a" * 64 + ".example"):
            with self.subTest(host), self.assertRaises(ConfigurationError):
                service_root(f"https://{host}/clientlib/")

    def test_addresses_keep_scheme_host_and_port(self) -> None:
        for given, root in (
            ("http://127.0.0.1:8080/clientlib/", "http://127.0.0.1:8080"),
            ("host:9", "http://host:9"),
            ("https://exämple.com./x", "https://exämple.com."),
            ("http://127.1", "http://127.1"),
            ("https://[::1]:7/x?y", "https://[::1]:7"),
        ):
            self.assertEqual(service_root(given), root)

    def test_a_broken_file_is_named_and_its_text_is_not_quoted(self) -> None:
        self.write(self.home, ".service.config", "api_key = secret-key\n")
        with self.assertRaises(ConfigurationError) as caught:
            self.found()
        self.assertIn(".service.config", str(caught.exception))
        self.assertNotIn("secret-key", str(caught.exception))
        self.assertIsNone(caught.exception.__cause__)

    def test_a_key_that_cannot_be_one_is_refused_without_repeating_it(self) -> None:
        with self.assertRaises(ConfigurationError) as caught:
            self.found(SERVICE_API_KEY="my secret")
        self.assertNotIn("my secret", str(caught.exception))

    def test_the_key_is_not_in_the_text_of_what_was_found(self) -> None:
        self.assertNotIn("hidden", repr(self.found(SERVICE_API_KEY="hidden")))


@unittest.skipUnless(os.name == "posix", "Windows users have a home folder")
class WithoutFolders(unittest.TestCase):
    """A user id without an account, as in a container, and a working folder that was deleted."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        folder = Path(temporary.name, "deleted")
        folder.mkdir()
        os.chdir(folder)
        folder.rmdir()
        names = ("HOME", "SERVICE_", "COMET_", "TRACKLENS_DATA")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(names)}
        for patch in (mock.patch.dict(os.environ, environment, clear=True), mock.patch("pwd.getpwuid", side_effect=KeyError)):
            patch.start()
            self.addCleanup(patch.stop)

    def test_a_user_without_them_has_no_settings(self) -> None:
        with self.assertRaisesRegex(ConfigurationError, "No service is configured"):
            service_address()
        os.environ["SERVICE_API_KEY"] = "key"
        self.assertEqual(service_address().root, HOSTED_URL)
        self.assertEqual(service_address("http://127.0.0.1:5").api_key, "key")
        del os.environ["SERVICE_API_KEY"]
        for name in ("~/settings", "settings"):
            os.environ["SERVICE_CONFIG"] = name
            with self.assertRaisesRegex(ConfigurationError, "named by SERVICE_CONFIG, cannot be read"):
                service_address("http://127.0.0.1:5")

    def test_what_would_be_stored_there_says_what_is_missing(self) -> None:
        self.assertEqual(ConnectionStore().read(), StoredConnections())
        content = b"a recording"
        for call in (
            lambda: ConnectionStore().change(lambda stored: stored),
            lambda: data_folder({}, demo=False),
            lambda: data_folder({}, demo=True),
            lambda: recording_folder(content),
        ):
            with self.assertRaisesRegex(ConfigurationError, "This user has no home folder. Set HOME"):
                call()
        with self.assertRaisesRegex(TracklensError, "not the full path"):
            data_folder({"folder": "~/data"}, demo=False)
        self.assertEqual(serve_command("/data"), "tracklens serve --data /data")

    def test_queries_are_compiled(self) -> None:
        process = NodeProcess()
        self.addCleanup(process._end)
        self.assertEqual(len(process.compiled('Tag("a")', [])), 1)


if __name__ == "__main__":
    unittest.main()
