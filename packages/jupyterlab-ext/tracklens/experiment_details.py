"""One experiment with what was logged to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from .asset import Asset, assets_of
from .endpoints import ASSETS_LIST, EXPERIMENTS_OTHERS, EXPERIMENTS_TAGS, METRICS_PARAMETERS
from .html_table import html_table
from .logged_value import LoggedValue, duration_of, logged_value, metric_number, time_of, whole_number
from .metrics import Metrics, all_metrics, read_metrics
from .page_address import experiment_page
from .records import records_of, text_of, texts_of
from .service import Read, Service
from .service_reads import read_metadata, read_summaries

if TYPE_CHECKING:
    from .chart_options import ChartOptions
    from .view import View
    from .tab import Tab

State = Literal["running", "finished", "crashed"]
"""State of an experiment."""

DETAILS = {
    "tags": (EXPERIMENTS_TAGS, "the tags"),
    "parameters": (METRICS_PARAMETERS, "the parameters"),
    "others": (EXPERIMENTS_OTHERS, "the other items"),
}
"""Reads of an experiment that are cached, by detail."""


@dataclass(frozen=True, repr=False)
class MetricSummary:
    """Last, minimum and maximum value of a metric, which may be NaN, with their steps and times in UTC."""

    name: str
    last: float
    min: float
    max: float
    last_step: int | None
    min_step: int | None
    max_step: int | None
    last_time: datetime | None
    min_time: datetime | None
    max_time: datetime | None

    def __repr__(self) -> str:
        return f"<MetricSummary {self.name!r} last {self.last:.6g}, min {self.min:.6g}, max {self.max:.6g}>"


class Experiment:
    """One experiment of a project.

    Name, state and times are those of the moment at which the experiment was read. Tags, parameters and other items are
    read when they are first used. `refresh` reads all of them again.
    """

    def __init__(self, service: Service, record: dict[str, Any]) -> None:
        self._service = service
        self._record = record
        self._details: dict[str, dict[str, Any]] = {}

    @property
    def key(self) -> str:
        """Key of the experiment."""
        return text_of(self._record["experimentKey"])

    @property
    def name(self) -> str:
        """Name of the experiment; the start of its key when it has none."""
        return text_of(self._record.get("experimentName")) or self.key[:9]

    @property
    def workspace(self) -> str:
        """Name of the workspace."""
        return text_of(self._record.get("workspaceName"))

    @property
    def project_name(self) -> str:
        """Name of the project."""
        return text_of(self._record.get("projectName"))

    @property
    def state(self) -> State:
        """`running`, `finished` or `crashed`."""
        if self._record.get("hasCrashed"):
            return "crashed"
        return "running" if self._record.get("running") else "finished"

    @property
    def archived(self) -> bool:
        """Whether the experiment is archived."""
        return self._record.get("archived") is True

    @property
    def start_time(self) -> datetime | None:
        """Start in UTC."""
        return time_of(self._record.get("startTimeMillis"))

    @property
    def end_time(self) -> datetime | None:
        """End in UTC; None while the experiment is running."""
        return None if self.state == "running" else time_of(self._record.get("endTimeMillis"))

    @property
    def duration(self) -> timedelta:
        """Time from the start to the end, or until it was read."""
        return duration_of(self._record.get("durationMillis"))

    @property
    def url(self) -> str:
        """Address of the experiment's page on the service."""
        return experiment_page(self._service.root, self._record)

    @property
    def tags(self) -> list[str]:
        """Tags, in the order in which they were added."""
        return texts_of(self._detail("tags").get("tags"))

    @property
    def parameters(self) -> dict[str, LoggedValue]:
        """Parameters by name. Numbers are `int` or `float`, `true` and `false` are `bool`."""
        return _values(self._detail("parameters"))

    @property
    def others(self) -> dict[str, LoggedValue]:
        """Other logged items by name, converted like parameters."""
        return _values(self._detail("others"))

    @property
    def summaries(self) -> dict[str, MetricSummary]:
        """Last, minimum and maximum value of each metric, by name. Read from the service each time."""
        return {record["name"]: _summary(record) for record in read_summaries(self._service, self.key)}

    @property
    def assets(self) -> list[Asset]:
        """Files that the experiment logged, without their content. Read from the service each time."""
        response = self._service.get(ASSETS_LIST, f"the assets of {self.key}", experimentKey=self.key, type="all")
        return assets_of(self._service, response.get("assets"), experimentKey=self.key)

    def metrics(self, names: str | Sequence[str] | None = None, *, full: bool = True) -> Metrics:
        """Returns the points of some metrics, or of all of them without `names`, read in one request.

        A metric with more than 15,000 points takes another request. `full=False` downsamples each named metric to about
        500 points that include its extremes.
        """
        if names is None and full:
            return all_metrics(self._service, self.key, self.name)
        return read_metrics(self._service, {self.key: self.name}, named(names, lambda: [*self.summaries]), full)

    def display(
        self,
        tab: Tab | None = None,
        *,
        metrics: str | Sequence[str] | None = None,
        height: int | None = None,
        view: str | None = None,
        charts: ChartOptions | None = None,
    ) -> View:
        """Displays the experiment like `tracklens.display`."""
        from .calls import display

        return display(self, tab, metrics=metrics, height=height, view=view, charts=charts)

    def refresh(self) -> Experiment:
        """Reads the experiment again and forgets its tags, parameters and other items. Returns the experiment."""
        self._record = read_metadata(self._service, self.key)
        self._details = {}
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and (self.key, self._service.root) == (other.key, other._service.root)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<Experiment {self.name!r} {self.state} {self.workspace}/{self.project_name} {self.key}>"

    def _repr_html_(self) -> str:
        row = (self.key, self.state, f"{self.workspace} / {self.project_name}", self.start_time, self.duration)
        return html_table(self.name, ("key", "state", "project", "start (UTC)", "duration"), [row], 1, [self.url])

    def _detail(self, detail: str) -> dict[str, Any]:
        if detail not in self._details:
            name, what = DETAILS[detail]
            self._details[detail] = self._service.get(name, f"{what} of {self.key}", experimentKey=self.key)
        return self._details[detail]

    def _texts(self, detail: str) -> dict[str, str]:
        """Returns the logged texts of the parameters or other items by name."""
        return logged_texts(self._detail(detail))


def load_details(service: Service, experiments: Sequence[Experiment]) -> None:
    """Reads the missing tags, parameters and other items of experiments, in one request for 33 experiments."""
    missing = [(one, detail) for one in experiments for detail in DETAILS if detail not in one._details]
    reads = [Read(DETAILS[detail][0], f"{DETAILS[detail][1]} of {one.key}", {"experimentKey": one.key}) for one, detail in missing]
    for (one, detail), response in zip(missing, service.get_many(reads)):
        one._details[detail] = response


def logged_texts(response: dict[str, Any]) -> dict[str, str]:
    """Returns the current texts of parameters or other items by name."""
    return {record["name"]: text_of(record.get("valueCurrent")) for record in records_of(response.get("values"), "name")}


def named(names: str | Sequence[str] | None, every: Callable[[], Iterable[str]]) -> list[str]:
    """Returns the names of metrics that a caller gave, or every name."""
    if names is None:
        return list(every())
    listed = [names] if isinstance(names, str) else list(names) if isinstance(names, Iterable) else None
    if listed is None or not all(isinstance(name, str) for name in listed):
        raise TypeError(f'the names of metrics are texts, not {names!r}; write "loss" or ["loss", "accuracy"]')
    return list(dict.fromkeys(listed))


def _values(response: dict[str, Any]) -> dict[str, LoggedValue]:
    return {name: logged_value(text) for name, text in logged_texts(response).items()}


def _summary(record: dict[str, Any]) -> MetricSummary:
    return MetricSummary(
        name=record["name"],
        last=metric_number(record.get("valueCurrent")),
        min=metric_number(record.get("valueMin")),
        max=metric_number(record.get("valueMax")),
        last_step=whole_number(record.get("stepCurrent")),
        min_step=whole_number(record.get("stepMin")),
        max_step=whole_number(record.get("stepMax")),
        last_time=time_of(record.get("timestampCurrent")),
        min_time=time_of(record.get("timestampMin")),
        max_time=time_of(record.get("timestampMax")),
    )
