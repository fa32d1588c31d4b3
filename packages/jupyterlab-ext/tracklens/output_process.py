"""Process of Node.js that takes snapshots and makes the forms of an output, with the TypeScript client."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

from .errors import KeyRefused, NotFound, ServiceFailed, ServiceUnreachable, TracklensError
from .node import find_node

_PROGRAM = Path(__file__).parent / "static_output" / "static-output.mjs"
_SECONDS = 120
"""Time limit of one output. The program has shorter limits for each request to the service."""


class OutputProcessFailed(TracklensError):
    """Raised when the process does not run or ends without a response."""


class OutputProcess:
    """Process that is started when it is first used, and again after it has ended.

    It may be used by several threads, one output at a time. A forked process starts its own. It ends with this process,
    because its standard input then closes.
    """

    def __init__(self) -> None:
        self._forget()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts the process, so that it is ready for the first output. Raises NodeNotFound, OutputProcessFailed."""
        with self._lock:
            self._started()

    def bundle(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the output of a request by MIME type.

        Raises NodeNotFound or OutputProcessFailed when the process does not run, and the errors of a service.
        """
        line = json.dumps(request)
        with self._lock:
            response = self._respond(line) or self._respond(line)
        if response is None:
            raise OutputProcessFailed("The program that draws outputs ended.", "Run the cell again.")
        if "error" in response:
            raise _error(response["error"], request["url"])
        bundle: dict[str, Any] = response["bundle"]
        return bundle

    def _respond(self, line: str) -> dict[str, Any] | None:
        """Returns the response to a request; None when the process has ended."""
        process = self._started()
        assert process.stdin and process.stdout
        # A process that is killed closes its output, which ends the wait below.
        limit = threading.Timer(_SECONDS, process.kill)
        limit.daemon = True
        limit.start()
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            response = process.stdout.readline()
            if response.endswith("\n"):
                found: dict[str, Any] = json.loads(response)
                return found
        except (OSError, ValueError):
            pass
        except BaseException:
            # Interrupted: the response to this request must not be read as that to the next one.
            self._end()
            raise
        finally:
            limit.cancel()
        self._end()
        return None

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            if not _PROGRAM.is_file():
                raise OutputProcessFailed("The program that draws outputs is not installed.", "Install tracklens again.")
            try:
                self._process = subprocess.Popen(
                    [find_node().path, str(_PROGRAM)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    encoding="utf-8",
                    env=_environment(),
                    # An interrupt of the kernel is for the code of the cell.
                    start_new_session=os.name != "nt",
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
            except OSError as error:
                raise OutputProcessFailed(f"Node.js does not start ({error}).", "Correct TRACKLENS_NODE, or install Node.js.") from None
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _environment() -> dict[str, str]:
    """Returns the environment of the process: that of this one, with its certificates and without options of Node.js."""
    environment = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"}
    if certificates := environment.get("SSL_CERT_FILE"):
        environment.setdefault("NODE_EXTRA_CA_CERTS", certificates)
    return environment


def _error(given: dict[str, str], root: str) -> TracklensError:
    """Returns the error of this package for a failure of the TypeScript client."""
    kinds = {
        "unauthorized": KeyRefused,
        "forbidden": KeyRefused,
        "payment-required": KeyRefused,
        "not-found": NotFound,
        "unreachable": ServiceUnreachable,
        "timeout": ServiceUnreachable,
    }
    reason = given["reason"]
    return kinds.get(given["code"], ServiceFailed)(f"The service {root}: {reason}.", f"{given['remedy']}.")


output_process = OutputProcess()
"""Process of this Python process. It is not started before the first output."""
