"""Addresses of the pages of the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from .address import ServiceAddress, is_loopback, service_root
from .errors import ConfigurationError
from .view_schema import tab_ids


def experiment_page(root: str, record: Mapping[str, Any], tab: str | None = None) -> str:
    """Returns the address of an experiment's page, open at a tab."""
    names = [str(record.get(name, "")) for name in ("workspaceName", "projectName", "experimentKey")]
    parts = [*names[:2], *(["archive"] if record.get("archived") is True else []), names[2]]
    path = "/".join(quote(part, safe="") for part in parts)
    return f"{root}/{path}" + (f"?experiment-tab={tab_ids[tab]}" if tab else "")


def project_page(root: str, workspace: str, project_name: str, view_id: str | None = None) -> str:
    """Returns the address of a project's page, arranged as a named view."""
    path = f"{quote(workspace, safe='')}/{quote(project_name, safe='')}"
    return f"{root}/{path}" + (f"?viewId={quote(view_id, safe='')}" if view_id else "")


def experiment_path(address: ServiceAddress, text: str) -> str:
    """Returns `workspace/project/key` for the address of an experiment's page; any other text unchanged."""
    if not _is_page(address, text):
        return text
    parts = [unquote(part) for part in urlsplit(text).path.split("/") if part]
    return "/".join(parts[:2] + parts[-1:]) if len(parts) >= 3 else text


def _is_page(address: ServiceAddress, text: str) -> bool:
    """Whether a text is the address of a page of a service. A local service has another port after each start."""
    if not text.startswith(("http://", "https://")):
        return False
    try:
        root = service_root(text)
    except ConfigurationError:
        return False
    return root == address.root or (address.is_local and is_loopback(root))
