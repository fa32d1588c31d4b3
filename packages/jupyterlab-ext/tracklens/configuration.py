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

import base64
import codecs
import configparser
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from .errors import ConfigurationError, MissingService, NoServiceInBrowser
from .kernel import in_browser
from .secret import Secret

HOSTED_URL = "https://www.comet.com"

_FAMILIES = (("SERVICE", "service"), ("COMET", "comet"))

_NOTHING_CONFIGURED = (
    "Start a local service, or sign in to another one, in the Tracklens sidebar of JupyterLab. In a terminal, `tracklens serve` "
    "starts one (`tracklens demo`: with recorded runs). Or set SERVICE_API_KEY, and SERVICE_URL_OVERRIDE for a service of "
    "your own."
)


@dataclass(frozen=True)
class ServiceAddress:
    """Address of the service and its API key. The key is never shown, printed or written anywhere."""

    root: str
    """`scheme://host:port` without a trailing slash."""
    api_key: str = field(repr=False)
    source: str
    """Source of the key, for messages."""
    data_folder: str = ""
    """Data folder that a local service was found in; empty for any other."""
    secret: str = field(default="", repr=False)
    """Secret by which a local service proves that it published this address; empty for a version without proofs."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "api_key", Secret(self.api_key))
        object.__setattr__(self, "secret", Secret(self.secret))

    @property
    def is_local(self) -> bool:
        """Whether the service runs on this machine."""
        return is_loopback(self.root)


def is_loopback(root: str) -> bool:
    """Whether an address is one of this machine."""
    return urlsplit(root).hostname in ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class _Found:
    value: str = field(repr=False)
    """Possibly a key."""
    place: str
    """Source for messages: `the environment (SERVICE_API_KEY)`, or the path of a file."""


@dataclass(frozen=True)
class _Source:
    find: Callable[[str], _Found | None]
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
    folder = Path.cwd() if folder is None else folder
    home = Path.home() if home is None else home
    sources = [_arguments(url_override=url, api_key=api_key), *_sources(environment, folder, home)]
    key, key_source = _first(sources, "api_key")
    address, address_source = _first(sources, "url_override")
    root = None if address is None else service_root(address.value, address.place)
    if key is None:
        for found in (_active(home), local_service(home, environment)):
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
    found = ServiceAddress(root or _url_in_key(key.value) or HOSTED_URL, key.value, key.place)
    if address is not None and address_source.is_working_folder and not key_source.is_working_folder:
        local = local_service(home, environment)
        if local is not None and (local.root, local.api_key) == (found.root, found.api_key):
            return local
        _check_key_address(found, address, key_source, sources)
    return found


def is_key(text: str) -> bool:
    """Whether a text has only characters that an API key can have."""
    return text.isprintable() and text.isascii() and " " not in text


def _active(home: Path) -> ServiceAddress | None:
    """Returns the active connection of JupyterLab."""
    # Lazy import, because that module depends on this one.
    from .connection_store import active_address

    return active_address(home)


def _check_key_address(
    found: ServiceAddress, address: _Found, key_source: _Source, sources: Iterable[_Source]
) -> None:
    """Rejects a key from outside the working folder for an address that the folder sets, unless the key belongs to it.

    The key belongs to the address when it would be sent there without the folder's settings, or when the address is
    set next to the key or inside it.
    """
    in_key = _url_in_key(found.api_key)
    outside, _ = _first((source for source in sources if not source.is_working_folder), "url_override")
    next_to_key = key_source.find("url_override")
    configured = [setting and _root_or_none(setting.value) for setting in (outside, next_to_key)]
    if found.root in (*configured, in_key, None if outside or in_key else HOSTED_URL):
        return
    raise ConfigurationError(
        f"The API key from {found.source} is not sent to {found.root}: "
        f"that address is set by the working folder, in {address.place}.",
        "If you trust the address, set it in the same place as the key, or set a key for it in the working folder. "
        f"Otherwise remove it from {address.place}.",
    )


def _first(sources: Iterable[_Source], name: str) -> tuple[_Found | None, _Source]:
    for source in sources:
        if found := source.find(name):
            return found, source
    return None, _Source(lambda _: None)


def _arguments(**arguments: str | None) -> _Source:
    def find(name: str) -> _Found | None:
        value = (arguments.get(name) or "").strip()
        return _Found(value, "the argument") if value else None

    return _Source(find)


def service_root(url: str, source: str = "the address") -> str:
    """Returns `scheme://host:port` of an address such as `http://127.0.0.1:8080/clientlib/`."""
    try:
        parts = urlsplit(url.strip() if "://" in url else f"http://{url.strip()}")
        port = parts.port
    except ValueError:
        parts, port = None, None
    if parts is None or parts.scheme not in ("http", "https") or not is_host(parts.hostname or "") or parts.username:
        raise ConfigurationError(
            f"The address of the service in {source} is not understood.",
            "It must look like http://127.0.0.1:8080/clientlib/ (SERVICE_URL_OVERRIDE).",
        )
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def is_host(name: str) -> bool:
    """Whether a host can have this name. HTTP clients fail for others with various errors, some only when they connect."""
    if not re.fullmatch(r"\S+", name):
        return False
    if ":" in name:
        return True
    labels = name.removesuffix(".").split(".")
    if len(labels) == 4 and all(label.isdecimal() for label in labels):
        return all(label == str(int(label)) and int(label) <= 255 for label in labels)
    if name.isascii():
        return all(0 < len(label) <= 63 for label in labels)
    try:
        return bool(name.encode("idna"))
    except UnicodeError:
        return False


def _root_or_none(url: str) -> str | None:
    try:
        return service_root(url)
    except ConfigurationError:
        return None


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
        ended = _has_ended(content.get("pid"), content.get("pidNamespace"))
    except (OSError, ValueError, KeyError, TypeError, ConfigurationError):
        return None
    found = ServiceAddress(root, key, str(folder), str(folder.absolute()), secret if isinstance(secret, str) else "")
    return found if key and found.is_local and not ended else None


def _own_pid_namespace() -> str | None:
    """Returns the PID namespace of this process; None where there are none."""
    try:
        return os.readlink("/proc/self/ns/pid") if sys.platform == "linux" else None
    except OSError:
        return None


def _has_ended(pid: object, pid_namespace: object) -> bool:
    """Whether the process of a service has ended. False for one of another PID namespace, such as that of a container.

    False on Windows, where `os.kill` would end the process.
    """
    if not isinstance(pid, int) or sys.platform == "win32" or pid_namespace != _own_pid_namespace():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False


def _sources(environment: Mapping[str, str], folder: Path, home: Path) -> list[_Source]:
    # When the working folder is the home folder, its settings are the user's own.
    foreign = folder if folder.resolve() != home.resolve() else None
    dotenv = folder / ".env"
    return [
        _Source(_variables(environment, "the environment")),
        _file_source(dotenv, _variables(_dotenv(dotenv), str(dotenv)), foreign),
        *_named_sources(environment, folder, home, foreign),
        *_folder_sources(folder, foreign),
        *_folder_sources(home, None),
    ]


def _file_source(path: Path, find: Callable[[str], _Found | None], foreign: Path | None) -> _Source:
    """Returns the source of a settings file.

    `foreign` is a working folder that someone else may control, such as a cloned repository, and None for the user's
    own files, which may link to anything. The settings of such a folder must be inside of it: otherwise a repository
    with a link to the user's own file would pass the user's key off as a key of the folder.
    """
    if foreign is None:
        return _Source(find)

    def find_inside(name: str) -> _Found | None:
        found = find(name)
        if found is not None and not path.resolve().is_relative_to(foreign.resolve()):
            raise ConfigurationError(
                f"The settings file {path} is outside of the working folder, for example because it is a link.",
                "If it is your own file, set its absolute path as SERVICE_CONFIG, or its values as environment variables. "
                f"Otherwise remove {path}.",
            )
        return found

    return _Source(find_inside, is_working_folder=True)


def _folder_sources(path: Path, foreign: Path | None) -> list[_Source]:
    files = [path / name for name in (".service.config", ".comet.config")]
    return [_file_source(file, _ini(file), foreign) for file in files]


def _named_sources(environment: Mapping[str, str], folder: Path, home: Path, foreign: Path | None) -> list[_Source]:
    """Returns the settings sources from the path in the environment: a file, or a folder with settings files.

    A relative path refers to a file of the working folder, so its settings count as those of the folder.
    """
    variable = next((name for name in ("SERVICE_CONFIG", "COMET_CONFIG") if environment.get(name)), None)
    if variable is None:
        return []
    named = Path(re.sub(r"^~(?=$|[/\\])", lambda _: str(home), environment[variable]))
    owner = None if named.is_absolute() else foreign
    path = Path(os.path.normpath(folder / named))
    if path.is_dir():
        return _folder_sources(path, owner)
    return [_file_source(path, _ini(path, variable), owner)]


def _variables(variables: Mapping[str, str], source: str) -> Callable[[str], _Found | None]:
    def find(name: str) -> _Found | None:
        for prefix, _ in _FAMILIES:
            variable = f"{prefix}_{name.upper()}"
            if value := variables.get(variable, "").strip():
                return _Found(value, f"{source} ({variable})")
        return None

    return find


def _ini(path: Path, named_by: str | None = None) -> Callable[[str], _Found | None]:
    @cache
    def sections() -> configparser.ConfigParser:
        # Like the TypeScript client: no values inherited from another section, and duplicate settings are allowed.
        parser = configparser.ConfigParser(
            interpolation=None, strict=False, delimiters=("=",), inline_comment_prefixes=("#", ";"), default_section="\0"
        )
        # Indented lines are settings, not continuations of the previous line.
        lines = [line.strip() for line in (_settings_text(path, named_by) or "").splitlines()]
        try:
            parser.read_string("\n".join(lines))
        except configparser.Error as error:
            # The parser's own message quotes the line, which may contain the key.
            raise ConfigurationError(f"Line {_line_of(error)} of {path} is not a setting in a section.", _REPAIR_INI) from None
        return parser

    def find(name: str) -> _Found | None:
        for _, section in _FAMILIES:
            if value := sections().get(section, name, fallback="").strip().strip("\"'"):
                return _Found(value, str(path))
        return None

    return find


_REPAIR_INI = "Correct the file: it is an ini file."


def _line_of(error: configparser.Error) -> int:
    if isinstance(error, configparser.MissingSectionHeaderError):
        return error.lineno
    return error.errors[0][0] if isinstance(error, configparser.ParsingError) else 1


_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def _settings_text(path: Path, named_by: str | None = None) -> str | None:
    """Returns the text of a settings file; None when it cannot be read.

    The encoding is UTF-8 or, with a byte order mark, UTF-16, which Windows programs write. Raises ConfigurationError
    when a file that a variable points to cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError:
        if named_by is None:
            return None
        raise ConfigurationError(
            f"The settings file {path}, named by {named_by}, cannot be read.", f"Correct {named_by}."
        ) from None
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), "utf-8")
    text = content.decode(encoding, "replace")
    if "\0" in text:
        raise ConfigurationError(f"The settings file {path} is not text in UTF-8.", "Save it as UTF-8.")
    return text


def _dotenv(path: Path) -> dict[str, str]:
    variables: dict[str, str] = {}
    for line in (_settings_text(path) or "").splitlines():
        name, mark, value = line.strip().removeprefix("export ").partition("=")
        if mark and not name.startswith("#"):
            variables[name.strip()] = _dotenv_value(value.strip())
    return variables


def _dotenv_value(text: str) -> str:
    """Returns the content of a quoted value, or an unquoted value without its comment."""
    quoted = re.match(r"""(["'`])(.*?)\1""", text)
    return quoted[2] if quoted else text.partition("#")[0].strip()


def _url_in_key(key: str) -> str | None:
    """Returns the `baseUrl` of a key of the form `<short>*<base64 JSON>`; None for any other key."""
    if key.count("*") != 1:
        return None
    coded = key.partition("*")[2]
    try:
        content = json.loads(base64.b64decode(coded + "=" * (-len(coded) % 4)))
        return service_root(content["baseUrl"], "the API key")
    except (ValueError, KeyError, TypeError, ConfigurationError):
        return None
