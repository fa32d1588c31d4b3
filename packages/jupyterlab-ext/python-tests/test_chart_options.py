"""Options of charts as part of the state of a view."""

import json
import unittest

import numpy

import tracklens
from tracklens import ChartOptions
from tracklens.chart_options import chart_state
from tracklens.display_arguments import Options

CASES = (
    (ChartOptions(), {}),
    (ChartOptions(x="epoch", log_x=True, log_y=False), {"xAxis": "epoch", "xScale": "log", "yScale": "linear"}),
    (ChartOptions(x="examples"), {"xAxis": {"metric": "examples"}}),
    (ChartOptions(smoothing=0.6), {"smoothing": {"method": "ema", "amount": 0.6}}),
    (ChartOptions(group_by="lr"), {"group": {"by": "parameter:lr", "center": "mean", "band": "std", "members": False}}),
    (ChartOptions(group_by="tag"), {"group": {"by": "tag", "center": "mean", "band": "std", "members": False}}),
    (ChartOptions(combined=[("train_loss", "val_loss")]), {"combined": [{"metrics": ["train_loss", "val_loss"]}]}),
    (
        ChartOptions(colors={"a1b2": "#D00000"}, palette="okabe-ito", label="{name} lr={param.lr}"),
        {"colors": {"a1b2": "#D00000"}, "palette": "okabe-ito", "label": "{name} lr={param.lr}"},
    ),
)

WRONG = (
    {"x": ""},
    {"x": 3},
    {"log_y": 1},
    {"smoothing": 1},
    {"smoothing": True},
    {"smoothing": float("nan")},
    {"group_by": ["lr"]},
    {"combined": ["loss", "accuracy"]},
    {"combined": [["loss"]]},
    {"combined": [[f"loss {at}" for at in range(129)]]},
    {"combined": [["train_loss", "val_loss"]] * 1001},
    {"colors": {"a1b2": "red"}},
    {"colors": ["#d00000"]},
    {"colors": {3: "#d00000"}},
    {"palette": "rainbow"},
    {"label": 3},
)


class ChartOptionsOfViews(unittest.TestCase):
    def test_options_are_part_of_the_state(self) -> None:
        for options, state in CASES:
            self.assertEqual(chart_state(options), state)
            json.dumps(chart_state(options))

    def test_a_wrong_option_is_named_with_what_to_write(self) -> None:
        for options in WRONG:
            [name] = options
            with self.subTest(options), self.assertRaises(tracklens.TracklensError) as raised:
                ChartOptions(**options)
            self.assertRegex(str(raised.exception), rf"^{name} is .{{1,200}}\. Write ")

    def test_numbers_of_numpy_are_numbers(self) -> None:
        state = chart_state(ChartOptions(smoothing=numpy.float32(0.5)))
        options = Options(False, True, 0, True, state, numpy.int64(400), "all")
        shown = json.loads(json.dumps([options.charts, options.height]))
        self.assertEqual(shown, [{"smoothing": {"method": "ema", "amount": 0.5}}, 400])
        for height in (numpy.int64(99), numpy.float64(400)):
            with self.assertRaisesRegex(tracklens.TracklensError, "height is"):
                Options(False, True, 0, True, {}, height, "all")

    def test_more_metrics_than_a_view_can_chart_are_rejected(self) -> None:
        with self.assertRaisesRegex(tracklens.TracklensError, "10,001 metrics are more than a view can chart"):
            tracklens.display("a1b2", metrics=[f"loss {at}" for at in range(10_001)])

    def test_another_value_is_no_options(self) -> None:
        with self.assertRaisesRegex(tracklens.TracklensError, "Write charts=tracklens.ChartOptions"):
            tracklens.display("a1b2", charts={"log_y": True})


if __name__ == "__main__":
    unittest.main()
