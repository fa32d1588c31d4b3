"""IPython magic: `%load_ext tracklens`, then `%tracklens display KEY --tab charts`."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Callable
from typing import Any

from . import connection
from .calls import display, display_project
from .errors import TracklensError
from .view_schema import tab_ids

_OPTIONS = {
    "display": ("--tab", "--metrics", "--height", "--view", "--clear"),
    "project": ("--view-id", "--metrics", "--height", "--clear"),
    "experiments": ("--archived",),
}
_VERBS = ("display", "project", "workspaces", "projects", "experiments", "query", "help")

# A word of a shell command: characters, quoted texts and characters after a backslash.
_WORD = r"""((?:[^\s"'\\]|"(?:[^"\\]|\\.)*"|'[^']*'|\\.)+)"""
_QUERY = re.compile(rf"\s*query\s+{_WORD}\s+{_WORD}\s+(.+)", re.DOTALL)


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        usages = [line for line in _help_lines() if line.startswith(f"{self.prog} ")]
        raise TracklensError(f"%tracklens: {message}.", "\n".join(("Usage:", *usages)))


def _arguments() -> argparse.ArgumentParser:
    parser = _Arguments(prog="%tracklens", add_help=False)
    verbs = parser.add_subparsers(dest="verb", required=True, parser_class=_Arguments)
    one = verbs.add_parser("display", add_help=False)
    one.add_argument("experiment", nargs="+")
    one.add_argument("--tab")
    one.add_argument("--view")
    project = verbs.add_parser("project", add_help=False)
    project.add_argument("workspace")
    project.add_argument("project_name")
    project.add_argument("--view-id")
    for shown in (one, project):
        shown.add_argument("--metrics", type=lambda names: names.split(","))
        shown.add_argument("--height", type=int)
        shown.add_argument("--clear", action="store_true")
    verbs.add_parser("workspaces", add_help=False)
    verbs.add_parser("projects", add_help=False).add_argument("workspace")
    listed = verbs.add_parser("experiments", add_help=False)
    listed.add_argument("workspace")
    listed.add_argument("project_name")
    listed.add_argument("--archived", action="store_true")
    for verb in ("query", "help"):
        # Both are handled without this parser, which lists them.
        verbs.add_parser(verb, add_help=False)
    return parser


def query_arguments(line: str) -> tuple[str, str, str] | None:
    """Returns workspace, project and query of a line that runs a query, else None. The query keeps its quotes."""
    found = _QUERY.fullmatch(line)
    if found is None:
        return None
    workspace, project_name, query = found.groups()
    return shlex.split(workspace)[0], shlex.split(project_name)[0], query.strip()


def tracklens(line: str) -> Any:
    """Displays experiments and projects, and lists them.

    %tracklens display EXPERIMENT [EXPERIMENT ...] [--tab TAB] [--metrics NAME,NAME] [--height PIXELS] [--view VIEW] [--clear]
    %tracklens project WORKSPACE PROJECT [--view-id ID] [--metrics NAME,NAME] [--height PIXELS] [--clear]
    %tracklens workspaces
    %tracklens projects WORKSPACE
    %tracklens experiments WORKSPACE PROJECT [--archived]
    %tracklens query WORKSPACE PROJECT QUERY
    %tracklens help

    EXPERIMENT is a key, workspace/project/key, a name or the address of a page. Quote names with spaces. TAB is one of
    the tabs of an experiment; press the Tab key for the list. QUERY is the rest of the line, as written:
    (Metric("loss") < 0.5) & Tag("best").
    """
    query = query_arguments(line)
    if query is not None:
        return connection.query(*query)
    try:
        words = shlex.split(line)
    except ValueError:
        raise TracklensError("A quote is not closed.", "Close it, or write \\ before it.") from None
    if not words or words[0] == "help" or {"-h", "--help"} & {*words}:
        print("\n".join(_help_lines()))
        return None
    if words[0] == "query":
        raise TracklensError("%tracklens query needs a workspace, a project and a query.", 'Write %tracklens query demo digits Tag("best").')
    options = vars(_arguments().parse_args(words))
    verb = options.pop("verb")
    if verb == "display":
        references = options.pop("experiment")
        return display(references if len(references) > 1 else references[0], **options)
    verbs: dict[str, Callable[..., Any]] = {
        "project": display_project,
        "workspaces": connection.workspaces,
        "projects": connection.projects,
        "experiments": connection.experiments,
    }
    return verbs[verb](**options)


def _help_lines() -> list[str]:
    """Returns the lines of the help, which begins with the usage of each verb."""
    return [line.strip() for line in (tracklens.__doc__ or "").strip().splitlines()]


def completions(text_before_cursor: str) -> list[str]:
    """Returns the words that can follow in a line of the magic: its verbs, options and tabs."""
    words = text_before_cursor.split()
    before = words if text_before_cursor[-1:].isspace() else words[:-1]
    if len(before) <= 1:
        return list(_VERBS)
    if before[-1] == "--tab":
        return list(tab_ids)
    return [option for option in _OPTIONS.get(before[1], ()) if option not in before]


def load(shell: Any) -> None:
    """Registers the magic with its completion."""
    shell.register_magic_function(tracklens, "line", "tracklens")
    shell.set_hook("complete_command", _complete, str_key="%tracklens")


def unload(shell: Any) -> None:
    """Removes the magic and its completion."""
    shell.magics_manager.magics["line"].pop("tracklens", None)
    shell.strdispatchers["complete_command"].strs.pop("%tracklens", None)


def _complete(_: Any, event: Any) -> list[str]:
    return completions(event.text_until_cursor)
