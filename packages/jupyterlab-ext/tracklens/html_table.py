"""Tables for the values of expressions: HTML in the colors of the notebook, and text. All texts are escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from html import escape
from typing import Any

from .text_table import MAX_ROWS, more_rows, text_lines

_BORDER = "1px solid var(--jp-border-color2, var(--vscode-panel-border, rgba(127, 127, 127, 0.35)))"
_CELL = "padding: 0.2em 0.7em; text-align: left; vertical-align: top; max-width: 30em; overflow-wrap: anywhere"


def html_table(caption: str, titles: Sequence[str], rows: Iterable[Sequence[Any]], count: int, links: Sequence[str] = ()) -> str:
    """Returns a table with the first rows of `count`. The first cells lead to the addresses in `links`."""
    head = "".join(f'<th style="{_CELL}; border-bottom: {_BORDER}">{escape(title)}</th>' for title in titles)
    body = []
    for index, (row, _) in enumerate(zip(rows, range(MAX_ROWS))):
        cells = [escape(shown(value)) for value in row]
        if index < len(links) and links[index].startswith(("http://", "https://")):
            cells[0] = f'<a href="{escape(links[index])}" target="_blank" rel="noopener noreferrer">{cells[0]}</a>'
        body.append("<tr>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells) + "</tr>")
    more = f"<p><small>{more_rows(count)}</small></p>" if count > MAX_ROWS else ""
    table = (
        f'<table style="border-collapse: collapse; font-variant-numeric: tabular-nums"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
        if body
        else ""
    )
    return f"<div><p><strong>{escape(caption)}</strong></p>{table}{more}</div>"


def text_table(caption: str, titles: Sequence[str], rows: Iterable[Sequence[Any]], count: int) -> str:
    """Returns the same table as text."""
    cells = [[shown(value) for value in row] for row, _ in zip(rows, range(MAX_ROWS))]
    return "\n".join([caption, *(text_lines([titles, *cells], count) if cells else [])])


def print_table(value: object, printer: Any, table: Callable[[], str]) -> None:
    """Prints the table of a value in IPython; within a list or another value, its short form."""
    printer.text(repr(value) if len(getattr(printer, "stack", ())) > 1 else table())


def shown(value: Any, limit: int = 80) -> str:
    """Formats a value for a table: numbers with six significant digits, times to the second in UTC."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, timedelta):
        return str(timedelta(seconds=round(value.total_seconds())))
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def counted(count: int, noun: str) -> str:
    """Returns a count with its noun: `1 experiment`, `1,204 experiments`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
