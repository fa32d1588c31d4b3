"""What a Jupyter server does when the connections of the user change."""

import asyncio
import unittest

from test_connection_store import TEAM, Stored
from test_upstream import Served
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


if __name__ == "__main__":
    unittest.main()
