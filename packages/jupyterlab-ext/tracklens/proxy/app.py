"""Jupyter server extension."""

from __future__ import annotations

from jupyter_server.extension.application import ExtensionApp

from .handlers import Connection, handlers
from .local_service import LocalService, LocalServiceHandler
from .replacement import ReplacementHandler


class ProxyApp(ExtensionApp):
    """Adds the proxy to a Jupyter server. Reads configuration and accesses the network only on the first request."""

    name = "tracklens"

    def initialize_handlers(self) -> None:
        self.connection = Connection()
        self.handlers.extend(handlers(self.connection))
        self.local_service = LocalService()
        started = {"connection": self.connection, "local_service": self.local_service}
        self.handlers.append((r"/tracklens/local-service", LocalServiceHandler, started))
        self.handlers.append((r"/tracklens/replacement", ReplacementHandler))

    async def stop_extension(self) -> None:
        await self.connection.close()
        await self.local_service.stop()
