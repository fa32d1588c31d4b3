"""What `Service` needs of an HTTP client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class NoResponse(Exception):
    """Raised by a client when the service cannot be reached or the connection is lost."""


class NoResponseInTime(NoResponse):
    """Raised by a client after a timeout."""


class Request(NamedTuple):
    """Request to a service."""

    method: str
    path: str
    params: Mapping[str, str] | None = None
    """Fields of the query string."""
    json: Any = None
    """Value of the body; None for a request without a body."""
    accept: str | None = None
    """Media types that the response may have."""


class Response(NamedTuple):
    """Response of a service with any status."""

    status_code: int
    content: bytes
    retry_after: str | None = None
    """Header `Retry-After`."""
    content_type: str | None = None
    """Header `Content-Type`."""

    @property
    def text(self) -> str:
        """Content as text."""
        return self.content.decode("utf-8", "replace")


class HttpClient(Protocol):
    """HTTP client of one service, with its headers and timeouts. Several threads may use it."""

    def send(self, request: Request) -> Response:
        """Returns the response to a request. Raises NoResponse."""

    def close(self) -> None:
        """Closes the connections."""
