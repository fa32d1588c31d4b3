"""Data folders of local services, which publish their addresses and keys there."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from .address import ServiceAddress, service_root
from .errors import ConfigurationError
from .process_state import has_ended


_DATA_FOLDER, _DEMO_DATA_FOLDER, _RECORDINGS_FOLDER = ".tracklens", ".tracklens-demo", ".tracklens-recordings"


def user_home() -> Path | None:
    """Returns the home folder of this user; None for one without, such as a user id in a container that no account has."""
    try:
        return Path.home()
    except RuntimeError:
        return None


def local_services(home: Path | None, environment: Mapping[str, str]) -> list[ServiceAddress]:
    """Returns the running local services of the data folders that clients know, with their keys.

    The data folder is the one that TRACKLENS_DATA names, else that of `tracklens serve` and that of `tracklens demo`.
    """
    names = (_DATA_FOLDER, _DEMO_DATA_FOLDER)
    named = environment.get("TRACKLENS_DATA")
    folders = [Path(named)] if named else [] if home is None else [home / name for name in names]
    return [found for found in map(local_service_in, folders) if found is not None]


def home_data_folder() -> Path | None:
    """Returns the data folder of `tracklens serve` for a user who names none; None without a home folder."""
    return _in_home(_DATA_FOLDER)


def default_data_folder() -> Path | None:
    """Returns the data folder of `tracklens serve`; None for a user without a home folder who names none."""
    named = os.environ.get("TRACKLENS_DATA")
    return Path(named) if named else home_data_folder()


def demo_data_folder() -> Path | None:
    """Returns the data folder of `tracklens demo`; None without a home folder."""
    return _in_home(_DEMO_DATA_FOLDER)


def recordings_folder() -> Path | None:
    """Returns the folder with the data folders of recordings; None without a home folder."""
    return _in_home(_RECORDINGS_FOLDER)


def _in_home(name: str) -> Path | None:
    home = user_home()
    return None if home is None else home / name


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
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, ConfigurationError):
        return None
    secret = secret if isinstance(secret, str) else ""
    found = ServiceAddress(root, key, str(folder), str(folder.absolute()), secret, f"the data folder {folder.absolute()}")
    return found if key and found.is_local and not ended else None
