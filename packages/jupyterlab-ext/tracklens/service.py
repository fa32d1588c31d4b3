"""Service client of the kernel: a few read endpoints with validated responses and readable errors."""

from __future__ import annotations

import json
import math
import time
from typing import TYPE_CHECKING, Any

from . import sign_in_link
from .configuration import ServiceAddress
from .errors import KeyRefused, NotFound, ServiceFailed, ServiceUnreachable
from .values import number_or_none

if TYPE_CHECKING:
    import httpx

_REST = "/api/rest/v2/"
_CONNECT_SECONDS = 5.0
_READ_SECONDS = 10.0
_LONGEST_PAUSE_SECONDS = 5.0


class Service:
    """Connection to the service. Default transport: the network.

    Every call has a timeout: 5 s to connect, 10 s to wait for data.
    """

    def __init__(self, address: ServiceAddress, transport: httpx.BaseTransport | None = None) -> None:
        # Lazy import, so that `import tracklens` stays fast.
        import httpx

        self._httpx = httpx
        self._address = address
        self._client = httpx.Client(
            base_url=address.root,
            headers={"Authorization": address.api_key, "Accept": "application/json"},
            timeout=httpx.Timeout(_READ_SECONDS, connect=_CONNECT_SECONDS),
            # Proxy settings of the environment do not apply to a local service.
            trust_env=not address.is_local,
            transport=transport,
        )

    @property
    def address(self) -> ServiceAddress:
        """Address of the service with the API key."""
        return self._address

    @property
    def root(self) -> str:
        """`scheme://host:port` without a trailing slash."""
        return self._address.root

    def close(self) -> None:
        """Closes the connection."""
        self._client.close()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def metadata(self, experiment_key: str) -> dict[str, Any]:
        """Returns the metadata of an experiment. Raises NotFound for an unknown key."""
        answer = self._get("experiment/metadata", f"the experiment {experiment_key}", experimentKey=experiment_key)
        record = _experiment_record(answer)
        if record is None:
            raise _unknown(f"the experiment {experiment_key}", self.root)
        return record

    def tags(self, experiment_key: str) -> list[str]:
        """Returns the tags of an experiment."""
        return _texts(self._get("experiment/tags", "the tags", experimentKey=experiment_key).get("tags"))

    def metrics_summary(self, experiment_key: str) -> list[dict[str, Any]]:
        """Returns the last, minimum and maximum value of each metric of an experiment, with their steps and timestamps."""
        return _named(self._get("experiment/metrics/summary", "the metrics", experimentKey=experiment_key).get("values"))

    def parameters(self, experiment_key: str) -> list[dict[str, Any]]:
        """Returns the parameters of an experiment."""
        return _named(self._get("experiment/parameters", "the parameters", experimentKey=experiment_key).get("values"))

    def chart(self, experiment_keys: list[str], metric_names: list[str]) -> dict[str, dict[str, Any]]:
        """Returns points by experiment key. The service downsamples each metric to about 500 points."""
        if not experiment_keys or not metric_names:
            return {}
        answer = self._post(
            "experiments/multi-metric-chart",
            "the chart",
            {
                "targetedExperiments": experiment_keys,
                "metrics": metric_names,
                "independentMetrics": True,
                "fetchFull": False,
            },
        )
        entries = answer.get("experiments")
        return {key: entry for key, entry in entries.items() if isinstance(entry, dict)} if isinstance(entries, dict) else {}

    def project(self, workspace: str, project_name: str) -> dict[str, Any]:
        """Returns the details of a project. Raises NotFound for an unknown name."""
        return self._get(
            "project", f"the project {workspace}/{project_name}", workspaceName=workspace, projectName=project_name
        )

    def experiments(self, workspace: str, project_name: str) -> list[dict[str, Any]]:
        """Returns the metadata of the experiments of a project that are not archived, newest first."""
        answer = self._get(
            "experiments",
            f"the project {workspace}/{project_name}",
            workspaceName=workspace,
            projectName=project_name,
            archived="False",
        )
        found = [_experiment_record(record) for record in _records(answer.get("experiments"))]
        return sorted(filter(None, found), key=lambda record: record.get("startTimeMillis", 0), reverse=True)

    def named_views(self, workspace: str, project_name: str) -> list[dict[str, Any]]:
        """Returns the named views of a project."""
        what = f"the named views of {workspace}/{project_name}"
        answer = self._get("project/named-views", what, workspaceName=workspace, projectName=project_name)
        return _records(answer.get("views"))

    def browser_address(self, page: str) -> str:
        """Returns the URL for opening a page of the service in a browser.

        For a page of the local service this is a one-time sign-in link, otherwise the page's own URL. No request is sent
        to a service on another machine, where users have accounts.
        """
        path = sign_in_link.path_of_page(self._address, page)
        if path is None:
            return page
        try:
            response = self._client.post(sign_in_link.ROUTE, json=sign_in_link.request_body(path), timeout=_CONNECT_SECONDS)
        except self._httpx.HTTPError:
            # The service is unreachable: fall back to the page's own URL.
            return page
        return sign_in_link.link_of(self._address, response.status_code, response.text) or page

    def _get(self, name: str, what: str, **query: str) -> dict[str, Any]:
        return self._ask("GET", name, what, params=query)

    def _post(self, name: str, what: str, body: dict[str, Any]) -> dict[str, Any]:
        return self._ask("POST", name, what, json=body)

    def _ask(self, method: str, name: str, what: str, **content: Any) -> dict[str, Any]:
        for attempt in (1, 2, 3):
            try:
                response = self._client.request(method, _REST + name, **content)
            except self._httpx.TimeoutException:
                raise ServiceUnreachable(
                    f"The service {self.root} did not answer in time.", "Check that it runs, then run the cell again."
                ) from None
            except self._httpx.HTTPError:
                raise ServiceUnreachable(
                    f"The service {self.root} cannot be reached.",
                    "Start it (`tracklens serve`) or correct SERVICE_URL_OVERRIDE, then run the cell again.",
                ) from None
            if response.status_code not in (429, 502, 503, 504) or attempt == 3:
                break
            seconds = _pause_seconds(response.headers.get("retry-after"), attempt)
            if seconds > _LONGEST_PAUSE_SECONDS:
                raise ServiceFailed(
                    f"The service {self.root} asks to wait {math.ceil(seconds)} s before the next request.",
                    "Run the cell again after that.",
                )
            time.sleep(seconds)
        return self._answer(response, what)

    def _answer(self, response: Any, what: str) -> dict[str, Any]:
        status = response.status_code
        if status == 401:
            raise KeyRefused(
                f"The service {self.root} does not accept the API key (found in {self._address.source}).",
                "Set a valid key there, then run the cell again.",
            )
        if status in (402, 403):
            raise KeyRefused(f"The API key may not read {what}.", "Ask the owner of the workspace for access.")
        if status in (400, 404):
            raise _unknown(what, self.root)
        if status != 200:
            raise ServiceFailed(f"The service {self.root} failed to give {what} (status {status}).", "Run the cell again.")
        try:
            answer = _json(response.text)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise ServiceFailed(
                f"{self.root} does not answer like an experiment-tracking service.", "Correct SERVICE_URL_OVERRIDE."
            )
        return answer


def _pause_seconds(retry_after: str | None, attempt: int) -> float:
    try:
        return max(0.0, float(retry_after or ""))
    except ValueError:
        return 0.3 * attempt


def _unknown(what: str, root: str) -> NotFound:
    return NotFound(f"The service {root} does not know {what}.", "Check the name; it may also belong to another account or service.")


def _json(text: str) -> Any:
    """Parses JSON. Lone surrogates, which a notebook cannot store, become the replacement character."""
    value = json.loads(text)
    return _whole_letters(value) if "\\ud" in text.lower() else value


def _whole_letters(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_whole_letters(one) for one in value]
    if isinstance(value, dict):
        return {_whole_letters(name): _whole_letters(one) for name, one in value.items()}
    return value


_TEXTS = ("experimentName", "workspaceName", "projectName", "fileName", "filePath")
_FLAGS = ("archived", "running", "hasCrashed")
_MOMENTS = ("startTimeMillis", "endTimeMillis", "durationMillis")


def _experiment_record(given: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the fields of an experiment that have the right type; None without a key."""
    key = given.get("experimentKey")
    if not isinstance(key, str) or not key:
        return None
    texts = {name: given[name] for name in _TEXTS if isinstance(given.get(name), str)}
    flags = {name: given[name] for name in _FLAGS if isinstance(given.get(name), bool)}
    moments = {name: given[name] for name in _MOMENTS if math.isfinite(_number(given.get(name)))}
    return {"experimentKey": key, **texts, **flags, **moments}


def _number(value: Any) -> float:
    number = number_or_none(value)
    return math.nan if number is None else number


def _records(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _named(value: Any) -> list[dict[str, Any]]:
    return [record for record in _records(value) if isinstance(record.get("name"), str)]


def _texts(value: Any) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
