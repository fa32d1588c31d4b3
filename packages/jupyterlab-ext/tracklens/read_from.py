"""Base of the dataclasses whose further data is read from a service."""

from __future__ import annotations

from typing import Generic, TypeVar

Source = TypeVar("Source")


class ReadFrom(Generic[Source]):
    """Base of a dataclass with the argument `_source`, such as its service.

    The source is no field, so `dataclasses.asdict` and data frames contain only data.
    """

    _source: Source

    def __post_init__(self, source: Source) -> None:
        # The dataclasses are frozen.
        object.__setattr__(self, "_source", source)
