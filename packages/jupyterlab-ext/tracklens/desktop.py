"""Pages in the browser of the person who runs a Python program."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from io import TextIOBase

_SERVER_VARIABLES = ("SSH_CONNECTION", "SSH_TTY", "JUPYTERHUB_API_TOKEN", "JUPYTERHUB_USER", "COLAB_RELEASE_TAG")
"""Variables of a program that runs on another machine than the screen of its user, or for several users."""


def has_desktop(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> bool:
    """Whether a browser would open on the screen of the person who runs this program.

    False on a server: over SSH, below JupyterHub, in Colab or marimo, and on a machine without a display.
    """
    environment = os.environ if environment is None else environment
    if any(environment.get(name) for name in _SERVER_VARIABLES) or _in_marimo():
        return False
    return platform in ("win32", "darwin") or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def has_terminal() -> bool:
    """Whether standard output is a terminal and nothing else.

    comet_ml replaces `sys.stdout` by an object that says it is a terminal, and that logs what it writes to the service.
    """
    return isinstance(sys.stdout, TextIOBase) and sys.stdout.isatty()


def user_of_browser(platform: str = sys.platform) -> int | None:
    """Returns the id of this user where a browser gets its address as an argument, which other users can read.

    That is on Linux. None elsewhere.
    """
    return os.getuid() if platform == "linux" else None


def open_page(page: str, address: str, new: int, autoraise: bool) -> None:
    """Opens a page in the browser, or prints where it is when there is no desktop.

    `address` is the page, or a one-time link that signs the browser in to it. The link is a secret: it is printed only
    to a terminal, never to a file, a log or a saved output.
    """
    if has_desktop() and webbrowser.open(address, new=new, autoraise=autoraise):
        return
    if address != page and has_terminal():
        print(f"Open this page in a browser within a minute (the link works once): {address}")
    else:
        print(f"Open this page in a browser: {page}")


def _in_marimo() -> bool:
    # Only a program that runs in marimo has imported it.
    marimo = sys.modules.get("marimo")
    running = getattr(marimo, "running_in_notebook", None)
    return bool(running and running())
