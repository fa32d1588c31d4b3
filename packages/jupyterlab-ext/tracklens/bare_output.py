"""Output of a VS Code kernel that has no service: what to show, without data.

The extension of VS Code may be signed in to a service whose key the kernel does not have. It draws the view with the
data of its own connection. Other readers of the notebook see the reason why there is no data.
"""

from __future__ import annotations

import os
import re
from typing import Any

from .errors import MissingService
from .view_schema import view_mime_type

_KEY = re.compile(r"[A-Za-z0-9]{32,50}")


def experiment_target(reference: object, tab: str | None) -> dict[str, Any] | None:
    """Returns the target of an experiment key; None for other references, which only a service can resolve."""
    if not isinstance(reference, str) or not _KEY.fullmatch(reference.strip()):
        return None
    return {"kind": "experiment", "experimentKey": reference.strip(), **({"tab": tab} if tab else {})}


def bare_bundle(target: dict[str, Any], state: dict[str, Any], reason: MissingService) -> dict[str, Any]:
    """Builds the output of a target without data."""
    return {view_mime_type: {"target": target, "state": state}, "text/plain": f"Tracklens: {reason}"}


def editor_draws() -> bool:
    """Whether VS Code has started this kernel, so that its extension can draw a view without data."""
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    return "__vsc_ipynb_file__" in getattr(shell, "user_ns", {}) or any(name in os.environ for name in ("VSCODE_PID", "VSCODE_CWD"))
