"""Queries on the experiments of a project.

The query language is implemented once, in TypeScript. Node.js compiles a text to the tests that the service runs.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Protocol, Union

from .conditions import Condition, Variable
from .errors import QueryError, ServiceFailed
from .node import find_node
from .records import records_of, texts_of
from .service import Read, Service

_COMPILER = Path(__file__).parent / "static_output" / "compile-query.mjs"
_SECONDS = 20
"""Time limit of the compiler, most of which a cold disk takes to start Node.js."""


class _CometExpression(Protocol):
    """Expression of `comet_ml.query`."""

    def get_predicates(self, columns: dict[str, Any]) -> list[Any]: ...


QueryInput = Union[str, Condition, _CometExpression]
"""Query as a text, a condition or an expression of comet_ml."""


def run_query(
    service: Service, workspace: str, project_name: str, query: QueryInput, archived: bool
) -> list[dict[str, Any]]:
    """Returns the metadata of the experiments that match a query, newest first.

    Takes two requests, and one more for each "or" in the query.
    """
    what = f"the project {workspace}/{project_name}"
    place = {"workspaceName": workspace, "projectName": project_name}
    columns = records_of(service.get("project/column-names", what, **place).get("columns"), "name", "source", "type")
    keys: dict[str, None] = {}
    found: dict[str, dict[str, Any]] = {}
    for predicates in _conjunctions(query, columns):
        response = service.post("project/query", what, {**place, "predicates": predicates, "archived": archived})
        keys.update(dict.fromkeys(texts_of(response.get("experimentKeys"))))
        found.update({one["experimentKey"]: one for one in records_of(response.get("experiments"), "experimentKey")})
    missing = [key for key in keys if key not in found]
    reads = [Read("experiment/metadata", f"the experiment {key}", {"experimentKey": key}) for key in missing]
    found.update({key: record for key, record in zip(missing, service.get_many(reads)) if record})
    return sorted((found[key] for key in keys if key in found), key=_start, reverse=True)


def _conjunctions(query: QueryInput, columns: list[dict[str, Any]]) -> list[Any]:
    """Returns the tests of each call."""
    predicates = getattr(query, "get_predicates", None)
    if callable(predicates):
        try:
            return [predicates({"columns": columns})]
        except Exception as error:  # What it raises for a name that no experiment has is an error of its own package.
            raise QueryError(f"Invalid query {query!r}: {error}.", "Check its names.") from None
    if isinstance(query, Condition):
        return compiled(str(query), columns)
    if isinstance(query, str):
        return compiled(query, columns)
    if isinstance(query, Variable):
        raise QueryError(f"{query!r} is no condition.", f"Compare it, for example {query!r} < 1.")
    raise QueryError(f"{query!r} is not a query.", 'Give a text, such as \'(Metric("loss") < 0.5) & Tag("best")\'.')


def compiled(text: str, columns: list[dict[str, Any]]) -> list[Any]:
    """Compiles the text of a query for a project with these columns. Raises QueryError."""
    given = json.dumps({"text": text, "columns": columns})
    try:
        ended = subprocess.run(
            [find_node().path, str(_COMPILER)],
            input=given,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=True,
        )
        result = json.loads(ended.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        raise ServiceFailed("Node.js failed to compile the query.", "Check the program that TRACKLENS_NODE names, or reinstall tracklens.") from None
    if "error" in result:
        error = result["error"]
        raise QueryError(f"Invalid query at character {error['start'] + 1}: {error['message']}.", f"To fix it: {error['remedy']}")
    conjunctions: list[Any] = result["conjunctions"]
    return conjunctions


def _start(record: dict[str, Any]) -> float:
    start = record.get("startTimeMillis")
    return float(start) if isinstance(start, (int, float)) else 0.0
