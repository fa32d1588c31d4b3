"""Points of metrics of one or several experiments."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .column_frames import MetricColumns
from .column_table import Column, arrow_table, pandas_frame, polars_frame
from .endpoints import METRICS_ALL, METRICS_CHART, METRICS_ONE, Endpoint
from .html_table import counted, html_table, print_table, text_table
from .logged_value import INTEGER_LIMIT, metric_number, table_millis, time_of, whole_number
from .records import records_of
from .service import Service
from .service_reads import read_many_summaries
from .text_table import MAX_ROWS

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Form = Literal["long", "wide"]
"""`long` has a row for each value, `wide` a column for each name."""

_MAX_EXPERIMENTS = 100
"""Number of experiments whose points are read in one request."""
_MAX_POINTS = 15_000
"""Number of points of a metric from which a service may leave some out."""


class MetricPoint(NamedTuple):
    """One logged value of a metric."""

    experiment_key: str
    experiment_name: str
    metric: str
    step: int | None
    """None when no step was logged."""
    epoch: int | None
    """None when no epoch was logged."""
    timestamp: datetime | None
    """Time in UTC at which the value was logged."""
    value: float
    """May be NaN or infinite."""


@dataclass(frozen=True)
class Series:
    """Points of one metric of one experiment, ordered by step when every point has one, otherwise as logged."""

    experiment_key: str
    experiment_name: str
    metric: str
    steps: Sequence[int | None]
    epochs: Sequence[int | None]
    timestamps: Sequence[int | None]
    """Milliseconds since 1970; 0 or None for a point without a time."""
    values: Sequence[float]

    def __len__(self) -> int:
        return len(self.values)


class Metrics:
    """Points of metrics, for iteration or as a table.

    Iteration yields a `MetricPoint` for each value, experiment by experiment and metric by metric.
    """

    def __init__(self, series: Sequence[Series]) -> None:
        self._series = tuple(series)

    @property
    def names(self) -> list[str]:
        """Names of the metrics, in the order of their first series."""
        return list(dict.fromkeys(series.metric for series in self._series))

    def __len__(self) -> int:
        return sum(map(len, self._series))

    def __iter__(self) -> Iterator[MetricPoint]:
        for series in self._series:
            for step, epoch, millis, value in zip(series.steps, series.epochs, series.timestamps, series.values):
                yield MetricPoint(
                    series.experiment_key, series.experiment_name, series.metric, step, epoch, time_of(millis), value
                )

    def to_pandas(self, form: Form = "long") -> pandas.DataFrame:
        """Returns a pandas data frame.

        `long` has a row for each value, with the columns `experiment_key`, `experiment_name`, `metric`, `step`, `epoch`,
        `timestamp` (UTC) and `value`, and a range index. `wide` has a row for each step of each experiment and a column
        for each metric; its index is `experiment_key` and `step`. Of several values at one step it holds the last. Values
        without a step have a row each. A metric with the name of another column, such as `step`, is `metrics.step`.
        """
        return pandas_frame(self._columns(form), ("experiment_key", "step") if form == "wide" else ())

    def to_arrow(self, form: Form = "long") -> pyarrow.Table:
        """Returns a PyArrow table with the columns of `to_pandas`, those of its index first."""
        return arrow_table(self._columns(form))

    def to_polars(self, form: Form = "long") -> polars.DataFrame:
        """Returns a Polars data frame with the columns of `to_pandas`, those of its index first."""
        return polars_frame(self._columns(form))

    def _columns(self, form: Form) -> list[Column]:
        return self._wide() if check_form(form) == "wide" else self._long()

    def _long(self) -> list[Column]:
        def repeated(name: str) -> list[str]:
            return [text for series in self._series for text in [getattr(series, name)] * len(series)]

        def joined(name: str) -> list[Any]:
            return [value for series in self._series for value in getattr(series, name)]

        return [
            Column("experiment_key", "text", repeated("experiment_key")),
            Column("experiment_name", "text", repeated("experiment_name")),
            Column("metric", "text", repeated("metric")),
            Column("step", "integer", joined("steps")),
            Column("epoch", "integer", joined("epochs")),
            Column("timestamp", "time", [table_millis(millis) for millis in joined("timestamps")]),
            Column("value", "number", joined("values")),
        ]

    def _wide(self) -> list[Column]:
        rows: dict[tuple[Any, ...], dict[str, float]] = {}
        for series in self._series:
            for at, (step, value) in enumerate(zip(series.steps, series.values)):
                # A value without a step has a row of its own.
                own = () if step is not None else (series.metric, at)
                rows.setdefault((series.experiment_key, series.experiment_name, step, *own), {})[series.metric] = value
        experiments = {series.experiment_key: order for order, series in reversed(list(enumerate(self._series)))}
        keys = sorted(rows, key=lambda row: (experiments[row[0]], row[2] is None, row[2] or 0))
        columns = [
            Column("experiment_key", "text", [row[0] for row in keys]),
            Column("step", "integer", [row[2] for row in keys]),
            Column("experiment_name", "text", [row[1] for row in keys]),
        ]
        names, others = set(self.names), {column.name for column in columns}
        for name in self.names:
            title = name
            while title in others or (title != name and title in names):
                title = f"metrics.{title}"
            columns.append(Column(title, "number", [rows[row].get(name) for row in keys]))
        return columns

    def __repr__(self) -> str:
        experiments = len({series.experiment_key for series in self._series})
        counts = (counted(len(self), "point"), counted(len(self.names), "metric"), counted(experiments, "experiment"))
        return f"<Metrics: {counts[0]}, {counts[1]}, {counts[2]}>"

    def _repr_html_(self) -> str:
        return html_table(*self._table())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Prints a table in IPython, and in exports without HTML."""
        print_table(self, printer, lambda: text_table(*self._table()))

    def _table(self) -> tuple[str, Sequence[str], list[Sequence[Any]], int]:
        def last(values: Sequence[Any]) -> Any:
            return values[-1] if values else None

        rows: list[Sequence[Any]] = [
            (one.experiment_name, one.metric, f"{len(one):,}", last(one.steps), last(one.values))
            for one in self._series[:MAX_ROWS]
        ]
        return repr(self)[1:-1], ("experiment", "metric", "points", "last step", "last value"), rows, len(self._series)


def read_metrics(service: Service, names: dict[str, str], metrics: Sequence[str], full: bool) -> Metrics:
    """Reads points of metrics.

    `names` are the experiments' names by key. One request reads 100 experiments; a metric with more than 15,000 points
    takes one more. Without `full`, each metric is downsampled to about 500 points, which include its extremes.
    """
    keys = list(names)
    series: list[Series] = []
    cut: list[int] = []
    for start in range(0, len(keys), _MAX_EXPERIMENTS):
        group = keys[start : start + _MAX_EXPERIMENTS]
        entries = _chart(service, group, list(metrics), full)
        for key in group:
            found = {one["metricName"]: one for one in records_of(entries.get(key, {}).get("metrics"), "metricName")}
            for metric in (found[name] for name in metrics if name in found):
                one = _charted(key, names[key], metric)
                total = whole_number(metric.get("total"))
                if full and (len(one) < total if total is not None else len(one) >= _MAX_POINTS):
                    cut.append(len(series))
                series.append(one)
    for at in cut:
        series[at] = _every_point(service, series[at])
    return Metrics(series)


def all_metrics(service: Service, key: str, name: str) -> Metrics:
    """Reads every point of every metric of one experiment in one request."""
    return Metrics(_logged(service, METRICS_ALL, f"the metrics of {key}", key, name))


def metric_names(service: Service, keys: Sequence[str]) -> list[str]:
    """Returns the names of all metrics of experiments, `sys.` metrics last. One request for 100 experiments."""
    names = {record["name"]: None for records in read_many_summaries(service, keys) for record in records}
    return sorted(names, key=lambda name: name.startswith("sys."))


def check_form(form: Form) -> Form:
    """Raises ValueError unless the form is `long` or `wide`."""
    if form not in ("long", "wide"):
        raise ValueError(f"form is {form!r}; write 'long' or 'wide'")
    return form


def _chart(service: Service, experiment_keys: list[str], metric_names: list[str], full: bool) -> dict[str, dict[str, Any]]:
    """Returns points by experiment key: about 500 of each metric, or up to 15,000 with `full`."""
    if not experiment_keys or not metric_names:
        return {}
    body = {
        "targetedExperiments": experiment_keys,
        "metrics": metric_names,
        "independentMetrics": True,
        "fetchFull": full,
    }
    entries = service.post(METRICS_CHART, "the chart", body).get("experiments")
    return {key: entry for key, entry in entries.items() if isinstance(entry, dict)} if isinstance(entries, dict) else {}


def _charted(key: str, name: str, metric: dict[str, Any]) -> Series:
    values = [metric_number(value) for value in _list(metric.get("values"))]

    def numbers(field: str) -> list[int | None]:
        listed = _list(metric.get(field))
        return [whole_number(listed[at]) if at < len(listed) else None for at in range(len(values))]

    return Series(key, name, metric["metricName"], numbers("steps"), numbers("epochs"), numbers("timestamps"), values)


def _every_point(service: Service, cut: Series) -> Series:
    what = f"the metric {cut.metric} of {cut.experiment_key}"
    found = _logged(service, METRICS_ONE, what, cut.experiment_key, cut.experiment_name, metricName=cut.metric)
    return next((series for series in found if series.metric == cut.metric), replace(cut, steps=[], epochs=[], timestamps=[], values=[]))


def _logged(service: Service, endpoint: Endpoint, what: str, key: str, name: str, **query: str) -> list[Series]:
    """Reads every point of metrics of one experiment, as columns if the service has them."""
    response = service.points(endpoint, what, experimentKey=key, **query)
    if isinstance(response, list):
        return [_columns_series(key, name, columns) for columns in response]
    found: dict[str, list[dict[str, Any]]] = {}
    for record in records_of(response.get("metrics"), "metricName"):
        found.setdefault(record["metricName"], []).append(record)
    return [_record_series(key, name, metric, records) for metric, records in found.items()]


def _columns_series(key: str, name: str, columns: MetricColumns) -> Series:
    steps, epochs, timestamps = (_integers(column) for column in (columns.steps, columns.epochs, columns.timestamps))
    values: Sequence[float] = columns.values
    if None not in steps and any(later < step for step, later in zip(columns.steps, columns.steps[1:])):
        order = sorted(range(len(values)), key=columns.steps.__getitem__)
        steps, epochs, timestamps = ([column[at] for at in order] for column in (steps, epochs, timestamps))
        values = [values[at] for at in order]
    return Series(key, name, columns.metric, steps, epochs, timestamps, values)


def _integers(column: array[float]) -> list[int | None]:
    if all(abs(entry) < INTEGER_LIMIT for entry in column):
        return [int(entry) for entry in column]
    # Not every point has one.
    return [whole_number(entry) for entry in column]


def _record_series(key: str, name: str, metric: str, records: list[dict[str, Any]]) -> Series:
    if all(whole_number(record.get("step")) is not None for record in records):
        records = sorted(records, key=lambda record: whole_number(record["step"]) or 0)

    def numbers(field: str) -> list[int | None]:
        return [whole_number(record.get(field)) for record in records]

    values = [metric_number(record.get("metricValue")) for record in records]
    return Series(key, name, metric, numbers("step"), numbers("epoch"), numbers("timestamp"), values)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
