"""Tables of points of metrics."""

import unittest

from tracklens.metrics import Metrics, Series


def series(metric: str, *values: float) -> Series:
    steps = range(len(values))
    return Series("key", "name", metric, steps, [None] * len(values), steps, values)


class WideTables(unittest.TestCase):
    def test_a_metric_with_the_name_of_another_column_has_a_prefix(self) -> None:
        metrics = Metrics([series(name, 5, 6) for name in ("step", "experiment_key", "metrics.step", "loss")])
        columns = ["metrics.metrics.step", "metrics.experiment_key", "metrics.step", "loss"]
        frame, arrow, polars = metrics.to_pandas("wide"), metrics.to_arrow("wide"), metrics.to_polars("wide")
        self.assertEqual(list(frame.columns), ["experiment_name", *columns])
        self.assertEqual(list(frame.index), [("key", 0), ("key", 1)])
        for names in (arrow.column_names, polars.columns):
            self.assertEqual(names, ["experiment_key", "step", "experiment_name", *columns])
        self.assertEqual(arrow.to_pylist(), polars.to_dicts())
        self.assertEqual(frame.to_dict("records"), [{"experiment_name": "name", **dict.fromkeys(columns, value)} for value in (5, 6)])


class LongTables(unittest.TestCase):
    def test_a_point_without_a_time_has_none_in_any_form(self) -> None:
        metrics = Metrics([Series("key", "name", "loss", [0, 1], [None] * 2, [0, 5], [1, 2])])
        times = [point.timestamp for point in metrics]
        self.assertIsNone(times[0])
        self.assertEqual(metrics.to_arrow()["timestamp"].to_pylist(), times)
        self.assertEqual(metrics.to_polars()["timestamp"].to_list(), times)
        self.assertEqual(metrics.to_pandas()["timestamp"].isna().tolist(), [True, False])

    def test_a_time_in_microseconds_is_none_in_any_form(self) -> None:
        metrics = Metrics([Series("key", "name", "loss", [0], [None], [1_700_000_000_000_000], [1])])
        self.assertEqual([point.timestamp for point in metrics], [None])
        self.assertEqual(metrics.to_arrow()["timestamp"].to_pylist(), [None])
        self.assertEqual(metrics.to_polars()["timestamp"].to_list(), [None])
        self.assertEqual(metrics.to_pandas()["timestamp"].isna().tolist(), [True])


if __name__ == "__main__":
    unittest.main()
