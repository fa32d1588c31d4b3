"""Output of `display`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class View:
    """View of experiments or a project.

    A notebook shows it when it is made, and again as the value of a later cell. Other hosts, such as marimo, show its
    static form as the value of a cell.
    """

    def __init__(self, title: str, build: Callable[[], dict[str, Any]]) -> None:
        self._title = title
        self._build = build
        self._bundle: dict[str, Any] | None = None
        self._shown_in: object = None

    def bundle(self) -> dict[str, Any]:
        """Returns the forms of the output by MIME type, made when they are first used."""
        if self._bundle is None:
            self._bundle = self._build()
        return self._bundle

    def _mark_shown(self) -> None:
        """Notes that the running cell shows the view, so that it is not shown twice as its last value."""
        self._shown_in = _cell()

    def _ipython_display_(self) -> None:
        from IPython.display import publish_display_data

        if self._shown_in is None or self._shown_in != _cell():
            publish_display_data(self.bundle())  # type: ignore[no-untyped-call]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return self.bundle()

    def __repr__(self) -> str:
        return f"<View of {self._title}>"


def _cell() -> object:
    """Returns the number of the running cell; None outside IPython."""
    from IPython.core.getipython import get_ipython

    return getattr(get_ipython(), "execution_count", None)
