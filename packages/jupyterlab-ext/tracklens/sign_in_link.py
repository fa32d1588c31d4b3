"""One-time link with which the local service signs a browser in to one of its pages."""

from __future__ import annotations

import json
from typing import Any

from .address import ServiceAddress

ROUTE = "/api/page/sign-in-link"


def path_of_page(address: ServiceAddress, page: str) -> str | None:
    """Returns the path of a page of the local service; None for any other page.

    No request is sent to a service on another machine, where users have accounts.
    """
    if not address.is_local or not page.startswith(f"{address.root}/"):
        return None
    return page.removeprefix(address.root)


def request_body(path: str, uid: int | None = None) -> dict[str, Any]:
    """Returns the body of the request for a link. With a user id, it signs in only browsers of this user."""
    return {"path": path} if uid is None else {"path": path, "uid": uid}


def link_of(address: ServiceAddress, status: int, text: str) -> str | None:
    """Returns the link from a response of the service; None when another service responded."""
    try:
        content = json.loads(text) if status == 200 else None
    except (ValueError, RecursionError):
        return None
    link = content.get("url") if isinstance(content, dict) else None
    return link if isinstance(link, str) and link.startswith(f"{address.root}/") else None
