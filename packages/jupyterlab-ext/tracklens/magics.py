"""IPython magic: `%load_ext tracklens`, then `%tracklens display KEY --tab charts`."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from typing import Any

from .calls import display, display_project, experiments
from .errors import TracklensError


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise TracklensError(f"%tracklens: {message}.", self.format_usage().strip())

    def exit(self, status: int = 0, message: str | None = None) -> Any:
        raise TracklensError(message or "", self.format_help())


def _arguments() -> argparse.ArgumentParser:
    parser = _Arguments(prog="%tracklens", add_help=False)
    verbs = parser.add_subparsers(dest="verb", required=True, parser_class=_Arguments)
    one = verbs.add_parser("display", add_help=False)
    one.add_argument("experiment_key")
    one.add_argument("--tab")
    one.add_argument("--clear", action="store_true")
    project = verbs.add_parser("project", add_help=False)
    project.add_argument("workspace")
    project.add_argument("project_name")
    project.add_argument("--view-id")
    project.add_argument("--clear", action="store_true")
    listed = verbs.add_parser("experiments", add_help=False)
    listed.add_argument("workspace")
    listed.add_argument("project_name")
    return parser


def run(line: str) -> Any:
    """Runs one line of the magic; `experiments` returns the list."""
    given = vars(_arguments().parse_args(shlex.split(line)))
    verb = given.pop("verb")
    verbs: dict[str, Callable[..., Any]] = {"display": display, "project": display_project, "experiments": experiments}
    return verbs[verb](**given)
