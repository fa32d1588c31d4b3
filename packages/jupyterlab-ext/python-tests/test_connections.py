"""What a Jupyter server does when the connections of the user change."""

import asyncio
import json
import os
import unittest
from pathlib import Path
from unittest import mock

import httpx
from proof_answer import SECRET
from test_connection_store import TEAM, Stored
from test_upstream import Served
from tracklens.connection_store import StoredConnection, StoredConnections
from tracklens.errors import ConfigurationError
from tracklens.proxy import connection_handlers
from tracklens.proxy.connection_handlers import Rejected, sign_in


class SignIn(Stored, Served):
    async def test_a_change_during_a_slow_sign_in_is_not_reverted(self) -> None:
        connections = self.connections({})
        self.activate(TEAM)

        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connections.change(lambda stored: stored.without(TEAM.id))
            writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{"workspaceNames":[]}')

        self.respond = respond
        await sign_in(connections, {"url": self.root, "apiKey": "lab-key", "name": "Lab"})
        stored = connections.stored()
        self.assertEqual([one.name for one in stored.connections], ["Lab"])
        self.assertEqual(stored.active, stored.by_name("Lab"))
        self.assertNotIn("team-key", (self.store.folder / "connections.json").read_text("utf-8"))


    async def test_an_address_that_no_host_can_have_is_named(self) -> None:
        for url in ("https://a..b", "http://256.1.1.1", "https://ü..x", f"https://{'a' * 70}.example", "https://xn--a"):
            with self.subTest(url), self.assertRaises(Rejected) as raised:
                await sign_in(self.connections({}), {"url": url, "apiKey": "lab-key"})
            self.assertEqual(raised.exception.field, "url")

    async def test_an_invalid_setting_of_the_environment_is_named(self) -> None:
        for name, value in (("HTTPS_PROXY", "socks://proxy.example:1"), ("SSL_CERT_FILE", "/nowhere/roots.pem")):
            environment = mock.patch.dict(os.environ, {name: value, "NO_PROXY": ""})
            with self.subTest(name), environment, self.assertRaisesRegex(Rejected, name):
                await sign_in(self.connections({}), {"url": "https://tracker.example", "apiKey": "lab-key"})

    async def test_a_site_that_sends_without_an_end_is_not_read_for_ever(self) -> None:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                writer.write(b"[" * size)
                await writer.drain()
                await asyncio.sleep(0.01)

        self.respond = respond
        for size, seconds, message in ((1, 0.5, "did not respond in time"), (50_000, 9, "not like an experiment-tracking service")):
            limits = mock.patch.multiple(connection_handlers, _CHECK_SECONDS=seconds, _MAX_CHECK_BYTES=100_000)
            with self.subTest(message), limits, self.assertRaisesRegex(Rejected, message):
                await asyncio.wait_for(sign_in(self.connections({}), {"url": self.root, "apiKey": "lab-key"}), 10)


class NetworkConnections(Stored, Served):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.connections_of_server = self.connections({})
        self.sign_in("first-key")

    def sign_in(self, key: str) -> None:
        here = StoredConnection("c3", "Here", "blue", self.root, key)
        self.connections_of_server.change(lambda _: StoredConnections((here,), here.id))

    async def send(self, connection_id: str | None) -> httpx.Response:
        return await self.connections_of_server.upstream(connection_id).send("GET", "/x", {}, None, 5)

    async def assert_closed(self, count: int) -> None:
        """Checks that this many network connections were made, and that each was closed."""
        self.assertEqual(len(self.open), count)
        _, still_open = await asyncio.wait(self.open, timeout=5)
        self.assertEqual(still_open, set())

    async def test_they_are_closed_after_signing_out(self) -> None:
        for connection_id in (None, "c3"):
            await (await self.send(connection_id)).aread()
        self.connections_of_server.change(lambda _: StoredConnections())
        await self.assert_closed(2)

    async def test_they_are_closed_after_another_key_was_stored(self) -> None:
        await (await self.send("c3")).aread()
        self.sign_in("second-key")
        await self.assert_closed(1)

    async def test_those_of_an_earlier_address_are_closed_after_the_next_request(self) -> None:
        folder = self.home / "data"
        folder.mkdir()
        (folder / "api-key").write_text("local-key")
        local = StoredConnection("b2", "Local", "blue", data_folder=str(folder))
        self.connections_of_server.change(lambda _: StoredConnections((local,)))
        for url in (self.root, "http://127.0.0.1:9"):
            (folder / "service.json").write_text(json.dumps({"url": url, "secret": SECRET}))
            upstream = self.connections_of_server.upstream("b2")
            self.assertEqual(upstream.address.root, url)
            if url == self.root:
                await (await self.send("b2")).aread()
        await self.assert_closed(1)

    async def test_a_response_that_arrives_is_read_to_its_end(self) -> None:
        signed_out = asyncio.Event()

        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
            await signed_out.wait()
            writer.write(b"56789")

        self.respond = respond
        response = await self.send("c3")
        self.connections_of_server.change(lambda _: StoredConnections())
        signed_out.set()
        self.assertEqual(await response.aread(), b"0123456789")
        await self.assert_closed(1)


class NewKernels(Stored):
    """What kernels find that start after a change by another program."""

    def setUp(self) -> None:
        super().setUp()
        self.environment = {"COMET_API_KEY": "shell-key", "PATH": "/bin"}
        self.given = dict(self.environment)
        self.this_server = self.connections(self.environment)
        self.other_server = self.connections({})

    def key_of_kernel(self) -> str:
        return self.found(**self.environment).api_key

    def test_they_find_the_connection_that_another_server_made_active(self) -> None:
        self.this_server.publish()
        self.other_server.change(lambda _: StoredConnections((TEAM,), TEAM.id))
        self.this_server.address()
        self.assertEqual(self.key_of_kernel(), "team-key")
        self.other_server.change(lambda _: StoredConnections((TEAM,), None))
        self.this_server.address()
        self.assertEqual(self.environment, self.given)

    def test_a_folder_that_cannot_be_written_fails_no_request(self) -> None:
        self.other_server.change(lambda _: StoredConnections((TEAM,), TEAM.id))
        self.store.active_file.unlink()
        self.store.active_file.mkdir()
        self.this_server.publish()
        self.assertEqual(self.this_server.address().api_key, "team-key")
        self.store.active_file.rmdir()
        self.this_server.address()
        self.assertEqual(self.key_of_kernel(), "team-key")

    def test_without_connections_nothing_is_written(self) -> None:
        self.this_server.publish()
        self.assertFalse(self.store.folder.exists())
        self.assertEqual(self.environment, self.given)


class ActiveLocalService(Stored, Served):
    """What kernels and requests find of a local service that is the active connection."""

    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.folder = self.home / "data"
        self.folder.mkdir()
        (self.folder / "api-key").write_text("local-key")
        local = StoredConnection("b2", "Local", "blue", data_folder=str(self.folder))
        self.jupyter_server = self.connections({})
        self.jupyter_server.change(lambda _: StoredConnections((local,), local.id))

    async def asyncTearDown(self) -> None:
        await self.jupyter_server.close()
        await super().asyncTearDown()

    async def settings_for(self, root: str, secret: str) -> str:
        """Publishes an address in the data folder. Returns the settings of new kernels."""
        (self.folder / "service.json").write_text(json.dumps({"url": root, "secret": secret}))
        await self.jupyter_server.publish_proven()
        return self.store.active_file.read_text("utf-8")

    async def test_new_kernels_find_its_present_address(self) -> None:
        for root in (self.root, self.root.replace("127.0.0.1", "localhost")):
            settings = await self.settings_for(root, SECRET)
            self.assertIn(f"api_key = local-key\nurl_override = {root}/clientlib/\n", settings)

    async def test_a_program_that_does_not_prove_its_address_gets_no_key(self) -> None:
        for secret in ("secret of another start", ""):
            self.assertNotIn("local-key", await self.settings_for(self.root, secret))
            upstream = self.jupyter_server.upstream()
            with self.assertRaisesRegex(ConfigurationError, "is not the local service of"):
                await upstream.send("GET", "/x", {}, None, 5)
            with self.assertRaises(ConfigurationError):
                await upstream.path_behind("/x")
            self.assertEqual(await upstream.browser_address(f"{self.root}/page"), f"{self.root}/page")
        self.assertEqual(self.heads, [])
        self.assertIn("local-key", await self.settings_for(self.root, SECRET))
        await (await self.jupyter_server.upstream().send("GET", "/x", {}, None, 5)).aread()
        self.assertEqual(len(self.heads), 1)


class WithoutRequests(Stored, unittest.IsolatedAsyncioTestCase):
    async def until_changed(self, environment: dict[str, str]) -> None:
        while not environment:
            await asyncio.sleep(0.05)

    async def test_a_server_follows_a_change_by_another_server(self) -> None:
        environment: dict[str, str] = {}
        connections = self.connections(environment)
        connections.follow_changes()
        self.connections({}).change(lambda _: StoredConnections((TEAM,), TEAM.id))
        await asyncio.wait_for(self.until_changed(environment), 30)
        self.assertEqual(self.found(**environment).api_key, "team-key")
        await connections.close()


if __name__ == "__main__":
    unittest.main()
