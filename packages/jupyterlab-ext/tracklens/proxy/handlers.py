"""Request handlers below `<base_url>tracklens/`.

`api/<path>` carries every row of the contract, `view/<path>` those that only read: what a notebook holds is drawn over the
second. Both ask for the Jupyter server's own login, its authorizer and, for whatever changes something, its XSRF token.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.http1connection import HTTP1Connection

from ..configuration import service_address
from ..errors import ConfigurationError
from .contract_rows import ContractRow, row_of
from .upstream import Upstream, body_of

# A sweep's largest file; the body is streamed, never held.
MAX_BODY_BYTES = 16 * 1024**3
_QUEUED_CHUNKS = 8

_RETURNED = ("content-disposition", "content-encoding", "content-length", "content-range", "content-type", "etag", "retry-after")


class Connection:
    """The upstream of this Jupyter server, made when first asked for; forgotten when another service is configured."""

    def __init__(self) -> None:
        self._upstream: Upstream | None = None

    def upstream(self) -> Upstream:
        """Raises ConfigurationError when none is configured. Reads the configuration anew: a service may have been started."""
        address = service_address()
        if self._upstream is None or self._upstream.address != address:
            self._upstream = Upstream(address)
        return self._upstream

    async def close(self) -> None:
        if self._upstream is not None:
            await self._upstream.close()
            self._upstream = None


class TracklensHandler(APIHandler):
    """What the handlers share: who may call, what is said when something fails."""

    auth_resource = "tracklens"
    # Views poll: that nobody looks at a notebook must still be seen by what culls idle servers.
    _track_activity = False

    def initialize(self, connection: Connection) -> None:
        self.connection = connection

    @property
    def content_security_policy(self) -> str:
        # What the service holds is not ours: opened as a page it could otherwise run with this server's login.
        return super().content_security_policy + "; sandbox"

    def set_default_headers(self) -> None:
        super().set_default_headers()
        # Tells our own page an answer that came through here from that of a server without this extension.
        self.set_header("X-Tracklens-Proxy", "1")

    def refuse(self, status: int, message: str, no_answer: str = "", remedy: str = "") -> None:
        """Ends the request with an error in the shape that the service's clients read.

        `no_answer` tells our own page why the service itself said nothing: `unreachable`, `timeout` or `not-configured`.
        """
        self.set_status(status)
        if no_answer:
            self.set_header("X-Tracklens-No-Answer", no_answer)
        body = {"msg": message, "code": status, "data": None, "sdk_error_code": 0}
        self.finish(json.dumps({**body, "remedy": remedy} if remedy else body))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        error = kwargs.get("exc_info", (None, None, None))[1]
        message = error.log_message if isinstance(error, web.HTTPError) else None
        self.refuse(status_code, message or f"The Jupyter server answers {status_code}.")


@web.stream_request_body
class ContractHandler(TracklensHandler):
    """Carries one request to the service and its answer back, piece by piece."""

    # Tornado gives each handler what its own route names.
    def initialize(self, connection: Connection, name: str, read_only: bool) -> None:  # type: ignore[override]
        super().initialize(connection)
        self.prefix = url_path_join(self.base_url, "tracklens", name)
        self.read_only = read_only
        self.row: ContractRow | None = None
        self.chunks: asyncio.Queue[bytes | None] = asyncio.Queue(_QUEUED_CHUNKS)
        self.exchange: asyncio.Task[httpx.Response] | None = None
        self.returning: asyncio.Task[None] | None = None
        self.body_wanted = True
        self._left = False

    @property
    def _client(self) -> HTTP1Connection:
        """The connection that the request came over."""
        return cast(HTTP1Connection, self.request.connection)

    async def prepare(self, **options: Any) -> None:
        """Runs before the body arrives: who may not call is refused before anything is sent on."""
        self._client.set_max_body_size(MAX_BODY_BYTES)
        await super().prepare(**options)
        if self._finished or self.request.method == "OPTIONS":
            return
        admission = self._admit()
        # None where Tornado has answered already: nobody is logged in.
        if admission is not None:
            await admission

    @web.authenticated
    @authorized
    async def _admit(self) -> None:
        path = self.request.path.removeprefix(self.prefix)
        self.row = row_of(self.request.method or "", path)
        if self.row is None:
            self.refuse(404, f"{self.request.method} {path} is not part of the service's interface.")
        elif self.read_only and not self.row.reads:
            self.refuse(403, "What a notebook shows may only read.")
        else:
            if not self.row.reads:
                # Some writes are GETs, which Jupyter itself lets pass.
                self.check_xsrf_cookie()
            self._begin(self.row, path)

    def _begin(self, row: ContractRow, path: str) -> None:
        try:
            upstream = self.connection.upstream()
        except ConfigurationError as error:
            # Not a 401: nobody has refused a key.
            self.refuse(502, error.message, no_answer="not-configured", remedy=error.remedy)
            return
        target = path + (f"?{self.request.query}" if self.request.query else "")
        headers = {name.lower(): value for name, value in self.request.headers.items()}
        body = None if self.request.method == "GET" else self._body()
        self.exchange = asyncio.ensure_future(
            upstream.send(self.request.method or "GET", target, headers, body, row.timeout_seconds)
        )
        self.exchange.add_done_callback(lambda _: self._drop_body())

    async def data_received(self, chunk: bytes) -> None:
        if self.body_wanted and self.exchange is not None:
            await self.chunks.put(chunk)

    async def _body(self) -> AsyncIterator[bytes]:
        while (chunk := await self.chunks.get()) is not None:
            yield chunk

    def _drop_body(self) -> None:
        """The service has answered: what still arrives is read and forgotten, and a waiting `put` goes on."""
        self.body_wanted = False
        while not self.chunks.empty():
            self.chunks.get_nowait()

    @web.authenticated
    @authorized
    async def get(self) -> None:
        await self._answer()

    @web.authenticated
    @authorized
    async def post(self) -> None:
        await self._answer()

    @web.authenticated
    @authorized
    async def put(self) -> None:
        await self._answer()

    async def _answer(self) -> None:
        if self.exchange is None:
            return
        try:
            await self._carry(self.exchange)
        except asyncio.CancelledError:
            if not self._left:
                raise
            # There is nobody to finish for.
            self._auto_finish = False

    async def _carry(self, exchange: asyncio.Task[httpx.Response]) -> None:
        if self.body_wanted:
            await self.chunks.put(None)
        try:
            response = await exchange
        except ConfigurationError as error:
            self.refuse(502, error.message, no_answer="not-configured", remedy=error.remedy)
            return
        except httpx.TimeoutException:
            message = f"The service {self._root} did not answer in time. Check that it runs, then retry."
            self.refuse(504, message, no_answer="timeout")
            return
        except httpx.HTTPError:
            message = f"The service {self._root} cannot be reached. Start it, or correct SERVICE_URL_OVERRIDE, then retry."
            self.refuse(502, message, no_answer="unreachable")
            return
        try:
            if response.status_code == 401:
                source = self.connection.upstream().address.source
                self.refuse(
                    401, f"The service {self._root} does not accept the API key (found in {source}). Set a valid key there."
                )
                return
            self.returning = asyncio.ensure_future(self._return(response))
            await self.returning
        finally:
            await response.aclose()

    async def _return(self, response: httpx.Response) -> None:
        self.set_status(response.status_code)
        for name in _RETURNED:
            if name in response.headers:
                self.set_header(name, response.headers[name])
        content_type = response.headers.get("content-type", "application/octet-stream")
        if not content_type.startswith("application/json"):
            self.set_header("Content-Disposition", response.headers.get("content-disposition", "attachment"))
        try:
            async for chunk in body_of(response):
                self.write(chunk)
                await self.flush()
        except httpx.HTTPError:
            # The service broke off: break off too, so that nobody takes a part for the whole.
            self._client.close()
            return
        self.finish(set_content_type=content_type)

    @property
    def _root(self) -> str:
        return self.connection.upstream().address.root

    def on_connection_close(self) -> None:
        """Nobody waits any more: the service need not work on."""
        self._left = True
        # A service that has stalled in the middle of its answer would otherwise be waited for.
        for task in (self.exchange, self.returning):
            if task is not None:
                task.cancel()
        super().on_connection_close()


class StatusHandler(TracklensHandler):
    """Says what is configured, without asking the service and without the key."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        try:
            address = self.connection.upstream().address
        except ConfigurationError as error:
            self.finish(json.dumps({"configured": False, "message": error.message, "remedy": error.remedy}))
            return
        self.finish(json.dumps({"configured": True, "url": address.root, "source": address.source}))


class BrowserAddressHandler(TracklensHandler):
    """Says at which address a browser sees a page: one of the local service by a link that signs the browser in, once.

    The link is a secret: it is in the body of the answer alone, so that no log and no history of a browser holds it.
    """

    @web.authenticated
    @authorized
    async def post(self) -> None:
        page = (self.get_json_body() or {}).get("page")
        if not isinstance(page, str):
            raise web.HTTPError(400, "The address of a page is needed.")
        try:
            address = await self.connection.upstream().browser_address(page)
        except ConfigurationError:
            # Without a service the page is one of somebody else.
            address = page
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps({"url": address}))


def handlers(connection: Connection) -> list[tuple[Any, ...]]:
    """The routes, below the server's base URL."""
    return [
        (r"/tracklens/status", StatusHandler, {"connection": connection}),
        (r"/tracklens/browser-address", BrowserAddressHandler, {"connection": connection}),
        (r"/tracklens/api/.*", ContractHandler, {"connection": connection, "name": "api", "read_only": False}),
        (r"/tracklens/view/.*", ContractHandler, {"connection": connection, "name": "view", "read_only": True}),
    ]
