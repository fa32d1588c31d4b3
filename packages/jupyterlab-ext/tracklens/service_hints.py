"""Sentences for errors of a service: where its address comes from, and which other local service runs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from .address import ServiceAddress
from .connection_store import ConnectionStore
from .data_folder import local_services, user_home
from .errors import NoHomeFolder
from .serve_command import serve_command

_ACTIVE = "the active connection of JupyterLab"


def other_service_hint(address: ServiceAddress) -> str:
    """Returns a sentence about another local service that runs; empty for none, and for an address that an argument gave."""
    other = _other_service(address) if address.address_source else None
    if other is None:
        return ""
    # A key that is configured would be sent there, too.
    key = "" if address.data_folder else f', open({json.dumps(str(Path(other.data_folder, "api-key")))}).read()'
    which = "Another" if address.is_local else "A"
    return f'{which} local service runs at {other.root}: tracklens.connect("{other.root}"{key}).'


def address_hint(address: ServiceAddress) -> str:
    """Returns the sentences for an error about what a service does not have."""
    source = _source_of(address)
    sentence = f"The address of the service comes from {source}." if source else ""
    return " ".join(filter(None, (sentence, other_service_hint(address))))


def unreachable_hint(address: ServiceAddress) -> str:
    """Returns the sentences for an error about a service that does not respond."""
    return " ".join(filter(None, (f"{_remedy(address)}, then run the cell again.", _replacement_hint(address))))


def _remedy(address: ServiceAddress) -> str:
    found = _source_of(address)
    source = f", which comes from {found}" if found else ""
    if not address.is_local:
        return f"Check its address{source}, and your network"
    if address.data_folder:
        return f"Start it (`{serve_command(address.data_folder)}`)"
    if found == _ACTIVE:
        return "Start it again in the Tracklens sidebar of JupyterLab"
    port = urlsplit(address.root).port
    return f"Start it (`tracklens serve{f' --port {port}' if port else ''}`) or correct its address{source}"


def _replacement_hint(address: ServiceAddress) -> str:
    """Returns a sentence about another local service that runs, which may be the same one after another start."""
    other = _other_service(address)
    if other is None or not address.is_local or address.data_folder or _source_of(address) in ("", _ACTIVE):
        return other_service_hint(address)
    key = "there" if address.source == address.address_source else f"in {address.source}"
    return f"A local service runs at {other.root}: give this address there, or remove the address and the API key {key}."


def _other_service(address: ServiceAddress) -> ServiceAddress | None:
    """Returns the first local service that runs and is not that of an address."""
    return next((one for one in local_services(user_home(), os.environ) if one.root != address.root), None)


def _source_of(address: ServiceAddress) -> str:
    """Returns the source of an address, for messages."""
    try:
        # Kernels of JupyterLab find its active connection in this file.
        return _ACTIVE if address.address_source == str(ConnectionStore().active_file) else address.address_source
    except NoHomeFolder:
        return address.address_source
