"""The `tracklens` command: runs the bundled local service and its commands with Node.js."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .errors import TracklensError
from .node import find_node

PROGRAM = Path(__file__).parent / "local_service" / "tracklens.mjs"
"""The bundled service. Its page, demo data and third-party notices are in the same folder."""


def service_command(*arguments: str) -> list[str]:
    """Returns the program and arguments that run a command of the service, for `subprocess`.

    Raises NodeNotFound when there is no Node.js, TracklensError when this package was built without the service.
    """
    if not PROGRAM.is_file():
        raise TracklensError(f"{PROGRAM} is missing.", "Install tracklens from a wheel; in a checkout run `npm run build`.")
    # SQLite of Node.js 22 announces itself as experimental at each start.
    return [find_node().path, "--disable-warning=ExperimentalWarning", str(PROGRAM), *arguments]


def service_environment(invoked: str | None = None, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns the environment for `service_command`. In it, the messages of the service name this package's command.

    `invoked` is the path of the script that was started, as in `sys.argv[0]`.
    """
    environment = os.environ if environment is None else environment
    return {**environment, "TRACKLENS_COMMAND": "\n".join(_typed(invoked))}


def _typed(invoked: str | None) -> list[str]:
    """Returns the words of a shell command that starts this program again, in any folder."""
    on_path = shutil.which("tracklens")
    installed = os.path.join(os.path.dirname(sys.executable), "tracklens")
    script = next((one for one in (invoked, installed, f"{installed}.exe") if one and _is_script(one)), None)
    if script is None:
        return [sys.executable, "-m", "tracklens"]
    if on_path is not None and os.path.realpath(on_path) == os.path.realpath(script):
        return ["tracklens"]
    return [os.path.abspath(script)]


def _is_script(path: str) -> bool:
    return Path(path).stem == "tracklens" and os.access(path, os.X_OK)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command of the service; entry point of the `tracklens` script.

    On POSIX it replaces this process, so that signals, input, output and exit status are those of the service.
    """
    try:
        command = service_command(*(sys.argv[1:] if arguments is None else arguments))
    except TracklensError as error:
        print(f"tracklens: {error}", file=sys.stderr)
        return 1
    environment = service_environment(sys.argv[0])
    if os.name != "nt":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execve(command[0], command, environment)
    return _wait(command, environment)


def _wait(command: list[str], environment: dict[str, str]) -> int:
    """Runs a command as a child and returns its exit status.

    The console sends Ctrl-C and Ctrl-Break to the child too, which ends in order; this process waits for it.
    """
    for name in ("SIGINT", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: None)
    with subprocess.Popen(command, env=environment) as child:
        return child.wait()
