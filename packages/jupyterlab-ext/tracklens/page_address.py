"""Addresses of the pages of the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote, urlsplit

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


def experiment_path(root: str, address: str) -> str:
    """Returns `workspace/project/key` for the address of an experiment's page; any other text unchanged."""
    if not address.startswith(f"{root}/"):
        return address
    parts = [unquote(part) for part in urlsplit(address).path.split("/") if part]
    return "/".join(parts[:2] + parts[-1:]) if len(parts) >= 3 else address
