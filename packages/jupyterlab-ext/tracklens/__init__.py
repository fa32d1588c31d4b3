"""Tracklens: experiment tracking data in notebooks.

    import tracklens

    tracklens.display("<experiment key>", tab="charts")
    tracklens.display_project("<workspace>", "<project>")
    tracklens.experiments("<workspace>", "<project>")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import TracklensError

if TYPE_CHECKING:
    from .calls import Experiment, display, display_project, experiments

__version__ = "0.1.0"
__all__ = ["Experiment", "TracklensError", "display", "display_project", "experiments"]


def __getattr__(name: str) -> Any:
    # Lazy imports: notebooks import this package long before they display anything, and Jupyter servers never display.
    if name in __all__:
        from . import calls

        return getattr(calls, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load_ipython_extension(shell: Any) -> None:
    """Registers the magic; called by `%load_ext tracklens`."""
    from .magics import run

    shell.register_magic_function(run, "line", "tracklens")


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    from .proxy.app import ProxyApp

    return [{"module": "tracklens", "app": ProxyApp}]


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    return [{"src": "labextension", "dest": "@tracklens/jupyterlab-ext"}]
