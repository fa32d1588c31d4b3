"""Whatever a service answers, a cell shows an output that the views can read, or one sentence: never a fault of our own."""

import json
import random
import threading
import unittest
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from tracklens import TracklensError, connect
from tracklens.bundle import experiment_bundle, project_bundle
from tracklens.calls import _arrangement
from tracklens.address import ServiceAddress
from tracklens.errors import NotFound, ServiceFailed
from tracklens.service import Service
from tracklens.service_reads import read_metadata
from tracklens.view_schema import view_mime_type

KEY = "a" * 32
SEEDS = 120
JUNK = (None, True, False, 0, -1, 1.5, 10**400, "", "x", "\ud800", "NaN", "<b>", "1e400", [], {}, [None], [[]], {"": None}, "y" * 5000)


def good_answers():
    record = {"experimentKey": KEY, "experimentName": "one", "workspaceName": "w", "projectName": "p", "startTimeMillis": 5}
    summary = {"name": "loss", "valueMin": "1", "valueMax": "2", "valueCurrent": "1", "stepMin": 0, "timestampMin": 7}
    metric = {"metricName": "loss", "values": [1, "NaN", 2.5], "steps": [0, 1, 2], "epochs": None, "timestamps": [5, 6, 7], "total": 9}
    state = {"version": 1, "charts": {"metrics": ["loss"]}, "selection": [KEY]}
    return {
        "experiment/metadata": record,
        "experiments": {"experiments": [record]},
        "experiment/tags": {"tags": ["t"]},
        "experiment/metrics/summary": {"values": [summary]},
        "experiment/parameters": {"values": [{"name": "lr", "valueCurrent": "0.1"}]},
        "experiments/multi-metric-chart": {"experiments": {KEY: {"metrics": [metric], "steps": None}}},
        "project": {"projectName": "p"},
        "project/named-views": {"views": [{"viewId": "v", "isDefault": True, "state": state}]},
    }


def spoiled(value, dice):
    """The same with something other at one place."""
    if isinstance(value, (dict, list)) and value and dice.random() < 0.85:
        at = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
        changed = dict(value) if isinstance(value, dict) else list(value)
        if isinstance(value, dict) and dice.random() < 0.15:
            del changed[at]
        else:
            changed[at] = spoiled(value[at], dice)
        return changed
    return dice.choice(JUNK)


@contextmanager
def serving(answers, status=404, retry_after=None):
    """Runs a service that responds with `answers`, by path, or else with a status. Yields its root URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Otherwise each response waits 40 ms between its head and its body.
        disable_nagle_algorithm = True

        def respond(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            path = urlsplit(self.path).path.removeprefix("/api/rest/v2/")
            found = json.dumps(answers.get(path)).encode()
            self.send_response(200 if path in answers else status)
            if retry_after is not None:
                self.send_header("retry-after", retry_after)
            self.send_header("content-length", str(len(found)))
            self.end_headers()
            self.wfile.write(found)

        do_GET = do_POST = respond

        def log_message(self, *_) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class HostileAnswers(unittest.TestCase):
    def test_a_response_with_a_wrong_part_gives_an_output_or_a_sentence(self) -> None:
        answers = {}
        with serving(answers) as root:
            shown = sum(self._shows(seed, answers, root) for seed in range(SEEDS))
        self.assertGreater(shown, SEEDS // 2)

    def _shows(self, seed, answers, root) -> bool:
        """Whether there is an output, which is checked, and not an error with a remedy."""
        dice = random.Random(seed)
        answers.clear()
        answers.update(good_answers())
        for name in dice.sample(sorted(answers), dice.choice((1, 1, 2))):
            answers[name] = spoiled(answers[name], dice)
        with self.subTest(seed=seed), Service(ServiceAddress(root, "key", "a test")) as service:
            try:
                if seed % 2:
                    state = _arrangement(service, "w", "p", None)
                    bundle = project_bundle(service, {"kind": "project", "workspace": "w", "projectName": "p"}, state)
                else:
                    bundle = experiment_bundle(service, read_metadata(service, KEY), None)
            except TracklensError as error:
                self.assertTrue(error.message and error.remedy)
                return False
            text = json.dumps(bundle[view_mime_type], separators=(",", ":"), allow_nan=False)
            self.assertLessEqual(len(text), 150_000 * 1.2)
            self.assertNotIn("<b>", bundle["text/html"])
            for form in (text, bundle["text/html"], bundle["text/plain"]):
                form.encode()
        return True


class UnknownProject(unittest.TestCase):
    def test_it_is_an_error_also_where_the_service_lists_no_experiments_for_it(self) -> None:
        with serving({"experiments": {"experiments": []}}) as root, connect(url=root, api_key="key") as connection:
            for listed in (connection.experiments, lambda *names: list(connection.iter_experiments(*names))):
                with self.assertRaisesRegex(NotFound, "does not know the project w/p"):
                    listed("w", "p")


MOMENTS = ("startTimeMillis", "endTimeMillis", "durationMillis")


class Pauses(unittest.TestCase):
    def test_a_long_pause_is_reported_and_one_without_a_number_of_seconds_ignored(self) -> None:
        for retry_after, message in (("600", "asks to wait 600 s"), ("inf", "status 503"), ("1e400", "status 503")):
            with self.subTest(retry_after), serving({}, status=503, retry_after=retry_after) as root:
                with connect(url=root, api_key="key") as connection, self.assertRaisesRegex(ServiceFailed, message):
                    connection.experiment(KEY)


class NumbersOutOfRange(unittest.TestCase):
    """Numbers that no time, duration or step can be are absent."""

    def test_an_experiment_has_no_time_and_no_duration(self) -> None:
        for number in (1e300, -1e300, 1e18):
            answers = {"experiment/metadata": {"experimentKey": KEY, **dict.fromkeys(MOMENTS, number)}}
            with self.subTest(number=number), serving(answers) as root, connect(url=root, api_key="key") as connection:
                one = connection.experiment(KEY)
                self.assertEqual((one.start_time, one.end_time, one.duration), (None, None, timedelta()))
                self.assertIn(KEY, one._repr_html_())

    def test_a_table_has_no_value(self) -> None:
        answers = {"experiments": {"experiments": [{"experimentKey": KEY, **dict.fromkeys(MOMENTS, 1e18)}]}}
        with serving(answers) as root, connect(url=root, api_key="key") as connection:
            listed = connection.experiments("w", "p")
            frame = listed.to_pandas()
            self.assertEqual(len(frame), 1)
            self.assertTrue(frame[["start_time", "end_time"]].isna().all(axis=None))
            self.assertEqual(listed.to_arrow().column("start_time").to_pylist(), [None])

    def test_a_table_of_points_has_no_time_and_no_step(self) -> None:
        point = {"metricName": "loss", "values": [1], "steps": [1e300], "epochs": None, "timestamps": [1e18], "total": 1}
        answers = {
            "experiment/metadata": {"experimentKey": KEY},
            "experiments/multi-metric-chart": {"experiments": {KEY: {"metrics": [point]}}},
        }
        with serving(answers) as root, connect(url=root, api_key="key") as connection:
            frame = connection.experiment(KEY).metrics("loss").to_pandas()
        self.assertEqual(frame["value"].tolist(), [1.0])
        self.assertTrue(frame[["step", "timestamp"]].isna().all(axis=None))

    def test_the_matches_of_a_query_are_listed(self) -> None:
        records = [{"experimentKey": KEY, "startTimeMillis": 10**400}, {"experimentKey": "b" * 32, "startTimeMillis": 5}]
        answers = {
            "project/column-names": {"columns": []},
            "project/query": {"experimentKeys": [KEY, "b" * 32], "experiments": records},
        }

        class Everything:
            """Expression of comet_ml without a test."""

            def get_predicates(self, columns) -> list:
                return []

        with serving(answers) as root, connect(url=root, api_key="key") as connection:
            found = connection.query("w", "p", Everything())
        self.assertEqual({one.key for one in found}, {KEY, "b" * 32})


if __name__ == "__main__":
    unittest.main()
