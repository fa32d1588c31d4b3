"""Request handlers for the connections of the user. No response contains a key."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from dataclasses import replace
from typing import Any

import httpx
from jupyter_server.auth.decorator import authorized
from tornado import web

from ..address import ServiceAddress, is_key, service_root
from ..data_folder import default_data_folder
from ..connection_store import StoredConnection, StoredConnections
from ..endpoints import ACCOUNT_WORKSPACES
from ..errors import ConfigurationError
from ..view_schema import connection_colors
from .connections import CONFIGURED_ID, Connections
from .handlers import TracklensHandler
from .local_service import LocalServices
from .upstream import Upstream

_MAX_NAME_LENGTH = 60
_CHECK_SECONDS = 15.0
_MAX_CHECK_BYTES = 10_000_000


class Rejected(Exception):
    """Raised when a connection is not stored. `field` is the name of the field to correct."""

    def __init__(self, field: str, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.field, self.message, self.remedy = field, message, remedy


class ConnectionsHandler(TracklensHandler):
    """Lists the connections (GET), signs in or changes one (POST), and signs out (DELETE)."""

    def initialize(self, connections: Connections, local_services: LocalServices) -> None:  # type: ignore[override]
        super().initialize(connections)
        self.local_services = local_services

    @web.authenticated
    @authorized
    async def get(self) -> None:
        self._finish()

    @web.authenticated
    @authorized
    async def post(self) -> None:
        body = self.json_object()
        try:
            if isinstance(body.get("id"), str):
                self.connections.change(lambda stored: changed(stored, body))
            else:
                await sign_in(self.connections, body)
        except Rejected as error:
            self.reject(400, error.message, remedy=error.remedy, data={"field": error.field})
        except OSError as error:
            self.reject(409, str(error))
        else:
            self._finish()

    @web.authenticated
    @authorized
    async def delete(self) -> None:
        connection_id = self.get_query_argument("id")
        removed = self.connections.stored().by_id(connection_id)
        self.connections.change(lambda stored: stored.without(connection_id))
        if removed is not None and removed.is_local:
            await self.local_services.stop(removed.data_folder)
        self._finish()

    def _finish(self, started: str | None = None) -> None:
        """Sends the connections; `started` is the data folder of the local service that the request has started."""
        stored = self.connections.stored()
        configured = self.connections.configured()
        self.finish(
            json.dumps(
                {
                    "active": stored.active_id,
                    "started": next((one.id for one in stored.connections if started and one.data_folder == started), None),
                    "connections": [self._described(one) for one in stored.connections],
                    "configured": configured and {"url": configured.root, "source": configured.source},
                    "defaultFolder": str(default_data_folder() or ""),
                }
            )
        )

    def _described(self, one: StoredConnection) -> dict[str, Any]:
        try:
            url = one.address().root
        except ConfigurationError:
            url = one.url
        started_here = self.local_services.is_running(one.data_folder)
        return {**described(one), "url": url, "startedHere": started_here}


class ActiveConnectionHandler(ConnectionsHandler):
    """Activates a connection of the user, or with `null` the service of the configuration (POST)."""

    @web.authenticated
    @authorized
    async def post(self) -> None:
        connection_id = self.json_object().get("id")
        self.connections.change(lambda stored: activated(stored, connection_id))
        await self.connections.publish_proven()
        self._finish()


def activated(stored: StoredConnections, connection_id: Any) -> StoredConnections:
    """Returns the connections with another active one; None and `configured` mean the configuration."""
    if connection_id in (None, CONFIGURED_ID):
        return replace(stored, active_id=None)
    if stored.by_id(str(connection_id)) is None:
        raise web.HTTPError(404, "There is no such connection. It was signed out in another window.")
    return replace(stored, active_id=str(connection_id))


def described(connection: StoredConnection) -> dict[str, Any]:
    """Returns what a page may know of a connection."""
    folder = {"dataFolder": connection.data_folder} if connection.is_local else {}
    return {"id": connection.id, "name": connection.name, "color": connection.color, **folder}


async def sign_in(connections: Connections, form: dict[str, Any]) -> None:
    """Stores and activates the connection that the sign-in form describes, once its service accepts the key.

    Raises Rejected for an invalid field.
    """
    await check(signed_in(connections.stored(), form).address())
    connections.change(lambda stored: with_active(stored, signed_in(stored, form)))


def with_active(stored: StoredConnections, connection: StoredConnection) -> StoredConnections:
    """Returns the connections with one added or replaced, which becomes the active one."""
    return replace(stored.with_connection(connection), active_id=connection.id)


def signed_in(stored: StoredConnections, form: dict[str, Any]) -> StoredConnection:
    """Returns the connection that the fields of the sign-in form describe. Raises Rejected for an invalid field.

    The same address again replaces the key of its connection.
    """
    url, key = (str(form.get(name) or "").strip() for name in ("url", "apiKey"))
    if not url:
        raise Rejected("url", "The address is missing.", "It looks like https://tracker.example.")
    try:
        root = service_root(url if "://" in url or _is_this_machine(url) else f"https://{url}", "the form")
    except ConfigurationError:
        raise Rejected("url", "This is not the address of a service.", "It looks like https://tracker.example.") from None
    if not key:
        raise Rejected("apiKey", "The API key is missing.", "Copy it from the settings of your account.")
    if not is_key(key):
        raise Rejected("apiKey", "The API key has characters that no key has.", "Copy the key again.")
    name = _name(form, stored, None) or root.partition("://")[2][:_MAX_NAME_LENGTH]
    again = next((one for one in stored.connections if one.url == root and one.name == name), None)
    if again:
        return replace(again, api_key=key)
    if stored.by_name(name):
        raise Rejected("name", f"There is a connection “{name}” already.", "Give another name.")
    color = form.get("color") if form.get("color") in connection_colors else stored.next_color()
    return StoredConnection(new_id(), name, str(color), root, key)


def changed(stored: StoredConnections, form: dict[str, Any]) -> StoredConnections:
    """Returns the connections with another name or color of one. Raises Rejected for an invalid field."""
    connection = stored.by_id(form["id"])
    if connection is None:
        raise Rejected("name", "There is no such connection.", "It was signed out in another window.")
    name = _name(form, stored, connection) or connection.name
    color = form.get("color") if form.get("color") in connection_colors else connection.color
    return stored.with_connection(replace(connection, name=name, color=str(color)))


def new_id() -> str:
    """Returns an id for a connection."""
    return secrets.token_hex(6)


def _name(form: dict[str, Any], stored: StoredConnections, renamed: StoredConnection | None) -> str:
    name = re.sub(r"\s+", " ", str(form.get("name") or "")).strip()
    if len(name) > _MAX_NAME_LENGTH or not name.isprintable():
        raise Rejected("name", "This name cannot be used.", f"A name has at most {_MAX_NAME_LENGTH} printable characters.")
    other = stored.by_name(name)
    if renamed is not None and other is not None and other.id != renamed.id:
        raise Rejected("name", f"There is a connection “{name}” already.", "Give another name.")
    return name


def _is_this_machine(url: str) -> bool:
    """Whether the host of an address without a scheme is this machine, so that it needs no encryption."""
    return re.match(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(?=[:/]|\Z)", url) is not None


async def check(address: ServiceAddress) -> None:
    """Reads the workspaces once, to find out whether the service accepts the key. Raises Rejected when it does not."""
    try:
        upstream = Upstream(address)
    except ConfigurationError as error:
        raise Rejected("url", error.message, error.remedy) from None
    try:
        response = await upstream.send(*ACCOUNT_WORKSPACES, {"accept": "application/json"}, None, _CHECK_SECONDS)
        content = await asyncio.wait_for(_beginning(response), _CHECK_SECONDS)
    except (httpx.TimeoutException, asyncio.TimeoutError):
        raise Rejected("url", f"{address.root} did not respond in time.", "Check the address, then try again.") from None
    except httpx.HTTPError:
        raise Rejected("url", f"{address.root} cannot be reached.", "Check the address and that the service runs.") from None
    except ConfigurationError as error:
        raise Rejected("url", error.message, "Give the address that the service responds at.") from None
    finally:
        await upstream.close()
    if response.status_code in (401, 403):
        raise Rejected("apiKey", f"{address.root} does not accept this API key.", "Copy the key again, or create another one.")
    if response.status_code != 200 or not _has_workspaces(content):
        message = f"{address.root} responds, but not like an experiment-tracking service (status {response.status_code})."
        raise Rejected("url", message, "Check the address.")


async def _beginning(response: httpx.Response) -> str:
    """Returns the content of a response. Another site than a service may send an endless one, of which the rest is not read."""
    content = bytearray()
    async for part in response.aiter_bytes():
        content += part
        if len(content) > _MAX_CHECK_BYTES:
            break
    return content.decode("utf-8", "replace")


def _has_workspaces(content: str) -> bool:
    try:
        parsed = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(parsed, dict) and isinstance(parsed.get("workspaceNames"), list)
