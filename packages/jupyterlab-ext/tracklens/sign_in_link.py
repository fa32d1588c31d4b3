"""The link by which the local service signs a browser in, once, to one of its pages."""

from __future__ import annotations

import json
from typing import Any

from .configuration import ServiceAddress

ROUTE = "/api/page/sign-in-link"


def path_of_page(address: ServiceAddress, page: str) -> str | None:
    """The path of a page of the local service; None for any other page. Nothing is asked of a service on another machine, where people
    have accounts."""
    if not address.is_local or not page.startswith(f"{address.root}/"):
        return None
    return page.removeprefix(address.root)


def request_body(path: str) -> dict[str, Any]:
    """What the service is asked."""
    return {"path": path}


def link_of(address: ServiceAddress, status: int, text: str) -> str | None:
    """The link in an answer of the service; None where another service answers at this address."""
    try:
        answer = json.loads(text) if status == 200 else None
    except (ValueError, RecursionError):
        return None
    link = answer.get("url") if isinstance(answer, dict) else None
    return link if isinstance(link, str) and link.startswith(f"{address.root}/") else None
