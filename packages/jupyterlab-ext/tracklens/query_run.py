"""Queries on the experiments of a project.

The query language is implemented once, in TypeScript. Node.js compiles a text to the tests that the service runs.
"""

from __future__ import annotations

from typing import Any, Protocol, Union

from .conditions import Condition, Variable
from .endpoints import EXPERIMENTS_METADATA, QUERY_COLUMNS, QUERY_RUN
from .errors import QueryError
from .logged_value import number_or_none
from .node_process import node_process
from .records import records_of, texts_of
from .service import Read, Service


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
    project = {"workspaceName": workspace, "projectName": project_name}
    columns = records_of(service.get(QUERY_COLUMNS, what, **project).get("columns"), "name", "source", "type")
    keys: dict[str, None] = {}
    found: dict[str, dict[str, Any]] = {}
    for predicates in _conjunctions(query, columns):
        response = service.post(QUERY_RUN, what, {**project, "predicates": predicates, "archived": archived})
        keys.update(dict.fromkeys(texts_of(response.get("experimentKeys"))))
        found.update({one["experimentKey"]: one for one in records_of(response.get("experiments"), "experimentKey")})
    missing = [key for key in keys if key not in found]
    reads = [Read(EXPERIMENTS_METADATA, f"the experiment {key}", {"experimentKey": key}) for key in missing]
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
        return node_process.compiled(str(query), columns)
    if isinstance(query, str):
        return node_process.compiled(query, columns)
    if isinstance(query, Variable):
        raise QueryError(f"{query!r} is no condition.", f"Compare it, for example {query!r} < 1.")
    raise QueryError(f"{query!r} is not a query.", 'Give a text, such as \'(Metric("loss") < 0.5) & Tag("best")\'.')


def _start(record: dict[str, Any]) -> float:
    return number_or_none(record.get("startTimeMillis")) or 0.0
