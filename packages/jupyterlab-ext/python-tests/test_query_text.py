"""Conditions built in Python print as the text of the query language."""

import enum
import math
import unittest
from datetime import datetime, timedelta, timezone

import numpy

from tracklens import Environment, Metadata, Metric, Other, Parameter, Tag

PLUS_TWO = timezone(timedelta(hours=2))


class QueryText(unittest.TestCase):
    def test_a_condition_is_its_text(self) -> None:
        for condition, text in (
            ((Metric("loss") < 0.5) & ~Tag("bad"), '(Metric("loss") < 0.5) & ~(Tag("bad"))'),
            (Tag("a") | Tag("b"), '(Tag("a") | Tag("b"))'),
            ((Tag("a") | Tag("b")) & Tag("c"), '(Tag("a") | Tag("b")) & Tag("c")'),
            (Tag("a") | Tag("b") & ~(Tag("c") | Tag("d")), '(Tag("a") | Tag("b") & ~((Tag("c") | Tag("d"))))'),
            (Parameter("lr").between(1, 2), 'Parameter("lr").between(1, 2)'),
            (Other("a\"b\\c\n") == None, 'Other("a\\"b\\\\c\\n") == None'),  # noqa: E711
            (Environment("hostname").contains("gpu"), 'Environment("hostname").contains("gpu")'),
            (Metadata("state") != "crashed", 'Metadata("state") != "crashed"'),
            (Parameter("flag") == True, 'Parameter("flag") == True'),  # noqa: E712
            (Metadata("t") >= datetime(2026, 1, 2, 3, tzinfo=PLUS_TWO), 'Metadata("t") >= datetime("2026-01-02T01:00:00.000000Z")'),
        ):
            self.assertIn(str(condition), (text, f"({text})"))

    def test_a_number_is_written_as_in_a_query_also_one_of_a_data_frame(self) -> None:
        for value, text in (
            (numpy.float64(0.2), "0.2"),
            (numpy.float32(0.5), "0.5"),
            (math.nan, 'float("nan")'),
            (-math.inf, 'float("-inf")'),
            (numpy.float32("inf"), 'float("inf")'),
            (numpy.int64(-3), "-3"),
            (numpy.uint8(3), "3"),
            (numpy.bool_(True), "True"),
            (numpy.str_("a"), '"a"'),
            (enum.IntEnum("Size", {"SMALL": 3}).SMALL, "3"),
        ):
            with self.subTest(value=repr(value)):
                self.assertEqual(str(Parameter("p") == value), f'(Parameter("p") == {text})')

    def test_python_words_that_cannot_be_overloaded_are_rejected(self) -> None:
        with self.assertRaisesRegex(TypeError, "write & instead of `and`"):
            Tag("a") and Tag("b")
        with self.assertRaisesRegex(TypeError, r"write .*\| instead of `or`"):
            Tag("a") or Tag("b")
        with self.assertRaises(TypeError):
            Tag("a") | "Tag"
        with self.assertRaisesRegex(TypeError, "not 5"):
            Metric("loss").contains(5)
        with self.assertRaisesRegex(TypeError, r"not \[\]"):
            Metric("loss") == []
        with self.assertRaisesRegex(TypeError, "not array"):
            Metric("loss") == numpy.array([True])


if __name__ == "__main__":
    unittest.main()
