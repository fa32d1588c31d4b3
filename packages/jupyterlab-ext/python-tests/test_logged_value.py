"""Logged texts become numbers and flags only where the text is exactly how a number or flag is logged."""

import math
import unittest
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any

import pandas

from tracklens.column_table import arrow_table, inferred_column, pandas_frame, polars_frame
from tracklens.logged_value import column_values, logged_value, metric_number, time_of, whole_number

CASES = {
    "3": 3,
    "-2": -2,
    "0": 0,
    "0.1": 0.1,
    ".5": 0.5,
    "1e-7": 1e-7,
    "1E+3": 1000.0,
    "true": True,
    "False": False,
    "Infinity": math.inf,
    "-inf": -math.inf,
    "007": "007",
    "1_000": "1_000",
    "12e4567": "12e4567",
    "9" * 30: int("9" * 30),
    "-" + "9" * 640: int("-" + "9" * 640),
    "9" * 5000: "9" * 5000,
    "9" * 30 + ".": float("9" * 30),
    "": "",
    ".": ".",
    "e5": "e5",
    "-": "-",
    " 1": " 1",
    "null": "null",
    "[1,2]": "[1,2]",
    "٣": "٣",
}


def shown(values: Sequence[Any]) -> list[str]:
    """Returns the texts of values. pandas has NaN or NA for None."""
    return ["absent" if pandas.isna(value) else str(value) for value in values]


class LoggedValue(unittest.TestCase):
    def test_a_text_becomes_the_value_that_was_logged(self) -> None:
        for text, value in CASES.items():
            found = logged_value(text)
            self.assertEqual((found, type(found)), (value, type(value)), text)
        self.assertTrue(math.isnan(float(logged_value("NaN"))))

    def test_a_column_is_numeric_only_when_all_of_its_values_are_numbers(self) -> None:
        for texts, kind, values in (
            (["1", None, "2"], "integer", [1, None, 2]),
            (["1", "0.5"], "number", [1, 0.5]),
            (["true", "false"], "flag", [True, False]),
            (["true", "1"], "text", ["true", "1"]),
            (["1", "many"], "text", ["1", "many"]),
            ([None], "text", [None]),
        ):
            column = inferred_column("name", column_values(texts))
            self.assertEqual((column.kind, column.values), (kind, values))

    def test_a_column_of_numbers_stays_text_when_no_number_type_has_all_of_its_values(self) -> None:
        seed, large, power = "9007199254740993", str(2**63), str(2**64)
        for texts, kind in (
            ([seed, "-1", None], "integer"),
            ([str(2**63 - 1)], "integer"),
            ([seed, "0.5"], "text"),
            (["18446744073709551615", "1"], "text"),
            (["9" * 640, "0.5"], "text"),
            ([large, power, None, "0.5"], "number"),
            ([large, "NaN"], "number"),
        ):
            with self.subTest(texts=texts):
                column = inferred_column("name", column_values(texts))
                self.assertEqual(column.kind, kind)
                arrow, polars, frame = arrow_table([column]), polars_frame([column]), pandas_frame([column])
                for values in (arrow["name"].to_pylist(), polars["name"].to_list(), frame["name"].tolist()):
                    self.assertEqual(shown(values), shown(column.values))
                if kind == "text":
                    self.assertEqual(column.values, texts)

    def test_a_metric_that_is_no_number_is_nan(self) -> None:
        self.assertEqual([metric_number(value) for value in (1, "1e-7", "Infinity", True)], [1, 1e-7, math.inf, 1])
        for value in (None, "", "many", [], {}):
            self.assertTrue(math.isnan(metric_number(value)), value)

    def test_times_are_in_utc_and_an_absent_or_impossible_one_is_none(self) -> None:
        self.assertEqual(time_of(1_500), datetime(1970, 1, 1, 0, 0, 1, 500_000, timezone.utc))
        for millis in (0, None, "5", True, 10**400, -(10**18), math.nan, math.inf):
            self.assertIsNone(time_of(millis), millis)

    def test_steps_are_whole(self) -> None:
        self.assertEqual([whole_number(value) for value in (3, 3.0, None, "3", math.nan, True)], [3, 3, None, None, None, None])


if __name__ == "__main__":
    unittest.main()
