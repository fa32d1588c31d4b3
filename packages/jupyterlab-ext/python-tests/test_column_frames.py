"""Binary columns of points have the values of the records, and a damaged response is an error."""

import json
import math
import struct
import unittest

import httpx

from tracklens import TracklensError
from tracklens.column_frames import COLUMNS_TYPE, metric_columns
from tracklens.address import ServiceAddress
from tracklens.metrics import all_metrics
from tracklens.service import Service

KEY = "a" * 32
END = bytes(8)


def frame(metric, **columns):
    count = len(columns["values"])
    header = json.dumps({"metricName": metric, "columns": list(columns)}).encode()
    header = header.ljust(-(-len(header) // 8) * 8)
    numbers = [number for column in columns.values() for number in column]
    return struct.pack("<II", len(header), count) + header + struct.pack(f"<{len(numbers)}d", *numbers)


def connected(content, content_type):
    def answer(request):
        answer.accepted = request.headers["accept"]
        return httpx.Response(200, content=content, headers={"content-type": content_type})

    return Service(ServiceAddress("http://127.0.0.1:1", "key", "test"), httpx.MockTransport(answer)), answer


class ColumnFrames(unittest.TestCase):
    def test_frames_of_a_metric_are_joined(self):
        one = frame("loss", values=[1.5, math.nan], steps=[1, 2], timestamps=[5, 6])
        two = frame("loss", values=[math.inf], epochs=[3], timestamps=[7])
        loss, other = metric_columns(one + two + frame("acc", values=[2]) + END)
        self.assertEqual((loss.metric, list(loss.timestamps)), ("loss", [5, 6, 7]))
        self.assertEqual([str(step) for step in loss.steps], ["1.0", "2.0", "nan"])
        self.assertEqual([str(epoch) for epoch in loss.epochs], ["nan", "nan", "3.0"])
        self.assertEqual([str(value) for value in loss.values], ["1.5", "nan", "inf"])
        self.assertEqual((other.metric, list(other.values)), ("acc", [2]))

    def test_columns_and_records_give_the_same_points(self):
        self._check([(2, 0, 7, "NaN"), (0, None, 5, "1e-310"), (2**60, 1, 6, "-Infinity")])

    def test_a_step_that_no_table_can_hold_is_absent(self):
        points = self._check([(1e300, -(2**64), 1e19, "1"), (0, 5, 7, "2")])
        frame = points.to_pandas()
        self.assertEqual(frame["value"].tolist(), [1, 2])
        self.assertEqual(frame[["step", "epoch", "timestamp"]].isna().all(axis=1).tolist(), [True, False])

    def test_half_of_a_character_in_a_name_becomes_the_replacement_character(self):
        points = all_metrics(connected(frame("\ud800 loss", values=[1]) + END, COLUMNS_TYPE)[0], KEY, "one")
        self.assertEqual(points.to_arrow()["metric"].to_pylist(), ["\N{REPLACEMENT CHARACTER} loss"])

    def _check(self, points):
        """Returns the points of a response with columns, after a comparison with those of one with records."""
        columns = {
            "values": [float(value) for *_, value in points],
            "steps": [step for step, *_ in points],
            "epochs": [math.nan if epoch is None else epoch for _, epoch, *_ in points],
            "timestamps": [millis for *_, millis, _ in points],
        }
        records = [
            {"metricName": "loss", "metricValue": value, "step": step, "epoch": epoch, "timestamp": millis}
            for step, epoch, millis, value in points
        ]
        binary, asked = connected(frame("loss", **columns) + END, COLUMNS_TYPE)
        text, _ = connected(json.dumps({"metrics": records}), "application/json")
        found = all_metrics(binary, KEY, "one")
        self.assertEqual(repr(list(found)), repr(list(all_metrics(text, KEY, "one"))))
        self.assertIn(COLUMNS_TYPE, asked.accepted)
        return found

    def test_a_damaged_response_is_an_error(self):
        whole = frame("loss", values=[1, 2], steps=[1, 2])
        for content in (b"", whole, whole[:-3] + END, frame("loss", values=[1], other=[1]) + END, b"<!doctype html><html>"):
            with self.subTest(content=content), self.assertRaises(TracklensError):
                all_metrics(connected(content, COLUMNS_TYPE)[0], KEY, "one")


if __name__ == "__main__":
    unittest.main()
