"""Experiments of a project or of a query, as a list and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, NoReturn, overload

from .column_table import Column, arrow_table, inferred_column, pandas_frame, polars_frame
from .endpoints import QUERY_SUMMARIES
from .errors import NotFound, ServiceFailed
from .experiment_details import Experiment, load_details, named
from .html_table import counted, html_table, print_table, text_table
from .logged_value import column_values, metric_number, table_millis, whole_number
from .metrics import Form, Metrics, check_form, metric_names, read_metrics
from .records import records_of, text_of
from .service import Service
from .service_reads import read_many_summaries
from .text_table import MAX_ROWS

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from .chart_options import ChartOptions
    from .view import View

Summary = Literal["last", "min", "max"]
"""Which value of a metric a table contains."""

_FEW = 100
"""Number of experiments whose summaries one request reads. For more, those of the whole project are read, which may be large."""


class _Values(NamedTuple):
    """Summary of a metric."""

    last: float
    min: float
    max: float


class ExperimentList(Sequence[Experiment]):
    """Experiments of a project or of a query, newest first.

    A slice is a list of experiments too. The details of all experiments are read together: one request for 33
    experiments, and one for the summaries of a project's metrics.
    """

    def __init__(self, service: Service, experiments: Sequence[Experiment]) -> None:
        self._service = service
        self._experiments = tuple(experiments)

    def __len__(self) -> int:
        return len(self._experiments)

    def __iter__(self) -> Iterator[Experiment]:
        return iter(self._experiments)

    @overload
    def __getitem__(self, index: int) -> Experiment: ...
    @overload
    def __getitem__(self, index: slice) -> ExperimentList: ...
    def __getitem__(self, index: int | slice) -> Experiment | ExperimentList:
        if isinstance(index, slice):
            return ExperimentList(self._service, self._experiments[index])
        return self._experiments[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExperimentList) and self._experiments == other._experiments

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            # Such as `ndim`, which pandas.DataFrame asks for.
            hint = "to_pandas(), to_arrow() and to_polars() return its table"
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}; {hint}", name=name, obj=self)

    def metrics(self, names: str | Sequence[str] | None = None, *, full: bool = True) -> Metrics:
        """Returns the points of some metrics, or of all of them, of all experiments.

        One request reads 100 experiments; a metric with more than 15,000 points takes one more. `full=False` downsamples
        each metric to about 500 points that include its extremes.
        """
        experiments = {one.key: one.name for one in self}
        return read_metrics(self._service, experiments, named(names, lambda: metric_names(self._service, [*experiments])), full)

    def to_pandas(self, form: Form = "wide", summary: Summary = "last") -> pandas.DataFrame:
        """Returns a pandas data frame of the experiments with what was logged to them.

        `wide` has a row for each experiment and the columns `name`, `state`, `archived`, `workspace`, `project_name`,
        `start_time` and `end_time` (UTC), `duration`, `tags`, `url`, then `parameters.<name>`, `metrics.<name>` and
        `others.<name>`. Its index is `experiment_key`. `summary` is the value of the metrics: the last, minimum or
        maximum. A column of parameters is numeric when all of its values are numbers.

        `long` has a row for each parameter, metric and other item, with the columns `experiment_key`, `experiment_name`,
        `kind`, `name`, `text` (of a parameter or other item), and `last`, `min` and `max` of a metric, and a range index.
        """
        return pandas_frame(self._columns(form, summary), ("experiment_key",) if form == "wide" else ())

    def to_arrow(self, form: Form = "wide", summary: Summary = "last") -> pyarrow.Table:
        """Returns a PyArrow table with the columns of `to_pandas`, that of its index first."""
        return arrow_table(self._columns(form, summary))

    def to_polars(self, form: Form = "wide", summary: Summary = "last") -> polars.DataFrame:
        """Returns a Polars data frame with the columns of `to_pandas`, that of its index first."""
        return polars_frame(self._columns(form, summary))

    def display(
        self,
        *,
        metrics: str | Sequence[str] | None = None,
        height: int | None = None,
        view: str | None = None,
        charts: ChartOptions | None = None,
    ) -> View:
        """Displays the experiments overlaid, like `tracklens.display`."""
        from .calls import display

        return display(self, metrics=metrics, height=height, view=view, charts=charts)

    def _columns(self, form: Form, summary: Summary) -> list[Column]:
        if summary not in ("last", "min", "max"):
            raise ValueError(f"summary is {summary!r}; write 'last', 'min' or 'max'")
        load_details(self._service, self)
        summaries = _summaries(self._service, self)
        return self._long(summaries) if check_form(form) == "long" else self._wide(summaries, summary)

    def _wide(self, summaries: dict[str, dict[str, _Values]], summary: Summary) -> list[Column]:
        metrics = _names(summaries[one.key] for one in self)
        columns = [
            Column("experiment_key", "text", [one.key for one in self]),
            Column("name", "text", [one.name for one in self]),
            Column("state", "text", [one.state for one in self]),
            Column("archived", "flag", [one.archived for one in self]),
            Column("workspace", "text", [one.workspace for one in self]),
            Column("project_name", "text", [one.project_name for one in self]),
            Column("start_time", "time", [_millis(one, "startTimeMillis") for one in self]),
            Column("end_time", "time", [None if one.state == "running" else _millis(one, "endTimeMillis") for one in self]),
            Column("duration", "duration", [_millis(one, "durationMillis") or 0 for one in self]),
            Column("tags", "texts", [one.tags for one in self]),
            Column("url", "text", [one.url for one in self]),
            *self._logged("parameters"),
        ]
        for name in sorted(metrics, key=lambda name: name.startswith("sys.")):
            found = (summaries[one.key].get(name) for one in self)
            values = [None if one is None else float(getattr(one, summary)) for one in found]
            columns.append(Column(f"metrics.{name}", "number", values))
        return [*columns, *self._logged("others")]

    def _logged(self, detail: str) -> list[Column]:
        texts = [one._texts(detail) for one in self]
        return [
            inferred_column(f"{detail}.{name}", column_values([one.get(name) for one in texts])) for name in _names(texts)
        ]

    def _long(self, summaries: dict[str, dict[str, _Values]]) -> list[Column]:
        rows: list[tuple[str, str, str, str, str | None, float | None, float | None, float | None]] = []
        for one in self:
            for kind, detail in (("parameter", "parameters"), ("other", "others")):
                rows += [(one.key, one.name, kind, name, text, None, None, None) for name, text in one._texts(detail).items()]
            rows += [(one.key, one.name, "metric", name, None, *values) for name, values in summaries[one.key].items()]
        titles = ("experiment_key", "experiment_name", "kind", "name", "text", "last", "min", "max")
        lists = [list(values) for values in zip(*rows)] if rows else [[] for _ in titles]
        return [Column(name, "number" if at > 4 else "text", values) for at, (name, values) in enumerate(zip(titles, lists))]

    def __repr__(self) -> str:
        return f"<ExperimentList: {counted(len(self), 'experiment')}>"

    def _repr_html_(self) -> str:
        return html_table(*self._table(), [one.url for one in self._experiments[:MAX_ROWS]])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Prints a table in IPython, and in exports without HTML."""
        print_table(self, printer, lambda: text_table(*self._table()))

    def _table(self) -> tuple[str, Sequence[str], list[Sequence[Any]], int]:
        first = self._experiments[:MAX_ROWS]
        titles = ("experiment", "state", "project", "start (UTC)", "duration")
        rows: list[Sequence[Any]] = [
            (one.name, one.state, f"{one.workspace} / {one.project_name}", one.start_time, one.duration) for one in first
        ]
        return counted(len(self), "experiment"), titles, rows, len(self)


def _names(records: Iterable[Iterable[str]]) -> list[str]:
    return list({name: None for record in records for name in record})


def _millis(experiment: Experiment, name: str) -> int | None:
    return table_millis(whole_number(experiment._record.get(name)))


def _summaries(service: Service, experiments: Sequence[Experiment]) -> dict[str, dict[str, _Values]]:
    """Reads the summaries of metrics by experiment key: of a whole project at once where the service can."""
    found: dict[str, dict[str, _Values]] = {}

    def project(one: Experiment) -> tuple[str, str, bool]:
        return (one.workspace, one.project_name, one.archived)

    for (workspace, project_name, archived), group in groupby(sorted(experiments, key=project), key=project):
        if len(list(group)) > _FEW:
            found.update(_project_summaries(service, workspace, project_name, archived))
    missing = [one.key for one in experiments if one.key not in found]
    for key, records in zip(missing, read_many_summaries(service, missing)):
        found[key] = {
            record["name"]: _Values(*(metric_number(record.get(field)) for field in ("valueCurrent", "valueMin", "valueMax")))
            for record in records
        }
    return found


def _project_summaries(
    service: Service, workspace: str, project_name: str, archived: bool
) -> dict[str, dict[str, _Values]]:
    """Returns the summaries of a project; empty from a service that cannot give them at once."""
    query = {"workspaceName": workspace, "projectName": project_name, "archived": str(archived)}
    try:
        response = service.get(QUERY_SUMMARIES, f"the project {workspace}/{project_name}", **query)
    except (NotFound, ServiceFailed):
        return {}
    # Metrics refer to experiments by index, so an invalid entry keeps its index.
    listed = response.get("experiments")
    keys = [text_of(one.get("experimentKey")) if isinstance(one, dict) else "" for one in (listed if isinstance(listed, list) else [])]
    found: dict[str, dict[str, _Values]] = {key: {} for key in keys}
    for metric in records_of(response.get("metrics"), "name"):
        lists = [value if isinstance(value := metric.get(field), list) else [] for field in ("experiments", "current", "min", "max")]
        for index, last, least, greatest in zip(*lists):
            if isinstance(index, int) and 0 <= index < len(keys):
                values = _Values(metric_number(last), metric_number(least), metric_number(greatest))
                found[keys[index]][metric["name"]] = values
    return found
