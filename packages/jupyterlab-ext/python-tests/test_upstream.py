"""Where the proxy sends the key, and how long it waits."""

import asyncio
import unittest
from collections.abc import AsyncIterator, Awaitable, Callable
from unittest.mock import patch

import httpx
from proof_answer import proof_answer
from tracklens.address import ServiceAddress
from tracklens.errors import ConfigurationError
from tracklens.proxy import upstream
from tracklens.proxy.upstream import Upstream, body_of
from tracklens.service_proof import prove

Respond = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Served(unittest.IsolatedAsyncioTestCase):
    """A server that answers as each test says; it keeps the heads of the requests that arrive."""

    async def asyncSetUp(self) -> None:
        self.respond: Respond = self.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        self.heads: list[str] = []
        self.open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.root = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        self.upstream = Upstream(ServiceAddress(self.root, "secret", "a test"))

    async def asyncTearDown(self) -> None:
        await self.upstream.close()
        for writer in self.open.values():
            writer.close()
        await asyncio.gather(*self.open, return_exceptions=True)
        self.server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open[asyncio.current_task()] = writer
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                proof = proof_answer(head.split(" ", 2)[1])
                if proof is not None and "authorization" not in head.lower():
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(proof), proof))
                    continue
                self.heads.append(head)
                await self.respond(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            writer.close()

    def text(self, answer: str) -> Respond:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer.encode())
            await writer.drain()

        return respond

    async def ask(self, method: str = "GET", timeout: float = 5, body: AsyncIterator[bytes] | None = None) -> httpx.Response:
        return await self.upstream.send(method, "/first", {}, body, timeout)


class Proof(Served):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        await self.upstream.close()
        self.upstream = Upstream(ServiceAddress(self.root, "secret", "a test", "/folder", "secret of another program"))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open[asyncio.current_task()] = writer
        await reader.readuntil(b"\r\n\r\n")
        try:
            await self.respond(reader, writer)
        except OSError:
            writer.close()

    async def test_an_answer_without_an_end_is_not_read(self) -> None:
        ended = asyncio.Event()

        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            try:
                while True:
                    writer.write(bytes(100_000))
                    await writer.drain()
            finally:
                ended.set()

        self.respond = respond
        with self.assertRaisesRegex(ConfigurationError, "is not the local service of /folder"):
            await asyncio.wait_for(self.ask(), 10)
        await asyncio.wait_for(ended.wait(), 10)

    async def test_an_answer_that_takes_too_long_in_all_is_not_waited_for(self) -> None:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.02)

        self.respond = respond
        address = self.upstream.address
        with patch.object(upstream, "CONNECT_SECONDS", 0.2):
            with self.assertRaises(httpx.ReadTimeout):
                await asyncio.wait_for(self.ask(), 10)
            self.assertFalse(await asyncio.wait_for(asyncio.to_thread(prove, address, 0.2), 2))


class Redirected(Served):
    async def path_behind(self, location: str) -> str | None:
        self.respond = self.text(f"HTTP/1.1 303 See Other\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n")
        return await self.upstream.path_behind("/first")

    async def test_a_path_of_the_service_is_returned(self) -> None:
        for location in ("/w/p", "/w/p%2Fq/..r?viewId=../x", "/w/.p/a..b/...", "/w/p?a=\\b#/../c"):
            self.assertEqual(await self.path_behind(location), location)

    async def test_no_path_is_returned_that_leads_out_of_the_page(self) -> None:
        for location in (
            "//other.example/x",
            "https://other.example/x",
            "/../../logout",
            "/w/%2e%2E/%2e./.%2E/logout",
            "/w/..",
            "/w/./p",
            "/w/..?a",
            "/w/..#a",
            "/w\\..\\..\\logout",
            "/\\other.example",
            "/w/a b",
            "",
        ):
            with self.subTest(location):
                self.assertIsNone(await self.path_behind(location))


class Forwarded(Served):
    async def test_what_a_cache_or_a_resumed_download_asks_for_reaches_the_service(self) -> None:
        conditions = {"range": "bytes=4-", "if-range": '"a"', "if-none-match": '"b"'}
        await self.upstream.send("GET", "/first", {**conditions, "cookie": "c", "authorization": "d"}, None, 5)
        sent = dict(line.lower().split(": ", 1) for line in self.heads[0].strip().split("\r\n")[1:])
        self.assertEqual({name: sent.get(name) for name in conditions}, conditions)
        self.assertEqual((sent["authorization"], "cookie" in sent), ("secret", False))


class Redirects(Served):
    async def test_one_within_the_service_is_followed_with_the_key(self) -> None:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            moved = "302 Found\r\nLocation: /second?x=1" if len(self.heads) == 1 else "200 OK"
            writer.write(f"HTTP/1.1 {moved}\r\nContent-Length: 0\r\n\r\n".encode())

        self.respond = respond
        response = await self.ask()
        self.assertEqual(response.status_code, 200)
        self.assertEqual([head.split()[1] for head in self.heads], ["/first", "/second?x=1"])
        self.assertTrue(all("authorization: secret" in head.lower() for head in self.heads))

    async def test_one_to_another_address_is_refused_and_nothing_is_read_there(self) -> None:
        arrived: list[bytes] = []

        async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            arrived.append(await reader.read(1000))
            writer.close()

        server = await asyncio.start_server(other, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        for status, location in (
            (301, f"http://127.0.0.1:{port}/x"),
            (302, f"//127.0.0.1:{port}/x"),
            (303, f"http://localhost:{port}/x"),
            (307, f"https://127.0.0.1:{self.root.rpartition(':')[2]}/x"),
            (308, f"http://127.0.0.1:{port}/x"),
        ):
            self.respond = self.text(f"HTTP/1.1 {status} Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n")
            with self.subTest(location), self.assertRaisesRegex(ConfigurationError, "redirects to .*, which is not followed"):
                await self.ask()
        server.close()
        self.assertEqual(arrived, [])

    async def test_what_changes_something_is_not_sent_on(self) -> None:
        self.respond = self.text("HTTP/1.1 307 Moved\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n")
        with self.assertRaises(ConfigurationError):
            await self.ask("POST")
        self.assertEqual(len(self.heads), 1)

    async def test_a_circle_ends(self) -> None:
        self.respond = self.text("HTTP/1.1 302 Found\r\nLocation: /first\r\nContent-Length: 0\r\n\r\n")
        with self.assertRaises(httpx.TooManyRedirects):
            await self.ask()
        self.assertEqual(len(self.heads), 6)


class Deadlines(Served):
    async def drip(self, writer: asyncio.StreamWriter, text: bytes, seconds: float) -> None:
        for at in range(len(text)):
            writer.write(text[at : at + 1])
            await writer.drain()
            await asyncio.sleep(seconds)

    async def test_a_head_that_comes_byte_by_byte_is_not_waited_for(self) -> None:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self.drip(writer, b"HTTP/1.1 200 OK\r\n" + b"X-Slow: 1\r\n" * 20, 0.05)

        self.respond = respond
        with self.assertRaises(httpx.TimeoutException):
            await asyncio.wait_for(self.ask(timeout=0.4), 5)

    async def test_a_response_that_arrives_as_its_request_is_cancelled_is_closed(self) -> None:
        arrived = asyncio.Event()
        response = httpx.Response(200, stream=httpx.ByteStream(b""))

        async def exchange() -> httpx.Response:
            await arrived.wait()
            return response

        waiting = asyncio.ensure_future(upstream._within(exchange(), 5, None))
        await asyncio.sleep(0)
        arrived.set()
        # The response is there, and nobody has got it yet.
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
        self.assertTrue(waiting.cancelled())
        for _ in range(3):
            await asyncio.sleep(0)
        self.assertTrue(response.is_closed)

    async def test_redirects_share_the_time_of_the_request(self) -> None:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(0.25)
            writer.write(b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")

        self.respond = respond
        with self.assertRaises(httpx.TimeoutException):
            await self.ask(timeout=0.6)

    async def test_a_body_that_goes_on_coming_has_no_limit_on_its_time(self) -> None:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
            await self.drip(writer, b"0123456789", 0.25)

        self.respond = respond
        response = await self.ask(timeout=1.5)
        self.assertEqual(b"".join([chunk async for chunk in body_of(response)]), b"0123456789")

    async def test_a_body_that_stops_is_broken_off(self) -> None:
        async def respond(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01")

        self.respond = respond
        self.addCleanup(setattr, upstream, "IDLE_SECONDS", upstream.IDLE_SECONDS)
        upstream.IDLE_SECONDS = 0.3
        response = await self.ask(timeout=60)
        with self.assertRaises(httpx.ReadTimeout):
            await asyncio.wait_for(self._read(response), 5)

    async def _read(self, response: httpx.Response) -> None:
        async for _ in body_of(response):
            pass

    async def test_an_upload_that_makes_progress_is_not_cut(self) -> None:
        async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"0\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

        async def pieces() -> AsyncIterator[bytes]:
            for _ in range(10):
                await asyncio.sleep(0.25)
                yield b"piece"

        self.respond = respond
        response = await self.ask("POST", timeout=1.5, body=pieces())
        self.assertEqual(response.status_code, 200)


if __name__ == "__main__":
    unittest.main()
