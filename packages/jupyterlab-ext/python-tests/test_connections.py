"""What a Jupyter server does when the connections of the user change."""

import asyncio
import json
import unittest

import httpx
from test_connection_store import TEAM, Stored
from test_upstream import Served
from tracklens.connection_store import StoredConnection, StoredConnections
from tracklens.proxy.connection_handlers import sign_in


class SignIn(Stored, Served):
    async def test_a_change_during_a_slow_sign_in_is_not_reverted(self) -> None:
        connections = self.connections({})
        self.activate(TEAM)

        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connections.save(connections.stored().without(TEAM.id))
            writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 21\r\n\r\n{"workspaceNames":[]}')

        self.respond = respond
        await sign_in(connections, {"url": self.root, "apiKey": "lab-key", "name": "Lab"})
        stored = connections.stored()
        self.assertEqual([one.name for one in stored.connections], ["Lab"])
        self.assertEqual(stored.active, stored.by_name("Lab"))
        self.assertNotIn("team-key", (self.store.folder / "connections.json").read_text("utf-8"))


class NetworkConnections(Stored, Served):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.connections_of_server = self.connections({})
        self.sign_in("first-key")

    def sign_in(self, key: str) -> None:
        here = StoredConnection("c3", "Here", "blue", self.root, key)
        self.connections_of_server.save(StoredConnections((here,), here.id))

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
        self.connections_of_server.save(StoredConnections())
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
        self.connections_of_server.save(StoredConnections((local,)))
        for url in (self.root, "http://127.0.0.1:9"):
            (folder / "service.json").write_text(json.dumps({"url": url}))
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
        self.connections_of_server.save(StoredConnections())
        signed_out.set()
        self.assertEqual(await response.aread(), b"0123456789")
        await self.assert_closed(1)


if __name__ == "__main__":
    unittest.main()
