"""Views of this package for `display` and `display_project` of the experiments of comet_ml.

`%load_ext tracklens` installs them, `%unload_ext tracklens` restores the methods of the SDK. The SDK is not imported: its
methods are replaced when a notebook imports it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

_MODULE = "comet_ml.common_experiment"
_CLASS = "CommonExperiment"

_originals: dict[str, Any] = {}


def _display(
    experiment: Any, clear: bool = False, wait: bool = True, new: int = 0, autoraise: bool = True, tab: Any = None
) -> None:
    """Displays the experiment like `tracklens.display`."""
    from .calls import display

    display(experiment, tab, clear, wait, new, autoraise)


def _display_project(
    experiment: Any, view_id: str | None = None, clear: bool = False, wait: bool = True, new: int = 0, autoraise: bool = True
) -> None:
    """Displays the project of the experiment like `tracklens.display_project`."""
    from .calls import display_project
    from .connection import default_connection

    found = default_connection().experiment(experiment)
    display_project(found.workspace, found.project_name, view_id, clear, wait, new, autoraise)


def install() -> None:
    """Replaces the methods of the SDK, now or when it is imported."""
    if _MODULE in sys.modules:
        _replace(sys.modules[_MODULE])
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def uninstall() -> None:
    """Restores the methods of the SDK."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
    experiment = getattr(sys.modules.get(_MODULE), _CLASS, None)
    if experiment is not None:
        for name, original in _originals.items():
            setattr(experiment, name, original)
    _originals.clear()


def _replace(module: ModuleType) -> None:
    experiment = getattr(module, _CLASS, None)
    if experiment is None:
        return
    for name, method in (("display", _display), ("display_project", _display_project)):
        original = vars(experiment).get(name)
        if original not in (None, method):
            _originals[name] = original
            setattr(experiment, name, method)


class _Finder(MetaPathFinder):
    """Finder that replaces the methods each time the SDK's module was executed."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != _MODULE:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader(Loader):
    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        _replace(module)
