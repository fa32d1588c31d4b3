"""Tables as text, for terminals and exports without HTML. No text contains control characters."""

from __future__ import annotations

from collections.abc import Sequence

MAX_ROWS = 20
"""Maximum number of rows of a table in an output."""

_CELL = 60
"""Maximum number of characters of a table cell."""


def one_line(text: str) -> str:
    """Returns a text on one line, without control characters."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= _CELL else line[: _CELL - 1] + "…"


def text_lines(table: Sequence[Sequence[str]], count: int) -> list[str]:
    """Returns the lines of a table whose first row has the titles. It has the first of `count` rows."""
    shown = [[one_line(cell) for cell in row] for row in table[: MAX_ROWS + 1]]
    widths = [max(map(len, column)) for column in zip(*shown)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in shown]
    return [*lines, *([more_rows(count)] if count > MAX_ROWS else [])]


def more_rows(count: int) -> str:
    """Returns how many of `count` rows a table does not have."""
    return f"{count - MAX_ROWS:,} more"
