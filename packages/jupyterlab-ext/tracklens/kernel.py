"""Whether this process is a kernel."""

from __future__ import annotations

import sys


def in_kernel() -> bool:
    """Whether this process is a kernel, so that its outputs are shown in a notebook."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and getattr(ipython.get_ipython(), "kernel", None) is not None
