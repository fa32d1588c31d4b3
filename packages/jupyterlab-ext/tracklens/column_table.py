"""Columns of equal length, as a data frame of pandas, a table of PyArrow or a data frame of Polars."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .errors import MissingPackage

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

ColumnKind = Literal["text", "texts", "integer", "number", "flag", "time", "duration"]
"""Type of a column. Times are milliseconds since 1970, durations are milliseconds."""


class Column(NamedTuple):
    """Named column. None is an absent value."""

    name: str
    kind: ColumnKind
    values: Sequence[Any]


def inferred_column(name: str, values: Sequence[Any]) -> Column:
    """Returns a column with the kind of its values, which are all numbers, all flags or all texts."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int}:
        return Column(name, "integer", values)
    if kinds and kinds <= {int, float}:
        return Column(name, "number", values)
    return Column(name, "flag" if kinds == {bool} else "text", values)


def pandas_frame(columns: Sequence[Column], index: Sequence[str] = ()) -> pandas.DataFrame:
    """Returns a pandas data frame. The columns named in `index` become its index."""
    pd = _optional("pandas")
    types = {"text": "string", "texts": "object", "integer": "Int64", "number": "float64", "flag": "boolean"}

    def series(column: Column) -> Any:
        if column.kind == "time":
            return pd.Series(pd.to_datetime(pd.array(column.values, dtype="Int64"), unit="ms", utc=True, errors="coerce"))
        if column.kind == "duration":
            return pd.Series(pd.to_timedelta(pd.array(column.values, dtype="Int64"), unit="ms", errors="coerce"))
        return pd.Series(list(column.values), dtype=types[column.kind])

    frame: pandas.DataFrame = pd.DataFrame({column.name: series(column) for column in columns})
    if not index:
        return frame
    indexed: pandas.DataFrame = frame.set_index(list(index))
    return indexed


def arrow_table(columns: Sequence[Column]) -> pyarrow.Table:
    """Returns a PyArrow table."""
    pa = _optional("pyarrow")
    types = {
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "integer": pa.int64(),
        "number": pa.float64(),
        "flag": pa.bool_(),
        "time": pa.timestamp("ms", tz="UTC"),
        "duration": pa.duration("ms"),
    }
    arrays = [pa.array(column.values, type=types[column.kind], from_pandas=False) for column in columns]
    return pa.table(arrays, names=[column.name for column in columns])


def polars_frame(columns: Sequence[Column]) -> polars.DataFrame:
    """Returns a Polars data frame."""
    pl = _optional("polars")
    types = {
        "text": pl.String,
        "texts": pl.List(pl.String),
        "integer": pl.Int64,
        "number": pl.Float64,
        "flag": pl.Boolean,
        "time": pl.Int64,
        "duration": pl.Int64,
    }
    casts = {"time": pl.Datetime("ms", "UTC"), "duration": pl.Duration("ms")}
    series = [pl.Series(column.name, list(column.values), types[column.kind], strict=False) for column in columns]
    cast = [pl.col(column.name).cast(casts[column.kind]) for column in columns if column.kind in casts]
    frame: polars.DataFrame = pl.DataFrame(series).with_columns(cast)
    return frame


def _optional(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise MissingPackage(f"This needs the package {name}, which is not installed.", f"Run `pip install {name}`.") from None
