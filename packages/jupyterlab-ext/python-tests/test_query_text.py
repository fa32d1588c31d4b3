"""Conditions built in Python print as the text of the query language."""

import unittest
from datetime import datetime, timedelta, timezone

from tracklens import Environment, Metadata, Metric, Other, Parameter, Tag

PLUS_TWO = timezone(timedelta(hours=2))


class QueryText(unittest.TestCase):
    def test_a_condition_is_its_text(self) -> None:
        for condition, text in (
            ((Metric("loss") < 0.5) & ~Tag("bad"), '(Metric("loss") < 0.5) & ~(Tag("bad"))'),
            (Parameter("lr").between(1, 2), 'Parameter("lr").between(1, 2)'),
            (Other("a\"b\\c\n") == None, 'Other("a\\"b\\\\c\\n") == None'),  # noqa: E711
            (Environment("hostname").contains("gpu"), 'Environment("hostname").contains("gpu")'),
            (Metadata("state") != "crashed", 'Metadata("state") != "crashed"'),
            (Parameter("flag") == True, 'Parameter("flag") == True'),  # noqa: E712
            (Metadata("t") >= datetime(2026, 1, 2, 3, tzinfo=PLUS_TWO), 'Metadata("t") >= datetime("2026-01-02T01:00:00.000000Z")'),
        ):
            self.assertIn(str(condition), (text, f"({text})"))

    def test_python_words_that_cannot_be_overloaded_are_rejected(self) -> None:
        with self.assertRaisesRegex(TypeError, "write & instead of `and`"):
            Tag("a") and Tag("b")
        with self.assertRaisesRegex(TypeError, "not 5"):
            Metric("loss").contains(5)
        with self.assertRaisesRegex(TypeError, r"not \[\]"):
            Metric("loss") == []


if __name__ == "__main__":
    unittest.main()
