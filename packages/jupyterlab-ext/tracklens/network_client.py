"""HTTP client for a service on another machine, with TLS and the proxies of the environment."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from .http_client import NoResponse, NoResponseInTime, Request, Response


class NetworkClient:
    """Client of one service over httpx."""

    def __init__(
        self,
        root: str,
        headers: Mapping[str, str],
        connect_seconds: float,
        read_seconds: float,
        trust_env: bool,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._client = httpx.Client(
            base_url=root,
            headers=headers,
            timeout=httpx.Timeout(read_seconds, connect=connect_seconds),
            trust_env=trust_env,
            transport=transport,
        )

    def send(self, request: Request) -> Response:
        """Returns the response to a request. Raises NoResponse."""
        method, path, params, json, accept = request
        try:
            headers = None if accept is None else {"Accept": accept}
            response = self._client.request(method, path, params=params, json=json, headers=headers)
        except httpx.TimeoutException as error:
            raise NoResponseInTime from error
        except httpx.HTTPError as error:
            raise NoResponse from error
        received = response.headers
        return Response(response.status_code, response.content, received.get("Retry-After"), received.get("Content-Type"))

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()
