"""How the service is found: the same look-up as the clients of this wire make.

Each setting on its own, the first that has it: the argument; the environment; `.env` in the working folder; the file named by
`SERVICE_CONFIG` or `COMET_CONFIG`; `.service.config`, `.comet.config` in the working folder, then in the home folder. When no
key is found, a local service that runs on this machine is used.
"""

from __future__ import annotations

import base64
import configparser
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from .errors import ConfigurationError

HOSTED_URL = "https://www.comet.com"

_FAMILIES = (("SERVICE", "service"), ("COMET", "comet"))

_NOTHING_CONFIGURED = (
    "Start a local service with `tracklens serve`, or set SERVICE_API_KEY "
    "(and SERVICE_URL_OVERRIDE for a service of your own) before the Jupyter server starts."
)


@dataclass(frozen=True)
class ServiceAddress:
    """Where the service is and what opens it. The key is never shown, printed or written anywhere."""

    root: str
    """`scheme://host:port` without a final slash."""
    api_key: str = field(repr=False)
    source: str
    """Where the key was found, for a message."""

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine."""
        return urlsplit(self.root).hostname in ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class _Found:
    value: str
    source: str


Layer = Callable[[str], "_Found | None"]


def service_address(
    url: str | None = None,
    api_key: str | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    home: Path | None = None,
) -> ServiceAddress:
    """Finds the service. Reads files and the environment; asks nothing of the network.

    Raises ConfigurationError when there is no key, or an address cannot be understood.
    """
    environment = os.environ if environment is None else environment
    folder = Path.cwd() if folder is None else folder
    home = Path.home() if home is None else home
    layers = _layers(environment, folder, home)

    def setting(name: str, argument: str | None) -> _Found | None:
        if argument:
            return _Found(argument.strip(), "the argument")
        return next((found for layer in layers if (found := layer(name))), None)

    given_url = setting("url_override", url)
    key = setting("api_key", api_key)
    root = None if given_url is None else service_root(given_url.value, given_url.source)
    if key is None:
        local = local_service(home, environment)
        if local is not None and root in (None, local.root):
            return local
        if root is None:
            raise ConfigurationError("No service is configured and none runs on this machine.", _NOTHING_CONFIGURED)
        raise ConfigurationError(
            f"There is no API key for {root}.", "Set SERVICE_API_KEY, or api_key in the section [service] of ~/.service.config."
        )
    if not key.value.isprintable() or not key.value.isascii() or " " in key.value:
        raise ConfigurationError(f"The API key in {key.source} has characters that no key has.", "Copy the key again.")
    return ServiceAddress(root or _url_in_key(key.value) or HOSTED_URL, key.value, key.source)


def service_root(url: str, source: str = "the address") -> str:
    """`scheme://host:port` of an address such as `http://127.0.0.1:8080/clientlib/`."""
    try:
        parts = urlsplit(url.strip() if "://" in url else f"http://{url.strip()}")
        port = parts.port
    except ValueError:
        parts, port = None, None
    if parts is None or parts.scheme not in ("http", "https") or not re.fullmatch(r"\S+", parts.hostname or "") or parts.username:
        raise ConfigurationError(
            f"The address of the service in {source} is not understood.",
            "It must look like http://127.0.0.1:8080/clientlib/ (SERVICE_URL_OVERRIDE).",
        )
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def local_service(home: Path, environment: Mapping[str, str] | None = None) -> ServiceAddress | None:
    """The local service that runs now, as its data folder tells: its address and its key."""
    folder = Path((environment or {}).get("TRACKLENS_DATA") or home / ".tracklens")
    try:
        said = json.loads((folder / "service.json").read_text("utf-8"))
        key = (folder / "api-key").read_text("utf-8").strip()
        root = service_root(said["url"], str(folder / "service.json"))
    except (OSError, ValueError, KeyError, TypeError, ConfigurationError):
        return None
    found = ServiceAddress(root, key, str(folder))
    return found if key and found.is_local else None


def _layers(environment: Mapping[str, str], folder: Path, home: Path) -> list[Layer]:
    layers: list[Layer] = [_variables(environment, "the environment"), _variables(_dotenv(folder / ".env"), ".env")]
    for variable in ("SERVICE_CONFIG", "COMET_CONFIG"):
        if named := environment.get(variable):
            path = Path(named).expanduser()
            layers += [_ini(path / name if path.is_dir() else path) for name in _file_names(path)]
    for place in (folder, home):
        layers += [_ini(place / name) for name in (".service.config", ".comet.config")]
    return layers


def _file_names(path: Path) -> tuple[str, ...]:
    return (".service.config", ".comet.config") if path.is_dir() else (path.name,)


def _variables(variables: Mapping[str, str], source: str) -> Layer:
    def find(name: str) -> _Found | None:
        for prefix, _ in _FAMILIES:
            variable = f"{prefix}_{name.upper()}"
            if value := variables.get(variable, "").strip():
                return _Found(value, f"{source} ({variable})")
        return None

    return find


def _ini(path: Path) -> Layer:
    read: configparser.ConfigParser | None = None

    def find(name: str) -> _Found | None:
        nonlocal read
        if read is None:
            read = configparser.ConfigParser(interpolation=None)
            try:
                read.read(path, encoding="utf-8")
            except (configparser.Error, OSError, UnicodeDecodeError):
                # The parser's own message quotes the line, which may hold the key.
                raise ConfigurationError(f"{path} cannot be read.", "Repair it: it is an ini file.") from None
        for _, section in _FAMILIES:
            if value := read.get(section, name, fallback="").strip().strip("\"'"):
                return _Found(value, str(path))
        return None

    return find


def _dotenv(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    variables: dict[str, str] = {}
    for line in lines:
        name, mark, value = line.strip().removeprefix("export ").partition("=")
        if mark and not name.startswith("#"):
            variables[name.strip()] = value.strip().strip("\"'")
    return variables


def _url_in_key(key: str) -> str | None:
    """A key may be `<short>*<base64 JSON>` whose `baseUrl` names the service."""
    if key.count("*") != 1:
        return None
    coded = key.partition("*")[2]
    try:
        said = json.loads(base64.b64decode(coded + "=" * (-len(coded) % 4)))
        return service_root(said["baseUrl"], "the API key")
    except (ValueError, KeyError, TypeError, ConfigurationError):
        return None
