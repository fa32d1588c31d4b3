"""Data folders of local services, which publish their addresses and keys there."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from .address import ServiceAddress, service_root
from .errors import ConfigurationError
from .process_state import has_ended


def local_service(home: Path, environment: Mapping[str, str] | None = None) -> ServiceAddress | None:
    """Returns the address and key of the running local service from its data folder; None when there is none.

    The data folder is the one that TRACKLENS_DATA names, else that of `tracklens serve`, else that of `tracklens demo`.
    """
    named = (environment or {}).get("TRACKLENS_DATA")
    folders = [Path(named)] if named else [home / _DATA_FOLDER, demo_data_folder(home)]
    return next(filter(None, map(local_service_in, folders)), None)


_DATA_FOLDER = ".tracklens"


def home_data_folder() -> Path:
    """Returns the data folder of `tracklens serve` for a user who names none."""
    return Path.home() / _DATA_FOLDER


def default_data_folder() -> Path:
    """Returns the data folder of `tracklens serve`."""
    named = os.environ.get("TRACKLENS_DATA")
    return Path(named) if named else home_data_folder()


def demo_data_folder(home: Path | None = None) -> Path:
    """Returns the data folder of `tracklens demo`."""
    return (Path.home() if home is None else home) / ".tracklens-demo"


def local_service_in(folder: Path) -> ServiceAddress | None:
    """Returns the running local service of a data folder; None when none has published its address there.

    A service that was killed leaves the file, and its port may belong to another program: see `service_proof`.
    """
    try:
        content = json.loads((folder / "service.json").read_text("utf-8"))
        key = (folder / "api-key").read_text("utf-8").strip()
        root = service_root(content["url"], str(folder / "service.json"))
        secret = content.get("secret")
        ended = has_ended(content.get("pid"), content.get("pidNamespace"))
    except (OSError, ValueError, KeyError, TypeError, ConfigurationError):
        return None
    found = ServiceAddress(root, key, str(folder), str(folder.absolute()), secret if isinstance(secret, str) else "")
    return found if key and found.is_local and not ended else None
