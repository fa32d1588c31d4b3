"""The command that starts the local service of a data folder, as messages print it."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from .data_folder import default_data_folder, home_data_folder


def serve_command(data_folder: str, platform: str = sys.platform) -> str:
    """Returns the command for a shell of the platform. It works where TRACKLENS_DATA is not set, or is."""
    if Path(data_folder) == home_data_folder() == default_data_folder():
        return "tracklens serve"
    return f"tracklens serve --data {_in_powershell(data_folder) if platform == 'win32' else shlex.quote(data_folder)}"


def _in_powershell(text: str) -> str:
    """Quotes an argument where PowerShell requires it. cmd.exe also understands double quotes."""
    if re.fullmatch(r"[\w.\\/:~+=-]+", text, re.ASCII):
        return text
    if re.search("[$`\"\u2018-\u201f]", text):
        return "'" + re.sub("['\u2018-\u201b]", r"\g<0>\g<0>", text) + "'"
    return f'"{text}"'
