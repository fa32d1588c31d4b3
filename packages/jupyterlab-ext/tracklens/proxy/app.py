"""Jupyter server extension."""

from __future__ import annotations

from jupyter_server.extension.application import ExtensionApp

from .connection_handlers import ActiveConnectionHandler, ConnectionsHandler
from .connections import Connections
from .handlers import handlers
from .local_service import LocalServices
from .local_service_handler import LocalServiceHandler
from .page_handlers import page_handlers
from .recordings import RecordingHandler
from .replacement import ReplacementHandler


class ProxyApp(ExtensionApp):
    """Adds the proxy to a Jupyter server.

    Before the first request, it accesses the network only for the proof of a local service that is the active connection.
    """

    name = "tracklens"

    def initialize_handlers(self) -> None:
        self.connections = Connections()
        # Before the first kernel starts.
        self.connections.publish()
        self.connections.follow_changes()
        self.local_services = LocalServices()
        self.handlers.extend(handlers(self.connections))
        self.handlers.extend(page_handlers(self.connections))
        arguments = {"connections": self.connections, "local_services": self.local_services}
        self.handlers.append((r"/tracklens/connections", ConnectionsHandler, arguments))
        self.handlers.append((r"/tracklens/connections/active", ActiveConnectionHandler, arguments))
        self.handlers.append((r"/tracklens/local-service", LocalServiceHandler, arguments))
        self.handlers.append((r"/tracklens/recording", RecordingHandler, {"connections": self.connections}))
        self.handlers.append((r"/tracklens/replacement", ReplacementHandler))

    async def stop_extension(self) -> None:
        await self.connections.close()
        await self.local_services.stop_all()
