"""Process of Node.js that makes the outputs of `display`, compiles queries and reads recordings, with the TypeScript client."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

from .errors import KeyRefused, NotFound, QueryError, ServiceFailed, ServiceUnreachable, TracklensError
from .node import NodeNotFound, find_node
from .proxy_settings import with_proxies
from .secret import Secret

_PROGRAM = Path(__file__).parent / "node_program" / "main.mjs"
_OPTIONS = ("--min-semi-space-size=16",)
"""Options of Node.js: with more memory for young objects, the first output needs no garbage collection."""

_SOCKS = (24, 19)
"""Version of Node.js from which it can use SOCKS proxies. Some older versions do not start with one."""

_IDLE_SECONDS = 600
"""Time after the last request at which the process ends, to free its memory."""

_SECONDS = 120
"""Time limit of one response. The program has shorter limits for each request to the service."""


class NodeProcessFailed(TracklensError):
    """Raised when the process does not run or ends without a response."""


class NodeProcess:
    """Process that is started when it is first used, and again after it has ended. It ends when it is idle.

    It may be used by several threads, one request at a time. A forked process starts its own. It ends with this process,
    because its standard input then closes.
    """

    def __init__(self) -> None:
        self._forget()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def prepare(self) -> None:
        """Starts the process if it can run, so that it is ready for the first request. Does not wait for it."""
        with self._lock:
            try:
                self._started()
            except (NodeNotFound, NodeProcessFailed):
                pass

    def bundle(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the output of a view by MIME type.

        Raises NodeNotFound or NodeProcessFailed when the process does not run, and the errors of a service.
        """
        bundle: dict[str, Any] = self._result({"kind": "output", **request}, f"The service {request['url']}: ")
        return bundle

    def compiled(self, text: str, columns: list[dict[str, Any]]) -> list[Any]:
        """Returns the tests of each call that a query takes, for a project with these columns.

        Raises QueryError for an invalid query, NodeNotFound or NodeProcessFailed when the process does not run.
        """
        conjunctions: list[Any] = self._result({"kind": "query", "text": text, "columns": columns})
        return conjunctions

    def recording_summary(self, content: str) -> dict[str, Any]:
        """Returns what a recording of experiments contains, given its bytes in Base64.

        Raises ServiceFailed when it is no recording, NodeNotFound or NodeProcessFailed when the process does not run.
        """
        summary: dict[str, Any] = self._result({"kind": "recording", "content": content})
        return summary

    def _result(self, request: dict[str, Any], subject: str = "") -> Any:
        """Returns the result of a request. `subject` begins the message of an error."""
        # It may contain a key.
        line = Secret(json.dumps(request))
        with self._lock:
            response = self._respond(line) or self._respond(line)
        if response is None:
            raise NodeProcessFailed("The Node.js program of tracklens ended without a response.", "Run the cell again.")
        if "error" in response:
            raise _error(response["error"], subject)
        return response["result"]

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
            self._end()
            if not _PROGRAM.is_file():
                raise NodeProcessFailed("The Node.js program of tracklens is not installed.", "Install tracklens again: pip install --force-reinstall tracklens.")
            node = find_node()
            try:
                self._process = subprocess.Popen(
                    [node.path, *_OPTIONS, str(_PROGRAM), str(_IDLE_SECONDS)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    encoding="utf-8",
                    env=_environment(node.version),
                    # An interrupt of the kernel is for the code of the cell.
                    start_new_session=os.name != "nt",
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
            except OSError as error:
                raise NodeProcessFailed(f"Node.js does not start ({error}).", "Correct TRACKLENS_NODE, or install Node.js.") from None
            # An ended process remains in the system until its parent waits for it.
            threading.Thread(target=self._process.wait, name="tracklens-node", daemon=True).start()
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _environment(version: tuple[int, int, int]) -> dict[str, str]:
    """Returns the environment of the process: that of this one, with its certificates and proxies, without options of Node.js."""
    environment = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"}
    if certificates := environment.get("SSL_CERT_FILE"):
        environment.setdefault("NODE_EXTRA_CA_CERTS", certificates)
    return with_proxies(environment, takes_socks=version >= _SOCKS)


_ERRORS: dict[str, type[TracklensError]] = {
    "unauthorized": KeyRefused,
    "forbidden": KeyRefused,
    "payment-required": KeyRefused,
    "not-found": NotFound,
    "unreachable": ServiceUnreachable,
    "timeout": ServiceUnreachable,
    "query": QueryError,
}


def _error(record: dict[str, str], subject: str) -> TracklensError:
    """Returns the error of this package for a failure that the program reports."""
    # A reason that begins with the address needs no subject.
    reason = f"The service {record['reason']}." if record["reason"].startswith(("http:", "https:")) else f"{subject}{record['reason']}."
    return _ERRORS.get(record["code"], ServiceFailed)(reason, _sentence(record["remedy"]))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith("?") else ".")


node_process = NodeProcess()
"""Process of this Python process. It is not started before the first request."""
