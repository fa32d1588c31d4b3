"""Whatever a service answers, a cell shows an output that the views can read, or one sentence: never a fault of our own."""

import json
import random
import unittest
import warnings

import httpx

from tracklens import TracklensError
from tracklens.bundle import experiment_bundle, project_bundle
from tracklens.calls import _arrangement
from tracklens.configuration import ServiceAddress
from tracklens.service import Service
from tracklens.snapshot import experiment_snapshot, project_snapshot
from tracklens.view_schema import snapshot_budget_bytes, view_mime_type

KEY = "a" * 32
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


class HostileAnswers(unittest.TestCase):
    def test_an_answer_spoiled_anywhere_gives_an_output_or_a_sentence(self) -> None:
        shown = 0
        for seed in range(600):
            dice = random.Random(seed)
            answers = good_answers()
            for name in dice.sample(sorted(answers), dice.choice((1, 1, 2))):
                answers[name] = spoiled(answers[name], dice)

            def answer(request: httpx.Request) -> httpx.Response:
                found = answers[request.url.path.removeprefix("/api/rest/v2/")]
                return httpx.Response(200, content=json.dumps(found).encode())

            with self.subTest(seed=seed), Service(ServiceAddress("http://s", "key", "a test"), httpx.MockTransport(answer)) as service:
                try:
                    if seed % 2:
                        state = _arrangement(service, "w", "p", None)
                        target = {"kind": "project", "workspace": "w", "projectName": "p"}
                        bundle = project_bundle(project_snapshot(service, "w", "p", state), service.root, target, state)
                    else:
                        bundle = experiment_bundle(experiment_snapshot(service, KEY), service.root, None)
                except TracklensError as error:
                    self.assertTrue(error.message and error.remedy)
                    continue
                text = json.dumps(bundle[view_mime_type], separators=(",", ":"), allow_nan=False)
                self.assertLessEqual(len(text), snapshot_budget_bytes * 1.2)
                self.assertNotIn("<b>", bundle["text/html"])
                bundle["text/html"].encode(), bundle["text/plain"].encode()
                shown += 1
        self.assertGreater(shown, 400)

    def setUp(self) -> None:
        # Drawing takes its time and is no part of this.
        from tracklens import bundle

        charts = bundle.metric_charts
        bundle.metric_charts = lambda *_: []
        self.addCleanup(setattr, bundle, "metric_charts", charts)
        warnings.simplefilter("ignore")


if __name__ == "__main__":
    unittest.main()
