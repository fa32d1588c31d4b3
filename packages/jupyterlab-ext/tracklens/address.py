"""Address of a service with its API key."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from .errors import ConfigurationError
from .secret import Secret


@dataclass(frozen=True)
class ServiceAddress:
    """Address of the service and its API key. The key is never shown, printed or written anywhere."""

    root: str
    """`scheme://host:port` without a trailing slash."""
    api_key: str = field(repr=False)
    source: str
    """Source of the key, for messages."""
    data_folder: str = ""
    """Data folder that a local service was found in; empty for any other."""
    secret: str = field(default="", repr=False)
    """Secret by which a local service proves that it published this address; empty for a version without proofs."""
    address_source: str = field(default="", compare=False)
    """Source of the address, for messages; empty for an argument."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "api_key", Secret(self.api_key))
        object.__setattr__(self, "secret", Secret(self.secret))

    @property
    def is_local(self) -> bool:
        """Whether the service runs on this machine."""
        return is_loopback(self.root)


def is_loopback(root: str) -> bool:
    """Whether an address is one of this machine."""
    return urlsplit(root).hostname in ("127.0.0.1", "localhost", "::1")


def service_root(url: str, source: str = "the address") -> str:
    """Returns `scheme://host:port` of an address such as `http://127.0.0.1:8080/clientlib/`."""
    try:
        parts = urlsplit(url.strip() if "://" in url else f"http://{url.strip()}")
        port = parts.port
    except ValueError:
        parts, port = None, None
    if parts is None or parts.scheme not in ("http", "https") or not is_host(parts.hostname or "") or parts.username:
        raise ConfigurationError(
            f"The address of the service in {source} is not understood.",
            "It must look like http://127.0.0.1:8080/clientlib/ (SERVICE_URL_OVERRIDE).",
        )
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def is_host(name: str) -> bool:
    """Whether a host can have this name. HTTP clients fail for others with various errors, some only when they connect."""
    if not re.fullmatch(r"\S+", name):
        return False
    if ":" in name:
        return True
    labels = name.removesuffix(".").split(".")
    if len(labels) == 4 and all(label.isdecimal() for label in labels):
        return all(len(label) <= 3 and label == str(int(label)) and int(label) <= 255 for label in labels)
    if name.isascii():
        return all(0 < len(label) <= 63 for label in labels)
    try:
        return bool(name.encode("idna"))
    except UnicodeError:
        return False


def root_or_none(url: str) -> str | None:
    """Returns the root of an address; None for one that is not understood."""
    try:
        return service_root(url)
    except ConfigurationError:
        return None


def is_key(text: str) -> bool:
    """Whether a text has only characters that an API key can have."""
    return text.isprintable() and text.isascii() and " " not in text


def url_in_key(key: str) -> str | None:
    """Returns the `baseUrl` of a key of the form `<short>*<base64 JSON>`; None for any other key."""
    if key.count("*") != 1:
        return None
    coded = key.partition("*")[2]
    try:
        content = json.loads(base64.b64decode(coded + "=" * (-len(coded) % 4)))
        return service_root(content["baseUrl"], "the API key")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, ConfigurationError):
        return None
