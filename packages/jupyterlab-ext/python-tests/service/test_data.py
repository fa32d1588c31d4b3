"""Data of a real service: the demo project, and an experiment that the SDK logged."""

import math
import sys
import unittest
from datetime import datetime, timezone
from typing import Any, cast
from unittest.mock import patch

import comet_ml
import comet_ml.query as sdk_query
import httpx

import tracklens
from tracklens.configuration import service_address
from tracklens.connection import Connection



class Counting(httpx.HTTPTransport):
    """Transport that records the paths of its requests, and lacks some endpoints like another service."""

    def __init__(self, missing: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.paths: list[str] = []
        self.missing = missing

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.paths.append(request.url.path.removeprefix("/api/rest/v2/"))
        if self.paths[-1] in self.missing:
            return httpx.Response(404, json={"msg": "no such endpoint"})
        return super().handle_request(request)


def connected(*missing: str) -> tuple[Connection, Counting]:
    transport = Counting(missing)
    return Connection(service_address(), transport), transport


class Listing(unittest.TestCase):
    def test_workspaces_projects_models_and_artifacts(self) -> None:
        self.assertIn("demo", tracklens.workspaces())
        project = next(one for one in tracklens.projects("demo") if one.name == "digits")
        self.assertEqual((project.experiment_count, len(project.experiments())), (14, 14))
        (model,) = tracklens.models("demo")
        self.assertEqual((model.name, model.version_count), ("digits-mlp", len(model.versions)))
        self.assertEqual(model.versions[0].version, model.latest_version)
        (artifact,) = tracklens.artifacts("demo")
        (version,) = artifact.versions
        self.assertEqual((artifact.type, version.aliases, version.size), ("dataset", ["Latest"], artifact.size))
        self.assertEqual(len(version.files[0].read()), version.files[0].size)
        self.assertEqual(tracklens.artifacts("demo", "model"), [])

    def test_archived_experiments_are_listed_on_request(self) -> None:
        api = comet_ml.APIExperiment(workspace="demo", project_name="archive")
        self.assertEqual(len(tracklens.experiments("demo", "archive")), 1)
        api.archive()
        self.assertEqual(len(tracklens.experiments("demo", "archive")), 0)
        (archived,) = tracklens.experiments("demo", "archive", archived=True)
        self.assertTrue(archived.archived)
        self.assertIn("/archive/", archived.url)
        self.assertEqual(len(archived._repr_html_().split("<tr>")), 3)

    def test_long_lists_are_read_in_pages(self) -> None:
        connection, transport = connected()
        with patch("tracklens.connection._PAGE", 5):
            keys = [one.key for one in connection.iter_experiments("demo", "digits")]
        self.assertEqual(keys, [one.key for one in tracklens.experiments("demo", "digits")])
        self.assertEqual(transport.paths, ["experiments"] * 3)

    def test_what_does_not_exist_is_an_error_in_words(self) -> None:
        for call in (
            lambda: tracklens.projects("nowhere"),
            lambda: tracklens.experiments("demo", "nowhere"),
            lambda: tracklens.query("demo", "nowhere", 'Tag("a")'),
            lambda: tracklens.models("nowhere"),
        ):
            with self.assertRaisesRegex(tracklens.NotFound, "does not know the (project|workspace) .*nowhere"):
                call()


class Tables(unittest.TestCase):
    def test_all_experiments_take_three_requests(self) -> None:
        connection, transport = connected()
        frame = connection.experiments("demo", "digits").to_pandas()
        self.assertEqual(transport.paths, ["experiments", "reads", "reads"])
        self.assertEqual((len(frame), frame.index.name, frame.index.is_unique), (14, "experiment_key", True))
        self.assertEqual(str(frame["start_time"].dt.tz), "UTC")
        self.assertEqual(frame["parameters.batch_size"].dtype, "Int64")
        self.assertEqual(frame["metrics.val_loss"].dtype, "float64")
        self.assertTrue((frame["duration"].dt.total_seconds() > 0).all())

    def test_the_summaries_of_many_experiments_are_read_with_those_of_their_project(self) -> None:
        connection, transport = connected()
        experiments = connection.experiments("demo", "digits")
        expected = experiments.to_pandas()
        transport.paths.clear()
        with patch("tracklens.experiment_list._FEW", 8):
            frame = experiments.to_pandas()
        self.assertEqual(transport.paths, ["project/experiment-summaries"])
        self.assertTrue(frame[sorted(frame)].equals(expected[sorted(frame)]))

    def test_a_service_without_bulk_endpoints_gives_the_same(self) -> None:
        connection, transport = connected("reads", "project/experiment-summaries")
        with patch("tracklens.experiment_list._FEW", 8):
            frame = connection.experiments("demo", "digits").to_pandas()
        expected = tracklens.experiments("demo", "digits").to_pandas()
        self.assertTrue(frame[sorted(frame)].equals(expected[sorted(frame)]))
        self.assertEqual(sorted(frame), sorted(expected))
        self.assertEqual(len(transport.paths), 3 + 4 * 14)

    def test_pandas_arrow_and_polars_agree(self) -> None:
        experiments = tracklens.experiments("demo", "digits")
        metrics = experiments.metrics(["val_loss", "train_accuracy"])
        for table in (experiments, metrics):
            for form in ("wide", "long"):
                arrow, polars = table.to_arrow(form), table.to_polars(form)
                pandas = table.to_pandas(form)
                pandas = pandas.reset_index() if form == "wide" else pandas
                self.assertEqual(arrow.column_names, polars.columns)
                self.assertEqual(arrow.column_names, list(pandas.columns))
                self.assertEqual(arrow.num_rows, len(pandas))
                # NaN differs from itself.
                self.assertEqual(repr(arrow.to_pylist()), repr(polars.to_dicts()))

    def test_the_summary_of_a_frame_is_the_last_minimum_or_maximum(self) -> None:
        experiments = tracklens.experiments("demo", "digits")
        one = experiments[2]
        summary = one.summaries["val_loss"]
        for which, value in (("last", summary.last), ("min", summary.min), ("max", summary.max)):
            self.assertEqual(experiments.to_pandas(summary=which)["metrics.val_loss"][one.key], value)
        with self.assertRaisesRegex(ValueError, "summary is 'mean'; write 'last', 'min' or 'max'"):
            experiments.to_pandas(summary="mean")
        with self.assertRaisesRegex(ValueError, "form is 'tall'; write 'long' or 'wide'"):
            experiments.to_pandas("tall")

    def test_points_of_all_experiments_take_one_request(self) -> None:
        connection, transport = connected()
        experiments = connection.experiments("demo", "digits")
        frame = experiments.metrics(["val_loss"]).to_pandas()
        self.assertEqual(transport.paths, ["experiments", "experiments/multi-metric-chart"])
        self.assertEqual(frame["experiment_key"].nunique(), 14)
        wide = experiments.metrics(["val_loss", "train_accuracy"]).to_pandas("wide")
        self.assertEqual(wide.index.names, ["experiment_key", "step"])
        self.assertTrue(wide.index.is_unique)
        self.assertEqual(len(experiments[:3].metrics("val_loss").to_pandas()["experiment_key"].unique()), 3)

    def test_an_empty_list_has_the_columns_and_no_rows(self) -> None:
        empty = tracklens.experiments("demo", "digits")[:0]
        self.assertEqual((len(empty.to_pandas()), len(empty.to_pandas("long")), empty.to_arrow().num_rows), (0, 0, 0))
        self.assertEqual((len(empty.metrics("loss").to_pandas()), len(empty.metrics().to_polars("wide"))), (0, 0))

    def test_a_library_that_is_not_installed_is_named_with_its_command(self) -> None:
        experiments = tracklens.experiments("demo", "digits")
        for name, convert in (("pandas", experiments.to_pandas), ("pyarrow", experiments.to_arrow), ("polars", experiments.to_polars)):
            with patch.dict(sys.modules, {name: None}), self.assertRaisesRegex(tracklens.MissingPackage, f"pip install {name}"):
                convert()


class Logged(unittest.TestCase):
    """What the SDK logs comes back as it was."""

    @classmethod
    def setUpClass(cls) -> None:
        config = comet_ml.ExperimentConfig(log_code=False, auto_output_logging=False, log_env_details=False)
        live = comet_ml.start(workspace="demo", project_name="logged", mode="create", experiment_config=config)
        live.set_name("<b>logged</b>")
        live.log_parameters({"flag": True, "number": 3, "small": 1e-7, "code": "007", "none": None})
        live.log_metrics({"loss": math.nan}, step=0, epoch=0)
        live.log_metrics({"loss": math.inf}, step=1, epoch=0)
        live.log_metrics({"loss": 0.25}, step=2, epoch=1)
        with live.train():
            live.log_metric("accuracy", 0.5, step=2)
        live.add_tags(["first", "second"])
        live.log_other("notes", "a note")
        live.log_asset_data("content", name="<b>asset</b>.txt")
        live.end()
        cls.live = live
        cls.logged = tracklens.experiment(live.get_key())
        cls.sdk = comet_ml.APIExperiment(previous_experiment=live.get_key())

    def test_parameters_tags_and_other_items(self) -> None:
        logged = {"flag": True, "number": 3, "small": 1e-7, "code": "007", "none": "null"}
        self.assertEqual({name: self.logged.parameters[name] for name in logged}, logged)
        self.assertEqual(self.logged.tags, ["first", "second"])
        self.assertEqual(self.logged.others["notes"], "a note")
        self.assertEqual((self.logged.state, self.logged.workspace, self.logged.project_name), ("finished", "demo", "logged"))

    def test_points_are_those_of_the_sdk(self) -> None:
        for name in ("loss", "train_accuracy"):
            for points in (self.logged.metrics(name), self.logged.metrics()):
                ours = [(one.step, one.epoch, one.timestamp, one.value) for one in points if one.metric == name]
                theirs = [
                    (one["step"], one["epoch"], datetime.fromtimestamp(one["timestamp"] / 1000, timezone.utc), float(one["metricValue"]))
                    for one in self.sdk.get_metrics(name)
                ]
                self.assertEqual(repr(ours), repr(theirs))
        values = self.logged.metrics("loss").to_pandas()["value"]
        self.assertTrue(math.isnan(values[0]) and values[1] == math.inf and values[2] == 0.25)

    def test_summaries_are_those_of_the_sdk(self) -> None:
        for theirs in self.sdk.get_metrics_summary():
            ours = self.logged.summaries[theirs["name"]]
            expected = [float(theirs[field]) for field in ("valueCurrent", "valueMin", "valueMax")]
            self.assertEqual(repr([ours.last, ours.min, ours.max]), repr(expected))
            self.assertEqual(ours.last_step, theirs["stepCurrent"])

    def test_a_metric_longer_than_a_chart_comes_whole(self) -> None:
        api = comet_ml.APIExperiment(workspace="demo", project_name="long")
        address = service_address()
        count = 15_500
        with httpx.Client(base_url=address.root, headers={"Authorization": address.api_key}) as client:
            for start in range(0, count, 1000):
                steps = range(start, min(start + 1000, count))
                values = [{"metricName": "loss", "metricValue": step, "step": step, "timestamp": 10**12 + step} for step in steps]
                body = {"experimentKey": api.key, "values": values}
                self.assertEqual(client.post("/clientlib/batch/logger/experiment/metric", json=body).status_code, 200)
        experiment = tracklens.experiment(api.key)
        points = experiment.metrics(["loss"])
        self.assertEqual([point.value for point in points], [float(step) for step in range(count)])
        self.assertLess(len(experiment.metrics("loss", full=False)), 600)

    def test_steps_may_be_missing(self) -> None:
        api = comet_ml.APIExperiment(workspace="demo", project_name="stepless")
        for value in (1, 2, 3):
            api.log_metric("loss", value, timestamp=1_700_000_000_000 + value)
        metrics = tracklens.experiment(api.key).metrics("loss")
        self.assertEqual([(point.step, point.value) for point in metrics], [(None, 1.0), (None, 2.0), (None, 3.0)])
        self.assertEqual(metrics.to_pandas("wide")["loss"].tolist(), [1, 2, 3])
        self.assertEqual(metrics.to_arrow("wide")["step"].to_pylist(), [None] * 3)

    def test_names_are_text_in_html(self) -> None:
        comet_ml.APIExperiment(workspace="demo", project_name="<b>project")
        (asset,) = (one for one in self.logged.assets if one.name.startswith("<b>"))
        (project,) = (one for one in tracklens.projects("demo") if one.name.startswith("<b>"))
        for shown, text in (
            (self.logged, "&lt;b&gt;logged&lt;/b&gt;"),
            (tracklens.experiments("demo", "logged"), "&lt;b&gt;logged&lt;/b&gt;"),
            (self.logged.metrics(), "&lt;b&gt;logged&lt;/b&gt;"),
            (asset, "&lt;b&gt;asset&lt;/b&gt;"),
            (project, "&lt;b&gt;project"),
        ):
            html = shown._repr_html_()
            self.assertIn(text, html)
            self.assertNotIn("<b>", html)
        self.assertEqual(repr(self.logged), f"<Experiment '<b>logged</b>' finished demo/logged {self.logged.key}>")
        self.assertRegex(repr(self.logged.metrics("loss")), "^<Metrics: 3 points, 1 metric, 1 experiment>$")

    def test_values_have_short_texts(self) -> None:
        (model,), (artifact,) = tracklens.models("demo"), tracklens.artifacts("demo")
        project = next(one for one in tracklens.projects("demo") if one.name == "digits")
        for value, text in (
            (project, "<Project demo/digits, 14 experiments>"),
            (model, "<Model 'digits-mlp' 1.1.0 demo, 2 versions>"),
            (model.versions[0], "<ModelVersion 1.1.0 Production, 1 file>"),
            (artifact, "<Artifact 'digits' dataset demo, 1 version>"),
        ):
            self.assertEqual(repr(value), text)
        (version,) = artifact.versions
        self.assertRegex(repr(version), r"^<ArtifactVersion 'digits' 1\.0\.0, [\d,]+ bytes>$")
        self.assertRegex(repr(version.files[0]), r"^<Asset 'digits\.npz' \w+, [\d,]+ bytes>$")
        self.assertEqual(repr(self.logged.summaries["loss"]), "<MetricSummary 'loss' last 0.25, min 0.25, max inf>")

    def test_wrong_arguments_are_one_sentence_without_their_values(self) -> None:
        wrong: Any = 5
        with self.assertRaisesRegex(TypeError, 'not 5; write "loss" or'):
            self.logged.metrics(wrong)
        with self.assertRaisesRegex(tracklens.TracklensError, "`api_key` is not a text") as raised:
            tracklens.connect("http://127.0.0.1:1", cast(Any, b"secret-of-mine"))
        self.assertNotIn("secret-of-mine", str(raised.exception))

    def test_refresh_reads_again(self) -> None:
        self.assertNotIn("third", self.logged.tags)
        self.sdk.add_tag("third")
        self.assertNotIn("third", self.logged.tags)
        self.assertIn("third", self.logged.refresh().tags)

    def test_the_key_is_in_no_text(self) -> None:
        connection = tracklens.connect()
        secret = service_address().api_key
        shown = [repr(connection), connection._repr_html_(), repr(self.logged), self.logged._repr_html_(), repr(vars(self.logged))]
        shown += [repr(one) for one in (*self.logged.assets, *tracklens.models("demo"), *tracklens.projects("demo"))]
        self.assertNotIn(secret, "".join(shown))


class Queries(unittest.TestCase):
    TEXT = '(Metric("val_accuracy") > 0.9) & ~Tag("warm-restart")'

    def test_a_text_conditions_and_expressions_of_the_sdk_find_the_same(self) -> None:
        built = (tracklens.Metric("val_accuracy") > 0.9) & ~tracklens.Tag("warm-restart")
        of_sdk = (sdk_query.Metric("val_accuracy") > 0.9) & ~sdk_query.Tag("warm-restart")
        found = [tracklens.query("demo", "digits", query) for query in (self.TEXT, built, of_sdk)]
        self.assertEqual([len(one) for one in found], [10, 10, 10])
        self.assertTrue(found[0] == found[1] == found[2])
        either = tracklens.query("demo", "digits", 'Tag("too-fast"); ' + self.TEXT)
        self.assertEqual(len(either), 11)
        starts = [one.start_time for one in either]
        self.assertEqual(starts, sorted(starts, reverse=True))

    def test_a_query_takes_two_requests_and_its_table_two_more(self) -> None:
        connection, transport = connected()
        connection.query("demo", "digits", self.TEXT).to_pandas()
        expected = ["project/column-names", "project/query", "reads", "reads"]
        self.assertEqual(transport.paths, expected)

    def test_an_invalid_query_says_where_and_what_to_write(self) -> None:
        for query, words in (
            ('Tag("a") and Tag("b")', r"character 10: 'and' cannot be used.*Write & between the tests"),
            (tracklens.Metric("loss"), r'Metric\("loss"\) is no condition'),
            (5, "5 is not a query"),
            (sdk_query.Metric("val_loss").contains("a"), "Invalid query"),
        ):
            with self.assertRaisesRegex(tracklens.QueryError, words):
                tracklens.query("demo", "digits", query)


class References(unittest.TestCase):
    def test_an_experiment_is_found_by_each_reference(self) -> None:
        name = "lr=0.3 width=64 batch=32"
        one = tracklens.experiment(f"demo/digits/{name}")
        api = comet_ml.APIExperiment(previous_experiment=one.key)
        for reference in (one, one.key, f" {one.key} ", f"demo/digits/{one.key}", name, one.url, api):
            self.assertEqual(tracklens.experiment(reference), one)

    def test_what_names_no_experiment_says_what_to_write(self) -> None:
        for reference, words in (
            ("lr=0.3 width=64 batch=33", "has no experiment .* Did you mean 'lr=0.3 width=64 batch=32'"),
            ("demo/digits/none", "demo/digits has no experiment 'none'. Give its key"),
            ("", "'' is not the key"),
            (5, "5 is not an experiment. Give its key"),
            (object, "is not an experiment"),
        ):
            with self.assertRaisesRegex(tracklens.TracklensError, words):
                tracklens.experiment(reference)

    def test_a_name_of_several_experiments_lists_their_keys(self) -> None:
        keys = [comet_ml.APIExperiment(workspace="demo", project_name="twins", experiment_name="twin").key for _ in range(2)]
        with self.assertRaisesRegex(tracklens.TracklensError, "2 experiments have the name 'twin'") as caught:
            tracklens.experiment("twin")
        for key in keys:
            self.assertIn(key, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
