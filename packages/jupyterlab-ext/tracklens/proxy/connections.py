"""Connections of this Jupyter server: those of the user, and the one of the configuration."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tornado.ioloop import PeriodicCallback

from ..address import ServiceAddress, is_loopback
from ..configuration import service_address
from ..connection_store import ConnectionStore, StoredConnection, StoredConnections
from ..errors import ConfigurationError
from ..service_proof import may_get_key, prove
from .kernel_environment import KernelEnvironment
from .upstream import Upstream

CONFIGURED_ID = "configured"
"""Id of the service that environment and settings files configure, or that runs on this machine."""

_FOLLOW_MILLISECONDS = 2000
_PROOF_SECONDS = 1.0

_State = tuple[StoredConnections, ServiceAddress | None]
"""Connections of the user, and the address of the active one.

None when there is none, it does not run, or it is a local service that has not proved its address.
"""


class Connections:
    """Upstreams of this Jupyter server by the id of their connection, created lazily.

    The file of the connections is read for each request: another Jupyter server of the user may have changed it. What
    new kernels find follows it.
    """

    def __init__(self, store: ConnectionStore | None = None, environment: KernelEnvironment | None = None) -> None:
        self._store = store or ConnectionStore()
        self._environment = environment or KernelEnvironment()
        self._upstreams: dict[str, Upstream] = {}
        self._closing: dict[Upstream, asyncio.Task[None]] = {}
        # Without connections, nothing is written.
        self._applied: _State = (StoredConnections(), None)
        self._following = PeriodicCallback(self.publish_proven, _FOLLOW_MILLISECONDS)

    def stored(self) -> StoredConnections:
        """Returns the connections of the user. Raises ConfigurationError when their file is damaged."""
        stored = self._store.read()
        state = (stored, _active_address(stored))
        if state != self._applied:
            # A folder that cannot be written fails no request. The next one tries again.
            with suppress(OSError):
                self._apply(state)
        return stored

    def change(self, edit: Callable[[StoredConnections], StoredConnections]) -> None:
        """Stores what `edit` returns for the connections of the user. New kernels find the active one."""
        stored = self._store.change(edit)
        self._apply((stored, _active_address(stored)))

    def publish(self) -> None:
        """Lets new kernels find the active connection. A local service must prove its address before."""
        with suppress(ConfigurationError):
            self._prove()
            self.stored()

    async def publish_proven(self) -> None:
        """Does the same, and this server responds meanwhile."""
        with suppress(ConfigurationError):
            await asyncio.to_thread(self._prove)
            self.stored()

    def _prove(self) -> None:
        """Lets a local service that is the active connection prove its address."""
        active = self._store.read().active
        address = None if active is None else _address_of(active)
        if address is not None:
            prove(address, _PROOF_SECONDS)

    def follow_changes(self) -> None:
        """Lets new kernels find the active connection also when it changes while this server gets no request."""
        self._following.start()

    def _apply(self, state: _State) -> None:
        stored, address = state
        active = stored.active
        is_local = active is not None and (active.is_local or is_loopback(active.url))
        self._environment.use(self._store.active_file if active else None, is_local)
        self._retire_outdated(stored)
        self._store.publish(address)
        self._applied = state

    def active(self) -> StoredConnection | None:
        """Returns the active connection of the user; None when the configuration applies."""
        return self.stored().active

    def address(self, connection_id: str | None = None) -> ServiceAddress:
        """Returns address and key of a connection; default: the active one.

        Raises ConfigurationError when it is signed out, does not run, or nothing is configured.
        """
        return self._address_in(self.stored(), connection_id)

    def _address_in(self, stored: StoredConnections, connection_id: str | None) -> ServiceAddress:
        if connection_id is None and stored.active:
            return stored.active.address()
        if connection_id in (None, CONFIGURED_ID):
            return service_address(environment=self._environment.given)
        connection = stored.by_id(connection_id or "")
        if connection is None:
            raise ConfigurationError("The connection of this view is signed out.", "Sign in again in the Tracklens sidebar.")
        return connection.address()

    def configured(self) -> ServiceAddress | None:
        """Returns the service that is used without a connection of the user; None when there is none of its own."""
        try:
            found = service_address(environment=self._environment.given)
        except ConfigurationError:
            return None
        return None if any(found == _address_of(one) for one in self.stored().connections) else found

    def upstream(self, connection_id: str | None = None) -> Upstream:
        """Returns the upstream of a connection, like `address`."""
        address = self.address(connection_id)
        slot = connection_id or ""
        if slot in self._upstreams and self._upstreams[slot].address != address:
            self._retire(slot)
        if slot not in self._upstreams:
            self._upstreams[slot] = Upstream(address)
        return self._upstreams[slot]

    def _retire_outdated(self, stored: StoredConnections) -> None:
        """Removes the upstreams with an address or a key that their connections do not have any more."""
        for slot, upstream in list(self._upstreams.items()):
            try:
                address = self._address_in(stored, slot or None)
            except ConfigurationError:
                address = None
            if address != upstream.address:
                self._retire(slot)

    def _retire(self, slot: str) -> None:
        """Removes an upstream. Its network connections are closed after its requests."""
        upstream = self._upstreams.pop(slot)
        self._closing[upstream] = closing = asyncio.ensure_future(upstream.close_when_idle())
        closing.add_done_callback(lambda _: self._closing.pop(upstream, None))

    def id_of_page(self, page: str) -> str | None:
        """Returns the id of the connection to the service that a page belongs to; None when it belongs to none."""
        stored = self.stored()
        for connection_id in (stored.active_id, CONFIGURED_ID, *(one.id for one in stored.connections)):
            try:
                if connection_id is not None and page.startswith(f"{self.address(connection_id).root}/"):
                    return connection_id
            except ConfigurationError:
                continue
        return None

    async def close(self) -> None:
        """Closes all network connections, also those of running requests, and follows no more changes."""
        self._following.stop()
        upstreams, self._upstreams = self._upstreams, {}
        closing = dict(self._closing)
        for upstream in (*upstreams.values(), *closing):
            await upstream.close()
        await asyncio.gather(*closing.values())


def _active_address(stored: StoredConnections) -> ServiceAddress | None:
    address = None if stored.active is None else _address_of(stored.active)
    return address if address is not None and may_get_key(address) else None


def _address_of(connection: StoredConnection) -> ServiceAddress | None:
    try:
        return connection.address()
    except ConfigurationError:
        return None
