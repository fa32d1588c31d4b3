"""Connection from the Jupyter server to the service. The API key is added only here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx

from .. import sign_in_link
from ..address import ServiceAddress
from ..errors import ConfigurationError
from ..network_client import client_settings
from ..serve_command import serve_command
from ..service_proof import MAX_ANSWER_BYTES, ProofQuestion, may_get_key, not_proven_message

CONNECT_SECONDS = 5.0
IDLE_SECONDS = 60.0
"""Idle timeout within a response body. As in the clients, a transfer that makes progress has no total timeout."""

_MAX_REDIRECTS = 5
_FORWARDED = ("accept", "accept-encoding", "content-type", "content-encoding", "content-length", "if-none-match", "if-range", "range")


class Upstream:
    """Connection pool of one service. Raises ConfigurationError for an invalid proxy or certificate of the environment."""

    def __init__(self, address: ServiceAddress) -> None:
        self.address = address
        self._requests = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._client = httpx.AsyncClient(
            **client_settings(address),
            limits=httpx.Limits(max_connections=32, max_keepalive_connections=16),
            headers={"user-agent": "tracklens"},
        )

    async def send(
        self,
        method: str,
        target: str,
        headers: dict[str, str],
        body: AsyncIterator[bytes] | None,
        timeout_seconds: float,
    ) -> httpx.Response:
        """Sends a request and returns the response once its headers arrive. The caller must read and close the body.

        Only necessary headers are forwarded: no cookie and no authorization of the Jupyter server. The response headers
        must arrive within `timeout_seconds` after the last part of the request was sent, including redirects.

        Raises ConfigurationError when the service redirects to another origin, which must not receive the key,
        redirects a request other than GET, or does not prove the address in its data folder.
        """
        await self._check_proof()
        sending = None if body is None else _Progress(body)
        try:
            request = self._client.build_request(
                method,
                self.address.root + target,
                headers={name: value for name, value in headers.items() if name in _FORWARDED},
                content=sending,
                timeout=httpx.Timeout(timeout_seconds, connect=CONNECT_SECONDS, pool=CONNECT_SECONDS),
            )
            request.headers["authorization"] = self.address.api_key
            with ExitStack() as running:
                running.enter_context(self._running())
                response = await _within(self._follow(request), timeout_seconds, sending)
                assert isinstance(response.stream, httpx.AsyncByteStream)
                response.stream = _ResponseBody(response.stream, running.pop_all().close)
                return response
        except (httpx.InvalidURL, UnicodeError) as error:
            # No host can have some names, such as `a..b`.
            raise httpx.ConnectError(str(error)) from None

    async def browser_address(self, page: str) -> str:
        """Returns the URL for opening a page in a browser, like `Service.browser_address`."""
        path = sign_in_link.path_of_page(self.address, page)
        if path is None:
            return page
        try:
            await self._check_proof()
            with self._running():
                response = await self._client.post(
                    self.address.root + sign_in_link.ROUTE,
                    json=sign_in_link.request_body(path),
                    headers={"authorization": self.address.api_key},
                    timeout=CONNECT_SECONDS,
                )
        except (ConfigurationError, httpx.HTTPError):
            # The service is unreachable: fall back to the page's own URL.
            return page
        return sign_in_link.link_of(self.address, response.status_code, response.text) or page

    async def path_behind(self, path: str) -> str | None:
        """Returns the path that the service redirects to, if it is one of its own."""
        await self._check_proof()
        with self._running():
            response = await self._client.get(
                self.address.root + path,
                headers={"authorization": self.address.api_key},
                timeout=CONNECT_SECONDS,
                follow_redirects=False,
            )
        found = response.headers.get("location", "")
        return found if _is_own_path(found) else None

    async def _check_proof(self) -> None:
        """Raises ConfigurationError unless the address was set by the user, or its program proves it."""
        if may_get_key(self.address) or (self.address.secret and await self._is_proven()):
            return
        raise ConfigurationError(
            not_proven_message(self.address),
            f"Start the service again in the Tracklens sidebar, or with `{serve_command(self.address.data_folder)}`.",
        )

    async def _is_proven(self) -> bool:
        question = ProofQuestion(self.address)
        try:
            with self._running():
                answer = await asyncio.wait_for(self._start_of(question.path), CONNECT_SECONDS)
        except asyncio.TimeoutError:
            raise httpx.ReadTimeout("The response ended too early.") from None
        return question.check(answer)

    async def _start_of(self, path: str) -> bytes:
        """Returns as much of a response as a proof can have, without sending the key."""
        content = b""
        async with self._client.stream("GET", self.address.root + path, timeout=CONNECT_SECONDS) as response:
            async for chunk in response.aiter_bytes(MAX_ANSWER_BYTES):
                content += chunk
                if len(content) >= MAX_ANSWER_BYTES:
                    break
        return content

    async def _follow(self, request: httpx.Request) -> httpx.Response:
        """Sends a request and follows redirects within the service, like the TypeScript client."""
        for _ in range(_MAX_REDIRECTS + 1):
            response = await self._client.send(request, stream=True, follow_redirects=False)
            following = response.next_request
            if following is None:
                return response
            await response.aclose()
            if request.method != "GET" or _origin(following.url) != _origin(request.url):
                raise ConfigurationError(
                    f"The service {self.address.root} redirects to {_origin(following.url)}, which is not followed.",
                    "Give the address that the service answers at: in SERVICE_URL_OVERRIDE, or sign in again.",
                )
            request = following
        raise httpx.TooManyRedirects("The service redirects in a circle.", request=request)

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Counts a request as running."""
        self._requests += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._requests -= 1
            if self._requests == 0:
                self._idle.set()

    async def close(self) -> None:
        """Closes the network connections, also those of running requests."""
        await self._client.aclose()
        self._idle.set()

    async def close_when_idle(self) -> None:
        """Closes the network connections when no request is running and all responses are closed."""
        await self._idle.wait()
        await self.close()


async def body_of(response: httpx.Response) -> AsyncIterator[bytes]:
    """Streams the raw response body. Raises httpx.ReadTimeout after `IDLE_SECONDS` without data."""
    chunks = response.aiter_raw()
    while True:
        try:
            chunk = await asyncio.wait_for(chunks.__anext__(), IDLE_SECONDS)
        except StopAsyncIteration:
            return
        except asyncio.TimeoutError:
            raise httpx.ReadTimeout("The response ended too early.") from None
        yield chunk


def _is_own_path(location: str) -> bool:
    """Whether the path of a redirect stays below the address that it is appended to, as browsers read it."""
    path = re.split(r"[?#]", location)[0]
    if not path.startswith("/") or path.startswith("//") or re.search(r"[\\\s]", path):
        return False
    return not any(re.fullmatch(r"(\.|%2e){1,2}", segment, re.IGNORECASE) for segment in path.split("/"))


class _ResponseBody(httpx.AsyncByteStream):
    """Response body that calls a function when it is closed."""

    def __init__(self, body: httpx.AsyncByteStream, on_close: Callable[[], None]) -> None:
        self._body = body
        self._on_close = on_close

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._body:
            yield chunk

    async def aclose(self) -> None:
        try:
            await self._body.aclose()
        finally:
            self._on_close()


class _Progress:
    """Request body that records when its last chunk was sent."""

    def __init__(self, body: AsyncIterator[bytes]) -> None:
        self._body = body
        self.time = asyncio.get_running_loop().time()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._body:
            yield chunk
            self.time = asyncio.get_running_loop().time()


async def _within(
    exchange: Coroutine[Any, Any, httpx.Response], timeout_seconds: float, sending: _Progress | None
) -> httpx.Response:
    """Returns the result of a request. Cancels it on timeout; the progress of an upload restarts the timeout."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    task = asyncio.ensure_future(exchange)
    try:
        while not task.done():
            left = max(start, sending.time if sending else start) + timeout_seconds - loop.time()
            if left <= 0:
                raise httpx.ReadTimeout("The head of the response did not arrive in time.")
            await asyncio.wait({task}, timeout=left)
    except BaseException:
        task.cancel()
        # The response may have arrived meanwhile. Open, it would take one of the connections for ever.
        task.add_done_callback(_close_response)
        raise
    return task.result()


def _close_response(task: asyncio.Task[httpx.Response]) -> None:
    if not task.cancelled() and task.exception() is None:
        asyncio.ensure_future(task.result().aclose())


def _origin(url: httpx.URL) -> str:
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{url.host}{port}"
