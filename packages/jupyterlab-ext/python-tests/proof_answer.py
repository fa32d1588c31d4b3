"""Answer of a local service that proves its address, for test servers."""

from __future__ import annotations

import hmac
import json

SECRET = "secret-of-the-published-address-1"


def proof_answer(path: str, secret: str = SECRET) -> bytes | None:
    """Returns the response to a request for a proof; None for other requests."""
    _, mark, nonce = path.partition("/api/service-proof/")
    if not mark:
        return None
    return json.dumps({"proof": hmac.new(secret.encode(), nonce.encode(), "sha256").hexdigest()}).encode()
