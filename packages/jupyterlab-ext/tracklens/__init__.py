"""Tracklens: experiments as data in the notebook.

    import tracklens

    tracklens.display("<experiment key>", tab="charts")
    tracklens.display_project("<workspace>", "<project>")
    tracklens.experiments("<workspace>", "<project>")
"""

from __future__ import annotations

from typing import Any

from .calls import Experiment, display, display_project, experiments
from .errors import TracklensError

__version__ = "0.1.0"
__all__ = ["Experiment", "TracklensError", "display", "display_project", "experiments"]


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext tracklens`."""
    from .magics import run

    shell.register_magic_function(run, "line", "tracklens")


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    from .proxy.app import ProxyApp

    return [{"module": "tracklens", "app": ProxyApp}]


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    return [{"src": "labextension", "dest": "@tracklens/jupyterlab-ext"}]
