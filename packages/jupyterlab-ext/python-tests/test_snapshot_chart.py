"""A saved picture draws what the view's state arranges. That it draws it as the live chart does: test/jupyterlab/python-agreement."""

import unittest

from tracklens.bundle import project_bundle
from tracklens.snapshot_chart import image_metrics, snapshot_chart
from tracklens.static_chart import line_chart, metric_charts
from tracklens.view_schema import series_palettes

KEYS = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")


def a_snapshot(*all_values, names=("same",) * 3):
    experiments = [
        {
            "metadata": {"experimentKey": key, "experimentName": name, "workspaceName": "w", "projectName": "p"},
            "tags": ["t"],
            "metrics": [{"name": "loss", "valueCurrent": "0.30000000000000004"}],
            "parameters": [],
        }
        for key, name, _ in zip(KEYS, names, all_values)
    ]
    chart = {key: {"metrics": [{"metricName": "loss", "values": values}]} for key, values in zip(KEYS, all_values)}
    return {"takenAtMillis": 0, "experiments": experiments, "chart": chart, "project": {"numberOfExperiments": len(experiments)}}


def drawn(snapshot, metric="loss", selection=None, **charts):
    return snapshot_chart(snapshot, {"version": 1, "charts": charts, **({"selection": selection} if selection else {})}, metric, 420, 200)


class Chart(unittest.TestCase):
    def test_a_line_breaks_where_a_value_is_not_finite(self) -> None:
        chart = drawn(a_snapshot([1, 2, "NaN", 3, 4, "Infinity", 5]))
        self.assertEqual([row["y"] for row in chart.lines], [1, 2, 3, 4])
        self.assertEqual(len({row["line"] for row in chart.lines}), 2)
        self.assertEqual([row["y"] for row in chart.single_points], [5])
        self.assertEqual([one["top"] for one in line_chart(chart)["datasets"]["nonFiniteMarkers"]], [False, True])
        self.assertEqual(chart.subtitle, "same · 5 of 7 points · 1 NaN · 1 infinite")

    def test_experiments_of_one_name_are_told_apart(self) -> None:
        names = [series.name for series in drawn(a_snapshot([1, 2], [1, 2])).series]
        self.assertEqual(names, ["same (aaaaaaaaa)", "same (bbbbbbbbb)"])

    def test_nothing_to_draw_gives_no_chart(self) -> None:
        self.assertIsNone(drawn(a_snapshot([1]), "other"))
        self.assertIsNone(drawn(a_snapshot(["NaN"])))
        self.assertIsNone(drawn(a_snapshot([1, 2]), hidden=[KEYS[0]]))

    def test_palette_colours_names_and_choice_of_experiments(self) -> None:
        given = a_snapshot([1, 2], [2, 3], [3, 4])
        chart = drawn(given, palette="okabe-ito", colors={KEYS[0]: "#123456"}, label="{name} ends at {metric.loss}", selection=KEYS[:2])
        self.assertEqual([series.name for series in chart.series], [f"same ends at 0.3 ({key[:9]})" for key in KEYS[:2]])
        first, second = (series.look.color for series in chart.series)
        self.assertEqual(first, "#123456")
        self.assertIn(second, series_palettes["okabe-ito"])

    def test_the_raw_line_stands_behind_the_smoothed_one(self) -> None:
        chart = drawn(a_snapshot([0, 10, 0, 10, 0]), smoothing={"method": "median", "amount": 3})
        self.assertEqual([row["y"] for row in chart.lines], [0, 0, 10, 0, 0])
        self.assertEqual([row["y"] for row in chart.raw_lines], [0, 10, 0, 10, 0])

    def test_a_picture_stays_small_and_keeps_the_extremes(self) -> None:
        values = [float((at * 7919) % 1000) for at in range(5000)]
        chart = drawn(a_snapshot(values, values, values))
        self.assertLess(len(chart.lines), 2100)
        shown = [row["y"] for row in chart.lines]
        self.assertEqual((min(shown), max(shown)), (min(values), max(values)))

    def test_every_scale_and_axis_can_be_drawn(self) -> None:
        given = a_snapshot([1, 2, 3])
        given["chart"][KEYS[0]]["metrics"][0]["timestamps"] = [1_700_000_000_000 + at for at in range(3)]
        for axis in ("step", "epoch", "wall", "duration", {"metric": "loss"}):
            for scale in ("linear", "log", "symlog"):
                state = {"version": 1, "charts": {"xAxis": axis, "xScale": scale, "yScale": scale, "colors": {KEYS[0]: "#123456"}}}
                [(chart, svg)] = metric_charts(given, state, ["loss"])
                self.assertEqual(chart.title, "loss")
                self.assertIn("#123456", svg)

    def test_the_metrics_that_the_view_has_charts_of_get_pictures(self) -> None:
        given = a_snapshot([1])
        given["chart"][KEYS[0]]["metrics"] += [{"metricName": name, "values": [1]} for name in ("acc", "sys.cpu")]
        given["experiments"][0]["metrics"] += [{"name": name} for name in ("acc", "sys.cpu", "never")]
        self.assertEqual(image_metrics(given, {"version": 1}), ["loss", "acc"])
        self.assertEqual(image_metrics(given, {"charts": {"metrics": ["sys.cpu", "gone", "acc", "acc"]}}), ["sys.cpu", "acc"])
        self.assertEqual(image_metrics(given, {"charts": {"metrics": ["gone"]}}), ["loss", "acc"])
        self.assertEqual(image_metrics(given, {"charts": {"hidden": [KEYS[0]]}}), [])

    def test_what_is_left_out_is_said(self) -> None:
        given = {**a_snapshot([1, 2], [2, 3]), "whole": {"experiments": 412, "drawn": 412, "metrics": 7}}
        target = {"kind": "project", "workspace": "w", "projectName": "p"}
        bundle = project_bundle(given, "http://s", target, {"version": 1, "project": {"query": "loss < 1"}})
        said = "2 of 412 experiments · charts of 2 of 412 experiments and 1 of 7 metrics · without the view&#x27;s query"
        self.assertIn(said.replace("&#x27;", "'"), bundle["text/html"].replace("&#x27;", "'"))
        self.assertRegex(bundle["text/plain"], r"UTC · 2 of 412 experiments · without the view's query\nhttp://s/w/p$")
        self.assertIn("same (aaaaaaaaa)", str(line_chart(snapshot_chart(given, {}, "loss", 420, 200))))
        self.assertIn("2 of 412 experiments", snapshot_chart(given, {}, "loss", 420, 200).subtitle)

    def test_an_output_holds_the_arrangement_that_it_shows(self) -> None:
        target = {"kind": "project", "workspace": "w", "projectName": "p", "viewId": "v"}
        state = {"version": 1, "view": "v", "charts": {"colors": {KEYS[0]: "#123456"}}}
        [payload] = [part for part in project_bundle(a_snapshot([1, 2]), "http://s", target, state).values() if isinstance(part, dict)]
        self.assertEqual(payload["state"], state)


if __name__ == "__main__":
    unittest.main()
