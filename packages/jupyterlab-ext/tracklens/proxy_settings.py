"""Proxy settings of the environment, for requests of this package and of its Node.js program."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from .address import is_host
from .errors import ConfigurationError

_LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")
"""Names of this machine. Requests to a local service never go through a proxy."""

_SCHEMES = {"http": "http", "https": "https", "socks5": "socks5", "socks5h": "socks5"}
"""Kinds of proxies, by scheme. With SOCKS 5, the proxy always resolves the names of hosts."""


class Proxy(NamedTuple):
    """Proxy for one service."""

    address: str
    """`scheme://host:port`, with a user name and a password where it needs them."""
    source: str
    """Where it is set, for messages."""


def service_proxy(root: str) -> Proxy | None:
    """Returns the proxy that the environment or the system names for a service; None for none.

    Raises ConfigurationError for a setting that is not the address of a proxy. The message does not contain it, because
    it may contain a password.
    """
    # Lazy import: services on this machine need no proxy.
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(root)
    proxies = getproxies()
    name = next((name for name in (parts.scheme, "all") if proxies.get(name, "").strip()), None)
    if name is None or proxy_bypass(parts.netloc):
        return None
    source = next((one for one in os.environ if one.lower() == f"{name}_proxy"), "The network settings of the system")
    address = _proxy_address(proxies[name])
    if address is None:
        raise ConfigurationError(f"{source} is not the address of a proxy.", "An address looks like http://proxy.example:3128.")
    return Proxy(address, source)


def with_proxies(environment: Mapping[str, str], takes_socks: bool) -> dict[str, str]:
    """Returns the environment with settings that make Node.js use the proxies that it names.

    Node.js applies proxies since 22.21; older versions ignore the settings. It does not know `ALL_PROXY`, and does not
    start when a setting is not the address of a proxy of a kind that it knows.
    """
    every = _setting(environment, "all_proxy")
    named = {name: _proxy_address(_setting(environment, name) or every) for name in ("http_proxy", "https_proxy")}
    proxies = {name: proxy for name, proxy in named.items() if proxy and (takes_socks or not proxy.startswith("socks5:"))}
    names = {"http_proxy", "https_proxy", "no_proxy", "node_use_env_proxy"}
    others = {name: value for name, value in environment.items() if name.lower() not in names}
    direct = ",".join(filter(None, (_setting(environment, "no_proxy"), *_LOOPBACK)))
    return {**others, **proxies, "no_proxy": direct, "NODE_USE_ENV_PROXY": "1"} if proxies else others


def _setting(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name) or environment.get(name.upper()) or ""


def _proxy_address(setting: str) -> str | None:
    """Returns the address of a setting; None when it is not that of a proxy. Without a scheme it is an HTTP proxy."""
    text = setting.strip()
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        user, _, host = parts.netloc.rpartition("@")
        valid = parts.scheme in _SCHEMES and is_host(parts.hostname or "") and parts.port != 0 and _is_encoded(user)
    except ValueError:
        return None
    return f"{_SCHEMES[parts.scheme]}://{user}{'@' if user else ''}{host}" if valid else None


def _is_encoded(text: str) -> bool:
    """Whether a text with percent signs can be decoded."""
    return "%" not in unquote(text.replace("%25", ""), errors="strict")
