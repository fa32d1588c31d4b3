"""Request handlers below `<base_url>tracklens/`.

`api/<path>` forwards every endpoint to the active connection; `view/<path>` forwards only reads and serves notebook
outputs. `at/<id>/api/<path>` and `at/<id>/view/<path>` use a certain connection. All require the Jupyter server's own
login and its authorizer, and for every write its XSRF token.
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

from ..errors import ConfigurationError, TracklensError
from .connections import CONFIGURED_ID, Connections
from .contract_rows import ContractRow, row_of
from .page_handlers import page_root
from .upstream import Upstream, body_of

# Maximum size of an uploaded file. The body is streamed, not buffered.
MAX_BODY_BYTES = 16 * 1024**3
_QUEUED_CHUNKS = 8

_RETURNED = ("content-disposition", "content-encoding", "content-length", "content-range", "content-type", "etag", "retry-after")


class TracklensHandler(APIHandler):
    """Base class of the handlers: authorization and error responses."""

    auth_resource = "tracklens"
    # Views poll. Their requests do not count as activity, so that idle servers are still culled.
    _track_activity = False

    def initialize(self, connections: Connections) -> None:
        self.connections = connections

    @property
    def content_security_policy(self) -> str:
        # Content of the service is untrusted: as a page without the sandbox it could run with this server's login.
        return super().content_security_policy + "; sandbox"

    def set_default_headers(self) -> None:
        super().set_default_headers()
        # Distinguishes a response of this proxy from that of a server without this extension.
        self.set_header("X-Tracklens-Proxy", "1")

    def reject(
        self, status: int, message: str, no_response: str = "", remedy: str = "", data: dict[str, str] | None = None
    ) -> None:
        """Ends the request with an error in the format of the service.

        `no_response` is the reason why the service itself did not respond: `unreachable`, `timeout` or `not-configured`.
        """
        self.set_status(status)
        if no_response:
            self.set_header("X-Tracklens-No-Answer", no_response)
        body = {"msg": message, "code": status, "data": data, "sdk_error_code": 0}
        self.finish(json.dumps({**body, "remedy": remedy} if remedy else body))

    def json_object(self) -> dict[str, Any]:
        """Returns the body of the request; empty without one. Raises HTTPError 400 unless it is a JSON object."""
        body = self.get_json_body()
        if body is not None and not isinstance(body, dict):
            raise web.HTTPError(400, "The body must be a JSON object.")
        return body or {}

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        # The response has its message and remedy: the log needs no traceback.
        if not isinstance(value, TracklensError):
            super().log_exception(typ, value, tb)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        error = kwargs.get("exc_info", (None, None, None))[1]
        if isinstance(error, TracklensError):
            # For example a damaged file of the connections.
            self.reject(409, error.message, remedy=error.remedy)
            return
        message = error.log_message if isinstance(error, web.HTTPError) else None
        self.reject(status_code, message or f"The Jupyter server responded with status {status_code}.")


@web.stream_request_body
class ContractHandler(TracklensHandler):
    """Forwards one request to the service and streams the response back."""

    # Tornado passes the arguments of the route to each handler.
    def initialize(self, connections: Connections, name: str, read_only: bool) -> None:  # type: ignore[override]
        super().initialize(connections)
        self.name = name
        self.read_only = read_only
        self.upstream: Upstream | None = None
        self.row: ContractRow | None = None
        self.chunks: asyncio.Queue[bytes | None] = asyncio.Queue(_QUEUED_CHUNKS)
        self.exchange: asyncio.Task[httpx.Response] | None = None
        self.returning: asyncio.Task[None] | None = None
        self.body_wanted = True
        self._left = False

    @property
    def _at(self) -> list[str]:
        """Part of the path that names the connection; empty for the active one."""
        return ["at", self.path_args[0]] if self.path_args else []

    @property
    def _client(self) -> HTTP1Connection:
        """Connection of the request."""
        return cast(HTTP1Connection, self.request.connection)

    async def prepare(self, **options: Any) -> None:
        """Runs before the body arrives, so that unauthorized requests are rejected before anything is forwarded."""
        self._client.set_max_body_size(MAX_BODY_BYTES)
        await super().prepare(**options)
        if self._finished or self.request.method == "OPTIONS":
            return
        admission = self._admit()
        # None when Tornado has already responded because the user is not logged in.
        if admission is not None:
            await admission

    @web.authenticated
    @authorized
    async def _admit(self) -> None:
        path = self.request.path.removeprefix(url_path_join(self.base_url, "tracklens", *self._at, self.name))
        self.row = row_of(self.request.method or "", path)
        if self.row is None:
            self.reject(404, f"{self.request.method} {path} is not part of the service's interface.")
        elif self.read_only and not self.row.reads:
            self.reject(403, "What a notebook shows may only read.")
        else:
            if not self.row.reads:
                # Some writes are GETs, for which Jupyter itself does not check the token.
                self.check_xsrf_cookie()
            self._begin(self.row, path)

    def _begin(self, row: ContractRow, path: str) -> None:
        try:
            upstream = self.upstream = self.connections.upstream(self.path_args[0] if self.path_args else None)
        except ConfigurationError as error:
            # Not a 401: no key was rejected.
            self.reject(502, error.message, no_response="not-configured", remedy=error.remedy)
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
        """Discards the rest of the body after the response. Unblocks a waiting `put`."""
        self.body_wanted = False
        while not self.chunks.empty():
            self.chunks.get_nowait()

    @web.authenticated
    @authorized
    async def get(self, *_: str) -> None:
        await self._respond()

    @web.authenticated
    @authorized
    async def post(self, *_: str) -> None:
        await self._respond()

    @web.authenticated
    @authorized
    async def put(self, *_: str) -> None:
        await self._respond()

    async def _respond(self) -> None:
        if self.exchange is None:
            return
        try:
            await self._carry(self.exchange)
        except asyncio.CancelledError:
            if not self._left:
                raise
            # The client has disconnected.
            self._auto_finish = False

    async def _carry(self, exchange: asyncio.Task[httpx.Response]) -> None:
        if self.body_wanted:
            await self.chunks.put(None)
        try:
            response = await exchange
        except ConfigurationError as error:
            self.reject(502, error.message, no_response="not-configured", remedy=error.remedy)
            return
        except httpx.TimeoutException:
            message = f"The service {self._root} did not respond in time. Check that it runs, then retry."
            self.reject(504, message, no_response="timeout")
            return
        except httpx.HTTPError:
            is_local = self.upstream is not None and self.upstream.address.is_local
            remedy = "Start it, or correct its address" if is_local else "Check its address and the network of the Jupyter server"
            message = f"The service {self._root} cannot be reached. {remedy}, then retry."
            self.reject(502, message, no_response="unreachable")
            return
        try:
            if response.status_code == 401:
                self.reject(401, self._key_problem)
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
            # The response was cut off: close the connection, so that the client does not take it for complete.
            self._client.close()
            return
        self.finish(set_content_type=content_type)

    @property
    def _root(self) -> str:
        return self.upstream.address.root if self.upstream else ""

    @property
    def _key_problem(self) -> str:
        source = self.upstream.address.source if self.upstream else ""
        return f"The service {self._root} does not accept the API key (found in {source}). Set a valid key there."

    def on_connection_close(self) -> None:
        """Cancels the request to the service when the client disconnects."""
        self._left = True
        # Streaming is cancelled too; otherwise a service that stalls in mid-response would be waited for.
        for task in (self.exchange, self.returning):
            if task is not None:
                task.cancel()
        super().on_connection_close()


class StatusHandler(TracklensHandler):
    """Returns the active connection without its key, and without a request to the service."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        status: dict[str, Any] = {"id": CONFIGURED_ID}
        try:
            active = self.connections.active()
            if active is not None:
                status |= {"id": active.id, "name": active.name, "color": active.color, "dataFolder": active.data_folder}
            address = self.connections.address()
        except ConfigurationError as error:
            status |= {"configured": False, "message": error.message, "remedy": error.remedy}
        else:
            status |= {"configured": True, "url": address.root, "source": address.source, "dataFolder": address.data_folder}
        self.finish(json.dumps(status))


class BrowserAddressHandler(TracklensHandler):
    """Returns the URL for opening a page in a browser; for the local service a one-time sign-in link.

    A browser on another machine than the local service gets the page of this server, `page_handlers.py`. The link is a
    secret: it is only in the response body, so that it is not stored in a log or a browser history.
    """

    @web.authenticated
    @authorized
    async def post(self) -> None:
        given = self.json_object()
        page = given.get("page")
        if not isinstance(page, str):
            raise web.HTTPError(400, "The address of a page is needed.")
        connection_id = self.connections.id_of_page(page)
        # A page of a service without a connection is opened as it is.
        address = page if connection_id is None else await self._address(connection_id, page, given.get("remote") is True)
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps({"url": address}))

    async def _address(self, connection_id: str, page: str, remote: bool) -> str:
        upstream = self.connections.upstream(connection_id)
        if remote and upstream.address.is_local:
            return page_root(self.base_url, connection_id) + page.removeprefix(upstream.address.root)
        return await upstream.browser_address(page)


def handlers(connections: Connections) -> list[tuple[Any, ...]]:
    """Returns the routes, below the server's base URL."""
    given = {"connections": connections}
    return [
        (r"/tracklens/status", StatusHandler, given),
        (r"/tracklens/browser-address", BrowserAddressHandler, given),
        *(
            (rf"/tracklens/{at}{name}/.*", ContractHandler, {**given, "name": name, "read_only": name == "view"})
            for at in ("", r"at/(\w+)/")
            for name in ("api", "view")
        ),
    ]
