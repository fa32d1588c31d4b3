"""Colours of series: the same as the live view's (`core/src/display/palette.ts`), so that a saved picture agrees with it."""

from __future__ import annotations

from typing import NamedTuple

from .view_schema import series_dashes, series_palettes


class SeriesLook(NamedTuple):
    """The colour of a line and the lengths of its dashes, none for a whole one."""

    color: str
    dash: tuple[float, ...]


def series_looks(keys: list[str], palette: str = "standard", chosen: dict[str, str] | None = None) -> dict[str, SeriesLook]:
    """A look for each experiment of a view; depends on the set of keys only, but for the colours that a person has chosen."""
    colors = series_palettes[palette]
    looks: dict[str, SeriesLook] = {}
    taken: set[int] = set()
    turn = 0
    for key in sorted(set(keys), key=_code_units):
        if len(taken) == len(colors):
            taken = set()
            turn += 1
        slot = _hash(key) % len(colors)
        while slot in taken:
            slot = (slot + 1) % len(colors)
        taken.add(slot)
        looks[key] = SeriesLook((chosen or {}).get(key, colors[slot]), series_dashes[turn % len(series_dashes)])
    return looks


def _code_units(key: str) -> list[int]:
    """What JavaScript orders and hashes texts by: UTF-16."""
    coded = key.encode("utf-16-le", "surrogatepass")
    return [low | high << 8 for low, high in zip(coded[::2], coded[1::2])]


def _hash(key: str) -> int:
    """FNV-1a over UTF-16 code units."""
    value = 0x811C9DC5
    for unit in _code_units(key):
        value = ((value ^ unit) * 0x01000193) & 0xFFFFFFFF
    # As in JavaScript, where a product is a signed number before it is shifted.
    return value ^ (value >> 15)
