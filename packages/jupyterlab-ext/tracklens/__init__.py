"""Tracklens: experiment tracking data in notebooks.

    import tracklens

    tracklens.display("<experiment key>", tab="charts")
    tracklens.display_project("<workspace>", "<project>")
    tracklens.experiments("<workspace>", "<project>").to_pandas()
"""

from __future__ import annotations

import warnings
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any

from .errors import (
    ConfigurationError,
    KeyRefused,
    MissingPackage,
    NoServiceInBrowser,
    NotFound,
    QueryError,
    ServiceFailed,
    ServiceUnreachable,
    TracklensError,
)
from .kernel import in_browser, in_kernel

if TYPE_CHECKING:
    from .artifact import Artifact, ArtifactVersion
    from .asset import Asset
    from .calls import display, display_project
    from .chart_options import ChartOptions
    from .conditions import Environment, Metadata, Metric, Other, Parameter, Tag
    from .connection import (
        Connection,
        artifacts,
        connect,
        experiment,
        experiments,
        iter_experiments,
        models,
        projects,
        query,
        workspaces,
    )
    from .experiment_details import Experiment, MetricSummary
    from .experiment_list import ExperimentList
    from .metrics import MetricPoint, Metrics
    from .model import Model, ModelVersion
    from .project import Project
    from .tab import Tab
    from .view import View

__version__ = "0.1.0"
__all__ = [
    "Artifact",
    "ArtifactVersion",
    "Asset",
    "ChartOptions",
    "ConfigurationError",
    "Connection",
    "Environment",
    "Experiment",
    "ExperimentList",
    "KeyRefused",
    "Metadata",
    "Metric",
    "MetricPoint",
    "MetricSummary",
    "Metrics",
    "MissingPackage",
    "Model",
    "ModelVersion",
    "NotFound",
    "Other",
    "Parameter",
    "Project",
    "QueryError",
    "ServiceFailed",
    "ServiceUnreachable",
    "Tab",
    "Tag",
    "TracklensError",
    "View",
    "artifacts",
    "connect",
    "display",
    "display_project",
    "experiment",
    "experiments",
    "iter_experiments",
    "models",
    "projects",
    "query",
    "workspaces",
]

_LAZY = ("connection", "calls", "chart_options", "artifact", "model", "metrics", "conditions", "experiment_details", "view", "tab")
"""Modules that define the lazily imported names."""


def __getattr__(name: str) -> Any:
    # Lazy imports: notebooks import this package long before they display anything, and Jupyter servers never display.
    if name in __all__:
        modules = (import_module(f".{module}", __name__) for module in _LAZY)
        return next(getattr(module, name) for module in modules if hasattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load_ipython_extension(shell: Any) -> None:
    """Registers the magic and draws the views of comet_ml's experiments; called by `%load_ext tracklens`."""
    from . import magics, sdk_display

    magics.load(shell)
    sdk_display.install()


def unload_ipython_extension(shell: Any) -> None:
    """Undoes `load_ipython_extension`; called by `%unload_ext tracklens`."""
    from . import magics, sdk_display

    magics.unload(shell)
    sdk_display.uninstall()


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    from .proxy.app import ProxyApp

    return [{"module": "tracklens", "app": ProxyApp}]


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    return [{"src": "labextension", "dest": "@tracklens/jupyterlab-ext"}]


def _prepare_output() -> None:
    """Starts the process that makes the outputs in a thread, so that the first one need not wait for it."""
    # Not imported by the thread: a process that is forked meanwhile would wait for this import for ever.
    from .node_process import node_process

    Thread(target=node_process.prepare, daemon=True).start()


if in_browser():
    warnings.warn(str(NoServiceInBrowser()), stacklevel=2)
elif in_kernel():
    _prepare_output()
