"""Colours of series: the same as the live view's (`core/src/display/palette.ts`), so that a saved picture agrees with it."""

from __future__ import annotations

from typing import NamedTuple

from .view_schema import series_colors, series_dashes


class SeriesLook(NamedTuple):
    color: str
    dash: tuple[float, ...]


def series_looks(keys: list[str]) -> dict[str, SeriesLook]:
    """A look for each experiment of a view; depends on the set of keys only."""
    looks: dict[str, SeriesLook] = {}
    taken: set[int] = set()
    turn = 0
    for key in sorted(set(keys)):
        if len(taken) == len(series_colors):
            taken = set()
            turn += 1
        slot = _hash(key) % len(series_colors)
        while slot in taken:
            slot = (slot + 1) % len(series_colors)
        taken.add(slot)
        looks[key] = SeriesLook(series_colors[slot], series_dashes[turn % len(series_dashes)])
    return looks


def _hash(key: str) -> int:
    """FNV-1a over UTF-16 code units."""
    value = 0x811C9DC5
    coded = key.encode("utf-16-le", "surrogatepass")
    for at in range(0, len(coded), 2):
        unit = coded[at] | coded[at + 1] << 8
        value = ((value ^ unit) * 0x01000193) & 0xFFFFFFFF
    # As in JavaScript, where a product is a signed number before it is shifted.
    return value ^ (value >> 15)
