"""Proof that the program at a published address is the local service of the data folder.

A service that was killed leaves its address in the folder, and another program may listen there. It does not have the
secret that the service wrote next to the address, so the key is sent only after the program has answered a random
question with it: once for each process and address.
"""

from __future__ import annotations

import hmac
import json
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .address import ServiceAddress

if TYPE_CHECKING:
    from socket import socket

_ROUTE = "/api/service-proof/"
MAX_ANSWER_BYTES = 1000
"""Number of bytes of a response that are read. A right answer has fewer."""

_proven: set[tuple[str, str]] = set()
"""Addresses that were proven in this process, with their secrets."""


class ProofQuestion:
    """Random question to the program at a published address."""

    def __init__(self, address: ServiceAddress) -> None:
        self._address = address
        self._nonce = secrets.token_hex(32)
        self.path: str = _ROUTE + self._nonce
        """Path of the request, a GET without a key."""

    def check(self, answer: bytes) -> bool:
        """Returns whether the content of a response is the right answer. The address is then proven."""
        root, secret = self._address.root, self._address.secret
        try:
            proof = json.loads(answer)["proof"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return False
        expected = hmac.new(secret.encode(), self._nonce.encode(), "sha256").hexdigest()
        if not secret or proof != expected:
            return False
        _proven.add((root, secret))
        return True


def may_get_key(address: ServiceAddress) -> bool:
    """Returns whether an address was set by the user, or is proven in this process. Sends nothing."""
    return not address.data_folder or (address.root, address.secret) in _proven


def prove(address: ServiceAddress, seconds: float) -> bool:
    """Returns whether an address may get its key, after asking the program there if necessary, within a time limit."""
    if may_get_key(address):
        return True
    # Lazy imports: a service on another machine needs no proof.
    import threading
    from http.client import HTTPConnection, HTTPException

    question, parts = ProofQuestion(address), urlsplit(address.root)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)
    try:
        connection.connect()
        # The timeout of the connection is that of each read, which may get a single byte.
        limit = threading.Timer(seconds, _shut_down, [connection.sock])
        limit.daemon = True
        limit.start()
        try:
            connection.request("GET", question.path)
            return question.check(connection.getresponse().read(MAX_ANSWER_BYTES))
        finally:
            limit.cancel()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _shut_down(connection: socket) -> None:
    """Ends a connection, so that a read of it returns."""
    from socket import SHUT_RDWR

    with suppress(OSError):
        connection.shutdown(SHUT_RDWR)


def not_proven_message(address: ServiceAddress) -> str:
    """Returns the message for an address that is not proven."""
    return f"The program at {address.root} is not the local service of {address.data_folder}, which published this address."
