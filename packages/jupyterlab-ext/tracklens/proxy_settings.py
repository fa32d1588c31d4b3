"""Proxy settings of the environment, for requests of Node.js as for those of this package."""

from __future__ import annotations

from collections.abc import Mapping

_LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")
"""Names of this machine. Requests to a local service never go through a proxy."""


def with_proxies(environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the environment with settings that make Node.js use the proxies that it names.

    Node.js applies proxies since 22.21; older versions ignore the settings. It does not know `ALL_PROXY`.
    """
    every = _setting(environment, "all_proxy")
    named = {scheme: _setting(environment, scheme) or every for scheme in ("http_proxy", "https_proxy")}
    proxies = {scheme: proxy for scheme, proxy in named.items() if proxy}
    if not proxies:
        return dict(environment)
    direct = ",".join(filter(None, (_setting(environment, "no_proxy"), *_LOOPBACK)))
    names = {"http_proxy", "https_proxy", "no_proxy"}
    others = {name: value for name, value in environment.items() if name.lower() not in names}
    return {**others, **proxies, "no_proxy": direct, "NODE_USE_ENV_PROXY": "1"}


def _setting(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name) or environment.get(name.upper()) or ""
