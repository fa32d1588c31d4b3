"""Points are thinned so that the picture stays, and a snapshot fits its budget."""

import json
import math
import random
import unittest

from tracklens.copy_budget import within_budget
from tracklens.copy_choice import ChartedCopy, charted_copy, main_names
from tracklens.series import kept_places, thinned_metric
from tracklens.values import metric_value
from tracklens.view_schema import snapshot_budget_bytes


def an_experiment(key="k1", name="one", metrics=("loss",)):
    return {
        "metadata": {"experimentKey": key, "experimentName": name, "workspaceName": "w", "projectName": "p"},
        "tags": [],
        "metrics": [{"name": metric, "valueCurrent": "1"} for metric in metrics],
        "parameters": [],
    }


class Thinning(unittest.TestCase):
    def test_first_last_and_extremes_survive(self) -> None:
        for seed in range(200):
            dice = random.Random(seed)
            values = [dice.gauss(0, 1) for _ in range(dice.randrange(1, 3000))]
            count = dice.choice([5, 24, 100, 500])
            kept = kept_places(values, count)
            self.assertEqual(kept, sorted(set(kept)))
            self.assertLessEqual(len(kept), count)
            chosen = [values[at] for at in kept]
            self.assertEqual((chosen[0], chosen[-1]), (values[0], values[-1]))
            self.assertEqual((min(chosen), max(chosen)), (min(values), max(values)))

    def test_what_is_not_finite_is_neither_lost_nor_an_extreme(self) -> None:
        values = [float(at) for at in range(1000)]
        values[500] = "NaN"
        values[700] = "Infinity"
        kept = kept_places(values, 100)
        self.assertIn(500, kept)
        self.assertIn(700, kept)
        self.assertIn(999, kept)

    def test_values_of_the_wire(self) -> None:
        for given, number in (("1e-7", 1e-7), (3, 3.0), (True, 1.0), ("-Infinity", -math.inf), ("true", 1.0)):
            self.assertEqual(metric_value(given), number)
        self.assertTrue(math.isnan(metric_value("NaN")))
        for no_number in ("cat", None, "", "1_000", "0x10", "٣"):
            self.assertIsNone(metric_value(no_number))
        self.assertEqual(metric_value(10**400), math.inf)

    def test_a_thinned_metric_says_how_many_points_there_were(self) -> None:
        metric = {"metricName": "m", "values": list(range(1000)), "steps": list(range(1000)), "epochs": [None] * 1000}
        thin = thinned_metric(metric, {}, 40)
        self.assertEqual(thin["total"], 1000)
        self.assertEqual(thin["values"], thin["steps"])
        self.assertNotIn("epochs", thin)

    def test_numbers_beyond_all_floats_end_nothing(self) -> None:
        thin = thinned_metric({"metricName": "m", "values": [10**400, 1], "steps": [1, 10**400], "total": math.inf}, {}, 9)
        self.assertEqual(thin["steps"], [1, None])
        json.dumps(thin, allow_nan=False)

    def test_steps_of_the_experiment_serve_a_metric_without_its_own(self) -> None:
        self.assertEqual(thinned_metric({"metricName": "m", "values": [1, 2]}, {"steps": [5, 6]}, 9)["steps"], [5, 6])


class Budget(unittest.TestCase):
    def test_a_snapshot_of_anything_fits_and_is_json(self) -> None:
        for series, points in ((1, 10), (40, 15_000), (1000, 500)):
            names = [f"metric-{at}" for at in range(series)]
            values = [math.sin(at / 10) for at in range(points - 1)] + [math.nan]
            entry = {"metrics": [{"metricName": name, "values": values, "steps": list(range(points))} for name in names]}
            snapshot = within_budget([an_experiment(metrics=names)], {"k1": entry}, ChartedCopy(["k1"], names, 1, 4), {"version": 1}, {})
            text = json.dumps(snapshot, separators=(",", ":"), allow_nan=False)
            self.assertLessEqual(len(text), snapshot_budget_bytes)
            self.assertTrue(snapshot["chart"]["k1"]["metrics"])

    def test_many_experiments_fit_too(self) -> None:
        metrics = [f"a metric with quite a long name {at}" for at in range(100)]
        many = [an_experiment(f"k{at}", metrics=metrics) for at in range(100)]
        charted = charted_copy(many, {"version": 1}, 6)
        snapshot = within_budget(many, {}, charted, {"version": 1, "table": {"columns": ["metric:a metric with quite a long name 99"]}}, {})
        self.assertLessEqual(len(json.dumps(snapshot, separators=(",", ":"))), snapshot_budget_bytes)
        # Each experiment loses metrics before any is left out, and none that the view speaks of.
        self.assertEqual(len(snapshot["experiments"]), 100)
        kept = [metric["name"] for metric in snapshot["experiments"][99]["metrics"]]
        self.assertTrue(8 <= len(kept) < 100 and kept[-1].endswith(" 99"), kept)

    def test_what_the_machine_logs_comes_last(self) -> None:
        experiments = [an_experiment(metrics=("sys.cpu", "loss")), an_experiment("k2", metrics=("sys.cpu", "loss", "acc"))]
        self.assertEqual(main_names(one["metrics"] for one in experiments), ["loss", "acc", "sys.cpu"])


if __name__ == "__main__":
    unittest.main()
