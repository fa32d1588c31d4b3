"""Service discovery, with the same look-up order as the other clients of this protocol.

Each setting is looked up separately; the first source that contains it wins: the argument; the environment; `.env` in
the working folder; the file from `SERVICE_CONFIG` or `COMET_CONFIG`; `.service.config`, `.comet.config` in the working
folder, then in the home folder. Without a key, the active connection of JupyterLab is used, or else a local service
that runs on this machine.

A key from outside the working folder is sent only to an address it belongs to, never to an address that only the
working folder sets, because the folder may be a cloned repository. `configuration-cases.json` of the TypeScript client
contains the test cases for all clients.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .address import ServiceAddress, is_key, root_or_none, service_root, url_in_key
from .connection_store import active_address
from .data_folder import local_services, user_home
from .errors import ConfigurationError, MissingService, NoServiceInBrowser
from .kernel import in_browser
from .settings import Find, Found, dotenv_variables, ini_settings, variable_settings

HOSTED_URL = "https://www.comet.com"

_NOTHING_CONFIGURED = (
    "Start a local service, or sign in to another one, in the Tracklens sidebar of JupyterLab. In a terminal, `tracklens serve` "
    "starts one (`tracklens demo`: with recorded runs). Or set SERVICE_API_KEY, and SERVICE_URL_OVERRIDE for a service of "
    "your own."
)


@dataclass(frozen=True)
class _Source:
    find: Find
    is_working_folder: bool = False
    """Whether the settings come with the working folder. All others belong to the user who runs the program."""


def service_address(
    url: str | None = None,
    api_key: str | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    home: Path | None = None,
) -> ServiceAddress:
    """Finds the service. Reads files and the environment without network access.

    Raises ConfigurationError when there is no key or an address is invalid, and in a browser.
    """
    if in_browser():
        raise NoServiceInBrowser
    environment = os.environ if environment is None else environment
    folder = _working_folder() if folder is None else folder
    home = user_home() if home is None else home
    sources = [_arguments(url_override=url, api_key=api_key), *_sources(environment, folder, home)]
    key, key_source = _first(sources, "api_key")
    address, address_source = _first(sources, "url_override")
    root = None if address is None else service_root(address.value, address.place)
    if key is None:
        for found in (active_address(home), *local_services(home, environment)):
            if found is not None and root in (None, found.root):
                return found
        if root is None:
            raise MissingService("No service is configured and none runs on this machine.", _NOTHING_CONFIGURED)
        raise MissingService(
            f"There is no API key for {root}.",
            "Sign in to it in the Tracklens sidebar of JupyterLab. Or set SERVICE_API_KEY, or api_key in the section [service] "
            "of ~/.service.config.",
        )
    if not is_key(key.value):
        raise ConfigurationError(f"The API key in {key.place} has characters that no key has.", "Copy the key again.")
    place = f"the API key in {key.place}" if address is None else "" if address_source is sources[0] else address.place
    found = ServiceAddress(root or url_in_key(key.value) or HOSTED_URL, key.value, key.place, address_source=place)
    if address is not None and address_source.is_working_folder and not key_source.is_working_folder:
        for local in local_services(home, environment):
            if (local.root, local.api_key) == (found.root, found.api_key):
                return local
        _check_key_address(found, address, key_source, sources)
    return found


def _check_key_address(
    found: ServiceAddress, address: Found, key_source: _Source, sources: Iterable[_Source]
) -> None:
    """Rejects a key from outside the working folder for an address that the folder sets, unless the key belongs to it.

    The key belongs to the address when it would be sent there without the folder's settings, or when the address is
    set next to the key or inside it.
    """
    in_key = url_in_key(found.api_key)
    outside, _ = _first((source for source in sources if not source.is_working_folder), "url_override")
    next_to_key = key_source.find("url_override")
    configured = [setting and root_or_none(setting.value) for setting in (outside, next_to_key)]
    if found.root in (*configured, in_key, None if outside or in_key else HOSTED_URL):
        return
    raise ConfigurationError(
        f"The API key from {found.source} is not sent to {found.root}: "
        f"that address is set by the working folder, in {address.place}.",
        "If you trust the address, set it in the same place as the key, or set a key for it in the working folder. "
        f"Otherwise remove it from {address.place}.",
    )


def _first(sources: Iterable[_Source], name: str) -> tuple[Found | None, _Source]:
    for source in sources:
        if found := source.find(name):
            return found, source
    return None, _Source(lambda _: None)


def _arguments(**arguments: str | None) -> _Source:
    def find(name: str) -> Found | None:
        value = (arguments.get(name) or "").strip()
        return Found(value, "the argument") if value else None

    return _Source(find)


def _working_folder() -> Path | None:
    """Returns the working folder; None when it was deleted."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def _sources(environment: Mapping[str, str], folder: Path | None, home: Path | None) -> list[_Source]:
    """Returns the places of settings. A user without a home folder, or whose working folder was deleted, has none there."""
    # When the working folder is the home folder, its settings are the user's own.
    foreign = folder if folder is None or home is None or folder.resolve() != home.resolve() else None
    return [
        _Source(variable_settings(environment, "the environment")),
        *_dotenv_sources(folder, foreign),
        *_named_sources(environment, folder, home, foreign),
        *_folder_sources(folder, foreign),
        *_folder_sources(home, None),
    ]


def _dotenv_sources(folder: Path | None, foreign: Path | None) -> list[_Source]:
    if folder is None:
        return []
    path = folder / ".env"
    return [_file_source(path, variable_settings(dotenv_variables(path), str(path)), foreign)]


def _file_source(path: Path, find: Find, foreign: Path | None) -> _Source:
    """Returns the source of a settings file.

    `foreign` is a working folder that someone else may control, such as a cloned repository, and None for the user's
    own files, which may link to anything. The settings of such a folder must be inside of it: otherwise a repository
    with a link to the user's own file would pass the user's key off as a key of the folder.
    """
    if foreign is None:
        return _Source(find)

    def find_inside(name: str) -> Found | None:
        found = find(name)
        if found is not None and not path.resolve().is_relative_to(foreign.resolve()):
            raise ConfigurationError(
                f"The settings file {path} is outside of the working folder, for example because it is a link.",
                "If it is your own file, set its absolute path as SERVICE_CONFIG, or its values as environment variables. "
                f"Otherwise remove {path}.",
            )
        return found

    return _Source(find_inside, is_working_folder=True)


def _folder_sources(path: Path | None, foreign: Path | None) -> list[_Source]:
    if path is None:
        return []
    files = [path / name for name in (".service.config", ".comet.config")]
    return [_file_source(file, ini_settings(file), foreign) for file in files]


def _named_sources(
    environment: Mapping[str, str], folder: Path | None, home: Path | None, foreign: Path | None
) -> list[_Source]:
    """Returns the settings sources from the path in the environment: a file, or a folder with settings files.

    A relative path refers to a file of the working folder, so its settings count as those of the folder.
    """
    variable = next((name for name in ("SERVICE_CONFIG", "COMET_CONFIG") if environment.get(name)), None)
    if variable is None:
        return []
    named = Path(re.sub(r"^~(?=$|[/\\])", lambda _: str(home or "~"), environment[variable]))
    owner = None if named.is_absolute() else foreign
    path = Path(os.path.normpath((folder or Path()) / named))
    if path.is_dir():
        return _folder_sources(path, owner)
    return [_file_source(path, ini_settings(path, variable), owner)]
