"""Pages of a service, served with the login of the Jupyter server.

Behind JupyterHub a browser reaches this server only, not the local service next to it. The page is the one of the local
service, from this wheel. It reads through `at/<id>/view`, so it changes nothing.
"""

from __future__ import annotations

import re
import secrets
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import httpx
from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web

from ..errors import ConfigurationError
from .connections import Connections

_FILES = Path(__file__).parent.parent / "local_service" / "page"
_FILE_NAME = re.compile(r"[\w-]+\.(js|css)")
_HASHED = re.compile(r"-[A-Z0-9]{8}\.js")


def page_root(base_url: str, connection_id: str) -> str:
    """Returns the path of the start page of a connection, without a trailing slash."""
    return url_path_join(base_url, "tracklens", "at", connection_id, "page")


class PageHandler(JupyterHandler):
    """Returns the HTML of the page, at the paths that the service has it at. Without a login it leads to that."""

    auth_resource = "tracklens"
    _track_activity = False

    def initialize(self, connections: Connections) -> None:
        self.connections = connections

    @cached_property
    def nonce(self) -> str:
        """Value that marks the script of this page; read for the headers before `initialize`."""
        return secrets.token_urlsafe(16)

    @property
    def content_security_policy(self) -> str:
        # Only the script of this wheel runs, not other files that this server serves, such as those of users.
        return "; ".join(
            (
                "default-src 'none'",
                f"script-src 'nonce-{self.nonce}' 'strict-dynamic'",
                f"style-src 'nonce-{self.nonce}'",
                "img-src data: blob:",
                "media-src blob:",
                "connect-src 'self'",
                "frame-src blob:",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'",
            )
        )

    @web.authenticated
    @authorized
    async def get(self, connection_id: str, path: str | None) -> None:
        if path == "api/projects/redirect":
            await self._redirect_to_project(connection_id)
            return
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        # Sets the cookie of the token with which the page reads.
        self.xsrf_token  # noqa: B018
        files = url_path_join(self.base_url, "tracklens", "page-files")
        root = page_root(self.base_url, connection_id)
        self.finish(_document(root=root, api=root.removesuffix("page") + "view", files=files, nonce=self.nonce))

    async def _redirect_to_project(self, connection_id: str) -> None:
        """Redirects to the page of a project, whose path the service knows by the id."""
        try:
            path = await self.connections.upstream(connection_id).path_behind(f"/api/projects/redirect?{self.request.query}")
        except (ConfigurationError, httpx.HTTPError):
            path = None
        self.redirect(page_root(self.base_url, connection_id) + (path or "/"))


class PageFileHandler(JupyterHandler):
    """Returns a script or a style sheet of the page, from this wheel. These files contain no data."""

    _track_activity = False

    @web.authenticated
    async def get(self, name: str) -> None:
        file = _FILES / name
        if not _FILE_NAME.fullmatch(name) or not file.is_file():
            raise web.HTTPError(404, "The page has no such file.")
        self.set_header("Cache-Control", "private, max-age=31536000, immutable" if _HASHED.search(name) else "no-cache")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Content-Type", f"text/{'css' if file.suffix == '.css' else 'javascript'}; charset=utf-8")
        self.finish(file.read_bytes())


def page_handlers(connections: Connections) -> list[tuple[Any, ...]]:
    """Returns the routes, below the server's base URL."""
    return [
        (r"/tracklens/at/(\w+)/page(?:/(.*))?", PageHandler, {"connections": connections}),
        (r"/tracklens/page-files/(.*)", PageFileHandler),
    ]


def _document(*, root: str, api: str, files: str, nonce: str) -> str:
    attributes = " ".join(f'data-{name}="{escape(value)}"' for name, value in (("root", root), ("api", api)))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tracklens</title>
<link rel="icon" href="data:,">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="{escape(files)}/main.css" nonce="{nonce}">
<script type="module" src="{escape(files)}/main.js" nonce="{nonce}"></script>
</head>
<body>
<div id="page" {attributes}></div>
<noscript>This page needs JavaScript: allow it for this address.</noscript>
</body>
</html>
"""
