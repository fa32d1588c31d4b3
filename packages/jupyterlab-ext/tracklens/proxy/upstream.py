"""The connection from the Jupyter server to the service. The API key is added here and nowhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx

from ..configuration import ServiceAddress

CONNECT_SECONDS = 5.0

_FORWARDED = ("accept", "accept-encoding", "content-type", "content-encoding", "content-length", "if-none-match", "range")


class Upstream:
    """One pool of connections to one service."""

    def __init__(self, address: ServiceAddress) -> None:
        self.address = address
        self._client = httpx.AsyncClient(
            # A proxy of the environment is for the outside world.
            trust_env=not address.is_local,
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
        """Begins an exchange; the answer's body is read by the caller, who must close it.

        Only what the exchange needs is carried over: no cookie, no authorization of the Jupyter server.
        """
        request = self._client.build_request(
            method,
            self.address.root + target,
            headers={name: value for name, value in headers.items() if name in _FORWARDED},
            content=body,
            timeout=httpx.Timeout(timeout_seconds, connect=CONNECT_SECONDS, pool=CONNECT_SECONDS),
        )
        request.headers["authorization"] = self.address.api_key
        # A file may lie elsewhere: httpx leaves the key behind when a redirect leads to another host.
        return await self._client.send(request, stream=True, follow_redirects=method == "GET")

    async def close(self) -> None:
        await self._client.aclose()
