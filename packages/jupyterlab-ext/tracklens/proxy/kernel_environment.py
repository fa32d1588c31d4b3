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


class KernelEnvironment:
    """Lets new kernels and terminals find the active connection.

    The variables name the settings file of the connection and never contain the key, so that a cell that prints the
    environment does not print the key.
    """

    def __init__(self, environment: MutableMapping[str, str] | None = None) -> None:
        self._environment = os.environ if environment is None else environment
        self._given = {name: self._environment[name] for name in _NAMES if name in self._environment}

    @property
    def given(self) -> Mapping[str, str]:
        """The environment that the Jupyter server was started with."""
        others = {name: value for name, value in self._environment.items() if name not in _NAMES}
        return {**others, **self._given}

    def use(self, settings: Path | None) -> None:
        """Sets the settings file of the active connection; None restores the settings of the Jupyter server."""
        values = self._given if settings is None else dict.fromkeys(_CONFIG_NAMES, str(settings))
        for name in _NAMES:
            if name in values:
                self._environment[name] = values[name]
            else:
                self._environment.pop(name, None)
