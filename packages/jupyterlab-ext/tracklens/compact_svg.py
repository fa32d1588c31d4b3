"""Halves the size of an SVG (`compact` of `core/src/static-charts/static-chart.ts` in Python)."""

from __future__ import annotations

import math
import re

_TAG = re.compile(r"<[^>]*>")
_FONT = re.compile(r' font-family="[^"]*"')
_EMPTY = re.compile(r'<path[^>]*(class="background"|display="none")')
_FOR_SCRIPTS = re.compile(r' (class|aria-[a-z]+|role|pointer-events)="[^"]*"')
_PATH = re.compile(r' d="([^"]*)"')
_COORDINATES = re.compile(r' (transform|x1|x2|y1|y2|x|y)="([^"]*)"')
_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}(?:e-?\d+)?")
_STRAIGHT = re.compile(r"[ML\d.,eE+-]+")
_POINT = re.compile(r"([ML])([^,ML]+),([^,ML]+)")


def compact_svg(svg: str) -> str:
    """Returns the SVG in half the size without a visible change.

    Rounds coordinates to a tenth of a pixel, declares the font once, and removes the attributes and empty shapes that
    vega adds for scripts. Only tags are changed, never text content.
    """
    font = _FONT.search(svg)
    said = font[0] if font else ""

    def tag(found: re.Match[str]) -> str:
        text = found[0]
        if _EMPTY.match(text) and " fill=" not in text:
            return ""
        if text.startswith("<svg"):
            return text.replace(' class="marks"', said, 1)
        text = _FOR_SCRIPTS.sub("", text)
        if said:
            text = text.replace(said, "", 1)
        text = _PATH.sub(lambda d: f' d="{_short_path(d[1])}"', text, count=1)
        return _COORDINATES.sub(lambda place: f' {place[1]}="{_LONG_NUMBER.sub(_tenths, place[2])}"', text)

    return _TAG.sub(tag, svg)


def _short_path(d: str) -> str:
    """Rewrites a path of straight lines with relative coordinates."""
    if not _STRAIGHT.fullmatch(d):
        return _LONG_NUMBER.sub(_tenths, d)
    x = y = 0

    def step(found: re.Match[str]) -> str:
        nonlocal x, y
        to_x, to_y = _rounded(float(found[2]) * 10), _rounded(float(found[3]) * 10)
        step_x, step_y = (to_x, to_y) if found[1] == "M" else (to_x - x, to_y - y)
        x, y = to_x, to_y
        return f"{'M' if found[1] == 'M' else 'l'}{_plain(step_x)},{_plain(step_y)}"

    return _POINT.sub(step, d)


def _tenths(number: re.Match[str]) -> str:
    return _plain(_rounded(float(number[0]) * 10))


def _plain(tenths: int) -> str:
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{tenth}' if tenth else ''}"


def _rounded(number: float) -> int:
    """Rounds like JavaScript: halves up."""
    return math.floor(number + 0.5)
