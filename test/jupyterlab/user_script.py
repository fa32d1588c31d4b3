"""
Script of a user with each function, class and member of the Python package, as strict as mypy can be about it. A function
with an argument of one of its classes uses all members of that class: `python-data.test.ts` checks that none is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import tracklens
from tracklens import Environment, Metadata, Metric, Other, Parameter, Tab, Tag


def use_connection(connection: tracklens.Connection) -> None:
    url: str = connection.url
    workspaces: list[str] = connection.workspaces()
    projects: list[tracklens.Project] = connection.projects(workspaces[0])
    experiments: tracklens.ExperimentList = connection.experiments("demo", "digits", archived=True)
    each: Iterator[tracklens.Experiment] = connection.iter_experiments("demo", "digits")
    found: tracklens.ExperimentList = connection.query("demo", "digits", "metrics.val_loss < 0.5")
    models: list[tracklens.Model] = connection.models("demo")
    artifacts: list[tracklens.Artifact] = connection.artifacts("demo", type="dataset")
    views = [connection.display(connection.experiment("digits/run"), "charts"), connection.display_project("demo", "digits")]
    connection.close()
    print(url, projects, experiments, next(each), found, models, artifacts, views)


def use_experiment(experiment: tracklens.Experiment) -> None:
    texts: list[str] = [experiment.key, experiment.name, experiment.workspace, experiment.project_name, experiment.url]
    archived: bool = experiment.archived
    times: list[datetime | None] = [experiment.start_time, experiment.end_time]
    duration: timedelta = experiment.duration
    has_ended: bool = experiment.state == "finished"
    tags: list[str] = experiment.tags
    rate = experiment.parameters["learning_rate"]
    notes = experiment.others.get("notes")
    lowest: float = experiment.summaries["val_loss"].min + 1.0
    content: list[bytes] = [asset.read() for asset in experiment.assets]
    metrics: tracklens.Metrics = experiment.metrics("val_loss", full=False)
    again: tracklens.Experiment = experiment.refresh()
    view: tracklens.View = experiment.display("metrics", metrics=["val_loss"], height=300, view="default")
    print(texts, archived, times, duration, has_ended, tags, rate, notes, lowest, content, metrics, again, view)


def use_experiments(experiments: tracklens.ExperimentList) -> None:
    first: tracklens.Experiment = experiments[0]
    some: tracklens.ExperimentList = experiments[:3]
    position: int = experiments.index(first) + experiments.count(first)
    frames = [experiments.to_pandas(form="wide", summary="min"), experiments.to_polars("long"), experiments.to_arrow()]
    metrics: tracklens.Metrics = experiments.metrics(["loss", "val_loss"])
    view: tracklens.View = experiments.display(metrics="val_loss", height=300)
    print(some, position, frames, metrics, view)


def use_metrics(metrics: tracklens.Metrics) -> None:
    names: list[str] = metrics.names
    points: list[tracklens.MetricPoint] = list(metrics)
    print(names, points, metrics.to_pandas("wide"), metrics.to_polars("long"), metrics.to_arrow())


def use_point(point: tracklens.MetricPoint) -> None:
    texts: list[str] = [point.experiment_key, point.experiment_name, point.metric]
    numbers: list[int | None] = [point.step, point.epoch]
    time: datetime | None = point.timestamp
    value: float = point.value * 2
    print(texts, numbers, time, value, point.count(value), point.index(value))


def use_summary(summary: tracklens.MetricSummary) -> None:
    name: str = summary.name
    values: list[float] = [summary.last, summary.min, summary.max]
    steps: list[int | None] = [summary.last_step, summary.min_step, summary.max_step]
    times: list[datetime | None] = [summary.last_time, summary.min_time, summary.max_time]
    print(name, values, steps, times)


def use_asset(asset: tracklens.Asset) -> None:
    texts: list[str] = [asset.id, asset.name, asset.type, asset.link]
    size: int = asset.size
    step: int | None = asset.step
    created: datetime | None = asset.created
    remote: bool = asset.remote
    content: bytes = asset.read()
    print(texts, size, step, created, remote, content)


def use_artifact(artifact: tracklens.Artifact) -> None:
    texts: list[str] = [artifact.workspace, artifact.name, artifact.type, artifact.project_name, artifact.description]
    numbers: list[int] = [artifact.version_count, artifact.size]
    tags: list[str] = artifact.tags
    public: bool = artifact.public
    versions: list[tracklens.ArtifactVersion] = artifact.versions
    print(texts, numbers, tags, public, versions)


def use_artifact_version(version: tracklens.ArtifactVersion) -> None:
    labels: list[str] = [version.version, *version.aliases, *version.tags]
    size: int = version.size
    metadata: Any = version.metadata
    created: datetime | None = version.created
    files: list[tracklens.Asset] = version.files
    print(labels, size, metadata, created, files)


def use_model(model: tracklens.Model) -> None:
    texts: list[str] = [model.workspace, model.name, model.description, model.latest_version]
    count: int = model.version_count
    updated: datetime | None = model.last_updated
    public: bool = model.public
    versions: list[tracklens.ModelVersion] = model.versions
    print(texts, count, updated, public, versions)


def use_model_version(version: tracklens.ModelVersion) -> None:
    texts: list[str] = [version.version, version.status, version.comment, version.user, version.experiment_key, *version.tags]
    created: datetime | None = version.created
    assets: list[tracklens.Asset] = version.assets
    print(texts, created, assets)


def use_project(project: tracklens.Project) -> None:
    texts: list[str] = [project.workspace, project.name, project.description, project.url]
    count: int = project.experiment_count
    updated: datetime | None = project.last_updated
    public: bool = project.public
    experiments: tracklens.ExperimentList = project.experiments(archived=True)
    print(texts, count, updated, public, experiments)


def use_view(view: tracklens.View) -> None:
    bundle: dict[str, Any] = view.bundle()
    print(bundle["text/plain"])


def use_chart_options(options: tracklens.ChartOptions) -> None:
    scales: tuple[bool | None, bool | None] = (options.log_x, options.log_y)
    texts: list[str | None] = [options.x, options.group_by, options.palette, options.label]
    print(scales, texts, options.smoothing, options.combined, options.colors)
    made = tracklens.ChartOptions(x="epoch", log_y=True, smoothing=0.6, combined=[["loss", "val_loss"]], colors={"key": "#d00000"})
    tracklens.display("key", charts=made)


def use_metric(metric: Metric) -> None:
    name = metric.contains("a") & metric.startswith("a") & metric.endswith("a") & ~metric.between(0, 1)
    print(tracklens.query("demo", "digits", name & (metric < 0.5) & (metric >= 1) & (metric != 2)))


def use_parameter(parameter: Parameter) -> None:
    print(parameter.contains("a") & parameter.startswith("a") & parameter.endswith("a") & parameter.between(0, 1))


def use_other(other: Other) -> None:
    print(other.contains("a") & other.startswith("a") & other.endswith("a") & other.between(0, 1))


def use_metadata(metadata: Metadata) -> None:
    print(metadata.contains("a") & metadata.startswith("a") & metadata.endswith("a") & metadata.between(0, 1))


def use_environment(environment: Environment) -> None:
    print(environment.contains("a") & environment.startswith("a") & environment.endswith("a") & environment.between(0, 1))


def use_tag(tag: Tag) -> None:
    tagged: tracklens.ExperimentList = tracklens.query("demo", "digits", ~tag, archived=True)
    print(tagged)


def use_functions(tab: Tab = "charts") -> None:
    names: list[str] = tracklens.workspaces()
    projects: list[tracklens.Project] = tracklens.projects(names[0])
    models: list[tracklens.Model] = tracklens.models(names[0])
    artifacts: list[tracklens.Artifact] = tracklens.artifacts(names[0], type=None)
    found: tracklens.ExperimentList = tracklens.experiments("demo", "digits", archived=False)
    each: Iterator[tracklens.Experiment] = tracklens.iter_experiments("demo", "digits")
    one: tracklens.Experiment = tracklens.experiment("demo/digits/run")
    view: tracklens.View = tracklens.display(one, tab=tab, clear=True, wait=False, new=0, autoraise=False, height=300)
    tracklens.display([one, "key", found[0]], metrics=["val_loss"], view="default", forms="static")
    tracklens.display_project(projects[0], metrics="val_loss", forms="without-images")
    with tracklens.connect("http://127.0.0.1:8080", "key") as connection:
        use_connection(connection)
    named: tracklens.Connection = tracklens.connect(name="staging")
    print(models, artifacts, next(each), view, named)


def use_errors() -> None:
    try:
        use_functions()
    except (tracklens.NotFound, tracklens.QueryError, tracklens.ConfigurationError) as error:
        remedy: str = error.remedy
        print(remedy)
    except (tracklens.KeyRefused, tracklens.ServiceFailed, tracklens.ServiceUnreachable) as error:
        print(error.remedy)
    except tracklens.MissingPackage as error:
        print(error.remedy)
    except tracklens.TracklensError as error:
        print(error.remedy)
