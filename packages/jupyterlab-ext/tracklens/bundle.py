"""MIME bundle of a view: the payload for Tracklens, HTML and an image for other readers, text for terminals."""

from __future__ import annotations

from typing import Any, Literal

from .errors import ServiceUnreachable
from .node import NodeNotFound
from .node_process import NodeProcessFailed, node_process
from .page_address import experiment_page, project_page
from .plain_output import plain_bundle
from .service import Service
from .service_reads import read_project
from .view_schema import view_mime_type
from .view_state import INITIAL

Forms = Literal["all", "static", "without-images"]
"""Forms of an output: all of them, those without the interactive view, or those without charts and images."""


def experiment_bundle(
    service: Service, record: dict[str, Any], tab: str | None, state: dict[str, Any] | None = None, forms: Forms = "all"
) -> dict[str, Any]:
    """Builds the output of the experiment of a record, arranged by the state. Raises NotFound when it was deleted."""
    node_process.prepare()
    target = {"kind": "experiment", "experimentKey": record["experimentKey"], **({"tab": tab} if tab else {})}
    return _bundle(service, target, experiment_page(service.address.root, record, tab), state or INITIAL, forms)


def project_bundle(
    service: Service, target: dict[str, Any], state: dict[str, Any] | None = None, forms: Forms = "all"
) -> dict[str, Any]:
    """Builds the output of a project, arranged by the state. Raises NotFound for an unknown name."""
    node_process.prepare()
    workspace, name = target["workspace"], target["projectName"]
    read_project(service, workspace, name)
    return _bundle(service, target, project_page(service.address.root, workspace, name, target.get("viewId")), state or INITIAL, forms)


def _bundle(service: Service, target: dict[str, Any], page: str, state: dict[str, Any], forms: Forms) -> dict[str, Any]:
    address = service.proven_address()
    request = {"url": address.root, "apiKey": address.api_key, "target": target, "page": page, "state": state, "forms": forms}
    try:
        return node_process.bundle(request)
    except ServiceUnreachable as error:
        if "SERVICE_URL_OVERRIDE" not in error.remedy:
            raise
        # The general remedy of the program, which does not know where the address comes from.
        raise service.unreachable(error.message) from None
    except (NodeNotFound, NodeProcessFailed):
        # The interactive view draws charts itself, and saves its snapshot into the notebook.
        bundle = plain_bundle(service, target, page, state, images=forms != "without-images")
        return {name: form for name, form in bundle.items() if forms != "static" or name != view_mime_type}
