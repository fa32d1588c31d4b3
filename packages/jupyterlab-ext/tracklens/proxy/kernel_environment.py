"""Environment that new kernels and terminals inherit from the Jupyter server."""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping
from pathlib import Path

_NAMES = tuple(
    f"{family}_{name}"
    for family in ("SERVICE", "COMET")
    for name in ("API_KEY", "URL_OVERRIDE", "WORKSPACE", "PROJECT_NAME", "CONFIG")
)
"""Settings of the service, which the active connection replaces as a whole: a key belongs to an address."""

_CONFIG_NAMES = ("SERVICE_CONFIG", "COMET_CONFIG")

_PROXY_NAMES = ("http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY")
_THIS_MACHINE = ("127.0.0.1", "localhost")


class KernelEnvironment:
    """Lets new kernels and terminals find the active connection.

    The variables name the settings file of the connection and never contain the key, so that a cell that prints the
    environment does not print the key.
    """

    def __init__(self, environment: MutableMapping[str, str] | None = None) -> None:
        self._environment = os.environ if environment is None else environment
        self._given = {name: self._environment[name] for name in _NAMES if name in self._environment}
        # The name in lower case has precedence.
        self._exclusions_name = "no_proxy" if self._environment.get("no_proxy") else "NO_PROXY"
        self._given_exclusions = self._environment.get(self._exclusions_name)

    @property
    def given(self) -> Mapping[str, str]:
        """The environment that the Jupyter server was started with."""
        others = {name: value for name, value in self._environment.items() if name not in _NAMES}
        return {**others, **self._given}

    def use(self, settings: Path | None, is_local: bool = False) -> None:
        """Sets the settings file of the active connection; None restores the settings of the Jupyter server.

        SDKs would send requests to a local service through the proxy of the environment, from which it is excluded.
        """
        self._exclude_this_machine(is_local)
        values = self._given if settings is None else dict.fromkeys(_CONFIG_NAMES, str(settings))
        for name in _NAMES:
            if name in values:
                self._environment[name] = values[name]
            else:
                self._environment.pop(name, None)

    def _exclude_this_machine(self, is_local: bool) -> None:
        value = self._given_exclusions
        # Without a proxy in the environment, any exclusion there would hide the proxies of the system.
        if is_local and value != "*" and any(self._environment.get(name) for name in _PROXY_NAMES):
            value = ",".join(dict.fromkeys(filter(None, (*(value or "").split(","), *_THIS_MACHINE))))
        if value is None:
            self._environment.pop(self._exclusions_name, None)
        else:
            self._environment[self._exclusions_name] = value
