"""HTTP client for a service on another machine, with TLS and the proxies of the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import httpx

from .address import ServiceAddress
from .errors import ConfigurationError
from .http_client import NoResponse, NoResponseInTime, Request, Response
from .proxy_settings import service_proxy


def client_settings(address: ServiceAddress) -> dict[str, Any]:
    """Returns the arguments of a client of httpx for a service: its proxy, and the certificates that are trusted.

    Settings of the environment do not apply to a local service. Raises ConfigurationError, whose message names the
    variable, when one of them is invalid.
    """
    # httpx itself fails for some valid settings, with errors that do not name the variable.
    if address.is_local:
        return {"trust_env": False}
    proxy = service_proxy(address.root)
    if proxy is not None and proxy.address.startswith("socks5:") and find_spec("socksio") is None:
        raise ConfigurationError(
            f"{proxy.source} names a SOCKS proxy, which needs the package socksio.",
            'Install it (pip install "httpx[socks]"), or exclude the service from the proxy with NO_PROXY.',
        )
    try:
        certificates = httpx.create_ssl_context(trust_env=True)
    except OSError as error:
        name = "SSL_CERT_FILE" if os.environ.get("SSL_CERT_FILE") else "SSL_CERT_DIR"
        raise ConfigurationError(
            f"The certificates that {name} names cannot be read ({error.strerror or error}).", f"Correct {name} or remove it."
        ) from None
    return {"trust_env": False, "verify": certificates, "proxy": None if proxy is None else proxy.address}


class NetworkClient:
    """Client of one service over httpx."""

    def __init__(
        self,
        address: ServiceAddress,
        headers: Mapping[str, str],
        connect_seconds: float,
        read_seconds: float,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._client = httpx.Client(
            base_url=address.root,
            headers=headers,
            timeout=httpx.Timeout(read_seconds, connect=connect_seconds),
            transport=transport,
            **client_settings(address),
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
