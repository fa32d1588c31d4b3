"""Settings of the service in variables, in ini files and in `.env`."""

from __future__ import annotations

import codecs
import configparser
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .errors import ConfigurationError

_FAMILIES = (("SERVICE", "service"), ("COMET", "comet"))


@dataclass(frozen=True)
class Found:
    """A setting."""

    value: str = field(repr=False)
    """Possibly a key."""
    place: str
    """Source for messages: `the environment (SERVICE_API_KEY)`, or the path of a file."""


Find = Callable[[str], "Found | None"]
"""Returns a setting by its name; None when it is not set."""


def variable_settings(variables: Mapping[str, str], source: str) -> Find:
    """Returns the settings of variables. `source` begins their place in messages."""

    def find(name: str) -> Found | None:
        for prefix, _ in _FAMILIES:
            variable = f"{prefix}_{name.upper()}"
            if value := variables.get(variable, "").strip():
                return Found(value, f"{source} ({variable})")
        return None

    return find


def ini_settings(path: Path, named_by: str | None = None) -> Find:
    """Returns the settings of an ini file, which is read when one is looked up. `named_by` is the variable that names it."""

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

    def find(name: str) -> Found | None:
        for _, section in _FAMILIES:
            if value := sections().get(section, name, fallback="").strip().strip("\"'"):
                return Found(value, str(path))
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


def dotenv_variables(path: Path) -> dict[str, str]:
    """Returns the variables of a `.env` file; none when it cannot be read."""
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
