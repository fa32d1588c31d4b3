"""The file of the named connections: who can read it, and who finds the active one."""

import json
import os
import stat
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from tracklens.address import ServiceAddress
from tracklens.configuration import service_address
from tracklens.connection_store import ConnectionStore, StoredConnection, StoredConnections, stored_address
from tracklens.errors import ConfigurationError, NotFound
from tracklens.file_lock import _try_lock, file_lock
from tracklens.proxy.connection_handlers import signed_in
from tracklens.proxy.connections import CONFIGURED_ID, Connections
from tracklens.proxy.kernel_environment import KernelEnvironment

TEAM = StoredConnection("a1", "Team", "green", "https://tracker.example", "team-key")


class Stored(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.home = Path(temporary.name)
        self.store = ConnectionStore(self.home)

    def connections(self, environment: dict[str, str]) -> Connections:
        return Connections(self.store, KernelEnvironment(environment))

    def activate(self, connection: StoredConnection) -> StoredConnections:
        stored = replace(self.store.read().with_connection(connection), active_id=connection.id)
        self.connections({}).change(lambda _: stored)
        return stored

    def found(self, **environment: str) -> ServiceAddress:
        work = self.home / "work"
        work.mkdir(exist_ok=True)
        return service_address(environment=environment, folder=work, home=self.home)


class Files(Stored):
    def test_only_the_owner_can_read_the_files(self) -> None:
        self.activate(TEAM)
        self.assertEqual(stat.S_IMODE(self.store.folder.stat().st_mode), 0o700)
        names = sorted(path.name for path in self.store.folder.iterdir())
        self.assertEqual(names, [".lock", "active.config", "connections.json"])
        for path in self.store.folder.iterdir():
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600, path)

    def test_what_was_stored_is_read_again(self) -> None:
        stored = self.activate(TEAM)
        self.assertEqual(self.store.read(), stored)
        self.assertNotIn("team-key", repr(stored))

    def test_a_damaged_file_is_reported_and_not_overwritten(self) -> None:
        self.activate(TEAM)
        file = self.store.folder / "connections.json"
        for content in (
            b"{",
            b"[" * 100_000,
            b"[]",
            b'{"connections": ["a1"]}',
            b'{"connections": [{"id": "a1"}]}',
            b'{"connections": [{"id": "a", "name": "b", "color": "c", "url": "ftp://x"}]}',
            b'{"connections": [], "name": "\xe9"}',
        ):
            with self.subTest(content[:20]):
                file.write_bytes(content)
                with self.assertRaisesRegex(ConfigurationError, "connections.json, is damaged"):
                    self.store.read()
                self.assertEqual(file.read_bytes(), content)

    def test_a_file_that_cannot_be_read_is_reported(self) -> None:
        (self.store.folder / "connections.json").mkdir(parents=True)
        with self.assertRaisesRegex(ConfigurationError, "connections.json, cannot be read"):
            self.store.read()

    def test_sign_out_removes_the_key_from_both_files(self) -> None:
        self.activate(TEAM)
        self.connections({}).change(lambda stored: stored.without(TEAM.id))
        for path in self.store.folder.iterdir():
            self.assertNotIn("team-key", path.read_text("utf-8"))
        self.assertIsNone(self.store.read().active)


class Changes(Stored):
    def test_servers_that_change_the_connections_at_the_same_time_lose_none(self) -> None:
        ids = [f"{server}{number}" for server in "abcdef" for number in range(20)]

        def change(server: str) -> None:
            store = ConnectionStore(self.home)
            for connection_id in ids:
                if connection_id.startswith(server):
                    store.change(lambda stored: stored.with_connection(replace(TEAM, id=connection_id, name=connection_id)))

        with ThreadPoolExecutor(6) as servers:
            list(servers.map(change, "abcdef"))
        self.assertEqual(sorted(one.id for one in self.store.read().connections), sorted(ids))

    def test_a_refused_change_leaves_the_file_and_releases_the_lock(self) -> None:
        self.activate(TEAM)
        with self.assertRaises(KeyError):
            self.store.change(lambda _: {}["absent"])
        self.assertEqual(self.store.read().active, TEAM)
        handle = os.open(self.store.folder / ".lock", os.O_RDWR)
        self.addCleanup(os.close, handle)
        self.assertTrue(_try_lock(handle))

    def test_a_process_that_never_releases_the_lock_blocks_the_others_for_a_second_only(self) -> None:
        self.activate(TEAM)
        with file_lock(self.store.folder / ".lock"):
            self.store.change(lambda stored: stored.without(TEAM.id))
        self.assertEqual(self.store.read().connections, ())


class Found(Stored):
    def test_the_active_connection_is_found_when_nothing_is_configured(self) -> None:
        self.activate(TEAM)
        self.assertEqual((self.found().root, self.found().api_key), ("https://tracker.example", "team-key"))
        self.assertEqual(self.found(SERVICE_API_KEY="own").api_key, "own")
        with self.assertRaises(ConfigurationError):
            # Never sent to the address of someone else.
            self.found(SERVICE_URL_OVERRIDE="https://other.example")

    def test_a_connection_is_found_by_its_name(self) -> None:
        self.activate(TEAM)
        self.assertEqual(stored_address("team", self.home).api_key, "team-key")
        with self.assertRaisesRegex(NotFound, "no connection “other” .Team."):
            stored_address("other", self.home)

    def test_a_local_service_is_found_while_it_runs(self) -> None:
        folder = self.home / "data"
        local = StoredConnection("b2", "Local", "blue", data_folder=str(folder))
        self.activate(local)
        with self.assertRaisesRegex(ConfigurationError, "is not running"):
            stored_address("Local", self.home)
        folder.mkdir()
        (folder / "api-key").write_text("local-key")
        (folder / "service.json").write_text(json.dumps({"url": "http://127.0.0.1:4711"}))
        self.assertEqual((self.found().api_key, self.found().data_folder), ("local-key", str(folder)))

    def test_a_new_kernel_finds_the_active_connection_and_not_the_settings_that_it_replaces(self) -> None:
        environment = {"PATH": "/bin", "COMET_API_KEY": "shell", "COMET_WORKSPACE": "w", "SERVICE_URL_OVERRIDE": "http://x"}
        started_with = dict(environment)
        connections = self.connections(environment)
        connections.change(lambda _: StoredConnections((TEAM,), TEAM.id))
        self.assertEqual(
            environment,
            {"PATH": "/bin", **dict.fromkeys(("SERVICE_CONFIG", "COMET_CONFIG"), str(self.store.active_file))},
        )
        self.assertEqual(self.found(**environment).api_key, "team-key")
        # A kernel that was started before finds no other service, and no file that is missing.
        connections.change(lambda _: StoredConnections((TEAM,), None))
        self.assertEqual(environment, started_with)
        self.assertNotIn("team-key", self.store.active_file.read_text("utf-8"))

    def test_a_local_connection_is_excluded_from_the_proxy_of_new_kernels(self) -> None:
        local = StoredConnection("b2", "Local", "blue", data_folder=str(self.home / "data"))
        by_address = StoredConnection("c3", "Here", "blue", "http://localhost:5", "key")
        proxy = {"HTTP_PROXY": "http://proxy.example:1"}
        for given, connection, name, excluded in (
            (proxy, local, "NO_PROXY", "127.0.0.1,localhost"),
            (proxy, by_address, "NO_PROXY", "127.0.0.1,localhost"),
            ({**proxy, "NO_PROXY": ".example,127.0.0.1"}, local, "NO_PROXY", ".example,127.0.0.1,localhost"),
            ({**proxy, "no_proxy": ".example"}, local, "no_proxy", ".example,127.0.0.1,localhost"),
            ({**proxy, "NO_PROXY": ".example"}, TEAM, "NO_PROXY", ".example"),
            ({**proxy, "NO_PROXY": "*"}, local, "NO_PROXY", "*"),
            (proxy, TEAM, "NO_PROXY", None),
            ({}, local, "NO_PROXY", None),
        ):
            environment = dict(given)
            connections = self.connections(environment)
            with self.subTest(given=given, name=connection.name):
                connections.change(lambda _, one=connection: StoredConnections((one,), one.id))
                self.assertEqual(environment.get(name), excluded)
                connections.change(lambda _: StoredConnections())
                self.assertEqual(environment, given)

    def test_the_proxy_uses_the_active_connection_or_the_one_that_is_named(self) -> None:
        connections = self.connections({"SERVICE_API_KEY": "shell", "SERVICE_URL_OVERRIDE": "http://configured:1"})
        self.assertEqual(connections.address().api_key, "shell")
        connections.change(lambda _: StoredConnections((TEAM,), TEAM.id))
        self.assertEqual(connections.address().api_key, "team-key")
        self.assertEqual(connections.address(CONFIGURED_ID).api_key, "shell")
        connections.change(lambda _: StoredConnections((TEAM,), None))
        self.assertEqual(connections.address(TEAM.id).api_key, "team-key")
        connections.change(lambda _: StoredConnections())
        with self.assertRaisesRegex(ConfigurationError, "signed out"):
            connections.address(TEAM.id)


class SignIn(unittest.TestCase):
    def test_an_address_without_a_scheme_is_encrypted_unless_it_is_of_this_machine(self) -> None:
        for given, root in (
            ("tracker.example", "https://tracker.example"),
            ("localhost.example:80", "https://localhost.example:80"),
            ("127.example", "https://127.example"),
            ("127.0.0.1.example", "https://127.0.0.1.example"),
            ("localhost", "http://localhost"),
            ("localhost:5000/clientlib", "http://localhost:5000"),
            ("127.0.0.1:5000", "http://127.0.0.1:5000"),
            ("[::1]:5000", "http://[::1]:5000"),
        ):
            with self.subTest(given):
                connection = signed_in(StoredConnections(), {"url": given, "apiKey": "key"})
                self.assertEqual(connection.url, root)


if __name__ == "__main__":
    unittest.main()
