"""Series colours, identical to those of the live view (`core/src/charts/palette.ts`)."""

from __future__ import annotations

from typing import NamedTuple

from .view_schema import series_dashes, series_palettes


class SeriesLook(NamedTuple):
    """Colour of a line and the lengths of its dashes; empty for a solid line."""

    color: str
    dash: tuple[float, ...]


def series_looks(keys: list[str], palette: str = "standard", chosen: dict[str, str] | None = None) -> dict[str, SeriesLook]:
    """Returns a look for each experiment of a view.

    It depends only on the set of keys, except for the colours selected by the user.
    """
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
    """Returns the UTF-16 code units of a text, by which JavaScript sorts and hashes."""
    coded = key.encode("utf-16-le", "surrogatepass")
    return [low | high << 8 for low, high in zip(coded[::2], coded[1::2])]


def _hash(key: str) -> int:
    """FNV-1a hash over UTF-16 code units."""
    value = 0x811C9DC5
    for unit in _code_units(key):
        value = ((value ^ unit) * 0x01000193) & 0xFFFFFFFF
    # Same result as in JavaScript, where `>>>` treats the signed product as unsigned.
    return value ^ (value >> 15)
