"""Service client of the kernel: requests with readable errors."""

from __future__ import annotations

import math
import os
import time
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn
from urllib.parse import urlencode

from . import sign_in_link
from .column_frames import COLUMNS_TYPE, MetricColumns, metric_columns
from .address import ServiceAddress
from .data_folder import local_service_in
from .endpoints import ACCOUNT_READS, Endpoint
from .errors import KeyRefused, NotFound, ServiceFailed, ServiceUnreachable
from .http_client import HttpClient, NoResponse, NoResponseInTime, Request, Response
from .records import parsed_json
from .serve_command import serve_command
from .service_hints import address_hint, other_service_hint, unreachable_hint
from .service_proof import not_proven_message, prove

if TYPE_CHECKING:
    import httpx

_CONNECT_SECONDS = 5.0
_READ_SECONDS = 10.0
_MAX_PAUSE_SECONDS = 5.0
_MAX_READS = 100
_MAX_REQUESTS = 8


class Read(NamedTuple):
    """One small read of a batch."""

    endpoint: Endpoint
    what: str
    """Name of the object in messages."""
    query: dict[str, str]


class _Opened(NamedTuple):
    """Client with the process that opened it and the address of the service."""

    process: int
    address: ServiceAddress
    client: HttpClient
    close: weakref.finalize[[], Service]
    """Closes the client, once. Called at the latest when the service is collected."""


class _NotProven(NoResponse):
    """Raised when the program at the address of a local service does not prove the address."""


class Service:
    """Connection to the service. Default transport: the network.

    Every call has a timeout: 5 s to connect, 10 s to wait for data.
    """

    def __init__(self, address: ServiceAddress, transport: httpx.BaseTransport | None = None) -> None:
        self._transport = transport
        self._has_batches: bool | None = None
        self._opened = self._open(address)

    @property
    def address(self) -> ServiceAddress:
        """Present address of the service with the API key."""
        return self._present_address() or self._opened.address

    @property
    def root(self) -> str:
        """`scheme://host:port` of the last request, without a trailing slash."""
        return self._opened.address.root

    def proven_address(self) -> ServiceAddress:
        """Returns the present address for another program that sends the key there. Raises ServiceUnreachable."""
        try:
            return self._proven_address()
        except NoResponse as error:
            raise self._unreachable(error) from None

    def unreachable(self, message: str) -> ServiceUnreachable:
        """Returns the error for a service that did not respond to another program."""
        return ServiceUnreachable(message, unreachable_hint(self._opened.address))

    def unknown(self, what: str) -> NotFound:
        """Returns the error for something that the service does not know."""
        remedy = f"Check the name; it may also belong to another account or service. {address_hint(self._opened.address)}"
        return NotFound(f"The service {self.root} does not know {what}.", remedy.strip())

    def close(self) -> None:
        """Closes the connection. A later call opens it again."""
        self._opened.close()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __deepcopy__(self, _: object) -> Service:
        """Returns this service: copies of what was read from it share its connection."""
        return self

    def __reduce__(self) -> NoReturn:
        """Fails: a pickle, such as a cached result, would contain the API key."""
        raise TypeError(
            "what was read from a service cannot be pickled, because that would save the API key; "
            "pass keys or data frames to other processes, and read there again"
        )

    def browser_address(self, page: str, uid: int | None = None) -> str:
        """Returns the URL for opening a page of the service in a browser.

        For a page of the local service this is a one-time sign-in link, otherwise the page's own URL. With a user id, it
        signs in only browsers of this user. No request is sent to a service on another machine, where users have accounts.
        """
        path = sign_in_link.path_of_page(self.address, page)
        if path is None:
            return page
        try:
            response = self._send(Request("POST", sign_in_link.ROUTE, json=sign_in_link.request_body(path, uid)))
        except NoResponse:
            # The service is unreachable: fall back to the page's own URL.
            return page
        return sign_in_link.link_of(self._opened.address, response.status_code, response.text) or page

    def get(self, endpoint: Endpoint, what: str, **query: str) -> dict[str, Any]:
        """Returns the response of a read. `what` names the object in messages."""
        return self._parsed(self._exchange(endpoint, params=query), what)

    def post(self, endpoint: Endpoint, what: str, body: dict[str, Any]) -> dict[str, Any]:
        """Returns the response of a read whose arguments are a body."""
        return self._parsed(self._exchange(endpoint, json=body), what)

    def content(self, endpoint: Endpoint, what: str, **query: str) -> bytes:
        """Returns the bytes of a file."""
        response = self._exchange(endpoint, params=query)
        self._check(response.status_code, what)
        return response.content

    def points(self, endpoint: Endpoint, what: str, **query: str) -> list[MetricColumns] | dict[str, Any]:
        """Returns points as binary columns; from a service without them, as the records of its response."""
        response = self._exchange(endpoint, params=query, accept=f"{COLUMNS_TYPE}, application/json;q=0.9")
        if response.content_type != COLUMNS_TYPE:
            return self._parsed(response, what)
        self._check(response.status_code, what)
        try:
            return metric_columns(response.content)
        except (ValueError, TypeError, RecursionError):
            raise ServiceFailed(f"The service {self.root} failed to give {what}.", "Run the cell again.") from None

    def get_many(self, reads: Sequence[Read]) -> list[dict[str, Any]]:
        """Returns the responses of many small reads, in their order; empty for what does not exist any more.

        The local service responds to 100 of them in one request, except to lists. Another service gets one request each.
        """
        if len(reads) < 2 or self._has_batches is False:
            return self.get_each(reads)
        first, *others = [reads[start : start + _MAX_READS] for start in range(0, len(reads), _MAX_READS)]
        responses = self._batch(first)
        self._has_batches = responses is not None
        if responses is None:
            return self.get_each(reads)
        with ThreadPoolExecutor(_MAX_REQUESTS) as threads:
            more = threads.map(lambda group: self._batch(group) or self.get_each(group), others)
            return [*responses, *(response for group in more for response in group)]

    def get_each(self, reads: Sequence[Read]) -> list[dict[str, Any]]:
        """Returns the responses of reads, one request each, 8 at a time; empty for what does not exist any more."""
        with ThreadPoolExecutor(_MAX_REQUESTS) as threads:
            return list(threads.map(self._get_or_empty, reads))

    def _get_or_empty(self, read: Read) -> dict[str, Any]:
        try:
            return self.get(read.endpoint, read.what, **read.query)
        except NotFound:
            return {}

    def _batch(self, reads: Sequence[Read]) -> list[dict[str, Any]] | None:
        """Returns the responses of one batch; None from a service without the endpoint."""
        addresses = [f"{read.endpoint.path}?{urlencode(read.query)}" for read in reads]
        response = self._exchange(ACCOUNT_READS, json={"addresses": addresses})
        if response.status_code == 401:
            self._check(response.status_code, "the experiments")
        lines = response.text.split("\n")[:-1]
        if response.status_code != 200 or len(lines) != len(reads):
            return None
        return [self._parsed_line(line, read.what) for line, read in zip(lines, reads)]

    def _parsed_line(self, line: str, what: str) -> dict[str, Any]:
        status, _, text = line.partition(" ")
        try:
            self._check(int(status) if status.isdecimal() else 500, what)
        except NotFound:
            return {}
        return self._record(text)

    def _present_address(self) -> ServiceAddress | None:
        """Returns the address; None when this is the local service of a data folder, and it does not run.

        A local service has another port after each start, and another program may then have the one of before.
        """
        folder = self._opened.address.data_folder
        return local_service_in(Path(folder)) if folder else self._opened.address

    def _proven_address(self) -> ServiceAddress:
        """Returns the present address, which may get the key. Raises NoResponse when there is none."""
        address = self._present_address()
        if address is None:
            raise NoResponse
        if not prove(address, _READ_SECONDS):
            raise _NotProven(not_proven_message(address))
        return address

    def _open(self, address: ServiceAddress) -> _Opened:
        client = _client(address, self._transport)
        # Objects such as experiments use the service after its caller has left it.
        return _Opened(os.getpid(), address, client, weakref.finalize(self, client.close))

    def _client(self) -> HttpClient:
        """Returns an open client of this process for the present address. Raises NoResponse when there is none."""
        address, opened = self._proven_address(), self._opened
        if opened.process != os.getpid():
            # A forked process must not share network connections.
            opened.close.detach()
        elif opened.address != address:
            opened.close()
        if not opened.close.alive:
            self._opened = opened = self._open(address)
        return opened.client

    def _send(self, request: Request) -> Response:
        client = self._client()
        try:
            return client.send(request)
        except KeyboardInterrupt as interrupt:
            # Without the frames of the HTTP client: their variables contain the bytes of the request with the key.
            raise interrupt.with_traceback(None)

    def _exchange(self, endpoint: Endpoint, **content: Any) -> Response:
        request = Request(*endpoint, **content)
        for attempt in (1, 2, 3):
            try:
                response = self._send(request)
            except NoResponse as error:
                raise self._unreachable(error) from None
            except UnicodeEncodeError:
                raise NotFound("A name has half of a character, which no name of a service has.", "Copy the name again.") from None
            if response.status_code not in (429, 502, 503, 504) or attempt == 3:
                break
            seconds = _pause_seconds(response.retry_after, attempt)
            if seconds > _MAX_PAUSE_SECONDS:
                raise ServiceFailed(
                    f"The service {self.root} asks to wait {math.ceil(seconds)} s before the next request.",
                    "Run the cell again after that.",
                )
            time.sleep(seconds)
        return response

    def _unreachable(self, error: NoResponse) -> ServiceUnreachable:
        if isinstance(error, NoResponseInTime):
            return ServiceUnreachable(
                f"The service {self.root} did not answer in time.", "Check that it runs, then run the cell again."
            )
        if isinstance(error, _NotProven):
            command = serve_command(self._opened.address.data_folder)
            return ServiceUnreachable(str(error), f"Start the service again (`{command}`), then run the cell again.")
        return ServiceUnreachable(f"The service {self.root} cannot be reached.", unreachable_hint(self._opened.address))

    def _parsed(self, response: Response, what: str) -> dict[str, Any]:
        self._check(response.status_code, what)
        return self._record(response.text)

    def _check(self, status: int, what: str) -> None:
        if status == 401:
            raise KeyRefused(
                f"The service {self.root} does not accept the API key (found in {self._opened.address.source}).",
                " ".join(("Set a valid key there, then run the cell again.", other_service_hint(self._opened.address))).strip(),
            )
        if status in (402, 403):
            raise KeyRefused(f"The API key may not read {what}.", "Ask the owner of the workspace for access.")
        if status in (400, 404):
            raise self.unknown(what)
        if status != 200:
            raise ServiceFailed(f"The service {self.root} failed to give {what} (status {status}).", "Run the cell again.")

    def _record(self, text: str) -> dict[str, Any]:
        try:
            record = parsed_json(text)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise ServiceFailed(
                f"{self.root} does not answer like an experiment-tracking service.", "Correct its address."
            )
        return record


def _client(address: ServiceAddress, transport: httpx.BaseTransport | None) -> HttpClient:
    """Returns the client of a service. Lazy imports: each client is loaded only for services that need it."""
    headers = {"Authorization": address.api_key, "Accept": "application/json"}
    if transport is None and address.is_local and address.root.startswith("http:"):
        from .local_client import LocalClient

        return LocalClient(address.root, headers, _CONNECT_SECONDS, _READ_SECONDS)
    from .network_client import NetworkClient

    return NetworkClient(address, headers, _CONNECT_SECONDS, _READ_SECONDS, transport)


def _pause_seconds(retry_after: str | None, attempt: int) -> float:
    try:
        seconds = float(retry_after or "")
    except ValueError:
        seconds = math.nan
    return max(0.0, seconds) if math.isfinite(seconds) else 0.3 * attempt
