"""Texts that are not shown."""

from __future__ import annotations


class Secret(str):
    """Text, such as an API key, whose value is not in its representation.

    Tracebacks with the values of variables, as IPython prints them after `%xmode Verbose`, then do not contain it.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "<secret>"
