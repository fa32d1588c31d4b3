"""Whether the process of a local service runs."""

from __future__ import annotations

import os
import sys


def _own_pid_namespace() -> str | None:
    """Returns the PID namespace of this process; None where there are none."""
    try:
        return os.readlink("/proc/self/ns/pid") if sys.platform == "linux" else None
    except OSError:
        return None


def has_ended(pid: object, pid_namespace: object) -> bool:
    """Whether the process of a service has ended. False for one of another PID namespace, such as that of a container.

    False on Windows, where `os.kill` would end the process.
    """
    if not isinstance(pid, int) or sys.platform == "win32" or pid_namespace != _own_pid_namespace():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False
