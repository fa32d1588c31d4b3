"""Whether this process is a kernel, and whether it runs in a browser."""

from __future__ import annotations

import sys


def in_kernel() -> bool:
    """Whether this process is a kernel, so that its outputs are shown in a notebook."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and getattr(ipython.get_ipython(), "kernel", None) is not None


def in_browser() -> bool:
    """Whether Python runs in a browser: Pyodide, the kernel of JupyterLite."""
    return sys.platform == "emscripten"
