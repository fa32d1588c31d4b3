"""HTTP client for a service on this machine, without TLS and proxies. It is loaded in 5 ms, httpx in 60."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode, urlsplit

from .http_client import NoResponse, NoResponseInTime, Request, Response

_encoded = json.JSONEncoder(separators=(",", ":")).encode


class LocalClient:
    """Client of one service. Each request takes an idle connection, or opens one when all are in use."""

    def __init__(self, root: str, headers: Mapping[str, str], connect_seconds: float, read_seconds: float) -> None:
        address = urlsplit(root)
        self._host, self._port = address.hostname or "", address.port
        self._headers = dict(headers)
        self._connect_seconds, self._read_seconds = connect_seconds, read_seconds
        self._idle: list[HTTPConnection] = []

    def send(self, request: Request) -> Response:
        """Returns the response to a request. Raises NoResponse."""
        _, path, params, content, accept = request
        target = f"{path}?{urlencode(params)}" if params else path
        body = None if content is None else _encoded(content).encode()
        headers = _with_headers(self._headers, accept, None if content is None else "application/json")
        try:
            while (connection := self._idle_connection()) is not None:
                try:
                    return self._exchange(connection, request.method, target, body, headers)
                except (ConnectionError, HTTPException):
                    # The service has closed the idle connection.
                    continue
            connection = HTTPConnection(self._host, self._port, timeout=self._connect_seconds)
            connection.connect()
            connection.sock.settimeout(self._read_seconds)
            return self._exchange(connection, request.method, target, body, headers)
        except TimeoutError as error:
            raise NoResponseInTime from error
        except (OSError, HTTPException) as error:
            raise NoResponse from error

    def close(self) -> None:
        """Closes the idle connections."""
        while (connection := self._idle_connection()) is not None:
            connection.close()

    def _idle_connection(self) -> HTTPConnection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _exchange(
        self, connection: HTTPConnection, method: str, target: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Response:
        try:
            connection.request(method, target, body, headers)
            with connection.getresponse() as received:
                content = received.read()
                response = Response(received.status, content, received.headers["Retry-After"], received.headers["Content-Type"])
        except BaseException:
            connection.close()
            raise
        # A closed connection would open itself again, with the timeout of a connection for its reads.
        if connection.sock is not None:
            self._idle.append(connection)
        return response


def _with_headers(headers: Mapping[str, str], accept: str | None, content_type: str | None) -> dict[str, str]:
    optional = {"Accept": accept, "Content-Type": content_type}
    return {**headers, **{name: value for name, value in optional.items() if value is not None}}
