"""Lock between processes of one machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_WAIT_SECONDS = 5.0
_RETRY_SECONDS = 0.005

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Holds the lock of a file, which is created, while the `with` block runs.

    Continues without the lock after five seconds, or where the file system has no locks: a stopped process must not block
    the others for ever. The operating system releases the lock of a process that ends.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + _WAIT_SECONDS
        while not _try_lock(handle) and time.monotonic() < deadline:
            time.sleep(_RETRY_SECONDS)
        yield
    finally:
        # Releases the lock, too.
        os.close(handle)


def _try_lock(handle: int) -> bool:
    with suppress(OSError):
        _platform_lock()(handle)
        return True
    return False


def _platform_lock() -> Callable[[int], Any]:
    if fcntl is not None:
        return lambda handle: fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    import msvcrt

    return lambda handle: msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
